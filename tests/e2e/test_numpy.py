"""NumPy's scalars and functions of numbers in code around tensors: types and dtypes as NumPy gives them, what is compiled
and what is left to Python."""

import harness
import numpy as np
import pytest
import torch
from table import randn

SOURCE = """
import math
import numpy as np
import torch
from numpy import sqrt as root

FACTOR = np.float64(0.25)
COUNT = np.int64(3)


def scaled(x):
    return x / np.sqrt(x.size(-1)), root(x.size(0)) * x


def flattened(x):
    return x.reshape(np.prod(x.shape)), x.reshape(-1, int(np.prod(x.shape[1:])))


def constants(x):
    return x * np.pi + np.e * np.float32(0.1) + np.float64(3) + np.inf * 0.0 + (np.newaxis is None)


def frequencies(x):
    return torch.exp(x * -(np.log(10000.0) / x.shape[1])), x * np.exp(-1.5) + np.log2(8) + np.cos(0.0)


def half(x):
    n = int(np.ceil(x.shape[0] / 2))
    return x[:n], x[int(np.floor(x.shape[1] / 2.0)):]


def as_tensors(x):
    return (
        torch.tensor(np.float64(3)),
        torch.tensor([np.int64(1), 2]),
        torch.tensor([np.float64(1), 2]),
        torch.tensor(np.int32(4)),
        torch.as_tensor(np.float32(2.5)),
        torch.tensor(np.bool_(True)),
        torch.tensor(np.float64(3), dtype=torch.int32),
        torch.tensor(x.shape[0] * np.int64(2)),
    )


def decided(x):
    n = np.int64(x.shape[0])
    if n > 3:
        return x * 2
    if n == 1 or not n < 3:
        return x * 7
    return x * n


def kinds(x):
    n, m = np.int64(3), np.float64(2)
    flags = (isinstance(n, int), isinstance(m, float), isinstance(n, np.integer), isinstance(m, (int, np.floating)))
    return x * sum(2**i * flag for i, flag in enumerate(flags)) + isinstance(n, np.ndarray)


def indices(x):
    i = np.int64(1)
    return x[i] + x[:i].sum() + x[0, i] + sum(x[k].sum() for k in range(np.int64(2))) + [1.0, 2.0][i]


def factories(x):
    return (
        torch.zeros(np.int64(2), np.int64(3)) + torch.full((np.int64(2), 3), np.float32(0.1)),
        x.new_zeros(np.int64(4)),
        torch.arange(np.int64(x.shape[0])),
        x.clamp(np.float64(-0.5), np.int64(1)),
        x.repeat(np.int64(2), 1),
    )


def texts(x):
    return x * len(f"{np.float64(1.5)} {np.int64(3)} {np.sqrt(4)} {str(np.float64(0.1))} {np.int64(2)!r}")


def extremes(x):
    return x * np.maximum(x.shape[0], x.shape[1]) + np.minimum(2.0, 3) + np.clip(x.shape[0], 1, 5) + np.abs(-3)


def arithmetic(x):
    a = np.int64(7)
    b = np.float32(3) * 0.1
    c = (a // 2, a % 3, a / 2, 2 ** np.int64(3), 1 / np.float64(3), -a, abs(np.float64(-2)), b, b * np.float64(2), a - 0.5)
    types = [type(item).__name__ for item in c]
    for item in c:
        x = x + item
    return x, ",".join(types), math.sqrt(np.float64(4)), int(a), float(b), round(np.float64(2.6)), bool(divmod(a, 2)[0] == 3)


def sums(x):
    return x * np.sum([1, 2.5]) + np.prod((2, 3.0)) + np.mean([1, 2]) + np.max((3, 5)) + np.prod(()), np.sum((1, 2)).item()


def rounded(x):
    return x * np.ceil(-0.5) + np.floor(2.5) + np.round(2.5) + np.rint(3.5) + np.sign(-2), 1 if np.isnan(np.nan) else 2


def globals_read(x):
    return x * FACTOR + COUNT


class Attention(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale = np.sqrt(width)
        self.heads = np.int64(width)
        self.on = np.bool_(True)

    def forward(self, x):
        if self.on:
            x = x / self.scale
        return x + self.heads


def gives_scalar(x):
    return np.sqrt(x.shape[0]) * 2, x + 1


def by_zero(x):
    return x * (np.float64(1) / 0)


def overflows(x):
    return x * (np.float64(1e300) * 1e300)


def of_a_root(x):
    return x + np.sqrt(-1.0)


def of_a_tensor(x):
    return x + np.sqrt(x)


def keyed(x):
    return x * {1: 2.0, 2: 3.0}[np.int64(1)]


def arrays(x):
    a = np.array([1.0, 2.0])
    return x + torch.from_numpy(a).sum() + torch.tensor(np.arange(3)).sum()


def round_trip(x):
    a = (x * 2).numpy()
    return torch.from_numpy(a + 1) * x


def bits(x):
    try:
        return x * (np.int64(6) & 3)
    except TypeError:
        return x * 100


def missing_name(x):
    try:
        return x * np.not_a_name
    except AttributeError:
        return x + 1


def divided(x, n):
    return x * (np.int64(7) / n) + np.int64(9) // n


def fraction(x, a):
    return x * np.sqrt(a) + np.float64(a) * 2 + (np.float64(a) > 1)
"""
WHOLE = [
    "scaled", "flattened", "constants", "frequencies", "half", "as_tensors", "decided", "kinds", "indices", "factories",
    "texts", "extremes", "arithmetic", "sums", "rounded", "globals_read",
]  # fmt: skip
PYTHON = [
    "gives_scalar", "by_zero", "overflows", "of_a_root", "of_a_tensor", "keyed", "arrays", "round_trip", "bits",
    "missing_name",
]  # fmt: skip
CALLS = [f"{name}(f32[N, K])" for name in [*WHOLE, *PYTHON]] + [
    "Attention(16)(f32[N, K])",
    "divided(f32[N, K], n)",
    "fraction(f32[N, K], 2.5)",
]
PROGRAM = harness.program("numpy_in_torch", SOURCE, CALLS, args=("--force",), flags="-O0")
SHAPES = [(3, 4), (4, 2), (2, 5)]
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


