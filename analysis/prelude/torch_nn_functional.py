"""torch.nn.functional, over torch.py and `prim`. Formulas are those of ATen's CPU kernels; half precision is computed in
float32 and rounded once. Names that are missing here are looked up in the installed source."""

import math

import torch
import torch_layers
import torch_losses
import torch_reductions
import torch_views
import warnings
from torch import log_softmax as torch_log_softmax, relu as torch_relu, softmax as torch_softmax


def placed(input, result, inplace):
    """The result, in the input's own memory where it is asked for."""
    return prim.inplace(input, result, ()) if inplace else result


# ---- activations -------------------------------------------------------------------------------------------------------------


def relu(input, inplace=False):
    return placed(input, torch_relu(input), inplace)


def relu6(input, inplace=False):
    return hardtanh(input, 0.0, 6.0, inplace)


def whole_bound(value):
    """A bound of integers: what is a fraction is cut off."""
    if prim.kind(value, "float") == "int":
        return value
    if not prim.is_known(value) or value - value != 0:
        prim.cut("a bound that is not known, or no number of an int")
    return math.trunc(value)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    if prim.dtype_class(prim.dtype_of(input)) != "float":
        if prim.dtype_of(input) == torch.bool:
            prim.cut("hardtanh() of bools, which torch refuses in several ways")
        min_val, max_val = whole_bound(min_val), whole_bound(max_val)
    result = prim.clamp(input, min_val, max_val)
    return prim.inplace(input, result, ()) if inplace else prim.with_layout_of(result, input)


def sigmoid(input):
    return prim.unary("sigmoid", input)


def tanh(input):
    return prim.unary("tanh", input)


def gelu(input, approximate="none"):
    torch.need_float("gelu", input)
    x = torch.float_of(input)
    if approximate == "none":
        cumulative = prim.binary("add", prim.unary("erf", prim.binary("mul", x, 0.7071067811865476)), 1.0)
        result = prim.binary("mul", prim.binary("mul", x, 0.5), cumulative)
    elif approximate == "tanh":
        cube = prim.binary("mul", prim.binary("mul", x, x), x)
        inner = prim.binary("mul", prim.binary("add", x, prim.binary("mul", cube, 0.044715)), 0.7978845608028654)
        result = prim.binary("mul", prim.binary("mul", x, 0.5), prim.binary("add", prim.unary("tanh", inner), 1.0))
    else:
        raise RuntimeError("approximate argument must be either none or tanh.")
    return torch.as_given(result, input)


def silu(input, inplace=False):
    torch.need_float("silu", input)
    x = torch.float_of(input)
    denominator = prim.binary("add", prim.unary("exp", prim.unary("neg", x)), 1.0)
    result = torch.as_given(prim.binary("div", x, denominator), input)
    return placed(input, result, inplace)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    torch.need_float("leaky_relu", input)
    x = torch.float_of(input)
    prim.fits(negative_slope, prim.dtype_of(x))
    scaled = prim.binary("mul", x, negative_slope)
    result = torch.as_given(prim.where(prim.binary("gt", x, 0), x, scaled), input)
    return placed(input, result, inplace)


def elu(input, alpha=1.0, inplace=False):
    torch.need_float("elu", input)
    x = torch.float_of(input)
    prim.fits(alpha, prim.dtype_of(x))
    low = prim.binary("mul", prim.unary("expm1", x), alpha)
    return placed(input, torch.as_given(prim.where(prim.binary("lt", x, 0), low, x), input), inplace)


def celu(input, alpha=1.0, inplace=False):
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    torch.need_float("celu", input)
    x = torch.float_of(input)
    for factor in (alpha, 1.0 / alpha):
        prim.fits(factor, prim.dtype_of(x))
    low = prim.binary("mul", prim.unary("expm1", prim.binary("mul", x, 1.0 / alpha)), alpha)
    return placed(input, torch.as_given(prim.where(prim.binary("lt", x, 0), low, x), input), inplace)


def selu(input, inplace=False):
    torch.need_float("selu", input)
    x = torch.float_of(input)
    low = prim.binary(
        "mul", prim.unary("expm1", x), 1.0507009873554804934193349852946 * 1.6732632423543772848170429916717
    )
    high = prim.binary("mul", x, 1.0507009873554804934193349852946)
    return placed(input, torch.as_given(prim.where(prim.binary("lt", x, 0), low, high), input), inplace)


def softplus(input, beta=1.0, threshold=20.0):
    torch.need_float("softplus", input)
    x = torch.float_of(input)
    for number in (beta, threshold):
        prim.fits(number, prim.dtype_of(x))
    scaled = prim.binary("mul", x, beta)
    soft = prim.binary("div", prim.unary("log1p", prim.unary("exp", scaled)), beta)
    return torch.as_given(prim.where(prim.binary("gt", scaled, threshold), x, soft), input)


def hardswish(input, inplace=False):
    torch.need_float("hardswish", input)
    x = torch.float_of(input)
    gate = prim.clamp(prim.binary("add", x, 3.0), 0.0, 6.0)
    return placed(input, torch.as_given(prim.binary("div", prim.binary("mul", x, gate), 6.0), input), inplace)


