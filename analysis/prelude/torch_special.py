"""torch.special: functions of torch under other names, and operators of ATen."""

import torch
from torch import (
    digamma,
    digamma as psi,
    erf,
    erfc,
    erfinv,
    exp2,
    expm1,
    i0,
    igamma as gammainc,
    igammac as gammaincc,
    lgamma as gammaln,
    log1p,
    log_softmax,
    logit,
    logsumexp,
    mvlgamma as multigammaln,
    polygamma,
    round,
    sigmoid as expit,
    sinc,
    softmax,
    special_airy_ai as airy_ai,
    special_bessel_j0 as bessel_j0,
    special_bessel_j1 as bessel_j1,
    special_bessel_y0 as bessel_y0,
    special_bessel_y1 as bessel_y1,
    special_chebyshev_polynomial_t as chebyshev_polynomial_t,
    special_chebyshev_polynomial_u as chebyshev_polynomial_u,
    special_chebyshev_polynomial_v as chebyshev_polynomial_v,
    special_chebyshev_polynomial_w as chebyshev_polynomial_w,
    special_erfcx as erfcx,
    special_hermite_polynomial_h as hermite_polynomial_h,
    special_hermite_polynomial_he as hermite_polynomial_he,
    special_i0e as i0e,
    special_i1 as i1,
    special_i1e as i1e,
    special_laguerre_polynomial_l as laguerre_polynomial_l,
    special_legendre_polynomial_p as legendre_polynomial_p,
    special_log_ndtr as log_ndtr,
    special_modified_bessel_i0 as modified_bessel_i0,
    special_modified_bessel_i1 as modified_bessel_i1,
    special_modified_bessel_k0 as modified_bessel_k0,
    special_modified_bessel_k1 as modified_bessel_k1,
    special_ndtri as ndtri,
    special_scaled_modified_bessel_k0 as scaled_modified_bessel_k0,
    special_scaled_modified_bessel_k1 as scaled_modified_bessel_k1,
    special_shifted_chebyshev_polynomial_t as shifted_chebyshev_polynomial_t,
    special_shifted_chebyshev_polynomial_u as shifted_chebyshev_polynomial_u,
    special_shifted_chebyshev_polynomial_v as shifted_chebyshev_polynomial_v,
    special_shifted_chebyshev_polynomial_w as shifted_chebyshev_polynomial_w,
    special_spherical_bessel_j0 as spherical_bessel_j0,
    special_zeta as zeta,
    xlogy,
)


def entr(input, *, out=None):
    x = torch.to_float(input)
    positive = prim.unary("neg", prim.binary("mul", x, prim.unary("log", x)))
    at_zero = prim.where(prim.binary("eq", x, 0), 0.0, -torch.inf)
    value = prim.where(prim.binary("gt", x, 0), positive, at_zero)
    return torch.written(out, torch.as_float(prim.where(prim.unary("isnan", x), x, value), input))


def ndtr(input, *, out=None):
    x = input if prim.dtype_class(prim.dtype_of(input)) == "float" else torch.to_float(input)
    root = prim.unary("erf", prim.binary("mul", x, 0.7071067811865476))
    return torch.written(out, prim.binary("mul", prim.binary("add", root, 1), 0.5))


def xlog1py(input, other, *, out=None):
    if not prim.is_tensor(input) or not prim.is_tensor(other):
        prim.cut("xlog1py() of a number")
    x, y = torch.both_float(input, other)
    value = prim.where(prim.binary("eq", x, 0), 0.0, prim.binary("mul", x, prim.unary("log1p", y)))
    return torch.written(out, torch.as_float(prim.where(prim.unary("isnan", y), torch.nan, value), input, other))
