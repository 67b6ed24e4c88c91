"""Reshapes of permuted tensors: views or copies, as the sizes of 1 decide; batches of one row run where many do."""

import itertools

import harness
import pytest
from table import randn

SOURCE = """
import torch


def rows_of_heads(x):
    b, h, n, d = x.shape
    return x.permute(0, 2, 1, 3).reshape(b * n, h * d) * 2


def windows(x):
    b, h, w, c = x.shape
    x = x.reshape(b, h // 2, 2, w // 2, 2, c).permute(0, 1, 3, 2, 4, 5)
    return x.reshape(-1, 4, c) + 1


def pixels(x):
    b, c, h, w = x.shape
    return x.permute(0, 2, 3, 1).reshape(b * h * w, c) * 2


def returned(x):
    b, h, n, d = x.shape
    return x.permute(0, 2, 1, 3).reshape(b * n, h * d)


def written(x):
    b, h, n, d = x.shape
    y = x.permute(0, 2, 1, 3).reshape(b * n, h * d)
    y.add_(1)
    return y


def flattened(x):
    y = x.permute(0, 3, 1, 2).flatten(2)
    y.mul_(2)
    return y


def swapped(x):
    b, h, n, d = x.shape
    y = x.transpose(0, 1).reshape(h, b, n * d)
    y.add_(1)
    return y


def joined(x):
    y = x.flatten(0, 2)
    y[0] = 5
    return y


def split(x):
    b, h, n, d = x.shape
    return x.view(b, h, n // 2, 2, d).permute(0, 1, 3, 2, 4).reshape(b * h, 2, n // 2 * d) + 0
"""
NAMES = ["rows_of_heads", "windows", "pixels", "returned", "written", "flattened", "swapped", "joined", "split"]
SHAPES = list(itertools.product((1, 2), (1, 2), (1, 4), (1, 6)))
CALLS = [f"{name}(f32[B, H, N, D])" for name in NAMES] + [
    f"{name}(f32[{', '.join('1' if size == 1 else letter for size, letter in zip(shape, 'BHND'))}])"
    for name in ("returned", "written")
    for shape in SHAPES
]
PROGRAM = harness.program("joined_dimensions", SOURCE, CALLS, args=("--force",), flags="-O0")
EXAMPLES = """
import torch
torch.manual_seed(0)
for shape in ((2, 1, 4, 6), (1, 2, 4, 6), (1, 1, 4, 6), (2, 2, 1, 6), (2, 2, 4, 1)):
    x = torch.randn(shape)
    returned(x), written(x), flattened(x), swapped(x)
"""
LEARNED = harness.program("joined_dimensions_learned", SOURCE + EXAMPLES, [], args=("--force",), flags="-O0")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("program", [PROGRAM, LEARNED])
def test_sizes_of_one(program, name):
    for shape in SHAPES:
        if name not in ("windows", "split") or (shape[1] == 2 and shape[2] == 4):
            harness.check(program.load(), name, lambda shape=shape: (randn(*shape),))


def test_one_row_runs_where_many_do():
    for rows in (1, 3):
        harness.check(PROGRAM.load(), "rows_of_heads", lambda rows=rows: (randn(rows, 4, 4, 6),), expect="whole")


PARTS = harness.program(
    "joined_parts",
    """
import torch


def parts_of_rows(x, s: int):
    b, h, w, c = x.shape
    return x.reshape(b, h, w, s, c // s).permute(0, 3, 2, 1, 4).reshape(b, s, w, h * c // s)


def heights(x, s: int):
    return torch.tanh(parts_of_rows(x, s)) + 1


def beside_another(x, s: int):
    y = parts_of_rows(x, s)
    other = torch.arange(y.numel(), dtype=x.dtype).view(y.shape)
    return y * other - y, other


def projected(x, s: int):
    y = parts_of_rows(x, s)
    return y @ torch.ones(y.shape[-1], 3)


def shuffled(x, s: int):
    b, c, h, w = x.shape
    return x.reshape(b, s, c // s, h, w).transpose(1, 2).reshape(b, c, h, w).relu()


def twice_joined(x, s: int):
    b, c, h, w = x.shape
    y = x.reshape(b, s, c // s, h, w).permute(0, 2, 3, 1, 4).reshape(b, c // s * h, s * w)
    return y + 1, y.sum(-1)


def joined_and_split(x, s: int):
    b, c, h, w = x.shape
    return x.reshape(b, s, c // s, h, w).transpose(1, 2).reshape(b, c // 2, 2, h * w) * 2
""",
    [
        f"{name}(f32[B, H, W, C], 2)"
        for name in "parts_of_rows heights beside_another projected shuffled twice_joined joined_and_split".split()
    ],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", [call.split("(")[0] for call in PARTS.calls])
@pytest.mark.parametrize("shape", [(2, 6, 4, 6), (1, 4, 4, 2), (2, 2, 1, 4), (0, 2, 2, 2), (2, 4, 0, 4)])
@pytest.mark.parametrize("s", [2, 1])
def test_parts_are_joined_in_order(name, shape, s):
    harness.check(PARTS.load(), name, lambda: (randn(*shape), s))


@harness.about_c
def test_joined_parts_are_found_without_division():
    PARTS.load()
    kernels = (PARTS.out / "joined_parts_kernels.c").read_text()
    of_heights = kernels[kernels.index("heights_v0_k0_part(") : kernels.index("static void heights_v0_k0(")]
    assert "rt_floordiv" not in of_heights and "rt_remainder" not in of_heights


def test_windows_are_read_without_divisions():
    PROGRAM.load()
    code = next(PROGRAM.out.glob("*_kernels.c")).read_text()
    kernels = [part for part in code.split("\nstatic void ")[1:] if part.startswith("windows_v")]
    assert kernels and not any("rt_floordiv" in part.split("\n}\n")[0] for part in kernels)
