"""Functions of NumPy over arrays that are no operators, reductions or shapes of one: most of them NumPy composes in Python
itself. Part of numpy.py. What NumPy warns of, what it refuses, and orders that it leaves open are left to Python.
"""

import builtins as python

import _pyaot
import numpy
import numpy_arrays
import torch
from numpy_ndarray import array, arrays_of, asarray, concatenate, no_number, of_options, ravel, row_major_in, tensor_in, transpose

# ---- functions of each element -----------------------------------------------------------------------------------------


def of_two_arrays(name, *kinds):
    """The function of torch of that name. Arrays of another kind than those become floats, where floats are among them."""
    function = getattr(torch, name)

    def apply(x1, x2, /, **options):
        is_array = isinstance(x1, numpy.ndarray) or isinstance(x2, numpy.ndarray)
        if len(options) > 0 or not is_array or not numpy.is_operand(x1) or not numpy.is_operand(x2):
            _pyaot.cut("a function of NumPy with options, or of no array")
        numpy_arrays.check_layouts((x1, x2))
        dtype = numpy_arrays.common_dtype(x1, x2)
        if numpy_arrays.kind_of(dtype) not in kinds:
            if "float" not in kinds or dtype not in (torch.int32, torch.int64):
                _pyaot.cut("a function of NumPy of arrays of this type")
            dtype = torch.float64
        result = function(numpy_arrays.as_tensor(x1, dtype), numpy_arrays.as_tensor(x2, dtype))
        return numpy_arrays.of_result(numpy_arrays.finite(result))

    return apply


arctan2, hypot, copysign, logaddexp, logaddexp2 = [
    of_two_arrays(name, "float") for name in ("atan2", "hypot", "copysign", "logaddexp", "logaddexp2")
]
fmax, fmin = [of_two_arrays(name, "int", "float") for name in ("fmax", "fmin")]
gcd, lcm = [of_two_arrays(name, "int") for name in ("gcd", "lcm")]


def fabs(x, /, **options):
    return numpy.absolute(x, **options) if is_of_floats(x) else _pyaot.cut("fabs() of ints")


def of_wide(x):
    """Of narrow ints and bools NumPy gives floats of less precision than they become in an operation."""
    dtype = numpy_arrays.dtype_of(x)
    is_narrow = isinstance(x, python.bool) if dtype is None else numpy_arrays.kind_of(dtype) != "float"
    return _pyaot.cut("this function of NumPy of bools or narrow ints") if is_narrow and dtype not in (torch.int32, torch.int64) else x


def deg2rad(x, /, **options):
    return numpy.multiply(of_wide(x), numpy.pi / 180.0, **options)


def rad2deg(x, /, **options):
    return numpy.multiply(of_wide(x), 180.0 / numpy.pi, **options)


radians, degrees = deg2rad, rad2deg


def reciprocal(x, /, **options):
    return numpy.divide(1.0, x, **options) if is_of_floats(x) else _pyaot.cut("reciprocals of ints")


def positive(x, /, **options):
    of_options(**options)
    return +numpy_arrays.array_of(no_number(x))


def is_of_floats(x):
    return isinstance(x, numpy.ndarray) and issubclass(x.dtype.type, numpy.floating)


def divmod(x1, x2, /, **options):
    return numpy.floor_divide(x1, x2, **options), numpy.remainder(x1, x2, **options)


def signbit(x, /, **options):
    of_options(**options)
    return numpy_arrays.of_result(torch.signbit(tensor_in(x)))


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    if copy is not True or not is_of_floats(x):
        _pyaot.cut("nan_to_num() of ints, or in place")
    tensor = torch.nan_to_num(numpy_arrays.tensor_of(x), nan, posinf, neginf)
    return numpy_arrays.made(tensor) if x.ndim > 0 else _pyaot.cut("nan_to_num() of a number")


