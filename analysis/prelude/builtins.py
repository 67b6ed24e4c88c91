"""Exceptions of the module builtins, complex numbers, and what is seldom used. Its functions and its other classes are in C (builtins_*.c).

Never run by Python: pyaot's evaluator reads it, one definition at a time.
"""


import _pyaot


class BaseException:
    def __init__(self, *args):
        self.args = args

    @property
    def args(self):
        found = prim.link(self, "(args)")
        return () if found is None else found

    @args.setter
    def args(self, value):
        prim.set_link(self, "(args)", tuple(value))

    def __str__(self):
        if len(self.args) == 0:
            return ""
        if len(self.args) == 1:
            return str(self.args[0])
        return str(self.args)

    def __repr__(self):
        inner = ", ".join([repr(item) for item in self.args])
        return type(self).__name__ + "(" + inner + ")"

    def with_traceback(self, tb):
        self.__traceback__ = tb
        return self

    @property
    def __cause__(self):
        return prim.link(self, "(cause)")

    @__cause__.setter
    def __cause__(self, value):
        if value is not None and not isinstance(value, BaseException):
            raise TypeError("exception cause must be None or derive from BaseException")
        prim.set_link(self, "(cause)", value)
        prim.set_link(self, "(suppress)", True)

    @property
    def __context__(self):
        found = prim.link(self, "(context)")
        if found is None:
            prim.handles_nothing()
        return found

    @__context__.setter
    def __context__(self, value):
        if value is not None and not isinstance(value, BaseException):
            raise TypeError("exception context must be None or derive from BaseException")
        prim.set_link(self, "(context)", value)

    @property
    def __suppress_context__(self):
        return prim.link(self, "(suppress)") is True

    @__suppress_context__.setter
    def __suppress_context__(self, value):
        prim.set_link(self, "(suppress)", bool(value))

    @property
    def __traceback__(self):
        if not prim.link(self, "(raised)"):
            prim.cut("where an exception comes from")
        return traceback()

    @__traceback__.setter
    def __traceback__(self, value):
        if value is not None:
            prim.cut("an exception with another traceback")
        if prim.link(self, "(raised)") is not None:
            prim.set_link(self, "(raised)", False)

    def __pyaot_made_by__(self):
        """What BaseException.__new__() takes, and the attributes that are set then; of one that has been on no way."""
        if prim.link(self, "(raised)") is not None:
            prim.cut("an exception that was raised")
        state = dict(vars(self))
        for name in ("__context__", "__cause__", "__suppress_context__"):
            found = prim.link(self, "(" + name.split("_")[2] + ")")
            if found is not None:
                state[name] = found
        return (type(self), *self.args), state if len(state) > 0 else None

    def add_note(self, note, /):
        if not isinstance(note, str):
            raise TypeError("note must be a str, not '" + _pyaot.type_name(note) + "'")
        if not hasattr(self, "__notes__"):
            self.__notes__ = []
        if not isinstance(self.__notes__, list):
            raise TypeError("Cannot add note: __notes__ is not a list")
        self.__notes__.append(note)


class traceback:
    """What __exit__() is told of the way that an exception took: nothing else is known of it."""

    def __pyaot_made_by__(self):
        prim.cut("a traceback")

    def __getattr__(self, name):
        prim.cut("what a traceback holds")


class _LeavesToPython(BaseException):
    """On the path that this ends, the Python twin runs; no handler of the program takes it."""


class Exception(BaseException):
    pass


class KeyboardInterrupt(BaseException):
    pass


def keeps_more(exception):
    """For classes whose objects have a state beside their attributes, in place of __pyaot_made_by__()."""
    prim.cut("an exception with a state of its own")


class SystemExit(BaseException):
    __pyaot_made_by__ = keeps_more

    @property
    def code(self):
        return None if len(self.args) == 0 else self.args[0] if len(self.args) == 1 else self.args


class GeneratorExit(BaseException):
    pass


class ArithmeticError(Exception):
    pass


class FloatingPointError(ArithmeticError):
    pass


class OverflowError(ArithmeticError):
    pass


class ZeroDivisionError(ArithmeticError):
    pass


