"""scaled_dot_product_attention: masks, shared heads, layouts of what goes in and comes out, sizes of one."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch
import torch.nn.functional as F


def joined(x, heads: int):
    b, t, c = x.shape
    q, k, v = x.reshape(b, t, 3, heads, c // (3 * heads)).permute(2, 0, 3, 1, 4).unbind(0)
    y = F.scaled_dot_product_attention(q, k, v)
    return y.transpose(1, 2).reshape(b, t, c // 3) + 1


def chunked(x):
    b, t, c = x.shape
    q, k, v = (part.view(b, t, 4, c // 12).transpose(1, 2) for part in x.chunk(3, dim=-1))
    return F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).contiguous().view(b, t, c // 3) * 2


def heads_out(x):
    q, k, v = x.reshape(x.size(0), x.size(1), 3, 4, 5).permute(2, 0, 3, 1, 4).unbind(0)
    return F.scaled_dot_product_attention(q, k, v)


def copied(x):
    y = heads_out(x)
    return y.clone(), torch.empty_like(y).stride(), y.is_contiguous(), y.double(), y * 2


def masked(q, k, v, mask):
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=0.3)


def three(q, k, v):
    return F.scaled_dot_product_attention(q, k, v)


def grouped(q, k, v):
    return F.scaled_dot_product_attention(q, k, v, enable_gqa=True)


def dropped(q, k, v, p: float):
    return F.scaled_dot_product_attention(q, k, v, dropout_p=p, is_causal=True)
"""
CALLS = [
    *(
        f"{name}({dtype}[B, T, C]{more})"
        for name, more in (("joined", ", 4"), ("chunked", ""))
        for dtype in ("f32", "bf16")
    ),
    "joined(f64[B, T, C], 4)",
    "heads_out(f32[B, T, 60])",
    "copied(f32[B, T, 60])",
    "masked(f32[B, H, T, E], f32[B, H, S, E], f32[B, H, S, E], b8[T, S])",
    "masked(f32[B, H, T, E], f32[B, H, S, E], f32[B, H, S, E], f32[B, 1, 1, S])",
    "three(f32[B, T, E], f32[B, S, E], f32[B, S, E])",
    "dropped(f32[B, H, T, E], f32[B, H, S, E], f32[B, H, S, E], 0.3)",
    "dropped(f32[B, T, E], f32[B, S, E], f32[B, S, E], 1.0)",
    "dropped(f32[B, T, E], f32[B, S, E], f32[B, S, E], 1.5)",
    "three(f32[B, H, T, 8], f32[B, H, S, 8], f32[B, H, S, 6])",
    "three(f32[B, H, E, T].transpose(2, 3), f32[B, H, E, T].transpose(2, 3), f32[B, H, E, T].transpose(2, 3))",
    "three(f32[B, H, T, 16], f32[B, H, S, 16], f32[B, H, S, 16])",
    "grouped(f32[B, 6, T, E], f32[B, 2, S, E], f32[B, 2, S, E])",
    "three(f32[T, E], f32[S, E], f32[S, V])",
    "dropped(f32[T, E], f32[S, E], f32[S, E], 0.0)",
    "three(i64[B, T, E], i64[B, S, E], i64[B, S, E])",
]
PROGRAM = harness.program("attention", SOURCE, CALLS, args=["--force"])
DTYPES = {torch.float32: 2e-6, torch.float64: 1e-12, torch.bfloat16: 3e-2}


def check(name, arguments, expect="whole", atol=2e-6):
    harness.check(PROGRAM.load(), name, arguments, expect=expect, context=torch.no_grad, atol=atol, rtol=atol)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("size", [(2, 5), (1, 5), (2, 1), (1, 1)])
def test_joined(dtype, size):
    check("joined", lambda: (randn(*size, 48, dtype=dtype), 4), atol=DTYPES[dtype])
    if dtype != torch.float64:
        check("chunked", lambda: (randn(*size, 48, dtype=dtype),), atol=DTYPES[dtype])


