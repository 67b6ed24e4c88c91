"""Indexing by tensors, lists and masks, alone and mixed with slices, ints, None and Ellipsis: values, layout, exceptions."""

import harness
import pytest
import torch
from table import randn

INDEXING = harness.program(
    "indexing",
    """import torch


def rows(x, i):
    return x[i] * 2


def pairs(x, i, j):
    return x[i, j], x[i[:, None], j]


def columns(x, i):
    return x[:, i], x[..., i], x[i, 0]


def apart(x, i):
    return x[i, :, i], x[i, 0, i], x[0, i], x[i, None], x[:, i, None], x[:, i, 1:], x[..., i, :]


def grid(x, i):
    return x[i] + 1


def element(x, i):
    return x[i] * 2 + x[:, i].sum()


def narrow_type(x, i):
    return x[i] + 1


def lists(x):
    return x[[0, 2]] * 2, x[:, [1, 0]], x[[0, 1], [1, -1]]


def largest(x):
    return x[torch.arange(x.shape[0]), x.argmax(1)]


def selected(x, i):
    return torch.index_select(x, 0, i), x.index_select(-1, i) + 1


def taken(x, i):
    return torch.take(x, i), x.take(i) + 1


def table(x, w, i):
    return x * 2, w[i] + 1


def masked(x, m):
    return x[m] * 2, x[m].sum()


def masked_columns(x, m):
    return x[:, m], x[:, m, None] + 1


def masked_pairs(x):
    y = x[x > 0]
    return y, y.mean(), len(y), torch.masked_select(x, x < 0)


def masked_inside(x, m):
    return x[m], x[m, 1:], x[:, m[0]]


def places(x):
    i, j = torch.nonzero(x > 0, as_tuple=True)
    return torch.nonzero(x), (x > 0).nonzero()[:, 0], i + j, i, j, torch.argwhere(x)


def beside_one(x, m):
    return x[None, m], x[None, m] + 1


def where_places(x):
    (i,) = torch.where(x > 0)
    return x[i] * 2, i
""",
    calls=[
        "rows(f32[M, N], i64[K])",
        "pairs(f32[M, N], i64[K], i64[K])",
        "columns(f32[M, N], i64[K])",
        "apart(f32[A, B, C], i64[K])",
        "grid(f32[M, N], i64[K, L])",
        "grid(f32[A, B, C].transpose(1, 2), i64[K])",
        "grid(f32[M], i64[K, L].t())",
        "element(f32[M, N], i64[()])",
        "narrow_type(f32[M, N], i32[K])",
        "lists(f32[M, N])",
        "largest(f32[M, N])",
        "selected(f32[M, N], i64[K])",
        "taken(f32[M, N], i64[K])",
        "table(f32[K, N], f32[M, N], i64[K])",
        "masked(f32[M, N], b8[M])",
        "masked_columns(f32[M, N], b8[N])",
        "masked_pairs(f32[M, N])",
        "masked_inside(f32[A, B, C], b8[A, B])",
        "places(f32[M, N])",
        "beside_one(f32[C, B, A].permute(2, 1, 0), b8[A, B])",
        "beside_one(f32[A, B, C], b8[A, B])",
        "where_places(f32[N])",
    ],
    args=("--force",),
)


def check(name, make, **how):
    return harness.check(INDEXING.load(), name, make, **how)


def index(*numbers, dtype=torch.int64):
    return torch.tensor(numbers, dtype=dtype)


@pytest.mark.parametrize("numbers", [(0, 3, -1), (2,), (), (4, 4, 0, -5)])
def test_rows(numbers):
    check("rows", lambda: (randn(5, 4), index(*numbers)), expect="whole")


@pytest.mark.parametrize("numbers", [(5,), (-6,), (0, 1 << 40)])
def test_an_index_out_of_range_raises_what_eager_raises(numbers):
    check("rows", lambda: (randn(5, 4), index(*numbers)), expect="fallback")
    check("table", lambda: (randn(len(numbers), 4), randn(5, 4), index(*numbers)), expect="fallback")


def test_what_is_beside_a_table_is_computed_with_it():
    check("table", lambda: (randn(3, 4), randn(5, 4), index(0, -1, 2)), expect="whole")


def test_pairs():
    check("pairs", lambda: (randn(5, 4), index(0, 3, -1), index(0, -4, 3)), expect="whole")
    check("pairs", lambda: (randn(5, 4), index(0), index(4)), expect="fallback")


