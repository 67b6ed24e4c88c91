"""Complex tensors: arithmetic on their parts, views between complex and real, conjugates, operators of ATen, numbers."""

import harness
import pytest
import torch

SOURCE = """
import torch


def rotated(xq, xk, freqs):
    xq_ = torch.view_as_complex(xq.float().reshape(*xq.shape[:-1], -1, 2))
    xk_ = torch.view_as_complex(xk.float().reshape(*xk.shape[:-1], -1, 2))
    f = freqs.view(1, xq_.shape[1], 1, xq_.shape[-1])
    return torch.view_as_real(xq_ * f).flatten(3).type_as(xq), torch.view_as_real(xk_ * f).flatten(3).type_as(xk)


def arithmetic(a, b):
    return a + b, a - b, a * b, a / b, -a, a * a + b


def with_real(a, x):
    return a * x, x * a, a + x, x - a, a / x, x / a


def with_numbers(a):
    return a * 2, 2.5 * a, a + 1, 1 - a, a / 3, 2 / a, a ** 2, a ** 3, a ** 1


def parts(a):
    return a.abs(), a.angle(), a.sgn(), torch.reciprocal(a), a.isnan(), a.isinf(), a.isfinite(), abs(a)


def compared(a, b):
    return a == b, a != b, torch.where(a == b, a, b), torch.where(a.abs() > 1, a, 0), torch.where(a.isnan(), a, b.real)


def summed(a):
    return a.sum(), a.sum(0), a.mean(-1), a.sum(dim=(0, 1), keepdim=True), (a != 0).any(), a.any(), a.all(1)


def functions(a):
    return a.exp(), a.log(), a.sqrt(), torch.sin(a), a.tanh(), a ** 0.5, a ** (a + 1)


def energy(a):
    return (a * a.conj()).real, (a.conj() + 1).imag, (a.conj() * 2 + a).abs(), a.conj().sum()


def conjugates(a):
    c = a.conj()
    kinds = a.is_conj(), c.is_conj(), c.conj().is_conj(), c.t().is_conj(), (c + 1).is_conj(), torch.is_complex(c)
    return kinds, c.clone(), c.resolve_conj(), a.resolve_conj() is a, c.real, a.conj_physical()


def conjugate_returned(a):
    z = a * 2
    return z, z.conj(), a.mH


def conjugate_kept(a, flag: int):
    z = a.conj()
    if flag > 0:
        z = a * 2
    return z, z.conj() * 1


def imaginary_conjugate(a):
    return a.conj().imag


def refused(a):
    try:
        return torch.view_as_real(a.conj())
    except RuntimeError:
        return a * 2


def discarded(a):
    return a.to(torch.float32) + 1


def conjugate_written(a, b):
    c = a.conj()
    c.mul_(b)
    c[0] = b[1]
    return a + 0, c + 1


def real_conjugate(x):
    return x.conj() is x, x.real is x, x.is_conj(), x.resolve_conj() is x, torch.conj(x) + 1


def views(a):
    r = torch.view_as_real(a)
    return r, a.real, a.imag, r[..., 1], r.flatten(1), torch.view_as_complex(r), r.transpose(0, 1), a.t().imag


def views_made(a):
    z = a * 2
    r = torch.view_as_real(z)
    return z, r, z.real, z.imag[0], r.view(-1), torch.view_as_complex(r)[1:]


def paired(x):
    z = torch.view_as_complex(x)
    return z, z[1:], z.t(), z * 2, torch.view_as_real(z), z.real


def paired_slice(x):
    z = torch.view_as_complex(x[:, 2:6].unflatten(1, (2, 2)))
    return z, z + 1


def write_parts(a, x):
    a.real.mul_(2)
    a.imag[0] = x
    torch.view_as_real(a)[1:, :, 0] += 1
    return a * 1


def write_pairs(x, a):
    z = torch.view_as_complex(x)
    z.mul_(a)
    z[0] = 1
    z[1:, 0] = a[1:, 1]
    return z + x[..., 0]


def write_back(a, b):
    a += b
    a[0] = 2
    a[:, 1:] *= b[:, 1:]
    return a


def overwritten(x):
    z = torch.view_as_complex(x)
    before = z * 2
    x.add_(1)
    return before, z * 2, z


def filled(x):
    z = torch.zeros(x.shape[0], 3, dtype=torch.cfloat)
    z[:, 1] = x[:, 0]
    z[:, 2] = torch.complex(x[:, 0], x[:, 1])
    o = torch.ones(2, dtype=torch.complex128)
    return z, o, torch.full((2, 2), 3, dtype=torch.cfloat), torch.zeros_like(z), torch.full_like(z, 2.5)


def moved(a, i):
    return (a[i], a.t().contiguous(), torch.cat([a, a * 2]), torch.stack([a, a.conj() * 1], -1), a.flip(0), a[a.abs() > 1],
        a.index_select(1, i), a.repeat(1, 2), a.roll(1, 0), torch.gather(a, 0, i.view(1, -1).expand(2, -1)))


def converted(x, a):
    return x.to(torch.complex64), x.to(torch.cdouble), a.to(torch.complex128), x.to(a.dtype), a.type_as(a), a.bool()


def cast_to_complex(x):
    return x.cfloat() * 2, x.type(torch.complex128)


def products(a, b):
    return a @ b, torch.einsum("ij,jk->ki", a, b), a.mv(b[:, 0]), a.conj() @ b, torch.einsum("ij,ij->i", a, b.mT), a.H @ a


def transposed_operands(a, b):
    return a.t() * b + b, (a[:, ::2] * 2).abs(), (a.t() / b.t()), a.t().conj().abs()


def mandelbrot(re, im):
    c = torch.complex(re[None, :].expand(len(im), -1), im[:, None].expand(-1, len(re)))
    z = torch.zeros_like(c)
    count = torch.zeros(c.shape, dtype=torch.int32)
    for _ in range(8):
        z = z * z + c
        ok = z.abs() <= 2
        z = torch.where(ok, z, torch.zeros_like(z) + 3)
        count += ok
    return count, z


def spectral(x, w):
    xf = torch.fft.rfft(x)
    out = torch.zeros(x.shape[0], w.shape[1], x.shape[-1] // 2 + 1, dtype=torch.cfloat)
    out[:, :, : w.shape[2]] = torch.einsum("bim,iom->bom", xf[:, :, : w.shape[2]], w)
    return torch.fft.irfft(out, n=x.size(-1))


def spectrum(x):
    f = torch.fft.fft(x)
    return (f * f.conj()).real, f.abs(), f.angle(), torch.view_as_real(f), f.imag + 1, (f.abs() ** 2).mean()


def branch(a, b):
    if a.abs().sum() > 3:
        z = a * b
    else:
        z = a - b
    return z * 2


def loop(a, n: int):
    z = a * 1
    for _ in range(n):
        z = z * a + 1
    return z


def divided(a, b):
    return a / b, b.abs(), 1 / b


def multiplied(a, b, x):
    return a * b, a * x, a.sum(1)


def index_writes(a, i, v):
    a[i] = v
    a[a.abs() > 2] = 0
    return a.masked_fill(a.abs() < 1, 1), a.index_fill(0, i, 3)


class Keeper:
    pass


def kept_in_object(a, keeper):
    keeper.z = a.conj()
    return a * 2


def kept_in_list(a, n: int):
    out = []
    for k in range(n):
        out.append((a * k).conj())
    return out, torch.stack(out)


def gaps(a, b):
    return a[:, ::2].conj() @ b, torch.cumsum(a[::2].conj(), 0)


def transforms(x, a, n: int):
    return (torch.fft.rfft(x, n=n), torch.fft.irfft(a, n=n), torch.fft.fft(x, dim=0), torch.fft.fft2(a), torch.fft.irfft2(a),
        torch.fft.rfftn(x), torch.fft.hfft(a), torch.fft.ihfft(x) * 1, torch.fft.fftn(a, s=(4,)), torch.fft.rfft2(x, s=(4, -1)),
        torch.fft.ifft(a, 4, 1, "ortho"), torch.fft.irfftn(a, dim=(1, 0)), torch.fft.fftn(a, dim=(0,)),
        torch.fft.fft2(a, dim=0), torch.fft.rfftn(x, s=4), torch.fft.irfft2(a, 5, -1), torch.fft.fftn(a, 3, 0))


def python_numbers(a, x, t: float):
    z = complex(t, 2.0) * 1j - 3
    w = (1 + 2j).conjugate() * t
    return a * 2j, 1j * a, a + (1 - 2j), x * 1j, (2 + 1j) / a, a / (1 + 1j), a * z, a == 1j, z, z.real, [w, -w, 2 - w], 1j == w


def python_items(a):
    z = a.sum().item()
    return a * z, z, z.imag + 1, a[0].item(), isinstance(z, complex), complex(a[0].real.item(), 1)


def python_fills(x):
    z = torch.full((x.shape[0],), 1j)
    z[0] = 2 + 1j
    z += 1j * x
    return z, torch.full_like(z, 1 - 1j), torch.where(x > 0, z, 2j), z.fill_(3j) + 0


def python_texts(a):
    z = 1j * a.shape[0]
    return a * z, str(z), f"{z}", abs(3 + 4j), 2j ** 2, {1j: 2}


def dots(a, b):
    return torch.dot(a, b), a @ b, torch.outer(a, b), torch.vdot(a, b), a.norm()


def layouts(a, x):
    t = a.t()
    return t.abs(), t.angle(), a[:, ::2].angle(), a[:, ::2].abs(), a[:, :1].expand(-1, 4).abs(), t.isnan(), t.sgn(), t / 2, (
        torch.polar(x, x).t() * t, torch.complex(x.t(), x.t()), t.to(torch.complex128), a[:, ::2] == 1, t.sum(0))


def stft_magnitude(x):
    s = torch.stft(x, 16, 4, window=torch.hann_window(16), return_complex=True)
    return torch.log(s.real.pow(2) + s.imag.pow(2) + 1e-6), s.abs(), s.angle(), s


def chosen(a):
    return a.is_complex(), torch.is_complex(a), a.is_floating_point(), a.dtype, a.element_size(), a.real.dtype, torch.finfo(
        a.real.dtype).eps, a.numel()
"""

