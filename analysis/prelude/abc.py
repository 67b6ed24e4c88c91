"""The module abc. Which functions are abstract is seen in their decorators (ev_instance.c)."""


class ABC:
    __slots__ = ()


def abstractmethod(funcobj):
    return funcobj


abstractproperty = property
abstractclassmethod = classmethod
abstractstaticmethod = staticmethod
