"""Functions of torch that other functions make up, as ATen's composite kernels do."""

import math

import torch
import torch_aten
import torch_complex
import torch_index
from torch import return_types


# ---- pointwise ------------------------------------------------------------------------------------------------------------


def to_float(input):
    """The operand in the dtype of computation; integers become the default dtype."""
    if not prim.is_tensor(input):
        return input
    given = prim.dtype_of(input)
    return torch.float_of(input if prim.dtype_class(given) == "float" else prim.cast(input, prim.default_dtype()))


def both_float(input, other):
    """Two operands in the dtype that both are computed in."""
    dtype = prim.result_type(input, other)
    dtype = dtype if prim.dtype_class(dtype) == "float" else prim.default_dtype()
    return torch.float_of(prim.cast(input, dtype)), torch.float_of(prim.cast(other, dtype))


def float_dtype(*inputs):
    """The dtype that torch gives for the operands."""
    dtype = prim.result_type(inputs[0], inputs[1]) if len(inputs) > 1 else prim.dtype_of(inputs[0])
    return dtype if prim.dtype_class(dtype) == "float" else prim.default_dtype()


def as_float_dtype(result, *inputs):
    return prim.cast(result, float_dtype(*inputs))


def as_float(result, *inputs):
    """What is computed of each element of the operands: in their dtype, laid out as by one operation, which takes copies
    of those of another dtype."""
    dtype = float_dtype(*inputs)
    return prim.cast(prim.iterated(result, tuple([prim.cast(input, dtype) for input in inputs])), dtype)


def times_angle(input, factor):
    return prim.with_layout_of(as_float(prim.binary("mul", to_float(input), factor), input), input)


def deg2rad(input, *, out=None):
    return torch.written(out, times_angle(input, 0.017453292519943295))


def rad2deg(input, *, out=None):
    return torch.written(out, times_angle(input, 57.29577951308232))


def sinc(input, *, out=None):
    x = prim.binary("mul", to_float(input), torch.pi)
    value = prim.where(prim.binary("eq", x, 0), 1.0, prim.binary("div", prim.unary("sin", x), x))
    return torch.written(out, as_float(value, input))


def logit(input, eps=None, *, out=None):
    x = to_float(input)
    if eps is not None:
        low, high = eps + 0.0, 1.0 - eps
        x = prim.where(prim.binary("lt", x, low), low, prim.where(prim.binary("gt", x, high), high, x))
    return torch.written(out, as_float(prim.unary("log", prim.binary("div", x, prim.binary("sub", 1, x))), input))


def xlogy(input, other, *, out=None):
    if not prim.is_tensor(input) or not prim.is_tensor(other):
        prim.cut("xlogy() of a number")
    x, y = both_float(input, other)
    logarithm = torch.float_of(as_float(prim.unary("log", y), input, other))  # rounded in half precision
    value = prim.where(prim.binary("eq", x, 0), 0.0, prim.binary("mul", x, logarithm))
    return torch.written(out, as_float(prim.where(prim.unary("isnan", y), torch.nan, value), input, other))


def logaddexp_of(input, other, exp, log1p):
    torch.need_float("logaddexp", prim.binary("add", input, other))
    x, y = both_float(input, other)
    top = prim.binary("maximum", x, y)
    distance = prim.unary("neg", prim.unary("abs", prim.binary("sub", x, y)))
    value = prim.binary("add", top, log1p(prim.unary(exp, distance)))
    same = prim.binary("bitwise_and", prim.unary("isinf", x), prim.binary("eq", x, y))
    return as_float(prim.where(same, x, value), input, other)


def logaddexp(input, other, *, out=None):
    return torch.written(out, logaddexp_of(input, other, "exp", lambda x: prim.unary("log1p", x)))


def logaddexp2(input, other, *, out=None):
    log2 = lambda x: prim.binary("mul", prim.unary("log1p", x), 1.4426950408889634)  # noqa: E731
    return torch.written(out, logaddexp_of(input, other, "exp2", log2))


def hypot(input, other, *, out=None):
    if prim.dtype_class(prim.dtype_of(other)) != "float":
        torch.need_float("hypot", input)
    x, y = [prim.unary("abs", operand) for operand in both_float(input, other)]
    top, bottom = prim.binary("maximum", x, y), prim.binary("minimum", x, y)
    part = prim.where(prim.binary("eq", top, 0), 0.0, prim.binary("div", bottom, top))
    value = prim.binary("mul", top, prim.unary("sqrt", prim.binary("add", prim.binary("mul", part, part), 1)))
    infinite = prim.binary("bitwise_or", prim.unary("isinf", x), prim.unary("isinf", y))  # also beside a NaN
    value = prim.where(infinite, torch.inf, value)
    return torch.written(out, as_float(value, input, other))


def heaviside(input, values, *, out=None):
    if prim.dtype_of(input) != prim.dtype_of(values):
        raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")
    one = True if prim.dtype_of(input) == torch.bool else 1
    zero = False if prim.dtype_of(input) == torch.bool else 0
    positive = prim.where(prim.binary("gt", input, 0), one, zero)
    positive = prim.cast(positive, prim.dtype_of(input))
    result = prim.where(prim.binary("eq", input, 0), values, positive)
    return torch.written(out, prim.iterated(result, (input, values)))


def signbit(input, *, out=None):
    if prim.dtype_class(prim.dtype_of(input)) != "float":
        return torch.written(out, prim.iterated(prim.binary("lt", input, 0), (input,)))
    return torch.written(out, prim.unary("signbit", input))


def floor_quotient(a, b):
    """In half precision torch rounds at each step, unless the divisor is a number."""
    dtype = prim.result_type(a, b)
    if not prim.is_tensor(b) or prim.dtype_class(dtype) != "float" or prim.itemsize(dtype) != 2:
        return prim.arithmetic("floor_divide", a, b)
    a = prim.cast(a, dtype) if prim.is_tensor(a) else prim.full((), a, dtype)
    b = prim.cast(b, dtype)
    exact, rest = prim.binary("div", a, b), prim.binary("fmod", a, b)
    too_large = torch.logical_and(torch.isinf(exact), torch.logical_not(torch.isinf(a)))
    quotient = prim.binary("div", prim.where(too_large, a, prim.binary("sub", a, rest)), b)
    opposite = torch.logical_xor(prim.binary("lt", b, 0), prim.binary("lt", rest, 0))
    below = torch.logical_and(prim.binary("ne", rest, 0), opposite)
    quotient = prim.where(below, prim.binary("sub", quotient, 1), quotient)
    floored = prim.unary("floor", quotient)
    above = prim.binary("gt", prim.binary("sub", quotient, floored), 0.5)
    floored = prim.where(above, prim.binary("add", floored, 1), floored)
    zero = prim.cast(prim.where(signbit(exact), -0.0, 0.0), dtype)
    value = prim.where(prim.binary("eq", b, 0), exact, prim.where(prim.binary("eq", quotient, 0), zero, floored))
    return prim.iterated(value, (a, b))


