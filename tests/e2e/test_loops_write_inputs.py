"""Loops of unknown length that write to memory of the caller: a cache that is an argument or a buffer of a module. Values,
versions and what an exception in the middle leaves are eager's."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch
import torch.nn.functional as F
from torch import nn


def filled(x, c, steps: int):
    for i in range(steps):
        c[i] = x * i + c.sum()
    return x * 2


def added(x, c, steps: int):
    for _ in range(steps):
        c.add_(x)
        x = x + c[0]
    return x


def several_times(x, c, steps: int):
    for i in range(steps):
        c.mul_(0.5)
        c[0].add_(x)
        c[:, :1] = i
    return c.sum()


def until_large(x, c, limit: float):
    while c.sum() < limit:
        c.add_(x.abs() + 1)
        x = x * 2
    return x


def left_early(x, c, steps: int):
    for _ in range(steps):
        c.add_(x.abs())
        if c.sum() > 20:
            break
    return c


def on_some(x, c, steps: int):
    for i in range(steps):
        if i % 2 == 0:
            c.add_(x)
        else:
            x = x * 2
    return x


def of_one(x, c, start: int, steps: int):
    for i in range(steps):
        at = start + i
        c[:, at : at + 1] = x[:, None] * i
        x = x + c[:, : at + 1].sum(1)
    return x


def and_a_view(x, c, steps: int):
    v = c[0]
    for _ in range(steps):
        v.add_(x)
        x = x + c.sum(0)
    return x, v


class Attention(nn.Module):
    def __init__(self, width, heads, most):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.register_buffer("k", torch.zeros(4, heads, most, width // heads), persistent=False)
        self.register_buffer("v", torch.zeros(4, heads, most, width // heads), persistent=False)

    def forward(self, x, at: int):
        b, t, c = x.shape
        q, k, v = (y.view(b, t, self.heads, c // self.heads).transpose(1, 2) for y in self.qkv(x).chunk(3, -1))
        self.k[:b, :, at : at + t] = k
        self.v[:b, :, at : at + t] = v
        k, v = self.k[:b, :, : at + t], self.v[:b, :, : at + t]
        y = F.scaled_dot_product_attention(q, k, v, is_causal=t > 1)
        return x + y.transpose(1, 2).reshape(b, t, c)


class Model(nn.Module):
    def __init__(self, words=11, width=8, heads=2, layers=2, most=16):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.layers = nn.ModuleList([Attention(width, heads, most) for _ in range(layers)])
        self.head = nn.Linear(width, words)

    def forward(self, tokens, at: int):
        x = self.embed(tokens)
        for layer in self.layers:
            x = layer(x, at)
        return self.head(x)


@torch.no_grad()
def generate(model, tokens, steps: int):
    length = tokens.shape[1]
    logits = model(tokens, 0)
    for i in range(steps):
        token = logits[:, -1].argmax(-1, keepdim=True)
        tokens = torch.cat([tokens, token], 1)
        logits = model(token, length + i)
    return tokens


def generated(tokens, steps):
    buffers = [*model.buffers()]
    before = [b._version for b in buffers]
    try:
        tokens = generate(model, tokens, steps)
    except RuntimeError:
        tokens = None
    kept = [b.clone() for b in buffers], [b._version - n for b, n in zip(buffers, before)]
    for b in buffers:
        b.zero_()
    return tokens, kept


torch.manual_seed(0)
model = Model()
"""
LOOPS = ("filled", "added", "several_times", "left_early", "on_some", "and_a_view")
CALLS = [
    *(f"{name}(f32[N], f32[A, N], 4)" for name in LOOPS),
    "until_large(f32[N], f32[A, N], 50.0)",
    "of_one(f32[A], f32[A, N], 2, 4)",
    "generate(model, i64[B, T], 4)",
]
WRITING = harness.program("loops_write_inputs", SOURCE, CALLS, ["--force"], flags="-O0")


@pytest.mark.parametrize("steps", (0, 1, 2, 3, 7, 20))
@pytest.mark.parametrize("name", LOOPS)
def test_arguments(name, steps):
    for n, a in ((3, 20), (1, 20), (3, 1), (3, 2), (1, 1)):
        expect = "whole" if name not in ("on_some", "and_a_view") and a == 20 else None
        args = lambda n=n, a=a: (randn(n, seed=1), randn(a, n, seed=2), steps)  # noqa: E731
        harness.check(WRITING.load(), name, args, expect=expect)


@pytest.mark.parametrize("limit", (-100.0, 0.0, 20.0, 500.0))
def test_tested(limit):
    for n, a in ((3, 20), (1, 20), (3, 1), (1, 1)):
        args = lambda n=n, a=a: (randn(n, seed=1), randn(a, n, seed=2), limit)  # noqa: E731
        harness.check(WRITING.load(), "until_large", args, expect="whole")


@pytest.mark.parametrize("steps", (0, 1, 2, 3, 7, 20))
def test_slices_of_one(steps):
    """Beyond the end eager broadcasts to nothing; from the end a slice is empty, or the last one."""
    for start in (0, 2, 7, -1, -3, 30):
        for size in (1, 8, 30):
            args = lambda start=start, size=size: (randn(3, seed=1), randn(3, size, seed=2), start, steps)  # noqa: E731
            harness.check(WRITING.load(), "of_one", args)
    args = lambda: (randn(3, seed=1), randn(3, 30, seed=2), 2, steps)  # noqa: E731
    harness.check(WRITING.load(), "of_one", args, expect="whole")


@pytest.mark.parametrize("steps", (0, 1, 2, 3, 7, 20))
def test_other_layouts(steps):
    for name in LOOPS:
        for make in (
            lambda: randn(3, 20, seed=2).t(),
            lambda: randn(20, 6, seed=2)[:, ::2],
            lambda: randn(20, 1, seed=2).expand(20, 3),
        ):
            harness.check(WRITING.load(), name, lambda make=make: (randn(3, seed=1), make(), steps))


def test_the_memory_of_another_argument():
    for steps in (0, 1, 3):
        for name in LOOPS:

            def make():
                c = randn(20, 3, seed=2)
                return c[4], c, steps

            harness.check(WRITING.load(), name, make)


def test_tensors_that_require_grad():
    for steps in (0, 2):
        for name in ("filled", "added", "several_times"):
            harness.check(
                WRITING.load(), name, lambda: (randn(3, seed=1).requires_grad_(), randn(20, 3, seed=2), steps)
            )


@pytest.mark.parametrize("steps", (0, 1, 2, 3, 7, 11, 14, 20))
def test_buffers_of_a_module(steps):
    """At the end of the buffers eager raises."""
    for batch, length in ((2, 3), (1, 3), (3, 5), (2, 1)):
        expect = "whole" if length > 1 and length + steps <= 16 else None
        tokens = lambda: torch.arange(batch * length).reshape(batch, length) * 7 % 11  # noqa: E731
        harness.check(WRITING.load(), "generated", lambda: (tokens(), steps))
        if length + steps <= 16:
            harness.check(
                WRITING.load(),
                lambda m: lambda t, n: m.generate(m.model, t, n),
                lambda: (tokens(), steps),
                expect=expect,
            )
