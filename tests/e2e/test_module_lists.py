"""Loops over lists of modules: one variant for every depth, and what must not be taken for such a loop."""

import contextlib
import copy
import gc
import re
import weakref

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch
from torch import nn
import torch.nn.functional as F


class Layer(nn.Module):
    scale = 0.5

    def __init__(self, n, number=0, act="relu", heads=2):
        super().__init__()
        self.fc = nn.Linear(n, n)
        self.norm = nn.LayerNorm(n)
        self.number = number
        self.heads = heads
        self.act = act
        self.register_buffer("seen", torch.zeros(n))

    def forward(self, x):
        y = self.fc(self.norm(x))
        y = F.relu(y) if self.act == "relu" else F.gelu(y)
        return x + y * self.scale


class Net(nn.Module):
    def __init__(self, n, depth, make=Layer):
        super().__init__()
        self.layers = nn.ModuleList([make(n) for i in range(depth)])
        self.head = nn.Linear(n, 3)

    def forward(self, x):
        x = torch.tanh(x)
        for layer in self.layers:
            x = layer(x)
        return self.head(x)


class FromInput(Net):
    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Numbered(nn.Module):
    def __init__(self, n, depth, first=0):
        super().__init__()
        self.layers = nn.ModuleList([Layer(n, i + first) for i in range(depth)])

    def forward(self, x):
        x = x * 1.0
        for i, layer in enumerate(self.layers):
            x = layer(x) * (i + 1) + layer.number + layer.heads
        return x


class Paired(nn.Module):
    def __init__(self, n, depth, others=None):
        super().__init__()
        self.layers = nn.ModuleList([Layer(n) for i in range(depth)])
        self.norms = nn.ModuleList([nn.LayerNorm(n) for i in range(depth if others is None else others)])

    def forward(self, x):
        x = x * 1.0
        for layer, norm in zip(self.layers, self.norms):
            x = norm(layer(x))
        return x


class Indexed(nn.Module):
    def __init__(self, n, depth):
        super().__init__()
        self.layers = nn.ModuleList([Layer(n) for i in range(depth)])

    def forward(self, x):
        x = x + self.layers[0].fc.bias + self.layers[-1].norm.weight
        for i in range(len(self.layers)):
            x = self.layers[i](x)
        return x


class Stack(nn.Module):
    def __init__(self, n, depth):
        super().__init__()
        self.net = nn.Sequential(*[Layer(n) for i in range(depth)])

    def forward(self, x):
        return self.net(x) * 2


class PlainList(nn.Module):
    def __init__(self, n, depth):
        super().__init__()
        self.layers = [Layer(n) for i in range(depth)]

    def forward(self, x):
        x = x * 1.0
        for layer in self.layers:
            x = layer(x)
        return x


class Last(nn.Module):
    def __init__(self, n, depth):
        super().__init__()
        self.layers = nn.ModuleList([Layer(n) for i in range(depth)])

    def forward(self, x):
        x = x * 1.0
        total = 0
        for layer in self.layers:
            y = layer(x)
            x = x + y
            total = total + y.sum()
        return x, y, total


