"""torch.autograd.variable: what programs of old put around tensors."""

import torch


def Variable(data=None, requires_grad=None, volatile=None):
    if data is None:
        return torch.empty(0)
    if requires_grad or volatile is not None:
        prim.cut("a Variable with options")
    return torch.Tensor.detach(data)
