"""Names of torch's surface: methods that write in place, functions of that kind, windows, memory formats, operators of
ATen that only torch.ops names; each compiled and compared with eager: values, dtypes, strides, aliasing, versions."""

import subprocess
import sys

import harness
import pytest
import torch

# name: expression over x, f32[A, C, H, W]
FORMS = {
    "in_place": "x.clone().sinh_(), x.clone().tril_(), x.clone().eq_(1), x.abs().log1p_(), x.clone().round_(), x.clone().fmod_(0.3)",
    "in_place_of_two": "x.clone().copysign_(-x), x.clone().logical_and_(x > 0), x.int().bitwise_or_(3), x.clone().hypot_(x), x.clone().xlogy_(x.abs())",
    "in_place_functions": "torch.relu_(x.clone()), torch.sigmoid_(x.clone()), torch.nan_to_num_(x / 0), torch.trunc_(x.clone() * 9)",
    "aliases": "torch.arcsinh(x), torch.arctanh(x / 9), torch.arccosh(x.abs() + 1), torch.ger(x[0, 0, 0], x[0, 0, 1]), torch.is_same_size(x, x)",
    "shifts": "torch.bitwise_left_shift(x.int(), 1), x.int().bitwise_right_shift(1), x.int() << 2",
    "signs": "torch.signbit(x), torch.signbit(-x), torch.copysign(x, -x), torch.signbit(x.long())",
    "windows": "torch.hann_window(7), torch.hamming_window(5, False, 0.5), torch.kaiser_window(9, True, 3.0), torch.bartlett_window(6), torch.blackman_window(4, dtype=torch.float64)",
    "triangles": "torch.tril_indices(3, 4), torch.triu_indices(3, 4, offset=-1, dtype=torch.int32), torch.eye(3, pin_memory=False)",
    "ranges": "torch.arange(0.0, 5.5, dtype=torch.int64), torch.arange(start=1, end=7, step=2), torch.arange(3, end=8), torch.arange(end=4)",
    "stated_dtypes": "torch.sum(x.int(), dtype=torch.int32), x.int().sum(1, dtype=torch.int16), x.int().prod(dtype=torch.int8), x.sum(dtype=torch.bool)",
    "places": "x.argmax(keepdim=True), torch.argmin(x, keepdim=True), x.argmax(), x.long().masked_fill(x > 0, 3.0)",
    "integer_bounds": "x.int().clamp(-1000, 70000), x.short().clamp(-5, 300), x.to(torch.int8).clamp(-128, 100), x.abs().to(torch.uint8).clamp(3, 255), torch.full((2,), -4, dtype=torch.int8)",
    "integer_alpha": "torch.add(x.int(), x.long(), alpha=3), x.long().sub(2, alpha=2)",
    "integer_products": "x.long() @ x.long().transpose(-1, -2), torch.mm(x[0, 0].int(), x[0, 0].t().int()), x[0, 0].int() @ x[0, 0, 0].int()",
    "products": "F.linear(x[0, 0, 0], x[0, 0]), F.linear(x, x[0, 0, 0]), torch.matmul(x[:, :1].transpose(-1, -2), x[0]), torch.matmul(x[:, :1], x[0].transpose(-1, -2))",
    "diagonals": "torch.diagonal(x, 0, 0, 1), torch.diagonal(x, -1, 2, 3), x.diagonal(1, 1, 2), torch.diagonal_copy(x, 0, 3, 2)",
    "renorm": "torch.renorm(x, 2.0, -1, 1.0), torch.renorm(x, 1, 0, 0.5)",
    "shuffles": "F.pixel_shuffle(x, 2), F.pixel_unshuffle(x, 2), F.channel_shuffle(x, 2)",
    "to_channels_last": "x.contiguous(memory_format=torch.channels_last), x.to(memory_format=torch.channels_last), x.clone(memory_format=torch.channels_last)",
    "of_channels_last": "F.relu(x.contiguous(memory_format=torch.channels_last)) + 1, x.clone(memory_format=torch.contiguous_format), x.to(torch.float64, memory_format=torch.channels_last)",
    "from_permuted": "x.permute(0, 2, 3, 1).contiguous(memory_format=torch.contiguous_format), x.transpose(1, 2).contiguous(), x.transpose(-1, -2).clone(memory_format=torch.contiguous_format)",
    "numpy_names": "x.sum(axis=-1, keepdims=True), torch.mean(x, axis=(0, 2)), torch.cat([x, x], axis=1), x.softmax(axis=1), x.max(axis=1, keepdims=True), x.unsqueeze(axis=0), x.size(axis=1)",
    "numpy_names_of_operands": "torch.add(x1=x, x2=x), torch.exp(a=x), torch.sub(x, x2=x), torch.tanh(x=x), x.std(axis=-1), x.chunk(2, axis=1), torch.linalg.vector_norm(x, axis=1)",
    "numpy_names_for_aten": "x.sort(axis=1), torch.fft.fft(x, axis=-1), x.median(axis=1), x.kthvalue(1, axis=3, keepdims=True)",
    "stft": "torch.stft(x.reshape(-1)[:64], 16, return_complex=True, window=torch.hann_window(16), center=False)",
}
ATEN = {
    "pairs": "aten.max.dim(x, 1), aten.topk(x, 1), aten.sort(x, -1), aten.aminmax(x, dim=0), aten.kthvalue(x, 1), aten.median.dim(x, 1), aten.max(x)",
    "methods": "aten.type_as(x, y), aten.size(x, 1), aten.numpy_T(y), aten.to(x, dtype=torch.float64, layout=None, device='cpu'), aten.reshape_as(x, x), aten._cast_Long(x)",
    "families": "aten.linalg_vector_norm(x), aten.linalg_cross(y[:, :3], y[:, 1:]), aten.special_expm1(x)",
    "conversions": "aten.Int(i[0]), aten.Float(x[0, 0]), aten.Bool(i[1]), aten.ScalarImplicit(i[2])",
    "pads": "aten.reflection_pad1d(x, [1, 1]), aten.replication_pad2d(x[None], [1, 0, 1, 0]), aten.reflection_pad2d(x[None], [1, 1, 1, 1])",
    "losses": "aten.mse_loss(x, y, 0), aten.l1_loss(x, y, 2), aten.smooth_l1_loss(x, y, 1, 0.5), aten.huber_loss(x, y, 1), aten.nll_loss_forward(x, i, None, 1, -100)",
    "norms": "aten.native_batch_norm(x, None, None, None, None, True, 0.1, 1e-5), aten.batch_norm(x, None, None, y[0], y[1].abs(), False, 0.1, 1e-5, False), aten._native_batch_norm_legit.no_stats(x, y[0], y[1], True, 0.1, 1e-5), aten._native_batch_norm_legit(x, y[0], y[1], y[2], y[1].abs(), False, 0.1, 1e-5)",
    "derivatives": "aten.threshold_backward(y, x, 0.5), aten.tanh_backward(y, x), aten.gelu_backward(y, x), aten._softmax_backward_data(y, x, 1, torch.float32), aten.sigmoid_backward(y, x)",
    "writes": "aten._index_put_impl_(x.clone(), (i,), y), aten._unsafe_index_put(x, [i], y), aten._reshape_alias",
    "resampled": "aten.upsample_nearest2d(x[None, None], [6, 8], scales_h=None), aten.upsample_nearest2d.vec(x[None, None], None, [2.0, 2.0])",
    "activations": "aten.elu(x, 1.5, 2.0, 0.5), aten.celu(x), aten.selu(x), aten.softshrink(x, 0.3), aten.threshold(x, 0.1, 2.0), aten.relu6(x), aten._prelu_kernel(x, y[:, :1])",
    "quantised": "aten.fake_quantize_per_tensor_affine(x, 0.1, 0, -128, 127), aten.fake_quantize_per_tensor_affine_cachemask(x, 0.1, 0, -128, 127)",
    "attention": "aten.scaled_dot_product_attention(x[None], y[None], y[None]), aten._safe_softmax(x, -1)",
    "primitives": "prims.convert_element_type(x, torch.float64), prims.sum(x, [0]), prims.collapse(x, 0, 1), prims.split_dim(x, 1, 2), prims.iota(4, start=1, step=2, dtype=torch.int64, device='cpu', requires_grad=False)",
    "pooled": "aten.adaptive_avg_pool2d(x[None], [1, 1]), aten._adaptive_avg_pool2d(x[None], [2, 2]), aten._adaptive_avg_pool3d(x[None, None], [1, 2, 2]), aten.avg_pool3d(x[None, None], [1, 2, 2]), aten._adaptive_avg_pool2d_backward(y[None], x[None])",
    "distances": "aten._cdist_forward(x, y, 2.0, None), aten._cdist_forward(x[None], y, 1.0, 2), aten._pdist_forward(x, 2.0)",
    "windows": "aten.im2col(x[None], [2, 2], [1, 1], [0, 0], [1, 1]), aten.col2im(x.t()[None], [2, 4], [2, 2], [1, 1], [0, 0], [1, 1]), aten._pad_circular(x[None], [1, 2])",
    "of_sizes": "aten.sym_numel(x), aten.sym_stride.int(x, 0), aten._local_scalar_dense(x[1, 2]), aten._dim_arange(x, 1)",
    "dropout_off": "torch.native_dropout(x, 0.5, False), aten.native_dropout(x, 0.3, False)",
}
ATEN["writes"] = ATEN["writes"].rsplit(", ", 1)[0]
SOURCE = (
    "import torch\nimport torch.nn.functional as F\n\naten = torch.ops.aten\nprims = torch.ops.prims\n\n\n"
    + "\n\n".join(f"def {name}(x):\n    return {form}\n" for name, form in FORMS.items())
    + "\n\n"
    + "\n\n".join(f"def aten_{name}(x, y, i):\n    return {form}\n" for name, form in ATEN.items())
    + "\n\n"
    + "def internal(x):\n    return torch.ops.prim.shape(x)\n\n\n"
    + "def unknown_method(x):\n    return x.max_()\n\n\n"
    + "def no_numpy_name(x):\n    return x.norm(axis=0)\n\n\n"
    + "def both_names(x):\n    return x.sum(0, axis=0)\n\n\n"
    + "def scalar(x, y):\n    return x * y\n"
)
CALLS = (
    [f"{name}(f32[A, C, H, W])" for name in FORMS]
    + [f"aten_{name}(f32[3, 4], f32[3, 4], i64[3])" for name in ATEN]
    + [
        "internal(f32[N])",
        "unknown_method(f32[N])",
        "no_numpy_name(f32[N])",
        "both_names(f32[N])",
        "scalar(f32[], f32[N])",
    ]
)
PROGRAM = harness.program("torch_names", SOURCE, CALLS, args=("--force",), flags="-O0")
SHAPES = [(2, 4, 4, 6), (1, 4, 4, 6), (3, 8, 4, 4)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", FORMS)
def test_names(name, shape):
    x = torch.randn(shape, generator=torch.Generator().manual_seed(3))
    harness.check(PROGRAM.load(), name, lambda: (x.clone(),), expect="whole")


@pytest.mark.parametrize("name", ATEN)
def test_operators_of_aten(name):
    generator = torch.Generator().manual_seed(4)
    x, y = torch.randn(3, 4, generator=generator), torch.randn(3, 4, generator=generator)
    harness.check(
        PROGRAM.load(), f"aten_{name}", lambda: (x.clone(), y.clone(), torch.tensor([2, 0, 1])), expect="whole"
    )


def test_the_sign_of_what_is_no_number():
    nan = torch.tensor([[[[float("nan"), -float("nan"), 0.0, -0.0]]]])
    harness.check(PROGRAM.load(), "signs", lambda: (nan.repeat(1, 1, 1, 8),), expect="whole")


def test_channels_last_stays_itself():
    x = torch.randn(2, 3, 4, 5).contiguous(memory_format=torch.channels_last)
    harness.check(PROGRAM.load(), "to_channels_last", lambda: (x,))


@pytest.mark.parametrize("name", ["internal", "unknown_method", "no_numpy_name", "both_names"])
def test_names_that_torch_lacks(name):
    harness.check(PROGRAM.load(), name, lambda: (torch.ones(3),))


def test_a_tensor_without_dimensions_in_a_call_line():
    harness.check(PROGRAM.load(), "scalar", lambda: (torch.tensor(2.0), torch.ones(3)), expect="whole")


CONTROL = harness.program(
    "torch_control",
    """import torch


class Rounded(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, steps):
        ctx.save_for_backward(x)
        ctx.steps = steps
        return torch.round(x * steps) / steps

    @staticmethod
    def backward(ctx, grad):
        return grad, None


class Pair(torch.autograd.Function):
    @staticmethod
    def forward(x, y):
        return x * y, x + y

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, a, b):
        return a, b


class Same(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return -grad


def derivatives(x):
    y = Rounded.apply(x, 4.0)
    a, b = Pair.apply(x, y)
    return a + b, y


def argument_returned(x):
    return Same.apply(x), Same.apply(x) * 2


class Several(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, steps):
        return x, x * steps, steps, None

    @staticmethod
    def backward(ctx, *grads):
        return grads[0], None


def several_returned(x):
    return Several.apply(x, 2)


def branch(x):
    return torch.cond(x.sum() > 0, lambda a: a + 1, lambda a: a * 2, (x,))


def rounded_size(x, scale: float):
    return x[: round(x.shape[0] / scale)] * 2, torch.sym_max(x.shape[0], 2)


class Reduction(torch.nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.kind = kind

    def forward(self, x, i):
        return torch.ops.aten.scatter_reduce(x, 0, i, x, self.kind, include_self=True)
""",
    [
        "derivatives(f32[A, B])",
        "argument_returned(f32[N])",
        "several_returned(f32[N])",
        "branch(f32[N])",
        "rounded_size(f32[N], 2.0)",
    ]
    + [f"Reduction({kind!r})(f32[N], i64[N])" for kind in ("sum", "prod", "mean", "amax", "amin")]
    + ["Reduction('sum')(f64[N], i64[N])", "Reduction('sum')(i64[N], i64[N])"],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", ["derivatives", "argument_returned", "several_returned", "branch"])
@pytest.mark.parametrize("sign", [1, -1])
def test_control(name, sign):
    x = torch.linspace(0.1, 3, 12) * sign
    make = lambda: (x.reshape(3, 4).clone() if name == "derivatives" else x.clone(),)
    harness.check(CONTROL.load(), name, make, expect="whole")


@pytest.mark.parametrize("scale", [2.0, 1.0, 8.0])
def test_round_of_a_number_that_is_not_known(scale):
    harness.check(CONTROL.load(), "rounded_size", lambda: (torch.arange(5.0), scale), expect="whole")


def test_a_derivative_that_is_needed_runs_in_python():
    x = torch.linspace(0.1, 3, 12).reshape(3, 4)
    with torch.enable_grad():
        change = harness.check(CONTROL.load(), "derivatives", lambda: (x.clone().requires_grad_(),))
    assert change["fallback"] >= 1


@pytest.mark.parametrize("name", ["argument_returned", "several_returned"])
def test_an_argument_that_is_returned_has_no_history_without_grad_mode(name):
    harness.check(CONTROL.load(), name, lambda: (torch.ones(3, requires_grad=True),), context=torch.no_grad)


@pytest.mark.parametrize("kind", ["sum", "prod", "mean", "amax", "amin"])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.int64])
def test_every_call_line_has_a_variant(kind, dtype):
    pair = CONTROL.load()
    expect = "whole" if dtype == torch.float32 or kind == "sum" else None
    make = lambda: (torch.arange(1, 5).to(dtype), torch.tensor([0, 2, 1, 1]))
    harness.check(pair, lambda module: module.Reduction(kind), make, expect=expect)


