"""torch._dynamo.decorators: what a module does with its functions, so that Dynamo does as it is told."""

import functools
from types import FunctionType

import _pyaot


def allow_in_graph(fn):
    if not prim.in_driver():
        _pyaot.cut("allow_in_graph() in a function")
    return fn


def disable(fn=None, recursive=True, *, reason=None, wrapping=True):
    """What is not Dynamo's business is a function that calls the one that it hides."""
    if not prim.in_driver():
        _pyaot.cut("torch.compiler.disable() in a function")
    if fn is None:
        return lambda function: disable(function, recursive, reason=reason, wrapping=wrapping)
    if not wrapping or not isinstance(fn, FunctionType):
        _pyaot.cut("torch.compiler.disable() of what is no function")

    def disabled(*args, **kwargs):
        return fn(*args, **kwargs)

    return functools.update_wrapper(disabled, fn)


# What tells Dynamo to stop does nothing in a program that it does not look at.


def graph_break(msg=""):
    pass


def skip_frame(msg=""):
    pass


def step_unsupported(msg=""):
    pass
