"""What layers stand on: convolution, pooling, padding, resampling, recurrence, as functions of torch.

Most are operators of ATen, called from C; their sizes are worked out here where a formula says them, so that what
follows can be fused. A result is row-major where the input is; else its strides are read at run time.
"""

import torch
import torch_reductions


def spread(value, count):
    """An int or a tuple of them as a tuple of `count` known ints."""
    plain = prim.spread(value, count)
    if plain is not None:
        return plain
    value = prim.settled(value)
    if isinstance(value, (tuple, list)):
        if len(value) == 0:
            prim.cut("a list of no sizes, which torch refuses in its own order")
        return tuple(value) * count if len(value) == 1 else tuple(value)
    return (value,) * count


def spread_or_open(value, count):
    """As spread(), but an int that the sizes of tensors decide stays what it is."""
    items = value if isinstance(value, (tuple, list)) else (value,)
    steady = [prim.is_steady(item) for item in items]
    if all(steady):
        return spread(value, count)
    items = tuple([prim.settled(item) if is_so else item for item, is_so in zip(items, steady)])
    return items * count if len(items) == 1 else items


def result_of(input, sizes, *others):
    """The type of a result that has the dtype of the input, and its memory format."""
    if prim.are_row_major((input,) + others):
        return (prim.dtype_of(input), sizes)
    strided = [tensor for tensor in (input,) + others if not prim.is_row_major(tensor)]
    if len(sizes) == 4 and None not in sizes and is_channels_last(input):
        return (prim.dtype_of(input), channels_last(sizes, prim.dtype_of(input)))
    last = len(sizes) == 4 and any([prim.likely_order(tensor) == (0, 2, 3, 1) for tensor in strided])
    return (prim.dtype_of(input), sizes, (0, 2, 3, 1) if last else "any")


def pooled_result(input, sizes, count):
    """Averages over lines are torch's over images of one row: where channels lie together they do in the result."""
    lies_so = count == 1 and len(sizes) == 3 and not prim.is_row_major(input)
    if lies_so and prim.is_row_major(prim.permute(input, (0, 2, 1))):
        made = prim.empty((sizes[0], sizes[2], sizes[1]), prim.dtype_of(input))
        return (prim.dtype_of(input), prim.permute(made, (0, 2, 1)))
    return result_of(input, sizes)


def is_channels_last(input):
    return (
        prim.rank(input, 4) == 4
        and not prim.is_row_major(input)
        and prim.is_row_major(prim.permute(input, (0, 2, 3, 1)))
    )


def channels_last(sizes, dtype):
    return prim.permute(prim.empty((sizes[0], sizes[2], sizes[3], sizes[1]), dtype), (0, 3, 1, 2))


def leading(input, count):
    """The sizes before the last `count`: of a batch of images, or of one."""
    lead = prim.rank(input, count + 2) - count
    if lead != 1 and lead != 2:
        prim.unfit("a layer of " + str(count) + " dimensions on a tensor of " + str(lead + count))
    return tuple(prim.shape(input))[:lead]


# ---- products ------------------------------------------------------------------------------------------------------------


def linear(input, weight, bias=None):
    """Products of bfloat16 are torch's: there are instructions for them that C does not reach."""
    if prim.rank(weight, 2) == 2 and prim.rank(input, 2) != 1 and prim.dtype_of(input) == torch.float32:
        return prim.linear(input, weight, bias)  # hardly ever another one
    if prim.rank(input, 2) == 1 and prim.rank(weight, 2) == 2 and bias is not None:
        return torch.addmv(bias, weight, input)
    if prim.rank(weight, 2) == 1 and bias is not None:
        if prim.rank(input, 2) == 2 or (prim.rank(input, 2) == 1 and prim.rank(bias, 1) > 0):
            raise RuntimeError("mat2 must be a matrix, got 1-D tensor")
        if prim.rank(bias, 1) > 0 or prim.dtype_of(bias) != prim.dtype_of(input):
            prim.cut("linear() with a bias beside a weight of one dimension")
    if prim.rank(weight, 2) == 1 or prim.rank(input, 2) == 1:
        product = torch.matmul(input, weight if prim.rank(weight, 2) == 1 else torch.t(weight))
        return product if bias is None else prim.binary("add", product, bias)
    whole = prim.dtype_class(prim.dtype_of(input)) in ("int", "uint") and prim.dtype_of(input) == prim.dtype_of(weight)
    if not whole and (prim.dtype_of(input) != torch.bfloat16 or prim.dtype_of(weight) != torch.bfloat16):
        return prim.linear(input, weight, bias)
    if prim.rank(weight, 2) != 2 or prim.rank(input, 2) < 2 or not prim.is_row_major(input):
        return prim.linear(input, weight, bias)
    prim.assume_equal(prim.size(input, -1), prim.size(weight, 1))
    sizes = tuple(prim.shape(input))[:-1] + (prim.size(weight, 0),)
    schema = "linear(Tensor input, Tensor weight, Tensor? bias=None)"
    return prim.aten(schema, (input, weight, bias), (prim.dtype_of(input), sizes))


