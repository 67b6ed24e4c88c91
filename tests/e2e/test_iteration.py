"""Generators, iterators, classes and context managers around tensors, compiled and compared with eager."""

import itertools

import harness
import pytest
import torch
from table import randn

FOLDER = harness.ROOT / "tests" / "e2e" / "programs"


def declared(path):
    calls = [f"case_{case}(f32[M, N])" for case in harness.cases_of(path)]
    return harness.program_of_file(path, calls=calls)


PROGRAMS = {name: declared(FOLDER / f"{name}.py") for name in ("iteration", "objects", "collection_types", "corners")}
# What need not be whole: it returns objects, has no value that pyaot may assume, or cannot be followed.
OPEN = {
    "made_on_both_sides", "left_in_try_on_data", "left_in_try", "left_where_it_would_clean_up", "values_in_enumerations", "advanced_on_one_side", "yield_on_data",
    "generator_in_symbolic_loop", "any_of_data_with_effect", "dc2", "nt2", "nt3", "cprop", "dynclass", "str",
    "getattribute", "delattr_hook", "contextmanager_left_on_data", "left_on_data", "loop_of_loops", "deque4", "counter2", "od_ret", "od_ret2", "od_eq",
    "od_str", "what_a_proxy_lacks", "od_or", "sub2", "dictcopy", "modify", "write_to_dict_of_object",
}  # fmt: skip


def cases():
    return [(name, case) for name in PROGRAMS for case in harness.cases_of(FOLDER / f"{name}.py")]


@pytest.mark.parametrize(("program", "case"), cases(), ids=lambda value: value)
def test_case(program, case):
    pair = PROGRAMS[program].fresh()
    for seed, scale in enumerate((1.0, -2.0)):
        for shape in ((3, 4), (4, 4)):
            expect = None if case in OPEN else "whole"
            harness.check(pair, f"case_{case}", lambda: (randn(*shape, seed=seed) * scale,), expect=expect)


def test_open_cases_exist():
    assert OPEN <= {case for _, case in cases()}


PRECEDENCE = harness.program(
    "precedence",
    """
from collections import OrderedDict
import torch
from torch import nn


class Base(nn.Module):
    def inherited(self, x):
        return x * 2


class Net(Base):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(OrderedDict([("first", nn.Linear(4, 4)), ("last", nn.ReLU())]))
        self.inherited = nn.Linear(4, 4)
        self.own = nn.Linear(4, 4)
        self.plain = torch.full((4,), 3.0)
        self.scale = 0.5

    def own(self, x):
        return x + 1

    def plain(self):
        return 3

    def scale(self):
        return 4

    def forward(self, x):
        x = self.own(self.inherited(self.body(x)))
        return x * self.scale + self.plain


if __name__ == "__main__":
    torch.manual_seed(0)
    net = Net()
    net(torch.Tensor([[1.0, 2.0, 3.0, 4.0]]))
""",
)


def test_the_class_comes_before_submodules_and_parameters():
    def net(module):
        torch.manual_seed(0)
        return module.Net()

    with torch.no_grad():
        harness.check(PRECEDENCE.load(), net, lambda: (randn(3, 4),), expect="whole")


