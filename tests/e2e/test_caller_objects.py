"""Objects of the caller that are neither tensors, lists nor plain dicts: sets, deques, dicts of a class, partial objects,
bound methods, ranges, instances whose attributes go. They are read, changed in place and guarded."""

import collections
import copy
import functools

import pytest
import torch
from harness import check, program

SOURCE = """
import collections
import copy
import enum
import functools
from collections import OrderedDict, defaultdict, deque

import torch

NAMES = frozenset({"a", "b"})
FUNCTIONS = frozenset({torch.sin, torch.cos})
doubled = functools.partial(torch.add, alpha=2)


class Box:
    kind = 3

    def __init__(self, value, count=2):
        self.value = value
        self.count = count

    def scaled(self, x):
        return self.value * x * self.count


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Watched:
    def __init__(self, value):
        self.value = value

    def __delattr__(self, name):
        raise AttributeError("kept")


class Settings(dict):
    def scaled(self, x):
        return x * self["scale"] + self.offset


class Upper(dict):
    def __getitem__(self, key):
        return super().__getitem__(key.upper())


def in_set(x, names):
    return x + 1 if "a" in names else x - len(names)


def set_changed(x, names):
    names.add("z")
    names.discard("a")
    names.update(["q"], {"r"})
    return x + len(names)


def set_of_tuples(x, pairs):
    pairs.discard((1, 2))
    pairs.discard((3,))
    pairs.add((0, 3))
    pairs.add(())
    pairs -= {7, (4, 5)}
    return x, len(pairs), pairs


def set_of_others(x, numbers):
    numbers.clear()
    numbers.add(True)
    return x


def set_of_common(x, numbers):
    numbers &= {True, 4}
    return x


def members_kept(x, queue, names):
    queue.append(Level.HIGH)
    queue.extend([Level.LOW, (Level.LOW, 1)])
    names.update(level=Level.HIGH)
    return x


def in_frozen(x, names):
    return x * len(names) if 3 in names else x


def in_global_sets(x, name):
    y = x + 1 if name in NAMES else x - 1
    return torch.sin(y) if torch.sin in FUNCTIONS and torch.tan not in FUNCTIONS else y


def deque_read(x, queue):
    total = x
    for item in queue:
        total = total + item
    return total * len(queue) + queue[-1]


def deque_changed(x, queue):
    queue.append(x + 1)
    first = queue.popleft()
    queue.appendleft(x)
    queue.rotate(1)
    return first + queue[0]


def deque_cleared(x, queue):
    queue.clear()
    queue.extend([x, 3])
    queue[1] = 4
    return x + len(queue)


def deque_of_tuples(x, queue):
    queue.append((x * 2, 1))
    queue.append(tuple(x.shape))
    queue.append(())
    return x + len(queue)


def deque_bounded(x, queue):
    queue.append(x * 2)
    queue.append(1)
    return x + 1, queue


def ordered_read(x, d):
    return sum(d.values()) + x * len(d), list(d)


def ordered_changed(x, d):
    d["c"] = x + 1
    d.move_to_end("a")
    del d["b"]
    return x + d["a"]


def default_changed(x, d):
    d["new"].append(x + 1)
    d["old"].append(2)
    return x + len(d["other"])


def own_dict(x, settings):
    settings["seen"] = x
    settings.offset = 5
    return settings.scaled(x)


def overridden(x, d):
    return x * d["a"]


def int_keys(x, layers):
    layers[2] = layers[0] + 1
    return x * layers[0] + layers[-1]


def called(x, function):
    return function(x) + 1


def called_with(x, function):
    return function(x, other=x) * 2


def global_partial(x):
    return doubled(x, x)


def over_range(x, r):
    for i in r:
        x = x + i
    return x * len(r)


def with_slice(x, s):
    return x[s] * 2


def with_size(x, size):
    return x.reshape(size) * size[0] + size.numel()


def fields(x, pair):
    return pair.a * x + pair[1]


Pair = collections.namedtuple("Pair", "a b")


def attribute_gone(x, box):
    del box.value
    return x + box.count, hasattr(box, "value")


def attribute_gone_by_name(x, box):
    delattr(box, "count")
    box.other = 3
    return x + 1


def class_attribute_stays(x, box):
    del box.kind
    return x + 1


def deletion_watched(x, box):
    del box.value
    return x


def dictionary(x, box):
    names = sorted(vars(box))
    return x * box.__dict__["count"] + len(names), names, "value" in box.__dict__


def set_by_name(x, box):
    setattr(box, "new", x + 1)
    box.count += 1
    return getattr(box, "new") * box.count, vars(box)["count"]


def one_of_two(x, one, other):
    one.add(1)
    return x + len(other)


def branch_changes(x, names, queue):
    if x.sum() > 0:
        names.add("plus")
        queue.append(1)
    else:
        names.add("minus")
        queue.append(2)
    return x + 1


def raises_after(x, names):
    names.add("z")
    return x + {"a": 1}["b"]
"""

