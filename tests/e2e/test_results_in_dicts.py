"""Dicts of results, whose keys are numbers that a loop counts or texts made of them, and of quantiles, whose number the
program tells."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


def quantiles(x):
    qs = torch.quantile(x, torch.tensor([0.25, 0.5, 0.75]))
    return {f"q{i}": q.item() for i, q in enumerate(qs)}


def ends(x):
    qs = torch.stack([x.min(), x.max()])
    return {f"q{i}": q for i, q in enumerate(qs.tolist())}


def rows(x):
    out = {}
    for i, r in enumerate(x):
        out[i] = r.sum()
    return out


def named_rows(x):
    out = {}
    for i, r in enumerate(x.unbind()):
        out[f"row{i}"] = r.sum().item()
    return out


def formatted_rows(x):
    out = {}
    for i, r in enumerate(x):
        out["row {:02d} of {}".format(i, len(x))] = r.mean()
    return out


def plus_text(x):
    out = {}
    for i in range(x.size(0)):
        out["row" + str(i)] = x[i] + i
    return out


def along(x, dim: int, keepdim: bool):
    return torch.quantile(x, torch.tensor([0.25, 0.5, 0.75]), dim=dim, keepdim=keepdim)


def of_all(x, q: float, keepdim: bool):
    return torch.quantile(x, q, keepdim=keepdim)


def asked(x, q):
    return x.nanquantile(q, dim=1), x.quantile(q, dim=-1, keepdim=True, interpolation="nearest")


def used(x, q):
    kept = torch.quantile(x, q, dim=-1, keepdim=True)
    return 1 - kept, kept.squeeze(-1).diagonal().unsqueeze(-1) * 2, torch.quantile(x[None], q, dim=1) + 1, -x.quantile(q)


if __name__ == "__main__":
    x = torch.randn(4, 5)
    used(x, torch.rand(4))
    quantiles(x[0])
    ends(x[0])
    rows(x)
    named_rows(x)
    formatted_rows(x)
    plus_text(x)
    along(x, 0, False)
    along(x, 0, True)
    along(x, 1, True)
    along(x, -1, False)
    of_all(x, 0.5, False)
    of_all(x, 0.5, True)
    asked(x, torch.tensor([0.1, 0.2]))
"""

DICTS = harness.program("results_in_dicts", SOURCE, [], ["--force"])


@pytest.mark.parametrize("name", ("quantiles", "ends"))
def test_numbers_under_texts(name):
    for n in (1, 2, 9):
        harness.check(DICTS.load(), name, lambda n=n: (randn(n, seed=n),), expect="whole")
    for make in (lambda: (torch.zeros(0),), lambda: (torch.arange(3),)):
        harness.check(DICTS.load(), name, make)


@pytest.mark.parametrize("name", ("rows", "named_rows", "formatted_rows", "plus_text"))
def test_rows_under_what_is_counted(name):
    """As many as in the call that is compiled for; any other number runs as Python."""
    for n in (4, 1, 0, 11):
        harness.check(DICTS.load(), name, lambda n=n: (randn(n, 5, seed=n),), expect="whole" if n == 4 else None)


def test_sizes_of_quantiles():
    pair = DICTS.load()
    for rows in (4, 1, 7):
        harness.check(pair, "used", lambda n=rows: (randn(n, 5), torch.linspace(0, 1, n)), expect="whole")
    for dim, keepdim in ((0, False), (0, True), (1, True), (-1, False)):
        for shape in ((4, 5), (1, 1), (7, 1)):
            harness.check(pair, "along", lambda s=shape, d=dim, k=keepdim: (randn(*s, seed=1), d, k), expect="whole")
        harness.check(pair, "along", lambda d=dim, k=keepdim: (randn(5, 4, seed=1).t(), d, k))
        harness.check(pair, "along", lambda d=dim, k=keepdim: (torch.zeros(0, 3), d, k))
    harness.check(pair, "along", lambda: (randn(4, 5, seed=1), 2, False))
    for q in (0.0, 0.5, 1.0):
        for keepdim in (False, True):
            harness.check(pair, "of_all", lambda q=q, k=keepdim: (randn(4, 5, seed=1), q, k), expect="whole")
    harness.check(pair, "of_all", lambda: (randn(4, 5, seed=1), 1.5, False))
    for count in (1, 2, 5):
        harness.check(pair, "asked", lambda n=count: (randn(4, 5, seed=1), torch.linspace(0, 1, n)), expect="whole")
