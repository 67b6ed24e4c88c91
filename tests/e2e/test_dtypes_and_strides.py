"""Dtypes, promotion, sizes, strides and aliasing: what comes back has eager's dtype, shape, strides and identity."""

import itertools

import harness
import pytest
import torch
from table import randn

FLOATS = (torch.float32, torch.float64, torch.bfloat16, torch.float16)
INTS = (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8)
NAMES = {torch.float32: "f32", torch.float64: "f64", torch.bfloat16: "bf16", torch.float16: "f16", torch.int64: "i64"}
NAMES |= {torch.int32: "i32", torch.uint8: "u8", torch.bool: "bool"}


def sample(dtype, *shape, seed=0):
    values = randn(*shape, seed=seed) * 3
    return values > 0 if dtype == torch.bool else values.to(dtype)


ARITHMETIC = harness.program(
    "arithmetic",
    """
import torch

def add(x, y):
    return x + y * 2

def divide(x, y):
    return x / (y.abs() + 1)

def compare(x, y):
    return torch.where(x > y, x, y)

def with_float(x):
    return x * 0.5 + 1

def with_int(x):
    return x * 3 - 1

def total(x):
    return x.sum(), x.sum(0), x.sum(-1, keepdim=True)

def average(x):
    return x.mean(), x.mean(-1), x.mean(0, keepdim=True)

def extremes(x):
    return x.amax(-1), x.amin(), x.amax(0, keepdim=True)

def cast(x):
    return x.float() * 2, x.double() + 1, x.to(torch.int64)

def unary(x):
    return torch.exp(-x.abs()) + torch.sqrt(x.abs()) + torch.tanh(x) + torch.sin(x) * torch.cos(x)

def logic(x, y):
    return (x > 0) & (y < 1) | ~(x == y)
""",
    calls=[
        f"{name}({dtype}[M, N]{second})"
        for name, two in (
            ("add", True),
            ("divide", True),
            ("compare", True),
            ("with_float", False),
            ("with_int", False),
            ("total", False),
            ("cast", False),
        )
        for dtype in ("f32", "f64", "bf16", "f16", "i64", "i32", "u8", "bool")
        for second in ([f", {dtype}[M, N]"] if two else [""])
        if not (dtype == "bool" and name == "with_int")
    ]
    + [f"{name}({dtype}[M, N])" for name in ("average", "unary") for dtype in ("f32", "f64", "bf16", "f16")]
    + [f"extremes({dtype}[M, N])" for dtype in ("f32", "f64", "i64")]
    + ["logic(f32[M, N], f32[M, N])", "logic(i64[M, N], i64[M, N])"],
)
SHAPES = [(4, 5), (1, 1), (1, 7), (7, 1), (0, 3), (3, 0), (33, 65)]
BINARY = ["add", "divide", "compare"]


@pytest.mark.parametrize("dtype", NAMES, ids=NAMES.values())
@pytest.mark.parametrize("name", BINARY)
def test_binary(name, dtype):
    for shape in SHAPES:
        make = lambda s=shape: (sample(dtype, *s, seed=1), sample(dtype, *s, seed=2))
        harness.check(ARITHMETIC.load(), name, make)


@pytest.mark.parametrize("name", BINARY + ["logic"])
def test_binary_runs_compiled(name):
    make = lambda: (randn(4, 5, seed=1), randn(4, 5, seed=2))
    harness.check(ARITHMETIC.load(), name, make, expect="whole")


@pytest.mark.parametrize("name", ["with_float", "with_int", "total", "average", "cast", "unary"])
def test_unary_runs_compiled(name):
    harness.check(ARITHMETIC.load(), name, lambda: (randn(4, 5),), expect="whole", atol=1e-5)


@pytest.mark.parametrize("dtype", NAMES, ids=NAMES.values())
@pytest.mark.parametrize("name", ["with_float", "with_int", "total", "average", "cast", "unary", "extremes"])
def test_unary(name, dtype):
    for shape in SHAPES:
        harness.check(ARITHMETIC.load(), name, lambda s=shape: (sample(dtype, *s),))


