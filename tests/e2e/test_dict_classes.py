"""Subclasses of dict that say item access and attributes in their own way: registries, and results of models that are a
dataclass and a mapping at once."""

import collections

import pytest
import torch
from harness import check, program
from table import randn

SOURCE = """
from collections import ChainMap, OrderedDict, defaultdict, deque
from dataclasses import dataclass, fields

import torch


class Registry(dict):
    def __setitem__(self, owner, value):
        super().__setitem__(type(owner).__name__, value)

    def get(self, owner):
        return super().get(type(owner).__name__) or {}

    def __contains__(self, owner):
        return super().__contains__(type(owner).__name__)


REGISTRY = Registry()


class Owner:
    def __init__(self, **scales):
        REGISTRY[self] = scales


class Other:
    pass


class Output(OrderedDict):
    def __post_init__(self):
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None:
                self[field.name] = value

    def __getitem__(self, key):
        return dict(self.items())[key] if isinstance(key, str) else self.to_tuple()[key]

    def __setattr__(self, name, value):
        if name in [field.name for field in fields(self)] and value is not None:
            super().__setitem__(name, value)
        super().__setattr__(name, value)

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        super().__setattr__(key, value)

    def __delitem__(self, *args, **kwargs):
        raise RuntimeError("items of an output stay")

    def to_tuple(self):
        return tuple(self[key] for key in self.keys())


@dataclass
class Pair(Output):
    first: torch.Tensor = None
    second: torch.Tensor = None
    third: torch.Tensor = None


class Doubled(dict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value * 2)

    def __delitem__(self, key):
        super().__delitem__(key.lower())


class Ordered(OrderedDict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value * 2)


@dataclass
class Watched:
    scale: float
    shift: float = 1.0

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value * 2)


OWNER = Owner(double=2.0, half=0.5)


def registered(owner, x):
    for name, scale in REGISTRY.get(owner).items():
        x = x * scale + len(name)
    return x if owner in REGISTRY else x - 1


def output(x):
    made = Pair(first=x + 1, third=x * 2)
    made.second = x - 1
    return made.first * made[1] + made["third"], len(made), list(made.keys()), "second" in made


def kept(x):
    made = Pair(x + 1)
    try:
        del made["first"]
    except RuntimeError:
        return made.first * 3
    return x


def doubled(x):
    made = Doubled(a=x)
    made["b"] = x
    made.update(c=x)
    made.setdefault("d", x)
    del made["A"]
    ordered = Ordered(a=x)
    ordered.update(b=x)
    return made["b"], made["c"], made["d"], sorted(made), ordered["a"], ordered["b"]


def watched(x):
    made = Watched(3.0)
    return x * made.scale + made.shift


class Dotted(dict):
    __getattr__ = dict.get
    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__


def dotted(x):
    made = Dotted(a=1, b=x)
    made.c = 5
    del made.a
    return made.b * made.c, made.missing, made


class Simple(dict):
    pass


class Counting(OrderedDict):
    pass


class Strict(dict):
    def update(self, *args):
        raise ValueError


def united(x):
    made = []
    all = {"a": x}, OrderedDict(b=2, a=3), Simple(a=4, z=5), defaultdict(int, q=6), Counting(k=7), Strict(s=8)
    for left in all:
        for right in all:
            both = left | right
            made.append((type(both).__name__, list(both.items()), hasattr(both, "default_factory")))
    for left in all:
        old = left
        left |= {"a": 9}
        left |= [("t", 3)]
        left.__ior__({"u": 1})
        made.append((type(left).__name__, list(left.items()), left is old))
    for right in (3, [1], None):
        try:
            OrderedDict() | right
        except TypeError:
            made.append(right)
    return x * 2, made


def equal(x):
    d, l = OrderedDict(a=x, b=1), [x, 1]
    same = d == OrderedDict(d), d == {"a": x, "b": 1}, l == [x, 1], l != [x, 1], (x, 2) == (x, 3), (x, 1) < (x, 2)
    return x * 2, same, x in l, l.index(x), {"k": [x]} == {"k": [x]}


def names(x):
    made = Simple(a=1)
    found = [hasattr(made, name) for name in ("__or__", "nope", "__torch_function__", "__ior__")]
    return x * 2, found, made.__or__({"b": 1}), made.__eq__({"a": 1}), getattr(made, "foo", 2)


class Tenfold(OrderedDict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value * 10)

    def pop(self, key):
        return "popped"


class Listed(defaultdict):
    def __setitem__(self, key, value):
        super().__setitem__(key, [value])

    def __getitem__(self, key):
        return "got", super().__getitem__(key)

    def update(self, *args):
        raise ValueError


class Twice(deque):
    def append(self, item):
        super().append(item * 2)

    def extend(self, items):
        super().extend([0, *items])


class Missed(ChainMap):
    def __missing__(self, key):
        return "missed " + key


def own_methods_are_passed_over(x):
    d = Tenfold(a=1, b=2)
    d.move_to_end("a")
    d.move_to_end("b", last=False)
    last, copied = d.popitem(), d.copy()
    d.update(z=4)
    e = Listed(int, a=1)
    asked = e["b"], e["a"], e.get("a")
    q = Twice([1])
    q.append(2)
    q.extend([3])
    q += [4]
    r = q + deque([7]), q * 2, q.copy()
    m = Missed({"a": 1}, defaultdict(list))
    queues = list(q), [list(other) for other in r], [type(other) is Twice for other in r]
    texts = list(d.items()), last, list(copied.items()), asked, list(dict.items(e)), queues
    return x * 2, texts, m["n"], sorted(m.maps[1]), Missed()["q"], deque([1, 2, 3], 4) * 2


if __name__ == "__main__":
    x = torch.ones(3)
    registered(OWNER, x)
    for function in (output, kept, doubled, watched, dotted, united, equal, names, own_methods_are_passed_over):
        function(x)
"""
CLASSES = program("dict_classes", SOURCE)


