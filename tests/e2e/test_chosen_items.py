"""Items of short lists, tuples and texts at positions that the data decide, read and written."""

import harness
import pytest
import torch

SOURCE = """
def counts(x):
    counted = [0] * 3
    for v in x.tolist():
        counted[int(v) % 3] += 1
    return counted


def words(x):
    return ("low", "high")[x.sum() > 3], ["a", "b", "c"][int(x[0])], "xyz"[x.argmin().item() % 3]


def of_elements(x):
    return [10, 20, 30][x[:3].argmax()], (1.5, 2.5, 3.5)[x[0].long()]


def sums(x):
    held = [0.0, 0.0]
    for v in x.tolist():
        held[v > 0] += v
    return held


def from_both_ends(x):
    a = [1, 2, 3]
    for v in x.int().tolist():
        a[v % 3] = a[v % 3 - 1] + a[-(v % 3) - 1]
    return a


def tables(x):
    grid = [[0, 0], [0, 0]]
    for v in x.tolist():
        grid[v > 0][v > 1] += 1
    return grid


def walk(x):
    names, dx, dy = ["N", "E", "S", "W"], [0, 1, 0, -1], [1, 0, -1, 0]
    px = py = h = 0
    for c in x.int().tolist():
        h = (h + c) % 4
        px += dx[h]
        py += dy[h]
    return px, py, names[h]


def kinds(x):
    return [True, 2, 3.5][int(x[0])], (None, 1)[int(x[1] > 0)], [x.shape[0], 7][int(x[1] > 0)]


def swapped(x):
    s = [3, 1, 2]
    i, j = int(x[:3].argmin()), int(x[:3].argmax())
    s[i], s[j] = s[j], s[i]
    return s


def of_the_caller(x, items):
    items[int(x[0])] += 1
    return items[int(x[0])]


def caught(x):
    try:
        return [1, 2, 3][int(x[0]) * 2]
    except IndexError:
        return "outside"


def parts(x):
    picked = [x[0], x[1]][int(x.sum() > 0)]
    picked += 1
    return picked, x
"""
WHOLE = ["counts", "words", "of_elements", "sums", "from_both_ends", "tables", "walk", "kinds", "swapped"]
PROGRAM = harness.program(
    "chosen_items",
    SOURCE,
    [f"{name}(f32[N])" for name in [*WHOLE, "caught", "parts"]] + ["of_the_caller(f32[N], [1, 2, 3])"],
    args=["--force"],
    flags="-O0",
)
ROWS = [[1.0, -2.0, 0.0, 3.0, 0.5, 9.0], [2.0, 1.0, -3.0], [0.0, 0.0, 7.0], [-1.0, 5.0, 5.0, 4.0], [-2.0, 1.0, 1.0]]


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("row", range(len(ROWS)))
def test_positions_by_data(name, row):
    harness.check(PROGRAM.load(), name, lambda: (torch.tensor(ROWS[row]),), expect="whole")


@pytest.mark.parametrize("first", [-5.0, -4.0, -1.0, 1.0, 2.0, 3.0, 7.0])
def test_positions_that_may_be_outside(first):
    for name in [*WHOLE, "caught", "parts"]:
        harness.check(PROGRAM.load(), name, lambda name=name: (torch.tensor([first, 1.0, 0.0]),))
    harness.check(PROGRAM.load(), "of_the_caller", lambda: (torch.tensor([first]), [1, 2, 3]))
    harness.check(PROGRAM.load(), "of_the_caller", lambda: (torch.tensor([first]), [1, 2.5, None]))
