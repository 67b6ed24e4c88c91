"""Tables of schedules that NumPy makes in constructors: evenly spaced numbers, running products, arrays that are appended."""

import pytest
import torch
from harness import check, program
from table import randn

SCHEDULES = program(
    "numpy_schedules",
    """
import numpy as np
import torch


class Tables:
    def __init__(self, betas):
        betas = np.array(betas, dtype=np.float64)
        self.betas = betas
        assert len(betas.shape) == 1
        assert (betas > 0).all() and (betas <= 1).all()
        self.steps = int(betas.shape[0])
        self.products = np.cumprod(1.0 - betas, axis=0)
        self.before = np.append(1.0, self.products[:-1])
        self.after = np.append(self.products[1:], 0.0)
        self.variance = betas * (1.0 - self.before) / (1.0 - self.products)
        self.logarithms = np.log(np.append(self.variance[1], self.variance[1:]))


few = Tables([0.1, 0.2, 0.3])
many = Tables(np.linspace(0.0001, 0.02, 1000, dtype=np.float64))
listed = Tables([0.001 * (i + 1) for i in range(600)])


def extract(table, t, shape):
    found = torch.from_numpy(table).to(device=t.device)[t].float()
    while len(found.shape) < len(shape):
        found = found[..., None]
    return found.expand(shape)


def noised(x, t):
    return extract(few.products, t, x.shape) * x + extract(few.logarithms, t, x.shape)


def noised_of_many(x, t):
    return extract(many.before, t, x.shape) * x + extract(many.logarithms, t, x.shape)


def noised_of_list(x, t):
    return extract(listed.after, t, x.shape) * x


def noised_by(tables, x, t):
    return extract(tables.before, t, x.shape) * x


def spaced(n):
    return np.linspace(0.0001, 0.02, n), torch.from_numpy(np.linspace(-1, 1, n)) * 2


def spaced_between(low, high, n):
    return np.linspace(low, high, n), np.linspace(low, high, n, endpoint=False)


def spaced_as(n):
    return np.linspace(-3.5, 3, n, dtype=int), np.linspace(-3.5, 3, 5, dtype=np.int64), np.linspace(0, n, n, dtype=np.float32)


def running(n):
    return np.cumprod(1 - np.linspace(0.1, 0.2, n), axis=0), np.cumsum(np.array([0.1, 0.2]), axis=-1)


def appended(x):
    p = np.cumprod(np.array([0.1, 0.2, 0.3]), axis=0)
    joined = np.concatenate([p[1:], p], axis=0)
    joined[0] = 2.0
    both = np.append(p, [1.0]), np.append(np.array([1, 2]), 3), np.append(np.array([1, 2]), 0.5)
    return torch.from_numpy(np.append(1.0, p[:-1])) * x, joined, *both


if __name__ == "__main__":
    x, t = torch.randn(2, 3), torch.tensor([0, 2])
    noised(x, t), noised_of_many(x, t), noised_of_list(x, t), noised_by(many, x, t)
""",
    calls=[
        "spaced(1000)",
        "spaced_between(0.5, 2.5, 8)",
        "spaced_as(8)",
        "running(8)",
        "appended(f64[3])",
    ],
)


@pytest.mark.parametrize("shape", [(2, 3), (5, 4)], ids=str)
@pytest.mark.parametrize("name", ["noised", "noised_of_many", "noised_of_list"])
def test_tables_of_constructors(name, shape):
    def made():
        return randn(*shape), torch.arange(shape[0]) % 3

    check(SCHEDULES.load(), name, made, expect="whole")


@pytest.mark.parametrize("which", ["few", "many", "listed"])
def test_tables_that_are_passed(which):
    pair = SCHEDULES.load()
    run = lambda module: lambda *args: module.noised_by(getattr(module, which), *args)  # noqa: E731
    check(pair, run, lambda: (randn(2, 3), torch.tensor([1, 0])), expect="whole")


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 50, 600, 1000])
def test_as_many_as_an_int_says(count):
    pair = SCHEDULES.load()
    expect = "whole" if count > 1 else None
    check(pair, "spaced", lambda: (count,), expect=expect, rtol=0, atol=0)
    check(pair, "spaced_as", lambda: (count,), expect=expect, rtol=0, atol=0)
    check(pair, "running", lambda: (count,), expect=expect)


@pytest.mark.parametrize("ends", [(0.5, 2.5), (2.0, -3.0), (1.0, 1.0), (0.0, 5e-324), (0.0, 1e-310)], ids=str)
@pytest.mark.parametrize("count", [2, 3, 10])
def test_between_any_numbers(ends, count):
    check(SCHEDULES.load(), "spaced_between", lambda: (*ends, count), expect="whole", rtol=0, atol=0)


def test_a_negative_number():
    check(SCHEDULES.load(), "spaced", lambda: (-1,))


def test_appended():
    check(SCHEDULES.load(), "appended", lambda: (randn(3).double(),), expect="whole", rtol=0, atol=0)
