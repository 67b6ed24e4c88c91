"""The module packaging.version, for released versions: numbers with dots, and a local part."""

import _pyaot


class InvalidVersion(ValueError):
    pass


class Version:
    def __init__(self, version):
        public = version.split("+")[0]
        parts = public.split(".")
        if not all([part.isdigit() for part in parts]):
            _pyaot.cut("a version that is no release")
        self.release = tuple([int(part) for part in parts])
        self.public = public
        self.base_version = public
        self.local = version.split("+")[1] if "+" in version else None
        self.major = self.release[0]
        self.minor = self.release[1] if len(self.release) > 1 else 0
        self.micro = self.release[2] if len(self.release) > 2 else 0
        self.is_prerelease = False
        self.is_devrelease = False

    def order(self, other):
        """-1, 0 or 1; missing numbers are zeros, and a local part comes after none."""
        mine, theirs = list(self.release), list(other.release)
        while len(mine) < len(theirs):
            mine.append(0)
        while len(theirs) < len(mine):
            theirs.append(0)
        for one, two in zip(mine, theirs):
            if one != two:
                return -1 if one < two else 1
        if self.local == other.local:
            return 0
        if self.local is not None and other.local is not None:
            _pyaot.cut("two local versions")
        return -1 if self.local is None else 1

    def __lt__(self, other):
        return self.order(other) < 0

    def __le__(self, other):
        return self.order(other) <= 0

    def __gt__(self, other):
        return self.order(other) > 0

    def __ge__(self, other):
        return self.order(other) >= 0

    def __eq__(self, other):
        return self.order(other) == 0

    def __ne__(self, other):
        return self.order(other) != 0


def parse(version):
    return Version(version)