class AssertionError(Exception):
    pass


class AttributeError(Exception):
    def __init__(self, *args, name=None, obj=None):
        if name is not None or obj is not None:
            prim.cut("an AttributeError with a name or an object")
        self.args = args

    @property
    def name(self):
        prim.cut("the name in an AttributeError")

    @property
    def obj(self):
        prim.cut("the object in an AttributeError")


class BufferError(Exception):
    pass


class EOFError(Exception):
    pass


class ImportError(Exception):
    __pyaot_made_by__ = keeps_more

    def __init__(self, *args, name=None, path=None):
        if name is not None or path is not None:
            prim.cut("an ImportError with a name or a path")
        self.args = args

    @property
    def msg(self):
        return self.args[0] if len(self.args) == 1 else None

    @property
    def name(self):
        prim.cut("the name in an ImportError")

    @property
    def path(self):
        prim.cut("the path in an ImportError")


class ModuleNotFoundError(ImportError):
    pass


class LookupError(Exception):
    pass


class IndexError(LookupError):
    pass


class KeyError(LookupError):
    def __str__(self):
        if len(self.args) == 1:
            return repr(self.args[0])
        return super().__str__()


class MemoryError(Exception):
    __pyaot_made_by__ = keeps_more


class NameError(Exception):
    def __init__(self, *args, name=None):
        if name is not None:
            prim.cut("a NameError with a name")
        self.args = args

    @property
    def name(self):
        prim.cut("the name in a NameError")


class UnboundLocalError(NameError):
    pass


def waits_for_init(cls):
    """Of a class with an __init__() of its own, and no __new__(), OSError's __init__() takes the arguments; else __new__()."""
    return cls.__init__ is not OSError.__init__ and cls.__new__ is OSError.__new__


def take_arguments(error, args):
    error.args = args
    if len(args) > 3:
        prim.cut("an OSError with such arguments")
    if len(args) > 1:
        prim.set_link(error, "(errno)", args[0])
        prim.set_link(error, "(strerror)", args[1])
        prim.set_link(error, "(filename)", args[2] if len(args) > 2 else None)
        error.args = args[:2]


class OSError(Exception):
    """With a number and a text, OSError itself makes an object of the class that stands for the number."""

    def __new__(cls, *args):
        waits = waits_for_init(cls)
        if len(args) > 1 and not waits:
            known = {1: PermissionError, 2: FileNotFoundError, 5: OSError, 13: PermissionError, 17: FileExistsError}
            own = (OSError, FileNotFoundError, FileExistsError, PermissionError, TimeoutError)
            if len(args) > 3 or cls not in own or type(args[0]) is not int or (cls is OSError and args[0] not in known):
                prim.cut("an OSError with such arguments")
            if cls is OSError:
                cls = known[args[0]]
        self = super().__new__(cls, *args)
        if waits:
            self.args = ()
        else:
            take_arguments(self, args)
        return self

    def __init__(self, *args):
        if waits_for_init(type(self)):
            take_arguments(self, args)

    __pyaot_made_by__ = keeps_more

    @property
    def errno(self):
        return prim.link(self, "(errno)")

    @property
    def strerror(self):
        return prim.link(self, "(strerror)")

    @property
    def filename(self):
        return prim.link(self, "(filename)")

    filename2 = None

    def __str__(self):
        if self.errno is None:
            return super().__str__()
        name = "" if self.filename is None else ": " + repr(self.filename)
        return "[Errno " + str(self.errno) + "] " + str(self.strerror) + name


class FileNotFoundError(OSError):
    pass


class FileExistsError(OSError):
    pass


class PermissionError(OSError):
    pass


class TimeoutError(OSError):
    pass


IOError = OSError
EnvironmentError = OSError


