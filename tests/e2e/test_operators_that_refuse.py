"""Operators whose result nothing uses refuse what torch refuses; strides that sizes of 1 leave open are the caller's."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch
import torch.nn.functional as F


def classes(x, i):
    y = F.one_hot(i, 2)
    return x + 1


def median(x, i):
    y = x.median(0)
    return x + 1


def inverse(x, i):
    y = torch.linalg.inv(x)
    return x + 1


def largest(x, i):
    y = torch.topk(x, 3)
    return x + 1


def counted(x, i):
    y = torch.bincount(i)
    return x + 1


def in_a_branch(x, i):
    if x.sum() > 0:
        y = torch.topk(x, 3)
    return x + 1


def indexed_too_often(x, i):
    return x.sum().index_put_((i,), x.new_ones(()))


def sorted_wrongly(x, i):
    return x.sort(0, stable=True)


def order_wrongly(x, i):
    return torch.argsort(x, 0, stable=True)


def sorted_well(x, i):
    return x.sort(dim=0, stable=True), torch.sort(x, stable=True, dim=0)[1], x.sort(0, True)[0], torch.argsort(x, 0)
"""
NAMES = [line[4 : line.index("(")] for line in SOURCE.splitlines() if line.startswith("def ")]
REFUSING = harness.program("refusing", SOURCE, [f"{n}(f32[M, N], i64[K])" for n in NAMES], ["--force"], flags="-O0")


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_used_is_refused_all_the_same(name):
    for shape in ((3, 3), (0, 3), (3, 0), (1, 2)):
        for indices in ((0, 1, 1), (5, 0, 0), (-1, -9, 2)):
            harness.check(REFUSING.load(), name, lambda shape=shape, i=indices: (torch.ones(*shape), torch.tensor(i)))


STRIDES = """
def asked(x):
    return x[:, 0] if x.stride(0) == 1 else x.sum()


def column(x):
    return x[:, 0]


def views(x):
    return x[0], x.t(), x[1:]
"""
STRIDE_NAMES = [line[4 : line.index("(")] for line in STRIDES.splitlines() if line.startswith("def ")]
STRIDED = harness.program(
    "strides_of_ones", STRIDES, [f"{name}(f32[N, M].t())" for name in STRIDE_NAMES], ["--force"], flags="-O0"
)


@pytest.mark.parametrize("name", STRIDE_NAMES)
def test_strides_of_sizes_of_one(name):
    for m, n in ((1, 7), (7, 1), (1, 1), (3, 4)):
        harness.check(STRIDED.load(), name, lambda m=m, n=n: (randn(m, n, seed=1),))
        harness.check(STRIDED.load(), name, lambda m=m, n=n: (randn(n, m, seed=1).t(),))


TYPES = harness.program(
    "types_that_torch_refuses",
    """
import torch
import torch.nn.functional as F


def normalised(x):
    return F.local_response_norm(x, 3) + 1


if __name__ == "__main__":
    for dtype in (torch.float32, torch.bfloat16):
        normalised(torch.ones(1, 4, 3, 3, dtype=dtype))
""",
)


@pytest.mark.parametrize("dtype", (torch.float32, torch.bfloat16, torch.float16))
def test_types_that_torch_refuses(dtype):
    wide = dtype == torch.float32
    harness.check(TYPES.load(), "normalised", lambda: (randn(1, 4, 3, 3).to(dtype),), expect="whole" if wide else None)


BY_DTYPE = """F.hardshrink(x); F.softshrink(x); torch.logaddexp(x, y); torch.logaddexp2(x, y); torch.dist(x, y); F.mse_loss(x, y)
    F.smooth_l1_loss(x, y); F.huber_loss(x, y); F.kl_div(x, y); F.soft_margin_loss(x, y); torch.addcmul(x, y, y)
    torch.trapezoid(x); torch.isposinf(x); torch.isneginf(x); x.nansum(); torch.meshgrid(x[:, 0], y[0], indexing='ij')
    torch.ldexp(x, y); F.nll_loss(x, y[:, 0].long() * 0); F.hinge_embedding_loss(x, y); x.trace(); x.clone().abs_()
    F.gaussian_nll_loss(x, y, y); divmod(x, 2); torch.angle(x); F.cosine_similarity(x, y); x.clone().clamp_(0.5)
    F.nll_loss(x.float(), y[:, 0].sign()); F.cross_entropy(x.float(), y[:, 0].sign().int())
    F.cross_entropy(x.float(), y[:, 0].sign().byte(), ignore_index=257)
    x.nansum(dtype=torch.complex64); x.float().nanmean(1, dtype=torch.complex64); x.nanmean(dtype=torch.float64)"""
