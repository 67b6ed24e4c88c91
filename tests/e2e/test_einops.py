"""einops, of which the prelude says a part in another way. The package that the programs import here is a small one of the
same names, written plainly; what is compiled must do what it does."""

import pytest
import torch
from harness import compare_outcomes, program_with_package, run

PACKAGE = {
    "einops/__init__.py": """
class EinopsError(RuntimeError):
    pass


from .einops import einsum, rearrange, reduce, repeat
from .packing import pack
""",
    "einops/_backends.py": """
class AbstractBackend:
    pass


class TorchBackend(AbstractBackend):
    def concat(self, tensors, axis):
        import torch

        return torch.cat(tensors, dim=axis)


def get_backend(tensor):
    for cls in AbstractBackend.__subclasses__():
        return cls()
""",
    "einops/packing.py": """
from functools import lru_cache
from typing import Tuple

from einops import EinopsError
from einops._backends import get_backend


@lru_cache(maxsize=128)
def places(pattern: str) -> Tuple[int, int]:
    axes = pattern.split()
    names: set = set(axes)
    if len(names) != len(axes) or "*" not in names:
        raise EinopsError(pattern)
    return axes.index("*"), len(axes) - axes.index("*") - 1


def pack(tensors, pattern):
    before, after = places(pattern)
    backend = get_backend(tensors[0])
    shapes, parts = [], []
    for tensor in tensors:
        end = len(tensor.shape) - after
        shapes.append(tensor.shape[before:end])
        parts.append(tensor.reshape(*tensor.shape[:before], -1, *tensor.shape[end:]))
    return backend.concat(parts, axis=before), shapes
""",
    "einops/einops.py": """
import re

import torch

from . import EinopsError


def sides(pattern, rank):
    found = []
    for side in pattern.split("->"):
        groups = [token if token == "..." else token.strip("()").split() for token in re.findall(r"\\([^)]*\\)|[^ ()]+", side)]
        found.append(groups)
    spread = [f"e{k}" for k in range(rank - len(found[0]) + 1)]
    out = []
    for groups in found:
        new = []
        for group in groups:
            if group == "...":
                new += [[axis] for axis in spread]
            else:
                new.append([b for a in group for b in (spread if a == "..." else [a]) if b != "1"])
        out.append(new)
    return out


def reduce(tensor, pattern, reduction, **sizes):
    if isinstance(tensor, list):
        tensor = torch.stack(tensor)
    left, right = sides(pattern, tensor.dim())
    if len(left) != tensor.dim():
        raise EinopsError("Wrong shape")
    sizes = dict(sizes)
    sizes.update({a: int(a) for g in left + right for a in g if a.isdecimal()})
    for group, size in zip(left, tensor.shape):
        known = 1
        rest = []
        for axis in group:
            if axis in sizes:
                known *= sizes[axis]
            else:
                rest.append(axis)
        if rest and size % known == 0:
            sizes[rest[0]] = size // known
        elif rest or size != known:
            raise EinopsError("Shape mismatch")
    before, after = [a for g in left for a in g], [a for g in right for a in g]
    kept, gone = [a for a in after if a in before], [a for a in before if a not in after]
    if [len(g) for g in left] != [1] * len(left):
        tensor = tensor.reshape([sizes[a] for a in before])
    order = [before.index(a) for a in kept + gone]
    if order != sorted(order):
        tensor = tensor.permute(order)
    if gone:
        dims = tuple(range(len(kept), len(before)))
        if callable(reduction):
            tensor = reduction(tensor, dims)
        elif reduction == "mean" and not tensor.is_floating_point():
            raise NotImplementedError("reduce_mean is not available for non-floating tensors")
        else:
            tensor = getattr(tensor, {"min": "amin", "max": "amax"}.get(reduction, reduction))(dim=dims)
    if len(kept) < len(after):
        for k, axis in enumerate(after):
            if axis not in before:
                tensor = tensor.unsqueeze(k)
        tensor = tensor.expand([-1 if a in before else sizes[a] for a in after])
    if [len(g) for g in right] != [1] * len(right):
        shape = []
        for group in right:
            shape.append(1)
            for axis in group:
                shape[-1] *= sizes[axis]
        tensor = tensor.reshape(shape)
    return tensor


def rearrange(tensor, pattern, **sizes):
    return reduce(tensor, pattern, "rearrange", **sizes)


def repeat(tensor, pattern, **sizes):
    return reduce(tensor, pattern, "repeat", **sizes)


def einsum(*tensors_and_pattern):
    *tensors, pattern = tensors_and_pattern
    names = sorted(set(re.findall(r"[a-z_]+", pattern)), key=pattern.index)
    text = re.sub(r"[a-z_]+", lambda m: "abcdefghij"[names.index(m.group())], pattern).replace(" ", "")
    return torch.einsum(text, *tensors)
""",
    "einops/layers/__init__.py": "",
    "einops/layers/torch.py": """
import torch

from ..einops import reduce


class Rearrange(torch.nn.Module):
    def __init__(self, pattern, **axes_lengths):
        super().__init__()
        self.pattern = pattern
        self.axes_lengths = axes_lengths
        self.recipes = {len(pattern): object()}

    def forward(self, input):
        self.recipes[len(self.pattern)].__class__
        return reduce(input, self.pattern, "rearrange", **self.axes_lengths)


class Reduce(torch.nn.Module):
    def __init__(self, pattern, reduction, **axes_lengths):
        super().__init__()
        self.pattern = pattern
        self.reduction = reduction
        self.axes_lengths = axes_lengths

    def forward(self, input):
        return reduce(input, self.pattern, self.reduction, **self.axes_lengths)
""",
}

