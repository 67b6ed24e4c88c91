"""NumPy's arrays: the class ndarray, and the functions that make, shape and join arrays. Part of numpy.py.

An array is one of two things. What the program makes out of numbers, short and of one dimension, is a list of scalars, in
"items()": its elements are known to the compiler. All else is in the memory of a tensor, in "tensor()"
(`numpy_arrays.py`), and so is a list from where it meets one.
"""

import builtins as python
import math

import _pyaot
import numpy
import numpy_arrays
import torch
from numpy import _Operand, bool_, class_of, generic, int32, int64, float64, integer, own_class, plain, promoted

MOST = 512  # elements of a list of scalars


class dtype:
    """There is one object for each type."""

    def __new__(cls, of):
        return dtypes[class_of(of).__name__]

    def __getattr__(self, name):
        _pyaot.cut("an attribute of a dtype of NumPy")

    def __pyaot_made_by__(self):
        return "numpy", "dtype", (self.name,)

    @property
    def name(self):
        return self.type.__name__

    @property
    def itemsize(self):
        return self.type.itemsize

    @property
    def kind(self):
        if issubclass(self.type, numpy.floating):
            return "f"
        return "b" if self.type is bool_ else "u" if self.type is numpy.uint8 else "i"

    def __eq__(self, other):
        return self.type is class_of(other)

    def __ne__(self, other):
        return self.type is not class_of(other)

    def __hash__(self):
        _pyaot.cut("the hash of a dtype of NumPy")

    def __str__(self):
        return self.name

    def __repr__(self):
        return "dtype('" + self.name + "')"


data_type = dtype  # where a parameter has its name


def dtype_of_class(cls):
    made = _pyaot.new_object(data_type)
    made.type = cls
    return made


dtypes = {
    "bool": dtype_of_class(numpy.bool),
    "uint8": dtype_of_class(numpy.uint8),
    "int8": dtype_of_class(numpy.int8),
    "int16": dtype_of_class(numpy.int16),
    "int32": dtype_of_class(numpy.int32),
    "int64": dtype_of_class(numpy.int64),
    "float16": dtype_of_class(numpy.float16),
    "float32": dtype_of_class(numpy.float32),
    "float64": dtype_of_class(numpy.float64),
}


