"""Values in texts: f-strings, str.format() and % of numbers that are known at run time only, and the texts of objects."""

import argparse
import collections
import re
import types

import harness
import pytest
import torch

SOURCE = """
import argparse
import types
from collections import Counter, OrderedDict, defaultdict

import torch


def padded_int(x):
    n = x.shape[0]
    return x + len(f"{n:>5d}")


def padded_size(x):
    n = x.shape[0]
    return x, f"{n:>5d}"


def refused_precision(x):
    n = x.shape[0]
    return x * 2, f"{n:.3d}"


def padded_float(x):
    s = f"{x.sum().item():>5.1f}"
    return x * 2


def refused_tensor(x):
    s = f"{x:.1f}"
    return x * 2


def padded_data_int(x):
    s = f"{int(x.sum()):>5d}"
    return x * 2


def refused_float_as_int(x):
    s = f"{x.sum().item():>5d}"
    return x * 2


def refused_scalar(x):
    s = f"{x.sum():>5d}"
    return x * 2


def refused_grouping(x):
    s = f"{int(x.sum()):,x}"
    return x * 2


def percent_of_data(x):
    s = "%5d %s" % (int(x.sum()), x)
    return x * 2


def format_of_data(x):
    s = "{:>5d}".format(int(x.sum()))
    return x * 2


def sizes(x):
    s = f"{x.shape[0]:05d} {x.shape[0]:x} {x.shape[0]:,} {x.shape[0]:,d} {x.shape[0]:.2f} {x.shape[0]:%}"
    return x * 2, s


def keys(x):
    return {f"l{i:02d}": x[i] for i in range(x.shape[0])}


def padded_texts(x):
    s = f"{x.shape!r:>20} {str(x.dtype):<10}"
    return x * 2, s


def plain(x):
    s = f"{x.tolist()} {x.max()} {x}"
    return x * 2


def grouped(x):
    return x * 2, f"{x.shape[0]:_d} {x.shape[0]:=+6d} {x.shape[0]:b}"


def refused_behind_open(x):
    n = x.shape[0]
    s = "{:>5d} {:.1f}".format(n, x)
    return x * 2


def refused_percent(x):
    n = x.shape[0]
    s = "%d %d" % (n, "a")
    return x * 2


def percent_of_tensor(x):
    s = "%s %s" % (x, x.shape)
    return x * 2


def percent_of_float(x):
    s = "%s %5.1f" % (x.sum().item(), x.sum().item())
    return x * 2


def percent_of_infinity(x):
    s = "%d" % (x.sum().item() / 0.0 if False else x.sum().item() * 1e308 * 1e10)
    return x * 2


def percent_of_sizes(x):
    return x * 2, "%d x %d" % (x.shape[0], x.numel())


def nested_width(x):
    return x * 2, "{:{}d} {}".format(x.shape[0], 5, "q")


def refused_list(x):
    s = f"{[1, x.sum()]:>5}"
    return x * 2


def refused_none(x):
    s = f"{None:>5}"
    return x * 2


def bools(x):
    s = f"{(x > 0).sum() > 1:>5} {bool((x > 0).all()):d} {True:>5} {x.sum() > 1:.1f}"
    return x * 2


def refused_float_as_text(x):
    s = "{:s}".format(x.sum().item())
    return x * 2


def refused_mix(x):
    s = "{:.3f} {a!r} {0}".format(x.sum().item(), a=x)
    return x * 2


def percent_padded(x):
    s = "%5s|%-8r" % (x.sum().item(), "a")
    return x * 2


def scalars(x):
    s = f"{x.sum():.1f} {x.sum():>8} {x.long().sum():d}"
    return x * 2


def percent_keys(x):
    return {"l%02d" % i: x[i] for i in range(x.shape[0])}


def percent_base(x):
    s = "%x %c" % (int(x.sum()), "a")
    return x * 2


def percent_tensor(x):
    s = "%i" % x.sum()
    return x * 2


def percent_mapping(x):
    s = "%(a)s %(b).2f" % {"a": x, "b": x.mean().item()}
    return x * 2


class A(dict):
    def __repr__(self):
        return "A" + dict.__repr__(self)


class B(dict):
    def __str__(self):
        return "B!"


class C(OrderedDict):
    pass


class D(A):
    def __format__(self, spec):
        return "D" + spec


class E(defaultdict):
    def __init__(self):
        super().__init__(list)


class F(dict):
    pass


class N(types.SimpleNamespace):
    pass


class M(argparse.Namespace):
    pass


def own_repr(x):
    return x, len(repr(A(a=1)) + str(A(b=2)) + f"{A()}")


def own_str(x):
    return x + 1, [repr(B(a=1)), str(B(b=2)), f"{B()}"]


def ordered(x):
    return x + 1, [repr(C(a=1)), str(C(b=2)), f"{C()}"]


def own_format(x):
    return x + 1, [repr(D(a=1)), str(D(b=2)), f"{D():>3}", f"{D()}"]


def filled_default(x):
    e = E()
    e["a"].append(1)
    return x + 1, [repr(e), str(e), f"{e}"]


def plain_dict(x):
    return x + 1, [repr(F(a=[1])), str(F()), f"{F(a={})}"]


def counters(x):
    return x + 1, [repr(Counter()), repr(Counter("abcab")), repr(Counter(a="x", b=1)), repr(Counter(a=1.5, b=2))]


def nested(x):
    return x + 1, [repr(OrderedDict()), repr(OrderedDict(a=OrderedDict(b=1))), repr({"a": OrderedDict()})]


def defaults(x):
    return x + 1, [repr(defaultdict()), repr(defaultdict(int)), repr(defaultdict(None, a=1))]


def namespaces(x):
    return x + 1, [
        repr(N(a=1)),
        repr(M(b="c")),
        repr(argparse.Namespace(**{"a-b": 1, "c": 2})),
        repr(types.SimpleNamespace()),
    ]


def given(x, ns):
    return x + 1, [repr(ns), f"{ns}"]


def given_dict(x, d):
    return x + 1, [repr(d), f"{d}"]


def in_itself(x):
    o = OrderedDict(a=1)
    o["b"] = o
    return x + 1, repr(o)


def address(x):
    return x + 1, f"{defaultdict(lambda: 1)}"


def unknown_counts(x):
    return x + 1, repr(Counter(a=x.sum().item() > 1))


def unread(x):
    s = f"{OrderedDict(a=x)} {A(b=x.sum())}"
    return x * 2


class Named(dict):
    def __repr__(self):
        return f"Named({super().__repr__()})"


class Ordered(OrderedDict):
    def __repr__(self):
        return "of " + super().__repr__()


def inherited_texts(x):
    return x * 2, [repr(Named(a=1)), str(Named()), f"{Ordered(b=[2])}", {"a": 1}.__repr__()], {"a": 1}.__len__()


def precise(x):
    big, small = [0.0, 1.0, 12.0, 99.95, 100.0, 999.5, 123456.0, 1e22, -3.14159], [0.00012345, 0.000012345, 5e-324]
    return x * 2, [f"{v:.3}|{v:.1}|{v:+.6}|{v:>12.2}|{v:012.4}" for v in [*big, *small, float("inf")]], f"{1e300:,.5}"


def not_a_number(x):
    nan = float("inf") - float("inf")
    return x * 2, f"{nan:.2f} {nan:06.1f} {nan:+.3} {nan:%} {-nan:e}", "%.2f" % nan, "{:>8}".format(nan)


if __name__ == "__main__":
    x = torch.ones(2)
    given(x, types.SimpleNamespace(a=1, b="q"))
    given(x, argparse.Namespace(lr=0.5))
    given_dict(x, OrderedDict(a=1))
    given_dict(x, defaultdict(list, a=[1]))
CALLS
"""
NAMES = re.findall(r"^def (\w+)\(x\)", SOURCE, re.M)
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    {name}(x)" for name in NAMES))
PROGRAM = harness.program("written_values", SOURCE, args=["--force"], flags="-O0")
# What raises, and what is left to Python.
REFUSED = [name for name in NAMES if name.startswith("refused")]
CUT = [
    "percent_base",
    "percent_tensor",
    "percent_of_infinity",
    "own_repr",
    "own_format",
    "in_itself",
    "address",
    "unknown_counts",
]


