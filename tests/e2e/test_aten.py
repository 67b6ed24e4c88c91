"""Operators of ATen called from compiled code: results of sizes that are known at run time only, named tuples, random
numbers, and what must run as Python."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch

def sorted_pair(x):
    return torch.sort(x * 2, -1)

def parts_of_pair(x):
    pair = torch.topk(x, 2)
    return pair.values + 1, pair[1] * 2, torch.cumsum(x, 1) * 2

def places(x):
    found = torch.nonzero(x > 0)
    return found * 2, found.shape[0] + 1

def values_and(x, y):
    return torch.unique(x) + y

def coin(x):
    return torch.bernoulli(torch.sigmoid(x)) * 2 + torch.bernoulli(x, 0.25)

def coin_then_miss(x, y):
    flips = torch.bernoulli(x, 0.5) + 1
    return torch.unique(x) + y, flips

def out_of_range(x, k):
    return torch.topk(x * 2, 7)[0] + 1
"""
CALLS = ["f32[M, N]"] * 3 + ["f32[M, N], i64[K]", "f32[M, N]", "f32[M, N], i64[K]", "f32[M, N], 7"]
NAMES = ["sorted_pair", "parts_of_pair", "places", "values_and", "coin", "coin_then_miss", "out_of_range"]
PROGRAM = harness.program(
    "aten_calls", SOURCE, calls=[f"{name}({call})" for name, call in zip(NAMES, CALLS)], args=["--force"]
)

