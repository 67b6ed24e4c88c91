"""Classes, descriptors, decorators and closures; each function is a case of test_iteration.py."""

import contextlib
import enum
import functools
from collections import namedtuple
from dataclasses import dataclass, field
from typing import NamedTuple

import torch
import torch.nn as nn


class A:
    k = 2

    def __init__(self, s):
        self.s = s
        self.__p = s + 1

    def run(self, x):
        return x * self.s

    def priv(self, x):
        return x * self.__p + self.__help(x)

    def __help(self, x):
        return x - 1

    @property
    def dbl(self):
        return self.s * 2

    @dbl.setter
    def dbl(self, v):
        self.s = v / 2

    @staticmethod
    def st(x):
        return x + 1

    @classmethod
    def make(cls, s):
        return cls(s)

    def __call__(self, x):
        return self.run(x) + self.k

    def __getattr__(self, name):
        if name == "extra":
            return 7
        raise AttributeError(name)


class B(A):
    k = 3

    def __init__(self, s):
        super().__init__(s)
        self.__p = 10

    def run(self, x):
        return super().run(x) + 1

    def privb(self, x):
        return x + self.__p

    @classmethod
    def make(cls, s):
        return super().make(s * 2)


class C1(B):
    def run(self, x):
        return super(C1, self).run(x) * 2


class M1:
    def f(self, x):
        return x + 1


class M2(M1):
    def f(self, x):
        return super().f(x) * 2


class M3(M1):
    def f(self, x):
        return super().f(x) * 3


class M4(M2, M3):
    def f(self, x):
        return super().f(x) - 5


def case_super(x):
    return B(3)(x)


def case_priv(x):
    return B(3).priv(x) + B(3).privb(x)


def case_cls(x):
    return B.make(2).run(x) + C1(1).run(x)


def case_mro(x):
    return M4().f(x)


def case_prop(x):
    a = A(3)
    a.dbl = 10
    return x * a.dbl + a.s


def case_static(x):
    return A.st(x) + A(1).st(x)


def case_getattr(x):
    return x * A(1).extra


def case_hasattr(x):
    a = A(1)
    return x * (2 if hasattr(a, "nope") else 3) + getattr(a, "nope", 4)


class V:
    def __init__(self, v):
        self.v = v

    def __add__(self, o):
        return V(self.v + (o.v if isinstance(o, V) else o))

    def __radd__(self, o):
        return V(o - self.v)

    def __mul__(self, o):
        return V(self.v * o)

    __rmul__ = __mul__

    def __neg__(self):
        return V(-self.v)

    def __getitem__(self, i):
        return self.v[i]

    def __len__(self):
        return len(self.v)

    def __eq__(self, o):
        return isinstance(o, V)

    def __bool__(self):
        return False

    def __contains__(self, i):
        return i == 3

    def __iadd__(self, o):
        self.v = self.v + o
        return self

    def __setitem__(self, i, v):
        self.v[i] = v

    def __matmul__(self, o):
        return V(self.v @ o)

    def __lt__(self, o):
        return True

    def __iter__(self):
        for i in range(2):
            yield self.v[i]


def case_ops(x):
    a = V(x)
    b = 2 * (a + a) + 1
    b += 3
    c = 10 + b
    return (-c).v + (1 if a == b else 0) + (5 if a else 6) + (3 in a) + len(a)


def case_ops2(x):
    a = V(x.clone())
    a[0] = 1.0
    p, q = a
    return a[1] + p + q, (a @ x.t()).v


@dataclass
class D:
    a: torch.Tensor
    b: int = 3
    c: list = field(default_factory=list)

    def tot(self):
        return self.a * self.b + len(self.c)


@dataclass(frozen=True)
class DF:
    a: torch.Tensor
    b: float = 1.0


@dataclass
class DD(D):
    d: int = 1

    def __post_init__(self):
        self.a = self.a + self.d


def case_dc(x):
    d = D(x, c=[1])
    d.c.append(2)
    d.b += 1
    return d.tot()


def case_dc2(x):
    return D(x, 4)


