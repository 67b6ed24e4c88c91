"""Numbers of Python beside tensors whose dtype does not hold them: torch refuses what would become infinite or wrap around,
and divides by what the dtype makes of a divisor."""

import pytest
import torch
import torch.nn.functional as F  # noqa: F401
from harness import check, program

OPERATIONS = {
    "masked_fill": "x.masked_fill(x > 0, v)",
    "fill": "x.clone().fill_(v)",
    "full": "torch.full((2,), v, dtype=x.dtype)",
    "full_like": "torch.full_like(x, v)",
    "full_by_default": "torch.full((2,), v)",
    "scalar_tensor": "torch.scalar_tensor(v)",
    "where": "torch.where(x > 0, x, v)",
    "where_of_numbers": "torch.where(x > 0, v, 1)",
    "clamp": "x.clamp(min=v)",
    "add_alpha": "torch.add(x, x, alpha=v)",
    "addcmul": "torch.addcmul(x, x, x, value=v)",
    "addcdiv": "torch.addcdiv(x, x, x, value=v)",
    "addmm": "torch.addmm(x[None], x[None], x[:, None], alpha=v)",
    "lerp": "torch.lerp(x, x, v)",
    "leaky_relu": "F.leaky_relu(x, v)",
    "elu": "F.elu(x, v)",
    "celu": "F.celu(x, v)",
    "softplus": "F.softplus(x, v)",
    "threshold": "F.threshold(x, 0.0, v)",
    "hardshrink": "F.hardshrink(x, v)",
    "softshrink": "F.softshrink(x, v)",
    "power": "x**v",
    "scatter": "x.scatter(0, torch.tensor([0]), v)",
    "index_fill": "x.index_fill(0, torch.tensor([0]), v)",
    "linspace": "torch.linspace(0, v, 3)",
    "dropout": "F.dropout(x, v, False)",
    "remainder": "x % v",
    "quotient": "x // v",
    "fmod": "torch.fmod(x, v)",
    "div_floor": "torch.div(x, v, rounding_mode='floor')",
    "div_trunc": "torch.div(x, v, rounding_mode='trunc')",
    "hypot": "torch.hypot(x, torch.tensor(v))",
    "logaddexp": "torch.logaddexp(x, torch.tensor(v))",
}
DTYPES = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16, "f64": torch.float64, "i8": torch.int8}
KNOWN = [1e40, 70000, 2**31, float("nan")]
GIVEN = [*KNOWN, -1e9, 300, float("-inf"), 0.5, 2, 0.0, 65504.0, 65504, -(2**40), 256]


def functions():
    for name, text in OPERATIONS.items():
        yield f"def given_{name}(x, v):\n    return {text}, x + x\n"
        for place, value in enumerate(KNOWN):
            number = f'float("{value}")' if isinstance(value, float) else value
            yield f"def known_{name}_{place}(x):\n    v = {number}\n    return {text}, x + x\n"


CALLS = [
    call
    for name in OPERATIONS
    for dtype in DTYPES
    for call in (
        f"given_{name}({dtype}[N], 0.25)",
        f"given_{name}({dtype}[N], 2)",
        *(f"known_{name}_{place}({dtype}[N])" for place in range(len(KNOWN))),
    )
]
SOURCE = "import torch\nimport torch.nn.functional as F\n\n\n" + "\n\n".join(functions())
numbers = program("numbers_that_do_not_fit", SOURCE, calls=CALLS, args=["--force"], flags="-O0")


def inputs(dtype):
    return torch.tensor([1.0, -2.0, 3.0]).to(dtype)


@pytest.mark.parametrize("name", OPERATIONS)
def test_known_numbers(name):
    for dtype in DTYPES.values():
        for place in range(len(KNOWN)):
            check(numbers.load(), f"known_{name}_{place}", lambda dtype=dtype: [inputs(dtype)])


@pytest.mark.parametrize("name", OPERATIONS)
def test_given_numbers(name):
    for dtype in DTYPES.values():
        for value in GIVEN:
            check(numbers.load(), f"given_{name}", lambda dtype=dtype, value=value: [inputs(dtype), value])


@pytest.mark.parametrize("name", ["masked_fill", "fill", "full", "where", "clamp", "leaky_relu", "add_alpha"])
def test_numbers_that_fit_are_compiled(name):
    for dtype in (torch.float32, torch.bfloat16, torch.float64):
        for value in (0.25, -1e9, float("-inf")):
            check(numbers.load(), f"given_{name}", lambda dtype=dtype, v=value: [inputs(dtype), v], expect="whole")