class ndarray(_Operand):
    """Of a list, "items()" are scalars of "class()". "shared()": another array may have the same memory."""

    def __new__(cls, *args, **kwargs):
        _pyaot.cut("an array of NumPy")

    def __getattr__(self, name):
        _pyaot.cut("an attribute of an array of NumPy")

    def __pyaot_made_by__(self):
        return "torch", "Tensor.numpy", (prim.memory(numpy_arrays.tensor_of(self)),)

    def scalars(self):
        if is_long(self):
            return list(numpy_arrays.rows(self))
        return getattr(self, "items()")

    def type_name(self):
        return getattr(self, "class()").__name__

    # ---- attributes
    @property
    def shape(self):
        return tuple(prim.shape(getattr(self, "tensor()"))) if is_long(self) else (len(getattr(self, "items()")),)

    @shape.setter
    def shape(self, value):
        _pyaot.cut("another shape for an array")

    @property
    def ndim(self):
        return prim.rank(getattr(self, "tensor()"), 2) if is_long(self) else 1

    @property
    def size(self):
        return prim.numel(getattr(self, "tensor()")) if is_long(self) else len(getattr(self, "items()"))

    @property
    def dtype(self):
        if is_long(self):
            return data_type(numpy_arrays.classes[prim.dtype_of(self_tensor(self))])
        return data_type(getattr(self, "class()"))

    @dtype.setter
    def dtype(self, value):
        _pyaot.cut("another dtype for an array")

    @property
    def itemsize(self):
        return prim.itemsize(self_tensor(self).dtype) if is_long(self) else getattr(self, "class()").itemsize

    @property
    def nbytes(self):
        return self.size * self.itemsize

    @property
    def strides(self):
        prim.assume_at_least(self.size, 1)  # NumPy's own arrays without elements have strides of 0, views of them others
        if not is_long(self):
            return (self.itemsize,)
        return tuple([stride * self.itemsize for stride in self_tensor(self).stride()])

    @property
    def T(self):
        return numpy_arrays.transpose(self, ()) if is_long(self) else self[:]

    @property
    def real(self):
        return self

    def __len__(self):
        if is_long(self):
            if self.ndim == 0:
                raise TypeError("len() of unsized object")
            return prim.size(self_tensor(self), 0)
        return len(getattr(self, "items()"))

    def __iter__(self):
        return numpy_arrays.rows(self) if is_long(self) else iter(self.scalars())

    def __bool__(self):
        if is_long(self):
            return python.bool(self.item())
        items = self.scalars()
        if len(items) != 1:
            _pyaot.cut("the truth of an array")
        return python.bool(items[0])

    # ---- elements
    def __getitem__(self, index):
        if is_long(self) or isinstance(index, (tuple, list, ndarray)) or index is None or index is Ellipsis:
            return numpy_arrays.get(self, index)
        if isinstance(index, slice):
            part = made(self.scalars()[index], getattr(self, "class()"))
            setattr(self, "shared()", True)
            setattr(part, "shared()", True)
            return part
        if not isinstance(index, (python.int, integer)) or isinstance(index, python.bool):
            _pyaot.cut("advanced indexing of an array")
        return self.scalars()[plain(index)]

    def __setitem__(self, index, value):
        if is_long(self):
            numpy_arrays.put(self, index, value)
            return
        if getattr(self, "shared()") or own_class(index) is not int64 or own_class(value) is None:
            _pyaot.cut("a write to an array")
        self.scalars()[plain(index)] = getattr(self, "class()")(value)

    def __hash__(self):
        raise TypeError("unhashable type: 'numpy.ndarray'")

    def __str__(self):
        _pyaot.cut("the text of an array")

    __repr__ = __contains__ = __format__ = __str__

    def tolist(self):
        return self_tensor(self).tolist() if is_long(self) else [plain(item) for item in self.scalars()]

    def item(self, *index):
        if is_long(self):
            if len(index) > 0:
                _pyaot.cut("an item of an array")
            prim.assume_equal(self.size, 1)
            return prim.item(self_tensor(self))
        items = self.scalars()
        if len(index) > 1 or (len(index) == 0 and len(items) != 1):
            _pyaot.cut("the item of an array")
        return plain(items[plain(index[0])] if len(index) == 1 else items[0])

    def __float__(self):
        return float(self.number())

    def __int__(self):
        return python.int(self.number())

    def __index__(self):
        _pyaot.cut("an array as an index")

    def number(self):
        if self.ndim != 0:
            _pyaot.cut("an array with dimensions as a number")
        return prim.item(self_tensor(self))

    # ---- copies and views
    def copy(self, order="C"):
        if order != "C":
            _pyaot.cut("a copy in this order")
        return numpy_arrays.copied(self) if is_long(self) else made(list(self.scalars()), getattr(self, "class()"))

    def __copy__(self):
        _pyaot.cut("a copy of an array")

    def __deepcopy__(self, memo):
        _pyaot.cut("a copy of an array")

    def astype(self, dtype, copy=True):
        if copy is not True:
            _pyaot.cut("astype() with copy")
        if is_long(self):
            return numpy_arrays.astype(self, dtype)
        cls = class_of(dtype)
        return made([cls(plain(item)) for item in self.scalars()], cls)

    def reshape(self, *shape, order="C"):
        if order != "C":
            _pyaot.cut("reshape() in this order")
        return numpy_arrays.reshape(self, shape)

    def ravel(self, order="C"):
        return self.reshape(-1, order=order)

    def flatten(self, order="C"):
        return self.reshape(-1, order=order).copy()

    def transpose(self, *axes):
        return numpy_arrays.transpose(self, axes)

    def swapaxes(self, axis1, axis2):
        return swapaxes(self, axis1, axis2)

    def squeeze(self, axis=None):
        return squeeze(self, axis)

    def fill(self, value):
        self[...] = value

    def repeat(self, repeats, axis=None):
        return repeat(self, repeats, axis)

    def take(self, indices, axis=None):
        return take(self, indices, axis)

    def argsort(self, axis=-1, kind=None, order=None, *, stable=None):
        return numpy.argsort(self, axis, kind, order, stable=stable)

    def nonzero(self):
        return numpy.nonzero(self)

    def searchsorted(self, v, side="left", sorter=None):
        return numpy.searchsorted(self, v, side, sorter)

    def trace(self, offset=0, axis1=0, axis2=1, dtype=None, out=None):
        return numpy.trace(self, offset, axis1, axis2, dtype, out)

    def conj(self):
        return self  # it holds no complex numbers

    conjugate = conj

    def diagonal(self, *args, **kwargs):
        _pyaot.cut("a view that NumPy does not let write")

    # ---- reductions
    def sum(self, axis=None, dtype=None, out=None, keepdims=False, **options):
        return numpy.sum(self, axis, dtype, out, keepdims, **options)

    def prod(self, axis=None, dtype=None, out=None, keepdims=False, **options):
        return numpy.prod(self, axis, dtype, out, keepdims, **options)

    def mean(self, axis=None, dtype=None, out=None, keepdims=False, **options):
        return numpy.mean(self, axis, dtype, out, keepdims, **options)

    def std(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, **options):
        return numpy.std(self, axis, dtype, out, ddof, keepdims, **options)

    def var(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, **options):
        return numpy.var(self, axis, dtype, out, ddof, keepdims, **options)

    def max(self, axis=None, out=None, keepdims=False, **options):
        return numpy.amax(self, axis, out, keepdims, **options)

    def min(self, axis=None, out=None, keepdims=False, **options):
        return numpy.amin(self, axis, out, keepdims, **options)

    def any(self, axis=None, out=None, keepdims=False, **options):
        return numpy.any(self, axis, out, keepdims, **options)

    def all(self, axis=None, out=None, keepdims=False, **options):
        return numpy.all(self, axis, out, keepdims, **options)

    def argmax(self, axis=None, out=None, *, keepdims=False):
        return numpy.argmax(self, axis, out, keepdims=keepdims)

    def argmin(self, axis=None, out=None, *, keepdims=False):
        return numpy.argmin(self, axis, out, keepdims=keepdims)

    def cumsum(self, axis=None, dtype=None, out=None):
        return cumsum(self, axis, dtype, out)

    def cumprod(self, axis=None, dtype=None, out=None):
        return cumprod(self, axis, dtype, out)

    def clip(self, min=None, max=None, out=None, **options):
        return numpy.clip(self, min, max, out, **options)

    def round(self, decimals=0, out=None):
        return numpy.around(self, decimals, out)

    def dot(self, b, out=None):
        return dot(self, b, out)

    # ---- operators
    def __matmul__(self, other):
        return numpy_arrays.multiplied(self, other)

    def __rmatmul__(self, other):
        return numpy_arrays.multiplied(other, self)

    def __and__(self, other):
        return numpy_arrays.operate("and", self, other)

    def __or__(self, other):
        return numpy_arrays.operate("or", self, other)

    def __xor__(self, other):
        return numpy_arrays.operate("xor", self, other)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self):
        return numpy_arrays.inverted(self)

    def __neg__(self):
        return numpy.negative(self)

    def __pos__(self):
        numpy_arrays.no_bools(self)
        return self.copy() if prim.is_row_major(numpy_arrays.tensor_of(self)) else _pyaot.cut("a copy of an array")

    def __abs__(self):
        return numpy.absolute(self)

    def __divmod__(self, other):
        _pyaot.cut("an operation on arrays")

    __rdivmod__ = __imatmul__ = __divmod__

    def __iadd__(self, other):
        return updated("add", self, other)

    def __isub__(self, other):
        return updated("sub", self, other)

    def __imul__(self, other):
        return updated("mul", self, other)

    def __itruediv__(self, other):
        return updated("div", self, other)

    def __ifloordiv__(self, other):
        return updated("floordiv", self, other)

    def __imod__(self, other):
        return updated("mod", self, other)

    def __ipow__(self, other):
        return updated("pow", self, other)

    def __iand__(self, other):
        return updated("and", self, other)

    def __ior__(self, other):
        return updated("or", self, other)

    def __ixor__(self, other):
        return updated("xor", self, other)