def case_dc3(x):
    return DD(x, d=5).tot()


def case_dcf(x):
    import dataclasses

    d = dataclasses.replace(DF(x), b=2.0)
    return d.a * d.b


class E(enum.Enum):
    P = 1
    Q = "q"

    def go(self, x):
        return x * 2 if self is E.P else x * 3


class IE(enum.IntEnum):
    A = 1
    B = 2


def case_enum(x):
    return E.P.go(x) + E("q").go(x) + IE.B + len(E) + (E["Q"] == E.Q)


def case_enum2(x):
    t = {E.P: 2.0, E.Q: 3.0}
    return sum(x * t[e] for e in E) + E.P.value + (1 if E.P.name == "P" else 0)


class NT(NamedTuple):
    a: torch.Tensor
    b: int = 2

    def go(self):
        return self.a * self.b


P2 = namedtuple("P2", ["u", "v"])


def case_nt(x):
    return NT(x).go() + NT(x, b=5)._replace(b=3).b


def case_nt2(x):
    p = P2(x, x + 1)
    u, v = p
    return P2(u * v, p.u - p[1])


def case_nt3(x):
    return NT(x + 1)


def deco(fn):
    @functools.wraps(fn)
    def inner(*a, **k):
        return fn(*a, **k) + 1

    return inner


def deco_arg(n):
    def d(fn):
        @functools.wraps(fn)
        def inner(x):
            return fn(x) * n

        return inner

    return d


@deco
def h1(x):
    return x * 2


@deco_arg(3)
@deco
def h2(x):
    return x * 2


@torch.no_grad()
def h3(x):
    return x * 3


def case_deco(x):
    return h1(x) + h2(x) + h3(x)


@deco
def case_dentry(x):
    return x * 4


@torch.no_grad()
def case_nograd(x):
    return x * 5


@deco_arg(4)
def case_darg(x):
    return x.sin()


def mk(n):
    c = 0

    def step(x):
        nonlocal c
        c += n
        return x * c

    return step


def case_nonlocal(x):
    s = mk(2)
    return s(x) + s(x)


def case_lambda(x):
    fs = [lambda v, i=i: v * i for i in range(3)]
    return sum(f(x) for f in fs)


def case_late(x):
    fs = [lambda v: v * i for i in range(3)]
    return fs[0](x) + (lambda *a, k=2: a[0] * k)(x)


def case_inner(x):
    y = x + 1

    def g(z):
        def h(w):
            return w + y

        return h(z) * 2

    return g(x)


def case_partial(x):
    f = functools.partial(torch.add, alpha=2)
    g = functools.partial(mk(3))
    return f(x, x) + g(x)


def case_rec(x):
    def fib(n):
        return n if n < 2 else fib(n - 1) + fib(n - 2)

    return x * fib(7)


class Desc:
    def __get__(self, obj, cls):
        return 3 if obj is None else obj.z * 2

    def __set__(self, obj, v):
        obj.z = v


class HasD:
    d = Desc()
    z = 4


def case_desc(x):
    h = HasD()
    h.d = 6
    return x * h.d + HasD.d


class Cp:
    def __init__(self, x):
        self.x = x

    @functools.cached_property
    def y(self):
        return self.x + 1


def case_cprop(x):
    c = Cp(x)
    return c.y + c.y


class Slots:
    __slots__ = ("a", "b")

    def __init__(self, a):
        self.a = a
        self.b = 2


def case_slots(x):
    s = Slots(x)
    return s.a * s.b


class Base:
    registry = {}

    def __init_subclass__(cls, **kw):
        Base.registry[cls.__name__] = kw.get("w", 1)


class Sub1(Base, w=4):
    pass


def case_initsub(x):
    return x * Base.registry["Sub1"]


def case_type(x):
    a = B(1)
    return x * (type(a) is B) + isinstance(a, A) + issubclass(B, A) + (type(a).__name__ == "B") + callable(a)


def case_dynclass(x):
    T = type("T", (A,), {"run": lambda self, x: x * 9})
    return T(1).run(x)


