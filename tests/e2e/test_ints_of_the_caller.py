"""Ints of the caller that say how a function is compiled: exponents, dimensions, conditions of comprehensions. They are
guards, one variant for each value that the calls show."""

import pytest
import torch
from harness import check, program
from table import randn

SOURCE = """
import torch


def quantize(x, bits: int = 8, axis: int = 0):
    q = 2 ** (bits - 1) - 1
    dims = [d for d in range(x.dim()) if d != axis]
    s = x.abs().amax(dims, keepdim=True).clamp(min=1e-8) / q
    z = torch.clamp(torch.round(x / s), -q - 1, q).to(torch.int8)
    return z, s


def moved(x, k: int):
    return x.sum((k + 1) % x.dim()), x.transpose(k, k - 1), [i for i in range(x.dim()) if not i < k]
"""

built = program(
    "ints_of_the_caller",
    SOURCE,
    ["quantize(f32[M, N])", "quantize(f32[M, N], 4, 1)", "moved(f32[M, N], 1)"],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("rest", [(), (4, 1), (8, 0)])
def test_exponents_and_dimensions(rest):
    check(built.load(), "quantize", lambda: [randn(3, 4, seed=1), *rest], expect="whole")


def test_other_ints():
    check(built.load(), "quantize", lambda: [randn(3, 4, seed=1), 5, 1], expect="fallback")
    check(built.load(), "moved", lambda: [randn(3, 4, seed=1), 0])


def test_dimensions_that_are_computed():
    check(built.load(), "moved", lambda: [randn(3, 4, seed=1), 1], expect="whole")


TRUTHS = program(
    "truths_as_numbers",
    """
def counted(x, n: int, m: int):
    k = (n > 3) + (m > 2) * 2 - (n == m)
    return x * k + k // 2 + k % 2, k


def compared(x, n: int, m: int):
    if (n > 3) + (m > 3) > 1:
        return x + 1
    return x * (n > m)


def hits(x):
    found = 0
    for i in range(x.shape[0]):
        found += bool(x[i].sum() > 0)
    return x * found, found
""",
    ["counted(f32[N], 3, 2)", "compared(f32[N], 3, 2)", "hits(f32[M, N])"],
    ["--force"],
)


@pytest.mark.parametrize("m", [0, 2, 4])
@pytest.mark.parametrize("n", [1, 2, 4, 7])
def test_truths_that_the_call_decides_count_as_numbers(n, m):
    check(TRUTHS.load(), "counted", lambda: [randn(3), n, m], expect="whole")
    check(TRUTHS.load(), "compared", lambda: [randn(3), n, m], expect="whole")
    check(TRUTHS.load(), "hits", lambda: [randn(n, 2, seed=m)], expect="whole")


SHOWN = program(
    "shown_by_the_call",
    """
import math
import torch


def next_power(x):
    n = x.shape[0]
    return torch.nn.functional.pad(x, (0, 2 ** math.ceil(math.log2(n)) - n))


def ordered(x):
    return x * 2, sorted(x.shape), x.shape.count(5), list(x.shape).index(4), [d for d in x.shape if d > 4]


def chosen(x, command):
    match command:
        case ("scale", by) if by > 1:
            return x * by
        case ("scale", by):
            return x - by
    return x + 1


def named(x, kind="Sum", scale=2.5):
    text = f"{scale}|{scale:.1f}|{str(scale)}"
    return x.sum() if str(kind).lower() == "sum" else x.mean(), text, len(text), round(scale, 1), scale.is_integer()
""",
    [
        "next_power(f32[5])",
        "ordered(f32[5, 4])",
        "chosen(f32[N], ('scale', 3))",
        "named(f32[N], 'SUM', 0.5)",
    ],
    ["--force"],
    "-O0",
)


def test_what_decides_is_as_the_call_shows_it():
    pair = SHOWN.load()
    check(pair, "next_power", lambda: [randn(5)], expect="whole")
    check(pair, "ordered", lambda: [randn(5, 4)], expect="whole")
    check(pair, "chosen", lambda: [randn(3), ("scale", 3)], expect="whole")
    check(pair, "named", lambda: [randn(3), "SUM", 0.5], expect="whole")


@pytest.mark.parametrize("scale", [2.5, -0.0, float("nan")])
def test_other_values_miss(scale):
    pair = SHOWN.load()
    check(pair, "next_power", lambda: [randn(9)])
    check(pair, "ordered", lambda: [randn(4, 5)])
    check(pair, "chosen", lambda: [randn(3), ("scale", 1)])
    check(pair, "named", lambda: [randn(3), "mean", scale])


TURNS = program(
    "turns_that_the_call_shows",
    """
def listed(x, n: int):
    out = []
    for i in range(n):
        if i == 1:
            continue
        if i > 3:
            break
        out.append(x + i)
    else:
        out.append(x * 100)
    return out


def quotient(x, a: int, b: int):
    return x * round(a / b, 2), round(b / a, 1)
""",
    ["listed(f32[N], 6)", "listed(f32[N], 3)", "quotient(f32[N], 17, 5)"],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("n", [6, 3, 5, 0])
def test_a_list_that_some_turns_make_longer(n):
    check(TURNS.load(), "listed", lambda: [randn(3), n], expect="whole")


def test_a_quotient_that_is_rounded():
    check(TURNS.load(), "quotient", lambda: [randn(3), 17, 5], expect="whole")
    check(TURNS.load(), "quotient", lambda: [randn(3), 16, 5])
    check(TURNS.load(), "quotient", lambda: [randn(3), 16, 0])


SIZES = program(
    "sizes_that_choose_items",
    """
def filtered(xs):
    return list(filter(lambda t: t.shape[0] > 2, xs))


def listed(xs):
    out = []
    for t in xs:
        if t.shape[0] > 2:
            out.append(t * 2)
    return out


def yielded(x):
    def items():
        for t in (x, x + 1):
            if x.shape[0] > 2:
                yield t

    return sum(items())


def until(xs, n: int):
    out = {}
    for i, t in enumerate(xs):
        if i < n:
            out[str(i)] = t
        elif t.dim() == 1:
            out["more"] = t + 1
        else:
            return out
    return out
""",
    ["filtered([f32[2], f32[3]])", "listed([f32[2], f32[3]])", "yielded(f32[3])", "until([f32[2], f32[3]], 1)"],
    ["--force"],
    "-O0",
)
CHOOSING = {"filtered": [], "listed": [], "until": [1]}


@pytest.mark.parametrize("sizes", [(2, 3), (3, 2), (2, 2), (2, 9), (3,)])
@pytest.mark.parametrize("name", CHOOSING)
def test_sizes_choose_the_items_of_a_container(name, sizes):
    expect = "whole" if sizes == (2, 3) else None
    check(SIZES.load(), name, lambda: [[randn(n, seed=n) for n in sizes], *CHOOSING[name]], expect=expect)


@pytest.mark.parametrize("n", [0, 2, 3])
def test_sizes_choose_what_is_yielded(n):
    check(SIZES.load(), "yielded", lambda: [randn(n)], expect="whole" if n == 3 else None)


# Ints below 0: what they are in driver code says from which end they count, and which size torch is to find.
BELOW_ZERO = program(
    "ints_below_zero",
    """
import torch
from torch import nn

SIZES = (-1, 4)


def by_global(x):
    return x.view(SIZES) * 2, x.reshape(*SIZES[::-1]) + 1


def by_argument(x, n):
    return x.view(n) + 1, x.reshape(n, 2) * 2, x[:1].expand(n, 8) + 1


def by_list(x, sizes):
    return x.reshape(sizes) * 2


def at(x, i):
    return x[i] + x[:, i].sum()


def between(x, i, j):
    return x[:, i:j] * 2


class Head(nn.Module):
    def __init__(self, sizes, at):
        super().__init__()
        self.sizes, self.at = sizes, at

    def forward(self, x):
        return x.view(x.size(0), *self.sizes) * 2

    def picked(self, x):
        return x[self.at] * 2 + x.select(1, self.at).sum()

    def cut(self, x):
        y = x[:, : self.at].clone()
        y[:, self.at] += 1
        return y, x[self.at :] * 2


if __name__ == "__main__":
    x = torch.randn(3, 8)
    by_global(x)
    by_argument(x, -1)
    by_list(x, [2, -1])
    at(x, -1)
    between(x, -5, -1)
    head = Head((-1, 2), -1)
    head(x)
    head.picked(x)
    head.cut(x)
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize(
    ("name", "rest", "others"),
    [
        ("by_global", (), ()),
        ("by_argument", (-1,), ((24,), (-2,))),
        ("by_list", ([2, -1],), (([4, 6],), ([-1, 12],), ([-1, -1],))),
        ("at", (-1,), ((-2,), (1,), (-4,), (3,))),
        ("between", (-5, -1), ((-20, -3), (-2, -4), (1, 3), (-3, 2), (-1, 20))),
    ],
)
def test_what_ints_below_zero_mean(name, rest, others):
    pair = BELOW_ZERO.load()
    for values in (rest, *others):
        expect = "whole" if values is rest else None
        check(pair, name, lambda values=values: [torch.arange(24.0).view(3, 8), *values], expect=expect)


@pytest.mark.parametrize("name", ["forward", "picked", "cut"])
def test_what_ints_below_zero_of_objects_mean(name):
    pair = BELOW_ZERO.load()
    for sizes, at in (((-1, 2), -1), ((2, 4), 1), ((2, -1), -2), ((4, -2), -9)):
        pick = lambda module: getattr(module.Head(sizes, at), name)  # noqa: B023
        expect = "whole" if at == -1 else None
        check(pair, pick, lambda: [torch.arange(24.0).view(3, 8)], expect=expect)


CHOSEN = program(
    "layers_by_their_numbers",
    """
import torch
import torch.nn as nn

names = range(6)
allowed = [0, 1, 4]


class Backbone(nn.Module):
    def __init__(self, picked=(1, 3), last=2):
        super().__init__()
        self.picked, self.last = list(picked), last
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(4)])

    def forward(self, x):
        states = []
        for layer in self.layers:
            x = layer(x)
            states.append(x)
        inner = [h for i, h in enumerate(states) if i not in self.picked and i <= self.last]
        return tuple(h for i, h in enumerate(states) if i in self.picked), inner


def counted(x):
    return x + len([k for k in names if k in allowed]), [k for k in names if k == allowed[0] or k > allowed[2]]


def by_data(x):
    limit = int(x.sum())
    return x, [k for k in range(3) if k == limit or k in allowed]


if __name__ == "__main__":
    x = torch.ones(2, 4)
    Backbone()(x), counted(x), by_data(x)
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("picked", [(1, 3), (0, 1), (2, 2)])
@pytest.mark.parametrize("last", [2, 0])
def test_layers_are_chosen_by_the_numbers_in_a_list(picked, last):
    def make(module):
        torch.manual_seed(0)
        return module.Backbone(picked, last)

    check(CHOSEN.load(), make, lambda: (randn(2, 4),), expect="whole" if (picked, last) == ((1, 3), 2) else None)


@pytest.mark.parametrize("name", ["counted", "by_data"])
def test_items_are_chosen_by_the_numbers_in_a_list(name):
    pair = CHOSEN.fresh()
    check(pair, name, lambda: (torch.ones(2, 4),), expect="whole" if name == "counted" else None)
    for module in (pair.eager, pair.built):
        module.allowed[:] = [1, 3, 2]
    check(pair, name, lambda: (torch.ones(2, 4),))
    check(pair, name, lambda: (torch.full((2, 4), 0.25),))
