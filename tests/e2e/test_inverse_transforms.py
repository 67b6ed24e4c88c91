"""Transforms of real numbers to the half of a spectrum, the other way round: their results lie in an order of their own."""

import harness
import pytest
from table import randn

SOURCE = """
import torch


def planes(x):
    return torch.fft.ihfft2(x, norm="backward")


def planes_at(x):
    return torch.fft.ihfft2(x, (4, 6)) * 2


def volumes(x):
    return torch.fft.ihfftn(x)


def last(x):
    return torch.fft.ihfftn(x, dim=(-2, -1), norm="ortho")


def outer(x):
    return torch.fft.ihfftn(x, dim=(0, 1))
"""
NAMES = ["planes", "planes_at", "volumes", "last", "outer"]
PROGRAM = harness.program(
    "inverse_transforms",
    SOURCE,
    calls=[f"{name}({kind})" for name in NAMES for kind in ("f32[A, B, C]", "f64[A, B, C, D]")],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", [(3, 4, 6), (2, 5, 9)])
def test_row_major(name, shape):
    harness.check(PROGRAM.load(), name, lambda: (randn(*shape),), expect="whole")


@pytest.mark.parametrize("name", NAMES)
def test_four_dimensions(name):
    harness.check(PROGRAM.load(), name, lambda: (randn(2, 3, 4, 6).double(),), expect="whole")


@pytest.mark.parametrize("name", NAMES)
def test_strided(name):
    harness.check(PROGRAM.load(), name, lambda: (randn(6, 4, 3).transpose(0, 2),))
