"""The models of examples/ in other dtypes, with changed weights, in training mode: right, in C or by the Python twin."""

import copy

import harness
import pytest
import table
import torch

ROWS = [row for row in table.ROWS if row.file in ("resnet", "vit", "recurrent", "encoder", "recommender", "unet")]
IDS = [f"{row.file}-{row.function}".replace(" ", "_") for row in ROWS]
DTYPES = {"float32": 2e-5, "float64": 1e-10, "bfloat16": 5e-2}

# What is asked for in each dtype: the arguments of a call, in which F is the name of the dtype in call lines.
ARGUMENTS = {
    "ResNet()": ["F[B, 3, H, W]"],
    "ResNet((4, 12))": ["F[B, 3, H, W]"],
    "ViT()": ["F[B, 3, 16, 16]"],
    "ViT(8, 4, 24, 2, 3)": ["F[B, 3, 8, 8]"],
    "Tagger()": ["i64[B, T]"],
    "Reader()": ["F[T, B, 16]"],
    "HandWritten()": ["F[T, B, 16]"],
    "GatedUnit(16, 8)": ["F[T, B, 16]"],
    "Classifier()": ["i64[B, T]", "i64[B, T], b8[B, T]"],
    "MLP()": ["F[B, 32]"],
    "MLP((8, 20, 3))": ["F[B, 8]"],
    "Recommender()": ["F[B, 5], i64[B, 4], i64[B, 4], i64[B, 4]"],
    "UNet()": ["F[B, 3, H, W], i64[B]"],
}
SHORT = {"float64": "f64", "bfloat16": "bf16"}


def calls_of(file):
    """The calls of a file in the dtypes that its own driver code does not use."""
    return [
        f"{function}.eval().to(torch.{dtype})({arguments.replace('F', short)})"
        for function in dict.fromkeys(row.function for row in ROWS if row.file == file)
        for dtype, short in SHORT.items()
        for arguments in ARGUMENTS.get(function, [])
    ]


PROGRAMS = {
    row.file: harness.program_of_file(harness.ROOT / "examples" / f"{row.file}.py", calls=calls_of(row.file))
    for row in ROWS
}


def converted(arguments, dtype):
    return tuple(item.to(dtype) if item.is_floating_point() else item for item in arguments)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_dtypes(row, dtype):
    kind = getattr(torch, dtype)
    atol = 1e-6 if row.file == "unet" and dtype == "float64" else DTYPES[dtype]  # its sines are float32 throughout
    for case in row.cases:
        harness.check(
            PROGRAMS[row.file].load(),
            lambda module: row.callable_of(module).to(kind),
            lambda case=case: converted(case.make_args(), kind),
            expect="whole",
            context=torch.no_grad,
            atol=atol,
            rtol=atol,
        )


def changed(instance):
    """Another state of the same object: weights loaded, a part replaced by a copy, values written in place."""
    instance.load_state_dict({name: value * 0.5 for name, value in instance.state_dict().items()})
    for name, part in instance.named_children():
        setattr(instance, name, copy.deepcopy(part))
        break
    with torch.no_grad():
        next(instance.parameters()).add_(0.25)
    return instance


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_changed_weights_run_whole(row):
    case = row.cases[0]
    harness.check(
        PROGRAMS[row.file].load(),
        lambda module: changed(row.callable_of(module)),
        case.make_args,
        expect="whole",
        atol=2e-5,
    )


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_hooks_and_training_mode(row):
    case, pair = row.cases[0], PROGRAMS[row.file].load()

    def hooked(module):
        instance = row.callable_of(module)
        part = next(iter(instance.children()))
        part.register_forward_hook(lambda part, inputs, result: result if isinstance(result, tuple) else result * 2)
        return instance

    harness.check(pair, hooked, case.make_args, atol=2e-5)

    def seeded(module):
        instance = row.callable_of(module).train()
        return lambda *args: (torch.manual_seed(5), instance(*args), torch.rand(2))

    harness.check(pair, seeded, case.make_args, atol=2e-5)
