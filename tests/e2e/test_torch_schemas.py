"""What torch refuses by its signatures alone is refused in compiled code too, and NumPy's names of parameters are taken."""

import harness
import pytest
import torch
import torch_schemas
from table import randn

CALLS = """
x.copy_(x * 2, 1)
x.copy_(x * 2, None)
x.copy_(x * 2, non_blocking=x)
x.copy_(x * 2, True), x.copy_(other=x + 1)
x.numpy(force=1)
x.to(copy=1)
x.to(torch.float64, copy=None)
x.to(torch.float64, non_blocking=x)
x.to("cpu", torch.float64, True, copy=True), x.to(None), x.to(x.double(), copy=True)
torch.max(x, None)
torch.max(x, dim=None)
x.min(())
x.max((0, 1))
torch.max(x, keepdim=True)
torch.max(x, x, keepdim=True)
x.max(True)
x.prod(None)
torch.prod(x, dim=(0, 1))
x.prod(keepdim=True)
x.median(None)
torch.nanmedian(x, dim=())
torch.logsumexp(x, None)
torch.logsumexp(x, ())
x.logsumexp()
torch.squeeze(x, None)
x.squeeze(1.0)
x.squeeze((0, 0))
x.argmax((0,))
torch.argmin(x, dim=True)
F.cosine_similarity(x, x, dim=None)
x.sum(1.0)
x.sum(dim="a")
x.sum(0, True, 1)
x.sum(dims=0)
x.all(dim=())
x.any(())
x.all(dim=None)
x.sum(())
x.mean(dim=())
x.amax(None), torch.amin(x, dim=None, keepdim=True)
F.max_pool1d(x[None], 2, None), torch.max_pool1d(x[None], 2, stride=None)
x.size(dim=None), x.stride(None)
x.chunk(0)
x.flip((0, 0))
x.flip(0, -2)
x.cumsum(None)
torch.cumsum(x)
torch.igamma(x, 2.0)
torch.digamma(None)
torch.fft.rfft(x, n=True)
torch.linalg.det(None)
torch.fft.ifft2(self=x)
torch.fft.ifft2(a=x), torch.special.erf(x=x), torch.fft.rfft(input=x)
torch.special.bessel_j0(self=x)
torch.linalg.det(self=x)
x.softmax("a")
x.permute(x)
x.permute(0, None)
x.reshape(1.0)
x.view()
x.expand(True, 2)
x.transpose(0)
torch.cat(x)
torch.cat((x, None))
torch.stack((x, 1))
torch.where(x > 0, x)
torch.maximum(x, 2)
torch.matmul(x, 1.0)
x.clamp("a")
x.gather(0)
x.index_select(0, None)
x.floor(1)
torch.floor(x > 0)
(x > 0).neg()
x.bitwise_not()
x.adjoint()
x[0].adjoint()
x[0].mT
x.expand(2, *x.shape).H
x[:0].max()
x[:0].amin()
x[:0].max(0)
x.sum(axis=0)
x.mean(axis=(0, 1), keepdims=True)
torch.max(x, axis=1)
x.argmax(axis=-1, keepdims=True)
torch.softmax(x, axis=0)
torch.cumsum(x, axis=1)
torch.squeeze(x[:, None], axis=1)
torch.mul(x=x, other=2)
torch.logsumexp(x, (), True)
torch.equal(x, x > 0), torch.equal(x.round(), x.round().double())
torch.vsplit(x, 0)
torch.vsplit(x[0], 1)
torch.hsplit(torch.zeros(2, 4), 3)
torch.zeros(2, 4).hsplit(0, 1)
torch.dsplit(x, 1)
x.tensor_split(0)
F.celu(x, 0)
F.pixel_unshuffle(x, 2)
torch.triplet_margin_loss(x, x, x[None])
x.index_add(0, torch.zeros(1, 1, dtype=torch.int64), x)
x.index_copy(0, torch.zeros(1, 1, dtype=torch.int64), x)
torch.gru_cell(torch.ones(3, 2), torch.ones(1, 2), torch.ones(6, 2), torch.ones(6, 2))
torch.rnn_tanh_cell(torch.ones(3, 2), torch.ones(1, 2), torch.ones(2, 2), torch.ones(2, 2))
x[:0].logsumexp(0)
x[:0].logsumexp((0, 1), True)
torch.nanmean(x, dtype=torch.int64)
x.renorm(-1.0, 0, 2)
F.cosine_similarity(x, x, eps=-1.0)
x.index_put([torch.zeros(2, 2, dtype=torch.int64)] * 3, x > 0)
torch.linalg.matrix_norm(x.sum())
torch.linalg.matrix_norm(x[0], dim=(0, 5))
torch.where(x > 0, self=x, other=x)
torch.pow(input=2, exponent=x)
F.soft_margin_loss(x.long(), x)
torch.dist(x.long(), x.long())
torch.stack((x[None], x, x.detach().numpy()), 3)
x.round(decimals=x.dim())
"""
LEFT = """
x[0, 0].mT
torch.tensor(3, requires_grad=None)
torch.zeros(2, pin_memory=0)
torch.zeros_like(x, requires_grad=0)
torch.randn(2, names=3)
torch.gradient(x > 0)
torch.gradient(x.long())
torch.layer_norm(x, (1, True))
torch.layer_norm(x.long(), (1, 2)), torch.layer_norm(x.long(), (4,))
torch.rms_norm(x.sum().long(), (3,))
torch.rms_norm(x.long(), (3,))
torch.zeros((2, True)), x.repeat((1, True))
torch.max_pool1d(x, kernel_size=[3], dilation=[])
F.avg_pool2d(x[None], [])
x[None].index_copy_(1, torch.zeros(1, 1, dtype=torch.int64), x)
torch.index_fill(x, 3, torch.zeros(1, dtype=torch.int64), x[0])
torch.where(x > 0, self=1, other=x), torch.pow(self=2, exponent=x)
F.hinge_embedding_loss(x > 0, x)
F.hinge_embedding_loss(x.long(), x)
F.kl_div(x.long(), x)
torch.add(x, x.detach().numpy())
x.sum(0, np.int64(1)), x.add(np.bool_(True))
torch._C._nn._upsample_nearest_exact2d(x[None, None], None, [])
x.var(correction=float("nan")), torch.std_mean(x, correction=float("inf"))
x.std(correction=1e300)
torch.instance_norm(x[0], None, None, x, x, False, 0.1, 1e-5, True)
F.fractional_max_pool3d(x.sum(), kernel_size=3, output_size=[3, 2, 1], _random_samples=x)
torch.rnn_relu_cell(x.sum(), x[0], x[0], x)
torch.gru_cell(x, x[0], x[0], x)
torch.lstm_cell(x, [x], x, x)
torch._C._nn.max_unpool2d(x[None, None], x[None, None].long(), 4)
torch._C._nn.max_unpool3d(x.t(), x[None], 2, (1,), (1,))
x.clone().copy_(src=x)
x.clone().copy_(other=x[0], non_blocking=True)
torch.renorm(x, 0, -3, -1)
torch.renorm(x, 1, -3, 1)
torch.renorm(x.long(), 1, -3, 1)
x.long().lerp(x.double(), 0.5)
x.long().lerp(x.long(), x)
x.long().lerp(x.long(), 0.5)
torch.isin(x.t(), 0), torch.isin(x.t(), 0, invert=True)
"""  # to Python, some of them
COMPILED = [line for line in CALLS.splitlines() if line]
LINES = COMPILED + [line for line in LEFT.splitlines() if line]
SOURCE = "import numpy as np\nimport torch\nimport torch.nn.functional as F\n" + "".join(
    f"""

def call{index}(x):
    try:
        return {line}
    except Exception as error:
        return type(error).__name__
"""
    for index, line in enumerate(LINES)
)
PROGRAM = harness.program(
    "signatures", SOURCE, [f"call{i}(f32[M, N])" for i in range(len(LINES))], ["--force"], flags="-O0"
)


