"""What a program puts in the place of a library's object, and hands on: it is what is there, and not what was."""

import collections
import math

import pytest
import torch
from harness import check, program
from table import randn

PROGRAM = program(
    "replaced_and_passed",
    """
import collections
import functools
import math

import torch


class Holder:
    def __init__(self, function):
        self.function = function


def traced(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args)

    return wrapper


def builtin(x, function):
    return x * function(2.5)


def made(x, cls):
    d = cls()
    d["a"] = x + 1
    return d["a"] * 2, len(d)


def applied(x, function):
    return function(x) + 1


def held(x, holder):
    return holder.function(x) * 2


def wrapped(x):
    function = traced(torch.tanh)
    y = x * 2
    print("between")
    return function(y), y
""",
    [
        "builtin(f32[N], math.floor)",
        "made(f32[N], collections.OrderedDict)",
        "applied(f32[N], torch.nn.functional.relu)",
        "held(f32[N], Holder(torch.sigmoid))",
        "wrapped(f32[N])",
    ],
    ["--force"],
)


class Longer(collections.OrderedDict):
    def __len__(self):
        return 7


ARGUMENTS = {
    "builtin": lambda module: (randn(3), math.floor),
    "made": lambda module: (randn(3), collections.OrderedDict),
    "applied": lambda module: (randn(3), torch.nn.functional.relu),
    "held": lambda module: (randn(3), module.Holder(torch.sigmoid)),
    "wrapped": lambda module: (randn(3),),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_replaced(name, monkeypatch):
    pair = PROGRAM.load()

    def called(module):
        return lambda: getattr(module, name)(*ARGUMENTS[name](module))

    check(pair, called, tuple, expect="compiled")
    monkeypatch.setattr(math, "floor", lambda number: 100)
    monkeypatch.setattr(collections, "OrderedDict", Longer)
    monkeypatch.setattr(torch.nn.functional, "relu", lambda t: t - 50)
    monkeypatch.setattr(torch, "sigmoid", lambda t: t + 9)
    monkeypatch.setattr(torch, "tanh", lambda t: t * 3)
    check(pair, called, tuple)
