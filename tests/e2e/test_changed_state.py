"""Everything that compiled code took for constant is changed in turn; results must be eager's before, during and after."""

import harness
import pytest
import torch
from table import randn
from torch import nn

PROGRAM = harness.program_of_file(harness.ROOT / "tests" / "e2e" / "programs" / "outer_state.py")


def item(find, key, value):
    def change(module):
        target = find(module)
        old = target[key]
        target[key] = value
        return lambda: target.__setitem__(key, old)

    return change


def attribute(find, name, value, made=False):
    """made: the value is made from the module."""

    def change(module):
        target = find(module)
        old = target.__dict__.get(name, change)
        setattr(target, name, value(module) if made else value)
        return (lambda: delattr(target, name)) if old is change else (lambda: setattr(target, name, old))

    return change


def state(name, value):
    """A parameter, buffer, submodule or plain attribute of NET."""

    def change(module):
        old = getattr(module.NET, name)
        setattr(module.NET, name, value)
        return lambda: setattr(module.NET, name, old)

    return change


def itself(module):
    return module


def swap_layers(module):
    layers = module.NET.lins

    def swap():
        layers[0], layers[1] = layers[1], layers[0]

    swap()
    return swap


def shorten(module):
    layer = module.NET.lins[1]
    del module.NET.lins[1]
    return lambda: module.NET.lins.append(layer)


def drop_bias(module):
    layer = module.NET.lins[0]
    old = layer.bias
    layer.bias = None
    return lambda: setattr(layer, "bias", old)


def lengthen(module):
    module.GAINS.append(9.0)
    return module.GAINS.pop


def reorder(module):
    first = module.TABLE.pop("a")
    module.TABLE["a"] = first
    return lambda: module.TABLE.update(b=module.TABLE.pop("b"))


def other_code(module):
    old = module.helper.__code__
    module.helper.__code__ = (lambda x: x + 5).__code__
    return lambda: setattr(module.helper, "__code__", old)


def cell(module):
    module.set_n(4.0)
    return lambda: module.set_n(1.0)


CHANGES = {
    "an item of a list": item(lambda m: m.GAINS, 0, 9.0),
    "the length of a list": lengthen,
    "an item of a dict": item(lambda m: m.TABLE, "a", 9.0),
    "the type of an item": item(lambda m: m.TABLE, "b", 2.5),
    "the order of a dict": reorder,
    "a nested dict": item(lambda m: m.NESTED["inner"], "k", 9.0),
    "a nested list": item(lambda m: m.NESTED["l"], 1, 9),
    "a tensor": attribute(itself, "W", torch.full((4,), 3.0)),
    "a tensor's dtype": attribute(itself, "W", torch.ones(4, dtype=torch.float64)),
    "a flag": attribute(itself, "FLAG", False),
    "a flag's type": attribute(itself, "FLAG", 1),
    "a str": attribute(itself, "NAME", "y"),
    "a tuple": attribute(itself, "PAIR", (5, 6.0)),
    "a tuple's types": attribute(itself, "PAIR", (2, 3)),
    "a tuple for a list": attribute(itself, "PAIR", [2, 3.0]),
    "a field": attribute(lambda m: m.CFG, "width", 7),
    "a field's type": attribute(lambda m: m.CFG, "width", 2.5),
    "a list in an object": attribute(lambda m: m.CFG, "names", ["a"]),
    "an object": attribute(itself, "CFG", lambda m: m.Config(2, 3.0), made=True),
    "a closure": attribute(itself, "triple", lambda m: m.make_scaler(5.0), made=True),
    "a cell": cell,
    "a decorated function": attribute(itself, "base", lambda m: m.deco(m.helper), made=True),
    "another name of a function": attribute(itself, "ALIAS", lambda m: m.base, made=True),
    "the code of a function": other_code,
    "an object's class": attribute(itself, "POLICY", lambda m: m.Sub(), made=True),
    "a class attribute": attribute(lambda m: m.Policy, "factor", 8.0),
    "an attribute over a class's": attribute(lambda m: m.POLICY, "factor", 8.0),
    "a method": attribute(lambda m: m.Policy, "apply", lambda self, x: x * 100),
    "a method of one object": attribute(lambda m: m.POLICY, "apply", lambda x: x * 77),
    "the truth of a class": attribute(lambda m: m.Policy, "__bool__", lambda self: False),
    "the length of a class": attribute(lambda m: m.Policy, "__len__", lambda self: 0),
    "a class": attribute(itself, "Sub", lambda m: m.Policy, made=True),
    "a builtin": attribute(itself, "len", lambda v: 70),
    "a module": attribute(itself, "math", type("fake", (), {"sqrt": lambda v: 7.0, "pi": 1.0})),
    "a module's int": state("k", 5),
    "a module's int for a float": state("k", 2.5),
    "a module's int for a bool": state("k", True),
    "a module's float": state("s", 0.25),
    "a module's flag": state("flag", False),
    "a module's str": state("mode", "b"),
    "a module's dict": state("opts", {"g": 3.0}),
    "a module's list": state("items", [1.0, 5.0]),
    "a module's function": state("act", torch.sigmoid),
    "a module's function for a lambda": state("act", lambda v: v * 2),
    "a module's None": state("maybe", torch.ones(4)),
    "a module's tensor": state("w", torch.zeros(4)),
    "a module's config": attribute(lambda m: m.NET.cfg, "scale", 7.0),
    "layers change places": swap_layers,
    "a layer less": shorten,
    "a bias that goes": drop_bias,
    "a layer of another class": lambda m: state_of_sequence(m),
    "forward": attribute(lambda m: m.Net, "forward", lambda self, x: x * 3),
}


