"""NumPy's arrays in the memory of tensors: what `numpy.py` does with arrays that are more than a list of numbers.

An array is an object of `numpy.ndarray` with a tensor in its attribute "tensor()". Types of results follow NEP 50: Python's
numbers give way to arrays, scalars of NumPy do not. A result without dimensions is a scalar. What NumPy warns of in a
division, a root, a logarithm, a power or a conversion (results that are infinite or no numbers) is left to Python.
Where NumPy's layout of a result is not that of the operation of torch (operands that are not row-major), it is a cut.
"""

import math

import _pyaot
import numpy
import torch
import torch_index

classes = {
    torch.bool: numpy.bool,
    torch.uint8: numpy.uint8,
    torch.int8: numpy.int8,
    torch.int16: numpy.int16,
    torch.int32: numpy.int32,
    torch.int64: numpy.int64,
    torch.float16: numpy.float16,
    torch.float32: numpy.float32,
    torch.float64: numpy.float64,
}


# ---- arrays and tensors ------------------------------------------------------------------------------------------------


def made(tensor):
    """The array in the memory of a tensor."""
    array = _pyaot.new_object(numpy.ndarray)
    setattr(array, "tensor()", tensor)
    return array


def of_tensor(tensor, force=False):
    """Tensor.numpy(): it shares the memory, and its writes are no versions of the tensor."""
    if force:
        tensor = tensor.detach()
    elif prim.requires_grad(tensor):
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
    if prim.dtype_of(tensor) not in classes:
        prim.cut("an array of this dtype")
    prim.rank(tensor, 2)
    array = made(prim.data(tensor))
    prim.hold_memory(array)
    return array


def of_part(tensor):
    """An array, or a scalar if it has no dimensions."""
    return made(tensor) if prim.rank(tensor, 2) > 0 else scalar_of(tensor)


def of_result(tensor):
    """The same of what an operation gives. Where torch keeps the stride of a dimension of one element, NumPy has one anew."""
    if prim.rank(tensor, 2) > 1 and not prim.is_row_major(tensor):
        if is_in_order(tensor):
            tensor = prim.row_major(tensor)
        else:
            need_several_elements(tensor)
    return of_part(tensor)


def need_several_elements(tensor):
    for size in prim.shape(tensor):
        if size == 1:
            prim.cut("a result that is not row-major, and has a dimension of one element")


def scalar_of(tensor):
    dtype = prim.dtype_of(tensor)
    if dtype not in (torch.bool, torch.int32, torch.int64, torch.float32, torch.float64):
        prim.cut("a NumPy scalar of this type")
    scalar = _pyaot.new_object(classes[dtype])
    setattr(scalar, "item()", prim.item(tensor))
    return scalar


def tensor_of(array):
    """The tensor with the memory of an array; a list of numbers gets one."""
    tensor = getattr(array, "tensor()")
    if tensor is None:
        if getattr(array, "shared()"):
            prim.cut("a tensor in the memory of several arrays")
        tensor = torch.of_array(array, None)
        if not prim.in_driver():
            setattr(array, "tensor()", tensor)
    return tensor


def array_of(value):
    """What functions make of an argument: np.asarray(), but of tensors, whose methods they call, or as which they give
    what they compute."""
    if prim.is_tensor(value):
        prim.cut("this function of NumPy of a tensor")
    return value if isinstance(value, numpy.ndarray) else numpy.asarray(value)


def dtype_for(cls):
    """The dtype of torch for a class of scalars, or for what NumPy takes for one."""
    cls = numpy.class_of(cls)
    for dtype, own in classes.items():
        if own is cls:
            return dtype
    prim.cut("an array of this dtype")


def is_operand(value):
    return isinstance(value, (numpy.ndarray, numpy.generic)) or prim.is_number(value)


def dtype_of(value):
    """The dtype of an array or of a scalar; None for a number of Python, which gives way."""
    if isinstance(value, numpy.ndarray):
        tensor = getattr(value, "tensor()")
        return dtype_for(getattr(value, "class()")) if tensor is None else prim.dtype_of(tensor)
    return dtype_for(type(value)) if isinstance(value, numpy.generic) else None


# ---- types of results --------------------------------------------------------------------------------------------------


def kind_of(dtype):
    kind = prim.dtype_class(dtype)
    return "int" if kind == "uint" else kind


