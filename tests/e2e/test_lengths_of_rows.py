"""Reductions of rows whose length is no multiple of a vector's: the last elements have a loop of their own."""

import harness
import pytest
import torch
from table import randn

ROWS = harness.program(
    "lengths_of_rows",
    """
import torch
import torch.nn.functional as F

def weights(x):
    return torch.softmax(x * 0.5, -1), F.log_softmax(x * 2, -1)

def largest(x):
    return (x * 2).amax(-1), x.exp().amin(-1), torch.logsumexp(x, -1)

def moments(x):
    return F.layer_norm(x, (x.shape[-1],)), x.exp().sum(-1), x.sigmoid().prod(-1)

def hidden(x):
    return torch.where(x > 0, x, float("-inf")).softmax(-1), (x > 0).sum(-1), x.exp().nansum(-1)

def pairs(x):
    return ((x[:, None] - x[None]) ** 2).tanh().sum(-1)
""",
    [
        f"{name}({dtype}[N, M])"
        for name in ("weights", "largest", "moments", "hidden", "pairs")
        for dtype in ("f32", "bf16", "f64")
    ],
    args=["--force"],
)
DTYPES = {torch.float32: 2e-6, torch.bfloat16: 2e-2, torch.float64: 1e-12}


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("name", ["weights", "largest", "moments", "hidden", "pairs"])
def test_lengths(name, dtype):
    for length in (1, 7, 15, 16, 17, 31, 32, 33, 47, 63, 64, 65, 127, 4099, 4119):
        make = lambda length=length: (randn(3, length, dtype=dtype),)  # noqa: E731
        harness.check(ROWS.load(), name, make, expect="whole", atol=DTYPES[dtype], rtol=4 * DTYPES[dtype])


@pytest.mark.parametrize("place", [0, 15, 16, 32])
def test_nan_among_the_last_elements(place):
    def make():
        x = randn(3, 33)
        x[1, place] = torch.nan
        return (x,)

    for name in ("weights", "largest", "moments"):
        harness.check(ROWS.load(), name, make, expect="whole", atol=2e-6, rtol=8e-6)
