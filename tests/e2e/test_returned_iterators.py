"""Iterators that a function makes and returns before anybody has asked them for an item, and annotations of functions
that it returns."""

import collections
import itertools
import typing

import pytest
import torch
from harness import check, program

SOURCE = """
import collections
import functools
import itertools
import operator
import typing
from typing import Callable, Dict, List, Optional

import torch


def steps(t, k=2, *more, last=7, **named):
    yield t + k
    for item in more:
        yield item * last
    for name in named:
        yield name, named[name]


class Owner:
    def __init__(self, scale):
        self.scale = scale

    def rows(self, t):
        yield t * self.scale
        yield t


class Box:
    pass


def add(a, b):
    return a + b


def of_function(t):
    return steps(t), t.sin()


def of_arguments(t):
    y = t * 2
    return steps(y, 3, y, t, last=5, first=y), y


def of_method(t):
    return Owner(3).rows(t + 1)


def of_closure(t):
    y = t.exp()

    def inner(n):
        for i in range(n):
            yield y + i

    return inner(3), inner


def shared(t):
    rows = steps(t)
    return rows, zip(rows, rows)


def rows__of(t):
    yield t
    yield t + 1


class Rows:
    def __init__(self, t):
        self.t = t

    def __iter__(self):
        yield self.t
        yield self.t * 2


def under_names_with_two_underscores(t):
    return rows__of(t), iter(Rows(t))


def in_dict(t):
    box = {"rows": steps(t)}
    return box, box["rows"]


def zipped(t):
    return zip(range(3), steps(t + 1), [t, t, t])


def zip_strict(t):
    return zip([t], [t, t], strict=True)


def numbered(t):
    return enumerate([t, t + 1], 2)


def mapped(t):
    return map(add, [t, t + 1], steps(t))


def filtered(t):
    return filter(None, [1, 0, 2]), t + 1


def reverse(t):
    items = [t, t + 1, 3]
    found = reversed(items)
    items[0] = 4
    return items, found


def of_list(t):
    items = [t, t + 1]
    return iter(items), items


def of_keys(t):
    return iter({"a": t + 1, "b": t})


def chained(t):
    return itertools.chain([t], (t + 1,)), itertools.chain()


def summed(t):
    return itertools.accumulate([t, t + 1, t + 2])


def multiplied(t):
    return itertools.accumulate([t, t + 1], operator.mul), itertools.accumulate([t], add, initial=t)


def others(t):
    items = [t, t + 1, t + 2]
    pairs = itertools.pairwise(items)
    rows = itertools.starmap(add, [(t, t), (t, t + 1)])
    return pairs, rows, itertools.islice(items, 1, None), itertools.zip_longest(items, [1], fillvalue=t + 3)


def endless(t):
    return itertools.count(3, 2), itertools.repeat(t + 1), itertools.cycle([t, t])


def predicates(t):
    small = functools.partial(operator.gt, 3)
    return itertools.takewhile(small, [1, 2, 5]), itertools.dropwhile(small, [1, 5, 2]), t * 2


def reversed_keys(t):
    return {"a": t, "b": 2}.__reversed__(), reversed({"b": t + 1})


def reversed_then_changed(t):
    items = [t, t + 1, t + 2]
    found = reversed(items)
    first = next(found)
    items[0] = t * 5
    items.append(t)
    return first, list(found)


def reversed_then_shorter(t):
    items = [t, t + 1, t + 2, t + 3]
    found = reversed(items)
    first = next(found)
    del items[1:]
    return first, list(found), items


def annotated(t):
    y = t + 1

    def inner(a: typing.List[Box], b: Optional[int] = None, *c: "Box", d: list[int] | None = None) -> Dict[str, List[Box]]:
        return y

    return inner


def annotated_callable(t):
    y = t + 1

    def inner(a: Callable[[int, Box], str]) -> tuple[int, ...]:
        return y

    return inner


def advanced(t):
    rows = steps(t, 1, t)
    next(rows)
    return rows


def left_of_islice(t):
    items = [1, 2, 3, 4, 5, 6]
    source = iter(items)
    next(source)
    part = itertools.islice(source, 1, 5, 3)
    endless = itertools.islice([1, 2, 3, 4, 5], 0, None, 2)
    next(part), next(endless)
    items.append(9)
    return t + 1, part, source, items, endless


def left_of_shortened(t):
    items = [1, 2, 3]
    source = iter(items)
    next(source), next(source)
    items.clear()
    return source, items, t + 1


def left_of_map(t):
    rows = map(add, [t, t + 1, t + 2], [1, 2, 3])
    return next(rows), rows


def left_of_zip(t):
    items = [t, t + 1, t]
    rows = zip(items, iter(items), range(5))
    next(rows)
    return rows, items


def left_of_enumerate(t):
    rows = enumerate([t, t + 1, t], 5)
    next(rows)
    return rows


def left_of_endless(t):
    ones, numbers = itertools.repeat(1), itertools.count(2)
    for _ in range(3):
        t = t + next(ones) * next(numbers)
    return ones, numbers, t


def left_of_others(t):
    small = itertools.takewhile(functools.partial(operator.gt, 3), [1, 2, 5])
    sums = itertools.starmap(add, [(t, t), (t, t + 1)])
    true = filter(None, [1, 0, 2, 0, 3])
    next(small), next(sums), next(true)
    return small, sums, true, max, t + 1


x = torch.randn(3)
for function in [of_function, of_arguments, of_method, of_closure, shared, under_names_with_two_underscores, in_dict, zipped, zip_strict, numbered, mapped,
                 filtered, reverse, of_list, of_keys, chained, summed, multiplied, others, endless, predicates,
                 left_of_shortened, left_of_islice, left_of_map, left_of_zip, left_of_enumerate, left_of_endless, left_of_others,
                 reversed_then_changed, reversed_then_shorter, annotated, annotated_callable, advanced,
                 reversed_keys]:
    function(x)
"""

