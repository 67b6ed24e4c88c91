"""torch.jit.script() of functions. What it makes of modules and classes is not looked into."""

import typing

import _pyaot

import torch

_named = {"Tensor": torch.Tensor, "torch.Tensor": torch.Tensor, "int": int, "float": float, "bool": bool, "str": str}


def _takes(annotation, value):
    """Is the value one that TorchScript hands over as it is? A list or a dict is copied."""
    if typing.get_origin(annotation) is typing.Union:
        for one in typing.get_args(annotation):
            if (value is None and one is type(None)) or (value is not None and _takes(one, value)):
                return True
        return False
    if isinstance(annotation, str):
        annotation = _named.get(annotation, list)
    if annotation is None or annotation is torch.Tensor:
        return prim.is_tensor(value)
    is_number = _pyaot.kind(annotation) == "class" and annotation in (int, float, bool, str)
    return is_number and type(value) is annotation


def script(obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    if not prim.in_driver():
        _pyaot.cut("torch.jit.script() in a function")
    function = None if example_inputs is not None else _pyaot.scripted(obj)
    if function is None:
        _pyaot.cut("torch.jit.script() of what is no plain function")
    types = {name: _pyaot.annotation_of(obj, name) for name, kind, has_default in _pyaot.parameters(obj)}

    def scripted(*args, **kwargs):
        for name, value in [*zip(types, args), *kwargs.items()]:
            if not _takes(types[name], value):
                _pyaot.cut("arguments that TorchScript converts or refuses")
        return function(*args, **kwargs)

    return scripted
