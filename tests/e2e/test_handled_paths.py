"""Exceptions that the data raise and handlers catch, where the two ways leave what cannot be merged: an argument or what
is made of it, lists of two lengths, values of two types. Each goes to the end of the function by itself."""

import harness
import pytest
from table import randn

NAMES = (
    *("scaled", "noted", "counted", "shorter", "typed", "in_a_function", "with_else", "and_more", "called", "returns"),
    *("finally_", "in_a_loop", "in_a_mode", "twice", "raises_later", "written", "branches_later"),
)
WHOLE = (*NAMES[:8], "branches_later")
PROGRAM = harness.program(
    "handled_paths",
    """
import torch


def scaled(x):
    try:
        if x.max() > 1:
            raise ValueError("large")
    except ValueError:
        x = x / x.max()
    return x


def noted(x):
    state = []
    try:
        if x.max() > 1:
            raise ValueError("large")
    except ValueError as e:
        state.append(str(e))
        x = x / x.max()
    return x, state


def counted(x):
    state = [0]
    try:
        if x.max() > 1:
            raise ValueError("large")
    except ValueError:
        state.append(1)
    y = x * 2
    state.append(2)
    return state, y


def shorter(x):
    try:
        if x[0] > 0.5:
            raise KeyError("a")
    except KeyError:
        x = x[1:]
    y = x + 1
    return y, x


def typed(x):
    try:
        if x[0] > 0:
            raise KeyError("a")
        found = x[1]
    except KeyError as e:
        found = e.args[0]
    return found


def inner(x):
    try:
        if x[0] > 0:
            raise KeyError("a")
    except KeyError:
        return x
    return x + 1


def in_a_function(x):
    y = inner(x)
    return y * 2


def with_else(x):
    try:
        if x[0] > 0:
            raise KeyError("a")
    except KeyError:
        y = x
    else:
        y = x[1:]
    return y, len(y)


def and_more(x):
    if x.sum() > 0:
        try:
            if x[0] > 0:
                raise KeyError("a")
        except KeyError:
            x = x[1:]
        x = x + 1
    return x, len(x)


def check(v):
    if v > 0:
        raise ValueError(f"{1} of them")
    return v


def called(x):
    words = []
    try:
        check(x[0].item())
    except ValueError as e:
        words.append(str(e))
    return words, x


def returns(x):
    try:
        if x[0] > 0:
            raise KeyError("a")
        return x
    except KeyError:
        x = x + 1
    return x, 1


def finally_(x):
    state = []
    try:
        if x[0] > 0:
            raise KeyError("a")
    except KeyError:
        state.append(1)
    finally:
        state.append(2)
    return state, x


def in_a_loop(x):
    state = []
    for i in range(2):
        try:
            if x[i] > 0:
                raise KeyError("a")
        except KeyError:
            state.append(i)
    return state, x


def in_a_mode(x):
    with torch.no_grad():
        try:
            if x[0] > 0:
                raise KeyError("a")
        except KeyError:
            x = x[1:]
        x = x * 2
    return x, torch.is_grad_enabled()


def twice(x):
    state = []
    try:
        if x[0] > 0:
            raise KeyError("a")
        if x[1] > 0:
            raise ValueError("b")
    except KeyError:
        state.append("a")
    except ValueError:
        state.append("b")
        state.append("c")
    return state, x


def raises_later(x):
    state = []
    try:
        if x[0] > 0:
            raise KeyError("a")
    except KeyError:
        state.append("a")
    if x[1] > 0:
        raise ValueError("b")
    return state


def branches_later(x):
    try:
        if x[0] > 0.5:
            raise KeyError("a")
    except KeyError:
        x = torch.cat([x, x])
    y = x + 1
    if y[1] > 1:
        y = y * 2
    return y * 3


def written(x):
    try:
        if x[0] > 0:
            raise KeyError("a")
        x[0] = 5
    except KeyError:
        x = x + 1
    x[1] = 7
    return x
""",
    args=["--force"],
    calls=[f"{name}(f32[N])" for name in NAMES],
    flags="-O0",
)


@pytest.mark.parametrize("name", NAMES)
def test_each_way_goes_to_the_end(name):
    for seed in range(10):
        make = lambda: (randn(4, seed=seed),)  # noqa: E731, B023
        harness.check(PROGRAM.load(), name, make, expect="whole" if name in WHOLE else None)
    for length in (2, 1, 0):
        harness.check(PROGRAM.load(), name, lambda: (randn(length, seed=1),))  # noqa: B023
    harness.check(PROGRAM.load(), name, lambda: (randn(4, seed=1).requires_grad_(),))
