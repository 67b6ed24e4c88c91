"""Subclasses of list, set and frozenset: their objects are instances that keep what the built-in class keeps in a list
or set of their own (ev_subclass.c). A class of the program that derives from list derives from `ListObject` here."""

import _pyaot


def held(self):
    return _pyaot.held(self)


def need_no_other(is_inherited):
    """Python asks operators of the class for a new object before those that list has for writing in place."""
    if not is_inherited:
        _pyaot.cut("an operator in place of a list whose class has that operator for new objects")


class ListObject(list):
    def __new__(cls, *args, **kwargs):
        return _pyaot.holder(cls, [])

    def __init__(self, iterable=(), /):
        held(self).clear()
        held(self).extend(iterable)

    def append(self, object, /):
        held(self).append(object)

    def clear(self):
        held(self).clear()

    def copy(self):
        return held(self).copy()

    def count(self, value, /):
        return held(self).count(value)

    def extend(self, iterable, /):
        held(self).extend(iterable)

    def index(self, value, *bounds):
        return held(self).index(value, *bounds)

    def insert(self, index, object, /):
        held(self).insert(index, object)

    def pop(self, index=-1, /):
        return held(self).pop(index)

    def remove(self, value, /):
        held(self).remove(value)

    def reverse(self):
        held(self).reverse()

    def sort(self, *, key=None, reverse=False):
        held(self).sort(key=key, reverse=reverse)

    def __len__(self):
        return len(held(self))

    def __getitem__(self, key, /):
        return held(self)[key]

    def __setitem__(self, key, value, /):
        held(self)[key] = value

    def __delitem__(self, key, /):
        del held(self)[key]

    def __contains__(self, value, /):
        return value in held(self)

    def __iter__(self):
        return iter(held(self))

    def __reversed__(self):
        return reversed(held(self))

    def __add__(self, other, /):
        if not isinstance(other, list):
            if type(other) in (tuple, dict, set, str, int, float, bool):  # which have no other way to be added to it
                raise TypeError(f'can only concatenate list (not "{_pyaot.type_name(other)}") to list')
            return NotImplemented
        return held(self) + held(other)

    def __radd__(self, other, /):
        return held(other) + held(self) if isinstance(other, list) else NotImplemented

    def __iadd__(self, other, /):
        need_no_other(type(self).__add__ is ListObject.__add__ and type(self).__radd__ is ListObject.__radd__)
        held(self).extend(other)
        return self

    def __mul__(self, n, /):
        if not isinstance(n, int):
            _pyaot.cut("a list times something else than an int")
        return held(self) * n

    __rmul__ = __mul__

    def __imul__(self, n, /):
        need_no_other(type(self).__mul__ is ListObject.__mul__ and type(self).__rmul__ is ListObject.__rmul__)
        held(self)[:] = held(self) * n
        return self

    def __eq__(self, other, /):
        return held(self) == held(other) if isinstance(other, list) else NotImplemented

    def __ne__(self, other, /):
        return held(self) != held(other) if isinstance(other, list) else NotImplemented

    def __lt__(self, other, /):
        return held(self) < held(other) if isinstance(other, list) else NotImplemented

    def __le__(self, other, /):
        return held(self) <= held(other) if isinstance(other, list) else NotImplemented

    def __gt__(self, other, /):
        return held(self) > held(other) if isinstance(other, list) else NotImplemented

    def __ge__(self, other, /):
        return held(self) >= held(other) if isinstance(other, list) else NotImplemented

    def __repr__(self):
        return repr(held(self))


