"""The module dataclasses. Annotations of a class body are texts (`__annotations__`), in order."""

import copy
import types

import _pyaot
import _pyaot_signatures
from _pyaot_objects import refuse


class _Missing:
    pass


MISSING = _Missing()
KW_ONLY = _Missing()


class _FIELD_BASE:
    def __init__(self, name):
        self.name = name


_FIELD = _FIELD_BASE("_FIELD")
_FIELD_CLASSVAR = _FIELD_BASE("_FIELD_CLASSVAR")  # in __dataclass_fields__, and nothing more
_FIELD_INITVAR = _FIELD_BASE("_FIELD_INITVAR")  # a parameter of __init__() that __post_init__() takes
_KINDS = {"ClassVar": _FIELD_CLASSVAR, "InitVar": _FIELD_INITVAR}


class Field:
    def __init__(self, default, default_factory, init, repr, compare, kw_only, metadata=None):
        self.name = ""
        self.type = None
        self.metadata = types.MappingProxyType({} if metadata is None else metadata)
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare
        self.kw_only = kw_only
        self.hash = None
        self._field_type = _FIELD


def field(
    *,
    default=MISSING,
    default_factory=MISSING,
    init=True,
    repr=True,
    hash=None,
    compare=True,
    metadata=None,
    kw_only=False,
):
    made = Field(default, default_factory, init, repr, compare, kw_only, metadata)
    made.hash = hash
    return made


def own_fields(cls, kw_only):
    result = []
    for name, annotation in _pyaot.own_attribute(cls, "__annotations__", {}).items():
        text = annotation.strip("'\"")
        head = text.split("[")[0].split(".")[-1].strip()
        if text == "KW_ONLY" or text == "dataclasses.KW_ONLY":
            kw_only = True
            continue
        default = _pyaot.own_attribute(cls, name, MISSING)
        item = default if isinstance(default, Field) else Field(default, MISSING, True, True, True, kw_only)
        item.name = name
        item.type = text
        item._field_type = _KINDS.get(head, _FIELD)
        item.kw_only = item.kw_only or kw_only
        if isinstance(default, Field):
            if item.default is not MISSING:
                setattr(cls, name, item.default)
        result.append(item)
    return result


def all_fields(cls, kw_only):
    found = {}
    for base in reversed(cls.__mro__[1:]):
        for item in _pyaot.own_attribute(base, "__dataclass_fields__", {}).values():
            found[item.name] = item
    for item in own_fields(cls, kw_only):
        found[item.name] = item
    return found


def refuse_fields(cls, self, fields, args, kwargs):
    taken = [item for item in fields if item.init]
    positional = ["self"] + [item.name for item in taken if not item.kw_only]
    keyword_only = [item.name for item in taken if item.kw_only]
    optional = [i.name for i in taken if i.default is not MISSING or i.default_factory is not MISSING]
    _pyaot_signatures.refuse(cls.__qualname__ + ".__init__", positional, keyword_only, optional, (self,) + args, kwargs)


def fill(cls, self, fields, args, kwargs, frozen):
    """Sets the fields, and gives the values that are for __post_init__()."""
    store = object.__setattr__ if frozen else setattr
    passed_on = []
    positional = [item for item in fields if item.init and not item.kw_only]
    if len(args) > len(positional):
        refuse_fields(cls, self, fields, args, kwargs)
    given = {}
    for item, value in zip(positional, args):
        given[item.name] = value
    for name, value in kwargs.items():
        if name in given:
            refuse_fields(cls, self, fields, args, kwargs)
        given[name] = value
    for item in fields:
        if item.name in given:
            value = given.pop(item.name)
        elif item.default is not MISSING:
            value = _pyaot.default_of(cls, item.name, item.default)
        elif item.default_factory is not MISSING:
            value = item.default_factory()
        elif item.init:
            refuse_fields(cls, self, fields, args, kwargs)
        else:
            continue
        if item._field_type.name == "_FIELD_INITVAR":
            passed_on.append(value)
        else:
            store(self, item.name, value)
    if len(given) > 0:
        refuse_fields(cls, self, fields, args, kwargs)
    return passed_on


