"""Lists to which loops of unknown length append behind tensors of another shape (`out = [prompt]`), or while they write to
a cache: values, shapes and aliases are eager's for all numbers of steps."""

import re

import harness
import pytest
from table import randn

SOURCE = """
import torch


def joined(x, steps: int):
    out = [x]
    for i in range(steps):
        out.append(x[:, :1] + i)
    return torch.cat(out, dim=1)


def joined_two(x, y, steps: int):
    out = [x, y]
    t = x[:, -1:]
    for i in range(steps):
        t = t * 0.5 + out[0].sum()
        out.append(t)
        out += [t + 1]
    return torch.cat(out, 1), torch.cat(out[0:1], 1)


def asked(x, steps: int):
    out = [x]
    for i in range(steps):
        out.append(x[:, :1] + i)
    return len(out), out[0], out[1] * 2, out[-1] * 2


def asked_first(x, steps: int):
    out = [x * 2]
    for i in range(steps):
        out.append(x[:, :1] + i)
    return out[0] + 1, torch.cat(out, 1)


def returned(x, steps: int):
    out = [x]
    for i in range(steps):
        out.append(x[:, :1] + i)
    return out


def stacked(x, steps: int):
    out = [x]
    for i in range(steps):
        out.append(x[:, :1] + i)
    return torch.stack(out, 0)


def looped(x, steps: int):
    out = [x]
    for i in range(steps):
        out.append(x[:, :1] + i)
    t = 0
    for o in out:
        t = t + o.sum()
    return t, isinstance(out, list)


def written(x, steps: int):
    y = x * 1
    out = [y]
    for i in range(steps):
        out.append(x[:, :1] + i)
    y.add_(1)
    return torch.cat(out, 1), y


def other_dim(x, steps: int):
    out = [x]
    for i in range(steps):
        out.append(x[:1] + i)
    return torch.cat(out), torch.cat([*out], 0)


def back(x, steps: int):
    out = [x]
    for i in range(steps):
        out.append(x[:, :1] + i)
    return torch.cat(out[::-1], 1), out[1:]


def mixed(x, steps: int):
    out = [x.long()]
    for i in range(steps):
        out.append(x[:, :1] + i)
    return torch.cat(out, 1)


def two_shapes(x, steps: int):
    out = []
    for i in range(steps):
        out.append(x[:, :1] + i)
        out.append(x + 1)
    return torch.cat(out, 1)


def part_of_a_cache(x, steps: int):
    c = torch.zeros(x.shape[0], 8)
    out = [x * 1]
    for i in range(steps):
        c[:, 0] = x[:, 0] + i
        out.append(c[:, : x.shape[1]])
    return torch.cat(out, 1), c


def beside_a_cache(x, steps: int):
    c = torch.zeros(x.shape[0], 8)
    out = [x * 1]
    for i in range(steps):
        c[:, 0] = x[:, 0] + i
        out.append(c[:, : x.shape[1]] * 2)
    return torch.cat(out, 1), c


def one_and_the_same(x, steps: int):
    h = x * 1
    out = []
    for i in range(steps):
        h.add_(1)
        out.append(h)
    return torch.stack(out), h


def written_at_once(x, steps: int):
    h = x * 1
    out = []
    for i in range(steps):
        h = h * 2
        out.append(h)
        h.add_(1)
    return torch.stack(out), h


def first_written(x, steps: int):
    h = x * 1
    out = [h]
    for i in range(steps):
        g = h + i
        out.append(g)
        h.mul_(0.5)
    return torch.stack(out), h


def view_written(x, steps: int):
    c = x * 0
    out = []
    for i in range(steps):
        t = x + i
        u = t.view(-1)
        out.append(t)
        u.add_(1)
        c += t
    return torch.stack(out), c


def written_later(x, steps: int):
    c = x * 0
    out = []
    prev = x * 1
    for i in range(steps):
        t = x + i
        out.append(t)
        prev.add_(1)
        c += prev
        prev = t
    return torch.stack(out), c


def sums(x, steps: int):
    c = x * 0
    n = []
    for i in range(steps):
        c.add_(x)
        n.append(c.sum())
    return torch.stack(n), c
"""
CHANNELS = """

def in_channels(x, steps: int):
    x = x.contiguous(memory_format=torch.channels_last)
    out = []
    for i in range(steps):
        out.append(x + i)
    return torch.cat(out, 1), torch.stack(out, 1)
"""
SOURCE += CHANNELS
LOOPS = ("joined", "asked", "asked_first", "looped", "written", "beside_a_cache", "written_at_once", "sums")
OTHERS = ("returned", "stacked", "other_dim", "back", "mixed", "two_shapes", "part_of_a_cache", "one_and_the_same")
OTHERS += ("first_written", "view_written", "written_later")
CALLS = [
    *(f"{name}(f32[B, N], 4)" for name in LOOPS + OTHERS),
    "joined_two(f32[B, N], f32[B, K], 4)",
    "in_channels(f32[B, 4, 3, 5], 3)",
]
LISTS = harness.program("lists_behind_others", SOURCE, CALLS, ["--force"], flags="-O0")


def test_one_variant_serves_every_number_of_steps():
    guards = LISTS.load().built.__pyaot__.guards()
    fixed = {guard["entry"] for guard in guards if re.search(r"\bsteps( \+ 1)? ==", guard["guard"])}
    assert not fixed & set(LOOPS)


@pytest.mark.parametrize("steps", (0, 1, 2, 3, 4, 7))
@pytest.mark.parametrize("name", LOOPS + OTHERS)
def test_lists(name, steps):
    for shape in ((1, 1), (3, 1), (1, 2), (3, 5), (0, 2), (2, 0)):
        expect = "whole" if name in LOOPS and steps and 0 not in shape and shape[1] > 1 else None
        harness.check(LISTS.load(), name, lambda shape=shape: (randn(*shape, seed=1), steps), expect=expect)
        harness.check(LISTS.load(), name, lambda shape=shape: (randn(*shape, seed=1).requires_grad_(), steps))


@pytest.mark.parametrize("steps", (0, 1, 2, 4, 7))
def test_several_in_front(steps):
    for n, k in ((1, 1), (2, 3), (5, 1)):
        harness.check(LISTS.load(), "joined_two", lambda n=n, k=k: (randn(3, n, seed=1), randn(3, k, seed=2), steps))


@pytest.mark.parametrize("steps", (1, 2, 3))
def test_in_channels_last(steps):
    harness.check(LISTS.load(), "in_channels", lambda: (randn(2, 4, 3, 5, seed=1), steps))
