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


class Memo:
    """What __deepcopy__() of the program is given: of use to deepcopy() alone."""

    _guards_itself = True

    @property
    def __class__(self):
        prim.cut("the memo of deepcopy(), which is a dict")

    def __getattr__(self, name):
        prim.cut("the memo of deepcopy()")

    def __getitem__(self, key):
        prim.cut("the memo of deepcopy()")

    __setitem__ = __delitem__ = __contains__ = __eq__ = __getitem__

    def __iter__(self):
        prim.cut("the memo of deepcopy()")

    __len__ = __bool__ = __repr__ = __hash__ = __iter__


def deepcopy(x, memo=None, _nil=[]):
    return prim.deep_copy(x, None if prim.in_driver() else memo)
