"""The one table of examples: the demo, the tests and the benchmark all read it.

A row names a file of this folder, the function in it, and cases: each case makes the callable from the module that was
imported (the original or the built one) and fresh, equal arguments on every call.
"""

from dataclasses import dataclass
from typing import Callable

import torch


@dataclass(frozen=True)
class Case:
    label: str
    make_args: Callable[[], tuple]


@dataclass(frozen=True)
class Row:
    file: str  # examples/FILE.py
    scenario: str  # the name of the behaviour it shows
    function: str  # what the row runs, as a person would write it
    callable_of: Callable  # module -> the function or object to call
    cases: tuple  # the first is the one that the demo times
    whole: bool = True  # everything runs in C; False: a statement stays Python


def function(name):
    return lambda module: getattr(module, name)


def randn(*shape, dtype=torch.float32, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64).to(dtype)


def pair(*shape, dtype=torch.float32):
    return lambda: (randn(*shape, dtype=dtype, seed=1), randn(*shape, dtype=dtype, seed=2))


def feed_forward(width):
    def build(module):
        torch.manual_seed(5)
        return module.FeedForward(width).eval()

    return build


def gpt(**config):
    def build(module):
        torch.manual_seed(5)
        return module.GPT(module.Config(**config)).eval()

    return build


def tokens(batch, length, targets=False, vocabulary=64):
    def make():
        generator = torch.Generator().manual_seed(batch * 1000 + length)
        text = [torch.randint(0, vocabulary, (batch, length), generator=generator) for _ in range(1 + targets)]
        return tuple(text)

    return make


GPT_SIZES = ((1, 16), (1, 1), (3, 1), (4, 32), (8, 128))

ROWS = (
    Row(
        "squared_error",
        "A1",
        "squared_error",
        function("squared_error"),
        (
            Case("200x200", pair(200, 200)),
            Case("7", pair(7)),
            Case("2x3x5", pair(2, 3, 5)),
            Case("one element", pair(1, 1)),
            Case("empty", pair(0, 4)),
            Case("zero-dim", pair()),
        ),
    ),
    Row(
        "signed_scale",
        "A2",
        "signed_scale",
        function("signed_scale"),
        (
            Case("n = 3", lambda: (randn(64), 3)),
            Case("n = 0", lambda: (randn(64), 0)),
            Case("n = -2", lambda: (randn(64), -2)),
            Case("n large", lambda: (randn(5), 10**12)),
        ),
    ),
    Row(
        "size_arithmetic",
        "A5",
        "weigh_by_rows",
        function("weigh_by_rows"),
        (Case("4x3", pair(4, 3)), Case("1x3", pair(1, 3)), Case("0x3", pair(0, 3)), Case("33x2", pair(33, 2))),
    ),
    Row(
        "size_arithmetic",
        "A5",
        "small_or_large",
        function("small_or_large"),
        (Case("10", pair(10)), Case("7", pair(7)), Case("8", pair(8)), Case("0", pair(0))),
    ),
    Row(
        "sign_gate",
        "A6",
        "sign_gate",
        function("sign_gate"),
        (
            Case("10", pair(10)),
            Case("negative sum", lambda: (randn(10), -randn(10).abs())),
            Case("positive sum", lambda: (randn(10), randn(10).abs())),
            Case("1000", pair(1000)),
        ),
    ),
    Row(
        "announce",
        "A7",
        "announce",
        function("announce"),
        (Case("16", lambda: (randn(16),)), Case("300", lambda: (randn(300),)), Case("0", lambda: (randn(0),))),
        whole=False,
    ),
    Row(
        "smooth_mix",
        "fused pointwise chain",
        "smooth_mix",
        function("smooth_mix"),
        (
            Case("64x512", lambda: (randn(64, 512), randn(512, seed=1), randn(512, seed=2))),
            Case("3x5", lambda: (randn(3, 5), randn(5, seed=1), randn(5, seed=2))),
        ),
    ),
    Row(
        "row_norms",
        "rows in cache",
        "row_softmax",
        function("row_softmax"),
        (Case("256x1024", lambda: (randn(256, 1024),)), Case("3x7", lambda: (randn(3, 7),))),
    ),
    Row(
        "row_norms",
        "rows in cache",
        "row_layer_norm",
        function("row_layer_norm"),
        (
            Case("256x1024", lambda: (randn(256, 1024), randn(1024, seed=1), randn(1024, seed=2))),
            Case("3x7", lambda: (randn(3, 7), randn(7, seed=1), randn(7, seed=2))),
        ),
    ),
    Row(
        "mixed_types",
        "A13",
        "blend",
        function("blend"),
        (
            Case("8x1 and 5", lambda: (randn(8, 1), randn(5, seed=1), 0.25)),
            Case("1x1 and 5", lambda: (randn(1, 1), randn(5, seed=1), 0.5)),
            Case("8x1 and 1", lambda: (randn(8, 1), randn(1, seed=1), 2.0)),
        ),
    ),
    Row(
        "mixed_types",
        "A13",
        "centre",
        function("centre"),
        (Case("12", lambda: (torch.arange(12),)), Case("1", lambda: (torch.arange(1),))),
    ),
    Row(
        "feed_forward",
        "an nn.Module",
        "FeedForward(64)",
        feed_forward(64),
        (
            Case("batch 8", lambda: (randn(8, 64),)),
            Case("batch 1", lambda: (randn(1, 64),)),
            Case("batch 33", lambda: (randn(33, 64),)),
        ),
    ),
    Row(
        "feed_forward",
        "another instance",
        "FeedForward(96)",
        feed_forward(96),
        (Case("batch 8", lambda: (randn(8, 96),)), Case("batch 5", lambda: (randn(5, 96),))),
    ),
    Row(
        "gpt",
        "a language model",
        "GPT(Config())",
        gpt(),
        tuple(Case(f"{batch}x{length}", tokens(batch, length)) for batch, length in GPT_SIZES),
    ),
    Row(
        "gpt",
        "another depth and width, and targets",
        "GPT(Config(layers=2, width=32))",
        gpt(layers=2, heads=2, width=32, vocabulary=70),
        tuple(Case(f"{batch}x{length}", tokens(batch, length, targets=True)) for batch, length in GPT_SIZES),
    ),
)

FILES = tuple(dict.fromkeys(row.file for row in ROWS))
