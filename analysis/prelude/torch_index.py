"""Indexing of tensors: what Python's x[...] means, and the functions of torch that read at places that tensors hold.

As in torch.py: every argument that is not supported ends in `prim.cut(text)`. Sources of the rules:
torch/csrc/autograd/python_variable_indexing.cpp and ATen/TensorIndexing.h of torch 2.13.0.
"""

import numpy_ndarray
import torch
import torch_aten


# ---- basic indexing: views ------------------------------------------------------------------------------------------------------------


def chosen(input, items):
    """Indexing of a row-major tensor by slices and one list of known ints: a copy; None if it is something else."""
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
    if not prim.is_row_major(input):  # of which the copy may have other strides
        return None
    has_ellipsis = False
    for i in range(at):
        has_ellipsis = has_ellipsis or prim.kind(items[i], "int") == "ellipsis"
    dim = at if not has_ellipsis else rank - (len(items) - at)
    if len(items[at]) == 0 or dim < 0 or dim >= rank:
        return None
    rest = prim.row_major(index_view(input, tuple([slice(None) if i == at else items[i] for i in range(len(items))])))
    parts = []
    for number in items[at]:
        start = number if number >= 0 else prim.size(rest, dim) + number
        parts.append(prim.slice_exact(rest, dim, start, 1))
    return prim.clone(prim.row_major(parts[0])) if len(parts) == 1 else prim.cat(parts, dim)


def dims_of(item):
    """How many dimensions of the tensor an item of an index stands for; -1: the rest."""
    kind = prim.kind(item, "int")
    if kind == "tensor":
        item = prim.as_index(item)
        dtype = prim.dtype_of(item)
        if dtype == torch.uint8 or (dtype == torch.bool and prim.rank(item, 1) == 0):
            prim.cut("indexing by a mask of this kind")
        return prim.rank(item, 1) if dtype == torch.bool else 1
    if kind == "int" or kind == "slice" or kind == "sequence":
        return 1
    if kind == "ellipsis":
        return -1
    if kind == "none" or kind == "bool":
        return 0
    return prim.cut("indexing by " + kind)


def positions_of(item):
    """The tensor for an item of an index that is an array of NumPy, or a list whose length only run time knows."""
    if isinstance(item, list) and prim.kind(item[0], "int") in ("int", "bool"):
        return positions_in(item)
    if not isinstance(item, numpy_ndarray.ndarray) or item.ndim != 1:
        prim.cut("indexing by something else than tensors, arrays of one dimension and what Python has")
    tensor = torch.from_numpy(item) if numpy_ndarray.is_long(item) else torch.tensor(item)
    if prim.dtype_of(tensor) != torch.int64 and prim.dtype_of(tensor) != torch.bool:
        prim.cut("indexing by an array of other numbers than positions")
    return tensor


def positions_in(item):
    """The tensor for an item of an index that is a sequence: of positions, unless it holds nothing but bools."""
    tensor = torch.tensor(item)
    if prim.dtype_of(tensor) == torch.int64 or prim.dtype_of(tensor) == torch.bool:
        return tensor
    for size in prim.shape(tensor):
        if size == 0:
            return torch.tensor(item, dtype=torch.int64)
    prim.cut("indexing by a sequence of what is no int")


def resolve(input, items):
    """The view that the basic items give, and the tensors among the items with the dimensions of the view that they index."""
    view = prim.view_at(input, items)
    if view is not None:
        return view, []
    items = [positions_of(item) if prim.kind(item, "int") == "other" else item for item in items]
    counts = [dims_of(item) for item in items]
    consumed = 0
    for dims in counts:
        if dims > 0:
            consumed += dims
    has_ellipsis = -1 in counts
    if has_ellipsis and counts.count(-1) > 1:
        prim.cut("several ellipses")
    rank = prim.rank(input, consumed + 1 if has_ellipsis or consumed < 2 else consumed)
    if consumed > rank:
        for item in items:
            if prim.kind(item, "int") == "slice":
                need_bounds(item)
        raise IndexError("too many indices for tensor")
    result = input if consumed > 0 or 0 in counts else prim.alias(input)
    tensors = []
    dim = 0
    for item, dims in zip(items, counts):
        kind = prim.kind(item, "int")
        if kind == "tensor" and prim.rank(item, 1) > 0:
            tensors.append((dim, item))
            dim += dims
        elif kind == "int":
            result = prim.select(result, dim, item)
        elif kind == "slice":
            result = prim.slice_by(result, dim, item)
            dim += 1
        elif kind == "none":
            result = prim.unsqueeze(result, dim)
            dim += 1
        elif kind == "bool":  # a dimension of its own, of which all is taken or nothing
            result = prim.unsqueeze(result, dim)
            tensors.append((dim, torch.tensor([0] if item else [], dtype=torch.int64)))
            dim += 1
        elif kind == "ellipsis":
            dim += rank - consumed
        elif kind == "tensor":
            result = prim.select(result, dim, prim.item(item))
        else:
            tensors.append((dim, positions_in(item)))
            dim += dims
    return result, tensors


