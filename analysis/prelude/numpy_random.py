"""numpy.random in driver code, where an array shows what arguments look like. In functions it stays Python: its generators
are not torch's."""

import numpy_arrays
import torch


def drawn(shape, dtype=torch.float64):
    if not prim.in_driver() or shape is None:
        prim.cut("random numbers of NumPy")
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    return numpy_arrays.made(prim.cast(prim.random(shape, torch.float64), dtype))


def seed(seed=None):
    if not prim.in_driver():
        prim.cut("random numbers of NumPy")


def randn(*args):
    return drawn(args if len(args) > 0 else None)


rand = randn


def random(size=None):
    return drawn(size)


random_sample = standard_normal = random


def uniform(low=0.0, high=1.0, size=None):
    return drawn(size)


def normal(loc=0.0, scale=1.0, size=None):
    return drawn(size)


def _of_two(first, second=None, size=None):
    return drawn(size)


def _of_one(first=None, size=None):
    return drawn(size)


beta = gamma = laplace = gumbel = lognormal = logistic = vonmises = _of_two
exponential = rayleigh = chisquare = standard_gamma = standard_exponential = _of_one


def randint(low, high=None, size=None, dtype=int):
    return drawn(size, numpy_arrays.dtype_for(dtype))
