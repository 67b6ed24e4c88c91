"""What random programs are made of: templates by the kind of value that they give.

A template's `{kind}` stands for a variable of that kind, `{new kind}` for a fresh one that the statement defines, `{cond}`
for a condition. Kinds of tensors are named by their shape: MN and N and M1 and M, S without dimensions; MN tensors have
the shape of the argument `x`. Values stay small, and conditions on data look at arguments, or compare with what no
computed value is near to, so that a difference of the last bit cannot grow into another result. What raises in eager is
as good as what does not: both must.
"""

import features_chosen
import features_data
import features_gathered
import features_idioms
import features_more
import features_programs
import features_python
import features_segments
import features_seldom
import features_tensors

HEADER = '''import collections
import contextlib
import dataclasses
import enum
import functools
import itertools
import math
import operator
import random
import time

import numpy as np
import torch

clock = [0]
total = 0
SCALE = 0.5
Both = collections.namedtuple("Both", ["first", "second"])


class Refused(Exception):
    pass


def boom(k):
    """Raises at some of its calls, and says that it was called."""
    clock[0] += 1
    print("boom", clock[0])
    if clock[0] % 6 == k:
        raise Refused(k)


def count(step=1):
    global total
    total += step
    return total


def twice(f, t):
    return f(f(t))


def mixed(t, *others, weight=0.5, **named):
    for other in others:
        t = t + other * weight
    for name in named:
        t = t - named[name] * len(name) * 0.1
    return t


@contextlib.contextmanager
def section(name):
    print("enter", name)
    try:
        yield name
    finally:
        print("leave", name)


class Section:
    def __init__(self, quiet):
        self.quiet = quiet
        self.entered = 0

    def __enter__(self):
        self.entered += 1
        return self

    def __exit__(self, kind, value, trace):
        return self.quiet and kind is Refused


class Box:
    limit = 3

    def __init__(self, t, k=1):
        self.t = t
        self.k = k
        self.log, self.counts = [], {}

    @property
    def half(self):
        return self.t * 0.5

    @staticmethod
    def shifted(t):
        return t + Box.limit

    @classmethod
    def of(cls, t):
        return cls(t, cls.limit)

    def scaled(self, by=2):
        return self.t * (by * self.k % 5)

    def bump(self):
        self.k += 1
        return self

    def __call__(self, other):
        return self.t - other * 0.25

    def __add__(self, other):
        return type(self)(self.t + other.t, self.k)

    def __len__(self):
        return self.k % 4

    def __getitem__(self, index):
        return self.t[index]


class Crate(Box):
    limit = 2

    def scaled(self, by=3):
        return super().scaled(by) + 1


class Layer(torch.nn.Module):
    def __init__(self, scale):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.tensor(scale))
        self.calls = 0

    def forward(self, t):
        return torch.tanh(t * self.scale) + t * 0.5


class Trunk(torch.nn.Module):
    """Layers with state that training changes, and what an optimizer keeps."""

    def __init__(self):
        super().__init__()
        self.norm, self.drop = torch.nn.BatchNorm2d(3), torch.nn.Dropout(0.25)
        self.mix = torch.nn.Conv2d(3, 3, 1)
        self.register_buffer("average", torch.zeros(3))
        self.register_buffer("steps", torch.tensor(0))
        self.register_buffer("empty", None)
        self.momentum = {}

    def forward(self, t):
        t = self.norm(t)
        if self.training:
            with torch.no_grad():
                self.average.lerp_(t.mean((0, 2, 3)), 0.25)
                self.steps += 1
        return self.drop(torch.relu(self.mix(t)))

    @torch.no_grad()
    def update(self, rate=0.1, decay=0.5):
        for name, p in self.named_parameters():
            slope = p * 0.1 if p.grad is None else p.grad
            held = self.momentum.get(name)
            held = slope.clone() if held is None else held.mul_(decay).add_(slope)
            self.momentum[name] = held
            p.sub_(held, alpha=rate)
        return self


class Net(torch.nn.Module):
    """A list of layers that are alike, a part that is none of them, a buffer, and plain attributes."""

    def __init__(self, depth=2):
        super().__init__()
        self.first = torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Dropout(0.5))
        self.layers = torch.nn.ModuleList([Layer(0.5 + 0.25 * i) for i in range(depth)])
        self.gain = torch.nn.Parameter(torch.tensor(0.75))
        self.register_buffer("seen", torch.zeros(()))
        self.trunk = Trunk()
        self.calls, self.last, self.history, self.cache = 0, None, [], {}

    def forward(self, t):
        t = self.first(t)
        for layer in self.layers:
            t = layer(t)
        return t * self.gain

    def shifted(self, t):
        self.calls += 1
        return t + self.gain * self.calls

    def many(self, t, stop=5):
        for i, layer in enumerate(self.layers):
            if i >= stop:
                break
            t = t + layer(t)
        return t


kept = {}


def store(value):
    """Keeps the last value of each type."""
    kept["MN" if isinstance(value, torch.Tensor) and value.dim() == 2 else type(value).__name__] = value


def boom_at(k):
    if k % 3 == 1:
        raise Refused(f"at {k}")


def check(t):
    if t > 1:
        raise ValueError("too large")
    assert t < 0.75, "large"


@dataclasses.dataclass
class Pair:
    left: torch.Tensor
    right: torch.Tensor
    weight: float = 0.5

    def mix(self):
        return self.left * self.weight + self.right * (1 - self.weight)


'''
HEADER += features_python.HEADER + features_data.HEADER + features_tensors.HEADER + features_segments.HEADER
HEADER += features_programs.HEADER + features_idioms.HEADER + features_more.HEADER + features_seldom.HEADER

