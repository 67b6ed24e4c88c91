"""Blocks of no_grad() and inference_mode() inside a function that is called in another mode: what requires grad may
come in, as long as it is used inside of such blocks alone, and what leaves them has torch's marks."""

import harness
import pytest
import torch

PROGRAM = harness.program(
    "grad_blocks",
    """
import torch
from torch import nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear, self.conv, self.norm = nn.Linear(4, 4), nn.Conv1d(1, 1, 3, padding=1), nn.LayerNorm(4)

    def forward(self, x):
        return x + self.norm(self.conv(self.linear(x).unsqueeze(1)).squeeze(1)).relu()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block() for _ in range(3)])
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x)


torch.manual_seed(0)
NET = Net()


def predict(x):
    with torch.no_grad():
        y = NET(x)
    return y.softmax(-1) * 2


def inside(w, x):
    with torch.no_grad():
        y = w * x
    return y + 1


def sorted_inside(w, x):
    with torch.no_grad():
        return torch.sort(w)[0] * x + 1, torch.cumsum(w, 0) * x


def step(w, x):
    with torch.no_grad():
        w.sub_(x * 0.1)
    return x + 1


def in_a_loop(w, x):
    with torch.no_grad():
        y = x * 2
        for i in range(x.shape[0]):
            y = y + w * x[i]
    return y


def copied(w, x):
    y = x.clone()
    with torch.no_grad():
        y[0] = w[0]
        y += w
    return y.mul_(2)


def view_used_outside(w, x):
    with torch.no_grad():
        v = w[0]
    return v * x


def view_returned(w, x):
    with torch.no_grad():
        v = w[1:]
        y = w * x
    return v, y


def maybe_itself(w, x):
    with torch.no_grad():
        v = w.contiguous()
    return v * x


def chosen(w, x):
    with torch.no_grad():
        v = w if x.sum() > 0 else x + 1
    return v * 2


def chosen_inside(w, x):
    with torch.no_grad():
        v = w[:1].expand(x.shape[0], -1).contiguous()
        v = v if x.sum() > 0 else v * x
        return v * x + 1


def chosen_twice(w, x):
    with torch.no_grad():
        v = w.contiguous()
        v = v if x.sum() > 0 else x * 3
        v = v if x.sum() < 99 else x + 1
    return v * 2


def filled(w, x):
    with torch.no_grad():
        items = [w]
        for i in range(x.shape[0]):
            items.append(w * x[i])
    return items[0] * x, torch.stack(items)


def carried(w, x):
    with torch.no_grad():
        y = x
        for i in range(x.shape[0]):
            y = w if i == 1 else y + w
    return y * 2


def both(w, x):
    a = w * 2
    with torch.no_grad():
        b = w * 2
    return a, b


def on_again(w, x):
    with torch.no_grad():
        y = w * x
        with torch.enable_grad():
            z = w * x
    return y, z


def handed_out(w, x):
    with torch.no_grad():
        return {"w": w, "y": w * x}
""",
    calls=["predict(f32[B, 4])"]
    + [
        f"{name}(f32[M, N], f32[M, N])"
        for name in (
            "inside sorted_inside step in_a_loop copied view_used_outside view_returned maybe_itself chosen chosen_inside"
            " chosen_twice filled carried"
            " both on_again handed_out"
        ).split()
    ],
)


def leaves():
    return torch.linspace(-1, 1, 12).reshape(3, 4).requires_grad_(), torch.arange(12.0).reshape(3, 4) / 7


def parameters():
    return torch.nn.Parameter(leaves()[0].detach().clone()), leaves()[1]


@pytest.mark.parametrize("make", [leaves, parameters])
@pytest.mark.parametrize("name", "inside sorted_inside step in_a_loop copied chosen_inside handed_out".split())
def test_what_is_used_with_grad_mode_off_alone_may_require_grad(name, make):
    if name == "step" and make is leaves:
        make = parameters
    harness.check(PROGRAM.load(), name, make, expect="whole", context=torch.enable_grad, atol=1e-5)


def test_a_model_in_a_block():
    pair = PROGRAM.load()
    harness.check(pair, "predict", lambda: (leaves()[1],), expect="whole", context=torch.enable_grad, atol=1e-5)
    assert all(p.requires_grad and p.grad is None for p in pair.built.NET.parameters())


