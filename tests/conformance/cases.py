"""What a conformance run compares: one function of Python source, called with given arguments, eager and built."""

import dataclasses
import re
from collections.abc import Callable

SHORT_DTYPES = {
    "bool": "b8",
    "uint8": "u8",
    "int8": "i8",
    "int16": "i16",
    "int32": "i32",
    "int64": "i64",
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
    "complex64": "c64",
    "complex128": "c128",
}


@dataclasses.dataclass
class Case:
    """One call. `source` defines the function `name`; `call` says how to build it, in the notation of call lines;
    `make` gives the arguments, fresh ones each time; values that have no meaning (empty tensors) are not compared."""

    subject: str  # the operator or module that it stands for: outcomes are counted by subject
    name: str
    source: str
    call: str
    fixed_call: str  # the same with the sizes as they are: tried where the first does not compile
    make: Callable[[], tuple]
    values_matter: bool = True
    entry: str = ""  # the name of the function in the report, where it is another


class Inexpressible(Exception):
    """The call cannot be written as Python source over dense tensors: it counts as Python."""


def dense(tensor):
    """Is the tensor one that a call line can describe?"""
    import torch

    return (
        type(tensor) in (torch.Tensor, torch.nn.Parameter)
        and tensor.layout == torch.strided
        and not tensor.is_quantized
        and tensor.device.type == "cpu"
        and not tensor.is_conj()
        and not tensor.is_neg()
        and str(tensor.dtype).removeprefix("torch.") in SHORT_DTYPES
    )


def size_text(size):
    """Equal sizes are equal symbols; 0 and 1 are said to be what they are."""
    return str(size) if size < 2 else f"S{size}"


def row_major_strides(shape):
    strides = []
    for d in range(len(shape)):
        step = 1
        for size in shape[d + 1 :]:
            step *= max(size, 1)
        strides.append(step)
    return tuple(strides)


def tensor_text(tensor, size_text=size_text):
    """The tensor in the notation of call lines: f32[S3, S5], and views of such where its strides say so."""
    short = SHORT_DTYPES[str(tensor.dtype).removeprefix("torch.")]
    order = sorted(range(tensor.dim()), key=lambda d: (-tensor.stride(d), d))
    inverse = [order.index(d) for d in range(tensor.dim())]
    permuted = tensor.permute(order)
    permutation = "" if inverse == sorted(inverse) else f".permute({inverse})"
    sizes = ", ".join(size_text(size) for size in permuted.shape)
    if tensor.is_contiguous() and (tensor.numel() or tensor.stride() == row_major_strides(tensor.shape)):
        sizes = ", ".join(size_text(size) for size in tensor.shape)
        return f"{short}[{sizes}]" if sizes else f"{short}[()]"
    if permuted.is_contiguous():
        return f"{short}[{sizes}]{permutation}"
    return strided_text(short, permuted) + permutation


def strided_text(short, tensor):
    """A tensor of falling strides as a slice, perhaps expanded, of a dense one of known sizes."""
    kept = [d for d in range(tensor.dim()) if tensor.stride(d) or tensor.shape[d] == 1]
    sizes, steps, unit = [1] * tensor.dim(), [1] * tensor.dim(), 1
    for place, d in reversed(list(enumerate(kept))):
        outer = tensor.stride(kept[place - 1]) if place else 0
        step = max(1, tensor.stride(d) // unit)
        needed = (tensor.shape[d] - 1) * step + 1
        sizes[d] = outer // unit if outer and outer % unit == 0 and outer // unit >= needed else tensor.shape[d] * step
        steps[d] = step
        unit *= sizes[d]
    slices = []
    for d in kept:
        end = (tensor.shape[d] - 1) * steps[d] + 1
        slices.append((d, f":{end}:{steps[d]}" if end != sizes[d] or steps[d] != 1 else ":"))
    index = dict(slices)
    text = f"{short}[{', '.join(map(str, sizes))}]"
    text += f"[{', '.join(index.get(d, ':') for d in range(tensor.dim()))}]"
    if len(kept) < tensor.dim():
        text += f".expand({list(tensor.shape)})"
    return text


class Writer:
    """Writes values of a call as Python source; tensors become parameters."""

    def __init__(self):
        self.tensors = []
        self.made = []  # (tensor, its variable): results of the statements before

    def text(self, value):
        import torch

        if isinstance(value, torch.Tensor):
            return self.tensor(value)
        if isinstance(value, torch.Size):
            return f"torch.Size({list(value)!r})"
        if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
            items = ", ".join(self.text(item) for item in value)
            return f"[{items}]" if isinstance(value, list) else f"({items}{',' if len(value) == 1 else ''})"
        if type(value) is dict:
            return "{" + ", ".join(f"{self.text(k)}: {self.text(v)}" for k, v in value.items()) + "}"
        if isinstance(value, slice):
            return f"slice({self.text(value.start)}, {self.text(value.stop)}, {self.text(value.step)})"
        if type(value) is float and (value != value or value in (float("inf"), float("-inf"))):
            return f'float("{value}")'
        if type(value) is torch.device:
            return f'torch.device("{value}")'
        if type(value) in (torch.dtype, torch.layout, torch.memory_format):
            return str(value)
        if value is None or value is ... or type(value) in (bool, int, float, str, complex):
            return "..." if value is ... else repr(value)
        if type(value).__module__ == "numpy" and getattr(value, "ndim", 1) == 0:
            return self.text(value.item())
        if dataclasses.is_dataclass(value) and type(value).__module__.startswith("torch."):
            fields = [f"{field.name}={self.text(getattr(value, field.name))}" for field in dataclasses.fields(value)]
            return f"{type(value).__module__}.{type(value).__qualname__}({', '.join(fields)})"
        raise Inexpressible(type(value).__name__)

    def tensor(self, value):
        if not dense(value):
            raise Inexpressible(f"a tensor of {value.layout}")
        for made, variable in self.made:
            if made is value:
                return variable
        for index, known in enumerate(self.tensors):
            if known is value:
                return f"t{index}"
        self.tensors.append(value)
        return f"t{len(self.tensors) - 1}"


def fresh_copies(tensors):
    """A callable that gives equal tensors of equal strides, made anew each time."""
    import torch

    kept = [tensor.detach() for tensor in tensors]

    def make():
        copies = []
        for tensor in kept:
            span = sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride())) + 1
            base = torch.empty(span if tensor.numel() else 0, dtype=tensor.dtype)
            copy = base.as_strided(tensor.shape, tensor.stride())
            if tensor.numel():
                base.copy_(tensor.as_strided((span,), (1,)))
            copies.append(copy)
        return tuple(copies)

    return make


def identifier(text):
    return re.sub(r"\W", "_", text)
