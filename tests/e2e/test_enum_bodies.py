"""Enumerations that TorchDynamo's users write: enum.property, aliases of auto(), flags with several bits, enumerations
made by a call, and what the body of one may not say."""

import pytest
import torch
from harness import check, program

SOURCE = r"""
import enum
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto

import torch


def attempt(f):
    try:
        return ("ok", f())
    except Exception as e:
        return type(e).__name__


class Shape(Enum):
    CIRCLE = auto()
    ROUND = CIRCLE
    SQUARE = auto()


class Access(Flag):
    R = auto()
    W = auto()
    X = auto()
    ALL = R | W | X


class Whole(int, Flag):
    A = 1
    B = 2


class Base(Enum):
    @enum.property
    def first(self):
        return "%s is first!" % self.name


class Main(Base):
    first = 1
    second = 2


class Box(IntEnum):
    _X = 0
    _Y = 1
    H = 3

    @classmethod
    def point(cls):
        return slice(cls._Y, cls.H)


class Hidden(Enum):
    __own = 3
    _B_c = 4
    _ = 5

    def shown(self):
        return self.__own


class Low(Flag):
    _A = auto()
    B = auto()
    C = _A | B


def underscores(x):
    said = len(Box), [m.name for m in Box], Box(0).name, list(Hidden.__members__), Hidden._.shown(), Hidden._B_c.value
    return x[Box.point()] * Low._A.value, said, [m.name for m in Low], Low._A in Low.C, Low.C.value


def indices(x):
    y = torch.stack([x, x + 3, x * 2])
    read = y[..., Box._Y], y[Box._X], y[Box._Y, Box._X], y[:, Box._X : Box.H], y[Box._Y :]
    y[..., slice(Box._X, Box._Y + 1)] = y[..., Box._Y : Box.H - 1].tanh()
    y[Box._Y] += 1
    return y, read


def aliases(x):
    return x + 1, len(Shape), Shape.ROUND is Shape.CIRCLE, list(Shape.__members__), Shape.ROUND.name, Shape.SQUARE.value


def parts(x):
    rw = Access.R | Access.W
    return (x * rw.value, list(rw), len(rw), len(Access), Access.R in rw, Access.X in rw, attempt(lambda: 1 in rw),
            list(Access.ALL), bool(Access(0)), list(Access(0)), [m.name for m in Access])


def mixed(x):
    return x + 1, isinstance(Whole.A | 2, Whole), (Whole.A | 2).value, attempt(lambda: Access.R | 2)


def redirected(x):
    return x + 1, Main.first, Main.second.first, Main.first.first, attempt(lambda: Base.first)


def told(x):
    return x + 1, Whole._member_type_ is int, Main._member_type_ is object, Main._member_names_, Shape._member_names_


def reassigned(x):
    def f():
        Shape.CIRCLE = 5
    return x + 1, attempt(f), Shape.CIRCLE


def twice(x):
    try:

        class Color(Enum):
            red = 1
            green = 2
            red = 4
    except TypeError:
        x = x + 1
    return x


def odd_auto(x):
    def f():
        class Color(Enum):
            red = 5
            blue = 1
            green = auto()
        return Color.green.value

    def g():
        class Color(Flag):
            red = "a"
            blue = auto()
        return Color.blue.value
    return x + 1, attempt(f), attempt(g)


def pairs_of_auto(x):
    class Pair(Enum):
        A = auto(), auto()
        B = auto(), auto()
    return x + 1, Pair.A.value, Pair.B.value


def own_method(x):
    class Level(IntEnum):
        LOW = 1
        HIGH = 5

        @property
        def doubled(self):
            return self.value * 2
    return x * Level.HIGH, Level.LOW.doubled, Level(5) is Level.HIGH, [m.doubled for m in Level]


def texts(x):
    rw = Access.R | Access.W
    return x + 1, str(Access.R), repr(rw), str(rw), str(Access(0)), repr(Access(0)), rw.name, Access(0).name, f"{rw}", repr(Whole.B)


def defined_late(x):
    try:

        class Late(Enum):
            red = auto()

            def _generate_next_value_(name, start, count, last):
                return name
    except TypeError:
        x = x + 1
    try:

        class Two(Enum):
            red = 1

            def red(self):
                return 1
    except TypeError:
        x = x + 2
    return x


def by_call(x):
    Color = Enum("Color", "RED GREEN")
    Perm = Flag("Perm", ["R", "W", "X"])
    Level = IntEnum("Level", (("LOW", 3), ("HIGH", 7)))
    Name = StrEnum("Name", "A B")
    Late = Enum("Late", "a b", start=10)
    rw = Perm.R | Perm.W
    return (x * Level.HIGH, [m.name for m in Color], Color.GREEN.value, Color(1) is Color.RED, rw.value, repr(Perm.X), Level.LOW + 1,
            Name.B.value, Late.b.value, Color["RED"] is Color.RED, len(Perm), repr(Color.RED), attempt(lambda: Color(7)))


def by_call_kept(x):
    Color = Enum("Color", "RED GREEN")
    return x + 1, repr(Color.RED), [repr(c) for c in Color], Color


Color = Enum("Color", "RED GREEN")
Other = Enum("Another", "A B")
Perm = Flag("Perm", "R W")


class Real(Enum):
    X = 1


def at_module_1(x):
    return x, Color.RED, Color.GREEN.value


def at_module_2(x):
    return x, Other.A.name, Other.B


def at_module_3(x):
    return x, (Perm.R | Perm.W).value


def at_module_4(x):
    Real = Enum("Real", "X Y")
    return x, Real


def at_module_5(x):
    Real = Enum("Real", "X Y")
    return x, Real.X


def at_module_6(x):
    Real = Enum("Real", "X Y")
    def f():
        return Real
    return x, f


def at_module_7(x):
    Real = Enum("Real", "X Y")
    return x, isinstance(Real.X, Real), Real.X.value
"""
NAMES = [
    "indices",
    "underscores",
    "aliases",
    "parts",
    "mixed",
    "redirected",
    "told",
    "reassigned",
    "twice",
    "own_method",
    "texts",
    "defined_late",
    "by_call",
    "at_module_1",
    "at_module_3",
    "at_module_7",
]
CUT = [
    "odd_auto",
    "pairs_of_auto",
    "by_call_kept",
    "at_module_2",
    "at_module_4",
    "at_module_5",
    "at_module_6",
]
PROGRAM = program("enum_bodies", SOURCE, [f"{name}(f32[N])" for name in NAMES + CUT], args=("--force",), flags="-O0")


