"""Ints of the caller that say how a function is compiled: exponents, dimensions, conditions of comprehensions. They are
guards, one variant for each value that the calls show."""

import pytest
from harness import check, program
from table import randn

SOURCE = """
import torch


def quantize(x, bits: int = 8, axis: int = 0):
    q = 2 ** (bits - 1) - 1
    dims = [d for d in range(x.dim()) if d != axis]
    s = x.abs().amax(dims, keepdim=True).clamp(min=1e-8) / q
    z = torch.clamp(torch.round(x / s), -q - 1, q).to(torch.int8)
    return z, s


def moved(x, k: int):
    return x.sum((k + 1) % x.dim()), x.transpose(k, k - 1), [i for i in range(x.dim()) if not i < k]
"""

built = program(
    "ints_of_the_caller",
    SOURCE,
    ["quantize(f32[M, N])", "quantize(f32[M, N], 4, 1)", "moved(f32[M, N], 1)"],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("rest", [(), (4, 1), (8, 0)])
def test_exponents_and_dimensions(rest):
    check(built.load(), "quantize", lambda: [randn(3, 4, seed=1), *rest], expect="whole")


def test_other_ints():
    check(built.load(), "quantize", lambda: [randn(3, 4, seed=1), 5, 1], expect="fallback")
    check(built.load(), "moved", lambda: [randn(3, 4, seed=1), 0])


def test_dimensions_that_are_computed():
    check(built.load(), "moved", lambda: [randn(3, 4, seed=1), 1], expect="whole")


TRUTHS = program(
    "truths_as_numbers",
    """
def counted(x, n: int, m: int):
    k = (n > 3) + (m > 2) * 2 - (n == m)
    return x * k + k // 2 + k % 2, k


def compared(x, n: int, m: int):
    if (n > 3) + (m > 3) > 1:
        return x + 1
    return x * (n > m)


def hits(x):
    found = 0
    for i in range(x.shape[0]):
        found += bool(x[i].sum() > 0)
    return x * found, found
""",
    ["counted(f32[N], 3, 2)", "compared(f32[N], 3, 2)", "hits(f32[M, N])"],
    ["--force"],
)


@pytest.mark.parametrize("m", [0, 2, 4])
@pytest.mark.parametrize("n", [1, 2, 4, 7])
def test_truths_that_the_call_decides_count_as_numbers(n, m):
    check(TRUTHS.load(), "counted", lambda: [randn(3), n, m], expect="whole")
    check(TRUTHS.load(), "compared", lambda: [randn(3), n, m], expect="whole")
    check(TRUTHS.load(), "hits", lambda: [randn(n, 2, seed=m)], expect="whole")
