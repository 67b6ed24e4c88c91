"""Each module of torch.nn, by itself, from its installed source: in eval mode it runs whole in C (its own loops, library
products, or operators of ATen called from C), for sizes that the build did not know."""

import functools

import harness
import pytest
import torch
from table import randn

IMAGES, SIGNALS, VOLUMES = (2, 4, 8, 8), (2, 4, 10), (2, 4, 6, 6, 6)
TOKENS, ROWS, SEQUENCE = (2, 5), (3, 4), (6, 3, 4)

# constructor: sizes of the input (int64 for embeddings)
MODULES = {
    "Conv1d(4, 6, 3)": SIGNALS,
    "Conv1d(4, 6, 3, padding='same', bias=False)": SIGNALS,
    "Conv2d(4, 6, 3, padding=1)": IMAGES,
    "Conv2d(4, 6, (3, 1), stride=(2, 1), dilation=2)": IMAGES,
    "Conv2d(4, 8, 3, groups=2, stride=2, padding_mode='reflect', padding=1)": IMAGES,
    "Conv3d(4, 6, 3)": VOLUMES,
    "ConvTranspose1d(4, 6, 3)": SIGNALS,
    "ConvTranspose2d(4, 6, 3, stride=2, output_padding=1, groups=2)": IMAGES,
    "ConvTranspose3d(4, 6, 3)": VOLUMES,
    "BatchNorm1d(4)": ROWS,
    "BatchNorm2d(4)": IMAGES,
    "BatchNorm3d(4, affine=False)": VOLUMES,
    "BatchNorm2d(4, track_running_stats=False)": IMAGES,
    "GroupNorm(2, 4)": IMAGES,
    "GroupNorm(4, 4, affine=False)": SIGNALS,
    "InstanceNorm1d(4)": SIGNALS,
    "InstanceNorm2d(4, affine=True, track_running_stats=True)": IMAGES,
    "InstanceNorm3d(4, affine=True)": VOLUMES,
    "LayerNorm(8)": IMAGES,
    "RMSNorm([8, 8])": IMAGES,
    "LocalResponseNorm(2)": IMAGES,
    "RNN(4, 5)": SEQUENCE,
    "RNN(4, 5, 2, nonlinearity='relu', batch_first=True, bidirectional=True)": SEQUENCE,
    "LSTM(4, 5)": SEQUENCE,
    "LSTM(4, 5, 2, bias=False, batch_first=True, bidirectional=True)": SEQUENCE,
    "LSTM(4, 5, proj_size=3)": SEQUENCE,
    "GRU(4, 5, 2)": SEQUENCE,
    "GRU(4, 5, batch_first=True)": SEQUENCE,
    "RNNCell(4, 5)": ROWS,
    "LSTMCell(4, 5)": ROWS,
    "GRUCell(4, 5, bias=False)": ROWS,
    "Embedding(10, 4, padding_idx=0)": TOKENS,
    "EmbeddingBag(10, 4)": TOKENS,
    "EmbeddingBag(10, 4, mode='sum', padding_idx=1)": TOKENS,
    "EmbeddingBag(10, 4, mode='max')": TOKENS,
    "MaxPool1d(2)": SIGNALS,
    "MaxPool2d(3, 2, 1)": IMAGES,
    "MaxPool2d(2, ceil_mode=True)": (2, 4, 7, 9),
    "MaxPool2d(2, return_indices=True)": IMAGES,
    "MaxPool3d(2)": VOLUMES,
    "AvgPool1d(2)": SIGNALS,
    "AvgPool2d(3, 1, 1, count_include_pad=False)": IMAGES,
    "AvgPool3d(2)": VOLUMES,
    "AdaptiveAvgPool1d(2)": SIGNALS,
    "AdaptiveAvgPool2d(1)": IMAGES,
    "AdaptiveAvgPool2d((2, None))": IMAGES,
    "AdaptiveAvgPool2d((None, 1))": IMAGES,
    "AdaptiveAvgPool2d((1, None))": IMAGES,
    "AdaptiveAvgPool3d(1)": VOLUMES,
    "AdaptiveMaxPool1d(2, return_indices=True)": SIGNALS,
    "AdaptiveMaxPool2d(2)": IMAGES,
    "AdaptiveMaxPool3d(2)": VOLUMES,
    "LPPool1d(2, 3)": SIGNALS,
    "LPPool2d(2, 3)": IMAGES,
    "ConstantPad1d((2, -1), 3.5)": SIGNALS,
    "ZeroPad2d(2)": IMAGES,
    "ReflectionPad2d((1, 2, 0, 3))": IMAGES,
    "ReplicationPad3d(2)": VOLUMES,
    "CircularPad2d(2)": IMAGES,
    "Upsample(scale_factor=2)": IMAGES,
    "Upsample(scale_factor=1.5, mode='linear')": SIGNALS,
    "Upsample(size=5, mode='bilinear', align_corners=True)": IMAGES,
    "Upsample(size=(5, 6), mode='bicubic')": IMAGES,
    "Upsample(scale_factor=2, mode='trilinear')": VOLUMES,
    "Upsample(scale_factor=2, mode='nearest-exact')": IMAGES,
    "PixelShuffle(2)": IMAGES,
    "PixelUnshuffle(2)": IMAGES,
    "ChannelShuffle(2)": IMAGES,
    "Fold((4, 5), (2, 2))": (2, 12, 12),
    "Unfold((2, 2))": IMAGES,
    "Hardshrink()": ROWS,
    "Softshrink(0.3)": ROWS,
    "PReLU()": ROWS,
    "PReLU(4)": IMAGES,
    "RReLU()": ROWS,
    "Softmax2d()": IMAGES,
}
NAMES = {constructor: f"M{number}" for number, constructor in enumerate(MODULES)}


