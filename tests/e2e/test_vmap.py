"""torch.vmap(): what its functions compute for each item of a batch is compiled for the whole batch, laid out as functorch does
it; what functorch refuses is left to Python."""

import pytest
import torch
from harness import check, program

SOURCE = """
import functools
import torch
import torch.nn as nn
import torch.nn.functional as F


def sums(x):
    return torch.func.vmap(lambda x: x.sum(0) + x.sum())(x)


def two_operands(x, y):
    return torch.vmap(lambda a, b: a * b + 1)(x, y)


def closure(x):
    y = torch.ones(3)
    return torch.vmap(lambda a: a.sin() + y)(x)


def in_dims(x, y):
    return torch.vmap(torch.add, in_dims=(0, None))(x, y)


def dots(x, y):
    return (
        torch.vmap(torch.dot)(x, y),
        torch.vmap(torch.dot, in_dims=(0, None))(x, y[0]),
        torch.vmap(torch.dot, in_dims=(None, 0))(x[1], y)
    )


def transposed(x):
    return torch.vmap(torch.Tensor.t)(x)


def ident(x):
    y = torch.vmap(lambda a: a)(x)
    z = torch.vmap(lambda a: a, in_dims=1)(x)
    w = torch.vmap(lambda a: a, in_dims=1, out_dims=1)(x)
    return y is x, z, w is x, w, y


def tree(x, y):
    return torch.func.vmap(lambda d: {"s": d["x"] + d["y"], "l": [d["x"].sin()]})({"x": x, "y": y})


def tree2(x, y):
    return (
        torch.func.vmap(lambda d, e: (d["x"] + d["y"], e[0] * e[1]), in_dims=({"x": 0, "y": None}, (0, None)))(
            {"x": x, "y": y}, (x, y)
        )
    )


def kw(x, y):
    return torch.func.vmap(lambda x, y: x + y)(x, y=y)


def nested(x):
    return (
        torch.vmap(torch.vmap(lambda a: a.sum() + a))(x),
        torch.vmap(lambda a: torch.vmap(lambda b: (b * a.sum(), a.t()))(a))(x)
    )


def nested2(x, y):
    return torch.vmap(lambda a: torch.vmap(lambda b: a * b)(y))(x)


def side(x):
    seen = []
    def f(a):
        seen.append(a.shape)
        return a.cos()
    return torch.vmap(f)(x), seen


def newin(x):
    def fn(t):
        return torch.add(t, torch.tensor(0.5)) + torch.zeros_like(t) + t.new_ones(3) + torch.ones(3)
    return torch.vmap(fn)(x)


def unused(x):
    def fn(t):
        return torch.ones(2)
    return torch.vmap(fn)(x)


def mats(a, v, w):
    return (
        torch.vmap(torch.mv)(a, v),
        torch.vmap(lambda m, u: m @ u)(a, v),
        torch.vmap(lambda m: m @ w)(a),
        torch.vmap(lambda m: w @ m)(a),
        torch.vmap(lambda u: F.linear(u, w))(v),
        torch.vmap(torch.mm)(a, a),
        torch.vmap(lambda m: F.linear(m, w, w[0]))(a),
        torch.vmap(lambda m: torch.mv(m, w[0]))(a)
    )


def red(x):
    def f(a):
        every = a.sum(), a.max(), a.argmax(), a.prod(), a.any(), a.std(), a.amax((0, 1)), a.mean(0), a.argmax(0)
        softened = a.softmax(-1), F.softmax(a, dim=0), torch.logsumexp(a, 1), a.cumsum(0)
        return every + softened + (torch.max(a, 1).values,)

    return torch.vmap(f)(x)


def red2(x):
    return (
        torch.vmap(lambda a: torch.sum(a, dim=-1, keepdim=True), in_dims=1)(x),
        torch.vmap(lambda a: a.mean(), in_dims=2)(x),
        torch.vmap(torch.sum, (1,))(x),
        torch.vmap(lambda a: a.argmax(), in_dims=1)(x)
    )


def views(x):
    def f(a):
        parts = a[0], a[:, 1:], a[..., -1], a[None], a.select(0, 1), a.narrow(0, 1, 2)
        turned = a.permute(1, 0), a.transpose(0, 1), a.T, a.view(-1), a.reshape(3, 4), a.flatten()
        return parts + turned + (a.unsqueeze(-1), a.expand(2, 6, 2), *a.unbind(1), *a.chunk(2), *torch.split(a, 4))

    return torch.vmap(f)(x)


def views1(x):
    return torch.vmap(lambda a: (a[0], a.t(), a.unsqueeze(0), a.expand(3, 4, 2)), in_dims=1)(x)


def cat(x, y):
    return (
        torch.vmap(lambda a: torch.cat([a, y]))(x),
        torch.vmap(lambda a: torch.stack([a, a.sin()], -1))(x),
        torch.vmap(lambda a: torch.stack((a, a), dim=1))(x)
    )


def inplace(x):
    def f(a):
        a.add_(1)
        a *= 2
        a[0] = 5
        a[1:] = a[0]
        return a
    y = torch.vmap(f)(x)
    return y is x, y


torch.manual_seed(0)
_m = nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 2), nn.Tanh())
def module(x):
    return torch.vmap(_m)(x)


def broadcast(x, y):
    return (
        torch.vmap(lambda a, b: a * b)(x, y),
        torch.vmap(lambda a, b: torch.where(a > b, a, b))(x, y),
        torch.vmap(lambda a, b: (2 - a) / b + b ** 2, in_dims=(1, None))(x, y)
    )


def lengths(x):
    def f(a):
        s = a[0] * 0
        for r in a:
            s = s + r
        return s * len(a) + a.dim() + a.size(0) + a.shape[-1] + a.ndim
    return torch.vmap(f)(x)


def dtype(x):
    return (
        torch.vmap(lambda a: a.to(torch.float64) + a.double() + a.float())(x),
        torch.vmap(lambda a: a.to(torch.float32))(x) is x,
        torch.vmap(lambda a: a.clone().detach())(x)
    )


def rand(x):
    try:
        return torch.vmap(lambda a: a + torch.rand(3))(x)
    except RuntimeError as e:
        return "refused"


def item_of_plain(x):
    y = x.sum()
    try:
        return torch.vmap(lambda a: a + y.item())(x)
    except RuntimeError as e:
        return "refused"


def float_of_plain(x):
    y = x.sum()
    try:
        return torch.vmap(lambda a: a + float(y))(x)
    except RuntimeError as e:
        return "refused"


def cond(x):
    try:
        return torch.vmap(lambda a: a + 1 if a.sum() > 0 else a)(x)
    except RuntimeError as e:
        return "refused"


def isinst(x):
    return (
        torch.vmap(lambda a: a + 1 if isinstance(a, torch.Tensor) else a)(x),
        torch.vmap(lambda a: a + 1 if type(a) is torch.Tensor else a)(x),
        torch.vmap(lambda a: a + 1 if torch.is_tensor(a) else a)(x)
    )


def leak(x):
    s = []
    def f(a):
        s.append(a)
        return a + 1
    return torch.vmap(f)(x), len(s)


def scalar_types(x, y):
    return torch.vmap(lambda a, b: a + b, in_dims=(0, None))(y, x), torch.vmap(lambda a: a + 1.5)(torch.arange(3))


def err(x, y):
    try:
        return torch.vmap(torch.add)(x, y)
    except ValueError:
        return "sizes"


def dims_of_the_caller(x, in_dims, out_dims):
    return torch.vmap(torch.sin, in_dims, out_dims)(x), torch.vmap(lambda a: a + a.stride()[0], in_dims)(x)


def inner_dims(x):
    inner = torch.vmap(lambda a: a.sum(), in_dims=1)
    return torch.vmap(torch.vmap(lambda a: a.mul_(2)))(x), torch.vmap(inner, in_dims=2)(x)


def other_strides(x):
    x = x.t()
    return torch.vmap(lambda a: (a + 1, a * a, a.clone(), a.sum(), torch.zeros_like(a), a.cumsum(0)))(x)


def no_dims(x):
    return torch.vmap(lambda a: a.sum(()) + a.sum(dim=[]))(x)


def compared_with_none(x):
    return torch.vmap(lambda a: a + 1 if a == None else a)(x)  # noqa: E711


def partial(x, y):
    return torch.vmap(functools.partial(torch.add, y, alpha=2))(x), functools.reduce(torch.add, [x, x])


_vm = torch.vmap(lambda a: a.sin())
def reuse(x):
    return _vm(x)


def acos(x):
    y = torch.vmap(torch.Tensor.acos_)(x)
    return y, y is x


def outdims(x):
    v = torch.vmap
    return (
        v(lambda a: a * 2, in_dims=1)(x),
        v(lambda a: a.sin(), in_dims=1)(x),
        v(lambda a: a.clone(), in_dims=1)(x),
        v(torch.zeros_like, in_dims=2)(x),
        v(lambda a: -a, in_dims=2, out_dims=1)(x),
        v(lambda a: 1 + a, in_dims=2)(x),
        v(lambda a: a / 2, in_dims=2)(x),
        v(lambda a: F.relu(a), in_dims=2)(x),
        v(lambda a: a.double(), in_dims=2)(x),
        v(lambda a: a - 1, in_dims=2)(x),
        v(lambda a: torch.mul(a, 3), in_dims=2)(x)
    )


def rsub(x):
    v = torch.vmap
    return (
        v(lambda a: 2 - a)(x),
        v(lambda a: 2 / a)(x),
        v(lambda a: a ** 2)(x),
        v(lambda a: a > 0)(x),
        v(lambda a: a % 2)(x),
        v(lambda a: a // 2)(x),
        v(lambda a: torch.clamp(a, 0, 1))(x),
        v(lambda a: torch.where(a > 0, a, 0.0))(x),
        v(lambda a: a.masked_fill(a > 0, 3.0))(x),
        v(lambda a: F.leaky_relu(a, 0.2))(x),
        v(lambda a: F.gelu(a))(x),
        v(lambda a: torch.nan_to_num(a))(x),
        v(lambda a: a.round())(x)
    )


def where(x, y):
    v = torch.vmap
    return (
        v(lambda a, b: torch.where(a > b, a, b))(x, y),
        v(lambda a, b: (2 - a) / b + b ** 2, in_dims=(1, None))(x, y),
        v(torch.maximum)(x, x + 1),
        v(torch.atan2, in_dims=(0, None))(x, x[0]),
        v(torch.lerp, in_dims=(0, 0, None))(x, x, 0.3),
        v(torch.addcmul)(x, x, x)
    )


def inplace2(x, y):
    def f(a, b):
        a.mul_(b).add_(a)
        a += b
        return a.sum()
    return torch.vmap(f, in_dims=(0, None))(x, y), x


def inplace3(x, y):
    def f(a, b):
        a.copy_(b)
        a[1] = b + 1
        a[0].zero_()
        return a
    return torch.vmap(f)(x, y)


def inplace_dim1(x, y):
    return torch.vmap(lambda a: a.add_(1), in_dims=1)(x), torch.vmap(lambda a: a.add_(y), in_dims=1)(x), x


def capture_write(x, y):
    def f(a):
        y.add_(1)
        return a + y
    return torch.vmap(f)(x), y


def doubles(x):
    v = torch.vmap
    return (
        v(lambda a: a.var(0))(x),
        v(lambda a: a.std(unbiased=False))(x),
        v(lambda a: a.sum(dtype=torch.float32))(x),
        v(lambda a: torch.cumsum(a, 0))(x),
        v(lambda a: a.all())(x),
        v(lambda a: torch.amin(a, dim=(0, 1), keepdim=True))(x),
        v(lambda a: a.min(0))(x),
        v(lambda a: a.max(1, keepdim=True))(x)
    )


def red_dim(x):
    v = torch.vmap
    return (
        v(lambda a: a.sum(), in_dims=1)(x),
        v(lambda a: a.mean(0), in_dims=2, out_dims=1)(x),
        v(lambda a: a.softmax(0), in_dims=1)(x),
        v(lambda a: a.amax(0), in_dims=2)(x),
        v(lambda a: a.cumsum(0), in_dims=2)(x),
        v(lambda a: a.prod(0), in_dims=1)(x)
    )


def norm(x):
    def f(a):
        return (a - a.mean()) / a.std() * 2 + a.max() - a.min()
    return torch.vmap(f)(x)


def pairwise(x, y):
    dist = lambda a, b: ((a - b) ** 2).sum().sqrt()
    return (
        torch.vmap(lambda a: torch.vmap(lambda b: dist(a, b))(y))(x),
        torch.vmap(torch.vmap(dist, in_dims=(None, 0)), in_dims=(0, None))(x, y)
    )


def attn(q, k, v):
    return torch.vmap(lambda q, k, v: (q @ k.T).softmax(-1) @ v)(q, k, v)


def mats1(a, w):
    v = torch.vmap
    return (
        v(lambda m: m @ w, in_dims=0)(a),
        v(lambda m: m @ w[:4], in_dims=1)(a.transpose(0, 2).transpose(0, 1)),
        v(lambda m, u: m @ u, in_dims=(0, 1))(a, a.permute(2, 0, 1)),
        v(torch.dot, in_dims=(1, 1))(w, w),
        v(torch.mv, in_dims=(0, None))(a, w[:, 0])
    )


def lin(x, w, b):
    v = torch.vmap
    return (
        v(lambda a: F.linear(a, w, b))(x),
        v(lambda a: F.linear(a, w))(x),
        v(lambda a: F.linear(a, w, b), in_dims=1)(x.t()),
        v(lambda a: F.linear(a, w[:, :1], b))(x.unsqueeze(-1)),
        v(lambda a: F.linear(a, w))(x[:1])
    )


def summed(x):
    def f(a):
        return sum(r * 2 for r in a)
    return torch.vmap(f)(x)


def texts(x):
    return torch.vmap(lambda a: a + len(str(a.shape)) + int(a.dtype == torch.float32))(x)


def tuple_out(x):
    return torch.vmap(lambda a: (a, [a + 1, a[0]]), out_dims=0)(x)


def empty(x):
    return torch.vmap(lambda a: a.sum() + 1)(x)


def getitem_outer(x, y):
    return torch.vmap(lambda a: a.sum() + y[1:3])(x)


def without_grad(x):
    def f(a):
        with torch.no_grad():
            b = a * 2
        return b
    return torch.vmap(f)(x)


def mask(x):
    try:
        return torch.vmap(lambda a: a[a > 0])(x)
    except RuntimeError:
        return 1


def kwout(x):
    def f(a, scale=2.0, bias=None):
        r = a * scale
        return r + bias if bias is not None else r
    return torch.vmap(f)(x, scale=3.0), torch.vmap(f)(x, bias=x), torch.vmap(f)(x)


def normed(x):
    return torch.vmap(lambda t: F.layer_norm(t, (4,)))(x)


def normed_with(x, w, b):
    return torch.vmap(lambda t: F.layer_norm(t, (4,), w, b), in_dims=1)(x)


def products_of_batches(x, y):
    return torch.vmap(torch.bmm, in_dims=(0, None))(x, y), torch.vmap(torch.bmm)(x, x.transpose(-1, -2).contiguous())


def products_of_one(x, y):
    return torch.vmap(lambda a: torch.bmm(y, a))(x)


def sums_of_products(x, y):
    a = torch.vmap(lambda a, b: torch.einsum("ij,jk->ik", a, b))(x, y)
    b = torch.vmap(lambda a, b: torch.einsum("ij,jk->ki", a, b))(x, y)
    c = torch.vmap(lambda a: torch.einsum("ij->j", a))(x)
    d = torch.vmap(lambda a, b: torch.einsum("ij,jk->i", [a, b]), in_dims=(0, None))(x, y[0])
    return a, b, c, d


def gathered(x, i):
    return torch.vmap(lambda a, k: a[k])(x, i), torch.vmap(lambda a: a[i])(x), torch.vmap(lambda k: x[k])(i)


def gathered_pairs(x, i, j):
    a = torch.vmap(lambda a, p, q: a[p, q])(x, i, j)
    return a, torch.vmap(lambda a, p: a[p, j[0]])(x, i)


def convolved(x, w, b):
    return torch.vmap(lambda a: F.conv1d(a, w, b, padding=1))(x), torch.vmap(lambda a: F.conv1d(a, w), 1)(x)


def convolved_planes(x, w):
    return torch.vmap(lambda a: F.conv2d(a, w, stride=2))(x)


def chunked(x):
    a = torch.vmap(lambda a: torch.softmax(a, 0).max(), chunk_size=2)(x)
    return a, torch.vmap(lambda a: a * 2, 1, 1, chunk_size=3)(x), torch.vmap(lambda a: a + 1, chunk_size=9)(x)


def with_randomness(x):
    return torch.vmap(lambda a: a * 2, randomness="different")(x)
"""

