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
