"""Attributes that a class has from its bases, and what happens when the class gets one of its own between two calls."""

import pytest
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