def promoted(a, b):
    if a is b or b is torch.bool:
        return a
    if a is torch.bool:
        return b
    if kind_of(a) == kind_of(b):
        if a is torch.uint8 or b is torch.uint8:
            other = b if a is torch.uint8 else a
            return torch.int16 if other is torch.int8 else other
        return a if prim.itemsize(a) > prim.itemsize(b) else b
    whole, real = (a, b) if kind_of(a) == "int" else (b, a)
    least = torch.float16 if prim.itemsize(whole) == 1 else torch.float32
    if prim.itemsize(whole) > 2:
        least = torch.float64
    return real if prim.itemsize(real) > prim.itemsize(least) else least


def weakly_promoted(strong, number):
    kind = prim.kind(number, "float")
    if kind == "bool" or kind_of(strong) == "float":
        return strong
    if kind == "float":
        return torch.float64
    if strong is torch.bool:
        return torch.int64
    if strong is not torch.int64:
        if not prim.is_known(number):
            prim.cut("an int that is not known beside an array of a narrow type")
        bits = 8 * prim.itemsize(strong)
        least, most = (0, 2**bits) if strong is torch.uint8 else (-(2 ** (bits - 1)), 2 ** (bits - 1))
        if not least <= number < most:
            prim.cut("a number that the type of an array does not hold")
    return strong


def common_dtype(*values):
    prim.promotes_as_numpy2()
    strong = None
    for value in values:
        dtype = dtype_of(value)
        if dtype is not None:
            strong = dtype if strong is None else promoted(strong, dtype)
    if strong is None:
        strong = dtype_for(numpy.own_class(values[0]))
    for value in values:
        if dtype_of(value) is None:
            strong = promoted(strong, weakly_promoted(strong, value))
    return strong


def operand(value, dtype):
    """An operand in the dtype of the operation: a tensor, or a number of Python."""
    if isinstance(value, numpy.ndarray):
        return prim.cast(tensor_of(value), dtype)
    number = numpy.plain(value)
    if dtype is torch.float16:
        return prim.full((), number, dtype)
    if kind_of(dtype) == "float":
        return float(number)
    return prim.full((), number != 0, dtype) if dtype is torch.bool else int(number)


def as_tensor(value, dtype):
    value = operand(value, dtype)
    return value if prim.is_tensor(value) else prim.full((), value, dtype)


def check_layouts(values):
    """NumPy lays out results of several operands in another way than torch, unless all of them are row-major."""
    count, other = 0, False
    for value in values:
        if isinstance(value, numpy.ndarray) and prim.rank(tensor_of(value), 2) > 1:
            count += 1
            other = other or not is_in_order(tensor_of(value))
    if other and count > 1:
        prim.cut("an operation on arrays that are not all row-major")


def is_in_order(tensor):
    """Do the dimensions lie in memory as those of a row-major array? There may be gaps; those of one element do not count."""
    if prim.rank(tensor, 2) < 2 or prim.is_row_major(tensor):
        return True
    outer = None
    for i in range(prim.rank(tensor, 2)):
        size, stride = prim.size(tensor, i), tensor.stride(i)
        if prim.is_known(size) and prim.known(size) == 1:
            continue
        if outer is not None and (outer < stride or stride == 0):
            return False
        outer = stride
    return True


def need_order(tensor):
    if not is_in_order(tensor):
        prim.cut("this operation on an array that is not row-major")


def finite(result):
    """A result of which NumPy does not warn."""
    if kind_of(prim.dtype_of(result)) == "float":
        if not prim.item(prim.reduce("all", prim.unary("isfinite", result), None, False)):
            prim.leave("a result of which NumPy warns")
    return result


def without_zeros(divisor):
    if prim.is_tensor(divisor):
        if prim.item(prim.reduce("any", prim.binary("eq", divisor, 0), None, False)):
            prim.leave("a division by zero, of which NumPy warns")
    elif not prim.is_known(divisor) or divisor == 0:
        prim.cut("a division by a number that is not known, or zero")


# ---- operators ---------------------------------------------------------------------------------------------------------

bitwise = {"and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor"}