PARAMETERS = "x, y, r, c, xs, d, box, n, k, flag, net"
ARGUMENTS = {"x": "MN", "y": "MN", "r": "N", "c": "M1", "xs": "list", "d": "dict", "box": "box", "n": "int", "k": "int"}

# What stands for a variable of a kind where the program has made none yet.
DEFAULTS = {
    "MN": "(x * 1)",
    "N": "r.clone()",
    "M1": "c.clone()",
    "M": "x[:, 0]",
    "S": "x.mean()",
    "mask": "(x > 0)",
    "rows": "x[1:]",
}
DEFAULTS |= {
    "int": "n",
    "float": "SCALE",
    "str": "'s'",
    "list": "[x + 1, y]",
    "dict": "dict(a=x * 2, b=y)",
    "box": "Box(x * 1)",
}
DEFAULTS |= {"pair": "Pair(x * 1, y)", "both": "Both(x, y)", "fn": "torch.tanh"}
DEFAULTS |= features_python.DEFAULTS | features_data.DEFAULTS | features_tensors.DEFAULTS
DEFAULTS |= features_segments.DEFAULTS | features_programs.DEFAULTS | features_idioms.DEFAULTS | features_more.DEFAULTS
DEFAULTS |= features_seldom.DEFAULTS | features_gathered.DEFAULTS | features_chosen.DEFAULTS
DEFAULTS |= {
    "any": "(x * 4).long()",
    "I": "torch.zeros(x.shape[1], dtype=torch.long)",
    "layer": "net.first",
    "made": "None",
}

# How often values of which kind are made.
DEFINED = ["MN"] * 12 + [
    "N",
    "M1",
    "M",
    "S",
    "mask",
    "rows",
    "int",
    "int",
    "float",
    "list",
    "list",
    "dict",
    "box",
    "fn",
    "str",
    "pair",
    "both",
]

POINTWISE = ["torch.tanh({0})", "torch.sigmoid({0})", "{0}.sin()", "torch.exp(-{0}.abs())", "-{0}", "torch.relu({0})"]
POINTWISE += ["torch.sqrt({0}.abs() + 1)", "{0}.clamp(-1.0, 1.0)", "{0} * 0.5", "1 - {0}", "{0} / 3", "{0} ** 2 * 0.1"]
POINTWISE += ["{0}.clone()", "2.5 / ({0}.abs() + 1)", "torch.erf({0})", "{0} * {int} * 0.25", "{0} + {float}", "{0}"]

