"""NumPy's functions over arrays: compiled whole, with NumPy's values, dtypes and strides, or left to it where it warns,
refuses, or leaves an order open."""

import harness
import numpy
import pytest
import torch
from table import randn

SOURCE = """
import numpy as np
import torch


def of_two(x, y):
    a, b = x.numpy(), y.numpy()
    return np.arctan2(a, b), np.hypot(a, b), np.fmax(a, b), np.fmin(a, b), np.copysign(a, b), np.logaddexp(a, b)


def of_an_array_and_a_number(x):
    a = x.numpy()
    return np.arctan2(a, 2.0), np.hypot(3, a), np.fmax(a, 0.5), np.deg2rad(a), np.degrees(a), np.reciprocal(a)


def of_ints(m, n):
    a, b = m.numpy(), n.numpy()
    return np.gcd(a, b), np.lcm(a, b), np.arctan2(a, b), np.fmax(a, 1), np.deg2rad(a)


def of_one(x):
    a = x.numpy()
    return np.fabs(a), np.positive(a), np.signbit(a), np.conj(a), np.nan_to_num(a), np.real(a), a.conjugate()


def divided(x):
    quotient, rest = np.divmod(x.numpy(), 0.3)
    return quotient, rest


def infinite(x):
    return np.isneginf(x.numpy()), np.isposinf(x.numpy())


def near(x, y):
    a, b = x.numpy(), y.numpy()
    return np.isclose(a, b), np.isclose(a, a + 1e-7), np.allclose(a, b), np.allclose(a, a, equal_nan=True)


def near_ints(m, n):
    return np.isclose(m.numpy(), n.numpy(), atol=1.0), np.allclose(m.numpy(), n.numpy())


def near_numbers(x):
    return x + bool(np.isclose(1.0, 1.0 + 1e-9)), np.isclose(1.0, 2.0), np.allclose(0.1 + 0.2, 0.3)


def counted(x):
    a = x.numpy()
    return np.count_nonzero(a), np.count_nonzero(a > 0, axis=0), np.count_nonzero(a > 9)


def kinds(x):
    a = x.numpy()
    return (
        np.issubdtype(a.dtype, np.floating), np.issubdtype(a.dtype, np.integer), np.issubdtype(np.int32, int),
        np.isrealobj(a), np.iscomplexobj(a), np.result_type(a, np.int64), np.result_type(np.int8, np.uint8),
    )


def places(x):
    a = x.numpy()
    return np.nonzero(a > 0), np.where(a < 0), np.flatnonzero(a > 0), np.argwhere(a > 1), (a > 0.5).nonzero()


def where_of_none(x):
    return np.where(x.numpy() > 0, None)


def where_of_two_nones(x):
    return np.where(x.numpy() > 0, None, None).shape


def where_by_name(x):
    return np.where(x.numpy() > 0, x=1, y=2)


def places_of_a_row(x):
    return np.nonzero(x.numpy()[0] > 0), np.argwhere(x.numpy()[0] < 0)


def ordered(x):
    a = x.numpy()
    return np.argsort(a), np.argsort(a, axis=0), a.argsort(), np.argsort(a, axis=None), np.argsort(a, kind="stable")


def ordered_stably(m):
    return np.argsort(m.numpy(), stable=True)


def ordered_numbers(x):
    order = np.argsort(np.array([3, 1, 2]))
    return x[:, order.tolist()], order


def searched(x, y):
    a, b = np.sort(x.numpy()[0]), y.numpy()
    return np.searchsorted(a, b), a.searchsorted(b, side="right")


def distinct(x, m):
    return np.unique(x.numpy()), np.unique(m.numpy())


def triangles(x):
    a = x.numpy()
    return a[0] * 2, np.tril_indices(3), np.triu_indices(3, 1), np.tri(3, 4), np.tri(2, dtype=np.float32), np.diag_indices(2)


def differences(x):
    a = x.numpy()
    return np.diff(a), np.diff(a, axis=0), np.diff(a, n=2), np.diff(a > 0), np.diff(np.array([1.0, 4.0, 9.0]))


def appended(x):
    a = x.numpy()
    return np.append(a, a), np.append(a, a, axis=0), np.append(a, [1.0, 2.0])


def at_least(x):
    a = x.numpy()
    return np.atleast_1d(a), np.atleast_2d(a[0]), np.atleast_3d(a), np.atleast_3d(a[0]), np.atleast_2d(a, a[:, 0])


def stacked(x):
    a = x.numpy()
    return np.column_stack((a, a)), np.column_stack([a[0], a[1]]), np.dstack((a, a)), np.dstack((a[0], a[0]))


def parted(x):
    a = x.numpy()
    return (
        np.split(a, [1, 2]), np.split(a, 2, axis=1), np.array_split(a, 3, axis=1), np.hsplit(a, 2),
        np.vsplit(a, [1]), np.dsplit(a[None], [2]), np.hsplit(a[0], 2),
    )


def parts_of_lists(x):
    try:
        return x + 1, np.split([1, 2], 2)
    except AttributeError as error:
        return x + 1, np.array_split([1, 2, 3], [1]), str(error)


def in_order(x):
    a = x.numpy()
    return np.ascontiguousarray(a) is a, np.ascontiguousarray(a.T), np.rollaxis(a[None], 2), np.rollaxis(a[None], 0, 3)


def padded(x):
    a = x.numpy()
    return np.pad(a, 1), np.pad(a, ((1, 0), (0, 2)), constant_values=2.5), np.pad(a, (1, 2)), np.pad(a, [(0, 1)])


def filled_later(x):
    a, b = np.empty((2, 3), dtype=np.float32), np.empty_like(x.numpy())
    a[...] = 1
    b[:] = x.numpy()
    return a, b


def diagonals(x):
    a = x.numpy()
    return np.diag(a[0]), np.diag(a[0], 1), np.diagflat(a), np.trace(a), a.trace(1)


def summaries(x):
    a = x.numpy()
    return np.ptp(a), np.ptp(a, axis=0), np.average(a), np.average(a, axis=1), np.average(a, weights=a * a + 1)


def middles(x):
    a = x.numpy()
    return np.median(a), np.median(a, axis=0), np.median(a, axis=1)


def middles_of_ints(m):
    return np.median(m.numpy(), axis=1), np.ptp(m.numpy())


def binned(m):
    return np.bincount(m.numpy().ravel()), np.bincount(m.numpy()[0], minlength=9)


def products(x, y):
    a, b = x.numpy(), y.numpy()
    return np.inner(a, b), np.inner(a[0], b[0]), np.vdot(a, b), np.tensordot(a, b.T, 1), np.tensordot(a, b, ([0, 1], [0, 1]))


def more_products(x, y):
    a, b = x.numpy(), y.numpy()
    return np.kron(a, b), np.cross(a[:, :3], b[:, :3]), np.einsum("ij,jk->ik", a, np.ascontiguousarray(b.T))


def solved(x):
    a = x.numpy() @ x.numpy().T + np.float32(5)
    return np.linalg.inv(a), np.linalg.det(a), np.linalg.solve(a, x.numpy()), np.linalg.solve(a, x.numpy()[:, 0])


def powers(x):
    a = x.numpy() @ x.numpy().T
    return np.linalg.matrix_power(a, 1), np.linalg.matrix_power(a, 5), np.linalg.multi_dot([a, a])


def rooted(x):
    a = x.numpy() @ x.numpy().T + np.eye(x.shape[0], dtype=np.float32)
    return np.linalg.cholesky(a), np.linalg.inv(np.eye(3, dtype=int) * 2)


def singular(x):
    return np.linalg.inv(x.numpy() * 0)


def by_a_constructor(x):
    return torch.Tensor(np.zeros((2, 3))) + torch.Tensor(x.numpy().astype(np.float64)).sum(), torch.Tensor(np.arange(3))


def steps(x):
    return x * torch.from_numpy(np.arange(x.shape[1], dtype=np.float32)), np.arange(x.shape[0], dtype=float)
"""

