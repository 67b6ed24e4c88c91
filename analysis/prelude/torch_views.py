"""Functions of the module torch that rearrange, join, multiply and gather tensors; torch.py takes them over.

As in torch.py: every argument that a function does not support ends in `prim.cut(text)`.
"""

import torch
import torch_index
import torch_layers


# ---- views ------------------------------------------------------------------------------------------------------------------------


def reshape(input, shape):
    return prim.reshape(input, shape)


def permute(input, dims):
    return prim.permute(input, dims)


def transpose(input, dim0, dim1):
    dim0, dim1 = prim.known(dim0), prim.known(dim1)
    rank = prim.rank(input, prim.rank_for(dim0, dim1))
    if rank == 0 and dim0 in (0, -1) and dim1 in (0, -1):
        return prim.alias(input)
    if not (-rank <= dim0 < rank and -rank <= dim1 < rank):
        raise IndexError("Dimension out of range")
    order = list(range(rank))
    order[dim0], order[dim1] = order[dim1], order[dim0]
    return prim.permute(input, order)


swapaxes = transpose
swapdims = transpose


def t(input):
    rank = prim.rank(input, 2)
    if rank > 2:
        raise RuntimeError("t() expects a tensor with <= 2 dimensions")
    return prim.permute(input, (1, 0)) if rank == 2 else prim.alias(input)


def movedim(input, source, destination):
    if prim.kind(source, "int") != "int" or prim.kind(destination, "int") != "int":
        return move_dims(input, source, destination)
    source, destination = prim.known(source), prim.known(destination)
    rank = prim.rank(input, prim.rank_for(source, destination))
    origin = source + rank if source < 0 else source
    target = destination + rank if destination < 0 else destination
    if rank == 0 and source in (0, -1) and destination in (0, -1):
        return prim.alias(input)
    if not (0 <= origin < rank and 0 <= target < rank):
        raise IndexError("Dimension out of range")
    order = [i for i in range(rank) if i != origin]
    order.insert(target, origin)
    return prim.permute(input, order)


def move_dims(input, source, destination):
    if prim.is_tensor(source) or prim.is_tensor(destination):
        prim.cut("movedim() of a dimension that a tensor holds")
    rank = prim.rank(input, len(source))
    bound = 1 if rank == 0 else rank
    origins = [dim + bound if dim < 0 else dim for dim in source]
    targets = [dim + bound if dim < 0 else dim for dim in destination]
    if len(origins) != len(targets):
        raise RuntimeError("movedim: Invalid source or destination dims")
    for dim in origins + targets:
        if not 0 <= dim < bound:
            raise IndexError("Dimension out of range")
    if len(set(origins)) != len(origins) or len(set(targets)) != len(targets):
        raise RuntimeError("movedim: repeated dim")
    if rank == 0:
        return prim.alias(input)
    rest = iter([dim for dim in range(rank) if dim not in origins])
    return prim.permute(input, [origins[targets.index(i)] if i in targets else next(rest) for i in range(rank)])


def squeeze(input, dim=None):
    return prim.squeeze(input, dim)


def unsqueeze(input, dim):
    return prim.unsqueeze(input, dim)


def flatten(input, start_dim=0, end_dim=-1):
    start_dim, end_dim = prim.known(start_dim), prim.known(end_dim)
    if start_dim == 0 and end_dim == -1:
        if prim.is_flat(input):
            return prim.flat_ravel(input)
        return input if prim.rank(input, 2) == 1 else prim.reshape(input, (prim.numel(input),))
    rank = prim.rank(input, prim.rank_for(start_dim, end_dim))
    first = start_dim + rank if start_dim < 0 else start_dim
    last = end_dim + rank if end_dim < 0 else end_dim
    if rank == 0:
        torch_index.in_range(input, start_dim), torch_index.in_range(input, end_dim)
        return prim.reshape(input, (1,))
    if not 0 <= first <= last < rank:
        prim.cut("flatten() of these dimensions")
    if first == last:
        return input
    shape = prim.shape(input)
    joined = 1
    for i in range(first, last + 1):
        joined = joined * shape[i]
    return prim.reshape(input, shape[:first] + (joined,) + shape[last + 1 :])


