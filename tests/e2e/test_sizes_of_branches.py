"""Sides of a branch that leave tensors of two sizes where no path can go on by itself: in `try` and `with` blocks, in the
iterations of loops that are unrolled, in functions that are called, in conditional expressions."""

import harness
import pytest
from table import randn

MERGED = ("in_a_try", "in_a_with", "expressions", "in_calls", "in_objects", "two_at_once")
PROGRAM = harness.Program(
    "sizes_of_branches",
    """
import contextlib
import torch
import torch.nn.functional as F


def by_steps(x, n: int):
    for i, scale in enumerate([0.5, 0.25]):
        for _ in range(n):
            x = torch.cat([x, x[-1:] * scale + i])
    return x


def in_a_try(x):
    try:
        if x.sum() > 0:
            x = torch.cat([x, x * 2])
        y = x * 3
    except ValueError:
        y = x
    return y


@contextlib.contextmanager
def noted(notes):
    notes.append("in")
    yield
    notes.append("out")


def in_a_with(x):
    notes = []
    with noted(notes):
        if x.sum() > 0:
            x = torch.cat([x, x * 2])
        y = x * 3
    return y + 1, notes


def expressions(x):
    return [(torch.cat([x, x + 1]) if v > 0 else x * 2).sum() for v in (x.sum(), x[0])]


def shorter_and_shorter(x):
    for k in (1, 2, 3):
        if x[-1] > 0:
            x = x[:-1] * 1
        x = x + k
    return x.sum(), x.shape[0]


def in_calls(x):
    def changed(v, limit):
        if v.max() > limit:
            v = v[1:] * 1
        if v.min() < -limit:
            v = torch.cat([v, v[:1]])
        return v

    with torch.no_grad():
        a = changed(x, 0.5)
        b = changed(a, 0.2)
    return a * 1, b * 2


class Store:
    def __init__(self):
        self.data = torch.zeros(0)

    def push(self, x):
        if x.sum() > 0:
            self.data = torch.cat([self.data, x])


def in_objects(x):
    store = Store()
    for scale in [1.0, -1.0, 2.0]:
        store.push(x * scale)
    return store.data * 2, store.data.shape


def two_at_once(x):
    a, b = x, x * 2
    for limit in (0.1, 0.2):
        if a.sum() > limit:
            a, b = torch.cat([a, b]), b[:2] * 1
    return a + 0, b + 0


def padded(x, w):
    for k in (1, 2):
        if x.mean() > 0:
            x = F.pad(x, (k, 0))
        y = F.conv1d(x[None, None], w[None, None])
    return y, x * 1


def multiplied(x, w):
    rows = x[:, None] * w[:2]
    try:
        if x.sum() > 0:
            rows = torch.cat([rows, rows])
        return (rows @ w[:2]).softmax(-1)
    finally:
        pass
""",
    args=["--force"],
    calls=["by_steps(f32[T], 3)"]
    + [f"{name}(f32[T])" for name in (*MERGED, "shorter_and_shorter")]
    + ["padded(f32[T], f32[K])", "multiplied(f32[T], f32[K])"],
    flags="-O0",
)


@pytest.mark.parametrize("name", MERGED)
def test_sizes_are_merged(name):
    for length in (5, 3, 4, 1):
        for seed in range(4):
            whole = "whole" if length > 2 else None
            harness.check(PROGRAM.load(), name, lambda: (randn(length, seed=seed),), expect=whole)  # noqa: B023
            harness.check(PROGRAM.load(), name, lambda: (-randn(length, seed=seed).abs(),), expect=whole)  # noqa: B023


def test_what_is_made_shorter():
    for length in (9, 4, 2):
        for seed in range(4):
            make = lambda: (randn(length, seed=seed),)  # noqa: E731, B023
            harness.check(PROGRAM.load(), "shorter_and_shorter", make, expect="whole" if length > 3 else None)


def test_loops_in_loops_that_are_unrolled():
    for length, steps in ((4, 3), (1, 2), (3, 1), (3, 0), (2, -1)):
        make = lambda: (randn(length, seed=1), steps)  # noqa: E731, B023
        harness.check(PROGRAM.load(), "by_steps", make, expect="whole" if steps == 3 else None)


def test_operators_take_them():
    for length in (5, 4):
        for seed in range(4):
            for name in ("padded", "multiplied"):
                make = lambda: (randn(length, seed=seed), randn(3, seed=7))  # noqa: E731, B023
                harness.check(PROGRAM.load(), name, make, expect="whole" if name == "padded" else None)
