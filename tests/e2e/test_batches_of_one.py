"""Functions whose driver code, or a call line, shows batches, called with a batch of one: layouts differ there."""

import itertools

import pytest
import torch
from harness import check, program
from table import randn

SOURCE = """
import torch
import torch.nn.functional as F


def windows(x):
    b, c, h, w = x.shape
    parts = x.reshape(b, c, h // 2, 2, w // 2, 2).permute(0, 2, 4, 3, 5, 1).reshape(b, -1, 4, c)
    return (parts + 1).transpose(1, 2) * 2


def mixed_heads(attention, w):
    return torch.einsum("bhij,hg->bgij", attention * 2, w)


def turned(x):
    rows = x.permute(1, 0, 2)
    return (rows * 2, torch.tanh(rows), rows.sum(-1) + 1)


def pairs(xs):
    x, y = xs
    return x.permute(1, 0, 2) + y.permute(1, 0, 2)


def image(tokens):
    # Where a view splits a size, that of a batch of one gets another stride.
    x = tokens.transpose(1, 2).unflatten(2, (2, 3))
    y = tokens.transpose(1, 2).reshape(tokens.shape[0], 2, 2, 6)
    return torch.relu(x), y + 1, (x * 2).sum(-1), torch.sort(y, -1), F.pad(x, (1, 1))


class Mixer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.linspace(-1, 1, 12).view(4, 3))

    def forward(self, x, scale=2.0):
        return torch.einsum("bhij,hg->bgij", x * scale, self.weight).transpose(1, 2).reshape(x.shape[0], x.shape[2], -1) + 1


class Positions(torch.nn.Module):
    # Sequences come first, batches behind them.

    def __init__(self):
        super().__init__()
        self.embed = torch.nn.Parameter(torch.linspace(-1, 1, 80).view(20, 4))
        self.register_buffer("table", torch.linspace(-1, 1, 32).view(8, 1, 4))

    def forward(self, tokens, hidden):
        x = self.embed[tokens].transpose(0, 1).reshape(tokens.size(1), tokens.size(0), 4).transpose(0, 1)
        return x + self.table[: x.size(0), :], torch.where(hidden.t()[:, :, None], 0.0, x)


mixer = Mixer().eval()
positions = Positions().eval()


def placed(tokens, hidden):
    return positions(tokens, hidden)


def mixed(x):
    return mixer(x)


if __name__ == "__main__":
    windows(torch.randn(2, 3, 4, 6))
    mixed_heads(torch.randn(2, 4, 5, 5), torch.randn(4, 6))
    turned(torch.randn(2, 3, 4))
    pairs([torch.randn(2, 3, 4), torch.randn(2, 3, 4)])
    image(torch.randn(2, 6, 4))
    with torch.no_grad():
        mixed(torch.randn(2, 4, 5, 5))
        placed(torch.arange(10).view(5, 2), torch.zeros(2, 5, dtype=torch.bool))
"""
built = program("batches_of_one", SOURCE)
lines = program(
    "batches_of_one_lines",
    SOURCE,
    [
        "windows(f32[B, C, H, W])",
        "mixed_heads(f32[B, 4, T, T], f32[4, G])",
        "turned(f32[B, T, C])",
        "image(f32[B, 6, 4])",
    ],
)
INPUTS = {
    "windows": lambda n: [randn(n, 3, 4, 6)],
    "mixed_heads": lambda n: [randn(n, 4, 5, 5), randn(4, 6)],
    "turned": lambda n: [randn(n, 3, 4)],
    "pairs": lambda n: [[randn(n, 3, 4), randn(n, 3, 4)]],
    "image": lambda n: [randn(n, 6, 4)],
    "mixed": lambda n: [randn(n, 4, 5, 5)],
    "placed": lambda n: [torch.arange(5 * n).view(5, n), torch.arange(5 * n).view(n, 5) % 3 == 0],
}


@pytest.mark.parametrize("batch", [2, 1, 3])
@pytest.mark.parametrize("name", INPUTS)
def test_batches_that_driver_code_does_not_show(name, batch):
    check(built.load(), name, lambda: INPUTS[name](batch), expect="whole", context=torch.no_grad)


@pytest.mark.parametrize("batch", [2, 1, 3])
@pytest.mark.parametrize("name", ["windows", "mixed_heads", "turned", "image"])
def test_a_name_of_a_call_line_is_one_too(name, batch):
    check(lines.load(), name, lambda: INPUTS[name](batch), expect="whole", context=torch.no_grad)


