"""Functions of every kind on tensors of two dimensions in all layouts, with sizes of 1 and 0: the strides, aliases, dtypes and
values of what torch gives. A size of 1 has a stride that nobody steps by, but results take it over."""

import pytest
import torch
from harness import check, program
from table import randn

EXPRESSIONS = {
    "one": """-x; x + 1; 1 - x; x > 0; x.isinf(); x.isfinite(); x.clone(); x.contiguous(); torch.zeros_like(x); x.double()
        x.deg2rad(); x.nan_to_num(); x.clamp(-1, 1); x.sign(); x.cumsum(0); x.sort(-1); x.sum(0); x.mean(-1, keepdim=True)
        x.amax((0, 1), keepdim=True); x.argmax(1); x.transpose(0, 1) + 1; x.t().t() * 2; x.unfold(0, 1, 1); x.reshape(-1)
        x.flip(0); x.expand(2, *x.shape); x.unsqueeze(1); F.relu6(x); F.hardtanh(x); F.softmax(x, -1); F.elu(x)
        F.group_norm(x[None], 1); F.prelu(x, torch.tensor([0.25])); torch.where(x > 0, x, 0.5); torch.einsum('ij,ij->ij', x, x)
        x.masked_fill(x > 0, 1.0); x.view(x.shape); x[None, :, :, None]; x.roll(1, 0); x.tril(); x.prod(0)""",
    "two": """x + y; x.clamp(y, y + 1); torch.isclose(x, y); torch.where(x > 0, x, y); torch.lerp(x, y, 0.3); torch.kron(x, y)
        torch.lerp(x, y, x.abs()); torch.addcmul(x, y, y); torch.addcdiv(x, y, y.abs() + 1); (x > 0) & (y > 0) | (x < y)
        F.kl_div(x, y, reduction='none'); F.huber_loss(x, y, reduction='none'); F.smooth_l1_loss(x, y, reduction='none')
        F.binary_cross_entropy_with_logits(x, y, reduction='none'); torch.cat([x, y]); torch.stack([x, y], 1); x.t() + y.t()
        x.maximum(y); torch.div(x, y, rounding_mode='floor'); torch.heaviside(x, y); torch.empty_like(x).copy_(y)""",
}
BODIES = {
    f"{kind}_{number}": (("x", "x, y")[kind == "two"], text.strip())
    for kind, texts in EXPRESSIONS.items()
    for number, text in enumerate(texts.replace("\n", ";").split(";"))
}
SOURCE = "import torch\nimport torch.nn.functional as F\n\n\n" + "\n\n".join(
    f"def {name}({parameters}):\n    return {text}\n" for name, (parameters, text) in BODIES.items()
)
FORMS = ["f32[M, N]", "f32[N, M].t()", "f32[M, 2 * N][:, ::2]", "f32[M, N + 2][:, 1 : 1 + N]", "f32[1, N].expand(M, N)"]
CALLS = [
    f"{name}({form})" if parameters == "x" else call
    for name, (parameters, _) in BODIES.items()
    for form in FORMS
    for call in (f"{name}({form}, {form})", f"{name}({form}, f32[M, N])")[: 1 + (parameters != "x")]
]
built = program("layouts_of_ones", SOURCE, CALLS, ["--force"], "-O0")


def numbers(count):
    return torch.arange(count * 1.0) / 4 - 1


LAYOUTS = {
    "contiguous": lambda m, n: numbers(m * n).view(m, n),
    "transposed": lambda m, n: numbers(m * n).view(n, m).t(),
    "steps": lambda m, n: numbers(m * n * 2).view(m, 2 * n)[:, ::2],
    "rows apart": lambda m, n: numbers(m * (n + 2)).view(m, n + 2)[:, 1 : 1 + n],
    "one row": lambda m, n: numbers(n).expand(m, n),
    "odd": lambda m, n: numbers(200).as_strided((m, n), (7, 3)),
}
SIZES = [(3, 4), (1, 4), (4, 1), (1, 1), (0, 3), (3, 0)]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_one_operand(layout):
    for m, n in SIZES:
        for name, (parameters, _) in BODIES.items():
            if parameters == "x":
                check(built.load(), name, lambda m=m, n=n: [LAYOUTS[layout](m, n)])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_two_operands(layout):
    for m, n in SIZES:
        for name, (parameters, _) in BODIES.items():
            for other in ("contiguous", layout, "transposed") if parameters == "x, y" else ():
                check(
                    built.load(),
                    name,
                    lambda m=m, n=n, other=other: [LAYOUTS[layout](m, n), LAYOUTS[other](m, n)],
                )


