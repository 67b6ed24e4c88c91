"""Functions that return on some paths and raise where they end: compiled for those that return."""

import harness
import pytest
import torch

SOURCE = """
import torch


def once(x):
    if x.sum() > 0:
        return x + 1
    raise ValueError("nothing positive")


def twice(x):
    if x.sum() > 100:
        return x + 1
    elif x.sum() > 0:
        return x * 3 - 1
    raise ValueError("nothing positive")


def unknown_name(x):
    if x.numel() > 0:
        return x.tanh() * 2
    return unknown(x)


def called(x):
    return once(x) * 2 + once(x + 1)


def handled(x):
    try:
        return once(x) * 2
    except ValueError as error:
        return x - len(str(error))


def noted(x, seen):
    seen.append(x.shape[0])
    if x.sum() > 0:
        x.mul_(2)
        return x + 1
    seen.append("raises")
    x.add_(1)
    raise ValueError("nothing positive")


def of_size(x, n: int):
    if n > x.shape[0]:
        return x.exp() + n
    if n > 0:
        return x * n + 1
    raise ValueError(f"{n} is not positive")


def in_a_loop(x):
    for i in range(3):
        if x[i].sum() > 0:
            return x[i] * 2 + 1
    raise ValueError("nothing positive")


def first_of(xs):
    for i, x in enumerate(xs):
        if x.sum() > 0:
            return i, x + 1, "found"
    raise ValueError("nothing positive")


def grown(x, seen):
    y = x
    for i in range(3):
        seen.append(i)
        y = y * 2
        if y.sum() > 100:
            return y
        x.add_(1)
    raise ValueError(f"too small after {len(seen)}")


def without_grad(x):
    with torch.no_grad():
        for i in range(3):
            if x[i].sum() > 0:
                return x[i] * 2
        raise ValueError("nothing positive")


class Child(torch.nn.Tanh):
    def forward(self, x):
        if x.numel() > 0:
            return super().forward(x) + 1
        raise RuntimeError("empty")


child = Child()
"""

CALLS = [f"{name}(f32[M, N])" for name in "once twice unknown_name called handled child".split()]
CALLS += ["first_of([f32[M, N], f32[M, N]])", "grown(f32[M, N], [])", "without_grad(f32[3, N])"]
CALLS += ["noted(f32[M, N], [])", "of_size(f32[M, N], 5)", "of_size(f32[M, N], 2)", "in_a_loop(f32[3, N])"]
built = harness.program("raises_at_the_end", SOURCE, calls=CALLS, flags="-O0")


def rows(sign):
    return torch.linspace(0.5, 2, 12).reshape(3, 4) * sign


@pytest.mark.parametrize("name", ["once", "twice", "called", "child"])
def test_paths_that_return_run_compiled(name):
    harness.check(built.load(), name, lambda: [rows(1)], expect="whole")


def test_a_path_that_does_not_ask_for_an_unknown_name_gives_what_eager_gives():
    """Python may know the name by the time of the call, so that what asks for it stays Python."""
    harness.check(built.load(), "unknown_name", lambda: [rows(1)])


@pytest.mark.parametrize("name", ["once", "twice", "called", "handled", "in_a_loop"])
@pytest.mark.parametrize("sign", [1, -1, 20])
def test_every_path_does_as_in_eager(name, sign):
    harness.check(built.load(), name, lambda: [rows(sign)])


@pytest.mark.parametrize("name", ["unknown_name", "child"])
def test_the_exception_of_the_last_path_is_raised(name):
    harness.check(built.load(), name, lambda: [torch.ones(0, 4)])


@pytest.mark.parametrize("sign", [1, -1])
def test_what_comes_before_the_exception_is_done(sign):
    harness.check(built.load(), "noted", lambda: [rows(sign), []], expect="whole" if sign > 0 else None)


@pytest.mark.parametrize("n", [5, 2, 0, -1])
def test_conditions_on_ints(n):
    harness.check(built.load(), "of_size", lambda: [rows(1), n], expect="whole" if n > 0 else None)


@pytest.mark.parametrize("name", ["in_a_loop", "without_grad"])
@pytest.mark.parametrize("row", range(3))
def test_any_row_may_be_the_one_that_returns(name, row):
    x = -torch.ones(3, 4)
    x[row] = 1
    harness.check(built.load(), name, lambda: [x], expect="whole")


@pytest.mark.parametrize("signs", [(1, 1), (-1, 1), (-1, -1)])
def test_the_first_that_will_do(signs):
    expect = "whole" if 1 in signs else None
    harness.check(built.load(), "first_of", lambda: [[rows(sign) for sign in signs]], expect=expect)


@pytest.mark.parametrize("size", [100, 2, 1, -1])
def test_each_path_writes_what_it_does_in_eager(size):
    expect = "whole" if size > 0 else None
    harness.check(built.load(), "grown", lambda: [rows(size), []], expect=expect)