@pytest.mark.parametrize("second", NAMES, ids=NAMES.values())
@pytest.mark.parametrize("first", NAMES, ids=NAMES.values())
def test_promotion_of_two_dtypes(first, second):
    for name in BINARY:
        for a, b in [((3, 4), (3, 4)), ((3, 4), ()), ((), (3, 4)), ((), ()), ((3, 4), (1,))]:
            make = lambda a=a, b=b: (sample(first, *a, seed=1), sample(second, *b, seed=2))
            harness.check(ARITHMETIC.load(), name, make)


@pytest.mark.parametrize("dtype", [torch.int8, torch.int16, torch.complex64])
def test_dtypes_that_no_call_names(dtype):
    for name in BINARY:
        harness.check(ARITHMETIC.load(), name, lambda: (sample(dtype, 3, 4, seed=1), sample(dtype, 3, 4, seed=2)))


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf"), -0.0, 1e-45, 3e38, -3e38])
def test_special_values(value):
    for name in BINARY + ["logic"]:
        make = lambda: (torch.full((3, 4), value), randn(3, 4))
        harness.check(ARITHMETIC.load(), name, make)
    for name in ("unary", "total", "average", "extremes", "with_float"):
        harness.check(ARITHMETIC.load(), name, lambda: (torch.full((3, 4), value),))


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32, torch.uint8])
def test_integers_wrap_around(dtype):
    info = torch.iinfo(dtype)
    make = lambda: (torch.full((2, 3), info.max, dtype=dtype), torch.full((2, 3), info.max, dtype=dtype))
    harness.check(ARITHMETIC.load(), "add", make)
    harness.check(ARITHMETIC.load(), "with_int", lambda: (torch.full((2, 3), info.min, dtype=dtype),))


def test_sign_of_zero():
    pair = ARITHMETIC.load()
    for x, y in [(-0.0, 0.0), (-0.0, -0.0), (0.0, -0.0)]:
        eager, built = (m.add(torch.full((2, 2), x), torch.full((2, 2), y)) for m in (pair.eager, pair.built))
        assert torch.equal(torch.signbit(eager), torch.signbit(built))


# ---- layouts -----------------------------------------------------------------------------------------------

LAYOUTS = {
    "contiguous": lambda m, n, seed: randn(m, n, seed=seed),
    "transposed": lambda m, n, seed: randn(n, m, seed=seed).t(),
    "expanded rows": lambda m, n, seed: randn(1, n, seed=seed).expand(m, n),
    "expanded columns": lambda m, n, seed: randn(m, 1, seed=seed).expand(m, n),
    "expanded scalar": lambda m, n, seed: randn(seed=seed).expand(m, n),
    "every second column": lambda m, n, seed: randn(m, 2 * n, seed=seed)[:, ::2],
    "every second row": lambda m, n, seed: randn(2 * m, n, seed=seed)[::2],
    "with an offset": lambda m, n, seed: randn(m + 2, n, seed=seed)[2:],
    "inner offset": lambda m, n, seed: randn(m, n + 3, seed=seed)[:, 3:],
    "reversed": lambda m, n, seed: randn(m, n, seed=seed).flip(0),
    "overlapping windows": lambda m, n, seed: randn(m + n, seed=seed).unfold(0, n, 1)[:m],
    "odd stride": lambda m, n, seed: torch.as_strided(randn(10 * m * n, seed=seed), (m, n), (1, m + 2), 3),
}


@pytest.mark.parametrize("second", LAYOUTS)
@pytest.mark.parametrize("first", LAYOUTS)
def test_layouts_of_two_inputs(first, second):
    for m, n in [(4, 6), (1, 6), (4, 1), (1, 1), (3, 3)]:
        make = lambda m=m, n=n: (LAYOUTS[first](m, n, 1), LAYOUTS[second](m, n, 2))
        harness.check(ARITHMETIC.load(), "add", make)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["unary", "total", "average", "extremes", "cast"])
