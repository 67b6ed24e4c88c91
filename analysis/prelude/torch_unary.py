"""torch's pointwise functions of one operand. Part of torch.py."""

import torch
from torch import as_given, bool, float_of, need_float, no_out, power, scaled, written


def unary(name, input, out):
    return written(out, prim.unary(name, input))


def neg(input, *, out=None):
    return unary("neg", input, out)


negative = neg


def positive(input):
    if prim.dtype_of(input) == bool:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


def abs(input, *, out=None):
    if out is not None and prim.dtype_of(input) == bool:
        prim.cut("abs() of bools with out=")
    return unary("abs", input, out)


absolute = abs


def sign(input, *, out=None):
    return unary("sign", input, out)


def logical_not(input, *, out=None):
    return unary("logical_not", input, out)


def bitwise_not(input, *, out=None):
    return unary("bitwise_not", input, out)


def exp(input, *, out=None):
    return unary("exp", input, out)


def exp2(input, *, out=None):
    return unary("exp2", input, out)


def expm1(input, *, out=None):
    return unary("expm1", input, out)


def log(input, *, out=None):
    return unary("log", input, out)


def log2(input, *, out=None):
    return unary("log2", input, out)


def log10(input, *, out=None):
    return unary("log10", input, out)


def log1p(input, *, out=None):
    return unary("log1p", input, out)


def sqrt(input, *, out=None):
    return unary("sqrt", input, out)


def rsqrt(input, *, out=None):
    return unary("rsqrt", input, out)


def reciprocal(input, *, out=None):
    return unary("reciprocal", input, out)


def sin(input, *, out=None):
    return unary("sin", input, out)


def cos(input, *, out=None):
    return unary("cos", input, out)


def tan(input, *, out=None):
    return unary("tan", input, out)


def asin(input, *, out=None):
    return unary("asin", input, out)


arcsin = asin


def acos(input, *, out=None):
    return unary("acos", input, out)


arccos = acos


def atan(input, *, out=None):
    return unary("atan", input, out)


arctan = atan


def sinh(input, *, out=None):
    return unary("sinh", input, out)


def cosh(input, *, out=None):
    return unary("cosh", input, out)


def tanh(input, *, out=None):
    return unary("tanh", input, out)


def asinh(input, *, out=None):
    return unary("asinh", input, out)


arcsinh = asinh


def acosh(input, *, out=None):
    return unary("acosh", input, out)


arccosh = acosh


def atanh(input, *, out=None):
    return unary("atanh", input, out)


arctanh = atanh


def erf(input, *, out=None):
    return unary("erf", input, out)


def erfc(input, *, out=None):
    return unary("erfc", input, out)


def sigmoid(input, *, out=None):
    return unary("sigmoid", input, out)


def floor(input, *, out=None):
    return unary("floor", input, out)


def ceil(input, *, out=None):
    return unary("ceil", input, out)


def trunc(input, *, out=None):
    return unary("trunc", input, out)


fix = trunc


def frac(input, *, out=None):
    no_out(out)
    need_float("frac", input)
    return prim.binary("sub", input, prim.unary("trunc", input))


def round(input, *, decimals=None, out=None):
    if decimals is None:
        return unary("round", input, out)
    need_float("round", input)
    decimals = prim.known(decimals)
    if decimals == 0:
        return unary("round", input, out)
    power = 10.0 ** (decimals if decimals > 0 else -decimals)
    first, second = ("mul", "div") if decimals > 0 else ("div", "mul")
    scaled = prim.unary("round", prim.binary(first, float_of(input), power))
    return written(out, as_given(prim.binary(second, scaled, power), input))


def isnan(input):
    return prim.unary("isnan", input)


def isinf(input):
    if prim.dtype_class(prim.dtype_of(input)) not in ("float", "complex"):
        return torch.zeros_like(input, dtype=bool)
    return prim.unary("isinf", input)


def isfinite(input):
    if prim.dtype_class(prim.dtype_of(input)) not in ("float", "complex"):
        return torch.ones_like(input, dtype=bool)
    return prim.unary("isfinite", input)


def square(input, *, out=None):
    return written(out, prim.pow(input, 2))


def relu(input):
    if prim.dtype_of(input) == bool:
        raise RuntimeError("Boolean inputs not supported for relu")
    return prim.clamp(input, 0, None)
