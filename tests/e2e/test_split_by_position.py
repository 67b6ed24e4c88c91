"""Statements that write, or call, what the data choose among a few: evaluated once for each."""

import harness
import pytest
import torch
from table import randn

OF_ROWS = (
    "elements",
    "parts",
    "rows",
    "one_object_twice",
    "objects",
    "functions",
    "made_functions",
    "of_three",
    "of_one_kind",
)
PROGRAM = harness.program(
    "split_by_position",
    """
import torch


class Kept:
    def __init__(self, count):
        self.count, self.total = count, torch.zeros(2)


def elements(x):
    pos, neg = torch.zeros(4), torch.zeros(4)
    for i, r in enumerate(x):
        (pos if r[0] > 0 else neg)[i] = r[1]
    return pos, neg


def parts(x):
    (x[0] if x.sum() > 0 else x[1])[1:] += x[0, :1]
    return x


def rows(x):
    held = [torch.zeros(2), torch.zeros(2)]
    for r in x:
        held[int(r.sum() > 0)] += r
    return held


def in_order(x):
    order, a, b = [], torch.zeros(4), torch.zeros(4)

    def told(value):
        order.append(len(order))
        return value

    for i, r in enumerate(x):
        (told(a) if r[0] > 0 else told(b))[told(i)] = told(r[1])
    return a, b, order


def one_object_twice(x):
    t = torch.zeros(2)
    held = [t, t, torch.ones(2)]
    for r in x:
        held[int(r.sum() > 0)] += r
        held[int(r.sum() > 0) + 1] *= 2
    return held, t


def objects(x):
    held = [Kept(1), Kept(2)]
    for r in x:
        k = held[int(r[0] > 0)]
        k.total = k.total + r
        k.count += 1
    return held[0].total, held[1].total, held[0].count, held[1].count


def functions(x):
    return [torch.exp, torch.neg, torch.abs][int(x[0, 0]) % 3](x)


def made_functions(x):
    made = [lambda v: v + 1, lambda v: v * 2]
    return (made[int(x[0, 0] > 0)])(x), (torch.sin if x.sum() > 1 else torch.cos)(x)


def of_three(x):
    m, n = [torch.zeros(2) for _ in range(3)], [0] * 3
    for r in x:
        c = int(r[0] * 3) % 3
        m[c] += r
        n[c] += 1
    return [a / max(b, 1) for a, b in zip(m, n)]


def of_one_kind(x):
    held = [x, "a", None]
    held[int(x[0, 0] > 0)] = x * 3
    return held


def of_a_list(x, held):
    held[int(x[0, 0] > 0)].add_(x[0])
    return held[0] * 2


def outside(x):
    held = [x * 1, x * 2]
    try:
        held[int(x[0, 0])] += 1
    except IndexError as e:
        return held, str(e)
    return held
""",
    args=["--force"],
    calls=[f"{name}(f32[M, 2])" for name in (*OF_ROWS, "in_order", "outside")]
    + ["of_a_list(f32[M, 2], [f32[N], f32[N]])"],
    flags="-O0",
)


@pytest.mark.parametrize("name", OF_ROWS)
def test_whole(name):
    for seed in range(4):
        harness.check(PROGRAM.load(), name, lambda: (randn(4, 2, seed=seed),), expect="whole")  # noqa: B023
    for given in (torch.zeros(4, 2), torch.zeros(3, 2) / 0, torch.ones(2, 2)):
        harness.check(PROGRAM.load(), name, lambda: (given.clone(),))  # noqa: B023


@pytest.mark.parametrize("first", [-3.0, -1.0, 0.0, 1.0, 2.0])
def test_of_the_caller_and_outside(first):
    harness.check(PROGRAM.load(), "in_order", lambda: (torch.tensor([[first, 1.0], [1.0, first]]),))
    row = lambda: torch.tensor([[first, 1.0]])  # noqa: E731
    harness.check(PROGRAM.load(), "outside", lambda: (row(),))
    harness.check(PROGRAM.load(), "of_a_list", lambda: (row(), [torch.ones(2), torch.zeros(2)]), expect="whole")
    harness.check(PROGRAM.load(), "of_a_list", lambda: (row(), [torch.ones(2)] * 2))
    harness.check(PROGRAM.load(), "of_a_list", lambda: (row(), [torch.ones(2)]))
