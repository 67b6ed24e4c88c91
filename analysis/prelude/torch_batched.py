"""What a function that torch.vmap() calls computes: of one item of each batch, for all items at once.

An item is a BatchedTensor: the whole batch, and which of its dimensions counts the items. While such a function runs,
each call of a function or method of torch that the program makes comes here (ev_batched.c): to the rule of its name,
which applies the function to whole batches as functorch does, so that layouts and aliases are the same; what has no
rule is a cut. Calls of vmap() may be nested: a rule sees the items of the innermost one, all others are plain to it.
"""

import functools
import torch


def operator_of(name):
    def method(self, *args):
        return apply(None, name, self, *args)

    return method


class BatchedTensor:
    def __init__(self, whole, dim, level):
        if not is_tensor(whole):  # a == None
            prim.cut("an operation on an item of a batch that gives no tensor")
        vars(self).update(_batch_whole=whole, _batch_dim=dim, _batch_level=level)

    @property
    def __class__(self):
        prim.cut("the class of an item of a batch")

    def __setattr__(self, name, value):
        prim.cut("an attribute that is given to an item of a batch")

    def __getattr__(self, name):
        if name not in rules:
            prim.cut("the attribute '" + name + "' of an item of a batch")
        return functools.partial(apply, None, name, self)

    def __bool__(self):
        prim.cut("a decision on an item of a batch")

    def __repr__(self):
        prim.cut("the text of an item of a batch")

    __str__ = __format__ = __int__ = __float__ = __index__ = __contains__ = __copy__ = __deepcopy__ = __bool__

    @property
    def shape(self):
        return torch.Size(front(self).shape[1:])

    def size(self, dim=None):
        return self.shape if dim is None else self.shape[dim]

    def stride(self, dim=None):
        strides = front(self).stride()[1:]
        return strides if dim is None else strides[dim]

    def dim(self):
        return rank_of(self)

    ndimension = dim
    ndim = property(dim)

    def numel(self):
        return self.shape.numel()

    @property
    def dtype(self):
        return self._batch_whole.dtype

    @property
    def device(self):
        return self._batch_whole.device

    def is_floating_point(self):
        return self._batch_whole.is_floating_point()

    def __len__(self):
        if rank_of(self) == 0:
            raise TypeError("len() of a 0-d tensor")
        return self.shape[0]

    def __iter__(self):
        if rank_of(self) == 0:
            raise TypeError("iteration over a 0-d tensor")
        return iter(self.unbind(0))

    def __hash__(self):
        return object.__hash__(self)

    @property
    def T(self):
        if rank_of(self) != 2:
            prim.cut(".T of an item of a batch that is no matrix")
        return self.transpose(0, 1)

    @property
    def mT(self):
        return self.transpose(-2, -1)

    __add__ = operator_of("__add__")
    __sub__ = operator_of("__sub__")
    __mul__ = operator_of("__mul__")
    __truediv__ = operator_of("__truediv__")
    __floordiv__ = operator_of("__floordiv__")
    __mod__ = operator_of("__mod__")
    __pow__ = operator_of("__pow__")
    __matmul__ = operator_of("__matmul__")
    __and__ = operator_of("__and__")
    __or__ = operator_of("__or__")
    __xor__ = operator_of("__xor__")
    __radd__ = operator_of("__radd__")
    __rsub__ = operator_of("__rsub__")
    __rmul__ = operator_of("__rmul__")
    __rtruediv__ = operator_of("__rtruediv__")
    __rpow__ = operator_of("__rpow__")
    __rand__ = operator_of("__rand__")
    __ror__ = operator_of("__ror__")
    __rxor__ = operator_of("__rxor__")
    __iadd__ = operator_of("__iadd__")
    __isub__ = operator_of("__isub__")
    __imul__ = operator_of("__imul__")
    __itruediv__ = operator_of("__itruediv__")
    __lt__ = operator_of("__lt__")
    __le__ = operator_of("__le__")
    __gt__ = operator_of("__gt__")
    __ge__ = operator_of("__ge__")
    __eq__ = operator_of("__eq__")
    __ne__ = operator_of("__ne__")
    __neg__ = operator_of("__neg__")
    __pos__ = operator_of("__pos__")
    __abs__ = operator_of("__abs__")
    __invert__ = operator_of("__invert__")
    __getitem__ = operator_of("__getitem__")
    __setitem__ = operator_of("__setitem__")


# ---- batches and their items


