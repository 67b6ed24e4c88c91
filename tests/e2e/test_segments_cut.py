"""Segments whose last statements turn out not to compile: each statement still runs once, and in its place."""

import harness
import pytest
from table import randn

SOURCE = """
def a_set_after(x, c):
    y = x * 1.5
    y.add_(c)
    q = {1, 2}
    print("between")
    return y, q


def a_list_twice(x, c):
    y = x * 1.5
    y.add_(c)
    pair = [y]
    both = (pair, pair)
    print("between")
    return both


def an_input_in_place(x, c):
    x.mul_(2)
    y = x + c
    q = {1, 2}
    print("between")
    x.add_(1)
    return y, q
"""
PROGRAM = harness.program(
    "cut_short", SOURCE, [f"{f}(f32[M, N], f32[M, 1])" for f in ("a_set_after", "a_list_twice", "an_input_in_place")]
)


@pytest.mark.parametrize("name", ["a_set_after", "a_list_twice", "an_input_in_place"])
@pytest.mark.parametrize("shape", [(3, 4), (1, 1), (4, 1), (0, 3)])
def test_each_statement_runs_once(name, shape):
    harness.check(PROGRAM.load(), name, lambda: (randn(*shape, seed=1), randn(shape[0], 1, seed=2)))
