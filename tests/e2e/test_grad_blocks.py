"""Blocks that switch grad mode off inside a function that is called with it on: what requires grad may come in, as long
as it is used inside of such blocks alone."""

import harness
import pytest
import torch

PROGRAM = harness.program(
    "grad_blocks",
    """
import torch
from torch import nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear, self.conv, self.norm = nn.Linear(4, 4), nn.Conv1d(1, 1, 3, padding=1), nn.LayerNorm(4)

    def forward(self, x):
        return x + self.norm(self.conv(self.linear(x).unsqueeze(1)).squeeze(1)).relu()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block() for _ in range(3)])
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x)


torch.manual_seed(0)
NET = Net()


def predict(x):
    with torch.no_grad():
        y = NET(x)
    return y.softmax(-1) * 2


def inside(w, x):
    with torch.no_grad():
        y = w * x
    return y + 1


def sorted_inside(w, x):
    with torch.no_grad():
        return torch.sort(w)[0], torch.cumsum(w, 0) * x


def step(w, x):
    with torch.no_grad():
        w.sub_(x * 0.1)
    return x + 1


def in_a_loop(w, x):
    with torch.no_grad():
        y = x * 2
        for i in range(x.shape[0]):
            y = y + w * x[i]
    return y


def copied(w, x):
    y = x.clone()
    with torch.no_grad():
        y[0] = w[0]
        y += w
    return y.mul_(2)


def view_used_outside(w, x):
    with torch.no_grad():
        v = w[0]
    return v * x


def view_returned(w, x):
    with torch.no_grad():
        v = w[1:]
        y = w * x
    return v, y


def maybe_itself(w, x):
    with torch.no_grad():
        v = w.contiguous()
    return v * x


def chosen(w, x):
    with torch.no_grad():
        v = w if x.sum() > 0 else x + 1
    return v * 2


def filled(w, x):
    with torch.no_grad():
        items = [w]
        for i in range(x.shape[0]):
            items.append(w * x[i])
    return items[0] * x, torch.stack(items)


def carried(w, x):
    with torch.no_grad():
        y = x
        for i in range(x.shape[0]):
            y = w if i == 1 else y + w
    return y * 2


def both(w, x):
    a = w * 2
    with torch.no_grad():
        b = w * 2
    return a, b


def on_again(w, x):
    with torch.no_grad():
        y = w * x
        with torch.enable_grad():
            z = w * x
    return y, z


def handed_out(w, x):
    with torch.no_grad():
        return {"w": w, "y": w * x}
""",
    calls=["predict(f32[B, 4])"]
    + [
        f"{name}(f32[M, N], f32[M, N])"
        for name in (
            "inside sorted_inside step in_a_loop copied view_used_outside view_returned maybe_itself chosen filled carried"
            " both on_again handed_out"
        ).split()
    ],
)


def leaves():
    return torch.linspace(-1, 1, 12).reshape(3, 4).requires_grad_(), torch.arange(12.0).reshape(3, 4) / 7


def parameters():
    return torch.nn.Parameter(leaves()[0].detach().clone()), leaves()[1]


@pytest.mark.parametrize("make", [leaves, parameters])
@pytest.mark.parametrize("name", ["inside", "sorted_inside", "step", "in_a_loop", "copied"])
def test_what_is_used_with_grad_mode_off_alone_may_require_grad(name, make):
    if name == "step" and make is leaves:
        make = parameters
    harness.check(PROGRAM.load(), name, make, expect="whole", context=torch.enable_grad, atol=1e-5)


def test_a_model_in_a_block():
    pair = PROGRAM.load()
    harness.check(pair, "predict", lambda: (leaves()[1],), expect="whole", context=torch.enable_grad, atol=1e-5)
    assert all(p.requires_grad and p.grad is None for p in pair.built.NET.parameters())


@pytest.mark.parametrize("make", [leaves, parameters])
@pytest.mark.parametrize(
    "name",
    "view_used_outside view_returned maybe_itself chosen filled carried both on_again handed_out".split(),
)
def test_what_is_used_outside_too_keeps_its_history(name, make):
    for context in (torch.enable_grad, torch.no_grad, torch.inference_mode):
        harness.check(PROGRAM.load(), name, make, context=context)


def test_the_gradients_outside_are_those_of_eager():
    found, pair = [], PROGRAM.load()
    for module in (pair.eager, pair.built):
        w, x = leaves()
        with torch.enable_grad():
            a, b = module.both(w, x)
            (a * b).sum().backward()
        found.append(w.grad)
    assert torch.equal(*found)
