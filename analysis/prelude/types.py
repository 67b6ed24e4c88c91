"""The module types, as far as it makes objects that programs use beside tensors; its other names are those of the library."""

import _pyaot


class SimpleNamespace:
    def __init__(self, /, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __eq__(self, other):
        if not isinstance(other, SimpleNamespace):
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __lt__(self, other):
        return vars(self) < vars(other) if isinstance(other, SimpleNamespace) else NotImplemented

    def __le__(self, other):
        return vars(self) <= vars(other) if isinstance(other, SimpleNamespace) else NotImplemented

    def __gt__(self, other):
        return vars(self) > vars(other) if isinstance(other, SimpleNamespace) else NotImplemented

    def __ge__(self, other):
        return vars(self) >= vars(other) if isinstance(other, SimpleNamespace) else NotImplemented

    def __repr__(self):
        name = "namespace" if type(self) is SimpleNamespace else type(self).__name__
        return name + "(" + ", ".join([key + "=" + repr(value) for key, value in vars(self).items()]) + ")"


MethodType = type(SimpleNamespace().__eq__)
FunctionType = LambdaType = type(SimpleNamespace.__eq__)


GeneratorType = _pyaot.builtin_class("generator")


class mappingproxy:
    """It reads the dict that it was made of, whatever becomes of that.

    That of a class (`of_class`, or False) has what the body says, which is asked of the class; Python adds names like
    __module__, of which nothing is said.
    """

    def __init__(self, mapping, of_class=False, /):
        self.mapping = mapping
        self.of_class = of_class

    def all(self):
        return self.mapping if self.of_class is False else _pyaot.cut("all that a class has of its own")

    def __pyaot_made_by__(self):
        return "types", "MappingProxyType", (self.all(),)

    def __getitem__(self, key):
        if self.of_class is False:
            return self.mapping[key]
        if not _pyaot.class_has(self.of_class, key):
            raise KeyError(key)
        return _pyaot.item_of_class(self.of_class, key)

    def __contains__(self, key):
        return key in self.mapping if self.of_class is False else _pyaot.class_has(self.of_class, key)

    def __len__(self):
        return len(self.all())

    def __iter__(self):
        return iter(self.all())

    def __reversed__(self):
        return reversed(self.all())

    def __or__(self, other):
        return self.all() | (other.all() if isinstance(other, mappingproxy) else other)

    def __ror__(self, other):
        return other | self.all()

    def __eq__(self, other):
        return self.all() == (other.all() if isinstance(other, mappingproxy) else other)

    def __str__(self):
        return str(self.all())

    def __repr__(self):
        return "mappingproxy(" + repr(self.all()) + ")"

    def get(self, key, default=None):
        return self[key] if key in self else default

    def keys(self):
        return self.all().keys()

    def values(self):
        return self.all().values()

    def items(self):
        return self.all().items()

    def copy(self):
        return self.all().copy()


MappingProxyType = mappingproxy