def conjugate(x, /, **options):
    of_options(**options)
    numpy_arrays.no_bools(x)
    return numpy_arrays.of_result(prim.clone(tensor_in(numpy.without_bools(x))))


conj = conjugate


def real(val):
    return val if isinstance(val, numpy.ndarray) else _pyaot.cut("real() of no array")


def isneginf(x, out=None):
    of_options({"out": out})
    return numpy.equal(x, -numpy.inf) if is_of_floats(x) else _pyaot.cut("isneginf() of ints")


def isposinf(x, out=None):
    of_options({"out": out})
    return numpy.equal(x, numpy.inf) if is_of_floats(x) else _pyaot.cut("isposinf() of ints")


# ---- questions ---------------------------------------------------------------------------------------------------------


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    if not isinstance(a, numpy.ndarray) and not isinstance(b, numpy.ndarray):
        return numpy.bool_(is_close(numpy.plain(a), numpy.plain(b), rtol, atol, equal_nan))
    if not numpy.is_operand(a) or not numpy.is_operand(b):
        a, b = numpy_arrays.array_of(a), numpy_arrays.array_of(b)
    if isinstance(b, numpy.ndarray) and not is_of_floats(b):
        b = numpy.multiply(b, 1.0)
    near = numpy.less_equal(numpy.absolute(numpy.subtract(a, b)), numpy.add(atol, numpy.multiply(rtol, numpy.absolute(b))))
    result = near & numpy.isfinite(b) | numpy.equal(a, b)
    return result | numpy.isnan(a) & numpy.isnan(b) if equal_nan else result


def is_close(x, y, rtol, atol, equal_nan):
    for value in (x, y):
        if not prim.is_number(value) or not prim.is_known(value):
            _pyaot.cut("isclose() of numbers that are not known")
    if equal_nan and x != x and y != y:
        return True
    return (python.abs(x - y) <= atol + rtol * python.abs(y) and y - y == 0) or x == y


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    near = isclose(a, b, rtol, atol, equal_nan)
    return python.bool(near if isinstance(near, numpy.generic) else numpy.all(near))


def count_nonzero(a, axis=None, *, keepdims=False):
    return numpy.sum(numpy.not_equal(numpy_arrays.array_of(a), 0), axis, keepdims=keepdims)


def iscomplexobj(x):
    return False if numpy.is_operand(x) else _pyaot.cut("iscomplexobj() of no array")


def isrealobj(x):
    return not iscomplexobj(x)


def issubdtype(arg1, arg2):
    return issubclass(numpy.class_of(arg1), arg2 if is_abstract(arg2) else numpy.class_of(arg2))


def is_abstract(cls):
    return cls in (numpy.generic, numpy.number, numpy.integer, numpy.signedinteger, numpy.inexact, numpy.floating)


def result_type(*arrays_and_dtypes):
    if len(arrays_and_dtypes) == 0 or len([one for one in arrays_and_dtypes if prim.is_number(one)]) > 0:
        _pyaot.cut("result_type() of numbers of Python")
    strong = None
    for one in arrays_and_dtypes:
        of_value = isinstance(one, (numpy.ndarray, numpy.generic))
        dtype = numpy_arrays.dtype_of(one) if of_value else numpy_arrays.dtype_for(one)
        strong = dtype if strong is None else numpy_arrays.promoted(strong, dtype)
    return numpy.dtype(numpy_arrays.classes[strong])


# ---- where elements are ------------------------------------------------------------------------------------------------


def nonzero(a):
    """The arrays of several dimensions are the columns of one; the length is known at run time."""
    places = torch.nonzero(tensor_in(a))
    rank = prim.rank(tensor_in(a), 2)
    if rank == 0:
        _pyaot.cut("nonzero() of a number")
    rows = prim.clone(prim.contiguous(places))
    return tuple([numpy_arrays.made(prim.select(rows, 1, i)) for i in range(rank)])


def flatnonzero(a):
    return nonzero(ravel(a))[0]


