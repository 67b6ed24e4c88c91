"""Containers and classes as programs use them beside tensors: views of dicts, sets, Counter, ChainMap, deque, named tuples,
abstract classes, special methods of built-in values; each function compares with what Python gives."""

import pytest
import torch
from harness import check, program

SOURCE = """
import abc
import collections
import collections.abc
import contextlib
import functools
import math
import numbers
import operator
import typing

import torch
from torch import nn

Counter = collections.Counter


def views(x):
    d = {"a": 1, "b": 2}
    k, v, i = d.keys(), d.values(), d.items()
    d["c"] = 3
    r = [k == {"a", "b", "c"}, k != {"a"}, {"a"} <= k, k <= {"a", "b", "c"}, i == {("a", 1)}, k == d.keys(), v == d.values(),
         k == ["a", "b", "c"], k - {"a"}, k ^ {"a"}, i > {("a", 1)}, v == [1, 2, 3], i == {("a", 1), ("b", 2), ("c", 3)}]
    return x + len(k), list(k), list(v), list(i), "c" in k, ("c", 3) in i, 3 in v, r


def views_are_no_lists(x):
    d, r = {"a": 1}, []
    for f in (lambda: d.keys()[0], lambda: d.values() + [1], lambda: d.keys() * 2, lambda: d.items() < [1]):
        try:
            r.append(f())
        except TypeError:
            r.append("TypeError")
    return x + 1, r


def changed_keys(x):
    d = {"a": 1, "b": 2}
    try:
        for k in d.keys():
            d[k + "x"] = 1
            x = x + 1
    except RuntimeError as e:
        return x, str(e), d
    return x, d


def changed_items(x):
    d = {"a": 1, "b": 2}
    try:
        for k, v in d.items():
            del d[k]
            x = x + v
    except RuntimeError as e:
        return x, str(e), d
    return x, d


def changed_values(x):
    d = {"a": 1, "b": 2}
    for k, v in d.items():
        d[k] = v + 1
    for v in d.values():
        x = x + v
    it = iter(d.items())
    next(it)
    return x, d, list(it)


def changed_set(x):
    s = {1}
    try:
        for v in s:
            s.add(v + 1)
    except RuntimeError as e:
        return x + 1, str(e)
    return x


def sets_in_any_order(x):
    s, t = {3, 1, 2}, set("hello")
    return (x + sum(s), min(s), max(s), sorted(s), all(s), any(s), sorted(s, reverse=True), set(s), frozenset(s), {*s, 9},
            sorted(t), "".join(sorted(t)), max(t), t - set("he"), t & {"l", "o"}, sum({1, 2}, 10), max(set(), default=4))


def loop_over_set(x):
    for k in {1, 2, 3}:
        x = x + k
    return x


def special_methods(x, n, f):
    r = [[1, 2].__len__(), (1, 2).__getitem__(1), "abc".__contains__("b"), {1: 2}.__len__(), {1}.__contains__(1),
         list([1].__iter__()), (3).__add__(4), (3).__add__(2.5), (2.5).__mul__(2), operator.length_hint([1, 2]),
         range(5).index(3), range(5).count(9), list.__len__([1]), n.__add__(1), f.__mul__(2), int.__add__(1, 2)]
    l, d = [1, 2], {}
    l.__setitem__(0, 5)
    l.__delitem__(1)
    d.__setitem__("a", 1)
    return x + 1, r, l, d, d.__getitem__("a"), callable([].__len__)


def counters(x):
    a = Counter(a=3, b=1, c=-2)
    b = Counter(a=1, d=4, b=5)
    r = [a + b, a - b, a | b, a & b, +a, -a]
    c, d, e, f = Counter(a), Counter(a), Counter(a), Counter(a)
    c += b
    d -= b
    e |= b
    f &= b
    return x * a["a"] + r[0]["d"], r, c, d, e, f, a == Counter(a), dict(a), list(a.elements()), a.most_common()


def chained(x):
    c = collections.ChainMap({"a": 1}, {"a": 2, "b": x})
    d = c.new_child({"z": 3}, q=4)
    e = c.copy()
    e["b"] = 9
    c.update(n=1)
    r = [dict(d)["a"], d.pop("z"), list(d), len(d.parents), c.setdefault("m", 5), e["b"], c["m"], c.get("no"), sorted(c)]
    return d["b"], r, bool(collections.ChainMap()), dict({"a": 1}, a=5), dict([("a", 1)], b=2)


def deques(x):
    d = collections.deque([1, 2, 3], maxlen=3)
    e, f = d + collections.deque([4]), d * 2
    d += [7]
    return x + e[0], list(e), list(f), list(d), d < e, d == collections.deque([2, 3, 7]), e.maxlen


class Either(collections.OrderedDict):
    def __or__(self, other):
        return "either"


class Marks(dict):
    def __ior__(self, other):
        self["i"] = 1
        return self


def operators_of_dict_classes(x):
    m = Marks(a=1)
    m |= {"b": 2}
    return x + 1, Either(a=1) | {"b": 1}, m


Point = collections.namedtuple("Point", "x y", defaults=(2,))


def named(x):
    p = Point._make([x, 3])
    return p.x * p.y, Point(1, 2) < Point(1, 3), Point(*[1, 2]) == (1, 2), {Point(1, 2): 5}[(1, 2)]


@functools.total_ordering
class Rank:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        return self.n < other.n

    def __eq__(self, other):
        return self.n == other.n


@functools.total_ordering
class Turned:
    def __init__(self, n):
        self.n = n

    def __ge__(self, other):
        return self.n <= other.n if isinstance(other, Turned) else NotImplemented

    def __eq__(self, other):
        return isinstance(other, Turned) and self.n == other.n

    def times(self, a, b=1):
        return self.n * a + b

    twice = functools.partialmethod(times, 2)
    more = functools.partialmethod(times, b=5)


def partials(x):
    p = functools.partial(lambda a, b, c=1, d=0: a * b + c + d, x, c=5)
    q = functools.partial(p, 3, d=7)
    return q(), q.keywords, len(q.args), p.keywords, q.func is p.func, functools.partial(max, 3)(2, 9)


def orders(x):
    pairs = [(Rank(1), Rank(2)), (Rank(2), Rank(2)), (Rank(3), Rank(2))]
    r = [(a > b, a >= b, a <= b, a < b, a == b) for a, b in pairs]
    t = [(a > b, a >= b, a <= b, a < b) for a, b in [(Turned(1), Turned(2)), (Turned(2), Turned(2))]]
    s = sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a))
    try:
        Turned(1) > 3
    except TypeError:
        s.append("TypeError")
    return x + 1, r, t, s, max(Rank(1), Rank(4)).n


def partial_methods(x):
    return x + 1, Turned(4).twice(), Turned(4).twice(b=3), Turned(4).more(3)


def mathematics(x):
    return x + math.hypot(3, 4), [
        math.hypot(3, 4, 12), math.hypot(1.5), math.hypot(), math.fsum([0.1] * 10), math.fsum([1e16, 1.0, -1e16]),
        math.fsum([]), math.fsum([1e16, 1, 1e-16]), math.cbrt(27), math.cbrt(-2.5), math.frexp(10.0), math.frexp(-0.3),
        math.dist([1, 2], [4, 6]), math.dist((0.5,), (2,)), math.gamma(5), math.gamma(1.0), math.frexp(0.0)]


def other_mathematics(x):
    return x + 1, math.gamma(2.5), math.lgamma(4.5)


def kept_messages(x):
    r = []
    for f in (lambda: [1, 2][5], lambda: (1,)[2], lambda: "abc"[7], lambda: range(1)[5], lambda: int("z"), lambda: {}["k"],
              lambda: {}.popitem(), lambda: [].pop(), lambda: len(5), lambda: None[0], lambda: {[]: 1},
              lambda: math.sqrt(-1), lambda: "a".index("z"), lambda: 1 < "a", lambda: [1, 2].remove(3), lambda: (5)()):
        try:
            f()
        except Exception as e:
            r.append(type(e).__name__ + ": " + str(e))
    return x + 1, r


def said_by_python(x, k):
    calls = [lambda: "a" + 1, lambda: (lambda q: q)(1, 2), lambda: {1: 2}.pop(3), lambda: {1}.remove(9), lambda: max([]),
             lambda: [1].index(5), lambda: torch.zeros(2) + torch.zeros(3), lambda: int([]), lambda: x.reshape(1000), lambda: 1 // 0]
    try:
        calls[k]()
    except Exception as e:
        return x + 1, str(e)


def where_from(x):
    try:
        raise ValueError("q") from KeyError("z")
    except ValueError as e:
        return x + 1, repr(e.__cause__), e.__suppress_context__


def documented(x):
    def mark(f):
        @functools.wraps(f)
        def inner(*args):
            return f(*args)
        return inner

    @mark
    def foo(a):
        "what foo does"
        return a * 2

    return foo(x), foo, foo.__doc__


@contextlib.contextmanager
def noted(notes, name, swallow=False):
    notes.append("in " + name)
    try:
        yield name
    except ValueError as e:
        notes.append(str(e))
        if not swallow:
            raise
    finally:
        notes.append("out " + name)


def managed(x):
    notes = []
    with noted(notes, "a") as a, noted(notes, "b", True) as b:
        x = x + len(a + b)
        raise ValueError("boom")
    return x * 2, notes


def texts(x):
    d = {"a": 1}
    return x + 1, str(d.keys()), repr(d.values()), f"{d.items()}", str(int), repr([dict, list])


def texts_of_classes(x):
    return x + 1, str(Rank), repr([Rank, Turned])


def odd_keys(x):
    d = {x.device: 1, torch: 2, torch.contiguous_format: 3}
    return x + d[torch.device("cpu")], d[torch], d[torch.contiguous_format]


def keys_of_sets(x):
    return x + 1, {frozenset([1]): 2}[frozenset([1])], frozenset([1]) in {frozenset([1])}, {range(2): 5}[range(0, 2)]


class Options(typing.TypedDict, total=False):
    a: torch.Tensor
    b: int


def typed_dict(x):
    t: Options = {"a": x, "b": 2}
    u = Options(a=x * 2, b=3)
    u["b"] += 1
    return t["a"] * t["b"], u["a"] * u["b"], u, type(u) is dict


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self, x): ...

    @property
    @abc.abstractmethod
    def name(self): ...

    @classmethod
    def make(cls):
        return cls()

    def show(self, x):
        return self.area(x) + len(self.name)


class Square(Shape):
    name = "sq"

    def area(self, x):
        return x * x


class Half(Shape):
    def area(self, x):
        return x


class Old(metaclass=abc.ABCMeta):
    @abc.abstractmethod
    def go(self): ...


Old.register(int)


class Hooked(abc.ABC):
    @classmethod
    def __subclasshook__(cls, other):
        return hasattr(other, "quack")


class Duck:
    def quack(self):
        return 3


def abstract(x):
    for cls in (Half, Shape, Old):
        try:
            cls()
        except TypeError:
            x = x + 1
    s = Square.make()
    return s.show(x), isinstance(s, Shape), isinstance(s, abc.ABC), issubclass(Square, (int, abc.ABC)), isinstance(3, Shape)


def registered(x):
    return x + 1, isinstance(3, Old), isinstance("a", Old), isinstance(Duck(), Hooked), issubclass(Duck, Hooked)


class Table(collections.abc.Mapping):
    def __init__(self, d):
        self.d = d

    def __getitem__(self, key):
        return self.d[key]

    def __len__(self):
        return len(self.d)

    def __iter__(self):
        return iter(self.d)


def mapping(x):
    t = Table({"a": x, "b": 2})
    kinds = [isinstance(t, c) for c in (collections.abc.Mapping, collections.abc.Sequence, collections.abc.Sized, dict)]
    return t["a"] * t["b"], list(t), t.get("z", 3), "a" in t, dict(t)["b"], {**t}["b"], kinds, Table({"a": 1}) == {"a": 1}, Table({}) == 3


def abilities_of_classes(x):
    return x + 1, issubclass(list, collections.abc.Sequence), issubclass(int, numbers.Number), isinstance(1.5, numbers.Real)


def kinds_of_numbers(x):
    found = [x.shape[0], x.sum().item(), True, 2.5, "a", None, x, [1]]
    kinds = (numbers.Number, numbers.Complex, numbers.Real, numbers.Rational, numbers.Integral)
    sizes = [3, 3] if isinstance(x.dim(), numbers.Number) else x.dim()
    return x * sizes[1], [[isinstance(value, kind) for kind in kinds] for value in found]


class Base(nn.Module, abc.ABC):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)

    def __setattr__(self, name, value):
        super().__setattr__(name, value)

    def forward(self, x):
        self.calls = 1
        return self.inner(self.lin(x))

    @abc.abstractmethod
    def inner(self, x): ...


class Net(Base):
    def inner(self, x):
        return x + 1 if any([p.requires_grad for p in self.parameters()]) else x - 1


def kinds(x):
    r = isinstance(torch.float32, torch.dtype), isinstance(x.device, torch.device), isinstance(x, torch.Generator)
    return x + 1, r, x.__class__.__name__, isinstance(3, torch.dtype), x.__class__ is torch.Tensor


def frozen(x, p):
    return x + p.requires_grad, p.requires_grad_(False).requires_grad


torch.manual_seed(0)
net = Net().eval()
if __name__ == "__main__":
    net(torch.randn(3, 4))
"""
WHOLE = [
    "views",
    "views_are_no_lists",
    "changed_keys",
    "changed_items",
    "changed_values",
    "changed_set",
    "sets_in_any_order",
]
WHOLE += [
    "counters",
    "chained",
    "deques",
    "operators_of_dict_classes",
    "named",
    "typed_dict",
    "abstract",
    "kinds",
    "partials",
]
WHOLE += ["orders", "mathematics", "odd_keys", "kept_messages", "mapping", "managed", "texts"]
PYTHON = [
    "loop_over_set",
    "registered",
    "abilities_of_classes",
    "kinds_of_numbers",
    "other_mathematics",
    "keys_of_sets",
    "partial_methods",
    "where_from",
]
CALLS = [f"{name}(f32[N, M])" for name in WHOLE + PYTHON]
surface = program(
    "python_surface",
    SOURCE,
    calls=[
        *CALLS,
        "special_methods(f32[N, M], 3, 2.5)",
        "frozen(f32[N], f32[N])",
        "documented(f32[N, M])",
        "texts_of_classes(f32[N, M])",
        *[f"said_by_python(f32[N, M], {k})" for k in range(10)],
    ],
    args=["--force"],
)