@pytest.mark.parametrize("name", WHOLE)
def test_compiled_whole(name):
    for shape in SHAPES:
        harness.check(PROGRAM.load(), name, lambda: (randn(*shape),), expect="whole" if shape == (3, 4) else None)


@pytest.mark.parametrize("name", PYTHON)
def test_left_to_python(name):
    for shape in SHAPES:
        harness.check(PROGRAM.load(), name, lambda: (randn(*shape).abs() + 0.5,))


def test_scalars_of_a_module():
    pick = lambda module: module.Attention(16)
    harness.check(PROGRAM.load(), pick, lambda: (randn(3, 4),), expect="whole")
    for change in (
        {"scale": 4.0}, {"scale": np.float32(4)}, {"heads": 16}, {"heads": np.int32(3)}, {"on": True}, {"on": np.bool_(0)},
        {"scale": np.float64(7.5), "heads": np.int64(2)}, {"scale": torch.tensor(2.0)}, {"scale": np.array(2.0)},
    ):  # fmt: skip

        def changed(module, change=change):
            made = module.Attention(16)
            for name, value in change.items():
                setattr(made, name, value)
            return made

        harness.check(PROGRAM.load(), changed, lambda: (randn(3, 4),))


def test_globals_that_change():
    pair = PROGRAM.fresh()
    for value in (np.float64(2), 2.0, np.float32(2), 3, torch.ones(())):
        pair.eager.FACTOR = pair.built.FACTOR = value
        harness.check(pair, "globals_read", lambda: (randn(3, 4),))