def argwhere(a):
    return transpose(numpy.stack(nonzero(a)))


def argsort(a, axis=-1, kind=None, order=None, *, stable=None):
    """Which of two elements that are equal comes first is left open, unless it is asked for."""
    of_options({"order": order})
    if kind not in (None, "quicksort", "mergesort", "heapsort", "stable") or stable not in (None, True, False):
        _pyaot.cut("argsort() with these arguments")
    if kind is not None and stable is not None:
        _pyaot.cut("argsort() of two kinds")
    if axis is None:
        a, axis = ravel(a), -1
    values, places = torch.sort(row_major_in(a), dim=numpy.plain(axis), stable=True)
    if kind != "stable" and not stable:
        ordered = torch.movedim(values, numpy.plain(axis), 0)
        above = prim.binary("lt", ordered[:-1], ordered[1:])
        if not prim.item(prim.reduce("all", above, None, False)):
            prim.leave("an order that NumPy leaves open")
    return numpy_arrays.made(places)


def searchsorted(a, v, side="left", sorter=None):
    of_options({"sorter": sorter})
    if side not in ("left", "right") or not isinstance(v, numpy.ndarray):
        _pyaot.cut("searchsorted() with these arguments")
    dtype = numpy_arrays.common_dtype(a, v)
    a, v = row_major_in(a), row_major_in(v)
    numpy_arrays.finite(a), numpy_arrays.finite(v)
    places = torch.searchsorted(prim.contiguous(prim.cast(a, dtype)), prim.contiguous(prim.cast(v, dtype)), right=side == "right")
    return numpy_arrays.of_result(places)


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, sorted=True):
    if return_index or return_inverse or return_counts or axis is not None or not sorted:
        _pyaot.cut("unique() with these arguments")
    tensor = tensor_in(ar)
    if is_of_floats(ar) and prim.item(prim.reduce("any", prim.unary("isnan", tensor), None, False)):
        prim.leave("unique() of numbers that are none")
    return numpy_arrays.made(torch.unique(tensor))


def tril_indices(n, k=0, m=None):
    return indices_of(torch.tril_indices, n, k, m)


def triu_indices(n, k=0, m=None):
    return indices_of(torch.triu_indices, n, k, m)


def indices_of(function, n, k, m):
    n, k = numpy.plain(n), numpy_arrays.one_int(k)
    places = function(n, n if m is None else numpy.plain(m), offset=k)
    return tuple([numpy_arrays.made(prim.clone(prim.select(places, 0, i))) for i in (0, 1)])


def diag_indices(n, ndim=2):
    places = numpy.arange(n)
    return (places,) * numpy.plain(ndim)


# ---- parts and wholes --------------------------------------------------------------------------------------------------


def along(axis, part):
    return (slice(None),) * axis + (part,)


def axis_in(array, axis):
    axis = numpy.plain(axis)
    if not -array.ndim <= axis < array.ndim:
        _pyaot.cut("an axis that the array does not have")
    return axis % array.ndim


def diff(a, n=1, axis=-1, prepend=None, append=None):
    of_options({"prepend": prepend, "append": append})
    a, n = numpy_arrays.array_of(a), numpy.plain(n)
    axis = axis_in(a, axis)
    if n < 1:
        _pyaot.cut("diff() of no differences")
    less = numpy.not_equal if a.dtype == numpy.bool_ else numpy.subtract
    for _ in range(n):
        a = less(a[along(axis, slice(1, None))], a[along(axis, slice(None, -1))])
    return a


def append(arr, values, axis=None):
    if axis is None:
        arrays = [in_one(arr), in_one(values)]
        return concatenate([ravel(a) if numpy.is_long(a) else a for a in arrays], 0)
    return concatenate([arr, values], axis)


def atleast_1d(*arys):
    return one_or_all([in_one(a) for a in arys])


