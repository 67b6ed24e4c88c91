"""functools: partial objects with attributes of their own, and singledispatchmethod over methods of all kinds."""

import pytest
import torch
from harness import check, program

SOURCE = r"""
import functools


def attempt(f):
    try:
        return ("ok", f())
    except Exception as e:
        return type(e).__name__


def add(a, b=2, *c):
    return a + b


class Shape:
    @functools.singledispatchmethod
    def of(self, arg):
        return "base", arg

    @of.register(int)
    def _(self, arg):
        return "int", arg

    @of.register
    def _(self, arg: str):
        return "str", arg

    @functools.singledispatchmethod
    @classmethod
    def made(cls, arg):
        return cls.__name__, "base"

    @made.register(int)
    @classmethod
    def _(cls, arg):
        return cls.__name__, "int", arg

    @functools.singledispatchmethod
    @staticmethod
    def told(arg):
        return "base", arg

    @told.register(int)
    @staticmethod
    def _(arg):
        return "int", arg


class Round(Shape):
    pass


def partials(x):
    p = functools.partial(add, 1)
    p.note = "kept"
    p.note2 = [1]
    p.note2.append(2)
    q = functools.partial(p, 5)
    return x + p(), p.note, p.note2, attempt(lambda: setattr(p, "func", max)), attempt(lambda: p.missing), q(), q.func is p, q.args


def plain_partials(x):
    p = functools.partial(functools.partial(add, 1), 5)
    return x + p(), p.func is add, p.args, p.keywords


def kept(x):
    p = functools.partial(add, 1)
    p.note = "kept"
    return x + 1, p.note, p


def methods(x):
    s, r = Shape(), Round()
    return x + 1, s.of(1), s.of("a"), s.of(1.5), r.of(2)


def class_methods(x):
    s, r = Shape(), Round()
    return x + 1, s.made(1), s.made("a"), Shape.made(2), Round.made(2), r.made(3)


def static_methods(x):
    s = Shape()
    return x + 1, s.told(1), s.told("a"), Shape.told(2), Shape.told(1.5)


def local(x):
    class A:
        @functools.singledispatchmethod
        def t(self, arg):
            return "base"

        @t.register(int)
        def _(self, arg):
            return "int"

        @functools.singledispatchmethod
        @classmethod
        def c(cls, arg):
            return cls, "base"

        @c.register(int)
        @classmethod
        def _(cls, arg):
            return cls, "int"

        @staticmethod
        def plain():
            return 1
        names = plain.__name__, plain.__func__(), plain.__wrapped__.__name__
    a = A()
    return x + 1, a.t(1), a.t(""), A.c(1)[1], a.c("")[1], A.names, A.c(1)[0] is A


def registers(x):
    return x + 1, attempt(lambda: Shape.of.register is not None), attempt(lambda: Shape().of.register is not None)


def named(x):
    return x + 1, Shape().of.__name__
"""
NAMES = ["partials", "plain_partials", "methods", "class_methods", "static_methods", "local", "registers"]
PROGRAM = program(
    "functools_objects",
    SOURCE,
    [f"{name}(f32[N])" for name in NAMES + ["kept", "named"]],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", NAMES)
def test_whole(name):
    check(PROGRAM.load(), name, lambda: (torch.arange(3.0),), expect="whole")


def test_name_of_a_dispatched_method():
    check(PROGRAM.load(), "named", lambda: (torch.arange(3.0),))


def test_attributes_of_a_partial_that_is_returned():
    _, note, made = PROGRAM.load().built.kept(torch.arange(3.0))
    assert note == "kept" and made.note == "kept" and made() == 3
