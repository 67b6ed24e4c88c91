"""isinstance() of the names of typing, which stand for classes of collections and Python."""

import collections

import pytest
import torch
from harness import WORDS_OF, check, program

NAMES = "Mapping Sequence Iterable Callable Hashable Sized List Dict Tuple Set FrozenSet Deque DefaultDict OrderedDict".split()
OF_TYPING = program(
    "instances_of_typing",
    "import typing\nfrom typing import Mapping, Sequence\n\nimport torch\n"
    + "".join(
        f"\n\ndef is_{name.lower()}(x, value):\n    return x + 1 if isinstance(value, typing.{name}) else x - 1\n"
        for name in NAMES
    )
    + """

def is_either(x, value):
    return x + 1 if isinstance(value, (Sequence, Mapping)) else x - 1


def is_of_items(x, value):
    try:
        return x + 1 if isinstance(value, typing.List[int]) else x - 1
    except TypeError:
        return x * 2


if __name__ == "__main__":
    import collections

    x = torch.ones(3)
    values = [{"a": x}, [x], (x, x), 3, x, "text", {1, 2}, collections.deque([x]), collections.OrderedDict(a=x)]
    for value in values:
        is_either(x, value)
        is_of_items(x, value)
"""
    + "".join(f"        is_{name.lower()}(x, value)\n" for name in NAMES),
    args=["--force"],
    flags="-O0",
)
VALUES = {
    "dict": lambda: {"a": torch.ones(3)},
    "list": lambda: [torch.ones(3)],
    "tuple": lambda: (torch.ones(3), torch.ones(3)),
    "int": lambda: 3,
    "tensor": lambda: torch.ones(3),
    "str": lambda: "text",
    "set": lambda: {1, 2},
    "deque": lambda: collections.deque([torch.ones(3)]),
    "ordered dict": lambda: collections.OrderedDict(a=torch.ones(3)),
}


@pytest.mark.parametrize("kind", VALUES)
def test_types_of_typing(kind):
    expect = "whole" if kind in list(VALUES)[:5] else None  # of which driver code shows so many
    for name in NAMES:
        check(
            OF_TYPING.load(),
            f"is_{name.lower()}",
            lambda: [torch.ones(3), VALUES[kind]()],
            expect=None if name == "Hashable" else expect,
        )
    check(OF_TYPING.load(), "is_either", lambda: [torch.ones(3), VALUES[kind]()], expect=expect)
    check(OF_TYPING.load(), "is_of_items", lambda: [torch.ones(3), VALUES[kind]()])


VARIABLES = program(
    "type_variables",
    """from typing import Generic, List, ParamSpec, TypeVar

import torch

T = TypeVar("T")
P = ParamSpec("P")


class Box(Generic[T]):
    def __init__(self, value: T):
        self.value = value

    def more(self) -> T:
        return self.value + 1


def boxed(x: T, unused: List[T]) -> T:
    box: Box[T] = Box(x)
    return box.more() * 2


def is_its_name(x):
    y = x + 1 if T == "T" else x - 1
    return y * 2 if P == "P" else y * 3


def key(d):
    return d["T"] + 1 if "T" in d else d[T] - 1


if __name__ == "__main__":
    x = torch.ones(3)
    boxed(x, [x]), is_its_name(x), key({T: x})
""",
    args=["--force"],
    flags="-O0",
)


def test_type_variables_are_objects():
    check(VARIABLES.load(), "boxed", lambda: [torch.ones(3), [torch.ones(3)]], expect="whole")
    assert check(VARIABLES.load(), "is_its_name", lambda: [torch.ones(3)], times=3)["fallback"] == 0
    check(VARIABLES.load(), lambda m: lambda x: m.key({m.T: x}), lambda: [torch.ones(3)])
    check(VARIABLES.load(), "key", lambda: [{"T": torch.ones(3)}])


