"""What Python's `object` and `type` refuse and rule: arguments of object.__new__() and __init__(), attributes of classes
that change them, metaclasses with an mro(), descriptors without __get__, objects that claim another class."""

import pytest
import torch
from harness import WORDS_OF, check, program

SOURCE = (
    WORDS_OF
    + """
import abc
import collections
import collections.abc
import contextlib
import enum
import functools
import inspect
import types

import torch

Named = collections.namedtuple("Named", "first")


class Plain:
    pass


class Init:
    def __init__(self, a):
        self.a = a


class New:
    def __new__(cls, a):
        return object.__new__(cls)


class Both:
    def __new__(cls, a):
        return object.__new__(cls)

    def __init__(self, a):
        self.a = a


def case_classes_without_init(x):
    return x + 1, words_of(lambda: Plain(1)), words_of(lambda: Plain(a=1)), words_of(lambda: object(1))


def case_new_of_object(x):
    said = [words_of(lambda: object.__new__(cls, 5)) for cls in (Plain, New, Both)]
    return x + 1, said, type(object.__new__(Init, 5)).__name__


def case_init_of_object(x):
    objects = Plain(), Init(3), New(3), Both(3)
    said = [words_of(lambda: object.__init__(made, 5)) for made in objects]
    return x + 1, said, [object.__init__(made) for made in objects]


def left_arguments_passed_up(x):
    class Passes:
        def __new__(cls, *args):
            return super().__new__(cls, *args)

    class Fills:
        def __init__(self, *args):
            super().__init__(*args)

    return x + 1, words_of(lambda: Passes(1)), words_of(lambda: Fills(1)), type(Fills()).__name__, type(Passes()).__name__


def left_init_of_bytearray(x):
    text = bytearray()
    bytearray.__init__(text, 'abc\\xbd?', encoding='latin1', errors='replace')
    return x + 1, text


def left_other_bases(x):
    class A:
        v = 1

    class B:
        v = 2

    class C(A):
        pass

    made = C()

    def put(bases):
        C.__bases__ = bases

    said = words_of(put, (type(None),)), words_of(put, (B, bool)), words_of(put, 1), words_of(put, (B,))
    return x + made.v, said, C.__mro__[1].__name__, isinstance(made, B)


class OtherA:
    v = 1


class OtherB:
    v = 2


class OtherC(OtherA):
    pass


class OtherD(OtherC):
    pass


OtherC.__bases__ = (OtherB,)
made = OtherD()


def left_other_bases_at_module_level(x):
    return x + OtherC.v, OtherC().v, OtherD().v, OtherC.__mro__[1].__name__, made.v


def left_names_of_classes(x):
    class A:
        pass

    A.__name__ = "Z"
    said = [words_of(setattr, A, *pair) for pair in (("__name__", 1), ("__dict__", {}), ("__mro__", ()))]
    return x + 1, said, A.__name__


def left_bases_that_say_nothing(x):
    named = [kind.__name__ for kind in type(x).__mro__], [kind.__name__ for kind in OwnTensor.__mro__]
    return x + 1, named, [kind.__name__ for kind in enum.IntEnum.__bases__ + contextlib.nullcontext.__mro__]


def case_orders_of_classes(x):
    kinds = Labelled.__mro__ + torch.nn.Linear.__mro__ + KeyError.__mro__ + collections.OrderedDict.__bases__ + bool.__mro__
    return x + 1, [kind.__name__ for kind in kinds]


def case_orders_that_inspect_tells(x):
    kinds = inspect.getmro(type(Labelled(1))) + inspect.getmro(cls=torch.nn.Linear)
    return x + 1, [kind.__name__ for kind in kinds]


def left_orders_that_inspect_tells(x):
    said = words_of(lambda: inspect.getmro(3))
    return x + 1, said, [kind.__name__ for kind in inspect.getmro(enum.IntEnum) + inspect.getmro(contextlib.nullcontext)]


class Ordered(type):
    def mro(cls):
        return [cls, Init, object]


def left_orders_of_a_metaclass(x):
    class Made(metaclass=Ordered):
        pass

    return x + 1, Made.__mro__[1].__name__, words_of(lambda: Made(3).a)


def left_metaclasses_that_refuse(x):
    class Refuses(type):
        def mro(cls):
            raise ValueError(cls.__name__)

    def make():
        class Made(metaclass=Refuses):
            pass

    return x + 1, words_of(make)


class Proxy:
    def __init__(self, of):
        self.__of = of

    def __getattribute__(self, name):
        if name.startswith("_Proxy__"):
            return object.__getattribute__(self, name)
        return getattr(self.__of, name)


def left_objects_that_claim_a_class(x):
    return x + 1, isinstance(Proxy(Init(2)), Init), isinstance(Proxy(1), int), isinstance(Proxy(1), (str, Init))


class Doubling:
    def __set__(self, owner, value):
        owner.__dict__["a"] = value * 2


class Doubled:
    a = Doubling()

    def __init__(self):
        self.a = 4


def case_descriptors_without_get(x):
    class Owner:
        a = Doubling()

    owner = Owner()
    first = type(owner.a).__name__
    owner.a = 21
    return x + owner.a, first, owner.__dict__["a"]


def left_objects_with_such_descriptors(x):
    doubled = Doubled()
    print("made")
    return x + doubled.a, doubled


def left_descriptors_of_metaclasses(x):
    class Data:
        def __get__(self, owner, kind):
            return 7

        def __set__(self, owner, value):
            pass

    class Meta(type):
        d = Data()

    class Made(metaclass=Meta):
        d = 1

    return x + Made.d


class Failure(Exception):
    pass


class Labelled(ValueError):
    def __init__(self, label, more=3):
        self.more = more
        super().__init__(label)


def left_to_init_of_object(x):
    return x + 1, words_of(object.__init__, Failure(1), 2)


def left_to_new_of_object(x):
    return x + 1, words_of(object.__new__, Failure, 2), words_of(object.__new__, Labelled)


class Private:
    def __init__(self, k):
        self.k = k

    def info(__self, __x, *__args, __kw=2, **__rest):
        def inner():
            return __x * __kw

        return inner() + __self.k, __args, __kw, list(__rest)

    def counted(_self, __y=3, /):
        __z = __y + 1
        return __z, sorted(locals())


def case_private_parameters(x):
    private = Private(2)
    return private.info(x, 1, 2), private.counted(), private.info(x, _Private__kw=4), private.info(x, __kw=4)


def case_private_keywords(x):
    return Private(3).info(_Private__x=x), Private.counted(None)


def case_filled_exceptions(x):
    failure = Failure(1)
    BaseException.__init__(failure, 2, 3)
    return x + 1, failure.args, Labelled(5).args, object.__init__(failure)


def hooked(base):
    class Hooked(base):
        def __getattribute__(self, name):
            asked.append(name)
            return super().__getattribute__(name)

        def __setattr__(self, name, value):
            asked.append(("set", name))
            super().__setattr__(name, value)

    asked = []
    return Hooked, asked


def case_what_exceptions_ask(x):
    Hooked, asked = hooked(Exception)
    made = Hooked("m", 3)
    return x + 1, str(made), repr(made), made.args, list(asked)


def case_what_deques_ask(x):
    Hooked, asked = hooked(collections.deque)
    made = Hooked([1, 2])
    made.append(3)
    return x + 1, len(made), 3 in made, made[0], list(asked)


def left_what_lists_and_dicts_ask(x):
    (List, of_list), (Dict, of_dict) = hooked(collections.UserList), hooked(collections.UserDict)
    items, names = List([1, 2]), Dict(a=1)
    return x + 1, len(items), items[0], list(items), len(names), dict(names), of_list, of_dict


def left_what_modules_ask(x):
    Hooked, asked = hooked(torch.nn.Module)
    made = Hooked()
    return x + 1, list(made.parameters()), made.training, asked


def left_slots_without_room(x):
    def of_tuple():
        class Derived(tuple):
            __slots__ = ("a",)

        return Derived((1, 2))[0]

    def of_named():
        class Derived(Named):
            __slots__ = "a"

        return Derived(1)[0]

    def of_exception():
        class Derived(Exception):
            __slots__ = ("__dict__",)

        return Derived(1).args

    return x + 1, words_of(of_tuple), words_of(of_named), words_of(of_exception)


def case_empty_slots(x):
    class Derived(Named):
        __slots__ = ()

    class Item(dict):
        __slots__ = ("a",)

    made = Item(b=2)
    made.a = 3
    return x + 1, Derived(1)[0], made.a, len(made)


class Slotted:
    y = 0
    __slots__ = ("z", "w")

    def m(self):
        return 1


class Closer(Slotted):
    __slots__ = ("v",)


class Open(Slotted):
    pass


def case_what_slots_refuse(x):
    def deleted_y(o):
        del o.y

    def deleted_q(o):
        del o.q

    def set_y(o):
        o.y = 1

    def set_m(o):
        o.m = 1

    def set_q(o):
        o.q = 1

    functions = [deleted_y, deleted_q, set_y, set_m, set_q]
    return x + 1, [words_of(f, cls()) for cls in (Slotted, Closer, Open) for f in functions]


def left_slots_that_are_empty(x):
    def filled_once(o):
        o.z = 1
        del o.z
        del o.z

    def deleted_v(o):
        del o.v

    return x + 1, [words_of(f, cls()) for cls in (Slotted, Closer, Open) for f in (filled_once, deleted_v)]


def case_types_of_methods_of_c(x):
    names = type(list.append).__name__, type(str.join).__name__, list.append.__class__.__name__, type(len).__name__
    return x + 1, names, type(set.add) is type(len), isinstance(dict.get, type(len)), type([].append) is type(len)


def left_types_of_special_methods(x):
    return x + 1, type(object.__init__).__name__, type(Slotted().__init__).__name__, type(object().__str__).__name__


def case_containers_that_are_called(x):
    class Called(dict):
        def __call__(self, key):
            return self[key]

    class Tuple(tuple):
        __call__ = None

    made = Called(a=1)
    return x + 1, callable(made), callable(Tuple()), callable({}), callable(()), functools.partial(made, "a")()


def case_items_taken_in_reverse(x):
    class Asked(collections.UserList):
        def __getitem__(self, place):
            asked.append(place)
            return super().__getitem__(place)

    asked = []
    return x + 1, list(reversed(Asked([1, 2]))), asked, list(reversed(collections.UserList([3, 4])))


def case_lists_set_once(x):
    class Told(collections.UserList):
        def __setattr__(self, name, value):
            told.append(name)
            super().__setattr__(name, value)

    told = []
    return x + 1, [list(Told(given)) for given in ([1, 2], (1, 2), Told([3]))], told


def left_enums_that_hear_of_members(x):
    class Told(enum.Enum):
        SOFT = 1

        def __setattr__(self, name, value):
            told.append(name)
            super().__setattr__(name, value)

    return x + 1, Told.SOFT.value, told


told = []


def case_formats_of_own_tuples(x):
    class Own(tuple):
        def __rmod__(self, other):
            return "reflected"

    return x + 1, "%d %s" % Own((1, 2)), words_of(lambda: "%d" % Own((1, 2))), [1] % Own((1,))


def left_formats_of_bytes(x):
    class Own(tuple):
        def __rmod__(self, other):
            return "reflected"

    return x + 1, b"%d" % Own((1,))


class OwnList(list):
    pass


class OwnSpace(types.SimpleNamespace):
    pass


class OwnTensor(torch.Tensor):
    pass


class OwnBase(abc.ABC):
    pass


class OwnSized(collections.abc.Sized):
    pass


class OwnDataset(torch.utils.data.Dataset):
    pass


class Chosen(abc.ABC):
    kinds = {}

    def __new__(cls, kind=None):
        return super().__new__(cls.kinds[kind] if kind else cls)

    @abc.abstractmethod
    def scaled(self, x): ...


class Doubling(Chosen):
    def scaled(self, x):
        return x * 2


Chosen.kinds["double"] = Doubling


class Needs(abc.ABC):
    @abc.abstractmethod
    def needed(self): ...


class NeedsItems(list, Needs):
    pass


class NeedsKeys(dict, Needs):
    pass


class NeedsParts(tuple, Needs):
    pass


class NeedsRaising(Exception, Needs):
    pass


class NeedsDigits(int, Needs):
    pass


class NeedsRing(collections.deque, Needs):
    pass


class NeedsNothing(Needs):
    def __new__(cls):
        return 5


def case_classes_that_new_chooses(x):
    return Chosen("double").scaled(x), words_of(lambda: Chosen()), words_of(NeedsNothing)


def case_abstract_containers(x):
    return x + 1, list(NeedsItems([1])), dict(NeedsKeys(a=1)), tuple(NeedsParts((1,))), NeedsRaising(1).args


LEVEL = 10


def case_names_that_a_class_body_binds(x):
    def inner(LEVEL, other):
        class Body:
            LEVEL = LEVEL
            more = LEVEL + other
            told: int = other

        return Body.LEVEL, Body.more, Body.told

    return x + 1, inner(3, 4)


def left_names_that_a_class_body_has_yet_to_bind(x, other=5):
    def inner():
        class Body:
            other = other

        return Body.other

    return x + 1, words_of(inner)


def left_abstract_numbers(x):
    return x + 1, int(NeedsDigits(3)), list(NeedsRing([1])), words_of(lambda: Needs(1))


def case_items_of_classes_with_parameters(x):
    return x + 1, [words_of(lambda: cls[0:1] is None) for cls in (OwnList, Named)]


def left_items_of_classes_of_the_library(x):
    classes = OwnSpace, OwnTensor, OwnBase, OwnSized
    return x + 1, [words_of(lambda: cls[0:1] is None) for cls in classes], words_of(lambda: OwnDataset[...])[0]


if __name__ == "__main__":
    x = torch.ones(2)
CALLS
"""
)
NAMES = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith(("def case_", "def left_"))]
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    {name}(x)" for name in NAMES))
rules = program("class_rules", SOURCE, args=["--force"], flags="-O0")