def need_bounds(item):
    """Torch looks at what a slice is made of before it looks at the dimensions."""
    for bound in (item.start, item.stop, item.step):
        if prim.kind(bound, "int") not in ("int", "none"):
            prim.cut("a slice by something else than ints")


def need_one_kind(index):
    """Torch takes lists that hold something else for tuples, with a warning."""
    if prim.kind(index, "int") != "sequence":  # a list whose length only run time knows is of one kind
        return
    kinds = [prim.kind(number, "int") for number in index]
    if kinds.count("int") != len(kinds) and kinds.count("bool") != len(kinds):
        prim.cut("indexing by a list of something else than ints, or than bools")


def index_view(input, index):
    """The view that basic indexing gives."""
    result, tensors = resolve(input, index if isinstance(index, tuple) else (index,))
    if len(tensors) > 0:
        prim.cut("a view by tensors")
    return result


# ---- indexing by tensors ------------------------------------------------------------------------------------------------------------------


def quotient(place, size):
    """place // size for positions in memory: below 2 ** 52 a division of doubles is exact when it is cut off."""
    return prim.cast(prim.binary("div", prim.cast(place, torch.float64), size), torch.int64)


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
            place = quotient(place, stride)
        if dim > 0:
            size = prim.size(mask, dim)
            place = prim.binary("sub", place, prim.binary("mul", quotient(place, size), size))
        places.append(place)
    return places


def check_mask(input, dim, mask):
    for i in range(prim.rank(mask, 1)):
        if torch.differ(prim.size(mask, i), prim.size(input, dim + i)):
            raise IndexError("The shape of the mask does not match the shape of the indexed tensor")
        prim.assume_equal(prim.size(mask, i), prim.size(input, dim + i))


def places_of(input, tensors):
    """The indices by dimension, those dimensions, and what is known of their bounds."""
    indices = []
    dims = []
    bounds = "known"
    for dim, tensor in tensors:
        if prim.dtype_of(tensor) == torch.bool:
            check_mask(input, dim, tensor)
            for i, place in enumerate(mask_places(tensor)):
                indices.append(place)
                dims.append(dim + i)
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


def masked_rows(input, dim, mask):
    """input[..., mask, ...] of a row-major tensor: the dimensions of the mask as one."""
    check_mask(input, dim, mask)
    rank = prim.rank(mask, 1)
    shape = []
    for i in range(prim.rank(input, 1)):
        if dim < i < dim + rank:
            shape[dim] = shape[dim] * prim.size(input, i)
        else:
            shape.append(prim.size(input, i))
    return prim.index(prim.reshape(input, shape), [prim.positions(mask)], [dim], dim, "known", "iterator")


def get(input, index):
    """input[index]."""
    items = index if isinstance(index, tuple) else (index,)
    view = prim.view_at(input, items)
    if view is not None:
        return view
    if isinstance(index, list):
        need_one_kind(index)
    for item in items:
        if isinstance(item, list):
            result = chosen(input, items)
            if result is not None:
                return result
    view, tensors = resolve(input, items)
    if len(tensors) == 0:
        return view
    dim, tensor = tensors[0]
    if len(tensors) == 1 and prim.dtype_of(tensor) == torch.bool and prim.is_row_major(view):
        return masked_rows(view, dim, tensor)
    indices, dims, bounds = places_of(view, tensors)
    return prim.index(view, indices, dims, position_of(dims), bounds, "iterator")


