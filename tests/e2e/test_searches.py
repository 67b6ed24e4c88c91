"""any(), all() and next() of generator expressions whose conditions, or whose items, the data decide."""

import harness
import pytest
import torch

SOURCE = """
def distinct(x):
    keep = []
    for i in range(len(x)):
        if all(x[i] != x[k] for k in keep):
            keep.append(i)
    return keep


def far_apart(boxes, scores, least):
    keep = []
    for i in scores.argsort(descending=True).tolist():
        if not any((boxes[i] - boxes[k]).abs().sum() < least for k in keep):
            keep.append(i)
    return keep


def first_position(x):
    return next((i for i, v in enumerate(x) if v > 0), -1)


def conditions(x):
    return any(v > 2 for v in x if v != 9), all(v < 5 for v in x.tolist() if v > -1)


def of_matrices(m):
    return any(v > 2 for r in m for v in r), all(v < 5 for r in m for v in r if v > -1)


def last_ones(x):
    return [i for i in range(len(x)) if not any(x[j] > x[i] for j in range(i, len(x)))]


def of_texts(d):
    return next((len(k) for k, v in d.items() if v.sum() > 0), 0), any(v.sum() > 0 for v in d.values())


def in_order(x):
    return all(x[i] <= x[i + 1] for i in range(len(x) - 1))


def until_found(x):
    while any(v >= 1 for v in x.tolist()):
        x = x / 2
    return x


def listed(x):
    return list(v for v in x.tolist() if v > 0), sorted((v for v in x.tolist() if v < 2), key=lambda v: -v)


def records(x):
    return list((i, v) for i, v in enumerate(x.tolist()) if v > 0)


def largest_or_default(x):
    hit = [i for i, v in enumerate(x.tolist()) if v > 0]
    return max((v for v in x.tolist() if v > 1), default=-1.0), min(hit, default=-1), max(hit, default=-1)


def found_or_computed(x):
    return next((v * 2 for v in x if v > 1), x.sum())
"""
PYTHON = """
def without_default(x):
    return next(v for v in x.tolist() if v > 1)


def caught(x):
    try:
        return next(i for i, v in enumerate(x.tolist()) if v > 1)
    except StopIteration:
        return "none"


def writes(x, log):
    return any(log.append(i) or v > 1 for i, v in enumerate(x)), log


def binds(x):
    return any((y := v) > 0 for v in x.tolist()), y


def divides(x):
    return any(1 / v > 1 for v in x.tolist())


def stops_inside(x):
    def first(v):
        if v > 1:
            raise StopIteration
        return False

    return all(not first(v) for v in x.tolist())


def first_pair(x):
    return next(((i, j) for i in range(len(x)) for j in range(i) if x[i] < x[j]), None)


def kept(x):
    items = (v for v in x.tolist() if v > 0)
    return next(items, None), next(items, None), any(items), next(items, "end")


def largest_or_none(x):
    return max((v for v in x.tolist() if v > 1), default=None), min((v for v in x.tolist() if v > 9), default=0)


def listed_with_effects(x):
    log = []
    largest = max((log.append(v) or v for v in x.tolist()), default=0.0)
    items = iter(x.tolist())
    return largest, list(v for v in items if v > 0), next(items, "end"), log


def listed_or_caught(x):
    try:
        return list(1 / v for v in x.tolist() if v < 1)
    except ZeroDivisionError:
        return "zero"


def rows(x):
    r = next((r for r in x.view(-1, 1) if r > 0), None)
    if r is not None:
        r += 1
    return r, x
"""
SEARCHES = harness.program(
    "searches",
    SOURCE + PYTHON,
    [
        "far_apart(f32[N, 2], f32[N], 1.0)",
        "writes(f32[N], [])",
        "of_matrices(f32[N, M])",
        "of_texts({'a': f32[N], 'bb': f32[M]})",
    ]
    + [
        f"{line[4 : line.index('(')]}(f32[N])"
        for line in (SOURCE + PYTHON).splitlines()
        if line.startswith("def ") and line.endswith("(x):")
    ],
    args=["--force"],
    flags="-O0",
)
WHOLE = [line[4:-4] for line in SOURCE.splitlines() if line.startswith("def ") and line.endswith("(x):")]
REST = [line[4:-4] for line in PYTHON.splitlines() if line.startswith("def ") and line.endswith("(x):")]
ROWS = [[1.0, 2.0, 1.0, 3.0], [-1.0, -2.0, 0.5, 9.0, 7.0], [-1.0, -2.0], [0.0], [2.5, float("nan"), 1.0]]


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("row", range(len(ROWS)))
def test_searches(name, row):
    harness.check(SEARCHES.load(), name, lambda: (torch.tensor(ROWS[row]),), expect="whole")
    harness.check(SEARCHES.load(), name, lambda: (torch.zeros(0),))


def test_other_arguments():
    for scale in 1.0, 2.0, 4.0, -1.0:
        harness.check(
            SEARCHES.load(), "of_matrices", lambda: (scale * torch.arange(6.0).view(2, 3) / 4,), expect="whole"
        )
    boxes = [[0.0, 0.0], [0.0, 0.1], [3.0, 3.0], [3.0, 3.5]]
    harness.check(
        SEARCHES.load(),
        "far_apart",
        lambda: (torch.tensor(boxes), torch.tensor([0.3, 0.5, 0.1, 0.9]), 1.0),
        expect="whole",
    )
    for a, b in ([1.0], [2.0, 3.0]), ([-1.0], [1.0, -2.0]), ([-1.0, 0.5], [3.0]):
        harness.check(
            SEARCHES.load(), "of_texts", lambda: ({"a": torch.tensor(a), "bb": torch.tensor(b)},), expect="whole"
        )


@pytest.mark.parametrize("name", REST)
@pytest.mark.parametrize("row", range(len(ROWS)))
def test_what_searches_do_besides(name, row):
    harness.check(SEARCHES.load(), name, lambda: (torch.tensor(ROWS[row]),))
    harness.check(SEARCHES.load(), "writes", lambda: (torch.tensor(ROWS[row]), []))
