"""The GPT of the examples: every dtype, size, depth and width through a variant for each dtype."""

import harness
import pytest
import torch

DTYPES = {"float32": 2e-5, "float64": 1e-11, "bfloat16": 5e-2}
CALLS = [
    f"GPT(Config()).eval().to(torch.{dtype})(i64[B, T]{targets})" for dtype in DTYPES for targets in ("", ", i64[B, T]")
]
PROGRAM = harness.program_of_file(harness.ROOT / "examples" / "gpt.py", calls=CALLS)
CONFIGS = [{}, {"layers": 1}, {"layers": 9, "width": 32, "heads": 8}, {"layers": 2, "vocabulary": 70, "context": 40}]
SIZES = [(1, 1), (1, 2), (3, 1), (2, 7), (1, 33)]


def instance(dtype, config):
    def build(module):
        torch.manual_seed(2)
        return module.GPT(module.Config(**config)).eval().to(getattr(torch, dtype))

    return build


def text(batch, length, targets):
    generator = torch.Generator().manual_seed(batch * 100 + length)
    return tuple(torch.randint(0, 64, (batch, length), generator=generator) for _ in range(1 + targets))


@pytest.mark.parametrize("targets", [False, True])
@pytest.mark.parametrize("config", CONFIGS, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_gpt(dtype, config, targets):
    for batch, length in SIZES:
        harness.check(
            PROGRAM.load(),
            instance(dtype, config),
            lambda batch=batch, length=length: text(batch, length, targets),
            expect="whole",
            context=torch.no_grad,
            atol=DTYPES[dtype],
            rtol=DTYPES[dtype],
        )


def test_what_does_not_fit():
    """No bias, another dtype, a context that is too short: eager's result or exception. Blocks may run in C still."""

    def check(config, arguments, dtype="float32"):
        change = harness.check(PROGRAM.load(), instance(dtype, config), arguments, context=torch.no_grad, atol=2e-5)
        assert change["fallback"] >= 1

    check({"bias": False}, lambda: text(2, 5, False))
    check({}, lambda: text(2, 5, False), dtype="float16")
    check({"context": 4}, lambda: text(2, 5, False))
    check({}, lambda: (text(2, 5, False)[0].int(),))
    check({}, lambda: (text(2, 5, False)[0] + 1000,))


def test_mixed_layers_and_training():
    def train_one(module):
        net = instance("float32", {})(module)
        net.blocks[1].mlp[3].p = 0.0
        net.blocks[1].train()
        return net

    change = harness.check(PROGRAM.load(), train_one, lambda: text(2, 5, False), context=torch.no_grad, atol=2e-5)
    assert change["fallback"] >= 1
