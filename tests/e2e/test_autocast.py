"""Blocks of torch.autocast() on CPUs: what is converted, to what, and where compiled code keeps out."""

import harness
import pytest
import torch
from table import randn

PROGRAM = harness.program(
    "autocast",
    """
import torch
from torch import nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.batch = nn.Conv1d(3, 4, 3, padding=1), nn.BatchNorm1d(4)
        self.linear, self.norm, self.head = nn.Linear(8, 16), nn.LayerNorm(16), nn.Linear(16, 2)
        self.autocast = torch.autocast("cpu", torch.bfloat16)

    def forward(self, x):
        with self.autocast:
            x = self.batch(self.conv(x)).relu()
            x = F.gelu(self.norm(self.linear(x)))
            return self.head(x) + 1


torch.manual_seed(0)
NET = Net().eval()


def model(x):
    return NET(x)


def products(x):
    with torch.autocast("cpu"):
        y = x @ x
        return y, y + x, torch.mm(x, y), x.matmul(x), torch.bmm(x[None], x[None]), torch.addmm(x, x, x), x.double() @ x.double()


def attention(q, k, v, mask):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return F.scaled_dot_product_attention(q, k, v), F.scaled_dot_product_attention(q, k, v, attn_mask=mask)


def losses(x, y):
    with torch.autocast("cpu"):
        a, b = x @ x, y @ y
        return F.mse_loss(a, b), F.l1_loss(a, y), a.prod(), F.cross_entropy(a, b.argmax(1)), torch.cat([a, x])


def nested(x):
    with torch.autocast("cpu"):
        y = x @ x
        with torch.autocast("cpu", enabled=False):
            z = x @ x
        return y, z, z @ y.float(), torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu")


def asked(x):
    before = torch.is_autocast_enabled("cpu")
    with torch.autocast("cpu", dtype=torch.float16):
        inside = torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu")
    return before, inside, torch.is_autocast_enabled("cpu"), x + 1


@torch.autocast("cpu")
def decorated(x):
    return x @ x


def calls_decorated(x):
    return decorated(x) * 2, x @ x


def loops(x, n: int):
    y = x
    for _ in range(n):
        with torch.autocast("cpu"):
            y = (y @ x).float() * 0.5
    return y


def branches(x):
    with torch.autocast("cpu"):
        if x.sum() > 0:
            return x @ x
        y = x @ x + x
    return y @ x


def handled(x, y):
    try:
        with torch.autocast("cpu"):
            z = x @ y
            if x.size(0) > 3:
                raise ValueError("too large")
    except ValueError:
        z = x
    return z @ x


def crossed(x):
    off = torch.no_grad()
    off.__enter__()
    with torch.autocast("cpu"):
        off.__exit__(None, None, None)
        y = x @ x
    return y, torch.get_autocast_dtype("cpu")


def changed_inside(x):
    with torch.autocast("cpu", dtype=torch.float16):
        torch.set_autocast_dtype("cpu", torch.bfloat16)
        y = x @ x
    return y, torch.get_autocast_dtype("cpu")


def interrupted(x):
    with torch.autocast("cpu"):
        y = x @ x
        print(y.dtype, y.sum().item() > 0)
        z = y @ x
    return z, x @ x


def composed(x):
    with torch.autocast("cpu"):
        return torch.einsum("ij,jk->ik", x, x) + x


def stays_on(x):
    manager = torch.autocast("cpu")
    manager.__enter__()
    y = x @ x
    return y, manager


def in_place(x):
    with torch.autocast("cpu"):
        x.addmm_(x, x)
    return x


def given_out(x, out):
    with torch.autocast("cpu"):
        return torch.mm(x, x, out=out)
""",
    [
        "model(f32[B, 3, 8])",
        "products(f32[N, N])",
        "attention(f32[B, H, T, E], f32[B, H, S, E], f32[B, H, S, E], f32[T, S])",
        "losses(f32[N, N], f32[N, N])",
        "nested(f32[N, N])",
        "asked(f32[N, N])",
        "calls_decorated(f32[N, N])",
        "decorated(f32[N, N])",
        "loops(f32[N, N], 3)",
        "branches(f32[N, N])",
        "handled(f32[N, N], f32[N, N])",
        "crossed(f32[N, N])",
        "changed_inside(f32[N, N])",
        "interrupted(f32[N, N])",
        "composed(f32[N, N])",
        "stays_on(f32[N, N])",
        "in_place(f32[N, N])",
        "given_out(f32[N, N], f32[N, N])",
    ],
    args=("--force",),
    flags="-O0",
)


def check(name, arguments, **how):
    harness.check(PROGRAM.load(), name, arguments, **{"expect": "whole", **how})


def square(n=5, seed=0):
    return randn(n, n, seed=seed)


@pytest.mark.parametrize("batch", [1, 2, 5])
def test_layers(batch):
    """Weights and activations are converted; norms take halves beside the parameters of float32."""
    check("model", lambda: (randn(batch, 3, 8),))


@pytest.mark.parametrize(
    "name", ["products", "nested", "asked", "calls_decorated", "branches", "crossed", "changed_inside"]
)
def test_blocks(name):
    check(name, lambda: (square(),))
    check(name, lambda: (-square(),))


def test_attention():
    check("attention", lambda: (randn(2, 3, 5, 8), randn(2, 3, 7, 8, seed=1), randn(2, 3, 7, 8, seed=2), randn(5, 7)))


def test_losses_are_of_float32():
    check("losses", lambda: (square(3), square(3, seed=1)))


def test_loops_and_handlers():
    for n in (0, 1, 4):
        check("loops", lambda n=n: (square(), n))
    for n in (2, 5):
        check("handled", lambda n=n: (square(n), square(n, seed=1)), expect=None)


@pytest.mark.parametrize("name", ["composed", "in_place", "interrupted"])
def test_what_others_convert_inside_stays_python(name):
    check(name, lambda: (square(),), expect=None)


def test_results_that_are_given():
    check("given_out", lambda: (square(), torch.empty(5, 5)), expect=None)


def test_autocast_that_is_left_on():
    """As eager: the block's end is the caller's."""
    pair = PROGRAM.load()
    for module in (pair.eager, pair.built):
        result, manager = module.stays_on(square())
        assert result.dtype == torch.bfloat16 and torch.is_autocast_enabled("cpu")
        manager.__exit__(None, None, None)
        assert not torch.is_autocast_enabled("cpu")


@pytest.mark.parametrize("name", ["products", "nested", "decorated"])
def test_callers_with_autocast(name):
    """Compiled code is not entered while it is on."""
    check(name, lambda: (square(),), expect="fallback", context=lambda: torch.autocast("cpu"))
    check(name, lambda: (square(),), expect="fallback", context=lambda: torch.autocast("cpu", torch.float16))


def test_another_dtype_of_autocast():
    """A block that names none takes that of the caller."""
    torch.set_autocast_dtype("cpu", torch.float16)
    try:
        check("products", lambda: (square(),), expect="fallback")
        check("model", lambda: (randn(2, 3, 8),), expect="fallback")
    finally:
        torch.set_autocast_dtype("cpu", torch.bfloat16)
    check("products", lambda: (square(),))
