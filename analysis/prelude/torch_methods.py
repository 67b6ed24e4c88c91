"""Methods of torch.Tensor that torch_tensor lacks: functions of torch with the tensor as their first argument."""

import torch
from torch import (
    argsort,
    argwhere,
    bernoulli,
    bincount,
    cauchy_,
    cholesky,
    cholesky_inverse,
    cummax,
    cummin,
    cumprod,
    cumsum,
    digamma,
    erfinv,
    exponential_,
    flip,
    frexp,
    gcd,
    geometric_,
    i0,
    igamma,
    igammac,
    index_add,
    index_copy,
    index_fill,
    index_put,
    index_reduce,
    index_select,
    kthvalue,
    lcm,
    log_normal_,
    logcumsumexp,
    masked_scatter,
    masked_select,
    median,
    mode,
    msort,
    multinomial,
    mvlgamma,
    nanmedian,
    nanquantile,
    nextafter,
    nonzero,
    normal_,
    put,
    quantile,
    repeat_interleave,
    roll,
    scatter,
    scatter_add,
    scatter_reduce,
    sort,
    take,
    topk,
    unique,
    uniform_,
    unique_consecutive,
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