@pytest.mark.parametrize("n", [1, 2, -3, 0, True, 2.5])
def test_divided(n):
    harness.check(PROGRAM.load(), "divided", lambda: (randn(3, 4), n), expect="whole" if type(n) is int and n else None)


@pytest.mark.parametrize("a", [2.5, 0.0, 1.0, -1.0, 3, float("nan")])
def test_fraction(a):
    harness.check(PROGRAM.load(), "fraction", lambda: (randn(3, 4), a), expect="whole" if a == 2.5 else None)


def test_a_replaced_function_is_noticed(monkeypatch):
    monkeypatch.setattr(np, "sqrt", np.cbrt)
    harness.check(PROGRAM.load(), "scaled", lambda: (randn(3, 4),))


# ---- arrays: cuts, with compiled segments around them ------------------------------------------------------------------

ARRAYS = """
import numpy as np
import torch


def round_trip(x):
    y = x * 2 + 1
    a = np.exp(y.numpy())
    b = torch.from_numpy(a)
    return b.sin() * 2 + y


def shared(x):
    y = x * 3 + 1
    a = y.numpy()
    y.add_(1)
    z = torch.from_numpy(a)
    z.mul_(2)
    a[0] = 7
    return y * 2 + z, y, z


def of_the_caller(x, a):
    t = torch.from_numpy(a)
    y = t * x + 1
    t.add_(1)
    return y * y, t


def condition(x):
    y = x * 2 + 1
    if y.sum().numpy() > 0:
        return y * y + 1
    return y - x * 3


def filled(x):
    y = x.relu() + 1
    z = np.zeros((2, 3), dtype="float32")
    z[0] = 1
    return torch.from_numpy(z) * y + y.tanh()


def number(x):
    y = x.detach().cpu().numpy().mean()
    return (x - float(y)) * 2 + torch.as_tensor(np.abs(x))


def returned(x):
    return (x * 2 + 1).numpy(), np.asarray(x)


def beside_a_range(x):
    told = []
    for items in (range(x.size(0)), range(3), [1, 2, 3]):
        for made in (lambda: items + x.numpy().sum(), lambda: x.numpy().sum() * items, lambda: items < x.numpy().sum()):
            try:
                told.append(made().tolist())
            except Exception as error:
                told.append((type(error).__name__, str(error)))
    return x + 1, told
"""

arrays = harness.program(
    "numpy_arrays",
    ARRAYS,
    calls=[f"{name}(f32[2, 3])" for name in ("round_trip", "shared", "condition", "filled", "number", "returned")]
    + ["beside_a_range(f32[N, 3])", "of_the_caller(f32[2, 3], any)"],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["round_trip", "shared", "condition", "filled"])
def test_segments_around_arrays(name):
    change = harness.check(arrays.load(), name, lambda: [torch.arange(6.0).view(2, 3) - 2], times=2)
    assert harness.IN_PYTHON or change["fused"] > 0


@pytest.mark.parametrize("name", ["number", "returned"])
def test_arrays_in_one_expression(name):
    harness.check(arrays.load(), name, lambda: [torch.arange(6.0).view(2, 3) - 2])
    harness.check(arrays.load(), name, lambda: [torch.arange(12.0).view(2, 6)[:, ::2]])


@pytest.mark.parametrize("n", [0, 1, 3, 4])
def test_ranges_beside_scalars_are_made_arrays(n):
    harness.check(arrays.load(), "beside_a_range", lambda: [torch.arange(3.0 * n).view(n, 3)])


def test_an_array_of_the_caller_is_shared():
    def pick(module):
        def run(x):
            a = np.ones((2, 3), dtype=np.float32)
            result, t = module.of_the_caller(x, a)
            a[0, 0] = 9
            return result, t, torch.from_numpy(a)

        return run

    harness.check(arrays.load(), pick, lambda: [torch.arange(6.0).view(2, 3)])


def test_arrays_of_tensors_that_require_gradients():
    harness.check(arrays.load(), "returned", lambda: [torch.ones(2, 3, requires_grad=True)])
    harness.check(arrays.load(), "returned", lambda: [torch.ones(2, 3, requires_grad=True)], context=torch.no_grad)