def hardsigmoid(input, inplace=False):
    torch.need_float("hardsigmoid", input)
    x = torch.float_of(input)
    gate = prim.clamp(prim.binary("add", x, 3.0), 0.0, 6.0)
    return placed(input, torch.as_given(prim.binary("div", gate, 6.0), input), inplace)


def mish(input, inplace=False):
    torch.need_float("mish", input)
    x = torch.float_of(input)
    soft = prim.unary("log1p", prim.unary("exp", x))
    return placed(input, torch.as_given(prim.binary("mul", x, prim.unary("tanh", soft)), input), inplace)


def softsign(input):
    return prim.binary("div", input, prim.binary("add", prim.unary("abs", input), 1))


def tanhshrink(input):
    return prim.binary("sub", input, prim.unary("tanh", input))


def logsigmoid(input):
    torch.need_float("logsigmoid", input)
    x = torch.float_of(input)
    soft = prim.unary("log1p", prim.unary("exp", prim.unary("neg", prim.unary("abs", x))))
    return prim.row_major(prim.cast(prim.binary("sub", prim.clamp(x, None, 0), soft), prim.dtype_of(input)))


def threshold(input, threshold, value, inplace=False):
    if prim.dtype_of(input) == torch.bool:
        prim.cut("threshold() of booleans")
    if prim.dtype_class(prim.dtype_of(input)) != "float":
        threshold, value = math.trunc(prim.known(threshold)), math.trunc(prim.known(value))
    for number in (threshold, value):
        prim.fits(number, prim.dtype_of(input))
    return placed(input, prim.iterated(prim.where(prim.binary("le", torch.float_of(input), threshold), value, input), (input,)), inplace)


def glu(input, dim=-1):
    torch.need_dimension("glu", input, dim)
    size = prim.size(input, dim)
    if prim.is_known(size) and size % 2 != 0:
        raise RuntimeError("Halving dimension must be even")
    if prim.is_known(size):
        torch.need_float("glu", input)
    elif prim.dtype_class(prim.dtype_of(input)) != "float":
        prim.cut("glu() of ints, which is refused for its sizes first")
    first, second = [torch.float_of(half) for half in torch.chunk(input, 2, dim)]
    return prim.cast(prim.binary("mul", first, prim.unary("sigmoid", second)), prim.dtype_of(input))


def implicit_dim(name, input):
    """(the dimension that is taken where none is given, the warning that comes with it)"""
    text = f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument."
    return 0 if prim.rank(input, 2) in (0, 1, 3) else 1, text


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    if dim is None:
        dim, text = implicit_dim("softmax", input)
        warnings.warn(text, stacklevel=_stacklevel - 1)
    return torch_softmax(input, dim, dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    if dim is None:
        dim, text = implicit_dim("log_softmax", input)
        warnings.warn(text, stacklevel=_stacklevel - 1)
    return torch_log_softmax(input, dim, dtype)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    if dim is None:
        dim, text = implicit_dim("softmin", input)
        warnings.warn(text, stacklevel=_stacklevel - 1)
    return torch_softmax(prim.unary("neg", input), dim, dtype)


def pad(input, pad, mode="constant", value=None):
    return torch_layers.pad(input, pad, mode, value)


# ---- pooling ------------------------------------------------------------------------------------------------------------------


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    if return_indices:
        return torch.max_pool1d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return torch.max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    if return_indices:
        return torch_layers.max_pool2d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return torch.max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode)


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    if return_indices:
        return torch_layers.max_pool3d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return torch.max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode)


def adaptive_max_pool1d(input, output_size, return_indices=False):
    values, indices = torch_layers.adaptive_max_pool1d(input, output_size)
    return (values, indices) if return_indices else values


def adaptive_sizes(output_size):
    """What torch's Python code takes for the sizes of an output: an int, or what has a length, as no int of NumPy has."""
    if not isinstance(output_size, int):
        len(output_size)
    return output_size


def adaptive_max_pool2d(input, output_size, return_indices=False):
    values, indices = torch_layers.adaptive_max_pool2d(input, adaptive_sizes(output_size))
    return (values, indices) if return_indices else values


def adaptive_max_pool3d(input, output_size, return_indices=False):
    values, indices = torch_layers.adaptive_max_pool3d(input, adaptive_sizes(output_size))
    return (values, indices) if return_indices else values


def adaptive_avg_pool2d(input, output_size):
    return torch_layers.adaptive_avg_pool2d(input, adaptive_sizes(output_size))


def adaptive_avg_pool3d(input, output_size):
    return torch_layers.adaptive_avg_pool3d(input, adaptive_sizes(output_size))


