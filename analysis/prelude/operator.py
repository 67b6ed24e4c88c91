"""The module operator: Python's operators as functions."""


def add(a, b):
    return a + b


def sub(a, b):
    return a - b


def mul(a, b):
    return a * b


def matmul(a, b):
    return a @ b


def truediv(a, b):
    return a / b


def floordiv(a, b):
    return a // b


def mod(a, b):
    return a % b


def pow(a, b):
    return a**b


def neg(a):
    return -a


def pos(a):
    return +a


def invert(a):
    return ~a


def not_(a):
    return not a


def truth(a):
    return bool(a)


def and_(a, b):
    return a & b


def or_(a, b):
    return a | b


def xor(a, b):
    return a ^ b


def lshift(a, b):
    return a << b


def rshift(a, b):
    return a >> b


def eq(a, b):
    return a == b


def ne(a, b):
    return a != b


def lt(a, b):
    return a < b


def le(a, b):
    return a <= b


def gt(a, b):
    return a > b


def ge(a, b):
    return a >= b


def is_(a, b):
    return a is b


def is_not(a, b):
    return a is not b


def contains(a, b):
    return b in a


def getitem(a, b):
    return a[b]


def setitem(a, b, c):
    a[b] = c


def iadd(a, b):
    a += b
    return a


def index(a):
    return a.__index__() if not isinstance(a, int) else int(a)


def itemgetter(*items):
    if len(items) == 1:
        return lambda object: object[items[0]]
    return lambda object: tuple([object[item] for item in items])


def attrgetter(*names):
    def follow(object, name):
        for part in name.split("."):
            object = getattr(object, part)
        return object

    if len(names) == 1:
        return lambda object: follow(object, names[0])
    return lambda object: tuple([follow(object, name) for name in names])


def methodcaller(name, *args, **kwargs):
    return lambda object: getattr(object, name)(*args, **kwargs)