@pytest.mark.parametrize("name", NAMES)
def test_whole(name):
    check(PROGRAM.load(), name, lambda: (torch.arange(3.0),), expect="whole")


@pytest.mark.parametrize("name", CUT)
def test_in_python_words(name):
    pair = PROGRAM.load()
    x = torch.arange(3.0)
    eager, built = getattr(pair.eager, name)(x), getattr(pair.built, name)(x)
    assert repr(eager[1:]).partition(" at 0x")[0] == repr(built[1:]).partition(" at 0x")[0]


def test_class_made_by_a_call_is_none_of_the_module():
    pair = PROGRAM.load()
    _, made = pair.built.at_module_4(torch.arange(3.0))
    assert made is not pair.built.Real and list(made.__members__) == ["X", "Y"]


NESTED = program(
    "enumerations_in_functions",
    """
import enum
import torch


def refused(x):
    class Number(enum.IntEnum):
        one = 1

    try:
        return x, Number(0)
    except ValueError as error:
        return x + 1, str(error)
""",
    ["refused(f32[N])"],
    args=("--force",),
)


def test_the_words_for_no_member_name_the_function_around_the_enumeration():
    check(NESTED.load(), "refused", lambda: (torch.ones(2),))


UNDERSCORES = program(
    "members_with_underscores",
    """
import enum

import torch


class Index(enum.IntEnum):
    _X = 0
    _Y = 1
    HEADING = 2

    @classmethod
    def point(cls):
        return slice(cls._X, cls._Y + 1)


class Mixed(enum.Enum):
    _ignore_ = ["scratch"]
    __hidden = 5
    _seen = 1
    A = 2
    _last = "z"

    @property
    def _doubled(self):
        return self.value * 2

    def _mine(self):
        return self.value


def positions(x):
    return x[..., Index.point()], x[..., Index._X], x + Index._Y


def members(x):
    return x + 1, len(Index), [m.name for m in Index], isinstance(Index._X, Index), Index(0) is Index._X, Index["_Y"].value


def mixed(x):
    return x + 1, [m.name for m in Mixed], Mixed._seen.value, Mixed._last._mine(), Mixed.A._doubled


def private(x):
    try:
        return x + 1, Mixed._Mixed__hidden
    except AttributeError:
        return x


def given(x, m):
    return x[..., m], m.name, m is Index._X


def twice(x):
    try:

        class Twice(enum.Enum):
            _A = 1
            _A = 2

    except TypeError as error:
        return x + 1, type(error).__name__
    return x
""",
    [
        *(f"{name}(f32[2, 4])" for name in ("positions", "members", "mixed", "private", "twice")),
        "given(f32[2, 4], Index._X)",
    ],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", ["positions", "members", "mixed", "private", "twice"])
def test_members_whose_names_begin_with_an_underscore(name):
    is_whole = name in ("positions", "members", "mixed")
    check(UNDERSCORES.load(), name, lambda: [torch.ones(2, 4)], expect="whole" if is_whole else None)


@pytest.mark.parametrize("member", ["_X", "HEADING"])
def test_such_a_member_that_is_given(member):
    def called(module):
        return lambda x: module.given(x, getattr(module.Index, member))

    check(UNDERSCORES.load(), called, lambda: [torch.ones(2, 4)], expect="whole" if member == "_X" else None)