def operate(name, a, b):
    """An arithmetic operator, of which one operand at least is an array."""
    if not is_operand(a) or not is_operand(b):
        prim.cut("an array of NumPy beside something else than arrays and numbers")
    check_layouts((a, b))
    dtype = common_dtype(a, b)
    if name in bitwise:
        if kind_of(dtype) == "float":
            raise TypeError("ufunc not supported for the input types")
        return of_result(prim.binary(bitwise[name], as_tensor(a, dtype), as_tensor(b, dtype)))
    if name == "div" and kind_of(dtype) != "float":
        dtype = torch.float64
    if dtype is torch.bool:
        if name != "mul" and name != "add":
            prim.cut("arithmetic of NumPy's bools")
        both = "bitwise_and" if name == "mul" else "bitwise_or"
        return of_result(prim.binary(both, as_tensor(a, dtype), as_tensor(b, dtype)))
    x, y = operand(a, dtype), operand(b, dtype)
    if name == "pow":
        no_bools(a, b)
        return of_result(power(x, y, dtype))
    if name == "floordiv" or name == "mod":
        without_zeros(y)
        result = torch.floor_quotient(x, y) if name == "floordiv" else prim.binary("remainder", x, y)
        return of_result(finite(result))
    result = prim.binary(name, x, y)
    if name == "div" and (prim.is_tensor(y) or not prim.is_known(y) or y == 0):
        finite(result)
    return of_result(result)


def no_bools(*values):
    """Of bools NumPy gives numbers of eight bits, or of half precision, or refuses them."""
    if torch.bool in [dtype_of(value) for value in values if isinstance(value, numpy.ndarray)]:
        prim.cut("a function of NumPy of bools")


def power(x, y, dtype):
    if kind_of(dtype) != "float":
        if prim.is_tensor(y) or not prim.is_known(y) or y < 0:
            prim.cut("a power with ints that are negative or not known")
        return prim.pow(x, y)
    if not prim.is_tensor(x):
        x = prim.full((), x, dtype)
    if prim.is_tensor(y):
        return finite(prim.pow(x, y))
    if y == 2:
        return prim.binary("mul", x, x)
    return finite(prim.unary("sqrt", x) if y == 0.5 else prim.pow(x, y))


def compare(name, a, b):
    if not is_operand(a) or not is_operand(b):
        prim.cut("an array of NumPy beside something else than arrays and numbers")
    check_layouts((a, b))
    dtype = common_dtype(a, b)
    x, y = (as_tensor if dtype is torch.bool else operand)(a, dtype), operand(b, dtype)
    return of_result(prim.binary(name, x, y))


def updated(name, array, other):
    """An operator in place: what it gives is cast to a type of the same kind, or a wider kind."""
    result = operate(name, array, other)
    own, given = dtype_of(array), dtype_of(result)
    order = ["bool", "int", "float"]
    if order.index(kind_of(given)) > order.index(kind_of(own)) or (own is torch.uint8 and given is not own):
        prim.cut("an operation in place that NumPy may refuse")
    tensor = prim.quiet(tensor_of(array))
    others = (tensor_of(other),) if isinstance(other, numpy.ndarray) else ()
    value = tensor_of(result) if isinstance(result, numpy.ndarray) else numpy.plain(result)
    if not prim.is_tensor(value):
        prim.cut("an operation in place on an array without dimensions")
    prim.inplace(tensor, prim.cast(value, own), others)
    return array


def negative(array):
    if dtype_of(array) is torch.bool:
        raise TypeError("The numpy boolean negative, the `-` operator, is not supported")
    return of_result(prim.unary("neg", tensor_of(array)))


def inverted(array):
    if kind_of(dtype_of(array)) == "float":
        raise TypeError("ufunc 'invert' not supported for the input types")
    return of_result(prim.unary("bitwise_not", tensor_of(array)))


def extreme(a, b, largest):
    check_layouts((a, b))
    dtype = common_dtype(a, b)
    x, y = as_tensor(a, dtype), as_tensor(b, dtype)
    return of_result(torch.maximum(x, y) if largest else torch.minimum(x, y))


# ---- functions of each element -----------------------------------------------------------------------------------------

steady = ("sin", "cos", "tanh", "arctan")  # of finite numbers they give finite ones, as a rule
torch_names = {"arctan": "atan", "arcsin": "asin", "arccos": "acos", "arcsinh": "asinh", "arccosh": "acosh"}
torch_names.update({"arctanh": "atanh", "rint": "round"})


