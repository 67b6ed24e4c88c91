"""The switches of torch.autocast(), which is torch's own class. Part of torch.py."""


def only_cpu(device_type):
    if device_type != "cpu":
        prim.cut("autocast on a device other than the CPU")


devices = ("cpu", "cuda", "xpu", "mps", "hpu", "mtia", "xla", "ipu", "maia", "privateuseone")


def is_autocast_enabled(device_type="cuda"):
    """With autocast on in the caller, on whatever device, compiled code is not entered."""
    if device_type not in devices:
        prim.cut("autocast on a device of another name")
    return device_type == "cpu" and prim.is_autocast_enabled()


def set_autocast_enabled(device_type, enabled=None):
    only_cpu(device_type)
    prim.set_autocast(enabled, prim.autocast_dtype())


def get_autocast_dtype(device_type):
    only_cpu(device_type)
    return prim.autocast_dtype()


def set_autocast_dtype(device_type, dtype):
    only_cpu(device_type)
    prim.set_autocast(prim.is_autocast_enabled(), dtype)


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
