"""The results of the two code back ends are the same: within 2 units in the last place for each pointwise operation, in
each floating dtype, over all special values and many others; reductions and products within a stated part of the sum of
the magnitudes that they add. What the results should be is the matter of the other tests.

Each function gives the results of many operators, so that a dtype costs a few kernels. bf16 and f16 see every value.
"""

import pathlib
import re

import harness
import pytest
import torch

PLUGIN = harness.PYAOT.parent / "lib" / "pyaot" / "libpyaot_llvm.so"
pytestmark = [
    pytest.mark.skipif(not PLUGIN.exists(), reason="the LLVM back end is not built (make llvm)"),
    pytest.mark.skipif(harness.BACKEND not in (None, "c", "llvm"), reason="of the two code back ends"),
]

# Operators of analysis/ops.def by name, in Python. `x`, `y`, `z` are tensors of one dtype.
ONE = {
    "cast": "x.float().double().to(x.dtype)", "neg": "-x", "abs": "x.abs()", "sign": "torch.sign(x)",
    "exp": "torch.exp(x)", "exp2": "torch.exp2(x)", "expm1": "torch.expm1(x)", "log": "torch.log(x)",
    "log2": "torch.log2(x)", "log10": "torch.log10(x)", "log1p": "torch.log1p(x)", "sqrt": "torch.sqrt(x)",
    "rsqrt": "torch.rsqrt(x)", "reciprocal": "torch.reciprocal(x)", "sin": "torch.sin(x)", "cos": "torch.cos(x)",
    "tan": "torch.tan(x)", "asin": "torch.asin(x)", "acos": "torch.acos(x)", "atan": "torch.atan(x)",
    "sinh": "torch.sinh(x)", "cosh": "torch.cosh(x)", "tanh": "torch.tanh(x)", "asinh": "torch.asinh(x)",
    "acosh": "torch.acosh(x)", "atanh": "torch.atanh(x)", "erf": "torch.erf(x)", "erfc": "torch.erfc(x)",
    "lgamma": "torch.lgamma(x)", "sigmoid": "torch.sigmoid(x)", "floor": "torch.floor(x)", "ceil": "torch.ceil(x)",
    "trunc": "torch.trunc(x)", "round": "torch.round(x)", "isnan": "torch.isnan(x)", "isinf": "torch.isinf(x)",
    "isfinite": "torch.isfinite(x)", "signbit": "torch.signbit(x)", "not": "torch.logical_not(torch.isnan(x))",
}  # fmt: skip
TWO = {
    "add": "x + y", "sub": "x - y", "mul": "x * y", "div": "x / y", "floordiv": "torch.floor_divide(x, y)",
    "remainder": "torch.remainder(x, y)", "fmod": "torch.fmod(x, y)", "pow": "torch.pow(x, y)",
    "atan2": "torch.atan2(x, y)", "maximum": "torch.maximum(x, y)", "minimum": "torch.minimum(x, y)",
    "fmax": "torch.fmax(x, y)", "fmin": "torch.fmin(x, y)", "eq": "x == y", "ne": "x != y", "lt": "x < y",
    "le": "x <= y", "gt": "x > y", "ge": "x >= y", "where": "torch.where(x < y, x, y)",
}  # fmt: skip
WHOLE = {
    "bitnot": "~x", "truncdiv": "torch.div(x, y, rounding_mode='trunc')", "and": "x & y", "or": "x | y", "xor": "x ^ y",
    "shl": "x << (y & 7)", "shr": "x >> (y & 7)",
}  # fmt: skip
THREE = {"addcmul": "torch.addcmul(x, y, z)"}
REDUCED = {
    "sum": "x.sum(-1)", "columns": "x.sum(0)", "mean": "x.mean()", "variance": "x.var(-1)", "running": "x.cumsum(-1)",
    "softmax": "torch.softmax(x, -1)", "norm": "F.layer_norm(x, x.shape[-1:])", "product": "x @ w",
}  # fmt: skip
EXACT = {
    "amax": "x.amax(0)", "amin": "x.amin(-1)", "argmax": "x.argmax(-1)", "argmin": "x.argmin(0)",
    "any": "(x > 2).any(-1)", "all": "(x < 2).all(0)",
}  # fmt: skip
INTEGERS = {"u8": torch.uint8, "i8": torch.int8, "i16": torch.int16, "i32": torch.int32, "i64": torch.int64}
OF_INTEGERS = {
    "negative": "-x", "magnitude": "x.abs()", "signs": "torch.sign(x)", "sums": "x + y", "differences": "x - y",
    "products": "x * y", "floors": "x // y", "remainders": "x % y", "fmods": "torch.fmod(x, y)",
    "quotients": "x / y", "greater": "torch.maximum(x, y)", "less": "torch.minimum(x, y)",
    "compared": "(x < y, x <= y, x == y, x != y, x > y, x >= y)", "chosen": "torch.where(x > y, x, y)",
    "roots": "torch.sqrt(x)", "mixed": "x * 0.5 + y",
}  # fmt: skip
OF_INTEGER_ROWS = {
    "totals": "x.sum(-1)", "counts": "x.prod(0)", "steps": "x.cumsum(-1)", "largest": "x.amax(0)",
    "smallest": "x.amin(-1)", "where_largest": "x.argmax(-1)", "means": "x.float().mean(-1)",
}  # fmt: skip
TESTED_ELSEWHERE = {
    "prod",  # a product of many numbers has no bound but the number of them
    *("real", "imag", "conj", "complex"),  # they move numbers: test_complex.py runs with either back end
}
DTYPES = {"f64": torch.float64, "f32": torch.float32, "bf16": torch.bfloat16, "f16": torch.float16}
GROUP = 10


