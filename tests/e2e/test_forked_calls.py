"""Branches in called functions whose sides differ in kind: what follows is evaluated on each side, up to the return."""

import harness
import pytest
import torch
import torch.nn.functional as F
from table import randn

SOURCE = """
import torch
import torch.nn.functional as F


def masked(x, mask):
    causal = bool((mask > 0).all())
    if causal:
        mask = None
    else:
        mask = mask.abs()
    x = x * 2
    if mask is None:
        return x + 1
    return x + mask


def in_loop(x, mask):
    for i in range(3):
        x = masked(x, mask) * 0.5
    return x


def in_long_loop(x, mask, n):
    for i in range(n):
        x = masked(x, mask) * 0.5
    return x


def size_or_tensor(x, flag):
    scale = 3 if flag.sum() > 0 else flag
    y = x * scale
    return y.sum(0), scale


def of_other_kinds(x, mask):
    y, scale = size_or_tensor(x, mask[:1])
    return y + scale


def writes(x, y):
    v = y if y.sum() > 0 else None
    if v is None:
        x.add_(1)
        return x * 3
    v.mul_(2)
    return x + v


def written(x, mask):
    a, b = x + 1, mask * 1
    c = writes(a, b)
    return a, b, c


def nested(x, mask):
    def inner(z):
        part = (z, z + 1) if mask.sum() > 0 else None
        if part is None:
            return z
        return part[0] + part[1]

    return inner(inner(x)) * 2


def caught(x, mask):
    try:
        return masked(x, mask) + 1
    except ValueError:
        return x


def packed(positions):
    if ((positions[:, 1:] - positions[:, :-1]) == 1).all():
        return None
    return positions.cumsum(-1)


def with_packed(x, positions):
    mask = packed(positions)
    y = x * 2
    return y if mask is None else y + mask.sum(-1, keepdim=True)


def asked_of_tensors(x, mask):
    if hasattr(x, "of_another_package") or getattr(mask, "and_another", None) is not None:
        return x
    return x * 2 + getattr(None, "scale", 3)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        layer = torch.nn.TransformerEncoderLayer(4, 2, 8, 0.0, batch_first=True)
        self.layers = torch.nn.TransformerEncoder(layer, 2)

    def forward(self, x, mask):
        return self.layers(x, mask=mask)


torch.manual_seed(0)
net = Net().eval()


def encode(x, mask):
    return net(x, mask)


def likelihood(x, target, var):
    return F.gaussian_nll_loss(x, target, var)


def scaled(x, scale=1.0, shift=None):
    return x * scale if shift is None else x * scale + shift


def with_options(x, y):
    options, seen, steps = {}, set(), []
    if y.sum() > 0:
        options["scale"] = 2.0
        seen.add("scale")
        steps.append(y)
    for step in steps:
        x = x + step
    return scaled(x, shift=y if "scale" in seen else None, **options)


def twice_with_options(x, y):
    return with_options(with_options(x, y) - 1, -y)


def kept_options(x, y, kept):
    options = {}
    if y.sum() > 0:
        options["scale"] = 2.0
    kept.append(options)
    return scaled(x, **options)


def keeps_options(x, y):
    kept = []
    z = kept_options(x, y, kept)
    return z, len(kept[0])


def later_options(x, y):
    options = {}
    if y.sum() > 0:
        options["scale"] = 2.0

    def later(z):
        return scaled(z, **options)

    return later(x), later


def calls_later(x, y):
    z, later = later_options(x, y)
    return later(z)


def finished_options(x, y, log):
    options = {}
    try:
        if y.sum() > 0:
            options["scale"] = 2.0
            return scaled(x, **options)
        return x - 1
    finally:
        log.append(x * len(options))


def finishes(x, y):
    log = []
    return finished_options(x, y, log) + log[0]


def given_options(x, y):
    options = {}
    if y.sum() > 0:
        options["scale"] = 2.0

    def lazily():
        yield scaled(x, **options)

    return lazily()


def takes_given(x, y):
    return next(given_options(x, y))


class Holder:
    pass


def holder_of(x, y):
    options, holder = {}, Holder()
    if y.sum() > 0:
        options["scale"] = 2.0
    holder.options = options
    return scaled(x, **options), holder


def uses_holder(x, y):
    z, holder = holder_of(x, y)
    return scaled(z, **holder.options)
"""
LEFT_BEHIND = ["with_options", "twice_with_options"]
NOT_LEFT = ["keeps_options", "calls_later", "finishes", "takes_given", "uses_holder"]
NAMES = ["in_loop", "of_other_kinds", "written", "nested", "caught"]
PROGRAM = harness.program(
    "forked",
    SOURCE,
    [
        *(f"{name}(f32[M, N], f32[M, N])" for name in NAMES + LEFT_BEHIND + NOT_LEFT),
        "with_packed(f32[M, N], i64[M, N])",
        "asked_of_tensors(f32[M, N], f32[M, N])",
        "in_long_loop(f32[M, N], f32[M, N], 3)",
        "encode(f32[B, T, 4], b8[T, T])",
        *(f"likelihood(f32[4, 3], f32[4, 3], f32[{size}])" for size in ("4, 1", "1, 3", "1, 1", "4, 3", "4")),
    ],
    ["--force"],
)


