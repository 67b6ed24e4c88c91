"""Writes tests/unit/data/tensor_rules.txt: what eager torch gives, in dtype, sizes and strides, for random operands.

    .venv/bin/python tests/unit/make_tensor_rules.py > tests/unit/data/tensor_rules.txt

A line is `primitive;argument;...=>result`. An argument or result is one of
    T dtype rank sizes... strides...     tensor
    I n  F x  B n  S text  N  L n v...   int, float, bool, str, None, list of ints
    D dtype                              dtype
and the result is a tensor, or `raise`. test_tensor_rules.c reads it.
"""

import random

import torch

DTYPES = {
    torch.bool: "b8", torch.uint8: "u8", torch.int8: "i8", torch.int16: "i16", torch.int32: "i32", torch.int64: "i64",
    torch.float16: "f16", torch.bfloat16: "bf16", torch.float32: "f32", torch.float64: "f64",
}  # fmt: skip
UNARY = (
    "neg abs sign logical_not bitwise_not exp log sqrt rsqrt reciprocal sin tanh erf sigmoid floor round isnan isfinite"
).split()
BINARY = (
    "add sub mul div floor_divide remainder fmod atan2 maximum minimum fmax bitwise_and bitwise_or bitwise_xor "
    "bitwise_left_shift logical_and logical_or eq lt ge"
).split()
random.seed(7)
torch.manual_seed(7)


def layout(tensor):
    """A tensor of the same sizes as a random view of other memory."""
    sizes = list(tensor.shape)
    kind = random.choice(["plain", "plain", "permuted", "permuted", "sliced", "expanded", "gaps"])
    order = list(range(len(sizes)))
    random.shuffle(order)
    if kind == "permuted" or kind == "gaps":
        base = torch.ones([sizes[d] * (2 if kind == "gaps" else 1) for d in order]).to(tensor.dtype)
        view = base.permute([order.index(d) for d in range(len(sizes))])
        return view[tuple(slice(0, size) for size in sizes)] if kind == "gaps" else view
    if kind == "sliced":
        return torch.ones([size * 2 for size in sizes]).to(tensor.dtype)[tuple(slice(None, None, 2) for _ in sizes)]
    if kind == "expanded":
        return torch.ones([random.choice([1, size]) for size in sizes]).to(tensor.dtype).expand(sizes)
    return tensor


def random_sizes(max_rank=4, least=1):
    return [random.choice([least, 1, 2, 3, 4]) for _ in range(random.randrange(max_rank + 1))]


def random_tensor(sizes, dtype=None, strided=True):
    tensor = torch.ones(sizes).to(dtype or random.choice(list(DTYPES)))
    return layout(tensor) if strided else tensor


def broadcastable(sizes):
    smaller = [random.choice([1, size, size]) for size in sizes]
    return smaller[random.randrange(len(sizes) + 1) :]


def text(value):
    if isinstance(value, torch.Tensor):
        numbers = [*value.shape, *value.stride()]
        return " ".join(["T", DTYPES[value.dtype], str(value.dim()), *map(str, numbers)])
    if isinstance(value, torch.dtype):
        return f"D {DTYPES[value]}"
    if value is None:
        return "N"
    if isinstance(value, (list, tuple)):
        return " ".join(["L", str(len(value)), *map(str, value)])
    return {bool: "B", int: "I", float: "F", str: "S"}[
        type(value)
    ] + f" {value if not isinstance(value, bool) else int(value)}"


def emit(primitive, arguments, run):
    try:
        result = text(run())
    except (RuntimeError, NotImplementedError, IndexError, TypeError, ValueError):
        result = "raise"
    print(";".join([primitive, *map(text, arguments)]) + "=>" + result)


