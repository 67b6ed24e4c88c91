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


def in_windows(x, size: int):
    rows, height, width, _ = x.shape
    x = x.view(rows, height // size, size, width // size, size, -1)
    x = torch.relu(x.permute(0, 1, 3, 2, 4, 5).contiguous().view(-1, size, size, x.shape[-1]))
    rows = int(x.shape[0] / (height * width / size / size))
    x = x.view(rows, height // size, width // size, size, size, -1)
    return x.permute(0, 1, 3, 2, 4, 5).contiguous().view(rows, height, width, -1) * 2
"""
PAIR = harness.program(
    "sizes_once",
    SOURCE,
    ["windows(f32[M, N], 3, 2)", "rolled(f32[M, N], 3)", "in_loops(f32[N], 2, 3)", "in_windows(f32[B, H, W, C], 4)"],
)


def body_of(host):
    PAIR.require()
    text = (PAIR.out / "sizes_once_kernels.c").read_text()
    return re.search(rf"^static RtStatus {host}\(RtCall \*call\) {{$(.*?)^}}$", text, re.M | re.S)[1]


def test_values():
    pair = PAIR.load()
    for rows, size, count in ((12, 3, 2), (24, 4, 2), (12, 2, 3), (4, 2, 2)):
        harness.check(pair, "windows", lambda: (randn(rows, 4), size, count), expect="whole")  # noqa: B023
    for size in (1, 3, 7, -2, 0, 5, -20):  # the last three: all rows, or all columns, stay
        harness.check(pair, "rolled", lambda: (randn(5, 4), size), expect="whole")  # noqa: B023
    for size, count in ((2, 3), (1, 1), (3, 2)):
        harness.check(pair, "in_loops", lambda: (randn(6), size, count), expect="whole")  # noqa: B023


def test_windows():
    pair = PAIR.load()
    for shape, size in (((2, 8, 8, 3), 4), ((1, 4, 8, 5), 2), ((2, 6, 9, 1), 3), ((3, 5, 7, 2), 1)):
        harness.check(pair, "in_windows", lambda: (randn(*shape), size), expect="whole")  # noqa: B023
    for shape, size in (((0, 8, 8, 3), 4), ((1, 0, 8, 3), 4), ((2, 8, 8, 0), 4), ((3, 7, 8, 2), 4)):
        harness.check(pair, "in_windows", lambda: (randn(*shape), size))  # noqa: B023
    for size in (-4, 0):
        harness.check(pair, "in_windows", lambda: (randn(2, 8, 8, 3), size))  # noqa: B023


@harness.about_c
def test_kernels_are_given_quotients_of_sizes():
    PAIR.require()
    text = (PAIR.out / "sizes_once_kernels.c").read_text()
    kernels = re.findall(r"^static void in_windows_v0_k\d+_part\((.*?)\) {$(.*?)^}$", text, re.M | re.S)
    assert kernels
    for _, body in kernels:
        assert not re.search(r"\b[HWB] / |\) / size\b", body)
    assert any("int64_t size_1" in parameters for parameters, _ in kernels)


def test_sizes_that_do_not_fit():
    pair = PAIR.load()
    harness.check(pair, "windows", lambda: (randn(12, 4), 2**62, 4))
    harness.check(pair, "windows", lambda: (randn(12, 4), 3, 0))


@harness.about_c
def test_what_sizes_share_is_computed_once():
    quotients = re.findall(r"rt_checked_floordiv\(&fits, (\w+, \w+)\)", body_of("windows_v0"))
    assert quotients and len(quotients) == len(set(quotients))


@harness.about_c
def test_what_was_asked_is_not_asked_again():
    asked = re.findall(r"rt_found_ints\(call, (.*?)\);", body_of("rolled_v0"))
    assert len(asked) > 5 and len(asked) == len(set(asked))
