"""The module importlib: what programs import by its name."""

import _pyaot


def import_module(name, package=None):
    if package is not None or not isinstance(name, str) or name[:1] in ("", "."):
        _pyaot.cut("import_module() of a relative name")
    return _pyaot.import_module(name)
