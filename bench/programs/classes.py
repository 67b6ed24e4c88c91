"""Plain classes, dataclasses, enums, registries, small containers around tensors."""

import enum
import functools
import itertools
import math
import operator
from abc import ABC, abstractmethod
from collections import OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field, replace
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Sequence, Tuple, Union

import torch
import torch.nn.functional as F

Tensor = torch.Tensor
REGISTRY: Dict[str, Callable] = {}


def register(name):
    def wrap(fn):
        REGISTRY[name] = fn
        return fn

    return wrap


class Activation(enum.Enum):
    RELU = "relu"
    TANH = "tanh"
    GELU = "gelu"

    def apply(self, x):
        if self is Activation.RELU:
            return torch.relu(x)
        if self is Activation.TANH:
            return torch.tanh(x)
        return F.gelu(x)


@register("relu")
def relu(x):
    return x.clamp(min=0)


@register("swish")
def swish(x):
    return x * torch.sigmoid(x)


@register("mish")
def mish(x):
    return x * torch.tanh(F.softplus(x))


def by_name(name: str, x):
    return REGISTRY[name](x)


@dataclass(frozen=True)
class Box:
    lo: Tensor
    hi: Tensor

    @property
    def size(self):
        return self.hi - self.lo

    @property
    def center(self):
        return (self.hi + self.lo) * 0.5

    def union(self, other: "Box") -> "Box":
        return Box(torch.minimum(self.lo, other.lo), torch.maximum(self.hi, other.hi))

    def scaled(self, factor: float) -> "Box":
        half = self.size * (0.5 * factor)
        return replace(self, lo=self.center - half, hi=self.center + half)

    def volume(self):
        return self.size.clamp(min=0).prod(-1)


def merge_boxes(a_lo, a_hi, b_lo, b_hi):
    a, b = Box(a_lo, a_hi), Box(b_lo, b_hi)
    u = a.union(b).scaled(1.5)
    return u.volume(), u.center


@dataclass
class Stats:
    count: int = 0
    total: float = 0.0
    history: List[float] = field(default_factory=list)

    def add(self, x: float):
        self.count += 1
        self.total += x
        self.history.append(x)

    @property
    def mean(self):
        return self.total / max(self.count, 1)


class RunningNorm:
    def __init__(self, dim, momentum=0.1):
        self.mean = torch.zeros(dim)
        self.var = torch.ones(dim)
        self.momentum = momentum
        self.steps = 0

    def update(self, x):
        m, v = x.mean(0), x.var(0, unbiased=False)
        self.mean = (1 - self.momentum) * self.mean + self.momentum * m
        self.var = (1 - self.momentum) * self.var + self.momentum * v
        self.steps += 1

    def __call__(self, x):
        return (x - self.mean) / torch.sqrt(self.var + 1e-5)


class Layer(ABC):
    def __init__(self, name: str):
        self.name = name

    @abstractmethod
    def forward(self, x: Tensor) -> Tensor: ...

    def __call__(self, x):
        return self.forward(x)

    def __repr__(self):
        return f"{type(self).__name__}({self.name})"


class Affine(Layer):
    def __init__(self, name, w, b=None):
        super().__init__(name)
        self.w, self.b = w, b

    def forward(self, x):
        y = x @ self.w
        return y if self.b is None else y + self.b


class Act(Layer):
    def __init__(self, name, kind: Activation):
        super().__init__(name)
        self.kind = kind

    def forward(self, x):
        return self.kind.apply(x)


class Chain(Layer):
    def __init__(self, name, *layers):
        super().__init__(name)
        self.layers = list(layers)

    def __len__(self):
        return len(self.layers)

    def __iter__(self) -> Iterator[Layer]:
        return iter(self.layers)

    def __getitem__(self, i):
        return self.layers[i]

    def forward(self, x):
        for layer in self:
            x = layer(x)
        return x


def make_mlp(widths: Sequence[int], kind: Activation = Activation.TANH):
    layers: List[Layer] = []
    for i, (a, b) in enumerate(zip(widths, widths[1:])):
        layers.append(Affine(f"affine{i}", torch.ones(a, b) / a, torch.zeros(b)))
        if i + 2 < len(widths):
            layers.append(Act(f"act{i}", kind))
    return Chain("mlp", *layers)


MLP = make_mlp((6, 8, 8, 3))


def run_mlp(x):
    return MLP(x)


