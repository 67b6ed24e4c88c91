"""numpy.linalg, as far as it is compiled."""

import numpy
import numpy_arrays


def norm(x, ord=None, axis=None, keepdims=False):
    return numpy_arrays.norm(numpy.asarray(x), ord, axis, keepdims)
