"""torch.ops.aten: operators under ATen's own names, with the arguments of ATen's own schemas.

Most are functions of torch; those below are methods of tensors, functions of torch.nn.functional, or take other
arguments. An overload (aten.add.Tensor) is the operator: which one is meant shows in the arguments.
"""

import builtins

import torch
import torch._C._nn as layers
from torch import *
from torch._C._nn import max_pool3d_with_indices, max_unpool2d, max_unpool3d, softshrink
from torch.nn import functional
from torch_aten_rows import (
    _adaptive_avg_pool2d_backward,
    _cdist_forward,
    _embedding_bag,
    _log_softmax_backward_data,
    _native_batch_norm_legit,
    _native_batch_norm_legit_no_training,
    _safe_softmax,
    _softmax_backward_data,
    _trilinear,
    _weight_norm_interface,
)
from torch_aten_rows import *
import torch_losses
from torch_composites import _int_mm
from torch_methods import *
from torch_tensor import Tensor


_families = (("linalg_", torch.linalg), ("special_", torch.special))


def __getattr__(name):
    """What is no function of torch: one of torch.linalg and the like, or a method of tensors."""
    for prefix, module in _families:
        if name.startswith(prefix) and hasattr(module, name[len(prefix) :]):
            return getattr(module, name[len(prefix) :])
    return getattr(Tensor, name) if hasattr(Tensor, name) else None


# ---- operators that give lists, where torch's functions give tuples


def _listed(function):
    def operator(*args, **kwargs):
        result = function(*args, **kwargs)
        return result if prim.kind(result, "tensor") == "tensor" else list(result)

    return operator


atleast_1d = _listed(torch.atleast_1d)
atleast_2d = _listed(torch.atleast_2d)
atleast_3d = _listed(torch.atleast_3d)
broadcast_tensors = _listed(lambda tensors: torch.broadcast_tensors(*tensors))
chunk = _listed(torch.chunk)
dsplit = _listed(torch.dsplit)
hsplit = _listed(torch.hsplit)
meshgrid = _listed(torch.meshgrid)
split = _listed(torch.split)
split_with_sizes = _listed(torch.split_with_sizes)
tensor_split = _listed(torch.tensor_split)
unbind = _listed(torch.unbind)
unsafe_chunk = _listed(torch.unsafe_chunk)
unsafe_split = _listed(torch.unsafe_split)
unsafe_split_with_sizes = _listed(torch.unsafe_split_with_sizes)
vsplit = _listed(torch.vsplit)


# ---- operators whose results torch's functions give names


def _unnamed(function):
    def operator(*args, **kwargs):
        result = function(*args, **kwargs)
        return tuple(result) if prim.kind(result, "tensor") == "sequence" else result

    return operator


aminmax = _unnamed(torch.aminmax)
cummax = _unnamed(torch.cummax)
cummin = _unnamed(torch.cummin)
frexp = _unnamed(torch.frexp)
geqrf = _unnamed(torch.geqrf)
kthvalue = _unnamed(torch.kthvalue)
max = _unnamed(torch.max)
median = _unnamed(torch.median)
min = _unnamed(torch.min)
mode = _unnamed(torch.mode)
nanmedian = _unnamed(torch.nanmedian)
qr = _unnamed(torch.qr)
slogdet = _unnamed(torch.slogdet)
sort = _unnamed(torch.sort)
svd = _unnamed(torch.svd)
topk = _unnamed(torch.topk)
triangular_solve = _unnamed(torch.triangular_solve)
linalg_eigh = _unnamed(torch.linalg.eigh)
linalg_qr = _unnamed(torch.linalg.qr)
linalg_slogdet = _unnamed(torch.linalg.slogdet)
linalg_svd = _unnamed(torch.linalg.svd)

# ---- of which torch warns in a frame of its own: prim.warn() finds one of this file


def _warned(function):
    return lambda *args, **kwargs: function(*args, **kwargs)


adjoint = _warned(torch.adjoint)
chain_matmul = _warned(torch.chain_matmul)
cross = _warned(torch.cross)
frobenius_norm = _warned(torch.frobenius_norm)


# ---- methods of tensors


def mH(self):
    return self.mH


def mT(self):
    return self.mT


def numpy_T(self):
    return self.T


def to(self, *args, layout=None, pin_memory=None, **kwargs):
    if layout is not None and prim.kind(layout, "none") != "layout" or pin_memory:
        prim.cut("to() but another dtype or device")
    kwargs = {name: value for name, value in kwargs.items() if value is not None}
    return self.to(*args, **kwargs)


def _to(dtype):
    return lambda self, non_blocking=False: self.to(dtype)


