"""types.MappingProxyType of the caller: a view of a dict, which it reads whatever becomes of that."""

import types
from collections import ChainMap, OrderedDict

import pytest
import torch
from harness import check, program

SOURCE = """
import dataclasses
import types

import torch

TABLE = {"a": 2, "b": 3, "items": [1], 5: 4.5}
VIEW = types.MappingProxyType(TABLE)
RATES = types.MappingProxyType({"rate": 0.5, "on": True})


def scaled(x):
    y = x * RATES["rate"]
    if RATES.get("on"):
        y = y + len(RATES)
    return y, "off" in RATES, [*RATES]


@dataclasses.dataclass
class Options:
    width: int = dataclasses.field(default=4, metadata={"help": "w", "range": (1, 8)})
    rate: float = 0.5


def metadata(x):
    first, second = dataclasses.fields(Options)
    y = x * first.metadata["range"][1] + len(second.metadata)
    return y, [f.metadata.get("help", "-") for f in (first, second)], dict(first.metadata), "range" in second.metadata


def summed(x, mapping):
    y = torch.sin(x * mapping["a"])
    for value in mapping.values():
        y = y + torch.cos(x * value)
    if isinstance(mapping, types.MappingProxyType):
        y = y * 2
    return y, dict(mapping)


def written_behind(x):
    TABLE["d"] = 4
    return x * VIEW["d"] + len(VIEW)


def counted(x):
    n = VIEW["a"]
    TABLE["a"] = n + 1
    return x * VIEW["a"], VIEW is not TABLE


def given_back(x):
    return x + 1, VIEW


def grown(x):
    VIEW["items"].append(2)
    return x + len(TABLE["items"]) + VIEW[5], VIEW | {"q": 1}, VIEW.copy()


def refused(x):
    try:
        RATES["rate"] = 1
    except TypeError as error:
        return x + 1, type(error).__name__


if __name__ == "__main__":
    summed(torch.ones(3), types.MappingProxyType({"a": 2, "b": 3}))
    for f in (scaled, metadata, written_behind, counted, given_back, grown, refused):
        f(torch.ones(3))
"""
built = program("mapping_proxies", SOURCE, args=("--force",), flags="-O0")


def ones():
    return (torch.ones(3),)


@pytest.mark.parametrize("name", ["scaled", "metadata", "refused"])
def test_proxies_of_module_level(name):
    check(built.fresh(), name, ones, expect="whole", times=2)


@pytest.mark.parametrize("name", ["written_behind", "counted", "given_back", "grown"])
def test_the_dict_behind_a_proxy_is_written(name):
    check(built.fresh(), name, ones, times=3)


def test_what_changes_between_calls():
    pair = built.fresh()
    check(pair, "counted", ones)
    for module in (pair.eager, pair.built):
        module.TABLE["z"] = 7
    check(pair, "written_behind", ones)
    for module in (pair.eager, pair.built):
        module.RATES = types.MappingProxyType({"rate": 2.5, "on": False})
    check(pair, "scaled", ones)
    for module in (pair.eager, pair.built):
        module.RATES = {"rate": 2.5, "on": False}
    check(pair, "scaled", ones)


def test_a_proxy_is_given_back_as_it_is():
    pair = built.fresh()
    assert pair.built.given_back(torch.ones(3))[1] is pair.built.VIEW


@pytest.mark.parametrize(
    "mapping,expect",
    [
        ({"a": 2, "b": 3}, "whole"),
        ({"a": 2, "b": 4}, None),
        ({"b": 3, "a": 2}, None),
        ({"a": 2}, None),
        (OrderedDict(a=2, b=3), None),
        (ChainMap({"a": 2}, {"b": 3}), None),
    ],
)
def test_proxies_as_arguments(mapping, expect):
    check(built.load(), "summed", lambda: (torch.ones(3), types.MappingProxyType(mapping)), expect=expect)
    check(built.load(), "summed", lambda: (torch.ones(3), mapping))
