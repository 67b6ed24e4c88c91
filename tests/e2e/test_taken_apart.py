"""What reshapes join and take apart by sizes that are quotients: windows of images, heads, grids of tokens. The elements
are those of eager, and no kernel finds each of them by divisions."""

import re

import harness
import pytest
from table import randn

PROGRAM = harness.program(
    "taken_apart",
    """
import torch
import torch.nn.functional as F


def partition(x, s: int):
    b, h, w, c = x.shape
    x = x.view(b, h // s, s, w // s, s, c)
    return x.permute(0, 1, 3, 2, 4, 5).contiguous().view(-1, s, s, c)


def reverse(windows, s: int, h: int, w: int):
    b = int(windows.shape[0] / (h * w / s / s))
    x = windows.view(b, h // s, w // s, s, s, -1)
    return x.permute(0, 1, 3, 2, 4, 5).contiguous().view(b, h, w, -1)


def windows(x, s: int):
    b, h, w, c = x.shape
    y = reverse(partition(x, s) * 2, s, h, w)
    return F.layer_norm(x + y, (c,)) + y


def shifted(x, s: int):
    b, h, w, c = x.shape
    y = partition(torch.roll(x, (-1, -1), (1, 2)), s)
    y = torch.roll(reverse(y + 1, s, h, w), (1, 1), (1, 2))
    return F.layer_norm(x + y.view(b, h, w, c), (c,))


def rows(x, s: int):
    b, h, w, c = x.shape
    y = reverse(partition(x, s) * 2, s, h, w).view(b, h * w, c)
    return y.amax(1), y.mean(2), y


def heads(qkv, table, index):
    b, n, c = qkv.shape
    h = table.shape[1]
    q, k, v = qkv.reshape(b, n, 3, h, c // 3 // h).permute(2, 0, 3, 1, 4)
    bias = table[index.view(-1)].view(n, n, -1).permute(2, 0, 1)
    a = (q @ k.transpose(-2, -1) + bias.unsqueeze(0)).softmax(-1)
    return (a @ v).transpose(1, 2).reshape(b, n, c // 3) + 1


def tokens(x, w):
    y = F.conv2d(x, w, stride=2, padding=1)
    b, c, h, width = y.shape
    y = y.flatten(2)
    n = y.shape[2] // width
    return y.reshape(b, c, n, width).transpose(2, 3) + 1, n, y.shape[2] % width


def parts(x, y):
    return x.reshape(x.shape[0], -1, x.shape[1] // 2 + 1) * 2 if x.shape[1] % (x.shape[1] // 2 + 1) == 0 else y


def two_views(x, s: int):
    y = (x + 1).permute(0, 2, 1, 3)
    z = y.reshape(-1, s, y.shape[3])
    return y, z, F.layer_norm(z, (z.shape[2],))


def kept_view(x, s: int):
    y = x * 2
    z = y.view(-1, s)
    return y, z, z - z.amax(1, keepdim=True)


def projected(x, w, s: int):
    n, m, c = x.shape
    y = (x @ w).view(-1, s, s, c)
    return F.layer_norm(y, (c,)), y.shape[0]


def in_heads(x, h: int):
    y = x.view(-1, h, x.shape[-1] // h)
    return y.softmax(-1), y.shape[0]


def counted(x, y):
    n = int(x.shape[0] / (y.shape[0] * y.shape[1] / y.shape[1]))
    return x.reshape(n, -1) + 1, n


def after_a_write(x, y):
    x.add_(1)
    n = int(x.shape[0] * y.shape[1] / y.shape[1])
    return x.reshape(n, -1) + 1, n


def gathered(x, s: int):
    y = partition(x, s)
    return torch.cat([y.reshape(x.shape), x]), torch.stack([y.flatten(), x.flatten()])


if __name__ == "__main__":
    with torch.no_grad():
        projected(torch.randn(6, 4, 8), torch.randn(8, 8), 2)
        in_heads(torch.randn(6, 8), 4)
        counted(torch.randn(6, 4), torch.randn(3, 5))
        after_a_write(torch.randn(6, 4), torch.randn(3, 5))
""",
    calls=[
        f"{name}(f32[B, H, W, C], 2)" for name in ("windows", "shifted", "rows", "two_views", "kept_view", "gathered")
    ]
    + [
        "heads(f32[B, N, 48], f32[R, 4], i64[N, N])",
        "tokens(f32[B, 3, H, W], f32[O, 3, 3, 3])",
        "parts(f32[B, 2], f32[B, 2])",
    ],
    flags="-O1",
)
IMAGES = [(2, 4, 6, 8), (1, 4, 4, 8), (3, 2, 2, 5), (1, 2, 2, 1), (2, 8, 4, 1)]


