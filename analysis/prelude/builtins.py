"""Exceptions of the module builtins. Its functions and its other classes are in C (builtins_*.c).

Never run by Python: pyaot's evaluator reads it, one definition at a time.
"""


class BaseException:
    def __init__(self, *args):
        self.args = args

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
        return self

    def add_note(self, note):
        return None


class _LeavesToPython(BaseException):
    """On the path that this ends, the Python twin runs; no handler of the program takes it."""


class Exception(BaseException):
    pass


class KeyboardInterrupt(BaseException):
    pass


class SystemExit(BaseException):
    pass


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
    pass


class BufferError(Exception):
    pass


class EOFError(Exception):
    pass


class ImportError(Exception):
    pass


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
        return str(self.args)


class MemoryError(Exception):
    pass


class NameError(Exception):
    pass


class UnboundLocalError(NameError):
    pass


class OSError(Exception):
    pass


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


class ReferenceError(Exception):
    pass


class RuntimeError(Exception):
    pass


class NotImplementedError(RuntimeError):
    pass


class RecursionError(RuntimeError):
    pass


class StopIteration(Exception):
    @property
    def value(self):
        return self.args[0] if len(self.args) > 0 else None


class StopAsyncIteration(Exception):
    pass


class SyntaxError(Exception):
    pass


class SystemError(Exception):
    pass


class TypeError(Exception):
    pass


class ValueError(Exception):
    pass


class UnicodeError(ValueError):
    pass


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