# ---- arrays that a function makes out of numbers -----------------------------------------------------------------------

MADE = """
import numpy as np
import torch
from torch import nn

MEAN = np.array([0.5, 0.25, 0.125], dtype=np.float32)
STEPS = np.arange(3)


def written(x):
    a = np.array([1.0, 2.0, 3.0])
    a[1] = 5
    t = torch.tensor(a)
    a[0] = 9.0
    return x + t, float(a[0]) * x


def listed(x):
    return [x * v for v in np.linspace(0, 1, 5, dtype=np.float32).tolist()], x + torch.tensor(np.array([3, 1]).tolist()).sum()


def schedule(x):
    betas = np.linspace(1e-4, 0.02, 20)
    bar = np.cumprod(1.0 - betas)
    return torch.sqrt(torch.tensor(bar, dtype=torch.float32))[:3] * x, x * float(bar[-1]), np.prod(1 - betas) * x


def folded(x):
    a = np.arange(0.0, 1.0, 0.1)
    return x * a.sum() + a.mean() + a.max() - a.min() + len(a) + a.size + a.shape[0] + a.ndim


def summed(x):
    return x.double() * np.array([0.3] * 11 + [1e8, 3.0]).sum() + np.sum([0.1] * 9)


def computed(x):
    a, b = np.array([3, 4]), np.array([1.5, 2.5])
    y = x * (a * b)[1] + (a + 1)[0] - (2 - b)[1] + (a // 2)[1] + (a / b)[0] + (a % 3)[1] + (a**2)[0] + (-a)[0]
    return y, x * np.sqrt(np.arange(4))[3] + np.power(2, a)[1] + np.maximum(b, 2)[0] + np.clip(b, 1, 2)[1] + np.abs(-b)[0]


def gone_through(x):
    total = 0.0
    for i, v in enumerate(np.array([1, 2, 3])):
        total = total + v * i
    return x * total


def filled_one_by_one(x):
    a = np.zeros(3)
    for i in range(3):
        a[i] = i * 2
    return x + torch.from_numpy(a).float(), x * np.ones(3, dtype=np.int64)[0] + np.full(2, 0.5)[1]


def masks(x):
    a = np.array([True, False, True])
    return x * torch.tensor(a), torch.where(torch.from_numpy(a), x, -x), x * torch.from_numpy(np.array([1, 2, 3]) > 1)


def of_sizes(x):
    h, w = np.array(x.shape) // 2
    return x[:h, :w] * 2, torch.tensor(np.array(x.shape)) + x.sum().long(), x.reshape(-1, np.prod(np.array(x.shape[1:]))) + 1


def same_array(x):
    b = np.ones(3, dtype=np.int32)
    c = np.asarray(b)
    c[0] = 4
    return x * int(b[0]), torch.tensor(b)


def limits(x):
    return x.clamp(min=np.finfo(np.float32).eps), x.masked_fill(x > 0.5, np.finfo(np.float32).min) * np.iinfo(np.int32).max, [np.iinfo(t).min for t in (np.int8, "int16", np.uint8, np.int64, int)]


def larger(x):
    return x / np.maximum(x.shape[0] / 10, 0.5) + np.minimum(x.shape[0] / 2, 1.25)


def one_element(x):
    return x * np.array([2.5]).item() if np.array([1]) else x


def lent(x):
    a = np.array([1, 2, 3])
    t = torch.from_numpy(a)
    t += 1
    return x * a[0], x * t


def sliced(x):
    a = np.arange(6)
    a[2:4][0] = 7
    return x * int(a[2])


def in_place(x):
    a = b = np.array([1.0, 2.0, 3.0])
    a += 1
    return x + torch.tensor(b)


def two_tensors(x):
    a = np.full(3, 0.5)
    t, u = torch.from_numpy(a), torch.as_tensor(a)
    t += 1
    return u * x


def beside_tensors(x):
    return x[:, :2] * np.array([1.0, 2.0])


def returned(x):
    return np.array([1, 2]), x + 1


def empty(x):
    return torch.tensor(np.array([])), x + 1


def of_the_module(x):
    y = torch.relu(x) * 2 + 1
    for s in STEPS:
        y = y + int(s)
    return y * 2 + torch.from_numpy(MEAN)[0]


class Steps(nn.Module):
    def __init__(self):
        super().__init__()
        self.betas = np.linspace(0.1, 0.2, 5)
        self.register_buffer("bar", torch.from_numpy(np.cumprod(1 - self.betas)).float())
        self.register_buffer("mean", torch.tensor(MEAN))

    def forward(self, x):
        return torch.relu(x - self.mean[0]) * self.bar[2]


class Reading(Steps):
    def forward(self, x):
        return (torch.relu(x) * self.bar[2] + 1) * float(self.betas[1])
"""
MADE_WHOLE = {
    "written": (3,), "listed": (3,), "schedule": (3,), "folded": (3,), "summed": (3,), "computed": (3,), "gone_through": (3,),
    "filled_one_by_one": (3,), "masks": (3,), "of_sizes": (4, 6), "same_array": (3,), "limits": (5,), "larger": (3, 2),
    "one_element": (3,),
}  # fmt: skip
MADE_PYTHON = {
    "lent": (3,), "sliced": (3,), "in_place": (3,), "two_tensors": (3,), "beside_tensors": (2, 3), "returned": (3,), "empty": (3,),
    "of_the_module": (2, 3),
}  # fmt: skip
made = harness.program(
    "numpy_made",
    MADE,
    calls=[
        f"{name}(f32[{'N' if len(s) == 1 else 'N, M'}])" for name, s in (MADE_WHOLE | MADE_PYTHON).items() if s != (3,)
    ]
    + [f"{name}(f32[3])" for name, s in (MADE_WHOLE | MADE_PYTHON).items() if s == (3,)]
    + ["Steps()(f32[N, 3])", "Reading()(f32[N, 3])"],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", MADE_WHOLE)
def test_arrays_of_numbers_are_compiled(name):
    harness.check(made.load(), name, lambda: (randn(*MADE_WHOLE[name]),), expect="whole", times=2)


@pytest.mark.parametrize("name", MADE_PYTHON)
def test_arrays_whose_memory_counts_stay_python(name):
    harness.check(made.load(), name, lambda: (randn(*MADE_PYTHON[name]),), times=2)


def test_arrays_in_constructors():
    harness.check(made.load(), lambda module: module.Steps(), lambda: (randn(2, 3),), expect="whole")
    harness.check(made.load(), lambda module: module.Reading(), lambda: (randn(2, 3),))

    def changed(module):
        steps = module.Reading()
        steps.betas[1] = 4.0
        return steps

    harness.check(made.load(), changed, lambda: (randn(2, 3),))


LONG_SOURCE = """
import numpy as np
import torch


class Fields(torch.nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.offsets = np.array((0, *np.cumsum(sizes)[:-1]), dtype=np.long)

    def forward(self, x):
        return x + x.new_tensor(self.offsets).unsqueeze(0), np.long is np.int64, float(np.long(x.size(0)) / 2)


fields = Fields([7, 5, 9])
if __name__ == "__main__":
    fields(torch.zeros(4, 3, dtype=torch.long))
"""
LONG = harness.program("numpy_long", LONG_SOURCE, [], args=("--force",), flags="-O0")


@pytest.mark.skipif(not hasattr(np, "long"), reason="NumPy 1.24 to 1.26 has no numpy.long")
@pytest.mark.parametrize("n", [1, 2, 5])
def test_the_long_of_numpy_is_its_int64(n):
    harness.check(
        LONG.load(), lambda module: module.fields, lambda: (torch.arange(3 * n).reshape(n, 3),), expect="whole"
    )
