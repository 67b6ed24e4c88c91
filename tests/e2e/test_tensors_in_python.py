"""What Python code asks of tensors: numbers, lists, lengths, layouts and types, and tensors as bounds, indices and items."""

import harness
import pytest
import torch
from table import randn

QUERIES = harness.program(
    "tensor_queries",
    """import torch


def contiguous(x):
    return x.t().is_contiguous(), x.contiguous().is_contiguous(), x[:, 1:].is_contiguous(), x[1:].is_contiguous(), x.sum()


def of_type(x):
    if isinstance(x, (torch.LongTensor, torch.DoubleTensor)):
        return x - 1
    return x * 2 if isinstance(x, torch.FloatTensor) and x.type() == "torch.FloatTensor" else x + 1


def listed(x):
    first, second, third = x.tolist()
    return x * first + second - third


def nested(x):
    return x.tolist(), x.sum().tolist(), torch.tensor(x[0].tolist()) + 1


def unpacked(x):
    a, b = x
    (c, d), e = x[:2], x[-1]
    return a * b + c - d + e


def backwards(x):
    total = x.new_zeros(x.shape[1])
    for row in reversed(x):
        total = total * 0.5 + row
    return reversed(x), total, reversed(x.sum())


def not_iterable(x):
    found = []
    for operation in (list, iter, lambda t: [k for k in t], lambda t: enumerate(t), lambda t: max(*t), lambda t: zip(t)):
        try:
            operation(x.sum())
        except TypeError:
            found.append(True)
        except IndexError:
            found.append(False)
    return found, x * 2


def by_zero(x):
    found = []
    for operation in (lambda t: t % 0, lambda t: t // 0, lambda t: torch.div(t, 0, rounding_mode="trunc")):
        try:
            operation(x)
            found.append(True)
        except RuntimeError:
            found.append(False)
    return found, x + 1


def tail(y):
    x = torch.ones(8)
    return (x[y[0] :] + 3) * 5


def cleared(lengths, x):
    start = lengths[3]
    x[3, slice(start, None, None)] = 0
    return (x,)


def window(x, n):
    return x[:, n : n + 2] * 2, x[n]


def numbers(x):
    total = x.sum()
    return total.long().item() // 3 + 1, -total.int().item(), int(total) % 5, total.item() > 0, float(total) * 2


def sizes(x):
    zeros = x.new_zeros(x.shape[0], x.shape[1] * 2)
    return zeros, x.numel() // 2, x.ndim, list(x.shape), x.shape == (3, 4), max(x.shape[0], 2) * x, len(x), x.stride(0)


def counted(x, r):
    values, inverse, counts = torch.unique(r, return_inverse=True, return_counts=True)
    return x.repeat_interleave(r, dim=0) * 2, values[inverse] + counts.sum()
""",
    calls=[
        "contiguous(f32[M, N])",
        "of_type(f32[M, N])",
        "of_type(i64[M, N])",
        "of_type(f16[M, N])",
        "listed(f32[3])",
        "nested(i64[2, 2])",
        "unpacked(f32[M, N])",
        "backwards(f32[M, N])",
        "not_iterable(f32[M, N])",
        "by_zero(i64[M, N])",
        "tail(i64[N])",
        "cleared(i64[K], f32[M, N])",
        "window(f32[M, N], i64[()])",
        "numbers(f32[M, N])",
        "sizes(f32[M, N])",
        "counted(f32[M, N], i64[M])",
    ],
    args=("--force",),
)


def check(name, make, **how):
    return harness.check(QUERIES.load(), name, make, **how)


@pytest.mark.parametrize("shape", [(3, 4), (1, 4), (3, 1), (0, 4), (4, 4)])
def test_layouts_and_sizes(shape):
    check("contiguous", lambda: (randn(*shape),), expect="whole" if min(shape) > 2 else None)
    check("contiguous", lambda: (randn(*shape[::-1]).t(),))
    check("sizes", lambda: (randn(*shape),), expect="whole")
    check("sizes", lambda: (randn(*shape[::-1]).t(),))
    check("numbers", lambda: (randn(*shape),), expect="whole")


@pytest.mark.parametrize("dtype", [torch.float32, torch.int64, torch.float16])
def test_types_by_their_old_names(dtype):
    check("of_type", lambda: ((randn(3, 4) * 4).to(dtype),), expect="whole")


def test_types_that_have_no_variant():
    check("of_type", lambda: (randn(3, 4).double(),))
    check("of_type", lambda: (torch.nn.Parameter(randn(3, 4), requires_grad=False),))


def test_lists():
    check("listed", lambda: (randn(3),), expect="whole")
    check("listed", lambda: (randn(4),), expect="fallback")
    check("nested", lambda: (torch.arange(4).view(2, 2),), expect="whole")


