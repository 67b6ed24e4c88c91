"""Methods of built-in types that C does not have (ev_attr.c): the function str_center is str.center. dict_fromkeys takes no
class; subclasses of dict have class_fromkeys."""

import math
import collections.abc
import operator
import types

import _pyaot

_absent = object()


def name_of_given(value):
    return "None" if value is None else _pyaot.type_name(value)


def checked(text):
    if not text.isascii():
        _pyaot.cut("a method of a str that is not ASCII")
    return text


def function_get(self, instance, owner=None, /):
    """The __get__() of functions."""
    if instance is None and owner is None:
        raise TypeError("__get__(None, None) is invalid")
    return self if instance is None else types.MethodType(self, instance)


def str_isascii(self):
    return all([ord(c) < 128 for c in self])


def padding(self, width, fillchar):
    """How many characters `self` lacks."""
    missing = max(operator.index(width) - len(self), 0)
    if not isinstance(fillchar, str):
        raise TypeError("The fill character must be a unicode character, not " + _pyaot.type_name(fillchar))
    if len(fillchar) != 1:
        raise TypeError("The fill character must be exactly one character long")
    return missing


def str_center(self, width, fillchar=" ", /):
    missing = padding(self, width, fillchar)
    left = missing // 2 + (missing & width & 1)
    return fillchar * left + self + fillchar * (missing - left)


def str_ljust(self, width, fillchar=" ", /):
    return self + fillchar * padding(self, width, fillchar)


def str_rjust(self, width, fillchar=" ", /):
    return fillchar * padding(self, width, fillchar) + self


def str_zfill(self, width, /):
    sign = self[:1] if self[:1] in ("+", "-") else ""
    return sign + "0" * padding(self, width, "0") + self[len(sign) :]


def str_swapcase(self):
    return "".join([c.lower() if c.isupper() else c.upper() for c in checked(self)])


def position(value, is_text):
    if not hasattr(value, "__index__"):
        or_none = "or None " if is_text else ""
        raise TypeError("slice indices must be integers " + or_none + "or have an __index__ method")
    return value.__index__()


def bounds(self, start, end):
    """From where to where: as in a slice, but that a start behind the end finds nothing at all."""
    length = len(self)
    start = 0 if start is None else position(start, isinstance(self, str))
    end = length if end is None else position(end, isinstance(self, str))
    start = max(start + length, 0) if start < 0 else start
    end = max(end + length, 0) if end < 0 else min(end, length)
    return start, end


def find_between(self, sub, start, end):
    first, last = bounds(self, start, end)
    found = self[first:last].find(sub) if first <= last else min(self[:0].find(sub), -1)
    return found if found < 0 else found + first


def rfind_between(self, sub, start, end):
    first, last = bounds(self, start, end)
    found = self[first:last].rfind(sub) if first <= last else min(self[:0].find(sub), -1)
    return found if found < 0 else found + first


def index_between(self, value, start, end):
    first, last = bounds(self, start, end)
    if not isinstance(self, str):
        return self[first:last].index(value) + first
    if first > last:
        self[:0].find(value)
        raise ValueError("substring not found")
    return self[first:last].index(value) + first


def count_between(self, sub, start, end):
    first, last = bounds(self, start, end)
    return self[first:last].count(sub) if first <= last else 0 * self[:0].count(sub)


def startswith_between(self, prefix, start, end):
    first, last = bounds(self, start, end)
    return self[first:last].startswith(prefix) if first <= last else "".startswith(prefix) and False


def endswith_between(self, suffix, start, end):
    first, last = bounds(self, start, end)
    return self[first:last].endswith(suffix) if first <= last else "".endswith(suffix) and False


def str_rindex(self, sub, start=None, end=None, /):
    found = rfind_between(self, sub, start, end)
    if found < 0:
        raise ValueError("substring not found")
    return found


