"""Dicts of the caller: what a function asks of them is what has to hold, be it single keys or all of them."""

import pytest
import torch
from harness import check, program
from table import randn

PROGRAM = program(
    "asked_keys",
    """
import torch

SCALES = {"first": 2.0, "second": 3.0}


class Registry(dict):
    def __getitem__(self, key):
        return super().__getitem__(key.lower())


REGISTRY = Registry(half=0.5)


def joined(batch):
    return batch["ids"] * SCALES["first"] + batch["mask"]


def optional(batch):
    x = batch["ids"]
    if "mask" in batch:
        x = x * batch["mask"]
    return x + batch.get("bias", 1)


def of_class(x):
    return x * REGISTRY["HALF"]


def counted(batch):
    return batch["ids"] * len(batch)


def gone_over(batch):
    out = 0
    for name, value in batch.items():
        out = out * 2 + value
    return out


def passed_on(batch):
    return (lambda ids, mask, scale=1: (ids + mask) * scale)(**batch)


def written(batch):
    batch["sum"] = batch["ids"] + batch["mask"]
    return batch


def emptied(batch):
    ids = batch.pop("ids")
    return ids * 2, batch


def compared(batch, other):
    return batch["ids"] + 1 if batch == other else batch["ids"] - 1


def given_back(batch):
    return batch["ids"] * 2, batch, "mask" in batch


def swapped(batch):
    if batch["ids"].sum() > 0:
        return batch["mask"] * 2
    return batch["ids"] + batch["mask"]


if __name__ == "__main__":
    x = torch.ones(3)
    of_class(x)
    for function in (joined, optional, counted, gone_over, passed_on, written, emptied, given_back, swapped):
        function({"ids": x, "mask": x + 1})
    compared({"ids": 1}, {"ids": 1})
""",
    args=["--force"],
)


def batch(*names):
    return {name: randn(3, seed=len(name)) if name in ("ids", "mask") else 2 for name in names}


ASKED = ["joined", "optional", "given_back", "swapped", "written", "emptied"]
WHOLE = ["counted", "gone_over", "passed_on"]


@pytest.mark.parametrize(
    "names", [("ids", "mask"), ("mask", "ids"), ("scale", "mask", "ids"), ("ids", "mask", "scale")]
)
@pytest.mark.parametrize("name", ASKED)
def test_other_keys_and_another_order_are_the_same_variant(name, names):
    check(PROGRAM.load(), name, lambda: [batch(*names)], expect="whole")


@pytest.mark.parametrize("names", [("ids", "mask", "bias"), ("ids", "bias")])
def test_keys_that_were_not_there_and_are_asked_for(names):
    check(PROGRAM.load(), "optional", lambda: [batch(*names)], expect="fallback")
    check(PROGRAM.load(), "given_back", lambda: [batch(*names)], expect="whole")


@pytest.mark.parametrize("names", [("ids", "mask"), ("mask", "ids"), ("ids", "mask", "scale")])
@pytest.mark.parametrize("name", WHOLE)
def test_what_depends_on_all_keys(name, names):
    check(PROGRAM.load(), name, lambda: [batch(*names)], expect="whole" if names == ("ids", "mask") else "fallback")


def test_missing_keys_raise():
    for name in (*ASKED, *WHOLE[2:]):
        check(PROGRAM.load(), name, lambda: [batch("mask")])


def test_globals_that_get_more_keys():
    pair = PROGRAM.load()
    for module in (pair.eager, pair.built):
        module.SCALES.update(third=4.0)
        module.REGISTRY.update(third=4.0)
    check(pair, "joined", lambda: [batch("ids", "mask")], expect="whole")
    check(pair, "of_class", lambda: [randn(3)], expect="whole")
    for module in (pair.eager, pair.built):
        module.SCALES.update(first=5.0)
    check(pair, "joined", lambda: [batch("ids", "mask")])
    for module in (pair.eager, pair.built):
        module.REGISTRY["half"] = 0.25
    check(pair, "of_class", lambda: [randn(3)])
    for module in (pair.eager, pair.built):
        del module.REGISTRY["half"]
    check(pair, "of_class", lambda: [randn(3)], expect="fallback")