CALLS = [
    "rotated(f32[B, T, H, 8], f32[B, T, K, 8], c64[T, 4])",
    "rotated(bf16[B, T, H, 8], bf16[B, T, K, 8], c64[T, 4])",
    "rotated(f32[B, T, H, 8].transpose(1, 2), f32[B, T, K, 8], c64[H, 4])",
    "arithmetic(c64[M, N], c64[M, N])",
    "arithmetic(c128[M, N], c64[N])",
    "with_real(c64[M, N], f32[M, N])",
    "with_real(c64[M, N], f64[M, N])",
    "with_real(c64[M, N], i64[N])",
    "with_numbers(c64[M, N])",
    "with_numbers(c128[N])",
    "parts(c64[M, N])",
    "parts(c128[M, N])",
    "compared(c64[M, N], c64[M, N])",
    "summed(c64[M, N])",
    "functions(c64[M, N])",
    "energy(c64[M, N])",
    "conjugates(c64[M, N])",
    "conjugate_returned(c64[M, N])",
    "conjugate_kept(c64[M, N], 1)",
    "imaginary_conjugate(c64[M, N])",
    "refused(c64[M])",
    "discarded(c64[M])",
    "conjugate_written(c64[M, N], c64[M, N])",
    "real_conjugate(f32[M, N])",
    "views(c64[M, N])",
    "views(c128[M, N].t())",
    "views_made(c64[M, N])",
    "paired(f32[M, N, 2])",
    "paired(f64[M, N, 2].transpose(0, 1))",
    "paired_slice(f32[M, 8])",
    "write_parts(c64[M, N], f32[N])",
    "write_pairs(f32[M, N, 2], c64[M, N])",
    "write_back(c64[M, N], c64[M, N])",
    "overwritten(f32[M, 2])",
    "filled(f32[M, 2])",
    "moved(c64[3, 4], i64[K])",
    "converted(f32[M, N], c64[M, N])",
    "cast_to_complex(f32[M])",
    "products(c64[3, 3], c64[3, 3])",
    "transposed_operands(c64[M, M], c64[M, M])",
    "mandelbrot(f32[N], f32[M])",
    "spectral(f32[B, C, 16], c64[C, O, 4])",
    "spectrum(f32[M, N])",
    "branch(c64[M], c64[M])",
    "loop(c64[M], 3)",
    "divided(c64[M, N], c64[M, N])",
    "divided(c128[M, N], c128[M, N])",
    "multiplied(c64[M, N], c64[M, N], f32[M, N])",
    "index_writes(c64[M, N], i64[K], c64[K, N])",
    "kept_in_object(c64[M], Keeper())",
    "kept_in_list(c64[M], 3)",
    "gaps(c64[M, 6], c64[3, 2])",
    "transforms(f32[M, N], c64[M, K], 4)",
    "python_numbers(c64[M], f32[M], 0.5)",
    "python_items(c64[M])",
    "python_fills(f32[M])",
    "python_texts(c64[M])",
    "dots(c64[M], c64[M])",
    "layouts(c64[M, N], f32[M, N])",
    "layouts(c64[M, N].t(), f32[M, N])",
    "stft_magnitude(f32[B, L])",
    "chosen(c64[M])",
]
PROGRAM = harness.program("complex_tensors", SOURCE, calls=CALLS, args=["--force"], flags="-O1")


