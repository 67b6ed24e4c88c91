"""Functions and operators of Python in their corners: what they refuse raises in Python's words, lists change while they are read."""

import pytest
import torch
from harness import WORDS_OF, check, program

SOURCE = (
    WORDS_OF
    + """
import bisect
import math

import numpy as np
import torch


def case_counts(t):
    out = [words_of(lambda: math.factorial(-1)), words_of(lambda: math.comb(-3, 2)), words_of(lambda: math.comb(3, -2))]
    out += [words_of(lambda: math.perm(-1)), words_of(lambda: math.perm(-1, 2)), words_of(lambda: math.perm(2, -1))]
    return t + 1, out, math.perm(0, 0), math.perm(3, 5), math.perm(4), math.comb(5, 2), math.factorial(0), math.perm(3, 3)


def case_roots(t):
    return t + 1, math.isqrt(9223372036854775807), math.isqrt(3037000499**2), math.isqrt(3037000499**2 - 1), words_of(lambda: math.isqrt(-1))


def case_scaled(t):
    return t + 1, words_of(lambda: math.ldexp(1.5, 2.0)), math.ldexp(1.5, -3), math.ldexp(3, True)


def case_members_of_texts(t):
    out = [words_of(lambda: 3 in "abc"), words_of(lambda: None in "abc"), words_of(lambda: 2.5 not in "abc")]
    return t + 1, out, "b" in "abc"


def case_counts_of_steps(t):
    out = []
    for function in (lambda: torch.linspace(0, 1, True), lambda: torch.logspace(0, 1, steps=False)):
        try:
            out.append(function())
        except TypeError as e:
            out.append(type(e).__name__)
    return t + 1, out, torch.linspace(False, True, 3)


def case_receivers_that_come_second(t):
    out = []
    for function in (lambda: t.polygamma(), lambda: t.polygamma(1.5), lambda: torch.Tensor.flip(3, 0), lambda: t.where(1, t)):
        try:
            out.append(function())
        except TypeError as e:
            out.append(type(e).__name__)
    turned = torch.Tensor.flip(t[None], 0, 1), torch.Tensor.flip(t[None], (0, 1))
    return (t + 1).polygamma(1), torch.Tensor.polygamma(t + 1, 2), t.where(t > 0.5, -t), turned, out


def case_no_sizes(t):
    said = []
    calls = [lambda: torch.ones(), lambda: torch.zeros(*()), lambda: torch.ones(dtype=torch.int64), lambda: t.new_ones()]
    for function in [*calls, lambda: t.view(*()), lambda: t.expand(), lambda: torch.meshgrid([], indexing="ij"), lambda: torch.rand()]:
        try:
            said.append(function())
        except (TypeError, RuntimeError) as e:
            said.append(type(e).__name__)
    return t + torch.ones(()), said, torch.zeros([]), t.new_ones(())


def case_slices(t):
    def put(v, step):
        v[::step] = 5

    return t + 1, words_of(lambda: put([1, 2], 1)), words_of(lambda: put([1, 2], 2)), words_of(lambda: put([1, 2], None))


def case_directives(t):
    out = [words_of(lambda: "a" % 5), words_of(lambda: "a" % None), words_of(lambda: "a" % (1,)), words_of(lambda: "a" % {1})]
    return t + 1, out, "a" % [1], "a" % {1: 2}, "a" % (), "a" % range(3), "a" % t


def case_scalars_of_numpy_beside_no_numbers(t):
    out = []
    for function in (lambda: divmod(t.numpy().sum(), int), lambda: {}.pop(divmod(np.float64(2), None), None)):
        try:
            out.append(function())
        except TypeError as e:
            out.append(type(e).__name__)
    return t + 1, out, divmod(np.int64(7), 2), divmod(t.numpy().sum(), 2)


def case_weights_of_one_dimension(t):
    out, m = [], torch.ones(3, 2)
    for function in (
        lambda: torch.nn.functional.linear(m, t, torch.ones(3)),
        lambda: torch.nn.functional.linear(m, t, torch.ones(())),
        lambda: torch.nn.functional.linear(t, t, torch.ones(1)),
        lambda: torch.nn.functional.linear(m, t),
        lambda: torch.nn.functional.linear(t, t, torch.ones(())),
        lambda: torch.nn.functional.linear(m[None], t, torch.ones(())),
    ):
        try:
            out.append(function())
        except RuntimeError as e:
            out.append(type(e).__name__)
    return t + 1, out


def case_trapezoids_of_other_ranks(t):
    y, x, out = torch.arange(4.0), torch.arange(24.0).view(2, 3, 4), []
    for function in (torch.trapezoid, torch.cumulative_trapezoid):
        for a, b, dim in ((y, x, 0), (y, x, -1), (x, x[0], -1), (x, x[0], 1), (x, y, 2), (x[0], x, 0)):
            try:
                out.append(function(a, b, dim=dim).sum(-1))
            except RuntimeError as e:
                out.append(type(e).__name__)
    return t + 1, out


def case_normal_of_tensors(t):
    out = []
    for function in (
        lambda: torch.normal(t, dtype=torch.float64),
        lambda: torch.normal(t, t, requires_grad=False),
        lambda: torch.normal(2.0, t, device=None),
        lambda: torch.normal(t, 1.0, (2,)),
        lambda: torch.normal(2.0, size=(2,)),
        lambda: torch.normal(t, None),
        lambda: torch.normal(t, 0.0),
        lambda: torch.normal(1.0, 0.0, (2, 3), dtype=torch.float64),
    ):
        try:
            out.append(function())
        except TypeError as e:
            out.append(type(e).__name__)
    return t + 1, out


def case_operands_of_other_shapes(t):
    m, out = torch.ones(2, 3), []
    for function in (lambda: m & m.t(), lambda: torch.bitwise_or(m.half(), m[:, :2]), lambda: m & m):
        try:
            out.append(function())
        except RuntimeError as e:
            out.append(type(e).__name__)
    return t + 1, out


def cut_equal_items(t):
    a, b, c = {1.0, 2, True + 1.0}, {True, 2.0}, {1, 2}
    out = [a & c, c & a, a & {1, 2, 3}, {1, 2, 3} & a, a.intersection([True]), a.intersection(c), c.intersection({1.0: 3})]
    d, e = {1, 5}, {1.0, 7}
    d &= e
    return t + 1, [sorted(map(str, s)) for s in out], sorted(map(str, d)), sorted(map(str, b & c)), sorted(map(str, frozenset([1]) & {True}))


def case_repeats(t):
    return t + 1, t.repeat(2), torch.tensor(2).repeat(2, 2), t.repeat(0)


def case_reversed_list_that_changes(t):
    a, b, c, out = [1, 2, 3], [1, 2, 3], [1, 2, 3], []
    for v in reversed(a):
        a[0] = 100
        out.append(v)
    for v in reversed(b):
        if len(b) > 1:
            b.pop()
        out.append(v)
    places = reversed(c)
    out.append(next(places))
    c.insert(0, 7)
    return t + 1, out, list(places), list(places), [v * 2 for v in reversed([t, t + 1])]


def cut_ranges(t):
    try:
        torch.arange(2**62)
    except RuntimeError as e:
        return t + 1, str(e)


def cut_words(t):
    return t + 1, words_of(lambda: list(reversed(None))), words_of(lambda: ",".join(5)), words_of(lambda: math.ldexp("1", 0))


def cut_repeats(t, n):
    return t.repeat(n), torch.tensor(2).repeat((-1, 2, 2))


def case_orders_of_complex(t):
    out = [words_of(lambda: 1j < 2), words_of(lambda: 2.5 >= 1j), words_of(lambda: max(1j, 2j)), words_of(lambda: sorted([1, 2j]))]
    return t + 1, out


def stride_of_a_slice(t):
    t.stride(slice(1))
    return t + 1


def size_of_a_text(t):
    return t + t.size("a")


def cut_others(t):
    out = [words_of(lambda: math.sqrt(1j)), words_of(lambda: math.isclose(1.0, [1])), words_of(lambda: math.gcd(1.0, 2))]
    out += [words_of(lambda: pow(2.0, 3, 5)), words_of(lambda: pow(2, -1, 7)), words_of(lambda: pow(2, 3, 0)), pow(-7, 3, 5)]
    out += [words_of(lambda: (5).is_integer()), words_of(lambda: complex(5, None)), words_of(lambda: bisect.bisect({1: 2}, 1))]
    out += [words_of(lambda: 1 in 5), words_of(lambda: math.ldexp(1e308, 500)), words_of(lambda: math.factorial(2.0))]
    return t + 1, out


def bools_as_ints(t, k):
    b = k > 2
    return t + 1, said(lambda: -b), said(lambda: ~b), said(lambda: +b), said(lambda: list(range(b, 3))), -(k > 5), ~(k > 1)


def range_up_to_a_bool(t, k):
    try:
        return t + 1, range(k > 2)
    except TypeError as e:
        return t + 1, str(e)


MISSING
def same(t, a, b):
    return t + 1, a is b, a is not b, a is a


def one(t, a):
    return t + 1, a is 1, a is not True, a is 0.0


if __name__ == "__main__":
    t = torch.ones(2)
    same(t, 1.5, 2)
    same(t, 1.5, 2.5)
    same(t, 3, 4)
    same(t, True, False)
    one(t, 3)
    bools_as_ints(t, 3)
    range_up_to_a_bool(t, 3)
MISSED
    one(t, 1.5)
CALLS
    cut_others(t)
    cut_repeats(t, 2)
    cut_equal_items(t)
    cut_ranges(t)
    cut_words(t)
"""
)
NAMES = [line.split("(")[0][9:] for line in SOURCE.splitlines() if line.startswith("def case_")]
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    case_{name}(t)" for name in NAMES))
MISSING = {
    "of_library": "math.nothing",
    "of_prelude": "bisect.math",
    "of_torch": "torch.nothing",
    "of_part_of_torch": "torch.nn.functional.nothing",
    "of_numpy": "[np.nothing]",
    "of_operators": "torch.ops.aten.nothing",
    "of_a_function": "torch.save.nothing",
    "of_a_class": "np.random.RandomState.nothing",
    "with_a_default": "getattr(torch, 'nothing', None) is None",
    "that_is_there": "torch.save",
}
FUNCTION = """
def missing_{name}(t):
    found = {text}
    return t + 1


def caught_{name}(t):
    try:
        found = {text}
    except AttributeError as e:
        return t - 1, str(e)
    return t + 1
"""
SOURCE = SOURCE.replace("MISSING", "".join(FUNCTION.format(name=name, text=text) for name, text in MISSING.items()))
SOURCE = SOURCE.replace("MISSED", "".join(f"    missing_{name}(t)\n    caught_{name}(t)\n" for name in MISSING))
refused = program("refused_arguments", SOURCE, args=["--force"], flags="-O0")
NUMBERS = [0, -0.0, 0.0, 1, 1.0, True, False, 1000, 2**40, 1.5, float("nan"), 2**64]


