"""torch.einsum over one, two and more operands: values and strides as eager's, also where sizes are 1; and other operations
whose result's layout hangs on sizes of 1 only where it is returned."""

import pytest
import torch
from harness import check, program
from table import randn

EQUATIONS = (
    "ij->ji", "ij->", "ij->i", "ij,jk->ik", "ij,jk->ki", "ij,jk", "i,j->ij", "i,j->ji", "i,i->", "ij,ij->ij", "ab,ab->a",
    "ij,j->i", "ij,kl->", "bld,dn->bldn", "bld,bln,bld->bldn", "bdn,bn->bd", "bhid,bhjd->bhij", "bhnd,nrd->bhnr",
    "ij,jk,kl->il", "i,j,k->ijk", "abc,cd->abd", "nchw,nvw->nchv", "jim,jk->kmi", "ijm,jk->mki", "ij,jkn->kin",
    "ijm,jkn->nimk", "bij,bjk->kbi", "bhij,bhjd->bihd", "bij,kij->kb", "ij,jk->kij", "bhwc,hkc->bhwk",
)  # fmt: skip
SIZES = dict(zip("abcdefhijklmnqrvw", (3, 2, 4, 4, 2, 2, 3, 4, 5, 6, 3, 3, 5, 2, 2, 2, 3)))


def operands(equation, ones=""):
    inputs = equation.split("->")[0].split(",")
    sizes = {c: 1 if c in ones else SIZES[c] for c in SIZES}
    return [randn(*[sizes[c] for c in labels], seed=i) for i, labels in enumerate(inputs)]


def function(i, equation):
    names = ", ".join(f"x{k}" for k in range(equation.count(",") + 1))
    return f"def f{i}({names}):\n    return torch.einsum({equation!r}, {names})\n\n\n"


def call(i, equation):
    tensors = [", ".join(str(SIZES[c]) for c in labels) for labels in equation.split("->")[0].split(",")]
    return f"f{i}({', '.join(f'torch.ones({sizes})' for sizes in tensors)})"


PRODUCTS = program(
    "einsum_products",
    "import torch\n\n\n" + "".join(function(i, e) for i, e in enumerate(EQUATIONS))
    + "if __name__ == '__main__':\n" + "".join(f"    {call(i, e)}\n" for i, e in enumerate(EQUATIONS)),
    args=("--force",),
)  # fmt: skip


@pytest.mark.parametrize("equation", EQUATIONS)
def test_equations(equation):
    name = f"f{EQUATIONS.index(equation)}"
    check(PRODUCTS.load(), name, lambda: operands(equation), expect="whole")
    for ones in ("b", "i", "h", "j", "k", "n", "bi", "bn", "abcdefhijklmnqrvw"):
        check(PRODUCTS.load(), name, lambda ones=ones: operands(equation, ones))


LAYOUTS = program(
    "layouts_of_ones",
    """
import torch


def heads(x, n: int):
    b, t, d = x.shape
    q, k, v = (part.unflatten(-1, (n, -1)).transpose(1, 2) for part in x.chunk(3, dim=-1))
    weights = (torch.einsum("bhid,bhjd->bhij", q, k) * 0.5).softmax(-1)
    return torch.einsum("bhij,bhjd->bhid", weights, v).transpose(1, 2).flatten(2).sum(-1)


def gated(x):
    x, gate = x.chunk(2, dim=-1)
    return (x.float() * torch.nn.functional.gelu(gate).float()).sum(-1)


def converted(x):
    x, gate = x.chunk(2, dim=-1)
    return x.double(), (gate.double() + 1) * 2, x.double().clone(), gate.double().transpose(0, 1)


def asked(x):
    y = x.chunk(2, dim=-1)[0].double()
    return y + 1, y.stride(), y.is_contiguous()


def spread(x, n: int):
    return x.view(1, -1).repeat(n, 1), x.repeat(n, 2), x.repeat(2, 1, n)


def turned(x):
    return x.softmax(1).transpose(1, 2).contiguous()


def turned_twice(x):
    return (x * 2).permute(2, 0, 1).contiguous(), x.transpose(0, 2).contiguous() + 1


def shifted(x, y):
    packed = torch.bitwise_right_shift(x.unsqueeze(1), y) & 15
    return packed, torch.bitwise_left_shift(x, 1), (x >> 2) + (x << 1)


if __name__ == "__main__":
    heads(torch.ones(2, 3, 24), 2)
    gated(torch.ones(2, 3, 8, dtype=torch.bfloat16))
    converted(torch.ones(2, 3, 8))
    asked(torch.ones(2, 3, 8))
    spread(torch.ones(3, 4), 2)
    turned(torch.ones(2, 3, 4))
    turned_twice(torch.ones(2, 3, 4))
    shifted(torch.ones(3, 4, dtype=torch.int32), torch.ones(1, 2, 4, dtype=torch.int32))
""",
    args=("--force",),
)
SHAPES = ((2, 3, 24), (1, 5, 24), (2, 1, 24), (1, 1, 24))


