"""The module math: constants here, functions in C (builtins_math.c)."""

from _math import (
    acos,
    acosh,
    asin,
    asinh,
    atan,
    atan2,
    atanh,
    cbrt,
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
    frexp,
    fsum,
    hypot,
    isfinite,
    isinf,
    isnan,
    log,
    log10,
    log1p,
    log2,
    nextafter,
    pow,
    remainder,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
    trunc,
)
from _math import gcd as gcd_of_known
from _math import isqrt as isqrt_of_known
import _pyaot

pi = 3.141592653589793
e = 2.718281828459045
tau = 6.283185307179586
inf = _pyaot.infinity()
nan = _pyaot.not_a_number()


def prod(iterable, /, *, start=1):
    result = start
    for item in iterable:
        result = result * item
    return result


def real(x):
    if not (isinstance(x, (int, float)) or hasattr(type(x), "__float__") or hasattr(type(x), "__index__")):
        raise TypeError("must be real number, not " + _pyaot.type_name(x))
    return float(x)


def radians(x, /):
    return real(x) * 0.017453292519943295


def degrees(x, /):
    return real(x) * 57.29577951308232


def counted(n):
    """Of what is no int, __index__() is asked, or it is refused in words of its own."""
    return n if isinstance(n, int) else _pyaot.cut("a function of math for ints, of something else")


def factorial(n, /):
    if counted(n) < 0:
        raise ValueError("factorial() not defined for negative values")
    result = 1
    for k in range(2, n + 1):
        result = result * k
    return result


def count_of_items(n, k):
    if counted(n) < 0:
        raise ValueError("n must be a non-negative integer")
    if counted(k) < 0:
        raise ValueError("k must be a non-negative integer")


def comb(n, k, /):
    count_of_items(n, k)
    if k > n:
        return 0
    result = 1
    for i in range(k):
        result = result * (n - i) // (i + 1)
    return result


def perm(n, k=None, /):
    if k is None:
        return factorial(n)
    count_of_items(n, k)
    result = 1
    for i in range(k if k <= n else n + 1):
        result = result * (n - i)
    return result


def gcd(*integers):
    """A size of the caller is assumed to be the likely one."""
    return gcd_of_known(*[prim.settled(counted(n)) for n in integers])


def isqrt(n, /):
    counted(n)
    if prim.is_known(n):
        return isqrt_of_known(n)
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = floor(sqrt(n))
    return root - (root * root > n)  # where the root was rounded up


def lcm(*integers):
    result = 1
    for n in integers:
        counted(n)
        result = 0 if n == 0 else abs(result * n) // gcd(result, n)
    return result


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    if rel_tol < 0 or abs_tol < 0:
        raise ValueError("tolerances must be non-negative")
    if not isinstance(a, (int, float)) or not isinstance(b, (int, float)):
        _pyaot.cut("math.isclose() of what is no number")
    a, b = float(a), float(b)
    if a == b:
        return True
    if isinf(a) or isinf(b):
        return False
    difference = abs(b - a)
    return difference <= abs(rel_tol * b) or difference <= abs(rel_tol * a) or difference <= abs_tol


def modf(x, /):
    if not isfinite(x):
        _pyaot.cut("math.modf() of what is not finite")
    return fmod(x, 1.0), copysign(float(trunc(x)), x)


def ldexp(x, i, /):
    x = real(x)
    if not isinstance(i, int):
        raise TypeError("Expected an int as second argument to ldexp.")
    result = x * 2.0 ** (i if abs(i) <= 512 else 0)
    if abs(i) > 512 or not isfinite(result):
        _pyaot.cut("math.ldexp() of large numbers")
    return result


def ulp(x, /):
    x = abs(float(x))
    return nextafter(x, inf) - x


def dist(p, q, /):
    p, q = tuple(p), tuple(q)
    if len(p) != len(q):
        raise ValueError("both points must have the same number of dimensions")
    return hypot(*[real(a) - real(b) for a, b in zip(p, q)])


def sumprod(p, q, /):
    p, q = list(p), list(q)
    if len(p) != len(q):
        raise ValueError("Inputs are not the same length")
    if not all([isinstance(n, int) for n in p + q]):
        _pyaot.cut("math.sumprod() of floats")
    return sum([a * b for a, b in zip(p, q)])


def gamma(x, /):
    """Of whole numbers, where it is exact."""
    if x != int(x) or not 0 < x < 24:
        _pyaot.cut("math.gamma() of this number")
    return float(factorial(int(x) - 1))


def lgamma(x, /):
    _pyaot.cut("math.lgamma()")
