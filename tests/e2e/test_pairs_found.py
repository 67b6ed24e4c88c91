"""Searches by loops in one another, which return where they are in both."""

import harness
import pytest
import torch

OF_ROWS = ("parts", "afterwards", "changed", "in_a_callee")
OTHERS = ("of_lists", "with_else", "with_item", "item", "closure", "shadowed")
PROGRAM = harness.program(
    "pairs_found",
    """
import torch


def pair(x):
    for i in range(len(x)):
        for j in range(i + 1, len(x)):
            if x[i] + x[j] == 9:
                return i, j
    return None


def inner_alone(x):
    for i in range(len(x)):
        for j in range(len(x)):
            if x[i] - x[j] == 1:
                return j
            if x[i] + x[j] == 100:
                return i + j
    return -1


def three(x):
    n = len(x)
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(j + 1, n):
                if x[i] + x[j] + x[k] == 12:
                    return [i, j, k]
    return []


def with_item(x):
    for i, r in enumerate(x):
        for j, v in enumerate(r):
            if v > 5:
                return i, j, v
    return None


def of_lists(x):
    for r in x.tolist():
        for v in r:
            if v > 5:
                return v
    return 0.0


def item(x):
    for r in x:
        for v in r:
            if v > 5:
                return v
    return x.sum()


def parts(x):
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j] > 5:
                return x[i, j] * j, x[:i, :j]
    return x, x


def afterwards(x):
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j] > 5:
                return i, j
        if j > 0 and x[i, 0] == 3:
            return "late", j
    return "none", j


def with_else(x):
    for i in range(x.shape[0]):
        for j in range(x.shape[1] - 1):
            if x[i, j] > 5:
                return i, j
        else:
            if x[i, 0] == 3:
                return i, j
    return j


def closure(x):
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j] > 5:
                return lambda: j
    return None


def shadowed(x):
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j] > 5:
                return [j for j in range(j)], {j: i}
    return None


def changed(x):
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j] > 5:
                j += 10
                return i, j
            if x[i, j] == 0:
                j = 77
                break
    return i, 5


def helper(x, t):
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j] > t:
                return i, j
    return -1, -1


def in_a_callee(x):
    a = helper(x, 5)
    b = helper(x, 50)
    return a, b, x[a[0], a[1]]
""",
    args=["--force"],
    calls=[f"{name}(f32[N])" for name in ("pair", "inner_alone", "three")]
    + [f"{name}(f32[M, N])" for name in (*OF_ROWS, *OTHERS)],
    flags="-O0",
)
ROWS = [[4.0, 1.0, 2.0, 7.0, 3.0], [4.0, 5.0], [1.0], [], [0.0] * 4, [5.0, 4.0, 3.0, 6.0]]
GRIDS = [[[4.0, 1.0], [2.0, 7.0], [3.0, 0.0]], [[9.0, 1.0]], [[1.0, 0.0], [3.0, 1.0]], [[0.0, 9.0], [9.0, 9.0]]]


@pytest.mark.parametrize("name", ["pair", "inner_alone", "three"])
@pytest.mark.parametrize("row", ROWS)
def test_of_vectors(name, row):
    harness.check(PROGRAM.load(), name, lambda: (torch.tensor(row),), expect="whole" if len(row) > 3 else None)


@pytest.mark.parametrize("grid", range(len(GRIDS)))
def test_of_grids(grid):
    make = lambda: (torch.tensor(GRIDS[grid]),)  # noqa: E731
    for name in OF_ROWS:
        is_plain = len(GRIDS[grid]) > 1 and name != "parts"
        harness.check(PROGRAM.load(), name, make, expect="whole" if is_plain else None)
    for name in OTHERS:
        if name != "closure":
            harness.check(PROGRAM.load(), name, make)
    for shape in ((0, 3), (3, 0), (1, 1)):
        for name in OF_ROWS:
            harness.check(PROGRAM.load(), name, lambda shape=shape: (torch.zeros(shape),))