# name: (expression over the parameters, its call, what makes the arguments)
WHOLE = {
    "one_hot": ("F.one_hot(x), F.one_hot(x, 7).float() * 2", "i64[N]", lambda: (torch.tensor([1, 4, 0]),)),
    "sorted": (
        "x.sort(descending=True).values[:, :2], x.argsort(), x.cumsum(0), x.topk(2)",
        "f32[M, N]",
        lambda: (randn(4, 3, seed=1),),
    ),
    "searched": (
        "torch.searchsorted(torch.sort(x, -1)[0], x + 1), torch.bucketize(x, torch.linspace(-1, 1, 5))",
        "f32[M, N]",
        lambda: (randn(4, 3, seed=1),),
    ),
    "extremes": (
        "torch.max(x, 1), torch.min(x, 0).indices, torch.aminmax(x), x.kthvalue(2), torch.median(x, 1).values + 1",
        "f32[M, N]",
        lambda: (randn(4, 3, seed=1),),
    ),
    "counts": (
        "torch.unique(x.sign(), return_counts=True), torch.bincount((x > 0).long().flatten()), x.quantile(0.3)",
        "f32[M, N]",
        lambda: (randn(4, 3, seed=1),),
    ),
    "padded_sequences": (
        "torch.nn.utils.rnn.pad_sequence([x, x[1:]], True), torch.nn.utils.rnn.pad_sequence((x[:1], x), padding_value=-1, padding_side='left') * 2",
        "f32[M, N]",
        lambda: (randn(4, 3, seed=1),),
    ),
    "spectrum": (
        "torch.fft.irfft(torch.fft.rfft(x)) * 2, torch.fft.fft2(x)",
        "f32[M, N]",
        lambda: (randn(4, 6, seed=1),),
    ),
    "solved": (
        "torch.linalg.solve(x, x[:, :2]) + 1, torch.linalg.inv(x) @ x, torch.linalg.det(x), torch.linalg.qr(x)",
        "f32[N, N]",
        lambda: (randn(4, 4, seed=1),),
    ),
    "least_squares": (
        "torch.linalg.lstsq(x, x[:, :2]).solution * 2, torch.linalg.lstsq(x[None, :, :3], x[None, :, 0]), torch.linalg.lstsq(x[:3], x[:3, :2], driver='gelsy')[0]",
        "f32[N, M]",
        lambda: (randn(5, 4, seed=1),),
    ),
    "special": (
        "torch.special.i0e(x) + torch.digamma(x.abs() + 1), torch.special.zeta(x.abs() + 2, x.abs() + 1), torch.gcd(x.long(), x.long() + 2)",
        "f32[M, N]",
        lambda: (randn(4, 3, seed=1),),
    ),
    "written": (
        "torch.add(x, 1, out=torch.empty_like(x)) * 2, torch.cumsum(x, 0, out=torch.zeros_like(x)), torch.sub(x, 1, out=x)",
        "f32[M, N]",
        lambda: (randn(4, 3, seed=1),),
    ),
    "drawn": (
        "torch.rand(3, 2) + torch.randn(2), torch.randperm(5), torch.randint(0, 9, (4,)), torch.randn_like(x), x * torch.rand_like(x)",
        "f32[M, N]",
        lambda: seeded(randn(4, 3, seed=1)),
    ),
    "filled": ("x.uniform_(), x.normal_(0.0, 2.0) + 1", "f32[M, N]", lambda: seeded(randn(4, 5, seed=1))),
    "chosen": (
        "torch.multinomial(torch.softmax(x, -1), 2), torch.normal(x, 1.0), torch.bernoulli(x.sigmoid())",
        "f32[M, N]",
        lambda: seeded(randn(4, 5, seed=1)),
    ),
    "chosen_around": (
        "torch.cat((x, torch.normal(x, x.exp())), 1) * 2, torch.normal(x[0], x.exp()) + x",
        "f32[M, N]",
        lambda: seeded(randn(4, 5, seed=1)),
    ),
    "padded_by_data": (
        "F.pad(x, (x.argmax(), 0)) + 1, F.pad(x, (0, (x > 9).sum(), 1, 0), value=2.0), F.pad(x, (0, -(x > -9).any().long()))",
        "f32[M, N]",
        lambda: (randn(4, 5, seed=1),),
    ),
    "composites": (
        "torch.flip(x, (0,)), torch.roll(x, 1, 1), torch.diagonal(x).sum(), torch.kron(x, x), torch.tensordot(x, x, ([0], [0])), torch.diff(x)",
        "f32[M, N]",
        lambda: (randn(4, 5, seed=1),),
    ),
}
FALLBACK = {
    "overlapping_out": ("torch.mul(x[1:], 2, out=x[:-1])", "f32[M, N]", lambda: (randn(4, 3, seed=1),)),
    "resized_out": ("torch.mul(x, 2, out=torch.empty(1))", "f32[M, N]", lambda: (randn(4, 3, seed=1),)),
    "own_generator": (
        "torch.rand(3, generator=torch.Generator().manual_seed(1)) + x.sum()",
        "f32[M, N]",
        lambda: (randn(4, 3, seed=1),),
    ),
    "padded_by_no_int": ("F.pad(x, (x.sum(), 0)) + 1", "f32[M, N]", lambda: (randn(4, 3, seed=1),)),
    "padded_by_less_than_nothing": ("F.pad(x, (-(x < 99).sum(), 0)) + 1", "f32[M, N]", lambda: (randn(4, 3, seed=1),)),
    "no_such_dimension": ("torch.cumsum(x, 5) + 1", "f32[M, N]", lambda: (randn(4, 3, seed=1),)),
    "singular": ("torch.linalg.inv(x * 0) + 1", "f32[N, N]", lambda: (randn(4, 4, seed=1),)),
}
TABLE = {**WHOLE, **FALLBACK}
ONE_LINERS = harness.program(
    "aten_lines",
    "import torch\nimport torch.nn.functional as F\n"
    + "".join(f"\n\ndef case_{name}(x):\n    return {text}\n" for name, (text, _, _) in TABLE.items()),
    calls=[f"case_{name}({call})" for name, (_, call, _) in TABLE.items()],
    args=["--force"],
)


@pytest.mark.parametrize("name", WHOLE)
def test_line_runs_whole(name):
    harness.check(ONE_LINERS.load(), f"case_{name}", WHOLE[name][2], expect="whole", times=2, atol=2e-5)


@pytest.mark.parametrize("name", FALLBACK)
def test_line_falls_back(name):
    """Python gives the result, or torch's own exception."""
    change = harness.check(ONE_LINERS.load(), f"case_{name}", FALLBACK[name][2])
    assert change["compiled"] == 0


def seeded(*arguments):
    torch.manual_seed(7)
    return arguments