_cast_Byte = _to(torch.uint8)
_cast_Char = _to(torch.int8)
_cast_Double = _to(torch.float64)
_cast_Float = _to(torch.float32)
_cast_Half = _to(torch.float16)
_cast_Int = _to(torch.int32)
_cast_Long = _to(torch.int64)
_cast_Short = _to(torch.int16)


def _number(kind):
    """The number in a tensor; which overload torch takes for other arguments depends on their order in its table."""
    return lambda a: kind(a.item()) if prim.is_tensor(a) else prim.cut("a conversion of a number by an operator")


Int = _number(builtins.int)
Float = _number(builtins.float)
Bool = _number(builtins.bool)


def ScalarImplicit(a):
    return a.item()


IntImplicit = FloatImplicit = ScalarImplicit


_local_scalar_dense = ScalarImplicit


def sym_size(self, dim):
    return self.size(dim)


def sym_stride(self, dim):
    return self.stride(dim)


def sym_numel(self):
    return self.numel()


def _dim_arange(like, dim):
    return torch.arange(like.size(dim))


def _reshape_alias(self, size, stride):
    return self.as_strided(size, stride)


def index_put_(self, indices, values, accumulate=False):
    """Which takes None among its indices, as the function of torch does not."""
    return Tensor.index_put_(self, indices, values, accumulate)


def _index_put_impl_(self, indices, values, accumulate=False, unsafe=False):
    return self.index_put_(indices, values, accumulate)


def _unsafe_index_put(self, indices, values, accumulate=False):
    return torch.index_put(self, indices, values, accumulate)


def _with_alpha(name):
    """alpha may stand behind the operands, as in the overload for numbers."""
    function = getattr(torch, name)
    return lambda self, other, alpha=1: function(self, other, alpha=alpha)


add = _with_alpha("add")
sub = _with_alpha("sub")
rsub = _with_alpha("rsub")


def threshold_backward(grad_output, self, threshold):
    made = torch.where(self <= threshold, 0, grad_output)
    return prim.cast(made, prim.result_type(grad_output, self))


def alias(self):
    return self.view(self.shape)


def _unsafe_view(self, size):
    """No view to torch, though the memory is the operand's; writes to one are no writes to the other."""
    view = self.view(size)
    return view.detach() if prim.is_no_view(self) else prim.data(view)


def _to_copy(self, *, dtype=None, layout=None, device=None, pin_memory=None, non_blocking=False, memory_format=None):
    if layout is not None or pin_memory or memory_format is not None:
        prim.cut("_to_copy() but to another dtype")
    if device is not None:
        torch.check_device(device)
    return self.to(prim.dtype_of(self) if dtype is None else dtype, copy=True)


def lift_fresh_copy(self):
    return self.clone()


def copy(self, src, non_blocking=False):
    torch.need_row_major("copy", self)
    return src.to(prim.dtype_of(self)).expand(self.shape).clone()


def slice(self, dim=0, start=None, end=None, step=1):
    return torch.every(self, dim, start, end, step)


def index(self, indices):
    return self[tuple([_all if index is None else index for index in indices])]


_all = builtins.slice(None)


def _convolution(
    input, weight, bias, stride, padding, dilation, transposed, output_padding, groups, *flags, **named_flags
):
    return convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups)


# ---- activations and others of torch.nn.functional

gelu = functional.gelu
glu = functional.glu
hardsigmoid = functional.hardsigmoid
hardswish = functional.hardswish
hardtanh = functional.hardtanh
leaky_relu = functional.leaky_relu
log_sigmoid = functional.logsigmoid
mish = functional.mish
pad = functional.pad
silu = functional.silu
softplus = functional.softplus


relu6 = functional.relu6
scaled_dot_product_attention = functional.scaled_dot_product_attention

_reductions = ("none", "mean", "sum")


def _loss(function):
    return lambda self, target, reduction=1: function(self, target, reduction=_reductions[reduction])


l1_loss = _loss(functional.l1_loss)
mse_loss = _loss(functional.mse_loss)


def _averaged(function, schema):
    """A loss that is an average unless said otherwise: torch's own bindings give one number an element."""
    return lambda *args, **kwargs: function(*prim.bind(schema, args, kwargs))


