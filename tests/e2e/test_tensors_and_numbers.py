"""A tensor and a number, in all kinds of both: what torch promotes, what it refuses, and the dtype of what it gives."""

import pytest
import torch
from harness import check, program

EXPRESSIONS = """
x + S
S + x
x - S
S - x
x * S
S * x
x / S
S / x
x // S
S // x
x % S
S % x
x**S
S**x
x == S
x < S
S >= x
x & S
x | S
x ^ S
x << S
S << x
torch.add(x, S, alpha=2)
torch.sub(x, S, alpha=2)
torch.rsub(x, S)
torch.mul(x, S)
torch.div(x, S, rounding_mode="floor")
torch.div(x, S, rounding_mode="trunc")
torch.fmod(x, S)
torch.remainder(x, S)
torch.remainder(S, x)
torch.pow(x, S)
torch.pow(S, x)
torch.where(x > 0, x, S)
torch.where(x > 0, S, x)
torch.clamp(x, S)
torch.clamp(x, max=S)
torch.clamp(x, S, S)
x.clamp_min(S)
torch.full_like(x, S)
x.new_full((2,), S)
torch.full((2,), S)
x.fill_(S)
x.add_(S)
x.mul_(S)
x.div_(S)
x.sub_(S)
x.pow_(S)
x.floor_divide_(S)
x.remainder_(S)
x.fmod_(S)
x.masked_fill(x > 0, S)
x.index_fill(0, torch.tensor([0]), S)
torch.lerp(x, x, S)
torch.addcmul(x, x, x, value=S)
torch.eq(x, S)
torch.isclose(x, torch.full_like(x, S))
torch.float_power(x, S)
torch.xlogy(x, S)
torch.xlogy(S, x)
torch.copysign(x, S)
torch.bitwise_and(x, S)
torch.true_divide(x, S)
torch.floor_divide(x, S)
F.threshold(x, S, S)
F.leaky_relu(x, S)
F.elu(x, S)
F.celu(x, S)
F.softplus(x, S)
F.hardtanh(x, -1, S)
F.hardshrink(x, S)
F.softshrink(x, S)
F.pad(x, (1, 1), value=S)
torch.nan_to_num(x, S)
torch.norm(x, S)
torch.linalg.vector_norm(x, S)
torch.renorm(x, S, 0, 1)
torch.logit(x, S)
torch.arange(0, 3, 1) * S
torch.linspace(0, S, 3)
torch.arange(S)
torch.tensor([S, S])
torch.as_tensor(S)
torch.tensor(S)
torch.cumsum(x * S, 0)
torch.sum(x) * S
torch.result_type(x, S)
torch.gt(x, S)
torch.heaviside(x, torch.tensor(S))
torch.diag_embed(x) + S
x.cumprod(0) - S
torch.tril(x) * S
torch.maximum(x, torch.tensor(S))
x + torch.tensor(S)
torch.tensor(S) * x
torch.tensor(S) / x
x ** torch.tensor(S)
torch.where(x > 0, x, torch.tensor(S))
x.clamp(torch.tensor(S))
torch.atan2(x, torch.tensor(S))
x.add_(torch.tensor(S))
x // torch.tensor(S)
x % torch.tensor(S)
torch.fmod(torch.tensor(S), x)
torch.hypot(x, torch.tensor(S))
torch.stack([x[0, 0], torch.tensor(S)])
torch.cat([x[0], torch.tensor([S])])
x.scatter(0, torch.zeros(1, 3, dtype=torch.long), S)
x[0].index_put((torch.tensor([0]),), torch.tensor(S, dtype=x.dtype))
x[0, 0].item() + S
""".strip().split("\n")
DTYPES = {"f32": torch.float32, "i64": torch.int64, "bool": torch.bool, "c64": torch.complex64}
NUMBERS = ["True", "-3", "0.5", "1j", "float('inf')"]
FUNCTION = """
def expression_{index}_{number}(x):
    try:
        return {expression}
    except (RuntimeError, TypeError, ValueError, NotImplementedError, IndexError, ArithmeticError):
        return None
"""


def program_of(dtype):
    source, calls = "import torch\nimport torch.nn.functional as F\n\n", []
    for index, expression in enumerate(EXPRESSIONS):
        for number, text in enumerate(NUMBERS):
            source += FUNCTION.format(index=index, number=number, expression=expression.replace("S", text))
            calls.append(f"expression_{index}_{number}({dtype}[3, 3])")
    return program(f"numbers_{dtype}", source, calls, ["--force"], flags="-O0")


