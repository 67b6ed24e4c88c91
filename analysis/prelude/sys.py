"""The module sys: the table of modules, for packages that look into it when imported; the exception that is handled;
the version of the interpreter, of which the first two numbers are known, and guarded."""

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


class VersionInfo:
    _guards_itself = True
    major = 3

    @property
    def __class__(self):
        _pyaot.cut("the class of sys.version_info, which is a tuple")

    @property
    def minor(self):
        return _pyaot.python_minor()

    def __getattr__(self, name):
        _pyaot.cut("sys.version_info." + name)

    def __getitem__(self, index):
        if type(index) is slice and index.start in (None, 0) and index.step is None and index.stop in (0, 1, 2):
            return (3, self.minor)[: index.stop]
        if index not in (0, 1):
            _pyaot.cut("more of sys.version_info than two numbers")
        return self.minor if index == 1 else 3

    def __len__(self):
        return 5

    def __iter__(self):
        _pyaot.cut("more of sys.version_info than two numbers")

    __hash__ = __str__ = __repr__ = __add__ = __mul__ = __contains__ = __iter__

    def after(self, other):
        """Is it behind that version?"""
        if type(other) is not tuple:
            _pyaot.cut("sys.version_info compared with what is no tuple")
        first = other[:2]
        mine = (3, self.minor)[: len(first)]
        if mine == first and len(other) > 2:
            _pyaot.cut("more of sys.version_info than two numbers")
        return mine >= first  # equal so far, it is the longer one

    __gt__ = __ge__ = after

    def __lt__(self, other):
        return not self.after(other)

    __le__ = __lt__

    def __eq__(self, other):
        if type(other) is not tuple or len(other) > 2:
            _pyaot.cut("sys.version_info compared with five numbers")
        return False

    def __ne__(self, other):
        return not self == other


version_info = VersionInfo()


def getrecursionlimit():
    return prim.asked("sys.getrecursionlimit", 1000)


def exception():
    return prim.handled()


def exc_info():
    handled = prim.handled()
    return (None, None, None) if handled is None else (type(handled), handled, handled.__traceback__)
