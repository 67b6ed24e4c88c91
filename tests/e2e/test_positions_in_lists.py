"""Positions in lists whose length only run time knows: a loop's counter, an int that is passed, or what the data give. They
count from the end where they are negative, and are IndexError where the list has no such item."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


def neighbours(x):
    vals = x.tolist()
    out = []
    for i in range(len(vals) - 1):
        out.append(vals[i + 1] - vals[i])
    return out


def differences(x):
    rows = []
    for i in range(x.size(0)):
        rows.append(x[i] * 2)
    total = torch.zeros_like(x[0])
    for i in range(x.size(0)):
        total = total + rows[i] * rows[-i - 1]
    return total


def wraps(x, k: int):
    rows = [r + 1 for r in x]
    total = torch.zeros_like(x[0])
    for i in range(x.size(0)):
        total = total + rows[i - k]
    return total


def picked(x, idx):
    rows = [r.sin() for r in x]
    return rows[idx.item()] + 1


def picked_numbers(x, idx):
    vals = x.sum(1).tolist()
    return vals[int(idx)] * 2, vals[int(idx) - 1]


def scan(x):
    parts = x.unbind(0)
    out = parts[0]
    for i in range(1, len(parts)):
        out = out * 0.5 + parts[i] - parts[i - 1]
    return out


def at(x, i: int):
    rows = [r * 2 for r in x]
    return rows[i] + 0


def two(x, i: int, j: int):
    vals = x.tolist()
    return vals[i] + vals[j]


def schedule(x, n: int):
    times = torch.linspace(9, 0, n).round().long().tolist()
    for i, t in enumerate(times):
        prev = times[i + 1] if i + 1 < len(times) else -1
        x = x * 0.9 + t - prev
    return x


def caught(x, i: int):
    vals = x.tolist()
    try:
        return vals[i]
    except IndexError as e:
        return str(e)


def dp(x):
    best = x.tolist()
    n = len(best)
    total = 0.0
    for i in range(n):
        total += best[i] * best[n - 1 - i]
    return total


def lookback(x):
    hs = []
    h = torch.zeros_like(x[0])
    for t in range(x.size(0)):
        if t >= 2:
            h = h + hs[t - 2]
        h = torch.tanh(h + x[t])
        hs.append(h)
    return torch.stack(hs)


def skips(x):
    feats = []
    for i in range(x.size(0)):
        feats.append(x[i].relu())
    out = feats[-1]
    for i in range(len(feats) - 2, -1, -1):
        out = out + feats[i]
    return out


def pairs(x):
    vals = x.tolist()
    best = 0.0
    for i in range(len(vals)):
        for j in range(i + 1, len(vals)):
            best = max(best, abs(vals[i] - vals[j]))
    return best


def lens(x, lengths):
    ls = lengths.tolist()
    out = torch.zeros(len(ls), x.size(1))
    for b in range(len(ls)):
        out[b] = x[:ls[b]].sum(0)
    return out


def bisect(x, v: float):
    vals = x.sort().values.tolist()
    lo, hi = 0, len(vals)
    while lo < hi:
        mid = (lo + hi) // 2
        if vals[mid] < v:
            lo = mid + 1
        else:
            hi = mid
    return lo


def ptr(x, nxt):
    vals, ptrs = x.tolist(), nxt.tolist()
    i, seen = 0, []
    for _ in range(len(ptrs)):
        seen.append(vals[i])
        i = ptrs[i]
    return seen


def kept_rows(x):
    return x[[i for i in range(len(x)) if i % 2 == 0]]


def rows_by_data(x):
    keep = [i for i, v in enumerate(x[:, 0].tolist()) if v > 0]
    return x[keep], keep[-1], keep[len(keep) // 2]


def rows_of(x, index):
    return x[index.tolist()]


def columns_of(x, index):
    return x[:, index.tolist()]


def diagonal_of(x, index):
    return x[index.tolist(), index.tolist()]


def cleared(x, index):
    y = x.clone()
    y[index.tolist()] = 0.0
    return y


def masked(x):
    return x[[bool(v > 0) for v in x[:, 0]]]


def by_tensors(x, index):
    return x[[t for t in index]]


def filled_places(x):
    out = [None] * len(x)
    for i in range(len(x)):
        out[i] = x[i] * i
    return torch.stack(out)


def pieces(x):
    parts = x.split([1] * len(x))
    return torch.cat(parts[::-1])


if __name__ == "__main__":
    kept_rows(torch.randn(4, 3))
    rows_by_data(torch.ones(4, 3))
    places = torch.tensor([2, -1, 0])
    rows_of(torch.randn(4, 3), places)
    columns_of(torch.randn(4, 3), places)
    diagonal_of(torch.randn(4, 3), places)
    cleared(torch.randn(4, 3), places)
    masked(torch.randn(4, 3))
    by_tensors(torch.randn(4, 3), places)
    filled_places(torch.randn(4, 3))
    pieces(torch.randn(4, 3))
    x, square = torch.randn(5), torch.randn(4, 3)
    neighbours(x)
    differences(square)
    wraps(square, 1)
    picked(square, torch.tensor(2))
    picked_numbers(square, torch.tensor(2))
    scan(square)
    at(square, 1)
    two(x, 1, 2)
    schedule(x, 4)
    caught(x, 2)
    dp(x)
    lookback(square)
    skips(square)
    pairs(x)
    lens(torch.randn(6, 2), torch.tensor([2, 0, 6]))
    bisect(x, 0.1)
    ptr(x, torch.tensor([2, 0, 1, 4, 3]))
"""