CALLS = """
in_set(f32[N, M], {"a", "c"})
set_changed(f32[N, M], {"a", "c"})
set_of_others(f32[N, M], {1, 2, 3})
set_of_common(f32[N, M], {1, 2, 3})
members_kept(f32[N, M], deque([]), OrderedDict(a=1))
set_of_tuples(f32[N, M], {(1, 2), (3,), (4, 5), (6,)})
in_frozen(f32[N, M], frozenset([1, 3]))
in_global_sets(f32[N, M], "a")
deque_read(f32[N, M], deque([f32[N, M], 2]))
deque_changed(f32[N, M], deque([f32[N, M], f32[N, M]]))
deque_cleared(f32[N, M], deque([f32[N, M]]))
deque_of_tuples(f32[N, M], deque([f32[N, M]]))
deque_bounded(f32[N, M], deque([f32[N, M]], 2))
ordered_read(f32[N, M], OrderedDict(a=f32[N, M], b=f32[N, M]))
ordered_changed(f32[N, M], OrderedDict(a=f32[N, M], b=1))
default_changed(f32[N, M], defaultdict(list, old=[1]))
int_keys(f32[N, M], {0: f32[N, M], -1: f32[N, M]})
called_with(f32[N, M], functools.partial(torch.add, alpha=3))
called(f32[N, M], Box(f32[N, M]).scaled)
global_partial(f32[N, M])
over_range(f32[N, M], range(1, 4))
with_slice(f32[N, M], slice(0, 1))
with_size(f32[2, 3], torch.Size([3, 2]))
fields(f32[N, M], Pair(f32[N, M], f32[N, M]))
attribute_gone(f32[N, M], Box(f32[N, M]))
attribute_gone_by_name(f32[N, M], Box(f32[N, M]))
class_attribute_stays(f32[N, M], Box(f32[N, M]))
deletion_watched(f32[N, M], Watched(f32[N, M]))
dictionary(f32[N, M], Box(f32[N, M]))
set_by_name(f32[N, M], Box(f32[N, M]))
one_of_two(f32[N, M], {2}, {3})
branch_changes(f32[N, M], {"a"}, deque([1]))
raises_after(f32[N, M], {"a"})
""".strip().splitlines()

objects = program("caller_objects", SOURCE, calls=CALLS, args=["--force"], flags="-O0")


def x():
    return torch.arange(6.0).view(2, 3) - 2


