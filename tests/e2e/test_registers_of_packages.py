"""Installed packages that make parts by name: registers that methods and decorators fill when the package is imported, and
modules that are imported by a name that is put together."""

import os
import sys

import harness
import pytest
import torch
from table import randn

FILES = {
    "partskit/__init__.py": "",
    "partskit/store.py": """
from collections import namedtuple
from keyword import iskeyword


class Store:
    \"\"\"Parts by name.\"\"\"

    Entry = namedtuple("Entry", ("description", "value"))

    def __init__(self, title):
        self.entries = {}
        self.title = title
        self.__doc__ = f"Store '{title}'\\n{self.__doc__ or ''}".strip()

    def add(self, name, value, description=None):
        if not name.isidentifier() or iskeyword(name):
            raise ValueError("no name")
        self.entries[name.upper()] = self.Entry(description or value.__doc__ or "", value)
        self.__doc__ += f" ``{name}``"

    def register(self, name):
        def add(function):
            self.add(name, function)
            return function

        return add

    @property
    def names(self):
        return tuple(self.entries)

    def __getattr__(self, name):
        if name in self.entries:
            return name
        return self.__getattribute__(name)

    def __getitem__(self, key):
        name, *rest = (key,) if isinstance(key, str) else key
        if name.upper() not in self.entries:
            raise KeyError(f"{name} is none of {list(self.entries)}")
        return self.entries[name.upper()].value(*rest)
""",
    "partskit/parts.py": """
import importlib

from torch import nn

from .store import Store

ACTS = Store("activations")
CONVS = Store("convolutions")
ACTS.add("relu", lambda: nn.ReLU)
ACTS.add("leaky", lambda: nn.LeakyReLU, "with a slope")


@CONVS.register("conv")
def convolution(dim):
    \"\"\"By dimension.\"\"\"
    return (nn.Conv1d, nn.Conv2d, nn.Conv3d)[dim - 1]


@CONVS.register("transposed")
def transposed(dim):
    return (nn.ConvTranspose1d, nn.ConvTranspose2d, nn.ConvTranspose3d)[dim - 1]


def optional(module, name):
    try:
        top = __import__(module)
        found = getattr(importlib.import_module(module), name)
    except ImportError as error:
        return str(error), False
    return found, top is not None


ROOT, HAS_ROOT = optional("math", "sqrt")
NOTHING, HAS_NOTHING = optional("partskit.no_such_part", "anything")
SCALES = importlib.import_module(".".join(["partskit", "scales"]))
""",
    "partskit/scales.py": """
from functools import reduce, singledispatch
import operator


def scaled(x):
    return x * 3


class Grid:
    def __init__(self, shape):
        self.shape = shape


class Line(Grid):
    pass


class Choice:
    def __init__(self, n):
        self.n = n


@singledispatch
def cells(space):
    raise NotImplementedError(space)


@cells.register(Grid)
def _cells_of_grid(space):
    return reduce(operator.mul, space.shape, 1)


@cells.register
def _(space: Choice) -> int:
    return space.n
""",
}
SOURCE = """
import torch
from torch import nn
from partskit import parts
from partskit.parts import ACTS, CONVS


class Block(nn.Module):
    def __init__(self, dim, conv="conv", act="relu"):
        super().__init__()
        self.conv = CONVS[conv, dim](2, 2, 3, padding=1)
        self.act = ACTS[act]()

    def forward(self, x):
        return self.act(self.conv(x))


torch.manual_seed(0)
block, other = Block(2).eval(), Block(2, "transposed", ACTS.LEAKY).eval()


def blocks(x):
    return block(x) - other(x)


def names(x):
    return x + len(ACTS.names), CONVS.names, ACTS.title


def by_import(x):
    y = parts.SCALES.scaled(x) if parts.HAS_ROOT and not parts.HAS_NOTHING else x
    return y + parts.ROOT(4.0)


grid, line, choice = parts.SCALES.Grid((2, 3)), parts.SCALES.Line((7,)), parts.SCALES.Choice(5)
head = nn.Linear(4, parts.SCALES.cells(grid))


def by_type(x):
    return head(x) * parts.SCALES.cells(line) + parts.SCALES.cells(choice)


if __name__ == "__main__":
    with torch.no_grad():
        x = torch.ones(1, 2, 4, 4)
        blocks(x), names(x), by_import(x), by_type(x)
"""
USER = harness.program("user_of_registers", SOURCE, args=["--force"], flags="-O0")


@pytest.fixture(scope="module")
def user():
    folder = USER.folder / "site-packages"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), *([before] if before else [])])
    sys.path.insert(0, str(folder))
    USER.result = None
    yield USER.load()
    sys.path.remove(str(folder))
    del os.environ["PYTHONPATH"]
    if before is not None:
        os.environ["PYTHONPATH"] = before
    for name in [name for name in sys.modules if name.split(".")[0] == "partskit"]:
        del sys.modules[name]


@pytest.mark.parametrize("name", ["blocks", "names", "by_import", "by_type"])
@pytest.mark.parametrize("shape", [(1, 2, 4, 4), (3, 2, 5, 4)], ids=str)
def test_parts_by_name(user, name, shape):
    user.built.block.load_state_dict(user.eager.block.state_dict())
    user.built.other.load_state_dict(user.eager.other.state_dict())
    user.built.head.load_state_dict(user.eager.head.state_dict())
    harness.check(user, name, lambda: (randn(*shape),), expect="whole", context=torch.no_grad)


def test_a_part_that_is_entered_later(user):
    parts = sys.modules["partskit.parts"]
    parts.ACTS.add("tanh", lambda: torch.nn.Tanh)
    try:
        harness.check(user, "names", lambda: (randn(1, 2, 4, 4),), context=torch.no_grad)
    finally:
        del parts.ACTS.entries["TANH"]


def test_a_type_that_is_registered_later(user):
    scales = sys.modules["partskit.scales"]
    scales.cells.register(scales.Line, lambda space: -1)
    user.built.head.load_state_dict(user.eager.head.state_dict())
    harness.check(user, "by_type", lambda: (randn(3, 4),), context=torch.no_grad)
