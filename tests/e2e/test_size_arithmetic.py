"""Python ints computed from sizes and arguments: exact where they fit 64 bits, Python's own where they do not."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


def fourth_power(x):
    return x * (x.shape[0] ** 4 % 1000)


def there_and_back(x, n):
    return x + (n * 10**10 // 10**10)


def true_division(x, n):
    return x * (n / 3)


def quotient_and_rest(x, n):
    return x * (x.shape[0] // n) + x.shape[0] % n


def negative_divisors(x, n):
    return x * (-n // 4) + (n % -4)


def square_decides(x, n):
    if n * n > 100:
        return x + 1
    return x - 1


def tail(x, n):
    return x[n:] * 2


def row(x, n):
    return x[n] * 2


def heads(x, h):
    b, c = x.shape
    return x.view(b, h, c // h).sum(1)


def pairs(x):
    return x.reshape(-1, 2).sum(0)


def nothing(x):
    return x.reshape(3, 0).sum(1) + 1


def joined(x, y):
    return torch.cat([x, y], 0)[: x.shape[0]] * 3


def overlap(x, y):
    k = min(x.shape[0], y.shape[0])
    return x[:k] + y[:k]
"""

CALLS = [
    "fourth_power(f32[N])",
    "there_and_back(f32[N], 3)",
    "true_division(f64[N], 3)",
    "quotient_and_rest(f32[N], 2)",
    "negative_divisors(f32[N], 2)",
    "square_decides(f32[N], 2)",
    "tail(f32[N], 2)",
    "row(f32[N], 2)",
    "heads(f32[N, M], 2)",
    "pairs(f32[N])",
    "nothing(f32[N, M])",
    "joined(f32[N], f32[M])",
    "overlap(f32[N], f32[M])",
]
PROGRAM = harness.program("sizes", SOURCE, CALLS, ["--force"])

EXTREMES = [0, 1, 2, 4, -4, 7, -7, 11, 2**31, 2**40, 2**53 + 1, 2**62, 2**63 - 1, -(2**63), 2**63, 2**70, True]


@pytest.mark.parametrize("n", [0, 1, 5, 55108, 55109, 70000])
def test_powers_of_sizes(n):
    harness.check(PROGRAM.load(), "fourth_power", lambda: (randn(n, seed=1),))


@pytest.mark.parametrize(
    "name", ["there_and_back", "quotient_and_rest", "negative_divisors", "square_decides", "tail", "row"]
)
@pytest.mark.parametrize("n", EXTREMES)
def test_int_arguments(name, n):
    harness.check(PROGRAM.load(), name, lambda: (randn(6, seed=1), n))


@pytest.mark.parametrize("n", EXTREMES)
def test_division_of_ints_is_exact(n):
    harness.check(PROGRAM.load(), "true_division", lambda: (randn(6, seed=1).double(), n))


@pytest.mark.parametrize("h", [1, 2, 3, 4, 8, 0, -1, 9])
def test_splitting_a_size(h):
    harness.check(PROGRAM.load(), "heads", lambda: (randn(3, 8, seed=1), h))


@pytest.mark.parametrize("shape", [(4,), (5,), (0,), (2, 3)])
def test_inferred_sizes(shape):
    harness.check(PROGRAM.load(), "pairs", lambda: (randn(*shape, seed=1),))


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 0), (2, 3)])
def test_sizes_of_zero(shape):
    harness.check(PROGRAM.load(), "nothing", lambda: (randn(*shape, seed=1),))


@pytest.mark.parametrize("name", ["joined", "overlap"])
@pytest.mark.parametrize("n, m", [(3, 5), (5, 3), (0, 2), (2, 0), (1, 1), (1, 4)])
def test_two_sizes(name, n, m):
    harness.check(PROGRAM.load(), name, lambda: (randn(n, seed=1), randn(m, seed=2)))


