"""torch._higher_order_ops.cond: torch.cond, a branch."""


def cond(pred, true_fn, false_fn, operands=()):
    if pred:
        return true_fn(*operands)
    return false_fn(*operands)
