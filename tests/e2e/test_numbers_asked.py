"""What built-in numbers and texts are asked: which abstract classes they are of, rounding to tens, hashes, fractions; the
constants of the module string."""

import math

import pytest
import torch
from harness import check, program

SOURCE = """
import collections.abc
import numbers
import string

import torch


class Loose(dict):
    __hash__ = object.__hash__


class Meeting(type):
    def __eq__(cls, other):
        return cls is other


class Met(metaclass=Meeting):
    pass


def case_limits(t):
    half, short = torch.finfo(torch.bfloat16), torch.iinfo(torch.int16)
    return t + torch.finfo(t.dtype).eps, half.dtype, half.bits, short.dtype, short.max


def case_hashable(t):
    Hashable = collections.abc.Hashable
    values = [None, 1, True, 1.5, "s", (1, []), range(3), frozenset((1,)), iter([1]), len, {1: 2}.values()]
    unhashable = [[], {}, {1}, {1: 2}.keys(), {1: 2}.items()]
    return t + 1, [isinstance(v, Hashable) for v in values], [isinstance(v, Hashable) for v in unhashable]


def case_numbers(t):
    kinds = numbers.Number, numbers.Complex, numbers.Real, numbers.Rational, numbers.Integral
    return t + 1, [[isinstance(v, kind) for kind in kinds] for v in (1, True, 1.5, 2j, "1", None)]


def case_tens(t):
    values = [0, 4, 5, 6, 14, 15, 16, 25, -5, -15, -16, -25, 149, 150, 250, -250, 12345, True]
    return t + 1, [[round(v, n) for n in (-1, -2, -5, -17, 0, 2)] for v in values], (35).__round__(-1)


def case_methods(t):
    fractions = [v.as_integer_ratio() for v in (0.0, -0.0, 0.5, -2.75, 0.1, 3.0, 1e15)]
    return t + 1, fractions, (3).__hash__(), (-1).__hash__(), (2.0).__hash__(), True.__hash__()


def case_parts(t):
    return t + 1, [(v.real, v.imag, v.conjugate()) for v in (True, False, 3, 2.5)], True.numerator, +True


def case_string(t):
    names = string.ascii_lowercase[:3], string.ascii_uppercase[-1], string.ascii_letters, string.digits, string.hexdigits
    return t + 1, names, string.octdigits, string.punctuation, string.whitespace, string.printable, "a" in string.digits


def case_characters(t):
    text = "aé€😀"
    return t + 1, [ord(c) for c in text], ascii(text), ascii("plain"), ascii(["ü", 1]), text.isascii(), "ab".isascii()


def case_underscores(t):
    return t + 1, int("1_000"), int(" -1_2_3 "), float("1_0.5_0e1_0"), float("-2_5")


def open_underscores(t):
    said = []
    for text in ("1__0", "_1", "1_", "1_.5", "1_0x", "1_0.5", "1_0e2", "in_f"):
        for kind in (int, float):
            try:
                said.append(kind(text))
            except ValueError as e:
                said.append(str(e))
    return t + 1, said, int("0x_f", 16)


def open_characters(t):
    texts = [ascii("\\x85"), repr("\\xa0"), ascii("\\ud800")]
    for text in ("", "ab", "éé", 3):
        try:
            texts.append(ord(text))
        except TypeError as e:
            texts.append(str(e))
    return t + 1, texts


def open_hashable(t):
    asked = Loose(), Met, slice(1), torch.float32, t, collections, ...
    return t + 1, [isinstance(v, collections.abc.Hashable) for v in asked]


def open_numbers(t):
    texts = []
    for ask in (lambda: (1e300).as_integer_ratio(), lambda: (1e-300).as_integer_ratio(), lambda: round(10**18, -18)):
        texts.append(ask())
    try:
        float("nan").as_integer_ratio()
    except ValueError as e:
        texts.append(str(e))
    return t + 1, texts, round(5 * 10**17, -18)


def open_string(t):
    return t + 1, string.Template("$a").substitute(a=1), string.capwords("a b"), hasattr(string, "Formatter")


def open_size(t):
    return t + 1, round(t.shape[0], -1)
"""
CASES = ["limits", "hashable", "numbers", "tens", "methods", "string", "characters", "underscores"]
OPEN = ["hashable", "numbers", "string", "size", "characters", "underscores"]


@pytest.fixture(scope="module")
def asked():
    calls = [f"case_{name}(f32[N])" for name in CASES] + [f"open_{name}(f32[N])" for name in OPEN]
    return program("numbers_asked", SOURCE, calls=calls, flags="-O0").load()


@pytest.mark.parametrize("name", CASES)
def test_compiled(asked, name):
    check(asked, f"case_{name}", lambda: (torch.arange(3.0),), expect="whole")


@pytest.mark.parametrize("name", OPEN)
def test_what_stays_python(asked, name):
    check(asked, f"open_{name}", lambda: (torch.arange(15.0),))


DIGITS = program(
    "digits",
    """
import torch


def of_a_float(x, t):
    return x * round(t, 2), round(t, 0), round(t, 2), round(t * 3, 15), round(t / 7, 4)


def of_a_mean(x, scale):
    mean = (x * scale).mean().item()
    return x + 1, {"mean": round(mean, 3), "whole": round(mean)}
""",
    ["of_a_float(f32[N], 1.5)", "of_a_mean(f32[N], 1.5)"],
    ["--force"],
    "-O0",
)
HALVES = [
    0.125,
    0.375,
    -0.125,
    2.675,
    1.005,
    0.5,
    1.5,
    2.5,
    -2.5,
    1e-3,
    -1e-9,
    0.0,
    -0.0,
    5e-324,
    0.285,
    1.115,
    12345.675,
]
LARGE = [1e15, 123456789.125, 1e300, float("inf"), float("nan")]


@pytest.mark.parametrize("number", HALVES + LARGE)
def test_digits_of_a_float(number):
    for there in (math.nextafter(number, -math.inf), number, math.nextafter(number, math.inf)):
        expect = "whole" if abs(number) < 0.3 else None  # 15 digits of three times as much
        check(DIGITS.load(), "of_a_float", lambda: (torch.arange(3.0), there), expect=expect)
        pair = DIGITS.load()
        assert repr(pair.built.of_a_float(torch.ones(1), there)) == repr(pair.eager.of_a_float(torch.ones(1), there))


@pytest.mark.parametrize("scale", [1.5, 0.001, 1e4])
def test_digits_of_a_mean(scale):
    check(DIGITS.load(), "of_a_mean", lambda: (torch.arange(8.0), scale), expect="whole")


def test_digits_of_large_floats_stay_python():
    check(DIGITS.load(), "of_a_mean", lambda: (torch.arange(8.0), 1e20))
