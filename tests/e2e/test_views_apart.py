"""Operations in place whose operand is another view of the tensor that is written: whole where the two have no element
in common, Python's where they may."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


def corners(b):
    b = b.clone()
    b[:, 2:] += b[:, :2]
    return b


def of_the_caller(b):
    b[:, 2:] += b[:, :2]
    b[:, :2] *= b[:, 2:]
    return b


def swapped_rows(x):
    kept = x[0].clone()
    x[0] = x[1]
    x[1] = kept
    return x


def halves(x):
    left, right = x.chunk(2, -1)
    left.mul_(right).sub_(right.sum(0))
    right.copy_(left.abs())
    return left, x


def interleaved(x):
    even, odd = x[..., ::2], x[..., 1::2]
    even.add_(odd)
    odd.mul_(even)
    return x, even


def rows_of_columns(x):
    x[1:, 0].mul_(x[0, 1:3].sum())
    x[1, 2:].sub_(x[0, 2:])
    x.t()[0].add_(x.t()[1])
    return x


def into_another(x):
    torch.add(x[0], x[1], out=x[2])
    torch.mul(x[2], x[2], out=x[0])
    return x


def parts(z):
    z = z.clone()
    z.real.add_(z.imag)
    return z


def by_size(x, n: int):
    x[n:] += x[:1]
    return x


def one_below(x):
    x[1:] -= x[:-1]
    return x


def mirrored(x):
    return x.add_(x.t())
"""

CALLS = [
    "corners(f32[N, 4])",
    "of_the_caller(f32[N, 4])",
    "swapped_rows(f32[N, M])",
    "halves(f32[N, 8])",
    "interleaved(f32[N, 6])",
    "rows_of_columns(f32[3, 4])",
    "into_another(f32[N, M])",
    "by_size(f32[N, M], 2)",
    "one_below(f32[N, M])",
    "mirrored(f32[N, N])",
]
views = harness.program("views_apart", SOURCE, CALLS + ["parts(c64[N])"])

APART = [
    ("corners", (5, 4)),
    ("of_the_caller", (5, 4)),
    ("of_the_caller", (0, 4)),
    ("swapped_rows", (2, 3)),
    ("swapped_rows", (4, 0)),
    ("halves", (3, 8)),
    ("interleaved", (2, 6)),
    ("rows_of_columns", (3, 4)),
    ("into_another", (3, 5)),
]


@pytest.mark.parametrize("layout", ["rows", "columns", "slices"])
@pytest.mark.parametrize("name, shape", APART)
def test_views_without_a_common_element_are_written_in_c(name, shape, layout):
    def tensors():
        whole = randn(*shape)
        if layout == "columns":
            whole = whole.t().contiguous().t()
        return ((torch.cat([whole, whole], 1)[:, : shape[1]]) if layout == "slices" else whole,)

    harness.check(views.load(), name, tensors, expect="whole" if layout == "rows" and 0 not in shape else None)


def test_parts_of_complex_numbers():
    harness.check(views.load(), "parts", lambda: (torch.complex(randn(4), randn(4)),), expect="whole")


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_a_size_of_the_caller_decides(n):
    harness.check(views.load(), "by_size", lambda: (randn(4, 3), n))


@pytest.mark.parametrize("name, shape", [("one_below", (4, 3)), ("one_below", (1, 3)), ("mirrored", (3, 3))])
def test_what_torch_refuses_is_refused(name, shape):
    harness.check(views.load(), name, lambda: (randn(*shape),))


def test_a_view_past_the_end_of_memory_that_was_taken_away_is_refused():
    shrunk = harness.program(
        "shrunk", "def part(x):\n    return x[4:6]\n", calls=["part(f32[N])"], args=("--force",), flags="-O0"
    )
    pair, x = shrunk.load(), torch.arange(8.0)
    harness.check(pair, "part", lambda: [torch.arange(8.0)], expect="whole")
    x.untyped_storage().resize_(8)
    with pytest.raises(RuntimeError, match="out of bounds for storage"):
        pair.built.part(x)