def source():
    text = ["import torch", "from torch import nn"]
    for constructor, name in NAMES.items():
        text.append(
            f"\n\nclass {name}(nn.Module):\n"
            f"    def __init__(self):\n        super().__init__()\n        self.layer = nn.{constructor}\n\n"
            "    def forward(self, *args):\n        return self.layer(*args)\n"
        )
    return "\n".join(text)


def call_line(constructor):
    """The first and the last sizes are free, the second (channels) is fixed; so is what folding needs."""
    sizes = MODULES[constructor]
    free = [f"S{i}" if i != 1 else str(size) for i, size in enumerate(sizes)]
    if constructor.startswith(("LSTM", "GRU", "RNN")):
        free[1], free[-1] = free[1] if len(sizes) == 2 else "B", str(sizes[-1])
    if constructor.startswith(("LayerNorm", "RMSNorm")):
        free[2:] = map(str, sizes[2:])
    dtype = "i64" if constructor.startswith("Embedding") else "f32"
    return f"{NAMES[constructor]}().eval()({dtype}[{', '.join(free)}])"


PROGRAM = harness.program("torch_modules", source(), [call_line(c) for c in MODULES], args=["--force"], flags="-O0")


def instance(module, constructor, train=False):
    torch.manual_seed(11)
    made = getattr(module, NAMES[constructor])().train(train)
    if getattr(made.layer, "running_var", None) is not None:
        torch.nn.init.uniform_(made.layer.running_var, 0.5, 2.0)
    return made


def inputs(constructor, sizes):
    if constructor.startswith("Embedding"):
        return torch.randint(0, 10, sizes, generator=torch.Generator().manual_seed(3))
    return randn(*sizes)


@pytest.mark.parametrize("constructor", MODULES)
def test_module(constructor):
    sizes = MODULES[constructor]
    check = {"expect": "whole", "context": torch.no_grad, "atol": 2e-5}
    harness.check(PROGRAM.load(), lambda m: instance(m, constructor), lambda: (inputs(constructor, sizes),), **check)


@pytest.mark.parametrize("constructor", MODULES)
def test_module_at_other_sizes_and_dtypes(constructor):
    """Batches of one, and larger inputs: right, in C or by the Python twin; another dtype is a miss."""
    sizes = MODULES[constructor]
    larger = tuple(size if i == 1 or constructor.startswith(("LayerNorm", "RMSNorm")) and i > 1 else size + 3
                   for i, size in enumerate(sizes[:-1])) + sizes[-1:]  # fmt: skip
    pair, options = PROGRAM.load(), {"context": torch.no_grad, "atol": 2e-5}
    for shape in ((1, *sizes[1:]), larger):
        harness.check(pair, lambda m: instance(m, constructor), lambda: (inputs(constructor, shape),), **options)
    if not constructor.startswith("Embedding"):
        harness.check(
            pair, lambda m: instance(m, constructor).double(), lambda: (inputs(constructor, sizes).double(),), **options
        )


