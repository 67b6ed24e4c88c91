"""torch.ops.prims: the primitive operators into which torch decomposes others; those that are no function of torch."""

import torch
from torch import *


def convert_element_type(a, dtype):
    return a.clone() if prim.dtype_of(a) == dtype else a.to(dtype)


def _div(a, b):
    """Of integers, a quotient without its fraction."""
    whole = prim.dtype_class(prim.dtype_of(a)) in ("int", "uint") if prim.is_tensor(a) else isinstance(a, int)
    return torch.div(a, b, rounding_mode="trunc") if whole else torch.div(a, b)


def _alike(function):
    """An operator that refuses tensors of two dtypes, or of two shapes unless one has no dimensions."""

    def operator(self, other):
        if prim.is_tensor(self) and prim.is_tensor(other):
            if prim.dtype_of(self) != prim.dtype_of(other):
                prim.cut("operands of two dtypes")
            if self.dim() and other.dim():
                if self.dim() != other.dim():
                    prim.cut("operands of two shapes")
                for dim in range(self.dim()):
                    prim.assume_equal(prim.size(self, dim), prim.size(other, dim))
        return function(self, other)

    return operator


add = _alike(torch.add)
atan2 = _alike(torch.atan2)
bitwise_and = _alike(torch.bitwise_and)
bitwise_or = _alike(torch.bitwise_or)
bitwise_xor = _alike(torch.bitwise_xor)
div = _alike(_div)
eq = _alike(torch.eq)
fmax = _alike(torch.fmax)
fmin = _alike(torch.fmin)
fmod = _alike(torch.fmod)
gcd = _alike(torch.gcd)
ge = _alike(torch.ge)
gt = _alike(torch.gt)
hypot = _alike(torch.hypot)
igamma = _alike(torch.igamma)
igammac = _alike(torch.igammac)
le = _alike(torch.le)
lt = _alike(torch.lt)
maximum = _alike(torch.maximum)
minimum = _alike(torch.minimum)
mul = _alike(torch.mul)
ne = _alike(torch.ne)
nextafter = _alike(torch.nextafter)
pow = _alike(torch.pow)
remainder = _alike(torch.remainder)
sub = _alike(torch.sub)
zeta = _alike(torch.special.zeta)


def sum(inp, dims, *, output_dtype=None):
    return torch.sum(inp, dims, dtype=prim.dtype_of(inp) if output_dtype is None else output_dtype)


def prod(inp, dims, *, output_dtype=None):
    for dim in sorted(dims)[::-1]:
        inp = torch.prod(inp, dim, dtype=output_dtype)
    return inp


def view_of(a):
    return a.view(a.shape)


def broadcast_in_dim(a, shape, broadcast_dimensions):
    for dim in range(len(shape)):
        if dim not in broadcast_dimensions:
            a = torch.unsqueeze(a, dim)
    return a.expand(shape)


def squeeze(a, dimensions):
    return torch.squeeze(a, tuple(dimensions))


def collapse(a, start, end):
    return prim.clone(prim.contiguous(torch.flatten(a, start, end)))


def split_dim(a, dim, outer_length):
    return torch.unflatten(a, dim, (outer_length, prim.exact_division(prim.size(a, dim), outer_length)))


def iota(length, *, start, step, dtype, device, requires_grad):
    torch.check_factory(device, None, False, requires_grad)
    return prim.arange(start, step, length, dtype)