POWERS = [
    16777217,
    2**60,
    33554433.0,
    1e-50,
    -1e-46,
    3.00000000001,
    8388608.5,
    0.5,
    -0.5,
    2.5,
    3,
    -3,
    1e50,
    float("nan"),
]
powers = program(
    "powers_by_numbers",
    "def given(x, e):\n    return x**e\n\n\n"
    + "\n\n".join(
        f"def known_{place}(x):\n    return x ** float('{power}')\n"
        if isinstance(power, float)
        else f"def known_{place}(x):\n    return x**{power}\n"
        for place, power in enumerate(POWERS)
    ),
    calls=["given(f32[N], 2.5)", "given(f32[N], 3)", "given(f64[N], 2.5)", "given(f64[N], 3)"]
    + [f"known_{place}(f32[N])" for place in range(len(POWERS))],
    args=["--force"],
    flags="-O0",
)


def bases(dtype):
    return torch.tensor([-2.0, -1.0, -0.5, 0.5, 0.0, -0.0, 3.0, float("nan"), -float("inf")], dtype=dtype)


@pytest.mark.parametrize("place", range(len(POWERS)))
def test_powers_ask_the_number_itself_for_its_parity(place):
    check(powers.load(), f"known_{place}", lambda: [bases(torch.float32)])
    for dtype in (torch.float32, torch.float64):
        check(powers.load(), "given", lambda dtype=dtype: [bases(dtype), POWERS[place]])


@pytest.mark.parametrize("power", [2.5, 3, -3, 0.1])
def test_powers_by_given_numbers_run_compiled(power):
    check(powers.load(), "given", lambda: [bases(torch.float32), power], expect="whole")


OF_INTS = """
import torch


def made(n: int):
    a = torch.tensor([n, 2 * n, 1], dtype=torch.int32), torch.full((2,), n, dtype=torch.uint8)
    return a, torch.tensor(n, dtype=torch.int8)


def sizes(x):
    y = torch.zeros(3, dtype=torch.int32)
    y.fill_(x.shape[0])
    y[1] = x.shape[0] * 2
    return y * len(x), torch.where(y > 3, y, len(x)), y.masked_fill(y > 4, len(x))


def beside(x, n: int):
    return x + n, x * n, x // 3 - n, x == n, x < n, torch.clamp(x, n), x.fill_(n)


def in_a_loop(x):
    return torch.stack([torch.tensor(100 * k, dtype=torch.int16) for k in range(x.shape[0])])
"""
of_ints = program(
    "ints_that_fit",
    OF_INTS,
    calls=[
        "made(3)",
        "sizes(f32[M, N])",
        "beside(i32[N], 3)",
        "beside(i8[N], 3)",
        "beside(u8[N], 3)",
        "in_a_loop(f32[N])",
    ],
    args=["--force"],
    flags="-O0",
)


def test_ints_that_fit_are_compiled():
    pair = of_ints.load()
    for n in (0, 5, 127):
        check(pair, "made", lambda n=n: [n], expect="whole")
        for dtype in (torch.int8, torch.int32, torch.uint8):
            check(pair, "beside", lambda n=n, d=dtype: [torch.tensor([3, 100], dtype=d), n], expect="whole")
    check(pair, "sizes", lambda: [torch.ones(3, 2)], expect="whole")
    check(pair, "in_a_loop", lambda: [torch.ones(4)], expect="whole")


@pytest.mark.parametrize("n", [-1, 128, -129, 256, 2**31, -(2**31) - 1, 2**63 - 1, -(2**63)])
def test_ints_that_do_not_fit(n):
    check(of_ints.load(), "made", lambda: [n])
    for dtype in (torch.int8, torch.int32, torch.uint8):
        check(of_ints.load(), "beside", lambda dtype=dtype: [torch.tensor([3, 100], dtype=dtype), n])


LEAST = program(
    "least_and_greatest_that_do_not_fit",
    """
import torch


def least(x, a: int, b: int):
    return x + 1, min(-a, b), abs(a), max(a * b, a, 3)


if __name__ == "__main__":
    least(torch.ones(2), 7, 3)
""",
)


@pytest.mark.parametrize("a", [-(2**63), -7, 0, 2**62])
@pytest.mark.parametrize("b", [-(2**63), -1, 3])
def test_least_and_greatest_that_do_not_fit(a, b):
    expect = "whole" if abs(a) < 10 and abs(a * b) < 2**63 else None
    check(LEAST.load(), "least", lambda: [torch.ones(2), a, b], expect=expect)
