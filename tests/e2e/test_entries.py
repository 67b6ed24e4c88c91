"""Where entries come from: call lines, driver code, annotations, inference from use; and that sizes stay symbols."""

import harness
import pytest
import torch
from table import randn

BODY = """
import torch


def pair(x, y):
    return torch.tanh(x) * 2 + 1, torch.sigmoid(y) * 3 - 1


def joined(x, y):
    return torch.tanh(x) * y + 1
"""

MAIN = harness.program(
    "driver_under_main",
    BODY
    + """

if __name__ == "__main__":
    a = torch.randn(4, 4)
    pair(a, torch.randn(4, 4))
    joined(torch.randn(4, 4), torch.randn(4, 4))
""",
)
TOP = harness.program(
    "driver_at_module_level",
    BODY
    + """

first = pair(torch.ones(4, 4), torch.ones(4, 4))
second = joined(torch.ones(4), torch.ones(4))
""",
)
LOOP = harness.program(
    "driver_in_functions",
    BODY
    + """

def main():
    for size in (2, 3):
        x = torch.zeros(size, 4)
        print(pair(x, torch.ones(4, size))[0].sum())
        joined(x, x + 1)


if __name__ == "__main__":
    main()
""",
)
BARE = harness.program("inferred_from_use", BODY)


@pytest.mark.parametrize("program", [MAIN, LOOP], ids=lambda program: program.name)
@pytest.mark.parametrize("shapes", [((4, 4), (4, 4)), ((3, 5), (7, 2)), ((1, 4), (4, 1)), ((0, 2), (2, 2))])
def test_sizes_in_driver_code_are_only_hints(program, shapes):
    make = lambda: (randn(*shapes[0], seed=1), randn(*shapes[1], seed=2))
    harness.check(program.load(), "pair", make, expect="whole")


@pytest.mark.parametrize("program", [MAIN, LOOP], ids=lambda program: program.name)
def test_operands_of_other_sizes(program):
    for shape in [(4, 4), (3, 9), (1, 1)]:
        make = lambda s=shape: (randn(*s, seed=1), randn(*s, seed=2))
        harness.check(program.load(), "joined", make, expect="whole")
    harness.check(program.load(), "joined", lambda: (randn(3, 4), randn(4)))
    harness.check(program.load(), "joined", lambda: (randn(3, 4), randn(5)))


def test_driver_code_at_module_level():
    pair = TOP.fresh()
    for eager, built in zip(pair.eager.first, pair.built.first):
        assert torch.equal(eager, built) or torch.allclose(eager, built)
    harness.check(pair, "pair", lambda: (randn(3, 5), randn(2, 2)), expect="whole")
    harness.check(pair, "joined", lambda: (randn(7), randn(7)), expect="whole")


@pytest.mark.parametrize("shape", [(3,), (2, 3), (2, 3, 4)])
def test_inference_from_use_serves_any_rank(shape):
    make = lambda: (randn(*shape, seed=1), randn(*shape, seed=2))
    harness.check(BARE.load(), "pair", make, expect="whole")
    harness.check(BARE.load(), "joined", make, expect="whole")


FIXED = harness.program(
    "call_lines",
    """
import torch

def fixed(x, y):
    return torch.tanh(x) * y + 1

def equal(x, y):
    return torch.tanh(x) + y.t() * 2

def scaled(x, factor=2.0, *, shift: int = 1):
    return torch.tanh(x) * factor + shift

def optional(x, y=None):
    if y is None:
        return x * 2 + 1
    return x * y + 1
""",
    calls=[
        "fixed(f32[4], f32[4])",
        "equal(f32[M, N], f32[N, M])",
        "scaled(f32[N], 3.5, shift=2)",
        "optional(f32[N])",
        "optional(f32[N], f32[N])",
    ],
)


def test_a_fixed_size():
    harness.check(FIXED.load(), "fixed", lambda: (randn(4), randn(4, seed=1)), expect="whole")
    harness.check(FIXED.load(), "fixed", lambda: (randn(5), randn(5, seed=1)))
    harness.check(FIXED.load(), "fixed", lambda: (randn(4), randn(1, seed=1)))
    harness.check(FIXED.load(), "fixed", lambda: (randn(2, 4), randn(4, seed=1)))


def test_a_name_used_twice_means_equal_sizes():
    for m, n in [(2, 3), (3, 3), (1, 4), (0, 2)]:
        make = lambda m=m, n=n: (randn(m, n), randn(n, m, seed=1))
        harness.check(FIXED.load(), "equal", make, expect="whole" if min(m, n) > 1 else None)
    harness.check(FIXED.load(), "equal", lambda: (randn(2, 3), randn(3, 1)))
    harness.check(FIXED.load(), "equal", lambda: (randn(2, 3), randn(2, 3)))


