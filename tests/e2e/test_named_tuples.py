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
