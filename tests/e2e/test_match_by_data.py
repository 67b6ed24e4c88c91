"""match statements whose case the data choose: numbers against literals, guards over data, parts of tuples and dicts."""

import harness
import pytest
import torch

SOURCE = """
import torch


def position(x):
    match int(x.argmax()):
        case 0:
            return x + 1
        case 1 | 2:
            return x * 2
        case n:
            return x - n


def guarded(x):
    match x.sum().item():
        case s if s > 0:
            y = x * s
        case _:
            y = x
    return y + 1


def pairs(x):
    match (int(x[0]), int(x[1])):
        case (0, 0):
            y = x
        case (0, b):
            y = x + b
        case (a, 0) if a > 2:
            y = x * a
        case _:
            y = -x
    return y * 2


def in_a_loop(x):
    n = 0
    for v in x.tolist():
        match v:
            case 0:
                continue
            case 1 | -1:
                n += 1
            case k if k < 0:
                n -= 10
            case 7:
                break
            case _:
                n += 100
    return n


def truths(x):
    match bool(x.sum() > 0):
        case True:
            return x + 1
        case False:
            return x - 1


def elements(x):
    match x[0]:
        case 1:
            return x + 1
        case 2.5:
            return x - 1
        case torch.Tensor():
            return x


def keys(x):
    match {"k": int(x[0]), "v": x}:
        case {"k": 0, "v": v}:
            return v + 1
        case {"k": k, "v": v} if k > 3:
            return v * k
        case {"k": k, **rest}:
            return rest["v"] - k


def names_of_cases(x):
    match int(x[0]):
        case 0 as z:
            pass
        case k if k > 5:
            z = k * 2
        case z:
            z = -z
    return z, x * z, "k" in dir()


def effects(x, out):
    match int(x[0]):
        case 0:
            out.append(x)
        case 1:
            out.append(x * 2)
            x += 1
    return len(out)
"""

PROGRAM = harness.program(
    "match_by_data",
    SOURCE,
    calls=[
        "position(f32[N])",
        "guarded(f32[N])",
        "pairs(f32[N])",
        "in_a_loop(i64[N])",
        "truths(f32[N])",
        "elements(f32[N])",
        "keys(f32[N])",
    ],
)
ROWS = [
    [1.0, 2.0, 0.0, 4.0],
    [3.0, 2.0, 0.0, 1.0],
    [0.0, 5.0, 0.0],
    [0.0, 0.0],
    [-2.0, 0.0],
    [2.5, -7.0],
    [7.0, 0.0],
]


@pytest.mark.parametrize("name", ["position", "guarded", "pairs", "truths", "elements", "keys"])
@pytest.mark.parametrize("row", range(len(ROWS)))
def test_numbers_that_the_data_decide(name, row):
    harness.check(PROGRAM.load(), name, lambda: (torch.tensor(ROWS[row]),), expect="whole")


@pytest.mark.parametrize("items", [[0, 1, -1, -3, 5, 7, 1], [0, 1, -1, -3, 5], [7], [0], []])
def test_cases_that_leave_iterations(items):
    harness.check(PROGRAM.load(), "in_a_loop", lambda: (torch.tensor(items, dtype=torch.int64),), expect="whole")


@pytest.mark.parametrize("row", range(len(ROWS)))
def test_names_and_effects_of_cases(row):
    harness.check(PROGRAM.load(), "names_of_cases", lambda: (torch.tensor(ROWS[row]),))
    harness.check(PROGRAM.load(), "effects", lambda: (torch.tensor(ROWS[row]), []))