def x():
    return torch.arange(6.0).view(2, 3) - 2


@pytest.mark.parametrize("name", WHOLE)
def test_compiled_whole(name):
    check(surface.load(), name, lambda: [x()], expect="whole")


@pytest.mark.parametrize("name", PYTHON)
def test_left_to_python(name):
    check(surface.load(), name, lambda: [x()])


def test_texts_of_classes_name_their_module():
    built = surface.load().built
    assert built.texts_of_classes(x())[1:] == (str(built.Rank), repr([built.Rank, built.Turned]))


@pytest.mark.parametrize("k", range(10))
def test_messages_that_only_python_knows(k):
    check(surface.load(), "said_by_python", lambda: [x(), k])


def test_docstring_of_a_function_that_is_made():
    def call(module):
        def run(y):
            value, function, text = module.documented(y)
            return value, text, function.__doc__, function.__wrapped__.__doc__, function.__name__, function(y)

        return run

    check(surface.load(), call, lambda: [x()])


def test_special_methods():
    check(surface.load(), "special_methods", lambda: [x(), 3, 2.5], expect="whole")
    check(surface.load(), "special_methods", lambda: [x(), 10**18, -0.5])


def test_a_flag_of_gradients_is_written():
    def arguments():
        return [x()[0], torch.ones(3, requires_grad=True)]

    assert not check(surface.load(), "frozen", arguments)["python"]
    check(surface.load(), "frozen", lambda: [x()[0], torch.ones(3)])


def test_flags_of_parameters():
    def call(module):
        return lambda y: (module.net(y), module.net.calls)

    pair = surface.load()
    check(pair, call, lambda: [torch.ones(2, 4)], expect="whole")
    for net in (pair.eager.net, pair.built.net):
        net.requires_grad_(False)
    check(pair, call, lambda: [torch.ones(2, 4)], expect="fallback")