@pytest.mark.parametrize("factor", [3.5, 0.0, -1.25, float("nan"), 2, True])
def test_floats_of_a_call_line_are_not_baked_in(factor):
    expect = "whole" if type(factor) is float else None
    make_kwargs = lambda: {"shift": 5}
    harness.check(FIXED.load(), "scaled", lambda: (randn(6), factor), make_kwargs=make_kwargs, expect=expect)
    harness.check(FIXED.load(), "scaled", lambda: (randn(6),))


def test_an_optional_tensor():
    harness.check(FIXED.load(), "optional", lambda: (randn(6),), expect="whole")
    harness.check(FIXED.load(), "optional", lambda: (randn(6), randn(6, seed=1)), expect="whole")
    harness.check(FIXED.load(), "optional", lambda: (randn(6), None), expect="whole")
    harness.check(FIXED.load(), "optional", lambda: (randn(6), 2.0))


CONSTRUCTED = harness.program(
    "constructed",
    """
from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Config:
    width: int = 8
    bias: bool = True
    scale: float = 1.5


class Layer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.linear = nn.Linear(config.width, config.width, bias=config.bias)

    def forward(self, x):
        y = torch.relu(self.linear(x))
        return y * self.config.scale + x
""",
    calls=["Layer(Config())(f32[B, W])"],
)


@pytest.mark.parametrize("settings", [{}, {"width": 12}, {"bias": False}, {"scale": 2.5}, {"scale": 2}], ids=str)
def test_a_model_of_a_call_line(settings):
    def build(module):
        torch.manual_seed(1)
        return module.Layer(module.Config(**settings))

    width = settings.get("width", 8)
    expect = "whole" if set(settings) <= {"width"} else None
    for batch in (1, 5):
        harness.check(CONSTRUCTED.load(), build, lambda b=batch: (randn(b, width),), times=2, expect=expect)


OF_TENSORS = harness.program(
    "constructors_of_tensors",
    """
import torch


class Scale:
    def __init__(self, weight, power=2.0):
        self.weight, self.rows, self.power = weight, weight.shape[0], power

    def apply(self):
        return (self.weight * self.power).tanh().sum(0)

    def __call__(self, x):
        return (self.weight * x).exp() + self.rows


class Linear(torch.nn.Module):
    def __init__(self, weight):
        super().__init__()
        self.weight = torch.nn.Parameter(weight)
        self.register_buffer("offset", weight * 2 + 1)

    def project(self, x):
        return (x @ self.weight + self.offset.sum(0)).tanh()
""",
    ["Scale(f32[B, 4]).apply()", "Scale(f32[B, 4])(f32[B, 4])", "Linear(f32[N, M]).eval().project(f32[B, N])"],
)


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize("make, method", [("Scale", "apply"), ("Scale", "__call__"), ("Linear", "project")])
def test_constructors_take_tensors_in_call_lines(make, method, rows):
    def build(module):
        return getattr(getattr(module, make)(torch.ones(rows, 4)), method)

    shapes = {"apply": [], "__call__": [(rows, 4)], "project": [(2, rows)]}[method]
    harness.check(OF_TENSORS.load(), build, lambda: tuple(randn(*shape) for shape in shapes), expect="whole")


def test_settings_that_change_after_the_first_call():
    pair = CONSTRUCTED.fresh()
    for module in (pair.eager, pair.built):
        torch.manual_seed(1)
        module.layer = module.Layer(module.Config())
    for scale in (1.5, 4.0, 3, True):
        for module in (pair.eager, pair.built):
            module.layer.config.scale = scale
        harness.check(pair, "layer", lambda: (randn(3, 8),), times=2)


def test_disabled_runs_python_and_restores():
    pair = MAIN.fresh()
    with pair.built.__pyaot__.disabled():
        change = harness.check(pair, "pair", lambda: (randn(4, 4), randn(4, 4)))
        assert change["compiled"] == 0
        with pair.built.__pyaot__.disabled():
            pass
        assert harness.check(pair, "pair", lambda: (randn(4, 4), randn(4, 4)))["compiled"] == 0
    harness.check(pair, "pair", lambda: (randn(4, 4), randn(4, 4)), expect="whole")


ALIKE = harness.program(
    "calls_that_are_alike",
    """
import torch


class Scaled:
    def __init__(self, weight, bias, factor):
        self.weight, self.bias, self.factor = weight, bias, factor

    def apply(self, x):
        return torch.tanh(x * self.weight + self.bias) * self.factor + 1


def driver():
    x = torch.ones(3, 4)
    for step in range(20):
        x = Scaled(torch.ones(4), torch.ones(4), 0.5).apply(x)
    Scaled(torch.ones(4), torch.ones(4), 0.25).apply(x)
    Scaled(torch.ones(4, dtype=torch.float64), torch.ones(4), 0.5).apply(x)


if __name__ == "__main__":
    driver()
""",
)


