"""The functions of a property that is read from its class: B's setter calls A's."""

import harness
import pytest
from table import randn

PROGRAM = harness.program(
    "parts_of_properties",
    """
class A:
    def __init__(self):
        self._v = 1

    @property
    def v(self):
        return self._v

    @v.setter
    def v(self, n):
        self._v = n

    @v.deleter
    def v(self):
        self._v = None

    @property
    def fixed(self):
        return 5


class B(A):
    @property
    def v(self):
        return super().v * 10

    @v.setter
    def v(self, n):
        A.v.fset(self, n + 1)

    @A.fixed.getter
    def fixed(self):
        return 6


class C(A):
    @property
    def v(self):
        return A.v.fget(self) + 1

    @v.setter
    def v(self, n):
        super(C, type(self)).v.fset(self, n * 2)


class D(A):
    v = A.v.setter(lambda self, n: setattr(self, "_v", n * 100))


def set_by_base(x):
    b, q = B(), A()
    b.v = 4
    A.v.fdel(q)
    return x * b.v, q.v, b.fixed, A.fixed.fset is None


def got_by_base(x):
    c, d = C(), D()
    c.v = x
    d.v = 3
    return c.v, d.v, A.v.fget(d)


def of_an_argument(x, b):
    B.v.fset(b, x)
    return B.v.fget(b) * 2, b._v


def has_none(x):
    try:
        A.fixed.fset(A(), 3)
    except TypeError as e:
        return x * 2, str(e)
""",
    args=["--force"],
    calls=["set_by_base(f32[N])", "got_by_base(f32[N])", "of_an_argument(f32[N], B())", "has_none(f32[N])"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["set_by_base", "got_by_base", "has_none"])
def test_whole(name):
    harness.check(PROGRAM.load(), name, lambda: (randn(3),), expect="whole")


def both(pair, name, given):
    return [getattr(module, name)(*given(module)) for module in (pair.eager, pair.built)]


def test_of_an_argument():
    eager, built = both(PROGRAM.load(), "of_an_argument", lambda module: (randn(3), module.B()))
    assert all((a == b).all() for a, b in zip(eager, built))


def test_another_setter():
    pair = PROGRAM.load()
    for module in (pair.eager, pair.built):
        module.A.v = module.A.v.setter(lambda self, n: setattr(self, "_v", n - 7))
    eager, built = both(pair, "set_by_base", lambda module: (randn(3),))
    assert (eager[0] == built[0]).all()