def test_layouts_of_one_input(name, layout):
    for m, n in [(4, 6), (1, 6), (4, 1), (5, 33)]:
        harness.check(ARITHMETIC.load(), name, lambda m=m, n=n: (LAYOUTS[layout](m, n, 1),), atol=1e-5)


POINTWISE = harness.program(
    "pointwise_any_rank",
    """
import torch

def swish(x):
    return x * torch.sigmoid(x)

def blend(x, y):
    return x * 0.25 + y * 0.75


def row_major(x):
    y = x.to(memory_format=torch.contiguous_format)
    return y, y is x


def in_format(x, memory_format):
    return x.to(memory_format=memory_format)
""",
)
FORMATS = {
    "contiguous": lambda: randn(2, 3, 4, 5),
    "channels last": lambda: randn(2, 3, 4, 5).contiguous(memory_format=torch.channels_last),
    "permuted": lambda: randn(5, 3, 2, 4).permute(2, 1, 3, 0),
    "permuted another way": lambda: randn(4, 2, 5, 3).permute(1, 3, 0, 2),
    "partly expanded": lambda: randn(2, 1, 4, 1).expand(2, 3, 4, 5),
    "sliced": lambda: randn(4, 3, 8, 5)[::2, :, ::2],
    "sliced and permuted": lambda: randn(8, 4, 3, 5)[::2, ::2].permute(1, 2, 0, 3),
}


@pytest.mark.parametrize("second", FORMATS)
@pytest.mark.parametrize("first", FORMATS)
def test_memory_formats(first, second):
    harness.check(POINTWISE.load(), "swish", lambda: (FORMATS[first](),))
    harness.check(POINTWISE.load(), "blend", lambda: (FORMATS[first](), FORMATS[second]()))


@pytest.mark.parametrize("shape", [(), (1,), (0,), (5,), (1, 1), (2, 3, 4), (1, 0, 2), (2,) * 6, (1,) * 9, (2,) * 12])
def test_any_rank(shape):
    harness.check(POINTWISE.load(), "swish", lambda: (randn(*shape),))
    harness.check(POINTWISE.load(), "blend", lambda: (randn(*shape), randn(*shape, seed=4)))


@pytest.mark.parametrize("layout", FORMATS)
def test_conversion_to_a_memory_format(layout):
    """The tensor itself where torch takes it to be in the format already."""
    harness.check(POINTWISE.load(), "row_major", lambda: (FORMATS[layout](),))
    for memory_format in (torch.contiguous_format, torch.channels_last, torch.preserve_format):
        harness.check(POINTWISE.load(), "in_format", lambda: (FORMATS[layout](), memory_format))


def test_channels_last_with_a_size_of_one():
    for shape in [(1, 3, 4, 5), (2, 1, 4, 5), (2, 3, 1, 1), (1, 1, 1, 1)]:
        make = lambda s=shape: (randn(*s).contiguous(memory_format=torch.channels_last), randn(*s))
        harness.check(POINTWISE.load(), "blend", make)
        harness.check(POINTWISE.load(), "swish", lambda s=shape: (make(s)[0],))


def test_a_large_tensor_with_an_offset_is_read_in_place():
    base = randn(5000)
    harness.check(POINTWISE.load(), "swish", lambda: (base[1:],))
    harness.check(POINTWISE.load(), "swish", lambda: (base[4097:],))
    assert torch.equal(base, randn(5000))


# ---- identity and aliasing ---------------------------------------------------------------------------------

