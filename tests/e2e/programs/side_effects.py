"""Functions that write to objects of their caller; see test_side_effects.py."""

import dataclasses

import torch
from torch import nn

count = 0
scale = 1.5
latest = None
log = []


class State:
    def __init__(self):
        self.count = 0
        self.total = 0.25
        self.flag = True
        self.last = torch.zeros(2, 2)
        self.items = []


def counts(state, x):
    state.count += 1
    state.total = state.total + 0.5
    y = torch.relu(x) * 2 + state.count
    state.last = y
    return y


def reads_back(state, x):
    state.count += 2
    state.last = x * state.count
    state.flag = not state.flag
    if state.flag:
        state.total += state.count
    y = state.last + 1
    state.last = y
    return state.last * state.total


def on_branch(state, x):
    if x.sum() > 0:
        state.count += 1
        state.last = x * 2
    else:
        state.total -= 1.0
    return x * state.count + state.last


def new_on_branch(state, items, x):
    if x.sum() > 4:
        state.fresh = x * 2 + 1
        items.append(x + 1)
    return x * 3 + 1


def early_return(state, x):
    if x.sum() < 0:
        state.count -= 1
        return x * 2 + 1
    state.last = torch.exp(x) + 1
    state.count += 10
    return state.last * 2


def in_loop(state, x):
    for i in range(x.shape[0]):
        state.count += i
        state.last = x[i] * 2 + state.count
    return x * state.count + 1


def two_states(a, b, x):
    a.count += 1
    setattr(b, "count", b.count + a.count)  # noqa: B010
    b.last = x * a.count + b.count
    return torch.relu(x) * b.count


def two_lists(a, b, x):
    a.append(x * 2)
    b.append(x * 3)
    return torch.relu(a[-1]) + b[-1] + len(a)


def list_methods(items, x):
    items.insert(0, x * 2)
    last = items.pop()
    items.extend([x + 1, 5, "text"])
    del items[-2]
    items.reverse()
    return torch.relu(last) + items[1] if isinstance(items[1], torch.Tensor) else torch.relu(last) * 7


def list_items(items, x):
    items[0] = x * 2 + 1
    items[-1] = items[0] + 1
    items[3:] = [x - 1]
    del items[3]
    return torch.relu(items[0] + items[2])


def augmented(items, x):
    items += [x * 2, x * 3 + 1]
    return torch.relu(x) + 1


def augmented_attribute(state, x):
    state.items += [x * 2, x * 3 + 1]
    return torch.relu(x) + 1


def dict_items(d, x):
    d["new"] = x * 2 + 1
    d["n"] += 1
    d["f"] *= 2
    d["a"] = d["a"] + d["new"]
    del d["z"]
    d.setdefault("n", 100)
    d.update(m=d["n"], last=x)
    return torch.relu(d["a"]) * d["n"] + d["f"]


def dict_reordered(d, x):
    a = d.pop("a")
    d["a"] = a * 2 + 1
    d["b"], d["c"] = d["c"], x
    return torch.relu(a) + 1


def global_count(x):
    global count, scale, latest
    count += 1
    scale = scale * 2
    latest = x * count + scale
    return latest * 2


def helper():
    global count
    count += 5


def global_in_branch(x):
    if x.sum() > 0:
        helper()
    return x * count + 1


def identities(state, items, x):
    y = x * 2 + 1
    state.last = y
    items.append(y)
    state.view = y[0]
    state.pair = (state.view, state.view)
    state.held = items
    state.none = None
    return y, x, len(items)


def shared_list(state, x):
    result = [x * 2 + 1, [x.sum() + 1]]
    state.items = result
    state.inner = result[1]
    return result


def raises_after(state, items, x):
    state.count += 1
    items.append(x * 2)
    if x.sum() < 0:
        raise ValueError("negative")
    return torch.relu(x) + state.count


class WithSetter:
    def __init__(self):
        self._value = 1
        self.sets = 0

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, v):
        self.sets += 1
        self._value = v


def through_setter(a, x):
    a.value = a.value + 2
    return x * a.value + a.sets


class WithHook:
    def __init__(self):
        object.__setattr__(self, "count", 0)
        object.__setattr__(self, "writes", 0)

    def __setattr__(self, name, value):
        object.__setattr__(self, "writes", self.writes + 1)
        object.__setattr__(self, name, value)


def through_hook(b, x):
    b.count = b.count + 3
    return x * b.count + b.writes


class Slotted:
    __slots__ = ("count",)

    def __init__(self):
        self.count = 0


def set_slot(s, x):
    s.count += 1
    return x * s.count + 1


@dataclasses.dataclass(frozen=True)
class Frozen:
    n: int


def set_frozen(f, x):
    f.n = 2
    return x * f.n + 1


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)
        self.register_buffer("ema", torch.zeros(2))
        self.calls = 0
        self.last = torch.zeros(1)

    def forward(self, x):
        y = self.linear(x)
        self.ema = self.ema * 0.9 + y.mean(0) * 0.1
        self.calls += 1
        self.last = torch.relu(y) + self.ema
        return self.last


