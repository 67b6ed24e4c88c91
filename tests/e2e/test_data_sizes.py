"""Sizes that the data decide: numbers out of tensors as sizes, bounds, indices and counts of loops."""

import harness
import pytest
import torch
from table import randn

SIZES = harness.program(
    "data_sizes",
    """import torch


def first(x, mask):
    n = int(mask.sum())
    return x[:n] * 2


def made(n):
    return torch.arange(n.item()) * 2, torch.ones(n.item(), 3).sum(0), torch.zeros(int(n)) + torch.arange(int(n))


def squared(x):
    n = x.max().item()
    y = torch.zeros(n, n)
    return y.view(-1) + n if n > 2 else y


def parts(x, n):
    n = n.item()
    return x[:n] * 2, x[n:] + 1, x[n]


def folded(x, n):
    return x.view(n.item(), -1) * 2


def spread(x, n):
    return x.expand(n.item(), -1).sum(0)


def product(x, n):
    return torch.full((n.item(),), 2.0).reshape(-1, 1) @ x[None, :]


def doubled(x, n):
    for _ in range(n.item()):
        x = x * 2
    return x


def sorted_apart(x):
    return torch.cat([x[x > 0], x[x <= 0]]) * 2


def centred(x):
    positive = x[x > 0]
    if len(positive) == 0:
        return x
    return positive - positive.mean(), positive.shape[0]


def two(x):
    return x[x > 0][:2], x[x > 0][-2:], x[x > 0][1:-1]


def unequal(x, m, y):
    return x[m] + y


def ragged(x, lengths):
    mask = torch.arange(x.shape[1])[None] < lengths[:, None]
    return x[mask].sum(), mask
""",
    calls=[
        "first(f32[M, N], b8[M])",
        "made(i64[()])",
        "squared(i64[N])",
        "parts(f32[N], i64[()])",
        "folded(f32[N], i64[()])",
        "spread(f32[N], i64[()])",
        "product(f32[N], i64[()])",
        "doubled(f32[N], i64[()])",
        "sorted_apart(f32[N])",
        "centred(f32[N])",
        "two(f32[N])",
        "unequal(f32[N], b8[N], f32[K])",
        "ragged(f32[B, T], i64[B])",
    ],
)


def check(name, make, **how):
    return harness.check(SIZES.load(), name, make, **how)


@pytest.mark.parametrize("bits", [(1, 0, 1, 1, 0), (0, 0), (1,)])
def test_a_count_bounds_a_slice(bits):
    mask = lambda: torch.tensor(bits, dtype=torch.bool)
    check("first", lambda: (randn(len(bits), 4), mask()), expect="whole")


def test_a_count_beyond_the_slice():
    check("first", lambda: (randn(3, 4), torch.ones(9, dtype=torch.bool)))


@pytest.mark.parametrize("n", [5, 1, 0, -3])
def test_sizes_of_factories(n):
    check("made", lambda: (torch.tensor(n),), expect="whole" if n >= 0 else "fallback")


@pytest.mark.parametrize("numbers", [(1, 5, 2), (2, 1), (-1, -2)])
def test_a_branch_on_a_size(numbers):
    check("squared", lambda: (torch.tensor(numbers),), expect="whole" if max(numbers) >= 0 else "fallback")


@pytest.mark.parametrize("n", [2, 0, 4, 5, -1, 9])
def test_bounds_and_indices(n):
    check("parts", lambda: (randn(5), torch.tensor(n)), expect="whole" if 0 <= n < 5 else "fallback")


@pytest.mark.parametrize("n", [2, 6, 4, 0, -1])
def test_views(n):
    check("folded", lambda: (randn(6), torch.tensor(n)), expect="whole" if n in (2, 6) else "fallback")
    check("spread", lambda: (randn(6), torch.tensor(n)), expect="whole" if n >= 0 else "fallback")
    check("product", lambda: (randn(6), torch.tensor(n)), expect="whole" if n >= 0 else "fallback")


@pytest.mark.parametrize("n", [3, 0, -2])
def test_counts_of_loops(n):
    check("doubled", lambda: (randn(3), torch.tensor(n)), expect="whole")


@pytest.mark.parametrize("size", [9, 1, 0, 300])
def test_what_a_mask_leaves(size):
    check("sorted_apart", lambda: (randn(size),), expect="whole")
    check("centred", lambda: (randn(size),), expect="whole")
    check("two", lambda: (randn(size),), expect="whole" if size > 1 else None)
    check("centred", lambda: (-randn(size).abs(),), expect="whole")


def test_sizes_that_do_not_agree_raise_what_eager_raises():
    mask = lambda: torch.tensor([True, False, True])
    check("unequal", lambda: (randn(3), mask(), randn(2)), expect="whole")
    check("unequal", lambda: (randn(0), mask()[:0], randn(5)), expect="fallback")
    check("unequal", lambda: (randn(3), mask(), randn(1)))
    check("unequal", lambda: (randn(3), mask(), randn(3)), expect="fallback")


def test_rows_of_different_lengths():
    check("ragged", lambda: (randn(2, 5), torch.tensor([2, 4])), expect="whole")