def copysign(input, other, *, out=None):
    if not prim.is_tensor(other):
        dtype = prim.result_type(input, other)
        other = prim.full((), other, dtype if prim.dtype_class(dtype) == "float" else prim.default_dtype())
        return torch.written(out, prim.cast(copysign(input, other), prim.dtype_of(other)))
    size = prim.unary("abs", to_float(input))
    negative = signbit(other)
    return torch.written(out, as_float(prim.where(negative, prim.unary("neg", size), size), input, other))


def real_input(name, input):
    if torch.is_complex(input):
        prim.cut(name + " of complex numbers")


def sgn(input, *, out=None):
    if torch.is_complex(input):
        return torch.written(out, torch_complex.sgn(input))
    return torch.written(out, prim.unary("sign", input))


def angle(input, *, out=None):
    if torch.is_complex(input):
        return torch.written(out, prim.row_major(prim.binary("atan2", prim.part(input, 1), prim.part(input, 0))))
    x = to_float(input)
    value = prim.binary("mul", prim.cast(prim.binary("lt", x, 0), prim.dtype_of(x)), torch.pi)
    return torch.written(out, as_float(prim.where(prim.unary("isnan", x), x, value), input))


def real(input):
    if not torch.is_complex(input):
        return input
    return prim.select(prim.view_as_real(prim.conj(input) if prim.is_conj(input) else input), -1, 0)


def imag(input):
    if not torch.is_complex(input):
        raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")
    if prim.is_conj(input):
        prim.cut("the imaginary part of a conjugate view")
    return prim.select(prim.view_as_real(input), -1, 1)


def joined(first, second, re, im):
    """The complex tensor of two parts that are computed from two tensors."""
    dtype = prim.dtype_of(first)
    if dtype == torch.float16:
        prim.cut("complex numbers in half precision")
    if dtype != prim.dtype_of(second) or dtype != torch.float32 and dtype != torch.float64:
        raise RuntimeError("Expected both inputs to be Half, Float or Double tensors of one dtype")
    return prim.complex(re, im, (first, second))


def complex(real, imag, *, out=None):
    return torch.written(out, joined(real, imag, real, imag))


def polar(abs, angle, *, out=None):
    re, im = prim.unary("cos", angle), prim.unary("sin", angle)
    return torch.written(out, joined(abs, angle, prim.binary("mul", abs, re), prim.binary("mul", abs, im)))


def view_as_real(input):
    if not torch.is_complex(input):
        raise RuntimeError("view_as_real is only supported for complex tensors")
    if prim.is_conj(input):
        raise RuntimeError("view_as_real doesn't work on unresolved conjugated tensors.")
    return prim.view_as_real(input)


def view_as_complex(input):
    dtype = prim.dtype_of(input)
    if dtype == torch.float16:
        prim.cut("complex numbers in half precision")
    if dtype != torch.float32 and dtype != torch.float64:
        raise RuntimeError("view_as_complex is only supported for half, float and double tensors")
    return prim.view_as_complex(input)


def conj(input):
    return prim.conj(input) if torch.is_complex(input) else input


def is_conj(input):
    return prim.is_conj(input)


def is_neg(input):
    prim.tensor(input)
    return False


def resolve_conj(input):
    return conj_physical(prim.conj(input)) if prim.is_conj(input) else input


def resolve_neg(input):
    prim.tensor(input)
    return input


def conj_physical(input, *, out=None):
    if not torch.is_complex(input):
        return input if out is None else torch.written(out, input)
    return torch.written(out, torch_complex.conj_physical(input))


def float_power(input, exponent, *, out=None):
    base = prim.cast(input, torch.float64) if prim.is_tensor(input) else input
    power = prim.cast(exponent, torch.float64) if prim.is_tensor(exponent) else exponent
    return torch.written(out, torch.power(base, power))


other_floats = (torch.float16, torch.bfloat16, torch.float64)  # whose powers of two torch takes of a tensor


def ldexp(input, other, *, out=None):
    """Numbers of steps that are integers change the exponent alone: powers that float32 cannot hold are none to it."""
    if not prim.is_tensor(input) or not prim.is_tensor(other):
        prim.cut("ldexp() of a number")
    if prim.dtype_of(other) == torch.bool:
        prim.cut("ldexp() by bools")
    if prim.dtype_of(input) != prim.dtype_of(other) and prim.rank(other, 1) == 0:
        prim.cut("ldexp() by a tensor without dimensions of another dtype")
    if prim.dtype_class(prim.dtype_of(other)) == "float" or prim.dtype_class(prim.dtype_of(input)) != "float":
        two = 2.0 if prim.dtype_of(input) not in other_floats else torch.full((), 2.0, dtype=prim.dtype_of(input))
        return torch.written(out, prim.binary("mul", input, torch.pow(two, other)))
    if prim.dtype_of(input) == torch.float64:
        prim.cut("ldexp() of float64")
    steps = torch.clamp(prim.cast(prim.cast(other, torch.int32), torch.float64), -300, 300)
    value = prim.binary("mul", prim.cast(input, torch.float64), prim.pow(2.0, steps))
    if prim.shape(value) != prim.shape(input):
        torch.warns("ldexp() of numbers that are fewer than the steps")
    return torch.written(out, prim.with_layout_of(as_float(value, input, other), input))


def isposinf(input, *, out=None):
    real_input("isposinf()", input)
    return torch.written(out, prim.iterated(prim.binary("eq", input, torch.inf), (input,)))


def isneginf(input, *, out=None):
    real_input("isneginf()", input)
    return torch.written(out, prim.iterated(prim.binary("eq", input, -torch.inf), (input,)))


