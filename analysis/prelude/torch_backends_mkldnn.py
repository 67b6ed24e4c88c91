"""torch.backends.mkldnn: properties of the object that stands in sys.modules for the module."""

import torch

_switches = {"enabled": torch._C._get_mkldnn_enabled, "deterministic": torch._C._get_mkldnn_deterministic}


def __getattr__(name):
    if name in _switches:
        return _switches[name]()