def made(*shape, dtype=torch.complex64, seed=0):
    generator = torch.Generator().manual_seed(seed + sum(shape))
    return torch.randn(shape, dtype=dtype, generator=generator)


C = made
R = lambda *shape, **rest: made(*shape, **{"dtype": torch.float32, **rest})
WHOLE = {
    "rotated": lambda: [R(2, 5, 3, 8), R(2, 5, 1, 8), C(5, 4)],
    "arithmetic": lambda: [C(3, 5), C(3, 5, seed=1)],
    "with_real": lambda: [C(3, 5), R(3, 5)],
    "with_numbers": lambda: [C(3, 5)],
    "parts": lambda: [C(3, 5)],
    "compared": lambda: [C(3, 5), C(3, 5)],
    "summed": lambda: [C(3, 5)],
    "functions": lambda: [C(3, 5)],
    "energy": lambda: [C(3, 5)],
    "conjugates": lambda: [C(3, 5)],
    "refused": lambda: [C(3)],
    "conjugate_written": lambda: [C(3, 5), C(3, 5, seed=1)],
    "real_conjugate": lambda: [R(3, 5)],
    "views": lambda: [C(3, 5)],
    "views_made": lambda: [C(3, 5)],
    "paired": lambda: [R(3, 5, 2)],
    "paired_slice": lambda: [R(3, 8)],
    "write_parts": lambda: [C(3, 5), R(5)],
    "write_pairs": lambda: [R(3, 5, 2), C(3, 5)],
    "write_back": lambda: [C(3, 5), C(3, 5, seed=1)],
    "overwritten": lambda: [R(3, 2)],
    "filled": lambda: [R(3, 2)],
    "moved": lambda: [C(3, 4), torch.tensor([2, 0])],
    "converted": lambda: [R(3, 5), C(3, 5)],
    "cast_to_complex": lambda: [R(4)],
    "products": lambda: [C(3, 3), C(3, 3, seed=1)],
    "transposed_operands": lambda: [C(4, 4), C(4, 4, seed=1)],
    "mandelbrot": lambda: [torch.linspace(-2, 1, 9), torch.linspace(-1, 1, 7)],
    "spectral": lambda: [R(2, 3, 16), C(3, 2, 4)],
    "spectrum": lambda: [R(3, 8)],
    "branch": lambda: [C(4), C(4, seed=1)],
    "loop": lambda: [C(4), 3],
    "divided": lambda: [C(3, 5), C(3, 5, seed=1)],
    "multiplied": lambda: [C(3, 5), C(3, 5, seed=1), R(3, 5)],
    "index_writes": lambda: [C(3, 5), torch.tensor([2, 0]), C(2, 5)],
    "gaps": lambda: [C(4, 6), C(3, 2)],
    "transforms": lambda: [R(3, 8), C(3, 5), 4],
    "python_numbers": lambda: [C(3), R(3), 0.5],
    "python_items": lambda: [C(3)],
    "python_fills": lambda: [R(3)],
    "dots": lambda: [C(5), C(5, seed=1)],
    "layouts": lambda: [C(3, 5), R(3, 5)],
    "stft_magnitude": lambda: [R(2, 64)],
    "chosen": lambda: [C(4)],
}


