"""`*args` and `**kwargs` of which nothing shows what callers pass: compiled for nothing, else Python runs the call."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch
from torch import nn


class PreNorm(nn.Module):
    def __init__(self, dim, fn):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.fn = fn

    def forward(self, x, **kwargs):
        return self.fn(self.norm(x), **kwargs)


class Scaled(nn.Module):
    def forward(self, x, scale=2.0):
        return x * scale


def prenorm(seed):
    torch.manual_seed(seed)
    return PreNorm(8, Scaled())


def passed_on(x, *args, **kwargs):
    return torch.sum(x, *args, **kwargs) + 1


def asked(x, **kwargs):
    if kwargs.get("scale") is not None:
        x = x * kwargs["scale"]
    return x + 1


def looked_through(x, **kwargs):
    for name, value in kwargs.items():
        x = x + value if name == "plus" else x - value
    if "scale" in kwargs:
        x = x * kwargs["scale"]
    return x * (len(kwargs) + 1)


def merged(x, **kwargs):
    options = {"a": 2.0, **kwargs}
    scale = kwargs.pop("scale", 3.0)
    return x * options["a"] * scale, kwargs


def filled(x, **kwargs):
    kwargs.setdefault("dim", 0)
    return x.sum(**kwargs)


def unread(x, **kwargs):
    return x * 3


def summed(x, *others):
    for other in others:
        x = x + other
    return x
"""

REST = harness.program("rest_arguments", SOURCE, [], ["--force"])


@pytest.mark.parametrize("name", ["passed_on", "asked", "looked_through", "merged", "filled", "unread"])
def test_without_more_it_is_compiled_whole(name):
    harness.check(REST.load(), name, lambda: (randn(3, 5),), expect="whole", times=2)


def test_a_layer_that_passes_its_keywords_on_is_compiled_whole():
    harness.check(REST.load(), lambda m: m.prenorm(0), lambda: (randn(4, 8),), expect="whole", times=2)


@pytest.mark.parametrize(
    "name, args, kwargs",
    [
        ("passed_on", (1,), {}),
        ("passed_on", (), {"dim": 0, "keepdim": True}),
        ("passed_on", (0, True), {"dtype": torch.float64}),
        ("asked", (), {"scale": 3.0}),
        ("asked", (), {"other": 3.0}),
        ("looked_through", (), {"plus": 1.5, "minus": 2.0, "scale": 3}),
        ("merged", (), {"a": 5.0, "scale": 0.5}),
        ("filled", (), {"dim": 1}),
        ("filled", (), {"keepdim": True}),
        ("filled", (), {"unknown": True}),
        ("summed", (1.0, 2.0), {}),
        ("summed", (), {}),
    ],
)
def test_with_more_the_result_is_the_same(name, args, kwargs):
    harness.check(REST.load(), name, lambda: (randn(3, 5), *args), make_kwargs=lambda: dict(kwargs))
    harness.check(REST.load(), name, lambda: (randn(3, 5),))
    harness.check(REST.load(), name, lambda: (randn(3, 5), *args), make_kwargs=lambda: dict(kwargs))


def test_what_is_not_read_may_be_anything():
    harness.check(REST.load(), "unread", lambda: (randn(3, 5),), make_kwargs=lambda: {"scale": 3.0}, expect="whole")


def test_a_layer_is_given_keywords():
    harness.check(REST.load(), lambda m: m.prenorm(0), lambda: (randn(4, 8),), make_kwargs=lambda: {"scale": 0.25})
