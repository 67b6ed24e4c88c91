"""flip(), fliplr(), flipud() and rot90() of views: results are laid out like a copy of the operand."""

import harness
import pytest
import torch

SOURCE = """
import torch

def sliced(x): return x[:, 1:].flip(1), x[::2].flip([0])
def turned(x): return x.t().flip(0), torch.flipud(x.t())
def both(x): return x.flip(0, -1) + 1, torch.fliplr(x[1:])
def expanded(x): return x.expand(3, *x.shape).flip(0), x.t().unsqueeze(0).expand(2, -1, -1).flip(1)
def rotated(x): return torch.rot90(x.t(), 1), torch.rot90(x[:, 1:], 2), torch.rot90(x[1:], 3)
def used(x): return x.t().flip(1).sum(0), x[:, :-1].flip(1) * x[:, 1:]
def permuted(x): return x.permute(2, 0, 1).flip((0, 2)), x.transpose(0, 1)[1:, ::2].flip(0), x[:, :, 1].flip(0)
def written(x):
    y = torch.zeros_like(x)
    y[1:] = x[:-1].flip(0)
    y[:, 2:] += x.t()[2:].t().flip(1)
    return y
"""
TWO = ("sliced", "turned", "both", "expanded", "rotated", "used", "written")
P = harness.program(
    "flips",
    SOURCE,
    calls=[f"{name}(f32[n,m])" for name in TWO] + ["permuted(f32[n,m,p])"],
    args=["--force"],
    flags="-O0",
)


def numbers(*shape):
    return torch.randn(shape, generator=torch.Generator().manual_seed(11))


@pytest.mark.parametrize("name", TWO)
def test_flips(name):
    for shape in ((4, 5), (3, 6), (7, 4)):
        harness.check(P.load(), name, lambda: (numbers(*shape),), expect="whole")  # noqa: B023


@pytest.mark.parametrize("shape", [(3, 3, 4), (3, 4, 3), (5, 3, 3)])
def test_flips_of_permuted(shape):
    harness.check(P.load(), "permuted", lambda: (numbers(*shape),), expect="whole")


@pytest.mark.parametrize("name", TWO)
def test_small_and_strided(name):
    """Dimensions of size 1 and 0, and operands that are views themselves."""
    for shape in ((1, 5), (4, 2), (4, 1), (2, 2), (0, 3), (1, 1)):
        harness.check(P.load(), name, lambda: (numbers(*shape),))  # noqa: B023
    for make in (lambda: numbers(6, 4).t(), lambda: numbers(8, 9)[::2, 1:], lambda: numbers(1, 5).expand(4, 5)):
        harness.check(P.load(), name, lambda: (make(),))  # noqa: B023