def isreal(input):
    if torch.is_complex(input):
        return prim.binary("eq", prim.part(input, 1), 0)
    return torch.ones_like(input, dtype=torch.bool)


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    if prim.dtype_of(input) != prim.dtype_of(other) or not (rtol >= 0 and atol >= 0):
        raise RuntimeError("expected operands of one dtype, and no negative tolerance")
    close = prim.binary("eq", input, other)
    if equal_nan and prim.dtype_class(prim.dtype_of(input)) == "float":
        both = prim.binary("bitwise_and", prim.unary("isnan", input), prim.unary("isnan", other))
        close |= both
    if rtol == 0 and atol == 0:
        return close
    if prim.dtype_class(prim.dtype_of(input)) != "float":  # differences of integers may not fit their dtype
        input, other = prim.cast(input, prim.default_dtype()), prim.cast(other, prim.default_dtype())
    allowed = prim.binary("add", prim.unary("abs", prim.binary("mul", other, rtol)), atol)
    error = prim.unary("abs", prim.binary("sub", input, other))
    near = prim.binary("le", error, allowed)
    if prim.dtype_class(prim.dtype_of(input)) == "float":
        near = prim.binary("bitwise_and", prim.unary("isfinite", error), near)
    close |= near  # which keeps its strides
    return close


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    return prim.item(prim.reduce("all", isclose(input, other, rtol, atol, equal_nan), None, False))


def equal(input, other):
    rank = prim.rank(input, 2)
    if prim.rank(other, rank) != rank:
        return False
    for i in range(rank):
        if prim.size(input, i) != prim.size(other, i):
            return False
    return prim.item(prim.reduce("all", prim.binary("eq", input, other), None, False))


def fill(input, value):
    if prim.is_tensor(value):
        if prim.rank(value, 0) != 0:
            raise RuntimeError("fill only supports 0-dimension value tensor")
        return prim.cast(prim.where(torch.ones_like(input, dtype=torch.bool), value, input), prim.dtype_of(input))
    return torch.full_like(input, value)


def sym_float(a):
    return 1.0 * a


def sym_int(a):
    return int(a)


def sym_max(a, b):
    return max(a, b)


def sym_min(a, b):
    return min(a, b)


def sym_ite(b, t, f):
    return t if b else f


def sym_not(a):
    return not a


def cosine_similarity(x1, x2, dim=1, eps=1e-08):
    """As ATen: both lengths are at least eps, each by itself."""
    if prim.dtype_of(x1) != prim.dtype_of(x2):
        prim.cut("cosine_similarity() of two dtypes")
    torch.need_float("cosine_similarity", x1, RuntimeError)
    if not eps >= 0:
        raise RuntimeError("eps must be non-negative")
    a, b = broadcast_tensors(x1, x2)
    length1 = prim.clamp(as_float_dtype(norm_over(to_float(a), 2, dim, True), x1), eps, None)
    length2 = prim.clamp(as_float_dtype(norm_over(to_float(b), 2, dim, True), x1), eps, None)
    product = prim.binary("mul", prim.binary("div", a, length1), prim.binary("div", b, length2))
    return torch.sum(product, dim)


def pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False):
    difference = prim.binary("add", prim.binary("sub", x1, x2), eps)
    torch.need_float("pairwise_distance", difference)
    return as_float_dtype(norm_over(to_float(difference), p, -1, keepdim), difference)


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2.0, eps=1e-06, swap=False, reduction=0):
    if not prim.rank(anchor, 2) == prim.rank(positive, 2) == prim.rank(negative, 2):
        raise RuntimeError("anchor, positive and negative are expected to have the same number of dimensions")
    near = pairwise_distance(anchor, positive, p, eps)
    far = pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = prim.binary("minimum", far, pairwise_distance(positive, negative, p, eps))
    loss = prim.clamp(prim.binary("add", prim.binary("sub", near, far), margin), 0, None)
    return torch.mean(loss) if reduction == 1 else torch.sum(loss) if reduction == 2 else loss


# ---- reductions ------------------------------------------------------------------------------------------------------------


def norm_over(x, p, dim, keepdim):
    """The p-norm of floats, as linalg.vector_norm computes it."""
    p = prim.known(p)
    if prim.kind(p, "float") == "str" or not prim.is_known(p) or p != p:
        prim.cut("this norm")
    size = prim.unary("abs", x)
    if p not in (0, 1, torch.inf, -torch.inf):  # ATen gives a lone element, whose power might overflow or vanish
        count = prim.count(x, dim)
        if prim.likely_equal(count, 1) and not prim.likely_equal(count, 2) and prim.settled(count) == 1:
            return prim.reduce("amax", size, dim, keepdim)
        prim.assume_at_least(count, 2)  # a branch would keep what is made of the norm from being fused with it
    if p == 2:
        return prim.unary("sqrt", prim.reduce("sum", prim.binary("mul", x, x), dim, keepdim))
    if p == 1:
        return prim.reduce("sum", size, dim, keepdim)
    if p == torch.inf:
        return prim.reduce("amax", size, dim, keepdim)
    if p == -torch.inf:
        return prim.reduce("amin", size, dim, keepdim)
    if p == 0:
        return prim.reduce("sum", prim.cast(prim.binary("ne", x, 0), prim.dtype_of(x)), dim, keepdim)
    if p < 0:
        prim.assume_at_least(prim.count(x, dim), 1)
    return prim.pow(prim.reduce("sum", prim.pow(size, p), dim, keepdim), 1.0 / p)


def dist(input, other, p=2):
    difference = prim.binary("sub", input, other)
    torch.need_float("dist", difference, RuntimeError)
    return as_float_dtype(norm_over(to_float(difference), p, None, False), difference)


def nansum(input, dim=None, keepdim=False, *, dtype=None, out=None):
    real_input("nansum()", input)
    kept = input
    if prim.dtype_class(prim.dtype_of(input)) == "float":
        if dtype is not None and prim.dtype_class(dtype) == "complex":
            prim.cut("nansum() in a complex type")
        kept = prim.where(prim.unary("isnan", input), 0.0, input)
    return torch.written(out, torch.sum(kept, dim, keepdim, dtype=dtype))


