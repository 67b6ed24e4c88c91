"""The module typing: what programs call. The names of types are external objects that annotations mention."""

import _pyaot

TYPE_CHECKING = False


def cast(typ, val):
    return val


def overload(func):
    return func


def final(func):
    return func


def no_type_check(func):
    return func


def runtime_checkable(cls):
    return cls


def TypeVar(name, *constraints, **kwargs):
    return name


def ParamSpec(name, **kwargs):
    return name


def NewType(name, tp):
    return lambda value: value


class Generic:
    pass


class Protocol:
    pass


class NamedTuple(tuple):
    @classmethod
    def __pyaot_class_created__(cls):
        cls._fields = tuple(_pyaot.own_attribute(cls, "__annotations__", {}).keys())

    def __new__(cls, *args, **kwargs):
        values = list(args)
        for name in cls._fields[len(args) :]:
            if name in kwargs:
                values.append(kwargs.pop(name))
            else:
                default = _pyaot.own_attribute(cls, "_default_" + name)
                values.append(default)
        return _pyaot.tuple_of(cls, values)
