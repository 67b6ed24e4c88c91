"""What loops of unknown length carry may have other names, be a part of a tensor, or fill a list; and copies that torch does
not make where sizes are 1: writes reach all names, and what is returned shares the memory that eager's does."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch
from torch import nn


def variable_of_before(x):
    y = x + 1
    z = x * 2
    i = 0
    while i < x.shape[0]:
        z = y
        i += 1
    return y, z


def two_names(x):
    for i in range(x.shape[0]):
        t = x + i
        a = t
        b = t
    return a, b


def state_and_cell(x):
    h = x[0] * 0
    c = h
    for i in range(x.shape[0]):
        h = torch.tanh(x[i] + h)
        c = h
    c.mul_(2)
    return h, c


def part(x):
    for i in range(x.shape[0]):
        t = x + i
        a = t[1:]
    return a


def view_of_what_is_written(x):
    y = x + 1
    z = x * 1
    w = y.view(-1)
    for i in range(x.shape[0]):
        z = y.t()
        y.add_(1)
    return w, z


def item_of_a_list(x):
    y = x + 1
    l = [x + 3, y]
    for i in range(x.shape[0]):
        l[0] = y[:]
    l[0].add_(1)
    return y, l


def chosen_in_one_iteration(x):
    y = x + 1
    z = x * 1
    i = 0
    while i < x.shape[0]:
        if i == 2:
            z = y
        i += 1
    z.add_(3)
    return y, z


def swapped(x):
    a = x + 1
    b = x + 2
    for i in range(x.shape[0]):
        a, b = b, a
        a.add_(1)
    return a, b


def appended_and_written_later(x):
    h = x[0] * 0
    l = []
    for i in range(x.shape[0]):
        h.add_(1)
        h = h * 2 + x[i]
        l.append(h)
    return torch.stack(l)


def row_of_what_is_filled(x):
    out = torch.zeros_like(x)
    last = out[0]
    for i in range(x.shape[0]):
        last = out[i]
        last.add_(i)
    return out, last


def in_a_tuple(x):
    a = x * 1
    t = (a, a)
    for i in range(x.shape[0]):
        u = t[0] + 1
        t = (u, u)
    t[0].add_(1)
    return t


def same_item_twice(x):
    d = {'a': x * 1, 'b': x * 2}
    for i in range(x.shape[0]):
        d['a'] = d['b'] * 1
        d['b'] = d['a']
    d['a'].add_(1)
    return d


class Layer(nn.Module):
    def __init__(self, scale):
        super().__init__()
        self.w = nn.Parameter(torch.ones(4) * scale)

    def forward(self, x):
        x.add_(1)
        return x * self.w


class Skip(nn.Module):
    def __init__(self, depth=3):
        super().__init__()
        self.layers = nn.ModuleList([Layer(i + 1.0) for i in range(depth)])

    def forward(self, x):
        y = x * 1
        skip = y
        for layer in self.layers:
            y = layer(y)
        return y + skip


class Previous(Skip):
    def forward(self, x):
        y = x * 1
        for layer in self.layers:
            previous = y
            y = layer(y)
        return y, previous


class Part(Skip):
    def forward(self, x):
        y = x + 1
        z = y
        for layer in self.layers:
            z = y[:, :2]
        return y, z


skip, previous, part_of = Skip(), Previous(), Part()


def layers_that_write(x):
    return skip(x)


def input_of_the_last_layer(x):
    return previous(x)


def part_in_layers(x):
    return part_of(x)


def counter_changed(x):
    i = 5
    for i in range(x.shape[0]):
        i = i * 2
    return x * i


def counter_changed_sometimes(x):
    for i in range(x.shape[0]):
        if x[i].sum() > 0:
            i = i + 10
    return x * i


def counter_that_is_an_item(x):
    a = [0]
    for a[0] in range(x.shape[0]):
        a[0] = a[0] + 3
    return x * a[0]


def counter_of_two_loops(x):
    for i in range(x.shape[0]):
        for i in range(3):
            x = x + i
    return x * i


def counter_at_the_end(x):
    for i in range(x.shape[0]):
        j = i
    return x * i + j


def whole_input_written_first(x):
    a = x[:]
    i = 0
    while i < x.shape[0] % 4:
        i += 1
        a *= 2
        a = x + 1
    return a


def input_written_after_it(x):
    a = x[:]
    i = 0
    while i < x.shape[0] % 4:
        i += 1
        a *= 2
        a = x + 1
    a[1:] = 9
    return x.mean()


def whole_state(x):
    h = x[0] * 0
    for i in range(x.shape[0]):
        new = torch.tanh(x[i] + h)
        h = new
    return h


def whole_list(x):
    l = []
    for i in range(x.shape[0]):
        h = x[i] * 2
        l.append(h)
        h.add_(1)
    return torch.stack(l)


def exchanged_with_an_argument(x):
    p, q = x, torch.zeros(4)
    for i in range(x.shape[0] * 2):
        p, q = q, p
    return p


def handed_on(x):
    q = torch.zeros(4)
    p = q
    for i in range(x.shape[0]):
        q, p = x, q
    return p


def around_three(x):
    p, q, s = x, x * 2, x + 1
    for i in range(x.shape[0]):
        p, q, s = q, s, p
    return p
"""
NAMES = [line[4 : line.index("(")] for line in SOURCE.splitlines() if line.startswith("def ")]
LOOPS = harness.program("loop_aliases", SOURCE, [f"{name}(f32[M, 4])" for name in NAMES], ["--force"], flags="-O0")


