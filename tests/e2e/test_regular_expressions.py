"""The module re, for patterns and texts that are known when the program is built."""

import re

import pytest
from harness import check, program
from table import randn

SOURCE = """
import re

import torch

KEYS = {"layer1.conv.weight": 3, "layer2.bn.bias": 4, "head": 1}
WORDS = re.compile("^[a-z]+$", re.I | re.M)
NAMED = re.compile(r"layer(\\d+)\\.(?P<part>\\w+)")
FOUND, EITHER = NAMED.search("the layer12.conv"), re.match("(a)|(b)", "b")


def decoded(x, text):
    options = {}
    for op in text.split("_")[1:]:
        splits = re.split(r"(\\d.*)", op)
        if len(splits) >= 2:
            key, value = splits[:2]
            options[key] = value
    return x * int(options["k"]) + float(options["se"])


def renamed(x):
    return {re.sub(r"layer(\\d+)", r"stage.\\1", key): x + value for key, value in KEYS.items()}


def of_a_match(x):
    m = re.match(r"(\\w+)-(?P<n>\\d+)(z)?", "head-12 tail")
    parts = m.group(), m.group(1), m["n"], m.group(1, "n"), m.span(), m.span("n"), m.start(2), m.end(), m.groups("-")
    return x * int(m["n"]), parts, m.groupdict(), m.string, m.re.pattern


def of_a_global(x):
    m = NAMED.search("a layer12.attn.q")
    return x * int(m.group(1)), m.groupdict(), NAMED.match("head"), NAMED.groups, dict(NAMED.groupindex)


def all_kinds(x):
    text = "a1b22, c333;d"
    found = re.findall(r"\\d+", text), re.findall(r"([a-z])(\\d*)", text), [m.span() for m in re.finditer(r"\\b", text)]
    parts = re.split(r"[,;]\\s*", text), re.split("", "ab"), re.split("(b)|c", "abcd", 1)
    new = re.subn(r"\\d", lambda m: str(int(m.group()) + 1), text, 3), re.sub("x*", "-", "axb"), re.sub("(?P<l>[a-c])", r"<\\g<l>>", text)
    ways = re.fullmatch("a|ab|abc", "abc").span(), re.search(r"(a+?)(a*)$", "caaa").groups(), re.match(r"(?!ab)a(?=c)", "ac").span()
    again = re.match(r"(['\\"]).*?\\1", "'a\\"b'c").group(), re.match(r"(?:(a)|b)*", "abab").groups(), re.escape("a.b[c]")
    return x + len(found[0]), found, parts, new, ways, again, re.match("b", "ab"), re.search("^b$", "ab")


def behind(x):
    text = "layer12.layer3 price $42, $7 and 9"
    found = re.findall(r"(?<=layer)\\d+", text), re.findall(r"(?<!\\$)\\b\\d+", text), re.search(r"(?<=a|b)c", "xc bc").span()
    split = re.split(r"(?<=[a-z])(?=[A-Z])", "camelCaseName"), re.sub(r"(?<=\\d)(?=(?:\\d{3})+$)", ",", "1234567"), re.search("(?<!^)a", "aa").span()
    return x + len(found[0]), found, split, re.search(r"(?<=ab{2})c", "abc abbc").span(), re.match("(?<=a)b", "b")


def with_flags(x):
    text = "One two\\nTHREE one"
    found = re.findall("(?i)one", text), re.findall("(?m)^\\\\w+", text), re.findall("(?m)\\\\w+$", text), re.search("(?s)two.*ONE", text)
    more = re.search("(?is)TWO.*ONE", text).span(), re.findall("(?i)[^o-t\\n ]+", text), re.findall("(?i)[A-F]", "aGfHE"), re.match(r"(?i)(a)\\1", "aA").span()
    ends = re.findall(r"(?m)\\A\\w", text), re.findall("(?m)$", "a\\n"), re.sub("(?m)^", "> ", "a\\nb"), re.findall(".", "a\\n"), re.findall("(?s).", "a\\n")
    return x + len(found[0]), found[:3], found[3] is None, more, ends, [re.compile(p).flags for p in ("a", "(?i)a", "(?ms)a", "(?a)a")]


def refused(x):
    return x + int(re.match("a", "b").group())


def without_group(x):
    return x + len(re.match("(a)", "a").group(2))


def no_border(x):
    return x + len(re.findall(r"\\B", "")), re.search(r"\\B", "")


def of_flags(x):
    found = re.findall("A", "aAa", re.I), re.split("^b", "a\\nB", flags=re.M | re.IGNORECASE), re.sub("a.b", "-", "a\\nb", 0, re.S)
    named = WORDS.findall("Ab\\ncd"), WORDS.flags, re.compile("a", re.I | re.S).flags, re.match("a", "A", re.UNICODE), int(re.I | 8)
    return x + len(found[0]), found, named, bool(re.I & re.M), re.I == 2, isinstance(re.I, re.RegexFlag)


def of_flags_left(x):
    return x + 1, re.I, str(re.M), re.findall("a b", "ab", re.X)


def of_a_text(x, s: str):
    return x + len(re.findall("a", s))


def leaves(x):
    return x + 1, re.match("a", "abc").group, NAMED


def of_a_match_of_a_global(x):
    if FOUND:
        x = x * int(FOUND.group(1))
    return x, FOUND["part"], FOUND.span(), EITHER.groups(), EITHER.start(1), EITHER.group(0)


def odd(x, pattern: str):
    return x + len(re.findall(pattern, "aab b\\n"))
"""
WHOLE = [
    "renamed",
    "of_a_match",
    "of_a_global",
    "of_a_match_of_a_global",
    "all_kinds",
    "behind",
    "with_flags",
    "of_flags",
]
OTHERS = ["refused", "without_group", "no_border", "of_flags_left", "leaves"]
ODD = [
    "a*?b",
    "(a*)*",
    "[^\\W]",
    "(?i)A",
    "(?<=a)b",
    "(?<=a|ab)b",
    "(?<=(a))b",
    "(?<!a+)b",
    "(?<! |^)b|(?i)A",
    "(?x) a b",
    "(?ii)[^B]",
    "a{2}",
    "a{,1}b",
    "[]a]",
    "a{",
    "(?P<n>a)(?P=n)",
    "(",
    "a**",
    "\\Ab|\\Z",
    "é",
]
CALLS = [f"{name}(f32[M, N])" for name in WHOLE + OTHERS]
CALLS += ['decoded(f32[M, N], "ir_r2_k3_s2_se0.25")', 'of_a_text(f32[M, N], "banana")', 'of_a_text(f32[M, N], "")']
PROGRAM = program("regular_expressions", SOURCE, CALLS, ["--force"], "-O0")
PATTERNS = program("odd_patterns", SOURCE, [f"odd(f32[M, N], {pattern!r})" for pattern in ODD], ["--force"], "-O0")