def is_item(value):
    return type(value) is BatchedTensor


def is_tensor(value):
    return prim.is_tensor(value) or is_item(value)


def is_at(value, level):
    return is_item(value) and value._batch_level == level


def front(item):
    """The whole batch, the items counted by its first dimension."""
    return item._batch_whole if item._batch_dim == 0 else item._batch_whole.movedim(item._batch_dim, 0)


def rank_of(item):
    return item._batch_whole.dim() - 1


def rank_at(value, level):
    return rank_of(value) if is_at(value, level) else value.dim()


def padded(value, rank, level):
    """An operand among others of that rank."""
    if not is_at(value, level):
        return value
    whole = front(value)
    for _ in range(rank - rank_of(value)):
        whole = whole.unsqueeze(1)
    return whole


def dim_in(dim, rank):
    """A dimension of an item as one of the batch."""
    if not (type(dim) is int and -rank <= dim < rank):
        prim.cut("this dimension of an item of a batch")
    return dim % rank + 1


def among(values):
    """The tensors in arguments, and in lists of them."""
    found = []
    for value in values:
        if is_tensor(value):
            found.append(value)
        elif type(value) in (list, tuple):
            found.extend([part for part in value if is_tensor(part)])
    return found


def invoke(function, name, args, kwargs):
    """The function, or the method of that name."""
    return getattr(args[0], name)(*args[1:], **kwargs) if function is None else function(*args, **kwargs)


def apply(function, name, *args, **kwargs):
    """A call of torch's in a function that vmap() calls. No function: the method of that name."""
    items = [value for value in among(args + tuple(kwargs.values())) if is_item(value)]
    if not items and name not in rules and name not in plain:
        prim.cut(name + "() in a function that vmap() calls")
    if not items:
        return function(*args, **kwargs)
    if name not in rules or "out" in kwargs or True in [kwargs.get("inplace"), *[a for a in args if type(a) is bool]]:
        prim.cut(name + "() of an item of a batch")
    level = max([item._batch_level for item in items])
    return rules[name](function, name, level, args, kwargs)


# ---- rules


def unary(function, name, level, args, kwargs):
    item = args[0]
    if not is_at(item, level) or len(among(args + tuple(kwargs.values()))) != 1:
        prim.cut(name + "() with these operands, one of them an item of a batch")
    made = invoke(function, name, (item._batch_whole,) + args[1:], kwargs)
    return item if made is item._batch_whole else BatchedTensor(made, item._batch_dim, level)


def pointwise(function, name, level, args, kwargs):
    operands = among(args + tuple(kwargs.values()))
    if len(operands) == 1 and not is_arithmetic(name):
        return unary(function, name, level, args, kwargs)
    for value in args:
        if type(value) in (list, tuple):
            prim.cut(name + "() of lists in which are items of a batch")
    rank = max([rank_at(value, level) for value in operands])
    dtypes = [value.dtype for value in operands if value.dtype is not torch.bool]
    if any([dtype != dtypes[0] for dtype in dtypes]):  # a number has no say in that among others; a batch of them would
        for value in operands:
            if is_at(value, level) and rank_of(value) == 0:
                prim.cut("operands of several types, one of them a number for each item of a batch")
    whole = [padded(value, rank, level) if is_tensor(value) else value for value in args]
    named = {key: padded(value, rank, level) if is_tensor(value) else value for key, value in kwargs.items()}
    return BatchedTensor(invoke(function, name, whole, named), 0, level)


def is_arithmetic(name):
    """These take a number for a tensor."""
    return name in arithmetic.split()


def in_place(function, name, level, args, kwargs):
    target = args[0]
    if kwargs or not is_at(target, level):
        prim.cut(name + "() of what is no item of the batch")
    rank = rank_of(target)
    for value in among(args):
        if rank_at(value, level) > rank or value.dtype != target.dtype:
            prim.cut(name + "() of an item of a batch and what has more dimensions, or another type")
    whole = [padded(value, rank, level) if is_tensor(value) else value for value in args]
    invoke(function, name, whole, {})
    return target