def test_a_class_of_dicts_that_gets_an_operation():
    pair = PROGRAM.load()
    for module in (pair.eager, pair.built):
        module.REGISTRY["half"] = 0.5
        module.Registry.__getitem__ = lambda self, key: 8.0
    check(pair, "of_class", lambda: [torch.ones(3)], expect="fallback")


def test_dicts_that_are_compared():
    check(PROGRAM.load(), "compared", lambda: [{"ids": 1}, {"ids": 1, "mask": 2}])
    check(PROGRAM.load(), "compared", lambda: [{"ids": 1, "mask": 2}, {"ids": 1}])


SIZES = program(
    "asked_sizes",
    """
import torch


class Masked(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.masks = {}

    def forward(self, x):
        n = x.shape[1]
        if n not in self.masks:
            self.masks[n] = torch.tril(torch.ones(n, n))
        return x @ self.masks[n]


masked = Masked()


def weighted(x, weights):
    return x * weights[x.shape[0]] + weights[-x.shape[0]]


def power(x):
    return x * 2 ** x.shape[0], x.shape[0] ** x.shape[1]


def chosen(x, y):
    return x + y.size(x.shape[-1]), y.sum(x.shape[-1])


if __name__ == "__main__":
    masked(torch.ones(2, 3))
    masked(torch.ones(2, 3))
    masked(torch.ones(2, 5))
    weighted(torch.ones(2), [1.0, 2.0, 3.0])
    power(torch.ones(3, 4))
    chosen(torch.ones(5, 2), torch.ones(2, 3, 4))
""",
    args=["--force"],
)


def test_a_cache_by_sizes():
    pair = SIZES.load()
    for size, expect in (
        (3, None),
        (3, "whole"),
        (5, None),
        (5, "whole"),
        (7, None),
        (3, "whole"),
        (5, "whole"),
        (7, None),
    ):
        check(pair, "masked", lambda size=size: [randn(2, size)], expect=expect)
    assert list(pair.built.masked.masks) == list(pair.eager.masked.masks) == [3, 5, 7]


@pytest.mark.parametrize("size", [2, 1, 3])
def test_an_item_at_a_size(size):
    check(SIZES.load(), "weighted", lambda: [randn(size), [1.0, 2.0, 3.0]], expect="whole" if size == 2 else "fallback")


@pytest.mark.parametrize("shape", [(3, 4), (3, 5), (0, 4)])
def test_sizes_as_exponents(shape):
    check(SIZES.load(), "power", lambda: [randn(*shape)], expect="whole" if shape == (3, 4) else "fallback")


@pytest.mark.parametrize("last", [2, 1, 3])
def test_sizes_as_dimensions(last):
    arguments = [randn(5, last), randn(2, 3, 4)]
    check(SIZES.load(), "chosen", lambda: arguments, expect="whole" if last == 2 else "fallback")


SETS = program(
    "asked_sets",
    """
import torch

KINDS = {torch.sin, torch._C._set_grad_enabled, "hello", 2.5}


def of_module(x):
    if torch._C._set_grad_enabled in KINDS and "hello" in KINDS and torch.cos not in KINDS:
        return x.sin()
    return x.cos()


def of_caller(x, s):
    return x * 2 if torch.relu in s and 3 not in s else x.cos()
""",
    calls=["of_module(f32[N])", 'of_caller(f32[N], {"a", torch.relu, torch.sin})'],
    args=["--force"],
    flags="-O0",
)


def test_a_set_of_several_kinds():
    pair = SETS.fresh()
    check(pair, "of_module", lambda: [randn(3)], expect="whole")
    for module in (pair.eager, pair.built):
        module.KINDS.add(torch.cos)
    check(pair, "of_module", lambda: [randn(3)], expect="fallback")


@pytest.mark.parametrize(
    "members", [{torch.relu}, {torch.relu, "b", 4}, {torch.sin, "a"}, {torch.relu, 3.0}, frozenset()], ids=str
)
def test_a_set_of_the_caller(members):
    whole = type(members) is set and torch.relu in members and 3 not in members
    check(SETS.load(), "of_caller", lambda: [randn(3), set(members)], expect="whole" if whole else "fallback")
    check(SETS.load(), "of_caller", lambda: [randn(3), frozenset(members)], expect="fallback")


