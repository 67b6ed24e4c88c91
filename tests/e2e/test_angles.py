"""Sines, cosines and tangents: loops compute with angles near zero first, and again when one was far, NaN or infinite."""

import math

import harness
import pytest
import torch

SOURCE = """
import torch

def doubled_sine(x): return torch.sin(x) * 2
def products(x): return torch.sin(x) * torch.cos(x + 1)
def chained(x): return torch.cos(torch.sin(x * 3) + x)
def tangents(x): return torch.tan(x) + 1
def row_sums(x): return torch.sin(x).sum(-1)
def row_extremes(x): return torch.cos(x).amax(-1), torch.cos(x).amin(-1)
def column_sums(x): return torch.sin(x).sum(0)
def total(x): return (torch.sin(x) * torch.cos(x)).sum()
def masked(x): return torch.where(x > 0, torch.sin(x), x)
def in_place(x):
    x.sin_()
    return x * 2
def pairs(x): return torch.stack([x.cos(), x.sin()], -1)
def rows_of_rows(x): return torch.softmax(torch.sin(x), -1)
"""
FUNCTIONS = (
    "doubled_sine",
    "products",
    "chained",
    "tangents",
    "row_sums",
    "row_extremes",
    "column_sums",
    "total",
    "masked",
    "in_place",
    "pairs",
    "rows_of_rows",
)
CALLS = [f"{name}({dtype}[n,m])" for name in FUNCTIONS for dtype in ("f32", "f64", "bf16")]
P = harness.program("angles", SOURCE, calls=CALLS, args=["--force"])
NEAR = (0.0, -0.0, 1e-30, -1.5707963, 3.1415927, 1e3, -2.5e5)
FAR = (2.7e5, -1e6, 3.4e7, 1e20, -3e38, float("nan"), float("inf"), -float("inf"))


def angles(special, dtype, shape=(37, 53)):
    """Some are near pi / 2, where cosines are small."""
    x = torch.randn(shape, generator=torch.Generator().manual_seed(3), dtype=torch.float64)
    x[::3] = (x[::3] * 4).round() * math.pi / 2 + x[::3] * 1e-4
    x = x.to(dtype)
    for place, value in enumerate(special):
        if value == value and abs(value) <= torch.finfo(dtype).max:
            x.view(-1)[11 * place + 5] = value
    return x


@pytest.mark.parametrize(
    "special", [(), NEAR, FAR[:1], FAR[4:5], NEAR + FAR], ids=["none", "near", "far", "-3e38", "all"]
)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16], ids=["f32", "f64", "bf16"])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_angles(function, dtype, special):
    # sums and products of near and far ones cancel: what remains is compared with what was added
    tolerance = {torch.float64: 1e-13, torch.float32: 2e-5, torch.bfloat16: 4e-2}[dtype]
    harness.check(P.load(), function, lambda: (angles(special, dtype),), expect="whole", atol=tolerance, rtol=tolerance)


@pytest.mark.parametrize("function", ["doubled_sine", "tangents", "products"])
def test_every_lane(function):
    """A far angle in each place of the vectors and of what is left over behind them."""
    for length in (1, 7, 16, 33, 67):
        for place in range(length):
            x = torch.linspace(-3, 3, length)[None]
            x[0, place] = 1e10
            harness.check(P.load(), function, lambda x=x: (x.clone(),), expect="whole", atol=1e-6, rtol=1e-5)


def test_views(length=64):
    """Results are written where they are read from: that runs once."""
    base = torch.randn(length, length, generator=torch.Generator().manual_seed(5))
    base[3, 5] = 1e9
    for make in (base.clone, lambda: base.clone().t()):
        harness.check(P.load(), "in_place", lambda make=make: (make(),), atol=1e-6, rtol=1e-5)