def reduction(flattens):
    """A function of dimensions; of all of them, it takes the item for a sequence (or each of them is named)."""

    def rule(function, name, level, args, kwargs):
        if len(args) > 1 and is_tensor(args[1]):  # max(a, b)
            return pointwise(function, name, level, args, kwargs)
        rank, whole, kwargs = rank_of(args[0]), front(args[0]), dict(kwargs)
        dim, rest = (args[1], args[2:]) if len(args) > 1 else (kwargs.pop("dim", None), ())
        is_sequence = type(dim) in (list, tuple)
        needs_dim = name in ("softmax", "log_softmax", "softmin", "logsumexp", "cumsum", "cumprod")
        if rank == 0 or (dim is None and (needs_dim or (flattens and (kwargs or rest)))) or (is_sequence and not dim):
            prim.cut(name + "() of an item of a batch with these arguments")
        of_all = dim is None and flattens
        if of_all:
            whole, dim = whole.flatten(1), 1
        elif is_sequence:
            dim = tuple([dim_in(d, rank) for d in dim])
        else:
            dim = tuple(range(1, rank + 1)) if dim is None else dim_in(dim, rank)
        made = invoke(function, name, (whole, dim) + rest, kwargs)
        if is_tensor(made):
            return BatchedTensor(made, 0, level)
        if of_all:
            return BatchedTensor(made[0], 0, level)
        return type(made)(*[BatchedTensor(part, 0, level) for part in made])

    return rule


def product(function, name, level, args, kwargs):
    if len(args) != 2 or kwargs:
        prim.cut(name + "() of an item of a batch with these arguments")
    a, b = args if name != "__rmatmul__" else (args[1], args[0])
    ranks = rank_at(a, level), rank_at(b, level)
    both = is_at(a, level) and is_at(b, level)
    a, b = padded(a, ranks[0], level), padded(b, ranks[1], level)
    if ranks == (2, 2):
        made = torch.matmul(a, b)
    elif ranks == (1, 1) and both:
        made = torch.matmul(a.unsqueeze(-2), b.unsqueeze(-1)).squeeze(-1).squeeze(-1)
    elif ranks == (1, 1):
        made = torch.matmul(a, b.t())
    elif ranks == (2, 1) and both:
        made = torch.matmul(a, b.unsqueeze(-1)).squeeze(-1)
    elif ranks == (2, 1) and is_at(args[0], level):
        made = torch.matmul(a, b)
    else:
        prim.cut(name + "() of an item of a batch with operands of these ranks")
    return BatchedTensor(made, 0, level)


def linear(function, name, level, args, kwargs):
    others = args[1:] + tuple(kwargs.values())
    if not is_at(args[0], level) or any([is_item(value) for value in others]) or not 0 < rank_of(args[0]) < 3:
        prim.cut("linear() of an item of a batch with these operands")
    return BatchedTensor(function(front(args[0]), *args[1:], **kwargs), 0, level)


def is_plain(values):
    return not any([is_item(value) for value in among(values)])


def bmm(function, name, level, args, kwargs):
    if len(args) != 2 or kwargs or [rank_at(value, level) for value in args] != [3, 3]:
        prim.cut("bmm() of an item of a batch with these arguments")
    return BatchedTensor(torch.matmul(padded(args[0], 3, level), padded(args[1], 3, level)), 0, level)


def einsum(function, name, level, args, kwargs):
    equation, operands = args[0], args[1:]
    if len(operands) == 1 and type(operands[0]) in (list, tuple):
        operands = tuple(operands[0])
    inputs, arrow, output = equation.replace(" ", "").partition("->")
    terms = inputs.split(",")
    letters = [letter for letter in "ZYXWVU" if letter not in equation]
    if kwargs or not arrow or "." in equation or len(terms) != len(operands) or len(terms) > 2 or not letters:
        prim.cut("einsum() of an item of a batch with this equation")
    batched = [letters[0] + term if is_at(value, level) else term for term, value in zip(terms, operands)]
    whole = [front(value) if is_at(value, level) else value for value in operands]
    return BatchedTensor(function(",".join(batched) + "->" + letters[0] + output, *whole), 0, level)


def layer_norm(function, name, level, args, kwargs):
    sizes = args[1] if len(args) > 1 else kwargs.get("normalized_shape", ())
    if not is_at(args[0], level) or not is_plain(args[1:] + tuple(kwargs.values())) or len(sizes) > rank_of(args[0]):
        prim.cut("layer_norm() of an item of a batch with these operands")
    return BatchedTensor(function(front(args[0]), *args[1:], **kwargs), 0, level)