def test_the_usual_calls_are_compiled():
    pair = PROGRAM.load()
    for name, args in [
        ("fourth_power", ()),
        ("there_and_back", (3,)),
        ("square_decides", (2,)),
        ("tail", (2,)),
        ("row", (2,)),
    ]:
        harness.check(pair, name, lambda a=args: (randn(6, seed=1), *a), expect="whole")
    harness.check(pair, "heads", lambda: (randn(3, 8, seed=1), 2), expect="whole")
    harness.check(pair, "pairs", lambda: (torch.ones(8),), expect="whole")


FLOATS = harness.program(
    "divided_floats",
    """
def divided(x, a: float, b: float):
    return x * (a // b) + a % b, a // b, a % b, divmod(a, b)


def by_ints(x, a: float, n: int):
    return x + a % n, a // n, n % a, -a % 2.5
""",
    ["divided(f32[N], 1.5, 0.4)", "by_ints(f32[N], 2.5, 3)"],
    ["--force"],
)
NUMBERS = [0.5, -0.5, 0.1, -0.3, 4.0, -4.0, 7.25, 1e300, 5e-324, float("inf"), float("-inf"), -0.0]


@pytest.mark.parametrize("b", NUMBERS)
def test_division_of_floats_is_python_s(b):
    for a in NUMBERS:
        harness.check(FLOATS.load(), "divided", lambda: (randn(3, seed=1), a, b), expect="whole" if b else "fallback")
        pair = FLOATS.load()
        seen = [[repr(v) for v in m.divided(randn(3, seed=1), a, b)[1:]] for m in (pair.eager, pair.built) if b]
        assert not seen or seen[0] == seen[1]  # signs of zeros


@pytest.mark.parametrize("n", [1, -3, 7, 2**53 + 1])
def test_floats_divided_by_ints(n):
    for a in NUMBERS[:-1]:
        harness.check(FLOATS.load(), "by_ints", lambda: (randn(3, seed=1), a, n))


QUOTIENTS = harness.program(
    "whole_quotients",
    """
import math

import torch
import torch.nn.functional as F


def rows_of_three(x):
    n = math.ceil(x.size(0) / 3)
    return F.pad(x, (0, n * 3 - x.size(0))).view(n, 3), n


def whole_rows(x):
    n = math.floor(x.size(0) / 3)
    return x[: n * 3].view(n, 3), n


def cut_rows(x):
    n = int(x.size(0) / 3)
    return x[: n * 3].view(n, 3) + 1, n


def halves(x):
    n = int(x.size(0) * 0.5)
    return x[:n] + x[n : 2 * n], n


def of_an_int(x, k: int):
    return x + 1, math.ceil(k / 7), math.floor(k / 7), math.trunc(k / 7), int(k / 7), math.floor(-k / 2), int(k * 0.25)


def same_padding(x):
    out = math.ceil(x.shape[-1] / 2)
    pad = max((out - 1) * 2 + 3 - x.shape[-1], 0)
    return F.pad(x, (pad // 2, pad - pad // 2)) * 2


def square(x):
    d = math.isqrt(x.shape[0])
    return x[: d * d].view(d, d) * 2, d


def root(x, n: int):
    return x * math.isqrt(n)


def rounded(x, n: int):
    return x * round(n / 3, 1), round(x.size(0) / 7, 2)


def told(x, n: int):
    return x + 1, f"{n:03d}|{x.size(0):>4}|{n:x}|{n:+d}|{n:.1f}"


def refused(x, n: int):
    try:
        return x + 1, f"{n:.2d}"
    except ValueError as error:
        return x - 1, str(error)
""",
    [
        "rows_of_three(f32[N])",
        "whole_rows(f32[N])",
        "cut_rows(f32[N])",
        "halves(f32[N])",
        "of_an_int(f32[N], 15)",
        "same_padding(f32[B, N])",
        "square(f32[N])",
        "root(f32[N], 15)",
        "rounded(f32[7], 4)",
        "told(f32[3], 4)",
        "refused(f32[3], 4)",
    ],
    ["--force"],
)