def evenly_spaced(x, lead):
    """A batch of matrices for a product of `lead` of them: where some are used again and again, they are copied out."""
    own = tuple(prim.shape(x))[:-2]
    new = len(lead) - len(own)
    alone = [prim.is_known_one(size) for size in own]
    if all(alone) or (new == 0 and True not in alone):
        return x
    if new == 0 and not any([alone[i] and not prim.is_known_one(lead[i]) for i in range(len(own))]):
        return x
    return prim.contiguous(prim.expand(x, tuple(lead) + (prim.size(x, -2), prim.size(x, -1))))


def is_batch_of_dots(a, b):
    """One row by one column each, which a kernel sums up while it multiplies; bfloat16 would round each product."""
    rows, columns = prim.size(a, -2), prim.size(b, -1)
    if not (prim.is_known(rows) and rows == 1 and prim.is_known(columns) and columns == 1):
        return False
    same = prim.size(a, -1) == prim.size(b, -2)
    if prim.rank(a, 3) != prim.rank(b, 3):  # a matrix by a vector
        return False
    wide = prim.dtype_of(a) == prim.dtype_of(b) and prim.dtype_of(a) in (torch.float32, torch.float64)
    return wide and (not prim.is_known(same) or same)


def batch_product(a, b):
    """Two matrices, or two batches of them, of one size each way; with bfloat16 as for linear()."""
    rank = prim.rank(a, 3)
    lead = torch.broadcast_sizes(tuple(prim.shape(a))[:-2], tuple(prim.shape(b))[:-2])
    if prim.dtype_class(prim.dtype_of(a)) in ("int", "uint"):
        if prim.dtype_of(a) != prim.dtype_of(b):
            raise RuntimeError("expected m1 and m2 to have the same dtype")
        prim.assume_equal(prim.size(a, -1), prim.size(b, -2))
        sizes = tuple(lead) + (prim.size(a, -2), prim.size(b, -1))
        return prim.aten("matmul(Tensor self, Tensor other)", (a, b), (prim.dtype_of(a), sizes))
    if is_batch_of_dots(a, b):
        prim.assume_equal(prim.size(a, -1), prim.size(b, -2))
        row = prim.unsqueeze(prim.squeeze(b, -1), -2)
        return prim.reduce("sum", prim.binary("mul", a, row), -1, True)
    a, b = evenly_spaced(a, lead), evenly_spaced(b, lead)
    if prim.dtype_of(a) != torch.bfloat16 or prim.dtype_of(b) != torch.bfloat16 or prim.rank(b, rank) != rank:
        return prim.matmul(a, b)
    for dim in range(rank - 2):
        same = prim.size(a, dim) == prim.size(b, dim)
        if not prim.is_known(same) or not same:
            return prim.matmul(a, b)
    prim.assume_equal(prim.size(a, -1), prim.size(b, -2))
    sizes = tuple(prim.shape(a))[:-1] + (prim.size(b, -1),)
    return prim.aten("matmul(Tensor self, Tensor other)", (a, b), (torch.bfloat16, sizes))


# ---- convolution ---------------------------------------------------------------------------------------------------------


def convolve(schema, padded_schema, input, weight, bias, stride, padding, dilation, groups, count):
    if prim.rank(weight, count + 2) != count + 2:
        raise RuntimeError("weight should have at least three dimensions")
    batch = leading(input, count)[:-1]
    stride, dilation = spread(stride, count), spread(dilation, count)
    sizes = []
    if isinstance(padding, str):
        schema = padded_schema
        if padding == "same":
            sizes = list(prim.shape(input))[-count:]
            for i in range(count):
                odd = dilation[i] * (prim.kernel_size(weight, i - count) - 1) % 2
                if odd if prim.is_known(odd) else not prim.likely_equal(odd, 0):
                    torch.warns("padding of two widths")
                prim.assume_equal(odd, 0)
        pads = (0,) * count
    else:
        pads = padding = spread(padding, count)
    for i in range(count if not sizes else 0):
        size, kernel = prim.size(input, i - count), prim.kernel_size(weight, i - count)
        sizes.append(prim.windows(size, kernel, stride[i], pads[i], dilation[i]))
    result = result_of(input, batch + (prim.size(weight, 0),) + tuple(sizes), weight)
    return prim.aten(schema, (input, weight, bias, stride, padding, dilation, groups), result)


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return convolve(
        "conv1d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=[1], SymInt[1] padding=[0], "
        "SymInt[1] dilation=[1], SymInt groups=1)",
        "conv1d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=[1], "
        'str padding="valid", SymInt[1] dilation=[1], SymInt groups=1)',
        input, weight, bias, stride, padding, dilation, groups, 1,
    )  # fmt: skip


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return convolve(
        "conv2d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=[1, 1], SymInt[2] padding=[0, 0], "
        "SymInt[2] dilation=[1, 1], SymInt groups=1)",
        "conv2d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=[1, 1], "
        'str padding="valid", SymInt[2] dilation=[1, 1], SymInt groups=1)',
        input, weight, bias, stride, padding, dilation, groups, 2,
    )  # fmt: skip


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return convolve(
        "conv3d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=[1, 1, 1], "
        "SymInt[3] padding=[0, 0, 0], SymInt[3] dilation=[1, 1, 1], SymInt groups=1)",
        "conv3d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=[1, 1, 1], "
        'str padding="valid", SymInt[3] dilation=[1, 1, 1], SymInt groups=1)',
        input, weight, bias, stride, padding, dilation, groups, 3,
    )  # fmt: skip


