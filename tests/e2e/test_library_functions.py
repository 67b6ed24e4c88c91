"""Python's library beside tensors, as far as possible: operator, math, itertools, the methods of str, dict, set and numbers;
each result compares with what Python gives."""

import math

import pytest
import torch
from harness import check, program

SOURCE = """
import collections
import itertools
import math
import operator
import types

import numpy as np
import torch


def operators(x):
    r = [operator.add(1, 2), operator.truediv(3, 2), operator.floordiv(7, 2), operator.neg(2), operator.pos(2),
         operator.abs(-2), operator.invert(2), operator.inv(1), operator.and_(6, 3), operator.xor(6, 3),
         operator.lshift(1, 3), operator.not_(0), operator.truth(3), operator.is_(None, None), operator.is_not(None, 1),
         operator.concat([1], [2]), operator.contains([1, 2], 2), operator.countOf([1, 1], 1),
         operator.indexOf([1, 2], 2), operator.index(3), operator.getitem([1, 2], 1), operator.length_hint([1, 2]),
         operator.__add__(1, 2), operator.__lt__(1, 2)]
    l = [1, 2, 3]
    operator.setitem(l, 0, 9)
    operator.delitem(l, 1)
    picked = operator.itemgetter(0, 1)(l), operator.attrgetter("real")(3), operator.methodcaller("count", 9)(l)
    z = operator.iadd([1], [2])
    n = 3
    n = operator.imul(n, 2)
    n = operator.isub(n, 1)
    n = operator.ior(n, 8)
    y = x.clone()
    operator.imul(y, 2)
    return operator.matmul(x, x.t()) + operator.add(1, 2), r, l, picked, z, n, y, operator.attrgetter("shape")(x)


def mathematics(x, a):
    r = [math.asinh(1), math.acosh(2), math.atanh(0.5), math.lcm(4, 6), math.lcm(0, 3), math.perm(5, 2), math.perm(4),
         math.isclose(1, 1 + 1e-10), math.isclose(1, 2), math.isclose(math.inf, math.inf), math.isclose(math.inf, 1),
         math.modf(2.5), math.modf(-0.25), math.modf(3), math.ldexp(1.5, 3), math.remainder(7, 3), math.ulp(1.0),
         math.nextafter(1, 2), math.comb(5, 2), math.factorial(5), math.gcd(12, 18), math.prod([1, 2, 3]),
         math.degrees(1), math.radians(90)]
    return x * math.asinh(a) + math.acosh(a + 1) + math.atanh(a / 10), r


def strings(x):
    s = "Hello, World"
    made = [s.swapcase(), s.center(17, "*"), s.center(16), s.ljust(15, "."), s.rjust(15), "-42".zfill(6), "7".zfill(3),
            "a\\tb".expandtabs(), "a\\nb\\r\\nc".splitlines(), "a\\nb\\n".splitlines(True), "".splitlines(), s.isascii()]
    tests = ["a_1".isidentifier(), "1a".isidentifier(), "Ab Cd".istitle(), "aB".istitle(), "a\\n".isprintable(),
             "{a}-{b}".format_map({"a": 1, "b": 2}), s.rindex("o"), str.swapcase("aB")]
    try:
        s.rindex("z")
    except ValueError as error:
        tests.append(str(error))
    return x + 1, made, tests


def numbers(x):
    return x + 1, [(5).bit_length(), (0).bit_length(), (-9).bit_length(), (5).bit_count(), True.bit_length(),
                   (2.5).is_integer(), (4.0).is_integer(), (3).conjugate(), (2.5).conjugate()]


def whole_logarithms(x):
    n = x.shape[0]
    whole = math.log2(n).is_integer(), math.sqrt(n + 1).is_integer(), (n / 2).is_integer(), (1e308 * n * 10).is_integer()
    return x + n if math.log2(n).is_integer() else x - n, whole


def dicts(x):
    d = dict(zip("ab", [1, 2]), c=3)
    e = dict.fromkeys(["u", "v"], 0), {}.fromkeys("ab")
    return x + 1, e, d.keys() & {"a", "z"}, d.keys() | {"z"}, d.keys() - {"a"}, d.items() & {("a", 1), ("b", 3)}


def dicts_of_keys(x):
    ordered = collections.OrderedDict.fromkeys(["a", "b"], value=x)
    counted = collections.defaultdict.fromkeys(iter(ordered), x - 2)
    return ordered["a"] + counted["b"], list(counted), type(counted) is collections.defaultdict, counted.default_factory


def read_numbers(x):
    read = []
    for text in ("  12 ", "-7\\n", "+5", "1.5", " 1e3\\t", "inf", "-nan", "a", "", "0x10", "1 2", "1p3"):
        for kind in (int, float):
            try:
                read.append(repr(kind(text)))
            except ValueError:
                read.append("error")
    return x + 1, read


def read_other_numbers(x):
    return x + 1, int("ff", 16), int("1_000"), float("1_0.5"), int("99999999999999999999") > 5


def ranges(x, r):
    s = range(1, 10, 3)
    made = r[1:], r[::-1], r[2:][1:], s[1:], s[-1:0:-1], s[:0], range(5)[1:-1], range(10, 0, -2)[1:3]
    return x + sum(r), made, list(r[1:]), 2 in r, r.index(2), [len(m) for m in made], sum(s[1:])


def namespace(x):
    c = types.SimpleNamespace(a=1, b=x)
    c.d = c.a + 1
    return c.b * c.d, hasattr(c, "z"), vars(c)["a"], c == types.SimpleNamespace(a=1), c


def ordered_items(x, items, k):
    s = sorted(items, key=lambda p: (-p[1], p[0]), reverse=True)
    t = sorted(items, key=operator.itemgetter(1))
    repeated = ["d"] * (k > 1)
    return x * s[0][1], [a for a, _ in t], max(items, key=lambda p: p[1])[0], repeated


def bound_in_condition(x, k):
    y = x
    if (n := x.shape[0]) > 1 and (m := n * 2) > 2 and (j := k + m) > 4:
        y = x * m + j
    if x.sum() > 0 and (s := x * 2).sum() > 3:
        return y + s, n
    return y, n


def renamed(x):
    def f(y):
        return y * 2
    f.__name__ = f.__qualname__ = "g"
    return f(x), f.__name__, torch.nn.modules.utils._ntuple(3)(2)


def like(x):
    return (x * 2,) if torch.overrides.is_tensor_like(x) else (torch.ones(3) + x,)


def renamed_and_returned(x):
    def f(y):
        return y * 2
    f.__name__ = "g"
    f.note = x + 1
    return f


def scalars_of_numpy(x):
    n = np.prod(x.shape)
    return x.reshape(int(n)) * np.sqrt(2.0), np.float32(3) * 2, np.int64(4) + 1


def groups(x, numbers):
    by_ten = [(ten, sum(group)) for ten, group in itertools.groupby(numbers, key=lambda n: n // 10)]
    return x + len(by_ten), [(key, list(group)) for key, group in itertools.groupby(numbers)], by_ten


def groups_of_tensors(tensors):
    return [(rows, [t + 1 for t in group]) for rows, group in itertools.groupby(tensors, key=lambda t: t.shape[0])]


def groups_of_lists(x, lists):
    return x + 1, [(key, len(list(group))) for key, group in itertools.groupby(lists)]
"""

