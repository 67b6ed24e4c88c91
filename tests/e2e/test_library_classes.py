"""Classes of Python's library that programs use beside tensors: enum.Flag, ChainMap, views of dicts; and the factories that
are methods of tensors."""

import collections

import pytest
import torch
from harness import check, program

SOURCE = """
import collections
import enum

import torch


class Parts(enum.Flag):
    HEAD = 1
    TAIL = 2
    BODY = 8
    ENDS = HEAD | TAIL


class Order(enum.Enum):
    FIRST = "a"
    SECOND = "b"
    ALSO = "a"


def flags(x, parts):
    y = x + 1 if parts & Parts.HEAD else x
    if Parts.BODY in parts:
        y = y * 10
    if Parts.TAIL in parts and not parts & Parts.BODY:
        y = y * 2
    return y, (~parts & Parts.BODY) == Parts.BODY, parts == Parts.ENDS, bool(parts), (parts ^ Parts.HEAD) is Parts.TAIL


def made_flags(x):
    both = Parts.HEAD | Parts.TAIL
    return x + both.value, Parts(8), both is Parts.ENDS, bool(Parts(0)), Parts.BODY | Parts.HEAD != Parts.ENDS


def same_flags(x):
    return x + 1, (Parts.HEAD | Parts.BODY) is (Parts.BODY | Parts.HEAD)


def members(x):
    return x + len(Order), [m.value for m in Parts], [m.name for m in Order], Order.ALSO is Order.FIRST


def chained(x, c):
    c["new"] = x + 1
    return c["a"] + x, len(c), "q" in c, c.get("q", 4), sorted(c)


def chain(x):
    c = collections.ChainMap({"a": x}, {"b": x + 1, "a": 3})
    d = c.new_child({"b": 2})
    return c["a"] + c["b"] + d["b"], d, c.maps[1]


def views(x):
    d = {"a": x, "b": x + 1}
    keys, values, items = d.keys(), d.values(), d.items()
    d["c"] = x + 2
    del d["a"]
    return len(keys), list(keys), "a" in keys, sum(values), [k for k, v in items], sorted(keys)


def factories(x):
    sizes = x.new(2, 3).shape, x.new(x.size()).shape, x.new().shape
    return x.new_tensor([1.0, 2]), x.new([3.0, 4.0]), torch._shape_as_tensor(x), sizes
"""

CALLS = """
flags(f32[N, M], Parts.HEAD)
flags(f32[N, M], Parts.ENDS)
made_flags(f32[N, M])
same_flags(f32[N, M])
members(f32[N, M])
chained(f32[N, M], collections.ChainMap({"a": 1}, {"b": 2}))
chain(f32[N, M])
views(f32[N, M])
factories(f32[N, M])
""".strip().splitlines()

library = program("library_classes", SOURCE, calls=CALLS, args=["--force"], flags="-O0")


def x():
    return torch.arange(6.0).view(2, 3) - 2


def told(value):
    """Members of the two modules' enums compare by their names."""
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return type(value)(told(item) for item in value)
    if isinstance(value, collections.ChainMap):
        return ["ChainMap", value.maps]
    return ["member", value.name, value.value] if hasattr(value, "_name_") else value


def calling(name, part=None):
    def pick(module):
        def run(*args):
            given = [module.Parts(part)] if part is not None else []
            return told(getattr(module, name)(*args, *given))

        return run

    return pick


@pytest.mark.parametrize("name", ["made_flags", "members", "chain", "views", "factories"])
def test_classes_of_the_library(name):
    check(library.load(), calling(name), lambda: [x()], expect="whole")


@pytest.mark.parametrize("part", [1, 3, 0, 2, 8, 9, 11])
def test_flags_that_are_given(part):
    check(library.load(), calling("flags", part), lambda: [x()], expect="whole" if part in (1, 3) else None)


def test_identity_of_flags_without_a_name():
    check(library.load(), calling("same_flags"), lambda: [x()])


@pytest.mark.parametrize(
    "maps", [[{"a": 1}, {"b": 2}], [{"a": 5}, {"b": 2}], [{"b": 1}, {"a": 2}], [{"a": 1}, {"b": 2}, {"q": 3}]]
)
def test_chain_maps_that_are_given(maps):
    def run(module):
        def call(tensor):
            given = [dict(part) for part in maps]
            return module.chained(tensor, collections.ChainMap(*given)), given

        return call

    check(library.load(), run, lambda: [x()])
