"""Slices that may reach beyond the end, and ranges whose step is an argument: clamped as Python does, also in loops."""

import math

import harness
import pytest
import torch

SOURCE = '''
import torch


def truncated(x):
    return x[:, :100] * 2


def last(x):
    return x[-50:] * 2


def between(x, a, b):
    return x[a:b] * 2


def written(x):
    x[2:90] += 1
    return x * 2


def chunks(x, k):
    total = 0
    for i in range(0, x.size(0), k):
        total = total + x[i : i + k].sum() * (i + 1)
    return total


def down(x, n, k):
    total = x[0] * 0
    for i in range(n, 0, -2):
        total = total * 2 + x[i] * k
    return total


def written_chunks(x, k):
    y = torch.zeros_like(x)
    for i in range(0, x.size(0), k):
        y[i : i + k] = x[i : i + k].cumsum(0)
    return y


def windows(x, k):
    out = []
    for i in range(x.size(0) - k + 1):
        out.append(x[i : i + k])
    return torch.stack(out)


def means(x, k):
    out = []
    for i in range(0, x.size(0), k):
        out.append(x[i : i + k].mean())
    return torch.stack(out)


def counted(n, k):
    return len(range(0, n, k)), len(range(3, n))


def pieces(x, k):
    """The last piece may be shorter: the list is Python's."""
    out = []
    for i in range(0, x.size(0), k):
        out.append(x[i : i + k] * 2)
    return torch.cat(out)


def in_pairs(x, y, k):
    total = 0
    for i, j in zip(range(0, x.size(0), k), range(y.size(0))):
        total = total + x[i : i + k].sum() * y[j]
    return total


def around(x, k: int):
    h = k // 2
    return torch.stack([x[max(0, i - h) : i + h + 1].mean() for i in range(len(x))])


def full_batches(x, k: int):
    out = []
    for i in range(0, len(x), k):
        batch = x[i : i + k]
        if len(batch) < k:
            break
        out.append(batch.mean())
    return torch.stack(out)


def until_short(x, k: int):
    total = 0
    for i in range(0, len(x), k):
        batch = x[i : i + k]
        if len(batch) < k:
            return total, i
        total = total + batch.mean()
    return total, -1
'''
CALLS = [
    "truncated(f32[N, M])",
    "last(f32[N])",
    "between(f32[N], a, b)",
    "written(f32[N])",
    "chunks(f32[N], k)",
    "down(f32[N], n, k)",
    "written_chunks(f32[N], k)",
    "windows(f32[N], k)",
    "means(f32[N], k)",
    "in_pairs(f32[N], f32[M], k)",
    "around(f32[N], k)",
    "full_batches(f32[N], k)",
    "until_short(f32[N], k)",
]
PROGRAM = harness.program("slice_bounds", SOURCE, calls=CALLS)


def numbers(*shape):
    return torch.linspace(-2, 2, torch.Size(shape).numel()).reshape(shape)


@pytest.mark.parametrize("width", [1, 3, 99, 100, 101, 250])
def test_a_great_constant(width):
    harness.check(PROGRAM.load(), "truncated", lambda: (numbers(3, width),), expect="whole")


@pytest.mark.parametrize("k", [1, 2, 3, 5])
@pytest.mark.parametrize("size", [1, 4, 7])
def test_windows_cut_off_at_both_ends(size, k):
    harness.check(PROGRAM.load(), "around", lambda: (numbers(size), k), expect="whole")


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("size", [3, 4, 7, 9])
def test_batches_up_to_the_last_one(size, k):
    harness.check(PROGRAM.load(), "full_batches", lambda: (numbers(size), k), expect="whole")
    harness.check(PROGRAM.load(), "until_short", lambda: (numbers(size), k))


def test_batches_of_which_none_is_full():
    harness.check(PROGRAM.load(), "full_batches", lambda: (numbers(2), 3))
    harness.check(PROGRAM.load(), "until_short", lambda: (numbers(2), 3))


@pytest.mark.parametrize("size", [1, 49, 50, 51, 80])
def test_from_the_end(size):
    harness.check(PROGRAM.load(), "last", lambda: (numbers(size),), expect="whole")


def test_nothing_to_slice():
    harness.check(PROGRAM.load(), "truncated", lambda: (numbers(3, 0),))
    harness.check(PROGRAM.load(), "last", lambda: (numbers(0),))
    harness.check(PROGRAM.load(), "chunks", lambda: (numbers(0), 2))


@pytest.mark.parametrize("a", [0, 2, 6, 9, 2**62])
@pytest.mark.parametrize("b", [2, 6, 9, 2**63 - 1])
def test_arguments(a, b):
    inside = min(a, 6) <= min(b, 6) and max(a, b) < 2**41
    harness.check(PROGRAM.load(), "between", lambda: (numbers(6), a, b), expect="whole" if inside else None)


@pytest.mark.parametrize(("a", "b"), [(-2, 6), (0, -1), (-9, -1), (4, 1), (-(2**63), 3), (True, 3)])
def test_arguments_that_count_from_the_end(a, b):
    harness.check(PROGRAM.load(), "between", lambda: (numbers(6), a, b))


@pytest.mark.parametrize("size", [3, 89, 90, 120])
def test_a_write(size):
    harness.check(PROGRAM.load(), "written", lambda: (numbers(size),), expect="whole")


