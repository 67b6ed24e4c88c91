"""What type(), isinstance() and the operators of classes say of iterators, classes, unions and sets."""

import pytest
import torch
from harness import check, program

SOURCE = """
import abc
import collections
import collections.abc
import enum
import functools
import itertools
import types
import typing

import torch

T = typing.TypeVar("T")


class K:
    a = 1

    def m(self):
        return 1


class Refused(Exception):
    pass


class Box(typing.Generic[T]):
    pass


class Sub(K, typing.Generic[T]):
    pass


Pair = collections.namedtuple("Pair", "a b")


class Color(enum.Enum):
    RED = 1


class Abstract(abc.ABC):
    pass


class OfAbstract(Abstract):
    pass


class Protocol(typing.Protocol):
    pass


def numbers(n):
    yield n


def lazy():
    pair = [1, 2]
    return [
        zip(pair, pair), map(str, pair), filter(None, pair), enumerate(pair), reversed(pair), iter(pair), iter((1,)),
        iter({1: 2}), iter({1}), iter("a"), iter(range(2)), itertools.chain(pair), itertools.count(), itertools.cycle(pair),
        itertools.islice(pair, 1), itertools.repeat(1), itertools.accumulate(pair), numbers(1), (i for i in pair),
        reversed((1, 2)), reversed(range(2)), reversed({1: 2}), itertools.product(pair), itertools.starmap(max, [(1, 2)]),
        itertools.takewhile(bool, pair), iter({1: 2}.items()), iter({1: 2}.values()), itertools.zip_longest(pair, pair),
    ]


def case_type_names(t):
    return t + 1, [type(o).__name__ for o in lazy()]


def case_class_names(t):
    return t + 1, [o.__class__.__name__ for o in lazy()]


def case_one_name(t):
    return t + 1, type(zip([1], [2])).__name__


def case_generators(t):
    return t + 1, [isinstance(o, types.GeneratorType) for o in lazy()]


def case_iterators(t):
    return t + 1, [(isinstance(o, collections.abc.Iterator), isinstance(o, collections.abc.Generator)) for o in lazy()]


def case_same_class(t):
    return t + 1, type(zip([1])) is type(numbers(1)), type(map(str, [])) is map, isinstance(zip([1]), zip)


def case_other_class(t):
    return t + 1, isinstance(iter([1]), enumerate), isinstance(enumerate([1]), enumerate), isinstance(numbers(1), zip)


def case_iterator_texts(t):
    return t + 1, [repr(o).partition(" at ")[0] for o in lazy()[:6]]


def case_union(t):
    return t + 1, type(int | str).__name__, isinstance(int | str, types.UnionType), isinstance(1, int | str)


def case_union_of_k(t):
    return t + 1, isinstance(K(), K | None), isinstance(2.0, int | str), isinstance(K | K, tuple), (K | K) is K


def case_union_known(t):
    return t + 1, isinstance(K(), K | None), isinstance(2.0, int | str), isinstance("a", int | str)


def case_union_is_tuple(t):
    u = int | str
    return t + 1, isinstance(u, tuple), type(u) is tuple


def case_union_itself(t):
    return t + 1, str | int, int | None, list[int]


def case_union_item(t):
    u = K | int
    try:
        return t + 1, u[0]
    except TypeError as e:
        return t + 1, type(e).__name__


def case_union_loop(t):
    try:
        return t + 1, [c for c in (K | int)]
    except TypeError as e:
        return t + 1, type(e).__name__


def case_union_parts(t):
    u = K | int
    try:
        n = len(u)
    except TypeError as e:
        n = str(e)
    return t + 1, n


def case_subscript_of_class(t):
    try:
        r = K[0]
    except TypeError as e:
        r = str(e)
    return t + 1, r


def case_subscript_refused(t):
    try:
        r = K[0]
    except TypeError:
        r = "no"
    return t + 1, r


def case_subscript_of_exception(t):
    try:
        r = Refused[0]
    except TypeError as e:
        r = str(e)
    return t + 1, r


def case_subscript_of_generic(t):
    return t + 1, isinstance(Box[int](), Box), Sub[int].a


def case_subscript_of_int(t):
    try:
        r = int[0]
    except TypeError as e:
        r = str(e)
    return t + 1, r


def case_class_dict(t):
    return t + 1, sorted(vars(K)), "__module__" in K.__dict__, "a" in vars(K), K.__dict__["a"]


def case_class_dict_type(t):
    return t + 1, type(vars(K)).__name__, isinstance(vars(K), dict)


def case_class_dict_known(t):
    d = K.__dict__
    return t + 1, d["a"], "b" in d, d.get("z", 4), "m" in vars(K), isinstance(zip([1]), (list, tuple, str))


def case_vars_refused(t):
    out = []
    for o in (2j, t.shape, collections.deque(), object(), collections.defaultdict(int), Pair(1, 2)):
        try:
            vars(o)
            out.append("yes")
        except Exception as e:
            out.append(type(e).__name__)
    return t + 1, out


def case_vars_of_object(t):
    try:
        r = vars(object())
    except TypeError:
        r = "no"
    return t + 1, r


def case_vars_of_a_dict(t):
    try:
        r = vars(collections.defaultdict(int))
    except TypeError:
        r = "no"
    return t + 1, r


def case_vars_of_member(t):
    return t + 1, sorted(vars(Color.RED)), list(vars(Color.RED))


def case_vars_of_member_again(t):
    o = Color.RED
    try:
        r = sorted(vars(o))[:5]
    except Exception as e:
        r = type(e).__name__, str(e)
    return t + 1, r


def case_method_class(t):
    return t + 1, K().m.__class__.__name__, K.m.__class__.__name__, type(K().m).__name__


def case_metaclass_names(t):
    return t + 1, type(torch.Tensor).__name__, type(Color).__name__, type(K).__name__, type(enum.Enum).__name__


def case_metaclass_of_abstract(t):
    return t + 1, type(Abstract).__name__, type(OfAbstract) is type, type(Protocol) is type, OfAbstract.__class__.__name__


def case_metaclass_in_words(t):
    out = []
    for o in (K, Abstract, OfAbstract, Color, torch.Tensor):
        try:
            out.append(o + 1)
        except TypeError as e:
            out.append(str(e))
    return t + 1, out


def case_classes_written_in_c(t):
    return t + 1, [(isinstance(o, type), type(o) is type, type(o).__name__) for o in (zip, map, filter, super, len)]


def case_unions_of_classes_written_in_c(t):
    out = []
    try:
        int | zip
        map | None
        itertools.chain | str
        out.append("made")
    except TypeError:
        out.append("refused")
    try:
        int | len
    except TypeError:
        out.append("refused")
    return t + 1, out


def case_modules_of_types(t):
    return t + 1, type(t.dtype).__module__, type(functools.partial(max, 1)).__module__, type(t.device).__module__


def case_enum_itself(t):
    return t + 1, repr(enum.Enum), len(enum.Enum), list(enum.Enum), sorted(enum.Enum), len(enum.IntEnum)


def case_no_members(t):
    return t + 1, len(enum.Enum), list(enum.Enum)


def case_parameters_given(t):
    a, b = list, dict
    return t + 1, a[0], b[0], type[0]


def case_subscript_of_tensor_class(t):
    try:
        r = torch.Tensor[0]
    except TypeError as e:
        r = str(e)
    return t + 1, r


def case_enum_is_type(t):
    return t + 1, isinstance(Color, type), isinstance(K, type), isinstance(Color.RED, type), isinstance(Color, enum.EnumMeta)


def case_bytes(t):
    return t + 1, b"a" < b"b", b"a" >= b"b", b"b" > b"a", b"ab" <= b"ab"


def case_more_bytes(t):
    out = []
    for f in (lambda: b"a" + b"b", lambda: b"a" * 2, lambda: b"a" < b"b", lambda: 2 * b"a"):
        try:
            out.append(f())
        except TypeError as e:
            out.append(str(e))
    return t + 1, out


def case_bytes_compared(t):
    try:
        r = b"a" < b"b"
    except TypeError as e:
        r = str(e)
    return t + 1, r


def case_slices_compared(t):
    try:
        r = slice(1, 2) < slice(1, 3)
    except TypeError as e:
        r = str(e)
    return t + 1, r


def case_set_texts(t):
    return t + 1, repr(frozenset([1])), str({2}), str(frozenset()), repr(set()), f"{frozenset(['a'])}"


def case_larger_set_texts(t):
    return t + 1, repr({1, 2}), str(frozenset([3, 1])), [{1, 2}], f"{({4, 3},)}"


def yielding(t):
    yield t


class LikeGenerator:
    def send(self, value):
        return value

    def throw(self, *what):
        raise what[0]

    def close(self):
        pass

    def __iter__(self):
        return self

    def __next__(self):
        return 1


def case_generator_class(t):
    made, written = yielding(t), (i for i in range(2))
    asked = [isinstance(one, types.GeneratorType) for one in (made, written, t, [], yielding)]
    asked += [isinstance(one, collections.abc.Generator) for one in (made, written, t, [])]
    return t + 1, asked, type(made) is types.GeneratorType, isinstance(made, (list, types.GeneratorType))


def case_generators_of_the_library(t):
    layer = torch.nn.Linear(2, 2)
    found = layer.parameters(), layer.named_modules(), zip([1]), iter([2]), map(abs, [1])
    return t + 1, [isinstance(one, types.GeneratorType) for one in found]


def case_like_a_generator(t):
    return t + 1, isinstance(LikeGenerator(), collections.abc.Generator), isinstance(K(), collections.abc.Generator)
"""
NAMES = [line[4:].partition("(")[0] for line in SOURCE.splitlines() if line.startswith("def case_")]
PROGRAM = program("kinds_of_objects", SOURCE, [f"{name}(f32[B])" for name in NAMES], args=("--force",), flags="-O0")
WHOLE = [
    "case_union_known",
    "case_subscript_refused",
    "case_enum_is_type",
    "case_class_dict_known",
    "case_vars_of_object",
    "case_method_class",
    "case_no_members",
    "case_generator_class",
]


@pytest.mark.parametrize("name", NAMES)
def test_case(name):
    check(PROGRAM.load(), name, lambda: (torch.arange(3.0),), expect="whole" if name in WHOLE else None)
