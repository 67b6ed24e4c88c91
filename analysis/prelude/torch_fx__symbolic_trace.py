"""torch.fx: a function that a module marks as one call for those that trace it is the function itself."""

import _pyaot


def wrap(fn_or_name):
    if not prim.in_driver():  # torch refuses it but at the top level of a module
        _pyaot.cut("torch.fx.wrap() in a function")
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    return fn_or_name
