"""The module enum: members are instances of their class, made when the class statement has run."""

import _pyaot
import _pyaot_subclasses


class property(_pyaot_subclasses.PropertyObject):
    """A member may have the name of such a property: the class gives the member, and members what the getter says."""

    name = None

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner=None, /):
        if instance is not None:
            return _pyaot_subclasses.PropertyObject.__get__(self, instance, owner)
        if self.name not in owner.__members__:
            raise AttributeError("<enum " + repr(owner.__name__) + "> has no attribute " + repr(self.name))
        return owner.__members__[self.name]


def check_auto(cls, values):
    """Behind other values than ints, or behind a smaller one than before, what auto() gives hangs on Python's version."""
    if issubclass(cls, StrEnum) or len(values) == 0:
        return
    if [1 for value in values if not isinstance(value, int)]:
        _pyaot.cut("enum.auto() behind what is no int")
    if not issubclass(cls, Flag) and max(values) != values[-1]:
        _pyaot.cut("enum.auto() behind a smaller int than before")


def member_type(cls):
    for kind in (int, str, float, tuple, bytes):
        if issubclass(cls, kind):
            return kind
    return object


def attribute_of_member(cls, name, member):
    """What a class has under the name of a member."""
    for base in cls.__mro__[1:]:
        found = _pyaot.own_attribute(base, name, None)
        if isinstance(found, property):
            redirect = property(found.fget, found.fset, found.fdel)
            redirect.name = name
            return redirect
    return member


class auto:
    def __init__(self, *value):
        if value:
            _pyaot.cut("enum.auto() of a value")

    def __getattr__(self, name):
        _pyaot.cut("an attribute of enum.auto()")

    def __setattr__(self, name, value):
        _pyaot.cut("an attribute of enum.auto()")

    def __repr__(self):
        _pyaot.cut("the text of enum.auto()")

    def __pyaot_made_by__(self):
        return "enum", "auto", ()

    def __or__(self, other):
        return Either(self, other) if isinstance(other, (auto, Either, int)) else NotImplemented

    __ror__ = __or__


class Either:
    """`A | B` in the body of a class, where A is `auto()`: Python gives that its value at once, here the class does."""

    def __init__(self, left, right):
        self.parts = (left, right)

    __or__ = __ror__ = auto.__or__

    def value(self, given):
        bits = 0
        for part in self.parts:
            if isinstance(part, Either):
                part = part.value(given)
            for one, value in given:
                if one is part:
                    part = value
            bits = bits | part
        return bits


def unique(enumeration):
    aliases = [f"{name} -> {m.name}" for name, m in enumeration.__members__.items() if name != m.name]
    if aliases:
        raise ValueError(f"duplicate values found in <enum '{enumeration.__name__}'>: {', '.join(aliases)}")
    return enumeration


def is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == "_" and name[1] != "_" and name[-2] != "_"


def is_member_name(cls, name):
    """Neither of Python's own, nor private to the class."""
    if name[:2] == "__" and name[-2:] == "__" and len(name) > 4 or is_sunder(name):
        return False
    private = "_" + cls.__name__ + "__"
    return not (name.startswith(private) and len(name) > len(private) and not name.endswith("__"))


def check_names(cls):
    """What Python refuses of the body of an enumeration."""
    known = ("_order_", "_generate_next_value_", "_missing_", "_ignore_")
    for name in cls.__dict__:
        if name == "mro" or (is_sunder(name) and name not in known):
            _pyaot.cut("an enumeration with names that are reserved")
    for base in cls.__mro__[1:]:
        if hasattr(base, "__dataclass_fields__"):
            _pyaot.cut("an enumeration of a dataclass")
        if not issubclass(base, Enum) and _pyaot.own_attribute(base, "__new__", None) is not None:
            _pyaot.cut("an enumeration of a class with __new__()")
        if issubclass(base, Enum) and len(base.__members__) > 0:
            _pyaot.cut("an enumeration that extends one with members")


def check_order(cls):
    order = cls.__dict__.get("_order_", None)
    names = list(cls.__members__)
    if order is not None and (order.replace(",", " ").split() if isinstance(order, str) else list(order)) != names:
        _pyaot.cut("an enumeration whose members are in another order than _order_ says")


class EnumMeta:
    def __iter__(cls):
        result = []
        for name, member in cls.__members__.items():
            bits = member._value_ if issubclass(cls, Flag) else 1
            if member._name_ == name and bits != 0 and bits & (bits - 1) == 0:
                result.append(member)
        return iter(result)

    def __len__(cls):
        return len(list(iter(cls)))

    def __getitem__(cls, name):
        return cls.__members__[name]

    def __contains__(cls, member):
        if not isinstance(member, Enum):
            _pyaot.cut("'in' of an enumeration and a value")
        for other in cls.__members__.values():
            if other is member:
                return True
        return False

    def __bool__(cls):
        return True

    def __reversed__(cls):
        return reversed(list(EnumMeta.__iter__(cls)))


