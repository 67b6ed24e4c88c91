"""torch.linalg: norms, products and diagonals as compiled code, factorisations as operators of ATen."""

import torch
from torch_aten import batched, complex_dtype, named, row, type_of_exp


def of_batch(schema):
    """One number for each matrix."""
    return row(schema, lambda A, *rest: (prim.dtype_of(A), batched(A, 2)))


def of_shape(schema):
    """Matrices of the same sizes, in the order that LAPACK likes."""
    return row(schema, lambda A, *rest: (prim.dtype_of(A), prim.shape(A), "transposed"))


def matrices(input, *shapes):
    """Types of results: for each, the sizes after those of the batch; a dtype in front stands for another one."""
    lead = batched(input, 2)
    types = []
    for shape in shapes:
        dtype = prim.dtype_of(input)
        if len(shape) > 0 and prim.kind(shape[0], "int") == "dtype":
            dtype = shape[0]
            shape = shape[1:]
        types.append((dtype, lead + tuple(shape), "transposed"))
    return types


def sides(A):
    """The sizes of a matrix, and the smaller one."""
    m, n = prim.size(A, -2), prim.size(A, -1)
    return m, n, min(m, n)


def types_of_svd(A, full_matrices, driver):
    m, n, k = sides(A)
    if not prim.is_known(full_matrices):
        return matrices(A, (m, None), (k,), (None, n))
    return matrices(A, (m, m if full_matrices else k), (k,), (n if full_matrices else k, n))


def types_of_qr(A, mode):
    m, n, k = sides(A)
    if not prim.is_known(mode):
        return matrices(A, (m, None), (None, n))
    return matrices(A, (m, m), (m, n)) if mode == "complete" else matrices(A, (m, k), (k, n))


det = of_batch("linalg_det(Tensor A)")
eigvalsh = row('linalg_eigvalsh(Tensor self, str UPLO="L")', lambda A, UPLO: (prim.dtype_of(A), batched(A, 1), "any"))
svdvals = row(
    "linalg_svdvals(Tensor A, *, str? driver=None)",
    lambda A, driver: (prim.dtype_of(A), batched(A, 2) + (sides(A)[2],), "any"),
)
cholesky = of_shape("linalg_cholesky(Tensor self, *, bool upper=False)")
inv = of_shape("linalg_inv(Tensor A)")
pinv_of = row(
    "linalg_pinv.atol_rtol_float(Tensor self, *, float? atol=None, float? rtol=None, bool hermitian=False)",
    lambda A, *rest: (prim.dtype_of(A), batched(A, 2) + (prim.size(A, -1), prim.size(A, -2)), "any"),
)
matrix_exp = row("linalg_matrix_exp(Tensor self)", type_of_exp)
matrix_power = row("linalg_matrix_power(Tensor self, int n)", lambda A, n: (prim.dtype_of(A), prim.shape(A), "any"))
householder_product = of_shape("linalg_householder_product(Tensor input, Tensor tau)")
matrix_rank_of = row(
    "linalg_matrix_rank.atol_rtol_float(Tensor self, *, float? atol=None, float? rtol=None, bool hermitian=False)",
    lambda A, *rest: (torch.int64, batched(A, 2)),
)
solve_triangular = row(
    "linalg_solve_triangular(Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False)",
    lambda A, B, *rest: (prim.dtype_of(A), sizes_of_solution(A, B), "transposed"),
)
lu_solve = row(
    "linalg_lu_solve(Tensor LU, Tensor pivots, Tensor B, *, bool left=True, bool adjoint=False)",
    lambda LU, pivots, B, *rest: (prim.dtype_of(LU), max(prim.rank(LU, 2), prim.rank(B, 2)), "any"),
)
ldl_solve = row(
    "linalg_ldl_solve(Tensor LD, Tensor pivots, Tensor B, *, bool hermitian=False)",
    lambda LD, pivots, B, *rest: (prim.dtype_of(LD), max(prim.rank(LD, 2), prim.rank(B, 2)), "any"),
)
tensorinv = row("linalg_tensorinv(Tensor self, int ind=2)", lambda A, ind: (prim.dtype_of(A), prim.rank(A, 4), "any"))
eigvals = row("linalg_eigvals(Tensor self)", lambda A: (complex_dtype(A), batched(A, 1)))
eig = named(
    "linalg_eig",
    "linalg_eig(Tensor self)",
    lambda A: [(complex_dtype(A), batched(A, 1), "any"), (complex_dtype(A), prim.shape(A), "transposed")],
)
ldl_factor_ex = named(
    "linalg_ldl_factor_ex",
    "linalg_ldl_factor_ex(Tensor self, *, bool hermitian=False, bool check_errors=False)",
    lambda A, *rest: matrices(A, sides(A)[:2], (torch.int32, prim.size(A, -1)), (torch.int32,)),
)
slogdet = named(
    "linalg_slogdet",
    "linalg_slogdet(Tensor A)",
    lambda A: [(prim.dtype_of(A), batched(A, 2)), (prim.dtype_of(A), batched(A, 2))],
)
eigh = named(
    "linalg_eigh",
    'linalg_eigh(Tensor self, str UPLO="L")',
    lambda A, UPLO: [(prim.dtype_of(A), batched(A, 1), "any"), (prim.dtype_of(A), prim.shape(A), "transposed")],
)
svd_of = named(
    "linalg_svd",
    "linalg_svd(Tensor A, bool full_matrices=True, *, str? driver=None)",
    types_of_svd,
)
qr_of = named("linalg_qr", 'linalg_qr(Tensor A, str mode="reduced")', types_of_qr)
cholesky_ex = named(
    "linalg_cholesky_ex",
    "linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False)",
    lambda A, *rest: matrices(A, sides(A)[:2], (torch.int32,)),
)
inv_ex = named(
    "linalg_inv_ex",
    "linalg_inv_ex(Tensor A, *, bool check_errors=False)",
    lambda A, *rest: matrices(A, sides(A)[:2], (torch.int32,)),
)
solve_ex = named(
    "linalg_solve_ex",
    "linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False)",
    lambda A, B, *rest: [solution(A, B), (torch.int32, batched(A, 2))],
)
lu = named(
    "linalg_lu",
    "linalg_lu(Tensor A, *, bool pivot=True)",
    lambda A, pivot: matrices(A, (None, None), (sides(A)[0], sides(A)[2]), (sides(A)[2], sides(A)[1])),
)
lu_factor = named(
    "linalg_lu_factor",
    "linalg_lu_factor(Tensor A, *, bool pivot=True)",
    lambda A, pivot: matrices(A, sides(A)[:2], (torch.int32, sides(A)[2])),
)
lu_factor_ex = named(
    "linalg_lu_factor_ex",
    "linalg_lu_factor_ex(Tensor A, *, bool pivot=True, bool check_errors=False)",
    lambda A, *rest: matrices(A, sides(A)[:2], (torch.int32, sides(A)[2]), (torch.int32,)),
)
ldl_factor = named(
    "linalg_ldl_factor",
    "linalg_ldl_factor(Tensor self, *, bool hermitian=False)",
    lambda A, hermitian: matrices(A, sides(A)[:2], (torch.int32, prim.size(A, -1))),
)


