"""Pooling over one dimension of tensors whose channels lie together, as models of time series have them; and what
their constructors ask of torch's version."""

import harness
import pytest
from table import randn

SOURCE = """
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from packaging import version

RECENT = version.parse(torch.__version__) >= version.parse("2.0")


class Average(nn.Module):
    def __init__(self, kernel_size):
        super().__init__()
        self.kernel_size = kernel_size
        self.avg = nn.AvgPool1d(kernel_size=kernel_size, stride=1, padding=0)

    def forward(self, x):
        front = x[:, 0:1, :].repeat(1, (self.kernel_size - 1) // 2, 1)
        end = x[:, -1:, :].repeat(1, (self.kernel_size - 1) // 2, 1)
        x = torch.cat([front, x, end], dim=1)
        return self.avg(x.permute(0, 2, 1)).permute(0, 2, 1)


class Decomposed(nn.Module):
    def __init__(self, kernel_size):
        super().__init__()
        self.average = Average(kernel_size)
        self.tokens = nn.Conv1d(
            3, 4, 3, padding=1 if torch.__version__ >= "1.5.0" else 2, padding_mode="circular", bias=False
        )

    def forward(self, x):
        mean = self.average(x)
        return x - mean, mean, self.tokens(x.permute(0, 2, 1)).shape


torch.manual_seed(0)
decomposed = Decomposed(5)


def decompose(x):
    with torch.no_grad():
        return decomposed(x)


def pools(x):
    y = x.permute(0, 2, 1)
    return (
        F.avg_pool1d(y, 3, 1), F.adaptive_avg_pool1d(y, 2), F.adaptive_max_pool1d(y, 2), F.max_pool1d(y, 2),
        F.lp_pool1d(y, 2.0, 2),
    )


def after_pools(x):
    y = x.permute(0, 2, 1)
    return F.avg_pool1d(y, 3, 1) * 2, F.adaptive_avg_pool1d(y, 2) + 1


def log_of_size(x):
    k = 2 * np.ceil(np.log(x.shape[1])).astype("int").item()
    return x.sum(1) * min(k, x.shape[1]), k


def versions(x):
    if torch.__version__ < "2.0" or torch.__version__.startswith("1."):
        return x
    return x * 2, RECENT, torch.__version__ >= (2, 0), int(torch.__version__.split(".")[0]), f"{torch.__version__}"
"""
NAMES = ["decompose", "pools", "after_pools", "log_of_size", "versions"]
CALLS = [f"{name}(f32[B, L, 3])" for name in NAMES]
PROGRAM = harness.program("pooled_lines", SOURCE, CALLS, args=("--force",), flags="-O0")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", [(2, 12, 3), (3, 7, 3)])
def test_whole(name, shape):
    harness.check(PROGRAM.load(), name, lambda: (randn(*shape),), expect="whole")


@pytest.mark.parametrize("shape", [(1, 5, 3), (2, 6, 1), (1, 8, 1)])
def test_sizes_of_one(shape):
    for name in ("pools", "after_pools", "log_of_size"):
        harness.check(PROGRAM.load(), name, lambda: (randn(*shape),))


def test_channels_that_do_not_lie_together():
    for name in ("pools", "after_pools"):
        harness.check(PROGRAM.load(), name, lambda: (randn(3, 12, 2).permute(2, 1, 0),))
