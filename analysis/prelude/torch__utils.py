"""torch._utils: which devices there are. Compiled code is for CPUs: that there are no others is likely, and guarded."""


def _get_available_device_type():
    return prim.asked_once("torch._utils._get_available_device_type", None)
