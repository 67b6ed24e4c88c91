"""The module functools. What caches results keeps state that nothing guards: only driver code calls it."""

import _pyaot

partial = _pyaot.builtin_class("partial")


def update_wrapper(wrapper, wrapped, assigned=None, updated=None):
    if assigned is not None or updated is not None:
        _pyaot.cut("functools.wraps of chosen attributes")
    return _pyaot.wraps(wrapper, wrapped)


def wraps(wrapped, assigned=None, updated=None):
    def decorate(function):
        return update_wrapper(function, wrapped, assigned, updated)

    return decorate


def reduce(function, iterable, /, *initial):
    if len(initial) > 1:
        raise TypeError(f"reduce expected at most 3 arguments, got {2 + len(initial)}")
    items = iter(iterable)
    if len(initial) > 0:
        result = initial[0]
    else:
        try:
            result = next(items)
        except StopIteration:
            raise TypeError("reduce() of empty iterable with no initial value")
    for item in items:
        result = function(result, item)
    return result


def _ordered_by(root, negate, equal):
    """An ordering made of another one, which may be turned round, and of equality: `equal` tells what equal objects give."""

    def compare(self, other):
        result = getattr(type(self), root)(self, other)
        if result is NotImplemented:
            return result
        if equal is None:
            return not result
        result = not result if negate else result
        return (result or self == other) if equal else (result and self != other)

    return compare


_orderings = {
    "__lt__": [("__gt__", True, False), ("__le__", False, True), ("__ge__", True, None)],
    "__le__": [("__ge__", True, True), ("__lt__", False, False), ("__gt__", True, None)],
    "__gt__": [("__lt__", True, False), ("__ge__", False, True), ("__le__", True, None)],
    "__ge__": [("__le__", True, True), ("__gt__", False, False), ("__lt__", True, None)],
}


def total_ordering(cls):
    defined = [name for name in _orderings if hasattr(cls, name)]
    if len(defined) == 0:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    root = max(defined)  # __lt__, else __le__, ...
    for name, negate, equal in _orderings[root]:
        if name not in defined:
            setattr(cls, name, _ordered_by(root, negate, equal))
    return cls


class _lru_cache_wrapper:
    """What it gives must be the same at every call: a constant, made of constants."""

    def __init__(self, function):
        self.__wrapped__ = function

    def __call__(self, *args, **kwargs):
        return _pyaot.constant_call(self.__wrapped__, args, kwargs)

    def __get__(self, instance, owner=None):
        if instance is not None:
            _pyaot.cut("functools.lru_cache of a method")
        return self

    def cache_clear(self):
        if not _pyaot.in_driver():
            _pyaot.cut("cache_clear()")


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return _lru_cache_wrapper(maxsize)
    return _lru_cache_wrapper


def cache(function):
    return _lru_cache_wrapper(function)


class cached_property:
    def __init__(self, func):
        self.func = func
        self.attrname = func.__name__

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        value = self.func(instance)
        object.__setattr__(instance, self.attrname, value)
        return value


class _Compared:
    def __init__(self, compare, obj):
        self.compare = compare
        self.obj = obj

    def __lt__(self, other):
        return self.compare(self.obj, other.obj) < 0

    def __gt__(self, other):
        return self.compare(self.obj, other.obj) > 0

    def __le__(self, other):
        return self.compare(self.obj, other.obj) <= 0

    def __ge__(self, other):
        return self.compare(self.obj, other.obj) >= 0

    def __eq__(self, other):
        return self.compare(self.obj, other.obj) == 0


def cmp_to_key(mycmp):
    return lambda obj: _Compared(mycmp, obj)


def partialmethod(func, /, *args, **keywords):
    _pyaot.cut("functools.partialmethod")


def singledispatch(function):
    _pyaot.cut("functools.singledispatch")
