"""Dicts of the program whose keys are classes, members of enums, dtypes, None, bools and tuples of these: tables of functions
that decorators fill. A table that is not what it was when the program was built is looked up by Python."""

import pytest
import torch
from harness import check, program

SOURCE = """
import collections
import enum

import torch
import torch.nn as nn


class Mode(enum.Enum):
    A = 1
    B = 2


class Point:
    pass


class Square(Point):
    pass


TABLE = {}


def register(*classes):
    def decorate(function):
        TABLE[classes] = function
        return function

    return decorate


@register(Point, Point)
def of_points(p, q, t):
    return t * 2


@register(Point, Square)
def of_both(p, q, t):
    return t * 3


def dispatch(p, q, t):
    return TABLE[type(p), type(q)](p, q, t)


def case_dispatch(t):
    return dispatch(Point(), Point(), t), dispatch(Point(), Square(), t)


def case_nearest(t):
    for classes, function in TABLE.items():
        if isinstance(Square(), classes[1]):
            return function(None, None, t), [key[0].__name__ for key in TABLE]


SCALES = {Mode.A: 2.0, Mode.B: 3.0, None: 5.0, True: 7.0, "": 1.0, "s": 11.0}


def case_constants(t):
    return t * SCALES[Mode.B] + SCALES[None] + SCALES[True] + SCALES[""], Mode.A in SCALES, False in SCALES


EPS = collections.OrderedDict({torch.float32: 1e-3, torch.float64: 1e-6, (torch.int64, 2): 4})
EPS.move_to_end(torch.float32)


def case_dtypes(t):
    return t + EPS[t.dtype] + EPS[torch.int64, 2]


LAYERS = {nn.ReLU: lambda m, t: m(t) + 1, int: lambda m, t: t * m, torch.Tensor: lambda m, t: m * t}


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = nn.ReLU()

    def forward(self, t):
        for m in (self.act, 3, t):
            t = LAYERS[type(m)](m, t)
        return t


COUNTS = {Point: 0, Square: 0}


def counted(t, p):
    COUNTS[type(p)] += 1
    return t * COUNTS[Point] + COUNTS[Square]


if __name__ == "__main__":
    t = torch.ones(3)
CALLS
    Net()(t)
    counted(t, Square())
"""
CASES = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith("def case_")]
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    {name}(t)" for name in CASES))
tables = program("registries", SOURCE, args=["--force"], flags="-O0")


@pytest.mark.parametrize("name", CASES)
def test_case(name):
    check(tables.load(), name, lambda: [torch.arange(3.0)], expect="whole")


def test_classes_of_torch_and_python():
    check(tables.load(), lambda module: module.Net().forward, lambda: [torch.arange(-1.0, 2)], expect="whole")


def test_items_are_written():
    def twice(module):
        return lambda t: (
            module.counted(t, module.Square()),
            module.counted(t, module.Point()),
            list(module.COUNTS.values()),
        )

    check(tables.fresh(), twice, lambda: [torch.arange(3.0)])


@pytest.mark.parametrize(
    "change",
    [
        lambda m: m.register(m.Point, m.Square)(lambda p, q, t: t - 1),
        lambda m: m.register(m.Square, m.Square)(lambda p, q, t: t - 1),
        lambda m: m.TABLE.pop((m.Point, m.Square)),
        lambda m: m.TABLE.update(
            {(m.Point, m.Square): m.TABLE.pop((m.Point, m.Square)), (m.Point, m.Point): m.of_both}
        ),
        lambda m: m.SCALES.update({m.Mode.B: 30.0}),
        lambda m: m.SCALES.pop(m.Mode.A),
        lambda m: setattr(m, "Point", type("Point", (), {})),
    ],
)
@pytest.mark.parametrize("name", CASES)
def test_a_changed_table(change, name):
    def after(module):
        call = getattr(module, name)

        def run(t):
            change(module)
            try:
                return call(t)
            except KeyError:
                return "no such key"

        return run

    check(tables.fresh(), after, lambda: [torch.arange(3.0)])


