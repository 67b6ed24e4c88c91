"""Functions that functions return, as entries of their own; and classes that define what their objects do: dicts that look
at what is put into them, descriptors that are told their name, hooks of bases, slots."""

import gc
import pickle
import sys
import types
import weakref

import pytest
import torch
from harness import check, program

SOURCE = """
import collections
import dataclasses
import functools

import torch


def make_adder(k, w):
    def add(x):
        return x * w + k
    return add


adder = make_adder(3, torch.arange(3.0))
other = make_adder(2.5, torch.ones(3))


def make_counter():
    n = 0

    def count(x):
        nonlocal n
        n += 1
        return x + n
    return count


counter = make_counter()


def make_accumulator(x):
    total = x.clone()

    def accumulate(y, *more, scale=1.0, **named):
        nonlocal total
        total = total + y * scale + len(more) + len(named)
        return total
    return accumulate


def scaled(factor, *, bias=0.0):
    def decorator(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return function(*args, **kwargs) * factor + bias
        return wrapper
    return decorator


@scaled(2.0, bias=1.0)
def decorated(x, y=2):
    return torch.relu(x) - y


def recursive(x):
    def step(y, n):
        return y if n == 0 else step(y * 2 + 1, n - 1)
    return step


def late(flag):
    if flag:
        value = 3
    def read(x):
        return x + value
    return read


class Scaler:
    def __init__(self, s):
        self.s = s
        self.calls = 0

        def hook(x):
            return x * self.s
        self.hook = hook

    def scale(self, x):
        self.calls += 1
        return x * self.s


part = functools.partial(decorated, y=3.0)


@dataclasses.dataclass
class Output(collections.OrderedDict):
    a: torch.Tensor = None
    b: torch.Tensor = None

    def __post_init__(self):
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if value is not None:
                self[field.name] = value

    def __getitem__(self, k):
        return dict(self.items())[k] if isinstance(k, str) else self.to_tuple()[k]

    def __setattr__(self, name, value):
        if name in self.keys() and value is not None:
            super().__setitem__(name, value)
        super().__setattr__(name, value)

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        super().__setattr__(key, value)

    def to_tuple(self):
        return tuple(self[k] for k in self.keys())


def output(x):
    o = Output(a=x + 1, b=x * 2)
    t = o.to_tuple()
    o["b"] = x * 3
    o.a = x - 1
    return t[0] + o.b, o[0], list(o.keys()), o["a"]


def returned_output(x):
    o = Output(a=x + 1)
    o["b"] = o.a * 2
    return o


class Attributes(dict):
    __getattr__ = dict.__getitem__

    def __setattr__(self, k, v):
        self[k] = v


class Doubled(dict):
    def __setitem__(self, k, v):
        super().__setitem__(k, v * 2)

    def __delitem__(self, k):
        super().__delitem__(k + "x")

    def __eq__(self, other):
        return len(self) == len(other)


class OrderedDoubled(collections.OrderedDict):
    def __setitem__(self, k, v):
        super().__setitem__(k, v * 2)


def dict_classes(x):
    d = Attributes(a=x, b=2)
    d.c = x * 3
    e = Doubled(a=1)
    e.update(b=2)
    e["cx"] = 3
    del e["c"]
    f = OrderedDoubled(a=1)
    f.update({"b": x})
    f.setdefault("c", 4)
    g = f.copy()
    return d.a + d.b + d["c"], sorted(d), e, e == {1: 2, 3: 4}, e != [], f, g, d


class Named:
    def __set_name__(self, owner, name):
        self.name = "_" + name + owner.__name__

    def __get__(self, obj, cls=None):
        return self if obj is None else getattr(obj, self.name) * 2

    def __set__(self, obj, v):
        setattr(obj, self.name, v + 1)


class WithNamed:
    v = Named()

    def __init__(self, v):
        self.v = v


def descriptors(x):
    w = WithNamed(x)
    a = w.v
    w.v = a
    return w.v + a, sorted(w.__dict__)


class Plug:
    subs = []

    def __init_subclass__(cls, tag=None, **kw):
        super().__init_subclass__(**kw)
        cls.tag = tag
        Plug.subs.append(cls)


class First(Plug, tag="first"):
    def go(self, x):
        return x + 1


class Second(Plug, tag="second"):
    def go(self, x):
        return x * 2


class Both(First, Scaler, tag="both"):
    pass


def hooked(x):
    for c in Plug.subs[:2]:
        x = c().go(x)
    return x, [c.tag for c in Plug.subs], [c.__name__ for c in Both.__bases__]


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self, a, b):
        self.a = a
        self.b = b


class Wider(Slotted):
    pass


def slots(x):
    s, w = Slotted(x, 2), Wider(x, 3)
    s.b = 5
    w.c = 7
    try:
        s.c = 1
        refused = False
    except AttributeError:
        refused = True
    return s.a + s.b + w.c, hasattr(s, "__dict__"), hasattr(w, "__dict__"), refused


if __name__ == "__main__":
    x = torch.randn(2, 3)
    adder(x)
    counter(x)
    accumulate = make_accumulator(x)
    accumulate(x)
    accumulate(x, 1, scale=2.0, q=1)
    decorated(x)
    part(x)
    recursive(x)(x, 3)
    late(True)(x)
    scaler = Scaler(2.5)
    scaler.scale(x)
    scaler.hook(x)
    output(x)
    returned_output(x)
    dict_classes(x)
    descriptors(x)
    hooked(x)
    slots(x)
"""