def fractional_samples(input, count, kernel, output_size, output_ratio, samples):
    """The sizes of the output, and the random numbers that say where its windows are."""
    if output_size is None and output_ratio is None:
        raise ValueError("fractional_max_pool requires specifying either an output_size or an output_ratio")
    rank = prim.rank(input, count + 2)
    if rank <= count:
        prim.cut("fractional_max_pool of a tensor of too few dimensions")
    if output_size is None:
        ratio = output_ratio if isinstance(output_ratio, (tuple, list)) else (output_ratio,) * count
        output_size = [int(prim.settled(prim.size(input, i - count)) * ratio[i]) for i in range(count)]
    batch = 1 if rank == count + 1 else prim.size(input, 0)
    if samples is None:
        samples = torch.rand(batch, prim.size(input, -count - 1), count, dtype=prim.dtype_of(input))
    return torch_layers.spread(kernel, count), torch_layers.spread(output_size, count), samples


def fractional_max_pool2d(
    input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None
):
    kernel, sizes, samples = fractional_samples(input, 2, kernel_size, output_size, output_ratio, _random_samples)
    schema = "fractional_max_pool2d(Tensor self, int[2] kernel_size, int[2] output_size, Tensor random_samples)"
    values, indices = torch_layers.fractional(schema, input, kernel, sizes, samples, 2)
    return (values, indices) if return_indices else values


def fractional_max_pool3d(
    input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None
):
    kernel, sizes, samples = fractional_samples(input, 3, kernel_size, output_size, output_ratio, _random_samples)
    schema = "fractional_max_pool3d(Tensor self, int[3] kernel_size, int[3] output_size, Tensor random_samples)"
    values, indices = torch_layers.fractional(schema, input, kernel, sizes, samples, 3)
    return (values, indices) if return_indices else values


# ---- layers -------------------------------------------------------------------------------------------------------------------


def linear(input, weight, bias=None):
    return torch_layers.linear(input, weight, bias)


def dropout(input, p=0.5, training=True, inplace=False):
    if p < 0.0 or p > 1.0:
        raise ValueError("dropout probability has to be between 0 and 1")
    made = torch._VF.dropout(input, p, training)
    return prim.inplace(input, made, ()) if inplace and made is not input else made


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    if max_norm is not None:
        prim.cut("embedding() with max_norm")
    if padding_idx is not None:
        if not isinstance(padding_idx, int):
            prim.cut("embedding() with a padding_idx that is no int")
        count = prim.size(weight, 0)
        assert padding_idx == 0 or -count <= padding_idx < count, "Padding_idx must be within num_embeddings"
    return prim.embedding(weight, input)


def embedding_bag(
    input,
    weight,
    offsets=None,
    max_norm=None,
    norm_type=2,
    scale_grad_by_freq=False,
    mode="mean",
    sparse=False,
    per_sample_weights=None,
    include_last_offset=False,
    padding_idx=None,
):
    if max_norm is not None:
        prim.cut("embedding_bag() with max_norm")
    if prim.dtype_of(input) not in (torch.int64, torch.int32):
        prim.cut("embedding_bag() of indices of such a dtype")
    rank = prim.rank(input, 2)
    if per_sample_weights is not None:
        if prim.rank(per_sample_weights, rank) != rank:
            raise ValueError("embedding_bag: If per_sample_weights is not None, it must have the shape of the input")
    if prim.rank(weight, 2) != 2:
        raise ValueError("weight has to be a 2D Tensor")
    if rank == 2 and offsets is not None:
        raise ValueError("if input is 2D, then offsets has to be None")
    if rank == 1 and (offsets is None or prim.rank(offsets, 1) != 1):
        raise ValueError("offsets has to be a 1D Tensor")
    if rank != 1 and rank != 2:
        raise ValueError("input has to be 1D or 2D Tensor")
    modes = {"sum": 0, "mean": 1, "max": 2}
    if mode not in modes:
        raise ValueError("mode has to be one of sum, mean or max")
    if mode == "max" and (scale_grad_by_freq or sparse):
        raise ValueError("max mode does not support sparse weights, or scaling the gradient by the frequency")
    if per_sample_weights is not None and mode != "sum":
        prim.cut("embedding_bag() with per_sample_weights in a mode that does not take them")
    if not prim.dtype_of(weight).is_floating_point:
        prim.cut("embedding_bag() of a table of such a dtype")
    if padding_idx is not None:
        prim.assume_at_least(prim.size(weight, 0), padding_idx + 1 if padding_idx >= 0 else -padding_idx)
    if rank == 2:
        if mode != "max":
            return sum_of_rows(input, weight, mode, per_sample_weights, padding_idx)
        offsets = prim.arange(0, 1, prim.size(input, 0), torch.int64) * prim.size(input, 1)
        input = torch.reshape(input, (-1,))
    if padding_idx is not None and padding_idx < 0:
        padding_idx = prim.size(weight, 0) + padding_idx
    results = torch_layers.embedding_bag(
        weight,
        input,
        offsets,
        scale_grad_by_freq,
        modes[mode],
        sparse,
        per_sample_weights,
        include_last_offset,
        padding_idx,
    )
    return results[0]