ALIASES = harness.program(
    "aliases",
    """
import torch

def same(x):
    return x

def same_and_new(x, y):
    z = x * 2 + y
    return y, z, x, z

def views(x):
    y = x * 2 + 1
    return x.t(), x[1:], y, y.t(), y.view(-1)

def reshaped(x):
    return x.reshape(-1), x.reshape(x.shape), x.flatten()

def maybe_same(x):
    return x.contiguous(), x.float(), x.to(torch.float32), (x + 1).contiguous()

def clones(x):
    return x.clone(), x.detach(), x.squeeze(), x.unsqueeze(0)

def in_place(x):
    y = x.add_(1)
    return y, x * 2

def in_place_on_view(x):
    x[0].mul_(2)
    return x + 1

def in_place_on_new(x):
    y = x * 2
    y.add_(x)
    return y

def returns_parts(x):
    return {"first": x[0], "all": [x, (x + 1, None)], "n": x.shape[0], "name": "parts", "shape": x.shape}

def assign(x, y):
    x[1:] = y
    return x.sum()

def copy_into(x, y):
    x.copy_(y)
    return x + y

def accumulate(x, y):
    x += y
    x -= 2 * y
    return x
""",
    calls=[
        "same(f32[M, N])",
        "same_and_new(f32[M, N], f32[M, N])",
        "views(f32[M, N])",
        "reshaped(f32[M, N])",
        "maybe_same(f32[M, N])",
        "clones(f32[M, N])",
        "in_place(f32[M, N])",
        "in_place_on_view(f32[M, N])",
        "in_place_on_new(f32[M, N])",
        "returns_parts(f32[M, N])",
        "assign(f32[M, N], f32[N])",
        "copy_into(f32[M, N], f32[M, N])",
        "accumulate(f32[M, N], f32[M, N])",
    ],
)
ONE = ["same", "views", "reshaped", "maybe_same", "clones", "in_place", "in_place_on_view", "in_place_on_new"]
ONE += ["returns_parts"]


@pytest.mark.parametrize(
    "layout", ["contiguous", "transposed", "every second column", "with an offset", "inner offset"]
)
@pytest.mark.parametrize("name", ONE)
def test_results_alias_what_eager_s_alias(name, layout):
    for m, n in [(4, 6), (2, 1), (1, 5)]:
        harness.check(ALIASES.load(), name, lambda m=m, n=n: (LAYOUTS[layout](m, n, 1),), times=2)


@pytest.mark.parametrize("name", ["same_and_new", "copy_into", "accumulate"])
def test_results_of_two_inputs_alias_what_eager_s_alias(name):
    harness.check(ALIASES.load(), name, lambda: (randn(4, 6), randn(4, 6, seed=1)))
    harness.check(ALIASES.load(), name, lambda: (randn(4, 6), randn(6, seed=1)))


def test_assignment_to_a_slice():
    harness.check(ALIASES.load(), "assign", lambda: (randn(4, 6), randn(6, seed=1)))
    harness.check(ALIASES.load(), "assign", lambda: (randn(4, 6), randn(7, seed=1)))


@pytest.mark.parametrize("name", ["in_place_on_new", "same_and_new"])
def test_aliasing_programs_run_compiled(name):
    arguments = (randn(4, 6), randn(4, 6, seed=1))[: 2 if name == "same_and_new" else 1]
    harness.check(ALIASES.load(), name, lambda: arguments, expect="compiled")


@pytest.mark.parametrize("name", ["views", "returns_parts"])
def test_views_of_an_argument_that_begins_inside_of_its_memory(name):
    base = randn(6, 4)
    harness.check(ALIASES.load(), name, lambda: (base[2:],), expect="compiled")


def test_results_are_ordinary_tensors():
    """What eager lets a program do with a result, the built program lets it do."""
    import pickle

    pair = POINTWISE.load()
    for shape in [(6,), (3, 4), (0,)]:
        eager, built = pair.eager.swish(randn(*shape)), pair.built.swish(randn(*shape))
        assert type(built) is type(eager)
        assert built.untyped_storage().nbytes() == eager.untyped_storage().nbytes()
        assert built.untyped_storage().resizable() == eager.untyped_storage().resizable()
        assert built._version == eager._version and built.is_pinned() == eager.is_pinned()
        assert torch.equal(pickle.loads(pickle.dumps(built)), built)
        assert built.storage_offset() == 0 and built.untyped_storage().data_ptr() == built.data_ptr()
        for tensor in (eager, built):
            tensor.add_(1).resize_(20).fill_(2)
        assert torch.equal(eager, built)
        array = built.numpy()
        assert array.flags.writeable and array.ctypes.data == built.data_ptr()