@pytest.mark.parametrize("shape", [(3, 4), (1, 4), (4, 1)])
def test_reversed_tensors_are_tensors(shape):
    check("backwards", lambda: (randn(*shape),), expect="whole" if shape[0] > 1 else None)


def test_tensors_without_dimensions_have_no_items():
    check("not_iterable", lambda: (randn(2, 3),), expect="whole")


@pytest.mark.parametrize("shape", [(2, 3), (0, 3)])
def test_nothing_is_divided_by_zero(shape):
    check("by_zero", lambda: (torch.ones(shape, dtype=torch.long),), expect="whole" if shape[0] else None)


def test_unpacking():
    check("unpacked", lambda: (randn(2, 4),), expect="whole")
    check("unpacked", lambda: (randn(3, 4),), expect="fallback")


@pytest.mark.parametrize("n", [4, 0, 8, -2, 9])
def test_tensors_as_bounds(n):
    check("tail", lambda: (torch.tensor([n, 1]),), expect="whole" if 0 <= n < 8 else None)
    lengths = lambda: torch.tensor([4, 3, 2, n])
    check("cleared", lambda: (lengths(), randn(4, 9)), expect="whole" if 0 <= n < 9 else None)


@pytest.mark.parametrize("n", [1, 0, 3, -1])
def test_windows(n):
    check("window", lambda: (randn(4, 4), torch.tensor(n)), expect="whole" if n in (0, 1) else None)


def test_counts_of_what_is_repeated():
    check("counted", lambda: (randn(3, 4), torch.tensor([1, 0, 2])), expect="whole")
    check("counted", lambda: (randn(3, 4), torch.tensor([1, 0, -2])))


DATA = harness.program(
    "tensor_data",
    """import torch


def read(x):
    return x.data * 2 + x.detach(), x.data.t() + 1


def written(x):
    x.data.mul_(2)
    x.data[0] = 5.0
    x.add_(1)
    return x


def stepped(p, g):
    p.data.add_(g, alpha=-0.1)
    return p


def given(x):
    return x.data, x * 2


def either(x):
    y = x.data if x.sum() > 0 else x
    y.add_(1)
    return x


def either_alias(x):
    a = x.detach()
    b = x.data
    y = a if x.sum() > 0 else b
    y.add_(1)
    return x


def on_one_side(x):
    if x.sum() > 0:
        x.data.add_(1)
    else:
        x.add_(1)
    return x * 2


def fresh(x):
    y = x * 2
    y.data.add_(1)
    return y
""",
    calls=[
        "read(f32[M, N])",
        "written(f32[M, N])",
        "stepped(f32[M, N], f32[M, N])",
        "given(f32[M, N])",
        "either(f32[M, N])",
        "either_alias(f32[M, N])",
        "on_one_side(f32[M, N])",
        "fresh(f32[M, N])",
    ],
)


@pytest.mark.parametrize("sign", [1, -1])
def test_data_shares_memory_and_counts_its_own_versions(sign):
    x = lambda: randn(3, 4).abs() * sign
    for name in ("read", "written", "fresh"):
        harness.check(DATA.load(), name, lambda: (x(),), expect="whole")
    for name in ("given", "either", "either_alias", "on_one_side"):
        harness.check(DATA.load(), name, lambda: (x(),))
    harness.check(DATA.load(), "stepped", lambda: (x(), randn(3, 4)), expect="whole")
    harness.check(DATA.load(), "stepped", lambda: (torch.nn.Parameter(x()), randn(3, 4)))


AUGMENTED = harness.program(
    "augmented_data",
    """import torch


class Averaged(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(4))
        self.weight = torch.nn.Parameter(torch.ones(4))

    def forward(self, x):
        self.mean.data *= 0.9
        self.mean.data += x.mean(0) * 0.1
        self.weight.data -= 0.1 * self.mean
        return x * self.weight + self.mean


AVERAGED = Averaged()


def averaged(x):
    return AVERAGED(x), AVERAGED.mean, AVERAGED.weight


def stepped(p, g):
    p.data -= 0.1 * g
    p.data += p.data
    return p, p._version


def row(x):
    y = x[0]
    y.data += 1
    y.data /= y.data.sum()
    return y, x


def refused(x):
    x.data += x.sum(0, keepdim=True).expand(2, *x.shape)
    return x


def detached(x):
    y = x * 2
    z = y.detach_()
    z += 1
    return y, z is y, torch.tanh(x).detach_() + 1


def of_views(x, k: int):
    y = x * 2
    views = [y[0], y.view(-1), y.detach(), x, y.t(), y.sum(0, keepdim=True), x.contiguous(), y.contiguous(), y.expand_as(y), x.reshape(-1), y.to(x.dtype)]
    return views[k].detach_()


if __name__ == "__main__":
    with torch.no_grad():
        x = torch.ones(3, 4)
        averaged(x), stepped(x[0], x[1]), row(x), detached(x), refused(x)
        for k in range(11):
            of_views(x, k)
""",
    args=["--force"],
)