def floats(array):
    tensor = tensor_of(array)
    if kind_of(prim.dtype_of(tensor)) == "float":
        return tensor
    if prim.dtype_of(tensor) not in (torch.int32, torch.int64):
        prim.cut("a function of NumPy of an array of a narrow type")
    return prim.cast(tensor, torch.float64)


def of_floats(name, array):
    result = getattr(torch, torch_names.get(name, name))(floats(array))
    return of_result(finite(result))


def whole(name, array):
    tensor = tensor_of(array)
    if kind_of(prim.dtype_of(tensor)) != "float":
        return of_result(prim.clone(tensor))
    return of_result(getattr(torch, name)(tensor))


def rounded(array):
    no_bools(array)
    return whole("round", array)


def squared(array):
    no_bools(array)
    return array * array


def absolute(array):
    tensor = tensor_of(array)
    return of_result(prim.clone(tensor) if prim.dtype_of(tensor) is torch.bool else prim.unary("abs", tensor))


def sign(array):
    tensor = tensor_of(array)
    if kind_of(prim.dtype_of(tensor)) != "int":
        prim.cut("the signs of an array")
    return of_result(torch.sign(tensor))


def tested(name, array):
    return of_result(prim.unary(name, tensor_of(array)))


def logical(name, *arrays):
    values = [prim.binary("ne", as_tensor(value, common_dtype(value)), 0) for value in arrays]
    check_layouts(arrays)
    if name == "not":
        return of_result(prim.unary("bitwise_not", values[0]))
    return of_result(prim.binary(bitwise[name], values[0], values[1]))


def where(condition, x, y):
    check_layouts((condition, x, y))
    condition = as_tensor(condition, common_dtype(condition))
    if prim.dtype_of(condition) is not torch.bool:
        condition = prim.binary("ne", condition, 0)
    dtype = common_dtype(x, y)
    return made(prim.where(condition, as_tensor(x, dtype), as_tensor(y, dtype)))


# ---- reductions --------------------------------------------------------------------------------------------------------


def dims_of(axis):
    if axis is None or prim.kind(axis, "int") == "int":
        return axis
    if not isinstance(axis, tuple):
        prim.cut("this axis")
    return tuple([numpy.plain(dim) for dim in axis])


def one_int(value):
    """A dimension, or a diagonal: an int, which a bool is not."""
    value = numpy.plain(value)
    if prim.kind(value, "int") != "int":
        prim.cut("this axis or diagonal")
    return value


def reduced(function, array, axis, keepdims, dtype=None):
    tensor = tensor_of(array)
    if dtype is not None:
        tensor = prim.cast(tensor, dtype)
    if prim.rank(tensor, 2) > 2:
        need_order(tensor)
    axis = dims_of(numpy.plain(axis))
    if axis == ():
        prim.cut("a reduction over no axis")
    if keepdims:
        need_order(tensor)
    if axis is None:
        axis = tuple(range(prim.rank(tensor, 2)))
    if prim.rank(tensor, 2) == 0:
        prim.cut("a reduction of an array without dimensions")
    return of_result(function(tensor, axis, python_bool(keepdims)))


def python_bool(value):
    return True if value else False


def wide_dtype(dtype):
    """What sums are computed in."""
    if dtype is torch.uint8 or dtype is torch.float16:
        prim.cut("a sum of this type")
    return torch.int64 if kind_of(dtype) != "float" else dtype


def total(name, array, axis, dtype, keepdims):
    dtype = wide_dtype(dtype_of(array)) if dtype is None else dtype_for(dtype)
    if dtype is not wide_dtype(dtype):
        prim.cut("a sum in a narrow type")
    if kind_of(dtype) != "float" and kind_of(dtype_of(array)) == "float":
        prim.cut("a sum of floats in ints")
    return reduced(lambda tensor, dims, kept: prim.reduce(name, tensor, dims, kept), array, axis, keepdims, dtype)


def float_dtype(array, dtype):
    own = dtype_of(array) if dtype is None else dtype_for(dtype)
    if own is torch.float16:
        prim.cut("a mean in half precision")
    if kind_of(own) == "float":
        return own
    return torch.float64 if dtype is None else prim.cut("a mean in ints")


def mean(array, axis, dtype, keepdims):
    return reduced(mean_of, array, axis, keepdims, float_dtype(array, dtype))