BY_DTYPE = [text.strip() for text in BY_DTYPE.replace("\n", ";").split(";")]
PAIRS = ["i64 i64", "u8 u8", "bool bool", "c64 c64", "f32 i64", "i64 f32", "f16 f16", "f64 bool"]
DTYPES = {"i64": torch.int64, "u8": torch.uint8, "bool": torch.bool, "c64": torch.complex64}
DTYPES |= {"f16": torch.float16, "f32": torch.float32, "f64": torch.float64}
TYPED = harness.program(
    "dtypes_refused",
    "import torch\nimport torch.nn.functional as F\n\n\n"
    + "\n\n".join(f"def case_{i}(x, y):\n    return {text}\n" for i, text in enumerate(BY_DTYPE)),
    [f"case_{i}({pair.split()[0]}[M, N], {pair.split()[1]}[M, N])" for i in range(len(BY_DTYPE)) for pair in PAIRS],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("pair", PAIRS)
def test_what_functions_refuse_by_dtype(pair):
    given = [DTYPES[name] for name in pair.split()]
    for index in range(len(BY_DTYPE)):
        harness.check(
            TYPED.load(),
            f"case_{index}",
            lambda: [
                torch.tensor([[1.5, -2.0, 0.0], [0.25, 3.0, -0.5]]).mul(seed).abs().to(t)
                for seed, t in zip((1, 2), given)
            ],
        )


COUNTED = harness.program(
    "numbers_of_indices",
    """
import torch


def kind(function, x, places, source):
    try:
        function(x * 1, 0, places, source)
    except IndexError:
        return 1
    except RuntimeError:
        return 2
    return 0


def copied(x, places, source):
    return kind(torch.index_copy, x, places, source), kind(torch.Tensor.index_copy_, x, places, source)


def copied_within(x, places, source):
    y = x * 1
    try:
        y.index_copy_(0, places, y[:1])
    except IndexError:
        return 1
    except RuntimeError:
        return 2
    return y
""",
    [f"{name}(f32[M, N], i64[2], f32[{count}, N])" for name in ("copied", "copied_within") for count in (1, 2)],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("name", ["copied", "copied_within"])
def test_other_numbers_of_indices_than_rows(name):
    for rows, columns, count in [(3, 4, 1), (3, 4, 2), (3, 0, 1), (3, 0, 2)]:
        sizes = (rows, columns, count)
        harness.check(
            COUNTED.load(),
            name,
            lambda sizes=sizes: [torch.ones(sizes[:2]), torch.tensor([0, 1]), torch.zeros(sizes[2], sizes[1])],
        )


# what asks for a dimension that is not there, or for numbers of another kind: torch looks at one of them first
DIMENSIONS = {
    "softmax": "x.softmax({})",
    "log_softmax": "x.log_softmax({})",
    "softmin": "F.softmin(x, {})",
    "glu": "F.glu(x, {})",
    "flip": "x.flip({})",
    "rot90": "torch.rot90(x, 1, ({}, 0))",
    "flatten": "x.flatten({})",
    "unflatten": "x.unflatten({}, (1, 3))",
    "index_select": "x.index_select({}, torch.tensor([0]))",
    "movedim": "x.movedim({}, 0)",
    "renorm": "x.renorm(2, {}, 1.0)",
    "split": "x.split(2, {})",
    "chunk": "x.chunk(3, {})",
    "tensor_split": "x.tensor_split(3, {})",
    "diff": "x.diff(dim={})",
    "std": "x.std({})",
    "nanmean": "x.nanmean({})",
    "vector_norm": "torch.linalg.vector_norm(x, dim={})",
}
PLACES = {"first": 0, "beyond": 5, "before": -3}
KINDS = {
    "f32[3, 4]": torch.zeros(3, 4),
    "i64[3, 4]": torch.zeros(3, 4, dtype=torch.int64),
    "f32[0, 4]": torch.zeros(0, 4),
    "f32[()]": torch.zeros(()),
    "i64[()]": torch.zeros((), dtype=torch.int64),
}
DIMENSIONS_SOURCE = "import torch\nimport torch.nn.functional as F\n" + "".join(
    f"""

def {name}_{place}(x):
    try:
        {form.format(dim)}
    except IndexError:
        return "IndexError"
    except NotImplementedError:
        return "NotImplementedError"
    except RuntimeError:
        return "RuntimeError"
    return "nothing"
"""
    for name, form in DIMENSIONS.items()
    for place, dim in PLACES.items()
)
OF_DIMENSIONS = harness.program(
    "refused_dimensions",
    DIMENSIONS_SOURCE,
    [f"{name}_{place}({kind})" for name in DIMENSIONS for place in PLACES for kind in KINDS],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", DIMENSIONS)
def test_dimensions(name):
    pair = OF_DIMENSIONS.load()
    for place in PLACES:
        for tensor in KINDS.values():
            harness.check(pair, f"{name}_{place}", lambda: [tensor.clone()])


# Values of arguments that torch refuses, whatever the tensor.
VALUES = {
    "diff_order": "x.diff(n=-1)",
    "close_rtol": "x.isclose(x, rtol=-1.0)",
    "close_atol": "torch.isclose(x, x, atol=-1.0)",
    "embed_same": "torch.diag_embed(x, dim1=-1)",
    "embed_beyond": "x.diag_embed(dim1=5)",
    "embed_before": "x.diag_embed(dim2=-7)",
    "norm_of_ints": "torch.linalg.vector_norm(x, dtype=torch.int64)",
    "norm_of_complex": "torch.linalg.vector_norm(x, dtype=torch.complex64)",
    "vander_short": "torch.linalg.vander(x, N=1)",
    "vander_bool": "torch.linalg.vander(x > 0)",
    "cross_bool": "torch.linalg.cross(x, x > 0, dim=0)",
    "rrelu_bounds": "torch.rrelu(x, lower=0.5)",
}
OF_VALUES = harness.program(
    "refused_values",
    "import torch\n"
    + "".join(
        f"""

def {name}(x):
    try:
        return {text}
    except IndexError:
        return "IndexError"
    except RuntimeError:
        return "RuntimeError"
"""
        for name, text in VALUES.items()
    ),
    [f"{name}(f32[3, 4])" for name in VALUES],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", VALUES)
def test_values_of_arguments(name):
    harness.check(OF_VALUES.load(), name, lambda: [torch.arange(12.0).view(3, 4)])


HALF = harness.program(
    "refused_types",
    "import torch.nn.functional as F\n\n\ndef margins(x, i):\n    return F.multi_margin_loss(x, i)\n",
    ["margins(f16[M, N], i64[M])", "margins(i64[M, N], i64[M])", "margins(f64[M, N], i64[M])"],
    ["--force"],
)


@pytest.mark.parametrize("dtype", [torch.float16, torch.int64, torch.float64])
def test_types_that_a_loss_refuses(dtype):
    def arguments():
        return (randn(2, 3) * 3).to(dtype), torch.tensor([2, 0])

    harness.check(HALF.load(), "margins", arguments, expect="whole" if dtype == torch.float64 else None)


WEIGHTED = harness.program(
    "refused_weights",
    "import torch.nn.functional as F\n\n\ndef margins(x, i, w):\n    return F.multi_margin_loss(x, i, weight=w)\n",
    ["margins(f32[M, N], i64[M], f32[N])"],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("rows, weights", [(2, 3), (2, 4), (2, 2), (0, 0)])
def test_weights_that_a_loss_refuses(rows, weights):
    arguments = lambda: (randn(rows, 3), torch.zeros(rows, dtype=torch.int64), randn(weights))  # noqa: E731
    harness.check(WEIGHTED.load(), "margins", arguments, expect="whole" if rows and weights == 3 else None)


SEQUENCES = [
    "[[1], [1, 2]]", "[[1, 2], [1]]", "[1, [2]]", "[[1], 2]", "[[1], []]", "[[], [1]]", "[[], [[]]]", "[[[1], [1, 2]]]",
    "[(1,), (1, 2)]", "[[True], [1], [2, 3]]", "[[1], range(2)]", "[1, 2j]", "[[[1j]]]", "[[1], 'a']", "[[1], [2.5]]",
]  # fmt: skip
RAGGED = harness.program(
    "refused_sequences",
    "import torch\n"
    + "".join(
        f"""

def ragged_{i}_{k}(x):
    try:
        return x + 1, torch.tensor({text}{dtype})
    except Exception as error:
        return x + 2, type(error).__name__


def said_{i}_{k}(x):
    return x + torch.tensor({text}{dtype})
"""
        for i, text in enumerate(SEQUENCES)
        for k, dtype in enumerate(("", ", dtype=torch.float64", ", dtype=torch.int32"))
    ),
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("index", range(len(SEQUENCES)), ids=SEQUENCES)
def test_sequences_of_several_lengths_are_refused_as_torch_does(index):
    for k in range(3):
        harness.check(RAGGED.load(), f"ragged_{index}_{k}", lambda: [randn(2)])
        harness.check(RAGGED.load(), f"said_{index}_{k}", lambda: [randn(1)])


def test_a_refused_sequence_is_decided_while_compiling():
    harness.check(RAGGED.load(), "ragged_0_0", lambda: [randn(2)], expect="whole")


# What the sizes of two operands decide, known when it is built: which exception, if any.
BY_SIZES = """F.mse_loss(x, y); F.l1_loss(x, y); F.smooth_l1_loss(x, y); F.huber_loss(x, y); F.soft_margin_loss(x, y)
    F.binary_cross_entropy_with_logits(x, y); F.nll_loss(x, i); F.cross_entropy(x, i); F.gaussian_nll_loss(x, x, y)
    F.multi_margin_loss(x, i); x[i > 0]; x[y > 0]; x[y[:, 0] > 0]; x.masked_select(y > 0); F.pixel_shuffle(x, 2)
    torch.tensordot(x, y, 1); torch.tensordot(x, y, ([0], [0])); torch.tensordot(x, y, ([0, 1], [0, 1]))
    torch.stack([x, y]); x.mm(y); x + y; torch.einsum("ij,ij->i", x, y); x.index_add(0, i, y); x.view(y.shape)
    np.squeeze(x.numpy(), 0); x.numpy().squeeze(1); x.numpy().item(); x.numpy() + y.numpy(); x.numpy().reshape(4)
    np.stack([x.numpy(), y.numpy()]); np.concatenate([x.numpy(), y.numpy()], 1); np.dot(x.numpy(), y.numpy())
    x.numpy() @ y.numpy(); x.numpy()[y.numpy() > 0]; np.where(x.numpy() > 0, y.numpy(), 1.0); x.numpy().sum(2)"""
BY_SIZES = [text.strip() for text in BY_SIZES.replace("\n", ";").split(";")]
SIZES = [((2, 3), (0, 3), 3), ((2, 3), (1, 3), 2), ((1, 1), (0, 1), 1), ((2, 1), (2, 3), 1), ((1, 3), (2, 3), 2)]
CAUGHT = [(text, sizes) for text in BY_SIZES for sizes in SIZES]
CATCHING = harness.program(
    "caught_by_sizes",
    """
import numpy as np
import torch
import torch.nn.functional as F


def kind(function):
    try:
        function()
    except IndexError:
        return 1
    except ValueError:
        return 2
    except RuntimeError:
        return 3
    return 0


"""
    + "\n\n".join(f"def case_{n}(x, y, i):\n    return kind(lambda: {text})\n" for n, (text, _) in enumerate(CAUGHT)),
    [
        f"case_{n}(f32[{a[0]}, {a[1]}], f32[{b[0]}, {b[1]}], i64[{count}])"
        for n, (_, (a, b, count)) in enumerate(CAUGHT)
    ],
    ["--force"],
    "-O0",
)


@pytest.mark.filterwarnings("ignore:Using a target size")
def test_what_functions_refuse_by_sizes():
    for n, (_, (a, b, count)) in enumerate(CAUGHT):
        harness.check(
            CATCHING.load(),
            f"case_{n}",
            lambda a=a, b=b, count=count: (torch.ones(a), torch.ones(b), torch.ones(count, dtype=torch.int64)),
        )


# An input that counts for nothing has to be one that could be added all the same.
OF_NO_WEIGHT = harness.program(
    "of_no_weight",
    """
import torch


def matrix(x, a, b):
    return torch.addmm(x, a, b, beta=0) + 1


def batch(x, a, b):
    return torch.baddbmm(x, a[None], b[None], beta=0.0, alpha=2) + 1, torch.addbmm(x, a[None], b[None], beta=0)


def vectors(x, a, b):
    return torch.addr(x, a[:, 0], b[0], beta=0) + 1


def vector(x, a, b):
    return torch.addmv(x, a, b[:, 0], beta=0) + 1
""",
    [
        *(f"{name}(f32[M, N], f32[A, B], f32[B, C])" for name in ("matrix", "batch", "vectors")),
        *(f"{name}(f32[N], f32[A, B], f32[B, C])" for name in ("matrix", "batch", "vectors", "vector")),
    ],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["matrix", "batch", "vectors", "vector"])
def test_an_input_of_no_weight_has_to_fit(name):
    pair, matrices = OF_NO_WEIGHT.load(), [randn(3, 2), randn(2, 4)]
    for size in ((3, 4), (1, 4), (3, 1), (4,), (3,), (1,), (2, 4), (4, 3), (3, 0), (5,)):
        whole = name != "vector" and size in ((3, 4), (4,)) or name == "vector" and size == (3,)
        harness.check(
            pair,
            name,
            lambda size=size: [torch.full(size, float("nan")), *matrices],
            expect="whole" if whole else None,
        )