class BaseExceptionGroup(BaseException):
    def __new__(cls, *args):
        if len(args) != 2:
            raise TypeError(f"BaseExceptionGroup.__new__() takes exactly 2 arguments ({len(args)} given)")
        message, exceptions = args
        if not isinstance(message, str):
            name = "None" if message is None else _pyaot.type_name(message)
            raise TypeError(f"BaseExceptionGroup.__new__() argument 1 must be str, not {name}")
        if not isinstance(exceptions, (list, tuple)):
            prim.cut("a group of exceptions that are no list or tuple")
        if len(exceptions) == 0:
            raise ValueError("second argument (exceptions) must be a non-empty sequence")
        is_plain = True
        for place, item in enumerate(exceptions):
            if not isinstance(item, BaseException):
                raise ValueError(f"Item {place} of second argument (exceptions) is not an exception")
            is_plain = is_plain and isinstance(item, Exception)
        if cls is BaseExceptionGroup and is_plain:
            cls = ExceptionGroup
        if not is_plain and issubclass(cls, Exception):
            name = "an ExceptionGroup" if cls is ExceptionGroup else "'" + cls.__name__ + "'"
            raise TypeError("Cannot nest BaseExceptions in " + name)
        self = super().__new__(cls, *args)
        prim.set_link(self, "(message)", message)
        prim.set_link(self, "(exceptions)", tuple(exceptions))
        return self

    __pyaot_made_by__ = keeps_more

    @property
    def message(self):
        return prim.link(self, "(message)")

    @property
    def exceptions(self):
        return prim.link(self, "(exceptions)")

    def __str__(self):
        count = len(self.exceptions)
        return f"{self.message} ({count} sub-exception{'' if count == 1 else 's'})"

    def derive(self, excs, /):
        return BaseExceptionGroup(self.message, excs)

    def split(self, matcher_value, /):
        return _split_group(self, _condition_of_group(matcher_value))

    def subgroup(self, matcher_value, /):
        return _split_group(self, _condition_of_group(matcher_value))[0]


class ExceptionGroup(BaseExceptionGroup, Exception):
    pass


def _condition_of_group(value):
    """What split() and subgroup() take: a class of exceptions, several of them, or a function."""
    types = value if isinstance(value, tuple) else (value,)
    for item in types:
        if not isinstance(item, type) or not issubclass(item, BaseException):
            if isinstance(value, (tuple, type)) or not callable(value):
                raise TypeError("expected a function, exception type or tuple of exception types")
            return value
    return lambda exception: isinstance(exception, value)


def _part_of_group(group, exceptions):
    if len(exceptions) == 0:
        return None
    part = group.derive(exceptions)
    if not isinstance(part, BaseExceptionGroup):
        raise TypeError("derive must return an instance of BaseExceptionGroup")
    for name in ("(raised)", "(context)", "(cause)", "(suppress)"):
        if prim.link(group, name) is not None:
            prim.set_link(part, name, prim.link(group, name))
    if hasattr(group, "__notes__"):
        part.__notes__ = list(group.__notes__)
    return part


def _split_group(group, condition):
    """The part of those that the condition takes, and the rest; None: there are none."""
    if condition(group):
        return group, None
    taken, rest = [], []
    for exception in group.exceptions:
        if isinstance(exception, BaseExceptionGroup):
            inner, left = _split_group(exception, condition)
            if inner is not None:
                taken.append(inner)
            if left is not None:
                rest.append(left)
        elif condition(exception):
            taken.append(exception)
        else:
            rest.append(exception)
    return _part_of_group(group, taken), _part_of_group(group, rest)


def _matched_by_star(exception, types):
    """What of an exception a handler of `except*` takes, as a group, and what is left; None: nothing."""
    for item in types if isinstance(types, tuple) else (types,):
        if not isinstance(item, type) or not issubclass(item, BaseException):
            raise TypeError("catching classes that do not inherit from BaseException is not allowed")
        if issubclass(item, BaseExceptionGroup):
            raise TypeError("catching ExceptionGroup with except* is not allowed. Use except instead.")
    if exception is None:
        return None, None
    if isinstance(exception, types):
        if isinstance(exception, BaseExceptionGroup):
            return exception, None
        return BaseExceptionGroup("", (exception,)), None
    return exception.split(types) if isinstance(exception, BaseExceptionGroup) else (None, exception)


def _leaves_of(exception):
    if not isinstance(exception, BaseExceptionGroup):
        return [exception]
    return [leaf for inner in exception.exceptions for leaf in _leaves_of(inner)]