MADE = harness.program(
    "memory_of_data_sizes",
    """
import torch
from torch import nn

torch.manual_seed(0)
adaptive = nn.AdaptiveLogSoftmaxWithLoss(16, 20, [5, 10]).eval()


def filled(x):
    kept = x[x[:, 0] > 0]
    out = x.new_empty((kept.size(0), 20))
    out[:, :16] = kept
    out[:, 16:] = kept.sum(1, keepdim=True)
    return out


def predicted(x):
    return adaptive.predict(x), adaptive.log_prob(x)
""",
    ["filled(f32[M, 16])", "predicted(f32[M, 16])"],
    flags="-O0",
)


@pytest.mark.parametrize("rows", [1, 2, 9])
def test_memory_of_sizes_that_data_tell(rows):
    for seed in range(3):
        harness.check(MADE.load(), "filled", lambda: (randn(rows, 16, seed=seed).abs(),), expect="whole")
        harness.check(MADE.load(), "filled", lambda: (randn(rows, 16, seed=seed),), expect=None)
        harness.check(MADE.load(), "predicted", lambda: (randn(rows, 16, seed=seed) * 3,), expect=None)


TOLD = harness.program(
    "sizes_that_tensors_tell",
    """
import torch


def positions(n):
    return torch.arange(n.max()), torch.arange(1, n[0], dtype=torch.float32), torch.arange(n[0], n[1], 2)


def reached(n):
    return torch.arange(n.max())[None] < n[:, None]


def filled(n):
    return torch.zeros(n[0]), torch.ones(n[0], n[1]), torch.full((n[1], 2), 3.0), n.new_zeros((n[0], 2))


def seen(n, x):
    return x.view(n[0], n[1]) + 1, x.narrow(0, n[0], n[1]), x.reshape(n[:2].prod(), -1)


def repeated(n, x):
    return x.repeat(n[0], n[1]), x[:, None].expand(-1, n[0])
""",
    [f"{name}({kind}[N])" for name in ("positions", "reached", "filled") for kind in ("i64", "i32", "u8", "f32")]
    + ["seen(i64[N], f32[M])", "repeated(i64[N], f32[M])"],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("name", ["positions", "reached", "filled", "seen", "repeated"])
@pytest.mark.parametrize("numbers", [(2, 3, 1), (1, 6, 2), (3, 2, 0), (0, 6, 1), (-1, 3, 4)])
def test_tensors_as_sizes(name, numbers):
    given = [randn(6)] if name in ("seen", "repeated") else []
    for dtype in (torch.int64, torch.int32, torch.uint8, torch.float32, torch.bool):
        expect = "whole" if numbers == (2, 3, 1) and dtype == torch.int64 else None
        harness.check(TOLD.load(), name, lambda dtype=dtype: [torch.tensor(numbers).to(dtype), *given], expect=expect)
        harness.check(TOLD.load(), name, lambda dtype=dtype: [torch.tensor([numbers]).to(dtype), *given])


SHUFFLED = harness.program(
    "shuffled_channels",
    """
import torch
import torch.nn.functional as F


def parts(x, w, ratio):
    n, c, h, k = x.size()
    y = torch.cat([x, x * 2], 1)
    y = y.view(n, 2, c, h, k).permute(0, 2, 1, 3, 4).reshape(n, 2 * c, h, k)
    m = int(y.size(1) * ratio)
    a, b = y[:, :m], y[:, m:]
    return F.conv2d(b, w), a


if __name__ == "__main__":
    parts(torch.randn(2, 4, 5, 5), torch.randn(3, 4, 1, 1), 0.5)
""",
    args=("--force",),
)


@pytest.mark.parametrize("batch", [1, 2, 40])
def test_a_part_that_is_computed_into_memory_of_its_own_has_room_for_its_gaps(batch):
    make = lambda: (torch.arange(batch * 100.0).reshape(batch, 4, 5, 5) / 9, torch.ones(3, 4, 1, 1), 0.5)  # noqa: E731
    harness.check(SHUFFLED.load(), "parts", make, expect="whole", rtol=1e-4)


SHIFTED = harness.program(
    "sizes_that_differ_by_a_number",
    """
import torch


def masks(l):
    n = l.max()
    rows = torch.ones(n + 1, n + 1, dtype=torch.bool).triu()[1:, :-1][l - 1][..., :n]
    return ~rows, rows


def both(l):
    n = l.max()
    a, b = torch.ones(n + 2), torch.zeros(n)
    return a[:-2] + b, a[2:] * 2, torch.ones(n - 1), torch.ones(n + 1 + 1)


def on_a_side(l, x):
    n = l.max() + 1
    if x.sum() > 0:
        y = torch.ones(n) * 2
    else:
        y = torch.ones(n) * 3
    return y, torch.zeros(n)


def before_a_write(l):
    n = l.max()
    k = (n + 1).item()
    l[0] = 9
    return torch.ones(k), torch.ones(n), k, n.item()


def each(l):
    return torch.stack([torch.ones(l[i] + 1).sum() + (l[i] + 1).item() for i in range(l.size(0))])
""",
    ["masks(i64[N])", "both(i64[N])", "on_a_side(i64[N], f32[M])", "before_a_write(i64[N])", "each(i64[N])"],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["masks", "both", "on_a_side", "before_a_write", "each"])
def test_sizes_that_differ_by_a_number(name):
    for lengths in ([3, 2, 4], [2, 5], [1], [0, 0]):
        for sign in (1.0, -1.0) if name == "on_a_side" else (None,):
            args = lambda: (torch.tensor(lengths), *([] if sign is None else [torch.tensor([sign])]))  # noqa: B023, E731
            harness.check(SHIFTED.load(), name, args, expect="whole" if min(lengths) > 1 else None)
