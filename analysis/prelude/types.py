"""The module types, as far as it makes objects that programs use beside tensors; its other names are those of the library."""


class SimpleNamespace:
    def __init__(self, /, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __eq__(self, other):
        if not isinstance(other, SimpleNamespace):
            return NotImplemented
        return self.__dict__ == other.__dict__


MethodType = type(SimpleNamespace().__eq__)
FunctionType = LambdaType = type(SimpleNamespace.__eq__)


class mappingproxy:
    """It reads the dict that it was made of, whatever becomes of that."""

    def __init__(self, mapping, /):
        self.mapping = mapping

    def __pyaot_made_by__(self):
        return "types", "MappingProxyType", (self.mapping,)

    def __getitem__(self, key):
        return self.mapping[key]

    def __contains__(self, key):
        return key in self.mapping

    def __len__(self):
        return len(self.mapping)

    def __iter__(self):
        return iter(self.mapping)

    def __reversed__(self):
        return reversed(self.mapping)

    def __or__(self, other):
        return self.mapping | (other.mapping if isinstance(other, mappingproxy) else other)

    def __ror__(self, other):
        return other | self.mapping

    def __eq__(self, other):
        return self.mapping == (other.mapping if isinstance(other, mappingproxy) else other)

    def __str__(self):
        return str(self.mapping)

    def __repr__(self):
        return "mappingproxy(" + repr(self.mapping) + ")"

    def get(self, key, default=None):
        return self.mapping.get(key, default)

    def keys(self):
        return self.mapping.keys()

    def values(self):
        return self.mapping.values()

    def items(self):
        return self.mapping.items()

    def copy(self):
        return self.mapping.copy()


MappingProxyType = mappingproxy
