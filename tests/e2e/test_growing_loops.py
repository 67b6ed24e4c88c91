"""Loops that carry a tensor whose size each iteration changes: one variant for every number of iterations, and the values,
strides and aliases that eager gives, down to no iteration, one, and tensors without elements."""

import re

import harness
import pytest
import torch
from table import randn

STEPS = (0, 1, 2, 3, 7, 20)

SOURCE = """
import torch
import torch.nn.functional as F
from torch import nn


def longer(x, steps: int):
    for _ in range(steps):
        x = torch.cat([x, x.sum(1, keepdim=True) * 0.5 + 1], dim=1)
    return x


def both_ends(x, y, steps: int):
    for i in range(steps):
        y = torch.cat([y, (x * 0.1).sum(1, keepdim=True) + i], dim=1)
        x = torch.cat([y[:, :1] * 2, x], 1)
    return x, y


def by_rows(x, steps: int):
    out = x * 2
    for i in range(steps):
        out = torch.cat([out, x + out.sum() * 0.01 + i])
    return out


def by_as_many_as_there_are(x, y, steps: int):
    for _ in range(steps):
        x = torch.cat([x, y, y * 2])
    return x * 2, x.shape[0]


def from_nothing(x, steps: int):
    out = torch.empty(0)
    for i in range(steps):
        out = torch.cat([out, x * i])
    return out


def attended(q, k, v, steps: int):
    for _ in range(steps):
        k = torch.cat([k, q], 2)
        v = torch.cat([v, q * 2], 2)
        q = (q @ k.transpose(2, 3)).softmax(-1) @ v
    return q, k, v


def in_a_tuple(x, steps: int):
    cache = (x * 1, x * 2)
    for i in range(steps):
        cache = (torch.cat([cache[0], x + i], 0), torch.cat([cache[1], cache[0][-1:]], 0))
    return cache[0], cache[1].sum(0)


def in_a_list(x, steps: int):
    cache = [x * 1, x * 2]
    for i in range(steps):
        for k in range(2):
            cache[k] = torch.cat([cache[k], x * k + i], 0)
    return cache[0] * 2, cache[1].sum(0)


class Cache:
    def __init__(self):
        self.k = None

    def update(self, k):
        self.k = k if self.k is None else torch.cat([self.k, k], dim=1)
        return self.k


def in_an_object(x, steps: int):
    caches = [Cache(), Cache()]
    y = x
    for _ in range(steps):
        for cache in caches:
            k = cache.update(y)
            y = (y @ k.transpose(1, 2)).softmax(-1) @ k
        y = y[:, -1:] * 0.5
    return y


def while_short(x, n: int):
    while x.shape[0] < n:
        x = torch.cat([x, x.sum(0, keepdim=True) * 0.5 + 1])
    return x


def while_small(x, limit: float):
    while x.abs().sum() < limit:
        x = torch.cat([x, x.sum(0, keepdim=True) * 0.5 + 1])
    return x


def until_all_end(x, steps: int, end: float):
    for _ in range(steps):
        t = x.sum(1, keepdim=True) * 0.5 + 1
        x = torch.cat([x, t], 1)
        if (t > end).all():
            break
    return x


def returns_inside(x, steps: int, end: float):
    for _ in range(steps):
        t = x.sum(1, keepdim=True) * 0.5 + 1
        x = torch.cat([x, t], 1)
        if (t > end).all():
            return x, 1
    return x * 2, 2


def in_another_loop(x, steps: int):
    for i in range(steps):
        for k in range(i):
            x = torch.cat([x, x[:1] * 0.5 + k])
        x = torch.cat([x, x[:1] + i])
    return x


def same_and_longer(x, steps: int):
    h = x * 0
    out = x * 1
    for _ in range(steps):
        h = torch.tanh(h + out.mean(0, keepdim=True))
        out = torch.cat([out, h])
    return h, out


def with_positions(x, table, steps: int):
    for _ in range(steps):
        h = (x + table[: x.shape[0]]).tanh()
        x = torch.cat([x, h.mean(0, keepdim=True)])
    return x


def masked(x, steps: int):
    for _ in range(steps):
        n = x.shape[1]
        scores = x[:, :, None] * x[:, None, :]
        scores = scores.masked_fill(torch.ones(n, n, dtype=torch.bool).triu(1), float("-inf"))
        x = torch.cat([x, scores.softmax(-1).sum(1)[:, :1]], 1)
    return x


def shape_behind(x, steps: int):
    y = x * 1
    for _ in range(steps):
        y = torch.cat([y, x], 1)
    return y.shape, y.stride(), y.view(-1, 1)


def halves(x, steps: int):
    for _ in range(steps):
        x = x[1:] * 2
    return x


def doubles(x, steps: int):
    for _ in range(steps):
        x = torch.cat([x, x + 1])
    return x


def written_too(x, steps: int):
    a = x * 1
    b = x * 2
    for _ in range(steps):
        c = torch.cat([a, b[:, -1:]], 1)
        b = torch.cat([b, a[:, :1]], 1)
        a = c
        a.add_(1)
    return a, b


def swapped(x, steps: int):
    a = x * 1
    b = x * 2
    for _ in range(steps):
        a, b = torch.cat([b, x], 1), torch.cat([a, x], 1)
    return a, b


def one_behind(x, steps: int):
    a = x * 1
    old = a
    for _ in range(steps):
        old = a
        a = torch.cat([a, x], 1)
    return a, old


def counted(x, steps: int):
    n = 0
    for i in range(steps):
        x = torch.cat([x, x[:, :1]], 1)
        n += x.shape[1]
    return x, n


def two_dims(x, steps: int):
    for _ in range(steps):
        x = torch.cat([x, x[:, :1]], 1)
        x = torch.cat([x, x[:1]], 0)
    return x


def from_start_to_stop(x, start: int, stop: int):
    for i in range(start, stop, 2):
        x = torch.cat([x, x[:1] * i], 0)
    return x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(11, 8)
        self.position = nn.Embedding(40, 8)
        self.qkv = nn.Linear(8, 24)
        self.head = nn.Linear(8, 11)

    def forward(self, tokens):
        x = self.embed(tokens) + self.position(torch.arange(tokens.shape[1]))
        q, k, v = self.qkv(x).chunk(3, -1)
        return self.head(F.scaled_dot_product_attention(q, k, v, is_causal=True))


@torch.no_grad()
def generate(model, tokens, steps: int):
    for _ in range(steps):
        logits = model(tokens)
        tokens = torch.cat([tokens, logits[:, -1].argmax(-1, keepdim=True)], 1)
    return tokens


@torch.no_grad()
def generate_until(model, tokens, steps: int, end: int):
    done = torch.zeros(tokens.shape[0], dtype=torch.bool)
    for _ in range(steps):
        t = model(tokens)[:, -1].argmax(-1, keepdim=True)
        tokens = torch.cat([tokens, t], 1)
        done = done | (t[:, 0] == end)
        if done.all():
            break
    return tokens


torch.manual_seed(0)
model = Model()
"""
CALLS = [
    "longer(f32[B, N], 4)",
    "both_ends(f32[B, N], f32[B, N], 4)",
    "by_rows(f32[B, N], 4)",
    "by_as_many_as_there_are(f32[N], f32[M], 4)",
    "from_nothing(f32[N], 4)",
    "attended(f32[B, H, 1, D], f32[B, H, N, D], f32[B, H, N, D], 4)",
    "in_a_tuple(f32[1, D], 4)",
    "in_a_list(f32[B, D], 4)",
    "in_an_object(f32[B, N, D], 4)",
    "while_short(f32[N], 4)",
    "while_small(f32[N], 4.0)",
    "until_all_end(f32[B, N], 4, 1.0)",
    "returns_inside(f32[B, N], 4, 1.0)",
    "in_another_loop(f32[N], 4)",
    "same_and_longer(f32[1, D], 4)",
    "with_positions(f32[N, D], f32[M, D], 4)",
    "masked(f32[B, N], 4)",
    "shape_behind(f32[B, N], 4)",
    "written_too(f32[B, N], 4)",
    "swapped(f32[B, N], 4)",
    "one_behind(f32[B, N], 4)",
    "counted(f32[B, N], 4)",
    "two_dims(f32[B, N], 4)",
    "from_start_to_stop(f32[B, N], 1, 6)",
    "generate(model, i64[B, N], 4)",
    "generate_until(model, i64[B, N], 4, 1)",
]
# Inside of a loop, an inner one that may not run leaves one size or another.
UNROLLED = ("in_another_loop(f32[N], 4)",)
GROWING = harness.program("growing_loops", SOURCE, CALLS, ["--force"], flags="-O0")


