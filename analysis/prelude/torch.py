"""Functions of the module torch, over the primitives of `prim`: torch's semantics, written once.

Never run by Python: pyaot's evaluator reads it, one definition at a time. A name that is missing here is not compiled.
`prim.cut(text)` ends the compilation of the statement: every argument that a function does not support leads there.
Composite functions follow the formulas of ATen's CPU kernels; half precision is computed in float32 and rounded once.
"""

import functools
import math

import torch
import torch_foreach
from torch import return_types
from torch.amp import autocast
from torch_autocast import (
    autocast_decrement_nesting,
    autocast_increment_nesting,
    get_autocast_cpu_dtype,
    get_autocast_dtype,
    get_autocast_gpu_dtype,
    is_autocast_cache_enabled,
    is_autocast_cpu_enabled,
    is_autocast_enabled,
    set_autocast_cache_enabled,
    set_autocast_dtype,
    set_autocast_enabled,
)
from torch_checks import (
    _assert,
    _assert_async,
    _check,
    _check_index,
    _check_is_size,
    _check_type,
    _check_value,
    _check_with,
    _constrain_as_size,
    sym_constrain_range,
    sym_constrain_range_for_size,
)
from torch_state import (
    are_deterministic_algorithms_enabled,
    get_default_device,
    get_deterministic_debug_mode,
    get_float32_matmul_precision,
    get_num_interop_threads,
    get_num_threads,
    is_anomaly_check_nan_enabled,
    is_anomaly_enabled,
    is_deterministic_algorithms_warn_only_enabled,
    is_nonzero,
    is_storage,
    is_warn_always_enabled,
    may_be_in_any_order,
    typename,
    use_deterministic_algorithms,
)
from torch_tensor import Tensor
from torch_index import (
    argwhere,
    index_add,
    index_copy,
    index_fill,
    index_put,
    index_select,
    masked_select,
    nonzero,
    repeat_interleave,
    scatter,
    scatter_add,
    take,
    take_along_dim,
)
from torch_unary import (
    abs,
    absolute,
    acos,
    acosh,
    arccos,
    arccosh,
    arcsin,
    arcsinh,
    arctan,
    arctanh,
    asin,
    asinh,
    atan,
    atanh,
    bitwise_not,
    ceil,
    cos,
    cosh,
    erf,
    erfc,
    exp,
    exp2,
    expm1,
    fix,
    floor,
    frac,
    isfinite,
    isinf,
    isnan,
    log,
    log10,
    log1p,
    log2,
    logical_not,
    neg,
    negative,
    positive,
    reciprocal,
    relu,
    round,
    rsqrt,
    sigmoid,
    sign,
    sin,
    sinh,
    sqrt,
    square,
    tan,
    tanh,
    trunc,
    unary,
)
from torch_views import (
    addmm,
    baddbmm,
    bmm,
    broadcast_to,
    cat,
    chunk,
    concat,
    concatenate,
    dot,
    einsum,
    flatten,
    gather,
    matmul,
    mm,
    movedim,
    mv,
    narrow,
    need_batches,
    need_dimension,
    outer,
    permute,
    ravel,
    repeat_tensor,
    reshape,
    select,
    split,
    spmm,
    squeeze,
    stack,
    swapaxes,
    swapdims,
    t,
    transpose,
    unbind,
    unflatten,
    unsqueeze,
    vector_product,
    weighted,
)
from torch_aten import *
from torch_aten import _chunk_cat, _unsafe_masked_index_put_accumulate
from torch_attention import _native_multi_head_attention, _transformer_encoder_layer_fwd
from torch_losses import (
    bilinear,
    cosine_embedding_loss,
    ctc_loss,
    hinge_embedding_loss,
    kl_div,
    margin_ranking_loss,
    poisson_nll_loss,
)
from torch_layers import (
    adaptive_avg_pool1d,
    adaptive_max_pool1d,
    avg_pool1d,
    channel_shuffle,
    conv1d,
    conv2d,
    conv3d,
    conv_transpose1d,
    conv_transpose2d,
    conv_transpose3d,
    embedding_bag,
    group_norm,
    gru,
    gru_cell,
    hardshrink,
    instance_norm,
    lstm,
    lstm_cell,
    max_pool1d,
    max_pool1d_with_indices,
    max_pool2d,
    max_pool3d,
    pixel_shuffle,
    pixel_unshuffle,
    prelu,
    rnn_relu,
    rnn_relu_cell,
    rnn_tanh,
    rnn_tanh_cell,
    rrelu,
)
from torch_pointwise import (
    addcdiv,
    addcmul,
    clamp,
    clamp_max,
    clamp_min,
    clip,
    eq,
    ge,
    greater,
    greater_equal,
    gt,
    le,
    lerp,
    less,
    less_equal,
    lt,
    masked_fill,
    nan_to_num,
    ne,
    not_equal,
    where,
)
from torch_reductions import (
    _is_all_true,
    _is_any_true,
    all,
    amax,
    amin,
    any,
    argmax,
    argmin,
    log_softmax,
    logsumexp,
    max,
    mean,
    min,
    norm,
    prod,
    reduced,
    softmax,
    std,
    std_mean,
    sum,
    var,
    var_mean,
)
from torch_aten import _sample_dirichlet, _standard_gamma
from torch_composites import *
from torch_composites import _int_mm, _weight_norm
from torch_rearranged import *
from torch_factories import *
from torch_products import *
from torch._functorch.apis import vmap
from torch._higher_order_ops.cond import cond
from torch.functional import stft, unravel_index
from torch.nn.parameter import Parameter
from torch.torch_version import __version__


