"""Functions that can be evaluated whole but not lowered: they are cut there, and what stands around them is compiled
as if they had been cut at once."""

import harness
import pytest
from table import randn

SOURCE = """
import torch


def before(x):
    return torch.relu(x) + 1


def moving_average(x, width: int = 3):
    n = x.shape[-1] - width + 1
    total = x[..., :n].clone()
    for i in range(1, width):
        total = total + x[..., i : i + n]
    return total / width


def after(x, y):
    return torch.tanh(x) * y


if __name__ == "__main__":
    x = torch.randn(4, 8)
    before(x), moving_average(x), moving_average(x, 4), after(x, x), after(x, x[0])
"""

PROGRAM = harness.program("refused_by_lowering", SOURCE, args=["--force"], flags="-O0")


def test_it_is_told_why():
    told = harness.run_pyaot("explain", PROGRAM.path, "--force", *harness.PYTHON)
    assert "moving_average (line 9): compiled in segments" in told.stdout
    assert "sizes that are not proved to fit" in told.stdout
    assert "2 compiled whole, 1 in segments" in told.stdout


@pytest.mark.parametrize("width", [1, 2, 3, 8])
@pytest.mark.parametrize("shape", [(4, 8), (9,), (2, 3, 10)])
def test_what_is_cut_computes_the_same(shape, width):
    change = harness.check(PROGRAM.load(), "moving_average", lambda: (randn(*shape), width))
    assert change["compiled"] or len(shape) != 2 or width in (1, 8)


@pytest.mark.parametrize("rows", [1, 4])
def test_what_stands_around_it_is_whole(rows):
    harness.check(PROGRAM.load(), "before", lambda: (randn(rows, 8),), expect="whole")
    harness.check(PROGRAM.load(), "after", lambda: (randn(rows, 8), randn(8)), expect="whole")
