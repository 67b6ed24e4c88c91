"""Subclasses of list, set and frozenset: methods, what overrides them, objects given, changed and returned."""

import pytest
import torch
from harness import check, program

SOURCE = """
import collections
import copy

import torch


class Plain(list):
    pass


class Tagged(list):
    def __init__(self, items=(), tag="t"):
        super().__init__(items)
        self.tag = tag

    def total(self):
        return sum(self)

    def append(self, item):
        super().append(item * 2)


class Counted(list):
    def __len__(self):
        return 10

    def __getitem__(self, i):
        return super().__getitem__(i) if i else list.__getitem__(self, 1)

    def __iter__(self):
        return iter([7, 8])


class Members(set):
    def total(self):
        return sum(self)


class Frozen(frozenset):
    def total(self):
        return sum(self)


class Deep(Tagged):
    def total(self):
        return super().total() * 2


class Mixin:
    def total(self):
        return sum(self)


class Mixed(Mixin, list):
    pass


class Says(list):
    def __iter__(self):
        return iter([7, 8])

    def __contains__(self, item):
        return item == 55

    def __eq__(self, other):
        return "eq"

    def __reversed__(self):
        return iter("rev")

    def __bool__(self):
        return False

    def append(self, item):
        list.append(self, item)
        list.append(self, item)

    def extend(self, items):
        for item in items:
            self.append(item)


class Without(list):
    def __init__(self, n):
        self.n = n


class New(list):
    def __new__(cls, *args):
        made = super().__new__(cls)
        made.count_of_args = len(args)
        return made


class Slots(list[int]):
    __slots__ = ("k",)


class Doubling(set):
    def add(self, item):
        super().add(item * 2)

    def __contains__(self, item):
        return not super().__contains__(item)


def says(x):
    b = Says([1, 2])
    b.append(5)
    b.extend([6])
    shown = [*b], list(b), tuple(b), sum(b), max(b), sorted(b), list(zip(b, b)), dict(enumerate(b)), set(b) == {7, 8}
    more = any(b), min(b, key=lambda v: -v), (lambda *p: p)(*b), list(reversed(b)), bool(b), b == 3, [1] == b
    p, q = b
    return x, shown, more, 55 in b, 1 in b, len(b), b[0], b[1:], b.index(2), b.copy(), b + [1], p, q


def made_otherwise(x):
    c, d, e, m = Without(3), New((1, 2)), Slots([1]), Mixed([1, 2])
    c.append(x)
    e.k = 5
    m.append(3)
    return c.n * c[0], d.count_of_args, list(d), e[0] + e.k, len(c), m.total()


def doubling(x):
    s = Doubling([1, 2])
    s.add(5)
    return x, 10 in s, 99 in s, len(s), s - {1, 2} == {10}, s | {1} == {1, 2, 10}


def made(x):
    a = Plain([x, x + 1])
    a.append(x * 3)
    a += [x]
    a.insert(0, x - 1)
    a.pop()
    a[0] = a[0] * 5
    del a[1]
    return torch.stack(a).sum(0), len(a), a + [1], [0] + a, a[1:], a * 1


def returned(x):
    a = Tagged([x], tag="q")
    a.append(x)
    a.extra = x + 7
    return a


def twice(x):
    a = Plain()
    b = Plain([a, a])
    a.append(b)
    a.append(x)
    return b, a


def methods(x):
    a = Deep([1, 2])
    a.append(3)
    return x * a.total() + len(a), a.tag, isinstance(a, list), issubclass(Deep, list), type(a) is Deep, a == [1, 2, 6], [1, 2, 6] == a, a != Plain([1, 2, 6]), a < [9], sorted(a, reverse=True), list(reversed(a)), 2 in a, a.index(6), a.count(1), str(a), bool(Plain()), [*a], max(a), dict(enumerate(a)), a.copy()


def overridden(x):
    a = Counted([x, x + 1, x + 2])
    return len(a), a[0] + a[2], list(a), [v for v in a], bool(a), list.__len__(a), a + [1]


def given(x, a):
    a.append(x)
    a[0] = a[0] + x
    return sum(a), a.tag, len(a)


def given_back(x, a):
    a.tag = "changed"
    b = a
    return b, a[0] + x


def given_read(x, a):
    n = 0
    for v in a:
        n = n + v
    return n * len(a) + x, a.total()


def given_counted(x, a):
    return len(a) + x, [v for v in a], a[0]


def sets(x):
    s = Members([1, 2, 3, 2])
    s.add(5)
    s.discard(1)
    s |= {9}
    t = s & {2, 3, 77}
    return x * s.total() + len(s), 5 in s, t == {2, 3}, type(t) is set, s >= {2}, {2} <= s, s.union([4]) == {2, 3, 4, 5, 9}, isinstance(s, set), s == Members([2, 3, 5, 9]), s.isdisjoint(Members([1]))


def set_back(x):
    s = Members([1, 2])
    s.note = x
    return s


class Chosen(set):
    pass


def sought(x):
    known = {frozenset([1, 2]), Frozen([3])}
    try:
        Plain([1]).__add__({2: 3})
    except TypeError:
        x = x + 1
    return x, Chosen([1, 2]) in known, Chosen([1]) in known, Frozen([1, 2]) in known, frozenset([3]) in known


def frozen(x):
    f = Frozen([1, 2])
    return x + f.total(), f | {3} == {1, 2, 3}, 1 in f, len(f), f == frozenset([1, 2])


def protocol(x):
    a = Plain([1])
    return x + isinstance(a, collections.abc.Sequence) + isinstance(a, collections.abc.MutableSequence), isinstance(a, collections.abc.Mapping), isinstance(Members(), collections.abc.Set), isinstance(collections.deque(), collections.abc.Sequence)


def branches(x):
    a = Plain([x])
    if x.sum() > 0:
        a.append(x * 2)
        a.pop(0)
    else:
        a[0] = x - 1
    return a[0] + len(a), a


def stored(x, d):
    d["a"] = Plain([x, 1])
    d["b"] = [Plain()]
    return x


def refused(x):
    a = Plain([1, 2])
    match a:
        case [p, q]:
            return x + p + q
    return x


class Times(list):
    def __mul__(self, other):
        return "times", other


class Plus(list):
    def __radd__(self, other):
        return "plus", other


def in_place(x):
    a = Times([1])
    a *= 2
    b = Plus([1])
    b += [2]
    c = Plain([1])
    c *= 2
    c += (3,)
    return x, a, type(b).__name__, b, c


def copied(x):
    a = Plain([1])
    b = copy.copy(a)
    b.append(2)
    return x, len(a), len(b)


if __name__ == "__main__":
    t = torch.ones(2, 3)
CALLS
    given(t, Tagged([t, t]))
    given_back(t, Tagged([t]))
    given_read(t, Tagged([1, 2]))
    given_counted(t, Counted([1, 2, 3]))
    stored(t, {})
"""
ALONE = (
    """made returned methods overridden sets set_back frozen sought protocol branches says made_otherwise doubling"""
)
CUT = ["refused", "copied", "in_place"]
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    {name}(t)" for name in [*ALONE.split(), *CUT, "twice"]))
PROGRAM = program("list_subclasses", SOURCE, args=["--force"], flags="-O0")


