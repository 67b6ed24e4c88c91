"""Operators with operands that are seldom: no dimension, no elements, integers and bools where floats are usual, numbers
where tensors are, memory formats, several dimensions at a time."""

import harness
import pytest
import torch

# name: (what it gives of the arguments a, b, ..., the arguments in the notation of call lines, what makes them)
FORMS = {
    "formats": (
        "a.double(memory_format=torch.channels_last), a.half(memory_format=torch.channels_last), "
        "a.float(memory_format=torch.channels_last), a.int(memory_format=torch.contiguous_format)",
        "f32[2, C, 4, 5]",
        lambda: (torch.randn(2, 3, 4, 5),),
    ),
    "no_dimension": (
        "a.transpose(0, -1), a.index_select(0, i), a.index_add(0, i, b, alpha=2), a.index_fill(0, i, 3.0), "
        "a.index_copy(0, i, b), a.gather(0, j), a.scatter(0, j, b), a.scatter_add(0, j, b), torch.nonzero(a, as_tuple=True)",
        "f32[()], f32[()], i64[1], i64[()]",
        lambda: (torch.tensor(1.5), torch.tensor(2.0), torch.tensor([0]), torch.tensor(0)),
    ),
    "no_elements": (
        "torch.softmax(a, -1), torch.log_softmax(a, 1), a.flip(0, 2), a.repeat(0, 2, 1), a.tile(2, 0), torch.stack([a, a]), "
        "torch.diff(b, 6), torch.cat([c, b], 1), torch.nn.functional.pixel_shuffle(a[None], 1)",
        "f32[5, 0, 10], f32[3, 4], f32[0]",
        lambda: (torch.zeros(5, 0, 10), torch.randn(3, 4), torch.zeros(0)),
    ),
    "odd_strides": (
        "torch.empty(1, 0, 5, 1).stride(), torch.stack([a, a], -1), a.repeat(2, 1, 1, 1), torch.nn.functional.pixel_unshuffle(a[None], 1)",
        "f32[3, 0, 1]",
        lambda: (torch.zeros(3, 0, 1),),
    ),
    "integers": (
        "torch.dot(a, a), torch.inner(a, a), a ** a.abs(), 2 ** a.abs(), torch.pow(a, 3), torch.nn.functional.linear(b, b), "
        "torch.nn.functional.hardtanh(a, -1.5, 2.5), torch.nn.functional.relu6(a), b @ b.t(), a @ a, b @ b[0]",
        "i64[N], i64[M, K]",
        lambda: (torch.arange(-3, 5), torch.arange(12).reshape(3, 4)),
    ),
    "bools": (
        "a.max(1), a.min(0, keepdim=True), torch.isclose(a, ~a), a.clamp_min(~a), torch.clamp_max(a, ~a), "
        "a.masked_fill(a, 0.5), torch.isclose(a, ~a, rtol=0, atol=1)",
        "b8[M, N]",
        lambda: (torch.tensor([[True, False, True], [False, False, True]]),),
    ),
    "ends_of_the_range": (
        "torch.hypot(a, b), torch.hypot(b, a), torch.special.ndtr(i), torch.special.ndtr(h), h ** 0.5, h ** -0.5, "
        "h.round(decimals=1), torch.isclose(i, k), torch.isclose(i, i - 1), torch.trapezoid(i), torch.trapezoid(h), "
        "(a[2:] * 1e25).std(), (a[2:] * 1e-25).std(0, keepdim=True), torch.trapezoid(a[2:], dx=0.5)",
        "f32[N], f32[N], i8[K], i8[K], f16[N]",
        lambda: (
            *(
                torch.tensor(v)
                for v in ([torch.nan, -torch.inf, 3.0, -1.0, 0.0], [torch.inf, torch.nan, 4.0, 1.0, 0.0])
            ),
            *(torch.tensor(v, dtype=torch.int8) for v in ([-128, 127, 100, -7, 0, 0], [127, -128, 100, 90, -128, 1])),
            torch.tensor([-torch.inf, -0.0, 65504.0, -2.5, 256.0]).half(),
        ),
    ),
    "two_dtypes": (
        "torch.ldexp(a, i), torch.ldexp(h, i), torch.ldexp(i, h), torch.ldexp(i, i), torch.ldexp(a, h), torch.xlogy(d, a), "
        "torch.special.xlog1py(d, a), torch.xlogy(i, h), torch.xlogy(i, a)",
        "f32[N], i64[N], f16[N], f64[N]",
        lambda: (
            torch.tensor([1e30, 1e-30, 3.0, torch.nan, 1e-40]),
            torch.tensor([-140, 140, 200, 2**33 + 1, 149]),
            torch.tensor([1.5, -0.25, 65504.0, 3.0, 0.0]).half(),
            torch.tensor([0.1, 0.2, 1e-300, 3.0, 0.0]).double(),
        ),
    ),
    "numbers": (
        "torch.copysign(a, -2.5), torch.copysign(i, -1), torch.searchsorted(torch.sort(a)[0], 0.1), torch.bucketize(0.25, a.sort()[0]), "
        "torch.linspace(b, 3, 5), torch.linspace(0, 9, 4, dtype=torch.int64), torch.logspace(b, b + 1, 3), torch.linspace(1, 2, 3, dtype=torch.float16)",
        "f32[N], i64[K], f32[()]",
        lambda: (torch.randn(7), torch.arange(-2, 3), torch.tensor(1.5)),
    ),
    "several_dimensions": (
        "a.movedim((0, 1), (2, 0)), torch.movedim(a, [-1, 0], [0, -1]), torch.linalg.norm(a[0], 'nuc'), torch.norm(a[0], 'nuc'), "
        "torch.linalg.matrix_norm(a, 2, (0, -1), True), torch.linalg.matrix_norm(a, -2), torch.linalg.multi_dot([a[0], a[0].t(), a[0]])",
        "f32[2, 3, 4]",
        lambda: (torch.randn(2, 3, 4),),
    ),
    "places": (
        "torch.take_along_dim(a, i - 2, 1), torch.take_along_dim(a[:1], i, 1), a.masked_select(m[0]), a.masked_scatter(m, a * 2), "
        "a.repeat_interleave(torch.tensor([2, 0, 1]), 0), a.narrow(1, i[0, 0], 2), a.narrow(0, torch.tensor(-2), 1), "
        "torch.unravel_index(i, (2, 3))",
        "f32[3, 4], i64[3, 4], b8[3, 4]",
        lambda: (torch.randn(3, 4), torch.arange(12).reshape(3, 4) % 3, torch.arange(12).reshape(3, 4) % 2 == 0),
    ),
    "statistics": (
        "a.var(1, correction=0.5), torch.std(a, correction=1.3), torch.std_mean(a, False), torch.var_mean(a, True), torch.cov(a[0]), "
        "torch.cov(a, aweights=a[0].abs()), torch.corrcoef(a[:1]), torch.histogram(a, 4, range=(-1.0, 1.0)), torch.nn.functional.pdist(a), "
        "torch.combinations(a[0], 1), torch.linalg.cond(a[:, :3]), torch.linalg.matrix_rank(a, atol=a[0, 0].abs())",
        "f32[M, N]",
        lambda: (torch.randn(3, 4),),
    ),
    "masked": (
        "torch.masked.amax(a, dim=(0,), mask=m), torch.masked.sum(a, dim=(0, 1)), torch.masked.std(a, dim=(1,), correction=2), "
        "torch.masked.softmax(a, 1, mask=m)",
        "f32[M, N], b8[M, N]",
        lambda: (torch.randn(3, 5), torch.arange(15).reshape(3, 5) % 4 != 0),
    ),
    "layers": (
        "F.max_unpool2d(*F.max_pool2d(a, 2, return_indices=True), 2), F.interpolate(a[:, :, None], (2, 3, 5), mode='nearest-exact'), "
        "F.smooth_l1_loss(a, a * 2, beta=0), F.avg_pool2d(a, 2, None), torch.empty_permuted((2, 3, 4), (1, 0, 2)).stride(), "
        "torch.ops.aten._upsample_bilinear2d_aa(a, [2, 3], False, scale_factors=None)",
        "f32[2, 3, 4, 6]",
        lambda: (torch.randn(2, 3, 4, 6),),
    ),
    "bare_losses": (
        "torch.kl_div(a, b), torch.hinge_embedding_loss(a, b), torch.margin_ranking_loss(a, b, b, 0.1, 2), torch.triplet_margin_loss(a, b, b + 1), "
        "torch.cosine_embedding_loss(a, b, b[:, 0]), torch.binary_cross_entropy_with_logits(a, b), torch.ops.aten.kl_div(a, b), "
        "torch.ops.aten.hinge_embedding_loss(a, b), torch.ops.aten.soft_margin_loss(a, b), torch.ops.aten.margin_ranking_loss(a, b, b, reduction=2), "
        "torch.ops.aten.multi_margin_loss(a, torch.tensor([0, 1, 2])), torch.ops.aten.triplet_margin_loss(a, b, b + 1)",
        "f32[M, N], f32[M, N]",
        lambda: (torch.randn(3, 4), torch.ones(3, 4)),
    ),
    "sums_of_products": (
        "torch.einsum('...ij,...jk->...ik', a, a.mT), torch.einsum('i...->...', a), torch.einsum('...i,...i', a, a), torch.einsum('ii->i', b), "
        "torch.einsum('ii', b), torch.einsum('...ik,...j->...ij', a, a[:, 0]), torch.einsum('b...->b...', a), torch.einsum('...ii->...i', b[None])",
        "f32[2, 3, 4], f32[3, 3]",
        lambda: (torch.randn(2, 3, 4), torch.randn(3, 3)),
    ),
    "operators": (
        "torch.ops.aten.upsample_nearest2d(a, [4, 6], 2.0, 1.0), torch.ops.aten.upsample_bilinear2d(a, [4, 6], False, scales_h=1.5, scales_w=None), "
        "torch.ops.aten.add(a, 2, 3), "
        "torch.ops.prims.prod(a, [0, 3]), torch.arange(4, out=torch.empty(4))",
        "f32[2, 3, 2, 4]",
        lambda: (torch.randn(2, 3, 2, 4),),
    ),
    "written_over": (
        "F.elu_(a.clone(), 2.0), F.leaky_relu_(a * 1), F.hardtanh_(a.clone(), -0.5, 0.5), F.celu_(a.clone()), torch.selu_(a.clone()), "
        "F.threshold_(a.clone(), 0.1, 7.0), a.clone().fill_diagonal_(3.0), torch.zeros_like(a[None, None], memory_format=torch.channels_last)",
        "f32[M, N]",
        lambda: (torch.randn(3, 5),),
    ),
    "slopes": (
        "torch.gradient(a), torch.gradient(a, spacing=0.5, dim=1), torch.gradient(a, spacing=[1.0, 2.0]), torch.gradient(a[:, 0], edge_order=2), "
        "torch.norm_except_dim(a, 2, 0), torch.broadcast_tensors(a, a * 2, a[0])[1:], torch.is_conj(a), torch.detach_copy(a), a.masked_fill(a > 0, 2)",
        "f32[4, 5]",
        lambda: (torch.randn(4, 5),),
    ),
    "draws": (
        "F.dropout(a, 0.5), F.dropout(a.t(), 0.25), F.dropout(a.clone(), 1.0, True, True), F.dropout(a, 0.0), F.dropout(a, 0.5, False), "
        "a.clone().bernoulli_(0.25), torch.empty(5).random_(9), torch.empty(5).random_(-3, 4), F.gumbel_softmax(a, hard=True)",
        "f32[M, N]",
        lambda: (torch.randn(3, 5),),
    ),
}
PARAMETERS = {
    "no_dimension": "a, b, i, j",
    "no_elements": "a, b, c",
    "integers": "a, b",
    "numbers": "a, i, b",
    "places": "a, i, m",
}
PARAMETERS |= {
    "two_dtypes": "a, i, h, d",
    "ends_of_the_range": "a, b, i, k, h",
    "masked": "a, m",
    "bare_losses": "a, b",
    "sums_of_products": "a, b",
}
SOURCE = "import torch\nimport torch.nn.functional as F\n\n\n" + "\n\n".join(
    [f"def {name}({PARAMETERS.get(name, 'a')}):\n    return ({form})\n" for name, (form, _, _) in FORMS.items()]
    + [
        "def symbolic(n, x):\n    if isinstance(n, (int, torch.SymInt)):\n        return x + n\n"
        "    return x - 1 if isinstance(n, torch.SymFloat) else x * n[0]\n",
        "def dropped_in_place(x):\n    y = x * 1\n    z = F.dropout(y, 0.5, True, True)\n    return z is y, y, F.dropout(x, 0.0) is x\n",
        "def broadcast(x, y):\n    a, b = torch.broadcast_tensors(x, y)\n    return a is x, a, b\n",
        "def narrowed(x):\n    y = x * 2\n    return y.view(()).narrow(0, 0, 1)\n",
        "def too_few(x):\n    return x.var(0)\n",
    ]
)
CALLS = [f"{name}({arguments})" for name, (_, arguments, _) in FORMS.items()]
CALLS += ["symbolic((2, 3), f32[N])", "dropped_in_place(f32[N])", "too_few(f32[N, 2])", "narrowed(f32[()])"]
CALLS += ["broadcast(f32[2, 3], f32[2, 3])", "broadcast(f32[2, 3], f32[3])"]
PROGRAM = harness.program("unusual_operands", SOURCE, CALLS, args=("--force",), flags="-O0")


