"""einops._backends: the installed module looks through the frameworks that are imported; here the tensors are torch's."""

import torch


class Backend:
    framework_name = "torch"

    def is_appropriate_type(self, tensor):
        return prim.is_tensor(tensor)

    def to_numpy(self, x):
        return x.detach().cpu().numpy()

    def arange(self, start, stop):
        return torch.arange(start, stop, dtype=torch.int64)

    def shape(self, x):
        return x.shape

    def reshape(self, x, shape):
        return x.reshape(shape)

    def reduce(self, x, operation, axes):
        if operation == "min":
            return x.amin(dim=axes)
        if operation == "max":
            return x.amax(dim=axes)
        if operation == "sum":
            return x.sum(dim=axes)
        if operation == "mean":
            return x.mean(dim=axes)
        for axis in sorted(axes)[::-1]:
            x = getattr(x, operation)(dim=axis)
        return x

    def transpose(self, x, axes):
        return x.permute(axes)

    def stack_on_zeroth_dimension(self, tensors):
        return torch.stack(tensors)

    def concat(self, tensors, axis):
        return torch.cat(tensors, dim=axis)

    def is_float_type(self, x):
        return x.dtype in [torch.float16, torch.float32, torch.float64, torch.bfloat16]

    def einsum(self, pattern, *x):
        return torch.einsum(pattern, *x)


def get_backend(tensor):
    if not prim.is_tensor(tensor):
        prim.cut("einops on what is no tensor of torch")
    return Backend()
