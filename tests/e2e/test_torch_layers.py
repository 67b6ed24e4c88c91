"""Layers of torch.nn, from their installed source, in modules that people write: an MLP, normalisations, losses, a tied
language model, attention."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import math
import torch
from torch import nn
import torch.nn.functional as F


class MLP(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n, 2 * n), nn.ReLU(), nn.Dropout(0.1), nn.Linear(2 * n, n), nn.LayerNorm(n))

    def forward(self, x):
        return self.net(x)


class Norms(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.emb = nn.Embedding(10, n)
        self.bn = nn.BatchNorm1d(n)
        self.rms = nn.RMSNorm(n)
        self.act = nn.SiLU()

    def forward(self, idx):
        x = self.rms(self.emb(idx))
        x = self.bn(x.transpose(1, 2)).transpose(1, 2)
        return self.act(x)


class Layers(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.a = nn.Sequential(nn.Linear(n, n), nn.Tanh(), nn.Linear(n, n, bias=False), nn.GELU(approximate="tanh"))
        self.b = nn.ModuleDict({"x": nn.Linear(n, n), "y": nn.LeakyReLU(0.2)})
        self.scale = nn.Parameter(torch.ones(n))
        self.register_buffer("shift", torch.zeros(n))
        self.soft = nn.Softmax(dim=-1)
        self.mask = None
        self.group = nn.LayerNorm([n], elementwise_affine=False)

    def forward(self, x):
        x = self.a(x) * self.scale + self.shift
        x = self.b["y"](self.b["x"](x))
        if self.training:
            x = x + 1
        if self.mask is not None:
            x = x * self.mask
        return self.soft(self.group(x))


class Activations(nn.Module):
    def __init__(self):
        super().__init__()
        self.acts = nn.ModuleList(
            [nn.ReLU(), nn.ELU(), nn.SELU(), nn.CELU(), nn.Softplus(), nn.Hardtanh(), nn.ReLU6(), nn.Hardswish(), nn.Mish()]
            + [nn.Sigmoid(), nn.LogSigmoid(), nn.Softsign(), nn.Tanhshrink(), nn.Threshold(0.1, 20), nn.GLU()]
            + [nn.LogSoftmax(dim=-1), nn.Dropout(0.3), nn.Flatten(0), nn.Identity()]
        )

    def forward(self, x):
        return [act(x * 2) for act in self.acts]


class Losses(nn.Module):
    def __init__(self):
        super().__init__()
        self.mse, self.ce, self.bce = nn.MSELoss(), nn.CrossEntropyLoss(), nn.BCEWithLogitsLoss()
        self.l1 = nn.L1Loss(reduction="sum")

    def forward(self, x, y, t):
        return self.mse(x, y) + self.ce(x, t) + self.bce(x, torch.sigmoid(y)) + self.l1(x, y)


class Tied(nn.Module):
    def __init__(self, v, n):
        super().__init__()
        self.wte, self.wpe = nn.Embedding(v, n), nn.Embedding(16, n)
        self.head = nn.Linear(n, v, bias=False)
        self.head.weight = self.wte.weight

    def forward(self, idx, targets=None):
        b, t = idx.size()
        pos = torch.arange(0, t, dtype=torch.long, device=idx.device)
        x = self.wte(idx) + self.wpe(pos)
        if targets is not None:
            logits = self.head(x)
            return logits, F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1), ignore_index=-1)
        return self.head(x[:, [-1], :]), None


class Attention(nn.Module):
    def __init__(self, n_embd, n_head):
        super().__init__()
        self.c_attn, self.c_proj = nn.Linear(n_embd, 3 * n_embd), nn.Linear(n_embd, n_embd)
        self.n_head, self.n_embd = n_head, n_embd
        self.register_buffer("bias", torch.tril(torch.ones(16, 16)).view(1, 1, 16, 16))

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.c_attn(x).split(self.n_embd, dim=2)
        k = k.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        q = q.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        v = v.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        att = att.masked_fill(self.bias[:, :, :T, :T] == 0, float("-inf"))
        y = F.softmax(att, dim=-1) @ v
        return self.c_proj(y.transpose(1, 2).contiguous().view(B, T, C))


class Scaled(nn.Module):
    def forward(self, q, k, v):
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)


if __name__ == "__main__":
    with torch.no_grad():
        MLP(8).eval()(torch.randn(3, 8))
        Norms(8).eval()(torch.randint(0, 10, (2, 5)))
        Layers(8).eval()(torch.randn(3, 8))
        Activations().eval()(torch.randn(4, 8))
        Losses()(torch.randn(3, 5), torch.randn(3, 5), torch.randint(0, 5, (3,)))
        Tied(10, 8)(torch.randint(0, 10, (2, 5)), torch.randint(0, 10, (2, 5)))
        Tied(10, 8)(torch.randint(0, 10, (2, 5)))
        Attention(8, 2).eval()(torch.randn(2, 5, 8))
        Scaled()(torch.randn(2, 3, 5, 8), torch.randn(2, 3, 5, 8), torch.randn(2, 3, 5, 8))
"""
PROGRAM = harness.program("torch_layers", SOURCE, args=["--force"])