def test_one_variant_serves_every_number_of_steps():
    guards = GROWING.load().built.__pyaot__.guards()
    counted = {guard["entry"] for guard in guards if re.search(r"\bsteps [=<>!]|[=<>] steps\b", guard["guard"])}
    assert not counted & {call.partition("(")[0] for call in CALLS if call not in UNROLLED}


def check(name, *tensors, rest=(), **options):
    harness.check(GROWING.load(), name, lambda: (*(make() for make in tensors), *rest), **options)


def sizes(*shape, seed=1):
    return lambda: randn(*shape, seed=seed)


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("batch", (1, 2, 3))
def test_along_the_last_dimension(batch, steps):
    for n in (1, 2, 5):
        check("longer", sizes(batch, n), rest=(steps,), expect="whole")
        check("both_ends", sizes(batch, n), sizes(batch, n, seed=2), rest=(steps,), expect="whole")
        check("masked", sizes(batch, n), rest=(steps,), expect="whole")
        check("shape_behind", sizes(batch, n), rest=(steps,), expect="whole")


@pytest.mark.parametrize("steps", STEPS)
def test_along_the_first_dimension(steps):
    for n in (1, 2, 5):
        check("by_rows", sizes(n, 3), rest=(steps,), expect="whole")
        check("by_as_many_as_there_are", sizes(n), sizes(2), rest=(steps,), expect="whole")
        check("from_nothing", sizes(n), rest=(steps,), expect="whole")
        check("same_and_longer", sizes(1, n), rest=(steps,), expect="whole")
        check("in_another_loop", sizes(n), rest=(min(steps, 7),))


