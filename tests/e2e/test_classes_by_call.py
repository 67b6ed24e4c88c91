"""Classes that calls make: type() with three arguments, named tuples, struct sequences, decorators that fill a class
in, frozen dataclasses and what they refuse."""

import pytest
from harness import check, program
from table import randn

SOURCE = """
import dataclasses
import functools

import torch


class Base:
    def __init__(self, n):
        self.n = n

    def run(self, x):
        return x * self.n


class Told:
    def __init_subclass__(cls):
        cls.k = 1


@dataclasses.dataclass(frozen=True)
class Frozen:
    a: int
    b: float = 1.0


class Thawed(Frozen):
    pass


def case_by_call(x):
    cls = type("Made", (Base,), {"k": 3, "f": lambda self, t: t * self.k})
    other = type("Base", (), dict(a=1, m=classmethod(lambda cls: cls.a)))
    c, d = cls(2), other()
    d.z = 4
    names = cls.__name__, cls.__qualname__, issubclass(cls, Base), isinstance(d, Base), cls.__mro__[1] is Base
    return c.f(x) + c.run(x) + other.m() + d.z, names


def case_ordered_here(x):
    @functools.total_ordering
    class V:
        def __init__(self, n):
            self.n = n

        def __eq__(self, other):
            return self.n == other.n

        def __le__(self, other):
            return self.n <= other.n

    return x + (V(1) > V(0)), V(1) < V(1), V(2) >= V(3), max(V(1), V(5)).n


def case_frozen(x):
    f, g, said = Frozen(1), Thawed(4), []
    for name in ("a", "absent"):
        try:
            setattr(f, name, 3)
        except dataclasses.FrozenInstanceError as e:
            said.append(str(e))
    try:
        f.b = 2
    except AttributeError as e:
        said.append(str(e))
    g.extra = 5
    object.__setattr__(f, "a", 7)
    return x * f.a, said, g.extra, g.a


def case_properties(x):
    made, said = type("Held", (), {"only": property(lambda self: 1)}), []
    try:
        made().only = 2
    except AttributeError as e:
        said.append(str(e))
    try:
        del made().only
    except AttributeError as e:
        said.append(str(e))
    return x * 2, said, made.__qualname__


def case_struct_sequence(x):
    largest = x.max(0)
    made = torch.return_types.max((x, x + 1))
    again = type(largest)([part * 2 for part in largest])
    mapped = [one.indices for one in map(torch.return_types.min, [(x, 5)])]
    try:
        said = torch.return_types.sort([x])
    except TypeError as error:
        said = type(error)
    return made.values + made.indices, made, again, mapped, said


def open_struct_sequence(x):
    try:
        return torch.return_types.max(x, x + 1)
    except TypeError as error:
        return str(error), x + 1


def open_is_told(x):
    return x * type("Q", (Told,), {}).k


def open_named_as_another(x):
    made = type("Base", (Base,), {})(3)
    return type(made) is Base, made.run(x)


def open_deleted(x):
    f = Frozen(1)
    try:
        del f.a
    except dataclasses.FrozenInstanceError:
        x = x + 1
    return x, f.a
"""
CASES = ["case_by_call", "case_ordered_here", "case_frozen", "case_properties", "case_struct_sequence"]
OPEN = ["open_struct_sequence", "open_is_told", "open_named_as_another", "open_deleted"]
built = program("classes_by_call", SOURCE, [f"{name}(f32[N])" for name in CASES + OPEN], ["--force"], "-O0")


@pytest.mark.parametrize("name", CASES + OPEN)
def test_made(name):
    check(built.load(), name, lambda: [randn(3)], expect="whole" if name in CASES else None)


def test_a_returned_object_of_a_class_that_has_the_name_of_another():
    source = SOURCE + '\n\ndef made(x):\n    return type("Base", (Base,), {})(3), x + 1\n'
    pair = program("class_returned", source, ["made(f32[N])"], ["--force"], "-O0").load()
    assert type(pair.built.made(randn(3))[0]) is not pair.built.Base


NAMED = """
from collections import namedtuple

Pt = namedtuple("Point", ["x", "y"])
Same = Pt


class Mixin:
    def total(self):
        return self.a + self.b


class Sub(Mixin, namedtuple("Base", "a b")):
    __slots__ = ()

    @property
    def twice(self):
        return self._replace(a=self.a * 2)


def of_sub(s):
    return s.total(), s.twice, s.twice.total(), s._fields, s._asdict()


def taken(p):
    return p.__class__(*[v + 1 for v in p]), p._fields


def asked(p):
    return isinstance(p, Pt), type(p) is Same, p.x + p.y, Pt(p.y, 3)


def among(p):
    return p.x * (2 if type(p) in {Pt, int} else 3)
"""


def of_points(name, made="Pt"):
    return lambda m: lambda x, y: getattr(m, name)(getattr(m, made)(x, y))


def test_a_named_tuple_that_calls_itself_otherwise_than_its_global():
    names = "taken", "asked", "among"
    calls = [f"{name}(Pt(f32[N], f32[N]))" for name in names] + ["of_sub(Sub(f32[N], f32[N]))"]
    pair = program("named_otherwise", NAMED, calls, ["--force"], "-O0").load()
    for name in names:
        check(pair, of_points(name), lambda: [randn(3), randn(3)], expect="whole")
    check(pair, of_points("of_sub", "Sub"), lambda: [randn(3), randn(3)], expect="whole")
    for module in pair.eager, pair.built:  # another class in its place
        module.Pt = module.namedtuple("Other", ["y", "x"], module=module.__name__)
    for name, made in ("taken", "Pt"), ("asked", "Pt"), ("asked", "Same"), ("among", "Same"):
        check(pair, of_points(name, made), lambda: [randn(3), randn(3)])
