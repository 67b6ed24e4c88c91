"""Exceptions that loops raise where the data say so, and a handler of the function around them."""

import harness
import pytest
import torch

WHOLE = ("by_class", "with_else", "filled", "in_a_while", "written", "in_a_callee", "under_a_mode", "two_loops")
OTHERS = ("of_an_argument", "at_once", "uncaught", "tried_in_the_loop", "swallowed", "by_several_ways")
GRIDS = ("nested", "nested_with_items")
PROGRAM = harness.program(
    "raises_in_loops",
    """
import torch

class Stop(Exception):
    def __init__(self, i, v):
        super().__init__(i, v)
        self.i, self.v = i, v


def stopped(x, t):
    try:
        for i, v in enumerate(x.tolist()):
            if v > t:
                raise Stop(i, v)
    except Stop as e:
        return e.i, e.v
    return None


def of_an_argument(x):
    try:
        for v in x:
            if v > 2:
                raise KeyError
            x = x + v
    except KeyError:
        pass
    return x


def by_class(x):
    n = 0
    try:
        for v in x:
            n += 1
            if v > 2:
                raise KeyError("big")
            if v < 0:
                raise ValueError(n)
    except KeyError as e:
        return "k", n, e.args
    except ValueError as e:
        return "v", n
    else:
        n += 100
    return "ok", n


def with_else(x):
    s = 0.0
    try:
        for v in x.tolist():
            s += v
            if s > 5:
                raise StopIteration
            if s < -1:
                break
        else:
            s *= 2
    except StopIteration:
        s = -s
    return s


def at_once(x):
    n = 0
    try:
        for v in x:
            n += 1
            raise ValueError
    except ValueError:
        return n
    return x


def filled(x):
    out = torch.zeros(3)
    try:
        for i, v in enumerate(x):
            if v > 2:
                raise IndexError(i)
            out[i] = v * 2
    except (IndexError, KeyError) as e:
        out = out - 1
    return out


def in_a_while(x):
    try:
        i = 0
        while True:
            if x[i] > 2:
                raise Stop(i, x[i])
            i += 1
            if i >= len(x):
                raise LookupError("end")
    except Stop as e:
        return e.v * 2
    except LookupError:
        return x.sum()


class Found(Exception):
    pass


def nested(x):
    try:
        for i in range(x.shape[0]):
            for j in range(x.shape[1]):
                if x[i, j] > 2:
                    raise Found
    except Found:
        return "found", i, j
    return "none", 0, 0


def nested_with_items(x):
    try:
        for i in range(x.shape[0]):
            for j in range(x.shape[1]):
                if x[i, j] > 2:
                    raise Found(i, j)
    except Found as e:
        return e.args
    return 0, 0


def uncaught(x):
    for v in x:
        if v > 2:
            raise ValueError("out")
    return x * 2


def tried_in_the_loop(x):
    try:
        for v in x:
            try:
                if v > 2:
                    raise ValueError("in")
            except ValueError as e:
                raise KeyError("b") from e
            x = x + 1
    except KeyError as e:
        return x, str(e), str(e.__cause__)
    return x, "", ""


def told(x, log):
    try:
        log.append("a")
        for v in x:
            if v > 2:
                raise ValueError("in")
        log.append("b")
    except ValueError as e:
        log.append(str(e))
    finally:
        log.append("f")
    return log


def written(x):
    x.add_(1)
    try:
        for i in range(len(x)):
            x[i] *= 2
            if x[i] > 6:
                raise ValueError(i)
    except ValueError as e:
        x.neg_()
    return x


def inner(x):
    for v in x:
        if v > 2:
            raise ValueError(v.item())
        if v < 0:
            return -1.0
    return 0.0


def in_a_callee(x):
    try:
        return inner(x)
    except ValueError as e:
        return e.args[0]


def under_a_mode(x):
    try:
        with torch.no_grad():
            for v in x:
                if v > 2:
                    raise ValueError(torch.is_grad_enabled())
    except ValueError as e:
        return e.args, torch.is_grad_enabled()
    return x


class Swallows:
    def __init__(self):
        self.seen = []

    def __enter__(self):
        return self

    def __exit__(self, t, v, tb):
        self.seen.append(None if t is None else t.__name__)
        return t is ValueError


def swallowed(x):
    s, n = Swallows(), 0
    with s:
        for v in x:
            n += 1
            if v > 2:
                raise ValueError(n)
            if v < 0:
                continue
            n += 10
    return s.seen, n


def by_several_ways(x):
    k = -1
    try:
        for i, v in enumerate(x):
            w = v * 2
            if w > 4:
                raise Stop(i, w)
            k = i
            if v < 0:
                continue
            if v == 0:
                break
        else:
            k = 50
    except Stop as e:
        return e.i, e.v, k
    return k, x.sum(), k


def two_loops(x):
    try:
        for v in x:
            if v > 2:
                raise ValueError("a")
        for v in x:
            if v > 1:
                raise ValueError("b")
    except ValueError as e:
        return str(e)
    return "none"
""",
    args=["--force"],
    calls=[f"{name}(f32[N])" for name in (*WHOLE, *OTHERS)]
    + [f"{name}(f32[M, N])" for name in GRIDS]
    + ["stopped(f32[N], 2.5)", "told(f32[N], [])"],
    flags="-O0",
)
ROWS = [[1.0, 2.0, 3.0], [1.0, 2.0, 2.0], [5.0, 1.0, 0.5], [-1.0, 1.0, 9.0, 9.0], [0.0, 0.0, 0.0], [1.0, -3.0, 2.5]]


@pytest.mark.parametrize("row", ROWS)
def test_vectors(row):
    for name in WHOLE:
        harness.check(PROGRAM.load(), name, lambda: (torch.tensor(row),), expect="whole" if len(row) == 3 else None)
    for name in OTHERS:
        harness.check(PROGRAM.load(), name, lambda: (torch.tensor(row),))
    harness.check(PROGRAM.load(), "stopped", lambda: (torch.tensor(row), 2.5), expect="whole")
    harness.check(PROGRAM.load(), "told", lambda: (torch.tensor(row), []), expect="whole")


@pytest.mark.parametrize("row", [[], [3.0], [1.0]])
def test_rows_that_are_short(row):
    for name in (*WHOLE, *OTHERS):
        harness.check(PROGRAM.load(), name, lambda name=name: (torch.tensor(row),))
    harness.check(PROGRAM.load(), "stopped", lambda: (torch.tensor(row), 2.5))


@pytest.mark.parametrize("grid", [[[1.0, 2.0], [3.0, 0.0]], [[1.0, 2.0], [2.0, 0.0]], [[9.0, 2.0]], [[1.0]]])
def test_grids(grid):
    for name in GRIDS:
        expect = "whole" if name == "nested_with_items" and len(grid) > 1 else None
        harness.check(PROGRAM.load(), name, lambda: (torch.tensor(grid),), expect=expect)
    harness.check(PROGRAM.load(), "nested_with_items", lambda: (torch.zeros(0, 2),))
