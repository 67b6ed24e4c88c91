"""A batch of no items that is reshaped: what eager copies otherwise is a view then, and lies row-major."""

import harness
import pytest
from table import randn

SOURCE = """
import torch


def joined(x):
    return x.permute(0, 2, 3, 1).reshape(x.shape[0], 192)


def patches(x):
    y = x.reshape(x.shape[0], 3, 2, 4, 2, 4).permute(0, 2, 4, 3, 5, 1)
    return y.reshape(x.shape[0], 4, 48)


def split(x):
    return x.flatten(2).transpose(1, 2).reshape(x.shape[0], 16, 4, 3) + 1


def written(x):
    y = x.permute(0, 2, 3, 1).reshape(x.shape[0], 192)
    y += 1
    return y, x._version
"""
NAMES = ["joined", "patches", "split", "written"]
PROGRAM = harness.program(
    "reshaped_empty_batches", SOURCE, calls=[f"{name}(f32[B, 3, 8, 8])" for name in NAMES], args=["--force"]
)


@pytest.mark.parametrize("name", NAMES)
def test_no_items(name):
    harness.check(PROGRAM.load(), name, lambda: (randn(0, 3, 8, 8),))


@pytest.mark.parametrize("name", NAMES)
def test_some_items(name):
    harness.check(PROGRAM.load(), name, lambda: (randn(2, 3, 8, 8),), expect="compiled")