TYPES = {
    "int": "int",
    "tensor": "torch.Tensor",
    "plain": "Plain",
    "texts": "List[str]",
    "tensors": "List[torch.Tensor]",
    "counts": "Dict[str, int]",
    "deep": "Dict[str, List[Tuple[int, float]]]",
    "pair": "Tuple[str, int]",
    "maybe": "Optional[torch.Tensor]",
    "maybe_texts": "Optional[List[str]]",
    "either": "Union[List[int], int, str]",
    "nested_union": "Union[int, Optional[str]]",
    "of_python": "list[int]",
    "some": "(int, List[int], Dict[str, int])",
    "no_items": "List",
    "set": "Set[int]",
    "member": "Colour",
}
GIVEN = {
    "1": lambda m: 1,
    "1.5": lambda m: 1.5,
    "'s'": lambda m: "s",
    "None": lambda m: None,
    "[1, 2]": lambda m: [1, 2],
    "[1, 'a']": lambda m: [1, "a"],
    "['a']": lambda m: ["a"],
    "[f32[2]]": lambda m: [torch.ones(2)],
    "f32[2]": lambda m: torch.ones(2),
    "{'k': 1}": lambda m: {"k": 1},
    "{'k': [(1, 1.5)]}": lambda m: {"k": [(1, 1.5)]},
    "('a', 1)": lambda m: ("a", 1),
    "Plain()": lambda m: m.Plain(),
    "Colour.RED": lambda m: m.Colour.RED,
    "[]": lambda m: [],  # torch warns of it
}
REFINED = program(
    "refined_types",
    "from enum import Enum\nfrom typing import *\n\nimport torch\n\n\nclass Plain:\n    pass\n\n\n"
    "class Colour(Enum):\n    RED = 1\n\n\n"
    "def parts(x):\n    return x + len(get_args(Dict[str, int])), get_origin(List[int]) is list, get_args(list[int]) == (int,)\n"
    + "".join(
        f"\n\ndef is_{name}(x, value: Any):\n    return x + 1 if torch.jit.isinstance(value, {text}) else x - 1\n"
        for name, text in TYPES.items()
    ),
    [f"is_{name}(f32[2], {value})" for name in TYPES for value in GIVEN] + ["parts(f32[2])"],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.filterwarnings("ignore:The inner type of a container")
def test_torch_jit_isinstance(name):
    pair = REFINED.load()
    in_python = ("no_items", "member", "set", "[]", "Plain()", "Colour.RED")  # it warns, or compares with objects
    for text, make in GIVEN.items():
        inputs = [(torch.ones(2), make(module)) for module in (pair.eager, pair.built)]
        given = iter(inputs)
        check(
            pair,
            f"is_{name}",
            lambda given=given: next(given),
            expect=None if {name, text} & set(in_python) else "whole",
        )


def test_what_types_are_made_of():
    check(REFINED.load(), "parts", lambda: (torch.ones(2),), expect="whole")


PROTOCOLS = program(
    "protocols_of_typing",
    WORDS_OF
    + """
from typing import Protocol, runtime_checkable


@runtime_checkable
class Scales(Protocol):
    factor: float

    def scaled(self, x): ...


class Named(Protocol):
    def name(self): ...


class Made(Protocol):
    def __init__(self, a):
        self.a = a


class Both:
    factor = 2.0

    def scaled(self, x):
        return x * self.factor


class Half:
    factor = 0.5


class Derived(Named):
    pass


def asked(x):
    return [isinstance(value, Scales) for value in (Both(), Half(), x, 3)], x + 1


def refused(x):
    return words_of(lambda: isinstance(Both(), Named)), words_of(lambda: issubclass(Derived, Named)), isinstance(Derived(), Named), x + 1


def matched(x):
    match Both():
        case Scales():
            return x * 2
    return x


def made(x):
    return words_of(lambda: Named()), words_of(lambda: Scales()), type(Derived()) is Derived, Made(1).a, x + 1
""",
    [f"{name}(f32[N])" for name in ("asked", "refused", "matched", "made")],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["asked", "refused", "matched", "made"])
def test_protocols(name):
    expect = "whole" if name == "made" else None
    check(PROTOCOLS.load(), name, lambda: (torch.arange(3.0),), expect=expect)
