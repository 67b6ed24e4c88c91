"""State that functions and classes keep between calls: attributes of classes and functions that are assigned, variables of
closures, caches; and copies of objects. Each program runs several times, as what one call leaves is what the next finds."""

import types

import pytest
import torch
from harness import check, program

SOURCE = """
import copy
import functools
import math

import torch

SCALE = 2


class Box:
    calls = 0
    label = "box"
    last = None

    def __init__(self, value):
        self.value = value

    @functools.cached_property
    def double(self):
        Box.label = "seen"
        return self.value * 2

    def counted(self, x):
        type(self).calls += 1
        return x * self.calls + self.value


class Sub(Box):
    pass


class Config(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name)


def class_attribute(x):
    Box.calls = Box.calls + 1
    Box.last = x + 1
    return x * Box.calls


def through_instance(x):
    box = Box(x)
    return box.counted(x) + box.counted(x)


def shadowed(x):
    Sub.calls = 7
    Box.calls = 3
    return x + Sub.calls * 10 + Box.calls


def by_branch(x):
    if x.sum() > 0:
        Box.label = "plus"
    else:
        Box.label = "minus"
    return x + 1


def function_attribute(x):
    function_attribute.calls += 1
    function_attribute.last = x * 2
    return x + function_attribute.calls


function_attribute.calls = 0


def of_another(x):
    function_attribute.calls = 5
    return x + function_attribute.calls


def make_counter():
    count = 0
    last = None

    def increase(x, by=1):
        nonlocal count, last
        count += by
        last = x + count
        return last

    def read():
        return count, last

    return increase, read


increase, read = make_counter()
other_increase, other_read = make_counter()


def closures(x):
    y = increase(x)
    count, last = read()
    other_increase(x, 10)
    return y + count, last, read()[0], other_read()[0]


def own_variable(x):
    total = x

    def add(y):
        nonlocal total
        total = total + y
        return total

    add(1)
    add(x)
    return total


@functools.lru_cache
def area(n, m=3):
    return n * m


@functools.lru_cache(maxsize=None)
def pairs(n):
    return (n, math.sqrt(n), "n" * n)


@functools.cache
def scaled(n):
    return n * SCALE


@functools.cache
def table(n):
    return [n]


def cached(x):
    return x * area(2) + area(3, m=4), pairs(4), pairs(4)[1]


def cached_of_global(x):
    return x + scaled(3)


def cached_list(x):
    table(1).append(2)
    return x + len(table(1))


def cached_property(x):
    box = Box(x + 1)
    return box.double + box.double, box


def cached_property_of(x, box):
    return x + box.double


def config(x, c):
    return x * c.scale + len(c), getattr(c, "missing", 4), hasattr(c, "scale")


def object_keys(x, d, box):
    d[box] = x + 1
    d[x] = 2
    d[(1, "a")] = box
    return x * 2


def module_names(x):
    return area.__wrapped__.__name__ if False else closures.__name__, Box.__qualname__, x + 1


def sets(x):
    a, b = {1, 2, 3}, {3, 4}
    c = set(a)
    c |= b
    c -= {1}
    d = frozenset(a)
    d |= {9}
    a ^= {3, 7}
    b &= {4, 5}
    facts = a <= a, a < a, b >= {4}, c > b, d.isdisjoint(b), a.issuperset({1}), {1} == {True}
    union = a.union(b, [11]).symmetric_difference({1}).intersection({2, 7, 11}, {2, 7})
    a.difference_update({7})
    b.symmetric_difference_update({8})
    one = {5}
    return a, b, c, d, facts, union, one.pop(), one, sorted(c), min(c), sum(a), x + 1


def dict_update(x, d):
    d |= {"z": x}
    return x + 1, d | {"y": 2}


def copies(x, items, table):
    box = Box(x + 1)
    other = copy.copy(box)
    deep = copy.deepcopy(box)
    again = copy.deepcopy([items, items, (1, [2])])
    shallow = copy.copy(items)
    shallow.append(x)
    deep.value.add_(1)
    return box, other, deep, again, shallow, copy.deepcopy(table), copy.copy((1, 2)), copy.copy({1, 2})


def copied_input(x):
    return copy.deepcopy(x) + 1


def copied_view(x):
    y = x + 1
    return copy.deepcopy(y[1:])
"""

