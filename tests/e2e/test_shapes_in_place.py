"""unsqueeze_(), squeeze_(), transpose_(), t_(): tensors that are of another shape from there on, under all of their names."""

import harness
import pytest
import torch
from table import randn

PROGRAM = harness.program(
    "shapes",
    """
import torch
from torch import nn


def made(x):
    y = x + 1
    y.unsqueeze_(0)
    return y, y.shape, y * 2


def chained(x):
    y = x + 1
    y.unsqueeze_(0).transpose_(0, 1).squeeze_(1)
    y.unsqueeze_(1).t_()
    y.swapaxes_(0, 1)
    y.swapdims_(-1, -2)
    return y


def named_twice(x):
    y = x + 1
    z = y
    ys = [y, {"y": y}]
    y.t_()
    ys[0].add_(1)
    return z, ys, y is z


def written(x):
    y = x * 2
    y.add_(1)
    y.t_()
    y.mul_(3)
    return y


def returned(x):
    y = x * 2
    return y.t_()


def assigned(x):
    y = x * 2
    z = y.unsqueeze_(1)
    z.add_(1)
    return y, z, y is z


def view_of_input(x):
    y = x[0]
    y.unsqueeze_(0)
    y.add_(1)
    return y, x * 2


def view_of_made(x):
    y = x + 1
    z = y[0]
    z.unsqueeze_(0)
    z.mul_(2)
    return y, z


def with_views(x):
    y = x + 1
    z = y.view(-1)
    y.t_()
    z.add_(1)
    return y, z


def in_a_tuple(x):
    y = x + 1
    held = (y, 3)
    y.t_()
    return held[0], y


def operand(x):
    y = x + 1
    return y.sum(0) + y.t_()


def argument(x):
    y = x + 1
    return torch.cat([y, y.t_()])


def in_a_loop(x, n: int):
    y = x + 1
    for _ in range(n):
        y.t_()
    return y


def over_items(x):
    y = x + 1
    total = 0
    for item in [y, y]:
        y.t_()
        total = total + item
    return total


def on_a_flag(x, flag: bool):
    y = x + 1
    if flag:
        y.t_()
    return y * 2


def on_data(x):
    y = x + 1
    if x.sum() > 0:
        y.unsqueeze_(0)
    return y * 2


def helper(x):
    y = x * 2
    y.unsqueeze_(0)
    return y


def calls(x):
    return helper(x) + helper(x + 1)


def changes(y):
    y.unsqueeze_(0)
    return y


def hands_over(x):
    y = x * 2
    return y.sum() + changes(y)


def closure(x):
    y = x + 1

    def inner():
        return y * 2

    y.t_()
    return inner()


def under_no_grad(x):
    with torch.no_grad():
        y = x + 1
        y.t_()
    return y


def refused(x):
    y = x + 1
    y.unsqueeze_(7)
    return y


def input_itself(x):
    x.unsqueeze_(0)
    return x * 2


def marked(x):
    y = x + 1
    y.tag = 3
    y.t_()
    return x * 2 if hasattr(y, "tag") else x * 3


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x, mask):
        mask = mask * 2
        self.kept = mask
        mask.unsqueeze_(1)
        return self.linear(x) * mask


torch.manual_seed(0)
NET = Net()
""",
    calls=[
        *[
            f"{name}(f32[M, N])"
            for name in """made chained named_twice written returned assigned view_of_input view_of_made with_views
            in_a_tuple operand argument over_items on_data calls hands_over closure under_no_grad refused input_itself
            marked""".split()
        ],
        "in_a_loop(f32[M, N], n)",
        "on_a_flag(f32[M, N], True)",
        "on_a_flag(f32[M, N], False)",
        "NET(f32[B, 4], f32[B])",
    ],
)
WHOLE = """made named_twice written returned assigned view_of_input view_of_made calls closure under_no_grad""".split()
LEFT = """chained with_views in_a_tuple operand argument over_items on_data hands_over refused input_itself marked""".split()


@pytest.mark.parametrize("shape", [(3, 3), (2, 5), (1, 4), (4, 1), (1, 1), (0, 3)])
@pytest.mark.parametrize("name", WHOLE)
def test_whole(name, shape):
    expect = "whole" if min(shape) > 1 else None
    harness.check(PROGRAM.load(), name, lambda: (randn(*shape, seed=1),), context=torch.no_grad, expect=expect)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("shape", [(3, 3), (2, 5), (1, 4)])
@pytest.mark.parametrize("name", LEFT)
def test_as_python_does(name, shape, sign):
    make_args = lambda: (randn(*shape, seed=1).abs() * sign,)
    harness.check(PROGRAM.load(), name, make_args, context=torch.no_grad)
    harness.check(PROGRAM.load(), name, make_args)


@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_loops(n):
    harness.check(PROGRAM.load(), "in_a_loop", lambda: (randn(3, 3, seed=1), n))


@pytest.mark.parametrize("flag", [True, False])
def test_flags(flag):
    harness.check(PROGRAM.load(), "on_a_flag", lambda: (randn(2, 5, seed=1), flag), expect="whole")


def test_modules():
    pair = PROGRAM.load()
    make_args = lambda: (randn(3, 4, seed=1), randn(3, seed=2))
    harness.check(pair, "NET", make_args, context=torch.no_grad, expect="whole")
    harness.compare_objects("kept", pair.eager.NET.kept, pair.built.NET.kept)
