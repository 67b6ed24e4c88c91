"""Operators whose result nothing uses refuse what torch refuses; strides that sizes of 1 leave open are the caller's."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch
import torch.nn.functional as F


def classes(x, i):
    y = F.one_hot(i, 2)
    return x + 1


def median(x, i):
    y = x.median(0)
    return x + 1


def inverse(x, i):
    y = torch.linalg.inv(x)
    return x + 1


def largest(x, i):
    y = torch.topk(x, 3)
    return x + 1


def counted(x, i):
    y = torch.bincount(i)
    return x + 1


def in_a_branch(x, i):
    if x.sum() > 0:
        y = torch.topk(x, 3)
    return x + 1


def indexed_too_often(x, i):
    return x.sum().index_put_((i,), x.new_ones(()))


def sorted_wrongly(x, i):
    return x.sort(0, stable=True)


def order_wrongly(x, i):
    return torch.argsort(x, 0, stable=True)


def sorted_well(x, i):
    return x.sort(dim=0, stable=True), torch.sort(x, stable=True, dim=0)[1], x.sort(0, True)[0], torch.argsort(x, 0)
"""
NAMES = [line[4 : line.index("(")] for line in SOURCE.splitlines() if line.startswith("def ")]
REFUSING = harness.program("refusing", SOURCE, [f"{n}(f32[M, N], i64[K])" for n in NAMES], ["--force"], flags="-O0")


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_used_is_refused_all_the_same(name):
    for shape in ((3, 3), (0, 3), (3, 0), (1, 2)):
        for indices in ((0, 1, 1), (5, 0, 0), (-1, -9, 2)):
            harness.check(REFUSING.load(), name, lambda shape=shape, i=indices: (torch.ones(*shape), torch.tensor(i)))


STRIDES = """
def asked(x):
    return x[:, 0] if x.stride(0) == 1 else x.sum()


def column(x):
    return x[:, 0]


def views(x):
    return x[0], x.t(), x[1:]
"""
STRIDE_NAMES = [line[4 : line.index("(")] for line in STRIDES.splitlines() if line.startswith("def ")]
STRIDED = harness.program(
    "strides_of_ones", STRIDES, [f"{name}(f32[N, M].t())" for name in STRIDE_NAMES], ["--force"], flags="-O0"
)


@pytest.mark.parametrize("name", STRIDE_NAMES)
def test_strides_of_sizes_of_one(name):
    for m, n in ((1, 7), (7, 1), (1, 1), (3, 4)):
        harness.check(STRIDED.load(), name, lambda m=m, n=n: (randn(m, n, seed=1),))
        harness.check(STRIDED.load(), name, lambda m=m, n=n: (randn(n, m, seed=1).t(),))


TYPES = harness.program(
    "types_that_torch_refuses",
    """
import torch
import torch.nn.functional as F


def normalised(x):
    return F.local_response_norm(x, 3) + 1


if __name__ == "__main__":
    for dtype in (torch.float32, torch.bfloat16):
        normalised(torch.ones(1, 4, 3, 3, dtype=dtype))
""",
)


@pytest.mark.parametrize("dtype", (torch.float32, torch.bfloat16, torch.float16))
def test_types_that_torch_refuses(dtype):
    wide = dtype == torch.float32
    harness.check(TYPES.load(), "normalised", lambda: (randn(1, 4, 3, 3).to(dtype),), expect="whole" if wide else None)
