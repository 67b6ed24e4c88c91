"""Parts that models of collections are put together from: what their constructors compute, and how they are called."""

import contextlib

import harness
import pytest
import torch
from table import randn

SOURCE = """
import math

import torch
import torch.nn.functional as F
from torch import nn


class Dropped(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.p = p

    def forward(self, x):
        if self.p == 0.0 or not self.training:
            return x
        keep = 1 - self.p
        mask = torch.rand((x.shape[0],) + (1,) * (x.ndim - 1)) < keep
        return x * mask / keep


class Layer(nn.Module):
    def __init__(self, n, p):
        super().__init__()
        self.fc = nn.Linear(n, n)
        self.drop = Dropped(p) if p > 0.0 else nn.Identity()

    def forward(self, x):
        return x + self.drop(torch.tanh(self.fc(x)))


class Schedule(nn.Module):
    # the rates are numbers that a tensor held
    def __init__(self, n, depth, last=0.3):
        super().__init__()
        rates = [r.item() for r in torch.linspace(0, last, depth)]
        self.first = nn.Parameter(torch.zeros(1, 1, n))
        self.layers = nn.Sequential(*[Layer(n, r) for r in rates])

    def forward(self, x):
        x = torch.cat((self.first.expand(x.shape[0], -1, -1), x), dim=1)
        return self.layers(x)


class Table(nn.Module):
    # constructors may look at any number of a small tensor
    def __init__(self, n):
        super().__init__()
        steps = (torch.arange(4) * 2 + 1).float() / 4
        self.wide = steps[-1].item() > 1.5
        self.fc = nn.Linear(n, 2 * n if steps[1].item() == 0.75 else n)
        self.factor = steps.sqrt()[3].item()

    def forward(self, x):
        y = torch.relu(self.fc(x))
        return y * self.factor if self.wide else y


class Shifted(nn.Module):
    def __init__(self, shift):
        super().__init__()
        self.shift = shift

    def forward(self, x):
        return torch.roll(x * 2, shifts=(-self.shift, self.shift), dims=(1, 2)) + 1


class Merge(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(4 * n, n, bias=False)

    def forward(self, x):
        B, H, W, C = x.shape
        x = F.pad(x, (0, 0, 0, W % 2, 0, H % 2))
        _, H, W, _ = x.shape
        x = x.reshape(B, H // 2, 2, W // 2, 2, C).permute(0, 1, 3, 4, 2, 5).flatten(3)
        return self.fc(x)


class NormOfChannels(nn.LayerNorm):
    def forward(self, x):
        x = x.permute(0, 2, 3, 1)
        return F.layer_norm(x, self.normalized_shape, self.weight, self.bias, self.eps).permute(0, 3, 1, 2)


class LastChannels(nn.Module):
    # convolutions keep the layout that the norms leave, and so do sums
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = NormOfChannels(4), NormOfChannels(6)
        self.down = nn.Conv2d(4, 6, 2, stride=2)
        self.own = nn.Conv2d(6, 6, 3, groups=6, padding=1)
        self.pool = nn.MaxPool2d(2)

    def forward(self, x):
        x = self.down(self.norm1(x))
        return self.pool(x + self.norm2(self.own(x)))


class Experts(nn.Module):
    def __init__(self, n, count, k):
        super().__init__()
        self.gate = nn.Linear(n, count, bias=False)
        self.count, self.k = count, k
        self.experts = nn.ModuleList([nn.Sequential(nn.Linear(n, 2 * n), nn.SiLU(), nn.Linear(2 * n, n)) for _ in range(count)])

    def forward(self, x):
        flat = x.view(-1, x.shape[-1])
        weights, chosen = torch.topk(self.gate(flat).softmax(-1), self.k, dim=-1)
        weights = weights / weights.sum(-1, keepdim=True)
        result = torch.zeros_like(flat)
        of_expert = F.one_hot(chosen, num_classes=self.count).permute(2, 1, 0)
        for i in range(self.count):
            nth, row = torch.where(of_expert[i])
            part = self.experts[i](flat[None, row].reshape(-1, flat.shape[-1])) * weights[row, nth, None]
            result.index_add_(0, row, part)
        return result.view(x.shape)


class Weighted(nn.Module):
    def __init__(self, n, count):
        super().__init__()
        self.w = nn.ParameterList([nn.Parameter(torch.randn(n, n)) for _ in range(count)])

    def forward(self, x):
        return torch.stack([F.relu(x @ w) for w in self.w], dim=-2).sum(-2)


def repeated(x, count):
    if count == 1:
        return x
    b, h, t, d = x.shape
    return x[:, :, None].expand(b, h, count, t, d).reshape(b, h * count, t, d)


class Grouped(nn.Module):
    def __init__(self, n, heads, groups):
        super().__init__()
        self.heads, self.groups, self.size = heads, groups, n // heads
        self.copies = heads // groups
        self.q, self.k = nn.Linear(n, n), nn.Linear(n, groups * self.size)

    def forward(self, x):
        b, t, _ = x.shape
        q = self.q(x).view(b, t, self.heads, self.size).transpose(1, 2)
        k = repeated(self.k(x).view(b, t, self.groups, self.size).transpose(1, 2), self.copies)
        return (q @ k.transpose(2, 3)).softmax(-1)


class Attending(nn.Module):
    def __init__(self, n, depth, groups):
        super().__init__()
        self.layers = nn.ModuleList([Grouped(n, 4, groups) for _ in range(depth)])

    def forward(self, x):
        total = 0.0
        for layer in self.layers:
            total = total + layer(x).sum(1)
        return total


def masked(x, keep):
    return x.masked_fill(~keep[:, None, :], 0.5).sum(-1)


class Selected(nn.Module):
    # as many weights as there are parts: a half of what a layer gives
    def __init__(self, n, count):
        super().__init__()
        self.weights = nn.Linear(n * count, count * 2)
        self.parts = nn.ModuleList([nn.Linear(n, n) for _ in range(count)])

    def forward(self, x):
        xs = [x, x * 2, x - 1]
        w = F.glu(self.weights(torch.cat(xs, dim=-1)), dim=-1).softmax(-1).unsqueeze(-2)
        return (torch.stack([part(y) for part, y in zip(self.parts, xs)], dim=-1) * w).sum(-1)


class Cropped(nn.Module):
    # lengths that torch works out, of which one may be cut to the other
    def __init__(self, n, heads):
        super().__init__()
        self.heads, self.size = heads, n // heads
        self.q, self.k = nn.Linear(n, n), nn.Linear(n, n)

    def forward(self, x):
        b, t, _ = x.shape
        q = self.q(x).view(b, -1, self.heads, self.size).transpose(1, 2)
        k = self.k(x).view(b, -1, self.heads, self.size).transpose(1, 2)
        if q.shape[2] > 1 and k.shape[2] > q.shape[2]:
            k = k[:, :, : q.shape[2]]
        return (q * 2) @ k.transpose(2, 3)


class Flagged(nn.Module):
    # an int that stands for yes or no decides what a list holds
    def __init__(self, n, alone):
        super().__init__()
        self.alone = alone
        self.norms = nn.ModuleList([nn.LayerNorm(n) for _ in range(2)])

    def forward(self, x):
        parts = []
        for i, y in zip(range(2), [x, x[:, ::2]]):
            b, t, n = y.size()
            y = self.norms[i](y)
            if self.alone:
                y = y.permute(0, 2, 1).contiguous().reshape(b * n, t, 1)
                parts.append(y)
            else:
                parts.append(y)
        return torch.cat([part.sum(1) * 2 for part in parts], 0)


class Patched(nn.Module):
    # windows of a series that was turned, each a row of a layer
    def __init__(self, parts, count, size, n):
        super().__init__()
        self.parts, self.count, self.size = parts, count, size
        self.inner, self.head = nn.Linear(size, size), nn.Linear(size * count, n)

    def forward(self, x):
        b, t, c = x.shape
        x = self.inner(x.permute(0, 2, 1).reshape(-1, t * c).unfold(-1, self.size, self.size))
        x = self.head(x.reshape(-1, self.parts, self.count, self.size).flatten(start_dim=-2))
        return x.permute(0, 2, 1)


class Nested(nn.Module):
    # an encoder and decoder around another one, as deep as the images have sizes
    def __init__(self, n, inner=None):
        super().__init__()
        down = [nn.Conv2d(n, n, 4, 2, 1), nn.LeakyReLU(0.2)]
        up = [nn.ConvTranspose2d(n if inner is None else 2 * n, n, 4, 2, 1), nn.Tanh()]
        self.model = nn.Sequential(*down, *([] if inner is None else [inner]), *up)

    def forward(self, x):
        return torch.cat([x, self.model(x)], 1)


def nested(n, depth):
    block = None
    for _ in range(depth):
        block = Nested(n, block)
    return block


class Refusing(nn.Module):
    # the message of what it raises has its own text, which nobody needs to know
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(n, n)

    def forward(self, x):
        if x.shape[0] > 64:
            raise ValueError(f"too many rows for {self}")
        return torch.tanh(self.fc(x)) * 2


class Overlapped(nn.Module):
    # frames that overlap are added up in steps that divide both their length and their distance
    def __init__(self, n, length, step):
        super().__init__()
        self.basis, self.step = nn.Linear(n, length), step

    def forward(self, x):
        frames = self.basis(x)
        count, length = frames.shape[-2:]
        part = math.gcd(length, self.step)
        total = (self.step * (count - 1) + length) // part
        at = torch.arange(0, total).unfold(0, length // part, self.step // part).contiguous().view(-1)
        out = frames.new_zeros(frames.shape[0], total, part)
        return out.index_add_(-2, at, frames.reshape(frames.shape[0], -1, part)).view(frames.shape[0], -1)
"""

