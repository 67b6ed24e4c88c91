"""Functions, methods and layers of torch, one line each, compiled and compared with eager: values, dtypes, strides, aliasing."""

import harness
import pytest
import torch
from table import randn

# name: expression over x (and y), both f32[M, N] unless the call says otherwise
POINTWISE = {
    "unary_chain": "torch.exp(x) + torch.log1p(x.abs()) - torch.expm1(y) * torch.rsqrt(x * x + 1)",
    "trigonometry": "torch.sin(x) * torch.cos(y) + torch.atan(x) + torch.tanh(y) - torch.sinh(x)",
    "rounding": "torch.floor(x) + torch.ceil(y) * 2 - torch.round(x) + torch.trunc(y) + torch.frac(x)",
    "reflected": "1 - x, 2 / (y * y + 1), 2.5 * x, 3 + y, 2.0 ** x, 7 // (x.abs() + 1)",
    "powers": "x ** 2, x ** 3, x.abs() ** 0.5, (x.abs() + 1) ** -1, (x * x + 1) ** -0.5, (x * x + 1) ** -2, x ** 1, x.abs() ** 2.5",
    "power_of_tensors": "torch.pow(x.abs() + 0.5, y)",
    "division": "x / (y.abs() + 1), torch.div(x, y.abs() + 1, rounding_mode='floor'), torch.div(x, y.abs() + 1, rounding_mode='trunc')",
    "modulo": "x % 2, torch.remainder(x, y.abs() + 1), torch.fmod(x, y.abs() + 1), x // 0.5",
    "comparisons": "x > y, x <= 0, torch.eq(x, y), x != x, torch.isnan(x), torch.isfinite(y / 0), torch.isinf(x / 0)",
    "logic": "(x > 0) & (y > 0), (x > 0) | (y > 0), ~(x > 0), torch.logical_xor(x > 0, y > 0), torch.logical_not(x)",
    "where": "torch.where(x > y, x, y), torch.where(x > 0, x, 0.0), torch.where(x > 0, 1, 0), x.where(x > 0, y)",
    "clamp": "x.clamp(-0.5, 0.5), torch.clamp(x, min=0), x.clamp_max(0.25), torch.clamp(x, min=y), torch.maximum(x, y), torch.fmin(x, y)",
    "masked": "x.masked_fill(y > 0, 0.0), x.masked_fill(y > 0, float('-inf'))",
    "alpha": "torch.add(x, y, alpha=2), x.sub(y, alpha=0.5), torch.rsub(x, y), torch.addcmul(x, x, y, value=0.5), torch.addcdiv(x, x, y * y + 1)",
    "lerp": "torch.lerp(x, y, 0.25), torch.lerp(x, y, 0.75), torch.lerp(x, y, torch.sigmoid(x))",
    "sign": "torch.sign(x), torch.neg(x), +x, abs(x), torch.square(x), torch.reciprocal(x * x + 1)",
    "like": "torch.zeros_like(x), torch.ones_like(x, dtype=torch.int64), torch.full_like(x, 2.5) + x, torch.empty_like(x).fill_(3)",
    "casts": "x.double(), x.to(torch.bfloat16), x.half().float(), x.int(), x.to('cpu'), x.type(torch.float64), x.to(y), (x > 0).float()",
}
ACTIVATIONS = {
    "relu": "F.relu(x), torch.relu(x), F.relu6(x * 8), F.hardtanh(x), F.leaky_relu(x, 0.1), F.elu(x), F.selu(x)",
    "gelu": "F.gelu(x), F.gelu(x, approximate='tanh'), F.silu(x), F.mish(x), F.softplus(x * 30), F.hardswish(x * 4)",
    "smooth": "F.softsign(x), F.tanhshrink(x), F.logsigmoid(x), F.hardsigmoid(x * 4), F.threshold(x, 0.1, 2.0), F.sigmoid(x)",
    "dropout_off": "F.dropout(x * 2, 0.5, training=False), F.dropout(x * 3, 0.0)",
    "losses": "F.mse_loss(x, y), F.l1_loss(x, y, reduction='sum'), F.smooth_l1_loss(x, y), F.huber_loss(x, y, reduction='none'), F.binary_cross_entropy_with_logits(x, torch.sigmoid(y))",
    "weighted_losses": "F.binary_cross_entropy_with_logits(x, torch.sigmoid(y), weight=y.abs(), pos_weight=y[0].abs() + 1), F.binary_cross_entropy_with_logits(x, torch.sigmoid(y), y[:1], reduction='none')",
    "bilinear": "F.bilinear(x, y, x[:2, :, None] * y[:2, None, :], y[0, :2]), F.bilinear(x[None], y[None], x[:2, :, None] * y[:2, None, :]).shape",
}
REDUCTIONS = {
    "histc": "torch.histc(x, 4, -1, 1), torch.histc(y), x.histc(bins=5), torch.histc(x.T, 3, min=0, max=0), torch.histc(y.double() * 3, bins=7, max=3), torch.histc(torch.round(x), 4, -2, 2), torch.histc(x - x, 3), torch.histc(x[:0], 2)",
    "under_their_module": "torch.functional.atleast_3d(x), torch.functional.tensordot(x, y.T, 1), torch.functional.broadcast_tensors(x, y[:1]), torch.functional.unique(x > 0), torch.functional.block_diag(x, y), torch.functional.cartesian_prod(x[0], y[0]), torch.functional.cdist(x, y)",
    "sums": "x.sum(), x.sum(0), x.sum(-1, keepdim=True), torch.sum(x, (0, 1)), x.sum(dtype=torch.float64), (x > 0).sum(), (x > 0).sum(1)",
    "means": "x.mean(), x.mean(1), torch.mean(x, 0, keepdim=True), x.double().mean(-1)",
    "variances": "x.var(), x.var(1), x.std(0), torch.var(x, dim=1, unbiased=False), x.var(-1, keepdim=True, correction=0), torch.std(x, dim=-1, keepdim=True)",
    "extremes": "x.amax(), x.amin(1), x.max(), torch.min(x), x.amax(0, keepdim=True), torch.argmax(x, 1), x.argmin(0), x.argmax()",
    "values_and_indices": "x.max(1)[0], torch.max(x, dim=0).indices, x.min(-1).values, [*torch.min(x, 1)]",
    "truth": "(x > 3).any(), (x > -9).all(), (x > 0).any(1), (x > 0).all(0), x.any(), x.all(1)",
    "norms": "x.norm(), x.norm(dim=1), torch.norm(x, p=1, dim=0), x.norm(p=float('inf')), x.norm(3, dim=-1), x.norm(dim=1, keepdim=True)",
    "softmax": "torch.softmax(x, -1), F.softmax(x, dim=0), x.log_softmax(1), F.log_softmax(x, dim=-1), torch.logsumexp(x, 1), torch.logsumexp(x, -1, keepdim=True)",
    "products": "x.prod(), x.prod(0), x.tanh().prod(1)",
    "layer_norm": "F.layer_norm(x, (x.shape[-1],)), F.layer_norm(x, x.shape[1:], y[0], y[1]), F.rms_norm(x, (x.shape[-1],), y[0], 1e-5)",
    "normalize": "F.normalize(x), F.normalize(x, dim=0)",
}
VIEWS = {
    "transposed": "x.t() + 1, x.T, x.transpose(0, 1) * 3, x.mT * 2, torch.permute(x, (1, 0)) - 1",
    "indexed": "x[0], x[1:], x[:, 0], x[..., -1], x[None], x[:, None] * y, x[0, 0], x[-1, 1:], x[::2], x[:, 1::2] + 1",
    "reshaped": "x.view(-1) * 2, x.reshape(-1), x.flatten(), x.view(x.shape), x.reshape(1, -1), x.unsqueeze(0), x.unsqueeze(-1).squeeze(-1), x[None, :, None].squeeze(0, 2)",
    "expanded": "x[0].expand(3, -1), x.unsqueeze(0).expand(2, -1, -1) + 1, torch.broadcast_to(x[:1], x.shape), x[:, :1].expand_as(x) * y, x[:1].broadcast_to(x.size(0), -1), x[:1].broadcast_to(x.shape)",
    "parts": "torch.chunk(torch.cat([x, y]), 2), torch.cat([x, y], 1), torch.stack([x, y]), torch.stack((x, y), -1), torch.unbind(torch.stack([y, x]))",
    "narrowed": "x.narrow(0, 1, 2), x.select(1, 0), torch.narrow(x, 1, 0, 1) + 1",
    "contiguous": "x.t().contiguous(), x.contiguous() * 2, (x + 1).t().contiguous(), x.t().clone(), x.clone(), x.t().reshape(-1)",
    "factories": "torch.zeros(2, 3), torch.ones((2,), dtype=torch.int64), torch.full((2, 2), 7), torch.arange(5), torch.arange(1, 2, 0.25), torch.eye(3), torch.tensor([1.0, 2.0]), torch.tensor(3)",
    "sized_factories": "torch.arange(x.shape[0]), torch.zeros(x.shape), x.new_zeros(x.size(0)), torch.full((x.shape[1],), 2.0), x.new_full((2,), 1.5)",
    "triangles": "torch.tril(x), torch.triu(x, 1), x.tril(-1), torch.tril(torch.ones(4, 4))",
}
IN_PLACE = {
    "on_new": "inplace_on_new(x, y)",
    "on_views": "inplace_on_views(x)",
    "assigned": "assigned(x, y)",
    "copied": "(x * 1).copy_(y[0]), torch.empty_like(x).copy_(y), torch.zeros_like(x).t().copy_(y.t())",
    "activations": "F.relu((x * 2), inplace=True), (x * 2).clamp_(0, 1), (x + 1).mul_(y).add_(x, alpha=2), (x * 1).zero_(), (x * 1).fill_(2)",
    "gates": "F.hardswish(x * 2, True), F.hardsigmoid(x * 2, inplace=True), F.mish(y * 2, True), F.selu(y * 2, True)",
    "gates_of_inputs": "F.celu(x, 1.5, True), F.threshold(x.t(), 0.1, 3.0, True), torch.nn.Hardswish(inplace=True)(y), x, y",
}
PRODUCTS = {
    "matmul": "x @ y.t(), torch.mm(x, y.T), torch.matmul(x, y[0]), x[0] @ y[0], torch.mv(x, y[0]), torch.dot(x[0], y[0]), torch.outer(x[0], y[1])",
    "linear": "F.linear(x, y), F.linear(x, y, x[:, 0].contiguous()), torch.addmm(x[:, :1] @ y[:1, :1], x, y.t()), F.linear(x[0], y)",
    "batched": "torch.bmm(x.unsqueeze(0), y.t().unsqueeze(0)), torch.matmul(x.view(1, *x.shape), y.t()), torch.baddbmm(x[:, :1].unsqueeze(0), x[None], y.t()[None])",
    "embedding": "F.embedding(torch.arange(2), x), torch.gather(x, 1, torch.zeros(1, 1, dtype=torch.int64) + torch.arange(1))",
    "nll": "F.cross_entropy(x, torch.arange(x.shape[0]) % 2), F.cross_entropy(x, torch.zeros(x.shape[0], dtype=torch.int64), reduction='sum'), F.nll_loss(F.log_softmax(x, 1), torch.ones(x.shape[0], dtype=torch.int64), reduction='none')",
}
HELPERS = """
import torch
import torch.nn.functional as F

def inplace_on_new(x, y):
    z = x * 2
    z.add_(y)
    z[0] = 5.0
    z[:, 1] += 1
    w = z.t()
    w.mul_(2)
    return z, w.sum()

def inplace_on_views(x):
    x[0].mul_(2)
    x[:, 0] = 7
    x += 1
    return x * 2

def assigned(x, y):
    x[1:] = y[1:]
    x[0, 0] = 3
    x[x > 2] = 0.0
    return x.sum()
"""
GROUPS = {
    "pointwise": POINTWISE,
    "activations": ACTIVATIONS,
    "reductions": REDUCTIONS,
    "views": VIEWS,
    "in_place": IN_PLACE,
    "products": PRODUCTS,
}


