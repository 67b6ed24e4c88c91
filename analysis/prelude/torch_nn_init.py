"""torch.nn.init: in module constructors, where nothing reads the values; elsewhere what is random is a cut."""

import math

import torch


def calculate_gain(nonlinearity, param=None):
    if nonlinearity in (
        "linear conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d sigmoid".split()
    ):
        return 1
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        if isinstance(slope, bool) or not isinstance(slope, (int, float)):
            raise ValueError(f"negative_slope {param} not a valid number")
        return math.sqrt(2.0 / (1 + slope**2))
    if nonlinearity == "selu":
        return 3.0 / 4
    raise ValueError(f"Unsupported nonlinearity {nonlinearity}")


def _filled(tensor, value):
    if prim.in_driver():
        return tensor
    with torch.no_grad():
        return tensor.fill_(value)


def _calculate_fan_in_and_fan_out(tensor):
    if tensor.dim() < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    field = 1
    for size in tensor.shape[2:]:
        field = field * size
    return (tensor.size(1) * field, tensor.size(0) * field)


def uniform_(tensor, a=0.0, b=1.0, generator=None):
    return torch.random_contents(tensor)


def normal_(tensor, mean=0.0, std=1.0, generator=None):
    return torch.random_contents(tensor)


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    return torch.random_contents(tensor)


def constant_(tensor, val):
    return _filled(tensor, val)


def ones_(tensor):
    return _filled(tensor, 1.0)


def zeros_(tensor):
    return _filled(tensor, 0.0)


def eye_(tensor):
    return torch.random_contents(tensor)


def dirac_(tensor, groups=1):
    return torch.random_contents(tensor)


def xavier_uniform_(tensor, gain=1.0, generator=None):
    return torch.random_contents(tensor)


def xavier_normal_(tensor, gain=1.0, generator=None):
    return torch.random_contents(tensor)


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    return torch.random_contents(tensor)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    return torch.random_contents(tensor)


def orthogonal_(tensor, gain=1, generator=None):
    return torch.random_contents(tensor)
