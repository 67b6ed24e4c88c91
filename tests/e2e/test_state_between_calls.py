"""What driver code's calls find in globals, closures and defaults is described as it was at each call."""

import torch
from harness import check, program

SOURCE = """
import torch
import torch.nn as nn

COUNTS = []
TABLE = {"w": torch.zeros(3)}
WEIGHT = None
SCALE = 1


def counted(x):
    COUNTS.append(1)
    return x + 2, len(COUNTS)


def kept(x):
    global WEIGHT
    if WEIGHT is None:
        WEIGHT = torch.ones(3)
    else:
        WEIGHT = WEIGHT + 1
    return x * WEIGHT


def cached(x):
    if "n" not in TABLE:
        TABLE["n"] = x * 2
    return x + TABLE["n"] + TABLE["w"]


def noted(value, notes=[]):
    notes.append(value)
    return len(notes)


def with_default(x):
    return x + noted(1) + noted(2)


def counter():
    seen = []

    def step(x):
        seen.append(1)
        return x * len(seen)

    return step


step = counter()


class Holder:
    def __init__(self):
        self.k = 2
        self.f = self.scaled

    def scaled(self, x):
        return x * self.k


def through_method(x, c):
    g = c.scaled
    c.k = 5
    return g(x) + c.f(x), g.__self__ is c


class Recorder(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.acts = {}

        def hook(module, args, output):
            self.acts["lin"] = output

        self.lin.register_forward_hook(hook)

    def forward(self, x):
        y = self.lin(x)
        return y + self.acts["lin"]


def make(what):
    torch.manual_seed(0)
    return what().requires_grad_(False)


if __name__ == "__main__":
    x = torch.randn(3)
    counted(x)
    counted(x)
    kept(x)
    kept(x)
    cached(x)
    with_default(x)
    with_default(x)
    step(x)
    step(x)
    through_method(x, Holder())
    model = make(Recorder)
    model(torch.randn(2, 3))
"""
PROGRAM = program("state_between_calls", SOURCE, args=("--force",), flags="-O0")


def x():
    return (torch.arange(3.0),)


def test_a_list_of_the_module_that_grows():
    check(PROGRAM.fresh(), "counted", x, expect="whole", times=3)


def test_a_global_that_is_none_at_first():
    check(PROGRAM.fresh(), "kept", x, expect="whole", times=3)


def test_a_table_that_is_filled_by_the_first_call():
    check(PROGRAM.fresh(), "cached", x, expect="whole", times=3)


def test_a_default_that_is_written():
    check(PROGRAM.fresh(), "with_default", x, expect="whole", times=2)


def test_a_variable_of_an_enclosing_function():
    check(PROGRAM.fresh(), "step", x, expect="whole", times=2)


def test_an_object_that_holds_its_own_method():
    pair = PROGRAM.fresh()
    objects = {pair.eager: pair.eager.Holder(), pair.built: pair.built.Holder()}
    check(pair, lambda module: lambda y: module.through_method(y, objects[module]), x, expect="whole", times=2)


def test_a_hook_that_fills_a_table_of_its_module():
    pair = PROGRAM.fresh()
    modules = {pair.eager: pair.eager.make(pair.eager.Recorder), pair.built: pair.built.make(pair.built.Recorder)}
    with torch.no_grad():
        check(pair, lambda module: modules[module], lambda: (torch.ones(2, 3),), expect="whole", times=3)
