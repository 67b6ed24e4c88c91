"""Dicts of the caller in which keys are set and nothing is asked: what else is in them does not matter."""

import collections
import gc

import harness
import pytest
import torch

SOURCE = """
import collections

import torch

CACHE = {}
SCALE = 2


class Box:
    def __init__(self):
        self.notes = {"old": 1}


def two_keys(d, x):
    d["y"] = x * 2
    d["z"] = x + 1
    return x - 1


def one_key_twice(d, x):
    d["y"] = x * 2
    d["y"] = x + 1
    d["x"] = x
    return d


def of_one_side(d, x):
    if x.sum() > 0:
        d["p"] = x * 2
    else:
        d["p"] = x * 3
    return x + 1


def by_numbers(d, x, k: int = 4):
    d[k] = x * 2
    d[k + 1] = [x * 3, 5]
    d[True] = None


def another_name(d, x):
    e = d
    d["a"] = x * 2
    e["b"] = (x, {"c": x})
    return e is d


def of_an_object(box, x):
    box.notes["k"] = x * 2
    return x + 1


def of_the_module(x, name: str = "n"):
    CACHE[name] = x * 2
    return x + 1


def read_behind(d, x):
    d["y"] = x * 2
    return d["y"] + len(d)


def two_dicts(d, e, x):
    d["y"] = x * 2
    return e["a"] + x


def augmented(d, x):
    d["n"] = 1
    d["n"] += 1
    d["n"] *= x
    return d["n"] + 1


def deleted(d, x):
    d["u"] = x * 2
    del d["u"]
    return "u" in d


def counted(seen, x, name: str = "a"):
    seen[name] += 1
    return x * seen[name]


def taken(d, x):
    d["old"] = d.pop("new") + x
    return d.setdefault("new", x * 3), d.get("none", 5)


def gone_over(d, x):
    d["u"] = x * 2
    return [k for k in d]


def scaled(d, x):
    d["SCALE"] = 7
    return x * SCALE


def tagged(d, x):
    d["tag"] = 7
    return x * getattr(x, "tag", 2)


def tagged_anew(d, x):
    x.tag = 5
    return x * d.get("tag", 3)


def equal_keys(x):
    d, e = {}, {1: x}
    if x.sum() > 0:
        d[1] = x
        del e[1]
        e[True] = x + 1
    else:
        d[True] = x + 1
        del e[1]
        e[True] = x
    return d, e


def equal_counts(seen, x):
    if x.sum() > 0:
        seen[1] += 1
    else:
        seen[True] += 1
    return x + 1


def losses(x, names):
    parts = {}
    for name, scale in zip(names.split(), x.tolist()):
        print(name)
        parts[name] = (x * scale).sum()
    return parts


def groups(scores, labels):
    found = {}
    for label in sorted(set(labels.tolist())):
        print("group")
        found[label] = scores[labels == label].max()
    return found
"""
P = harness.program(
    "dicts_that_get_keys",
    SOURCE,
    calls=[
        *(
            f"{name}({{}}, f32[N, 3])"
            for name in ("two_keys", "one_key_twice", "of_one_side", "another_name", "read_behind")
        ),
        *(f"{name}({{}}, f32[N, 3])" for name in ("augmented", "deleted", "gone_over")),
        *(f"{name}({{}}, f32[N, 3])" for name in ("scaled", "tagged", "tagged_anew")),
        "counted(collections.Counter(), f32[N, 3], 'a')",
        "counted(collections.Counter(a=1), f32[N, 3], 'a')",
        "taken({'new': f32[N, 3]}, f32[N, 3])",
        "by_numbers({}, f32[N, 3], 2)",
        "of_an_object(Box(), f32[N, 3])",
        "of_the_module(f32[N, 3], 'a')",
        "equal_keys(f32[N, 3])",
        "equal_counts(collections.Counter(), f32[N, 3])",
        "two_dicts({}, {'a': f32[N, 3]}, f32[N, 3])",
        "losses(f32[N], 'a b')",
        "groups(f32[N], i64[N])",
    ],
    args=["--force"],
    flags="-O0",
)


class Dies:
    def __init__(self, log):
        self.log = log

    def __del__(self):
        self.log.append("died")


class Odd:
    """A key that looks like another one, and hears when it is asked."""

    def __init__(self, log):
        self.log = log

    def __hash__(self):
        return hash("y")

    def __eq__(self, other):
        self.log.append("asked")
        return NotImplemented


def x():
    return torch.arange(-3.0, 3.0).reshape(2, 3)


@pytest.mark.parametrize(
    "held",
    [{}, {"y": 1}, {"z": [1], (1, 2): 3, 5: 2}, {"a": torch.ones(1), None: 2, 0.5: "s"}],
    ids=["none", "one", "some", "more"],
)
@pytest.mark.parametrize("name", ["two_keys", "one_key_twice", "of_one_side", "by_numbers", "another_name"])
def test_what_else_is_there(name, held):
    harness.check(P.load(), name, lambda: (dict(held), x()), expect="whole")


