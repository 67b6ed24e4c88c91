"""Functions of torch that run as operators of ATen, called from C: a row each. See prim.aten in docs/prelude.md.

A row is `name = rule("schema")`; the rule says what the operator returns. Sizes given as None, and strides of a result
marked "any", are read from it at run time. Functions whose arguments differ from the schema's, or whose results need
more words, are written out below the rows.
"""

import torch
from torch import return_types


# ---- rules --------------------------------------------------------------------------------------------------------------


def types_of(results, values):
    """Of what an operator returns; operands that have no such sizes are torch's to refuse."""
    try:
        return results(*values)
    except (IndexError, TypeError):
        prim.cut("an operator on operands of such ranks or types")


def row(schema, results, draws=False):
    """The function of a schema; `results` gives the types of what it returns for its arguments."""

    def function(*args, **kwargs):
        out = kwargs.pop("out", None)
        values = prim.bind(schema, args, kwargs)
        types = types_of(results, values)
        made = prim.aten_random(schema, values, types) if draws else prim.aten(schema, values, types)
        return torch.written(out, made)

    return function


def named(name, schema, results):
    """A function that returns a named tuple of torch.return_types."""

    def function(*args, **kwargs):
        torch.no_out(kwargs.pop("out", None))
        values = prim.bind(schema, args, kwargs)
        return getattr(return_types, name)(*prim.aten(schema, values, types_of(results, values)))

    return function


def several(schema, results):
    """A function that returns a plain tuple."""

    def function(*args, **kwargs):
        torch.no_out(kwargs.pop("out", None))
        values = prim.bind(schema, args, kwargs)
        return prim.aten(schema, values, types_of(results, values))

    return function


def float_dtype(input):
    """The dtype in which torch computes functions of floating results."""
    given = prim.dtype_of(input)
    kind = prim.dtype_class(given)
    return given if kind == "float" or kind == "complex" else prim.default_dtype()


def real_dtype(input):
    given = float_dtype(input)
    return torch.float32 if given == torch.complex64 else torch.float64 if given == torch.complex128 else given


def complex_dtype(input):
    given = float_dtype(input)
    return torch.complex128 if given == torch.float64 or given == torch.complex128 else torch.complex64


def read(dtype, input, sizes):
    """A result whose strides are read unless the input is row-major: then it is, too."""
    return (dtype, sizes) if prim.is_row_major(input) else (dtype, sizes, "any")


def like(input):
    return (prim.dtype_of(input), prim.shape(input))


def index_like(input):
    return (torch.int64, prim.shape(input))


def any_like(input, dtype=None):
    """A result whose strides are read, and likely those that the input has."""
    dtype = prim.dtype_of(input) if dtype is None else dtype
    if prim.is_row_major(input) or len(prim.shape(input)) == 1:
        return (dtype, prim.shape(input))
    return (dtype, prim.shape(input), prim.likely_order(input))


def with_size(input, dim, size):
    """Sizes of the input, but for one dimension."""
    dim = prim.known(dim)
    rank = prim.rank(input, prim.rank_for(dim, dim))
    shape = list(prim.shape(input))
    if rank > 0:
        if not -rank <= dim < rank:
            raise IndexError("Dimension out of range")
        shape[dim] = size
    return tuple(shape)


def without(input, dim, keepdim):
    """Sizes of the input with one dimension reduced."""
    shape = list(with_size(input, dim, 1))
    if len(shape) > 0 and not keepdim:
        shape.pop(dim)
    return tuple(shape)


def float_unary(schema):
    def results(*values):
        input = values[0] if prim.is_tensor(values[0]) else values[1]
        dtype = float_dtype(input)
        return (dtype, prim.empty_like(input, dtype))

    return row(schema, results)


def binary(schema, dtype_of):
    """Pointwise of two operands, as TensorIterator broadcasts them; numbers become tensors of no dimensions."""

    def function(*args, **kwargs):
        out = kwargs.pop("out", None)
        values = prim.bind(schema, args, kwargs)
        dtype = prim.result_type(values[0], values[1])
        model = prim.binary("add", values[0], values[1])
        if prim.dtype_class(dtype) == "float" and not (prim.is_tensor(values[0]) and prim.is_tensor(values[1])):
            values = [v if prim.is_tensor(v) else prim.full((), v, dtype) for v in values]
        return torch.written(out, prim.aten(schema, values, (dtype_of(dtype), model)))

    return function


def float_binary(schema):
    return binary(schema, lambda dtype: dtype if prim.dtype_class(dtype) == "float" else prim.default_dtype())


def whole_binary(schema):
    return binary(schema, lambda dtype: dtype)


def same(schema):
    return row(schema, lambda input, *rest: like(input))


def same_any(schema):
    return row(schema, lambda input, *rest: any_like(input))


def warning(what, function):
    """A function that torch warns of whenever it is called."""

    def call(*args, **kwargs):
        torch.warns(what)
        return function(*args, **kwargs)

    return call


def of_shape(schema):
    """Matrices of the same sizes, in the order that LAPACK likes."""
    return row(schema, lambda input, *rest: (prim.dtype_of(input), prim.shape(input), "transposed"))


def same_rank(schema):
    return row(schema, lambda input, *rest: read(prim.dtype_of(input), input, prim.rank(input, 2)))


def scalar(schema):
    return row(schema, lambda input, *rest: (prim.dtype_of(input), ()))


