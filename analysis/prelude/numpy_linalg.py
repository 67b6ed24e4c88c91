"""numpy.linalg, as far as it is compiled."""

import numpy
import numpy_arrays
import torch


def norm(x, ord=None, axis=None, keepdims=False):
    return numpy_arrays.norm(numpy_arrays.array_of(x), ord, axis, keepdims)


def matrix_of(a):
    """The matrices of an argument, in floats, row-major."""
    a = numpy_arrays.array_of(a)
    tensor = numpy_arrays.floats(a)
    if prim.dtype_of(tensor) is torch.float16 or prim.rank(tensor, 2) < 2:
        prim.cut("linear algebra on such an array")
    prim.assume_equal(prim.size(tensor, -1), prim.size(tensor, -2))
    return tensor


def regular(solution):
    """What torch found, if NumPy raises no LinAlgError."""
    result, info = solution
    if prim.item(prim.reduce("any", prim.binary("ne", info, 0), None, False)):
        prim.leave("a matrix that NumPy refuses")
    return numpy_arrays.made(prim.clone(prim.contiguous(result)))


def inv(a):
    return regular(torch.linalg.inv_ex(matrix_of(a)))


def cholesky(a, /, *, upper=False):
    return regular(torch.linalg.cholesky_ex(matrix_of(a), upper=True if upper else False))


def solve(a, b):
    a, b = matrix_of(a), numpy_arrays.floats(numpy_arrays.array_of(b))
    if prim.dtype_of(a) is not prim.dtype_of(b) or prim.rank(a, 2) != 2 or prim.rank(b, 2) > 2:
        prim.cut("solve() of these arrays")
    return regular(torch.linalg.solve_ex(a, b))


def det(a):
    return numpy_arrays.of_result(torch.linalg.det(matrix_of(a)))


def matrix_power(a, n):
    a = numpy_arrays.array_of(a)
    n = numpy.plain(n)
    if not prim.is_known(n) or n < 1 or n > 64:
        prim.cut("this power of a matrix")
    prim.assume_equal(prim.size(numpy_arrays.tensor_of(a), -1), prim.size(numpy_arrays.tensor_of(a), -2))
    if n <= 3:
        return a.copy() if n == 1 else a @ a if n == 2 else (a @ a) @ a
    z = result = None
    while n > 0:
        z = a if z is None else z @ z
        n, bit = divmod(n, 2)
        if bit:
            result = z if result is None else result @ z
    return result


def multi_dot(arrays, *, out=None):
    if out is not None or len(arrays) != 2:
        prim.cut("multi_dot() of more than two arrays")
    return numpy_arrays.dot(arrays[0], arrays[1])