PARTS = harness.program(
    "model_parts",
    SOURCE,
    calls=[
        "Schedule(8, 4).eval()(f32[B, T, 8])",
        "Schedule(8, 4).train()(f32[B, T, 8])",
        "Table(6)(f32[N, 6])",
        "Shifted(2)(f32[B, H, W, C])",
        "Merge(4)(f32[B, H, W, 4])",
        "LastChannels()(f32[B, 4, 12, 12])",
        "Experts(8, 4, 2)(f32[B, T, 8])",
        "Weighted(6, 3)(f32[N, 6])",
        "Attending(8, 2, 2)(f32[B, T, 8])",
        "Attending(8, 2, 4)(f32[B, T, 8])",
        "masked(f32[B, T, T], bool[B, T])",
        "Selected(4, 3)(f32[B, T, 4])",
        "Overlapped(4, 6, 4)(f32[B, T, 4])",
        "Cropped(8, 2)(f32[B, T, 8])",
        "Refusing(4)(f32[N, 4])",
        "nested(2, 7)(f32[B, 2, H, W])",
        "Patched(3, 4, 4, 5)(f32[B, 16, C])",
        "Flagged(4, 0)(f32[B, T, 4])",
        "Flagged(4, 1)(f32[B, T, 4])",
    ],
)

