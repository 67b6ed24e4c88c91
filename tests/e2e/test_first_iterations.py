"""Loops that are left in their first iteration give the very arguments that went in; later ones what they made. And
generators that yield in loops over rows."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


def newton(x0, tol: float):
    x = x0
    for i in range(50):
        f = x * x - 2
        if f.abs().max() < tol:
            break
        x = x - f / (2 * x)
    return x, i


def with_else(x0, tol: float):
    x = x0
    for i in range(3):
        f = x * x - 2
        if f.abs().max() < tol:
            break
        x = x - f / (2 * x)
    else:
        x = x * 0
    return x


def transposed(x0, n: int):
    x = x0.t()
    for i in range(n):
        new = torch.cos(x)
        if torch.allclose(new, x):
            break
        x = new
    return x


def first_rows(x, k: int):
    c = x[:k]
    i = 0
    while i < 10:
        new = c * 0.5
        if torch.equal(new, c):
            break
        c = new
        i += 1
    return c, i


def forever(x0):
    x, steps = x0, 0
    while True:
        new = x / 2
        steps += 1
        if new.abs().max() < 0.1:
            break
        if steps > 100:
            return new, -1
        x = new
    return x, steps


def returned_inside(x, n: int):
    y = x
    for i in range(n):
        if y.sum() > 10:
            return y
        y = y + 1
        if y.min() > 100:
            break
    return y


def means(a, b):
    x, y = a, b
    for i in range(30):
        x, y = (x + y) / 2, (x * y).sqrt()
        if (x - y).abs().max() < 1e-5:
            break
    return x, y


def below(x, tol):
    y = x
    for _ in range(40):
        d = y * 0.3
        if d.abs().sum() < tol:
            break
        y = y - d
    return y


def called(x):
    return below(x, 0.5) + below(x * 2, 0.1)


def kept(a, b):
    best = a
    for i in range(20):
        b = b * 0.9
        if b.sum() < 1:
            break
        if b.sum() < best.sum():
            best = b
    return best


def written(x):
    y = x
    for i in range(6):
        y = y * 2
        if y.sum() > 100:
            break
    y.add_(1)
    return y


def in_a_block(x):
    y = x
    for i in range(6):
        with torch.no_grad():
            if y.sum() > 10:
                break
            y = y * 2
    return y


def scan(f, start, rows):
    acc = start
    for row in rows:
        acc = f(acc, row)
        yield acc


def averages(x):
    return torch.stack(list(scan(lambda a, b: 0.9 * a + 0.1 * b, torch.zeros(x.shape[1:]), x)))


def windows(x, size: int):
    for i in range(0, x.shape[0] - size + 1):
        yield i, x[i : i + size]


def of_windows(x):
    total = 0
    for i, part in windows(x, 3):
        total = total + part.mean(0) * i
    return total


def differences(x):
    last = None
    for row in x:
        if last is not None:
            yield row - last
        last = row


def of_differences(x):
    return sum((d.abs().sum() for d in differences(x)), torch.zeros(()))
"""
CALLS = [
    "newton(f32[N], 1e-5)", "with_else(f32[N], 1e-5)", "transposed(f32[N, N], n)", "first_rows(f32[N, 3], 2)",
    "forever(f32[N])", "returned_inside(f32[N], n)", "means(f32[N], f32[N])", "below(f32[N], 0.5)", "called(f32[N])",
    "kept(f32[N], f32[N])", "written(f32[N])", "in_a_block(f32[N])", "averages(f32[5, C])", "of_windows(f32[5, C])",
    "of_differences(f32[5, C])",
]  # fmt: skip
PROGRAM = harness.program("first_iterations", SOURCE, CALLS, args=("--force",), flags="-O0")
ROOT = torch.full((3,), 2.0).sqrt()


def check(name, *args, expect="whole"):
    harness.check(PROGRAM.load(), name, lambda: [a.clone() if torch.is_tensor(a) else a for a in args], expect=expect)


@pytest.mark.parametrize("x", [ROOT, ROOT + 1, torch.tensor([1.0, 5.0])])
def test_newton(x):
    check("newton", x, 1e-5)
    check("with_else", x, 1e-5)
    check("with_else", x, 1.0)


@pytest.mark.parametrize("n", [0, 1, 2, 40])
@pytest.mark.parametrize("scale", [0.0, 1.0, 8.0])
def test_ways_out(n, scale):
    x = randn(3, 3, seed=n).abs() * scale
    check("transposed", x, n)
    check("returned_inside", x[0], n)
    check("first_rows", x, 2)
    if n:
        check("forever", x[0])


@pytest.mark.parametrize("scale", [0.0, 0.01, 1.0, 20.0])
def test_one_of_several(scale):
    x, y = randn(4, seed=1).abs() * scale + 1e-3, randn(4, seed=2).abs() * scale + 1e-3
    check("means", x, y)
    check("means", x, x)
    check("below", x, 0.5)
    check("called", x)
    for name, args in (("kept", (x, y)), ("written", (x,)), ("in_a_block", (x,))):
        check(name, *args, expect=None)


@pytest.mark.parametrize("rows", [5, 3, 1])
def test_generators_over_rows(rows):
    x = randn(rows, 4, seed=rows)
    for name in ("averages", "of_windows", "of_differences"):
        check(name, x, expect="whole" if rows == 5 else None)