FUNCTIONS = [
    *(
        "torch.sum torch.max torch.clamp torch.clip torch.abs torch.absolute torch.negative torch.celu torch.fix".split()
    ),
    *("torch.arctan torch.amax F.hardshrink F.gelu torch.argwhere".split()),
]
PAIRS = "torch.eq torch.less torch.multiply torch.arctan2 torch.logaddexp F.cosine_similarity torch.max".split()
NAMED = """
import functools

import torch
import torch.nn.functional as F

ONE = [FUNCTIONS]
TWO = [PAIRS]
bounded = functools.partial(torch.clip, min=0.0, max=1.0)


def of_one(t):
    return [f(t) if f not in (torch.clamp, torch.clip) else f(t, 0.0, 1.0) for f in ONE]


def of_two(t):
    return [f(t, t.flip(1)) for f in TWO]


def of_partial(t):
    return bounded(t + 1)


def are_one():
    return torch.clip is torch.clamp, torch.mul is torch.multiply, torch.mul is torch.mul


class Net(torch.nn.Module):
    def __init__(self, act):
        super().__init__()
        self.act = act

    def forward(self, t):
        return self.act(t, 1)


if __name__ == "__main__":
    t = torch.ones(3, 3)
    of_one(t), of_two(t), of_partial(t), are_one()
    Net(torch.cumsum)(t), Net(torch.sum)(t)
"""
NAMED = NAMED.replace("FUNCTIONS", ", ".join(FUNCTIONS)).replace("PAIRS", ", ".join(PAIRS))
named = program("named_functions", NAMED, args=["--force"], flags="-O0")


@pytest.mark.parametrize("name", ["of_one", "of_two", "of_partial"])
def test_functions_of_torch_in_tables(name):
    """They are what the caller finds under their names, whichever part of torch they come from."""
    check(named.load(), name, lambda: [torch.arange(-4.0, 5).reshape(3, 3)], expect="whole")


def test_functions_of_torch_with_two_names():
    check(named.load(), "are_one", list)


@pytest.mark.parametrize("function", [torch.sum, torch.cumsum])
def test_functions_of_torch_in_attributes(function):
    check(named.load(), lambda m: m.Net(function), lambda: [torch.arange(9.0).reshape(3, 3)], expect="whole")


ACCEPTED = """
import inspect

import torch
from torch import nn

PARTS = {"layer": nn.LayerNorm}


def part(cls):
    PARTS[cls.__name__.lower()] = cls
    return cls


def made(spec, **given):
    spec = {**given, **spec}
    cls = PARTS[spec.pop("type")]
    accepted = inspect.signature(cls).parameters
    return cls(**{name: value for name, value in spec.items() if name in accepted})


@part
class Rms(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim), requires_grad=False)

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight


@part
class Wide(Rms):
    pass


@part
class Late:
    def __new__(cls, dim):
        return object.__new__(cls)

    def __init__(self, dim, other=2):
        self.dim = dim


class Net(nn.Module):
    def __init__(self, *specs):
        super().__init__()
        self.parts = nn.ModuleList([made(spec, dim=4, normalized_shape=4) for spec in specs]).requires_grad_(False)

    def forward(self, x):
        for part in self.parts:
            x = x + part(x).tanh()
        return x


def names(x):
    found = inspect.signature(Wide).parameters
    spec = inspect.getfullargspec(Rms.__init__)
    return x * 2 + 1, list(found), found["eps"].default, spec.args, spec.varargs, spec.kwonlyargs


def names_of_new(x):
    return x * 2 + 1, list(inspect.signature(Late).parameters), list(inspect.signature(dict.fromkeys).parameters)


if __name__ == "__main__":
    Net({"type": "rms", "eps": 1e-3}, {"type": "layer"}, {"type": "wide"})(torch.randn(2, 4))
    names(torch.ones(2))
    names_of_new(torch.ones(2))
"""
accepted = program("accepted_names", ACCEPTED, args=["--force"], flags="-O0")


def test_parts_that_are_made_of_what_their_classes_accept():
    pair = accepted.load()
    nets = {
        m: m.Net({"type": "rms", "eps": 1e-3}, {"type": "layer"}, {"type": "wide"}) for m in (pair.eager, pair.built)
    }
    check(pair, lambda m: nets[m], lambda: [torch.arange(12.0).reshape(3, 4)], expect="whole")


def test_signatures_of_classes():
    pair = accepted.fresh()
    check(pair, "names", lambda: [torch.arange(3.0)], expect="whole")
    check(pair, "names_of_new", lambda: [torch.arange(3.0)])
    for module in (pair.eager, pair.built):
        module.Wide.__init__ = lambda self, width, *, eps=7: None
    check(pair, "names", lambda: [torch.arange(3.0)], expect="fallback")
    for module in (pair.eager, pair.built):
        del module.Wide.__init__
    check(pair, "names", lambda: [torch.arange(3.0)], expect="whole")
    for module in (pair.eager, pair.built):
        module.Rms.__init__ = lambda self, width, *, eps=7: None
    check(pair, "names", lambda: [torch.arange(3.0)], expect="fallback")
