"""Objects that enums keep as values and dataclasses as defaults are the very ones, and may change; InitVar."""

import pytest
import torch
from harness import check, program

SOURCE = """
import dataclasses as dc
import enum
from dataclasses import InitVar, dataclass

import torch


class Scheme(enum.Enum):
    INPUT = ["input"]
    ALL = ["input", "hidden"]
    TABLE = {"k": [1]}
    PAIR = ([1], "name")


class Weight(enum.Enum):
    ONE = torch.tensor(1)
    TWO = torch.tensor(2)


class Named(enum.Enum):
    A = 1
    B = 2

    def __init__(self, number):
        self.seen = [number]


def value_of(x):
    return x + len(Scheme.INPUT.value), Scheme.INPUT.value


def of_argument(x, scheme: Scheme):
    return x * len(scheme.value), scheme.value, scheme.name


def grown(x):
    Scheme.INPUT.value.append("more")
    return x + len(Scheme.INPUT.value)


def all_values(x):
    return x + sum([len(s.value) for s in Scheme]), [s.value for s in Scheme]


def looked_up(x, name):
    return x + len(Scheme[name].value), Scheme[name].value


def tensors(x):
    return x + Weight.ONE.value, Weight.TWO.value


def tensor_of_argument(x, w: Weight):
    w.value.add_(1)
    return x * w.value, w.value


def own_attribute(x):
    Named.B.seen.append(3)
    return x + len(Named.B.seen), Named.B.seen


class Bag:
    def __init__(self):
        self.items = [1]


@dataclass
class Options:
    weight: torch.Tensor = torch.ones(1)
    bag: Bag = Bag()
    pair: tuple = ([1], 2)


def default_tensor(x):
    options = Options()
    options.weight.add_(1)
    return x + options.weight, options.weight


def default_object(x):
    options = Options()
    options.bag.items.append(2)
    return x + len(Options().bag.items), options.bag.items


def default_pair(x):
    Options().pair[0].append(2)
    return x + len(Options().pair[0]), Options().pair[0]


@dataclass(order=True)
class Norm:
    a: float
    b: float
    power: InitVar[int] = 2
    scale: dc.InitVar[float] = 1.0
    norm: float = 0.0

    def __post_init__(self, power, scale):
        self.norm = (self.a**2 + self.b**2) * scale + power


def init_only(x, power: int):
    n = Norm(1.0, 2.0, power)
    m = Norm(1.0, 2.0, scale=3.0)
    return x * n.norm + m.norm, [f.name for f in dc.fields(n)], repr(m), n == m, dc.asdict(n), Norm.power


@dataclass(frozen=True)
class Frozen:
    a: int
    extra: InitVar[int]

    def __post_init__(self, extra):
        object.__setattr__(self, "total", self.a + extra)


def frozen(x):
    return x + Frozen(1, 2).total, hash(Frozen(1, 2)) == hash(Frozen(1, 3)), Frozen.__match_args__


def not_given(x):
    return x + Frozen(1).total
"""
CASES = {
    "value_of": lambda m: (),
    "of_argument": lambda m: (m.Scheme.ALL,),
    "grown": lambda m: (),
    "all_values": lambda m: (),
    "looked_up": lambda m: ("ALL",),
    "tensors": lambda m: (),
    "tensor_of_argument": lambda m: (m.Weight.ONE,),
    "own_attribute": lambda m: (),
    "default_tensor": lambda m: (),
    "default_object": lambda m: (),
    "default_pair": lambda m: (),
    "init_only": lambda m: (3,),
    "frozen": lambda m: (),
    "not_given": lambda m: (),
}
CALLS = (
    *("value_of grown all_values tensors own_attribute default_tensor default_object default_pair".split()),
    *("frozen not_given".split()),
)
KEPT = program(
    "kept_objects",
    SOURCE,
    [
        *(f"{name}(f32[N])" for name in CALLS),
        "of_argument(f32[N], Scheme.ALL)",
        "looked_up(f32[N], 'ALL')",
        "tensor_of_argument(f32[N], Weight.ONE)",
        "init_only(f32[N], 3)",
    ],
    args=("--force",),
)


@pytest.mark.parametrize("name", CASES)
def test_three_calls_see_what_the_others_did(name):
    pair = KEPT.fresh()
    once = ("not_given",)
    for time in range(3):
        inputs = {module: (torch.ones(2), *CASES[name](module)) for module in (pair.eager, pair.built)}
        given = iter(inputs.values())
        expect = None if name in once or time else "whole"
        change = check(pair, name, lambda given=given: next(given), expect=expect)
        assert change is not None


def test_the_very_objects_are_given():
    pair = KEPT.fresh()
    for m in (pair.eager, pair.built):
        x = torch.ones(2)
        assert m.value_of(x)[1] is m.Scheme.INPUT.value
        assert m.of_argument(x, m.Scheme.TABLE)[1] is m.Scheme.TABLE.value
        assert m.tensors(x)[1] is m.Weight.TWO.value
        assert m.default_object(x)[1] is m.Options().bag.items
        m.Scheme.INPUT.value.append("outside")
        assert m.value_of(x)[0].tolist() == [3.0, 3.0]
    assert pair.counters()["compiled"] == 3, pair.counters()
