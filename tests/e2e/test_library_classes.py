"""Classes of Python's library that programs use beside tensors: enum.Flag, ChainMap, views of dicts; and the factories that
are methods of tensors."""

import collections

import pytest
import torch
from harness import check, program

SOURCE = """
import collections
import enum

import torch


class Parts(enum.Flag):
    HEAD = 1
    TAIL = 2
    BODY = 8
    ENDS = HEAD | TAIL


class Order(enum.Enum):
    FIRST = "a"
    SECOND = "b"
    ALSO = "a"


def flags(x, parts):
    y = x + 1 if parts & Parts.HEAD else x
    if Parts.BODY in parts:
        y = y * 10
    if Parts.TAIL in parts and not parts & Parts.BODY:
        y = y * 2
    return y, (~parts & Parts.BODY) == Parts.BODY, parts == Parts.ENDS, bool(parts), (parts ^ Parts.HEAD) is Parts.TAIL


def made_flags(x):
    both = Parts.HEAD | Parts.TAIL
    return x + both.value, Parts(8), both is Parts.ENDS, bool(Parts(0)), Parts.BODY | Parts.HEAD != Parts.ENDS


def same_flags(x):
    return x + 1, (Parts.HEAD | Parts.BODY) is (Parts.BODY | Parts.HEAD)


def members(x):
    return x + len(Order), [m.value for m in Parts], [m.name for m in Order], Order.ALSO is Order.FIRST


def chained(x, c):
    c["new"] = x + 1
    return c["a"] + x, len(c), "q" in c, c.get("q", 4), sorted(c)


def chain(x):
    c = collections.ChainMap({"a": x}, {"b": x + 1, "a": 3})
    d = c.new_child({"b": 2})
    return c["a"] + c["b"] + d["b"], d, c.maps[1]


def views(x):
    d = {"a": x, "b": x + 1}
    keys, values, items = d.keys(), d.values(), d.items()
    d["c"] = x + 2
    del d["a"]
    return len(keys), list(keys), "a" in keys, sum(values), [k for k, v in items], sorted(keys)


def factories(x):
    sizes = x.new(2, 3).shape, x.new(x.size()).shape, x.new().shape
    return x.new_tensor([1.0, 2]), x.new([3.0, 4.0]), torch._shape_as_tensor(x), sizes
"""

CALLS = """
flags(f32[N, M], Parts.HEAD)
flags(f32[N, M], Parts.ENDS)
made_flags(f32[N, M])
same_flags(f32[N, M])
members(f32[N, M])
chained(f32[N, M], collections.ChainMap({"a": 1}, {"b": 2}))
chain(f32[N, M])
views(f32[N, M])
factories(f32[N, M])
""".strip().splitlines()

library = program("library_classes", SOURCE, calls=CALLS, args=["--force"], flags="-O0")


def x():
    return torch.arange(6.0).view(2, 3) - 2


def told(value):
    """Members of the two modules' enums compare by their names."""
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return type(value)(told(item) for item in value)
    if isinstance(value, collections.ChainMap):
        return ["ChainMap", value.maps]
    return ["member", value.name, value.value] if hasattr(value, "_name_") else value


def calling(name, part=None):
    def pick(module):
        def run(*args):
            given = [module.Parts(part)] if part is not None else []
            return told(getattr(module, name)(*args, *given))

        return run

    return pick


@pytest.mark.parametrize("name", ["made_flags", "members", "chain", "views", "factories"])
def test_classes_of_the_library(name):
    check(library.load(), calling(name), lambda: [x()], expect="whole")


@pytest.mark.parametrize("part", [1, 3, 0, 2, 8, 9, 11])
def test_flags_that_are_given(part):
    check(library.load(), calling("flags", part), lambda: [x()], expect="whole" if part in (1, 3) else None)


def test_identity_of_flags_without_a_name():
    check(library.load(), calling("same_flags"), lambda: [x()])


@pytest.mark.parametrize(
    "maps", [[{"a": 1}, {"b": 2}], [{"a": 5}, {"b": 2}], [{"b": 1}, {"a": 2}], [{"a": 1}, {"b": 2}, {"q": 3}]]
)
def test_chain_maps_that_are_given(maps):
    def run(module):
        def call(tensor):
            given = [dict(part) for part in maps]
            return module.chained(tensor, collections.ChainMap(*given)), given

        return call

    check(library.load(), run, lambda: [x()])


