"""The module sys: the table of modules, for packages that look into it when they are imported."""

import _pyaot


class Modules:
    def __getitem__(self, name):
        return _pyaot.imported(name)

    def get(self, name, default=None):
        return _pyaot.imported(name)


modules = Modules()