def nanmean(input, dim=None, keepdim=False, *, dtype=None, out=None):
    torch.need_float("nanmean", input, RuntimeError)
    if dtype is not None and prim.dtype_class(dtype) not in ("float", "complex"):
        raise RuntimeError("nanmean(): could not infer output dtype")
    count = torch.sum(prim.unary("logical_not", prim.unary("isnan", input)), dim, keepdim)
    total = torch.written(out, nansum(input, dim, keepdim, dtype=dtype))
    return torch.written(out, prim.binary("div", total, count))  # written twice, as the version of `out` tells


def count_nonzero(input, dim=None):
    if dim is not None and prim.kind(dim, "int") == "sequence" and len(dim) == 0:
        dim = None
    marks = input if prim.dtype_of(input) == torch.bool else prim.binary("ne", input, 0)
    return prim.reduce("sum", marks, dim, False)


def aminmax(input, *, dim=None, keepdim=False, out=None):
    torch.no_out(out)
    if dim is None and keepdim:
        prim.cut("aminmax() of everything, with keepdim")
    return return_types.aminmax(prim.reduce("amin", input, dim, keepdim), prim.reduce("amax", input, dim, keepdim))


def trace(input):
    if prim.rank(input, 2) != 2:
        raise RuntimeError("trace: expected a matrix")
    if prim.dtype_of(input) == torch.bool:
        raise NotImplementedError("trace is not implemented for Bool")
    return prim.reduce("sum", diagonal(prim.contiguous(input)), None, False)


def spaced(y, x, dx, dim):
    """The values on both sides of the intervals of trapezoid(), their widths, and the dimension, counted as that of y."""
    if prim.dtype_of(y) == torch.bool or (x is not None and prim.dtype_of(x) == torch.bool):
        raise RuntimeError("trapezoid() does not support bool")
    size = prim.size(y, dim)
    left, right = prim.slice_exact(y, dim, 0, size - 1), prim.slice_exact(y, dim, 1, size - 1)
    rank = prim.rank(y, 1)
    at = dim + rank if dim < 0 else dim
    if x is None:
        return left, right, dx, at
    if prim.rank(x, 1) == 1:
        prim.assume_equal(prim.size(x, 0), size)
        steps = prim.binary("sub", prim.slice_exact(x, 0, 1, size - 1), prim.slice_exact(x, 0, 0, size - 1))
        return left, right, prim.view(steps, [-1 if i == at else 1 for i in range(rank)]), at
    x = prim.view(x, (1,) * max(0, rank - prim.rank(x, 2)) + tuple(prim.shape(x)))
    wide = prim.size(x, at)
    later, earlier = prim.slice_exact(x, at, 1, wide - 1), prim.slice_exact(x, at, 0, wide - 1)
    return left, right, prim.binary("sub", later, earlier), at


def interval_of(function, y, dx, dim):
    """The width of all intervals; trapezoid() of nothing does not look at it."""
    if prim.is_tensor(dx):
        prim.cut("a tensor for dx=")
    if dx is not None and prim.kind(dx, "float") not in ("int", "float"):
        if function == "trapezoid":
            prim.assume_at_least(prim.size(y, dim), 1)
        raise RuntimeError(f"{function}: Currently, we only support dx as a real number.")
    return 1.0 if dx is None else dx


def trapezoid(y, x=None, *, dx=None, dim=-1):
    dx = interval_of("trapezoid", y, dx, dim)
    if x is None and prim.dtype_of(y) != torch.bool:
        last = prim.size(y, dim) - 1
        prim.assume_at_least(last, 0)
        ends = prim.binary("add", prim.select(y, dim, 0), prim.select(y, dim, last))
        whole = prim.binary("sub", torch.sum(y, dim), prim.binary("mul", ends, 0.5))
        return prim.binary("mul", whole, dx)
    if prim.dtype_of(y) == torch.bool:
        prim.assume_at_least(prim.size(y, dim), 1)
    left, right, widths, at = spaced(y, x, dx, dim)
    areas = prim.binary("mul", prim.binary("add", left, right), widths)
    return prim.binary("div", torch.sum(areas, at), 2.0)


def trapz(y, x=None, *, dx=None, dim=-1):
    return trapezoid(y, x, dx=dx, dim=dim)


def cumulative_trapezoid(y, x=None, *, dx=None, dim=-1):
    left, right, widths, at = spaced(y, x, interval_of("cumulative_trapezoid", y, dx, dim), dim)
    areas = prim.binary("mul", prim.binary("add", left, right), widths)
    return prim.binary("div", torch.cumsum(areas, at), 2.0)


def need_weights(correction, fweights, aweights):
    """Of covariances where torch warns that the weights leave nothing over, or nearly so."""
    weights = fweights if aweights is None else aweights if fweights is None else torch.mul(fweights, aweights)
    total = torch.sum(prim.cast(weights, torch.float64))
    taken = correction
    if aweights is not None and correction != 0:
        taken = correction * torch.sum(prim.cast(torch.mul(weights, aweights), torch.float64)) / total
    if prim.item(torch.logical_not(total - taken > 1e-4 * torch.abs(total))):
        prim.leave("weights of which cov() warns")


def cov(input, *, correction=1, fweights=None, aweights=None):
    whole = prim.dtype_class(prim.dtype_of(input)) != "float"
    if fweights is not None or aweights is not None or prim.rank(input, 2) != 2 or whole:
        if fweights is not None or aweights is not None:
            need_weights(correction, fweights, aweights)
        return torch_aten._cov(input, correction=correction, fweights=fweights, aweights=aweights)
    count = prim.size(input, 1)
    prim.assume_at_least(count - correction, 1)  # else torch warns
    centred = prim.binary("sub", input, torch.mean(input, 1, True))
    scale = count - correction
    product = torch.matmul(centred, torch.transpose(centred, 0, 1))
    return prim.squeeze(prim.binary("div", product, scale), None)


