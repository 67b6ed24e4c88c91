"""torch._C: what Python code of torch asks of it."""

import _pyaot


def _add_docstr(obj, doc):
    return obj


def _has_torch_function_unary(obj):
    """Compiled code takes plain tensors only, and none while a mode for functions is active. Numbers, texts and sequences
    of Python's own have no __torch_function__; whether another object has one is left to Python."""
    kind = prim.kind(obj, "tensor")
    if kind == "other" or (kind == "sequence" and type(obj) not in (list, tuple, range)):
        _pyaot.cut("whether an object has __torch_function__")
    return False


def _has_torch_function_variadic(*args):
    for obj in args:
        _has_torch_function_unary(obj)
    return False


def _has_torch_function(args):
    for obj in args:
        _has_torch_function_unary(obj)
    return False


def _log_api_usage_once(event):
    """Nobody listens but for what a process of C++ has set up."""
    return None


def _is_tracing():
    """Compiled code is not entered while something traces."""
    return False


def _get_tracing_state():
    return None


def _is_autocast_available(device_type):
    if device_type != "cpu":
        _pyaot.cut("autocast on a device other than the CPU")
    return True


def _get_privateuse1_backend_name():
    return "privateuseone"


def _is_torch_function_mode_enabled():
    """Compiled code is not entered while one is."""
    return False


_has_xpu = False
_has_mps = False


def _accelerator_getAccelerator():
    """Asked by packages when they are imported. What compiled code works on are tensors of the CPU."""
    if not _pyaot.in_driver():
        _pyaot.cut("which accelerator there is")
    return None


def _cuda_isCurrentStreamCapturing():
    """What stands in its place where torch has no such devices."""
    raise RuntimeError("Tried to instantiate dummy base class _cuda_isCurrentStreamCapturing")


def _xpu_isCurrentStreamCapturing():
    raise RuntimeError("Tried to instantiate dummy base class _xpu_isCurrentStreamCapturing")