def mean_of(tensor, dims, kept):
    prim.assume_at_least(prim.count(tensor, dims), 1)
    return torch.mean(tensor, dims, kept)


def spread(name, array, axis, dtype, ddof, keepdims):
    function = torch.var if name == "var" else torch.std

    def of_dims(tensor, dims, kept):
        return function(tensor, dims, keepdim=kept, correction=ddof)

    return reduced(of_dims, array, axis, keepdims, float_dtype(array, dtype))


def most(name, array, axis, keepdims):
    if dtype_of(array) is torch.bool:
        name = "any" if name == "amax" else "all"

    def of_dims(tensor, dims, kept):
        prim.assume_at_least(prim.count(tensor, dims), 1)
        return prim.reduce(name, tensor, dims, kept)

    return reduced(of_dims, array, axis, keepdims)


def truth(name, array, axis, keepdims):
    def of_dims(tensor, dims, kept):
        return prim.reduce(name, prim.binary("ne", tensor, 0), dims, kept)

    return reduced(of_dims, array, axis, keepdims)


def place(name, array, axis, keepdims):
    tensor = tensor_of(array)
    if dtype_of(array) is torch.bool:
        tensor = prim.cast(tensor, torch.uint8)
    if keepdims or prim.rank(tensor, 2) == 0:
        prim.cut("the place of an extreme, with the dimensions kept or in no dimension")
    if axis is None:
        tensor, axis = prim.reshape(tensor, (-1,)), 0
    if prim.rank(tensor, 2) > 2:
        need_order(tensor)
    return of_result(prim.reduce(name, tensor, one_int(axis), False))


def running(name, array, axis, dtype):
    tensor = tensor_of(array)
    dtype = wide_dtype(prim.dtype_of(tensor)) if dtype is None else dtype_for(dtype)
    if dtype is not wide_dtype(dtype) or (kind_of(dtype) != "float" and kind_of(prim.dtype_of(tensor)) == "float"):
        prim.cut("running totals in this type")
    need_order(tensor)
    if axis is None:
        tensor, axis = prim.reshape(tensor, (-1,)), 0
    return made(getattr(torch, name)(prim.cast(tensor, dtype), one_int(axis)))


def norm(array, ord, axis, keepdims):
    if ord is not None and not (ord == 2 and (axis is not None or prim.rank(tensor_of(array), 2) == 1)):
        prim.cut("this norm of an array")
    if prim.kind(axis, "int") == "sequence" and ord is not None:
        prim.cut("this norm of an array")
    if kind_of(dtype_of(array)) != "float" or dtype_of(array) is torch.float16:
        prim.cut("the norm of an array of ints")

    def of_dims(tensor, dims, kept):
        squares = prim.reduce("sum", prim.binary("mul", tensor, tensor), dims, kept)
        return prim.unary("sqrt", squares)

    return reduced(of_dims, array, axis, keepdims)


# ---- shapes ------------------------------------------------------------------------------------------------------------


def sizes_of(shape):
    if len(shape) == 1 and prim.kind(shape[0], "int") == "sequence":
        shape = shape[0]
    return tuple([numpy.plain(size) for size in shape])


def reshape(array, shape):
    return made(prim.reshape(tensor_of(array), sizes_of(shape)))


def transpose(array, axes):
    tensor = tensor_of(array)
    if len(axes) == 0 or (len(axes) == 1 and axes[0] is None):
        return made(prim.permute(tensor, list(range(prim.rank(tensor, 2)))[::-1]))
    return made(prim.permute(tensor, sizes_of(axes)))


def flat(array):
    return prim.reshape(tensor_of(array), (-1,))


def copied(array):
    """In row-major order."""
    return made(prim.clone(prim.contiguous(tensor_of(array))))


def converted(tensor, dtype):
    """A copy in another dtype: of floats in ints, those that fit."""
    given = prim.dtype_of(tensor)
    if given is dtype:
        return prim.clone(tensor)
    if kind_of(given) == "float" and kind_of(dtype) == "int":
        if dtype is torch.uint8:
            least, most = -1.0, 256.0
        else:
            most = 2.0 ** (8 * prim.itemsize(dtype) - 1)
            least = -most if dtype is torch.int64 else -most - 1.0
        above = prim.binary("gt", tensor, least)
        fits = prim.binary("bitwise_and", above, prim.binary("lt", tensor, most))
        if not prim.item(prim.reduce("all", fits, None, False)):
            prim.leave("a conversion of which NumPy warns")
    result = prim.cast(tensor, dtype)
    return finite(result) if kind_of(dtype) == "float" and prim.itemsize(dtype) < prim.itemsize(given) else result


