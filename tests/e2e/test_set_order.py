"""The order of sets: ints of 0 to 7 that never met others come by size; whatever else is in a set, or was, the order is
Python's to say."""

import pytest
import torch
from harness import check, program

SOURCE = """
import torch

FEW = frozenset((3, 1, 2))


def case_loops(t):
    seen = []
    for i in {3, 1, 2}:
        seen.append(i)
        t = t * 0.3 + i
    return t + 1, seen, list({7, 0, True, 5}), [i * 10 for i in frozenset((6, 4))], tuple(set(range(8)))


def case_pop(t):
    s, seen = {5, 2, 4}, []
    while s:
        seen.append(s.pop())
    return t + 1, seen, {6, 3}.pop()


def case_operators(t):
    a, b = {4, 2, 6}, {6, 1, 2}
    a |= {3}
    return t + 1, list(a | b), list(a & b), list(a - b), list(a ^ b), list(a.union(b, [0])), list(a.copy()), list(a.difference([2]))


def case_removed(t):
    s = {1, 2, 3}
    s.remove(2)
    return t + 1, list(s), str(s), f"{frozenset((2, 1))}", {i * 10 for i in s}


def case_changed(t):
    s, seen = {2, 1}, []
    try:
        for i in s:
            seen.append(i)
            s.add(i + 4)
    except RuntimeError as e:
        return t + 1, seen, str(e)


def case_sets_in_sets(t):
    outer = {frozenset((1, 2)), 3, frozenset()}
    found = [{1, 2} in outer, {1} in outer, set() in outer, {3} in frozenset((3,)), {2, 1} not in outer]
    try:
        found.append({1, 2} in {frozenset((1, 2)): 3})
    except TypeError as e:
        found.append(str(e))
    return t + 1, found


def case_branch(t):
    s = {3, 1}
    if t.sum() > 1000:
        s = {5, 2, 4}
    return t + 1, [i for i in s]


def open_added(t):
    s = {1, 2, 3}
    s.remove(2)
    s.add(2)
    return t + 1, list(s)


def open_swapped(t):
    s, seen = {1, 2, 3}, []
    for i in s:
        seen.append(i)
        s.discard(3)
        s.add(3)
    return t + 1, seen


def open_displaced(t):
    s = {8, 1}
    s.add(0)
    s.discard(8)
    return t + 1, list(s)


def open_hole(t):
    s = {0, 1, 2, 3, 4, 5, 6, 7} - {2}
    s.add(2)
    return t + 1, list(s)


def open_large(t):
    return t + 1, list({24, 17, 9}), list({-1, 2}), list({1.0, 0.0})


def open_global(t):
    return t + 1, list(FEW)


def open_given(t, s):
    return t + 1, list(s)
"""
CASES = ["loops", "pop", "operators", "removed", "changed", "sets_in_sets", "branch"]
OPEN = ["added", "swapped", "displaced", "hole", "large", "global"]


@pytest.fixture(scope="module")
def sets():
    calls = [f"case_{name}(f32[N])" for name in CASES] + [f"open_{name}(f32[N])" for name in OPEN]
    return program("set_order", SOURCE, calls=[*calls, "open_given(f32[N], {1, 2})"], flags="-O0").load()


def arguments():
    return (torch.arange(3.0),)


@pytest.mark.parametrize("name", CASES)
def test_small_ints_come_by_size(sets, name):
    check(sets, f"case_{name}", arguments, expect="whole")


@pytest.mark.parametrize("name", OPEN)
def test_what_else_a_set_had_matters(sets, name):
    check(sets, f"open_{name}", arguments)


@pytest.mark.parametrize("removed", [(), (8,)])
def test_sets_of_the_caller(sets, removed):
    def given():
        s = {8, 2, 0}
        s.difference_update(removed)
        return (*arguments(), s)

    check(sets, "open_given", given)
