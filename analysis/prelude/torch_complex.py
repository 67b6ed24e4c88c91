"""Arithmetic of complex tensors, over their real and imaginary parts: what prim.unary, prim.binary, prim.where, prim.pow
and prim.reduce do where an operand is complex. As ATen's CPU kernels compute (c10/util/complex.h); what does not come
down to a few operations on the parts is an operator of ATen.

A number is a pair: a complex one its parts, any other itself and 0.0, as torch makes it complex first.
"""

import torch


def is_complex(x):
    return prim.dtype_class(prim.dtype_of(x)) == "complex" if prim.is_tensor(x) else prim.is_complex_number(x)


def real_dtype(dtype):
    return torch.float64 if dtype == torch.complex128 else torch.float32


def parts(x, real):
    """Both parts, tensors of dtype `real`, or numbers."""
    if not prim.is_tensor(x):
        return (x.real, x.imag) if is_complex(x) else (x, 0.0)
    if not is_complex(x):
        return prim.cast(x, real), 0.0
    return prim.cast(prim.part(x, 0), real), prim.cast(prim.part(x, 1), real)


def promoted(x, real):
    """An operand as the iterator sees it: one that has to be made complex lies in memory as its copy does."""
    if not prim.is_tensor(x):
        return x
    return prim.cast(x, torch.complex128 if real == torch.float64 else torch.complex64)


def point(name, p, q):
    """prim.binary, of which both operands may be numbers."""
    if prim.is_tensor(p) or prim.is_tensor(q):
        return prim.binary(name, p, q)
    return p + q if name == "add" else p - q if name == "sub" else p * q if name == "mul" else p / q


def common(a, b):
    """The dtype of the parts that torch computes in."""
    for x in (a, b):
        if prim.is_tensor(x) and prim.dtype_of(x) == torch.float16:
            prim.cut("complex numbers in half precision")
    return real_dtype(prim.result_type(a, b))


# ---- two operands -----------------------------------------------------------------------------------------------------


def times_one(a):
    """What add() and sub() do to their second operand, as alpha is a complex number: one infinite part leaves a NaN."""
    if not prim.is_tensor(a[0]) and not prim.is_tensor(a[1]) and prim.is_known(a[0]) and prim.is_known(a[1]):
        if a[0] - a[0] == 0 and a[1] - a[1] == 0:
            return a
    return point("sub", a[0], point("mul", a[1], 0.0)), point("add", a[1], point("mul", a[0], 0.0))


def plus(a, b):
    return point("add", a[0], b[0]), point("add", a[1], b[1])


def minus(a, b):
    return point("sub", a[0], b[0]), point("sub", a[1], b[1])


def times(a, b):
    re = point("sub", point("mul", a[0], b[0]), point("mul", a[1], b[1]))
    return re, point("add", point("mul", a[0], b[1]), point("mul", a[1], b[0]))


def over(a, b, real):
    """As NumPy divides: the larger part of the divisor is scaled to 1."""
    c, d = as_tensor(b[0], real), as_tensor(b[1], real)
    size_c, size_d = prim.unary("abs", c), prim.unary("abs", d)
    first = prim.binary("ge", size_c, size_d)
    larger, smaller = prim.where(first, c, d), prim.where(first, d, c)
    ratio = prim.binary("div", smaller, larger)
    scale = prim.unary("reciprocal", prim.binary("add", larger, prim.binary("mul", smaller, ratio)))
    x, y = as_tensor(a[0], real), as_tensor(a[1], real)
    x_ratio, y_ratio = prim.binary("mul", x, ratio), prim.binary("mul", y, ratio)
    re = prim.where(first, prim.binary("add", x, y_ratio), prim.binary("add", x_ratio, y))
    im = prim.where(first, prim.binary("sub", y, x_ratio), prim.binary("sub", y_ratio, x))
    zero = prim.binary("bitwise_and", prim.binary("eq", c, 0.0), prim.binary("eq", d, 0.0))
    re = prim.where(zero, prim.binary("div", x, size_c), prim.binary("mul", re, scale))
    im = prim.where(zero, prim.binary("div", y, size_c), prim.binary("mul", im, scale))
    return re, im


def as_tensor(x, real):
    return x if prim.is_tensor(x) else prim.full((), x, real)


