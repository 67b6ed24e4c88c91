"""Products of a batch of matrices with one matrix: as they lie in memory, they are one product of all their rows, or not."""

import pytest
import torch
from harness import check, program

SOURCE = """
import torch


def product(a, b):
    return torch.matmul(a, b)


def turned(a, b):
    return a.transpose(1, 2) @ b


def gated(a, b):
    return torch.relu(a @ b) * 2
"""

PROGRAM = program(
    "batched_products",
    SOURCE,
    calls=[
        f"{name}({dtype}[B, {sizes}], {dtype}[K, N])"
        for dtype in ("f32", "f64")
        for name, sizes in (("product", "M, K"), ("turned", "K, M"), ("gated", "M, K"))
    ],
    args=["--force"],
)
SIZES = [
    (3, 4, 5, 6),
    (1, 4, 5, 6),
    (7, 1, 5, 6),
    (2, 3, 1, 4),
    (4, 5, 6, 1),
    (0, 3, 4, 5),
    (3, 0, 4, 5),
    (5, 70, 33, 65),
]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("sizes", SIZES, ids=str)
@pytest.mark.parametrize("layout", ["plain", "rows of more", "one matrix", "each second"])
@pytest.mark.parametrize("name", ["product", "turned", "gated"])
def test_product(name, layout, sizes, dtype):
    batch, m, k, n = sizes
    shape = (batch, k, m) if name == "turned" else (batch, m, k)

    def arguments():
        torch.manual_seed(0)
        a, b = torch.randn(shape, dtype=dtype), torch.randn(k, n, dtype=dtype)
        if layout == "rows of more":
            a = torch.randn(batch, shape[1] + 2, shape[2] + 3, dtype=dtype)[:, 1:-1, :-3]
        elif layout == "one matrix":
            a = torch.randn(shape[1:], dtype=dtype).expand(shape)
        elif layout == "each second":
            a = torch.randn(2 * batch, *shape[1:], dtype=dtype)[::2]
        return a, b

    check(PROGRAM.load(), name, arguments)
