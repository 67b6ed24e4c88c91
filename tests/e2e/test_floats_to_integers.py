"""Floats as integers of each size: NaN, infinities and what does not fit give what eager gives."""

import harness
import pytest
import torch

SOURCE = """
import torch


def converted(x):
    return x.to(torch.uint8), x.to(torch.int8), x.to(torch.int16), x.to(torch.int32), x.to(torch.int64)


def clamped(x):
    return (x.clamp(-1, 1) * 255).to(torch.uint8), (x.clamp(-1, 1) * 127).to(torch.int8), x.clamp(0, 9).long()
"""
DTYPES = {"f32": torch.float32, "f64": torch.float64, "bf16": torch.bfloat16}
P = harness.program(
    "floats_to_integers", SOURCE, [f"{f}({d}[N])" for f in ("converted", "clamped") for d in DTYPES], args=["--force"]
)


@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
@pytest.mark.parametrize("name", ["converted", "clamped"])
def test_all_sizes_of_numbers(name, dtype):
    numbers = [0.0, -0.0, 0.7, 1.0, 127.5, 128.0, 255.9, 256.0, 32768.0, 65535.5, 2.0**31 - 1, 2.0**31]
    numbers += [2.0**31 + 0.5, 2.0**32 + 256, 2.0**62, 2.0**63, 1e30, float("inf"), float("nan")]
    x = torch.tensor([sign * number for number in numbers for sign in (1, -1)], dtype=torch.float64).to(dtype)
    for count in (0, 1, 5, len(x)):
        harness.check(P.load(), name, lambda n=count: (x[:n].clone(),), expect="whole")
    harness.check(P.load(), name, lambda: (x.repeat(5),), expect="whole")