def str_maketrans(x, y=_absent, z=_absent, /):
    if y is _absent:
        if not isinstance(x, dict):
            raise TypeError("if you give only one argument to maketrans it must be a dict")
        return {ord(key) if isinstance(key, str) else key: value for key, value in x.items()}
    if not isinstance(y, str):
        raise TypeError("maketrans() argument 2 must be str, not " + name_of_given(y))
    if z is not _absent and not isinstance(z, str):
        raise TypeError("maketrans() argument 3 must be str, not " + name_of_given(z))
    if not isinstance(x, str):
        raise TypeError("first maketrans argument must be a string if there is a second argument")
    if len(x) != len(y):
        raise ValueError("the first two maketrans arguments must have equal length")
    table = {ord(a): ord(b) for a, b in zip(x, y)}
    if z is not _absent:
        table.update({ord(c): None for c in z})
    return table


def str_translate(self, table, /):
    if not isinstance(table, dict):
        _pyaot.cut("str.translate by a table that is no dict")
    out = ""
    for c in self:
        found = table.get(ord(c), c)
        if found is not None:
            out = out + (chr(found) if isinstance(found, int) else found)
    return out


def str_expandtabs(self, tabsize=8):
    out, column, tabsize = "", 0, operator.index(tabsize)
    for c in self:
        if c == "\t":
            spaces = tabsize - column % tabsize if tabsize > 0 else 0
            out, column = out + " " * spaces, column + spaces
        else:
            out, column = out + c, 0 if c in "\n\r" else column + 1
    return out


def str_splitlines(self, keepends=False):
    lines, line, i, text, keepends = [], "", 0, checked(self), operator.index(keepends)
    while i < len(text):
        if text[i] in "\n\r\x0b\x0c\x1c\x1d\x1e":
            end = text[i : i + 2] if text[i : i + 2] == "\r\n" else text[i]
            lines.append(line + end if keepends else line)
            line, i = "", i + len(end)
        else:
            line, i = line + text[i], i + 1
    return lines + ([line] if line else [])


def str_isidentifier(self):
    text = checked(self)
    if len(text) == 0 or text[0].isdigit():
        return False
    return all([c.isalnum() or c == "_" for c in text])


def str_istitle(self):
    return any([c.isalpha() for c in checked(self)]) and self.title() == self


def str_isprintable(self):
    return all([31 < ord(c) < 127 for c in checked(self)])


def dict_fromkeys(iterable, value=None, /):
    return {key: value for key in iterable}


def class_fromkeys(cls, iterable, value=None, /):
    made = cls()
    for key in iterable:
        made[key] = value
    return made


def int_bit_length(self):
    n, value = 0, abs(int(self))
    while value > 0:
        n, value = n + 1, value // 2
    return n


def int_bit_count(self):
    n, value = 0, abs(int(self))
    while value > 0:
        n, value = n + value % 2, value // 2
    return n


def int_conjugate(self):
    return int(self)


bool_bit_length, bool_bit_count, bool_conjugate = int_bit_length, int_bit_count, int_conjugate


def float_is_integer(self):
    return self // 1.0 == self  # of infinity nan


def float_conjugate(self):
    return self


def range_index(self, value, /):
    if type(value) not in (int, bool):
        return operator.indexOf(self, value)
    if value not in self:
        raise ValueError(f"{value!r} is not in range")
    return (value - self.start) // self.step


def range_count(self, value, /):
    return list(self).count(value)


def view_is_set(other):
    return isinstance(other, (set, frozenset, collections.abc.KeysView, collections.abc.ItemsView))


def view_isdisjoint(self, other, /):
    if view_is_set(other) and len(other) > len(self):
        self, other = other, self
    for item in other:
        if item in self:
            return False
    return True


# Operators of a view of a dict, and a set or another view, where an item has no hash: only the set asks for it.


def view_and(self, other):
    if isinstance(other, (set, frozenset)) and len(self) <= len(other):
        return other.intersection(self)
    if view_is_set(other) and len(other) > len(self):
        self, other = other, self
    return {item for item in other if item in self}


def items_xor(self, other):
    if len(self) > len(other):
        self, other = other, self
    rest, result = dict(self), set()
    for key, value in other:
        if key in rest and (rest[key] is value or rest[key] == value):
            del rest[key]
        else:
            result.add((key, value))
    result.update(rest.items())
    return result


def view_all_in(items, holder):
    for item in items:
        if item not in holder:
            return False
    return True


def view_eq(self, other):
    return len(self) == len(other) and view_all_in(self, other)


def view_lt(self, other):
    return len(self) < len(other) and view_all_in(self, other)


def view_le(self, other):
    return len(self) <= len(other) and view_all_in(self, other)


