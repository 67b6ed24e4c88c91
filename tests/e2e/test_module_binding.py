"""Models as people write them (mixins, properties, configurations, tied weights, containers of every kind), and what happens
to a live instance between two calls: each change counts at once, and what no longer fits misses with a reason in words."""

import contextlib
import copy
import gc
import io
import pickle
import weakref

import pytest
import torch
from harness import check, program
from torch import nn
from torch.nn.utils import parametrizations, parametrize

SOURCE = """
import collections
import dataclasses

import torch
from torch import nn
from torch.nn import functional as F

Sizes = collections.namedtuple("Sizes", "rows width", defaults=(4,))


@dataclasses.dataclass(frozen=True)
class Config:
    width: int = 6
    depth: int = 2
    bias: bool = True
    act: str = "relu"
    sizes: Sizes = Sizes(11)


class Scaled:
    scale_by = 2.0

    @property
    def factor(self):
        return self.scale_by / self.config.width

    def rescale(self, x):
        return x * self.factor


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.parts = nn.ModuleDict({
            "norm": nn.LayerNorm(config.width), "lin": nn.Linear(config.width, config.width, bias=config.bias)
        })
        self.gains = nn.ParameterList([nn.Parameter(torch.ones(config.width)) for _ in range(2)])

    def forward(self, x):
        for name, part in self.parts.items():
            x = part(x)
        return x * self.gains[0] + self.gains[1]


class Net(Scaled, nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.embed = nn.Embedding(config.sizes.rows, config.width)
        self.blocks = nn.ModuleList([Block(config) for _ in range(config.depth)])
        self.extra = nn.ParameterDict({"shift": torch.zeros(config.width), "scale": torch.ones(config.width)})
        self.head = nn.Linear(config.width, config.sizes.rows, bias=False)
        self.head.weight = self.embed.weight
        self.act = {"relu": F.relu, "tanh": torch.tanh}[config.act]
        self.register_buffer("offset", torch.ones(config.width), persistent=False)
        self.drop = nn.Dropout(0.5)

    def forward(self, ids):
        x = self.embed(ids) + self.offset
        for block in self.blocks:
            x = x + self.act(block(x))
        x = self.drop(self.rescale(x * self.extra["scale"] + self.extra["shift"]))
        return self.head(x)


def make(width=6, depth=2, bias=True, act="relu", rows=11):
    torch.manual_seed(width + depth)
    return Net(Config(width, depth, bias, act, Sizes(rows))).eval()
"""
CALLS = ("Net(Config()).eval()(i64[B, T])", "Net(Config(act='tanh', bias=False)).eval()(i64[B, T])")
NETS = program("module_binding", SOURCE, calls=CALLS)


@contextlib.contextmanager
def seeded():
    torch.manual_seed(0)
    with torch.no_grad():
        yield


def run(change, expect=None, context=seeded, **config):
    """Both modules after the change, on an instance that has run before; gives the misses of the built one."""
    pair = NETS.fresh()
    nets = {module: module.make(**config) for module in (pair.eager, pair.built)}
    nets[pair.built].load_state_dict(nets[pair.eager].state_dict())
    check(
        pair, lambda module: lambda x: nets[module](x), lambda: (torch.tensor([[1, 2, 3], [0, 4, 5]]),), expect="whole"
    )
    for module in nets:
        torch.manual_seed(3)
        nets[module] = change(nets[module]) or nets[module]
    before = pair.built.__pyaot__.misses()
    check(
        pair, lambda module: lambda x: nets[module](x), lambda: (torch.tensor([[1, 2], [3, 0], [6, 4]]),),
        expect=expect, context=context,
    )  # fmt: skip
    return [reason for reason, count in pair.built.__pyaot__.misses().items() if count != before.get(reason)]


@pytest.mark.parametrize(
    "config", ({}, {"width": 10}, {"depth": 5}, {"depth": 1, "rows": 30}, {"act": "tanh", "bias": False})
)
def test_other_sizes_run_through_the_variants(config):
    run(lambda net: None, expect="whole", **config)


