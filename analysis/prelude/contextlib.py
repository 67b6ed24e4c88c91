"""The module contextlib: context managers made of generators, and those that do little.

Never run by Python: pyaot's evaluator reads it, one definition at a time.
"""

from abc import ABCMeta, abstractmethod
from functools import wraps
from types import FunctionType, MethodType

import _pyaot


class AbstractContextManager(metaclass=ABCMeta):
    @classmethod
    def __subclasshook__(cls, other):
        _pyaot.cut("whether an object can be used as a context manager")

    def __enter__(self):
        return self

    @abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        return None


class ContextDecorator:
    def __pyaot_made_by__(self):
        _pyaot.cut("the manager that a generator is, outside of with")

    def _recreate_cm(self):
        return self

    def __call__(self, function):
        @wraps(function)
        def inner(*args, **kwargs):
            with self._recreate_cm():
                return function(*args, **kwargs)

        return inner


class _GeneratorContextManager(ContextDecorator):
    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds

    def _recreate_cm(self):
        return self.__class__(self.func, self.args, self.kwds)

    def __enter__(self):
        del self.args, self.kwds, self.func
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, exc_type, exc_value, traceback):
        if exc_type is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            try:
                raise RuntimeError("generator didn't stop")
            finally:
                self.gen.close()
        if issubclass(exc_type, StopIteration):
            _pyaot.cut("StopIteration in a with block of a generator")
        if exc_value is None:
            exc_value = exc_type()
        try:
            self.gen.throw(exc_value)
        except StopIteration:
            return True
        except BaseException as error:
            if error is exc_value:
                return False
            raise
        try:
            raise RuntimeError("generator didn't stop after throw()")
        finally:
            self.gen.close()


def contextmanager(function):
    @wraps(function)
    def helper(*args, **kwargs):
        return _GeneratorContextManager(function, args, kwargs)

    return helper


class nullcontext:
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, exc_type, exc_value, traceback):
        return None


class suppress:
    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        return None

    def __exit__(self, exc_type, exc_value, traceback):
        return exc_type is not None and issubclass(exc_type, self._exceptions)


class closing:
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, exc_type, exc_value, traceback):
        self.thing.close()


def chain_to(error, earlier, outer):
    """What a function raised that left a stack came after what was raised before it there."""
    while error.__context__ is not earlier:
        if error.__context__ is None:
            return
        if error.__context__ is outer:
            error.__context__ = earlier
            return
        error = error.__context__


class ExitStack:
    def __init__(self):
        self._exits = []

    def __pyaot_made_by__(self):
        if len(self._exits) > 0:
            _pyaot.cut("an ExitStack that has something to leave, outside of with")
        return "contextlib", "ExitStack", ()

    def __enter__(self):
        return self

    def enter_context(self, manager):
        if not (hasattr(type(manager), "__enter__") and hasattr(type(manager), "__exit__")):
            _pyaot.cut("a manager whose class is none")
        result = manager.__enter__()
        self._exits.append(manager.__exit__)
        return result

    def push(self, exit):
        self._exits.append(exit if isinstance(exit, (FunctionType, MethodType)) else exit.__exit__)
        return exit

    def callback(self, function, /, *args, **kwargs):
        def leave(exc_type, exc_value, traceback):
            function(*args, **kwargs)

        self._exits.append(leave)
        return function

    def pop_all(self):
        other = type(self)()
        other._exits = self._exits
        self._exits = []
        return other

    def close(self):
        self.__exit__(None, None, None)

    def __exit__(self, exc_type, exc_value, traceback):
        outer = exc_value
        suppressed = raised = False
        while len(self._exits) > 0:
            leave = self._exits.pop()
            try:
                if leave(exc_type, exc_value, traceback):
                    suppressed, raised = True, False
                    exc_type = exc_value = traceback = None
            except BaseException as error:
                chain_to(error, exc_value, outer)
                raised = True
                exc_type, exc_value, traceback = type(error), error, error.__traceback__
        if raised:
            context = exc_value.__context__
            try:
                raise exc_value
            except BaseException:
                exc_value.__context__ = context
                raise
        return outer is not None and suppressed
