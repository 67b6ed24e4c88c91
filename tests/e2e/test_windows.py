"""Views of several steps through memory: unfold, diagonals of any dimensions, as_strided."""

import harness
import pytest
import torch

SOURCE = """
import torch


def moving_mean(x):
    return x.unfold(0, 3, 1).mean(-1)


def of_arguments(x, width, step):
    return x.unfold(-1, width, step) * 2


def returned(x):
    return x.unfold(0, 3, 2), x * 2


def one_after_the_other(x):
    x.unfold(0, 2, 2).mul_(2)
    return x + 1


def pairs(x):
    v = x.unfold(2, 2, 2)
    return v, v + 1


def of_what_is_computed(x):
    return (x.exp() + 1).unfold(1, 4, 2).sum(-1)


def patches(x):
    return x.unfold(2, 3, 1).unfold(3, 3, 1).contiguous().view(x.size(0), x.size(1), -1, 9).sum(-1)


def weighted(x, w):
    return (x.unfold(-1, 5, 1) * w).sum(-1)


def written_before(x):
    v = x.unfold(0, 3, 1)
    x.add_(1)
    return v * 2, v


def across(x):
    return x.t().unfold(0, 2, 1) + 1


def overlapping_write(x):
    x.unfold(0, 2, 1).zero_()
    return x + 1


def strided(x):
    return x.as_strided((2, 2), (1, 1)) * 2


def strided_view(x):
    return torch.as_strided(x, (2, 3), (3, 1)), x + 1


def strided_rows(x, n):
    return x.as_strided((n, 3), (1, 2)).sum(0)


def repeated(x):
    return x.as_strided((2, 3), (0, 1)) + 1


def overlapping_chunks(x, half=2):
    x = x.view(x.size(0), x.size(1) // (half * 2), half * 2, x.size(2))
    sizes, strides = list(x.size()), list(x.stride())
    sizes[1] = sizes[1] * 2 - 1
    strides[1] = strides[1] // 2
    return x.as_strided(size=sizes, stride=strides) * 2


def strided_write(x):
    x.as_strided((2, 2), (2, 1)).add_(1)
    return x * 2


def from_an_offset(x):
    return x.as_strided((2, 3), (1, 1), 1) * 2


def number(x):
    return x.as_strided((), ()) * 2


def outer_diagonal(x):
    return x.diagonal(0, 0, 2) * 2


def diagonal_sum(x):
    return x.diagonal(1, -1, 0).sum(-1), x * 1


def transposed_diagonal(x):
    return x.t().diagonal() * 2


def diagonal_view(x):
    v = x.diagonal(-1, 0, 2)
    x.mul_(3)
    return v + 0, v


def diagonal_write(x):
    x.diagonal(0, 0, 2).add_(1)
    return x * 2
"""
LINES = ["moving_mean", "returned", "one_after_the_other", "written_before", "overlapping_write", "strided"]
LINES += ["strided_view", "repeated", "strided_write", "from_an_offset", "number"]
MATRICES = ["of_what_is_computed", "across", "transposed_diagonal"]
BLOCKS = ["outer_diagonal", "diagonal_sum", "diagonal_view", "diagonal_write"]
CALLS = [f"{name}(f32[N])" for name in LINES] + [f"{name}(f32[N, M])" for name in MATRICES]
CALLS += [f"{name}(f32[A, B, C])" for name in BLOCKS]
CALLS += ["of_arguments(f32[N, M], k, s)", "patches(f32[B, C, H, W])", "weighted(f32[N, M], f32[5])"]
CALLS += ["strided_rows(f32[N], n)", "pairs(f32[A, 1, C])", "pairs(f32[1, A, C].transpose(0, 1))"]
CALLS += ["overlapping_chunks(f32[B, T, C])"]
PROGRAM = harness.program("windows", SOURCE, calls=CALLS)
IN_PYTHON = {"overlapping_write", "strided_write", "from_an_offset"}  # writes through windows; offsets of the storage
WRITES = {"diagonal_write"}  # of dimensions that are no neighbours


def numbers(*shape):
    return torch.linspace(-2, 2, torch.Size(shape).numel()).reshape(shape)


def check(name, *shapes, expect="whole"):
    harness.check(PROGRAM.load(), name, lambda: [numbers(*shape) for shape in shapes], expect=expect)


@pytest.mark.parametrize("name", LINES)
def test_lines(name):
    check(name, (9,), expect=None if name in IN_PYTHON else "whole")
    for size in (0, 1, 2, 3, 4):
        check(name, (size,), expect=None)
    harness.check(PROGRAM.load(), name, lambda: (numbers(24)[1::2],))
    harness.check(PROGRAM.load(), name, lambda: (torch.arange(9),))