EXPRESSIONS = {
    "MN": [text.replace("{0}", "{MN}") for text in POINTWISE]
    + ["{MN} + {MN}", "{MN} - {N}", "{MN} * {M1} * 0.5", "{MN} / ({MN}.abs() + 1)", "torch.maximum({MN}, {N})"]
    + [
        "torch.where(x > y, {MN}, {MN})",
        "{MN}.masked_fill(x > 0.5, 0.25)",
        "torch.where(x > 0, {MN}, 0.5)",
        "{MN} + {S}",
    ]
    + [
        "torch.softmax({MN}, -1)",
        "torch.nn.functional.layer_norm({MN}, ({MN}.shape[-1],))",
        "{M1} + {N}",
        "{MN}.cumsum(0) * 0.2",
    ]
    + [
        "torch.tanh(({MN} @ {MN}.t()) @ {MN} * 0.1)",
        "{MN} - {MN}.mean(-1, keepdim=True)",
        "{MN}.flip(0)",
        "{MN}.roll(1, 0)",
    ]
    + ["{MN}.t().contiguous().t()", "{MN}.t().t()", "{MN}[:]", "{MN}.view({MN}.shape)", "{MN}.unsqueeze(0).squeeze(0)"]
    + ["{MN}.contiguous()", "{MN}.detach()", "{MN}.reshape({MN}.shape[0], -1)", "{MN}[None].clone()[0]", "{MN}[..., :]"]
    + [
        "torch.cat([{MN}[:1], {MN}[1:]], 0)",
        "torch.cat([{MN}, {MN}])[:x.shape[0]]",
        "torch.stack([{MN}, {MN} * 2], 1)[:, 1]",
    ]
    + [
        "{MN}.expand(2, -1, -1)[1]",
        "{MN}.t().reshape(-1).view(x.shape[1], x.shape[0]).t()",
        "{MN}.to(torch.float64).float()",
    ]
    + [
        "torch.zeros_like({MN})",
        "torch.ones(x.shape[0], x.shape[1])",
        "x.new_full(x.shape, {float})",
        "({MN} > {MN} + 0.1037).float()",
    ]
    + [
        "{list}[0]",
        "{list}[-1]",
        "{list}[{int} % 2]",
        "sum({list}) * 0.25",
        "functools.reduce(operator.add, {list}) * 0.3",
        "{dict}['a']",
    ]
    + [
        "{dict}.get('b', {MN})",
        "{dict}['b'] * 0.5",
        "{dict}.pop('a', {MN})",
        "{dict}.setdefault('e', {MN})",
        "{pair}.mix()",
        "{pair}.left",
    ]
    + [
        "{box}.t",
        "{box}.half",
        "{box}.scaled()",
        "{box}({MN})",
        "({box} + {box}).t",
        "{box}.bump().scaled(by=3)",
        "Box.shifted({MN})",
    ]
    + [
        "{fn}({MN})",
        "twice({fn}, {MN})",
        "mixed({MN}, {MN}, {MN}, weight=0.25)",
        "mixed({MN}, *{list}, b={MN})",
        "mixed(*{list})",
    ]
    + [
        "[t * 0.5 for t in {list}][0]",
        "sum(t * (i + 1) for i, t in enumerate({list})) * 0.2",
        "list(map({fn}, {list}))[-1]",
    ]
    + [
        "max([0.5, {float}]) * {MN}",
        "{MN} if {cond} else {MN}",
        "({new MN} := {MN} * 0.5) + 1",
        "{both}.first",
        "{both}[1] * 0.5",
    ]
    + [
        "torch.stack({list}).mean(0)",
        "torch.stack(list({dict}.values())).sum(0) * 0.3",
        "{MN}.masked_fill({mask}, 0.5)",
    ]
    + [
        "torch.where({mask}, {MN}, {MN})",
        "{MN} * {mask}",
        "next(iter({list})) * 0.5",
        "{MN}.type_as(y)",
        "torch.lerp({MN}, {MN}, 0.3)",
    ]
    + [
        "torch.einsum('ij,ij->ij', {MN}, {MN})",
        "{MN}.index_select(0, torch.arange(x.shape[0]))",
        "{MN}[torch.arange(x.shape[0])]",
    ]
    + [
        "torch.cat([{MN}[:, :1], {MN}[:, 1:]], 1)",
        "torch.chunk({MN}, 1)[0] + 0.5",
        "{MN}.sort(-1)[0]",
        "{MN}.pow(2).mean(0) + {MN}",
    ],
    "N": [text.replace("{0}", "{N}") for text in POINTWISE[:9]]
    + [
        "{MN}.sum(0) * 0.1",
        "{MN}.mean(0)",
        "{MN}.amin(0)",
        "{MN}[0]",
        "{MN}[-1] * 0.5",
        "{N} + {S}",
        "r[:]",
        "{MN}[{int} % 2]",
    ]
    + [
        "torch.zeros(x.shape[1])",
        "torch.arange(x.shape[1]) * 0.1",
        "{MN}[-1, :]",
        "{N} * {mask}.any(0)",
        "{MN}.std(0, unbiased=False)",
    ],
    "M1": [text.replace("{0}", "{M1}") for text in POINTWISE[:6]]
    + [
        "{MN}.sum(-1, keepdim=True) * 0.1",
        "{MN}.mean(-1, keepdim=True)",
        "{MN}[:, :1]",
        "{M}.unsqueeze(-1)",
        "{MN}.amax(1, keepdim=True)",
    ],
    "M": [
        "{MN}.sum(-1) * 0.1",
        "{MN}.mean(-1)",
        "{M1}.squeeze(-1)",
        "{MN}[:, 0]",
        "{MN}[:, -1]",
        "{M} * 0.5 + 1",
        "{MN} @ {N} * 0.1",
    ],
    "S": [
        "{MN}.sum() * 0.05",
        "{MN}.mean()",
        "{N}.sum() * 0.1",
        "{M1}.mean()",
        "torch.tensor({float})",
        "{S} * 0.5",
        "{MN}[0, 0]",
        "{MN}.norm() * 0.1",
    ],
    "mask": [
        "x > y",
        "x > {S} * 0",
        "~{mask}",
        "{mask} & (y > 0)",
        "x.isnan()",
        "x.bool()",
        "{mask} | {mask}",
        "torch.ones_like(x, dtype=torch.bool)",
    ],
    "rows": [
        "x[x > 0.5]",
        "{MN}[x[:, 0] > 0]",
        "{MN}[: {int} % 4]",
        "{MN}[{int} % 3 :]",
        "{MN}[torch.nonzero(x[:, 0] > 0)[:, 0]]",
        "{rows} * 2",
    ]
    + [
        "{MN}[: int((x[:, 0] > 0).sum())]",
        "torch.nonzero({mask})",
        "torch.masked_select({MN}, {mask})",
        "{MN}.view(-1)[:: 2]",
        "{MN}[1:] + {N}",
    ],
    "int": [
        "{int} + 1",
        "{int} * 2 % 7",
        "{int} // 2",
        "-{int}",
        "x.shape[0] % 5",
        "x.shape[1] - 1",
        "len({list})",
        "len({dict})",
        "x.dim()",
        "{box}.k % 9",
    ]
    + [
        "min({int}, 4)",
        "max(n, {int}, 1) % 6",
        "abs({int} - 3)",
        "int({float} * 4)",
        "divmod({int}, 3)[1]",
        "sum(range({int} % 4))",
        "len(x)",
    ]
    + [
        "{int} if {cond} else {int}",
        "x.numel() % 7",
        "int((x[:, :1] > 0).sum()) % 5",
        "(x > 0.5).sum().item() % 5",
        "{pair} is not None and 2 or 3",
    ]
    + [
        "int({cond})",
        "len({box})",
        "count({int} % 3)",
        "clock[0]",
        "sum(1 for t in {list} if t.dim() == 2)",
        "('ab' + {str}).count('a')",
        "len({str})",
    ],
    "float": [
        "0.5",
        "SCALE",
        "{int} * 0.125",
        "1 / ({int} * {int} + 1)",
        "math.sqrt({int} * {int} + 1)",
        "{float} * 0.5",
        "1.0 / math.sqrt(x.shape[1] + 1)",
    ]
    + ["float({int} % 3)", "min({float}, 2.0)", "round({float}, 1)", "float((x > 0.5).sum()) * 0.1", "{pair}.weight"],
    "str": [
        "'p'",
        "f'{{n}}:{{flag}}'",
        "f'{{{int}:02d}}'",
        "'-'.join(sorted({dict}))",
        "{str}.upper()",
        "str({int})",
        "{str} + 'q'",
        "{str}[:4]",
    ],
    "list": [
        "[{MN}, {MN}]",
        "[t + 1 for t in {list}]",
        "list({list})",
        "{list}[:]",
        "[{MN}] + {list}",
        "list({dict}.values())",
        "[{MN}] * 2",
    ]
    + [
        "[{MN} for i in range({int} % 3)] + [{MN}]",
        "[*{list}, {MN}]",
        "list(reversed({list}))",
        "[{fn}(t) for t in {list}]",
        "{list}[1:] + [{MN}]",
    ]
    + [
        "[a * 0.5 + b for a, b in zip({list}, {list})] + [{MN}]",
        "list(itertools.chain({list}, [{MN}]))[:4]",
        "sorted({list}, key=lambda t: t.dim())",
    ]
    + [
        "list(itertools.islice({list}, 2)) + [{MN}]",
        "[t for t in {list} if t.shape[0] > 1] + [{MN}]",
        "list(torch.split({MN}, 1))[:2] + [{MN}]",
    ],
    "dict": [
        "{{'a': {MN}, 'b': {MN}}}",
        "dict({dict})",
        "{{key: value * 0.5 for key, value in {dict}.items()}}",
        "{{**{dict}, 'c': {MN}}}",
    ]
    + [
        "dict(zip('abc', {list}))",
        "collections.OrderedDict(a={MN}, b={MN})",
        "{{'a': {MN}}} | {dict}",
        "{dict}.copy()",
    ],
    "box": ["Box({MN})", "Box({MN}, {int})", "Crate({MN}, k={int})", "Crate.of({MN})", "{box} + {box}", "{box}.bump()"],
    "pair": ["Pair({MN}, {MN})", "Pair({MN}, right={MN}, weight={float})", "dataclasses.replace({pair}, left={MN})"],
    "both": ["Both({MN}, {MN})", "{both}._replace(second={MN})", "({MN}, {MN})", "tuple({list}[:1]) + ({MN},)"],
    "fn": [
        "lambda t: t * 0.5 + {MN}",
        "lambda t, s={int}: t * s * 0.2",
        "functools.partial(torch.mul, {float})",
        "torch.tanh",
        "{box}.scaled.__self__",
    ]
    + ["functools.partial(mixed, {MN}, weight={float})", "operator.neg", "Box.shifted", "{box}"],
}

