"""Dicts of the module whose keys are functions, built-in ones among them, and classes of NumPy."""

import harness
import pytest
import torch

SOURCE = """
import math

import numpy as np
import torch
import torch.nn.functional as F


def scaled(x, by):
    return x * by


def shifted(x, by):
    return x + by


def replaced(x, by):
    return x - by


GAINS = {torch.tanh: 5 / 3, F.relu: math.sqrt(2), len: 3.0, math.sqrt: 0.5}
NUMBERS = {scaled: 2.0, shifted: -1.0}
DTYPES = {np.float32: torch.float32, np.int64: torch.int64, np.float16: torch.float16, float: torch.float64}
PAIRS = {("a", scaled): 1, ("b", torch.exp): 2}
CHOSEN = {shifted, torch.exp}


def gained(x, f):
    return f(x) * GAINS[f]


def gain_of_builtin(x):
    return x * GAINS[len] + GAINS.get(math.sqrt, 7.0) + GAINS.get(torch.sin, 11.0)


def all_of_them(x):
    for f, by in NUMBERS.items():
        x = f(x, by)
    return x


def as_dtype(x, kind):
    return x.to(DTYPES[kind]) + 1


def of_pair(x):
    return x * PAIRS["b", torch.exp] - PAIRS["a", scaled]


def is_chosen(x, f):
    return f(x) * 2 if f in CHOSEN else x - 1


if __name__ == "__main__":
    x = torch.ones(3, 4)
    gained(x, torch.tanh)
    gained(x, F.relu)
    gain_of_builtin(x)
    all_of_them(x)
    as_dtype(x, np.float16)
    as_dtype(x, float)
    of_pair(x)
    is_chosen(x, torch.exp)
"""

tables = harness.program("tables_by_function", SOURCE, args=("--force",), flags="-O0")


def rows():
    return torch.linspace(-1, 2, 12).reshape(3, 4)


@pytest.mark.parametrize("name", ["gain_of_builtin", "all_of_them", "of_pair"])
def test_tables_of_functions_are_known(name):
    harness.check(tables.load(), name, lambda: [rows()], expect="whole")


@pytest.mark.parametrize("function", [torch.tanh, torch.nn.functional.relu, torch.exp])
def test_the_function_that_is_given_is_the_key(function):
    harness.check(tables.load(), "is_chosen", lambda: [rows(), function])
    harness.check(tables.load(), "gained", lambda: [rows(), function])


@pytest.mark.parametrize("kind", ["float16", "float32", "int64"])
def test_classes_of_numpy_are_keys(kind):
    import numpy

    harness.check(tables.load(), "as_dtype", lambda: [rows(), getattr(numpy, kind)])


def test_a_table_that_has_other_keys_is_asked_anew():
    pair = tables.load()
    for module in (pair.eager, pair.built):
        module.NUMBERS = {module.shifted: 3.0, module.scaled: 0.5}
    harness.check(pair, "all_of_them", lambda: [rows()])
    for module in (pair.eager, pair.built):
        module.NUMBERS = {module.replaced: 3.0, module.shifted: 0.5}
    harness.check(pair, "all_of_them", lambda: [rows()])


def test_a_function_that_is_put_in_the_place_of_a_key_is_another_one():
    pair = tables.load()
    for module in (pair.eager, pair.built):
        module.scaled = module.replaced
        module.NUMBERS = {module.scaled: 2.0, module.shifted: -1.0}
    harness.check(pair, "all_of_them", lambda: [rows()])


def test_a_function_of_torch_that_is_replaced_is_seen(monkeypatch):
    pair = tables.load()
    monkeypatch.setattr(torch, "exp", torch.sin)
    for module in (pair.eager, pair.built):
        module.PAIRS = {("a", module.scaled): 1, ("b", torch.exp): 4}
    harness.check(pair, "of_pair", lambda: [rows()])
    harness.check(pair, "is_chosen", lambda: [rows(), torch.exp])