LISTS = harness.program("positions_in_lists", SOURCE, [], ["--force"], flags="-O0")


def check(name, make, expect="whole"):
    harness.check(LISTS.load(), name, make, expect=expect)


@pytest.mark.parametrize("n", (2, 3, 9))
@pytest.mark.parametrize("name", ("neighbours", "dp", "pairs"))
def test_counted_positions_of_numbers(name, n):
    check(name, lambda: (randn(n, seed=n),))


@pytest.mark.parametrize("n", (0, 1))
@pytest.mark.parametrize("name", ("neighbours", "dp", "pairs"))
def test_lists_of_one_number_and_of_none(name, n):
    check(name, lambda: (randn(n, seed=n),), expect=None)


@pytest.mark.parametrize("name", ("differences", "scan", "lookback", "skips"))
def test_counted_positions_of_tensors(name):
    for n in (1, 2, 3, 8):
        check(name, lambda n=n: (randn(n, 3, seed=n),), expect="whole" if n > 1 else None)


def test_positions_that_count_from_the_end_in_some_iterations():
    for k in (1, 2, 4):
        check("wraps", lambda k=k: (randn(4, 3, seed=1), k))
    for k in (0, -1, 5, 9):
        check("wraps", lambda k=k: (randn(4, 3, seed=1), k), expect=None)


@pytest.mark.parametrize("name", ("picked", "picked_numbers"))
def test_positions_that_the_data_give(name):
    """One of an int is 3, or counts from the end; others are no position at all."""
    for k in (0, 1, 3, -1, -4):
        is_one = name == "picked" or k not in (-4,)
        check(name, lambda k=k: (randn(4, 3, seed=1), torch.tensor(k)), expect="whole" if is_one else None)
    for k in (4, 7, -5):
        check(name, lambda k=k: (randn(4, 3, seed=1), torch.tensor(k)), expect=None)


def test_positions_that_are_passed():
    for k in (0, 1, 3):
        check("at", lambda k=k: (randn(4, 2, seed=1), k))
        check("two", lambda k=k: (randn(4, seed=1), k, 2))
        check("caught", lambda k=k: (randn(4, seed=1), k))
    for k in (-1, -4, 4, -5, 100):
        check("at", lambda k=k: (randn(4, 2, seed=1), k), expect=None)
        check("two", lambda k=k: (randn(4, seed=1), k, 2), expect=None)
        check("caught", lambda k=k: (randn(4, seed=1), k), expect=None)


@pytest.mark.parametrize("n", (2, 3, 4, 9))
def test_the_next_of_a_list_that_is_gone_through(n):
    check("schedule", lambda: (randn(3, seed=1), n))


def test_lists_of_lengths_and_of_places():
    for lengths in ([2, 0, 6], [1, 5], [3, 3, 3, 3]):
        check("lens", lambda lengths=lengths: (randn(6, 2, seed=1), torch.tensor(lengths)))
    for order in ([2, 0, 1, 3], [0, 0, 0, 0], [3, 2, 1, 0]):
        check("ptr", lambda order=order: (randn(4, seed=1), torch.tensor(order)), expect="whole")
    for order in ([2, 0, -1, 3], [2, 0, 4, 3]):
        check("ptr", lambda order=order: (randn(4, seed=1), torch.tensor(order)), expect=None)


def test_a_list_that_is_searched():
    for n in (1, 2, 7):
        for v in (-9.0, 0.1, 9.0):
            check("bisect", lambda n=n, v=v: (randn(n, seed=1), v))


@pytest.mark.parametrize("name", ("rows_of", "columns_of", "diagonal_of", "cleared"))
def test_lists_of_positions(name):
    for index in ([2, -1, 0], [1], [0, 0, 1, 1, 2], [-3]):
        check(name, lambda index=index: (randn(4, 3, seed=1), torch.tensor(index)))
    none = torch.zeros(0, dtype=torch.int64)
    for index in (none, torch.tensor([4]), torch.tensor([0, -5]), torch.tensor([True, False, True]), torch.rand(2)):
        check(name, lambda index=index: (randn(4, 3, seed=1), index), expect=None)


def test_lists_of_positions_that_conditions_choose():
    for n in (4, 2, 9):
        check("kept_rows", lambda n=n: (randn(n, 3, seed=n),), expect="whole" if n == 4 else None)
        check("masked", lambda n=n: (randn(n, 3, seed=n),))
        check("rows_by_data", lambda n=n: (randn(n, 3, seed=n).abs(),))
        check("rows_by_data", lambda n=n: (torch.arange(3.0 * n).view(n, 3) - 1,))
        check("rows_by_data", lambda n=n: (-randn(n, 3, seed=n).abs(),), expect=None)


def test_a_list_of_tensors_is_no_list_of_positions():
    for index in ([2, -1, 0], [1, 0], [3]):
        check("by_tensors", lambda index=index: (randn(4, 3, seed=1), torch.tensor(index)), expect=None)


@pytest.mark.parametrize("name", ("filled_places", "pieces"))
def test_lists_as_long_as_a_size(name):
    for n in (4, 1, 0, 6):
        check(name, lambda n=n: (randn(n, 3, seed=1),), expect="whole" if n == 4 else None)
