"""functools: dispatch by class, partial methods, caches that a function makes for itself; locals(); UserDict and UserList."""

import pytest
import torch
from harness import check, program

SOURCE = """
import abc
import collections
import functools

import torch


@functools.singledispatch
def describe(value):
    return 1.0


@describe.register
def _(value: int):
    return value * 2.0


@describe.register(str)
def _(value):
    return len(value) * 3.0


@describe.register(list)
@describe.register(tuple)
def _(value):
    total = 0
    for item in value:
        total = total + describe(item)
    return total


@describe.register
def _(value: torch.Tensor):
    return value.abs().sum()


def scaled(t, by=2):
    return t * by


HALVED = functools.partial(scaled, by=0.5)


def case_names_of_partials(t):
    made = functools.partial(scaled, by=3)
    found = [hasattr(p, name) for p in (made, HALVED) for name in ("__name__", "__qualname__", "__wrapped__", "func")]
    return made(t) + HALVED(t), found, getattr(made, "__name__", "none")


def case_defaults(t):
    def f(t, held=[], *, k=2):
        held.append(t)
        return len(held)

    f(t)
    return t * f(t), len(f.__defaults__[0]), (lambda a, b=3: a).__defaults__, (lambda a: a).__defaults__


def case_abstract_here(t):
    class Base(abc.ABC):
        @abc.abstractmethod
        def f(self, t): ...

    class Doubled(Base):
        def f(self, t):
            return t * 2

    try:
        Base()
    except TypeError:
        t = t + 1
    return Doubled().f(t), isinstance(Doubled(), Base)


def case_dispatch(t):
    return t * describe(True) + describe("abcd") + describe([1, "a", (2.5, t)]) + describe(None)


@functools.singledispatch
def sized(value):
    return "object"


@sized.register(collections.abc.Sequence)
def _(value):
    return "sequence"


def case_abstract_class(t):
    return t, sized([1]), sized({1}), sized("a"), sized((t,))


class Reader:
    @functools.singledispatchmethod
    def read(self, value):
        raise NotImplementedError

    @read.register
    def _(self, value: int):
        return value + 10

    @read.register(torch.Tensor)
    def _(self, value, scale=1):
        return value * scale + 20


def case_dispatching_method(t):
    reader = Reader()
    return reader.read(t) * reader.read(3), reader.read(t, scale=2)


class Cell:
    def __init__(self, w):
        self.w = w

    def put(self, k, v=1):
        return self.w * k + v

    twice = functools.partialmethod(put, 2)
    twice_and_five = functools.partialmethod(twice, v=5)


def case_partial_methods(t):
    cell = Cell(t)
    return cell.twice(), cell.twice_and_five(), cell.twice(v=7), Cell.twice(cell, 3)


@functools.lru_cache
def twice(n):
    "Twice as much."
    return n * 2


def case_names_of_a_cache(t):
    names = twice.__name__, twice.__qualname__, twice.__doc__, functools.wraps(twice)(lambda n: 1).__name__
    return t * twice(2), names, hasattr(twice, "__code__")


def case_own_caches(t, n=3):
    calls = []

    @functools.lru_cache(None)
    def power(k):
        calls.append(k)
        return t**k if k < 2 else power(k - 1) * t

    return power(n), power(2), power(n) is power(n), calls


class Options:
    def __init__(self, a, b=2, *rest, c=3, **more):
        self.__dict__.update({k: v for k, v in locals().items() if k != "self"})


class Derived(Options):
    def __init__(self, a, b=5):
        super().__init__(a, b)
        self.seen = list(locals())


def case_locals_of_constructors(t):
    options, derived = Options(t, 4, 5, c=9, d=1), Derived(t)
    return options.a * options.b + options.c, options.rest, options.more, list(vars(options)), derived.a * derived.b, derived.seen


def names(a, *rest, scale=2, **more):
    total = a * scale
    i = 1
    return locals()


def case_locals_of_functions(t):
    found = names(t, 1, x=2)
    return list(found), found["total"], found["more"]


def asked_for_names(a, bounded=False):
    if bounded:
        low, high = 0.5, 2
    for i in range(2):
        seen = seen + 10 if "seen" in locals() else 1
    total = lambda: a * seen
    if "low" in locals() and "high" in vars() and "other" not in locals():
        return total() + locals()["low"], locals().get("i"), locals().get("none", 4)
    return total(), "low" in locals()


def case_locals_that_are_asked_for_names(t):
    return asked_for_names(t), asked_for_names(t, True)


class Doubling(collections.UserDict):
    def __getitem__(self, key):
        return super().__getitem__(key) * 2

    def __missing__(self, key):
        return 5


class Stack(collections.UserList):
    def total(self):
        return sum(self.data)


def case_user_containers(t):
    d = Doubling({"p": t}, q=t + 1)
    d.update(r=t + 2)
    plain = collections.UserDict(a=t, b=2)
    plain |= {"c": 3}
    s = Stack([t, t + 1])
    s.append(t * 2)
    s += [t]
    out = d["p"] + d["q"] + d.pop("r"), "z" in d, d["z"], d.get("p"), list(d), len(d)
    return out, s.total(), len(s), s[-1], s[1:3].total(), list(plain), plain.get("k", 4), sum(plain.values()), dict(plain)


def case_class_of_a_function(t):
    return t, describe.__name__, names.__class__.__name__, isinstance(names, type(lambda: 0))


def case_bools_in_indices(t):
    return t[True], t[None, True], t[False].shape, t[..., True].shape


def case_scattered(t):
    return torch.as_strided_scatter(t, t[:2] * 10, (2,), (1,))


if __name__ == "__main__":
    t = torch.ones(3)
CALLS
"""
CASES = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith("def case_")]
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    {name}(t)" for name in CASES))
parts = program("functools_parts", SOURCE, args=["--force"], flags="-O0")


