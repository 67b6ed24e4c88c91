"""torch.func.functional_call(), attributes that Module.__setattr__ keeps, and modes of modules switched inside."""

import torch
from harness import check, program

SOURCE = """
import torch
import torch.nn as nn
from torch.func import functional_call


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 4)
        self.norm = nn.BatchNorm1d(4)
        self.last = nn.Linear(4, 3)
        self.mode = "plain"

    def forward(self, x, scale=1.0):
        return self.last(self.norm(self.first(x)).relu()) * scale


class Reading(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)

    def forward(self, x):
        return self.lin(x) + sum(p.sum() for p in self.parameters())


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.b = nn.Linear(3, 3)
        self.b.weight = self.a.weight

    def forward(self, x):
        return self.b(self.a(x))


class Switching(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.5)
        self.calls = 0

    def __setattr__(self, name, value):
        if name.startswith("twice_"):
            value = value * 2
        super().__setattr__(name, value)

    def forward(self, x):
        was = self.training
        self.eval()
        y = self.drop(x)
        self.train(was)
        self.calls = self.calls + 1
        self.twice_calls = self.calls
        return y + self.training + self.calls


class Counting(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.switched = 0

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if name == "training":
            super().__setattr__("switched", self.switched + 1 + value)

    def forward(self, x):
        self.eval()
        y = self.lin(x)
        self.train()
        return y + self.switched


def made(what):
    torch.manual_seed(0)
    return what().requires_grad_(False)


def with_others(m, params, x):
    return functional_call(m, params, x), m.first.weight


def with_keywords(m, params, x):
    return functional_call(m, params, (x,), {"scale": 2.0})


def with_two_dicts(m, params, more, x):
    return functional_call(m, (params, more), (x,)) + m(x)


def reading(m, params, x):
    return functional_call(m, params, (x,))


if __name__ == "__main__":
    x = torch.randn(5, 3)
    net = made(Net)
    with_others(net, {"first.weight": torch.randn(4, 3), "norm.running_mean": torch.zeros(4)}, x)
    with_keywords(net, {"first.weight": torch.randn(4, 3)}, x)
    with_two_dicts(net, {"first.weight": torch.randn(4, 3)}, {"last.bias": torch.zeros(3)}, x)
    reading(made(Reading), {"lin.weight": torch.zeros(3, 3)}, x)
    reading(made(Tied), {"a.weight": torch.zeros(3, 3)}, x)
    made(Switching)(x)
    made(Counting)(x)
"""
PROGRAM = program("functional_calls", SOURCE, args=("--force",), flags="-O0")


def compare(name, what, arguments, **options):
    pair = PROGRAM.fresh()
    modules = {module: module.made(getattr(module, what)) for module in (pair.eager, pair.built)}
    torch.manual_seed(1)
    inputs = arguments()

    def pick(module):
        return lambda *args: getattr(module, name)(modules[module], *args)

    def copies():
        return [
            {k: v.clone() for k, v in value.items()} if isinstance(value, dict) else value.clone() for value in inputs
        ]

    for _ in range(2):
        change = check(pair, pick, copies, **options)
    states = [module.state_dict() for module in modules.values()]
    for key, value in states[0].items():
        torch.testing.assert_close(value, states[1][key])
    return change


def test_other_parameters_and_buffers():
    others = lambda: [{"first.weight": torch.randn(4, 3), "norm.running_mean": torch.zeros(4)}, torch.randn(5, 3)]
    compare("with_others", "Net", others, expect="whole")


def test_keywords():
    compare("with_keywords", "Net", lambda: [{"first.weight": torch.randn(4, 3)}, torch.randn(5, 3)], expect="whole")


def test_two_dicts():
    compare(
        "with_two_dicts",
        "Net",
        lambda: [{"first.weight": torch.randn(4, 3)}, {"last.bias": torch.ones(3)}, torch.randn(5, 3)],
        expect="whole",
    )


def test_a_name_that_the_module_lacks_raises():
    compare("with_others", "Net", lambda: [{"nothing": torch.randn(4, 3)}, torch.randn(5, 3)])


def test_a_module_that_goes_through_its_parameters():
    compare("reading", "Reading", lambda: [{"lin.weight": torch.ones(3, 3)}, torch.randn(5, 3)])


def test_tied_parameters():
    compare("reading", "Tied", lambda: [{"a.weight": torch.ones(3, 3)}, torch.randn(5, 3)])


def test_modes_and_counters_of_a_module_with_its_own_setattr():
    pair = PROGRAM.fresh()
    modules = {module: module.made(module.Switching) for module in (pair.eager, pair.built)}
    for training in (True, True, False):
        for module in modules.values():
            module.train(training)
        check(pair, lambda module: modules[module], lambda: (torch.ones(5, 3),))
    assert [m.calls for m in modules.values()] == [3, 3]
    assert [m.twice_calls for m in modules.values()] == [6, 6]
    assert [m.training for m in modules.values()] == [False, False]


def test_modes_that_a_setattr_of_the_program_sees():
    pair = PROGRAM.fresh()
    modules = {module: module.made(module.Counting) for module in (pair.eager, pair.built)}
    for _ in range(2):
        check(pair, lambda module: modules[module], lambda: (torch.ones(5, 3),))
    assert [m.switched for m in modules.values()] == [6, 6]