@pytest.mark.parametrize("steps", STEPS)
def test_no_elements(steps):
    for shape in ((0, 3), (3, 0), (0, 0)):
        check("longer", sizes(*shape), rest=(steps,))
        check("both_ends", sizes(*shape), sizes(*shape), rest=(steps,))
        check("by_rows", sizes(*shape), rest=(steps,))
        check("masked", sizes(*shape), rest=(steps,))
        check("shape_behind", sizes(*shape), rest=(steps,))
    for n, m in ((0, 0), (0, 2), (2, 0)):
        check("by_as_many_as_there_are", sizes(n), sizes(m), rest=(steps,))
    check("from_nothing", sizes(0), rest=(steps,))
    check("attended", sizes(2, 2, 1, 4), sizes(2, 2, 0, 4), sizes(2, 2, 0, 4, seed=2), rest=(steps,))


@pytest.mark.parametrize("steps", STEPS)
def test_caches(steps):
    for batch in (1, 2, 3):
        shape = (batch, 2, 5, 4)
        check("attended", sizes(batch, 2, 1, 4), sizes(*shape), sizes(*shape, seed=2), rest=(steps,), expect="whole")
        check("in_a_list", sizes(batch, 3), rest=(steps,))
        check("in_an_object", sizes(batch, 4, 3), rest=(steps,))
    check("attended", sizes(1, 2, 3, 4), sizes(1, 2, 1, 4), sizes(1, 2, 1, 4, seed=2), rest=(steps,))
    check("in_a_tuple", sizes(1, 3), rest=(steps,), expect="whole")


@pytest.mark.parametrize("steps", STEPS)
def test_other_layouts(steps):
    check("longer", lambda: randn(3, 2, seed=1).t(), rest=(steps,))
    check("longer", lambda: randn(2, 6, seed=1)[:, ::2], rest=(steps,))
    check("longer", lambda: randn(1, 3, seed=1).expand(2, 3), rest=(steps,))
    check("by_rows", lambda: randn(3, 2, seed=1).t(), rest=(steps,))
    transposed = lambda: randn(2, 5, 2, 4, seed=1).transpose(1, 2)  # noqa: E731
    check("attended", sizes(2, 2, 1, 4), transposed, transposed, rest=(steps,))