def convolution(function, name, level, args, kwargs):
    rank = int(name[4]) + 2
    if not is_at(args[0], level) or not is_plain(args[1:] + tuple(kwargs.values())) or rank_of(args[0]) != rank:
        prim.cut(name + "() of an item of a batch with these operands")
    whole = front(args[0])
    made = function(whole.reshape(whole.shape[0] * whole.shape[1], *whole.shape[2:]), *args[1:], **kwargs)
    return BatchedTensor(made.reshape(*whole.shape[:2], *made.shape[1:]), 0, level)


def joined(function, name, level, args, kwargs):
    tensors, dim = args[0], args[1] if len(args) > 1 else kwargs.get("dim", 0)
    if len(args) + len(kwargs) > 2 or not all([is_tensor(value) for value in tensors]):
        prim.cut(name + "() of items of a batch with these arguments")
    count = [front(value).shape[0] for value in tensors if is_at(value, level)][0]
    rank = rank_at(tensors[0], level) + (name == "stack")
    whole = []
    for value in tensors:
        if rank_at(value, level) + (name == "stack") != rank or rank == 0:
            prim.cut(name + "() of items of a batch of several ranks")
        whole.append(front(value) if is_at(value, level) else value.unsqueeze(0).expand(count, *value.shape))
    return BatchedTensor(function(whole, dim_in(dim, rank)), 0, level)


def sizes_given(args):
    sizes = args[0] if len(args) == 1 and type(args[0]) in (list, tuple, torch.Size) else args
    if not all([prim.kind(size, "int") == "int" for size in sizes]):
        prim.cut("sizes of an item of a batch that are no ints")
    return tuple(sizes)


def viewed(places):
    """A view of the batch; `places(rank, *arguments)`: the arguments for it."""

    def rule(function, name, level, args, kwargs):
        if kwargs or not is_at(args[0], level):
            prim.cut(name + "() of an item of a batch with these arguments")
        whole = front(args[0])
        made = invoke(function, name, (whole,) + tuple(places(rank_of(args[0]), *args[1:])), {})
        if isinstance(made, tuple):
            return tuple([BatchedTensor(part, 0, level) for part in made])
        return BatchedTensor(made, 0, level)

    return rule


def resized(function, name, level, args, kwargs):
    if kwargs or not is_at(args[0], level):
        prim.cut(name + "() of an item of a batch with these arguments")
    whole, sizes = front(args[0]), sizes_given(args[1:])
    if name == "expand":
        whole = padded(args[0], len(sizes), level)
    return BatchedTensor(getattr(whole, name)(whole.shape[0], *sizes), 0, level)


def transposed(function, name, level, args, kwargs):
    if kwargs or rank_of(args[0]) != 2:
        prim.cut(name + "() of an item of a batch that is no matrix")
    return BatchedTensor(front(args[0]).transpose(1, 2), 0, level)


def new_sized(function, name, level, args, kwargs):
    whole = front(args[0])
    count = len(args) - 1 if name != "new_full" else 1
    sizes = sizes_given(args[1 : 1 + count])
    return BatchedTensor(getattr(whole, name)((whole.shape[0],) + sizes, *args[1 + count :], **kwargs), 0, level)


def contiguous(function, name, level, args, kwargs):
    if not front(args[0]).is_contiguous() or len(args) > 1 or kwargs:
        prim.cut("contiguous() of an item of a batch in another layout")
    return args[0]


def place_of(index):
    """An index of an item as one of the batch."""
    parts = index if type(index) is tuple else (index,)
    for part in parts:
        if part is not None and part is not Ellipsis and type(part) not in (int, slice):
            prim.cut("an item of a batch indexed by what is no int or slice")
    return (slice(None),) + parts


def are_indices(parts):
    return len(parts) > 0 and all([is_tensor(part) and part.dtype is torch.int64 for part in parts])


def get_item(function, name, level, args, kwargs):
    source, index = args
    parts = index if type(index) is tuple else (index,)
    if are_indices(parts):
        return gathered(source, parts, level)
    if not is_at(source, level):
        prim.cut("a tensor indexed by an item of a batch")
    return BatchedTensor(front(source)[place_of(index)], 0, level)


def gathered(source, parts, level):
    """An item indexed by tensors alone, or a tensor by such items."""
    if not any([is_at(part, level) for part in parts]):
        return BatchedTensor(front(source)[(slice(None),) + parts], 0, level)
    rank = max([rank_at(part, level) for part in parts])
    places = tuple([padded(part, rank, level) for part in parts])
    if not is_at(source, level):
        return BatchedTensor(source[places], 0, level)
    whole = front(source)
    numbers = torch.arange(whole.shape[0]).reshape(whole.shape[0], *[1] * rank)
    return BatchedTensor(whole[(numbers,) + places], 0, level)