EnumType = EnumMeta


def defined(cls, name):
    """What a class of the program defines; the classes here define none of what is asked for."""
    for base in cls.__mro__:
        found = _pyaot.own_attribute(base, name, None)
        if found is not None:
            return found
    return None


def of_data_type(cls, value, args):
    """What `_value_` is where nothing of the program says it."""
    kind = member_type(cls)
    if issubclass(cls, StrEnum) and not (len(args) == 1 and isinstance(value, str)):
        _pyaot.cut("an enum.StrEnum of what is no str")
    try:
        return kind(*args) if kind is int or kind is str else value
    except Exception:
        _pyaot.cut("a member whose value its type does not take")


def make_member(cls, name, value):
    args = value if isinstance(value, tuple) else (value,)
    new, init = defined(cls, "__new__"), defined(cls, "__init__")
    member = object.__new__(cls) if new is None else new(cls, *args)
    if not hasattr(member, "_value_"):
        object.__setattr__(member, "_value_", of_data_type(cls, value, args))
    if new is not None and issubclass(cls, (int, str)):
        if not hasattr(member, "_pyaot_data") or member._pyaot_data != member._value_:
            _pyaot.cut("a member that is another int or str than its value")
        object.__delattr__(member, "_pyaot_data")
    object.__setattr__(member, "value", member._value_)
    object.__setattr__(member, "_name_", name)
    object.__setattr__(member, "name", name)
    if init is not None:
        init(member, *args)
    return member


def made_by_call(cls, name, names, *, module=None, qualname=None, type=None, start=1, boundary=None):
    """`Enum("Color", "RED GREEN")`: as the class statement with the same members."""
    if module is not None or qualname is not None or boundary is not None or len(cls.__members__) > 0:
        _pyaot.cut("an enum made by a call, with these arguments")
    if defined(cls, "_generate_next_value_") is not None or (type is not None and type is not int and type is not str):
        _pyaot.cut("an enum made by a call, with values of its own")
    if isinstance(names, str):
        names = names.replace(",", " ").split()
    members = {}
    last = None
    for item in names:
        if isinstance(names, dict):
            member, value = item, names[item]
        elif not isinstance(item, str):
            member, value = item
        else:
            member = item
            value = start if last is None and not issubclass(cls, StrEnum) else cls.__pyaot_next__(last, item)
        if not isinstance(member, str) or member in members or member == "" or member[0] == "_":
            _pyaot.cut("an enum made by a call, of such names")
        last = members[member] = value
    values = {int: (_IntValues,), str: (_StrValues,)}.get(type, ())
    made = _pyaot.new_class(name, values + (cls,), members)
    made.__pyaot_class_created__()
    return made


class Enum:
    __members__ = {}

    @classmethod
    def __pyaot_class_created__(cls):
        check_names(cls)
        if not issubclass(cls.__bases__[-1], Enum):
            raise TypeError("new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`")
        cls.__members__ = members = {}
        given = []
        last = 0
        for name, value in list(cls.__dict__.items()):
            kind = _pyaot.kind(value)
            if not is_member_name(cls, name) or (kind != "value" and kind != "class"):
                continue
            if kind == "class" and value.__qualname__.startswith(cls.__qualname__ + "."):
                _pyaot.cut("a class in the body of an enumeration")
            made_of = value
            if isinstance(value, Either):
                value = value.value(given)
            elif isinstance(value, auto) and [1 for one, _ in given if one is value]:
                value = [known for one, known in given if one is value][0]  # `B = A`, where A is auto()
            elif isinstance(value, auto) and defined(cls, "_generate_next_value_") is not None:
                value = cls._generate_next_value_(name, 1, len(members), [m._value_ for m in members.values()])
            elif isinstance(value, auto):
                check_auto(cls, [one for _, one in given])
                value = cls.__pyaot_next__(last, name)
            elif isinstance(value, tuple) and [1 for part in value if isinstance(part, auto)]:
                _pyaot.cut("enum.auto() in a tuple")
            given.append((made_of, value))
            if isinstance(value, int):
                last = max(last, value) if issubclass(cls, Flag) else value
            made = make_member(cls, name, value)
            for member in members.values():
                if member._value_ == made._value_:
                    made = member
            members[name] = made
            setattr(cls, name, attribute_of_member(cls, name, made))
        cls._member_map_ = members
        cls._member_names_ = [name for name, member in members.items() if member._name_ == name]
        cls._member_type_ = member_type(cls)
        check_order(cls)

    @classmethod
    def __pyaot_next__(cls, last, name):
        return last + 1

    @classmethod
    def __pyaot_lookup__(cls, value, *names, **options):
        if names or "names" in options:
            return made_by_call(cls, value, *names, **options)
        if len(cls.__members__) == 0 or options:
            _pyaot.cut("a call of an enumeration without members")
        for member in cls.__members__.values():
            if member is value or member._value_ == value:
                return member
        if defined(cls, "_missing_") is not None:
            member = cls._missing_(value)
            if isinstance(member, cls):
                return member
            if member is not None:
                _pyaot.cut("a member that _missing_() does not give")
        raise ValueError(repr(value) + " is not a valid " + cls.__qualname__)

    def __str__(self):
        return type(self).__name__ + "." + self._name_

    def __repr__(self):
        return "<" + type(self).__name__ + "." + self._name_ + ": " + repr(self._value_) + ">"


