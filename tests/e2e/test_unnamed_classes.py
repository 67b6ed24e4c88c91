"""Objects of classes that no global names: of a function's body, or made by type()."""

import types

import harness
import pytest
import torch
from table import randn

PROGRAM = harness.program(
    "unnamed_classes",
    """
from dataclasses import dataclass, field, fields, is_dataclass, make_dataclass, replace
from typing import NamedTuple

import torch
from torch import nn


class Named:
    def base(self, x):
        return x * 2


def make(k, bias=1.0):
    class Base(Named):
        gain = 0.5

        def tail(self, x, less=bias):
            return x * self.gain - less

    class C(Base):
        scale = 2.0

        def __init__(self, k):
            self.k = k

        def move(self, x, more=3.0):
            return x * self.k + bias + more

        def tail(self, x):
            return super().tail(x) - bias

        @property
        def twice(self):
            return self.k * 2 + bias

        @staticmethod
        def plain(x):
            return x - bias

        @classmethod
        def scaled(cls, x):
            return x * cls.scale

    return C(k)


def make_other(k):
    bias = 7.0

    class C:
        scale = 4.0
        gain = 1.0

        def __init__(self, k):
            self.k = k

        def move(self, x, more=1.0):
            return x - self.k + bias

        def tail(self, x):
            return x

        twice = 5

        def plain(self, x):
            return x * 2

        @staticmethod
        def scaled(x):
            return x

    return C(k)


def make_module(width):
    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = nn.Linear(width, width)

        def forward(self, x):
            return self.inner(x) + width

    return Layer()


def make_data(most, **how):
    @dataclass(**how)
    class Data:
        k: int = most
        w: float = 2.0
        parts: list = field(default_factory=list)

        def up(self, x):
            return x * self.k + self.w

    return Data


Data = make_data(3)
DATA = Data(4)
Made_data = make_dataclass("Made_data", [("k", int), ("w", "float", field(default=2.0)), ("u", int, 5)])
MADE_DATA = Made_data(3)
Typed = NamedTuple("Typed", [("k", int), ("w", float)])
TYPED = Typed(3, 2.0)


def data(d, x):
    return d.up(x) + d.k


def data_equal(d, e, x):
    return x + (1 if d == e else 2)


def data_anew(d, x):
    return type(d)(d.k + 1), replace(d, k=9).up(x)


def data_fields(d, x):
    return x + 1, is_dataclass(d), [f.name for f in fields(d)], type(d).__name__


def attributes(d, x):
    return x * d.k + d.w


def of_globals(x):
    return DATA.up(x), x * MADE_DATA.k + MADE_DATA.u, x * TYPED.k + TYPED.w, Typed(1, x)


def moved(c, x):
    return c.move(x)


def tail(c, x):
    return c.tail(x)


def asked(c, x):
    return x + c.twice


def plain(c, x):
    return c.plain(x)


def scaled(c, x):
    return c.scaled(x) * c.scale


def lengths():
    class Length:
        def __init__(self, n):
            self.n = n

        def __add__(self, other):
            return "add", self.n, other.n

        def __radd__(self, other):
            return "radd", self.n, other.n

    class Inherits(Length):
        pass

    class Overrides(Length):
        def __radd__(self, other):
            return "own", self.n, other.n

    class Whole(int):
        pass

    class Other(int):
        def __add__(self, other):
            return 7

    return Length, Inherits, Overrides, Whole, Other


LENGTHS = lengths()


def added(x):
    a, b, c = [cls(3) for cls in LENGTHS[:3]]
    return x + 1, a + b, a + c, b + c, b + a


def called(function, x):
    return function(3) + 4, x + 1


def two(a, b, x):
    return a.move(x) + b.k * b.gain


def by_table(c, x):
    return vars(type(c))["move"](c, x)


def names(c, x):
    return x + 1, type(c).__name__, type(c).__qualname__, isinstance(c, type(c)), c.__class__ is type(c)


def alike(a, b, x):
    return x + (1 if type(a) is type(b) else 2)


def doubled(base):
    class Doubled(base):
        def forward(self, x):
            return super().forward(x) * 2

    return Doubled


def instance(a, b, x):
    return x + (1 if isinstance(a, type(b)) else 2)


def subclass(a, b, x):
    return x + (1 if issubclass(type(a), type(b)) else 2)


def keyed(a, b, x):
    return x + {type(a): 1}.get(type(b), 2)


def listed(a, b, x):
    return x + (1 if type(b) in [type(a)] else 2)


def anew(c, x):
    d = type(c)(c.k)
    return d.base(x), d, type(d)


def true(c, x):
    return c.base(x) + (1 if c else 2)


def has(c, x):
    return x + (1 if hasattr(c, "other") else 2)


def set_k(c, x):
    c.k = c.k + 1
    return x * c.k


def by_module(m, x):
    return m(x) * 2


class Holder(nn.Module):
    def __init__(self):
        super().__init__()
        self.part, self.tool = make_module(4), make(2.0)
        self.twice = doubled(doubled(nn.Linear))(4, 4)

    def forward(self, x):
        return self.twice(self.tool.move(self.part(x)))


class Tooled(nn.Module):
    def __init__(self, tool):
        super().__init__()
        self.tool = tool

    def forward(self, x):
        return self.tool.scaled(x)


class Tools(nn.Module):
    def __init__(self, tools):
        super().__init__()
        self.parts = nn.ModuleList([Tooled(tool) for tool in tools])

    def forward(self, x):
        for part in self.parts:
            x = part(x)
        return x + (1 if type(self.parts[0].tool) is type(self.parts[1].tool) else 2)


def of_one(same):
    first, second = make(1.0), make(1.0)
    if same:
        second.__class__ = type(first)
    return Tools([first, second, first]).eval()


ONE, TWO = Tools([make(1.0)] * 3), of_one(False)
KEPT = make(3.0)
Point = type("Point", (), {"k": 2.0, "move": lambda self, x: x * self.k, "__len__": lambda self: 3})
POINT = Point()
Made = make(1.0).__class__
torch.manual_seed(0)
HOLDER = Holder()


def kept(x):
    return KEPT.move(x) + KEPT.twice


def pointed(x):
    return POINT.move(x) * len(POINT)


def made_anew(x):
    c = Made(4.0)
    return c.move(x) + c.twice


if __name__ == "__main__":
    x = torch.randn(3, 4)
    with torch.no_grad():
        for function in by_table, moved, tail, asked, plain, scaled, names, has, set_k, anew, true:
            function(make(2.0), x)
        for function in alike, instance, subclass, keyed, listed:
            function(make(2.0), make(3.0), x)
            c = make(2.0)
            function(c, c, x)
        two(c, c, x), two(c, make(2.0), x)
        added(x), called(LENGTHS[3], x)
        by_module(make_module(4), x)
        data(DATA, x), data_equal(DATA, Data(4), x), data_anew(DATA, x), data_fields(DATA, x)
        attributes(MADE_DATA, x), attributes(TYPED, x), of_globals(x)
        kept(x), pointed(x), made_anew(x)
        HOLDER(x), ONE(x), TWO(x)
""",
    args=["--force"],
    flags="-O0",
)

