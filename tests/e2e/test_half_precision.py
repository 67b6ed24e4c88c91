"""Arithmetic of half precision rounds where eager rounds: the same bits, not only near ones."""

import pytest
import torch
from harness import check, program
from table import randn

SOURCE = """
import torch
import torch.nn.functional as F


def floor(a, b):
    return a // b, torch.floor_divide(b, a), torch.div(a, b, rounding_mode="floor")


def floor_by_number(a, b):
    return a // 0.3, 3.3 // b, a // 7, torch.div(a, 0.3, rounding_mode="floor")


def floor_in_place(a, b):
    a //= b
    return a


def truncated(a, b):
    return torch.div(a, b, rounding_mode="trunc"), torch.div(a, 0.3, rounding_mode="trunc")


def numbers(a, b):
    return a + 0.3, a - 0.3, 0.3 - a, a * 0.3, a / 0.3, 0.3 / a, a % 0.3, a > 0.3, a >= 0.3


def scaled_sums(a, b):
    return torch.add(a, b, alpha=0.7), torch.sub(a, b, alpha=0.7), torch.rsub(a, 0.3, alpha=0.7)


def logarithm(a, b):
    return torch.xlogy(a, b.abs())


def gated(a, b):
    return F.glu(torch.cat([a, b]))


def bounds(a, b):
    return F.threshold(a, 0.3, 0.7), F.softshrink(a, 0.3), F.hardshrink(a, 0.3), a.clamp(max=0.3)
"""
NAMES = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith("def ")]
TYPES = {"bf16": torch.bfloat16, "f16": torch.float16}
half = {
    name: program(f"half_{name}", SOURCE, [f"{f}({name}[N], {name}[N])" for f in NAMES], ["--force"], flags="-O0")
    for name in TYPES
}


def operands(dtype):
    generator = torch.Generator().manual_seed(1)
    a, b = (torch.randn(4096, generator=generator).mul_(20).to(dtype) for _ in range(2))
    a[:4] = torch.tensor([0.3, -0.3, 0.7, 65000.0]).to(dtype)  # at the bounds themselves, and near overflow
    b[3] = 2**-10
    return a, b


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dtype", TYPES)
def test_rounding(dtype, name):
    pair = half[dtype].load()
    check(pair, name, lambda: operands(TYPES[dtype]), expect="whole", rtol=0, atol=0)


SUMS = """
import torch
import torch.nn.functional as F


def sums(m, a, b):
    return torch.addmm(m, a, b), torch.addmm(b[0], a, b), torch.addmm(m, a, b, beta=0.5, alpha=2), torch.addmv(m[0], a, b[0])


def batches(m, a, b):
    return torch.baddbmm(m, a[None], b[None]), torch.baddbmm(m[None], a[None], b[None], alpha=0.3)


def norms(x, mean, var):
    return F.layer_norm(x, (x.size(-1),), mean, var), F.batch_norm(x.mT, mean, var), F.layer_norm(x, (x.size(-1),), mean)


def trained(x, mean, var):
    return F.batch_norm(x.mT, mean, var, mean, var, training=True), mean, var
"""
products = program(
    "half_products",
    SUMS,
    [f"{name}({dtype}[N, N], {dtype}[N, N], {dtype}[N, N])" for name in ("sums", "batches") for dtype in TYPES]
    + [f"{name}({dtype}[B, T, C], f32[C], f32[C])" for name in ("norms", "trained") for dtype in TYPES],
    flags="-O0",
)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ["sums", "batches"])
def test_sums_with_products_are_rounded_once(name, dtype):
    check(
        products.load(), name, lambda: tuple(randn(9, 9, seed=i).to(TYPES[dtype]) * 5 for i in range(3)), expect="whole"
    )


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ["norms", "trained"])
def test_norms_beside_parameters_of_float32(name, dtype):
    check(
        products.load(),
        name,
        lambda: (randn(2, 5, 7).to(TYPES[dtype]), randn(7, seed=1), randn(7, seed=2).abs() + 0.1),
        expect="whole",
    )