@pytest.mark.parametrize("constructor", ["BatchNorm2d(4)", "LSTM(4, 5)", "RReLU()", "Conv2d(4, 6, 3, padding=1)"])
def test_module_in_training_mode(constructor):
    sizes = MODULES[constructor]

    def seeded(made):
        return lambda x: (torch.manual_seed(5), made(x), torch.rand(2))

    harness.check(
        PROGRAM.load(), lambda m: seeded(instance(m, constructor, True)), lambda: (inputs(constructor, sizes),),
        context=torch.no_grad, atol=2e-5,
    )  # fmt: skip


@pytest.mark.parametrize("constructor", [name for name, sizes in MODULES.items() if sizes == IMAGES])
def test_channels_last(constructor):
    for batch in (IMAGES[0], 1):
        harness.check(
            PROGRAM.load(), lambda m: instance(m, constructor),
            lambda: (randn(batch, *IMAGES[1:]).to(memory_format=torch.channels_last),), context=torch.no_grad, atol=2e-5,
        )  # fmt: skip


def change_weight(layer):
    """A weight that is assigned is not the one that the list of weights has."""
    layer.weight_hh_l0 = torch.nn.Parameter(torch.full_like(layer.weight_hh_l0, 0.1))


def test_weights_of_recurrent_layers_that_change():
    """The module keeps its weights in two places: what Python would take counts."""

    def swapped(made):
        weights = {"layer.weight_ih_l0": torch.full_like(made.layer.weight_ih_l0, 0.2)}
        return lambda x: torch.func.functional_call(made, weights, (x,))

    def assigned(made):
        change_weight(made.layer)
        return made

    def hidden(made):
        made.layer._parameters["weight_hh_l0"] = torch.nn.Parameter(torch.full_like(made.layer.weight_hh_l0, 0.3))
        return made

    for change in (swapped, assigned, hidden):
        harness.check(
            PROGRAM.load(), lambda m: change(instance(m, "LSTM(4, 5)")), lambda: (randn(*SEQUENCE),),
            context=torch.no_grad, atol=2e-5,
        )  # fmt: skip


METHODS = harness.program(
    "torch_module_methods",
    """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = nn.Linear(3, 3)

    def forward(self, x):
        return self.f(x)


def has(module, x):
    names = ("load_state_dict", "state_dict", "register_forward_hook", "xpu", "zero_grad", "dump_patches", "nope")
    return x + sum(2**i for i, name in enumerate(names) if hasattr(module, name))


def default(module, x):
    return x - 1 if getattr(module, "share_memory", None) is None else x + 1


def copied(module, other, x):
    try:
        module.load_state_dict(other.state_dict())
    except AttributeError:
        return x - 1
    return module(x)

""",
    ["has(Net(), torch.ones(2, 3))", "default(Net(), torch.ones(2, 3))", "copied(Net(), Net(), torch.ones(2, 3))"],
)


def test_methods_that_are_not_compiled_exist():
    """hasattr() and getattr() find them; a call runs as Python and raises no AttributeError."""

    def nets(module, count):
        torch.manual_seed(3)
        return [module.Net() for _ in range(count)]

    for name, count, expect in (("has", 1, "whole"), ("default", 1, "whole"), ("copied", 2, None)):
        harness.check(
            METHODS.load(), lambda m, name=name, count=count: functools.partial(getattr(m, name), *nets(m, count)),
            lambda: (randn(2, 3),), expect=expect, context=torch.no_grad,
        )  # fmt: skip


# state_dict() of modules of the caller.
STATES = harness.program(
    "states_of_modules",
    """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.bn = nn.BatchNorm1d(3)
        self.register_buffer("kept", torch.ones(3))
        self.register_buffer("passed", torch.ones(3) * 2, persistent=False)
        self.register_buffer("none", None)
        self.scale = nn.Parameter(torch.ones(3))


class Extra(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)

    def get_extra_state(self):
        return 3

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "own"] = 4


net, ema, extra = Net().eval(), Net().eval(), Extra()


def updated(x, d=0.5):
    state = net.state_dict()
    for name, value in ema.state_dict().items():
        if value.dtype.is_floating_point:
            value.mul_(d).add_(state[name], alpha=1 - d)
    return ema.scale * x, dict(ema.named_parameters()), dict(ema.named_buffers())


def named(x):
    state = net.state_dict(prefix="m.")
    return list(state), state._metadata, x + 1


def given(x):
    return net.state_dict(), x + 1


def same(x):
    return net.state_dict(keep_vars=True)["scale"] is net.scale, x + 1


def of_part(x):
    return {name: value * 2 + x for name, value in net.bn.state_dict().items()}


def of_extra(x):
    return list(extra.state_dict()), x + 1
""",
    [f"{name}(f32[3])" for name in ("updated", "named", "given", "same", "of_part", "of_extra")],
    ["--force"],
    "-O0",
)


