"""Keys of dicts and members of sets whose classes say what is equal; frozensets as keys; hash()."""

import pytest
import torch
from harness import check, program

SOURCE = """
import dataclasses
import enum

import torch


class Key:
    def __init__(self, n, note=None):
        self.n, self.note = n, note

    def __hash__(self):
        return hash(self.n)

    def __eq__(self, other):
        return isinstance(other, Key) and self.n == other.n


class Named:
    def __init__(self, name, size):
        self.name, self.size = name, size

    def __hash__(self):
        return hash((self.name, self.size)) ^ 17

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return (self.name, self.size) == (other.name, other.size)


class Unhashable:
    def __eq__(self, other):
        return True


class Collides:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return 7

    def __eq__(self, other):
        return self.n == other.n


class Raises:
    def __hash__(self):
        return 1

    def __eq__(self, other):
        raise KeyError("compared")


class LikeInt:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return hash(self.n)

    def __eq__(self, other):
        return self.n == (other.n if isinstance(other, LikeInt) else other)


class Counts:
    asked = 0

    def __init__(self, n):
        self.n = n

    def __hash__(self):
        Counts.asked += 1
        return self.n

    def __eq__(self, other):
        return self.n == other.n


@dataclasses.dataclass(frozen=True)
class Point:
    x: int
    y: int = 2
    note: str = dataclasses.field(default="", compare=False)


@dataclasses.dataclass
class Open:
    x: int


@dataclasses.dataclass(unsafe_hash=True)
class Unsafe:
    x: int


class Color(enum.Enum):
    RED = 1


class Level(enum.IntEnum):
    LOW = 1


def case_dict(t):
    d = {Key(1): t, Key(2): t + 1}
    d[Key(1)] = t * 5
    d.setdefault(Key(3), t - 1)
    d.setdefault(Key(2), t - 9)
    first = d.pop(Key(2))
    return d[Key(1)] + first, Key(4) in d, len(d), d.get(Key(4), 7), Key(3) in d, sorted(k.n for k in d)


def case_the_first_key_stays(t):
    a, b = Key(1, "a"), Key(1, "b")
    d = {a: 1}
    d[b] = 2
    s = {b}
    s.add(a)
    return t, [k.note for k in d], [k.note for k in s], list(d)[0] is a, d[a], [k.note for k in {a} | {b}]


def case_sets(t):
    a, b = {Key(1), Key(2), Key(1)}, {Key(2), Key(3)}
    c = a - b
    a.discard(Key(1))
    return t * len(a | b), len(a & b), len(c), len(a ^ b), Key(2) in a, a <= b, a == {Key(2)}, a.isdisjoint([Key(9)])


def case_named(t):
    d = {Named("a", 1): t}
    d.update({Named("a", 1): t * 2, Named("b", 1): t * 3})
    d |= {Named("b", 1): t * 4}
    return d[Named("a", 1)], d[Named("b", 1)], len(d), {**d, Named("a", 1): 1}[Named("a", 1)], Named("c", 1) in d.keys()


def case_equal_dicts(t):
    return t, {Key(1): 2} == {Key(1): 2}, {Key(1): 2} == {Key(2): 2}, {k.n: v for k, v in {Key(1): 3}.items()}


def case_unhashable(t):
    out = []
    for make in (lambda: {Unhashable()}, lambda: {Open(1): 2}, lambda: hash([]), lambda: {Key([1]): 1}):
        try:
            make()
        except TypeError as e:
            out.append(str(e))
    return t, out


def case_raises_with_others_only(t):
    d = {Raises(): 1, 2: 3, "a": 4}
    d[3] = 2
    return t * len(d)


def case_collisions(t):
    d = {Collides(1): t, Collides(2): t + 1}
    return d[Collides(2)], len(d), Collides(3) in d


def case_data_classes(t):
    d = {Point(1): t, Point(2, 5): t * 2}
    return d[Point(1, 2, "other")], len({Point(1), Point(1, 2), Point(2)}), Unsafe(3) in {Unsafe(3)}, Point(9) in d


def case_frozensets(t):
    d = {frozenset([1, 2]): t, frozenset(): t + 1}
    s = {frozenset("ab"), frozenset("ba"), frozenset("c")}
    return d[frozenset([2, 1])], len(s), frozenset([3]) in d, {frozenset({1})} == {frozenset({1, 1})}, d[frozenset()]


def case_frozenset_back(t):
    return t, {frozenset([1]): 2}, {frozenset([1, 2])}, frozenset([frozenset([1])])


def case_hash(t):
    known = hash(5), hash(-1), hash(True), hash(2.0), hash(Key(3)), hash(Collides(1)), hash(7) % 4
    same = hash("a") == hash("a"), hash((1, "b")) == hash((1, "b")), hash(Point(1)) == hash(Point(1, 2))
    more = hash(frozenset([1, 2])) == hash(frozenset([2, 1])), hash(1) == hash(1.0), isinstance(hash("a"), int)
    return t, known, same, more, hash(Named("a", 1)) == hash(Named("a", 1)), hash(None) == hash(None), hash(Color.RED) == hash(Color.RED)


def case_in_lists(t):
    items = [Key(1), Key(2)]
    return t, Key(2) in items, items.index(Key(2)), items.count(Key(1)), Key(3) in items


def case_on_data(t):
    d = {Key(1): t}
    if t.sum() > 0:
        d[Key(1)] = t * 2
    return d[Key(1)]


def cut_changed(t):
    k = Key(1)
    d = {k: t}
    k.n = 2
    return k in d, Key(1) in d, len(d)


def cut_like_int(t):
    d = {1: t, LikeInt(1): t + 1}
    return d[1], len(d), d[LikeInt(1)]


def cut_raises(t):
    found = []
    for function in (lambda: {Raises(): 1} == {1: 1}, lambda: {1: 1}.get(Raises()), lambda: {Raises(), 1}, lambda: {2: 1, Raises(): 3}):
        try:
            found.append(len(function()))
        except KeyError as e:
            found.append(str(e))
    return t, found


def cut_raises_later(t):
    d = {Raises(): 1}
    try:
        d[1] = 2
    except KeyError:
        t = t + 1
    return t * len(d)


def cut_counts(t):
    d = {Counts(1): t}
    return d[Counts(1)], Counts.asked > 0


def cut_returned(t):
    return {Key(1): t, Key(2): t}


def cut_returned_set(t):
    return {Key(1)}, t


def cut_hash_value(t):
    return t, hash("a") == hash("b"), hash((1, 2)) == hash((1, 2))


def cut_enum_of_ints(t):
    try:
        return t * hash(Level.LOW), {Level.LOW: 2}[1], hash(Level.LOW) == hash(1)
    except TypeError:
        return t


def cut_tuple(t):
    d = {(Key(1), 2): t}
    return d[(Key(1), 2)]


def cut_stored(t, s):
    s.add(frozenset([1, 2]))
    s.add(4)
    return t * len(s)


if __name__ == "__main__":
    t = torch.ones(2)
CALLS
    cut_stored(t, {1, 2})
"""
CASES = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith("def case_")]
CUT = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith("def cut_") and line.endswith("(t):")]
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    {name}(t)" for name in [*CASES, *CUT]))
keys = program("own_keys", SOURCE, args=["--force"], flags="-O0")


