"""Tensors that two sides of a branch choose: a write or a return goes to the very tensor that was chosen."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
def written(x, y, n):
    if n > 2:
        v = y + 1
    else:
        v = x
    v.add_(1)
    return y * 2


def written_in_part(x, y, n):
    if n > 2:
        v = y + 1
    else:
        v = x
    v[0] = 1.0
    return y * 2


def written_through_a_list(x, y, n):
    w = y * 2
    if n > 2:
        v = w + 1
    else:
        v = x
    both = [v, v]
    both[0].add_(1)
    v[0] = 1.0
    return w


def written_after_the_choice(x, y, n):
    if y.sum() > 0:
        v = y + 1
    else:
        v = y
    y[0] = 1.0
    both = [v, x]
    both[0].add_(1)
    w = x + v
    x += 1
    return w, w + x.sum() * 0.01


def chosen_of_two(x, y, n):
    a = x + 1
    b = y + 1
    if n > 2:
        v = a
    else:
        v = b
    v.mul_(3)
    return a, b


def returned_beside(x, y, n):
    a = x + 1
    if n > 2:
        v = a
    else:
        v = a * 2
    return v, a


def equal_on_one_side(x, y, n):
    a = x + 1
    b = a + 1
    if n > 2:
        c = a + 1
    else:
        c = a * 2
    return b[:1], c


def filled_on_one_side(x, y, n):
    if n > 2:
        v = x.clone()
        v.copy_(x)
    else:
        v = x + y
    return v


def read_after_a_write(x, y, n):
    if n > 2:
        v = x + 1
    else:
        v = x
    w = v * 2
    x.add_(y)
    return w, v + 1


def one_of_two_is_written(x, y, n):
    a = x + 1
    b = y + 1
    v = a if n > 2 else b
    a.add_(1)
    return v * 2


def loop_over_an_input(x, y, n):
    v = x
    for i in range(n):
        v = v * 0.5
    x.add_(1)
    return v * 2


def bound_in_the_loop(x, y, n):
    w = x * 2
    for i in range(n):
        v = w * 2 + i
    return v + 1


def carried(x, y, n):
    v = x
    for i in range(n):
        v = v * 0.5 + i
    v.add_(1)
    return v


def kept_while_read(x, y, n):
    v = x * 2
    for i in range(n):
        v = v * 0.5 + i
    w = v
    for i in range(3):
        w = w * 0.5 + y
    v.add_(1)
    return w, v
"""
NAMES = [line[4 : line.index("(")] for line in SOURCE.splitlines() if line.startswith("def ")]
PROGRAM = harness.program("merged", SOURCE, [f"{name}(f32[M, N], f32[M, N], 3)" for name in NAMES], ["--force"])


@pytest.mark.parametrize("n", [0, 1, 2, 3])
@pytest.mark.parametrize("shape", [(3, 4), (1, 1), (2, 2)])
@pytest.mark.parametrize("name", NAMES)
def test_the_chosen_tensor_is_meant(name, shape, n):
    harness.check(PROGRAM.load(), name, lambda: (randn(*shape, seed=1), randn(*shape, seed=2), n))


@pytest.mark.parametrize("name", NAMES)
def test_both_arguments_are_one_tensor(name):
    def arguments():
        x = randn(3, 4, seed=1)
        return x, x, 1

    harness.check(PROGRAM.load(), name, arguments)


# ---- chosen tensors that are returned beside others: they share memory with those, or are made here ----------------