CALLS = """
operators(f32[N, M])
mathematics(f32[N, M], 1.5)
strings(f32[N, M])
numbers(f32[N, M])
whole_logarithms(f32[N, M])
dicts(f32[N, M])
dicts_of_keys(f32[N, M])
namespace(f32[N, M])
ranges(f32[N, M], range(4))
read_numbers(f32[N, M])
read_other_numbers(f32[N, M])
ordered_items(f32[N, M], [("a", 2), ("b", 1)], 3)
scalars_of_numpy(f32[2, 3])
bound_in_condition(f32[N, M], 3)
renamed(f32[N, M])
like(f32[N, M])
like(4)
renamed_and_returned(f32[N, M])
groups(f32[N, M], [1, 2, 2, 13, 13, 1])
groups_of_tensors([f32[2, 3], f32[2, 3], f32[4, 3], f32[2, 3]])
groups_of_lists(f32[N, M], [[1], [1], [2, 3], [1]])
""".strip().splitlines()

library = program("library_functions", SOURCE, calls=CALLS, args=["--force"], flags="-O0")


def x():
    return torch.arange(6.0).view(2, 3) - 2


@pytest.mark.parametrize("name", ["operators", "strings", "numbers", "dicts", "dicts_of_keys", "scalars_of_numpy"])
def test_functions_of_the_library(name):
    check(library.load(), name, lambda: [x()], expect="whole")


@pytest.mark.parametrize("n", [1, 2, 3, 8, 24])
def test_numbers_that_may_be_whole(n):
    check(library.load(), "whole_logarithms", lambda: [torch.ones(n, 2)], expect="whole")


