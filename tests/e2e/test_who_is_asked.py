"""Which methods of an object are asked, and how often: by a sort, by an operator beside a tensor or a NumPy scalar, by `!=`
of a dict, by a class statement, by object's own methods."""

import pytest
import torch
from harness import check, program

PROGRAM = program(
    "who_is_asked",
    """
import numpy as np
import torch


class Ordered:
    def __init__(self, value):
        self.value = value
        self.asked = []

    def __lt__(self, other):
        self.asked.append(other.value)
        return self.value < other.value


class Reflected:
    def __init__(self, value):
        self.value = value
        self.asked = []

    def __lt__(self, other):
        self.asked.append(other.value)
        return NotImplemented

    def __gt__(self, other):
        self.asked.append((other.value,))
        return self.value > other.value


class Equal(dict):
    def __eq__(self, other):
        return "equal"


class Unhashable:
    def __hash__(self):
        return 5

    __hash__ = None


class Truncated:
    def __trunc__(self):
        return 1


class Overriding:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return "overridden", func.__name__

    def __ge__(self, other):
        return "ge"

    def __radd__(self, other):
        return "radd"


class Proxy:
    def __getattr__(self, name):
        return lambda *args: ("proxied", name)

    def __rxor__(self, other):
        return "rxor"


class Plain:
    def __ge__(self, other):
        return "ge", type(other)

    def __radd__(self, other):
        return "radd", type(other)


class Base:
    pass


class Slotted:
    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value


class Named:
    def __init__(self, value):
        self.value = value

    def __getattr__(self, name):
        return name


def ordered(x, cls, values, reverse):
    items = [cls(v) for v in values]
    first = [(i.value, list(i.asked)) for i in sorted(items, reverse=reverse)]
    items.sort(key=lambda i: i, reverse=reverse)
    return x + 1, first, [(i.value, i.asked) for i in items]


def sort_ordered(x, values, reverse=False):
    return ordered(x, Ordered, values, reverse)


def sort_reflected(x, values, reverse=False):
    return ordered(x, Reflected, values, reverse)


def unequal(x):
    return x + 1, Equal() != 3, Equal() == 3


def unhashable(x):
    return x + 1, len({Unhashable()})


def truncated(x):
    return x + 1, int(Truncated())


def compared(x):
    return x <= Overriding()


def added(x):
    return x + Overriding()


def proxied(x):
    return x ^ Proxy()


def of_numpy(x):
    return x + 1, np.float64(2) <= Plain(), np.float64(2) + Plain()


def keywords(x):
    class Derived(Base, flag=5):
        pass

    return x + 1, Derived.__name__


def slot(x, value):
    box = Slotted(value)
    Slotted.value = 5
    return x + 1, box.value


def class_has_slot(x):
    try:
        found = [type(Slotted.value).__name__]
    except AttributeError:
        found = "none"
    return x + 1, found


def other_super(x):
    return x + 1, super(Plain, Base()).__init__


def no_fallback(x, named):
    return x + 1, object.__getattribute__(named, "unknown")


if __name__ == "__main__":
    torch.set_grad_enabled(False)
    x = torch.ones(3, 2)
    for values in ([3, 1, 2], [3, 2, 1], [3, 1, 2, 5, 4, 0]):
        sort_ordered(x, values)
        sort_reflected(x, values)
        sort_ordered(x, values, True)
        sort_reflected(x, values, True)
    unequal(x), unhashable(x), truncated(x), compared(x), added(x), proxied(x), of_numpy(x), other_super(x), class_has_slot(x)
    slot(x, 2)
    no_fallback(x, Named(1))
    keywords(x)
""",
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("values", [[3, 1, 2], [3, 2, 1], [3, 1, 2, 5, 4, 0]], ids=str)
@pytest.mark.parametrize("name", ["sort_ordered", "sort_reflected"])
def test_comparisons_of_a_sort(name, values, reverse):
    check(PROGRAM.load(), name, lambda: (torch.ones(3, 2), list(values), reverse), expect="whole")


WORDS = "unequal unhashable truncated compared added proxied of_numpy keywords other_super class_has_slot".split()


@pytest.mark.filterwarnings("ignore:The delegation of int")
@pytest.mark.parametrize("name", WORDS)
def test_who_is_asked(name):
    check(PROGRAM.load(), name, lambda: (torch.ones(3, 2, dtype=torch.int64),))
    check(PROGRAM.load(), name, lambda: (torch.ones(3, 2),))


def test_int_warns_of_trunc():
    pair = PROGRAM.load()
    for module in (pair.eager, pair.built):
        with pytest.warns(DeprecationWarning):
            module.truncated(torch.ones(3, 2))


def test_a_slot_that_is_replaced():
    pair = PROGRAM.load()
    slots = {module: module.Slotted.value for module in (pair.eager, pair.built)}
    check(pair, "slot", lambda: (torch.ones(3, 2), 2))
    for module, slot in slots.items():
        module.Slotted.value = slot


def test_object_asks_no_getattr():
    check(PROGRAM.load(), lambda m: lambda x: m.no_fallback(x, m.Named(1)), lambda: (torch.ones(3, 2),))


ALIASES = program(
    "aliases_in_containers",
    """
import typing

import torch

T = typing.TypeVar("T")


class Generic(typing.Generic[T]):
    pass


class Mapping(dict):
    pass


def appended(x, found):
    found.append(Generic[int])
    return x + 1


def kept(x, found):
    found.extend([Mapping[int], (Generic[int],)])
    return x + 1


if __name__ == "__main__":
    appended(torch.ones(3), [])
    kept(torch.ones(3), [])
""",
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", ["appended", "kept"])
def test_types_with_parameters_in_lists(name):
    pair = ALIASES.load()
    texts = []
    for module in (pair.eager, pair.built):
        found = []
        getattr(module, name)(torch.ones(3), found)
        texts.append([str(type(f)) + str(f).replace(module.__name__, "") for f in found])
    assert texts[0] == texts[1]
