"""What Python refuses where a class is expected, and class bodies that make none."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


def slots_of_numbers(x):
    class Held:
        __slots__ = (2,)

    return x + 1


def slots_of_attributes(x):
    class Held:
        __slots__ = ("p", "q")
        q = 1

    return Held().q + x


def slots_of_texts(x):
    class Held:
        __slots__ = ("a b",)

    return x + 1


def slots_of_names(x):
    class Held:
        __slots__ = "a", "__dict__"

        def __init__(self):
            self.a, self.b = 1, 2

    return Held().a + x + Held().b


def handler_of_none(x):
    try:
        return x + None
    except (TypeError, None):
        return 1


def handler_of_a_class(x):
    try:
        return x + None
    except int:
        return 1


def handler_of_tuples(x):
    try:
        raise ValueError
    except (KeyError, (ValueError,)):
        return 1


def instance_of_none(x):
    try:
        return isinstance(x, None)
    except TypeError:
        return 3


def instance_of_class_or_none(x):
    try:
        return isinstance(1, (int, None)), isinstance(x, (int, None))
    except TypeError:
        return 3


def instance_of_union(x):
    return isinstance(None, int | None), isinstance(x, int | None), isinstance(None, (str, int | None))


def pattern_of_a_tuple(x):
    classes = (int, float)
    try:
        match x.shape[0]:
            case classes(3):
                return 1
            case classes():
                return 2
    except TypeError:
        return 5


def pattern_of_none(x):
    nothing = None
    try:
        match nothing:
            case nothing():
                return 2
    except TypeError:
        return 5
"""
NAMES = [line[4 : line.index("(")] for line in SOURCE.splitlines() if line.startswith("def ")]
WHOLE = ["slots_of_names", "instance_of_none", "instance_of_class_or_none", "instance_of_union"]
REFUSED = harness.program("refused_classes", SOURCE, [f"{name}(f32[N])" for name in NAMES], ["--force"], "-O0")


@pytest.mark.parametrize("name", NAMES)
def test_what_is_no_class(name):
    harness.check(REFUSED.load(), name, lambda: (randn(3),), expect="whole" if name in WHOLE else None)


UNSEEN = harness.program(
    "abstract_methods_behind_others",
    """
import abc
import functools
from types import DynamicClassAttribute

import torch
from abc import abstractmethod


def wrapping(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        return f(*args, **kwargs)

    return wrapper


def bare(f):
    def wrapper(*args, **kwargs):
        return f(*args, **kwargs)

    return wrapper


class Wrapped(abc.ABC):
    @wrapping
    @abstractmethod
    def s(self):
        return 1


class Outside(abc.ABC):
    @abstractmethod
    @bare
    def s(self):
        return 1


class Inside(abc.ABC):
    @bare
    @abstractmethod
    def s(self):
        return 1


class Dispatched(abc.ABC):
    @functools.singledispatchmethod
    @abstractmethod
    def s(self, v):
        return 1


class Property(abc.ABC):
    @property
    @wrapping
    @abstractmethod
    def s(self):
        return 1


class Marked(abc.ABC):
    def s(self):
        return 1

    s.__isabstractmethod__ = True


class Called(abc.ABC):
    s = abstractmethod(lambda self: 1)


class WithoutGrad(abc.ABC):
    @torch.no_grad()
    @abstractmethod
    def s(self):
        return 1


class Dynamic(metaclass=abc.ABCMeta):
    @DynamicClassAttribute
    @abc.abstractmethod
    def s(self):
        return 1


class Overridden(Wrapped):
    def s(self):
        return 4



def overridden(x):
    return x + Overridden().s()
"""
    + "".join(
        f"""

def make_{name.lower()}(x):
    {name}()
    return x + 1
"""
        for name in (
            "Wrapped",
            "Outside",
            "Inside",
            "Dispatched",
            "Property",
            "Marked",
            "Called",
            "WithoutGrad",
            "Dynamic",
        )
    ),
    ["overridden(f32[N])"],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize(
    "name", ["wrapped", "outside", "inside", "dispatched", "property", "marked", "called", "withoutgrad", "dynamic"]
)
def test_abstract_methods_behind_other_decorators(name):
    harness.check(UNSEEN.load(), f"make_{name}", lambda: (torch.ones(3),))


def test_a_class_that_has_them_all():
    harness.check(UNSEEN.load(), "overridden", lambda: (torch.ones(3),), expect="whole")
