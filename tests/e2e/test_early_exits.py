"""break, continue and return on data in loops of unknown length, with else blocks, inner loops, with and try blocks."""

import harness
import pytest
import torch
from table import randn

PATH = harness.ROOT / "tests" / "e2e" / "programs" / "early_exits.py"
COUNTED = [
    "for_break", "for_return", "for_else", "two_returns", "ranged", "returns_view", "returns_nothing", "returns_at_once",
    "with_continue", "raised", "in_mode", "return_in_mode", "in_try", "appends", "writes", "writes_input", "calls",
    "in_nested_known", "return_in_nested_known", "local_after", "item_break", "else_of_while", "else_that_returns",
    "kept_at_first", "kept_on_data", "one_under_two_names", "one_of_two_names", "written_later", "held_by_a_list",
    "else_that_breaks_out", "else_that_goes_on", "both_leave", "sized_in_both_arms", "apart_in_mode", "apart_in_mode_of_loop",
]  # fmt: skip
ALONE = ["while_true", "while_else", "counts", "long_known", "counted"]
MATRIX = ["rows", "rows_index", "fills", "shrinks"]
WHOLE = {
    "for_break", "for_return", "two_returns", "ranged", "returns_at_once", "with_continue", "raised", "in_mode", "writes",
    "in_nested_known", "for_else", "returns_nothing", "decode", "item_break", "while_true", "while_else", "long_known", "counted", "rows", "rows_index",
}  # fmt: skip
CALLS = (
    [f"case_{name}(f32[N, 4], n)" for name in COUNTED]
    + [f"case_{name}(f32[N, 4])" for name in ALONE + MATRIX]
    + ["case_newton(f32[N])", "case_nested(f32[N], n, m)", "case_find(f32[N], 1.5)", "case_power(f32[N, N], f32[N])"]
    + ["case_decode(f32[L, N], f32[N], n)"]
)
PROGRAM = harness.program("early_exits", PATH.read_text(), CALLS, args=("--force",), flags="-O0")


def check(name, make, whole=True):
    harness.check(PROGRAM.load(), f"case_{name}", make, expect="whole" if whole and name in WHOLE else None)


@pytest.mark.parametrize("name", COUNTED)
@pytest.mark.parametrize("n", [0, 1, 2, 3, 7, -2])
def test_counted(name, n):
    for seed in range(2):
        for scale in (0.1, 2.0, -2.0):
            stops = name in ("raised", "ranged", "item_break", "local_after")
            check(name, lambda: (randn(3, 4, seed=seed) * scale, n), whole=not stops or (scale == 0.1 and n == 3))


@pytest.mark.parametrize("name", COUNTED)
def test_other_inputs(name):
    for make in (
        lambda: (randn(3, 4).to(torch.float64), 3), lambda: (randn(3, 4).t(), 3), lambda: (randn(0, 4), 2),
        lambda: (randn(1, 4), 2), lambda: (randn(3, 4), True), lambda: (randn(3, 4).requires_grad_(), 3),
    ):  # fmt: skip
        harness.check(PROGRAM.load(), f"case_{name}", make)


@pytest.mark.parametrize("name", ALONE + MATRIX)
@pytest.mark.parametrize("shape", [(3, 4), (1, 4), (6, 4)])
def test_of_one_tensor(name, shape):
    for scale in (0.3, 1.0, 3.0):
        check(name, lambda: (randn(*shape).abs() * scale - 0.2,), whole=shape != (1, 4))


def test_newton_and_power_iteration():
    pair = PROGRAM.load()
    harness.check(pair, "case_newton", lambda: (randn(5).abs() + 0.5,), expect="whole")
    harness.check(pair, "case_newton", lambda: (torch.zeros(5),))
    harness.check(pair, "case_newton", lambda: (-torch.ones(5),))
    make = lambda: (torch.diag(torch.tensor([3.0, 1.0, 0.5])) + 0.1, torch.ones(3) / 3**0.5)
    harness.check(pair, "case_power", make, atol=1e-3)
    harness.check(pair, "case_power", lambda: (torch.eye(3), torch.ones(3) / 3**0.5), atol=1e-3)


@pytest.mark.parametrize("n", [0, 1, 4])
@pytest.mark.parametrize("m", [0, 1, 3])
def test_nested(n, m):
    for scale in (0.2, 3.0):
        harness.check(PROGRAM.load(), "case_nested", lambda: (randn(5).abs() * scale, n, m), expect="whole")


@pytest.mark.parametrize("v", [1.5, 7.0, float("nan")])
def test_find(v):
    for x in ([1.0, 1.5, 2.0], [1.5], [], [0.0, 7.0]):
        harness.check(PROGRAM.load(), "case_find", lambda: (torch.tensor(x), v))


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_decode(limit):
    for seed in range(4):
        harness.check(PROGRAM.load(), "case_decode", lambda: (randn(3, 5, seed=seed), torch.zeros(5), limit))
    harness.check(PROGRAM.load(), "case_decode", lambda: (randn(2, 5) - torch.arange(5), torch.zeros(5), 4))


@pytest.mark.parametrize("n", [0, 1, 2])
def test_a_size_of_both_arms(n):
    harness.check(PROGRAM.load(), "case_sized_in_both_arms", lambda: (randn(3, 4), n), expect="whole")