def svd(A, full_matrices=True, *, driver=None, out=None):
    torch.no_out(out)
    return svd_of(A, full_matrices, driver=driver)


def qr(A, mode="reduced", *, out=None):
    torch.no_out(out)
    if mode == "r":
        prim.cut("qr() without Q")
    return qr_of(A, mode)


pinv_by_tensors = row(
    "linalg_pinv.atol_rtol_tensor(Tensor self, *, Tensor? atol=None, Tensor? rtol=None, bool hermitian=False)",
    lambda A, *rest: (prim.dtype_of(A), batched(A, 2) + (prim.size(A, -1), prim.size(A, -2)), "any"),
)
matrix_rank_by_tensors = row(
    "linalg_matrix_rank.atol_rtol_tensor(Tensor input, *, Tensor? atol=None, Tensor? rtol=None, bool hermitian=False)",
    lambda A, *rest: (torch.int64, prim.rank(A, 2) - 2, "any"),
)
cond_by_text = row("linalg_cond.p_str(Tensor self, str p)", lambda A, p: (prim.dtype_of(A), batched(A, 2), "any"))
cond_of = row("linalg_cond(Tensor self, Scalar? p=None)", lambda A, p: (prim.dtype_of(A), batched(A, 2), "any"))


def cond(A, p=None, *, out=None):
    if p is not None and prim.kind(p, "float") != "str":
        prim.cut("cond() of this norm")
    return cond_of(A, out=out) if p is None else cond_by_text(A, p, out=out)


def pinv(input, rcond=None, hermitian=False, *, atol=None, rtol=None, out=None):
    if prim.rank(input, 2) < 2:
        raise RuntimeError("linalg.pinv: expected a tensor with 2 or more dimensions")
    if rcond is not None:
        rtol = rcond
    if prim.is_tensor(atol) or prim.is_tensor(rtol):
        if not (atol is None or prim.is_tensor(atol)) or not (rtol is None or prim.is_tensor(rtol)):
            prim.cut("pinv() with a tolerance that is a tensor and one that is none")
        return torch.written(out, pinv_by_tensors(input, atol=atol, rtol=rtol, hermitian=hermitian))
    return torch.written(out, pinv_of(input, atol=atol, rtol=rtol, hermitian=hermitian))


