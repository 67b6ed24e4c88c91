"""NumPy's arrays in the memory of tensors: results as NumPy gives them (values, types, strides), what shares memory, and
what stays Python."""

import harness
import numpy as np
import pytest
import torch
from table import randn

SOURCE = """
import numpy as np
import torch


def sums_and_differences(x):
    a = x.numpy()
    return a + a, a - a


def and_back(x):
    a = np.exp(x.numpy()) * 2
    return torch.from_numpy(a) + x


def reduced(x):
    a = x.numpy()
    return torch.from_numpy(a.sum(axis=0)), a.mean(), a.max(axis=1), np.sum(a, axis=1, keepdims=True)


def reduced_too(x):
    a = x.numpy()
    return a.sum(axis=0), a.all(axis=0), a.any(), np.prod(a, axis=-1), a.argmax(), a.argmin(axis=1), a.std(), a.var(axis=0, ddof=1), np.mean(a, 1)


def of_ints(x):
    a = x.numpy()
    return a.sum(), a.mean(), a.mean(axis=0), a.max(), a.cumsum(), a.cumsum(axis=0), np.prod(a, axis=0), a.sum(axis=(0,1))


def shapes(x):
    a = x.numpy()
    return a.T, a.reshape(-1), a.shape, a.size, a.strides, a.dtype, a[0], a[:, 1:], a.copy(), a.astype(np.float64), a.ndim, a.itemsize, a.nbytes, len(a)


def writes(x):
    y = x * 2
    a = y.numpy()
    a[0] = 1
    a += 1
    return y, a


def fresh_written(x):
    b = x.numpy() + 1
    b[0] = 3
    c = b.T
    t = torch.from_numpy(b)
    t.add_(1)
    return t, b, c


def mixed(x, n):
    a = x.numpy()
    i = n.numpy()
    return a + i, a * 2, i * 2, i / 2, i + 1.5, a + np.float64(2), a + np.float32(2), i // 2, i % 3, i ** 2, a ** 2, a / 2, 1 / (a * a + 1), 2 - a, i > 1, a >= i, (a > 0) & (i > 1), ~(a > 0), -a, abs(a), i == 2


def converted(x):
    a = x.numpy()
    return a.astype(int), a.astype(bool), a.astype("float64"), (a * 5).astype(bool).astype(float).astype(int) + 8, a.astype(np.float16), a.astype(np.int32)


def scalar_results(x):
    a = x.numpy()
    s = a.sum()
    m = a.mean()
    return s, s * 2, m + s, float(m), a[0, 0], a[0][0] / 68, x + s, x * float(m), a - a.mean(), (a - a.mean()) / (a.std() + 1e-5)


def normalize(x):
    a = x.detach().cpu().numpy()
    a = (a - a.min()) / (a.max() - a.min())
    return torch.tensor(a), torch.as_tensor(a, dtype=torch.float64)


def chosen(x):
    a = x.numpy()
    return np.where(a > 0, a, 0), np.where(a > 0, 1.0, 2), np.where(a > 0, 1, 2), np.clip(a, 0, 0.5), np.clip(a, None, 0.25), a.clip(0), a.clip(max=0), np.clip(a.astype(np.int8), 0, None), np.maximum(a, 0), np.minimum(a, 0.5), a.clip(-0.5, 0.5), np.where(a > 0, a, np.float64(1))


def joins(x):
    a = x.numpy()
    return np.concatenate([a, a]), np.concatenate([a, a + 1], axis=1), np.stack([a, a]), np.vstack([a, a]), np.hstack([a, a]), np.expand_dims(a, 0), a[None], np.squeeze(a[None]), a[..., 0], np.concatenate((a, a), axis=None)


def creations(x):
    a = x.numpy()
    h, w = a.shape
    return np.zeros((h, w)), np.ones((h, 2), dtype=np.float32), np.full((2, 3), 7), np.zeros_like(a), np.ones_like(a, dtype=np.int64), np.eye(3), np.arange(h) + a[:, 0], np.full_like(a, 2.5), np.linspace(0, 1, 4) + a[0, 0]


def products(x):
    a = x.numpy()
    return a @ a.T, np.dot(a, a.T), np.matmul(a.T, a), a.dot(a[0]), a[0] @ a[1], np.outer(a[0], a[1])


def matrices(x):
    a = np.array([[1.0, 2.0], [3.0, 4.0]])
    b = np.array([x.numpy()[0], x.numpy()[1]])
    return a, b, a.T, torch.from_numpy(a) @ x[:2, :2].double()


def indexed(x, i):
    a = x.numpy()
    k = i.numpy()
    return a[k], a[a > 0], a[[1, 0]], a[1, 2], a[-1], a[::2], a[:, 0], a[1:, :2], a[0:1, ..., None]


def written_at(x, v):
    a = x.numpy() * 1
    a[a > 0] = 0
    a[1] = v.numpy()[0]
    a[:, 1] += 3
    return a


def like_a_tensor(x):
    return np.ones_like(x, dtype=np.float64), np.asarray(x), np.asarray(x, dtype=np.float64)


def of_each_element(x):
    a = x.numpy()
    return np.log(np.abs(a) + 1), np.sqrt(a * a), np.sin(a), np.cos(a), np.tanh(a), np.floor(a), np.ceil(a), np.round(a), np.square(a), np.isnan(a), np.sign(a.astype(int)), np.exp(a), np.power(a, 2), np.power(a, 3)


def rearranged(x):
    a = x.numpy()
    return np.meshgrid(a[0], a[1]), np.repeat(a, 2, axis=0), np.tile(a, (1, 2)), np.roll(a, 1), np.sort(a), np.sort(a, axis=0), np.tril(a), np.triu(a, 1), np.take(a, [0, 1], axis=0), np.linalg.norm(a), np.linalg.norm(a, axis=0)


def items(x):
    a = x.numpy()
    return a.sum().item(), a[0, 0].tolist(), a[0, 0].item(), float(a[0, 1]), int(a[0, 2] * 10), bool((a > 0).all())


def of_its_type(x):
    a = x.numpy()
    if a.dtype == np.float32:
        return a + 1, a.dtype.name, np.dtype("int64")
    return a


def kinds(x):
    a = x.numpy()
    return isinstance(a, np.ndarray), type(a) is np.ndarray, isinstance(a.sum(), np.floating)


def as_tensors(x):
    a = x.numpy()
    return torch.tensor(a), torch.tensor(a.T), torch.as_tensor(a), torch.tensor(a, dtype=torch.float64), torch.from_numpy(a.T), torch.from_numpy(a[0])


def without_dimensions(x):
    x_mean = np.mean(x.numpy(), 1)
    x_sum = np.sum(x_mean)
    x_sum_array = np.asarray(x_sum)
    return torch.from_numpy(x_sum_array)


def chosen_by_a_sum(x):
    a = x.numpy()
    if a.sum() > 0:
        return a + 1
    return a * 2


def each_row(x):
    total = 0.0
    for row in x.numpy():
        total = total + row.max()
    return total, [row * 2 for row in x.numpy()]


def of_calls(x):
    return x.numpy(force=True), x.detach().cpu().numpy(), x.T.numpy()


def running_totals(x):
    a = x.numpy()
    return np.cumsum([a, a + 1]).max(), np.cumsum([a, a], axis=0), np.cumprod([a[0], a[1]]), np.cumsum([1, 2, 3])


def shifted(x):
    return np.fft.fftshift(x.numpy()), np.linalg.norm(x.numpy(), axis=1)
"""