@pytest.mark.parametrize("name", NAMES)
def test_names_of_what_a_loop_carries(name):
    expect = "whole" if name.startswith("whole") else None
    for length in (1, 2, 3, 7):
        with torch.no_grad():
            harness.check(LOOPS.load(), name, lambda length=length: (randn(length, 4, seed=length),), expect=expect)


COPIES = """
def computed_from_it(x):
    z = x.t().contiguous()
    return z + 1


def base_written(x):
    y = x * 2
    z = y[:, :1].contiguous()
    y += 1
    return y, z * 2


def input_written(x):
    z = x.t().contiguous()
    x.add_(1)
    return (z * 2).sum()


def base_written_in_part(x):
    y = x * 2
    z = y[::2].contiguous().view(-1)
    y[0] = 1
    return z.sum()


def copy_written(x):
    y = x + 1
    z = y.t().contiguous()
    z.add_(1)
    return y + 1


def flattened(x):
    y = x * 2
    z = y.permute(1, 0).flatten()
    y += 1
    return z.sum()


def strides_of_it(x):
    return (x.t().contiguous() * 2).stride()
"""
COPY_NAMES = [line[4 : line.index("(")] for line in COPIES.splitlines() if line.startswith("def ")]
COPIED = harness.program(
    "copies_of_ones", COPIES, [f"{name}(f32[M, N])" for name in COPY_NAMES], ["--force"], flags="-O0"
)


@pytest.mark.parametrize("name", COPY_NAMES)
def test_copies_that_sizes_of_one_make_needless(name):
    for shape in ((2, 3), (1, 4), (4, 1), (1, 1), (0, 3), (3, 0)):
        harness.check(COPIED.load(), name, lambda shape=shape: (randn(*shape, seed=3),))
    harness.check(COPIED.load(), name, lambda: (randn(4, 3, seed=3).t(),))


CHOSEN = """
def by_a_loop(x, y, n):
    m = x * 1
    for i in range(n % 4):
        m = y.contiguous()
        if not i < 1:
            break
    return y, m


def by_a_branch(x, y, n):
    m = x * 1
    if y.sum() > n:
        m = y.contiguous()
    return y, m
"""
CHOSEN_NAMES = ["by_a_loop", "by_a_branch"]
CHOSEN_CALL = "(f32[N, M].t(), f32[1, N].expand(M, N), 2)"
CHOSEN = harness.program(
    "chosen_copies", CHOSEN, [f"{name}{CHOSEN_CALL}" for name in CHOSEN_NAMES], ["--force"], flags="-O0"
)


@pytest.mark.parametrize("name", CHOSEN_NAMES)
def test_copies_that_are_chosen_and_that_strides_make_needless(name):
    layouts = [lambda: randn(1, 4).expand(3, 4), lambda: randn(3, 4), lambda: randn(4, 3).t(), lambda: randn(1, 4)]
    for y in layouts:
        for n in (0, 1, 2):
            x = randn(4, y().shape[0])
            harness.check(CHOSEN.load(), name, lambda x=x, y=y, n=n: (x.clone().t(), y(), n))