def one_dimension(schema):
    return row(schema, lambda input, *rest: (prim.dtype_of(input), (None,), "any"))


def pair_of_sizes(input, sizes):
    return [read(prim.dtype_of(input), input, sizes), read(torch.int64, input, sizes)]


def pair_like(name, schema):
    return named(name, schema, lambda input, *rest: pair_of_sizes(input, prim.shape(input)))


def reduced_pair(name, schema):
    return named(name, schema, lambda input, dim, keepdim=False: pair_of_sizes(input, without(input, dim, keepdim)))


def matrices(input, *ranks):
    """Types of results of so many dimensions after those of the batch."""
    lead = batched(input, 2)
    return [(prim.dtype_of(input), lead + (None,) * rank, "transposed") for rank in ranks]


def batched(input, matrix_dims):
    """Sizes before the last ones."""
    shape = prim.shape(input)
    return tuple(shape[: len(shape) - matrix_dims])


# ---- pointwise ----------------------------------------------------------------------------------------------------------

digamma = float_unary("digamma(Tensor self)")
erfinv = float_unary("erfinv(Tensor self)")
i0 = float_unary("i0(Tensor self)")
special_i0e = float_unary("special_i0e(Tensor self)")
special_i1 = float_unary("special_i1(Tensor self)")
special_i1e = float_unary("special_i1e(Tensor self)")
special_airy_ai = float_unary("special_airy_ai(Tensor x)")
special_bessel_j0 = float_unary("special_bessel_j0(Tensor self)")
special_bessel_j1 = float_unary("special_bessel_j1(Tensor self)")
special_bessel_y0 = float_unary("special_bessel_y0(Tensor self)")
special_bessel_y1 = float_unary("special_bessel_y1(Tensor self)")
special_erfcx = float_unary("special_erfcx(Tensor self)")
special_log_ndtr = float_unary("special_log_ndtr(Tensor self)")
special_modified_bessel_i0 = float_unary("special_modified_bessel_i0(Tensor self)")
special_modified_bessel_i1 = float_unary("special_modified_bessel_i1(Tensor self)")
special_modified_bessel_k0 = float_unary("special_modified_bessel_k0(Tensor self)")
special_modified_bessel_k1 = float_unary("special_modified_bessel_k1(Tensor self)")
special_scaled_modified_bessel_k0 = float_unary("special_scaled_modified_bessel_k0(Tensor x)")
special_scaled_modified_bessel_k1 = float_unary("special_scaled_modified_bessel_k1(Tensor x)")
special_ndtri = float_unary("special_ndtri(Tensor self)")
special_spherical_bessel_j0 = float_unary("special_spherical_bessel_j0(Tensor x)")
lgamma = float_unary("lgamma(Tensor self)")
mvlgamma = float_unary("mvlgamma(Tensor self, int p)")
igamma = float_binary("igamma(Tensor self, Tensor other)")
igammac = float_binary("igammac(Tensor self, Tensor other)")
nextafter = float_binary("nextafter(Tensor self, Tensor other)")
special_zeta = float_binary("special_zeta(Tensor self, Tensor other)")
special_chebyshev_polynomial_t = float_binary("special_chebyshev_polynomial_t(Tensor x, Tensor n)")
special_chebyshev_polynomial_u = float_binary("special_chebyshev_polynomial_u(Tensor x, Tensor n)")
special_chebyshev_polynomial_v = float_binary("special_chebyshev_polynomial_v(Tensor x, Tensor n)")
special_chebyshev_polynomial_w = float_binary("special_chebyshev_polynomial_w(Tensor x, Tensor n)")
special_hermite_polynomial_h = float_binary("special_hermite_polynomial_h(Tensor x, Tensor n)")
special_hermite_polynomial_he = float_binary("special_hermite_polynomial_he(Tensor x, Tensor n)")
special_laguerre_polynomial_l = float_binary("special_laguerre_polynomial_l(Tensor x, Tensor n)")
special_legendre_polynomial_p = float_binary("special_legendre_polynomial_p(Tensor x, Tensor n)")
special_shifted_chebyshev_polynomial_t = float_binary("special_shifted_chebyshev_polynomial_t(Tensor x, Tensor n)")
special_shifted_chebyshev_polynomial_u = float_binary("special_shifted_chebyshev_polynomial_u(Tensor x, Tensor n)")
special_shifted_chebyshev_polynomial_v = float_binary("special_shifted_chebyshev_polynomial_v(Tensor x, Tensor n)")
special_shifted_chebyshev_polynomial_w = float_binary("special_shifted_chebyshev_polynomial_w(Tensor x, Tensor n)")
whole_power = whole_binary("pow.Tensor_Tensor(Tensor self, Tensor exponent)")
gcd = whole_binary("gcd(Tensor self, Tensor other)")
lcm = whole_binary("lcm(Tensor self, Tensor other)")

# ---- results of the input's sizes ---------------------------------------------------------------------------------------

as_strided_scatter = same(
    "as_strided_scatter(Tensor self, Tensor src, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None)"
)
logcumsumexp = row(
    "logcumsumexp(Tensor self, int dim)", lambda input, dim: read(prim.dtype_of(input), input, prim.shape(input))
)
_put = same_any("put(Tensor self, Tensor index, Tensor source, bool accumulate=False)")


