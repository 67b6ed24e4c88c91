"""A tensor taken out of a list that a loop of unknown length has filled, returned: the object that was put in, which has no
other name among what the caller gets, or is the same object there."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch

KEPT = {}


def states(x):
    outs, h = [], torch.zeros(x.size(1))
    for t in range(x.size(0)):
        h = torch.tanh(h + x[t])
        outs.append(h)
    return outs, h


def last(x):
    return states(x)[0][-1]


def first(x):
    return states(x)[0][0]


def at(x, i: int):
    return [r.exp() for r in x][i]


def with_all(x):
    outs, h = states(x)
    return torch.stack(outs), outs[-1]


def twice(x):
    y = states(x)[0][-1]
    return y, [y], {"y": y}


def with_its_other_name(x):
    outs, h = states(x)
    return outs[-1], h


def first_and_last(x):
    outs, h = states(x)
    return outs[0], outs[-1]


def with_the_list(x):
    outs, h = states(x)
    return outs[-1], outs


def with_a_copy_of_the_list(x):
    outs, h = states(x)
    return outs[-1], outs[::-1]


def with_the_first_by_name(x):
    outs, first = [], None
    for r in x:
        h = r * 2
        outs.append(h)
        if first is None:
            first = h
    return outs[-1], first


def kept_too(x):
    y = states(x)[0][-1]
    KEPT["y"] = y
    return y


def kept_other(x):
    outs, h = states(x)
    KEPT["y"] = outs[0]
    return outs[-1]


def written(x):
    y = states(x)[0][-1]
    y.add_(1)
    return y


def part(x):
    return states(x)[0][-1][1:]


def detached(x):
    return states(x)[0][-1].detach()


def row_of_input(x):
    rows = [r for r in x]
    return rows[-1]


def maybe_row_of_input(x):
    rows = [r.contiguous() for r in x]
    return rows[-1]


def longer_list(x):
    outs, h = states(x)
    y = outs[0]
    outs.append(h * 2)
    return y, len(outs)


def others_later(x):
    out, y = [x[0] * 2], x[0] + 1
    for i in range(1, x.size(0)):
        y = out[-1]
        if i > 1:
            out.append(x[i])
        else:
            out.append(x[i] + 1)
    return out[-1], y


def others_at_times(x):
    out = []
    for i in range(x.size(0)):
        if i > 0 and x[i].sum() > 0:
            out.append(x[i])
        else:
            out.append(x[i] * 2)
    return out[-1]


def kept_positive(x):
    keep = []
    for r in x:
        if r.sum() > 0:
            keep.append(r * 2)
    return keep[-1]


if __name__ == "__main__":
    x = torch.randn(4, 3)
    for f in (last, first, with_all, twice, with_its_other_name, first_and_last, with_the_list, with_a_copy_of_the_list):
        f(x)
    for f in (with_the_first_by_name, kept_too, kept_other, written, part, detached, row_of_input, maybe_row_of_input):
        f(x)
    for f in (longer_list, kept_positive, others_later, others_at_times):
        f(x.abs())
    at(x, 1)
"""

ROWS = harness.program("rows_that_are_returned", SOURCE, [], ["--force"])
WHOLE = ("last", "first", "with_all", "twice", "kept_positive")
OTHERS = (
    "with_its_other_name first_and_last with_the_list with_a_copy_of_the_list with_the_first_by_name kept_too kept_other "
    "written part detached row_of_input maybe_row_of_input longer_list others_later "
    "others_at_times"
).split()


@pytest.mark.parametrize("name", (*WHOLE, *OTHERS))
def test_the_object_that_was_put_in(name):
    for n in (4, 1, 2, 9):
        make = lambda n=n: (randn(n, 3, seed=n).abs(),)  # noqa: E731
        harness.check(ROWS.load(), name, make, expect="whole" if name in WHOLE else None)
    harness.check(ROWS.load(), name, lambda: (torch.zeros(0, 3),))
    harness.check(ROWS.load(), name, lambda: (-randn(3, 3, seed=1).abs(),))


@pytest.mark.parametrize("name", ("last", "with_its_other_name", "first_and_last", "with_the_list", "twice"))
def test_which_results_are_one_object(name):
    pair = ROWS.load()
    for n in (4, 1, 2):
        found = []
        for module in (pair.eager, pair.built):
            result = getattr(module, name)(randn(n, 3, seed=n))
            results = (result,) if torch.is_tensor(result) else result
            parts = [p for p in results if torch.is_tensor(p)]
            parts += [t for p in results if isinstance(p, list) for t in p]
            found.append([a is b for a in parts for b in parts] + [p._base is None for p in parts])
        assert found[0] == found[1]


@pytest.mark.parametrize("name", ("kept_too", "kept_other"))
def test_what_the_caller_keeps(name):
    pair = ROWS.load()
    for n in (4, 1, 2):
        found = []
        for module in (pair.eager, pair.built):
            result = getattr(module, name)(randn(n, 3, seed=n))
            result.add_(1)
            found.append((module.KEPT["y"] is result, module.KEPT["y"].clone()))
        assert found[0][0] == found[1][0]
        torch.testing.assert_close(found[0][1], found[1][1])


def test_positions_of_rows():
    for n, i in ((4, 0), (4, 3), (9, 8)):
        harness.check(ROWS.load(), "at", lambda n=n, i=i: (randn(n, 3, seed=n), i), expect="whole")
    for n, i in ((4, -1), (4, 4), (1, -2)):
        harness.check(ROWS.load(), "at", lambda n=n, i=i: (randn(n, 3, seed=n), i))