def astype(array, dtype):
    return made(converted(tensor_of(array), dtype_for(dtype)))


def squeeze(array, axis):
    tensor = tensor_of(array)
    dims = axis if axis is None or isinstance(axis, tuple) else (axis,)
    for dim in dims or ():
        prim.assume_equal(prim.size(tensor, dim), 1)
    squeezed = prim.squeeze(tensor, dims)
    return array if prim.rank(squeezed, 2) == prim.rank(tensor, 2) else made(squeezed)


def joined(arrays, axis, together):
    """Of several arrays, laid one after the other or on top of each other."""
    arrays = [array_of(array) for array in arrays]
    dtype = common_dtype(*arrays)
    tensors = []
    for array in arrays:
        need_order(tensor_of(array))
        tensors.append(prim.cast(tensor_of(array), dtype))
    return made(together(tensors, axis))


# ---- products ----------------------------------------------------------------------------------------------------------


def multiplied(a, b):
    if not isinstance(a, numpy.ndarray) or not isinstance(b, numpy.ndarray):
        prim.cut("a product of an array and something else")
    dtype = common_dtype(a, b)
    if dtype in (torch.bool, torch.float16):
        prim.cut("a product of matrices of this type")
    x, y = prim.cast(tensor_of(a), dtype), prim.cast(tensor_of(b), dtype)
    if prim.rank(x, 2) == 0 or prim.rank(y, 2) == 0:
        prim.cut("a product of an array without dimensions")
    return of_result(torch.matmul(x, y))


def dot(a, b):
    if isinstance(a, numpy.ndarray) and isinstance(b, numpy.ndarray):
        if prim.rank(tensor_of(a), 2) in (1, 2) and prim.rank(tensor_of(b), 2) in (1, 2):
            return multiplied(a, b)
    prim.cut("a dot product of these dimensions")


# ---- indexing ----------------------------------------------------------------------------------------------------------


def place_of(item):
    """An item of an index, as torch takes it."""
    if isinstance(item, numpy.ndarray):
        tensor = tensor_of(item)
        if prim.dtype_of(tensor) is torch.uint8 or prim.rank(tensor, 1) == 0:
            prim.cut("indexing by such an array")
        return tensor
    if isinstance(item, slice):
        if item.step is not None and not (prim.is_known(numpy.plain(item.step)) and numpy.plain(item.step) > 0):
            prim.cut("a slice with this step")
        return slice(numpy.plain(item.start), numpy.plain(item.stop), numpy.plain(item.step))
    item = numpy.plain(item)
    kind = prim.kind(item, "int")
    if kind == "sequence":
        for number in item:
            if prim.kind(number, "int") != "int":
                prim.cut("indexing by a list of something else than ints")
        return list(item)
    if kind == "bool" or kind not in ("int", "none", "ellipsis"):
        prim.cut("this index of an array")
    return item


def places_of(index):
    """The index for torch, and whether it copies. Only copies that NumPy lays out in a row are made."""
    items = [place_of(item) for item in (index if isinstance(index, tuple) else (index,))]
    copies = [item for item in items if prim.is_tensor(item) or isinstance(item, list)]
    if len(copies) > 1 or (len(copies) == 1 and items[0] is not copies[0]):
        prim.cut("indexing by arrays together, or after something else")
    for item in items[1:]:
        if len(copies) > 0 and not (isinstance(item, slice) and item.start is None and item.stop is None):
            prim.cut("indexing by an array and something else")
    return tuple(items), len(copies) > 0


def new_dimensions(items, rank):
    """Which dimensions of an array of that rank an index made."""
    result, at = [], 0
    for item in items:
        kind = prim.kind(item, "int")
        if kind == "none":
            result.append(at)
        if kind == "ellipsis":
            at += rank - len([other for other in items if prim.kind(other, "int") in ("none", "slice")])
        elif kind != "int":
            at += 1
    return result


