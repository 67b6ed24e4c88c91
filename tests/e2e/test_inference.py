"""What is compiled where nothing says how a function is called: ranks, numbers and objects are inferred from use."""

import json

import harness
import pytest
import torch
from table import randn

RANKS = harness.program(
    "inferred_ranks",
    """
import torch


def attract(pos, vel, mass, dt: float, steps: int):
    for _ in range(steps):
        diff = pos.unsqueeze(0) - pos.unsqueeze(1)
        near = ((diff**2).sum(-1) + 0.1).rsqrt()
        vel = vel + (diff * (mass[None, :, None] * near[:, :, None])).sum(1) * dt
        pos = pos + vel * dt
    return pos, vel


def solve(a, b, tol: float = 1e-3):
    x = torch.zeros_like(b)
    r = b - a @ x
    p = r.clone()
    rs = r @ r
    k = 0
    while rs.sqrt() > tol and k < b.numel():
        ap = a @ p
        alpha = rs / (p @ ap)
        x = x + alpha * p
        r = r - alpha * ap
        new = r @ r
        p = r + (new / rs) * p
        rs = new
        k += 1
    return x


def distance(a, b):
    previous = torch.arange(len(b) + 1)
    for i in range(1, len(a) + 1):
        current = torch.empty_like(previous)
        current[0] = i
        for j in range(1, len(b) + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            current[j] = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + cost)
        previous = current
    return previous[len(b)].item()


def interleave(x, scale: float = 2.0):
    even, odd = x[..., ::2], x[..., 1::2]
    return torch.stack((even * scale - odd, even + odd * scale), -1).flatten(-2)


def scores(q, k):
    b, h, t, d = q.shape
    b, h, s, d = k.shape
    return torch.softmax(q @ k.transpose(-2, -1) / d**0.5, -1)
""",
)

SEGMENTS = harness.program(
    "inferred_segments",
    """
import torch


def settle(adj, damping: float = 0.85, limit: int = 50):
    n = adj.shape[0]
    trans = adj / adj.sum(1, keepdim=True)
    rank = torch.full((n,), 1.0 / n)
    for turn in range(limit):
        new = (1 - damping) / n + damping * (rank @ trans)
        print(turn)
        rank = new
    return rank, turn


def counted(x):
    total = x.sum(0) * 2 + 1
    n = x.shape[0]
    print("rows", n)
    return (total - 1) / n + torch.sigmoid(total)
""",
)


def square(n):
    torch.manual_seed(n)
    a = torch.randn(n, n)
    return a @ a.t() + n * torch.eye(n)


@pytest.mark.parametrize("n", [1, 2, 7])
def test_ranks_are_searched(n):
    pair = RANKS.load()
    harness.check(
        pair, "attract", lambda: (randn(n, 3), randn(n, 3), randn(n).abs(), 0.01, 4), expect="whole", atol=1e-4
    )
    harness.check(pair, "solve", lambda: (square(n), torch.ones(n)), expect="whole", atol=1e-2, rtol=1e-2)
    harness.check(pair, "distance", lambda: (torch.arange(n).float(), torch.tensor([0.0, 3.0, 2.0])), expect="whole")


@pytest.mark.parametrize("shape", [(2, 3, 5, 8), (2, 2, 4, 4)])
def test_sizes_that_halves_must_agree_in(shape):
    harness.check(RANKS.load(), "interleave", lambda: (randn(*shape),))


def test_odd_sizes_raise_as_in_eager():
    harness.check(RANKS.load(), "interleave", lambda: (randn(2, 3, 5, 7),), expect="fallback")


def test_unpacked_shape_gives_the_rank():
    harness.check(RANKS.load(), "scores", lambda: (randn(2, 3, 5, 4), randn(2, 3, 5, 4)), expect="whole")


def test_other_ranks_run_as_python():
    pair = RANKS.load()
    harness.check(pair, "attract", lambda: (randn(2, 4, 3), randn(2, 4, 3), randn(2, 4).abs(), 0.01, 2))
    harness.check(pair, "solve", lambda: (square(3), torch.ones(3, 1)))


