"""torch.ops.prims: the primitive operators into which torch decomposes others; those that are no function of torch."""

import torch
from torch import *


def convert_element_type(a, dtype):
    return a.clone() if prim.dtype_of(a) == dtype else a.to(dtype)


def div(a, b):
    """Of integers, a quotient without its fraction."""
    whole = prim.dtype_class(prim.dtype_of(a)) in ("int", "uint") if prim.is_tensor(a) else isinstance(a, int)
    return torch.div(a, b, rounding_mode="trunc") if whole else torch.div(a, b)


def sum(inp, dims, *, output_dtype=None):
    return torch.sum(inp, dims, dtype=prim.dtype_of(inp) if output_dtype is None else output_dtype)


def prod(inp, dims, *, output_dtype=None):
    for dim in sorted(dims)[::-1]:
        inp = torch.prod(inp, dim, dtype=output_dtype)
    return inp


def view_of(a):
    return a.view(a.shape)


def squeeze(a, dimensions):
    return torch.squeeze(a, tuple(dimensions))


def collapse(a, start, end):
    return prim.clone(prim.contiguous(torch.flatten(a, start, end)))


def split_dim(a, dim, outer_length):
    return torch.unflatten(a, dim, (outer_length, prim.exact_division(prim.size(a, dim), outer_length)))


def iota(length, *, start, step, dtype, device, requires_grad):
    torch.check_factory(device, None, False, requires_grad)
    return prim.arange(start, step, length, dtype)
