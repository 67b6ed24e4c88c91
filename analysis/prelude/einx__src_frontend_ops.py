"""einx._src.frontend.ops: element by element, and over axes, by what a description says. The installed module makes a graph of
what it is called with, writes a program for it, and keeps that; here a description is read where it stands, and one that einx
refuses, or that says more than these functions know, is a cut."""

import torch
from einops.einops import flat, groups_of, product, spread


def says_more():
    prim.cut("a description of einx that says more, or is refused")


def groups_in(side, rank):
    """One tensor's groups of axes: no number stands in them, and '...' is as many axes as are left."""
    groups, numbers = groups_of(side)
    others = len(groups) - 1 if "..." in groups else len(groups)
    if numbers or [] in groups or rank < others or (rank > others and "..." not in groups):
        says_more()
    groups = spread(groups, [f"... {k}" for k in range(rank - others)])
    if len(set(flat(groups))) < len(flat(groups)):
        says_more()
    return groups


def measure(groups, tensor, lengths, whole):
    """Takes down how long the axes are: of those that are a dimension of the tensor (whole), else of those that share one."""
    for dim, group in enumerate(groups):
        if (len(group) == 1) == whole:
            length = tensor.shape[dim]
            unknown = [axis for axis in group if axis not in lengths]
            known = product([lengths[axis] for axis in group if axis in lengths])
            if len(unknown) > 1:
                prim.cut("a description of einx that does not say all lengths")
            if unknown and whole:
                lengths[unknown[0]] = length
            elif unknown:
                lengths[unknown[0]] = length // known
                prim.assume_equal(length // known * known, length)
            else:
                prim.assume_equal(length, known)


def names_in(inputs):
    return list(dict.fromkeys([axis for groups in inputs for axis in flat(groups)]))


def ones_among(axes, lengths):
    """Those of length 1, which einx leaves out; the others are longer."""
    ones = [axis for axis in axes if prim.is_known(lengths[axis]) and lengths[axis] == 1]
    for axis in axes:
        if axis not in ones:
            prim.assume_at_least(lengths[axis], 2)
    return ones


def is_plain(groups, ones):
    return [len([axis for axis in group if axis not in ones]) for group in groups] == [1] * len(groups)


def ungrouped(tensor, groups, ones, lengths):
    """Each axis a dimension, but those of length 1."""
    plain = is_plain(groups, ones)
    return tensor if plain else tensor.reshape([lengths[axis] for axis in flat(groups) if axis not in ones])


def grouped(tensor, groups, ones, lengths):
    plain = is_plain(groups, ones)
    return tensor if plain else tensor.reshape([product([lengths[a] for a in group]) for group in groups])


def sides_of(description, backend, graph):
    registry = prim.global_of("einx._src.frontend.backend.registry")
    if not isinstance(description, str) or backend is not None or graph or registry.state.use_stack:
        prim.cut("einx with a backend of its own")
    sides = description.split("->")
    if len(sides) > 2:
        says_more()
    return sides[0].split(","), sides[1] if len(sides) == 2 else None


def groups_out(side, inputs):
    """Those of the result, whose axes are those of the inputs; '...' is as there."""
    groups, numbers = groups_of(side)
    known = names_in(inputs)
    groups = spread(groups, [axis for axis in known if axis.startswith("... ")])
    axes = flat(groups)
    if numbers or len(set(axes)) < len(axes) or [axis for axis in axes if axis not in known]:
        says_more()
    return groups


def elementwise(operation, description, tensors, parameters, backend, graph):
    sides, output = sides_of(description, backend, graph)
    are_tensors = [prim.is_tensor(one) for one in tensors]
    if len(tensors) != len(sides) or len(tensors) < 2 or True not in are_tensors:
        says_more()
    for one in tensors:
        if not prim.is_tensor(one) and not isinstance(one, (int, float)):
            prim.cut("einx on what is no tensor of torch")
    tensors = [one if prim.is_tensor(one) else torch.tensor(one) for one in tensors]
    inputs = [groups_in(side, len(one.shape)) for side, one in zip(sides, tensors)]
    dots = [[axis for axis in flat(groups) if axis.startswith("... ")] for groups, s in zip(inputs, sides) if "..." in s]
    lengths = {**parameters}
    for whole in (True, False):
        for groups, one in zip(inputs, tensors):
            measure(groups, one, lengths, whole)
    known = names_in(inputs)
    if output is not None:
        result = groups_out(output, inputs)
    else:
        full = [groups for groups in inputs if len(flat(groups)) == len(known)]
        result = full[0] if full and full == [full[0]] * len(full) else []
    order = flat(result)
    if len(order) != len(known) or [d for d in dots if d != dots[0]] or [name for name in parameters if name not in known]:
        says_more()
    ones = ones_among(order, lengths)
    order = [axis for axis in order if axis not in ones]
    operands = []
    for groups, one in zip(inputs, tensors):
        axes = [axis for axis in flat(groups) if axis not in ones]
        one = ungrouped(one, groups, ones, lengths)
        kept = [axis for axis in order if axis in axes]
        if kept != axes:
            one = one.permute([axes.index(axis) for axis in kept])
        if len(kept) < len(order):
            one = one.reshape([lengths[axis] if axis in axes else 1 for axis in order])
        operands.append(one)
    try:
        value = operation(*operands)
    except Exception:
        prim.cut("an operation that torch refuses, which einx tells in its own words")
    return grouped(value, result, ones, lengths)


def of_two(operation):
    def op(description, *tensors, backend=None, graph=False, **parameters):
        if len(tensors) != 2:
            says_more()
        return elementwise(operation, description, tensors, parameters, backend, graph)

    return op


def of_several(operation):
    def in_turn(first, *others):
        for other in others:
            first = operation(first, other)
        return first

    def op(description, *tensors, backend=None, graph=False, **parameters):
        return elementwise(in_turn, description, tensors, parameters, backend, graph)

    return op


add = of_several(torch.add)
subtract = of_two(torch.subtract)
multiply = of_several(torch.multiply)
true_divide = of_two(torch.true_divide)
floor_divide = of_two(torch.floor_divide)
divide = of_two(torch.divide)
logical_and = of_several(torch.logical_and)
logical_or = of_several(torch.logical_or)
maximum = of_several(torch.maximum)
minimum = of_several(torch.minimum)
less = of_two(torch.less)
less_equal = of_two(torch.less_equal)
greater = of_two(torch.greater)
greater_equal = of_two(torch.greater_equal)
equal = of_two(torch.eq)
not_equal = of_two(torch.ne)


def where(description, mask, x, y, *, backend=None, graph=False, **parameters):
    return elementwise(torch.where, description, (mask, x, y), parameters, backend, graph)


def marked_in(side):
    """The axes in brackets, and the side without these."""
    marked, inside, plain = [], False, ""
    for character in side:
        if character in "[]":
            if inside == (character == "["):
                says_more()
            inside = character == "["
            character = " | "
        plain += character
    for position, part in enumerate(plain.split("|")):
        if position % 2 == 1:
            marked.extend(part.split())
    return marked, plain.replace("|", " ")


def along_axes(operation, description, tensor, parameters, backend, graph):
    """What is computed along the axes in brackets, or along those that the result has not, and no longer has these."""
    sides, output = sides_of(description, backend, graph)
    if len(sides) != 1 or not prim.is_tensor(tensor):
        says_more()
    marked, side = marked_in(sides[0])
    if ("(" in side and marked) or (output is None and not marked):
        says_more()
    groups = groups_in(side, len(tensor.shape))
    axes = flat(groups)
    dots = [axis for axis in axes if axis.startswith("... ")]
    marked = [axis for name in marked for axis in (dots if name == "..." else [name])]
    lengths = {**parameters}
    for whole in (True, False):
        measure(groups, tensor, lengths, whole)
    result = [group for group in groups if group[0] not in marked] if output is None else groups_out(output, [groups])
    gone = [axis for axis in axes if axis not in flat(result)]
    if not gone or (marked and marked != gone) or [name for name in parameters if name not in axes]:
        says_more()
    for axis in gone:
        prim.assume_at_least(lengths[axis], 1)
    ones = ones_among(flat(result), lengths)
    axes = [axis for axis in axes if axis not in ones]
    dims = tuple([axes.index(axis) for axis in gone])
    tensor = ungrouped(tensor, groups, ones, lengths)
    try:
        tensor = operation(tensor, dim=dims if len(dims) > 1 else dims[0])
    except Exception:
        prim.cut("an operation that torch refuses, which einx tells in its own words")
    kept = [axis for axis in axes if axis not in gone]
    order = [axis for axis in flat(result) if axis not in ones]
    if kept != order:
        tensor = tensor.permute([kept.index(axis) for axis in order])
    return grouped(tensor, result, ones, lengths)


def over_axes(operation):
    def op(description, tensor, *, keepdims=None, backend=None, graph=False, **parameters):
        if keepdims is not None:
            prim.cut("the deprecated keepdims= of einx")
        return along_axes(operation, description, tensor, parameters, backend, graph)

    return op


sum = over_axes(torch.sum)
mean = over_axes(torch.mean)
var = over_axes(torch.var)
std = over_axes(torch.std)
any = over_axes(torch.any)
all = over_axes(torch.all)
max = over_axes(torch.amax)
min = over_axes(torch.amin)
logsumexp = over_axes(torch.logsumexp)