PROGRAMS = {dtype: program_of(dtype) for dtype in DTYPES}


def operand(dtype):
    values = torch.randn(3, 3, generator=torch.Generator().manual_seed(1)) * 2
    if dtype.is_complex:
        return torch.complex(values, values + 1)
    return values > 0 if dtype == torch.bool else (values if dtype.is_floating_point else values.round()).to(dtype)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("index", range(len(EXPRESSIONS)), ids=lambda i: EXPRESSIONS[i])
def test_numbers(index, dtype):
    for number in range(len(NUMBERS)):
        name = f"expression_{index}_{number}"
        check(PROGRAMS[dtype].load(), name, lambda: [operand(DTYPES[dtype])], atol=1e-5, rtol=1e-5)


FACTORS = program(
    "factors_of_products",
    """
import torch


def addmm(x, m, alpha, beta):
    return torch.addmm(x, m, m, alpha=alpha, beta=beta)


def baddbmm(x, m, alpha, beta):
    return torch.baddbmm(x[None], m[None], m[None], alpha=alpha, beta=beta)


def addr(x, m, alpha, beta):
    return torch.addr(x, m[0], m[1], alpha=alpha, beta=beta)


def addmv(x, m, alpha, beta):
    return torch.addmv(x[0], m, m[1], alpha=alpha, beta=beta)


def stepped(x, n):
    return x[::n], x[1::n] + 1
""",
    [
        f"{name}({dtype}[N, N], {dtype}[N, N], {numbers})"
        for name in ("addmm", "baddbmm", "addr", "addmv")
        for dtype in ("f32", "i64", "f16")
        for numbers in ("0.5, 2.0", "2, 3", "0.5, 2")
    ]
    + ["stepped(f32[N], 2)"],
    ["--force"],
    "-O0",
)
PAIRS_OF_FACTORS = [(0.5, 2.0), (1.0, 1.0), (1.0, 0.0), (2, 3), (0, 0), (0.25, 0)]


@pytest.mark.parametrize("name", ["addmm", "baddbmm", "addr", "addmv"])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.int64])
def test_factors_that_the_call_tells(name, dtype):
    whole = dtype.is_floating_point
    for numbers in PAIRS_OF_FACTORS:
        x = torch.tensor([[float("nan") if whole else 0.0, 2.0, 3.0], [1.0, -1.0, 2.0], [0.0, 4.0, 1.0]]).to(dtype)
        m = torch.arange(9).view(3, 3).to(dtype)
        check(FACTORS.load(), name, lambda: (x.clone(), m, *numbers), expect="whole" if whole else None)


@pytest.mark.parametrize("step", [2, 1, 3, 0, -1, True, 2.0])
def test_a_step_that_the_call_tells(step):
    check(FACTORS.load(), "stepped", lambda: (torch.arange(9.0), step), expect="whole" if repr(step) == "2" else None)


FOR_NUMBERS = """
F.hardtanh(x, -1.0, S)
F.hardtanh(x, max_val=S)
F.hardtanh(x[0], -1.0, x)
F.smooth_l1_loss(x, x + 1, beta=S)
F.layer_norm(x, (3,), eps=S)
torch.trapezoid(x, dx=S)
torch.cumulative_trapezoid(x, dx=S)
x[0].index_put((torch.tensor([0]),), S)
""".strip().split("\n")
GIVEN = {"f32[]": 0.5, "i64[]": 2, "bool[]": True, "f32[1]": [0.5], "f32[1, 1]": [[0.5]], "f32[3]": [0.5, 1.0, 2.0]}
ROWS = {"f32[1, 1]": (1, 1), "f32[M, 3]": (2, 3)}
OF_TENSORS = program(
    "tensors_for_numbers",
    "import torch\nimport torch.nn.functional as F\n"
    + "".join(f"\n\ndef expression_{index}(x, S):\n    return {text}\n" for index, text in enumerate(FOR_NUMBERS)),
    [f"expression_{index}({row}, {given})" for index in range(len(FOR_NUMBERS)) for row in ROWS for given in GIVEN],
    ["--force"],
    "-O0",
)


def rows(*size):
    return torch.arange(float(size[0] * size[1])).view(size) - 1.5