def sum_of_rows(input, weight, mode, per_sample_weights, padding_idx):
    """Bags of one length: the sums or means of rows of the table, in one pass."""
    given = prim.dtype_of(weight)
    torch.need_float("embedding_bag", weight, RuntimeError)
    rows = torch.float_of(prim.embedding(weight, input))
    if per_sample_weights is not None:
        rows = prim.binary("mul", rows, prim.unsqueeze(torch.float_of(per_sample_weights), -1))
    if padding_idx is None:
        total = prim.reduce("sum", rows, [1], False)
        if mode == "mean":
            prim.assume_at_least(prim.size(input, 1), 1)
            total = prim.binary("div", total, prim.size(input, 1))
        return prim.cast(total, given)
    padding = padding_idx if padding_idx >= 0 else prim.size(weight, 0) + padding_idx
    kept = prim.binary("ne", input, padding)
    total = prim.reduce("sum", prim.where(prim.unsqueeze(kept, -1), rows, 0.0), [1], False)
    if mode == "mean":
        count = prim.reduce("sum", prim.cast(kept, prim.dtype_of(rows)), [1], True)
        total = prim.binary("div", total, prim.clamp(count, 1.0, None))
    return prim.cast(total, given)


def one_dtype(input, *others, mixed=None):
    """The operands in the dtype of computation. Those of torch beside a half-precision input may be `mixed`, all."""
    operands = (input,) + others
    if prim.are_of(operands, torch.float32):  # as nearly all are
        return operands
    given = prim.dtype_of(input)
    kinds = {prim.dtype_of(other) for other in others if other is not None}
    if kinds and kinds != {given} and not (torch.is_half(given) and kinds == {mixed}):
        prim.cut("operands of several dtypes")
    return [None if item is None else torch.float_of(item) for item in operands]


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    count = len(normalized_shape)
    rank = prim.rank(input, count + 1)
    if count == 0 or count > rank:
        raise RuntimeError("Expected normalized_shape to be the last sizes of input")
    for parameter in (weight, bias):
        if parameter is not None and prim.rank(parameter, count) != count:
            raise RuntimeError("Expected weight and bias to be of the shape of normalized_shape")
    for i in range(count):
        prim.assume_equal(prim.size(input, rank - count + i), normalized_shape[i])
        for parameter in (weight, bias):
            if parameter is not None:
                prim.assume_equal(prim.size(parameter, i), normalized_shape[i])
    torch.need_float_among("layer_norm", input, weight, bias)
    given = prim.dtype_of(input)
    x, scale, shift = one_dtype(prim.contiguous(input), weight, bias, mixed=torch.float32)
    dims = [rank - count + i for i in range(count)]
    near, lack, squares = torch_reductions.moments(x, dims, True)
    variance = prim.binary("div", squares, prim.count(x, dims))
    centred = prim.binary("sub", x, prim.binary("add", near, lack))
    result = prim.binary("mul", centred, prim.unary("rsqrt", prim.binary("add", variance, eps)))
    if scale is not None:
        result = prim.binary("mul", result, scale)
    if shift is not None:
        result = prim.binary("add", result, shift)
    return prim.cast(result, given)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    count = len(normalized_shape)
    rank = prim.rank(input, count + 1)
    if rank == 0:
        prim.cut("rms_norm() of a tensor without dimensions")
    if count > rank:
        raise ValueError("Input tensor must have at least as many dimensions as normalized_shape")
    if count == 0:
        raise RuntimeError("Expected normalized_shape to be at least 1-dimensional")
    if weight is not None and prim.dtype_of(weight) != prim.dtype_of(input):
        prim.cut("rms_norm() of two dtypes, of which torch warns")
    if weight is not None and prim.rank(weight, count) != count:
        raise RuntimeError("Expected weight to be of the shape of normalized_shape")
    for i in range(count):
        prim.assume_equal(prim.size(input, rank - count + i), normalized_shape[i])
        if weight is not None:
            prim.assume_equal(prim.size(weight, i), normalized_shape[i])
    torch.need_float_among("rms_norm", input, weight)
    given = prim.dtype_of(input)
    x, scale = one_dtype(prim.contiguous(input), weight)
    dims = [rank - count + i for i in range(count)]
    if eps is None:
        eps = prim.limit(prim.dtype_of(x), "eps")
    squares = prim.reduce("sum", prim.binary("mul", x, x), dims, True)
    mean = prim.binary("div", squares, prim.count(x, dims))
    result = prim.binary("mul", x, prim.unary("rsqrt", prim.binary("add", mean, eps)))
    if scale is not None:
        result = prim.binary("mul", result, scale)
    return prim.cast(result, given)


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05):
    if eps < 0.0 or (training and eps <= 0.0):
        raise ValueError("batch_norm eps must be positive during training, and non-negative else")
    return normalised_channels(input, running_mean, running_var, weight, bias, training, momentum, eps)