@pytest.mark.parametrize("size", [3, 4, 5, 7, 12, 100, 101, 102])
@pytest.mark.parametrize("name", ["rows_of_three", "whole_rows", "cut_rows", "halves", "square"])
def test_quotients_of_sizes_as_ints_are_sizes(name, size):
    harness.check(QUOTIENTS.load(), name, lambda: (randn(size, seed=1),), expect="whole" if size > 4 else None)


def test_sizes_that_padding_makes():
    for size in (5, 6, 17):
        harness.check(QUOTIENTS.load(), "same_padding", lambda: (randn(2, size, seed=1),), expect="whole")


@pytest.mark.parametrize("k", [0, 1, 6, 7, 8, 48, 49, -1, -7, -8, 2**53 - 1, 2**53, 2**53 + 1, -(2**53) - 1, 2**62 + 1])
def test_quotients_of_ints_as_ints(k):
    expect = "whole" if abs(k) <= 2**53 else None
    harness.check(QUOTIENTS.load(), "of_an_int", lambda: (randn(3, seed=1), k), expect=expect)


@pytest.mark.parametrize(
    "n", [0, 1, 3, 4, 8, 9, 15, 16, 2**50 - 1, 2**52 - 1, (2**26) ** 2 - 1, 94906265**2 - 1, 2**60, -1]
)
def test_whole_roots(n):
    harness.check(QUOTIENTS.load(), "root", lambda: (randn(3, seed=1), n))


@pytest.mark.parametrize("name", ["rounded", "told", "refused"])
def test_digits_and_texts_of_ints(name):
    size = 7 if name == "rounded" else 3
    for n in (4, 5, -4):
        harness.check(QUOTIENTS.load(), name, lambda: (randn(size, seed=1), n))


GRIDS = """
import torch
from math import sqrt


def rotated(x):
    n = int(sqrt(x.shape[1]))
    side = torch.linspace(-1.0, 1.0, steps=n)
    grid = side[:, None] * side[None, :]
    return x * grid.reshape(n * n, 1)


def with_class(x):
    tokens = x[:, 1:]
    n = int(tokens.shape[1] ** 0.5)
    angles = torch.linspace(-1.0, 1.0, steps=n)[:, None].expand(n, n).reshape(1, n * n, 1)
    return torch.cat((x[:, :1], tokens * angles.cos() + tokens * angles.sin()), dim=1)


def made_before(x):
    n = int(sqrt(x.shape[0]))
    grid = torch.arange(n * n) * 2.0
    first = torch.softmax(x, 0)
    second = torch.softmax(x * grid, 0)
    return first, second, first + second


def of_pixels(x):
    n = int(sqrt(x.shape[-2] * x.shape[-1]))
    return x.reshape(x.shape[0], -1) + torch.arange(n * n)


def reduced(x):
    n = int(sqrt(x.shape[0]))
    grid = torch.ones(n, n).cumsum(0).flatten()
    return (x * grid).amin(), torch.where(grid > 1, x, grid).amax(0)


if __name__ == "__main__":
    rotated(torch.zeros(2, 9, 4)), with_class(torch.zeros(2, 10, 4)), made_before(torch.zeros(9))
    of_pixels(torch.zeros(2, 4, 9)), reduced(torch.zeros(16))
"""
grids = harness.program("grids_of_tokens", GRIDS, flags="-O0", args=["--force"])


@pytest.mark.parametrize("name", ["rotated", "with_class", "made_before", "of_pixels", "reduced"])
def test_the_side_of_a_square_of_tokens(name):
    """n * n is compared with the number of tokens at run time, before anything reads so many."""

    def args(count):
        shapes = {"rotated": (3, count, 5), "with_class": (3, count + 1, 5), "of_pixels": (2, count, 4)}
        return (randn(*shapes.get(name, (count,)), seed=count),)

    for count in (4, 16, 36):
        harness.check(grids.load(), name, lambda: args(count), expect="whole")
    for count in (5, 7, 400007):
        harness.check(grids.load(), name, lambda: args(count))


