"""Loops over a few items whose iterations leave, as the data decide, what cannot be merged: arguments or new tensors that
are returned, values of two types, other keys. Each way through them goes to the end of the function."""

import harness
import pytest
from table import randn

ONE_TENSOR = (
    *("best_row", "leaves", "passes_over", "with_else", "returns", "keys", "lists", "types", "numbered", "in_pairs"),
    *("in_methods", "target_and_else"),
)
COUNTED = (
    *("first_or_none", "scaled", "until_known", "from_a_stack", "enumerated", "zipped", "longer_each_time"),
    *("taken_in_part", "named"),
)
PROGRAM = harness.Program(
    "loops_of_few_items",
    """
import torch


def best_row(x):
    best = None
    for k in range(3):
        if x[k] > 0:
            best = x[k] if best is None else torch.maximum(best, x[k])
    return best


def leaves(x):
    out = x
    for k in (0, 1, 2):
        if x[k] > 0.5:
            break
        out = out[1:]
    return out


def passes_over(x):
    out = x
    for k in range(3):
        if x[k] > 0.5:
            continue
        out = out[1:]
        if out[0] > 0:
            out = out.double()
    return out, k


def with_else(x):
    for k in range(3):
        if x[k] > 0.8:
            r = x
            break
    else:
        r = x * 2
    return r


def returns(x):
    y = x
    for k in range(3):
        if x[k] > 0.5:
            y = y[1:]
        if x[k] < -0.5:
            return y, k
    return y


def keys(x):
    d = {"q": x}
    for k in ("a", "b", "c"):
        if x[len(d)] > 0:
            d[k] = x[len(d) :]
    return d


def lists(x):
    items = []
    for k in range(3):
        if x[k] > 0:
            items.append(x)
        else:
            items.insert(0, k)
    return items, len(items)


def types(x):
    r = 0
    for k in range(3):
        if x[k] > 0:
            r = "s" if isinstance(r, int) else str(r) + "t"
        else:
            r = (r,)
    return r


def numbered(x):
    y = x
    for i, s in enumerate([0.1, 0.2, 0.3]):
        if x[i] > s:
            y = y[1:]
    return y


def in_pairs(x):
    y = x
    for a, b in zip([0, 1], [1, 2]):
        if x[a] > x[b]:
            y = y.double()
    return y


class Best:
    def __init__(self):
        self.best = None

    def see(self, v):
        if self.best is None or v.sum() > self.best.sum():
            self.best = v


def in_methods(x):
    best = Best()
    for k in [1, 2, 3]:
        best.see(x[:k])
    return best.best


def target_and_else(x):
    for k in [2, 1, 0]:
        if x[k] > 0:
            x = x[1:]
    else:
        k = -k
    return x, k


def nested(x):
    y = x
    for i in range(2):
        for j in range(2):
            if x[i, j] > 0:
                y = y.t()
                continue
            y = y * 2
    return y


def left_over(x):
    pairs = iter(zip((0, 1, 2), (1, 2, 3)))
    y = x
    for a, b in iter(pairs):
        y = y + x[a] * b
        break
    return y, list(pairs)


def taken_twice(x):
    numbers = iter((0, 1, 2, 3))
    out = []
    for k in iter(numbers):
        out.append(x[k])
        if k == 0:
            out.append(next(numbers))
    return out, list(numbers)


def kept(xs):
    out = []
    for x in xs:
        if x.sum() > 0:
            x = x[1:]
        out.append(x)
    return out


def grown(xs):
    n = 0
    for x in xs:
        if x.sum() > 0 and len(xs) < 4:
            xs.append(x[1:])
        n += 1
    return xs, n


def best_of(xs):
    best, at = None, -1
    for x in xs:
        at += 1
        if best is None or x.sum() > best.sum():
            best = x
    return best, at


def turned(x):
    for d in (0, 1):
        if x.select(d, 0).sum() > 0:
            x = x.flip(d)
    return x.contiguous()


def first_or_none(x):
    for threshold in (0.5, 0.3, 0.1):
        mask = x > threshold
        if mask.any():
            chosen = x[mask]
            break
    else:
        return x, 0.0
    return chosen, threshold


def scaled(x):
    tries = 0
    while tries < 3:
        y = x * (tries + 1)
        tries += 1
        if y.sum() > 1:
            found = y
            break
    else:
        return None, tries
    return found, tries


def until_known(x):
    y, i = x + 1, 2
    while i >= 0:
        if x[i] > 0:
            i -= 1
            continue
        if y[i] > 0:
            break
        x = y
        i -= 1
    return x, i


def from_a_stack(x):
    stack, out = [0, 1, 2], []
    while stack:
        i = stack.pop()
        if x[i] > 0:
            out.append(i)
    return out, x


def enumerated(x):
    lengths = [1, 2]
    for i, n in enumerate(lengths):
        if x[i] > 0:
            x = torch.cat([x, x[:n]])
    return x


def zipped(x):
    lengths, scales = [1, 2, 3], [2.0, 3.0]
    for i, (n, scale) in enumerate(zip(lengths, scales), 1):
        if x[i] > 0:
            x = torch.cat([x, x[:n] * scale])
            continue
        if n > 1:
            break
    return x, i


def longer_each_time(x):
    items, n = [1, 2], 0
    for i, v in enumerate(items):
        if len(items) < 4:
            items.append(v + i)
        if x[0] > 0:
            x = x[1:]
        n += v * i
    return x, items, n


def taken_in_part(x):
    first, second = [1, 2, 3], [4, 5]
    it = iter(first)
    for p, q in zip(it, second):
        x = x * p + q
    return x, list(it)


def named(x):
    numbered = enumerate([1, 2, 3])
    for i, v in numbered:
        x = x + v * i
        if i == 1:
            break
    return x, list(numbered)
""",
    args=["--force"],
    calls=[f"{name}(f32[T])" for name in (*ONE_TENSOR, *COUNTED, "left_over", "taken_twice")]
    + ["nested(f32[M, N])", "turned(f32[M, N])"]
    + [f"{name}([f32[M], f32[N]])" for name in ("kept", "grown", "best_of")],
    flags="-O0",
)


