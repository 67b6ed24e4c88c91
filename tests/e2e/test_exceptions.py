"""try, raise and assert on conditions that are known at run time only, compared with eager."""

import harness
import pytest
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
