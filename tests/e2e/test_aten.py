"""Operators of ATen called from compiled code: results of sizes that are known at run time only, named tuples, random
numbers, and what must run as Python."""

import harness
import torch
from table import randn

SOURCE = """
import torch

def sorted_pair(x):
    return torch.sort(x * 2, -1)

def parts_of_pair(x):
    pair = torch.topk(x, 2)
    return pair.values + 1, pair[1] * 2, torch.cumsum(x, 1) * 2

def places(x):
    found = torch.nonzero(x > 0)
    return found * 2, found.shape[0] + 1

def values_and(x, y):
    return torch.unique(x) + y

def coin(x):
    return torch.bernoulli(torch.sigmoid(x)) * 2 + torch.bernoulli(x, 0.25)

def coin_then_miss(x, y):
    flips = torch.bernoulli(x, 0.5) + 1
    return torch.unique(x) + y, flips

def out_of_range(x, k):
    return torch.topk(x * 2, 7)[0] + 1
"""
CALLS = ["f32[M, N]"] * 3 + ["f32[M, N], i64[K]", "f32[M, N]", "f32[M, N], i64[K]", "f32[M, N], 7"]
NAMES = ["sorted_pair", "parts_of_pair", "places", "values_and", "coin", "coin_then_miss", "out_of_range"]
PROGRAM = harness.program(
    "aten_calls", SOURCE, calls=[f"{name}({call})" for name, call in zip(NAMES, CALLS)], args=["--force"]
)


def seeded(*arguments):
    torch.manual_seed(7)
    return arguments


def test_results_of_several_kinds():
    for name in ("sorted_pair", "parts_of_pair", "places"):
        for shape in ((4, 6), (3, 2), (1, 5)):
            harness.check(PROGRAM.load(), name, lambda shape=shape: (randn(*shape, seed=1),), expect="whole")


def test_sizes_known_at_run_time_agree():
    x = randn(4, 6, seed=3)
    harness.check(PROGRAM.load(), "values_and", lambda: (x, torch.arange(24)), expect="whole")
    harness.check(PROGRAM.load(), "values_and", lambda: (x, torch.arange(1)), expect="fallback")
    harness.check(PROGRAM.load(), "values_and", lambda: (x, torch.arange(25)), expect="fallback")


def test_random_numbers_are_those_of_the_seed():
    harness.check(PROGRAM.load(), "coin", lambda: seeded(randn(5, 6, seed=1)), expect="whole", times=3)


def test_a_miss_sets_the_generator_back():
    x = randn(4, 6, seed=3)
    harness.check(PROGRAM.load(), "coin_then_miss", lambda: seeded(x, torch.arange(24)), expect="whole")
    harness.check(PROGRAM.load(), "coin_then_miss", lambda: seeded(x, torch.arange(1)), expect="fallback")


def test_torch_raises():
    harness.check(PROGRAM.load(), "out_of_range", lambda: (randn(2, 7, seed=1), 7), expect="whole")
    harness.check(PROGRAM.load(), "out_of_range", lambda: (randn(2, 3, seed=1), 7), expect="fallback")