def seeded(make):
    torch.manual_seed(7)
    return make()


@pytest.mark.parametrize("name", FORMS)
def test_operators(name):
    make = FORMS[name][2]
    expect = None if name == "odd_strides" else "whole"
    with torch.no_grad():
        harness.check(PROGRAM.load(), name, lambda: seeded(make), expect=expect, rtol=1e-5, atol=1e-5)


def test_classes_of_tracers():
    harness.check(PROGRAM.load(), "symbolic", lambda: ((2, 3), torch.ones(3)), expect="whole")
    harness.check(PROGRAM.load(), "symbolic", lambda: (4, torch.ones(3)))


def test_dropout_in_place():
    with torch.no_grad():
        harness.check(PROGRAM.load(), "dropped_in_place", lambda: seeded(lambda: (torch.randn(9),)), expect="whole")
        harness.check(PROGRAM.load(), "dropped_in_place", lambda: (torch.randn(0),))


def test_broadcast_tensors_that_fit_are_themselves():
    for sizes in ((2, 3), (3,)):
        harness.check(PROGRAM.load(), "broadcast", lambda: (torch.ones(2, 3), torch.zeros(sizes)), expect="whole")


@pytest.mark.filterwarnings("ignore:var")
@pytest.mark.parametrize("rows, expect", [(2, "whole"), (1, "fallback"), (0, "fallback")])
def test_no_degrees_of_freedom(rows, expect):
    harness.check(PROGRAM.load(), "too_few", lambda: (torch.ones(rows, 2),), expect=expect)


def test_a_range_of_no_dimension():
    for size in ((), (1,), (2,)):
        harness.check(PROGRAM.load(), "narrowed", lambda: (torch.ones(size),))
