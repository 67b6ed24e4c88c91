"""What a decorator stands before is compiled, also where the decorator itself stays Python."""

import harness
import pytest
import torch

SOURCE = """
import functools
import time

import torch


def timed(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        start = time.time()
        result = function(*args, **kwargs)
        wrapper.took = time.time() - start
        return result

    return wrapper


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def compute(self, x):
        return torch.relu(self.linear(x)) + 1


class Inference(Layer):
    @torch.inference_mode()
    def forward(self, x):
        return self.compute(x)


class NoGrad(Layer):
    @torch.no_grad()
    def forward(self, x):
        return self.compute(x)


class Timed(Layer):
    @timed
    def forward(self, x):
        return self.compute(x)


class Hidden(Layer):
    @torch.compiler.disable
    def forward(self, x):
        return self.compute(x)


@torch.inference_mode()
def marked(x):
    return x * 2 + 1


def caller(x):
    return marked(x) + 1


def block(x):
    with torch.inference_mode():
        y = x * 2
    return y, x + 1


if __name__ == "__main__":
    x = torch.ones(2, 4)
    Inference()(x), NoGrad()(x), Timed()(x), Hidden()(x), marked(x), caller(x), block(x)
"""
PROGRAM = harness.program("decorated_methods", SOURCE, args=("--force",), flags="-O0")


@pytest.mark.parametrize("name", ["Inference", "NoGrad", "Timed", "Hidden"])
def test_methods(name):
    pair = PROGRAM.load()
    weight, bias = torch.linspace(-1, 1, 16).reshape(4, 4), torch.linspace(0, 1, 4)
    layers = {}
    for module in (pair.eager, pair.built):
        layers[module] = getattr(module, name)()
        layers[module].load_state_dict({"linear.weight": weight, "linear.bias": bias})
    x = torch.linspace(-2, 2, 12).reshape(3, 4)
    harness.check(pair, lambda module: layers[module], lambda: (x,), expect="whole")
    assert layers[pair.built](x).is_inference() == layers[pair.eager](x).is_inference()


@pytest.mark.parametrize("name", ["marked", "caller", "block"])
def test_what_inference_mode_marks(name):
    pair = PROGRAM.load()
    harness.check(pair, name, lambda: (torch.ones(3),), expect="whole" if name == "marked" else None)
    marks = []
    for module in (pair.eager, pair.built):
        result = getattr(module, name)(torch.ones(3))
        marks.append([part.is_inference() for part in (result if isinstance(result, tuple) else (result,))])
    assert marks[0] == marks[1]


STORED = harness.program(
    "stored_methods",
    """
import torch


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return torch.round(x) * 2

    @staticmethod
    def backward(ctx, grad):
        return grad


class Scale:
    factor = 3

    @classmethod
    def apply(cls, x):
        return x * cls.factor


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.function = Doubled.apply

    def forward(self, x):
        return self.function(x) + 1


scaled = Scale.apply


def by_name(x):
    return scaled(x) + 1


if __name__ == "__main__":
    Layer()(torch.ones(3)), by_name(torch.ones(3))
""",
    args=("--force",),
    flags="-O0",
)


def test_methods_of_classes_that_are_kept_under_other_names():
    pair = STORED.load()
    harness.check(pair, lambda module: module.Layer(), lambda: (torch.linspace(-2, 2, 5),), expect="whole")
    harness.check(pair, "by_name", lambda: (torch.linspace(-2, 2, 5),), expect="whole")


def test_another_method_under_the_name_is_seen(monkeypatch):
    pair = STORED.load()
    for module in (pair.eager, pair.built):
        monkeypatch.setattr(module, "scaled", module.Doubled.apply)
    harness.check(pair, "by_name", lambda: (torch.linspace(-2, 2, 5),))


REPLACED = harness.program(
    "replaced_methods",
    """
import torch


class Layer(torch.nn.Module):
    act = torch.relu

    @torch.no_grad()
    def forward(self, x):
        return x * 2 + 1

    @torch.enable_grad()
    def other(self, x):
        return x * 3 + 1


layer = Layer()


def call(x):
    return layer(x) + 1


def call_other(x):
    return layer.other(x) * 2


if __name__ == "__main__":
    call(torch.ones(3)), call_other(torch.ones(3))
""",
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize(("name", "method"), [("call", "forward"), ("call_other", "other")])
def test_a_decorated_method_that_is_replaced_in_its_class(monkeypatch, name, method):
    pair = REPLACED.load()
    with torch.no_grad():
        harness.check(pair, name, lambda: (torch.linspace(-2, 2, 5),), expect="whole")
        for module in (pair.eager, pair.built):
            monkeypatch.setattr(module.Layer, method, lambda self, x: x * 100)
        harness.check(pair, name, lambda: (torch.linspace(-2, 2, 5),), expect="fallback")
        monkeypatch.undo()
        harness.check(pair, name, lambda: (torch.linspace(-2, 2, 5),), expect="whole")
        for module in (pair.eager, pair.built):
            changed = torch.no_grad()(lambda self, x: x * 7)
            monkeypatch.setattr(module.Layer, method, changed)
        harness.check(pair, name, lambda: (torch.linspace(-2, 2, 5),), expect="fallback")


PARTS = harness.program(
    "decorated_parts",
    """
import functools

import torch
from torch import nn


def traced(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


def scaled(factor):
    def decorate(function):
        def wrapper(self, x):
            return function(self, x) * factor

        return wrapper

    return decorate


class Part(nn.Module):
    @traced
    def forward(self, x):
        return x.exp() * x


class Half(nn.Module):
    @torch.autocast("cpu", enabled=False)
    def forward(self, x):
        return x.float().exp() * x


class Base(nn.Module):
    @scaled(3)
    def forward(self, x):
        return self.inner(x) + 1

    @traced
    def inner(self, x):
        return x.tanh() * x


class Derived(Base):
    @scaled(2)
    def inner(self, x):
        return x.cos() * x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([Part(), Part(), Half()])
        self.base, self.derived = Base(), Derived()

    def forward(self, x):
        for part in self.parts:
            x = part(x) * 0.1
        return self.base(x) + self.derived(x)


NET, PART = Net(), Part()


def of_a_global(x):
    return PART(x) + 1


if __name__ == "__main__":
    x = torch.randn(3, 8)
    NET(x), of_a_global(x)
""",
    flags="-O0",
)
parts = lambda: (torch.linspace(-1, 1, 24).reshape(3, 8),)


@pytest.mark.parametrize("pick", [lambda m: m.NET, lambda m: m.of_a_global], ids=["net", "of_a_global"])
def test_parts_whose_methods_are_decorated_run_whole(pick):
    harness.check(PARTS.load(), pick, parts, context=torch.no_grad, expect="whole")


def test_a_decorated_method_that_is_replaced_is_noticed():
    pair = PARTS.fresh()
    harness.check(pair, lambda m: m.NET, parts, context=torch.no_grad, expect="whole")
    for module in (pair.eager, pair.built):
        module.Part.forward = module.Base.__dict__["inner"]
    harness.check(pair, lambda m: m.NET, parts, context=torch.no_grad)
    for module in (pair.eager, pair.built):
        module.Derived.inner = module.scaled(5)(module.Part.forward)
    harness.check(pair, lambda m: m.NET, parts, context=torch.no_grad)
