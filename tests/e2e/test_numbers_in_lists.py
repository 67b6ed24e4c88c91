"""list.count(), list.index() and `in` of numbers that only the data tell, of NaN too, and where index() finds none."""

import harness
import pytest
import torch
from table import randn

INTS = {
    "counted": ((1,), (1.0,), (True,), (9,)),
    "placed": ((3,), (1,), (9,)),
    "placed_or_all": ((3,), (9,)),
    "said": ((3,), (9,)),
    "up_to": ((3,), (9,)),
    "each_counted": ((),),
}
FLOATS = ("best", "of_its_own", "named", "compared")
PROGRAM = harness.program(
    "numbers_in_lists",
    """
import torch


def counted(x, v: int):
    return x.tolist().count(v), (x > 1).tolist().count(True)


def placed(x, v: int):
    return x.tolist().index(v)


def placed_or_all(x, v: int):
    try:
        n = x.tolist().index(v)
    except ValueError:
        n = len(x)
    return x[:n] * 2, n


def said(x, v: int):
    try:
        n = x.tolist().index(v)
    except ValueError as e:
        return str(e)
    return n


def up_to(x, v: int):
    items = x.tolist()
    return x[: items.index(v)] if v in items else x


def each_counted(x):
    items = x.tolist()
    return [items.count(k) for k in range(4)]


def best(x):
    items = x.tolist()
    i = items.index(max(items))
    return i, items[i]


def of_its_own(x):
    items = x.tolist()
    return items.count(x[1].item()), items.count(items[0]), items.count(0.5)


def named(x):
    a, b, c = x[:3].tolist()
    return (a, b, c).count(a), [a, 1, 2.0].count(b), [a, b].index(b), (1, a).index(1)


def compared(x):
    return x[0].item() in x.tolist(), [v in x.tolist() for v in (x + 0).tolist()]
""",
    args=["--force"],
    calls=[f"{name}(i64[T], 3)" for name in INTS if name != "each_counted"]
    + ["each_counted(i64[4])"]
    + [f"{name}(f32[5])" for name in FLOATS],
    flags="-O0",
)


@pytest.mark.parametrize("name", INTS)
def test_of_ints(name):
    for values in ([1, 2, 1, 3], [3, 0, 3, 1]):
        for given in INTS[name]:
            whole = all(type(v) is int and v in values and name != "up_to" for v in given)
            make = lambda: (torch.tensor(values), *given)  # noqa: E731, B023
            harness.check(PROGRAM.load(), name, make, expect="whole" if whole else None)
    for values in ([], [1]):
        for given in INTS[name]:
            harness.check(PROGRAM.load(), name, lambda: (torch.tensor(values, dtype=torch.int64), *given))  # noqa: B023


@pytest.mark.parametrize("name", ("counted", "placed_or_all"))
def test_of_ints_that_are_not_there(name):
    harness.check(PROGRAM.load(), name, lambda: (torch.tensor([1, 2, 1, 3]), 9), expect="whole")


@pytest.mark.parametrize("name", FLOATS)
def test_of_floats(name):
    for seed in range(4):
        harness.check(PROGRAM.load(), name, lambda: (randn(5, seed=seed),), expect="whole")  # noqa: B023
    for length in (3, 2):
        harness.check(PROGRAM.load(), name, lambda: (randn(length, seed=1),))  # noqa: B023


@pytest.mark.parametrize("at", range(5))
@pytest.mark.parametrize("name", FLOATS)
def test_of_nan(name, at):
    def make():
        x = randn(5, seed=2)
        x[at] = float("nan")
        return (x,)

    harness.check(PROGRAM.load(), name, make)