@pytest.mark.parametrize("steps", STEPS)
def test_a_loop_that_is_tested_or_left(steps):
    for n in (1, 2, 5):
        check("while_short", sizes(n), rest=(steps,), expect="whole")
        check("while_small", sizes(n), rest=(float(steps),), expect="whole")
        for end in (0.5, 3.0, 1e9):
            check("until_all_end", sizes(2, n), rest=(steps, end), expect="whole")
            check("returns_inside", sizes(2, n), rest=(steps, end), expect="whole")


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("name", ("written_too", "swapped", "one_behind", "counted", "two_dims"))
def test_several_that_grow(name, steps):
    for shape in ((2, 5), (1, 1), (3, 2)):
        check(name, sizes(*shape), rest=(steps,))


@pytest.mark.parametrize("start", (0, 1, 5))
def test_a_range_with_a_step(start):
    for stop in (0, 1, 2, 3, 9):
        check("from_start_to_stop", sizes(2, 3), rest=(start, stop), expect="whole")


@pytest.mark.parametrize("steps", STEPS)
def test_a_table_that_ends(steps):
    """More positions than the table has: eager raises."""
    check("with_positions", sizes(2, 3), sizes(8, 3, seed=2), rest=(steps,))


@pytest.mark.parametrize("steps", STEPS)
def test_generation(steps):
    for batch in (1, 2, 3):
        tokens = lambda batch=batch: torch.arange(batch * 3).reshape(batch, 3) % 11  # noqa: E731
        pair = GROWING.load()
        expect = "whole" if steps else None
        harness.check(pair, lambda m: lambda t, n: m.generate(m.model, t, n), lambda: (tokens(), steps), expect=expect)
        for end in range(0, 11, 3):
            harness.check(
                pair,
                lambda m: lambda t, n, e: m.generate_until(m.model, t, n, e),
                lambda end=end: (tokens(), steps, end),
            )


OTHERS = harness.program(
    "growing_otherwise", SOURCE, ["halves(f32[N], 3)", "doubles(f32[N], 3)"], ["--force"], flags="-O0"
)


@pytest.mark.parametrize("steps", STEPS[:5])
def test_other_ways_to_change_a_size(steps):
    """Not by the same in each iteration."""
    for n in (0, 1, 4, 8):
        harness.check(OTHERS.load(), "halves", lambda n=n: (randn(n, seed=1), steps))
        harness.check(OTHERS.load(), "doubles", lambda n=n: (randn(n, seed=1), steps))


BEAMS = harness.program(
    "growing_beams",
    """
import torch


def spread(prompt, table, steps: int, width: int = 3):
    beams = prompt.expand(width, -1)
    scores = torch.zeros(width)
    for i in range(steps):
        beams = torch.cat([beams, beams[:, -1:] + 1], dim=1)
        scores = scores + table[i]
    return beams, scores


def reordered(prompt, table, steps: int, width: int = 3):
    beams = prompt.expand(width, -1)
    for i in range(steps):
        order = (beams[:, -1] * table[i]).argsort()
        beams = torch.cat([beams[order], beams[:, -1:] + table[i]], dim=1)
    return beams


if __name__ == "__main__":
    spread(torch.ones(2, 7)[:1, :4], torch.ones(20), 3)
    reordered(torch.ones(2, 7)[:1, :4], torch.ones(20), 3)
""",
    [],
    ["--force"],
)


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("name", ("spread", "reordered"))
def test_what_is_spread_before_the_loop(name, steps):
    """Without an iteration it is a view of the argument, whose strides nothing tells: the variant is for the others."""
    pair = BEAMS.load()
    for width in (1, 3):
        make = lambda width=width: (randn(2, 7, seed=1)[:1, :4], randn(20, seed=2), steps, width)  # noqa: E731
        harness.check(pair, name, make, expect="whole" if steps and width > 1 else None)