NAMES = ["by_table", "moved", "tail", "asked", "plain", "scaled"]
X = randn(3, 4, seed=1)


def compare(name, *make, expect=None):
    """The function on objects that each module makes."""
    pair = PROGRAM.load()
    eager, built = [getattr(m, name)(*[each(m) for each in make], X) for m in (pair.eager, pair.built)]
    assert equal(built, eager)
    if expect:
        before = pair.counters()
        getattr(pair.built, name)(*[each(pair.built) for each in make], X)
        after = pair.counters()
        ran = "compiled" if after["fallback"] == before["fallback"] else "fallback"
        assert ran == expect, (harness.explain(pair), before, after)


@pytest.mark.parametrize("name", NAMES)
def test_classes_made_alike(name):
    """Each call of make() makes another class: one variant serves them all, where numbers are those of the example."""
    compare(name, lambda m: m.make(2.0), expect="compiled")
    for k, bias in (2.0, -4.0), (5.0, 1.0), (3, 1.0), (2.0, 1):
        compare(name, lambda m, k=k, bias=bias: m.make(k, bias))


@pytest.mark.parametrize("name", NAMES)
def test_other_classes_of_the_name(name):
    compare(name, lambda m: m.make_other(2.0))


def test_names():
    compare("names", lambda m: m.make(2.0), expect="compiled")


@pytest.mark.parametrize("name", ["alike", "instance", "subclass", "keyed", "listed"])
def test_which_class_it_is(name):
    pair = PROGRAM.load()
    for m in pair.eager, pair.built:
        a, b, c = m.make(2.0), m.make(2.0), m.make(3.0)
        b.__class__ = type(a)
        derived = type("C", (type(a),), {})(1.0)
        function, before = getattr(m, name), pair.counters()["compiled"]
        with torch.no_grad():
            got = [
                float(function(*two, torch.zeros(1, 1))) for two in ((a, a), (a, b), (a, c), (derived, a), (a, derived))
            ]
        if m is pair.built:
            assert pair.counters()["compiled"] >= before + 3, harness.explain(pair)
        assert got == ([1, 1, 2, 1, 2] if name in ("instance", "subclass") else [1, 1, 2, 2, 2])