CASES = {
    "rates by depth": (lambda m: m.Schedule(8, 4).eval(), [(2, 3, 8), (1, 1, 8), (5, 2, 8)]),
    "rates by depth, in training": (lambda m: m.Schedule(8, 4).train(), [(2, 3, 8), (3, 1, 8)]),
    "numbers of tensors": (lambda m: m.Table(6), [(2, 6), (1, 6)]),
    "rolled slices": (lambda m: m.Shifted(2), [(2, 5, 6, 3), (1, 4, 4, 2)]),
    "padded to even sizes": (lambda m: m.Merge(4), [(2, 4, 6, 4), (2, 5, 7, 4), (1, 3, 4, 4)]),
    "channels last": (lambda m: m.LastChannels(), [(2, 4, 12, 12), (3, 4, 12, 12)]),
    "experts": (lambda m: m.Experts(8, 4, 2), [(2, 3, 8), (1, 2, 8), (2, 9, 8)]),
    "list of parameters": (lambda m: m.Weighted(6, 3), [(2, 6), (5, 6)]),
    "heads in groups": (lambda m: m.Attending(8, 2, 2), [(2, 3, 8), (1, 5, 8)]),
    "weights of parts": (lambda m: m.Selected(4, 3), [(2, 3, 4), (1, 1, 4)]),
    "frames that overlap": (lambda m: m.Overlapped(4, 6, 4), [(2, 3, 4), (1, 5, 4)]),
    "lengths that are worked out": (lambda m: m.Cropped(8, 2), [(2, 3, 8), (3, 5, 8)]),
    "refused sizes": (lambda m: m.Refusing(4), [(2, 4), (64, 4)]),
    "windows of what was turned": (lambda m: m.Patched(3, 4, 4, 5), [(2, 16, 3), (3, 16, 3)]),
    "what a flag leaves out": (lambda m: m.Flagged(4, 0), [(2, 6, 4), (1, 4, 4)]),
    "what a flag takes": (lambda m: m.Flagged(4, 1), [(2, 6, 4), (1, 4, 4)]),
    "deep in one another": (lambda m: m.nested(2, 7), [(1, 2, 128, 128), (2, 2, 128, 256)]),
    "heads on their own": (lambda m: m.Attending(8, 3, 4), [(2, 3, 8), (1, 5, 8)]),
}