CALLS = """
class_attribute(f32[N, M])
through_instance(f32[N, M])
shadowed(f32[N, M])
by_branch(f32[N, M])
function_attribute(f32[N, M])
of_another(f32[N, M])
closures(f32[N, M])
own_variable(f32[N, M])
cached(f32[N, M])
cached_of_global(f32[N, M])
cached_list(f32[N, M])
cached_property(f32[N, M])
cached_property_of(f32[N, M], Box(f32[N, M]))
config(f32[N, M], Config(scale=3, b=1))
object_keys(f32[N, M], {"a": 1}, Box(f32[N, M]))
module_names(f32[N, M])
sets(f32[N, M])
dict_update(f32[N, M], {"a": 1})
copies(f32[N, M], [1, 2], {"a": [1]})
copied_input(f32[N, M])
copied_view(f32[N, M])
""".strip().splitlines()

state = program("state_of_functions", SOURCE, calls=CALLS, args=["--force"], flags="-O0")


def x():
    return torch.arange(6.0).view(2, 3) - 2


def parts(value):
    """An object as its attributes, so that the harness compares them."""
    if isinstance(value, (list, tuple)):
        return type(value)(parts(item) for item in value) if type(value) in (list, tuple) else value
    if type(value).__name__ in ("Box", "Sub"):
        return [type(value).__name__, {key: parts(item) for key, item in vars(value).items()}]
    return value


def in_parts(name):
    def pick(module):
        def run(*args):
            result = parts(getattr(module, name)(*args))
            box, function = module.Box, module.function_attribute
            found = [vars(box)["calls"], vars(module.Sub).get("calls"), box.label, box.last]
            return result, found, function.calls, getattr(function, "last", 0), module.read(), module.other_read()

        return run

    return pick


WHOLE = """class_attribute through_instance shadowed function_attribute of_another closures own_variable cached
cached_property module_names sets""".split()


def test_state_is_kept_between_calls():
    pair = state.fresh()
    for name in [*WHOLE, *WHOLE]:
        check(pair, in_parts(name), lambda: [x()], expect="whole")
    for more in (0, 9):
        check(pair, in_parts("by_branch"), lambda more=more: [x() + more], expect="compiled")


def test_state_that_the_program_changes_is_seen():
    pair = state.fresh()
    for name in WHOLE:
        check(pair, in_parts(name), lambda: [x()], expect="whole")
    for module in (pair.eager, pair.built):
        module.Box.calls = 40
        module.Box.label = "changed"
        module.function_attribute.calls = 2.5
        module.increase, module.read = module.make_counter()
    for name in WHOLE:
        check(pair, in_parts(name), lambda: [x()])


@pytest.mark.parametrize("name", ["cached_of_global", "cached_list"])
def test_what_a_cache_may_have_otherwise_is_python_s(name):
    pair = state.fresh()
    check(pair, name, lambda: [x()])
    for module in (pair.eager, pair.built):
        module.SCALE = 5
    check(pair, name, lambda: [x()])


def test_closures_that_share_a_cell_after_all():
    pair = state.fresh()
    for module in (pair.eager, pair.built):
        module.other_increase, module.other_read = module.increase, module.read
    check(pair, in_parts("closures"), lambda: [x()])
    check(pair, in_parts("closures"), lambda: [x()])