def in_one(a):
    """Of a number: an array of known items, which array() of the number itself is not."""
    if numpy.own_class(a) is not None:
        return numpy.array([a])
    a = numpy_arrays.array_of(a)
    return a.reshape(1) if a.ndim == 0 else a


def atleast_2d(*arys):
    return one_or_all([a.reshape(1, 1) if a.ndim == 0 else a[None, :] if a.ndim == 1 else a for a in arrays_of(arys)])


def atleast_3d(*arys):
    return one_or_all([in_three(a) for a in arrays_of(arys)])


def in_three(a):
    if a.ndim == 0:
        return a.reshape(1, 1, 1)
    return a[None, :, None] if a.ndim == 1 else a[:, :, None] if a.ndim == 2 else a


def one_or_all(arrays):
    return arrays[0] if len(arrays) == 1 else tuple(arrays)


def column_stack(tup):
    return concatenate([a.reshape(-1, 1) if a.ndim < 2 else a for a in arrays_of(tup)], 1)


def dstack(tup):
    return concatenate([in_three(a) for a in arrays_of(tup)], 2)


def need_array(ary):
    """NumPy's functions that split look at the shape of what they are given as it is."""
    if not isinstance(ary, numpy.ndarray):
        _pyaot.cut("parts of something else than an array")


def array_split(ary, indices_or_sections, axis=0):
    need_array(ary)
    axis, sections = axis_in(ary, axis), numpy.plain(indices_or_sections)
    size = ary.shape[axis]
    if isinstance(sections, (tuple, list)):
        ends = [numpy.plain(place) for place in sections]
    else:
        if sections <= 0:
            raise ValueError("number sections must be larger than 0.")
        each, more = size // sections, size % sections
        ends = [each * i + python.min(i, more) for i in range(1, sections)]
    return [ary[along(axis, slice(begin, end))] for begin, end in zip([0] + ends, ends + [None])]


def split(ary, indices_or_sections, axis=0):
    need_array(ary)
    sections = numpy.plain(indices_or_sections)
    if prim.kind(sections, "int") == "int" and ary.shape[numpy.plain(axis)] % sections != 0:
        raise ValueError("array split does not result in an equal division")
    return array_split(ary, sections, axis)


def vsplit(ary, indices_or_sections):
    need_array(ary)
    return split(ary, indices_or_sections, 0) if ary.ndim >= 2 else _pyaot.cut("vsplit() of one dimension")


