"""Tensors that are equal to start with (`h, c = torch.zeros(n), torch.zeros(n)`), of which branches and loops make others:
they are two objects with two memories, on every path."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch
from torch import nn


def summed(x):
    a, b = torch.zeros(3), torch.zeros(3)
    for r in x:
        a, b = a + r, b * 0.5 + r
    return a, b


def in_a_tuple(x):
    h = (torch.zeros(x.size(1)), torch.zeros(x.size(1)))
    for r in x:
        h = (h[0] + r, h[1] * 0.5 + r)
    return h


def in_a_list(x):
    h = [torch.zeros(x.size(1)), torch.zeros(x.size(1))]
    for i in range(x.size(0)):
        h[0] = h[0] + x[i]
        h[1] = h[1] * 0.5 + h[0]
    return h


def always_equal(x):
    a, b = torch.zeros(3), torch.zeros(3)
    for r in x:
        a = r + 1
        b = r + 1
    return a, b


def one_side(x):
    a, b = torch.zeros(3), torch.zeros(3)
    if x.sum() > 0:
        a, b = a + x[0], b + 2 * x[0]
    return a, b


def equal_on_one_side(x):
    a, b = x[0] + 1, x[0] + 2
    if x.sum() > 0:
        a, b = x[0] * 2, x[0] * 2
    return a, b


def swapped(x):
    a, b = torch.zeros(3), torch.zeros(3)
    for r in x:
        a, b = b, a + r
    return a, b


def one_object(x):
    a = b = torch.zeros(3)
    for r in x:
        a = a + r
    return a, b


def one_object_at_last(x):
    a, b = torch.zeros(3), torch.zeros(3)
    if x.sum() > 0:
        a = b
    return a, b


def views_of_both(x):
    a, b = torch.zeros(3), torch.zeros(3)
    if x.sum() > 0:
        a, b = a + x[0], b + x[0]
    return a, b, a[1:], b[:2]


def written_after(x):
    a, b = torch.zeros(3), torch.zeros(3)
    for r in x:
        a, b = a + r, b + r
    a.add_(1)
    return a, b


def three(x):
    hs = [torch.zeros(3) for _ in range(3)]
    for r in x:
        for i in range(3):
            hs[i] = torch.tanh(hs[i] + r)
    return hs


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.state = None

    def forward(self, x):
        h, c = torch.zeros(3), torch.zeros(3)
        for r in x:
            i = torch.sigmoid(r + h)
            c = i * c + (1 - i) * torch.tanh(r)
            h = i * torch.tanh(c)
        self.state = (h, c)
        return h


CELL = Cell()


def remembers(x):
    y = CELL(x)
    return y, CELL.state


if __name__ == "__main__":
    x = torch.randn(4, 3)
    for f in (summed, in_a_tuple, in_a_list, always_equal, swapped, one_object, written_after, three, remembers):
        f(x)
    for f in (one_side, equal_on_one_side, one_object_at_last, views_of_both):
        f(x)
"""

STATES = harness.program("states_that_begin_alike", SOURCE, [], ["--force"])
WHOLE = ("summed", "in_a_tuple", "in_a_list", "always_equal", "one_side", "equal_on_one_side", "three", "remembers")
OTHERS = ("swapped", "one_object", "one_object_at_last", "views_of_both", "written_after")


@pytest.mark.parametrize("name", WHOLE + OTHERS)
def test_two_objects_on_every_path(name):
    for n in (0, 1, 2, 5):
        for sign in (1, -1):
            make = lambda n=n, sign=sign: (sign * randn(n, 3, seed=n + 1).abs(),)  # noqa: E731
            is_whole = name in WHOLE and (n or name not in ("one_side", "equal_on_one_side"))
            harness.check(STATES.load(), name, make, expect="whole" if is_whole else None)


@pytest.mark.parametrize("name", WHOLE[:7])
def test_a_write_to_one_leaves_the_other(name):
    for n in (0, 1, 3):
        if n or name not in ("one_side", "equal_on_one_side"):
            results = list(getattr(STATES.load().built, name)(randn(n, 3, seed=1)))
            before = [t.clone() for t in results]
            results[0].fill_(7)
            assert all(torch.equal(t, b) for t, b in zip(results[1:], before[1:]))
