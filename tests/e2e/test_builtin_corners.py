"""Built-in types where programs seldom go: formats, numbers in text, views and proxies of dicts, absent attributes."""

import pytest
import torch
from harness import check, program

SOURCE = """
import collections
import copy
import functools
import inspect
import math
import os
import sys
import types
from collections.abc import MutableMapping

import torch
from torch import nn


class Point:
    kind = 3

    def __init__(self):
        self.parts = [1, {"k": 2}]

    def __format__(self, spec):
        return "P<" + spec + ">"


class Pair(tuple):
    pass


def case_fields(t):
    p = Point()
    texts = ["{a[0]} {t.ndim} {0} {1:>{w}}|{p.parts[1][k]}|{p.kind:03d}|{0!r:>5}|{{}}".format("q", 1, a=[1], t=t, w=4, p=p)]
    texts.append("{:,} {:_} {:#x} {:b} {:08b} {:+d} {:%} {:,.2f}".format(1234567, -1234567, 255, 10, -10, 3, 0.25, 12345.678))
    texts.append("{:>8}|{:<8}|{:^8}|{:+}|{:_x}".format(1.5, 2.5, 3.5, 4.5, 1048576))
    return t, texts, f"{p:abc}", format(p, "q"), f"{p}", str(Pair((1, 2))), f"{t.shape[0]:,}"


def case_directives(t):
    texts = ["%5.2f|%-5d|%05d|%+d|%x|%s|%r|%10s|%-6s|%d%%" % (1.234, 3, 4, 5, 255, [1], "s", "r", "l", 3.7)]
    texts.append("%(k)s %(v).1f" % {"k": 1, "v": 2.25, "z": 3})
    return t, texts, "%s" % (t.shape[0],), "% d" % 4


def case_refused_formats(t):
    out = []
    for f in (
        lambda: "{} {}".format(1),
        lambda: "{a}".format(b=1),
        lambda: "{0} {}".format(1, 2),
        lambda: "{:d}".format(1),
        lambda: "%d %d" % (1,),
        lambda: "%d" % (1, 2),
        lambda: "%d" % "a",
        lambda: "}".format(),
        lambda: "{".format(),
        lambda: "%(a)s" % {"b": 1},
    ):
        try:
            out.append(f())
        except (IndexError, KeyError, ValueError, TypeError) as e:
            out.append(type(e).__name__)
    return t, out


def case_numbers_in_text(t):
    out = [int("ff", 16), int("0x1F", 16), int("-0b101", 2), int("0o17", 0), int("12", 0), int(" z ", 36), int("777", 8)]
    for text, base in (("08", 0), ("2", 2), ("", 16), ("0x", 16), ("--1", 16), ("1", 1), ("1", 37)):
        try:
            out.append(int(text, base))
        except ValueError:
            out.append("refused")
    return t, out


def case_views(t):
    d = {"a": 1, "b": 2}
    return t, d.keys().isdisjoint({"q"}), d.keys().isdisjoint(["a"]), d.items().isdisjoint([("a", 1)]), len(d.values())


def case_proxies(t):
    d = {"a": t, "b": 2}
    p = types.MappingProxyType(d)
    d["c"] = 3
    try:
        p["a"] = 1
        refused = False
    except TypeError:
        refused = True
    return p["a"] * p["c"], len(p), "b" in p, list(p), p.get("z", 5), list(p.values())[1:], refused, list(reversed(p))


def case_proxy_back(t):
    d = {"a": t}
    return types.MappingProxyType(d)["a"], [*types.MappingProxyType(d)], dict(types.MappingProxyType(d))


def doubled(f):
    @functools.wraps(f)
    def inner(t):
        return f(t) * 2

    inner.note = "n"
    return inner


@doubled
def plus(t):
    return t + 1


def case_wrapped(t):
    @doubled
    def local(t):
        return t - 1

    return plus.__wrapped__(t), local.__wrapped__(t), plus(t), plus.note


def case_slices_with_a_step(t):
    items, rest = [0, 1, 2, 3, 4, 5], list(range(10))
    items[::2] = [10, 20, 30]
    del items[1::2]
    items[::-1] = [t, t + 1, 3]
    del rest[::-3], rest[5:2:-2], rest[4:], rest[:1], rest[3:1]
    return items, t * sum(rest), rest


def case_slices_of_the_caller(t, items=[1, 2, 3]):
    items[::2] = items[::-2]
    del items[1::2]
    items[1:] = [5, 6]
    return t * len(items), items


def case_translated_text(t):
    text = "aabbcd".translate(str.maketrans("ab", "xy", "c"))
    table = str.maketrans({"a": "b", 3: None})
    return t * text.count("x"), text, "abc".translate({ord("a"): None, 98: "Z"}), table


class Odd:
    def __init__(self, answer):
        self.answer = answer

    def __len__(self):
        return self.answer


class Asked:
    def __init__(self, answer):
        self.answer = answer

    def __bool__(self):
        return self.answer


def case_refused_answers(t):
    out = []
    for f in (
        lambda: len(Odd(-1)),
        lambda: len(Odd(0.5)),
        lambda: len(Odd(True)),
        lambda: bool(Odd(-1)),
        lambda: 1 if Odd(0) else 2,
        lambda: 1 if Asked(1) else 2,
        lambda: 1 if Asked(t) else 2,
        lambda: not Asked(t.sum() > 5),
        lambda: list(enumerate([1], 2.5)),
        lambda: list(enumerate([1], None)),
        lambda: list(enumerate([1], True)),
        lambda: functools.reduce(function=max, iterable=[1]),
        lambda: functools.reduce(max, [1], 2, 3),
    ):
        try:
            out.append(f())
        except (ValueError, TypeError) as e:
            out.append(type(e).__name__)
    return t, out


def case_empty_lists_of_tensors(t):
    out = []
    for f in (
        lambda: torch.cat([]),
        lambda: torch.concat((), dim=1),
        lambda: torch.stack([]),
        lambda: torch.hstack([]),
        lambda: torch.vstack([]),
        lambda: torch.dstack([]),
        lambda: torch.column_stack([]),
    ):
        try:
            out.append(f())
        except (ValueError, RuntimeError) as e:
            out.append(type(e).__name__)
    return t, out


def case_dicts_from_pairs(t):
    d = {"a": t}
    d |= [("z", 5), ("a", t + 1)]
    d |= ()
    return d


def cut_positions_of_tensors(t):
    out = []
    for f in (lambda: [5, 6, 7][t.long()[0]], lambda: (5, 6, 7)[t.sum()]):
        try:
            out.append(f())
        except TypeError as e:
            out.append(type(e).__name__)
    return t, out


def case_made_and_filled_by_name(t, kind=tuple):
    made = [tuple.__new__(Pair, [t, 1]), tuple.__new__(kind, [t]), str.__new__(str, 3), int.__new__(int, 4.5)]
    empty = [list.__new__(list, [1, 2]), set.__new__(set, [3]), dict.__new__(dict, a=3)]
    filled = [{1, 2}, [1, t], [1], {4}]
    filled[0].__init__({3})
    filled[1].__init__([2])
    filled[2].__init__()
    filled[3].__init__(filled[3])
    return t, made, empty, filled


class Mapping(MutableMapping):
    def __init__(self, **items):
        self.held = items

    def __getitem__(self, key):
        return self.held[key]

    def __setitem__(self, key, value):
        self.held[key] = value

    def __delitem__(self, key):
        del self.held[key]

    def __iter__(self):
        return iter(self.held)

    def __len__(self):
        return len(self.held)


mapping = Mapping(scale=3)


def scaled(t, scale=1):
    "Scaled."
    return t * scale


def undocumented(t): ...


def case_mappings_as_keywords(t):
    return scaled(t, **mapping), scaled(t, **Mapping(scale=t)), {**mapping}


def case_equal_slices(t):
    same = slice(1, 2) == slice(1, 2), slice(1, 2) == slice(None), slice(1, None) == (1, None, None)
    return t, same, slice(t.shape[0]) != slice(2)


def case_documents(t):
    return t, scaled.__doc__, undocumented.__doc__, (lambda: 1).__doc__


def case_sizes_are_no_named_tuples(t):
    return t + hasattr(t.shape, "_fields"), isinstance(t.shape, tuple) and hasattr(t.shape, "_asdict")


def case_full_of_a_tensor(t):
    return torch.full((2,), t[1]), torch.full((t.ndim, 2), t[1].long()), torch.full((3,), t[1], dtype=torch.float64)


class Plain:
    pass


class TwoWays:
    def __init__(self):
        self.b = 3

    def __getattribute__(self, name):
        if name == "kept":
            raise AttributeError(name)
        return super().__getattribute__(name)

    def __getattr__(self, name):
        if name == "kept":
            return 5
        raise AttributeError(name)


def case_asked_in_two_ways(t):
    asked = TwoWays()
    return t * asked.b * asked.kept, hasattr(asked, "nothing"), getattr(asked, "nil", 3)


def cut_what_every_object_has(t):
    out = []
    for name in ("__weakref__", "__module__", "__dir__", "__reduce__", "__sizeof__", "__init_subclass__", "__annotations__"):
        try:
            out.append(getattr(Plain(), name) is None)
        except AttributeError:
            out.append(name)
    return t * 2 + 1, out


def case_paths(t):
    return t, os.fspath("a/b")


def case_absent(t):
    out = [hasattr([], "foo"), hasattr("", "splitlines"), getattr(3, "shape", 7), hasattr((1,), "name"), hasattr({}, "x")]
    try:
        [].foo
    except AttributeError as e:
        out.append(str(e))
    try:
        (1).items
    except AttributeError:
        out.append("items")
    return t, out


def case_texts_of_views_in_their_dicts(t):
    d, e, f = {}, {}, {"k": 1}
    d[42], e[1] = d.values(), e.items()
    f["l"] = [f, f.values()]
    return t, repr(d), str(e), repr(d.values()), repr(e.items()), repr(f), repr(f.values()), repr(f.keys())


def case_made_by_new(t):
    plain = Pair.__new__(Pair, [1, 2])
    made = tuple.__new__(tuple, "ab"), list.__new__(list, [1]), dict.__new__(dict, a=1), int.__new__(int, "3")
    return t * len(plain), plain == (1, 2), made, set.__new__(set, [1]) == set(), frozenset.__new__(frozenset, [1]) == {1}


def case_sets_looked_for(t):
    s = {frozenset([1, 2]), 3}
    s.discard({1, 2})
    u = {frozenset([1]), 4}
    u.remove({1})
    found = []
    for item in ({7}, [], {}):
        try:
            u.remove(item)
        except (KeyError, TypeError) as e:
            found.append(type(e).__name__)
    return t * len(s) + len(u), found


class Number:
    def __init__(self, n):
        self.n = n

    def __add__(self, other):
        return "add", self.n, other.n

    def __radd__(self, other):
        return "radd", self.n, other.n

    def __divmod__(self, other):
        return "divmod", self.n

    def __rdivmod__(self, other):
        return "rdivmod", self.n

    def __lt__(self, other):
        return "lt", self.n

    def __gt__(self, other):
        return "gt", self.n


class SameNumber(Number):
    pass


class OtherNumber(Number):
    def __radd__(self, other):
        return "other", self.n


def case_which_operand_is_asked(t):
    a, b, c = Number(1), SameNumber(2), OtherNumber(3)
    return t, a + b, a + c, b + a, b + c, divmod(a, b), a < b


class Watched:
    def __init__(self):
        self.given = 0

    def __iter__(self):
        for i in range(5):
            self.given += 1
            yield i


def case_iterators_are_left_early(t):
    def pairs():
        yield "a", len(d)
        yield "b", len(d)
        raise ValueError("gone")

    d, w = {}, Watched()
    found = [2 in w, w.given, 9 in w, w.given]
    try:
        d.update(pairs())
    except ValueError:
        t = t + 1
    try:
        dict(Watched())
    except TypeError:
        t = t * 2
    return t, d, found, dict(zip("xy", [1, 2])), dict((k, i) for i, k in enumerate("ab"))


def case_sums_of_text(t):
    refused = []
    for function in (lambda: sum(["a"], ""), lambda: sum([], ""), lambda: sum(["a"]), lambda: sum([], b"")):
        try:
            refused.append(function())
        except TypeError:
            refused.append("refused")
    return t, refused


def case_what_a_value_is(t):
    def plain():
        pass

    def generator():
        yield 1

    class Made:
        def method(self):
            pass

    values = plain, generator, Made, Made().method, 3
    asked = [inspect.isfunction, inspect.isclass, inspect.ismethod]
    told = [[ask(value) for value in values] for ask in asked]
    return t, told, inspect.isgeneratorfunction(generator), inspect.isgeneratorfunction(plain), sys.maxsize


def case_sums_of_floats(t):
    return t * sum([0.5, 1.5, 2.0]), sum((0.25 for _ in range(3)), 1), sum([1, 2.5, -3]), sum([2.0**60, 2.0**61, 0.0])


def case_hexadecimal_floats(t):
    numbers = 3.75, -0.1, 0.0, -0.0, 1e308, 5e-324, -2.5e-310, 2.0**-1022, float("inf"), float("-inf"), float("nan")
    return t + 1, [number.hex() for number in numbers]


def case_characters(t):
    return t + 1, "%c%c" % (65, "b"), "<%3c|%-3c>" % ("x", 33)


def cut_characters_that_are_refused(t):
    said = []
    for value in ("ab", 1.5, None, -1):
        try:
            said.append("%c" % value)
        except (TypeError, OverflowError) as e:
            said.append(str(e))
    return t + 1, said


def case_absolute_values_of_complex_numbers(t):
    numbers = 3 + 4j, -1j, 0j, complex(0.1, -0.7), complex(1e200, 1e200)
    return t * abs(3 + 4j), [abs(number) for number in numbers]


def case_indices_of_slices(t):
    parts = (None, -1, 2), (None, None, None), (1, -1, 1), (-3, 9, 1), (None, None, -1), (-1, 0, -2), (5, -7, -1), (9, 9, 3)
    return t + 1, [slice(*part).indices(t.size(0) + 5) for part in parts], slice(2).indices(t.numel())


def case_texts_of_functions(t):
    def plain(a):
        "adds one"
        return a + 1

    def lines(a):
        '''Adds one.

Not indented.
'''
        return a + 1

    def silent(a):
        return a

    @functools.wraps(plain)
    def around(*args):
        "is not told"
        return plain(*args)

    return around(t), plain.__doc__, lines.__doc__, silent.__doc__, around.__doc__, (lambda: 1).__doc__


def case_descriptors_that_delete(t):
    class Slot:
        def __get__(self, owner, cls):
            return owner.held.get("v", "none")

        def __set__(self, owner, value):
            owner.held["v"] = value

        def __delete__(self, owner):
            if "v" not in owner.held:
                raise AttributeError("twice")
            del owner.held["v"]

    class Holder:
        v = Slot()

        def __init__(self):
            self.held = {}

    h = Holder()
    h.v = 4
    before = h.v
    del h.v
    try:
        delattr(h, "v")
    except AttributeError as e:
        return t + before, h.v, str(e)


def case_properties_that_refuse(t):
    class Fixed:
        @property
        def p(self):
            return 1

    said = []
    for change in (lambda o: setattr(o, "p", 3), lambda o: delattr(o, "p")):
        try:
            change(Fixed())
        except AttributeError as e:
            said.append(str(e))
    return t + 1, said


def case_classes_that_copy_themselves(t):
    class Part:
        def __init__(self, v):
            self.v = v
            self.own = [1]

    class Whole:
        def __init__(self, part, tag="made"):
            self.part = part
            self.tag = tag
            self.count = 0

        def __copy__(self):
            return Whole(self.part, "copied")

        def __deepcopy__(self, memo):
            self.count += 1
            return Whole(copy.deepcopy(self.part, memo), "deep" if memo is not None else "bare")

    part = Part(t + 1)
    a = Whole(part)
    b, c, (d, e, f) = copy.copy(a), copy.deepcopy(a), copy.deepcopy([a, a, part])
    told = b.part is part, c.part is part, d is e, d.part is f, f is part, a.count, f.own, f.own is part.own
    return d.part.v, b.tag, c.tag, told


def cut_memos_that_are_read(t):
    class Seen:
        def __init__(self):
            self.size = -1

        def __deepcopy__(self, memo):
            made = Seen()
            made.size = len(memo)
            memo["seen"] = made
            return made

    return t + 1, [s.size for s in copy.deepcopy([Seen(), Seen()])]


def case_modules_of_new_modules(t):
    shared = nn.ReLU()
    net = nn.Sequential(collections.OrderedDict(a=nn.Tanh(), b=shared, c=nn.Sequential(shared, nn.Sigmoid())))
    children = [n for n, _ in net.named_children()], [n for n, _ in net.named_modules()]
    return net(t), children, len(list(net.modules())), [n for n, _ in net.named_modules(remove_duplicate=False)]


def case_powers_with_a_modulus(t):
    n = 3
    said = n.__pow__(1e300, -n), n.__pow__(2, 2.5), n.__pow__(2, 7), n.__pow__(2, None), n.__pow__("a", 3)
    for pow_of in (lambda: n.__pow__(2, 0), lambda: pow(n, 2, 2.5)):
        try:
            said += (pow_of(),)
        except (TypeError, ValueError) as error:
            said += (str(error),)
    return t, said


def case_keywords_of_math(t):
    said = []
    for call in (lambda: math.log(encoding="utf8"), lambda: math.hypot(x=1), lambda: math.log(2, base=2)):
        try:
            call()
        except TypeError as error:
            said.append(str(error))
    return t, said


def case_lists_of_users(t):
    items = collections.UserList([t, t + 1])
    going = iter(items)
    items.append(t + 2)
    first = next(going)
    items.data = [t, t + 5]
    return first, list(going), [item * 2 for item in items], next(going, None), sum(items)


def cut_updates_of_sets_that_raise(t):
    s, told = {1, 2, 3}, []
    for update in (lambda: s.difference_update([1], [[]]), lambda: s.symmetric_difference_update([2, []])):
        try:
            update()
        except TypeError as error:
            told.append(str(error))
    return t, told, sorted(s)


def cut_iterators_of_lists_of_users(t):
    return t, iter(collections.UserList([1, 2]))


if __name__ == "__main__":
    t = torch.ones(2)
CALLS
    cut_iterators_of_lists_of_users(t)
    cut_updates_of_sets_that_raise(t)
    cut_positions_of_tensors(t)
    cut_what_every_object_has(t)
    cut_memos_that_are_read(t)
    cut_characters_that_are_refused(t)
"""
NAMES = [line.split("(")[0][9:] for line in SOURCE.splitlines() if line.startswith("def case_")]
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    case_{name}(t)" for name in NAMES))
corners = program("builtin_corners", SOURCE, args=["--force"], flags="-O0")


@pytest.mark.parametrize("name", NAMES)
def test_case(name):
    expect = None if name == "absent" else "whole"
    check(corners.load(), f"case_{name}", lambda: [torch.arange(2.0)], expect=expect)


def test_a_position_that_a_tensor_gives():
    check(corners.load(), "cut_positions_of_tensors", lambda: [torch.arange(2.0)])


def test_what_every_object_has():
    check(corners.load(), "cut_what_every_object_has", lambda: [torch.arange(2.0)])


def test_iterators_of_lists_of_users():
    def pick(module):
        def run(t):
            going = module.cut_iterators_of_lists_of_users(t)[1]
            return type(going).__name__, list(going)

        return run

    check(corners.load(), pick, lambda: [torch.arange(2.0)])


def test_updates_of_sets_that_raise():
    check(corners.load(), "cut_updates_of_sets_that_raise", lambda: [torch.arange(2.0)])


def test_memos_that_are_read():
    check(corners.load(), "cut_memos_that_are_read", lambda: [torch.arange(2.0)])


def test_characters_that_are_refused():
    check(corners.load(), "cut_characters_that_are_refused", lambda: [torch.arange(2.0)])