def ravel(input):
    return prim.reshape(prim.contiguous(input), (-1,))


def unflatten(input, dim, sizes):
    if prim.kind(dim, "int") == "bool":
        raise TypeError("unflatten(): argument 'dim' (position 2) must be int, not bool")
    if len(sizes) == 0:
        raise RuntimeError("unflatten: sizes must be non-empty")
    if prim.rank(input, 1) == 0 and (dim == 0 or dim == -1):
        raise RuntimeError("unflatten got an unexpected error")
    at = torch_index.in_range(input, dim)
    shape = prim.shape(input)
    known = 1
    for size in sizes:
        if prim.is_known(size) and size == -1:
            continue
        known = known * size
    parts = tuple([shape[at] // known if prim.is_known(size) and size == -1 else size for size in sizes])
    return prim.view(input, shape[:at] + parts + shape[at + 1 :])


def broadcast_to(input, size):
    return prim.expand(input, size)


def narrow(input, dim, start, length):
    if prim.is_tensor(start):
        if prim.rank(start, 0) != 0 or prim.dtype_class(prim.dtype_of(start)) not in ("int", "uint"):
            raise RuntimeError("start must be an 0-dim integral Tensor.")
        start = prim.item(start)
        if start < 0:
            start = start + prim.size(input, dim)
    return prim.slice_exact(input, dim, start, length)


def select(input, dim, index):
    return prim.select(input, dim, index)


def unbind(input, dim=0):
    count = prim.size(input, dim)
    if not prim.is_known(count):
        return prim.view_rows(torch.movedim(input, dim, 0))
    return tuple([prim.select(input, dim, i) for i in range(count)])


def need_dimension(name, input, dim):
    if prim.rank(input, prim.rank_for(dim, 0)) == 0:
        raise RuntimeError(name + " expects at least a 1-dimensional tensor")


def split(tensor, split_size_or_sections, dim=0):
    if prim.kind(dim, "int") == "bool":
        raise TypeError("split() received an invalid combination of arguments")
    need_dimension("split", tensor, dim)
    size = prim.size(tensor, dim)
    sections = split_size_or_sections
    if prim.kind(sections, "int") == "int":
        if not prim.likely_divides(size, sections):
            size, sections = prim.settled(size), prim.settled(sections)
        of_one = prim.is_known(sections) and sections == 1 and not prim.is_known(size)
        if of_one and prim.is_tensor(tensor) and prim.is_row_major(tensor):
            prim.assume_at_least(size, 1)
            at = torch_index.in_range(tensor, dim)
            return prim.view_rows(movedim(prim.unsqueeze(tensor, at + 1), at, 0))
        if not prim.is_known(size) or not prim.is_known(sections):
            count = prim.exact_quotient(size, sections)
            return tuple([prim.slice_exact(tensor, dim, i * sections, sections) for i in range(count)])
        if sections <= 0:
            prim.cut("split() by this size")
        starts = list(range(0, size, sections)) if size > 0 else [0]
        return tuple([prim.slice_exact(tensor, dim, i, sections if i + sections <= size else size - i) for i in starts])
    result = []
    start = 0
    for section in sections:
        result.append(prim.slice_exact(tensor, dim, start, section))
        start = start + section
    prim.assume_equal(start, size)
    return tuple(result)


def chunk(input, chunks, dim=0):
    need_dimension("chunk", input, dim)
    if not prim.is_known(chunks) and prim.kind(chunks, "int") == "int":
        over = chunks - prim.size(input, dim)
        if prim.is_known(over) and over == 0 and prim.is_row_major(input):
            return split(input, 1, dim)
    chunks = prim.settled(chunks)
    if chunks < 1:
        raise RuntimeError("chunk expects chunks to be greater than 0")
    size = prim.size(input, dim)
    if not prim.likely_divides(size, chunks):
        size = prim.settled(size)
    if prim.is_known(size):
        step = (size + chunks - 1) // chunks
        if step == 0:
            prim.cut("chunk() of nothing")
        return split(input, step, dim)
    step = prim.exact_division(size, chunks)
    return tuple([prim.slice_exact(input, dim, i * step, step) for i in range(chunks)])


def cat(tensors, dim=0, *, out=None):
    rows = prim.rows(tensors)
    if rows is not None:
        return torch.written(out, cat_rows(rows, dim))
    led = prim.led_rows(tensors)
    if led is not None:
        lead, rows = led
        return torch.written(out, cat((*lead, cat_rows(prim.rows(rows), dim)), dim))
    if prim.kind(tensors, "tensor") == "sequence":
        if len(tensors) == 0:
            raise ValueError("torch.cat(): expected a non-empty list of Tensors")
        kept = [item for item in tensors if not is_ignored(item)]
        if 0 < len(kept) < len(tensors):
            return torch.written(out, cat_kept(tensors, kept, dim))
    return torch.written(out, joined(tensors, dim))


def joined(tensors, dim):
    """In channels_last where all of them lie so, else row-major."""
    if prim.kind(tensors, "tensor") != "sequence":
        return prim.cat(tensors, dim)
    for item in tensors:
        if not prim.suggests_channels_last(item):
            return prim.cat(tensors, dim)
    rank = prim.rank(tensors[0], 4)
    dim = prim.known(dim)
    if not -rank <= dim < rank:
        raise IndexError("Dimension out of range")
    lie, stand = ((0, 2, 3, 1), (0, 3, 1, 2)) if rank == 4 else ((0, 2, 3, 4, 1), (0, 4, 1, 2, 3))
    parts = [prim.permute(item, lie) for item in tensors]
    return prim.own(prim.permute(prim.cat(parts, lie.index(dim % rank)), stand))


def is_ignored(item):
    """One dimension without elements goes with tensors of any rank."""
    if not prim.is_tensor(item) or prim.is_flat(item) or prim.rank(item, 1) != 1:
        return False
    return prim.is_known(prim.size(item, 0)) and prim.size(item, 0) == 0


def cat_kept(tensors, kept, dim):
    """What is ignored counts for the type of the result, which is row-major."""
    result = prim.row_major(prim.cat(kept, dim))
    for item in tensors:
        result = prim.cast(result, torch.promote_types(prim.dtype_of(result), prim.dtype_of(item)))
    return result


def cat_rows(rows, dim):
    rank = prim.rank(rows, 2) - 1
    if rank == 0:
        raise RuntimeError("zero-dimensional tensor (at position 0) cannot be concatenated")
    dim = dim + rank if dim < 0 else dim
    if dim < 0 or dim >= rank:
        raise IndexError("Dimension out of range")
    shape = prim.shape(rows)
    sizes = [shape[0] * shape[i + 1] if i == dim else shape[i + 1] for i in range(rank)]
    return prim.own(prim.reshape(prim.clone(prim.row_major(torch.movedim(rows, 0, dim))), sizes))


concat = cat
concatenate = cat


def stack_of_nothing(tensors, dim):
    """What is known to have no elements, or None."""
    first = tensors[0]
    rank = prim.rank(first, 2)
    if not torch.is_nothing(first):
        return None
    for item in tensors:
        if prim.rank(item, rank) != rank or prim.dtype_of(item) != prim.dtype_of(first):
            return None
        for i in range(rank):
            prim.assume_equal(prim.size(item, i), prim.size(first, i))
    if not -rank - 1 <= dim <= rank:
        raise IndexError("Dimension out of range")
    sizes = list(prim.shape(first))
    sizes.insert(dim + rank + 1 if dim < 0 else dim, len(tensors))
    return prim.empty(sizes, prim.dtype_of(first))


def stack(tensors, dim=0, *, out=None):
    torch.no_out(out)
    rows = prim.rows(tensors)
    if rows is not None:
        return prim.clone(prim.row_major(torch.movedim(rows, 0, dim)))
    if len(tensors) == 0:
        raise RuntimeError("stack expects a non-empty TensorList")
    empty = stack_of_nothing(tensors, prim.known(dim))
    if empty is not None:
        return empty
    if prim.suggests_channels_last(tensors[0]):
        return stack_in_format(tensors, prim.known(dim))
    rank = prim.rank(tensors[0], 2)
    for item in tensors:
        prim.rank(item, rank)  # what is not known is likely the first one's
    return joined([prim.unsqueeze(item, dim) for item in tensors], dim)


def stack_in_format(tensors, dim):
    """torch joins the tensors as they are and splits the dimension, but for a new last one: the format is theirs."""
    rank = prim.rank(tensors[0], 4)
    if not -rank - 1 <= dim <= rank:
        raise IndexError("Dimension out of range")
    dim = dim % (rank + 1)
    if dim == rank:
        return joined([prim.unsqueeze(item, dim) for item in tensors], dim)
    sizes = list(prim.shape(tensors[0]))
    for item in tensors:
        for i in range(prim.rank(item, rank)):
            prim.assume_equal(prim.size(item, i), sizes[i])
    return prim.own(prim.settled_layout(prim.view(joined(tensors, dim), sizes[:dim] + [len(tensors)] + sizes[dim:])))


def is_shown(size, number):
    """Does an example show that it is that number? Of what none shows, any number is likely."""
    return prim.likely_equal(size, number) and not prim.likely_equal(size, number + 1)


def repeat_tensor(input, sizes):
    sizes = [prim.settled(size) if is_shown(size, 0) else size for size in sizes]
    lead = len(sizes) - prim.rank(input, len(sizes))
    if lead < 0:
        raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    for i in range(lead):
        input = prim.unsqueeze(input, 0)
    shape = prim.shape(input)
    spread = []
    result = []
    for i in range(len(sizes)):
        input = prim.unsqueeze(input, 2 * i)
        spread.append(sizes[i])
        spread.append(shape[i])
        result.append(sizes[i] * shape[i])
    for size in sizes:
        prim.assume_at_least(size, 0)
    for size in result:
        if prim.is_known(size) and size == 0:
            return prim.empty(result, prim.dtype_of(input))
    return prim.clone(prim.reshape(prim.contiguous(prim.expand(input, spread)), result))


def einsum(*args):
    """Operands are taken from left to right, as torch does them where it does not ask opt_einsum for another order: what
    no later one has is summed in each product."""
    if len(args) < 2:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, or at least one operand and its subscripts list"
        )
    equation, *operands = args
    if len(operands) == 1 and prim.kind(operands[0], "tensor") == "sequence":
        operands = operands[0]
    is_plain = isinstance(equation, str) and len(operands) > 0
    if not is_plain or not all([prim.kind(operand, "tensor") == "tensor" for operand in operands]):
        prim.cut("this form of einsum()")
    if len(operands) > 2 and prim.global_of("torch.backends.opt_einsum.enabled"):
        prim.cut("einsum() in the order that opt_einsum finds")
    text = equation.replace(" ", "")
    if len(text.split("->")[0].split(",")) != len(operands):
        raise RuntimeError("einsum(): the number of operands does not match the equation")
    if "." in text:
        text = spelt_out(text, operands)
    inputs = text.split("->")[0].split(",")
    if "->" in text:
        output = text.split("->")[1]
    else:
        every = sorted("".join(inputs))
        output = "".join([c for c in every if every.count(c) == 1])
    if any([len(set(labels)) != len(labels) for labels in inputs]):
        pairs = [einsum_diagonal(labels, operand) for labels, operand in zip(inputs, operands)]
        inputs, operands = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    for labels, operand in zip(inputs, operands):
        check_subscripts(labels, operand)
    if len(operands) > 1:
        pairs = einsum_spreading(inputs, operands, output)
        inputs, operands = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    sizes = {}
    for labels, operand in zip(inputs, operands):
        for i in range(len(labels)):
            size = prim.size(operand, i)
            if labels[i] in sizes:
                other = sizes[labels[i]]
                if (prim.is_known(size) and size == 1) != (prim.is_known(other) and other == 1):
                    prim.cut("einsum() that spreads a size of 1")
                prim.assume_equal(other, size)
            sizes[labels[i]] = size
    for c in output:
        if c not in sizes or output.count(c) != 1:
            raise RuntimeError("einsum(): an output subscript that is repeated or in no operand")
    if len(operands) != 2:
        labels, result = einsum_chain(inputs, operands, output, sizes)
    else:
        labels, result = einsum_pair(tuple(inputs), operands, output, sizes)
    turned = prim.permute(result, [labels.index(c) for c in output])
    return turned if result is operands[0] else prim.own(turned)


def spelt_out(text, operands):
    """The equation with a label for each dimension that an ellipsis stands for; the last ones are the same in all."""
    free = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c not in text]
    inputs, longest = [], 0
    for labels, operand in zip(text.split("->")[0].split(","), operands):
        count = prim.rank(operand, 2) - len(labels) + 3 if "..." in labels else 0
        if count < 0 or count > len(free) or labels.count(".") not in (0, 3):
            prim.cut("this form of einsum()")
        longest = max(longest, count)
        inputs.append(labels.replace("...", "".join(free[:count][::-1])))
    shared = "".join(free[:longest][::-1])
    if "->" in text:
        output = text.split("->")[1].replace("...", shared)
    else:
        every = "".join(inputs)
        output = shared + "".join([c for c in sorted(every) if every.count(c) == 1 and c not in shared])
    return ",".join(inputs) + "->" + output


