"""Leaving `try`, `finally` and `with` on conditions that only run time knows: by return, break, continue and exceptions,
also those of callees."""

import harness
import pytest
import torch

SOURCE = """
import contextlib

import torch


class Refused(Exception):
    pass


class Manager:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        self.log.append("enter")
        return self

    def __exit__(self, kind, error, traceback):
        self.log.append(None if kind is None else (kind.__name__, str(error)))
        return kind is ValueError


class Depth:
    now = 0

    def __enter__(self):
        Depth.now += 1

    def __exit__(self, *error):
        Depth.now -= 1


def refuse(x):
    if x.sum() < 0:
        raise ValueError("negative")
    return x * 2


def refuse_twice(x):
    y = refuse(x) + 1
    if y.max() > 100:
        raise KeyError("large")
    return y * 2


def refuse_or_return(x):
    if x.sum() < 0:
        raise ValueError("negative")
    if x.sum() > 50:
        return x * 5
    return x * 2


def returned_through_finally(x):
    y = x * 2
    try:
        if y.sum() < 0:
            return y - 1
        if y.sum() > 100:
            return y - 2
        y = y + 1
    finally:
        y = y * 3
    return y + x


def finally_has_effects(x):
    log = []
    try:
        if x.sum() < 0:
            return x - 1, log
        log.append(1)
    finally:
        log.append(2)
    return x + 1, log


def finally_writes(x):
    try:
        if x.sum() < 0:
            return x * 2
        x.add_(1)
    finally:
        x.mul_(3)
    return x * 2


def finally_sets_mode(x):
    before = torch.is_grad_enabled()
    torch.set_grad_enabled(False)
    try:
        y = x * 2
        if y.sum() < 0:
            return y - 1
        y = y + 1
    finally:
        torch.set_grad_enabled(before)
    return y * 3


def caught_then_finally(x):
    try:
        try:
            if x.sum() < 0:
                raise KeyError("inner")
            y = x * 2
        finally:
            x = x + 1
    except KeyError:
        y = x * 5
    return y + x


def returned_through_with(x):
    log = []
    with Manager(log) as manager:
        y = x * 2
        if y.sum() < 0:
            return y - 1, len(manager.log)
        y = y + 1
    return y + x, log


def swallowed(x):
    log = []
    y = x
    with Manager(log):
        if x.sum() < 0:
            raise ValueError("swallowed")
        y = x * 2
    return y + 1, log


def suppressed(x):
    y = x
    with contextlib.suppress(Refused, ValueError):
        y = x * 2
        if y.sum() < 0:
            raise Refused("suppressed")
        y = y + 1
    return y + x


def class_counts(x):
    with Depth():
        y = x * Depth.now
        if y.sum() < 0:
            return y - Depth.now
    return y * 3 + Depth.now


def loop_returns_out_of_mode(rows):
    total = rows[0] * 0
    for row in rows.reshape(-1, 2):
        with torch.no_grad():
            total = total + row.sum()
            if total.sum() > 8:
                break
            if total.sum() < -5:
                return total
    return total + 1


def loop_leaves_try(x):
    for i in range(4):
        try:
            x = x * 2 + i
            if x.sum() > 20:
                return x * 2
            if x.sum() < -20:
                break
        finally:
            x = x + 1
    return x


def of_callee(x):
    try:
        y = refuse(x) + 1
    except ValueError as error:
        y = x * 3 + len(str(error))
    return y * 2


def of_two_levels(x):
    try:
        y = refuse_twice(x) + 1
    except ValueError:
        y = x * 3
    except KeyError:
        y = x * 4
    return y * 2


def of_callee_that_returns(x):
    try:
        y = refuse_or_return(x)
    except ValueError:
        y = x * 3
    finally:
        x = x + 1
    return y * 2 + x


# Handlers are those of the blocks that an exception comes out of.


def else_raises(x):
    try:
        try:
            x = x + 1
        except ValueError:
            y = x * 7
        else:
            if x.sum() < 0:
                raise ValueError("in else")
            y = x * 2
    except ValueError:
        y = x * 3
    return y + 1


def handler_raises(x):
    try:
        try:
            raise ValueError("first")
        except ValueError:
            if x.sum() < 0:
                raise ValueError("second")
            y = x * 2
    except ValueError as error:
        y = x * len(str(error))
    return y + 1


def inner_handler_first(x):
    try:
        try:
            if x.sum() < 0:
                raise ValueError("on data")
            raise KeyError("always")
        except ValueError:
            y = x * 2
    except Exception:
        y = x * 3
    return y + 1


# What stays Python, or falls back to it, gives what Python gives.


def passes_manager(x):
    log = []
    with Manager(log):
        if x.sum() < 0:
            raise KeyError("not swallowed")
        y = x * 2
    return y + 1, log


def finally_only(x):
    y = x * 2
    try:
        if y.sum() < 0:
            raise Refused("out")
        y = y + 1
    finally:
        y = y * 3
    return y + x


def finally_returns(x):
    try:
        if x.sum() < 0:
            return x * 2
        y = x + 1
    finally:
        return x * 3


def raised_anew(x):
    try:
        if x.sum() < 0:
            raise Refused("first")
        y = x * 2
    except Refused as error:
        raise ValueError("second") from error
    return y + 1


def with_in_loop(x):
    log = []
    for i in range(3):
        with Manager(log):
            x = x * 2
            if x.sum() < 0:
                raise ValueError("swallowed")
            if x.sum() > 50:
                break
            if x.sum() > 30:
                continue
            x = x + 1
    return x + i, log


def all_in_one_try(rows):
    total = rows[0] * 0
    for row in rows.reshape(-1, 2):
        try:
            total = total + row.sum()
            if total.sum() > 8:
                raise ValueError
            if total.sum() < -5:
                continue
            total = total * 2
        except ValueError:
            total = total * 0.5
        finally:
            total = total + 0.25
    return total + 1


def in_expression(x):
    try:
        y = refuse(x) if x.max() < 10 else refuse_twice(x)
    except ValueError:
        y = x * 3
    return y * 2


class Lazy:
    def __init__(self, x):
        self.x = x

    @property
    def value(self):
        if self.x.sum() < 0:
            raise AttributeError("no value")
        return self.x * 2


def default_of_getattr(x):
    try:
        y = getattr(Lazy(x), "value", x * 7)
    except AttributeError:
        y = x * 3
    return y * 2


def in_callbacks(x):
    try:
        a = [refuse(x + i) for i in range(2)]
        b = list(map(refuse, [x, x + 1]))
        c = (lambda y: refuse(y) + 1)(x)
    except ValueError:
        return x * 3
    return a[0] + b[1] + c


def in_loop_conditions(x):
    total = 0
    try:
        while refuse(x).sum() < 100:
            x = x * 2
        for row in x.reshape(-1, 2):
            total = total + refuse(row).sum()
    except ValueError:
        return x * 3
    return x + total


@contextlib.contextmanager
def scaled(log):
    log.append(1)
    try:
        yield 2
    finally:
        log.append(2)


def left_generator(x):
    log = []
    with scaled(log) as factor:
        y = x * factor
        if y.sum() < 0:
            return y - 1, log
        y = y + 1
    return y * 2, log
"""
WHOLE = (
    "returned_through_finally",
    "finally_has_effects",
    "finally_writes",
    "finally_sets_mode",
    "caught_then_finally",
    "returned_through_with",
    "suppressed",
    "class_counts",
    "loop_returns_out_of_mode",
    "of_callee",
    "of_two_levels",
    "of_callee_that_returns",
    "else_raises",
    "handler_raises",
)
OTHERS = (
    "swallowed",
    "loop_leaves_try",
    "inner_handler_first",
    "passes_manager",
    "finally_only",
    "finally_returns",
    "raised_anew",
    "with_in_loop",
    "all_in_one_try",
    "in_expression",
    "default_of_getattr",
    "in_callbacks",
    "in_loop_conditions",
    "left_generator",
)
blocks = harness.program("blocks", SOURCE, calls=[f"{name}(f32[N])" for name in WHOLE + OTHERS])
NUMBERS = (1.0, -1.0, 9.0, 80.0, -9.0)


