"""Branches in loops whose sides leave values that cannot be one: each goes on to the end of its iteration."""

import pytest
import torch
from harness import check, program

SOURCE = """
import torch


def optional_in_loop(x, n: int):
    for i in range(n):
        mask = None
        if x.shape[0] > 1:
            mask = x * 2
        x = x + 1 if mask is None else x + mask
    return x


def masked(q, k):
    mask = None
    if q.size(0) > 1:
        mask = torch.ones(q.size(0), k.size(0), dtype=torch.bool).tril()
    scores = q @ k.t()
    if mask is not None:
        scores = scores.masked_fill(~mask, -1.0)
    return scores


def optional_in_callee(xs):
    total = 0
    for x in xs:
        total = total + masked(x, x).sum()
    return total, masked(xs[0], xs[1]) + masked(xs[1], xs[0]).t()


def kinds(x, n: int):
    seen, x = [], x * 1
    for i in range(n):
        if x.shape[0] > i + 1:
            y = (x, i)
        else:
            y = [x * 2, i, None]
        seen.append(y[0].sum() + len(y))
        if len(y) == 3:
            continue
        x = x + y[1]
    return torch.stack(seen).sum() + x


def until(x, n: int):
    for i in range(n):
        limit = None
        if x.shape[0] > 2:
            limit = 10.0
        x = x * 2
        if limit is not None:
            if x.sum() > limit:
                break
            x = x + 1
    else:
        x = -x
    return x


def first_past(x, bound: float):
    for i in range(len(x)):
        found = None
        if x[i] > bound:
            found = i
        if found is not None:
            return found, x[found]
    return None


def many(x):
    x = x - 1
    for i in range(6):
        a = b = None
        if x.shape[0] > 1:
            a = x
        if x.shape[0] > 3:
            b = x + 1
        for y in (a, b):
            if y is not None:
                x = x + y
    return x


def entry_of_many(x):
    return many(x) + many(x * 2)
"""

CALLS = """
optional_in_loop(f32[N], 3)
masked(f32[N, D], f32[M, D])
optional_in_callee([f32[N, D], f32[N, D]])
kinds(f32[N], 4)
until(f32[N], 3)
first_past(f32[N], 0.5)
many(f32[N])
entry_of_many(f32[N])
"""

built = program("forked_iterations", SOURCE, calls=CALLS.strip().splitlines(), args=["--force"], flags="-O0")


def numbers(*shape):
    return torch.arange(float(torch.Size(shape).numel())).view(shape) / 4


@pytest.mark.parametrize("size", [1, 2, 5])
def test_names_that_are_none_on_one_side(size):
    module = built.load()
    for n in (1, 4):
        check(module, "optional_in_loop", lambda n=n: [numbers(size), n], expect="whole")
    check(module, "masked", lambda: [numbers(size, 3), numbers(4, 3)], expect="whole")
    expect = "whole" if size > 1 else None  # strides of sizes of 1 are another variant
    check(module, "optional_in_callee", lambda: [[numbers(size, 3), numbers(size, 3)]], expect=expect)


@pytest.mark.parametrize("size", [1, 2, 3, 6])
def test_containers_of_different_kinds(size):
    check(built.load(), "kinds", lambda: [numbers(size), 4], expect="whole")


@pytest.mark.parametrize("size", [1, 2, 4])
@pytest.mark.parametrize("n", [0, 1, 5])
def test_iterations_that_break(size, n):
    check(built.load(), "until", lambda: [numbers(size), n])


@pytest.mark.parametrize("bound", [0.6, 9.0])
def test_iterations_that_return(bound):
    check(built.load(), "first_past", lambda: [numbers(5), bound])


@pytest.mark.parametrize("size", [1, 2, 4])
def test_many_in_one_function(size):
    check(built.load(), "many", lambda: [numbers(size)], expect="whole")
    check(built.load(), "entry_of_many", lambda: [numbers(size)], expect="whole")
