"""Branches on sizes and ints whose sides cannot be one value, in expressions and statements: the likely side, as a guard."""

import pytest
import torch
from harness import check, program

SOURCE = """
import torch


def kinds(x):
    return x * (float("inf") if x.shape[0] > 9 else 1)


def numbers(x):
    return x * (1 if x.shape[0] > 1 else 0.5)


def shapes(x):
    return (x if x.shape[1] == 3 else x[:, :3]).sum(1)


def of_an_int(x, n=2):
    return x + (n if not n <= 3 else 2.5)


def in_a_list(x):
    return [x.sum(), "large" if x.shape[0] >= 3 else None, len("ab" if x.shape[0] != 2 else [1])]


def returned(x):
    return x * 2 if x.shape[0] > 2 else (x, 1)


def none(x):
    mean = None if x.shape[0] < 2 else x.mean(0)
    return x if mean is None else x - mean


def _named(names, x):
    if x.shape[1] < 4:
        names.append("narrow")
    elif x.shape[0] == 3:
        names += ["square", x.sum()]
    return x + 1


def kept_lengths(x):
    names = []
    x = _named(names, x)
    return x * (len(names) + 1), names


def _kinds(x):
    if x.shape[0] > 4:
        return x.sum(0)
    return [x]


def results_of_kinds(x):
    y = _kinds(x * 2)
    return y[0] + 1


if __name__ == "__main__":
    x = torch.arange(6.0).reshape(2, 3)
    for y in (x, x.repeat(3, 1)):
        kinds(y), numbers(y), shapes(y), of_an_int(y), in_a_list(y), returned(y), none(y)
        kept_lengths(y), results_of_kinds(y)
    of_an_int(x, 7)
"""
expressions = program("conditional_expressions", SOURCE, args=["--force"], flags="-O0")
NAMES = [line[4 : line.index("(")] for line in SOURCE.splitlines() if line.startswith("def ") and line[4] != "_"]


@pytest.mark.parametrize("rows", [1, 2, 3, 6, 12])
@pytest.mark.parametrize("columns", [3, 5])
@pytest.mark.parametrize("name", NAMES)
def test_value(name, rows, columns):
    expect = "whole" if rows in (2, 6) and columns == 3 else None
    for dtype in (torch.float32, torch.int64):
        shape = rows * columns
        check(
            expressions.load(),
            name,
            lambda: [torch.arange(shape).view(rows, columns).to(dtype)],
            expect=expect if dtype == torch.float32 else None,
        )


@pytest.mark.parametrize("n", [-1, 2, 3, 4, 7])
def test_int(n):
    check(expressions.load(), "of_an_int", lambda: [torch.ones(2, 3), n])


DATA = """
import torch


def largest(x, d):
    y = max(d, 0)
    z = y * x + 1
    return torch.relu(z) * 2 + z.tanh(), y


def smallest(x, d):
    y = x * 2
    y += min(0.5, d)
    return torch.relu(y)


def hinge(x, d):
    return max(0, x.pow(2).mean() - d)


def scaled(x, d):
    return torch.round(x / max(x.abs().max() / 127, 1e-8)).clamp(-127, 127) * d


def _picked(x):
    if x.sum() > 0:
        return x * 2
    return 0.5


def optional(x, d):
    m = _picked(x - d)
    y = x + 1
    if isinstance(m, torch.Tensor):
        y = y * m
    return y, m


def bias(x, d):
    return torch.nn.functional.linear(x, x, x[0, : x.shape[0]] if d > 1 else None), x + 1


def both(x, d):
    y = (max(d, 0), x if x.mean() > 1 else None)
    return y[0] * x, y[1]


def in_a_loop(x, d):
    for i in range(3):
        s = max(d - i, 0)
        x = x * s + 1
    return x


def appended(x, d):
    kept = [x.sum()]
    kept.append(max(d, 0))
    return kept, x.exp()


def behind_a_mask(x, d):
    y = x.clone()
    y[y > d] -= y[y > d].mean() if (y > d).any() else 0
    return y


def hanging_on_a_mask(x, d):
    y = x * 2
    y += max(x[x > d].sum(), 1)
    return y


def tested(x, d):
    if (y := max(d, 0)) > 1:
        x = x * 2
        x[0] = y
    return x + y


def looped_over(x, d):
    out = 0
    for t in [x] if d > 1 else [x, x * 2]:
        out = out + t
    return out


def asserted(x, d):
    assert max(-2, d) > -3, "d"
    return x + d


def in_branches(x, d):
    if x.sum() > 3:
        x = x * 2
        if max(d, 0) > 1:
            x = x.exp()
            return x, max(0, x.mean() - d)
    elif min(d, 0.5) < 0.25:
        x = x + max(d, 0)
    return x


def many_turns(x, d):
    for _ in range(7):
        x = x * max(x.mean(), 0.5)
    for _ in range(6):
        m = x.mean()
        if m > d:
            x = x * m
        else:
            x = x - 0.5
    return x


class Box:
    def __init__(self, value):
        self.value = value


def kept_in_a_dict(x, d):
    t = {"a": 1}
    t["a"] += max(d, 0)
    return t["a"] * x, t


def kept_in_an_object(x, d):
    box = Box(None)
    if x.mean() > 2:
        box.value = d
    y = x + 1
    if box.value is not None:
        y = y * box.value
    return y, box.value


def kept_in_a_list(x, d):
    kept = [0, x]
    if d > 1:
        kept[0] = x.sum()
        kept[1] = None
    y = x - kept[0]
    return y if kept[1] is None else y + kept[1]


def asked_twice(x, d):
    y = [max(d, i) for i in range(2)]
    return y, x + 1


def of_three(x, d):
    return max(d, x.mean(), 0), min(0.5, d, x[0, 0], 1) * 2


def of_items(x, d):
    return [max(v, 0) for v in (d, x.sum(), x[0, 1])], [v if v > 1 else None for v in (d, x.mean())]


def summed(x, d):
    return sum(max(0, v) for v in (d, x.mean(), d - 1)) * x


def of_five(x, d):
    return [max(v, 0) for v in (d, d + 1, d - 1, d * 2, x.sum())]


def one_after_the_other(x, d):
    y = x + 1
    z = max(min(d, y.mean(), 3), 0)
    x.add_(1)
    return z, max(x.sum(), z, 1), y


def written_before(x, d):
    y = (x.mul_(2), max(x.sum(), d, 0), x.mean())
    return y


def drawn(x, d):
    y = (torch.rand(3), max(d, 0))
    return y[0] + x.mean(), y[1]


if __name__ == "__main__":
    x, d = torch.randn(3, 4), torch.tensor(2.0)
    for function in (
        largest, smallest, hinge, scaled, optional, bias, both, in_a_loop, appended, behind_a_mask, hanging_on_a_mask,
        tested, looped_over, asserted, in_branches, many_turns, kept_in_a_dict,
        kept_in_an_object, kept_in_a_list, asked_twice, of_three, of_items, summed, of_five, one_after_the_other,
        written_before, drawn,
    ):
        function(x, d)
"""
of_data = program("expressions_of_data", DATA, args=["--force"], flags="-O0")
DATA_NAMES = [line[4 : line.index("(")] for line in DATA.splitlines() if line.startswith("def ") and line[4] != "_"]


