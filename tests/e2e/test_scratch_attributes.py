"""Attributes that a call sets and deletes again; classes whose metaclass says what is an instance; positions that tensors give."""

import pytest
import torch
from harness import check, program
from table import randn

PROGRAM = program(
    "scratch_attributes",
    """
import torch


class Box:
    def __init__(self, value):
        self.value = value


class Meta(type):
    def __instancecheck__(cls, instance):
        return hasattr(instance, "value")


class Like(metaclass=Meta):
    pass


def scratch(x, box):
    box.tmp = x + 1
    y = box.tmp * 2
    del box.tmp
    return y, hasattr(box, "tmp")


def again(x, box):
    box.tmp = x + 1
    del box.tmp
    box.tmp = x * 3
    return box.tmp


def both(x, box):
    del box.value
    box.tmp = x
    del box.tmp
    return x + 1, hasattr(box, "value"), hasattr(box, "tmp")


def like(x, box):
    return x + 1 if isinstance(box, Like) else x - 1


def item(a, b):
    items = [a, b, a + 1, b + 1]
    return items[torch.as_tensor(2)] + items[torch.tensor(-1)]


def refused(a, b):
    try:
        return [a, b][torch.tensor(1.5)]
    except TypeError:
        return a * 2


if __name__ == "__main__":
    x = torch.ones(3)
    for function in (scratch, again, both, like):
        function(x, Box(x))
    like(x, 3)
    item(x, x)
    refused(x, x)
""",
    args=["--force"],
)
BEFORE = {
    "as it is": ({}, "whole"),
    "with what is set": ({"tmp": 5}, "fallback"),
    "without what is there": ({"value": None}, "fallback"),
}


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("name", ["scratch", "again", "both"])
def test_attributes_that_are_set_and_deleted(name, before):
    attributes, expect = BEFORE[before]
    if name != "both" and before == "without what is there":
        expect = "whole"
    pair, left = PROGRAM.load(), []

    def arguments():
        module = (pair.eager, pair.built)[len(left)]
        box = module.Box(randn(3, seed=1))
        for key, value in attributes.items():
            setattr(box, key, value) if value is not None else delattr(box, key)
        left.append(box)
        return randn(3), box

    if name == "both" and before == "without what is there":
        for module in (pair.eager, pair.built):
            with pytest.raises(AttributeError):
                module.both(*arguments())
        return
    check(pair, name, arguments, expect=expect)
    assert list(vars(left[0])) == list(vars(left[1]))


def test_a_metaclass_that_says_what_is_an_instance():
    pair = PROGRAM.load()
    before = pair.built.__pyaot__.counters()["compiled"]
    for make in (lambda module: module.Box(torch.ones(3)), lambda module: 3):
        results = [module.like(torch.ones(2), make(module)) for module in (pair.eager, pair.built)]
        assert torch.equal(*results)
    assert pair.built.__pyaot__.counters()["compiled"] == before + 2


@pytest.mark.parametrize("name", ["item", "refused"])
def test_positions_that_tensors_give(name):
    check(PROGRAM.load(), name, lambda: [randn(3), randn(3, seed=2)], expect="whole" if name == "item" else None)
