"""Corners of generators, iterators, containers and exceptions: what each sees of what the others do."""

import collections
import enum
import functools
import itertools
import types
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque


class Color(enum.Enum):
    RED = 1
    GREEN = 2


class Other(enum.Enum):
    RED = 1


def said(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as error:
        return type(error).__name__, str(error)


def case_value_of_a_generator(x):
    def doubled():
        got = yield
        yield got * 2

    gen = doubled()
    next(gen)
    first = gen.send(x)
    try:
        gen.send(x)
    except StopIteration as stop:
        return first, stop.value


def case_stop_in_a_generator(x):
    def gen():
        raise StopIteration("inside")
        yield

    try:
        next(gen())
    except RuntimeError as error:
        return x + 1, type(error.__cause__).__name__, error.__context__ is error.__cause__, error.__suppress_context__


def case_subclass_of_stop(x):
    class Enough(StopIteration):
        pass

    class Counter:
        def __iter__(self):
            return self

        def __next__(self):
            raise Enough(4)

    return x + len(list(Counter())), next(Counter(), 5)


def case_extend_by_a_generator(x):
    items = [1]
    items.extend(items[-1] + n for n in range(3))
    queue = deque([1])
    queue.extendleft(queue[0] + n for n in range(3))
    queue.extend(queue)
    members = set()
    members.update(len(members) for _ in range(3))
    return x + 1, items, list(queue), sorted(members)


def case_extend_until_it_fails(x):
    def gen():
        yield 1
        raise KeyError("k")

    items, members = [0], {0}
    return x + 1, said(items.extend, gen()), items, said(members.update, gen()), sorted(members)


def case_isdisjoint_stops(x):
    seen = []

    def gen():
        for n in (1, 2, 3):
            seen.append(n)
            yield n

    return x + 1, {2, 4}.isdisjoint(gen()), seen, {7}.isdisjoint(gen())


def case_sort_sees_an_empty_list(x):
    items, sizes = [1, 3, 2], []

    def key(item):
        sizes.append(len(items))
        return item

    items.sort(key=key)

    def meddle(a, b):
        items.append(4)
        return (a > b) - (a < b)

    def fail(item):
        raise ValueError("key")

    failed = said(items.sort, key=fail)
    return x + 1, list(items), sizes, failed, said(items.sort, key=functools.cmp_to_key(meddle)), items


def case_deque_that_changes(x):
    queue = deque([1, 2, 3])

    def grow():
        for item in queue:
            queue.append(item)

    def shrink():
        for _ in queue:
            queue.pop()

    return x + 1, said(grow), said(shrink), list(queue)


def case_reversed_sees_changes(x):
    items = [1, 2, 3]
    backwards = reversed(items)
    first = next(backwards)
    items.append(9)
    items[0] = 5
    rest = list(backwards)
    backwards = reversed(items)
    next(backwards)
    items.clear()
    return x + 1, first, rest, list(backwards)


def case_stop_ends_map(x):
    return x + 1, list(map(next, [iter([1]), iter([]), iter([3])])), list(itertools.starmap(next, [(iter([]),)]))


def case_keywords_of_classes(x):
    numbers = int("101", base=2), functools.partial(int, base=16)("ff"), str(object=3)
    refused = said(lambda: list(a=1)), said(lambda: float(x=1)), said(lambda: tuple(a=1)), said(lambda: bool(x=1))
    return x + 1, numbers, refused, said(lambda: int(1.5, 2)), said(lambda: set(a=1))


def case_abstract_classes(x):
    abc, items = collections.abc, {"a": 1}
    proxy = types.MappingProxyType(items)
    views = (
        isinstance(items.keys(), abc.Sequence),
        isinstance(items.keys(), abc.Set),
        isinstance(items.values(), abc.Set),
    )
    changed = (
        isinstance(items, abc.MutableMapping),
        isinstance({1}, abc.MutableSet),
        isinstance([1], abc.MutableSequence),
    )
    fixed = (
        isinstance(frozenset(), abc.MutableSet),
        isinstance(proxy, abc.MutableMapping),
        isinstance(proxy, abc.Mapping),
    )
    return x + 1, views, changed, fixed, repr(proxy)


def case_what_a_proxy_lacks(x):
    proxy = types.MappingProxyType({"a": 1})
    return x + 1, said(lambda: proxy.__setitem__("a", 2))


def case_text_of_sets(x):
    return x + 1, repr(frozenset((1,))), str(frozenset()), repr(set()), repr({2})


def case_args_of_exceptions(x):
    class Own(Exception):
        def __init__(self, a, b=None):
            self.a = a

    error = ValueError(1, 2)
    error.args = [3, 4]
    return x + 1, error.args, str(error), Own(1, b=2).args, Own(5).args, str(Own("text"))


def case_links_that_are_none(x):
    error, number = ValueError("v"), 3
    refused = [said(setattr, error, name, 3) for name in ("__context__", "__cause__")]

    def raise_it():
        raise TypeError("t") from 3

    def raise_number():
        raise number

    return x + 1, refused, said(error.add_note, 3), said(raise_it), said(raise_number)


def case_exit_gets_a_traceback(x):
    seen = []

    class Manager:
        def __enter__(self):
            return self

        def __exit__(self, kind, value, traceback):
            seen.append((kind is None, value is None, traceback is None))
            return True

    with Manager():
        raise ValueError("inside")
    with Manager():
        pass
    return x + 1, seen


def case_code_of_system_exit(x):
    return x + 1, SystemExit().code, SystemExit(3).code, SystemExit(1, 2).code, ImportError("gone").msg


def case_keyword_given_twice(x):
    one, two, more = {"a": 1}, {"a": 2}, {"b": 2}

    def call(**names):
        return names

    def twice():
        return call(a=1, **two)

    def refused(function):
        try:
            return function()
        except TypeError:
            return "refused"

    return x + 1, refused(twice), refused(lambda: call(**one, **two)), call(a=1, **more)


def case_parts_of_numbers(x):
    lacks = [hasattr(n, "numerator") for n in (1.5, 2, "a")], hasattr((1,), "append"), hasattr(3, "__len__")
    kept = hasattr([], "append"), hasattr("a", "__iter__"), hasattr((1,), "__setitem__"), getattr({}, "add", None)
    return x + 1, lacks, kept, True.real, True.numerator, (5).denominator, (1.5).real, (7).as_integer_ratio(), True.imag


def case_operators_by_name(x):
    items, words, members = [1], "ab", {1, 2}
    kept = items.__iadd__((2,)) is items, items.__imul__(2) is items, members.__ior__({3}) is members
    compared = (
        items.__lt__([2]),
        words.__eq__("ab"),
        words.__eq__(3),
        (1,).__ge__((0,)),
        {}.__ne__({}),
        members.__le__(3),
    )
    joined = items.__add__([5]), words.__mul__(2), (1,).__rmul__(2), said(items.__mul__, 2.5), said(items.__add__, (1,))
    sets = set.__or__({1}, {2}), frozenset.__and__(frozenset((1,)), {1}), {1}.__rsub__({1, 2}), members.__xor__([1])
    dicts = (
        {"a": 1}.__or__({"b": 2}),
        {"a": 1}.__ior__({"a": 3}),
        {"a": 1}.__or__([1]),
        list({1: 2, 3: 4}.__reversed__()),
    )
    return x + 1, kept, compared, joined, sets, dicts, list([1, 2].__reversed__())


def case_numbers_by_name(x):
    ints = (3).__radd__(2), (3).__rsub__(2), (7).__divmod__(2), (2).__pow__(3), (2).__pow__(3, 5), (6).__and__(3)
    more = (
        (6).__or__(1),
        (6).__xor__(2),
        (1).__lshift__(3),
        (5).__invert__(),
        (3).__ne__(4),
        (3).__le__(3.0),
        (0).__bool__(),
    )
    floats = (
        (1.5).__rtruediv__(3),
        (1.5).__pow__(2),
        (2.5).__round__(),
        (-1.5).__floor__(),
        (-1.5).__ceil__(),
        (1.5).__int__(),
    )
    return x + 1, ints, more, floats, True.__and__(False), True.__and__(2), True.__or__(False), (1).__and__(1.5)


def case_words_of_operators(x):
    views = {"a": 1}
    lines = [
        said(lambda: views.keys() + [1]), said(lambda: views.values() < views.values()),
        said(lambda: (1,) + [1]), said(lambda: "a" * "b"), said(lambda: [1] * 2.5), said(lambda: {} < {}),
        said(lambda: 1 / 0), said(lambda: 1 << -1), said(lambda: -"a"), said(abs, "a"), said(round, "a"),
        said({1}.remove, 5), said({}.pop, "k"), said({}.update, 1, 2), said({}.update, [(1, 2, 3)]),
        said(itertools.combinations, [1], -1), said(reversed, {1}), said(lambda: range(1, 2, 0)),
    ]  # fmt: skip
    return x + 1, lines


def case_thrown_objects(x):
    def gen():
        try:
            yield 1
        except ValueError as error:
            yield error.args

    def started():
        made = gen()
        next(made)
        return made

    refused = said(started().throw, 3), said(started().throw, "text")
    return x + 1, started().throw(ValueError), started().throw(ValueError("a", 2)), refused


def case_left_in_a_try_that_lets_pass(x):
    def gen():
        try:
            yield x + 1
        except (KeyError, ValueError) as error:
            yield x * len(error.args)
        except TypeError:
            yield x

    made = gen()
    next(made)
    return made.throw(ValueError("a", "b"))


def case_left_where_it_would_clean_up(x):
    seen = []

    def gen():
        try:
            yield x + 1
        except BaseException:
            seen.append("closed")
            raise

    made = gen()
    first = next(made)
    del made
    return first, seen


def case_parts_of_texts(x):
    text = "hello hello"
    places = [(s, e) for s in (None, 0, 2, -4, 20) for e in (None, 3, -1, 9, 30)]
    found = [(text.find("l", *p), text.rfind("l", *p), text.count("l", *p), said(text.index, "l", *p)) for p in places]
    ends = [(text.startswith("l", *p), text.endswith(("l", "o"), *p), text.find("", *p)) for p in places]
    return x + 1, found, ends, said(text.rindex, "l", 0, 2), text.rindex("l", 0, 4), text.startswith("h", 0)


def case_parts_of_sequences(x):
    items = list("abcabc")
    found = [items.index("b", 2), items.index("a", -3), items.index("c", 1, 3), tuple(items).index("a", 1)]

    def is_missing(stop):
        try:
            return items.index("a", 4, stop) < 0
        except ValueError:
            return True

    return x + 1, found, deque(items).index("c", 3), [is_missing(stop) for stop in (5, 9, -9)]


def case_the_same_object(x):
    class Unequal:
        def __eq__(self, other):
            return False

    item, y = Unequal(), x + 1
    items, tensors = [0, item], [y, x]
    tensors.remove(y)
    place = items.index(item), items.count(item), [y, x].index(y)
    items.remove(item)
    return y, place, items, len(tensors)


def case_counters_that_are_equal(x):
    plain = Counter(a=1) == {"a": 1}, Counter(a=1) == {"a": 2}
    return x + 1, Counter(a=1) == Counter(a=1, b=0), Counter(a=1) != Counter(a=2), plain


def case_words_of_chains(x):
    chain = ChainMap({}, {"a": 1})
    return x + 1, said(chain.pop, "a"), said(chain.popitem), said(chain.__delitem__, "a"), chain["a"], chain.pop("b", 3)


def case_members_of_enumerations(x):
    return x + 1, Color.RED in Color, Other.RED in Color


def case_values_in_enumerations(x):
    return x + 1, said(lambda: 1 in Color)


def case_order_of_dicts(x):
    one, two = OrderedDict(a=1, b=2), OrderedDict(b=2, a=1)
    others = defaultdict(int, a=1, b=2) == defaultdict(list, b=2, a=1), one == {"b": 2, "a": 1}, {"a": 1} == {"a": 1.0}
    return x + 1, one == two, one != two, one == one.copy(), others
