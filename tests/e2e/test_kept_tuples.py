"""Tuples of ints that a layer keeps are compared whole: what is no longer such a tuple, or holds others, misses."""

import pytest
import torch
from harness import check, program

SOURCE = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 3, 3, stride=(2, 1), padding=1)
        self.pool = nn.MaxPool1d(2)
        self.sizes = (4, 6)

    def forward(self, x):
        y = self.conv(torch.relu(x)) + 1.0
        return y, self.pool(y[0]).tanh()


class Sizes(nn.Module):
    def __init__(self):
        super().__init__()
        self.sizes = (4, 6)

    def forward(self, x):
        rows = x.view(self.sizes[0], -1)
        return rows.new_zeros(self.sizes) + rows.sum(), self.sizes, self.sizes[1] * rows.exp()


def main():
    with torch.no_grad():
        Net().eval()(torch.randn(2, 2, 8, 8))
        Sizes()(torch.randn(8))


if __name__ == "__main__":
    main()
"""


PROGRAM = program("kept_tuples", SOURCE)


@pytest.fixture(scope="module")
def pair():
    return PROGRAM.load()


CHANGES = {
    "as it was": ((2, 1), "whole"),
    "other ints": ((1, 2), "fallback"),
    "a list": ([2, 1], "fallback"),
    "a bool in it": ((2, True), "fallback"),
    "a class of ints": ((2, type("Int", (int,), {})(1)), "fallback"),
    "one int": (2, "fallback"),
    "more ints than fit": ((2, 1 << 40), "fallback"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_stride(pair, change):
    stride, expect = CHANGES[change]
    nets = {}
    for module in (pair.eager, pair.built):
        torch.manual_seed(0)
        nets[module] = module.Net().eval().requires_grad_(False)
        nets[module].conv.stride = stride
    torch.manual_seed(1)
    x = torch.randn(2, 2, 8, 8)
    check(pair, lambda module: nets[module], lambda: (x.clone(),), expect=expect)


@pytest.mark.parametrize("sizes", [(4, 6), (2, 6), (4, 1), (4, 6, 1), (8,)], ids=str)
def test_sizes(pair, sizes):
    """Every other tuple gives what it gives to Python, be it an exception."""

    def made(module):
        made = module.Sizes()
        made.sizes = sizes
        return made

    check(pair, made, lambda: (torch.arange(8.0),))


@pytest.mark.parametrize("name", ["weight", "bias"])
def test_parameter_that_is_not_contiguous(pair, name):
    nets = {}
    for module in (pair.eager, pair.built):
        torch.manual_seed(0)
        net = module.Net().eval().requires_grad_(False)
        old = getattr(net.conv, name)
        wide = torch.stack([old, old], -1)
        setattr(net.conv, name, torch.nn.Parameter(wide[..., 0], requires_grad=False))
        nets[module] = net
    check(pair, lambda module: nets[module], lambda: (torch.ones(1, 2, 8, 8),), expect="fallback")
