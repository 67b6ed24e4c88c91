"""Control flow, objects and containers of Python around tensors, compiled and compared with eager."""

import random

import harness
import pytest
from table import randn

PROGRAM = harness.program_of_file(harness.ROOT / "tests" / "e2e" / "programs" / "control_flow.py")

ONE_TENSOR = [
    "branch_attr", "branch_list", "branch_list_uneven", "branch_types", "branch_unbound", "branch_none", "branch_dict",
    "ret_bool", "helper_multi", "loop_return", "loop_break_continue", "while_break", "try_finally", "acc", "size_logic",
    "chunks", "stack", "kw", "global_state", "append_global", "lambda_sort", "fmt", "inplace_branch", "alias",
    "alias_branch", "ret_same_twice", "cumulative", "item_branch", "where", "gen", "recursive", "chain_cmp",
    "tuple_cmp", "walrus", "none_arg",
]  # fmt: skip
WHOLE = {
    "branch_attr", "branch_list", "branch_list_uneven", "branch_types", "branch_unbound", "branch_none", "ret_bool",
    "helper_multi", "loop_return", "while_break", "try_finally", "acc", "stack", "kw", "lambda_sort", "fmt", "walrus",
    "alias", "item_branch", "gen", "chain_cmp", "none_arg",
}  # fmt: skip
SHAPES = [(3, 4), (4, 3), (4, 4), (1, 4)]
SCALES = [0.2, 1.0, -3.0]


@pytest.mark.parametrize("case", ONE_TENSOR)
def test_function_of_one_tensor(case):
    pair = PROGRAM.fresh()
    for seed, scale in enumerate(SCALES):
        for shape in SHAPES:
            expect = "whole" if case in WHOLE and shape == (3, 4) else None
            harness.check(pair, f"case_{case}", lambda: (randn(*shape, seed=seed) * scale,), expect=expect)


@pytest.mark.parametrize("case", ["nested_if", "raise", "try", "ret_input", "str_fmt_raise", "pow"])
def test_function_of_a_tensor_and_an_int(case):
    pair = PROGRAM.load()
    for n in (-7, -1, 0, 1, 3, 12, True, 2.5):
        for sign in (1, -1):
            harness.check(pair, f"case_{case}", lambda: (randn(3, 4) * sign, n))


@pytest.mark.parametrize("case", ["sym_int", "bool_ops", "div"])
def test_function_of_two_ints(case):
    pair = PROGRAM.load()
    generator = random.Random(1)
    for _ in range(25):
        n, m = generator.randint(-12, 12), generator.choice([-7, -2, -1, 1, 2, 5, 10])
        harness.check(pair, f"case_{case}", lambda: (randn(3, 4), n, m), expect="whole")


@pytest.mark.parametrize("a", [-1.5, 0.0, 0.5, 2.0])
@pytest.mark.parametrize("b", [-2.0, 1.0, 3.0])
def test_function_of_floats(a, b):
    pair = PROGRAM.load()
    harness.check(pair, "case_sym_float", lambda: (randn(3, 4), a, b), expect="whole")
    harness.check(pair, "case_math", lambda: (randn(3, 4), a))


@pytest.mark.parametrize(
    "args", [("match", "a"), ("match", "b"), ("match", "zz"), ("bool_arg", True), ("bool_arg", False)]
)
def test_values_that_choose_a_path(args):
    harness.check(PROGRAM.load(), f"case_{args[0]}", lambda: (randn(3, 4), args[1]))


def test_containers_of_tensors():
    pair = PROGRAM.load()
    for count in (1, 2, 3):
        harness.check(pair, "case_varargs", lambda: tuple(randn(3, 4, seed=i) for i in range(count)))
    harness.check(pair, "case_append_arg", lambda: (randn(3, 4), [randn(3, 4, seed=1)]))
    harness.check(pair, "case_swap", lambda: (randn(3, 4), randn(3, 4, seed=1)), expect="whole")