SIGNATURES = {
    "of_two": "f32[N, K], f32[N, K]",
    "of_ints": "i64[N, K], i64[N, K]",
    "near": "f32[N, K], f32[N, K]",
    "near_ints": "i64[N, K], i64[N, K]",
    "ordered_stably": "i64[N, K]",
    "searched": "f32[N, K], f32[M]",
    "distinct": "f32[N, K], i64[N, K]",
    "middles_of_ints": "i64[N, K]",
    "binned": "i64[N, K]",
    "products": "f32[N, K], f32[N, K]",
    "more_products": "f32[N, K], f32[N, K]",
}
REFUSED = ["singular", "parts_of_lists", "where_of_none", "where_of_two_nones", "where_by_name"]
NAMES = [line[4 : line.index("(")] for line in SOURCE.splitlines() if line.startswith("def ")]
PROGRAM = harness.program(
    "numpy_functions",
    SOURCE,
    [f"{name}({SIGNATURES.get(name, 'f32[N, K]')})" for name in NAMES],
    args=("--force",),
    flags="-O0",
)
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


def given(name, shape):
    kinds = [part.split("[")[0].strip() for part in SIGNATURES.get(name, "f32[N, K]").split("],")]
    ints = torch.Generator().manual_seed(1)
    tensors = [torch.randint(0, 7, shape, generator=ints) if kind == "i64" else randn(*shape) for kind in kinds]
    if name == "searched":
        tensors[1] = randn(5)
    return tuple(tensors)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in REFUSED])
