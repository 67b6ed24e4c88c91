"""The module threading: locks of packages that are imported. Compiled code holds none."""

import _pyaot


class Lock:
    def __enter__(self):
        if not _pyaot.in_driver():
            _pyaot.cut("a lock")
        return True

    def __exit__(self, *error):
        return None

    def acquire(self, blocking=True, timeout=-1):
        return self.__enter__()

    def release(self):
        self.__enter__()


class RLock(Lock):
    pass