def normalised_channels(input, running_mean, running_var, weight, bias, training, momentum, eps):
    if not training and (running_mean is None or running_var is None):
        raise RuntimeError("Expected running_mean and running_var to be defined when training=False")
    if (running_mean is None) != (running_var is None):
        prim.cut("batch_norm() with one of the two statistics")
    rank = prim.rank(input, 4)
    if rank < 2:
        prim.cut("batch_norm() of a vector")
    for tensor in (running_mean, running_var, weight, bias):
        if tensor is not None and prim.rank(tensor, 1) != 1:
            prim.cut("batch_norm() with statistics or weights that are no vectors")
    prim.assume_first_sizes((running_mean, running_var, weight, bias), prim.size(input, 1))
    torch_layers.need_channels(prim.size(input, 1), weight, bias)
    torch.need_float_for_elements("batch_norm", input)
    given = prim.dtype_of(input)
    last = False
    stand = (0, rank - 1) + tuple(range(1, rank - 1))
    if rank > 3 and not prim.is_contiguous(input):
        turned = prim.permute(input, (0,) + tuple(range(2, rank)) + (1,))
        # The memory format also hangs on the stride of a size of 1, which is torch's to look at.
        alone = any([prim.is_known(size) and size == 1 for size in prim.shape(input)])
        last = not alone and prim.is_contiguous(turned)
        if (alone and not training) or (not last and prim.suggests_channels_last(input)):
            if training:
                prim.cut("statistics of images that are apart")
            schema = (
                "batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, "
                "bool training, float momentum, float eps, bool cudnn_enabled)"
            )
            values = (input, weight, bias, running_mean, running_var, False, 0.1, eps, False)
            return prim.aten(schema, values, torch_layers.result_of(input, prim.shape(input)))
        if last:
            input = turned
    x, mean, variance, scale, shift = one_dtype(
        prim.contiguous(input), running_mean, running_var, weight, bias, mixed=torch.float32
    )
    if training:
        images = prim.permute(x, stand) if last else x
        mean, variance = batch_statistics(images, rank, running_mean, running_var, mean, variance, momentum)
    factor, offset = torch_layers.factor_and_offset(mean, variance, eps, scale, shift)
    per_channel = (-1,) if last else (-1,) + (1,) * (rank - 2)
    result = prim.binary("mul", x, prim.view(factor, per_channel))
    result = prim.cast(prim.binary("add", result, prim.view(offset, per_channel)), given)
    return prim.own(prim.permute(result, stand)) if last else result


