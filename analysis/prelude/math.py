"""The module math: constants here, functions in C (builtins_math.c)."""

from _math import (
    acos,
    asin,
    atan,
    atan2,
    ceil,
    copysign,
    cos,
    cosh,
    erf,
    erfc,
    exp,
    exp2,
    expm1,
    fabs,
    floor,
    fmod,
    gcd,
    isfinite,
    isinf,
    isnan,
    isqrt,
    log,
    log10,
    log1p,
    log2,
    pow,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
    trunc,
)
import _pyaot

pi = 3.141592653589793
e = 2.718281828459045
tau = 6.283185307179586
inf = _pyaot.infinity()
nan = _pyaot.not_a_number()


def prod(iterable, *, start=1):
    result = start
    for item in iterable:
        result = result * item
    return result


def radians(x):
    return x * 0.017453292519943295


def degrees(x):
    return x * 57.29577951308232


def factorial(n):
    result = 1
    for k in range(2, n + 1):
        result = result * k
    return result


def comb(n, k):
    if k > n:
        return 0
    result = 1
    for i in range(k):
        result = result * (n - i) // (i + 1)
    return result