def add(cls, **attributes):
    for name, value in attributes.items():
        setattr(cls, name, value)


def change_code(cls):
    def move(self, x, more=3.0):
        return x * 100

    bound = cls.move.__closure__

    def outer(bias):
        def move(self, x, more=3.0):
            return x * 100 + bias

        return move

    assert bound
    cls.move.__code__ = outer(1.0).__code__


def derive(c):
    c.__class__ = type("C", (type(c),), {"move": lambda self, x: x * 9, "twice": 4, "scale": 8.0})


def take_base(c):
    class Other:
        gain = 9.0

        def tail(self, x):
            return x * 11

    type(c).__bases__ = (Other,)


def share(c, make):
    """A function of another class of that code: super() refuses the object."""
    type(c).tail = type(make(1.0)).tail


CHANGES = {
    "value": lambda c, m: add(type(c), scale=3.0),
    "inherited": lambda c, m: add(type(c).__mro__[1], gain=8.0),
    "hides": lambda c, m: add(type(c), gain=8.0),
    "method": lambda c, m: add(type(c), move=lambda self, x: x * 5),
    "defaults": lambda c, m: setattr(type(c).move, "__defaults__", (9.0,)),
    "defaults of the base": lambda c, m: setattr(type(c).__mro__[1].tail, "__defaults__", (9.0,)),
    "code": lambda c, m: change_code(type(c)),
    "cell": lambda c, m: setattr(type(c).move.__closure__[0], "cell_contents", 11.0),
    "k is a property": lambda c, m: add(type(c), k=property(lambda self: 13.0)),
    "getattribute": lambda c, m: add(type(c), __getattribute__=lambda self, name: object.__getattribute__(self, name)),
    "other getattribute": lambda c, m: add(type(c), __getattribute__=lambda self, name: lambda x: x * 17),
    "property": lambda c, m: add(type(c), twice=property(lambda self: 19.0)),
    "value for property": lambda c, m: add(type(c), twice=23.0),
    "property for value": lambda c, m: add(type(c), scale=property(lambda self: 29.0)),
    "static": lambda c, m: add(type(c), plain=lambda self, x: x * 31),
    "static of class": lambda c, m: add(type(c), scaled=staticmethod(lambda x: x * 37)),
    "class for static": lambda c, m: add(type(c), plain=classmethod(lambda cls, x: x * 41)),
    "own": lambda c, m: vars(c).update(move=lambda x: x * 43, tail=lambda x: x * 47, scale=53.0),
    "deleted": lambda c, m: delattr(type(c), "tail"),
    "base": lambda c, m: take_base(c),
    "class": lambda c, m: derive(c),
    "function of another": lambda c, m: share(c, m.make),
    "renamed": lambda c, m: setattr(type(c), "__name__", "D"),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", [*NAMES, "has", "set_k", "names"])
def test_changed_classes(name, change):
    """What happens to the class is noticed, before the first call and behind it."""
    pair = PROGRAM.load()
    for first in True, False:
        results = []
        for m in pair.eager, pair.built:
            c, function = m.make(2.0), getattr(m, name)
            with torch.no_grad():
                for _ in range(2 * first):
                    function(c, X)
                CHANGES[change](c, m)
                for _ in range(2):
                    try:
                        results.append(function(c, X))
                    except Exception as error:
                        results.append((type(error), str(error)))
        if change == "renamed" and name == "names":  # as of classes that globals name, new names are not noticed
            continue
        assert equal(results[0], results[2]) and equal(results[1], results[3])


def equal(a, b):
    if isinstance(a, tuple):
        return isinstance(b, tuple) and len(a) == len(b) and all(equal(x, y) for x, y in zip(a, b))
    return (
        torch.allclose(a, b, rtol=0, atol=1e-5)
        if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor)
        else a == b
    )


@pytest.mark.parametrize("where", [0, 1])
@pytest.mark.parametrize("name", ["k", "gain", "move"])
def test_nothing_runs_twice(name, where):
    """A guard that does not hold has asked no property of the program."""
    pair = PROGRAM.load()
    reads = []
    for m in pair.eager, pair.built:
        for _ in True, False:
            asked = []
            a, b = m.make(2.0), m.make(2.0)
            b.__class__ = type(a)
            other = m.make(2.0)
            vars(other).pop(name, None)
            value = {"k": 2.0, "gain": 0.5, "move": lambda x: x}[name]
            setattr(type(other).__mro__[where], name, property(lambda self: asked.append(name) or value))
            for c, d in (other, a), (a, other), (other, other):
                with torch.no_grad():
                    m.two(c, d, X), m.moved(c, X)
            reads.append(len(asked))
    assert reads[:2] == reads[2:]


