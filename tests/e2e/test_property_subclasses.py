"""Classes that derive from property: their objects are descriptors with attributes of their own."""

import harness
import torch
from table import randn

SOURCE = """
import torch


class Tagged(property):
    def __init__(self, fn=None, *, tag=0):
        super().__init__(fn)
        self.tag = tag

    def __call__(self, fn):
        return Tagged(fn, tag=self.tag)


class Plain(property):
    pass


class lazy:
    def __init__(self, wrapped):
        self.wrapped = wrapped

    def __get__(self, instance, owner=None):
        if instance is None:
            return LazyAndProperty(self.wrapped)
        value = self.wrapped(instance)
        setattr(instance, self.wrapped.__name__, value)
        return value


class LazyAndProperty(lazy, property):
    def __init__(self, wrapped):
        property.__init__(self, wrapped)


class Scaled:
    def __init__(self, s):
        self.s = s

    @Tagged(tag=3)
    def double(self):
        return self.s * 2

    @Plain
    def half(self):
        return self.s / 2

    @half.setter
    def half(self, value):
        self.s = value * 2

    @lazy
    def quarter(self):
        return self.s / 4


def reads(x):
    a = Scaled(x)
    return a.double + a.half, type(a).double.tag, isinstance(type(a).double, property)


def computes_once(x):
    a = Scaled(x)
    found = isinstance(getattr(type(a), "quarter"), lazy), isinstance(Scaled.quarter, property)
    return a.quarter + a.quarter, found, sorted(vars(a))


def of_input(a, x):
    return a.double * x + a.half


def sets(x):
    a = Scaled(x)
    a.half = x + 1
    return a.s


def refuses(x):
    a = Scaled(x * 2)
    try:
        a.double = 3
    except AttributeError as e:
        return a.s, str(e)
    return a.s, "no error"
"""
CALLS = ["reads(f32[N])", "computes_once(f32[N])", "of_input(Scaled(2.0), f32[N])", "sets(f32[N])", "refuses(f32[N])"]
PROGRAM = harness.program("property_subclasses", SOURCE, CALLS, args=("--force",), flags="-O0")


def test_properties_of_new_objects():
    for name in ("reads", "computes_once", "sets"):
        harness.check(PROGRAM.load(), name, lambda: (randn(4),), expect="whole")
    harness.check(PROGRAM.load(), "refuses", lambda: (randn(4),))


def test_a_property_that_is_replaced_is_noticed():
    pair = PROGRAM.load()

    def of_input(module):
        return lambda x: module.of_input(module.Scaled(2.0), x)

    harness.check(pair, of_input, lambda: (randn(4),), expect="whole")
    for module in (pair.eager, pair.built):
        module.Scaled.double = property(lambda self: self.s * 5)
    harness.check(pair, of_input, lambda: (torch.ones(4),))
    for module in (pair.eager, pair.built):
        module.Scaled.double = 7.0
    harness.check(pair, of_input, lambda: (torch.ones(4),))
