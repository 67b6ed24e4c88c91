"""One tensor or object given twice: driver code that does so shows that the function is called that way, also where it
asks which of its tensors are one object, or writes one of its objects. Calls with two have a variant of their own."""

import pytest
import torch
from harness import check, program
from table import randn

SOURCE = """
import torch


def chosen(x, y):
    if x is y:
        return x * 2
    return x + y


def in_place(x, y):
    if x is y:
        x.add_(1)
        return y
    return x.mul_(y)


def of_dict(d):
    return d["a"] + 1 if d["a"] is d["b"] else d["a"] - d["b"]


def both_written(x, y):
    x.add_(1)
    y.mul_(2)
    return x - y.sum()


def one_read(x, y, z):
    x.add_(y)
    return z + 1


def written_item(items, y):
    items[0].add_(y)
    return items[1] * 3


def grown(a, b):
    a.append(b[0] + 1)
    return b[-1] * len(b)


def filled(a, b):
    a["new"] = b["x"] * 2
    return b.get("new", b["x"]) + 1


def counted(x, items):
    return x * sum(1 for item in items if item is x)


def members(items, y):
    return y * len({y, *items})


def by_key(x, y):
    table = {x: 1, y: 2}
    return x * table[x] + table[y]


class Tied(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Parameter(torch.ones(3), requires_grad=False)
        self.b = self.a
        self.c = torch.nn.Parameter(torch.ones(3), requires_grad=False)

    def forward(self, x):
        if self.a is self.b:
            x = x * 2
        return x * 3 if self.a is self.c else x + self.c


torch.manual_seed(0)
attention = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval().requires_grad_(False)


def attended(q, k, v):
    return attention(q, k, v, need_weights=False)[0]


tied = Tied()


class Count:
    def __init__(self, calls=0):
        self.calls = calls


def count_both(left, right, x):
    left.calls += 1
    right.calls += 10
    return x * left.calls - right.calls


class Shared(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Linear(3, 3).requires_grad_(False)
        self.second = self.first
        self.first.calls = 0

    def forward(self, x):
        self.first.calls = 4
        x = self.first(x) + self.second.calls
        self.second.last = 7
        return self.second(x) * self.first.last


torch.manual_seed(0)
shared = Shared()


def run_shared(module, x):
    return module(x), module.first.calls, module.second.calls


if __name__ == "__main__":
    x, y = torch.ones(3), torch.zeros(3)
    z, w = torch.ones(2, 5, 8), torch.ones(2, 3, 8)
    for function in (chosen, in_place, by_key, both_written):
        function(x, x)
        function(x, y)
    one_read(x, y, x)
    one_read(x, y, y.clone())
    written_item([x, x], y)
    written_item([x, y], y.clone())
    items, table = [x, y], {"x": x}
    grown(items, items)
    filled(table, table)
    filled({"x": x}, {"x": y})
    of_dict({"a": x, "b": x})
    of_dict({"a": x, "b": y})
    counted(x, [x, y, x])
    members([x, x, y, x], y)
    tied(x)
    count = Count()
    count_both(count, count, x)
    count_both(count, Count(), x)
    run_shared(shared, x)
    attended(z, z, z)
    attended(z, w, w)
"""

PROGRAM = program("one_tensor_twice", SOURCE)


def one(*shape):
    return torch.arange(1.0, 1 + torch.Size(shape).numel()).reshape(shape) / 7


def twice(*shape):
    x = one(*shape)
    return x, x


def placed(places):
    made = one(3), one(3) + 1
    return [made[place] for place in places]


CASES = {
    "chosen": [lambda: twice(3), lambda: (one(3), one(3))],
    "in_place": [lambda: twice(3), lambda: (one(3), one(3))],
    "by_key": [lambda: twice(3), lambda: (one(3), one(3))],
    "both_written": [lambda: twice(3), lambda: (one(3), one(3))],
    "one_read": [lambda: ((x := one(3)), one(3), x), lambda: (one(3), one(3), one(3))],
    "written_item": [lambda: ([x := one(3), x], one(3)), lambda: ([one(3), one(3)], one(3))],
    "grown": [lambda: (items := [one(3), one(3)], items)],
    "filled": [lambda: (table := {"x": one(3)}, table), lambda: ({"x": one(3)}, {"x": one(3)})],
    "of_dict": [lambda: (dict.fromkeys("ab", one(3)),), lambda: ({"a": one(3), "b": one(3)},)],
    "counted": [lambda: ((x := one(3)), [x, one(3), x])],
    "members": [lambda: ([x := one(3), x, y := one(3), x], y)],
    "attended": [lambda: (z := one(2, 5, 8), z, z), lambda: (one(2, 5, 8), *twice(2, 3, 8))],
    "tied": [lambda: (one(3),)],
}


@pytest.mark.parametrize("names", [("first",), ("first", "second")])
def test_modules_under_two_names(names):
    def parted(module):
        torch.manual_seed(1)
        made = module.Shared()
        for name in names:
            setattr(made, name, made.first if len(names) == 1 else torch.nn.Linear(3, 3).requires_grad_(False))
            getattr(made, name).last, getattr(made, name).calls = 1, 2
        return lambda x: (module.run_shared(made, x), [vars(m).get("last") for m in made.children()])

    check(PROGRAM.load(), parted, lambda: (one(3),), expect="whole" if len(names) == 1 else "fallback")