@pytest.mark.parametrize("shape", IMAGES)
@pytest.mark.parametrize("name", ["windows", "shifted", "rows", "two_views", "kept_view", "gathered"])
def test_windows(name, shape):
    whole = "whole" if shape in IMAGES[:1] else None
    harness.check(PROGRAM.load(), name, lambda: (randn(*shape), 2), expect=whole, atol=1e-5)
    harness.check(PROGRAM.load(), name, lambda: (randn(*shape), 1), atol=1e-5)


@pytest.mark.parametrize("size", [0, 3])
@pytest.mark.parametrize("name", ["windows", "rows"])
def test_windows_that_do_not_fit(name, size):
    harness.check(PROGRAM.load(), name, lambda: (randn(2, size, 4, 8), 2))


@pytest.mark.parametrize("batch", [1, 2, 3])
def test_heads_whose_number_a_table_tells(batch):
    import torch

    make = lambda heads: (randn(batch, 4, 48), randn(9, heads), torch.arange(16).reshape(4, 4) % 9)
    harness.check(PROGRAM.load(), "heads", lambda: make(4), expect="whole" if batch == 2 else None, atol=1e-5)
    harness.check(PROGRAM.load(), "heads", lambda: make(2), atol=1e-5)
    harness.check(PROGRAM.load(), "heads", lambda: make(5), atol=1e-5)


@pytest.mark.parametrize("size", [(8, 10), (9, 7), (3, 3), (1, 1), (1, 5)])
def test_quotients_of_sizes_that_an_operator_makes(size):
    whole = "whole" if size in ((8, 10), (9, 7)) else None
    harness.check(PROGRAM.load(), "tokens", lambda: (randn(2, 3, *size), randn(4, 3, 3, 3)), expect=whole, atol=1e-5)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4])
def test_divisors_that_are_made_of_sizes(size):
    harness.check(PROGRAM.load(), "parts", lambda: (randn(2, size), randn(2, size)))


@pytest.mark.parametrize("columns, expect", [(8, "whole"), (16, None), (4, None), (6, None), (0, None)])
def test_last_sizes_that_are_given(columns, expect):
    harness.check(PROGRAM.load(), "projected", lambda: (randn(6, 4, 8), randn(8, columns), 2), expect=expect, atol=1e-5)


@pytest.mark.parametrize(
    "rows, columns, heads, expect",
    [(6, 8, 4, "whole"), (5, 12, 3, "whole"), (6, 10, 4, None), (3, 7, 3, None), (9, 4, 3, None)],
)
def test_heads_that_do_not_divide(rows, columns, heads, expect):
    harness.check(PROGRAM.load(), "in_heads", lambda: (randn(rows, columns), heads), expect=expect, atol=1e-6)


@pytest.mark.parametrize(
    "rows, by, columns", [(6, 3, 5), (7, 3, 5), (8, 3, 7), (2, 3, 5), (6, 0, 5), (6, 3, 0), (49, 49, 49)]
)
@pytest.mark.parametrize("name", ["counted", "after_a_write"])
def test_numbers_that_are_counted_by_floats(name, rows, by, columns):
    harness.check(PROGRAM.load(), name, lambda: (randn(rows, 4), randn(by, columns)))


def divided(text):
    """What the divisions in this C text divide, and by what."""
    for match in re.finditer(r"rt_(floordiv|remainder)_i64\(", text):
        depth, end = 1, match.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        yield text[match.end() : end]


@harness.about_c
def test_no_element_is_found_by_divisions():
    PROGRAM.load()
    kernels = (PROGRAM.out / "taken_apart_kernels.c").read_text()
    assert not [text for text in divided(kernels) if re.search(r"\b([ijkl]|chunk|lane|point)\b", text)]