WRITES = [
    [
        "{MN}.add_({MN})",
        "{MN} += 1",
        "{MN}.mul_(0.5)",
        "{MN}[0] = 1.0",
        "{MN}[:, 0] = {MN}[:, 0]",
        "{MN}.t().sub_(1)",
        "{MN}.neg_()",
    ],
    [
        "{MN}.copy_({N})",
        "{MN}[{mask}] = 0.25",
        "{MN}[:, 1:] = r[1:]",
        "{MN}[0] += {N}",
        "{MN}.clamp_(-1, 1)",
        "{MN}[...] = {MN}",
    ],
    [
        "{MN}[:, ::2].mul_(2)",
        "{MN}[1:] -= 0.5",
        "{MN}.view(-1)[0] = {float}",
        "{MN}.zero_()",
        "{MN}[-1].copy_({N})",
        "{N}.add_({S})",
    ],
    [
        "{MN}[{mask}] *= 0.5",
        "torch.mul({MN}, 0.5, out={MN})",
        "{MN}.masked_fill_({mask}, {float})",
        "{MN} *= {M1}",
        "{MN}.data.mul_(0.5)",
    ],
    [
        "{list}.append({MN})",
        "{list}[0] = {MN}",
        "{list}.insert(0, {MN})",
        "{list}.extend([{MN}])",
        "{list}.reverse()",
        "{list}[0].add_(1)",
    ],
    [
        "{new MN} = {list}.pop()",
        "{list} += [{MN}]",
        "{list}[1:] = [{MN}]",
        "{new MN}, *{new list} = {list}",
        "del {list}[0]",
        "{list}.clear()",
    ],
    [
        "{dict}['c'] = {MN}",
        "{dict}.update(b={MN})",
        "{dict}.setdefault('d', {MN})",
        "{dict}['a'] += 1",
        "del {dict}['b']",
        "{dict}['a'].mul_(0.5)",
    ],
    [
        "{box}.t = {MN}",
        "{box}.k += 1",
        "{box}.t += 1",
        "{box}.extra = {MN}",
        "{box}.t[0] = {float}",
        "{box}.bump()",
        "setattr({box}, 'k', {int})",
    ],
    [
        "{new MN}, {new MN} = {MN}, {MN}",
        "{new MN} = {new MN} = {MN} * 0.5",
        "({new MN}, {new int}), {new MN} = ({MN}, {int}), {MN}",
    ],
    [
        "clock[0] += 1",
        "count()",
        "{new int}, {new int} = x.shape",
        "{int} += 1",
        "{int} -= {int}",
        "{MN} = {MN} * 0.5",
        "{pair}.left = {MN}",
    ],
    [
        "{new MN}, {new MN} = {both}",
        "{new both} = {pair}.left, {pair}.right",
        "assert {cond}, 'refused'",
        "{new int} = {new int} = {int} % 3",
    ],
]

