"""torch._higher_order_ops.wrap: to a program that runs, the operator is a call of the function."""


def wrap(func, *args, **kwargs):
    return func(*args, **kwargs)
