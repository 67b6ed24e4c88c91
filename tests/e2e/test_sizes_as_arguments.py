"""Ints of the caller as sizes, dimensions, shifts and bounds: also those that torch refuses, and views that it gives."""

import pytest
import torch
from harness import check, program
from table import randn

EXPRESSIONS = """
x.view(k, l)
x.view(-1, k)
x.reshape(k, -1)
x.expand(k, -1, -1)
x.expand(-1, k)
x.repeat(k, l)
x.tile((k,))
x.permute(k, l)
x.transpose(-1, k)
x.movedim(k, l)
x.unsqueeze(k)
x.squeeze(k)
x.flatten(k)
x.narrow(0, k, l)
x.select(k, 0)
x.select(1, l)
x.chunk(2, k)
x.split(2, k)
x.split([k, 6 - k], 1)
x.tensor_split([k, l], 1)
x.unbind(k)
x.roll(k)
x.roll((k, l))
x.roll((k, l), (0, 1))
x.roll((k, l), 1)
x.roll(k, l)
x.flip(k)
x.rot90(k, [0, 1])
x.diagonal(k)
x.diagonal(-k, 1, 0)
x[None].diagonal(l, 2, 0)
torch.diag(x, k)
torch.diag(x[0], l)
torch.diag_embed(x, k)
torch.diagflat(x, -k)
x.triu(k)
x.unfold(1, 2, l)
x.repeat_interleave(k, 1)
x.unflatten(1, (2, -1))
x.as_strided((k, l), (1, 2))
x.sum_to_size(1, 6)
x.sum_to_size(k, 6)
x.sum_to_size(1, 1)
x.new_zeros(k, l)
x.sum(k)
x.cumsum(k)
x.softmax(k)
x.topk(2, k)
x.kthvalue(1, k)
x.gather(1, torch.full((1, 2), k))
torch.arange(k)
torch.arange(k, l)
torch.arange(k, l, 2)
torch.arange(k, l, 3)
torch.arange(k, l, -2)
torch.arange(l, k, -1)
torch.arange(float(k), float(l), 2.0)
torch.arange(0, 6, k)
torch.linspace(0, 1, k)
torch.eye(k, l)
torch.full((k,), l)
torch.tensor([k, l])
torch.tril_indices(3, l)
torch.cat([x, x], k)
torch.stack([x, x], k)
torch.broadcast_shapes((k, 1), (1, l))
torch.diff(x, k)
torch.diff(x, dim=k)
torch.vander(x[0], k)
torch.select_scatter(x, x[0], 0, k)
torch.slice_scatter(x, x[:1], 0, k, k + 1)
torch.nn.functional.pad(x, (k, l))
torch.nn.functional.pad(x, (k, 1), value=l)
torch.nn.functional.one_hot(torch.arange(3), k)
torch.nn.functional.interpolate(x[None], size=k)
torch.nn.functional.normalize(x, dim=k)
x.shape[k]
x[k:l]
x[:, -k:]
x[k, l]
x ** k
k // (l or 1)
""".strip().split("\n")
PROGRAM = program(
    "sizes_as_arguments",
    "import torch\n"
    + "".join(f"\n\ndef expression_{i}(x, k, l):\n    return {text}\n" for i, text in enumerate(EXPRESSIONS)),
    [f"expression_{i}(f32[M, N], 1, 2)" for i in range(len(EXPRESSIONS))],
    args=("--force",),
    flags="-O0",
)
INPUTS = {
    "row_major": lambda: randn(4, 6),
    "transposed": lambda: randn(6, 4).t(),
    "strided": lambda: randn(8, 12)[::2, ::2],
    "expanded": lambda: randn(1, 6).expand(4, 6),
    "one_row": lambda: randn(1, 6),
    "one_number": lambda: randn(1, 1),
    "nothing": lambda: randn(0, 6),
}


@pytest.mark.parametrize("index", range(len(EXPRESSIONS)), ids=EXPRESSIONS)
@pytest.mark.parametrize("layout", INPUTS)
def test_sizes(index, layout):
    for numbers in [(0, 1), (1, 0), (2, 3), (-1, 2), (4, -2), (-7, 9)]:
        check(PROGRAM.load(), f"expression_{index}", lambda numbers=numbers: (INPUTS[layout](), *numbers))


PLACES = """
import torch

ends = [1, 3]


def cut(x):
    return torch.tensor_split(x, ends, dim=-1), x.tensor_split((1, 2)), x.hsplit([1])


def beyond(x):
    return x.tensor_split((2, 7)), x.tensor_split([-1, 1]), x.tensor_split([-7, 1, 1, -1])


def cut_at(x, a: int, b: int):
    return x.tensor_split([a, b])
"""
places = program(
    "places",
    PLACES,
    calls=["cut(f32[M, N])", "beyond(f32[5, N])", "cut_at(f32[M, N], 1, 2)"],
    args=["--force"],
    flags="-O0",
)


