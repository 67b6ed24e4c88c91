"""[number] * n, where n is a size or an int of the caller: as many as there are, unless its items are taken one by one."""

import pytest
import torch
from harness import check, program
from table import randn

REPEATED = program(
    "repeated_numbers",
    """
import torch


def steps(x, i):
    t = torch.tensor([i] * x.shape[0], device=x.device)
    return x * (t[:, None] + 1)


def all_steps(x):
    for i in reversed(range(3)):
        x = steps(x, i) + 1
    return x


def shapes(x):
    return torch.tensor([x.shape[1]] * x.size(0)), torch.LongTensor([x.size(1)] * len(x)) + 1


def numbers(x):
    return torch.tensor([0.5] * len(x), dtype=x.dtype), torch.tensor([True] * len(x)), torch.tensor(2 * [x.shape[0]])


def flags(x):
    ends = [0] * (x.shape[0] - 1) + [1]
    return x + torch.tensor(ends)[:, None], len(ends)


def counted(x):
    w = [0.5] * x.shape[0]
    return w[0] * x, len(w), sum(w), x.shape[1] * [2.5]


def viewed(x, n):
    return x.view([-1] + [1] * n), x.new_zeros([2] * n), x.repeat(*[2] * n)


def cut(x, n):
    return x.split([2] * n, 1)


def written(x):
    w = [0] * x.shape[0]
    for i in range(x.shape[0]):
        w[i] = x[i].sum()
    return torch.stack(w)


def changed(x):
    w = [0.0] * x.shape[0]
    for i in range(x.shape[0]):
        w[i] += 1
    w[-1] = 5
    return w


def unpacked(x):
    a, b, c = [1] * x.shape[0]
    return a, b, c


def returned(x):
    return tuple([0] * x.shape[0]), [True] * len(x), [x.shape[0]] * x.shape[1]


def less_than_none(x, n):
    return [1] * n, torch.tensor([1.5] * n), [2] * (n - 3)


def numbered(x, n):
    return torch.LongTensor(range(n)) + 1, torch.FloatTensor(range(x.shape[0])) * 2


if __name__ == "__main__":
    x = torch.ones(3, 4)
    steps(x, 2), all_steps(x), shapes(x), numbers(x), flags(x), counted(x), viewed(x, 2), cut(x, 2), written(x)
    changed(x), unpacked(x), returned(x), less_than_none(x, 2), numbered(x, 3)
""",
)


@pytest.mark.parametrize("shape", [(3, 4), (5, 2), (1, 4), (2, 4), (0, 4)], ids=str)
@pytest.mark.parametrize("name", ["all_steps", "shapes", "numbers", "flags"])
def test_tensors_of_any_length(name, shape):
    check(REPEATED.load(), name, lambda: (randn(*shape),), expect="whole" if shape[0] > 1 else None)


@pytest.mark.parametrize("shape", [(3, 4), (5, 2), (1, 4), (0, 4)], ids=str)
@pytest.mark.parametrize("name", ["counted", "written", "changed", "unpacked", "returned"])
def test_items_that_are_used(name, shape):
    check(REPEATED.load(), name, lambda: (randn(*shape),), expect="whole" if shape == (3, 4) else None)


@pytest.mark.parametrize("count", [2, 3, 1, 0, -1])
@pytest.mark.parametrize("name", ["viewed", "cut", "less_than_none", "numbered"])
def test_as_an_int_of_the_caller_says(name, count):
    check(REPEATED.load(), name, lambda: (torch.ones(3, 4), count), expect="whole" if count == 2 else None)


@pytest.mark.parametrize("step", [0, 2, -7])
def test_number_of_the_caller(step):
    check(REPEATED.load(), "steps", lambda: (randn(4, 2), step), expect="whole")
