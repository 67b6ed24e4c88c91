"""Arithmetic of half precision rounds where eager rounds: the same bits, not only near ones."""

import pytest
import torch
from harness import check, program

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
