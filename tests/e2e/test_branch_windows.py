"""`x if x.size(1) <= n else x[:, -n:]`: one window for both sides, with what eager gives down to identity, strides and aliases."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


def last(x, n: int):
    y = x if x.size(1) <= n else x[:, -n:]
    return y * 2, y.shape[1]


def last_of_six(x):
    if x.shape[1] > 6:
        x = x[:, -6:]
    return x.cumsum(1)


def first(x, n: int):
    if n < x.shape[1]:
        x = x[:, :n]
    return x + 1


def first_rows(x, n: int):
    y = x[:n] if not x.shape[0] <= n else x
    return y.sum(0), y.is_contiguous()


def of_three(x, n: int):
    y = x[:, :, -n:] if x.size(2) >= n else x
    return torch.cat([y, y[:, :, :1]], 2)


def strides(x, n: int):
    y = x if x.size(1) <= n else x[:, -n:]
    return y.stride(), y.storage_offset(), (y * 1).stride()


def returned(x, n: int):
    return x if x.size(1) <= n else x[:, -n:]


def returned_late(x, n: int):
    if x.size(1) > n:
        x = x[:, -n:]
    y = x * 2
    return x, y


def same(x, n: int):
    y = x if x.size(1) <= n else x[:, -n:]
    return y is x, y.sum()


def written(x, n: int):
    y = x * 1
    z = y if y.size(1) <= n else y[:, -n:]
    z.add_(1)
    return y * 2


def base_written(x, n: int):
    y = x * 1
    z = y if y.size(1) <= n else y[:, -n:]
    y.add_(1)
    return z * 2, y


def another_limit(x, n: int, m: int):
    y = x if x.size(1) <= m else x[:, -n:]
    return y * 2


def other_side(x, n: int):
    y = x[:, -n:] if x.size(1) <= n else x
    return y * 2


def both_ends(x, n: int):
    y = x if x.size(1) <= n else x[:, 1:n]
    return y * 2


def every_other(x, n: int):
    y = x if x.size(1) <= n else x[:, ::2]
    return y * 2


def cropped(x, n: int, steps: int):
    for _ in range(steps):
        y = x if x.size(1) <= n else x[:, -n:]
        x = torch.cat([x, (y.cumsum(1) * 0.1)[:, -1:] + y.shape[1]], 1)
    return x


def cropped_always(x, n: int, steps: int):
    for _ in range(steps):
        y = x[:, -n:]
        x = torch.cat([x, (y.cumsum(1) * 0.1)[:, -1:] + y.shape[1]], 1)
    return x
"""
ONE = ("last", "first", "of_three", "first_rows")
OTHERS = (
    "strides",
    "returned",
    "returned_late",
    "same",
    "written",
    "base_written",
    "other_side",
    "both_ends",
    "every_other",
)
CALLS = [
    *(f"{name}(f32[B, N], 5)" for name in (*ONE, *OTHERS) if name != "of_three"),
    "of_three(f32[A, B, N], 5)",
    "last_of_six(f32[B, N])",
    "another_limit(f32[B, N], 5, 7)",
    "cropped(f32[B, N], 5, 4)",
    "cropped_always(f32[B, N], 5, 4)",
]
WINDOWS = harness.program("branch_windows", SOURCE, CALLS, ["--force"], flags="-O0")
SIZES = (1, 2, 4, 5, 6, 7, 12)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("limit", (1, 2, 5, 6))
def test_one_window(size, limit):
    for batch in (1, 2):
        x = lambda batch=batch: randn(batch, size, seed=1)  # noqa: E731
        for name in ("last", "first"):
            harness.check(WINDOWS.load(), name, lambda: (x(), limit), expect="whole")
        harness.check(
            WINDOWS.load(), "first_rows", lambda batch=batch: (randn(size, batch, seed=1), limit), expect="whole"
        )
        harness.check(WINDOWS.load(), "last_of_six", lambda: (x(),), expect="whole")
        harness.check(
            WINDOWS.load(), "of_three", lambda batch=batch: (randn(2, batch, size, seed=1), limit), expect="whole"
        )
        for name in OTHERS:
            harness.check(WINDOWS.load(), name, lambda: (x(), limit))
        for other in (1, 4, 5, 9):
            harness.check(WINDOWS.load(), "another_limit", lambda other=other: (x(), limit, other))


@pytest.mark.parametrize("limit", (0, -1, -3))
def test_limits_that_count_otherwise(limit):
    for size in SIZES:
        for name in (*ONE, *OTHERS):
            shape = (2, 2, size) if name == "of_three" else (2, size)
            harness.check(WINDOWS.load(), name, lambda shape=shape: (randn(*shape, seed=1), limit))
        for name in ("cropped", "cropped_always"):
            harness.check(WINDOWS.load(), name, lambda size=size: (randn(2, size, seed=1), limit, 3))


