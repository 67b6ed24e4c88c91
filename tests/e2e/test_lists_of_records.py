"""Lists of tuples, lists and dicts that loops fill as the data decide: detections, positions with their values."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


def positions(x):
    return [(i, v) for i, v in enumerate(x.tolist()) if v > 0]


def appended(x):
    out = []
    for i, v in enumerate(x):
        if v < 0:
            continue
        out.append((i, v.item(), v > 1))
    return out, len(out)


def dicts(x):
    out = []
    for i, v in enumerate(x.tolist()):
        if v > 0:
            out.append({"index": i, "value": v * 2})
    return out


def pairs(x):
    found = []
    for i in range(x.shape[0]):
        for j in range(i, x.shape[0]):
            if x[i] * x[j] > 0.5:
                found.append([i, j])
    return found


def tensors(x):
    out = []
    for i in range(x.shape[0]):
        row = x[i : i + 1] * 2
        if x[i] > 0:
            out.append((row, i, row.sum().item()))
    return out


def named(x):
    out = []
    for i, v in enumerate(x):
        t = (i, v.item(), v * 2)
        if t[1] > 0:
            out.append(t)
    return out


def named_dicts(x):
    out = []
    for i, v in enumerate(x.tolist()):
        found = {"name": "cat", "index": i, "value": v, "mask": None}
        if found["value"] > 0 and i != 3:
            out.append(found)
    return out


def with_texts(x):
    out = [("k", i, v) for i, v in enumerate(x.tolist()) if v > 0]
    return sorted(out), len(out)


def named_on_both_sides(x):
    a, b = [], []
    for i, v in enumerate(x.tolist()):
        t = (i, v)
        (a if v > 0 else b).append(t)
    return a, b


def both_sides(x):
    out = []
    for i, v in enumerate(x.tolist()):
        if v > 0:
            out.append((i, v))
        elif v < -0.5:
            out.insert(0, (-i, v * v))
    return out


def read(x):
    out = []
    for i, v in enumerate(x.tolist()):
        if v > 0:
            out.append((i, v))
    total = 0.0
    for i, v in out:
        total += i * v
    return total, [i for i, _ in out], len(out[:2]), bool(out)


def first_part(x):
    out = []
    for i, v in enumerate(x.tolist()):
        if v > 0:
            out.append((i, v))
    return out[:2]


def of_lists(x):
    kept = [(i, v) for i, v in enumerate(x.tolist()) if v > 0]
    return [(j, w * 2) for j, w in kept if j > 0], [[j, w] for j, w in kept], [w for _, w in kept]


def while_read(x, least: float):
    kept = []
    for i, v in enumerate(x.tolist()):
        near = False
        for j, w in kept:
            if abs(v - w) < least and i - j < 4:
                near = True
        if not near:
            kept.append((i, v))
    return kept


def orthogonal(vectors):
    basis = []
    for v in vectors:
        for u in basis:
            v = v - (u @ v) * u
        size = v.norm()
        if size > 0.1:
            basis.append(v / size)
    return torch.stack(basis) if basis else None
"""
WHOLE = ["positions", "appended", "dicts", "pairs", "tensors", "both_sides", "read", "first_part", "of_lists"]
PYTHON = """

def one_tuple_twice(x):
    out = []
    last = (0, 0.0)
    for i, v in enumerate(x.tolist()):
        if v > 0:
            last = (i, v)
            out.append(last)
    return out, last


def one_constant(x):
    out = []
    for v in x.tolist():
        if v > 0:
            out.append((0, 1))
    return out


def with_its_item(x):
    out = []
    for i, v in enumerate(x.tolist()):
        if v > 0:
            out.append((i, v))
    return (out, out[0]) if out else None


def item_twice(x):
    out = []
    for i, v in enumerate(x.tolist()):
        if v > 0:
            out.append((i, v))
    best = None
    for p in out:
        if best is None or p[1] > best[1]:
            best = p
    return best, best, out[:1]


def changed(x):
    out = []
    for i, v in enumerate(x.tolist()):
        if v > 0:
            out.append([i, v])
    for p in out:
        p.append(1)
    return out


def kinds(x):
    out = []
    for i, v in enumerate(x.tolist()):
        if v > 0:
            out.append((i, v))
        else:
            out.append((i, "none"))
    return out


def two_texts(x):
    out = []
    for i, v in enumerate(x.tolist()):
        if v > 0:
            out.append(("pos", i))
        else:
            out.append(("neg", i))
    return out


def named_before(x):
    out = []
    for i, v in enumerate(x.tolist()):
        if v > 0.5 or i == 0:
            t = (i, v)
        if v != 0:
            out.append(t)
    return out, [a is b for a in out for b in out]


def named_in_the_last_one(x):
    out = []
    t = (0, 0.0)
    for i, v in enumerate(x.tolist()):
        if v > 0:
            out.append(t)
        t = (i, v)
    return out, t


def named_and_changed(x):
    out = []
    for i, v in enumerate(x.tolist()):
        if v > 0:
            t = [i, v]
            out.append(t)
            t.append(3)
    return out


def put_in_twice(x):
    out, more = [], []
    for i, v in enumerate(x.tolist()):
        if v > 0:
            t = (i, v)
            for _ in range(2):
                out.append(t)
            u = (v, i)
            [more.append(u) for _ in range(2)]
    return out, more, [a is b for a in out for b in out], [a is b for a in more for b in more]


def of_texts_alone(x):
    out = []
    for v in x.tolist():
        if v > 0:
            out.append(("a", None))
    return out


def dicts_in_order(x):
    found = [{"k": "x", "v": v} for v in x.tolist() if v > 0]
    try:
        return sorted(found)
    except TypeError as e:
        return str(e)


def one_tensor_twice(x):
    out = []
    for v in x:
        if v > 0:
            double = v * 2
            out.append((double, double))
    return out


def set_default(x):
    out, kept = [], {}
    for i, v in enumerate(x.tolist()):
        if v > 0:
            out.append(kept.setdefault(0, (i, v)))
    return out
"""
REST = [line[4 : line.index("(")] for line in PYTHON.splitlines() if line.startswith("def ")]
CALLS = [f"{name}(f32[N])" for name in [*WHOLE, *REST]] + ["while_read(f32[N], 0.5)", "orthogonal(f32[N, M])"]
RECORDS = harness.program("records", SOURCE + PYTHON, CALLS, args=["--force"], flags="-O0")


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("n", [1, 2, 7, 40])
def test_lists_of_records(name, n):
    for seed in range(3):
        harness.check(RECORDS.load(), name, lambda: (torch.cat([torch.ones(1), randn(n, seed=seed)]),), expect="whole")
    harness.check(RECORDS.load(), name, lambda: (-torch.ones(n),))
    harness.check(RECORDS.load(), name, lambda: (torch.zeros(0),))