# ---- writing ------------------------------------------------------------------------------------------------------------------------------


def without_leading_ones(value, rank):
    """A value of more dimensions than are written, the first of which are of size 1."""
    while prim.rank(value, rank) > rank:
        prim.assume_equal(prim.size(value, 0), 1)
        value = prim.select(value, 0, 0)
    return value


def value_of(input, value):
    """What is written, as a tensor of the input's dtype: a number is converted, a tensor has to be of it."""
    if not prim.is_tensor(value):
        if not prim.is_number(value):
            prim.cut("writing something else than a tensor or a number")
        return prim.full((), value, prim.dtype_of(input))
    if prim.dtype_of(value) != prim.dtype_of(input):
        raise RuntimeError("Index put requires the source and destination dtypes match")
    return value


def put_at(input, tensors, value, accumulate, is_assigned):
    """The input with the value written at the tensors of an index. What is assigned may have leading sizes of 1."""
    indices, dims, bounds = places_of(input, tensors)
    common = 0
    for index in indices:
        common = max(common, prim.rank(index, 1))
    rank = prim.rank(input, len(dims)) - len(dims) + common
    is_mask = len(tensors) == 1 and prim.dtype_of(tensors[0][1]) == torch.bool
    if is_mask and prim.is_tensor(value) and prim.dtype_of(value) != prim.dtype_of(input):
        prim.cut("a mask, and a value of another dtype")
    value = value_of(input, value)
    value = without_leading_ones(value, rank) if is_assigned else value
    return prim.index_put(input, indices, dims, position_of(dims), bounds, value, accumulate)


def fill_masked(input, dim, mask, value):
    """The input with one value wherever a mask of some of its dimensions, from `dim` on, is true."""
    check_mask(input, dim, mask)
    for _ in range(prim.rank(input, 1) - dim - prim.rank(mask, 1)):
        mask = prim.unsqueeze(mask, -1)
    return torch.masked_fill(input, mask, value)


def one_value_of(input, value):
    """What fills the places of a mask: one value of whatever dtype."""
    if prim.is_tensor(value) and prim.dtype_class(prim.dtype_of(value)) == "complex":
        return value_of(input, value)
    return prim.cast(value, prim.dtype_of(input)) if prim.is_tensor(value) else value_of(input, value)


def is_one_value(value):
    return prim.is_number(value) or (prim.is_tensor(value) and prim.rank(value, 0) == 0)


def set(input, index, value):
    """input[index] = value; at False alone torch writes nothing, nor counts it."""
    if prim.kind(index, "int") == "bool" and not index:
        if not prim.is_tensor(value):
            prim.cut("writing to nothing what may be no value of the dtype")
        return
    if (
        prim.kind(index, "int") == "tensor"
        and prim.is_flat(index)
        and prim.dtype_of(index) == torch.bool
        and prim.is_number(value)
    ):
        if prim.is_flat(input):
            prim.inplace(input, torch.masked_fill(input, index, value), (index, value))
            return
    items = index if isinstance(index, tuple) else (index,)
    if isinstance(index, list):
        need_one_kind(index)
    view, tensors = resolve(input, items)
    if len(tensors) == 0:
        prim.assign(view, value)
        return
    operands = (value, *[tensor for dim, tensor in tensors])
    dim, tensor = tensors[0]
    if len(tensors) == 1 and prim.dtype_of(tensor) == torch.bool and is_one_value(value):
        prim.inplace(view, fill_masked(view, dim, tensor, one_value_of(view, value)), operands)
    else:
        prim.put(view, put_at(view, tensors, value, False, True), operands)


# ---- functions ----------------------------------------------------------------------------------------------------------------------------


def checked_index(name, index):
    index = prim.as_index(index)
    if prim.dtype_of(index) != torch.int64 and prim.dtype_of(index) != torch.int32:
        raise RuntimeError(name + " expects an index of dtype int32 or int64")
    return index


