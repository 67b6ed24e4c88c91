"""Warnings: given when a variant returns, with the text, the category, the place and the order of eager's."""

import os
import subprocess
import sys
import warnings

import harness
import pytest
import torch

SOURCE = """
import warnings

import torch
import torch.nn.functional as F


class Own(UserWarning):
    pass


def divergence(x):
    return F.kl_div(x.log(), x * 0.5) * 2 + 1


def no_dim(x):
    return F.softmax(x * 2) + 1


def resampled(x):
    grid = F.affine_grid(x.reshape(1, 2, 3), [1, 1, 4, 4])
    return F.grid_sample(x.reshape(1, 1, 2, 3), grid) * 2


def in_known_loop(x):
    for i in range(2):
        warnings.warn(
            f"number {i}",
            Own,
        )
    return x * 2 + 1


def of_the_caller(x):
    warnings.warn("called", DeprecationWarning, stacklevel=2)
    return x * 2 + 1


def helper(x):
    warnings.warn("helper", FutureWarning, stacklevel=2)
    return x + 1


def in_callee(x):
    y = x * 2
    return helper(y) * 3


def of_copies(x):
    made = torch.tensor(x.t()).add_(1)
    return made, x.new_tensor(made, dtype=torch.float64), torch.tensor(x, dtype=torch.int32)


def in_order(x):
    warnings.warn("first")
    y = x * 2 + 1
    warnings.warn("second", Own)
    return y * y


class Module(torch.nn.Module):
    def forward(self, x):
        if not self.training:
            warnings.warn("not training")
        return x * 2 + 1


module = Module().eval()


def of_module(x):
    return module(x) * 3 + x


def older_names(x):
    y = x * 2 + 1
    if torch.is_autocast_cpu_enabled():
        y = y - 1
    return y * 3 + x, torch.get_autocast_cpu_dtype(), torch.get_autocast_gpu_dtype()


# What follows is not given at the end.


def caught(x):
    y = x * 2 + 1
    try:
        warnings.warn("refused")
    except UserWarning:
        y = y * 2 - x
    return y * 3 + x


def written(x):
    x.mul_(2)
    y = x * 3 + 1
    warnings.warn("between writes")
    x.add_(1)
    return x * y + 1


def on_data(x):
    y = x * 2 + 1
    if y.sum() < 0:
        warnings.warn("negative")
    return y * 3 + x


def in_loop(x, n: int):
    for i in range(n):
        x = x * 2 + i
        if x.sum() > 1e3:
            warnings.warn("large")
    return x * 3


def unknown_text(x, n: int):
    y = x * 2 + 1
    warnings.warn(f"{n} steps")
    return y * n + x


def drawn_before(x):
    y = x + torch.rand(3)
    warnings.warn("drawn")
    return y * 2 + 1


def drawn_behind(x):
    y = x * 2 + 1
    warnings.warn("to be drawn")
    return y + torch.rand(3)
"""
AT_THE_END = (
    "divergence",
    "no_dim",
    "resampled",
    "in_known_loop",
    "of_the_caller",
    "in_callee",
    "in_order",
    "of_copies",
    "of_module",
    "drawn_before",
    "older_names",
)
CUT = ("caught", "written", "on_data", "drawn_behind")
COUNTED = ("in_loop", "unknown_text")
warning = harness.program(
    "warned",
    SOURCE,
    calls=[f"{name}(f32[2, 3])" for name in (*AT_THE_END, *CUT)] + [f"{name}(f32[2, 3], 3)" for name in COUNTED],
)


def line_of(path, number):
    with open(path) as file:
        return file.read().split("\n")[number - 1]


