"""torch._higher_order_ops.cond: torch.cond, a branch."""

from torch.utils._pytree import tree_leaves


def cond(pred, true_fn, false_fn, operands=()):
    if not prim.is_tensor(pred):
        return true_fn(*operands) if pred else false_fn(*operands)
    if not isinstance(operands, (tuple, list)) or not all([prim.is_tensor(leaf) for leaf in tree_leaves(operands)]):
        prim.cut("torch.cond() of operands that are not all tensors")
    if pred:
        return prim.traced(true_fn, operands)
    return prim.traced(false_fn, operands)
