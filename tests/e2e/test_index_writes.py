"""Writing through indices: x[i] = v and its kin, scatters, repeated and negative indices, masks, layouts and exceptions."""

import harness
import pytest
import torch
from table import randn

WRITES = harness.program(
    "index_writes",
    """import torch


def rows(x, i, v):
    x[i] = v
    return x * 2


def zeroed(x, i):
    x[i] = 0.0
    x[:, i] = 1
    return x


def counted(x, i):
    x[i] += 1
    return x


def moved(x, i, j):
    x[i] = x[j] * 2
    return x


def inside(x, i):
    x[1:, i] = 5.0
    x[..., i, None] = -1.0
    x[0, i] *= 2
    return x.sum()


def fresh(x, i, v):
    y = x * 2
    y[i, i] = v
    y[[0, 1]] = y[[1, 0]]
    return y


def positive(x):
    x[x > 0] = 0
    x[x < -1] *= 2
    return x


def damped(x):
    y = x.clone()
    y[y < 0] = y[y < 0] * 0.1
    return y


def masked_rows(x, m):
    x[m] = 1.5
    x[:, 0][m] = -1.0
    return x


def filled(x, m, v):
    x[m] = v
    return x


def self_indexed(x):
    x[x] = x + 1
    return x


def put(x, i, v):
    return x.index_put((i,), v), torch.index_put(x, (i,), v, accumulate=True)


def put_in_place(x, i, v):
    x.index_put_((i,), v, accumulate=True)
    return x


def along(x, i, v):
    return x.index_add(0, i, v), x.index_copy(0, i, v), x.index_fill(0, i, 2.5), torch.index_add(x, 0, i, v, alpha=2)


def along_in_place(x, i, v):
    x.index_add_(1, i, v)
    x.index_fill_(0, i, 0.0)
    return x


def scattered(x, i, v):
    return x.scatter(1, i, v), torch.scatter(x, 1, i, 2.0), x.scatter_add(1, i, v)


def histogram(i, v):
    return torch.zeros(6).scatter_add_(0, i, v)


def one_hot(i):
    return torch.zeros(i.shape[0], 5).scatter_(1, i[:, None], 1.0)


def along_dim(x):
    return torch.take_along_dim(x, x.argmax(1, keepdim=True), 1), x.take_along_dim(x.argmin(0)[None], dim=0)


def repeated(x):
    return x.repeat_interleave(2), torch.repeat_interleave(x, 3, dim=1), x.repeat_interleave(x.shape[0], 0)
""",
    calls=[
        "rows(f32[M, N], i64[K], f32[K, N])",
        "rows(f32[M, N].t(), i64[K], f32[K, M])",
        "zeroed(f32[M, N], i64[K])",
        "counted(f32[M, N], i64[K])",
        "counted(bf16[M, N], i64[K])",
        "moved(f32[M, N], i64[K], i64[K])",
        "inside(f32[M, N, P], i64[K])",
        "fresh(f32[M, N], i64[K], f32[K])",
        "positive(f32[M, N])",
        "damped(f32[M, N])",
        "masked_rows(f32[M, N], b8[M])",
        "filled(f32[M, N], b8[M], f32[K, N])",
        "self_indexed(i64[N])",
        "put(f32[N], i64[K], f32[K])",
        "put_in_place(f32[N], i64[K], f32[K])",
        "along(f32[M, N], i64[K], f32[K, N])",
        "along_in_place(f32[M, N], i64[K], f32[M, K])",
        "scattered(f32[M, N], i64[M, K], f32[M, K])",
        "histogram(i64[K], f32[K])",
        "one_hot(i64[K])",
        "along_dim(f32[M, N])",
        "repeated(f32[M, N])",
    ],
    args=("--force",),
)


def check(name, make, **how):
    return harness.check(WRITES.load(), name, make, **how)


def index(*numbers):
    return torch.tensor(numbers, dtype=torch.int64)


@pytest.mark.parametrize("numbers", [(0, 3, -1), (2,), ()])
def test_rows(numbers):
    check("rows", lambda: (randn(5, 4), index(*numbers), randn(len(numbers), 4)), expect="whole")
    check("zeroed", lambda: (randn(5, 4), index(*numbers)), expect="whole")
    check("rows", lambda: (randn(4, 5).t(), index(*numbers), randn(len(numbers), 4)))


@pytest.mark.parametrize("numbers", [(5,), (0, -6), (0, 1 << 40)])
def test_nothing_is_written_when_an_index_is_out_of_range(numbers):
    check("rows", lambda: (randn(5, 4), index(*numbers), randn(len(numbers), 4)), expect="fallback")
    check("counted", lambda: (randn(5, 4), index(*numbers)), expect="fallback")