def _repeated(item, count):
    """[item] * count"""
    return [item for _ in range(count)]


def _left_by_star(exception, matches, raised, rest):
    """What leaves a statement with `except*`, after its handlers; None: nothing."""
    if not isinstance(exception, BaseExceptionGroup):
        return raised[0] if len(raised) > 0 else rest
    left = rest
    if rest is not None:  # a group of its own, also where it has all of the members
        leaves = _leaves_of(rest)
        is_left = lambda e: not isinstance(e, BaseExceptionGroup) and any([e is leaf for leaf in leaves])
        left = _split_group(exception, is_left)[0]
    if len(raised) == 0:
        return left
    if any([item is match for item in raised for match in matches]):
        prim.cut("a handler of `except*` that raises what it handles")
    raised = raised if left is None else [*raised, left]
    return raised[0] if len(raised) == 1 else BaseExceptionGroup("", raised)


class ReferenceError(Exception):
    pass


class RuntimeError(Exception):
    pass


class NotImplementedError(RuntimeError):
    pass


class RecursionError(RuntimeError):
    pass


class StopIteration(Exception):
    __pyaot_made_by__ = keeps_more

    @property
    def value(self):
        return self.args[0] if len(self.args) > 0 else None


class StopAsyncIteration(Exception):
    pass


class SyntaxError(Exception):
    __pyaot_made_by__ = keeps_more

    def __init__(self, *args):
        if len(args) != 1:
            prim.cut("a SyntaxError with a place, or without a text")
        self.args = args

    @property
    def msg(self):
        return self.args[0]

    @property
    def lineno(self):
        prim.cut("the place in a SyntaxError")

    end_lineno = offset = end_offset = text = filename = print_file_and_line = lineno


class SystemError(Exception):
    pass


class TypeError(Exception):
    pass


class ValueError(Exception):
    pass


class UnicodeError(ValueError):
    __pyaot_made_by__ = keeps_more


class Warning(Exception):
    pass


class DeprecationWarning(Warning):
    pass


class UserWarning(Warning):
    pass


class RuntimeWarning(Warning):
    pass


class FutureWarning(Warning):
    pass


def _halves(x):
    """Two floats of at most 26 bits, whose sum is x."""
    split = x * 134217729.0
    high = split - (split - x)
    return high, x - high


def _has_digits(x, unit):
    return abs(x * unit) < 1e15


def _rounded(x, unit):
    """x rounded to a multiple of 1 / unit, half to even: as CPython rounds it, by its exact decimal digits. `unit` is exact,
    and so is the error of the product, which says on which side of a half it lies."""
    scaled = x * unit
    high, low = _halves(x)
    unit_high, unit_low = _halves(unit)
    error = low * unit_low - (((scaled - high * unit_high) - low * unit_high) - high * unit_low)
    whole = float(round(scaled))
    beyond = scaled - whole
    if beyond == 0.5 and error > 0:
        whole = whole + 1.0
    elif beyond == -0.5 and error < 0:
        whole = whole - 1.0
    if whole == 0.0:
        return x * 0.0  # of the sign of x
    return whole / unit


def _complex_parts(x):
    """The parts of a number; None of anything else."""
    if isinstance(x, complex):
        return x.real, x.imag
    kind = prim.kind(x, "none")
    return (x, 0.0) if kind == "int" or kind == "float" or kind == "bool" else None