def set_item(function, name, level, args, kwargs):
    target, index, value = args
    if not is_at(target, level):
        prim.cut("an item of a batch that is put into another tensor")
    place, whole = place_of(index), front(target)
    if is_tensor(value):
        rank = whole[place].dim() - 1
        if rank_at(value, level) > rank:
            prim.cut("a tensor of more dimensions that is put into an item of a batch")
        value = padded(value, rank, level)
    whole[place] = value


def order_of(rank, *dims):
    return (0,) + tuple([dim_in(d, rank) for d in sizes_given(dims)])


def one_dim(rank, dim=0):
    return (dim_in(dim, rank),)


def cut_dim(rank, parts, dim=0):
    return parts, dim_in(dim, rank)


def from_dim(rank, dim, *more):
    return (dim_in(dim, rank),) + more


def squeezed(rank, dim=None):
    return one_dim(rank, dim)


def flattened(rank, start=0, end=-1):
    return two_dims(rank, start, end)


def two_dims(rank, a, b):
    return dim_in(a, rank), dim_in(b, rank)


def new_dim(rank, dim):
    return (dim_in(dim, rank + 1),)


arithmetic = """add sub subtract mul multiply div divide true_divide floor_divide where masked_fill __add__ __sub__ __mul__
    __truediv__ __floordiv__ __radd__ __rmul__ __rtruediv__ __rpow__"""
elementwise = """abs absolute acos acosh arccos arccosh arcsin arcsinh arctan arctanh asin asinh atan atanh ceil cos cosh
    deg2rad erf erfc exp exp2 expm1 floor frac isinf isnan lgamma log log10 log1p log2 logical_not neg negative
    positive rad2deg reciprocal relu relu6 round rsqrt sigmoid sign silu sin sinc sinh sqrt square tan tanh trunc gelu
    mish softplus hardtanh leaky_relu elu selu celu hardsigmoid hardswish bitwise_not
    add sub subtract mul multiply div divide true_divide floor_divide remainder fmod pow maximum minimum fmax fmin atan2
    eq ne lt le gt ge greater less not_equal logical_and logical_or logical_xor bitwise_and bitwise_or
    bitwise_xor where clamp clip clamp_min clamp_max lerp addcmul addcdiv hypot nan_to_num masked_fill
    __add__ __sub__ __mul__ __truediv__ __floordiv__ __mod__ __pow__ __and__ __or__ __xor__ __radd__ __rsub__ __rmul__
    __rtruediv__ __rpow__ __rand__ __ror__ __rxor__ __lt__ __le__ __gt__ __ge__ __eq__ __ne__ __neg__ __pos__ __abs__
    __invert__"""
written = """abs acos acosh asin asinh atan atanh ceil cos cosh erf erfc exp exp2 expm1 floor frac log log10 log1p log2
    neg reciprocal relu round rsqrt sigmoid sin sinh sqrt square tan tanh trunc zero fill add sub mul div copy"""


def named(names, rule):
    return {name: rule for name in names.split()}


rules = {
    **named(elementwise, pointwise),
    **{name + "_": in_place for name in written.split()},
    **named("__iadd__ __isub__ __imul__ __itruediv__", in_place),
    **named("sum mean amax amin var std logsumexp softmax log_softmax softmin cumsum cumprod", reduction(False)),
    **named("max min argmax argmin prod all any", reduction(True)),
    **named("clone detach float double half bfloat16 int long bool to alias", unary),
    **named("zeros_like ones_like full_like empty_like", unary),
    **named("new_zeros new_ones new_full new_empty", new_sized),
    **named("matmul mm mv dot __matmul__", product),
    **named("cat concat concatenate stack", joined),
    **named("view reshape expand", resized),
    **named("transpose swapaxes swapdims movedim moveaxis", viewed(two_dims)),
    **named("chunk split", viewed(cut_dim)),
    **named("select narrow", viewed(from_dim)),
    "t": transposed,
    **named("conv1d conv2d conv3d", convolution),
    "bmm": bmm,
    "einsum": einsum,
    "layer_norm": layer_norm,
    "linear": linear,
    "contiguous": contiguous,
    "permute": viewed(order_of),
    "unsqueeze": viewed(new_dim),
    "squeeze": viewed(squeezed),
    "flatten": viewed(flattened),
    "unbind": viewed(one_dim),
    "__getitem__": get_item,
    "__setitem__": set_item,
    "is_tensor": lambda function, name, level, args, kwargs: True,
}
plain = """shape size dim ndim ndimension numel dtype device is_floating_point stride zeros ones full empty eye arange linspace
    tensor as_tensor is_tensor T mT __len__ finfo iinfo get_default_dtype __new__ __init__ __enter__ __exit__""".split()


