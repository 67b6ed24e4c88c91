"""The module collections. Subclasses of dict are dicts with a class (value.h); a deque is an object that has a list."""

import keyword

import _pyaot
import _pyaot_iteration
from collections import abc
from itertools import chain
from operator import index as _index
from typing import NamedTuple


nothing = object()


def no_such_key(key):
    """The error of a key that an OrderedDict lacks: it has the arguments that an exception set with such a value gets."""
    if key is None:
        return KeyError()
    return KeyError(*key) if isinstance(key, tuple) else KeyError(key)


def parts_of(pair):
    parts = iter(pair)
    key = next(parts, nothing)
    if key is nothing:
        raise ValueError("need more than 0 values to unpack")
    value = next(parts, nothing)
    if value is nothing:
        raise ValueError("need more than 1 value to unpack")
    if next(parts, nothing) is not nothing:
        raise ValueError("too many values to unpack (expected 2)")
    return key, value


class OrderedDict(dict):
    def __init__(self, other=(), /, **kwargs):
        OrderedDict.update(self, other, **kwargs)

    def update(self, other=(), /, **kwargs):
        keys = other.keys() if hasattr(other, "keys") else None
        for key in [] if keys is None else list(keys):
            self[key] = other[key]
        for pair in other if keys is None else ():
            key, value = pair if isinstance(pair, tuple) and len(pair) == 2 else parts_of(pair)
            self[key] = value
        for key, value in kwargs.items():
            self[key] = value

    def __repr__(self):
        name = type(self).__name__
        if len(self) == 0:
            return name + "()"
        return name + "(" + repr(dict(self) if _pyaot.python_minor() >= 12 else list(self.items())) + ")"

    def pop(self, key, default=nothing):
        if default is nothing and not dict.__contains__(self, key):
            raise no_such_key(key)
        return dict.pop(self, key, default)

    def move_to_end(self, key, last=True):
        value = OrderedDict.pop(self, key)
        others = [] if last else list(dict.items(self))
        if not last:
            dict.clear(self)
        dict.__setitem__(self, key, value)
        for name, item in others:
            dict.__setitem__(self, name, item)

    def popitem(self, last=True):
        if len(self) == 0:
            raise KeyError("dictionary is empty")
        keys = list(dict.keys(self))
        key = keys[-1] if last else keys[0]
        return key, dict.pop(self, key)

    def setdefault(self, key, default=None):
        if key in self:
            return self[key]
        self[key] = default
        return default

    def copy(self):
        made = type(self)()
        for key in self:
            made[key] = self[key]
        return made

    def __or__(self, other, /):
        if not isinstance(other, dict):
            return NotImplemented
        made = type(self)(self)
        made.update(other)
        return made

    def __ror__(self, other, /):
        if not isinstance(other, dict):
            return NotImplemented
        made = type(self)(other)
        made.update(self)
        return made

    def __ior__(self, other, /):
        self.update(other)
        return self

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made


