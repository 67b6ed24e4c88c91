"""Loops that carry tensors whose sizes the data decide in each iteration: filters, frontiers, halving."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


def filtered(x):
    steps = 0
    while x.numel() > 0:
        steps += 1
        x = x[x > steps]
    return steps


def in_step(x, y):
    steps = 0
    while x.numel() > 0:
        keep = x > y
        x = x[keep] - 1.0
        y = y[keep]
        steps += 1
    return x + y, steps


def each_by_itself(x, y):
    n = 0
    while x.numel() > 0:
        n += x.numel() + y.numel()
        x = x[x > n]
        y = y[y > n]
    return y, n


def exchanged(x, y):
    n = 0
    while x.numel() > 2:
        x, y = y[y > 0.5] - 0.1, x[x > 0.3]
        n += 1
    return x * 1, y * 1, n


def frontier(links, start: int):
    seen = torch.zeros(links.shape[0], dtype=torch.bool)
    seen[start] = True
    front = torch.tensor([start])
    depth = 0
    while front.numel() > 0:
        reach = links[front].any(0) & ~seen
        seen = seen | reach
        front = reach.nonzero().squeeze(1)
        depth += 1
    return seen, depth


def pruned(rows, least: float):
    while rows.shape[0] > 2:
        rows = rows[rows.sum(1) > least]
        least = least * 2
    return rows * 2, least


def halved(x):
    while x.shape[0] > 1:
        n = x.shape[0] // 2
        x = x[:n] + x[n : 2 * n]
    return x * 1


def left_early(x):
    n = 0
    while x.numel() > 0:
        n += 1
        if x.numel() == 1:
            break
        x = x[x > n]
    return x * 2, n


def one_side(x, y):
    n = 0
    while x.numel() > 0 and n < 6:
        n += 1
        if x.sum() > 4:
            x = x[x > n]
            y = y[y > 0]
        else:
            x = torch.cat([x, y])
            y = y * 0.5
    return x * 1, y * 1, n


def skipped(x, least: float):
    n = 0
    while x.numel() > 2 and n < 9:
        n += 1
        if x.mean() < least:
            x = x + 0.5
            continue
        x = x[1:] * 1
    return x * 1, n


def cut_off(x, y):
    t = 0
    while t < 5 and x.numel() > 0:
        t += 1
        x = y + 1
        if y.sum() > 2:
            x = x[1:]
    return x


def cut_on_one_side(x, y):
    t = 0
    while t < 5 and x.numel() > 0:
        t += 1
        if y.sum() > 2:
            x = (y + 1)[1:]
        else:
            x = y * 2
    return x, x * 1


def cut_on_both(x, y):
    t = 0
    while t < 5 and x.numel() > 0:
        t += 1
        if y.sum() > 2:
            x = (y + 1)[1:]
        else:
            x = (y * 2)[:-1]
    return [x]


if __name__ == "__main__":
    x, y = torch.rand(9) * 8, torch.rand(9) * 2
    filtered(x)
    in_step(x, y)
    each_by_itself(x, y)
    exchanged(torch.rand(9), torch.rand(9))
    frontier(torch.rand(7, 7) > 0.7, 2)
    pruned(torch.rand(12, 3), 0.2)
    halved(torch.rand(13, 2))
    left_early(x)
    one_side(x, y)
    skipped(x, 0.4)
    cut_off(x, y)
    cut_on_one_side(x, y)
    cut_on_both(x, y)
"""

PAIR = harness.program("sizes_by_data_in_loops", SOURCE, args=["--force"], flags="-O0")


def spread(n, scale):
    return torch.rand(n, generator=torch.Generator().manual_seed(n)) * scale


@pytest.mark.parametrize("n", [9, 1, 0, 40])
@pytest.mark.parametrize(
    "name, make",
    [
        ("filtered", lambda n: (spread(n, 8),)),
        ("in_step", lambda n: (spread(n, 8), spread(n, 2))),
        ("each_by_itself", lambda n: (spread(n, 8), spread(n, 60))),
        ("exchanged", lambda n: (spread(n, 1), spread(n + 2, 1))),
        ("pruned", lambda n: (spread(n, 1).reshape(n, 1).repeat(1, 3), 0.2)),
        ("halved", lambda n: (randn(n, 2),)),
        ("left_early", lambda n: (spread(n, 5),)),
        ("one_side", lambda n: (spread(n, 3), randn(n))),
        ("skipped", lambda n: (randn(n), 0.4)),
    ],
)
def test_sizes_by_data(name, make, n):
    harness.check(PAIR.load(), name, lambda: make(n), expect="whole" if n > 1 else None)