def given(module, name, args, action):
    """(warnings: category, text, file, line; the exception; the result)"""
    result = error = None
    with warnings.catch_warnings(record=True) as caught, torch.no_grad():
        warnings.resetwarnings()
        warnings.simplefilter(action)
        torch.manual_seed(0)
        try:
            result = getattr(module, name)(*args)
        except Warning as exception:
            error = type(exception).__name__, str(exception)
        result = result, torch.rand(1)  # where the generator is
    rows = [
        (row.category.__name__, str(row.message), os.path.basename(row.filename), line_of(row.filename, row.lineno))
        for row in caught
    ]
    return rows, error, result


def compare(name, args, action, with_lines=True):
    """The same warnings, exceptions, results and writes; gives the counters."""
    pair = warning.fresh()
    copies = [arg.clone() if isinstance(arg, torch.Tensor) else arg for arg in args]
    rows, error, result = given(pair.eager, name, args, action)
    built_rows, built_error, built_result = given(pair.built, name, copies, action)
    columns = 4 if with_lines else 2
    assert [row[:columns] for row in rows] == [row[:columns] for row in built_rows]
    assert error == built_error
    harness.compare_objects("result", result, built_result)
    harness.compare_objects("arguments", args, copies)
    return pair.counters(), rows, error


@pytest.mark.parametrize("action", ["always", "default", "error", "ignore"])
@pytest.mark.parametrize("name", AT_THE_END)
def test_at_the_end(name, action):
    counters, rows, error = compare(name, [torch.rand(2, 3)], action)
    assert bool(rows) == (action in ("always", "default")) and bool(error) == (action == "error")
    if action != "error" and not harness.IN_PYTHON:
        assert counters["compiled"] == 1 and counters["fallback"] == counters["breaks"] == 0, counters
        assert counters["python"] >= 1, "a warning is a call of Python's function"


@pytest.mark.parametrize("action", ["always", "error"])
@pytest.mark.parametrize("name", CUT)
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_left_to_python(name, action, sign):
    counters, _, _ = compare(name, [torch.ones(2, 3) * sign], action, with_lines=False)
    if name == "on_data" and sign > 0 and not harness.IN_PYTHON:
        assert counters["compiled"] == 1 and counters["python"] == 0, counters


@pytest.mark.parametrize("action", ["always", "error"])
@pytest.mark.parametrize("count", [2, 12])
@pytest.mark.parametrize("name", COUNTED)
def test_with_a_count(name, count, action):
    compare(name, [torch.ones(2, 3), count], action, with_lines=False)


def test_a_place_warns_once():
    """The registry of the module is asked, as by Python's own function."""
    pair = warning.fresh()
    for module in (pair.eager, pair.built):
        with warnings.catch_warnings(record=True) as caught, torch.no_grad():
            warnings.resetwarnings()
            warnings.simplefilter("default")
            for _ in range(3):
                module.in_order(torch.ones(2, 3))
        assert [str(row.message) for row in caught] == ["first", "second"]


def test_another_function_in_its_place(monkeypatch):
    pair = warning.fresh()
    told = []
    monkeypatch.setattr(warnings, "warn", lambda text, *args, **kwargs: told.append(text))
    with torch.no_grad():
        harness.compare_objects("result", pair.eager.in_order(torch.ones(2, 3)), pair.built.in_order(torch.ones(2, 3)))
    assert told[:2] == told[2:] and len(told) == 4


