"""Constructors that fill lists of many numbers and make tensors of them: offsets, anchors, frequencies, masks."""

import pytest
import torch
from harness import check, program
from table import randn

TABLES = program(
    "constructors_with_tables",
    """
import itertools
import math

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, dim, heads, resolution):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        points = list(itertools.product(range(resolution), range(resolution)))
        offsets, places = {}, []
        for p in points:
            for q in points:
                offset = (abs(p[0] - q[0]), abs(p[1] - q[1]))
                if offset not in offsets:
                    offsets[offset] = len(offsets)
                places.append(offsets[offset])
        self.biases = nn.Parameter(torch.linspace(-1, 1, heads * len(offsets)).view(heads, len(offsets)))
        self.register_buffer("places", torch.LongTensor(places).view(len(points), len(points)))

    @torch.no_grad()
    def train(self, mode=True):
        super().train(mode)
        if mode and hasattr(self, "kept"):
            del self.kept
        else:
            self.kept = self.biases[:, self.places]
        return self

    def forward(self, x):
        b, n, c = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-2, -1) + (self.biases[:, self.places] if self.training else self.kept)
        return self.out((scores.softmax(-1) @ v).transpose(1, 2).reshape(b, n, c))


class Rows(nn.Module):
    def __init__(self, count):
        super().__init__()
        floats = [math.sin(0.1 * i) for i in range(count)]
        flags = [i % 3 == 0 for i in range(count)]
        anchors = [[i / 7, (i * i) % 11, 1] for i in range(count)]
        self.register_buffer("floats", torch.tensor(floats))
        self.register_buffer("doubles", torch.tensor(floats, dtype=torch.float64))
        self.register_buffer("flags", torch.tensor(flags))
        self.register_buffer("mixed", torch.tensor([1, 2.5] * (count // 2)))
        self.anchors = torch.tensor(anchors)

    def forward(self, x):
        chosen = torch.where(self.flags, x * self.floats, x + self.doubles)
        return chosen, self.anchors[:, :2] + x[:, None], self.mixed * x


torch.manual_seed(0)
three = Attention(8, 2, 3).eval()
four = Attention(8, 2, 4).eval()
rows = Rows(100)


def attended(x):
    return three(x)


def attended_by(m, x):
    return m(x) * 2


def by_rows(x):
    return rows(x)


if __name__ == "__main__":
    with torch.no_grad():
        attended(torch.randn(2, 9, 8)), attended_by(four, torch.randn(2, 16, 8)), by_rows(torch.randn(100))
""",
)


@pytest.mark.parametrize("batch", [1, 2, 5])
def test_biases_of_offsets(batch):
    pair = TABLES.load()
    check(pair, "attended", lambda: (randn(batch, 9, 8),), context=torch.no_grad, expect="whole")
    for name, count in (("three", 9), ("four", 16)):
        run = lambda module: lambda x: module.attended_by(getattr(module, name), x)  # noqa: E731, B023
        check(pair, run, lambda: (randn(batch, count, 8),), context=torch.no_grad, expect="whole")  # noqa: B023


def test_training_and_back():
    pair = TABLES.load()
    for module in (pair.eager, pair.built):
        module.three.train()
    check(pair, "attended", lambda: (randn(2, 9, 8),), context=torch.no_grad)
    for module in (pair.eager, pair.built):
        module.three.eval()
    check(pair, "attended", lambda: (randn(2, 9, 8),), context=torch.no_grad, expect="whole")


def test_lists_of_numbers_and_of_rows():
    check(TABLES.load(), "by_rows", lambda: (randn(100),), expect="whole")
    check(TABLES.load(), "by_rows", lambda: (randn(100).double(),))
