"""The module torch.return_types: the named tuples that some functions return."""

from typing import NamedTuple

import _pyaot


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


def of_out(made):
    """What the function returns that writes to out=."""
    attributes = {"_fields": made._fields, "__match_args__": made._fields, "_field_defaults": {}}
    return _pyaot.new_class(made.__name__ + "_out", (NamedTuple,), attributes)


sort_out = of_out(sort)
topk_out = of_out(topk)
kthvalue_out = of_out(kthvalue)
median_out = of_out(median)
nanmedian_out = of_out(nanmedian)
mode_out = of_out(mode)
cummax_out = of_out(cummax)
cummin_out = of_out(cummin)
max_out = of_out(max)
min_out = of_out(min)
aminmax_out = of_out(aminmax)
frexp_out = of_out(frexp)
histogram_out = of_out(histogram)
linalg_eigh_out = of_out(linalg_eigh)
linalg_eig_out = of_out(linalg_eig)
linalg_svd_out = of_out(linalg_svd)
linalg_qr_out = of_out(linalg_qr)
linalg_slogdet_out = of_out(linalg_slogdet)
slogdet_out = of_out(slogdet)
linalg_cholesky_ex_out = of_out(linalg_cholesky_ex)
linalg_inv_ex_out = of_out(linalg_inv_ex)
linalg_lu_out = of_out(linalg_lu)
linalg_lu_factor_out = of_out(linalg_lu_factor)
linalg_ldl_factor_out = of_out(linalg_ldl_factor)
geqrf_out = of_out(geqrf)
qr_out = of_out(qr)
svd_out = of_out(svd)
triangular_solve_out = of_out(triangular_solve)
lu_unpack_out = of_out(lu_unpack)
linalg_lstsq_out = of_out(linalg_lstsq)
linalg_lu_factor_ex_out = of_out(linalg_lu_factor_ex)
linalg_ldl_factor_ex_out = of_out(linalg_ldl_factor_ex)
linalg_solve_ex_out = of_out(linalg_solve_ex)