built = program("closures_and_classes", SOURCE, args=["--force"], flags="-O0")


def x():
    return torch.arange(6.0).view(2, 3) - 2


@pytest.mark.parametrize("name", ["adder", "other", "counter", "decorated", "part"])
def test_closures_of_the_module(name):
    check(built.load(), name, lambda: [x()], expect="whole" if name != "other" else None, times=3)


def test_a_variable_that_a_closure_assigns():
    def pick(module):
        accumulate = module.make_accumulator(x())
        return lambda y: [
            accumulate(y),
            accumulate(y, 1, scale=2.0, q=1),
            accumulate(y),
            accumulate.__closure__[0].cell_contents,
        ]

    change = check(built.load(), pick, lambda: [x()])
    assert change["compiled"] >= 3


def test_closures_are_apart():
    def pick(module):
        one, two = module.make_counter(), module.make_counter()
        return lambda y: [one(y), one(y), two(y), one(y)]

    change = check(built.load(), pick, lambda: [x()])
    assert change["compiled"] == 4 and change["fallback"] == 0


def test_closures_keep_what_functions_have():
    pair = built.load()
    for module in (pair.eager, pair.built):
        made = module.make_accumulator(x())
        assert made.__name__ == "accumulate" and made.__qualname__ == "make_accumulator.<locals>.accumulate"
        assert made.__kwdefaults__ == {"scale": 1.0} and made.__code__.co_freevars == ("total",)
        with pytest.raises(TypeError):
            made()


def test_a_cell_that_is_empty_or_of_another_type():
    check(built.load(), lambda module: module.late(True), lambda: [x()], expect="whole")
    check(built.load(), lambda module: module.late(False), lambda: [x()])  # NameError
    check(built.load(), lambda module: module.make_adder("text", 2), lambda: [x()])  # TypeError

    def changed(module):
        read = module.late(True)
        read.__closure__[0].cell_contents = torch.ones(2, 3)
        return read

    check(built.load(), changed, lambda: [x()])


def test_closures_that_lead_to_themselves_are_freed():
    module = built.load().built
    assert module.recursive(x())(x(), 3)[0, 0] == module.__dict__["torch"].tensor(-9.0)
    gone = []
    for _ in range(3):
        step, scaler = module.recursive(x()), module.Scaler(2.0)
        step(x(), 1), scaler.hook(x())
        gone += [weakref.ref(step), weakref.ref(scaler)]
        del step, scaler
    gc.collect()
    assert all(reference() is None for reference in gone)


def test_methods_and_closures_of_objects():
    def pick(module):
        scaler = module.Scaler(2.5)
        return lambda y: [scaler.scale(y), scaler.hook(y), scaler.calls]

    check(built.load(), pick, lambda: [x()])


def told(value):
    """Objects of the two modules' classes compare by what they hold."""
    if isinstance(value, dict) and type(value) is not dict:
        return [type(value).__name__, list(dict.items(value)), sorted(vars(value))]
    return type(value)(told(item) for item in value) if type(value) in (list, tuple) else value


@pytest.mark.parametrize("name", ["output", "returned_output", "dict_classes", "descriptors", "hooked", "slots"])
def test_classes(name):
    check(built.load(), lambda module: lambda y: told(getattr(module, name)(y)), lambda: [x()], expect="whole")


def test_an_output_is_used_as_eager_uses_it():
    def pick(module):
        def use(y):
            made = module.returned_output(y)
            made["c"] = 3
            made.a = 5
            return made.to_tuple(), list(made), made == made, len(pickle.dumps(dict(made)))

        return use

    check(built.load(), pick, lambda: [x()])


# ---- what the module dataclasses makes of objects ----------------------------------------------------------------------