@pytest.mark.parametrize("name", ["averaged", "row", "detached", "stepped", "refused"])
def test_data_that_operators_change_in_place(name):
    expect = "whole" if name not in ("refused", "stepped") else None

    def make():
        x = randn(3, 4, seed=3)
        return (x[0], x[1]) if name == "stepped" else (x,)

    for _ in range(2):
        with torch.no_grad():
            harness.check(AUGMENTED.load(), name, make, expect=expect)
    if name == "stepped":
        harness.check(AUGMENTED.load(), name, lambda: (randn(4, seed=1), randn(4, seed=2)), expect="compiled")
        harness.check(AUGMENTED.load(), name, lambda: (torch.nn.Parameter(randn(4, seed=1)), randn(4, seed=2)))


@pytest.mark.parametrize("k", range(11))
def test_detach_in_place_of_what_may_be_a_view(k):
    for x in (randn(3, 4), randn(1, 4), randn(1, 1), randn(4, 3).t()):
        harness.check(AUGMENTED.load(), "of_views", lambda x=x: (x.clone(), k))


HELD = harness.program(
    "ints_held_by_tensors",
    """
import torch


def as_they_are(x, k):
    return torch.topk(x, k)[0], torch.topk(x, k=k)[1], x.kthvalue(k)[0]


def halves(x, k):
    return torch.topk(x, k)[0] * 2
""",
    ["as_they_are(f32[M, N], i64[])", "as_they_are(f32[M, N], i32[])", "halves(f32[M, N], f32[])"],
    args=("--force",),
    flags="-O0",
)


def test_ints_that_tensors_hold():
    """Torch takes a tensor without dimensions for an int, if it is of ints."""
    for dtype in (torch.int64, torch.int32):
        harness.check(HELD.load(), "as_they_are", lambda: (randn(4, 5), torch.tensor(3, dtype=dtype)), expect="whole")
    harness.check(HELD.load(), "halves", lambda: (randn(4, 5), torch.tensor(3.0)), expect=None)


KNOWN = harness.program(
    "ints_of_known_tensors",
    """
import torch


def summed_behind(x, y):
    axes = torch.arange(2, len(x.shape)).tolist()
    return torch.sum(x * y, dim=axes)


def turned_round(x):
    n = torch.arange(3).tolist()
    return x.permute([int(i) for i in reversed(n)])


def by_one_tensor(x):
    return x.sum(int(torch.tensor(1)))


def kept_behind(x):
    axes = [0] + torch.arange(2, len(x.shape)).tolist()
    return x.sum(axes, keepdim=True)


def computed(x):
    t = torch.tensor(200, dtype=torch.uint8)
    t = t + 100
    u = torch.arange(3)
    u[1] = 7
    v = torch.zeros(3, dtype=torch.int64)
    v += 2
    w = torch.tensor([1, 2, 3])
    w2 = w[1:]
    w2.mul_(5)
    return x * int(t), u.tolist(), v[0].item(), w.tolist(), int(torch.tensor(2**62) * 4), (torch.tensor(7) // 2).item(), (torch.tensor(-7) % 4).item(), int(torch.tensor(2.9)), torch.tensor(3).item() + 0.5


def gone_through(x):
    out = 0
    for t in torch.arange(4):
        out += int(t) * 2
    i = torch.tensor(0)
    while i < 3:
        i += 1
    return x + out + int(i), x[torch.tensor(1)], x[int(torch.tensor(0)) :]


def counted(x, n: int):
    a = torch.arange(n).tolist()
    return x + len(a), a


if __name__ == "__main__":
    x = torch.ones(2, 3, 4)
    summed_behind(x, x), turned_round(x), by_one_tensor(x), kept_behind(x), computed(x), gone_through(x), counted(x, 3)
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize(
    "name", ["summed_behind", "turned_round", "by_one_tensor", "kept_behind", "computed", "gone_through"]
)
def test_ints_of_tensors_that_are_made_of_constants(name):
    harness.check(
        KNOWN.load(), name, lambda: [randn(2, 3, 4) for _ in range(1 + (name == "summed_behind"))], expect="whole"
    )


@pytest.mark.parametrize("n", [3, 0, 5])
def test_ints_of_a_range_up_to_an_argument(n):
    harness.check(KNOWN.load(), "counted", lambda: [randn(2, 3, 4), n])
