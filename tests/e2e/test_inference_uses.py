"""What functions are compiled for that nothing describes: what the uses of parameters tell of their arguments."""

import functools

import harness
import pytest
import torch
from table import randn

USES = harness.program(
    "inferred_uses",
    """
import enum

import torch
import torch.nn.functional as F


class Mode(enum.Enum):
    ADD = 1
    MUL = 2
    NEG = 3


def totals(x, dim):
    return x.sum(dim)


def joined(a, b, dim):
    return torch.cat([a, b], dim) * 2


def turned(x, first, second):
    return x.transpose(first, second) + 1


def parts(x, n):
    return x.chunk(n, dim=0)[0] + 1


def converted(x, dtype):
    return x.to(dtype) + 1


def reduced(x, dtype=None):
    return x.sum(dtype=dtype)


def piled(xs):
    return torch.stack(xs).mean(0)


def added_up(xs):
    total = 0
    for x in xs:
        total = total + x
    return total


def pairwise(xs, ys):
    return [x * y for x, y in zip(xs, ys)]


def unpacked(pair):
    a, b = pair
    return torch.sin(a) * b


def grown(x, xs):
    xs.append(x + 1)
    return xs


def of_rest(*tensors):
    return torch.cat(tensors, 0) + 1


def of_keys(d):
    return d["left"] - d["right"]


def scaled(x, options):
    if "scale" in options:
        x = x * options["scale"]
    return x + 1


def chosen(x, mode):
    if mode is Mode.ADD:
        return x + 1
    if mode is Mode.MUL:
        return x * 2
    return -x


def shifted(x, by):
    return x + by


def raised(x, by):
    x += by
    return x


def bounded(x, low, high):
    return x.clamp(low, high)


def product(a, b):
    return a @ b


def with_row(x, w, b=None):
    y = x @ w
    if b is not None:
        y = y + b
    return y


def taken(x, at):
    return x[at] + 1


def sought(w, ids):
    return F.embedding(ids, w) * 2


def gathered(x, dim, index):
    return torch.gather(x, dim, index) + 1


def judged(x, target):
    return F.cross_entropy(x, target)


def dropped(x, p, training):
    return F.dropout(x, p, training) * 2


def folded(x, sizes):
    return x.view(sizes) + 1


def ordered(x, dims):
    return x.permute(dims) * 2


def either(x, y):
    if x is None:
        return y * 2
    return x + y
""",
    [],
    ["--force"],
    "-O0",
)


def arguments():
    x, y = randn(10, 10), randn(10, 10, seed=1)
    ids = torch.tensor([[1, 2, 0], [3, 9, 4]])
    return [
        *(("totals", (x, dim)) for dim in (0, 1, -1)),
        *(("joined", (x, y, dim)) for dim in (0, 1, -1)),
        ("turned", (x, 0, 1)),
        ("turned", (x, 1, 0)),
        ("parts", (x, 2)),
        *(("converted", (x, dtype)) for dtype in (torch.float64, torch.int64)),
        ("reduced", (x,)),
        ("reduced", (x, torch.float64)),
        ("piled", ([x, y],)),
        ("piled", ((x, y),)),
        ("piled", ([x, y, x + y],)),
        ("added_up", ([x, y],)),
        ("pairwise", ([x, y], [y, x + y])),
        ("unpacked", ((x, y),)),
        ("unpacked", ([x, y],)),
        ("grown", (x, [x + 1, y])),
        ("of_rest", (x,)),
        ("of_rest", (x, y)),
        ("of_keys", ({"left": x, "right": y},)),
        ("scaled", (x, {"scale": 0.25})),
        ("scaled", (x, {"scale": y})),
        ("shifted", (x, 0.25)),
        ("shifted", (x, 7)),
        ("shifted", (x, y)),
        ("raised", (x, 7)),
        ("raised", (x, y)),
        ("bounded", (x, -0.5, 0.25)),
        ("product", (x, y)),
        ("product", (x, randn(10))),
        ("with_row", (x, y, randn(10))),
        ("taken", (x, 3)),
        ("taken", (x, torch.tensor([3, 1]))),
        ("taken", (x, y > 0)),
        ("sought", (x, ids)),
        ("sought", (x, ids[0])),
        ("gathered", (x, 1, ids)),
        ("judged", (x, torch.arange(10))),
        ("dropped", (x, 0.5, False)),
        ("folded", (x, (5, 20))),
        ("ordered", (x, (1, 0))),
        ("either", (None, x)),
        ("either", (x, y)),
    ]


CASES = arguments()


def copied(value):
    if isinstance(value, torch.Tensor):
        return value.clone()
    if isinstance(value, list | tuple):
        return type(value)(copied(item) for item in value)
    return {key: copied(item) for key, item in value.items()} if isinstance(value, dict) else value


@pytest.mark.parametrize("case", range(len(CASES)), ids=[f"{name}-{i}" for i, (name, _) in enumerate(CASES)])
def test_uses_tell_what_arguments_are(case):
    name, args = CASES[case]
    harness.check(USES.load(), name, lambda: copied(args), expect="whole")


@pytest.mark.parametrize("member", ["ADD", "MUL", "NEG"])
def test_members_that_a_function_asks_for(member):
    harness.check(
        USES.load(),
        lambda module: functools.partial(module.chosen, mode=module.Mode[member]),
        lambda: (randn(10, 10),),
        expect="whole",
    )


ODD = [
    ("totals", (randn(10, 10), None)),
    ("totals", (randn(10, 10), 2)),
    ("totals", (randn(10, 10), True)),
    ("piled", ([],)),
    ("piled", ([randn(2), randn(3)],)),
    ("added_up", (randn(3, 4),)),
    ("unpacked", ([randn(2)],)),
    ("of_rest", ()),
    ("of_keys", ({"left": randn(2)},)),
    ("shifted", (randn(3), "a")),
    ("shifted", (torch.arange(3), 0.5)),
    ("taken", (randn(3), torch.tensor([3]))),
    ("taken", (randn(3), slice(1, 3))),
    ("chosen", (randn(3), 1)),
    ("ordered", (randn(2, 3), (0, 0))),
    ("either", (None, None)),
]


@pytest.mark.parametrize("case", range(len(ODD)), ids=[f"{name}-{i}" for i, (name, _) in enumerate(ODD)])
def test_other_arguments_do_what_they_do_in_python(case):
    name, args = ODD[case]
    harness.check(USES.load(), name, lambda: copied(args))