@pytest.mark.parametrize("shape", SHAPES)
def test_sizes_of_one(shape):
    check(LAYOUTS.load(), "heads", lambda: (randn(*shape), 2), expect="whole")
    check(LAYOUTS.load(), "gated", lambda: (randn(*shape).to(torch.bfloat16),), expect="whole")
    check(LAYOUTS.load(), "spread", lambda: (randn(*shape[1:]), 2), expect="whole")
    for name in ("converted", "asked"):
        check(LAYOUTS.load(), name, lambda: (randn(*shape),), expect="whole" if shape == SHAPES[0] else None)


@pytest.mark.parametrize("shape", ((2, 3, 4), (1, 3, 4), (2, 1, 4), (2, 3, 1), (1, 1, 4), (1, 3, 1), (1, 1, 1)))
def test_copies_of_what_is_turned(shape):
    check(LAYOUTS.load(), "turned", lambda: (randn(*shape),), expect="whole" if shape[1] > 1 and shape[2] > 1 else None)
    check(LAYOUTS.load(), "turned_twice", lambda: (randn(*shape),))


def test_shifts():
    numbers = torch.arange(-6, 6, dtype=torch.int32).view(3, 4) * 77
    steps = torch.tensor([[[0], [4]]], dtype=torch.int32).expand(1, 2, 4).contiguous()
    check(LAYOUTS.load(), "shifted", lambda: (numbers.clone(), steps.clone()), expect="whole")


def spread_sizes(equation, which, label):
    """The sizes of the operands, of which one has 1 for the label."""
    inputs = equation.split("->")[0].split(",")
    return [[1 if (c, k) == (label, which) else SIZES[c] for c in labels] for k, labels in enumerate(inputs)]


SPREAD = [
    (equation, which, label)
    for equation in EQUATIONS[:1] + tuple(e for e in EQUATIONS if "," in e)
    for which, labels in enumerate(equation.split("->")[0].split(","))
    for label in labels
    if "->" in equation and sum(label in other for other in equation.split("->")[0].split(",")) > 1
]
SPREAD_SOURCE = "import torch\n\n\n" + "".join(
    function(i, e).replace("def f", "def spread") for i, (e, _, _) in enumerate(SPREAD)
)
SPREAD_CALLS = [
    f"spread{i}({', '.join(f'f32{sizes}' for sizes in spread_sizes(*spread))})" for i, spread in enumerate(SPREAD)
]
SPREADING = program("einsum_spread", SPREAD_SOURCE, SPREAD_CALLS, args=["--force"], flags="-O0")


@pytest.mark.parametrize("i", range(len(SPREAD)), ids=lambda i: "-".join(map(str, SPREAD[i])))
def test_a_size_of_one_is_spread(i):
    equation, which, label = SPREAD[i]
    make = lambda: [randn(*sizes, seed=k) for k, sizes in enumerate(spread_sizes(equation, which, label))]  # noqa: E731
    is_kept = label in equation.split("->")[1]
    check(SPREADING.load(), f"spread{i}", make, expect="whole" if is_kept else None)
    check(SPREADING.load(), f"spread{i}", lambda: [x.transpose(0, -1).contiguous().transpose(0, -1) for x in make()])
    check(SPREADING.load(), f"spread{i}", lambda: operands(equation))
    for ones in set(equation) - set(",->"):
        sizes = spread_sizes(equation, which, label)
        inputs = equation.split("->")[0].split(",")
        both = [[1 if c == ones else n for c, n in zip(*pair)] for pair in zip(inputs, sizes)]
        check(SPREADING.load(), f"spread{i}", lambda both=both: [randn(*sizes, seed=k) for k, sizes in enumerate(both)])


