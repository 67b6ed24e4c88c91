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


KEPT = program(
    "kept_by_classes",
    """
import contextlib

import torch
from torch import nn


class Unequal(dict):
    def __ne__(self, other):
        return "unequal"


class Pair(nn.Module):
    def __init__(self, value):
        super().__init__()
        self.value = value


class Managed:
    def __getattr__(self, name):
        if name in ("__enter__", "__exit__"):
            return lambda *args: 1
        raise AttributeError(name)


class Base:
    count = 0


class Derived(Base):
    pass


def unequal(x):
    d = Unequal()
    return x + 1, d != 3, 3 != d, d == 3, d != "a"


def registered(x):
    pair = Pair(3)
    pair.value = Pair(4)
    pair.value = 5
    return x + 1, pair.value


def entered(x):
    with contextlib.ExitStack() as stack:
        return x + 1, stack.enter_context(Managed())


def counted(x, derived):
    found = [vars(type(derived)).get("count", "none")]
    type(derived).count += 1
    found.append((derived.count, Base.count))
    return x + 1, found


if __name__ == "__main__":
    x = torch.ones(3)
    unequal(x)
    for function in (registered, entered):
        try:
            function(x)
        except TypeError:
            pass
    counted(x, Derived())
    counted(x, Derived())
""",
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", ["unequal", "registered"])
def test_what_classes_keep(name):
    check(KEPT.load(), name, lambda: (torch.ones(3),))


def test_managers_that_only_their_getattr_knows():
    pair = KEPT.load()
    for module in (pair.eager, pair.built):
        with pytest.raises(TypeError, match="context manager protocol"):
            module.entered(torch.ones(3))


def test_what_a_class_has_of_its_own():
    pair = KEPT.load()
    for _ in range(2):
        check(pair, lambda m: lambda x: m.counted(x, m.Derived()), lambda: (torch.ones(3),))
