"""Each operation is rounded, as in eager: a product from which itself is taken away leaves nothing, in whichever pass or
kernel the two were computed. Fused with the subtraction in one place, it would leave what its rounding lost, which a
normalisation makes large."""

import harness
import pytest
import torch

SOURCE = """
import torch
import torch.nn.functional as F


def less_itself(x, y):
    return x * y - y * x


def less_its_mean(x, y):
    product = x * y
    return product - product.mean(-1, keepdim=True)


def less_the_columns_mean(x, y):
    product = x * y
    return product - product.mean(0)


def less_a_result(x, y):
    product = x * y
    kept = torch.sort(product, dim=1).values
    return kept - x * y


def rows_of_one(x, y):
    return F.layer_norm(torch.square(x), (1,))
"""
NAMES = ("less_itself", "less_its_mean", "less_the_columns_mean", "less_a_result", "rows_of_one")
program = harness.program("rounding", SOURCE, [f"{name}(f32[N, M], f32[N, M])" for name in NAMES])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rows", [1, 2])
def test_nothing_is_left_of_what_is_taken_from_itself(name, rows):
    pair = program.load()
    torch.manual_seed(rows)
    large = 1e3 + 100 * torch.rand(1, 1).expand(rows, 1).contiguous()
    args = large, large + 0.37
    harness.check(pair, name, lambda: tuple(a.clone() for a in args), expect="whole")
    assert getattr(pair.built, name)(*args).abs().max() == 0


EQUAL = """
import torch
import torch.nn.functional as F


def layer(x):
    return F.layer_norm(x, (x.shape[-1],))


def groups(x):
    return F.group_norm(x, 2)


def instances(x):
    return F.instance_norm(x)


def batch(x):
    return F.batch_norm(x, None, None, training=True)


def variances(x):
    return x.var(-1), x.var((0, 2)), x.std(-1, keepdim=True), torch.var_mean(x, 1, correction=0)[0]
"""
EQUAL_NAMES = ("layer", "groups", "instances", "batch", "variances")
equal = harness.program("equal_values", EQUAL, [f"{name}(f32[B, 4, M])" for name in EQUAL_NAMES])


@pytest.mark.parametrize("name", EQUAL_NAMES)
@pytest.mark.parametrize("scale, size", [(1, 7), (1, 100), (300, 5), (300, 5000)])
def test_equal_values_have_no_variance(name, scale, size):
    """The mean of equal values is that value, however their sum is rounded."""
    torch.manual_seed(size)
    pair = equal.load()
    equal_rows = scale * torch.randn(3, 4, 1).expand(3, 4, size).contiguous()
    other_rows = scale + torch.randn(3, 4, size)
    atol = 2e-7 * scale / 1e-5**0.5  # what the rounding of numbers of that scale may become
    harness.check(pair, name, lambda: (other_rows.clone(),), expect="whole", atol=atol)
    exact = name in ("layer", "variances")  # elsewhere eager multiplies and adds by channels, and keeps what that loses
    harness.check(pair, name, lambda: (equal_rows.clone(),), expect="whole", atol=None if exact else atol)
    if name in ("layer", "instances"):
        assert getattr(pair.built, name)(equal_rows).abs().max() == 0


LARGE = harness.program(
    "large_deviations",
    """
import torch.nn.functional as F


def spread(x):
    return x.var(1), x.std(), F.layer_norm(x, (x.shape[1],))
""",
    ["spread(f32[N, M])"],
    flags="-O0",
)


def test_squares_of_large_deviations_are_infinite():
    x = torch.arange(24.0).view(3, 8)
    x[1, 3], x[2, 5] = 1e30, float("nan")
    harness.check(LARGE.load(), "spread", lambda: [x], expect="whole")
    harness.check(LARGE.load(), "spread", lambda: [x[:2].contiguous()], expect="whole")


FAR = harness.program(
    "large_equal_values",
    """
import torch


def spread(x):
    return x.var(1), torch.var_mean(x, 0), torch.var_mean(x, (0, 1), correction=0), torch.std_mean(x, -1)
""",
    ["spread(f32[N, M])"],
    flags="-O0",
)


@pytest.mark.parametrize("value", [1e20, 1e30, 7e37, 3e38])
@pytest.mark.parametrize("size", [3, 5, 31])
def test_large_equal_values_have_no_variance(value, size):
    """Eager moves the mean by what rounding adds in some of these; it is finite, and the variance then nothing."""
    built = FAR.load().built
    single, rows, everything, deep = built.spread(torch.full((size, size), value))
    for variances in (single, rows[0], everything[0], deep[0]):
        assert variances.abs().max() == 0
    for means in (rows[1], everything[1], deep[1]):
        torch.testing.assert_close(means, torch.full_like(means, value))
    eager = torch.var_mean(torch.full((size, 3), value), 0)
    assert eager[1].isfinite().all()
