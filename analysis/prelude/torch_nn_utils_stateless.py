"""Modules that are called with other parameters and buffers: torch.func.functional_call()."""

import torch
from torch.nn.modules.module import each_once, members


class Replaced:
    """Stands for the tables of a module while attributes of it are others."""

    def __getattr__(self, name):
        prim.cut("the parameters or buffers of a module that is called with others")

    def __contains__(self, name):
        prim.cut("the parameters or buffers of a module that is called with others")

    __getitem__ = __contains__

    def __iter__(self):
        prim.cut("the parameters or buffers of a module that is called with others")

    __len__ = __iter__


def place_of(module, path):
    prefix, _, name = path.rpartition(".")
    owner = module.get_submodule(prefix)
    if isinstance(owner, torch.nn.RNNBase) or (name not in owner._parameters and name not in owner._buffers):
        prim.cut("functional_call() with another '" + path + "'")
    return owner, name


def put(owner, name, slot):
    return owner, name, prim.swap_attribute(owner, name, slot)


def _functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False):
    if strict or not all([prim.is_tensor(value) for value in parameters_and_buffers.values()]):
        prim.cut("functional_call() with strict= or values that are no tensors")
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    named = members(module, "", True, "_parameters", False) + members(module, "", True, "_buffers", False)
    if tie_weights and len(each_once(named)) != len(named):
        prim.cut("functional_call() of a module with one tensor under several names")
    places = [(place_of(module, path), value) for path, value in parameters_and_buffers.items()]
    kept = []
    try:
        for (owner, name), value in places:
            kept.append(put(owner, name, (value,)))
            kept.append(put(owner, "_parameters", (Replaced(),)))
            kept.append(put(owner, "_buffers", (Replaced(),)))
        return module(*args, **({} if kwargs is None else kwargs))
    finally:
        for (owner, name), value in places:
            if getattr(owner, name) is not value:
                prim.cut("a module that replaces a buffer it is called with")
        for owner, name, slot in reversed(kept):
            prim.swap_attribute(owner, name, slot)