# What torch itself warns of, mostly once in a process, has to reach Python's filters.
BY_TORCH = harness.program(
    "warnings_of_torch",
    """
import torch
import torch.nn.functional as F


def spread(x):
    return torch.cov(x) * 2


def whole_spread(x):
    return torch.corrcoef(x), torch.cov(x[0]) + 1


def weighted(x, weights):
    return torch.cov(x, aweights=weights) + 1, torch.cov(x, fweights=weights.long(), correction=2)


def with_means(x):
    return torch.var_mean(x * 2, dim=0), torch.std_mean(x, dim=0, correction=0)


def padded(x, w):
    return F.conv1d(x, w, padding="same") + 1


def found(x, y):
    return torch.searchsorted(x, y) + 1


def factors(x):
    return torch.qr(x)


def halves(x):
    return torch.cholesky(x)


def chained(x, y):
    return torch.chain_matmul(x, y)


def smallest(x, i, y):
    return x.index_reduce(0, i, y, "amin")


def crossed(x, y):
    return torch.cross(x, y) + 1


def crossed_along(x, y):
    return torch.cross(x, y, dim=1) + 1


def turned(x):
    return x.T + 1


def grids(x):
    return torch.meshgrid(x, x * 2)


def grids_by_rows(x):
    return torch.meshgrid(x, x * 2, indexing="ij")


def square_sum(x):
    return torch.frobenius_norm(x, 0)


def scaled(x, steps):
    return torch.ldexp(x, steps) + 1


def drawn(x, high):
    return torch.randint_like(x, 0, high) * 0


def triangle(x, y):
    return torch.linalg.solve_triangular(x, y, upper=False)


def turned_matrix(x):
    return x.mT + 1


def turned_conjugate(x):
    return x.mH + 1
""",
    [
        *("weighted(f32[A, B], f32[B])", "with_means(f32[A, B])"),
        *("spread(f32[A, B])", "whole_spread(f32[A, B])", "padded(f32[A, B, C], f32[D, B, 3])"),
        *("padded(f32[A, B, C], f32[D, B, 2])", "padded(f32[A, B, C], f32[D, B, K])", "found(f32[A], f32[B])"),
        *("found(f32[2 * A][::2], f32[B])", "factors(f32[A, B])", "halves(f32[A, A])"),
        *("chained(f32[A, B], f32[B, C])", "smallest(f32[A, B], i64[C], f32[C, B])"),
        *("crossed(f32[A, 3], f32[A, 3])", "crossed_along(f32[A, 3], f32[A, 3])"),
        *("grids(f32[N])", "grids_by_rows(f32[N])", "turned(f32[N])", "turned(f32[A, B, C])", "square_sum(f32[A, B])"),
        *(
            "scaled(f32[A, B], i64[B])",
            "scaled(f32[A], i64[B, A])",
            "drawn(f32[A, B], 5)",
            "triangle(f32[A, A], c64[A, A])",
        ),
        *[f"{name}({of})" for name in ("turned", "turned_matrix", "turned_conjugate") for of in ("f32[]", "f32[A, B]")],
    ],
    ["--force"],
    "-O0",
)
WARNED = """
import sys, warnings
sys.path.insert(0, sys.argv[1])
import torch
import warnings_of_torch as module

for name, args in [
    ("spread", [torch.ones(2, 1)]), ("spread", [torch.ones(2, 3)]), ("whole_spread", [torch.ones(2, 1)]),
    ("weighted", [torch.ones(2, 3), torch.tensor([3.0, 0, 0])]), ("weighted", [torch.ones(2, 3), torch.ones(3)]),
    ("with_means", [torch.ones(3, 0)]), ("with_means", [torch.ones(1, 2)]), ("with_means", [torch.ones(2, 2)]),
    ("padded", [torch.ones(1, 2, 5), torch.ones(3, 2, 2)]), ("padded", [torch.ones(1, 2, 5), torch.ones(3, 2, 4)]),
    ("padded", [torch.ones(1, 2, 5), torch.ones(3, 2, 3)]), ("padded", [torch.ones(1, 2, 5), torch.ones(3, 2, 5)]),
    ("found", [torch.ones(8)[::2], torch.ones(3)]), ("found", [torch.ones(8), torch.ones(6)[::2]]),
    ("found", [torch.ones(8), torch.ones(6)]), ("factors", [torch.eye(3)]), ("halves", [torch.eye(3)]),
    ("chained", [torch.eye(3), torch.ones(3, 2)]),
    ("smallest", [torch.ones(2, 3), torch.tensor([1]), torch.ones(1, 3)]),
    ("crossed", [torch.eye(3), torch.ones(3, 3)]), ("crossed_along", [torch.eye(3), torch.ones(3, 3)]),
    ("turned", [torch.tensor(1.0)]), ("turned_matrix", [torch.tensor(1.0)]), ("turned_conjugate", [torch.tensor(1.0)]),
    ("turned", [torch.ones(3)]), ("turned", [torch.ones(2, 3, 4)]), ("turned", [torch.ones(2, 3)]),
    ("grids", [torch.ones(3)]), ("grids_by_rows", [torch.ones(3)]), ("square_sum", [torch.ones(2, 3)]),
    ("scaled", [torch.ones(2, 3), torch.arange(3)]), ("scaled", [torch.ones(3), torch.ones(2, 3).long()]),
    ("drawn", [torch.ones(2, 3), 5]), ("drawn", [torch.ones(2, 3), 2**30]), ("triangle", [torch.eye(2), torch.eye(2) + 1j]),
]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            getattr(module, name)(*args)
            print(name, "gives no warning")
        except UserWarning as warning:
            print(name, str(warning).partition("(Triggered")[0])
"""


