"""Objects that programs pass along with tensors: several flags in one, namespaces that are written, floats in lists."""

import argparse
import types

import harness
import pytest
import torch

SOURCE = """
from argparse import Namespace
from enum import Flag, auto
from types import SimpleNamespace

import torch


class Do(Flag):
    CLIP = auto()
    DECAY = auto()
    SCALE = auto()


class Config:
    def __init__(self, flags):
        self.flags = flags


def flags(x, do):
    if Do.CLIP in do:
        x = x.clamp(-1, 1)
    return x * 2 if do & Do.SCALE else x


def flags_of(c, x):
    return x + len(c.flags), c.flags, Do.DECAY in c.flags


def written(ns, x):
    ns.calls = ns.calls + 1
    ns.last = x * ns.scale
    return ns.last + 1


def weighted(xs, weights):
    return sum(w * x for w, x in zip(weights, xs)), weights[0] + weights[1]


def history(x, rows):
    return x * rows[-1]["loss"], min(row["loss"] for row in rows)


if __name__ == "__main__":
    x = torch.randn(4)
    flags(x, Do.CLIP | Do.SCALE)
    flags_of(Config(Do.CLIP | Do.DECAY), x)
    written(SimpleNamespace(calls=0, scale=2.0), x)
    written(Namespace(calls=0, scale=2.0), x)
    weighted([x, x], [0.5, 1.5])
    history(x, [{"loss": 1.5, "step": 0}, {"loss": 0.5, "step": 1}])
"""
PROGRAM = harness.program("passed_objects", SOURCE, args=["--force"], flags="-O0")


def tensor():
    return torch.tensor([-3.0, 0.5, 2.0, 7.0])


@pytest.mark.parametrize(
    "names, expect", [("CLIP SCALE", "whole"), ("CLIP DECAY SCALE", "fallback"), ("CLIP", "fallback")]
)
def test_several_flags(names, expect):
    pair = PROGRAM.load()

    def run(module):
        do = getattr(module.Do, names.split()[0])
        for name in names.split()[1:]:
            do = do | module.Do[name]
        return module.flags(tensor(), do)

    harness.check(pair, lambda module: lambda: run(module), tuple, expect=expect)


def test_flags_of_an_object():
    pair = PROGRAM.load()

    def run(module):
        made = module.Do.CLIP | module.Do.DECAY
        x, given, has = module.flags_of(module.Config(made), tensor())
        return x, given is made, has

    harness.check(pair, lambda module: lambda: run(module), tuple, expect="whole")


@pytest.mark.parametrize("kind", [types.SimpleNamespace, argparse.Namespace])
def test_written_namespace(kind):
    def run(module):
        ns = kind(calls=3, scale=2.0)
        result = module.written(ns, tensor())
        return result, ns.last, ns.calls, list(vars(ns))

    harness.check(PROGRAM.load(), lambda module: lambda: run(module), tuple, expect="whole")


class Noisy(types.SimpleNamespace):
    def __setattr__(self, name, value):
        print("set", name)
        super().__setattr__(name, value)


def test_namespace_that_sees_its_writes():
    def run(module):
        ns = Noisy(calls=3, scale=2.0)
        return module.written(ns, tensor()), vars(ns)

    harness.check(PROGRAM.load(), lambda module: lambda: run(module), tuple, expect="fallback")


@pytest.mark.parametrize("weights", [[0.5, 1.5], [0.25, -7.5], [1e300, 1e300]])
def test_other_floats_in_a_list(weights):
    harness.check(PROGRAM.load(), "weighted", lambda: ([tensor(), tensor()], list(weights)), expect="whole")


@pytest.mark.parametrize("weights", [[1, 1.5], [torch.tensor(2.0), 1.5], [True, 0.5]])
def test_no_floats_in_a_list(weights):
    harness.check(PROGRAM.load(), "weighted", lambda: ([tensor(), tensor()], list(weights)), expect="fallback")


def test_floats_in_dicts_of_a_list():
    rows = [{"loss": 0.75, "step": 0}, {"loss": 2.5, "step": 1}]
    harness.check(PROGRAM.load(), "history", lambda: (tensor(), [dict(row) for row in rows]), expect="whole")


FROZEN = """
import torch


class Knob:
    pass


knob = Knob()
knob.x = 0
knobs = frozenset([knob])
pairs = frozenset([(knob, 1)])
names = frozenset([("a", 1), frozenset(["b"])])


def member(x):
    knob.x += 1
    return x + 1, list(knobs)[0].x


def gone_through(x):
    knob.x += 1
    for one in knobs:
        x = x + one.x
    return x, [one.x for one, n in pairs]


def asked(x):
    return x + 1, knob in knobs, Knob() in knobs, (knob, 1) in pairs


def written(x):
    for one in knobs:
        one.x += 1
    return x + 1, knob.x


def constants(x):
    return x + 1, ("a", 1) in names, frozenset("b") in names, len(names)


if __name__ == "__main__":
    for function in (member, gone_through, asked, written, constants):
        function(torch.ones(2))
"""
FROZEN_PROGRAM = harness.program("frozensets_of_objects", FROZEN, args=["--force"])


@pytest.mark.parametrize("name", ["member", "gone_through", "asked", "written"])
def test_objects_in_a_frozenset_have_other_names(name):
    harness.check(FROZEN_PROGRAM.fresh(), name, lambda: [torch.ones(2)], times=3)


def test_constants_in_a_frozenset():
    harness.check(FROZEN_PROGRAM.load(), "constants", lambda: [torch.ones(2)], expect="whole")