@pytest.mark.parametrize("name", WHOLE)
def test_whole(name):
    nothing_computed = harness.IN_PYTHON and name in ("views", "chosen")
    harness.check(PROGRAM.load(), name, WHOLE[name], expect=None if nothing_computed else "whole")


OTHERS = {
    "rotated": [
        lambda: [R(2, 5, 3, 8).bfloat16(), R(2, 5, 1, 8).bfloat16(), C(5, 4)],
        lambda: [R(2, 3, 5, 8).transpose(1, 2), R(2, 5, 1, 8), C(5, 4)],
        lambda: [R(0, 5, 3, 8), R(0, 5, 1, 8), C(5, 4)],
        lambda: [R(241)[1:].view(2, 5, 3, 8), R(2, 5, 1, 8), C(5, 4)],
        lambda: [R(2, 5, 3, 8), R(2, 5, 1, 8), C(5, 4).conj()],
    ],
    "arithmetic": [
        lambda: [C(3, 5, dtype=torch.complex128), C(5)],
        lambda: [C(3, 5).conj(), C(3, 5)],
        lambda: [C(5, 3).t(), C(3, 5)],
        lambda: [C(3, 5), C(3, 1)],
        lambda: [C(0, 5), C(0, 5)],
        lambda: [C(3, 1, seed=4).expand(3, 5), C(3, 5)],
        lambda: [torch.view_as_complex(R(3, 5, 2)), C(3, 10)[:, ::2]],
    ],
    "with_real": [
        lambda: [C(3, 5), R(3, 5).double()],
        lambda: [C(3, 5), torch.arange(1, 6)],
        lambda: [C(3, 5), torch.tensor(2.0, dtype=torch.float64)],
        lambda: [C(3, 5), R(3, 5).half()],
    ],
    "parts": [
        lambda: [C(3, 5, dtype=torch.complex128)],
        lambda: [C(5, 3).mT],
        lambda: [torch.zeros(2, 2, dtype=torch.cfloat)],
    ],
    "views": [lambda: [C(5, 3, dtype=torch.complex128).t()], lambda: [C(3, 5).conj()], lambda: [C(3, 6)[:, 1::2]]],
    "paired": [
        lambda: [R(31)[1:].view(3, 5, 2)],
        lambda: [R(32)[2:].view(3, 5, 2)],
        lambda: [R(3, 5, 2).double().transpose(0, 1)],
        lambda: [R(3, 5, 3)],
        lambda: [R(3, 5, 4)[..., ::2]],
    ],
    "conjugate_returned": [lambda: [C(3, 5)]],
    "conjugate_kept": [lambda: [C(3, 5), 1], lambda: [C(3, 5), 0]],
    "imaginary_conjugate": [lambda: [C(3, 5)]],
    "kept_in_list": [lambda: [C(3), 3], lambda: [C(3), 0]],
    "python_texts": [lambda: [C(3)]],
    "python_numbers": [
        lambda: [C(3, dtype=torch.complex128), R(3).double(), -0.0],
        lambda: [C(3), torch.arange(3), 2.0],
    ],
    "layouts": [lambda: [C(6, 3).t(), R(3, 6)], lambda: [C(3, 6)[:, 1:], R(3, 5)]],
    "stft_magnitude": [lambda: [R(64)], lambda: [R(2, 16)]],
    "discarded": [lambda: [C(3)]],
    "write_parts": [lambda: [C(3, 5)[1:], R(5)], lambda: [C(5, 3).t(), R(5)]],
    "write_pairs": [lambda: [R(4, 5, 2)[1:], C(3, 5)]],
    "conjugate_written": [lambda: [C(5, 3).t(), C(3, 5)]],
    "spectrum": [lambda: [R(8, 3).t()]],
    "products": [lambda: [C(3, 3).t(), C(3, 3).conj()]],
    "moved": [lambda: [C(3, 4), torch.tensor([5, 0])]],
}


