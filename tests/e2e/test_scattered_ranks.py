"""scatter and scatter_add where ranks differ: torch compares none where the index is empty; no dimension counts as one."""

import itertools

import harness
import pytest
import torch

SOURCE = """
def added(t, index, src):
    try:
        return t.scatter_add(0, index, src)
    except Exception as error:
        return type(error).__name__


def added_in_place(t, index, src):
    try:
        return t.scatter_add_(0, index, src)
    except Exception as error:
        return type(error).__name__


def written(t, index, src):
    try:
        return t.scatter_(0, index, src)
    except Exception as error:
        return type(error).__name__
"""
NAMES = ["added", "added_in_place", "written"]
RANKS = {"": (), "A": (4,), "A, B": (4, 5)}


def sizes(names, letter):
    return "[%s]" % ", ".join(letter + name for name in names.split(", ") if name)


CALLS = [
    f"{name}(f32{sizes(t, 'T')}, i64{sizes(index, 'I')}, {dtype}{sizes(src, 'S')})"
    for name, t, index, src, dtype in itertools.product(NAMES, RANKS, RANKS, RANKS, ("f32", "i64"))
]
PROGRAM = harness.program("scattered_ranks", SOURCE, CALLS, args=("--force",), flags="-O0")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("t", [(), (4,), (0,), (4, 5), (0, 5)])
@pytest.mark.parametrize("index", [(), (2,), (0,), (1, 5), (1, 0)])
def test_ranks(name, t, index):
    for src, dtype in itertools.product([(), (2,), (0,), (1, 5), (2, 0)], (torch.float32, torch.int64)):
        args = lambda: (torch.ones(t), torch.zeros(index, dtype=torch.int64), torch.ones(src).to(dtype))
        harness.check(PROGRAM.load(), name, args)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("t, index, src", [((4,), (2,), (2,)), ((4, 5), (2, 3), (3, 3)), ((4,), (2, 3), (2, 3))])
def test_ranks_that_are_compiled(name, t, index, src):
    args = lambda: (torch.ones(t), torch.zeros(index, dtype=torch.int64), torch.ones(src))
    harness.check(PROGRAM.load(), name, args, expect="compiled")