@pytest.mark.parametrize("name", REST)
@pytest.mark.parametrize("n", [0, 1, 7])
def test_what_would_be_seen_of_records(name, n):
    for seed in range(3):
        harness.check(RECORDS.load(), name, lambda: (randn(n, seed=seed),))


@pytest.mark.parametrize("n", [1, 7, 30])
def test_lists_that_are_gone_through_between_appends(n):
    harness.check(RECORDS.load(), "while_read", lambda: (randn(n), 0.5), expect="whole")
    harness.check(RECORDS.load(), "orthogonal", lambda: (randn(n, 4),), expect="whole", rtol=1e-3, atol=1e-4)
    harness.check(RECORDS.load(), "orthogonal", lambda: (torch.ones(n, 4),), expect="whole")
    harness.check(RECORDS.load(), "orthogonal", lambda: (torch.zeros(n, 4),))


EACH = harness.program(
    "records_of_each",
    """
import torch


def detections(boxes, scores):
    kept = scores > 0
    out = []
    for box, score in zip(boxes[kept], scores[kept]):
        out.append({"score": score.item(), "x": box[0].item(), "y": box[1].item()})
    return out


def indexed(boxes, scores):
    return [(i, v) for i, v in enumerate(scores.tolist())]


def history(boxes, scores):
    out = []
    for i, row in enumerate(boxes):
        out.append([i, row.sum().item()])
    return out


def edges(boxes, scores):
    found = []
    for i in range(len(scores)):
        for j in range(len(scores)):
            if i != j and scores[i] * scores[j] > 0:
                found.append((i, j))
    return torch.tensor(found, dtype=torch.long) if found else None


def of_two_kinds(boxes, scores):
    pairs = [[i, v] for i, v in enumerate(scores.tolist())]
    return torch.tensor(pairs), torch.tensor([(v > 0, v > 1) for v in scores.tolist()])


def of_tensors(boxes, scores):
    return torch.tensor([(v, v * 2) for v in scores])
""",
    [
        f"{name}(f32[N, 2], f32[N])"
        for name in ["detections", "indexed", "history", "edges", "of_two_kinds", "of_tensors"]
    ],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["detections", "indexed", "history", "edges", "of_two_kinds", "of_tensors"])
@pytest.mark.parametrize("n", [1, 2, 5, 30])
def test_a_record_for_each_item(name, n):
    expect = "whole" if name != "of_tensors" and (name != "edges" or n > 4) else None
    for seed in range(2):
        harness.check(EACH.load(), name, lambda: (randn(n, 2, seed=seed), randn(n, seed=seed)), expect=expect)
    harness.check(EACH.load(), name, lambda: (torch.zeros(0, 2), torch.zeros(0)))
