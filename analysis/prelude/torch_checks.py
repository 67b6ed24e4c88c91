"""What programs assert, of sizes and of anything else. Part of torch.py."""

import warnings


def _assert(condition, message):
    if not condition:
        raise AssertionError(message)


def _assert_async(input, assert_msg=None):
    if not bool(input):
        message = "Expected Tensor with single nonzero value, but got zero" if assert_msg is None else assert_msg
        raise RuntimeError(message)


def _check(cond, message=None):
    if not cond:
        raise RuntimeError("Expected cond to be True")


def _check_value(cond, message=None):
    if not cond:
        raise ValueError("Expected cond to be True")


def _check_index(cond, message=None):
    if not cond:
        raise IndexError("Expected cond to be True")


def _check_type(cond, message=None):
    if not cond:
        raise TypeError("Expected cond to be True")


def _check_with(error_type, cond, message):
    if not cond:
        raise error_type("Expected cond to be True")


def _check_is_size(i, message=None, *, max=None):
    text = "_check_is_size will be removed in a future PyTorch release along with guard_size_oblivious. \
    Use _check(i >= 0) instead."
    warnings.warn(text, FutureWarning, stacklevel=2)
    _check(i >= 0)
    if max is not None:
        _check(i <= max)


def sym_constrain_range(size, *, min=None, max=None):
    if prim.kind(size, "int") != "int":
        prim.cut("a range of what is no int")
    if (min is not None and size < min) or (max is not None and size > max):
        raise RuntimeError("Invalid value range")


def sym_constrain_range_for_size(size, *, min=None, max=None):
    if max is not None and max <= 2:
        raise RuntimeError("Max value to constrain_range_for_size must be greater than 2")
    sym_constrain_range(size, min=0 if min is None else min, max=max)


def _constrain_as_size(symbol, min=None, max=None):
    sym_constrain_range_for_size(symbol, min=min, max=max)
