"""Functions and classes that globals hold in turn, or only once the program runs: compared at each call."""

import operator

import harness
import pytest
import torch
from table import randn

PROGRAM = harness.program(
    "turns",
    """
import operator

import torch
import torch.nn.functional as F
from torch import nn


def by_operator(x):
    return op(x, 3) + x


def by_class(x):
    return len(kind([1, 1, 2])) * x


def by_function(x):
    return activation(x) * 2


def by_mine(x):
    return mine(x) + 1


def doubles(x):
    return x * 2


def triples(x):
    return x * 3


def by_late(x):
    return late(x, 2) + 1


def by_mode(x):
    with mode():
        return x.sin(), torch.is_grad_enabled()


if __name__ == "__main__":
    late = operator.sub
    x = torch.randn(3)
    by_late(x)
    for op in [operator.mul, operator.add]:
        by_operator(x)
    for kind in (set, list):
        by_class(x)
    for activation in (torch.sin, F.relu):
        by_function(x)
    for mine in (doubles, triples):
        by_mine(x)
    for mode in (torch.enable_grad, torch.no_grad):
        by_mode(x)
""",
)
vector = lambda: (randn(3, seed=1),)


def set_both(pair, name, value):
    for module in (pair.eager, pair.built):
        setattr(module, name, value if not isinstance(value, str) else getattr(module, value))


@pytest.mark.parametrize(
    "function, name, values",
    [
        ("by_operator", "op", (operator.pow, operator.mul, operator.add, max, lambda a, b: a)),
        ("by_class", "kind", (tuple, set, list, torch.Size)),
        ("by_function", "activation", (torch.cos, torch.sin, torch.nn.functional.relu, torch.nn.ReLU())),
        ("by_mine", "mine", ("doubles", "triples", torch.sin)),
        ("by_late", "late", (operator.add, operator.sub, operator.mul, lambda a, b: b)),
        ("by_mode", "mode", (torch.inference_mode, torch.no_grad, torch.enable_grad)),
    ],
)
def test_what_a_global_holds(function, name, values):
    """At import no driver code runs: the first call of the built module may see any of them, in any order."""
    compiled = 0
    for order in (values, values[::-1], values[1:]):
        pair = PROGRAM.fresh()
        for value in order:
            set_both(pair, name, value)
            compiled += harness.check(pair, function, vector)["compiled"]
    assert compiled


def test_what_is_there_is_replaced():
    pair = PROGRAM.fresh()
    set_both(pair, "late", operator.sub)
    harness.check(pair, "by_late", vector, expect="whole")
    original = operator.sub
    operator.sub = lambda a, b: a
    try:
        harness.check(pair, "by_late", vector, expect="fallback")
        set_both(pair, "late", operator.sub)
        harness.check(pair, "by_late", vector, expect="fallback")
    finally:
        operator.sub = original
    set_both(pair, "late", operator.sub)
    harness.check(pair, "by_late", vector, expect="whole")


def test_names_that_are_not_there():
    pair = PROGRAM.fresh()
    harness.check(pair, "by_late", vector, expect="fallback")


COUNTED = harness.program(
    "counted_calls",
    """
import torch

CALLS = 0
SCALE = 1.5


def scaled(x):
    global CALLS, SCALE
    CALLS += 1
    y = x * SCALE
    print("call", CALLS)
    SCALE = SCALE * 0.5
    return torch.tanh(y) * CALLS + SCALE
""",
    ["scaled(f32[N])"],
)


def test_a_number_that_another_segment_changes_is_no_constant():
    pair = COUNTED.load()
    for _ in range(3):
        harness.check(pair, "scaled", lambda: (torch.ones(3),))
    assert pair.built.CALLS == pair.eager.CALLS == 3
    assert pair.built.__pyaot__.counters()["fallback"] == 0


DRAWN = harness.program(
    "drawn_numbers",
    """
import torch

torch.manual_seed(0)
level = torch.rand(1).item()
count = torch.randint(3, (1,)).item()
is_odd = bool(torch.rand(1) > 2)
table = torch.rand(3)


def changed(x):
    def inner():
        global level, table
        y = table + 1
        level += 1
        table += 10
        return level, table, y + table

    return inner(), x * level


def counted(x):
    global count, is_odd
    count += 1
    is_odd = not is_odd
    return (x + 1 if is_odd else x - 1) * count


if __name__ == "__main__":
    changed(torch.ones(3))
    counted(torch.ones(3))
""",
    args=["--force"],
)


@pytest.mark.parametrize("name", ["changed", "counted"])
def test_numbers_that_the_data_say_are_set_anew(name):
    pair = DRAWN.fresh()
    harness.check(pair, name, lambda: [torch.ones(3)], expect="whole", times=3)
    for module in (pair.eager, pair.built):
        module.level, module.count = 7, 2.5  # of other types
    harness.check(pair, name, lambda: [torch.ones(3)], times=2)