def test_what_torch_warns_of_reaches_the_filters_of_python():
    pair = BY_TORCH.load()
    said = []
    for folder in (BY_TORCH.folder, BY_TORCH.out):
        command = [sys.executable, "-c", WARNED, str(folder)]
        said.append(subprocess.run(command, capture_output=True, text=True, check=True))
    assert said[0].stdout == said[1].stdout and said[0].stdout.count("no warning") == 13
    assert "Warning" not in said[1].stderr  # nothing comes from operators that C calls
    for name, args in (
        ("spread", [torch.randn(2, 5)]),
        ("whole_spread", [torch.randn(2, 5)]),
        ("weighted", [torch.randn(2, 5), torch.tensor([1.0, 2.0, 3.0, 2.0, 1.0])]),
        ("with_means", [torch.randn(3, 5)]),
        ("padded", [torch.ones(1, 2, 5), torch.ones(3, 2, 3)]),
        ("found", [torch.ones(8).cumsum(0), torch.randn(6)]),
        ("crossed_along", [torch.randn(2, 3), torch.randn(2, 3)]),
        ("turned", [torch.randn(2, 3)]),
        ("turned_matrix", [torch.randn(2, 3)]),
        ("turned_conjugate", [torch.randn(2, 3)]),
        ("grids_by_rows", [torch.randn(3)]),
        ("scaled", [torch.ones(2, 3), torch.arange(3)]),
    ):
        harness.check(pair, name, lambda args=args: args, expect="whole")


