"""The module sys: the table of modules, for packages that look into it when imported; the exception that is handled."""

import _pyaot


class Modules:
    def __getitem__(self, name):
        return _pyaot.imported(name)

    def get(self, name, default=None):
        return _pyaot.imported(name)


modules = Modules()


class Traceback:
    """Which lines an exception went through is not known."""

    def __pyaot_made_by__(self):
        prim.cut("a traceback")

    def __getattr__(self, name):
        prim.cut("a traceback")


def getrecursionlimit():
    return prim.asked("sys.getrecursionlimit", 1000)


def exception():
    return prim.handled()


def exc_info():
    handled = prim.handled()
    return (None, None, None) if handled is None else (type(handled), handled, Traceback())
