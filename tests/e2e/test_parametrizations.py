"""Modules whose weights are computed from others by torch.nn.utils.parametrize: each has a class of its own."""

import copy

import harness
import pytest
import torch
from table import randn
from torch.nn.utils import parametrizations, parametrize

PROGRAM = harness.program(
    "parametrizations",
    """
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils import parametrize
from torch.nn.utils.parametrizations import orthogonal, spectral_norm, weight_norm


class Symmetric(nn.Module):
    def forward(self, X):
        return X.triu() + X.triu(1).transpose(-1, -2)

    def right_inverse(self, A):
        return A.triu()


class Scale(nn.Module):
    def __init__(self, by):
        super().__init__()
        self.by = by

    def forward(self, X):
        return X * self.by


class RankOne(nn.Module):
    def forward(self, x, y):
        return x.unsqueeze(-1) @ y.unsqueeze(-2)

    def right_inverse(self, Z):
        U, S, Vh = torch.linalg.svd(Z, full_matrices=False)
        root = S[0].sqrt().unsqueeze(-1)
        return U[..., :, 0] * root, Vh[..., 0, :] * root


class Weights(nn.Module):
    def __init__(self, dim=0):
        super().__init__()
        self.linear = weight_norm(nn.Linear(8, 6), dim=dim)
        self.conv = weight_norm(nn.Conv1d(2, 3, 3, padding=1))
        self.back = weight_norm(nn.ConvTranspose1d(3, 2, 3, padding=1))

    def forward(self, x):
        return self.linear(self.back(self.conv(x)))


class Spectral(nn.Module):
    def __init__(self, steps=1):
        super().__init__()
        self.linear = spectral_norm(nn.Linear(8, 6), n_power_iterations=steps)
        self.conv = spectral_norm(nn.Conv1d(2, 3, 3, padding=1))

    def forward(self, x):
        return self.linear(self.conv(x))


class Orthogonal(nn.Module):
    def __init__(self, rows, columns, **how):
        super().__init__()
        self.linear = orthogonal(nn.Linear(rows, columns), **how)

    def forward(self, x):
        return self.linear(x)


class Own(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear, self.low = nn.Linear(8, 8), nn.Linear(8, 8)
        parametrize.register_parametrization(self.linear, "weight", Symmetric())
        parametrize.register_parametrization(self.linear, "weight", Scale(2.0))
        parametrize.register_parametrization(self.linear, "bias", Scale(3.0))
        parametrize.register_parametrization(self.low, "weight", RankOne())

    def forward(self, x):
        return self.low(self.linear(x))


class Deep(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([weight_norm(nn.Linear(8, 8)) for _ in range(3)])
        self.last = nn.Sequential(nn.ReLU(), weight_norm(nn.Linear(8, 4)))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x).relu() + x
        return self.last(x)


class Stack(nn.Module):
    # more modules than a function has attempts: what has to be known of one is known of all

    def __init__(self, count):
        super().__init__()
        self.layers = nn.ModuleList([weight_norm(nn.Linear(4, 4)) for _ in range(count)])

    def forward(self, x):
        for layer in self.layers:
            x = x + layer(x).tanh()
        return x


class Removed(Weights):
    def __init__(self):
        super().__init__()
        parametrize.remove_parametrizations(self.linear, "weight")


def told(m, x):
    return m(x), isinstance(m, nn.Linear), parametrize.is_parametrized(m), parametrize.is_parametrized(m, "weight"), type(m).__name__


def by_weight(m, x):
    return F.linear(x, m.weight) + m.weight.sum()


def same(m, n, x):
    return m(x) + n(x) * (2 if type(m) is type(n) else 3)


def cached(m, x):
    with parametrize.cached():
        return m(x) + m(x)


def assigned(m, x, w):
    m.weight = w
    return m(x)


torch.manual_seed(0)
NETS = {
    "weights": Weights(), "columns": Weights(1), "spectral": Spectral(), "steps": Spectral(3), "wide": Orthogonal(8, 6),
    "tall": Orthogonal(8, 10), "square": Orthogonal(8, 8), "cayley": Orthogonal(8, 6, orthogonal_map="cayley"),
    "plain": Orthogonal(8, 6, use_trivialization=False), "own": Own(), "deep": Deep(), "removed": Removed(),
}
for net in NETS.values():
    net.eval()
LEARNING = Spectral()
STACK = Stack(70).eval()

if __name__ == "__main__":
    x = torch.randn(2, 2, 8)
    with torch.no_grad():
        for name, net in NETS.items():
            net(x)
        LEARNING(x)
        STACK(torch.randn(3, 4))
        m, n = weight_norm(nn.Linear(8, 4)), weight_norm(nn.Linear(8, 4))
        told(m, x), by_weight(m, x), same(m, n, x), same(m, m, x)
        cached(m, x)
        assigned(m, x, torch.randn(4, 8))
""",
    args=["--force"],
    flags="-O0",
)
WHOLE = ["weights", "columns", "spectral", "steps", "wide", "tall", "square", "cayley", "own", "deep"]
CLOSE = {"atol": 1e-5, "rtol": 1e-5}


