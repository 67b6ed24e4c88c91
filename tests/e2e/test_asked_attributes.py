"""What classes, and objects of the library's types, are asked for by name: hasattr(), getattr() with a default, and
AttributeError are Python's, also for names that pyaot does not know."""

import pytest
import torch
from harness import check, program

OBJECTS = {
    "plain": "Plain",
    "data": "Data",
    "member": "Kind",
    "error": "Failed",
    "pair": "Pair",
    "module": "Net",
    "tensor_class": "torch.Tensor",
    "instance": "Plain()",
    "module_instance": "Net()",
    "tensor": "x",
    "pair_instance": "Pair(1, 2)",
    "counter": "collections.Counter('aab')",
    "deque": "collections.deque([1])",
    "complex": "2j",
    "property": "Plain.__dict__['p']",
    "proxy": "types.MappingProxyType({1: 2})",
    "namespace": "types.SimpleNamespace(a=1)",
    "null": "contextlib.nullcontext()",
    "stack": "contextlib.ExitStack()",
    "manager": "managed()",
    "above": "super(Plain, Plain())",
    "enum_member": "Kind.A",
    "floats": "torch.finfo(torch.float32)",
    "cached": "functools.lru_cache(len)",
    "reader": "Reader()",
    "user_dict": "collections.UserDict()",
    "chain_map": "collections.ChainMap({})",
    "builtin": "len",
    "partial": "functools.partial(managed)",
    "generator": "(i for i in range(3))",
}
# Each asked by a function of its own, as what is not known for one keeps all of a statement from being compiled.
APART = "__deepcopy__ __annotations__ __complex__ __module__ __dict__ __aenter__ _exit_callbacks func kwds gen"
APART += " __objclass__ __self__ __thisclass__ __eq__ __get__ __reduce_ex__ __next__ cache_info no_such_name"
TAKEN = "__eq__ __repr__ __format__ __copy__ __aenter__ _exit_callbacks cache_info clear popitem no_such_name"
NAMES = [
    "mro",
    "__subclasses__",
    "__call__",
    "__class__",
    "__base__",
    "__or__",
    "__weakref__",
    "__dict__",
    "__match_args__",
]
NAMES += [
    "__text_signature__",
    "args",
    "a",
    "fget",
    "sort",
    "acos_",
    "register_hook",
    "isclose",
    "is_xla",
    "_view_func",
]
NAMES += ["_keep_positive", "_convert_", "no_such_name", "value", "p"]

SOURCE = """
import collections
import contextlib
import dataclasses
import enum
import functools
import types

import torch

Pair = collections.namedtuple("Pair", "a b")


class Plain:
    value = 1

    @property
    def p(self):
        return 1


@dataclasses.dataclass
class Data:
    value: int = 1


class Kind(enum.Enum):
    A = 1


class Failed(Exception):
    pass


class Net(torch.nn.Module):
    def forward(self, x):
        return x + 1


class Reader:
    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return name


@contextlib.contextmanager
def managed():
    yield 1


def unbound(x):
    y = x.clone()
    torch.Tensor.sin_(y)
    torch.Tensor.addcmul_(y, x, x)
    return torch.Tensor.sort(y), torch.Tensor.isclose(x, y), hasattr(torch.Tensor, "cumsum"), hasattr(Plain, "no_such_name")


def class_of_tensor(x):
    return x + 1, type(x).__module__, repr(type(x)), f"{type(x)}", torch.Tensor.__module__


def documented(x):
    o = collections.OrderedDict(a=1)
    try:
        return x + 1, o.__doc__ is None
    except AttributeError:
        return x, 0


def of_bytes(x):
    try:
        return x + 1, len(b"ab"), list(b"ab")
    except TypeError:
        return x, 0


def subclasses(x):
    try:
        return x + len(Plain.__subclasses__())
    except AttributeError:
        return x


def refused(x):
    try:
        return x, Plain.no_such_name
    except AttributeError as error:
        return x + 1, str(error)

"""
for object_name, expression in OBJECTS.items():
    asked = ", ".join(f"hasattr(o, {name!r})" for name in NAMES)
    SOURCE += f"\ndef has_{object_name}(x):\n    o = {expression}\n    return x + 1, [{asked}]\n\n"
    for name in APART.split():
        SOURCE += f"\ndef {name}_of_{object_name}(x):\n    return x + 1, hasattr({expression}, {name!r})\n\n"
    for name in TAKEN.split():
        SOURCE += f"\ndef {name}_from_{object_name}(x):\n    try:\n        ({expression}).{name}\n"
        SOURCE += "    except AttributeError:\n        return x - 1\n    return x + 1\n\n"
    SOURCE += f"\ndef one_{object_name}(x):\n    o = {expression}\n    return x + 1, getattr(o, 'mro', 3) == 3\n\n"
SOURCE += "\nx = torch.ones(3)\nunbound(x)\nclass_of_tensor(x)\ndocumented(x)\nof_bytes(x)\nsubclasses(x)\nrefused(x)\n"
SOURCE += "".join(f"has_{name}(x)\none_{name}(x)\n" for name in OBJECTS)
SOURCE += "".join(f"{asked}_of_{name}(x)\n" for name in OBJECTS for asked in APART.split())
SOURCE += "".join(f"{taken}_from_{name}(x)\n" for name in OBJECTS for taken in TAKEN.split())
PAIR = program("asked_attributes", SOURCE, args=("--force",), flags="-O0")


@pytest.mark.parametrize("name", OBJECTS)
def test_asked(name):
    for kind in ("has", "one", *(f"{asked}_of" for asked in APART.split()), *(f"{t}_from" for t in TAKEN.split())):
        check(PAIR.load(), f"{kind}_{name}", lambda: (torch.arange(3.0),))


