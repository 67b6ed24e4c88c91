"""Pooling whose windows and padding the size of the image decides, as measures of image quality choose their scale."""

import harness
import pytest
from table import randn

SOURCE = """
import torch
import torch.nn.functional as F


def scaled(x):
    kernel = max(1, round(min(x.size()[-2:]) / 8))
    return F.avg_pool2d(x, kernel_size=kernel) + 1


def both(x, y):
    kernel = max(1, min(x.shape[-2:]) // 8)
    return F.avg_pool2d(x, kernel) * F.avg_pool2d(y, (kernel, kernel))


def odd(x):
    return F.avg_pool2d(x, kernel_size=2, padding=[size % 2 for size in x.shape[2:]])


def largest(x):
    return F.max_pool2d(x, kernel_size=(x.shape[2] // 4, 3), stride=1)


def padded(x):
    return F.max_pool2d(x, 2, padding=x.shape[2] % 2), F.avg_pool2d(x, x.shape[3] // 2, ceil_mode=True)


def lines(x):
    return F.avg_pool1d(x[0], kernel_size=x.shape[2] // 2, stride=2)


def adapted(x):
    return F.adaptive_avg_pool2d(x, (x.shape[2] // 4, None)), F.adaptive_max_pool2d(x, x.shape[3] // 4)


def too_small(x):
    try:
        return F.avg_pool2d(x, kernel_size=x.shape[2] - 9)
    except RuntimeError as error:
        return str(error)
"""
CALL = "f32[B, C, H, W]"
NAMES = ["scaled", "odd", "largest", "padded", "lines", "adapted"]
CALLS = [f"{name}({CALL})" for name in (*NAMES, "too_small")]
PROGRAM = harness.program("windows_of_images", SOURCE, calls=[f"both({CALL}, {CALL})", *CALLS], args=["--force"])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(2, 3, 16, 12), (1, 1, 17, 9), (2, 2, 9, 33), (3, 1, 8, 8)])
def test_one(name, size):
    harness.check(PROGRAM.load(), name, lambda: (randn(*size),), expect="whole")


@pytest.mark.parametrize("size", [(2, 3, 16, 20), (1, 2, 7, 33)])
def test_two_that_are_scaled_alike(size):
    harness.check(PROGRAM.load(), "both", lambda: (randn(*size), randn(*size)), expect="whole")


@pytest.mark.parametrize("name", [*NAMES, "too_small"])
@pytest.mark.parametrize("size", [(2, 3, 1, 1), (1, 2, 3, 2), (0, 2, 8, 8), (2, 2, 9, 9), (1, 1, 11, 4)])
def test_what_torch_may_refuse(name, size):
    harness.check(PROGRAM.load(), name, lambda: (randn(*size),))