class Size(tuple):
    def __new__(cls, iterable=()):
        sizes = tuple(iterable)
        for size in sizes:
            if prim.kind(size, "int") != "int":
                prim.cut("torch.Size() of something else than ints")
        return tuple.__new__(cls, sizes)

    def numel(self):
        total = 1
        for size in self:
            total = total * size
        return total


class _Symbolic:
    """Numbers of torch's own tracers: compiled code has none, but sources ask whether a value is one."""

    def __new__(cls, *args):
        prim.cut("a symbolic number of torch")


class SymInt(_Symbolic):
    pass


class SymFloat(_Symbolic):
    pass


class SymBool(_Symbolic):
    pass


float16 = prim.dtype("float16")
half = float16
bfloat16 = prim.dtype("bfloat16")
float32 = prim.dtype("float32")
float = float32
float64 = prim.dtype("float64")
double = float64
uint8 = prim.dtype("uint8")
int8 = prim.dtype("int8")
int16 = prim.dtype("int16")
short = int16
int32 = prim.dtype("int32")
int = int32
int64 = prim.dtype("int64")
long = int64
bool = prim.dtype("bool")
complex64 = prim.dtype("complex64")
cfloat = complex64
complex128 = prim.dtype("complex128")
cdouble = complex128
uint16 = prim.other_dtype("uint16")
uint32 = prim.other_dtype("uint32")
uint64 = prim.other_dtype("uint64")
complex32 = prim.other_dtype("complex32")
chalf = complex32
float8_e4m3fn = prim.other_dtype("float8_e4m3fn")
float8_e4m3fnuz = prim.other_dtype("float8_e4m3fnuz")
float8_e5m2 = prim.other_dtype("float8_e5m2")
float8_e5m2fnuz = prim.other_dtype("float8_e5m2fnuz")
float8_e8m0fnu = prim.other_dtype("float8_e8m0fnu")
float4_e2m1fn_x2 = prim.other_dtype("float4_e2m1fn_x2")
qint8 = prim.other_dtype("qint8")
qint32 = prim.other_dtype("qint32")
quint8 = prim.other_dtype("quint8")
quint4x2 = prim.other_dtype("quint4x2")
quint2x4 = prim.other_dtype("quint2x4")
contiguous_format = prim.memory_format("contiguous_format")
preserve_format = prim.memory_format("preserve_format")
legacy_contiguous_format = contiguous_format
channels_last = prim.memory_format("channels_last")
strided = prim.layout("strided")
sparse_coo = prim.layout("sparse_coo")
sparse_csr = prim.layout("sparse_csr")
sparse_csc = prim.layout("sparse_csc")
sparse_bsr = prim.layout("sparse_bsr")
sparse_bsc = prim.layout("sparse_bsc")
pi = 3.141592653589793
e = 2.718281828459045
inf = prim.infinity()
nan = prim.not_a_number()


# ---- services of this file ---------------------------------------------------------------------------------------------


def no_out(out):
    if out is not None:
        prim.refuse_out()


def written_out(out, result):
    """What a function that takes no out= returns, written to `out`: a tensor, or as many of them."""
    if prim.is_tensor(result):
        return written(out, result)
    if prim.is_tensor(out) or len(out) != len(result) or (len(out) > 1 and out[0] is out[-1]):
        prim.cut("out= of this form")
    parts = [written(one, made) for one, made in zip(out, result)]
    return tuple(parts) if type(result) is tuple else getattr(return_types, type(result).__name__ + "_out")(*parts)


def typed_tensor(dtype, *args):
    """torch.FloatTensor() and its kin: sizes, or items."""
    if len(args) == 0:
        return empty((0,), dtype=dtype)
    if len(args) == 1 and isinstance(args[0], Size):
        return empty(args[0], dtype=dtype)
    if len(args) == 1 and prim.is_numpy_array(args[0]):
        made = tensor(args[0])
        if prim.dtype_of(made) == dtype or not dtype.is_floating_point:
            prim.cut("a tensor that may share the memory of an array")
        return prim.cast(made, dtype)
    if len(args) == 1 and (isinstance(args[0], list) or prim.kind(args[0], "int") == "sequence"):
        items = args[0] if isinstance(args[0], range) else list(args[0])
        made = tensor(items)
        if made.dtype.is_floating_point and not dtype.is_floating_point:
            prim.cut("a tensor of items of another type")
        return made if made.dtype == dtype else tensor(items, dtype=dtype)
    for size in args:
        if prim.kind(size, "int") != "int":
            prim.cut("this form of a constructor of tensors")
    return empty(args, dtype=dtype)