# Keys that are objects, by what they are: modules, tensors, objects of the program.
OBJECTS = program(
    "keys_that_are_objects",
    """
import weakref

import torch
from torch import nn


class Tag:
    def __init__(self, v):
        self.v = v


class Odd(Tag):
    def __eq__(self, other):
        return self.v == other.v

    def __hash__(self):
        return hash(self.v)


parts = [nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3)]
scales = {part: i + 2.0 for i, part in enumerate(parts)}
tags = [Tag(1), Tag(2)]
named = {tags[0]: torch.ones(3), "x": 2, tags[1]: torch.ones(3) * 3, 5: 1}
tensors = [torch.ones(3), torch.ones(3) * 2]
of_tensors = {tensors[0]: 3, tensors[1]: 4}
odd = {Odd(1): 2, "k": 3}


def scaled(x):
    for part in parts:
        x = part(x) * scales[part]
    return x


def gone_through(x):
    for part, scale in scales.items():
        x = part(x) + scale
    return x, len(scales), parts[1] in scales, scales.get(parts[2], 7)


def by_tag(x):
    return x * named[tags[1]] + named["x"] + named[tags[0]] + named[5]


def lacking(x):
    tag = Tag(1)
    return x + (tag in named) + named.get(tag, 10)


def by_tensor(x):
    return x * of_tensors[tensors[1]] + of_tensors[tensors[0]]


def given(d, k, x):
    return d.get(k, 1) * x


def listed(x):
    return [key.v if isinstance(key, Tag) else key for key in named], x + 1


def written(x):
    named[tags[0]] = x + 1
    named[tags[1]] = named[tags[0]] * 2
    return x


def deleted(x):
    del named[tags[0]]
    return x * len(named)


def of_class(x):
    return x + odd["k"]


held = weakref.WeakKeyDictionary({tags[0]: 2})


def weakly(x):
    y = x * 2 + 1
    return y * 3 if tags[0] in held else y
""",
    calls=[
        *("scaled(f32[N, 3])", "gone_through(f32[N, 3])", "given(scales, parts[0], f32[N])"),
        *(f"{name}(f32[3])" for name in ("by_tag", "lacking", "by_tensor", "listed", "written", "deleted")),
        *("of_class(f32[3])", "weakly(f32[3])"),
    ],
    args=["--force"],
    flags="-O0",
)
AT_ONCE = ["scaled", "gone_through", "by_tag", "lacking", "by_tensor", "listed", "written"]


@pytest.mark.parametrize("name", [*AT_ONCE, "deleted", "of_class", "weakly"])
def test_keys_that_are_objects(name):
    pair = OBJECTS.fresh()
    with torch.no_grad():
        for eager, built in zip(pair.eager.parts[::2], pair.built.parts[::2]):
            built.load_state_dict(eager.state_dict())
    shape = (2, 3) if name in ("scaled", "gone_through") else (3,)
    check(pair, name, lambda: [randn(*shape)], expect="whole" if name in AT_ONCE else None)
    assert name != "weakly" or not pair.built.__pyaot__.misses()
    for module in (pair.eager, pair.built):
        module.parts.reverse()
        module.tags.reverse()
        module.tensors.reverse()
        module.scales[module.Tag(9)] = 1.0
        module.named[module.tags[0]] = torch.zeros(3)
    if name != "gone_through":  # an object that cannot be called
        check(pair, name, lambda: [randn(*shape)])
    for module in (pair.eager, pair.built):
        module.scales.popitem()
        module.scales[module.parts[0]] = module.scales.pop(module.parts[0])
        module.named[module.tags[0]] = torch.ones(3)
    check(pair, name, lambda: [randn(*shape)])
    eager, built = ([getattr(k, "v", k) for k in module.named] for module in (pair.eager, pair.built))
    assert eager == built


def test_objects_as_keys_of_other_dicts():
    pair = OBJECTS.fresh()
    x = torch.arange(3.0)
    for key in (0, 1, 2):
        results = [module.given(module.scales, module.parts[key], x) for module in (pair.eager, pair.built)]
        assert torch.equal(*results)
    assert pair.counters()["compiled"] >= 1
    for module in (pair.eager, pair.built):
        tags = module.tags
        assert torch.equal(module.given({tags[0]: 5.0}, tags[0], x), x * 5)
        assert torch.equal(module.given({tags[0]: 5.0, 1: 2, module.parts[0]: 3}, tags[1], x), x)
