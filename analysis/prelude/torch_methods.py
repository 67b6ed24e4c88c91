"""Methods of torch.Tensor that torch_tensor lacks: functions of torch with the tensor as their first argument."""

import torch
from torch import (
    addbmm,
    addmv,
    addr,
    adjoint,
    allclose,
    aminmax,
    angle,
    argsort,
    bernoulli,
    bincount,
    cauchy_,
    cholesky,
    cholesky_inverse,
    cholesky_solve,
    conj,
    conj_physical,
    copysign,
    corrcoef,
    count_nonzero,
    cov,
    cross,
    cummax,
    cummin,
    cumprod,
    cumsum,
    deg2rad,
    det,
    diag,
    diag_embed,
    diagflat,
    diagonal,
    diff,
    digamma,
    dist,
    dsplit,
    equal,
    erfinv,
    exponential_,
    fill,
    flip,
    fliplr,
    flipud,
    float_power,
    frexp,
    gcd,
    geometric_,
    geqrf,
    heaviside,
    hsplit,
    hypot,
    i0,
    igamma,
    igammac,
    index_add,
    index_copy,
    index_fill,
    index_put,
    index_reduce,
    inner,
    isclose,
    isneginf,
    isposinf,
    isreal,
    kron,
    kthvalue,
    lcm,
    ldexp,
    lgamma,
    log_normal_,
    logaddexp,
    logaddexp2,
    logcumsumexp,
    logdet,
    logit,
    lu_solve,
    masked_scatter,
    matrix_exp,
    median,
    mode,
    moveaxis,
    msort,
    multinomial,
    mvlgamma,
    nan_to_num,
    nanmean,
    nanmedian,
    nanquantile,
    nansum,
    narrow_copy,
    nextafter,
    nonzero_static,
    normal_,
    ormqr,
    pinverse,
    put,
    qr,
    quantile,
    rad2deg,
    repeat_interleave,
    roll,
    rot90,
    scatter,
    scatter_add,
    scatter_reduce,
    select_scatter,
    sgn,
    signbit,
    sinc,
    slice_scatter,
    slogdet,
    sort,
    split_with_sizes,
    svd,
    take_along_dim,
    tensor_split,
    tile,
    topk,
    trace,
    triangular_solve,
    uniform_,
    unique,
    unique_consecutive,
    vdot,
    vsplit,
    xlogy,
)


def in_place(function):
    """The method that writes what the function returns into the tensor."""
    return lambda self, *args, **kwargs: prim.inplace(self, function(self, *args, **kwargs), ())


cumprod_ = in_place(cumprod)
cumsum_ = in_place(cumsum)
digamma_ = in_place(digamma)
erfinv_ = in_place(erfinv)
i0_ = in_place(i0)
index_add_ = in_place(index_add)
index_copy_ = in_place(index_copy)
index_fill_ = in_place(index_fill)
index_put_ = in_place(index_put)
index_reduce_ = in_place(index_reduce)
masked_scatter_ = in_place(masked_scatter)
put_ = in_place(put)
scatter_ = in_place(scatter)
scatter_add_ = in_place(scatter_add)
scatter_reduce_ = in_place(scatter_reduce)


def polygamma(self, n):
    return torch.polygamma(n, self)


def sum_to_size(self, *size):
    size = torch.sizes_of(size)
    rank, lead = prim.rank(self, 2), prim.rank(self, 2) - len(size)
    if lead < 0:
        raise RuntimeError("size is not expandable to the size of the tensor")
    dims = list(range(lead))
    kept = []
    for i in range(len(size)):
        if not prim.is_known(size[i]) or size[i] != 1:
            prim.assume_equal(size[i], prim.size(self, lead + i))
        elif not prim.is_known(prim.size(self, lead + i)) or prim.size(self, lead + i) != 1:
            kept.append(lead + i)
    if len(size) == 0:
        return prim.reduce("sum", self, None, False)
    if len(dims) + len(kept) == 0:
        return self
    summed = prim.reduce("sum", self, dims + kept, True)
    return prim.view(summed, size) if len(dims) > 0 else summed
