"""scatter and scatter_add where ranks differ: torch compares none where the index is empty; no dimension counts as one."""

import itertools

import harness
import pytest
import torch
from table import randn

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


PLACES = harness.program(
    "places_of_no_dimension",
    """
import torch


def copied(x, i, s):
    return x.index_copy(1, i, s), x.index_copy(-1, i, s * 2)


def added(x, i, s):
    return x.index_add(1, i, s), x.index_add(1, i, s, alpha=3)


def filled(x, i, s):
    return x.index_fill(1, i, 2.0), x.clone().index_fill_(0, i, s[0, 0])


def in_place(x, i, s):
    x.index_copy_(1, i, s)
    x.index_add_(1, i, s)
    return x + 1


def cached(cache, at, new, most):
    if at[-1] >= most:
        at = torch.tensor(most - 1, device=at.device)
        cache = torch.roll(cache, -1, dims=1)
    return cache.index_copy(1, at, new) * 2
""",
    calls=[
        "copied(f32[N, M], i64[], f32[N, 1])",
        "added(f32[N, M], i64[], f32[N, 1])",
        "filled(f32[N, M], i64[], f32[N, 1])",
        "in_place(f32[N, M], i64[], f32[N, 1])",
        "cached(f32[N, M], i64[1], f32[N, 1], 3)",
    ],
)


@pytest.mark.parametrize("name", ["copied", "added", "filled", "in_place"])
def test_one_place(name):
    for place in (0, 1, -1, 7):
        made = lambda: (randn(4, 3, seed=1), torch.tensor(place), randn(4, 1, seed=2))  # noqa: E731, B023
        harness.check(PLACES.load(), name, made, expect="whole" if place in (0, 1) else None)
    for sizes in ((4, 2), (3, 1), (4,)):
        made = lambda: (randn(4, 3, seed=1), torch.tensor(1), randn(*sizes, seed=2))  # noqa: E731, B023
        harness.check(PLACES.load(), name, made)


@pytest.mark.parametrize("place", [0, 2, 3, 5])
def test_cache_that_is_full(place):
    made = lambda: (randn(4, 3, seed=1), torch.tensor([place]), randn(4, 1, seed=2), 3)  # noqa: E731
    harness.check(PLACES.load(), "cached", made, expect="whole")
