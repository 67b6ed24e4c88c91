"""Where attributes come from: the object, its class once the object has lost its own, a descriptor that super() finds, a
member of an enum that the program writes to."""

import pytest
import torch
from harness import check, program

PROGRAM = program(
    "where_attributes_are",
    """
import enum

import torch


class Box:
    kind = 1

    def __init__(self, value=2):
        self.value = value


class Level(enum.Enum):
    LOW = (1, 2)

    def __init__(self, first, second):
        self.first = first
        self.second = second


class Counted(dict):
    count = 0

    def again(self):
        return self.count


class Field:
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, owner, cls=None):
        return self if owner is None else owner.__dict__["_" + self.name]

    def __set__(self, owner, value):
        owner.__dict__["_" + self.name] = value


class Base:
    field = Field()

    def __init__(self, value):
        self.field = value


class Derived(Base):
    def run(self, x):
        self.field = x.shape[0]
        return x + 1, super().field


def deleted_in_try(x, box):
    found = []
    try:
        del box.value
        found.append(1)
    except AttributeError:
        found.append("absent")
    else:
        found.append(box.unknown)
    return x + 1, found


def of_class_again(x, box):
    vars(box).pop("kind", None)
    return x + 1, box.kind


def member(x, level):
    level.first *= 2
    return x + 1, level.first


def counted(x):
    found = []
    box = Counted()
    for i in range(3):
        box.count += 1
        found.append((box.count, type(box).count, box.again()))
        print(i)
    return x + 1, found


def by_super(x, derived):
    return derived.run(x)


if __name__ == "__main__":
    torch.set_grad_enabled(False)
    x = torch.ones(3, 2)
    try:
        deleted_in_try(x, Box())
    except AttributeError:
        pass
    box = Box()
    box.kind = torch.ones(2)
    of_class_again(x, box)
    member(x, Level.LOW)
    counted(x)
    by_super(x, Derived(1))
""",
    args=("--force",),
    flags="-O0",
)


def boxed(name, **attributes):
    def pick(module):
        def call(x):
            box = module.Box()
            vars(box).update(attributes)
            return getattr(module, name)(x, box), vars(box)

        return call

    return pick


def test_what_is_deleted():
    pair = PROGRAM.load()
    with torch.no_grad():
        check(pair, boxed("deleted_in_try"), lambda: (torch.ones(3, 2),))
        check(pair, boxed("deleted_in_try", unknown=3), lambda: (torch.ones(3, 2),))
        check(pair, boxed("of_class_again"), lambda: (torch.ones(3, 2),))
        check(pair, boxed("of_class_again", kind=torch.ones(2)), lambda: (torch.ones(3, 2),), expect="whole")


@pytest.mark.parametrize("name, make", [("member", lambda m: m.Level.LOW), ("by_super", lambda m: m.Derived(1))])
def test_what_is_written(name, make):
    pair = PROGRAM.load()
    for _ in range(2):
        check(pair, lambda m: lambda x: getattr(m, name)(x, make(m)), lambda: (torch.ones(3, 2),))


def test_what_a_dict_of_a_class_counts():
    check(PROGRAM.load(), "counted", lambda: (torch.ones(3, 2),))


