"""Functions of torch that run as operators of ATen, called from C.

Each states the operator's schema, its arguments in the schema's order, and the dtype and sizes of what it returns: a size
given as None is read from the result at run time. See prim.aten in docs/prelude.md.
"""

import torch
from torch import return_types


def like(input):
    """The type of a result that has the input's dtype and sizes."""
    return (prim.dtype_of(input), prim.shape(input))


def index_like(input):
    return (torch.int64, prim.shape(input))


def with_size(input, dim, size):
    """Sizes of the input, but for one dimension."""
    dim = prim.known(dim)
    rank = prim.rank(input, prim.rank_for(dim, dim))
    shape = list(prim.shape(input))
    if rank > 0:
        if not -rank <= dim < rank:
            raise IndexError("Dimension out of range")
        shape[dim] = size
    return tuple(shape)


def sort(input, dim=-1, descending=False, stable=False, *, out=None):
    torch.no_out(out)
    schema = "sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False)"
    values, indices = prim.aten(schema, (input, stable, dim, descending), [like(input), index_like(input)])
    return return_types.sort(values, indices)


def topk(input, k, dim=-1, largest=True, sorted=True, *, out=None):
    torch.no_out(out)
    sizes = with_size(input, dim, k)
    results = [(prim.dtype_of(input), sizes), (torch.int64, sizes)]
    schema = "topk(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True)"
    values, indices = prim.aten(schema, (input, k, dim, largest, sorted), results)
    return return_types.topk(values, indices)


def cumsum(input, dim, *, dtype=None, out=None):
    torch.no_out(out)
    given = prim.dtype_of(input)
    if dtype is None:
        dtype = given if prim.dtype_class(given) == "float" else torch.int64
    schema = "cumsum(Tensor self, int dim, *, ScalarType? dtype=None)"
    return prim.aten(schema, (input, dim, dtype), (dtype, prim.shape(input)))


def nonzero(input, *, out=None, as_tuple=False):
    torch.no_out(out)
    if as_tuple:
        prim.cut("nonzero() as a tuple")
    return prim.aten("nonzero(Tensor self)", (input,), (torch.int64, (None, prim.rank(input, 2)), "any"))


# ---- random numbers: torch's generator draws them ----------------------------------------------------------------------


def check_generator(generator):
    if generator is not None:
        prim.cut("a generator of the program")


def bernoulli(input, p=None, *, generator=None, out=None):
    torch.no_out(out)
    check_generator(generator)
    if p is None:
        return prim.aten_random("bernoulli(Tensor self, *, Generator? generator=None)", (input,), like(input))
    schema = "bernoulli.p(Tensor self, float p, *, Generator? generator=None)"
    return prim.aten_random(schema, (input, p), like(input))