@pytest.mark.parametrize("name", ONE_TENSOR)
def test_each_way_goes_to_the_end(name):
    for seed in range(12):
        harness.check(PROGRAM.load(), name, lambda: (randn(6, seed=seed),), expect="whole")  # noqa: B023
    for length in (4, 2, 0):
        harness.check(PROGRAM.load(), name, lambda: (randn(length, seed=length),))  # noqa: B023


@pytest.mark.parametrize("name", COUNTED)
def test_of_known_conditions_and_pairs(name):
    for seed in range(12):
        harness.check(PROGRAM.load(), name, lambda: (randn(6, seed=seed),), expect="whole")  # noqa: B023
    for length in (4, 2, 0):
        harness.check(PROGRAM.load(), name, lambda: (randn(length, seed=length),))  # noqa: B023


@pytest.mark.parametrize("name", ("left_over", "taken_twice"))
def test_iterators_that_others_have(name):
    for length in (5, 4):
        harness.check(PROGRAM.load(), name, lambda: (randn(length, seed=1),))  # noqa: B023


@pytest.mark.parametrize("name", ("nested", "turned"))
def test_of_two_dimensions(name):
    for rows, columns in ((3, 3), (2, 4), (4, 2)):
        for seed in range(8):
            whole = "whole" if rows == columns or name == "turned" else None
            harness.check(PROGRAM.load(), name, lambda: (randn(rows, columns, seed=seed),), expect=whole)  # noqa: B023


@pytest.mark.parametrize("name", ("kept", "grown", "best_of"))
def test_of_lists_of_the_caller(name):
    for sizes in ((4, 3), (5, 6)):
        for seed in range(8):
            make = lambda: ([randn(n, seed=10 * seed + n) for n in sizes],)  # noqa: E731, B023
            harness.check(PROGRAM.load(), name, make, expect="whole")
    same = randn(3, seed=1)
    harness.check(PROGRAM.load(), name, lambda: ([same, same],))
    harness.check(PROGRAM.load(), name, lambda: ([],))
