"""The module sys: the table of modules, for packages that look into it when imported; the exception that is handled."""

import _pyaot


class Modules:
    def __getitem__(self, name):
        return _pyaot.imported(name)

    def get(self, name, default=None):
        return _pyaot.imported(name)


modules = Modules()
maxsize = 9223372036854775807
byteorder = "little"
platform = "linux"


def getrecursionlimit():
    return prim.asked("sys.getrecursionlimit", 1000)


def exception():
    return prim.handled()


def exc_info():
    handled = prim.handled()
    return (None, None, None) if handled is None else (type(handled), handled, handled.__traceback__)