BREAKS = [
    *["print({int})", "print('at', {str})", "print({MN}.shape)", "print(f'{{n}} {{x.dtype}}')", "print({float} > 0.3)"],
    *[
        "boom({int} % 6)",
        "print(len({list}), sorted({dict}))",
        "{new MN} = torch.tensor({MN}.tolist()).reshape({MN}.shape)",
    ],
    *[
        "print(x.sum().item() > 0.5037)",
        "{new str} = repr({int})",
        "print(type({list}).__name__, flag)",
        "print({box}.k)",
    ],
    *["{new MN} = torch.from_numpy({MN}.detach().numpy() * 2)", "print(*[t.dim() for t in {list}])"],
]

CONDITIONS = [
    *[
        "{int} > 2",
        "{int} % 2 == 0",
        "flag",
        "not flag",
        "x.shape[0] > 3",
        "x.shape[0] * 2 < x.shape[1]",
        "x.sum() > 0.1037",
        "r.sum() > y.sum() + 0.1037",
    ],
    *[
        "len({list}) > 2",
        "'c' in {dict}",
        "isinstance({box}, Crate)",
        "{int} == {int}",
        "k > n and flag",
        "flag or {int} > 3",
        "{float} < 0.5",
    ],
    *[
        "x.dim() == 2 and not {int} < 1",
        "0 < {int} <= 3",
        "hasattr({box}, 'extra')",
        "{int} in (1, 2, 3)",
        "{list}",
        "(x > 0.9).any()",
    ],
    *[
        "bool((x[:1] > 0).all())",
        "{MN} is {MN}",
        "{str} == 'p'",
        "x.is_contiguous()",
        "{MN}.dtype == torch.float32",
        "{dict}",
        "{box}",
    ],
]