class defaultdict(dict):
    def __init__(self, default_factory=None, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        self.default_factory = default_factory
        if len(args) > 1:
            raise TypeError(f"dict expected at most 1 argument, got {len(args)}")
        dict.update(self, *args, **kwargs)

    def __repr__(self):
        return type(self).__name__ + "(" + repr(self.default_factory) + ", " + repr(dict(self)) + ")"

    @classmethod
    def fromkeys(cls, iterable, value=None, /):
        made = cls()
        for key in iterable:
            made[key] = value
        return made

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        self[key] = value = self.default_factory()
        return value

    def copy(self):
        return type(self)(self.default_factory, self)

    def __copy__(self):
        return type(self)(self.default_factory, self)

    def __or__(self, other, /):
        if not isinstance(other, dict):
            return NotImplemented
        made = type(self)(self.default_factory, self)
        made.update(other)
        return made

    def __ror__(self, other, /):
        if not isinstance(other, dict):
            return NotImplemented
        made = type(self)(self.default_factory, other)
        made.update(self)
        return made

    def __ior__(self, other, /):
        self.update(other)
        return self


class Counter(dict):
    def __init__(self, iterable=None, /, **kwargs):
        self.update(iterable, **kwargs)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **kwargs):
        if isinstance(iterable, (dict, abc.Mapping)):
            if len(self) > 0:
                for key, count in iterable.items():
                    self[key] = count + self.get(key, 0)
            else:
                dict.update(self, iterable)
        elif iterable is not None:
            for key in iterable:
                self[key] = self.get(key, 0) + 1
        if len(kwargs) > 0:
            self.update(kwargs)

    def subtract(self, iterable=None, /, **kwargs):
        if isinstance(iterable, (dict, abc.Mapping)):
            for key, count in iterable.items():
                self[key] = self.get(key, 0) - count
        elif iterable is not None:
            for key in iterable:
                self[key] = self.get(key, 0) - 1
        if len(kwargs) > 0:
            self.subtract(kwargs)

    def elements(self):
        return chain([key for key, count in self.items() for _ in range(count)])

    def __repr__(self):
        name = type(self).__name__
        if len(self) == 0:
            return name + "()"
        try:
            items = self.most_common()
        except TypeError:  # counts that have no order
            items = self.items()
        return name + "(" + repr(dict(items)) + ")"

    def most_common(self, n=None):
        items = sorted(self.items(), key=lambda item: item[1], reverse=True)
        return items if n is None else items[:n]

    def total(self):
        return sum(self.values())

    def __pyaot_combined__(self, other, combine):
        if not isinstance(other, Counter):
            return NotImplemented
        counts = [(key, combine(self[key], other[key])) for key in self]
        counts += [(key, combine(0, other[key])) for key in other if key not in self]
        result = Counter()
        for key, count in counts:
            if count > 0:
                result[key] = count
        return result

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[key] == other[key] for counter in (self, other) for key in counter])

    def __ne__(self, other):
        return not self == other if isinstance(other, Counter) else NotImplemented

    def __add__(self, other):
        return self.__pyaot_combined__(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self.__pyaot_combined__(other, lambda a, b: a - b)

    def __or__(self, other):
        if type(other) is dict:  # whose own operator takes both for dicts
            return {**self, **other}
        return self.__pyaot_combined__(other, max)

    def __and__(self, other):
        return self.__pyaot_combined__(other, min)

    def __pos__(self):
        return self.__pyaot_combined__(Counter(), lambda a, b: a)

    def __neg__(self):
        return self.__pyaot_combined__(Counter(), lambda a, b: -a)

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[key] <= other[key] for counter in (self, other) for key in counter])

    def __lt__(self, other):
        return self <= other and self != other if isinstance(other, Counter) else NotImplemented

    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[key] >= other[key] for counter in (self, other) for key in counter])

    def __gt__(self, other):
        return self >= other and self != other if isinstance(other, Counter) else NotImplemented

    def __pyaot_keep_positive__(self):
        for key in [key for key, count in self.items() if not count > 0]:
            del self[key]
        return self

    def __iadd__(self, other):
        for key, count in other.items():
            self[key] += count
        return self.__pyaot_keep_positive__()

    def __isub__(self, other):
        for key, count in other.items():
            self[key] -= count
        return self.__pyaot_keep_positive__()

    def __ior__(self, other):
        for key, count in other.items():
            self[key] = max(self[key], count)
        return self.__pyaot_keep_positive__()

    def __iand__(self, other):
        for key in list(self):
            self[key] = min(self[key], other[key])
        return self.__pyaot_keep_positive__()

    def copy(self):
        return type(self)(self)

    def __delitem__(self, elem):
        if elem in self:
            dict.__delitem__(self, elem)

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError("Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")


def check_names(names):
    for name in names:
        if not isinstance(name, str):
            raise TypeError("Type names and field names must be strings")
        if not name.isidentifier():
            raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
        if keyword.iskeyword(name):
            raise ValueError(f"Type names and field names cannot be a keyword: {name!r}")


def check_fields(fields):
    for i, name in enumerate(fields):
        if name.startswith("_"):
            raise ValueError(f"Field names cannot start with an underscore: {name!r}")
        if name in fields[:i]:
            raise ValueError(f"Encountered duplicate field name: {name!r}")


def renamed(fields):
    names = []
    for i, name in enumerate(fields):
        is_one = name.isidentifier() and not keyword.iskeyword(name) and not name.startswith("_")
        names.append(name if is_one and name not in names else f"_{i}")
    return tuple(names)


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    if module is not None:
        _pyaot.cut("collections.namedtuple with module=")
    fields = renamed([str(name) for name in field_names]) if rename else tuple([str(name) for name in field_names])
    check_names((str(typename),) + fields)
    if not rename:
        check_fields(fields)
    defaults = () if defaults is None else tuple(defaults)
    if len(defaults) > len(fields):
        raise TypeError("Got more default values than field names")
    attributes = {"_fields": fields, "__match_args__": fields}
    values = {}
    for name, value in zip(reversed(fields), reversed(defaults)):
        values[name] = attributes[name] = value
    attributes["_field_defaults"] = {name: values[name] for name in fields if name in values}
    return _pyaot.new_class(typename, (NamedTuple,), attributes)


def backwards(items):
    for i, _ in enumerate(prim.deque_iterator(items)):  # which notices what has changed
        yield items[len(items) - 1 - i]


def _refuse_slice(i):
    if isinstance(i, slice):
        raise TypeError("sequence index must be integer, not 'slice'")