def test_results_do_not_share_memory_between_calls():
    pair = POINTWISE.load()
    first = pair.built.swish(randn(8))
    kept = first.clone()
    second = pair.built.swish(randn(8, seed=9))
    assert torch.equal(first, kept) and first.data_ptr() != second.data_ptr()


SMALL_SIZES = harness.program(
    "small_sizes",
    """
import torch
import torch.nn.functional as F

def swap(x, y, n): return x.transpose(1, 2) * 2
def heads(x, y, n): return x.view(x.size(0), x.size(1), 2, x.size(2) // 2).transpose(1, 2) + 1
def attend(x, y, n): return torch.softmax(x @ x.transpose(-2, -1), -1)
def add(x, y, n): return x.transpose(1, 2) + y
def cut(x, y, n): return x[:, :n] * 2
def joined(x, y, n): return (x + 1).transpose(1, 2).reshape(x.size(0), -1)
def merged(x, y, n): return (x * 2).view(x.size(0) * x.size(1), x.size(2))
def mean(x, y, n): return x.transpose(1, 2).mean(-1, keepdim=True)
def halves(x, y, n): return x.chunk(2, dim=-1)[0] + 1
def permuted(x, y, n): return x.permute(2, 0, 1).relu()
def masked(x, y, n): return (x @ y).masked_fill(y[:1, :n, :n].sum() > 0, 0.0)
def corner(x, y, n): return x[:, :n, :n] == 0
""".replace("): return ", "):\n    return "),
    calls=[
        f"{name}(f32[B, T, C], f32[B, C, T], 2)"
        for name in "swap heads attend add cut joined merged mean halves permuted masked corner".split()
    ],
    args=["--force"],
)


@pytest.mark.parametrize("name", "swap heads attend add cut joined merged mean halves permuted masked corner".split())
def test_strides_of_small_sizes(name):
    """Sizes of 0 and 1, where many layouts are equal and eager's choice among them is peculiar."""
    for batch, rows, columns in itertools.product((0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 4)):
        for length in (0, 1, 2):
            arguments = (randn(batch, rows, columns), randn(batch, columns, rows, seed=1), length)
            harness.check(SMALL_SIZES.load(), name, lambda arguments=arguments: arguments, atol=1e-5)


ROW_MAJOR = harness.program(
    "row_major",
    """
def renormed(x):
    return x.renorm(2, 0, 1.0), x.renorm(1, 1, 0.5)
""",
    ["renormed(f32[M, N])", "renormed(f32[M, N].t())"],
    flags="-O0",
)


def test_results_that_are_row_major_whatever_comes_in():
    harness.check(ROW_MAJOR.load(), "renormed", lambda: (randn(4, 5),), expect="whole")
    harness.check(ROW_MAJOR.load(), "renormed", lambda: (randn(5, 4).t(),), expect="whole")


ADDED = harness.program(
    "added_dimensions",
    """
import torch

def copies(x):
    y = x[None]
    return y.bool(), y.double(), y.clone(), y.to(torch.int64), torch.zeros_like(y), y + 1, y

def expanded(x):
    return x.expand(1, -1, -1).bool(), x[None].transpose(1, 2).transpose(1, 2).clone()
""",
    calls=["copies(f32[M, N])", "expanded(f32[M, N])"],
    args=["--force"],
)


@pytest.mark.parametrize("name", ["copies", "expanded"])
def test_copies_of_nothing_keep_the_stride_of_an_added_dimension(name):
    for shape in [(0, 3), (3, 0), (0, 0), (1, 3), (2, 3)]:
        harness.check(ADDED.load(), name, lambda shape=shape: (torch.ones(shape),))
