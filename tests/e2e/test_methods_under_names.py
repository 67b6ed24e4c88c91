"""Methods of built-in classes that the program has under names of its own, and the defaults that signatures tell."""

import pytest
import torch
from harness import check, program

SOURCE = """
import functools
import inspect

import torch

add = list.__add__
upper = str.upper
TABLE = {"append": list.append, "get": dict.get, "int": int.__add__, "keys": dict.keys, "join": str.join}
ITEMS = [1, 2]


def by_key(x):
    d = {add: x * 2, list.__mul__: x * 3}
    return d[add] + d[list.__mul__]


def by_global(x):
    return x.sin() * len(add([1], [2])), upper("a"), add is list.__add__, add == tuple.__add__


def by_table(x):
    items = []
    TABLE["append"](items, x)
    number = TABLE["get"]({"a": 2}, "a") + TABLE["int"](2, 3)
    return items[0].sin() + number, TABLE["join"](",", ["a", "b"]), list(TABLE["keys"]({1: 2}))


def by_identity(x):
    some = list.__add__ == tuple.__add__, list.__add__ is list.__add__, tuple.__len__ is list.__len__
    more = list.append is list.append, set.__or__ is frozenset.__or__, list.index is tuple.index
    return x.sin() + 1, some, more, list.__add__.__name__, tuple.__len__.__name__, str.__mul__("a", 2)


def by_default(x, f=list.__add__):
    return x.sin() + f([2], [3])[1]


def given(a, b=2, /, d=torch.ones(2), *, c=3, e=None, items=ITEMS):
    return a


@functools.wraps(given)
def wrapping(*args):
    return 1


class Module(torch.nn.Module):
    def forward(self, x, k=4.5):
        return x * inspect.signature(self.forward).parameters["k"].default


MODULE = Module()


def defaults(x):
    p = inspect.signature(given).parameters
    some = p["b"].default, p["c"].default, p["e"].default, p["items"].default[1], p["a"].default is inspect.Parameter.empty
    return x.sin() + len(p), some, p["d"].default.cos()


def defaults_of_inner(x):
    def inner(y, s="abc", *, t=x):
        return y

    p = inspect.signature(inner).parameters
    return x.sin(), p["t"].default * 2, {k: v.default for k, v in p.items() if v.default is not v.empty}


def defaults_of_a_method(x):
    return MODULE(x) + 1


def defaults_of_the_wrapped(x):
    return x.sin() + inspect.signature(wrapping).parameters["c"].default


def defaults_of_an_argument(x, f):
    return x.sin() + sum(p.default for p in inspect.signature(f).parameters.values() if isinstance(p.default, int))


if __name__ == "__main__":
    x = torch.ones(2)
    by_key(x), by_global(x), by_table(x), by_default(x), by_identity(x), defaults(x), defaults_of_inner(x), defaults_of_a_method(x)
    defaults_of_the_wrapped(x), defaults_of_an_argument(x, given)
"""
PROGRAM = program("methods_under_names", SOURCE, flags="-O0")
NAMES = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith(("def by_", "def defaults"))]


@pytest.mark.parametrize("name", NAMES[:-1])
def test_whole(name):
    check(PROGRAM.load(), name, lambda: [torch.arange(2.0)], expect="whole")


@pytest.mark.parametrize("name, value", [("add", list.__mul__), ("add", tuple.__add__), ("upper", str.lower)])
def test_another_method(name, value):
    for module in (PROGRAM.load().eager, PROGRAM.load().built):
        module.kept = getattr(module, name)
        setattr(module, name, value)
    try:
        check(PROGRAM.load(), "by_global", lambda: [torch.arange(2.0)], expect="fallback")
    finally:
        for module in (PROGRAM.load().eager, PROGRAM.load().built):
            setattr(module, name, module.kept)


def test_a_method_of_the_table():
    for module in (PROGRAM.load().eager, PROGRAM.load().built):
        module.TABLE["get"] = lambda d, key: 7
    try:
        check(PROGRAM.load(), "by_table", lambda: [torch.arange(2.0)], expect="fallback")
    finally:
        for module in (PROGRAM.load().eager, PROGRAM.load().built):
            module.TABLE["get"] = dict.get


def test_another_default():
    for module in (PROGRAM.load().eager, PROGRAM.load().built):
        module.given.__kwdefaults__["c"] = 8.5
    try:
        for name in ("defaults", "defaults_of_the_wrapped"):
            check(PROGRAM.load(), name, lambda: [torch.arange(2.0)], expect="fallback")
    finally:
        for module in (PROGRAM.load().eager, PROGRAM.load().built):
            module.given.__kwdefaults__["c"] = 3


def test_defaults_of_an_argument():
    for expect in ("whole", None):
        results = []
        for module in (PROGRAM.load().eager, PROGRAM.load().built):
            before = PROGRAM.load().built.__pyaot__.counters()
            f = module.given if expect else module.by_default
            results.append(module.defaults_of_an_argument(torch.arange(2.0), f).tolist())
            after = PROGRAM.load().built.__pyaot__.counters()
        assert results[0] == results[1]
        assert (after["compiled"] > before["compiled"]) == bool(expect)
