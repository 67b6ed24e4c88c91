"""Sequences in the driver code, one token in the call: as when text is generated. Layouts differ there, as for batches."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch
import torch.nn.functional as F
from torch import nn


class Pointed(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.place = nn.Conv1d(1, width, 3, padding=1)
        self.score = nn.Linear(width, 1)
        self.cell = nn.GRUCell(width, width)

    def forward(self, memory, steps: int):
        batch, length, width = memory.shape
        hidden = memory.new_zeros(batch, width)
        weights = memory.new_zeros(batch, length)
        out = []
        for _ in range(steps):
            places = self.place(weights.unsqueeze(1)).transpose(1, 2)
            energy = self.score(torch.tanh(hidden.unsqueeze(1) + memory + places)).squeeze(-1)
            share = F.softmax(energy, dim=1)
            weights = weights + share
            hidden = self.cell(torch.bmm(share.unsqueeze(1), memory).squeeze(1), hidden)
            out.append(hidden)
        return torch.stack(out, 1), weights


def encoded(layer, x):
    return layer(x)


def translated(net, source, target):
    mask = torch.triu(torch.full((target.size(1), target.size(1)), float("-inf")), 1)
    return net(source, target, tgt_mask=mask)


def pointed(net, memory, steps):
    return net(memory, steps)


def make(seed=0):
    torch.manual_seed(seed)
    return (
        nn.TransformerEncoderLayer(16, 2, 32, dropout=0.0).eval(),
        nn.Transformer(16, 2, 1, 1, 32, dropout=0.0, batch_first=True).eval(),
        Pointed(),
    )


if __name__ == "__main__":
    with torch.no_grad():
        layer, net, pointer = make()
        encoded(layer, torch.randn(6, 2, 16))
        translated(net, torch.randn(2, 6, 16), torch.randn(2, 5, 16))
        pointed(pointer, torch.randn(2, 6, 8), 3)
"""
PROGRAM = harness.program("tokens", SOURCE, args=("--force",), flags="-O0")
CASES = {
    "encoded": [((6, 2, 16),), ((6, 1, 16),), ((1, 2, 16),), ((9, 3, 16),)],
    "translated": [
        ((2, 6, 16), (2, 5, 16)),
        ((2, 6, 16), (2, 1, 16)),
        ((1, 6, 16), (1, 5, 16)),
        ((3, 4, 16), (3, 1, 16)),
    ],
    "pointed": [((2, 6, 8),), ((2, 1, 8),), ((1, 6, 8),), ((3, 1, 8),)],
}


@pytest.fixture
def pair():
    return PROGRAM.load()


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("case", range(4))
def test_one_token(pair, number, case):
    name = list(CASES)[number]

    def pick(module):
        net = module.make()[number].requires_grad_(False)
        return lambda *args: getattr(module, name)(net, *args)

    more = (3,) if name == "pointed" else ()
    make_args = lambda: (*(randn(*shape) for shape in CASES[name][case]), *more)  # noqa: E731
    with torch.no_grad():
        harness.check(pair, pick, make_args, expect="whole", atol=1e-5)


@pytest.mark.parametrize("number", range(3))
def test_one_of_all(pair, number):
    name = list(CASES)[number]
    shapes = [tuple(1 if d < 2 else size for d, size in enumerate(shape)) for shape in CASES[name][0]]

    def pick(module):
        net = module.make()[number].requires_grad_(False)
        return lambda *args: getattr(module, name)(net, *args)

    more = (2,) if name == "pointed" else ()
    with torch.no_grad():
        harness.check(pair, pick, lambda: (*(randn(*shape) for shape in shapes), *more), atol=1e-5)
