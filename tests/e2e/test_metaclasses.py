"""Metaclasses: what they make of a class, what they give it, how they make its objects."""

import abc

import pytest
import torch
from harness import check, program

SOURCE = """
import abc
import enum

import torch


def doubled(self, t):
    return t * 2 + self.plus


class Registering(type):
    known = {}
    factor = 4

    def __new__(mcs, name, bases, attributes, **options):
        attributes["doubled"] = doubled
        attributes["plus"] = options.get("plus", 0)
        attributes.pop("dropped", None)
        made = super().__new__(mcs, name, bases, attributes)
        mcs.known[name] = made
        made.tag = name.lower()
        return made

    def __init__(cls, name, bases, attributes, **options):
        super().__init__(name, bases, attributes)
        cls.order = len(Registering.known)

    @property
    def size(cls):
        return len(cls.__name__)

    def __len__(cls):
        return 7

    def __iter__(cls):
        return iter([cls.tag, cls.order])

    def __contains__(cls, item):
        return item == cls.tag

    def describe(cls, mark="!"):
        return cls.tag + mark


class Base(metaclass=Registering):
    def __init__(self, v):
        self.v = v


class Derived(Base, plus=3):
    dropped = 1
    size = 5

    def go(self):
        return self.v * 2


class Marking(type):
    def __call__(cls, *args, **kwargs):
        made = super().__call__(*args, **kwargs)
        made.marked = True
        return made


class Marked(metaclass=Marking):
    def __init__(self, v, w=1):
        self.v, self.w = v, w


class Choosing(type):
    def __call__(cls, v):
        return v + 1 if cls.plain else super().__call__(v)


class Chosen(metaclass=Choosing):
    plain = True


class Pretending(type):
    def __instancecheck__(cls, value):
        return value == 3


class Pretended(metaclass=Pretending):
    pass


class Narrow(type):
    def __subclasscheck__(cls, other):
        return False


class Wide(metaclass=Narrow):
    pass


class Under(Wide):
    pass


class Preparing(type):
    @classmethod
    def __prepare__(mcs, name, bases):
        return {"prepared": 5}


class Prepared(metaclass=Preparing):
    def f(self, t):
        return t * self.prepared


class Answering(type):
    def __getattr__(cls, name):
        if name.startswith("n_"):
            return len(name)
        raise AttributeError(name)


class Answered(metaclass=Answering):
    pass


class AbstractMeta(abc.ABCMeta):
    def hello(cls):
        return 2


class Abstract(metaclass=AbstractMeta):
    def f(self, t):
        return t * 3


class Replacing(type):
    def __new__(mcs, name, bases, attributes):
        return int


class Replaced(metaclass=Replacing):
    pass


class Sized(type):
    def __getitem__(cls, i):
        return i * 2

    def __contains__(cls, i):
        return i == 3

    def __len__(cls):
        return 0


class Empty(metaclass=Sized):
    pass


class Own(Empty):
    def __class_getitem__(cls, i):
        return 77


def case_of_a_container(t):
    try:
        t = t * Empty[2] + Own[1]
    except TypeError:
        pass
    return t, 3 in Empty, 4 in Empty, bool(Empty), len(Empty)


def case_made(t):
    d = Derived(t)
    return d.go(), d.tag, Derived.tag, Derived.order, d.doubled(t), hasattr(d, "dropped"), Base(t).doubled(t)


def case_of_the_class(t):
    return t, len(Derived), list(Derived), "derived" in Derived, Derived.describe(), Base.describe(mark="?")


def case_properties(t):
    return t, Base.size, Derived.size, hasattr(Derived, "describe"), hasattr(Derived(t), "describe")


def case_kinds(t):
    return t, type(Derived).__name__, isinstance(Derived, Registering), isinstance(Derived, type), Base.factor, Derived(t).plus


def case_absent(t):
    try:
        Derived.nothing
    except AttributeError:
        return t + 1
    return t


def case_calls(t):
    m = Marked(t, w=2)
    return m.v * m.w, m.marked, isinstance(m, Marked)


def case_chosen(t):
    return Chosen(t)


def case_back(t):
    return Derived(t), Marked(t)


def case_instances_by_class_alone(t):
    return t + 1 if isinstance(Under(), Wide) else t - 1


def cut_effects(t):
    seen = []

    class Telling(type):
        def __new__(mcs, name, bases, attributes):
            seen.append(super().__new__(mcs, name, bases, attributes).own())
            return 0

    class Ordering(type):
        def mro(cls):
            seen.append("mro")
            return super().mro()

    class Told(metaclass=Telling):
        @staticmethod
        def own():
            return __class__.__name__

    class Ordered(metaclass=Ordering):
        pass

    return t + len(seen), seen, Told


def cut_other_arguments(t):
    seen = []
    for change in (
        lambda mcs, name, bases: (mcs, name, bases is None),
        lambda mcs, name, bases: (mcs, name, list(bases)),
        lambda mcs, name, bases: (mcs, name, bases + (Empty,)),
        lambda mcs, name, bases: (mcs, name + "2", bases),
        lambda mcs, name, bases: (Sized, name, bases),
        lambda mcs, name, bases: (mcs, name),
    ):

        class Other(Sized):
            def __new__(mcs, name, bases, attributes):
                return super().__new__(*change(mcs, name, bases), attributes)

        try:

            class Made(metaclass=Other):
                pass

            seen.append((type(Made).__name__, Made.__name__, len(Made.__mro__)))
        except TypeError as error:
            seen.append(str(error))
    return t + len(seen), seen


def cut_cell(t):
    class Taking(type):
        def __new__(mcs, name, bases, attributes):
            attributes.pop("__classcell__", None)
            return super().__new__(mcs, name, bases, attributes)

    try:

        class Lost(metaclass=Taking):
            def own(self):
                return __class__
    except RuntimeError:
        return t, "lost"
    return t, "found"


def cut_enumeration(t):
    try:

        class Both(str, int, enum.Enum):
            ONE = 1
    except TypeError:
        return t, "refused"
    return t, "made"


def cut_checks(t):
    return t, isinstance(3, Pretended), isinstance(4, Pretended)


def cut_prepared(t):
    return Prepared().f(t)


def case_answered(t):
    return t * Answered.n_abc, hasattr(Answered, "other")


def cut_abstract(t):
    return Abstract().f(t), Abstract.hello()


def cut_replaced(t):
    return t * Replaced("3")


if __name__ == "__main__":
    t = torch.ones(2)
CALLS
"""
CASES = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith("def case_")]
CUT = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith("def cut_")]
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    {name}(t)" for name in [*CASES, *CUT]))
metaclasses = program("metaclasses", SOURCE, args=["--force"], flags="-O0")