def binary(name, a, b):
    real = common(a, b)
    left, right = parts(a, real), parts(b, real)
    if name == "sub" and (is_bool(a) or is_bool(b)):
        raise RuntimeError("Subtraction, the `-` operator, with a bool tensor is not supported")
    if name == "add":
        re, im = plus(left, times_one(right))
    elif name == "sub":
        re, im = minus(left, times_one(right))
    elif name == "mul":
        re, im = times(left, right)
    elif name == "div":
        re, im = over(left, right, real)
    elif name == "eq" or name == "ne":
        re, im = point(name, left[0], right[0]), compared(name, left[1], right[1])
        if not prim.is_tensor(im):
            return re if im == (name == "eq") else torch.full_like(re, name == "ne")
        value = prim.binary("bitwise_and" if name == "eq" else "bitwise_or", re, im)
        return prim.iterated(value, (promoted(a, real), promoted(b, real)))
    elif name == "logical_and" or name == "logical_or" or name == "logical_xor":
        return prim.iterated(prim.binary(name, truth(a), truth(b)), (a, b))
    else:
        prim.cut(name + "() of complex numbers")
    return prim.complex(re, im, (promoted(a, real), promoted(b, real)))


def is_bool(x):
    return prim.dtype_of(x) == torch.bool if prim.is_tensor(x) else prim.kind(x, "int") == "bool"


def compared(name, p, q):
    if prim.is_tensor(p) or prim.is_tensor(q):
        return prim.binary(name, p, q)
    return p == q if name == "eq" else p != q


def truth(x):
    if not is_complex(x):
        return x
    re, im = prim.part(x, 0), prim.part(x, 1)
    return prim.binary("bitwise_or", prim.binary("ne", re, 0.0), prim.binary("ne", im, 0.0))


def to_bool(x):
    return prim.with_layout_of(truth(x), x)


def where(condition, a, b):
    real = common(a, b)
    left, right = parts(a, real), parts(b, real)
    re = prim.where(condition, as_tensor(left[0], real), as_tensor(right[0], real))
    im = prim.where(condition, as_tensor(left[1], real), as_tensor(right[1], real))
    return prim.complex(re, im, (condition, promoted(a, real), promoted(b, real)))


# ---- one operand -------------------------------------------------------------------------------------------------------


def hypot(x, y):
    """Without overflow; infinite if one part is, also beside a NaN."""
    if prim.dtype_of(x) == torch.float32:
        wide_x, wide_y = prim.cast(x, torch.float64), prim.cast(y, torch.float64)
        square = prim.binary("add", prim.binary("mul", wide_x, wide_x), prim.binary("mul", wide_y, wide_y))
        value = prim.cast(prim.unary("sqrt", square), torch.float32)
    else:
        size_x, size_y = prim.unary("abs", x), prim.unary("abs", y)
        larger, smaller = prim.binary("maximum", size_x, size_y), prim.binary("minimum", size_x, size_y)
        ratio = prim.binary("div", smaller, prim.where(prim.binary("eq", larger, 0.0), 1.0, larger))
        root = prim.unary("sqrt", prim.binary("add", prim.binary("mul", ratio, ratio), 1.0))
        value = prim.binary("mul", larger, root)
    infinite = prim.binary("bitwise_or", prim.unary("isinf", x), prim.unary("isinf", y))
    return prim.where(infinite, torch.inf, value)


def conj_physical(input):
    return prim.complex(prim.part(input, 0), prim.unary("neg", prim.part(input, 1)), (input,))


def sgn(input):
    x, y = prim.part(input, 0), prim.part(input, 1)
    size = hypot(x, y)
    zero = prim.binary("eq", size, 0.0)
    re, im = prim.binary("div", x, size), prim.binary("div", y, size)
    return prim.complex(prim.where(zero, 0.0, re), prim.where(zero, 0.0, im), (input,))


