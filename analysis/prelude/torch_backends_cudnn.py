"""torch.backends.cudnn: compiled code is for tensors of CPUs."""

import _pyaot
import torch

_switches = {
    "enabled": torch._C._get_cudnn_enabled,
    "deterministic": torch._C._get_cudnn_deterministic,
    "benchmark": torch._C._get_cudnn_benchmark,
    "allow_tf32": torch._C._get_cudnn_allow_tf32,
}


def __getattr__(name):
    """Properties of the object that stands in sys.modules for the module."""
    if name in _switches:
        return _switches[name]()


def is_acceptable(tensor):
    if not isinstance(tensor, torch.Tensor):
        _pyaot.cut("what is no tensor")
    return False