WHOLE = [
    "sums_and_differences", "and_back", "reduced", "reduced_too", "shapes", "writes", "fresh_written",
    "converted", "scalar_results", "normalize", "chosen", "joins", "creations", "products", "matrices",
    "like_a_tensor", "of_each_element", "rearranged", "items", "of_its_type", "kinds", "as_tensors",
    "without_dimensions", "chosen_by_a_sum", "of_calls", "shifted", "running_totals",
]  # fmt: skip
PROGRAM = harness.program(
    "numpy_arrays_of_tensors",
    SOURCE,
    [f"{name}(f32[N, K])" for name in WHOLE]
    + [
        "mixed(f32[N, K], i64[N, K])",
        "indexed(f32[N, K], i64[N])",
        "written_at(f32[N, K], f32[M])",
        "of_ints(i64[N, K])",
        "each_row(f32[3, K])",
    ],
    args=("--force",),
    flags="-O0",
)
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
INTS = torch.arange(12).reshape(3, 4)


@pytest.mark.parametrize("name", WHOLE)
def test_compiled_whole(name):
    for shape in ((3, 4), (4, 5), (2, 7)):
        harness.check(PROGRAM.load(), name, lambda: (randn(*shape),), expect="whole")


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("given", [lambda: randn(4, 3).T, lambda: randn(3, 4).double(), lambda: randn(3, 8)[:, ::2]])
def test_other_tensors(name, given):
    harness.check(PROGRAM.load(), name, lambda: (given(),))


@pytest.mark.parametrize("second", [INTS, INTS - 4])
def test_types_of_results(second):
    harness.check(PROGRAM.load(), "mixed", lambda: (randn(3, 4), second.clone()), expect="whole")
    for given in (second.int(), second.short(), second.double(), second.to(torch.uint8)):
        harness.check(PROGRAM.load(), "mixed", lambda: (randn(3, 4), given.clone()))
    harness.check(PROGRAM.load(), "of_ints", lambda: (second.clone(),), expect="whole")
    harness.check(PROGRAM.load(), "of_ints", lambda: (second.int(),))


