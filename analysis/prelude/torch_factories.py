"""Ranges, windows and places of triangles. Part of torch.py."""

import torch


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


def linspace(
    start, end, steps, *, out=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False
):
    """From both ends to the middle, as torch does."""
    torch.check_factory(device, layout, pin_memory, requires_grad)
    dtype = prim.default_dtype() if dtype is None else dtype
    if prim.is_tensor(start) or prim.is_tensor(end) or dtype != torch.float32 and dtype != torch.float64:
        values = (end_of_range(start), end_of_range(end), prim.known(steps), dtype)
        return torch.written(out, prim.aten(linspace_schema, values, (dtype, (steps,))))
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
    dtype = prim.default_dtype() if dtype is None else dtype
    if prim.is_tensor(start) or prim.is_tensor(end) or dtype != torch.float32 and dtype != torch.float64:
        torch.check_factory(device, layout, pin_memory, requires_grad)
        values = (end_of_range(start), end_of_range(end), prim.known(steps), base, dtype)
        return torch.written(out, prim.aten(logspace_schema, values, (dtype, (steps,))))
    powers = linspace(start, end, steps, dtype=dtype, layout=layout, device=device, pin_memory=pin_memory)
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
