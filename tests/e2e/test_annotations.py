"""Annotations that Python evaluates while a function runs: those of functions and classes that it defines. One that names
nothing raises, unless the module has its annotations as texts."""

import pytest
import torch
from harness import check, program

SOURCE = """
import typing

import torch


class Kind:
    pass


def evaluated(note):
    print("evaluated", note)
    return note


def of_parameter(x):
    def inner(y: Nothing) -> int:
        return y + 1

    return inner(x) * 2


def of_result(x):
    def inner(y, *args: int) -> Nothing:
        return y + 1

    return inner(x) * 2


def of_class(x):
    class Own:
        scale: Nothing = 3

    return x * Own.scale + 1


def raises(x):
    def inner(y: [][1]):
        return y + 1

    return inner(x) * 2


def in_order(x):
    def inner(y: evaluated(1), z: evaluated(2) = evaluated(3), *, k: evaluated(4) = 2) -> evaluated(5):
        return y * k + 1

    return inner(x) * 2


def of_place(x):
    nothing.attribute: int
    return x * 2 + 1


def known(x):
    class Own:
        scale: typing.Optional[Kind] = 3
        kind: typing.List["Kind"] | None

    def inner(y: torch.Tensor, n: int | None = None, *rest: "Nothing", **more: dict[str, Kind]) -> typing.Tuple[int, ...]:
        return y + 1

    return inner(x) * Own.scale


def asked(x):
    class Own:
        scale: float
        kind: "Kind" = 3

    return x * 2, Own.__annotations__ == {"scale": float, "kind": "Kind"}, list(Own().__annotations__.values())


def of_variables(x):
    a: Nothing = x * 2
    b: Nothing
    (c): Nothing = a + 1
    kind = Kind()
    kind.x: Nothing = c
    return kind.x + a


if __name__ == "__main__":
    x = torch.ones(3)
    in_order(x), known(x), asked(x), of_variables(x)
CALLS
"""
UNKNOWN = ("of_parameter", "of_result", "of_class", "raises", "of_place")
CALLS = "".join(f"    try:\n        {name}(x)\n    except Exception:\n        pass\n" for name in UNKNOWN)
SOURCE = SOURCE.replace("CALLS", CALLS)
evaluated = program("annotations", SOURCE, args=["--force"], flags="-O0")
texts = program("annotations_as_texts", "from __future__ import annotations\n" + SOURCE, args=["--force"], flags="-O0")


def arguments():
    return [torch.arange(3.0)]


@pytest.mark.parametrize("name", [*UNKNOWN, "in_order"])
def test_annotations_that_name_nothing(name):
    check(evaluated.load(), name, arguments)


@pytest.mark.parametrize("name", ["known", "of_variables"])
def test_annotations_that_need_nothing(name):
    check(evaluated.load(), name, arguments, expect="whole")


@pytest.mark.parametrize("pair", [evaluated, texts], ids=["evaluated", "texts"])
def test_annotations_that_are_asked_for(pair):
    check(pair.load(), "asked", arguments)


@pytest.mark.parametrize("name", ["of_parameter", "of_result", "of_class", "raises", "known"])
def test_texts_are_not_evaluated(name):
    check(texts.load(), name, arguments, expect="whole")


def test_a_place_is_evaluated_all_the_same():
    check(texts.load(), "of_place", arguments)


def test_defaults_of_functions_with_texts():
    check(texts.load(), "in_order", arguments)
