"""The module numpy, as far as torch code uses it: scalars, and functions of numbers and of tuples and lists of them.

Arrays are `numpy_ndarray.py`, `numpy_arrays.py`, `numpy_functions.py`.

A NumPy scalar is an object with a Python number, in the attribute "item()": of a scalar that the caller has, that is what
the call of this method gives. Torch's functions take it for the number (ev_call.c), Python's through `__int__`,
`__float__`, `__index__`. Types of results follow NEP 50. What NumPy warns of (division by zero, overflow, results that are
no number) stays Python.
"""

import builtins as python
import math

import _pyaot
import numpy_arrays
import torch
from numpy_functions import *
from numpy_ndarray import *

pi = 3.141592653589793
e = 2.718281828459045
euler_gamma = 0.5772156649015329
inf = _pyaot.infinity()
nan = _pyaot.not_a_number()
newaxis = None
little_endian = True


# ---- scalars -----------------------------------------------------------------------------------------------------------


def plain(value):
    """The Python number in a scalar; other objects as they are."""
    return getattr(value, "item()") if isinstance(value, generic) else value


class _Operand:
    # The operators of scalars and of arrays: operate() and compare() know which they are given.
    def __add__(self, other):
        return operate("add", self, other)

    def __radd__(self, other):
        return operate("add", other, self)

    def __sub__(self, other):
        return operate("sub", self, other)

    def __rsub__(self, other):
        return operate("sub", other, self)

    def __mul__(self, other):
        return operate("mul", self, other)

    def __rmul__(self, other):
        return operate("mul", other, self)

    def __truediv__(self, other):
        return operate("div", self, other)

    def __rtruediv__(self, other):
        return operate("div", other, self)

    def __floordiv__(self, other):
        return operate("floordiv", self, other)

    def __rfloordiv__(self, other):
        return operate("floordiv", other, self)

    def __mod__(self, other):
        return operate("mod", self, other)

    def __rmod__(self, other):
        return operate("mod", other, self)

    def __pow__(self, other, modulo=None):
        return operate("pow", self, other)

    def __rpow__(self, other, modulo=None):
        return operate("pow", other, self)

    def __matmul__(self, other):
        _pyaot.cut("an operation on NumPy's scalars or arrays")

    __rmatmul__ = __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __matmul__
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __rdivmod__ = __matmul__

    def __invert__(self):
        _pyaot.cut("an operation on NumPy's scalars or arrays")

    def __eq__(self, other):
        return compare("eq", self, other)

    def __ne__(self, other):
        return compare("ne", self, other)

    def __lt__(self, other):
        return compare("lt", self, other)

    def __le__(self, other):
        return compare("le", self, other)

    def __gt__(self, other):
        return compare("gt", self, other)

    def __ge__(self, other):
        return compare("ge", self, other)


class generic(_Operand):
    shape = ()
    ndim = 0
    size = 1
    itemsize = 8

    def __new__(cls, value=0):
        return _pyaot.new_object(cls)

    def __init__(self, value=0):
        value = plain(value)
        if not prim.is_number(value):
            _pyaot.cut("a NumPy scalar of something else than a number")
        setattr(self, "item()", self._converted(value))

    def __getattr__(self, name):
        _pyaot.cut("an attribute of a NumPy scalar")

    def __pyaot_made_by__(self):
        return "numpy", type(self).__name__, (plain(self),)

    def __getitem__(self, index):
        _pyaot.cut("an item of a NumPy scalar")

    def item(self):
        return plain(self)

    def tolist(self):
        return plain(self)

    def astype(self, dtype):
        return class_of(dtype)(plain(self))

    def __float__(self):
        return float(plain(self))

    def __int__(self):
        return int(plain(self))

    def __bool__(self):
        return python.bool(plain(self))

    def __str__(self):
        return str(plain(self))

    def __repr__(self):
        return "np." + type(self).__name__ + "(" + str(plain(self)) + ")"

    def __format__(self, spec):
        return format(plain(self), spec)

    def __hash__(self):
        return hash(plain(self))

    def __neg__(self):
        return type(self)(0 - plain(self)) if isinstance(self, integer) else type(self)(-plain(self))

    def __pos__(self):
        return self

    def __abs__(self):
        return absolute(self)

    def __round__(self, ndigits=None):
        return python.round(plain(self)) if ndigits is None else around(self, ndigits)

    def __divmod__(self, other):
        quotient = operate("floordiv", self, other)
        return NotImplemented if quotient is NotImplemented else (quotient, operate("mod", self, other))