def test_results_of_several_kinds():
    for name in ("sorted_pair", "parts_of_pair", "places"):
        for shape in ((4, 6), (3, 2), (1, 5)):
            harness.check(PROGRAM.load(), name, lambda shape=shape: (randn(*shape, seed=1),), expect="whole")


def test_sizes_known_at_run_time_agree():
    x = randn(4, 6, seed=3)
    harness.check(PROGRAM.load(), "values_and", lambda: (x, torch.arange(24)), expect="whole")
    harness.check(PROGRAM.load(), "values_and", lambda: (x, torch.arange(1)), expect="fallback")
    harness.check(PROGRAM.load(), "values_and", lambda: (x, torch.arange(25)), expect="fallback")


POOLS = harness.program(
    "aten_pools",
    """
import torch
import torch.nn.functional as F

LAYER = torch.nn.FractionalMaxPool3d(2, output_ratio=(0.5, 0.5, 0.4))


def windows(x):
    return F.fractional_max_pool2d(x, 2, output_size=(3, 2)), torch.rand(2)


def layer(x):
    return LAYER(x), torch.rand(2)


if __name__ == "__main__":
    windows(torch.ones(2, 3, 7, 6))
    layer(torch.ones(2, 3, 7, 6, 5))
""",
    args=["--force"],
)


def test_windows_drawn_at_random():
    for shape in ((2, 3, 7, 6), (1, 4, 7, 6)):
        harness.check(POOLS.load(), "windows", lambda shape=shape: seeded(randn(*shape)), expect="whole", times=2)
    harness.check(POOLS.load(), "layer", lambda: seeded(randn(3, 2, 7, 6, 5)), expect="whole")


def test_random_numbers_are_those_of_the_seed():
    harness.check(PROGRAM.load(), "coin", lambda: seeded(randn(5, 6, seed=1)), expect="whole", times=3)


def test_verification_draws_the_same_numbers(monkeypatch):
    monkeypatch.setenv("PYAOT_VERIFY", "1")
    harness.check(PROGRAM.fresh(), "coin", lambda: seeded(randn(5, 6, seed=1)), times=2)


def test_a_miss_sets_the_generator_back():
    x = randn(4, 6, seed=3)
    harness.check(PROGRAM.load(), "coin_then_miss", lambda: seeded(x, torch.arange(24)), expect="whole")
    harness.check(PROGRAM.load(), "coin_then_miss", lambda: seeded(x, torch.arange(1)), expect="fallback")


def test_torch_raises():
    harness.check(PROGRAM.load(), "out_of_range", lambda: (randn(2, 7, seed=1), 7), expect="whole")
    harness.check(PROGRAM.load(), "out_of_range", lambda: (randn(2, 3, seed=1), 7), expect="fallback")


drawn = harness.program(
    "drawn_and_unused",
    """
import torch


def f(x):
    torch.randn(4)
    for i in range(3):
        z = torch.randn(4)
    return x + z
""",
    calls=["f(f32[4])"],
    args=["--force"],
)


def test_random_numbers_that_nothing_uses_are_drawn_all_the_same():
    pair, results = drawn.load(), []
    for module in (pair.eager, pair.built):
        torch.manual_seed(3)
        results.append(torch.cat([module.f(torch.ones(4)), torch.rand(2)]))
    assert pair.counters()["compiled"] == 1
    torch.testing.assert_close(*results)


MANY = harness.program(
    "many_ints",
    f"""
import torch.nn.functional as F


def loss(x, targets):
    return F.ctc_loss(x.log_softmax(-1), targets, {[6] * 20}, {[2, 3] * 10}, reduction="none")
""",
    ["loss(f32[6, 20, 5], i64[20, 3])"],
    ["--force"],
)


def test_operators_are_given_long_lists_of_ints():
    targets = torch.arange(60).reshape(20, 3) % 4 + 1
    harness.check(MANY.load(), "loss", lambda: (randn(6, 20, 5), targets), expect="whole")