class _IntValues(int):
    """What the members of an enum have that are ints too: of `class Level(int, Enum)`, in place of int."""

    def __int__(self):
        return self._value_

    def __index__(self):
        return self._value_

    def __eq__(self, other):
        return self._value_ == (other._value_ if isinstance(other, _IntValues) else other)

    def __add__(self, other):
        return self._value_ + other

    def __radd__(self, other):
        return other + self._value_

    def __floordiv__(self, other):
        return self._value_ // other

    def __rfloordiv__(self, other):
        return other // self._value_

    def __truediv__(self, other):
        return self._value_ / other

    def __rtruediv__(self, other):
        return other / self._value_

    def __mod__(self, other):
        return self._value_ % other

    def __rmod__(self, other):
        return other % self._value_

    def __pow__(self, other):
        return self._value_**other

    def __rpow__(self, other):
        return other**self._value_

    def __neg__(self):
        return -self._value_

    def __abs__(self):
        return abs(self._value_)

    def __round__(self, ndigits=None):
        return round(self._value_, ndigits)

    def __bool__(self):
        return self._value_ != 0

    def __float__(self):
        return float(self._value_)

    def __sub__(self, other):
        return self._value_ - other

    def __rsub__(self, other):
        return other - self._value_

    def __mul__(self, other):
        return self._value_ * other

    def __rmul__(self, other):
        return other * self._value_

    def __and__(self, other):
        return Flag.__and__(self, other) if isinstance(self, Flag) else self._value_ & other

    def __rand__(self, other):
        return Flag.__rand__(self, other) if isinstance(self, Flag) else other & self._value_

    def __or__(self, other):
        return Flag.__or__(self, other) if isinstance(self, Flag) else self._value_ | other

    def __ror__(self, other):
        return Flag.__ror__(self, other) if isinstance(self, Flag) else other | self._value_

    def __xor__(self, other):
        return Flag.__xor__(self, other) if isinstance(self, Flag) else self._value_ ^ other

    def __rxor__(self, other):
        return Flag.__rxor__(self, other) if isinstance(self, Flag) else other ^ self._value_

    def __lshift__(self, other):
        return self._value_ << other

    def __rlshift__(self, other):
        return other << self._value_

    def __rshift__(self, other):
        return self._value_ >> other

    def __rrshift__(self, other):
        return other >> self._value_

    def __invert__(self):
        return Flag.__invert__(self) if isinstance(self, Flag) else ~self._value_

    def __pos__(self):
        return self._value_

    def __divmod__(self, other):
        return divmod(self._value_, other)

    def __rdivmod__(self, other):
        return divmod(other, self._value_)

    def __lt__(self, other):
        return self._value_ < (other._value_ if isinstance(other, _IntValues) else other)

    def __le__(self, other):
        return self._value_ <= (other._value_ if isinstance(other, _IntValues) else other)

    def __gt__(self, other):
        return self._value_ > (other._value_ if isinstance(other, _IntValues) else other)

    def __ge__(self, other):
        return self._value_ >= (other._value_ if isinstance(other, _IntValues) else other)


class _StrValues(str):
    """The same of those that are strs."""

    def __eq__(self, other):
        return self._value_ == (other._value_ if isinstance(other, _StrValues) else other)

    def __lt__(self, other):
        return self._value_ < (other._value_ if isinstance(other, _StrValues) else other)

    def __le__(self, other):
        return self._value_ <= (other._value_ if isinstance(other, _StrValues) else other)

    def __gt__(self, other):
        return self._value_ > (other._value_ if isinstance(other, _StrValues) else other)

    def __ge__(self, other):
        return self._value_ >= (other._value_ if isinstance(other, _StrValues) else other)

    def __add__(self, other):
        return self._value_ + (other._value_ if isinstance(other, _StrValues) else other)

    def __radd__(self, other):
        return other + self._value_

    def __mul__(self, other):
        return self._value_ * other

    def __len__(self):
        return len(self._value_)

    def __bool__(self):
        return len(self._value_) > 0

    def __contains__(self, part):
        return part in self._value_

    def __getitem__(self, index):
        return self._value_[index]

    def __iter__(self):
        return iter(self._value_)