def view_gt(self, other):
    return len(self) > len(other) and view_all_in(other, self)


def view_ge(self, other):
    return len(self) >= len(other) and view_all_in(other, self)


def list___len__(self):
    return len(_pyaot.held(self))


def list___getitem__(self, key, /):
    return _pyaot.held(self)[key]


def list___contains__(self, value, /):
    return value in _pyaot.held(self)


def list___iter__(self):
    return iter(_pyaot.held(self))


def list___setitem__(self, key, value, /):
    _pyaot.held(self)[key] = value


def list___delitem__(self, key, /):
    del _pyaot.held(self)[key]


def list___reversed__(self):
    return reversed(_pyaot.held(self))


def same_kind(self, other):
    """May the two be compared, and joined, as what both are?"""
    if isinstance(self, (set, frozenset)):
        return isinstance(other, (set, frozenset))
    for kind in (list, tuple, dict, str, range):
        if isinstance(self, kind):
            return isinstance(other, kind)
    return False


def list___eq__(self, other, /):
    return _pyaot.held(self) == _pyaot.held(other) if same_kind(self, other) else NotImplemented


def list___ne__(self, other, /):
    return _pyaot.held(self) != _pyaot.held(other) if same_kind(self, other) else NotImplemented


def list___lt__(self, other, /):
    return _pyaot.held(self) < _pyaot.held(other) if same_kind(self, other) else NotImplemented


def list___le__(self, other, /):
    return _pyaot.held(self) <= _pyaot.held(other) if same_kind(self, other) else NotImplemented


def list___gt__(self, other, /):
    return _pyaot.held(self) > _pyaot.held(other) if same_kind(self, other) else NotImplemented


def list___ge__(self, other, /):
    return _pyaot.held(self) >= _pyaot.held(other) if same_kind(self, other) else NotImplemented


def list___add__(self, other, /):
    return _pyaot.held(self) + _pyaot.held(other)


def list___mul__(self, n, /):
    return _pyaot.held(self) * operator.index(n)


def list___iadd__(self, other, /):
    _pyaot.held(self).extend(other)
    return self


def list___imul__(self, n, /):
    _pyaot.held(self)[:] = list___mul__(self, n)
    return self


def set___or__(self, other, /):
    return _pyaot.held(self) | _pyaot.held(other) if same_kind(self, other) else NotImplemented


def set___and__(self, other, /):
    return _pyaot.held(self) & _pyaot.held(other) if same_kind(self, other) else NotImplemented


def set___sub__(self, other, /):
    return _pyaot.held(self) - _pyaot.held(other) if same_kind(self, other) else NotImplemented


def set___xor__(self, other, /):
    return _pyaot.held(self) ^ _pyaot.held(other) if same_kind(self, other) else NotImplemented


def set___ror__(self, other, /):
    return _pyaot.held(other) | _pyaot.held(self) if same_kind(self, other) else NotImplemented


def set___rand__(self, other, /):
    return _pyaot.held(other) & _pyaot.held(self) if same_kind(self, other) else NotImplemented


def set___rsub__(self, other, /):
    return _pyaot.held(other) - _pyaot.held(self) if same_kind(self, other) else NotImplemented


def set___rxor__(self, other, /):
    return _pyaot.held(other) ^ _pyaot.held(self) if same_kind(self, other) else NotImplemented


def set___ior__(self, other, /):
    if not same_kind(self, other):
        return NotImplemented
    _pyaot.held(self).update(_pyaot.held(other))
    return self


def set___iand__(self, other, /):
    if not same_kind(self, other):
        return NotImplemented
    _pyaot.held(self).intersection_update(_pyaot.held(other))
    return self


def set___isub__(self, other, /):
    if not same_kind(self, other):
        return NotImplemented
    _pyaot.held(self).difference_update(_pyaot.held(other))
    return self


def set___ixor__(self, other, /):
    if not same_kind(self, other):
        return NotImplemented
    _pyaot.held(self).symmetric_difference_update(_pyaot.held(other))
    return self


def dict___or__(self, other, /):
    return {**self, **other} if isinstance(other, dict) else NotImplemented


def dict___ror__(self, other, /):
    return {**other, **self} if isinstance(other, dict) else NotImplemented


