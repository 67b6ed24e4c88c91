"""Parts of tensors that are written, one after the other: what was read before, what is read of itself, views of views."""

import harness
import pytest
import torch

SOURCE = """
import torch

def border(x):
    y = torch.zeros_like(x)
    y[1:-1, 1:-1] = x[1:-1, 1:-1] * 2
    y[0] = 5
    y[:, -1] += 3
    return y

def shifted(x):
    y = x * 2
    y[1:] = y[:-1] + 1
    y[:-1] = y[1:] * y[:-1]
    return y

def older(x):
    y = x * 2
    first = y.sum()
    before = y + 1
    y[1:3] = x[0:2] + y[1:3]
    kept = y.clone()
    y[2:4] = y[0:2] * 2
    after = y - before
    y[0] = 0
    return y, first, before, kept, after

def swapped(x):
    y = x.clone()
    a, b = y[0].clone(), y[1].clone()
    y[0], y[1] = b, a
    y[2:4] = y[2:4].flip(0)
    return y

def steps(x):
    y = torch.full_like(x, 2)
    y[::2][1:] += 1
    y[1::2, ::3] = x[1::2, ::3]
    y[1:][1:, 2:][::2, 1] *= 4
    y[-2:, -3:][:, 0] = 7
    return y

def selected(x):
    y = torch.zeros(3, x.shape[0], 2, x.shape[1], dtype=x.dtype)
    for k in range(2):
        y[k, :, k] = x * (k + 1)
        y[2, 1:, k, 2] += x[1:, 0]
        y[..., k, -1] = k
    return y

def turned(x):
    y = x.clone()
    y.t()[1:3, 2] = 9
    y.t()[1:, 1:].t()[0] += x[0, 1:]
    y.unsqueeze(0)[0, 1:, None][:, 0, 2:] = -1
    y.view(-1)[3:7] = 0.5
    return y

def seen(x):
    y = torch.ones_like(x)
    row = y[1]
    y[0] = x[0]
    row += 2
    y[1:3, 1] = row[1] + x[1:3, 1]
    return y, row

def halves(x):
    y = torch.empty_like(x)
    y[:, ::2] = x[:, ::2] - 1
    y[:, 1::2] = y[:, :-1:2] + x[:, 1::2]
    return y

def chosen(x):
    y = torch.zeros_like(x)
    y[1:] = x[1:]
    if x.sum() > 0:
        y[0] = y[1] + 1
        y[1:, 0] = 4
    z = y * 2
    y[2] = z[0]
    return y, z

def marched(x):
    y = torch.zeros_like(x)
    y[0] = x[0]
    for i in range(1, x.shape[0]):
        t = torch.zeros_like(x[0])
        t[1:] = y[i - 1, :-1]
        t[0] = x[i, 0]
        y[i] = t + x[i]
    return y

def in_argument(x):
    x[1:-1, 2:] += 1
    x[1:-1, 2:] *= x[1:-1, :-2].clone()
    z = x[1:] - x[:-1]
    x[0, ...] -= x[1]
    return z

def indexed(x):
    y = x * 1
    y[torch.tensor([0, 2])] = y[torch.tensor([1, 0])] + 1
    y[y > 1] = 0
    y[0, torch.tensor([1, 1])] += 5
    return y

def both(x):
    y = x + 1
    z = y.clone()
    y[0] = z[1]
    z[0] = y[0] * 2
    return y, z, y[1:], z.t()
"""
FUNCTIONS = [line[4 : line.index("(")] for line in SOURCE.splitlines() if line.startswith("def ")]
P = harness.program(
    "written_parts",
    SOURCE,
    calls=[f"{name}({dtype}[n,m])" for name in FUNCTIONS for dtype in ("f32", "i64", "f64")],
    args=["--force"],
)


def numbers(shape, dtype, sign=1):
    x = torch.randn(shape, generator=torch.Generator().manual_seed(7)) * 3 * sign + sign
    return x.to(dtype)


@pytest.mark.parametrize("dtype", [torch.float32, torch.int64, torch.float64], ids=["f32", "i64", "f64"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_parts(name, dtype):
    for shape in ((5, 7), (4, 4), (6, 8), (40, 33)):
        for sign in (1, -1):
            harness.check(P.load(), name, lambda: (numbers(shape, dtype, sign),), expect="whole")  # noqa: B023


@pytest.mark.parametrize("name", FUNCTIONS)
def test_small(name):
    """Too small for what is written: eager's exceptions."""
    for shape in ((0, 4), (1, 1), (2, 3), (3, 0)):
        harness.check(P.load(), name, lambda: (numbers(shape, torch.float32),))  # noqa: B023
