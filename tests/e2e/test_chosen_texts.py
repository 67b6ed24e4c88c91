"""Texts, and numbers that may be None, of which a branch on sizes or on data chooses one: they are returned, compared, asked
whether they are None."""

import pytest
import torch
from harness import check, program

SOURCE = """
import torch
import torch.nn.functional as F


def word(n):
    if n < 2:
        return "lo"
    return "hi"


def case_nested(x):
    n = x.size(0)
    return x + 1, "lo" if n < 2 else "mid" if n < 4 else "hi"


def case_statement(x):
    if x.size(0) < 2:
        kind = "a"
    elif x.size(0) < 4:
        kind = "b"
    else:
        kind = "c"
    return x + 1, kind, kind == "a", kind != "b"


def case_returned_by_a_function(x):
    s = word(x.size(0))
    return (x + 1 if s == "lo" else x * 2), s


def case_data(x):
    s = "neg" if x.sum() < 0 else "pos"
    y = x * 3 if s == "pos" else x - 1
    return y, s, s == "neg", s != "neg", {"k": s}, [s, s], s == 3, s is None


def case_loop(x):
    out = []
    s = "none"
    for i in range(3):
        s = "odd" if x.size(0) > i else "even"
        out.append(s)
    return x, out, s


def case_loop_of_sizes(x):
    t = x.sum() * 0
    s = "none"
    for i in range(x.size(0)):
        s = "big" if x[i].sum() > 0 else "small"
        if s == "big":
            t = t + 1
    return t


def case_list(x):
    return x + 1, [("a" if s > 2 else "b") for s in x.shape]


def case_truth(x):
    text = "" if x.size(0) < 3 else "abc"
    return (x + 1 if text else x - 1), not text, text or "empty"


def case_none(x):
    n = x.size(0)
    a = n > 2 and "yes"
    b = n > 2 and None
    c = None if n < 3 else x.size(1)
    d = not n == 4 or None
    return x + 1, a, b, c, d, c is not None, b is None, (n if n > 100 else None) is None


def case_none_by_data(x):
    c = None if x.sum() < 0 else 0.5
    d = 3 if c is None else 4
    return x * d, c


def case_none_in_a_list(x):
    held = [0, {"k": 1}]
    held[0] = "p" if x.sum() > 0 else None
    held[1]["k"] = 2 if x.size(0) > 2 else None
    return x, held


def case_mixed(x):
    a = ("x" if x.sum() > 0 else "y") if x.size(0) > 1 else "z" if x.max() > 0 else None
    return x + 1, a


def likely_option(x):
    mode = "mean" if x.size(0) > 2 else "sum"
    return F.mse_loss(x, x + 1, reduction=mode), {"mean": x + 1, "sum": x + 2}[mode]


def likely_match(x):
    match "one" if x.size(0) == 1 else "many":
        case "one":
            return x * 1
        case "many":
            return x * 3


def each_option(x):
    if x.size(0) > 2:
        mode = "mean"
    else:
        mode = "sum"
    return F.mse_loss(x, x + 1, reduction=mode), {"mean": x + 1, "sum": x + 2}[mode]
"""
NAMES = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith(("def case_", "def each_"))]
LIKELY = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith("def likely_")]
chosen = program(
    "chosen_texts",
    SOURCE,
    calls=[f"{name}(f32[N, M])" for name in NAMES] + [f"{name}(f32[4, 3])" for name in LIKELY],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", [(4, 3), (2, 5), (1, 6), (3, 1)])
def test_sizes_and_data(name, shape):
    for sign in (1, -1):
        check(chosen.load(), name, lambda sign=sign: [torch.full(shape, 0.5) * sign], expect="whole")


@pytest.mark.parametrize("name", LIKELY)
def test_the_likely_side(name):
    check(chosen.load(), name, lambda: [torch.ones(4, 3)], expect="whole")
    check(chosen.load(), name, lambda: [torch.ones(1, 3)])