def make_init(cls, fields, frozen):
    def __init__(self, *args, **kwargs):
        passed_on = fill(cls, self, fields, args, kwargs, frozen)
        if hasattr(self, "__post_init__"):
            self.__post_init__(*passed_on)

    return __init__


def make_repr(fields):
    def __repr__(self):
        inner = ", ".join([item.name + "=" + repr(getattr(self, item.name)) for item in fields if item.repr])
        return type(self).__qualname__ + "(" + inner + ")"

    return __repr__


def make_eq(fields):
    names = [item.name for item in fields if item.compare]

    def __eq__(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        if _pyaot.python_minor() < 13:  # tuples, of which the very same items are equal
            return tuple([getattr(self, n) for n in names]) == tuple([getattr(other, n) for n in names])
        result = True
        for n in names if self is not other else ():
            result = getattr(self, n) == getattr(other, n)
            if not result:
                break
        return result

    return __eq__


class FrozenInstanceError(AttributeError):
    pass


def need_no_super(slots):
    if slots:  # which is asked of the class that was before, by some versions
        _pyaot.cut("a frozen dataclass with slots and another attribute")


def make_frozen(cls, names, slots):
    def __setattr__(self, name, value):
        if name not in names:
            need_no_super(slots)
        if type(self) is cls or name in names:
            refuse(FrozenInstanceError, "cannot assign to field " + repr(name))
        super(cls, self).__setattr__(name, value)

    return __setattr__


def make_kept(cls, names, slots):
    def __delattr__(self, name):
        if name not in names:
            need_no_super(slots)
        if type(self) is cls or name in names:
            refuse(FrozenInstanceError, "cannot delete field " + repr(name))
        super(cls, self).__delattr__(name)

    return __delattr__


class Params:
    def __init__(self, init, repr, eq, order, frozen):
        self.init = init
        self.repr = repr
        self.eq = eq
        self.order = order
        self.frozen = frozen


def make_order(fields, name):
    names = [item.name for item in fields if item.compare]

    def compare(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        a, b = tuple([getattr(self, n) for n in names]), tuple([getattr(other, n) for n in names])
        return a < b if name == "__lt__" else a <= b if name == "__le__" else a > b if name == "__gt__" else a >= b

    return compare


def make_hash(fields):
    hashed = [item for item in fields if (item.compare if item.hash is None else item.hash)]

    def __hash__(self):
        return hash(tuple([getattr(self, item.name) for item in hashed]))

    return __hash__


def process(cls, init, repr, eq, order, unsafe_hash, frozen, kw_only, slots):
    found = all_fields(cls, kw_only)
    parameters = [item for item in found.values() if item._field_type.name != "_FIELD_CLASSVAR"]
    fields = [item for item in parameters if item._field_type.name == "_FIELD"]
    cls.__dataclass_fields__ = found
    cls.__dataclass_params__ = Params(init, repr, eq, order, frozen)
    cls.__match_args__ = tuple([item.name for item in parameters if item.init and not item.kw_only])
    if init and _pyaot.own_attribute(cls, "__init__") is None:
        cls.__init__ = make_init(cls, parameters, frozen)
    if repr and _pyaot.own_attribute(cls, "__repr__") is None:
        cls.__repr__ = make_repr(fields)
    if eq and _pyaot.own_attribute(cls, "__eq__") is None:
        cls.__eq__ = make_eq(fields)
    if _pyaot.own_attribute(cls, "__hash__") is None:
        if unsafe_hash or (eq and frozen):
            cls.__hash__ = make_hash(fields)
        elif eq:
            cls.__hash__ = None
    if frozen:
        cls.__setattr__ = make_frozen(cls, [item.name for item in fields], slots)
        cls.__delattr__ = make_kept(cls, [item.name for item in fields], slots)
    if order:
        for name in ("__lt__", "__le__", "__gt__", "__ge__"):
            if _pyaot.own_attribute(cls, name) is not None:
                raise TypeError("Cannot overwrite attribute " + name + " in class " + cls.__name__)
            setattr(cls, name, make_order(fields, name))
    if slots:
        cls.__slots__ = tuple([item.name for item in fields])
    return _pyaot.mark_dataclass(cls)


def dataclass(
    cls=None,
    /,
    *,
    init=True,
    repr=True,
    eq=True,
    order=False,
    unsafe_hash=False,
    frozen=False,
    match_args=True,
    kw_only=False,
    slots=False,
    weakref_slot=False,
):
    if cls is None:
        return lambda actual: process(actual, init, repr, eq, order, unsafe_hash, frozen, kw_only, slots)
    return process(cls, init, repr, eq, order, unsafe_hash, frozen, kw_only, slots)


def text_of(annotation):
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "object")


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, module=None, decorator=dataclass, **how):
    if namespace or module is not None or decorator is not dataclass:
        _pyaot.cut("make_dataclass() with a namespace, module or decorator")
    annotations, body = {}, {}
    for item in fields:
        if isinstance(item, str) or not item[0].isidentifier():
            _pyaot.cut("make_dataclass() with a field without a type")
        if item[0] in annotations:
            raise TypeError(f"Field name duplicated: {item[0]!r}")
        annotations[item[0]] = text_of(item[1])
        if len(item) > 2:
            body[item[0]] = item[2]
    body["__annotations__"] = annotations
    return dataclass(type(cls_name, bases, body), **how)