VIEWS = """
def turned(g, n):
    x = g / 2
    for _ in range(n):
        x = 2 * x + x @ x.T @ x
    return x.T


def turned_where_it_is_high(g, n):
    x = g.bfloat16()
    if g.size(-2) > g.size(-1):
        x = x.mT
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(n):
        a = x @ x.mT
        x = 3.0 * x + (a - a @ a) @ x
    if g.size(-2) > g.size(-1):
        x = x.mT
    return x


def chosen(g, n):
    y, z = g * 2, g * 3
    x = y if g.sum() > n else z
    return x.T


def several(g, n):
    x = g * 2
    for _ in range(n):
        x = x + 1
    return x.T, x[:1], x


def of_another(g, n):
    y = g * 2
    x = y
    for _ in range(n):
        x = x + 1
    return x[:1], y


def flat(g, n):
    x = g * 2
    for _ in range(n):
        x = x + 1
    return x.flatten()[1:], x.view(-1)


def of_the_caller(g, n):
    x = g
    for _ in range(n):
        x = x + 1
    return x.T
"""
VIEW_NAMES = ["turned", "turned_where_it_is_high", "chosen", "several", "of_another", "flat", "of_the_caller"]
VIEWED = harness.program(
    "views_of_results", VIEWS, [f"{name}(f32[M, N], 2)" for name in VIEW_NAMES], ["--force"], flags="-O0"
)


@pytest.mark.parametrize("name", VIEW_NAMES)
@pytest.mark.parametrize("shape", [(4, 3), (3, 4), (1, 3), (3, 1), (0, 3), (1, 1)])
def test_views_of_what_loops_and_branches_leave(name, shape):
    expect = "whole" if shape == (4, 3) and name in ("turned", "turned_where_it_is_high", "chosen") else None
    for n in (0, 1, 3):
        harness.check(VIEWED.load(), name, lambda n=n: (randn(*shape) / 4, n), expect=expect)
        harness.check(VIEWED.load(), name, lambda n=n: (randn(*shape[::-1]).t() / 4, n))


LAST_ROWS = """
import torch


def row_written(x):
    for y in x:
        y.add_(1.0)
    return y


def row_and_sum(x):
    s = 0
    for y in x:
        s = s + y
    return y, s * 2


def row_of_a_product(x):
    made = x * 2
    for y in made:
        made = made + 1
    y.mul_(3)
    return y, made


def row_read(x):
    for y in x:
        pass
    return y * 2, x + 1


def written_behind(x):
    for y in x:
        x = x + y
    y += 5
    return x, y


def row_of_before(x):
    y = x[0] * 0
    for y in x:
        y.mul_(y)
    return y + 1


def in_two_loops(x):
    for y in x:
        for z in y:
            z.add_(y.sum())
    return z, y * 1


def assigned_anew(x):
    for y in x:
        y = y * 2
    return y


def not_left(x):
    for y in x:
        z = y
        del y
    return z


def taken_along(x):
    for y in x:
        def inner(a):
            return a + y
    return inner(x)


def left_early(x):
    for y in x:
        if y.sum() > 0:
            break
    return y * 2


def else_behind(x):
    for y in x.t():
        y.neg_()
    else:
        y = y + x[:, 0]
    return y


def numbers(x):
    last = None
    for y in x[0]:
        last = y if last is None else last + y
    return y, last
"""
LAST_NAMES = {
    "row_written": "whole",
    "row_and_sum": "whole",
    "row_of_a_product": None,
    "row_read": "whole",
    "written_behind": "whole",
    "row_of_before": "whole",
    "in_two_loops": None,
    "assigned_anew": None,
    "not_left": None,
    "taken_along": None,
    "left_early": None,
    "else_behind": None,
    "numbers": None,
}
LAST = harness.program("last_rows", LAST_ROWS, [f"{name}(f32[M, N])" for name in LAST_NAMES], ["--force"], flags="-O0")


@pytest.mark.parametrize("name", LAST_NAMES)
@pytest.mark.parametrize("shape", [(4, 3), (3, 3), (1, 3), (3, 1), (0, 3), (3, 0), (1, 1)])
def test_rows_that_loops_leave(name, shape):
    expect = LAST_NAMES[name] if shape == (4, 3) else None
    harness.check(LAST.load(), name, lambda: (randn(*shape) / 4,), expect=expect)
    harness.check(LAST.load(), name, lambda: (randn(*shape[::-1]).t() / 4,))
    harness.check(LAST.load(), name, lambda: (randn(8, 6)[: shape[0], 3 : 3 + shape[1]] / 4,))