@pytest.mark.parametrize("name, k", [(name, k) for name in OTHERS for k in range(len(OTHERS[name]))])
def test_other_inputs(name, k):
    harness.check(PROGRAM.load(), name, OTHERS[name][k])


def test_inputs_that_overlap_or_require_gradients():
    z = C(3, 5)
    harness.check(PROGRAM.load(), "write_back", lambda: (lambda a: [a, a])(C(3, 5)))
    harness.check(PROGRAM.load(), "write_back", lambda: (lambda a: [a[:2], a[1:]])(C(3, 5)))
    harness.check(PROGRAM.load(), "arithmetic", lambda: [z.clone().requires_grad_(), C(3, 5)])
    harness.check(PROGRAM.load(), "arithmetic", lambda: [z.clone().requires_grad_(), C(3, 5)], context=torch.no_grad)


SPECIAL = [0.0, -0.0, 1.0, -2.0, torch.inf, -torch.inf, torch.nan, 1e38, -1e-38, 1e17]


@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128])
@pytest.mark.parametrize("name", ["divided", "multiplied"])
def test_special_values(name, dtype):
    """Part by part: infinities, NaN, signs, overflow."""
    real = torch.float32 if dtype == torch.complex64 else torch.float64
    special = [x for x in SPECIAL if x != 1e38 or name == "divided"]  # products that overflow may be fused with sums
    numbers = torch.tensor([complex(x, y) for x in special for y in special], dtype=dtype)
    n = len(numbers)
    a = numbers[:, None].expand(n, n).contiguous()
    b = numbers.expand(n, n).contiguous()
    pair = PROGRAM.load()
    args = (a, b) if name == "divided" else (a, b, b.real.to(real).contiguous())
    eager, built = getattr(pair.eager, name)(*args), getattr(pair.built, name)(*args)
    for one, other in zip(eager, built):
        one, other = (torch.view_as_real(t) if t.is_complex() else t for t in (one, other))
        torch.testing.assert_close(other, one, equal_nan=True)


