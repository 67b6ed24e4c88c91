"""The module importlib.util: what packages ask when they are imported."""

import _pyaot


class ModuleSpec:
    def __init__(self, name):
        self.name = name


def find_spec(name, package=None):
    return ModuleSpec(name) if _pyaot.module_exists(name) else None
