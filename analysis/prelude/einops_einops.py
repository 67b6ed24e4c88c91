"""einops.einops: rearrange(), repeat() and reduce() by what a pattern says. The installed module keeps what it has found out of
patterns in caches; here a pattern is read where it stands, and a pattern that is refused is a cut: Python says why."""

from einops import EinopsError
from einops._backends import get_backend

REDUCTIONS = ("min", "max", "sum", "mean", "prod", "any", "all")


def groups_of(side):
    """'b (h 2) ...' as a list of lists of axes, '...' by itself; a number is an axis of that length, with a name of its
    own."""
    groups, group, lengths = [], None, {}
    for token in side.replace("(", " ( ").replace(")", " ) ").replace("...", " ... ").split():
        if token == "(":
            if group is not None:
                prim.cut("a pattern that einops refuses")
            group = []
        elif token == ")":
            if group is None:
                prim.cut("a pattern that einops refuses")
            groups.append(group)
            group = None
        elif token == "...":
            if group is None:
                groups.append(token)
            else:
                group.append(token)
        else:
            axes = [token]
            if token.isdecimal():
                axes = [] if int(token) == 1 else [f"{len(lengths)} of {token}"]
                for axis in axes:
                    lengths[axis] = int(token)
            elif not token.isidentifier() or token[0] == "_" or token[-1] == "_":
                prim.cut("a pattern that einops refuses")
            if group is None:
                groups.append(axes)
            else:
                group.extend(axes)
    if group is not None:
        prim.cut("a pattern that einops refuses")
    return groups, lengths


def spread(groups, axes):
    """The groups with axes in the place of '...'."""
    result = []
    for group in groups:
        if group == "...":
            result.extend([[axis] for axis in axes])
        else:
            inner = []
            for axis in group:
                inner.extend(axes if axis == "..." else [axis])
            result.append(inner)
    return result


def flat(groups):
    return [axis for group in groups for axis in group]


def product(lengths):
    result = 1
    for length in lengths:
        result *= length
    return result


def sides_of(pattern, operation, names, rank):
    """The groups of both sides, and the lengths of axes that are numbers."""
    sides = pattern.split("->")
    if len(sides) != 2:
        prim.cut("a pattern that einops refuses")
    left, lengths = groups_of(sides[0])
    right, added = groups_of(sides[1])
    if operation != "repeat" and added or operation == "rearrange" and lengths:
        prim.cut("a pattern that einops refuses")
    right = [group if group == "..." else ["new " + a if a in added else a for a in group] for group in right]
    lengths = {**lengths, **{"new " + axis: length for axis, length in added.items()}}
    others = len(left) - 1 if "..." in left else len(left)
    if rank < others or (rank > others and "..." not in left):
        raise EinopsError("Wrong shape")
    axes = [f"... {k}" for k in range(rank - others)]
    left, right = spread(left, axes), spread(right, axes)
    before, after = flat(left), flat(right)
    unsaid = [axis for axis in after if axis not in before and axis not in names and axis not in lengths]
    gone = [axis for axis in before if axis not in after]
    come = [axis for axis in after if axis not in before]
    unknown = [axis for axis in names if axis not in before and axis not in after]
    twice = len(set(before)) != len(before) or len(set(after)) != len(after)
    if twice or unsaid or unknown or (gone and operation in ("rearrange", "repeat")) or (come and operation != "repeat"):
        prim.cut("a pattern that einops refuses")
    return left, right, lengths


def reduce(tensor, pattern, reduction, **axes_lengths):
    if isinstance(tensor, list):
        backend = get_backend(tensor[0])
        tensor = backend.stack_on_zeroth_dimension(tensor)
    else:
        backend = get_backend(tensor)
    shape = backend.shape(tensor)
    left, right, lengths = sides_of(pattern, reduction, tuple(axes_lengths), len(shape))
    lengths = {**lengths, **axes_lengths}
    for group, length in zip(left, shape):
        known = product([lengths[axis] for axis in group if axis in lengths])
        rest = [axis for axis in group if axis not in lengths]
        if len(rest) > 1:
            prim.cut("a pattern that einops refuses")
        if rest == group and rest:
            lengths[rest[0]] = length
        elif not rest:
            if length != known:
                raise EinopsError("Shape mismatch")
        else:
            if length % known != 0:
                raise EinopsError("Shape mismatch")
            lengths[rest[0]] = length // known
    before, after = flat(left), flat(right)
    kept = [axis for axis in after if axis in before]
    gone = [axis for axis in before if axis not in after]
    if [len(group) for group in left] != [1] * len(left):
        tensor = backend.reshape(tensor, [lengths[axis] for axis in before])
    if kept + gone != before:
        tensor = backend.transpose(tensor, [before.index(axis) for axis in kept + gone])
    if gone:
        axes = tuple(range(len(kept), len(before)))
        if reduction in REDUCTIONS:
            if reduction == "mean" and not backend.is_float_type(tensor):
                raise NotImplementedError("reduce_mean is not available for non-floating tensors")
            tensor = backend.reduce(tensor, reduction, axes)
        elif isinstance(reduction, str):
            prim.cut("a reduction that einops refuses")
        else:
            tensor = reduction(tensor, axes)
    if len(kept) < len(after):
        for position, axis in enumerate(after):
            if axis not in before:
                tensor = tensor.unsqueeze(position)
        tensor = tensor.expand([-1 if axis in before else lengths[axis] for axis in after])
    if [len(group) for group in right] != [1] * len(right):
        tensor = backend.reshape(tensor, [product([lengths[axis] for axis in group]) for group in right])
    return tensor


def rearrange(tensor, pattern, **axes_lengths):
    return reduce(tensor, pattern, "rearrange", **axes_lengths)


def repeat(tensor, pattern, **axes_lengths):
    return reduce(tensor, pattern, "repeat", **axes_lengths)


LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def einsum(*tensors_and_pattern):
    """The pattern with a letter for each axis."""
    tensors, pattern = tensors_and_pattern[:-1], tensors_and_pattern[-1]
    if not tensors or not isinstance(pattern, str) or "->" not in pattern or "(" in pattern:
        prim.cut("a pattern that einops refuses")
    letters, text = {}, ""
    for token in pattern.replace(",", " , ").replace("->", " > ").replace("...", " ... ").split():
        if token == ",":
            text += ","
        elif token == ">":
            text += "->"
        elif token == "...":
            text += "..."
        else:
            if token not in letters:
                if "->" in text or not token.isidentifier() or len(letters) == len(LETTERS):
                    prim.cut("a pattern that einops refuses")
                letters[token] = LETTERS[len(letters)]
            text += letters[token]
    return get_backend(tensors[0]).einsum(text, *tensors)