class IntEnum(_IntValues, Enum):
    def __str__(self):
        return repr(self._value_)

    def __format__(self, spec, /):
        return str(self) if spec == "" else format(self._value_, spec)


class StrEnum(_StrValues, Enum):
    @classmethod
    def __pyaot_next__(cls, last, name):
        return name.lower()

    def __str__(self):
        return self._value_

    def __format__(self, spec, /):
        return str(self) if spec == "" else format(self._value_, spec)


class Flag(Enum):
    """Members with several bits and no name are made here, each time anew: what asks for their identity is a cut."""

    @classmethod
    def __pyaot_next__(cls, last, name):
        bit = 1
        while bit <= last:
            bit = bit * 2
        return bit

    @classmethod
    def __pyaot_lookup__(cls, value, *names, **options):
        if names or "names" in options:
            return made_by_call(cls, value, *names, **options)
        if len(cls.__members__) == 0 or options:
            _pyaot.cut("a call of an enumeration without members")
        if isinstance(value, cls):
            return value
        every = 0
        for member in cls.__members__.values():
            if member._value_ == value:
                return member
            every = every | member._value_
        if not isinstance(value, int) or value < 0 or value & ~every:
            _pyaot.cut("an enum.Flag of unknown bits")
        made = object.__new__(cls)
        object.__setattr__(made, "_value_", value)
        object.__setattr__(made, "value", value)
        name = "|".join([part._name_ for part in made.__pyaot_parts__()]) or None
        object.__setattr__(made, "_name_", name)
        object.__setattr__(made, "name", name)
        return made

    def __pyaot_other__(self, other):
        kind = type(self)._member_type_
        if isinstance(other, type(self)):
            return other._value_
        return other if kind is not object and isinstance(other, kind) else None

    def __or__(self, other):
        bits = self.__pyaot_other__(other)
        return NotImplemented if bits is None else type(self)(self._value_ | bits)

    def __and__(self, other):
        bits = self.__pyaot_other__(other)
        return NotImplemented if bits is None else type(self)(self._value_ & bits)

    def __xor__(self, other):
        bits = self.__pyaot_other__(other)
        return NotImplemented if bits is None else type(self)(self._value_ ^ bits)

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__

    def __invert__(self):
        every = 0
        for member in type(self).__members__.values():
            every = every | member._value_
        return type(self)(every & ~self._value_)

    def __contains__(self, other):
        if not isinstance(other, type(self)):
            names = repr(type(other).__qualname__) + " and " + repr(type(self).__qualname__)
            raise TypeError("unsupported operand type(s) for 'in': " + names)
        return other._value_ & self._value_ == other._value_

    def __pyaot_parts__(self):
        result = []
        for name, member in type(self).__members__.items():
            bits = member._value_
            if member._name_ == name and bits != 0 and bits & (bits - 1) == 0 and bits & self._value_:
                result.append(member)
        return result

    def __iter__(self):
        return iter(self.__pyaot_parts__())

    def __len__(self):
        return len(self.__pyaot_parts__())

    def __bool__(self):
        return self._value_ != 0

    def __eq__(self, other):
        return self._value_ == other._value_ if type(other) is type(self) else NotImplemented

    def __hash__(self):
        _pyaot.cut("a key that is an enum.Flag")

    def __str__(self):
        name = type(self).__name__
        return name + "(" + repr(self._value_) + ")" if self._name_ is None else name + "." + self._name_

    def __repr__(self):
        name = type(self).__name__ if self._name_ is None else type(self).__name__ + "." + self._name_
        return "<" + name + ": " + repr(self._value_) + ">"


class IntFlag(IntEnum, Flag):
    def __pyaot_bits__(self, other):
        if not isinstance(other, (int, Enum)):
            _pyaot.cut("enum.IntFlag and another object than an int")
        return other._value_ if isinstance(other, Enum) else other

    def __or__(self, other):
        return type(self)(self._value_ | self.__pyaot_bits__(other))

    def __and__(self, other):
        return type(self)(self._value_ & self.__pyaot_bits__(other))

    def __xor__(self, other):
        return type(self)(self._value_ ^ self.__pyaot_bits__(other))

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__

    def __invert__(self):
        _pyaot.cut("the inverse of an enum.IntFlag")

    def __eq__(self, other):
        return self._value_ == (other._value_ if isinstance(other, _IntValues) else other)

    def __contains__(self, other):
        bits = self.__pyaot_bits__(other)
        return bits & self._value_ == bits