def test_no_elements_and_other_layouts():
    for limit in (0, 1, 5):
        for make in (
            lambda: torch.empty(2, 0),
            lambda: torch.empty(0, 3),
            lambda: randn(7, 2, seed=1).t(),
            lambda: randn(1, 7, seed=1).expand(3, 7),
            lambda: randn(2, 14, seed=1)[:, ::2],
        ):
            for name in ("last", "first", "first_rows", *OTHERS):
                harness.check(WINDOWS.load(), name, lambda make=make: (make(), limit))
            harness.check(WINDOWS.load(), "last_of_six", lambda make=make: (make(),))


@pytest.mark.parametrize("steps", (0, 1, 2, 3, 7, 20))
def test_in_a_loop(steps):
    """One variant serves numbers of steps that end before the limit, and beyond it."""
    for name in ("cropped", "cropped_always"):
        for batch, size in ((2, 3), (1, 1), (2, 5), (3, 9)):
            harness.check(WINDOWS.load(), name, lambda: (randn(batch, size, seed=1), 5, steps), expect="whole")
            harness.check(WINDOWS.load(), name, lambda: (randn(batch, size, seed=1), 1, steps), expect="whole")


RETURNED = harness.program(
    "windows_returned",
    """
import torch


def trimmed(x, new, n: int):
    y = torch.cat([x, new], 1)
    if y.size(1) > n:
        y = y[:, -n:]
    return y


def trimmed_rows(x, new, n: int):
    y = torch.cat([x, new], 0)
    return y if y.size(0) <= n else y[-n:]


def first_ones(x, new, n: int):
    y = x * new[0, 0]
    y = y if y.size(1) <= n else y[:, :n]
    return y, y.size(1)


def of_two(x, new, n: int):
    k, v = torch.cat([x, new], 1), torch.cat([x * 2, new], 1)
    if k.size(1) > n:
        k = k[:, -n:]
        v = v[:, -n:]
    return (k * v).sum(), k, v


def beside_the_whole(x, new, n: int):
    y = torch.cat([x, new], 1)
    z = y[:, -n:] if y.size(1) > n else y
    return y, z


def at_least_two(x, new, n: int):
    y = torch.cat([x, new], 1) + x[0, 1]
    if y.size(1) > 2:
        y = y[:, -2:]
    return y


def in_a_loop(x, new, n: int):
    s = 0
    for i in range(new.size(0)):
        x = torch.cat([x, new[i : i + 1]], 0)
        if x.size(0) > n:
            x = x[-n:]
        s = s + x.sum(0)
    return s


def left_by_a_loop(x, new, n: int):
    for i in range(new.size(0)):
        x = torch.cat([x, new[i : i + 1]], 0)
        if x.size(0) > n:
            x = x[-n:]
    return x


def always_in_a_loop(x, new, n: int):
    total = x.sum(0)
    for i in range(new.size(0)):
        x = torch.cat([x, new[i : i + 1]], 0)[-n:]
        total = total + x.mean(0)
    return total * 2
""",
    args=["--force"],
    calls=[
        f"{name}(f32[N, C], f32[N, M], 4)"
        for name in ("trimmed", "first_ones", "of_two", "beside_the_whole", "at_least_two")
    ]
    + [
        f"{name}(f32[N, C], f32[M, C], 4)"
        for name in ("trimmed_rows", "in_a_loop", "left_by_a_loop", "always_in_a_loop")
    ],
    flags="-O0",
)
BESIDE = ("trimmed", "first_ones", "of_two", "beside_the_whole", "at_least_two")
BELOW = ("trimmed_rows", "in_a_loop", "left_by_a_loop", "always_in_a_loop")


@pytest.mark.parametrize("name", BESIDE + BELOW)
def test_windows_are_returned(name):
    for rows, kept, new in ((3, 4, 2), (3, 2, 1), (2, 3, 6), (1, 1, 1), (2, 0, 3), (3, 1, 0), (0, 2, 2)):
        for limit in (4, 2, 1, 0, -1, 9):
            beside = lambda: (randn(rows, kept, seed=1), randn(rows, new, seed=2), limit)  # noqa: E731, B023
            below = lambda: (randn(kept, rows, seed=1), randn(new, rows, seed=2), limit)  # noqa: E731, B023
            whole = (rows, kept, new) == (3, 4, 2) and limit == 4 and name not in ("beside_the_whole", "left_by_a_loop")
            harness.check(RETURNED.load(), name, beside if name in BESIDE else below, expect="whole" if whole else None)