def indices(*shape, high=10):
    return torch.randint(0, high, shape, generator=torch.Generator().manual_seed(3))


# label: constructor, whether training mode, arguments, whether a variant must take it
CASES = {
    "mlp": (lambda m: m.MLP(8), False, lambda: (randn(3, 8),), True),
    "mlp of another width": (lambda m: m.MLP(20), False, lambda: (randn(1, 20),), True),
    "mlp, other rank": (lambda m: m.MLP(8), False, lambda: (randn(2, 3, 8),), False),
    "mlp in training": (lambda m: m.MLP(8).eval().train(False), False, lambda: (randn(5, 8),), True),
    "norms": (lambda m: m.Norms(8), False, lambda: (indices(2, 5),), True),
    "norms, batch of one": (lambda m: m.Norms(8), False, lambda: (indices(1, 5),), False),
    "norms in training": (lambda m: m.Norms(8), True, lambda: (indices(2, 5),), False),
    "layers": (lambda m: m.Layers(8), False, lambda: (randn(3, 8),), True),
    "layers in training": (lambda m: m.Layers(8), True, lambda: (randn(3, 8),), False),
    "activations": (lambda m: m.Activations(), False, lambda: (randn(4, 8),), True),
    "losses": (lambda m: m.Losses(), True, lambda: (randn(3, 5), randn(3, 5, seed=4), indices(3, high=5)), True),
    "losses, ignored index": (
        lambda m: m.Losses(),
        True,
        lambda: (randn(3, 5), randn(3, 5, seed=4), torch.tensor([0, -100, 4])),
        True,
    ),
    "losses, bad index": (lambda m: m.Losses(), True, lambda: (randn(1, 5), randn(1, 5), torch.tensor([7])), False),
    "tied, with targets": (lambda m: m.Tied(10, 8), True, lambda: (indices(2, 5), indices(2, 5)), True),
    "tied": (lambda m: m.Tied(10, 8), True, lambda: (indices(2, 5),), True),
    "tied, one token": (lambda m: m.Tied(30, 12), True, lambda: (indices(1, 1),), True),
    "tied, index out of range": (lambda m: m.Tied(10, 8), True, lambda: (indices(2, 5) + 5,), False),
    "attention": (lambda m: m.Attention(8, 2), False, lambda: (randn(2, 5, 8),), False),
    "attention, batch of one": (lambda m: m.Attention(12, 3), False, lambda: (randn(1, 7, 12),), False),
    "attention, one token": (lambda m: m.Attention(12, 3), False, lambda: (randn(2, 1, 12),), False),
    "attention, too long": (lambda m: m.Attention(8, 2), False, lambda: (randn(2, 17, 8),), False),
    "scaled": (lambda m: m.Scaled(), False, lambda: tuple(randn(2, 3, 5, 8, seed=i) for i in range(3)), True),
    "scaled, transposed": (
        lambda m: m.Scaled(),
        False,
        lambda: tuple(randn(2, 5, 3, 8, seed=i).transpose(1, 2) for i in range(3)),
        False,
    ),
}


