"""Reshapes that join what a permutation has taken apart: copies of their own, made once, whatever the sizes are."""

import pytest
import torch
from harness import check, program

SOURCE = """
import torch


def patches(x):
    b, c, h, w = x.shape
    return x.reshape(b, c, h // 4, 4, w // 4, 4).permute(0, 2, 4, 3, 5, 1).reshape(b, (h // 4) * (w // 4), 16 * c)


def images(x, h):
    b, n, c = x.shape
    return x.reshape(b, h // 4, n // (h // 4), 4, 4, c // 16).permute(0, 5, 1, 3, 2, 4).reshape(b, c // 16, h, -1)


def shuffled(x):
    b, c, h, w = x.shape
    return x.view(b, c // 4, 2, 2, h, w).permute(0, 1, 4, 2, 5, 3).reshape(b, c // 4, 2 * h, 2 * w)


def heads(x, n):
    b, t, c = x.shape
    return x.view(b, t, n, c // n).transpose(1, 2).reshape(b * n, t, c // n)


def turned(x):
    return x.permute(0, 2, 3, 1).reshape(x.shape[0], -1) + 1


def twice(x):
    y = x.transpose(1, 2).reshape(x.shape[0], -1, 2)
    return y, y[:, 1:], x
"""

PROGRAM = program(
    "reshaped_copies",
    SOURCE,
    calls=[
        "patches(f32[B, C, H, W])",
        "images(f32[B, N, C], H)",
        "shuffled(f32[B, C, H, W])",
        "heads(f32[B, T, C], N)",
        "turned(f32[B, C, H, W])",
        "twice(f32[B, N, M])",
    ],
    args=["--force"],
)


@pytest.mark.parametrize(
    "name, shape, number",
    [
        ("patches", (2, 3, 8, 12), None),
        ("patches", (1, 1, 4, 4), None),
        ("patches", (3, 2, 4, 16), None),
        ("patches", (2, 3, 9, 12), None),
        ("images", (2, 6, 32), 8),
        ("images", (1, 2, 16), 4),
        ("shuffled", (2, 8, 3, 5), None),
        ("shuffled", (1, 4, 1, 1), None),
        ("shuffled", (2, 6, 3, 5), None),
        ("heads", (2, 5, 12), 3),
        ("heads", (1, 1, 4), 2),
        ("heads", (2, 5, 12), 5),
        ("turned", (2, 3, 4, 5), None),
        ("turned", (2, 1, 4, 5), None),
        ("twice", (2, 4, 3), None),
        ("twice", (2, 1, 6), None),
    ],
)
@pytest.mark.parametrize("layout", ["plain", "turned", "part"])
def test_reshaped(name, shape, number, layout):
    def arguments():
        torch.manual_seed(0)
        x = torch.randn(shape)
        if layout == "turned":
            x = torch.randn(shape[::-1]).permute(*reversed(range(len(shape))))
        elif layout == "part":
            x = torch.randn(*shape[:-1], shape[-1] + 3)[..., 1:-2]
        return (x,) if number is None else (x, number)

    check(PROGRAM.load(), name, arguments)


def test_copy_is_made_once():
    PROGRAM.require()
    kernels = (PROGRAM.out / "reshaped_copies_kernels.c").read_text()
    assert "patches_v0_k0(" in kernels and "patches_v0_k1(" not in kernels