DESCRIBED = program(
    "described_by_class",
    """
import copy
import collections
import enum
import functools
import typing

import torch
from torch import nn


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.plain = 3

    @property
    def prop(self):
        return self.plain

    @prop.setter
    def prop(self, value):
        self.plain = [value]


class Hooked(Plain):
    def __setattr__(self, name, value):
        super().__setattr__(name, value)


class Point(typing.NamedTuple):
    x: object
    y: int = 2


class Own(collections.namedtuple("OwnBase", "x y")):
    def __new__(cls, x, y):
        return super().__new__(cls, x, (y,))


class Operation(enum.Enum):
    ADD = functools.partial(torch.add, other=1)
    MUL = functools.partial(torch.mul, other=2)


def by_name(x, module):
    module.prop = 2.5
    return x + 1, module.plain


def by_function(x, module):
    setattr(module, "prop", 2.5)
    return x + 1, module.plain


def by_class(x, module):
    nn.Module.__setattr__(module, "prop", 2.5)
    return x + 1, module.plain


def parameter(x, module):
    module.prop = nn.Parameter(torch.ones(2))
    return x + 1


def copied(x, point):
    return x + 1, copy.copy(point), [copy.copy(point) is point, copy.deepcopy(point) is point]


def copied_here(x):
    point = Point(2)
    return x + 1, copy.copy(point) is point, copy.deepcopy(point) is point, copy.copy(point), copy.copy(Own(1, 2))


def operation(x, member):
    return member.value(x), member.value


def operations(x):
    return [m.value(x) for m in Operation], [m.value for m in Operation]


if __name__ == "__main__":
    torch.set_grad_enabled(False)
    x = torch.ones(3)
    for module in (Plain(), Hooked()):
        by_name(x, module)
        by_function(x, module)
        by_class(x, module)
    try:
        parameter(x, Plain())
    except KeyError:
        pass
    copied(x, Point(1))
    copied_here(x)
    operation(x, Operation.ADD)
    operations(x)
""",
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("made", ["Plain", "Hooked"])
@pytest.mark.parametrize("name", ["by_name", "by_function", "by_class", "parameter"])
def test_properties_of_modules_are_set(name, made):
    with torch.no_grad():
        check(DESCRIBED.load(), lambda m: lambda x: getattr(m, name)(x, getattr(m, made)()), lambda: (torch.ones(3),))


def test_copies_of_named_tuples():
    check(DESCRIBED.load(), "copied_here", lambda: (torch.ones(3),))
    for value in (1, [1]):
        check(DESCRIBED.load(), lambda m: lambda x: m.copied(x, m.Point(value)), lambda: (torch.ones(3),))


def test_partial_objects_of_members():
    pair = DESCRIBED.load()
    for module in (pair.eager, pair.built):
        members = module.Operation
        assert module.operation(torch.ones(3), members.ADD)[1] is members.ADD.value
        assert module.operations(torch.ones(3))[1][1] is members.MUL.value


ASKED = program(
    "asked_of_objects",
    """
import copy, dataclasses, enum
from dataclasses import dataclass
import torch


class Hooked:
    def __init__(self, a):
        self.a = a
        self.b = 2

    def __getattribute__(self, name):
        if name == "c":
            return self.__dict__["a"]
        return super().__getattribute__(name)


class Table:
    def __init__(self, a):
        self.__dict__["d"] = {"a": a}

    def __getattr__(self, name):
        return self.__dict__["d"][name]

    def __setattr__(self, name, v):
        self.d[name] = v


@dataclass(frozen=True, slots=True)
class Frozen:
    a: object


class Level(enum.Enum):
    ONE = 1

    def __init__(self, v):
        self.a = v


def listed(x, o):
    found = []
    try:
        found.append(list(o.__dict__))
    except TypeError:
        found.append("refused")
    return x + 1, found


def item(x, o):
    return x + 1, o.c, o.__dict__["b"]


def copied(x, o):
    try:
        return x + 1, copy.copy(o).a
    except KeyError as e:
        return x, str(e)


def copied_here(x):
    try:
        return x + 1, copy.copy(Table(1)).a
    except KeyError as e:
        return x, str(e)


def frozen(x, o):
    try:
        o.other = 1
    except Exception as e:
        return x + 1, type(e).__name__
    return x, "none"


def field(x, o):
    try:
        o.a = 1
    except Exception as e:
        return x + 1, type(e).__name__
    return x, "none"


def deleted(x, o):
    found = []
    try:
        del o.a
        found.append(hasattr(o, "a"))
    except AttributeError:
        found.append("absent")
    return x + 1, found


if __name__ == "__main__":
    x = torch.ones(3)
    listed(x, Hooked(1))
    item(x, Hooked(1))
    copied(x, Table(1))
    copied_here(x)
    frozen(x, Frozen(1))
    field(x, Frozen(1))
    deleted(x, Level.ONE)
""",
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize(
    "name, make",
    [
        ("listed", lambda m: m.Hooked(1)),
        ("item", lambda m: m.Hooked(1)),
        ("copied", lambda m: m.Table(1)),
        ("frozen", lambda m: m.Frozen(1)),
        ("field", lambda m: m.Frozen(1)),
        ("deleted", lambda m: m.Level.ONE),
    ],
)
def test_what_objects_are_asked_for(name, make):
    check(ASKED.load(), lambda m: lambda x: getattr(m, name)(x, make(m)), lambda: (torch.ones(3),))


def test_what_new_objects_are_asked_for():
    check(ASKED.load(), "copied_here", lambda: (torch.ones(3),))


UNKNOWN = program(
    "attributes_of_unknown_kinds",
    """
import torch


class Hundredfold:
    def __init__(self, name):
        self.name = name

    def __get__(self, object, cls=None):
        return self if object is None else object.__dict__[self.name] * 100

    def __set__(self, object, value):
        object.__dict__[self.name] = value

    def __delete__(self, object):
        raise KeyError("no")


class Put:
    s = eval("Hundredfold('s')")

    def __init__(self):
        self.__dict__["s"] = 3


class Set:
    s = eval("Hundredfold('s')")

    def __init__(self):
        self.s = 4


def put(x):
    return x * Put().s


def set_and_read(x):
    return x * Set().s


def deleted(x):
    made = Set()
    try:
        del made.s
    except KeyError as error:
        return x + 1, str(error)


def changed(x):
    made = Set()
    made.s = 5
    return x * made.s, vars(made)


if __name__ == "__main__":
    for function in (put, set_and_read, deleted, changed):
        function(torch.ones(2))
""",
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", ["put", "set_and_read", "deleted", "changed"])
def test_what_a_class_has_may_be_a_descriptor(name):
    check(UNKNOWN.load(), name, lambda: [torch.ones(2)])
