"""Loops whose tensors have another type in each iteration, or from the second one on; calls that are alike."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


def lengthened(x, steps: int):
    for _ in range(steps):
        last = x[:, -1:] * 0.5
        x = torch.cat([x, last], dim=1)
    return x


def left_early(x, steps: int):
    for _ in range(steps):
        x = torch.cat((x, x[:, :1] + 1), 1)
        if x.sum() > 20:
            break
    return x


def doubled_inside(x, steps: int):
    total = x.new_zeros(())
    for _ in range(steps):
        x = torch.cat([x, x], 0)
        total = total + x.sum()
    return x, total


def shifted(x, steps: int):
    for _ in range(steps):
        x = torch.cat([x[:, 1:], x[:, :1] * 2], dim=1)
    return x


def promoted(count, x, steps: int):
    for _ in range(steps):
        count = count * 0.5 + x
    return count


class Cache:
    def __init__(self, x):
        self.x = x[:, :0]

    def extend(self, x):
        self.x = torch.cat((self.x, x), 1)
        return self.x


def kept(x, steps: int):
    cache = Cache(x)
    for _ in range(steps):
        y = cache.extend(x)
    return y


def scaled(x, size, device):
    return torch.zeros(size, device=device) + x.sum()


def chosen(x):
    return scaled(x[x > 0], 3, x.device) * scaled(x[x < 0], 2, x.device).sum()


if __name__ == "__main__":
    x = torch.rand(2, 3)
    for function in (lengthened, left_early, doubled_inside, shifted, kept):
        function(x, 3)
    promoted(torch.arange(3), torch.rand(3), 3)
    chosen(x)
    chosen(x)
"""
PROGRAM = harness.program("lengthened_tensors", SOURCE, args=("--force",), flags="-O0")


def check(name, *args, expect=None):
    harness.check(PROGRAM.load(), name, lambda: [a.clone() if torch.is_tensor(a) else a for a in args], expect=expect)


@pytest.mark.parametrize("name", ["lengthened", "left_early", "doubled_inside", "kept"])
@pytest.mark.parametrize("shape", [(2, 3), (1, 1), (5, 4)])
def test_one_after_the_other(name, shape):
    x = randn(*shape, seed=1)
    whole = "whole" if name != "left_early" else None
    check(name, x, 3, expect=whole)
    check(name, x + 9, 3, expect=whole)
    for steps in (1, 2, 5):
        check(name, x, steps)


@pytest.mark.parametrize("steps", [0, 1, 2, 7])
def test_that_stay_loops(steps):
    check("shifted", randn(2, 3, seed=2), steps, expect="whole")
    check("promoted", torch.arange(3), randn(3, seed=3), steps, expect="whole" if steps else None)


def test_alike_calls():
    check("chosen", randn(4, 3, seed=4), expect="whole")
    check("scaled", randn(5, seed=5), 3, torch.device("cpu"), expect="whole")
    check("scaled", randn(5, seed=6), 4, torch.device("cpu"), expect="whole")