def index_select(input, dim, index, *, out=None):
    torch.no_out(out)
    if prim.rank(index, 1) > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    checked_index("index_select()", index)
    dim = in_range(input, dim)
    index = as_vector(index) if prim.rank(index, 1) == 0 else index
    if prim.rank(index, 1) != 1:
        prim.cut("index_select() with these ranks")
    if has_no_dimension(input, dim):
        prim.assume_equal(prim.size(index, 0), 1)
        return prim.own(prim.reshape(index_select(as_vector(input), 0, index), ()))
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
    if prim.rank(mask, rank) != rank or rank == 0:
        return torch_aten.masked_select(input, mask)
    if any([torch.differ(prim.size(mask, i), prim.size(input, i)) for i in range(rank)]):
        return torch_aten.masked_select(input, mask)
    check_mask(input, 0, mask)
    flat = prim.reshape(input, (-1,))
    return prim.index(flat, [prim.positions(mask)], [0], 0, "known", "row_major")


def nonzero(input, *, out=None, as_tuple=False):
    torch.no_out(out)
    if prim.kind(as_tuple, "int") != "bool":
        raise TypeError("nonzero(): argument 'as_tuple' must be bool")
    rank = prim.rank(input, 1)
    if rank == 0 and as_tuple:
        return nonzero(as_vector(input), as_tuple=True)
    if rank == 0:
        prim.cut("nonzero() of one element")
    places = mask_places(prim.cast(input, torch.bool))
    rows = prim.cat([prim.unsqueeze(place, 0) for place in places], 0)
    columns = prim.columns(rows)
    if not as_tuple:
        return prim.own(columns)
    return tuple([prim.select(columns, 1, i) for i in range(rank)])


argwhere = nonzero


def index_put(input, indices, values, accumulate=False):
    if not prim.is_tensor(values):
        raise TypeError("index_put(): argument 'values' must be Tensor")
    kinds = (torch.int64, torch.int32, torch.bool)
    if len(indices) == 0 or any([index is not None and prim.dtype_of(index) not in kinds for index in indices]):
        prim.cut("index_put() without an index, or with one of such a dtype")
    plain = all([index is not None and prim.rank(index, 1) > 0 for index in indices])
    if not plain:
        schema = "index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False)"
        result = (prim.dtype_of(input), prim.shape(input), "any")
        return prim.aten(schema, (input, list(indices), values, accumulate), result)
    tensors = []
    dim = 0
    for index in indices:
        tensors.append((dim, index))
        dim += prim.rank(index, 1) if prim.dtype_of(index) == torch.bool else 1
    if dim > prim.rank(input, dim):
        raise IndexError("too many indices for tensor")
    return prim.with_layout_of(put_at(input, tensors, values, accumulate, False), input)


def as_vector(input, dim=0):
    """A tensor of no dimension as one of one: functions of indices take it as such."""
    if dim not in (0, -1):
        raise IndexError("Dimension out of range")
    return prim.reshape(input, (1,)) if prim.rank(input, 0) == 0 else input


def vector_or_more(input, guess):
    """As as_vector(); of a tensor whose rank nothing says, that rank is guessed."""
    return as_vector(input) if prim.rank(input, guess) == 0 else input


def has_no_dimension(input, dim):
    return prim.rank(input, prim.rank_for(prim.known(dim), 0)) == 0


def in_range(input, dim):
    """The dimension, counted from the first one: a tensor that has none counts as one of one dimension."""
    dim = prim.known(dim)
    rank = prim.rank(input, prim.rank_for(dim, 0)) or 1
    if not -rank <= dim < rank:
        raise IndexError("Dimension out of range")
    return dim + rank if dim < 0 else dim


def dim_index(input, dim):
    if has_no_dimension(input, dim):
        prim.cut("places along a tensor of no dimension")
    return in_range(input, dim)