def written(out, result):
    """The result, or `out` with the result in it: one of other sizes would be resized."""
    if out is None:
        return result
    if prim.dtype_of(out) != prim.dtype_of(result):
        prim.cut("out= of another dtype")
    if not (prim.is_flat(out) and prim.is_flat(result)):
        rank = prim.rank(result, 2)
        if prim.rank(out, rank) != rank:
            prim.cut("out= of other sizes")
        for i in range(rank):
            if not prim.likely_equal(prim.size(out, i), prim.size(result, i)):
                prim.cut("out= of other sizes")
            prim.assume_equal(prim.size(out, i), prim.size(result, i))
    prim.apart(out, result)
    return prim.inplace(out, result, ())


def check_device(device):
    if device is None:
        return
    kind = prim.kind(device, "none")
    if kind == "device" or (kind == "str" and device == "cpu"):
        return
    prim.cut("a device other than the CPU")


def check_factory(device, layout, pin_memory, requires_grad):
    if device is not None:
        check_device(device)
    if layout is not None and prim.kind(layout, "none") != "layout":
        prim.cut("layout=")
    if pin_memory is not False and pin_memory is not None:
        prim.cut("pin_memory=")
    if (requires_grad or prim.kind(requires_grad, "bool") != "bool") and not prim.in_driver():
        prim.cut("requires_grad=")


def warns(what, call=None):
    """Torch warns of it, mostly once in a process: only its own function can tell what Python's filters make of that.
    call: an expression that has that function give the warning, where what is compiled gives none itself."""
    if not prim.in_driver() and (call is None or not prim.warn(call, None, 0)):
        prim.leave(f"{what}, of which torch warns")


def is_half(dtype):
    return dtype == bfloat16 or dtype == float16


def float_of(input):
    """The tensor in a dtype that its mathematics is computed in."""
    return prim.cast(input, float32) if is_half(prim.dtype_of(input)) else input


def as_given(result, input, *others):
    """What several operations made of the operands: in the dtype of the first, laid out as by one operation."""
    return prim.cast(prim.iterated(result, (input,) + others), prim.dtype_of(input))


def differ(a, b):
    """Are these sizes known not to be equal? prim.assume_equal() then raises a RuntimeError, where torch does not always."""
    return prim.is_known(a) and prim.is_known(b) and a != b


def need_float(name, input, error=NotImplementedError):
    kind = prim.dtype_class(prim.dtype_of(input))
    if kind != "float":
        if kind == "complex":
            prim.cut(name + " of complex numbers")
        raise error(name + " is implemented for floating dtypes only")


def need_float_among(name, input, *others):
    """As need_float(); of ints beside tensors of another dtype torch may refuse the dtypes, or the sizes, first."""
    if prim.dtype_class(prim.dtype_of(input)) not in ("float", "complex"):
        for other in others:
            if other is not None and prim.dtype_of(other) != prim.dtype_of(input):
                prim.cut(name + " of ints beside other dtypes")
    need_float(name, input)


def need_float_for_elements(name, input, error=NotImplementedError):
    """As need_float(), for what torch refuses once there is something to compute."""
    if prim.dtype_class(prim.dtype_of(input)) != "float":
        for size in prim.shape(input):
            prim.assume_at_least(size, 1)
        need_float(name, input, error)


def cast_to(input, dtype, memory_format):
    if prim.is_format(memory_format, "contiguous_format") and prim.is_row_major(input):
        return prim.cast(input, dtype)
    if memory_format is not None and not prim.is_format(memory_format, "preserve_format"):
        return input.to(dtype, memory_format=memory_format)
    return prim.cast(input, dtype)


def is_nothing(input):
    """Is one of the tensor's sizes known to be 0?"""
    for size in prim.shape(input):
        if prim.is_known(size) and size == 0:
            return True
    return False


def random_contents(input):
    if not prim.in_driver():
        prim.cut("a random function")
    return input


# ---- objects -----------------------------------------------------------------------------------------------------------


def device(type, index=None):
    if type != "cpu" or index is not None:
        prim.cut("a device other than the CPU, or one with an index")
    return prim.cpu_device()


