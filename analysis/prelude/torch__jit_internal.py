"""torch.jit.isinstance(): in the module's own words, but for the types that a table of it names."""

import typing

import _pyaot


def check_args_exist(target_type):
    """The types that torch refuses are those of Python and typing without what is in them."""
    origin = typing.get_origin(target_type)
    bare = target_type if origin is None else origin
    is_class = _pyaot.kind(bare) == "class"
    if is_class and bare in (dict, list, tuple) and len(typing.get_args(target_type)) == 0:
        raise RuntimeError("Attempted to use a container without contained types")


def check_empty_containers(obj):
    known = obj is None or isinstance(obj, (bool, int, float, str, list, dict, tuple)) or prim.is_tensor(obj)
    if not known or (isinstance(obj, (list, dict, tuple)) and len(obj) == 0):
        _pyaot.cut("torch.jit.isinstance() of an empty container, which warns, or of an object that compares in its own way")


def is_one(obj, target_type):
    if typing.get_origin(target_type) is not None:
        return container_checker(obj, target_type)
    return isinstance(obj, target_type)


def container_checker(obj, target_type):
    origin_type = typing.get_origin(target_type)
    check_args_exist(target_type)
    if origin_type is None:
        return False
    arg_types = typing.get_args(target_type)
    if _pyaot.kind(origin_type) != "class":  # typing.Union
        if obj is None:
            return True
        for t in arg_types:
            if typing.get_origin(t) is not None:
                return container_checker(obj, t)
            if isinstance(obj, t):
                return True
        return False
    if origin_type not in (list, dict, tuple):
        return False
    check_empty_containers(obj)
    if not isinstance(obj, origin_type):
        return False
    if origin_type is list:
        return all([is_one(el, arg_types[0]) for el in obj])
    if origin_type is dict:
        for key, val in obj.items():
            if not isinstance(key, arg_types[0]) or not is_one(val, arg_types[1]):
                return False
        return True
    if len(obj) != len(arg_types):
        return False
    for el, el_type in zip(obj, arg_types):
        if not is_one(el, el_type):
            return False
    return True


def _isinstance(obj, target_type):
    if typing.get_origin(target_type) is not None:
        return container_checker(obj, target_type)
    if _pyaot.kind(target_type) == "class":
        check_args_exist(target_type)
        if _pyaot.own_attribute(type(target_type), "__contains__") is not None:
            _pyaot.cut("torch.jit.isinstance() of a class whose metaclass has __contains__()")
        return isinstance(obj, target_type)
    if isinstance(target_type, tuple):
        for t_type in target_type:
            if _isinstance(obj, t_type):
                return True
        return False
    _pyaot.cut("torch.jit.isinstance() of this type")
