"""In-place writes to a tensor that the data chose between two: an argument's or one that was made, in loops too."""

import harness
import pytest
import torch
from table import randn

OF_TWO = ("element", "part", "rest", "by_a_statement", "kept_apart")
OF_ROWS = ("elements_of_two", "copied", "rows_of_two", "read_behind", "chosen_again", "in_a_while")
PROGRAM = harness.program(
    "chosen_writes",
    """
import torch


def element(a, b):
    y = a if a.sum() > 0 else b
    y[0] = 7
    return y


def part(a, b):
    y = a if a.sum() > 0 else b
    y[1:].add_(1)
    return a, b


def rest(a, b):
    y = a if a.sum() > 0 else b
    z = y + 1
    y[0] += z[1]
    return y * 2, a - b


def by_a_statement(a, b):
    if a.sum() > 0:
        y = a
    else:
        y = b
    y[:2] = 0
    return y


def kept_apart(a, b):
    y = a.clone() if a.sum() > 0 else b.clone()
    y[0] = 7
    return y, a, b


def elements_of_two(x):
    pos, neg = torch.zeros(len(x)), torch.zeros(len(x))
    for i, r in enumerate(x):
        t = pos if r[0] > 0 else neg
        t[i] += r.sum()
    return pos, neg


def copied(x):
    pos, neg = torch.zeros(len(x)), torch.zeros(len(x))
    for i in range(len(x)):
        t = pos if x[i, 0] > 0 else neg
        t[i] = x[i, 1]
    return pos, neg


def rows_of_two(x):
    pos, neg = torch.zeros(x.shape[1]), torch.ones(x.shape[1])
    for r in x:
        t = pos if r[0] > 0 else neg
        t += r
        t.mul_(2)
    return pos, neg


def read_behind(x):
    pos, neg = torch.zeros(x.shape[1]), torch.ones(x.shape[1])
    t = pos
    for r in x:
        t = pos if r[0] > 0 else neg
        t += r
    return pos, neg, t + 1


def chosen_again(x):
    pos, neg = torch.zeros(x.shape[1]), torch.ones(x.shape[1])
    t = pos
    for r in x:
        t += r
        t = pos if r[0] > 0 else neg
    return pos, neg


def in_a_while(x):
    pos, neg = torch.zeros(x.shape[1]), torch.ones(x.shape[1])
    i = 0
    while i < len(x) and pos.sum() < 4:
        t = pos if x[i, 0] > 0 else neg
        t += x[i]
        i += 1
    return pos, neg, i
""",
    args=["--force"],
    calls=[f"{name}(f32[N], f32[N])" for name in OF_TWO] + [f"{name}(f32[M, N])" for name in OF_ROWS],
    flags="-O0",
)


@pytest.mark.parametrize("name", OF_TWO)
def test_of_arguments(name):
    for seed in range(4):
        make = lambda: (randn(4, seed=seed), randn(4, seed=seed + 9))  # noqa: E731, B023
        harness.check(PROGRAM.load(), name, make, expect="whole")
    both = lambda: [randn(4, seed=1)] * 2  # noqa: E731
    harness.check(PROGRAM.load(), name, both)
    harness.check(PROGRAM.load(), name, lambda: (randn(4, seed=1), randn(3, seed=2)))
    overlapping = lambda: (lambda x: (x[1:], x[:-1]))(randn(5, seed=3))  # noqa: E731
    harness.check(PROGRAM.load(), name, overlapping)


@pytest.mark.parametrize("name", OF_ROWS)
def test_in_loops(name):
    whole = "whole" if name not in ("read_behind", "chosen_again") else None
    for seed in range(4):
        harness.check(PROGRAM.load(), name, lambda: (randn(5, 3, seed=seed),), expect=whole)  # noqa: B023
    for shape in ((0, 3), (1, 1), (4, 2)):
        harness.check(PROGRAM.load(), name, lambda: (randn(*shape),))  # noqa: B023
    harness.check(PROGRAM.load(), name, lambda: (torch.zeros(4, 3),))