@pytest.mark.parametrize("name", ["chunks", "written_chunks", "means"])
@pytest.mark.parametrize("k", [1, 2, 5, 6, 7, 2**40, 2**63 - 1])
def test_chunks(name, k):
    harness.check(PROGRAM.load(), name, lambda: (numbers(6), k), expect="whole" if k < 2**41 else None)


@pytest.mark.parametrize("k", [0, -1, -3])
def test_steps_that_do_not_go_up(k):
    for name in ("chunks", "written_chunks", "pieces"):
        harness.check(PROGRAM.load(), name, lambda: (numbers(6), k))
    harness.check(PROGRAM.load(), "counted", lambda: (6, k))


@pytest.mark.parametrize("n", [5, 4, 1, 0, -3])
def test_down(n):
    harness.check(PROGRAM.load(), "down", lambda: (numbers(6), n, 3), expect="whole" if n > 0 else None)


def test_an_index_that_is_beyond():
    harness.check(PROGRAM.load(), "down", lambda: (numbers(6), 7, 3))


@pytest.mark.parametrize("k", [1, 3, 6])
def test_windows(k):
    harness.check(PROGRAM.load(), "windows", lambda: (numbers(6), k), expect="whole")


@pytest.mark.parametrize("k", [0, -1, 7, 9])
def test_windows_that_do_not_fit(k):
    harness.check(PROGRAM.load(), "windows", lambda: (numbers(6), k))


@pytest.mark.parametrize("k", [1, 2, 4, 9])
def test_values_by_length(k):
    harness.check(PROGRAM.load(), "counted", lambda: (9, k))
    harness.check(PROGRAM.load(), "pieces", lambda: (numbers(9), k))
    harness.check(PROGRAM.load(), "in_pairs", lambda: (numbers(9), numbers(3), k), expect="whole")


PARTIAL = harness.program(
    "partial_rotations",
    """
import torch


class Rotation(torch.nn.Module):
    def __init__(self, width, turned):
        super().__init__()
        self.width = width
        self.register_buffer("frequencies", torch.arange(1.0, turned // 2 + 1))

    def forward(self, x):
        heads = x.view(*x.shape[:2], -1, self.width).transpose(1, 2)
        angles = torch.cat([self.frequencies, self.frequencies])
        turned, kept = heads[..., : angles.shape[-1]], heads[..., angles.shape[-1] :]
        return torch.cat([turned * angles.cos(), kept], dim=-1), kept


whole, half = Rotation(8, 8), Rotation(8, 4)

if __name__ == "__main__":
    whole(torch.ones(2, 3, 16))
    half(torch.ones(2, 3, 16))
""",
)


@pytest.mark.parametrize("name", ["whole", "half"])
@pytest.mark.parametrize("shape", [(2, 3, 16), (3, 5, 24)])
def test_a_part_that_a_configuration_leaves_empty(name, shape):
    harness.check(PARTIAL.load(), name, lambda: [torch.arange(float(math.prod(shape))).view(shape)], expect="whole")


COUNTED = harness.program(
    "counted_pieces",
    """
import torch


def pieces(x, n: int):
    out = []
    i = 0
    while i < len(x):
        out.append(x[i : i + n].sum(0))
        i += n
    return torch.stack(out)


def of_three(x):
    total = torch.zeros(x.shape[1])
    i = 0
    while i < x.shape[0]:
        total = total + x[i : i + 3].mean(0)
        i = i + 3
    return total, i


def from_two(x):
    i = 2
    s = x.sum(0) * 0
    while i < len(x) + 2:
        s = s + x[i - 1 : i + 1].sum(0)
        i += 2
    return s


def down(x):
    i = len(x)
    s = x.sum() * 0
    while i > 0:
        s = s + x[max(0, i - 2) : i].amax()
        i -= 2
    return s


def both_ways(x, n: int):
    i = 0
    s = x.sum(0) * 0
    for _ in range(n):
        k = 0
        while k < 4:
            s = s + x[i : i + 2].sum(0)
            k += 1
            i += k
        i -= 3
    return s, i


def sometimes(x):
    i = k = 0
    s = x[0] * 0
    while i < len(x):
        if x[i].sum() > 0:
            k += 1
        s = s + x[k : k + 2].sum(0)
        i += 1
    return s, k


if __name__ == "__main__":
    x = torch.randn(7, 3)
    pieces(x, 2), of_three(x), from_two(x), down(x), both_ways(x, 2), sometimes(x)
""",
    args=["--force"],
)


@pytest.mark.parametrize("size", [3, 4, 5, 7, 8])
@pytest.mark.parametrize("name", ["pieces", "of_three", "from_two", "down", "both_ways", "sometimes"])
def test_places_that_a_while_loop_counts(name, size):
    """The last piece may be shorter than the others; what goes down, too, is another matter."""
    rest = {"pieces": (2,), "both_ways": (3,)}.get(name, ())
    expect = "whole" if name in ("pieces", "of_three", "down") else None
    harness.check(COUNTED.load(), name, lambda: (numbers(size, 3), *rest), expect=expect)


@pytest.mark.parametrize("n", [1, 3, 20])
def test_pieces_of_any_length(n):
    harness.check(COUNTED.load(), "pieces", lambda: (numbers(7, 3), n), expect="whole")
