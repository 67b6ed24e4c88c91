"""What Python's protocols ask of objects, and in which order: decorators, `!=`, None in place of a method, calls of
classes that refuse, keys that move under an iterator."""

import pytest
import torch
from harness import check, program

SOURCE = """
import contextvars
import functools

import torch


class NotContained:
    __contains__ = None

    def __iter__(self):
        return iter(())


class NotIterable:
    __iter__ = None

    def __getitem__(self, i):
        return i


class Left:
    def __init__(self, log):
        self.log = log

    def __eq__(self, other):
        self.log.append("Left ==")
        return NotImplemented


class Right(Left):
    def __ne__(self, other):
        self.log.append("Right !=")
        return NotImplemented


class Other:
    def __init__(self, log):
        self.log = log

    def __ne__(self, other):
        self.log.append("Other !=")
        return NotImplemented


def keywords(*args, **named):
    return args, named


def words_of(function, *args):
    try:
        return function(*args)
    except (TypeError, ValueError, RuntimeError, RecursionError) as error:
        return type(error).__name__, str(error)


def case_none_in_place_of_a_method(t):
    return t + 1, words_of(lambda: 1 in NotContained()), words_of(lambda: iter(NotIterable()))


def case_not_equal(t):
    log = []
    left, right, other = Left(log), Right(log), Other(log)
    return t + 1, log, left != right, left != other, other != left, other != other, right != right


def case_decorators(t):
    log = []

    def note(what):
        log.append(what)
        return what

    def make(name):
        note("make " + name)

        def decorate(made):
            note("use " + name)
            return made

        return decorate

    @make(note("a"))
    @make("b")
    def function(default=note("default")):
        return default

    @make("c")
    @make("d")
    class Made(object if note("base") else int):
        pass

    return t + 1, log, function()


def case_keywords_of_partial(t):
    bound = functools.partial(keywords, 1, b=2, a=3)
    return t + 1, bound(c=4), bound(a=5, c=6), functools.partial(bound, d=7, b=8)(2, e=9)


def case_text_of_numbers(t):
    texts = [" + 1 ", "it's", "a\\tb", "0x10", "nan(1)", "", "  ", " -1_0 ", "0x1p3", "1e5", " inf "]
    return t + 1, [words_of(lambda: repr(kind(text))) for text in texts for kind in (int, float)]


def left_keys_that_move(t):
    seen, table = [], {0: 1, 1: 2}

    def go():
        for key in table:
            seen.append(key)
            del table[key]
            table[key] = 3

    return t + 1, words_of(go), seen, table


def left_calls_that_refuse(t):
    said = [words_of(kind, 1) for kind in (type(None), type(...), type(NotImplemented), object)]
    return t + 1, said, type(None)() is None, words_of(bytes, "a"), words_of(bytes, 1.5)


def left_classes_that_refuse(t):
    def of_bool():
        class Derived(bool):
            pass

    def of_variable():
        class Derived(contextvars.ContextVar):
            pass

    return t + 1, words_of(of_bool), words_of(of_variable)


def left_lists_in_themselves(t):
    first, second = [1], [1]
    first.append(first)
    second.append(second)
    return t + 1, words_of(lambda: first == second)[0], first == first


def left_keywords_that_are_no_text(t):
    bound = functools.partial(keywords, a=1)
    bound.keywords[2] = 3
    return t + 1, words_of(bound)


if __name__ == "__main__":
    t = torch.ones(2)
CALLS
"""
NAMES = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith(("def case_", "def left_"))]
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    {name}(t)" for name in NAMES))
protocols = program("protocols", SOURCE, args=["--force"], flags="-O0")


@pytest.mark.parametrize("name", NAMES)
def test_case(name):
    expect = "whole" if name.startswith("case_") else None
    check(protocols.load(), name, lambda: [torch.arange(2.0)], expect=expect)