def groups(operators):
    names = list(operators)
    return [{name: operators[name] for name in names[at : at + GROUP]} for at in range(0, len(names), GROUP)]


CASTS = {f"to {name}": f"x.to({dtype})" for name, dtype in {**DTYPES, **INTEGERS, "b8": torch.bool}.items()}
FUNCTIONS = {}  # name: (parameters, operators)
for parameters, operators in (
    ("x", ONE),
    ("x, y", TWO),
    ("x, y", WHOLE),
    ("x, y, z", THREE),
    ("x, w", REDUCED),
    ("x", EXACT),
    ("x, y", OF_INTEGERS),
    ("x", OF_INTEGER_ROWS),
    ("x", CASTS),
):
    for group in groups(operators):
        FUNCTIONS[f"group{len(FUNCTIONS)}"] = parameters, group
SOURCE = "import torch\nimport torch.nn.functional as F\n" + "".join(
    f"\n\ndef {name}({parameters}):\n    return {', '.join(group.values())},\n"
    for name, (parameters, group) in FUNCTIONS.items()
)


def functions_of(operators):
    return [name for name, (_, group) in FUNCTIONS.items() if group.items() <= operators.items()]


def dtypes_of(group):
    if group.items() <= WHOLE.items():
        return ("i64", "i32")
    if group.items() <= OF_INTEGERS.items() or group.items() <= OF_INTEGER_ROWS.items():
        return INTEGERS
    return {**DTYPES, **INTEGERS, "b8": torch.bool} if group.items() <= CASTS.items() else DTYPES


def calls():
    for name, (parameters, group) in FUNCTIONS.items():
        for dtype in dtypes_of(group):
            sizes = {"x, w": (f"{dtype}[M, N]", f"{dtype}[N, K]"), "x": (f"{dtype}[M, N]",)}
            flat = (f"{dtype}[N]",) * (parameters.count(",") + 1)
            reduces = any(group.items() <= rows.items() for rows in (REDUCED, EXACT, OF_INTEGER_ROWS))
            yield f"{name}({', '.join(sizes[parameters] if reduces else flat)})"


BUILT = {
    backend: harness.program(f"agree_{backend}", SOURCE, list(calls()), args=("--force", f"--backend={backend}"))
    for backend in ("c", "llvm")
}


def test_every_operator_is_here():
    text = (pathlib.Path(harness.ROOT) / "analysis" / "ops.def").read_text()
    rows = re.findall(r'^OP\(\w+, "(\w+)", [^,]+, (POINT|REDUCE),', text, flags=re.M)
    here = {*ONE, *TWO, *WHOLE, *THREE, *REDUCED, *EXACT, *TESTED_ELSEWHERE}
    assert len(rows) > 60 and not [name for name, _ in rows if name not in here]


# ---- values ------------------------------------------------------------------------------------------------------------


