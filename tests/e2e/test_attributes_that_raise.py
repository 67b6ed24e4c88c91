"""Properties and descriptors that raise an AttributeError: a __getattr__ of the class is asked, as for what is nowhere."""

import pytest
from harness import check, program
from table import randn

PROGRAM = program(
    "attributes_that_raise",
    """
import torch


class Logged:
    def __init__(self):
        self.log = []

    @property
    def wrong(self):
        self.log.append("wrong")
        return "text".dim()

    @property
    def refused(self):
        raise AttributeError("it is not there")

    def __getattr__(self, name):
        self.log.append(name)
        return name + "!"


class Inner:
    @property
    def value(self):
        return self.gone

    def __getattr__(self, name):
        if name == "gone":
            raise AttributeError(name)
        return 5


class Keys(dict):
    @property
    def value(self):
        raise AttributeError("by key")

    def __getattr__(self, name):
        return self[name]


class Refusing:
    def __get__(self, owner, cls):
        raise AttributeError("get")


class Holder:
    part = Refusing()

    def __getattr__(self, name):
        return [name]


class Plain:
    @property
    def value(self):
        return self.gone


class Layer(torch.nn.Module):
    @property
    def shift(self):
        return self.training.gone

    def forward(self, x):
        try:
            return x + self.shift
        except AttributeError as error:
            return x, str(error)


class Shifted(Layer):
    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return 7


def objects(x):
    out = []
    try:
        p = Logged()
        out.append((p.wrong, p.refused, hasattr(p, "wrong"), getattr(p, "refused", 3), p.log))
        out.append((Inner().value, Keys(value=4).value, Holder().part))
    except Exception as error:
        out.append(str(error))
    return x + 1, out


def without(x):
    try:
        return x, Plain().value
    except AttributeError as error:
        return x + 1, str(error)


layer, shifted = Layer(), Shifted()


def layers(x):
    return layer(x), shifted(x)
""",
    ["objects(f32[N])", "without(f32[N])", "layers(f32[N])"],
    ["--force"],
)


@pytest.mark.parametrize("name", ["objects", "without", "layers"])
def test_compiled(name):
    check(PROGRAM.load(), name, lambda: (randn(3),), expect="whole")
