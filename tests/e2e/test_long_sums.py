"""Lists of tensors that grow and are joined again and again: widths are sums of as many sizes as there are layers, which the
code that is generated writes out once."""

import re

import harness
import pytest
import torch
from table import randn

LAYERS = 24

SOURCE = f"""
import torch
import torch.nn.functional as F
from torch import nn


class Layer(nn.Module):
    def __init__(self, width, growth):
        super().__init__()
        self.norm = nn.BatchNorm2d(width)
        self.conv = nn.Conv2d(width, growth, 3, padding=1, bias=False)

    def forward(self, features):
        return self.conv(F.relu(self.norm(torch.cat(features, 1))))


class Dense(nn.Module):
    def __init__(self, width=4, growth=3, layers={LAYERS}):
        super().__init__()
        self.layers = nn.ModuleList([Layer(width + i * growth, growth) for i in range(layers)])
        self.norm = nn.BatchNorm2d(width + layers * growth)

    def forward(self, x):
        features = [x]
        for layer in self.layers:
            features.append(layer(features))
        x = self.norm(torch.cat(features, 1))
        return F.adaptive_avg_pool2d(F.relu(x), 1).flatten(1)


def dense(net, x):
    return net(x)


def joined(a, b, c, d, e, f, g):
    x = torch.cat([a, b, c, d, e, f, g])
    twice = torch.cat([x, x])
    return x * 2, twice + 1, twice.view(2, -1).sum(1), x.view(1, -1) + x.shape[0], x[a.shape[0] :] * 3


def by_columns(a, b, c, d, e, f, g):
    x = torch.cat([a, b, c, d, e, f, g], dim=1)
    y = x.t() * 2
    return y, torch.cat([y, x.t()]).sum(0), (x @ y).relu(), F.pad(x, (1, 2)) * 2, x.flatten() - 1


if __name__ == "__main__":
    with torch.no_grad():
        dense(Dense().eval(), torch.randn(2, 4, 8, 8))
"""
ROWS = ", ".join(f"f32[N{i}]" for i in range(7))
COLUMNS = ", ".join(f"f32[M, N{i}]" for i in range(7))
PROGRAM = harness.program(
    "sums", SOURCE, calls=[f"+joined({ROWS})", f"+by_columns({COLUMNS})"], args=("--force",), flags="-O0"
)


@pytest.fixture
def pair():
    return PROGRAM.load()


def net_of(module, **settings):
    torch.manual_seed(3)
    net = module.Dense(**settings).eval().requires_grad_(False)
    for name, buffer in net.named_buffers():
        if "running" in name:
            buffer.uniform_(0.5, 1.5)
    return net


@pytest.mark.parametrize("settings", [{}, {"growth": 5}, {"width": 4, "growth": 1}])
@pytest.mark.parametrize("shape", [(2, 4, 8, 8), (1, 4, 7, 3), (3, 4, 1, 1)])
def test_growing_widths(pair, shape, settings):
    def pick(module):
        return lambda x: module.dense(net_of(module, **settings), x)

    whole = None if harness.IN_PYTHON else "whole"  # graphs have no room for so many arguments
    with torch.no_grad():
        harness.check(pair, pick, lambda: (randn(*shape),), expect=whole, atol=1e-5, rtol=1e-4)


@pytest.mark.parametrize(
    "sizes", [(1, 2, 3, 4, 5, 6, 7), (3, 3, 3, 3, 3, 3, 3), (1, 1, 1, 1, 1, 1, 1), (5, 1, 2, 9, 1, 1, 4)]
)
def test_sums_and_their_multiples(pair, sizes):
    harness.check(pair, "joined", lambda: tuple(randn(n) for n in sizes), expect="whole")
    harness.check(pair, "by_columns", lambda: tuple(randn(3, n) for n in sizes), expect="whole", atol=1e-5)


@harness.about_c
def test_sums_are_written_once(pair):
    code = (pair.out / "sums_kernels.c").read_text()
    kernels = re.findall(r"^static void .*?^}", code, re.S | re.M)
    assert sum(map(len, kernels)) < 400_000
