"""Programs in which each value is used twice to make the next: what the compiler does for one must not be done once for
each way that leads to it. A fault of this kind is a build that does not end."""

import harness
import pytest
from table import randn

SOURCE = """
import torch


def chain(t):
    for _ in range(40):
        t = t * 0.5 + t.neg()
    return t


def around_a_write(x, y):
    t = chain(y)
    x.add_(1)
    return t * 2 + x


def rows(x, y):
    return chain(y).softmax(-1) + x


def branches(x, y):
    t = y
    for _ in range(30):
        if t.sum() > 0.1:
            t = t * 0.5 + t.neg()
        else:
            t = t.sin() - t
    return t + x


def sizes(x, y):
    n = y.shape[0]
    for _ in range(40):
        n = n * 3 % 7 + n // 2
    return x * n


def numbers(x, y):
    n = x.shape[1]
    for _ in range(40):
        n = max(n, 3) + min(n * 2, 7) - n % 5
    return y * (n % 11)
"""

NAMES = ("around_a_write", "rows", "branches")
MADE_OF_INTS = ("sizes", "numbers")
chains = harness.program("long_chains", SOURCE, [f"{n}(f32[N, M], f32[N, M])" for n in NAMES + MADE_OF_INTS])


@pytest.mark.parametrize("shape", [(3, 4), (1, 1), (0, 2)])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_used_twice_is_looked_at_once(name, shape):
    harness.check(chains.load(), name, lambda: (randn(*shape), randn(*shape)), expect="whole")


@pytest.mark.parametrize("shape", [(3, 4), (7, 2)])
@pytest.mark.parametrize("name", MADE_OF_INTS)
def test_ints_that_grow_beyond_bounds_are_left_to_python(name, shape):
    harness.check(chains.load(), name, lambda: (randn(*shape), randn(*shape)))
