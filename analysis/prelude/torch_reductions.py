"""torch's reductions: sums, extremes and their places, variances, norms, softmax. Part of torch.py."""

import math

import torch
import torch_index
from torch import bool, float_of, is_nothing, maximum, minimum, need_float_for_elements, no_out, return_types, uint8, written


def reduced(name, input, dim, keepdim, dtype):
    """A reduction of which the dtype may be stated."""
    if dtype is None:
        return prim.reduce(name, input, dim, keepdim)
    return prim.cast(prim.reduce(name, prim.cast(input, dtype), dim, keepdim), dtype)


def sum(input, dim=None, keepdim=False, *, dtype=None, out=None):
    return written(out, reduced("sum" if dtype != bool else "any", input, dim, keepdim, dtype))


def prod(input, dim=None, keepdim=False, *, dtype=None, out=None):
    return written(out, reduced("prod" if dtype != bool else "all", input, dim, keepdim, dtype))


def mean(input, dim=None, keepdim=False, *, dtype=None, out=None):
    no_out(out)
    if dtype is not None:
        input = prim.cast(input, dtype)
    given = prim.dtype_of(input)
    if prim.dtype_class(given) == "complex":
        return prim.binary("div", prim.reduce("sum", input, dim, keepdim), prim.count(input, dim))
    if prim.dtype_class(given) != "float":
        raise RuntimeError("mean(): could not infer output dtype.")
    total = prim.reduce("sum", float_of(input), dim, keepdim)
    return prim.cast(prim.binary("div", total, prim.count(input, dim)), given)


def moments(x, dim, keepdim):
    """A mean of floats over `dim` to be broadcast, what it lacks, and the sum of the squares of the deviations.

    Rounding puts the sum over its count beside the true mean; the mean of the deviations tells by how much. What is left
    of equal values is then nothing, as with torch, whose mean of equal values does not move: a normalisation would show.
    Squares of large deviations are infinite, and stay so.
    """
    count = prim.count(x, dim)
    near = prim.binary("div", prim.reduce("sum", x, dim, dim is not None), count)
    rest = prim.binary("sub", x, near)
    lack = prim.binary("div", prim.reduce("sum", rest, dim, keepdim), count)
    excess = prim.binary("mul", prim.binary("mul", lack, lack), count)
    excess = prim.binary("minimum", excess, 3e38 if prim.dtype_of(x) == torch.float32 else 1e308)
    squares = prim.reduce("sum", prim.binary("mul", rest, rest), dim, keepdim)
    return near, lack, prim.binary("maximum", prim.binary("sub", squares, excess), 0)


def variance(input, dim, unbiased, keepdim, correction, dtype=None):
    """Variance in the dtype, or that of computation."""
    if torch.is_complex(input):
        prim.cut("the variance of complex numbers")
    if prim.dtype_class(prim.dtype_of(input)) != "float":
        raise RuntimeError("std and var only support floating point and complex dtypes")
    if prim.kind(dim, "int") == "bool":
        unbiased, dim = dim, None
    if correction is None:
        correction = 0 if unbiased is False else 1
    elif unbiased is not None:
        prim.cut("var() with unbiased and correction")
    wide = float_of(input) if dtype is None else prim.cast(input, dtype)
    count = prim.count(input, dim)
    if prim.kind(correction, "int") == "float" and prim.is_known(correction) and math.isfinite(correction):
        prim.assume_at_least(count, math.floor(correction) + 1)
    elif prim.kind(correction, "int") == "int":
        prim.assume_at_least(count - correction, 1)
    else:
        prim.cut("var() with this correction")
    prim.assume_at_least(prim.numel(input), 1)  # torch warns also of no variance at all
    near, lack, squares = moments(wide, dim, keepdim)
    return prim.binary("div", squares, count - correction)


def var(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None):
    """In float64, which holds the squares of all that float32 does: what is left of equal values is nothing."""
    squares = variance(input, dim, unbiased, keepdim, correction, torch.float64)
    return written(out, prim.cast(squares, prim.dtype_of(input)))


def std(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None):
    """The root is of squares that float32 need not hold: they are summed in float64, as in torch."""
    squares = variance(input, dim, unbiased, keepdim, correction, torch.float64)
    return written(out, prim.cast(prim.unary("sqrt", squares), prim.dtype_of(input)))


def wide_mean(input, dim, keepdim):
    """The mean beside a variance: no sum is too large for it. Of nothing torch warns, also where nothing comes of it."""
    prim.assume_at_least(prim.count(input, None), 1)
    result = prim.cast(mean(prim.cast(input, torch.float64), dim, keepdim), prim.dtype_of(input))
    if prim.item(prim.reduce("any", prim.unary("isinf", result), None, False)):
        prim.leave("a mean of infinities, which torch moves element by element")
    return result


def var_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    if prim.kind(dim, "int") == "bool":
        unbiased, dim = dim, None
    return (var(input, dim, unbiased, keepdim, correction=correction), wide_mean(input, dim, keepdim))


def std_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    if prim.kind(dim, "int") == "bool":
        unbiased, dim = dim, None
    return (std(input, dim, unbiased, keepdim, correction=correction), wide_mean(input, dim, keepdim))


def amax(input, dim=(), keepdim=False, *, out=None):
    return written(out, prim.reduce("amax", input, dim if dim != () else None, keepdim))


def amin(input, dim=(), keepdim=False, *, out=None):
    return written(out, prim.reduce("amin", input, dim if dim != () else None, keepdim))


def max(input, dim=None, keepdim=None, *, out=None):
    no_out(out)
    if dim is None:
        return prim.reduce("amax", input, None, False)
    if prim.is_tensor(dim) and keepdim is None:  # else an int of one element
        return maximum(input, dim)
    keepdim = False if keepdim is None else keepdim
    return return_types.max(prim.reduce("amax", input, dim, keepdim), places("argmax", input, dim, keepdim))