@pytest.mark.parametrize("name", CASES)
def test_case(name):
    check(parts.load(), name, lambda: [torch.arange(3.0)], expect="whole")


@pytest.mark.parametrize(
    "change",
    [
        lambda m: m.describe.register(bool)(lambda value: 100),
        lambda m: m.describe.register(str)(lambda value: 100),
        lambda m: m.Reader.__dict__["read"].register(bool)(lambda self, value: 100),
        lambda m: m.Reader.__dict__["read"].register(int)(lambda self, value: 100),
    ],
)
@pytest.mark.parametrize("name", ["case_dispatch", "case_dispatching_method"])
def test_more_is_registered(change, name):
    def after(module):
        def run(t):
            change(module)
            return getattr(module, name)(t)

        return run

    check(parts.fresh(), after, lambda: [torch.arange(3.0)])


MARKED = program(
    "marked_partials",
    """import functools

import torch

add = functools.partial(torch.add, alpha=2)


def marked_here(t):
    p = functools.partial(torch.add, t)
    p.tag = "test"
    return t + 1 if hasattr(p, "tag") else t - 1


def marked(t, p):
    return t + 1 if hasattr(p, "tag") else t - 1


def marked_global(t):
    return t * 2 + getattr(add, "tag", 0)


def around(t, p):
    q = functools.partial(p, alpha=3)
    return q(t, t), q.func is p


def called(t, p):
    return p(t, t) * p.keywords["alpha"], p.func is torch.add


if __name__ == "__main__":
    t = torch.ones(3)
    marked_here(t), marked_global(t)
    for function in (marked, around, called):
        function(t, add)
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["marked_here", "marked", "marked_global", "around", "called"])
def test_attributes_of_partials(name):
    def pick(tag):
        def of(module):
            if tag:
                module.add.tag = 5
            function = getattr(module, name)
            return (lambda t: function(t)) if name.endswith(("here", "global")) else lambda t: function(t, module.add)

        return of

    pair = MARKED.fresh()
    for tag in (False, True):
        check(pair, pick(tag), lambda: [torch.arange(3.0)], expect="whole" if name == "called" else None)
