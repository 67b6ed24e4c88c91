"""What kernels do for speed must not be seen in their results: cheaper functions by sign, rows that are kept."""

import math

import harness
import pytest
import torch
from table import randn

SIGNS = harness.program(
    "signs",
    """
import torch

def softmax(x):
    return torch.softmax(x, dim=-1)

def shifted(x):
    return torch.exp(x - x.amax(-1, keepdim=True))

def other_axis(x):
    return torch.exp(x - x.amax(1))

def other_tensor(x, y):
    return torch.exp(x - y.amax(-1, keepdim=True))

def gaussian(x):
    return torch.exp(-0.5 * x ** 2), torch.exp(-x.abs()), torch.exp(-(x * x) / 2)

def grows(x):
    return torch.exp(x * x), torch.exp(0.5 * x ** 2), torch.exp(-x), torch.exp(-(x * x) / -2)

def two_signs(x):
    return torch.exp(-(x.abs() + x)), torch.exp(-(x.abs() + x * x)), torch.exp(x.abs() - x * x)
""",
    calls=[
        *(f"{name}(f32[M, N])" for name in ("softmax", "shifted", "gaussian", "grows", "two_signs")),
        "other_axis(f32[N, N])",
        "other_tensor(f32[M, N], f32[M, N])",
    ],
)


@pytest.mark.parametrize("name", ["softmax", "shifted", "gaussian", "grows", "two_signs", "other_axis"])
@pytest.mark.parametrize("scale", [1, 30, 90])
def test_exponentials_by_sign(name, scale):
    harness.check(SIGNS.load(), name, lambda: (randn(33, 33) * scale,), expect="whole", rtol=1e-5, atol=0)


def test_the_maximum_of_another_tensor_may_be_less():
    harness.check(SIGNS.load(), "other_tensor", lambda: (randn(9, 70) * 40, randn(9, 70, seed=1) * 3), expect="whole")


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, -104.5, -103.9, -87.4, 0.0])
@pytest.mark.parametrize("name", ["softmax", "shifted", "gaussian", "two_signs"])
def test_exponentials_of_special_values(name, value):
    def make_args():
        x = randn(5, 70)
        x[1, 3] = value
        x[2, :] = value
        return (x,)

    harness.check(SIGNS.load(), name, make_args, expect="whole", rtol=1e-5, atol=2e-45)


@pytest.mark.parametrize("length", [1, 15, 64, 5000, 40000])
def test_rows_of_any_length(length):
    harness.check(SIGNS.load(), "softmax", lambda: (randn(7, length),), expect="whole", rtol=1e-5, atol=1e-9)