@pytest.mark.parametrize("name", WHOLE + OTHERS)
def test_what_a_regular_expression_finds(name):
    check(PROGRAM.load(), name, lambda: (randn(3, 4, seed=1),), expect="whole" if name in WHOLE else None)


@pytest.mark.parametrize("text", ["ir_r2_k3_s2_se0.25", "ir_k5_se1"])
def test_options_in_a_text(text):
    expect = "whole" if text == "ir_r2_k3_s2_se0.25" else None
    check(PROGRAM.load(), "decoded", lambda: (randn(3, 4, seed=1), text), expect=expect)


@pytest.mark.parametrize("text", ["banana", "", "cab"])
def test_a_text_that_is_given(text):
    check(PROGRAM.load(), "of_a_text", lambda: (randn(3, 4, seed=1), text))


@pytest.mark.parametrize("pattern", ODD)
def test_patterns_of_all_kinds(pattern):
    check(PATTERNS.load(), "odd", lambda: (randn(3, 4, seed=1), pattern))


@pytest.mark.parametrize("name", ["NAMED", "WORDS"])
def test_a_pattern_that_gets_other_flags(name):
    pair = PROGRAM.fresh()
    for module in (pair.eager, pair.built):
        setattr(module, name, re.compile(getattr(module, name).pattern, re.A))
    for function in ("of_a_global", "of_flags"):
        check(pair, function, lambda: (randn(3, 4, seed=1),))


def test_another_match():
    pair = PROGRAM.fresh()
    for found in (re.search(pair.eager.NAMED, "layer7.bn"), re.search(pair.eager.NAMED, "the layer31.conv"), None):
        pair.eager.FOUND = pair.built.FOUND = found
        check(pair, "of_a_match_of_a_global", lambda: (randn(3, 4, seed=1),))
