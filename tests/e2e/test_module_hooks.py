"""Forward hooks of modules, registered before the calls that a build is for, are compiled; others are guarded against."""

import pytest
import torch
from harness import check, program

SOURCE = """
import torch
import torch.nn as nn

torch.manual_seed(0)


class Scaled(nn.Module):
    def forward(self, x, by=1):
        return x * by


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)
        self.linear.register_forward_hook(lambda module, args, output: output + module.bias)
        self.linear.register_forward_pre_hook(self.doubled)

    def doubled(self, module, args):
        return args[0] * 2

    def forward(self, x):
        return self.linear(x)


class Own(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)
        self.total = None
        self.register_forward_pre_hook(self.before)
        self.register_forward_hook(self.after)

    def before(self, module, args):
        return (args[0].relu(),)

    def after(self, module, args, output):
        self.total = output.sum()

    def forward(self, x):
        return self.linear(x)


class Named(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.scaled = Scaled()

        def before(module, args, kwargs):
            kwargs["by"] = kwargs["by"] + factor
            return args, kwargs

        def after(module, args, kwargs, output):
            return output + kwargs["by"]

        self.scaled.register_forward_pre_hook(before, with_kwargs=True)
        self.scaled.register_forward_hook(after, with_kwargs=True)

    def forward(self, x):
        return self.scaled(x, by=3)


class Kept(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)
        self.last = None
        self.linear.register_forward_hook(self.keep)
        self.linear.register_forward_hook(self.more, prepend=True)

    def keep(self, module, args, output):
        self.last = output

    def more(self, module, args, output):
        return output + module.weight.sum()

    def forward(self, x):
        return self.linear(x) * self.last


class Closed(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)
        self.seen = 0

        def hook(module, args, output):
            self.seen = self.seen + 1

        self.linear.register_forward_hook(hook)

    def forward(self, x):
        return self.linear(x) + self.seen


def negated(module, args, output):
    return -output


inner, own, named, kept, closed = Inner(), Own(), Named(2), Kept(), Closed()
removed = nn.Linear(3, 3)
first = removed.register_forward_hook(lambda module, args, output: output * 3)
removed.register_forward_hook(negated)
first.remove()
layers = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 2))
for layer in layers:
    layer.register_forward_hook(negated)

lazy = nn.Sequential(nn.LazyLinear(3), nn.ReLU())
lazy(torch.ones(1, 3))


def through_inner(x):
    return inner(x)


def through_own(x):
    return own(x), own.total


def through_named(x):
    return named(x)


def through_kept(x):
    return kept(x)


def through_closed(x):
    return closed(x), closed.seen


def through_removed(x):
    return removed(x)


def through_layers(x):
    return layers(x)


def through_lazy(x):
    return lazy(x)
"""
NAMES = [f"through_{name}" for name in ("inner", "own", "named", "kept", "closed", "removed", "layers")]
PROGRAM = program(
    "hooked", SOURCE, [f"{name}(f32[N, 3])" for name in [*NAMES, "through_lazy"]], args=("--force",), flags="-O0"
)


def operands():
    return [torch.linspace(-1, 1, 6).reshape(2, 3)]


@pytest.mark.parametrize("name", NAMES)
def test_hooks_run(name):
    with torch.no_grad():
        check(PROGRAM.load(), name, operands, expect="whole")


def test_lazy_modules_compute_what_they_do_in_python():
    with torch.no_grad():
        check(PROGRAM.load(), "through_lazy", operands)


def added(module):
    module.removed.register_forward_hook(lambda layer, args, output: output + 10)


def taken(module):
    module.removed._forward_hooks.clear()


def replaced(module):
    hooks = module.removed._forward_hooks
    hooks[next(iter(hooks))] = lambda layer, args, output: output + 20


def with_kwargs(module):
    module.removed._forward_hooks.clear()
    module.removed.register_forward_hook(lambda layer, args, kwargs, output: output + len(kwargs), with_kwargs=True)


def before(module):
    module.removed.register_forward_pre_hook(lambda layer, args: args[0] + 1)


def always(module):
    module.removed._forward_hooks.clear()
    module.removed.register_forward_hook(module.negated, always_call=True)


@pytest.mark.parametrize("change", [added, taken, replaced, with_kwargs, before, always])
def test_other_hooks_are_misses(change):
    pair = program(f"hooked_{change.__name__}", SOURCE, ["through_removed(f32[N, 3])"], ["--force"], "-O0").load()
    with torch.no_grad():
        check(pair, "through_removed", operands, expect="whole")
        for module in (pair.eager, pair.built):
            change(module)
        assert check(pair, "through_removed", operands)["fallback"] >= 1


LAZY = program(
    "lazy_modules",
    """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.LazyConv2d(4, 3, padding=1, groups=2)
        self.norm = nn.LazyBatchNorm2d()
        self.up = nn.LazyConvTranspose2d(2, 2, stride=2, bias=False)
        self.head = nn.Sequential(nn.LazyLinear(5, bias=False), nn.LazyLinear(3))

    def forward(self, x):
        y = self.up(self.norm(self.conv(x)).relu())
        return self.head(y.flatten(1)), isinstance(self.conv, nn.Conv2d), type(self.norm).__name__


class Own(nn.LazyLinear):
    pass


torch.manual_seed(0)
net, later, own = Net().eval(), Net().eval(), Own(2)
with torch.no_grad():
    net(torch.zeros(1, 2, 4, 4)), own(torch.zeros(1, 3))


def run(x):
    return net(x)


def first(x):
    return later(x)


def derived(x):
    return own(x), type(own).__name__


if __name__ == "__main__":
    with torch.no_grad():
        run(torch.zeros(1, 2, 4, 4)), first(torch.zeros(1, 2, 4, 4)), derived(torch.zeros(1, 3))
""",
    args=["--force"],
    flags="-O0",
)


def test_lazy_modules_are_what_their_first_call_has_made_of_them():
    image = lambda n: lambda: [torch.randn(n, 2, 4, 4, generator=torch.Generator().manual_seed(n))]  # noqa: E731
    with torch.no_grad():
        for n in (2, 1, 5):
            check(LAZY.load(), "run", image(n), expect="whole")
            check(LAZY.load(), "derived", lambda n=n: [torch.ones(n, 3)])
        for n in (1, 3):
            torch.manual_seed(0)
            check(LAZY.load(), "first", image(n), context=lambda: torch.random.fork_rng())