def min(input, dim=None, keepdim=None, *, out=None):
    no_out(out)
    if dim is None:
        return prim.reduce("amin", input, None, False)
    if prim.is_tensor(dim) and keepdim is None:  # else an int of one element
        return minimum(input, dim)
    keepdim = False if keepdim is None else keepdim
    return return_types.min(prim.reduce("amin", input, dim, keepdim), places("argmin", input, dim, keepdim))


def places(name, input, dim, keepdim):
    """Where the extremes of a dimension are: of bools too, which argmax() itself does not take."""
    return prim.reduce(name, prim.cast(input, uint8) if prim.dtype_of(input) == bool else input, dim, keepdim)


def place_of(name, input, dim, keepdim):
    if dim is not None:
        return prim.reduce(name, input, dim, keepdim)
    place = prim.reduce(name, prim.reshape(input, (-1,)), 0, False)
    return prim.own(prim.view(place, (1,) * prim.rank(input, 2))) if keepdim else place


def argmax(input, dim=None, keepdim=False, *, out=None):
    no_out(out)
    return place_of("argmax", input, dim, keepdim)


def argmin(input, dim=None, keepdim=False, *, out=None):
    no_out(out)
    return place_of("argmin", input, dim, keepdim)


def truth_over(name, input, dim, keepdim):
    """No dimensions are none here, and not all of them."""
    if prim.kind(dim, "int") == "sequence" and len(dim) == 0:
        truths = prim.cast(prim.binary("ne", input, 0), uint8 if prim.dtype_of(input) == uint8 else bool)
        return prim.row_major(truths)
    return prim.reduce(name, input, dim, keepdim)


def any(input, dim=None, keepdim=False, *, out=None):
    return written(out, truth_over("any", input, dim, keepdim))


def all(input, dim=None, keepdim=False, *, out=None):
    return written(out, truth_over("all", input, dim, keepdim))


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    if not prim.is_operand(input) or isinstance(input, (int, float, complex)):
        prim.cut("torch.norm() of what is no tensor")
    if prim.kind(dim, "int") == "int":
        dim = [dim]
    if prim.kind(p, "float") == "str" and (p != "fro" or (dim is not None and len(dim) > 2)):
        dim = list(range(prim.rank(input, 2))) if dim is None else dim
        return torch.linalg.matrix_norm(input, p, dim, keepdim, dtype=dtype, out=out)
    if prim.is_tensor(p):
        prim.cut("a norm whose order is a tensor")
    ord = 2 if p is None or p == "fro" else p
    prim.check_call(torch.linalg.vector_norm, (input, ord, dim, keepdim), {})
    return torch.linalg.vector_norm(input, ord, dim, keepdim, dtype=dtype, out=out)


def logsumexp(input, dim, keepdim=False, *, out=None):
    no_out(out)
    if not keepdim and prim.kind(dim, "int") == "sequence" and len(dim) == 0 and prim.rank(input, 2) > 0 and not is_nothing(input):
        for size in prim.shape(input):
            prim.assume_at_least(size, 1)
        raise RuntimeError("output with shape [] doesn't match the broadcast shape")
    given = prim.dtype_of(input)
    if prim.dtype_class(given) != "float":
        input = prim.cast(input, prim.default_dtype())
        given = prim.default_dtype()
    wide = float_of(input)
    if is_nothing(input):
        return prim.cast(prim.unary("log", prim.reduce("sum", prim.unary("exp", wide), dim, keepdim)), given)
    top = prim.reduce("amax", wide, dim, True)
    top = prim.where(prim.unary("isinf", top), 0.0, top)
    total = prim.reduce("sum", prim.unary("exp", prim.binary("sub", wide, top)), dim, True)
    result = prim.binary("add", prim.unary("log", total), top)
    return prim.cast(result if keepdim else prim.own(prim.squeeze(result, dim)), given)


def softmax(input, dim, dtype=None, *, out=None):
    no_out(out)
    if dim is None:
        prim.cut("softmax() without dim")
    if dtype is not None:
        input = prim.cast(input, dtype)
    dim = torch_index.in_range(input, dim)
    if is_nothing(input):
        return prim.full(prim.shape(input), 0, prim.dtype_of(input))
    need_float_for_elements("softmax", input)
    wide = float_of(prim.row_major(input))
    exponentials = prim.unary("exp", prim.binary("sub", wide, prim.reduce("amax", wide, dim, True)))
    share = prim.binary("div", 1.0, prim.reduce("sum", exponentials, dim, True))  # one division a row
    return prim.cast(prim.binary("mul", exponentials, share), prim.dtype_of(input))


def log_softmax(input, dim, dtype=None, *, out=None):
    no_out(out)
    if dim is None:
        prim.cut("log_softmax() without dim")
    if dtype is not None:
        input = prim.cast(input, dtype)
    dim = torch_index.in_range(input, dim)
    if is_nothing(input):
        return prim.full(prim.shape(input), 0, prim.dtype_of(input))
    need_float_for_elements("log_softmax", input)
    wide = float_of(prim.row_major(input))
    shifted = prim.binary("sub", wide, prim.reduce("amax", wide, dim, True))
    total = prim.unary("log", prim.reduce("sum", prim.unary("exp", shifted), dim, True))
    return prim.cast(prim.binary("sub", shifted, total), prim.dtype_of(input))


def _is_all_true(self):
    if self.dtype is not torch.bool:
        prim.cut("_is_all_true() of numbers")
    return all(self)


def _is_any_true(self):
    if self.dtype is not torch.bool:
        prim.cut("_is_any_true() of numbers")
    return any(self)