class complex:
    """A Python complex: a pair of floats, which may be known at run time only."""

    def __init__(self, real=0.0, imag=...):
        if prim.is_tensor(real) or prim.is_tensor(imag):
            prim.cut("complex() of a tensor")
        a = _complex_parts(real)
        b = (0.0, 0.0) if imag is ... else _complex_parts(imag)
        if a is None or b is None:
            prim.cut("complex() of something that is no number")
        if not isinstance(real, complex) and not isinstance(imag, complex):  # signs of zeros and NaN are kept
            self._parts = (float(a[0]), float(b[0]))
        elif imag is ...:
            self._parts = (float(a[0]), float(a[1]))
        else:
            self._parts = (float(a[0] - b[1]), float(a[1] + b[0]))

    def __pyaot_made_by__(self):
        return "builtins", "complex", self._parts

    @property
    def real(self):
        return self._parts[0]

    @property
    def imag(self):
        return self._parts[1]

    def conjugate(self):
        return complex(self.real, -self.imag)

    def __add__(self, other):
        b = _complex_parts(other)
        return NotImplemented if b is None else complex(self.real + b[0], self.imag + b[1])

    def __radd__(self, other):
        b = _complex_parts(other)
        return NotImplemented if b is None else complex(self.real + b[0], self.imag + b[1])

    def __sub__(self, other):
        b = _complex_parts(other)
        return NotImplemented if b is None else complex(self.real - b[0], self.imag - b[1])

    def __rsub__(self, other):
        b = _complex_parts(other)
        return NotImplemented if b is None else complex(b[0] - self.real, b[1] - self.imag)

    def __mul__(self, other):
        b = _complex_parts(other)
        if b is None:
            return NotImplemented
        return complex(self.real * b[0] - self.imag * b[1], self.real * b[1] + self.imag * b[0])

    def __rmul__(self, other):
        b = _complex_parts(other)
        if b is None:
            return NotImplemented
        return complex(b[0] * self.real - b[1] * self.imag, b[0] * self.imag + b[1] * self.real)

    def __truediv__(self, other):
        b = _complex_parts(other)
        if b is None:
            return NotImplemented
        if b[1] != 0.0:
            prim.cut("a quotient of complex numbers")
        ratio = 0.0 / b[0]
        return complex((self.real + self.imag * ratio) / b[0], (self.imag - self.real * ratio) / b[0])

    def __rtruediv__(self, other):
        if _complex_parts(other) is None:
            return NotImplemented
        prim.cut("a quotient of complex numbers")

    def __pow__(self, other, mod=None):
        prim.cut("a power of complex numbers")

    def __rpow__(self, other, mod=None):
        prim.cut("a power of complex numbers")

    def __eq__(self, other):
        b = _complex_parts(other)
        return NotImplemented if b is None else self.real == b[0] and self.imag == b[1]

    def __ne__(self, other):
        b = _complex_parts(other)
        return NotImplemented if b is None else self.real != b[0] or self.imag != b[1]

    def __neg__(self):
        return complex(-self.real, -self.imag)

    def __pos__(self):
        return self

    def __bool__(self):
        return self.real != 0.0 or self.imag != 0.0

    def __complex__(self):
        return self if type(self) is complex else complex(self.real, self.imag)

    def __abs__(self):
        return _pyaot.hypot(self.real, self.imag)

    def __hash__(self):
        prim.cut("the hash of a complex number")

    def __repr__(self):
        real, imag = [repr(part).removesuffix(".0") for part in self._parts]
        if real == "0":
            return imag + "j"
        return "(" + real + ("" if imag[0] == "-" else "+") + imag + "j)"

    def __format__(self, spec):
        return str(self) if spec == "" else prim.cut("the text of a complex number")


class _Hash(int):
    """A hash that is another number in each run of Python: what it was made of tells where two are equal."""

    def __pyaot_made_by__(self):
        prim.cut("a hash")

    def __eq__(self, other):
        if isinstance(other, _Hash) and prim.same_hash(self.of, other.of):
            return True
        prim.cut("whether two hashes are equal")

    def __ne__(self, other):
        return not self == other

    def __xor__(self, other):
        return combined("^", self, other)

    def __add__(self, other):
        return combined("+", self, other)

    def __mul__(self, other):
        return combined("*", self, other)

    def __mod__(self, other):
        return combined("%", self, other)

    def __and__(self, other):
        return combined("&", self, other)

    def __rxor__(self, other):
        return combined("^", other, self)

    def __radd__(self, other):
        return combined("+", other, self)

    def __rmul__(self, other):
        return combined("*", other, self)

    def __hash__(self):
        return self

    def __int__(self, *others):
        prim.cut("the value of a hash")

    __index__ = __float__ = __bool__ = __str__ = __repr__ = __format__ = __getattr__ = __round__ = __int__
    __neg__ = __pos__ = __abs__ = __invert__ = __divmod__ = __rdivmod__ = __pow__ = __rpow__ = __int__
    __lt__ = __le__ = __gt__ = __ge__ = __sub__ = __rsub__ = __or__ = __ror__ = __rand__ = __rmod__ = __int__
    __floordiv__ = __truediv__ = __rfloordiv__ = __rtruediv__ = __int__
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __int__


