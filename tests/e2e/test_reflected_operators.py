"""Which operand an operator asks first where the right one's class derives from the left one's: for arithmetic only one that
has a method of its own, for comparisons any. A parameter is such an operand of a tensor; the results lie accordingly."""

import pytest
import torch
from harness import check, program

SOURCE = """
import torch


class Length:
    def __init__(self, n):
        self.n = n

    def __add__(self, other):
        return ("add", self.n, other.n)

    def __radd__(self, other):
        return ("radd", self.n, other.n)

    def __sub__(self, other):
        return ("sub", self.n, other.n)

    def __rsub__(self, other):
        return ("rsub", self.n, other.n)

    def __lt__(self, other):
        return ("lt", self.n, other.n)

    def __gt__(self, other):
        return ("gt", self.n, other.n)

    def __eq__(self, other):
        return ("eq", self.n, other.n)


class Inherits(Length):
    pass


class Overrides(Length):
    def __radd__(self, other):
        return ("own radd", self.n, other.n)

    __rsub__ = Length.__rsub__


def objects(x):
    a, b, c = Length(1), Inherits(2), Overrides(3)
    return x + 1, a + b, a - b, a < b, a > b, a == b, a + c, a - c, b + c, c + a


class Places(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.places = torch.nn.Parameter(torch.linspace(-1, 1, 60).reshape(1, 3, 4, 5))

    def forward(self, x):
        x = x.permute(0, 2, 3, 1)
        p = self.places
        return x + p, x - p, x * p, x / p, p + x, x < p, x >= p, x == p, x != p, p < x
"""


operators = program(
    "reflected_operators",
    SOURCE,
    ["objects(f32[N])", "Places()(f32[1, 5, 3, 4])", "Places()(f32[2, 5, 3, 4])"],
    ["--force"],
    flags="-O0",
)


def test_objects():
    check(operators.load(), "objects", lambda: [torch.zeros(3)], expect="whole")


@pytest.mark.parametrize("batch", [1, 2])
def test_parameters(batch):
    def places(module):
        return module.Places()

    def images():
        return [torch.linspace(-2, 2, batch * 60).reshape(batch, 5, 3, 4)]

    check(operators.load(), places, images, context=torch.no_grad, expect="whole")