def is_long(array):
    """Is it in the memory of a tensor?"""
    return isinstance(array, ndarray) and getattr(array, "tensor()") is not None


def self_tensor(array):
    return getattr(array, "tensor()")


def updated(name, array, other):
    return numpy_arrays.updated(name, array, other) if is_long(array) else _pyaot.cut("an operation in place")


def made(items, cls):
    if len(items) > MOST:
        if prim.in_driver():  # which asks for its type alone
            return numpy_arrays.made(prim.empty((len(items),), numpy_arrays.dtype_for(cls)))
        _pyaot.cut("an array of many elements")
    array = _pyaot.new_object(ndarray)
    setattr(array, "tensor()", None)
    setattr(array, "items()", items)
    setattr(array, "class()", cls)
    setattr(array, "shared()", False)
    return array


def mapped(function, array):
    items = [function(item) for item in array.scalars()]
    if len(items) == 0:
        _pyaot.cut("a function of an empty array")
    return made(items, type(items[0]))


def paired(function, a, b):
    """Element by element; a number stands beside each element, a Python one by its weak type."""
    if not numpy.is_operand(a) or not numpy.is_operand(b):
        _pyaot.cut("an array beside something else than numbers")
    left = a.scalars() if isinstance(a, ndarray) else [a]
    right = b.scalars() if isinstance(b, ndarray) else [b]
    n = len(right) if len(left) == 1 else len(left)
    if n == 0 or len(right) not in (1, n):
        _pyaot.cut("arrays of other lengths")
    left = left if len(left) == n else left * n
    right = right if len(right) == n else right * n
    items = [function(left[i], right[i]) for i in range(n)]
    return made(items, type(items[0]))


