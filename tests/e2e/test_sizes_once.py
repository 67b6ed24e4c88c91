"""What sizes have in common is computed once, where all that read it can see it; what was asked is not asked again."""

import re

import harness
from table import randn

SOURCE = """
import torch


def windows(x, size: int, count: int):
    rows = x.view(count, x.shape[0] // count, x.shape[1])
    if size > 2:
        rows = rows.view(count, size, x.shape[0] // count // size, -1).sum(2)
        rows = rows.view(count, size, -1) * 2
    else:
        rows = rows.view(count, x.shape[0] // count // size, size, -1).sum(1)
        rows = rows.view(count, size, -1) + 1
    return rows.view(count * size, -1)


def rolled(x, size: int):
    total = x.new_zeros(())
    if size > 2:
        for dim in (0, 1, 0, 1):
            total = total + torch.roll(x, size, dim)[0].sum()
    return total


def in_loops(x, size: int, count: int):
    total = x.sum() * 0
    while total < 3:
        for i in range(size):
            total = total + x.new_ones(size * count + i).sum() + x.new_ones(size * count * count).sum()
    return total + x.new_ones(size * count).sum()
"""
PAIR = harness.program(
    "sizes_once", SOURCE, ["windows(f32[M, N], 3, 2)", "rolled(f32[M, N], 3)", "in_loops(f32[N], 2, 3)"]
)


def body_of(host):
    PAIR.require()
    text = (PAIR.out / "sizes_once_kernels.c").read_text()
    return re.search(rf"^static RtStatus {host}\(RtCall \*call\) {{$(.*?)^}}$", text, re.M | re.S)[1]


def test_values():
    pair = PAIR.load()
    for rows, size, count in ((12, 3, 2), (24, 4, 2), (12, 2, 3), (4, 2, 2)):
        harness.check(pair, "windows", lambda: (randn(rows, 4), size, count), expect="whole")  # noqa: B023
    for size in (1, 3, 7, -2):
        harness.check(pair, "rolled", lambda: (randn(5, 4), size), expect="whole")  # noqa: B023
    for size, count in ((2, 3), (1, 1), (3, 2)):
        harness.check(pair, "in_loops", lambda: (randn(6), size, count), expect="whole")  # noqa: B023


def test_sizes_that_do_not_fit():
    pair = PAIR.load()
    harness.check(pair, "windows", lambda: (randn(12, 4), 2**62, 4))
    harness.check(pair, "windows", lambda: (randn(12, 4), 3, 0))


def test_what_sizes_share_is_computed_once():
    quotients = re.findall(r"rt_checked_floordiv\(&fits, (\w+, \w+)\)", body_of("windows_v0"))
    assert quotients and len(quotients) == len(set(quotients))


def test_what_was_asked_is_not_asked_again():
    asked = re.findall(r"rt_found_ints\(call, (.*?)\);", body_of("rolled_v0"))
    assert len(asked) > 5 and len(asked) == len(set(asked))