@pytest.mark.parametrize(
    "name",
    ("output", "kept", "doubled", "watched", "dotted", "united", "equal", "names", "own_methods_are_passed_over"),
)
def test_items_and_attributes(name):
    check(CLASSES.load(), name, lambda: (randn(5),), expect="whole")


def test_registries():
    pair = CLASSES.fresh()
    results = {}
    for module in (pair.eager, pair.built):
        before = pair.counters()
        rows = [module.registered(module.OWNER, torch.arange(3.0))]
        if module is pair.built:
            assert pair.counters()["compiled"] == before["compiled"] + 1
        module.REGISTRY[module.OWNER] = {"half": 0.5}
        rows.append(module.registered(module.OWNER, torch.arange(3.0)))
        rows.append(module.registered(module.Other(), torch.arange(3.0)))
        module.Registry.get = lambda self, owner: {"own": 5.0}
        rows.append(module.registered(module.OWNER, torch.arange(3.0)))
        results[module] = rows
    for eager, built in zip(*results.values()):
        assert torch.equal(eager, built)


COMBINED = program(
    "combined_counters",
    """
import collections
import torch


def joined(x):
    counts = collections.Counter("aab")
    merged, most = counts | {"a": 5, "z": 1}, counts | collections.Counter("b")
    return x + merged["a"], merged, type(merged).__name__, most


def popped(x):
    out = []
    for key in ([], {}, 3):
        for items, default in (({}, ()), ({1: 2}, (7,)), ({}, (5,))):
            try:
                out.append(items.pop(key, *default))
            except Exception as error:
                out.append((type(error).__name__, str(error)))
    return x + 1, out
""",
    ["joined(f32[N])", "popped(f32[N])"],
    args=("--force",),
)


@pytest.mark.parametrize("name", ["joined", "popped"])
def test_counters_beside_dicts_and_keys_that_an_empty_dict_is_asked_for(name):
    check(COMBINED.load(), name, lambda: (torch.ones(3),))