def as_hash(of):
    return of if isinstance(of, int) else prim.made_hash(of)


def combined(operator, a, b):
    parts = [x.of if isinstance(x, _Hash) else x for x in (a, b)]
    return as_hash((operator, parts[0], parts[1]))


def __import__(name, globals=None, locals=None, fromlist=(), level=0):
    if level != 0 or not isinstance(name, str) or name == "":
        _pyaot.cut("__import__() of a relative name")
    module = _pyaot.import_module(name)
    return module if fromlist else _pyaot.import_module(name.split(".")[0])


def hash(obj, /):
    return as_hash(prim.hash_of(obj))


class BlockingIOError(OSError):
    pass


class ChildProcessError(OSError):
    pass


class ConnectionError(OSError):
    pass


class BrokenPipeError(ConnectionError):
    pass


class ConnectionAbortedError(ConnectionError):
    pass


class ConnectionRefusedError(ConnectionError):
    pass


class ConnectionResetError(ConnectionError):
    pass


class InterruptedError(OSError):
    pass


class IsADirectoryError(OSError):
    pass


class NotADirectoryError(OSError):
    pass


class ProcessLookupError(OSError):
    pass


class IndentationError(SyntaxError):
    pass


class TabError(IndentationError):
    pass


def _length(length):
    """What __len__() has given, where the run time knows it."""
    if length < 0:
        raise ValueError("__len__() should return >= 0")
    return length


def _made_by_program(self, *args):
    prim.cut("an error of an encoding that the program makes")


def _holds_text(self):
    prim.cut("what an error of an encoding holds")


class UnicodeDecodeError(UnicodeError):
    __init__ = _made_by_program
    encoding = object = start = end = reason = property(_holds_text)


class UnicodeEncodeError(UnicodeError):
    __init__ = _made_by_program
    encoding = object = start = end = reason = property(_holds_text)


class UnicodeTranslateError(UnicodeError):
    __init__ = _made_by_program
    encoding = object = start = end = reason = property(_holds_text)


class BytesWarning(Warning):
    pass


class EncodingWarning(Warning):
    pass


class ImportWarning(Warning):
    pass


class PendingDeprecationWarning(Warning):
    pass


class ResourceWarning(Warning):
    pass


class SyntaxWarning(Warning):
    pass


class UnicodeWarning(Warning):
    pass


class bytearray:
    def __new__(cls, *args, **kwargs):
        prim.cut("a bytearray")


class memoryview:
    def __new__(cls, *args, **kwargs):
        prim.cut("a memoryview")


def compile(*args, **kwargs):
    prim.cut("compile()")


def ascii(obj, /):
    escaped = ""
    for c in repr(obj):
        code = ord(c)
        if code < 128:
            escaped += c
        elif code < 256:
            escaped += f"\\x{code:02x}"
        else:
            escaped += f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"
    return escaped


def in_base(number, base, prefix):
    if isinstance(number, (float, str)):
        raise TypeError("'" + _pyaot.type_name(number) + "' object cannot be interpreted as an integer")
    number = number if isinstance(number, int) else number.__index__()
    if not isinstance(number, int):
        raise TypeError(f"__index__ returned non-int (type {_pyaot.type_name(number)})")
    digits = ""
    rest = abs(number)
    while rest > 0 or len(digits) == 0:
        digits = "0123456789abcdef"[rest % base] + digits
        rest = rest // base
    return ("-" if number < 0 else "") + prefix + digits


def bin(number, /):
    return in_base(number, 2, "0b")


def oct(number, /):
    return in_base(number, 8, "0o")


def hex(number, /):
    return in_base(number, 16, "0x")