binary_cross_entropy = _averaged(
    torch_losses.binary_cross_entropy,
    "binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=1)",
)
cross_entropy_loss = _averaged(
    torch_losses.cross_entropy_loss,
    "cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100, "
    "float label_smoothing=0.)",
)
multi_margin_loss = _averaged(
    torch_losses.multi_margin_loss,
    "multi_margin_loss(Tensor self, Tensor target, Scalar p=1, Scalar margin=1, Tensor? weight=None, int reduction=1)",
)
nll_loss_nd = _averaged(
    torch_losses.nll_loss_nd,
    "nll_loss_nd(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100)",
)
soft_margin_loss = _averaged(
    torch_losses.soft_margin_loss, "soft_margin_loss(Tensor self, Tensor target, int reduction=1)"
)
hinge_embedding_loss = _averaged(
    torch_losses.hinge_embedding_loss,
    "hinge_embedding_loss(Tensor self, Tensor target, float margin=1., int reduction=1)",
)
margin_ranking_loss = _averaged(
    torch_losses.margin_ranking_loss,
    "margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0., int reduction=1)",
)
cosine_embedding_loss = _averaged(
    torch_losses.cosine_embedding_loss,
    "cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0., int reduction=1)",
)
kl_div = _averaged(torch_losses.kl_div, "kl_div(Tensor self, Tensor target, int reduction=1, *, bool log_target=False)")
triplet_margin_loss = _averaged(
    torch.triplet_margin_loss,
    "triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1., float p=2., "
    "float eps=9.9999999999999995e-07, bool swap=False, int reduction=1)",
)
multilabel_margin_loss = _averaged(
    torch_losses.multilabel_margin_loss, "multilabel_margin_loss(Tensor self, Tensor target, int reduction=1)"
)


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction=1, zero_infinity=False):
    return torch.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity)


def smooth_l1_loss(self, target, reduction=1, beta=1.0):
    return functional.smooth_l1_loss(self, target, reduction=_reductions[reduction], beta=beta)


def huber_loss(self, target, reduction=1, delta=1.0):
    return functional.huber_loss(self, target, reduction=_reductions[reduction], delta=delta)


def nll_loss(self, target, weight=None, reduction=1, ignore_index=-100):
    return nll_loss_forward(self, target, weight, reduction, ignore_index)[0]


def binary_cross_entropy_with_logits(self, target, weight=None, pos_weight=None, reduction=1):
    return functional.binary_cross_entropy_with_logits(
        self, target, weight, pos_weight=pos_weight, reduction=_reductions[reduction]
    )


def linear(input, weight, bias=None):
    return functional.linear(input, weight, bias)


def _softmax(self, dim, half_to_float):
    if half_to_float:
        prim.cut("_softmax() from half precision to float32")
    return torch.softmax(self, dim)


def _log_softmax(self, dim, half_to_float):
    if half_to_float:
        prim.cut("_log_softmax() from half precision to float32")
    return torch.log_softmax(self, dim)


def elu(self, alpha=1, scale=1, input_scale=1):
    if scale == 1 and input_scale == 1:
        return functional.elu(self, alpha)
    torch.need_float("elu", self)
    x = torch.float_of(self)
    made = torch.where(x > 0, x * scale, torch.expm1(x * input_scale) * (alpha * scale))
    return prim.cast(made, prim.dtype_of(self))


def _in_place(function):
    return lambda self, *args, **kwargs: prim.inplace(self, function(self, *args, **kwargs), ())


elu_ = _in_place(elu)
hardswish_ = _in_place(functional.hardswish)
hardtanh_ = _in_place(functional.hardtanh)
leaky_relu_ = _in_place(functional.leaky_relu)
mish_ = _in_place(functional.mish)
relu6_ = _in_place(functional.relu6)
silu_ = _in_place(functional.silu)


def _slope(name, grad_output, input, made):
    """The gradient of a function of each element, which is one operation of two tensors of floats."""
    if prim.dtype_of(input) != prim.dtype_of(grad_output):
        prim.cut(name + "() of two dtypes")
    torch.need_float(name, grad_output)
    return prim.iterated(made, (grad_output, input))


def leaky_relu_backward(grad_output, self, negative_slope, self_is_result):
    if self_is_result and negative_slope < 0:
        raise RuntimeError("In-place leakyReLu backward calculation is triggered with a negative slope")
    made = torch.where(self > 0, grad_output, grad_output * negative_slope)
    return _slope("leaky_relu_backward", grad_output, self, made)


def hardtanh_backward(grad_output, self, min_val, max_val):
    made = torch.where((self <= min_val) | (self >= max_val), 0.0, grad_output)
    return _slope("hardtanh_backward", grad_output, self, made)


def elu_backward(grad_output, alpha, scale, input_scale, is_result, self_or_result):
    x = self_or_result
    if is_result and alpha < 0:
        raise RuntimeError("In-place elu backward calculation is triggered with a negative slope")
    rise = x + alpha * scale if is_result else (x * input_scale).exp() * (alpha * scale)
    made = torch.where(x > 0, grad_output * scale, grad_output * (rise * input_scale))
    return _slope("elu_backward", grad_output, x, made)


def softplus_backward(grad_output, self, beta, threshold):
    z = (self * beta).exp()
    made = torch.where(self * beta > threshold, grad_output, grad_output * z / (z + 1.0))
    return _slope("softplus_backward", grad_output, self, made)


def convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    count = prim.rank(weight, 4) - 2
    if count < 1 or count > 3:
        raise RuntimeError("weight should have at least three dimensions")
    if transposed:
        apply = (torch.conv_transpose1d, torch.conv_transpose2d, torch.conv_transpose3d)[count - 1]
        return apply(input, weight, bias, stride, padding, output_padding, groups, dilation)
    return (torch.conv1d, torch.conv2d, torch.conv3d)[count - 1](input, weight, bias, stride, padding, dilation, groups)


def _with_scales(name, input, output_size, align_corners, scales):
    """Scales that say how far the pixels lie apart; those of the last dimensions come last."""
    count = [builtins.int(letter) for letter in name if letter in "123"][0]
    text = f"{name}(Tensor self, SymInt[{count}] output_size, "
    text += "bool align_corners, " if len(align_corners) > 0 else ""
    named = ["scales"] if count == 1 else ["scales_d", "scales_h", "scales_w"][-count:]
    text += ", ".join([f"float? {scale}=None" for scale in named]) + ")"
    if len(scales) > 3:
        scales = scales[:-3]
    values = (input, output_size) + align_corners + tuple(scales)[-count:]
    sizes = tuple(prim.shape(input))[:2] + tuple(output_size)
    return prim.aten(text, values, (prim.dtype_of(input), sizes, "any"))


def _resize(function, align):
    """Scales say how far the pixels lie apart; only where they follow from the sizes are they left out."""

    def resized(self, output_size, align_corners, scale_factors, scales):
        if builtins.any([scale is not None for scale in scales]):
            return _with_scales(function.__name__, self, output_size, align_corners, scales)
        return function(self, output_size, *align_corners, scale_factors)

    def aligned(
        self, output_size, align_corners, *scales, scales_d=None, scales_h=None, scales_w=None, scale_factors=None
    ):
        if len(scales) == 1 and prim.kind(scales[0], "float") == "sequence":
            scales, scale_factors = (), scales[0]
        return resized(self, output_size, (align_corners,), scale_factors, scales + (scales_d, scales_h, scales_w))

    def nearest(self, output_size, *scales, scales_d=None, scales_h=None, scales_w=None, scale_factors=None):
        if len(scales) == 1 and prim.kind(scales[0], "float") == "sequence":
            scales, scale_factors = (), scales[0]
        return resized(self, output_size, (), scale_factors, scales + (scales_d, scales_h, scales_w))

    return aligned if align else nearest


upsample_nearest1d = _resize(layers.upsample_nearest1d, False)
upsample_nearest2d = _resize(layers.upsample_nearest2d, False)
upsample_nearest3d = _resize(layers.upsample_nearest3d, False)
upsample_linear1d = _resize(layers.upsample_linear1d, True)
upsample_bilinear2d = _resize(layers.upsample_bilinear2d, True)
upsample_bicubic2d = _resize(layers.upsample_bicubic2d, True)
upsample_trilinear3d = _resize(layers.upsample_trilinear3d, True)
_upsample_bicubic2d_aa = _resize(layers._upsample_bicubic2d_aa, True)
_upsample_bilinear2d_aa = _resize(layers._upsample_bilinear2d_aa, True)


# ---- padding and pooling


def _padding(mode):
    return lambda self, padding: functional.pad(self, padding, mode)


adaptive_max_pool2d = layers.adaptive_max_pool2d
adaptive_max_pool3d = layers.adaptive_max_pool3d
reflection_pad1d = reflection_pad2d = reflection_pad3d = _padding("reflect")
replication_pad1d = replication_pad2d = replication_pad3d = _padding("replicate")


_adaptive_avg_pool2d = adaptive_avg_pool2d = layers.adaptive_avg_pool2d
_adaptive_avg_pool3d = adaptive_avg_pool3d = layers.adaptive_avg_pool3d
_pad_circular = _padding("circular")


def _prelu_kernel(self, weight):
    return torch.where(self > 0, self, weight * self)


def _pdist_forward(self, p=2.0):
    return torch.pdist(self, p)


def col2im(self, output_size, kernel_size, dilation, padding, stride):
    return functional.fold(self, output_size, kernel_size, dilation, padding, stride)


def im2col(self, kernel_size, dilation, padding, stride):
    return functional.unfold(self, kernel_size, dilation, padding, stride)


def avg_pool3d(self, kernel_size, stride=(), padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    return functional.avg_pool3d(
        self, kernel_size, stride or None, padding, ceil_mode, count_include_pad, divisor_override
    )


def avg_pool2d(self, kernel_size, stride=(), padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    return functional.avg_pool2d(
        self, kernel_size, stride or None, padding, ceil_mode, count_include_pad, divisor_override
    )


def max_pool2d_with_indices(self, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
    return functional.max_pool2d(self, kernel_size, stride or None, padding, dilation, ceil_mode, True)