def put(input, index, source, accumulate=False):
    if not accumulate:
        torch.may_be_in_any_order()
    return _put(input, index, source, accumulate)


def _scattered_by_mask(input, mask, source):
    if prim.dtype_of(mask) != torch.bool:
        raise RuntimeError("masked_scatter_ only supports boolean masks")
    return prim.dtype_of(input), max(prim.rank(input, 2), prim.rank(mask, 2)), "any"


masked_scatter = row("masked_scatter(Tensor self, Tensor mask, Tensor source)", _scattered_by_mask)
masked_select = one_dimension("masked_select(Tensor self, Tensor mask)")
index_reduce = warning(
    "index_reduce()",
    same_any("index_reduce(Tensor self, int dim, Tensor index, Tensor source, str reduce, *, bool include_self=True)"),
)
cholesky = warning("cholesky()", of_shape("cholesky(Tensor self, bool upper=False)"))
cholesky_inverse = of_shape("cholesky_inverse(Tensor self, bool upper=False)")


def type_of_exp(A):
    """Row-major, but for what has one element, or none: its strides are those of the operand."""
    if prim.rank(A, 2) > 1:
        prim.assume_at_least(prim.size(A, -1), 2)
    return (prim.dtype_of(A), prim.shape(A))


matrix_exp = row("matrix_exp(Tensor self)", type_of_exp)
pdist = one_dimension("pdist(Tensor self, float p=2.)")

# ---- reductions and searches ---------------------------------------------------------------------------------------------

cummax = pair_like("cummax", "cummax(Tensor self, int dim)")
cummin = pair_like("cummin", "cummin(Tensor self, int dim)")
median_dim = reduced_pair("median", "median.dim(Tensor self, int dim, bool keepdim=False)")
nanmedian_dim = reduced_pair("nanmedian", "nanmedian.dim(Tensor self, int dim, bool keepdim=False)")
median_all = scalar("median(Tensor self)")
nanmedian_all = scalar("nanmedian(Tensor self)")
mode = reduced_pair("mode", "mode(Tensor self, int dim=-1, bool keepdim=False)")
bincount = row(
    "bincount(Tensor self, Tensor? weights=None, SymInt minlength=0)",
    lambda input, weights, minlength: (
        torch.int64
        if weights is None
        else prim.dtype_of(weights)
        if prim.dtype_of(weights) == torch.float32
        else torch.float64,
        (None,),
    ),
)
combinations = row(
    "combinations(Tensor self, int r=2, bool with_replacement=False)",
    lambda input, r, with_replacement: (prim.dtype_of(input), (None, r), "any"),
)
cholesky_solve = row(
    "cholesky_solve(Tensor self, Tensor input2, bool upper=False)",
    lambda input, input2, upper: (prim.dtype_of(input), max(prim.rank(input, 2), prim.rank(input2, 2)), "transposed"),
)
lu_solve = warning(
    "lu_solve()",
    row(
        "lu_solve(Tensor self, Tensor LU_data, Tensor LU_pivots)",
        lambda input, data, pivots: (prim.dtype_of(input), max(prim.rank(input, 2), prim.rank(data, 2)), "transposed"),
    ),
)
ormqr = row(
    "ormqr(Tensor self, Tensor input2, Tensor input3, bool left=True, bool transpose=False)",
    lambda input, tau, other, *rest: (prim.dtype_of(input), prim.shape(other), "transposed"),
)
pinverse = row(
    "pinverse(Tensor self, float rcond=1.0000000000000001e-15)",
    lambda input, rcond: (prim.dtype_of(input), prim.rank(input, 2), "any"),
)
logdet = row("logdet(Tensor self)", lambda input: (prim.dtype_of(input), batched(input, 2)))
det = row("det(Tensor self)", lambda input: (prim.dtype_of(input), batched(input, 2)))
geqrf = named("geqrf", "geqrf(Tensor self)", lambda input: matrices(input, 2, 1))
qr = warning("qr()", named("qr", "qr(Tensor self, bool some=True)", lambda input, some: matrices(input, 2, 2)))
svd = named(
    "svd",
    "svd(Tensor self, bool some=True, bool compute_uv=True)",
    lambda input, *rest: matrices(input, 2, 1, 2),
)
slogdet = named(
    "slogdet",
    "slogdet(Tensor self)",
    lambda input: [(prim.dtype_of(input), batched(input, 2)), (prim.dtype_of(input), batched(input, 2))],
)
triangular_solve = warning(
    "triangular_solve()",
    named(
        "triangular_solve",
        "triangular_solve(Tensor self, Tensor A, bool upper=True, bool transpose=False, bool unitriangular=False)",
        lambda input, A, *rest: matrices(A, 2, 2),
    ),
)
nonzero_static = row(
    "nonzero_static(Tensor self, *, SymInt size, int fill_value=-1)",
    lambda input, size, fill_value: (torch.int64, (size, prim.rank(input, 2)), "any"),
)
grid_sampler_2d = same_rank(
    "grid_sampler_2d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners)"
)
grid_sampler_3d = same_rank(
    "grid_sampler_3d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners)"
)
grid_sampler = same_rank(
    "grid_sampler(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners)"
)
affine_grid_generator = row(
    "affine_grid_generator(Tensor theta, SymInt[] size, bool align_corners)",
    lambda theta, size, align_corners: (prim.dtype_of(theta), [size[0], *size[2:], len(size) - 2]),
)
unfold_copy = row(
    "unfold_copy(Tensor self, int dimension, int size, int step)",
    lambda input, *rest: (prim.dtype_of(input), prim.rank(input, 2) + 1, "any"),
)
native_layer_norm = several(
    "native_layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight, Tensor? bias, float eps)",
    lambda input, *rest: [
        (prim.dtype_of(input), prim.shape(input)),
        (prim.dtype_of(input), prim.rank(input, 2), "any"),
        (prim.dtype_of(input), prim.rank(input, 2), "any"),
    ],
)
native_group_norm = several(
    "native_group_norm(Tensor input, Tensor? weight, Tensor? bias, SymInt N, SymInt C, SymInt HxW, int group, float eps)",
    lambda input, *rest: [
        (prim.dtype_of(input), prim.rank(input, 2), "any"),
        (prim.dtype_of(input), 2, "any"),
        (prim.dtype_of(input), 2, "any"),
    ],
)