def test_values_of_other_types_and_shapes():
    check("rows", lambda: (randn(5, 4), index(0, 1), randn(2, 4).double()), expect="fallback")
    check("rows", lambda: (randn(5, 4), index(0, 1), randn(3, 4)), expect="fallback")
    check("rows", lambda: (randn(5, 4), index(0, 1), randn(1, 4)))
    check("rows", lambda: (randn(5, 4), index(0, 1), 2.0))


def test_adding_is_getting_and_setting():
    check("counted", lambda: (randn(5, 4), index(0, 3, 0, -5)), expect="whole")
    check("counted", lambda: (randn(5, 4).bfloat16(), index(0, 3, 0)), expect="whole")


def test_what_is_read_is_read_before_it_is_written():
    check("moved", lambda: (randn(5, 4), index(0, 1, 2), index(1, 2, 0)), expect="whole")
    check("self_indexed", lambda: (index(1, 2, 0),))  # raises: the index lies in what is written


def test_indices_among_slices():
    check("inside", lambda: (randn(3, 4, 5), index(0, 2)), expect="whole")
    check("inside", lambda: (randn(3, 4, 5), index(0, 4)), expect="fallback")


def test_writes_into_what_is_made_in_the_function():
    check("fresh", lambda: (randn(5, 4), index(0, 3, -1), randn(3)), expect="whole")


@pytest.mark.parametrize("shape", [(3, 4), (1, 4), (0, 4), (30, 40)])
def test_masks(shape):
    check("positive", lambda: (randn(*shape),), expect="whole")
    check("damped", lambda: (randn(*shape),), expect="whole")


@pytest.mark.parametrize("bits", [(1, 0, 1), (0, 0, 0), (1, 1, 1)])
def test_masks_of_rows(bits):
    mask = lambda: torch.tensor(bits, dtype=torch.bool)
    check("masked_rows", lambda: (randn(3, 4), mask()), expect="whole")
    check("filled", lambda: (randn(3, 4), mask(), randn(sum(bits), 4)), expect="whole")
    check("filled", lambda: (randn(3, 4), mask(), randn(sum(bits) + 1, 4)), expect="fallback")


def test_put():
    check("put", lambda: (randn(5), index(0, 3, 0, -1), randn(4)))
    check("put", lambda: (randn(5), index(0, 3, -1), randn(3)), expect="whole")
    check("put_in_place", lambda: (randn(5), index(0, 3, 0, -5), randn(4)), expect="whole")


def test_along_a_dimension():
    check("along", lambda: (randn(5, 4), index(0, 3, 1), randn(3, 4)), expect="whole")
    check("along", lambda: (randn(5, 4), index(0, -1, 1), randn(3, 4)), expect="fallback")
    check("along_in_place", lambda: (randn(5, 4), index(0, 3, 0), randn(5, 3)), expect="whole")


def test_scatters():
    columns = lambda: torch.tensor([[0, 3, 1], [1, 0, 2]])
    check("scattered", lambda: (randn(2, 4), columns(), randn(2, 3)), expect="whole")
    check("scattered", lambda: (randn(2, 3), columns(), randn(2, 3)), expect="fallback")
    check("scattered", lambda: (randn(2, 4), columns() - 1, randn(2, 3)), expect="fallback")
    check("scattered", lambda: (randn(3, 4), columns(), randn(4, 5)))
    check("histogram", lambda: (index(0, 5, 1, 1, 0), randn(5)), expect="whole")
    check("histogram", lambda: (index(0, 6), randn(2)), expect="fallback")
    check("one_hot", lambda: (index(0, 3, 1, 1),), expect="whole")
    check("one_hot", lambda: (index(0, 5),), expect="fallback")


@pytest.mark.parametrize("shape", [(3, 4), (1, 4), (5, 1)])
def test_along_dim_and_repeated(shape):
    check("along_dim", lambda: (randn(*shape),))
    check("repeated", lambda: (randn(*shape),), expect="whole" if shape[0] > 1 else None)


def test_large_sums_by_index():
    make = lambda: (torch.arange(100_000) % 6, torch.ones(100_000))
    check("histogram", make, expect="whole")


