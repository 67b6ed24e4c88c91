"""What Python says where it refuses something is known to the program that catches it, word by word."""

import harness
import pytest
import torch

PRELUDE = (
    harness.WORDS_OF
    + """
import abc, collections, dataclasses, functools, heapq, itertools, math
import torch

Pair = collections.namedtuple("Pair", "a b")
Optional = collections.namedtuple("Optional", "a b c", defaults=(1,))


class Named(Pair):
    pass


class Shape(abc.ABC):
    @abc.abstractmethod
    def sides(self): ...

    @abc.abstractmethod
    def area(self): ...


class Square(Shape):
    def area(self): ...


@dataclasses.dataclass
class Point:
    x: int
    y: int = dataclasses.field(kw_only=True)
    z: int = dataclasses.field(kw_only=True, default=1)
    w: list = dataclasses.field(default_factory=list)


class Plain:
    fixed = property(lambda self: 1)


class Sets:
    def __setitem__(self, index, value): ...


class Deletes:
    def __delitem__(self, index): ...


class Refuses:
    def __iter__(self):
        return iter(5)


def at(container, index):
    return container[index]


def put(container, index):
    container[index] = 1


def take(container, index):
    del container[index]


def unpacked(value):
    first, second = value


def unbound(flag):
    if flag:
        name = 1
    return name


def unbound_outside():
    def inner():
        return name

    inner()
    name = 1


def placed(a, *, b, c=1):
    return a

"""
)

GROUPS = {
    "numbers": """int(None) | int([]) | int("12", 1) | int("5", base=40) | int(float("nan")) | int(float("inf"))
        float([]) | float(None) | int(Plain()) | range(1.5) | range(1, "a") | range() | slice() | 1 @ 2.5
        math.floor(float("nan")) | math.trunc(float("-inf")) | round(float("nan")) | math.pow(-1, 0.5) | math.fmod(1, 0)
        pow(2, -1, 4) | pow(2, 1, 0) | pow(1.5, 2, 3) | bool(1, 2) | tuple([1], [2])""",
    "sequences": """at([1, 2], 1.0) | at((1,), "a") | at("ab", "c") | at(range(3), "a") | at([1], None) | take((1, 2), 0) | take((1, 2), slice(1))
        take(3, 0) | take("ab", "a") | take({1: 2}.keys(), 0) | take({1: 2}.items(), slice(1)) | put({1: 2}.values(), 0)
        take(Sets(), 0) | put(Deletes(), 0) | take(Plain(), 0) | put(Plain(), 0) | max([]) | min((), key=len) | max() | min(key=1)
        sum([1], "a") | iter(1, 2) | map(len) | {}.pop() | {}.pop(1, 2, 3) | {}.pop(k=1) | collections.deque([1]).remove(2)
        list(itertools.product([1], repeat=-1)) | itertools.islice([1]) | itertools.islice([1], 1, 2, 3, 4)
        heapq.heapify({1: 2}) | heapq.heappop(None) | heapq.heappush((), 1) | heapq.heapreplace({}, 1) | heapq.heappushpop(2.5, 1)""",
    "iterators": """[1].__mul__(map(str, [1])) | "a".center(5, enumerate("a")) | (1,).__mul__(zip([1])) | "a".maketrans("a", iter([1]))
        "a".ljust(5, reversed(collections.deque([1]))) | "a".ljust(5, (i for i in [1])) | "a".rjust(5, filter(None, [1]))""",
    "contents": """1 in 5 | 1 in Plain() | 2 in None | 2 in Refuses() | unpacked(5) | unpacked(None) | unpacked(Plain()) | unpacked(Refuses())
        unbound(False) | unbound_outside() | int[3] | functools.partial(3) | functools.partial() | placed(1, 2, d=3)""",
    "texts": """"%d" % "a" | "%x" % "a" | "%f" % None | "{} {}".format(1) | "{5}".format(1) | "}".format(1) | "a".center("b")
        "a".maketrans(1, 2) | "a".maketrans(1, "b") | "a".maketrans("a", "b", 3) | "a".maketrans("a", "bc")
        "a".center(5, "xx") | "a".ljust(5, 1) | "a".zfill(2.0) | "abc".find("a", "x") | "a".expandtabs("x")""",
    "signatures": """Pair(1) | Pair(1, 2, 3) | Pair(a=1, c=2) | Pair() | Pair(1, b=2, a=3) | Named(1) | Optional() | Optional(1, 2, 3, 4)
        Pair._make([1]) | Point() | Point(1) | Point(1, 2) | Point(1, 2, 3) | Point(1, 2, 3, y=1) | Point(y=1) | Point(1, y=2, q=3)
        Point(1, x=1, y=2) | Shape() | Square() | placed(1, 2) | placed(1, 2, b=3) | placed(1, 2, b=3, c=4)
        setattr(Plain(), "fixed", 1) | delattr(Plain(), "fixed")""",
}


def function(name, lines):
    refused = [text.strip() for line in lines.splitlines() for text in line.split(" | ")]
    asked = "".join(f"    found.append(words_of(lambda: {text}))\n" for text in refused)
    return f"def {name}(x):\n    found = []\n{asked}    return x + len(found), found\n\n\n"


PROGRAM = harness.program(
    "words_of_refusals",
    PRELUDE + "".join(function(name, lines) for name, lines in GROUPS.items()),
    calls=[f"{name}(f32[N])" for name in GROUPS],
    args=("--force",),
    flags="-O0",
)
IN_PYTHON = {"contents", "iterators"}  # have some whose words are not known to the compiler


@pytest.mark.parametrize("name", GROUPS)
def test_words(name):
    expect = None if name in IN_PYTHON else "whole"
    harness.check(PROGRAM.load(), name, lambda: (torch.ones(3),), expect=expect)


def test_inverse_of_a_modulus():
    source = """
def powers(x):
    return x * pow(3, -1, 7), pow(2, 100, 1000007), pow(-3, 5, 7), pow(0, 0, 1), pow(5, -3, 12)
"""
    program = harness.program("powers", source, calls=["powers(f32[N])"], args=("--force",), flags="-O0")
    harness.check(program.load(), "powers", lambda: (torch.ones(3),), expect="whole")