def test_factors_that_a_constructor_makes():
    harness.check(FACTORS.load(), "factors", lambda: (torch.ones(2, 4),), expect="whole")


FACTORS = harness.program(
    "torch_factors",
    """import torch


class Mixed(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        p, lower, upper = torch.lu_unpack(*torch.nn.init.orthogonal_(torch.ones(width, width)).lu())
        self.p = p
        self.lower = torch.nn.Parameter(torch.ones_like(lower))
        self.scale = torch.nn.Parameter(torch.ones_like(upper.diag()))
        self.shift = torch.nn.Parameter(torch.zeros(size=(width,)))

    def forward(self, x):
        return x @ torch.tril(self.lower, -1) * self.scale + self.shift


mixed = Mixed(4).requires_grad_(False).eval()


def factors(x):
    return mixed(x) * 2


if __name__ == "__main__":
    factors(torch.ones(3, 4))
""",
)


NAMED = harness.program(
    "sizes_by_name",
    """import torch


def sizes(x):
    made = torch.zeros(size=(2, 3)), torch.ones(size=[2]), torch.rand(size=(2,)).shape
    seen = x.expand(size=(2, *x.shape)), x.reshape(shape=(-1, 1)), x.permute(dims=(1, 0))
    return made, seen, x.flip(dims=(0,)), x.repeat(repeats=(2, 1)), x.tile(dims=(2,)), torch.spmm(x, x.t())


def filled(x):
    return x.new_zeros(size=(2,)), x.new_ones(size=(1, 2)), x.new_full(size=(2,), fill_value=3)


def asserted(x):
    torch._assert(x.dim() == 2, f"two dimensions, not {x.dim()}")
    torch._assert(x.sum() > 0, "a sum above zero")
    return x + 1


def asserted_late(x):
    torch._assert_async((x > 0).all(), "all above zero")
    torch._assert_async(x.max() < 100)
    return x + 1


def no_sequence(x):
    return x + torch.zeros(size=3)


def twice(x):
    return x.reshape(1, 6, shape=(6,))
""",
    [
        "sizes(f32[M, N])",
        "filled(f32[M, N])",
        "no_sequence(f32[M, N])",
        "asserted(f32[M, N])",
        "asserted_late(f32[M, N])",
        "twice(f32[M, N])",
    ],
    ["--force"],
)


