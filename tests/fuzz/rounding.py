"""What rounding alone decides: whether a program gives what eager itself gives when its kernels round otherwise.

Two libraries of mathematics differ in the last bit, and so do eager's own kernels: in vectors and in what is left over, over
memory with and without strides. A program may make anything of that bit: `t.hypot(r).argmax()`. Where a built program
differs from eager, eager is run again a few times with noise: each result of an operator that is not exact is taken from the
same operator over float64, or moved by up to two places of the last bit. float64 itself has nothing more precise: there, what
float32 misses by says how far. `Draws` keeps the numbers that those runs give.

Exact elements, for which the other precision gives the same number, never move: no comparison of inputs, of sums of them or of
integers wavers. What is no number (shapes, dtypes, strides, aliases, mutations, exceptions, output) is no part of this.
"""

import math

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map_only

COUNT = 32
EXACT = 2**24  # up to here float32 holds each int
STEPS = 2  # of the last bit


def tensors_of(tree):
    return [leaf for leaf in tree_leaves(tree) if isinstance(leaf, torch.Tensor)]


SCALE = 2.0 ** (24 - 53)  # from what float32 rounds away to what float64 does


def in_other_precision(t):
    other = torch.float32 if t.dtype == torch.float64 else torch.float64
    return t.detach().to(other, copy=True) if t.is_floating_point() else t.detach().clone()


def moved(t, generator):
    """Each element by -STEPS to STEPS places of its last bit."""
    steps = torch.randint(-STEPS, STEPS + 1, t.shape, generator=generator)
    towards = torch.where(steps > 0, math.inf, -math.inf).to(t.dtype)
    for step in range(STEPS):
        t = torch.where(steps.abs() > step, torch.nextafter(t, towards), t)
    return t


class Noise(TorchDispatchMode):
    """Operators round in another way: the first draw as their kernels for float64 do."""

    def __init__(self, draw):
        super().__init__()
        self.draw, self.generator = draw, torch.Generator().manual_seed(draw)

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        if torch.Tag.nondeterministic_seeded in function.tags or function.is_view:
            return function(*args, **(kwargs or {}))
        copied_args, copied_kwargs = tree_map_only(torch.Tensor, in_other_precision, (args, kwargs or {}))
        result = function(*args, **(kwargs or {}))
        inexact = [t for t in tensors_of(result) if t.is_floating_point() and t.layout == torch.strided]
        if inexact:
            try:
                others = tensors_of(function(*copied_args, **copied_kwargs))
            except Exception:  # not for this dtype
                others = []
            others = [t for t in others if t.is_floating_point()]
            for t, other in zip(inexact, others if len(others) == len(inexact) else [None] * len(inexact)):
                self.round(t.detach(), other)
        return result

    def round(self, t, other):
        if torch._debug_has_internal_overlap(t) == 1:  # one element at several places: written before it was expanded
            return
        if other is None or other.shape != t.shape:
            t.copy_(moved(t, self.generator))
        elif t.dtype == torch.float64:
            by = (other - t) * SCALE * torch.randint(-STEPS, STEPS + 1, t.shape, generator=self.generator)
            t.copy_(torch.where((t == other) | ~by.isfinite(), t, moved(t, self.generator) + by))
        elif self.draw:
            t.copy_(torch.where(t == other, t, moved(t, self.generator)))
        else:
            t.copy_(other)


def as_tensor(value):
    return value.detach() if isinstance(value, torch.Tensor) else torch.as_tensor(value)


class Draws:
    """The numbers that eager gives in all draws, by the place where they are found."""

    def __init__(self):
        self.values = {}

    def note(self, where, value):
        self.values.setdefault(where, []).append(as_tensor(value).clone())

    def allow(self, where, value, atol, rtol):
        """Is each element what some draw gives, or does it lie between those of two draws: a float, or an int that float32
        cannot hold to the last digit, as one was made of a float?"""
        value = as_tensor(value)
        draws = [t for t in self.values.get(where, ()) if t.shape == value.shape and t.dtype == value.dtype]
        if not draws:
            return False
        draws = torch.stack(draws)
        if not value.is_floating_point():
            between = (draws.amin(0) <= value) & (value <= draws.amax(0)) & ((value > EXACT) | (value < -EXACT))
            return bool(((draws == value).any(0) | between).all())
        value, draws = value.double(), draws.double()
        close = torch.isclose(draws, value, atol=atol, rtol=rtol, equal_nan=True).any(0)
        between = (draws.amin(0) <= value) & (value <= draws.amax(0)) & draws.isfinite().all(0)
        return bool((close | between).all())
