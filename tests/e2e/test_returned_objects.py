"""Objects that a compiled function makes and returns or stores: instances, functions, sets and the like. They are made
when the variant returns, once each, and hold the very objects that the program put into them."""

import collections
import dataclasses
import functools
import types

import pytest
import torch
from harness import check, program

SOURCE = """
import collections
import dataclasses
import enum
import functools
import math
import typing

import torch

Pair = collections.namedtuple("Pair", "a b")


class Box:
    kind = "box"

    def __init__(self, value, count=2):
        self.value = value
        self.count = count

    def scaled(self, x):
        return self.value * x * self.count

    @property
    def double(self):
        return self.value * 2


class Inner(Box):
    class Part:
        pass


class Slots:
    __slots__ = ("value", "count")

    def __init__(self, value):
        self.value = value


@dataclasses.dataclass
class Data:
    value: torch.Tensor
    count: int = 3
    names: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class Frozen:
    value: torch.Tensor


class Named(dict):
    def total(self):
        return sum(self.values())


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Counting:
    made = []

    def __del__(self):
        Counting.made.append(1)


def drops(x):
    Counting()
    return x + 1


def instance(x):
    return Box(x + 1)


def dataclass(x):
    data = Data(x * 2)
    data.names.append("seen")
    return data, Frozen(x)


def slots(x):
    return Slots(x + 1)


def empty_class(x):
    part = Inner.Part()
    part.tensor = x
    return part, Inner(x * 3)


def twice(x):
    box = Box(x + 1)
    other = Box(box.value)
    return [box, other, box], {"value": box.value, "box": box}


def one_tensor_twice(x):
    places = x.nonzero()
    product = torch.kron(x, x)
    return places, [places], product, {"product": product}


def holds_itself(x):
    box = Box(x + 1)
    box.me = box
    other = Box(box)
    box.other = [other, {"back": box}]
    return box


def ordered(x):
    d = collections.OrderedDict(a=x + 1)
    d["b"] = x
    d["c"] = 3
    d.move_to_end("a")
    return d, collections.OrderedDict(d)


def default(x):
    d = collections.defaultdict(list)
    d["a"].append(x + 1)
    d["b"].append(2)
    d["a"].append(x)
    return d


def counted(x):
    return collections.Counter("abba"), x + 1


def own_dict(x):
    d = Named(a=x + 1, b=x)
    d.label = "mine"
    return d, d.total()


def keys(x):
    key = Box(x)
    return {1: x + 1, (2, "b"): x, None: 2, True: 3, 2.5: 4, Color.RED: 5, x: 6, key: key, torch.float32: 7}


def sets(x):
    return {1, "a", None}, frozenset([2, 3]), x + 1, {x}


def queues(x):
    queue = collections.deque([x, x + 1, x], maxlen=2)
    queue.append(queue[0])
    return queue, collections.deque()


def queue_in_itself(x):
    queue = collections.deque([x])
    queue.append(queue)
    return len(queue), x + 1


def views(x):
    d = {"a": x + 1, "b": x}
    return d.keys(), d.values(), d, d.items()


def partials(x):
    return functools.partial(torch.add, x + 1, alpha=2), functools.partial(helper, scale=x)


def methods(x):
    box = Box(x + 1)
    return box.scaled, box, Inner(x).scaled


def simple(x):
    return range(2, 9, 3), slice(None, 4), range(x.shape[0]), x.dtype, x.device, torch.strided, Ellipsis, NotImplemented


def classes(x):
    return Box, Inner.Part, type(x), int, type(3), Color.BLUE, math, Data, x + 1


def named_tuples(x):
    return Pair(Box(x), b={1, 2})


def helper(x, scale=1):
    return x * scale


def closure(x):
    y = x + 1

    def inner(z, w=y, *, v=2):
        "It adds."
        return y + z * w + v

    return inner


def plain_functions(x):
    def constant():
        return 3

    return constant, (lambda z: z * 2), x + 1


def shared_cells(x):
    count = 0

    def increase():
        nonlocal count
        count += 1
        return count

    def read():
        return count, x

    increase()
    return increase, read, read


def recursive(x):
    def down(n):
        return x if n == 0 else down(n - 1) + 1

    return down


def late(x):
    def inner():
        return y

    y = x + 1
    y = y * 2
    return inner


def unbound(x):
    def inner():
        return y

    if x.dim() > 5:
        y = 1
    return inner


def adder(y):
    return lambda z: y + z


def from_callee(x):
    return adder(x + 1), adder(2)


def deep(x):
    def middle():
        def inner():
            return x + scale

        return inner

    scale = 3
    return middle, middle()


def with_attributes(x):
    def inner():
        return 1

    inner.tag = x + 1
    inner.tag.add_(1)
    return inner


def decorated(x):
    def wrap(function):
        @functools.wraps(function)
        def inner(*args):
            return function(*args) + x

        return inner

    return wrap(helper)


def generator(x):
    def inner():
        yield x
        yield x + 1

    return inner


def default_made(x):
    def inner(values=[x], *, other={"k": x + 1}):
        return values

    return inner


def written(x, box):
    box.value = Box(x + 1)
    box.function = lambda z: z + 1
    box.items = {1, 2}
    return box.value


def stored(x, items, table):
    made = Data(x * 2)
    items.append(made)
    table["f"] = made
    table["o"] = collections.OrderedDict(a=x)
    return made


def either(x):
    if x.sum() > 0:
        return Box(x + 1, 3)
    return Box(x - 1, 4)


def other_kinds(x):
    if x.sum() > 0:
        return Box(x + 1)
    return {"value": x - 1}


def in_views(x):
    box = Box(x)
    box.view = x[1:]
    box.whole = x.t()
    return box


def alone(x):
    y = x + 1
    return y, Box(y), Box(y.view(-1))


def local_class(x):
    class Local:
        pass

    local = Local()
    local.x = x + 1
    return local


def annotated(x):
    def inner(z: int, *more: "text", k: None = None) -> torch.Tensor:
        return x + z

    return inner


def annotated_here(x):
    kind = int

    def inner(z: kind, y: list[int]):
        return x + z

    return inner


def of_comprehension(x):
    return [lambda: i for i in range(2)], x + 1


def twice_named(x):
    if x.dim() == 2:
        def inner():
            return 1
    else:
        def inner():
            return 2
    return inner, x + 1
"""

