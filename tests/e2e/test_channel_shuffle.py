"""channel_shuffle(): elements in another order; a tensor without elements is given back under its own memory."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


def mixed(x):
    return torch.channel_shuffle(x, 2)


class Mixed(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.mix = torch.nn.ChannelShuffle(3)

    def forward(self, x):
        return self.mix(x)


def nothing(x):
    return torch.channel_shuffle(x[:0], 2), x + 1
"""
PROGRAM = harness.program(
    "channel_shuffle",
    SOURCE,
    calls=["mixed(f32[B, 4, H, W])", "mixed(f32[B, 4, W])", "Mixed()(f32[B, 6, H, W])", "nothing(f32[B, 4, H, W])"],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("shape", [(2, 4, 3, 5), (1, 4, 1, 1), (2, 4, 6)])
def test_elements(shape):
    harness.check(PROGRAM.load(), "mixed", lambda: (randn(*shape),), expect="whole")


@pytest.mark.parametrize("shape", [(0, 4, 3, 5), (2, 4, 0, 5), (0, 4, 6), (2, 4, 0)])
def test_no_elements(shape):
    harness.check(PROGRAM.load(), "mixed", lambda: (randn(*shape),))
    harness.check(PROGRAM.load(), "mixed", lambda: (randn(*reversed(shape)).permute(*reversed(range(len(shape)))),))


def test_layer():
    with torch.no_grad():
        harness.check(PROGRAM.load(), lambda module: module.Mixed(), lambda: (randn(2, 6, 3, 3),), expect="whole")
        harness.check(PROGRAM.load(), lambda module: module.Mixed(), lambda: (randn(0, 6, 3, 3),))


def test_known_to_be_nothing():
    harness.check(PROGRAM.load(), "nothing", lambda: (randn(2, 4, 3, 3),))