@pytest.mark.parametrize("name", MATRICES)
def test_matrices(name):
    check(name, (4, 9))
    for shape in [(6, 6), (1, 9), (2, 2), (0, 9), (9, 1)]:
        check(name, shape, expect=None)
    harness.check(PROGRAM.load(), name, lambda: (numbers(9, 6).t(),))


@pytest.mark.parametrize("name", BLOCKS)
def test_blocks(name):
    check(name, (3, 4, 5), expect=None if name in WRITES else "whole")
    for shape in [(1, 1, 1), (3, 2, 7), (5, 2, 3), (0, 3, 2), (3, 1, 3)]:
        check(name, shape, expect=None)
    harness.check(PROGRAM.load(), name, lambda: (numbers(3, 2, 7).transpose(0, 2),))
    harness.check(PROGRAM.load(), name, lambda: (numbers(3, 4, 5).double(),))


@pytest.mark.parametrize("width", [0, 1, 2, 6, 7, -1])
@pytest.mark.parametrize("step", [1, 2, 5, 0, -1])
def test_arguments(width, step):
    harness.check(PROGRAM.load(), "of_arguments", lambda: (numbers(2, 6), width, step))


def test_models():
    check("patches", (2, 3, 5, 6))
    check("patches", (1, 1, 3, 3), expect=None)
    check("patches", (2, 3, 2, 5), expect=None)
    check("weighted", (2, 9), (5,))
    check("weighted", (2, 5), (5,), expect=None)
    check("weighted", (2, 4), (5,), expect=None)


@pytest.mark.parametrize("shape", [(4, 1, 7), (4, 1, 6), (1, 1, 9), (4, 1, 2), (1, 4, 1), (4, 1, 1)])
def test_channels_of_one(shape):
    """A size of 1 keeps its stride beside windows that follow one another."""
    check("pairs", shape, expect="whole" if shape[0] > 1 and shape[2] > 3 else None)
    harness.check(PROGRAM.load(), "pairs", lambda: (numbers(shape[1], shape[0], shape[2]).transpose(0, 1),))
    harness.check(PROGRAM.load(), "pairs", lambda: (numbers(shape[0], shape[1], 2 * shape[2])[:, :, : shape[2]],))


@pytest.mark.parametrize("n", [5, 2, 1, 0, -1, 6])
def test_rows(n):
    harness.check(PROGRAM.load(), "strided_rows", lambda: (numbers(9), n), expect="whole" if 1 < n < 6 else None)


@pytest.mark.parametrize("shape", [(3, 16, 2), (2, 16, 3), (2, 4, 3), (2, 16, 0), (0, 16, 2), (2, 0, 3), (2, 6, 1)])
def test_chunks(shape):
    """How far apart windows stand is computed from a size, and from an argument."""
    check("overlapping_chunks", shape, expect="whole" if shape[0] > 1 and shape[1] == 16 and shape[2] > 0 else None)
    harness.check(PROGRAM.load(), "overlapping_chunks", lambda: (numbers(2, 24, 3), 3))
    harness.check(PROGRAM.load(), "overlapping_chunks", lambda: (numbers(2, 24, 3), 0))


OFFSETS = harness.program(
    "windows_from_an_offset",
    """
import torch


def windows(x, k: int):
    return x.as_strided((3, 2), (2, 1), k) * 2


def pairs(x, k: int):
    return torch.as_strided(x, (x.shape[1] - 1, 2), (1, 1), 1)


def of_a_result(x, k: int):
    y = x * 2
    return y.as_strided((2, 2), (1, 2), k), torch.as_strided(y.view(-1)[2:], (2,), (1,))


def first(x, k: int):
    return x.as_strided((2,), (1,), storage_offset=0)


if __name__ == "__main__":
    x = torch.arange(12.0).view(3, 4)
    for f in windows, pairs, of_a_result, first:
        f(x, 1)
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["windows", "pairs", "of_a_result", "first"])
@pytest.mark.parametrize("k", [0, 1, 3, 7, 8, -1])
def test_windows_that_begin_behind_the_storage(name, k):
    whole = "whole" if 0 < k < 7 else None
    x = lambda: torch.arange(12.0).view(3, 4)  # noqa: E731
    harness.check(OFFSETS.load(), name, lambda: [x(), k], expect=whole)
    for other in (lambda: x()[1:], lambda: x()[:2], lambda: x().t(), lambda: torch.arange(40.0).view(10, 4)[3:7]):
        harness.check(OFFSETS.load(), name, lambda other=other: [other(), k])
