"""Operators whose results hang on there being no elements at all, or no channel; extremes of two tensors by a method; sizes
that are sums of many."""

import harness
import pytest
import torch

SOURCE = """import torch
import torch.nn.functional as F


def unshuffled(x):
    return F.pixel_unshuffle(x, 2)


def response(x):
    y = F.local_response_norm(x, 2)
    return y, y is x


def batch_norm(x, mean, var, weight, bias):
    return F.batch_norm(x, mean, var, weight, bias)


def plain_batch_norm(x, mean, var):
    return F.batch_norm(x, mean, var)


def instance_norm(x, weight, bias):
    return F.instance_norm(x, None, None, weight, bias)


def plain_instance_norm(x):
    return F.instance_norm(x)


def extremes(x, y):
    return x.max(y), x.min(y), x.max(0), x.min(-1, True), x.max(1, keepdim=False), x.max(), x.min()


def grown(x, v, w):
    return F.conv_transpose3d(F.conv_transpose3d(x, v), w)


def grown_and_viewed(x, v, w):
    y = F.conv_transpose3d(F.conv_transpose3d(x, v), w, groups=2)
    return y, y.transpose(1, 2), y[:, :, 1:, ::2].sum((2, 3)), y.relu().flatten(2), torch.cat([y, y + 1], 1)
"""
CALLS = [
    "unshuffled(f32[A, C, H, W])",
    "unshuffled(i64[C, H, W])",
    "response(f32[A, C, H])",
    "batch_norm(f32[A, C, H], f32[C], f32[C], f32[C], f32[C])",
    "batch_norm(f16[A, C, H], f16[C], f16[C], f16[C], f16[C])",
    "plain_batch_norm(f32[A, C, H], f32[C], f32[C])",
    "instance_norm(f32[A, C, H], f32[C], f32[C])",
    "plain_instance_norm(f32[A, C, H])",
    "extremes(f32[M, N], f32[M, N])",
    "grown(f32[A, B, C, D, E], f32[P, Q, R, S, T], f32[U, V, W, X, Y])",
    "grown_and_viewed(f32[A, B, C, D, E], f32[P, Q, R, S, T], f32[U, V, W, X, Y])",
]
PROGRAM = harness.program("few_elements", SOURCE, CALLS, args=("--force",), flags="-O0")


def compare(name, make, expect=None):
    with torch.no_grad():
        harness.check(PROGRAM.load(), name, make, expect=expect)


@pytest.mark.parametrize("shape", [(2, 3, 4, 6), (0, 3, 4, 6), (2, 3, 0, 6), (0, 3, 5, 6), (2, 3, 5, 6)])
def test_what_is_folded_out_of_nothing_is_as_it_was(shape):
    some = 0 not in shape and shape[2] != 5
    compare("unshuffled", lambda: (torch.ones(shape),), "whole" if some else None)
    compare("unshuffled", lambda: (torch.ones(shape[1:], dtype=torch.int64),))


@pytest.mark.parametrize("shape", [(2, 3, 4), (0, 3, 4), (2, 3, 0)])
def test_a_response_to_nothing_is_the_argument(shape):
    compare("response", lambda: (torch.ones(shape),), None if 0 in shape else "whole")


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16])
@pytest.mark.parametrize("shape", [(2, 3, 4), (0, 3, 4), (2, 0, 4), (0, 0, 4)])
def test_norms_of_no_channel_have_no_first_weight(shape, dtype):
    def channel():
        return torch.ones(shape[1], dtype=dtype)

    def values():
        return torch.arange(4.0).repeat(shape[0], shape[1], 1).to(dtype)

    compare(
        "batch_norm",
        lambda: (values(), channel(), channel(), channel(), channel()),
        "whole" if shape[1] else None,
    )
    compare("plain_batch_norm", lambda: (values(), channel(), channel()))
    compare("instance_norm", lambda: (values(), channel(), channel()))
    compare("plain_instance_norm", lambda: (values(),))


def test_extremes_of_two_tensors_by_a_method():
    generator = torch.Generator().manual_seed(3)
    compare(
        "extremes",
        lambda: (torch.arange(12.0).reshape(3, 4) % 5, torch.rand(3, 4, generator=generator) * 0 + 2),
        "whole",
    )


@pytest.mark.parametrize("shape", [(1, 4, 5, 6, 7), (2, 4, 5, 1, 3)])
def test_sizes_that_are_sums_of_many(shape):
    def make():
        generator = torch.Generator().manual_seed(3)
        return (
            torch.rand(shape, generator=generator),
            torch.rand(4, 8, 3, 2, 3, generator=generator),
            torch.rand(8, 2, 3, 2, 2, generator=generator),
        )

    compare("grown", make, "whole")
    compare("grown_and_viewed", make, "whole")
