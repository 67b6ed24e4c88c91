"""Loops that change parts of a tensor write right into it, where nothing reads what it was before; values are eager's
where something does."""

import re

import harness
import pytest
import torch
from table import randn

# Functions whose loops need no copy of the tensor in an iteration.
IN_PLACE = """
import torch


def one(x, n):
    y = x.clone()
    for i in range(n):
        y[i] = -y[i]
    return y


def on_one_side(x, n):
    y = x.clone()
    for i in range(n):
        if y[i].sum() > 0:
            y[i] = y[i] * 2 + 1
    return y


def of_an_argument(x, n):
    for i in range(1, n):
        if x[i].sum() > x[i - 1].sum():
            x[i] = x[i - 1]
            x[i - 1] = 0
        else:
            x[i] += 1
    return x.sum()


def table(x, n):
    d = torch.zeros(n + 1, n + 1)
    for i in range(1, n + 1):
        for j in range(1, n + 1):
            d[i, j] = x[i - 1].sum() + torch.maximum(d[i - 1, j], torch.minimum(d[i, j - 1], d[i - 1, j - 1]))
    return d, d[n, n]


def swapped(x, n):
    y = x.clone()
    for i in range(n - 1):
        if y[i].sum() > y[i + 1].sum():
            first = y[i].clone()
            y[i] = y[i + 1]
            y[i + 1] = first
    return y


def while_loop(x, n):
    y, i = x.clone(), 0
    while i < n and y[i].sum() < 3:
        y[i] = y[i].sum() + i
        i += 1
    return y, i


def two(x, n):
    y, z = x.clone(), torch.zeros_like(x)
    for i in range(n):
        z[i] = y[n - 1 - i] + z.sum(0)
        y[i] = z[i] * 0.5
    return y, z


def rows(x, n):
    y = x.clone()
    for i in range(n):
        y[1:] = y[:-1] * 0.5 + y[i]
    return y


def by_index(x, n):
    y, places = x.clone(), torch.tensor([0, 2, 2])
    for i in range(n):
        y.index_add_(0, places, x[1:4] + i)
        y[places] = x[:3] * y[places + 1]
    return y


def read_and_added(x, n):
    y, total = x.clone(), torch.zeros(())
    for i in range(n):
        total = total + y.sum()
        y[i] = total
    return y, total
"""

# What the tensor was is read later, kept, or given on.
COPIED = """
import torch


def old_is_read(x, n):
    y, total = x.clone(), torch.zeros(())
    for i in range(n):
        before = y * 2
        y[i] = y[i] + 1
        total = total + (before * y).sum()
    return y, total


def old_is_carried(x, n):
    y = last = x.clone()
    for i in range(n):
        last = y.clone()
        y[i] = last[n - 1 - i] * 0.5
    return y, last


def exchanged(x, n):
    y, z = x.clone(), x * 2
    for i in range(n):
        y[i] = z[i] + 1
        y, z = z, y
    return y, z


def fibonacci(x, n):
    y, z = x.clone(), x + 1
    for i in range(n):
        z[i] = y[i] + z.sum()
        y = z.clone()
        y[0] = 1
    return y, z


def inner_of_a_copy(x, n):
    y = x.clone()
    for i in range(n):
        z = y.clone()
        for j in range(n):
            z[j] = z[j] + y[i]
        y[i] = z.sum(0)
    return y


def sides(x, n):
    y, z = x.clone(), x.clone()
    for i in range(n):
        old = y[0].clone()
        if y[i].sum() > 0:
            y[0] = z[i]
        else:
            z[i] = y[0]
            y = y + 1
        z[0] = old
    return y, z


def returned_in_the_middle(x, n):
    y = x.clone()
    for i in range(n):
        y[i] = y[i].abs()
        if y[i].sum() > 2:
            return y, i
    return y * 2, n


def transposed(x, n):
    y = x.clone()
    for i in range(n):
        y[i] = y.sum(0) + y.flip(0)[i]
        y[0] = (y * y).sum(0)
    return y
"""
NAMES = re.findall(r"^def (\w+)", IN_PLACE, re.M)
OTHERS = re.findall(r"^def (\w+)", COPIED, re.M)
REAL = ["f32", "f64", "i64"]
DTYPES = [*REAL, "c64"]
KINDS = {"f32": torch.float32, "f64": torch.float64, "c64": torch.complex64, "i64": torch.int64}


def calls(names, kinds):
    return [f"{name}({kind}[N, M], 3)" for name in names for kind in kinds]


PROGRAM = harness.program("changes_parts", IN_PLACE, calls=calls(NAMES, ["f32"]), args=["--force"], flags="-O0")
COPIES = harness.program("copies_parts", COPIED, calls=calls(OTHERS, ["f32"]), args=["--force"], flags="-O0")
ONE = harness.program(
    "changes_one", IN_PLACE, calls=calls(["one"], DTYPES) + calls(["by_index"], REAL), args=["--force"], flags="-O2"
)


@pytest.mark.parametrize("name", NAMES)
def test_in_place(name):
    pair = PROGRAM.load()
    for shape, n in [((6, 3), 5), ((5, 2), 4), ((4, 40), 3), ((200, 300), 6)]:
        for seed in range(3):
            harness.check(pair, name, lambda s=shape, n=n, k=seed: (randn(*s, seed=k), n), expect="whole", rtol=1e-4)


@pytest.mark.parametrize("name", OTHERS)
def test_what_it_was_is_read(name):
    pair = COPIES.load()
    for shape, n in [((6, 3), 5), ((5, 2), 4), ((4, 40), 3), ((6, 1), 6), ((6, 3), 0)]:
        for seed in range(3):
            harness.check(pair, name, lambda s=shape, n=n, k=seed: (randn(*s, seed=k), n), rtol=1e-4)


@pytest.mark.parametrize("name, kind", [("one", kind) for kind in DTYPES] + [("by_index", kind) for kind in REAL])
def test_dtypes(name, kind):
    harness.check(ONE.load(), name, lambda: ((randn(6, 3) * 4).to(KINDS[kind]), 4), expect="whole")


@harness.about_c
def test_no_iteration_copies_the_tensor():
    PROGRAM.load()
    code = (PROGRAM.out / "changes_parts_kernels.c").read_text()
    scalar = "float *next = rt_scratch(call, 4);"  # `total` of the last one
    assert code.count(scalar) == 1 and code.count(" *next = ") == 1
