"""Operators of ATen that torch names in torch.ops.aten alone, most of them derivatives: rows as in torch_aten.py."""

import torch
from torch_aten import any_like, row, same_any, several


def second(schema):
    """A result like the second tensor: mostly the gradient of what the operator was given."""
    return row(schema, lambda first, second, *rest: any_like(second))


tanh_backward = same_any("tanh_backward(Tensor grad_output, Tensor output)")
sigmoid_backward = same_any("sigmoid_backward(Tensor grad_output, Tensor output)")
gelu_backward = second('gelu_backward(Tensor grad_output, Tensor self, *, str approximate="none")')
silu_backward = second("silu_backward(Tensor grad_output, Tensor self)")
mish_backward = second("mish_backward(Tensor grad_output, Tensor self)")
hardswish_backward = second("hardswish_backward(Tensor grad_output, Tensor self)")
hardsigmoid_backward = second("hardsigmoid_backward(Tensor grad_output, Tensor self)")
mse_loss_backward = second("mse_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction)")
smooth_l1_loss_backward = second(
    "smooth_l1_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction, float beta)"
)
binary_cross_entropy_backward = second(
    "binary_cross_entropy_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight=None, int reduction=1)"
)
nll_loss_backward = second(
    "nll_loss_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, "
    "SymInt ignore_index, Tensor total_weight)"
)
nll_loss2d_backward = second(
    "nll_loss2d_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, "
    "SymInt ignore_index, Tensor total_weight)"
)
max_pool2d_with_indices_backward = second(
    "max_pool2d_with_indices_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] stride, "
    "int[2] padding, int[2] dilation, bool ceil_mode, Tensor indices)"
)
avg_pool2d_backward = second(
    "avg_pool2d_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] stride, int[2] padding, "
    "bool ceil_mode, bool count_include_pad, int? divisor_override)"
)
_adaptive_avg_pool2d_backward = second("_adaptive_avg_pool2d_backward(Tensor grad_output, Tensor self)")
native_dropout_backward = same_any("native_dropout_backward(Tensor grad_output, Tensor mask, float scale)")


def of_dtype(schema):
    """The derivative of a softmax, of the dtype that its input had."""
    return row(schema, lambda grad, output, dim, dtype: (dtype, prim.shape(grad), "any"))


_softmax_backward_data = of_dtype(
    "_softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype)"
)
_log_softmax_backward_data = of_dtype(
    "_log_softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype)"
)
embedding_dense_backward = row(
    "embedding_dense_backward(Tensor grad_output, Tensor indices, SymInt num_weights, SymInt padding_idx, "
    "bool scale_grad_by_freq)",
    lambda grad, indices, count, *rest: (prim.dtype_of(grad), (count, prim.size(grad, -1)), "any"),
)
upsample_nearest2d_backward = row(
    "upsample_nearest2d_backward(Tensor grad_output, SymInt[2] output_size, SymInt[4] input_size, "
    "float? scales_h=None, float? scales_w=None)",
    lambda grad, output_size, input_size, *scales: (prim.dtype_of(grad), tuple(input_size), "any"),
)
upsample_bilinear2d_backward = row(
    "upsample_bilinear2d_backward(Tensor grad_output, SymInt[2] output_size, SymInt[4] input_size, bool align_corners, "
    "float? scales_h=None, float? scales_w=None)",
    lambda grad, output_size, input_size, *scales: (prim.dtype_of(grad), tuple(input_size), "any"),
)


def slice_backward(grad_output, input_sizes, dim, start, end, step):
    return torch.slice_scatter(zeros_of(grad_output, input_sizes), grad_output, dim, start, end, step)


def select_backward(grad_output, input_sizes, dim, index):
    return torch.select_scatter(zeros_of(grad_output, input_sizes), grad_output, dim, index)


def zeros_of(model, sizes):
    return torch.zeros(sizes, dtype=prim.dtype_of(model))


# ---- losses, normalisations, quantisation


def forward_of_loss(input, target, weight, reduction, ignore_index):
    dtype = prim.dtype_of(input)
    return [(dtype, prim.shape(target) if reduction == 0 else ()), (dtype, ())]


nll_loss_forward = several(
    "nll_loss_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index)", forward_of_loss
)
nll_loss2d_forward = several(
    "nll_loss2d_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index)",
    forward_of_loss,
)


def normalised(input, weight, bias, running_mean, running_var, training, momentum, eps):
    if training and (running_mean is not None or running_var is not None):
        prim.cut("native_batch_norm() that moves running statistics")
    statistics = (prim.dtype_of(input), (prim.size(input, 1) if training else 0,))
    return [any_like(input), statistics, statistics]