class deque:
    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None and not isinstance(maxlen, int):
            raise TypeError("an integer is required")
        if maxlen is not None and maxlen < 0:
            raise ValueError("maxlen must be non-negative")
        self.maxlen = maxlen
        self._items = []
        deque.extend(self, iterable)

    def __pyaot_made_by__(self):
        return "collections", "deque", (self._items, self.maxlen)

    def append(self, item):
        self._items.append(item)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop(0)

    def appendleft(self, item):
        self._items.insert(0, item)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop()

    def extend(self, iterable):
        for item in list(self._items) if iterable is self else iterable:
            deque.append(self, item)

    def extendleft(self, iterable):
        for item in list(self._items) if iterable is self else iterable:
            deque.appendleft(self, item)

    def pop(self):
        if len(self._items) == 0:
            raise IndexError("pop from an empty deque")
        return self._items.pop()

    def popleft(self):
        if len(self._items) == 0:
            raise IndexError("pop from an empty deque")
        return self._items.pop(0)

    def rotate(self, n=1):
        n = _index(n)
        if len(self._items) > 0:
            n = n % len(self._items)
            self._items[:] = self._items[len(self._items) - n :] + self._items[: len(self._items) - n]

    def clear(self):
        self._items.clear()

    def copy(self):
        return type(self)(self) if self.maxlen is None else type(self)(self, self.maxlen)

    def count(self, item):
        return self._items.count(item)

    def index(self, item, *bounds):
        try:
            return self._items.index(item, *bounds)
        except ValueError as error:
            text = error.args[0] if error.args else ""
            if not (isinstance(text, str) and text.endswith(" is not in list")):
                raise
        raise ValueError(text[:-4] + "deque")

    def insert(self, i, item):
        if self.maxlen is not None and len(self._items) >= self.maxlen:
            raise IndexError("deque already at its maximum size")
        self._items.insert(i, item)

    def remove(self, item):
        try:
            self._items.remove(item)
        except ValueError:
            raise ValueError(f"{item!r} is not in deque") from None

    def reverse(self):
        self._items.reverse()

    def __len__(self):
        return len(self._items)

    def __getitem__(self, i):
        _refuse_slice(i)
        try:
            return self._items[i]
        except IndexError:
            raise IndexError("deque index out of range") from None

    def __setitem__(self, i, item):
        _refuse_slice(i)
        try:
            self._items[i] = item
        except IndexError:
            raise IndexError("deque index out of range") from None

    def __delitem__(self, i):
        _refuse_slice(i)
        try:
            del self._items[i]
        except IndexError:
            raise IndexError("deque index out of range") from None

    def __contains__(self, item):
        return item in self._items

    def __iter__(self):
        return prim.deque_iterator(self._items)

    def __reversed__(self):
        return backwards(self._items)

    def __eq__(self, other):
        return self._items == other._items if isinstance(other, deque) else NotImplemented

    def __repr__(self):
        bound = "" if self.maxlen is None else ", maxlen=" + repr(self.maxlen)
        return type(self).__name__ + "(" + repr(list(self)) + bound + ")"

    def __add__(self, other):
        if not isinstance(other, deque):
            _pyaot.cut("a deque and another object in one")
        made = deque.copy(self)
        deque.extend(made, other)
        return made

    def __mul__(self, n):
        if not isinstance(n, int):
            _pyaot.cut("a deque times something else than an int")
        made = deque.copy(self)
        items = self._items * n
        made._items[:] = items if self.maxlen is None else items[max(len(items) - self.maxlen, 0) :]
        return made

    __rmul__ = __mul__

    def __imul__(self, n):
        items = self._items * n
        self.clear()
        self.extend(items)
        return self

    def __iadd__(self, other):
        deque.extend(self, other)
        return self

    def __lt__(self, other):
        return self._items < other._items if isinstance(other, deque) else NotImplemented

    def __le__(self, other):
        return self._items <= other._items if isinstance(other, deque) else NotImplemented

    def __gt__(self, other):
        return self._items > other._items if isinstance(other, deque) else NotImplemented

    def __ge__(self, other):
        return self._items >= other._items if isinstance(other, deque) else NotImplemented