def load(net):
    net.load_state_dict({name: value * 1.5 for name, value in net.state_dict().items()})


def set_data(net):
    net.extra["shift"].data = torch.full((6,), 0.25)
    net.head.weight.data = net.head.weight.data * 2


def write(net):
    net.blocks[1].parts["lin"].weight.mul_(2)
    net.offset += 1


def replace(net):
    net.blocks[0] = copy.deepcopy(net.blocks[1])
    net.blocks[1].parts["norm"] = nn.LayerNorm(6)
    net.extra["scale"] = nn.Parameter(torch.full((6,), 3.0))


def untie(net):
    net.head.weight = nn.Parameter(net.head.weight * 2)


def through_pickle(net):
    stream = io.BytesIO()
    torch.save(net.state_dict(), stream)
    stream.seek(0)
    made = copy.deepcopy(net)
    made.load_state_dict(torch.load(stream))
    return made


def another_mixin_constant(net):
    net.scale_by = 3.0


WHOLE = (load, set_data, write, replace, untie, copy.deepcopy, through_pickle)


@pytest.mark.parametrize("change", WHOLE, ids=lambda change: change.__name__)
def test_changes_that_fit(change):
    run(change, expect="whole")


def hook(net):
    net.blocks[0].parts["lin"].register_forward_hook(lambda module, args, result: result * 2)


def pre_hook(net):
    net.head.register_forward_pre_hook(lambda module, args: (args[0] + 1,))


def weight_norm(net):
    parametrizations.weight_norm(net.blocks[1].parts["lin"])


def spectral_norm(net):
    parametrizations.spectral_norm(net.blocks[1].parts["lin"])


class Doubled(nn.Module):
    def forward(self, weight):
        return weight * 2


def parametrised(net):
    parametrize.register_parametrization(net.blocks[0].parts["norm"], "weight", Doubled())


def another_class(net):
    net.blocks[1] = nn.Sequential(nn.Linear(6, 6), nn.Tanh())


def own_forward(net):
    net.blocks[0].forward = lambda x: x + 5


def wide(net):
    return net.double()


def half_wide(net):
    net.head = net.head.to(torch.float64)  # raises: two dtypes meet


def missing(net):
    del net.extra


def no_bias(net):
    net.blocks[0].parts["lin"].bias = None


def on_meta(net):
    return copy.deepcopy(net).to("meta")


def another_eps(net):
    net.blocks[1].parts["norm"].eps = 1e-3


def training(net):
    return net.train()


# What a user reads: the reason names the part of the module.
MISSES = {
    hook: "self.blocks", pre_hook: "self.head", weight_norm: "self.blocks", spectral_norm: "self.blocks",
    parametrised: "self.blocks", another_class: "self.blocks", own_forward: "self.blocks", wide: "f32",
    half_wide: "f32", missing: "self.extra", no_bias: "self.blocks", on_meta: "self.", training: "training",
    another_mixin_constant: "scale_by", another_eps: "eps",
}  # fmt: skip


@pytest.mark.parametrize("change", MISSES, ids=lambda change: change.__name__)
def test_changes_that_miss(change):
    reasons = run(change, expect="fallback")
    assert any(MISSES[change] in reason for reason in reasons), reasons


def test_an_instance_that_is_not_set_up():
    pair = NETS.fresh()
    ids = torch.tensor([[1]])
    for prepare in (lambda net: None, lambda net: nn.Module.__init__(net), lambda net: setattr(net, "config", None)):
        errors = []
        for module in (pair.eager, pair.built):
            net = module.Net.__new__(module.Net)
            try:
                prepare(net)
                module.Net.forward(net, ids)
            except Exception as error:  # noqa: BLE001
                errors.append((type(error), str(error)))
        assert len(errors) == 2 and errors[0] == errors[1]


def test_instances_are_not_kept_alive():
    pair = NETS.load()
    net = pair.built.make()
    before = pair.counters()
    with torch.no_grad():
        net(torch.tensor([[1, 2]]))
    assert pair.counters()["compiled"] > before["compiled"]
    gone = [weakref.ref(net), weakref.ref(net.blocks[0]), weakref.ref(net.head.weight)]
    del net
    gc.collect()
    assert [reference() for reference in gone] == [None] * 3