BESIDE = """
class Holder:
    def __init__(self):
        self.count, self.last = 0, None


holder = Holder()


def whole_beside_another(x, y):
    a, b = x * 2, y * 3
    if x.sum() > 0:
        c = a
    else:
        c = b
    return c, x + 1


def whole_in_a_dict(x, y):
    c = x * 2
    if x.sum() > 0:
        c = c.relu()
    return {"c": c, "n": c.sum(), "v": x.mean()}


def whole_beside_an_effect(x, y):
    c = x * 2
    d = c if x.sum() > 0 else y * 2
    holder.count += 1
    return d


def whole_out_of_a_loop(x, y):
    best = x * 0
    for i in range(x.shape[0]):
        z = y * i
        if z.sum() > best.sum():
            best = z
    return best, x * 2


def beside_what_it_is_chosen_from(x, y):
    a, b = x * 2, y * 3
    c = a if x.sum() > 0 else b
    return c, a


def exchanged(x, y):
    c, d = x * 2, y * 2
    if x.sum() > 0:
        c, d = d, c
    return c, d


def chosen_twice(x, y):
    c = x * 2
    d = c if x.sum() > 0 else y * 2
    e = d if y.sum() > 0 else x * 5
    return d, e


def a_view_on_one_side(x, y):
    c = x * 2
    d = c.view(-1) if x.sum() > 0 else (y * 2).flatten()
    return d, c


def an_input_on_one_side(x, y):
    c = x if x.sum() > 0 else y * 2
    return c, y + 1


def stored_and_returned(x, y):
    c = x * 2
    d = c if x.sum() > 0 else y * 2
    holder.last = c
    return d, holder


def last_of_a_loop(x, y):
    best, z = x * 0, y
    for i in range(x.shape[0]):
        z = y * i
        if z.sum() > best.sum():
            best = z
    return best, z


def written_after(x, y):
    c = x * 2
    d = c if x.sum() > 0 else y * 2
    d.add_(1)
    return d, c


def one_row_twice(x, y):
    p, q = x[0], x[0]
    if y.sum() > 0:
        q = p
    return p, q


def same_row(x, y):
    p, q = x[0], x[0]
    if y.sum() > 0:
        q = p
    return q, q is p


def one_row_of_what_is_made(x, y):
    z = x * 2
    p, q = z[0], z[0]
    s = p if y.sum() > 0 else q
    p += 1
    return p, q, s


def one_or_two_rows(x, y):
    z = x * 2
    if y.sum() > 0:
        p = q = z[0]
    else:
        p, q = z[0], z[0]
    return p, q


def one_row_chosen_thrice(x, y):
    z = x * 2
    p, q = z[0], z[0]
    for i in range(3):
        if y.sum() > 0:
            q = p
    return p, q
"""
BESIDE_NAMES = [line[4 : line.index("(")] for line in BESIDE.splitlines() if line.startswith("def ")]
BESIDE_PROGRAM = harness.program(
    "merged_beside", BESIDE, [f"{name}(f32[M, N], f32[M, N])" for name in BESIDE_NAMES], ["--force"], "-O0"
)


@pytest.mark.parametrize("signs", [(1, 1), (1, -1), (-1, 1), (-1, -1), (0, 0)])
@pytest.mark.parametrize("name", BESIDE_NAMES)
def test_chosen_and_returned_beside_others(name, signs):
    def arguments():
        return tuple(randn(3, 4, seed=seed).abs() * sign for seed, sign in enumerate(signs))

    harness.check(BESIDE_PROGRAM.load(), name, arguments, expect="whole" if name.startswith("whole") else None, times=2)


VIEWS = """
import torch


def transposed(x, y, n):
    if n > 2:
        return x.exp().t()
    return (x + y).t()


def kept(x, y, n):
    if n > 2:
        return x.sum(-1, keepdim=True)
    return (x * y).sum(-1, keepdim=True)


def found(x, y, n):
    if n > 2:
        return x.argmax(-1, keepdim=True)
    return (x * y).softmax(-1).argmax(-1, keepdim=True)


def flattened(x, y, n):
    if n > 2:
        z = (x - y).view(-1)
    elif n > 1:
        z = (x * 2).reshape(-1)
    else:
        z = y.clone().flatten()
    return z


def part(x, y, n):
    if n > 2:
        return (x + 1)[1:]
    return (y * 2)[1:]


def other_part(x, y, n):
    if n > 2:
        return (x + 1)[1:, :2]
    return (y * 2)[:-1, 1:3]


def in_a_tuple(x, y, n):
    if n > 2:
        return x.exp()[None], n
    return (x + y)[None], n + 1


def written_and_read(x, y, n):
    if n > 2:
        z = x.exp().t()
    else:
        z = (x + y).t()
    z.mul_(2)
    z[0] = 1.0
    return z, z.sum(0)


def of_complex(x, y, n):
    if n > 2:
        return torch.view_as_real(torch.complex(x, y) * 2)
    return torch.view_as_real(torch.complex(y, x + 1))


def nested(x, y, n):
    if n > 1:
        if n > 2:
            return x.exp().unsqueeze(1)
        return (x - 1).unsqueeze(1)
    return (x * y).unsqueeze(1)


def fresh_or_view(x, y, n):
    if n > 2:
        return (x + y).t().contiguous()
    return (x * y).t()


def parts_of_one(x, y, n):
    z = x + y
    if n > 2:
        return z[0]
    return z[1]


def kept_or_made(x, y, n):
    if n > 2:
        s = x.sum(-1, keepdim=True)
    else:
        s = y[:, 0].clone()[:, None].contiguous() + 0
    return s, x * s


def kept_or_shown(x, y, n):
    if n > 2:
        s = x.sum(-1, keepdim=True)
    else:
        s = y.sum(-1)[:, None]
    return s, x * s


def left_apart(x, y, n):
    if n > 2:
        s = (x * 2).detach()
    else:
        s = y * 3
    return s


def with_counted_rows(x, y, n):
    if n > 2:
        return x[x > 0][:, None]
    return y[y > 0][:, None]


def of_an_input(x, y, n):
    if n > 2:
        return x.t()
    return (x * y).t()
"""
VIEW_NAMES = [line[4 : line.index("(")] for line in VIEWS.splitlines() if line.startswith("def ")]
CHOSEN_VIEWS = harness.program(
    "chosen_views", VIEWS, [f"{n}(f32[M, N], f32[M, N], 3)" for n in VIEW_NAMES], ["--force"]
)
WHOLE = {"transposed", "kept", "found", "flattened", "part", "in_a_tuple", "of_complex", "nested"}


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("shape", [(3, 4), (2, 3), (4, 4)])
@pytest.mark.parametrize("name", VIEW_NAMES)
def test_views_that_sides_of_a_branch_give(name, shape, n):
    expect = "whole" if name in WHOLE else None
    harness.check(CHOSEN_VIEWS.load(), name, lambda: (randn(*shape, seed=1), randn(*shape, seed=2), n), expect=expect)