def case_localclass(x):
    class L:
        w = 3

        def __init__(self):
            self.y = x

        def go(self):
            return self.y * self.w

    return L().go()


def case_setattr(x):
    a = A(1)
    a.s = 5
    a.t = x
    del a.t
    a.t = x + 1
    return a.run(a.t) + len(vars(a))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 4)
        self.__w = 3

    def forward(self, x):
        return self.l(x) * self.__w


class New:
    def __new__(cls, x):
        o = super().__new__(cls)
        o.x = x * 2
        return o

    def __init__(self, x):
        self.y = x


def case_new(x):
    n = New(x)
    return n.x + n.y


class Ctx:
    def __init__(self):
        self.n = 0

    def __enter__(self):
        self.n += 1
        return self

    def __exit__(self, *a):
        self.n += 10
        return False


def case_ctx(x):
    c = Ctx()
    with c as d:
        y = x * d.n
    return y + c.n


class Str:
    def __repr__(self):
        return "S!"

    def __hash__(self):
        return 3

    def __eq__(self, o):
        return True


def case_str(x):
    d = {Str(): x}
    return d[Str()] + len(f"{Str()}{Str()!r:>5}")


class Everything:
    def __getattribute__(self, name):
        return 5


class Plain:
    def __get__(self, obj, cls):
        return 11


class HasPlain:
    d = Plain()


class Doubling:
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value * 2)


class Forgetting:
    def __delattr__(self, name):
        self.z = 7


def case_getattribute(x):
    return x * Everything().a


def case_plain_descriptor(x):
    h = HasPlain()
    return x * h.d + HasPlain.d


def case_setattr_hook(x):
    s = Doubling()
    s.a = 4
    return x * s.a


def case_delattr_hook(x):
    s = Forgetting()
    s.q = 4
    del s.q
    return x * s.q + s.z


# ---- context managers


@contextlib.contextmanager
def counted(log):
    log.append(1)
    yield len(log)
    log.append(2)


@contextlib.contextmanager
def cleaned(log):
    try:
        yield log
    finally:
        log.append(3)


@contextlib.contextmanager
def catching(log):
    try:
        yield
    except ValueError as e:
        log.append(len(e.args))


def case_contextmanager(x):
    log = []
    with counted(log) as n:
        y = x * n + len(log)
    return y + len(log)


def case_contextmanager_that_cleans(x):
    log = []
    try:
        with cleaned(log) as inner:
            inner.append(1)
            raise KeyError(3)
    except KeyError as e:
        return x * len(log) + e.args[0]


def case_contextmanager_that_catches(x):
    log = []
    with catching(log):
        x = x + 1
        raise ValueError(1, 2)
    return x * log[0]


def case_contextmanager_left_on_data(x):
    log = []
    with cleaned(log):
        if x.sum() > 0:
            return x * 2
        x = x + 1
    return x * len(log)


def case_contextmanager_as_decorator(x):
    log = []

    @cleaned(log)
    def inner(v):
        return v * 2

    return inner(inner(x)) + len(log)


def case_suppress(x):
    with contextlib.suppress(KeyError, ValueError):
        x = x + 1
        {}["a"]
        x = x + 5
    return x


def case_nullcontext(x):
    with contextlib.nullcontext(3) as k:
        return x * k


def case_exit_stack(x):
    log = []
    with contextlib.ExitStack() as stack:
        n = stack.enter_context(counted(log))
        stack.callback(log.append, 9)
        y = x * n
    return y + len(log) * 10 + log[1]


class Holder:
    pass


def case_write_to_dict_of_object(x):
    h = Holder()
    h.a = 1
    h.__dict__["d"] = 3
    return x * h.d + h.a


class Mode(enum.Enum):
    FIRST = 1
    SECOND = 2


def pick(x, mode=Mode.FIRST):
    return x * 2 if mode is Mode.FIRST else x + 1


def case_member_as_default(x):
    return pick(x) + pick(x, Mode.SECOND)


def case_kinds_of_tensors(x):
    return x * 2 if x.is_sparse or x.is_quantized or x.is_mkldnn else x + 1