def matrix_rank(A, tol=None, hermitian=False, *, atol=None, rtol=None, out=None):
    if tol is not None:
        prim.cut("matrix_rank() with such tolerances")
    if prim.is_tensor(atol) or prim.is_tensor(rtol):
        if not (atol is None or prim.is_tensor(atol)) or not (rtol is None or prim.is_tensor(rtol)):
            prim.cut("matrix_rank() with a tolerance that is a tensor and one that is none")
        return torch.written(out, matrix_rank_by_tensors(A, atol=atol, rtol=rtol, hermitian=hermitian))
    return torch.written(out, matrix_rank_of(A, atol=atol, rtol=rtol, hermitian=hermitian))


def sizes_of_solution(A, B):
    if prim.rank(A, 2) < 2 or prim.rank(B, 2) < 2:
        raise RuntimeError("linalg.solve_triangular: The input tensors must have at least 2 dimensions.")
    if prim.dtype_of(A) != prim.dtype_of(B):
        prim.cut("linalg.solve_triangular() of two dtypes")
    lead_a, lead_b = tuple(prim.shape(A))[:-2], tuple(prim.shape(B))[:-2]
    return tuple(torch.broadcast_sizes(lead_a, lead_b)) + tuple(prim.shape(B))[-2:]


def solution(A, B):
    """The type of what solves A X = B: B may be a vector for each matrix."""
    rank_a, rank_b = prim.rank(A, 2), prim.rank(B, 2)
    if rank_b == 1 or rank_b == rank_a - 1:
        return (prim.dtype_of(A), rank_a - 1, "transposed")
    return (prim.dtype_of(A), max(rank_a, rank_b), "transposed")


def solve(A, B, *, left=True, out=None):
    schema = "linalg_solve(Tensor A, Tensor B, *, bool left=True)"
    return torch.written(out, prim.aten(schema, (A, B, left), solution(A, B)))


def types_of_least_squares(A, B, rcond, driver):
    """By the method that is chosen for CPUs, which gives no residuals and no singular values."""
    dtype = prim.dtype_of(A)
    if driver not in (None, "gelsy") or prim.dtype_class(dtype) != "float":
        prim.cut("linalg.lstsq() of these arguments")
    vectors = prim.rank(B, 1) == prim.rank(A, 2) - 1
    sides = () if vectors else (prim.size(B, -1),)
    rows = tuple(prim.shape(B))[: -1 if vectors else -2]
    lead = tuple(torch.broadcast_sizes(batched(A, 2), rows))
    none = (dtype, (0,), "any")
    solution = (dtype, lead + (prim.size(A, -1),) + sides, "any" if vectors else "transposed")
    return [solution, none, (torch.int64, batched(A, 2)), none]


lstsq = named(
    "linalg_lstsq",
    "linalg_lstsq(Tensor self, Tensor b, float? rcond=None, *, str? driver=None)",
    types_of_least_squares,
)


def tensorsolve(A, B, dims=None, *, out=None):
    schema = "linalg_tensorsolve(Tensor self, Tensor other, int[]? dims=None)"
    rank = prim.rank(A, 3) - prim.rank(B, 2)
    if rank < 0:
        prim.cut("tensorsolve() of these dimensions")
    made = prim.aten(schema, (A, B, dims), (prim.dtype_of(A), rank, "any"))
    return torch.written(out, made)


# ---- compiled -------------------------------------------------------------------------------------------------------------


