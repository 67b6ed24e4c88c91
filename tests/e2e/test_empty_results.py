"""Results without elements have eager's strides, also where sizes of 0 and 1 make TensorIterator's rule odd."""

import pytest
import torch
from harness import build_all, check, program

SOURCE = """
import torch
import torch.nn.functional as F


def plus(x):
    return x + 1


def twice_scaled(x):
    return (x * 2) * 2


def cosine(x):
    return torch.cos(x)


def operand_returned(x):
    return torch.native_dropout(x > 0, 0.5, train=False)


def operand_viewed(x):
    return x[None].argsort(), (x + 1)[None].argsort(), (x[None] + 1).argsort(), x.unsqueeze(1).sort()[0]


def copied(x):
    return x.clone(), x.contiguous(), x.double()


def soft(x):
    return F.softplus(x), F.hardsigmoid(x)


def total(x):
    return x.sum(0, keepdim=True), x.sum(1, keepdim=True)


def scaled_mean(x):
    return x.sum(1, keepdim=True) * 2


def transposed(x):
    return x.t() + 1


def reshaped(x):
    return x.reshape(x.shape[1], x.shape[0])


def expanded(x):
    return x.expand(2, -1, -1).clone(), x.expand(2, -1, -1) + 1


def outer(x):
    return x.unsqueeze(0) * x.unsqueeze(1)


def stacked(x):
    return torch.stack([x, x]), torch.cat([x, x])


def rolled_along_no_dimension(x):
    try:
        return x.roll(1, 2)
    except IndexError:
        return x + 1


def broadcast(x):
    return x[:, :1] + x[:1]


def viewed(x):
    return (x * 2).t().reshape(-1).view(x.shape[1], x.shape[0]).t(), x.t().reshape(-1)


def rolled(x):
    return x.roll(1), x.t().roll(2), x.roll((1, 2), (1, 0)), x.roll(-1, 0) * 2


def strides(x):
    y = 2.5 / (x.abs() + 1)
    z = y if len(x) < 2 else x * 2
    return y.stride(), z.stride(1), (x + 1).t().stride()


def rolled_sideways(x):
    return x.t().roll(1, 0) * 2, x.t().roll((1, 1), (0, 1))
"""
NAMES = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith("def ")]
SIZES = [(0, 0), (0, 1), (1, 0), (0, 3), (3, 0), (1, 1), (1, 3), (3, 1), (2, 3)]
LAYOUTS = {
    "row_major": ("f32[M, N]", lambda m, n: torch.ones(m, n)),
    "transposed": ("f32[N, M].t()", lambda m, n: torch.ones(n, m).t()),
    "sliced": ("f32[M, 2 * N][:, ::2]", lambda m, n: torch.ones(m, 2 * n)[:, ::2]),
    "expanded": ("f32[1, N].expand(M, N)", lambda m, n: torch.ones(1, n).expand(m, n)),
}


def fixed(m, n):
    return program(f"empty_{m}_{n}", SOURCE, [f"{name}(f32[{m}, {n}])" for name in NAMES], ["--force"], flags="-O0")


symbolic = {
    layout: program(f"empty_{layout}", SOURCE, [f"{name}({call})" for name in NAMES], ["--force"], flags="-O0")
    for layout, (call, _) in LAYOUTS.items()
}
known = {size: fixed(*size) for size in ((0, 1), (0, 3), (3, 0))}


@pytest.fixture(scope="module", autouse=True)
def built():
    build_all([*symbolic.values(), *known.values()])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_sizes_that_are_not_known(layout):
    pair, make = symbolic[layout].load(), LAYOUTS[layout][1]
    for name in NAMES:
        for size in SIZES:
            if not (name == "broadcast" and 0 in size):
                check(pair, name, lambda size=size: (make(*size),))


@pytest.mark.parametrize("size", known)
def test_sizes_that_are_known(size):
    pair = known[size].load()
    for name in NAMES:
        check(pair, name, lambda: (torch.ones(*size),))


def test_most_results_without_elements_run_compiled():
    pair = symbolic["row_major"].load()
    for name in ("plus", "cosine", "copied", "soft", "stacked"):
        for size in ((1, 0), (0, 3), (3, 0)):
            check(pair, name, lambda size=size: (torch.ones(*size),), expect="whole")
    check(pair, "plus", lambda: (torch.ones(0, 1),), expect="fallback")
    check(known[0, 3].load(), "transposed", lambda: (torch.ones(0, 3),), expect="whole")


