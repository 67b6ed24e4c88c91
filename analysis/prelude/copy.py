"""copy: of what the program made, and of containers; also of objects of driver code and constructors."""


def copy(x):
    return prim.shallow_copy(x)


def with_attributes_of(x):
    made = object.__new__(type(x))
    for name, value in vars(x).items():
        prim.set_attribute(made, name, value)
    return made


def with_items_of(x):
    made = type(x).__new__(type(x))
    for name, value in vars(x).items():
        object.__setattr__(made, name, value)
    for key, value in x.items():
        made[key] = value
    return made


def deepcopy(x, memo=None, _nil=[]):
    if memo is not None and not prim.in_driver():
        prim.cut("deepcopy() with a memo")
    return prim.deep_copy(x)