SOURCE = """
import torch
from einops import einsum, pack, rearrange, reduce, repeat
from einops.layers.torch import Rearrange, Reduce


def heads(x):
    return rearrange(x, "b n (h d) -> b h n d", h=2)


def merged(x):
    return rearrange(x, "b n d -> n (d b)") + 1


def same(x):
    return rearrange(x, "a b c -> a b c")


def spread(x):
    return rearrange(x, "b ... -> (...) b"), rearrange(x, "b ... d -> b d (...)")


def ones(x):
    return rearrange(x, "b n d -> b 1 n () d"), reduce(x, "b n d -> b 1 d", "max")


def rows(x):
    return rearrange([x, x + 1], "k b n d -> b (k n) d")


def means(x):
    return reduce(x, "b n d -> b d", "mean"), reduce(x, "b (n 2) d -> b n d", "sum"), reduce(x, "... d -> d", "amin"[1:])


def called(x):
    return reduce(x, "b n d -> n", torch.logsumexp)


def repeated(x):
    return repeat(x, "b n d -> b n (d r)", r=2), repeat(x, "b n d -> k b n d", k=3), repeat(x, "b n d -> b (n 2) d")


def product(x):
    return einsum(x, x, "batch i dim, batch j dim -> batch i j")


def packed(x):
    return pack([x, x.unsqueeze(1)], "b * d")[0]


def refused(x):
    return rearrange(x, "b n (h d) -> b h n d", h=3)


def whole_numbers(x):
    return reduce(x.long(), "b n d -> b d", "mean")


class Patches(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.cut = Rearrange("b (h p) d -> b h (p d)", p=2)
        self.line = torch.nn.Linear(8, 3)
        self.top = Reduce("b h d -> b d", "max")

    def forward(self, x):
        return self.top(self.line(self.cut(x)))


patches = Patches().eval()

if __name__ == "__main__":
    x = torch.ones(3, 6, 4)
    with torch.no_grad():
        patches(x)
    for function in (heads, merged, same, spread, ones, rows, means, called, repeated, product, packed):
        function(x)
"""

NAMES = ["heads", "merged", "same", "spread", "ones", "rows", "means", "called", "repeated", "product", "packed"]


@pytest.fixture(scope="module")
def modules(tmp_path_factory):
    with program_with_package(tmp_path_factory.mktemp("einops"), "einops", PACKAGE, SOURCE) as pair:
        yield pair


def compare(modules, name, make, expect_whole):
    outcomes = []
    for module in modules:
        before = module.__pyaot__.counters() if module is modules[1] else None
        with torch.no_grad():
            outcomes.append(run(getattr(module, name), make(), {}))
    compare_outcomes(*outcomes)
    after = modules[1].__pyaot__.counters()
    if expect_whole:
        assert after["compiled"] > before["compiled"] and after["fallback"] == before["fallback"], modules[
            1
        ].__pyaot__.misses()


@pytest.mark.parametrize("name", [*NAMES, "patches"])
def test_patterns(modules, name):
    compare(modules, name, lambda: [torch.arange(72.0).reshape(3, 6, 4)], True)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sizes", [(1, 2, 2), (2, 1, 4), (2, 0, 4)])
def test_odd_sizes(modules, name, sizes):
    compare(modules, name, lambda: [torch.rand(*sizes, generator=torch.Generator().manual_seed(1))], False)


@pytest.mark.parametrize("name", [*NAMES, "refused", "whole_numbers"])
def test_what_is_refused(modules, name):
    compare(modules, name, lambda: [torch.ones(3, 5, 5)], False)
    compare(modules, name, lambda: [torch.ones(3, 5)], False)


def test_a_view_stays_one(modules):
    for module in modules:
        x = torch.zeros(3, 6, 4)
        module.heads(x).add_(1)
        assert x.sum() == 72
