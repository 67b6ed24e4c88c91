"""torch._dynamo.decorators: what a module does with its functions, so that Dynamo does as it is told."""

import _pyaot


def allow_in_graph(fn):
    if not prim.in_driver():
        _pyaot.cut("allow_in_graph() in a function")
    return fn


# What tells Dynamo to stop does nothing in a program that it does not look at.


def graph_break(msg=""):
    pass


def skip_frame(msg=""):
    pass


def step_unsupported(msg=""):
    pass
