"""Attributes that a class has from its bases, and what happens when the class gets one of its own between two calls."""

import pytest
import torch
from harness import check, program
from table import randn

SOURCE = """
import torch


class Base:
    count = 0
    parts = [1, 2]

    def half(self, x):
        return x * 0.5

    @property
    def size(self):
        return 3

    @staticmethod
    def step(n):
        return n + 1

    def __add__(self, x):
        return x + 1


class Mixin:
    pass


class K(Mixin, Base):
    pass


class Below(K):
    def half(self, x):
        return super().half(x) + 1


def counts(x, n):
    K.count += n
    return x + K.count, Base.count


def counts_by_type(x, n):
    k = K()
    type(k).count += n
    return x + k.count


def counts_on_one_side(x, n):
    if x.sum() > 0:
        x = x + 1
    else:
        K.count += n
    return x * K.count


def reads(x, n):
    return x * K.count


def reads_list(x, n):
    return x * len(K.parts)


def adds_to_list(x, n):
    Base.parts.append(n)
    return x * len(K.parts)


def writes_base(x, n):
    Base.count = n
    return x * K.count


def of_object(x, k):
    return k.half(x) + k.size + k.step(2)


def of_new_object(x, n):
    k = K()
    return k.half(x) + k.size + k.step(2)


def above(x, n):
    return Below().half(x)


def operator(x, n):
    return K() + x


def asks(x, n):
    return x + 1 if hasattr(K, "extra") else x - 1


def asks_object(x, k):
    return x * getattr(k, "extra", 5)
"""
OBJECTS = ["of_object", "asks_object"]
NAMES = [
    "counts", "counts_by_type", "counts_on_one_side", "reads", "reads_list", "adds_to_list", "writes_base",
    "of_new_object", "above", "operator", "asks",
]  # fmt: skip
PROGRAM = program(
    "inherited_attributes",
    SOURCE,
    [f"{name}(f32[M, N], 2)" for name in NAMES] + [f"{name}(f32[M, N], K())" for name in OBJECTS],
    args=("--force",),
)
OWN = {
    "count": lambda module: 9,
    "parts": lambda module: [7],
    "half": lambda module: lambda self, x: x * 100,
    "size": lambda module: property(lambda self: 70),
    "step": lambda module: staticmethod(lambda n: n * 50),
    "extra": lambda module: 11,
    "__add__": lambda module: lambda self, x: x - 40,
}


def call(pair, name, expect=None):
    for n, sign in ((2, 1), (3, -1)):
        if name in OBJECTS:
            objects = iter([pair.eager.K(), pair.built.K()])
            check(pair, name, lambda: (randn(3, 4).abs() * sign, next(objects)), expect=expect)
        else:
            check(pair, name, lambda: (randn(3, 4).abs() * sign, n), expect=expect)


@pytest.mark.parametrize("where", ["K", "Mixin"])
@pytest.mark.parametrize("name", NAMES + OBJECTS)
def test_own_attributes_count(name, where):
    pair = PROGRAM.fresh()
    call(pair, name, expect="whole" if name != "adds_to_list" else None)
    for attribute, make in OWN.items():
        for module in (pair.eager, pair.built):
            setattr(getattr(module, where), attribute, make(module))
        call(pair, name)
    for attribute in OWN:
        for module in (pair.eager, pair.built):
            delattr(getattr(module, where), attribute)
        call(pair, name)


GIVEN_LATER = program(
    "methods_that_classes_get_later",
    """
import collections
import typing

import torch


class Plain:
    def __init__(self):
        self.x = 1


class Sequence:
    def __init__(self):
        self.items = [1, 2]

    def __getitem__(self, at):
        return self.items[at]


class Meta(type):
    def made(cls):
        return 1


class OfMeta(metaclass=Meta):
    pass


class Items(list):
    pass


class Members(set):
    pass


class Table(dict):
    pass


class Row(tuple):
    def total(self):
        return 3


class Named(typing.NamedTuple):
    a: int = 1

    def total(self):
        return 3


class Derived(collections.namedtuple("Base", "a")):
    k = 2

    def total(self):
        return 3

    @property
    def doubled(self):
        return self.a * 2


plain, sequence, items, table = Plain(), Sequence(), Items([1]), Table(a=1)
named, derived = Named(), Derived(1)


def equal(x):
    return x + (1 if plain == plain else 2)


def truth(x):
    return x + (1 if plain else 2)


def asked(x):
    return x + getattr(plain, "nowhere", 5), hasattr(plain, "nowhere")


def gone_through(x):
    return x + sum(sequence)


def contained(x):
    return x + (2 in sequence)


def of_class(x):
    return x + OfMeta.made()


def count(x):
    return x + len(items)


def count_of(x):
    return x + items.count(1)


def item(x):
    return x + items[0]


def has(x):
    return x + (1 in items)


def spread(x):
    return x + sum(1 for _ in items)


def joined(x):
    return x + len(items + [1])


def of_members(x):
    return x + len(Members([1]) | {2})


def got(x):
    return x + table.get("a")


def of_row(x):
    return x + Row((1,)).total()


def of_named(x):
    return x + named.total()


def of_derived(x):
    return x + derived.total()


def constant(x):
    return x + getattr(derived, "k", 9)


def through_property(x):
    return x + derived.doubled
""",
    calls=[
        f"{name}(f32[N])"
        for name in (
            "equal",
            "truth",
            "asked",
            "gone_through",
            "contained",
            "of_class",
            "count",
            "count_of",
            "item",
            "has",
            "spread",
            "joined",
            "of_members",
            "got",
            "of_row",
            "of_named",
            "of_derived",
            "constant",
            "through_property",
        )
    ],
    args=["--force"],
    flags="-O0",
)
LATER = {
    "equal": ("Plain", "__eq__", lambda self, other: False),
    "truth": ("Plain", "__len__", lambda self: 0),
    "asked": ("Plain", "__getattr__", lambda self, name: 6),
    "gone_through": ("Sequence", "__iter__", lambda self: iter([5])),
    "contained": ("Sequence", "__contains__", lambda self, value: False),
    "of_class": ("OfMeta", "made", staticmethod(lambda: 11)),
    "count": ("Items", "__len__", lambda self: 62),
    "count_of": ("Items", "count", lambda self, value: 62),
    "item": ("Items", "__getitem__", lambda self, at: 62),
    "has": ("Items", "__contains__", lambda self, value: False),
    "spread": ("Items", "__iter__", lambda self: iter([1, 2, 3])),
    "joined": ("Items", "__add__", lambda self, other: []),
    "of_members": ("Members", "__or__", lambda self, other: []),
    "got": ("Table", "get", lambda self, key: 62),
    "of_row": ("Row", "total", lambda self: 62),
    "of_named": ("Named", "total", lambda self: 62),
    "of_derived": ("Derived", "total", lambda self: 62),
    "constant": ("Derived", "k", 62),
    "through_property": ("Derived", "doubled", property(lambda self: 62)),
}


@pytest.mark.parametrize("name", LATER)
def test_what_a_class_gets_later(name):
    pair = GIVEN_LATER.load()
    check(pair, name, lambda: [torch.ones(2)], expect="whole")
    cls, attribute, value = LATER[name]
    results = []
    for module in (pair.eager, pair.built):
        owner = getattr(module, cls)
        old = vars(owner).get(attribute)
        setattr(owner, attribute, value)
        results.append(str(getattr(module, name)(torch.ones(2))))
        delattr(owner, attribute) if old is None else setattr(owner, attribute, old)
    assert results[0] == results[1]
    check(pair, name, lambda: [torch.ones(2)])
