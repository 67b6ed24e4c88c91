"""Functions that call themselves on parts of a tensor until a size ends it: compiled for the sizes that driver code shows."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import math

import torch


def fft(x):
    n = x.size(-1)
    if n == 1:
        return x.to(torch.complex64)
    e, o = fft(x[..., ::2]), fft(x[..., 1::2])
    t = torch.exp(-2j * math.pi * torch.arange(n // 2) / n) * o
    return torch.cat([e + t, e - t], -1)


def halves(x):
    if x.numel() <= 1:
        return x.sum()
    h = x.numel() // 2
    return halves(x[:h]) + halves(x[h:])


def msort(x):
    if len(x) <= 1:
        return x
    m = len(x) // 2
    a, b = msort(x[:m]), msort(x[m:])
    return torch.cat([a, b]).sort().values


def head(x):
    return x[0] if x.size(0) == 1 else head(x[1:]) * 0.5 + x[0]


def haar(x):
    if x.size(-1) < 2:
        return [x]
    a, d = (x[..., ::2] + x[..., 1::2]) / 2, (x[..., ::2] - x[..., 1::2]) / 2
    return haar(a) + [d]


def through_another(x):
    return fft(x).abs(), halves(x)


if __name__ == "__main__":
    for f in (fft, halves, msort, head, haar, through_another):
        f(torch.randn(8))
"""

PARTS = harness.program("recursion_on_sizes", SOURCE, [], ["--force"])


@pytest.mark.parametrize("name", ("fft", "halves", "msort", "head", "haar", "through_another"))
def test_a_size_ends_the_recursion(name):
    harness.check(PARTS.load(), name, lambda: (randn(8, seed=1),), expect="whole")
    harness.check(PARTS.load(), name, lambda: (randn(16, seed=1)[::2],))
    for n in (1, 2, 16):
        harness.check(PARTS.load(), name, lambda n=n: (randn(n, seed=1),))


@pytest.mark.parametrize("name", ("halves", "msort", "haar"))
def test_tensors_without_elements(name):
    harness.check(PARTS.load(), name, lambda: (torch.zeros(0),))
