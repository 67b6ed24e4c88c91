"""Text that is made of sizes and ints: as long as nobody needs it, it is not known; where it is needed, its ints are guards."""

import pytest
import torch
from harness import check, program

SOURCE = """
import torch


def starts(x):
    text = f"{x.shape[0]} rows"
    return x + 1 if text.startswith("10") else x - 1


def key(x, n):
    table = {f"k{n}": x, "z": x + 1}
    return table[f"k{n}"] * 2


def returned(x):
    return f"{x.shape[0]}x{x.dim()}", str(x.shape[1]), x + 1


def keys(x, names=("a", "b")):
    return {name + str(i + x.shape[1]): x * i for i, name in enumerate(names)}


def directives(x):
    return x * len(str(x.shape[0])), "%d-%s" % (x.shape[0], x.shape), "{:>4}|{a!s}".replace("!s", "").format(x.shape[1], a=3)


def joined(x):
    return x.relu(), ",".join(str(s) for s in x.shape), str(tuple(x.shape)), repr(x.size(0)), f"{x.shape[0]:>5}|{x.dim()!r}"


def messages(x, name="layer"):
    assert x.shape[0] > 2, f"{name}: {x.shape[0]} rows"
    unused = f"{name} {x.shape}" + str(x.shape[1])
    if x.shape[1] == 77:
        raise ValueError(f"{name} has {x.shape}")
    return x * 2


def prefixed(x, name):
    return {f"{name}.weight": x, name + ".bias": x + 1}


def of_data(x):
    return {"n" + str(int(x.sum())): x + 1}


if __name__ == "__main__":
    x = torch.zeros(10, 3)
    starts(x), key(x, 3), returned(x), keys(x), directives(x), joined(x), messages(x), prefixed(x, "net"), of_data(x)
"""
texts = program("texts", SOURCE, args=["--force"], flags="-O0")
MORE = {"key": [3], "prefixed": ["net"]}
OTHER = {"key": [4], "prefixed": ["block"]}
NAMES = ["starts", "key", "returned", "keys", "directives", "joined", "messages", "prefixed"]


@pytest.mark.parametrize("name", NAMES)
def test_known(name):
    check(texts.load(), name, lambda: [torch.arange(30.0).view(10, 3), *MORE.get(name, [])], expect="whole", times=2)


@pytest.mark.parametrize("name", NAMES)
def test_other_ints_and_names(name):
    expect = "whole" if name == "messages" else "fallback"  # a message that is not given needs no guard
    check(texts.load(), name, lambda: [torch.arange(20.0).view(5, 4), *OTHER.get(name, [])], expect=expect)


def test_what_is_raised():
    for name, rows, columns in (("messages", 2, 3), ("messages", 4, 77)):
        check(texts.load(), name, lambda: [torch.ones(rows, columns), "net"])


def test_of_data():
    check(texts.load(), "of_data", lambda: [torch.ones(2, 3)])


TYPES = """
import torch


class Box(dict[str, int]):
    pass


def text_of_parameters(x):
    return x + 1, str(list[int]), f"{dict[str, torch.Tensor]}"


def text_of_union(x):
    return x + 1, repr(int | None)


def identity(x):
    return x + 1, list[int] is list, list[int] == list[int]


def of_union(x, n=3):
    k = 2 if isinstance(n, int | float) else 5
    return x * (k if not isinstance(n, str | None) else 7)


def of_parameters(x):
    try:
        return x * isinstance([1], list[int])
    except TypeError:
        return x + 1


def no_union(x):
    try:
        return int | 3
    except TypeError:
        return x + 1


def made(x):
    items: dict[str, torch.Tensor] = {}
    pair = list[int]((1, 2))
    items["a"] = x * pair[0]
    return items, pair, Box(a=1)["a"]
"""
WHOLE_TYPES = ["of_union", "of_parameters", "no_union", "made"]
TYPE_NAMES = ["text_of_parameters", "text_of_union", "identity"] + WHOLE_TYPES
types = program("types", TYPES, [f"{name}(f32[M])" for name in TYPE_NAMES], ["--force"], flags="-O0")


@pytest.mark.parametrize("name", TYPE_NAMES)
def test_types_with_parameters_and_unions(name):
    """list[int] has a text and an identity of its own, and isinstance() refuses it; int | None it takes."""
    check(types.load(), name, lambda: (torch.arange(3.0),), expect="whole" if name in WHOLE_TYPES else None)


MARKS = """
import torch


class Marked(torch.nn.Module):
    def __init__(self, text="a \\u2026 b2"):
        super().__init__()
        self.found = [c for c in text if str.isalnum(c) or c == "\\u2026"]
        self.tests = [
            test(t) for test in (str.isalpha, str.isalnum, str.isdigit, str.isspace) for t in (text, "\\u2026", "\\u201c", "a", " ")
        ]

    def forward(self, x):
        return x + len(self.found), self.found[1], list(self.tests), "\\xe9!".isalpha(), "\\u2013".isdecimal()
"""
marks = program("marks", MARKS, ["Marked()(f32[N])"], ["--force"], flags="-O0")


def test_punctuation_beyond_ascii():
    check(marks.load(), lambda module: module.Marked(), lambda: (torch.arange(3.0),), expect="whole")


