"""Objects as default arguments: state that calls share, that the program may change, and that called functions read."""

import harness
import pytest
from table import randn

SOURCE = """
import torch


class Options:
    def __init__(self, scale=2.0):
        self.scale = scale


def counts(x, seen=[]):
    seen.append(1)
    return x * len(seen)


def by_key(x, table={"k": 3}):
    return x * table["k"]


def by_object(x, options=Options()):
    return x * options.scale


def by_list(x, dims=[0, 1]):
    return x.sum(dims)


def by_keyword(x, *, options={"scale": 2}):
    return x * options["scale"]


of_lambda = lambda x, options=Options(4.0): x * options.scale


def calls_counts(x):
    return counts(x) + 1


def calls_by_key(x):
    return by_key(x) + by_key(x * 2)


def calls_by_object(x):
    return by_object(x) + 1


def calls_by_list(x):
    return by_list(x) + 1


def calls_by_keyword(x):
    return by_keyword(x) + 1


def calls_lambda(x):
    return of_lambda(x) + 1


def remembers(x):
    def last(y, seen=[]):
        seen.append(y.sum())
        return torch.stack(seen).sum() * y

    return last(x) + last(x + 1)


def change():
    by_key.__defaults__[0]["k"] = 7
    by_object.__defaults__[0].scale = 5.0
    by_list.__defaults__[0].pop()
    by_keyword.__kwdefaults__["options"]["scale"] = 9
    of_lambda.__defaults__[0].scale = 1.0


def replace():
    by_key.__defaults__ = ({"k": 11},)
    by_object.__defaults__ = (Options(0.5),)
"""
CALLERS = ["calls_by_key", "calls_by_object", "calls_by_list", "calls_by_keyword", "calls_lambda", "remembers"]
CALLS = [f"{name}(f32[M, N])" for name in [*CALLERS, "calls_counts"]]


def program():
    return harness.program("default_objects", SOURCE, CALLS, args=("--force",), flags="-O0").load()


@pytest.mark.parametrize("name", CALLERS)
def test_what_is_there(name):
    harness.check(program(), name, lambda: (randn(3, 4),), expect="whole", atol=1e-4)


def test_what_calls_leave_in_a_default():
    pair = program()
    for _ in range(3):
        harness.check(pair, "calls_counts", lambda: (randn(3, 4),))
    assert pair.eager.counts.__defaults__ == pair.built.counts.__defaults__


def test_defaults_that_change():
    pair = program()
    for step in ("change", "replace"):
        for module in (pair.eager, pair.built):
            getattr(module, step)()
        for name in CALLERS:
            harness.check(pair, name, lambda: (randn(3, 4),), atol=1e-4)


READ = harness.program(
    "read_defaults",
    """
import torch


def scaled(x, by=2, name="k", *, more=1.5):
    return x * by


def plain(x):
    return x


def listed(x, dims=[0]):
    return x.sum(dims)


def reads(x):
    return scaled(x) + scaled.__defaults__[0], scaled.__defaults__, plain.__defaults__


def reads_list(x):
    return listed(x) + len(listed.__defaults__)
""",
    ["reads(f32[M, N])", "reads_list(f32[M, N])"],
    args=("--force",),
    flags="-O0",
)


def test_defaults_that_are_read():
    pair = READ.fresh()
    harness.check(pair, "reads", lambda: (randn(3, 4),), expect="whole")
    harness.check(pair, "reads_list", lambda: (randn(3, 4),))
    for scaled, plain in (((5, "z"), None), ((2.5,), (1,)), ((3, None), None)):
        for module in (pair.eager, pair.built):
            module.scaled.__defaults__, module.plain.__defaults__ = scaled, plain
        harness.check(pair, "reads", lambda: (randn(3, 4),))
