"""The module weakref: the tables of packages that are imported. What they hold is held by the packages too."""

import _pyaot


class WeakKeyDictionary(dict):
    def __init__(self, items=None):
        if not _pyaot.in_driver():
            _pyaot.cut("a table of weak references")
        if items is not None:
            self.update(items)