@pytest.mark.parametrize("name", NAMES)
def test_case(name):
    expect = "whole" if name.startswith("case_") else None
    check(rules.load(), name, lambda: [torch.arange(2.0)], expect=expect)


DICTS = program(
    "dicts_of_classes",
    """
import enum

import torch


class Descriptor:
    def __get__(self, obj, owner):
        return self if obj is None else 5


class Kept:
    n = 1
    s = "a"
    items = [1]
    described = Descriptor()

    def f(self):
        return 1

    @property
    def p(self):
        return 2


class Slotted:
    __slots__ = ("a",)


class Color(enum.Enum):
    RED = 1


def number(x):
    return x + Kept.__dict__["n"]


def text(x):
    return x + 1, vars(Kept)["s"]


def listed(x):
    return x + len(Kept.__dict__["items"]), Kept.__dict__["items"] is Kept.items


def called(x):
    return x + Kept.__dict__["f"](None), Kept.__dict__["f"] is Kept.f


def has(x):
    return x + 1, "later" in Kept.__dict__, "n" in vars(Kept), vars(Kept).get("later", 3), 5 in vars(Kept)


def described(x):
    return x + 1, Kept.described is Kept.__dict__["described"], type(Kept.__dict__["described"]).__name__


def missing(x):
    try:
        return x, Kept.__dict__["nowhere"]
    except KeyError as error:
        return x + 1, error.args


def of_others(x):
    return x + 1, type(Slotted.__dict__["a"]).__name__, type(Color.__dict__["RED"]).__name__, "__module__" in vars(Kept)
""",
    [f"{name}(f32[N])" for name in ("number", "text", "listed", "called", "has", "described", "missing", "of_others")],
    args=("--force",),
    flags="-O0",
)
OF_CLASSES = ["number", "text", "listed", "called", "has", "described", "missing"]


