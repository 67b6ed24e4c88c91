"""Calls of torch's functions with odd arguments, each alone: what they give, or the kind of exception that a handler sees."""

import pytest
import torch
from harness import check, program

EXPRESSIONS = [
    "x[[]]",
    "x[None, ()]",
    "x[(), 0]",
    "x[0, []]",
    "x[..., ()]",
    "x[:, ()]",
    "x[(),]",
    "x[range(0)]",
    "x[range(2)]",
    "x[(0.5,), 0]",
    "x[[0.5]]",
    "x[[True, False]]",
    "x[[1, True]]",
    "x.movedim((0, 0), (0, 5))",
    "x.movedim((5, 0), (0,))",
    "x.movedim((0, -1), (0, 0))",
    "x.movedim((0,), (-1,))",
    "torch.nn.functional.pad(x, (None,))",
    "torch.nn.functional.pad(x, (None, 1))",
    "torch.nn.functional.rms_norm(x, (1, 1, 1))",
    "x.movedim(torch.tensor(0), 1)",
    "x.movedim(1, torch.tensor(0))",
    "torch.gradient(x, dim=torch.tensor(0))",
    "torch.slice_scatter(x, x, step=-1)",
    "torch.slice_scatter(x, x, 5, step=0)",
    "torch.slice_scatter(x, x[::2], 0, step=2)",
    "torch.ops.aten.slice(x, 0, 0, 1, 0)",
    "torch.rrelu(x.float(), float('nan'))",
    "torch.renorm(x.float(), 2, 0, float('nan'))",
    "torch.lerp(x.float(), x.float(), torch.tensor(2))",
    "torch.block_diag()",
    "torch.baddbmm(x.half(), torch.tensor(1.5), x)",
    "torch.addbmm(x.float(), x.float()[0], x[None].float())",
    "torch.baddbmm(x.float(), x[None].float(), x.t()[None].float())",
    "x.dsplit((x.long(),))",
    "(x + 1j).cross(x.t().float(), dim=3)",
    "torch.arange(3, dtype=torch.bool)",
    "torch.arange(3, dtype=torch.complex64)",
    "torch.arange(x.shape[0], dtype=torch.complex128)",
    "torch.rsub(torch.tensor(2), x.float(), alpha=2**62)",
    "torch.add(x.float(), torch.tensor(0.1, dtype=torch.float64), alpha=3)",
    "torch.sub(x.double(), x > 0, alpha=0.5)",
    "x.amax((0, 0))",
    "x.amin((0, 0, 1))",
    "x.amax((0, 0, 5))",
    "x.sum((0, 0, 5))",
    "torch.nn.functional.adaptive_max_pool1d(x, (None,))",
    "torch.nn.functional.adaptive_avg_pool1d(x, None)",
    "torch.as_strided(x, (0, 1), (1, 1))",
    "torch.as_strided(x, (1, 1), (0, 1))",
    "torch.as_strided(x, (1, 2), (0, 0))",
    "torch.as_strided(x, (2, 1), (1, -5))",
    "torch.dropout(x.long(), float('inf'), False)",
    "torch.dropout(x.float(), float('nan'), True)",
    "torch.nn.functional.dropout(x.float(), 2.0, False)",
    "torch.nn.functional.dropout(x.float(), float('nan'), False)",
    "torch.fft.fftshift(x)",
    "torch.fft.fftshift(x, ())",
    "torch.fft.ifftshift(x, dim=())",
    "x.unflatten(0, ())",
    "x.unflatten(-1, (1, -1))",
    "torch.einsum('ii', x)",
    "torch.einsum('ii->i', x)",
    "torch.fliplr(x)",
    "torch.flipud(x)",
    "torch.broadcast_shapes(x, (2, 3))",
    "torch.broadcast_shapes(x[:0], 3)",
    "torch.broadcast_shapes((2, 1), 3, [1, 1])",
    "x.logsumexp(())",
    "x.logsumexp((), True)",
    "torch.linalg.multi_dot([x, x])",
    "torch.linalg.multi_dot([x[0], x.T])",
    "torch.nn.functional.bilinear(x, x, torch.ones(2, 3, 3))",
    "torch.median(x, out=None)",
    "torch.median(x)",
    "torch.median(x, 0, out=None)",
    "torch.nanmedian(x, out=None)",
    "torch.where(x > 0, out=None)",
    "torch.where(x > 0, x, x, out=None)",
    "torch.argsort(x, out=None)",
    "torch.argsort(x, stable=True, out=None)",
    "torch.sum(x, out=None)",
    "torch.sum(x, 0, out=None)",
    "torch.abs(x, out=torch.empty(0))",
    "torch.abs(x > 0, out=torch.empty(0))",
    "torch.matrix_exp(x.float(), out=torch.empty(2, 2))",
    "torch.linalg.diagonal(x, out=torch.empty(0))",
    "torch.relu(x, out=torch.empty(0))",
    "torch.sum(x, 0, np.bool_(True))",
    "torch.add(x, np.bool_(True))",
    "x.clamp(np.bool_(True))",
    "torch.full((2,), np.bool_(True))",
    "x.clone().fill_(np.bool_(False))",
    "torch.pow(x, np.bool_(True))",
    "torch.tensor_split(x, (0, torch.tensor([1])))",
    "torch.tensor_split(x, (0, torch.tensor([1, 1])))",
    "torch.tensor_split(x, (torch.tensor([1]), 2))",
    "torch.tensor_split(x, (torch.tensor([[True]]), True))",
    "torch.tensor_split(x, (torch.tensor([1.0]), 2))",
    "x.hsplit((x[:1, 0].long(), True))",
    "torch.sum(x, (x[:1, 0].long() * 0,))",
    "x.expand((torch.tensor([2]), 2, 2))",
    "torch.rand_like(x, pin_memory=True)",
    "torch.randn_like(x, pin_memory=True)",
    "torch.randint_like(x, 3, pin_memory=True)",
    "torch.randint_like(x, 3, pin_memory=False).shape",
    "torch.rand(2, 2, names=('a', 'b')).names",
    "torch.ops.aten._to_copy(x, device='meta').device",
    "torch.ops.aten.leaky_relu_backward(x, x, -0.5, True)",
    "torch.ops.aten.leaky_relu_backward(x, x, -0.5, False)",
    "torch.ops.aten.leaky_relu_backward(x.t(), x.t(), 0.5, False)",
    "torch.ops.aten.hardtanh_backward(x, x.double(), 0, 2)",
    "torch.ops.aten.hardtanh_backward(x.t(), x.t(), 0, 2)",
    "torch.ops.aten.softplus_backward(x, x, 1, 20)",
    "torch.ops.aten.elu_backward(x, -1, 1, 1, True, x)",
    "torch.ops.aten.elu_backward(x.mT, 1, 1, 1, True, x.mT)",
    "x.take_along_dim(x.long() * 0)",
    "x.t().take_along_dim(x.long() * 0)",
    "x.take_along_dim(x.long().t() * 0)",
    "torch.take_along_dim(x.mT.abs(), torch.tensor(0))",
    "torch.isposinf(x.t())",
    "x.clone().mT.triu()",
    "x.clone().mT[:, :0].tril()",
    "x.clone()[:0].mT.triu(1)",
    "torch.remainder(2, other=x, out=None)",
    "torch.remainder(x, 2, out=None)",
    "torch.pow(2, x, out=None)",
    "torch.linalg.matrix_exp(x[None])",
    "torch.matrix_exp(x.mT[:0])",
    "torch.matrix_exp(x.mT @ x)",
    "torch.all(x.t(), dim=[])",
    "x.mT.any((), True)",
    "torch.gradient(x, dim=[0, -2])",
    "torch.gradient(x, spacing=0.5, dim=(0, 1, 0))",
    "torch.gradient(x, dim=[])",
    "torch.gradient(x.t(), dim=[-1, 0])",
    "torch.gradient(x, dim=[-4])",
    "torch.isinf(x.t().long())",
    "x.t().isinf()",
    "torch.isfinite(x.t().long())",
    "x.t().isfinite()",
    "torch.float_power(1, x.t())",
    "torch.round(x, decimals=0)",
    "x.round(decimals=0)",
    "x.round()",
    "torch.repeat_interleave(x)",
    "torch.repeat_interleave(x.long())",
    "torch.adaptive_avg_pool1d(x, [0])",
    "torch.adaptive_avg_pool1d(x, [2])",
    "torch.batch_norm(x, x, x, x, x, True, 0.5, 0.5, True)",
    "torch.nn.functional.batch_norm(x, x, x)",
    "torch.gru_cell(x, x, x, x)",
    "torch.gru_cell(x[:, :1], x[:, :1], x[:1, :1].expand(3, 1), x[:1, :1].expand(3, 1))",
    "torch.lstm_cell(x[:, :1], (x[:, :1], x[:, :1]), x[:1, :1].expand(4, 1), x[:1, :1].expand(4, 1))",
    "torch.nn.functional.cross_entropy(x, x)",
    "torch.nn.functional.nll_loss(x, x)",
    "torch.nn.functional.glu(x)",
    "torch.prelu(x, x)",
    "torch.isneginf(x.t())",
    "torch.signbit(x.t().long())",
    "x.addcdiv(x, x, value=0.5)",
    "x.addcdiv(x.long(), x)",
    "x.addcdiv(x.long(), x.long())",
    "(x > 0).addcdiv(x > 0, x > 0)",
    "x.reshape(-1, True)",
    "x.reshape(True, -1)",
    "x.flip(-1, True)",
    "x.squeeze(-1, True)",
    "x.new_zeros(2, True)",
    "x.hsplit(-1, True)",
    "x.split(1, True)",
    "x.clamp(0, x)",
    "x.clone().clamp_(0, x)",
    "x.clamp(x, x)",
    "x.clone().bitwise_and_(2.5)",
    "(x > 0).long().bitwise_and_(other=2.5)",
    "x.clone().bitwise_or_(2)",
    "(x > 0).bitwise_and_(2)",
    "x.clone().addmm_(0, x, x)",
    "x.clone().addr_(1, x, x)",
    "x.index_copy(0, x, x)",
    "x.index_fill(0, x, x)",
    "x.index_fill(0, x, 1)",
    "x.index_select(0, x)",
    "x.scatter(0, x, x)",
    "x.scatter_add(0, x, x)",
    "x.take_along_dim(x)",
    "x.sum(x > 0)",
    "x.view(x > 0)",
    "x.squeeze(x > 0)",
    "x.triu(x.long())",
    "x.clone().subtract_(0, -1)",
    "x.clone().addbmm_(x, 0)",
    "torch.nan_to_num(x, 0, x)",
    "torch.narrow_copy(x, 5, 0, 1)",
    "torch.narrow_copy(x, -5, 0, 1)",
    "torch.narrow_copy(x.sum(), 0, 0, 1)",
    "torch.nn.functional.embedding_bag(torch.tensor([[0, 1]]), x[0])",
    "torch.nn.functional.embedding_bag(torch.tensor([[0, 1]]), x, scale_grad_by_freq=True, mode='max')",
    "torch.nn.functional.embedding_bag(torch.tensor([[0, 1]]), x, padding_idx=99)",
    "torch.nn.functional.embedding_bag(torch.tensor([[0, 1]]), x, padding_idx=-99, mode='sum')",
    "torch.nn.functional.embedding_bag(torch.tensor([[0, 1]]), x, padding_idx=1)",
    "torch.nn.functional.embedding_bag(torch.tensor([0, 1]), x, torch.tensor([[0]]))",
    "torch.nn.functional.embedding_bag(torch.tensor([0, 1]), x, torch.tensor([0]), per_sample_weights=torch.ones(1, 2))",
    "torch.hstack(iter([x]))",
    "torch.column_stack(item for item in [x])",
    "torch.index_put(x, [], x)",
    "x.clone().index_put_((), x.sum())",
    "torch.linalg.multi_dot([])",
    "torch.linalg.multi_dot([x])",
    "torch.nn.utils.rnn.pad_sequence(())",
    "torch.nn.functional.hinge_embedding_loss(x.float(), x.float(), True)",
    "torch.scatter(x, 0, x.long()[:0], 1j)",
    "torch.trapezoid(x, dx=True)",
    "torch.trapezoid(x)",
    "torch._C._nn.upsample_nearest1d(x, 2, 1.0)",
    "torch._C._nn.upsample_linear1d(x[None].float(), torch.tensor(1), False, 1)",
    "torch._C._nn.upsample_nearest1d(x.float(), 0, 1.0)",
    "torch._C._nn.col2im(x.float(), [2, 2], [1, 1], [1, 1], [0], [1, 1])",
    "torch.nn.functional.cross_entropy(x, x, reduction='floor')",
    "torch.gather(x, 0, x[:0])",
    "torch.gather(x.float(), 0, x[:0].double())",
    "torch.nn.functional.layer_norm(x, x.shape, x.sum(0))",
    "torch.nn.functional.rms_norm(x, x.shape, x.sum(0))",
    "torch.group_norm(x, 1, x)",
    "torch.nn.functional.fractional_max_pool2d(x[None].float(), [2, -1], (1, 1))",
    "torch.hinge_embedding_loss(x.float(), x.float(), 1e300)",
    "torch.poisson_nll_loss(x.to(torch.uint8), x.float() + 2, False, False, 255, 2)",
    "torch.nn.functional.huber_loss(x.float(), x.float() * 2, delta=float('nan'))",
    "torch.allclose(x, x, float('nan'))",
    "torch.isclose(x, x, atol=float('nan'))",
    "torch.cosine_similarity(x.float(), x.float(), 0, float('nan'))",
    "torch.diff(x, append=x.sum(0))",
    "torch.diff(x, 0, prepend=x.sum(0))",
    "torch.nn.functional.hardtanh(x > 0)",
    "torch._C._nn.hardtanh_(x.clone(), 1.5)",
    "torch.nn.functional.nll_loss(x.float(), torch.ones(5))",
    "torch.nn.functional.embedding_bag(x > 0, x.float())",
    "torch.nn.functional.embedding_bag(x.long(), x.float(), per_sample_weights=x[:1].float())",
    "torch.rnn_relu(torch.ones(2, 3, 4), x.float(), [torch.ones(4, 4), torch.ones(4, 4)], False, 1, 0.0, False, False, True)",
    "torch.ldexp(x.float(), torch.ones(2, 3).t())",
    "x.float().sum().ldexp(x.float().t())",
    "x.half().sum().ldexp(x.half().t())",
    "x.double().sum().ldexp(x.float().t())",
    "torch.triplet_margin_loss(x.float(), x.float(), x.float(), p=float('nan'))",
    "torch.batch_norm(x.float(), None, None, x.float(), None, True, 1, 1e-5, True)",
    "torch.gradient(x.float(), spacing=[torch.ones(3)], dim=(1, 9))",
    "torch.embedding_bag(torch.arange(3), x.long(), torch.tensor([0]))",
    "torch.fft.fftshift(x, torch.tensor(0))",
    "torch.conv1d(x, x[None], stride=0)",
    "(x * 1j).masked_fill(x > 1, 2.5)",
    "(x * 1j).masked_fill_(x > 1, 1.5 + 1j)",
    "torch.dropout(x, 1, True)",
    "torch.dropout(x.long(), 1.0, True)",
    "x.clone().random_(0, 2**62) * 0",
    "x.index_put([None], x)",
    "x.index_put((torch.tensor([0]), None), x)",
    "x.clone().index_put_([x[0].float()], x.sum())",
    "torch.instance_norm(x.float(), x.float(), x.float(), x[0], x[0], False, 0.0, 0.5, True)",
    "torch.ldexp(x[0, ::2].float(), x[0, ::2].long())",
    "torch.ldexp(x.t().float(), torch.ones(3, 2).long())",
    "torch.nn.functional.embedding_bag(x > 0, x.float(), mode='floor')",
    "torch.embedding_bag(torch.ones(3, 2), torch.arange(3), torch.tensor([0]), mode=x.shape[0])",
    "torch.vander(x.sum())",
    "torch.poisson_nll_loss(x.bfloat16(), x + 2, False, True, 1, 2)",
    "torch.poisson_nll_loss(x.bfloat16(), x.double() + 2, True, True, 1, 0)",
    "torch.nn.functional.rms_norm(x, x.shape, x.to(torch.int8))",
    "torch.nn.functional.mse_loss(x, x, True)",
    "torch.nn.functional.smooth_l1_loss(x, x, None, False, beta=-1)",
    "torch.nn.functional.smooth_l1_loss(x, x, beta=float('nan'))",
    "x.clone().copy_(0.5)",
    "x.clone().copy_(1j)",
    "(x > 1).copy_(True)",
    "x.index_put([x.to(torch.uint8)], x)",
    "torch.nn.functional.hardtanh(x, max_val=float('inf'))",
    "torch.nn.functional.adaptive_avg_pool2d(x, np.int64(1))",
    "torch.nn.functional.adaptive_max_pool2d(x, (np.int64(1), 1))",
    "torch.nn.functional.adaptive_avg_pool1d(x, 2)",
    "torch.nn.functional.adaptive_avg_pool1d(x, 1)",
    "torch.nn.functional.layer_norm(x, (3,), torch.ones(3))",
    "torch.nn.functional.group_norm(x, 1, torch.ones(7))",
    "torch.nn.functional.huber_loss(x, x, reduction='amax')",
    "torch.nn.functional.l1_loss(x > 1, x > 1, reduction='amax')",
    "torch.nn.functional.smooth_l1_loss(x, x, reduction='amax', beta=-1.0)",
    "torch.linalg.matrix_norm(x, 1, (1, -3))",
    "torch.mv(torch.tensor(2), x)",
    "torch.addmv(x, x, x)",
    "torch.dot(x > 1, x[:1] > 1)",
    "torch.linalg.norm(x, 'fro', dtype=np.float32)",
    "torch.linalg.vector_norm(x, dtype=np.float32)",
]
SOURCE = "import numpy as np\nimport torch\n\n" + "".join(
    f"""
def case_{index}(x):
    try:
        return {expression}, x + 1
    except Exception as error:
        return type(error).__name__, x + 1
"""
    for index, expression in enumerate(EXPRESSIONS)
)
SHAPES = {
    "square": (2, 2),
    "wide": (2, 3),
    "vector": (3,),
    "number": (),
    "nothing": (0,),
    "rows_of_nothing": (2, 0),
    "cube": (2, 2, 2),
    "row": (1, 3),
    "column": (3, 1),
    "neither": (0, 0),
}
CALLS = [
    f"case_{index}({dtype}[{dims}])"
    for index in range(len(EXPRESSIONS))
    for dtype, dims in (
        ("f32", "2, 2"),
        ("f32", "M, N"),
        ("f32", "N"),
        ("f32", ""),
        ("f32", "M, N, K"),
        ("i64", "M, N"),
    )
]
PROGRAM = program("odd_calls", SOURCE, CALLS, args=("--force",), flags="-O0")