def mask_of(shape, positive):
    mask = randn(*shape, seed=2).abs() + 0.1
    return mask if positive else -mask


@pytest.mark.parametrize("positive", [True, False])
@pytest.mark.parametrize("shape", [(3, 4), (1, 1), (2, 1)])
@pytest.mark.parametrize("name", NAMES)
def test_each_side_goes_on(name, shape, positive):
    expect = None if name == "of_other_kinds" else "whole"
    harness.check(PROGRAM.load(), name, lambda: (randn(*shape, seed=1), mask_of(shape, positive)), expect=expect)


@pytest.mark.parametrize("positive", [True, False])
@pytest.mark.parametrize("name", LEFT_BEHIND)
def test_containers_that_a_function_leaves_behind(name, positive):
    make = lambda: (randn(3, 4, seed=1), mask_of((3, 4), positive))  # noqa: E731
    harness.check(PROGRAM.load(), name, make, expect="whole")


@pytest.mark.parametrize("positive", [True, False])
@pytest.mark.parametrize("name", NOT_LEFT)
def test_containers_that_something_leads_to(name, positive):
    harness.check(PROGRAM.load(), name, lambda: (randn(3, 4, seed=1), mask_of((3, 4), positive)))


@pytest.mark.parametrize("n", [0, 1, 4])
@pytest.mark.parametrize("positive", [True, False])
def test_in_a_loop_of_unknown_length(n, positive):
    make = lambda: (randn(3, 4, seed=1), mask_of((3, 4), positive), n)  # noqa: E731
    harness.check(PROGRAM.load(), "in_long_loop", make)


@pytest.mark.parametrize("shape", [(2, 5), (1, 3), (3, 2)])
def test_a_function_that_gives_none_as_a_rule(shape):
    positions = torch.arange(shape[1]).expand(shape).contiguous()
    harness.check(PROGRAM.load(), "with_packed", lambda: (randn(*shape, seed=1), positions.clone()), expect="whole")
    harness.check(PROGRAM.load(), "with_packed", lambda: (randn(*shape, seed=1), positions * 2), expect="whole")


def test_attributes_that_tensors_lack():
    pair, name = PROGRAM.load(), "asked_of_tensors"
    make = lambda: (randn(3, 4, seed=1), randn(3, 4, seed=2))  # noqa: E731
    harness.check(pair, name, make, expect="whole")

    def marked():
        x, y = make()
        y.and_another = 1
        return x, y

    harness.check(pair, name, marked, expect="fallback")
    torch.Tensor.of_another_package = True
    try:
        harness.check(pair, name, make, expect="fallback")
    finally:
        del torch.Tensor.of_another_package
    harness.check(pair, name, make, expect="whole")