CALLABLES = """
import types

import torch


def scaled(self, x):
    return x * self.k


def moved(x):
    return x + 5


class Holder:
    def __init__(self):
        self.k = 2

    def made(self, x):
        f = types.MethodType(scaled, self)
        kinds = (types.FunctionType, types.MethodType)
        return (f(x), f.__self__ is self, f.__name__, type(f) is types.MethodType, isinstance(lambda: 1, types.LambdaType),
                [[isinstance(v, kind) for kind in kinds] for v in (f, scaled, self.made, x, len)])

    def functions(self, x):
        return [name for name, v in vars(type(self)).items() if isinstance(v, types.FunctionType)], x + 1


class Net(torch.nn.Module):
    def __init__(self, act=None):
        super().__init__()
        self.k = 3
        self.act = types.MethodType(scaled, self) if act is None else act

    def forward(self, x):
        if isinstance(self.act, types.FunctionType):
            return self.act(x)
        return self.act(x) * 2


def of_torch(x):
    return x + 1, isinstance(torch.relu, types.FunctionType), isinstance(x.sum, types.MethodType), type(torch.relu).__name__


if __name__ == "__main__":
    t = torch.ones(3)
    Holder().made(t), Holder().functions(t), Net()(t), of_torch(t)
"""
callables = program("types_of_callables", CALLABLES, args=["--force"], flags="-O0")


@pytest.mark.parametrize(("name", "expect"), [("made", "whole"), ("functions", None)])
def test_methods_and_functions(name, expect):
    check(callables.load(), lambda m: getattr(m.Holder(), name), lambda: [torch.arange(3.0)], expect=expect)


def test_a_method_made_in_a_constructor():
    check(callables.load(), lambda m: m.Net(), lambda: [torch.arange(3.0)], expect="whole")
    for act in ("moved", "scaled"):
        check(
            callables.load(), lambda m: m.Net(m.moved if act == "moved" else m.Net().act), lambda: [torch.arange(3.0)]
        )


def test_functions_of_torch_may_be_of_any_class():
    check(callables.load(), "of_torch", lambda: [torch.arange(3.0)])


SPECIAL = """
import collections
import torch


class Bag(collections.OrderedDict):
    pass


class Queue(collections.deque):
    pass


class Plain:
    pass


def has(obj, x):
    names = ("__len__", "__iter__", "__or__", "__hash__", "__copy__", "fromkeys", "__doc__", "nope")
    return x + sum(2**i for i, name in enumerate(names) if hasattr(obj, name))


def length(obj, x):
    return x + (1 if getattr(obj, "__len__", None) is None else 2)


def of_sizes(x):
    return x + (1 if hasattr(x.shape, "__iter__") else 2)


if __name__ == "__main__":
    t = torch.ones(3)
    of_sizes(t)
    length(Plain(), t), length(Queue(), t), length(Bag(), t)
    has(Plain(), t), has(Queue(), t), has(Bag(), t)
"""
special = program("special_methods_exist", SPECIAL, args=["--force"], flags="-O0")


@pytest.mark.parametrize("cls", ["Bag", "Queue", "Plain"])
def test_special_methods_exist(cls):
    for name in ("has", "length"):
        check(
            special.load(),
            lambda m, name=name: lambda x: getattr(m, name)(getattr(m, cls)(), x),
            lambda: [torch.arange(3.0)],
        )


def test_objects_that_are_no_containers_have_no_length():
    check(special.load(), lambda m: lambda x: m.length(m.Plain(), x), lambda: [torch.arange(3.0)], expect="whole")


def test_special_methods_of_sizes():
    check(special.load(), "of_sizes", lambda: [torch.arange(3.0)])


# ---- the classes of tensors as values --------------------------------------------------------------------------------

CLASSES = """
import torch
import torch._tensor
from torch.nn.parameter import Parameter

Kinds = (torch.Tensor, Parameter)
Alias = torch.Tensor


def in_a_list(x, kinds):
    return x + 1 if kinds[0] is torch.Tensor and isinstance(x, kinds[0]) else x - 1


def in_a_dict(x, kinds):
    return x + 1 if kinds["of"] is torch.nn.Parameter else x - 1


def of_the_module(x, kinds):
    return x + 1 if kinds[0] is torch._tensor.Tensor else x - 1


def by_another_name(x):
    return (x + 1 if isinstance(x, Kinds) else x), Alias, [Parameter]


if __name__ == "__main__":
    x = torch.ones(3)
    in_a_list(x, [torch.Tensor, int])
    in_a_dict(x, {"of": Parameter})
    of_the_module(x, [torch.Tensor])
    by_another_name(x)
"""
classes = program("classes_of_tensors", CLASSES)


@pytest.mark.parametrize(
    "name, more",
    [
        ("in_a_list", [[torch.Tensor, int]]),
        ("in_a_dict", [{"of": torch.nn.Parameter}]),
        ("of_the_module", [[torch.Tensor]]),
        ("by_another_name", []),
    ],
)
def test_classes_of_tensors_as_values(name, more):
    check(classes.load(), name, lambda: [torch.ones(3), *more], expect="whole")


@pytest.mark.parametrize(
    "name, more", [("in_a_list", [[int]]), ("in_a_list", [[torch.nn.Parameter]]), ("in_a_dict", [{"of": torch.Tensor}])]
)
def test_other_classes_as_values(name, more):
    check(classes.load(), name, lambda: [torch.ones(3), *more])