@pytest.mark.parametrize("index", range(len(FOR_NUMBERS)), ids=lambda i: FOR_NUMBERS[i])
def test_tensors_where_numbers_are_declared(index):
    for size in ROWS.values():
        for value in GIVEN.values():
            check(OF_TENSORS.load(), f"expression_{index}", lambda: [rows(*size), torch.tensor(value)])


@pytest.mark.parametrize("dx", [True, 1j, 2, 0.5])
@pytest.mark.parametrize("name", ["trapezoid", "cumulative_trapezoid"])
def test_intervals_are_real_numbers(name, dx):
    source = f"import torch\n\n\ndef area(x):\n    return torch.{name}(x, dx={dx})\n"
    areas = program(f"areas_{name}", source, ["area(f32[M, 3])"], ["--force"], "-O0")
    check(areas.load(), "area", lambda: [rows(2, 3)], expect="whole" if dx in (2, 0.5) else None)


OF_NUMBERS = """
torch.add(a, b)
torch.sub(a, b)
torch.mul(a, b)
torch.div(a, b)
torch.true_divide(a, b)
torch.floor_divide(a, b)
torch.div(a, b, rounding_mode="floor")
torch.div(a, b, rounding_mode="trunc")
torch.add(a, b, alpha=2)
torch.maximum(a, b)
torch.rsub(a, b)
torch.Tensor.add(a, b)
torch.Tensor.mul(a, b)
torch.ops.aten.add.Tensor(a, b)
torch.mul(a, 2j)
""".strip().split("\n")
NUMBERS_ALONE = program(
    "numbers_alone",
    "import torch\n"
    + "".join(f"\n\ndef f{i}(x, a, b):\n    return x.sin() + {e}, {e}\n" for i, e in enumerate(OF_NUMBERS)),
    [
        f"f{i}(f32[N], {a}, {b})"
        for i in range(len(OF_NUMBERS))
        for a, b in ((7, 2), (0.1, 3), (True, 2.5), (True, True))
    ],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("index", range(len(OF_NUMBERS)), ids=lambda i: OF_NUMBERS[i])
def test_numbers_alone(index):
    """Torch makes tensors without dimensions of them, in some functions."""
    for a, b in ((7, 2), (-7, 2), (0.1, 3), (1e300, 2), (True, 2.5), (True, True), (7, 0), (2**62, 2**62)):
        whole = index < 8 and type(a) is not bool and b and a != 1e300
        check(NUMBERS_ALONE.load(), f"f{index}", lambda: (torch.arange(4.0), a, b), expect="whole" if whole else None)


INDICES = program(
    "tensors_as_indices",
    """
import operator

import torch


def in_base(x):
    try:
        return bin(x > 0), hex(x)
    except TypeError:
        return x + 1


def index(x):
    try:
        return operator.index(x > 0), [5, 6][x > 0], x + 1
    except TypeError as error:
        return x + 1, str(error)


def repeated(x):
    try:
        return "ab" * x, [1] * (x > 0), (x > 0) * (2,)
    except TypeError as error:
        return x + 1, str(error)
""",
    [f"{name}(i64[M, N])" for name in ("in_base", "index", "repeated")],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("shape", [(1, 1), (2, 1), (2, 3), (0, 1), (1,), ()])
@pytest.mark.parametrize("name", ["in_base", "index", "repeated"])
def test_tensors_of_one_element_are_ints(name, shape):
    check(INDICES.load(), name, lambda: (torch.ones(shape, dtype=torch.int64),))


ZEROS = program(
    "zeros",
    """
import torch


def less_than_zero(x):
    return 1.0 / (0.0 - x), 1.0 / (0.0 - (x > 0).float())


def back_to_zero(x):
    return 1.0 / (x.float() * -1.0 + 0.0), 1.0 / (-x.double() + 0.0), 1.0 / (0.0 + -x.float()), 1.0 / (-0.0 - x)


def of_a_number(x):
    n = int(x.sum())
    return x / (0.0 - n), x / (-float(n) + 0.0)
""",
    [f"{name}(i64[N])" for name in ("less_than_zero", "back_to_zero", "of_a_number")],
    ["--force"],
)


@pytest.mark.parametrize("name", ["less_than_zero", "back_to_zero", "of_a_number"])
def test_zero_less_zero_is_not_negative(name):
    """Some compilers take 0.0 - (float)i for -(float)i."""
    check(ZEROS.load(), name, lambda: (torch.tensor([0, 1, 0, -1, 0]),), expect="whole")