def key_numbers(result):
    return sorted(key.n for key in (result[0] if isinstance(result, tuple) else result))


@pytest.mark.parametrize("name", CASES)
def test_case(name):
    for sign in (1, -1):
        check(keys.load(), name, lambda: [torch.arange(2.0) * sign], expect="whole")


@pytest.mark.parametrize("name", CUT)
def test_left_to_python(name):
    if name.startswith("cut_returned"):  # such keys compare by identity with those of the other module
        pick = lambda m: lambda t: key_numbers(getattr(m, name)(t))
    else:
        pick = name
    check(keys.load(), pick, lambda: [torch.arange(2.0)])


def test_a_set_of_the_caller():
    check(keys.load(), "cut_stored", lambda: [torch.arange(2.0), {1, 2}])


def test_objects_of_the_caller_that_are_one():
    """An object that is handed over twice is one key."""
    source = """
import torch


class Plain:
    pass


def members(xs, y):
    seen = set()
    for x in xs:
        seen.add(x)
    seen.add(y)
    return y * len(seen)


def table(a, b, t):
    d = {a: 1.0}
    d[b] = 2.0
    return t * d[a]


class Tied(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)

    def forward(self, x):
        return self.b(self.a(x)) * len({self.a, self.b}) + len({self.a.weight, self.b.weight})


if __name__ == "__main__":
    t = torch.ones(2)
    members([torch.zeros(2), torch.zeros(2)], t)
    table(Plain(), Plain(), t)
    Tied()(t)
"""
    module = program("keys_of_the_caller", source, args=["--force"], flags="-O0").fresh
    t = torch.arange(2.0)
    check(module(), "members", lambda: [[t.clone(), t.clone()], t.clone()], expect="whole")
    for xs in ([t, t], [t, t.clone()], [t.clone(), t]):
        check(module(), "members", lambda: [list(xs), t])
    check(module(), lambda m: lambda t: m.table(m.Plain(), m.Plain(), t), lambda: [t], expect="whole")
    check(module(), lambda m: lambda t: [m.table(p, p, t) for p in [m.Plain()]], lambda: [t])

    def tied(m):
        torch.manual_seed(0)
        net = m.Tied()
        net.b = net.a
        return net

    check(module(), tied, lambda: [t])