WHOLE = {
    "sums": "f32[N, 3]",
    "two_operands": "f32[N, 3], f32[N, 3]",
    "closure": "f32[4, 3]",
    "in_dims": "f32[4, 3], f32[3]",
    "dots": "f32[4, 3], f32[4, 3]",
    "transposed": "f32[4, 3, 2]",
    "ident": "f32[4, 3]",
    "tree": "f32[4, 3], f32[4, 3]",
    "tree2": "f32[4, 3], f32[3]",
    "kw": "f32[4, 3], f32[3]",
    "nested": "f32[4, 3, 2]",
    "nested2": "f32[4], f32[3]",
    "side": "f32[4, 3]",
    "newin": "f32[4, 3]",
    "unused": "f32[4, 3]",
    "mats": "f32[4, 3, 3], f32[4, 3], f32[3, 3]",
    "red": "f32[4, 3, 2]",
    "red2": "f32[4, 3, 2]",
    "views": "f32[4, 6, 2]",
    "views1": "f32[4, 6, 2]",
    "cat": "f32[4, 3], f32[2]",
    "inplace": "f32[4, 3]",
    "module": "f32[4, 3]",
    "broadcast": "f32[4, 3], f32[4]",
    "lengths": "f32[4, 3]",
    "dtype": "f32[4, 3]",
    "isinst": "f32[4, 3]",
    "leak": "f32[4, 3]",
    "err": "f32[4], f64[3]",
    "partial": "f32[4, 3], f32[3]",
    "reuse": "f32[4, 3]",
    "acos": "f32[4, 3]",
    "outdims": "f32[4, 3, 5]",
    "rsub": "f32[4, 3]",
    "where": "f32[4, 3], f32[4]",
    "inplace2": "f32[4, 3], f32[3]",
    "inplace3": "f32[4, 3], f32[4]",
    "inplace_dim1": "f32[4, 3], f32[4]",
    "capture_write": "f32[4, 3], f32[3]",
    "doubles": "f64[4, 3, 2]",
    "red_dim": "f32[4, 3, 2]",
    "norm": "f32[4, 3]",
    "pairwise": "f32[4, 3], f32[5, 3]",
    "attn": "f32[2, 4, 3], f32[2, 4, 3], f32[2, 4, 3]",
    "mats1": "f32[4, 3, 5], f32[5, 3]",
    "lin": "f32[4, 3], f32[5, 3], f32[5]",
    "summed": "f32[4, 3]",
    "texts": "f32[4, 3]",
    "tuple_out": "f32[4, 3]",
    "getitem_outer": "f32[4, 3], f32[5]",
    "without_grad": "f32[4, 3]",
    "kwout": "f32[4, 3]",
    "inner_dims": "f32[4, 3, 2]",
    "other_strides": "f32[3, 4]",
    "dims_of_the_caller": "f32[4, 3], 1, 1",
    "normed": "f32[3, 2, 4]",
    "normed_with": "f32[3, 2, 4], f32[4], f32[4]",
    "products_of_batches": "f32[3, 2, 4, 5], f32[2, 5, 4]",
    "products_of_one": "f32[3, 2, 4, 5], f32[2, 5, 4]",
    "sums_of_products": "f32[3, 2, 4], f32[3, 4, 5]",
    "gathered": "f32[3, 5], i64[3, 2]",
    "gathered_pairs": "f32[3, 5, 4], i64[3, 2], i64[3, 2]",
    "convolved": "f32[3, 2, 4, 6], f32[5, 4, 3], f32[5]",
    "convolved_planes": "f32[3, 2, 4, 6, 6], f32[5, 4, 3, 3]",
    "chunked": "f32[5, 4]",
    "with_randomness": "f32[5, 4]",
}
IN_PYTHON = {
    "no_dims": "f32[4, 3]",
    "compared_with_none": "f32[4, 3]",
    "rand": "f32[4, 3]",
    "item_of_plain": "f32[4, 3]",
    "float_of_plain": "f32[4, 3]",
    "cond": "f32[4, 3]",
    "scalar_types": "f32[4], f64[4]",
    "empty": "f32[0, 3]",
    "mask": "f32[4, 3]",
}
CALLS = [f"{name}({described})" for name, described in (WHOLE | IN_PYTHON).items()]
PROGRAM = program("vmapped", SOURCE, CALLS, args=("--force",), flags="-O0")