def inputs(batch=2):
    return (randn(batch, 2, 8, seed=1),)


@pytest.mark.parametrize("batch", [2, 1, 3])
@pytest.mark.parametrize("name", [*WHOLE, "plain", "removed"])
def test_models(name, batch):
    expect = "whole" if name in WHOLE and batch > 1 else None
    harness.check(
        PROGRAM.load(), lambda m: m.NETS[name], lambda: inputs(batch), expect=expect, context=torch.no_grad, **CLOSE
    )


def test_many_modules():
    harness.check(
        PROGRAM.load(), "STACK", lambda: (randn(5, 4, seed=1),), expect="whole", context=torch.no_grad, **CLOSE
    )


def both(make):
    """What make() gives, once for each module, alike."""
    pair = PROGRAM.load()
    made = []
    for module in pair.eager, pair.built:
        torch.manual_seed(3)
        made.append(make(module))
    return pair, *made


@pytest.mark.parametrize("kind", ["Weights", "Spectral", "Own", "Deep"])
def test_other_objects(kind):
    """Each object's modules have classes of their own, which are made like those of the example."""
    pair, eager, built = both(lambda m: getattr(m, kind)().eval())
    for change in lambda net: net, copy.deepcopy:
        eager, built = change(eager), change(built)
        with torch.no_grad():
            torch.testing.assert_close(built(*inputs()), eager(*inputs()), **CLOSE)
        before = pair.counters()
        with torch.no_grad():
            built(*inputs())
        after = pair.counters()
        assert after["compiled"] > before["compiled"] and after["fallback"] == before["fallback"], harness.explain(pair)


def state(net):
    return [*net.parameters(), *net.buffers()]


@pytest.mark.parametrize("grad", [False, True])
def test_power_iterations(grad):
    """In training each call changes the buffers of spectral_norm()."""
    pair, eager, built = both(lambda m: m.LEARNING)
    before = pair.counters()
    for _ in range(4):
        with torch.set_grad_enabled(grad):
            torch.testing.assert_close(built(*inputs()), eager(*inputs()), **CLOSE)
        for a, b in zip(state(built), state(eager)):
            torch.testing.assert_close(a, b, **CLOSE)
            assert a._version == b._version
    assert grad or pair.counters()["fallback"] == before["fallback"]


@pytest.mark.parametrize("name", [*WHOLE, "plain"])
def test_learning(name):
    pair, eager, built = both(lambda m: copy.deepcopy(m.NETS[name]).train())
    for _ in range(3):
        for net in eager, built:
            with torch.enable_grad():
                net(*inputs()).square().sum().backward()
        for a, b in zip(built.parameters(), eager.parameters()):
            torch.testing.assert_close(a.grad, b.grad, atol=1e-4, rtol=1e-4)
        with torch.no_grad():
            for parameter in (*eager.parameters(), *built.parameters()):
                parameter -= parameter.grad * 0.01
                parameter.grad = None
            torch.testing.assert_close(built(*inputs()), eager(*inputs()), atol=1e-4, rtol=1e-4)


class Twice(torch.nn.Module):
    def forward(self, X):
        return X * 2


def first(net):
    return net.linear.parametrizations.weight[0]


def other_property(net):
    type(net.linear).weight = property(lambda self: self.parametrizations["weight"].original1 * 3)


def other_name(net):
    cells = dict(zip(type(net.linear).weight.fget.__code__.co_freevars, type(net.linear).weight.fget.__closure__))
    net.linear.parametrizations["other"] = copy.deepcopy(net.linear.parametrizations["weight"])
    net.linear.parametrizations["other"].original1.data *= -2
    cells["tensor_name"].cell_contents = "other"