def x(sign=1):
    return torch.arange(6.0).reshape(2, 3) * sign


@pytest.mark.parametrize("name", ALONE.split())
def test_made_here(name):
    for sign in (1, -1):
        check(PROGRAM.load(), name, lambda: [x(sign)], expect="whole")


def test_attributes_of_what_is_returned():
    pair = PROGRAM.load()
    for pick in (lambda m: lambda t: vars(m.returned(t)), lambda m: lambda t: vars(m.set_back(t))):
        check(pair, pick, lambda: [x()], expect="whole")
    b, a = pair.built.twice(x())
    assert b[0] is a and b[1] is a and a[0] is b and type(b) is pair.built.Plain


@pytest.mark.parametrize("name", CUT)
def test_left_to_python(name):
    check(PROGRAM.load(), name, lambda: [x()])


GIVEN = {
    "given": lambda m: m.Tagged([x(), x()]),
    "given_back": lambda m: m.Tagged([x() + 5]),
    "given_read": lambda m: m.Tagged([1, 2]),
    "given_counted": lambda m: m.Counted([1, 2, 3]),
}


def call_given(name, make):
    def pick(module):
        def run(t):
            a = make(module)
            result = getattr(module, name)(t, a)
            return result, list.copy(a), vars(a), [r is a for r in result]

        return run

    return pick


@pytest.mark.parametrize("name", GIVEN)
def test_given(name):
    check(PROGRAM.load(), call_given(name, GIVEN[name]), lambda: [x()], expect="whole")


@pytest.mark.parametrize("other", ["Plain", "Deep"])
def test_another_class_is_a_miss(other):
    def make(module):
        a = getattr(module, other)([1, 2])
        a.tag = "u"
        return a

    pair = PROGRAM.load()
    for module in (pair.eager, pair.built):  # both have what is called
        module.Plain.total = lambda self: 3
    check(pair, call_given("given_read", make), lambda: [x()], expect="fallback")


def test_what_is_stored():
    check(PROGRAM.load(), "stored", lambda: [x(), {}], expect="whole")