@pytest.mark.parametrize("name", [*OF_CLASSES, "of_others"])
def test_dicts_of_classes(name):
    check(DICTS.load(), name, lambda: (torch.ones(3),), expect="whole" if name in OF_CLASSES else None)


def test_dicts_of_classes_that_change():
    pair = DICTS.load()
    changed = {"n": 5, "s": "b", "items": [1, 2, 3], "f": lambda self: 7, "later": 9}
    for module in (pair.eager, pair.built):
        old = {name: module.Kept.__dict__[name] for name in changed if name in module.Kept.__dict__}
        for name, value in changed.items():
            setattr(module.Kept, name, value)
        x = torch.ones(1)
        assert module.number(x).item() == 6 and module.text(x)[1] == "b" and module.listed(x)[0].item() == 4
        assert module.called(x)[0].item() == 8 and module.has(x)[1:4] == (True, True, 9)
        for name in changed:
            setattr(module.Kept, name, old[name]) if name in old else delattr(module.Kept, name)


SUPER = program(
    "whom_super_asks",
    WORDS_OF
    + """
import torch


class Held:
    def __init__(self, value=1):
        self.value = value

    def get(self):
        return self.value

    @classmethod
    def make(cls, value):
        return cls(value)

    def __init_subclass__(cls, **names):
        cls.names = names


class Asks(Held, k=1):
    def get(self, other=None):
        if other is not None:
            self = other
        return super().get() * 2

    @classmethod
    def make(cls, value):
        return super().make(value + 1)

    @classmethod
    def of_class(cls, *args):
        return super().get(*args)

    def all(*args):
        return super().get()

    def without(self):
        del self
        return super().get()

    def another(self):
        def change():
            nonlocal self
            self = 3

        change()
        return super().get()

    def each(self):
        yield super().get()
        self = Asks(50)
        yield super().get()

    def __init_subclass__(cls, **names):
        super().__init_subclass__(**names)
        cls.more = 1


class Named_by_base(Asks, z=2):
    pass


def case_whom_super_asks(x):
    made = Asks(3)
    classes = Asks.names, Named_by_base.names, Named_by_base.more
    return x + made.get(), made.get(Asks(4)), Asks.make(3).value, list(Asks(5).each()), classes, super(Asks, Asks).get(made)


def case_super_without_an_object(x):
    return x + 1, words_of(Asks.of_class), Asks.of_class(Held(7)), words_of(Asks(1).all)


def left_super_of_another_object(x):
    return x + 1, words_of(Asks(1).without), words_of(Asks(1).another), words_of(Asks(1).get, Held(2))


if __name__ == "__main__":
    for function in (case_whom_super_asks, case_super_without_an_object, left_super_of_another_object):
        function(torch.ones(2))
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize(
    "name", ["case_whom_super_asks", "case_super_without_an_object", "left_super_of_another_object"]
)
def test_whom_super_asks(name):
    expect = "whole" if name.startswith("case_") else None
    check(SUPER.load(), name, lambda: [torch.arange(2.0)], expect=expect)