class Vec:
    """A vector with operators."""

    __slots__ = ("x", "y", "z")

    def __init__(self, x, y, z):
        self.x, self.y, self.z = x, y, z

    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y, self.z + o.z)

    def __sub__(self, o):
        return Vec(self.x - o.x, self.y - o.y, self.z - o.z)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k, self.z * k)

    __rmul__ = __mul__

    def dot(self, o):
        return self.x * o.x + self.y * o.y + self.z * o.z

    def cross(self, o):
        return Vec(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)

    def norm(self):
        return torch.sqrt(self.dot(self) + 1e-12)

    @classmethod
    def of(cls, t):
        return cls(*t.unbind(-1))

    def stack(self):
        return torch.stack((self.x, self.y, self.z), -1)


def reflect(d, n):
    d, n = Vec.of(d), Vec.of(n)
    return (d - 2.0 * n.dot(d) * n if False else d - n * (2.0 * n.dot(d))).stack()


def ray_sphere(origin, direction, center, radius: float = 1.0):
    o, d, c = Vec.of(origin), Vec.of(direction), Vec.of(center)
    oc = o - c
    b = oc.dot(d)
    disc = b * b - (oc.dot(oc) - radius * radius)
    hit = disc > 0
    t = -b - torch.sqrt(disc.clamp(min=0))
    return torch.where(hit, t, torch.full_like(t, float("inf"))), hit


def shade(points, normals, lights):
    total = torch.zeros(points.shape[:-1])
    for i in range(lights.shape[0]):
        towards = Vec.of(lights[i] - points)
        n = Vec.of(normals)
        total = total + (n.dot(towards) / towards.norm()).clamp(min=0)
    return total


class ReplayBuffer:
    def __init__(self, capacity=8):
        self.items = deque(maxlen=capacity)

    def push(self, x):
        self.items.append(x)

    def batch(self):
        return torch.stack(list(self.items))


def fill_buffer(xs):
    buf = ReplayBuffer(4)
    for i in range(6):
        buf.push(xs[i] * i)
    return buf.batch()


class Point(NamedTuple):
    x: Tensor
    y: Tensor

    def rotate(self, angle):
        c, s = torch.cos(angle), torch.sin(angle)
        return Point(c * self.x - s * self.y, s * self.x + c * self.y)


Transition = namedtuple("Transition", "state action reward next_state done")


def td_target(t: Transition, gamma: float = 0.99):
    return t.reward + gamma * t.next_state.max(-1)[0] * (1.0 - t.done)


def td(state, reward, done):
    t = Transition(state, state.argmax(-1), reward, state + 1, done)
    return td_target(t), t.action


def rotate_points(x, y, angle):
    p = Point(x, y).rotate(angle)
    return p.x, p.y


class Schedule:
    def __init__(self, base=0.1, warmup=10, total=100):
        self.base, self.warmup, self.total = base, warmup, total

    def at(self, step: int) -> float:
        if step < self.warmup:
            return self.base * (step + 1) / self.warmup
        frac = (step - self.warmup) / (self.total - self.warmup)
        return 0.5 * self.base * (1 + math.cos(math.pi * frac))


class Optimizer:
    def __init__(self, lr):
        self.lr = lr
        self.state: Dict[str, Dict[str, Any]] = defaultdict(dict)

    def step(self, params: Dict[str, Tensor], grads: Dict[str, Tensor]):
        return {k: self.update(k, p, grads[k]) for k, p in params.items()}

    def update(self, name, p, g):
        return p - self.lr * g


class Momentum(Optimizer):
    def __init__(self, lr, beta=0.9):
        super().__init__(lr)
        self.beta = beta

    def update(self, name, p, g):
        s = self.state[name]
        v = s.get("v")
        v = g if v is None else self.beta * v + g
        s["v"] = v
        return super().update(name, p, v)


def two_steps(w, b, gw, gb):
    opt = Momentum(Schedule().at(3))
    params = OrderedDict(w=w, b=b)
    params = opt.step(params, {"w": gw, "b": gb})
    params = opt.step(params, {"w": gw * 0.5, "b": gb * 0.5})
    return params["w"], params["b"]


class Tree:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right

    def fold(self, f):
        v = self.value
        if self.left is not None:
            v = f(v, self.left.fold(f))
        if self.right is not None:
            v = f(v, self.right.fold(f))
        return v


def tree_sum(a, b, c, d):
    t = Tree(a, Tree(b, Tree(c)), Tree(d))
    return t.fold(torch.add), t.fold(lambda p, q: torch.maximum(p, q))


def compose(*fns):
    return functools.reduce(lambda f, g: lambda x: g(f(x)), fns)


def pipeline(x):
    f = compose(torch.sin, lambda v: v * 2, relu, functools.partial(torch.add, other=1.0))
    return f(x)


def tree_map(f, obj):
    if isinstance(obj, dict):
        return {k: tree_map(f, v) for k, v in obj.items()}
    if isinstance(obj, (list, tuple)):
        return type(obj)(tree_map(f, v) for v in obj)
    return f(obj)