@pytest.mark.parametrize("name", WHOLE)
def test_in_c(name):
    for number in NUMBERS:
        harness.check(blocks.load(), name, lambda number=number: (torch.full((4,), number),), expect="whole")


def raised_class_by_name(module, name):
    """The program's own exceptions are classes of two modules: compared by their names."""

    def call(x):
        try:
            return getattr(module, name)(x)
        except module.Refused as error:
            return type(error).__name__, error.args

    return call


@pytest.mark.parametrize("name", OTHERS)
def test_like_python(name):
    for number in NUMBERS:
        harness.check(
            blocks.load(),
            lambda module: raised_class_by_name(module, name),
            lambda number=number: (torch.full((4,), number),),
        )


def test_an_exception_that_passes_a_manager_costs_nothing_elsewhere():
    for name in ("passes_manager", "finally_only"):
        harness.check(blocks.load(), name, lambda: (torch.ones(4),), expect="whole")


leaving_at_random = harness.program(
    "leaving_at_random",
    """
import contextlib
import torch

class Refused(Exception):
    pass

def refuse(count):
    if count:
        raise Refused

def suppressed_in_mode(y, n, k):
    with torch.no_grad(), contextlib.suppress(Refused):
        refuse(k)
        row = y[n % 3]
""",
    flags="-O0",
)


def test_what_is_open_when_a_statement_cannot_be_compiled():
    for count in (0, 1):
        harness.check(leaving_at_random.load(), "suppressed_in_mode", lambda count=count: (torch.ones(3, 2), 4, count))


RAISING_AT_THE_END = harness.program(
    "raising_in_finally",
    """
import torch


def replaced(x, n: int):
    out = []
    try:
        try:
            if n > 1:
                return x + 1, out
        finally:
            out.append(1)
            len(n)
    except TypeError as error:
        out.append(str(error))
    return x * 2, out


def passed_on(x, n: int):
    try:
        if x.sum() > n:
            return x + 1
    finally:
        len(n)
    return x * 2
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("n", [0, 1, 2, 9])
@pytest.mark.parametrize("name", ["replaced", "passed_on"])
def test_finally_that_raises_on_the_way_out(name, n):
    harness.check(RAISING_AT_THE_END.load(), name, lambda: (torch.ones(3), n))


overridden = harness.program(
    "breaks_overridden",
    """
import torch


def checked(x, n: int):
    log = []
    for i in range(n - 2):
        try:
            assert n > 1
            break
        except ValueError:
            log.append("refused")
        finally:
            log.append(i)
            if x.shape[0] > 2:
                continue
    else:
        log.append("else")
    return x, log


def plain(x, n: int):
    log = []
    for i in range(n - 2):
        try:
            break
        finally:
            log.append(i)
            if x.shape[0] > 2:
                continue
    else:
        log.append("else")
    return x, log


if __name__ == "__main__":
    for f in (checked, plain):
        f(torch.ones(4), 3)
""",
    args=["--force"],
)


@pytest.mark.parametrize("name", ["checked", "plain"])
@pytest.mark.parametrize("length", [4, 1])
def test_a_jump_out_of_finally_takes_the_place_of_a_break(name, length):
    for n in (3, 2, 5):
        harness.check(overridden.load(), name, lambda n=n: (torch.ones(length), n))