class number(generic):
    pass


class integer(number):
    def __index__(self):
        return plain(self)


class signedinteger(integer):
    pass


class inexact(number):
    pass


class floating(inexact):
    def is_integer(self):
        return plain(self).is_integer()


class bool(generic):
    itemsize = 1

    def _converted(self, value):
        return python.bool(value)

    def __repr__(self):
        return "np.True_" if plain(self) else "np.False_"

    def __neg__(self):
        _pyaot.cut("an operation on NumPy scalars")

    __pos__ = __round__ = __neg__


class int64(signedinteger):
    def _converted(self, value):
        if prim.kind(value, "int") == "float" and prim.is_known(value) and not python.abs(value) < 9.2e18:
            _pyaot.cut("a number that is no int64")
        return int(value)


class _Narrow:
    """A type that arrays have: its scalars stay Python."""

    def _converted(self, value):
        _pyaot.cut("a NumPy scalar of this type")


class int8(_Narrow, signedinteger):
    itemsize = 1


class int16(_Narrow, signedinteger):
    itemsize = 2


class uint8(_Narrow, integer):
    itemsize = 1


class float16(_Narrow, floating):
    itemsize = 2


class int32(signedinteger):
    itemsize = 4

    def _converted(self, value):
        if not prim.is_known(value) or not python.abs(value) < 2**31:
            _pyaot.cut("an int32 that is not known or too large")
        return int(value)


class float64(floating, float):
    def _converted(self, value):
        return float(value)


class float32(floating):
    itemsize = 4

    def _converted(self, value):
        if not prim.is_known(value):
            return prim.item(prim.full((), float(value), torch.float32))
        return _pyaot.float32(float(value))

    def __str__(self):
        _pyaot.cut("the digits of a float32")

    __repr__ = __str__

    def __format__(self, spec):
        _pyaot.cut("the digits of a float32")


bool_ = bool
int_ = intp = long = longlong = int64
intc = int32
short = int16
byte = int8
ubyte = uint8
half = float16
double = float64
single = float32


def class_of(dtype):
    names = {"float64": float64, "float32": float32, "int64": int64, "int32": int32, "bool": bool_}
    names.update({"float": float64, "double": float64, "single": float32, "int": int64, "f4": float32, "f8": float64})
    names.update({"float16": float16, "half": float16, "int8": int8, "int16": int16, "uint8": uint8, "i8": int64})
    if isinstance(dtype, data_type):
        return dtype.type
    if isinstance(dtype, str) and dtype in names:
        return names[dtype]
    if dtype is float:
        return float64
    if dtype is int:
        return int64
    if dtype is python.bool:
        return bool_
    for cls in names.values():
        if dtype is cls:
            return cls
    _pyaot.cut("a dtype of NumPy")


def own_class(value):
    """The class of a scalar, or what a Python number becomes beside nothing else; None for other objects."""
    if isinstance(value, generic):
        return type(value)
    if not prim.is_number(value):
        return None
    kind = prim.kind(value, "float")
    return float64 if kind == "float" else int64 if kind == "int" else bool_


def promoted(a, b):
    if a is b or b is bool_:
        return a
    if a is bool_:
        return b
    if issubclass(a, integer) and issubclass(b, integer):
        return int64
    return float64


def common_class(a, b):
    """The class of a result: Python's numbers give way to scalars."""
    prim.promotes_as_numpy2()
    first, second = own_class(a), own_class(b)
    if first is None or second is None:
        return None
    weak_a, weak_b = not isinstance(a, generic), not isinstance(b, generic)
    if weak_a == weak_b:
        return promoted(first, second)
    weak, strong = (first, second) if weak_a else (second, first)
    if weak is bool_ or (weak is int64 and strong is not bool_) or (weak is float64 and issubclass(strong, floating)):
        return strong
    return promoted(weak, strong)


