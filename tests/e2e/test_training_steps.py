"""What training programs do with parameters: averages of weights, steps of optimisers, initial values."""

import functools

import harness
import pytest
import torch
from table import randn

SOURCE = """
import math

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 4)
        self.b = nn.Linear(4, 3, bias=False)
        self.gain = nn.init.calculate_gain("leaky_relu", 0.2)

    def forward(self, x):
        return self.b(torch.tanh(self.a(x))) * self.gain


@torch.no_grad()
def scaled(net, decay: float):
    for name, p in net.named_parameters():
        p.mul_(decay if name.startswith("a") else 1 - decay)
    return [p.sum() for p in net.parameters()]


@torch.no_grad()
def averaged(net, other, decay: float):
    for p, q in zip(net.parameters(), other.parameters()):
        p.lerp_(q, 1 - decay)
    return net.a.weight


def scaled_in_a_block(net, decay: float):
    with torch.no_grad():
        net.b.weight.mul_(decay)
    return net.b.weight


def scaled_in_any_mode(net, decay: float):
    net.a.bias.mul_(decay).add_(1)
    return net.a.bias


def of_its_own(x):
    p = nn.Parameter(x)
    p.mul_(2)
    return p


def initial(net):
    nn.init.ones_(net.a.weight)
    nn.init.zeros_(net.a.bias)
    nn.init.constant_(net.b.weight, 0.25)
    return [p.detach() * 1 for p in net.parameters()]


def gains(x, slope):
    found = [nn.init.calculate_gain(name) for name in ("conv2d", "sigmoid", "tanh", "relu", "selu", "leaky_relu")]
    found.append(nn.init.calculate_gain("leaky_relu", slope))
    return x * found[3], found


def no_gain(x, slope):
    try:
        return x * nn.init.calculate_gain("gelu" if slope is None else "leaky_relu", slope)
    except ValueError as error:
        return str(error)


if __name__ == "__main__":
    net, other, x = Net(), Net(), torch.randn(2, 3)
    with torch.no_grad():
        net(x)
    scaled(net, 0.9)
    averaged(net, other, 0.9)
    scaled_in_a_block(net, 0.9)
    scaled_in_any_mode(net, 0.9)
    of_its_own(x)
    initial(net)
    gains(x, 2)
    gains(x, 0.5)
    no_gain(x, None)
    no_gain(x, True)
"""
STEPS = harness.program("training_steps", SOURCE, args=["--force"], flags="-O0")


def on_net(name, others=0, requires=True):
    def pick(module):
        torch.manual_seed(0)
        nets = [module.Net().requires_grad_(requires) for _ in range(1 + others)]
        return functools.partial(getattr(module, name), *nets)

    return pick


@pytest.mark.parametrize("requires", [True, False])
@pytest.mark.parametrize("name", ["scaled", "averaged", "scaled_in_a_block"])
def test_steps_without_grad(name, requires):
    pick = on_net(name, int(name == "averaged"), requires)
    harness.check(STEPS.load(), pick, lambda: [0.75], expect="whole")


def test_writes_in_the_mode_of_the_caller():
    pair = STEPS.load()
    pick = on_net("scaled_in_any_mode")
    harness.check(pair, pick, lambda: [0.75])
    harness.check(pair, pick, lambda: [0.75], expect="whole", context=torch.no_grad)
    harness.check(pair, on_net("scaled_in_any_mode", requires=False), lambda: [0.75], expect="whole")
    harness.check(pair, "of_its_own", lambda: [randn(3)])
    harness.check(pair, "of_its_own", lambda: [randn(3)], context=torch.no_grad)


def test_initial_values():
    pair = STEPS.load()
    harness.check(pair, on_net("initial"), list, expect="whole")


def test_gains():
    pair = STEPS.load()
    for slope in (2, 0.5, 1e-3):
        harness.check(pair, "gains", lambda: (randn(2, 3), slope), expect="whole")  # noqa: B023
    for slope in (None, True, "a"):
        harness.check(pair, "no_gain", lambda: (randn(2, 3), slope))  # noqa: B023


def test_a_gain_that_the_constructor_asks_for():
    def pick(module):
        torch.manual_seed(0)
        return module.Net().requires_grad_(False)

    harness.check(STEPS.load(), pick, lambda: [randn(2, 3)], expect="whole")


GRADIENTS = """
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 4)
        self.b = nn.Linear(4, 2, bias=False)

    def forward(self, x):
        return self.b(torch.tanh(self.a(x)))


@torch.no_grad()
def descend(net, rate: float):
    for p in net.parameters():
        p -= rate * p.grad


@torch.no_grad()
def descend_and_clear(net, rate: float):
    for p in net.parameters():
        p.sub_(p.grad * rate)
        p.grad.zero_()


@torch.no_grad()
def descend_where_there_is_one(net, rate: float):
    for p in net.parameters():
        if p.grad is not None:
            p.add_(p.grad, alpha=-rate)


@torch.no_grad()
def clipped(net, limit: float):
    total = 0
    for p in net.parameters():
        if p.grad is not None:
            total = total + p.grad.pow(2).sum()
    norm = total ** 0.5
    scale = limit / (norm + 1e-6)
    if scale < 1:
        for p in net.parameters():
            p.grad.mul_(scale)
    return norm


if __name__ == "__main__":
    net = Net()
    F.cross_entropy(net(torch.randn(5, 3)), torch.zeros(5, dtype=torch.long)).backward()
    descend(net, 0.1)
    descend_and_clear(net, 0.1)
    descend_where_there_is_one(net, 0.1)
    clipped(net, 0.1)
"""
OF_GRADIENTS = harness.program("training_gradients", GRADIENTS, args=["--force"], flags="-O0")


@pytest.mark.parametrize("have", ["all", "none", "some", "strided"])
@pytest.mark.parametrize("name", ["descend", "descend_and_clear", "descend_where_there_is_one", "clipped"])
def test_what_is_done_with_gradients(name, have):
    """backward() gives parameters gradients, which their examples in driver code have not got."""

    def after(module):
        def run(x):
            torch.manual_seed(0)
            net = module.Net()
            if have != "none":
                net(x).pow(2).sum().backward()
            if have == "some":
                net.a.bias.grad = None
            if have == "strided":
                net.a.weight.grad = net.a.weight.grad.t().contiguous().t()
            result = getattr(module, name)(net, 0.25)
            ps = list(net.parameters())
            gradients = [p.grad for p in ps]
            return result, ps, gradients, [p._version for p in [*ps, *gradients] if p is not None]

        return run

    harness.check(OF_GRADIENTS.load(), after, lambda: (randn(5, 3),), expect="whole" if have == "all" else None)