@pytest.mark.parametrize("r", [range(4), range(2, 9, 1), range(3)])
def test_ranges(r):
    check(library.load(), "ranges", lambda: [x(), r], expect="whole" if r == range(4) else None)


def test_numbers_in_text():
    check(library.load(), "read_numbers", lambda: [x()], expect="whole")
    check(library.load(), "read_other_numbers", lambda: [x()])


def test_namespace():
    def pick(module):
        return lambda y: [*module.namespace(y)[:4], vars(module.namespace(y)[4])]

    check(library.load(), pick, lambda: [x()], expect="whole")


@pytest.mark.parametrize("k", [3, -9])
@pytest.mark.parametrize("make", [x, lambda: -x(), lambda: x()[:1], lambda: x() * 100])
def test_names_that_a_condition_binds(make, k):
    check(library.load(), "bound_in_condition", lambda: [make(), k], expect="whole")


def test_functions_that_are_renamed():
    check(library.load(), "renamed", lambda: [x()], expect="whole")

    def pick(module):
        def use(y):
            made = module.renamed_and_returned(y)
            return made.__name__, made.__qualname__, made.__dict__, made(y)

        return use

    check(library.load(), pick, lambda: [x()])


def test_what_is_like_a_tensor():
    check(library.load(), "like", lambda: [x()], expect="whole")
    check(library.load(), "like", lambda: [4], expect="whole")


@pytest.mark.parametrize("a", [1.5, 0.25, 40.0])
def test_mathematics(a):
    check(library.load(), "mathematics", lambda: [x(), a], expect="whole" if a < 10 else None)
    assert math.isfinite(a)


@pytest.mark.parametrize("items", [[("a", 2), ("b", 1)], [("a", 1), ("b", 2)], [("z", 1), ("b", 1)], [("a", 2)]])
@pytest.mark.parametrize("k", [3, 1, True])
def test_what_decides_an_order_is_guarded(items, k):
    check(library.load(), "ordered_items", lambda: [x(), items, k])


def test_an_order_that_was_seen():
    check(library.load(), "ordered_items", lambda: [x(), [("a", 2), ("b", 1)], 3], expect="whole")


@pytest.mark.parametrize("numbers", [[1, 2, 2, 13, 13, 1], [1, 2, 2, 13, 14, 1], [1, 1], [], [True, 1, 2.0, 2]])
def test_groups(numbers):
    check(
        library.load(),
        "groups",
        lambda: [x(), numbers],
        expect="whole" if len(numbers) == 6 and numbers[4] == 13 else None,
    )


def test_groups_by_size_and_of_lists():
    check(library.load(), "groups_of_tensors", lambda: [[x(), x() * 2, torch.ones(4, 3), x()]], expect="whole")
    check(library.load(), "groups_of_tensors", lambda: [[x(), torch.ones(4, 3), torch.ones(4, 3), x()]])
    check(library.load(), "groups_of_lists", lambda: [x(), [[1], [1], [2, 3], [1]]])


paths = program(
    "paths",
    """
import os
import os.path as osp
import sys
from os.path import join

NAMES = ("", "a", ".a", "..a", "a.b.c", "d.e/f", "d.e/.f", "d.e/..g.h", "/a", "//a", "a//b", "a/", "/", "a.")
PARTS = (("a",), ("", "b"), ("a/", "b"), ("a", ""), ("a", "b", "/c", "d"))


def parts(x):
    return x + 1, [os.path.splitext(n) for n in NAMES], [os.path.split(n) for n in NAMES], os.sep, os.linesep, os.name


def names(x):
    read = [(osp.basename(n), osp.dirname(n), osp.isabs(n)) for n in NAMES]
    return x + 1, read, [join(*p) for p in PARTS], sys.byteorder, sys.platform


def refused(x):
    return x + 1, os.path.join("a", 3)
""",
    calls=["parts(f32[M, N])", "names(f32[M, N])", "refused(f32[M, N])"],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", ["parts", "names"])
def test_parts_of_paths_are_known(name):
    check(paths.load(), name, lambda: [x()], expect="whole")


def test_what_is_no_path_is_refused_as_in_eager():
    check(paths.load(), "refused", lambda: [x()])


def test_a_changed_separator_is_noticed(monkeypatch):
    pair = paths.load()
    check(pair, "parts", lambda: [x()], expect="whole")
    monkeypatch.setattr("os.sep", "\\")
    assert pair.built.parts(x())[3] == "\\"