@contextlib.contextmanager
def seeded():
    torch.manual_seed(7)
    with torch.no_grad():
        yield


def filled(make, module, seed=0):
    torch.manual_seed(seed)
    return make(module)


@pytest.mark.parametrize("name", CASES)
def test_parts(name):
    make, shapes = CASES[name]
    for shape in shapes:
        harness.check(
            PARTS.load(),
            lambda module: filled(make, module),  # noqa: B023
            lambda: (randn(*shape),),  # noqa: B023
            expect="whole",
            context=seeded,
        )


def test_masks_are_written_as_bool():
    def inputs():
        return randn(2, 3, 3), torch.tensor([[True, False, True], [False, True, True]])

    harness.check(PARTS.load(), "masked", inputs, expect="whole")


@pytest.mark.parametrize(
    "make, shape",
    [
        (lambda m: m.Schedule(8, 3, last=0.0).eval(), (2, 3, 8)),  # every layer without a Dropped
        (lambda m: m.Experts(8, 3, 2), (2, 3, 8)),  # another number of experts than was built for
        (lambda m: m.Attending(8, 2, 1), (2, 3, 8)),
        (lambda m: m.Weighted(6, 4), (2, 6)),
        (lambda m: m.Overlapped(4, 8, 4), (2, 3, 4)),
        (lambda m: m.Cropped(8, 4), (1, 1, 8)),
        (lambda m: m.Refusing(4), (65, 4)),
    ],
)
def test_other_structures_run_as_python_or_fit(make, shape):
    pick = lambda module: filled(make, module)  # noqa: E731
    harness.check(PARTS.load(), pick, lambda: (randn(*shape),), context=seeded)


KERNELS = """
import torch
import torch.nn.functional as F
from torch import nn


class Scaled(nn.Module):
    # a convolution by weights that are computed from what the module keeps
    def __init__(self, ins, outs, size, padding=0):
        super().__init__()
        self.padding = padding
        self.stored = nn.Parameter(torch.randn(outs, ins, size, size))
        self.register_buffer("scale", torch.tensor(0.5))

    def forward(self, x):
        return F.conv2d(x, self.stored * self.scale, padding=self.padding)


class Halved(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("blur", torch.full((1, 1, 3, 3), 1 / 9))

    def forward(self, x):
        b, c, h, w = x.shape
        x = F.conv2d(F.pad(x.view(-1, 1, h, w), (1, 1, 1, 1)), self.blur)
        return F.avg_pool2d(x.view(b, c, h, w), 2)


class Block(nn.Module):
    def __init__(self, ins, outs, size):
        super().__init__()
        self.residual = nn.Sequential(Halved(), Scaled(ins, outs, 1))
        self.block = nn.Sequential(Scaled(ins, ins, size, size // 2), nn.ReLU(), Scaled(ins, outs, size, size // 2))
        self.down = Halved()

    def forward(self, x):
        return self.down(self.block(x)) + self.residual(x)


if __name__ == "__main__":
    Block(2, 4, 3)(torch.randn(1, 2, 8, 8))
"""
KERNELS_PROGRAM = harness.program("kernels_of_layers", KERNELS)


@pytest.mark.parametrize("shape", [(1, 2, 8, 8), (3, 2, 6, 10)])
def test_sizes_of_kernels_are_configuration(shape):
    def block(module, size=3):
        torch.manual_seed(0)
        return module.Block(2, 4, size)

    pair = KERNELS_PROGRAM.load()
    harness.check(pair, block, lambda: (randn(*shape),), context=torch.no_grad, expect="whole")
    guards = [row["guard"] for row in pair.built.__pyaot__.guards() if row["entry"] == "Block.forward"]
    assert "self.block[0].stored.shape[2] == 3" in guards, guards
    harness.check(pair, lambda m: block(m, 5), lambda: (randn(*shape),), context=torch.no_grad)  # another one
