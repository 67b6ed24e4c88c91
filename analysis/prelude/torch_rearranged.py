"""Functions of torch that join tensors, lay their elements out in another order, or replace some of them."""

import torch
import torch_index
import torch_views
from torch_composites import at_least_1, at_least_2, at_least_3


# ---- joins and rearrangements ------------------------------------------------------------------------------------------------


def hstack(tensors, *, out=None):
    parts = [at_least_1(item) for item in tensors]
    if len(parts) == 0:
        raise RuntimeError("hstack expects a non-empty TensorList")
    return torch.written(out, prim.cat(parts, 0 if prim.rank(parts[0], 2) == 1 else 1))


def vstack(tensors, *, out=None):
    return torch.written(out, prim.cat([at_least_2(item) for item in tensors], 0))


def row_stack(tensors, *, out=None):
    return vstack(tensors, out=out)


def dstack(tensors, *, out=None):
    return torch.written(out, prim.cat([at_least_3(item) for item in tensors], 2))


def as_columns(input):
    return prim.view(input, (prim.numel(input), 1)) if prim.rank(input, 2) <= 1 else input


def column_stack(tensors, *, out=None):
    return torch.written(out, prim.cat([as_columns(item) for item in tensors], 1))


def block_diag(*tensors):
    if not tensors:
        return prim.full((1, 0), 0.0, torch.get_default_dtype())
    blocks = [at_least_2(item) for item in tensors]
    width = 0
    for block in blocks:
        width = width + prim.size(block, 1)
    rows = []
    before = 0
    for block in blocks:
        height, own = prim.size(block, 0), prim.size(block, 1)
        dtype = prim.dtype_of(block)
        parts = [prim.full((height, before), 0, dtype), block, prim.full((height, width - before - own), 0, dtype)]
        rows.append(prim.cat(parts, 1))
        before = before + own
    return prim.cat(rows, 0)


def meshgrid(*tensors, indexing=None):
    if indexing is not None and prim.kind(indexing, "str") != "str":
        raise TypeError("meshgrid(): argument 'indexing' must be str")
    if indexing not in ("ij", "xy", None):
        raise RuntimeError('torch.meshgrid: indexing must be one of "xy" or "ij"')
    if indexing is None:
        torch.warns("meshgrid() without indexing=", "torch.meshgrid(torch.zeros(1))")
    if len(tensors) == 1 and prim.kind(tensors[0], "tensor") == "sequence":
        tensors = tensors[0]
    if len(tensors) == 0:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    parts = [at_least_1(item) for item in tensors]
    if any([prim.rank(item, 1) > 1 for item in parts]):
        prim.cut("meshgrid() of tensors of several dimensions, which torch refuses")
    if any([prim.dtype_of(item) != prim.dtype_of(parts[0]) for item in parts]):
        raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    swapped = indexing == "xy" and len(parts) > 1
    if swapped:
        parts = [parts[1], parts[0]] + list(parts[2:])
    sizes = [prim.size(item, 0) for item in parts]
    grids = []
    for i in range(len(parts)):
        column = prim.view(parts[i], [sizes[i] if k == i else 1 for k in range(len(parts))])
        grids.append(prim.expand(column, sizes))
    if swapped:
        grids = [grids[1], grids[0]] + grids[2:]
    return tuple(grids)


def cartesian_prod(*tensors):
    for item in tensors:
        if prim.rank(item, 1) != 1:
            prim.cut("cartesian_prod() of what is no vector, which torch refuses")
    if len(tensors) == 1:
        return tensors[0]
    return torch.stack([torch.ravel(prim.contiguous(grid)) for grid in meshgrid(*tensors, indexing="ij")], 1)


def tile(input, dims):
    lead = prim.rank(input, 2) - len(dims)
    return torch.repeat_tensor(input, [1] * lead + list(dims) if lead > 0 else dims)


def distinct(input, dims):
    """The dimensions, of which each is given once."""
    dims = [torch_index.in_range(input, dim) for dim in dims]
    if len(set(dims)) < len(dims):
        raise RuntimeError("dim appears multiple times in the list of dims")
    return dims


def flip(input, dims):
    dims = [dims] if prim.kind(dims, "int") == "int" else list(dims)
    dims = distinct(input, dims)
    if torch.is_nothing(input):
        return prim.full(prim.shape(input), 0, prim.dtype_of(input))
    result = prim.contiguous(input)
    for dim in dims if prim.rank(input, 2) > 0 else []:
        size = prim.size(result, dim)
        result = prim.slice_of_length(result, dim, size - 1, -1, size)
    return prim.with_layout_of(prim.clone(prim.contiguous(result)), input)


