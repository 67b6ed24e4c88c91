"""torch._higher_order_ops.while_loop: a loop over tensors that are carried from turn to turn. It returns none of those that
it is given: without a turn, copies of them."""

import torch


def while_loop(cond_fn, body_fn, carried_inputs):
    carried = tuple([one.clone() if isinstance(one, torch.Tensor) else one for one in carried_inputs])
    while prim.traced(cond_fn, carried):
        carried = tuple(prim.traced(body_fn, carried))
    return carried