SOURCES_WRITTEN = harness.program(
    "sources_written",
    """import torch


def copied(x, y):
    y.index_copy_(0, torch.arange(x.shape[0]), x)
    x.mul_(2)
    return x.sum()


def put(x, y):
    y[torch.arange(x.shape[0])] = x
    x.tril_()
    return x.sum()


def sliced(x, y):
    y[:2] = x[:2]
    x.mul_(3)
    return y.sum()


def twice(x, y):
    y[x.argmax(0)] = x[0]
    y[0] = x[1] * 2
    x.zero_()


def exchanged(x, y):
    a = y[torch.arange(x.shape[0])]
    y[torch.arange(x.shape[0])] = x
    x[torch.arange(x.shape[0])] = a


def index_too(x, y):
    i = (x[:, 0] > 0).long()
    y[i] = x[0]
    x.neg_()
    return y, i


def places(i, x, y):
    y[i] = x[0]
    i.mul_(0)
    x.add_(1)


def one_value(x, v):
    m = x + 1
    try:
        v[~(x > 0)] = x.mean()
        m[0, 0] = 1.5
    except RuntimeError:
        m = m * 3
    return m


def refused(x, y):
    found = []
    for operation in (lambda: torch.tril(x[0]), lambda: torch.triu(x[0]), lambda: torch.meshgrid(x, indexing="ij")):
        try:
            found.append(operation())
        except RuntimeError:
            found.append(None)
    return found, torch.einsum("ij,jk->ik", x[:1], y[:1])
""",
    [
        f"{name}(f32[N, M], f32[N, M])"
        for name in ("copied", "put", "sliced", "twice", "exchanged", "index_too", "refused")
    ]
    + ["places(i64[K], f32[N, M], f32[N, M])", "one_value(bf16[N, M], f32[N, M])", "one_value(f32[N, M], f32[N, M])"],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["copied", "put", "sliced", "twice", "exchanged", "index_too", "refused"])
def test_sources_that_are_written_later(name):
    expect = "whole" if name not in ("refused", "index_too") else None
    harness.check(SOURCES_WRITTEN.load(), name, lambda: (randn(3, 4), randn(3, 4, seed=1)), expect=expect)


def test_places_that_are_written_later():
    make = lambda: (torch.tensor([2, 0]), randn(3, 4), randn(3, 4, seed=1))
    harness.check(SOURCES_WRITTEN.load(), "places", make)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32])
def test_one_value_of_another_dtype_fills_a_mask(dtype):
    make = lambda: (randn(3, 4).to(dtype), randn(3, 4, seed=1))
    harness.check(SOURCES_WRITTEN.load(), "one_value", make, expect="whole")


