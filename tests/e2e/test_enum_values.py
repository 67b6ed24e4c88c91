"""Members of enums that are ints or strs too: compared, used as keys, formatted and computed with as Python does."""

import pytest
import torch
from harness import check, program

SOURCE = """
import enum

import torch


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 5


class Name(enum.StrEnum):
    A = "aa"
    AUTO_NAMED = enum.auto()


class Unit(enum.Enum):
    CM = ("cm", 1.0)
    M = ("m", 100.0)

    def __init__(self, label, factor):
        self.label, self.factor = label, factor

    def to(self, other, v):
        return v * self.factor / other.factor


class Tens(enum.Enum):
    def __new__(cls, v):
        member = object.__new__(cls)
        member._value_ = v * 10
        return member

    A = 5
    B = 6


class Numbered(enum.Enum):
    def _generate_next_value_(name, start, count, last):
        return name.lower() + str(count)

    A = enum.auto()
    B = enum.auto()


class Lenient(enum.Enum):
    A = 1

    @classmethod
    def _missing_(cls, value):
        return cls.A if value == "a" else None


class Mode(str, enum.Enum):
    A = "aa"
    B = "bb"


class Number(int, enum.Enum):
    THREE = 3


class Parts(enum.Flag):
    LEFT = enum.auto()
    RIGHT = enum.auto()
    TOP = 8
    LAST = enum.auto()
    SIDES = LEFT | RIGHT
    ALL = SIDES | TOP | LAST
    WITH_FOUR = 4 | LEFT


class Access(enum.IntFlag):
    READ = 1
    WRITE = 2
    RUN = 4


class Ratio(float, enum.Enum):
    HALF = 0.5


def case_made_of_parts(x):
    both = Parts.LEFT | Parts.RIGHT
    names = [part.name for part in Parts], both == Parts.SIDES, Parts.TOP in Parts.ALL
    return x * Parts.ALL.value + Parts.LAST.value, Parts.SIDES, Parts.WITH_FOUR.value, names


def case_formatted(x):
    return x + Level.HIGH, f"{Level.HIGH:d}|{Level.HIGH:>4}|{Level.LOW:03x}|{Level.LOW}", "{:+d}".format(Level.HIGH)


def case_types(x):
    ints = isinstance(Level.HIGH, int), isinstance(Number.THREE, int), isinstance(Access.RUN, int)
    return x, ints, isinstance(Name.A, str), isinstance(Mode.A, str), isinstance(Mode.A, int), isinstance(Mode.A, Mode)


def case_equality(x):
    strs = Name.A == "aa", Mode.A == "aa", "aa" == Mode.A, Mode.A != "aa", Mode.A == Mode.B, Mode.A == Name.A
    return x, strs, Number.THREE == 3, 3 == Number.THREE, Level.LOW == Access.READ, Mode.A == 3, Mode("bb") is Mode.B


def case_members_of_containers(x):
    names = Mode.A in ("aa", "cc"), Mode.A in {"aa": 1}, "aa" in {Mode.A: 1}, ["aa"].index(Mode.A), Mode.A in {"aa"}
    return x, names, {Mode.A: 1}.get("aa"), {"aa": x}[Mode.A], {Level.HIGH: 3}[5], {5: 4}[Level.HIGH], {1.0: 2}[Level.LOW]


def case_text(x):
    text = Mode.A + "c", "c" + Mode.A, Mode.A.upper(), len(Mode.A), Mode.A[0], "a" in Mode.A, [c for c in Mode.A]
    shown = str(Mode.A), f"{Mode.A}", str(Level.HIGH), f"{Level.HIGH}", repr(Level.HIGH), str(Name.A), f"{Name.A}"
    return x, text, shown, Mode.A.value, Name.A.upper(), Mode.A.startswith("a"), "-".join([Mode.A, "z"]), Mode.A < "b"


def case_values_made_by_auto(x):
    return x * len(Name.AUTO_NAMED), Name.AUTO_NAMED == "auto_named", Name("auto_named").value, [str(n) for n in Name]


def case_arithmetic(x):
    ints = Level.HIGH // 2, 7 % Level.HIGH, -Level.LOW, Level.HIGH**2, 2**Level.HIGH, Level.HIGH / 2, abs(Level.LOW)
    return x * Level.HIGH, x + Number.THREE, ints, max(Level), sorted(Level, reverse=True)[0].name, Level.HIGH > 3


def case_flags(x):
    both = Access.READ | Access.WRITE
    tests = Access.READ in both, bool(both & Access.RUN), both & 1 == 1, (both ^ Access.READ).value, both == 3, both > 2
    return x * both.value, tests, int(both), 4 | Access.READ == 5, isinstance(both, Access), [flag.name for flag in Access]


def mode(x, mode="aa"):
    if mode == Mode.A:
        return x + 1
    return x - 1


def table(x, key=Mode.A):
    return {"aa": x * 2, "bb": x}[key]


def matched(x, key=Mode.A):
    match key:
        case Mode.A:
            return x * 3
        case Mode.B:
            return x
    return -x


def case_made_by_the_class(x):
    factors = [unit.factor for unit in Unit]
    return x * Unit.M.to(Unit.CM, 2), Unit.CM.label, Unit(("m", 100.0)) is Unit.M, factors


def case_values_of_new(x):
    return x * Tens.A.value, Tens(60) is Tens.B


def case_next_values(x):
    return x, Numbered.A.value, Numbered("b1") is Numbered.B


def case_missing(x):
    try:
        Lenient(5)
    except ValueError:
        x = x + 1
    return x, Lenient("a")


def case_of_no_class(x):
    return enum.auto(), x + 1


def case_of_floats(x):
    return x * Ratio.HALF, Ratio.HALF == 0.5


def case_of_members_table(x):
    try:
        return Mode.A.__members__
    except AttributeError:
        return x + 1, hasattr(Mode.A, "__members__"), hasattr(Mode, "__members__"), list(type(Mode.A).__members__)


if __name__ == "__main__":
    x = torch.ones(3)
    mode(x), mode(x, Mode.A), table(x), table(x, "bb"), matched(x), matched(x, Mode.B)
CALLS
"""
NAMES = [line.split("(")[0][9:] for line in SOURCE.splitlines() if line.startswith("def case_")]
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    case_{name}(x)" for name in NAMES))
enums = program("enum_values", SOURCE, args=["--force"], flags="-O0")


