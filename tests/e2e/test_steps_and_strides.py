"""Ranges with a step of the caller, empty_strided(), isin() of a number, autocasting turned off, vars() returned."""

import pytest
import torch
from harness import check, program

SOURCE = """
import torch


class Bag:
    def __init__(self):
        self.n = 0


def steps(x, s):
    up = torch.arange(0, 10, s)
    return up, torch.arange(3, -7, -s), x + torch.arange(0, x.shape[0] * s, s).unsqueeze(1), torch.arange(5, 5, s)


def numbers(x):
    return torch.isin(x, 3), torch.isin(x, 2.5, invert=True), torch.isin(x.to(torch.int8), 258)


def strided(x):
    a = torch.empty_strided((2, 3), (1, 2)).fill_(3)
    b = x.new_empty_strided((3, 4), (1, 3)).copy_(x)
    c = torch.empty_strided((2, 1, 3), (3, 3, 1), dtype=torch.int64).zero_()
    return a, b, c, torch.empty_strided((), ()).fill_(1)


def gaps(x):
    return x.sum() + torch.empty_strided((2, 3), (4, 1)).fill_(3)


def autocast_off(x):
    with torch.autocast("cpu", enabled=False):
        y = x @ x.T
    with torch.autocast(device_type="cpu", dtype=torch.bfloat16, enabled=False):
        return y + 1


def autocast_on(x):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return x @ x.T


def vars_made(x):
    bag = Bag()
    bag.x, bag.y = x, 3
    d = vars(bag)
    d["z"] = x + 1
    return d


def vars_and_object(x):
    bag = Bag()
    bag.x = x * 2
    return bag, vars(bag)


def vars_given(x, bag):
    bag.n = x * 2
    return vars(bag), x + 1


if __name__ == "__main__":
    x = torch.ones(3, 4)
    steps(x, 2)
    numbers(x)
    strided(x)
    gaps(x)
    autocast_off(x)
    autocast_on(x)
    vars_made(x)
    vars_and_object(x)
    vars_given(x, Bag())
"""
PROGRAM = program("steps_and_strides", SOURCE, args=["--force"], flags="-O0")


def x():
    return torch.arange(12.0).reshape(3, 4) - 1


@pytest.mark.parametrize("step", [1, 2, 3, 7, 20])
def test_steps(step):
    check(PROGRAM.load(), "steps", lambda: [x(), step], expect="whole")


def test_other_steps():
    for step in (0, -2):
        check(PROGRAM.load(), "steps", lambda: [x(), step])


@pytest.mark.parametrize("name", ["numbers", "strided", "autocast_off", "vars_made"])
def test_whole(name):
    check(PROGRAM.load(), name, lambda: [x()], expect="whole")


@pytest.mark.parametrize("name", ["gaps", "autocast_on"])
def test_python(name):
    check(PROGRAM.load(), name, lambda: [x()])


def test_turned_off_where_it_is_on():
    mode = lambda: torch.autocast("cpu", dtype=torch.bfloat16)
    check(PROGRAM.load(), "autocast_off", lambda: [x()], context=mode, expect="fallback")


def test_dictionaries_of_objects():
    pair = PROGRAM.load()
    for module in (pair.eager, pair.built):
        bag, d = module.vars_and_object(x())
        assert d is bag.__dict__ and d["x"] is bag.x and list(d) == ["n", "x"]
        bag = module.Bag()
        d, _ = module.vars_given(x(), bag)
        assert d is bag.__dict__ and torch.equal(d["n"], x() * 2)
    check(pair, "vars_and_object", lambda: [x()], expect="whole")
    check(pair, lambda m: lambda t: m.vars_given(t, m.Bag()), lambda: [x()], expect="whole")