def dict___ior__(self, other, /):
    dict.update(self, other)
    return self


def dict___reversed__(self):
    return reversed(self)


tuple___len__ = dict___len__ = set___len__ = frozenset___len__ = str___len__ = range___len__ = list___len__
tuple___getitem__ = str___getitem__ = range___getitem__ = list___getitem__
tuple___contains__ = set___contains__ = frozenset___contains__ = str___contains__ = range___contains__ = (
    list___contains__
)
tuple___iter__ = dict___iter__ = set___iter__ = frozenset___iter__ = str___iter__ = range___iter__ = list___iter__
tuple___eq__ = dict___eq__ = set___eq__ = frozenset___eq__ = str___eq__ = range___eq__ = list___eq__
tuple___ne__ = dict___ne__ = set___ne__ = frozenset___ne__ = str___ne__ = range___ne__ = list___ne__
tuple___lt__ = set___lt__ = frozenset___lt__ = str___lt__ = list___lt__
tuple___le__ = set___le__ = frozenset___le__ = str___le__ = list___le__
tuple___gt__ = set___gt__ = frozenset___gt__ = str___gt__ = list___gt__
tuple___ge__ = set___ge__ = frozenset___ge__ = str___ge__ = list___ge__
tuple___add__ = str___add__ = list___add__
tuple___mul__ = str___mul__ = list___rmul__ = tuple___rmul__ = str___rmul__ = list___mul__
range___reversed__ = list___reversed__
frozenset___or__, frozenset___and__, frozenset___sub__, frozenset___xor__ = (
    set___or__,
    set___and__,
    set___sub__,
    set___xor__,
)
frozenset___ror__, frozenset___rand__, frozenset___rsub__, frozenset___rxor__ = (
    set___ror__,
    set___rand__,
    set___rsub__,
    set___rxor__,
)


def number_operand(self, other):
    return isinstance(other, int) or (isinstance(self, float) and isinstance(other, float))


def int___add__(self, other, /):
    return self + other if number_operand(self, other) else NotImplemented


def int___sub__(self, other, /):
    return self - other if number_operand(self, other) else NotImplemented


def int___mul__(self, other, /):
    return self * other if number_operand(self, other) else NotImplemented


def int___truediv__(self, other, /):
    return self / other if number_operand(self, other) else NotImplemented


def int___floordiv__(self, other, /):
    return self // other if number_operand(self, other) else NotImplemented


def int___mod__(self, other, /):
    return self % other if number_operand(self, other) else NotImplemented


def int___radd__(self, other, /):
    return other + self if number_operand(self, other) else NotImplemented


def int___rsub__(self, other, /):
    return other - self if number_operand(self, other) else NotImplemented


def int___rmul__(self, other, /):
    return other * self if number_operand(self, other) else NotImplemented


def int___rtruediv__(self, other, /):
    return other / self if number_operand(self, other) else NotImplemented


def int___rfloordiv__(self, other, /):
    return other // self if number_operand(self, other) else NotImplemented


def int___rmod__(self, other, /):
    return other % self if number_operand(self, other) else NotImplemented


def int___divmod__(self, other, /):
    return divmod(self, other) if number_operand(self, other) else NotImplemented


def int___pow__(self, other, mod=None, /):
    if mod is not None:
        return pow(self, other, mod) if isinstance(other, int) and isinstance(mod, int) else NotImplemented
    return self**other if number_operand(self, other) else NotImplemented


def int___and__(self, other, /):
    return self & other if isinstance(other, int) else NotImplemented


def int___or__(self, other, /):
    return self | other if isinstance(other, int) else NotImplemented


def int___xor__(self, other, /):
    return self ^ other if isinstance(other, int) else NotImplemented


def int___lshift__(self, other, /):
    return self << other if isinstance(other, int) else NotImplemented


def int___rshift__(self, other, /):
    return self >> other if isinstance(other, int) else NotImplemented


def int___invert__(self):
    return ~int(self)


def int___ne__(self, other, /):
    return self != other if number_operand(self, other) else NotImplemented


def int___le__(self, other, /):
    return self <= other if number_operand(self, other) else NotImplemented


def int___ge__(self, other, /):
    return self >= other if number_operand(self, other) else NotImplemented


def int___pos__(self):
    return +self