def hsplit(ary, indices_or_sections):
    need_array(ary)
    return split(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


def dsplit(ary, indices_or_sections):
    need_array(ary)
    return split(ary, indices_or_sections, 2) if ary.ndim >= 3 else _pyaot.cut("dsplit() of two dimensions")


def ascontiguousarray(a, dtype=None, **options):
    of_options(**options)
    a = asarray(a, dtype)
    if a.ndim == 0:
        _pyaot.cut("ascontiguousarray() of a number")
    return a if prim.is_contiguous(numpy_arrays.tensor_of(a)) else a.copy()


def rollaxis(a, axis, start=0):
    a = numpy_arrays.array_of(a)
    axis, start = axis_in(a, axis), numpy.plain(start)
    if not 0 <= start <= a.ndim:
        _pyaot.cut("rollaxis() to such a place")
    axes = [dim for dim in range(a.ndim) if dim != axis]
    axes.insert(start - 1 if axis < start else start, axis)
    return transpose(a, axes)


def pad(array, pad_width, mode="constant", *, constant_values=0, **options):
    of_options(**options)
    if mode != "constant" or numpy.own_class(constant_values) is None:
        _pyaot.cut("pad() with these arguments")
    tensor = row_major_in(array)
    dtype = prim.dtype_of(tensor)
    value = numpy_arrays.number_in(numpy.plain(constant_values), dtype)
    rank = prim.rank(tensor, 2)
    if rank == 0:  # NumPy looks at the widths all the same
        _pyaot.cut("pad() of an array without dimensions")
    widths = []
    for before, after in reversed(widths_of(pad_width, rank)):
        widths.extend([numpy.plain(before), numpy.plain(after)])
    if widths and all([isinstance(width, bool) for width in widths]):
        raise TypeError("`pad_width` must be of integral type.")
    widths = [width + 0 for width in widths]  # NumPy takes single bools for ints
    for width in widths:
        if width < 0:
            raise ValueError("index can't contain negative values")
    return numpy_arrays.made(torch.nn.functional.pad(tensor, widths, value=value))


def widths_of(pad_width, rank):
    if not isinstance(pad_width, (tuple, list)):
        return [(pad_width, pad_width)] * rank
    if not isinstance(pad_width[0], (tuple, list)):
        pad_width = (pad_width,)
    if len(pad_width) == 1:
        pad_width = tuple(pad_width) * rank
    if len([pair for pair in pad_width if len(pair) == 2]) != rank:
        _pyaot.cut("pad() with these arguments")
    return pad_width


# ---- arrays of a shape -------------------------------------------------------------------------------------------------


def empty(shape, dtype=float, **options):
    of_options(**options)
    return numpy_arrays.made(torch.empty(numpy_arrays.sizes_of((shape,)), dtype=numpy_arrays.dtype_for(dtype)))


def empty_like(prototype, dtype=None, **options):
    of_options(**options)
    dtype = None if dtype is None else numpy_arrays.dtype_for(dtype)
    return numpy_arrays.made(torch.empty_like(tensor_in(prototype), dtype=dtype))


def tri(N, M=None, k=0, dtype=float, **options):
    of_options(**options)
    sizes = (numpy.plain(N), numpy.plain(N if M is None else M))
    return numpy_arrays.made(torch.tril(torch.ones(sizes, dtype=numpy_arrays.dtype_for(dtype)), numpy.plain(k)))


def diag(v, k=0):
    if numpy_arrays.array_of(v).ndim != 1:
        _pyaot.cut("a view that NumPy does not let write")
    return numpy_arrays.made(torch.diag(tensor_in(v), numpy.plain(k)))


def diagflat(v, k=0):
    return diag(ravel(v), k)


# ---- summaries ---------------------------------------------------------------------------------------------------------


def ptp(a, axis=None, out=None, keepdims=False):
    of_options({"out": out})
    a = numpy_arrays.array_of(a)
    return numpy.subtract(numpy.amax(a, axis, keepdims=keepdims), numpy.amin(a, axis, keepdims=keepdims))


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    if returned or keepdims:
        _pyaot.cut("average() with these arguments")
    if weights is None:
        return numpy.mean(numpy_arrays.array_of(a), axis)
    a, weights = numpy_arrays.array_of(a), numpy_arrays.array_of(weights)
    if not is_of_floats(a) or not is_of_floats(weights) or a.shape != weights.shape:
        _pyaot.cut("average() of ints, or with other weights")
    scale = numpy.sum(weights, axis)
    numpy_arrays.without_zeros(numpy_arrays.as_tensor(scale, numpy_arrays.dtype_of(scale)))
    return numpy.divide(numpy.sum(numpy.multiply(a, weights), axis), scale)


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    if out is not None or overwrite_input or keepdims:
        _pyaot.cut("median() with these arguments")
    if axis is None:
        a, axis = ravel(a), 0
    a = numpy_arrays.made(numpy_arrays.floats(numpy_arrays.array_of(a)))
    axis = axis_in(a, axis)
    count = a.shape[axis]
    prim.assume_at_least(count, 1)
    ordered = numpy_arrays.finite(numpy_arrays.tensor_of(numpy.sort(a, axis)))
    if count % 2 == 1:
        return numpy_arrays.of_result(prim.clone(prim.contiguous(prim.select(ordered, axis, count // 2))))
    below, above = prim.select(ordered, axis, count // 2 - 1), prim.select(ordered, axis, count // 2)
    return numpy_arrays.of_result(prim.binary("div", prim.contiguous(prim.binary("add", below, above)), 2))


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    of_options({"out": out})
    diagonal = torch.diagonal(tensor_in(a), numpy.plain(offset), numpy.plain(axis1), numpy.plain(axis2))
    return numpy.sum(numpy_arrays.made(diagonal), -1, dtype)


def bincount(x, /, weights=None, minlength=0):
    of_options({"weights": weights})
    x = numpy_arrays.array_of(x)
    if x.ndim != 1 or x.dtype != numpy.int64:
        _pyaot.cut("bincount() of this array")
    if prim.item(prim.reduce("any", prim.binary("lt", numpy_arrays.tensor_of(x), 0), None, False)):
        prim.leave("what NumPy refuses")
    return numpy_arrays.made(torch.bincount(numpy_arrays.tensor_of(x), minlength=numpy.plain(minlength)))


# ---- products ----------------------------------------------------------------------------------------------------------


def inner(a, b, /):
    a, b = numpy_arrays.array_of(a), numpy_arrays.array_of(b)
    if a.ndim not in (1, 2) or b.ndim not in (1, 2):
        _pyaot.cut("an inner product of these dimensions")
    return numpy_arrays.multiplied(a, b if b.ndim == 1 else b.T)


def vdot(a, b, /):
    return numpy_arrays.multiplied(ravel(a), ravel(b))


def tensordot(a, b, axes=2):
    a, b = numpy_arrays.array_of(a), numpy_arrays.array_of(b)
    dtype = numpy_arrays.common_dtype(a, b)
    if dtype in (torch.bool, torch.float16):
        _pyaot.cut("a product of matrices of this type")
    x, y = prim.cast(numpy_arrays.tensor_of(a), dtype), prim.cast(numpy_arrays.tensor_of(b), dtype)
    axes = axes if isinstance(axes, (tuple, list)) else numpy.plain(axes)
    return numpy_arrays.made(prim.contiguous(torch.tensordot(x, y, axes)))


def kron(a, b):
    a, b = numpy_arrays.array_of(no_number(a)), numpy_arrays.array_of(no_number(b))
    if a.ndim != b.ndim or numpy_arrays.dtype_of(a) is not numpy_arrays.dtype_of(b):
        _pyaot.cut("kron() of arrays of other types")
    return numpy_arrays.made(torch.kron(row_major_in(a), row_major_in(b)))


def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    if (axisa, axisb, axisc) != (-1, -1, -1) or axis is not None:
        _pyaot.cut("cross() along these axes")
    a, b = numpy_arrays.array_of(a), numpy_arrays.array_of(b)
    if a.shape != b.shape or numpy_arrays.dtype_of(a) is not numpy_arrays.dtype_of(b):
        _pyaot.cut("cross() of arrays of other shapes or types")
    prim.assume_equal(a.shape[-1], 3)
    return numpy_arrays.made(torch.linalg.cross(row_major_in(a), row_major_in(b)))


def einsum(subscripts, *operands, **options):
    """Where NumPy's result is row-major: its letters come in the order in which the operands, row-major too, have them."""
    of_options(**options)
    if prim.kind(subscripts, "int") != "str" or "->" not in subscripts or "." in subscripts:
        _pyaot.cut("einsum() of these subscripts")
    given, wanted = subscripts.replace(" ", "").split("->")
    letters = [letter for letter in given if letter != ","]
    places = [letters.index(letter) for letter in wanted]
    if len(wanted) == 0 or len(operands) < 2 or places != python.sorted(places):
        _pyaot.cut("einsum() of these subscripts")
    dtype = numpy_arrays.common_dtype(*operands)
    if dtype in (torch.bool, torch.float16):
        _pyaot.cut("a product of matrices of this type")
    tensors = [prim.cast(row_major_in(operand), dtype) for operand in operands]
    return numpy_arrays.made(prim.contiguous(torch.einsum(subscripts, *tensors)))