def test_named_bases(monkeypatch):
    pair = PROGRAM.load()
    for name, value in (
        ("none", None),
        ("__len__", lambda self: 0),
        ("__bool__", lambda self: False),
        ("base", lambda self, x: x - 3),
    ):
        for m in pair.eager, pair.built:
            monkeypatch.setattr(m.Named, name, value, raising=False)
            with torch.no_grad():
                result, d, cls = m.anew(m.make(2.0), X)
                assert (
                    torch.equal(result, X * 2 if name != "base" else X - 3) and type(d) is cls and vars(d) == {"k": 2.0}
                )
                assert torch.equal(m.true(d, X), result + (1 if name in ("none", "base") else 2))
        monkeypatch.undo()


@pytest.mark.parametrize("how", [{}, {"frozen": True}, {"order": True}, {"eq": False}, {"repr": False}])
@pytest.mark.parametrize("k", [3, 6])
def test_dataclasses(how, k):
    pair = PROGRAM.load()
    before, results = pair.counters(), []
    for m in pair.eager, pair.built:
        cls = m.make_data(k, **how)
        d, e, x = cls(4), cls(), X
        anew, up = m.data_anew(d, x)
        results.append(
            (
                m.data(d, x),
                m.data(e, x),
                m.data_equal(d, e, x),
                m.data_equal(d, cls(4), x),
                vars(anew),
                type(anew) is cls,
                up,
            )
        )
        results[-1] += m.data_fields(d, x)
        cls.up = lambda self, x: x * 50
        results[-1] += (m.data(d, x), m.attributes(m.MADE_DATA, x), m.attributes(m.Made_data(5, 7.0), x))
        results[-1] += (m.attributes(m.Typed(3, 2.0), x), *m.of_globals(x)[:3])
    assert equal(*results)
    assert how or pair.counters()["compiled"] >= before["compiled"] + 5


def test_operators():
    harness.check(PROGRAM.load(), "added", lambda: (randn(3, 4, seed=2),))


def test_classes_of_built_in_ones():
    """Nothing is assumed of a class that a guard cannot describe."""
    pair = PROGRAM.load()
    for m in pair.eager, pair.built:
        got = [m.called(function, X)[0] for function in (m.LENGTHS[3], m.LENGTHS[4], lambda n: n * 5, float)]
        assert got == [7, 7, 19, 7.0] and type(got[3]) is float


def test_slots_and_metaclasses():
    pair = PROGRAM.load()
    for m in pair.eager, pair.built:
        meta = type("Meta", (type,), {"__getattribute__": lambda cls, name: type.__getattribute__(cls, name)})
        source = type(m.make(2.0))
        body = {name: value for name, value in vars(source).items() if name not in ("__dict__", "__weakref__")}
        c = meta("C", source.__bases__, body)(3.0)
        assert torch.equal(m.moved(c, X), X * 3.0 + 4.0)
        d = types.new_class("C", (), {}, lambda ns: ns.update(__slots__=("k",), move=lambda self, x: x * 5))()
        d.k = 1.0
        assert torch.equal(m.moved(d, X), X * 5)


@pytest.mark.parametrize("name", ["kept", "pointed", "made_anew", "of_globals", "HOLDER", "ONE", "TWO"])
def test_globals(name):
    harness.check(
        PROGRAM.load(),
        name,
        lambda: (randn(3, 4, seed=2),),
        expect="whole",
        context=torch.no_grad,
        atol=1e-6,
        rtol=1e-6,
    )


@pytest.mark.parametrize("same", [False, True])
def test_parts_of_modules(same):
    pair = PROGRAM.load()
    for m in pair.eager, pair.built:
        with torch.no_grad():
            assert torch.equal(m.of_one(same)(X), X * 8 + (1 if same else 2))
            assert torch.equal(m.ONE(X), X * 8 + 1) and torch.equal(m.TWO(X), X * 8 + 2)


def test_modules():
    pair = PROGRAM.load()
    for width in 4, 6:
        made = []
        for m in pair.eager, pair.built:
            torch.manual_seed(0)
            with torch.no_grad():
                made.append(m.by_module(m.make_module(width), randn(2, width, seed=3)))
        torch.testing.assert_close(made[1], made[0])
    assert pair.counters()["compiled"]


