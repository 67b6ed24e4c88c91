"""Products of tensors that others make up. Part of torch.py."""

import torch
from torch_composites import conj
from torch_views import plus_product


def inner(input, other, *, out=None):
    if prim.rank(input, 2) == 0 or prim.rank(other, 2) == 0:
        return torch.written(out, prim.binary("mul", input, other))
    if prim.rank(input, 2) == 1 and prim.rank(other, 2) == 1:
        return torch.dot(input, other, out=out)
    return torch.written(out, tensordot(input, other, ([-1], [-1])))


def vdot(input, other, *, out=None):
    input = conj(input)
    return torch.dot(input, other, out=out)


def tensordot(a, b, dims=2, out=None):
    rank_a, rank_b = prim.rank(a, 2), prim.rank(b, 2)
    if prim.is_tensor(dims):
        prim.cut("tensordot() with dimensions in a tensor")
    if prim.kind(dims, "int") == "int":
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        first, second = list(range(rank_a - dims, rank_a)), list(range(dims))
    else:
        if prim.kind(dims[0], "sequence") != "sequence" or prim.kind(dims[1], "sequence") != "sequence":
            raise TypeError("tensordot(): argument 'dims_self' (position 3) must be tuple of ints")
        first, second = [d + rank_a if d < 0 else d for d in dims[0]], [d + rank_b if d < 0 else d for d in dims[1]]
    kept_a = [d for d in range(rank_a) if d not in first]
    kept_b = [d for d in range(rank_b) if d not in second]
    size_a, size_b = [prim.size(a, d) for d in kept_a], [prim.size(b, d) for d in kept_b]
    joined = 1
    for i in range(len(first)):
        if torch.differ(prim.size(a, first[i]), prim.size(b, second[i])):
            prim.cut("tensordot() over two sizes")  # one of 1 is spread
        prim.assume_equal(prim.size(a, first[i]), prim.size(b, second[i]))
        joined = joined * prim.size(a, first[i])
    rows, columns = 1, 1
    for size in size_a:
        rows = rows * size
    for size in size_b:
        columns = columns * size
    left = prim.reshape(prim.permute(a, kept_a + first), (rows, joined))
    right = prim.reshape(prim.permute(b, second + kept_b), (joined, columns))
    return torch.written(out, prim.view(torch.mm(left, right), size_a + size_b))


def addr(input, vec1, vec2, *, beta=1, alpha=1, out=None):
    if prim.dtype_of(input) == torch.bool and (beta != 1 or alpha != 1):
        prim.cut("addr() of bools with factors")
    product = torch.outer(vec1, vec2)
    if prim.dtype_of(input) != prim.dtype_of(product):
        prim.cut("addr() of several dtypes")
    return torch.written(out, torch.weighted(input, beta, product, alpha))


def addmv(input, mat, vec, *, beta=1, alpha=1, out=None):
    return torch.written(out, plus_product(input, beta, torch.vector_product, mat, vec, alpha))


def addbmm(input, batch1, batch2, *, beta=1, alpha=1, out=None):
    torch.need_batches(batch1, batch2)
    if torch.is_half(prim.dtype_of(input)):
        prim.cut("addbmm() in half precision")  # torch rounds the sum after each matrix
    total = prim.reduce("sum", torch.bmm(batch1, batch2), 0, False)
    return torch.written(out, prim.row_major(torch.weighted(input, beta, total, alpha)))


def chain_matmul(*matrices, out=None):
    for matrix in matrices:
        if not prim.is_tensor(matrix):
            prim.cut("chain_matmul() of what is no tensor")
    for matrix in matrices:
        if prim.rank(matrix, 2) != 2:
            raise RuntimeError(f"Tensor dimension is {prim.rank(matrix, 2)}, expected 2 instead.")
    if len(matrices) != 2:
        prim.cut("chain_matmul() of more than two matrices")
    torch.warns("chain_matmul()", "torch.chain_matmul(torch.zeros(1, 1), torch.zeros(1, 1))")
    return torch.written(out, torch.mm(matrices[0], matrices[1]))


def kron(input, other, *, out=None):
    rank_a, rank_b = prim.rank(input, 2), prim.rank(other, 2)
    rank = rank_a if rank_a > rank_b else rank_b
    size_a = [1] * (rank - rank_a) + list(prim.shape(input))
    size_b = [1] * (rank - rank_b) + list(prim.shape(other))
    left, right, sizes = [], [], []
    for i in range(rank):
        left += [size_a[i], 1]
        right += [1, size_b[i]]
        sizes.append(size_a[i] * size_b[i])
    product = prim.binary("mul", prim.reshape(input, left), prim.reshape(other, right))
    return torch.written(out, prim.own(prim.view(product, sizes)))


def cross_product(input, other, dim):
    rank = prim.rank(input, 2)
    if prim.rank(other, rank) != rank:
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    sizes = prim.size(input, dim), prim.size(other, dim)
    if prim.dtype_of(input) != prim.dtype_of(other):
        raise RuntimeError("linalg.cross: expected operands of one dtype")
    if prim.dtype_of(input) == torch.bool:
        prim.cut("cross() of bool")
    for size in sizes:
        prim.assume_equal(size, 3)
    a = [prim.slice_exact(input, dim, i, 1) for i in range(3)]
    b = [prim.slice_exact(other, dim, i, 1) for i in range(3)]
    parts = []
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        parts.append(prim.binary("sub", prim.binary("mul", a[j], b[k]), prim.binary("mul", a[k], b[j])))
    return prim.cat(parts, dim)


def cross(input, other, dim=None, *, out=None):
    if dim is None:
        torch.warns("cross() without dim=", "torch.cross(torch.zeros(3), torch.zeros(3))")
        sizes = prim.shape(input)
        dim = -1
        for i in range(len(sizes)):
            if dim < 0 and prim.is_known(sizes[i]) and sizes[i] == 3:
                dim = i
        if dim < 0:
            prim.cut("cross() along a dimension that is not known")
    return torch.written(out, cross_product(input, other, dim))


def vander(x, N=None, increasing=False):
    if prim.rank(x, 1) != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    count = prim.known(prim.size(x, 0) if N is None else N)
    powers = prim.arange(0 if increasing else count - 1, 1 if increasing else -1, count, torch.int64)
    base = x if prim.dtype_class(prim.dtype_of(x)) != "bool" else prim.cast(x, torch.int64)
    return prim.pow(prim.unsqueeze(base, 1), powers)
