"""Pooling over windows that are sizes of the image: one build serves images of other sizes than the example's."""

import pytest
import torch
from harness import check, program
from table import randn

POOLED = program(
    "windows_of_sizes",
    """
import torch
import torch.nn.functional as F


def over_all(x):
    return F.avg_pool2d(x, kernel_size=x.size()[2:]).view(x.size(0), -1)


def over_halves(x):
    return F.avg_pool2d(F.avg_pool2d(x, 2), kernel_size=x.size(2) // 2).flatten(1)


def behind_others(x):
    x = F.max_pool2d(F.max_pool2d(x, 3, 2, 1), 3, 2, 1)
    return F.avg_pool2d(x, kernel_size=x.size()[2:]).view(x.size(0), -1) + 1


def over_rows(x):
    return F.max_pool2d(x, (x.shape[2], 1)).squeeze(2), F.avg_pool2d(x, (1, x.shape[3]), stride=1)


def over_time(x):
    return F.max_pool1d(x, x.size(2)).squeeze(2) * 2, F.avg_pool1d(x, x.size(2) - 1, 1, padding=1)


def with_indices(x):
    return F.max_pool2d(x, x.shape[2:], return_indices=True)


def as_wide(x, n):
    return F.avg_pool2d(x, n, 1), F.max_pool2d(x, n, 1, n // 2)


if __name__ == "__main__":
    x = torch.randn(2, 3, 8, 8)
    over_all(x), over_halves(x), behind_others(x), over_rows(x), over_time(x[0]), with_indices(x), as_wide(x, 3)
""",
    args=["--force"],
)

SIZES = [(2, 3, 8, 8), (1, 3, 8, 8), (2, 3, 6, 9), (3, 1, 5, 7), (2, 2, 12, 12), (2, 3, 32, 16)]


@pytest.mark.parametrize("sizes", SIZES, ids=str)
@pytest.mark.parametrize("name", ["over_all", "behind_others", "over_rows", "with_indices"])
def test_images_of_any_size(name, sizes):
    check(POOLED.load(), name, lambda: (randn(*sizes),), expect="whole" if sizes[1] == 3 else None)
    check(POOLED.load(), name, lambda: (randn(*sizes).double(),))
    check(POOLED.load(), name, lambda: (randn(*sizes).to(memory_format=torch.channels_last),))


@pytest.mark.parametrize("sizes", [*SIZES, (2, 3, 1, 1), (2, 3, 2, 2), (0, 3, 4, 4), (2, 3, 0, 4)], ids=str)
@pytest.mark.parametrize("name", ["over_all", "over_halves", "behind_others", "over_rows", "with_indices"])
def test_what_is_too_small(name, sizes):
    check(POOLED.load(), name, lambda: (randn(*sizes),))


@pytest.mark.parametrize("length", [1, 2, 3, 8, 11])
def test_series_of_any_length(length):
    check(POOLED.load(), "over_time", lambda: (randn(3, 4, length),), expect="whole" if length in (8, 11) else None)


@pytest.mark.parametrize("width", [1, 2, 3, 5, 9, 0, -1])
def test_windows_of_the_caller(width):
    check(POOLED.load(), "as_wide", lambda: (randn(2, 3, 8, 8), width))