PAST_THE_ORDER = program(
    "past_the_order",
    """
import collections
import torch


def added(x, d):
    dict.__setitem__(d, "z", 5)
    print("added")
    y = x * 2 + 1
    return y, list(d), len(d), dict.__len__(d)


def deleted(x):
    d = collections.OrderedDict(a=1, b=2)
    dict.__delitem__(d, "a")
    return x + 1, len(d)


def passed(x, d):
    return x * 2 + 1, len(d), list(d)


def joined(x):
    d = collections.OrderedDict(a=1)
    same = dict.__ior__(d, {"b": 2}) is d
    return x + 1, same, list(d), len(d), "b" in d


def compared(x):
    d, other = collections.OrderedDict(a=1, b=2), collections.OrderedDict(b=2, a=1)
    return x + 1, dict.__eq__(d, other), d == other


def looked_up(x):
    d = collections.OrderedDict(a=1, b=2)
    return x + 1, dict.get(d, "b"), collections.OrderedDict.get(d, "c", 5), dict.__getitem__(d, "a"), dict.__len__(d)
""",
    [
        "joined(f32[N])",
        "compared(f32[N])",
        "looked_up(f32[N])",
        "added(f32[N], collections.OrderedDict(q=1))",
        "deleted(f32[N])",
        "passed(f32[N], collections.OrderedDict(q=1))",
        "passed(f32[N], collections.OrderedDict())",
    ],
    args=("--force",),
)


def test_methods_of_dict_past_the_order_of_another_class():
    pair = PAST_THE_ORDER.load()

    def beside(**items):
        made = collections.OrderedDict(items)
        dict.__setitem__(made, "z", 5)
        return made

    def without():
        made = collections.OrderedDict(q=1)
        dict.__delitem__(made, "q")
        return made

    check(pair, "added", lambda: (torch.ones(3), collections.OrderedDict(q=1)))
    check(pair, "deleted", lambda: (torch.ones(3),))
    check(pair, "joined", lambda: (torch.ones(3),))
    check(pair, "compared", lambda: (torch.ones(3),))
    check(pair, "looked_up", lambda: (torch.ones(3),), expect="whole")
    check(pair, "passed", lambda: (torch.ones(3), collections.OrderedDict(q=1)), expect="whole")
    for function in (pair.eager.passed, pair.built.passed):
        y, count, keys = function(torch.ones(3), beside(q=1))
        assert (y.tolist(), count, keys) == ([3.0] * 3, 2, ["q"])
        y, count, keys = function(torch.ones(3), beside())
        assert (y.tolist(), count, keys) == ([3.0] * 3, 1, [])
        with pytest.raises(KeyError):
            function(torch.ones(3), without())


MADE_EMPTY = program(
    "dicts_made_by_new",
    """
import torch


class Plain(dict):
    pass


class Given(dict):
    def __new__(cls, *args, **kwargs):
        return super().__new__(cls, *args, **kwargs)

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)


def of_any(x, kind):
    made = dict.__new__(kind)
    made["x"] = x * 2
    if isinstance(made, Plain):
        made.mark = 3
    return made


def of_plain(x):
    made = dict.__new__(Plain, {"not": "taken"})
    made["x"] = x * 2
    return made, Plain.__new__(Plain), len(made)


def of_given(x):
    made = Given({"x": x}, y=x + 1)
    return made, made["x"] + made["y"]


if __name__ == "__main__":
    of_any(torch.ones(3), Plain)
    of_any(torch.ones(3), dict)
    of_plain(torch.ones(3))
    of_given(torch.ones(3))
""",
    args=("--force",),
)


@pytest.mark.parametrize("kind", ["Plain", "dict", "Given"])
def test_dict_new_makes_what_it_is_asked_for(kind):
    pair = MADE_EMPTY.load()
    outcomes = []
    for module in (pair.eager, pair.built):
        made = module.of_any(torch.ones(3), getattr(module, kind, dict))
        outcomes.append((type(made).__name__, sorted(made), getattr(made, "mark", None)))
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("name", ["of_plain", "of_given"])
def test_dicts_of_classes_made_by_new(name):
    check(MADE_EMPTY.load(), name, lambda: (torch.ones(3),), expect="whole")