def state_of_sequence(module):
    old = module.NET.seq[1]
    module.NET.seq[1] = nn.Tanh()
    return lambda: module.NET.seq.__setitem__(1, old)


def functions(module):
    return sorted(name for name in vars(module) if name.startswith("use_")) + ["NET"]


def compare_all(pair):
    for name in functions(pair.eager):
        harness.check(pair, name, lambda: (randn(3, 4),), context=torch.no_grad)


@pytest.fixture(scope="module")
def pair():
    pair = PROGRAM.fresh()
    pair.built.NET.load_state_dict(pair.eager.NET.state_dict())
    return pair


def test_all_of_it_is_compiled(pair):
    for name in functions(pair.eager):
        harness.check(pair, name, lambda: (randn(3, 4),), context=torch.no_grad, expect="compiled")


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_noticed(pair, what):
    undo = [CHANGES[what](module) for module in (pair.eager, pair.built)]
    compare_all(pair)
    for back in undo:
        back()
    compare_all(pair)


CALLEES = harness.program(
    "callees",
    """
import torch
import torch.nn.functional as F


def distance(x, y):
    return F.mse_loss(x, y) * 2 + 1


def normal(x):
    return F.layer_norm(x, (3,)) + 1


distance(torch.ones(2, 3), torch.ones(2, 3))
normal(torch.ones(2, 3))
""",
)


@pytest.mark.parametrize(
    "holder, name, other",
    [
        (torch, "broadcast_tensors", lambda *tensors: [tensor * 2 for tensor in tensors]),
        (torch._C._nn, "mse_loss", lambda *arguments: torch.tensor(5.0)),
        (torch, "layer_norm", lambda x, *arguments: x),
    ],
)
def test_what_functional_calls_is_replaced(monkeypatch, holder, name, other):
    pair = CALLEES.load()
    monkeypatch.setattr(holder, name, other)
    x = torch.arange(6.0).reshape(2, 3)
    harness.check(pair, "distance", lambda: (x, x * 2), expect="whole" if name == "layer_norm" else "fallback")
    harness.check(pair, "normal", lambda: (x,), expect="fallback" if name == "layer_norm" else "whole")
    monkeypatch.undo()
    harness.check(pair, "distance", lambda: (x, x * 2), expect="whole")
    harness.check(pair, "normal", lambda: (x,), expect="whole")


def test_class_attributes_found_through_super():
    source = """
import torch


class Base:
    scale = 4

    @property
    def twice(self):
        return self.scale * 2


class Derived(Base):
    scale = 9

    def plain(self, x):
        return super().scale * x

    def named(self, x):
        return super(Derived, self).scale * x + getattr(super(), "scale")

    @classmethod
    def of_class(cls, x):
        return super().scale * x

    def of_property(self, x):
        return super().twice * x


if __name__ == "__main__":
    for name in ("plain", "named", "of_class", "of_property"):
        getattr(Derived(), name)(torch.ones(3))
"""
    built = harness.program("super_attributes", source, args=["--force"], flags="-O0")
    for name in ("plain", "named", "of_class", "of_property"):

        def changed(module):
            def run(x):
                before = getattr(module.Derived(), name)(x)
                module.Base.scale = module.Derived.scale = 5
                return before, getattr(module.Derived(), name)(x)

            return run

        harness.check(built.fresh(), lambda m: getattr(m.Derived(), name), lambda: [randn(3)], expect="whole")
        harness.check(built.fresh(), changed, lambda: [randn(3)])


def test_names_that_are_defined_later():
    source = """
import torch


def asked(x):
    try:
        return x * later
    except NameError:
        return x - 1


def of_python(x):
    found = []
    for name in ("group", "import", "iteration"):
        try:
            found.append((ExceptionGroup if name == "group" else __import__ if name == "import" else anext) is not None)
        except NameError:
            found.append(name)
    return x + 1, found


def by_size(x):
    if x.numel() > 0:
        return x + 1
    return later_too(x)


def by_data(x):
    try:
        y = x * 2 if x.sum() > 0 else later_too(x)
    except NameError:
        y = x - 1
    return y


if __name__ == "__main__":
    asked(torch.ones(3))
    of_python(torch.ones(3))
    by_size(torch.ones(3))
    by_data(torch.ones(3))
"""
    built = harness.program("names_defined_later", source, args=["--force"], flags="-O0")

    def changed(module):
        def run(x):
            before = module.asked(x)
            module.later = 3
            return before, module.asked(x)

        return run

    harness.check(built.fresh(), changed, lambda: [randn(3)])
    harness.check(built.load(), "of_python", lambda: [randn(3)])
    for name, other in (("by_size", torch.ones(0)), ("by_data", -torch.ones(3))):
        pair = built.fresh()
        harness.check(pair, name, lambda: [torch.ones(3)], expect="whole")
        harness.check(pair, name, lambda other=other: [other.clone()])  # NameError
        for module in (pair.eager, pair.built):
            module.later_too = torch.neg
        harness.check(pair, name, lambda other=other: [other.clone()])
        harness.check(pair, name, lambda: [torch.ones(3)], expect="whole")