def check_subscripts(labels, operand):
    if prim.rank(operand, len(labels)) != len(labels):
        raise RuntimeError("einsum(): the number of subscripts does not match the number of dimensions")


def einsum_spreading(inputs, operands, output):
    """An operand whose size of 1 is spread over another one's counts as one that has no such label."""
    full, pairs = {}, []
    for labels, operand in zip(inputs, operands):
        for i in range(len(labels)):
            size = prim.size(operand, i)
            if labels[i] not in full or prim.grows(full[labels[i]], size):
                full[labels[i]] = size
    for labels, operand in zip(inputs, operands):
        for i in range(len(labels) - 1, -1, -1):
            size = full[labels[i]]
            if prim.grows(prim.size(operand, i), size) and not (is_shown(size, 1) and prim.settled(size) == 1):
                if labels[i] not in output:
                    prim.cut("einsum() that spreads a size of 1 and sums it up")
                prim.assume_at_least(size, 2)
                operand = prim.select(operand, i, 0)
                labels = labels[:i] + labels[i + 1 :]
        pairs.append((labels, operand))
    return pairs


def einsum_diagonal(labels, operand):
    """A label that is repeated stands for a diagonal, in the place of the first."""
    check_subscripts(labels, operand)
    for c in labels:
        while labels.count(c) > 1:
            first = labels.index(c)
            second = first + 1 + labels[first + 1 :].index(c)
            sizes = prim.size(operand, first), prim.size(operand, second)
            if torch.differ(sizes[0], sizes[1]):
                raise RuntimeError(f"einsum(): subscript {c} is repeated but the sizes don't match")
            prim.assume_equal(sizes[0], sizes[1])
            operand = movedim(torch.diagonal(operand, 0, first, second), -1, first)
            labels = labels[:second] + labels[second + 1 :]
    return labels, operand


