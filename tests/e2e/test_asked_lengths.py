"""What Python asks an object that gives items: how many they are, for a list of them, and no more items than it needs."""

import pytest
import torch
from harness import check, program

SOURCE = """
import collections
import functools
import heapq
import itertools
import operator

import torch


def counted(m, said, out):
    class Counted:
        def __len__(self):
            out.append("len")
            if m == 3:
                raise TypeError
            if m == 4:
                raise KeyError(m)
            return m

        def __iter__(self):
            out.append("iter")
            return iter(["a", "b"])

    class Stepped:
        def __init__(self):
            self.i = 0

        def __iter__(self):
            out.append("iter")
            return self

        def __next__(self):
            out.append("next")
            self.i += 1
            if self.i > 2:
                raise StopIteration
            return str(self.i)

        def __length_hint__(self):
            out.append("hint")
            if m == 4:
                raise TypeError
            return NotImplemented if m == 3 else m

    class Placed:
        def __len__(self):
            out.append("len")
            return m

        def __getitem__(self, i):
            out.append(i)
            return "ab"[i]

    for made in (Counted, Stepped, Placed):
        try:
            out.append(said(made()))
        except Exception as e:
            out.append((type(e).__name__, str(e) if isinstance(e, ValueError) else None))
    return out


def extended(o):
    m = []
    m += o
    m.extend(o)
    return m


def put(o):
    m = [1, 2, 3]
    m[1:] = o
    return m


def first(o):
    a, *b = o
    return a, b


def last(o):
    *a, b = o
    return a, b


def pair(o):
    a, b = o
    return a, b


def one(o):
    (a,) = o
    return a


def many(*args):
    return args


WAYS = {
    "list": list,
    "tuple": tuple,
    "sorted": sorted,
    "sorted_by": lambda o: sorted(o, key=str),
    "display": lambda o: [0, *o],
    "tuple_display": lambda o: (*o,),
    "set_display": lambda o: sorted({*o}),
    "starred": lambda o: many(*o),
    "starred_after": lambda o: many(1, *o),
    "extended": extended,
    "put": put,
    "first": first,
    "last": last,
    "pair": pair,
    "one": one,
    "join": lambda o: "-".join(o),
    "set": lambda o: sorted(set(o)),
    "min": min,
    "any": any,
    "all": all,
    "in": lambda o: ("a" in o, "1" in o),
    "listed": lambda o: [item for item in o],
    "enumerate": lambda o: list(enumerate(o)),
    "zip": lambda o: list(zip(o, "xyz")),
    "map": lambda o: list(map(str, o)),
    "filter": lambda o: list(filter(None, o)),
    "filterfalse": lambda o: list(itertools.filterfalse(lambda item: item == "b", o)),
    "chain": lambda o: list(itertools.chain(o, "z")),
    "accumulate": lambda o: list(itertools.accumulate(o)),
    "cycle": lambda o: list(itertools.islice(itertools.cycle(o), 5)),
    "islice": lambda o: list(itertools.islice(o, 1, 2)),
    "takewhile": lambda o: list(itertools.takewhile(lambda item: item != "2", o)),
    "dropwhile": lambda o: list(itertools.dropwhile(lambda item: item == "1", o)),
    "starmap": lambda o: list(itertools.starmap(many, o)),
    "compress": lambda o: list(itertools.compress(o, [1, 0])),
    "pairwise": lambda o: list(itertools.pairwise(o)),
    "product": lambda o: list(itertools.product(o, "xy")),
    "combinations": lambda o: list(itertools.combinations(o, 2)),
    "zip_longest": lambda o: list(itertools.zip_longest(o, "xyz")),
    "groupby": lambda o: [(key, list(group)) for key, group in itertools.groupby(o)],
    "tee": lambda o: [list(one) for one in itertools.tee(o)],
    "reduce": lambda o: functools.reduce(many, o),
    "merge": lambda o: list(heapq.merge(o, "abc")),
    "deque": lambda o: list(collections.deque(o)),
    "counter": lambda o: dict(collections.Counter(o)),
    "dict": lambda o: dict([o]),
    "hint": lambda o: operator.length_hint(o, 5),
    "len": len,
    "bool": bool,
}
FUNCTIONS

class Endless:
    def __init__(self, out):
        self.i, self.out = 0, out

    def __iter__(self):
        return self

    def __next__(self):
        self.i += 1
        self.out.append(self.i)
        return self.i


class Slow:
    def __init__(self, out):
        self.out = out

    def __iter__(self):
        for i in range(6):
            self.out.append(i)
            yield i


class Numbered:
    def __init__(self, out):
        self.out = out

    def __getitem__(self, i):
        self.out.append(i)
        return [1, 2, 3, 4, 5, 6][i]


def unpacked(x):
    out = []
    for made in (Endless, Slow, Numbered):
        o = made(out)
        try:
            a, b = o
        except ValueError as e:
            out.append(str(e))
        out.append(next(iter(o)))
    return x + 1, out


def of_data(x):
    class Sized:
        def __len__(self):
            return int(x.sum())

    try:
        return x + 1, len(Sized())
    except ValueError as e:
        return x + 1, str(e)


def of_data_as_bool(x):
    class Sized:
        def __len__(self):
            return int(x.sum())

    try:
        return x + 1, bool(Sized())
    except ValueError as e:
        return x + 1, str(e)
"""
NAMES = [line.split('"')[1] for line in SOURCE.splitlines() if line.startswith('    "')]
LENGTHS = [2, 0, -1, 3, 4]
FUNCTION = """
def by_{name}(x):
    out = []
    for m in {lengths}:
        counted(m, WAYS["{name}"], out)
    return x + 1, out
"""
FUNCTIONS = "".join(FUNCTION.format(name=name, lengths=LENGTHS) for name in NAMES)
CALLS = [*(f"by_{name}(f32[N])" for name in NAMES), "unpacked(f32[N])", "of_data(f32[N])", "of_data_as_bool(f32[N])"]
asked = program("asked_lengths", SOURCE.replace("FUNCTIONS", FUNCTIONS), CALLS, ["--force"], flags="-O0")


@pytest.mark.parametrize("name", NAMES)
def test_who_asks_for_a_length(name):
    check(asked.load(), f"by_{name}", lambda: [torch.arange(3.0)], expect="whole")


def test_no_more_items_than_targets_and_one_are_asked_for():
    check(asked.load(), "unpacked", lambda: [torch.arange(3.0)], expect="whole")


@pytest.mark.parametrize("name", ["of_data", "of_data_as_bool"])
@pytest.mark.parametrize("scale", [1, 0, -1])
def test_a_length_that_the_data_give(name, scale):
    check(asked.load(), name, lambda: [torch.arange(3.0) * scale])
