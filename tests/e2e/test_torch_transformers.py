"""Attention and transformers of torch.nn, from their installed source: the fused paths that eager takes in eval mode, and
the written-out ones, with masks, other head counts, and by grad mode."""

import harness
import pytest
import torch
from table import randn

SOURCE = """import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, d=8, h=2, n=2, norm_first=False, act="relu", batch_first=True):
        super().__init__()
        layer = nn.TransformerEncoderLayer(d, h, 2 * d, batch_first=batch_first, norm_first=norm_first, activation=act)
        self.encoder = nn.TransformerEncoder(layer, n)

    def forward(self, x):
        return self.encoder(x)


class Causal(Encoder):
    def forward(self, x):
        mask = nn.Transformer.generate_square_subsequent_mask(x.size(1))
        return self.encoder(x, mask=mask, is_causal=True)


class Padded(Encoder):
    def forward(self, x, padding):
        return self.encoder(x, src_key_padding_mask=padding)


class Attention(nn.Module):
    def __init__(self, d=8, h=2, **options):
        super().__init__()
        self.attention = nn.MultiheadAttention(d, h, **options)

    def forward(self, q, k, v):
        return self.attention(q, k, v)


class SelfAttention(Attention):
    def forward(self, x):
        return self.attention(x, x, x)


class Masked(nn.Module):
    def __init__(self, d=8, h=2):
        super().__init__()
        self.layer = nn.TransformerEncoderLayer(d, h, 2 * d, batch_first=True)

    def forward(self, x, mask, padding):
        both = self.layer(x, src_mask=mask, src_key_padding_mask=padding)
        return both, self.layer(x, src_key_padding_mask=padding), self.layer(x, src_mask=mask)


class Decoder(nn.Module):
    def __init__(self, d=8, h=2):
        super().__init__()
        self.layer = nn.TransformerDecoderLayer(d, h, 16)

    def forward(self, x, memory):
        return self.layer(x, memory)


class Full(nn.Module):
    def __init__(self, d=8, h=2):
        super().__init__()
        self.transformer = nn.Transformer(d, h, 1, 2, 16, batch_first=True)

    def forward(self, x, y):
        return self.transformer(x, y)
"""
CALLS = [
    "Encoder().eval()(f32[B, T, 8])",
    "Encoder(8, 2, 2, True, 'gelu').eval()(f32[B, T, 8])",
    "Encoder(batch_first=False).eval()(f32[T, B, 8])",
    "Causal().eval()(f32[B, T, 8])",
    "Padded().eval()(f32[B, T, 8], b8[B, T])",
    "Attention().eval()(f32[T, B, 8], f32[S, B, 8], f32[S, B, 8])",
    "SelfAttention(batch_first=True).eval()(f32[B, T, 8])",
    "SelfAttention(8, 1).eval()(f32[T, B, 8])",
    "Masked().eval()(f32[B, T, 8], b8[T, T], b8[B, T])",
    "Decoder().eval()(f32[T, B, 8], f32[S, B, 8])",
    "Full().eval()(f32[B, T, 8], f32[B, S, 8])",
]
PROGRAM = harness.program("torch_transformers", SOURCE, CALLS, args=["--force"], flags="-O0")


def mask(*sizes):
    """No row of it is hidden whole."""
    return torch.triu(torch.ones(sizes[-1], sizes[-1], dtype=torch.bool), 1)[-sizes[0] :].expand(sizes)


# label: constructor, arguments, whether it runs whole in C
CASES = {
    "encoder": (lambda m: m.Encoder(), lambda: (randn(2, 5, 8),), True),
    "encoder of other sizes": (lambda m: m.Encoder(8, 4, 2), lambda: (randn(3, 7, 8),), None),
    "norm first, gelu": (lambda m: m.Encoder(8, 2, 2, True, "gelu"), lambda: (randn(2, 5, 8),), True),
    "sequence first": (lambda m: m.Encoder(batch_first=False), lambda: (randn(5, 2, 8),), True),
    "three layers": (lambda m: m.Encoder(n=3), lambda: (randn(2, 5, 8),), None),
    "causal": (lambda m: m.Causal(), lambda: (randn(2, 5, 8),), True),
    "causal, one token": (lambda m: m.Causal(), lambda: (randn(2, 1, 8),), None),
    "padded": (lambda m: m.Padded(), lambda: (randn(2, 5, 8), mask(2, 5)), None),
    "attention": (
        lambda m: m.Attention(),
        lambda: (randn(4, 2, 8), randn(6, 2, 8, seed=2), randn(6, 2, 8, seed=3)),
        True,
    ),
    "attention of one tensor": (lambda m: m.Attention(), lambda: (randn(4, 2, 8),) * 3, None),
    "self-attention": (lambda m: m.SelfAttention(batch_first=True), lambda: (randn(2, 5, 8),), True),
    "one head": (lambda m: m.SelfAttention(8, 1), lambda: (randn(5, 2, 8),), True),
    "masks": (lambda m: m.Masked(), lambda: (randn(2, 5, 8), mask(5, 5), mask(2, 5)), True),
    "decoder": (lambda m: m.Decoder(), lambda: (randn(4, 2, 8), randn(6, 2, 8, seed=2)), True),
    "transformer": (lambda m: m.Full(), lambda: (randn(2, 4, 8), randn(2, 6, 8, seed=2)), True),
}


def made(make, train=False):
    def pick(module):
        torch.manual_seed(11)
        return make(module).train(train)

    return pick


@pytest.mark.parametrize("label", CASES)
def test_in_eval_mode(label):
    make, arguments, whole = CASES[label]
    expect = "whole" if whole else None
    harness.check(PROGRAM.load(), made(make), arguments, expect=expect, context=torch.no_grad, atol=2e-5)


@pytest.mark.parametrize("label", CASES)
def test_with_gradients_or_in_training(label):
    make, arguments, _ = CASES[label]
    harness.check(PROGRAM.load(), made(make), arguments, context=torch.enable_grad, atol=2e-5)

    def seeded(module):
        instance = made(make, True)(module)
        return lambda *args: (torch.manual_seed(5), instance(*args), torch.rand(2))

    harness.check(PROGRAM.load(), seeded, arguments, context=torch.no_grad, atol=2e-5)


def test_with_the_fused_path_switched_off():
    """Padding then shows in the result: eager keeps what the fused path sets to zero."""
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        for label in ("encoder", "padded", "self-attention"):
            make, arguments, _ = CASES[label]
            harness.check(PROGRAM.load(), made(make), arguments, context=torch.no_grad, atol=2e-5)
    finally:
        torch.backends.mha.set_fastpath_enabled(True)