@pytest.mark.parametrize("d", [-1.0, 0.0, 0.5, 1.0, 2.0, float("nan"), float("inf")])
@pytest.mark.parametrize("name", DATA_NAMES)
def test_sides_of_two_types(name, d):
    """Where the sides of a branch on data, within a statement, cannot be one value, each is compiled with what follows."""
    expect = None if name in ("hanging_on_a_mask", "of_five", "drawn") else "whole"
    for scale in (1.0, -2.0, 0.0):
        check(
            of_data.load(),
            name,
            lambda: [torch.arange(12.0).view(3, 4) * scale, torch.tensor(d)],
            expect=expect,
            context=torch.random.fork_rng,
        )


CLAMPED = """
import torch


def clamped(x, n: int):
    v = min(max(x.mean().item(), -1), 1)
    return x * v, v


def blended(x, n: int):
    v = max(x.mean().item(), 0)
    return x * (1 - v) + v, v, v + 1, 2 * v - 1, v - v


def by_condition(x, n: int):
    v = x.mean().item() if x.sum() > 0 else 0
    w = v * 2 + 1
    if w > 1.5:
        return x / w
    return x - w


def with_arguments(x, n: int):
    v = min(max(x.sum().item(), n), 2.5)
    return v + 0.5, v * 3, v / 2, v**2, x**v


def divided(x, n: int):
    v = max(x.mean().item(), 0)
    return x / v, 1 / v


def remainders(x, n: int):
    v = max(x.sum().item(), n)
    return v % 2, v // 2, -1 * v, v == n, v != 0, v <= 1, 1 < v


def of_ints(x, n: int):
    v = max(x.long().sum().item(), 0.5)
    return x + v, x.long() * v, v % 2


def of_bools(x, n: int):
    v = True if x.sum() > 0 else x.mean().item()
    return v + 1, x * v, v * 2


def of_two(x, n: int):
    v, w = max(x.mean().item(), 0), min(x.sum().item(), n)
    return v + w, v * w, v < w, x * v + w


def written(x, n: int):
    v = max(x.mean().item(), 0)
    x *= v
    x += 1 - v
    return x


def none_or_number(x, n: int):
    v = None if x.sum() > 0 else 1
    return x if v is None else x * v


def in_a_loop(x, n: int):
    total = 0.0
    for i in range(n):
        v = max(x.mean().item(), i)
        total += v * 2
        x = x * 0.5
    return total, x
"""
CLAMPED_NAMES = [line[4 : line.index("(")] for line in CLAMPED.splitlines() if line.startswith("def ")]
clamped = program(
    "clamped_numbers", CLAMPED, [f"{name}(f32[N], 2)" for name in CLAMPED_NAMES], args=["--force"], flags="-O0"
)


@pytest.mark.parametrize("name", CLAMPED_NAMES)
@pytest.mark.parametrize("n", [2, 0, -1, 2**62])
def test_numbers_of_two_types(name, n):
    """What is an int or a float, as the data decide, is computed with."""
    if name == "in_a_loop" and n > 9:
        return
    for value in (0.75, -0.75, 0.0, -0.0, 3.0, -3.0, float("nan"), float("inf"), float("-inf")):
        for count in (4, 1):
            whole = value in (0.75, -0.75) and n == 2 and name in ("clamped", "blended", "by_condition", "of_bools")
            check(
                clamped.load(),
                name,
                lambda value=value, count=count: [torch.full((count,), value), n],
                expect="whole" if whole else None,
            )
    check(clamped.load(), name, lambda: [torch.zeros(0), n])