@pytest.mark.parametrize("name", ["sizes", "filled", "no_sequence", "twice"])
def test_sizes_by_name(name):
    expect = "whole" if name in ("sizes", "filled") else None
    harness.check(NAMED.load(), name, lambda: (torch.arange(6.0).view(2, 3),), expect=expect)


def test_assertions_of_torch():
    harness.check(NAMED.load(), "asserted", lambda: (torch.ones(2, 3),), expect="whole")
    harness.check(NAMED.load(), "asserted", lambda: (-torch.ones(2, 3),))
    harness.check(NAMED.load(), "asserted", lambda: (torch.ones(2, 3, 1),))
    harness.check(NAMED.load(), "asserted_late", lambda: (torch.ones(2, 3),), expect="whole")
    for low, high in ((-1, 1), (1, 200)):
        harness.check(NAMED.load(), "asserted_late", lambda low=low, high=high: (torch.tensor([[low, high]]).float(),))


OVERRIDES = harness.program(
    "asked_of_overrides",
    """import torch
from torch.overrides import has_torch_function, has_torch_function_unary, has_torch_function_variadic, is_tensor_like


class Own:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return 5


class Sub(torch.Tensor):
    __torch_function__ = Own.__torch_function__


class Texts(list):
    __torch_function__ = Own.__torch_function__


own, texts = Own(), Texts()


def unary(x, y):
    return y + 1, has_torch_function_unary(x)


def several(x, y):
    return y + 1, has_torch_function((y, x)), has_torch_function_variadic(x, y, None, 1.0)


def like(x, y):
    return y + 1, is_tensor_like(x)


def handled(x, y):
    if has_torch_function((x, y)):
        return torch.overrides.handle_torch_function(handled, (x, y), x, y)
    return y + 1


def of_globals(x):
    return x + 1, has_torch_function_unary(own), has_torch_function((texts,))


def of_made(x):
    made = Own()
    return x + 1, has_torch_function_unary(made), has_torch_function((Texts(),))


def of_plain(x):
    return x + 1, has_torch_function((1, "a", None, 2.0, (x,), [Own], x, torch.float32))
""",
    calls=[f"{name}(f32[3])" for name in ("of_globals", "of_made", "of_plain")],
    args=["--force"],
)
OPERANDS = {
    "tensor": lambda m: torch.ones(3),
    "parameter": lambda m: torch.nn.Parameter(torch.ones(3), requires_grad=False),
    "subclass": lambda m: torch.ones(3).as_subclass(m.Sub),
    "object": lambda m: m.Own(),
    "list": lambda m: m.Texts(),
    "int": lambda m: 3,
}