DETAILS = """
import enum
from collections import ChainMap, Counter, UserDict

import torch


class Asked(UserDict):
    asked = 0

    def __getitem__(self, key):
        self.asked += 1
        return UserDict.__getitem__(self, key)


class Bits(enum.IntFlag):
    ONE = 1
    TWO = 2

    def __str__(self):
        return "bits"


class Words(enum.StrEnum):
    ONE = "one"

    def __str__(self):
        return "word"


def chained_keys(x):
    asked = Asked(a=1)
    chain = ChainMap(asked, {"b": 2, "a": 3})
    keys = list(chain), len(chain), "b" in chain
    plain = ChainMap({"a": 1}, {"b": 2})
    joined, turned = plain | {"c": x}, {"c": x} | plain
    return x * 2, keys, asked.asked, list(chain.values()), joined.maps[0]["c"], list(turned), type(turned).__name__


def formatted_members(x):
    return x * 2, f"{Bits.ONE}", f"{Bits.TWO:3}", "{}".format(Words.ONE), format(Words.ONE, ">5"), str(Words.ONE)


def counted_by_mappings(x):
    added, taken = Counter(a=3, b=1), Counter(a=3, b=1)
    added.update(ChainMap({"a": 2}, {"b": 5}), a=1)
    taken.subtract(ChainMap({"a": 2}, {"b": 5}), a=1)
    return x * 2, dict(added), dict(taken)
"""
DETAILS_PROGRAM = program(
    "library_details",
    DETAILS,
    ["chained_keys(f32[N])", "formatted_members(f32[N])", "counted_by_mappings(f32[N])"],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", ["chained_keys", "formatted_members", "counted_by_mappings"])
def test_details(name):
    check(DETAILS_PROGRAM.load(), name, lambda: (torch.arange(3.0),), expect="whole")


CHANGING = """
import torch


def changing(x):
    class Clears:
        def __init__(self, other):
            self.other = other

        def __eq__(self, right):
            self.other.clear()
            return NotImplemented

    a, b = [], []
    a.append(Clears(b))
    b.append(Clears(a))
    return x * 2, a == b, len(a), len(b)
"""
CHANGING_PROGRAM = program("changing_lists", CHANGING, ["changing(f32[N])"], args=("--force",), flags="-O0")


def test_comparison_that_changes_lists():
    check(CHANGING_PROGRAM.load(), "changing", lambda: (torch.arange(3.0),))


BASES = program(
    "bases_of_classes",
    """
import collections
import contextlib
import enum
import functools
import types

import torch
from torch import nn


class Net(nn.Module):
    pass


class Level(enum.IntEnum):
    LOW = 1


class Kept(collections.OrderedDict):
    pass


class Failure(ValueError):
    pass


def names(cls):
    return [base.__name__ for base in cls.__mro__], [base.__name__ for base in cls.__bases__]


def as_in_python(x):
    return x + 1, [names(cls) for cls in (Net, nn.Linear, Kept, Failure, collections.UserDict, enum.Flag, dict, int)]


def of_tensors(x):
    return x + 1, [base.__name__ for base in type(x).__mro__], [base.__name__ for base in nn.Parameter.__mro__]


def of_members(x):
    return x + 1, names(Level), names(enum.IntEnum)


def of_managers(x):
    return x + 1, names(contextlib.suppress), names(contextlib.ExitStack), names(torch.no_grad)


def homes(x):
    listed = (nn.Parameter, torch.no_grad, torch.enable_grad, types.MappingProxyType, functools.partial, torch.Tensor)
    return x + 1, [(cls.__module__, repr(cls)) for cls in listed], repr(type(x.dtype)), type(x.device).__module__
""",
    [f"{name}(f32[N])" for name in ("as_in_python", "of_tensors", "of_members", "of_managers", "homes")],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", ["as_in_python", "of_tensors", "of_members", "of_managers", "homes"])
def test_bases_and_homes_of_classes(name):
    is_whole = name in ("as_in_python", "homes")
    check(BASES.load(), name, lambda: (torch.arange(3.0),), expect="whole" if is_whole else None)


NAMED_RESULTS = program(
    "made_named_results",
    """
import torch


def made(x):
    r = torch.return_types.max((x, x + 1))
    return r.indices, r, len(r), type(r).__name__


def of_a_list(x):
    q, r = torch.return_types.qr([x * 2, x - 1])
    return q + r


def in_try(x):
    try:
        return torch.return_types.max((x, x + 1)).indices
    except TypeError:
        return "refused"


def of_two(x):
    try:
        return torch.return_types.max(x, x + 1)
    except TypeError:
        return "refused"


def of_three(x):
    try:
        return torch.return_types.max((x, x, x))
    except TypeError:
        return "refused"


def computed(x):
    values, indices = x.sort()
    return torch.return_types.sort((values * 2, indices))
""",
    [f"{name}(f32[N])" for name in ("made", "of_a_list", "in_try", "of_two", "of_three", "computed")],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", ["made", "of_a_list", "in_try", "of_two", "of_three", "computed"])
def test_results_with_names_that_a_program_makes(name):
    expect = None if name in ("of_two", "of_three") else "whole"
    check(NAMED_RESULTS.load(), name, lambda: (torch.arange(3.0),), expect=expect)
