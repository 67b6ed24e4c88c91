"""The comparisons of the harness themselves: each kind of wrong result must be noticed."""

import types

import harness
import pytest
import torch
from table import randn


class Stand:
    """A pair of two hand-written functions, with counters that a test may set."""

    def __init__(self, eager, built):
        self.eager, self.built = types.SimpleNamespace(f=eager), types.SimpleNamespace(f=built)

    def counters(self):
        return {"compiled": 0, "fallback": 0, "breaks": 0, "python": 0}


def double(x):
    return x * 2


def twice_in_place(x):
    return x.mul_(2)


def fail(x):
    raise ValueError("no")


WRONG = {
    "value": (double, lambda x: x * 2.001),
    "nan": (double, lambda x: x * float("nan")),
    "dtype": (double, lambda x: (x * 2).double()),
    "shape": (double, lambda x: (x * 2)[None]),
    "strides": (double, lambda x: (x * 2).t().contiguous().t()),
    "requires_grad": (double, lambda x: (x * 2).requires_grad_()),
    "subclass": (double, lambda x: torch.nn.Parameter(x * 2, requires_grad=False)),
    "kind": (lambda x: 2.0, lambda x: 2),
    "bool for int": (lambda x: 1, lambda x: True),
    "length": (lambda x: (x, x), lambda x: (x,)),
    "list for tuple": (lambda x: [1], lambda x: (1,)),
    "keys": (lambda x: {"a": 1}, lambda x: {"b": 1}),
    "identity": (lambda x: x, lambda x: x.clone()),
    "a view instead of the input": (lambda x: x, lambda x: x.view(x.shape)),
    "sharing with the input": (lambda x: x + 0, lambda x: x.view(x.shape)),
    "sharing among results": (lambda x: (x + 1,) * 2, lambda x: (x + 1, x + 1)),
    "storage offset": (lambda x: (x + 1)[1:], lambda x: (x + 1)[1:].clone()),
    "input mutated": (double, lambda x: x.mul_(2) + 0),
    "input not mutated": (twice_in_place, lambda x: x * 2),
    "version not advanced": (lambda x: (x.mul_(2), None)[1], lambda x: bump_free(x)),
    "exception missing": (fail, double),
    "exception extra": (double, fail),
    "exception text": (fail, lambda x: fail_with("other")),
    "exception type": (fail, lambda x: fail_with("no", TypeError)),
    "output": (lambda x: print("a"), lambda x: print("b")),
    "integer": (lambda x: x.long(), lambda x: x.long() + 1),
    "float": (lambda x: 1.0, lambda x: 1.1),
    "slice": (lambda x: slice(1, x), lambda x: slice(1, x + 1)),
}


def bump_free(x):
    with torch.autograd._unsafe_preserve_version_counter(x):
        x.mul_(2)


def fail_with(text, kind=ValueError):
    raise kind(text)


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_result_is_noticed(kind):
    eager, built = WRONG[kind]
    harness.check(Stand(eager, eager), "f", lambda: (randn(3, 4),))
    with pytest.raises(AssertionError):
        harness.check(Stand(eager, built), "f", lambda: (randn(3, 4),))


@pytest.mark.parametrize("expect", ["whole", "compiled", "fallback"])
def test_counters_that_do_not_move_are_noticed(expect):
    stand = Stand(double, double)
    stand.built.__pyaot__ = None
    with pytest.raises(AssertionError):
        harness.check(stand, "f", lambda: (randn(3),), expect=expect)
