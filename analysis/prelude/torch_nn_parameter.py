"""torch.nn.parameter: a Parameter is a tensor value that carries a mark. A Buffer is one that waits for its module."""

import _pyaot
from torch_tensor import Tensor


class Parameter(Tensor):
    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            prim.cut("a Parameter of nothing")
        if requires_grad and not _pyaot.in_driver():
            prim.cut("a Parameter that requires grad")
        return prim.parameter(data)


class MadeBuffer:
    def __init__(self, data):
        self.data = data


class Buffer(Tensor):
    def __new__(cls, data=None, *, persistent=True):
        if data is None or not _pyaot.in_driver():
            prim.cut("a Buffer")
        return MadeBuffer(data)


class UninitializedTensorMixin:
    pass


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    def __new__(cls, requires_grad=True, device=None, dtype=None):
        prim.cut("a parameter that is not initialised")


def is_lazy(param):
    return False
