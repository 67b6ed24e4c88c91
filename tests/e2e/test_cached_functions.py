"""functools.lru_cache of functions that call themselves or each other, with ints of the caller."""

import harness
import pytest
import torch

SOURCE = """
import functools

import torch

LIMIT = 3


@functools.lru_cache(maxsize=None)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@functools.cache
def even(n):
    return n == 0 or odd(n - 1)


@functools.cache
def odd(n):
    return n > 0 and even(n - 1)


@functools.cache
def limited(n):
    return LIMIT if n < 1 else limited(n - 1) + 1


@functools.cache
def told(n):
    print("n", n)
    return n if n < 1 else told(n - 1)


def grown(x, n):
    return x * fibonacci(n), fibonacci(5)


def parity(x, n):
    return x + 1, even(n), odd(n)


def of_a_global(x, n):
    return x * limited(n)


def aloud(x, n):
    return x * told(n)


if __name__ == "__main__":
    x = torch.ones(3)
    grown(x, 12)
    parity(x, 4)
    of_a_global(x, 2)
    aloud(x, 2)
"""
PROGRAM = harness.program("cached_functions", SOURCE, args=["--force"], flags="-O0")


@pytest.mark.parametrize("name, n", [("grown", 12), ("parity", 4)])
def test_of_ints_of_the_caller(name, n):
    pair = PROGRAM.load()
    harness.check(pair, name, lambda: (torch.arange(3.0), n), expect="whole", times=2)
    for other in (n + 1, 0, 7):
        harness.check(pair, name, lambda other=other: (torch.arange(3.0), other))


def test_one_that_was_replaced():
    pair = PROGRAM.fresh()
    for module in (pair.eager, pair.built):
        module.fibonacci = lambda n: -n
    harness.check(pair, "grown", lambda: (torch.arange(3.0), 12), expect="fallback")


def test_one_that_reads_a_global():
    pair = PROGRAM.fresh()
    for limit in (5, 6):
        for module in (pair.eager, pair.built):
            module.LIMIT = limit  # results that are kept do not see it
        harness.check(pair, "of_a_global", lambda: (torch.arange(3.0), 2))


def test_one_that_prints():
    harness.check(PROGRAM.fresh(), "aloud", lambda: (torch.arange(3.0), 2), times=2)