@pytest.mark.parametrize("kind", OPERANDS)
@pytest.mark.parametrize("name", ["unary", "several", "like", "handled"])
def test_what_has_torch_functions(name, kind):
    def pick(module):
        return lambda y: getattr(module, name)(OPERANDS[kind](module), y)

    expect = "whole" if kind == "tensor" else None
    harness.check(OVERRIDES.load(), pick, lambda: (torch.ones(3),), expect=expect)


@pytest.mark.parametrize("name", ["of_globals", "of_made", "of_plain"])
def test_which_known_objects_have_torch_functions(name):
    expect = "whole" if name == "of_plain" else None
    harness.check(OVERRIDES.load(), name, lambda: (torch.ones(3),), expect=expect)


LATE = harness.program(
    "imported_late",
    """import torch


def compiling(x):
    return x + 1 if torch._dynamo.is_compiling() else x - 1
""",
    calls=["compiling(f32[3])"],
)


@harness.about_c
def test_a_function_of_a_module_that_is_imported_by_the_first_call():
    LATE.require()
    script = (
        "import sys, torch, imported_late as m\n"
        "assert 'torch._dynamo' not in sys.modules\n"
        "print([m.compiling(torch.ones(3)).tolist() for _ in range(3)], m.__pyaot__.counters()['compiled'])"
    )
    ran = subprocess.run([sys.executable, "-c", script], cwd=LATE.out, capture_output=True, text=True, check=True)
    assert ran.stdout == f"{[[0.0] * 3] * 3} 2\n"


