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


DIVISION = harness.program(
    "division",
    """
import torch

def divide(x, y):
    return torch.fmod(x, y), torch.remainder(x, y), torch.floor_divide(x, y)

def divide_by_three(x):
    return x % 3, x // 3, torch.fmod(x, 3), x % -3, x // -3
""",
    calls=[
        *(f"divide({dtype}[N], {dtype}[N])" for dtype in ("f32", "f64", "i64", "i32")),
        *(f"divide_by_three({dtype}[N])" for dtype in ("f32", "f64", "i64", "i32")),
    ],
)
DIVISORS = [0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -2.5, 3.0, 1e-45, -1e-40, 3e38, -1e30, 7e-20]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_division_of_floats(dtype):
    def make_args():
        special = torch.tensor([(a, b) for a in DIVISORS for b in DIVISORS])
        spread = randn(2, 500) * 10 ** (randn(2, 500, seed=1) * 9)
        multiples = torch.stack([randn(200) * 7, randn(200) * 7]) * torch.tensor([[5.0], [1.0]])
        values = torch.cat([special.t(), spread, multiples], 1).to(dtype)
        quotient = values[0].float() / values[1].float()  # where it overflows, eager's vectors give NaN
        values = values[:, ~quotient.isinf() | (values[1] == 0) | values[0].isinf()]
        return values[0].contiguous(), values[1].contiguous()

    harness.check(DIVISION.load(), "divide", make_args, expect="whole", rtol=0, atol=0)
    harness.check(DIVISION.load(), "divide_by_three", lambda: make_args()[:1], expect="whole", rtol=0, atol=0)


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32])
def test_division_of_ints(dtype):
    def make_args():
        least, most = torch.iinfo(dtype).min, torch.iinfo(dtype).max
        odd = [least, least + 1, most, most - 1, -7, -3, -1, 1, 2, 3, 1000, most // 2, least // 2, most // 3]
        pairs = [(a, b) for a in [0, *odd] for b in odd if (a, b) != (least, -1)]  # which eager leaves undefined
        values = torch.tensor(pairs, dtype=dtype)
        return values[:, 0].contiguous(), values[:, 1].contiguous()

    harness.check(DIVISION.load(), "divide", make_args, expect="whole")
    harness.check(DIVISION.load(), "divide_by_three", lambda: make_args()[:1], expect="whole")


HALVES = harness.program(
    "halves",
    """
import torch

def same_numbers(x, y):
    return -x, x.abs(), torch.maximum(x, y), torch.where(x > y, x, -y), x.clone(), x.flip(0)

def with_numbers(x):
    return torch.where(x > 0, x, 0.1), x.clamp(-0.3, 0.7), torch.where(x > 0, 0.3, 0.1) + x, x.clamp(max=0.1) * 3

def chain(x, y):
    z = -(x * y).relu()
    w = torch.where(z < -1, z, x + y)
    return z, w.abs() - z, w.floor() * 0.1, (w * 1.1).amax(-1), -w.amax(0)

def between(x, y):
    y.copy_(x * 1.001)
    return y * 3
""",
    calls=[
        *(f"{name}({dtype}[M, N], {dtype}[M, N])" for name in ("same_numbers", "chain") for dtype in ("bf16", "f16")),
        *(f"with_numbers({dtype}[M, N])" for dtype in ("bf16", "f16")),
        *(f"between(f32[M, N], {dtype}[M, N])" for dtype in ("bf16", "f16")),
    ],
)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_half_precision_is_rounded_where_it_has_to_be(dtype):
    def make_args():
        x, y = (randn(37, 70) * 3).to(dtype), (randn(37, 70, seed=1) * 3).to(dtype)
        x[1, :3] = torch.tensor([math.nan, math.inf, -math.inf], dtype=dtype)
        return x, y

    pair = HALVES.load()
    for name in ("same_numbers", "chain"):
        harness.check(pair, name, make_args, expect="whole", rtol=0, atol=0)
    harness.check(pair, "with_numbers", lambda: make_args()[:1], expect="whole", rtol=0, atol=0)
    harness.check(pair, "between", lambda: (randn(37, 70) * 3, make_args()[1]), expect="whole", rtol=0, atol=0)


COLUMNS = harness.program(
    "columns",
    """
import torch

def reduce_rows(x):
    return x.sum(0), x.amax(0), x.mean(0), (x * x).sum(0, keepdim=True)

def reduce_outer(x):
    return x.sum((0, 1)), x.sum((0, 2)), x.mean((0, 2))

def mixed(x):
    total = x.sum(0)
    return x - total, total, x.argmax(0)
""",
    calls=[
        *(f"{name}({dtype}[M, N])" for name in ("reduce_rows", "mixed") for dtype in ("f32", "f64", "bf16", "i64")),
        *(f"reduce_outer({dtype}[M, N, K])" for dtype in ("f32", "bf16")),
    ],
)


@pytest.mark.parametrize("size", [(0, 5), (1, 1), (63, 70), (64, 256), (65, 257), (3000, 300)])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_columns_are_summed_in_blocks(size, dtype):
    tolerance = {"rtol": 1e-5 if dtype == torch.float32 else 1e-2, "atol": 1e-3 if dtype == torch.float32 else 0.1}
    names = ("reduce_rows", "mixed") if size[0] else ()
    for name in names:
        harness.check(COLUMNS.load(), name, lambda: (randn(*size).to(dtype),), expect="whole", **tolerance)
    make_cube = lambda: (randn(size[0], 3, size[1]).to(dtype),)  # noqa: E731
    harness.check(COLUMNS.load(), "reduce_outer", make_cube, expect="whole", **tolerance)


def test_sums_of_columns_are_as_exact_as_eager_s():
    x = randn(200000, 17) + 1000
    exact = x.double().sum(0)
    pair = COLUMNS.load()
    ours, eagers = pair.built.reduce_rows(x)[0], pair.eager.reduce_rows(x)[0]
    assert (ours - exact).abs().max() <= max((eagers - exact).abs().max(), 32)


def test_columns_of_ints_and_doubles():
    for dtype in (torch.float64, torch.int64):
        make_args = lambda: ((randn(130, 70) * 50).to(dtype),)  # noqa: B023, E731
        if dtype == torch.float64:
            harness.check(COLUMNS.load(), "reduce_rows", make_args, expect="whole")
        harness.check(COLUMNS.load(), "mixed", make_args, expect="whole")


COUNTS = harness.program(
    "counts",
    """
import torch

def infinite(x):
    y = x.masked_fill(x < 0, 0)
    y = y.masked_fill(y == 0, float("inf"))
    return torch.isinf(y).sum(), y.min()

def at_the_ends(x):
    y = torch.where(x > 1, 1.0, torch.where(x < -1, -1.0, x))
    return (y == 1).sum(), (y.abs() == 1).sum(), y.max(), y.min()

def kept(x):
    y = x.masked_fill(x < 0, 0).clamp(max=1)
    return (y == 0).sum(), (y < 1).sum(), y.isnan().sum(), y.sum(), y.max()
""",
    calls=[f"{name}({dtype}[M, N])" for name in ("infinite", "at_the_ends", "kept") for dtype in ("f32", "f64")],
)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("name", ["infinite", "at_the_ends", "kept"])
def test_counts_of_what_was_chosen(name, dtype):
    harness.check(COUNTS.load(), name, lambda: (randn(9, 70).to(dtype).round(decimals=1),), expect="whole")