EQUATIONS = [
    "bhij,hg->bgij",
    "bij,bkj->bki",
    "bij,bjk->kbi",
    "ij,bjk->bik",
    "abc,cda->bd",
    "bhij,bkhj->bkhi",
    "ij,jkc->ikc",
    "ij,jk->ki",
]
NAMES = [f"product_{i}" for i in range(len(EQUATIONS))]
SIZES = dict(zip("abcdhgijk", (2, 3, 4, 5, 3, 6, 4, 5, 7), strict=True))


def operand_sizes(equation, lone):
    return [[1 if c in lone else SIZES[c] for c in labels] for labels in equation.split("->")[0].split(",")]


def cases():
    """Each equation with one and two of the labels of its result of size 1."""
    for name, equation in zip(NAMES, EQUATIONS, strict=True):
        for count in (1, 2):
            for lone in itertools.combinations(equation.split("->")[1], count):
                yield name, equation, lone


def call_of(name, equation, lone):
    return f"{name}({', '.join(f'f32{sizes}' for sizes in operand_sizes(equation, lone))})"


products = program(
    "products_of_ones",
    "import torch\n\n\n"
    + "\n\n".join(
        f"def {name}(a, b):\n    return torch.einsum({equation!r}, a, b)\n"
        for name, equation in zip(NAMES, EQUATIONS, strict=True)
    ),
    [call_of(*case) for case in cases()],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: f"{case[1]}:{''.join(case[2])}")
def test_labels_of_size_one_lie_where_torch_puts_them(case):
    name, equation, lone = case
    check(products.load(), name, lambda: [randn(*sizes) for sizes in operand_sizes(equation, lone)], expect="whole")


IMAGE = """
import torch
from torch import nn


class Window(nn.Module):
    def __init__(self, window):
        super().__init__()
        self.window = window
        self.mix = nn.Linear(6, 6)

    def forward(self, x):
        b, rows, columns, c = x.shape
        w = self.window
        x = x.view(b, rows // w, w, columns // w, w, c).permute(0, 1, 3, 2, 4, 5)
        x = x.reshape(b * (rows // w) * (columns // w), w * w, c)
        heads = x.view(x.shape[0], w * w, 2, c // 2).transpose(1, 2)
        x = (torch.softmax(heads @ heads.transpose(2, 3), -1) @ heads).transpose(1, 2).reshape(x.shape) + self.mix(x)
        x = x.view(b, rows // w, columns // w, w, w, c).permute(0, 1, 3, 2, 4, 5)
        return x.reshape(b, rows, columns, c)


torch.manual_seed(0)
model = nn.Sequential(Window(2), Window(4)).eval()


def run(x):
    return model(x)


if __name__ == "__main__":
    with torch.no_grad():
        run(torch.zeros(2, 4, 4, 6))
"""
images = program("windows_as_large_as_the_image", IMAGE, flags="-O0", args=["--force"])


@pytest.mark.parametrize("batch", [1, 2, 3])
def test_windows_as_large_as_the_image(batch):
    """The batch is a factor of the number of windows, which is 1 for one image."""
    with torch.no_grad():
        check(images.load(), "run", lambda: (randn(batch, 4, 4, 6, seed=batch),), expect="whole")


FEW = program(
    "few_rows",
    """
import torch
from torch import nn


class Projected(nn.Module):
    def __init__(self, length=12, width=16, kept=4):
        super().__init__()
        self.length = length
        self.rows = nn.Parameter(torch.randn(length, kept))
        self.out = nn.Linear(width, width)

    def forward(self, x):
        rows = self.rows
        if x.shape[1] < self.length:
            rows = rows[: x.shape[1]]
        keys = torch.einsum("bnd,nk->bkd", x, rows)
        keys = keys.reshape(x.shape[0], -1, 2, 8).transpose(1, 2)
        queries = x.reshape(x.shape[0], -1, 2, 8).transpose(1, 2)
        made = (queries @ keys.transpose(-1, -2)).softmax(-1) @ keys
        return self.out(made.transpose(1, 2).reshape(x.shape))


torch.manual_seed(0)
net = Projected().requires_grad_(False)


def projected(x):
    return net(x)


if __name__ == "__main__":
    with torch.no_grad():
        projected(torch.randn(2, 12, 16))
""",
    args=("--force",),
)


@pytest.mark.parametrize("batch", [2, 1, 3])
def test_what_a_branch_rests_on(batch):
    with torch.no_grad():
        check(FEW.load(), "projected", lambda: (randn(batch, 12, 16),), expect="whole", atol=1e-5)
        check(FEW.load(), "projected", lambda: (randn(batch, 7, 16),), atol=1e-5)