@pytest.mark.parametrize("name", ["transposed", "kept", "part", "in_a_tuple"])
@pytest.mark.parametrize("shape", [(1, 1), (1, 3), (2, 1), (2, 0)])
def test_views_of_few_elements_that_sides_of_a_branch_give(name, shape):
    for n in (1, 3):
        harness.check(CHOSEN_VIEWS.load(), name, lambda k=n: (randn(*shape, seed=1), randn(*shape, seed=2), k))


WINDOWS = harness.program(
    "sizes_of_one_side",
    """import torch
import torch.nn as nn
import torch.nn.functional as F


def whole_image(parts, h, w, side):
    batch = int(parts.shape[0] / (h * w / side / side))
    y = parts.view(batch, h // side, w // side, side, side, -1)
    return y.permute(0, 1, 3, 2, 4, 5).contiguous().view(batch, h, w, -1)


class Windows(nn.Module):
    def __init__(self, size, shift, side, dim):
        super().__init__()
        self.size, self.shift, self.side = size, shift, side
        self.mix = nn.Linear(side * side, side * side)

    def forward(self, x):
        h, w = self.size
        b, n, c = x.shape
        y = x.view(b, h, w, c)
        if self.shift > 0:
            y = F.pad(y, [0, 0, self.shift, self.shift, self.shift, self.shift])
        _, high, wide, _ = y.shape
        side = self.side
        parts = y.view(b, high // side, side, wide // side, side, c).permute(0, 1, 3, 2, 4, 5).contiguous()
        parts = self.mix(parts.view(-1, side * side, c).transpose(1, 2)).transpose(1, 2)
        y = whole_image(parts.reshape(-1, side, side, c), high, wide, side)
        if self.shift > 0:
            y = y[:, self.shift : -self.shift, self.shift : -self.shift].contiguous()
        return x + y.view(b, h * w, c)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Windows((4, 4), 2 * (i % 2), 2, 3) for i in range(2)])

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


torch.manual_seed(0)
model = Layer().eval()
if __name__ == "__main__":
    with torch.no_grad():
        model(torch.randn(2, 16, 3))
""",
    flags="-O0",
)


@pytest.mark.parametrize("batch", [2, 1, 3])
def test_sizes_that_each_side_of_a_branch_computes(batch):
    """Both sides work out a size from floats: behind the branch neither is there. What the loop makes of them is too long
    to be written out, so that each block is compiled for itself."""
    pair = WINDOWS.load()
    pair.built.model.load_state_dict(pair.eager.model.state_dict())
    x = torch.randn(batch, 16, 3, generator=torch.Generator().manual_seed(batch))
    harness.check(pair, "model", lambda: (x.clone(),), context=torch.no_grad)
    assert "PY114" not in WINDOWS.build().stderr


@harness.about_c
def test_what_both_sides_compute_is_not_written_out():
    WINDOWS.require()
    assert (WINDOWS.out / "sizes_of_one_side_kernels.c").stat().st_size < 200_000


ROWS = harness.program(
    "rows_of_one_side",
    """
import torch


def joined(x):
    a = x + 3
    b = a.swapaxes(0, 1).contiguous().mT
    n = -x
    if x.sum() > 0.1037:
        a = torch.cat([n[:1], b[1:]], 0)
    return a[0], a, a


def shown(k, x):
    match k:
        case 1:
            m = joined(x)
            print(type(m).__name__)
            return m


if __name__ == "__main__":
    shown(1, torch.ones(3, 2, dtype=torch.int64)), joined(torch.ones(3, 2))
""",
    flags="-O0",
)


@pytest.mark.parametrize("shape", [(3, 2), (1, 2), (2, 1), (1, 1)], ids=str)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_row_and_all_of_what_a_branch_has_joined(shape, sign):
    for dtype in (torch.int64, torch.float32):
        harness.check(ROWS.load(), "shown", lambda: (1, sign * torch.ones(shape, dtype=dtype)))
        harness.check(ROWS.load(), "joined", lambda: (sign * torch.ones(shape, dtype=dtype),))
    assert "PY114" not in ROWS.build().stderr
