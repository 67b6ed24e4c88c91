"""The module importlib.metadata: the versions of packages, which their folders of metadata state."""

import _pyaot


class PackageNotFoundError(ModuleNotFoundError):
    pass


def version(distribution_name):
    found = _pyaot.package_version(distribution_name)
    if found is None:
        raise PackageNotFoundError(distribution_name)
    return found
