"""Modules whose weights hooks compute from others: torch.nn.utils.weight_norm() and spectral_norm()."""

import harness
import pytest
import torch
from table import randn

PROGRAM = harness.program(
    "weight_norms",
    """
import torch
from torch import nn
from torch.nn.utils import remove_weight_norm, spectral_norm, weight_norm


class Normed(nn.Module):
    def __init__(self, dim=0):
        super().__init__()
        self.linear = weight_norm(nn.Linear(8, 6), dim=dim)
        self.conv = weight_norm(nn.Conv1d(2, 3, 3, padding=1))
        self.back = weight_norm(nn.ConvTranspose1d(3, 2, 3, padding=1))

    def forward(self, x):
        return self.linear(self.back(self.conv(x)))


class Spectral(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear, self.conv = spectral_norm(nn.Linear(8, 6)), spectral_norm(nn.Conv1d(2, 3, 3, padding=1))

    def forward(self, x):
        return self.linear(self.conv(x))


class Removed(Normed):
    def __init__(self):
        super().__init__()
        for module in self.linear, self.conv, self.back:
            remove_weight_norm(module)


class Renamed(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(8, 8))
        weight = self.weight
        delattr(self, "weight")
        self.register_parameter("weight_orig", weight)
        self.weight = weight.data
        self.register_state_dict_pre_hook(lambda *args: None)

    def forward(self, x):
        self.weight = self.weight_orig * 2
        return x @ self.weight


torch.manual_seed(0)
NETS = {
    "rows": Normed(), "columns": Normed(1), "all": Normed(None), "spectral": Spectral(), "removed": Removed(), "renamed": Renamed(),
}
for net in NETS.values():
    net.eval()
ROWS, COLUMNS, ALL, SPECTRAL, REMOVED, RENAMED = NETS.values()


def rows(v, g):
    return torch._weight_norm(v, g, 0)


def columns(v, g):
    return torch._weight_norm(v, g, 2)


def between(v, g):
    return torch._weight_norm(v, g, 1)


def whole(v, g):
    return torch._weight_norm(v, g, -1)


def lengths(v):
    return torch.norm_except_dim(v, 2, 0), torch.norm_except_dim(v, 2, 1), torch.norm_except_dim(v, 2, -1)


if __name__ == "__main__":
    x = torch.randn(2, 2, 8)
    with torch.no_grad():
        ROWS(x), COLUMNS(x), ALL(x), SPECTRAL(x), REMOVED(x), RENAMED(x)
    for dtype in torch.float32, torch.float64, torch.bfloat16, torch.float16:
        v = torch.randn(3, 4, 5).to(dtype)
        rows(v, torch.randn(3, 1, 1).to(dtype))
        columns(v, torch.randn(1, 1, 5).to(dtype))
        between(v, torch.randn(1, 4, 1).to(dtype))
        whole(v, torch.randn(()).to(dtype))
    lengths(torch.randn(3, 4, 5))
    rows(torch.randn(4), torch.randn(4))
    rows(torch.randn(4, 3), torch.randn(4, 1))
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("batch", [2, 1, 3])
@pytest.mark.parametrize("name", ["ROWS", "COLUMNS", "ALL", "SPECTRAL", "REMOVED", "RENAMED"])
def test_models(name, batch):
    x = lambda: (randn(batch, 2, 8, seed=1),)
    pair = PROGRAM.load()
    harness.check(pair, lambda m: getattr(m, name), x, context=torch.no_grad, expect="whole", times=2)
    weights = [getattr(getattr(m, name), "linear", getattr(m, name)).weight for m in (pair.eager, pair.built)]
    harness.compare_tensors("the weight that the call left", *weights)


def test_other_weights_count_at_the_next_call():
    pair = PROGRAM.fresh()
    for module in (pair.eager, pair.built):
        with torch.no_grad():
            module.ROWS.linear.weight_g.mul_(3)
    harness.check(pair, lambda m: m.ROWS, lambda: (randn(2, 2, 8, seed=1),), context=torch.no_grad, expect="whole")


@pytest.mark.parametrize("dtype", ["float32", "float64", "bfloat16", "float16"])
@pytest.mark.parametrize("name, where", [("rows", 0), ("columns", 2), ("between", 1), ("whole", -1)])
def test_weight_norm(name, where, dtype):
    def arguments():
        v = randn(3, 4, 5, seed=2).to(getattr(torch, dtype))
        return v, randn(*[n if i == where else 1 for i, n in enumerate(v.shape)] if where >= 0 else (), seed=3).to(
            v.dtype
        )

    expect = None if name == "between" else "whole"
    harness.check(PROGRAM.load(), name, arguments, context=torch.no_grad, expect=expect)
    turned = lambda: (arguments()[0].transpose(0, 1).contiguous().transpose(0, 1), arguments()[1])
    harness.check(PROGRAM.load(), name, turned, context=torch.no_grad)


@pytest.mark.parametrize(
    "shape, lengths", [((4,), (4,)), ((4, 4), (4, 1)), ((4, 4), (1, 4)), ((4, 4), (4,)), ((1,), (1,))]
)
def test_a_length_a_row(shape, lengths):
    expect = "whole" if len(shape) == len(lengths) and lengths[0] == shape[0] > 1 else None
    arguments = lambda: (randn(*shape, seed=5), randn(*lengths, seed=6))
    harness.check(PROGRAM.load(), "rows", arguments, context=torch.no_grad, expect=expect)


def test_lengths():
    harness.check(PROGRAM.load(), "lengths", lambda: (randn(3, 4, 5, seed=4),), expect="whole")


LISTS = harness.program(
    "lists_of_weight_norms",
    """
import torch
from torch import nn
from torch.nn.utils import weight_norm


class Block(nn.Module):
    def __init__(self, n, steps):
        super().__init__()
        self.first = nn.ModuleList([weight_norm(nn.Conv1d(n, n, 3, padding=s, dilation=s)) for s in steps])
        self.second = nn.ModuleList([weight_norm(nn.Conv1d(n, n, 3, padding=1)) for _ in steps])

    def forward(self, x):
        for first, second in zip(self.first, self.second):
            x = x + second(torch.tanh(first(torch.tanh(x))))
        return x


class Stack(nn.Module):
    def __init__(self, n, kernels):
        super().__init__()
        self.kernels = len(kernels)
        self.ups = nn.ModuleList([weight_norm(nn.ConvTranspose1d(n, n, 4, 2, 1)) for _ in range(2)])
        self.blocks = nn.ModuleList([Block(n, steps) for _ in range(2) for steps in kernels])
        self.alike = nn.ModuleList([nn.Conv1d(n, n, 1) for _ in range(3)])

    def forward(self, x):
        for i in range(2):
            x = self.ups[i](torch.tanh(x))
            total = None
            for j in range(self.kernels):
                part = self.blocks[i * self.kernels + j](x)
                total = part if total is None else total + part
            x = total / self.kernels
        for layer in self.alike:
            x = layer(x)
        return x


torch.manual_seed(0)
STACK = Stack(4, [(1, 2), (1, 3)])


if __name__ == "__main__":
    STACK.eval()(torch.ones(2, 4, 8))
""",
    args=("--force",),
)


@pytest.mark.parametrize("shape", [(2, 4, 8), (1, 4, 5), (3, 4, 2)])
def test_lists_of_normed_modules(shape):
    harness.check(
        LISTS.load(), lambda m: m.STACK.eval(), lambda: (randn(*shape),), context=torch.no_grad, expect="whole"
    )


def test_normed_modules_that_are_no_longer():
    pair = LISTS.load()
    for module in (pair.eager, pair.built):
        torch.nn.utils.remove_weight_norm(module.STACK.blocks[1].first[0])
        module.STACK.ups[1].register_forward_hook(lambda module, args, result: result + 1)
    harness.check(pair, lambda m: m.STACK, lambda: (randn(2, 4, 8),), context=torch.no_grad)