WHOLE = [
    "of_function",
    "of_arguments",
    "of_method",
    "of_closure",
    "shared",
    "under_names_with_two_underscores",
    "in_dict",
    "zipped",
    "zip_strict",
    "numbered",
]
WHOLE += ["mapped", "filtered", "reverse", "of_list", "of_keys", "chained", "summed", "multiplied", "others", "endless"]
WHOLE += ["left_of_islice", "left_of_map", "left_of_zip", "left_of_enumerate", "left_of_endless", "left_of_others"]
WHOLE += ["predicates", "reversed_then_changed", "reversed_then_shorter"]
PAIR = program("returned_iterators", SOURCE, args=("--force",), flags="-O0")


def told(value):
    """The types that can be seen, and the items that are asked for, in order."""
    if isinstance(value, collections.abc.Iterator):
        items = []
        try:
            for item in itertools.islice(value, 6):
                items.append(told(item))
        except ValueError as error:
            items.append(str(error))
        return type(value).__name__, items
    if isinstance(value, dict):
        return {key: told(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(told(item) for item in value)
    return [told(item) for item in value(2)] if callable(value) else value


def telling(name):
    return lambda module: lambda *args: told(getattr(module, name)(*args))


@pytest.mark.parametrize("name", WHOLE)
def test_iterators(name):
    check(PAIR.load(), telling(name), lambda: (torch.arange(3.0),), expect="whole", times=2)


@pytest.mark.parametrize("name", ["annotated", "annotated_callable"])
def test_annotations(name):
    def pick(module):
        box = module.Box

        def run(t):
            found = typing.get_type_hints(getattr(module, name)(t)), getattr(module, name)(t).__annotations__
            return [text.replace(f"{box.__module__}.", "") for text in map(repr, found)], getattr(module, name)(t)([])

        return run

    check(PAIR.load(), pick, lambda: (torch.arange(3.0),), expect="whole")


def test_iterators_behind_the_end():
    def pick(module):
        def run(t):
            source, items, _ = module.left_of_shortened(t)
            items.extend("abcd")
            return list(source)

        return run

    check(PAIR.load(), pick, lambda: (torch.arange(3.0),))


@pytest.mark.parametrize("name", ["advanced", "reversed_keys"])
def test_iterators_that_python_makes(name):
    check(PAIR.load(), telling(name), lambda: (torch.arange(3.0),))


ADVANCED = """
import torch


def plain(x):
    yield x.sin()
    yield x.cos()
    yield x.tan()


def counted(x, n=4):
    for j in range(n):
        yield x + j
    yield -x


def nested(x):
    for a in (1, 2, 3):
        if a == 2:
            continue
        for b in [10, 20]:
            yield x + a * b
            if a == 3:
                break
        else:
            yield x * 100
    else:
        yield x * 1000


def endless(x):
    i = 0
    while True:
        yield x + i
        i += 1


def counting_down(x, n):
    while n:
        n -= 1
        if n % 2:
            yield x - n
        else:
            got = yield x + n
            x = x if got is None else x * got
    else:
        yield x * 7


def summing(x):
    total = x
    while total is not None:
        got = yield total
        total = None if got is None else total + got


def unbound(x):
    if x is None:
        later = 3
    yield x
    try:
        yield later
    except UnboundLocalError as error:
        yield x + 1


def closing(x):
    yield x
    try:
        yield x + 1
    finally:
        yield x + 2


def pairs(x):
    for i, (key, value) in enumerate({"a": x, "b": x * 2}.items()):
        yield key, value + i


def through(x, items):
    for item in items:
        yield item * x


later = 5


def comprehending(x):
    for i in range(2):
        yield x * i
        found = [later for later in range(3)]
    yield x * later + found[-1]


class Scaled:
    def __init__(self, scale):
        self.scale = scale

    def items(self, x):
        for i in range(3):
            yield x * self.scale + i


class Box:
    pass


def case_plain(x):
    g = plain(x)
    return next(g), g


def case_twice(x):
    g = plain(x)
    next(g), next(g)
    return g, g


def case_counted(x):
    g = counted(x)
    return next(g) * 2, next(g), g


def case_nested(x):
    one, two, three, four = nested(x), nested(x), nested(x), nested(x)
    next(one), next(two), next(two), next(three), next(three), next(three)
    next(four), next(four), next(four), next(four)
    return one, two, three, four


def case_endless(x):
    g = endless(x)
    return next(g) + next(g), g


def case_sent(x):
    g = counting_down(x, 5)
    return next(g), g.send(None), g.send(3), g


def case_resumed_by_send(x):
    g = summing(x)
    next(g)
    return g.send(1), g


def case_unbound(x):
    g = unbound(x)
    next(g)
    return g


def case_closing(x):
    g = closing(x)
    next(g)
    return g


def case_comprehension(x):
    g = comprehending(x)
    return next(g), g


def left_pairs(x):
    g = pairs(x)
    return next(g), g


def case_through(x):
    inner = counted(x)
    g = through(x, inner)
    return next(g), g


def case_closure(x):
    def items(k):
        for i in range(3):
            yield x * k + i

    g = items(2)
    return next(g), g


def case_method(x):
    g = Scaled(3).items(x)
    return next(g), g


def case_held(x):
    box = Box()
    box.g = counted(x)
    a = next(box.g)
    return a, box.g, {"g": box.g, "z": zip(box.g, [1, 2])}


def case_mapped(x):
    g = counted(x)
    next(g)
    return map(lambda t: t * 2, g)


def case_written(x):
    rows = [x, x + 1, x + 2]
    g = through(x, rows)
    a = next(g)
    rows.append(x * 9)
    return a, g, rows


def left_delegating(x):
    def items():
        yield from plain(x)

    g = items()
    return next(g), g


def left_in_try(x):
    def items():
        try:
            yield x
            yield x + 1
        finally:
            x.add_(1)

    g = items()
    return next(g), g


def left_with_function(x):
    def items():
        k = 2
        f = lambda: k
        yield f
        k = 3
        yield f()

    g = items()
    return next(g)(), g


def left_in_expression(x):
    def items():
        a = 1 + (yield x)
        yield a

    g = items()
    return next(g), g


def left_expression(x):
    g = (x * i for i in range(3))
    return next(g), g


if __name__ == "__main__":
    x = torch.ones(3)
CALLS
"""
ADVANCED_NAMES = [
    line.split("(")[0][4:] for line in ADVANCED.splitlines() if line.startswith(("def case_", "def left_"))
]
ADVANCED = ADVANCED.replace("CALLS", "\n".join(f"    {name}(x)" for name in ADVANCED_NAMES))
advanced = program("advanced_generators", ADVANCED, args=("--force",), flags="-O0")


@pytest.mark.parametrize("name", ADVANCED_NAMES)
def test_generators_that_have_given_items(name):
    expect = "whole" if name.startswith("case_") else None
    check(advanced.load(), telling(name), lambda: (torch.arange(3.0),), expect=expect, times=2)


def used_otherwise(g):
    """What is told of it, and what it does with what is sent and thrown in."""
    code = g.gi_code
    found = [g.__name__, g.__qualname__, code.co_name, code.co_qualname, g.gi_running, g.gi_yieldfrom]
    for use in (lambda: g.send(2), lambda: g.send(None), lambda: g.throw(KeyError("k")), lambda: next(g)):
        try:
            found.append(use())
        except (KeyError, StopIteration) as error:
            found.append((type(error).__name__, error.args))
    return found


@pytest.mark.parametrize(
    "name", ["plain", "counted", "endless", "sent", "resumed_by_send", "closing", "closure", "method"]
)
def test_uses_of_generators_that_have_given_items(name):
    def pick(module):
        def run(x):
            result = getattr(module, f"case_{name}")(x)
            return used_otherwise(result[-1] if isinstance(result, tuple) else result)

        return run

    check(advanced.load(), pick, lambda: (torch.arange(3.0),), expect="whole")