class _GradMode:
    """What torch.utils._contextlib makes of a grad mode: a decorator too."""

    _modes = None  # that __exit__() goes back to

    def __pyaot_made_by__(self):
        if self._modes is not None:
            prim.cut("a grad mode that has been entered, outside of with")
        return "torch", type(self).__name__, ()

    @property
    def prev(self):
        prim.cut("what a grad mode goes back to")

    def __call__(self, orig_func):
        if prim.is_generator_function(orig_func) or isinstance(orig_func, type):
            prim.cut("a grad mode as the decorator of a generator or a class")
        clone = self.clone

        def decorate_context(*args, **kwargs):
            with clone():
                return orig_func(*args, **kwargs)

        return functools.update_wrapper(decorate_context, orig_func)

    def __exit__(self, exc_type, exc_value, traceback):
        if self._modes is None:
            prim.cut("a grad mode that is left without having been entered")
        prim.restore_modes(self._modes)

    def clone(self):
        return self.__class__()


class no_grad(_GradMode):
    mode = 0

    def __new__(cls, orig_func=None):
        return super().__new__(cls) if orig_func is None else cls()(orig_func)

    def __enter__(self):
        self._modes = prim.torch_modes()
        prim.set_grad_mode(self.mode)


class enable_grad(no_grad):
    mode = 1


class set_grad_enabled(_GradMode):
    def __init__(self, mode):
        self._modes = prim.torch_modes()
        self.mode = mode
        prim.set_grad_mode(mode)

    def __call__(self, orig_func):
        prim.restore_modes(self._modes)
        return super().__call__(orig_func)

    def __enter__(self):
        prim.set_grad_mode(self.mode)

    def clone(self):
        return self.__class__(self.mode)


class inference_mode(_GradMode):
    """What is made in it is marked by torch, and by us: TensorValue.is_inference."""

    def __new__(cls, mode=True):
        return super().__new__(cls) if prim.kind(mode, "bool") == "bool" else cls()(mode)

    def __init__(self, mode=True):
        self.mode = mode

    def __pyaot_made_by__(self):
        module, name, _ = super().__pyaot_made_by__()
        return module, name, (self.mode,)

    def __enter__(self):
        self._modes = prim.torch_modes()
        prim.set_inference_mode(1 if self.mode else 0)

    def clone(self):
        return self.__class__(self.mode)


class _limits:
    """What a dtype can hold. Nobody may change it, and two of one dtype are equal."""

    def __setattr__(self, name, value):
        prim.cut("an attribute that is given to the limits of a dtype")

    def __getattr__(self, name):
        prim.cut("an attribute of the limits of a dtype")

    def __repr__(self):
        names = [name for name in ("resolution", "min", "max", "eps", "smallest_normal", "tiny") if name in vars(self)]
        values = [f"{name}={vars(self)[name]:g}" for name in names]
        return f"{type(self).__name__}({', '.join(values)}, dtype={self.dtype})"

    def __eq__(self, other):
        return type(other) is type(self) and other.dtype == self.dtype

    def __pyaot_made_by__(self):
        return "torch", type(self).__name__, (getattr(torch, self.dtype),)


def _set_limits(limits, dtype, names):
    values = vars(limits)
    values["dtype"] = str(dtype).removeprefix("torch.")
    values["bits"] = 8 * prim.itemsize(dtype)
    for name in names:
        values[name] = prim.limit(dtype, name)


class _NotGiven:
    """Stands for an argument that is left out, where None would be refused."""


class finfo(_limits):
    def __init__(self, type=_NotGiven):
        dtype = prim.default_dtype() if type is _NotGiven else type
        if prim.kind(dtype, "dtype") != "dtype":
            raise TypeError("finfo(): argument 'type' (position 1) must be torch.dtype")
        if prim.dtype_class(dtype) == "complex":
            prim.cut("the limits of complex numbers")
        if prim.dtype_class(dtype) != "float":
            raise TypeError("torch.finfo() requires a floating point input type.")
        _set_limits(self, dtype, ("min", "max", "eps", "tiny", "resolution"))
        vars(self)["smallest_normal"] = self.tiny


class iinfo(_limits):
    def __init__(self, type):
        dtype = type
        if prim.kind(dtype, "dtype") != "dtype":
            raise TypeError("iinfo(): argument 'type' (position 1) must be torch.dtype")
        if prim.dtype_class(dtype) not in ("int", "uint"):
            raise TypeError("torch.iinfo() requires an integer input type.")
        _set_limits(self, dtype, ("min", "max"))


def is_tensor(obj):
    return prim.is_tensor(obj)


def is_floating_point(input):
    return prim.dtype_class(prim.dtype_of(input)) == "float"


def is_complex(input):
    return prim.dtype_class(prim.dtype_of(input)) == "complex"


def is_grad_enabled():
    return prim.is_grad_enabled()


def is_inference_mode_enabled():
    return prim.is_inference_mode_enabled()


def is_inference(input):
    return prim.is_inference(input)


def get_default_dtype():
    return prim.default_dtype()


def numel(input):
    return prim.numel(input)


