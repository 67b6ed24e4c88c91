"""Images padded to the size of another one, or to a multiple of a size: by nothing in most examples, by any number at other
sizes. Both are compiled."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch
import torch.nn.functional as F
from torch import nn


class Up(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.down = nn.Conv2d(channels, 2 * channels, 3, padding=1)
        self.up = nn.ConvTranspose2d(2 * channels, channels, 2, stride=2)

    def forward(self, x):
        y = self.up(F.relu(self.down(F.max_pool2d(x, 2))))
        height, width = x.size()[2] - y.size()[2], x.size()[3] - y.size()[3]
        y = F.pad(y, [width // 2, width - width // 2, height // 2, height - height // 2])
        return torch.cat([x, y], dim=1)


def skipped(net, x):
    return net(x)


def in_blocks(x, size: int = 4):
    height, width = x.shape[-2:]
    bottom, right = (size - height % size) % size, (size - width % size) % size
    x = F.pad(x, (0, right, 0, bottom), "reflect")
    return F.avg_pool2d(x, size) * 2, x[..., :height, :width] + 1


def with_value(x, y):
    x = F.pad(x, (0, y.shape[-1] - x.shape[-1]), value=1.5)
    return x * y, x + 0


if __name__ == "__main__":
    with torch.no_grad():
        skipped(Up(3), torch.randn(2, 3, 8, 8))
        in_blocks(torch.randn(2, 3, 8, 8))
        with_value(torch.randn(2, 5), torch.randn(2, 5))
"""
PROGRAM = harness.program("padded", SOURCE, args=("--force",), flags="-O0")
SIZES = [(8, 8), (9, 8), (8, 9), (7, 11), (16, 5), (2, 2), (3, 2)]


@pytest.fixture
def pair():
    return PROGRAM.load()


@pytest.mark.parametrize("batch", [2, 1, 5])
@pytest.mark.parametrize("size", SIZES)
def test_to_the_size_of_another(pair, size, batch):
    def pick(module):
        torch.manual_seed(2)
        net = module.Up(3).requires_grad_(False)
        return lambda x: module.skipped(net, x)

    with torch.no_grad():
        harness.check(pair, pick, lambda: (randn(batch, 3, *size),), expect="whole", atol=1e-5)


@pytest.mark.parametrize("size", [(8, 8), (9, 8), (8, 7), (13, 15), (5, 5), (4, 4)])
def test_to_a_multiple(pair, size):
    harness.check(pair, "in_blocks", lambda: (randn(2, 3, *size),), expect="whole")
    harness.check(pair, "in_blocks", lambda: (randn(1, 1, *size),), expect="whole")


def test_refused(pair):
    harness.check(pair, "in_blocks", lambda: (randn(2, 3, 1, 8),))
    harness.check(pair, "with_value", lambda: (randn(2, 5), randn(3, 5)))


@pytest.mark.parametrize("widths", [(5, 5), (5, 9), (5, 3), (1, 1), (1, 4), (3, 0)])
def test_by_a_difference(pair, widths):
    harness.check(pair, "with_value", lambda: (randn(2, widths[0]), randn(2, widths[1])))


def test_by_a_difference_whole(pair):
    harness.check(pair, "with_value", lambda: (randn(2, 5), randn(2, 9)), expect="whole")


def test_other_layouts(pair):
    image = lambda: randn(2, 3, 9, 8).to(memory_format=torch.channels_last)  # noqa: E731
    harness.check(pair, "in_blocks", lambda: (image(),))
    harness.check(pair, "in_blocks", lambda: (randn(2, 3, 8, 9).mT,))