def saves_only(self, destination, prefix, keep_vars):
    destination["only"] = torch.ones(1)


@pytest.mark.parametrize("name", ["updated", "named", "given", "same", "of_part", "of_extra"])
def test_states_of_modules(name):
    pair = STATES.fresh()
    for part in ("net", "ema"):
        state = {key: value.clone() for key, value in getattr(pair.eager, part).state_dict().items()}
        for module in (pair.eager, pair.built):  # as often, as versions are compared
            getattr(module, part).load_state_dict(state)

    def check(expect=None):
        with torch.no_grad():
            harness.check(pair, name, lambda: [torch.arange(3.0)], expect=expect)

    check("whole")
    for change in (
        lambda m: m.net.register_buffer("passed", torch.ones(3), persistent=True),
        lambda m: m.net.register_buffer("passed", torch.ones(3), persistent=False),
        lambda m: m.net._register_state_dict_hook(
            lambda module, state, prefix, local: state.update(hooked=m.net.scale)
        ),
        lambda m: m.net._state_dict_hooks.clear(),
        lambda m: m.net.bn.register_state_dict_pre_hook(lambda module, prefix, keep_vars: module.weight.add_(1)),
        lambda m: m.net.bn._state_dict_pre_hooks.clear(),
        lambda m: m.net.register_buffer("more", torch.ones(2)),
        lambda m: setattr(m.Extra, "state_dict", lambda self: {"other": 1}),
        lambda m: setattr(m.ema, "state_dict", dict),
    ):
        change(pair.eager), change(pair.built)
        check()
    if name in ("given", "named"):
        assert type(pair.built.given(torch.ones(3))[0]) is type(pair.eager.given(torch.ones(3))[0])
        for module in (pair.eager, pair.built):
            module.Net._save_to_state_dict = saves_only
        with torch.no_grad():
            assert list(pair.built.given(torch.ones(3))[0]) == list(pair.eager.given(torch.ones(3))[0])


WALKED = harness.program(
    "walked",
    """
import torch
from torch import nn


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.register_buffer("kept", torch.ones(3))


class Net(Base):
    pass


class Names(Base):
    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        yield "own", self.kept


net, names = Net(), Names()


def parameters(x):
    for value in net.parameters():
        x = x + (value * value).sum()
    return x


def buffers(x):
    return [value * x for value in net.buffers()]


def children(x):
    for child in net.children():
        x = torch.relu(child(x)) + 1
    return x


def modules(x):
    return [name for name, module in net.named_modules()], torch.relu(x) + 1


def switched(x):
    net.eval()
    return torch.relu(x * 3) + 1


def by_names(x):
    return [value * x for value in names.parameters()]
""",
    [f"{name}(f32[3])" for name in ("parameters", "buffers", "children", "modules", "switched", "by_names")],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize(
    "name, method, other",
    [
        ("parameters", "parameters", lambda self, recurse=True: iter([self.kept])),
        ("parameters", "named_parameters", lambda self, **_: iter([("kept", self.kept)])),
        ("parameters", "named_modules", lambda self, **_: iter([("", self)])),
        ("buffers", "named_buffers", lambda self, **_: iter([])),
        ("children", "children", lambda self: iter([])),
        ("children", "named_children", lambda self: iter([])),
        ("modules", "named_modules", lambda self: iter([("abc", self)])),
        ("switched", "eval", lambda self: print("eval")),
        ("switched", "train", lambda self, mode=True: print("train", mode)),
        ("by_names", "parameters", lambda self, recurse=True: iter([self.kept * 2])),
    ],
)
def test_methods_that_modules_get_after_the_build(monkeypatch, name, method, other):
    pair = WALKED.load()
    pair.built.net.load_state_dict(pair.eager.net.state_dict())

    def check(expect=None):
        with torch.no_grad():
            harness.check(pair, name, lambda: [torch.arange(3.0)], expect=expect)

    check("whole" if name != "by_names" else None)  # a generator function of the program
    for module in (pair.eager, pair.built):
        monkeypatch.setattr(module.Net if name != "by_names" else module.Names, method, other, raising=False)
    check()
    monkeypatch.undo()
    monkeypatch.setattr(torch.nn.Module, method, other)
    check()
    monkeypatch.undo()
    check("whole" if name != "by_names" else None)
    if method != "train":
        monkeypatch.setattr(torch.nn.Linear, "named_modules", lambda self, *_, **__: iter([("", self), ("lin", self)]))
        check()
