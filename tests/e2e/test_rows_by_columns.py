"""Products of one row by one column each, which are summed up in kernels: einsum() over what two operands share, bmm() of
rows by columns."""

import harness
import pytest
import torch

SOURCE = """
import torch

def along_rows(x, y): return torch.einsum("ij,ij->i", x, y), torch.einsum("ij,ij->j", x, y), torch.einsum("ij,ij->", x, y)
def batches(x, y): return torch.bmm(x.unsqueeze(1), y.unsqueeze(2)), (x[:, None] @ y[:, :, None]).squeeze(2)
def scores(x, y): return torch.sigmoid(torch.einsum("bi,bi->b", x, y) * 2)
def turned(x, y): return torch.einsum("ij,ij->i", x.t(), y.t()), x.t()[:, None] @ y.t()[:, :, None]
def single(x, y): return x[:1] @ x[0, :, None], x.unsqueeze(-2) @ y[0].unsqueeze(-1), torch.dot(x[0], y[-1])
"""
FUNCTIONS = ("along_rows", "batches", "scores", "turned", "single")
P = harness.program(
    "rows_by_columns",
    SOURCE,
    calls=[f"{name}({dtype}[n,m],{dtype}[n,m])" for name in FUNCTIONS for dtype in ("f32", "f64", "bf16")],
    args=["--force"],
    flags="-O1",
)


def operands(shape, dtype):
    generator = torch.Generator().manual_seed(4)
    return tuple(torch.randn(shape, generator=generator).to(dtype) for _ in range(2))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16], ids=str)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_rows_by_columns(name, dtype):
    for shape in ((3, 5), (33, 70), (2, 2)):
        harness.check(P.load(), name, lambda: operands(shape, dtype), expect="whole")  # noqa: B023


@pytest.mark.parametrize("name", FUNCTIONS)
def test_sizes_of_one_and_none(name):
    for shape in ((1, 4), (4, 1), (1, 1), (3, 0), (0, 3)):
        harness.check(P.load(), name, lambda: operands(shape, torch.float32))  # noqa: B023


@pytest.mark.parametrize("name", ("along_rows", "batches"))
def test_special_values(name):
    """Infinities, NaN, and operands of unlike sizes, which eager refuses."""
    x, y = operands((4, 6), torch.float32)
    x[0, 1], x[1, 2], y[2, 3], y[1, 2] = float("inf"), float("nan"), -float("inf"), 0.0
    harness.check(P.load(), name, lambda: (x, y), expect="whole")
    harness.check(P.load(), name, lambda: (x, y[:, :5]))
    harness.check(P.load(), name, lambda: (x[:3], y))
