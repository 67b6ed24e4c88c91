"""Classes that have functions which are defined elsewhere: another one in their place is seen by the next call."""

import pytest
import torch
from harness import check, program

SOURCE = """
import torch


def one(self, x):
    return x + 1


def two(self, x):
    return x + 2


def plain(x):
    return x * 3


class A:
    run = one
    static = staticmethod(plain)
    kind = plain

    def own(self, x):
        return x - 1


class B(A):
    pass


B.late = two
A.own2 = A.own


class P:
    def _get(self):
        return 3

    size = property(_get)

    def _make(cls, x):
        return x * 2

    make = classmethod(_make)

    def __secret(self, x):
        return x + 4

    def call(self, x):
        return self.__secret(x)

    __call__ = call


def case_run(a, p, x):
    return a.run(x)


def case_static(a, p, x):
    return a.static(x)


def case_late(a, p, x):
    return a.late(x)


def case_own2(a, p, x):
    return a.own2(x) + a.own(x)


def case_kind(a, p, x):
    return A.kind(x)


def case_size(a, p, x):
    return x * p.size


def case_make(a, p, x):
    return p.make(x) + P.make(x)


def case_call(a, p, x):
    return p(x)


if __name__ == "__main__":
    x = torch.ones(2)
CALLS
"""
CHANGES = {
    "run": lambda m: setattr(m.A, "run", m.two),
    "static": lambda m: setattr(m.A, "static", staticmethod(lambda x: x * 9)),
    "late": lambda m: setattr(m.B, "late", m.one),
    "own2": lambda m: setattr(m.A, "own2", m.one),
    "kind": lambda m: setattr(m.A, "kind", lambda x: x),
    "size": lambda m: setattr(m.P, "size", property(lambda self: 9)),
    "make": lambda m: setattr(m.P, "make", classmethod(lambda cls, x: x)),
    "call": lambda m: setattr(m.P, "__call__", m.two),
}
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    case_{name}(B(), P(), x)" for name in CHANGES))
shared = program("shared_functions", SOURCE, args=["--force"], flags="-O0")


@pytest.mark.parametrize("name", CHANGES)
def test_another_function_in_its_place(name):
    pair = shared.fresh()

    def compare(falls_back):
        eager, built = [getattr(m, f"case_{name}")(m.B(), m.P(), torch.arange(3.0)) for m in (pair.eager, pair.built)]
        assert torch.equal(eager, built)
        before = pair.counters()
        getattr(pair.built, f"case_{name}")(pair.built.B(), pair.built.P(), torch.arange(3.0))
        after = pair.counters()
        assert (after["compiled"] > before["compiled"], after["fallback"] > before["fallback"])[falls_back]

    compare(False)
    for module in (pair.eager, pair.built):
        CHANGES[name](module)
    compare(True)


def test_all_are_compiled():
    assert set(CHANGES) == {line[9:].split("(")[0] for line in SOURCE.splitlines() if line.startswith("def case_")}
    pair = shared.load()
    check(pair, lambda m: lambda x: m.case_run(m.B(), m.P(), x), lambda: [torch.arange(3.0)], expect="whole")