def without_step(tensor, dim):
    """Where NumPy makes a dimension of one element, it steps by nothing."""
    sizes = [prim.size(tensor, at) for at in range(prim.rank(tensor, 2))]
    sizes[dim] = 2
    return prim.slice(prim.expand(tensor, sizes), dim, 0, 1, 1)


def get(array, index):
    items, copies = places_of(index)
    tensor = tensor_of(array)
    if copies:
        need_order(tensor)
        return made(torch_index.get(tensor, items))
    result = torch_index.get(tensor, items)
    if prim.rank(result, 2) > 0:
        for dim in new_dimensions(items, prim.rank(result, 2)):
            result = without_step(result, dim)
        return made(result)
    if len(items) == 0 or Ellipsis in [item for item in items if prim.kind(item, "int") == "ellipsis"]:
        return made(result) if len(items) > 0 else scalar_of(result)
    return scalar_of(result)


def put(array, index, value):
    items, copies = places_of(index)
    target, own = prim.quiet(tensor_of(array)), dtype_of(array)
    if isinstance(value, numpy.ndarray):
        value = tensor_of(value)
        value = value if prim.dtype_of(value) is own else converted(value, own)
    elif isinstance(value, numpy.generic) or prim.is_number(value):
        value = number_in(numpy.plain(value), own)
    else:
        prim.cut("writing something else than arrays and numbers to an array")
    torch_index.set(target, items, value)


def number_in(number, dtype):
    kind = prim.kind(number, "float")
    if kind_of(dtype) == "float":
        return float(number)
    if dtype is torch.bool:
        return number != 0
    if not prim.is_known(number) and (kind == "float" or dtype is not torch.int64):
        prim.cut("writing a number that is not known to an array of ints")
    if kind == "float" and not abs(number) < 2.0**62:
        prim.cut("writing this number to an array of ints")
    weakly_promoted(dtype, int(number))
    return int(number)


def rows(array):
    tensor = tensor_of(array)
    if prim.rank(tensor, 1) == 0:
        raise TypeError("iteration over a 0-d array")
    count = prim.size(tensor, 0)
    if prim.is_likely(count) and prim.likely(count) <= 64:
        count = prim.settled(count)
    for i in range(count):
        yield of_part(prim.select(tensor, 0, i))


# ---- arrays of a shape -------------------------------------------------------------------------------------------------


def filled(shape, value, dtype):
    shape = sizes_of((shape,))
    dtype = common_dtype(value) if dtype is None else dtype_for(dtype)
    return made(prim.full(shape, number_in(numpy.plain(value), dtype), dtype))


def spaced(start, stop, num, endpoint):
    """linspace() of many numbers, or of as many as an int says."""
    for value in (start, stop):
        if prim.kind(value, "str") not in ("int", "float"):
            prim.cut("steps from or to something else than a number")
    if prim.kind(num, "str") != "int":
        prim.cut("a number of steps that is no int")
    parts = num - 1 if endpoint else num
    if not parts > 0:
        prim.cut("steps of nothing")
    start, stop = float(start), float(stop)
    step = (stop - start) / parts
    places = prim.arange(0, 1, num, torch.int64)
    steps = prim.cast(places, torch.float64)
    tensor = steps * step
    if not (prim.is_known(stop - start) and abs(stop - start) > 1e-290):  # a step may be lost in the division
        lost = prim.full((), step, torch.float64) == 0
        tensor = torch.where(lost, steps / parts * (stop - start), tensor)
    tensor = tensor + start
    if endpoint:
        tensor = torch.where(places == parts, prim.full((), stop, torch.float64), tensor)
    return made(prim.own(tensor))


def filled_like(array, value, dtype):
    tensor = tensor_of(array)
    dtype = prim.dtype_of(tensor) if dtype is None else dtype_for(dtype)
    return made(prim.full_like(tensor, number_in(numpy.plain(value), dtype), dtype))


def nested(items, dtype):
    """The array of a list of arrays, or of lists of lists of numbers."""
    if len(items) == 0:
        prim.cut("an array of nothing")
    arrays = [numpy.array(item) if isinstance(item, (list, tuple)) else array_of(item) for item in items]
    result = joined(arrays, 0, torch.stack)
    return result if dtype is None or dtype_for(dtype) is dtype_of(result) else astype(result, dtype)