def test_changed_globals():
    pair = PROGRAM.load()
    for change in (
        lambda m: setattr(m.Point, "k", 5.0),
        lambda m: setattr(m.Point, "__len__", lambda self: 7),
        lambda m: setattr(m, "POINT", m.make(1.0)) or setattr(type(m.POINT), "__len__", lambda self: 2),
        lambda m: setattr(m, "KEPT", m.make_other(2.0)),
        lambda m: setattr(m, "Made", type(m.make(1.0, 9.0))),
        lambda m: setattr(m.Made, "__init__", lambda self, k: setattr(self, "k", k * 2)),
    ):
        results = []
        for m in pair.eager, pair.built:
            change(m)
            results.append((m.kept(X), m.pointed(X), m.made_anew(X)))
        torch.testing.assert_close(results[1], results[0])


PACKAGE = {
    "makes_classes/__init__.py": "",
    "makes_classes/factory.py": """
from torch import nn


def make(k, bias=1):
    class Base:
        def tail(self, x, less=2):
            return x - less

    class C(Base):
        scale = 2

        def __init__(self, k):
            self.k = k

        @property
        def twice(self):
            return self.k * 2 + bias

        def up(self, x):
            return super().tail(x * self.k) * self.scale + self.twice

    return C(k)


def with_norm(cls):
    class Normed(cls):
        def __init__(self, n, m):
            super().__init__(n, m)
            self.norm = nn.LayerNorm(m)

        def forward(self, x):
            return self.norm(super().forward(x))

    return Normed


NormedLinear = with_norm(nn.Linear)
OBJECT = make(3)
""",
}
USER = """
import torch
from makes_classes import factory
from makes_classes.factory import OBJECT, NormedLinear, make
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = NormedLinear(4, 4), factory.with_norm(NormedLinear)(4, 4)

    def forward(self, x):
        return self.b(self.a(x))


def up(c, x):
    return c.up(x)


def of_package(x):
    return OBJECT.up(x) + factory.OBJECT.twice


NET = Net().eval()

if __name__ == "__main__":
    x = torch.randn(2, 4)
    with torch.no_grad():
        up(make(2), x), of_package(x), NET(x)
"""
PACKAGE_CHANGES = [
    lambda m, c: None,
    lambda m, c: setattr(type(c), "scale", 7),
    lambda m, c: setattr(type(c).__mro__[1].tail, "__defaults__", (9,)),
    lambda m, c: setattr(type(c), "twice", property(lambda self: 100)),
    lambda m, c: setattr(type(m.NET.b).__mro__[1].forward, "__defaults__", None),
    lambda m, c: setattr(type(m.NET.a), "forward", lambda self, x: x * 0),
    lambda m, c: setattr(type(m.OBJECT), "up", lambda self, x: x * 13),
]


def test_classes_that_a_package_makes(tmp_path):
    with harness.program_with_package(tmp_path, "makes_classes_user", PACKAGE, USER) as (eager, built):
        for i, change in enumerate(PACKAGE_CHANGES):
            before, results = built.__pyaot__.counters()["compiled"], []
            for m in eager, built:
                c, d = m.make(2), m.make(4, 5)
                with torch.no_grad():
                    change(m, c)
                    results.append((m.up(c, X), m.up(d, X), m.of_package(X), m.NET(X)))
            torch.testing.assert_close(*results)
            assert i or built.__pyaot__.counters()["compiled"] == before + 4


NESTED = harness.program(
    "classes_made_in_class_bodies",
    """
import enum
from collections import namedtuple

import torch


class Store:
    Entry = namedtuple("Entry", "scale shift")
    Kind = enum.Enum("Kind", "ADD MUL")

    class Inner:
        Pair = namedtuple("Pair", "first second")

    def __init__(self):
        self.entries = {"one": self.Entry(2, 1), "two": self.Entry(3, -1)}
        self.kind = self.Kind.MUL


STORE, PAIR = Store(), Store.Inner.Pair(1, 2)


def entries(x):
    return x * STORE.entries["one"].scale + STORE.entries["two"].shift


def kinds(x):
    return x * 2 if STORE.kind is Store.Kind.MUL else x + 2


def nested(x):
    return x + PAIR.first, isinstance(PAIR, Store.Inner.Pair), type(PAIR).__qualname__, Store.Inner.Pair(x, 1), Store.Entry(1, x)


if __name__ == "__main__":
    entries(torch.ones(2)), kinds(torch.ones(2)), nested(torch.ones(2))
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["entries", "kinds", "nested"])
def test_classes_that_calls_in_class_bodies_make(name):
    harness.check(NESTED.load(), name, lambda: (torch.arange(3.0),), expect="whole")