@pytest.mark.parametrize("name", NAMES)
def test_text(name):
    expect = None if name in CUT or name in REFUSED else "whole"
    harness.check(PROGRAM.load(), name, lambda: (torch.ones(2),), expect=expect)


@pytest.mark.parametrize("name", ["padded_int", "padded_size", "sizes", "percent_of_sizes", "nested_width", "keys"])
def test_other_sizes(name):
    harness.check(PROGRAM.load(), name, lambda: (torch.ones(5),))


def test_namespaces():
    pair = PROGRAM.load()
    for namespace in (types.SimpleNamespace(a=1, b="q"), argparse.Namespace(lr=0.5)):
        harness.check(pair, "given", lambda namespace=namespace: (torch.ones(2), namespace), expect="whole")
    harness.check(pair, "given", lambda: (torch.ones(2), types.SimpleNamespace(a=1, b="other", c=3)))


def test_dicts():
    pair = PROGRAM.load()
    for given in (collections.OrderedDict(a=1), collections.defaultdict(list, a=[1])):
        harness.check(pair, "given_dict", lambda given=given: (torch.ones(2), given), expect="whole")
    harness.check(pair, "given_dict", lambda: (torch.ones(2), collections.OrderedDict(a=7)))
    harness.check(pair, "given_dict", lambda: (torch.ones(2), collections.defaultdict(list, a=[1, 2])))


TRACEBACK = """
import traceback

import torch


def reported(x):
    y = x.exp() + 1
    try:
        raise ValueError("always")
    except ValueError:
        told = traceback.format_exc().splitlines()
    return y * 2 + 1, told[-1], len(told) > 2, traceback.format_stack.__name__


if __name__ == "__main__":
    reported(torch.ones(7))
"""
REPORTED = harness.program("reported_traceback", TRACEBACK, args=["--force"], flags="-O0")


def test_a_traceback_is_left_to_python():
    pair = REPORTED.load()
    for count in (7, 100):
        harness.check(pair, "reported", lambda count=count: (torch.ones(count),))
    told = harness.run_pyaot("explain", REPORTED.path, *harness.PYTHON, "--force").stdout
    assert "its lines are those that Python runs" in told
