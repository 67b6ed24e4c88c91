"""Tries that the data leave by several exceptions, or by one whose handler goes on where the others return."""

import harness
import pytest
import torch

WHOLE = ("by_class", "else_returns", "tries_again", "one_goes_on", "copied")
RAISE = ("after_writes", "raised_again")
OTHERS = ("in_a_callee", "swallowed_in_a_loop", "in_a_loop", "counted")
PROGRAM = harness.program(
    "several_raises",
    """
class E1(Exception):
    pass


class E2(E1):
    def __init__(self, k):
        super().__init__(k)
        self.k = k


def by_class(x):
    try:
        if x[0] > 3:
            raise E2(5)
        elif x[0] > 1:
            raise E1("one")
        return x
    except E2 as e:
        return x + e.k, str(e)
    except E1 as e:
        return x + 1, str(e)


def else_returns(x):
    try:
        if x[0] > 3:
            raise KeyError("k")
    except KeyError:
        pass
    else:
        return x, 0
    return x * 2, 1


def checked(x):
    if (x > 3).any():
        raise OverflowError("big")
    if (x < 0).any():
        raise ValueError("neg")
    return x.sqrt()


def tries_again(x):
    try:
        return checked(x)
    except OverflowError:
        pass
    except ValueError as e:
        return x.abs(), str(e)
    y = x / 10
    return checked(y.abs()), "scaled"


def after_writes(x):
    x.add_(1)
    try:
        x.mul_(2)
        if x[0] > 5:
            raise E1("x")
        x.sub_(3)
    except E1 as e:
        x.div_(2)
        raise RuntimeError("wrapped") from e
    return x


def raised_again(x):
    try:
        if x[0] > 3:
            raise KeyError(1)
        y = x * 2
    except LookupError:
        raise
    except ValueError:
        y = x
    return y


def one_goes_on(x):
    try:
        a = x[0] > 3
        if a:
            raise E2(1)
        if x[1] == 0:
            raise E1(2)
    except E2:
        x = x + 10
    except E1 as e:
        return e.args
    z = x.sum()
    return z, x


def copied(x):
    try:
        if x[0] > 3:
            raise E1
        if x[1] > 3:
            raise E2(3)
    except E1 as e:
        x = x.clone()
        n = 1
    else:
        n = 0
    x += n
    return x, n


def inner(x):
    try:
        if x[0] > 3:
            raise E2(3)
        if x[2] > 1:
            raise E1
    except E2 as e:
        return x * e.k
    return x * 2


def in_a_callee(x):
    try:
        return inner(x)
    except E1:
        return x - 1


class Swallows:
    def __init__(self):
        self.t = []

    def __enter__(self):
        return self

    def __exit__(self, t, v, tb):
        self.t.append(t.__name__ if t else None)
        return t is ValueError


def swallowed_in_a_loop(x):
    s = Swallows()
    with s:
        for v in x:
            s.t.append(1)
            raise ValueError
    return s.t, x + 1


def in_a_loop(x):
    n = 0
    try:
        for v in x:
            n += 1
            raise ValueError
    except ValueError:
        return n
    return x


def counted(x):
    n = 0
    try:
        if x[0] > 3:
            raise E2(1)
        for v in x:
            n += 1
            if n == 2:
                raise ValueError(n)
    except ValueError as e:
        return n, e.args
    except E2:
        raise KeyError("q")
    return x


def told(x, log):
    try:
        log.append("try")
        if x[0] > 3:
            raise E2(1)
        log.append("body")
    except E2:
        log.append("h")
    else:
        log.append("else")
        return x, log
    log.append("end")
    return x * 2, log
""",
    args=["--force"],
    calls=[f"{name}(f32[N])" for name in (*WHOLE, *RAISE, *OTHERS)] + ["told(f32[N], [])"],
    flags="-O0",
)
ROWS = [[4.0, 0.0, 2.0], [2.0, 0.0, 2.0], [0.0, 0.0, 2.0], [1.0, -1.0, 1.0], [1.0, 9.0, 2.0], [1.0, 1.0, 0.5, 3.0]]


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("row", ROWS)
def test_whole(name, row):
    harness.check(PROGRAM.load(), name, lambda: (torch.tensor(row),), expect="whole")


@pytest.mark.parametrize("row", ROWS)
def test_what_is_raised(row):
    for name in RAISE:
        expect = "whole" if row[0] < 1.5 else None
        harness.check(PROGRAM.load(), name, lambda: (torch.tensor(row),), expect=expect)
    for name in OTHERS:
        harness.check(PROGRAM.load(), name, lambda: (torch.tensor(row),))
    harness.check(PROGRAM.load(), "told", lambda: (torch.tensor(row), []), expect="whole")


@pytest.mark.parametrize("row", [[], [5.0]])
def test_rows_that_are_too_short(row):
    for name in (*WHOLE, *RAISE, *OTHERS):
        harness.check(PROGRAM.load(), name, lambda name=name: (torch.tensor(row),))