WHOLE = """instance dataclass slots empty_class twice one_tensor_twice holds_itself ordered default counted own_dict keys sets queues
queue_in_itself views partials methods simple classes named_tuples closure plain_functions shared_cells recursive late
unbound from_callee deep with_attributes decorated generator default_made either other_kinds in_views alone annotated""".split()
PYTHON = ["drops", "local_class", "annotated_here", "of_comprehension", "twice_named"]
CALLS = [f"{name}(f32[N, M])" for name in WHOLE + PYTHON] + [
    "written(f32[N, M], Box(f32[N, M]))",
    "stored(f32[N, M], [1], {'a': 2})",
]


returned = program("returned_objects", SOURCE, calls=CALLS, args=["--force"], flags="-O0")


def described(value, seen):
    """What can be told of an object, as tuples, lists and tensors; a number for what was met before."""
    if value is None or isinstance(value, (bool, int, float, str, torch.dtype, torch.device, torch.layout, slice)):
        return value if not isinstance(value, slice) else ("slice", value.start, value.stop, value.step)
    if id(value) in seen:
        return f"seen {seen[id(value)][0]}"
    seen[id(value)] = (len(seen), value)  # Kept alive, so that no other object gets its address.
    kind = type(value).__qualname__
    if isinstance(value, torch.Tensor):
        return value
    if isinstance(value, types.FunctionType):
        cells = []
        for cell in value.__closure__ or ():
            known = id(cell) in seen
            seen.setdefault(id(cell), (len(seen), cell))
            try:
                cells.append(f"cell {seen[id(cell)][0]}" if known else described(cell.cell_contents, seen))
            except ValueError:
                cells.append("empty")
        facts = (value.__name__, value.__qualname__, value.__module__.rpartition(".")[0], value.__doc__)
        own = dict(vars(value))
        return [
            kind,
            facts,
            described(value.__defaults__, seen),
            described(value.__kwdefaults__, seen),
            cells,
            described(own, seen),
            sorted(map(repr, value.__annotations__.items())),
            value.__code__.co_freevars,
        ]
    if isinstance(value, types.MethodType):
        return [kind, value.__func__.__qualname__, described(value.__self__, seen)]
    if isinstance(value, functools.partial):
        return [kind, [described(part, seen) for part in (value.func, value.args, value.keywords)]]
    if isinstance(value, dict):
        items = [(described(key, seen), described(item, seen)) for key, item in value.items()]
        return [kind, items, described(getattr(value, "default_factory", 0), seen), described(vars_of(value), seen)]
    if isinstance(value, (set, frozenset)):
        return [
            kind,
            sorted(repr(described(item, {})) if not isinstance(item, torch.Tensor) else "t" for item in value),
        ]
    if isinstance(value, (list, tuple, range, collections.deque, type({}.keys()), type({}.values()), type({}.items()))):
        return [kind, [described(item, seen) for item in value], getattr(value, "maxlen", None)]
    if isinstance(value, (type, types.ModuleType)) or callable(value) or value in (Ellipsis, NotImplemented):
        return [kind, getattr(value, "__qualname__", getattr(value, "__name__", repr(value)))]
    if dataclasses.is_dataclass(value) or "__dict__" in dir(value):
        return [kind, described(vars_of(value), seen)]
    return [kind, [(name, described(getattr(value, name, "absent"), seen)) for name in type(value).__slots__]]