def of_options(given=None, /, **options):
    """Those that it names but does not take may be `given` as None; of any other, NumPy alone knows whether it is one."""
    if len(options) > 0:
        _pyaot.cut("a function of NumPy with options")
    for value in [] if given is None else given.values():
        if value is not None:
            _pyaot.cut("a function of NumPy with options")


def array(object, dtype=None, copy=True, **options):
    of_options(**options)
    if copy is not True:
        _pyaot.cut("array() with copy")
    if prim.is_tensor(object):
        _pyaot.cut("array() of a tensor, of which NumPy warns")
    if is_long(object):
        if dtype is None:
            return numpy_arrays.made(prim.clone(self_tensor(object)))
        return numpy_arrays.astype(object, dtype)
    if isinstance(object, ndarray):
        return object.copy() if dtype is None else object.astype(dtype)
    if own_class(object) is not None:
        cls = own_class(object) if dtype is None else class_of(dtype)
        return numpy_arrays.filled((), cls(plain(object)), cls)
    if isinstance(object, range):
        cls = class_of(dtype) if dtype is not None else int64 if len(object) > 0 else float64
        return numpy.arange(object.start, object.stop, object.step, cls)
    if not isinstance(object, (tuple, list)):
        _pyaot.cut("an array of something else than a list of numbers")
    if holds_lists(object):
        return numpy_arrays.nested(object, dtype)
    cls, items = float64, []
    if len(object) > 0:
        cls, items = numpy.numbers_of(object, {})
        booleans = [item for item in object if own_class(item) is bool_]
        if len(booleans) == len(object):
            cls, items = bool_, [bool_(item) for item in object]
    if dtype is None:
        return made(items, cls)
    wanted = class_of(dtype)
    if is_narrow(wanted):
        for item in items:
            numpy_arrays.weakly_promoted(numpy_arrays.dtype_for(wanted), plain(item))
        return numpy_arrays.astype(made(items, cls), wanted)
    return made([wanted(plain(item)) for item in items], wanted)


def is_narrow(cls):
    """Of such a type there are arrays, but no scalars."""
    return issubclass(cls, numpy._Narrow)


