"""torch._C._nn: the functions that torch.nn.functional hands its arguments to."""

import torch
from torch_aten import read
from torch_layers import (
    adaptive_avg_pool2d,
    adaptive_avg_pool3d,
    adaptive_max_pool2d,
    adaptive_max_pool3d,
    avg_pool2d,
    avg_pool3d,
    max_pool2d_with_indices,
    max_pool3d_with_indices,
    pad,
    resampled,
    spread,
)
from torch_losses import (
    binary_cross_entropy,
    cross_entropy_loss,
    multi_margin_loss,
    multilabel_margin_loss,
    nll_loss_nd,
    soft_margin_loss,
)


def upsample_nearest1d(input, output_size, scale_factors):
    schema = "upsample_nearest1d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors)"
    return resampled(schema, input, output_size, scale_factors, 1)


def upsample_nearest2d(input, output_size, scale_factors):
    schema = "upsample_nearest2d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors)"
    return resampled(schema, input, output_size, scale_factors, 2)


def upsample_nearest3d(input, output_size, scale_factors):
    schema = "upsample_nearest3d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors)"
    return resampled(schema, input, output_size, scale_factors, 3)


def _upsample_nearest_exact1d(input, output_size, scale_factors):
    schema = "_upsample_nearest_exact1d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors)"
    return resampled(schema, input, output_size, scale_factors, 1)


def _upsample_nearest_exact2d(input, output_size, scale_factors):
    schema = "_upsample_nearest_exact2d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors)"
    return resampled(schema, input, output_size, scale_factors, 2)


def _upsample_nearest_exact3d(input, output_size, scale_factors):
    schema = "_upsample_nearest_exact3d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors)"
    return resampled(schema, input, output_size, scale_factors, 3)


def _upsample_bilinear2d_aa(input, output_size, align_corners, scale_factors):
    schema = (
        "_upsample_bilinear2d_aa.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? scale_factors)"
    )
    return resampled(schema, input, output_size, scale_factors, 2, align_corners)


def _upsample_bicubic2d_aa(input, output_size, align_corners, scale_factors):
    schema = (
        "_upsample_bicubic2d_aa.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? scale_factors)"
    )
    return resampled(schema, input, output_size, scale_factors, 2, align_corners)


def upsample_linear1d(input, output_size, align_corners, scale_factors):
    schema = "upsample_linear1d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? scale_factors)"
    return resampled(schema, input, output_size, scale_factors, 1, align_corners)


def upsample_bilinear2d(input, output_size, align_corners, scale_factors):
    schema = "upsample_bilinear2d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? scale_factors)"
    return resampled(schema, input, output_size, scale_factors, 2, align_corners)


def upsample_trilinear3d(input, output_size, align_corners, scale_factors):
    schema = "upsample_trilinear3d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? scale_factors)"
    return resampled(schema, input, output_size, scale_factors, 3, align_corners)


def upsample_bicubic2d(input, output_size, align_corners, scale_factors):
    schema = "upsample_bicubic2d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? scale_factors)"
    return resampled(schema, input, output_size, scale_factors, 2, align_corners)


def im2col(input, kernel_size, dilation, padding, stride):
    schema = "im2col(Tensor self, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride)"
    for item in (kernel_size, dilation, padding, stride):
        if prim.kind(item, "int") == "sequence" and len(item) != 2:
            raise RuntimeError("im2col() takes pairs")
    kernel, dilation, padding, stride = (spread(item, 2) for item in (kernel_size, dilation, padding, stride))
    sizes = tuple(prim.shape(input))
    rank = prim.rank(input, 4)
    rows = prim.windows(sizes[rank - 2], kernel[0], stride[0], padding[0], dilation[0])
    columns = prim.windows(sizes[rank - 1], kernel[1], stride[1], padding[1], dilation[1])
    shape = sizes[: rank - 3] + (sizes[rank - 3] * kernel[0] * kernel[1], rows * columns)
    return prim.aten(schema, (input, kernel, dilation, padding, stride), (prim.dtype_of(input), shape))


def col2im(input, output_size, kernel_size, dilation, padding, stride):
    schema = (
        "col2im(Tensor self, SymInt[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride)"
    )
    kernel, dilation, padding, stride = (spread(item, 2) for item in (kernel_size, dilation, padding, stride))
    output_size = spread(output_size, 2)
    sizes = tuple(prim.shape(input))
    rank = prim.rank(input, 3)
    shape = sizes[: rank - 2] + (prim.exact_division(sizes[rank - 2], kernel[0] * kernel[1]),) + output_size
    return prim.aten(schema, (input, output_size, kernel, dilation, padding, stride), (prim.dtype_of(input), shape))


def max_unpool2d(input, indices, output_size):
    schema = "max_unpool2d(Tensor self, Tensor indices, SymInt[2] output_size)"
    if not isinstance(output_size, (tuple, list)):
        prim.cut("max_unpool2d() to one size")
    torch.may_be_in_any_order()
    lead = tuple(prim.shape(input))[: prim.rank(input, 4) - 2]
    sizes = tuple(output_size)[-2:]
    return prim.aten(schema, (input, indices, sizes), read(prim.dtype_of(input), input, lead + sizes))


def max_unpool3d(input, indices, output_size, stride, padding):
    schema = "max_unpool3d(Tensor self, Tensor indices, SymInt[3] output_size, int[3] stride, int[3] padding)"
    if not isinstance(output_size, (tuple, list)):
        prim.cut("max_unpool3d() to one size")
    torch.may_be_in_any_order()
    lead = tuple(prim.shape(input))[: prim.rank(input, 5) - 3]
    sizes = tuple(output_size)[-3:]
    return prim.aten(schema, (input, indices, sizes, stride, padding), read(prim.dtype_of(input), input, lead + sizes))


def softshrink(input, lambd=0.5):
    if not 0 <= lambd < torch.inf:
        raise RuntimeError(f"lambda must be in range [0, inf), but found {lambd}")
    lambd = lambd + 0.0  # of a bool
    torch.need_float("softshrink", input)
    prim.fits(lambd, prim.dtype_of(input))
    x = torch.float_of(input)
    above = prim.binary("gt", x, lambd)
    below = prim.binary("lt", x, -lambd)
    inner = prim.where(below, prim.binary("add", x, lambd), prim.binary("mul", x, 0.0))
    return torch.as_given(prim.where(above, prim.binary("sub", x, lambd), inner), input)


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    schema = (
        'pad_sequence(Tensor[] sequences, bool batch_first=False, float padding_value=0., str padding_side="right")'
    )
    if len(sequences) == 0:
        raise RuntimeError("received an empty list of sequences")
    first = sequences[0]
    result = (prim.dtype_of(first), prim.rank(first, 2) + 1)
    return prim.aten(schema, (list(sequences), batch_first, float(padding_value), padding_side), result)


def elu_(input, alpha=1.0):
    return torch.over_input(torch.nn.functional.elu)(input, alpha)


def leaky_relu_(input, negative_slope=0.01):
    return torch.over_input(torch.nn.functional.leaky_relu)(input, negative_slope)


def hardtanh_(input, min_val=-1.0, max_val=1.0):
    if min_val > max_val:
        prim.cut("hardtanh_() with bounds that torch.nn.functional refuses")
    return torch.over_input(torch.nn.functional.hardtanh)(input, min_val, max_val)
