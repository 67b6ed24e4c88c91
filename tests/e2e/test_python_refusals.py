"""What Python itself refuses, and which objects it gives back, where a program looks: built-in classes, itertools, enums,
views of mappings, and the class that a method belongs to."""

import pytest
import torch
from harness import check, program

SOURCE = r"""
import math
import itertools
import functools
import copy
import types
from collections import UserDict, deque
from enum import Enum
import collections.abc
import bisect


def attempt(f):
    try:
        return ("ok", f())
    except Exception as e:
        return type(e).__name__


def frozen(x):
    s = frozenset([1, 2])
    t = frozenset(s)
    return x + 1, s is t, s.copy() is s, copy.copy(s) is s, set(s) is s


def maths(x):
    inf = float("inf")
    return (x + 1, attempt(lambda: math.fmod(inf, 1.0)), attempt(lambda: math.fmod(1.0, inf)), attempt(lambda: math.hypot(x=1)),
            attempt(lambda: math.gcd(a=1)), attempt(lambda: math.remainder(inf, 2.0)))


class Getter:
    def __init__(self, s):
        self.s = s


def compressed(x):
    return x + 1, attempt(lambda: itertools.compress(Getter("s"), [1]) and 1), list(itertools.compress("abc", [1, 0, 1]))


class Ten:
    def __init__(self):
        return 10


class Base:
    def __new__(cls, arg):
        return object.__new__(Derived) if isinstance(arg, int) else [1, 2, 3]


class Derived(Base):
    def __init__(self, arg):
        self.foo = arg


def makes(x):
    return x + 1, attempt(Ten), attempt(lambda: Base(1).foo), Base("1"), attempt(lambda: iter(42, 42))


def conflict(x):
    try:

        class C(list, dict):
            pass
    except TypeError:
        x = x + 1
    try:

        class Wrong(Enum, str):
            A = "b"
    except TypeError:
        x = x + 2
    return x


class Named:
    def f(self):
        return __class__

    @classmethod
    def g(cls):
        return __class__.__name__

    def h(self):
        def inner():
            return __class__.__name__
        return inner()


class Sub(Named):
    pass


def names(x):
    return x + 1, attempt(lambda: Sub().f() is Named), attempt(Sub.g), attempt(Sub().h)


def views(x):
    d = UserDict()
    d["red"] = 5
    k = d.keys()
    z = attempt(lambda: sorted(d.keys() | {"orange"}))
    i = attempt(lambda: sorted(d.items() | {("orange", 3)}))
    d["blue"] = 7
    return (x + 1, z, i, list(k), len(k), isinstance(k, collections.abc.KeysView), isinstance(d.items(), collections.abc.Set),
            attempt(lambda: k[0]), isinstance(d.values(), collections.abc.ValuesView), "blue" in k, ("blue", 7) in d.items(), 7 in d.values())


def proxies(x):
    return x + 1, attempt(lambda: len(types.MappingProxyType(10)))


class BadFormat:
    def __format__(self, spec):
        return 1.0


class BadText:
    def __str__(self):
        return 1


def formats(x):
    return x + 1, attempt(lambda: format(BadFormat(), "")), attempt(lambda: f"{BadFormat()}"), attempt(lambda: str(BadText()))


class Not(Exception):
    def __new__(cls, *args):
        return object()


def raises(x):
    def f():
        raise Not
    def g():
        raise Not("a")
    return x + 1, attempt(f), attempt(g)


class Types(Enum):
    i = int
    f = float


def types_as_values(x):
    return x + 1, attempt(lambda: Types.i.value is int), len(Types)


class Whole(int):
    pass


def ordering(x):
    return x + 1, attempt(lambda: functools.total_ordering(Whole) is Whole)


def code(x):
    def f(a, *, b=1):
        return a
    return x + 1, attempt(lambda: f.__code__.co_kwonlyargcount), attempt(lambda: f.__code__.co_flags)


class LenOnly:
    def __len__(self):
        return 10


class GetOnly:
    def __getitem__(self, i):
        return 10


def bisects(x):
    return x + 1, attempt(lambda: bisect.insort(LenOnly(), 10)), attempt(lambda: bisect.insort(GetOnly(), 10)), attempt(lambda: bisect.insort(10, 10))


def unbound():
    del q


def free():
    def inner():
        nonlocal z
        del z
        del z

    z = 1
    inner()


def body():
    class A:
        del w


def deleted(x):
    return x + 1, [attempt(f) for f in (unbound, free, body)]


class Own(deque):
    pass


def deques(x):
    d = Own([1])
    return x + 1, type(d * 2).__name__, type(d + d).__name__, type(d.copy()).__name__, list(d * 2)


def complexes(x):
    z = 3 + 4j
    return x + 1, attempt(lambda: z.__complex__() == z), attempt(lambda: 1 / 0j), attempt(lambda: (1 + 1j) / 0), attempt(lambda: (1 + 1j) / 0.0)


def products(x):
    p = itertools.product([1, 2], [3])
    next(p)
    return x + 1, type(p).__name__, type(itertools.permutations([1, 2])).__name__, type(itertools.combinations([1, 2], 1)).__name__


def tees(x):
    class I:
        first = True
        def __iter__(self):
            return self
        def __next__(self):
            if self.first:
                self.first = False
                return next(b)
            raise StopIteration
    a, b = itertools.tee(I())
    return x + 1, attempt(lambda: next(a))
"""
NAMES = [
    "frozen",
    "maths",
    "compressed",
    "makes",
    "conflict",
    "names",
    "views",
    "proxies",
    "formats",
    "types_as_values",
    "ordering",
    "deleted",
    "deques",
]
CUT = [
    "raises",
    "bisects",
    "code",
    "complexes",
    "products",
    "tees",
]
PROGRAM = program(
    "python_refusals", SOURCE, [f"{name}(f32[N])" for name in NAMES + CUT], args=("--force",), flags="-O0"
)