# ---- vmap() itself


def called_on_items(func, args, kwargs, dims):
    """The frame of this function counts as a level (ev_batched.c)."""
    level = prim.batch_level()
    return func(*[items_of(value, dim, level) for value, dim in zip(args, dims)], **kwargs)


def items_of(tree, dim, level):
    if type(tree) is dict:
        return {key: items_of(value, dim[key] if type(dim) is dict else dim, level) for key, value in tree.items()}
    if type(tree) in (list, tuple):
        each = dim if type(dim) in (list, tuple) else [dim] * len(tree)
        return type(tree)([items_of(value, d, level) for value, d in zip(tree, each)])
    return tree if dim is None else BatchedTensor(tree, dim % tree.dim(), level)


def check_dims(tree, dim):
    """Are the dimensions such as torch takes for this tree? The sizes of the batches in it."""
    kinds = (list, tuple, dict)
    if type(tree) in kinds and (dim is None or type(dim) is int):
        dim = {key: dim for key in tree} if type(tree) is dict else type(tree)([dim] * len(tree))
    if type(tree) in kinds and type(dim) is type(tree) and len(dim) == len(tree):
        if type(tree) is dict and list(tree) != list(dim):
            prim.cut("in_dims= of vmap() with other keys than the argument")
        pairs = [(tree[key], dim[key]) for key in tree] if type(tree) is dict else zip(tree, dim)
        return [size for part, d in pairs for size in check_dims(part, d)]
    if type(tree) in kinds or not (dim is None or type(dim) is int) or (dim is not None and not is_tensor(tree)):
        prim.cut("vmap() with these arguments and in_dims=")
    if dim is None:
        return []
    if not -tree.dim() <= dim < tree.dim():
        prim.cut("vmap() over a dimension that an argument does not have")
    return [tree.shape[dim]]


def unbatched(tree, dims, level, count):
    """What vmap() returns of the items."""
    if type(tree) in (list, tuple) and (type(dims) is int or (type(dims) is tuple and len(dims) == len(tree))):
        each = [dims] * len(tree) if type(dims) is int else dims
        return type(tree)([unbatched(part, d, level, count) for part, d in zip(tree, each)])
    if type(tree) is dict and type(dims) is int:
        return {key: unbatched(part, dims, level, count) for key, part in tree.items()}
    if hasattr(type(tree), "_fields") and type(dims) is int:
        return type(tree)(*[unbatched(part, dims, level, count) for part in tree])
    if type(dims) is tuple and len(dims) == 1:
        dims = dims[0]
    if not is_tensor(tree) or type(dims) is not int:
        prim.cut("vmap() of a function that returns this, with these out_dims=")
    if not is_at(tree, level):
        if dims != 0:
            prim.cut("vmap() of a function that returns no item of the batch, with out_dims=")
        return tree.expand((count,) + tuple(tree.shape))
    whole, last = tree._batch_whole, rank_of(tree)
    if not -last - 1 <= dims <= last:
        prim.cut("out_dims= of vmap() that the result does not have")
    dims = dims % (last + 1)
    return whole if dims == tree._batch_dim else whole.movedim(tree._batch_dim, dims)


def mapped(func, in_dims, out_dims, args, kwargs):
    in_dims, out_dims = prim.settled(in_dims), prim.settled(out_dims)
    if type(in_dims) not in (int, tuple) or not args:
        prim.cut("vmap() with these in_dims=")
    sizes = check_dims(args, in_dims)
    if not sizes:
        prim.cut("vmap() of no batch")
    prim.assume_at_least(sizes[0], 1)
    for size in sizes[1:]:
        if size != sizes[0]:
            raise ValueError("vmap: Expected all tensors to have the same size in the mapped dimension")
    level = prim.batch_level() + 1
    dims = in_dims if type(in_dims) is tuple else (in_dims,) * len(args)
    return unbatched(called_on_items(func, args, kwargs, dims), out_dims, level, sizes[0])
