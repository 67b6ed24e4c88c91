"""Generators that a function leaves where they wait: Python closes them when it drops the variables, which runs the
`finally` around the yield."""

import pytest
import torch
from harness import check, program

SOURCE = """
import torch

opened = 0


def parts(x, log):
    global opened
    opened += 1
    try:
        yield x + 1
        log.append("second")
        yield x + 2
    finally:
        opened -= 1
        log.append("closed")


def outer(x, log):
    log.append("outer")
    yield from parts(x, log)
    log.append("unreached")


def first_part(x, log):
    it = parts(x, log)
    y = next(it)
    log.append(opened)
    return y * 2


def first_of_outer(x, log):
    it = outer(x, log)
    return next(it) * 2


def in_a_call(x, log):
    y = first_part(x, log)
    log.append("behind")
    return y + opened


def held_by_a_list(x, log):
    its = [parts(x, log)]
    y = next(its[0])
    log.append("end")
    return y * 3


def thrown_in(x, log):
    def catches():
        try:
            yield x.sin()
        except ValueError:
            log.append("caught")
            yield x.cos()
        finally:
            log.append("closed")

    it = catches()
    return next(it) + it.throw(ValueError)


def two_of_them(x, log):
    a, b = parts(x, log), parts(x + 1, [])
    return next(a) + next(b)


def dropped_before(x, log):
    it = parts(x, log)
    y = next(it)
    it = None
    log.append("behind")
    return y * 2


def never_named(x, log):
    y = next(parts(x, log))
    log.append("behind")
    return y * 2


def refuses(x, log):
    def stays():
        try:
            yield x + 1
        finally:
            log.append("closed")
            yield x + 2

    it = stays()
    return next(it) * 2


def returned(x, log):
    it = parts(x, log)
    return next(it) * 2, it


def given_away(x, log, kept):
    it = parts(x, log)
    kept.append(it)
    return next(it) * 2


def one_way(x, log, flag: bool):
    it = parts(x, log)
    y = next(it)
    if x.sum() > 0:
        return y * 2
    return y * 3
"""
WHOLE = ["first_part", "first_of_outer", "in_a_call", "held_by_a_list", "thrown_in"]
PYTHON = ["two_of_them", "dropped_before", "never_named"]
CALLS = [f"{name}(f32[N], [])" for name in WHOLE + PYTHON + ["refuses", "returned"]]
CALLS += ["given_away(f32[N], [], [])", "one_way(f32[N], [], True)"]
closed = program("closed_generators", SOURCE, CALLS, ["--force"], flags="-O0")


@pytest.mark.parametrize("name", WHOLE)
def test_closed_where_the_function_ends(name):
    check(closed.load(), name, lambda: (torch.arange(3.0), []), expect="whole", times=2)


@pytest.mark.parametrize("name", PYTHON)
def test_closed_in_another_order_or_earlier(name):
    check(closed.load(), name, lambda: (torch.arange(3.0), []), times=2)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_exception_of_what_is_dropped_is_told():
    check(closed.load(), "refuses", lambda: (torch.arange(3.0), []))


def test_not_closed_while_somebody_has_it():
    pair = closed.load()
    for module in (pair.eager, pair.built):
        log, kept = [], []
        y, it = module.returned(torch.ones(2), log)
        z = module.given_away(torch.ones(2), log, kept)
        assert log == [] and y.tolist() == z.tolist() == [4, 4]
        assert [t.tolist() for t in it] == [t.tolist() for t in kept[0]] == [[3, 3]]
        assert log == ["second", "closed"] * 2


@pytest.mark.parametrize("sign", [1, -1])
def test_on_each_path(sign):
    check(closed.load(), "one_way", lambda: (torch.ones(3) * sign, [], True))