def fields(class_or_instance):
    if not is_dataclass(class_or_instance):
        raise TypeError("must be called with a dataclass type or instance")
    return tuple([item for item in class_or_instance.__dataclass_fields__.values() if item._field_type.name == "_FIELD"])


def is_dataclass(obj):
    return hasattr(obj, "__dataclass_fields__")


def need_object(name, obj):
    if isinstance(obj, type) or not is_dataclass(obj):
        raise TypeError(name + "() should be called on dataclass instances")


def parts_of(value, make):
    """What asdict() and astuple() make of a value: parts of parts likewise, and copies of all else."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if prim.is_tensor(value):
        return copy.deepcopy(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[parts_of(item, make) for item in value])
    if isinstance(value, (list, tuple)):
        return type(value)([parts_of(item, make) for item in value])
    if isinstance(value, dict):
        if type(value) is not dict:
            _pyaot.cut("a copy of a subclass of dict")
        return {parts_of(key, make): parts_of(item, make) for key, item in value.items()}
    if not isinstance(value, type) and is_dataclass(value):
        return make(value)
    return copy.deepcopy(value)


def asdict(obj, *, dict_factory=dict):
    need_object("asdict", obj)

    def make(value):
        return dict_factory([(item.name, parts_of(getattr(value, item.name), make)) for item in fields(value)])

    return make(obj)


def astuple(obj, *, tuple_factory=tuple):
    need_object("astuple", obj)

    def make(value):
        return tuple_factory([parts_of(getattr(value, item.name), make) for item in fields(value)])

    return make(obj)


def replace(obj, /, **changes):
    need_object("replace", obj)
    for item in obj.__dataclass_fields__.values():
        if item._field_type.name == "_FIELD_CLASSVAR":
            continue
        if not item.init:
            if item.name in changes:
                raise ValueError(
                    "field " + item.name + " is declared with init=False, it cannot be specified with replace()"
                )
        elif item.name not in changes:
            if item._field_type.name == "_FIELD_INITVAR" and item.default is MISSING:
                raise ValueError(f"InitVar {item.name!r} must be specified with replace()")
            changes[item.name] = getattr(obj, item.name)
    return type(obj)(**changes)