def holds_lists(items):
    return len(items) > 0 and isinstance(items[0], (tuple, list, ndarray))


def asarray(a, dtype=None, **options):
    if prim.is_tensor(a):
        a = numpy_arrays.of_tensor(a)
    if isinstance(a, ndarray) and (dtype is None or class_of(dtype) is a.dtype.type):
        of_options(**options)
        return a
    return array(a, dtype, **options)


def length_of(shape):
    """The length of an array that is a list; None: of one that is not."""
    if isinstance(shape, (tuple, list)) and len(shape) == 1:
        shape = shape[0]
    if isinstance(shape, integer):
        shape = plain(shape)
    if prim.kind(shape, "float") != "int" or not prim.is_known(shape) or not 0 <= shape <= MOST:
        return None
    return shape


def full(shape, fill_value, dtype=None, **options):
    of_options(**options)
    cls = own_class(fill_value) if dtype is None else class_of(dtype)
    if cls is None:
        _pyaot.cut("an array filled with something else than a number")
    length = length_of(shape)
    if length is None or is_narrow(cls):
        return numpy_arrays.filled(shape, plain(fill_value), cls)
    return made([cls(plain(fill_value)) for _ in range(length)], cls)


def zeros(shape, dtype=float, **options):
    return full(shape, 0, dtype, **options)


def ones(shape, dtype=float, **options):
    return full(shape, 1, dtype, **options)


def full_like(a, fill_value, dtype=None, **options):
    of_options(**options)
    a = asarray(a)
    if is_long(a):
        return numpy_arrays.filled_like(a, fill_value, dtype)
    return full(len(a), fill_value, getattr(a, "class()") if dtype is None else dtype)


def zeros_like(a, dtype=None, **options):
    return full_like(a, 0, dtype, **options)


def ones_like(a, dtype=None, **options):
    return full_like(a, 1, dtype, **options)


def eye(N, M=None, k=0, dtype=float, **options):
    of_options(**options)
    if k != 0:
        _pyaot.cut("eye() with an offset")
    dtype = numpy_arrays.dtype_for(dtype)
    return numpy_arrays.made(torch.eye(plain(N), plain(N if M is None else M), dtype=dtype))


def identity(n, dtype=float):
    return eye(n, dtype=dtype)


def known_number(value):
    value = plain(value)
    if not prim.is_number(value) or not prim.is_known(value):
        _pyaot.cut("an array of a length that is not known")
    return value


def arange(start, stop=None, step=1, dtype=None, **options):
    of_options(**options)
    if stop is None:
        start, stop = 0, start
    if step == 1 and is_unknown_int(start, stop):
        count = plain(stop) - plain(start)
        ints = numpy_arrays.made(prim.arange(plain(start), 1, python.max(count, 0), torch.int64))
        return ints if dtype is None else ints.astype(dtype)
    start, stop, step = known_number(start), known_number(stop), known_number(step)
    if step == 0:
        _pyaot.cut("steps of nothing")
    count = python.max(0, math.ceil((stop - start) / step))
    if count > MOST:
        _pyaot.cut("an array of many elements")
    cls = own_class(start + step + stop)
    cls = int64 if cls is bool_ else cls
    step = (start + step) - start
    items = [cls(start + i * step) for i in range(count)]
    return made(items, cls) if dtype is None else made(items, cls).astype(dtype)


def linspace(start, stop, num=50, endpoint=True, dtype=None, **options):
    of_options(**options)
    length = length_of(num)
    if length is None:
        evenly = numpy_arrays.spaced(plain(start), plain(stop), plain(num), endpoint)
    else:
        evenly = spaced(float(known_number(start)), float(known_number(stop)), length, endpoint)
    if dtype is None:
        return evenly
    if issubclass(class_of(dtype), integer):
        evenly = numpy.floor(evenly)
    return evenly.astype(dtype)


