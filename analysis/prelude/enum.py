"""The module enum: members are instances of their class, made when the class statement has run."""

import _pyaot


def auto():
    return "__pyaot_auto__"


def unique(enumeration):
    return enumeration


class EnumMeta:
    def __iter__(cls):
        result = []
        for member in cls.__members__.values():
            if not any([member is other for other in result]):
                result.append(member)
        return iter(result)

    def __len__(cls):
        return len(list(iter(cls)))

    def __getitem__(cls, name):
        return cls.__members__[name]

    def __contains__(cls, member):
        for other in cls.__members__.values():
            if other is member or other._value_ == member:
                return True
        return False


EnumType = EnumMeta


class Enum:
    @classmethod
    def __pyaot_class_created__(cls):
        members = {}
        last = 0
        for name, value in list(cls.__dict__.items()):
            if name.startswith("_") or _pyaot.kind(value) != "value":
                continue
            if value == "__pyaot_auto__":
                value = last + 1
            if isinstance(value, int):
                last = value
            alias = None
            for member in members.values():
                if member._value_ == value:
                    alias = member
            if alias is None:
                alias = object.__new__(cls)
                object.__setattr__(alias, "_name_", name)
                object.__setattr__(alias, "name", name)
                object.__setattr__(alias, "_value_", value)
                object.__setattr__(alias, "value", value)
            members[name] = alias
            setattr(cls, name, alias)
        cls.__members__ = members

    @classmethod
    def __pyaot_lookup__(cls, value):
        for member in cls.__members__.values():
            if member is value or member._value_ == value:
                return member
        raise ValueError(repr(value) + " is not a valid " + cls.__name__)

    def __str__(self):
        return type(self).__name__ + "." + self._name_

    def __repr__(self):
        return "<" + type(self).__name__ + "." + self._name_ + ": " + repr(self._value_) + ">"


class IntEnum(Enum):
    def __int__(self):
        return self._value_

    def __index__(self):
        return self._value_

    def __eq__(self, other):
        return self._value_ == (other._value_ if isinstance(other, Enum) else other)

    def __add__(self, other):
        return self._value_ + other

    def __radd__(self, other):
        return other + self._value_

    def __sub__(self, other):
        return self._value_ - other

    def __rsub__(self, other):
        return other - self._value_

    def __mul__(self, other):
        return self._value_ * other

    def __rmul__(self, other):
        return other * self._value_

    def __lt__(self, other):
        return self._value_ < (other._value_ if isinstance(other, Enum) else other)

    def __le__(self, other):
        return self._value_ <= (other._value_ if isinstance(other, Enum) else other)

    def __gt__(self, other):
        return self._value_ > (other._value_ if isinstance(other, Enum) else other)

    def __ge__(self, other):
        return self._value_ >= (other._value_ if isinstance(other, Enum) else other)


class StrEnum(Enum):
    def __str__(self):
        return self._value_

    def __eq__(self, other):
        return self._value_ == (other._value_ if isinstance(other, Enum) else other)


class Flag(Enum):
    def __or__(self, other):
        _pyaot.cut("enum.Flag")

    def __and__(self, other):
        _pyaot.cut("enum.Flag")


IntFlag = Flag
