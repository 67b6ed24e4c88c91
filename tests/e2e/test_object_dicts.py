"""obj.__dict__ and vars(obj) are the attributes themselves: what is written through one is read through the other."""

import pytest
import torch
from harness import check, program

SOURCE = """
import enum

import torch


class Box:
    def __init__(self):
        self.x = 1
        self.y = 2


class Bag:
    def __init__(self, **values):
        self.__dict__.update(values)
        self.__dict__["n"] = len(values)


class Doubled:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, owner=None):
        return self if obj is None else obj.__dict__.get(self.name, 0)

    def __set__(self, obj, value):
        obj.__dict__[self.name] = value * 2


class Holder:
    part = Doubled()


class Temperature:
    def __init__(self, degrees):
        self._degrees, self.log = degrees, []

    @property
    def degrees(self):
        return self._degrees

    @degrees.setter
    def degrees(self, value):
        self.log.append("set")
        self._degrees = value

    @degrees.deleter
    def degrees(self):
        self.log.append("deleted")
        del self._degrees

    @property
    def fixed(self):
        return 1


shared = Box()


def case_read_after_a_write(t):
    box = Box()
    d = box.__dict__
    box.x = 5
    return t * d["x"], d is vars(box)


def case_added_and_deleted(t):
    box = Box()
    d = vars(box)
    box.z = 5
    del box.y
    return t * len(d), list(d)


def case_of_an_argument(t):
    box = t.box if hasattr(t, "box") else Box()
    d = box.__dict__
    box.x = 7
    d["y"] = 8
    return t * d["x"], box.y


def case_while_iterated(t):
    box = Box()
    for name, value in box.__dict__.items():
        box.x = value + 10
    return t * box.x, list(vars(box).values())


def case_written(t):
    bag, holder = Bag(a=t, b=2), Holder()
    holder.part = t
    d = vars(bag)
    d["c"] = 7
    del d["b"]
    return bag.a * bag.n, holder.part, bag.c, sorted(bag.__dict__), hasattr(bag, "b"), len(d)


def case_in_branches_and_loops(t):
    box = Box()
    d = box.__dict__
    if t.sum() > 0:
        box.x = 3
    else:
        d["x"] = 4
    for _ in range(t.shape[0]):
        box.y = box.y + 1
    return t * d["x"] + d["y"]


def case_of_a_global(t):
    d = shared.__dict__
    shared.x += 1
    return t * d["x"]


def case_deleters(t):
    temperature = Temperature(t)
    temperature.degrees = temperature.degrees + 9
    seen = temperature.degrees
    del temperature.degrees
    refused = []
    for act in (lambda: setattr(temperature, "fixed", 3), lambda: delattr(temperature, "fixed")):
        try:
            act()
        except AttributeError as error:
            refused.append(type(error).__name__)
    return seen, temperature.log, hasattr(temperature, "_degrees"), refused


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 5


class Access(enum.IntFlag):
    READ = 1
    WRITE = 2
    RUN = 4


def case_int_enums(t):
    both = Access.READ | Access.WRITE
    known = Access.READ in both, bool(both & Access.RUN), both & 1 == 1, (both ^ Access.READ).value, both == 3, int(both)
    return t * Level.HIGH, str(Level.HIGH), f"{Level.LOW}", repr(Level.HIGH), Level.HIGH // 2, 7 % Level.HIGH, known


def case_lists_in_place(t):
    a = [t, 2]
    b = a
    a *= 2
    c = [1]
    c *= 0
    return b, c, a is b


if __name__ == "__main__":
    t = torch.ones(2)
CALLS
"""
NAMES = [line.split("(")[0][9:] for line in SOURCE.splitlines() if line.startswith("def case_")]
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    case_{name}(t)" for name in NAMES))
dicts = program("object_dicts", SOURCE, args=["--force"], flags="-O0")


@pytest.mark.parametrize("name", NAMES)
def test_case(name):
    expect = None if name == "of_an_argument" else "whole"
    for sign in (1, -1):
        check(dicts.load(), f"case_{name}", lambda: [torch.arange(2.0) * sign], expect=expect)