def einsum_chain(inputs, operands, output, sizes):
    labels, result = inputs[0], operands[0]
    for i in range(1, len(operands)):
        rest = "".join(inputs[i + 1 :])
        later = output + "".join(sorted(set([c for c in rest if c not in output])))
        labels, result = einsum_pair((labels, inputs[i]), (result, operands[i]), later, sizes)
    if len(operands) == 1:
        return einsum_summed(labels, result, [c for c in labels if c not in output], output)
    return labels, result


def einsum_summed(labels, operand, summed, kept):
    """A sum over labels, of the operand with its dimensions in the order of the result, in which the sum is row-major."""
    if len(summed) == 0:
        return labels, operand
    order = [c for c in kept if c in labels] + sorted([c for c in labels if c not in kept])
    operand = prim.permute(operand, [labels.index(c) for c in order])
    total = torch.sum(operand, [i for i in range(len(order)) if order[i] in summed])
    return "".join([c for c in order if c not in summed]), total


def einsum_alone(labels, operand, others, kept, sizes):
    """A sum over what this operand alone has; of a size of 1 there is none."""
    alone = [c for c in labels if c not in others and c not in kept]
    for c in alone:
        if is_shown(sizes[c], 1) and prim.settled(sizes[c]) == 1:
            operand = prim.select(operand, labels.index(c), 0)
            labels = labels.replace(c, "")
        else:
            prim.assume_at_least(sizes[c], 2)
    return einsum_summed(labels, operand, [c for c in alone if c in labels], kept)


