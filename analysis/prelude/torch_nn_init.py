"""torch.nn.init: in module constructors, where nothing reads the values; elsewhere a cut."""

import torch


def calculate_gain(nonlinearity, param=None):
    return 1.0


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
    return torch.random_contents(tensor)


def ones_(tensor):
    return torch.random_contents(tensor)


def zeros_(tensor):
    return torch.random_contents(tensor)


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