def variables(input):
    """Dimensions of a covariance: rows are variables, and one is none."""
    return (
        2 if prim.rank(input, 2) == 2 and not (prim.is_known(prim.size(input, 0)) and prim.size(input, 0) == 1) else 0
    )


def covariances(input, correction=1, fweights=None, aweights=None):
    if fweights is None and aweights is None:  # else torch warns
        count = prim.size(input, -1) if prim.rank(input, 2) > 0 else 1
        prim.assume_at_least(count - correction, 1)
    return float_dtype(input), variables(input), "any"


corrcoef = row("corrcoef(Tensor self)", covariances)
_cov = row("cov(Tensor self, *, int correction=1, Tensor? fweights=None, Tensor? aweights=None)", covariances)
repeat_interleave = row(
    "repeat_interleave.self_Tensor(Tensor self, Tensor repeats, int? dim=None, *, SymInt? output_size=None)",
    lambda input, repeats, dim, output_size: (
        prim.dtype_of(input),
        (None,) if dim is None else with_size(input, dim, None),
        "any",
    ),
)
counted_out = row(
    "repeat_interleave.Tensor(Tensor repeats, *, SymInt? output_size=None)",
    lambda repeats, output_size: (prim.dtype_of(repeats), (None,)),
)
norm_except_dim = row(
    "norm_except_dim(Tensor v, int pow=2, int dim=0)",
    lambda v, pow, dim: (
        prim.dtype_of(v),
        tuple([size if i == dim else 1 for i, size in enumerate(prim.shape(v))]) if dim != -1 else (),
        "any",
    ),
)
_chunk_cat = row(
    "_chunk_cat(Tensor[] tensors, int dim, int num_chunks)",
    lambda tensors, dim, chunks: (
        prim.dtype_of(tensors[0]),
        (dim + prim.rank(tensors[0], 2) if dim < 0 else dim) + 2,
        "any",
    ),
)
_unsafe_masked_index_put_accumulate = same_any(
    "_unsafe_masked_index_put_accumulate(Tensor self, Tensor mask, Tensor?[] indices, Tensor values)"
)
histogram_counts = named(
    "histogram",
    "histogram.bin_ct(Tensor self, int bins=100, *, float[]? range=None, Tensor? weight=None, bool density=False)",
    lambda input, *rest: [(prim.dtype_of(input), (None,)), (prim.dtype_of(input), (None,))],
)
histogram_of_bins = named(
    "histogram",
    "histogram.bins_tensor(Tensor self, Tensor bins, *, Tensor? weight=None, bool density=False)",
    lambda input, *rest: [(prim.dtype_of(input), (None,)), (prim.dtype_of(input), (None,))],
)


def histogram(input, bins=100, **named):
    return histogram_of_bins(input, bins, **named) if prim.is_tensor(bins) else histogram_counts(input, bins, **named)


def sort(input, *order, out=None, **named):
    torch.no_out(out)
    if "stable" in named and order:
        raise TypeError("sort() received an invalid combination of arguments")
    return sort_by(input, *order, **named)


def sort_by(input, dim=-1, descending=False, stable=None):
    schema = "sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False)"
    arguments = (input, stable is not None and stable, dim, descending)
    values, indices = prim.aten(schema, arguments, [any_like(input), any_like(input, torch.int64)])
    return return_types.sort(values, indices)


def argsort(input, *order, out=None, **named):
    torch.no_out(out)
    if "stable" in named and (order or named["stable"] is None):
        raise TypeError("argsort() received an invalid combination of arguments")
    return sort_by(input, *order, **named)[1]


def msort(input, *, out=None):
    torch.no_out(out)
    return sort_by(input, 0)[0]


def topk(input, k, dim=-1, largest=True, sorted=True, *, out=None):
    torch.no_out(out)
    schema = "topk(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True)"
    values, indices = prim.aten(
        schema, (input, k, dim, largest, sorted), pair_of_sizes(input, with_size(input, dim, k))
    )
    return return_types.topk(values, indices)


def kthvalue(input, k, dim=-1, keepdim=False, *, out=None):
    torch.no_out(out)
    schema = "kthvalue(Tensor self, SymInt k, int dim=-1, bool keepdim=False)"
    values, indices = prim.aten(schema, (input, k, dim, keepdim), pair_of_sizes(input, without(input, dim, keepdim)))
    return return_types.kthvalue(values, indices)


