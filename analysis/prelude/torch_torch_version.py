"""The module torch.torch_version: the version of the torch that is installed, which compares by its numbers."""

import importlib.metadata

import _pyaot
from packaging.version import Version


TEXT = importlib.metadata.version("torch")


class TorchVersion:
    """torch's own derives from str: ev_derives() says so, and ev_known_text() reads the text."""

    __pyaot_stands_for__ = str
    __pyaot_text__ = TEXT

    def __getattr__(self, name):
        if name.startswith("_") or not hasattr(str, name):
            _pyaot.cut("an attribute of torch's version")
        return getattr(TEXT, name)

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

    def __mul__(self, times):
        return TEXT * times

    __rmul__ = __mul__

    def __mod__(self, values):
        return TEXT % values

    def __iter__(self):
        return iter(TEXT)

    def __hash__(self):
        return hash(TEXT)

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
