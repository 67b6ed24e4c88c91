"""sorted(), list.sort(), min() and max() of lists whose items, or whose number, the data decide."""

import harness
import pytest
import torch
from table import randn

WHOLE = """
def numbers(x):
    return sorted(x.tolist()), sorted(x.tolist(), reverse=True)[:2]


def middle(x):
    values = sorted(x.tolist())
    n = len(values)
    return (values[(n - 1) // 2] + values[n // 2]) / 2


def by_function(x):
    return sorted(x.tolist(), key=lambda v: -v), sorted(x.tolist(), key=abs), sorted(x.tolist(), key=lambda v: v > 0)


def positions(x):
    return sorted(range(len(x)), key=lambda i: x[i], reverse=True)


def best_first(x):
    found = []
    for i, v in enumerate(x.tolist()):
        if v > 0:
            found.append((i, v))
    return sorted(found, key=lambda pair: pair[1], reverse=True)


def by_two(x):
    found = [(i, v) for i, v in enumerate(x.tolist()) if v > 0]
    return sorted(found, key=lambda pair: (-pair[1], -pair[0]))[:3]


def the_best(x):
    found = [(i, v) for i, v in enumerate(x.tolist()) if v > 0]
    i, v = max(found, key=lambda pair: pair[1])
    return i, v, min(found, key=lambda pair: pair[0])[1]


def tensors(x):
    found = []
    for i in range(x.shape[0]):
        if x[i] > 0:
            found.append(torch.stack([x[i] * 2, -x[i]]))
    return sorted(found, key=lambda t: t[0].item())


def in_place(x):
    found = []
    for v in x.tolist():
        if v > 0:
            found.append(v)
            found.sort(reverse=True)
    found.append(-1.0)
    return found


def records_in_place(x):
    found = []
    for i, v in enumerate(x.tolist()):
        if v > 0:
            found.append((v, i))
    found.sort(key=lambda pair: pair[0])
    return found


def counted(x):
    calls = 0

    def key(v):
        nonlocal calls
        calls += 1
        return -v

    values = sorted(x.tolist(), key=key)
    return values, calls
"""
REST = """

def while_sorting(x):
    found, lengths = [], []
    for v in x.tolist():
        if v > 0:
            found.append(v)

    def key(v):
        lengths.append(len(found))
        return -v

    found.sort(key=key)
    return found, lengths


def changed_while_sorting(x):
    found = []
    for v in x.tolist():
        if v > 0:
            found.append(v)

    def key(v):
        found.append(v)
        return -v

    found.sort(key=key)
    return found


def tuples(x):
    found = [(v, i) for i, v in enumerate(x.tolist()) if v > 0]
    return sorted(found), max(found, default=None)


def best_or_none(x):
    found = [(v, i) for i, v in enumerate(x.tolist()) if v > 0]
    return max(found, key=lambda pair: pair[0], default=None)


def sorted_beside(x):
    rows = []
    for i in range(x.shape[0]):
        if x[i] > 0:
            rows.append(x[i] * 2)
    return rows, sorted(rows, key=lambda t: -t)
"""


def names(source):
    return [line[4 : line.index("(")] for line in source.splitlines() if line.startswith("def ")]


CALLS = [f"{name}(f32[N])" for name in names(WHOLE + REST)]
SORTED = harness.program("sorted_by_data", "import torch\n\n" + WHOLE + REST, CALLS, args=["--force"], flags="-O0")


@pytest.mark.parametrize("name", names(WHOLE))
@pytest.mark.parametrize("n", [1, 2, 7, 40])
def test_sorted(name, n):
    for seed in range(3):
        numbers = torch.cat([torch.ones(1), randn(n, seed=seed)])
        harness.check(SORTED.load(), name, lambda: (numbers.clone(),), expect="whole")
        harness.check(SORTED.load(), name, lambda: (torch.cat([numbers, numbers]).round(),))


@pytest.mark.parametrize("name", names(WHOLE + REST))
def test_sorted_all_the_same(name):
    """None, equal ones, zeros of both signs, and NaNs, of which Python's order hangs on what it compares."""
    nan = float("nan")
    for values in [], [-1.0], [1.0, 1.0], [0.0, -0.0, 1.0, 0.0], [3.0, nan, 1.0, 2.0], [nan], [2.0, 1.0, nan]:
        harness.check(SORTED.load(), name, lambda values=values: (torch.tensor(values),))
    harness.check(SORTED.load(), name, lambda: (torch.tensor([3.0, -1.0, 2.0, 3.0]),))
