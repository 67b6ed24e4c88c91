"""Keys and items of dicts where sets are asked for: operators with sets and with objects of subclasses of set, in place
too. Also what is no key that is known: types with parameters, of which only the parameters tell which are equal."""

import pytest
import torch
from harness import check, program

SOURCE = """
import collections
import operator
from typing import List, Union

import torch


class Names(set):
    pass


class Own(set):
    def __or__(self, other):
        return "mine"

    def __eq__(self, other):
        return "equal"

    __hash__ = None


def operators(x):
    keys, names = {"one": 1, "two": 2}.keys(), Names({"one", "four"})
    both = [keys | names, keys & names, keys ^ names, keys - names]
    return x + 1, both + [names | keys, names & keys, names ^ keys, names - keys]


def compared(x):
    d = {"one": 1, "two": 2}
    names, pairs = Names({"one", "two", "three"}), Names({("one", 1), ("two", 2)})
    return x + 1, [d.keys() < names, names > d.keys(), d.keys() >= names, d.items() == pairs, pairs != d.items()]


def outcomes(acts):
    given = []
    for act in acts:
        try:
            result = act()
        except TypeError as error:
            result = str(error)
        given.append(result)
    return given


def without_hashes(x):
    d, more, s = {"a": 1, "b": [2]}, {"a": 1, "b": [2], "c": []}, {("a", 1)}
    large = s | {("c", 3), ("d", 4)}
    items = d.items()
    return x + 1, outcomes([
        lambda: items == d.copy().items(), lambda: items != more.items(), lambda: items < more.items(),
        lambda: items >= s, lambda: items > s, lambda: s <= items, lambda: s < items, lambda: items <= large,
        lambda: large > items, lambda: items == {("a", 1), ("b", 2)}, lambda: items & s, lambda: s & items,
        lambda: items & large, lambda: items & [("a", 1)], lambda: items ^ d.items(), lambda: items ^ s,
        lambda: items | s, lambda: items - s, lambda: items.isdisjoint(s), lambda: items.isdisjoint(large),
        lambda: more.items() & items,
    ])


def no_further(x):
    s, rest, others = {1, 2}, iter([9, 1, 2]), iter([1, 9, 2])
    first = s.issuperset(rest), next(rest), s.isdisjoint(others), next(others)
    return x + 1, first, outcomes([
        lambda: s.issuperset([9, []]), lambda: s.issuperset([1, []]), lambda: s.isdisjoint([1, []]),
        lambda: s.isdisjoint([9, []]), lambda: s.issuperset({1: []}), lambda: s.isdisjoint({9: 0}.items()),
    ])


def in_place(x):
    s = {"one", "two", "three"}
    t = s
    s |= Names({"a"})
    s -= Names({"one"})
    t &= Names({"two", "a"})
    s ^= Names({"b"})
    u = operator.iand(s, {"two": 1}.keys())
    return x + 1, s, u, s is t, u is s


def by_the_class(x):
    keys = {"one": 1}.keys()
    return x + 1, Own({"a"}) | keys, Own() == keys, keys | Own({"a"})


def kinds(x):
    d = {"one": 1}
    return x + 1, [isinstance(view, (set, list, tuple)) for view in (d.keys(), d.values(), d.items())]


def unions(x):
    d = {Union[int, str]: x * 2, Union[float, bool]: x * 3}
    return d[Union[int, str]] + d[Union[float, bool]]


def parameters(x):
    d = {list: 1, List[int]: 2, List[str]: 3, list[int]: 4}
    return x * len(d), (List[int],) == (List[str],), List[int] in [List[str]], len({list[int], list})


def found(x):
    d = collections.deque([1, "b", x])
    try:
        d.index("z", 0, 2)
    except ValueError as error:
        return x + d.index("b"), str(error)


def copied(x):
    d = collections.defaultdict(list, {1: 1})
    e = d.__copy__()
    e[2].append(x)
    return x + len(d), e
"""
WHOLE = [
    "operators",
    "compared",
    "without_hashes",
    "no_further",
    "in_place",
    "by_the_class",
    "kinds",
    "found",
    "copied",
]
CALLS = [f"{name}(f32[N])" for name in [*WHOLE, "unions", "parameters"]]
views = program("views_as_sets", SOURCE, CALLS, ["--force"], flags="-O0")


@pytest.mark.parametrize("name", WHOLE)
def test_whole(name):
    check(views.load(), name, lambda: (torch.arange(3.0),), expect="whole")


@pytest.mark.parametrize("name", ["unions", "parameters"])
def test_types_with_parameters(name):
    check(views.load(), name, lambda: (torch.arange(3.0),))


MODULES = """
import torch


class Scaled(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = 2
        self.weight = torch.nn.Parameter(torch.ones(3), requires_grad=False)

    def forward(self, x):
        if "scale" in self.__dict__:
            x = x * self.scale
        if "weight" in self.__dict__:
            x = x + self.weight
        return x + self.__dict__.get("shift", 1)


class Cached(torch.nn.Module):
    def forward(self, x):
        self.__dict__["last"] = x.shape[0]
        return x * self.last + self.__dict__["last"]


scaled, cached = Scaled(), Cached()
"""
modules = program("dicts_of_modules", MODULES, ["scaled(f32[3])", "cached(f32[N])"], ["--force"], flags="-O0")


def test_single_keys_of_the_dict_of_a_module():
    pair = modules.fresh()
    check(pair, "scaled", lambda: (torch.arange(3.0),), expect="whole")
    for module in (pair.eager, pair.built):
        module.scaled.shift = 5
    check(pair, "scaled", lambda: (torch.arange(3.0),))
    for module in (pair.eager, pair.built):
        del module.scaled.scale
    check(pair, "scaled", lambda: (torch.arange(3.0),))


def test_an_attribute_that_is_put_into_the_dict_of_a_module():
    pair = modules.fresh()
    check(pair, "cached", lambda: (torch.arange(4.0),), expect="whole", times=2)
    assert pair.built.cached.__dict__["last"] == 4