@pytest.mark.parametrize("n", [2, 5])
def test_segments_know_what_was_computed_before_them(n):
    pair = SEGMENTS.load()
    change = harness.check(pair, "settle", lambda: (randn(n, n).abs() + 0.1,), expect="compiled", atol=1e-5)
    assert change["breaks"] >= 50
    change = harness.check(pair, "counted", lambda: (randn(n, 3),), expect="compiled")
    assert change["breaks"] == 1


DECLARED = harness.program(
    "declared",
    """
from typing import Optional

import torch
from torch import nn


def loss(x, y, weight: Optional[torch.Tensor] = None, alpha: float | None = None, mean: bool = True):
    out = (x - y) ** 2
    if weight is not None:
        out = out * weight
    if alpha is not None:
        out = out * alpha
    return out.mean() if mean else out * 2


def reduced(x, how="mean"):
    y = torch.tanh(x) * 2
    if how == "mean":
        return y.mean()
    elif how in ("sum", "total"):
        return y.sum()
    return y


class Ratio:
    def __init__(self, rate: float, steps: int = 3):
        self.rate = rate
        self.steps = steps

    def blend(self, x, y, twice: bool = False):
        out = x * self.rate + y * (1 - self.rate)
        return out * 2 + self.steps if twice else out

    def _hidden(self, x):
        return x * self.rate + 1

    @staticmethod
    def plain(x):
        return torch.tanh(x) * 2 + 1


class Inner(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.up, self.down = nn.Linear(dim, hidden), nn.Linear(hidden, dim)

    def forward(self, x):
        return x + self.down(torch.relu(self.up(x)))


class Outer(nn.Module):
    def __init__(self, dim: int, n_layers: int):
        super().__init__()
        self.layers = nn.ModuleList([Inner(dim, 2 * dim) for _ in range(n_layers)])
        self.scale = nn.Parameter(torch.ones(dim))

    def forward(self, x, mask=None):
        for layer in self.layers:
            x = layer(x)
        if mask is not None:
            x = x + mask
        return x * self.scale


class Unlikely(nn.Module):
    def __init__(self, names: list):
        super().__init__()
        self.names = names

    def forward(self, x):
        return x * len(self.names) + 1
""",
)


def test_arguments_that_may_be_left_out():
    pair = DECLARED.load()
    harness.check(pair, "loss", lambda: (randn(3, 4), randn(3, 4, seed=1)), expect="whole")
    harness.check(pair, "loss", lambda: (randn(3, 4), randn(3, 4, seed=1), randn(3, 4, seed=2), 0.5), expect="whole")
    harness.check(pair, "loss", lambda: (randn(3, 4), randn(3, 4, seed=1), None, None, False), expect="whole")
    harness.check(pair, "loss", lambda: (randn(3, 4), randn(3, 4, seed=1), None, 0.5), expect="fallback")


@pytest.mark.parametrize("how, expect", [("mean", "whole"), ("sum", "whole"), ("total", "whole"), ("max", "fallback")])
def test_strings_that_a_function_compares_with(how, expect):
    harness.check(DECLARED.load(), "reduced", lambda: (randn(3, 4), how), expect=expect)


def test_methods_of_classes_that_nothing_makes():
    pair = DECLARED.load()
    for rate, steps in ((1.0, 3), (1.0, 7)):
        blend = lambda module: module.Ratio(rate, steps).blend
        harness.check(pair, blend, lambda: (randn(3), randn(3, seed=1)), expect="whole")
        harness.check(pair, blend, lambda: (randn(2, 3), randn(2, 3, seed=1), True), expect="whole")
    harness.check(pair, lambda module: module.Ratio(0.5)._hidden, lambda: (randn(3),))
    harness.check(pair, lambda module: module.Ratio.plain, lambda: (randn(3),), expect="whole")


def seeded(build):
    def make(module):
        torch.manual_seed(3)
        return build(module).eval()

    return make