def test_a_conjugate_that_an_object_keeps():
    def pick(module):
        def run(a):
            keeper = module.Keeper()
            return module.kept_in_object(a, keeper), keeper.z

        return run

    harness.check(PROGRAM.load(), pick, lambda: [C(4)])


# ---- matrix products that are operators of ATen ------------------------------------------------------------------------

PRODUCTS = """
import torch
import torch.nn.functional as F


def matrices(a, b):
    twice = torch.bmm(a[None].expand(2, -1, -1), b[None].expand(2, -1, -1))
    return a @ b, a.mm(b), twice, a.mv(b[:, 0]), torch.einsum("ij,jk->ki", a, b), b.t() @ a.t(), a[:, ::2] @ b[::2]


def linear(x, w, b):
    return F.linear(x, w, b), F.linear(x, w), x @ w.t() + b


def batched(a, b):
    return a @ b, torch.matmul(a, b[0, 0]), torch.einsum("bhij,bhjk->bhik", a, b), a[0, 0] @ b


def added(c, a, b):
    return torch.addmm(c, a, b), torch.baddbmm(c[None], a[None], b[None])


def bilinear(x, y, w):
    return F.bilinear(x, y, w)
"""
products = harness.program(
    "products_of_aten",
    PRODUCTS,
    calls=[
        call.replace("D", dtype)
        for dtype in ("i64", "i32", "c64")
        for call in (
            "matrices(D[M, 3], D[3, M])",
            "linear(D[2, N, 3], D[5, 3], D[5])",
            "batched(D[2, H, I, J], D[2, H, J, K])",
            "added(D[3, 3], D[3, 3], D[3, 3])",
            "bilinear(D[M, 3], D[M, 4], D[5, 3, 4])",
        )
    ],
    args=["--force"],
    flags="-O0",
)
SHAPES = {
    "matrices": [(4, 3), (3, 4)],
    "linear": [(2, 4, 3), (5, 3), (5,)],
    "batched": [(2, 3, 4, 5), (2, 3, 5, 6)],
    "added": [(3, 3), (3, 3), (3, 3)],
    "bilinear": [(2, 3), (2, 4), (5, 3, 4)],
}


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32, torch.complex64])
@pytest.mark.parametrize("name", SHAPES)
def test_products_of_integers_and_complex_numbers(name, dtype):
    def args():
        return [(R(*shape, seed=k) * 9).to(dtype) for k, shape in enumerate(SHAPES[name])]

    change = harness.check(products.load(), name, args, expect="whole")
    assert harness.IN_PYTHON or change["aten"] > 0