def operate(name, a, b):
    if is_long(a) or is_long(b):
        return numpy_arrays.operate(name, a, b)
    if isinstance(a, ndarray) or isinstance(b, ndarray):
        return paired(lambda x, y: operate(name, x, y), a, b)
    cls = common_class(a, b)
    items = (list, tuple, str, python.range)
    if cls is None and (isinstance(a, items) or isinstance(b, items)):
        _pyaot.cut("a scalar of NumPy beside items, which are made an array or repeated")
    if cls is None:
        return NotImplemented
    if name in numpy_arrays.bitwise:
        _pyaot.cut("an operation on NumPy's scalars")
    if cls is bool_ and name != "div":
        _pyaot.cut("arithmetic of NumPy's bools")
    if name == "div" and not issubclass(cls, floating):
        cls = float64
    if name == "pow" and cls is float32:
        _pyaot.cut("a power in float32")
    x, y = plain(cls(a)), plain(cls(b))
    if name in ("div", "floordiv", "mod") and prim.is_known(y) and y == 0:
        _pyaot.cut("a division by zero, of which NumPy warns")
    if name == "add":
        result = x + y
    elif name == "sub":
        result = x - y
    elif name == "mul":
        result = x * y
    elif name == "div":
        result = x / y
    elif name == "floordiv":
        result = x // y
    elif name == "mod":
        result = x % y
    else:
        result = raised_to(x, y, cls)
    return warned_of(cls(result), x, y)


def warned_of(result, *operands):
    """A result that is infinite or no number, of operands that are finite, comes with a warning."""
    value = plain(result)
    if prim.kind(value, "float") == "float" and prim.is_known(value) and not math.isfinite(value):
        for operand in operands:
            if prim.is_known(operand) and not math.isfinite(operand):
                return result
        _pyaot.cut("a result of which NumPy warns")
    return result


def raised_to(x, y, cls):
    if issubclass(cls, integer):
        if not prim.is_known(y) or y < 0:
            _pyaot.cut("a power with an int that is negative or not known")
    elif prim.is_known(x) and (x < 0 or (x == 0 and not (prim.is_known(y) and y >= 0))):
        _pyaot.cut("a power of a number that is not positive")
    elif prim.is_known(x) and prim.is_known(y) and x > 0 and python.abs(math.log(x) * y) > 700:
        _pyaot.cut("a power of which NumPy warns")
    return x**y


def compare(name, a, b):
    if is_long(a) or is_long(b):
        return numpy_arrays.compare(name, a, b)
    if isinstance(a, ndarray) or isinstance(b, ndarray):
        return paired(lambda x, y: compare(name, x, y), a, b)
    cls = common_class(a, b)
    made_arrays = (list, tuple, str, bytes, python.range, python.complex)
    if cls is None and (isinstance(a, made_arrays) or isinstance(b, made_arrays)):
        _pyaot.cut("a scalar of NumPy beside what is made an array")
    if cls is None:
        return NotImplemented
    x, y = plain(a), plain(b)
    if cls is float32:
        x, y = plain(cls(a)), plain(cls(b))
    if name == "eq":
        return bool_(x == y)
    if name == "ne":
        return bool_(x != y)
    if name == "lt":
        return bool_(x < y)
    if name == "le":
        return bool_(x <= y)
    if name == "gt":
        return bool_(x > y)
    return bool_(x >= y)


# ---- functions of a number ---------------------------------------------------------------------------------------------


def operand(x, options):
    """The argument of a ufunc, as a scalar."""
    if len(options) > 0 or own_class(x) is None:
        _pyaot.cut("a function of NumPy with options, or of an array")
    return own_class(x)(x)


def of_arrays(of_long):
    """The function of a number, which takes arrays as well; of those in the memory of tensors it is `of_long`."""

    def decorate(function):
        def apply(x, /, **options):
            if is_long(x) and len(options) == 0:
                return of_long(x)
            if isinstance(x, ndarray) and len(options) == 0:
                return mapped(function, x)
            return function(x, **options)

        return apply

    return decorate


def floats_of(name):
    return of_arrays(lambda x: numpy_arrays.of_floats(name, x))


def only_of_arrays(name):
    def apply(x, /, **options):
        if not is_long(x) or len(options) > 0:
            _pyaot.cut("this function of a number, or with options")
        return numpy_arrays.of_floats(name, x)

    return apply


def float_operand(x, options):
    x = operand(x, options)
    if isinstance(x, (float64, int64)):
        return float(x)
    _pyaot.cut("a function of NumPy in another precision")


@floats_of("sqrt")
def sqrt(x, /, **options):
    if isinstance(x, float32):
        return float32(math.sqrt(plain(x)))
    x = float_operand(x, options)
    if prim.is_known(x) and x < 0:
        _pyaot.cut("a result of which NumPy warns")
    return float64(math.sqrt(x))


def of_positive(function, name):
    def apply(x, /, **options):
        x = float_operand(x, options)
        if prim.is_known(x) and x <= 0:
            _pyaot.cut("a result of which NumPy warns")
        return float64(function(x))

    return floats_of(name)(apply)