DATACLASSES = """
import dataclasses
import typing
from typing import ClassVar

import torch


@dataclasses.dataclass
class Inner:
    a: int = 1
    t: torch.Tensor = None


@dataclasses.dataclass
class Outer:
    i: Inner
    l: list
    d: dict = dataclasses.field(default_factory=dict)
    skip: int = dataclasses.field(default=3, init=False)


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Ordered:
    x: int
    y: int = 2


@dataclasses.dataclass(slots=True)
class Slots:
    x: torch.Tensor


def nested(x):
    o = Outer(Inner(2), [1, Inner(3)], {"k": (1, 2)})
    r = dataclasses.replace(o, l=[5])
    d = dataclasses.asdict(o)
    o.l.append(4)
    return x + 1, d, dataclasses.astuple(o), r.l, r.i is o.i, r.skip, dataclasses.asdict(o, dict_factory=list)


def copied(x):
    y = x + 1
    o = Inner(1, y)
    d = dataclasses.asdict(o)
    y.add_(1)
    return d["t"] * 2, y, dataclasses.replace(o, a=5).t is y


def of_the_caller(x):
    d = dataclasses.asdict(Inner(1, x))
    x.add_(1)
    return d["t"] + 0, d["a"]


def ordered(x):
    p, q = Ordered(1), Ordered(2, 0)
    return x * 2, p < q, p >= q, sorted([q, p]) == [p, q], max(p, q).x, p <= Ordered(1), p > p


def slotted(x):
    s = Slots(x)
    try:
        s.z = 1
        refused = False
    except AttributeError:
        refused = True
    s.x = x + 1
    return s.x * 2, refused, hasattr(s, "__dict__"), dataclasses.replace(s, x=3).x


@dataclasses.dataclass
class Named:
    t: int
    c: ClassVar[int] = 3
    k: "typing.ClassVar" = 5
    s: str = "q"


@dataclasses.dataclass
class Renamed(Named):
    names: ClassVar = ("a",)
    c: int = 4


def of_the_class(x):
    v, w = Named(2), Renamed(2, 7, "r")
    parts = [dataclasses.asdict(v), dataclasses.astuple(w), [field.name for field in dataclasses.fields(w)]]
    made = dataclasses.replace(v, t=9), dataclasses.replace(w, s="z").c
    return x + v.t + w.c, repr(v), repr(w), Named.c + v.c, w.names, v.__match_args__, parts, made, list(
        Renamed.__dataclass_fields__
    )
"""

