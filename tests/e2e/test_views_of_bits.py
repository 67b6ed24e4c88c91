"""view(dtype): compiled code has a copy of the bits, which may be read, but is neither returned nor written."""

import pytest
import torch
from harness import check, program
from table import randn

SOURCE = """
import torch


def case_there_and_back(x):
    return x.view(torch.int32).view(torch.float32) + 1, (x.view(torch.int32) >> 23) & 255


def case_narrower(x):
    a = x.view(torch.int16)
    return a.shape, a.dtype, a.sum(), (a & 255).float(), (x.view(torch.uint8).view(-1, 4)[:, 3] & 127).sum()


def case_wider(x):
    return x.view(dtype=torch.float64).abs() + 1


def case_written_before(x):
    x.add_(1)
    return x.view(torch.int32) + 1


def open_returned(x):
    return x.view(torch.int32)


def open_held(x):
    return {"a": [x.view(torch.int16)[0]]}


def open_written(x):
    y = x + 1
    a = y.view(torch.int32)
    a[0] = 0
    return y


def open_written_after(x):
    a = x.view(torch.int32)
    x.add_(1)
    return a + 1


def open_transposed(x):
    return x.t().view(torch.int32) + 1


def open_same(x):
    return x.view(torch.float32), x.view(torch.int32)[1:] is x
"""
NAMES = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith("def ")]
built = program("views_of_bits", SOURCE, [f"{name}(f32[M, 4])" for name in NAMES], ["--force"], "-O0")


@pytest.mark.parametrize("grad", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_bits(name, grad):
    expect = "whole" if name.startswith("case_") and not grad else None
    mode = torch.no_grad if grad else torch.enable_grad
    for rows in (3, 1):
        check(built.load(), name, lambda: [randn(rows, 4).requires_grad_(grad)], expect=expect, context=mode)


def test_a_size_that_does_not_fit():
    check(built.load(), "case_wider", lambda: [randn(3, 3)])