def emit_pointwise():
    for name in UNARY:
        for _ in range(14):
            x = random_tensor(random_sizes())
            emit("unary", (name, x), lambda: getattr(torch, name)(x))
    for name in BINARY:
        for _ in range(40):
            sizes = random_sizes()
            a = random_tensor(sizes)
            b = random.choice([True, 2, 1.5, None, None, None, None])
            if b is None:
                b = random_tensor(broadcastable(sizes))
                a, b = random.choice([(a, b), (b, a)])
            if not isinstance(b, torch.Tensor) and (
                name in ("atan2", "maximum", "minimum", "fmax") or "logical" in name
            ):
                continue
            emit("binary", (name, a, b), lambda: getattr(torch, name)(a, b))
    for _ in range(60):
        x, exponent = random_tensor(random_sizes()), random.choice([2, 3, 0.5, -1, -0.5, 1, 2.5, 0])
        emit("pow", (x, exponent), lambda: torch.pow(x, exponent))
    for _ in range(60):
        sizes = random_sizes()
        c = random_tensor(broadcastable(sizes), torch.bool)
        a = random.choice([random_tensor(sizes), 1, 2.5, False])
        b = random.choice([random_tensor(broadcastable(sizes)), 3, 0.5])
        emit("where", (c, a, b), lambda: torch.where(c, a, b))
    for _ in range(60):
        x, dtype = random_tensor(random_sizes()), random.choice(list(DTYPES))
        emit("cast", (x, dtype), lambda: x.to(dtype))
        emit("clone", (x,), lambda: x.clone())
    for _ in range(60):
        x = random_tensor(random_sizes(), random.choice([torch.float32, torch.int64, torch.bfloat16]))
        low, high = random.choice([(0, None), (None, 2), (0, 2), (0.5, None), (0.5, 1)])
        emit("clamp", (x, low, high), lambda: torch.clamp(x, low, high))


def emit_reductions():
    for name in "sum prod amax amin any all argmax argmin".split():
        for _ in range(16):
            x = random_tensor(random_sizes(3))
            dims = random.choice([None, random.randrange(-3, 3)])
            keepdim = dims is not None and random.random() < 0.5
            arguments = {} if dims is None else {"dim": dims, "keepdim": keepdim}
            if dims is None and name.startswith("arg"):
                continue
            emit("reduce", (name, x, dims, keepdim), lambda: getattr(torch, name)(x, **arguments))


def emit_views():
    for _ in range(150):
        x = random_tensor(random_sizes(), torch.float32)
        rank = x.dim()
        order = list(range(rank))
        random.shuffle(order)
        emit("permute", (x, order), lambda: x.permute(order))
        target = [random.randrange(1, 4) for _ in range(random.randrange(3))]
        target += [random.choice([size, -1]) if size != 1 else random.choice([1, 3, -1]) for size in x.shape]
        emit("expand", (x, target), lambda: x.expand(target))
        dim = random.randrange(-rank - 1, rank + 1)
        emit("unsqueeze", (x, dim), lambda: x.unsqueeze(dim))
        emit("squeeze", (x, None), lambda: x.squeeze())
        if rank:
            dim, index = random.randrange(-rank, rank), random.randrange(-5, 5)
            emit("select", (x, dim, index), lambda: x.select(dim, index))
            start, stop = random.choice([None, 0, 1, -1, -2, 9]), random.choice([None, 0, 1, 2, -1, 9])
            step = random.choice([1, 2, 3])
            at = (slice(None),) * (dim % rank) + (slice(start, stop, step),)
            emit("slice", (x, dim, start, stop, step), lambda: x[at])
        numel = x.numel()
        for sizes in ([-1], [numel], [2, -1], [-1, 3], [1, *x.shape], [*x.shape, 1], [numel, 1], [2, 2, -1]):
            emit("reshape", (x, sizes), lambda: x.reshape(sizes))
            emit("view", (x, sizes), lambda: x.view(sizes))


def emit_products():
    for _ in range(60):
        m, k, n, b = (random.randrange(1, 5) for _ in range(4))
        left = random_tensor(
            [*random.choice([[], [b], [1], [2, b]]), m, k], random.choice([torch.float32, torch.float64])
        )
        right = random_tensor([*random.choice([[], [b], [1]]), random.choice([k, k, k, 5]), n], torch.float32)
        emit("matmul", (left, right), lambda: torch.matmul(left, right))
        bias = random.choice([None, random_tensor([n], torch.float32)])
        weight = random_tensor([n, k], torch.float32)
        emit("linear", (left, weight, bias), lambda: torch.nn.functional.linear(left, weight, bias))
        index = torch.zeros(random_sizes(2), dtype=random.choice([torch.int64, torch.int32]))
        emit("embedding", (weight, index), lambda: torch.nn.functional.embedding(index, weight))


if __name__ == "__main__":
    emit_pointwise()
    emit_reductions()
    emit_views()
    emit_products()
