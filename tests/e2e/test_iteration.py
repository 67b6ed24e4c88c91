"""Generators, iterators, classes and context managers around tensors, compiled and compared with eager."""

import re

import harness
import pytest
from table import randn

CASE = re.compile(r"^def case_(\w+)\(", re.M)


def declared(name):
    path = harness.ROOT / "tests" / "e2e" / "programs" / f"{name}.py"
    calls = [f"case_{case}(f32[M, N])" for case in CASE.findall(path.read_text())]
    return harness.program_of_file(path, calls=calls)


PROGRAMS = {name: declared(name) for name in ("iteration", "objects")}
# What need not be whole: it returns objects, has no value that pyaot may assume, or cannot be followed.
OPEN = {
    "made_on_both_sides", "left_in_try_on_data", "left_in_try", "advanced_on_one_side", "yield_on_data",
    "generator_in_symbolic_loop", "any_of_data_with_effect", "dc2", "nt2", "nt3", "cprop", "dynclass", "str",
    "getattribute", "delattr_hook", "contextmanager_left_on_data", "left_on_data", "loop_of_loops",
}  # fmt: skip


def cases():
    return [(name, case) for name, program in PROGRAMS.items() for case in CASE.findall(program.source)]


@pytest.mark.parametrize(("program", "case"), cases(), ids=lambda value: value)
def test_case(program, case):
    pair = PROGRAMS[program].fresh()
    for seed, scale in enumerate((1.0, -2.0)):
        for shape in ((3, 4), (4, 4)):
            expect = None if case in OPEN else "whole"
            harness.check(pair, f"case_{case}", lambda: (randn(*shape, seed=seed) * scale,), expect=expect)


def test_open_cases_exist():
    assert OPEN <= {case for _, case in cases()}
