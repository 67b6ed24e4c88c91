"""The switches of torch.autocast(), which is torch's own class. Part of torch.py."""

import torch


# Other devices, and the dtype that autocast likely has there: of tensors of CPUs it converts nothing.
others = {
    "cuda": torch.float16,
    "xpu": torch.float16,
    "mps": torch.float16,
    "hpu": torch.bfloat16,
    "mtia": torch.float16,
    "xla": torch.bfloat16,
    "ipu": torch.float16,
    "maia": torch.bfloat16,
    "privateuseone": torch.float16,
}


def check_device(device_type):
    if device_type != "cpu" and device_type not in others:
        prim.cut("autocast on a device of another name")


def is_autocast_enabled(device_type="cuda"):
    """With autocast on in the caller, on whatever device, compiled code is not entered."""
    check_device(device_type)
    return device_type == "cpu" and prim.is_autocast_enabled()


def set_autocast_enabled(device_type, enabled=None):
    check_device(device_type)
    if device_type == "cpu":
        prim.set_autocast(enabled, prim.autocast_dtype())
    elif enabled is not False:
        prim.cut("autocast on a device other than the CPU")


def get_autocast_dtype(device_type):
    check_device(device_type)
    if device_type == "cpu":
        return prim.autocast_dtype()
    return prim.switch(f"torch.get_autocast_dtype('{device_type}')", others[device_type])


def set_autocast_dtype(device_type, dtype):
    check_device(device_type)
    if device_type == "cpu":
        prim.set_autocast(prim.is_autocast_enabled(), dtype)
    else:
        prim.set_switch(f"torch.get_autocast_dtype('{device_type}')", others[device_type], dtype)


def autocast_increment_nesting():
    """How deep it is decides alone when torch forgets the weights that it has converted."""
    return 1


def autocast_decrement_nesting():
    return 1


def is_autocast_cache_enabled():
    return prim.asked("torch.is_autocast_cache_enabled", True)


def set_autocast_cache_enabled(enabled):
    if enabled is not True:
        prim.cut("autocast without its cache")


# ---- older spellings, of which torch warns at each call


def is_autocast_cpu_enabled():
    torch.warns("torch.is_autocast_cpu_enabled()", "torch.is_autocast_cpu_enabled()")
    return is_autocast_enabled("cpu")


def get_autocast_cpu_dtype():
    torch.warns("torch.get_autocast_cpu_dtype()", "torch.get_autocast_cpu_dtype()")
    return get_autocast_dtype("cpu")


def get_autocast_gpu_dtype():
    torch.warns("torch.get_autocast_gpu_dtype()", "torch.get_autocast_gpu_dtype()")
    return get_autocast_dtype("cuda")
