"""The module torch.torch_version: the version of the torch that is installed, which compares by its numbers."""

import importlib.metadata
from packaging.version import Version


TEXT = importlib.metadata.version("torch")


class TorchVersion:
    def __str__(self):
        return TEXT

    def __repr__(self):
        return repr(TEXT)

    def __format__(self, spec):
        return format(TEXT, spec)

    def __len__(self):
        return len(TEXT)

    def __getitem__(self, index):
        return TEXT[index]

    def __contains__(self, part):
        return part in TEXT

    def __add__(self, other):
        return TEXT + other

    def __radd__(self, other):
        return other + TEXT

    def split(self, *args):
        return TEXT.split(*args)

    def startswith(self, prefix):
        return TEXT.startswith(prefix)

    def order(self, other):
        if isinstance(other, (tuple, list)):
            other = ".".join([str(item) for item in other])
        return Version(TEXT).order(Version(other) if isinstance(other, str) else other)

    __lt__ = Version.__lt__
    __le__ = Version.__le__
    __gt__ = Version.__gt__
    __ge__ = Version.__ge__
    __eq__ = Version.__eq__
    __ne__ = Version.__ne__


__version__ = TorchVersion()