def test_none_is_a_fault_of_the_compiler():
    assert "[PY114]" not in PROGRAM.require().stderr


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", [torch.float32, torch.int64])
def test_odd_arguments_alone(shape, dtype):
    pair = PROGRAM.load()
    for index in range(len(EXPRESSIONS)):
        sizes = SHAPES[shape]
        check(pair, f"case_{index}", lambda: (torch.arange(1, 1 + torch.Size(sizes).numel()).reshape(sizes).to(dtype),))


REFUSED = program(
    "keywords_of_numbers",
    """
def told(x, callee):
    try:
        return x + 1, callee(**{1: 2})
    except TypeError as error:
        return x * 2 + 1, str(error)


def of_generator(x):
    def made():
        yield from ()

    return told(x, made())


def of_number(x):
    return told(x, 5)


def of_function(x):
    return told(x, lambda **named: named)
""",
    ["of_generator(f32[N])", "of_number(f32[N])", "of_function(f32[N])"],
)


@pytest.mark.parametrize("name", ["of_generator", "of_number", "of_function"])
def test_keywords_that_are_no_strings(name):
    check(REFUSED.load(), name, lambda: (torch.ones(3),))


FINITE = program(
    "finite_of_ints",
    """import torch


def finite(x):
    return torch.isinf(x), x.isfinite(), torch.isfinite(x.t()), x.t().isinf()
""",
    ("finite(i64[A, B])", "finite(bool[A, B])"),
    ("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("dtype", [torch.int64, torch.bool])
def test_what_is_no_float_is_finite(dtype):
    check(FINITE.load(), "finite", lambda: (torch.arange(6).reshape(2, 3).to(dtype),), expect="whole")
