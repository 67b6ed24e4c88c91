"""Attributes, methods and operators of torch.Tensor, over the primitives of `prim`.

Never run by Python: pyaot's evaluator reads it. A method that is missing here is not compiled. `prim.cut(text)` ends the
compilation of the statement; an argument that a function does not support leads there, never into silence.
"""

import numpy_arrays
import torch
import torch_index
import torch_layers
import warnings


def dimension_of(dim, method):
    kind = prim.kind(dim, "int")
    if kind == "bool" or kind == "slice" or isinstance(dim, (str, float, tuple, list, dict)):
        raise TypeError(f"{method}(): argument 'dim' (position 1) must be int, not {type(dim).__name__}")
    return dim


type_names = {
    torch.float32: "FloatTensor",
    torch.float64: "DoubleTensor",
    torch.float16: "HalfTensor",
    torch.bfloat16: "BFloat16Tensor",
    torch.uint8: "ByteTensor",
    torch.int8: "CharTensor",
    torch.int16: "ShortTensor",
    torch.int32: "IntTensor",
    torch.int64: "LongTensor",
    torch.bool: "BoolTensor",
    torch.complex64: "ComplexFloatTensor",
    torch.complex128: "ComplexDoubleTensor",
}


def without_history(tensor):
    if not prim.is_parameter(tensor):
        prim.requires_grad(tensor)


def of_other_devices(self):
    return False


def with_bits(other):
    if not prim.is_tensor(other) and not prim.is_number(other):
        prim.cut("an operator on bits and what is no number")
    return other


def dimensions(tensor, name):
    """How many it has; torch warns where what is transposed has none."""
    rank = prim.rank(tensor, 2)
    if rank == 0:
        torch.warns(name + " of a tensor without dimensions", "torch.zeros(())" + name)
    return rank