class ChainMap:
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __pyaot_made_by__(self):
        return "collections", "ChainMap", tuple(self.maps)

    def __getitem__(self, key):
        for mapping in self.maps:
            try:
                return mapping[key]
            except KeyError:
                pass
        return self.__missing__(key)

    def __missing__(self, key):
        raise KeyError(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        if key not in self.maps[0]:
            raise KeyError("Key not found in the first mapping: " + repr(key))
        del self.maps[0][key]

    def __contains__(self, key):
        return any([key in mapping for mapping in self.maps])

    def __len__(self):
        return len(list(iter(self)))

    def __iter__(self):
        keys = {}
        for mapping in reversed(self.maps):
            for key in mapping:
                keys[key] = None
        return iter(keys)

    def __pyaot_merged__(self):
        return {key: self[key] for key in self}

    def __or__(self, other):
        if not isinstance(other, (abc.Mapping, dict)):
            return NotImplemented
        made = self.copy()
        made.maps[0].update(other)
        return made

    def __ror__(self, other):
        if not isinstance(other, (abc.Mapping, dict)):
            return NotImplemented
        made = dict(other)
        for mapping in reversed(self.maps):
            made.update(mapping)
        return type(self)(made)

    def __ior__(self, other):
        self.maps[0].update(other)
        return self

    def __bool__(self):
        return any([len(m) > 0 for m in self.maps])

    def pop(self, key, *default):
        if key not in self.maps[0] and len(default) == 0:
            raise KeyError("Key not found in the first mapping: " + repr(key))
        return self.maps[0].pop(key, *default)

    def popitem(self):
        if len(self.maps[0]) == 0:
            raise KeyError("No keys found in the first mapping.")
        return self.maps[0].popitem()

    def clear(self):
        self.maps[0].clear()

    def update(self, *args, **kwargs):
        self.maps[0].update(*args, **kwargs)

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def copy(self):
        return type(self)(self.maps[0].copy(), *self.maps[1:])

    def __eq__(self, other):
        return dict(self) == dict(other) if isinstance(other, (ChainMap, dict)) else NotImplemented

    def keys(self):
        return abc.KeysView(self)

    def values(self):
        return abc.ValuesView(self)

    def items(self):
        return abc.ItemsView(self)

    def __repr__(self):
        return type(self).__name__ + "(" + ", ".join([repr(mapping) for mapping in self.maps]) + ")"

    def new_child(self, m=None, **kwargs):
        first = kwargs if m is None else m
        if m is not None:
            first.update(kwargs)
        return type(self)(first, *self.maps)

    @property
    def parents(self):
        return type(self)(*self.maps[1:])


class UserDict(abc.MutableMapping):
    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if kwargs:
            self.update(kwargs)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(self.__class__, "__missing__"):
            return self.__class__.__missing__(self, key)
        raise KeyError(key)

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def get(self, key, default=None):
        if key in self:
            return self[key]
        try:
            self[key]
        except KeyError:
            return default
        _pyaot.cut("UserDict.get(), which depends on Python's version here")

    def __repr__(self):
        return repr(self.data)

    def __or__(self, other):
        if not isinstance(other, (UserDict, dict)):
            return NotImplemented
        return self.__class__(self.data | _data(other))

    def __ror__(self, other):
        if not isinstance(other, (UserDict, dict)):
            return NotImplemented
        return self.__class__(_data(other) | self.data)

    def __ior__(self, other):
        self.data |= _data(other)
        return self

    def copy(self):
        if self.__class__ is not UserDict:
            _pyaot.cut("copy() of an object of a subclass of UserDict")
        return UserDict(self.data.copy())

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made


def _data(other):
    return other.data if isinstance(other, (UserList, UserDict)) else other


def _items_of(items):
    """As the generator of collections.abc.Sequence goes through them."""
    i = 0
    while i < len(items.data):
        yield items.data[i]
        i = i + 1


class UserList(abc.MutableSequence):
    def __init__(self, initlist=None):
        self.data = []
        if isinstance(initlist, (list, UserList)):
            self.data[:] = _data(initlist)
        elif initlist is not None:
            self.data = list(initlist)

    def __repr__(self):
        return repr(self.data)

    def __lt__(self, other):
        return self.data < _data(other)

    def __le__(self, other):
        return self.data <= _data(other)

    def __eq__(self, other):
        return self.data == _data(other)

    def __gt__(self, other):
        return self.data > _data(other)

    def __ge__(self, other):
        return self.data >= _data(other)

    def __contains__(self, item):
        return item in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return self.__class__(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def __iter__(self):
        if type(self).__getitem__ is UserList.__getitem__:
            return _items_of(self)
        return _pyaot_iteration.sequence_iterator(self)

    def __add__(self, other):
        return self.__class__(self.data + list(_data(other)))

    def __radd__(self, other):
        return self.__class__(list(_data(other)) + self.data)

    def __iadd__(self, other):
        self.data += list(_data(other))
        return self

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __imul__(self, n):
        self.data *= n
        return self

    def append(self, item):
        self.data.append(item)

    def insert(self, i, item):
        self.data.insert(i, item)

    def pop(self, i=-1):
        return self.data.pop(i)

    def remove(self, item):
        self.data.remove(item)

    def clear(self):
        self.data.clear()

    def copy(self):
        return self.__class__(self)

    def count(self, item):
        return self.data.count(item)

    def index(self, item, *args):
        return self.data.index(item, *args)

    def reverse(self):
        self.data.reverse()

    def sort(self, /, *args, **kwds):
        self.data.sort(*args, **kwds)

    def extend(self, other):
        self.data.extend(_data(other))
