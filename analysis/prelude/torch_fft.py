"""torch.fft: operators of ATen, but for what only moves elements."""

import torch
from torch_aten import complex_dtype, real_dtype, row


def to_complex(schema):
    return row(schema, lambda input, *rest: (complex_dtype(input), prim.rank(input, 2), "any"))


def to_real(schema):
    return row(schema, lambda input, *rest: (real_dtype(input), prim.rank(input, 2), "any"))


fft = to_complex("fft_fft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None)")
ifft = to_complex("fft_ifft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None)")
fft2 = to_complex("fft_fft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None)")
ifft2 = to_complex("fft_ifft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None)")
fftn = to_complex("fft_fftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None)")
ifftn = to_complex("fft_ifftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None)")
ihfft2 = to_complex("fft_ihfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None)")
ihfftn = to_complex("fft_ihfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None)")
rfft = to_complex("fft_rfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None)")
rfft2 = to_complex("fft_rfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None)")
rfftn = to_complex("fft_rfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None)")
ihfft = to_complex("fft_ihfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None)")
irfft = to_real("fft_irfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None)")
irfft2 = to_real("fft_irfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None)")
irfftn = to_real("fft_irfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None)")
hfft = to_real("fft_hfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None)")
hfft2 = to_real("fft_hfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None)")
hfftn = to_real("fft_hfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None)")


def shifted(input, dim, forward):
    rank = prim.rank(input, 2)
    dims = list(range(rank)) if dim is None else [dim] if prim.kind(dim, "int") == "int" else list(dim)
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
