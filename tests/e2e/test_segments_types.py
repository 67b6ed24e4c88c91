"""What Python statements assign is of the type that their text shows: the segments behind them run compiled."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import os
import random
import time
from time import perf_counter as clock

import numpy as np
import torch


def timed(x):
    begin = time.time()
    y = torch.tanh(x * 2 + 1) * x
    taken = time.time() - begin
    return y * y + x, taken >= 0


def scaled_by_time(x):
    begin = clock()
    y = x * 2 + 1
    factor = (clock() - begin) * 0 + 1 / 2
    return y * factor + x


def drawn(x):
    count = random.randint(3, 3)
    share = random.random() * 0
    y = x * count + share
    return y * count - share


def drawn_by_numpy(x):
    count = np.random.randint(3, 4)
    share = np.random.beta(2.0, 2.0) * 0 + np.random.rand() * 0
    y = x * count + share
    return y * count - share


def named(x):
    name = os.path.basename("/a/b") + "!"
    label = f"{id(x)}"
    y = x * 2 + 1
    return y * y - x, name, label != ""


def computed(x):
    count = (x > 0).sum().item()
    name = open(os.devnull).read()
    return x.tanh() * count + x.exp(), name


def own_clock(x, time):
    begin = time(x)
    y = x * 2 + 1
    return y * begin + x


def other_type(x, wanted: bool):
    count = int(random.random()) if wanted else len(str(id(x))[:0]) + 1
    y = x * 2 + 1
    return y * count + x
"""
NAMES = ("timed", "scaled_by_time", "drawn", "drawn_by_numpy", "named", "computed")
types = harness.program(
    "segment_types",
    SOURCE,
    calls=[*(f"{name}(f32[N])" for name in NAMES), "other_type(f32[N], True)", "own_clock(f32[N], print)"],
)


@pytest.mark.parametrize("name", NAMES)
def test_compiled_behind_python(name):
    change = harness.check(types.load(), name, lambda: (torch.arange(5.0) - 2,), expect="compiled")
    assert harness.IN_PYTHON or change["fused"] >= 2, change


@pytest.mark.parametrize("wanted", [True, False])
def test_either(wanted):
    harness.check(types.load(), "other_type", lambda: (torch.ones(5), wanted))


def test_a_parameter_is_no_module():
    for made in (0.5, 3, torch.tensor(2.0)):
        harness.check(types.load(), "own_clock", lambda made=made: (torch.ones(5), lambda x: made))


NUMBERS = """
import collections, functools, itertools
import torch


def note():
    print("note")


def plus(a, b):
    return a + b


def dict_keys(x, n: int, k: int):
    s = {k: n, 7: k}
    note()
    return x * 2, list(s), list(s.values()), sorted(s.items())


def range_ends(x, n: int, k: int):
    s = range(n, 10, max(k, 1))
    note()
    return x * 2, s.start, s.step, list(s)


def slice_ends(x, n: int, k: int):
    s = slice(n, None, max(k, 1))
    note()
    return x * 2, s.start, s.step


def partial_values(x, n: int, k: int):
    s = functools.partial(plus, k)
    note()
    return x * 2, s(3), s.args


def deque_items(x, n: int, k: int):
    s = collections.deque([n, k], maxlen=4)
    note()
    return x * 2, list(s), s[1]


def counted(x, n: int, k: int):
    s = collections.Counter({k: 2, 9: n})
    note()
    return x * 2, sorted(s.items()), s[k]


def ordered_keys(x, n: int, k: int):
    s = collections.OrderedDict(); s[k] = 1; s[n + 10] = 2
    note()
    return x * 2, list(s)


def frozen_members(x, n: int, k: int):
    s = frozenset({k, 8})
    note()
    return x * 2, sorted(s), k in s


def nested_items(x, n: int, k: int):
    s = [n, k, (k, n), {"a": k}]
    note()
    return x * 2, s[1], s[2], s[3]["a"], s


def default_keys(x, n: int, k: int):
    s = collections.defaultdict(list); s[k].append(n)
    note()
    return x * 2, dict(s)


def tuple_keys(x, n: int, k: int):
    s = {(k, n): 1}
    note()
    return x * 2, list(s)


def iterated(x, n: int, k: int):
    s = iter([k, n, 5])
    note()
    return x * 2, list(s)


def members_of_what_changes(x, n: int, k: int):
    s = {1, k}
    k = 99
    note()
    return x * 2, sorted(s), k


def item_of_what_changes(x, n: int, k: int):
    s = (x, k)
    m = k
    k = n
    note()
    return x * 2, s[1], m, k


def text_keys(x, n: int, k: int):
    s = {str(k): k}
    note()
    n = k
    return x * 2, list(s), s, n
"""
NUMBER_NAMES = [line[4 : line.index("(")] for line in NUMBERS.splitlines() if "n: int, k: int" in line]
NUMBERED = harness.program(
    "numbers_in_containers", NUMBERS, [f"{name}(f32[N], 3, 2)" for name in NUMBER_NAMES], ["--force"]
)