def special(dtype):
    """Zeros, infinities, NaN, the ends of each range, and neighbours of numbers where functions turn."""
    info = torch.finfo(dtype)
    ends = [0.0, info.tiny, info.tiny / 4, info.smallest_normal, info.max, info.max / 2, info.eps, float("inf")]
    turns = [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 7.0, 10.0, 88.0, 100.0, 127.5, 710.0, 1e4, torch.pi, torch.pi / 2, torch.e]
    values = torch.tensor(ends + turns, dtype=torch.float64).to(dtype)
    near = [values, torch.nextafter(values.float(), torch.tensor(9e9)).to(dtype), values * (1 + info.eps)]
    values = torch.cat([*near, values.new_tensor([float("nan")])])
    return torch.cat([values, -values])


def bits_at_random(dtype, count, seed):
    generator = torch.Generator().manual_seed(seed)
    whole = {torch.float64: torch.int64, torch.float32: torch.int32}.get(dtype, torch.int16)
    low, high = torch.iinfo(whole).min, torch.iinfo(whole).max
    return torch.randint(low, high, (count,), dtype=whole, generator=generator).view(dtype)


def many(dtype):
    if dtype.itemsize == 2:
        return torch.arange(-(2**15), 2**15, dtype=torch.int32).to(torch.int16).view(dtype)
    near = torch.randn(30_001, generator=torch.Generator().manual_seed(1), dtype=dtype)
    return torch.cat([special(dtype), bits_at_random(dtype, 30_001, 2), near, near * 100])


def pairs(dtype):
    values = special(dtype)
    x, y = torch.meshgrid(values, values, indexing="ij")
    count = 30_001
    near = [torch.randn(count, generator=torch.Generator().manual_seed(s), dtype=torch.float64) * 3 for s in (3, 4)]
    wide = [bits_at_random(dtype, count, s) for s in (5, 6)]
    return tuple(torch.cat([flat.reshape(-1), a.to(dtype), b]) for flat, a, b in zip((x, y), near, wide))


# ---- comparing ---------------------------------------------------------------------------------------------------------


def position(values):
    """Where each number stands in the order of all numbers of its dtype; both zeros at 0."""
    whole = {torch.float64: torch.int64, torch.float32: torch.int32}.get(values.dtype, torch.int16)
    bits = values.contiguous().view(whole).to(torch.int64)
    return torch.where(bits >= 0, bits, torch.iinfo(whole).min - bits)


def assert_close_in_units(what, a, b, inputs, units=2):
    if not a.is_floating_point():
        assert torch.equal(a, b), what
        return
    assert torch.equal(a.isnan(), b.isnan()), f"{what}: NaN"
    apart = torch.where(a.isnan(), 0, position(a) - position(b)).abs()
    worst = int(apart.argmax())
    shown = [x.reshape(-1)[worst].item() for x in inputs]
    assert apart.max() <= units, f"{what} of {shown}: {a[worst].item()!r} and {b[worst].item()!r}, {apart[worst]} apart"


def results(function, inputs):
    """What both back ends give; compiled, not in Python."""
    found = []
    for program in BUILT.values():
        module = program.load().built
        before = dict(module.__pyaot__.counters())
        found.append(getattr(module, function)(*inputs))
        after = module.__pyaot__.counters()
        assert after["compiled"] == before["compiled"] + 1, (function, module.__pyaot__.misses())
        assert after["fallback"] == before["fallback"] and after["python"] == before["python"]
    return zip(FUNCTIONS[function][1], *found)


def flat_values(result):
    """The tensors of a result in order."""
    return [result] if isinstance(result, torch.Tensor) else [t for part in result for t in flat_values(part)]


def integers(dtype, shape, seed):
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(0 if dtype == torch.uint8 else -90, 100, shape, generator=generator).to(dtype)


def compare_in_units(operators, inputs, dtype):
    lengths = (len(inputs[0]), 1, 7, 8, 15, 37)  # the last of them are what vector loops leave over
    for function in functions_of(operators):
        for length in lengths:
            cut = [x[:length] for x in inputs]
            for name, a, b in results(function, cut):
                assert_close_in_units(f"{name} {dtype}", a, b, cut)


@pytest.mark.parametrize("dtype", DTYPES)
def test_functions_of_one_number(dtype):
    compare_in_units(ONE, [many(DTYPES[dtype])], dtype)