def test_places():
    for places in ([1, 0, 2], [-1, 2, 0]):
        harness.check(PROGRAM.load(), "indexed", lambda: (randn(3, 4), torch.tensor(places)), expect="whole")
    harness.check(PROGRAM.load(), "indexed", lambda: (randn(3, 4), torch.tensor([0, 3, 1])))
    harness.check(PROGRAM.load(), "written_at", lambda: (randn(3, 4), torch.tensor([7.0, 8.0])), expect="whole")


def test_rows():
    harness.check(PROGRAM.load(), "each_row", lambda: (randn(3, 4),), expect="whole")
    harness.check(PROGRAM.load(), "each_row", lambda: (randn(2, 4),))


def test_tensors_that_are_no_arrays():
    for given in (lambda: randn(3, 4).requires_grad_(), lambda: randn(3, 4).bfloat16(), lambda: randn(3, 4).half()):
        harness.check(PROGRAM.load(), "sums_and_differences", lambda: (given(),))
        harness.check(PROGRAM.load(), "sums_and_differences", lambda: (given(),), context=torch.no_grad)
        harness.check(PROGRAM.load(), "of_calls", lambda: (given(),))


# ---- memory ------------------------------------------------------------------------------------------------------------

MEMORY = """
import numpy as np
import torch


def same(x):
    return torch.from_numpy(x.numpy())


def writes_input(x):
    a = x.numpy()
    a[0, 0] = 5
    a[1] *= 2
    return x + 1


def both(x):
    y = x * 2
    a = y.numpy()
    a[0] = 1
    a += 1
    return y, a, a.T, torch.from_numpy(a)


def made(x):
    b = x.numpy() + 1
    b[0] = 3
    c = b.T
    t = torch.from_numpy(b)
    t.add_(1)
    return t, b, c, b


def copies(x):
    a = x.numpy()
    return a.copy(), a.flatten(), a.astype(np.float32), torch.tensor(a), np.stack([a])[0], a.ravel(), a.reshape(-1, 1)


def written_by_torch(x):
    t = torch.from_numpy(x.numpy())
    t.mul_(2)
    return t, x + 1


def list_that_is_shared(x):
    a = np.arange(3.0)
    t = torch.from_numpy(a)
    a[0] = 7
    t[1] = 8
    return t + x.sum(), a, t


def row_of_a_tensor(x):
    return torch.from_numpy(x.numpy())[0]
"""
memory = harness.program(
    "numpy_memory",
    MEMORY,
    [
        f"{name}(f32[N, K])"
        for name in (
            "same",
            "writes_input",
            "both",
            "made",
            "copies",
            "written_by_torch",
            "list_that_is_shared",
            "row_of_a_tensor",
        )
    ],
    args=("--force",),
    flags="-O0",
)


def shared(things):
    """Which of the results hold the memory of which: by writing to each in turn."""
    table = []
    for thing in things:
        before = [torch.as_tensor(other).clone() for other in things]
        thing[(0,) * thing.ndim] += 1
        table.append([not torch.equal(old, torch.as_tensor(new)) for old, new in zip(before, things)])
    return table


@pytest.mark.parametrize("name", ["same", "writes_input", "both", "made", "copies", "list_that_is_shared"])
def test_memory(name):
    pair = memory.load()
    harness.check(pair, name, lambda: (randn(3, 4),), expect="whole")
    tables = []
    for module in (pair.eager, pair.built):
        x = randn(3, 4)
        results = getattr(module, name)(x)
        tables.append(shared([x, *(results if isinstance(results, tuple) else (results,))]))
    assert tables[0] == tables[1]


@pytest.mark.parametrize("name", ["written_by_torch", "row_of_a_tensor"])
def test_memory_that_stays_python(name):
    harness.check(memory.load(), name, lambda: (randn(3, 4),))


# ---- what NumPy warns of -----------------------------------------------------------------------------------------------

