"""The module threading: locks of packages that are imported. Compiled code holds none."""

import _pyaot


class Lock:
    def __enter__(self):
        if not _pyaot.in_driver():
            _pyaot.cut("a lock")
        return True

    def __exit__(self, *error):
        return None


class RLock(Lock):
    pass