@pytest.mark.parametrize("index", range(len(LINES)), ids=LINES)
def test_call(index):
    """A dimension of the size 1, too: what is refused is refused before any data are looked at."""
    expect = "whole" if index < len(COMPILED) else None
    for shape in ((3, 4), (1, 2)):
        harness.check(PROGRAM.load(), f"call{index}", lambda shape=shape: (randn(*shape, seed=1),), expect=expect)


def test_table_is_torchs():
    assert torch_schemas.TABLE.read_text() == torch_schemas.table(), "python tests/e2e/torch_schemas.py writes it"
    assert torch_schemas.OPERATORS.read_text() == torch_schemas.operators(), "so it does this"


def test_table_covers_what_the_prelude_has():
    names = {row.split('"')[1].split("(")[0] for row in torch_schemas.TABLE.read_text().splitlines() if '"' in row}
    assert {"max", "logsumexp", "linalg_det", "fft_rfft", "index_add_"} <= names
    own = {
        name for name in names if not name.startswith(("nn_functional_", "_C_nn_")) and not hasattr(torch._C._nn, name)
    }
    by_hand = {row.split("(")[0] for row in torch_schemas.OF_OWN_PARSERS}
    assert all(torch_schemas.is_declared(name) for name in own - by_hand)
    assert torch.__version__.startswith("2.")