@pytest.mark.parametrize("n", [7, 2, 30])
def test_a_frontier_is_followed(n):
    harness.check(PAIR.load(), "frontier", lambda: (spread(n * n, 1).reshape(n, n) > 0.8, n - 1), expect="whole")


@pytest.mark.parametrize("n", [9, 3, 1])
@pytest.mark.parametrize("name", ["cut_off", "cut_on_one_side", "cut_on_both"])
def test_parts_are_returned_with_where_they_begin(name, n):
    for scale in 4, 0.1:
        harness.check(PAIR.load(), name, lambda: (spread(4, 8), spread(n, scale) + 0.5))


WINDOWS = harness.program(
    "windows_in_loops",
    """
import torch


def shifted(x, keep, n: int):
    for i in range(x.size(1)):
        if keep.size(1) >= n:
            keep = keep[:, 1:]
        keep = torch.cat([keep, x[:, i : i + 1]], 1)
    return keep


def means(x, keep, n: int):
    outs = []
    for i in range(x.size(1)):
        if keep.size(1) >= n:
            keep = keep[:, 1:]
        keep = torch.cat([keep, x[:, i : i + 1]], 1)
        outs.append(keep.mean(1))
    return torch.stack(outs, 1), keep


def two_caches(x, keep, n: int):
    other = keep * 2
    total = torch.zeros(x.size(0))
    for i in range(x.size(1)):
        new = x[:, i : i + 1]
        if keep.size(1) < n:
            keep, other = torch.cat([keep, new], 1), torch.cat([other, new * 2], 1)
        else:
            keep, other = torch.cat([keep[:, 1:], new], 1), torch.cat([other[:, 1:], new * 2], 1)
        total = total + (keep * other).sum(1)
    return total, keep, other


def copied(x, keep, n: int):
    keep = x[:, :1]
    for i in range(1, x.size(1)):
        keep = torch.cat([keep, x[:, i : i + 1]], 1)
        if keep.size(1) > n:
            keep = keep[:, -n:].contiguous()
    return keep * 1


def emptied(x, keep, n: int):
    for i in range(x.size(1)):
        if keep.size(1) > n:
            keep = x[:, :0] * 1
        else:
            keep = torch.cat([keep, x[:, i : i + 1]], 1)
    return keep + 1, x * 2


def by_data(x, keep, n: int):
    for row in x.t():
        if row.sum() > 0:
            keep = torch.cat([keep, row[:, None]], 1)
    return keep * 1


def written(x, keep, n: int):
    for i in range(x.size(1)):
        if keep.size(1) >= n:
            keep = keep[:, 1:]
        keep = torch.cat([keep, x[:, i : i + 1]], 1)
        x[:, i] = keep.sum(1)
    return keep, x


def both_ways(x, keep, n: int):
    for i in range(x.size(1)):
        for k in range(n):
            if keep.size(1) > 3:
                keep = keep[:, 2:] + 1
            keep = torch.cat([keep, x[:, i : i + 1] * k], 1)
    return keep * 1
""",
    args=["--force"],
    calls=[
        f"{name}(f32[B, T], f32[B, K], 4)"
        for name in ("shifted", "means", "two_caches", "copied", "emptied", "by_data", "written", "both_ways")
    ],
    flags="-O0",
)


@pytest.mark.parametrize(
    "name", ["shifted", "means", "two_caches", "copied", "emptied", "by_data", "written", "both_ways"]
)
@pytest.mark.parametrize("batch", [3, 1, 0])
def test_windows_in_loops_over_a_number(name, batch):
    for steps in (6, 2, 1, 0):
        for kept in (3, 2, 1, 0):
            for n in (4, 3, 1, 0):
                whole = (
                    batch == 3 and steps == 6 and kept > 1 and n == 4 and name not in ("copied", "emptied", "both_ways")
                )
                harness.check(
                    WINDOWS.load(),
                    name,
                    lambda: (randn(batch, steps), randn(batch, kept), n),
                    expect="whole" if whole else None,
                )