def einsum_pair(inputs, operands, kept, sizes):
    """sumproduct_pair: a batched product whose rows and columns have the labels of one operand; the labels of the result."""
    left, right = inputs
    a, b = operands
    left, a = einsum_alone(left, a, right, kept, sizes)
    right, b = einsum_alone(right, b, left, kept, sizes)
    is_reduced = (left, right) != inputs  # what is left of the sum, a size of 1, counts as the last column
    batch = [c for c in kept if c in left and c in right]
    rows = [c for c in kept if c in left and c not in right]
    columns = [c for c in kept if c in right and c not in left]
    summed = [c for c in left if c in right and c not in kept]
    if len(summed) == 0:
        order = [c for c in kept if c in left or c in right]
        if is_reduced:  # the strides that a sum has along sizes of 1 count for the order of the product
            lost = [c for c in "".join(inputs) if c not in left and c not in right]
            if any([is_shown(sizes[c], 1) for c in order]) or any([prim.is_one(sizes[c]) for c in lost]):
                prim.cut("einsum() of a sum and a size of 1")
            for c in order:
                prim.assume_at_least(sizes[c], 2)
        for i in range(len(order) - 1):  # whose stride orders two of these is another one's for sizes of 1
            if (order[i] in left) != (order[i + 1] in left) and (order[i] in right) != (order[i + 1] in right):
                prim.assume_at_least(sizes[order[i]], 2)
        product = prim.binary("mul", einsum_spread(a, left, order), einsum_spread(b, right, order))
        return "".join(order), product
    if prim.dtype_of(a) != prim.dtype_of(b):
        prim.cut("einsum() of several dtypes")  # torch refuses them unless what is summed has a size of 1
    whole = [c for c in kept if c in left or c in right]
    swapped = not is_reduced and einsum_swaps(rows, columns, kept)
    lone = []
    in_order = not swapped and batch + rows + columns == whole
    is_last_one = len(columns) > 1 and prim.is_one(sizes[columns[-1]])
    lie = [[labels[d] for d in prim.likely_order(operand)] for labels, operand in ((left, a), (right, b))]
    lie = [[c for c in labels if c not in summed] for labels in lie]
    if not in_order or is_last_one or is_reduced or lie != [batch + rows, batch + columns]:  # else sizes of 1 make no difference
        ones = [c for c in sorted(summed) if is_shown(sizes[c], 1) and prim.settled(sizes[c]) == 1]
        if len(ones) > 0 and is_reduced:
            prim.cut("einsum() of a sum and a size of 1")
        if len(ones) > 0:  # they are not summed, but dropped from the product
            labels, result = einsum_pair((left, right), (a, b), "".join(kept) + "".join(ones), sizes)
            labels = "".join([c for c in labels if c not in ones])
            return labels, prim.view(result, [sizes[c] for c in labels])
        for c in summed:
            prim.assume_at_least(sizes[c], 2)
    if not in_order or is_last_one:
        lone = [c for c in whole if prim.is_one(sizes[c])]
    if len(lone) > 0:  # they count as columns
        columns = [c for c in whole if c in columns or c in lone]
        batch, rows = [c for c in batch if c not in lone], [c for c in rows if c not in lone]
        swapped = not is_reduced and einsum_swaps(rows, columns, kept)
    if swapped:
        a, b, left, right, rows, columns = b, a, right, left, columns, rows
    a = prim.permute(a, einsum_order(left, batch + rows + summed, lone))
    b = prim.permute(b, einsum_order(right, batch + summed + columns, lone))
    order = batch + rows + columns
    if len(batch) > 0 and len(rows) == 1 and len(columns) == 1 and len(summed) == 1 and len(lone) == 0:
        return "".join(order), torch_layers.batch_product(a, b)
    extents = [extent(sizes, labels) for labels in (batch, rows, columns, summed)]
    a = prim.reshape(a, (extents[0], extents[1], extents[3]))
    b = prim.reshape(b, (extents[0], extents[3], extents[2]))
    product = torch_layers.batch_product(a, b)
    if len(lone) == 0:
        return "".join(order), prim.view(product, [sizes[c] for c in order])
    places = batch + rows + summed + columns
    product = prim.view(product, [1 if c in summed else sizes[c] for c in places])
    product = prim.permute(product, [places.index(c) for c in whole + summed])
    return "".join(whole), prim.view(product, [sizes[c] for c in whole])