FALLING = harness.program(
    "falling",
    """
import torch

def sent(x, n: int):
    def shares():
        total = 0
        while True:
            total /= (yield total)
            if total:
                return total

    given = shares()
    next(given)
    return x + 1, given.send(n)

def collected(x, n: int):
    def sums():
        total = 0
        while True:
            yield total
            total = (total + 1) / abs(n) * 8
            if total > 1:
                return

    return x + 1, list(sums())
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["sent", "collected"])
def test_a_generator_whose_loop_is_left_on_what_it_is_given(name):
    for number in (4, -3):
        harness.check(FALLING.load(), name, lambda number=number: (torch.ones(2), number))


def test_enumerate_from_what_another_part_makes():
    """What comes behind is compiled for a guess at what a statement leaves that stays Python."""
    source = """
import torch


def numbered(x, d):
    try:
        print(len(d))
        first = sorted(d, key=lambda name: unknown(name))
        rows = dict(enumerate("ab", first))
    except NameError:
        rows = {}
    return x + len(rows)
"""
    numbered = harness.program("enumerated_from_unknown", source, ["numbered(f32[N], {'a': 1})"], ["--force"], "-O0")
    assert "PY114" not in numbered.build().stderr
    harness.check(numbered.load(), "numbered", lambda: (torch.ones(2), {"a": 1}))


COUNTED = """
import torch


def steps(x, n=3):
    i = 0
    while i < n:
        yield x + i
        i += 1


def by_default(x):
    return list(steps(x)), sum(steps(x))


def by_count(x, n):
    return [t * 2 for t in steps(x, n)], sum(steps(x, n))


def one_by_one(x, n):
    g = steps(x, n)
    a = next(g)
    return a * next(g)


def maybe(x, n):
    def items():
        if n > 2:
            yield x
        for i in range(n):
            yield x - i

    return list(items())


class Repeats(torch.nn.Module):
    def __init__(self, times):
        super().__init__()
        self.times = times

    def items(self, x):
        i = 0
        while i < self.times:
            yield x * i
            i += 1

    def forward(self, x):
        return torch.cat(list(self.items(x)))


three = Repeats(3)
"""
COUNTED_CALLS = [
    "by_default(f32[K])",
    "by_count(f32[K], 3)",
    "one_by_one(f32[K], 3)",
    "maybe(f32[K], 3)",
    "three(f32[K])",
]
counted = harness.program("counted_generators", COUNTED, COUNTED_CALLS, ["--force"], flags="-O0")


@pytest.mark.parametrize(
    "name, count",
    [("by_default", None), ("three", None), *itertools.product(["by_count", "one_by_one", "maybe"], [3, 2, 5])],
)
def test_generators_that_ints_of_the_caller_steer(name, count):
    """The int is known where a yield depends on it; with another one Python runs the function."""
    expect = "whole" if count in (None, 3) else None
    make = lambda: (torch.arange(3.0), *([count] if count else []))
    harness.check(counted.load(), name, make, expect=expect)


def test_default_of_a_generator_that_changes():
    pair = counted.fresh()
    for module in (pair.eager, pair.built):
        module.steps.__defaults__ = (4,)
    harness.check(pair, "by_default", lambda: (torch.arange(3.0),))


ENDING = harness.program(
    "generators_that_end_or_raise",
    """
def told(given, log):
    got = yield 0
    if got > 2:
        return got
    try:
        raise ValueError("small")
    finally:
        log.append("f")


def handled(x, n):
    log = []
    try:
        given = told(x, log)
        next(given)
        try:
            log.append(given.send(n))
        except StopIteration as stop:
            log.append(stop.value)
    except ValueError as err:
        log.append(str(err))
    return x + 1, log


def by_data(x, n):
    def given():
        if x.sum() > n:
            return 5
        yield x
        raise KeyError(n)

    items = []
    try:
        for item in given():
            items.append(item)
    except KeyError:
        return x * 0, items
    return x * 2, items
""",
    [f"{name}(f32[M], N)" for name in ("handled", "by_data")],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name, n", list(itertools.product(["handled", "by_data"], [0, 2, 3, 9])))
def test_generators_that_return_on_one_path_and_raise_on_another(name, n):
    harness.check(ENDING.load(), name, lambda: (torch.arange(4.0), n))


SORTED = harness.program(
    "sorted_as_by_cpython",
    """
import heapq

import torch

NAN = float("nan")


class Told:
    def __init__(self, v):
        self.v = v

    def __lt__(self, other):
        if self.v == 3 and other.v == 1:
            raise ValueError("3 and 1")
        return self.v < other.v


def numbers(x):
    a = sorted([3.0, 1.0, NAN, 2.0]), sorted([3.0, 1.0, NAN, 2.0], reverse=True)
    b = [5, NAN, 3, 4.0, 1, NAN, 0.5, 2]
    b.sort()
    return x + 1, a, b, sorted([(1, 2.5), (0, 2.0), (1, 0)]), sorted([2, 1, 3, True, 0, 5, 4], key=lambda v: -v)


def refused(x):
    told = []
    for values in ((1, "a", None, 2.5), ("b", 2, 1.5), (None, [])):
        for backwards in (False, True):
            try:
                sorted(values, reverse=backwards)
            except TypeError as e:
                told.append(str(e))
    return x + 1, told


def compared(x):
    made = sorted([Told(2), Told(3), Told(1), Told(0)], reverse=True)
    return x + 1, [o.v for o in made]


def merged(x):
    a = list(heapq.merge([3.0, 1.0, NAN], [2.0, NAN, 0.5], [2, 9])), list(heapq.merge([1, 5], [4, 2], reverse=True))
    return x + 1, a, list(heapq.merge(["dog", "hippo"], ["cat", "fish", "ox"], [], key=len))


def none_left(x):
    told = []
    for f in (heapq.heappop, lambda h: heapq.heapreplace(h, 1)):
        try:
            f([])
        except IndexError as e:
            told.append(str(e))
    return x + 1, told


def sizes(x):
    return x + 1, sorted([x.shape[0], 2, x.shape[1], 1]), sorted(range(100), key=lambda v: v % 7)[:9]
""",
    [f"{f}(f32[3, 4])" for f in ("numbers", "refused", "compared", "sizes", "merged", "none_left")],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", ["numbers", "refused", "compared", "sizes", "merged", "none_left"])
def test_sorting_compares_what_cpython_compares(name):
    harness.check(SORTED.load(), name, lambda: (torch.ones(3, 4),), expect=None if name == "compared" else "whole")


SHARED = harness.program(
    "keys_that_views_share",
    """
import torch


def of_as_many(x):
    d = {1.0: 0, 0: 1, 2: 2}
    return x + 1, d.keys() & {True, 0.0, 5}, {True, 0.0, 5} & d.keys(), d.keys() & {1}
""",
    ["of_as_many(f32[N])"],
    args=("--force",),
    flags="-O0",
)


def test_of_equal_members_a_view_gives_its_own():
    pair = SHARED.load()
    told = [[sorted(map(repr, s)) for s in m.of_as_many(torch.ones(2))[1:]] for m in (pair.eager, pair.built)]
    assert told[0] == told[1] == [["0", "1.0"], ["0", "1.0"], ["1"]]
