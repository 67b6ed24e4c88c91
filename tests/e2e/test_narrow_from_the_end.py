"""narrow() with a start that counts from the end: an argument or an attribute, as driver code shows it."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


class Last(torch.nn.Module):
    def __init__(self, dim, start, length):
        super().__init__()
        self.dim, self.start, self.length = dim, start, length

    def forward(self, x):
        return torch.narrow(x, self.dim, self.start, self.length), x.narrow(self.dim, self.start, 1) * 2


def part(x, start):
    return x.narrow(0, start, 2) + 1


def copy(x, start):
    return torch.narrow_copy(x, 1, start, 1)


def written(x, start):
    x.narrow(1, start, 2).add_(1)
    return x


if __name__ == "__main__":
    x = torch.ones(4, 5)
    for dim in (0, 1):
        for start in (-3, 1):
            Last(dim, start, 2)(x)
    for start in (-2, 1):
        part(x, start), copy(x, start), written(x, start)
"""
PROGRAM = harness.program("narrow_from_the_end", SOURCE, args=["--force"], flags="-O0")


@pytest.mark.parametrize("dim", [0, 1])
@pytest.mark.parametrize("start", [-4, -3, -2, 0, 1, 2])
def test_attribute(dim, start):
    pick = lambda module: module.Last(dim, start, 2)  # noqa: E731
    with torch.no_grad():
        harness.check(PROGRAM.load(), pick, lambda: (randn(4, 5),), expect="whole")


@pytest.mark.parametrize("name", ["part", "copy", "written"])
@pytest.mark.parametrize("start", [-3, -2, 0, 1])
def test_argument(name, start):
    harness.check(PROGRAM.load(), name, lambda: (randn(4, 5), start), expect="whole")
    harness.check(PROGRAM.load(), name, lambda: (randn(5, 4).t(), start))


@pytest.mark.parametrize("start", [-5, -1, 3, 4, 5])
def test_outside(start):
    harness.check(PROGRAM.load(), "part", lambda: (randn(4, 5), start), expect="fallback")
    harness.check(PROGRAM.load(), lambda module: module.Last(0, start, 2), lambda: (randn(4, 5),))
