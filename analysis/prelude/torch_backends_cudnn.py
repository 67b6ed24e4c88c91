"""torch.backends.cudnn: compiled code is for tensors of CPUs."""

import _pyaot
import torch


def is_acceptable(tensor):
    if not isinstance(tensor, torch.Tensor):
        _pyaot.cut("what is no tensor")
    return False