def test_modules_that_nothing_makes():
    pair = DECLARED.load()
    for dim in (4, 6):
        make = seeded(lambda module, d=dim: module.Outer(d, 2))
        harness.check(pair, make, lambda d=dim: (randn(3, d),), expect="whole")
        harness.check(pair, make, lambda d=dim: (randn(5, d), randn(5, d)), expect="whole")


def test_objects_that_nothing_can_be_said_of_are_reported():
    pair = DECLARED.load()
    harness.check(pair, lambda module: module.Unlikely(["a", "b"]), lambda: (randn(3),))
    entries = {entry["name"]: entry for entry in json.loads((pair.out / "declared.report.json").read_text())["entries"]}
    assert entries["Unlikely.forward"]["kind"] == "python"
    assert entries["Unlikely.forward"]["cuts"][0]["code"] == "PY113"


SCRIPT = harness.program(
    "script",
    """
import argparse
import json
import os

import torch
from torch import nn


class Vocabulary:
    def __init__(self, path):
        self.words = json.loads(os.environ.get(path, "[1, 2, 3]"))

    def __len__(self):
        return len(self.words)


class Tagger(nn.Module):
    def __init__(self, size, dim, factor):
        super().__init__()
        self.embed = nn.Embedding(size, dim)
        self.out = nn.Linear(dim, size)
        self.factor = factor

    def forward(self, ids):
        return torch.log_softmax(self.out(self.embed(ids)) * self.factor, -1)


def ranked(x, n):
    b, t, c = x.shape
    return x.reshape(b * t, c) * n + 1


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--dim", type=int, default=6)
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args(argv)
    text = open(os.devnull).read()
    vocabulary = Vocabulary("WORDS")
    model = Tagger(len(vocabulary), args.dim, 2.0).eval()
    ids = torch.tensor([[0, 1, 2], [2, 1, 0]])
    for step in range(len(text) + 1):
        result = model(ids)
        print(step, tuple(ranked(result, args.dim).shape))
    if args.verbose:
        print(result)
    return result


if __name__ == "__main__":
    main([])
""",
)

INDICES = harness.program(
    "inferred_indices",
    """
import torch
from torch import nn

table = torch.arange(12.0).reshape(6, 2)


def looked_up(ids, weight):
    n = ids.size(0)
    return torch.nn.functional.embedding(ids, weight) * n + 1


def masked(x, keep):
    return torch.where(keep, x, -x) * 2


def scattered(x, keep, source):
    return torch.masked_scatter(x, keep, source) * 2
""",
)


@pytest.mark.parametrize("dim", [6, 9])
def test_driver_code_in_main_with_parts_that_are_not_known(dim):
    pair = SCRIPT.load()

    def make(module):
        torch.manual_seed(0)
        return module.Tagger(5, dim, 2.0).eval()

    harness.check(pair, make, lambda: (torch.tensor([[0, 4, 2, 1]]),), expect="whole")
    harness.check(pair, "ranked", lambda: (randn(2, 3, 4), 5), expect="whole")
    harness.check(pair, "main", lambda: (["--dim", str(dim)],), atol=float("inf"))


def test_dtypes_are_searched():
    pair = INDICES.load()
    harness.check(pair, "looked_up", lambda: (torch.tensor([[0, 2], [1, 1]]), randn(3, 4)), expect="whole")
    harness.check(pair, "looked_up", lambda: (torch.tensor([[0, 2], [1, 9]]), randn(3, 4)), expect="fallback")
    harness.check(pair, "masked", lambda: (randn(3, 4), randn(3, 4) > 0), expect="whole")
    harness.check(pair, "scattered", lambda: (randn(3, 4), randn(3, 4) > 0, randn(4, 3)), expect="whole")
    harness.check(pair, "scattered", lambda: (randn(3, 4), randn(3, 4), randn(4, 3)), expect="fallback")