def transpose_convolve(schema, input, weight, bias, stride, padding, output_padding, groups, dilation, count):
    if prim.rank(weight, count + 2) != count + 2:
        raise RuntimeError("weight should have at least three dimensions")
    batch = leading(input, count)[:-1]
    stride, padding, dilation = spread(stride, count), spread(padding, count), spread(dilation, count)
    output_padding = spread(output_padding, count)
    sizes = []
    for i in range(count):
        size, kernel = prim.size(input, i - count), prim.kernel_size(weight, i - count)
        sizes.append((size - 1) * stride[i] - 2 * padding[i] + dilation[i] * (kernel - 1) + output_padding[i] + 1)
    result = result_of(input, batch + (prim.size(weight, 1) * groups,) + tuple(sizes), weight)
    return prim.aten(schema, (input, weight, bias, stride, padding, output_padding, groups, dilation), result)


def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    return transpose_convolve(
        "conv_transpose1d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=[1], "
        "SymInt[1] padding=[0], SymInt[1] output_padding=[0], SymInt groups=1, SymInt[1] dilation=[1])",
        input, weight, bias, stride, padding, output_padding, groups, dilation, 1,
    )  # fmt: skip


def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    return transpose_convolve(
        "conv_transpose2d.input(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=[1, 1], "
        "SymInt[2] padding=[0, 0], SymInt[2] output_padding=[0, 0], SymInt groups=1, SymInt[2] dilation=[1, 1])",
        input, weight, bias, stride, padding, output_padding, groups, dilation, 2,
    )  # fmt: skip


def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    return transpose_convolve(
        "conv_transpose3d.input(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=[1, 1, 1], "
        "SymInt[3] padding=[0, 0, 0], SymInt[3] output_padding=[0, 0, 0], SymInt groups=1, "
        "SymInt[3] dilation=[1, 1, 1])",
        input, weight, bias, stride, padding, output_padding, groups, dilation, 3,
    )  # fmt: skip


# ---- pooling -------------------------------------------------------------------------------------------------------------


def pooled_sizes(input, kernel, stride, padding, dilation, ceil_mode, count):
    lead = leading(input, count)
    if ceil_mode:
        return lead + (None,) * count
    sizes = [prim.windows(prim.size(input, i - count), kernel[i], stride[i], padding[i], dilation[i]) for i in range(count)]
    return lead + tuple(sizes)


def max_pool(schema, input, kernel_size, stride, padding, dilation, ceil_mode, count, indices=False):
    kernel, padding, dilation = spread_or_open(kernel_size, count), spread_or_open(padding, count), spread_or_open(dilation, count)
    stride = spread_or_open(stride, count) if stride is not None and stride != [] else kernel
    result = result_of(input, pooled_sizes(input, kernel, stride, padding, dilation, ceil_mode, count))
    arguments = (input, kernel, stride, padding, dilation, ceil_mode)
    if not indices:
        return prim.aten(schema, arguments, result)
    return prim.aten(schema, arguments, [result, (torch.int64,) + tuple(result[1:])])


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    return max_pool(
        "max_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], int[1] dilation=[1], "
        "bool ceil_mode=False)",
        input, kernel_size, stride, padding, dilation, ceil_mode, 1,
    )  # fmt: skip


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    return max_pool(
        "max_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, "
        "bool ceil_mode=False)",
        input, kernel_size, stride, padding, dilation, ceil_mode, 2,
    )  # fmt: skip


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    return max_pool(
        "max_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, "
        "bool ceil_mode=False)",
        input, kernel_size, stride, padding, dilation, ceil_mode, 3,
    )  # fmt: skip


def max_pool1d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    return max_pool(
        "max_pool1d_with_indices(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], "
        "int[1] dilation=[1], bool ceil_mode=False)",
        input, kernel_size, stride, padding, dilation, ceil_mode, 1, True,
    )  # fmt: skip