class Mixed(nn.Module):
    def __init__(self, n, depth):
        super().__init__()
        self.layers = nn.ModuleList([Layer(n, act="relu" if i % 2 else "gelu") for i in range(depth)])
        self.widths = nn.ModuleList([nn.Linear(n + i, n + i + 1) for i in range(depth)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        for layer in self.widths:
            x = layer(x)
        return x


class Collects(nn.Module):
    def __init__(self, n, depth):
        super().__init__()
        self.layers = nn.ModuleList([Layer(n) for i in range(depth)])

    def forward(self, x):
        out = []
        for layer in self.layers:
            x = layer(x)
            out.append(x)
        return out


class Remembers(nn.Module):
    def __init__(self, n, depth):
        super().__init__()
        self.layers = nn.ModuleList([Layer(n) for i in range(depth)])

    def forward(self, x):
        x = x * 1.0
        for layer in self.layers:
            x = layer(x)
            layer.seen.add_(x.mean(0))
        return x


class Gives(nn.Module):
    def __init__(self, n, depth):
        super().__init__()
        self.layers = nn.ModuleList([Layer(n) for i in range(depth)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x, self.layers[0].fc.weight, self.layers[1].norm.bias[:2]


class Adds(nn.Module):
    def __init__(self, n, depth):
        super().__init__()
        self.layers = nn.ModuleList([Layer(n) for i in range(depth)])

    def forward(self, x, total):
        y = x * 1.0
        for layer in self.layers:
            y = layer(y)
        total.add_(y)
        return y


class Leaves(nn.Module):
    def __init__(self, n, depth):
        super().__init__()
        self.layers = nn.ModuleList([Layer(n) for i in range(depth)])

    def forward(self, x):
        x = x * 1.0
        for layer in self.layers:
            x = layer(x)
            if x.sum() > 3:
                x = x - 1
        for a in self.layers:
            for b in self.layers:
                x = x + a.fc.bias * b.fc.bias
        return x, len(self.layers), isinstance(self.layers, nn.Sequential)


class Swaps(nn.Module):
    def __init__(self, n, depth):
        super().__init__()
        self.layers = nn.ModuleList([Layer(n) for i in range(depth)])

    def forward(self, x):
        a, b, c = x * 1.0, x * 2.0, x.t() + 0
        for layer in self.layers:
            a, b = b, a
            a = layer(a) if a.sum() > b.sum() else a
            c = c * 2
        return a, b, c


class Counts(nn.Module):
    def __init__(self, n, depth):
        super().__init__()
        self.layers = nn.ModuleList([Layer(n) for i in range(depth)])

    @property
    def factor(self):
        return 2 ** (len(self.layers) - 1)

    def forward(self, x):
        assert x.shape[0] * self.factor > 0, f"not of {self.factor}"
        for layer in self.layers:
            x = layer(x)
        return x * self.factor


class Asks(nn.Module):
    def __init__(self, n, depth):
        super().__init__()
        self.layers = nn.ModuleList([Layer(n) for i in range(depth)])

    def forward(self, x):
        first = self.layers[0]
        for layer in self.layers:
            x = layer(x) if layer is not first else x * 2
        return x
"""

NAMES = [
    "Net", "FromInput", "Numbered", "Paired", "Indexed", "Stack", "PlainList", "Last", "Mixed", "Collects",
    "Remembers", "Gives", "Leaves", "Swaps", "Counts", "Asks",
]  # fmt: skip
CALLS = [f"{name}(8, 3).eval()(f32[B, 8])" for name in NAMES] + ["Adds(8, 3).eval()(f32[B, N], f32[B, N])"]
CALLS = [call.replace("f32[B, 8]", "f32[B, N]") for call in CALLS]
PROGRAM = harness.program("module_lists", SOURCE, calls=CALLS, args=["--force"])
ANY_DEPTH = ["Net", "FromInput", "Numbered", "Paired", "Indexed", "Stack", "PlainList", "Last", "Leaves", "Swaps"]


def made(build, change=lambda net: None):
    """name -> the forward of an instance that both modules make alike."""

    def pick(module):
        torch.manual_seed(3)
        net = build(module).eval()
        for parameter in net.parameters():
            parameter.data.add_(torch.randn_like(parameter) * 0.1)
        change(net)
        return net

    return pick


def run(build, change=lambda net: None, expect="whole", width=8, rows=5, atol=1e-5, **options):
    pair = PROGRAM.load()
    return harness.check(
        pair, made(build, change), lambda: (randn(rows, width),), expect=expect, context=torch.no_grad, atol=atol,
        **options,
    )  # fmt: skip


@pytest.mark.parametrize("name", ANY_DEPTH)
@pytest.mark.parametrize(("depth", "width"), [(3, 8), (1, 8), (7, 16), (40, 4)])
def test_any_depth_and_width_run_in_one_variant(name, depth, width):
    # At 40 layers sums of 1600 products are compared: their rounding depends on whether the machine fuses them.
    run(lambda module: getattr(module, name)(width, depth), width=width, atol=1e-5 * depth)


@pytest.mark.parametrize("name", ["Mixed", "Collects", "Remembers", "Counts"])
def test_what_needs_the_items_one_by_one_is_unrolled(name):
    run(lambda module: getattr(module, name)(8, 3), expect="whole")
    run(lambda module: getattr(module, name)(8, 4), expect="fallback")


@pytest.mark.parametrize("name", ["Gives", "Asks"])
def test_items_with_an_identity(name):
    run(lambda module: getattr(module, name)(8, 3), expect=None)
    run(lambda module: getattr(module, name)(8, 4), expect=None)


def test_a_write_elsewhere_is_checked_against_the_elements():
    pair = PROGRAM.load()

    def arguments():
        return randn(5, 8), randn(5, 8, seed=2)

    options = {"context": torch.no_grad, "atol": 1e-5}
    harness.check(pair, made(lambda module: module.Adds(8, 3)), arguments, expect="whole", **options)
    harness.check(pair, made(lambda module: module.Adds(8, 6)), arguments, expect="whole", **options)

    def overlapping(module):
        net = made(lambda module: module.Adds(8, 3))(module)

        def call(x):
            return net(x, net.layers[1].fc.weight.data), net.layers[1].fc.weight

        return call

    harness.check(pair, overlapping, lambda: (randn(8, 8),), expect="fallback", **options)


def set_act(net):
    net.layers[1].act = "gelu"


def widen(net):
    net.layers[1].fc = torch.nn.Linear(8, 8, dtype=torch.float64)


def hook(net):
    net.layers[2].register_forward_hook(lambda module, args, out: out + 1)


def other_class(net):
    class Layer(type(net.layers[1])):
        def forward(self, x):
            return x * 3

    net.layers[1].__class__ = Layer


def own_forward(net):
    net.layers[1].forward = lambda x: x + 5


def other_scale(net):
    net.layers[1].scale = 2.0


def renamed(net):
    net.layers._modules = {str(9 - i): layer for i, layer in enumerate(net.layers)}


def other_part(net):
    net.layers[1].norm = torch.nn.Identity()


def no_bias(net):
    net.layers[1].fc.bias = None


def strided(net):
    net.layers[1].fc.weight.data = net.layers[1].fc.weight.data.t().contiguous().t()


def half_made(net):
    del net.layers[1].norm


def no_layers(net):
    net.layers = torch.nn.ModuleList()


def one_more(net):
    net.layers.append(torch.nn.Linear(8, 8))


def remove_layer(net):
    """The list makes itself an OrderedDict, whose order is not that of the dict in it."""
    del net.layers[1]


def meta(net):
    net.layers[1].fc.to("meta")


CHANGES = [
    set_act, remove_layer, widen, hook, other_class, own_forward, other_scale, renamed, other_part, no_bias, strided, half_made,
    no_layers, one_more, meta,
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", ["Net", "FromInput"])
def test_an_element_that_differs_is_a_miss(name, change):
    run(lambda module: getattr(module, name)(8, 3), change, expect="fallback")


def test_the_order_of_the_numbers_counts():
    run(lambda module: module.Numbered(8, 4), lambda net: setattr(net.layers[2], "number", 7), expect="fallback")
    run(lambda module: module.Numbered(8, 4), lambda net: setattr(net.layers[2], "heads", 3), expect="fallback")
    run(lambda module: module.Numbered(8, 4, first=1), expect="fallback")
    run(lambda module: module.Paired(8, 4, others=3), expect="fallback")


def test_tied_and_swapped_layers():
    def tie(net):
        net.layers[2] = net.layers[0]
        net.layers[1].fc.weight = net.layers[0].fc.weight

    run(lambda module: module.Net(8, 4), tie)


def test_one_instance_after_another_and_after_changes():
    pair = PROGRAM.load()
    torch.manual_seed(0)
    nets = [pair.built.Net(8, depth).eval() for depth in (2, 5, 3)]
    x = randn(4, 8)
    with torch.no_grad():
        for _ in range(2):
            for net in nets:
                for change in (lambda net: None, lambda net: net.layers.append(pair.built.Layer(8).eval())):
                    change(net)
                    before = pair.counters()["compiled"]
                    got = net(x)
                    assert pair.counters()["compiled"] == before + 1
                    with pair.built.__pyaot__.disabled():
                        torch.testing.assert_close(got, net(x), atol=1e-5, rtol=1e-5)


def size_of(depth):
    program = harness.program(f"depth_{depth}", SOURCE, calls=[f"Net(8, {depth}).eval()(f32[B, N])"])
    program.require()
    text = (program.out / f"depth_{depth}_kernels.c").read_text()
    return len(re.findall("\n", text))


@harness.about_c
def test_c_does_not_grow_with_depth():
    assert size_of(2) == size_of(48)


def later(change):
    """An instance that ran once, and is changed then."""

    def pick(module):
        net = made(lambda module: module.Net(8, 3))(module)
        with torch.no_grad():
            net(randn(2, 8))
        return change(net) or net

    return pick


def load_state(net):
    torch.manual_seed(9)
    net.load_state_dict({name: torch.randn_like(value) for name, value in net.state_dict().items()})


def new_data(net):
    for layer in net.layers:
        layer.fc.weight.data = layer.fc.weight.data * 2
        layer.norm.bias.data = torch.ones(8)


def in_place(net):
    with torch.no_grad():
        net.layers[1].fc.weight.mul_(3)
        net.layers[2].norm.weight[3] = 5


def replace_layer(net):
    net.layers[1] = type(net.layers[1])(8).eval()
    net.layers[1].fc.weight.data.fill_(0.25)
    net.layers[1].fc.bias.data.fill_(0.5)


def replace_part(net):
    net.layers[0].fc = torch.nn.Linear(8, 8)
    net.layers[0].fc.weight.data.fill_(0.25)
    net.layers[0].fc.bias.data.fill_(0.5)


def share(net):
    net.layers[2].fc.weight = net.layers[0].fc.weight


def round_trip(net):
    net.double().float()


def through_copy(net):
    twin = copy.deepcopy(net)
    in_place(net)
    return twin


def own_dictionary(net):
    layer = net.layers[1]
    layer.__dict__ = {**layer.__dict__, "act": "relu"}
    layer._parameters = dict(layer._parameters)


STILL_COMPILED = [
    load_state, new_data, in_place, replace_layer, replace_part, share, round_trip, through_copy,
    own_dictionary,
]  # fmt: skip


@pytest.mark.parametrize("change", STILL_COMPILED)
def test_a_change_after_the_first_call_counts_at_the_next(change):
    options = {"context": torch.no_grad, "atol": 1e-5, "times": 2}
    harness.check(PROGRAM.load(), later(change), lambda: (randn(5, 8),), expect="whole", **options)


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_after_the_first_call_is_a_miss(change):
    options = {"context": torch.no_grad, "atol": 1e-5, "times": 2}
    harness.check(PROGRAM.load(), later(change), lambda: (randn(5, 8),), expect="fallback", **options)


def test_hooks_and_modes_come_and_go():
    net = made(lambda module: module.Net(8, 3))(PROGRAM.load().built)
    counters = PROGRAM.load().counters
    x = randn(5, 8)

    def runs_compiled():
        before = counters()["compiled"]
        with torch.no_grad():
            net(x)
        return counters()["compiled"] > before

    assert runs_compiled()
    handle = net.layers[1].fc.register_forward_hook(lambda *args: None)
    assert not runs_compiled()
    handle.remove()
    assert runs_compiled()
    torch.nn.utils.parametrizations.weight_norm(net.layers[0].fc)
    assert not runs_compiled()
    torch.nn.utils.parametrize.remove_parametrizations(net.layers[0].fc, "weight")
    net.requires_grad_(False)
    assert runs_compiled()
    everywhere = torch.nn.modules.module.register_module_forward_hook(lambda *args: None)
    assert not runs_compiled()
    everywhere.remove()
    assert runs_compiled()
    before = counters()["fallback"]
    with torch.enable_grad():
        net.layers[0].fc.bias.requires_grad_(True)
        net(x)
    assert counters()["fallback"] == before + 1


def test_instances_are_not_kept_alive():
    pair = PROGRAM.load()
    x = randn(5, 8)
    for _ in range(40):
        net = pair.built.Net(8, 3).eval()
        with torch.no_grad():
            got = net(x)
            with pair.built.__pyaot__.disabled():
                torch.testing.assert_close(got, net(x), atol=1e-5, rtol=1e-5)
        gone = weakref.ref(net), weakref.ref(net.layers[1].fc), weakref.ref(net.layers[1].fc.weight)
        del net, got
        gc.collect()
        assert [reference() for reference in gone] == [None] * 3


def test_reasons_that_a_user_understands():
    pair = PROGRAM.fresh()
    reasons = {}
    for change in (half_made, meta, widen, set_act):
        before = dict(pair.built.__pyaot__.misses())
        net = made(lambda module: module.Net(8, 3), change)(pair.built)
        with torch.no_grad(), contextlib.suppress(Exception):
            net(randn(5, 8))
        after = pair.built.__pyaot__.misses()
        reasons[change.__name__] = [text for text in after if after[text] != before.get(text, 0)]
    assert reasons == {
        "half_made": ["type(self.layers[*].norm) is torch.nn.modules.normalization.LayerNorm"],
        "meta": ["self.layers[*].fc.weight: Tensor, f32, rank 2, no grad"],
        "widen": ["self.layers[*].fc.weight: Tensor, f32, rank 2, no grad"],
        "set_act": ["self.layers[*].act == 'relu'"],
    }


GROWN = harness.program(
    "lists_that_grow",
    """import torch
from torch import nn


def append(layers, layer):
    layers.append(layer)


def prepend(layers, layer):
    layers.insert(0, layer)


def drop(layers):
    del layers[0]
    layers[0] = nn.Identity()


class Net(nn.Module):
    def __init__(self, count=3):
        super().__init__()
        self.down, self.up = nn.ModuleList(), nn.ModuleList()
        for _ in range(count):
            append(self.down, nn.Linear(4, 4))
            prepend(self.up, nn.Linear(4, 4))
        drop(self.up)

    def forward(self, x):
        for layer in [*self.down, *self.up]:
            x = layer(x)
        return x


if __name__ == "__main__":
    net = Net().eval()
    with torch.no_grad():
        net(torch.ones(2, 4))
""",
    args=["--force"],
)


def test_functions_that_change_lists_of_modules():
    pair = GROWN.load()
    nets = []
    for module in (pair.eager, pair.built):
        torch.manual_seed(0)
        nets.append(module.Net(4).eval())
        module.append(nets[-1].down, torch.nn.Tanh())
        assert [type(layer).__name__ for layer in nets[-1].up] == ["Identity", "Linear", "Linear"]
        assert list(nets[-1].down._modules) == list("01234")
    x = randn(3, 4)
    with torch.no_grad():
        torch.testing.assert_close(nets[0](x), nets[1](x))


def test_no_function_that_changes_lists_of_modules_is_a_fault(tmp_path):
    path = tmp_path / "model.py"
    path.write_text(GROWN.source)
    result = harness.run_pyaot("explain", path, "--force", *harness.PYTHON)
    assert result.returncode == 0 and "internal error" not in result.stdout + result.stderr


DEEP = """
import torch
from torch import nn


def repeated(x, times):
    if times == 1:
        return x
    rows, width = x.shape
    return x[:, None].expand(rows, times, width).reshape(rows, times * width)


class Block(nn.Module):
    def __init__(self, times, scaled):
        super().__init__()
        self.times = times
        self.scaled = scaled

    def forward(self, x):
        y = repeated(x, self.times).mean(-1, keepdim=True)
        return x * y if self.scaled else x - y


class Deep(nn.Module):
    def __init__(self, depth=64):
        super().__init__()
        self.blocks = nn.ModuleList([Block(2, number % 2 == 0) for number in range(depth)])

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x
"""


def test_what_was_settled_of_the_element_is_settled_of_each_item():
    # Not one item after the other, each in an attempt of its own, of which there may be fewer than items.
    pair = harness.program("deep_list", DEEP, calls=["Deep()(f32[B, N])"], args=["--force"]).load()
    harness.check(pair, lambda module: module.Deep(), lambda: (randn(3, 8),), expect="whole", context=torch.no_grad)


STAGES = (
    DEEP
    + """

class Stage(nn.Module):
    def __init__(self, scaled):
        super().__init__()
        self.scaled = scaled
        self.blocks = nn.ModuleList([Block(2, True), Block(2, False)])

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x * 0.5 if self.scaled else x


class Staged(nn.Module):
    def __init__(self, depth=64):
        super().__init__()
        self.stages = nn.ModuleList([Stage(number % 2 == 0) for number in range(depth)])

    def forward(self, x):
        for stage in self.stages:
            x = stage(x)
        return x
"""
)


def test_lists_of_one_family_are_unrolled_together():
    # Not one list after the other, each in an attempt of its own, of which there may be fewer than lists.
    pair = harness.program("lists_of_stages", STAGES, calls=["Staged()(f32[B, N])"], args=["--force"]).load()
    harness.check(pair, lambda module: module.Staged(), lambda: (randn(3, 8),), expect="whole", context=torch.no_grad)


TAKEN = harness.program(
    "layers_that_are_taken",
    """
import torch
from torch import nn


class Layers(nn.Module):
    def __init__(self, take):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(4, 4) for _ in range(4)])
        self.take = take

    def forward(self, x):
        out = []
        for i, block in enumerate(self.blocks):
            x = block(x)
            if i in self.take:
                out.append(x)
        return x, out


torch.manual_seed(0)
second, last, ends, none = Layers([1]), Layers((3,)), Layers([0, 3]), Layers([7])


def of_second(x):
    return second(x)


def of_last(x):
    return last(x)


def of_ends(x):
    return ends(x)


def of_none(x):
    return none(x)


def of_caller(x, take):
    out = []
    for i, block in enumerate(second.blocks):
        x = block(x)
        if i in take:
            out.append(x)
    return x, out


def all_but_the_last(x, n: int):
    out = []
    for i in range(n):
        x = x + i
        if i != n - 1:
            out.append(x)
    return x, out


if __name__ == "__main__":
    x = torch.ones(2, 4)
    of_second(x), of_last(x), of_ends(x), of_none(x), of_caller(x, [1]), all_but_the_last(x, 3)
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["second", "last", "ends", "none"])
def test_layers_whose_positions_are_in_a_list(name):
    pair = TAKEN.load()
    harness.check(pair, f"of_{name}", lambda: (randn(3, 4),), expect="whole", context=torch.no_grad)
    for module in (pair.eager, pair.built):
        getattr(module, name).take = [2]
    harness.check(pair, f"of_{name}", lambda: (randn(3, 4),), context=torch.no_grad)


def test_positions_that_the_caller_lists():
    for take in ([1], [0], [0, 2], [], [9], [True], (1,)):
        args = lambda take=take: (randn(3, 4), take)  # noqa: E731
        harness.check(
            TAKEN.load(), "of_caller", args, expect="whole" if repr(take) == "[1]" else None, context=torch.no_grad
        )
    for n in (3, 1, 0, 5):
        args = lambda n=n: (randn(3, 4), n)  # noqa: E731
        harness.check(TAKEN.load(), "all_but_the_last", args, expect="whole" if n == 3 else None)


BACKWARDS = harness.program(
    "lists_backwards",
    """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, kind=nn.ModuleList, count=3):
        super().__init__()
        layers = [nn.Linear(4, 4) for _ in range(count)]
        self.layers = kind(layers) if kind is nn.ModuleList else kind(*layers)

    def forward(self, x):
        for layer in reversed(self.layers):
            x = layer(x).relu()
        for i, layer in enumerate(reversed(self.layers)):
            x = x + i * layer.weight.sum()
        return x


class Shrinks(Net):
    def forward(self, x):
        for layer in reversed(self.layers):
            x = layer(x)
            if len(self.layers) > 1:
                del self.layers[0]
        return x, len(self.layers)


class Own(nn.ModuleList):
    def __getitem__(self, i):
        if i == 0:
            raise IndexError("none")
        return super().__getitem__(i)


class OwnNet(Net):
    def __init__(self):
        super().__init__()
        self.layers = Own(self.layers)


if __name__ == "__main__":
    with torch.no_grad():
        for net in (Net(), Net(nn.Sequential), Shrinks(), OwnNet()):
            net(torch.ones(2, 4))
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("case", ["list", "sequential", "renamed", "shrinks", "own"])
def test_lists_that_are_gone_through_backwards(case):
    def make(module):
        torch.manual_seed(0)
        if case in ("shrinks", "own"):
            return (module.Shrinks if case == "shrinks" else module.OwnNet)().eval()
        net = module.Net(torch.nn.Sequential if case == "sequential" else torch.nn.ModuleList).eval()
        if case == "renamed":  # reversed() asks for the numbers
            net.layers._modules["last"] = net.layers._modules.pop("2")
        return net

    expect = "whole" if case in ("list", "sequential") else None
    harness.check(BACKWARDS.load(), make, lambda: [randn(5, 4)], expect=expect, context=torch.no_grad)
