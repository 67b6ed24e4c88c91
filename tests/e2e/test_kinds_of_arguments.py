"""Arguments of kinds that are seldom passed: a variant that a call with one of them has made is for that kind alone, and
for the very object where that is what it has seen. Patterns of match that take objects apart are those of Python."""

import pytest
import torch
from harness import check, program

KINDS = [
    'b"ab"',
    "NotImplemented",
    'torch.device("cpu")',
    "collections",
    "property(len)",
    "staticmethod(len)",
    "range(3)",
    "slice(1, 2)",
    "{1, 2}",
    "1j",
    "...",
    "torch.float32",
    "torch.strided",
    "len",
    "int",
    'iter("a")',
    "{}.keys()",
    "collections.deque()",
]
SOURCE = """
import collections
import collections.abc
import sys

import torch
import torch.nn.functional as F

KNOWN = (bytes, range, slice, set, complex, list, dict, str, torch.dtype, torch.device)
device = torch.device("cpu")
letters = b"abc"


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.device = torch.device("cpu")
        self.library = F

    def forward(self, t):
        return self.library.relu(t) + torch.ones(3, device=self.device)


model = Model()


def run_model(t):
    return model(t)


def on_device(t):
    return t + torch.ones(3, device=device)


def letters_of_module(t):
    return t + len(letters)


def with_module(t, m):
    return m.relu(t) + 1


def on_device_of(t, d):
    return t + torch.ones(3, device=d)


class Sequence(collections.abc.Sequence):
    def __init__(self, *items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


class Mapping(collections.abc.Mapping):
    def __len__(self):
        return 1

    def __getitem__(self, key):
        return {"a": 1}[key]

    def __iter__(self):
        return iter("a")


class Pair:
    def __len__(self):
        return 2

    def __getitem__(self, i):
        return i


def told(o):
    match o:
        case [a, b]:
            return "sequence"
        case {"a": x}:
            return "mapping"
        case _:
            return "neither"


def pattern_sequence(t):
    return told(Sequence(1, 2)), t + 1


def pattern_mapping(t):
    return told(Mapping()), told(collections.ChainMap({"a": 1})), t + 1


def pattern_deque(t):
    return told(collections.deque([1, 2])), t + 1


def pattern_view(t):
    return told({1: 2, 3: 4}.keys()), t + 1


def pattern_version(t):
    match sys.version_info:
        case (major, *_):
            return t + major
    return t


def version_is_tuple(t):
    found = sys.version_info
    return isinstance(found, tuple), isinstance(found, collections.abc.Sequence), type(found).__name__, t + 1


def whole_plain(t):
    return told(Pair()), told([1, 2]), told({"a": 1}), told((1, 2)), told("ab"), told(range(2)), told({1, 2}), t + 1


if __name__ == "__main__":
    t = torch.ones(3)
    for function in (run_model, on_device, letters_of_module, pattern_sequence, pattern_mapping, pattern_deque,
                     pattern_view, pattern_version, version_is_tuple, whole_plain):
        function(t)
    with_module(t, F)
    on_device_of(t, device)
"""
FUNCTIONS = """

def kind_{i}(t, o):
    return t + (1 if isinstance(o, KNOWN) else 2 if callable(o) else 3 if o is None else 4), bool(o), o == 5


if __name__ == "__main__":
    kind_{i}(t, {kind})
"""
SOURCE += "".join(FUNCTIONS.format(i=i, kind=kind) for i, kind in enumerate(KINDS))
PAIR = program("kinds_of_arguments", SOURCE, args=("--force",), flags="-O0")
OTHERS = [*KINDS, "None", "0", "torch.nn.functional", "torch", 'torch.device("meta")', '"cpu"']


def one():
    return (torch.ones(3),)


@pytest.mark.filterwarnings("ignore:NotImplemented should not")
@pytest.mark.parametrize("i", range(len(KINDS)))
def test_a_variant_is_for_its_kind(i):
    for other in OTHERS:

        def pick(module, other=other):
            return lambda t: getattr(module, f"kind_{i}")(t, eval(other, vars(module)))

        check(PAIR.load(), pick, one)


@pytest.mark.parametrize("name", ["run_model", "on_device", "whole_plain"])
def test_run_compiled(name):
    check(PAIR.load(), name, one, expect="whole")


@pytest.mark.parametrize(
    "name",
    ["pattern_sequence", "pattern_mapping", "pattern_deque", "pattern_view", "pattern_version", "version_is_tuple"],
)
def test_taken_apart(name):
    check(PAIR.load(), name, one)


def test_modules_and_devices_that_are_passed():
    check(PAIR.load(), "with_module", lambda: (torch.ones(3), torch.nn.functional), expect="whole")
    check(PAIR.load(), "with_module", lambda: (torch.ones(3), torch), expect="fallback")
    check(PAIR.load(), "on_device_of", lambda: (torch.ones(3), torch.device("cpu")), expect="whole")
    for other in ("cpu", None, torch.device("cpu", 0)):
        check(PAIR.load(), "on_device_of", lambda other=other: (torch.ones(3), other), expect="fallback")


@pytest.mark.parametrize("name", ["run_model", "on_device", "letters_of_module"])
def test_globals_and_attributes_that_are_changed(name):
    def pick(module):
        def run(t):
            module.model.device = module.device = torch.device("meta")
            module.letters = b"a"
            try:
                return getattr(module, name)(t)
            except (RuntimeError, NotImplementedError) as error:
                return type(error).__name__
            finally:
                module.model.device = module.device = torch.device("cpu")
                module.letters = b"abc"

        return run

    check(PAIR.load(), pick, one)


UNREAD = program(
    "unread_truths",
    """
def unread(x, flag, n=2):
    return x * n


def read_within(x, flag=False):
    return x + 1, (lambda: flag)()


def asked_for(x, flag):
    return x + 1, locals()["flag"]


class Scaled:
    def by(self, x, flag=False):
        return x * 2


SCALED = Scaled()
""",
    [
        "unread(f32[N], True)",
        "unread(f32[N], False)",
        "read_within(f32[N])",
        "asked_for(f32[N], True)",
        "Scaled().by(f32[N])",
    ],
    args=("--force",),
)


@pytest.mark.parametrize("given", [True, False, None, 3, "a", torch.zeros(2)], ids=str)
def test_truths_that_are_not_read_may_be_any(given):
    m = UNREAD.load()
    check(m, "unread", lambda: (torch.ones(3), given), expect="whole")
    check(m, "read_within", lambda: (torch.ones(3), given))
    check(m, "asked_for", lambda: (torch.ones(3), given))
    before = m.counters()["compiled"]
    assert torch.equal(m.built.SCALED.by(torch.ones(3), given), torch.full((3,), 2.0))
    assert m.counters()["compiled"] == before + 1
