"""Arguments, tuples and views that branches and loops choose: what is returned is the very object that Python has."""

import harness
import pytest
import torch
from table import randn

OBJECTS = """
import torch


def largest(xs, m):
    best = None
    for x in xs:
        if best is None or x.sum() > best.sum():
            best = x
    return best


def largest_of_some(xs, m):
    best = None
    for x, k in zip(xs, m):
        if k and (best is None or x.sum() > best.sum()):
            best = x
    return best, xs


def largest_used(xs, m):
    best, at = None, -1
    for i, x in enumerate(xs):
        if best is None or x.sum() > best.sum():
            best, at = x, i
    return best * 2, at, best


def made_here(x, m):
    ys = [x[0] * 2, x[0] + 1, x[0] - 1]
    best = ys[0]
    for y in ys:
        if y.sum() > best.sum():
            best = y
    return best


def made_here_and_returned(x, m):
    ys = [x[0] * 2, x[0] + 1, x[0] - 1]
    best = ys[0]
    for y in ys:
        if y.sum() > best.sum():
            best = y
    return best, ys


def made_here_or_none(x, m):
    ys = [x[0] * 2, x[0] + 1, x[0] - 1]
    best = None
    for y in ys:
        if y.sum() > 0:
            best = y
    return {"best": best, "ys": ys}


def made_here_and_written(x, m):
    ys = [x[0] * 2, x[0] + 1, x[0] - 1]
    best = None
    for y in ys:
        if y.sum() > 0:
            best = y
    ys[0].add_(1)
    return best, ys


def made_here_and_written_before(x, m):
    ys = [x[0] * 2, x[0] + 1, x[0] - 1]
    best = None
    for i in range(3):
        if m[i]:
            best = ys[i]
        ys[i] += 1
    return best, ys


def in_an_attribute(xs, m, b: "Box"):
    for x, k in zip(xs, m):
        if k:
            b.best = x
    return 1


def argument(x, m, y):
    z = x
    for i in range(3):
        if m[i]:
            z = y
        else:
            z = x if i % 2 else y
    return z, x, y


def argument_or_none(x, m, y):
    z = None
    for i in range(3):
        if m[i]:
            z = y
        elif m.any():
            z = x
    if z is None:
        return x
    return z


def argument_or_number(x, m, y):
    z = 0
    for i in range(3):
        if m[i]:
            z = y
    return z, [z, z]


def argument_or_new(x, m, y):
    z = x * 2
    for i in range(3):
        if m[i]:
            z = y
    return z


def argument_of_a_loop(x, m, y):
    z = x
    for i in range(x.shape[0]):
        if m[i]:
            z = y
    return z


def argument_of_a_helper(x, m, y):
    def pick(c):
        return x if c else y
    a = pick(m.any())
    return a, pick(m.all()) + 1


def tuple_with_another_name(x, m):
    last = (x.shape[0], 3)
    best = (4, x.shape[1])
    if m[0]:
        best = last
    return best, last, best is last


def tuples_of_a_loop(x, m):
    last = best = None
    for i in range(x.shape[0]):
        last = (i, x.shape[1])
        if m[i]:
            best = last
    return best is last


def tuples_of_a_loop_and_before(x, m):
    last = best = (0, 0)
    for i in range(x.shape[0]):
        last = (i, x.shape[1])
        if m[i]:
            best = last
    return best is last, best, last


def tuple_of_before_the_loop(x, m):
    last = best = (x.shape[0], 1)
    t = 0
    for i in range(x.shape[0]):
        if m[i]:
            best = (i, 2)
        t = t + best[0]
    return best is last, best, last, t


def tuple_of_before_the_branch(x, m):
    last = best = (x.shape[0], 1)
    if m.any():
        best = (x.shape[1], 2)
    print(end="")
    return best is last, best, last


def tuple_or_none(x, m):
    last = (x.shape[0], 1)
    best = None
    if m.any():
        best = last
    print(end="")
    return best is last, best, last


def tuple_of_some_or_none(x, m):
    last = (x.shape[0], 1)
    best = None
    for i in range(3):
        if m[i]:
            best = last
    print(end="")
    return best is last, best, last


def tuple_in_a_dict(x, m):
    s = {"a": None}
    t = (x * 2, 1)
    for i in range(x.shape[0]):
        if m[i]:
            s["a"] = t
    print(end="")
    return s["a"] is t, s, t


def given_tuple(x, m):
    def choose(pair, k):
        if k:
            pair = (1, 2)
        return pair

    pair = (x.shape[0], 3)
    print(end="")
    return choose(pair, m.any()) is pair, choose(pair, m.all()) is pair


class Box:
    def __init__(self):
        self.best = None


if __name__ == "__main__":
    x, m = torch.ones(4, 3), torch.tensor([True, False, True, True])
    TUPLES
    xs = [x[0] * 1, x[1] * 2, x[2] * 3, x[3] * 4]
    in_an_attribute(xs, m, Box())
    largest(xs, m)
    largest_used(xs, m)
    largest_of_some(xs, m)
    for f in (made_here, made_here_and_returned, made_here_or_none, made_here_and_written, made_here_and_written_before, tuple_with_another_name):
        f(x, m)
    for f in (argument, argument_or_none, argument_or_number, argument_or_new, argument_of_a_loop, argument_of_a_helper):
        f(x, m, x * 2)
"""
OF_LISTS = ["largest", "largest_of_some", "largest_used"]
OF_ONE = """
made_here
made_here_and_returned
made_here_or_none
made_here_and_written
made_here_and_written_before
tuple_with_another_name
""".split()
OF_TWO = """
argument
argument_or_none
argument_or_number
argument_or_new
argument_of_a_loop
argument_of_a_helper
""".split()
TUPLES = """
tuples_of_a_loop
tuples_of_a_loop_and_before
tuple_of_before_the_loop
tuple_of_before_the_branch
tuple_or_none
tuple_of_some_or_none
tuple_in_a_dict
given_tuple
""".split()
STAY = [*TUPLES, "made_here_and_written", "tuple_with_another_name", "argument_or_none", "argument_of_a_loop"]
Q = harness.program(
    "chosen_objects",
    OBJECTS.replace("TUPLES", "\n    ".join(f"{name}(x, m)" for name in TUPLES)),
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("kept", [(1, 0, 1, 1), (0, 0, 0, 0), (1, 1, 1, 1), (0, 1, 0, 1), (0, 0, 0), (1,), ()], ids=str)
@pytest.mark.parametrize("name", [*OF_LISTS, *OF_ONE, *TUPLES, *OF_TWO, "in_an_attribute"])
def test_the_very_object_that_was_chosen(name, kept):
    def arguments():
        x, m = randn(len(kept), 3), torch.tensor(kept, dtype=torch.bool)
        items = [randn(3, seed=i) for i in range(len(kept))]
        box = [Q.load().built.Box()] if name == "in_an_attribute" else []
        second = [randn(len(kept), 3, seed=1)] if name in OF_TWO else []
        return [items if name in OF_LISTS or box else x, m, *second, *box]

    expect = "whole" if len(kept) == 4 and name not in STAY else None
    harness.check(Q.load(), name, arguments, expect=expect)
