"""torch.arange() between floats that are made of ints: how long it is hangs on those, which are known for a variant."""

import pytest
import torch
from harness import check, program
from table import randn

SOURCE = """
import torch
from torch import nn
import torch.nn.functional as F


def gaussian(size, sigma):
    distance = torch.arange(start=(1 - size) / 2, end=(1 + size) / 2, step=1)
    weights = torch.exp(-torch.pow(distance / sigma, 2) / 2)
    return (weights / weights.sum()).unsqueeze(0)


class Blur(nn.Module):
    def __init__(self, size=5, sigma=1.5):
        super().__init__()
        self.size, self.sigma = size, sigma

    def forward(self, x):
        return F.conv1d(x, gaussian(self.size, self.sigma)[None], padding=self.size // 2)


blur, wide = Blur(), Blur(7)


def blurred(x):
    return blur(x), wide(x)


def parts(x, n: int):
    return x + torch.arange(0, 1, 1 / n), torch.arange(0.5, n / 2)


def places(x, n: int):
    return x[:n] * torch.arange(float(n)), torch.arange(0.0, float(x.shape[0]), 2), torch.arange(1, float(n))


if __name__ == "__main__":
    x = torch.ones(2, 1, 8)
    blurred(x), parts(torch.ones(4), 4), places(torch.ones(5), 3)
"""
PROGRAM = program("ranges_of_floats", SOURCE, args=("--force",))
CALLS = {
    "blurred": [lambda: [randn(2, 1, 8)], lambda: [randn(1, 1, 9)]],
    "parts": [lambda: [randn(4), 4]],
    "places": [lambda: [randn(5), 3], lambda: [randn(8), 7], lambda: [randn(9), 1]],
}
OTHERS = {
    "parts": [
        lambda: [randn(5), 5],
        lambda: [randn(1), 1],
        lambda: [randn(3), 0],
        lambda: [randn(3), -2],
        lambda: [randn(4), 4.0],
    ],
    "places": [lambda: [randn(4), 0], lambda: [randn(4), -1], lambda: [randn(4), True], lambda: [randn(4), 2.0]],
}


@pytest.mark.parametrize("name", CALLS)
def test_ranges(name):
    for make in CALLS[name]:
        check(PROGRAM.load(), name, make, expect="whole", context=torch.no_grad)


@pytest.mark.parametrize("name", OTHERS)
def test_other_numbers(name):
    for make in OTHERS[name]:
        check(PROGRAM.load(), name, make, context=torch.no_grad)


def test_another_size_of_the_object():
    pair = PROGRAM.load()
    pair.eager.wide.size = pair.built.wide.size = 3
    check(pair, "blurred", lambda: [randn(2, 1, 8)], context=torch.no_grad)
