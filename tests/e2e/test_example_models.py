"""The models of examples/ in other dtypes, with changed weights, in training mode: right, in C or by the Python twin."""

import copy

import harness
import pytest
import table
import torch

ROWS = [row for row in table.ROWS if row.file in ("resnet", "vit", "recurrent", "encoder", "recommender", "unet")]
PROGRAMS = {row.file: harness.program_of_file(harness.ROOT / "examples" / f"{row.file}.py") for row in ROWS}
IDS = [f"{row.file}-{row.function}".replace(" ", "_") for row in ROWS]


def converted(arguments, dtype):
    return tuple(item.to(dtype) if item.is_floating_point() else item for item in arguments)


@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16], ids=str)
@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_other_dtypes(row, dtype):
    case = row.cases[0]
    atol = 1e-10 if dtype == torch.float64 else 5e-2
    harness.check(
        PROGRAMS[row.file].load(),
        lambda module: row.callable_of(module).to(dtype),
        lambda: converted(case.make_args(), dtype),
        atol=atol,
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
        PROGRAMS[row.file].load(), lambda module: changed(row.callable_of(module)), case.make_args, expect="whole", atol=2e-5
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