def spaced(start, stop, num, endpoint):
    parts = num - 1 if endpoint else num
    step = (stop - start) / parts if parts > 0 else stop - start
    if parts > 0 and step == 0:
        _pyaot.cut("steps of nothing")
    items = [float64(i * step + start) for i in range(num)]
    if endpoint and num > 1:
        items[num - 1] = float64(stop)
    return made(items, float64)


def is_unknown_int(start, stop):
    start, stop = plain(start), plain(stop)
    if prim.kind(start, "float") != "int" or prim.kind(stop, "float") != "int":
        return False
    return not prim.is_known(start) or not prim.is_known(stop)


def running(function, a, axis, dtype, out):
    if axis is not None and not (prim.is_known(axis) and axis in (0, -1)):
        _pyaot.cut("running totals along this axis")
    of_options({"dtype": dtype, "out": out})
    total, items = None, []
    for item in a.scalars():
        total = item if total is None else function(total, item)
        items.append(total)
    if total is None or isinstance(total, (bool_, int32)):
        _pyaot.cut("running totals of an empty array, of bools or of int32")
    return made(items, type(total))


def cumsum(a, axis=None, dtype=None, out=None):
    a = numpy_arrays.array_of(a)
    if is_long(a) and out is None:
        return numpy_arrays.running("cumsum", a, axis, dtype)
    return running(lambda x, y: x + y, a, axis, dtype, out)


def cumprod(a, axis=None, dtype=None, out=None):
    a = numpy_arrays.array_of(a)
    if is_long(a) and out is None:
        return numpy_arrays.running("cumprod", a, axis, dtype)
    return running(lambda x, y: x * y, a, axis, dtype, out)


# ---- shapes ------------------------------------------------------------------------------------------------------------


def arrays_of(values):
    """Arguments that are arrays. A list of numbers is none here: NumPy looks at it anew each time."""
    return [numpy_arrays.array_of(value) for value in values]


def tensor_in(a):
    return numpy_arrays.tensor_of(numpy_arrays.array_of(a))


def shape(a):
    return numpy_arrays.array_of(a).shape


def ndim(a):
    return 0 if own_class(a) is not None else asarray(a).ndim


def size(a, axis=None):
    a = numpy_arrays.array_of(a)
    return a.size if axis is None else a.shape[plain(axis)]


def copy(a, order="K"):
    if order != "K":
        _pyaot.cut("a copy in this order")
    return array(a)


def reshape(a, shape, order="C"):
    return numpy_arrays.array_of(a).reshape(shape, order=order)


def ravel(a, order="C"):
    return numpy_arrays.array_of(a).ravel(order)


def no_number(a):
    """For functions that of a number do not give an array."""
    return a if isinstance(a, (ndarray, list, tuple)) else _pyaot.cut("this function of a number")


def transpose(a, axes=None):
    return numpy_arrays.transpose(numpy_arrays.array_of(no_number(a)), () if axes is None else (tuple(axes),))


permute_dims = transpose


def swapaxes(a, axis1, axis2):
    return numpy_arrays.made(torch.transpose(tensor_in(a), plain(axis1), plain(axis2)))


def moveaxis(a, source, destination):
    return numpy_arrays.made(torch.movedim(tensor_in(a), source, destination))


def squeeze(a, axis=None):
    return numpy_arrays.squeeze(numpy_arrays.array_of(no_number(a)), axis)


def expand_dims(a, axis):
    if isinstance(axis, (tuple, list)):
        _pyaot.cut("several new axes")
    return numpy_arrays.made(prim.unsqueeze(tensor_in(a), plain(axis)))


def concatenate(arrays, /, axis=0, out=None, **options):
    of_options({"out": out}, **options)
    if axis is None:
        arrays, axis = [ravel(a) for a in arrays], 0
    if isinstance(arrays, (tuple, list)) and all([isinstance(a, ndarray) and not is_long(a) for a in arrays]):
        classes = [getattr(a, "class()") for a in arrays]
        if axis == 0 and len(arrays) > 0 and all([cls is classes[0] for cls in classes]):
            return made([item for a in arrays for item in a.scalars()], classes[0])
    return numpy_arrays.joined(arrays, numpy_arrays.one_int(axis), torch.cat)