def vars_of(value):
    return dict(vars(value)) if hasattr(value, "__dict__") else 0


def seen_from_outside(name):
    def pick(module):
        function = getattr(module, name)
        return lambda *args: described([function(*args), list(args)], {})

    return pick


@pytest.mark.parametrize("name", WHOLE)
def test_new_objects_are_returned(name):
    pair = returned.load()
    check(pair, seen_from_outside(name), lambda: (torch.arange(6.0).view(2, 3) - 1,), expect="whole")
    check(pair, seen_from_outside(name), lambda: (torch.randn(4, 2, generator=torch.manual_seed(1)),), expect="whole")


@pytest.mark.parametrize("name", PYTHON)
def test_what_cannot_be_made_is_left_to_python(name):
    pair = returned.load()
    check(pair, seen_from_outside(name), lambda: (torch.arange(6.0).view(2, 3),))


def test_new_objects_are_stored_in_those_of_the_caller():
    pair = returned.load()

    def written():
        return torch.randn(2, 3, generator=torch.manual_seed(0)), pair.eager.Box(torch.ones(2, 3))

    for module in (pair.eager, pair.built):
        x, box = written()
        result = module.written(x, box)
        assert result is box.value and torch.equal(result.value, x + 1) and result.count == 2
        assert type(result) is module.Box and box.function(1) == 2 and box.items == {1, 2}

    def stored():
        return torch.ones(2, 2), [1], {"a": 2}

    check(pair, seen_from_outside("stored"), stored, expect="whole")


def test_returned_functions_run():
    pair = returned.load()
    x = torch.arange(6.0).view(2, 3)
    for module in (pair.eager, pair.built):
        assert torch.equal(module.closure(x)(2.0), x + 1 + 2.0 * (x + 1) + 2)
        increase, read, again = module.shared_cells(x)
        assert read is again and increase() == 2 and read()[0] == 2 and read()[1] is x and increase() == 3
        assert torch.equal(module.recursive(x)(3), x + 3)
        assert torch.equal(module.late(x)(), (x + 1) * 2)
        with pytest.raises(NameError):
            module.unbound(x)()
        assert torch.equal(module.decorated(x)(x), x + x) and module.decorated(x).__wrapped__ is module.helper
        assert [len(t) for t in module.generator(x)()] == [2, 2]
        scaled, box, _ = module.methods(x)
        assert scaled.__self__ is box and torch.equal(scaled(x), (x + 1) * x * 2)