def _native_batch_norm_legit(input, weight, bias, *rest):
    """With running statistics, or without: they are three arguments less."""
    if len(rest) == 5:
        return native_batch_norm(input, weight, bias, *rest)
    return native_batch_norm(input, weight, bias, None, None, *rest)


native_batch_norm = several(
    "native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, "
    "bool training, float momentum, float eps)",
    normalised,
)
_native_batch_norm_legit_no_training = several(
    "_native_batch_norm_legit_no_training(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, "
    "Tensor running_var, float momentum, float eps)",
    lambda input, *rest: [any_like(input), (prim.dtype_of(input), (0,)), (prim.dtype_of(input), (0,))],
)
_weight_norm_interface = several(
    "_weight_norm_interface(Tensor v, Tensor g, int dim=0)", lambda v, g, dim: [any_like(v), any_like(g)]
)
fake_quantize_by_numbers = same_any(
    "fake_quantize_per_tensor_affine(Tensor self, float scale, int zero_point, int quant_min, int quant_max)"
)
fake_quantize_by_tensors = same_any(
    "fake_quantize_per_tensor_affine.tensor_qparams(Tensor self, Tensor scale, Tensor zero_point, int quant_min, "
    "int quant_max)"
)
fake_quantize_per_channel_affine = same_any(
    "fake_quantize_per_channel_affine(Tensor self, Tensor scale, Tensor zero_point, int axis, int quant_min, "
    "int quant_max)"
)
fake_quantize_per_tensor_affine_cachemask = several(
    "fake_quantize_per_tensor_affine_cachemask(Tensor self, float scale, int zero_point, int quant_min, int quant_max)",
    lambda input, *rest: [any_like(input), (torch.bool, prim.shape(input), "any")],
)


def fake_quantize_per_tensor_affine(input, scale, zero_point, quant_min, quant_max):
    by = fake_quantize_by_tensors if prim.is_tensor(scale) else fake_quantize_by_numbers
    return by(input, scale, zero_point, quant_min, quant_max)


# ---- others

_cdist_forward = row(
    "_cdist_forward(Tensor x1, Tensor x2, float p, int? compute_mode)",
    lambda x1, x2, *rest: (prim.dtype_of(x1), max(prim.rank(x1, 2), prim.rank(x2, 2)), "any"),
)
_embedding_bag = several(
    "_embedding_bag(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int mode=0, "
    "bool sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False, int padding_idx=-1)",
    lambda weight, *rest: [
        (prim.dtype_of(weight), (None, prim.size(weight, 1))),
        (torch.int64, (None,)),
        (torch.int64, (None,)),
        (torch.int64, 1 if rest[3] != 2 else 2, "any"),
    ],
)

_safe_softmax = row(
    "_safe_softmax(Tensor self, int dim, ScalarType? dtype=None)",
    lambda input, dim, dtype: (prim.dtype_of(input) if dtype is None else dtype, prim.shape(input), "any"),
)
_trilinear = row(
    "_trilinear(Tensor i1, Tensor i2, Tensor i3, int[] expand1, int[] expand2, int[] expand3, int[] sumdim, "
    "int unroll_dim=1)",
    lambda i1, i2, i3, expand1, expand2, expand3, sumdim, unroll_dim: (
        prim.dtype_of(i1),
        prim.rank(i1, 3) + len(expand1) - len(sumdim),
        "any",
    ),
)


def convolution_gradients(
    grad_output, input, weight, bias_sizes, stride, padding, dilation, transposed, output_padding, groups, output_mask
):
    if not (output_mask[0] and output_mask[1] and output_mask[2]):
        prim.cut("convolution_backward() of some gradients only")
    bias = (prim.dtype_of(weight), (prim.size(weight, 1) * groups if transposed else prim.size(weight, 0),))
    return [any_like(input), any_like(weight), bias]


convolution_backward = several(
    "convolution_backward(Tensor grad_output, Tensor input, Tensor weight, SymInt[]? bias_sizes, SymInt[] stride, "
    "SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, SymInt groups, bool[3] output_mask)",
    convolution_gradients,
)


def layer_norm_gradients(grad_output, input, normalized_shape, mean, rstd, weight, bias, output_mask):
    if not (output_mask[0] and output_mask[1] and output_mask[2]) or weight is None or bias is None:
        prim.cut("native_layer_norm_backward() of some gradients only")
    return [any_like(input), any_like(weight), any_like(bias)]


native_layer_norm_backward = several(
    "native_layer_norm_backward(Tensor grad_out, Tensor input, SymInt[] normalized_shape, Tensor mean, Tensor rstd, "
    "Tensor? weight, Tensor? bias, bool[3] output_mask)",
    layer_norm_gradients,
)
