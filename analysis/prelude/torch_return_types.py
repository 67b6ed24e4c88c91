"""The module torch.return_types: the named tuples that some functions return."""

from typing import NamedTuple


class sort(NamedTuple):
    values: object
    indices: object


class topk(NamedTuple):
    values: object
    indices: object


class kthvalue(NamedTuple):
    values: object
    indices: object


class median(NamedTuple):
    values: object
    indices: object


class nanmedian(NamedTuple):
    values: object
    indices: object


class mode(NamedTuple):
    values: object
    indices: object


class cummax(NamedTuple):
    values: object
    indices: object


class cummin(NamedTuple):
    values: object
    indices: object


class max(NamedTuple):
    values: object
    indices: object


class min(NamedTuple):
    values: object
    indices: object


class aminmax(NamedTuple):
    min: object
    max: object


class frexp(NamedTuple):
    mantissa: object
    exponent: object


class histogram(NamedTuple):
    hist: object
    bin_edges: object


class linalg_eigh(NamedTuple):
    eigenvalues: object
    eigenvectors: object


class linalg_eig(NamedTuple):
    eigenvalues: object
    eigenvectors: object


class linalg_svd(NamedTuple):
    U: object
    S: object
    Vh: object


class linalg_qr(NamedTuple):
    Q: object
    R: object


class linalg_slogdet(NamedTuple):
    sign: object
    logabsdet: object


class slogdet(NamedTuple):
    sign: object
    logabsdet: object


class linalg_cholesky_ex(NamedTuple):
    L: object
    info: object


class linalg_inv_ex(NamedTuple):
    inverse: object
    info: object


class linalg_lu(NamedTuple):
    P: object
    L: object
    U: object


class linalg_lu_factor(NamedTuple):
    LU: object
    pivots: object


class linalg_ldl_factor(NamedTuple):
    LD: object
    pivots: object


class geqrf(NamedTuple):
    a: object
    tau: object


class qr(NamedTuple):
    Q: object
    R: object


class svd(NamedTuple):
    U: object
    S: object
    V: object


class triangular_solve(NamedTuple):
    solution: object
    cloned_coefficient: object


class lu_unpack(NamedTuple):
    P: object
    L: object
    U: object


class linalg_lstsq(NamedTuple):
    solution: object
    residuals: object
    rank: object
    singular_values: object


class linalg_lu_factor_ex(NamedTuple):
    LU: object
    pivots: object
    info: object


class linalg_ldl_factor_ex(NamedTuple):
    LD: object
    pivots: object
    info: object


class linalg_solve_ex(NamedTuple):
    result: object
    info: object