def max_pool2d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    return max_pool(
        "max_pool2d_with_indices(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, "
        "int[2] dilation=1, bool ceil_mode=False)",
        input, kernel_size, stride, padding, dilation, ceil_mode, 2, True,
    )  # fmt: skip


def max_pool3d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    return max_pool(
        "max_pool3d_with_indices(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, "
        "int[3] dilation=1, bool ceil_mode=False)",
        input, kernel_size, stride, padding, dilation, ceil_mode, 3, True,
    )  # fmt: skip


def avg_pool(schema, input, kernel_size, stride, padding, ceil_mode, count, *more):
    kernel, padding = spread_or_open(kernel_size, count), spread_or_open(padding, count)
    stride = spread_or_open(stride, count) if stride is not None and stride != [] else kernel
    sizes = pooled_sizes(input, kernel, stride, padding, (1,) * count, ceil_mode, count)
    result = pooled_result(input, sizes, count)
    return prim.aten(schema, (input, kernel, stride, padding, ceil_mode) + more, result)


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    return avg_pool(
        "avg_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], bool ceil_mode=False, "
        "bool count_include_pad=True)",
        input, kernel_size, stride, padding, ceil_mode, 1, count_include_pad,
    )  # fmt: skip


def avg_pool2d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    return avg_pool(
        "avg_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool ceil_mode=False, "
        "bool count_include_pad=True, int? divisor_override=None)",
        input, kernel_size, stride, padding, ceil_mode, 2, count_include_pad, divisor_override,
    )  # fmt: skip


def avg_pool3d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    return avg_pool(
        "avg_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, bool ceil_mode=False, "
        "bool count_include_pad=True, int? divisor_override=None)",
        input, kernel_size, stride, padding, ceil_mode, 3, count_include_pad, divisor_override,
    )  # fmt: skip


def output_sizes(input, output_size, count):
    """What an adaptive pooling gives: None keeps a size, where torch's Python code says so: of several."""
    lead = leading(input, count)
    if prim.kind(output_size, "int") == "sequence" and len(output_size) != count:
        prim.cut("an output of another number of sizes, which torch refuses")
    output_size = spread_or_open(output_size, count)
    if count == 1 and output_size[0] is None:
        raise TypeError("argument 'output_size' must be tuple of ints")
    sizes = [prim.size(input, i - count) if output_size[i] is None else output_size[i] for i in range(count)]
    return lead, tuple(sizes)


def adaptive_avg_pool(schema, input, output_size, count):
    lead, sizes = output_sizes(input, output_size, count)
    is_mean = all([prim.is_known(size) and size == 1 for size in sizes])
    if prim.dtype_class(prim.dtype_of(input)) != "float":
        for size in sizes:  # torch refuses ints once there is something to compute
            prim.assume_at_least(size, 1)
        if not all([prim.is_known(size) for size in sizes]):
            prim.cut("adaptive_avg_pool of ints to sizes that are not known")
        torch.need_float_for_elements("adaptive_avg_pool", input, RuntimeError if is_mean else NotImplementedError)
    if is_mean and count > 1 and prim.is_row_major(input):
        return torch.mean(input, tuple(range(-count, 0)), True)
    return prim.aten(schema, (input, sizes), pooled_result(input, lead + sizes, count))


def adaptive_avg_pool1d(input, output_size):
    return adaptive_avg_pool("adaptive_avg_pool1d(Tensor self, int[1] output_size)", input, output_size, 1)


def adaptive_avg_pool2d(input, output_size):
    return adaptive_avg_pool("adaptive_avg_pool2d(Tensor self, SymInt[2] output_size)", input, output_size, 2)


def adaptive_avg_pool3d(input, output_size):
    return adaptive_avg_pool("adaptive_avg_pool3d(Tensor self, SymInt[3] output_size)", input, output_size, 3)


def adaptive_max_pool(schema, input, output_size, count):
    lead, sizes = output_sizes(input, output_size, count)
    result = pooled_result(input, lead + sizes, count)
    return prim.aten(schema, (input, sizes), [result, (torch.int64,) + tuple(result[1:])])


def adaptive_max_pool1d(input, output_size):
    return adaptive_max_pool("adaptive_max_pool1d(Tensor self, int[1] output_size)", input, output_size, 1)


def adaptive_max_pool2d(input, output_size):
    return adaptive_max_pool("adaptive_max_pool2d(Tensor self, int[2] output_size)", input, output_size, 2)


def adaptive_max_pool3d(input, output_size):
    return adaptive_max_pool("adaptive_max_pool3d(Tensor self, int[3] output_size)", input, output_size, 3)


def fractional(schema, input, kernel, sizes, samples, count):
    if any([size < 1 for size in kernel + sizes]):
        prim.cut("fractional_max_pool with no windows")
    lead = leading(input, count)
    results = [(prim.dtype_of(input), lead + sizes), (torch.int64, lead + sizes)]
    return prim.aten(schema, (input, kernel, sizes, samples), results)


