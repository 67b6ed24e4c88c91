"""Objects of the caller that are copied, classes that say how attributes are deleted, functions behind decorators."""

import torch
from harness import check, program

SOURCE = '''
import copy
import functools

import torch


class Plain:
    def __init__(self, a):
        self.a = a
        self.items = [1, 2]


class Own(Plain):
    def __copy__(self):
        return Own(self.a * 10)


class State(Plain):
    def __getstate__(self):
        return {"a": 5, "items": []}


class Slots:
    __slots__ = ("a", "items")

    def __init__(self, a):
        self.a = a
        self.items = [1, 2]


def copied(x, c):
    d = copy.copy(c)
    d.a = x
    d.items.append(3)
    return d.a + len(c.items), c.a, d


class Kept:
    def __init__(self, value):
        self.value = value
        self.asked = 0

    def __delattr__(self, name):
        self.asked = self.asked + 1
        if name != "value":
            super().__delattr__(name)


def deleted(x):
    a = Kept(x)
    del a.value
    a.more = 1
    del a.more
    return a.value + 1, a.asked, hasattr(a, "more")


def deleted_of_caller(x, a):
    del a.value
    return x + a.value, a.asked


def repeat(k):
    def wrap(f):
        @functools.wraps(f)
        def inner(*args, **kwargs):
            return f(*args, **kwargs) * k

        return inner

    return wrap


@repeat(3)
@repeat(2)
def scaled(x, *, s=1):
    """doc"""
    return x + s


def decorated(x):
    @repeat(5)
    def once(y):
        return y - 1

    return scaled(x, s=2) + once(x), scaled.__doc__, scaled.__wrapped__ is not None


def written(x, s):
    s.a = s.a + 1
    s.items = x * 2
    return x + s.a


class More(Slots):
    pass


class Checked(Slots):
    def __setattr__(self, name, value):
        super().__setattr__(name, value * 2 if name == "a" else value)


if __name__ == "__main__":
    x = torch.randn(3)
    for cls in (Slots, More, Checked):
        written(x, cls(1))
    for cls in (Plain, Own, State, Slots):
        copied(x, cls(1))
    deleted(x)
    deleted_of_caller(x, Kept(1))
    decorated(x)
'''
PROGRAM = program("objects_of_the_caller", SOURCE, args=("--force",), flags="-O0")


def with_object(name, make, expect=None):
    pair = PROGRAM.fresh()
    objects = {module: make(module) for module in (pair.eager, pair.built)}
    check(
        pair,
        lambda module: lambda x: getattr(module, name)(x, objects[module]),
        lambda: (torch.ones(3),),
        expect=expect,
    )
    a, b = objects.values()
    assert getattr(a, "items", 0) == getattr(b, "items", 0)
    return a, b


def test_a_copy_of_a_plain_object():
    with_object("copied", lambda module: module.Plain(1), expect="whole")


def test_a_copy_of_one_with_another_attribute():
    def make(module):
        made = module.Plain(1)
        made.extra = "more"
        return made

    with_object("copied", make)


def test_a_copy_that_the_class_makes():
    for cls in ("Own", "State", "Slots"):
        with_object("copied", lambda module, cls=cls: getattr(module, cls)(1))


def test_deletion_that_the_class_defines():
    check(PROGRAM.load(), "deleted", lambda: (torch.ones(3),), expect="whole")


def test_deletion_of_an_object_of_the_caller():
    a, b = with_object("deleted_of_caller", lambda module: module.Kept(1))
    assert a.asked == b.asked == 1 and a.value == b.value == 1


def test_a_function_behind_two_decorators():
    check(PROGRAM.load(), "decorated", lambda: (torch.ones(3),), expect="whole")


def test_slots_are_written():
    pair = PROGRAM.fresh()
    for name in ("Slots", "More", "Checked"):
        objects = {module: getattr(module, name)(1) for module in (pair.eager, pair.built)}
        expect = "whole" if name == "Slots" else None
        check(pair, lambda m, o=objects: lambda x: m.written(x, o[m]), lambda: (torch.ones(3),), expect=expect)
        a, b = objects.values()
        assert a.a == b.a and torch.equal(a.items, b.items)