def test_what_only_driver_code_reads_is_not_compiled_in():
    pair = SCRIPT.load()
    report = json.loads((pair.out / "script.report.json").read_text())
    assert "torch.nn.modules.linear" in report["inlined"]
    assert "torch.nn.init" not in report["inlined"] and "json" not in report["inlined"]


UNPACKED = harness.program(
    "unpacked",
    """
import torch


def area(boxes):
    left, top, right, bottom = boxes.unbind(-1)
    return (right - left) * (bottom - top)


def gray(image):
    r, g, b = torch.unbind(image, -3)
    return 0.3 * r + 0.6 * g + 0.1 * b


def total(pairs):
    s = 0.0
    for (a, b) in pairs:
        s = s + a * b
    return s
""",
)


def test_targets_of_an_unpacking_say_how_many_items_there_are():
    pair = UNPACKED.load()
    harness.check(pair, "area", lambda: (randn(5, 4),), expect="whole")
    harness.check(pair, "gray", lambda: (randn(3, 6, 7),), expect="whole")
    harness.check(pair, "gray", lambda: (randn(4, 6, 7),), expect="fallback")  # raises ValueError
    harness.check(pair, "area", lambda: (randn(5, 3),), expect="fallback")
    harness.check(pair, "total", lambda: (randn(6, 2),))


PARTS = harness.program(
    "parts_of_sizes_seen",
    """
import torch


def uneven(x):
    return torch.split(x, 3, -1)


def chunks(x):
    return x.chunk(4, 0)


def even(x):
    return torch.split(x, 4, 1)


uneven(torch.randn(2, 8))
chunks(torch.randn(10, 3))
even(torch.randn(2, 8))
""",
    args=("--force",),
)


def test_sizes_that_driver_code_shows_decide_into_how_many_parts_they_fall():
    pair = PARTS.load()
    harness.check(pair, "uneven", lambda: (randn(5, 8),), expect="whole")
    harness.check(pair, "uneven", lambda: (randn(5, 9),), expect="fallback")
    harness.check(pair, "chunks", lambda: (randn(10, 2),), expect="whole")
    harness.check(pair, "chunks", lambda: (randn(12, 2),))
    harness.check(pair, "chunks", lambda: (randn(11, 2),), expect="fallback")
    harness.check(pair, "even", lambda: (randn(3, 8),), expect="whole")


GROWING = harness.program(
    "growing",
    """
import torch


class Log:
    def __init__(self, length: int):
        self.rows = torch.zeros(length, 3)
        self.used = 0

    def add(self, x):
        end = self.used + x.size(0)
        self.rows[self.used:end] = x * 2
        self.used = end
        return self.rows[:end].sum(0)


def repeated(x, times):
    for _ in range(times):
        x = torch.tanh(x) + 1
    return x


def powered(x, exponent):
    return x if exponent == 3 else x**exponent


log = Log(40)
for rows in (5, 1, 1, 1, 4, 7, 2):
    log.add(torch.ones(rows, 3))
for times in (2, 3, 4):
    repeated(torch.ones(4, times), times)
for exponent in (2, 3, 4):
    powered(torch.ones(4), exponent)
""",
)


def test_calls_that_differ_in_numbers_share_a_variant_unless_it_rests_on_them():
    pair = GROWING.load()
    report = json.loads((pair.out / "growing.report.json").read_text())
    variants = {entry["name"]: entry["variants"] for entry in report["entries"]}
    assert len(variants["Log.add"]) == 1

    def filled(module, used):
        log = module.Log(40)
        log.used = used
        return log.add

    for used, rows in ((0, 3), (5, 1), (7, 2), (29, 11)):
        harness.check(pair, lambda module, n=used: filled(module, n), lambda n=rows: (randn(n, 3),), expect="whole")
    for n in (1, 2, 3, 4, 9):
        harness.check(pair, "repeated", lambda n=n: (randn(2, n), n), expect="whole")
        harness.check(pair, "powered", lambda n=n: (randn(4).abs(), n))
    harness.check(pair, "powered", lambda: (randn(4), 4), expect="whole")


