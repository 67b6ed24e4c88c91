"""try, raise and assert on conditions that are known at run time only, compared with eager."""

import harness
import pytest
import torch
from table import randn

PATH = harness.ROOT / "tests" / "e2e" / "programs" / "exceptions.py"
CASES = harness.cases_of(PATH)
CALLS = [f"case_{case}(f32[M, N]{', 3' if case == 'on_int' else ''})" for case in CASES]
PROGRAM = harness.program_of_file(PATH, calls=CALLS)
OPEN = [
    "arguments",
    "callee_raises_last",
    "empty_loop_in_callee",
    "handler_breaks",
    "handler_continues",
    "handler_raises",
    "in_callee",
    "in_generator",
    "in_manager",
    "inner_lets_pass",
    "later_iteration",
    "nested_conditions",
    "not_caught",
    "on_int",
    "return_or_go_on",
    "unbound",
    "until_it_passes",
]  # run as Python, or partly so


@pytest.mark.parametrize("case", CASES)
def test_case(case):
    pair = PROGRAM.fresh()
    for seed, scale in enumerate((1.0, -2.0, 0.1)):
        for shape in ((3, 4), (2, 5), (1, 1)):
            for numbers in ((3,), (-3,)) if case == "on_int" else ((),):
                expect = None if case in OPEN else "whole"
                harness.check(pair, f"case_{case}", lambda: (randn(*shape, seed=seed) * scale, *numbers), expect=expect)


def test_open_cases_exist():
    assert set(OPEN) <= set(CASES)


NAMED = harness.program(
    "names_of_handlers",
    """
import torch


def nested(x):
    out = []
    try:
        assert x is None, 1
    except Exception as error:
        out.append(str(error))
        try:
            raise KeyError("inner")
        except Exception as error:
            out.append(str(error))
    try:
        return x + 1, out, error
    except NameError as gone:
        return x + 1, out, str(gone)


def of_the_module(x):
    global kept
    try:
        raise KeyError("a")
    except KeyError as kept:
        y = x * 2
    return y + 1, "kept" in globals()


def deleted(x):
    try:
        raise KeyError("a")
    except KeyError as error:
        del error
    return x * 2
""",
    ["nested(f32[N])", "deleted(f32[N])", "of_the_module(f32[N])"],
    args=("--force",),
)


@pytest.mark.parametrize("name", ["nested", "deleted", "of_the_module"])
def test_a_handler_may_lose_its_name_before_its_end(name):
    harness.check(NAMED.load(), name, lambda: (randn(2),), expect="whole" if name == "deleted" else None)


DIVISIONS = harness.program(
    "divisions_by_zero",
    """
import torch


def inverse(x, n):
    try:
        r = 1 / n
    except ZeroDivisionError as error:
        r = len(str(error))
    return x * r


def parts(x, n):
    try:
        return x * (7 // n), 7 % n
    except ZeroDivisionError as error:
        return x + 1, str(error)


def rest(x, n):
    try:
        return x * (7 % n)
    except ArithmeticError as error:
        return x - 1, type(error).__name__


def of_a_size(x):
    try:
        return x + 12 / x.shape[0]
    except ZeroDivisionError:
        return x + 1


if __name__ == "__main__":
    for f in (inverse, parts, rest):
        f(torch.ones(3), 0)
        f(torch.ones(3), 2)
    of_a_size(torch.ones(0))
    of_a_size(torch.ones(3))
""",
    args=("--force",),
)


@pytest.mark.parametrize("n", [0, 1, 2, -3])
@pytest.mark.parametrize("name", ["inverse", "parts", "rest"])
def test_a_division_by_zero_that_is_handled(name, n):
    harness.check(DIVISIONS.load(), name, lambda: (randn(3, seed=1), n), expect="whole")
    harness.check(DIVISIONS.load(), name, lambda: (randn(3, seed=1), float(n)))


@pytest.mark.parametrize("size", [0, 1, 4])
def test_a_division_by_a_size_that_is_handled(size):
    harness.check(DIVISIONS.load(), "of_a_size", lambda: (randn(size, seed=1),))


NO_MEMORY = harness.program(
    "no_memory",
    """
import torch


def filled(x, n):
    try:
        big = x.new_full((n, n, n), 2.0)
    except RuntimeError:
        return x + 1
    return x, big


def passed_through(x, n):
    try:
        y = torch.zeros(n, n).cumsum(0)
        return y.flip(0).cumsum(1).sum() + x
    except RuntimeError as error:
        return x + 1


def uncaught(x, n):
    return x.new_full((n, n, n), 2.0) + 1
""",
    [f"{name}(f32[M, N], 3)" for name in ("filled", "passed_through", "uncaught")],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["filled", "passed_through", "uncaught"])
def test_what_there_is_no_memory_for_can_be_caught(name):
    for n, expect in ((3, "whole" if name != "passed_through" else None), (2**31, "fallback")):
        harness.check(NO_MEMORY.load(), name, lambda n=n: (torch.ones(2, 1), n), expect=expect)