IN_PLACE_OF_ITEMS = harness.program(
    "in_place_of_items",
    """import torch


class Table:
    def __init__(self):
        self.rows = torch.zeros(4, 3)
        self.sums = torch.zeros(4)

    def add(self, i, x):
        self.rows[i] += x * 2
        self.sums[i] -= x.sum()
        self.rows[:, 1] *= 0.5

TABLE = Table()


def update(x, i):
    TABLE.add(i, x)
    return TABLE.rows + x, TABLE.sums

def by_ints(v, x, i):
    x[i] += v
    x[0, i] *= 3
    x[i] = x[i]
    return x

def by_slices(v, x, i):
    x[i:] -= v
    x[..., :i] += 1
    y = x[:i]
    y += v
    x[:i] = y
    return x.sum()

def itself(v, x, i):
    x.copy_(x)
    x[i].copy_(x[i])
    return v + x[i]
""",
    ["update(f32[M], 1)"] + [f"{name}(f32[M], f32[N, M], 1)" for name in ("by_ints", "by_slices", "itself")],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name, i", [("by_ints", 0), ("by_ints", 2), ("by_slices", 2), ("itself", 0), ("itself", 2)])
def test_items_are_changed_in_place(name, i):
    harness.check(IN_PLACE_OF_ITEMS.load(), name, lambda: (randn(3), randn(4, 3, seed=1), i), expect="whole")


def test_items_of_attributes_are_changed_in_place():
    harness.check(IN_PLACE_OF_ITEMS.load(), "update", lambda: (randn(3), 2), expect="whole", times=2)


AT_FALSE = harness.program(
    "at_false",
    """
def changed(x):
    x[False] += 1
    return x

def text(x):
    x[False] = "a"
    return x

def at_true(x):
    x[True] += 2
    return x
""",
    [f"{name}(f32[N, M])" for name in ("changed", "text", "at_true")],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["changed", "text", "at_true"])
def test_writes_at_false_are_not_counted(name):
    harness.check(AT_FALSE.load(), name, lambda: [randn(4, 3)])


READ_AGAIN = harness.program(
    "written_and_read_again",
    """
def place(c, x, p):
    c[:, :, p] = x[:, :, 0]
    return c * 2

def span(c, x, p):
    c[:, :, p : p + x.shape[2]] = x * 3
    return c[:, :, : p + x.shape[2]] * 2, c.sum()

def twice(c, x, p):
    c[:, :, p : p + x.shape[2]] = c[:, :, : x.shape[2]] + x
    y = c.sum(2)
    c[:, :, 0] = y
    return c[:, :, 1:] - y[:, :, None]

def inner(c, x, p):
    c[0, :, p] += x[0, :, 0]
    c[:] = c.flip(2)
    return c[0, :, : p + 1].sum()

def copied(c, x, i):
    c.index_copy_(2, i, x)
    return c.softmax(2)

def rows(c, x, i):
    c[:, :, i] = x
    return c

def transposed(c, x, p):
    c.transpose(1, 2)[:, p] = x[:, :, 0]
    return c + 1
""",
    [f"{name}(f32[A, B, T, D], f32[A, B, S, D], 2)" for name in ("place", "span", "twice", "inner", "transposed")]
    + [f"{name}(f32[A, B, T, D], f32[A, B, S, D], i64[S])" for name in ("copied", "rows")],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["place", "span", "twice", "inner", "transposed"])
@pytest.mark.parametrize("at", [0, 2, 5])
def test_an_input_is_read_after_a_part_of_it_is_written(name, at):
    make = lambda: (randn(2, 3, 7, 4), randn(2, 3, 2, 4, seed=1), at)  # noqa: E731
    harness.check(READ_AGAIN.load(), name, make, expect="whole")


@pytest.mark.parametrize("name", ["copied", "rows"])
def test_an_input_is_read_after_rows_of_it_are_written(name):
    make = lambda: (randn(2, 3, 7, 4), randn(2, 3, 2, 4, seed=1), torch.tensor([5, 1]))  # noqa: E731
    harness.check(READ_AGAIN.load(), name, make, expect="whole")


CACHES = harness.program(
    "caches_written_in_place",
    """
import torch

def attend(q, k, v, keys, values, p):
    keys[:, :, p : p + 1] = k
    values[:, :, p : p + 1] = v
    scores = torch.softmax(q @ keys[:, :, : p + 1].transpose(-2, -1) * 0.5, -1)
    return scores @ values[:, :, : p + 1]

def old_and_new(q, k, v, keys, values, p):
    before = keys.sum(-1)
    keys[:, :, p : p + 1] += k
    keys[:, :, 0:1] = keys[:, :, 1:2] + v
    return keys * q, before, keys.exp().amax(-1) + values.sum(-1)

def shifted(q, k, v, keys, values, p):
    keys[:, :, : p + 1] = keys[:, :, 1 : p + 2]
    values[:, :, p : p + 1] = keys[:, :, p : p + 1]
    return keys + values

def views(q, k, v, keys, values, p):
    keys[:, :, p : p + 1] += k
    return keys, keys[:, :, : p + 1], keys[:, :, 0] * 2

def chosen(q, k, v, keys, values, p):
    keys[:, :, p : p + 1] += k
    if keys.sum() > 0:
        keys[:, :, 0:1] -= v
    return keys * 2

def counted(q, k, v, keys, values, p):
    keys[:, :, p : p + 1] += k
    n = int(keys[0, 0, 0, 0] > 0)
    return keys.sum(-1) + 10 // n

def looked_up(rows, x, i, p):
    rows[p : p + 1] += x
    return rows[i] * 2, rows.sum(0)
""",
    [
        f"{name}(f32[A, B, 1, D], f32[A, B, 1, D], f32[A, B, 1, D], f32[A, B, T, D], f32[A, B, T, D], 2)"
        for name in ("attend", "old_and_new", "shifted", "views", "chosen", "counted")
    ]
    + ["looked_up(f32[N, D], f32[1, D], i64[M], 2)"],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("at", [0, 3])
@pytest.mark.parametrize("name", ["attend", "old_and_new", "shifted", "views", "chosen", "counted"])
def test_caches(name, at):
    def make():
        one = [randn(2, 3, 1, 4, seed=seed) for seed in range(3)]
        return (*one, randn(2, 3, 6, 4, seed=4), randn(2, 3, 6, 4, seed=5), at)

    harness.check(CACHES.load(), name, make, expect=None if name in ("counted", "shifted") else "whole")


@pytest.mark.parametrize("index", [[0, 4], [1, 9]])
def test_a_part_is_added_once_though_an_index_is_out_of_range(index):
    make = lambda: (randn(5, 3), randn(1, 3, seed=1), torch.tensor(index), 2)  # noqa: E731
    harness.check(CACHES.load(), "looked_up", make)