THROUGH_OBJECTS = program(
    "closed_through_objects",
    """
import torch


class Told:
    def __init__(self, log, fails=False):
        self.log, self.fails = log, fails

    def __iter__(self):
        return self

    def __next__(self):
        return 1

    def throw(self, *what):
        self.log.append("throw")
        return 2

    def close(self):
        self.log.append("close")
        if self.fails:
            raise KeyError("closing")


class Plain:
    def __init__(self):
        self.n = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        return self.n


def closed(x):
    log = []

    def outer():
        try:
            yield from Told(log)
        finally:
            log.append("end")

    g = outer()
    next(g)
    g.close()
    return x + 1, log


def fails(x):
    log = []

    def outer():
        try:
            yield from Told(log, True)
        except KeyError as error:
            log.append(str(error))

    g = outer()
    next(g)
    g.close()
    return x + 1, log


def thrown(x):
    log = []

    def outer():
        try:
            yield from Told(log)
        except ValueError:
            yield 99

    g = outer()
    next(g)
    return x + 1, g.throw(ValueError("q")), log


def without(x):
    log = []

    def outer():
        try:
            yield from Plain()
        except ValueError:
            yield 99
        except GeneratorExit:
            log.append("exit")

    g, h = outer(), outer()
    next(g)
    next(h)
    h.close()
    return x + 1, g.throw(ValueError("q")), log


def left(x):
    log = []

    def outer():
        yield from Told(log)

    def run():
        g = outer()
        return next(g)

    return x + run(), log


def deleted(x):
    log = []

    def outer():
        yield from Told(log)

    g = outer()
    first = next(g)
    del g
    return x + first, log


def deeper(x):
    log = []

    def inner():
        yield from Told(log)

    def outer():
        yield from inner()

    g = outer()
    next(g)
    try:
        g.throw(GeneratorExit)
    except GeneratorExit:
        log.append("left")
    return x + 1, log, next(g, "ended")
""",
    [f"{f}(f32[N])" for f in ("closed", "fails", "thrown", "without", "left", "deleted", "deeper")],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", ["closed", "fails", "thrown", "without", "left", "deleted", "deeper"])
def test_objects_that_are_told_of_the_end(name):
    expect = None if name in ("thrown", "deleted") else "whole"
    check(THROUGH_OBJECTS.load(), name, lambda: (torch.ones(3),), expect=expect)


THROUGH_ITERATORS = program(
    "closed_through_iterators",
    """
import itertools

import torch


def through(iterator):
    r = yield from iterator
    yield r


def asked(x):
    m, z = map(str, [1, 2]), zip([1], [2])
    try:
        m.send(3)
    except AttributeError as e:
        told = str(e)
    return x + 1, told, hasattr(z, "close"), hasattr(z, "throw"), hasattr(through([1]), "send")


def sent(x):
    g = through(map(str, [1, 2]))
    first = next(g)
    try:
        second = g.send(5)
    except AttributeError as e:
        second = str(e)
    return x + 1, first, second, list(g)


def thrown(x):
    m = map(str, [1, 2, 3])
    g = through(m)
    first = next(g)
    try:
        g.throw(KeyError("z"))
    except KeyError as e:
        first = first + str(e)
    return x + 1, first, list(m), list(g)


def closed(x):
    z, c = zip([1, 2, 3], [4, 5, 6]), itertools.chain([1, 2], [3])
    g, h = through(z), through(c)
    first = next(g), next(h)
    g.close()
    h.close()
    return x + 1, first, list(z), list(c), list(g)


def chained(x):
    inner = through([1, 2, 3])
    g = through(itertools.chain(inner, [9]))
    first = next(g)
    g.close()
    return x + 1, first, list(inner)
""",
    [f"{f}(f32[N])" for f in ("asked", "sent", "thrown", "closed", "chained")],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", ["asked", "sent", "thrown", "closed", "chained"])
def test_built_in_iterators_are_not_told_of_anything(name):
    expect = None if name in ("asked", "sent") else "whole"
    check(THROUGH_ITERATORS.load(), name, lambda: (torch.ones(3),), expect=expect)