def batch_statistics(x, rank, running_mean, running_var, old_mean, old_variance, momentum):
    """Mean and variance of each channel; the running ones move towards them, which torch counts as no new version."""
    dims = [dim for dim in range(rank) if dim != 1]
    count = prim.count(x, dims)
    if count < 2:
        raise ValueError("Expected more than 1 value per channel when training")
    near, lack, squares = torch_reductions.moments(x, dims, False)
    mean = prim.binary("add", prim.view(near, (-1,)), lack)
    if running_mean is not None:
        moved = prim.binary("add", prim.binary("mul", mean, momentum), prim.binary("mul", old_mean, 1 - momentum))
        prim.assign_quietly(running_mean, prim.cast(moved, prim.dtype_of(running_mean)))
    if running_var is not None:
        unbiased = prim.binary("div", squares, count - 1)
        moved = prim.binary(
            "add", prim.binary("mul", unbiased, momentum), prim.binary("mul", old_variance, 1 - momentum)
        )
        prim.assign_quietly(running_var, prim.cast(moved, prim.dtype_of(running_var)))
    return mean, prim.binary("div", squares, count)


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    if prim.rank(input, 4) < 3:
        raise ValueError("Expected 3D or higher dimensionality input")
    if torch.is_nothing(input):
        return input
    prim.assume_at_least(prim.numel(input), 1)
    if prim.dtype_of(input) not in (torch.float32, torch.float64):
        prim.cut("local_response_norm() but of float32 and float64")  # the average that torch takes is of few types
    size = prim.settled(size)
    channels = prim.size(input, 1)
    rank = prim.rank(input, 4)
    squares = prim.binary("mul", input, input)
    if rank > 4:  # seen as images, which not all can be
        squares.view(prim.size(input, 0), 1, channels, prim.size(input, 2), -1)
    squares = torch_layers.pad(squares, (0, 0) * (rank - 2) + (size // 2, (size - 1) // 2))
    total = torch.narrow(squares, 1, 0, channels)
    for i in range(1, size):
        total = prim.binary("add", total, torch.narrow(squares, 1, i, channels))
    mean = prim.binary("div", total, size)
    scale = torch.pow(prim.binary("add", prim.binary("mul", mean, alpha), k), beta)
    return prim.binary("div", input, prim.row_major(scale))


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    torch.no_out(out)
    length = prim.clamp(torch.norm(input, p, dim, True), eps, None)
    return prim.binary("div", input, prim.expand(length, prim.shape(input)))


def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False
):
    if not (dropout_p >= 0.0 and dropout_p <= 1.0):
        raise RuntimeError("dropout probability has to be between 0 and 1")
    rank = prim.rank(query, 4)
    if rank < 2 or prim.rank(key, rank) != rank or prim.rank(value, rank) != rank:
        prim.cut("attention of such ranks")
    given = prim.dtype_of(query)
    if prim.dtype_class(given) != "float":  # which torch computes without elements, or refuses as some operator does
        prim.cut("attention but of floats")
    if prim.dtype_of(key) != given or prim.dtype_of(value) != given:
        raise RuntimeError("Expected query, key, and value to have the same dtype")
    if attn_mask is not None and is_causal:
        raise RuntimeError("Explicit attn_mask should not be set when is_causal=True")
    if enable_gqa:
        key, value = heads_like(key, query), heads_like(value, query)
    sizes = batches_of(query, key, value)
    parts = [batches_like(part, sizes) for part in (query, key, value)]
    query, key, value = [part for part, _ in parts]
    is_spread = any([was_spread for _, was_spread in parts])
    if torch._C._get_flash_sdp_enabled() and dropout_p == 0.0 and is_of_one_kernel(query, key, value, is_spread):
        if is_short_attention(query, key):
            result = attended(query, key, value, attn_mask, dropout_p, is_causal, scale)
        else:
            sizes = tuple(prim.shape(query))[:-1] + (prim.size(value, -1),)
            values = (query, key, value, attn_mask, 0.0, is_causal, scale, False)
            result = prim.row_major(prim.aten(attention_schema, values, (given, sizes, "any")))
        return prim.open_layout_of(result, query)
    result = attended(query, key, value, attn_mask, dropout_p, is_causal, scale)
    if not torch._C._get_math_sdp_enabled():
        raise RuntimeError("No viable backend for scaled_dot_product_attention was found.")
    return result


LONG_ATTENTION = 1 << 15  # scores of a head: from there on torch's kernel, which keeps no more than a block, is faster
MANY_HALVES = 1 << 14  # numbers of 16 bits: from there on torch's kernel, which multiplies them as they are, is faster
attention_schema = (
    "scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, "
    "float dropout_p=0., bool is_causal=False, *, float? scale=None, bool enable_gqa=False)"
)


def is_short_attention(query, key):
    if prim.dtype_of(query) in (torch.bfloat16, torch.float16):
        return prim.numel(query) + prim.numel(key) <= MANY_HALVES
    return prim.size(query, -2) * prim.size(key, -2) < LONG_ATTENTION


def attended(query, key, value, mask, dropout_p, is_causal, scale):
    given = prim.dtype_of(query)
    q, k, v = query, key, value
    if given != torch.float32 and given != torch.float64:
        q, k, v = (torch.float_of(prim.contiguous(part)) for part in (query, key, value))
    if scale is None:
        scale = 1.0 / prim.size(query, -1) ** 0.5
    scores = prim.binary("mul", prim.matmul(q, torch.transpose(k, -2, -1)), scale)
    if is_causal:
        rows = prim.unsqueeze(prim.arange(0, 1, prim.size(query, -2), torch.int64), 1)
        columns = prim.arange(0, 1, prim.size(key, -2), torch.int64)
        scores = prim.where(prim.binary("le", columns, rows), scores, -torch.inf)
    weights = masked_weights(scores, mask, given)
    if dropout_p > 0.0:
        weights = dropout(weights, dropout_p)
    return prim.cast(prim.matmul(weights, v), given)


def is_of_one_kernel(query, key, value, is_spread):
    """Is it computed by torch's flash attention, whose result has the layout of the query?"""
    if prim.rank(query, 4) != 4 or is_spread or not steps_by_one([query, key, value]):
        return False
    width, other = prim.size(query, -1), prim.size(value, -1)
    if not prim.likely_equal(width, other):
        width, other = prim.settled(width), prim.settled(other)
    if prim.is_known(width) and prim.is_known(other) and width != other:
        return False
    prim.assume_equal(width, other)
    return True


def masked_weights(scores, mask, dtype):
    """The softmax of each row; a row of which the mask hides all has weights of 0."""
    if mask is None:
        return torch_softmax(scores, -1)
    if prim.dtype_of(mask) == torch.bool:
        scores = prim.where(mask, scores, -torch.inf)
    elif prim.dtype_of(mask) == dtype:
        scores = prim.binary("add", scores, mask)
    else:
        raise RuntimeError("Expected attn_mask dtype to be bool or to match query dtype")
    hidden = prim.binary("eq", prim.reduce("amax", scores, [-1], True), -torch.inf)
    return prim.where(hidden, 0.0, torch_softmax(scores, -1))


def steps_by_one(tensors):
    """Torch's own kernel reads rows whose elements lie side by side."""
    for tensor in tensors:
        step = prim.stride(tensor, -1)
        if not prim.is_known(step):
            prim.assume_at_least(step, 2)
            return False
        if step != 1:
            return False
    return True


def batches_of(query, *others):
    """The sizes of batches and heads that all share: the query's, but for those of which it likely has one."""
    sizes = []
    for dim in range(prim.rank(query, 4) - 2):
        size = prim.size(query, dim)
        for other in others:
            size = prim.size(other, dim) if torch_views.is_shown(size, 1) else size
        sizes.append(size)
    return sizes


def batches_like(tensor, sizes):
    """With those batches and heads, and whether it had others: what has one of them is the same for all."""
    is_spread = False
    for dim in range(len(sizes)):
        is_one = not prim.likely_equal(prim.size(tensor, dim), sizes[dim])
        prim.assume_equal(prim.size(tensor, dim), 1 if is_one else sizes[dim])
        is_spread = is_spread or is_one
    if is_spread:
        tensor = prim.contiguous(prim.expand(tensor, tuple(sizes) + tuple(prim.shape(tensor))[-2:]))
    return tensor, is_spread


def heads_like(tensor, query):
    """Each head of keys or values as often as the heads of the query share it."""
    lead, heads = tuple(prim.shape(tensor))[:-3], prim.size(tensor, -3)
    rest = tuple(prim.shape(tensor))[-2:]
    times = prim.exact_quotient(prim.size(query, -3), heads)
    spread = prim.expand(prim.unsqueeze(tensor, -3), lead + (heads, times) + rest)
    return prim.reshape(spread, lead + (heads * times,) + rest)


# ---- losses ---------------------------------------------------------------------------------------------------------------------


def of_old_words(loss, size_average, reduce, reduction):
    """The words of old for `reduction`, of which torch warns before it looks at anything else. loss: such a call."""
    if size_average is None and reduce is None:
        return reduction
    if reduce is not None and not reduce:
        words, reduction = "reduce=False", "none"
    elif size_average is not None and not size_average:
        words, reduction = "size_average=False", "sum"
    else:
        words, reduction = "size_average=True", "mean"
    torch.warns("size_average= and reduce=", f"torch.nn.functional.{loss}, {words})")
    return reduction


def reduced(loss, reduction):
    if reduction == "mean":
        return torch.mean(loss)
    if reduction == "sum":
        return torch.sum(loss)
    if reduction == "none":
        return loss
    need_reduction(reduction)


def need_reduction(reduction):
    """What torch's Python code looks at before a kernel looks at the operands."""
    if reduction not in reductions:
        raise ValueError(reduction + " is not a valid value for reduction")


reductions = {"none": 0, "mean": 1, "sum": 2}


def one_shape(input, target, promoted=False):
    """Torch warns of, or refuses, operands of two shapes; of two dtypes it often promotes in ways of its own."""
    mixed = prim.dtype_of(input) != prim.dtype_of(target)
    floats = [prim.dtype_class(prim.dtype_of(part)) == "float" for part in (input, target)]
    if mixed and not (promoted and all(floats)):
        prim.cut("a loss of operands of two dtypes")
    if prim.is_flat(input) and prim.is_flat(target):
        return
    rank = prim.rank(input, 2)
    if prim.rank(target, rank) != rank:
        prim.cut("a loss of operands of two shapes")
    for i in range(rank):
        if torch.differ(prim.size(input, i), prim.size(target, i)):
            prim.cut("a loss of operands of two shapes")
        prim.assume_equal(prim.size(input, i), prim.size(target, i))


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    reduction = of_old_words("mse_loss(torch.zeros(1), torch.zeros(1)", size_average, reduce, reduction)
    if weight is not None:
        prim.cut("mse_loss() with weight")
    one_shape(input, target, promoted=True)
    need_reduction(reduction)
    torch.need_float("mse_loss", input)
    difference = prim.binary("sub", input, target)
    squares = prim.iterated(prim.binary("mul", difference, difference), (input, target))
    return reduced(squares, reduction)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    reduction = of_old_words("l1_loss(torch.zeros(1), torch.zeros(1)", size_average, reduce, reduction)
    if weight is not None:
        prim.cut("l1_loss() with weight")
    one_shape(input, target, promoted=True)
    need_reduction(reduction)
    return reduced(prim.unary("abs", prim.binary("sub", input, target)), reduction)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    reduction = of_old_words("smooth_l1_loss(torch.zeros(1), torch.zeros(1)", size_average, reduce, reduction)
    need_reduction(reduction)
    if not beta >= 0:  # NaN among them
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    if beta == 0:
        return l1_loss(input, target, reduction=reduction)
    one_shape(input, target)
    torch.need_float("smooth_l1_loss", input)
    distance = prim.unary("abs", prim.binary("sub", input, target))
    near = prim.binary("div", prim.binary("mul", prim.binary("mul", distance, distance), 0.5), beta)
    loss = prim.where(prim.binary("lt", distance, beta), near, prim.binary("sub", distance, 0.5 * beta))
    return reduced(prim.iterated(loss, (input, target)), reduction)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    if weight is not None or not delta > 0:
        prim.cut("huber_loss() with these arguments")
    one_shape(input, target)
    need_reduction(reduction)
    torch.need_float("huber_loss", input)
    distance = prim.unary("abs", prim.binary("sub", input, target))
    near = prim.binary("mul", prim.binary("mul", distance, distance), 0.5)
    far = prim.binary("mul", prim.binary("sub", distance, 0.5 * delta), delta)
    loss = prim.where(prim.binary("le", distance, delta), near, far)
    return reduced(prim.with_layout_of(loss, input), reduction)


def binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
):
    loss = "binary_cross_entropy_with_logits(torch.zeros(1), torch.zeros(1)"
    reduction = of_old_words(loss, size_average, reduce, reduction)
    for factor in (weight, pos_weight):
        if factor is not None and prim.dtype_of(factor) != prim.dtype_of(input):
            prim.cut("a loss with weights of another dtype")
    one_shape(input, target)
    logs = logsigmoid(input)
    if pos_weight is not None:
        positive = prim.expand(pos_weight, prim.shape(input))
        logs = logs * ((positive - 1) * target + 1)
    loss = prim.binary("sub", prim.binary("mul", prim.binary("sub", 1, target), input), logs)
    if weight is not None:
        loss = loss * prim.expand(weight, prim.shape(input))
    return reduced(prim.with_layout_of(loss, target), reduction)


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    loss = "nll_loss(torch.zeros(1, 1), torch.zeros(1, dtype=torch.int64)"
    reduction = of_old_words(loss, size_average, reduce, reduction)
    if prim.dtype_class(prim.dtype_of(input)) != "float":
        prim.cut("nll_loss() but of floats")
    if reduction not in reductions:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    if weight is not None or prim.rank(input, 2) != 2 or prim.rank(target, 1) != 1:
        return torch_losses.nll_loss_nd(input, target, weight, reductions[reduction], ignore_index)
    if prim.dtype_of(target) not in (torch.int64, torch.uint8):
        prim.cut("nll_loss() with a target of such a dtype")
    if torch.differ(prim.size(input, 0), prim.size(target, 0)):
        raise ValueError("Expected input batch_size to match target batch_size.")
    prim.assume_equal(prim.size(input, 0), prim.size(target, 0))
    target = prim.cast(target, torch.int64)
    ignored = prim.binary("eq", target, ignore_index)
    index = prim.unsqueeze(prim.where(ignored, 0, target), 1)
    picked = prim.squeeze(prim.gather(torch.float_of(input), 1, index), 1)
    loss = prim.where(ignored, 0.0, prim.unary("neg", picked))
    given = prim.dtype_of(input)
    if reduction == "none":
        return prim.cast(loss, given)
    total = prim.reduce("sum", loss, None, False)
    if reduction == "sum":
        return prim.cast(total, given)
    kept = prim.cast(prim.unary("logical_not", ignored), prim.dtype_of(loss))
    return prim.cast(prim.binary("div", total, prim.reduce("sum", kept, None, False)), given)