class Tensor:
    def __new__(cls, *args):
        if cls is not Tensor:
            prim.cut("an object of a subclass of Tensor")
        return torch.typed_tensor(torch.get_default_dtype(), *args)

    # ---- attributes
    @property
    def shape(self):
        return prim.shape(self)

    @property
    def ndim(self):
        return prim.rank(self, 2)

    @property
    def dtype(self):
        return prim.dtype_of(self)

    @property
    def device(self):
        return prim.device_of(self)

    @property
    def layout(self):
        prim.tensor(self)
        return prim.layout("strided")

    @property
    def requires_grad(self):
        return prim.requires_grad(self)

    @requires_grad.setter
    def requires_grad(self, value):
        self.requires_grad_(value)

    @property
    def grad(self):
        """Of one that is no leaf torch warns: a tensor that does not require grad is one."""
        without_history(self)
        return prim.held(self, "grad", None)

    @grad.setter
    def grad(self, value):
        if value is not None and not prim.in_driver():
            prim.cut("the gradient of a tensor is assigned")
        prim.hold(self, "grad", value)

    @property
    def grad_fn(self):
        return prim.held(self, "grad_fn", None)

    @property
    def is_leaf(self):
        return prim.held(self, "is_leaf", True)

    @property
    def retains_grad(self):
        return prim.held(self, "retains_grad", False)

    @property
    def output_nr(self):
        return prim.held(self, "output_nr", 0)

    @property
    def data(self):
        return prim.data(self)

    @property
    def T(self):
        rank = dimensions(self, ".T")
        if rank not in (0, 2):
            torch.warns(".T of what is no matrix", "torch.zeros(1).T")
        return prim.permute(self, list(range(rank))[::-1])

    @property
    def mT(self):
        rank = dimensions(self, ".mT")
        if rank == 1:
            raise RuntimeError("tensor.mT is only supported on matrices or batches of matrices")
        return torch.transpose(self, -2, -1) if rank else self

    @property
    def H(self):
        if dimensions(self, ".H") not in (0, 2):
            raise RuntimeError("tensor.H is only supported on matrices")
        return torch.mirrored(self)

    @property
    def mH(self):
        dimensions(self, ".mH")
        return torch.mirrored(self)

    @property
    def real(self):
        return torch.real(self)

    @property
    def imag(self):
        return torch.imag(self)

    @property
    def is_cuda(self):
        return False

    @property
    def is_cpu(self):
        return True

    is_nested = is_sparse = is_sparse_csr = is_quantized = is_mkldnn = is_meta = property(of_other_devices)
    is_xla = is_mps = is_xpu = is_ipu = is_maia = is_vulkan = is_mtia = property(of_other_devices)

    @property
    def itemsize(self):
        return prim.itemsize(prim.dtype_of(self))

    def size(self, dim=None):
        return prim.shape(self) if dim is None else prim.size(self, dimension_of(dim, "size"))

    def stride(self, dim=None):
        strides = prim.strides(prim.settled_layout(self))
        return strides if dim is None else strides[dimension_of(dim, "stride")]

    def dim(self):
        return prim.rank(self, 2)

    ndimension = dim

    def numel(self):
        return prim.numel(self)

    nelement = numel

    @property
    def itemsize(self):
        return prim.itemsize(prim.dtype_of(self))

    @property
    def nbytes(self):
        return prim.numel(self) * prim.itemsize(prim.dtype_of(self))

    def element_size(self):
        return prim.itemsize(prim.dtype_of(self))

    def is_contiguous(self, *, memory_format=torch.contiguous_format):
        if prim.is_format(memory_format, "contiguous_format"):
            return prim.is_contiguous(self)
        if prim.is_format(memory_format, "channels_last"):
            if prim.rank(self, 4) != 4:
                return False
            if not torch.is_nothing(self):
                return prim.is_contiguous(prim.permute(self, (0, 2, 3, 1)))
        prim.cut("is_contiguous() of this memory format")

    def is_floating_point(self):
        return prim.dtype_class(prim.dtype_of(self)) == "float"

    def is_complex(self):
        return torch.is_complex(self)

    def is_signed(self):
        return prim.dtype_of(self) != torch.uint8 and prim.dtype_of(self) != torch.bool

    def get_device(self):
        prim.device_of(self)
        return -1

    def numpy(self, *, force=False):
        return numpy_arrays.of_tensor(self, force)

    # ---- Python numbers
    def item(self):
        return prim.item(self)

    def tolist(self):
        if prim.rank(self, 1) == 0:
            return prim.item(self)
        count = prim.size(self, 0)
        if prim.is_known(count) and prim.known(count) > 64:
            prim.cut("tolist() of a large size")
        if not prim.is_known(count) and prim.rank(self, 1) == 1:
            kind = prim.dtype_class(prim.dtype_of(self))
            own = torch.float64 if kind == "float" else torch.bool if kind == "bool" else torch.int64
            rows = None if kind == "complex" else prim.number_rows(prim.clone(prim.cast(self, own)))
            if rows is not None:
                return rows
        return [prim.select(self, 0, i).tolist() for i in range(count)]

    def __bool__(self):
        value = prim.item(self)
        return value if prim.kind(value, "bool") == "bool" else value != 0

    def is_nonzero(self):
        return bool(self)

    def __float__(self):
        return float(prim.item(self))

    def __int__(self):
        return int(prim.item(self))

    def __index__(self):
        kind = prim.dtype_class(prim.dtype_of(self))
        if kind != "int" and kind != "bool":
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(prim.item(self))

    def __len__(self):
        if prim.rank(self, 2) == 0:
            raise TypeError("len() of a 0-d tensor")
        return prim.size(self, 0)

    def __iter__(self):
        if prim.rank(self, prim.rank_for(0, 1)) == 0:
            raise TypeError("iteration over a 0-d tensor")
        return iter(torch.unbind(self, 0))

    def __reversed__(self):
        return self if prim.rank(self, prim.rank_for(0, 1)) == 0 else torch.flip(self, (0,))

    def __contains__(self, element):
        if not prim.is_operand(element):
            raise RuntimeError("Tensor.__contains__ only supports Tensor or scalar")
        return bool(torch.any(prim.binary("eq", self, element)).item())

    # ---- operators
    def __add__(self, other):
        return prim.binary("add", self, other) if prim.is_operand(other) else NotImplemented

    def __radd__(self, other):
        return prim.binary("add", self, other) if prim.is_operand(other) else NotImplemented

    def __sub__(self, other):
        return prim.binary("sub", self, other) if prim.is_operand(other) else NotImplemented

    def __rsub__(self, other):
        return prim.binary("sub", other, self) if prim.is_operand(other) else NotImplemented

    def __mul__(self, other):
        return prim.binary("mul", self, other) if prim.is_operand(other) else NotImplemented

    def __rmul__(self, other):
        return prim.binary("mul", self, other) if prim.is_operand(other) else NotImplemented

    def __truediv__(self, other):
        return prim.binary("div", self, other) if prim.is_operand(other) else NotImplemented

    def __rtruediv__(self, other):
        if not prim.is_operand(other):
            return NotImplemented
        return prim.binary("mul", prim.unary("reciprocal", self), other)

    def __floordiv__(self, other):
        return torch.floor_quotient(self, other) if prim.is_operand(other) else NotImplemented

    def __rfloordiv__(self, other):
        return torch.floor_quotient(other, self) if prim.is_operand(other) else NotImplemented

    def __mod__(self, other):
        return prim.binary("remainder", self, other) if prim.is_operand(other) else NotImplemented

    def __rmod__(self, other):
        return prim.binary("remainder", other, self) if prim.is_operand(other) else NotImplemented

    def __pow__(self, exponent):
        return torch.power(self, exponent) if prim.is_operand(exponent) else NotImplemented

    def __rpow__(self, other):
        return torch.power(other, self) if prim.is_operand(other) else NotImplemented

    def __matmul__(self, other):
        return torch.matmul(self, other) if prim.is_tensor(other) else NotImplemented

    def __rmatmul__(self, other):
        return torch.matmul(other, self) if prim.is_tensor(other) else NotImplemented

    def __and__(self, other):
        return prim.binary("bitwise_and", self, other) if prim.is_operand(other) else NotImplemented

    def __rand__(self, other):
        return prim.binary("bitwise_and", other, self) if prim.is_operand(other) else NotImplemented

    def __or__(self, other):
        return prim.binary("bitwise_or", self, other) if prim.is_operand(other) else NotImplemented

    def __ror__(self, other):
        return prim.binary("bitwise_or", other, self) if prim.is_operand(other) else NotImplemented

    def __xor__(self, other):
        return prim.binary("bitwise_xor", self, other) if prim.is_operand(other) else NotImplemented

    def __rxor__(self, other):
        return prim.binary("bitwise_xor", other, self) if prim.is_operand(other) else NotImplemented

    def __lshift__(self, other):
        return prim.binary("bitwise_left_shift", self, other) if prim.is_operand(other) else NotImplemented

    def __rlshift__(self, other):
        return prim.binary("bitwise_left_shift", other, self) if prim.is_operand(other) else NotImplemented

    def __rshift__(self, other):
        return prim.binary("bitwise_right_shift", self, other) if prim.is_operand(other) else NotImplemented

    def __rrshift__(self, other):
        return prim.binary("bitwise_right_shift", other, self) if prim.is_operand(other) else NotImplemented

    def __eq__(self, other):
        return prim.binary("eq", self, other) if prim.is_operand(other) else NotImplemented

    def __ne__(self, other):
        return prim.binary("ne", self, other) if prim.is_operand(other) else NotImplemented

    def __lt__(self, other):
        return prim.binary("lt", self, other) if prim.is_operand(other) else NotImplemented

    def __le__(self, other):
        return prim.binary("le", self, other) if prim.is_operand(other) else NotImplemented

    def __gt__(self, other):
        return prim.binary("gt", self, other) if prim.is_operand(other) else NotImplemented

    def __ge__(self, other):
        return prim.binary("ge", self, other) if prim.is_operand(other) else NotImplemented

    def __neg__(self):
        return prim.unary("neg", self)

    def __pos__(self):
        return torch.positive(self)

    def __abs__(self):
        return prim.unary("abs", self)

    def __invert__(self):
        if prim.dtype_class(prim.dtype_of(self)) in ("float", "complex"):
            raise TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors")
        return prim.unary("bitwise_not", self)

    # ---- operators in place
    def __iadd__(self, other):
        return prim.inplace(self, prim.binary("add", self, other), (other,))

    def __isub__(self, other):
        return prim.inplace(self, prim.binary("sub", self, other), (other,))

    def __imul__(self, other):
        return prim.inplace(self, prim.binary("mul", self, other), (other,))

    def __itruediv__(self, other):
        return prim.inplace(self, prim.binary("div", self, other), (other,))

    def __ifloordiv__(self, other):
        return prim.inplace(self, torch.floor_quotient(self, other), (other,))

    def __imod__(self, other):
        return prim.inplace(self, prim.binary("remainder", self, other), (other,))

    def __ipow__(self, exponent):
        return prim.inplace(self, torch.power(self, exponent), (exponent,))

    def __iand__(self, other):
        return self.bitwise_and_(with_bits(other))

    def __ior__(self, other):
        return self.bitwise_or_(with_bits(other))

    def __ixor__(self, other):
        return self.bitwise_xor_(with_bits(other))

    def __ilshift__(self, other):
        return self.bitwise_left_shift_(with_bits(other))

    def __irshift__(self, other):
        return self.bitwise_right_shift_(with_bits(other))

    # ---- indexing
    def __getitem__(self, index):
        return torch_index.get(self, index)

    def __setitem__(self, index, value):
        torch_index.set(self, index, value)

    # ---- types and copies
    def to(self, *args, **kwargs):
        dtype = kwargs.pop("dtype", None)
        device = kwargs.pop("device", None)
        copy = kwargs.pop("copy", False)
        memory_format = kwargs.pop("memory_format", None)
        kwargs.pop("non_blocking", False)
        if len(kwargs) > 0:
            prim.cut("to() with these arguments")
        stage, flags = 0, 0  # a device, then a type; a type or a tensor; then non_blocking and copy
        for value in args:
            kind = prim.kind(value, "tensor")
            if kind == "bool" and stage > 0 and flags < 2:
                copy = value if flags == 1 else copy
                flags += 1
            elif flags == 0 and stage < 2 and (kind == "dtype" or kind == "none"):
                dtype = value if kind == "dtype" else dtype
                stage = 2 if kind == "dtype" else stage + 1
            elif stage == 0 and (kind == "device" or kind == "str"):
                device, stage = value, 1
            elif stage == 0 and kind == "tensor":
                dtype, stage = prim.dtype_of(value), 2
            else:
                prim.cut("to() with these arguments")
        torch.check_device(device)
        result = self if dtype is None else prim.cast(self, dtype)
        if memory_format is not None and not prim.is_format(memory_format, "preserve_format"):
            if prim.is_format(memory_format, "contiguous_format") and not torch_layers.is_channels_last(result):
                if prim.rank(result, 4) in (4, 5) and not prim.is_row_major(result):
                    prim.cut("contiguous_format of a tensor whose own format is not known")
                memory_format = None
            elif not prim.is_format(memory_format, "channels_last") or not torch_layers.is_channels_last(result):
                return torch.in_format(result, memory_format, True)
        if copy and result is self:
            return prim.clone(self) if memory_format is None else torch.in_format(self, memory_format, True)
        return result

    def type(self, dtype=None):
        if dtype is None:
            return "torch." + type_names[prim.dtype_of(self)]
        if prim.kind(dtype, "int") == "str":
            for own, name in type_names.items():
                if dtype == "torch." + name:
                    return prim.cast(self, own)
        return prim.cast(self, prim.tensor_type(dtype))

    def type_as(self, other):
        return prim.cast(self, prim.dtype_of(other))

    def float(self, *, memory_format=torch.preserve_format):
        return torch.cast_to(self, torch.float32, memory_format)

    def double(self, *, memory_format=torch.preserve_format):
        return torch.cast_to(self, torch.float64, memory_format)

    def half(self, *, memory_format=torch.preserve_format):
        return torch.cast_to(self, torch.float16, memory_format)

    def bfloat16(self, *, memory_format=torch.preserve_format):
        return torch.cast_to(self, torch.bfloat16, memory_format)

    def cfloat(self, *, memory_format=torch.preserve_format):
        return torch.cast_to(self, torch.complex64, memory_format)

    def cdouble(self, *, memory_format=torch.preserve_format):
        return torch.cast_to(self, torch.complex128, memory_format)

    def int(self, *, memory_format=torch.preserve_format):
        return torch.cast_to(self, torch.int32, memory_format)

    def long(self, *, memory_format=torch.preserve_format):
        return torch.cast_to(self, torch.int64, memory_format)

    def short(self, *, memory_format=torch.preserve_format):
        return torch.cast_to(self, torch.int16, memory_format)

    def char(self, *, memory_format=torch.preserve_format):
        return torch.cast_to(self, torch.int8, memory_format)

    def byte(self, *, memory_format=torch.preserve_format):
        return torch.cast_to(self, torch.uint8, memory_format)

    def bool(self, *, memory_format=torch.preserve_format):
        return torch.cast_to(self, torch.bool, memory_format)

    def cpu(self, *, memory_format=torch.preserve_format):
        if not prim.is_format(memory_format, "preserve_format"):
            prim.cut("cpu() with a memory format")
        return self

    def clone(self, *, memory_format=torch.preserve_format):
        return torch.clone(self, memory_format=memory_format)

    def contiguous(self, *, memory_format=torch.contiguous_format):
        if not prim.is_format(memory_format, "contiguous_format"):
            return torch.in_format(self, memory_format, False)
        return prim.contiguous(self)

    def detach(self):
        return prim.detach(self)

    def detach_(self):
        if not prim.is_no_view(self):
            prim.cut("detach_() of what may be a view, or require grad")
        return self

    def requires_grad_(self, requires_grad=True):
        if not prim.in_driver() and (requires_grad or prim.requires_grad(self)):
            prim.cut("requires_grad_()")
        return self

    def is_distributed(self):
        return False

    def is_pinned(self, device=None):
        if torch.accelerator.is_available() or device is not None:
            prim.cut("is_pinned() where there are other devices")
        return False

    def is_inference(self):
        return prim.is_inference(self)

    def resolve_conj(self):
        return torch.resolve_conj(self)

    def is_conj(self):
        return prim.is_conj(self)

    def is_neg(self):
        return torch.is_neg(self)

    def resolve_neg(self):
        return self

    # ---- views
    def view(self, *shape, dtype=None, size=None):
        if dtype is not None:
            return torch.viewed_as(self, dtype)
        shape = shape if size is None else (size,)
        sizes = prim.sizes_of(shape)
        if len(shape) == 1 and prim.kind(shape[0], "int") == "dtype":
            return torch.viewed_as(self, shape[0])
        return prim.view(self, sizes)

    def view_as(self, other):
        return prim.view(self, prim.shape(other))

    def reshape(self, *sizes, shape=None):
        return prim.reshape(self, prim.sizes_of(sizes, shape))

    def reshape_as(self, other):
        return prim.reshape(self, prim.shape(other))

    def permute(self, *order, dims=None):
        return prim.permute(self, prim.sizes_of(order, dims))

    def expand(self, *sizes, size=None):
        return prim.expand(self, prim.sizes_of(sizes, size))

    def expand_as(self, other):
        return prim.expand(self, prim.shape(other))

    def t(self):
        return torch.t(self)

    def transpose(self, dim0, dim1):
        return torch.transpose(self, dim0, dim1)

    swapaxes = transpose
    swapdims = transpose

    def movedim(self, source, destination):
        return torch.movedim(self, source, destination)

    def squeeze(self, *dims, dim=None):
        return prim.squeeze(self, dims[0] if len(dims) == 1 else dims if len(dims) > 1 else dim)

    def unsqueeze_(self, dim):
        return prim.become(self, self.unsqueeze(dim))

    def squeeze_(self, *dims, dim=None):
        return prim.become(self, self.squeeze(*dims) if dim is None else self.squeeze(dim=dim))

    def transpose_(self, dim0, dim1):
        return prim.become(self, self.transpose(dim0, dim1))

    swapaxes_ = swapdims_ = transpose_

    def t_(self):
        return prim.become(self, self.t())

    def unsqueeze(self, dim):
        return prim.unsqueeze(self, dim)

    def flatten(self, start_dim=0, end_dim=-1):
        return torch.flatten(self, start_dim, end_dim)

    def unflatten(self, dim, sizes):
        return torch.unflatten(self, dim, sizes)

    def ravel(self):
        return torch.ravel(self)

    def narrow(self, dim, start, length):
        return torch.narrow(self, dim, start, length)

    def select(self, dim, index):
        return prim.select(self, dim, index)

    def unfold(self, dimension, size, step):
        return torch.unfold_windows(self, dimension, size, step)

    def chunk(self, chunks, dim=0):
        return torch.chunk(self, chunks, dim)

    def split(self, split_size, dim=0):
        return torch.split(self, split_size, dim)

    def unbind(self, dim=0):
        return torch.unbind(self, dim)

    def repeat(self, *sizes, repeats=None):
        return torch.repeat_tensor(self, prim.sizes_of(sizes, repeats))

    # ---- factories
    def new_zeros(self, *sizes, size=None, dtype=None, device=None, layout=None, pin_memory=False, requires_grad=False):
        torch.check_factory(device, layout, pin_memory, requires_grad)
        return prim.full(prim.sizes_of(sizes, size), 0, prim.dtype_of(self) if dtype is None else dtype)

    def new_ones(self, *sizes, size=None, dtype=None, device=None, layout=None, pin_memory=False, requires_grad=False):
        torch.check_factory(device, layout, pin_memory, requires_grad)
        return prim.full(prim.sizes_of(sizes, size), 1, prim.dtype_of(self) if dtype is None else dtype)

    def new_empty_strided(
        self, size, stride, dtype=None, device=None, layout=None, pin_memory=False, requires_grad=False
    ):
        dtype = prim.dtype_of(self) if dtype is None else dtype
        return torch.empty_strided(
            size, stride, dtype=dtype, device=device, layout=layout, pin_memory=pin_memory, requires_grad=requires_grad
        )

    def new_empty(self, *sizes, size=None, dtype=None, device=None, layout=None, pin_memory=False, requires_grad=False):
        torch.check_factory(device, layout, pin_memory, requires_grad)
        return torch.new_memory(prim.sizes_of(sizes, size), prim.dtype_of(self) if dtype is None else dtype)

    def new(self, *size, device=None):
        torch.check_factory(device, None, False, False)
        if len(size) == 1 and isinstance(size[0], (list, tuple)) and not isinstance(size[0], torch.Size):
            return torch.tensor(size[0], dtype=prim.dtype_of(self))
        if len(size) == 1 and isinstance(size[0], Tensor):
            prim.cut("new() of a tensor")
        return torch.new_memory(prim.sizes_of(size) if len(size) > 0 else (0,), prim.dtype_of(self))

    def new_tensor(self, data, *, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False):
        torch.check_factory(device, layout, pin_memory, requires_grad)
        dtype = prim.dtype_of(self) if dtype is None else dtype
        if prim.is_tensor(data):
            warnings.warn(torch.advice("tensor.new_tensor"), stacklevel=2)
            return torch.copy_of(data, dtype)
        return torch.tensor(data, dtype=dtype)

    def new_full(
        self, size, fill_value, *, dtype=None, device=None, layout=None, pin_memory=False, requires_grad=False
    ):
        torch.check_factory(device, layout, pin_memory, requires_grad)
        return prim.full(size, torch.filling(fill_value), prim.dtype_of(self) if dtype is None else dtype)

    # ---- pointwise
    def add(self, other, *, alpha=1):
        return torch.add(self, other, alpha=alpha)

    def sub(self, other, *, alpha=1):
        return torch.sub(self, other, alpha=alpha)

    subtract = sub

    def mul(self, other):
        return prim.binary("mul", self, other)

    multiply = mul

    def div(self, other, *, rounding_mode=None):
        return torch.div(self, other, rounding_mode=rounding_mode)

    divide = div
    true_divide = div

    def floor_divide(self, other):
        return torch.floor_quotient(self, other)

    def remainder(self, other):
        return prim.binary("remainder", self, other)

    def fmod(self, other):
        return prim.binary("fmod", self, other)

    def pow(self, exponent):
        return torch.power(self, exponent)

    def square(self):
        return prim.pow(self, 2)

    def atan2(self, other):
        return torch.atan2(self, other)

    arctan2 = atan2

    def maximum(self, other):
        return torch.maximum(self, other)

    def minimum(self, other):
        return torch.minimum(self, other)

    def fmax(self, other):
        return torch.fmax(self, other)

    def fmin(self, other):
        return torch.fmin(self, other)

    def lerp(self, end, weight):
        return torch.lerp(self, end, weight)

    def addcmul(self, tensor1, tensor2, *, value=1):
        return torch.addcmul(self, tensor1, tensor2, value=value)

    def addcdiv(self, tensor1, tensor2, *, value=1):
        return torch.addcdiv(self, tensor1, tensor2, value=value)

    def eq(self, other):
        return prim.binary("eq", self, other)

    def ne(self, other):
        return prim.binary("ne", self, other)

    not_equal = ne

    def lt(self, other):
        return prim.binary("lt", self, other)

    less = lt

    def le(self, other):
        return prim.binary("le", self, other)

    less_equal = le

    def gt(self, other):
        return prim.binary("gt", self, other)

    greater = gt

    def ge(self, other):
        return prim.binary("ge", self, other)

    greater_equal = ge

    def logical_and(self, other):
        return torch.logical_and(self, other)

    def logical_or(self, other):
        return torch.logical_or(self, other)

    def logical_xor(self, other):
        return torch.logical_xor(self, other)

    def logical_not(self):
        return prim.unary("logical_not", self)

    def bitwise_and(self, other):
        return prim.binary("bitwise_and", self, other)

    def bitwise_or(self, other):
        return prim.binary("bitwise_or", self, other)

    def bitwise_xor(self, other):
        return prim.binary("bitwise_xor", self, other)

    def bitwise_not(self):
        return prim.unary("bitwise_not", self)

    def neg(self):
        return prim.unary("neg", self)

    negative = neg

    def positive(self):
        return torch.positive(self)

    def abs(self):
        return prim.unary("abs", self)

    absolute = abs

    def sign(self):
        return prim.unary("sign", self)

    def exp(self):
        return prim.unary("exp", self)

    def exp2(self):
        return prim.unary("exp2", self)

    def expm1(self):
        return prim.unary("expm1", self)

    def log(self):
        return prim.unary("log", self)

    def log2(self):
        return prim.unary("log2", self)

    def log10(self):
        return prim.unary("log10", self)

    def log1p(self):
        return prim.unary("log1p", self)

    def sqrt(self):
        return prim.unary("sqrt", self)

    def rsqrt(self):
        return prim.unary("rsqrt", self)

    def reciprocal(self):
        return prim.unary("reciprocal", self)

    def sin(self):
        return prim.unary("sin", self)

    def cos(self):
        return prim.unary("cos", self)

    def tan(self):
        return prim.unary("tan", self)

    def asin(self):
        return prim.unary("asin", self)

    arcsin = asin

    def acos(self):
        return prim.unary("acos", self)

    arccos = acos

    def atan(self):
        return prim.unary("atan", self)

    arctan = atan

    def sinh(self):
        return prim.unary("sinh", self)

    def cosh(self):
        return prim.unary("cosh", self)

    def tanh(self):
        return prim.unary("tanh", self)

    def asinh(self):
        return prim.unary("asinh", self)

    def acosh(self):
        return prim.unary("acosh", self)

    def atanh(self):
        return prim.unary("atanh", self)

    def erf(self):
        return prim.unary("erf", self)

    def erfc(self):
        return prim.unary("erfc", self)

    def sigmoid(self):
        return prim.unary("sigmoid", self)

    def floor(self):
        return prim.unary("floor", self)

    def ceil(self):
        return prim.unary("ceil", self)

    def trunc(self):
        return prim.unary("trunc", self)

    fix = trunc

    def frac(self):
        return torch.frac(self)

    def round(self, *, decimals=None):
        return torch.round(self, decimals=decimals)

    def isnan(self):
        return prim.unary("isnan", self)

    def isinf(self):
        return torch.isinf(self)

    def isfinite(self):
        return torch.isfinite(self)

    def relu(self):
        return torch.relu(self)

    def softmax(self, dim, dtype=None):
        return torch.softmax(self, dim, dtype)

    def log_softmax(self, dim, dtype=None):
        return torch.log_softmax(self, dim, dtype)

    def clamp(self, min=None, max=None):
        return torch.clamp(self, min, max)

    clip = clamp

    def clamp_min(self, min):
        return torch.clamp_min(self, min)

    def clamp_max(self, max):
        return torch.clamp_max(self, max)

    def where(self, condition, other):
        return prim.where(condition, self, other)

    def masked_fill(self, mask, value):
        return torch.masked_fill(self, mask, value)

    def tril(self, diagonal=0):
        return torch.tril(self, diagonal)

    def triu(self, diagonal=0):
        return torch.triu(self, diagonal)

    # ---- reductions
    def sum(self, dim=None, keepdim=False, *, dtype=None):
        return torch.sum(self, dim, keepdim, dtype=dtype)

    def mean(self, dim=None, keepdim=False, *, dtype=None):
        return torch.mean(self, dim, keepdim, dtype=dtype)

    def prod(self, dim=None, keepdim=False, *, dtype=None):
        return torch.prod(self, dim, keepdim, dtype=dtype)

    def var(self, dim=None, unbiased=None, keepdim=False, *, correction=None):
        return torch.var(self, dim, unbiased, keepdim, correction=correction)

    def std(self, dim=None, unbiased=None, keepdim=False, *, correction=None):
        return torch.std(self, dim, unbiased, keepdim, correction=correction)

    def amax(self, dim=(), keepdim=False):
        return torch.amax(self, dim, keepdim)

    def amin(self, dim=(), keepdim=False):
        return torch.amin(self, dim, keepdim)

    def max(self, dim=None, keepdim=None):
        return torch.max(self, dim, keepdim)

    def min(self, dim=None, keepdim=None):
        return torch.min(self, dim, keepdim)

    def argmax(self, dim=None, keepdim=False):
        return torch.argmax(self, dim, keepdim)

    def argmin(self, dim=None, keepdim=False):
        return torch.argmin(self, dim, keepdim)

    def any(self, dim=None, keepdim=False):
        return torch.any(self, dim, keepdim)

    def all(self, dim=None, keepdim=False):
        return torch.all(self, dim, keepdim)

    def norm(self, p="fro", dim=None, keepdim=False, dtype=None):
        return torch.norm(self, p, dim, keepdim, dtype=dtype)

    def logsumexp(self, dim, keepdim=False):
        return torch.logsumexp(self, dim, keepdim)

    # ---- products and gathers
    def matmul(self, other):
        return torch.matmul(self, other)

    def mm(self, mat2):
        return torch.mm(self, mat2)

    def bmm(self, mat2):
        return torch.bmm(self, mat2)

    def mv(self, vec):
        return torch.mv(self, vec)

    def dot(self, other):
        return torch.dot(self, other)

    def outer(self, vec2):
        return torch.outer(self, vec2)

    def addmm(self, mat1, mat2, *, beta=1, alpha=1):
        return torch.addmm(self, mat1, mat2, beta=beta, alpha=alpha)

    def baddbmm(self, batch1, batch2, *, beta=1, alpha=1):
        return torch.baddbmm(self, batch1, batch2, beta=beta, alpha=alpha)

    def gather(self, dim, index, *, sparse_grad=False):
        return torch.gather(self, dim, index, sparse_grad=sparse_grad)

    def index_select(self, dim, index):
        return torch.index_select(self, dim, index)

    def take(self, index):
        return torch.take(self, index)

    def masked_select(self, mask):
        return torch.masked_select(self, mask)

    def nonzero(self, *, as_tuple=False):
        return torch.nonzero(self, as_tuple=as_tuple)

    def argwhere(self):
        return torch.argwhere(self)

    def index_put(self, indices, values, accumulate=False):
        return torch.index_put(self, indices, values, accumulate)

    def index_put_(self, indices, values, accumulate=False):
        operands = [values] + [index for index in indices if index is not None]
        return prim.put(self, torch.index_put(self, indices, values, accumulate), tuple(operands))

    def index_add(self, dim, index, source, *, alpha=1):
        return torch.index_add(self, dim, index, source, alpha=alpha)

    def index_add_(self, dim, index, source, *, alpha=1):
        return prim.put(self, torch.index_add(self, dim, index, source, alpha=alpha), (index, source))

    def index_copy(self, dim, index, source):
        return torch.index_copy(self, dim, index, source)

    def index_copy_(self, dim, index, source):
        if prim.rank(index, 1) > 1:
            prim.cut("index_copy_() with an index that torch refuses, but after operands that overlap")
        return prim.put(self, torch.index_copy(self, dim, index, source), (index, source))

    def index_fill(self, dim, index, value):
        return torch.index_fill(self, dim, index, value)

    def index_fill_(self, dim, index, value):
        return prim.put(self, torch.index_fill(self, dim, index, value), (index, value))

    def scatter(self, dim, index, src=None, value=None, *, reduce=None):
        return torch.scatter(self, dim, index, src, value, reduce=reduce)

    def scatter_(self, dim, index, src=None, value=None, *, reduce=None):
        result = torch.scatter(self, dim, index, src, value, reduce=reduce)
        return prim.put(self, result, (index, src, value))

    def scatter_add(self, dim, index, src):
        return torch.scatter_add(self, dim, index, src)

    def scatter_add_(self, dim, index, src):
        return prim.put(self, torch.scatter_add(self, dim, index, src), (index, src))

    def take_along_dim(self, indices, dim=None):
        return torch.take_along_dim(self, indices, dim)

    def repeat_interleave(self, repeats=None, dim=None, *, output_size=None):
        return torch.repeat_interleave(self, repeats, dim, output_size=output_size)

    # ---- in place
    def copy_(self, other, non_blocking=False):
        if not prim.is_operand(other):
            prim.cut("copy_() of something else than a tensor")
        if prim.is_complex_number(other) and not torch.is_complex(self):
            torch.warns("copy_() of a complex number to a real tensor")
        return prim.assign(self, other)

    def fill_(self, value):
        if prim.is_tensor(value) and prim.rank(value, 0) != 0:
            raise RuntimeError("fill_ only supports 0-dimension value tensor")
        return prim.assign(self, value)

    def zero_(self):
        return prim.assign(self, 0)

    def add_(self, other, *, alpha=1):
        return prim.inplace(self, torch.add(self, other, alpha=alpha), (other,))

    def sub_(self, other, *, alpha=1):
        return prim.inplace(self, torch.sub(self, other, alpha=alpha), (other,))

    def mul_(self, other):
        return prim.inplace(self, prim.binary("mul", self, other), (other,))

    def div_(self, other, *, rounding_mode=None):
        return prim.inplace(self, torch.div(self, other, rounding_mode=rounding_mode), (other,))

    def pow_(self, exponent):
        return prim.inplace(self, torch.power(self, exponent), (exponent,))

    def remainder_(self, other):
        return prim.inplace(self, prim.binary("remainder", self, other), (other,))

    def floor_divide_(self, other):
        return prim.inplace(self, torch.floor_quotient(self, other), (other,))

    def lerp_(self, end, weight):
        return prim.inplace(self, torch.lerp(self, end, weight), (end, weight))

    def addcmul_(self, tensor1, tensor2, *, value=1):
        return prim.inplace(self, torch.addcmul(self, tensor1, tensor2, value=value), (tensor1, tensor2))

    def addcdiv_(self, tensor1, tensor2, *, value=1):
        return prim.inplace(self, torch.addcdiv(self, tensor1, tensor2, value=value), (tensor1, tensor2))

    def clamp_(self, min=None, max=None):
        return prim.inplace(self, torch.clamp(self, min, max), (min, max))

    def clamp_min_(self, min):
        return prim.inplace(self, torch.clamp_min(self, min), (min,))

    def clamp_max_(self, max):
        return prim.inplace(self, torch.clamp_max(self, max), (max,))

    def masked_fill_(self, mask, value):
        return prim.inplace(self, torch.masked_fill(self, mask, value), (mask, value))

    def relu_(self):
        return prim.inplace(self, torch.relu(self), ())

    def neg_(self):
        return prim.inplace(self, prim.unary("neg", self), ())

    def abs_(self):
        if torch.is_complex(self):
            raise RuntimeError("In-place abs is not supported for complex tensors.")
        return prim.inplace(self, prim.unary("abs", self), ())

    def exp_(self):
        return prim.inplace(self, prim.unary("exp", self), ())

    def log_(self):
        return prim.inplace(self, prim.unary("log", self), ())

    def sqrt_(self):
        return prim.inplace(self, prim.unary("sqrt", self), ())

    def rsqrt_(self):
        return prim.inplace(self, prim.unary("rsqrt", self), ())

    def reciprocal_(self):
        return prim.inplace(self, prim.unary("reciprocal", self), ())

    def sin_(self):
        return prim.inplace(self, prim.unary("sin", self), ())

    def cos_(self):
        return prim.inplace(self, prim.unary("cos", self), ())

    def tanh_(self):
        return prim.inplace(self, prim.unary("tanh", self), ())

    def sigmoid_(self):
        return prim.inplace(self, prim.unary("sigmoid", self), ())

    def floor_(self):
        return prim.inplace(self, prim.unary("floor", self), ())

    def ceil_(self):
        return prim.inplace(self, prim.unary("ceil", self), ())

    def square_(self):
        return prim.inplace(self, prim.pow(self, 2), ())