WARNED = """
import numpy as np
import torch


def logarithm(x):
    return np.log(x.numpy())


def quotient(x):
    a = x.numpy()
    return 1 / a, a / a


def remainder(x):
    a = x.numpy()
    return a // a.astype(int), a.astype(int) % a.astype(int)


def exponential(x):
    return np.exp(x.numpy())


def in_ints(x):
    return x.numpy().astype(np.int64)


def copy_of_tensor(x):
    return np.array(x)
"""
warned = harness.program(
    "numpy_warned",
    WARNED,
    [f"{name}(f32[N])" for name in ("logarithm", "quotient", "remainder", "exponential", "in_ints", "copy_of_tensor")],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.filterwarnings("always")
@pytest.mark.parametrize("name", ["logarithm", "quotient", "remainder", "exponential", "in_ints"])
def test_what_numpy_warns_of(name):
    pair = warned.load()
    harness.check(pair, name, lambda: (torch.tensor([1.0, 2.0, 40.0]),), expect="whole")
    for values in ([0.0, 1.0], [-1.0, 3.0], [1000.0, 1.0], [float("nan"), 1.0], [float("inf"), 2.0], [1e30, 2.0]):
        warnings = []
        for module in (pair.eager, pair.built):
            with pytest.warns() as caught:
                getattr(module, name)(torch.tensor(values))
                np.log(np.float32(-1.0))  # pytest.warns() wants one
            warnings.append([str(warning.message) for warning in caught])
        assert warnings[0] == warnings[1]
        harness.check(pair, name, lambda: (torch.tensor(values),))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_copy_of_a_tensor_stays_python():
    harness.check(warned.load(), "copy_of_tensor", lambda: (randn(3),))


# ---- arrays of the caller ----------------------------------------------------------------------------------------------

GIVEN = """
import numpy as np
import torch

STEPS = np.arange(4.0)


def beside_a_tensor(a, x):
    return a + 1, torch.from_numpy(a) + x, a, a.T


def of_two(a, b):
    return a * b, a @ b.T


def written(a):
    a[0] = 1
    a += 2
    return a.T, a


def written_over(a, b):
    a[1:] += b
    return a * 2


def over_a_tensor(x, a):
    a[0] = 5
    return x * 2, x


def of_the_module(y):
    return y + STEPS + STEPS


def compared(y):
    return y >= 3


def gone_through(y):
    return [row * 2 for row in y], len(y)


def listed(y):
    return y.tolist()


def in_a_list(ys):
    return ys[0] + ys[1]


def told_apart(x, m):
    if isinstance(m, np.ndarray):
        return x + 1
    return x - 1


def drawn(a):
    return a + np.random.rand(3)


class Scaled(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = np.array([1.0, 2.0, 3.0, 4.0], dtype=np.float32)

    def forward(self, x):
        return x * torch.from_numpy(self.scale)


if __name__ == "__main__":
    beside_a_tensor(np.zeros((3, 4)), torch.randn(3, 4))
    of_two(np.random.exponential(size=(3, 4)), np.random.beta(2.0, 3.0, (3, 4)))
    written(np.ones((3, 4)))
    written_over(np.zeros(4), np.ones(3))
    over_a_tensor(torch.randn(3), np.zeros(3, dtype=np.float32))
    of_the_module(np.arange(4.0))
    compared(np.arange(10))
    gone_through(np.arange(3)[:, None])
    listed(np.arange(5))
    in_a_list([np.zeros(2), np.ones(2)])
    told_apart(torch.tensor([2.3]), np.array([1, 2, 3]))
    drawn(np.zeros(3))
    Scaled()(torch.randn(3, 4))
"""
given = harness.program("numpy_given", GIVEN, args=("--force",), flags="-O0")


def numbers(*shape):
    return randn(*shape).double().numpy()


def again(array):
    return array, array


WHOLE_GIVEN = {
    "beside_a_tensor": [lambda: (numbers(3, 4), randn(3, 4))],
    "of_two": [lambda: (numbers(3, 4), numbers(3, 4)), lambda: again(numbers(2, 5))],
    "written": [lambda: (numbers(3, 4),), lambda: (numbers(2, 2),)],
    "written_over": [lambda: (numbers(4), numbers(3))],
    "over_a_tensor": [lambda: (randn(3), numbers(3).astype(np.float32))],
    "of_the_module": [lambda: (numbers(4),)],
    "compared": [lambda: (np.arange(10),)],
    "gone_through": [lambda: (np.arange(3)[:, None],)],
    "listed": [lambda: (np.arange(5),), lambda: (np.arange(3),)],
    "in_a_list": [lambda: ([numbers(2), numbers(2)],)],
    "told_apart": [lambda: (randn(1), np.array([1, 2, 3]))],
}
OTHERS = {
    "beside_a_tensor": [
        lambda: (numbers(4, 3).T, randn(3, 4)),
        lambda: (numbers(3, 4).astype(np.float32), randn(3, 4)),
        lambda: (np.ma.array(numbers(3, 4)), randn(3, 4)),
        lambda: (numbers(3, 4)[::-1], randn(3, 4)),
        lambda: (np.broadcast_to(numbers(4), (3, 4)), randn(3, 4)),
        lambda: (numbers(3, 4)[:1, 1:2], randn(3, 4)),
        lambda: (numbers(3, 4).astype(">f8"), randn(3, 4)),
        lambda: (randn(3, 4), randn(3, 4)),
    ],
    "written": [lambda: (np.broadcast_to(numbers(4), (3, 4)),), lambda: (np.arange(12).reshape(3, 4),)],
    "written_over": [lambda: (lambda a: (a, a[:-1]))(numbers(4)), lambda: (lambda a: (a, a[1:]))(numbers(4))],
    "over_a_tensor": [lambda: (lambda x: (x, x.numpy()))(randn(3))],
    "compared": [lambda: (5,), lambda: (np.arange(3.0),), lambda: (np.float64(4),)],
    "told_apart": [lambda: (randn(1), randn(1))],
    "drawn": [lambda: (numbers(3),)],
}


@pytest.mark.parametrize("name", WHOLE_GIVEN)
def test_arrays_of_the_caller(name):
    for make_args in WHOLE_GIVEN[name]:
        harness.check(given.load(), name, make_args, expect="whole")


def test_the_same_array_comes_back():
    array = numbers(3, 4)
    results = given.load().built.beside_a_tensor(array, randn(3, 4))
    assert results[2] is array and np.shares_memory(results[3], array)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", OTHERS)
def test_other_arrays_of_the_caller(name):
    for make_args in OTHERS[name]:
        state = np.random.get_state()

        def same_state(make_args=make_args, state=state):
            np.random.set_state(state)
            return make_args()

        harness.check(given.load(), name, same_state)


def test_arrays_in_attributes_and_globals():
    harness.check(given.load(), lambda module: module.Scaled(), lambda: (randn(3, 4),), expect="whole")
    for scale in (np.ones(4), np.ones(4, dtype=np.float32), torch.ones(4), None):

        def changed(module, scale=scale):
            made = module.Scaled()
            made.scale = scale
            return made

        harness.check(given.load(), changed, lambda: (randn(3, 4),))
    for value in (np.ones(4), 2.0, np.float32(2), np.ones((2, 4)), torch.ones(4)):
        pair = given.fresh()
        pair.eager.STEPS = pair.built.STEPS = value
        harness.check(pair, "of_the_module", lambda: (numbers(4),))


# ---- rarer types, shapes and places ------------------------------------------------------------------------------------

RARER = """
import numpy as np
import torch


def bytes_of(a):
    return a + a, a * 2, a - 1, a.mean(), a / 255.0, a.astype(np.float32) / 255, a > 100


def of_nothing(a):
    return a.sum(), a.sum(axis=0), a + 1


def most(a):
    return a.max(), a.argmax(), np.maximum(a, 0), a.min(axis=0)


def scalars(a):
    s, m = a.sum(), a.max()
    return s * 2, s / 3, s + m, s > m, s**2, -s, abs(s), np.sqrt(abs(s)), float(s)


def axes(a):
    return (
        a.sum(axis=(0, 2)), a.mean(axis=1), a.transpose(1, 0, 2), a.reshape(2, -1), np.moveaxis(a, 0, -1),
        a.max(axis=(1, 2), keepdims=True), a[..., 1], a[None, 0], a.std(axis=(0, 1)), a @ a.swapaxes(1, 2),
    )  # fmt: skip


def neighbours(a):
    return a[:, 1:] - a[:, :-1], a[:, ::2] + a[:, ::2]


def turned(a):
    return a.T * 2, np.exp(a.T * 0.1), a.T.copy(), a.T.astype(np.float32), a.T.reshape(-1), a.T.sum(axis=0)


def masks(a):
    m = a > 0
    return m & (a < 1), m | m, ~m, m.sum(), m.mean(), m.any(axis=0), m + m, m * 2, m.all(), np.logical_and(m, a)


def in_place(a):
    a[0] = 2.7
    a += 1
    return a


def halved(a):
    a /= 2
    return a


def filled_row_by_row(a):
    out = np.zeros((a.shape[0], 2))
    for i in range(a.shape[0]):
        out[i, 0] = i
        out[i, 1] = a[i].sum()
    return out


def sixth(a):
    return a[5]


def one_dtype(a):
    b = a.astype(a.dtype)
    return a.dtype is b.dtype, b.dtype is np.dtype("float64"), a.dtype == "float64", b.dtype != np.float32, b.dtype, a.dtype


def around_a_print(a):
    b = a * 2
    print("printed")
    b[0] = 7
    return b, a + 1


if __name__ == "__main__":
    bytes_of(np.zeros(6, dtype=np.uint8))
    of_nothing(np.zeros((2, 3)))
    most(np.zeros((3, 2)))
    scalars(np.zeros(5))
    axes(np.zeros((2, 3, 4)))
    neighbours(np.zeros((3, 4)))
    turned(np.zeros((3, 4)))
    masks(np.zeros((3, 4)))
    in_place(np.zeros(4))
    halved(np.zeros(4))
    filled_row_by_row(np.zeros((3, 2)))
    sixth(np.zeros(6))
    one_dtype(np.zeros(3))
    around_a_print(np.zeros(3))
"""
rarer = harness.program("numpy_rarer", RARER, args=("--force",), flags="-O0")
RARER_CASES = {
    "bytes_of": [lambda: (np.arange(250, 256).astype(np.uint8),), lambda: (np.arange(-3, 3).astype(np.int8),)],
    "of_nothing": [lambda: (numbers(2, 3),), lambda: (np.zeros((0, 3)),)],
    "most": [lambda: (numbers(3, 2),), lambda: (np.array([[1, np.nan], [np.nan, 5.0]]),)],
    "scalars": [lambda: (numbers(5),), lambda: (numbers(5).astype(np.float32),), lambda: (np.full(3, 2**62),)],
    "axes": [lambda: (numbers(2, 3, 4),), lambda: (numbers(4, 3, 2).T,)],
    "neighbours": [lambda: (numbers(3, 4),), lambda: (numbers(4, 3).T,)],
    "turned": [lambda: (numbers(3, 4),), lambda: (numbers(4, 3).T,)],
    "masks": [lambda: (numbers(3, 4),)],
    "in_place": [lambda: (numbers(4),), lambda: (np.arange(4),), lambda: (numbers(4).astype(np.float32),)],
    "halved": [lambda: (numbers(4),), lambda: (np.arange(4),)],
    "filled_row_by_row": [lambda: (numbers(3, 2),)],
    "one_dtype": [lambda: (numbers(3),), lambda: (np.arange(3),)],
    "sixth": [lambda: (numbers(6),), lambda: (numbers(3),)],
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", RARER_CASES)
def test_rarer_arrays(name):
    for i, make_args in enumerate(RARER_CASES[name]):
        harness.check(rarer.load(), name, make_args, expect=None if i else "whole")


def test_arrays_in_two_segments():
    harness.check(rarer.load(), "around_a_print", lambda: (numbers(3),))


def test_numpy_1_promotes_otherwise(monkeypatch):
    monkeypatch.delattr(np, "isdtype")
    harness.check(rarer.load(), "scalars", lambda: (numbers(5),), expect="fallback")


EMPTY = """
import numpy as np
import torch


def copied(x):
    t = torch.from_numpy(x.numpy())
    return t.clone(), t.t(), torch.tensor(x.numpy(), dtype=torch.float64), torch.as_tensor(x.numpy() + 1)


def printed(x):
    t = torch.as_tensor((x * 2).numpy(), dtype=torch.float64)
    print(t.stride())
    return t


def asked(x):
    row = (x * 2).numpy()
    return row.strides, row[0:1].sum(axis=0).strides, (x * 2).reshape(-1).numpy().strides
"""
empty = harness.program(
    "numpy_empty",
    EMPTY,
    ["copied(f32[M, N])", "printed(f32[M, N])", "asked(f32[M, N])"],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", ["copied", "printed", "asked"])
@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 0), (1, 3), (2, 3)])
def test_strides_of_arrays_without_elements(name, shape):
    """NumPy says that they are 0, and torch takes them over."""
    harness.check(empty.load(), name, lambda: (randn(*shape),))


