"""torch._foreach_*: operators over lists of tensors."""

import pytest
import torch
from harness import check, program
from table import randn

lists = program(
    "foreach",
    """
import torch


def arithmetic(a, b):
    sums = torch._foreach_add([a, b], 2), torch._foreach_add([a, b], [b, a], alpha=2)
    parts = torch._foreach_sub((a, b), [1.0, 2]), torch._foreach_mul([a], b[0, 0]), torch._foreach_div([a, b], [b, a])
    return sums, parts, torch._foreach_pow([a, b], 2), torch._foreach_pow(2.0, [a, b])


def writes(a, b):
    given = [a, b]
    result = torch._foreach_add_(given, 1)
    torch._foreach_mul_(given, [2.0, 3.0])
    torch._foreach_lerp_(given, [b, a], 0.25)
    torch._foreach_copy_([a], [b])
    return result is given, result


def adam(a, b, number):
    torch._foreach_addcdiv_([a, b], [b, b], [b.exp(), b.exp()], value=-0.5)
    torch._foreach_sqrt_([b])
    torch._foreach_zero_((a,))
    added = torch._foreach_addcmul([a], [b], [a], value=1 - number), torch._foreach_add([a], 1 - number)
    return added, torch._foreach_addcdiv([a, b], [b, a], [a, b], [1.0, 2.0]), torch._foreach_lerp([a], [b], number)


def of_one(a, b):
    bounds = torch._foreach_maximum([a], [b]), torch._foreach_clamp_max([a, b], 0.5)
    return bounds, torch._foreach_norm([a, b]), torch._foreach_norm([b], 1), torch._foreach_neg((a,)), torch._foreach_abs([a])


UNARY = "acos asin atan cosh erf erfc expm1 frac lgamma log10 log1p log2 sinh tan".split()


def of_each(a, b):
    made = [getattr(torch, "_foreach_" + name)([a, b]) for name in UNARY]
    written = [getattr(torch, "_foreach_" + name + "_")([a.clone(), b.clone()]) for name in UNARY]
    return made, written, torch._foreach_max([a, b])


def refused(a, b):
    return torch._foreach_add([a, b], [a])


def of_ints(a, number):
    return torch._foreach_add([a], number)
""",
    calls=[f"{f}(f32[N, M], f32[N, M])" for f in ("arithmetic", "writes", "of_one", "of_each", "refused")]
    + ["adam(f32[N, M], f32[N, M], f64[])", "of_ints(i64[N], f64[])"],
    flags="-O0",
)


def pair():
    return randn(2, 3, seed=1).abs(), randn(2, 3, seed=2).abs()


@pytest.mark.parametrize("name", ["arithmetic", "writes", "of_one", "of_each"])
def test_lists(name):
    check(lists.load(), name, pair, expect="whole")


def test_steps_of_optimisers():
    check(lists.load(), "adam", lambda: (*pair(), torch.tensor(0.3, dtype=torch.float64)), expect="whole")


def test_left_to_python():
    check(lists.load(), "refused", pair)
    check(lists.load(), "of_ints", lambda: (torch.arange(3), torch.tensor(0.5, dtype=torch.float64)))
