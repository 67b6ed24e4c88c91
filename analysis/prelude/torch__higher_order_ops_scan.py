"""torch._higher_order_ops.scan: what is carried over the rows of tensors, and what each row gives, stacked."""

from torch._higher_order_ops.map import length_of, rows_of, stacked
from torch.utils._pytree import tree_leaves, tree_map


def is_refused(leaves):
    return not leaves or not all([prim.is_tensor(leaf) for leaf in leaves])


def carried_on(old, new):
    """What is carried stays of one kind from row to row."""
    if prim.is_tensor(old):
        if not prim.is_tensor(new) or old.dtype != new.dtype or old.dim() != new.dim():
            prim.cut("scan() of a function that gives something else than what is carried")
        for k in range(old.dim()):
            prim.assume_equal(old.size(k), new.size(k))
        if not old.is_contiguous() or not new.is_contiguous():
            prim.cut("scan() that carries a tensor whose elements do not lie in order")
        return
    if type(old) is not type(new) or type(old) not in (tuple, list, dict) or len(old) != len(new):
        prim.cut("scan() of a function that gives something else than what is carried")
    for key in old if isinstance(old, dict) else range(len(old)):
        carried_on(old[key], new[key])


def scan(combine_fn, init, xs, *, dim=0, reverse=False):
    if type(dim) is not int or type(reverse) is not bool or is_refused(tree_leaves(init)) or is_refused(tree_leaves(xs)):
        prim.cut("scan() of arguments that it refuses, or of no rows")
    if not all([-leaf.dim() <= dim < leaf.dim() for leaf in tree_leaves(xs)]):
        prim.cut("scan() over a dimension that is not there")
    if dim < 0:
        dim += tree_leaves(xs)[0].dim()
    if dim:
        xs = tree_map(lambda leaf: leaf.movedim(dim, 0), xs)
    if reverse:
        xs = tree_map(lambda leaf: leaf.flip([0]), xs)
    count = length_of(xs)
    if count == 0:
        raise RuntimeError("All xs leaves must at least have 'dim' number of dimensions and scan dimension > 0")
    for leaf in tree_leaves(xs):
        prim.assume_equal(leaf.size(0), count)
    made = []
    carry = init
    for k in range(count):
        now, row = prim.traced(combine_fn, [carry, rows_of(xs, k)])
        carried_on(carry, now)
        if is_refused(tree_leaves(row)):
            prim.cut("scan() of a function that gives no tensors")
        carry = now
        made.append(row)
    rows = stacked(made)
    if reverse:
        rows = tree_map(lambda leaf: leaf.flip([0]), rows)
    if dim:
        rows = tree_map(lambda leaf: leaf.movedim(0, dim) if dim < leaf.dim() else leaf, rows)
    return carry, rows