def as_norm_input(name, x, dtype):
    """In the dtype that is asked for, which must hold all that the tensor's own holds."""
    given = prim.dtype_of(x)
    kind = prim.dtype_class(given)
    if kind not in ("float", "complex"):
        raise RuntimeError(f"linalg.{name}: Expected a floating point or complex tensor as input.")
    if dtype is None:
        return x
    if prim.dtype_class(dtype) != kind or torch.promote_types(given, dtype) != dtype:
        raise RuntimeError(f"linalg.{name}: the dtype of the input should be convertible without narrowing to {dtype}")
    return prim.cast(x, dtype)


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None):
    if prim.kind(dim, "int") == "bool":
        raise TypeError("linalg_vector_norm(): argument 'dim' must be tuple of ints, not bool")
    if dim is not None and prim.kind(dim, "int") == "sequence" and len(dim) == 0:
        dim = None
    x = as_norm_input("vector_norm", x, dtype)
    if prim.dtype_class(prim.dtype_of(x)) == "complex":
        x = torch.abs(x)
    made = torch.norm_over(torch.float_of(x), ord, dim, keepdim)
    return torch.written(out, prim.cast(made, prim.dtype_of(x)))


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None, out=None):
    torch.need_float("matrix_norm", A, RuntimeError)
    rank = prim.rank(A, 2)
    if rank < 2:
        raise RuntimeError("linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
    if len(dim) != 2:
        raise RuntimeError("linalg.matrix_norm: dim must be a 2-tuple.")
    ord = prim.known(ord)
    if not all([-rank <= d < rank for d in dim]):
        raise IndexError("linalg.matrix_norm: Dimension out of range")
    rows, columns = [d + rank if d < 0 else d for d in dim]
    of_values = ord == "nuc" or ord == 2 or ord == -2
    if of_values and prim.dtype_of(A) in (torch.float16, torch.bfloat16):
        raise RuntimeError("linalg.matrix_norm: Low precision dtypes not supported.")
    A = as_norm_input("matrix_norm", A, dtype)
    given = prim.dtype_of(A)
    x = torch.float_of(A)
    if torch.is_nothing(A):
        prim.cut("a matrix norm of nothing")
    if ord == "fro":
        return torch.written(out, prim.cast(torch.norm_over(x, 2, [rows, columns], keepdim), given))
    if of_values:
        values = svdvals(prim.permute(A, [d for d in range(rank) if d != rows and d != columns] + [rows, columns]))
        name = "sum" if ord == "nuc" else "amax" if ord == 2 else "amin"
        made = prim.reduce(name, values, -1, keepdim)
        if keepdim:
            order = [d for d in range(rank) if d != rows and d != columns] + [rows, columns]
            made = prim.permute(prim.unsqueeze(made, -1), [order.index(d) for d in range(rank)])
        return torch.written(out, made)
    if ord != 1 and ord != -1 and ord != torch.inf and ord != -torch.inf:
        raise RuntimeError("linalg.matrix_norm: Order not supported.")
    first, second = (rows, columns) if ord == 1 or ord == -1 else (columns, rows)
    sums = prim.reduce("sum", prim.unary("abs", x), [first], True)
    result = prim.reduce("amax" if ord > 0 else "amin", sums, [first, second], keepdim)
    return torch.written(out, prim.cast(result, given))


def norm(A, ord=None, dim=None, keepdim=False, *, out=None, dtype=None):
    listed = dim is not None and prim.kind(dim, "int") == "sequence"
    if listed and len(dim) not in (1, 2):
        raise RuntimeError(f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {list(dim)}")
    pair = listed and len(dim) == 2
    if ord is None:
        return vector_norm(A, 2, dim, keepdim, dtype=dtype, out=out)
    if pair or (dim is None and prim.rank(A, 2) == 2):
        return matrix_norm(A, ord, (-2, -1) if dim is None else dim, keepdim, dtype=dtype, out=out)
    if dim is None and prim.rank(A, 2) != 1:
        raise RuntimeError("linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D.")
    if isinstance(ord, str):
        raise RuntimeError("linalg.norm: Order not supported.")
    return vector_norm(A, ord, dim, keepdim, dtype=dtype, out=out)


def vecdot(x, y, *, dim=-1, out=None):
    torch.need_float("vecdot", x, RuntimeError)
    if prim.dtype_of(x) != prim.dtype_of(y):
        raise RuntimeError("linalg.vecdot: Expected x and y to have the same dtype")
    return torch.written(out, torch.sum(prim.binary("mul", x, y), dim))


def cross(input, other, *, dim=-1, out=None):
    return torch.written(out, torch.cross_product(input, other, dim))


def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    return torch.diagonal(A, offset, dim1, dim2)


def multi_dot(tensors, *, out=None):
    if len(tensors) < 2:
        raise RuntimeError("multi_dot(): expected at least 2 tensors")
    for i in range(len(tensors)):
        if prim.rank(tensors[i], 2) != 2 and not (prim.rank(tensors[i], 2) == 1 and i in (0, len(tensors) - 1)):
            prim.cut("multi_dot() of tensors of such ranks")
    if len(tensors) != 2:
        vectors = (prim.rank(tensors[0], 2) == 1) + (prim.rank(tensors[-1], 2) == 1)
        return torch.written(
            out,
            prim.aten(
                "linalg_multi_dot(Tensor[] tensors)", (list(tensors),), (prim.dtype_of(tensors[0]), 2 - vectors, "any")
            ),
        )
    return torch.written(out, torch.matmul(tensors[0], tensors[1]))


def matmul(input, other, *, out=None):
    return torch.matmul(input, other, out=out)


def vander(x, N=None):
    if prim.rank(x, 1) == 0:
        prim.cut("vander() of a number")
    count = prim.size(x, -1) if N is None else N
    ones = prim.full(tuple(prim.shape(x)) + (1,), 1, prim.dtype_of(x))
    count = prim.known(count)
    if count < 2 or prim.dtype_of(x) == torch.bool:
        raise RuntimeError("linalg.vander: N must be greater than 1, and x not of bool")
    repeated = prim.expand(prim.unsqueeze(x, -1), tuple(prim.shape(x)) + (count - 1,))
    return prim.cat((ones, torch.cumprod(repeated, -1)), -1)
