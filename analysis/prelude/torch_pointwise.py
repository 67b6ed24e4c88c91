"""torch's comparisons, its pointwise functions of three operands, and bounds. Part of torch.py."""

import math

from torch import as_given, bool, float_of, need_float, no_out, nonzero, scaled, written


def eq(input, other, *, out=None):
    return written(out, prim.binary("eq", input, other))


def ne(input, other, *, out=None):
    return written(out, prim.binary("ne", input, other))


not_equal = ne


def lt(input, other, *, out=None):
    return written(out, prim.binary("lt", input, other))


less = lt


def le(input, other, *, out=None):
    return written(out, prim.binary("le", input, other))


less_equal = le


def gt(input, other, *, out=None):
    return written(out, prim.binary("gt", input, other))


greater = gt


def ge(input, other, *, out=None):
    return written(out, prim.binary("ge", input, other))


greater_equal = ge


def where(condition, input=None, other=None, *, out=None):
    no_out(out)
    if input is None and other is None:
        return nonzero(condition, as_tuple=True)
    return prim.where(condition, input, other)


def clamp(input, min=None, max=None, *, out=None):
    no_out(out)
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    if min is not None and max is not None and prim.is_tensor(min) != prim.is_tensor(max):
        if prim.rank(min if prim.is_tensor(min) else max, 1) > 0:
            raise TypeError("clamp() received an invalid combination of arguments")
    return prim.clamp(input, min, max)


clip = clamp


def clamp_min(input, min, *, out=None):
    if min is None:
        raise TypeError("clamp_min() received an invalid combination of arguments")
    if prim.dtype_of(input) == bool and prim.is_tensor(min) and prim.dtype_of(min) == bool:
        return written(out, prim.binary("bitwise_or", input, min))
    return written(out, prim.clamp(input, min, None))


def clamp_max(input, max, *, out=None):
    if max is None:
        raise TypeError("clamp_max() received an invalid combination of arguments")
    if prim.dtype_of(input) == bool and prim.is_tensor(max) and prim.dtype_of(max) == bool:
        return written(out, prim.binary("bitwise_and", input, max))
    return written(out, prim.clamp(input, None, max))


def masked_fill(input, mask, value):
    if prim.dtype_of(mask) != bool:
        raise RuntimeError("masked_fill only supports boolean masks")
    given = prim.dtype_of(input)
    if prim.is_tensor(value):
        if prim.rank(value, 0) != 0:
            raise RuntimeError("masked_fill only supports a 0-dimensional value tensor")
        return prim.row_major(prim.where(mask, prim.cast(value, given), input))
    kind = prim.kind(value, "float")
    if given == bool and prim.is_known(value):
        value = value != 0
    elif prim.dtype_class(given) not in ("float", "complex") and (kind == "float" or given == bool):
        if given == bool or not prim.is_known(value) or value - value != 0:
            prim.cut("masked_fill() of integers by this value")
        value = math.trunc(value)
    prim.fits(value, given)
    return prim.row_major(prim.where(mask, value, input))


def lerp(input, end, weight, *, out=None):
    no_out(out)
    given = prim.dtype_of(input)
    if prim.is_tensor(weight) and prim.dtype_of(weight) != given and prim.rank(weight, 0) == 0:
        prim.cut("lerp() by a tensor that torch may take for a number")
    if prim.dtype_of(end) != given or (prim.is_tensor(weight) and prim.dtype_of(weight) != given):
        raise RuntimeError("lerp expects operands of one dtype")
    if prim.dtype_class(given) != "float":
        prim.binary("add", input, end)  # sizes that do not fit are refused first
    need_float("lerp", input)
    start, stop = float_of(input), float_of(end)
    difference = prim.binary("sub", stop, start)
    if not prim.is_tensor(weight):
        prim.fits(weight, prim.dtype_of(start))
    if prim.is_tensor(weight) or not prim.is_known(weight):
        weights = (weight,) if prim.is_tensor(weight) else ()
        weight = float_of(weight) if prim.is_tensor(weight) else prim.full((), weight, prim.dtype_of(start))
        is_low = prim.binary("lt", prim.unary("abs", weight), 0.5)
        low = prim.binary("add", start, prim.binary("mul", weight, difference))
        high = prim.binary("sub", stop, prim.binary("mul", difference, prim.binary("sub", 1, weight)))
        return as_given(prim.where(is_low, low, high), input, end, *weights)
    if -0.5 < weight < 0.5:
        return as_given(prim.binary("add", start, prim.binary("mul", difference, weight)), input, end)
    return as_given(prim.binary("sub", stop, prim.binary("mul", difference, 1 - weight)), input, end)


def addcmul(input, tensor1, tensor2, *, value=1, out=None):
    no_out(out)
    dtype = prim.result_type(input, prim.binary("mul", tensor1, tensor2))
    if dtype == bool:
        raise NotImplementedError("addcmul is not implemented for Bool")
    if prim.dtype_class(dtype) != "float" and prim.kind(value, "int") == "float":
        prim.cut("addcmul() of integers with a fractional value=")
    product = prim.binary("mul", scaled(input, float_of(tensor1), value), float_of(tensor2))
    result = prim.binary("add", float_of(input), product)
    return prim.cast(prim.iterated(result, (input, tensor1, tensor2)), dtype)


def addcdiv(input, tensor1, tensor2, *, value=1, out=None):
    no_out(out)
    if not any([prim.dtype_class(prim.dtype_of(tensor)) in ("float", "complex") for tensor in (tensor1, tensor2)]):
        raise RuntimeError("Integer division with addcdiv is no longer supported")
    if prim.dtype_class(prim.dtype_of(tensor1)) != "float":
        prim.cut("addcdiv() of an integer and a float")
    quotient = prim.binary("div", scaled(input, float_of(tensor1), value), float_of(tensor2))
    result = prim.iterated(prim.binary("add", float_of(input), quotient), (input, tensor1, tensor2))
    return prim.cast(result, prim.result_type(input, prim.binary("mul", tensor1, tensor2)))


def nan_to_num(input, nan=None, posinf=None, neginf=None, *, out=None):
    if any([prim.is_complex_number(value) for value in (nan, posinf, neginf)]):
        raise TypeError("nan_to_num(): argument 'nan' must be float, not complex")
    if any([prim.is_tensor(value) for value in (nan, posinf, neginf)]):
        prim.cut("nan_to_num() with tensors for numbers")
    given = prim.dtype_of(input)
    if prim.dtype_class(given) != "float":
        return written(out, prim.clone(input))
    high = prim.limit(given, "max") if posinf is None else posinf
    low = prim.limit(given, "min") if neginf is None else neginf
    value = prim.where(prim.binary("eq", input, math.inf), high, input)
    value = prim.where(prim.binary("eq", input, -math.inf), low, value)
    value = prim.where(prim.unary("isnan", input), 0.0 if nan is None else nan, value)
    return written(out, prim.with_layout_of(value, input))