def test_each_call_makes_new_objects():
    pair = returned.load()
    x = torch.ones(2, 2)
    for name in ("instance", "default", "closure", "partials", "sets", "queues"):
        one, other = (getattr(pair.built, name)(x) for _ in range(2))
        assert one is not other


def test_a_class_that_was_replaced_is_a_miss(monkeypatch):
    pair = returned.load()

    class Box:
        def __init__(self, value):
            self.other = value

    x = torch.ones(2, 2)
    pair.built.instance(x)
    monkeypatch.setattr(pair.built, "Box", Box)
    made = pair.built.instance(x)
    assert type(made) is Box and torch.equal(made.other, x + 1)


def test_objects_that_tell_when_they_go_are_left_to_python():
    pair = returned.load()
    for module in (pair.eager, pair.built):
        module.Counting.made.clear()
        assert torch.equal(module.drops(torch.ones(2, 2)), torch.full((2, 2), 2.0))
        assert module.Counting.made == [1]


NAN = program(
    "nan_as_key",
    """
def found(x):
    n = float("nan")
    d = {n: 1}
    return n in d, [float("nan")] == [float("nan")], x + 1


def returned(x):
    n = float("nan")
    return {n: n}, n, x + 1


KEPT = {}


def kept(x):
    n = float("nan")
    KEPT[n] = 1
    return n, x + 1
""",
    calls=["found(f32[N])", "returned(f32[N])", "kept(f32[N])"],
    args=["--force"],
    flags="-O0",
)


def test_nan_that_is_a_key_is_one_object():
    pair = NAN.load()
    check(pair, "found", lambda: [torch.ones(3)])
    by_key, number, _ = pair.built.returned(torch.ones(3))
    assert number in by_key and next(iter(by_key)) is number and by_key[number] is number
    assert pair.built.kept(torch.ones(3))[0] in pair.built.KEPT


USER_CONTAINERS = program(
    "returned_user_containers",
    """
from collections import UserDict, UserList

import torch


def made(x):
    items, table = UserList([1, 2]), UserDict(a=1)
    items.append(3)
    return items, items.data, table, table.data, items[1:], [items, items], x + 1


def counting(x):
    def step(t):
        step.calls += 1
        return t + step.calls

    step.calls = 0
    step(x)
    return step(x), step.calls, hasattr(step, "absent"), getattr(step, "absent", 3)
""",
    calls=["made(f32[N])", "counting(f32[N])"],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["made", "counting"])
def test_user_containers_and_attributes_of_functions(name):
    check(USER_CONTAINERS.load(), name, lambda: [torch.ones(3)], expect="whole")


def test_user_containers_keep_their_data():
    items, data, table, dictionary, _, twice, _ = USER_CONTAINERS.load().built.made(torch.ones(3))
    assert items.data is data and table.data is dictionary and twice[0] is items is twice[1]


