"""Names that classes of builtins do not have, and those that they do, asked for with getattr() and hasattr()."""

import harness
import torch

PROGRAM = harness.program(
    "names_of_builtins",
    """import enum

import torch


class Number(int):
    pass


class Count(int, enum.Enum):
    ONE = 1


def absent(x, act=None):
    init = getattr(act.__class__, "__default_init__", None)
    names = [hasattr(kind, "__default_init__") for kind in (int, float, str, tuple, list, dict, set, range, type(None))]
    return x + (1 if init is None else 2), names, getattr(Number, "__default_init__", 5), getattr(type(3), "some_name", 4)


def present(x, act=None):
    return x * 2, [hasattr(kind, "__len__") for kind in (int, str, tuple)], hasattr(int, "__index__"), hasattr(str, "__iter__")


def of_enum(x, act=None):
    return x * 2, hasattr(Count, "__default_init__"), hasattr(Count.ONE, "__default_init__")


def refused(x, act=None):
    return x * int.__default_init__
""",
    calls=[f"{name}(f32[N])" for name in ("absent", "present", "of_enum", "refused")],
    args=["--force"],
)


def test_names_that_classes_of_builtins_have_and_lack():
    harness.check(PROGRAM.load(), "absent", lambda: (torch.ones(3),), expect="whole")
    for name in ("present", "of_enum", "refused"):
        harness.check(PROGRAM.load(), name, lambda: (torch.ones(3),))
