"""torch.ops.aten: operators under ATen's own names, with the arguments of ATen's own schemas.

Most are functions of torch; those below are methods of tensors, functions of torch.nn.functional, or take other
arguments. An overload (aten.add.Tensor) is the operator: which one is meant shows in the arguments.
"""

import builtins

import torch
import torch._C._nn as layers
from torch import *
from torch.nn import functional
from torch_methods import *
from torch_tensor import Tensor

# ---- methods of tensors

copy_ = Tensor.copy_
expand = Tensor.expand
expand_as = Tensor.expand_as
fill_ = Tensor.fill_
masked_fill_ = Tensor.masked_fill_
new_empty = Tensor.new_empty
new_full = Tensor.new_full
new_ones = Tensor.new_ones
new_zeros = Tensor.new_zeros
repeat = Tensor.repeat
view = Tensor.view
view_as = Tensor.view_as
add_ = Tensor.add_
sub_ = Tensor.sub_
mul_ = Tensor.mul_
div_ = Tensor.div_
pow_ = Tensor.pow_
clamp_ = Tensor.clamp_
relu_ = Tensor.relu_
sigmoid_ = Tensor.sigmoid_
tanh_ = Tensor.tanh_
exp_ = Tensor.exp_
zero_ = Tensor.zero_
index_put_ = Tensor.index_put_
scatter_ = Tensor.scatter_
scatter_add_ = Tensor.scatter_add_


def alias(self):
    return self.view(self.shape)


def _unsafe_view(self, size):
    return self.view(size)


def _to_copy(self, *, dtype=None, layout=None, device=None, pin_memory=None, non_blocking=False, memory_format=None):
    if layout is not None or pin_memory or memory_format is not None:
        prim.cut("_to_copy() but to another dtype")
    return self.to(prim.dtype_of(self) if dtype is None else dtype, copy=True)


def lift_fresh_copy(self):
    return self.clone()


def copy(self, src, non_blocking=False):
    return src.to(prim.dtype_of(self)).expand(self.shape).clone()


def fill(self, value):
    return torch.full_like(self, value)


def slice(self, dim=0, start=None, end=None, step=1):
    return prim.slice(self, dim, start, end, step)


def index(self, indices):
    return self[tuple([_all if index is None else index for index in indices])]


_all = builtins.slice(None)


# ---- activations and others of torch.nn.functional

gelu = functional.gelu
glu = functional.glu
hardsigmoid = functional.hardsigmoid
hardswish = functional.hardswish
hardtanh = functional.hardtanh
leaky_relu = functional.leaky_relu
log_sigmoid = functional.logsigmoid
mish = functional.mish
mse_loss = functional.mse_loss
pad = functional.pad
silu = functional.silu
smooth_l1_loss = functional.smooth_l1_loss
softplus = functional.softplus


def linear(input, weight, bias=None):
    return functional.linear(input, weight, bias)


def embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    return functional.embedding(indices, weight)


def _softmax(self, dim, half_to_float):
    if half_to_float:
        prim.cut("_softmax() from half precision to float32")
    return torch.softmax(self, dim)


def _log_softmax(self, dim, half_to_float):
    if half_to_float:
        prim.cut("_log_softmax() from half precision to float32")
    return torch.log_softmax(self, dim)


def elu(self, alpha=1, scale=1, input_scale=1):
    if scale != 1 or input_scale != 1:
        prim.cut("elu() with scales")
    return functional.elu(self, alpha)


def convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    count = prim.rank(weight, 4) - 2
    if count < 1 or count > 3:
        raise RuntimeError("weight should have at least three dimensions")
    if transposed:
        apply = (torch.conv_transpose1d, torch.conv_transpose2d, torch.conv_transpose3d)[count - 1]
        return apply(input, weight, bias, stride, padding, output_padding, groups, dilation)
    return (torch.conv1d, torch.conv2d, torch.conv3d)[count - 1](input, weight, bias, stride, padding, dilation, groups)


def _resize(function, align):
    """Scales say how far the pixels lie apart; only where they follow from the sizes are they left out."""

    def aligned(self, output_size, align_corners, *scales):
        if builtins.any([scale is not None for scale in scales]):
            prim.cut("a resampling with scales of its own")
        return function(self, output_size, align_corners, None)

    def nearest(self, output_size, *scales):
        if builtins.any([scale is not None for scale in scales]):
            prim.cut("a resampling with scales of its own")
        return function(self, output_size, None)

    return aligned if align else nearest


upsample_nearest1d = _resize(layers.upsample_nearest1d, False)
upsample_nearest2d = _resize(layers.upsample_nearest2d, False)
upsample_nearest3d = _resize(layers.upsample_nearest3d, False)
upsample_linear1d = _resize(layers.upsample_linear1d, True)
upsample_bilinear2d = _resize(layers.upsample_bilinear2d, True)
upsample_bicubic2d = _resize(layers.upsample_bicubic2d, True)


# ---- padding and pooling


def constant_pad_nd(self, pad, value=0):
    return functional.pad(self, pad, "constant", value)


def reflection_pad2d(self, padding):
    return functional.pad(self, padding, "reflect")


def _adaptive_avg_pool2d(self, output_size):
    return functional.adaptive_avg_pool2d(self, output_size)


def avg_pool2d(self, kernel_size, stride=(), padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    return functional.avg_pool2d(
        self, kernel_size, stride or None, padding, ceil_mode, count_include_pad, divisor_override
    )


def max_pool2d_with_indices(self, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
    return functional.max_pool2d(self, kernel_size, stride or None, padding, dilation, ceil_mode, True)