def einsum_swaps(rows, columns, kept):
    return len(rows) > 0 and len(columns) > 0 and kept.index(columns[-1]) < kept.index(rows[0])


def einsum_order(labels, wanted, lone):
    """Where an operand has the labels that are wanted, and behind them those of size 1."""
    return [labels.index(c) for c in wanted if c not in lone] + [labels.index(c) for c in lone if c in labels]


def einsum_spread(operand, labels, order):
    """The dimensions in this order, with sizes of 1 for labels that the operand has not: torch adds them at the end."""
    labels = list(labels)
    for c in order:
        if c not in labels:
            operand = prim.unsqueeze(operand, len(labels))
            labels.append(c)
    return prim.permute(operand, [labels.index(c) for c in order])


def extent(sizes, labels):
    result = 1
    for label in labels:
        result = result * sizes[label]
    return result


# ---- products and gathers -----------------------------------------------------------------------------------------------------------


def matmul(input, other, *, out=None):
    torch.no_out(out)
    if not prim.is_tensor(other):
        prim.tensor(other)
    left, right = prim.rank(input, 2), prim.rank(other, 2)
    if left == 0 or right == 0:
        raise RuntimeError("both arguments to matmul need to be at least 1D")
    if left > 1 and right > 1:
        return torch_layers.batch_product(input, other)
    if left == 1 and right == 1:
        return dot(input, other)
    if left == 1:
        return prim.own(prim.squeeze(torch_layers.batch_product(prim.unsqueeze(input, 0), other), -2))
    return prim.own(prim.squeeze(torch_layers.batch_product(input, prim.unsqueeze(other, 1)), -1))