FILLS = ["uniform_()", "normal_()", "exponential_()", "bernoulli_(0.5)", "bernoulli_(y.sigmoid())", "random_(9)"]
FILLS += ["geometric_(0.4)", "log_normal_()"]
PARTS = {"columns": "(x * 2)[:, ::2]", "turned": "(x * 2).t()", "inner": "(x * 2)[:, 1:-1]", "own": "x * 2"}
layouts = harness.program(
    "random_fills",
    "\n\n".join(
        f"def {name}_{number}(x):\n    y = {part}\n    return y.{fill}"
        for name, part in PARTS.items()
        for number, fill in enumerate(FILLS)
    ),
    [f"{name}_{number}(f32[M, N])" for name in PARTS for number in range(len(FILLS))],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize("number", range(len(FILLS)), ids=FILLS)
def test_random_fills_draw_in_the_order_of_torch(name, number):
    for shape in ((2, 3), (5, 8)):
        harness.check(layouts.load(), f"{name}_{number}", lambda shape=shape: seeded(randn(*shape, seed=1)))


copied = harness.program(
    "operands_that_were_copied",
    """
import torch.nn.functional as F


def turned(x):
    return x.t().reshape(-1).view(x.shape[1], x.shape[0]).t()


def ordered(x):
    values, places = turned(x).sort(-1)
    return values * 2 + 1, values, places


def summed(x):
    return turned(x).cumsum(0), turned(x).cumsum(1) + 1


def joined(x):
    return x.t().reshape(2, -1).sort(-1)[0], x[:, ::2].reshape(-1).cumsum(0)


def drawn(x):
    return turned(x).bernoulli(0.5), F.dropout(turned(x), 0.5)


def scattered(x, y):
    x = x * 1
    try:
        x.masked_scatter_(y > 0, x)
    except Exception:
        return x - 100
    return x


def apart(x, places):
    x = x * 1
    try:
        x[:2].index_add_(0, places, x[2:])
    except RuntimeError:
        return x - 100
    return x


def refused(x, places):
    x = x * 1
    try:
        x.index_copy_(0, places, x[:2])
    except RuntimeError:
        return x - 100
    return x


def half_of_the_statistics(x, mean):
    try:
        return F.batch_norm(x, mean, None, training=True)
    except ValueError:
        return x * 0


def no_epsilon(x, mean):
    try:
        return F.batch_norm(x, None, None, training=True, eps=0.0)
    except ValueError:
        return F.batch_norm(x, mean, mean.abs() + 1, eps=0.0)
""",
    [f"{name}(f32[M, N])" for name in ("ordered", "summed", "joined", "drawn")]
    + ["scattered(f32[M, N], f32[M, N])", "apart(f32[M, N], i64[K])", "refused(f32[M, N], i64[K])"]
    + ["half_of_the_statistics(f32[M, N], f32[N])", "no_epsilon(f32[M, N], f32[N])"],
    ["--force"],
    "-O0",
)
MATRIX = randn(4, 6, seed=3)
COPIED = {name: lambda: seeded(MATRIX.clone()) for name in ("ordered", "summed", "joined", "drawn")}
COPIED |= {
    "scattered": lambda: [MATRIX.clone(), MATRIX.clone()],
    "apart": lambda: [MATRIX.clone(), torch.tensor([1, 0])],
}
COPIED |= {"refused": lambda: [MATRIX.clone(), torch.tensor([3, 0])]}
COPIED |= {name: lambda: [MATRIX.clone(), torch.ones(6)] for name in ("half_of_the_statistics", "no_epsilon")}


@pytest.mark.parametrize("name", COPIED)
def test_operands_that_were_copied_or_share_memory(name):
    harness.check(copied.load(), name, COPIED[name])


RANKS = {
    "solved": "torch.linalg.solve(torch.tensor(1.0), x[0])",
    "solved_with_info": "torch.linalg.solve_ex(torch.tensor(True), x[0])",
    "solved_by_factors": "torch.linalg.lu_solve(torch.tensor(1.0), torch.tensor(1), x[0])",
    "ranked": "torch.linalg.matrix_rank(x[0], atol=x)",
}
ranks = harness.program(
    "aten_ranks",
    "import torch\n" + "\n".join(f"def {name}(x):\n    return {text}\n\n" for name, text in RANKS.items()),
    [f"{name}(f32[M, N])" for name in RANKS],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("name", RANKS)
def test_operands_without_the_dimensions_of_matrices(name):
    harness.check(ranks.load(), name, lambda: [MATRIX.clone()])