VIEWS = """
import torch


def counted(x):
    sets = {x.t(), x.t()}, {x[0], x[0], x[1]}, {x.detach(), x.detach()}, {x.data, x.data}, {x.T, x.T}
    more = set(x.unbind()) | set(x.unbind()), frozenset([x.view(-1), x.view(-1)]), {x.expand(2, 3, 2), x.expand(2, 3, 2)}
    dicts = {x[0]: 1, x[0]: 2}, {**{x[0]: 1}, **{x[0]: 2}}, dict([(x[0], 1), (x[0], 2)]), dict.fromkeys([x[0], x[0]])
    return x + 1, [len(s) for s in (*sets, *more)], [len(d) for d in dicts]


def put(x):
    e = {"a": x}
    e[x.t()] = 1
    e[x.t()] = 2
    e.setdefault(x.t(), 3)
    e.setdefault(x.t(), 4)
    return x + 1, len(e), e.popitem()[1], e.popitem()[1], e.pop(x.t(), None), x.t() in e, list(e.values())


def found(x, n):
    class Holder:
        pass

    def more(key, *, other):
        e[key] += 1
        e[other] += 1

    h = Holder()
    h.t = t = x.t()
    e = {t: 0}
    if n > 2:
        t.mul_(2)
        e[t] += 1
    else:
        e[t] += 5
    for key in e:
        e[key] += 1
    for i in range(3):
        e[h.t] += i
    more(h.t, other=[t, 1][0])
    (key,) = e
    return x + 1, e[t], len(e), key is t
"""
views = program(
    "views_as_keys", VIEWS, ["counted(f32[3, 2])", "put(f32[3, 2])", "found(f32[3, 2], 3)"], ["--force"], flags="-O0"
)


@pytest.mark.parametrize("name", ["counted", "put", "found"])
def test_each_view_is_a_key_of_its_own(name):
    rest = [3] if name == "found" else []
    check(views.load(), name, lambda: [torch.arange(6.0).view(3, 2), *rest], expect="whole")


SEARCHED = """
class Clearing:
    def __init__(self, items, equal):
        self.items, self.equal = items, equal

    def __eq__(self, other):
        self.items.clear()
        return self.equal


def filled(equal):
    items = ["ab"]
    items.extend([Clearing(items, equal), "c"])
    return items


def removed(x):
    items = filled(True)
    try:
        items.remove("c")
    except ValueError as error:
        return x + 1, str(error)
    return x + 1, len(items)


def index(x):
    try:
        return x + 1, filled(False).index("c")
    except ValueError as error:
        return x + 1, str(error)


def count(x):
    return x + 1, filled(False).count("c")


def contains(x):
    return x + 1, "c" in filled(False)
"""
SEARCHES = ["removed", "index", "count", "contains"]
searched = program("searched_lists", SEARCHED, [f"{name}(f32[N])" for name in SEARCHES], ["--force"], flags="-O0")


@pytest.mark.parametrize("name", SEARCHES)
def test_a_comparison_empties_the_list(name):
    check(searched.load(), name, lambda: [torch.arange(3.0)])


OF_HASHES = """a < 3; 3 >= a; hash(()) <= a; 1 | a; 1 - a; divmod(a, 2); divmod(7, a); +a; abs(a) % 3; round(a); a.real; a.bit_length()
    -a; ~a; a << 1; a // 2; 2 ** abs(a % 5); f"{a}"; bool(a); getattr(a, "nothing", 3); min(a, 3); a == 3"""
OF_HASHES = [text.strip() for text in OF_HASHES.replace("\n", ";").split(";")]
of_hashes = program(
    "of_hashes",
    "import torch\n"
    + "".join(
        f"\n\ndef of_{i}(t):\n    a = hash(None)\n    try:\n        return t + 1, {text}\n    except Exception as error:"
        "\n        return t, str(error)\n"
        for i, text in enumerate(OF_HASHES)
    )
    + "\n\ndef known(t):\n    return t + 1, hash(3)\n",
    ["known(f32[3])", *(f"of_{i}(f32[3])" for i in range(len(OF_HASHES)))],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("number", range(len(OF_HASHES)), ids=OF_HASHES)
def test_what_is_computed_of_a_hash_is_what_python_computes(number):
    check(of_hashes.load(), f"of_{number}", lambda: [torch.ones(3)])
