"""The module typing: what programs call. The names of types are external objects that annotations mention."""

import _pyaot
import _pyaot_signatures

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


def NewType(name, tp):
    return lambda value: value


def dataclass_transform(**kwargs):
    def mark(target):
        target.__dataclass_transform__ = kwargs
        return target

    return mark


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    if not isinstance(obj, type) or globalns is not None or localns is not None:
        _pyaot.cut("typing.get_type_hints() but of a class, in the modules of its bases")
    hints = {}
    for base in reversed(obj.__mro__):
        for name, text in _pyaot.own_attribute(base, "__annotations__", {}).items():
            hints[name] = _pyaot.annotation(base, text)
    return hints


def get_origin(tp):
    return _pyaot.type_origin(tp)


def get_args(tp):
    return _pyaot.type_arguments(tp)


def override(function):
    return function


class Generic:
    pass


class Protocol:
    pass


class TypedDict:
    """Classes of it describe plain dicts, and make them."""

    def __init_subclass__(cls, total=True, **kwargs):
        pass

    def __new__(cls, *args, **kwargs):
        return dict(*args, **kwargs)


def _refuse_fields(cls, args, kwargs):
    named = [base for base in cls.__mro__ if _pyaot.own_attribute(base, "_fields") is not None][0]
    positional = ["_cls"] + list(cls._fields)
    _pyaot_signatures.refuse(named.__name__ + ".__new__", positional, [], cls._field_defaults, (cls,) + args, kwargs)


def _named_by_call(typename, fields, /):
    """typing.NamedTuple itself is a function in Python."""
    if not _pyaot.in_driver():  # which would lack __annotations__
        _pyaot.cut("typing.NamedTuple() called")
    names = tuple([name for name, kind in fields])
    attributes = {"_fields": names, "__match_args__": names, "_field_defaults": {}}
    return _pyaot.new_class(typename, (NamedTuple,), attributes)


class NamedTuple(tuple):
    @classmethod
    def __pyaot_class_created__(cls):
        if not hasattr(cls, "_fields"):
            cls._fields = tuple(_pyaot.own_attribute(cls, "__annotations__", {}).keys())
            cls._field_defaults = {name: cls.__dict__[name] for name in cls._fields if name in cls.__dict__}
            if "__match_args__" not in cls.__dict__:
                cls.__match_args__ = cls._fields

    def __new__(cls, *args, **kwargs):
        if not hasattr(cls, "_fields"):
            return _named_by_call(*args, **kwargs)
        values = list(args)
        named = 0
        for name in cls._fields[len(args) :]:
            if name in kwargs:
                values.append(kwargs[name])
                named += 1
            elif name in cls._field_defaults:
                values.append(cls._field_defaults[name])
            else:
                _refuse_fields(cls, args, kwargs)
        if len(values) != len(cls._fields) or len(kwargs) != named:
            _refuse_fields(cls, args, kwargs)
        return _pyaot.tuple_of(cls, values)

    def __pyaot_given__(cls, *args, **kwargs):
        """How programs make the struct sequences of torch.return_types."""
        if len(args) != 1 or kwargs or type(args[0]) not in (tuple, list):
            _pyaot.cut("a struct sequence made otherwise than of a tuple or list")
        count, given = len(cls._fields), len(args[0])
        if given != count:
            name = f"torch.return_types.{cls.__name__}()"
            raise TypeError(f"{name} takes a {count}-sequence ({given}-sequence given)")
        return _pyaot.tuple_of(cls, args[0])

    @classmethod
    def _make(cls, iterable):
        values = list(iterable)
        if len(values) != len(cls._fields):
            _pyaot_signatures.refuse_count(len(cls._fields), len(values))
        return _pyaot.tuple_of(cls, values)

    def _replace(self, **kwargs):
        for name in kwargs:
            if name not in self._fields:
                raise ValueError("Got unexpected field names: " + repr([n for n in kwargs if n not in self._fields]))
        return self._make([kwargs.get(name, value) for name, value in zip(self._fields, self)])

    def _asdict(self):
        return dict(zip(self._fields, self))

    def __repr__(self):
        values = [name + "=" + repr(value) for name, value in zip(self._fields, self)]
        return type(self).__name__ + "(" + ", ".join(values) + ")"
