"""Operators whose results hang on there being no elements at all, no channel, or a factor of 0; extremes of two tensors by a
method; norms of images in channels_last; sizes that are sums of many."""

import warnings

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


def weighted(x, a, b, alpha: float, beta: float):
    return torch.addmm(x, a, b, alpha=alpha, beta=beta)


def unread(x, a, b):
    return torch.addmm(x, a, b, alpha=0), x.addmm(a, b, beta=0)


def counted(counts):
    return torch.repeat_interleave(counts), torch.repeat_interleave(repeats=counts, output_size=3)


def whole_products(a, b):
    return torch._int_mm(a, b), torch.ops.aten._int_mm(a, b)


def signal(s, window):
    return torch.istft(s, 16, window=window), s.istft(16, window=window, center=False), torch.istft(s, 16, window=window, length=30)


def complex_signal(s, window):
    return torch.istft(s, 16, 8, 12, window=window[:12], onesided=False, return_complex=True)


def changed_signal(x, window):
    s = torch.stft(x, 16, 4, window=window, return_complex=True)
    return torch.istft(s * s.abs(), 16, 4, window=window, normalized=True)


def without_window(x, s):
    return torch.stft(x, 16, return_complex=True), torch.istft(s, 16)


def spreads(x):
    return x.var(1), x.std(0, correction=0), torch.var_mean(x, 1)


def trained_norm(x, weight, bias):
    mean, var = torch.zeros(x.shape[1]), torch.ones(x.shape[1])
    return F.batch_norm(x, mean, var, weight, bias, True), mean, var


def of_images(x, mean, var, weight, bias):
    return F.relu(F.batch_norm(x, mean, var, weight, bias))


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
    "weighted(f32[M, N], f32[M, K], f32[K, N], 0.5, 0.5)",
    "unread(f32[M, N], f32[M, K], f32[K, N])",
    "counted(i64[N])",
    "counted(i32[N])",
    "whole_products(i8[M, K], i8[K, N])",
    "signal(c64[N, K, T], f32[16])",
    "signal(c64[K, T], f32[16])",
    "complex_signal(c64[16, T], f32[16])",
    "changed_signal(f32[N, T], f32[16])",
    "without_window(f32[N, T], c64[K, L])",
    "spreads(f32[M, N])",
    "trained_norm(f32[A, C, H, W].contiguous(memory_format=torch.channels_last), f32[C], f32[C])",
    "of_images(f32[A, C, H, W].contiguous(memory_format=torch.channels_last), f32[C], f32[C], f32[C], f32[C])",
    "of_images(f32[A, C, D, H, W].permute(0, 4, 1, 2, 3), f32[W], f32[W], f32[W], f32[W])",
    "of_images(f32[A, C, H, W], f32[C], f32[C], f32[C], f32[C])",
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


@pytest.mark.parametrize("alpha, beta", [(0.0, 1.0), (1.0, 0.0), (0.0, 0.0), (2.0, 0.5)])
def test_what_a_factor_of_0_leaves_out_is_not_read(alpha, beta):
    nan = torch.tensor([[float("nan"), 1.0], [2.0, 3.0]])
    for operands in ((torch.ones(2, 2), nan, nan), (nan, torch.ones(2, 2), torch.ones(2, 2))):
        compare("weighted", lambda: (*[operand.clone() for operand in operands], alpha, beta), "whole")
        compare("unread", lambda: tuple(operand.clone() for operand in operands), "whole")


@pytest.mark.parametrize("shape", [(3, 4), (0, 4), (3, 0)])
def test_variances_of_nothing_warn(shape):
    heard = []
    for module in (PROGRAM.load().eager, PROGRAM.load().built):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            module.spreads(torch.ones(shape))
        heard.append([str(warning.message) for warning in caught])
    assert heard[0] == heard[1]
    assert bool(heard[0]) == (0 in shape)


def plain(shape):
    return torch.arange(float(torch.Size(shape).numel())).reshape(shape) % 7


IMAGES = {
    "last": (lambda: plain((2, 4, 5, 3)).permute(0, 3, 1, 2), "whole"),
    "last_of_one": (lambda: plain((1, 4, 5, 3)).permute(0, 3, 1, 2), None),
    "rows_of_one": (lambda: plain((2, 3, 1, 1)).contiguous(memory_format=torch.channels_last), None),
    "first": (lambda: plain((2, 3, 4, 5)), "whole"),
    "other": (lambda: plain((5, 3, 4, 2)).permute(3, 1, 2, 0), None),
    "apart": (lambda: plain((2, 4, 5, 6)).permute(0, 3, 1, 2)[:, ::2], None),
    "unsqueezed": (lambda: plain((4, 5, 3)).permute(2, 0, 1)[None], None),
    "volumes": (lambda: plain((2, 2, 4, 5, 3)).permute(0, 4, 1, 2, 3), "whole"),
    "plain_volumes": (lambda: plain((2, 3, 2, 4, 5)), None),
}


@pytest.mark.parametrize("images", IMAGES)
def test_norms_keep_the_memory_format(images):
    make, expect = IMAGES[images]
    compare("of_images", lambda: (make(), *[torch.arange(1.0, 4.0) / 4 for _ in range(4)]), expect)
    if make().dim() == 4 and images != "rows_of_one":
        compare("trained_norm", lambda: (make(), torch.ones(3), torch.ones(3)), "whole" if images == "last" else None)


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32])
def test_counts_alone_are_repeated_places(dtype):
    compare("counted", lambda: (torch.tensor([1, 0, 2], dtype=dtype),), "whole")
    compare("counted", lambda: (torch.tensor([3, -1, 1], dtype=dtype),))
    compare("counted", lambda: (torch.ones(2, 2, dtype=dtype),))


def test_products_of_small_integers():
    compare(
        "whole_products",
        lambda: (torch.ones(3, 4, dtype=torch.int8) * 100, torch.ones(4, 2, dtype=torch.int8)),
        "whole",
    )


def frames(sizes):
    generator = torch.Generator().manual_seed(3)
    return torch.complex(torch.rand(sizes, generator=generator), torch.rand(sizes, generator=generator))


@pytest.mark.parametrize("sizes", [(2, 9, 8), (9, 8), (1, 9, 11)])
def test_signals_of_frames(sizes):
    compare("signal", lambda: (frames(sizes), torch.ones(16)), "whole")
    compare("signal", lambda: (frames(sizes), torch.zeros(16)))  # of which torch makes no signal
    compare("complex_signal", lambda: (frames((16, sizes[-1])), torch.ones(16)), "whole")
    compare("changed_signal", lambda: (torch.arange(60.0).reshape(2, 30) % 7, torch.hann_window(16)), "whole")


@pytest.mark.filterwarnings("ignore:The length of signal")
def test_signals_that_are_too_short():
    compare("signal", lambda: (frames((9, 5)), torch.ones(16)))
    compare("signal", lambda: (frames((2, 8, 9)), torch.ones(16)))
    compare("signal", lambda: (frames((9, 1)), torch.ones(16)))


@pytest.mark.filterwarnings("ignore:A window was not provided")
def test_frames_without_a_window_are_python_as_torch_warns():
    before = PROGRAM.load().counters()
    compare("without_window", lambda: (torch.ones(2, 40), frames((9, 8))))
    assert PROGRAM.load().counters()["aten"] == before["aten"]
