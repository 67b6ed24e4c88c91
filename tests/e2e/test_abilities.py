"""What objects and classes can do, by collections.abc: by their methods, by the classes that they derive from, and by
registration; and what an abstract class leaves to others."""

import pytest
import torch
from harness import check, program

SOURCE = r"""
import collections
import collections.abc as abc
import enum
from collections import UserList, UserDict, deque, OrderedDict, Counter, defaultdict


class Seq(abc.Sequence):
    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return i

    def __len__(self):
        return 3


class Has:
    def __len__(self):
        return 1

    def __iter__(self):
        return iter([1])

    def __contains__(self, x):
        return x == 1


class NextOnly:
    def __next__(self):
        return 1


class Both:
    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration


class Back:
    def __iter__(self):
        return iter([1])

    def __reversed__(self):
        return iter([1])


class NoHash:
    __hash__ = None


class Word(str, enum.Enum):
    ONE = "one"


class Level(enum.IntEnum):
    LOW = 1


class NoIter:
    __iter__ = None


class OwnSet(abc.Set):
    def __init__(self, *items):
        self.items = items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def __contains__(self, x):
        return x in self.items


class OwnMap(abc.Mapping):
    def __getitem__(self, k):
        if k == "a":
            return 1
        raise KeyError(k)

    def __iter__(self):
        return iter(["a"])

    def __len__(self):
        return 1


class Both2(Has):
    pass


class Alone(list):
    pass


class Keyed(dict):
    pass


PROTOCOLS = [abc.Iterable, abc.Iterator, abc.Sized, abc.Container, abc.Collection, abc.Reversible, abc.Callable, abc.Hashable,
             abc.Sequence, abc.MutableSequence, abc.Mapping, abc.MutableMapping, abc.Set, abc.MutableSet]
LETTERS = b"a"
OBJECTS = [1, 1.5, True, "a", (), [], {}, range(2), None, frozenset(), set()]
OWN = [Seq, Has, NextOnly, Both, Back, NoHash, NoIter, OwnMap, Both2, Alone, Keyed]


def of_objects(x):
    return x + 1, [[isinstance(o, p) for p in PROTOCOLS] for o in (*OBJECTS, LETTERS)]


def of_own(x):
    return x + 1, [[isinstance(c(), p) for p in PROTOCOLS] for c in (Seq, Has, NextOnly, Both, Back, OwnMap, Both2, Alone, Keyed)]


def of_unhashable(x):
    return x + 1, isinstance(NoIter(), abc.Iterable), isinstance(NoHash(), abc.Hashable), isinstance(OwnSet(1), abc.Collection), isinstance(Word.ONE, abc.Hashable), isinstance(Level.LOW, abc.Hashable)


def classes(x):
    return x + 1, [[issubclass(c, p) for p in PROTOCOLS] for c in (int, float, str, bytes, tuple, list, dict, range, set, frozenset, bool, complex)]


def own_classes(x):
    return x + 1, [[issubclass(c, p) for p in PROTOCOLS] for c in OWN]


def library_classes(x):
    kinds = (abc.Sized, abc.Iterable, abc.Mapping, abc.MutableMapping, abc.Sequence, abc.MutableSequence)
    return x + 1, [[issubclass(c, p) for p in kinds] for c in (OrderedDict, Counter, defaultdict, UserDict, UserList, deque)]


def among_themselves(x):
    return x + 1, [[issubclass(a, b) for b in PROTOCOLS] for a in PROTOCOLS]


def views(x):
    d = {"a": 1}
    return x + 1, [[isinstance(v, p) for p in (abc.KeysView, abc.ItemsView, abc.ValuesView, abc.MappingView, abc.Set, abc.Reversible)] for v in (d.keys(), d.values(), d.items())]


def mixins(x):
    s = Seq()
    m = OwnMap()
    return x + 1, list(reversed(s)), 2 in s, 7 in s, list(s), s.index(2), s.count(1), isinstance(m.items(), abc.ItemsView), list(m.items()), m == {"a": 1}


def asynchronous(x):
    class A:
        def __aiter__(self):
            return self

        async def __anext__(self):
            return 1
    return x + 1, isinstance(A(), abc.AsyncIterable), isinstance(A(), abc.AsyncIterator), isinstance(1, abc.Awaitable), isinstance(Has(), abc.AsyncIterable)
"""
NAMES = [
    "of_objects",
    "of_unhashable",
    "classes",
    "library_classes",
    "among_themselves",
    "views",
    "mixins",
    "asynchronous",
]
CUT = [
    "of_own",
    "own_classes",
]
PROGRAM = program("abilities", SOURCE, [f"{name}(f32[N])" for name in NAMES + CUT], args=("--force",), flags="-O0")

REGISTERED = r"""
import collections.abc as abc


class Reg:
    pass


class Other:
    pass


abc.Sequence.register(Reg)


class Part(abc.Iterable):
    pass


def attempt(f):
    try:
        return ("ok", f())
    except Exception as e:
        return type(e).__name__


def registered(x):
    return x + 1, isinstance(Reg(), abc.Sequence), issubclass(Reg, abc.Sequence), isinstance(Reg(), abc.Sized)


def with_parameters(x):
    return (
        x + 1,
        attempt(lambda: issubclass(int, list[int] | Other)),
        attempt(lambda: issubclass(list, list[int])),
        attempt(lambda: issubclass(int, str | int)),
    )


def not_registered(x):
    return x + 1, isinstance(Other(), abc.Mapping), isinstance([], abc.Sequence), isinstance(Other(), abc.Set)


def abstract(x):
    return x + 1, attempt(lambda: Part() and 1), attempt(lambda: abc.Sized() and 1)
"""
REGISTERED_NAMES = ["registered", "with_parameters", "not_registered", "abstract"]
REGISTERED_PROGRAM = program(
    "abilities_registered", REGISTERED, [f"{name}(f32[N])" for name in REGISTERED_NAMES], args=("--force",), flags="-O0"
)


@pytest.mark.parametrize("name", NAMES)
def test_whole(name):
    check(PROGRAM.load(), name, lambda: (torch.arange(3.0),), expect="whole")


@pytest.mark.parametrize("name", CUT)
def test_left_to_python(name):
    check(PROGRAM.load(), name, lambda: (torch.arange(3.0),))


@pytest.mark.parametrize("name", REGISTERED_NAMES)
def test_registered(name):
    expect = "whole" if name in ("not_registered", "abstract") else None
    check(REGISTERED_PROGRAM.load(), name, lambda: (torch.arange(3.0),), expect=expect)