def result_type(tensor1, tensor2):
    for one, other in ((tensor1, tensor2), (tensor2, tensor1)):
        if prim.is_complex_number(one) and prim.is_tensor(other) and prim.dtype_of(other) == float16:
            prim.cut("complex numbers of half precision")
    return prim.result_type(tensor1, tensor2)


def manual_seed(seed):
    if not prim.in_driver():
        prim.cut("manual_seed()")


def set_num_threads(count):
    if not prim.in_driver():
        prim.cut("set_num_threads()")


# ---- factories ---------------------------------------------------------------------------------------------------------


def zeros(*sizes, size=None, out=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    no_out(out)
    check_factory(device, layout, pin_memory, requires_grad)
    return prim.full(prim.sizes_of(sizes, size), 0, prim.default_dtype() if dtype is None else dtype)


def ones(*sizes, size=None, out=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    no_out(out)
    check_factory(device, layout, pin_memory, requires_grad)
    return prim.full(prim.sizes_of(sizes, size), 1, prim.default_dtype() if dtype is None else dtype)


def unwritten(dtype):
    """What torch fills new memory with where its algorithms are to be deterministic; else None."""
    if prim.in_driver():  # where nobody asks what it holds
        return None
    if not (torch._C._get_deterministic_algorithms() and torch._C._get_deterministic_fill_uninitialized_memory()):
        return None
    kind = prim.dtype_class(dtype)
    return True if kind == "bool" else iinfo(dtype).max if kind == "int" else math.nan


def new_memory(sizes, dtype):
    value = unwritten(dtype)
    return prim.empty(sizes, dtype) if value is None else prim.full(sizes, value, dtype)


def empty(
    *sizes,
    size=None,
    out=None,
    dtype=None,
    layout=None,
    device=None,
    pin_memory=False,
    requires_grad=False,
    memory_format=contiguous_format,
):
    if out is not None or device is not None or layout is not None or pin_memory or requires_grad:
        no_out(out)
        check_factory(device, layout, pin_memory, requires_grad)
    dtype = prim.default_dtype() if dtype is None else dtype
    sizes = prim.sizes_of(sizes, size)
    if prim.is_format(memory_format, "contiguous_format"):  # hardly ever another one
        return new_memory(sizes, dtype)
    return in_order(lambda given: new_memory(given, dtype), sizes, memory_format)


def empty_permuted(
    size, physical_layout, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False
):
    check_factory(device, layout, pin_memory, requires_grad)
    order = [prim.known(dim) for dim in physical_layout]
    if sorted(order) != list(range(len(size))):
        raise RuntimeError("empty_permuted: physical_layout is no permutation of the dimensions")
    made = new_memory([size[dim] for dim in order], prim.default_dtype() if dtype is None else dtype)
    return prim.own(prim.permute(made, [order.index(dim) for dim in range(len(order))]))


def empty_strided(size, stride, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    size, stride = tuple(size), tuple(stride)
    if len(size) != len(stride):
        raise RuntimeError("mismatch in length of strides and shape")
    order = sorted(range(len(size)), key=lambda dim: -stride[dim])
    step = 1
    for dim in reversed(order):
        if stride[dim] != step:
            prim.cut("empty_strided() with gaps or overlaps")
        step = step * size[dim]
    return empty_permuted(
        size, order, dtype=dtype, layout=layout, device=device, pin_memory=pin_memory, requires_grad=requires_grad
    )


def filling(value):
    """A tensor without dimensions stands for its number, unless it requires grad."""
    if not prim.is_tensor(value):
        return value
    if prim.rank(value, 0) > 0 or prim.requires_grad(value):
        raise TypeError("argument 'fill_value' must be Number, not Tensor")
    return value.item()


def full(size, fill_value, *, out=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    no_out(out)
    check_factory(device, layout, pin_memory, requires_grad)
    if prim.kind(size, "sequence") != "sequence":
        raise TypeError("full(): argument 'size' must be tuple of ints")
    fill_value = filling(fill_value)
    if dtype is None:
        kind = prim.kind(fill_value, "float")
        dtype = bool if kind == "bool" else int64 if kind == "int" else prim.default_dtype()
        if prim.is_complex_number(fill_value):
            dtype = complex128 if dtype == float64 else complex64
    return prim.full(size, fill_value, dtype)


def zeros_like(
    input, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, memory_format=preserve_format
):
    return full_like(
        input,
        0,
        dtype=dtype,
        layout=layout,
        device=device,
        pin_memory=pin_memory,
        requires_grad=requires_grad,
        memory_format=memory_format,
    )


def ones_like(
    input, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, memory_format=preserve_format
):
    return full_like(
        input,
        1,
        dtype=dtype,
        layout=layout,
        device=device,
        pin_memory=pin_memory,
        requires_grad=requires_grad,
        memory_format=memory_format,
    )


def in_order(make, sizes, memory_format):
    """What `make` gives for the sizes, in the order of a memory format."""
    if prim.is_format(memory_format, "contiguous_format"):
        return make(sizes)
    if not prim.is_format(memory_format, "channels_last") or len(sizes) != 4:
        prim.cut("a memory format")
    return prim.own(prim.permute(make((sizes[0], sizes[2], sizes[3], sizes[1])), (0, 3, 1, 2)))


def full_like(
    input,
    fill_value,
    *,
    dtype=None,
    layout=None,
    device=None,
    pin_memory=False,
    requires_grad=False,
    memory_format=preserve_format,
):
    check_factory(device, layout, pin_memory, requires_grad)
    fill_value = filling(fill_value)
    dtype = prim.dtype_of(input) if dtype is None else dtype
    if prim.is_format(memory_format, "contiguous_format"):
        return prim.full(prim.shape(input), fill_value, dtype)
    if memory_format is not None and not prim.is_format(memory_format, "preserve_format"):
        return in_order(lambda sizes: prim.full(sizes, fill_value, dtype), prim.shape(input), memory_format)
    return prim.full_like(input, fill_value, dtype)


def empty_like(
    input, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, memory_format=preserve_format
):
    check_factory(device, layout, pin_memory, requires_grad)
    dtype = prim.dtype_of(input) if dtype is None else dtype
    if memory_format is not None and not prim.is_format(memory_format, "preserve_format"):
        return in_order(lambda sizes: new_memory(sizes, dtype), prim.shape(input), memory_format)
    value = unwritten(dtype)
    return prim.empty_like(input, dtype) if value is None else prim.full_like(input, value, dtype)


def number_of(bound):
    """A number; that of a tensor of integers without dimensions."""
    if not prim.is_tensor(bound):
        return bound
    if prim.rank(bound, 0) != 0:
        raise TypeError("must be Number, not Tensor")
    if prim.dtype_class(prim.dtype_of(bound)) not in ("int", "uint"):
        prim.cut("a range up to what a tensor of floats or bools holds")
    return prim.item(bound)


def arange(
    *bounds,
    start=0,
    end=None,
    step=1,
    out=None,
    dtype=None,
    layout=None,
    device=None,
    pin_memory=False,
    requires_grad=False,
):
    check_factory(device, layout, pin_memory, requires_grad)
    if out is not None and dtype is None:
        dtype = prim.dtype_of(out)
    if len(bounds) == 1:
        start, end = (start, bounds[0]) if end is None else (bounds[0], end)
    elif len(bounds) > 1:
        start, end = bounds[0], bounds[1]
        step = bounds[2] if len(bounds) > 2 else step
    start, end, step = [number_of(bound) for bound in (start, end, step)]
    all_ints = True
    for bound in (start, end, step):
        if prim.kind(bound, "int") not in ("int", "bool"):
            all_ints = False
    if dtype is None:
        dtype = int64 if all_ints else prim.default_dtype()
    if dtype == bool or prim.dtype_class(dtype) == "complex":
        if dtype not in (bool, complex64, complex128):
            prim.cut("a range of this type")
        name = "Bool" if dtype == bool else "ComplexFloat" if dtype == complex64 else "ComplexDouble"
        raise NotImplementedError(f"\"arange_cpu\" not implemented for '{name}'")
    if not all_ints and prim.dtype_class(dtype) != "float":
        if dtype != int64:
            prim.cut("a range of integers between floats")
        start, end, step = [math.trunc(value) for value in (start, end, step)]
    count = prim.range_count(start, end, step)
    if prim.is_known(count) and count >= 2**58:
        prim.cut("a range that no memory holds")
    return written(out, prim.arange(start, step, count, dtype))


def _shape_as_tensor(self):
    return tensor(list(prim.shape(self)), dtype=int64)


def eye(n, m=_NotGiven, *, out=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    no_out(out)
    check_factory(device, layout, pin_memory, requires_grad)
    for size in (n, n if m is _NotGiven else m):
        if not prim.is_tensor(size) and prim.kind(size, "int") != "int":
            raise TypeError("eye(): a size must be int")
    rows = prim.arange(0, 1, n, int64)
    columns = rows if m is _NotGiven else prim.arange(0, 1, m, int64)
    equal = prim.binary("eq", prim.unsqueeze(rows, 1), columns)
    return prim.cast(equal, prim.default_dtype() if dtype is None else dtype)


def tril(input, diagonal=0, *, out=None):
    no_out(out)
    if prim.rank(input, 2) < 2:
        raise RuntimeError("tril: input tensor must have at least 2 dimensions")
    rows = prim.unsqueeze(prim.arange(0, 1, prim.size(input, -2), int64), 1)
    columns = prim.arange(0, 1, prim.size(input, -1), int64)
    keep = prim.binary("le", columns, prim.binary("add", rows, diagonal))
    return prim.row_major(prim.where(keep, prim.contiguous(input), 0 if prim.dtype_of(input) != bool else False))


def triu(input, diagonal=0, *, out=None):
    no_out(out)
    if prim.rank(input, 2) < 2:
        raise RuntimeError("triu: input tensor must have at least 2 dimensions")
    rows = prim.unsqueeze(prim.arange(0, 1, prim.size(input, -2), int64), 1)
    columns = prim.arange(0, 1, prim.size(input, -1), int64)
    keep = prim.binary("ge", columns, prim.binary("add", rows, diagonal))
    return prim.row_major(prim.where(keep, prim.contiguous(input), 0 if prim.dtype_of(input) != bool else False))


# ---- copies -----------------------------------------------------------------------------------------------------------------


def clone(input, *, memory_format=preserve_format):
    if memory_format is not None and not prim.is_format(memory_format, "preserve_format"):
        return in_format(input, memory_format, True)
    return prim.clone(input)


def in_format(input, memory_format, copied):
    """The tensor with the strides of a memory format; a copy even if it has them where `copied` says so."""
    if prim.is_format(memory_format, "contiguous_format"):
        dense = prim.contiguous(input)
        return prim.clone(dense) if copied else dense
    if not prim.is_format(memory_format, "channels_last"):
        prim.cut("this memory format")
    if prim.rank(input, 4) != 4:
        raise RuntimeError("required rank 4 tensor to use channels_last format")
    if is_nothing(input):
        prim.cut("a memory format of a tensor without elements")
    dense = prim.contiguous(prim.permute(input, (0, 2, 3, 1)))
    return prim.own(prim.permute(prim.clone(dense) if copied else dense, (0, 3, 1, 2)))


def detach(input):
    return prim.detach(input)


# ---- pointwise, two operands ------------------------------------------------------------------------------------------------


def scaled(input, other, alpha):
    """other * alpha, as the alpha of add and sub multiplies it."""
    if prim.is_known(alpha) and alpha == 1 and prim.kind(alpha, "int") != "bool":
        return other
    kind = prim.kind(alpha, "float")
    if kind != "int" and kind != "float":
        prim.cut("alpha=")
    if not prim.is_tensor(input) and not prim.is_tensor(other):
        prim.cut("alpha= of numbers alone")
    dtype = prim.result_type(input, other)
    if prim.dtype_class(dtype) == "int" or prim.dtype_class(dtype) == "uint":
        if kind == "float":
            raise RuntimeError("For integral input tensors, argument alpha must not be a floating point number.")
        if not prim.is_known(alpha) or not -128 <= alpha <= 127:
            prim.cut("this alpha= with integers")
    elif prim.dtype_class(dtype) == "float":
        prim.fits(alpha, dtype)
    else:
        prim.cut("alpha= with booleans or complex numbers")
    return prim.binary("mul", prim.cast(other, dtype), alpha) if prim.is_tensor(other) else other * alpha


def plus_scaled(name, input, other, alpha):
    """In half precision the numbers are rounded, and then only the result."""
    if name == "sub":
        prim.arithmetic("sub", input, other)  # which refuses bools
    dtype = prim.result_type(input, other)
    if prim.dtype_class(dtype) != "float" or prim.itemsize(dtype) != 2 or prim.is_known(alpha) and alpha == 1:
        return prim.arithmetic(name, input, scaled(input, other, alpha))
    terms = []
    for term in (input, other, alpha):
        term = prim.cast(term, dtype) if prim.is_tensor(term) else prim.full((), term, dtype)
        terms.append(prim.cast(term, float32))
    result = prim.binary(name, terms[0], prim.binary("mul", terms[1], terms[2]))
    return prim.cast(result, dtype)


def add(input, other, *, alpha=1, out=None):
    return written(out, plus_scaled("add", input, other, alpha))


def sub(input, other, *, alpha=1, out=None):
    return written(out, plus_scaled("sub", input, other, alpha))


subtract = sub


def rsub(input, other, *, alpha=1):
    return plus_scaled("sub", other, input, alpha)


def mul(input, other, *, out=None):
    return written(out, prim.arithmetic("mul", input, other))


multiply = mul


def div(input, other, *, rounding_mode=None, out=None):
    no_out(out)
    if rounding_mode is None:
        return prim.arithmetic("div", input, other)
    if rounding_mode == "floor":
        return floor_quotient(input, other)
    if rounding_mode != "trunc":
        raise RuntimeError("div expected rounding_mode to be one of None, 'trunc', or 'floor'")
    dtype = prim.result_type(input, other)
    if is_half(dtype) and not prim.is_tensor(other):  # not rounded in between
        return prim.cast(prim.unary("trunc", prim.binary("div", float_of(input), other)), dtype)
    if prim.dtype_class(dtype) == "float":
        return prim.iterated(prim.unary("trunc", prim.arithmetic("div", input, other)), (input, other))
    return prim.arithmetic("trunc_divide", input, other)


divide = div


def true_divide(input, other, *, out=None):
    return written(out, prim.arithmetic("div", input, other))


def floor_divide(input, other, *, out=None):
    return written(out, floor_quotient(input, other))


def remainder(input, other, *, out=None):
    return written(out, prim.binary("remainder", input, other))


def fmod(input, other, *, out=None):
    return written(out, prim.binary("fmod", input, other))


def pow(input, exponent, *, out=None):
    return written(out, power(input, exponent))


def power(base, exponent):
    """Powers of integers to tensors are ATen's; those of a number are row-major."""
    if prim.is_tensor(exponent) and prim.dtype_class(prim.result_type(base, exponent)) in ("int", "uint"):
        if not prim.is_tensor(base):
            return prim.row_major(whole_power(prim.full((), base, prim.dtype_of(exponent)), exponent))
        return whole_power(base, exponent)
    return prim.pow(base, exponent) if prim.is_tensor(base) else prim.row_major(prim.pow(base, exponent))


def two_tensors(name, input, other, out):
    no_out(out)
    if not prim.is_tensor(other):
        raise TypeError(name + "(): argument 'other' must be Tensor")
    return prim.binary(name, input, other)


def atan2(input, other, *, out=None):
    return two_tensors("atan2", input, other, out)


arctan2 = atan2


def maximum(input, other, *, out=None):
    return two_tensors("maximum", input, other, out)


def minimum(input, other, *, out=None):
    return two_tensors("minimum", input, other, out)


def larger_or_number(name, input, other, out):
    """Of two zeros the first is taken, in bfloat16 the second."""
    if prim.is_tensor(other) and prim.dtype_of(input) == prim.dtype_of(other) == bfloat16:
        input, other = other, input
    return two_tensors(name, input, other, out)


def fmax(input, other, *, out=None):
    return larger_or_number("fmax", input, other, out)


def fmin(input, other, *, out=None):
    return larger_or_number("fmin", input, other, out)


def logical_and(input, other, *, out=None):
    return two_tensors("logical_and", input, other, out)


def logical_or(input, other, *, out=None):
    return two_tensors("logical_or", input, other, out)


def logical_xor(input, other, *, out=None):
    return two_tensors("logical_xor", input, other, out)


def bitwise_left_shift(input, other, *, out=None):
    return written(out, prim.binary("bitwise_left_shift", input, other))


def bitwise_right_shift(input, other, *, out=None):
    return written(out, prim.binary("bitwise_right_shift", input, other))


def bitwise_and(input, other, *, out=None):
    return written(out, prim.binary("bitwise_and", input, other))


def bitwise_or(input, other, *, out=None):
    return written(out, prim.binary("bitwise_or", input, other))


def bitwise_xor(input, other, *, out=None):
    return written(out, prim.binary("bitwise_xor", input, other))


# ---- as torch's own bindings spell them ---------------------------------------------------------------------------------


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05, cudnn_enable=True):
    return torch.nn.functional.layer_norm(input, normalized_shape, weight, bias, eps)


def dropout(input, p, train):
    return torch._VF.dropout(input, p, train)


# ---- functions that write in place: torch.relu_(x)

_in_place = """abs_ acos_ acosh_ addmv_ arccos_ arccosh_ arcsin_ arcsinh_ arctan_ arctanh_ asin_ asinh_ atan_ atanh_ ceil_
    clamp_ clamp_max_ clamp_min_ clip_ conj_physical_ cos_ cosh_ deg2rad_ erf_ erfc_ exp2_ exp_ expm1_ fill_ fix_ floor_
    frac_ gcd_ i0_ index_put_ lcm_ ldexp_ log10_ log1p_ log2_ log_ logit_ nan_to_num_ neg_ negative_ rad2deg_
    reciprocal_ relu_ renorm_ round_ rsqrt_ sigmoid_ sin_ sinc_ sinh_ sqrt_ square_ tan_ tanh_ trunc_ xlogy_
    zero_""".split()


def over_input(function):
    """The function that writes its result into the input."""
    return lambda input, *args: prim.inplace(input, function(input, *args), ())


def selu_(input):
    return over_input(torch.nn.functional.selu)(input)


def celu_(input, alpha=1.0):
    return over_input(torch.nn.functional.celu)(input, alpha)


def threshold_(input, threshold, value):
    return over_input(torch.nn.functional.threshold)(input, threshold, value)


def as_method(name):
    """The function that does what the method of that name does."""

    def function(input, *args, **kwargs):
        if "out" in kwargs:
            raise TypeError(f"{name}() got an unexpected keyword argument 'out'")
        if not prim.is_tensor(input):
            prim.cut("a function that writes into what is no tensor, which torch refuses")
        prim.check_call(getattr(torch.Tensor, name), (input, *args), kwargs)
        return getattr(input, name)(*args, **kwargs)

    return function


def __getattr__(name):
    if name in _in_place:
        return as_method(name)
    if name.startswith("_foreach_") and hasattr(torch_foreach, name):
        return getattr(torch_foreach, name)
