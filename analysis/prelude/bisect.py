"""The module bisect: places in sorted lists."""

import _pyaot
from operator import index


def _place(a, lo, hi, key, is_before):
    """The first place from lo on whose item is not before; all that are come first."""
    if lo < 0:
        raise ValueError("lo must be non-negative")
    if isinstance(a, (dict, set)) or prim.is_tensor(a) or not hasattr(type(a), "__getitem__"):
        _pyaot.cut("bisect of what is no sequence")
    hi = len(a) if hi is None else hi
    while lo < hi:
        middle = (lo + hi) // 2
        if is_before(a[middle] if key is None else key(a[middle])):
            lo = middle + 1
        else:
            hi = middle
    return lo


def _bound(hi):
    if hi is not None and not hasattr(type(hi), "__index__"):
        raise TypeError("argument should be integer or None, not " + _pyaot.type_name(hi))
    return None if hi is None else index(hi)


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    lo, hi = index(lo), _bound(hi)
    return _place(a, lo, hi, key, lambda item: not x < item)


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    lo, hi = index(lo), _bound(hi)
    return _place(a, lo, hi, key, lambda item: item < x)


bisect = bisect_right


def insort_right(a, x, lo=0, hi=None, *, key=None):
    lo, hi = index(lo), _bound(hi)
    place = bisect_right(a, x if key is None else key(x), lo, hi, key=key)
    a.insert(place, x)


def insort_left(a, x, lo=0, hi=None, *, key=None):
    lo, hi = index(lo), _bound(hi)
    place = bisect_left(a, x if key is None else key(x), lo, hi, key=key)
    a.insert(place, x)


insort = insort_right