# Where the code that is compiled does not warn itself, torch's own function is asked to at the return.
TORCH_AT_THE_END = harness.program(
    "torch_warns_at_the_end",
    """
import warnings

import torch
import torch.nn.functional as F


def turned(x):
    return x.T + 1


def mirrored(x):
    return x.adjoint() + x.mH + x.H + x.mT


def grids(x):
    a, b = torch.meshgrid(x, x * 2)
    return a + b


def chained(x):
    return torch.chain_matmul(x, x) + 1


def crossed(x):
    return torch.cross(x, x + 1) * 2


def square_sum(x):
    return torch.frobenius_norm(x, 0) + 1


def helper(x):
    return x.T * 2


def in_order(x):
    warnings.warn("first")
    y = helper(x) + 1
    warnings.warn("second")
    return y.T


def on_one_side(x):
    y = x * 2
    if x.sum() > 0:
        y = y.T + 1
    return y + 2


def tried(x):
    try:
        return x.T + 1
    except UserWarning:
        return x * 3


def written(x):
    x.mul_(2)
    return x.T + 1


def operator(x):
    return torch.ops.aten.numpy_T(x) + 1


def squares(x, y):
    return F.mse_loss(x, y, size_average=False) + F.l1_loss(x, y, False) + F.smooth_l1_loss(x, y, True, True, "none")


def apart(x, y):
    return F.mse_loss(x, y, True, False) + F.binary_cross_entropy_with_logits(x, y, reduce=True)


def classes(x, i):
    return F.cross_entropy(x, i, size_average=False) + F.nll_loss(x, i, None, True), F.cross_entropy(x, i, reduce=False)


def gathered(x, i, y):
    return x.scatter(0, i, y, reduce="add"), (x * 2).scatter_(0, i, y, reduce="multiply")
""",
    [
        *[
            f"{name}(f32[3])"
            for name in ("turned", "grids", "square_sum", "in_order", "on_one_side", "tried", "written")
        ],
        *("operator(f32[3])", "turned(f32[2, 3, 4])", "turned(f32[])", "mirrored(f32[])", "chained(f32[2, 2])"),
        *("crossed(f32[2, 3])", "squares(f32[2, 3], f32[2, 3])", "apart(f32[3], f32[3])"),
        *("classes(f32[2, 3], i64[2])", "gathered(f32[3], i64[3], f32[3])"),
    ],
    ["--force"],
    "-O0",
)
TORCH_AT_THE_END_CALLS = [
    *[(name, lambda: [torch.arange(1.0, 4)]) for name in ("turned", "grids", "square_sum", "in_order")],
    *[("turned", lambda: [torch.ones(2, 3, 4)]), ("turned", lambda: [torch.ones(())])],
    *[("mirrored", lambda: [torch.ones(())]), ("chained", lambda: [torch.eye(2) + 1])],
    *[("crossed", lambda: [torch.arange(6.0).view(2, 3)])],
    *[("squares", lambda: [torch.ones(2, 3), torch.zeros(2, 3)]), ("apart", lambda: [torch.ones(3), torch.zeros(3)])],
    ("classes", lambda: [torch.eye(2, 3), torch.tensor([2, 0])]),
    ("gathered", lambda: [torch.ones(3), torch.tensor([2, 0, 2]), torch.arange(3.0)]),
]
TORCH_IN_PYTHON = ("on_one_side", "tried", "written", "operator")
PLACES = """
import linecache, os, sys, warnings
sys.path[:0] = [sys.argv[1], sys.argv[3]]
import torch
import torch_warns_at_the_end as module
import test_warnings

torch.set_warn_always(sys.argv[4] == "always")
calls = test_warnings.TORCH_AT_THE_END_CALLS + [
    (name, lambda: [torch.ones(3)]) for name in test_warnings.TORCH_IN_PYTHON
]
for name, args in calls + calls:
    error = None
    with warnings.catch_warnings(record=sys.argv[2] != "error") as caught, torch.no_grad():
        warnings.resetwarnings()
        warnings.simplefilter(sys.argv[2])
        try:
            getattr(module, name)(*args())
        except Warning as warning:
            error = warning
    print(name, error)
    for row in caught or ():
        place = os.path.basename(row.filename), linecache.getline(row.filename, row.lineno)
        print(row.category, row.message, *place)
"""