def fliplr(input):
    if prim.rank(input, 2) < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return flip(input, (1,))


def flipud(input):
    if prim.rank(input, 1) == 0:
        raise RuntimeError("Input must be >= 1-d.")
    return flip(input, (0,))


def rot90(input, k=1, dims=(0, 1)):
    k = prim.known(k) % 4
    if len(dims) != 2 or prim.rank(input, 2) < 2:
        raise RuntimeError("rot90() needs two dimensions to rotate")
    dims = [torch_index.in_range(input, dim) for dim in dims]
    if dims[0] == dims[1]:
        raise RuntimeError("expected rotation dims to be different")
    if k == 0:
        return prim.clone(input)
    if k == 2:
        return flip(input, dims)
    if k == 1:
        return prim.own(torch.transpose(flip(input, (dims[1],)), dims[0], dims[1]))
    return prim.own(torch.transpose(flip(input, (dims[0],)), dims[0], dims[1]))


def roll(input, shifts, dims=None):
    shape = prim.shape(input)
    shifts = [shifts] if prim.kind(shifts, "int") == "int" else shifts
    as_one = dims is None or (prim.kind(dims, "int") == "sequence" and len(dims) == 0)
    dims = [0] if as_one else [prim.settled(dim) for dim in ([dims] if prim.kind(dims, "int") == "int" else dims)]
    if len(shifts) != len(dims):
        raise RuntimeError("shifts and dimensions must align")
    if as_one:
        return prim.own(prim.view(rolled(torch.ravel(prim.contiguous(input)), shifts[0], 0), shape))
    rank = max(len(shape), 1)
    in_range = all(-rank <= dim < rank for dim in dims)
    if not (in_range and prim.is_row_major(input)):  # nothing to roll: a copy with its strides, whatever the dimensions
        for size in shape:
            if prim.is_known(size) and size == 0:
                return prim.clone(input)
            prim.assume_at_least(size, 1)
    result = input
    for i in range(len(dims)):
        result = rolled(result, shifts[i], dims[i])
    return result


def rolled(input, shift, dim):
    size = prim.size(input, dim)
    if prim.is_known(size) and size == 0:
        return prim.clone(prim.contiguous(input))
    prim.assume_at_least(size, 1)
    shift = shift % size
    in_place = prim.is_known(shift) and shift == 0
    if not prim.is_known(shift) and prim.suggests_channels_last(input):  # a part without elements has the result row-major
        in_place = torch_views.is_shown(shift, 0)
        if in_place:
            prim.assume_equal(shift, 0)
        else:
            prim.assume_at_least(shift, 1)
    if in_place:
        return prim.clone(prim.contiguous(input))
    first = size - shift
    return torch_views.joined((prim.slice_exact(input, dim, first, shift), prim.slice_exact(input, dim, 0, first)), dim)


# ---- gathers and replacements -----------------------------------------------------------------------------------------------------


def need_row_major(name, input):
    """torch copies such an input with the gaps in its memory, and with what lies before it."""
    if not prim.is_row_major(input):
        prim.cut(name + "() of a tensor that is not row-major")
    prim.need_whole(input)


def select_scatter(input, src, dim, index):
    need_row_major("select_scatter", input)
    result = prim.clone(input)
    prim.assign(prim.select(result, dim, index), same_sizes(src, prim.select(input, dim, index)))
    return result


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    need_row_major("diagonal_scatter", input)
    result = prim.clone(input)
    place = torch.diagonal(result, offset, dim1, dim2)
    prim.assign(place, same_sizes(src, place))
    return result


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    need_row_major("slice_scatter", input)
    result = prim.clone(input)
    place = every(result, dim, start, end, step)
    prim.assign(place, same_sizes(src, place))
    return result


def every(input, dim, start, end, step):
    """The slice that ATen makes: of a step backwards it says another thing than indexing does."""
    if step <= 0 and prim.slice(input, dim, start, end, 1) is not None:
        raise RuntimeError("slice step must be positive")
    return prim.slice(input, dim, start, end, step)


def same_sizes(src, place):
    rank = prim.rank(place, 2)
    if prim.rank(src, rank) != rank:
        raise RuntimeError("expected src to have a size equal to the slice of self")
    for i in range(rank):
        prim.assume_equal(prim.size(src, i), prim.size(place, i))
    return src