ASKED = harness.program(
    "asked_ranks",
    """
import torch


class Cache:
    def __init__(self, dim=4):
        self.rows = torch.zeros(1, 0, dim)

    def extend(self, rows):
        self.rows = torch.cat((self.rows, rows), 1)
        return self.rows


def decode(q, k, steps: int = 3):
    cache = Cache()
    out = []
    for _ in range(steps):
        keys = cache.extend(k)
        out.append(torch.softmax(q @ keys.transpose(-2, -1), -1) @ keys)
    return torch.cat(out, 1)


if __name__ == "__main__":
    decode(torch.ones(1, 3, 4), torch.ones(1, 5, 4))
""",
)


def test_ranks_are_not_searched_where_calls_tell_them():
    pair = ASKED.load()
    report = json.loads((pair.out / "asked_ranks.report.json").read_text())
    variants = {entry["name"]: entry["variants"] for entry in report["entries"]}
    assert ["q: f32[q0, q1, q2]" in one["signature"] for one in variants["decode"]] == [True]
    harness.check(pair, "decode", lambda: (randn(1, 7, 4), randn(1, 3, 4), 3), expect="whole", atol=1e-5)


ENDED = harness.program(
    "ended_by_data",
    """
import torch


def step(w, x, y):
    gradient = x.t() @ (x @ w - y) / len(x)
    w -= 0.1 * gradient
    return (gradient * gradient).sum()


def fit(x, y, steps: int):
    w, losses = torch.zeros(x.shape[1]), []
    for i in range(steps):
        losses.append(step(w, x, y).item())
        if i and abs(losses[-2] - losses[-1]) < 1e-3:
            break
    return w, losses


if __name__ == "__main__":
    x = torch.randn(20, 3)
    fit(x, x.sum(1), 30)
""",
)


@pytest.mark.parametrize("steps", [30, 4, 1, 0])
def test_a_loop_that_its_data_end(steps):
    """A loop that is left by what its data say, however many steps were asked for."""
    harness.check(ENDED.load(), "fit", lambda: (randn(6, 3), randn(6, seed=1), steps), expect="compiled")


METHODS = harness.program(
    "inferred_from_methods",
    """
import torch


def ordered(x):
    return x.argsort(-1)


def best(x):
    return x.topk(2).values


def turned(x):
    return x.roll(1, 0)


def positive(x):
    return x[x > 0]


def counted(x):
    return (x > 0).sum()


def weighed(x):
    return (0 < x).float() * x


def chosen(x):
    return torch.where(x >= 1, x, 0 * x)


def masked(x):
    mask = x > 0
    return x[mask].mean(), mask.sum()


def more(x, n):
    if n > 0:
        return x * n
    return x
""",
    [],
    ["--force"],
)


@pytest.mark.parametrize("name", ["ordered", "best", "turned", "counted", "weighed", "chosen"])
def test_what_has_methods_of_tensors_is_a_tensor(name):
    harness.check(METHODS.load(), name, lambda: (randn(4, 5),), expect="whole")


@pytest.mark.parametrize("name", ["positive", "masked"])
def test_what_is_compared_outside_of_conditions_is_a_tensor(name):
    harness.check(METHODS.load(), name, lambda: (randn(20),), expect="whole")


@pytest.mark.parametrize("n", [3, 0, -1])
def test_what_a_condition_compares_is_a_number(n):
    harness.check(METHODS.load(), "more", lambda: (randn(4, 5), n), expect="whole")


OTHER_RANKS = harness.program(
    "inferred_for_other_ranks",
    """
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class FeedForward(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(8)
        self.up = nn.Linear(8, 16)
        self.down = nn.Linear(16, 8)

    def forward(self, x):
        return x + self.down(F.gelu(self.up(self.norm(x))))


def made():
    torch.manual_seed(0)
    return FeedForward()


def weights(x):
    return F.softmax(x, -1)


def joined(x, y):
    return torch.cat([x, y], dim=0)


def attention(q, k, v):
    return (q @ k.transpose(-2, -1) / math.sqrt(k.size(-1))).softmax(-1) @ v


def projected(x, w, b):
    return F.linear(x, w, b)
""",
    [],
    ["--force"],
)
SHAPES = [(8,), (3, 8), (2, 3, 8), (2, 1, 3, 8)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ["weights", "made"])
def test_functions_are_compiled_for_other_ranks_too(name, shape):
    pick = "weights" if name == "weights" else lambda module: module.made()
    harness.check(OTHER_RANKS.load(), pick, lambda: (randn(*shape),), expect="whole")


