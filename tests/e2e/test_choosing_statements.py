"""Statements that are conditional expressions: `(a if c else b).append(v)`, `c and a.append(v)`."""

import harness
import pytest
import torch

SOURCE = """
import torch


def parted(x):
    pos, neg = [], []
    for r in x:
        (pos if r > 0 else neg).append(r * 2)
    return torch.stack(pos) if pos else None, len(neg)


def in_three(x):
    a, b, c = [], [], []
    for i, v in enumerate(x.tolist()):
        (a if v > 0 else b if v < 0 else c).append(i)
    return a, b, c


def sides(x):
    a, b = [], []
    for v in x.tolist():
        a.append(v) if v > 0 else b.append(v)
    return a, b


def operands(x):
    r, small = [], []
    for i, v in enumerate(x.tolist()):
        not r and r.append(v)
        r and v > r[-1] and r.append(v)
        v > 0 or i > 2 or small.append((i, v))
    return r, small


def methods(x):
    (x.add_ if x.sum() > 0 else x.mul_)(2)
    (x if x.sum() > 0 else x[1:]).add_(1)
    x.sum() > 9 and x.mul_(2)
    return x


def known(x, flag, log):
    log.append("a") if flag else log.append("b")
    (log if flag else []).extend([1, 2])
    flag and log.append(x)
    return x * 2
"""
PROGRAM = harness.program(
    "choosing_statements",
    SOURCE,
    [f"{name}(f32[N])" for name in ("parted", "in_three", "sides", "operands", "methods")]
    + ["known(f32[N], True, [])", "known(f32[N], False, [])"],
    args=["--force"],
    flags="-O0",
)
ROWS = [[1.0, -2.0, 0.0, 3.0, 0.5, 9.0], [-1.0, -2.0, -3.0], [2.0], [0.0, 0.0]]


@pytest.mark.parametrize("name", ["parted", "in_three", "sides", "operands", "methods"])
@pytest.mark.parametrize("row", range(len(ROWS)))
def test_data_choose(name, row):
    harness.check(PROGRAM.load(), name, lambda: (torch.tensor(ROWS[row]),), expect="whole")
    harness.check(PROGRAM.load(), name, lambda: (torch.zeros(0),))


@pytest.mark.parametrize("flag", [True, False])
def test_arguments_choose(flag):
    harness.check(PROGRAM.load(), "known", lambda: (torch.ones(2), flag, []), expect="whole")


ADDED = harness.program(
    "added_displays",
    """
import torch


def numbers(x):
    a = []
    for v in x.tolist():
        if v > 0:
            a += [v]
    return a


def tensors(x):
    a = []
    for r in x:
        y = r * 2
        if r > 0:
            a += [y]
        if r > 1:
            a += [y - 1, y + 1]
    return torch.stack(a) if a else x


def pairs(x):
    a = []
    for i, v in enumerate(x.tolist()):
        if v > 0:
            a += [(i, v)]
    return a


def two_names(x):
    a = b = []
    for v in x.tolist():
        if v > 0:
            a += [v]
    return a, b


def of_itself(x):
    a = [1.0]
    for v in x.tolist()[:3]:
        if v > 0:
            a += [*a, v]
    return a


def of_two_kinds(x):
    a = []
    for v in x.tolist():
        if v > 0:
            a += [v, [v]]
    return a
""",
    [f"{name}(f32[N])" for name in ("numbers", "tensors", "pairs", "two_names", "of_itself", "of_two_kinds")],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["numbers", "tensors", "pairs", "two_names", "of_itself", "of_two_kinds"])
@pytest.mark.parametrize("row", range(len(ROWS)))
def test_displays_that_are_added(name, row):
    whole = "whole" if name in ("numbers", "tensors", "pairs") else None
    harness.check(ADDED.load(), name, lambda: (torch.tensor(ROWS[row]),), expect=whole)
    harness.check(ADDED.load(), name, lambda: (torch.zeros(0),))