def diff(input, n=1, dim=-1, prepend=None, append=None, *, out=None):
    if prim.known(n) < 0:
        raise RuntimeError("order must be non-negative")
    for part in (prepend, append):
        if part is not None:
            torch.need_dimension("diff", input, dim)
            if prim.rank(part, prim.rank(input, 1)) != prim.rank(input, 1):
                raise RuntimeError("diff expects prepend or append to be the same dimension as input")
    if n == 0:
        if prepend is not None or append is not None:
            prim.cut("diff() of order 0 with what stands before or behind, of which torch looks at the sizes")
        return torch.written(out, prim.clone(input))
    torch.need_dimension("diff", input, dim)
    parts = [part for part in (prepend, input, append) if part is not None]
    value = prim.cat(parts, dim) if len(parts) > 1 else input
    size = prim.size(value, dim)
    if prim.is_known(size) and size == 0:  # of which torch takes no differences
        return torch.written(out, prim.clone(value))
    if prim.is_known(size) and size <= prim.known(n):
        sizes = list(prim.shape(value))
        sizes[dim] = 0
        return torch.written(out, prim.full(sizes, 0, prim.dtype_of(value)))
    for _ in range(prim.known(n)):
        size = prim.size(value, dim)
        later, earlier = prim.slice_exact(value, dim, 1, size - 1), prim.slice_exact(value, dim, 0, size - 1)
        value = prim.binary("logical_xor" if prim.dtype_of(input) == torch.bool else "sub", later, earlier)
    return torch.written(out, value)


# ---- views --------------------------------------------------------------------------------------------------------------------


def diagonal(input, offset=0, dim1=0, dim2=1):
    """A step through the memory of a row-major tensor, which may be written, or of each of two dimensions."""
    rank = prim.rank(input, 2)
    dim1, dim2 = prim.known(dim1), prim.known(dim2)
    rows, columns = dim1 + rank if dim1 < 0 else dim1, dim2 + rank if dim2 < 0 else dim2
    if rank < 2 or rows == columns or not 0 <= rows < rank or not 0 <= columns < rank:
        prim.cut("diagonal() of these dimensions")
    if rows > columns:
        rows, columns, offset = columns, rows, -offset
    shape = tuple(prim.shape(input))
    height, width = shape[rows], shape[columns]
    right, down = passed_over(offset)
    prim.assume_at_least(width, right + 1)
    prim.assume_at_least(height, down + 1)
    length = shorter(height - down, width - right)
    if columns != rows + 1 or not prim.is_row_major(input):
        if prim.is_known(offset):
            return prim.diagonal(input, rows, columns, offset, length)
        below = prim.slice_of_length(input, rows, down, 1, height - down)
        return prim.diagonal(prim.slice_of_length(below, columns, right, 1, width - right), rows, columns, 0, length)
    flat = prim.view(input, shape[:rows] + (height * width,) + shape[columns + 1 :])
    taken = prim.slice_of_length(flat, rows, right + down * width, width + 1, length)
    if rows == rank - 2:
        return taken
    return prim.permute(taken, [i for i in range(rank - 1) if i != rows] + [rows])


def passed_over(offset):
    """How many columns, or else rows, come before that diagonal: a number, or one whose sign is assumed as it likely is."""
    if prim.is_known(offset):
        return (offset, 0) if offset > 0 else (0, -offset)
    right, down = max(offset, 0), max(-offset, 0)
    is_below = prim.is_known(right) or prim.likely_equal(right, 0) and not prim.likely_equal(down, 0)
    prim.assume_at_least(-offset if is_below else offset, 0)
    return (0, -offset) if is_below else (offset, 0)


def shorter(a, b):
    """The smaller of two sizes: one is assumed to be."""
    if prim.is_known(a) and prim.is_known(b):
        return a if a < b else b
    return min(a, b)


