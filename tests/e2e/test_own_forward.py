"""Modules that programs give a forward() of their own, as an attribute: the function, a method of another class, a partial."""

import types

import pytest
import torch
from harness import check, program

PROGRAM = program(
    "own_forward",
    """
import functools
import types

import torch


class Minus(torch.nn.Module):
    def forward(self, x):
        return x - 1


class Scaled(torch.nn.Module):
    def __init__(self, scale=3):
        super().__init__()
        self.scale = scale


def scaled(self, x):
    return x * self.scale


def tripled(x):
    return x * 3


def shifted(shift, x):
    return x + shift


class Outer(torch.nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return self.inner(x) + 10


class Stack(torch.nn.Module):
    def __init__(self, count, own):
        super().__init__()
        self.layers = torch.nn.ModuleList(Minus() for _ in range(count))
        for index in own:
            self.layers[index].forward = tripled

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def with_forward(module, forward):
    module.forward = forward
    return module


bound = Scaled()
bound.forward = types.MethodType(scaled, bound)
gotten = Scaled(4)
gotten.forward = scaled.__get__(gotten, Scaled)
plain = with_forward(Minus(), tripled)
partial = with_forward(Minus(), functools.partial(shifted, 5))
outer = Outer(with_forward(Minus(), tripled))
mixed, alike = Stack(4, [1, 3]), Stack(3, range(3))
hooked = with_forward(Minus(), tripled)
hooked.register_forward_hook(lambda module, args, result: result + 1)


def run_bound(x):
    return bound(x), bound.scale


def run_gotten(x):
    return gotten(x)


def get_bound(x):
    class Held:
        scale = 2

    method = scaled.__get__(Held())
    try:
        scaled.__get__(None)
    except TypeError as error:
        words = str(error)
    return method(x), method.__self__.scale, scaled.__get__(None, Held) is scaled, method.__func__ is scaled, words


def run_plain(x):
    return plain(x)


def run_partial(x):
    return partial(x)


def run_hooked(x):
    return hooked(x)


def run_outer(x):
    return outer(x) * 2


if __name__ == "__main__":
    for function in (run_bound, run_gotten, get_bound, run_plain, run_partial, run_hooked, run_outer, outer, mixed, alike):
        function(torch.ones(4))
""",
)


@pytest.mark.parametrize(
    "name",
    ["run_bound", "run_gotten", "get_bound", "run_plain", "run_partial", "run_hooked", "run_outer", "outer", "alike"],
)
def test_calls_run_whole(name):
    check(PROGRAM.load(), name, lambda: (torch.arange(4.0),), expect="whole")


def another(x):
    return x * 100


def set_bound(module):
    module.bound.forward = types.MethodType(module.Minus.forward, module.bound)


CHANGES = {
    "run_plain": [lambda m: delattr(m.plain, "forward"), lambda m: setattr(m.plain, "forward", another)],
    "run_bound": [set_bound, lambda m: setattr(m.bound, "scale", 7)],
    "run_outer": [lambda m: setattr(m.outer.inner, "forward", another), lambda m: delattr(m.outer.inner, "forward")],
    "mixed": [
        lambda m: delattr(m.mixed.layers[3], "forward"),
        lambda m: setattr(m.mixed.layers[0], "forward", another),
    ],
    "alike": [
        lambda m: delattr(m.alike.layers[1], "forward"),
        lambda m: setattr(m.alike.layers[2], "forward", another),
    ],
    "run_hooked": [lambda m: delattr(m.hooked, "forward"), lambda m: m.hooked.register_forward_hook(lambda *_: 3)],
}


@pytest.mark.parametrize("name, number", [(name, number) for name in CHANGES for number in range(2)])
def test_forwards_that_are_replaced_later(name, number):
    pair = PROGRAM.fresh()
    check(pair, name, lambda: (torch.arange(4.0),), expect=None if name == "mixed" else "whole")
    for module in (pair.eager, pair.built):
        CHANGES[name][number](module)
    check(pair, name, lambda: (torch.arange(4.0),))


def test_a_forward_where_there_was_none():
    pair = PROGRAM.fresh()

    def minus(module):
        made = module.Outer(module.Minus())
        made(torch.ones(4))
        made.inner.forward = another
        return made

    check(pair, minus, lambda: (torch.arange(4.0),), expect="fallback")


UNIMPLEMENTED = program(
    "no_forward",
    """
import torch
from torch import nn


class Bare(nn.Module):
    pass


class Last(Bare):
    def forward(self, x):
        return super().forward(x)


class Mixin:
    def forward(self, x):
        return x * 3


class Mixed(Mixin, Bare):
    pass


class Hidden(nn.Module, Mixin):
    pass


def attempt(m, x, **named):
    try:
        return m(x, **named)
    except NotImplementedError:
        return "not implemented", x + 1
    except (AttributeError, TypeError) as error:
        return type(error).__name__, x - 1


def made(x):
    return [attempt(m, x) for m in (Bare(), Last(), Mixed(), Hidden(), nn.ModuleList())]


def named(x):
    return attempt(Bare(), x, a=1)


def asked(x):
    return hasattr(Bare(), "forward"), Bare.forward is nn.Module.forward, x + 1


def words(x):
    try:
        return Last()(x)
    except NotImplementedError as error:
        return str(error), x + 1
""",
    calls=[f"{name}(f32[N])" for name in ("made", "named", "asked", "words")],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["made", "named", "asked", "words"])
def test_modules_without_a_forward(name):
    check(UNIMPLEMENTED.load(), name, lambda: (torch.arange(4.0),), expect="whole" if name != "words" else None)