COPIED = program(
    "copied_dicts_of_classes",
    """
import collections
import copy

import torch


class Plain(dict):
    pass


class Given(dict):
    def __new__(cls, *args, **kwargs):
        made = super().__new__(cls)
        made.mark = 5
        return made


class Loud(dict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value * 2)


class Counted(dict):
    @classmethod
    def fromkeys(cls, keys, value=None):
        made = super().fromkeys(keys, value)
        made["count"] = len(made)
        return made

    def again(self, keys):
        return super().fromkeys(keys, 2)


class Own(dict):
    def __copy__(self):
        return Own(self, extra=1)


class Ordered(collections.OrderedDict):
    pass


def plain(x):
    d = Plain(a=x * 2)
    d.tag = 1
    e = copy.copy(d)
    e["b"] = x
    return d, e, type(e) is Plain


def given(x):
    d = Given(a=x * 2)
    d.mark += 1
    e = copy.copy(d)
    return e, e.mark, type(e) is Given


def loud(x):
    return copy.copy(Loud(a=x * 2))


def own(x):
    d = Own(a=x * 2)
    return copy.copy(d), copy.copy(collections.OrderedDict(a=x)), d.copy()


def ordered(x):
    return copy.copy(Ordered(a=x * 2))


def filled(x):
    d = Plain.fromkeys(["a", "b"], x * 2)
    return d, Loud.fromkeys("ab", x), Given.fromkeys("a", x), type(d) is Plain


def filled_by_object(x):
    return Plain(a=x).fromkeys("ab", x), Loud().fromkeys("b", x), Counted.fromkeys("ab", x), Counted().again("a")


def of_the_caller(x, d):
    e = copy.copy(d)
    e["q"] = x + 1
    return d, type(e).__name__, e.mark


if __name__ == "__main__":
    for f in (plain, given, loud, own, ordered, filled, filled_by_object):
        f(torch.ones(3))
    of_the_caller(torch.ones(3), Given(a=torch.ones(3)))
""",
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize(
    "name", ["plain", "given", "loud", "own", "ordered", "filled", "filled_by_object", "of_the_caller"]
)
def test_copies_of_dicts_of_classes(name):
    pair = COPIED.load()

    def outcome(module):
        given = [module.Given({"a": torch.ones(3)})] if name == "of_the_caller" else []
        result = getattr(module, name)(torch.arange(3.0), *given)
        parts = result if isinstance(result, tuple) else (result,)
        return [
            (
                type(part).__name__,
                {k: torch.as_tensor(v).tolist() for k, v in part.items()},
                vars(part) if type(part) is not dict else None,
            )
            if isinstance(part, dict)
            else part
            for part in parts
        ]

    before = pair.counters()
    assert outcome(pair.eager) == outcome(pair.built)
    if name in ("plain", "given", "loud", "own", "filled", "filled_by_object"):
        after = pair.counters()
        assert after["compiled"] > before["compiled"] and after["fallback"] == before["fallback"]


LACKING = program(
    "keys_that_ordered_dicts_lack",
    """
from collections import OrderedDict


def popped(x, key):
    kept = OrderedDict(a=x + 1, b=x * 2)
    try:
        kept.pop(key)
    except KeyError as error:
        return kept["a"].tanh(), error.args
    return kept["b"], list(kept), kept.pop("c", 3), kept.pop("d", default=None)


def moved(x, key):
    kept = OrderedDict(a=x + 1, b=x * 2)
    try:
        kept.move_to_end(key)
    except KeyError as error:
        return kept["a"].tanh(), error.args
    return kept["b"].tanh(), list(kept)
""",
    [f"{name}(f32[N], {key})" for name in ("popped", "moved") for key in ("None", "(1, 2)", "()", "'a'", "'c'")],
)


@pytest.mark.parametrize("key", [None, (1, 2), (), "a", "c"], ids=str)
@pytest.mark.parametrize("name", ["popped", "moved"])
def test_key_that_an_ordered_dict_lacks(name, key):
    check(LACKING.load(), name, lambda: (torch.arange(4.0), key), expect="compiled")


OWN_DICT = program(
    "attributes_of_dicts",
    """
from collections import OrderedDict

import torch


class Config(dict):
    kind = "config"

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.__dict__ = self

    def scaled(self, x):
        return x * self.a


class Elsewhere(dict):
    def __init__(self, given):
        super().__init__(given)
        self.__dict__ = {"a": 100}


class Plain(dict):
    def __init__(self, *args):
        super().__init__(*args)
        self.n = 3


class Valued(OrderedDict):
    def __init__(self):
        super().__init__()
        self.__dict__["_value"] = 0

    @property
    def value(self):
        return self.__dict__.get("_value", 0)

    @value.setter
    def value(self, value):
        self.__dict__["_value"] = value


config = Config(a=2, b=3.0, inner=Config(c=5))
elsewhere = Elsewhere({"a": 1})


def of_items(x, c):
    return c.scaled(x) * config.a + config["b"] + config.inner.c, config.kind, hasattr(c, "a"), getattr(c, "z", 9), vars(c)


def lacking(x, c):
    try:
        return x + c.nothing
    except AttributeError as error:
        return x + 1, str(error)


def of_another_dict(x, c):
    return x * elsewhere.a


def written(x, c):
    if "seen" not in c.__dict__:
        c.__dict__["seen"] = []
    c.__dict__["seen"].append(c.__dict__["n"])
    return x + len(c.seen), list(c.__dict__), len(c), vars(c).get("z")


def by_property(x, c):
    c.value = 100
    return x + c.value


if __name__ == "__main__":
    x = torch.ones(2)
    of_items(x, Config(a=3)), lacking(x, Config(a=3)), of_another_dict(x, None), written(x, Plain([("a", 1)])), by_property(x, Valued())
""",
    args=["--force"],
    flags="-O0",
)
CONFIGS = {
    "items": lambda module: module.Config(a=4),
    "more": lambda module: module.Config(a=4, z=1, nothing=2),
    "plain": lambda module: module.Plain([("a", 1)]),
    "valued": lambda module: module.Valued(),
    "replaced": lambda module: replaced(module.Config(a=4)),
}


def replaced(config):
    config.__dict__ = {"a": 7, "nothing": 8, "n": 9}
    return config


@pytest.mark.parametrize("kind", CONFIGS)
@pytest.mark.parametrize("name", ["of_items", "lacking", "of_another_dict", "written", "by_property"])
def test_attributes_of_dicts(name, kind):
    pair = OWN_DICT.load()
    outcomes = []
    before = pair.counters()
    for module in (pair.eager, pair.built):
        given = CONFIGS[kind](module)
        try:
            result = getattr(module, name)(torch.arange(2.0), given)
        except (AttributeError, KeyError) as error:
            result = str(error)
        outcomes.append((repr(result), repr(dict(given)), repr(dict(vars(given)))))
    assert outcomes[0] == outcomes[1]
    after = pair.counters()
    whole = {("of_items", "items"), ("lacking", "items"), ("by_property", "valued"), ("written", "plain")}
    if (name, kind) in whole:
        assert after["compiled"] == before["compiled"] + 1 and after["fallback"] == before["fallback"]


THROUGH_A_SUBCLASS = program(
    "methods_of_dict_through_a_subclass",
    """
import torch


class Plain(dict):
    pass


class Later(Plain):
    pass


class Row(tuple):
    pass


class Bag(set):
    pass


class Items(list):
    pass


def of_dicts(x):
    d, e = Later(a=1), Plain(a=1)
    joined = Plain.__or__(d, {"b": 2})
    found = [Later.__eq__(d, e), Plain.__ne__(d, e), Later.__contains__(d, "a"), Plain.__len__(d), Later.__eq__(d, 3)]
    return x + 1, type(joined).__name__, joined, found, Plain.__ior__(d, {"q": 1}) is d, d


def of_others(x):
    row, bag, items = Row((1, 2)), Bag({1}), Items([3])
    found = [Row.__add__(row, (3,)), Row.__len__(row), Row.__eq__(row, (1, 2)), Row.__lt__(row, (3,))]
    found += [Bag.__or__(bag, {4}), Bag.__contains__(bag, 1), Bag.__le__(bag, {1}), Items.__add__(items, [1])]
    return x + 1, found, [type(value).__name__ for value in found]


def refused(x):
    try:
        Plain.__or__([1], {})
    except TypeError as error:
        return x + 1, type(error).__name__
    return x


def changed(x):
    return x + 1, Plain.__or__(Plain(a=1), {"b": 2})
""",
    ["of_dicts(f32[N])", "of_others(f32[N])", "refused(f32[N])", "changed(f32[N])"],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", ["of_dicts", "of_others", "refused"])
def test_methods_that_a_subclass_of_a_built_in_class_hands_on(name):
    check(THROUGH_A_SUBCLASS.load(), name, lambda: (torch.ones(3),), expect=None if name == "refused" else "whole")


def test_a_method_that_a_subclass_gets_later():
    pair = THROUGH_A_SUBCLASS.load()
    check(pair, "changed", lambda: (torch.ones(3),), expect="whole")
    for module in (pair.eager, pair.built):
        module.Plain.__or__ = lambda self, other: "its own"
        assert module.changed(torch.ones(3))[1] == "its own"