@pytest.mark.parametrize("factor", [0.5, 0.25])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_each_kind_of_call_in_driver_code_has_a_variant(factor, dtype):
    scaled = lambda module: lambda weight, bias, x: module.Scaled(weight, bias, factor).apply(x)
    expect = "whole" if factor == 0.5 or dtype == torch.float32 else None
    harness.check(ALIKE.load(), scaled, lambda: (randn(4, seed=1).to(dtype), randn(4), randn(2, 4)), expect=expect)


GROWING = harness.program(
    "calls_that_differ_in_sizes",
    """
import torch
from torch import nn


class Cache:
    def __init__(self, length, dim):
        self.rows, self.used = torch.zeros(length, dim), 0


class Decoder(nn.Module):
    def __init__(self, dim=4, most=6):
        super().__init__()
        self.most = most
        self.inner = nn.Linear(dim, dim)

    def forward(self, x, cache):
        if cache.used + x.size(0) > self.most:
            return torch.sigmoid(self.inner(x)) + cache.rows[:1]
        return torch.tanh(self.inner(x)) * 2 + cache.rows[: cache.used].sum(0)


def halved(x, most):
    if x.size(0) > most:
        return torch.tanh(x[:most]) * 2 + x[-1]
    return torch.tanh(x) * 3 - 1


def driver():
    model = Decoder().eval()
    cache = Cache(9, 4)
    for used in range(9):
        cache.used = used
        model(torch.ones(2, 4), cache)
    Decoder(most=3)(torch.ones(3, 4), cache)
    for rows in range(2, 12):
        halved(torch.ones(rows, 4), 5)
    halved(torch.ones(4, 8).t(), 2)


if __name__ == "__main__":
    with torch.no_grad():
        driver()
""",
)


@pytest.mark.parametrize("used", [0, 1, 2, 4, 5, 8])
@pytest.mark.parametrize("rows", [1, 2, 3])
def test_calls_that_differ_in_sizes_share_a_variant(used, rows):
    def decode(module, model, x, filled):
        cache = module.Cache(9, 4)
        cache.rows, cache.used = filled, used
        with torch.no_grad():
            return model(x, cache)

    pair = GROWING.load()
    arguments = lambda module: lambda x, filled: decode(module, set_up(module), x, filled)

    def set_up(module):
        model = module.Decoder().eval()
        for number, parameter in enumerate(model.parameters()):
            parameter.data = randn(*parameter.shape, seed=number)
        return model

    harness.check(pair, arguments, lambda: (randn(rows, 4), randn(9, 4)), expect="whole" if rows == 2 else None)


@pytest.mark.parametrize("rows, most", [(2, 5), (5, 5), (6, 5), (11, 5), (3, 4), (9, 2), (1, 1)])
def test_a_size_that_decides_otherwise_has_a_variant_of_its_own(rows, most):
    expect = "whole" if most > 1 else None
    harness.check(GROWING.load(), "halved", lambda: (randn(rows, 4), most), expect=expect)
    harness.check(GROWING.load(), "halved", lambda: (randn(8, rows).t(), most))


VAIN = harness.program(
    "guess_in_vain",
    """
import os

import torch


def told(x):
    y = torch.tanh(x.t() if x.dim() == 2 else x) * 2
    if x.dim() == 3:
        os.getpid()
    return y.sum(-1) + 1


if __name__ == "__main__":
    told(torch.randn(2, 3, 4))
""",
)


def test_a_guess_that_the_calls_seen_cannot_run_does_not_stand_for_them():
    change = harness.check(VAIN.load(), "told", lambda: [torch.linspace(-1, 1, 24).view(2, 3, 4)], expect="compiled")
    assert change["breaks"] == 1


TEXTS = harness.program(
    "annotated_texts",
    """
from typing import Optional

import torch


def scaled(x, name: str):
    return torch.tanh(x) * len(name) + 1


def perhaps(x, name: Optional[str] = None):
    return torch.tanh(x) * 2 + 1 if name is None else torch.sigmoid(x) * len(name) - 1


def chosen(x, mode: str):
    if mode == "sum":
        return (torch.tanh(x) + 1).sum(-1)
    elif mode == "max":
        return (torch.tanh(x) * 2).amax(-1)
    raise ValueError(mode)
""",
)


@pytest.mark.parametrize("name", ["abc", "", "öl", 3])
def test_parameters_that_are_annotated_as_texts_take_any(name):
    expect = "whole" if isinstance(name, str) else "fallback"
    harness.check(TEXTS.load(), "scaled", lambda: (randn(3, 4), name), expect=expect)
    harness.check(TEXTS.load(), "perhaps", lambda: (randn(3, 4), name), expect=expect)
    harness.check(TEXTS.load(), "perhaps", lambda: (randn(3, 4),), expect="whole")


@pytest.mark.parametrize("mode, expect", [("sum", "whole"), ("max", "whole"), ("min", "fallback")])
def test_texts_that_a_function_asks_for_are_variants(mode, expect):
    harness.check(TEXTS.load(), "chosen", lambda: (randn(3, 4), mode), expect=expect)