def test_places_of_cuts_are_given():
    check(places.load(), "cut", lambda: [randn(5, 4)], expect="whole")
    check(places.load(), "beyond", lambda: [randn(5, 4)], expect="whole")
    for a, b in ((1, 2), (2, 4), (1, 3)):
        check(places.load(), "cut_at", lambda a=a, b=b: [randn(5, 4), a, b], expect="whole")
    for a, b in ((-1, 2), (3, 1), (0, 9), (-7, -1)):
        check(places.load(), "cut_at", lambda a=a, b=b: [randn(5, 4), a, b])


NEVER = """
import torch


def never(x, n: int):
    return x.repeat(n, 2), x.tile((2, n)) + 1


def by_data(x, t):
    return x.repeat(t.item()), x.repeat(2, t.item() + 1)


if __name__ == "__main__":
    never(torch.ones(3, 2), 0)
    by_data(torch.ones(3), torch.tensor(2))
"""
repeated = program("repeated_never", NEVER, args=["--force"], flags="-O0")


def test_repeated_never():
    check(repeated.load(), "never", lambda: [randn(3, 2), 0], expect="whole")
    for n in (1, 2, -1):
        check(repeated.load(), "never", lambda n=n: [randn(3, 2), n])
    check(repeated.load(), "by_data", lambda: [randn(4), torch.tensor(3)], expect="whole")
    for n in (0, -1):
        check(repeated.load(), "by_data", lambda n=n: [randn(4), torch.tensor(n)])


DIAGONALS = """
import torch


def apart(a, b, temperature=0.5):
    number = a.shape[0]
    both = torch.cat([a, b])
    alike = both @ both.t()
    wanted = torch.cat([torch.diag(alike, number), torch.diag(alike, -number)])
    others = (~torch.eye(2 * number, dtype=torch.bool)).float()
    return wanted / temperature - (others * torch.exp(alike / temperature)).sum(1).log()


def along(x, k: int):
    x.diagonal(k).zero_()
    return torch.diagonal(x, k), x.diagonal(-k), x.t().diagonal(k)


def made(x, k: int):
    return torch.diag_embed(x, k), torch.diag_embed(x, -k), torch.diag(x[0], k)
"""
diagonals = program(
    "diagonals",
    DIAGONALS,
    ["apart(f32[M, N], f32[M, N])", "along(f32[M, N], 2)", "made(f32[M, N], 2)"],
    args=("--force",),
)


def test_diagonals_by_sizes():
    check(diagonals.load(), "apart", lambda: [randn(3, 4) / 2, randn(3, 4) / 2], expect="whole")
    check(diagonals.load(), "apart", lambda: [randn(1, 5), randn(1, 5)], expect="whole")
    for k in (1, 2, 3):
        check(diagonals.load(), "along", lambda k=k: [randn(5, 6), k], expect="whole")
        check(diagonals.load(), "made", lambda k=k: [randn(5, 6), k], expect="whole")
    for k in (0, -1, -2, 5, 9, True):
        check(diagonals.load(), "along", lambda k=k: [randn(5, 6), k])
        check(diagonals.load(), "made", lambda k=k: [randn(2, 3), k])


PARTS = """
import math

import numpy as np
import torch


def by_numpy(x):
    return torch.cat([part * 2 for part in x.chunk(int(np.ceil(x.shape[0] / 4)), 0)], 0)


def by_math(x):
    return [part + 1 for part in x.chunk(math.ceil(x.shape[0] / 4), 0)]


def by_quotient(x):
    return [part + 1 for part in torch.chunk(x, (x.shape[0] + 3) // 4)]


def as_float(x):
    n = float(x.shape[0])
    return torch.ones(int(n)), int(-n) * x, int(np.floor(n)), torch.zeros(int(np.ceil(x.shape[0] / 3)))


if __name__ == "__main__":
    for function in (by_numpy, by_math, by_quotient, as_float):
        function(torch.ones(8, 3))
    by_numpy(torch.ones(8, 3)), by_math(torch.ones(8, 3)), by_quotient(torch.ones(8, 3)), as_float(torch.ones(8, 3))
"""
parts = program("parts_by_sizes", PARTS, args=("--force",), flags="-O0")


@pytest.mark.parametrize("name", ["by_numpy", "by_math", "by_quotient", "as_float"])
def test_parts_by_sizes(name):
    check(parts.load(), name, lambda: [randn(8, 3)], expect="whole")
    for rows in (1, 3, 5, 7, 9, 12, 0):
        check(parts.load(), name, lambda rows=rows: [randn(rows, 3)])
