"""What Python's objects show of themselves."""

import _pyaot


class Attributes:
    """obj.__dict__ of an object that existed before: what it has is looked at one by one."""

    def __init__(self, owner):
        self.owner = owner

    def get(self, key, default=None):
        return _pyaot.own_value(self.owner, key, default)

    def __contains__(self, key):
        missing = object()
        return _pyaot.own_value(self.owner, key, missing) is not missing

    def __getitem__(self, key):
        missing = object()
        found = _pyaot.own_value(self.owner, key, missing)
        if found is missing:
            raise KeyError(key)
        return found

    def __getattr__(self, name):
        _pyaot.cut("the " + name + "() of an object's __dict__")

    def __iter__(self, *args):
        _pyaot.cut("all of an object's __dict__")

    __len__ = __bool__ = __reversed__ = __setitem__ = __delitem__ = __eq__ = __ne__ = __or__ = __ror__ = __ior__ = __iter__
    __repr__ = __str__ = __format__ = __hash__ = __copy__ = __deepcopy__ = __iter__


class Code:
    """function.__code__: what does not depend on bytecode."""

    def __init__(self, names, argument_count, name):
        self.co_varnames = tuple(names)
        self.co_argcount = argument_count
        self.co_name = name

    def __getattr__(self, name):
        _pyaot.cut("the attribute '" + name + "' of code")


def refuse(kind, words):
    """For modules whose own words are others than Python's: these are Python's."""
    raise kind(words)


def registered(module, name):
    """Module.__getattr__(), for classes that have one of their own; here, as it says what torch says."""
    for table in (module._parameters, module._buffers, module._modules):
        if name in table:
            return table[name]
    raise AttributeError("'" + type(module).__name__ + "' object has no attribute '" + name + "'")