BEHIND = program(
    "behind_properties",
    """
class Backed:
    def __init__(self, x):
        self.__dict__["x"] = x

    @property
    def x(self):
        return self.__dict__["x"]


class Pretending(Backed):
    @property
    def x(self):
        return 999


class Typed:
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, obj, owner=None):
        return obj.__dict__[self.name]

    def __set__(self, obj, value):
        obj.__dict__[self.name] = value


class Described:
    x = Typed()

    def __init__(self, x):
        self.x = x


def read(o, t):
    return t * o.x + o.__dict__["x"] + vars(o).get("x")


def written(o, t):
    o.__dict__["x"] = o.x + 1
    return t * o.x


def through_the_descriptor(o, t):
    o.x = o.x + t
    return o.x * 2
""",
    calls=[
        *(f"{f}({made}, f32[N])" for f in ("read", "written") for made in ("Backed(3)", "Described(3)")),
        "read(Pretending(3), f32[N])",
        "through_the_descriptor(Described(f32[N]), f32[N])",
    ],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize(
    "name, cls",
    [
        ("read", "Backed"),
        ("read", "Described"),
        ("read", "Pretending"),
        ("written", "Backed"),
        ("written", "Described"),
    ],
)
def test_what_a_property_hides(name, cls):
    def called(module):
        o = getattr(module, cls)(3)
        return lambda t: (getattr(module, name)(o, t), vars(o))

    check(BEHIND.load(), called, lambda: [torch.arange(2.0)], expect="whole")


def test_a_tensor_that_a_descriptor_keeps():
    def called(module):
        o = module.Described(torch.ones(2))
        return lambda t: (module.through_the_descriptor(o, t), vars(o))

    check(BEHIND.load(), called, lambda: [torch.arange(2.0)], expect="whole")


TAKEN_OUT = program(
    "attributes_taken_out_of_dicts",
    """
import torch


class Kept:
    def __init__(self):
        self.a, self.b = 1, 2


class Cached:
    def __init__(self, t):
        self.t = t

    @property
    def doubled(self):
        own = self.__dict__
        if "_doubled" not in own:
            own["_doubled"] = self.t * 2
        return own["_doubled"]

    def reset(self, t):
        self.t = t
        self.__dict__.pop("_doubled", None)


class Net(torch.nn.Module):
    def forward(self, x):
        self.__dict__.pop("memo", None)
        self.__dict__.setdefault("memo", 5)
        return x + self.memo


def taken(o, x):
    return x + o.__dict__.pop("a") + o.b, hasattr(o, "a"), list(vars(o)), o.__dict__.pop("q", 7)


def missing(o, x):
    try:
        o.__dict__.pop("q")
    except KeyError as error:
        return x + 1, error.args


def all_but_one(o, x):
    for name in list(o.__dict__):
        if name != "b":
            o.__dict__.pop(name)
    return x + o.b


def by_default(o, x):
    vars(o).setdefault("c", x + 1)
    return o.c, vars(o).setdefault("a", 100)


def cached(o, t):
    first, again = o.doubled, o.doubled
    o.reset(t + 1)
    return first, o.doubled, first is again


def made_here(x):
    o = Kept()
    own = o.__dict__
    taken = own.pop("a")
    o.c = 3
    o.a = 5
    return x + taken, list(own), own.setdefault("a", 9), own.setdefault("d", 9), o.d


def of_a_module(net, x):
    return net(x), net.__dict__["memo"]
""",
    calls=[
        *(f"{f}(Kept(), f32[N])" for f in ("taken", "missing", "all_but_one", "by_default")),
        "cached(Cached(f32[N]), f32[N])",
        "made_here(f32[N])",
        "of_a_module(Net(), f32[N])",
    ],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize(
    "name", ["taken", "missing", "all_but_one", "by_default", "cached", "made_here", "of_a_module"]
)
def test_attributes_that_leave_through_the_dict(name):
    def called(module):
        made = {"cached": lambda: module.Cached(torch.ones(2)), "of_a_module": module.Net}.get(name, module.Kept)
        function = getattr(module, name)
        if name == "made_here":
            return function
        o = made()
        shown = ("memo",) if name == "of_a_module" else ("a", "b", "c", "_doubled")
        return lambda t: (function(o, t), [(k, vars(o)[k]) for k in vars(o) if k in shown])

    check(TAKEN_OUT.load(), called, lambda: [torch.arange(2.0)], expect="whole")


SHARED = program(
    "dicts_of_several",
    """
import torch


class Plain:
    pass


def scaled(y):
    return y * scaled.k


scaled.k = 2


def given(a, b, x):
    a.__dict__ = b.__dict__
    a.v = x
    return b.v + 1


def written(d, x):
    d["k"] = x.shape[0]
    y = scaled(x)
    d["k"] = 2
    return y
""",
    ["given(Plain(), Plain(), f32[N])", "written({'k': 2}, f32[N])"],
    args=["--force"],
    flags="-O0",
)


def test_objects_that_get_one_dict():
    pair = SHARED.load()
    for module in pair.eager, pair.built:
        a, b = module.Plain(), module.Plain()
        b.v = torch.ones(3)
        assert torch.equal(module.given(a, b, torch.zeros(3)), torch.ones(3))
        assert a.__dict__ is b.__dict__ and torch.equal(a.v, torch.zeros(3))


def test_dicts_that_hold_attributes_of_functions():
    pair = SHARED.load()
    check(pair, "written", lambda: ({"k": 5}, torch.ones(3)), expect="whole")
    for module in pair.eager, pair.built:
        for _ in range(2):
            assert torch.equal(module.written(module.scaled.__dict__, torch.ones(3)), torch.full((3,), 3.0))
            assert module.scaled.k == 2