def int___bool__(self):
    return self != 0


def int___int__(self):
    return int(self)


def int___float__(self):
    return float(self)


def int_as_integer_ratio(self):
    return int(self), 1


def int___eq__(self, other, /):
    return self == other if number_operand(self, other) else NotImplemented


def int___lt__(self, other, /):
    return self < other if number_operand(self, other) else NotImplemented


def int___gt__(self, other, /):
    return self > other if number_operand(self, other) else NotImplemented


def int___neg__(self):
    return -self


def int___abs__(self):
    return abs(self)


float___add__, float___sub__, float___mul__, float___truediv__ = int___add__, int___sub__, int___mul__, int___truediv__
float___floordiv__, float___mod__, float___eq__, float___lt__ = int___floordiv__, int___mod__, int___eq__, int___lt__
float___gt__, float___neg__, float___abs__ = int___gt__, int___neg__, int___abs__
float___ne__, float___le__, float___ge__, float___pos__, float___bool__ = (
    int___ne__,
    int___le__,
    int___ge__,
    int___pos__,
    int___bool__,
)
float___radd__, float___rsub__, float___rmul__, float___rtruediv__ = (
    int___radd__,
    int___rsub__,
    int___rmul__,
    int___rtruediv__,
)
float___rfloordiv__, float___rmod__, float___divmod__ = int___rfloordiv__, int___rmod__, int___divmod__
float___int__, float___float__, float___trunc__ = int___int__, int___float__, int___int__
int___index__ = int___trunc__ = int___floor__ = int___ceil__ = int___int__


def float___pow__(self, other, mod=None, /):
    if mod is not None:
        raise TypeError("pow() 3rd argument not allowed unless all arguments are integers")
    return self**other if number_operand(self, other) else NotImplemented


def bool___and__(self, other, /):
    return self & other if isinstance(other, int) else NotImplemented


bool___or__, bool___xor__, bool___bool__, bool___int__, bool___index__ = (
    int___or__,
    int___xor__,
    int___bool__,
    int___int__,
    int___int__,
)
bool_as_integer_ratio = int_as_integer_ratio


def int___round__(self, ndigits=_absent, /):
    return int(self) if ndigits is _absent else round(int(self), operator.index(ndigits))


def float___round__(self, ndigits=None, /):
    return round(self, ndigits)


def float___floor__(self):
    return math.floor(self)


def float___ceil__(self):
    return math.ceil(self)


def int___hash__(self):
    return hash(self)


float___hash__ = str___hash__ = bool___hash__ = int___hash__


def float_hex(self):
    if self != self or self - self != 0.0:
        return repr(self)
    sign = "-" if math.copysign(1.0, self) < 0.0 else ""
    if self == 0.0:
        return sign + "0x0.0p+0"
    m, e = math.frexp(abs(self))
    shift = 1 - max(-1021 - e, 0)
    m, e = m * 2.0**shift, e - shift
    digits = ""
    for i in range(13):
        m = (m - m // 1.0) * 16.0
        digits += "0123456789abcdef"[int(m)]
    return sign + ("0x1." if abs(self) >= 2.0**-1022 else "0x0.") + digits + ("p-" if e < 0 else "p+") + str(abs(e))


def bounds_of_slice(self, length, /):
    """slice.indices() of a length that is not known when compiling."""
    length = operator.index(length)
    if length < 0:
        raise ValueError("length should not be negative")
    step = 1 if self.step is None else operator.index(self.step)
    if step == 0:
        raise ValueError("slice step cannot be zero")
    first, last = (length - 1, -1) if step < 0 else (0, length)
    return end_of_slice(self.start, first, length, step), end_of_slice(self.stop, last, length, step), step


def end_of_slice(part, default, length, step):
    if part is None:
        return default
    part = operator.index(part)
    low, high = (-1, length - 1) if step < 0 else (0, length)
    return max(part + length, low) if part < 0 else min(part, high)


def float_as_integer_ratio(self):
    n, d = self, 1
    while n != n // 1:
        if d >= 2**61:
            _pyaot.cut("as_integer_ratio() of this float")
        n, d = n * 2.0, d * 2
    if not -(2.0**62) < n < 2.0**62:
        _pyaot.cut("as_integer_ratio() of this float")
    return int(n), d