def median(input, dim=None, keepdim=False, *, out=NotImplemented):  # which is given though it be None
    if out is not NotImplemented and dim is None:
        prim.cut("out= without a dimension")
    torch.no_out(None if out is NotImplemented else out)
    return median_all(input) if dim is None else median_dim(input, dim, keepdim)


def nanmedian(input, dim=None, keepdim=False, *, out=NotImplemented):  # which is given though it be None
    if out is not NotImplemented and dim is None:
        prim.cut("out= without a dimension")
    torch.no_out(None if out is NotImplemented else out)
    return nanmedian_all(input) if dim is None else nanmedian_dim(input, dim, keepdim)


def summed(input, dtype):
    """The dtype of sums and products."""
    if dtype is not None:
        return dtype
    kind = prim.dtype_class(prim.dtype_of(input))
    return torch.int64 if kind == "int" or kind == "bool" else prim.dtype_of(input)


def cumsum(input, dim, *, dtype=None, out=None):
    dtype = summed(input, dtype)
    schema = "cumsum(Tensor self, int dim, *, ScalarType? dtype=None)"
    return torch.written(out, prim.aten(schema, (input, dim, dtype), (dtype, prim.shape(input))))


def cumprod(input, dim, *, dtype=None, out=None):
    dtype = summed(input, dtype)
    schema = "cumprod(Tensor self, int dim, *, ScalarType? dtype=None)"
    return torch.written(out, prim.aten(schema, (input, dim, dtype), (dtype, prim.shape(input))))


def sought(value, among):
    """A number as a tensor of the dtype that it is looked for in."""
    if prim.is_tensor(value):
        return value
    dtype = prim.dtype_of(among)
    if prim.kind(value, "float") not in ("int", "float") or prim.dtype_class(dtype) != "float":
        prim.cut("a search of this number")
    return prim.full((), value, dtype)


def in_order(*tensors):
    """Torch makes its operands contiguous, and warns."""
    for tensor in tensors:
        if tensor is not None and not prim.is_contiguous(tensor):
            torch.warns("a search with a tensor that is not contiguous")


def bucketize(input, boundaries, *, out_int32=False, right=False, out=None):
    dtype = torch.int32 if out_int32 else torch.int64
    input = sought(input, boundaries)
    in_order(input, boundaries)
    schema = "bucketize.Tensor(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False)"
    made = prim.aten(schema, (input, boundaries, out_int32, right), (dtype, prim.shape(input)))
    return torch.written(out, made)


def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None, out=None):
    dtype = torch.int32 if out_int32 else torch.int64
    input = sought(input, sorted_sequence)
    in_order(input, sorted_sequence, sorter)
    schema = "searchsorted.Tensor(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, str? side=None, Tensor? sorter=None)"
    values = (sorted_sequence, input, out_int32, right, side, sorter)
    return torch.written(out, prim.aten(schema, values, (dtype, prim.shape(input))))


def quantile_of(schema, input, q, dim, keepdim, interpolation, out):
    if not prim.is_tensor(q):
        q = prim.full((), q, prim.dtype_of(input))
    several = prim.rank(q, 0) == 1
    rank = prim.rank(input, 2)
    kept = without(input, dim, keepdim) if dim is not None else (1,) * rank if keepdim else ()
    model = prim.empty(tuple(kept) + tuple(prim.shape(q)), prim.dtype_of(input))
    model = torch.movedim(model, -1, 0) if several else model  # the results of a row lie together
    made = prim.aten(schema, (input, q, dim, keepdim, interpolation), (prim.dtype_of(input), model))
    return torch.written(out, made)


def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None):
    schema = 'quantile(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation="linear")'
    return quantile_of(schema, input, q, dim, keepdim, interpolation, out)


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None):
    schema = 'nanquantile(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation="linear")'
    return quantile_of(schema, input, q, dim, keepdim, interpolation, out)


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    dtype = prim.dtype_of(input)
    rank = prim.rank(input, 1)
    counts = (torch.int64, (None,))
    if dim is None:
        schema = "_unique2(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False)"
        inverse = (torch.int64, prim.shape(input), "any") if return_inverse else counts
        made = prim.aten(schema, (input, sorted, return_inverse, return_counts), [(dtype, (None,)), inverse, counts])
    else:
        schema = (
            "unique_dim(Tensor self, int dim, bool sorted=True, bool return_inverse=False, bool return_counts=False)"
        )
        results = [(dtype, rank, "any"), counts, counts]
        made = prim.aten(schema, (input, dim, sorted, return_inverse, return_counts), results)
    return unique_parts(made, return_inverse, return_counts)


def unique_parts(made, return_inverse, return_counts):
    parts = [made[0]]
    if return_inverse:
        parts.append(made[1])
    if return_counts:
        parts.append(made[2])
    return made[0] if len(parts) == 1 else tuple(parts)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    dtype = prim.dtype_of(input)
    rank = prim.rank(input, 1)
    counts = (torch.int64, (None,))
    inverse = (torch.int64, prim.shape(input), "any") if return_inverse and dim is None else counts
    schema = "unique_consecutive(Tensor self, bool return_inverse=False, bool return_counts=False, int? dim=None)"
    first = (dtype, (None,)) if dim is None else (dtype, rank, "any")
    made = prim.aten(schema, (input, return_inverse, return_counts, dim), [first, inverse, counts])
    return unique_parts(made, return_inverse, return_counts)