def made(described):
    """Tensors for a text like "f32[N, 3], f32[3]"."""
    generator = torch.Generator().manual_seed(0)

    class Kind:
        def __init__(self, dtype):
            self.dtype = dtype

        def __getitem__(self, sizes):
            if self.dtype == torch.int64:
                return torch.randint(0, 3, sizes, generator=generator)
            return torch.randn(sizes, dtype=self.dtype, generator=generator)

    kinds = {"f32": Kind(torch.float32), "f64": Kind(torch.float64), "i64": Kind(torch.int64), "N": 4}
    return eval(f"({described},)", kinds)


@pytest.mark.parametrize("name", WHOLE)
def test_function_of_items(name):
    with torch.no_grad():
        check(PROGRAM.load(), name, lambda: made(WHOLE[name]), expect="whole")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", IN_PYTHON)
def test_what_is_left_to_python(name):
    with torch.no_grad():
        change = check(PROGRAM.load(), name, lambda: made(IN_PYTHON[name]))
    assert change["breaks"] + change["fallback"] + (change["compiled"] == 0) > 0


DRIVEN = """
import torch


def named(row):
    return row.sum() + 1 if isinstance(row, torch.Tensor) else row


def of_each(rows):
    return torch.vmap(named)(rows)


if __name__ == "__main__":
    of_each(torch.ones(3, 4))
"""
driven = program("vmap_of_driver_code", DRIVEN, args=["--force"], flags="-O0")


def test_functions_that_driver_code_maps_are_not_called_with_items():
    check(driven.load(), "of_each", lambda: [torch.arange(12.0).view(3, 4)], expect="whole")
    check(driven.load(), "named", lambda: [torch.arange(4.0)], expect="whole")
