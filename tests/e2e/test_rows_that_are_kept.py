"""The row that a loop keeps, as the data decide: it is a view of the tensor at a position that the loop carries."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


class Keeper:
    def __init__(self):
        self.best = None

    def see(self, row):
        if self.best is None or row.norm() > self.best.norm():
            self.best = row


def best(x):
    best = x[0]
    for r in x[1:]:
        if r.sum() > best.sum():
            best = r
    return best


def with_its_position(x):
    best, at = None, -1
    for i, r in enumerate(x):
        if best is None or r.sum() > best.sum():
            best, at = r, i
    return best, at


def thrice(x):
    y = best(x)
    return y, [y], {"y": y}


def column(x):
    best = x[:, 0]
    for j in range(1, x.size(1)):
        if x[:, j].max() > best.max():
            best = x[:, j]
    return best


def element(x):
    best = x[0, 0]
    for i in range(x.size(0)):
        for j in range(x.size(1)):
            if x[i, j] > best:
                best = x[i, j]
    return best


def every_other(x):
    best = x[::2][0]
    for r in x[::2]:
        if r.sum() > best.sum():
            best = r
    return best


def backwards(x):
    best, i = x[-1], x.size(0) - 2
    while i >= 0:
        if x[i].sum() > best.sum():
            best = x[i]
        i -= 1
    return best


def left_early(x):
    best = x[0]
    for r in x[1:]:
        if r.sum() > 3:
            return best
        if r.sum() > best.sum():
            best = r
        if r.sum() < -3:
            break
    return best


def of_a_new_tensor(x):
    y = x * 2
    return best(y), y


def with_its_score(x):
    best = (x[0].sum(), x[0])
    for r in x[1:]:
        if r.sum() > best[0]:
            best = (r.sum(), r)
    return best


def of_two(x, y):
    bx, by = x[0], y[0]
    for a, b in zip(x, y):
        if (a * b).sum() > (bx * by).sum():
            bx, by = a, b
    return bx, by


def is_written(x):
    y = best(x)
    y += 1
    return x


def is_written_and_returned(x):
    return best(x).mul_(2)


def tensor_is_written(x):
    y = best(x)
    x += 1
    return y


def in_an_attribute(x):
    keeper = Keeper()
    for r in x:
        keeper.see(r)
    return keeper.best


def row_before(x):
    before, total = x[0], 0
    for r in x:
        total = total + (r - before).abs().sum()
        before = r
    return before, total


def maybe_the_first(x):
    first = best = x[0]
    for r in x[1:]:
        if r.sum() > best.sum():
            best = r
    return first, best


def two_kept(x):
    most = least = x[0]
    for r in x[1:]:
        if r.sum() > most.sum():
            most = r
        if r.sum() < least.sum():
            least = r
    return most, least


def is_the_first(x):
    first = best = x[0]
    for r in x[1:]:
        if r.sum() > best.sum():
            best = r
    return best is first


def part_of_it(x):
    y = best(x)
    return y[0], y[1:], y


def row_or_new(x):
    best = x[0]
    for r in x[1:]:
        best = r if r.sum() > best.sum() else best * 1
    return best


def written_in_the_loop(x):
    best = x[0]
    for i in range(1, x.size(0)):
        if x[i].sum() > best.sum():
            best = x[i]
        best += 1
    return best


def kept_with_marks(x):
    best = x[0]
    best.mark = 0
    for i in range(1, x.size(0)):
        r = x[i]
        r.mark = i
        if r.sum() > best.sum():
            best = r
    return best.mark


def kept_in_a_list(x):
    best, better = x[0], []
    for r in x[1:]:
        if r.sum() > best.sum():
            best = r
            better.append(best)
    return best, len(better)


def rows_and_kept(x):
    rows = list(x)
    best = rows[0]
    for r in rows:
        if r.sum() > best.sum():
            best = r
    return best, rows
"""

WHOLE = [
    "best",
    "with_its_position",
    "thrice",
    "column",
    "element",
    "every_other",
    "backwards",
    "left_early",
    "of_a_new_tensor",
    "with_its_score",
    "is_written",
    "is_written_and_returned",
    "tensor_is_written",
    "in_an_attribute",
    "row_before",
]
OPEN = [
    "maybe_the_first",
    "two_kept",
    "is_the_first",
    "part_of_it",
    "row_or_new",
    "written_in_the_loop",
    "kept_with_marks",
    "kept_in_a_list",
    "rows_and_kept",
]
KEPT = harness.program(
    "kept", SOURCE, calls=[*(f"{name}(f32[M, N])" for name in WHOLE + OPEN), "of_two(f32[M, N], f32[M, N])"]
)
TENSORS = [
    lambda: randn(5, 3),
    lambda: torch.arange(12.0).view(4, 3),
    lambda: -torch.arange(12.0).view(4, 3),
    lambda: torch.zeros(3, 2),
]


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("at", range(len(TENSORS)))
def test_the_row_that_is_kept_is_a_view(name, at):
    harness.check(KEPT.load(), name, lambda: (TENSORS[at](),), expect="whole")


@pytest.mark.parametrize("name", OPEN)
@pytest.mark.parametrize("at", range(len(TENSORS)))
def test_which_object_it_is_stays_open(name, at):
    harness.check(KEPT.load(), name, lambda: (TENSORS[at](),))


@pytest.mark.parametrize("name", WHOLE + OPEN)
@pytest.mark.parametrize("size", [(1, 3), (0, 3), (2, 1)])
def test_few_rows(name, size):
    harness.check(KEPT.load(), name, lambda: (randn(*size),))


@pytest.mark.parametrize("name", WHOLE + OPEN)
def test_rows_of_another_layout(name):
    harness.check(KEPT.load(), name, lambda: (randn(3, 4).t(),))


def test_rows_of_two_tensors():
    harness.check(KEPT.load(), "of_two", lambda: (randn(5, 3), randn(5, 3, seed=1)), expect="whole")
    x = randn(5, 3)
    harness.check(KEPT.load(), "of_two", lambda: (x, x))