@pytest.mark.parametrize("shape", SHAPES)
def test_tensors_of_one_rank_have_another_one_together(shape):
    harness.check(OTHER_RANKS.load(), "joined", lambda: (randn(*shape), randn(*shape, seed=1)), expect="whole")
    if len(shape) > 1:
        parts = [randn(*shape, seed=i) for i in range(3)]
        harness.check(OTHER_RANKS.load(), "attention", lambda: tuple(parts), expect="whole")


@pytest.mark.parametrize("shape", SHAPES)
def test_or_the_first_of_them_alone(shape):
    harness.check(OTHER_RANKS.load(), "projected", lambda: (randn(*shape), randn(4, 8), randn(4)), expect="whole")


def test_ranks_that_nobody_expects_run_as_python():
    harness.check(OTHER_RANKS.load(), "weights", lambda: (randn(1, 2, 1, 3, 4),))
    harness.check(OTHER_RANKS.load(), "joined", lambda: (randn(2, 3), randn(3)))


USED = harness.program(
    "inferred_from_use",
    """
import torch
import torch.nn as nn
import torch.nn.functional as F


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 8)
        self.register_buffer("scale", torch.linspace(-1, 1, 8)[None])

    def forward(self, x):
        return F.relu(self.linear(x)) * self.scale


def scaled():
    torch.manual_seed(0)
    return Scaled()


def difference(a, b):
    return torch.sub(a, b)


def quotient(a, b):
    pair = (a, b)
    return torch.div(*pair), torch.mul(a, b), torch.true_divide(b, a)


def masks(a, b):
    return a & b | torch.bitwise_xor(a, b)


def masked_in_place(a, b):
    return a.bitwise_and_(b)


def taken(a, index):
    return torch.take_along_dim(a, index, 1)


def stacked(a, b):
    return torch.stack([a, b])


def flattened(a):
    return torch.flatten(a)


def pooled(a):
    return F.avg_pool2d(torch.unsqueeze(a, 0), 2)
""",
    [],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ["difference", "quotient", "stacked"])
def test_what_torch_functions_take_is_a_tensor(name, shape):
    harness.check(USED.load(), name, lambda: (randn(*shape), randn(*shape, seed=1)), expect="whole")


@pytest.mark.parametrize("name", ["masks", "masked_in_place"])
def test_what_is_combined_bit_by_bit_has_bits(name):
    numbers = [torch.arange(24).view(2, 3, 4), torch.arange(24).view(2, 3, 4).flip(0)]
    harness.check(USED.load(), name, lambda: [t.clone() for t in numbers], expect="whole")


def test_what_another_tensor_is_taken_by_is_an_index():
    harness.check(USED.load(), "taken", lambda: (randn(3, 4), torch.tensor([[3, 0], [1, 1], [2, 0]])), expect="whole")


@pytest.mark.parametrize("shape", SHAPES)
def test_a_tensor_of_any_rank_is_flattened(shape):
    harness.check(USED.load(), "flattened", lambda: (randn(*shape),), expect="whole")


@pytest.mark.parametrize("shape", [(4, 6), (3, 4, 6)])
def test_images_that_a_layer_takes(shape):
    harness.check(USED.load(), "pooled", lambda: (randn(*shape),), expect="whole")


@pytest.mark.parametrize("shape", SHAPES)
def test_what_an_object_keeps_may_have_a_size_of_1(shape):
    harness.check(USED.load(), lambda module: module.scaled(), lambda: (randn(*shape),), expect="whole")
