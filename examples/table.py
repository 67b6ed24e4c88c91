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


def model(name, *args, **options):
    def build(module):
        torch.manual_seed(5)
        made = getattr(module, name)(*args, **options).eval()
        for part in made.modules():
            if getattr(part, "running_var", None) is not None:
                torch.nn.init.uniform_(part.running_mean, -0.5, 0.5)
                torch.nn.init.uniform_(part.running_var, 0.5, 2.0)
        return made

    return build


def images(*shape):
    return Case("x".join(map(str, shape)), lambda: (randn(*shape),))


def visits(rows):
    def make():
        generator = torch.Generator().manual_seed(rows)
        return randn(rows, 5), *(torch.randint(0, table, (rows, 4), generator=generator) for table in (30, 20, 10))

    return Case(f"{rows} rows", make)


def steps(length, batch, width=16):
    return Case(f"{length} steps of {batch}", lambda: (randn(length, batch, width),))


def words(batch, length, count):
    return Case(f"{batch} of {length} words", tokens(batch, length, vocabulary=count))


def padded(batch, length, count):
    """Texts of which each is a word shorter than the one before, with the places that hold none."""

    def make():
        lengths = torch.arange(length, length - batch, -1)
        return *tokens(batch, length, vocabulary=count)(), torch.arange(length) >= lengths[:, None]

    return Case(f"{batch} of up to {length} words", make)


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
    Row("resnet", "a residual network", "ResNet()", model("ResNet"), (images(2, 3, 16, 16), images(5, 3, 24, 20))),
    Row("resnet", "one of other widths", "ResNet((4, 4))", model("ResNet", (4, 12)), (images(3, 3, 8, 8),)),
    Row(
        "vit",
        "a vision transformer",
        "ViT()",
        model("ViT"),
        (images(2, 3, 16, 16), images(7, 3, 16, 16), images(1, 3, 16, 16)),
    ),
    Row(
        "vit",
        "one of another depth and width",
        "ViT(8, 4, 24, 2, 3)",
        model("ViT", size=8, patch=4, width=24, heads=2, depth=3),
        (images(3, 3, 8, 8),),
    ),
    Row("recurrent", "an LSTM", "Tagger()", model("Tagger"), (words(3, 9, 50), words(2, 4, 50))),
    Row("recurrent", "a GRU", "Reader()", model("Reader"), (steps(9, 3), steps(4, 7))),
    Row(
        "recurrent",
        "an LSTM written by hand",
        "HandWritten()",
        model("HandWritten"),
        (steps(9, 3), steps(1, 5), steps(0, 2)),
    ),
    Row(
        "recurrent", "a GRU written by hand", "GatedUnit(16, 8)", model("GatedUnit", 16, 8), (steps(9, 3), steps(2, 6))
    ),
    Row("encoder", "nn.TransformerEncoder", "Classifier()", model("Classifier"), (words(3, 12, 60), words(1, 5, 60))),
    Row(
        "encoder",
        "padded texts",
        "Classifier(depth=3)",
        model("Classifier", depth=3),
        (padded(3, 12, 60), padded(2, 5, 60)),
    ),
    Row("encoder", "a perceptron", "MLP()", model("MLP"), (images(5, 32), images(64, 32))),
    Row("encoder", "another perceptron", "MLP((8, 20, 3))", model("MLP", (8, 20, 3)), (images(4, 8),)),
    Row("recommender", "embedding bags", "Recommender()", model("Recommender"), (visits(6), visits(33))),
    Row(
        "unet",
        "a step of diffusion",
        "UNet()",
        model("UNet"),
        (
            Case("2 images", lambda: (randn(2, 3, 16, 16), torch.tensor([3, 700]))),
            Case("3 images", lambda: (randn(3, 3, 24, 8), torch.tensor([0, 5, 999]))),
            Case("1 image", lambda: (randn(1, 3, 16, 16), torch.tensor([9]))),
        ),
    ),
)

FILES = tuple(dict.fromkeys(row.file for row in ROWS))
