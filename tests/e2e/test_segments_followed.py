"""What comes behind a statement that stays Python is compiled for what that statement is likely to leave: evaluation
passes over what cannot be compiled and goes on."""

import json

import harness
import pytest
import torch
from table import randn

SOURCE = """
from typing import NamedTuple

import torch


class Scored(NamedTuple):
    scores: torch.Tensor
    parts: list


def noted(x, i):
    print("step", i)
    return (x * 2).tanh() + i


def stacked(xs: list):
    ys = [noted(x, i) for i, x in enumerate(xs)]
    return torch.stack(ys).exp().sum(0) * 2


def collected(xs: list, h):
    outs = []
    for i, x in enumerate(xs):
        h = torch.tanh(x * 2 + h)
        print("step", i)
        outs.append(h.exp())
    return torch.cat(outs, 1).exp() * 2, h


def best_of(x):
    print("scores")
    return x.exp().argmax(-1), x.tanh()


def two_results(x):
    best, squashed = best_of(x)
    return squashed[:, best] * 2 + best, best + 1


def texts(x, names: list):
    for name in names:
        if name.startswith("_"):
            print("skips", name)
            continue
        x = (x * 2 + len(name)).tanh()
    return x.exp() + 1


def in_blocks(x, count: int):
    try:
        with torch.no_grad():
            labels = noted(x, 0).argmax(-1)
            print("labels")
            chosen = x.exp()[:, labels] + labels
    finally:
        print("done")
    return chosen.tanh() * 2


def in_a_dict(x):
    print("dict")
    return {"scores": x.exp(), "parts": (x.tanh(), 3)}


def read_from_a_dict(x):
    out = in_a_dict(x)
    y = out["scores"].tanh() * out["parts"][1]
    print("read")
    return y.exp() + out["parts"][0] * 2


def in_a_named_tuple(x):
    print("named")
    return Scored(x.exp(), [x.tanh(), x])


def read_from_a_named_tuple(x):
    out = in_a_named_tuple(x)
    return out.scores.tanh() * 2 + out.parts[0], out


def appended(xs: list, x):
    for i in range(3):
        print(i)
        xs.append((x * i).tanh())
    return torch.stack(xs).exp().sum(0)
"""
CALLS = [
    "stacked([f32[N, M], f32[N, M]])",
    "collected([f32[A, B], f32[A, B]], f32[A, B])",
    "two_results(f32[N, M])",
    "texts(f32[N, M], ['a', '_b', 'cd'])",
    "in_blocks(f32[C, D], 2)",
    "read_from_a_dict(f32[N, M])",
    "read_from_a_named_tuple(f32[N, M])",
    "appended([f32[N]], f32[N])",
]
PROGRAM = harness.program("segments_followed", SOURCE, CALLS)

ARGUMENTS = {
    "stacked": lambda n: ([randn(n, 3), randn(n, 3)],),
    "collected": lambda n: ([randn(n, 3), randn(n, 3)], randn(n, 3)),
    "two_results": lambda n: (randn(n, 5),),
    "texts": lambda n: (randn(n, 3), ["abc", "_", "de"]),
    "in_blocks": lambda n: (randn(n, 5), 2),
    "read_from_a_dict": lambda n: (randn(n, 5),),
    "read_from_a_named_tuple": lambda n: (randn(n, 5),),
    "appended": lambda n: ([randn(n)], randn(n)),
}


@pytest.mark.parametrize("n", [1, 2, 4])
@pytest.mark.parametrize("name", ARGUMENTS)
def test_runs_compiled_behind_python(name, n):
    harness.check(PROGRAM.load(), name, lambda: ARGUMENTS[name](n), expect="compiled")


