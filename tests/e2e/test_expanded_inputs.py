"""Inputs with a stride of 0: copies, casts and arithmetic have the strides that torch gives them."""

import pytest
import torch
from harness import check, program

SOURCE = """
import torch


def cast(x):
    return x.double()


def others(x):
    return x.to(torch.float64, copy=True), torch.empty_like(x).stride(), x.clone(), x * 2, x.double() + 1, x.half().float()
"""

CALLS = [
    f"{name}({call})"
    for name in ("cast", "others")
    for call in ("f32[1, N].expand(M, N)", "f32[M, 1].expand(M, N)", "f32[M, N].t()", "f32[L, M, N]")
]

built = program("expanded_inputs", SOURCE, CALLS, ["--force"], "-O0")

INPUTS = {
    "rows": lambda: torch.arange(4.0).view(1, 4).expand(3, 4),
    "columns": lambda: torch.arange(3.0).view(3, 1).expand(3, 4),
    "all": lambda: torch.ones(1).expand(3, 4),
    "inner": lambda: torch.arange(8.0).view(1, 4, 2).expand(3, 4, 2).permute(1, 0, 2),
    "middle": lambda: torch.arange(8.0).view(4, 1, 2).expand(4, 3, 2).transpose(0, 1),
    "steps": lambda: torch.arange(48.0).view(8, 6)[::2, ::2],
    "transposed steps": lambda: torch.arange(48.0).view(8, 6)[::2, ::2].t(),
}


@pytest.mark.parametrize("name", INPUTS)
def test_strides(name):
    check(built.load(), "cast", lambda: [INPUTS[name]()])
    check(built.load(), "others", lambda: [INPUTS[name]()])


def test_a_described_input_runs_compiled():
    check(built.load(), "cast", lambda: [INPUTS["rows"]()], expect="whole")