# Functions under names of the program's own, in tables and as arguments, wherever the prelude has them from.
OWN_NAMES = harness.program(
    "own_names",
    """
import torch
import torch.nn.functional as F
from torch import nn

window = torch.hann_window
transform = torch.fft.fft
inverse = getattr(torch, "erfinv")
TABLE = {"sorted": torch.msort, "lower": torch.tril, "root": torch.special.entr}


def by_global(x):
    return transform(x * window(x.shape[1])).real + inverse(x * 0.5)


def by_table(x, name):
    return TABLE[name](x) + 1


class Act(nn.Module):
    def __init__(self, act):
        super().__init__()
        self.act = act

    def forward(self, x):
        return self.act(x) * 2


def by_argument(x, act):
    return act(x) - 1


def over_rows(x):
    y = torch.fft.fft(x, dim=0)
    return torch.stack([y.real, y.imag]), torch.fft.rfft(x, dim=1).real + 1


if __name__ == "__main__":
    x = torch.rand(4, 4)
    by_global(x)
    by_table(x, "sorted")
    by_table(x, "lower")
    by_table(x, "root")
    Act(torch.erfinv)(x)
    Act(torch.diff)(x)
    by_argument(x, torch.digamma)
    over_rows(torch.rand(2, 3, 4))
""",
    args=["--force"],
    flags="-O0",
)