CHANGES = {
    "another one": lambda net: parametrize.register_parametrization(net.linear, "weight", Twice()),
    "of the bias": lambda net: parametrize.register_parametrization(net.linear, "bias", Twice()),
    "removed": lambda net: parametrize.remove_parametrizations(net.linear, "weight"),
    "renewed": lambda net: parametrizations.weight_norm(parametrize.remove_parametrizations(net.linear, "weight")),
    "spectral": lambda net: parametrizations.spectral_norm(parametrize.remove_parametrizations(net.linear, "weight")),
    "assigned": lambda net: setattr(net.linear, "weight", net.linear.weight.detach() * 5),
    "own forward": lambda net: setattr(first(net), "forward", lambda g, v: v * 7),
    "dim": lambda net: setattr(first(net), "dim", -1),
    "hook": lambda net: first(net).register_forward_hook(lambda module, args, result: result + 1),
    "property": other_property,
    "name": other_name,
    "class": lambda net: (
        setattr(net.linear, "__class__", torch.nn.Linear) or setattr(net.linear, "weight", torch.ones(6, 8))
    ),
    "method": lambda net: setattr(type(net.linear), "forward", lambda self, x: x * 9),
    "base": lambda net: setattr(
        type(net.linear), "__bases__", (type("Linear", (torch.nn.Linear,), {"forward": lambda self, x: x - 4}),)
    ),
    "list": lambda net: net.linear.parametrizations.weight.append(Twice()),
    "table": lambda net: net.linear.parametrizations.update({"weight": torch.nn.ModuleList([Twice()])}),
    "loaded": lambda net: net.load_state_dict({name: value * 2 for name, value in net.state_dict().items()}),
    "half": lambda net: net.double(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_changes(change):
    """Before the first call, and behind it."""
    for times in 0, 2:
        pair, *nets = both(lambda m: m.Weights().eval())
        results = []
        for net in nets:
            with torch.no_grad():
                for _ in range(times):
                    net(*inputs())
            torch.manual_seed(4)
            CHANGES[change](net)
            net.eval()
            x = randn(2, 2, 8, seed=1).to(net.linear.bias.dtype)
            with torch.no_grad():
                try:
                    results.append((net(x), net(x)))
                except Exception as error:
                    results.append((type(error), str(error)))
        if isinstance(results[0][0], type):
            assert results[0] == results[1]
        else:
            torch.testing.assert_close(results[1], results[0], **CLOSE)


def linear(m, kind=parametrizations.weight_norm):
    return kind(torch.nn.Linear(8, 4))


@pytest.mark.parametrize("name", ["told", "by_weight", "cached"])
def test_functions(name):
    pair, eager, built = both(linear)
    with torch.no_grad():
        for kind in parametrizations.weight_norm, parametrizations.spectral_norm, lambda m: m:
            pair, eager, built = both(lambda m, kind=kind: linear(m, kind))
            got, wanted = getattr(pair.built, name)(built, *inputs()), getattr(pair.eager, name)(eager, *inputs())
            torch.testing.assert_close(torch.as_tensor(got[0]), torch.as_tensor(wanted[0]), **CLOSE)
            assert name != "told" or got[1:] == wanted[1:]


def test_which_class():
    with torch.no_grad():
        for alike in False, True:
            pair, (a, b), (c, d) = both(lambda m: (linear(m), linear(m)))
            if alike:
                b.__class__, d.__class__ = type(a), type(c)
            torch.testing.assert_close(pair.built.same(c, d, *inputs()), pair.eager.same(a, b, *inputs()), **CLOSE)


def test_assigned():
    pair, eager, built = both(linear)
    w = randn(4, 8, seed=7)
    with torch.no_grad():
        got, wanted = [m.assigned(net, *inputs(), w.clone()) for m, net in ((pair.built, built), (pair.eager, eager))]
    torch.testing.assert_close(got, wanted, **CLOSE)
    for a, b in zip(state(built), state(eager)):
        torch.testing.assert_close(a, b, **CLOSE)


PERMUTED = harness.program(
    "orders_of_dimensions_of_many_modules",
    """
import torch
from torch import nn


class Permute(nn.Module):
    def __init__(self, dims):
        super().__init__()
        self.dims = dims

    def forward(self, x):
        return torch.permute(x, self.dims)


class Block(nn.Module):
    def __init__(self, width, act):
        super().__init__()
        self.parts = nn.Sequential(Permute([0, 2, 3, 1]), nn.Linear(width, width + 1), Permute([0, 3, 1, 2]))
        self.act = act

    def forward(self, x):
        return self.act(self.parts(x))


torch.manual_seed(0)
model = nn.Sequential(*[Block(2 + i, nn.Tanh() if i % 3 else nn.ReLU()) for i in range(12)]).eval()


def run(x):
    return model(x)


if __name__ == "__main__":
    with torch.no_grad():
        run(torch.ones(1, 2, 3, 4))
""",
    args=["--force"],
    flags="-O0",
)


def test_lists_of_ints_of_many_modules():
    pair = PERMUTED.load()
    pair.built.model.load_state_dict(pair.eager.model.state_dict())
    for shape in ((1, 2, 3, 4), (3, 2, 5, 2)):
        harness.check(pair, "run", lambda: (randn(*shape),), context=torch.no_grad, expect="whole")