undone = harness.program(
    "conjugates_undone",
    """
def of_a_new_one(c):
    e = (c * 2).conj()
    return e.conj(), e.conj()


def of_an_input(c):
    e = c.conj()
    return e.conj(), e.conj() + 1


def three_times(c):
    return (c + 1).conj().conj().conj().resolve_conj()
""",
    calls=["of_a_new_one(c64[N])", "of_an_input(c64[N])", "three_times(c64[N])"],
    args=["--force"],
)


@pytest.mark.parametrize("name", ["of_a_new_one", "of_an_input", "three_times"])
def test_a_conjugate_of_a_conjugate_is_one_more_view(name):
    pair = undone.load()
    harness.check(pair, name, lambda: [R(4, dtype=torch.complex64)], expect="whole")
    results = [getattr(module, name)(torch.ones(3, dtype=torch.complex64)) for module in (pair.eager, pair.built)]
    if name == "of_a_new_one":
        assert [r[0] is r[1] for r in results] == [False, False]
        assert [r[0]._is_view() for r in results] == [True, True]


LAYOUTS = {
    "f32[N, M].t()": lambda: R(5, 4).t(),
    "f32[1, N].expand(M, N)": lambda: R(1, 5).expand(4, 5),
    "f32[M, 1].expand(M, N)": lambda: R(4, 1).expand(4, 5),
    "f32[M, N]": lambda: R(4, 5),
}
mixed = harness.program(
    "complex_of_layouts",
    """
import torch


def joined(x, y):
    return torch.complex(y, torch.where(x > 0, y, x)), torch.complex(x, y), torch.polar(y, x)


def promoted(x, y):
    c = torch.complex(x, x)
    return c * y, y * c, y + 1j, torch.where(y > 0, c, y), torch.where(y > 0, y, c), torch.where(x > 0, y + 0j, 1.0)
""",
    calls=[f"{name}({x}, {y})" for name in ("joined", "promoted") for x in LAYOUTS for y in LAYOUTS],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("y", LAYOUTS)
@pytest.mark.parametrize("x", LAYOUTS)
def test_parts_are_iterated_as_they_lie_and_what_is_promoted_as_its_copy_does(x, y):
    for name in ("joined", "promoted"):
        harness.check(mixed.load(), name, lambda: [LAYOUTS[x](), LAYOUTS[y]()], expect="whole")


ONE_COLUMN = [
    lambda: torch.ones(2, 8, dtype=torch.complex64).t()[::2, :1],
    lambda: torch.ones(8, 2, dtype=torch.complex64)[::2, ::2],
]
one_column = harness.program(
    "complex_of_one_column",
    """
import torch


def laid_out(x, y):
    told = x.isnan(), x.isinf(), x.isfinite(), x.abs(), x.logical_not(), x.logical_and(x), x.logical_or(y)
    return x == y, x != y, y == x, x == 1j, told


def compared_in_place(x, y):
    x.eq_(y)
    return x


if __name__ == "__main__":
    a = torch.ones(2, 8, dtype=torch.complex64).t()[::2, :1]
    b = torch.ones(8, 2, dtype=torch.complex64)[::2, ::2]
    laid_out(a, b)
    compared_in_place(torch.ones(3, 4), torch.ones((), dtype=torch.complex64))
    compared_in_place(torch.ones(3, 4), 1j)
""",
    args=["--force"],
    flags="-O0",
)


def test_what_is_computed_of_parts_is_laid_out_as_by_one_operation():
    harness.check(one_column.load(), "laid_out", lambda: [make() for make in ONE_COLUMN], expect="whole")


@pytest.mark.parametrize("other", [torch.ones((), dtype=torch.complex64), 1j])
def test_a_comparison_in_place_with_complex_numbers_warns(other):
    pair = one_column.load()
    for module in (pair.eager, pair.built):
        x = torch.ones(3, 4)
        torch.set_warn_always(True)
        try:
            with pytest.warns(UserWarning, match="Casting complex values to real"):
                module.compared_in_place(x, other)
        finally:
            torch.set_warn_always(False)
        assert x.tolist() == [[float(other == 1)] * 4] * 3


powers = harness.program(
    "complex_powers",
    """import torch


def powers(x):
    z, w = x * 1j, torch.complex(x, x.flip(0))
    return [t**n for t in (z, w) for n in (0, 1, 2, 3, -1, -2, 0.5, -0.5, 0.0, 1.0, -1.0, True, False)]


def to_a_flag(x, flag):
    return (x * 1j) ** flag


def to_a_number(x, n):
    return (x * 1j) ** n


if __name__ == "__main__":
    powers(torch.ones(3))
    to_a_flag(torch.ones(3), False)
    to_a_number(torch.ones(3), 2)
""",
    args=["--force"],
    flags="-O0",
)
EXTREMES = torch.tensor([0.0, -0.0, 1.0, -3.0, float("nan"), float("inf"), -float("inf"), 1e-40, 0.5])


def test_powers_of_zeros_infinities_and_nan():
    harness.check(powers.load(), "powers", lambda: [EXTREMES.clone()], expect="whole")


@pytest.mark.parametrize("flag", [False, True])
def test_powers_to_a_flag(flag):
    harness.check(powers.load(), "to_a_flag", lambda: [EXTREMES.clone(), flag])


@pytest.mark.parametrize("n", [0, 1, 2, -1, 0.5])
def test_powers_to_any_number(n):
    harness.check(powers.load(), "to_a_number", lambda: [EXTREMES.clone(), n])