IN_PYTHON = {"x.flip(0)", "torch.kron(x, y)"}  # on some layouts


@pytest.mark.parametrize("layout", list(LAYOUTS)[: len(FORMS)])
def test_what_is_described_runs_compiled(layout):
    for name, (parameters, text) in BODIES.items():
        count = len(parameters.split(","))
        for other in ("contiguous", layout)[:count]:
            forms = [LAYOUTS[layout], LAYOUTS[other]][:count]
            check(
                built.load(),
                name,
                lambda forms=forms: [form(3, 4) for form in forms],
                expect=None if text in IN_PYTHON else "whole",
            )


COMPOSITES = """torch.lerp(x, y, 0.3); torch.lerp(x, y, 0.7); torch.lerp(x, y, x.abs()); torch.addcmul(x, y, y); torch.addcdiv(x, y, y + 9)
    torch.xlogy(x, y.abs()); torch.fmod(x, y); F.smooth_l1_loss(x, y, reduction='none'); torch.isclose(x, y); torch.heaviside(x, y)"""
COMPOSITES = [text.strip() for text in COMPOSITES.replace("\n", ";").split(";")]
THREE = {
    "contiguous": ("f32[3, 5, 5]", lambda: numbers(75).view(3, 5, 5)),
    "rows first": ("f32[5, 3, 5].permute(1, 0, 2)", lambda: numbers(75).view(5, 3, 5).permute(1, 0, 2)),
    "reversed": ("f32[5, 5, 3].permute(2, 1, 0)", lambda: numbers(75).view(5, 5, 3).permute(2, 1, 0)),
}
ORDERED = program(
    "order_of_operands",
    "import torch\nimport torch.nn.functional as F\n\n\n"
    + "\n\n".join(f"def case_{i}(x, y):\n    return {text}\n" for i, text in enumerate(COMPOSITES)),
    [f"case_{i}({a}, {b})" for i in range(len(COMPOSITES)) for a, _ in THREE.values() for b, _ in THREE.values()],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("first", THREE)
@pytest.mark.parametrize("second", THREE)
def test_the_first_operand_lays_the_result_out(first, second):
    for index in range(len(COMPOSITES)):
        check(ORDERED.load(), f"case_{index}", lambda: [THREE[first][1](), THREE[second][1]()], expect="whole")


ASKED = program(
    "asked_strides",
    """
def reshaped(x):
    return x.t().reshape(x.shape[1], x.shape[0]).T.stride()


def viewed(x):
    y = x.t().view(x.shape[1], x.shape[0])
    return y.stride(), y.clone().stride(), y
""",
    ["reshaped(f32[M, N])", "viewed(f32[M, N])"],
    ["--force"],
)


@pytest.mark.parametrize("shape", [(3, 4), (7, 1), (1, 7), (1, 1), (2, 1)])
@pytest.mark.parametrize("name", ["reshaped", "viewed"])
def test_strides_that_are_asked_of_a_view_to_other_sizes(name, shape):
    check(ASKED.load(), name, lambda: (randn(*shape),), expect="whole" if min(shape) > 1 else None)


POSITIONS = program(
    "layouts_of_positions",
    """import torch


class Positions(torch.nn.Module):
    def __init__(self, width, count=20):
        super().__init__()
        table = torch.arange(float(count * width)).view(count, width)
        self.register_buffer("table", table.unsqueeze(0).transpose(0, 1))

    def forward(self, x):
        return x + self.table[: x.size(0), :]


module = Positions(4).eval()


def positions(x):
    return module(x) * 2


def given(x, y):
    return x * y


if __name__ == "__main__":
    assert module.table.stride() == (4, 80, 1) and module.table.is_contiguous()
    positions(torch.ones(5, 3, 4))
    given(torch.ones(3, 4), torch.ones(1, 3).t())
""",
)


@pytest.mark.parametrize("shape", [(5, 3, 4), (2, 7, 4), (5, 1, 4), (1, 1, 4)])
def test_a_buffer_with_another_stride_along_a_size_of_one(shape):
    check(POSITIONS.load(), "positions", lambda: (randn(*shape),), expect="whole" if shape[1] > 1 else None)


def test_an_argument_with_another_stride_along_a_size_of_one():
    check(POSITIONS.load(), "given", lambda: (randn(3, 4), randn(1, 3).t()), expect="whole")
    check(POSITIONS.load(), "given", lambda: (randn(3, 4), randn(3, 1)))


INDEXED = {
    "rows": "x.transpose(0, 1)[i]",
    "columns": "x.transpose(-1, -2)[:, i]",
    "apart": "x.transpose(0, 2)[i, :, i]",
    "steps": "x[..., ::2][i[:, None]]",
    "one_in_front": "x[:1].transpose(0, 1)[i]",
    "one_behind": "x[:, :, :1].transpose(0, 1)[i[:1]]",
    "one_row": "x.transpose(0, 1)[i.view(1, -1)]",
    "one_column": "x.transpose(0, 1)[i.view(1, -1).t()]",
    "by_int": "x.transpose(0, 1)[0, i[:1]]",
    "by_mask": "x.transpose(0, 1)[:, i >= 0]",
    "by_32_bits": "x.transpose(0, 1)[:, :, i[None].int().t()]",
    "repeated": "x.transpose(0, 1)[i.expand(2, -1)]",
    "many": "x.transpose(1, 2)[torch.arange(x.shape[0])[:, None, None], torch.arange(x.shape[2])[None, :, None], i[None, None, :]]",
}
SOME_ONES = ((4, 5, 6), (1, 5, 6), (4, 1, 6), (4, 5, 1), (2, 1, 1))
BY_INDEX = program(
    "indexed_ones",
    "import torch\n" + "".join(f"\n\ndef {name}(x, i):\n    return {text} * 2\n" for name, text in INDEXED.items()),
    [
        f"{name}(f32[{sizes}], i64[{count}])"
        for name in INDEXED
        for sizes in ("B, N, M", *(", ".join(map(str, size)) for size in SOME_ONES))
        for count in ("K", "1")
    ],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", INDEXED)
def test_indexing_of_strided_tensors(name):
    pair = BY_INDEX.load()
    for sizes in SOME_ONES:
        for count in (1, 3):
            check(pair, name, lambda: (randn(*sizes), torch.zeros(count, dtype=torch.long)))  # noqa: B023
    if name != "by_mask":
        check(pair, name, lambda: (randn(1, 5, 6), torch.zeros(1, dtype=torch.long)), expect="whole")


PADDED = program(
    "padded_windows",
    """
import torch
import torch.nn.functional as F


class Windows(torch.nn.Module):
    def __init__(self, ws=7):
        super().__init__()
        self.ws = ws

    def forward(self, x, sizes):
        b, n, c = x.shape
        h, w = sizes
        x = x.view(b, h, w, c)
        right, below = (self.ws - w % self.ws) % self.ws, (self.ws - h % self.ws) % self.ws
        x = F.pad(x, (0, 0, 0, right, 0, below))
        _, hp, wp, _ = x.shape
        rows, columns = hp // self.ws, wp // self.ws
        x = torch.softmax(x.reshape(b, rows, self.ws, columns, self.ws, c).transpose(2, 3), -1)
        x = x.reshape(b, rows * columns, self.ws * self.ws, 2, c // 2).permute(3, 0, 1, 4, 2)
        x = x.transpose(2, 3).reshape(b, rows, columns, self.ws, self.ws, c)
        x = x.transpose(2, 3).reshape(b, rows * self.ws, columns * self.ws, c)
        return x[:, :h, :w, :].contiguous().reshape(b, n, c) + 1


windows = Windows()
windows(torch.randn(2, 16, 8), (4, 4))
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("sizes", [(4, 4), (7, 7), (5, 4), (14, 7)])
def test_one_window_that_the_padding_fills(sizes):
    expect = "whole" if sizes == (4, 4) else None
    check(
        PADDED.load(),
        "windows",
        lambda: (torch.linspace(-2, 2, 16 * sizes[0] * sizes[1]).view(2, -1, 8), sizes),
        expect=expect,
    )


CHOSEN = program(
    "chosen_layouts_of_ones",
    """import torch


def turned(x):
    return x.t().reshape(-1).view(x.shape[1], x.shape[0]).t()


def chosen(x, n):
    if n > 2:
        y = x * 0.5
    else:
        y = turned(x)
    return y * 2


def carried(x, n):
    y = x * 0.5
    for i in range(n):
        y = turned(y) * 2
    return y
""",
    ["chosen(f32[M, N], 1)", "carried(f32[M, N], 2)"],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("sizes", [(1, 7), (7, 1), (1, 1), (3, 4), (0, 1), (1, 0)])
@pytest.mark.parametrize("n", [0, 1, 3])
@pytest.mark.parametrize("name", ["chosen", "carried"])
def test_a_branch_and_a_loop_that_lay_ones_out_otherwise(name, n, sizes):
    check(CHOSEN.load(), name, lambda: (numbers(sizes[0] * sizes[1]).view(sizes), n))
