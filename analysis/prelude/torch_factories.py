"""Tensors of what the program has, ranges, windows and places of triangles. Part of torch.py."""

import builtins as python

import numpy_arrays
import numpy_ndarray
import torch
import warnings

linspace_schema = (
    "linspace.Tensor_Tensor(Tensor start, Tensor end, int steps, *, ScalarType? dtype=None, Layout? layout=None, "
    "Device? device=None, bool? pin_memory=None)"
)
logspace_schema = (
    "logspace.Tensor_Tensor(Tensor start, Tensor end, int steps, float base=10., *, ScalarType? dtype=None, "
    "Layout? layout=None, Device? device=None, bool? pin_memory=None)"
)


def end_of_range(value):
    if prim.is_tensor(value):
        return value
    kind = prim.kind(value, "float")
    if kind != "int" and kind != "float":
        prim.cut("an end of a range that is no number")
    return prim.full((), value, torch.int64 if kind == "int" else torch.float64)


def unless_bool(number):
    """Bools are the numbers 0 and 1."""
    return number if prim.is_tensor(number) or prim.kind(number, "float") != "bool" else int(number)


def check_steps(function, steps):
    if not prim.is_tensor(steps) and prim.kind(steps, "int") != "int":
        raise TypeError(function + "() received an invalid combination of arguments")