def mm(input, mat2, *, out_dtype=None, out=None):
    torch.no_out(out)
    if out_dtype is not None:
        prim.cut("mm() with out_dtype")
    if prim.rank(input, 2) != 2 or prim.rank(mat2, 2) != 2:
        raise RuntimeError("mm expects matrices")
    return torch_layers.batch_product(input, mat2)


def spmm(input, mat2):
    return mm(input, mat2)


def bmm(input, mat2, *, out_dtype=None, out=None):
    torch.no_out(out)
    if out_dtype is not None:
        prim.cut("bmm() with out_dtype")
    if prim.rank(input, 3) != 3 or prim.rank(mat2, 3) != 3:
        raise RuntimeError("batch1 must be a 3D tensor")
    prim.assume_equal(prim.size(input, 0), prim.size(mat2, 0))
    return torch_layers.batch_product(input, mat2)


def mv(input, vec, *, out=None):
    torch.no_out(out)
    if prim.rank(input, 2) == 0:
        raise IndexError("mv() asks a tensor without dimensions for the first")
    return vector_product(input, vec)


def vector_product(input, vec):
    if prim.rank(input, 2) != 2 or prim.rank(vec, 1) != 1:
        raise RuntimeError("mv expects a matrix and a vector")
    return prim.own(prim.squeeze(torch_layers.batch_product(input, prim.unsqueeze(vec, 1)), 1))


def dot(input, tensor, *, out=None):
    torch.no_out(out)
    if prim.rank(input, 1) != 1 or prim.rank(tensor, 1) != 1:
        raise RuntimeError("1D tensors expected")
    whole = prim.dtype_class(prim.dtype_of(input)) in ("int", "uint", "complex")
    if prim.dtype_of(input) != prim.dtype_of(tensor):
        raise RuntimeError("dot : expected both vectors to have same dtype")
    prim.assume_equal(prim.size(input, 0), prim.size(tensor, 0))
    if not whole:
        torch.need_float("dot", input)
    product = (
        prim.binary("mul", input, tensor)
        if whole
        else prim.binary("mul", torch.float_of(input), torch.float_of(tensor))
    )
    return prim.cast(prim.reduce("sum", product, None, False), prim.dtype_of(input))


def outer(input, vec2, *, out=None):
    torch.no_out(out)
    if prim.rank(input, 1) != 1 or prim.rank(vec2, 1) != 1:
        raise RuntimeError("outer: Expected 1-D arguments")
    return prim.binary("mul", prim.unsqueeze(input, 1), vec2)


