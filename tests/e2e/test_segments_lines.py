"""Tracebacks of functions with breaks name lines of the stub that show the statement; inspect shows the original."""

import inspect
import linecache
import traceback
import warnings

import harness
import pytest
import torch

SOURCE = '''
import warnings

import torch


def plain(x, refuse):
    y = x * 2 + 1
    print("first")
    if refuse:
        raise ValueError("refused")
    return y * y + x


def with_handler(x, refuse):
    """Its first statement is a docstring."""
    total = x * 0
    for i in range(2):
        total = total + x * i
        try:
            print(i)
            if refuse:
                raise KeyError(i)
        except KeyError as error:
            raise ValueError("changed") from error
        total = total * 2 - x
    return total + 1


class Base:
    def scale(self, x):
        return x * 2


class Scaled(Base):
    def scale(self, x, refuse):
        y = x * 2 + 1

        print("in", "a", "method")
        z = super().scale(y)
        if refuse:
            raise ValueError(
                "of a method",
            )
        return z * z + x


scaled = Scaled()


def of_method(x, refuse):
    return scaled.scale(x, refuse)


def warns(x, refuse):
    x.mul_(2)
    y = x * 3 + 1
    warnings.warn("here")
    x.add_(1)
    return y + x
'''
NAMES = ("plain", "with_handler", "of_method")
lines = harness.program("lines", SOURCE, calls=[f"{name}(f32[N], False)" for name in (*NAMES, "warns")])


def places(error):
    """The text of the line of each frame in the program, of the exception and its cause. Twins of segments are called."""
    found = []
    while error is not None:
        for frame, number in traceback.walk_tb(error.__traceback__):
            code = frame.f_code
            if "lines" in code.co_filename and "test_segments_lines" not in code.co_filename:
                found.append(linecache.getline(code.co_filename, number).strip())
        error = error.__cause__
    return [text for text in found if "_aot_" not in text]


@pytest.mark.parametrize("name", NAMES)
def test_traceback(name):
    pair, seen = lines.load(), []
    harness.check(pair, name, lambda: (torch.ones(3), False), expect="compiled")
    for module in (pair.eager, pair.built):
        with pytest.raises(ValueError) as caught:
            getattr(module, name)(torch.ones(3), True)
        seen.append(places(caught.value))
    assert seen[0] == seen[1] and seen[0]


def test_warning():
    pair, seen = lines.load(), []
    for module in (pair.eager, pair.built):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            module.warns(torch.ones(3), False)
        seen.append([linecache.getline(row.filename, row.lineno).strip() for row in caught])
    assert seen[0] == seen[1] == ['warnings.warn("here")']


def test_inspect():
    pair = lines.load()
    for name in NAMES[:2]:
        assert inspect.getsource(getattr(pair.eager, name)) in inspect.getsource(getattr(pair.built, name))
        assert inspect.signature(getattr(pair.eager, name)) == inspect.signature(getattr(pair.built, name))