def polygamma(n, input, *, out=None):
    dtype = float_dtype(input)
    made = prim.aten("polygamma(int n, Tensor self)", (n, input), (dtype, prim.empty_like(input, dtype)))
    return torch.written(out, made)


def frexp(input, *, out=None):
    torch.no_out(out)
    results = [(prim.dtype_of(input), prim.empty_like(input, prim.dtype_of(input)))]
    results.append((torch.int32, prim.empty_like(input, torch.int32)))
    return return_types.frexp(*prim.aten("frexp.Tensor(Tensor self)", (input,), results))


def isin(elements, test_elements, *, assume_unique=False, invert=False, out=None):
    if prim.is_tensor(elements) and not prim.is_tensor(test_elements):
        kinds = prim.kind(test_elements, "int"), prim.dtype_class(prim.dtype_of(elements))
        if kinds[0] not in ("int", "float") or kinds[1] not in ("int", "float"):
            prim.cut("isin() of other numbers")
        compare = torch.ne if invert else torch.eq
        return torch.written(out, prim.row_major(compare(elements, test_elements)))
    if not prim.is_tensor(elements):
        prim.cut("isin() of a number")
    schema = "isin.Tensor_Tensor(Tensor elements, Tensor test_elements, *, bool assume_unique=False, bool invert=False)"
    values = (elements, test_elements, assume_unique, invert)
    return torch.written(out, prim.aten(schema, values, (torch.bool, prim.shape(elements), "any")))


def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    modes = {
        "use_mm_for_euclid_dist_if_necessary": None,
        "use_mm_for_euclid_dist": 1,
        "donot_use_mm_for_euclid_dist": 2,
    }
    schema = "cdist(Tensor x1, Tensor x2, float p=2., int? compute_mode=None)"
    rank = max(prim.rank(x1, 2), prim.rank(x2, 2))
    return prim.aten(schema, (x1, x2, p, modes[compute_mode]), (prim.dtype_of(x1), rank, "any"))


# ---- scatters -------------------------------------------------------------------------------------------------------------


def scatter_reduce(input, dim, index, src, reduce, *, include_self=True, out=None):
    schema = "scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True)"
    made = prim.aten(schema, (input, dim, index, src, reduce, include_self), any_like(input))
    return torch.written(out, made)


def lu_unpack(LU_data, LU_pivots, unpack_data=True, unpack_pivots=True, *, out=None):
    torch.no_out(out)
    if not unpack_data or not unpack_pivots:
        prim.cut("lu_unpack() of a part")
    if prim.rank(LU_data, 2) < 2:
        prim.cut("lu_unpack() of what is no matrix")
    schema = "lu_unpack(Tensor LU_data, Tensor LU_pivots, bool unpack_data=True, bool unpack_pivots=True)"
    lead, rows, columns = batched(LU_data, 2), LU_data.size(-2), LU_data.size(-1)
    short = min(rows, columns)
    sizes = [(*lead, rows, rows), (*lead, rows, short), (*lead, short, columns)]
    results = [(prim.dtype_of(LU_data), size, "transposed") for size in sizes]
    return return_types.lu_unpack(*prim.aten(schema, (LU_data, LU_pivots), results))


# ---- random numbers: torch's generator draws them --------------------------------------------------------------------------


def check_generator(generator):
    """What driver code draws shows what arguments look like, whatever draws it."""
    if not prim.in_driver() and generator is not None:
        prim.cut("a generator of the program")


def drawn(schema, values, result):
    return prim.aten_random(schema, values, result)


def bernoulli(input, p=None, *, generator=None, out=None):
    check_generator(generator)
    model = (prim.dtype_of(input), prim.empty_like(input, prim.dtype_of(input)))
    if p is None:
        made = drawn("bernoulli(Tensor self, *, Generator? generator=None)", (input,), model)
    elif prim.is_tensor(p):
        prim.cut("bernoulli() of a tensor of probabilities")
    else:
        made = drawn("bernoulli.p(Tensor self, float p, *, Generator? generator=None)", (input, p), model)
    return torch.written(out, made)


def multinomial(input, num_samples, replacement=False, *, generator=None, out=None):
    check_generator(generator)
    schema = "multinomial(Tensor self, SymInt num_samples, bool replacement=False, *, Generator? generator=None)"
    shape = batched(input, 1) + (num_samples,)
    return torch.written(out, drawn(schema, (input, num_samples, replacement), (torch.int64, shape)))


def poisson(input, generator=None):
    check_generator(generator)
    return drawn("poisson(Tensor self, Generator? generator=None)", (input,), like(input))


def _standard_gamma(input, generator=None):
    check_generator(generator)
    return drawn("_standard_gamma(Tensor self, Generator? generator=None)", (input,), like(input))


def _sample_dirichlet(input, generator=None):
    check_generator(generator)
    return drawn("_sample_dirichlet(Tensor self, Generator? generator=None)", (input,), like(input))


def binomial(count, prob, generator=None):
    check_generator(generator)
    return drawn("binomial(Tensor count, Tensor prob, Generator? generator=None)", (count, prob), like(count))


class Absent:
    """What an argument has that was not given."""


