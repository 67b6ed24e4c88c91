"""Dicts of a few ints, read and written under keys that the data decide: labels, counters, tables of steps."""

import harness
import pytest
import torch

WHOLE = ("means", "texts", "counts", "weights", "label", "functions", "lengths", "steps", "nested", "bins", "signs")
PROGRAM = harness.program(
    "keys_by_data",
    """
import torch

LABELS = {0: "cat", 1: "dog", 2: "bird"}


def means(k):
    m = {0: torch.zeros(1), 1: torch.zeros(1)}
    for i, c in enumerate(k.tolist()):
        m[c % 2] = m[c % 2] + k[i]
    return m


def texts(k):
    names = {0: "zero", 1: "one", 2: "two"}
    return names[int(k[0])], names.get(int(k[1]) * 2, "many"), names[k[2].item()]


def counts(k):
    hist = {i: 0 for i in range(4)}
    for v in k.tolist():
        hist[v] += 1
    return hist


def weights(k):
    w = {0: 0.5, 1: 1.5, 2: 2.0}
    return k * w[k[0].item()] + w.get(int(k[1]) + 1, 9.0), int(k[2]) in w, int(k[2]) * 2 not in w


def label(k):
    return LABELS[k[:3].argmax().item()], k.max().item()


def functions(k):
    return {0: torch.sin, 1: torch.cos, 2: torch.tanh}[int(k[2])](k)


def lengths(k):
    g = {0: [1, 2], 1: [3], 2: []}
    return sum(g[int(k[0])]), len(g[int(k[2])])


def steps(k):
    t, s, out = {0: 1, 1: 2, 2: 0}, 0, []
    for v in k.tolist():
        s = t[(s + v) % 3]
        out.append(s)
    return s, out


def nested(k):
    d = {0: {0: 5, 1: 6}, 1: {0: 7, 1: 8}}
    d[int(k[0] > 0)][int(k[1] > 0)] += 1
    return d[int(k[2] > 0)][int(k[1] > 0)], d


def bins(k):
    c = {0: 0, 1: 0, 2: 0}
    for v in k:
        c[int(v * 1.4)] += 1
    total = sum(c.values())
    return {key: n / total for key, n in c.items()}


def signs(k):
    return {-1: "left", 0: "here", 1: "right"}[int((k[0] - k[1]).sign())]


def caught(k):
    try:
        return {0: 1, 1: 2}[int(k[0])]
    except KeyError as e:
        return e.args


def grows(k):
    d = {0: 1, 1: 2}
    d[int(k[2])] = 7
    d[int(k[0])] = 8
    return d, list(d)


def is_set(k):
    d = {0: 1, 1: 2}
    try:
        d[int(k[2])] = 5
    except KeyError:
        return "no dict says so"
    return d


def of_the_caller(k, d):
    found = d.get(k[0].item(), 0)
    d[int(k[1])] = 9
    return found, d


def tensors(k):
    d = {0: "a", 1: "b"}
    return k[0] in d, d.get(k[0], "none")


def after_a_write(k):
    k += 1
    return {1: 1, 2: 2}[int(k[0])]
""",
    args=["--force"],
    calls=[f"{name}(i64[N])" for name in (*WHOLE, "caught", "grows", "is_set", "tensors", "after_a_write")]
    + ["of_the_caller(i64[N], {0: 1, 1: 2})"],
    flags="-O0",
)


@pytest.mark.parametrize("name", WHOLE)
def test_whole(name):
    for row in ([0, 1, 2], [1, 0, 1, 1, 2], [2, 1, 0]):
        harness.check(PROGRAM.load(), name, lambda: (torch.tensor(row),), expect="whole")  # noqa: B023


@pytest.mark.parametrize("row", [[0, 1, 1], [1, 1, 3], [5, 1, 0], [-1, 0, 2], [0, -4, 7]])
def test_keys_that_may_be_missing(row):
    for name in (*WHOLE, "caught", "grows", "is_set", "tensors", "after_a_write"):
        harness.check(PROGRAM.load(), name, lambda: (torch.tensor(row),))
    for given in ({0: 1, 1: 2}, {1: 2.5, 0: 3}, {}, {True: 1, 0: 4}, {"a": 1, 0: 2}):
        harness.check(PROGRAM.load(), "of_the_caller", lambda: (torch.tensor(row), dict(given)))  # noqa: B023
