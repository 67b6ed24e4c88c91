"""torch._C: what Python code of torch asks of it."""

import enum

import _pyaot
import torch_autocast


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


def _set_grad_enabled(enabled):
    prim.set_grad_mode(enabled)


def _is_tracing():
    """Compiled code is not entered while something traces."""
    return False


def _get_tracing_state():
    return None


def _is_autocast_available(device_type):
    torch_autocast.check_device(device_type)
    return True


def _is_any_autocast_enabled():
    """With autocast on in the caller, compiled code is not entered."""
    return prim.is_autocast_enabled()


def _are_functorch_transforms_active():
    """Compiled code is not entered while one is."""
    return False


def _get_privateuse1_backend_name():
    return "privateuseone"


def _is_torch_function_mode_enabled():
    """Compiled code is not entered while one is."""
    return False


_has_xpu = False
_has_mps = False


def _accelerator_getAccelerator():
    return prim.asked("torch._C._accelerator_getAccelerator", None)


def _cuda_isCurrentStreamCapturing():
    """What stands in its place where torch has no such devices."""
    raise RuntimeError("Tried to instantiate dummy base class _cuda_isCurrentStreamCapturing")


def _xpu_isCurrentStreamCapturing():
    raise RuntimeError("Tried to instantiate dummy base class _xpu_isCurrentStreamCapturing")


# ---- switches of the process: what they likely are; the run time asks at each call ------------------------------------


def _get_deterministic_algorithms():
    return prim.asked("torch._C._get_deterministic_algorithms", False)


def _get_deterministic_algorithms_warn_only():
    return prim.asked("torch._C._get_deterministic_algorithms_warn_only", False)


def _get_deterministic_fill_uninitialized_memory():
    return prim.asked("torch._C._get_deterministic_fill_uninitialized_memory", True)


def _get_warnAlways():
    return prim.asked("torch._C._get_warnAlways", False)


def _get_float32_matmul_precision():
    return prim.asked("torch._C._get_float32_matmul_precision", "highest")


def _get_cublas_allow_tf32():
    return prim.asked("torch._C._get_cublas_allow_tf32", False)


def _get_cudnn_allow_tf32():
    return prim.asked("torch._C._get_cudnn_allow_tf32", True)


def _get_cudnn_benchmark():
    return prim.asked("torch._C._get_cudnn_benchmark", False)


def _get_cudnn_deterministic():
    return prim.asked("torch._C._get_cudnn_deterministic", False)


def _get_cudnn_enabled():
    return prim.asked("torch._C._get_cudnn_enabled", True)


class _SDPBackend(enum.Enum):
    """What computes attention."""

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4


def _get_cudnn_sdp_enabled():
    return prim.switch("torch._C._get_cudnn_sdp_enabled", True)


def _get_flash_sdp_enabled():
    return prim.switch("torch._C._get_flash_sdp_enabled", True)


def _get_math_sdp_enabled():
    return prim.switch("torch._C._get_math_sdp_enabled", True)


def _get_mem_efficient_sdp_enabled():
    return prim.switch("torch._C._get_mem_efficient_sdp_enabled", True)


def _get_overrideable_sdp_enabled():
    return prim.switch("torch._C._get_overrideable_sdp_enabled", True)


def _set_sdp_use_cudnn(enabled):
    prim.set_switch("torch._C._get_cudnn_sdp_enabled", True, enabled)


def _set_sdp_use_flash(enabled):
    prim.set_switch("torch._C._get_flash_sdp_enabled", True, enabled)


def _set_sdp_use_math(enabled):
    prim.set_switch("torch._C._get_math_sdp_enabled", True, enabled)


def _set_sdp_use_mem_efficient(enabled):
    prim.set_switch("torch._C._get_mem_efficient_sdp_enabled", True, enabled)


def _set_sdp_use_overrideable(enabled):
    prim.set_switch("torch._C._get_overrideable_sdp_enabled", True, enabled)


def _get_mkldnn_enabled():
    return prim.asked("torch._C._get_mkldnn_enabled", True)


def _get_mkldnn_deterministic():
    return prim.asked("torch._C._get_mkldnn_deterministic", False)


def _is_torch_function_enabled():
    return prim.asked("torch._C._is_torch_function_enabled", True)


def _len_torch_function_stack():
    """Compiled code is not entered while a mode is active."""
    return 0


_len_torch_dispatch_stack = _len_torch_function_stack


def _c10d_init():
    """That it is there says that torch was built with torch.distributed."""
    _pyaot.cut("the start of torch.distributed")


# What torch was built with; a guard reads what it is.
_has_mkldnn = has_mkl = has_openmp = has_lapack = True
_has_cuda = _has_cudnn = False
