"""torch._higher_order_ops.while_loop: a loop over tensors that are carried from turn to turn."""


def while_loop(cond_fn, body_fn, carried_inputs):
    carried = tuple(carried_inputs)
    while prim.traced(cond_fn, carried):
        carried = tuple(prim.traced(body_fn, carried))
    return carried
