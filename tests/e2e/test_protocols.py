"""What Python's protocols ask of objects, and in which order: decorators, `!=`, None in place of a method, calls of
classes that refuse, keys that move under an iterator."""

import pytest
import torch
from harness import WORDS_OF, check, program

SOURCE = (
    WORDS_OF
    + """
import collections
import collections.abc
import contextlib
import contextvars
import copy
import enum
import functools
import sys

import torch


class NotContained:
    __contains__ = None

    def __iter__(self):
        return iter(())


class NotIterable:
    __iter__ = None

    def __getitem__(self, i):
        return i


class Left:
    def __init__(self, log):
        self.log = log

    def __eq__(self, other):
        self.log.append("Left ==")
        return NotImplemented


class Right(Left):
    def __ne__(self, other):
        self.log.append("Right !=")
        return NotImplemented


class Other:
    def __init__(self, log):
        self.log = log

    def __ne__(self, other):
        self.log.append("Other !=")
        return NotImplemented


def keywords(*args, **named):
    return args, named


def case_none_in_place_of_a_method(t):
    return t + 1, words_of(lambda: 1 in NotContained()), words_of(lambda: iter(NotIterable()))


def case_not_equal(t):
    log = []
    left, right, other = Left(log), Right(log), Other(log)
    return t + 1, log, left != right, left != other, other != left, other != other, right != right


def case_decorators(t):
    log = []

    def note(what):
        log.append(what)
        return what

    def make(name):
        note("make " + name)

        def decorate(made):
            note("use " + name)
            return made

        return decorate

    @make(note("a"))
    @make("b")
    def function(default=note("default")):
        return default

    @make("c")
    @make("d")
    class Made(object if note("base") else int):
        pass

    return t + 1, log, function()


def case_keywords_of_partial(t):
    bound = functools.partial(keywords, 1, b=2, a=3)
    return t + 1, bound(c=4), bound(a=5, c=6), functools.partial(bound, d=7, b=8)(2, e=9)


def case_text_of_numbers(t):
    texts = [" + 1 ", "it's", "a\\tb", "0x10", "nan(1)", "", "  ", " -1_0 ", "0x1p3", "1e5", " inf "]
    return t + 1, [words_of(lambda: repr(kind(text))) for text in texts for kind in (int, float)]


def case_text_with_a_nul(t):
    return t + 1, words_of(float, "5\\0"), words_of(int, "5\\0"), words_of(int, "5\\0", 16)


def case_strict_zip(t):
    rows = ([1, 2], [1, 2], [1]), ([1], [1], [1, 2]), ([1], [1, 2]), ([1, 2], [1])
    return t + 1, [words_of(lambda lists=lists: list(zip(*lists, strict=True))) for lists in rows]


def matched(value):
    match value:
        case range(10):
            return "range"
        case Left(1):
            return "left"
        case bool(given):
            return given
        case int(given):
            return given + 1
    return "nothing"


def case_positional_patterns(t):
    return t + 1, [words_of(matched, value) for value in (range(10), Left([]), True, 3, "x")]


def case_type_of_a_hash(t):
    made = hash(("a", 1))
    return t + 1, type(made).__name__, type(made) is int, isinstance(made, int)


class Shouting(collections.UserList):
    def __getitem__(self, i):
        return str(self.data[i]) + "!"


def case_iteration_by_items(t):
    return t + 1, list(Shouting([1, 2])), next(iter(Shouting([1, 2]))), list(collections.UserList([1, 2]))


def case_refused_named_tuples(t):
    make = collections.namedtuple
    refused = [words_of(make, *names) for names in (("P", "x x"), ("class", "x"), ("P", "_x"), ("P", "x-y"))]
    return t + 1, refused, words_of(lambda: make("P", "x", defaults=(1, 2))), words_of(lambda: make("P", "x", defaults=3))


def case_enumerations_that_count(t):
    class Counted(enum.Enum):
        def __new__(cls):
            member = object.__new__(cls)
            member._value_ = len(cls.__members__) + 1
            return member

        first = ()
        second = ()

    return t + 1, [(member.name, member.value) for member in Counted]


def left_enumerations_that_are_refused(t):
    def of_unique():
        @enum.unique
        class Twice(enum.Enum):
            one = 1
            other = 1

    def of_order():
        class Ordered(enum.Enum):
            _order_ = "b a"
            a = 1
            b = 2

    def of_a_name():
        class Named(enum.Enum):
            mro = 1

    def of_a_base():
        class Base(enum.Enum):
            a = 1

        class Derived(Base):
            b = 1

    return t + 1, [words_of(make) for make in (of_unique, of_order, of_a_name, of_a_base)]


class Costs:
    cost = 1

    def get(self):
        self.cost += 1
        return self.cost

    cached = functools.cached_property(get)
    other = functools.cached_property(lambda self: self.cost * 10)


def case_cached_properties_by_name(t):
    costs = Costs()
    return t + 1, costs.cached, costs.cached, costs.get(), costs.other, sorted(costs.__dict__)


def case_properties_of_a_class(t):
    class Named:
        @classmethod
        @property
        def name(cls):
            return cls.__name__ + "!"

    return t + 1, Named.name, Named().name


class Endless:
    def __getitem__(self, i):
        return i


class OneWay(Endless):
    __reversed__ = None

    def __len__(self):
        return 2


class Short(Endless):
    def __len__(self):
        return 3


def case_reversed_objects(t):
    return t + 1, [words_of(lambda kind=kind: list(reversed(kind()))) for kind in (Endless, OneWay, Short)]


def case_lists_that_become_others(t):
    plain, added = [0, 1], [0]
    plain += collections.UserList([2])
    added += (1,)
    added *= 2
    return t + 1, type(plain).__name__, list(plain), added


def case_steps_beyond_all(t):
    values, far, left = (1, 2, 3, 4), sys.maxsize, [1, 2, 3]
    del left[1::far]
    return t + 1, values[::far], values[::-far], values[1:far:far], "abcd"[::far], [1, 2][::far], left, values[-far:far]


def raises(error):
    raise error


def case_exits_that_raise(t):
    seen = []
    try:
        with contextlib.ExitStack() as stack:
            stack.callback(raises, KeyError(1))
            stack.push(lambda kind, error, trace: seen.append((kind is IndexError, trace is None)) or True)
            stack.callback(raises, IndexError(2))
    except KeyError as error:
        seen.append(error.__context__ is None)
    try:
        with contextlib.ExitStack() as stack:
            stack.callback(raises, KeyError(1))
            stack.callback(raises, IndexError(2))
            raise ValueError(3)
    except KeyError as error:
        seen.append((type(error.__context__).__name__, type(error.__context__.__context__).__name__))
    return t + 1, seen


class NotMuch:
    __hash__ = __iter__ = None

    def __call__(self):
        return self


def case_abilities_that_are_refused(t):
    kinds = collections.abc.Hashable, collections.abc.Iterable, collections.abc.Callable
    return t + 1, [isinstance(NotMuch(), kind) for kind in kinds]


class Unended(contextlib.AbstractContextManager):
    pass


class Rebuilt:
    def __init__(self, size):
        self.size = size

    def __reduce__(self):
        return Rebuilt, (self.size + 1,)


@contextlib.contextmanager
def managed(value):
    yield value


def left_abstract_managers(t):
    return t + 1, words_of(Unended), isinstance(NotContained(), contextlib.AbstractContextManager)


def left_objects_that_say_how_they_are_copied(t):
    return t + 1, copy.copy(Rebuilt(1)).size, copy.deepcopy(Rebuilt(2)).size


def left_managers_of_generators(t):
    manager = managed(3)
    arguments = manager.args
    with manager as value:
        eval("1")
    return t + 1, value, arguments, words_of(lambda: hasattr(manager, "args"))


class Noting:
    def __init__(self, seen):
        self.seen = seen

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.seen.append(str(error))
        return True


def left_statements_that_only_raise(t):
    seen = []
    with Noting(seen):
        type("A\\0B", (), {})
    with Noting(seen):
        f"{1:,,}"
    with Noting(seen):
        f"{t.shape[0]:s}"
    with Noting(seen):
        isinstance(1, int | list[int])
    return t + 1, seen


class Disguised:
    @property
    def __class__(self):
        return Left


def left_classes_that_objects_tell(t):
    return t + 1, isinstance(Disguised(), Left), isinstance(Disguised(), Disguised), isinstance(Disguised(), int)


def reflected_of_one_class(t):
    asked = []

    class Left:
        def __radd__(self, other):
            asked.append("left")
            return NotImplemented

    class Right(Left):
        def __radd__(self, other):
            asked.append("right")
            return 1

    a, b = Left(), Right()
    for one, two in ((a, b), (b, a), (1, b), (a, a), (b, b)):
        try:
            asked.append(one + two)
        except TypeError:
            asked.append("refused")
    return t + 1, asked


def left_words_of_refusals(t):
    def positional(a, b=2, /, c=3):
        return a

    words = []
    for named in ({"b": 1, "a": 2}, {"z": 1, "b": 2}, {"z": 1}):
        try:
            positional(1, **named)
        except TypeError as error:
            words.append(str(error))
    try:
        functools.reduce(positional, slice(1))
    except TypeError as error:
        words.append(str(error))
    return t + 1, words


def left_text_that_is_one_object(t):
    text = "several"
    other = text[:3] + text[3:]
    return t + 1, text is other, text is not other, text == other


class Box:
    def __init__(self, value):
        self.value = value


class CopiedKey:
    def __init__(self, value):
        self.value = value

    def __hash__(self):
        return self.value

    def __deepcopy__(self, memo):
        return CopiedKey(self.value + 1)


def case_copied_keys(t):
    plain, own = Box(1), CopiedKey(1)
    copied = copy.deepcopy({own: [1], plain: own, (plain, 1): 3, "last": plain})
    keys = list(copied)
    members = [next(iter(copy.deepcopy(members))) for members in ({own}, {plain}, frozenset([plain]))]
    found = keys[1] is plain, copied["last"] is keys[1], keys[2][0] is keys[1], copied[keys[1]].value, plain in copied
    return t + 1, found, keys[0].value, members[0].value, members[1] is plain, members[2] is plain


def left_several_copied_members(t):
    members = {Box(1), Box(2)}
    return t + 1, len(copy.deepcopy(members) & members)


def left_bound_methods_of_builtins(t):
    one, two = [], []
    found = one.append == one.append, one.append != one.append, one.append == two.append, one.append == one.pop
    return t + 1, found, {}.get == {}.get, one.append in [one.append]


def case_managers_that_yield_twice(t):
    closed = []

    @contextlib.contextmanager
    def twice():
        try:
            yield 1
            yield 2
        finally:
            closed.append("closed")

    words = None
    try:
        with twice() as one:
            made = t + one
    except RuntimeError as error:
        words = str(error)
    return made, words, closed


def left_what_is_no_text(t):
    error = ValueError(3)
    error.__notes__ = 42
    words = words_of(error.add_note, "no"), words_of(ExceptionGroup, None, [ValueError(1)])
    return t + 1, words, words_of(str.maketrans, "a", None), words_of(str.maketrans, "a", "b", None)


def left_texts_of_functions_of_the_library(t):
    named = dict.fromkeys.__qualname__, torch.relu.__qualname__, torch.nn.functional.softmax.__name__
    return t + 1, named, torch.nn.functional.softmax.__doc__ is None


def left_copies_of_slices(t):
    made = slice([1], 2)
    copied = copy.deepcopy(made)
    return t + 1, copied == made, copied is made, copied.start is made.start, copy.copy(made) is made


def left_memos_that_are_no_dict(t):
    return t + 1, [words_of(lambda: copy.deepcopy("0x1f", memo)) for memo in (f"{t.size(0)}", "one", 1, Box(1))]


def left_keys_that_move(t):
    seen, table = [], {0: 1, 1: 2}

    def go():
        for key in table:
            seen.append(key)
            del table[key]
            table[key] = 3

    return t + 1, words_of(go), seen, table


def left_calls_that_refuse(t):
    said = [words_of(kind, 1) for kind in (type(None), type(...), type(NotImplemented), object)]
    return t + 1, said, type(None)() is None, words_of(bytes, "a"), words_of(bytes, 1.5)


def left_classes_that_refuse(t):
    def of_bool():
        class Derived(bool):
            pass

    def of_variable():
        class Derived(contextvars.ContextVar):
            pass

    return t + 1, words_of(of_bool), words_of(of_variable)


def left_lists_in_themselves(t):
    first, second = [1], [1]
    first.append(first)
    second.append(second)
    return t + 1, words_of(lambda: first == second)[0], first == first


class CalledItself:
    pass


CalledItself.__call__ = CalledItself()


def left_objects_called_by_themselves(t):
    class Called:
        pass

    Called.__call__ = Called()
    return t + 1, words_of(Called()), words_of(CalledItself())


def left_keywords_that_are_no_text(t):
    bound = functools.partial(keywords, a=1)
    bound.keywords[2] = 3
    return t + 1, words_of(bound)


if __name__ == "__main__":
    t = torch.ones(2)
CALLS
"""
)
NAMES = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith(("def case_", "def left_"))]
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    {name}(t)" for name in NAMES))
protocols = program("protocols", SOURCE, args=["--force"], flags="-O0")


@pytest.mark.parametrize("name", NAMES)
def test_case(name):
    expect = "whole" if name.startswith("case_") else None
    check(protocols.load(), name, lambda: [torch.arange(2.0)], expect=expect)
