"""The module os: the environment. A variable is taken to be unset, which is guarded."""

import _pyaot


class environ:
    @staticmethod
    def get(key, default=None):
        _pyaot.assume_unset(key)
        return default

    @classmethod
    def __class_getitem__(cls, key):
        _pyaot.assume_unset(key)
        raise KeyError(key)


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
