"""Bounds of slices, and shifts, that a branch on sizes chooses: they count from the end that the example has them count from."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


def chosen(x, window, shift):
    if window >= x.shape[0]:
        shift = 0
    return shift


def marked(x, window, shift):
    shift = chosen(x, window, shift)
    mask = x.new_zeros((x.shape[0], 3))
    count = 0
    for rows in ((0, -window), (-window, -shift), (-shift, None)):
        mask[rows[0] : rows[1]] = count
        count += 1
    return mask


def taken(x, window, shift):
    return x[-window : -chosen(x, window, shift)] * 2


def shifted(x, window, shift):
    shift = chosen(x, window, shift)
    return torch.roll(x, (-shift, -shift), (0, 1)) * 2


def to_the_end(x, window, shift):
    if shift > 0:
        shift = -shift
    return x[shift:] + 1, x[:shift] + 1


def by_data(x, count):
    return x[-count.sum().item() :] * 2


if __name__ == "__main__":
    with torch.no_grad():
        marked(torch.randn(8, 3), 4, 2)
        taken(torch.randn(8, 3), 4, 2)
        shifted(torch.randn(8, 3), 4, 2)
        to_the_end(torch.randn(8, 3), 4, 2)
        by_data(torch.randn(8, 3), torch.tensor([1, 2]))
"""
PROGRAM = harness.program("bounds", SOURCE, args=("--force",), flags="-O0")
NAMES = ["marked", "taken", "shifted", "to_the_end"]


@pytest.fixture
def pair():
    return PROGRAM.load()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sizes", [(8, 4, 2), (9, 3, 1), (12, 7, 5)])
def test_as_in_the_example(pair, name, sizes):
    harness.check(pair, name, lambda: (randn(sizes[0], 3), *sizes[1:]), expect="whole")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "sizes", [(3, 4, 2), (4, 4, 2), (8, 4, 0), (8, 2, 4), (8, 9, 3), (2, 1, 5), (8, 4, -2), (0, 4, 2)]
)
def test_otherwise(pair, name, sizes):
    harness.check(pair, name, lambda: (randn(sizes[0], 3), *sizes[1:]))


@pytest.mark.parametrize("counts", [[1, 2], [0, 0], [8, 0], [9, 9], [-1, -2]])
def test_that_the_data_decide(pair, counts):
    harness.check(pair, "by_data", lambda: (randn(8, 3), torch.tensor(counts)))


def test_that_the_data_decide_whole(pair):
    harness.check(pair, "by_data", lambda: (randn(8, 3), torch.tensor([1, 2])), expect="whole")
