"""Subclasses of tuple: what operators and slices give, what the class defines, objects that are returned."""

import pytest
import torch
from harness import WORDS_OF, check, program

SOURCE = (
    WORDS_OF
    + """
import collections
import math
import typing

import torch


class Plain(tuple):
    def both(self):
        return self[0] + self[1]


class Pair(tuple):
    def __new__(cls, a, b):
        return super().__new__(cls, (a, b))

    @property
    def first(self):
        return self[0]


class Vector(typing.NamedTuple):
    x: int
    y: int

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k)

    def __rmul__(self, k):
        return self * k

    def __neg__(self):
        return Vector(-self.x, -self.y)

    def __repr__(self):
        return "<vector>"


class Odd(typing.NamedTuple):
    x: int
    y: int

    def __len__(self):
        return 9

    def __bool__(self):
        return False

    def __eq__(self, other):
        return self.x == other[0]

    def __getitem__(self, i):
        return 100 + i

    def __contains__(self, value):
        return value == 55

    def __iter__(self):
        return iter([7, 8, 9])

    def __lt__(self, other):
        return True


class Texts(tuple):
    def __repr__(self):
        return "texts"


class Adds(tuple):
    def __iadd__(self, other):
        return 5

    def __getattr__(self, name):
        return name


Point = collections.namedtuple("Point", "x y")


def case_plain(t):
    p = Plain([t, t + 1])
    return p.both(), p, p[::-1], p + (1,), (1,) + p, p * 2, len(p), isinstance(p, tuple), type(p[:1]).__name__, str(Plain([1]))


def case_pair(t):
    p = Pair(t, 3)
    a, b = p
    return a * b, p.first, p == (a, 3) if b > 5 else b, [p, p]


def case_named(t):
    p = Point(t, 2)
    return p + (1,), p[:1], p * 2, (1,) + p, type(p[0:2]).__name__, p


def case_operators(t):
    v = Vector(1, 2) + Vector(3, 4)
    return t * v.x, v, v * 3, 2 * v, -v, repr(v), f"{v}", v == (4, 6), len(v)


def case_sizes(t):
    s = t.shape
    return s + (1,), (1,) + s, s[:1], s * 2, type(s + s).__name__, t


Based = collections.namedtuple("Based", ["a", "b"], defaults=(7,))


class Below(Based):
    pass


class Made(Based):
    __slots__ = ()

    def __new__(cls, a):
        return super().__new__(cls, a)

    @property
    def total(self):
        return self.a + self.b


class Given(typing.NamedTuple):
    u: int
    n: int = 2


class BelowGiven(Given):
    def __new__(cls, u):
        return super().__new__(cls, u)


def case_defaults_of_a_base(t):
    try:
        made = Made(t).total, Below(3).b, BelowGiven(1).n, Made(1) == (1, 7)
    except TypeError:
        made = None
    return t * 2, made, Made(t)


def cut_odd(t):
    o = Odd(1, 2)
    return t, len(o), bool(o), o == (1, 5), o[0], 55 in o, 1 in o, [v for v in o], o < (0,), (0, 0) < o


def cut_unpacked(t):
    a, b, c = Odd(1, 2)
    return t * a, b, c


def cut_texts(t):
    return t, str(Texts((1,))), f"{Texts()}"


def cut_adds(t):
    a = Adds((1,))
    b = a
    a += (2,)
    return t, a, b.anything, getattr(b, "shape", 3)


class InitGives(collections.namedtuple("InitGives", "a b")):
    def __init__(self, a, b):
        return b


class InitOne(collections.namedtuple("InitOne", "a b")):
    def __init__(self, a):
        pass


class Kept(collections.namedtuple("Kept", "a b")):
    def __init__(self, a, b):
        self.seen = b


class Times(tuple):
    def __mul__(self, other):
        return "times", other


class TimesLeft(tuple):
    def __rmul__(self, other):
        return "times left", other


def case_init(t):
    return t * 2, InitGives(t, None), words_of(lambda: InitGives(t, 1)), words_of(lambda: InitOne(1, 2)), words_of(lambda: InitOne(1))


class Noted(collections.namedtuple("Noted", "a b")):
    def __new__(cls, a, b):
        return super().__new__(cls, a, b + 10)

    def __init__(self, a, b):
        if b < 0:
            raise ValueError(b)


def case_replaced(t):
    noted = Noted(t, 1)
    return noted._replace(b=-5), Noted._make([t, -1]), noted.b, words_of(lambda: Noted(t, -1))


def case_products(t):
    said = [[words_of(lambda: p * n), words_of(lambda: n * p)] for p in (Times((1,)), TimesLeft((1,))) for n in (2, 1.5)]
    return t * 2, said, math.prod([Times((1,)), 2])


def cut_attributes_of_their_own(t):
    kept = Kept(t, 1)
    return t * 2, words_of(lambda: kept.seen), words_of(lambda: kept.unseen)


if __name__ == "__main__":
    t = torch.ones(2)
CALLS
"""
)
CASES = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith("def case_")]
CUT = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith("def cut_")]
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    {name}(t)" for name in [*CASES, *CUT]))
tuples = program("tuple_subclasses", SOURCE, args=["--force"], flags="-O0")


@pytest.mark.parametrize("name", CASES)
def test_case(name):
    check(tuples.load(), name, lambda: [torch.arange(2.0)], expect="whole")


@pytest.mark.parametrize("name", CUT)
def test_left_to_python(name):
    check(tuples.load(), name, lambda: [torch.arange(2.0)])
