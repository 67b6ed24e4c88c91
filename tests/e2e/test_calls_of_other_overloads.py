"""Arguments that pick another overload than the likely one, or that a function of torch or NumPy meets in another order than
it seems."""

import pytest
import torch
from harness import WORDS_OF, check, program

SOURCE = (
    WORDS_OF
    + """
import numpy as np
import torch
import torch.nn.functional as F


def case_tensors_for_dimensions(x):
    at = torch.tensor(0)
    return [words_of(lambda: f(x, torch.tensor(2), True)) for f in (torch.max, torch.min)], torch.max(x, at), x.min(at, False)


def case_variances_of_ints(x):
    try:
        F.gaussian_nll_loss((), x, x.long())
    except (RuntimeError, ValueError):
        return x + 1


def case_losses_of_ints(x):
    try:
        F.gaussian_nll_loss(x, x, x.long())
    except NotImplementedError:
        return x + 1
    except (RuntimeError, ValueError) as error:
        return x + 2, str(error)


def case_lists_in_place_of_tensors(x):
    try:
        return F.cross_entropy([1.0], x, reduction="nothing")
    except ValueError:
        return x + 1


def case_statistics_that_are_no_tensors(x):
    try:
        return F.batch_norm(x[:, None], torch.eye(4), True)
    except (RuntimeError, ValueError):
        return x + 1


def case_conversions(x):
    out = [words_of(lambda: x.to(*args)) for args in ((x, x), (torch.int64, torch.int64), (True,), ("cpu", "cpu"), (x, None))]
    return out, x.to("cpu", torch.float64), x.to(x.long()), x.to(None, torch.int32), x.to(torch.int64, True), x.to(x, False, True) is x


def case_dimensions_that_are_types(x):
    return x + 1, words_of(lambda: F.log_softmax(x, torch.int64)), words_of(lambda: x.softmax("a"))


def case_sums_of_lists(x):
    return x + 1, np.sum([1, 2], keepdims=True), np.mean((1, 2), keepdims=True), np.prod([2, 3]), np.amax([1, 2], keepdims=True)


def case_rows_that_are_padding(x):
    table, rows = torch.ones(2, 2) * x, torch.tensor([0, 1])
    found = []
    for padding in (0, 1, -2, 2, -3, table):
        try:
            found.append(F.embedding(rows, table, padding))
        except (AssertionError, RuntimeError) as error:
            found.append(type(error).__name__)
    return found


if __name__ == "__main__":
    x = torch.ones(2)
CALLS
"""
)
NAMES = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith("def case_")]
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    words_of(lambda: {name}(x))" for name in NAMES))
overloads = program(
    "other_overloads", SOURCE, calls=[f"{name}(f32[N])" for name in NAMES], args=["--force"], flags="-O0"
)


@pytest.mark.parametrize("name", NAMES)
def test_case(name):
    check(overloads.load(), name, lambda: [torch.arange(2.0)])
