"""copy: of what the program made, and of containers; also of objects of driver code and constructors."""


def copy(x):
    return prim.shallow_copy(x)


def deepcopy(x, memo=None, _nil=[]):
    if memo is not None and not prim.in_driver():
        prim.cut("deepcopy() with a memo")
    return prim.deep_copy(x)