@pytest.mark.parametrize("name", NAMES)
def test_case(name):
    check(refused.load(), f"case_{name}", lambda: [torch.arange(2.0)], expect="whole")


def test_dimensions_that_are_no_ints():
    check(refused.load(), "stride_of_a_slice", lambda: [torch.ones(2, 3)])
    check(refused.load(), "size_of_a_text", lambda: [torch.ones(2, 3)])


def test_what_only_python_refuses():
    check(refused.load(), "cut_others", lambda: [torch.arange(2.0)])
    check(refused.load(), "cut_repeats", lambda: [torch.arange(2.0), 2])
    check(refused.load(), "cut_equal_items", lambda: [torch.arange(2.0)])
    check(refused.load(), "cut_ranges", lambda: [torch.arange(2.0)])
    check(refused.load(), "cut_words", lambda: [torch.arange(2.0)])


@pytest.mark.parametrize("a", NUMBERS)
def test_numbers_are_one_object_where_python_has_one(a):
    check(refused.load(), "one", lambda: [torch.arange(2.0), a])
    for b in NUMBERS:
        check(refused.load(), "same", lambda b=b: [torch.arange(2.0), a, b])


@pytest.mark.parametrize("name", MISSING)
def test_names_that_a_module_lacks(name):
    expect = "whole" if name == "that_is_there" else None
    check(refused.load(), f"missing_{name}", lambda: [torch.arange(2.0)], expect=expect)
    check(refused.load(), f"caught_{name}", lambda: [torch.arange(2.0)], expect=expect)