@pytest.mark.parametrize("make", [leaves, parameters])
@pytest.mark.parametrize(
    "name",
    "view_used_outside view_returned maybe_itself chosen chosen_twice filled carried both on_again handed_out".split(),
)
def test_what_is_used_outside_too_keeps_its_history(name, make):
    for context in (torch.enable_grad, torch.no_grad, torch.inference_mode):
        harness.check(PROGRAM.load(), name, make, context=context)


def test_the_gradients_outside_are_those_of_eager():
    found, pair = [], PROGRAM.load()
    for module in (pair.eager, pair.built):
        w, x = leaves()
        with torch.enable_grad():
            a, b = module.both(w, x)
            (a * b).sum().backward()
        found.append(w.grad)
    assert torch.equal(*found)


# ---- inference mode ------------------------------------------------------------------------------------------------

WHOLE = "model plain mixed asked written in_a_loop chosen calls_decorated contiguous".split()
OTHERS = "detached written_outside view_of_input view_without_grad mixed_choice kept decorated raises not_in_it".split()
INFERENCE = harness.program(
    "inference_blocks",
    """
import torch
from torch import nn

torch.manual_seed(0)
NET = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
CACHE = torch.zeros(3, 4)


def model(w, x):
    with torch.inference_mode():
        return NET(x).softmax(-1)


def plain(w, x):
    with torch.inference_mode():
        y = w * x
    return y


def mixed(w, x):
    a = x * 2
    with torch.inference_mode():
        b = w * 2
        c = x * 3
        d = b[1:]
    e = b + 1
    return a, b, c, d, e, c.view(-1), b.clone(), b.sum(0, True), x


def detached(w, x):
    with torch.inference_mode():
        y = w * x
    return y, y.detach()


def asked(w, x):
    with torch.inference_mode():
        y = w * x
        inside = torch.is_inference_mode_enabled(), torch.is_grad_enabled()
        with torch.enable_grad():
            again = torch.is_grad_enabled(), torch.is_inference_mode_enabled()
            z = w * x
        with torch.inference_mode(False):
            off = torch.is_grad_enabled(), torch.is_inference_mode_enabled(), (x * 2).is_inference()
    marks = y.is_inference(), (y * 2).is_inference(), y[0].is_inference(), x.is_inference()
    return inside, again, off, marks, z


def written(w, x):
    y = x.clone()
    with torch.inference_mode():
        z = w * x
        z[0] = 1
        z.add_(1)
        y.mul_(2)
        x.add_(1)
        y[1] = w[0]
    y += z
    return y, z


def written_outside(w, x):
    with torch.inference_mode():
        y = w * x
    y += 1
    return y


def view_of_input(w, x):
    with torch.inference_mode():
        v = x[1:]
        y = w * x
    return v, v.is_inference(), y


def view_without_grad(w, x):
    y = x * 2
    with torch.no_grad():
        v, u = y[0], x[0]
    return y, v, u[1:], v + 1


def in_a_loop(w, x):
    with torch.inference_mode():
        y = x * 2
        for i in range(x.shape[0]):
            y = y * w + x[i]
    return y


def chosen(w, x):
    with torch.inference_mode():
        y = w * x if x.sum() > 0 else w - x
    return y


def mixed_choice(w, x):
    y = x * 2
    if x.sum() > 0:
        with torch.inference_mode():
            y = w * x
    return y


def kept(w, x):
    with torch.inference_mode():
        rows = [r * 2 for r in x]
        CACHE.copy_(w)
        table = {"rows": rows, "all": torch.stack(rows)}
    return table


@torch.inference_mode()
def decorated(w, x):
    return w * x + 1


def calls_decorated(w, x):
    return decorated(w, x), x + 1


def raises(w, x):
    with torch.inference_mode():
        y = w * x
        if y.shape[0] == 3:
            raise ValueError("three")
    return y


def contiguous(w, x):
    with torch.inference_mode():
        y = x.t().contiguous()
        z = x.contiguous() * 1
    return y, z


def not_in_it(w, x):
    with torch.inference_mode(False):
        return x * 3, torch.zeros(2)
""",
    calls=[f"{name}(f32[M, N], f32[M, N])" for name in WHOLE + OTHERS],
)


def frozen():
    return leaves()[0].detach(), leaves()[1]


