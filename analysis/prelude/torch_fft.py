"""torch.fft: operators of ATen, but for what only moves elements."""

import torch
from torch_aten import complex_dtype, real_dtype, row


def read(dtype, input, dims, sizes):
    """A result is row-major if the input is and the dimensions are its last ones; else its strides are read. What is
    transformed over one dimension has that innermost, and the others as the input has them."""
    rank = len(sizes)
    if list(dims) == list(range(rank - len(dims), rank)) and prim.is_row_major(input):
        return (dtype, tuple(sizes))
    if len(dims) > 1:
        return (dtype, tuple(sizes), "any")
    return (dtype, tuple(sizes), tuple([d for d in prim.likely_order(input) if d != dims[0]] + dims))


def transformed(dtype, last_size, input, s, dims):
    """The type of a transform over dimensions to sizes s; `last_size` says what the last one becomes without s."""
    rank = prim.rank(input, max([2] + [-d if d < 0 else d + 1 for d in dims or ()]))
    if dims is None:
        dims = range(rank) if s is None else range(rank - len(s), rank)
    dims = [d + rank if d < 0 else d for d in dims]
    if len(dims) == 0 or s is not None and len(s) != len(dims) or min(dims) < 0 or max(dims) >= rank:
        return (dtype, rank, "any")
    sizes = list(prim.shape(input))
    for i in range(len(dims)):
        if s is not None and s[i] is not None and not (prim.is_known(s[i]) and s[i] == -1):
            sizes[dims[i]] = s[i]
        elif i == len(dims) - 1 and last_size == "full":
            sizes[dims[i]] = 2 * (sizes[dims[i]] - 1)
    if last_size.startswith("half"):
        sizes[dims[-1]] = sizes[dims[-1]] // 2 + 1
    result = read(dtype, input, dims, sizes)
    if last_size == "half, inverse" and len(dims) > 1 and len(result) == 2:
        lead = list(range(rank - len(dims)))  # the last dimension is transformed first, and lies outside of the others
        return (*result, tuple(lead + dims[-1:] + dims[:-1]))
    return result


def over_one(schema, dtype_of, last_size):
    def results(input, n, dim, norm):
        return transformed(dtype_of(input), last_size, input, (n,), (prim.known(dim),))

    return row(schema, results)


def listed(value):
    return (value,) if isinstance(value, int) else value


def over_dims(schema, dtype_of, last_size):
    def results(input, s, dim, norm):
        dims = None if dim is None else [prim.known(d) for d in listed(dim)]
        return transformed(dtype_of(input), last_size, input, listed(s), dims)

    return row(schema, results)


fft = over_one("fft_fft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None)", complex_dtype, "same")
ifft = over_one("fft_ifft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None)", complex_dtype, "same")
fft2 = over_dims("fft_fft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None)", complex_dtype, "same")
ifft2 = over_dims(
    "fft_ifft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None)", complex_dtype, "same"
)
fftn = over_dims("fft_fftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None)", complex_dtype, "same")
ifftn = over_dims("fft_ifftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None)", complex_dtype, "same")
ihfft2 = over_dims(
    "fft_ihfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None)", complex_dtype, "half, inverse"
)
ihfftn = over_dims(
    "fft_ihfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None)", complex_dtype, "half, inverse"
)
rfft = over_one("fft_rfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None)", complex_dtype, "half")
rfft2 = over_dims(
    "fft_rfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None)", complex_dtype, "half"
)
rfftn = over_dims("fft_rfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None)", complex_dtype, "half")
irfft = over_one("fft_irfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None)", real_dtype, "full")
irfft2 = over_dims(
    "fft_irfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None)", real_dtype, "full"
)
irfftn = over_dims("fft_irfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None)", real_dtype, "full")
hfft = over_one("fft_hfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None)", real_dtype, "full")
hfft2 = over_dims("fft_hfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None)", real_dtype, "full")
hfftn = over_dims("fft_hfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None)", real_dtype, "full")


def ihfft(input, n=None, dim=-1, norm=None, *, out=None):
    """As torch: a conjugate view, of the transform that is scaled the other way."""
    scales = {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}
    if norm not in scales:
        raise RuntimeError("Invalid normalization mode")
    return torch.written(out, prim.conj(rfft(input, n, dim, scales[norm])))


def shifted(input, dim, forward):
    if prim.is_tensor(dim):
        prim.cut("a shift along dimensions that a tensor holds")
    rank = prim.rank(input, 2)
    dims = list(range(rank)) if dim is None else [dim] if prim.kind(dim, "int") == "int" else list(dim)
    if len(dims) == 0:
        raise RuntimeError("`shifts` required")
    for d in dims:
        size = prim.size(input, d)
        input = torch.roll(input, size // 2 if forward else (size + 1) // 2, d)
    return input


def fftshift(input, dim=None):
    return shifted(input, dim, True)


def ifftshift(input, dim=None):
    return shifted(input, dim, False)


def frequencies(n, d, count, dtype):
    return prim.binary("mul", prim.cast(count, dtype), 1.0 / (n * d))


def fftfreq(n, d=1.0, *, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    torch.check_factory(device, layout, False, requires_grad)
    dtype = prim.default_dtype() if dtype is None else dtype
    first = prim.arange(0, 1, (n + 1) // 2, torch.int64)
    second = prim.arange(-(n // 2), 1, n // 2, torch.int64)
    return torch.written(out, frequencies(n, d, prim.cat((first, second), 0), dtype))


def rfftfreq(n, d=1.0, *, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    torch.check_factory(device, layout, False, requires_grad)
    dtype = prim.default_dtype() if dtype is None else dtype
    return torch.written(out, frequencies(n, d, prim.arange(0, 1, n // 2 + 1, torch.int64), dtype))