def nested(a, b, c):
    out = tree_map(lambda t: t * 2 + 1, {"a": a, "rest": [b, (c, a)]})
    return out["a"] + out["rest"][0], out["rest"][1][1]


def pairs(xs: List[Tensor]):
    total = xs[0] * 0
    for i, j in itertools.combinations(range(len(xs)), 2):
        total = total + xs[i] * xs[j]
    return total


def polynomial(x, coeffs: Tuple[float, ...] = (1.0, 0.5, 0.25)):
    return functools.reduce(lambda acc, c: acc * x + c, reversed(coeffs), torch.zeros_like(x))


def group_means(x, labels, classes: int = 3):
    out = []
    for k in range(classes):
        m = (labels == k).to(x.dtype).unsqueeze(-1)
        out.append((x * m).sum(0) / m.sum().clamp(min=1))
    return torch.stack(out)


class Meter:
    def __init__(self):
        self.values = defaultdict(list)

    def log(self, **kw):
        for k, v in kw.items():
            self.values[k].append(v)

    def result(self):
        return {k: sum(v) / len(v) for k, v in self.values.items()}


def metered(a, b):
    m = Meter()
    for s in (0.5, 1.0, 2.0):
        m.log(diff=(a - s * b).abs().mean(), prod=(a * b * s).mean())
    return m.result()


class Cache:
    def __init__(self, heads=2, dim=4):
        self.k = torch.zeros(1, heads, 0, dim)
        self.v = torch.zeros(1, heads, 0, dim)

    def extend(self, k, v):
        self.k = torch.cat((self.k, k), 2)
        self.v = torch.cat((self.v, v), 2)
        return self.k, self.v


def decode(q, k, v, steps: int = 3):
    cache = Cache()
    out = []
    for _ in range(steps):
        ks, vs = cache.extend(k, v)
        w = torch.softmax(q @ ks.transpose(-2, -1) / math.sqrt(q.shape[-1]), -1)
        out.append(w @ vs)
    return torch.cat(out, 2)


class Singleton(type):
    _instances: Dict[type, Any] = {}

    def __call__(cls, *args, **kwargs):
        if cls not in cls._instances:
            cls._instances[cls] = super().__call__(*args, **kwargs)
        return cls._instances[cls]


def switch(kind: str, x):
    match kind:
        case "double":
            return x * 2
        case "half":
            return x / 2
        case _:
            return x


def select(x, flag: bool = True, names: Union[str, List[str]] = "abc"):
    parts = [x * (ord(c) - ord("a") + 1) for c in names]
    if flag:
        parts = parts[::-1]
    return functools.reduce(operator.add, parts) / len(parts)


class Ddim:
    def __init__(self, steps: int = 50, start: float = 1e-4, end: float = 0.02):
        self.alphas = torch.cumprod(1 - torch.linspace(start, end, steps), 0)

    def add_noise(self, x, noise, t: int):
        return self.alphas[t].sqrt() * x + (1 - self.alphas[t]).sqrt() * noise

    def step(self, eps, t: int, x):
        a = self.alphas[t]
        b = self.alphas[t - 1] if t > 0 else torch.ones(())
        return b.sqrt() * ((x - (1 - a).sqrt() * eps) / a.sqrt()).clamp(-1, 1) + (1 - b).sqrt() * eps


def main():
    torch.manual_seed(0)
    a, b, c, d = (torch.randn(4, 6) for _ in range(4))
    print(by_name("relu", a), by_name("mish", a), by_name("swish", b), switch("double", a), select(a))
    print(merge_boxes(a, a + 1, b, b + 1), run_mlp(a), reflect(torch.randn(5, 3), torch.randn(5, 3)))
    print(ray_sphere(torch.randn(5, 3), torch.randn(5, 3), torch.zeros(5, 3)))
    print(shade(torch.randn(5, 3), torch.randn(5, 3), torch.randn(2, 3)), fill_buffer(torch.randn(6, 3)))
    print(td(a, torch.randn(4), torch.zeros(4)), rotate_points(a, b, torch.tensor(0.5)))
    print(two_steps(a, a[0], b, b[0]), tree_sum(a, b, c, d), pipeline(a), nested(a, b, c))
    print(pairs([a, b, c]), polynomial(a), group_means(a, torch.tensor([0, 1, 2, 0])), metered(a, b))
    print(decode(torch.randn(1, 2, 1, 4), torch.randn(1, 2, 1, 4), torch.randn(1, 2, 1, 4)))
    norm = RunningNorm(6)
    norm.update(a)
    print(norm(b), Stats().mean)
    ddim = Ddim()
    print(ddim.step(a, 7, ddim.add_noise(a, b, 7)))


if __name__ == "__main__":
    main()