def declare(group, table):
    source = HELPERS + "".join(f"\n\ndef case_{name}(x, y):\n    return {text}\n" for name, text in table.items())
    calls = [f"case_{name}(f32[M, N], f32[M, N])" for name in table]
    return harness.program(f"torch_{group}", source, calls=calls, args=["--force"])


PROGRAMS = {group: declare(group, table) for group, table in GROUPS.items()}
CASES = [(group, name) for group, table in GROUPS.items() for name in table]
SHAPES = {"products": [(3, 4), (5, 7)]}


@pytest.mark.parametrize("group, name", CASES, ids=[f"{group}-{name}" for group, name in CASES])
def test_function(group, name):
    for m, n in SHAPES.get(group, [(4, 6), (3, 17)]):
        make = lambda m=m, n=n: (randn(m, n, seed=1), randn(m, n, seed=2))  # noqa: E731
        harness.check(PROGRAMS[group].load(), f"case_{name}", make, expect="whole", atol=2e-5)


OTHER_INPUTS = {
    "columns of one": lambda: (randn(2, 1, seed=1), randn(2, 1, seed=2)),
    "rows of one": lambda: (randn(1, 5, seed=1), randn(1, 5, seed=2)),
    "one element": lambda: (randn(1, 1, seed=1), randn(1, 1, seed=2)),
    "transposed": lambda: (randn(6, 4, seed=1).t(), randn(4, 6, seed=2)),
    "both transposed": lambda: (randn(6, 4, seed=1).t(), randn(6, 4, seed=2).t()),
    "float64": lambda: (randn(4, 6, seed=1, dtype=torch.float64), randn(4, 6, seed=2, dtype=torch.float64)),
    "bfloat16": lambda: (randn(4, 6, seed=1, dtype=torch.bfloat16), randn(4, 6, seed=2, dtype=torch.bfloat16)),
    "int64": lambda: ((randn(4, 6, seed=1) * 4).to(torch.int64), (randn(4, 6, seed=2) * 4).to(torch.int64)),
    "two dtypes": lambda: (randn(4, 6, seed=1), randn(4, 6, seed=2, dtype=torch.float64)),
    "one dimension": lambda: (randn(6, seed=1), randn(6, seed=2)),
    "three dimensions": lambda: (randn(2, 3, 4, seed=1), randn(2, 3, 4, seed=2)),
    "different ranks": lambda: (randn(3, 4, seed=1), randn(4, seed=2)),
}
OTHER_CALLS = ["bf16[M, N], bf16[M, N]", "i64[M, N], i64[M, N]", "f32[M, N], f64[M, N]"]


def declare_others(group, table):
    """The same functions, compiled for other kinds of inputs, as far as these have a meaning."""
    base = declare(group, table)
    calls = [f"case_{name}({call})" for name in table for call in OTHER_CALLS]
    return harness.program(f"torch_{group}_others", base.source, calls=calls, args=["--force"])


OTHERS = {group: declare_others(group, table) for group, table in GROUPS.items()}


@pytest.mark.parametrize("kind", OTHER_INPUTS)
@pytest.mark.parametrize("group, name", CASES, ids=[f"{group}-{name}" for group, name in CASES])
def test_function_of_other_inputs(group, name, kind):
    """Right, whether compiled or not."""
    for program in (PROGRAMS[group], OTHERS[group]):
        tolerance = {} if kind == "bfloat16" else {"atol": 2e-5}
        harness.check(program.load(), f"case_{name}", OTHER_INPUTS[kind], **tolerance)
