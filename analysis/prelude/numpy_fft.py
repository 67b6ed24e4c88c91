"""numpy.fft: what only moves elements."""

import numpy
import numpy_arrays
import torch


def fftshift(x, axes=None):
    return numpy_arrays.made(torch.fft.fftshift(numpy.row_major_in(x), axes))


def ifftshift(x, axes=None):
    return numpy_arrays.made(torch.fft.ifftshift(numpy.row_major_in(x), axes))
