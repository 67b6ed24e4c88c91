"""x <<= y and its like write the tensor, where torch has such a method, and bind another one where it has not."""

import collections

import pytest
import torch
from harness import check, program

OPERATORS = ["+=", "-=", "*=", "//=", "%=", "**=", "&=", "|=", "^=", "<<=", ">>="]
SOURCE = "import collections\nimport math\n\nimport torch\n" + "".join(
    f"""

def number_{index}(x):
    y = x
    x {op} 2
    return x is y, x


def tensor_{index}(x):
    y = x
    x {op} torch.tensor([1, 2, 3])
    x[0] {op} 1
    return x is y, y
"""
    for index, op in enumerate(OPERATORS)
)
SOURCE += """

def product(x):
    y = x
    x @= x
    return x is y, x, y


def queue(x, given=None):
    given = collections.deque([x, 2], maxlen=3) if given is None else given
    d = given
    d *= 2
    d += [1]
    return d is given, given, x + 1


def truncated(x):
    try:
        return x + math.trunc(x[0, 0])
    except TypeError:
        return x + math.floor(x[0, 0])
"""
NAMES = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith("def ")]
operators = program(
    "augmented",
    SOURCE,
    calls=[f"{name}(i64[3, 3])" for name in NAMES] + ["queue(i64[3, 3], collections.deque([1, 2]))"],
    flags="-O0",
)


def test_queue_of_the_caller():
    check(operators.load(), "queue", lambda: [torch.ones(3, 3).long(), collections.deque([1, 2])], expect="whole")


@pytest.mark.parametrize("name", NAMES)
def test_augmented(name):
    expect = None if name == "product" else "whole"
    check(operators.load(), name, lambda: [torch.arange(9).view(3, 3) + 1], expect=expect)
