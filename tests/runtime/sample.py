"""A stub as pyaot writes it, for the tests of the run time (sample_kernels.c is its compiled half)."""

# ruff: noqa: E401, E402
import importlib.util as _aot, os.path as _aot_path

_aot_spec = _aot.spec_from_file_location(
    "_sample_pyaot_stub", _aot_path.join(_aot_path.dirname(__file__), "pyaot_stub.py")
)
_aot = _aot.module_from_spec(_aot_spec)
_aot_spec.loader.exec_module(_aot)
_aot = _aot.open(__file__, globals(), "sample", 0x5A5A)
import torch
import math


@_aot.entry(0)
def mix(a, b):
    x = a / (a.abs() + 1)
    if b.sum() < 0:
        b = -b
    return x * b


@_aot.entry(1)
def scale(x, n=3):
    """x times n."""
    return x * n


class Net(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = torch.nn.Linear(width, 2 * width)

    @_aot.entry(2)
    def forward(self, x):
        return torch.relu(self.linear(x))


@_aot.entry(3)
def accumulate(total, x):
    total += x
    return total


@_aot.entry(4)
def ordered(x):
    return torch.sort(x, -1, True)


@_aot.segment(5)
def _aot_announce_1(a):
    return a + 2


@_aot.segment(6)
def _aot_announce_2(a, b):
    return b + a


def _aot_announce(a):
    b = _aot_announce_1(a)
    print("between")
    return _aot_announce_2(a, b)


@_aot.segmented(_aot_announce)
def announce(a):
    b = a + 2
    print("between")
    return b + a


factor = 1.5


def helper():
    return 2.0


@_aot.entry(7)
def options(x, *rest, scale=1.0, **more):
    return x * (scale * factor * helper()) + len(rest) + len(more)


@_aot.entry(8)
def turned(x):
    return x[1:].t()


@_aot.entry(9)
def packed(items, table, text):
    total = int(items[0].sum()) + (0 if text == "ab\u00e9" and table["key"] == 2.5 else 1)
    return {"n": len(items[0]), "list": [total, total / 2, not items[1]]}


@_aot.entry(10)
def nested(box):
    return box.value + 1


@_aot.entry(11)
def library(kind, x, y):
    if kind == 0:
        return torch.cat([x, x], 1)
    if kind == 1:
        return torch.sum(x, [-1], True, dtype=torch.float64)
    if kind == 2:
        return torch.nn.functional.gelu(x, approximate="tanh")
    if kind == 3:
        return torch.nn.functional.layer_norm(x, y.shape, y)
    if kind == 4:
        return torch.var(x, 0, correction=0)
    return torch.nan_to_num(x, 7.5)


def make_shifted(bias):
    @_aot.entry(12)
    def shifted(x, scale=2):
        return x * scale + bias

    return shifted


class Holder:
    def __init__(self):
        self.act = torch.relu

    def factor(self):
        return 0.5

    @_aot.entry(13)
    def apply(self, x):
        return self.act(x) * self.factor() + math.pi


_aot.ready()