@pytest.mark.parametrize("name", ["unbound", "refused", "class_of_tensor"])
def test_methods_of_the_class(name):
    check(PAIR.load(), name, lambda: (torch.arange(3.0) + 1,), expect="whole")


@pytest.mark.parametrize("name", ["subclasses", "documented", "of_bytes"])
def test_what_python_knows(name):
    check(PAIR.load(), name, lambda: (torch.arange(3.0) + 1,))


def test_user_dicts_are_emptied():
    source = """
import collections

import torch


def emptied(x):
    d = collections.UserDict({"a": x, "b": x + 1})
    key, value = d.popitem()
    left = len(d)
    d.clear()
    try:
        d.popitem()
    except KeyError:
        return value, key, left, len(d)


emptied(torch.ones(3))
"""
    user_dicts = program("user_dicts_emptied", source, args=("--force",), flags="-O0")
    check(user_dicts.load(), "emptied", lambda: (torch.arange(3.0),), expect="whole")


NAMES_OF_MODULES = program(
    "names_of_modules",
    """
import math
import ssl
import torch


def defaulted(x):
    return x + (getattr(torch, "no_such_name", None) is None)


def there(x):
    return x + (getattr(ssl, "CERT_NONE", None) is None)


def unused(x):
    k = math.no_such_name
    return x + 1


def kept(x):
    return x + len({"a": torch.no_such_name})


def caught(x):
    try:
        torch.no_such_name
    except AttributeError:
        return x + 5
    return x


def compared(x):
    return x + (torch.no_such_name is None)


def handed(x):
    return compared_with(x, torch.no_such_name)


def compared_with(x, f=None):
    return x + (f is None)
""",
    [f"{name}(f32[N])" for name in ("defaulted", "there", "unused", "kept", "caught", "compared", "handed")],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("name", ["defaulted", "unused", "kept", "caught", "compared", "handed"])
def test_a_name_that_a_module_may_not_have(name):
    check(NAMES_OF_MODULES.load(), name, lambda: [torch.ones(3)])


def test_a_name_that_a_module_has():
    check(NAMES_OF_MODULES.load(), "there", lambda: [torch.ones(3)], expect="whole")


SLOTS = program(
    "slots_that_are_not_filled",
    """
import torch


class Slots:
    __slots__ = ("a", "b")

    def __init__(self, a):
        self.a = a


class Below(Slots):
    __slots__ = ["c"]


class Open(Slots):
    pass


def made(x):
    s = Slots(x.sin())
    if not hasattr(s, "b"):
        s.b = x + 1
    return s.a * s.b, sorted(s.__slots__)


def below(x):
    s = Below(x.sin())
    result = getattr(s, "b", x), hasattr(s, "c")
    t = Open(x)
    t.c, t.b = 3, result[0]
    try:
        s.c
    except AttributeError:
        result = result + (x.cos(),)
    return result, t.b * t.c, hasattr(t, "d")


def given(s, x):
    return (s.a + s.b if hasattr(s, "b") else s.a).sin() + x


if __name__ == "__main__":
    x = torch.rand(3)
    made(x), below(x), given(Slots(x), x), given(Below(x), x)
""",
    flags="-O0",
)


def test_slots_that_are_not_filled():
    pair = SLOTS.load()
    for name in ("made", "below"):
        check(pair, name, lambda: [torch.arange(3.0)], expect="whole")
    for cls in ("Slots", "Below"):
        for module, counted in ((pair.eager, False), (pair.built, True)):
            before = pair.built.__pyaot__.counters()["compiled"]
            assert module.given(getattr(module, cls)(torch.zeros(2)), torch.ones(2)).tolist() == [1, 1]
            assert (pair.built.__pyaot__.counters()["compiled"] == before + 1) == counted


def test_a_slot_that_has_another_value():
    results = []
    for module in (SLOTS.load().eager, SLOTS.load().built):
        slot = module.Slots.b
        module.Slots.b = 5
        try:
            results.append(module.given(module.Slots(torch.zeros(2)), torch.ones(2)))
        finally:
            module.Slots.b = slot
    assert results[0].tolist() == results[1].tolist()


MODULES = program(
    "names_that_modules_lack",
    """
import itertools
import math

import torch
import torch.nn.functional as F


def of_torch(x):
    return x.sin() * 2 + (1 if hasattr(torch, "no_such_name") else 3)


def of_others(x):
    return x.sin() + hasattr(itertools, "none") + hasattr(math, "tau") + hasattr(F, "gelu") * 3 + hasattr(F, "none") * 5


def by_getattr(x):
    return x.sin() + hasattr(torch, "has_mps") + hasattr(torch, "_dynamo") * 2 + hasattr(torch, "set_vital") * 3


def in_python(x):
    return x.sin() + hasattr(torch, "compile") * 2


if __name__ == "__main__":
    for function in (of_torch, of_others, by_getattr, in_python):
        function(torch.rand(3))
""",
    flags="-O0",
)


@pytest.mark.parametrize(
    "name, expect", [("of_torch", "whole"), ("of_others", "whole"), ("by_getattr", None), ("in_python", None)]
)
@pytest.mark.filterwarnings("ignore")
def test_names_that_modules_lack(name, expect):
    check(MODULES.load(), name, lambda: [torch.arange(3.0)], expect=expect)


@pytest.mark.parametrize(
    "module, name, function", [(torch, "no_such_name", "of_torch"), (torch.nn.functional, "none", "of_others")]
)
def test_names_that_modules_have_now(monkeypatch, module, name, function):
    monkeypatch.setattr(module, name, None, raising=False)
    check(MODULES.load(), function, lambda: [torch.arange(3.0)], expect="fallback")
