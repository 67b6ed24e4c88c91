"""The module os: the environment. A variable is taken to be unset, which is guarded."""

import _pyaot


class _Environ:
    def get(self, key, default=None):
        _pyaot.assume_unset(key)
        return default

    def __getitem__(self, key):
        _pyaot.assume_unset(key)
        raise KeyError(key)

    def __contains__(self, key):
        _pyaot.assume_unset(key)
        return False

    def __setitem__(self, key, value):
        _pyaot.cut("a change of the environment")

    def __delitem__(self, key):
        _pyaot.cut("a change of the environment")

    def __iter__(self):
        _pyaot.cut("all of the environment")

    def __len__(self):
        _pyaot.cut("all of the environment")

    def __getattr__(self, name):
        _pyaot.cut("the environment in another way than by the name of a variable")


environ = _Environ()


sep = "/"
linesep = "\n"
name = "posix"
curdir = "."
pardir = ".."


def fspath(path):
    if not isinstance(path, (str, bytes)):
        _pyaot.cut("the path of an object")
    return path


def getenv(key, default=None):
    return environ.get(key, default)