class Keeper(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = 1

    def forward(self, x, value):
        self.held = value
        self.n += 1
        return torch.relu(x) * self.n


def keeps_each(keeper, first, second):
    for value in (first, second, first):
        keeper.held = value
    return first + second


class Normed(nn.Module):
    def __init__(self):
        super().__init__()
        self.bn1 = nn.BatchNorm1d(3)
        self.bn2 = nn.BatchNorm2d(3, momentum=0.3)


def normed1(net, x):
    return torch.relu(net.bn1(x)) + 1


def normed2(net, x):
    return torch.relu(net.bn2(x)) + 1


def stores_choice(state, x):
    state.last = x if x.sum() > 0 else x * 2
    return torch.relu(x) + 1


def with_breaks(state, items, x):
    state.count += 1
    y = torch.relu(x) * state.count
    log.append(y.shape)
    print("first")
    state.last = y * 2 + 1
    items.append(state.last * state.count)
    z = torch.exp(-y) + state.count
    print("second")
    state.count += 1
    return z * 2 + state.count


state, net, keeper, normed = State(), Net(), Keeper(), Normed()
x = torch.ones(2, 2)
three = [x, x + 1, x + 2]
counts(state, x)
reads_back(state, x)
on_branch(state, x)
new_on_branch(State(), [], x)
early_return(state, x)
in_loop(state, torch.ones(4, 3))
two_states(State(), State(), x)
two_lists([x], [x], x)
list_methods(list(three), x)
list_items(list(three), x)
augmented([x], x)
state_with_item = State()
augmented_attribute(state_with_item, x)
dict_items({"a": x, "n": 1, "f": 0.5, "z": None}, x)
dict_reordered({"a": x, "b": x + 1, "c": 3}, x)
global_count(x)
global_in_branch(x)
identities(State(), [], x)
shared_list(State(), x)
raises_after(State(), [x], x)
through_setter(WithSetter(), x)
through_hook(WithHook(), x)
set_slot(Slotted(), x)
net(x)
keeper(x, x)
keeps_each(keeper, x, x + 1)
normed1(normed, torch.ones(2, 3, 4))
normed2(normed, torch.ones(2, 3, 4, 2))
stores_choice(State(), x)
with_breaks(State(), [], x)


def grows(items, x):
    y = torch.relu(x) + 1
    items.append(y)
    items.extend([x, 3, y])
    items += [x * 2 + 1]
    return y


def grows_on_branch(state, x):
    if x.sum() > 0:
        state.items.append(x * 2 + 1)
    return torch.relu(x) + 1


def grows_and_reads(items, x):
    items.append(x * 2 + 1)
    return torch.relu(items[-1]) + len(items)


history = []


def grows_global(x):
    history.append(x * 2 + 1)
    return torch.relu(x) + 1


def written_in_place(x):
    y = x * 2 + 1
    y.add_(1)
    y[0].mul_(3)
    z = y.t()
    return y, z, z[0]


grows([], x)
grows_on_branch(State(), x)
grows_and_reads([x], x)
grows_global(x)


BIG = 2**53 + 1
SMALL = -(2**53) - 1


def compares_exactly(x):
    n = 0
    for i, f in ((BIG, 2.0**53), (SMALL, -(2.0**53)), (2**62 - 1, 2.0**62), (3, 3.5), (-3, -3.5), (0, float("nan"))):
        n = n * 4 + (i == f) + 2 * (i < f)
        n = n * 4 + (f == i) + 2 * (f < i)
        n = n * 2 + (i != f)
    return x * n + 1


compares_exactly(x)


def doubled(x):
    return x * 2 + 1


def tripled(x):
    return x * 3 + 1


def make_runner(f):
    def replace(g):
        nonlocal f
        f = g

    def run(x):
        return torch.relu(f(x)) + 1

    return run, replace


run, replace = make_runner(doubled)
run_exp, replace_exp = make_runner(torch.exp)


def make_local():
    def inner(x):
        return x * 5 + 1

    return make_runner(inner)


run_local, replace_local = make_local()


def through_cells(x):
    return run(x) + run_exp(x) * 2 + run_local(x)


def reads_dict(state, d, x):
    state.count += 1
    return torch.relu(x) * d["count"]


def writes_dict(state, d, x):
    d["count"] = 7
    return torch.relu(x) * state.count


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(2))
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return torch.relu(x * self.scale) + 1


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block() for _ in range(3)])
        self.sum = torch.zeros(2)
        self.steps = 0
        self.outputs = []

    def forward(self, x):
        self.outputs = []
        for block in self.blocks:
            x = block(x)
            self.sum = self.sum + x.sum(0)
            self.steps += 1
            self.outputs.append(x)
        return x * 2 + self.sum


class Cached(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)
        self.keys = None
        self.longest = 0
        self.register_buffer("table", torch.zeros(1), persistent=False)

    def forward(self, x):
        keys = self.linear(x)
        self.keys = keys if self.keys is None else torch.cat([self.keys, keys])
        if x.shape[0] > self.longest:
            self.longest = x.shape[0]
            self.table = torch.cos(torch.arange(self.longest, dtype=torch.float32))
        return torch.relu(self.keys).sum(0) + self.table[: x.shape[0]].sum()


stack, cached = Stack(), Cached()
through_cells(x)
reads_dict(State(), {"count": 3}, x)
writes_dict(State(), {"count": 3}, x)
with torch.no_grad():
    stack(x)
    cached(x)
    cached(x)
