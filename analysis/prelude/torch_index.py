"""Indexing of tensors: what Python's x[...] means, and the functions of torch that read at places that tensors hold.

As in torch.py: every argument that is not supported ends in `prim.cut(text)`. Sources of the rules:
torch/csrc/autograd/python_variable_indexing.cpp and ATen/TensorIndexing.h of torch 2.13.0.
"""

import torch


# ---- basic indexing: views ------------------------------------------------------------------------------------------------------------


def chosen(input, items):
    """Indexing by slices and one list of known ints: a copy; None if it is something else."""
    prim.is_contiguous(input)
    at = -1
    for i in range(len(items)):
        kind = prim.kind(items[i], "int")
        if kind == "sequence" and at < 0:
            at = i
        elif kind != "slice" and not (kind == "ellipsis" and at < 0):
            return None
    if at < 0:
        return None
    for number in items[at]:
        if prim.kind(number, "float") != "int" or not prim.is_known(number):
            return None
    rank = prim.rank(input, len(items) if len(items) > 1 else 2)
    has_ellipsis = False
    for i in range(at):
        has_ellipsis = has_ellipsis or prim.kind(items[i], "int") == "ellipsis"
    dim = at if not has_ellipsis else rank - (len(items) - at)
    if len(items[at]) == 0 or dim < 0 or dim >= rank:
        return None
    rest = prim.contiguous(index_view(input, tuple([slice(None) if i == at else items[i] for i in range(len(items))])))
    parts = []
    for number in items[at]:
        start = number if number >= 0 else prim.size(rest, dim) + number
        parts.append(prim.slice_exact(rest, dim, start, 1))
    return prim.clone(prim.contiguous(parts[0])) if len(parts) == 1 else prim.cat(parts, dim)


def dims_of(item):
    """How many dimensions of the tensor an item of an index stands for; -1: the rest."""
    kind = prim.kind(item, "int")
    if kind == "int" or kind == "slice" or kind == "sequence":
        return 1
    if kind == "ellipsis":
        return -1
    if kind == "none":
        return 0
    if kind == "tensor":
        dtype = prim.dtype_of(item)
        if dtype == torch.uint8 or (dtype == torch.bool and prim.rank(item, 1) == 0):
            prim.cut("indexing by a mask of this kind")
        return prim.rank(item, 1) if dtype == torch.bool else 1
    return prim.cut("indexing by " + kind)


def resolve(input, items):
    """The view that the basic items give, and the tensors among the items with the dimensions of the view that they index."""
    consumed = 0
    has_ellipsis = False
    has_none = False
    for item in items:
        dims = dims_of(item)
        if dims < 0:
            if has_ellipsis:
                prim.cut("several ellipses")
            has_ellipsis = True
        else:
            consumed += dims
            has_none = has_none or dims == 0
    rank = prim.rank(input, consumed + 1 if has_ellipsis or consumed < 2 else consumed)
    if consumed > rank:
        raise IndexError("too many indices for tensor")
    result = input if consumed > 0 or has_none else prim.alias(input)
    tensors = []
    dim = 0
    for item in items:
        kind = prim.kind(item, "int")
        if kind == "int":
            result = prim.select(result, dim, item)
        elif kind == "slice":
            result = prim.slice_by(result, dim, item)
            dim += 1
        elif kind == "none":
            result = prim.unsqueeze(result, dim)
            dim += 1
        elif kind == "ellipsis":
            dim += rank - consumed
        elif kind == "tensor" and prim.rank(item, 1) == 0:
            result = prim.select(result, dim, prim.item(item))
        else:
            tensors.append((dim, item if kind == "tensor" else torch.tensor(item)))
            dim += dims_of(item)
    return result, tensors


def index_view(input, index):
    """The view that basic indexing gives."""
    result, tensors = resolve(input, index if isinstance(index, tuple) else (index,))
    if len(tensors) > 0:
        prim.cut("a view by tensors")
    return result


# ---- indexing by tensors ------------------------------------------------------------------------------------------------------------------