@pytest.mark.parametrize("causal", [True, False])
def test_masks_of_an_encoder(causal):
    later = torch.ones(5, 5, dtype=torch.bool).triu(1)
    mask = later if causal else later.flip(0)
    harness.check(PROGRAM.load(), "encode", lambda: (randn(2, 5, 4, seed=1), mask.clone()), expect="whole", rtol=1e-4)


@pytest.mark.parametrize("size", [(4, 1), (1, 3), (1, 1), (4, 3), (4,), (2, 3)])
def test_variances_of_some_rows(size):
    pair = PROGRAM.load()
    arguments = lambda: (randn(4, 3, seed=1), randn(4, 3, seed=2), randn(*size, seed=3).abs())  # noqa: E731
    refused = size in ((1, 1), (2, 3))
    harness.check(pair, "likelihood", arguments, expect=None if refused else "whole")
    if refused:
        with pytest.raises(ValueError):
            F.gaussian_nll_loss(*arguments())


SAMPLED = harness.program(
    "sampled_tokens",
    """
import torch
from torch import nn


class Sampler(nn.Module):
    def __init__(self, most):
        super().__init__()
        self.most = most

    def forward(self, x, *, mask):
        kept = None
        if self.most is not None and x.shape[1] - 1 > self.most:
            count = int((x[0].sum(-1) > 0).sum())
            x, mask, kept = x[:, :count], mask[:, :count], torch.arange(count)
        return x * 2, mask, kept


class Tokens(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Sampler(16), Sampler(8)])

    def forward(self, x):
        mask = torch.ones(x.shape[:2], dtype=torch.bool)
        for sampler in self.layers:
            y, mask, kept = sampler(x, mask=mask)
            if kept is not None:
                x = x[:, kept]
            x = x + y
        return x, mask


tokens = Tokens()


def run(x):
    return tokens(x)


if __name__ == "__main__":
    run(torch.rand(2, 17, 4))
""",
)


@pytest.mark.parametrize("length", [17, 12])
def test_a_branch_that_one_call_of_a_function_takes_and_another_does_not(length):
    harness.check(SAMPLED.load(), "run", lambda: (randn(2, length, 4, seed=1),), expect="whole")
    harness.check(SAMPLED.load(), "run", lambda: (randn(2, 20, 4, seed=1),))
    harness.check(SAMPLED.load(), "run", lambda: (randn(2, 5, 4, seed=1),))


PADDED = harness.program(
    "padded_to_windows",
    """
import math

import torch
import torch.nn.functional as F


def to_multiple(x, multiple, dim=-1):
    length = x.shape[dim]
    windows = length / multiple
    if windows.is_integer():
        return False, x
    rest = math.ceil(windows) * multiple - length
    return True, F.pad(x, ((0,) * (-1 - dim) * 2) + (0, rest))


class Windows(torch.nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size

    def forward(self, q, k):
        length = q.shape[1]
        (_, q), (_, k) = map(lambda t: to_multiple(t, self.size, dim=-2), (q, k))
        return (q * k)[:, :length] * q.shape[1]


windows = Windows(4)


def run(q, k):
    return windows(q, k)
""",
    calls=["run(f32[B, T, D], f32[B, T, D])"],
    args=["--force"],
)


@pytest.mark.parametrize("length", [8, 9, 4, 3, 11])
def test_padding_that_two_functions_deep_asks_whether_a_number_is_whole(length):
    harness.check(PADDED.load(), "run", lambda: (randn(2, length, 5), randn(2, length, 5, seed=1)), expect="whole")
    harness.check(PADDED.load(), "run", lambda: (randn(2, 0, 5), randn(2, 0, 5)))
