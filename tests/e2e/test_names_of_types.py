"""What exceptions say of the types of objects, as Python says it: some classes are named with their module, some with another's."""

import pytest
import torch
from harness import check, program

OBJECTS = """
x
x + 1
x.shape
x.max(0)
x.sin
torch.sin
np.array([1])
np.float32(1)
np.int64(2)
iter([1])
(i for i in [1])
{}.keys()
{1: 2}.items()
[1].append
[1]
(1,)
1j
n > 1
x.shape[0]
None
collections.OrderedDict()
collections.deque()
functools.partial(len)
Named(1, 2)
Items([1])
Level.ONE
Plain()
Plain().method
Plain
lambda: 1
ValueError(1)
""".strip().split("\n")
ACTIONS = """
O.nope
O + 1
O[0]
O()
len(O)
O < 1
abs(O)
{O: 1} and 3
next(O)
O @ 1
round(O)
'a' + O
[1] + O
'a' * O
O % 2
[*O]
sum(O)
list(reversed(O))
""".strip().split("\n")
EXPRESSIONS = [action.replace("O", f"({text})") for text in OBJECTS for action in ACTIONS]
HEAD = """
import collections
import enum
import functools

import numpy as np
import torch

Named = collections.namedtuple("Named", "a b")


class Items(list):
    pass


class Level(enum.IntEnum):
    ONE = 1


class Plain:
    def method(self):
        pass
"""
FUNCTION = """

def expression_{index}(x, n):
    try:
        got = {expression}
    except Exception as error:
        return x + 1, type(error).__name__{told}
    return x + 1, type(got).__name__
"""


def named(told):
    source = HEAD
    for index, expression in enumerate(EXPRESSIONS):
        source += FUNCTION.format(index=index, expression=expression, told=told)
    calls = [f"expression_{index}(f32[3, 3], 2)" for index in range(len(EXPRESSIONS))]
    return program("names_of_types", source, calls, ["--force"], flags="-O0")


PROGRAMS = {"text": named(", str(error)"), "type": named("")}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text", OBJECTS)
@pytest.mark.parametrize("told", PROGRAMS)
def test_what_is_said(told, text):
    assert "PY114" not in PROGRAMS[told].build().stderr
    for index in range(OBJECTS.index(text) * len(ACTIONS), (OBJECTS.index(text) + 1) * len(ACTIONS)):
        check(PROGRAMS[told].load(), f"expression_{index}", lambda: [torch.arange(9.0).view(3, 3) + 0.5, 2])
