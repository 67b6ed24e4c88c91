"""torch.signal.windows: the windows of signal processing, from their formulas."""

import torch


def window(M, dtype, layout, device, requires_grad, values):
    """`values` of a window of M samples; of no sample and of one, what torch gives."""
    torch.check_factory(device, layout, False, requires_grad)
    dtype = prim.default_dtype() if dtype is None else dtype
    if dtype != torch.float32 and dtype != torch.float64:
        prim.cut("a window of this dtype")
    M = prim.known(M)
    if M < 0:
        raise ValueError("requires non-negative window length")
    if M == 0:
        return prim.full((0,), 0, dtype)
    return values(M, dtype)


def general_cosine(M, *, a, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    if len(a) == 0:
        raise ValueError("Coefficients cannot be empty")

    def values(M, dtype):
        if M == 1:
            return prim.full((1,), 1, dtype)
        step = 2 * torch.pi / (M - 1 if sym else M)
        k = torch.linspace(0, (M - 1) * step, M, dtype=dtype)
        total = None
        for i in range(len(a)):
            coefficient = (-1) ** i * a[i]
            term = prim.binary("mul", prim.unary("cos", prim.binary("mul", k, i)), coefficient)
            total = term if total is None else prim.binary("add", total, term)
        return total

    return window(M, dtype, layout, device, requires_grad, values)


def general_hamming(M, *, alpha=0.54, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_cosine(
        M, a=[alpha, 1.0 - alpha], sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad
    )


def hamming(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_hamming(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def hann(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_hamming(
        M, alpha=0.5, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad
    )


def blackman(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_cosine(
        M, a=[0.42, 0.5, 0.08], sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad
    )


def nuttall(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_cosine(
        M,
        a=[0.3635819, 0.4891775, 0.1365995, 0.0106411],
        sym=sym,
        dtype=dtype,
        layout=layout,
        device=device,
        requires_grad=requires_grad,
    )


def cosine(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    def values(M, dtype):
        start = 0.5
        step = torch.pi / (M + 1 if not sym and M > 1 else M)
        k = torch.linspace(start * step, (start + (M - 1)) * step, M, dtype=dtype)
        return prim.unary("sin", k)

    return window(M, dtype, layout, device, requires_grad, values)


def bartlett(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    def values(M, dtype):
        step = 2 / (M - 1 if sym else M) if M > 1 or not sym else 0.0
        if M == 1:
            return prim.full((1,), 1, dtype)
        k = torch.linspace(-1, -1 + (M - 1) * step, M, dtype=dtype)
        return prim.binary("sub", 1, prim.unary("abs", k))

    return window(M, dtype, layout, device, requires_grad, values)


def exponential(
    M, *, center=None, tau=1.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False
):
    if tau <= 0:
        raise ValueError("Tau must be positive")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")

    def values(M, dtype):
        middle = ((M if not sym and M > 1 else M - 1) / 2.0) if center is None else center
        step = 1 / tau
        k = torch.linspace(-middle * step, (-middle + (M - 1)) * step, M, dtype=dtype)
        return prim.unary("exp", prim.unary("neg", prim.unary("abs", k)))

    return window(M, dtype, layout, device, requires_grad, values)


def gaussian(M, *, std=1.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    if std <= 0:
        raise ValueError("Standard deviation must be positive")

    def values(M, dtype):
        start = -(M if not sym and M > 1 else M - 1) / 2.0
        step = 1 / (std * 2**0.5)
        k = torch.linspace(start * step, (start + (M - 1)) * step, M, dtype=dtype)
        return prim.unary("exp", prim.unary("neg", prim.binary("mul", k, k)))

    return window(M, dtype, layout, device, requires_grad, values)


def kaiser(M, *, beta=12.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    if beta < 0:
        raise ValueError("beta must be non-negative")

    def values(M, dtype):
        if M == 1:
            return prim.full((1,), 1, dtype)
        start = -beta
        step = 2.0 * beta / (M if not sym else M - 1)
        k = torch.linspace(start, start + (M - 1) * step, M, dtype=dtype)
        inside = prim.unary("sqrt", prim.clamp(prim.binary("sub", beta * beta, prim.pow(k, 2)), 0, None))
        return prim.binary("div", torch.i0(inside), torch.i0(prim.full((), beta, dtype)))

    return window(M, dtype, layout, device, requires_grad, values)