def test_columns():
    check("columns", lambda: (randn(5, 4), index(0, 3, -1)), expect="whole")
    check("columns", lambda: (randn(4, 5).t(), index(0, 3, -1)))


@pytest.mark.parametrize("shape", [(2, 3, 4), (3, 2, 2), (2, 2, 2)])
def test_indices_that_are_apart(shape):
    check("apart", lambda: (randn(*shape), index(0, -1)), expect="whole")


def test_layouts_follow_the_table_and_the_indices():
    check("grid", lambda: (randn(5, 4), index(0, 3, -1, 2).view(2, 2)), expect="whole")
    check("grid", lambda: (randn(3, 4, 5).transpose(1, 2), index(0, 2)), expect="whole")
    check("grid", lambda: (randn(5), index(0, 3, -1, 2, 1, 0).view(2, 3).t()), expect="whole")
    check("grid", lambda: (randn(3, 4, 1).transpose(1, 2), index(0, 2)))


@pytest.mark.parametrize("number", [0, 2, -1, -3, 3, -4])
def test_a_tensor_of_no_dimension_is_an_int(number):
    check("element", lambda: (randn(3, 3), torch.tensor(number)), expect="whole" if -4 < number < 3 else "fallback")


def test_other_types_of_indices():
    check("narrow_type", lambda: (randn(5, 4), index(0, -1, dtype=torch.int32)), expect="whole")
    check("narrow_type", lambda: (randn(5, 4), torch.tensor([0.0, 1.0])), expect="fallback")
    check("narrow_type", lambda: (randn(5, 4), index(0, -1, dtype=torch.int16)), expect="fallback")
    check("narrow_type", lambda: (randn(2, 4), torch.tensor([True, False])))


def test_lists():
    check("lists", lambda: (randn(3, 4),), expect="whole")
    check("lists", lambda: (randn(2, 4),), expect="fallback")


def test_functions_that_read_by_index():
    check("largest", lambda: (randn(3, 4),), expect="whole")
    check("selected", lambda: (randn(5, 4), index(0, 3, 1)), expect="whole")
    check("selected", lambda: (randn(5, 4), index(0, -1)), expect="fallback")
    check("taken", lambda: (randn(5, 4), index(0, 19, -20)), expect="whole")
    check("taken", lambda: (randn(5, 4), index(0, 20)), expect="fallback")


@pytest.mark.parametrize("bits", [(1, 0, 1, 1, 0), (0, 0, 0, 0, 0), (1, 1, 1, 1, 1)])
def test_masks_of_rows_and_columns(bits):
    mask = lambda: torch.tensor(bits, dtype=torch.bool)
    check("masked", lambda: (randn(5, 4), mask()), expect="whole")
    check("masked_columns", lambda: (randn(4, 5), mask()), expect="whole" if any(bits) else None)
    check("masked", lambda: (randn(4, 4), mask()), expect="fallback")


@pytest.mark.parametrize("shape", [(3, 4), (1, 4), (5, 1), (0, 4), (40, 50)])
def test_masks_of_all_dimensions(shape):
    check("masked_pairs", lambda: (randn(*shape),), expect="whole")


def test_masks_of_some_dimensions():
    check("masked_inside", lambda: (randn(2, 3, 4), randn(2, 3) > 0), expect="whole")
    check("masked_inside", lambda: (randn(2, 3, 4), randn(2, 3) > 9), expect="whole")


def test_layouts_beside_a_size_of_one():
    check("beside_one", lambda: (randn(2, 3, 4), randn(2, 3) > 0), expect="whole")
    check("beside_one", lambda: (randn(4, 3, 2).permute(2, 1, 0), randn(2, 3) > 0))


def test_places():
    check("places", lambda: (randn(3, 4),), expect="compiled")
    check("places", lambda: (torch.zeros(3, 4),), expect=None)
    check("where_places", lambda: (randn(9),), expect="whole")
    check("where_places", lambda: (randn(0),))