@pytest.mark.parametrize("shape", [(4, 4), (3, 6)])
def test_compiled_whole(name, shape):
    harness.check(PROGRAM.load(), name, lambda: given(name, shape), expect="whole")


@pytest.mark.parametrize("name", NAMES)
def test_other_shapes_and_layouts(name):
    for shape in ((1, 4), (3, 1), (2, 3)):
        harness.check(PROGRAM.load(), name, lambda: given(name, shape))
    harness.check(PROGRAM.load(), name, lambda: tuple(t.t() if t.dim() == 2 else t for t in given(name, (4, 4))))
    harness.check(PROGRAM.load(), name, lambda: tuple(t[:, ::2] if t.dim() == 2 else t for t in given(name, (4, 8))))


@pytest.mark.parametrize("name", ["ordered", "distinct", "middles", "searched", "of_two", "of_one", "near"])
def test_what_is_no_number_or_equal(name):
    special = torch.tensor([[1.0, float("nan"), 1.0, -0.0], [float("inf"), float("nan"), 0.0, -float("inf")]])
    harness.check(PROGRAM.load(), name, lambda: (special.clone(), *given(name, (2, 4))[1:]))
    harness.check(PROGRAM.load(), name, lambda: (torch.zeros(2, 4), *given(name, (2, 4))[1:]))


def test_matrices_that_numpy_refuses():
    harness.check(PROGRAM.load(), "singular", lambda: (randn(3, 3),))
    harness.check(PROGRAM.load(), "rooted", lambda: (randn(3, 3) * float("nan"),))
    harness.check(PROGRAM.load(), "singular", lambda: (randn(3, 4),))


def test_negative_numbers_are_not_binned():
    harness.check(PROGRAM.load(), "binned", lambda: (torch.tensor([[1, -1]]),))


