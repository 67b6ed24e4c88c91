"""Segments whose last statements turn out not to compile: each statement still runs once, and in its place."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
def a_set_after(x, c):
    y = x * 1.5
    y.add_(c)
    q = {1, 2}
    print("between")
    return y, q


def a_list_twice(x, c):
    y = x * 1.5
    y.add_(c)
    pair = [y]
    both = (pair, pair)
    print("between")
    return both


def an_input_in_place(x, c):
    x.mul_(2)
    y = x + c
    q = {1, 2}
    print("between")
    x.add_(1)
    return y, q
"""
PROGRAM = harness.program(
    "cut_short", SOURCE, [f"{f}(f32[M, N], f32[M, 1])" for f in ("a_set_after", "a_list_twice", "an_input_in_place")]
)


@pytest.mark.parametrize("name", ["a_set_after", "a_list_twice", "an_input_in_place"])
@pytest.mark.parametrize("shape", [(3, 4), (1, 1), (4, 1), (0, 3)])
def test_each_statement_runs_once(name, shape):
    harness.check(PROGRAM.load(), name, lambda: (randn(*shape, seed=1), randn(shape[0], 1, seed=2)))


CAPTURED = harness.program(
    "captured_names",
    """
import torch

held = 100
step = 7


def changed_by_a_closure(x, n):
    print("first")
    z = x * 2 + 1
    if n > 5:
        held = n + 1
        print("large")
    else:
        z = torch.tanh(z) + 1

        def inner(t):
            nonlocal held
            held += 1
            return t * held

        print("made")
        if n > 2:
            z = inner(z)
    print("last")
    return z * 2


def read_by_a_closure(x, n):
    print("first")
    z = x * 2 + 1
    if n > 5:
        step = n + 1
        z = z * step
        print("large")
    else:
        inner = lambda t: t + step
        print("made")
        z = inner(z)
    print("last")
    return z * 2


def inverted(x, n):
    try:
        return ~x
    except TypeError:
        return x - n
    except RuntimeError:
        return x + n
""",
    [f"{name}(f32[M, N], 3)" for name in ("changed_by_a_closure", "read_by_a_closure", "inverted")],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("name", ["changed_by_a_closure", "read_by_a_closure", "inverted"])
@pytest.mark.parametrize("n", [1, 3, 7])
def test_variables_that_only_segments_assign_stay_local(name, n):
    harness.check(CAPTURED.load(), name, lambda: (randn(2, 3, seed=1), n))


AFTER_A_LOOP = harness.program(
    "after_a_loop",
    """
import torch


def weighted(x, steps: int = 3):
    weights = torch.ones(3)
    for i in range(steps):
        weights = weights * torch.ones(int(weights[0]) + 2)
    y = torch.relu(x) * 2
    return y / weights.sum()


print(weighted(torch.arange(12.0).reshape(2, 6)).shape)
""",
    flags="-O0",
)


@pytest.mark.parametrize("shape", [(2, 6), (4, 9), (3, 3)])
def test_what_stands_behind_sizes_that_are_not_proved_is_compiled(shape):
    """The loop is to blame and not the last statement: where the loop is left to Python, that is still compiled."""
    change = harness.check(AFTER_A_LOOP.load(), "weighted", lambda: (randn(*shape, seed=1),))
    assert harness.IN_PYTHON or change["fused"] >= 4, change


PLACED = harness.program(
    "placed",
    """
import torch


def one_of_two(x, n):
    print("begin")
    y = x * n + 0.5
    z = y / n if n else y
    w = (x > n) & (y > 1)
    print("end", n)
    return y * 2 + z, w


def until_it_fails(x, items):
    total = x * 0 + 1
    try:
        for item in items:
            half = x * item - 1
            total = total + half * 3
            print("item", item)
            total = total * 2 + half
    except TypeError as error:
        print(error)
        total = total - 1
        words = len(str(error)) * x
        total = total + words
    finally:
        total = total * 0.5
        print("left")
    return total + 1


def stored_in_finally(x, out):
    try:
        out["first"] = x * 2 + 1
        print("before")
        out["second"] = (x * 3 - 1) @ x
    except RuntimeError:
        print("refused")
    finally:
        out["last"] = x * 4 - out["first"]
    return out["last"] + x
""",
    calls=["one_of_two(f32[M, N], 2)", "until_it_fails(f32[M, N], [1, 2])", "stored_in_finally(f32[4, 4], {})"],
    flags="-O0",
)


@pytest.mark.parametrize("n", [2, 0, -3])
def test_a_variable_that_may_be_another_stays_alone(n):
    harness.check(PLACED.load(), "one_of_two", lambda: (randn(3, 4, seed=1), n))


@pytest.mark.parametrize("items", [[1, 2], [1, None, 2], [], ["ab"]])
def test_what_handlers_read_is_assigned_when_the_segment_is_done(items):
    harness.check(PLACED.load(), "until_it_fails", lambda: (randn(3, 4, seed=1), items))


@pytest.mark.parametrize("shape", [(4, 4), (3, 4)])
def test_containers_are_known_in_finally(shape):
    counts = harness.check(PLACED.load(), "stored_in_finally", lambda: (randn(*shape, seed=1), {}))
    if shape == (4, 4) and not harness.IN_PYTHON:
        assert counts["breaks"] == 3, counts  # behind the print, in the finally, and behind it


KEYS = harness.program(
    "segments_keys",
    """
def renewed(table, x):
    value = table["a"]
    del table["a"]
    table["a"] = value
    return x * 2 + 1


def moved(table, x):
    table["b"] = table.pop("b")
    return x * 2 + 1


def emptied(table, x):
    kept = dict(table)
    table.clear()
    for key, value in kept.items():
        table[key] = value
    return x * 2 + 1


def emptied_for_others(table, x):
    count = len(table)
    table.clear()
    for i in range(count):
        table[i] = x
    return x * 2 + 1


def on_both_sides(table, x):
    if x.sum() > 0:
        y = x + table.pop("b")
        table["b"] = 2
    else:
        y = x - table.pop("b")
        table["b"] = 3
    return y * 2 + 1


def on_one_side(table, x):
    y = x + 1
    if x.sum() > 0:
        last = list(table)[-1]
        y = x + table.pop(last)
        table[last] = 2
    return y * 2 + 1


def in_a_loop(table, x):
    for i in range(x.shape[0]):
        table["a"] = table.pop("a")
    return x * 2 + 1


def bounded(table, x, most):
    table["new"] = x
    if len(table) > most:
        del table["a"]
    return x * 2 + 1


def of_some(table, x):
    for key in ("b", "a"):
        value = table.pop(key)
        table[key] = value + 1
    return x * 2 + 1


def each(table, x):
    made = []
    for key in table:
        value = table[key]
        del table[key]
        table[key] = value
        made.append((x * 2 + 1).exp())
        print(key)
    return made


def each_by_a_function(table, x):
    made = []
    for key in table:
        made.append(renewed(table, x).exp())
        print(key)
    return made


def given_other_values(table, x):
    for key in table:
        table[key] = (x * 2 + 1).exp()
        print(key)
    return x
""",
    calls=[
        f"{name}(dict(a=1, b=1, c=1, d=1, e=1), f32[3])"
        for name in (
            "renewed",
            "moved",
            "emptied",
            "emptied_for_others",
            "on_both_sides",
            "on_one_side",
            "in_a_loop",
            "of_some",
        )
    ]
    + [f"{name}(dict(a=1, b=1, c=1), f32[3])" for name in ("renewed", "moved", "emptied", "on_both_sides", "of_some")]
    + ["bounded(dict(a=1, b=1), f32[3], 5)"],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["each", "each_by_a_function", "given_other_values"])
@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_keys_set_again_while_python_goes_through_them(name, count):
    harness.check(KEYS.load(), name, lambda: (dict.fromkeys("abcde"[:count], 1), randn(3, seed=1)))


@pytest.mark.parametrize(
    "name",
    ["renewed", "moved", "emptied", "emptied_for_others", "on_both_sides", "on_one_side", "in_a_loop", "of_some"],
)
@pytest.mark.parametrize("count", [2, 3, 5])
def test_keys_set_again_by_a_function_while_python_goes_through_them(name, count):
    def going_through(module, table):
        seen = []
        try:
            for key in table:
                seen.append((key, getattr(module, name)(table, torch.ones(3))))
                if len(seen) > 9:
                    break
        except (RuntimeError, KeyError) as error:
            seen.append(str(error))
        return repr(seen), list(table)

    pair = KEYS.load()
    made = [going_through(module, dict.fromkeys("abcde"[:count], 1)) for module in (pair.eager, pair.built)]
    assert made[0] == made[1]
    if name not in ("on_one_side", "in_a_loop"):
        harness.check(pair, name, lambda: (dict.fromkeys("abcde", 1), randn(3, seed=1)), expect="whole")


@pytest.mark.parametrize("most", [1, 2, 3, 5])
def test_keys_that_go_on_one_side_of_a_branch(most):
    expect = "whole" if most > 2 else None
    harness.check(KEYS.load(), "bounded", lambda: ({"a": 1, "b": 1}, randn(3, seed=1), most), expect=expect)


FRAMES = harness.program(
    "locals_of_frames",
    """
import sys

import torch


def peek(name):
    return sys._getframe(1).f_locals[name]


def own(x):
    y = x * 2
    print("made")
    return sys._getframe().f_locals["y"] + 1


def of_the_caller(x):
    y = x * 2
    print("made")
    z = x + 1
    return peek("y") + z


def whole(x):
    y = x * 2
    return y + 1
""",
    [f"{name}(f32[N])" for name in ("own", "of_the_caller", "whole")],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["own", "of_the_caller", "whole"])
def test_variables_that_programs_read_from_frames(name):
    harness.check(FRAMES.load(), name, lambda: (randn(3),), expect="whole" if name == "whole" else None)