def unary(name, input):
    x, y = prim.part(input, 0), prim.part(input, 1)
    if name == "abs":
        return prim.with_layout_of(hypot(x, y), input)
    if name == "neg":
        return prim.complex(prim.unary("neg", x), prim.unary("neg", y), (input,))
    if name == "reciprocal":
        real = prim.dtype_of(x)
        re, im = over((1.0, 0.0), (x, y), real)
        return prim.complex(re, im, (input,))
    if name == "isnan" or name == "isinf":
        value = prim.binary("bitwise_or", prim.unary(name, x), prim.unary(name, y))
        return prim.iterated(value, (input if name == "isnan" else x,))
    if name == "isfinite":
        return prim.binary("bitwise_and", prim.unary(name, x), prim.unary(name, y))
    if name == "logical_not":
        return prim.iterated(prim.unary("logical_not", truth(input)), (input,))
    if name in aten_names:
        dtype = prim.dtype_of(input)
        return prim.aten(name + "(Tensor self)", (input,), (dtype, prim.empty_like(input, dtype)))
    prim.cut(name + "() of complex numbers")


aten_names = (
    "exp exp2 expm1 log log2 log10 log1p sqrt rsqrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sigmoid"
).split()


def power(base, exponent):
    """To some numbers torch raises without a logarithm, which decides what becomes of zeros, infinities and NaN."""
    if prim.is_tensor(base) and not prim.is_tensor(exponent) and not is_complex(exponent):
        if not prim.is_known(exponent):
            prim.cut("a complex tensor to the power of a number that is not known")
        if exponent == 0:
            return torch.full_like(base, 1)
        if exponent == 1:
            return prim.clone(base)
        if exponent == 3:
            return prim.binary("mul", prim.binary("mul", base, base), base)
        if exponent in (2, -2):
            square = prim.binary("mul", base, base)
            return square if exponent == 2 else unary("reciprocal", square)
        if exponent in (-1, 0.5, -0.5):
            return unary("reciprocal" if exponent == -1 else "sqrt" if exponent == 0.5 else "rsqrt", base)
    dtype = prim.result_type(base, exponent)
    common(base, exponent)
    base = base if prim.is_tensor(base) else number_tensor(base, dtype)
    exponent = exponent if prim.is_tensor(exponent) else number_tensor(exponent, dtype)
    schema = "pow.Tensor_Tensor(Tensor self, Tensor exponent)"
    return prim.aten(schema, (base, exponent), (dtype, prim.binary("add", base, exponent)))


def number_tensor(x, dtype):
    """A number as a tensor of no dimensions."""
    return full((), x, dtype) if is_complex(x) else prim.full((), x, dtype)


def full(sizes, value, dtype):
    if dtype == torch.bool:
        return prim.full(sizes, value != 0, dtype)
    if prim.dtype_class(dtype) != "complex":
        raise RuntimeError("value cannot be converted without overflow")
    re, im = prim.full(sizes, value.real, real_dtype(dtype)), prim.full(sizes, value.imag, real_dtype(dtype))
    return prim.complex(re, im, (re,))


def full_like(input, value, dtype):
    if dtype == torch.bool:
        return prim.full_like(input, value != 0, dtype)
    if prim.dtype_class(dtype) != "complex":
        raise RuntimeError("value cannot be converted without overflow")
    real = real_dtype(dtype)
    re, im = prim.full_like(input, value.real, real), prim.full_like(input, value.imag, real)
    return prim.complex(re, im, (re,))


def item(input):
    return complex(prim.item(prim.part(input, 0)), prim.item(prim.part(input, 1)))


def reduce(name, input, dims, keepdim):
    if name == "sum":
        re = prim.reduce("sum", prim.part(input, 0), dims, keepdim)
        im = prim.reduce("sum", prim.part(input, 1), dims, keepdim)
        return prim.complex(re, im, (re,))
    if name == "any" or name == "all":
        return prim.reduce(name, truth(input), dims, keepdim)
    prim.cut("this reduction of complex numbers")


def product(a, b, shape):
    """A matrix product of integers or complex numbers."""
    return prim.aten("matmul(Tensor self, Tensor other)", (a, b), (prim.dtype_of(a), shape))


def linear(input, weight, bias):
    """The same for torch.nn.functional.linear."""
    schema = "linear(Tensor input, Tensor weight, Tensor? bias=None)"
    sizes = tuple(prim.shape(input))[:-1] + (prim.size(weight, 0),)
    return prim.aten(schema, (input, weight, bias), (prim.dtype_of(input), sizes))