def test_places():
    pair = P.load()
    for held in {}, {"k": 3, "l": 4}:
        for module in pair.eager, pair.built:
            module.CACHE.clear()
            module.CACHE.update(held)
        harness.check(pair, "of_the_module", lambda: (x(), "k"), expect="whole")
        assert list(pair.eager.CACHE) == list(pair.built.CACHE)
        assert torch.equal(pair.eager.CACHE["k"], pair.built.CACHE["k"])
        boxes = [module.Box() for module in (pair.eager, pair.built)]
        before = pair.built.__pyaot__.counters()["compiled"]
        for module, box in zip((pair.eager, pair.built), boxes, strict=True):
            box.notes.update(held)
            module.of_an_object(box, x())
        assert pair.built.__pyaot__.counters()["compiled"] == before + 1
        assert list(boxes[0].notes) == list(boxes[1].notes) and torch.equal(boxes[0].notes["k"], boxes[1].notes["k"])


@pytest.mark.parametrize(
    "held", [{}, {"y": 1}, {"z": [1], (1, 2): 3}, {"a": torch.ones(1), None: 2}], ids=["none", "one", "some", "more"]
)
def test_keys_that_are_asked_for(held):
    """What else is there does not matter, until the dict is gone over."""
    for name in "augmented", "deleted":
        harness.check(P.load(), name, lambda: (dict(held), x()), expect="whole")
    for new in x(), x() + 1:
        harness.check(P.load(), "taken", lambda: ({**held, "new": new, "late": 1}, x()), expect="whole")
    harness.check(P.load(), "taken", lambda: ({**held, "new": x(), "old": 1}, x()))
    harness.check(P.load(), "taken", lambda: (dict(held), x()))
    harness.check(P.load(), "gone_over", lambda: (dict(held), x()), expect=None if held else "whole")
    for name, other in ("a", 5), ("a", 0), ("n", 2):
        seen = {f"k{i}": i for i in range(other)}
        expect = "whole" if name == "a" else None
        harness.check(P.load(), "counted", lambda: (collections.Counter({**seen, "a": 3}), x(), name), expect=expect)
        harness.check(P.load(), "counted", lambda: (collections.Counter(seen), x(), name), expect=expect)


def test_keys_that_are_equal_and_not_the_same():
    for given in x(), x() + 5:
        kinds = [[list(map(type, d)) for d in module.equal_keys(given)] for module in (P.load().eager, P.load().built)]
        assert kinds[0] == kinds[1]
        harness.check(P.load(), "equal_keys", lambda given=given: (given.clone(),))
        held = collections.Counter(), collections.Counter()
        for module, seen in zip((P.load().eager, P.load().built), held, strict=True):
            module.equal_counts(seen, given)
        assert list(map(type, held[0])) == list(map(type, held[1]))


def test_what_is_asked():
    pair = P.load()
    harness.check(pair, "read_behind", lambda: ({}, x()), expect="whole")
    harness.check(pair, "read_behind", lambda: ({"q": 1}, x()))
    harness.check(pair, "two_dicts", lambda: ({"b": 1}, {"a": x()}, x()), expect="whole")
    for module in pair.eager, pair.built:
        one = {"a": x()}
        assert torch.equal(module.two_dicts(one, one, x()), x() * 2)
        assert torch.equal(one["y"], x() * 2)


def test_dicts_that_are_something_else():
    """The dict may be the globals, or hold the attributes of a tensor."""
    pair, found = P.load(), {}
    for module in pair.eager, pair.built:
        results = found[module] = [module.scaled({}, x()), module.scaled(vars(module), x())]
        for name in "tagged", "tagged_anew":
            results.append(getattr(module, name)({}, x()))
            for tag in {}, {"tag": 1}:
                tensor = x()
                vars(tensor).update(tag)
                results.append(getattr(module, name)(vars(tensor), tensor))
                results.append(torch.tensor(tensor.tag))
        module.SCALE = 2
    assert all(map(torch.equal, found[pair.eager], found[pair.built]))
    for name in "scaled", "tagged", "tagged_anew":
        harness.check(pair, name, lambda: ({}, x()), expect="whole")


@pytest.mark.parametrize("kind", ["key", "value"])
def test_code_that_runs_when_a_key_is_set(kind):
    """What is there may hear that a key is looked for, or that it loses its place: before the next statement."""
    pair, heard = P.load(), []
    for module in pair.eager, pair.built:
        log = []
        held = {Odd(log): 1} if kind == "key" else {"y": Dies(log)}
        module.two_keys(held, x())
        heard.append((log[:], [name for name in held if isinstance(name, str)]))
        held.clear()
        gc.collect()
    assert heard[0] == heard[1] and heard[0][0]


def test_loops_in_python_that_fill_one(capsys):
    pair = P.load()
    for name, args in (
        ("losses", (torch.arange(3.0), "a b c")),
        ("groups", (torch.arange(5.0), torch.tensor([2, 0, 2, 1, 0]))),
    ):
        with torch.no_grad():
            before = pair.built.__pyaot__.counters()
            expected, found = getattr(pair.eager, name)(*args), getattr(pair.built, name)(*args)
            after = pair.built.__pyaot__.counters()
        assert expected == found and list(expected) == list(found)
        assert after["compiled"] > before["compiled"] and after["fallback"] == before["fallback"]
    capsys.readouterr()
