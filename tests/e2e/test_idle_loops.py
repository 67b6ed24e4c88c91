"""Loops that fill lists as often as the caller says, in examples that have them run not at all, as a default of 0 does."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch
from torch import nn


class Sequence(nn.Module):
    def __init__(self, hidden=5):
        super().__init__()
        self.cell = nn.LSTMCell(1, hidden)
        self.linear = nn.Linear(hidden, 1)
        self.hidden = hidden

    def forward(self, input, future=0):
        outputs = []
        h = torch.zeros(input.size(0), self.hidden)
        c = torch.zeros(input.size(0), self.hidden)
        for step in input.split(1, dim=1):
            h, c = self.cell(step, (h, c))
            output = self.linear(h)
            outputs += [output]
        for _ in range(future):
            h, c = self.cell(output, (h, c))
            output = self.linear(h)
            outputs += [output]
        return torch.cat(outputs, dim=1)


def predicted(net, x):
    return net(x)


def continued(net, x, future):
    return net(x, future)


def powers(x, n):
    out = []
    for _ in range(n):
        x = torch.tanh(x * 2)
        out.append(x)
    return torch.stack(out) if out else x * 2


def either(x, n):
    out = [x]
    for i in range(1, n):
        out.append(out[-1] * i)
    return torch.cat(out, 1)


if __name__ == "__main__":
    with torch.no_grad():
        predicted(Sequence(), torch.randn(2, 6))
        continued(Sequence(), torch.randn(2, 6), 0)
        powers(torch.randn(2, 5), 0)
        either(torch.randn(2, 5), 0)
        either(torch.randn(2, 5), 4)
"""
PROGRAM = harness.program("idle", SOURCE, args=("--force",), flags="-O0")


@pytest.fixture
def pair():
    return PROGRAM.load()


def net_of(module):
    torch.manual_seed(1)
    return module.Sequence().requires_grad_(False)


@pytest.mark.parametrize("batch", [1, 2, 4])
@pytest.mark.parametrize("length", [1, 2, 9])
def test_default_of_none(pair, batch, length):
    with torch.no_grad():
        harness.check(
            pair,
            lambda module: lambda x: module.predicted(net_of(module), x),
            lambda: (randn(batch, length),),
            expect="whole",
            atol=1e-6,
        )


@pytest.mark.parametrize("steps", [0, 1, 2, 7, -1])
def test_any_number_of_steps(pair, steps):
    with torch.no_grad():
        harness.check(
            pair,
            lambda module: lambda x: module.continued(net_of(module), x, steps),
            lambda: (randn(3, 4),),
            expect="whole",
            atol=1e-6,
        )
    harness.check(pair, "powers", lambda: (randn(2, 3), steps), expect="whole")
    harness.check(pair, "either", lambda: (randn(2, 3), steps), expect="whole")


def test_of_other_ranks(pair):
    harness.check(pair, "powers", lambda: (randn(3), 0))
    harness.check(pair, "powers", lambda: (randn(2, 3, 4), 2))
