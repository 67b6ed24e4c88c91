"""Functions that are called and give their argument or a new tensor, as the data or sizes decide: what is returned of
them is that very object or not, and what is written goes where it goes in eager."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch
from torch import nn


def doubled(x):
    if x.sum() > 0:
        x = x * 2
    return x


def kept(x):
    if x.sum() > 0:
        return x
    return x + 1


def repeated(x):
    for _ in range(x.shape[0] - 1):
        x = x * 2
    return x


class Steps(nn.Module):
    def __init__(self):
        super().__init__()
        self.rows = nn.Parameter(torch.ones(3, 4))

    def forward(self, x):
        out = x
        for row in self.rows:
            out = out - (out @ row)[:, None] * row
        return out


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = Steps()

    def forward(self, x):
        return kept(x) if x.shape[0] == 0 else self.steps(kept(x))


steps = Steps()
outer = Outer()


def whole_by_data(x):
    return doubled(x)


def whole_early(x):
    return kept(x)


def whole_by_size(x):
    return repeated(x)


def whole_by_rows(x):
    return steps(x)


def whole_of_calls(x):
    y = doubled(x)
    return kept(y.abs())


def whole_written(x):
    y = doubled(x)
    y += 1
    return y


def whole_written_in_place(x):
    y = kept(x)
    y.mul_(2)
    return y, x.sum()


def whole_new_written(x):
    y = doubled(x * 2)
    y += 1
    return y, x


def whole_in_a_dict(x):
    return {"kept": kept(x), "other": x + 1}


def whole_of_two(x, y):
    return doubled(x), kept(y)


def whole_between_writes(x):
    x.add_(1)
    y = kept(x)
    x.add_(1)
    return y


def whole_in_a_branch(x):
    if x.shape[0] > 2:
        x = kept(x)
    return x


def value_of_nested_calls(x):
    return doubled(doubled(x))


def value_in_a_loop(x):
    for _ in range(2):
        x = doubled(x)
    return x


def value_with_output(x):
    print("before")
    y = kept(x)
    print("after")
    return y


def value_that_may_raise(x):
    try:
        return kept(x)
    except ValueError:
        return x


def value_of_modules(x):
    return outer(x)
"""
WHOLE = harness.re.findall(r"^def (whole_\w+)\(x\)", SOURCE, harness.re.M)
VALUES = harness.re.findall(r"^def (value_\w+)\(x\)", SOURCE, harness.re.M)
CALLS = [f"{name}(f32[B, 4])" for name in WHOLE + VALUES]
PROGRAM = harness.program(
    "chosen_by_callees", SOURCE, calls=[*CALLS, "whole_of_two(f32[B, 4], f32[C, 4])"], args=["--force"]
)
INPUTS = {
    "positive": lambda: randn(3, 4).abs(),
    "negative": lambda: -randn(3, 4).abs(),
    "one row": lambda: randn(1, 4),
    "none": lambda: randn(0, 4),
}


@pytest.mark.parametrize("given", INPUTS)
@pytest.mark.parametrize("name", WHOLE)
def test_whole(name, given):
    with torch.no_grad():
        harness.check(PROGRAM.load(), name, lambda: (INPUTS[given](),), expect="whole", times=2)


@pytest.mark.parametrize("given", INPUTS)
@pytest.mark.parametrize("name", VALUES)
def test_value(name, given):
    with torch.no_grad():
        harness.check(PROGRAM.load(), name, lambda: (INPUTS[given](),), times=2)


@pytest.mark.parametrize("first", ["positive", "negative"])
@pytest.mark.parametrize("second", ["positive", "negative"])
def test_two(first, second):
    harness.check(PROGRAM.load(), "whole_of_two", lambda: (INPUTS[first](), INPUTS[second]()), expect="whole")


@pytest.mark.parametrize("name", ["whole_written", "whole_written_in_place", "whole_of_calls", "whole_between_writes"])
def test_one_that_others_see(name):
    """A view of the caller's tensor, and one that requires grad."""
    harness.check(PROGRAM.load(), name, lambda: (randn(6, 4)[1:4],))
    harness.check(PROGRAM.load(), name, lambda: (randn(3, 4).requires_grad_(),))