def test_a_property_is_computed_once():
    def run(module):
        def call(tensor, value):
            box = module.Box(value)
            first = module.cached_property_of(tensor, box)
            return first, vars(box), module.cached_property_of(tensor, box)

        return call

    check(state.load(), run, lambda: [x(), x() + 1])
    pair = state.fresh()
    for module in (pair.eager, pair.built):
        module.Box.double = property(lambda self: self.value * 5)
    check(pair, lambda module: lambda t, v: module.cached_property_of(t, module.Box(v)), lambda: [x(), x() + 1])


def test_dicts_of_a_class_with_attributes():
    check(
        state.load(),
        lambda module: lambda t: module.config(t, module.Config(scale=3, b=1)),
        lambda: [x()],
        expect="whole",
    )
    check(state.load(), lambda module: lambda t: module.config(t, module.Config(scale=3)), lambda: [x()])

    def own_attribute(module):
        def run(tensor):
            config = module.Config(scale=3, b=1)
            config.missing = 9
            return module.config(tensor, config)

        return run

    check(state.load(), own_attribute, lambda: [x()])


def test_objects_are_keys():
    for module in (state.load().eager, state.load().built):
        tensor, table, box = x(), {"a": 1}, module.Box(x())
        assert torch.equal(module.object_keys(tensor, table, box), tensor * 2)
        keys = list(table)
        assert keys[0] == "a" and keys[1] is box and keys[2] is tensor and keys[3] == (1, "a")
        assert torch.equal(table[box], tensor + 1) and table[tensor] == 2 and table[(1, "a")] is box


def test_copies():
    for module in (state.load().eager, state.load().built):
        tensor, items, table = x(), [1, 2], {"a": [1]}
        box, other, deep, again, shallow, tables, pair, members = module.copies(tensor, items, table)
        assert other is not box and other.value is box.value and torch.equal(deep.value, box.value + 1)
        assert again[0] is again[1] and again[0] is not items and again[0] == [1, 2] and again[2] == (1, [2])
        assert items == [1, 2] and len(shallow) == 3 and shallow[2] is tensor
        assert tables == table and tables["a"] is not table["a"] and pair == (1, 2) and members == {1, 2}


@pytest.mark.parametrize("name", ["copied_input", "copied_view"])
def test_copies_of_tensors(name):
    check(state.load(), name, lambda: [x()])


def test_dict_update():
    check(state.load(), "dict_update", lambda: [x(), {"a": 1}], expect="whole")
    check(state.load(), "dict_update", lambda: [x(), {"a": 1, "z": 2}])


ELSEWHERE = program(
    "functions_elsewhere",
    """
import torch

scale = 2.0


def plain(x, *rest, by=1, **named):
    return (x * scale + by).exp() * x + len(rest)


def cut(x):
    y = x * scale + 1
    print("cut")
    return (y * scale).sum() * x


class Layer:
    def run(self, x):
        return super().__repr__()[:1], x * scale + 1


def made(x):
    def inner(y):
        return y * scale + x

    return inner
""",
    calls=["plain(f32[N])", "cut(f32[N])", "Layer().run(f32[N])", "made(f32[N])(f32[N])"],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["plain", "cut", "run", "inner"])
@pytest.mark.parametrize("known", ["all", "some"])
def test_code_runs_with_other_globals(name, known):
    if (name, known) == ("cut", "some"):
        pytest.skip("segments are found in the globals")

    def elsewhere(module):
        function = getattr(module, name, None) or (module.Layer.run if name == "run" else module.made(x() + 1))
        place = {**(vars(module) if known == "all" else {}), "scale": 5.0}
        other = types.FunctionType(function.__code__, place, "other", function.__defaults__, function.__closure__)
        other.__kwdefaults__ = function.__kwdefaults__
        given = [module.Layer()] if name == "run" else []
        return lambda tensor: [f(*given, tensor) for f in (function, other, function, other)]

    check(ELSEWHERE.load(), elsewhere, lambda: [x()])
    check(ELSEWHERE.load(), elsewhere, lambda: [torch.randn(0)])