def of_moderate(function, name):
    def apply(x, /, **options):
        x = float_operand(x, options)
        if prim.is_known(x) and not python.abs(x) < 700:
            _pyaot.cut("a result of which NumPy may warn")
        return float64(function(x))

    return floats_of(name)(apply)


log = of_positive(math.log, "log")
log2 = of_positive(math.log2, "log2")
log10 = of_positive(math.log10, "log10")
exp = of_moderate(math.exp, "exp")
sin = of_moderate(math.sin, "sin")
cos = of_moderate(math.cos, "cos")
tan = of_moderate(math.tan, "tan")
sinh = of_moderate(math.sinh, "sinh")
cosh = of_moderate(math.cosh, "cosh")
tanh = of_moderate(math.tanh, "tanh")
arctan = of_moderate(math.atan, "arctan")
arcsin, arccos, arcsinh, arccosh, arctanh, log1p, expm1, exp2 = [
    only_of_arrays(name) for name in ("arcsin", "arccos", "arcsinh", "arccosh", "arctanh", "log1p", "expm1", "exp2")
]


def without_bools(x):
    if isinstance(x, (bool_, python.bool)):
        _pyaot.cut("a function of NumPy of a bool")
    return x


def whole(function, of_long):
    def apply(x, /, **options):
        x = operand(x, options)
        if isinstance(x, (integer, bool_)):
            return x
        value = plain(x)
        if prim.is_known(value):
            if not python.abs(value) < 2**52:
                _pyaot.cut("a number without a fraction")
            return type(x)(math.copysign(float(function(value)), value))
        return type(x)(float(function(value)))

    return of_arrays(of_long)(apply)


ceil = whole(math.ceil, lambda x: numpy_arrays.whole("ceil", x))
floor = whole(math.floor, lambda x: numpy_arrays.whole("floor", x))
trunc = fix = whole(int, lambda x: numpy_arrays.whole("trunc", x))


def around(a, decimals=0, out=None):
    if decimals != 0 or out is not None:
        _pyaot.cut("rounding to decimals")
    return whole(python.round, numpy_arrays.rounded)(without_bools(a))


round = around


@of_arrays(lambda x: numpy_arrays.of_floats("rint", x))
def rint(x, /, **options):
    x = operand(x, options)
    return around(x) if isinstance(x, floating) else float64(x) if isinstance(x, int64) else _pyaot.cut("rint()")


@of_arrays(numpy_arrays.absolute)
def absolute(x, /, **options):
    x = operand(x, options)
    return x if isinstance(x, bool_) else type(x)(python.abs(plain(x)))


abs = absolute


@of_arrays(numpy_arrays.negative)
def negative(x, /, **options):
    return -operand(x, options)


@of_arrays(numpy_arrays.squared)
def square(x, /, **options):
    x = without_bools(operand(x, options))
    return x * x


@of_arrays(numpy_arrays.sign)
def sign(x, /, **options):
    x = operand(x, options)
    value = plain(x)
    if isinstance(x, bool_) or not prim.is_known(value) or value != value:
        _pyaot.cut("the sign of a number that is not known")
    return type(x)(1 if value > 0 else -1 if value < 0 else 0)


@of_arrays(lambda x: numpy_arrays.tested("isnan", x))
def isnan(x, /, **options):
    value = plain(operand(x, options))
    return bool_(value != value)


@of_arrays(lambda x: numpy_arrays.tested("isfinite", x))
def isfinite(x, /, **options):
    value = plain(operand(x, options))
    return bool_(value - value == 0)


@of_arrays(lambda x: numpy_arrays.tested("isinf", x))
def isinf(x, /, **options):
    value = plain(operand(x, options))
    return bool_(value == inf or value == -inf)


# ---- functions of two numbers ------------------------------------------------------------------------------------------


def is_operand(x):
    return own_class(x) is not None or isinstance(x, ndarray)


def of_two(name):
    def apply(x1, x2, /, **options):
        if len(options) > 0 or not is_operand(x1) or not is_operand(x2):
            _pyaot.cut("a function of NumPy with options, or of an array")
        return operate(name, x1, x2)

    return apply


add = of_two("add")
subtract = of_two("sub")
multiply = of_two("mul")
divide = true_divide = of_two("div")
floor_divide = of_two("floordiv")
mod = remainder = of_two("mod")
power = of_two("pow")


def of_comparison(name):
    def apply(x1, x2, /, **options):
        if len(options) > 0 or not is_operand(x1) or not is_operand(x2):
            _pyaot.cut("a function of NumPy with options, or of an array")
        return compare(name, x1, x2)

    return apply


