"""Positions that nonzero() finds, of which there may be one or none: read as one dimension, as a column, and returned."""

import harness
import pytest
import torch

PROGRAM = harness.program(
    "found_positions",
    """import torch


def reshaped(m, x):
    return torch.nonzero(m).reshape(-1) + 1


def viewed(m, x):
    return torch.nonzero(m).view(-1) * 2


def flat(m, x):
    return torch.nonzero(m > 0).flatten() + 1


def column(m, x):
    return torch.nonzero(m)[:, 0] + 1


def assigned(m, x):
    found = torch.full((x.shape[0],), -1)
    best, where = x.max(dim=1)
    found[torch.nonzero(best >= 0.5).reshape(-1)] = where[best >= 0.5]
    return found


def taken(m, x):
    return x[torch.nonzero(m)[:, 0]].sum(), x.sum(1)[torch.nonzero(m).flatten()] + 1


def of_many(m, x):
    rows, columns = torch.nonzero(x > 0.5)[:, 0], torch.nonzero(x > 0.5)[:, 1]
    return rows * 2, columns + 1


def returned(m, x):
    return torch.nonzero(m).reshape(-1), torch.nonzero(m)[:, 0]


def all_of_it(m, x):
    return torch.nonzero(m)[:], torch.nonzero(m)[:, :]


def of_strided(m, x):
    return x[:, :1].reshape(-1), x[:1].reshape(-1) + 1, x[:, 1:2].view(-1) + 1
""",
    calls=[
        f"{name}(bool[N], f32[N, M])"
        for name in "reshaped viewed flat column assigned taken of_many returned all_of_it of_strided".split()
    ],
    args=["--force"],
)
WHOLE = ["reshaped", "viewed", "flat", "column", "assigned", "taken", "of_many"]


@pytest.mark.parametrize("count", [0, 1, 2, 5])
@pytest.mark.parametrize("name", [*WHOLE, "returned", "all_of_it", "of_strided"])
def test_as_many_as_there_are(name, count):
    def make():
        found = torch.arange(6) < count
        return found, torch.where(found[:, None], 0.75, 0.25) * torch.ones(6, 3)

    harness.check(PROGRAM.load(), name, make, expect="whole" if name in WHOLE else None)


@pytest.mark.parametrize("rows", [0, 1, 3])
@pytest.mark.parametrize("columns", [1, 3])
@pytest.mark.parametrize("name", [*WHOLE, "returned", "all_of_it", "of_strided"])
def test_of_few_rows(name, rows, columns):
    harness.check(PROGRAM.load(), name, lambda: (torch.ones(rows) > 0, torch.ones(rows, columns)))