INDICES = """
import numpy as np
import torch

places = np.array([2, 0, 1, 1])


class Field:
    def __init__(self):
        self.idx = np.array((0, 2), dtype=np.int64)


field = Field()


def by_attribute(x):
    return x[:, field.idx] * 2


def by_global(x):
    return x[places] + 1


def by_argument(x, where):
    return x[where] * 2, x[1:][:, where, None]


def written(x, where):
    x = x.clone()
    x[where] = 0
    x[:, places[:2]] += 1
    return x


def made(x):
    return x[np.arange(2)] + x[:, np.array([1, 0, 2])][:2]


class Both:
    def __index__(self):
        return 1

    def __getitem__(self, i):
        return [0, 2][i]

    def __len__(self):
        return 2


def by_sequence(x):
    return x[Both()]


if __name__ == "__main__":
    x = torch.arange(9.0).reshape(3, 3)
    by_attribute(x), by_global(x), by_argument(x, places), written(x, places), made(x), by_sequence(x)
    by_argument(x, np.array([True, False, True])), written(x, np.array([True, False, True]))
"""
indices = harness.program("numpy_indices", INDICES, args=("--force",), flags="-O0")
PLACES = {
    "ints": np.array([1, 0, 2, 2]),
    "negative": np.array([-1, 0]),
    "mask": np.array([False, True, True]),
    "strided": np.arange(6)[::3] % 3,
    "outside": np.array([1, 3]),
    "short": np.array([1, 2], dtype=np.int32),
    "table": np.array([[1, 2], [0, 1]]),
    "none": np.array([], dtype=np.int64),
    "floats": np.array([1.0]),
    "wrong mask": np.array([True, False]),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", PLACES)
@pytest.mark.parametrize("name", ["by_argument", "written"])
def test_arrays_as_indices(name, kind):
    expect = "whole" if kind in ("ints", "negative", "mask") else None
    harness.check(indices.load(), name, lambda: (randn(3, 3), PLACES[kind].copy()), expect=expect)


@pytest.mark.parametrize("name", ["by_attribute", "by_global", "made", "by_sequence"])
def test_arrays_of_the_program_as_indices(name):
    for rows in (3, 5):
        harness.check(indices.load(), name, lambda rows=rows: (randn(rows, 3),),
                      expect=None if name == "by_sequence" else "whole")  # fmt: skip


def test_an_index_that_changes_between_calls():
    for module in (indices.load().eager, indices.load().built):
        module.places[0] = 1
    harness.check(indices.load(), "by_global", lambda: (randn(3, 3),), expect="whole")


held = harness.program(
    "numpy_held",
    """
import numpy as np
import torch


def unused(x):
    x.detach().numpy()
    return x * 2


def asked(x):
    return x * np.asarray(x).shape[0]


def computed(x):
    return torch.from_numpy(x.numpy() * 2)


def of_a_view(x):
    return x[1:].numpy().sum() + x


def beside(x):
    return x + 1, x.numpy()


def copied(x):
    return x + x.numpy().copy()[0, 0]


def made(x):
    y = x + 1
    y.numpy()
    return y


def made_and_resized(x):
    y = x + 1
    first = float(y.numpy()[0, 0])
    y.resize_(20)
    return y, first


def some_paths(x):
    if x.sum() > 0:
        return x + x.numpy()[0, 0]
    return x * 2
""",
    [
        f"{name}(f32[N, K])"
        for name in "unused asked computed of_a_view beside copied made made_and_resized some_paths".split()
    ],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", harness.re.findall(r"^def (\w+)", held.source, harness.re.M))
def test_memory_that_an_array_holds_cannot_be_resized(name):
    pair = held.load()
    for sign in (1, -1):
        x = randn(3, 4).abs() * sign
        harness.check(pair, name, lambda: (x.clone(),))
        resizable = []
        for module in (pair.eager, pair.built):
            given = x.clone()
            try:
                results = harness.tensors_in([given, getattr(module, name)(given)])
            except RuntimeError:
                results = [given]
            resizable.append([t.untyped_storage().resizable() for t in results])
        assert resizable[0] == resizable[1]


steps = harness.program(
    "numpy_steps",
    """
import numpy as np
import torch


def of_arrays(x):
    a = x.numpy()
    return a[:, None].strides, a[None, 1].strides, a[..., None, :2].strides, np.expand_dims(a, 1).strides


def of_rows(x):
    return [row.strides for row in x.numpy()[:, 0][:, None]]


def of_tensors(x):
    a = x.numpy()[:, None]
    b = np.transpose(a, (1, 0, 2))
    return [torch.from_numpy(t).stride() for t in (a, b, a[1:], a[0], a.T, a * 2, a.reshape(3, 4), a.copy())]


def between_all(x):
    a = x.numpy()
    return torch.from_numpy(a[:, None] - a[None]), np.sum(a[:, None] * a[None, :], axis=2)


def written(x):
    a = x.numpy()[:, None]
    a += 1
    return x * 2
""",
    [f"{name}(f32[3, 4])" for name in ("of_arrays", "of_rows", "of_tensors", "between_all", "written")],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", ["of_arrays", "of_rows", "of_tensors", "between_all", "written"])
def test_dimensions_that_an_index_makes_step_by_nothing(name):
    pair = steps.load()
    harness.check(pair, name, lambda: (randn(3, 4),), expect=None if name == "written" else "whole")


MEMBERS = harness.program(
    "arrays_as_values_of_members",
    """
import enum

import torch


class Color(enum.Enum):
    RED = 1


def member_of(x):
    try:
        return Color(x.numpy())
    except Exception as error:
        return type(error).__name__
""",
    ["member_of(f32[1, 4])"],
    args=("--force",),
    flags="-O0",
)


def test_an_array_that_python_code_compares_raises_what_numpy_raises():
    harness.check(MEMBERS.load(), "member_of", lambda: (torch.ones(1, 4),))


SIZES = harness.program(
    "arrays_of_sizes",
    """
import numpy as np
import torch
from torch import nn


def same_padding(kernel_size, dilation=1):
    kernel_size, dilation = np.atleast_1d(kernel_size), np.atleast_1d(dilation)
    if np.any((kernel_size - 1) * dilation % 2 == 1):
        raise NotImplementedError("odd")
    padding = tuple(int(p) for p in (kernel_size - 1) / 2 * dilation)
    return padding if len(padding) > 1 else padding[0]


class Block(nn.Module):
    def __init__(self, kernel_size):
        super().__init__()
        self.conv = nn.Conv2d(2, 3, kernel_size, padding=same_padding(kernel_size))

    def forward(self, x):
        return self.conv(x)


def padded(x):
    return x + same_padding(3) + same_padding((3, 5), 2)[1]


def of_numbers(x):
    k, s = np.atleast_1d(x.shape[0]), np.atleast_1d((2, 3))
    return x * 2, k * s, k % s, s // k, np.any(k > s), np.atleast_1d(2.5), np.atleast_1d(True, (1, 2)), np.array(3), np.array(True)


def one_beside_several(x):
    a, b = np.array([1.5, 2, 3]), np.array([2])
    return x * 2, a + b, b - a, a > b, b**a, np.maximum(a, b), b // a, np.array([True]) + b


def refused(x):
    a = np.array([2])
    try:
        a += np.array([1, 2, 3])
    except ValueError as error:
        return x * 2, type(error).__name__, a
    return x, a


torch.manual_seed(0)
one, two = Block(3).eval(), Block((3, 5)).eval()


def blocks(x):
    return one(x) + two(x)


if __name__ == "__main__":
    with torch.no_grad():
        x = torch.ones(3, 2, 4, 5)
        padded(x), of_numbers(x), one_beside_several(x), refused(x), blocks(x)
""",
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", ["padded", "of_numbers", "one_beside_several", "refused", "blocks"])
def test_arrays_of_one_number(name):
    pair = SIZES.load()
    pair.built.one.load_state_dict(pair.eager.one.state_dict())
    pair.built.two.load_state_dict(pair.eager.two.state_dict())
    expect = None if name == "refused" else "whole"
    harness.check(pair, name, lambda: (randn(3, 2, 4, 5),), expect=expect, context=torch.no_grad)


ONE_ELEMENT = harness.program(
    "arrays_of_one_element",
    """
import numpy as np
import torch


def doubled(x):
    return torch.from_numpy(x.t().numpy() * 2), x.t().numpy() + 1


def negated(x):
    return -x.t().numpy(), abs(x.t().numpy()), np.sqrt(np.abs(x.t().numpy())), np.clip(x.t().numpy(), -1, 1)


def into_memory(x):
    m = torch.softmax(x, -1, out=torch.zeros(x.shape[1], x.shape[0]).t())
    return torch.from_numpy(m.numpy() * 2)


def of_three(x):
    return x.unsqueeze(1).permute(2, 1, 0).numpy() * 2, x[None].numpy().sum(0)


def one_by_one(x):
    return [row + 1 for row in x.t().numpy()]


if __name__ == "__main__":
    for f in (doubled, negated, into_memory, of_three, one_by_one):
        for sizes in ((3, 7), (1, 7), (7, 1)):
            f(torch.randn(*sizes))
""",
    [],
    ["--force"],
)


@pytest.mark.parametrize("name", ("doubled", "negated", "into_memory", "of_three", "one_by_one"))
def test_strides_of_dimensions_of_one_element(name):
    """Torch keeps those of its operand, NumPy has them anew."""
    for sizes in ((3, 7), (1, 7), (7, 1), (1, 1), (2, 2)):
        harness.check(ONE_ELEMENT.load(), name, lambda sizes=sizes: (randn(*sizes, seed=1),))
    harness.check(
        ONE_ELEMENT.load(), name, lambda: (randn(3, 7, seed=1),), expect=None if name == "of_three" else "whole"
    )


RANGES = harness.program(
    "arrays_of_ranges",
    """
import numpy as np
import torch

def labels(x):
    return torch.from_numpy(np.asarray(range(0, x.size(0)))), np.array(range(x.size(1)))

def counted(x, n):
    return torch.from_numpy(np.array(range(2, n), dtype=np.float64)) + 1

if __name__ == "__main__":
    for n in (4, 5):
        labels(torch.randn(n, 2))
        counted(torch.randn(2, 2), n)
""",
    [],
    ["--force"],
)


def test_arrays_of_ranges():
    """Of no numbers they are float64."""
    for rows in (1, 3, 6):
        harness.check(RANGES.load(), "labels", lambda rows=rows: (randn(rows, 2, seed=1),), expect="whole")
    harness.check(RANGES.load(), "labels", lambda: (torch.zeros(0, 2),))
    for n in (3, 7):
        harness.check(RANGES.load(), "counted", lambda n=n: (randn(2, 2, seed=1), n), expect="whole")
    for n in (0, 2, True):
        harness.check(RANGES.load(), "counted", lambda n=n: (randn(2, 2, seed=1), n))