DATA = ["nested", "copied", "ordered", "slotted", "of_the_class"]
data = program(
    "dataclass_parts",
    DATACLASSES,
    calls=[f"{name}(f32[N, M])" for name in DATA + ["of_the_caller"]],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", DATA)
def test_dataclasses(name):
    check(data.load(), name, lambda: [x()], expect="whole")


def test_a_copy_of_a_tensor_of_the_caller():
    check(data.load(), "of_the_caller", lambda: [x()])


# ---- of items that are the very same object containers ask nothing ------------------------------------------------------

ONE = program(
    "one_object",
    """import dataclasses


@dataclasses.dataclass
class Box:
    v: object
    opt: object = None


class Never:
    def __eq__(self, other):
        return False


never = Never()


def boxes(x):
    return Box(x) == Box(x), Box(x) != Box(x), Box(1, x) == Box(2, x), Box(x, never) == Box(x, never)


def tuples(x, y):
    return (x,) == (y,), [1, x] != [1, y]


def dicts(x, y):
    return {"a": x} == {"a": y}


def members(a, c):
    return a in [c], (a,) == (c,), [c].count(a), a == c
""",
    ["boxes(f32[1])", "tuples(f32[1], f32[1])", "dicts(f32[1], f32[1])", "members(Never(), Never())"],
    ["--force"],
    "-O0",
)


def test_items_that_are_one_object():
    nan, pair = torch.tensor([float("nan")]), ONE.load()
    for one in nan, torch.ones(1), torch.ones(3):
        check(pair, "boxes", lambda one=one: [one])
    check(pair, "boxes", lambda: [nan], expect="whole")
    for other in nan, nan + 1, torch.ones(1):
        check(pair, "tuples", lambda other=other: [nan, other])
        check(pair, "dicts", lambda other=other: [nan, other])
    check(pair, "tuples", lambda: [torch.ones(1), torch.ones(1)], expect="whole")
    assert pair.built.members(pair.built.never, pair.built.never) == (True, True, 1, False)
    assert pair.built.members(pair.built.Never(), pair.built.never) == (False, False, 0, False)


def test_the_module_of_an_object_is_that_of_its_class():
    check(OBJECTS.load(), "named_by_module", lambda: [torch.ones(3)], expect="whole")


OBJECTS = program(
    "modules_of_objects",
    """import collections

import torch


class Scale(torch.nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.name = f"{self.__module__ is not None}.{self.__class__.__name__}"
        self.factor = factor

    def forward(self, x):
        torch._C._log_api_usage_once("a.forward")
        return x * self.factor


scale = Scale(3.0)


def named_by_module(x):
    kinds = torch.nn.Linear.__module__, collections.OrderedDict.__module__
    return scale(x), scale.name, kinds, torch.nn.ReLU().__module__


if __name__ == "__main__":
    named_by_module(torch.ones(2))
""",
)


def test_decorators_that_look_at_keyword_only_parameters():
    check(SIGNATURES.load(), "by_builder", lambda: [torch.ones(2, 3)], expect="whole")
    check(SIGNATURES.load(), "asked", lambda: [torch.ones(3)], expect="whole")
    check(SIGNATURES.load(), "defaults", lambda: [torch.ones(3)])


SIGNATURES = program(
    "signatures",
    """import functools
import inspect

import torch


def also_by_position(function):
    parameters = inspect.signature(function).parameters
    first = next(k for k, p in enumerate(parameters.values()) if p.kind == p.KEYWORD_ONLY)
    names = tuple(parameters)[first:]

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        args, more = args[:first], args[first:]
        kwargs.update(dict(zip(names, more)))
        return function(*args, **kwargs)

    return wrapper


@also_by_position
def line(width, *, out=2, bias=True, **kwargs):
    made = torch.nn.Linear(width, out, bias=bias, **kwargs)
    torch.nn.init.constant_(made.weight, 0.5)
    if bias:
        torch.nn.init.constant_(made.bias, 0.25)
    return made.requires_grad_(False)


first, second = line(3, 4), line(3, bias=False)


def by_builder(x):
    return first(x), second(x)


def kinds(a, /, b, *c, d, e=2, **f):
    return a


def asked(x):
    found = inspect.signature(kinds).parameters
    named = [name for name, p in found.items() if p.kind in (p.KEYWORD_ONLY, p.VAR_POSITIONAL)]
    return x * len(found), named, found["b"].default is inspect.Parameter.empty


def defaults(x):
    return x * inspect.signature(kinds).parameters["e"].default


if __name__ == "__main__":
    by_builder(torch.ones(2, 3))
    asked(torch.ones(2))
    defaults(torch.ones(2))
""",
)


NAMESAKE = program(
    "Meter",
    """
import torch
from torch import nn


class Meter(nn.Module):
    @staticmethod
    def halved(x):
        return torch.tanh(x) / 2

    def scaled(self, x):
        return self.halved(x) * 3

    def forward(self, x):
        return self.scaled(x).softmax(-1) + 1


def scaled(x):
    return x


if __name__ == "__main__":
    Meter()(torch.randn(3, 4))
""",
)


def test_a_class_with_the_name_of_its_module(monkeypatch):
    monkeypatch.setitem(sys.modules, "Meter", types.ModuleType("Meter"))
    pair = NAMESAKE.fresh()
    for module in (pair.eager, pair.built):
        module.run = module.Meter()
    check(pair, "run", lambda: (torch.linspace(-2, 2, 35).reshape(5, 7),), expect="whole")
    for module in (pair.eager, pair.built):
        module.Meter.scaled = lambda self, x: x - 1
    check(pair, "run", lambda: (torch.linspace(-2, 2, 35).reshape(5, 7),), expect="fallback")


HELD = program(
    "held_functions",
    """
import bisect
import functools
import heapq
import itertools
import math
import operator

import torch
import torch.nn.functional as F
from torch import nn


class Held(nn.Module):
    add, root, least, joined = operator.add, math.sqrt, min, itertools.chain
    fold, by, first, place = functools.reduce, functools.cmp_to_key, operator.itemgetter(0), bisect.bisect_left
    sine, plus, gate = torch.sin, torch.add, torch.relu
    scaled = F.silu

    def forward(self, x):
        heap = []
        self.push(heap, self.add(3, 1))
        return self.plus(self.sine(x), self.gate(x)), heap, self.fold(self.add, [1, 2, 3])

    push = heapq.heappush


held = Held()


class Numbers(list):
    total = math.fsum


def of_python(x):
    keys = sorted([3, 1, 2], key=held.by(lambda a, b: b - a))
    return x * held.root(4.0), keys, held.least(2, 1), list(held.joined([1], [2])), held.first([7]), held.place([1, 3], 2)


def of_python_as_method(x):
    try:
        held.scaled(x)
    except (AttributeError, TypeError):
        return x * 2
    return x


def made_here(x):
    class Here:
        tensor, number = torch.cos, math.floor

    return Here().tensor(x), Here().number(2.5), Numbers([1.0]).total([2.0, 3.0])
""",
    calls=["held(f32[N])", "of_python(f32[N])", "of_python_as_method(f32[N])", "made_here(f32[N])"],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["held", "of_python", "made_here"])
def test_functions_of_c_are_no_methods(name):
    check(HELD.load(), name, lambda: (torch.linspace(-2, 2, 5),), expect="whole")


def test_functions_of_python_are_methods():
    check(HELD.load(), "of_python_as_method", lambda: (torch.linspace(-2, 2, 5),))


def test_another_function_of_c_is_noticed():
    pair = HELD.fresh()
    for module in (pair.eager, pair.built):
        module.Held.sine = torch.cos
    check(pair, "held", lambda: (torch.linspace(-2, 2, 5),), expect="fallback")


NAMESAKES = program(
    "variables_of_one_name",
    """
import torch


def makes_another():
    x = 10

    def make():
        def read():
            return x
        return read

    def behind():
        x = 20

        def root(t):
            return t + x + make()() * 100
        return root
    return behind()


root = makes_another()


def counts():
    scale, n = torch.ones(2), 1

    def make(t):
        def count():
            nonlocal n
            n += 1

            def scaled():
                return scale * n + t
            return scaled
        return count

    def direct(t):
        n = 50
        return make(t)()() + n

    def generated(t):
        def items():
            for i in range(3):
                yield scale * i + n
        return sum(items()) + t

    def entry(t):
        return direct(t) + generated(t)
    return entry


entry = counts()


def indirectly():
    x, y = torch.ones(2), 5

    def direct():
        def inner():
            nonlocal y
            y += 1
            return x + y
        return inner()

    def indirect(t):
        return direct() + t
    return indirect


indirect = indirectly()


if __name__ == "__main__":
    root(torch.ones(1)), entry(torch.ones(2)), indirect(torch.ones(2))
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["root", "entry", "indirect"])
def test_functions_made_by_others_have_the_variables_of_these(name):
    for _ in range(3):
        check(NAMESAKES.load(), name, lambda: (torch.ones(2),), expect="whole")


BOUND = program(
    "arguments_of_signatures",
    """
import functools
import inspect

import torch


def inner(a, b, *rest, c=10, d=11, **more):
    return a + b * d + c


class Made:
    def __init__(self, a, b, *rest, c=10, **more):
        self.a = a

    def scaled(self, q, /, r=2, *, s=3):
        return q * r + s


made = Made(1, 2)


def of_function(x, fills: bool):
    bound = inspect.signature(inner).bind(1, 2, 3, d=12, e=15)
    bound.arguments["d"] = 13
    if fills:
        bound.apply_defaults()
    return bound.arguments, bound.args, bound.kwargs, x + 1


def of_class(x):
    bound = inspect.signature(Made).bind(1, 2, 3, c=12, e=15)
    return bound.args, bound.kwargs, x + 1


def of_method(x):
    bound = inspect.signature(made.scaled).bind(x, s=4)
    bound.apply_defaults()
    return made.scaled(*bound.args, **bound.kwargs), list(bound.arguments)


def partly(x):
    bound = inspect.signature(inner).bind_partial(c=4)
    return x + 1, bound.args, bound.kwargs


def checked(function):
    signature = inspect.signature(function)

    @functools.wraps(function)
    def around(*args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return function(*bound.args, **bound.kwargs)
    return around


@checked
def scaled(x, y=2.0, *, z=1):
    return x * y + z


def decorated(x):
    return scaled(x), scaled(x, 3.0, z=x), scaled(y=1, x=x)


def refused(x):
    try:
        return scaled(x, 1, 2, 3)
    except TypeError as error:
        return x, str(error)


def numbers(x):
    parameter = inspect.Parameter("x", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=42)
    return x + inspect.signature(inner).parameters["a"].kind + parameter.default


if __name__ == "__main__":
    x = torch.ones(2)
    of_function(x, True), of_function(x, False), of_class(x), of_method(x), partly(x), decorated(x), refused(x), numbers(x)
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["of_function", "of_class", "of_method", "partly", "decorated", "refused", "numbers"])
def test_arguments_of_signatures(name):
    expect = None if name in ("decorated", "refused", "numbers") else "whole"
    for more in [(True,), (False,)] if name == "of_function" else [()]:
        check(BOUND.load(), name, lambda: (torch.arange(2.0), *more), expect=expect)  # noqa: B023
