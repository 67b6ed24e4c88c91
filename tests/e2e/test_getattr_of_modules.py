"""Modules with a __getattr__ of their own: it stands before what is registered, and may ask nn.Module's."""

import pytest
from harness import check, program
from table import randn

SOURCE = """
import torch
from torch import nn


class Named(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(4, 4)
        self.register_buffer("shift", torch.ones(4))
        self.plain = 3

    def __getattr__(self, name):
        if name in ("inner", "plain"):
            return lambda x: x * 5
        if name == "alias":
            return super().__getattr__("inner")
        return super().__getattr__(name)

    def forward(self, x):
        return self.inner(x) + self.shift + self.plain, self.alias(x), hasattr(self, "missing")


class Wrapper(nn.Module):
    def __init__(self):
        super().__init__()
        self.module = nn.Linear(4, 4)
        self.module.extra = 3

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.module, name)

    def forward(self, x):
        return self.module(x) * self.extra + self.weight.sum()


torch.manual_seed(0)
named, wrapper = Named().requires_grad_(False), Wrapper().requires_grad_(False)


def asks_named(x):
    return named(x)


def asks_wrapper(x):
    return wrapper(x), wrapper.extra, wrapper.weight


def asks_in_vain(x):
    try:
        return x, wrapper.absent
    except AttributeError as e:
        return x + 1
"""
NAMES = ["asks_named", "asks_wrapper", "asks_in_vain"]
built = program("getattr_of_modules", SOURCE, [f"{name}(f32[N, 4])" for name in NAMES], ["--force"], "-O0")


@pytest.mark.parametrize("name", NAMES)
def test_own_getattr(name):
    check(built.load(), name, lambda: [randn(3, 4)], expect="whole" if name != "asks_in_vain" else None)


def test_what_is_registered_later():
    pair = built.fresh()
    for module in (pair.eager, pair.built):
        module.named.plain = 7
        module.wrapper.module.extra = 4
    for name in NAMES:
        check(pair, name, lambda: [randn(3, 4)])


TREE = program(
    "getattr_by_number",
    """
import torch
from torch import nn


class Tree(nn.Module):
    def __init__(self, levels):
        super().__init__()
        self.levels = levels
        for i in range(levels):
            self.__setattr__("level_%d" % i, nn.Linear(4, 4))

    def forward(self, x):
        for i in reversed(range(self.levels)):
            x = self.__getattr__("level_%d" % i)(x)
        return x


torch.manual_seed(0)
tree = Tree(3)


def run(x):
    with torch.no_grad():
        return tree(x)


def lacking(x):
    with torch.no_grad():
        return tree.__getattr__("level_9")(x)


if __name__ == "__main__":
    run(torch.randn(2, 4))
""",
)


def test_a_program_may_call_the_getattr_of_a_module():
    check(TREE.load(), "run", lambda: (randn(3, 4),), expect="whole")
    check(TREE.load(), "lacking", lambda: (randn(3, 4),))


def test_a_getattr_that_the_class_gets_later_is_noticed():
    pair = TREE.load()
    for module in (pair.eager, pair.built):
        module.Tree.__getattr__ = lambda self, name: self._modules["level_0"]
    try:
        check(pair, "run", lambda: (randn(3, 4),), expect="fallback")
    finally:
        for module in (pair.eager, pair.built):
            del module.Tree.__getattr__
    check(pair, "run", lambda: (randn(3, 4),), expect="whole")