def unfold_windows(input, dimension, size, step):
    """Tensor.unfold(). Windows that follow one another are a view that may be written."""
    rank = prim.rank(input, 1)
    if rank == 0:
        return prim.select(unfold_windows(prim.unsqueeze(input, 0), dimension, size, step), 0, 0)
    dimension = prim.known(dimension)
    if not -rank <= dimension < rank:
        raise IndexError("Dimension out of range")
    dimension = dimension + rank if dimension < 0 else dimension
    length = prim.size(input, dimension)
    if step <= 0 or size < 0 or size > length:
        raise RuntimeError("windows that do not fit")
    if not (prim.is_known(size) and prim.is_known(step) and size == step and size > 1):
        return prim.unfold(input, dimension, size, step)
    used = prim.slice_of_length(input, dimension, 0, 1, length // size * size)
    apart = prim.split_dim(used, dimension, size)
    return prim.permute(apart, [i for i in range(rank + 1) if i != dimension + 1] + [dimension + 1])


def as_strided(input, size, stride, storage_offset=None):
    """Windows of the elements in their order, of the first dimension, of each window of the second, and so on."""
    if not prim.is_row_major(input):
        prim.cut("as_strided() of a tensor that is not contiguous")
    start = 0
    if storage_offset is not None:
        prim.need_whole(input)
        start = storage_offset
        if start < 0:
            raise RuntimeError("as_strided() from before the storage")
    if len(size) != len(stride):
        raise RuntimeError("mismatch in length of strides and shape")
    extents = [1]
    for i in range(len(size) - 1, -1, -1):
        if size[i] < 0 or stride[i] < 0:
            raise RuntimeError("as_strided() backwards")
        if prim.is_known(size[i]) and size[i] == 0:
            prim.cut("as_strided() without elements")
        prim.assume_at_least(size[i], 1)
        extents.append(extents[-1] + (size[i] - 1) * stride[i])
    total = prim.numel(input)
    if start + extents[-1] > total:
        raise RuntimeError("as_strided() beyond the tensor")
    result = prim.slice_of_length(prim.view(input, (total,)), 0, start, 1, extents[-1])
    for i in range(len(size)):
        if prim.is_known(stride[i]) and stride[i] == 0:
            is_one = not prim.is_known(size[i]) or size[i] == 1  # which would keep its stride if it were not repeated
            count = size[i] + 1 if is_one else size[i]
            result = prim.expand(prim.unsqueeze(result, i), tuple(size[:i]) + (count, extents[-2 - i]))
            result = prim.slice_of_length(result, i, 0, 1, size[i]) if is_one else result
        else:
            prim.assume_at_least(stride[i], 1)
            result = prim.unfold(result, i, extents[-2 - i], stride[i])
    return prim.select(result, len(size), 0)


def diagonal_copy(input, offset=0, dim1=0, dim2=1, *, out=None):
    return torch.written(out, prim.clone(prim.contiguous(diagonal(input, offset, dim1, dim2))))


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    rank = prim.rank(input, 1)
    dim1, dim2 = prim.known(dim1), prim.known(dim2)
    first, second = dim1 + rank + 1 if dim1 < 0 else dim1, dim2 + rank + 1 if dim2 < 0 else dim2
    if first == second or min(first, second) < 0 or max(first, second) > rank:
        prim.cut("diag_embed() along dimensions that are equal, or that there are not")
    right, down = passed_over(offset)
    size = prim.size(input, -1) + right + down
    places = prim.arange(0, 1, size, torch.int64)
    on_diagonal = prim.binary("eq", prim.binary("add", prim.unsqueeze(places, 1), offset), places)
    lead = tuple(prim.shape(input)[: rank - 1])
    is_above = prim.is_known(down) and down == 0
    if not prim.is_known(offset) or offset != 0:
        padding = prim.full(lead + (right + down,), 0, prim.dtype_of(input))
        input = prim.cat((padding, input), -1)
    if is_above:
        spread = prim.unsqueeze(input, -2)
    else:
        spread = prim.unsqueeze(input, -1)
    zero = False if prim.dtype_of(input) == torch.bool else 0
    made = prim.where(on_diagonal, spread, prim.full((), zero, prim.dtype_of(input)))
    if first == rank - 1 and second == rank:
        return prim.clone(prim.contiguous(made))
    order = list(range(rank - 1))
    low, high = (first, second) if first < second else (second, first)
    order.insert(low, rank - 1 if low == first else rank)
    order.insert(high, rank if high == second else rank - 1)
    return prim.clone(prim.contiguous(prim.permute(made, order)))


def diag(input, diagonal=0, *, out=None):
    rank = prim.rank(input, 2)
    if rank == 1:
        return torch.written(out, diag_embed(input, diagonal))
    if rank != 2:
        raise RuntimeError("diag(): Supports 1D or 2D tensors")
    return torch.written(out, diagonal_copy(input, diagonal))


def diagflat(input, offset=0):
    return diag_embed(torch.ravel(prim.contiguous(input)), offset)


def atleast(tensors, shaped):
    if len(tensors) == 1 and prim.kind(tensors[0], "tensor") == "sequence":
        return tuple([shaped(item) for item in tensors[0]])
    return shaped(tensors[0]) if len(tensors) == 1 else tuple([shaped(item) for item in tensors])


def at_least_1(input):
    return prim.view(input, (1,)) if prim.rank(input, 1) == 0 else input


def at_least_2(input):
    rank = prim.rank(input, 2)
    return prim.view(input, (1, 1)) if rank == 0 else prim.unsqueeze(input, 0) if rank == 1 else input


def at_least_3(input):
    rank = prim.rank(input, 3)
    if rank == 0:
        return prim.view(input, (1, 1, 1))
    if rank == 1:
        return prim.unsqueeze(prim.unsqueeze(input, 0), -1)
    return prim.unsqueeze(input, -1) if rank == 2 else input


def atleast_1d(*tensors):
    return atleast(tensors, at_least_1)


def atleast_2d(*tensors):
    return atleast(tensors, at_least_2)


def histc(input, bins=100, min=0, max=0, *, out=None):
    """Places are computed as ATen does: edges are not compared, and what a place rounds to is where a value counts."""
    dtype = prim.dtype_of(input)
    if dtype != torch.float32 and dtype != torch.float64:
        prim.cut("histc() of other types")
    if bins <= 0:
        raise RuntimeError("bins must be > 0")
    low, high = prim.full((), min, dtype), prim.full((), max, dtype)
    if min == max and prim.numel(input) > 0:
        low, high = torch.amin(input), torch.amax(input)
    is_empty = prim.binary("eq", low, high)
    low, high = torch.where(is_empty, low - 1, low), torch.where(is_empty, high + 1, high)
    first, last = low.item(), high.item()
    if not (first < last and math.isfinite(first) and math.isfinite(last)):
        raise RuntimeError("torch.histc: range is not finite")
    values = torch.flatten(input)
    is_inside = (values >= low) & (values <= high)
    place = torch.where(is_inside, (values - low) * bins / (high - low), 0)
    place = torch.clamp(prim.cast(place, torch.int64), max=bins - 1)
    counts = torch.index_add(prim.full((bins,), 0, dtype), 0, place, prim.cast(is_inside, dtype))
    return torch.written(out, counts)


def atleast_3d(*tensors):
    return atleast(tensors, at_least_3)


def broadcast_sizes(*shapes):
    """The sizes that operands of these sizes broadcast to."""
    rank = max([len(shape) for shape in shapes])
    result = [1] * rank
    for shape in shapes:
        for i in range(len(shape)):
            at = rank - len(shape) + i
            if prim.grows(result[at], shape[i]):
                result[at] = shape[i]
            elif not prim.grows(shape[i], result[at]):
                prim.assume_equal(result[at], shape[i])
    return result


def broadcast_tensors(*tensors):
    for item in tensors:
        if not prim.is_tensor(item):
            prim.cut("broadcast_tensors() of what is no tensor, which torch refuses")
    sizes = broadcast_sizes(*[prim.shape(item) for item in tensors])
    return tuple([expanded_where_needed(item, sizes) for item in tensors])


def expanded_where_needed(input, sizes):
    """A tensor of these sizes is given back itself; one with a size of 1 is taken for one that has to grow."""
    shape = prim.shape(input)
    if len(shape) == len(sizes):
        of_one = [sizes[i] for i in range(len(sizes)) if prim.is_known(shape[i]) and shape[i] == 1]
        grown = [size for size in of_one if not (prim.is_known(size) and size == 1)]
        if len(grown) == 0:
            return input
        prim.assume_at_least(grown[0], 2)
    return prim.expand(input, sizes)


def broadcast_shapes(*shapes):
    shapes = [(s,) if prim.kind(s, "int") == "int" else s for s in shapes]
    for shape in shapes:
        if prim.kind(shape, "sequence") != "sequence":
            prim.cut("broadcast_shapes() of what is no shape")
        for size in shape:
            prim.assume_at_least(size, 0)
    return torch.Size(broadcast_sizes(*shapes))


def moveaxis(input, source, destination):
    return torch.movedim(input, source, destination)


def adjoint(input):
    if prim.rank(input, 2) == 0:
        torch.warns("adjoint() of a tensor without dimensions", "torch.zeros(()).adjoint()")
    return torch.mirrored(input)


def mirrored(input):
    rank = prim.rank(input, 2)
    if rank == 1:
        raise RuntimeError("tensor.adjoint() is only supported on matrices or batches of matrices")
    return conj(torch.transpose(input, -2, -1)) if rank else conj(input)


def need_ints(places):
    if any([prim.is_tensor(place) for place in places]):
        prim.cut("a tensor among the places of a split, which torch takes if it has one element")


def tensor_split(input, indices_or_sections, dim=0):
    if prim.is_tensor(indices_or_sections):
        prim.cut("tensor_split() by a tensor")
    if prim.kind(indices_or_sections, "int") == "sequence":
        need_ints(indices_or_sections)
    torch.need_dimension("tensor_split", input, dim)
    if prim.kind(indices_or_sections, "int") == "int":
        size = prim.size(input, dim)
        count = prim.known(indices_or_sections)
        if count <= 0:
            raise RuntimeError("number of sections must be larger than 0")
        size = size if prim.likely_divides(size, count) else prim.settled(size)
        lengths = (
            [size // count + (1 if i < size % count else 0) for i in range(count)] if prim.is_known(size) else None
        )
        if lengths is None:
            lengths = [prim.exact_division(size, count)] * count
    else:
        parts, start = [], 0
        for end in list(indices_or_sections) + [None]:
            parts.append(prim.slice(input, dim, start, end, 1))
            start = end
        return tuple(parts)
    parts = []
    start = 0
    for length in lengths:
        parts.append(prim.slice_exact(input, dim, start, length))
        start = start + length
    return tuple(parts)


def split_with_sizes(input, split_sizes, dim=0):
    return torch.split(input, list(split_sizes), dim)


def split_into(name, input, places, more, least, dim):
    """Equal parts, or parts that end at the places, of a tensor with enough dimensions."""
    if prim.kind(places, "int") == "sequence":
        need_ints(places)
    if prim.rank(input, least) < least:
        raise RuntimeError(name + " requires a tensor of more dimensions")
    if more:
        places = (places,) + more
    if prim.kind(places, "int") == "int":
        size, count = prim.size(input, dim), prim.known(places)
        if count == 0 or (prim.is_known(size) and size % count != 0):
            raise RuntimeError(name + " attempted to split along a dimension of a size that is not divisible")
        if not prim.is_known(size):
            prim.exact_division(size, count)
    return tensor_split(input, places, dim)


def hsplit(input, indices_or_sections, *more):
    return split_into("torch.hsplit", input, indices_or_sections, more, 1, 0 if prim.rank(input, 2) == 1 else 1)


def vsplit(input, indices_or_sections, *more):
    return split_into("torch.vsplit", input, indices_or_sections, more, 2, 0)


def dsplit(input, indices_or_sections, *more):
    return split_into("torch.dsplit", input, indices_or_sections, more, 3, 2)


# ---- copies of views -------------------------------------------------------------------------------------------------------


def narrowed(input, dim, start, length):
    if dim >= prim.rank(input, 1):  # of what narrow() calls an IndexError
        raise RuntimeError("Expected dim < static_cast<int64_t>(self_sizes.size()) to be true, but got false.")
    return torch.narrow(input, dim, start, length)


def copied(view):
    """A fresh tensor: views by the functions of torch become ones by their copies."""

    def function(*args, **kwargs):
        out = kwargs.pop("out", None)
        made = view(*args, **kwargs)
        if isinstance(made, tuple):
            torch.no_out(out)
            return tuple([prim.clone(prim.contiguous(item)) for item in made])
        return torch.written(out, prim.clone(prim.contiguous(made)))

    return function


alias_copy = copied(lambda input: prim.alias(input))
detach_copy = copied(lambda input: prim.detach(input))
expand_copy = copied(lambda input, size, implicit=False: prim.expand(input, size))
permute_copy = copied(lambda input, dims: prim.permute(input, dims))
squeeze_copy = copied(lambda input, dim=None: torch.squeeze(input, dim))
unsqueeze_copy = copied(lambda input, dim: torch.unsqueeze(input, dim))
t_copy = copied(lambda input: torch.t(input))
transpose_copy = copied(lambda input, dim0, dim1: torch.transpose(input, dim0, dim1))
view_copy = copied(lambda input, size: prim.view(input, size))
unbind_copy = copied(lambda input, dim=0: torch.unbind(input, dim))
split_copy = copied(lambda input, split_size, dim=0: torch.split(input, split_size, dim))
split_with_sizes_copy = copied(lambda input, split_sizes, dim=0: torch.split(input, list(split_sizes), dim))
narrow_copy = copied(narrowed)
select_copy = copied(lambda input, dim, index: torch.select(input, dim, index))


# ---- names for what others do


def bitwise_left_shift(input, other, *, out=None):
    return torch.written(out, prim.binary("bitwise_left_shift", input, other))


def bitwise_right_shift(input, other, *, out=None):
    return torch.written(out, prim.binary("bitwise_right_shift", input, other))


def ger(input, vec2, *, out=None):
    return torch.outer(input, vec2, out=out)


def inverse(input, *, out=None):
    return torch.linalg.inv(input, out=out)


def matrix_power(input, n, *, out=None):
    return torch.linalg.matrix_power(input, n, out=out)


def orgqr(input, tau):
    return torch.linalg.householder_product(input, tau)


def frobenius_norm(input, dim, keepdim=False, *, out=None):
    torch.warns("frobenius_norm()", "torch.frobenius_norm(torch.zeros(1), 0)")
    return torch.linalg.vector_norm(input, 2, dim, keepdim, out=out)


def is_same_size(input, other):
    return prim.shape(input) == prim.shape(other)


def is_signed(input):
    return input.is_signed()


def with_versions_of_their_own(parts):
    return tuple([prim.data(part) for part in parts])


def unsafe_chunk(input, chunks, dim=0):
    return with_versions_of_their_own(torch.chunk(input, chunks, dim))


def unsafe_split(tensor, split_size, dim=0):
    return with_versions_of_their_own(torch.split(tensor, split_size, dim))


def unsafe_split_with_sizes(input, split_sizes, dim=0):
    return with_versions_of_their_own(torch.split_with_sizes(input, split_sizes, dim))


def rms_norm(input, normalized_shape, weight=None, eps=None):
    return torch.nn.functional.rms_norm(input, normalized_shape, weight, eps)


def batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled):
    return torch.nn.functional.normalised_channels(
        input, running_mean, running_var, weight, bias, training, momentum, eps
    )


def embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    return torch.nn.functional.embedding(indices, weight)


def constant_pad_nd(input, pad, value=0):
    return torch.nn.functional.pad(input, pad, "constant", value)


def native_dropout(input, p, train):
    schema = "native_dropout(Tensor input, float p, bool? train)"
    like = (prim.dtype_of(input), prim.shape(input), "any")
    return prim.aten_random(schema, (input, p, train), [like, (torch.bool, prim.shape(input), "any")])


def celu(input, alpha=1.0):
    return torch.nn.functional.celu(input, alpha)


def conv_tbc(input, weight, bias, pad=0):
    """A convolution of (time, batch, channels) by (width, channels, outputs)."""
    made = torch.conv1d(input.permute(1, 2, 0), weight.permute(2, 1, 0), bias, 1, pad)
    return prim.clone(prim.contiguous(made.permute(2, 0, 1)))


def _int_mm(input, mat2, *, out=None):
    sizes = (prim.size(input, 0), prim.size(mat2, 1))
    return torch.written(
        out, prim.aten("_int_mm(Tensor self, Tensor mat2)", (input, mat2), (torch.int32, sizes, "any"))
    )


def selu(input):
    return torch.nn.functional.selu(input)


def threshold(input, threshold, value, *, out=None):
    return torch.written(out, torch.nn.functional.threshold(input, threshold, value))


def binary_cross_entropy_with_logits(input, target, weight=None, pos_weight=None, reduction=0):
    name = "mean" if reduction == 1 else "sum" if reduction == 2 else "none"
    return torch.nn.functional.binary_cross_entropy_with_logits(
        input, target, weight, pos_weight=pos_weight, reduction=name
    )


def get_device(input):
    return input.get_device()


def gradient(input, *, spacing=1, dim=None, edge_order=1):
    """Central differences; one-sided ones of an order at the ends."""
    if prim.dtype_class(prim.dtype_of(input)) != "float":
        prim.cut("gradient() but of floating point numbers")
    if prim.is_tensor(dim):
        prim.cut("gradient() along a dimension that a tensor holds")
    rank = prim.rank(input, 1)
    spacing = 1 if spacing is None else spacing
    given = spacing if prim.kind(spacing, "float") == "sequence" else [spacing]
    if any([prim.is_tensor(step) for step in given]):
        prim.cut("gradient() with spacing by tensors")
    dims = list(range(rank)) if dim is None else [dim] if prim.kind(dim, "int") == "int" else torch.distinct(input, dim)
    steps = list(spacing) if prim.kind(spacing, "float") == "sequence" else given * len(dims)
    if len(steps) != len(dims) or edge_order not in (1, 2):
        prim.cut("this form of gradient()")
    return tuple([differences(input, at, step, edge_order) for at, step in zip(dims, steps)])


def differences(input, dim, step, edge_order):
    size = prim.size(input, dim)
    prim.assume_at_least(size, edge_order + 1)
    part = lambda start, length: prim.slice_exact(input, dim, start, length)  # noqa: E731
    if edge_order == 1:
        first, last = part(1, 1) - part(0, 1), part(size - 1, 1) - part(size - 2, 1)
    else:
        first = -1.5 * part(0, 1) + 2 * part(1, 1) - 0.5 * part(2, 1)
        last = 0.5 * part(size - 3, 1) - 2 * part(size - 2, 1) + 1.5 * part(size - 1, 1)
    centre = (part(2, size - 2) - part(0, size - 2)) / step / 2
    return prim.cat((first / step, centre, last / step), dim)


def renorm(input, p, dim, maxnorm, *, out=None):
    """Each slice along `dim` scaled to a p-norm of at most maxnorm."""
    rank = prim.rank(input, 2)
    if rank < 2 or p <= 0 or not maxnorm >= 0:
        raise RuntimeError("renorm: two dimensions, a positive norm and a maxnorm of 0 at least are expected")
    dim = torch_index.in_range(input, dim)
    torch.need_float("renorm", input, RuntimeError)
    if prim.dtype_of(input) != torch.float32 and prim.dtype_of(input) != torch.float64:
        prim.cut("renorm() of this dtype")
    rest = [i for i in range(rank) if i != dim]
    length = torch.linalg.vector_norm(input, prim.known(p), rest, True)
    return torch.written(out, prim.contiguous(input) * torch.where(length > maxnorm, maxnorm / (length + 1e-7), 1.0))


def can_cast(from_, to):
    """No complex number becomes a real one, no fraction an int, and no number a truth."""
    source, target = prim.dtype_class(from_), prim.dtype_class(to)
    return to == from_ or not (
        (source == "complex" and target != "complex")
        or (source == "float" and target in ("int", "bool"))
        or (source == "int" and target == "bool")
    )


def promote_types(type1, type2):
    if prim.kind(type1, "dtype") != "dtype" or prim.kind(type2, "dtype") != "dtype":
        raise TypeError("promote_types(): an argument must be torch.dtype")
    return prim.result_type(torch.empty((1,), dtype=type1), torch.empty((1,), dtype=type2))


# ---- weights -------------------------------------------------------------------------------------------------------------------


def _weight_norm(v, g, dim=0):
    """Each part along the dimension with the length that g says; -1: all of it is one part."""
    torch.need_float("_weight_norm", v)
    given, rank = prim.dtype_of(v), prim.rank(v, 3)
    if prim.dtype_of(g) != given:
        prim.cut("_weight_norm() of different types")
    if given == torch.float16 or dim not in (-1, 0, rank - 1):
        return v.contiguous() * (g.contiguous() / torch.norm_except_dim(v, 2, dim))
    if dim != -1:  # torch reads one length a part, whatever the shape says
        if prim.rank(g, rank) != rank:
            prim.cut("_weight_norm() with lengths of another rank")
        for i in range(rank):
            prim.assume_equal(prim.size(g, i), prim.size(v, i) if i == dim else 1)
    x = torch.float_of(v)
    squares = prim.binary("mul", x, x)
    if rank > 1 or dim == -1:  # else each number is a part
        squares = prim.reduce("sum", squares, [i for i in range(rank) if i != dim], dim != -1)
    factor = prim.binary("div", torch.float_of(g), prim.unary("sqrt", squares))
    return prim.row_major(prim.cast(prim.binary("mul", x, factor), given))
