"""Factors of matrices have sizes that those of the matrix tell: they can be viewed, joined and multiplied."""

import pytest
import torch
from harness import check, program
from table import randn

FACTORS = program(
    "sizes_of_factors",
    """
import torch


def mixing(n):
    w = torch.linalg.qr(torch.ones(n, n) + 3 * torch.eye(n))[0]
    if torch.det(w) < 0:
        w[:, 0] = -1 * w[:, 0]
    return w.view(n, n, 1, 1) + 1


def reduced(x):
    q, r = torch.linalg.qr(x)
    return q, r, q.abs() + torch.zeros(x.shape[0], min(x.shape)), torch.cat((r, x)).abs()


def complete(x):
    q, r = torch.linalg.qr(x, mode="complete")
    return q.view(x.shape[0], x.shape[0], 1).abs(), r.abs() + x


def values(x):
    u, s, v = torch.linalg.svd(x)
    k = min(x.shape)
    return u[:, :k].abs() * s + 1, v.view(x.shape[1], x.shape[1], 1).abs(), torch.linalg.svdvals(x) + s


def thin(x, full):
    u, s, v = torch.linalg.svd(x, full_matrices=full)
    return u.abs().sum(0), s + 1, v.abs().sum(1)


def triangles(x):
    p, l, u = torch.linalg.lu(x)
    factors, pivots, info = torch.linalg.lu_factor_ex(x)
    return l @ u + p @ x, factors + x, pivots + 1, info


def square(x):
    m = x @ x.T
    one, info = torch.linalg.inv_ex(m)
    two = torch.linalg.cholesky_ex(m)[0]
    factors, pivots = torch.linalg.ldl_factor(m)
    return one + m, info, two * m, factors + m, pivots + 1
""",
    calls=[
        "mixing(4)",
        "reduced(f32[M, N])",
        "complete(f32[M, N])",
        "values(f32[M, N])",
        "thin(f32[M, N], True)",
        "thin(f32[M, N], False)",
        "triangles(f32[M, N])",
        "square(f32[M, N])",
    ],
)


@pytest.mark.parametrize("sizes", [(3, 5), (5, 3), (4, 4), (1, 3), (3, 1)])
@pytest.mark.parametrize("name", ["reduced", "complete", "values", "triangles"])
def test_matrices(name, sizes):
    check(FACTORS.load(), name, lambda: (randn(*sizes, seed=3),), expect="whole" if 1 not in sizes else None)


@pytest.mark.parametrize("name", ["reduced", "complete", "values"])
def test_no_elements(name):
    check(FACTORS.load(), name, lambda: (torch.zeros(0, 3),))
    check(FACTORS.load(), name, lambda: (torch.zeros(3, 0),))


@pytest.mark.parametrize("full", [True, False])
def test_either_size(full):
    check(FACTORS.load(), "thin", lambda: (randn(5, 3, seed=3), full), expect="whole")


@pytest.mark.parametrize("count", [1, 3, 4])
def test_square(count):
    check(FACTORS.load(), "mixing", lambda: (count,), expect="whole" if count > 1 else None)
    check(FACTORS.load(), "square", lambda: (randn(count, 6, seed=3),), expect="whole" if count > 1 else None)


def test_no_matrices():
    for name in ("reduced", "values", "triangles"):
        check(FACTORS.load(), name, lambda: (randn(3, seed=1),))


GROUPS = program(
    "groups_of_a_batch",
    """
import torch.nn.functional as F


def upsampled(x, weight):
    b, c, h, w = x.shape
    y = F.conv_transpose2d(x.view(1, b * c, h, w), weight.repeat(b, 1, 1, 1), stride=2, groups=b)
    return y.view(b, -1, y.shape[2], y.shape[3]) * 2


if __name__ == "__main__":
    import torch

    upsampled(torch.randn(2, 4, 5, 6), torch.randn(4, 3, 3, 3))
""",
)


@pytest.mark.parametrize("batch", [1, 2, 5])
def test_as_many_groups_as_images(batch):
    def made():
        return randn(batch, 4, 3, 5, seed=1), randn(4, 3, 3, 3, seed=2)

    check(GROUPS.load(), "upsampled", made, expect="whole")