# ---- padding, resampling, rearranging ------------------------------------------------------------------------------------


def number_in(count):
    """What a tensor holds that stands for an int."""
    if prim.rank(count, 0) != 0 or prim.dtype_class(prim.dtype_of(count)) not in ("int", "uint"):
        prim.cut("a tensor that stands for no int")
    return prim.item(count)


def pad(input, pad, mode="constant", value=None):
    schema = 'pad(Tensor self, SymInt[] pad, str mode="constant", float? value=None)'
    if None in pad:
        raise TypeError("pad(): argument 'pad' must be tuple of ints")
    rank = prim.rank(input, 4)
    pad = [number_in(count) if prim.is_tensor(count) else count for count in pad]
    if prim.is_row_major(input):  # the result is so too, also where there is nothing to add
        pad = [prim.padding(count) for count in pad]
    else:
        pad = [prim.settled(count) if prim.is_likely(count) else count for count in pad]
    if len(pad) % 2 != 0 or len(pad) > 2 * rank:
        raise RuntimeError("Padding length should be a multiple of 2 and no longer than twice the rank")
    sizes = list(prim.shape(input))
    for i in range(len(pad) // 2):
        sizes[rank - 1 - i] = sizes[rank - 1 - i] + pad[2 * i] + pad[2 * i + 1]
    if mode == "constant" and all([prim.is_known(count) for count in pad]):
        if all([count == 0 for count in pad]):
            return torch.clone(input)
        if rank < 4 and any([count > 0 for count in pad]):
            return prim.aten(schema, (input, pad, mode, value), (prim.dtype_of(input), tuple(sizes)))
    return prim.aten(schema, (input, pad, mode, value), result_of(input, tuple(sizes)))


def resampled(schema, input, output_size, scale_factors, count, *more):
    lead = leading(input, count)
    sizes = [None] * count
    if not isinstance(scale_factors if output_size is None else output_size, (tuple, list)):
        prim.cut("one size or factor for all dimensions")
    if len(scale_factors if output_size is None else output_size) != count:
        prim.cut("another number of sizes, which torch refuses")
    for i in range(count):
        if output_size is not None:
            sizes[i] = output_size[i]
        elif prim.is_known(scale_factors[i]) and float(int(scale_factors[i])) == scale_factors[i]:
            sizes[i] = prim.size(input, i - count) * int(scale_factors[i])
    return prim.aten(schema, (input, output_size) + more + (scale_factors,), result_of(input, lead + tuple(sizes)))


def rearranged(schema, input, count, split, order, sizes):
    """The elements split into more dimensions, in another order, and merged to `sizes`; torch keeps the memory format."""
    if prim.rank(input, 4) == 4 and not prim.is_row_major(input):
        return prim.aten(schema, (input, count), result_of(input, sizes))
    parts = prim.permute(prim.view(prim.contiguous(input), split), order)
    return prim.own(prim.view(prim.clone(prim.contiguous(parts)), sizes))


def pixel_shuffle(input, upscale_factor):
    factor = prim.settled(upscale_factor)
    rank = prim.rank(input, 4)
    if rank < 3 or factor <= 0:
        raise RuntimeError("pixel_shuffle expects images and a positive factor")
    lead = tuple(prim.shape(input))[: rank - 3]
    height, width = prim.size(input, -2), prim.size(input, -1)
    if torch.is_nothing(input):
        return prim.empty(
            lead + (prim.size(input, -3) // (factor * factor), height * factor, width * factor), prim.dtype_of(input)
        )
    channels = prim.exact_division(prim.size(input, -3), factor * factor)
    order = list(range(rank - 3)) + [rank - 3 + i for i in (0, 3, 1, 4, 2)]
    split = lead + (channels, factor, factor, height, width)
    sizes = lead + (channels, height * factor, width * factor)
    schema = "pixel_shuffle(Tensor self, int upscale_factor) -> Tensor"
    return rearranged(schema, input, factor, split, order, sizes)


def pixel_unshuffle(input, downscale_factor):
    factor = prim.settled(downscale_factor)
    rank = prim.rank(input, 4)
    if rank < 3 or factor <= 0:
        raise RuntimeError("pixel_unshuffle expects images and a positive factor")
    lead = tuple(prim.shape(input))[: rank - 3]
    channels = prim.size(input, -3)
    height, width = prim.exact_division(prim.size(input, -2), factor), prim.exact_division(prim.size(input, -1), factor)
    if torch.is_nothing(input):
        return prim.clone(input)  # as it is
    prim.assume_at_least(prim.numel(input), 1)
    order = list(range(rank - 3)) + [rank - 3 + i for i in (0, 2, 4, 1, 3)]
    split = lead + (channels, height, factor, width, factor)
    sizes = lead + (channels * factor * factor, height, width)
    schema = "pixel_unshuffle(Tensor self, int downscale_factor) -> Tensor"
    return rearranged(schema, input, factor, split, order, sizes)


def channel_shuffle(input, groups):
    groups = prim.settled(groups)
    rank = prim.rank(input, 4)
    if rank < 3 or groups < 2:
        prim.cut("channel_shuffle() of this tensor")
    sizes = tuple(prim.shape(input))
    if torch.is_nothing(input):
        prim.cut("channel_shuffle() of a tensor without elements, which is the tensor's own memory")
    for size in sizes:
        prim.assume_at_least(size, 1)
    split = (sizes[0], groups, prim.exact_division(sizes[1], groups)) + sizes[2:]
    schema = "channel_shuffle(Tensor self, SymInt groups)"
    return rearranged(schema, input, groups, split, [0, 2, 1] + list(range(3, rank + 1)), sizes)


# ---- recurrence ------------------------------------------------------------------------------------------------------------


def recurrent(schema, input, hidden, states, weights, more, batch_first, bidirectional):
    """Output and last states of a stack of recurrent layers; `states` are their initial values."""
    if prim.rank(input, 3) != 3:
        prim.cut("a packed sequence")
    if any([prim.rank(state, 3) != 3 for state in states]):
        prim.cut("a state that is no matrix for each layer")
    directions = 2 if bidirectional else 1
    sizes = tuple(prim.shape(input))
    width = prim.size(states[0], 2)
    order = [1, 0, 2] if batch_first else [0, 1, 2]  # computed step after step
    output = (prim.dtype_of(input), sizes[:2] + (width * directions,), order)
    results = [output] + [(prim.dtype_of(state), tuple(prim.shape(state))) for state in states]
    arguments = (input, hidden, weights) + more + (bidirectional, batch_first)
    return prim.aten_random(schema, arguments, results) if more[3] else prim.aten(schema, arguments, results)


def packed(name, states, data, batch_sizes, hidden, weights, has_biases, num_layers, dropout, train, bidirectional):
    """recurrent() over the rows of a packed sequence, which the overload of that name takes in the place of a batch."""
    if prim.rank(data, 2) != 2 or any([prim.rank(state, 3) != 3 for state in states]):
        prim.cut("a packed sequence of other ranks")
    width = prim.size(states[0], 2) * (2 if bidirectional else 1)
    results = [(prim.dtype_of(data), (prim.size(data, 0), width))]
    results += [(prim.dtype_of(state), tuple(prim.shape(state))) for state in states]
    schema = (
        f"{name}.data(Tensor data, Tensor batch_sizes, {'Tensor[] hx' if name == 'lstm' else 'Tensor hx'}, Tensor[] params, "
        "bool has_biases, int num_layers, float dropout, bool train, bool bidirectional)"
    )
    arguments = (data, batch_sizes, hidden, weights, has_biases, num_layers, dropout, train, bidirectional)
    return prim.aten_random(schema, arguments, results) if train else prim.aten(schema, arguments, results)


def lstm(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    """Of a packed sequence too, whose arguments are (data, batch_sizes, hx, params, ...)."""
    if not isinstance(hx, (tuple, list)):
        rest = (params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
        return packed("lstm", params, input, hx, *rest)
    return recurrent(
        "lstm.input(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float dropout, "
        "bool train, bool bidirectional, bool batch_first)",
        input, hx, hx, params, (has_biases, num_layers, dropout, train), batch_first, bidirectional,
    )  # fmt: skip


def with_one_state(name):
    schema = name + ".input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, "
    schema += "bool train, bool bidirectional, bool batch_first)"

    def layer(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
        if not isinstance(params, (tuple, list)):
            rest = (params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
            return packed(name, [params], input, hx, *rest)
        more = (has_biases, num_layers, dropout, train)
        return recurrent(schema, input, hx, [hx], params, more, batch_first, bidirectional)

    return layer


gru = with_one_state("gru")
rnn_tanh = with_one_state("rnn_tanh")
rnn_relu = with_one_state("rnn_relu")


def gates(input, weight, bias, count, width):
    """The gates of a cell, side by side in one product."""
    prim.assume_equal(prim.size(weight, 0), count * width)
    return torch.split(linear(input, weight, bias), width, 1)


def check_cell(input, hx, w_ih, w_hh, gates):
    """Operands that only broadcasting would make fit are refused."""
    if any([prim.rank(operand, 2) != 2 for operand in (input, hx, w_ih, w_hh)]):
        prim.cut("a recurrent cell of operands that are no matrices")
    width = prim.size(w_hh, 1)
    prim.assume_equal(prim.size(input, 0), prim.size(hx, 0))
    prim.assume_equal(prim.size(input, 1), prim.size(w_ih, 1))
    prim.assume_equal(prim.size(hx, 1), width)
    prim.assume_equal(prim.size(w_ih, 0), gates * width)
    prim.assume_equal(prim.size(w_hh, 0), gates * width)


def rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    check_cell(input, hx, w_ih, w_hh, 1)
    return torch.tanh(linear(input, w_ih, b_ih) + linear(hx, w_hh, b_hh))


def rnn_relu_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    check_cell(input, hx, w_ih, w_hh, 1)
    return torch.relu(linear(input, w_ih, b_ih) + linear(hx, w_hh, b_hh))


def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    if len(hx) != 2:
        prim.cut("lstm_cell() of another state than two tensors")
    hidden, cell = hx
    check_cell(input, hidden, w_ih, w_hh, 4)
    check_cell(input, cell, w_ih, w_hh, 4)
    torch.need_float("lstm_cell", input, RuntimeError)
    width = prim.size(w_hh, 1)
    parts = zip(gates(input, w_ih, b_ih, 4, width), gates(hidden, w_hh, b_hh, 4, width))
    enter, forget, value, leave = [left + right for left, right in parts]
    cell = torch.sigmoid(forget) * cell + torch.sigmoid(enter) * torch.tanh(value)
    return torch.sigmoid(leave) * torch.tanh(cell), cell


def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    check_cell(input, hx, w_ih, w_hh, 3)
    torch.need_float("gru_cell", input, RuntimeError)
    width = prim.size(w_hh, 1)
    reset_in, update_in, value_in = gates(input, w_ih, b_ih, 3, width)
    reset, update, value = gates(hx, w_hh, b_hh, 3, width)
    reset = torch.sigmoid(reset_in + reset)
    update = torch.sigmoid(update_in + update)
    value = torch.tanh(value_in + reset * value)
    return (hx - value) * update + value


# ---- normalisation, activations with weights -------------------------------------------------------------------------------


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-05, cudnn_enabled=True):
    groups = prim.settled(num_groups)
    if not prim.is_row_major(input):
        if prim.suggests_channels_last(input):
            schema = (
                "group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, "
                "float eps=1.0000000000000001e-05, bool cudnn_enabled=True)"
            )
            return prim.aten(schema, (input, groups, weight, bias, eps, True), result_of(input, prim.shape(input)))
        input = prim.contiguous(input)
    return normalised_groups(input, groups, prim.exact_division(prim.size(input, 1), groups), weight, bias, eps)


def normalised_groups(input, groups, members, weight, bias, eps):
    """`groups` groups of `members` channels, each with the mean and variance of its own values."""
    if any([parameter is not None and prim.rank(parameter, 1) != 1 for parameter in (weight, bias)]):
        raise RuntimeError("Expected weight and bias to be vectors")
    torch.need_float_among("group_norm", input, weight, bias)
    rank = prim.rank(input, 4)
    if rank < 2:
        raise RuntimeError("Expected at least 2 dimensions for input tensor")
    sizes = tuple(prim.shape(input))
    given = prim.dtype_of(input)
    for parameter in (weight, bias):
        if parameter is not None:
            prim.assume_equal(prim.size(parameter, 0), sizes[1])
            if prim.dtype_of(parameter) != given:
                prim.cut("group_norm() of several dtypes")
    x = prim.view(torch.float_of(input), (sizes[0], groups, members) + sizes[2:])
    dims = list(range(2, rank + 1))
    near, lack, squares = torch_reductions.moments(x, dims, True)
    mean, variance = prim.binary("add", near, lack), prim.binary("div", squares, prim.count(x, dims))
    per_channel = (groups, members) + (1,) * (rank - 2)
    scale = None if weight is None else prim.view(torch.float_of(weight), per_channel)
    shift = None if bias is None else prim.view(torch.float_of(bias), per_channel)
    factor, offset = factor_and_offset(mean, variance, eps, scale, shift)
    result = prim.binary("add", prim.binary("mul", x, factor), offset)
    return prim.own(prim.view(prim.cast(result, given), sizes))


def factor_and_offset(mean, variance, eps, scale, shift):
    """What x is multiplied by, and what is added then, to normalise it: torch's kernels for channels round like this."""
    factor = prim.unary("rsqrt", prim.binary("add", variance, eps))
    if scale is not None:
        factor = prim.binary("mul", factor, scale)
    offset = prim.binary("mul", mean, factor)
    return factor, prim.unary("neg", offset) if shift is None else prim.binary("sub", shift, offset)


def need_channels(count, weight, bias):
    """What has no elements torch scales by the first channel's weights."""
    for parameter in (weight, bias):
        if parameter is not None and prim.rank(parameter, 1) != 1:
            prim.cut("weights of channels that are no vectors")
    if (weight is not None or bias is not None) and count == 0:
        raise IndexError("select(): index 0 out of range for tensor of size [0] at dimension 0")


def instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled=True):
    if prim.rank(input, 4) < 2:
        prim.cut("instance_norm() of a vector, which torch refuses in its own order")
    need_channels(prim.size(input, 0) * prim.size(input, 1), weight, bias)
    if not use_input_stats:
        return torch.nn.functional.normalised_channels(
            input, running_mean, running_var, weight, bias, False, momentum, eps
        )
    rank = prim.rank(input, 4)
    if rank < 3:
        raise RuntimeError("Expected at least 3 dimensions for input tensor")
    if not prim.is_row_major(input):
        prim.cut("instance_norm() of a tensor that is not row-major")
    result = normalised_groups(input, prim.size(input, 1), 1, weight, bias, eps)
    if running_mean is not None or running_var is not None:
        move_statistics(input, rank, running_mean, running_var, momentum)
    return result


def move_statistics(input, rank, running_mean, running_var, momentum):
    """Each instance moves those of a channel by itself; what they become is the mean of that."""
    dtype = prim.dtype_of(input)
    if running_mean is None or running_var is None or dtype not in (torch.float32, torch.float64):
        prim.cut("statistics of instance_norm() in training")
    for tensor in (running_mean, running_var):
        if prim.dtype_of(tensor) != dtype or prim.rank(tensor, 1) != 1:
            prim.cut("statistics of instance_norm() in training")
    batch, channels = prim.size(input, 0), prim.size(input, 1)
    prim.assume_first_sizes((running_mean, running_var), channels)
    prim.assume_at_least(prim.numel(input), 1)
    dims = list(range(2, rank))
    count = prim.count(input, dims)
    prim.assume_at_least(count, 2)
    near, lack, squares = torch_reductions.moments(input, dims, False)
    mean = prim.binary("add", prim.view(near, (batch, channels)), lack)
    unbiased = prim.binary("div", squares, count - 1)
    moved = []
    for running, now in ((running_mean, mean), (running_var, unbiased)):
        kept = prim.binary("mul", running, 1 - momentum)
        moved.append(torch.mean(prim.binary("add", prim.binary("mul", now, momentum), kept), 0))
    running_mean.copy_(moved[0])
    running_var.copy_(moved[1])


def prelu(input, weight):
    rank = prim.rank(input, 2)
    if prim.dtype_of(weight) != prim.dtype_of(input):
        raise RuntimeError("prelu: Type promoting not supported")
    weights = prim.rank(weight, 1)
    if weights == 1 and rank < 2:
        channels = prim.settled(prim.size(weight, 0))
        if channels != 1:
            prim.cut("prelu() of this weight")
        weight = prim.view(weight, ())
    elif weights == 1:
        channels = prim.settled(prim.size(weight, 0))
        if channels != 1:
            prim.assume_equal(channels, prim.size(input, 1))
            weight = prim.view(weight, (channels,) + (1,) * (rank - 2))
    elif weights > 0:
        prim.cut("prelu() of this weight")
    torch.need_float("prelu", input)
    result = prim.where(prim.binary("gt", input, 0), input, prim.binary("mul", weight, input))
    return prim.with_layout_of(result, input)


def hardshrink(input, lambd=0.5):
    torch.need_float("hardshrink", input)
    prim.fits(lambd, prim.dtype_of(input))
    inside = prim.binary("logical_and", prim.binary("ge", input, -lambd), prim.binary("le", input, lambd))
    return prim.iterated(prim.where(inside, 0.0, input), (input,))


def rrelu(input, lower=0.125, upper=0.3333333333333333, training=False, generator=None):
    if training:
        prim.cut("rrelu in training")
    if not lower <= upper:
        raise RuntimeError("Lower bound should be less than or equal to the upper bound")
    return prim.row_major(torch.nn.functional.leaky_relu(input, (lower + upper) / 2))


# ---- embedding ---------------------------------------------------------------------------------------------------------------


def embedding_bag(
    weight,
    indices,
    offsets,
    scale_grad_by_freq=False,
    mode=0,
    sparse=False,
    per_sample_weights=None,
    include_last_offset=False,
    padding_idx=None,
):
    schema = (
        "embedding_bag.padding_idx(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq, int mode, "
        "bool sparse, Tensor? per_sample_weights, bool include_last_offset, int? padding_idx)"
    )
    if prim.rank(weight, 2) != 2 or prim.rank(offsets, 1) != 1:
        prim.cut("embedding_bag() with a table or offsets of such ranks")
    bags = prim.size(offsets, 0) - (1 if include_last_offset else 0)
    index = prim.dtype_of(indices)
    results = [(prim.dtype_of(weight), (bags, prim.size(weight, 1))), (index, 1), (index, 1)]
    results.append((index, 2 if mode == 2 else 1))
    arguments = (weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset)
    return prim.aten(schema, arguments + (padding_idx,), results)
