"""Named tuples of collections and typing: made, read, taken apart, passed in and returned."""

import pytest
import torch
from harness import check, program

SOURCE = """
import collections
import typing

import torch

Both = collections.namedtuple("Both", ["first", "second"])
Scaled = collections.namedtuple("Scaled", "values scale", defaults=[0.5])


class Point(typing.NamedTuple):
    x: torch.Tensor
    y: torch.Tensor
    weight: float = 2.0


class Named(collections.namedtuple("Named", "a, b")):
    __slots__ = ()

    def total(self):
        return self.a + self.b


def read(x, y):
    both = Both(x * 2, second=y)
    first, second = both
    return first - both.second * both[0] + len(both)


def made(x, y):
    return Both(x + y, x - y)


def defaults(x, y):
    scaled = Scaled(x)
    return Scaled(scaled.values * scaled.scale, 2), scaled._fields


def replaced(x, y):
    point = Point(x, y * 2)
    return point._replace(y=point.x * point.weight), [point]


def own_class(x, y):
    named = Named(x * 2, y)
    return named.total(), named


def argument(x, both):
    return Both(both.first * x, both[1])


def as_dict(x, y):
    return Both(x * 2, y)._asdict()


def too_few(x, y):
    return Both(x * 2)
"""

named = program("named_tuples", SOURCE, args=["--force"])


def tensors():
    return torch.arange(6.0).reshape(2, 3), torch.ones(2, 3)


@pytest.mark.parametrize("name", ["read", "made", "defaults", "replaced", "own_class", "as_dict"])
def test_named_tuples(name):
    check(named.load(), name, tensors, expect="whole")


def test_a_missing_field_raises():
    check(named.load(), "too_few", tensors)


def test_an_argument_is_guarded():
    pair = named.load()
    for module in (pair.eager, pair.built):
        module.of_module = lambda x, y, module=module: module.argument(x, module.Both(x, y))
        module.of_another = lambda x, y, module=module: module.argument(x, module.Scaled(x, y))
    check(pair, "of_module", tensors)
    check(pair, "of_another", tensors)


def test_the_class_replaced():
    pair = named.fresh()
    check(pair, "made", tensors, expect="whole")
    for module in (pair.eager, pair.built):
        module.Both = module.Scaled
    check(pair, "made", tensors, expect="fallback")


def test_classes_that_a_function_makes():
    source = """
import collections

import torch


def local(a, b):
    Pair = collections.namedtuple("Pair", ["x", "y"], defaults=(3,))
    pair, other = Pair(a), Pair(a, b)
    return pair.x + pair.y + other[1], other._fields, len(pair), other._replace(x=b).x


def returned(a, b):
    Pair = collections.namedtuple("Pair", "x y")
    return tuple(Pair(a, a + b)), Pair(a, b)._asdict()


if __name__ == "__main__":
    local(torch.ones(2), torch.ones(2))
    returned(torch.ones(2), torch.ones(2))
"""
    module = program("local_named_tuples", source, args=["--force"], flags="-O0").load()
    check(module, "local", lambda: [torch.arange(2.0), torch.ones(2)], expect="whole")
    check(module, "returned", lambda: [torch.arange(2.0), torch.ones(2)], expect="whole")


def test_classes_made_by_a_function_are_returned():
    source = """
import collections
import typing

import torch


def pair(t):
    Pair = collections.namedtuple("Pair", ["x", "y"])
    made = Pair(t, t + 1)
    return Pair(made.x, made.y + t)


def with_defaults(t):
    Pair = collections.namedtuple("Pair", "x y", defaults=(3,))
    return Pair(t * 2), Pair, [Pair(1)._replace(y=t)]


def by_name(t):
    def make(name):
        return collections.namedtuple(name, "a")

    return make("One")(t), make("Two")(t + 1)


def by_statement(t):
    class Pair(typing.NamedTuple):
        x: int
        y: int = 2

    return Pair(t)


if __name__ == "__main__":
    pair(torch.ones(2)), with_defaults(torch.ones(2)), by_name(torch.ones(2)), by_statement(torch.ones(2))
"""
    loaded = program("returned_named_tuples", source, args=["--force"], flags="-O0").load()

    def told(value):
        if isinstance(value, type):
            return value.__name__, value._fields, value._field_defaults, value.__doc__
        if isinstance(value, (list, tuple)):
            items = [told(item) for item in value]
            return (told(type(value)), items) if hasattr(value, "_fields") else items
        return value

    def telling(name):
        return lambda module: lambda t: told(getattr(module, name)(t))

    for name in ("pair", "with_defaults", "by_name", "by_statement"):
        check(loaded, telling(name), lambda: [torch.arange(2.0)], expect=None if name == "by_statement" else "whole")
    made, cls, items = loaded.built.with_defaults(torch.ones(2))
    assert type(made) is cls is type(items[0])
    assert cls.__module__ == loaded.built.__name__


def test_patterns_and_texts():
    source = """
import collections
import typing

import torch

Pair = collections.namedtuple("Pair", "u v")


class Typed(typing.NamedTuple):
    a: torch.Tensor
    b: int = 2
    c: str = "c"


class Turned(typing.NamedTuple):
    a: int
    b: int
    __match_args__ = ("b", "a")


def matched(x):
    match Typed(x, c="q"):
        case Typed(_, 3):
            x = x - 1
        case Typed(a, b, "q"):
            x = a * b
    match Turned(1, 2):
        case Turned(first, second):
            x = x + first * 10 + second
    return x, Pair.__match_args__, repr(Pair(1, "a")), f"{Pair(2, None)._replace(u=3)}", str([Turned(1, 2)])
"""
    loaded = program("patterns_of_named_tuples", source, ["matched(f32[N])"], ["--force"], "-O0").load()
    check(loaded, "matched", lambda: [torch.arange(3.0)], expect="whole")


def test_tuples_of_torch_are_no_named_tuples():
    source = """
import torch


def asked(x):
    largest = torch.topk(x, 2)
    told = largest.n_fields, hasattr(largest, "_fields"), hasattr(type(largest), "_fields"), getattr(largest, "_make", 3)
    try:
        return largest._replace(values=x), told
    except AttributeError:
        return largest.values + 1, told, hasattr(largest, "indices"), isinstance(largest, tuple)
"""
    loaded = program("tuples_of_torch", source, ["asked(f32[N, 3])"], ["--force"], "-O0").load()
    check(loaded, "asked", lambda: [torch.tensor([[1.0, 3, 2], [5, 4, 6]])], expect="whole")
