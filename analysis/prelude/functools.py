"""The module functools. What caches results keeps state that nothing guards: only driver code calls it."""

import _pyaot
from collections import namedtuple

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
    items = None
    try:
        items = iter(iterable)
    except TypeError:
        pass
    if items is None:
        raise TypeError("reduce() arg 2 must support iteration")
    if len(initial) > 0:
        result = initial[0]
    else:
        try:
            result = next(items)
        except StopIteration:
            raise TypeError("reduce() of empty iterable with no initial value")
    for item in prim.steps(items):
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


def _defines(cls, name):
    return any([_pyaot.own_attribute(base, name, None) is not None for base in cls.__mro__ if base is not object])


def total_ordering(cls):
    if issubclass(cls, (int, float, complex, str, bytes, tuple, list, dict, set, frozenset)):
        return cls  # which have all of them
    defined = [name for name in _orderings if _defines(cls, name)]
    if len(defined) == 0:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    root = max(defined)  # __lt__, else __le__, ...
    for name, negate, equal in _orderings[root]:
        if name not in defined:
            setattr(cls, name, _ordered_by(root, negate, equal))
    return cls


_CacheInfo = namedtuple("CacheInfo", ["hits", "misses", "maxsize", "currsize"])


class _lru_cache_wrapper:
    """What it gives must be the same at every call: a constant, made of constants. One that the compiled function itself
    has made is seen from its first call on: it keeps what it has given, as Python's does."""

    def __init__(self, function, maxsize=None, typed=False):
        self.__wrapped__ = function
        self.limit = maxsize if maxsize is None else max(maxsize, 0)
        self.typed = typed
        self.hits = self.misses = 0
        self.results = None if _pyaot.in_driver() else {}
        names = ("__name__", "__qualname__", "__doc__") if _pyaot.in_driver() else ("__name__", "__qualname__")
        for name in names:
            if hasattr(function, name):
                setattr(self, name, getattr(function, name))

    def __call__(self, *args, **kwargs):
        if self.results is None:
            return _pyaot.constant_call(self.__wrapped__, args, kwargs)
        key = (args, tuple(kwargs.items()), tuple([type(a) for a in args]) if self.typed else ())
        if not self.typed and len(kwargs) == 0 and len(args) == 1 and type(args[0]) in (int, str):
            key = args[0]  # so that 1 and 1.0 are two
        if self.limit == 0:
            self.misses = self.misses + 1
            return self.__wrapped__(*args, **kwargs)
        if key in self.results:
            self.hits = self.hits + 1
            value = self.results.pop(key)  # the last that was asked for is the last to go
            self.results[key] = value
            return value
        self.misses = self.misses + 1
        value = self.__wrapped__(*args, **kwargs)
        self.results[key] = value
        if self.limit is not None and len(self.results) > self.limit:
            del self.results[next(iter(self.results))]
        return value

    def cache_info(self):
        if self.results is None:
            _pyaot.cut("what functools.lru_cache has counted")
        return _CacheInfo(self.hits, self.misses, self.limit, len(self.results))

    def cache_parameters(self):
        _pyaot.cut("the parameters of functools.lru_cache")

    def __get__(self, instance, owner=None, /):
        if instance is None:
            return self
        if self.results is None:
            _pyaot.cut("functools.lru_cache of a method")
        return partial(self, instance)

    def cache_clear(self):
        if self.results is not None:
            self.results.clear()
            self.hits = self.misses = 0
        elif not _pyaot.in_driver():
            _pyaot.cut("cache_clear()")


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return _lru_cache_wrapper(maxsize, 128, typed)
    if maxsize is not None and not isinstance(maxsize, int):
        raise TypeError("Expected first argument to be an integer, a callable, or None")
    return lambda function: _lru_cache_wrapper(function, maxsize, typed)


def cache(function, /):
    return _lru_cache_wrapper(function)


class cached_property:
    def __init__(self, func):
        self.func = func
        self.attrname = None

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            _pyaot.cut("one functools.cached_property under two names")

    def __pyaot_made_by__(self):
        _pyaot.cut("a cached_property, outside of its class")

    def __get__(self, instance, owner=None, /):
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError("Cannot use cached_property instance without calling __set_name__ on it.")
        value = self.func(instance)
        object.__setattr__(instance, self.attrname, value)
        return value