WIDTHS = ["-1", "(n, 0)", "True", "[(True, False)]", "[True, 0]", "[0, 1.0]", "np.int8(1)", "np.uint8(1)", "((1, -n),)"]
PADS = harness.program(
    "numpy_pads",
    "import numpy as np\n\n\n"
    + "\n\n".join(f"def padded{i}(x, n):\n    return np.pad(x.numpy(), {w}), x + 1\n" for i, w in enumerate(WIDTHS))
    + "\n\ndef padded_number(x, n):\n    return np.pad(np.float32(2), n), x + 1\n",
    [*(f"padded{i}(f32[N], n)" for i in range(len(WIDTHS))), "padded_number(f32[N], n)"],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("number", range(len(WIDTHS)), ids=WIDTHS)
def test_widths_that_numpy_refuses(number):
    for n in (1, 0, -1):
        harness.check(PADS.load(), f"padded{number}", lambda n=n: (randn(3), n))


def test_widths_of_what_has_no_dimensions():
    for n in (1, 0, -1):
        harness.check(PADS.load(), "padded_number", lambda n=n: (randn(3), n))


def test_widths_that_numpy_takes():
    for number in (WIDTHS.index("(n, 0)"), WIDTHS.index("[True, 0]")):
        harness.check(PADS.load(), f"padded{number}", lambda number=number: (randn(3), 1), expect="whole")


NARROW = """
import numpy as np
import torch


def caught(call):
    try:
        return call()
    except TypeError as error:
        return type(error).__name__
    except ValueError as error:
        return type(error).__name__


def of_arrays(x):
    a = x.numpy()
    rounded = np.rint(a), np.round(a), a.round(), np.around(a)
    return rounded, np.square(a), np.conj(a), np.degrees(a), np.radians(a), a**2


def signs(x):
    a = x.numpy()
    return caught(lambda: np.positive(a)), caught(lambda: +a)


def odd(x, n, flag):
    a, few = x.numpy(), np.arange(4)
    unlike = 1j != np.bool_(flag), few[flag], np.shape(x), caught(lambda: np.any(x))
    tensors = np.cumsum(x), np.argmax(x, 0), np.conj(x), np.nonzero(x), caught(lambda: np.std(x)), np.signbit([a, a])
    given = np.zeros((2, 3), dtype=bool)
    other = np.logical_or(a, a, given)
    return unlike, tensors, given, other is given, np.tril(a, n / 2), x + 1


def of_numbers(x, n):
    a, b, c = np.bool_(n), np.int32(n), np.float32(n)
    sums = np.sum(b), np.sum(a), np.max(a), np.min((a, a)), np.max([a, b])
    shapes = np.transpose(c), np.squeeze(b), np.kron(b, b), np.positive(c), np.rint(b), np.rint(c)
    same = a is np.bool_(n > 0), a is np.bool_(False)
    refused = caught(lambda: +a), caught(lambda: round(a)), caught(lambda: np.sort(c))
    return sums, shapes, same, refused, np.degrees(True), np.round(a), x + 1
"""


TYPES = {"bool": "bool", "u8": "uint8", "i8": "int8", "i16": "int16", "i32": "int32", "f32": "float32"}
OF_TYPES = {
    code: harness.program(
        f"numpy_narrow_{code}",
        NARROW,
        calls=(f"of_arrays({code}[N, M])", f"signs({code}[N, M])"),
        args=("--force",),
        flags="-O0",
    )
    for code in TYPES
}
OF_NUMBERS = harness.program(
    "numpy_numbers", NARROW, calls=("of_numbers(f32[N], 2)", "odd(f32[M, N], 1, True)"), args=("--force",), flags="-O0"
)


@pytest.mark.parametrize("name", ["of_arrays", "signs"])
@pytest.mark.parametrize("code", TYPES)
def test_results_of_narrow_types(code, name):
    x = (torch.arange(12).reshape(3, 4) % 5).to(getattr(torch, TYPES[code]))
    harness.check(OF_TYPES[code].load(), name, lambda: (x.clone(),))


@pytest.mark.parametrize("n", [2, 0, 1])
def test_results_of_numbers(n):
    harness.check(OF_NUMBERS.load(), "of_numbers", lambda: (torch.arange(3.0), n))


@pytest.mark.parametrize("flag", [True, False])
def test_arguments_of_unusual_kinds(flag):
    harness.check(OF_NUMBERS.load(), "odd", lambda: (torch.arange(6.0).reshape(2, 3), 1, flag))


MADE = """
import numpy as np
import torch


def of_one(x, v):
    return x, torch.tensor(v, dtype=torch.int64)


def of_several(x, v):
    return x, torch.tensor([1, v])


def nested(x, v):
    return x, torch.tensor([[1, v], [v, 2]])


def newly(x, v):
    return x, x.new_tensor(v), x.new_tensor([v, v])


def of_bools(x, v):
    return x, torch.as_tensor([v], dtype=torch.bool)


def kept(x, n):
    return x + 1, np.squeeze(n), n.squeeze(), n.conj(), n.conjugate()


def ordered(x, n):
    return x + 1, np.ascontiguousarray(n)


if __name__ == "__main__":
    i = torch.zeros(2, dtype=torch.int64)
    for v in (np.float32(2.0), np.bool_(True), np.int64(3)):
        for f in (of_one, of_several, nested, newly, of_bools):
            try:
                f(i, v)
            except TypeError:
                pass
    kept(torch.ones(2), np.ones((2, 3)))
    kept(torch.ones(2), np.ones((1, 3)))
    ordered(torch.ones(2), np.ones((5, 1)).T)
"""
MAKERS = harness.program("numpy_scalars_made", MADE, args=("--force",), flags="-O0")


@pytest.mark.parametrize("name", ["of_one", "of_several", "nested", "newly", "of_bools"])
@pytest.mark.parametrize("kind", ["float32", "float64", "float16", "int64", "uint8", "bool_"])
def test_tensors_of_ints_ask_scalars_for_their_index(name, kind):
    harness.check(MAKERS.load(), name, lambda: (torch.zeros(2, dtype=torch.int64), getattr(numpy, kind)(2)))


@pytest.mark.parametrize("sizes", [(2, 3), (1, 3)])
def test_arrays_without_anything_to_change_are_returned(sizes):
    pair = MAKERS.load()
    harness.check(pair, "kept", lambda: (torch.ones(2), numpy.ones(sizes)), expect="whole")
    n = numpy.ones(sizes)
    told = [[one is n for one in module.kept(torch.ones(2), n)[1:]] for module in (pair.eager, pair.built)]
    assert told[0] == told[1]


def test_an_array_of_one_row_is_contiguous_however_it_lies():
    pair, n = MAKERS.load(), numpy.ones((5, 1)).T
    harness.check(pair, "ordered", lambda: (torch.ones(2), numpy.ones((5, 1)).T), expect="whole")
    assert [module.ordered(torch.ones(2), n)[1] is n for module in (pair.eager, pair.built)] == [True, True]


KINDS = harness.program(
    "numpy_kinds_of_order",
    """
import numpy as np


def known(x):
    return np.argsort(x.numpy(), kind="quicksort"), np.argsort(x.numpy(), kind="stable")


def no_kind(x):
    return np.argsort(x.numpy(), 0, (4,))


def unknown_kind(x):
    return np.argsort(x.numpy(), kind="bubble")


def two_kinds(x):
    return np.argsort(x.numpy(), kind="stable", stable=True)
""",
    [f"{name}(f32[N, M])" for name in ("known", "no_kind", "unknown_kind", "two_kinds")],
    ["--force"],
)


@pytest.mark.parametrize("name", ["known", "no_kind", "unknown_kind", "two_kinds"])
def test_kinds_of_order(name):
    harness.check(KINDS.load(), name, lambda: (randn(3, 5),), expect="whole" if name == "known" else None)