@pytest.mark.parametrize("same", [True, False])
def test_objects_given_twice(same):
    def counted(module):
        left = module.Count(2)
        right = left if same else module.Count(5)
        return lambda x: (module.count_both(left, right, x), left.calls, right.calls)

    check(PROGRAM.load(), counted, lambda: (one(3),), expect="whole", times=3)


@pytest.mark.parametrize("name", CASES)
def test_calls_like_those_of_driver_code_run_whole(name):
    for make_args in CASES[name]:
        check(PROGRAM.load(), name, make_args, expect="whole")


def test_other_calls_are_right():
    x, y, z = one(3), one(3) + 1, one(3) + 2
    for name in ("both_written", "in_place"):
        check(PROGRAM.load(), name, lambda: ((memory := one(4))[:3], memory[1:]))
    for places in ((0, 0, 0), (0, 0, 1), (0, 1, 1)):
        check(PROGRAM.load(), "one_read", lambda places=places: placed(places))
    check(PROGRAM.load(), "grown", lambda: ([one(3)], [one(3), one(3)]))
    for items in ([x, y, z, x], [x, y, x, x], [z, z, z, z], [x, x, x, x]):
        check(PROGRAM.load(), "counted", lambda items=items: (x, items))
        check(PROGRAM.load(), "members", lambda items=items: (items, y))


OBJECTS = program(
    "one_object_twice",
    """
import torch


class Box:
    def __init__(self, value):
        self.value = value


class Layers(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Linear(3, 3), torch.nn.Linear(3, 3)
        self.layers = [self.first, self.second]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
            if layer is None or layer == self.first:
                x = x.relu()
        return x


torch.manual_seed(0)
layers = Layers().eval()
boxes = [Box(torch.ones(3)), Box(torch.ones(3) * 3)]


def chosen(p, q):
    return (p.value + 1 if p == q else q.value * 2), (p.value - 1 if p is not q else q.value), p != q


if __name__ == "__main__":
    with torch.no_grad():
        layers(torch.ones(2, 3))
    chosen(boxes[0], boxes[1])
    chosen(boxes[0], boxes[0])
""",
    args=["--force"],
)


@pytest.mark.parametrize("which", [(0, 1), (0, 0), (1, 0), (1, 1)])
def test_objects_are_compared_by_identity(which):
    pair = OBJECTS.load()
    for module in (pair.eager, pair.built):
        module.pair = [module.boxes[i] for i in which]
    eager, built = (module.chosen(*module.pair) for module in (pair.eager, pair.built))
    assert torch.equal(eager[0], built[0]) and torch.equal(eager[1], built[1]) and eager[2] is built[2]
    assert pair.built.__pyaot__.counters()["fallback"] == 0


def test_layers_that_are_compared():
    pair = OBJECTS.load()
    with torch.no_grad():
        check(pair, "layers", lambda: [randn(2, 3)], expect="whole")
        for change in (lambda m: m.layers.reverse(), lambda m: m.layers.__setitem__(slice(None), [m.first, m.first])):
            for module in (pair.eager, pair.built):
                change(module.layers)
            check(pair, "layers", lambda: [randn(2, 3)])


SHARED = program(
    "shared_modules",
    """
import torch
from torch import nn


class Parts(nn.Module):
    def __init__(self, share=False):
        super().__init__()
        self.rows = nn.ModuleList([nn.Linear(3, 3) for _ in range(3)])
        self.a = nn.Linear(3, 3)
        self.b = self.a if share else nn.Linear(3, 3)
        self.none = None

    def named(self, x):
        return x * 1, [name for name, module in self.named_modules()], [name for name, module in self.named_children()]

    def every_path(self, x):
        return x * 1, [name for name, module in self.named_modules(prefix="p", remove_duplicate=False)]

    def counted(self, x):
        linear = sum(isinstance(module, nn.Linear) for module in self.modules())
        return x + linear, len(list(self.children())), len(list(self.rows.children()))

    def summed(self, x):
        return x + sum(p.sum() for p in self.parameters()), [name for name, p in self.named_parameters()]

    def applied(self, x):
        seen = []
        self.apply(lambda module: seen.append(type(module).__name__))
        return x * len(seen), seen


def of_new(parts, x):
    return x * len(list(nn.Sequential(parts.a, parts.b).modules()))


if __name__ == "__main__":
    for share in (False, True):
        parts = Parts(share)
        for run in (parts.named, parts.every_path, parts.counted, parts.summed, parts.applied):
            with torch.no_grad():
                run(torch.ones(2, 3))
        of_new(parts, torch.ones(2, 3))
""",
    args=["--force"],
    flags="-O0",
)


def share_row(parts):
    parts.rows[1] = parts.rows[0]


def share_below(parts):
    parts.rows[2] = parts.b


def share_right_below(parts):
    parts.b = parts.a


@pytest.mark.parametrize("method", ["named", "every_path", "counted", "summed", "applied"])
@pytest.mark.parametrize("share", [False, True])
@torch.no_grad()
def test_a_module_under_two_names_is_counted_once(method, share):
    pair = SHARED.load()

    def parts(module, change=lambda parts: None):
        torch.manual_seed(0)
        made = module.Parts(share)
        change(made)
        return getattr(made, method)

    check(pair, parts, lambda: [randn(2, 3)], expect="whole")
    for change in (share_row, share_below, share_right_below):
        check(pair, lambda module: parts(module, change), lambda: [randn(2, 3)])


def test_the_modules_of_a_new_module():
    pair = SHARED.load()
    for share in (False, True):
        check(pair, lambda module: lambda x: module.of_new(module.Parts(share), x), lambda: [randn(2, 3)])
