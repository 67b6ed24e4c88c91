"""Texts of containers that hold themselves, of ranges, slices and complex numbers; identities that are compared; operators
of sets with what is no set."""

import pytest
import torch
from harness import check, program

SOURCE = r"""
from collections import ChainMap, UserDict, UserList, deque


def attempt(f):
    try:
        return ("ok", f())
    except Exception as e:
        return type(e).__name__


class Plain(dict):
    pass


def cycles(x):
    a = [1]
    a.append(a)
    d = {1: 2}
    d[2] = d
    u = UserList([1])
    u.append(u)
    m = UserDict({1: 1})
    m[2] = m
    twice = [a[:1], a[:1]]
    both = [d]
    d[3] = both
    p = Plain(a=1)
    p["b"] = p
    return x + 1, repr(a), str(d), repr(u), repr(m), repr(twice), repr(both), repr(p), str(Plain(b=[1]))


def parts(x):
    return x + 1, repr(range(3)), repr(range(1, 3)), str(range(0, 9, 2)), repr(slice(1, 2)), repr(slice(None, "a", 3)), f"{range(2)}"


def identities(x):
    s = frozenset([1])
    t = frozenset(s)
    a = [1]
    b = list(a)
    tup = (1, 2)
    return x + 1, id(s) == id(t), id(a) == id(b), id(a) != id(b), id(tup) == id(tuple(tup)), id(a) == id(a), id(b) == id(a[:])


def sets(x):
    s = {1, 2}

    def f(other):
        t = set(s)
        t |= other
        return sorted(t)

    def g(other):
        t = frozenset(s)
        t &= other
        return sorted(t)

    return x + 1, attempt(lambda: f([1])), attempt(lambda: f("a")), attempt(lambda: f({1: 2})), attempt(lambda: g([1])), len(s), attempt(lambda: f({3})), len(s)


def complexes(x):
    z = 3 + 4j
    return x + 1, repr(z), str(-z), repr(2j), repr(complex(-0.0, 1)), repr(complex(1.5, -0.0)), f"{z}", repr(complex(float("inf"), float("nan"))), repr(1e16 + 1e-7j), attempt(lambda: z.__complex__() == z)


class OwnQueue(deque):
    pass


def texts(x):
    return x + 1, repr(deque([1, "a"])), repr(deque([1], maxlen=3)), str(OwnQueue([2])), repr(ChainMap({"a": 1}, {})), f"{deque()}"


def letters(x):
    points = [65, 127, 128, 233, 255, 0x7FF, 0x800, 0x20AC, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF]
    made = [chr(p) for p in points]
    return x + 1, made, [ord(c) for c in made] == points, ord("é"), len(chr(0x1F600)), chr(233) == "é"
"""
NAMES = ["cycles", "parts", "identities", "sets", "complexes", "texts", "letters"]
PROGRAM = program("texts_and_identities", SOURCE, [f"{name}(f32[N])" for name in NAMES], args=("--force",), flags="-O0")


@pytest.mark.parametrize("name", NAMES)
def test_whole(name):
    check(PROGRAM.load(), name, lambda: (torch.arange(3.0),), expect="whole")


GIVEN = """
class Box:
    def __init__(self, items):
        self.items = items


def lists(a, b):
    return a is b, a is not b


def sets(a: set, b: set):
    return 1 if a is b else 2


def attributes(a, b):
    return a.items is b.items


def between(a, b):
    kept = a.items
    return kept is b, b is not kept


def items(a, b):
    return a[0] is b[0], a[0] is a[1]


if __name__ == "__main__":
    lists([], [])
    lists({}, {})
    one = [3]
    lists(one, one)
    sets({1}, {1})
    attributes(Box([]), Box([]))
    between(Box([1]), [1])
    items([[1], [1]], [[1], [1]])
"""

NUMBERS = """
import math
import torch


def one(x, v):
    w = v * 2
    return x + 1, [v] == [v], (v,) == (v,), {1: v} == {1: v}, [v, 1] != [v, 1], (1, w) == (1, w), [v] == [1.5]


def two(x, v, w):
    return x + 1, (v, 2) == (w, 2)


def rounded(x):
    words = []
    for act in (lambda: float("inf").__floor__(), lambda: float("-inf").__ceil__(), lambda: float("nan").__floor__()):
        try:
            words.append(act())
        except (OverflowError, ValueError) as error:
            words.append((type(error).__name__, str(error)))
    return x + 1, words, (2.5).__floor__(), (-2.5).__ceil__()


if __name__ == "__main__":
    one(torch.ones(2), 1.5)
    two(torch.ones(2), 1.5, 2.5)
    rounded(torch.ones(2))
"""
NUMBERS_PROGRAM = program("numbers_in_containers", NUMBERS, args=("--force",), flags="-O0")


@pytest.mark.parametrize("number", [1.5, 2.5, float("nan")])
def test_a_number_is_itself_in_containers(number):
    expect = "whole" if number == number else None
    check(NUMBERS_PROGRAM.load(), "one", lambda: (torch.ones(2), number), expect=expect)
    check(NUMBERS_PROGRAM.load(), "two", lambda: (torch.ones(2), number, number), expect=expect)
    check(NUMBERS_PROGRAM.load(), "two", lambda: (torch.ones(2), number, float("nan")))


def test_methods_that_round():
    check(NUMBERS_PROGRAM.load(), "rounded", lambda: (torch.ones(2),), expect="whole")


GIVEN_PROGRAM = program("identities_of_given_containers", GIVEN, args=("--force",), flags="-O0")


@pytest.mark.parametrize("is_one", [False, True])
@pytest.mark.parametrize(
    "name, make",
    [
        ("lists", lambda module: []),
        ("lists", lambda module: [3]),
        ("lists", lambda module: {}),
        ("sets", lambda module: {1}),
        ("attributes", lambda module: module.Box([])),
        ("between", lambda module: module.Box([1])),
        ("items", lambda module: [[1], [1]]),
    ],
)
def test_containers_of_the_caller(name, make, is_one):
    results = []
    for module in (GIVEN_PROGRAM.load().eager, GIVEN_PROGRAM.load().built):
        a, b = make(module), make(module)
        if name == "between":
            b = a.items if is_one else b.items
        results.append(getattr(module, name)(a, a if is_one and name != "between" else b))
    assert results[0] == results[1]


VIEWS = """
x.detach()
x.t()
x.flatten()
x[:]
x[...]
x.expand(3, 4)
x.contiguous()
x.float()
x.reshape(3, 4)
x.view_as(x)
x.squeeze()
x.narrow(0, 0, 3)
x.movedim(0, 0)
x.real
x.expand_as(x)
x.positive()
x.permute(0, 1)
x.conj()
x.broadcast_to(3, 4)
x.cpu()
x.ravel()
x.data
torch.atleast_2d(x)
torch.broadcast_tensors(x, x)[0]
x.adjoint()
x.chunk(1)[0]
x.split(3)[0]
torch.as_tensor(x)
x.type(torch.float32)
x.to("cpu")
x.clone()
x.t().t()
""".strip().split("\n")
VIEWS_PROGRAM = program(
    "identities_of_views",
    "import torch\n\n\ndef views(x):\n    y = x\n    same = [" + ", ".join(f"{view} is y" for view in VIEWS) + "]\n"
    "    return same, x.sin() + 1 if y is x else x, id(x.t()) == id(x)\n",
    ["views(f32[3, 4])"],
    flags="-O0",
)


def test_what_torch_makes_of_a_tensor_of_the_caller():
    check(VIEWS_PROGRAM.load(), "views", lambda: [torch.arange(12.0).view(3, 4)], expect="whole")