def mask_places(mask):
    """For each dimension of a mask, where its true elements are."""
    rank = prim.rank(mask, 1)
    positions = prim.positions(mask)
    places = []
    for dim in range(rank):
        place = positions
        stride = 1
        for inner in range(dim + 1, rank):
            stride = stride * prim.size(mask, inner)
        if dim < rank - 1:
            place = prim.binary("floor_divide", place, stride)
        if dim > 0:
            place = prim.binary("remainder", place, prim.size(mask, dim))
        places.append(place)
    return places


def check_mask(input, dim, mask):
    for i in range(prim.rank(mask, 1)):
        prim.assume_equal(prim.size(mask, i), prim.size(input, dim + i))


def places_of(input, tensors):
    """The indices by dimension, those dimensions, and what is known of their bounds."""
    indices = []
    dims = []
    bounds = "known"
    for dim, tensor in tensors:
        if prim.dtype_of(tensor) == torch.bool:
            if len(tensors) > 1:
                prim.cut("a mask beside other index tensors")
            check_mask(input, dim, tensor)
            for place in mask_places(tensor):
                indices.append(place)
                dims.append(dim + len(dims))
        else:
            bounds = "signed"
            indices.append(tensor)
            dims.append(dim)
    return indices, dims, bounds


def position_of(dims):
    """Where the dimensions of the indices go: in the place of adjacent ones, else to the front."""
    for i in range(1, len(dims)):
        if dims[i] != dims[i - 1] + 1:
            return 0
    return dims[0]


def get(input, index):
    """input[index]."""
    items = index if isinstance(index, tuple) else (index,)
    if isinstance(index, list):
        for number in index:
            if prim.kind(number, "int") != "int":
                prim.cut("indexing by a list of something else than ints")
    for item in items:
        if isinstance(item, list):
            result = chosen(input, items)
            if result is not None:
                return result
    view, tensors = resolve(input, items)
    if len(tensors) == 0:
        return view
    indices, dims, bounds = places_of(view, tensors)
    return prim.index(view, indices, dims, position_of(dims), bounds, "iterator")


# ---- functions ----------------------------------------------------------------------------------------------------------------------------


def checked_index(name, index):
    if prim.dtype_of(index) != torch.int64 and prim.dtype_of(index) != torch.int32:
        raise RuntimeError(name + " expects an index of dtype int32 or int64")
    return index


def index_select(input, dim, index, *, out=None):
    torch.no_out(out)
    checked_index("index_select()", index)
    dim = prim.known(dim)
    rank = prim.rank(input, prim.rank_for(dim, 0))
    if rank == 0 or prim.rank(index, 1) != 1:
        prim.cut("index_select() with these ranks")
    dim = dim + rank if dim < 0 else dim
    return prim.index(input, [index], [dim], dim, "checked", "row_major")


def take(input, index, *, out=None):
    torch.no_out(out)
    if prim.dtype_of(index) != torch.int64:
        raise RuntimeError("take() expects an index of dtype int64")
    prim.rank(input, 1)
    flat = prim.reshape(input, (-1,))
    return prim.index(flat, [index], [0], 0, "signed", "row_major")


def masked_select(input, mask, *, out=None):
    torch.no_out(out)
    if prim.dtype_of(mask) != torch.bool:
        raise RuntimeError("masked_select expects a bool mask")
    rank = prim.rank(input, 2)
    if prim.rank(mask, rank) != rank:
        prim.cut("masked_select() of another rank")
    if rank == 0:
        prim.cut("masked_select() of one element")
    check_mask(input, 0, mask)
    flat = prim.reshape(input, (-1,))
    return prim.index(flat, [prim.positions(mask)], [0], 0, "known", "row_major")


def nonzero(input, *, out=None, as_tuple=False):
    torch.no_out(out)
    rank = prim.rank(input, 1)
    if rank == 0:
        prim.cut("nonzero() of one element")
    places = mask_places(prim.cast(input, torch.bool))
    rows = prim.cat([prim.unsqueeze(place, 0) for place in places], 0)
    columns = prim.permute(rows, (1, 0))
    if not as_tuple:
        return columns
    return tuple([prim.select(columns, 1, i) for i in range(rank)])


argwhere = nonzero
