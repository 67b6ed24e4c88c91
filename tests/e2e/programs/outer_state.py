"""Functions that depend on globals, closures, classes and attributes; test_changed_state.py changes each of them."""

import math
from dataclasses import dataclass, field

import torch
from torch import nn

GAINS = [1.0, 2.0]
TABLE = {"a": 1.5, "b": 2}
NESTED = {"inner": {"k": 3.0}, "l": [1, 2]}
W = torch.ones(4)
FLAG = True
NAME = "x"
PAIR = (2, 3.0)


@dataclass
class Config:
    width: int = 4
    scale: float = 2.0
    names: list = field(default_factory=lambda: ["p", "q"])


CFG = Config()


def make_scaler(k):
    def scale(x):
        return x * k

    return scale


triple = make_scaler(3.0)


def counter():
    n = 1.0

    def get(x):
        return x * n

    def set(v):
        nonlocal n
        n = v

    return get, set


get_n, set_n = counter()


def deco(f):
    def inner(x):
        return f(x) + 10

    return inner


@deco
def base(x):
    return x * 2


class Policy:
    factor = 3.0

    def apply(self, x):
        return x * self.factor


class Sub(Policy):
    factor = 4.0


POLICY = Policy()


def helper(x):
    return x + 1


ALIAS = helper


def use_gains(x):
    return x * GAINS[0] + GAINS[1] + len(GAINS)


def use_table(x):
    return x * TABLE["a"] + TABLE.get("c", 0) + sum(v for v in TABLE.values())


def use_nested(x):
    return x * NESTED["inner"]["k"] + NESTED["l"][1]


def use_tensor(x):
    return x * W + 1


def use_flag(x):
    return x + 1 if FLAG else x - 1


def use_name(x):
    return x + 1 if NAME == "x" else x - 1


def use_pair(x):
    a, b = PAIR
    return x * a + b


def use_cfg(x):
    return x * CFG.width * CFG.scale + len(CFG.names)


def use_closure(x):
    return triple(x) + get_n(x)


def use_deco(x):
    return base(x) + 1


def use_policy(x):
    return POLICY.apply(x) + 1


def use_alias(x):
    return ALIAS(x) * 2


def use_class(x):
    return Sub().apply(x) + Policy.factor


def use_truth(x):
    made = Policy()
    return (x * 2 if POLICY else x) + (1 if made else 0)


def use_math(x):
    return x * math.sqrt(4.0) + math.pi


def use_builtin(x):
    return x * len([1, 2, 3]) + max(1, 2)


def use_torch(x):
    return torch.relu(x) + torch.sigmoid(x)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = 3
        self.s = 0.5
        self.flag = True
        self.mode = "a"
        self.opts = {"g": 2.0}
        self.items = [1.0, 2.0]
        self.cfg = Config()
        self.act = torch.tanh
        self.lins = nn.ModuleList([nn.Linear(4, 4) for _ in range(2)])
        self.maybe = None
        self.seq = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
        self.w = torch.ones(4)

    def forward(self, x):
        y = x * self.k * self.s
        if self.flag:
            y = y + 1
        if self.mode == "a":
            y = y * 2
        y = y * self.opts["g"] + self.items[1] + self.cfg.scale
        for layer in self.lins:
            y = self.act(layer(y))
        if self.maybe is not None:
            y = y + self.maybe
        return self.seq(y) + self.w


NET = Net().eval()


def use_net(x):
    return NET(x) * 2


if __name__ == "__main__":
    x = torch.randn(3, 4)
    with torch.no_grad():
        for function in (
            use_gains,
            use_table,
            use_nested,
            use_tensor,
            use_flag,
            use_name,
            use_pair,
            use_cfg,
            use_closure,
            use_deco,
            use_policy,
            use_alias,
            use_class,
            use_truth,
            use_math,
            use_builtin,
            use_torch,
            use_net,
            NET,
        ):
            function(x)