def cross_entropy(
    input,
    target,
    weight=None,
    size_average=None,
    ignore_index=-100,
    reduce=None,
    reduction="mean",
    label_smoothing=0.0,
):
    loss = "cross_entropy(torch.zeros(1, 1), torch.zeros(1, dtype=torch.int64)"
    reduction = of_old_words(loss, size_average, reduce, reduction)
    if prim.dtype_class(prim.dtype_of(input)) != "float":
        prim.cut("cross_entropy() but of floats")
    plain = label_smoothing == 0.0 and weight is None and prim.rank(input, 2) == 2
    if not plain or prim.dtype_class(prim.dtype_of(target)) == "float":
        enum = reductions[reduction]
        return torch_losses.cross_entropy_loss(input, target, weight, enum, ignore_index, label_smoothing)
    scores = torch_log_softmax(input, 1)
    return nll_loss(scores, target, weight, None, ignore_index, None, reduction)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    if isinstance(var, float) or prim.dtype_class(prim.dtype_of(var)) != "float":
        prim.cut("gaussian_nll_loss() of one variance, or of one that is no float")
    rank = prim.rank(input, 2)
    if prim.rank(var, rank) == rank - 1:
        var = prim.unsqueeze(var, -1)
    if prim.rank(var, rank) != rank:
        raise ValueError("var is of incorrect size")
    spread = 0
    for i in range(rank):
        if torch.differ(prim.size(var, i), prim.size(input, i)) and prim.size(var, i) != 1:
            raise ValueError("var is of incorrect size")
        if prim.size(var, i) != 1:
            prim.assume_equal(prim.size(var, i), prim.size(input, i))
        elif prim.size(input, i) != 1:
            spread = spread + 1
    if spread > 1:
        raise ValueError("var is of incorrect size")
    if torch.any(var < 0):
        raise ValueError("var has negative entry/entries")
    var = torch.clamp(var, min=eps)
    difference = input - target
    loss = 0.5 * (torch.log(var) + difference * difference / var)
    if full:
        loss = loss + 0.9189385332046727
    return reduced(loss, reduction)


def one_hot(tensor, num_classes=-1):
    if prim.dtype_of(tensor) != torch.int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    known = None if prim.is_known(num_classes) and num_classes == -1 else num_classes
    sizes = tuple(prim.shape(tensor)) + (known,)
    return prim.aten("one_hot(Tensor self, int num_classes=-1)", (tensor, num_classes), (torch.int64, sizes))


# ---- the same functions as torch's: the installed source adds long texts to them, which nobody reads here ----------------

conv1d = torch.conv1d
conv2d = torch.conv2d
conv3d = torch.conv3d
conv_transpose1d = torch.conv_transpose1d
conv_transpose2d = torch.conv_transpose2d
conv_transpose3d = torch.conv_transpose3d
bilinear = torch.bilinear
