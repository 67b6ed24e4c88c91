"""Functions that can be evaluated whole but not lowered: they are cut there, and what stands around them is compiled
as if they had been cut at once."""

import harness
import pytest
from table import randn

SOURCE = """
import torch


def before(x):
    return torch.relu(x) + 1


def weighted(x, steps: int = 3):
    y = x * 2 + 1
    weights = torch.ones(3)
    for i in range(steps):
        weights = weights * torch.ones(int(weights[0]) + 2)
    return torch.tanh(y) * weights.sum()


def after(x, y):
    return torch.tanh(x) * y


if __name__ == "__main__":
    x = torch.randn(4, 8)
    before(x), weighted(x), weighted(x, 4), after(x, x), after(x, x[0])
"""

PROGRAM = harness.program("refused_by_lowering", SOURCE, args=["--force"], flags="-O0")


def test_it_is_told_why():
    told = harness.run_pyaot("explain", PROGRAM.path, "--force", *harness.PYTHON)
    assert "weighted (line 9): compiled in segments" in told.stdout
    assert "sizes that are not proved to fit" in told.stdout
    assert "2 compiled whole, 1 in segments" in told.stdout


@pytest.mark.parametrize("steps", [0, 1, 2, 8])
@pytest.mark.parametrize("shape", [(4, 8), (9,), (2, 3, 10)])
def test_what_is_cut_computes_the_same(shape, steps):
    change = harness.check(PROGRAM.load(), "weighted", lambda: (randn(*shape, seed=1), steps))
    assert harness.IN_PYTHON or change["compiled"] or len(shape) != 2, change


@pytest.mark.parametrize("rows", [1, 4])
def test_what_stands_around_it_is_whole(rows):
    harness.check(PROGRAM.load(), "before", lambda: (randn(rows, 8),), expect="whole")
    harness.check(PROGRAM.load(), "after", lambda: (randn(rows, 8), randn(8)), expect="whole")