@pytest.mark.parametrize("dtype", DTYPES)
def test_functions_of_two_numbers(dtype):
    compare_in_units(TWO, pairs(DTYPES[dtype]), dtype)


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32])
def test_functions_of_integers(dtype):
    generator = torch.Generator().manual_seed(0)
    x = torch.randint(-(2**30), 2**30, (10_001,), generator=generator).to(dtype)
    y = torch.randint(1, 1000, (10_001,), generator=generator).to(dtype) * (1 - 2 * (x & 1))
    compare_in_units(WHOLE, [x, y], dtype)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_arithmetic_and_reductions_of_integers(dtype):
    """Products and sums of the narrow ones wrap around. What is a float in the end is within 2 units."""
    for rows, columns in ((1, 1), (3, 17), (37, 64)):
        x, y = (integers(INTEGERS[dtype], (rows, columns), seed) for seed in (0, 1))
        y = torch.where(y == 0, 3, y).to(x.dtype)
        for function in functions_of(OF_INTEGERS):
            for name, a, b in results(function, (x.reshape(-1), y.reshape(-1))):
                for left, right in zip(flat_values(a), flat_values(b)):
                    assert_close_in_units(f"{name} {dtype}", left, right, (x, y))
        for function in functions_of(OF_INTEGER_ROWS):
            for name, a, b in results(function, (x,)):
                assert a.dtype == b.dtype, (name, dtype)
                assert_close_in_units(f"{name} {dtype}", a.reshape(-1), b.reshape(-1), ())


@pytest.mark.parametrize("dtype", [*DTYPES, *INTEGERS, "b8"])
def test_casts(dtype):
    """Between all dtypes, of what both hold; of special values and bits at random between the floating ones."""
    kind = {**DTYPES, **INTEGERS, "b8": torch.bool}[dtype]
    shared = torch.linspace(0, 100, 1001, dtype=torch.float64)
    inputs = [shared.to(kind), integers(torch.uint8, (999,), 2).to(kind)]
    if kind.is_floating_point:
        inputs.append(torch.cat([special(kind), bits_at_random(kind, 20_001, 7)]))
    for number, x in enumerate(inputs):
        for function in functions_of(CASTS):
            for name, a, b in results(function, (x,)):
                assert a.dtype == b.dtype, (name, dtype)
                if number < 2 or a.is_floating_point():  # what no integer holds is any integer
                    assert_close_in_units(f"{name} of {dtype}", a, b, (x,), units=0)


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_product_that_is_added(dtype):
    """It may be rounded once or twice: the bound is a rounding of the product."""
    x, y = pairs(DTYPES[dtype])
    z = y.flip(0)
    for function in functions_of(THREE):
        for name, a, b in results(function, (x, y, z)):
            product, finite = (y.double() * z.double()).abs(), a.isfinite() & b.isfinite()
            bound = torch.finfo(DTYPES[dtype]).eps * (product + a.double().abs()) + torch.finfo(DTYPES[dtype]).tiny
            wrong = finite & ((a.double() - b.double()).abs() > bound)
            assert not wrong.any(), (name, x[wrong][:3], y[wrong][:3], z[wrong][:3], a[wrong][:3], b[wrong][:3])


@pytest.mark.parametrize("dtype", DTYPES)
def test_reductions_and_products(dtype):
    """Sums may be taken in another order: within 8 roundings of what is added, whatever cancels."""
    for rows, columns in ((2, 3), (5, 17), (65, 300)):
        generator = torch.Generator().manual_seed(rows)
        x = torch.randn(rows, columns, generator=generator, dtype=torch.float64).to(DTYPES[dtype])
        w = torch.randn(columns, 9, generator=generator, dtype=torch.float64).to(DTYPES[dtype])
        size = x.double().abs().sum() * max(1.0, w.double().abs().max().item())
        for function in functions_of(REDUCED):
            for name, a, b in results(function, (x, w)):
                assert torch.equal(a.isnan(), b.isnan()), name
                apart = (a.double() - b.double()).nan_to_num().abs().max()
                assert apart <= 8 * torch.finfo(DTYPES[dtype]).eps * (1 + size / rows), (name, dtype, rows, apart)
        for function in functions_of(EXACT):
            for name, a, b in results(function, (x,)):
                assert torch.equal(a, b), (name, dtype)