concat = concatenate


def stack(arrays, axis=0, out=None, **options):
    of_options({"out": out}, **options)
    return numpy_arrays.joined(arrays, plain(axis), torch.stack)


def vstack(tup, **options):
    of_options(**options)
    return concatenate([a.reshape(1, -1) if a.ndim < 2 else a for a in arrays_of(tup)], 0)


def hstack(tup, **options):
    of_options(**options)
    arrays = [a.reshape(-1) if a.ndim < 1 else a for a in arrays_of(tup)]
    return concatenate(arrays, 0 if arrays[0].ndim == 1 else 1)


def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    if copy is not True or sparse is not False or len(xi) == 0 or indexing not in ("xy", "ij"):
        _pyaot.cut("meshgrid() with these arguments")
    grids = torch.meshgrid(*[prim.reshape(tensor_in(x), (-1,)) for x in xi], indexing="ij")
    if indexing == "xy" and len(xi) > 1:
        grids = [torch.transpose(grid, 0, 1) for grid in grids]
    return tuple([numpy_arrays.made(prim.clone(prim.contiguous(grid))) for grid in grids])


def row_major_in(a):
    tensor = tensor_in(a)
    numpy_arrays.need_order(tensor)
    return tensor


def repeat(a, repeats, axis=None):
    if prim.kind(plain(repeats), "float") != "int":
        _pyaot.cut("repeat() by several numbers")
    axis = axis if axis is None else numpy_arrays.one_int(axis)
    return numpy_arrays.made(torch.repeat_interleave(row_major_in(a), plain(repeats), axis))


def tile(A, reps):
    reps = tuple(reps) if isinstance(reps, (tuple, list)) else (reps,)
    return numpy_arrays.made(torch.tile(row_major_in(A), tuple([plain(count) for count in reps])))


def roll(a, shift, axis=None):
    return numpy_arrays.made(torch.roll(row_major_in(a), plain(shift), axis if axis is None else plain(axis)))


def take(a, indices, axis=None, out=None, mode="raise"):
    if axis is None or numpy_arrays.one_int(axis) != 0 or out is not None or mode != "raise" or own_class(indices) is not None:
        _pyaot.cut("take() with these arguments")
    return numpy_arrays.get(numpy_arrays.array_of(a), numpy_arrays.array_of(indices))


def tril(m, k=0):
    return numpy_arrays.made(torch.tril(row_major_in(m), numpy_arrays.one_int(k)))


def triu(m, k=0):
    return numpy_arrays.made(torch.triu(row_major_in(m), numpy_arrays.one_int(k)))


def sort(a, axis=-1, kind=None, order=None, **options):
    of_options({"kind": kind, "order": order}, **options)
    if axis is None:
        a, axis = ravel(a), -1
    return numpy_arrays.made(torch.sort(row_major_in(no_number(a)), plain(axis))[0])


# ---- products ----------------------------------------------------------------------------------------------------------


def dot(a, b, out=None):
    of_options({"out": out})
    return numpy_arrays.dot(a, b)


def matmul(x1, x2, /, **options):
    of_options(**options)
    return numpy_arrays.multiplied(x1, x2)


def outer(a, b, out=None):
    of_options({"out": out})
    return numpy.multiply(ravel(a)[:, None], ravel(b)[None, :])


# ---- questions ---------------------------------------------------------------------------------------------------------


def where(condition, *choices, **options):
    """A choice may be None, too, where both are given."""
    if len(choices) == 0 and not options:
        return numpy.nonzero(condition)
    if len(choices) != 2 or options:
        _pyaot.cut("where() of two arguments")
    return numpy_arrays.where(condition, *choices)


def array_equal(a1, a2, equal_nan=False):
    a1, a2 = numpy_arrays.array_of(a1), numpy_arrays.array_of(a2)
    if equal_nan or a1.ndim != a2.ndim:
        _pyaot.cut("array_equal() of arrays of other dimensions, or with NaN")
    for size, other in zip(a1.shape, a2.shape):
        if size != other:
            return False
    return python.bool(numpy.all(a1 == a2))