def index_add(input, dim, index, source, *, alpha=1, out=None):
    torch.no_out(out)
    if prim.rank(index, 1) > 1:
        raise IndexError("index_add(): Index is supposed to be a vector")
    if has_no_dimension(input, dim):
        return prim.own(prim.reshape(index_add(as_vector(input, dim), 0, index, as_vector(source), alpha=alpha), ()))
    dim = dim_index(input, dim)
    checked_index("index_add()", index)
    index = vector_or_more(index, 1)
    if prim.rank(source, prim.rank(input, 1)) != prim.rank(input, 1):
        prim.cut("index_add() with these ranks")
    for i in range(prim.rank(input, 1)):
        prim.assume_equal(prim.size(source, i), prim.size(index, 0) if i == dim else prim.size(input, i))
    if prim.dtype_of(source) != prim.dtype_of(input):
        raise RuntimeError("index_add_(): self and source expected to have the same dtype")
    if not (prim.is_known(alpha) and alpha == 1):
        source = prim.binary("mul", source, alpha)
    return prim.row_major(prim.index_put(input, [index], [dim], dim, "checked", source, True))


def index_copy(input, dim, index, source, *, out=None):
    torch.no_out(out)
    if prim.dtype_of(index) != torch.int64:
        prim.cut("index_copy() with an index that is no int64")
    if prim.rank(index, 1) > 1:
        raise IndexError("index_copy_(): Index should have dimension 1 or 0")
    if has_no_dimension(input, dim):
        return prim.own(prim.reshape(index_copy(as_vector(input, dim), 0, index, as_vector(source)), ()))
    dim = dim_index(input, dim)
    index = vector_or_more(index, 1)
    if prim.rank(source, prim.rank(input, 1)) != prim.rank(input, 1):
        prim.cut("index_copy() with these ranks")
    if prim.size(source, dim) != prim.size(index, 0):  # an IndexError, or of what shares the memory another one
        prim.cut("index_copy() with another number of indices")
    for i in range(prim.rank(input, 1)):
        prim.assume_equal(prim.size(source, i), prim.size(index, 0) if i == dim else prim.size(input, i))
    return prim.row_major(prim.index_put(input, [index], [dim], dim, "checked", source, False))


def index_fill(input, dim, index, value):
    if prim.is_tensor(value) and not is_one_value(value):
        prim.cut("index_fill() with these arguments")
    if has_no_dimension(input, dim):
        return prim.own(prim.reshape(index_fill(as_vector(input, dim), 0, index, value), ()))
    dim = dim_index(input, dim)
    if prim.dtype_of(index) != torch.int64:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    index = vector_or_more(index, 1)
    if prim.rank(index, 1) != 1 or not is_one_value(value):
        prim.cut("index_fill() with these arguments")
    filled = prim.cast(value, prim.dtype_of(input)) if prim.is_tensor(value) else None
    if filled is None:
        filled = prim.full((), value, prim.dtype_of(input))
    return prim.with_layout_of(prim.index_put(input, [index], [dim], dim, "signed", filled, False), input)


def scattered(input, dim, index, value, accumulate, name):
    """Element by element: along `dim` the index says where, along the others its own position."""
    if has_no_dimension(input, dim):
        value = as_vector(value) if prim.is_tensor(value) else value
        made = scattered(as_vector(input, dim), 0, as_vector(index), value, accumulate, name)
        return prim.own(prim.reshape(made, ()))
    dim = dim_index(input, dim)
    if prim.dtype_of(index) != torch.int64 and prim.dtype_of(index) != torch.int32:
        prim.cut(name + " with an index that is no int")  # which is not looked at where it is empty
    if prim.is_tensor(value) and prim.dtype_of(value) != prim.dtype_of(input):
        raise RuntimeError(name + ": Expected self.dtype to be equal to src.dtype")
    rank = prim.rank(input, 1)
    index = vector_or_more(index, rank)
    if prim.rank(index, rank) != rank:
        for i in range(prim.rank(index, rank)):  # ranks are not compared where the index is empty
            prim.assume_at_least(prim.size(index, i), 1)
        raise RuntimeError("Index tensor must have the same number of dimensions as self tensor")
    indices = []
    for i in range(rank):
        count = prim.size(index, i)
        if i == dim:
            indices.append(index)
            continue
        prim.assume_at_least(prim.size(input, i) - count, 0)
        places = prim.arange(0, 1, count, torch.int64)
        for _ in range(rank - 1 - i):
            places = prim.unsqueeze(places, -1)
        indices.append(places)
    if prim.is_tensor(value):
        value = vector_or_more(value, rank)
        if prim.rank(value, rank) != rank:  # an error of several kinds, or none where the index is empty
            prim.cut(name + " with these ranks")
        for i in range(rank):
            value = prim.slice_exact(value, i, 0, prim.size(index, i))
    else:
        if prim.is_complex_number(value) and not torch.is_complex(input):
            prim.cut(name + " of a complex number, which nothing refuses where the index is empty")
        value = prim.full((), value, prim.dtype_of(input))
    return prim.index_put(input, indices, list(range(rank)), 0, "checked", value, accumulate)