equal, not_equal, less, less_equal, greater, greater_equal = [
    of_comparison(name) for name in ("eq", "ne", "lt", "le", "gt", "ge")
]


def of_truths(name, count):
    def apply(*operands):
        if len(operands) != count:
            _pyaot.cut("a logical function with an array for what it gives")
        if len([x for x in operands if not is_operand(x)]) > 0 or len([x for x in operands if is_long(x)]) == 0:
            _pyaot.cut("a logical function of numbers")
        return numpy_arrays.logical(name, *operands)

    return apply


logical_and, logical_or, logical_xor = [of_truths(name, 2) for name in ("and", "or", "xor")]
logical_not = of_truths("not", 1)
bitwise_and, bitwise_or, bitwise_xor = [of_two(name) for name in ("and", "or", "xor")]


def extreme(a, b, largest):
    if is_long(a) or is_long(b):
        return numpy_arrays.extreme(a, b, largest)
    if isinstance(a, ndarray) or isinstance(b, ndarray):
        return paired(lambda x, y: extreme(x, y, largest), a, b)
    cls = common_class(a, b)
    if cls is None:
        _pyaot.cut("a function of NumPy with options, or of an array")
    x, y = plain(cls(a)), plain(cls(b))
    if issubclass(cls, floating) and not (prim.is_known(x) and prim.is_known(y) and x == x and y == y):
        if largest:
            return cls(x if x >= y or x != x else y)
        return cls(x if x <= y or x != x else y)
    return cls(python.max(x, y) if largest else python.min(x, y))


def maximum(x1, x2, /, **options):
    if len(options) > 0:
        _pyaot.cut("a function of NumPy with options")
    return extreme(x1, x2, True)


def minimum(x1, x2, /, **options):
    if len(options) > 0:
        _pyaot.cut("a function of NumPy with options")
    return extreme(x1, x2, False)


def clip(a, a_min=..., a_max=..., out=None, **options):
    if a_min is ... or a_max is ...:
        _pyaot.cut("clip() of NumPy without both bounds, or by their other names")
    bound = a_max if a_min is None else a_min
    if len(options) > 0 or out is not None or bound is None:
        _pyaot.cut("clip() of NumPy with options, or without a bound")
    if a_min is not None and a_max is not None:
        return minimum(maximum(a, a_min), a_max)
    if isinstance(bound, int) and not (prim.is_known(bound) and 0 <= bound < 128):  # others may not fit, and are left out
        _pyaot.cut("clip() of NumPy with one bound that is a large int")
    return minimum(a, a_max) if a_min is None else maximum(a, a_min)


# ---- functions of several numbers --------------------------------------------------------------------------------------


def numbers_of(a, given, /, **options):
    """The items of a tuple or list of numbers as scalars of their common class."""
    of_options(given, **options)
    if isinstance(a, ndarray):
        items = a.scalars()
        return getattr(a, "class()"), items
    items = list(a) if isinstance(a, (tuple, list)) else [a]
    cls = None
    for item in items:
        if own_class(item) is None:
            _pyaot.cut("a function of an array")
        cls = own_class(item) if cls is None else promoted(cls, own_class(item))
    cls = float64 if cls is None else int64 if cls is bool_ else cls
    return cls, [cls(item) for item in items]


def of_several(a, axis, dtype, keepdims):
    """The array that is reduced along an axis, or by other rules than those of a list of numbers; None: no such thing."""
    if isinstance(a, (tuple, list)) and (keepdims or holds_lists(a)):
        a = numpy_arrays.array_of(a)
    has_options = axis is not None or dtype is not None or keepdims
    return a if is_long(a) or (isinstance(a, ndarray) and has_options) else None


def prod(a, axis=None, dtype=None, out=None, keepdims=False, **options):
    array = of_several(a, axis, dtype, keepdims)
    if array is not None:
        of_options({"out": out}, **options)
        return numpy_arrays.total("prod", array, axis, dtype, keepdims)
    cls, items = numbers_of(a, {"axis": axis, "out": out}, **options)
    cls = int64 if cls is bool_ or cls is int32 else cls
    if dtype is not None and class_of(dtype) is not cls:
        _pyaot.cut("a product in another type")
    result = cls(1)
    for item in items:
        result = result * item
    return result


