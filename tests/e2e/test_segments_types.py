"""What Python statements assign is of the type that their text shows: the segments behind them run compiled."""

import harness
import pytest
import torch

SOURCE = """
import os
import random
import time
from time import perf_counter as clock

import torch


def timed(x):
    begin = time.time()
    y = torch.tanh(x * 2 + 1) * x
    taken = time.time() - begin
    return y * y + x, taken >= 0


def scaled_by_time(x):
    begin = clock()
    y = x * 2 + 1
    factor = (clock() - begin) * 0 + 1 / 2
    return y * factor + x


def drawn(x):
    count = random.randint(3, 3)
    share = random.random() * 0
    y = x * count + share
    return y * count - share


def named(x):
    name = os.path.basename("/a/b") + "!"
    label = f"{id(x)}"
    y = x * 2 + 1
    return y * y - x, name, label != ""


def own_clock(x, time):
    begin = time(x)
    y = x * 2 + 1
    return y * begin + x


def other_type(x, wanted: bool):
    count = int(random.random()) if wanted else len(str(id(x))[:0]) + 1
    y = x * 2 + 1
    return y * count + x
"""
NAMES = ("timed", "scaled_by_time", "drawn", "named")
types = harness.program(
    "segment_types",
    SOURCE,
    calls=[*(f"{name}(f32[N])" for name in NAMES), "other_type(f32[N], True)", "own_clock(f32[N], print)"],
)


@pytest.mark.parametrize("name", NAMES)
def test_compiled_behind_python(name):
    change = harness.check(types.load(), name, lambda: (torch.arange(5.0) - 2,), expect="compiled")
    assert harness.IN_PYTHON or change["fused"] >= 2, change


@pytest.mark.parametrize("wanted", [True, False])
def test_either(wanted):
    harness.check(types.load(), "other_type", lambda: (torch.ones(5), wanted))


def test_a_parameter_is_no_module():
    for made in (0.5, 3, torch.tensor(2.0)):
        harness.check(types.load(), "own_clock", lambda made=made: (torch.ones(5), lambda x: made))