@pytest.mark.parametrize("name", CASES)
def test_case(name):
    check(metaclasses.load(), name, lambda: [torch.arange(2.0)], expect="whole")


@pytest.mark.parametrize("name", CUT)
def test_left_to_python(name):
    check(metaclasses.load(), name, lambda: [torch.arange(2.0)])


def test_objects_that_are_returned():
    for module in (metaclasses.load().eager, metaclasses.load().built):
        derived, marked = module.case_back(torch.arange(2.0))
        assert type(derived) is module.Derived and list(vars(derived)) == ["v"]
        assert vars(marked).keys() == {"v", "w", "marked"}
    assert isinstance(metaclasses.load().built.Abstract, abc.ABCMeta)


def test_a_replaced_function_is_noticed():
    pair = metaclasses.load()
    for module in (pair.eager, pair.built):
        module.Registering.describe = lambda cls, mark="!": "other"
    try:
        check(pair, "case_of_the_class", lambda: [torch.arange(2.0)], expect="fallback")
    finally:
        for module in (pair.eager, pair.built):
            del module.Registering.describe


OF_ENUMERATIONS = program(
    "metaclasses_of_enumerations",
    """
import enum

import torch


class ByValue(enum.EnumMeta):
    def __contains__(cls, item):
        try:
            cls(item)
        except ValueError:
            return False
        return True

    def names(cls):
        return [member.name for member in cls]

    @property
    def first(cls):
        return next(iter(cls))


class Base(enum.Enum, metaclass=ByValue):
    @classmethod
    def values(cls):
        return [member.value for member in cls]


class Reduction(Base):
    SUM = "sum"
    MAX = "max"


class Other(enum.EnumMeta):
    def __contains__(cls, item):
        return isinstance(item, cls) and super().__contains__(item)

    def __len__(cls):
        return super().__len__() + 1

    def __iter__(cls):
        return (member.value for member in super().__iter__())

    def __getitem__(cls, name):
        return super().__getitem__(name.upper())

    def __reversed__(cls):
        return iter("turned")


class Level(enum.Enum, metaclass=Other):
    LOW = 1
    HIGH = 2


class Calling(enum.EnumMeta):
    def __call__(cls, *args):
        return "called"

    def __len__(cls):
        return 77

    def __iter__(cls):
        return iter("abc")

    def __contains__(cls, item):
        return False

    def __bool__(cls):
        return False


class Called(enum.Enum, metaclass=Calling):
    A = 1


class Turning(type):
    def __reversed__(cls):
        return iter([2, 1])

    def __len__(cls):
        return 2

    def __getitem__(cls, at):
        return at


class Turned(metaclass=Turning):
    pass


class Indexing(type):
    def __len__(cls):
        return 2

    def __getitem__(cls, at):
        return at * 10


class Indexed(metaclass=Indexing):
    pass


class Going(type):
    def __iter__(cls):
        return iter([1, 2])


class Gone(metaclass=Going):
    pass


def turned(x):
    return x + 1, list(reversed(Turned)), list(reversed(Indexed)), list(Gone)


def not_turned(x):
    try:
        return x, list(reversed(Gone))
    except TypeError as error:
        return x + 1, type(error).__name__


def by_value(x):
    return x + 1, "sum" in Reduction, "no" in Reduction, Reduction.SUM in Reduction, len(Reduction), bool(Reduction)


def names(x):
    return x + 1, Reduction.names(), Reduction.first.name, Reduction.values(), type(Reduction).__name__


def looked_up(x):
    return x + 1, Reduction("max").name, Reduction["SUM"].value, [member.name for member in reversed(Reduction)]


def others(x):
    return x + 1, 1 in Level, Level.LOW in Level, len(Level), list(Level), Level["low"].name, list(reversed(Level))


def chosen(x, mode):
    if mode not in Reduction:
        raise ValueError(mode)
    return x.sum() if Reduction(mode) is Reduction.SUM else x.max()


def called(x):
    return x + 1, len(Called), list(Called), Called.A in Called, bool(Called), Called(5)
""",
    [
        *(f"{f}(f32[N])" for f in ("by_value", "names", "looked_up", "others", "called", "turned", "not_turned")),
        "chosen(f32[N], 'sum')",
        "chosen(f32[N], 'max')",
    ],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", ["by_value", "names", "looked_up", "others", "called", "turned", "not_turned"])
def test_enumerations_that_are_other_containers(name):
    check(OF_ENUMERATIONS.load(), name, lambda: (torch.ones(3),), expect=None if name == "called" else "whole")


@pytest.mark.parametrize("mode", ["sum", "max", "no"])
def test_values_that_a_metaclass_finds(mode):
    expect = None if mode == "no" else "whole"
    check(OF_ENUMERATIONS.load(), "chosen", lambda: (torch.arange(3.0), mode), expect=expect)


def test_a_metaclass_of_an_enumeration_that_changes():
    pair = OF_ENUMERATIONS.load()
    check(pair, "by_value", lambda: (torch.ones(3),))
    for module in (pair.eager, pair.built):
        module.ByValue.__len__ = lambda cls: 5
        assert module.by_value(torch.ones(3))[4] == 5
        module.ByValue.__contains__ = lambda cls, item: item == "no"
        assert module.by_value(torch.ones(3))[1:4] == (False, True, False)
