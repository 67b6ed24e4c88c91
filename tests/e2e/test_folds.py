"""sum(), max(), min(), any(), all() and `in` over numbers whose number is known at run time only, and `in` a tensor."""

import harness
import pytest
import torch

SOURCE = """
def total(x):
    return x * sum(x.tolist())


def largest(x):
    return x * max(x.tolist())


def smallest(x):
    return x * min(x.tolist()) + 1


def some(x):
    return x * any(x.tolist())


def every(x):
    return x * all(x.tolist())


def has(x):
    values = x.tolist()
    return x * (2 in values), 3.0 not in values, None in values


def counted(x, n):
    return x * sum(range(n)), sum(range(1, n, 2), 5), any(range(n)), all(range(n)), n in range(x.size(0))


def largest_double(x):
    return x * max(v * 2 for v in x.tolist())


def most_digits(x):
    return x * max(int(v) for v in x.tolist()) + sum(int(v) % 3 for v in x.tolist())


def with_default(x):
    return x * max([v for v in x.tolist()], default=0)


def by_key(x):
    return x * max(x.tolist(), key=lambda v: -v)


def by_key_of_ints(x, n):
    largest = max([2, 1, 0], key=lambda i: -i), max(2, 1, 0, 1, key=lambda i: i * i - 2 * i)
    return x * 2, largest, max([n, 1, 0], key=lambda i: -i), min([n, 0, 1], key=lambda i: -i)


def float_sum(x):
    return x * sum(x.tolist())


def in_tensor(x):
    return 1.0 in x, x * 2


def tensor_in_tensor(x, y):
    return y in x, x * 2


def not_a_number(x):
    return "a" in x


def the_same_object(x):
    values = x.tolist()
    return values[0] in values, x * 2
"""
INTS = ["total", "largest", "smallest", "some", "every", "has", "most_digits"]
FLOATS = ["largest_double", "with_default", "by_key", "float_sum", "in_tensor", "the_same_object"]
CALLS = [f"{name}(i64[N])" for name in INTS] + [f"{name}(f32[N])" for name in [*FLOATS, "not_a_number"]]
CALLS += ["counted(f32[N], n)", "by_key_of_ints(f32[N], n)", "tensor_in_tensor(f32[N], f32[N])"]
PROGRAM = harness.program("folds", SOURCE, calls=CALLS)
NAN = float("nan")


@pytest.mark.parametrize("name", INTS)
def test_ints(name):
    for values in ([1, 2, 3], [2, -7, 4, 3], [7, 7]):
        harness.check(PROGRAM.load(), name, lambda values=values: (torch.tensor(values),), expect="whole")
    for values in ([5], [0, 0]):
        harness.check(PROGRAM.load(), name, lambda values=values: (torch.tensor(values),))
    harness.check(PROGRAM.load(), name, lambda: (torch.zeros(0, dtype=torch.int64),))
    harness.check(PROGRAM.load(), name, lambda: (torch.tensor([2.0, 3.0]),))
    harness.check(PROGRAM.load(), name, lambda: (torch.tensor([2**62, 2**62, 2**62]),))


@pytest.mark.parametrize("name", FLOATS)
def test_floats(name):
    for values in ([0.5, 2.0, 1.0], [NAN, 1.0, 2.0], [1.0, NAN, 3.0, 0.0], [0.0, -0.0], [-0.0, 0.0], [1.0], []):
        harness.check(PROGRAM.load(), name, lambda values=values: (torch.tensor(values),))
    harness.check(PROGRAM.load(), name, lambda: (torch.tensor([1, 2]),))


def test_floats_in_c():
    for name in ("largest_double", "in_tensor"):
        harness.check(PROGRAM.load(), name, lambda: (torch.tensor([0.5, NAN, 1.0]),), expect="whole")


@pytest.mark.parametrize("n", [4, 2, 1, 0, -2])
def test_ranges(n):
    harness.check(PROGRAM.load(), "counted", lambda: (torch.ones(3), n), expect="whole")


@pytest.mark.parametrize("n", [2, 1, 0, -2])
def test_keys_that_are_their_items(n):
    harness.check(PROGRAM.load(), "by_key_of_ints", lambda: (torch.ones(3), n))
    assert PROGRAM.load().counters()["compiled"]


def test_tensors():
    ones = torch.ones(3)
    harness.check(PROGRAM.load(), "tensor_in_tensor", lambda: (ones * 2, ones + ones), expect="whole")
    for other in (ones[:2], torch.tensor(2.0), ones[:1], ones.double()):
        harness.check(PROGRAM.load(), "tensor_in_tensor", lambda other=other: (ones * 2, other * 2))
    harness.check(PROGRAM.load(), "not_a_number", lambda: (ones,))
