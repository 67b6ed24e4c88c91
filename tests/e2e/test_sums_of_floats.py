"""sum() of floats: added as the interpreter does that is built for, which is a guard. From 3.12 on, it compensates."""

import math
import pathlib
import random
import types

import harness
import pytest
import torch

SOURCE = """
import torch


def of_a_list(x, values):
    return x * 2, sum(values), sum(values, 0.5), sum(v * 3 for v in values)


def of_items(t):
    return sum([v.item() for v in t]), t + 1


def of_rows(t):
    return sum(t.tolist())


def of_some_rows(t, n):
    return sum(t[:n].tolist()), sum(t.tolist(), 2.5)


def of_known(x):
    return x * sum([0.1] * 10), sum([0.1, 1e16, -1e16]), sum([2**53, 1, 0.5]), sum([0.1, 0.2], 0.3), sum([1, 2.5, 0.1], 3)


def of_tensors(x, values):
    return sum([x, *values]), sum([*values, x])


def of_a_set(x, a, b, c):
    return sum({0.1, 1e16, -1e16, 0.7}), sum({a, b, c}), x * 2


if __name__ == "__main__":
    x = torch.rand(5)
    of_a_list(x, [0.1, 0.2, 0.3])
    of_items(torch.rand(3))
    of_rows(x)
    of_some_rows(x, 3)
    of_known(x)
    of_tensors(x, [0.1, 0.2, 0.3])
    of_a_set(x, 0.1, 0.2, 0.3)
"""
PROGRAM = harness.program("sums_of_floats", SOURCE, args=["--force"], flags="-O0")
VALUES = [0.1, 1e16, 0.7, -1e16, 3.3]
PRELUDE = pathlib.Path(harness.ROOT / "analysis" / "prelude" / "_pyaot_iteration.py")


def numbers():
    return torch.tensor([0.1, 0.7, 1.3], dtype=torch.float32)


def many():
    return torch.tensor(VALUES, dtype=torch.float64)


ARGUMENTS = {
    "of_a_list": lambda: (numbers(), VALUES[:3]),
    "of_items": lambda: (numbers(),),
    "of_rows": lambda: (numbers(),),
    "of_some_rows": lambda: (numbers(), 2),
    "of_known": lambda: (numbers(),),
    "of_tensors": lambda: (numbers(), VALUES[:3]),
    "of_a_set": lambda: (numbers(), 0.1, 0.2, 0.4),
}


def plain(value):
    """With floats as text: the harness allows for rounding, and here it is what is tested."""
    return repr(value) if isinstance(value, float) else [plain(v) for v in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize("name", ARGUMENTS)
def test_sums(name):
    pair = PROGRAM.load()
    harness.check(pair, name, ARGUMENTS[name], expect=None if name == "of_a_set" else "whole")
    of_eager, of_built = (getattr(module, name)(*ARGUMENTS[name]()) for module in (pair.eager, pair.built))
    floats = [[v for v in plain((result,))[0] if isinstance(v, str)] for result in (of_eager, of_built)]
    assert floats[0] == floats[1]


def test_no_rows():
    harness.check(PROGRAM.load(), "of_rows", lambda: (torch.ones(0),), expect="fallback")


def compensated(start, items):
    """builtin_sum_impl() of CPython 3.12, whose result is a float."""
    total, lost = start, 0.0
    for x in items:
        now = total + x
        lost += (total - now) + x if abs(total) >= abs(x) else (x - now) + total
        total = now
    return total + lost if lost and math.isfinite(lost) else total


def test_compensated():
    text = PRELUDE.read_text().replace("import _pyaot\n", "")
    names = {
        "_pyaot": types.SimpleNamespace(python_minor=lambda: 12),
        "prim": types.SimpleNamespace(assume_at_least=lambda a, b: None),
    }
    exec(text, names)
    rng = random.Random(0)
    special = [float("inf"), -float("inf"), float("nan"), -0.0, 0.0, 1e308, -1e308, 1e-320]
    for _ in range(3000):
        items = [
            rng.choice(special) if rng.random() < 0.05 else rng.gauss(0, 1) * 10 ** rng.randint(-9, 9)
            for _ in range(rng.randint(1, 9))
        ]
        for start in (0, rng.gauss(0, 1), -0.0):
            wanted = compensated(float(start) if start == 0 and type(start) is int else start, items)
            assert repr(names["sum_of_floats"](items, start)) == repr(wanted), (start, items)
