"""Dicts that nothing describes but the keys that a function reads, and ints that it uses as positions and counts."""

import collections

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


def both(d):
    return d["a"] + d["b"]


def optional(x, d):
    return x * d.get("scale", 2.0)


def written(d):
    d["out"] = d["a"] * 2
    return d


def written_first(d):
    d["out"] = 1
    return d["a"] * 2, d


def deleted(d):
    a = d["a"]
    del d["a"]
    return a * 2, d


def popped(d):
    return d["a"] + d.pop("b"), d


def nested(d):
    return d["a"]["b"] * d["c"]


def counted(d):
    return d["a"] * len(d)


def has(d):
    x = d["a"]
    if "mask" in d:
        x = x * d["mask"]
    return x


def asked_first(d):
    if "scale" in d:
        return d["a"] * d["scale"]
    return d["a"] + 1


def given(x, **kwargs):
    return x * kwargs["scale"]


def summed(d, n):
    y = d["a"]
    for _ in range(n):
        y = y + d["b"]
    return y


def returned(d):
    return d["a"], d


def part(x, k):
    return x[:k], x[k:]


def window(x, lo, hi):
    return x[:, lo:hi] * 2


def picked(x, i, j):
    return x[i] + x[i, j], x[:, j]
"""

TOLD = harness.program("dicts_told_from_use", SOURCE, [], ["--force"])


def dict_of(*names, **more):
    return {**{name: randn(3, 5, seed=i) for i, name in enumerate(names)}, **more}


@pytest.mark.parametrize("name", ["both", "written", "deleted", "popped", "has", "returned"])
def test_a_dict_with_these_keys_is_compiled_for(name):
    harness.check(TOLD.load(), name, lambda: (dict_of("a", "b"),), expect="whole", times=2)
    harness.check(TOLD.load(), name, lambda: (dict_of("b", "a"),), expect="whole")


@pytest.mark.parametrize("name", ["both", "written", "deleted", "popped", "has", "returned"])
def test_more_keys_than_are_read(name):
    harness.check(TOLD.load(), name, lambda: (dict_of("z", "a", "b", n=3),), expect="whole")


def test_keys_that_may_be_missing():
    harness.check(TOLD.load(), "optional", lambda: (randn(3, 5), {}), expect="whole")
    harness.check(TOLD.load(), "optional", lambda: (randn(3, 5), {"other": 1}), expect="whole")
    harness.check(TOLD.load(), "optional", lambda: (randn(3, 5), {"scale": 3.0}))
    harness.check(TOLD.load(), "has", lambda: (dict_of("a", "mask"),))
    harness.check(TOLD.load(), "asked_first", lambda: (dict_of("a", "b"),), expect="whole")
    harness.check(TOLD.load(), "asked_first", lambda: (dict_of("a", "scale"),))
    harness.check(TOLD.load(), "asked_first", lambda: ("a scale",))
    harness.check(TOLD.load(), "given", lambda: (randn(3, 5),), make_kwargs=lambda: {"scale": randn(5)})
    harness.check(TOLD.load(), "given", lambda: (randn(3, 5),), make_kwargs=lambda: {"scale": 2.5})
    harness.check(TOLD.load(), "given", lambda: (randn(3, 5),))


def test_dicts_in_dicts_and_loops():
    harness.check(TOLD.load(), "nested", lambda: ({"a": dict_of("b"), "c": randn(3, 5)},), expect="whole")
    harness.check(TOLD.load(), "summed", lambda: (dict_of("a", "b"), 3), expect="whole")
    harness.check(TOLD.load(), "summed", lambda: (dict_of("z", "b", "a", n=1), 2), expect="whole")
    harness.check(TOLD.load(), "counted", lambda: (dict_of("a"),), expect="whole")
    harness.check(TOLD.load(), "counted", lambda: (dict_of("a", "b"),))


@pytest.mark.parametrize(
    "make",
    [
        dict,
        lambda: dict_of("a"),
        lambda: dict_of("b"),
        lambda: dict_of("a", b=2),
        lambda: dict_of("a", b=[1.0]),
        lambda: dict_of("a", b=None),
        lambda: collections.OrderedDict(dict_of("a", "b")),
        lambda: collections.defaultdict(lambda: torch.ones(5), dict_of("a")),
        lambda: {"a": randn(5, dtype=torch.float64), "b": randn(3, 5)},
        lambda: {"a": randn(5).requires_grad_(), "b": randn(3, 5)},
        lambda: 3,
        lambda: [randn(3)],
        lambda: None,
    ],
)
@pytest.mark.parametrize("name", ["both", "written", "written_first", "deleted", "popped", "counted", "returned"])
def test_what_is_passed_may_be_something_else(name, make):
    harness.check(TOLD.load(), name, lambda: (make(),))


@pytest.mark.parametrize("k", [0, 2, 3, 7, -1, -9])
def test_positions_and_counts(k):
    harness.check(TOLD.load(), "part", lambda: (randn(4, 5), k))
    harness.check(TOLD.load(), "window", lambda: (randn(4, 5), 1, k))
    harness.check(TOLD.load(), "picked", lambda: (randn(4, 5), k, 1))
    harness.check(TOLD.load(), "picked", lambda: (randn(4, 5), 1, k))


@pytest.mark.parametrize("name, args", [("part", (2,)), ("window", (1, 3)), ("picked", (2, 1))])
def test_ints_are_compiled_for(name, args):
    harness.check(TOLD.load(), name, lambda: (randn(4, 5), *args), expect="whole")


@pytest.mark.parametrize("make", [lambda: torch.tensor([0, 2]), lambda: slice(None, 2), lambda: None, lambda: True])
def test_what_is_taken_for_an_int_may_be_something_else(make):
    harness.check(TOLD.load(), "picked", lambda: (randn(4, 5), make(), 1))
    harness.check(TOLD.load(), "part", lambda: (randn(4, 5), make()))