def scatter(input, dim, index, src=None, value=None, *, reduce=None, out=None):
    torch.no_out(out)
    if reduce is not None:
        if reduce not in ("add", "multiply"):
            prim.cut("scatter() with such a reduce=")
        if prim.is_tensor(src):
            old = "scatter(0, torch.zeros(1, dtype=torch.int64), torch.zeros(1), reduce='add')"
            torch.warns("scatter() with reduce= and a tensor", f"torch.zeros(1).{old}")
            return torch.scatter_reduce(input, dim, index, src, "sum" if reduce == "add" else "prod")
        filled = torch.full(index.shape, value if src is None else src, dtype=input.dtype)
        return torch.scatter_reduce(input, dim, index, filled, "sum" if reduce == "add" else "prod")
    src = value if src is None else src
    return prim.row_major(scattered(input, dim, index, src, False, "scatter()"))


def scatter_add(input, dim, index, src, *, out=None):
    torch.no_out(out)
    return prim.row_major(scattered(input, dim, index, src, True, "scatter_add()"))


def take_along_dim(input, indices, dim=None, *, out=None):
    torch.no_out(out)
    if prim.dtype_of(indices) != torch.int64:
        prim.unfit("take_along_dim() with indices that are no int64")
    if dim is None:
        return prim.gather(prim.view(input, (-1,)), 0, prim.view(indices, (-1,)))
    dim = dim_index(input, dim)
    rank = prim.rank(input, 1)
    indices = prim.where(prim.binary("lt", indices, 0), prim.binary("add", indices, prim.size(input, dim)), indices)
    if prim.rank(indices, rank) != rank:
        raise RuntimeError("torch.take_along_dim(): input and indices should have the same number of dimensions")
    for i in range(rank):
        count = prim.size(indices, i)
        if i == dim:
            continue
        if prim.is_known(count) and count == 1:
            sizes = [prim.size(input, j) if j == i else -1 for j in range(rank)]
            indices = prim.expand(indices, sizes)
        elif prim.is_known(prim.size(input, i)) and prim.size(input, i) == 1:
            sizes = [count if j == i else -1 for j in range(rank)]
            input = prim.expand(input, sizes)
        else:
            prim.assume_equal(count, prim.size(input, i))
    return prim.gather(input, dim, indices)


def repeat_counts(repeats, dim):
    if not prim.is_tensor(repeats):
        prim.cut("this form of repeat_interleave()")
    return repeats, dim


def repeat_interleave(input=None, repeats=None, dim=None, *, output_size=None):
    if input is None or repeats is None:
        counts = repeats if input is None else input
        if prim.dtype_of(counts) not in (torch.int64, torch.int32):
            raise NotImplementedError("repeat_interleave_cpu is implemented for int32 and int64 only")
        if prim.rank(counts, 1) != 1:
            raise RuntimeError("repeat_interleave only accepts 1D vectors as repeat")
        return torch_aten.counted_out(counts, output_size=output_size)
    if prim.kind(repeats, "int") == "tensor" or output_size is not None:
        return torch_aten.repeat_interleave(input, *repeat_counts(repeats, dim), output_size=output_size)
    if dim is None:
        prim.rank(input, 1)
        input = prim.reshape(input, (-1,))
        dim = 0
    dim = dim_index(input, dim)
    prim.assume_at_least(repeats, 0)
    rank = prim.rank(input, 1)
    sizes = [-1 for _ in range(rank + 1)]
    sizes[dim + 1] = repeats
    wide = prim.expand(prim.unsqueeze(input, dim + 1), sizes)
    shape = [prim.size(input, i) * repeats if i == dim else prim.size(input, i) for i in range(rank)]
    return prim.clone(prim.reshape(prim.contiguous(wide), shape))
