"""Questions about the state of torch, and what it says of objects. Part of torch.py."""

import torch


def are_deterministic_algorithms_enabled():
    return torch._C._get_deterministic_algorithms()


def may_be_in_any_order():
    """Where algorithms are to be deterministic, torch refuses what is not, or warns."""
    if torch._C._get_deterministic_algorithms():
        prim.cut("an operator that is not deterministic")


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Driver code says with it what the likely answers are."""
    if not prim.in_driver():
        prim.cut("torch.use_deterministic_algorithms()")
    prim.set_switch("torch._C._get_deterministic_algorithms", False, mode)
    prim.set_switch("torch._C._get_deterministic_algorithms_warn_only", False, warn_only)


def is_deterministic_algorithms_warn_only_enabled():
    return torch._C._get_deterministic_algorithms_warn_only()


def get_deterministic_debug_mode():
    if not torch._C._get_deterministic_algorithms():
        return 0
    return 1 if torch._C._get_deterministic_algorithms_warn_only() else 2


def is_warn_always_enabled():
    return torch._C._get_warnAlways()


def get_float32_matmul_precision():
    return torch._C._get_float32_matmul_precision()


def is_anomaly_enabled():
    return prim.asked("torch.is_anomaly_enabled", False)


def is_anomaly_check_nan_enabled():
    return prim.asked("torch.is_anomaly_check_nan_enabled", True)


def get_num_threads():
    return prim.asked("torch.get_num_threads", 1)


def get_num_interop_threads():
    return prim.asked("torch.get_num_interop_threads", 1)


def get_default_device():
    """A device that was set is a mode, with which compiled code is not entered."""
    return prim.cpu_device()


def is_storage(obj):
    if prim.kind(obj, "tensor") not in ("tensor", "number", "text", "sequence"):
        prim.cut("whether an object is a storage")
    return False


def is_nonzero(input):
    return input.is_nonzero()


def typename(obj):
    if not prim.is_tensor(obj):
        prim.cut("the type's name of what is no tensor")
    return obj.type()