@pytest.mark.parametrize("context", [torch.enable_grad, torch.no_grad, torch.inference_mode])
@pytest.mark.parametrize("name", WHOLE + OTHERS)
def test_blocks_of_inference_mode(name, context):
    plain = context is not torch.inference_mode
    whole = name in WHOLE and (plain or name != "asked")
    harness.check(INFERENCE.load(), name, frozen, expect="whole" if whole else None, context=context, atol=1e-5)


@pytest.mark.parametrize("name", WHOLE + OTHERS)
def test_what_requires_grad_in_blocks_of_inference_mode(name):
    whole = name in ("model", "plain", "in_a_loop", "chosen", "written")
    harness.check(
        INFERENCE.load(), name, leaves, expect="whole" if whole else None, context=torch.enable_grad, atol=1e-5
    )


@pytest.mark.parametrize("name", ["plain", "mixed", "detached", "view_of_input", "view_without_grad", "kept"])
def test_torch_refuses_what_it_refuses_in_eager(name):
    def refused(module, change):
        with torch.enable_grad():
            out = getattr(module, name)(*frozen())
            texts = []
            for tensor in harness.tensors_in(out):
                try:
                    change(tensor)
                    texts.append(None)
                except RuntimeError as error:
                    texts.append(str(error).split("See http")[0])
            return texts

    pair, leaf = INFERENCE.load(), torch.ones((), requires_grad=True)
    changes = (
        lambda t: t.add_(1),
        lambda t: t.add_(leaf),
        lambda t: t.requires_grad_(),
        lambda t: (t * leaf).sum(),
        lambda t: t._version,
    )
    for change in changes:
        assert refused(pair.eager, change) == refused(pair.built, change)


# ---- paths that part inside of a block -----------------------------------------------------------------------------

PATHS = harness.program(
    "paths_in_grad_blocks",
    """
import torch


def may_not_run(w, x):
    with torch.no_grad():
        y = x
        for i in range(x.shape[0]):
            y = y + w * x[i]
    return y


def mask_or_none(w, x):
    with torch.no_grad():
        mask = None
        if x.sum() > 10:
            mask = x > 2
        y = w * x
        if mask is not None:
            y = y.masked_fill(mask, 0)
    return y, x * 2, torch.is_grad_enabled()


def returns_inside(w, x):
    with torch.no_grad():
        if x.sum() > 10:
            return w * 2
        y = w * 3
    return y + 1


def continues_inside(w, x):
    out = x * 1
    for i in range(x.shape[0]):
        with torch.no_grad():
            if x[i].sum() > 10:
                continue
            out = out + w * i
        out = out * 2
    return out


def nested(w, x):
    with torch.inference_mode():
        with torch.enable_grad():
            k = None
            if x.sum() > 10:
                k = x + 1
        y = w * x
        if k is None:
            return y, k
        y = y + k
    return y, k


def two_managers(w, x):
    with torch.no_grad(), torch.inference_mode():
        if x.sum() > 10:
            a = (w * 2, None)
        else:
            a = (w * 3, x)
        b = a[0] * 2
    return b, a[1] is None, torch.is_inference_mode_enabled()


def raises_behind(w, x):
    with torch.no_grad():
        while x.sum() < 50 and x.abs().max() < 90:
            x = x * 2
            if x.max() > 70:
                break
        else:
            x = x - 1
        if x.sum() > 100:
            raise ValueError("big")
    return x + 1


def set_by_hand(w, x):
    torch.set_grad_enabled(False)
    with torch.enable_grad():
        m = None
        if x.sum() > 3:
            m = x * 2
        y = x * 3
    if m is None:
        return y
    return m
""",
    calls=[
        f"{name}(f32[M, N], f32[M, N])"
        for name in (
            "may_not_run mask_or_none returns_inside continues_inside nested two_managers raises_behind set_by_hand"
        ).split()
    ],
)


@pytest.mark.parametrize("factor", [7, 1, -1, 40])
@pytest.mark.parametrize(
    "name",
    "may_not_run mask_or_none returns_inside continues_inside nested two_managers raises_behind set_by_hand".split(),
)
def test_paths_that_part_inside_of_a_block(name, factor):
    raises = name == "raises_behind" and factor in (7, 40)
    for context in (torch.enable_grad, torch.no_grad):
        make = lambda: (torch.linspace(-1, 1, 12).reshape(3, 4), leaves()[1] * factor)
        expect = "whole" if not raises and name != "mask_or_none" else None
        harness.check(PATHS.load(), name, make, expect=expect, context=context, atol=1e-4)
