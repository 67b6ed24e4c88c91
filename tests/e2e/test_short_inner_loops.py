"""Kernels whose innermost loop is of a few elements: the loop around it is one of its own in each thread's share."""

import harness
import pytest
import torch

SOURCE = """
import torch
import torch.nn.functional as F


def shuffled(x):
    return F.pixel_shuffle(x, 2), F.pixel_unshuffle(x[:, :, 1:, 1:], 1)


def pairs(x):
    return torch.stack([x[..., 0], x[..., 1] * 2, x[..., 2]], -1) + x.new_tensor([1.0, 2.0, 3.0])


def windows(x):
    three = x.unfold(-1, 3, 1)
    return three.mean(-1), three.amax(-1), x.unfold(-1, 2, 2).var(-1), three.prod(-1), (three > 0).any(-1)


def tiles(x):
    return x.unfold(2, 2, 2).unfold(3, 2, 2).sum((-1, -2)), x.unfold(2, 3, 1).softmax(-1)


def stored(x):
    y = torch.zeros_like(x)
    y[:, :, 1:, :3] = x[:, :, :-1, 1:4]
    return y
"""
NAMES = ("shuffled", "pairs", "windows", "tiles", "stored")
LAYOUTS = ("f32[N, C, H, W]", "f32[N, H, W, C].permute(0, 3, 1, 2)", "f64[N, C, H, W]")
CALLS = [f"{name}({layout})" for name in NAMES for layout in LAYOUTS]
P = harness.program("short_inner_loops", SOURCE, CALLS, args=["--force"], flags="-O0")
SIZES = [(2, 4, 6, 6), (2, 8, 5, 8), (3, 4, 33, 130), (2, 4, 70, 64)]


def image(sizes, dtype, channels_last):
    x = torch.randn(sizes, generator=torch.Generator().manual_seed(1)).to(dtype)
    x.view(-1)[1::17] = float("nan")
    return x.contiguous(memory_format=torch.channels_last) if channels_last else x


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    "dtype, channels_last", [(torch.float32, False), (torch.float32, True), (torch.float64, False)]
)
@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_each_share_begins_and_ends_where_it_should(name, sizes, dtype, channels_last, threads):
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        harness.check(P.load(), name, lambda: (image(sizes, dtype, channels_last),), expect="whole")
    finally:
        torch.set_num_threads(before)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sizes", [(0, 4, 6, 4), (2, 4, 0, 4), (2, 4, 3, 0), (2, 4, 3, 2), (2, 4, 4, 3)])
def test_nothing_to_run_through(name, sizes):
    harness.check(P.load(), name, lambda: (image(sizes, torch.float32, False),))
    harness.check(P.load(), name, lambda: (image((*sizes[:3], 2 * sizes[3]), torch.float32, False)[..., ::2],))