def test_layout_of_what_is_returned():
    """It is that of the query; sizes of one change it, and then the call runs as Python."""
    for name in ("heads_out", "copied"):
        check(name, lambda: (randn(2, 5, 60),))
        for size in [(1, 5), (2, 1), (1, 1), (0, 3)]:
            check(name, lambda size=size: (randn(*size, 60),), expect=None)


@pytest.mark.parametrize("t, s", [(181, 181), (182, 182), (5, 7000), (300, 200)])
def test_long(t, s):
    """From some length on it is torch's kernel that computes, in the same variant."""
    check("three", lambda: queries(t, s, e=16), atol=1e-5)
    check("masked", lambda: (*queries(t, s), randn(t, s, seed=4) > 0), atol=1e-5)
    check("chunked", lambda: (randn(2, t, 48),), atol=1e-5)
    check("joined", lambda: (randn(1, t, 48, dtype=torch.bfloat16), 4), atol=2e-2)


def queries(t=5, s=7, e=8):
    return randn(2, 3, t, e), randn(2, 3, s, e, seed=1), randn(2, 3, s, e, seed=2)


def test_masks():
    """A row of which everything is hidden gives zeros."""

    def bools():
        mask = randn(5, 7, seed=4) > 0
        mask[2] = False
        return *queries(), mask

    def floats():
        mask = torch.zeros(2, 1, 1, 7)
        mask[0, :, :, 4:] = -torch.inf
        mask[1] = -torch.inf
        return *queries(), mask

    check("masked", bools)
    check("masked", floats)
    check("masked", lambda: (*queries(), torch.zeros(5, 7, dtype=torch.float64)), expect="fallback")


def test_other_forms():
    check("three", lambda: (randn(2, 5, 8), randn(2, 7, 8, seed=1), randn(2, 7, 8, seed=2)))
    check("three", lambda: (*queries()[:2], randn(2, 3, 7, 6)))
    check("three", lambda: tuple(randn(2, 3, 8, 5, seed=i).transpose(2, 3) for i in range(3)))
    check("three", lambda: tuple(randn(2, 3, 8, 1, seed=i).transpose(2, 3) for i in range(3)), expect=None)
    check("grouped", lambda: (randn(2, 6, 5, 8), randn(2, 2, 7, 8, seed=1), randn(2, 2, 7, 8, seed=2)))
    check(
        "grouped", lambda: (randn(2, 6, 5, 8), randn(2, 4, 7, 8, seed=1), randn(2, 4, 7, 8, seed=2)), expect="fallback"
    )


def test_dropout():
    """It draws what eager draws."""

    def seeded(p):
        torch.manual_seed(5)
        return *queries(), p

    for p in (0.3, 1.0, 0.0):
        check("dropped", lambda p=p: seeded(p))
    check("dropped", lambda: seeded(1.5), expect="fallback")


SPREAD = """
import torch
import torch.nn.functional as F


def spread(q, k, v):
    return F.scaled_dot_product_attention(q, k, v)


def spread_causal(q, k, v):
    y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    return y, y.transpose(1, 2).reshape(y.size(0), y.size(2), -1)


def tried(q, k, v):
    try:
        return F.scaled_dot_product_attention(q, k, v)
    except RuntimeError:
        return q * 2


if __name__ == "__main__":
    q, k, one = torch.ones(2, 4, 5, 8), torch.ones(2, 1, 7, 8), torch.ones(1, 4, 7, 8)
    for function in (spread, spread_causal, tried):
        for pair in ((k, k), (one, one), (k, one), (one[:, :1], one[:, :1])):
            function(q, *pair)
    tried(q, one[:, :3], one[:, :3])
"""
SHARED = harness.program("attention_shared", SPREAD, flags="-O0")
BATCHES = {
    "one head": ((2, 1), (2, 1)),
    "one batch": ((1, 4), (1, 4)),
    "both": ((2, 1), (1, 4)),
    "one of all": ((1, 1), (1, 1)),
    "other heads": ((2, 3), (2, 3)),
    "more of them": ((3, 4), (3, 4)),
}


