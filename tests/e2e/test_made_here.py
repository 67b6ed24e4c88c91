"""Objects of Python's library that a function makes for itself: caches that count, functions by the class of an argument,
counters that are compared, named tuples whose fields are renamed."""

import pytest
import torch
from harness import check, program

SOURCE = """
import functools
from collections import Counter, namedtuple

import torch


def cached(x):
    asked = []

    @functools.lru_cache(maxsize=2)
    def f(a, b=1):
        asked.append(a)
        return a + b

    values = f(1), f(1), f(2), f(3), f(1), f(1, b=2)
    info = f.cache_info()
    f.cache_clear()
    return x * values[0], values, asked, tuple(info), info.hits, f.cache_info() == (0, 0, 2, 0)


def kinds_cached(x):
    @functools.lru_cache
    def f(a):
        return type(a).__name__

    @functools.lru_cache(typed=True)
    def g(a):
        return type(a).__name__

    @functools.lru_cache(maxsize=-1)
    def h(a):
        return a

    h(1), h(1)
    return x, f(1), f(1.0), f("a"), g(1), g(1.0), g(True), f.cache_info().misses, tuple(h.cache_info())


def dispatched(x):
    @functools.singledispatch
    def name(obj):
        return "any"

    name.register(int, lambda obj: "int")

    @name.register(str)
    def _(obj):
        return "str"

    @name.register
    def _(obj: float):
        return "float"

    return x, name("s"), name(1), name(1.0), name([]), name(True)


def counted(x):
    c, made = Counter("aab"), Counter(a=2, b=None)
    more = Counter("abc")
    more.update({"a": 3})
    more.update(z=1)
    try:
        c < 3
    except TypeError:
        made["b"] = 0
    compared = c <= Counter("aabb"), c < c, c >= Counter(a=1), c > Counter("aab"), c < Counter("aabc")
    return x * made["a"], compared, made["b"], dict(more)


def renamed(x):
    Made = namedtuple("Made", ["x", "class", "_a", "x", "ok"], rename=True)
    return x, Made._fields, Made(1, 2, 3, 4, 5)._1, hasattr(dict, "__missing__"), hasattr(int, "nothing")
"""
NAMES = ["cached", "kinds_cached", "dispatched", "counted", "renamed"]
PROGRAM = program("made_here", SOURCE, [f"{name}(f32[N])" for name in NAMES], args=("--force",), flags="-O0")


@pytest.mark.parametrize("name", NAMES)
def test_whole(name):
    check(PROGRAM.load(), name, lambda: (torch.arange(3.0),), expect="whole")


DEAR = """
import contextlib
import copy
from collections import ChainMap, Counter

import torch


def suppressed(x):
    with contextlib.suppress(KeyError, ValueError):
        {}["a"]
        x = x + 100
    return x


def most_common(x):
    return x, Counter("aab").most_common(1)


def chained(x):
    maps = ChainMap({"a": 1}, {"b": 2})
    return x, maps["b"], list(maps)


def copied(x):
    return x, copy.deepcopy({"a": [1]})
"""
DEAR_NAMES = ["suppressed", "most_common", "chained", "copied"]
DEAR_PROGRAM = program("dear_calls", DEAR, [f"{name}(f32[N])" for name in DEAR_NAMES], flags="-O0")


@pytest.mark.parametrize("name", DEAR_NAMES)
def test_what_takes_python_long_is_compiled_unasked(name):
    check(DEAR_PROGRAM.load(), name, lambda: (torch.arange(3.0),), expect="whole")
