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


def lru_cache(*args, **kwargs):
    _pyaot.cut("functools.lru_cache")


def cache(function):
    _pyaot.cut("functools.cache")


def cached_property(function):
    _pyaot.cut("functools.cached_property")


def cmp_to_key(function):
    _pyaot.cut("functools.cmp_to_key")


def singledispatch(function):
    _pyaot.cut("functools.singledispatch")
