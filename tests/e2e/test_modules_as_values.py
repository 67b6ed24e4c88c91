"""Modules that are asked what they are: a global that was a module when the program was built may be None, another module
or anything else at a later call (a package that is there or not), and counts as what it is then."""

import math

import numpy
import pytest
import torch
from harness import check, program

SOURCE = """
import math

import numpy as np
import torch
from torch import nn

try:
    import numpy.random as rnd
except ImportError:
    rnd = None


def is_none(x):
    if np is None:
        return x * 2 - 1
    return x + 1 + x * x


def is_there(x):
    return x * 2 - 1 if rnd is not None else x + 1 + x * x


def is_true(x):
    if np:
        return x * 2 - 1
    return x + 1 + x * x


def equal(x):
    if np == rnd:
        return x * 2 - 1
    return x + 1 + x * x


def typed(x):
    if isinstance(np, int):
        return x * 2 - 1
    return x + 1 + x * x


def given(x):
    def take(module):
        return x * 2 - 1 if module is None else x + 1 + x * x

    return take(np)


def chosen(x):
    module = np or rnd
    return x * 2 - 1 if module is rnd else x + 1 + x * x


def kept(x):
    return x * 2 + 1, [np, rnd]


def below(x):
    if nn.functional is None:
        return x * 2 - 1
    return nn.functional.relu(x) + math.pi
"""
NAMES = ["is_none", "is_there", "is_true", "equal", "typed", "given", "chosen", "kept", "below"]
PROGRAM = program("modules_as_values", SOURCE, [f"{name}(f32[N])" for name in NAMES])


@pytest.mark.parametrize("name", NAMES)
def test_globals_that_were_modules(name):
    pair = PROGRAM.fresh()
    others = [None, 5, math, numpy]

    def make():
        return (torch.linspace(-1, 1, 7),)

    check(pair, name, make, expect="whole" if name != "kept" else None)
    for other in others:
        for module in (pair.eager, pair.built):
            module.np = module.rnd = other
        check(pair, name, make)
    for module in (pair.eager, pair.built):
        module.np, module.rnd = numpy, numpy.random
    check(pair, name, make, expect="whole" if name != "kept" else None)


def test_modules_of_modules(monkeypatch):
    pair = PROGRAM.fresh()
    check(pair, "below", lambda: (torch.ones(3),), expect="whole")
    monkeypatch.setattr(torch.nn, "functional", None)
    check(pair, "below", lambda: (torch.ones(3),), expect="fallback")
