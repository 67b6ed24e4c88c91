"""Positions that a call gives to insert() and pop() of lists: a guard says which."""

import pytest
import torch
from harness import check, program

SOURCE = """
def put(x, items, at: int):
    items.insert(at, 3)
    return x + items[0], items


def take(x, items, at: int):
    return x + items.pop(at), items


def grow(x, n: int):
    items = [1, 2, 3]
    for i in range(n):
        items.insert(i, 0)
        items.pop(n)
    return x + items[0], items
"""
LISTS = program(
    "list_positions",
    SOURCE,
    [
        "put(f32[N], [1, 2, 4], 1)",
        "put(f32[N], [1, 2, 4], -2)",
        "put(f32[N], [1, 2, 4], 9)",
        "take(f32[N], [1, 2, 4], 1)",
        "take(f32[N], [1, 2, 4], -3)",
        "grow(f32[N], 2)",
    ],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize(
    "name, expect, rest",
    [
        *(("put", "whole", ([1, 2, 4], at)) for at in (1, -2, 9)),
        ("put", "fallback", ([1, 2, 4], 0)),
        *(("take", "whole", ([1, 2, 4], at)) for at in (1, -3)),
        *(("take", "fallback", ([1, 2, 4], at)) for at in (3, -4)),
        ("grow", "whole", (2,)),
        ("grow", "fallback", (4,)),
    ],
)
def test_positions_of_the_call(name, expect, rest):
    def inputs():
        return (torch.ones(2), *(list(item) if isinstance(item, list) else item for item in rest))

    check(LISTS.load(), name, inputs, expect=expect)


FLOATS = program(
    "floats_that_lists_hold",
    """
import torch


def default(x, items=[1, "a", 2.5, None]):
    y = x.sin() + 1
    if "a" in items and None in items and 7 not in items:
        y = y * items.index(2.5)
    return y


def given(x, items):
    return x.sin() + items.index(2.5) + items.count(1.5) + (3.5 in items), items == [1.5, 2.5]


if __name__ == "__main__":
    default(torch.rand(3))
    given(torch.rand(3), [1.5, 2.5])
""",
    flags="-O0",
)


def test_floats_that_lists_hold():
    check(FLOATS.load(), "default", lambda: [torch.ones(2)], expect="whole")
    check(FLOATS.load(), "given", lambda: [torch.ones(2), [1.5, 2.5]], expect="whole")
    check(FLOATS.load(), "given", lambda: [torch.ones(2), [2.5, 1.5]], expect="whole")
    for items in ([1.5, 3.5], [1.5, float("nan")]):
        check(FLOATS.load(), "given", lambda items=items: [torch.ones(2), list(items)], expect="fallback")