IMAGES = """
import torch
import torch.nn.functional as F


def image_of(x):
    b, n, c = x.shape
    side = int(n**0.5)
    return x.transpose(1, 2).reshape(b, c, side, side) * 2


def there_and_back(x):
    b, n, c = x.shape
    side = int(n**0.5)
    y = x.transpose(1, 2).reshape(b, c, side, side)
    return x + (y * 2).flatten(2).transpose(1, 2), y


def in_a_loop(x):
    b, n, c = x.shape
    side = int(n**0.5)
    for i in range(c):
        y = x.transpose(1, 2).reshape(b, c, side, side) * i
        x = x + y.flatten(2).transpose(1, 2)
    return x
"""
images = harness.program(
    "images_of_tokens",
    IMAGES,
    [f"{name}(f32[B, N, C])" for name in ("image_of", "there_and_back", "in_a_loop")],
    flags="-O0",
    args=["--force"],
)


@pytest.mark.parametrize("name", ["image_of", "there_and_back", "in_a_loop"])
def test_tokens_are_an_image_where_nothing_shows_how_many(name):
    for batch in (3, 1, 0):
        for count in (16, 9, 4, 1, 0, 7):
            for channels in (5, 3, 2, 1, 0):
                whole = batch == 3 and count > 1 and count != 7 and channels > 2
                harness.check(
                    images.load(), name, lambda: (randn(batch, count, channels),), expect="whole" if whole else None
                )


HUGE = """
import torch


def tiled(x, n):
    return x.double().tile((n, 2**62))


def repeated(x):
    return x.repeat(2**61, 1) * 2


def beyond(x):
    return torch.zeros(x.shape[1] + 2**63 - 3) if x.shape[0] > 1 else x


def expanded(x):
    return (x[None].expand(2**40, *x.shape)[: x.shape[0]] + 1).sum(0), x.shape[0] * 2**62 % 7
"""
huge = harness.program(
    "huge_sizes",
    HUGE,
    calls=["tiled(f32[A, B], 2)", "repeated(f32[A, B])", "beyond(f32[A, B])", "expanded(f32[A, B])"],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["tiled", "repeated", "beyond", "expanded"])
@pytest.mark.parametrize("shape", [(2, 4), (8, 4), (3, 1), (3, 0), (4, 8), (1, 5)])
def test_sizes_that_do_not_fit(name, shape):
    harness.check(huge.load(), name, lambda: (randn(*shape, seed=1), *([2] if name == "tiled" else [])))


RANGES = harness.program(
    "ranges_between_floats_and_sizes",
    """
import math
import torch


def frequencies(x, longest: float = 10000.0):
    d = int(x.shape[1] / 2)
    return torch.exp(torch.arange(0.0, d, 2) * -(math.log(longest) / d)) * x.sum()


def counted(x):
    return torch.arange(1.0, x.shape[1] + 1) * x, torch.arange(x.shape[1], 0.0, -1) + x


def stepped(x, n: int):
    return torch.arange(0.0, n, 3) + x.sum(), torch.arange(-2.0, n, 2.0).sum() * x, torch.arange(2, n, 2.0, dtype=torch.int64)


def uneven(x, n: int):
    return torch.arange(0.5, n, 2) + x.sum()
""",
    calls=["frequencies(f32[N, M])", "counted(f32[N, M])", "stepped(f32[N], 5)", "uneven(f32[N], 5)"],
    args=["--force"],
)


@pytest.mark.parametrize("m", [0, 1, 2, 3, 4, 7, 12])
def test_ranges_that_begin_with_a_float(m):
    harness.check(RANGES.load(), "counted", lambda: (randn(2, m),), expect="whole")
    if m > 1:
        harness.check(RANGES.load(), "frequencies", lambda: (randn(2, m),), expect="whole")
    harness.check(RANGES.load(), "stepped", lambda: (randn(3), m), expect="whole" if m > 1 else None)
    harness.check(RANGES.load(), "uneven", lambda: (randn(3), m))