SUMMED = [
    (equation, "".join(ones))
    for equation in EQUATIONS
    if equation.count(",") == 1 and "->" in equation
    for shared in [[c for c in SIZES if all(c in labels for labels in equation.split("->")[0].split(","))]]
    for summed in [[c for c in shared if c not in equation.split("->")[1]]]
    for ones in [*summed, *([summed] if len(summed) > 1 else []), *[[c, d] for c in summed for d in shared if c != d]]
]
SUMMED_CALLS = [
    f"ones{i}({', '.join(f'torch.ones({list(x.shape)})' for x in operands(equation, ones))})"
    for i, (equation, ones) in enumerate(SUMMED)
]
SUMMING = program(
    "einsum_of_ones",
    "import torch\n\n\n" + "".join(function(i, e).replace("def f", "def ones") for i, (e, _) in enumerate(SUMMED))
    + "if __name__ == '__main__':\n" + "".join(f"    {line}\n" for line in SUMMED_CALLS),
    args=["--force"], flags="-O0",
)  # fmt: skip


def laid_out(tensors, how):
    if how == "turned":
        return [x.transpose(0, -1).contiguous().transpose(0, -1) for x in tensors]
    return [torch.stack([x, x], -1)[..., 0] for x in tensors] if how == "strided" else tensors


@pytest.mark.parametrize("i", range(len(SUMMED)))
def test_sums_over_a_size_of_one_that_the_example_shows(i):
    equation, ones = SUMMED[i]
    check(SUMMING.load(), f"ones{i}", lambda: operands(equation, ones), expect="whole")
    for how in ("plain", "turned", "strided"):
        check(SUMMING.load(), f"ones{i}", lambda how=how: laid_out(operands(equation, ones), how))
        check(SUMMING.load(), f"ones{i}", lambda how=how: laid_out(operands(equation), how))


ORDERED = program(
    "einsum_in_an_order",
    """import torch


def chosen(a, b, c, d):
    return torch.einsum("bclhn,bcshn,bhcls,bcshp->bclhp", a, b, c, d)


def pair(a, b, c, d):
    return torch.einsum("bclhn,bcshn->bhcls", a, b)
""",
    [f"{name}(f32[B, C, L, H, N], f32[B, C, S, H, N], f32[B, H, C, L, S], f32[B, C, S, H, P])" for name in ("chosen", "pair")],
    args=["--force"],
)  # fmt: skip


class LastFirst:
    """Stands for the package opt_einsum, which torch asks for an order if it is installed."""

    @staticmethod
    def contract_path(equation, *operands, optimize):
        count = len(operands)
        return [(count - 2 - i, count - 1 - i) for i in range(count - 1)], ""


def test_opt_einsum_chooses_the_order(monkeypatch):
    make = lambda: [randn(*s, seed=1) for s in ((2, 3, 4, 5, 6), (2, 3, 7, 5, 6), (2, 5, 3, 4, 7), (2, 3, 7, 5, 8))]  # noqa: E731
    if not torch.backends.opt_einsum.enabled:
        check(ORDERED.load(), "chosen", make, expect="whole")
    module = torch.backends.opt_einsum.m
    monkeypatch.setattr(module, "_opt_einsum", LastFirst)
    monkeypatch.setattr(module, "is_available", lambda: True)
    monkeypatch.setattr(module, "enabled", True)
    monkeypatch.setattr(module, "strategy", "auto")
    check(ORDERED.load(), "chosen", make, expect="fallback")
    check(ORDERED.load(), "pair", make, expect="whole")


REFUSED = program(
    "refused_einsum",
    """
import torch


def nothing(x):
    try:
        return torch.einsum()
    except Exception as error:
        return type(error).__name__, x + 1


def no_operands(x):
    try:
        return torch.einsum(x)
    except Exception as error:
        return type(error).__name__, x + 1


def by_name(x):
    try:
        return torch.einsum("ij", operands=x)
    except Exception as error:
        return type(error).__name__, x + 1
""",
    args=["--force"],
)


@pytest.mark.parametrize("name", ["nothing", "no_operands", "by_name"])
def test_what_einsum_refuses(name):
    check(REFUSED.load(), name, lambda: (randn(3, 4),))
