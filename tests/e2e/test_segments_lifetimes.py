"""When objects that variables hold come to their end, in functions of which segments are compiled."""

import contextlib
import io

import harness
import pytest
from table import randn

PROGRAM = harness.program(
    "segments_lifetimes",
    """
events = []


class Refused(Exception):
    pass


class Held:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        events.append(("gone", self.name))


def source(t, stop):
    given = 0
    try:
        for i in range(stop):
            try:
                yield t * i + given
            except Refused as err:
                events.append("thrown")
                given += 1
    finally:
        events.append(("end", stop, given))


def begun(it, t):
    try:
        return next(it) + it.throw(Refused("in")) * 0.5
    except (StopIteration, Refused) as err:
        events.append(type(err).__name__)
        return t


def ended_in_some_calls(x, k):
    it = source(x, k % 4)
    y = begun(it, x)
    print("between")
    events.append("x")
    return x * 2


def ended_before_an_exception(x, k):
    it = source(x, k)
    y = begun(it, x)
    z = y + 1
    print("between")
    if k > 1:
        raise ValueError(k)
    return z


def in_a_branch(x, k):
    if k < 4:
        it = source(x, k)
        y = begun(it, x)
    events.append("x")
    print("between")
    events.append("y")
    return x * 2


def ended_for_good(x, k):
    it = source(x, k)
    y = x + sum(it)
    print("between")
    events.append("x")
    return y


def assigned_for_nobody(x, k):
    it = Held(k)
    print("between")
    y = x + 1
    it = y
    print("after")
    events.append("x")
    return y * 2


def a_generator_replaced(x, k):
    it = source(x, 3)
    next(it)
    print("between")
    y = x + 1
    it = y * k
    print("after")
    events.append("x")
    return y


def kept_in_some_calls(x, k):
    it = Held(k)
    print("between")
    y = x + 1
    if k > 9:
        it = y * 2
    print("after")
    events.append("x")
    return y


def each_iteration(x, k):
    for i in range(3):
        it = Held(i)
        y = x + i
        print("between")
        z = y + k
        it = z
        print("after")
        events.append(i)
    return y
""",
    [
        f"{name}(f32[M, N], 0)"
        for name in (
            "ended_in_some_calls",
            "ended_before_an_exception",
            "in_a_branch",
            "ended_for_good",
            "assigned_for_nobody",
            "a_generator_replaced",
            "kept_in_some_calls",
            "each_iteration",
        )
    ],
    ["--force"],
    "-O0",
)


def seen(module, name, k):
    """The events of a call, and those after nobody holds its exception any more."""
    module.events.clear()
    error = None
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            getattr(module, name)(randn(3, 4, seed=1), k)
        except Exception as caught:
            error = caught
    held = list(module.events)
    del error
    return held, list(module.events)


@pytest.mark.parametrize("k", [0, 1, 2, 3])
@pytest.mark.parametrize("name", [call.split("(")[0] for call in PROGRAM.calls])
def test_objects_end_where_they_do_in_python(name, k):
    pair = PROGRAM.load()
    before = pair.counters()["compiled"]
    assert seen(pair.built, name, k) == seen(pair.eager, name, k)
    assert k or pair.counters()["compiled"] > before
    harness.check(pair, name, lambda: (randn(3, 4, seed=2), k))