@pytest.mark.parametrize("name", NAMES)
def test_whole(name):
    check(PROGRAM.load(), name, lambda: (torch.arange(3.0),), expect="whole")


@pytest.mark.parametrize("name", CUT)
def test_in_python_words(name):
    check(PROGRAM.load(), name, lambda: (torch.arange(3.0),))


# The methods of dict know nothing of the order that an OrderedDict has of its own.
ORDERED = r"""
from collections import OrderedDict


def attempt(f):
    try:
        return ("ok", f())
    except Exception as e:
        return type(e).__name__


class Own(OrderedDict):
    def put(self, key, value):
        super().__setitem__(key, value)

    def past(self, key, value):
        dict.__setitem__(self, key, value)


def deleted_past(x):
    d = OrderedDict([("a", 1), ("b", 2)])
    dict.__delitem__(d, "a")
    return x + 1, attempt(lambda: repr(d) and 1), len(d)


def popped_past(x):
    d = OrderedDict([("a", 1), ("b", 2)])
    dict.pop(d, "a")
    return x + 1, attempt(lambda: list(d.items())), len(d)


def cleared_past(x):
    d = OrderedDict([("a", 1), ("b", 2)])
    dict.clear(d)
    dict.update(d, c=1)
    return x + 1, attempt(lambda: list(d)), len(d)


def by_super(x):
    d = Own([("a", 1)])
    d.put("c", 3)
    return x + 1, list(d.items())
"""
ORDERED_NAMES = ["deleted_past", "popped_past", "cleared_past", "by_super"]
ORDERED_PROGRAM = program(
    "ordered_past", ORDERED, [f"{name}(f32[N])" for name in ORDERED_NAMES], args=("--force",), flags="-O0"
)


@pytest.mark.parametrize("name", ORDERED_NAMES)
def test_dict_methods_of_ordered_dicts(name):
    expect = "whole" if name == "by_super" else None
    check(ORDERED_PROGRAM.load(), name, lambda: (torch.arange(3.0),), expect=expect)