def test_functions_under_names_of_the_program():
    pair = OWN_NAMES.load()
    x = torch.rand(4, 4)
    harness.check(pair, "by_global", lambda: [x], expect="whole")
    for name in ("sorted", "lower", "root"):
        harness.check(pair, "by_table", lambda name=name: [x, name], expect="whole")
    for act in (torch.erfinv, torch.diff):
        harness.check(pair, lambda m, act=act: m.Act(act), lambda: [x], expect="whole")
    harness.check(pair, "by_argument", lambda: [x, torch.digamma], expect="whole")
    harness.check(pair, "by_argument", lambda: [x, torch.lgamma], expect="fallback")


def test_transforms_over_other_dimensions_than_the_last_run_compiled():
    for size in ((2, 3, 4), (5, 4, 3), (1, 2, 3), (4, 4, 1)):
        expect = "whole" if 1 not in size else None
        x = torch.rand(size)
        harness.check(OWN_NAMES.load(), "over_rows", lambda x=x: [x], expect=expect)


NAMES_OF_ONE_DEFINITION = harness.program(
    "names_of_one_definition",
    """
import torch
import torch.nn.functional as F
TABLE = {"expit": torch.special.expit, "clip": torch.clip, "tanh": torch.tanh, "erf": torch.special.erf, "det": torch.linalg.det}
HELD = torch.special.expit


def by_table(x):
    for name in ("expit", "tanh", "erf"):
        x = TABLE[name](x) + len(name)
    return x, TABLE["clip"](x, 0, 1), TABLE["det"](x)


def identities(x):
    same = torch.clip is torch.clamp, torch.special.expit is torch.sigmoid, torch.clip is TABLE["clip"], F.conv2d is torch.conv2d
    keys = {torch.clamp: 1, torch.clip: 2, torch.special.erf: 3, torch.erf: 4, F.conv2d: 6}
    names = torch.clip.__name__, torch.special.expit.__name__, torch.subtract.__name__
    return x.sin() + keys[torch.clip], same, names, keys[torch.conv2d], len(keys), HELD in (torch.sigmoid, torch.tanh)


def held(x, f=torch.special.expit):
    return f(x) + HELD(x)


def each(x):
    names = ("subtract", "sub", "multiply", "less", "greater_equal", "arctan2")
    return [getattr(torch, name)(x, x + 1) for name in names], torch.vmap(torch.special.expit)(x)


if __name__ == "__main__":
    for function in (by_table, identities, held, each):
        function(torch.rand(3, 3))

""",
    flags="-O0",
)

SQUARE = torch.tensor([[0.5, 0.25, 0.75], [0.1, 0.9, 0.3], [0.6, 0.2, 0.4]])


@pytest.mark.parametrize("name", ["by_table", "identities", "held", "each"])
def test_names_of_one_definition_are_objects_of_their_own(name):
    harness.check(NAMES_OF_ONE_DEFINITION.load(), name, lambda: [SQUARE.clone()], expect="whole")


def test_another_function_of_the_same_definition():
    pair = NAMES_OF_ONE_DEFINITION.load()
    harness.check(pair, "held", lambda: [SQUARE.clone(), torch.sigmoid], expect="fallback")
