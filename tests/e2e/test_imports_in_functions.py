"""`from module import name` in a function gives what the module's attribute is at each call."""

import keyword
import token

import pytest
import torch
from harness import check, program
from table import randn
from torch.nn import functional

SOURCE = """
import torch


def number(x):
    from token import NAME
    return x * NAME


def renamed(x):
    from token import NUMBER as part, NAME
    if part < 0:
        return x - 1
    return x * part + NAME


def length(x):
    from keyword import kwlist
    return x * len(kwlist)


def called(x):
    from torch.nn.functional import relu
    return relu(x) + 1


def in_segments(x):
    from token import NAME
    x = x * 2
    print("between")
    return x + NAME


def missing(x):
    try:
        from token import nothing
    except ImportError:
        return x + 1
    return x * nothing


class Scaled:
    def __init__(self, by):
        self.by = by

    def apply(self, x):
        from token import NAME
        return x * (NAME + self.by)


scaled = Scaled(2)


def method(x):
    return scaled.apply(x)
"""
NAMES = ["number", "renamed", "length", "called", "in_segments", "missing", "method"]
PROGRAM = program("imports_in_functions", SOURCE, [f"{name}(f32[M, N])" for name in NAMES], args=("--force",))


@pytest.mark.parametrize("name", NAMES)
def test_the_attribute_counts_at_each_call(name, monkeypatch):
    pair = PROGRAM.load()
    expect = "whole" if name in ("length", "called") else None
    check(pair, name, lambda: (randn(3, 4),), expect=expect)
    monkeypatch.setattr(token, "NAME", 7)
    monkeypatch.setattr(token, "NUMBER", -9)
    monkeypatch.setattr(keyword, "kwlist", keyword.kwlist + ["more"])
    monkeypatch.setattr(functional, "relu", lambda x: x - 100)
    monkeypatch.setattr(token, "nothing", torch.tensor(3.0), raising=False)
    check(pair, name, lambda: (randn(3, 4),))
    monkeypatch.undo()
    check(pair, name, lambda: (randn(3, 4),), expect=expect)