CHOSEN = """
import torch


def require(holds, message):
    if not holds:
        raise ValueError(message)


def checked(x):
    positive = bool((x > 0).all())
    require(positive, "all are positive" if positive else f"some of {x} are not positive")
    return x.log()


def described(x, y):
    text = "sums" if x.sum() > y.sum() else f"{y.shape[0]} rows"
    return x + y, text


def measured(x, name):
    text = name if x.sum() > 0 else "below"
    return x * len(text)
"""
CHOSEN_CALLS = ["checked(f32[N])", "described(f32[N], f32[N])", "measured(f32[N], 'net')"]
chosen = program("chosen", CHOSEN, CHOSEN_CALLS, ["--force"], flags="-O0")


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("name, more", [("checked", []), ("described", [torch.ones(3)]), ("measured", ["net"])])
def test_texts_that_a_branch_chooses(name, more, sign):
    """What is said where a check fails need not be known where it holds."""
    whole = name == "checked" and sign > 0
    check(chosen.load(), name, lambda: (sign * torch.arange(1.0, 4.0), *more), expect="whole" if whole else None)


KEPT = """
NAME = "some_name"


def literals(x):
    told = ["hello", {"key": 1}, ("t", NAME)]
    y = x + 1
    print("apart")
    z = y * 2 + 1
    same = told[0] is HELLO, list(told[1])[0] is KEY, told[2][1] is NAME
    return z, same, told[0] is "hello"


def chosen(x, n):
    told = "hello" if n > 1 else "other"
    y = x + 1
    print("apart")
    return y * 2 + 1, told is HELLO


def computed(x, start):
    told = start + "llo", "".join(["he", "llo"])
    y = x + 1
    print("apart")
    return y * 2 + 1, told[0] is HELLO, told[1] is HELLO, told


HELLO, KEY = "hello", "key"
"""
KEPT_CALLS = {"literals": [], "chosen": [3], "computed": ["he"]}
kept = program(
    "kept_literals", KEPT, [f"{name}({', '.join(['f32[N]', *map(repr, more)])})" for name, more in KEPT_CALLS.items()]
)


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("name", KEPT_CALLS)
def test_literals_that_may_be_names_are_one_object(name):
    """Also where compiled code has the one and Python the other."""
    more = KEPT_CALLS[name]
    assert check(kept.load(), name, lambda: (torch.ones(3), *more))["compiled"] >= 1


FORMATTED = program(
    "formatted_sizes",
    """
def row(x):
    text = f"{x.shape[0]:>4d}|{x.shape[1]:#x}|{x.shape[1]:,}|{x.shape[1]:+.1f}"
    return (x + 1 if text.startswith("  10") else x), text


def refused(x):
    f"{x.shape[0]:.2}"
    return x + 1


def refused_grouped(x):
    f"{x.shape[0]:,x}"
    return x + 1


def refused_point(x):
    return x + 1, f"{'text':10.}"


def filled(x):
    return x + 1, [f"{5:<05}", f"{-5:<05d}", f"{2.5:^07}", f"{'ab':>05}", f"{'ab':05}", f"{7:*<05}", f"{-7:=05}"]
""",
    [
        "row(f32[10, 3])",
        "refused(f32[M, N])",
        "refused_grouped(f32[M, N])",
        "refused_point(f32[M, N])",
        "filled(f32[M, N])",
    ],
    ["--force"],
    "-O0",
)


def test_sizes_in_formats_of_ints():
    check(FORMATTED.load(), "row", lambda: [torch.ones(10, 3)], expect="whole")
    check(FORMATTED.load(), "row", lambda: [torch.ones(7, 30)])


def test_zeros_before_a_width_fill_what_is_aligned():
    check(FORMATTED.load(), "filled", lambda: [torch.ones(10, 3)], expect="whole")


@pytest.mark.parametrize("name", ["refused", "refused_grouped", "refused_point"])
def test_formats_that_ints_do_not_have(name):
    check(FORMATTED.load(), name, lambda: [torch.ones(10, 3)])


LONG = """
import torch

PLAIN = "weights: float, of the layer; " * 2
ACCENTS = "Größe é ∑ 𝔸z" * 300


def vowels(x):
    count, at = 0, 0
    while at < len(PLAIN):
        if PLAIN[at] in "aeiou" and PLAIN[at + 1 : at + 2] != ":":
            count += 1
        at += 1
    return x + count


def parts(x):
    text = ACCENTS
    cut = text[3:17], text[::-7], text[-5:], text[5:2], text[40:4:-3], text[-1], text[len(text) - 2]
    return x * len(text), cut, [c for c in text[:13]], len(text[2:11])


def beyond(x):
    return x + len(ACCENTS[len(ACCENTS)])
"""
long_texts = program("long_texts", LONG, args=["--force"], flags="-O0")


@pytest.mark.parametrize("name", ["vowels", "parts"])
def test_long_texts_are_taken_apart_when_compiling(name):
    check(long_texts.load(), name, lambda: [torch.arange(12.0).view(3, 4)], expect="whole")


def test_an_index_beyond_a_text_is_refused():
    check(long_texts.load(), "beyond", lambda: [torch.ones(3)])


FOUND = program(
    "found_in_texts",
    """
import torch


def in_nothing(x, s):
    return x + 1, s in ""


def looped(x, s):
    out = []
    for i in range(x.shape[0]):
        out.append(s not in "")
    return x + 1, out


def in_bytes(x, s):
    return x + 1, s in b"", s in b"ab"
""",
    ["in_nothing(f32[N], 'abc')", "looped(f32[N], 'abc')", "in_bytes(f32[N], b'b')"],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("s", ["", "a", "abc"])
def test_every_text_has_the_empty_one(s):
    for name in ("in_nothing", "looped"):
        check(FOUND.load(), name, lambda: [torch.ones(3), s])  # noqa: B023
    check(FOUND.load(), "in_bytes", lambda: [torch.ones(3), s.encode()])
