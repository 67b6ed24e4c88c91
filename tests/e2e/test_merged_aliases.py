"""Tensors that two sides of a branch choose: a write or a return goes to the very tensor that was chosen."""

import harness
import pytest
from table import randn

SOURCE = """
def written(x, y, n):
    if n > 2:
        v = y + 1
    else:
        v = x
    v.add_(1)
    return y * 2


def written_in_part(x, y, n):
    if n > 2:
        v = y + 1
    else:
        v = x
    v[0] = 1.0
    return y * 2


def written_through_a_list(x, y, n):
    w = y * 2
    if n > 2:
        v = w + 1
    else:
        v = x
    both = [v, v]
    both[0].add_(1)
    v[0] = 1.0
    return w


def written_after_the_choice(x, y, n):
    if y.sum() > 0:
        v = y + 1
    else:
        v = y
    y[0] = 1.0
    both = [v, x]
    both[0].add_(1)
    w = x + v
    x += 1
    return w, w + x.sum() * 0.01


def chosen_of_two(x, y, n):
    a = x + 1
    b = y + 1
    if n > 2:
        v = a
    else:
        v = b
    v.mul_(3)
    return a, b


def returned_beside(x, y, n):
    a = x + 1
    if n > 2:
        v = a
    else:
        v = a * 2
    return v, a


def equal_on_one_side(x, y, n):
    a = x + 1
    b = a + 1
    if n > 2:
        c = a + 1
    else:
        c = a * 2
    return b[:1], c


def filled_on_one_side(x, y, n):
    if n > 2:
        v = x.clone()
        v.copy_(x)
    else:
        v = x + y
    return v


def read_after_a_write(x, y, n):
    if n > 2:
        v = x + 1
    else:
        v = x
    w = v * 2
    x.add_(y)
    return w, v + 1


def one_of_two_is_written(x, y, n):
    a = x + 1
    b = y + 1
    v = a if n > 2 else b
    a.add_(1)
    return v * 2


def loop_over_an_input(x, y, n):
    v = x
    for i in range(n):
        v = v * 0.5
    x.add_(1)
    return v * 2


def bound_in_the_loop(x, y, n):
    w = x * 2
    for i in range(n):
        v = w * 2 + i
    return v + 1


def carried(x, y, n):
    v = x
    for i in range(n):
        v = v * 0.5 + i
    v.add_(1)
    return v


def kept_while_read(x, y, n):
    v = x * 2
    for i in range(n):
        v = v * 0.5 + i
    w = v
    for i in range(3):
        w = w * 0.5 + y
    v.add_(1)
    return w, v
"""
NAMES = [line[4 : line.index("(")] for line in SOURCE.splitlines() if line.startswith("def ")]
PROGRAM = harness.program("merged", SOURCE, [f"{name}(f32[M, N], f32[M, N], 3)" for name in NAMES], ["--force"])


@pytest.mark.parametrize("n", [0, 1, 2, 3])
@pytest.mark.parametrize("shape", [(3, 4), (1, 1), (2, 2)])
@pytest.mark.parametrize("name", NAMES)
def test_the_chosen_tensor_is_meant(name, shape, n):
    harness.check(PROGRAM.load(), name, lambda: (randn(*shape, seed=1), randn(*shape, seed=2), n))


@pytest.mark.parametrize("name", NAMES)
def test_both_arguments_are_one_tensor(name):
    def arguments():
        x = randn(3, 4, seed=1)
        return x, x, 1

    harness.check(PROGRAM.load(), name, arguments)