RANGES = harness.program(
    "ranges_as_indices",
    """
import torch


def likelihood(probs, targets):
    return -probs[range(probs.shape[0]), targets].log().mean()


def overlay(x, y):
    z = x.clone()
    z[range(len(x)), y] = x.max()
    return z


def parts(x):
    return x[range(1, x.shape[0]), :] + 1, x[:, range(x.shape[1] - 1, -1, -1)] * 2


def made(x):
    return torch.tensor(range(x.shape[0])) * 2, torch.tensor(range(x.shape[1]), dtype=torch.float32) + 0.5


if __name__ == "__main__":
    x, y = torch.rand(4, 5), torch.tensor([0, 1, 2, 3])
    likelihood(x, y), overlay(x, y), parts(x), made(x)
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("rows", [4, 3, 100])
@pytest.mark.parametrize("name", ["likelihood", "overlay", "parts", "made"])
def test_ranges_of_a_size_are_indices(name, rows):
    x, y = torch.rand(rows, 5, generator=torch.Generator().manual_seed(rows)), torch.arange(rows) % 5
    arguments = (x, y) if name in ("likelihood", "overlay") else (x,)
    harness.check(RANGES.load(), name, lambda: tuple(a.clone() for a in arguments), expect="whole")


@pytest.mark.parametrize("rows, targets", [(0, 0), (1, 1), (4, 3)])
def test_ranges_of_nothing_and_of_another_length(rows, targets):
    x, y = torch.ones(rows, 5), torch.zeros(targets, dtype=torch.int64)
    for name, arguments in {"likelihood": (x, y), "overlay": (x, y), "made": (x,)}.items():
        harness.check(RANGES.load(), name, lambda arguments=arguments: tuple(a.clone() for a in arguments))


STARRED = harness.program(
    "starred_indices",
    """import torch


def starred(x):
    y = x[*(0, 1)] + x[*[slice(None)], :1]
    y[*(-1,)] = 3
    return y, x[1, *(0,)], x[*(slice(1, None), *(2,))]


if __name__ == "__main__":
    starred(torch.rand(4, 5))
""",
    args=["--force"],
    flags="-O0",
)


def test_displays_are_unpacked_in_an_index():
    harness.check(STARRED.load(), "starred", lambda: (torch.arange(12.0).view(3, 4),), expect="whole")


MASKS_BESIDE = """
import torch


def rows_at_mask(x, mask, columns, at):
    return x[at, columns], x[at, columns, 0] + 1


def mask_at_columns(x, mask, columns, at):
    return x[mask, at], x[mask, :, at]


def two_masks(x, mask, columns, at):
    return x[mask, columns], x[mask, columns].sum()


def table(x, mask, columns, at):
    return x[mask, at[:, None]], x[at[:, None], columns]


def apart(x, mask, columns, at):
    return x[mask, 1:, at], x[None, mask, at, ..., None], x[mask, None, at]


def list_of_bools(x, mask, columns, at):
    return x[[True, False, True]] * 2, x[[True, False, True], 1:], x[:, [True, False, False, True], at]


def written(x, mask, columns, at):
    x = x.clone()
    x[mask, at] = 3.0
    x[at, columns] += 1
    x[[False, True, True]] = 0
    x[mask, 1:3] *= -1
    return x


def written_rows(x, mask, columns, at):
    x = x.clone()
    x[mask, at, 1:] = x[:2, 2, :-1].clone()
    return x.index_put((mask, at), x.new_tensor(5.0))


if __name__ == "__main__":
    x = torch.rand(3, 4, 5)
    mask, columns = torch.tensor([True, False, True]), torch.tensor([True, False, True, False])
    at = torch.tensor([0, 2])
    for f in rows_at_mask, mask_at_columns, two_masks, table, apart, list_of_bools, written, written_rows:
        f(x, mask, columns, at)
"""
BESIDE = harness.program("masks_beside_indices", MASKS_BESIDE, args=["--force"], flags="-O0")
BESIDE_NAMES = [line[4 : line.index("(")] for line in MASKS_BESIDE.splitlines() if line.startswith("def ")]


@pytest.mark.parametrize("name", BESIDE_NAMES)
@pytest.mark.parametrize("trues", [2, 1, 0, 3])
@pytest.mark.parametrize("places", [(0, 2), (-1, 1), (1,), (), (0, 9)])
def test_masks_beside_other_indices(name, trues, places):
    def make():
        x = torch.arange(60.0).view(3, 4, 5)
        mask, columns = torch.arange(3) < trues, torch.arange(4) >= 4 - trues
        return x, mask, columns, torch.tensor(places, dtype=torch.int64)

    harness.check(BESIDE.load(), name, make, expect="whole" if trues == 2 and places in ((0, 2), (-1, 1)) else None)
    harness.check(BESIDE.load(), name, lambda: [x.mT if x.dim() > 2 else x for x in make()])
    harness.check(BESIDE.load(), name, lambda: [x[:2] for x in make()])
