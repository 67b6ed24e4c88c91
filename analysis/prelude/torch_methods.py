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
    as_strided,
    as_strided_scatter,
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
    diagonal_scatter,
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


def refuse_out(function, kwargs):
    """Methods have no out=."""
    if "out" in kwargs:
        raise TypeError(f"{function.__name__}_() got an unexpected keyword argument 'out'")


def check_in_place(function, self, args, named):
    """What torch looks at before it computes what is written into the tensor."""
    name = function.__name__
    if name in ("addbmm", "addmm", "addmv", "addr", "baddbmm") and not all([prim.is_tensor(x) for x in args[:2]]):
        prim.cut(name + "_() with a factor before the tensors")
    if name == "subtract" and len(args) > 1:
        prim.cut("subtract_() with a factor that has no name")
    if name in ("eq", "ne", "not_equal") and prim.dtype_class(prim.dtype_of(self)) not in ("bool", "complex"):
        if any([prim.dtype_class(prim.result_type(self, x)) == "complex" for x in list(args) + list(named.values())]):
            prim.cut(name + "_() with complex numbers, which warns")
    if name.startswith("bitwise"):
        kind = prim.dtype_class(prim.dtype_of(self))
        if kind == "float" or (kind == "bool" and "shift" in name):
            prim.unfit(name + "_() on what has no such bits, which torch refuses")
        for value in list(args) + list(named.values()):
            if not torch.can_cast(prim.result_type(self, value), prim.dtype_of(self)):
                raise RuntimeError("result type can't be cast to the desired output type")


def in_place(function):
    """The method that writes what the function returns into the tensor."""

    def method(self, *args, **kwargs):
        refuse_out(function, kwargs)
        prim.check_call(function, (self,) + args, kwargs)
        check_in_place(function, self, args, kwargs)
        operands = [value for value in list(args) + list(kwargs.values()) if prim.is_tensor(value)]
        return prim.inplace(self, function(self, *args, **kwargs), tuple(operands))

    return method


def put_in_place(function):
    """Of what is scattered: torch refuses operands that share the memory, or reads them while it writes."""

    def method(self, *args, **kwargs):
        refuse_out(function, kwargs)
        prim.check_call(function, (self,) + args, kwargs)
        operands = [value for value in list(args) + list(kwargs.values()) if prim.is_tensor(value)]
        return prim.put(self, function(self, *args, **kwargs), tuple(operands))

    return method


_in_place = """absolute acos acosh addbmm addmm addmv addr arccos arccosh arcsin arcsinh arctan arctan2 arctanh asin asinh atan
    atan2 atanh baddbmm bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor clip
    conj_physical copysign cosh cumprod cumsum deg2rad digamma divide eq erf erfc erfinv exp2 expm1 fix fmod frac gcd ge
    greater greater_equal gt heaviside hypot i0 igamma igammac lcm ldexp le less less_equal lgamma
    log10 log1p log2 logical_and logical_not logical_or logical_xor logit lt multiply mvlgamma nan_to_num ne negative
    nextafter not_equal rad2deg renorm round sgn sign sinc sinh subtract tan tril triu true_divide trunc xlogy""".split()
_scattered = """index_add index_copy index_fill index_put index_reduce masked_scatter put scatter scatter_add
    scatter_reduce""".split()
_functions = """bernoulli_ histc histogram is_conj is_neg random_ arccosh arcsinh arctanh bitwise_left_shift bitwise_right_shift ger hardshrink inverse is_same_size
    istft matrix_power orgqr prelu real renorm stft unsafe_chunk unsafe_split unsafe_split_with_sizes""".split()


def __getattr__(name):
    if name in _functions:
        return getattr(torch, name)
    if name[-1] == "_" and name[:-1] in _in_place:
        return in_place(getattr(torch, name[:-1]))
    if name[-1] == "_" and name[:-1] in _scattered:
        return put_in_place(getattr(torch, name[:-1]))


def to_dense(self, dtype=None, *, masked_grad=None):
    return self if dtype is None else prim.cast(self, dtype)


def fill_diagonal_(self, fill_value, wrap=False):
    if prim.rank(self, 2) != 2:
        prim.cut("fill_diagonal_() but of a matrix")
    if wrap:
        prim.assume_at_least(prim.size(self, 1), prim.size(self, 0))
    prim.assign(torch.diagonal(self), fill_value)
    return self


def cfloat(self, *, memory_format=torch.preserve_format):
    return torch.cast_to(self, torch.complex64, memory_format)


def cdouble(self, *, memory_format=torch.preserve_format):
    return torch.cast_to(self, torch.complex128, memory_format)


def flip(self, *given, dims=None):
    return torch.flip(self, prim.sizes_of(given, dims))


def broadcast_to(self, *given, size=None):
    return torch.broadcast_to(self, prim.sizes_of(given, size))


def tile(self, *given, dims=None):
    return torch.tile(self, prim.sizes_of(given, dims))


def polygamma_(self, n):
    return prim.inplace(self, torch.polygamma(n, self), ())


def polygamma(self, n):
    return torch.polygamma(n, self)


def lu(self, pivot=True, get_infos=False):
    """Python warns that it is deprecated, once."""
    if not prim.in_driver():
        prim.cut("lu()")
    return tuple(torch.linalg.lu_factor_ex(self, pivot=pivot) if get_infos else torch.linalg.lu_factor(self, pivot=pivot))


def sum_to_size(self, *sizes, size=None):
    size = prim.sizes_of(sizes, size)
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
    if lead == 0:  # where all of these sizes are 1, torch gives the tensor itself
        sure = [i for i in kept if prim.is_known(prim.size(self, i))]
        if len(sure) == 0:
            prim.assume_at_least(prim.size(self, kept[0]), 2)
    summed = prim.reduce("sum", self, dims + kept, True)
    return prim.view(summed, size) if len(dims) > 0 else summed