# Headers of blocks; the second item says whether their body is a loop, the third which kind it must not touch.
BLOCKS = [
    ("for {new int} in range({int} % 4):", True, None),
    ("for {new int} in range(n):", True, None),
    ("for {new int} in range(3):", True, None),
    ("for {new int} in range(x.shape[0] % 4, -1, -1):", True, None),
    ("for {new MN} in {list}:", True, "list"),
    ("for {new int}, {new MN} in enumerate({list}):", True, "list"),
    ("for {new MN}, {new MN} in zip({list}, {list}):", True, "list"),
    ("for {new str}, {new MN} in {dict}.items():", True, "dict"),
    ("for {new MN} in list({dict}.values()):", True, None),
    ("for {new N} in x[:3]:", True, None),
    ("for {new int} in [1, 2, {int}]:", True, None),
    ("with torch.no_grad():", False, None),
    ("with contextlib.suppress(RuntimeError):", False, None),
    ("with torch.no_grad(), contextlib.suppress(Refused):", False, None),
    ("with section({str}):", False, None),
    ("with Section({cond}):", False, None),
    ("with torch.set_grad_enabled(flag):", False, None),
]
MATCHES = [("{int}", ["case 1:", "case 2 | 3:", "case _:"])]
LOOPS = ["3", "min(n, 3)", "x.shape[0] % 4", "min(k, 2)"]  # limits of while loops that count
HANDLERS = [
    "RuntimeError",
    "(RuntimeError, Refused)",
    "Refused as err",
    "Exception as err",
    "(IndexError, KeyError)",
    "NameError",
]
RESULTS = ["{MN}", "{MN}", "{MN} * 2 + 1", "{S}", "{N}", "{M1} * 1.5", "{list}", "{dict}", "{int}", "{float}"]
RESULTS += ["{rows}", "{box}.t", "{both}", "{str}", "{pair}.right"]

# How much of the tables a plain program uses: their first entries.
PLAIN_KINDS, PLAIN_WRITES, PLAIN_BLOCKS, PLAIN_RESULTS = 18, 4, 3, 6