@pytest.mark.parametrize("label", CASES)
def test_layer(label):
    make, training, arguments, compiled = CASES[label]

    def call(module):
        torch.manual_seed(11)
        instance = make(module).train(training)
        return instance

    expect = "whole" if compiled else None
    harness.check(PROGRAM.load(), call, arguments, expect=expect, context=torch.no_grad, atol=2e-5)


def test_with_grad_mode_on_parameters_make_it_a_miss():
    """Under grad mode the results of layers require grad: eager runs."""
    pair = PROGRAM.load()

    def call(module):
        torch.manual_seed(11)
        return module.MLP(8).eval()

    harness.check(pair, call, lambda: (randn(3, 8),), expect="fallback", context=torch.enable_grad)


MADE = harness.program(
    "layers_made_by_functions",
    """
from torch import nn


def normed(x):
    return nn.LayerNorm(3, elementwise_affine=False)(x), nn.GroupNorm(1, 4, affine=False)(x.unsqueeze(0))


def batch_normed(x):
    layer = nn.BatchNorm1d(3, affine=False)
    y = layer(x)
    return y, layer.running_mean, layer.eval()(x), nn.InstanceNorm1d(4)(x.unsqueeze(0))


def chained(x):
    return nn.Sequential(nn.ReLU(), nn.Flatten(), nn.Dropout(0.5).eval(), nn.Softmax(dim=-1))(x)
""",
    ["normed(f32[4, 3])", "batch_normed(f32[4, 3])", "chained(f32[4, 3])"],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("name", ["normed", "batch_normed", "chained"])
def test_layers_without_parameters_are_made_where_they_are_used(name):
    harness.check(MADE.load(), name, lambda: [randn(4, 3)], expect="whole")


INSTANCES = harness.program(
    "instance_statistics",
    """import torch
import torch.nn.functional as F
from torch import nn

images = nn.InstanceNorm2d(4, affine=True, track_running_stats=True)
signals = nn.InstanceNorm1d(3, momentum=0.3, track_running_stats=True).double()


def given(x, mean, var):
    return F.instance_norm(x, mean, var, use_input_stats=True, momentum=0.2)


def twice(x, mean, var):
    y = F.instance_norm(F.instance_norm(x, mean, var) * 3, mean, var, mean, var)
    return y, F.instance_norm(x, mean, mean), mean * 2


def of_images(x):
    return images(x)


def of_signals(x):
    return signals(x) + 1
""",
    calls=["given(f32[B, C, T], f32[C], f32[C])", "twice(f32[B, C, T], f32[C], f32[C])"]
    + ["of_images(f32[B, 4, H, W])", "of_signals(f64[B, 3, T])"],
    args=["--force"],
)


@pytest.mark.parametrize("mode", [torch.no_grad, torch.enable_grad])
@pytest.mark.parametrize("batch", [3, 1])
def test_statistics_of_instances_in_training(batch, mode):
    pair = INSTANCES.load()
    rows = lambda: (torch.rand(batch, 4, 5, generator=torch.Generator().manual_seed(1)), torch.ones(4), torch.ones(4))  # noqa: E731
    for name in ("given", "twice"):
        harness.check(pair, name, rows, expect="whole", context=mode)
    make = lambda: torch.rand(batch, 4, 5, 6, generator=torch.Generator().manual_seed(2))  # noqa: E731
    harness.check(pair, "of_images", lambda: (make(),), expect="whole" if mode is torch.no_grad else None, context=mode)
    harness.check(pair, "of_signals", lambda: (make()[:, :3, 0].double(),), context=mode)
    harness.check(pair, "of_signals", lambda: (make()[:, :3, 0].double().clone(),), expect="whole", context=mode)
    for name in ("images", "signals"):
        eager, built = getattr(pair.eager, name), getattr(pair.built, name)
        for (key, a), (_, b) in zip(eager.named_buffers(), built.named_buffers()):
            torch.testing.assert_close(a, b, msg=key)
            assert a._version == b._version, key


def test_what_instances_refuse_in_training():
    pair = INSTANCES.load()
    for shape, count in (((2, 4, 1), 4), ((2, 4, 5), 3), ((0, 4, 5), 4)):
        harness.check(pair, "given", lambda: (torch.ones(shape), torch.ones(count), torch.ones(count)))
