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
