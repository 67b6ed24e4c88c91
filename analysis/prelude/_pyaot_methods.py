"""Methods of built-in types that C does not have (ev_attr.c): the function str_center is str.center. dict_fromkeys takes no
class, as subclasses of dict have classes of their own."""

import _pyaot


def checked(text):
    if not text.isascii():
        _pyaot.cut("a method of a str that is not ASCII")
    return text


def str_isascii(self):
    return all([ord(c) < 128 for c in self])


def str_center(self, width, fillchar=" ", /):
    missing = max(width - len(self), 0)
    left = missing // 2 + (missing & width & 1)
    return fillchar * left + self + fillchar * (missing - left)


def str_ljust(self, width, fillchar=" ", /):
    return self + fillchar * max(width - len(self), 0)


def str_rjust(self, width, fillchar=" ", /):
    return fillchar * max(width - len(self), 0) + self


def str_zfill(self, width, /):
    sign = self[:1] if self[:1] in ("+", "-") else ""
    return sign + "0" * max(width - len(self), 0) + self[len(sign) :]


def str_swapcase(self):
    return "".join([c.lower() if c.isupper() else c.upper() for c in checked(self)])


def str_rindex(self, sub, /):
    found = self.rfind(sub)
    if found < 0:
        raise ValueError("substring not found")
    return found


def str_maketrans(x, y=None, z=None, /):
    if y is None:
        if not isinstance(x, dict):
            raise TypeError("if you give only one argument to maketrans it must be a dict")
        return {ord(key) if isinstance(key, str) else key: value for key, value in x.items()}
    if len(x) != len(y):
        raise ValueError("the first two maketrans arguments must have equal length")
    table = {ord(a): ord(b) for a, b in zip(x, y)}
    if z is not None:
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
    out, column = "", 0
    for c in self:
        if c == "\t":
            spaces = tabsize - column % tabsize if tabsize > 0 else 0
            out, column = out + " " * spaces, column + spaces
        else:
            out, column = out + c, 0 if c in "\n\r" else column + 1
    return out


def str_splitlines(self, keepends=False):
    lines, line, i, text = [], "", 0, checked(self)
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


def str_format_map(self, mapping, /):
    return self.format(**mapping)


def dict_fromkeys(iterable, value=None, /):
    return {key: value for key in iterable}


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
    return self - self == 0 and self == self // 1


def float_conjugate(self):
    return self


def range_index(self, value, /):
    return list(self).index(value)


def range_count(self, value, /):
    return list(self).count(value)


def view_isdisjoint(self, other, /):
    return not any([item in self for item in other])


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


tuple___len__ = dict___len__ = set___len__ = frozenset___len__ = str___len__ = range___len__ = list___len__
tuple___getitem__ = str___getitem__ = range___getitem__ = list___getitem__
tuple___contains__ = set___contains__ = frozenset___contains__ = str___contains__ = range___contains__ = (
    list___contains__
)
tuple___iter__ = dict___iter__ = set___iter__ = frozenset___iter__ = str___iter__ = range___iter__ = list___iter__


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