OrderedDict, defaultdict, deque = collections.OrderedDict, collections.defaultdict, collections.deque
ARGUMENTS = {
    "in_set": lambda: [{"c", "a"}],
    "set_changed": lambda: [{"c", "a"}],
    "in_frozen": lambda: [frozenset([3, 1])],
    "in_global_sets": lambda: ["a"],
    "set_of_tuples": lambda: [{(1, 2), (3,), (4, 5), (6,)}],
    "deque_read": lambda: [deque([x(), 2])],
    "deque_changed": lambda: [deque([x(), x() + 1])],
    "deque_cleared": lambda: [deque([x()])],
    "deque_of_tuples": lambda: [deque([x()])],
    "deque_bounded": lambda: [deque([x()], 2)],
    "ordered_read": lambda: [OrderedDict(a=x(), b=x())],
    "ordered_changed": lambda: [OrderedDict(a=x(), b=1)],
    "default_changed": lambda: [defaultdict(list, old=[1])],
    "int_keys": lambda: [{0: x(), -1: x()}],
    "called_with": lambda: [functools.partial(torch.add, alpha=3)],
    "global_partial": list,
    "over_range": lambda: [range(1, 6)],
    "with_slice": lambda: [slice(0, 2)],
    "with_size": lambda: [torch.Size([3, 2])],
    "one_of_two": lambda: [{2}, {3}],
    "branch_changes": lambda: [{"a"}, deque([1])],
}
MISSES = {
    "in_set": [
        [{"a", "d"}],
        [{"a"}],
        [{"a", "c", "d"}],
        [frozenset({"a", "c"})],
        [["a", "c"]],
        [{"a": 1, "c": 2}],
        [set()],
    ],
    "set_changed": [[{"a", "d"}], [{1, 2}]],
    "in_frozen": [[frozenset([True, 3])], [{1, 3}], [frozenset([1, 3.0])], [frozenset()]],
    "deque_read": [[deque([2, x()])], [[x(), 2]], [deque([x()])], [deque([x(), 2], 2)]],
    "deque_bounded": [[deque([x()], 3)], [deque([x()])], [[x()]]],
    "ordered_read": [[{"a": x(), "b": x()}], [OrderedDict(b=x(), a=x())], [OrderedDict(a=x())]],
    "default_changed": [[defaultdict(lambda: [7], old=[1])], [defaultdict(None, old=[1])], [defaultdict(list)]],
    "int_keys": [[{-1: x(), 0: x()}], [{False: x(), -1: x()}], [[x(), x()]], [{0: x(), -1: x(), "a": 1}]],
    "called_with": [[functools.partial(torch.add, alpha=4)], [functools.partial(torch.sub, alpha=3)], [torch.add]],
    "over_range": [[[1, 2, 3]], [range(5, 1, -1)], [range(0)], [(1, 2, 3)]],
    "with_slice": [[slice(None)], [slice(-1, None)], [1], [slice(0, 2, 2)]],
    "with_size": [[[3, 2]], [torch.Size([2, 3, 1])], [torch.Size([6])]],
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_objects_of_the_caller(name):
    check(objects.load(), name, lambda: [x(), *ARGUMENTS[name]()], expect="whole", times=2)


@pytest.mark.parametrize("name, number", [(name, i) for name in MISSES for i in range(len(MISSES[name]))])
def test_other_objects_are_misses(name, number):
    check(objects.load(), name, lambda: [x(), *copy.deepcopy(MISSES[name][number])])


def boxed(name, kind="Box", **more):
    def pick(module):
        def run(*tensors):
            box = getattr(module, kind)(*tensors[1:])
            for key, value in more.items():
                setattr(box, key, value)
            try:
                return getattr(module, name)(tensors[0], box), list(vars(box).items())
            except AttributeError as error:
                return str(error), list(vars(box).items())

        return run

    return pick


@pytest.mark.parametrize("name", ["attribute_gone", "attribute_gone_by_name", "dictionary", "set_by_name"])
def test_attributes(name):
    check(objects.load(), boxed(name), lambda: (x(), x() + 1), expect="whole")
    check(objects.load(), boxed(name, extra=1), lambda: (x(), x() + 1))
    check(objects.load(), boxed(name), lambda: (x(), x() + 1, 2.5))


def test_what_deleting_runs_is_python_s():
    check(objects.load(), boxed("class_attribute_stays"), lambda: (x(), x()))
    check(objects.load(), boxed("deletion_watched", "Watched"), lambda: (x(), x()))


def test_a_set_that_is_both_arguments():
    def both(module):
        def run(tensor):
            names = {2}
            return module.one_of_two(tensor, names, names), names

        return run

    check(objects.load(), both, lambda: [x()])


def test_a_dict_class_of_the_program():
    def own(module):
        def run(tensor):
            settings = module.Settings(scale=2)
            settings.offset = 1
            return module.own_dict(tensor, settings), dict(settings), settings.offset

        return run

    check(objects.load(), own, lambda: [x()])
    check(objects.load(), lambda module: lambda t: module.overridden(t, module.Upper(A=2)), lambda: [x()])


def test_methods_are_guarded_with_their_object():
    def bound(module):
        return lambda tensor, value: module.called(tensor, module.Box(value).scaled)

    check(objects.load(), bound, lambda: [x(), x() + 1], expect="whole")
    check(objects.load(), bound, lambda: [x(), 3])
    pair = objects.fresh()
    for module in (pair.eager, pair.built):
        module.Box.scaled = lambda self, x: x - 1
    check(pair, bound, lambda: [x(), x() + 1])


def test_fields_of_named_tuples():
    check(
        objects.load(), lambda module: lambda t: module.fields(t, module.Pair(t, t + 1)), lambda: [x()], expect="whole"
    )


def test_an_exception_leaves_python_s_effects():
    def caught(module):
        def run(tensor):
            names = {"a"}
            try:
                module.raises_after(tensor, names)
            except KeyError as error:
                return str(error), names

        return run

    check(objects.load(), caught, lambda: [x()])


HELD = program(
    "held_deque",
    """
from collections import deque

import torch


class Tracker(torch.nn.Module):
    make = classmethod(lambda cls, bound: cls(bound))

    def __init__(self, bound=2):
        super().__init__()
        self.recent = deque(maxlen=bound)

    def forward(self, x):
        y = torch.relu(x) + 1
        self.recent.append(y)
        return y


def made(x):
    return Tracker.make(3)(x) * 2


tracker = Tracker()
tracker(torch.ones(3))
tracker(torch.ones(3))
made(torch.ones(3))
""",
    args=["--force"],
    flags="-O0",
)


def test_a_deque_that_a_module_holds():
    pair = HELD.fresh()
    for module in (pair.eager, pair.built):
        module.tracker.recent.clear()
    for count in range(1, 4):
        check(pair, "tracker", lambda: [torch.ones(3)], expect="whole" if count == 1 else None)
        assert len(pair.eager.tracker.recent) == len(pair.built.tracker.recent) == min(count, 2)


def test_a_class_method_that_is_a_lambda():
    check(HELD.load(), "made", lambda: [torch.ones(3)], expect="whole")
    pair = HELD.fresh()
    for module in (pair.eager, pair.built):
        module.Tracker.make = classmethod(lambda cls, bound: lambda x: x * bound)
    check(pair, "made", lambda: [torch.ones(3)])


@pytest.mark.parametrize("name", ["set_of_others", "set_of_common"])
def test_an_equal_member_is_another_object(name):
    numbers, module = {1, 2, 3}, objects.load().built
    before = module.__pyaot__.counters()["compiled"]
    getattr(module, name)(x(), numbers)
    assert [type(number) for number in numbers] == [bool] and module.__pyaot__.counters()["compiled"] == before + 1


def test_members_of_enumerations_of_ints_stay_members():
    module = objects.load().built
    level, queue, names = module.Level, collections.deque(), collections.OrderedDict(a=1)
    before = module.__pyaot__.counters()["compiled"]
    module.members_kept(x(), queue, names)
    assert queue[0] is level.HIGH and queue[1] is queue[2][0] is level.LOW and names["level"] is level.HIGH
    assert module.__pyaot__.counters()["compiled"] == before + 1


SHARED = program(
    "attributes_in_one_dict",
    """
import torch


class Borg:
    shared = {}

    def __init__(self, k=1):
        self.__dict__ = self.shared
        self.k = k


A, B = Borg(), Borg()


def passed(x, a, b):
    a.k = a.k + 1
    return x * b.k


def named(x):
    A.k += 1
    return x * B.k


def one(x, a):
    a.k += 2
    return x * a.k


if __name__ == "__main__":
    passed(torch.ones(2), Borg(), Borg())
    named(torch.ones(2))
    one(torch.ones(2), Borg())
""",
)


def test_objects_that_have_their_attributes_in_one_dict():
    results = []
    for module in (SHARED.load().eager, SHARED.load().built):
        rows = [module.passed(torch.ones(2), module.Borg(3), module.Borg(7)) for _ in range(2)]
        rows += [module.named(torch.ones(2)), module.one(torch.ones(2), module.Borg(5)), module.A.k, module.B.k]
        results.append(repr(rows))
    assert results[0] == results[1]