class KeyWrapper:
    def __init__(self, compare):
        self._compare = compare

    def __call__(self, obj):
        made = KeyWrapper(self._compare)
        made.obj = obj
        return made

    def __lt__(self, other):
        return _compared(self, other) < 0

    def __gt__(self, other):
        return _compared(self, other) > 0

    def __le__(self, other):
        return _compared(self, other) <= 0

    def __ge__(self, other):
        return _compared(self, other) >= 0

    def __eq__(self, other):
        return _compared(self, other) == 0

    def __ne__(self, other):
        return _compared(self, other) != 0

    __hash__ = None


def _compared(a, b):
    if not isinstance(b, KeyWrapper):
        raise TypeError("other argument must be K instance")
    return a._compare(a.obj, b.obj)


def cmp_to_key(mycmp):
    return KeyWrapper(mycmp)


class partialmethod:
    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not isinstance(func, (classmethod, staticmethod, partialmethod)):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        if isinstance(func, partialmethod):
            self.func = func.func
            self.args = func.args + args
            self.keywords = {**func.keywords, **keywords}
        else:
            self.func = func
            self.args = args
            self.keywords = keywords

    def __get__(self, instance, owner=None, /):
        func = self.func
        if not hasattr(func, "__code__"):
            _pyaot.cut("functools.partialmethod of what is no function")
        if instance is None:
            return lambda cls_or_self, /, *args, **keywords: func(
                cls_or_self, *self.args, *args, **{**self.keywords, **keywords}
            )
        return partial(func, instance, *self.args, **self.keywords)


class singledispatch:
    """The function that it gives in Python is an object here; what is registered is guarded (ev_input_kinds.c)."""

    def __init__(self, function):
        self.__wrapped__ = function
        self.__name__ = function.__name__
        self.registry = {object: function}
        self.is_made_here = not _pyaot.in_driver()

    def dispatch(self, cls):
        """As far as no two abstract classes have to be weighed."""
        if cls in self.registry:
            return self.registry[cls]
        mro = cls.__mro__
        virtual = [key for key in self.registry if key not in mro and issubclass(cls, key)]
        found = [key for key in mro if key in self.registry][0]
        if len(virtual) == 0:
            return self.registry[found]
        if len(virtual) > 1 or found is not object:
            _pyaot.cut("functools.singledispatch over several abstract classes")
        return self.registry[virtual[0]]

    def register(self, cls, function=None):
        if not _pyaot.in_driver() and not self.is_made_here:
            _pyaot.cut("a function is registered with functools.singledispatch")
        if isinstance(cls, type):
            if function is None:
                return lambda f: self.register(cls, f)
            self.registry[cls] = function
            return function
        annotation = _pyaot.annotation_of(cls)
        if function is not None or annotation is None:
            raise TypeError("Invalid first argument to `register()`")
        if not isinstance(annotation, type):
            _pyaot.cut("functools.singledispatch by an annotation that is no class")
        return self.register(annotation, cls)

    def __call__(self, *args, **keywords):
        if len(args) == 0:
            raise TypeError(f"{self.__name__} requires at least 1 positional argument")
        return self.dispatch(type(args[0]))(*args, **keywords)


class singledispatchmethod:
    def __init__(self, func):
        self.func = func
        self.dispatcher = singledispatch(func)

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, method)

    def __get__(self, instance, owner=None, /):
        return _DispatchedMethod(self.dispatcher, instance, owner)


class _DispatchedMethod:
    """The function that singledispatchmethod gives, with what may be asked of it."""

    def __init__(self, dispatcher, instance, owner):
        self.dispatcher = dispatcher
        self.instance = instance
        self.owner = owner

    def __call__(self, *args, **keywords):
        function = self.dispatcher.dispatch(type(args[0]))
        if isinstance(function, classmethod):
            return function.__func__(self.owner, *args, **keywords)
        if isinstance(function, staticmethod):
            return function.__func__(*args, **keywords)
        if not hasattr(function, "__code__"):
            _pyaot.cut("functools.singledispatchmethod of what is no function")
        return function(*args, **keywords) if self.instance is None else function(self.instance, *args, **keywords)

    def __pyaot_made_by__(self):
        _pyaot.cut("a method of functools.singledispatchmethod")

    def __getattr__(self, name):
        if name == "register":
            return self.dispatcher.register
        _pyaot.cut("the attribute '" + name + "' of a method of functools.singledispatchmethod")