@pytest.mark.parametrize("k", [0, 2, 3, 6])
def test_bools_of_the_run_time_as_ints(k):
    check(refused.load(), "bools_as_ints", lambda: [torch.arange(2.0), k])
    check(refused.load(), "range_up_to_a_bool", lambda: [torch.arange(2.0), k])


counted = program(
    "counted_from_no_number",
    """
import torch


def counted(x, start):
    try:
        for i, row in enumerate(x, start):
            x = x + i
    except TypeError as error:
        return str(error), x + 1
    return x


def from_size(x):
    try:
        for i, row in enumerate(enumerate(x, torch.Size([1]))):
            x = x + i
    except TypeError as error:
        return str(error), x + 1
    return x


def norm_of_a_number(x):
    x = torch.relu(x) * 2
    try:
        length = torch.norm(1, dim="a")
    except Exception as error:
        return type(error).__name__, str(error), x + 1
    return length, x * 2


if __name__ == "__main__":
    counted(torch.ones(3, 2), 1), from_size(torch.ones(3, 2)), norm_of_a_number(torch.ones(3))
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("start", [0, 3, True, torch.Size([1]), None, "a", 1.5])
def test_enumerate_counts_from_numbers_alone(start):
    check(counted.load(), "counted", lambda: [torch.ones(3, 2), start])
    check(counted.load(), "from_size", lambda: [torch.ones(3, 2)])
    assert "internal error" not in counted.require().stderr


def test_a_number_has_no_layout_to_take_a_norm_of():
    check(counted.load(), "norm_of_a_number", lambda: [torch.arange(3.0)])
