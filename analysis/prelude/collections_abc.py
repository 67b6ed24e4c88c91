"""The module collections.abc: classes that isinstance() decides by what an object can do (`__pyaot_protocol__`)."""

import _pyaot


class Iterable:
    __pyaot_protocol__ = "__iter__"


class Iterator:
    __pyaot_protocol__ = "__next__"


class Generator:
    __pyaot_protocol__ = "generator"


class Sized:
    __pyaot_protocol__ = "__len__"


class Container:
    __pyaot_protocol__ = "__contains__"


class Collection:
    __pyaot_protocol__ = "collection"


class Callable:
    __pyaot_protocol__ = "__call__"


class Hashable:
    __pyaot_protocol__ = "__hash__"


class Sequence:
    __pyaot_protocol__ = "sequence"

    def index(self, value, start=0, stop=None):
        if start is not None and start < 0:
            start = max(len(self) + start, 0)
        if stop is not None and stop < 0:
            stop += len(self)
        i = start
        while stop is None or i < stop:
            try:
                item = self[i]
            except IndexError:
                break
            if item is value or item == value:
                return i
            i += 1
        raise ValueError

    def count(self, value):
        return sum([1 for item in self if item is value or item == value])


class MutableSequence(Sequence):
    __pyaot_protocol__ = "mutable sequence"

    def append(self, value):
        self.insert(len(self), value)

    def clear(self):
        try:
            while True:
                self.pop()
        except IndexError:
            pass

    def reverse(self):
        n = len(self)
        for i in range(n // 2):
            self[i], self[n - i - 1] = self[n - i - 1], self[i]

    def extend(self, values):
        for value in list(values) if values is self else values:
            self.append(value)

    def pop(self, index=-1):
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


class Mapping:
    __pyaot_protocol__ = "mapping"

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def __eq__(self, other):
        if not isinstance(other, (Mapping, dict)):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    def keys(self):
        return KeysView(self)

    def items(self):
        return ItemsView(self)

    def values(self):
        return ValuesView(self)


class MutableMapping(Mapping):
    __pyaot_protocol__ = "mutable mapping"

    def pop(self, key, *default):
        try:
            value = self[key]
        except KeyError:
            if len(default) > 0:
                return default[0]
            raise
        del self[key]
        return value

    def popitem(self):
        try:
            key = next(iter(self))
        except StopIteration:
            raise KeyError from None
        value = self[key]
        del self[key]
        return key, value

    def clear(self):
        try:
            while True:
                self.popitem()
        except KeyError:
            pass

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default

    def update(self, other=(), /, **kwargs):
        for key in other.keys() if hasattr(other, "keys") else ():
            self[key] = other[key]
        for key, value in () if hasattr(other, "keys") else other:
            self[key] = value
        for key, value in kwargs.items():
            self[key] = value


class Set:
    __pyaot_protocol__ = "set"

    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def __le__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) <= len(other) and all([item in other for item in self])

    def __lt__(self, other):
        return len(self) < len(other) and self.__le__(other) if isinstance(other, Set) else NotImplemented

    def __gt__(self, other):
        return len(self) > len(other) and self.__ge__(other) if isinstance(other, Set) else NotImplemented

    def __ge__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) >= len(other) and all([item in self for item in other])

    def __eq__(self, other):
        return len(self) == len(other) and self.__le__(other) if isinstance(other, Set) else NotImplemented

    def __and__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable([value for value in other if value in self])

    __rand__ = __and__

    def isdisjoint(self, other):
        for value in other:
            if value in self:
                return False
        return True

    def __or__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable([item for part in (self, other) for item in part])

    __ror__ = __or__

    def __sub__(self, other):
        if not isinstance(other, Set):
            if not isinstance(other, Iterable):
                return NotImplemented
            other = self._from_iterable(other)
        return self._from_iterable([value for value in self if value not in other])

    def __rsub__(self, other):
        if not isinstance(other, Set):
            if not isinstance(other, Iterable):
                return NotImplemented
            other = self._from_iterable(other)
        return self._from_iterable([value for value in other if value not in self])

    def __xor__(self, other):
        if not isinstance(other, Set):
            if not isinstance(other, Iterable):
                return NotImplemented
            other = self._from_iterable(other)
        return (self - other) | (other - self)

    __rxor__ = __xor__

    def _hash(self):
        _pyaot.cut("the hash of a collections.abc.Set")


class MutableSet(Set):
    __pyaot_protocol__ = "mutable set"

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        try:
            value = next(iter(self))
        except StopIteration:
            raise KeyError from None
        self.discard(value)
        return value

    def clear(self):
        try:
            while True:
                self.pop()
        except KeyError:
            pass

    def __ior__(self, it):
        for value in it:
            self.add(value)
        return self

    def __iand__(self, it):
        for value in self - it:
            self.discard(value)
        return self

    def __ixor__(self, it):
        if it is self:
            self.clear()
            return self
        for value in it if isinstance(it, Set) else self._from_iterable(it):
            if value in self:
                self.discard(value)
            else:
                self.add(value)
        return self

    def __isub__(self, it):
        if it is self:
            self.clear()
            return self
        for value in it:
            self.discard(value)
        return self


class MappingView:
    """What keys(), items() and values() of a mapping give, which see what becomes of it. See dicts for theirs."""

    __pyaot_protocol__ = "mapping view"

    def __init__(self, mapping):
        self._mapping = mapping

    def __pyaot_made_by__(self):
        return "collections.abc", type(self).__name__, (self._mapping,)

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return type(self).__name__ + "(" + repr(self._mapping) + ")"


class KeysView(MappingView, Set):
    __pyaot_protocol__ = "keys view"

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        return iter(self._mapping)


class ItemsView(MappingView, Set):
    __pyaot_protocol__ = "items view"

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, item):
        key, value = item
        try:
            found = self._mapping[key]
        except KeyError:
            return False
        return found is value or found == value

    def __iter__(self):
        mapping = self._mapping
        for key in mapping:
            yield key, mapping[key]


class ValuesView(MappingView):
    __pyaot_protocol__ = "values view"

    def __contains__(self, value):
        for key in self._mapping:
            found = self._mapping[key]
            if found is value or found == value:
                return True
        return False

    def __iter__(self):
        mapping = self._mapping
        for key in mapping:
            yield mapping[key]
