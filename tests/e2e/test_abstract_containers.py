"""Containers that a program makes out of collections.abc and of the classes that Python has written in Python, and methods of
texts that they hand on."""

import pytest
import torch
from harness import check, program

SOURCE = r"""
import collections
import collections.abc
from collections import UserString

import torch


class Bag(collections.abc.MutableSet):
    def __init__(self, items=()):
        self.items = list(dict.fromkeys(items))

    def __contains__(self, item):
        return item in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def add(self, item):
        if item not in self.items:
            self.items.append(item)

    def discard(self, item):
        if item in self.items:
            self.items.remove(item)


class Title(UserString):
    def shouted(self):
        return self.upper() + "!"


def set_operators(x):
    a, b = Bag([1, 2, 3]), Bag([2, 5])
    both, either, left, one = a & b, a | b, a - b, a ^ [3, 4]
    compared = a == b, a <= a, a >= {1, 2}, a < {1, 2, 3, 4}, a == {1, 2, 3}, a.isdisjoint([7]), [1, 9] - a == {9}
    kinds = isinstance(a, collections.abc.Set), isinstance(a, collections.abc.Sized), type(both).__name__
    return x * len(either), list(both), list(either), list(left), list(one), compared, kinds


def set_changes(x):
    a, b, c, d = Bag([1, 2, 3]), Bag([2, 5]), Bag([1, 2]), Bag([3, 4])
    a |= b
    c &= Bag([2])
    d ^= [4, 5]
    b.remove(5)
    try:
        b.remove(5)
        missing = False
    except KeyError:
        missing = True
    first = a.pop()
    b -= b
    return x * first, list(a), list(b), list(c), list(d), missing


def user_texts(x):
    t = Title("abc def")
    parts = t.split(), t.shouted(), "c" + t, t * 2, t[1:], t == "abc def", "abc" in t, str(t), t < "b"
    return x * len(t), parts, type(t + "x").__name__, isinstance(t, collections.abc.Sequence)


def split_texts(x):
    text = "  a    b   c   "
    left = text.split(None, 1), text.split(None, 0), text.split(maxsplit=9)
    right = text.rsplit(None, 1), text.rsplit(None, 0), text.rsplit(), "a,b,c".rsplit(",", 1), "   ".rsplit()
    return x + 1, left, right, "\0" in text, "\0" in "a\0b"
"""
NAMES = ["set_operators", "set_changes", "user_texts", "split_texts"]
PROGRAM = program("abstract_containers", SOURCE, [f"{name}(f32[N])" for name in NAMES], args=("--force",), flags="-O0")


@pytest.mark.parametrize("name", NAMES)
def test_whole(name):
    check(PROGRAM.load(), name, lambda: (torch.arange(3.0),), expect="whole")