DESCRIBED = program(
    "limits_and_signatures",
    """
import inspect

import torch


def limits(x):
    return torch.finfo(x.dtype), torch.iinfo(torch.int32), x + 1


def what_they_hold(x):
    wide, bytes = torch.finfo(x.dtype), torch.iinfo(torch.uint8)
    numbers = wide.max, wide.min, wide.tiny, wide.smallest_normal, wide.bits, bytes.min, bytes.max, bytes.bits
    return numbers, wide.dtype, bytes.dtype, torch.finfo().dtype, x * wide.eps


def compared(x):
    return torch.finfo(x.dtype) == torch.finfo(torch.float32), torch.finfo(x.dtype) == torch.iinfo(torch.int32), x + 1


def of_integers(x):
    return torch.finfo(torch.int32).bits, x + 1


def of_floats(x):
    return torch.iinfo(x.dtype).bits, x + 1


def texts(x):
    floats = [torch.finfo(dtype) for dtype in (x.dtype, torch.float64, torch.float16, torch.bfloat16)]
    ints = [torch.iinfo(dtype) for dtype in (torch.int8, torch.uint8, torch.int32, torch.int64)]
    return [str(one) for one in floats], [one.resolution for one in floats], f"{ints}", x + 1


def assigned(x):
    wide = torch.finfo(x.dtype)
    wide.max = 3
    return x + 1


def signature(x):
    return inspect.signature(signature), x + 1


def parameters(x):
    found = list(inspect.signature(parameters).parameters.values())
    return found, [one.kind for one in found], inspect.Parameter.VAR_KEYWORD, x + 1


def asked(x, *rest):
    found = inspect.signature(asked).parameters
    kinds = [one.kind is one.VAR_POSITIONAL or one.kind == one.KEYWORD_ONLY for one in found.values()]
    return list(found), kinds, found["x"].default is inspect.Parameter.empty, x + 1
""",
    [f"{name}(f32[N])" for name in "limits what_they_hold compared of_integers of_floats texts assigned".split()]
    + [f"{name}(f32[N])" for name in "signature parameters asked".split()],
    ["--force"],
    "-O0",
)
IN_C = ["limits", "what_they_hold", "compared", "texts", "asked"]


@pytest.mark.parametrize("name", [*IN_C, "of_integers", "of_floats", "assigned", "signature", "parameters"])
def test_limits_and_signatures(name):
    check(DESCRIBED.load(), name, lambda: (torch.ones(3),), expect="whole" if name in IN_C else None)


PARTS = program(
    "parts_of_what_a_function_reshapes",
    """
import torch.nn.functional as F


def halves(x):
    return F.group_norm(x, 2).chunk(2, dim=1)


def beside(x, groups: int = 2):
    y = F.group_norm(x, groups)
    return y.chunk(groups, dim=1), F.glu(x, 1), y[0]


def twice(x):
    y, z = F.group_norm(x, 2), F.group_norm(x, 2)
    return y[0], z[0], y[:, 1:], z[:, 1:]


def of_an_input(x):
    y = x.reshape(2, -1)
    return y[0], y[1], x.reshape(2, -1)[1]
""",
    ["halves(f32[1, 4, 6])", "beside(f32[1, 4, 6])", "twice(f32[1, 4, 6])", "of_an_input(f32[1, 4, 6])"],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("name", ["halves", "beside", "twice", "of_an_input"])
def test_parts_of_what_a_function_reshapes_share_its_memory(name):
    for make in (lambda: torch.arange(24.0).view(1, 4, 6), lambda: torch.arange(24.0).view(1, 6, 4).mT):
        check(PARTS.load(), name, lambda: [make()])
    check(PARTS.load(), name, lambda: [torch.ones(1, 4, 6)], expect="whole" if name in ("halves", "beside") else None)


ONCE = program(
    "returned_once",
    """
class Kept:
    def method(self):
        return 1


def slices(x):
    s = slice(0, x.shape[0])
    return s, (s, 1), slice(0, x.shape[0]), x + 1


def ranges(x):
    r = range(x.shape[0])
    return {"a": r}, [r], range(x.shape[0]), x + 1


def methods(x):
    m = Kept().method
    items = []
    append = items.append
    append(2)
    return m, m, append, [append], items, x + 1
""",
    [f"{name}(f32[N])" for name in ("slices", "ranges", "methods")],
    args=["--force"],
    flags="-O0",
)


def test_slices_ranges_and_methods_are_one_object():
    pair = ONCE.load()
    for name in ("slices", "ranges", "methods"):
        before = pair.counters()["compiled"]
        first, second = getattr(pair.built, name)(torch.ones(3)), getattr(pair.eager, name)(torch.ones(3))
        assert pair.counters()["compiled"] > before
        for result in first, second:
            if name == "slices":
                assert result[0] is result[1][0] and result[2] is not result[0] and result[2] == result[0]
            elif name == "ranges":
                assert result[0]["a"] is result[1][0] and result[2] is not result[1][0] and result[2] == result[1][0]
            else:
                assert result[0] is result[1] and result[2] is result[3][0] and result[2].__self__ is result[4]