class _Members:
    """What set and frozenset have in common. Their operators give sets of the built-in class, their methods too."""

    def __len__(self):
        return len(held(self))

    def __contains__(self, value, /):
        return value in held(self)

    def __iter__(self):
        return iter(held(self))

    def copy(self):
        return held(self).copy()

    def isdisjoint(self, other, /):
        return held(self).isdisjoint(held(other))

    def issubset(self, other, /):
        return held(self).issubset(held(other))

    def issuperset(self, other, /):
        return held(self).issuperset(held(other))

    def union(self, *others):
        return held(self).union(*[held(other) for other in others])

    def intersection(self, *others):
        return held(self).intersection(*[held(other) for other in others])

    def difference(self, *others):
        return held(self).difference(*[held(other) for other in others])

    def symmetric_difference(self, other, /):
        return held(self).symmetric_difference(held(other))

    def __eq__(self, other, /):
        return held(self) == held(other) if isinstance(other, (set, frozenset)) else NotImplemented

    def __ne__(self, other, /):
        return held(self) != held(other) if isinstance(other, (set, frozenset)) else NotImplemented

    def __lt__(self, other, /):
        return held(self) < held(other) if isinstance(other, (set, frozenset)) else NotImplemented

    def __le__(self, other, /):
        return held(self) <= held(other) if isinstance(other, (set, frozenset)) else NotImplemented

    def __gt__(self, other, /):
        return held(self) > held(other) if isinstance(other, (set, frozenset)) else NotImplemented

    def __ge__(self, other, /):
        return held(self) >= held(other) if isinstance(other, (set, frozenset)) else NotImplemented

    def __and__(self, other, /):
        return held(self) & held(other) if isinstance(other, (set, frozenset)) else NotImplemented

    def __or__(self, other, /):
        return held(self) | held(other) if isinstance(other, (set, frozenset)) else NotImplemented

    def __sub__(self, other, /):
        return held(self) - held(other) if isinstance(other, (set, frozenset)) else NotImplemented

    def __xor__(self, other, /):
        return held(self) ^ held(other) if isinstance(other, (set, frozenset)) else NotImplemented

    def __rand__(self, other, /):
        return held(other) & held(self) if isinstance(other, (set, frozenset)) else NotImplemented

    def __ror__(self, other, /):
        return held(other) | held(self) if isinstance(other, (set, frozenset)) else NotImplemented

    def __rsub__(self, other, /):
        return held(other) - held(self) if isinstance(other, (set, frozenset)) else NotImplemented

    def __rxor__(self, other, /):
        return held(other) ^ held(self) if isinstance(other, (set, frozenset)) else NotImplemented

    def __repr__(self):
        _pyaot.cut("the text of a set")


class SetObject(_Members, set):
    def __new__(cls, *args, **kwargs):
        return _pyaot.holder(cls, set())

    def __init__(self, iterable=(), /):
        held(self).clear()
        held(self).update(held(iterable))

    def add(self, element, /):
        held(self).add(element)

    def clear(self):
        held(self).clear()

    def discard(self, element, /):
        held(self).discard(element)

    def remove(self, element, /):
        held(self).remove(element)

    def pop(self):
        return held(self).pop()

    def update(self, *others):
        held(self).update(*[held(other) for other in others])

    def intersection_update(self, *others):
        held(self).intersection_update(*[held(other) for other in others])

    def difference_update(self, *others):
        held(self).difference_update(*[held(other) for other in others])

    def symmetric_difference_update(self, other, /):
        held(self).symmetric_difference_update(held(other))

    def __iand__(self, other, /):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        held(self).intersection_update(held(other))
        return self

    def __ior__(self, other, /):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        held(self).update(held(other))
        return self

    def __isub__(self, other, /):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        held(self).difference_update(held(other))
        return self

    def __ixor__(self, other, /):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        held(self).symmetric_difference_update(held(other))
        return self


class FrozensetObject(_Members, frozenset):
    def __new__(cls, iterable=(), /):
        return _pyaot.holder(cls, frozenset(held(iterable)))

    def __hash__(self):
        return hash(held(self))


class PropertyObject(property):
    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget = fget
        self.fset = fset
        self.fdel = fdel

    def getter(self, fget, /):
        return type(self)(fget, self.fset, self.fdel)

    def setter(self, fset, /):
        return type(self)(self.fget, fset, self.fdel)

    def deleter(self, fdel, /):
        return type(self)(self.fget, self.fset, fdel)

    def __get__(self, instance, owner=None, /):
        if instance is None:
            return self
        if self.fget is None:
            prim.cut("a property without a getter")
        return self.fget(instance)

    def __set__(self, instance, value, /):
        if self.fset is None:
            prim.cut("a property without a setter")
        self.fset(instance, value)

    def __delete__(self, instance, /):
        if self.fdel is None:
            prim.cut("a property without a deleter")
        self.fdel(instance)
