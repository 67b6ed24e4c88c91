"""torch._C: what Python code of torch asks of it."""


def _add_docstr(obj, doc):
    return obj


def _has_torch_function(args):
    """Compiled code takes plain tensors only, and none while a mode for functions is active."""
    return False


def _has_torch_function_unary(obj):
    return False


def _has_torch_function_variadic(*args):
    return False


def _is_tracing():
    """Compiled code is not entered while something traces."""
    return False


def _get_tracing_state():
    return None


_has_xpu = False
_has_mps = False
