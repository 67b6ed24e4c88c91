"""torch._higher_order_ops.map: a function of each row of tensors; what it gives is stacked."""

import torch


def rows_of(tree, k):
    if prim.is_tensor(tree):
        return tree[k]
    if isinstance(tree, dict):
        return {key: rows_of(value, k) for key, value in tree.items()}
    return type(tree)([rows_of(value, k) for value in tree])


def stacked(rows):
    first = rows[0]
    if prim.is_tensor(first):
        return torch.stack(rows)
    if first is None:
        return None
    if isinstance(first, dict):
        return {key: stacked([row[key] for row in rows]) for key in first}
    return type(first)([stacked([row[i] for row in rows]) for i in range(len(first))])


def length_of(tree):
    if prim.is_tensor(tree):
        return tree.size(0)
    return length_of(list(tree.values() if isinstance(tree, dict) else tree)[0])


def map(f, xs, *args):
    return stacked([prim.traced(f, [rows_of(xs, k), *args]) for k in range(length_of(xs))])
