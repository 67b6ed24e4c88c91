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


def reduce(function, iterable, *initial):
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


def total_ordering(cls):
    _pyaot.cut("functools.total_ordering")


class _lru_cache_wrapper:
    """What it gives must be the same at every call: a constant, made of constants."""

    def __init__(self, function):
        self.__wrapped__ = function

    def __call__(self, *args, **kwargs):
        return _pyaot.constant_call(self.__wrapped__, args, kwargs)

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


def cmp_to_key(function):
    _pyaot.cut("functools.cmp_to_key")


def singledispatch(function):
    _pyaot.cut("functools.singledispatch")