@pytest.mark.parametrize(
    "last",
    [
        "stacked(ys: list)",
        "collected(outs: list, h: f32[",
        "two_results(squashed: f32[N, M], best: i64[N])",
        "texts(x: f32[x0, x1], name: str)",
        "in_blocks(x: f32[C, D], labels: i64[",
        "noted(x: f32[x0, x1], i: int)",
        "read_from_a_dict(out: dict)",
        "read_from_a_named_tuple(out: Scored)",
        "appended(xs: list)",
    ],
)
def test_what_is_behind_python_is_compiled_for_what_that_leaves(last):
    PROGRAM.require()
    report = json.loads((PROGRAM.out / "segments_followed.report.json").read_text())
    segments = [entry["variants"] for entry in report["entries"] if entry["kind"] == "segment"]
    assert any(variant["signature"].startswith(last) for variants in segments for variant in variants)


def test_a_list_of_another_length_runs_as_python():
    for count in (3, 1, 0):
        harness.check(PROGRAM.load(), "stacked", lambda k=count: ([randn(2, 3)] * k,))


ARRAYS = harness.program(
    "segments_and_arrays",
    """
import random

import numpy as np
import torch


def confusion(x, labels):
    best = x.softmax(-1).argmax(-1).numpy()
    true = labels.numpy()
    hits = (best == true).mean() * 2
    table = np.zeros((5, 5))
    for a, b in zip(best, true):
        table[a, b] += 1
    print("counted")
    y = (x * 2).tanh() + 1
    return y.exp(), hits, table


def chosen(x):
    count = random.choice([3, 3])
    return (x * count + 1).tanh() * count
""",
    ["confusion(f32[N, 5], i64[N])", "chosen(f32[N])"],
)


def test_arrays_are_not_taken_for_tensors():
    harness.check(
        ARRAYS.load(), "confusion", lambda: (randn(6, 5), torch.tensor([0, 3, 1, 4, 2, 3])), expect="compiled"
    )


def test_a_number_chosen_from_a_list_is_a_number():
    harness.check(ARRAYS.load(), "chosen", lambda: (randn(6),), expect="compiled")


TEXTS = harness.program(
    "segments_and_annotations",
    """
from typing import List


def edit_distance(a: List[str], b: List[str]) -> int:
    previous = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        current = [i] + [0] * len(b)
        for j, y in enumerate(b, 1):
            current[j] = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (x != y))
        previous = current
    return previous[-1]
""",
)


def test_items_of_a_list_that_is_annotated_are_no_tensors():
    change = harness.check(TEXTS.load(), "edit_distance", lambda: (["a", "b", "c"], ["b", "c"]))
    assert change["compiled"] == change["breaks"] == 0


GRADIENTS = harness.program(
    "gradients",
    """
import torch


def switched(x):
    y = (x * 2).tanh() + 1
    x.requires_grad_()
    n = y * 3 + y.exp()
    z = (x * 3).exp() + 1
    w = z.sum() * 2
    w.backward()
    g = x.grad * 2 + n
    return (g.tanh() + y).detach()


def made(n):
    w = torch.ones(n, 3, requires_grad=True)
    print("made")
    s = (w * 2).tanh() + 1
    with torch.no_grad():
        t = (w * 3).exp() + 1
    return s, t


def stepped(model, x):
    loss = ((model(x) - x) ** 2).mean()
    loss.backward()
    return loss * 2 + loss.exp()


if __name__ == "__main__":
    switched(torch.ones(3))
    made(3)
""",
)


@pytest.mark.parametrize("name, args", [("switched", lambda: (randn(5),)), ("made", lambda: (4,))])
def test_no_segment_takes_a_tensor_that_was_made_to_require_grad(name, args):
    """It would always run as Python: what reads such a tensor stays in the function."""
    change = harness.check(GRADIENTS.load(), name, args, expect="compiled")
    assert change["fallback"] == 0 and change["fused"] > 0


def test_what_is_gone_back_from_requires_grad():
    def model():
        torch.manual_seed(0)
        return torch.nn.Linear(3, 3)

    change = harness.check(GRADIENTS.load(), "stepped", lambda: (model(), randn(2, 3)))
    assert change["compiled"] == change["fallback"] == 0
