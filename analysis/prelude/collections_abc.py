"""The module collections.abc: classes that isinstance() decides by what an object can do (`__pyaot_protocol__`)."""


class Iterable:
    __pyaot_protocol__ = "__iter__"


class Iterator:
    __pyaot_protocol__ = "__next__"


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


class MutableSequence:
    __pyaot_protocol__ = "mutable sequence"


class Mapping:
    __pyaot_protocol__ = "mapping"


class MutableMapping:
    __pyaot_protocol__ = "mapping"


class Set:
    __pyaot_protocol__ = "set"


class MutableSet:
    __pyaot_protocol__ = "set"
