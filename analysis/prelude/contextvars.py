"""The module contextvars. What a variable holds is its attribute "get()", which the run time asks the variable for.

A function may set a variable and set it back; one that leaves it changed is left to Python.
"""

import _pyaot


class Token:
    def __init_subclass__(cls):
        raise TypeError("type '_contextvars.Token' is not an acceptable base type")

    def __init__(self, var, old_value):
        self.var = var
        self.old_value = old_value
        self.used = False


_no_default = object()


class ContextVar:
    def __init_subclass__(cls):
        raise TypeError("type '_contextvars.ContextVar' is not an acceptable base type")

    def __init__(self, name, *, default=_no_default):
        if default is _no_default:
            _pyaot.cut("a context variable without a default")
        self.name = name
        setattr(self, "get()", default)

    def get(self, *default):
        if default:
            _pyaot.cut("ContextVar.get() with a default")  # given only where the variable was never set
        return getattr(self, "get()")

    def set(self, value):
        token = Token(self, getattr(self, "get()"))
        setattr(self, "get()", value)
        return token

    def reset(self, token):
        if not isinstance(token, Token) or token.var is not self or token.used:
            _pyaot.cut("ContextVar.reset() of another token")
        token.used = True
        setattr(self, "get()", token.old_value)