def linspace(
    start, end, steps, *, out=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False
):
    """From both ends to the middle, as torch does."""
    check_steps("linspace", steps)
    torch.check_factory(device, layout, pin_memory, requires_grad)
    dtype = prim.default_dtype() if dtype is None else dtype
    start, end = unless_bool(start), unless_bool(end)
    if prim.is_tensor(start) or prim.is_tensor(end) or dtype != torch.float32 and dtype != torch.float64:
        values = (end_of_range(start), end_of_range(end), prim.known(steps), dtype)
        return torch.written(out, prim.aten(linspace_schema, values, (dtype, (steps,))))
    for end_of_it in (start, end):
        prim.fits(end_of_it, dtype)
    if prim.is_known(steps) and steps == 1:
        return torch.written(out, prim.full((1,), start, dtype))
    step = (end - start) / (steps - 1)
    places = prim.cast(prim.arange(0, 1, steps, torch.int64), dtype)
    low = prim.binary("add", prim.binary("mul", places, step), start)
    high = prim.binary("sub", end, prim.binary("mul", prim.binary("sub", steps - 1, places), step))
    return torch.written(out, prim.where(prim.binary("lt", places, steps // 2), low, high))


def logspace(
    start,
    end,
    steps,
    base=10.0,
    *,
    out=None,
    dtype=None,
    layout=None,
    device=None,
    pin_memory=False,
    requires_grad=False,
):
    check_steps("logspace", steps)
    if not prim.is_tensor(base) and prim.kind(base, "float") == "other":
        raise TypeError("logspace() received an invalid combination of arguments")
    dtype = prim.default_dtype() if dtype is None else dtype
    if prim.is_tensor(start) or prim.is_tensor(end) or dtype != torch.float32 and dtype != torch.float64:
        torch.check_factory(device, layout, pin_memory, requires_grad)
        values = (end_of_range(start), end_of_range(end), prim.known(steps), base, dtype)
        return torch.written(out, prim.aten(logspace_schema, values, (dtype, (steps,))))
    options = {"layout": layout, "device": device, "pin_memory": pin_memory, "requires_grad": requires_grad}
    powers = linspace(start, end, steps, dtype=dtype, **options)
    return torch.written(out, prim.pow(base, powers))


def triangle(schema):
    """Rows and columns of the places in a triangle of a matrix."""

    def function(
        row, col, offset=0, *, dtype=torch.int64, device=None, layout=None, pin_memory=False, requires_grad=False
    ):
        torch.check_factory(device, layout, pin_memory, requires_grad)
        return prim.aten(schema, (row, col, offset, dtype), (dtype, (2, None), "any"))

    return function


tril_indices = triangle(
    "tril_indices(int row, int col, int offset=0, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, "
    "bool? pin_memory=None)"
)
triu_indices = triangle(
    "triu_indices(int row, int col, int offset=0, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, "
    "bool? pin_memory=None)"
)


def window(schema, *more):
    """A window of so many numbers: a function of them, whether it is periodic, and what else the schema has."""

    def function(
        window_length,
        periodic=True,
        *shape,
        dtype=None,
        layout=None,
        device=None,
        pin_memory=False,
        requires_grad=False,
        **named,
    ):
        torch.check_factory(device, layout, pin_memory, requires_grad)
        values = list(shape) + [named.pop(name, default) for name, default in more[len(shape) :]]
        if len(values) > len(more) or named:
            raise TypeError("a window with unexpected arguments")
        dtype = prim.default_dtype() if dtype is None else dtype
        return prim.aten(schema, (window_length, periodic, *values, dtype), (dtype, (window_length,)))

    return function


hann_window = window(
    "hann_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None, "
    "Device? device=None, bool? pin_memory=None)"
)
bartlett_window = window(
    "bartlett_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None, "
    "Device? device=None, bool? pin_memory=None)"
)
blackman_window = window(
    "blackman_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None, "
    "Device? device=None, bool? pin_memory=None)"
)
hamming_window = window(
    "hamming_window.periodic_alpha_beta(int window_length, bool periodic, float alpha, float beta, *, "
    "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None)",
    ("alpha", 0.54),
    ("beta", 0.46),
)
kaiser_window = window(
    "kaiser_window.beta(int window_length, bool periodic, float beta, *, ScalarType? dtype=None, "
    "Layout? layout=None, Device? device=None, bool? pin_memory=None)",
    ("beta", 12.0),
)


def many_numbers(data, dtype):
    """More items than code is made for. Driver code, whose tensors are asked for their types alone, may have any numbers."""
    kinds = [prim.kind(item, "int") for item in data] if prim.in_driver() else []
    if len(kinds) == 0 or any([kind not in ("bool", "int", "float") for kind in kinds]):
        return progression(data, dtype)
    own = prim.default_dtype() if "float" in kinds else torch.int64 if "int" in kinds else torch.bool
    return prim.empty((len(data),), own if dtype is None else dtype)


def progression(data, dtype):
    """Many ints that come one after the other, as those of a list of a range."""
    for item in data:
        if prim.kind(item, "int") != "int" or not prim.is_known(item):
            prim.cut("tensor() of so many items")
    step = data[1] - data[0]
    for i in range(len(data)):
        if step == 0 or data[i] != data[0] + i * step:
            prim.cut("tensor() of so many items")
    return prim.arange(data[0], step, len(data), torch.int64 if dtype is None else dtype)


def memory_of(array):
    """The tensor with the memory of an array that has elements: the strides of others are NumPy's choice."""
    tensor = numpy_arrays.tensor_of(array)
    if prim.is_known(tensor.numel()) and tensor.numel() == 0:
        prim.cut("a tensor of an array without elements")
    prim.assume_at_least(tensor.numel(), 1)
    return tensor


def of_array(array, dtype):
    """A tensor of the elements of NumPy's array."""
    if numpy_ndarray.is_long(array):
        return copy_of(memory_of(array), dtype)
    items = array.tolist()
    own = {
        "float64": torch.float64,
        "float32": torch.float32,
        "int64": torch.int64,
        "int32": torch.int32,
        "bool": torch.bool,
    }[array.type_name()]
    if len(items) == 0:
        prim.cut("a tensor of an empty array")
    values = of_data(items, own)
    return values if dtype is None or dtype is own else prim.cast(values, dtype)


def from_numpy(ndarray):
    if not prim.is_numpy_array(ndarray):
        prim.cut("a tensor in the memory of an array")
    if prim.in_driver() and not numpy_ndarray.is_long(ndarray):
        return of_array(ndarray, None)
    tensor = prim.from_numpy(memory_of(ndarray))
    prim.hold_memory(ndarray)
    return tensor


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    torch.check_factory(device, None, pin_memory, requires_grad)
    if prim.is_tensor(data):
        warnings.warn(advice("torch.tensor"), stacklevel=2)
        return copy_of(data, dtype)
    return of_array(data, dtype) if prim.is_numpy_array(data) else of_data(data, dtype)


def advice(function):
    return (
        "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
        f"sourceTensor.detach().clone().requires_grad_(True), rather than {function}(sourceTensor)."
    )


def copy_of(data, dtype):
    return prim.clone(data.detach()) if dtype is None or dtype is data.dtype else prim.cast(data.detach(), dtype)


def of_data(data, dtype, dim=1):
    """The tensor of a number, or of a sequence whose items are sequences in dimension `dim` of what is made."""
    if prim.is_tensor(data):
        if prim.rank(data, 0) != 0 or (dtype is not None and dtype is not data.dtype):
            prim.cut("tensor() of tensors with dimensions, or of a dtype that is not theirs")
        return data.detach()
    if prim.is_numpy_array(data):
        prim.cut("tensor() of several arrays")
    own = prim.scalar_dtype(data)
    if own is not None:
        need_index(own, data, dtype)
        return torch.full((), prim.plain(data), dtype=own if dtype is None else dtype)
    if isinstance(data, python.range) and not (prim.is_known(len(data)) and len(data) == 0):
        if len(data) == 0:
            prim.leave("tensor() of a range without items")
        return prim.arange(data.start, data.step, len(data), torch.int64 if dtype is None else dtype)
    numbers = prim.numbers(data)
    if numbers is not None:
        return of_numbers(numbers, dtype)
    columns = prim.record_columns(data)
    if columns is not None:
        prim.assume_at_least(prim.size(columns[0], 0), 1)
        return of_numbers(torch.stack(of_one_kind(columns), 1), dtype)
    if prim.kind(data, "float") == "sequence":
        if isinstance(data, range) and not prim.is_known(len(data)):
            prim.assume_at_least(len(data), 1)
            return prim.arange(data.start, data.step, len(data), torch.int64 if dtype is None else dtype)
        if len(data) == 0:
            return torch.full((0,), 0, dtype=prim.default_dtype() if dtype is None else dtype)
        nested = prim.in_driver() and prim.kind(data[0], "int") == "sequence" and len(data) <= 1024
        if len(data) > 64 and not nested:
            return many_numbers(data, dtype)
        parts = [of_data(item, dtype, dim + 1) for item in data]
        need_one_shape(data, parts, dtype, dim)
        made = torch.stack(parts)
        if dtype is None and dim == 1:
            need_indices(data, made.dtype)
        return made
    if prim.is_complex_number(data) and dtype is not None and prim.dtype_class(dtype) not in ("bool", "complex"):
        raise TypeError(not_a_number("complex", dtype))
    return torch.full((), data, dtype=dtype)


def of_one_kind(columns):
    kinds = [column.dtype for column in columns]
    kind = torch.float64 if torch.float64 in kinds else torch.int64 if torch.int64 in kinds else torch.bool
    return [column if column.dtype is kind else prim.cast(column, kind) for column in columns]


def of_numbers(numbers, dtype):
    """The tensor of a list of numbers, which lie in a buffer. Without any, the list tells nothing of its dtype."""
    own = numbers.dtype
    if dtype is None:
        if own != torch.float64:
            prim.assume_at_least(prim.size(numbers, 0), 1)
            return prim.clone(numbers)
        return prim.cast(numbers, prim.default_dtype())
    if dtype is own:
        return prim.clone(numbers)
    if not (dtype.is_floating_point or own == torch.bool):
        prim.cut("tensor() of numbers that may not fit the dtype")
    return prim.cast(numbers if own == torch.bool else prim.cast(numbers, torch.float64), dtype)


def need_index(own, number, dtype):
    """A scalar of NumPy is asked for its index where the tensor holds ints, or bools; float64 is a float of Python's."""
    kind = None if dtype is None or own is torch.float64 or own is dtype else prim.dtype_class(dtype)
    if kind in ("int", "bool") and (prim.dtype_class(own) in ("float", "complex") or own is torch.bool):
        raise TypeError(not_a_number("numpy." + type(number).__name__, dtype))


def need_indices(items, dtype):
    for item in items:
        own = prim.scalar_dtype(item)
        if own is not None:
            need_index(own, item, dtype)
        elif isinstance(item, (list, tuple)):
            need_indices(item, dtype)


def not_a_number(name, dtype):
    real = dtype is not None and dtype.is_floating_point
    return f"must be real number, not {name}" if real else f"'{name}' object cannot be interpreted as an integer"


def need_one_shape(data, parts, dtype, dim):
    """The items of a sequence, of which tensors were made, have the lengths that the first ones have."""
    wanted = parts[0].shape
    for item, part in zip(data, parts):
        if 0 in wanted and part.shape != wanted:
            prim.leave("tensor() of sequences without items, and of others")
        if len(part.shape) > len(wanted):
            raise TypeError(not_a_number(type(item).__name__, dtype))
        if len(part.shape) < len(wanted):
            raise TypeError("not a sequence")
        for at, (length, own) in enumerate(zip(wanted, part.shape), dim):
            if length != own:
                raise ValueError(f"expected sequence of length {length} at dim {at} (got {own})")


def scalar_tensor(s, *, dtype=None, device=None, layout=None, requires_grad=False):
    if prim.is_tensor(s) and prim.rank(s, 0) != 0:
        prim.cut("scalar_tensor() of a tensor with dimensions, which torch refuses")
    torch.check_factory(device, layout, False, requires_grad)
    return prim.full((), s, prim.default_dtype() if dtype is None else dtype)


def as_tensor(data, *, dtype=None, device=None):
    torch.check_device(device)
    if prim.is_tensor(data):
        return data if dtype is None else prim.cast(data, dtype)
    if prim.is_numpy_array(data):
        made = from_numpy(data)
        return made if dtype is None else prim.cast(made, dtype)
    return tensor(data, dtype=dtype)