def test_a_pickled_instance():
    pair = NETS.load()
    net = pair.built.make()
    module = pair.built.__name__
    torch.save(net.state_dict(), io.BytesIO())
    made = pickle.loads(pickle.dumps(net))
    assert type(made).__module__ == module
    before = pair.counters()
    with torch.no_grad():
        assert torch.equal(made(torch.tensor([[1, 2]])), net(torch.tensor([[1, 2]])))
    assert pair.counters()["compiled"] == before["compiled"] + 2


PARTS = """
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width, bias=False)
        self.register_buffer("offset", torch.full((width,), 0.5))
        self.register_buffer("nothing", None)
        self.note = "text"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Block(4), Block(4)])

    def forward(self, x):
        for i in range(2):
            block = self.get_submodule(f"layers.{i}")
            x = x @ self.get_parameter(f"layers.{i}.linear.weight") + block.get_buffer("offset")
        if self.get_submodule("") is self and self.get_buffer("layers.0.nothing") is None:
            x = x * 2
        return x


class Refuses(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Block(4)])

    def forward(self, x):
        said = 0
        for target in ("layers.1", "layers.0.linear.weight", "layers.0.note"):
            try:
                self.get_submodule(target)
                said += 10
            except AttributeError:
                said += 1
        for target in ("layers.0.offset", "layers.0.none", "layers.0.linear", "layers.0.linear.bias"):
            try:
                self.get_parameter(target)
                said += 10
            except AttributeError:
                said += 1
        for target in ("layers.0.linear.weight", "layers.0.none"):
            try:
                self.get_buffer(target)
                said += 10
            except AttributeError:
                said += 1
        return x + said
"""


@pytest.mark.parametrize("name", ["Net", "Refuses"])
def test_parts_by_dotted_names(name):
    pair = program("dotted_names", PARTS, calls=["Net()(f32[B, 4])", "Refuses()(f32[B, 4])"]).load()

    def make(module):
        torch.manual_seed(0)
        return getattr(module, name)()

    check(pair, make, lambda: (torch.ones(3, 4),), expect="whole", context=torch.no_grad)


def test_a_part_of_another_kind_that_stands_there_now():
    pair = program("dotted_names", PARTS, calls=["Net()(f32[B, 4])", "Refuses()(f32[B, 4])"]).load()
    x = torch.ones(3, 4)
    for change, refused in (
        (lambda net: setattr(net.layers[0], "linear", nn.Identity()), AttributeError),
        (lambda net: net.layers[1].register_buffer("offset", None), TypeError),
        (lambda net: net.layers[1]._buffers.pop("offset"), AttributeError),
    ):
        said = []
        for module in (pair.eager, pair.built):
            net = module.Net()
            change(net)
            with torch.no_grad(), pytest.raises(refused) as raised:
                net(x)
            said.append(str(raised.value))
        assert said[0] == said[1]


TIED = """
import torch
from torch import nn


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(5, 3)
        self.out = nn.Linear(3, 5, bias=False)
        self.out.weight = self.words.weight
        self.register_buffer("kept", torch.zeros(2))
        self.register_buffer("also", self.kept)

    def forward(self, i):
        count = sum(p.numel() for p in self.parameters())
        names = [n for n, _ in self.named_parameters()], [n for n, _ in self.named_parameters(remove_duplicate=False)]
        return self.out(self.words(i)) * count, names, [n for n, _ in self.named_buffers()], len(list(self.buffers()))
"""


@pytest.mark.parametrize("parted", [False, True])
def test_tensors_under_two_names_are_counted_once(parted):
    pair = program("tied_parameters", TIED, calls=["Tied()(i64[B])"]).load()

    def make(module):
        torch.manual_seed(0)
        net = module.Tied()
        if parted:
            net.out.weight = nn.Parameter(torch.ones(5, 3))
        return net

    expect = "fallback" if parted else "whole"
    check(pair, make, lambda: (torch.tensor([1, 2]),), expect=expect, context=torch.no_grad)