def weighted(input, beta, product, alpha):
    """beta * input + alpha * product; what beta == 0 leaves out is not read."""
    if prim.dtype_class(prim.result_type(input, product)) != "float" and "float" in (
        prim.kind(beta, "int"),
        prim.kind(alpha, "int"),
    ):
        prim.cut("a fractional factor of integers")
    if prim.dtype_of(input) != prim.dtype_of(product):
        raise RuntimeError("expected operands of one dtype")
    for factor in (beta, alpha):
        prim.fits(factor, prim.dtype_of(product))
    product = times(product, alpha)
    if prim.is_known(beta) and beta == 0:
        prim.expand(input, prim.shape(product))  # which torch refuses where it has to
        return product
    total = prim.binary("add", prim.expand(times(input, beta), prim.shape(product)), product)
    if prim.is_known(beta):
        return total
    return prim.where(prim.binary("eq", prim.full((), beta, prim.dtype_of(product)), 0), product, total)


def times(input, factor):
    return input if prim.is_known(factor) and factor == 1 else prim.binary("mul", input, factor)


def plus_product(input, beta, product, a, b, alpha):
    """beta * input + alpha * product(a, b), which is rounded once in half precision."""
    given = prim.dtype_of(a)
    if prim.dtype_of(b) != given or prim.dtype_of(input) != given:
        raise RuntimeError("expected operands of one dtype")
    is_linear = torch.is_half(given) and prim.rank(a, 2) == 2 and prim.rank(b, 2) == 2 and prim.rank(input, 1) == 1
    if is_linear and prim.is_known(beta) and prim.is_known(alpha) and beta == 1 and alpha == 1:
        prim.assume_equal(prim.size(a, 1), prim.size(b, 0))
        prim.assume_equal(prim.size(input, 0), prim.size(b, 1))
        schema = "linear(Tensor input, Tensor weight, Tensor? bias=None)"
        return prim.aten(schema, (a, t(b), input), (given, (prim.size(a, 0), prim.size(b, 1))))
    made = product(torch.float_of(a), torch.float_of(b))
    return prim.cast(prim.row_major(weighted(torch.float_of(input), beta, made, alpha)), given)


def addmm(input, mat1, mat2, *, beta=1, alpha=1, out_dtype=None, out=None):
    if out_dtype is not None:
        prim.cut("addmm() with out_dtype")
    made = plus_product(input, beta, mm, mat1, mat2, alpha)
    if prim.is_known(alpha) and alpha != 0 or prim.dtype_class(prim.dtype_of(made)) != "float":
        return torch.written(out, made)
    given = prim.dtype_of(made)
    none = prim.full(prim.shape(made), 0, given)  # a product times 0 is not read
    alone = prim.cast(weighted(torch.float_of(input), beta, torch.float_of(none), 1), given)
    nothing = prim.binary("eq", prim.full((), alpha, given), 0)
    return torch.written(out, prim.row_major(prim.where(nothing, alone, made)))


def need_batches(batch1, batch2):
    """Of other ranks torch refuses sizes, or ranks, or dtypes: whichever it comes to first."""
    if prim.rank(batch1, 3) != 3 or prim.rank(batch2, 3) != 3:
        prim.cut("batches of matrices that have not three dimensions")


def baddbmm(input, batch1, batch2, *, beta=1, alpha=1, out_dtype=None, out=None):
    if out_dtype is not None:
        prim.cut("baddbmm() with out_dtype")
    need_batches(batch1, batch2)
    return torch.written(out, plus_product(input, beta, bmm, batch1, batch2, alpha))


def gather(input, dim, index, *, sparse_grad=False, out=None):
    torch.no_out(out)
    if prim.dtype_of(index) not in (torch.int64, torch.int32):
        prim.cut("gather() with an index that is no int, which is not looked at where it is empty")
    rank = prim.rank(index, prim.rank(input, prim.rank_for(prim.known(dim), 0)))
    if rank == 0 or prim.rank(input, rank) == 0:
        made = gather(torch_index.as_vector(input, dim), 0, torch_index.as_vector(index))
        return prim.own(prim.reshape(made, prim.shape(index)))
    return prim.gather(input, dim, index)