def normal(mean, std=Absent, *sizes, generator=None, out=None, **options):
    check_generator(generator)
    is_like = prim.is_tensor(mean) or prim.is_tensor(std)
    if std is None or (len(sizes) > 0 or len(options) > 0 if is_like else std is Absent):
        raise TypeError("normal() received an invalid combination of arguments")
    if is_like:
        return normal_like(mean, 1.0 if std is Absent else std, out)
    return normal_of_size(mean, std, *sizes, out=out, **options)


def normal_like(mean, std, out):
    if prim.is_tensor(mean) and prim.is_tensor(std):
        schema = "normal.Tensor_Tensor(Tensor mean, Tensor std, *, Generator? generator=None)"
        made = drawn(schema, (mean, std), (prim.dtype_of(mean), prim.shape(prim.binary("add", mean, std)), "any"))
    elif prim.is_tensor(mean):
        made = drawn(
            "normal.Tensor_float(Tensor mean, float std=1., *, Generator? generator=None)", (mean, std), any_like(mean)
        )
    else:
        made = drawn(
            "normal.float_Tensor(float mean, Tensor std, *, Generator? generator=None)", (mean, std), any_like(std)
        )
    return torch.written(out, made)


def normal_of_size(mean, std, size=None, *, out=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    torch.check_factory(device, layout, pin_memory, requires_grad)
    if prim.kind(size, "sequence") != "sequence" or not all([prim.kind(item, "int") == "int" for item in size]):
        raise TypeError("normal() received an invalid combination of arguments")
    dtype = prim.default_dtype() if dtype is None else dtype
    schema = "normal.float_float(float mean, float std, SymInt[] size, *, Generator? generator=None, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None)"
    made = drawn(schema, (mean, std, size, None, dtype), (dtype, size))
    return torch.written(out, made)


def filled(schema, input, values):
    """An in-place random fill: the values go where the input's memory is."""
    if prim.in_driver():
        return input
    made = prim.aten_random(schema, (input,) + values, any_like(input))
    return prim.inplace(input, made, ())


def drawn_in_order(input):
    """Where the in-place operator draws otherwise for what is not row-major than the one that fills a copy."""
    if not prim.is_row_major(input):
        prim.cut("an in-place random function of a tensor that is not row-major")


def uniform_(self, a=0.0, b=1.0, *, generator=None):
    check_generator(generator)
    return filled("uniform(Tensor self, float from=0., float to=1., *, Generator? generator=None)", self, (a, b))


def normal_(self, mean=0.0, std=1.0, *, generator=None):
    check_generator(generator)
    drawn_in_order(self)  # in another way than what has gaps; what fills a copy sees none
    return filled(
        "normal_functional(Tensor self, float mean=0., float std=1., *, Generator? generator=None)", self, (mean, std)
    )


def exponential_(self, lambd=1.0, *, generator=None):
    check_generator(generator)
    return filled("exponential(Tensor self, float lambd=1., *, Generator? generator=None)", self, (lambd,))


def bernoulli_(self, p=0.5, *, generator=None):
    check_generator(generator)
    if prim.is_tensor(p):
        return filled("bernoulli.Tensor(Tensor self, Tensor p, *, Generator? generator=None)", self, (p,))
    drawn_in_order(self)  # of memory; bernoulli() draws in that of the dimensions
    return filled("bernoulli.p(Tensor self, float p, *, Generator? generator=None)", self, (p,))


def random_(self, *bounds, generator=None):
    check_generator(generator)
    if len(bounds) == 0:
        return filled("random(Tensor self, *, Generator? generator=None)", self, ())
    if len(bounds) == 1:
        check_whole(prim.dtype_of(self), bounds)
        return filled("random.to(Tensor self, int to, *, Generator? generator=None)", self, bounds)
    check_whole(prim.dtype_of(self), [bound for bound in bounds if bound is not None])
    return filled("random.from(Tensor self, int from, int? to, *, Generator? generator=None)", self, bounds)


def geometric_(self, p, *, generator=None):
    check_generator(generator)
    return filled("geometric(Tensor self, float p, *, Generator? generator=None)", self, (p,))


def log_normal_(self, mean=1.0, std=2.0, *, generator=None):
    check_generator(generator)
    return filled(
        "log_normal(Tensor self, float mean=1., float std=2., *, Generator? generator=None)", self, (mean, std)
    )


def cauchy_(self, median=0.0, sigma=1.0, *, generator=None):
    check_generator(generator)
    return filled(
        "cauchy(Tensor self, float median=0., float sigma=1., *, Generator? generator=None)", self, (median, sigma)
    )


def made_at_random(schema, values, dtype, sizes, out):
    if prim.in_driver():
        return prim.random(sizes, dtype)
    return torch.written(out, prim.aten_random(schema, values, (dtype, sizes)))


def rand(
    *sizes,
    size=None,
    generator=None,
    out=None,
    dtype=None,
    layout=None,
    device=None,
    pin_memory=False,
    requires_grad=False,
    names=None,
):
    if names is not None:
        prim.cut("names=")
    check_generator(generator)
    torch.check_factory(device, layout, pin_memory, requires_grad)
    dtype = prim.default_dtype() if dtype is None else dtype
    sizes = prim.sizes_of(sizes, size)
    schema = "rand(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None)"
    return made_at_random(schema, (sizes, dtype), dtype, sizes, out)


def randn(
    *sizes,
    size=None,
    generator=None,
    out=None,
    dtype=None,
    layout=None,
    device=None,
    pin_memory=False,
    requires_grad=False,
    names=None,
):
    if names is not None:
        prim.cut("names=")
    check_generator(generator)
    torch.check_factory(device, layout, pin_memory, requires_grad)
    dtype = prim.default_dtype() if dtype is None else dtype
    sizes = prim.sizes_of(sizes, size)
    schema = "randn(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None)"
    return made_at_random(schema, (sizes, dtype), dtype, sizes, out)


# Up to where a float dtype has each int.
whole_limits = {torch.float16: 2**11, torch.bfloat16: 2**8, torch.float32: 2**24, torch.float64: 2**53}


def check_whole(dtype, bounds):
    limit = whole_limits.get(dtype)
    if limit is not None and any([bound < -limit or bound > limit for bound in bounds]):
        torch.warns("random ints that their dtype may not hold")


def randint(
    low=0,
    high=None,
    size=None,
    *,
    generator=None,
    out=None,
    dtype=None,
    layout=None,
    device=None,
    pin_memory=False,
    requires_grad=False,
):
    check_generator(generator)
    torch.check_factory(device, layout, pin_memory, requires_grad)
    if prim.kind(high, "int") != "int":
        low, high, size = 0, low, high if size is None else size
    dtype = torch.int64 if dtype is None else dtype
    check_whole(dtype, (low, high))
    schema = "randint.low(SymInt low, SymInt high, SymInt[] size, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None)"
    return made_at_random(schema, (low, high, size, dtype), dtype, size, out)


def randperm(
    n, *, generator=None, out=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False
):
    check_generator(generator)
    torch.check_factory(device, layout, pin_memory, requires_grad)
    dtype = torch.int64 if dtype is None else dtype
    schema = (
        "randperm(SymInt n, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None)"
    )
    return made_at_random(schema, (n, dtype), dtype, (n,), out)


def random_like(schema, input, bounds, dtype, layout, device, pin_memory, requires_grad, memory_format):
    torch.check_factory(device, layout, pin_memory, requires_grad)
    if memory_format is not None and not prim.is_format(memory_format, "preserve_format"):
        prim.cut("a memory format")
    dtype = prim.dtype_of(input) if dtype is None else dtype
    if prim.in_driver():
        return prim.random(prim.shape(input), dtype)
    check_whole(dtype, bounds)
    return prim.aten_random(schema, (input,) + bounds + (dtype,), (dtype, prim.empty_like(input, dtype)))


def rand_like(
    input, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, memory_format=None
):
    schema = "rand_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None)"
    return random_like(schema, input, (), dtype, layout, device, pin_memory, requires_grad, memory_format)


def randn_like(
    input, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, memory_format=None
):
    schema = "randn_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None)"
    return random_like(schema, input, (), dtype, layout, device, pin_memory, requires_grad, memory_format)


def randint_like(
    input,
    low,
    high=None,
    *,
    dtype=None,
    layout=None,
    device=None,
    pin_memory=False,
    requires_grad=False,
    memory_format=None,
):
    if high is None:
        low, high = 0, low
    schema = "randint_like.low_dtype(Tensor self, SymInt low, SymInt high, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None)"
    return random_like(schema, input, (low, high), dtype, layout, device, pin_memory, requires_grad, memory_format)


def viewed_as(input, dtype):
    """x.view(dtype): the bits of numbers of another type. It is a view in torch, of which compiled code has a copy."""
    old = prim.dtype_of(input)
    if dtype == old:
        prim.cut("view() as the dtype that a tensor has")
    if "complex" in (prim.dtype_class(old), prim.dtype_class(dtype)):
        prim.cut("view() between complex numbers and others")
    if not prim.is_contiguous(input):
        prim.cut("view() as another dtype of what is not contiguous")
    sizes = prim.shape(input)
    if prim.itemsize(old) != prim.itemsize(dtype):
        if prim.rank(input, 1) == 0:
            raise RuntimeError("self.dim() cannot be 0 to view() as a dtype of another size")
        count = sizes[-1] * prim.itemsize(old)
        sizes = sizes[:-1] + (prim.exact_division(count, prim.itemsize(dtype)),)
    schema = "view_copy.dtype(Tensor self, ScalarType dtype)"
    return prim.only_read(prim.aten(schema, (input, dtype), (dtype, sizes)), input)


def istft(
    input,
    n_fft,
    hop_length=None,
    win_length=None,
    window=None,
    center=True,
    normalized=False,
    onesided=None,
    length=None,
    return_complex=False,
):
    schema = (
        "istft(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, "
        "bool center=True, bool normalized=False, bool? onesided=None, int? length=None, bool return_complex=False)"
    )
    if window is None:
        torch.warns("istft() without a window")
    rank = prim.rank(input, 3)
    if not torch.is_complex(input) or rank not in (2, 3):
        raise RuntimeError("istft expects complex frames of a signal or of a batch of them")
    if length is not None:  # of more than the frames hold torch warns
        hop = n_fft // 4 if hop_length is None else hop_length
        held = n_fft + hop * (prim.size(input, -1) - 1)
        prim.assume_at_least(held - (n_fft // 2 if center else 0) - length, 0)
    values = (input, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex)
    dtype = prim.dtype_of(input) if return_complex else real_dtype(input)
    return prim.aten(schema, values, (dtype, tuple(prim.shape(input))[: rank - 2] + (None,)))