LEFT_ROWS = """
import torch


def found(x):
    for y in x:
        if y.sum() > 0:
            break
    return y * 2


def found_itself(x):
    for y in x:
        if y.sum() > 0:
            break
    return y


def written_behind(x):
    for y in x:
        if y.sum() > 0:
            break
    y.mul_(3)
    return y, x.sum()


def written_inside(x):
    for y in x:
        y.add_(1)
        if y.sum() > 2:
            break
    return y + 1


def numbered(x):
    total = 0
    for i, y in enumerate(x, 3):
        if y.sum() > 0:
            break
        total += i
    return y + total, i


def to_the_end(x):
    s = torch.zeros(x.size(1))
    for i, y in enumerate(x):
        s = s * 0.5 + y
    return s, y * i, i


def zipped(x):
    for a, b in zip(x, x[1:]):
        if (a * b).sum() > 0:
            break
    return a + b, a


def numbered_pairs(x):
    for i, (a, b) in enumerate(zip(x, x.flip(0))):
        if (a * b).sum() > 0:
            break
    else:
        return a - b, i
    return a + b, i


def backwards(x):
    for y in reversed(x.unbind(0)):
        if y.sum() > 0:
            return y * 2
    return y


def of_a_product(x):
    made = x * 2
    for i, y in enumerate(made):
        if y.sum() > 1:
            break
        made = made + 1
    y += 1
    return y, made, i


def numbers(x):
    for v in x.sum(1).tolist():
        if v > 0:
            break
    return x * v, v


def of_a_list(x):
    rows = []
    for y in x:
        rows.append(y * 2)
    for y in rows:
        if y.sum() > 0:
            break
    return y + 1


def assigned_anew(x):
    for i, y in enumerate(x):
        if y.sum() > 0:
            y = y + 1
            break
    return y * i


def in_two_loops(x):
    count = 0
    for y in x:
        for v in y:
            if v > 0:
                count += 1
                break
        if count > 1:
            break
    return y + v, count


def with_a_step(x):
    for i in range(0, x.size(0), 2):
        if x[i].sum() > 0:
            break
    return x[i] * 2, i


def begun_before(x):
    y = x.sum(0)
    for y in x:
        if y.sum() > 0:
            break
    return y + 1


def kept_elsewhere(x):
    best = x[0] * 0
    for i, y in enumerate(x):
        if y.sum() > 0:
            best = y * 1
            break
    return best, y - best
"""
LEFT_NAMES = {
    "found": "whole",
    "found_itself": "whole",
    "written_behind": "whole",
    "written_inside": "whole",
    "numbered": "whole",
    "to_the_end": "whole",
    "zipped": "whole",
    "numbered_pairs": None,
    "backwards": "whole",
    "of_a_product": None,
    "numbers": None,
    "of_a_list": None,
    "assigned_anew": None,
    "in_two_loops": None,
    "with_a_step": "whole",
    "begun_before": "whole",
    "kept_elsewhere": "whole",
}
LEFT = harness.program("left_rows", LEFT_ROWS, [f"{name}(f32[M, N])" for name in LEFT_NAMES], ["--force"], flags="-O0")


def signed(rows, columns, first):
    """Rows of which the first one with a sum above 0 has that number; none has it from the number of rows on."""
    x = -torch.ones(rows, columns) - torch.arange(rows * columns).view(rows, columns) / 64
    x[first:].neg_()
    return x


@pytest.mark.parametrize("name", LEFT_NAMES)
@pytest.mark.parametrize("shape", [(4, 3), (5, 1), (2, 3), (1, 3), (0, 3), (3, 0), (1, 1)])
def test_rows_that_loops_leave_early(name, shape):
    for first in range(min(shape[0], 3) + 2):
        expect = LEFT_NAMES[name] if shape == (4, 3) else None
        harness.check(LEFT.load(), name, lambda first=first: (signed(*shape, first),), expect=expect)
        harness.check(LEFT.load(), name, lambda first=first: (signed(*shape[::-1], first).t(),))