def sum(a, axis=None, dtype=None, out=None, keepdims=False, **options):
    array = of_several(a, axis, dtype, keepdims)
    if array is not None:
        of_options({"out": out}, **options)
        return numpy_arrays.total("sum", array, axis, dtype, keepdims)
    cls, items = numbers_of(a, {"axis": axis, "dtype": dtype, "out": out}, **options)
    if cls is bool_ or cls is int32:
        cls, items = int64, [int64(item) for item in items]
    if issubclass(cls, floating) and len(items) >= 8:
        return sum_of_eight(cls, items)
    result = cls(0)
    for item in items:
        result = result + item
    return result


def sum_of_eight(cls, items):
    """NumPy keeps eight sums of the numbers of a contiguous array, up to 128 of them at a time."""
    whole = len(items) - len(items) % 8
    if len(items) > 128:
        _pyaot.cut("the sum of more than 128 numbers")
    sums = items[:8]
    for i in range(8, whole, 8):
        sums = [sums[k] + items[i + k] for k in range(8)]
    result = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]))
    for item in items[whole:]:
        result = result + item
    return result


def mean(a, axis=None, dtype=None, out=None, keepdims=False, **options):
    array = of_several(a, axis, dtype, keepdims)
    if array is not None:
        of_options({"out": out}, **options)
        return numpy_arrays.mean(array, axis, dtype, keepdims)
    cls, items = numbers_of(a, {"axis": axis, "dtype": dtype, "out": out}, **options)
    if cls is float32 or len(items) == 0:
        _pyaot.cut("a mean in float32, or of nothing")
    return sum(items) / float64(len(items))


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, **options):
    of_options({"out": out}, **options)
    return numpy_arrays.spread("std", numpy_arrays.array_of(a), axis, dtype, ddof, keepdims)


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, **options):
    of_options({"out": out}, **options)
    return numpy_arrays.spread("var", numpy_arrays.array_of(a), axis, dtype, ddof, keepdims)


def most_of(name, combine):
    def apply(a, axis=None, out=None, keepdims=False, **options):
        array = of_several(a, axis, None, keepdims)
        if array is not None:
            of_options({"out": out}, **options)
            return numpy_arrays.most(name, array, axis, keepdims)
        items = numbers_of(a, {"axis": axis, "out": out}, **options)[1]
        given = items if isinstance(a, ndarray) else a if isinstance(a, (tuple, list)) else [a]
        if python.all([isinstance(item, (bool_, python.bool)) for item in given]):
            _pyaot.cut("the extremes of bools")
        result = items[0]
        for item in items[1:]:
            result = combine(result, item)
        return result

    return apply


amax, amin = most_of("amax", maximum), most_of("amin", minimum)
max = amax
min = amin


def any(a, axis=None, out=None, keepdims=False, **options):
    of_options({"out": out}, **options)
    return numpy_arrays.truth("any", numpy_arrays.array_of(a), axis, keepdims)


def all(a, axis=None, out=None, keepdims=False, **options):
    of_options({"out": out}, **options)
    return numpy_arrays.truth("all", numpy_arrays.array_of(a), axis, keepdims)


def argmax(a, axis=None, out=None, *, keepdims=False):
    of_options({"out": out})
    return numpy_arrays.place("argmax", numpy_arrays.array_of(a), axis, keepdims)


def argmin(a, axis=None, out=None, *, keepdims=False):
    of_options({"out": out})
    return numpy_arrays.place("argmin", numpy_arrays.array_of(a), axis, keepdims)


class limits:
    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)

    def __getattr__(self, name):
        _pyaot.cut("a limit of a type of numbers")


def finfo(dtype):
    if class_of(dtype) is float64:
        least, most, eps = float64(2.2250738585072014e-308), float64(1.7976931348623157e308), float64(2.0**-52)
    elif class_of(dtype) is float32:
        least, most, eps = float32(2.0**-126), float32(2.0**128 - 2.0**104), float32(2.0**-23)
    else:
        _pyaot.cut("the limits of this type")
    return limits(eps=eps, max=most, min=-most, tiny=least, smallest_normal=least)


def iinfo(type):
    cls = class_of(type)
    if cls is uint8:
        return limits(max=255, min=0, bits=8)
    for kind, bits in ((int8, 8), (int16, 16), (int32, 32), (int64, 64)):
        if cls is kind:
            half = 2 ** (bits - 2)
            return limits(max=half - 1 + half, min=-half - half, bits=bits)
    _pyaot.cut("the limits of this type")


def isscalar(element):
    return isinstance(element, (generic, str)) or prim.is_number(element)