@pytest.mark.parametrize("name", NAMES)
def test_case(name):
    check(enums.load(), f"case_{name}", lambda: [torch.arange(3.0)], expect=None if name == "of_floats" else "whole")


@pytest.mark.parametrize("name", ["mode", "table", "matched"])
@pytest.mark.parametrize("key", ["default", "aa", "bb", "A", "B"])
def test_arguments(name, key):
    key_of = {"default": lambda m: [], "A": lambda m: [m.Mode.A], "B": lambda m: [m.Mode.B]}
    make = key_of.get(key, lambda m: [key])
    check(enums.load(), lambda m: lambda x: getattr(m, name)(x, *make(m)), lambda: [torch.arange(3.0)])


FLAGS = program(
    "flags_of_several_bits",
    """
import enum


class Access(enum.IntFlag):
    R = 1
    W = 2
    X = 4


class Parts(enum.Flag):
    A = 1
    B = 2


BOTH = Parts.A | Parts.B


def counted(x, access=Access.R | Access.W):
    if access & Access.W:
        x = x + int(access)
    return x


def held(x, parts):
    return (x + 1 if Parts.A in parts else x - 1), BOTH.value
""",
    ["counted(f32[N])", "counted(f32[N], Access.R)", "held(f32[N], Parts.A | Parts.B)", "held(f32[N], Parts.B)"],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("bits", [None, 1, 3, 6])
def test_flags_of_several_bits(bits):
    call = lambda m: lambda x: m.counted(x, *([] if bits is None else [m.Access(bits)]))
    check(FLAGS.load(), call, lambda: [torch.ones(3)], expect="whole" if bits in (None, 1, 3) else "fallback")


@pytest.mark.parametrize("bits", [0, 1, 2, 3])
def test_members_of_flags_of_several_bits(bits):
    call = lambda m: lambda x: m.held(x, m.Parts(bits))
    check(FLAGS.load(), call, lambda: [torch.ones(3)], expect="whole" if bits > 1 else "fallback")


BITS = program(
    "bits_of_int_members",
    """
import enum
import torch


class Level(enum.IntEnum):
    low = 1
    mid = 6


class Own(int, enum.Enum):
    three = 3


def bits(x, n: int):
    y = x * 2 + 1
    a = Level.mid | 9, Level.mid & 3, Level.mid ^ Level.low, Level.low << 3, Level.mid >> Level.low
    b = 9 | Level.mid, 3 & Level.mid, 5 ^ Level.low, 2 << Level.low, 40 >> Own.three
    return y, a, b, [type(item).__name__ for item in a + b], Own.three | Level.mid, n | Own.three, Level.low << n


def others(x):
    y = x * 2 + 1
    try:
        held = Level["low"] | sum([][1:])
    except TypeError:
        held = "refused"
    return y, held, ~Level.mid, +Own.three, divmod(Level.mid, 4), divmod(20, Level.mid)


def refused(x):
    found = []
    for operation in (lambda: Level.mid | 2.5, lambda: "a" & Level.mid, lambda: Level.low << -1, lambda: Own.three ^ None):
        try:
            found.append(operation())
        except Exception as error:
            found.append(type(error).__name__)
    return x * 2 + 1, found
""",
    ["bits(f32[N], 5)", "others(f32[N])", "refused(f32[N])"],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["bits", "others", "refused"])
def test_operations_on_bits_of_int_members(name):
    given = (5,) if name == "bits" else ()
    check(BITS.load(), name, lambda: (torch.ones(3), *given), expect="whole" if name != "bits" else None)


DATA_TYPES = program(
    "values_and_data_types",
    """
import enum
import torch


class Base:
    def __new__(cls, *args):
        self = object.__new__(cls)
        self.args = args
        return self


class More(int, enum.Enum):
    def __new__(cls, a):
        return int.__new__(cls, a + 1)

    one = 1
    five = 5


class Labelled(int, enum.Enum):
    def __new__(cls, value, label):
        self = int.__new__(cls, value)
        self._value_ = value
        self.label = label
        return self

    one = 1, "uno"
    two = 2, "due"


class Converted(int, enum.Enum):
    a = "3"
    b = 2.5
    c = True


class FromText(enum.IntEnum):
    ten = "12", 8


class Texts(str, enum.Enum):
    five = 5
    none = None


class Mixed(Base, enum.Enum):
    a = 1


def words_of(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__, str(error), str(error.__cause__)


def own_value(x):
    return x + More.one, More.five + 1, More.five.value, More(1) is More.one


def labelled(x):
    return x * Labelled.two, Labelled.two.label, Labelled(2).name, Labelled.one + 1, repr(Labelled.one)


def converted(x):
    return x, [m.value for m in Converted], repr(Converted.c), FromText(10).name, [m.value for m in Texts], Texts.five == "5"


def of_a_base(x):
    return x + 1, type(Mixed.a.value).__name__, Mixed.a.args


def refused(x):
    def of_text():
        class E(str, enum.Enum):
            def __new__(cls, a, b):
                return str.__new__(cls, a)

            A = "x", "utf8"

    def of_object():
        class E(int, enum.Enum):
            def __new__(cls, a):
                return object.__new__(cls)

            A = 1

    def of_number():
        class E(enum.StrEnum):
            A = 5

    def of_word():
        class E(enum.IntEnum):
            A = "x"

    return x + 1, [words_of(make) for make in (of_text, of_object, of_number, of_word)]
""",
    [f"{name}(f32[N])" for name in ("own_value", "labelled", "converted", "of_a_base", "refused")],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["own_value", "labelled", "converted", "of_a_base", "refused"])
def test_values_that_the_data_type_makes(name):
    is_whole = name in ("labelled", "converted")
    check(DATA_TYPES.load(), name, lambda: [torch.ones(3)], expect="whole" if is_whole else None)


POSITIONS = program(
    "members_as_positions",
    """
import enum

import torch
import torch.nn.functional as F


class Count(enum.IntEnum):
    ONE = 1
    TWO = 2


class Column(enum.IntEnum):
    X = 0
    Y = 1
    W = 2


class Own(enum.IntEnum):
    A = 1

    def __index__(self):
        return 2


class Index:
    def __init__(self, at):
        self.at = at

    def __index__(self):
        return self.at


def dims(x):
    return x.sum(Column.Y), x.mean(dim=Column.X), x.softmax(Column.Y), x.transpose(Column.X, Column.Y), x.size(Column.Y)


def sizes(x):
    return torch.zeros(Count.TWO), x.reshape(Count.TWO, -1), x.repeat(Count.TWO, Count.ONE), torch.full((Count.TWO,), 1.5)


def parts(x):
    return x.narrow(0, Count.ONE, Count.TWO), torch.cat([x, x], Column.Y), x.split(Count.TWO, Column.Y), x.roll(Count.ONE)


def columns(x):
    return x[:, Column.X], x[:, Column.X : Column.W], x[Column.Y], x[Column.X : Column.W, None, :: Count.TWO]


def given(x, c):
    return x[:, c], x.sum(c), x.size(c), x[:c], x[..., c:], x.unsqueeze(c), torch.zeros(c)


def written(x):
    y = x.clone()
    y[:, Column.X] = 5
    y[Column.Y : Column.W] = x[Column.X : Count.ONE] * 2
    y[Column.W, Column.W] = Count.TWO
    items = [1, 2, 3, 4]
    items[Column.Y : Column.W] = [9, 9]
    del items[: Count.ONE]
    return y, items


def sequences(x):
    return x + 1, "abc"[Count.ONE :], (1, 2, 3)[: Count.TWO], [5, 6, 7][:: Count.TWO], range(9)[Count.ONE : Index(4)]


def by_objects(x, i):
    return x[: Index(2)], x[Index(1), Index(0) :], [1, 2, 3][Index(1) :], x[:i], [1, 2, 3][:i]


def functions(x):
    return F.max_pool1d(x, Count.TWO), F.pad(x, (Count.ONE, Count.TWO)), x.topk(Count.TWO, dim=Column.Y), x.clamp(Count.ONE)


def own_index(x):
    return x[: Own.A], x.sum(Own.A), [1, 2, 3][Own.A], [1, 2, 3][: Own.A]


def refused(x):
    said = []
    for at in (slice(1.5), slice("a"), slice(None, None, 0)):
        try:
            [1, 2, 3][at]
        except (TypeError, ValueError) as error:
            said.append(str(error))
    return x + 1, said
""",
    [
        *(
            f"{name}(f32[4, 4])"
            for name in (
                "dims",
                "sizes",
                "parts",
                "columns",
                "written",
                "sequences",
                "functions",
                "own_index",
                "refused",
            )
        ),
        "given(f32[4, 4], Column.Y)",
        "by_objects(f32[4, 4], Index(2))",
    ],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize(
    "name", ["dims", "sizes", "parts", "columns", "written", "sequences", "functions", "own_index", "refused"]
)
def test_members_that_are_positions(name):
    is_whole = name not in ("own_index", "refused")
    check(POSITIONS.load(), name, lambda: [torch.arange(16.0).reshape(4, 4)], expect="whole" if is_whole else None)


@pytest.mark.parametrize("name, member", [("given", "Y"), ("given", "W"), ("by_objects", 2), ("by_objects", -1)])
def test_positions_that_are_given(name, member):
    def called(module):
        at = getattr(module.Column, member) if name == "given" else module.Index(member)
        return lambda x: getattr(module, name)(x, at) if member != "W" else getattr(module, name)(x[..., None], at)

    check(POSITIONS.load(), called, lambda: [torch.arange(16.0).reshape(4, 4)])


JOINED = program(
    "joined_flags",
    """import enum
import torch


class Mode(enum.Flag):
    READ = enum.auto()
    WRITE = enum.auto()
    RUN = enum.auto()
    BOTH = READ | WRITE


def joined(x, mode):
    return x + 1, mode | Mode.RUN


def none_of(x, mode):
    return x + 1, mode & Mode.RUN


def kept(x, mode):
    held = [mode | Mode.RUN, ~mode, mode ^ Mode.READ]
    return x * len(held), held


if __name__ == "__main__":
    for function in (joined, none_of, kept):
        function(torch.ones(3), Mode.BOTH)
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["joined", "none_of", "kept"])
def test_flags_without_a_name_of_their_own_are_returned(name):
    pair = JOINED.fresh()

    def called(module):
        return lambda x: getattr(module, name)(x, module.Mode.BOTH)

    check(pair, called, lambda: [torch.ones(3)])  # Python makes the member
    check(pair, called, lambda: [torch.ones(3)], expect="whole")
    first, again = (getattr(pair.built, name)(torch.ones(3), pair.built.Mode.BOTH)[1] for _ in range(2))
    assert first == again and (name == "kept" or first is again is pair.built.Mode(first.value))