@pytest.mark.parametrize("k", [0, 2, 3])
@pytest.mark.parametrize("name", NUMBER_NAMES)
def test_numbers_that_containers_bring_over_a_cut_are_what_they_were(name, k):
    for n in (0, 1, 2, 3):
        harness.check(NUMBERED.load(), name, lambda m=n: (randn(2), m, k))


GUESSED = """
import torch


def cut_by_what_is_not_known(x, y, n):
    double = x * 2
    i = given()
    wide = double[:, :1].expand(x.shape)
    s = str(n)
    rows = y[: i % 4]
    if given():
        j = s.count("1")
    return wide.clone(), rows
"""
CUTTING = harness.program(
    "guessed_between_segments",
    GUESSED,
    ["cut_by_what_is_not_known(f32[M, N], f32[M, N], 3)"],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("i", [0, 3, 6, True])
def test_types_that_are_guessed_for_what_python_gives(i):
    assert "PY114" not in CUTTING.build().stderr
    pair = CUTTING.fresh()
    for module in (pair.eager, pair.built):
        module.given = lambda: i
    harness.check(pair, "cut_by_what_is_not_known", lambda: (randn(3, 4), randn(3, 4), 3))


# What a loop leaves of its index, or None, is likely an int in the segments within it and behind.
PLACES = """
import torch


class Noisy:
    def __del__(self):
        print("gone")


def spans(x, probs):
    start = None
    out = []
    for i in range(x.shape[0]):
        if probs[i] > 0.5:
            if start is None:
                start = i
        elif start is not None:
            out.append(x[start:i].mean(0) * 2)
            start = None
    return out


def last(x, y):
    place = None
    for i, v in enumerate(y.tolist()):
        print(v)
        if v > 0:
            place = i
    if place is None:
        return x
    return x[: place + 1] * 2 + 1


def other(x, y):
    place = Noisy()
    for i, v in enumerate(y.tolist()):
        print(v)
        if v > 0:
            place = i + 1
            x = x * 2 + 1
            print("on")
    return x + 1


def given(x, place):
    for i in range(3):
        print(i)
        if i > 0:
            place = i
            x = x * 2 + 1
            print("on")
    return x[:place] + 1


if __name__ == "__main__":
    x = torch.randn(5, 4)
    spans(x, x[:, 0]), last(x, x[:, 0]), other(x, x[:, 0]), given(x, 1)
"""
PLACED = harness.program("places_of_loops", PLACES, args=["--force"], flags="-O0")


@pytest.mark.parametrize("k", range(6))
def test_places_that_loops_leave(k):
    pair = PLACED.load()
    make = lambda: (randn(5, 4, seed=k), randn(5, seed=k + 9))  # noqa: E731
    change = harness.check(pair, "last", make)
    assert change["fused"] or not (make()[1] > 0).any()
    change = harness.check(pair, "spans", make)
    assert change["fallback"] == 0 or not change["compiled"], change
    harness.check(pair, "other", make)
    harness.check(pair, "given", lambda: (randn(5, 4), k))
    harness.check(pair, lambda module: lambda x: module.given(x, module.Noisy()), lambda: (randn(5, 4),))
