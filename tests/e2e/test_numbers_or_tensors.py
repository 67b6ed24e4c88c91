"""Variables that hold a number until a branch that the data decide adds a tensor: sums of losses, as a rule."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch
import torch.nn.functional as F


def of_two_lists(preds, targets):
    total = 0
    for p, t in zip(preds, targets):
        valid = t >= 0
        if valid.any():
            total = total + F.l1_loss(p[valid], t[valid])
    return total


def summed(x, m):
    loss = 0
    for i in range(x.shape[0]):
        if m[i]:
            loss = loss + x[i].sum()
    return loss


def averaged(x, m):
    loss, n = 0.0, 0
    for i in range(x.shape[0]):
        if m[i]:
            loss += x[i].sum()
            n += 1
    return loss / max(n, 1)


def both_used(x, m):
    loss = 0.0
    for i in range(3):
        if m[i]:
            loss = loss - x[i] * 2
    return loss * 3 + 1, loss


def of_the_caller(x, m):
    loss = 0
    for i in range(3):
        if m[i]:
            loss = x[i]
    return loss


def other_types(x, m):
    loss = -0.0
    for i in range(3):
        if m[i]:
            loss = loss + x[i].long()
    return loss + 1, 2 - loss


def two_of_them(x, m):
    a, b = 0, 1
    for i in range(x.shape[0]):
        if m[i]:
            a = a + x[i]
        else:
            b = b * x[i].mean()
    return a + b, a, b


def two_numbers(x, m):
    loss = 0
    for i in range(3):
        if m[i]:
            loss = loss + x[i].sum()
        elif x[i, 0] > 0:
            loss = 5
    return loss


def compared(x, m):
    loss = 0
    for i in range(3):
        if m[i]:
            loss = loss + x[i].sum()
    if loss > 0:
        return loss * 2
    return -1


def in_place_or_not(x, m):
    loss = 0
    for i in range(3):
        if m[i]:
            loss += x[i]
            loss *= 2
    return loss, isinstance(loss, torch.Tensor)


def kept(x, m):
    loss = 0
    keep = []
    for i in range(3):
        if m[i]:
            loss = loss + x[i].sum()
        keep.append(loss)
    return keep


def in_a_dict(x, m):
    s = {"l": 0}
    for i in range(3):
        if m[i]:
            s["l"] = s["l"] + x[i].sum()
    return s["l"]


def sums_of_parts(x, m):
    loss = 0
    for i in range(x.shape[0]):
        if m[i]:
            loss = loss + x[: i + 1].sum(0)
    return loss


def of_a_function(x, m):
    def helper(t, k):
        r = 0
        if k:
            r = t.sum()
        return r
    return helper(x, m[0]) + helper(x, m[1]) * 2


def of_a_bool(x, m):
    loss = True
    for i in range(3):
        if m[i]:
            loss = loss + x[i].sum()
    return loss


def of_a_large_int(x, m):
    loss = 2 ** 70
    for i in range(3):
        if m[i]:
            loss = loss + x[i].sum()
    return loss


def of_nan(x, m):
    loss = float("nan")
    for i in range(3):
        if m[i]:
            loss = x[i].sum()
    return loss


def halved(x, m):
    acc = 0
    for i in range(x.shape[0]):
        if m[i]:
            acc = torch.maximum(x[i], torch.zeros(3)) + acc
        acc = acc * 0.5
    return acc


def of_an_argument(x, m, n: int):
    loss = n
    for i in range(3):
        if m[i]:
            loss = loss + x[i].sum()
    return loss


def tested(x, m):
    loss = 0
    i = 0
    while i < x.shape[0]:
        if m[i]:
            loss = loss + x[i].sum()
        if i == 2 and m[2]:
            break
        i += 1
    return loss, i


def added_in_place(x, m):
    loss = 0
    for i in range(x.shape[0]):
        if m[i]:
            loss += x[i].sum()
    return loss


def added_in_place_thrice(x, m):
    loss = 0
    for i in range(3):
        if m[i]:
            loss += x[i].sum()
    return loss


def old_name(x, m):
    loss = 0
    old = 0
    for i in range(3):
        old = loss
        if m[i]:
            loss += x[i]
    return loss, old


def multiplied_in_place(x, m):
    loss = 0.0
    for i in range(3):
        if m[i]:
            loss += x[i]
        loss *= 2
    return loss


def written_at_once(x, m):
    loss, first = 0, None
    for i in range(3):
        if m[i]:
            loss = loss + x[i]
            first = loss
            loss += 1
    return loss


def written_under_another_name(x, m):
    loss = 0
    for i in range(x.shape[0]):
        t = x[i] * 2
        if m[i]:
            loss = t
        t += 1
    return loss


def names(x, m):
    loss = 0
    for i in range(x.shape[0]):
        t = x[i] * 2
        if m[i]:
            loss = loss + t
        loss -= 1
    return loss, loss is t


def one_in_two(x, m):
    a = b = 0
    for i in range(x.shape[0]):
        if m[i]:
            a = b = a + x[i]
    return a, b


def exchanged(x, m):
    a, b = 0, 0
    for i in range(x.shape[0]):
        if m[i]:
            a, b = b, a + x[i]
    return a, b


def number_on_the_other_side(x, m):
    loss = 0
    for row in x:
        if row.sum() > 0:
            loss = loss + row.sum()
        else:
            loss = loss + 1
    return loss


def of_another_type(x, m):
    loss = 0
    for i in range(x.shape[0]):
        if m[i]:
            loss = loss + x[i].double()
    return loss


def of_two_types(x, m):
    loss = 0
    for i in range(3):
        if m[i]:
            loss = loss + (x[i] if i % 2 else x[i].double())
    return loss


if __name__ == "__main__":
    x, m = torch.ones(4, 3), torch.tensor([True, False, True, True])
    of_two_lists([x[0], x[1]], [x[0], x[1]])
    of_an_argument(x, m, 3)
    for f in FUNCTIONS:
        f(x, m)
"""
NAMES = [
    line[4 : line.index("(")] for line in SOURCE.splitlines() if line.endswith("(x, m):") and line.startswith("def ")
]
WHOLE = """
summed
averaged
both_used
other_types
two_of_them
in_a_dict
sums_of_parts
of_a_function
of_a_bool
of_nan
halved
tested
added_in_place
written_at_once
written_under_another_name
number_on_the_other_side
of_another_type
""".split()
AS_IN_THE_EXAMPLE = ["halved", "number_on_the_other_side"]  # compiled for its number of rows
P = harness.program(
    "numbers_or_tensors", SOURCE.replace("FUNCTIONS", f"[{', '.join(NAMES)}]"), args=["--force"], flags="-O0"
)


@pytest.mark.parametrize("kept", [(1, 0, 1, 1), (0, 0, 0, 0), (1, 1, 1, 1), (0, 1, 0, 1), (0, 0, 1, 0, 1, 1)], ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_numbers_or_tensors(name, kept):
    expect = "whole" if name in WHOLE and (len(kept) == 4 or name not in AS_IN_THE_EXAMPLE) else None
    harness.check(P.load(), name, lambda: (randn(len(kept), 3), torch.tensor(kept, dtype=torch.bool)), expect=expect)


@pytest.mark.parametrize("least", [(-9, -9), (-9, 9), (9, -9), (9, 9)], ids=str)
def test_losses_of_what_is_valid(least):
    """`total` is a tensor, and 0 where nothing is valid."""
    harness.check(
        P.load(),
        "of_two_lists",
        lambda: ([randn(4), randn(3)], [randn(4).abs() - least[0], randn(3).abs() - least[1]]),
        expect="whole",
    )
    harness.check(P.load(), "of_an_argument", lambda: (randn(4, 3), randn(4) > least[0], 7))
