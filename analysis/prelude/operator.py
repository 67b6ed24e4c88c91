"""The module operator: Python's operators as functions."""

import builtins as python

import _pyaot
from collections import deque


def add(a, b, /):
    return a + b


def sub(a, b, /):
    return a - b


def mul(a, b, /):
    return a * b


def matmul(a, b, /):
    return a @ b


def truediv(a, b, /):
    return a / b


def floordiv(a, b, /):
    return a // b


def mod(a, b, /):
    return a % b


def pow(a, b, /):
    return a**b


def neg(a, /):
    return -a


def pos(a, /):
    return +a


def invert(a, /):
    return ~a


def inv(a, /):
    return ~a


def abs(a, /):
    return python.abs(a)


def not_(a, /):
    return not a


def truth(a, /):
    return bool(a)


def and_(a, b, /):
    return a & b


def or_(a, b, /):
    return a | b


def xor(a, b, /):
    return a ^ b


def lshift(a, b, /):
    return a << b


def rshift(a, b, /):
    return a >> b


def eq(a, b, /):
    return a == b


def ne(a, b, /):
    return a != b


def lt(a, b, /):
    return a < b


def le(a, b, /):
    return a <= b


def gt(a, b, /):
    return a > b


def ge(a, b, /):
    return a >= b


def is_(a, b, /):
    return a is b


def is_not(a, b, /):
    return a is not b


def contains(a, b, /):
    return b in a


def getitem(a, b, /):
    return a[b]


def setitem(a, b, c, /):
    a[b] = c


def iadd(a, b, /):
    a += b
    return a


def delitem(a, b, /):
    del a[b]


def _is_sequence(a):
    return hasattr(type(a), "__getitem__") and not isinstance(a, dict) and not prim.is_tensor(a)


def _check_concatenated(a, b):
    joins = isinstance(a, (list, tuple, str, bytes, deque))
    if not joins and not (_is_sequence(a) and _is_sequence(b) and not isinstance(a, range)):
        raise TypeError(f"'{_pyaot.type_name(a)}' object can't be concatenated")


def concat(a, b, /):
    _check_concatenated(a, b)
    return a + b


def iconcat(a, b, /):
    _check_concatenated(a, b)
    a += b
    return a


def _items(a):
    try:
        return iter(a)
    except TypeError:
        raise TypeError(f"argument of type '{_pyaot.type_name(a)}' is not iterable") from None


def countOf(a, b, /):
    return sum([1 for item in _items(a) if b in [item]])


def indexOf(a, b, /):
    for i, item in enumerate(_items(a)):
        if b in [item]:
            return i
    raise ValueError("sequence.index(x): x not in sequence")


def length_hint(obj, default=0, /):
    if not isinstance(default, int):
        raise TypeError(f"'{_pyaot.type_name(default)}' object cannot be interpreted as an integer")
    kind = type(obj)
    if hasattr(kind, "__len__"):
        try:
            return len(obj)
        except TypeError:
            pass
    if not hasattr(kind, "__length_hint__"):
        return default
    try:
        hint = kind.__length_hint__(obj)
    except TypeError:
        return default
    if hint is NotImplemented:
        return default
    if not isinstance(hint, int):
        raise TypeError(f"__length_hint__ must be an integer, not {_pyaot.type_name(hint)}")
    if hint < 0:
        raise ValueError("__length_hint__() should return >= 0")
    return hint


def call(obj, /, *args, **kwargs):
    return obj(*args, **kwargs)


def index(a, /):
    if isinstance(a, int):
        return int(a)
    if not hasattr(a, "__index__"):
        raise TypeError(f"'{_pyaot.type_name(a)}' object cannot be interpreted as an integer")
    number = a.__index__()
    if not isinstance(number, int):
        raise TypeError(f"__index__ returned non-int (type {_pyaot.type_name(number)})")
    return number


def itemgetter(item, /, *items):
    if len(items) == 0:
        return lambda object, /: object[item]
    return lambda object, /: tuple([object[name] for name in (item, *items)])


def attrgetter(attr, /, *attrs):
    names = (attr, *attrs)
    if not all([isinstance(name, str) for name in names]):
        raise TypeError("attribute name must be a string")

    def follow(object, name):
        for part in name.split("."):
            object = getattr(object, part)
        return object

    if len(attrs) == 0:
        return lambda object, /: follow(object, attr)
    return lambda object, /: tuple([follow(object, name) for name in names])


def methodcaller(name, /, *args, **kwargs):
    if not isinstance(name, str):
        raise TypeError("method name must be a string")
    return lambda object, /: getattr(object, name)(*args, **kwargs)


def isub(a, b, /):
    a -= b
    return a


def imul(a, b, /):
    a *= b
    return a


def imatmul(a, b, /):
    a @= b
    return a


def itruediv(a, b, /):
    a /= b
    return a


def ifloordiv(a, b, /):
    a //= b
    return a


def imod(a, b, /):
    a %= b
    return a


def ipow(a, b, /):
    a **= b
    return a


def iand(a, b, /):
    a &= b
    return a


def ior(a, b, /):
    a |= b
    return a


def ixor(a, b, /):
    a ^= b
    return a


def ilshift(a, b, /):
    a <<= b
    return a


def irshift(a, b, /):
    a >>= b
    return a


__add__, __sub__, __mul__, __matmul__, __truediv__, __floordiv__, __mod__ = (
    add,
    sub,
    mul,
    matmul,
    truediv,
    floordiv,
    mod,
)
__pow__, __neg__, __pos__, __abs__, __invert__, __inv__, __not__ = pow, neg, pos, abs, invert, inv, not_
__and__, __or__, __xor__, __lshift__, __rshift__ = and_, or_, xor, lshift, rshift
__eq__, __ne__, __lt__, __le__, __gt__, __ge__ = eq, ne, lt, le, gt, ge
__getitem__, __setitem__, __delitem__, __contains__, __concat__ = getitem, setitem, delitem, contains, concat