@pytest.mark.parametrize("kind", BATCHES)
@pytest.mark.parametrize("name", ["spread", "spread_causal", "tried"])
def test_keys_and_values_that_batches_and_heads_share(name, kind):
    keys, values = BATCHES[kind]
    expect = "whole" if kind in ("one head", "one batch", "both", "one of all") else None
    for length in (5, 9):
        harness.check(
            SHARED.load(), name,
            lambda length=length: (randn(2, 4, length, 8), randn(*keys, 7, 8, seed=1), randn(*values, 7, 8, seed=2)),
            expect=expect, atol=2e-6,
        )  # fmt: skip


OF_ONE = [((2, 4), (2, 4)), ((2, 1), (2, 4)), ((1, 1), (2, 1))]
ONE_QUERY = "import torch\nimport torch.nn.functional as F\n\n\n" + "\n\n".join(
    f"def form_{i}(q, k, v):\n    return F.scaled_dot_product_attention(q, k, v)\n" for i in range(len(OF_ONE))
)
ONE_QUERY += "\n\nif __name__ == '__main__':\n" + "".join(
    f"    form_{i}(torch.ones(1, {heads}, 6, 8), torch.ones{(*keys, 7, 8)}, torch.ones{(*values, 7, 8)})\n"
    for i, (keys, values) in enumerate(OF_ONE)
    for heads in (4, 1)
)
OF_ONE_QUERY = harness.program("attention_of_one_query", ONE_QUERY, flags="-O0")


@pytest.mark.parametrize("heads", [4, 1])
@pytest.mark.parametrize("form", range(len(OF_ONE)))
def test_queries_that_batches_and_heads_share(form, heads):
    keys, values = OF_ONE[form]
    for length in (7, 9):
        harness.check(
            OF_ONE_QUERY.load(), f"form_{form}",
            lambda n=length: (randn(1, heads, n, 8), randn(*keys, 5, 8, seed=1), randn(*values, 5, 8, seed=2)),
            expect="whole", atol=2e-6,
        )  # fmt: skip


def test_no_batches():
    check("three", lambda: (randn(5, 8), randn(7, 8, seed=1), randn(7, 4, seed=2)))
    check("dropped", lambda: (randn(5, 8), randn(7, 8, seed=1), randn(7, 8, seed=2), 0.0))


@pytest.mark.parametrize("size", [(2, 5, 8), (2, 0, 8), (5, 8), (0, 8)])
def test_ints(size):
    """Torch refuses them where there is something to compute."""
    for dtype in (torch.int64, torch.bool):
        check("three", lambda dtype=dtype: tuple(torch.ones(size).to(dtype) for _ in range(3)), expect=None)


WINDOWS = """
import torch


def scores(q, k, heads: int, w: int):
    def windows(t):
        b, c, rows, columns = t.shape
        t = t.reshape(b, heads, c // heads, rows // w, w, columns // w, w)
        return t.permute(0, 3, 5, 1, 4, 6, 2).reshape(b * (rows // w) * (columns // w), heads, w * w, c // heads)

    return torch.softmax(torch.matmul(windows(q), windows(k).transpose(-1, -2)), -1)
"""
windowed = harness.program("windowed_scores", WINDOWS, calls=["scores(f32[B, C, H, W], f32[B, C, H, W], 2, 4)"])


@pytest.mark.parametrize(
    ("shape", "heads", "w"), [((2, 8, 8, 12), 2, 4), ((3, 12, 6, 4), 3, 2), ((1, 4, 4, 4), 4, 4), ((2, 9, 8, 8), 3, 8)]
)
def test_windows_of_any_number_of_heads(shape, heads, w):
    """Sizes that are divided and multiplied again: whether the batches lie evenly is known all the same."""
    expect = "whole" if shape[0] > 1 and shape[2] > w else None

    def args():
        return randn(*shape, seed=1), randn(*shape, seed=2), heads, w

    harness.check(windowed.load(), "scores", args, expect=expect)