@pytest.mark.parametrize("action, each_time", [("default", "once"), ("always", "always"), ("error", "always")])
def test_torch_warns_at_the_return(action, each_time):
    pair = TORCH_AT_THE_END.load()
    said = []
    for folder in (TORCH_AT_THE_END.folder, TORCH_AT_THE_END.out):
        command = [sys.executable, "-c", PLACES, str(folder), action, os.path.dirname(__file__), each_time]
        said.append(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert said[0] == said[1]
    assert said[0].count("deprecated") >= 10
    if action == "always":
        for name, args in TORCH_AT_THE_END_CALLS:
            harness.check(pair, name, args, expect="compiled")


# An even kernel that driver code shows: the convolution stays Python, and what follows it is compiled without a miss.
EVEN_KERNEL = harness.program(
    "even_kernels",
    """
import torch
import torch.nn.functional as F


def padded(x, w):
    made = F.conv2d(x, w, padding="same")
    return torch.tanh(made * 2 + 1) * torch.sigmoid(made - 1)


if __name__ == "__main__":
    padded(torch.ones(1, 3, 8, 8), torch.ones(4, 3, 2, 4))
""",
    args=["--force"],
)


def test_an_even_kernel_of_driver_code_is_no_variant_that_always_misses():
    pair = EVEN_KERNEL.load()
    for kernel in ((2, 4), (3, 3), (4, 5)):
        weight = torch.linspace(-1, 1, 12 * kernel[0] * kernel[1]).view(4, 3, *kernel)
        made = harness.check(pair, "padded", lambda weight=weight: (torch.linspace(0, 1, 192).view(1, 3, 8, 8), weight))
        assert made["compiled"] == 1 and made["fallback"] == 0, made
    assert not pair.built.__pyaot__.misses()


FILTERED = harness.program(
    "blocks_with_filters",
    """
import warnings

import torch
import torch.nn.functional as F

warnings.filterwarnings("ignore", category=DeprecationWarning, module="elsewhere")


class Instances:
    def __init__(self, **fields):
        self._fields = {}
        for name, value in fields.items():
            self.set(name, value)

    def set(self, name, value):
        with warnings.catch_warnings(record=True):
            count = len(value)
        self._fields[name] = value, count


def quiet(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return x + 1


def recorded(x):
    with warnings.catch_warnings(record=True) as caught:
        warnings.filterwarnings("always", category=UserWarning)
        count = len(x)
    return x * count, len(caught)


def between(x):
    warnings.warn("before")
    with warnings.catch_warnings():
        with warnings.catch_warnings():
            warnings.resetwarnings()
        warnings.simplefilter("error")
        y = x.sin()
    warnings.warn("behind")
    return y


def left(x):
    try:
        with warnings.catch_warnings(action="error"):
            if x.shape[0] > 1:
                raise ValueError("too many")
            y = x + 1
    except ValueError as error:
        return x - 1, str(error)
    return y


def of_objects(x):
    made = Instances(a=x, b=x + 1)
    return made._fields["b"][0] * made._fields["a"][1]


def warned(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.warn("in vain")
        y = x * 2
    return y


def warned_by_torch(x):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        y = F.softmax(x)
    return y + 1, [str(warning.message) for warning in caught]


def operator(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.linalg.svdvals(x) + 1


def pooled(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        image = F.conv2d(x[None, None], torch.ones(2, 1, 3, 3), padding=1)
        return torch.cat([image, F.max_pool2d(image, 3, stride=1, padding=1)], 1)


def left_set(x):
    before = list(warnings.filters)
    warnings.simplefilter("ignore")
    warnings.warn("in vain")
    warnings.filters[:] = before
    return x + 1


def entered_twice(x):
    block = warnings.catch_warnings()
    with block:
        y = x * 3
    try:
        with block:
            pass
    except RuntimeError:
        return y


if __name__ == "__main__":
    x = torch.ones(2, 2)
    for function in (quiet, recorded, between, left, of_objects, warned, warned_by_torch, operator, pooled, left_set, entered_twice):
        function(x)
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["quiet", "recorded", "between", "left", "of_objects", "pooled"])
def test_blocks_with_filters(name):
    for action in ("always", "error"):
        pair = FILTERED.load()
        rows, error, _ = given(pair.eager, name, [torch.ones(2, 2)], action)
        assert (rows, error) == given(pair.built, name, [torch.ones(2, 2)], action)[:2]
    if name != "between":
        harness.check(FILTERED.load(), name, lambda: (torch.ones(2, 2),), expect="whole")


@pytest.mark.parametrize("name", ["warned", "warned_by_torch", "operator", "left_set", "entered_twice"])
def test_warnings_in_blocks_with_filters_are_left_to_python(name):
    pair = FILTERED.load()
    for action in ("always", "error"):
        rows, error, result = given(pair.eager, name, [torch.ones(2, 2)], action)
        built = given(pair.built, name, [torch.ones(2, 2)], action)
        assert (rows, error) == built[:2]
        harness.compare_objects("result", result, built[2])
