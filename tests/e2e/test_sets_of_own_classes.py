"""Subclasses of set that say themselves what is in them: operators and methods of other sets look at what they hold, views of
dicts ask them, and the view's own operators come first."""

import pytest
import torch
from harness import check, program

HEAD = """
import torch


class Has(set):
    def __contains__(self, key):
        return key != 2


class Equal(set):
    __hash__ = None

    def __eq__(self, other):
        return "equal"

    def __ne__(self, other):
        return "other"


class Long(set):
    def __len__(self):
        return 1


class Shows(set):
    def __iter__(self):
        return iter([9, 8])


class Frozen(frozenset):
    def __len__(self):
        return 7

    def __iter__(self):
        return iter([1])

"""
OPERATORS = (
    "a == b",
    "a != b",
    "b == a",
    "b != a",
    "a < b",
    "b >= a",
    "a | b",
    "b | a",
    "a & b",
    "b - a",
    "a ^ b",
    "b ^ a",
)
METHODS = (
    "{*b}",
    "set(b), frozenset(b)",
    "set(a).issubset(b), set(a).issuperset(b)",
    "set(a).union(b), set(a).difference(b)",
    "set(a).intersection(b), set(a).symmetric_difference(b)",
    "set(a).isdisjoint(b), list(b), tuple(b), max(b)",
)
OBJECTS = ("Has({1, 2})", "Equal({1, 2})", "Long({1, 2, 3})", "Shows({1, 2})", "Frozen({1, 2, 3})", "frozenset({1})")
BODY = """
def NAME(x):
    a = {1: x, 2: x}.keys()
    b = OBJECT
    result = EXPRESSION
    return result, x * 2 + 1

"""
CASES = {
    f"case_{number}_{place}": (expression, made)
    for number, expression in enumerate(OPERATORS + METHODS)
    for place, made in enumerate(OBJECTS)
}
SOURCE = HEAD + "".join(
    BODY.replace("NAME", name).replace("OBJECT", made).replace("EXPRESSION", expression)
    for name, (expression, made) in CASES.items()
)
SOURCE += f'\nif __name__ == "__main__":\n    for case in ({", ".join(CASES)}):\n        case(torch.ones(3))\n'
own = program("sets_of_own_classes", SOURCE, args=["--force"], flags="-O0")


@pytest.mark.parametrize("number", range(len(OPERATORS + METHODS)))
def test_sets_that_say_what_is_in_them(number):
    pair = own.load()
    for place in range(len(OBJECTS)):
        check(pair, f"case_{number}_{place}", lambda: [torch.ones(3)])
        results = [getattr(module, f"case_{number}_{place}")(torch.ones(3))[0] for module in (pair.eager, pair.built)]
        for eager, built in zip(*[value if isinstance(value, tuple) else (value,) for value in results]):
            kinds = type(eager).__name__, type(built).__name__
            same = set.__eq__(set(eager), set(built)) if isinstance(eager, (set, frozenset)) else eager == built
            assert kinds[0] == kinds[1] and same, (CASES[f"case_{number}_{place}"], eager, built)


def test_most_of_them_are_compiled():
    pair = own.load()
    compiled = pair.counters()["compiled"]
    for name in CASES:
        getattr(pair.built, name)(torch.ones(3))
    assert pair.counters()["compiled"] - compiled > len(CASES) // 2