# Where nothing is made, nothing is read either: neither of an empty tensor nor by an index that no element needed.
UNREAD = program(
    "unread_operands",
    """
import torch


def gathered(x):
    return x.gather(1, torch.zeros(x.shape[1], dtype=torch.long)[None]) * 2


def strided(x, n):
    return torch.as_strided(x, (n,), (0,)) * 2


def picked(x, index, n):
    return x[0][index.expand(n)] * 2


def embedded(x, index, n):
    return torch.nn.functional.embedding(index.expand(n), x) * 2 + 1
""",
    [
        "gathered(f32[M, N])",
        "strided(f32[M, N], 2)",
        "picked(f32[M, N], i64[1], 2)",
        "embedded(f32[M, N], i64[1], 2)",
    ],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("columns", [0, 3])
@pytest.mark.parametrize("name", ["gathered", "strided", "picked", "embedded"])
def test_nothing_is_read_for_what_has_no_elements(name, columns):
    def arguments(n, index):
        operands = {"strided": [n], "picked": [torch.tensor([index]), n], "embedded": [torch.tensor([index]), n]}
        return [torch.arange(columns * 2.0).view(2, columns), *operands.get(name, [])]

    check(UNREAD.load(), name, lambda: arguments(0, 10**12))
    if columns:
        check(UNREAD.load(), name, lambda: arguments(2, 1), expect="whole")


# A part behind a dimension of size 1 has no elements, but it lies somewhere.
BEHIND = program(
    "behind_ones",
    """
import torch


def expanded(x):
    part = x[:4].expand(1, 4)[1:]
    return part, part.storage_offset(), torch.as_strided(part, (2,), (1,))


def unsqueezed(x):
    row, column = x[None][1:], x[:, None][1:, 1:]
    return row, column, row.storage_offset(), column.storage_offset()


def of_a_result(x):
    y = x * 2
    return y.view(2, 1, 4)[:, 1:].storage_offset(), y[None][-1:], y[None][0:].storage_offset()


def bounded(x, n):
    return x.view(1, 8)[n:].storage_offset(), x[:1][n:].storage_offset()
""",
    ["expanded(f32[8])", "expanded(f32[N])", "unsqueezed(f32[N])", "of_a_result(f32[8])", "bounded(f32[8], 1)"],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("name", ["expanded", "unsqueezed", "of_a_result", "bounded"])
def test_parts_behind_dimensions_of_size_one_lie_where_eager_has_them(name):
    for n in (0, 1) if name == "bounded" else (None,):
        check(BEHIND.load(), name, lambda n=n: [torch.arange(8.0), *([] if n is None else [n])])


HANDED_ON = program(
    "empty_operands",
    """
def ordered(x):
    return (x * 1).sort()


def accumulated(x, y):
    return (x + y).cumsum(0), (x + y).t().topk(0)
""",
    ["ordered(f32[M, N])", "accumulated(f32[M, N], f32[M, N])"],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("size", SIZES)
def test_operators_see_the_strides_of_empty_operands(size):
    check(HANDED_ON.load(), "ordered", lambda: (torch.ones(size),))
    check(HANDED_ON.load(), "accumulated", lambda: (torch.ones(size), torch.ones(size)))


# torch.cat() leaves a vector without elements out, whatever the others are, but for the dtype.
LEFT_OUT = program(
    "empty_vectors",
    """
import torch


def before(cache, x):
    return torch.cat([cache, x], -2)


def between(x, cache, y):
    return torch.cat((x, cache, y), dim=1)


def alone(cache, other):
    return torch.cat([cache, other, cache])
""",
    [
        "before(f32[N], f32[B, C, H, W])",
        "before(f64[N], f32[B, C])",
        "between(f32[B, C, H, W], f64[N], f32[B, D, H, W])",
        "alone(f32[N], f64[M])",
    ],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("n", [0, 2])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_vectors_without_elements_are_left_out_of_what_is_joined(n, dtype):
    pair, cube = LEFT_OUT.load(), torch.arange(120.0).view(2, 3, 4, 5)
    last = cube.contiguous(memory_format=torch.channels_last)
    expect = "whole" if n == 0 else None
    if dtype == torch.float32:
        check(pair, "before", lambda: (torch.ones(n), cube), expect=expect)
        check(pair, "alone", lambda: (torch.ones(n), torch.ones(3).double()), expect="whole")
    else:
        check(pair, "before", lambda: (torch.ones(n).double(), cube[0, 0]), expect=expect)
        check(pair, "between", lambda: (cube, torch.ones(n).double(), cube * 2), expect=expect)
    check(pair, "before", lambda: (torch.ones(n, dtype=dtype), last))
    check(pair, "between", lambda: (last, torch.ones(n).double(), last))
