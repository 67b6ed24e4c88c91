"""What classes of the program inherit from collections.abc; objects whose __dict__ is assigned."""

import pytest
from harness import check, program
from table import randn

SOURCE = """
import collections.abc

import torch


class Items(collections.abc.MutableSequence):
    def __init__(self, *v):
        self.v = list(v)

    def __getitem__(self, i):
        return self.v[i]

    def __setitem__(self, i, v):
        self.v[i] = v

    def __delitem__(self, i):
        del self.v[i]

    def __len__(self):
        return len(self.v)

    def insert(self, i, v):
        self.v.insert(i, v)


class Attributes(dict):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.__dict__ = self


class Shared:
    state = {"n": 0}

    def __init__(self):
        self.__dict__ = self.state


given = Attributes(a=5)


def fails(f, *args):
    try:
        f(*args)
    except ValueError:
        return True
    return False


def case_sequence(x):
    m = Items(1, 2)
    m.append(3)
    m += [4, 5]
    m.reverse()
    last = m.pop()
    m.remove(4)
    found = m.index(3), m.count(2), m.index(2, 1), fails(m.index, 77), fails(m.index, 5, 1)
    m.extend(m)
    held = list(m)
    m.clear()
    return x * last, found, held, len(m), isinstance(m, collections.abc.Sequence)


def open_items_as_attributes(x):
    d = Attributes(a=1)
    d.b = 2
    return x * d.a, "b" in d, getattr(Attributes(a=3), "a", 100), getattr(d, "c", 7)


def open_of_the_caller(x):
    return x * given.a, getattr(given, "a", 100)


def open_shared(x):
    s = Shared()
    s.n += 1
    try:
        return x * Shared().n
    except AttributeError:
        return x
"""
NAMES = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith(("def case_", "def open_"))]
built = program("mixins_of_the_library", SOURCE, [f"{name}(f32[N])" for name in NAMES], ["--force"], "-O0")


@pytest.mark.parametrize("name", NAMES)
def test_inherited(name):
    check(built.load(), name, lambda: [randn(3)], expect="whole" if name.startswith("case_") else None)
