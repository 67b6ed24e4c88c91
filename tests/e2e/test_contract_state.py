"""The soundness contract: effects, versions, overlapping writes, and what was read or inlined at build time."""

import builtins
import contextlib
import math
import subprocess
import sys

import harness
import pytest
import torch
from table import randn

# ---- a miss reruns a twin only while its segment has had no effect -----------------------------------------

EFFECTS = harness.program(
    "effects",
    """
import torch

def mutate_then_multiply(x, y):
    x.add_(1)
    return x @ y

def mutate_then_add(x, y):
    x.mul_(2)
    z = x + y
    x.sub_(1)
    return z * x

def mutate_then_scale(x, n):
    x.add_(1)
    return x * (n * n)

def mutate_twice(x, y):
    x.add_(y)
    y.add_(x)
    return x * y

def break_then_add(x, y, callback):
    z = x * 2 + 1
    callback()
    return z * z + y

def index_then_add(x, i):
    x.add_(1)
    return x[i] + 1

def mutate_on_branch(x, y):
    if y.sum() > 0:
        x.add_(y)
    return x * 2
""",
    calls=[
        "mutate_then_multiply(f32[M, K], f32[K, N])",
        "mutate_then_add(f32[N], f32[N])",
        "mutate_then_scale(f32[N], 3)",
        "mutate_twice(f32[N], f32[N])",
        "index_then_add(f32[N], 1)",
        "mutate_on_branch(f32[N], f32[N])",
    ],
)


def test_an_exception_after_a_mutation_leaves_what_eager_leaves():
    pair = EFFECTS.load()
    harness.check(pair, "mutate_then_multiply", lambda: (randn(2, 3), randn(3, 4, seed=1)))
    harness.check(pair, "mutate_then_multiply", lambda: (randn(2, 3), randn(4, 3, seed=1)))
    harness.check(pair, "mutate_then_add", lambda: (randn(3), randn(3, seed=1)))
    harness.check(pair, "mutate_then_add", lambda: (randn(3), randn(4, seed=1)))
    harness.check(pair, "mutate_then_add", lambda: (randn(3), randn(2, 3, seed=1)))


def test_an_overflow_after_a_mutation_leaves_what_eager_leaves():
    for n in (3, 2**31, 2**32, 2**40, -(2**62), 2**63, True, 1.5, None):
        harness.check(EFFECTS.load(), "mutate_then_scale", lambda n=n: (randn(4), n))


def test_mutations_of_two_inputs():
    harness.check(EFFECTS.load(), "mutate_twice", lambda: (randn(5), randn(5, seed=1)))
    harness.check(EFFECTS.load(), "mutate_twice", lambda: (randn(5), randn(1, seed=1)))
    harness.check(EFFECTS.load(), "mutate_twice", lambda: (randn(1), randn(5, seed=1)))


@pytest.mark.parametrize("index", [0, 3, -1, -4, 4, -5, 10**30, True, slice(1, 3), None, 1.0])
def test_an_index_out_of_range_after_a_mutation(index):
    harness.check(EFFECTS.load(), "index_then_add", lambda: (randn(4), index))


def test_a_mutation_on_one_branch():
    harness.check(EFFECTS.load(), "mutate_on_branch", lambda: (randn(4), torch.ones(4)))
    harness.check(EFFECTS.load(), "mutate_on_branch", lambda: (randn(4), -torch.ones(4)))
    harness.check(EFFECTS.load(), "mutate_on_branch", lambda: (randn(4), torch.ones(3)))
    harness.check(EFFECTS.load(), "mutate_on_branch", lambda: (randn(4), -torch.ones(3)))


def test_a_miss_in_the_second_segment_does_not_repeat_the_break():
    for shape in [(4,), (3, 4), (5,)]:
        calls = {"eager": [], "built": []}
        pair = EFFECTS.load()
        for which, module in (("eager", pair.eager), ("built", pair.built)):
            with contextlib.suppress(RuntimeError):
                module.break_then_add(randn(4), randn(*shape), lambda which=which: calls[which].append(which))
        assert len(calls["eager"]) == len(calls["built"]) == 1
        harness.check(pair, "break_then_add", lambda s=shape: (randn(4), randn(*s), lambda: None))


# ---- versions ----------------------------------------------------------------------------------------------

VERSIONS = harness.program(
    "versions",
    """
import torch

def double_(t):
    t.mul_(2)
    return t + 1

def only_mutate(t):
    t.add_(1)

def through_view(t):
    t[0].add_(1)
    return t.sum()

def replaced(t):
    t = t + 1
    t.mul_(2)
    return t

def augmented(t, u):
    t += u
    t *= u
    return t
""",
    calls=["double_(f32[N])", "only_mutate(f32[N])", "through_view(f32[M, N])", "augmented(f32[N], f32[N])"],
)


@pytest.mark.parametrize("name", ["double_", "only_mutate", "through_view", "replaced"])
def test_versions_advance_as_eager_s(name):
    harness.check(VERSIONS.load(), name, lambda: (randn(3, 4),), times=2)
    if name != "through_view":
        harness.check(VERSIONS.load(), name, lambda: (randn(3),), times=2)


def test_augmented_assignment_advances_versions():
    harness.check(VERSIONS.load(), "augmented", lambda: (randn(3), randn(3, seed=1)))
    harness.check(VERSIONS.load(), "augmented", lambda: (randn(3, 4).t(), randn(4, 3, seed=1)))


@pytest.mark.parametrize("name", ["double_", "only_mutate"])
def test_autograd_notices_a_saved_tensor_that_was_mutated(name):
    pair = VERSIONS.load()
    for module in (pair.eager, pair.built):
        a, b = randn(4).requires_grad_(), randn(4, seed=1)
        with torch.enable_grad():
            product = (a * b).sum()
        getattr(module, name)(b)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            product.backward()


def test_a_mutation_through_a_detached_alias_is_noticed():
    pair = VERSIONS.load()
    for module in (pair.eager, pair.built):
        a, b = randn(4).requires_grad_(), randn(4, seed=1)
        with torch.enable_grad():
            product = (a * b).sum()
        module.double_(b.detach())
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            product.backward()


def test_mutating_a_leaf_that_requires_grad_raises_what_eager_raises():
    for name in ("double_", "only_mutate"):
        make = lambda: (randn(4).requires_grad_(),)
        harness.check(VERSIONS.load(), name, make, context=torch.enable_grad)
        harness.check(VERSIONS.load(), name, make)


# ---- overlapping writes ------------------------------------------------------------------------------------

OVERLAP = harness.program(
    "overlap",
    """
import torch

def add_into(x, y):
    x.add_(y)
    return x * y

def copy_over(x, y):
    x.copy_(y)
    return x + y

def write_both(x, y):
    x.mul_(2)
    y.add_(1)
    return x - y

def fill(x):
    x.fill_(3)
    return x + 1

def read_after_write(x, y):
    before = y * 2
    x.add_(1)
    return before + y

def write_rows(x, y):
    x.index_copy_(0, torch.arange(y.shape[0]), y)
    return x + y
""",
    calls=[
        "add_into(f32[N], f32[N])",
        "copy_over(f32[N], f32[N])",
        "write_both(f32[N], f32[N])",
        "fill(f32[N])",
        "read_after_write(f32[N], f32[N])",
        "add_into(f32[M, N], f32[M, N])",
        "write_both(f32[M, N], f32[M, N])",
        "write_rows(f32[M, N], f32[M, N])",
    ],
)


def overlapping(first, second):
    def make():
        base = randn(40)
        return first(base), second(base)

    return make


RANGES = {
    "the same": (lambda b: b, lambda b: b),
    "equal ranges": (lambda b: b[:30], lambda b: b[:30]),
    "shifted by one": (lambda b: b[:39], lambda b: b[1:]),
    "shifted back by one": (lambda b: b[1:], lambda b: b[:39]),
    "interleaved": (lambda b: b[::2], lambda b: b[1::2]),
    "half": (lambda b: b[:20], lambda b: b[10:30]),
    "adjacent": (lambda b: b[:20], lambda b: b[20:]),
    "one element": (lambda b: b[:10], lambda b: b[9:10]),
    "transposed": (lambda b: b[:36].view(6, 6), lambda b: b[:36].view(6, 6).t()),
    "windows": (lambda b: b[:6], lambda b: b[3:9].expand(2, 6)[0]),
    "views of another type": (lambda b: b, lambda b: b.view(torch.int32).view(torch.float32)),
}


@pytest.mark.parametrize("ranges", RANGES)
@pytest.mark.parametrize("name", ["add_into", "copy_over", "write_both", "read_after_write"])
def test_inputs_that_overlap(name, ranges):
    harness.check(OVERLAP.load(), name, overlapping(*RANGES[ranges]))


@pytest.mark.parametrize("shape", [(3, 4), (0, 4), (3, 0)])
def test_rows_written_over_themselves(shape):
    """Torch refuses one tensor given twice, even one without elements."""
    harness.check(OVERLAP.load(), "write_rows", lambda: (randn(*shape), randn(*shape, seed=1)))
    harness.check(OVERLAP.load(), "write_rows", lambda: (randn(*shape),) * 2)


def test_a_write_to_a_tensor_that_overlaps_itself():
    pair = OVERLAP.load()
    for make in (
        lambda: randn(1).expand(4),
        lambda: randn(1, 4).expand(3, 4),
        lambda: torch.as_strided(randn(10), (3, 4), (1, 1)),
    ):
        harness.check(pair, "fill", lambda make=make: (make(),))
        harness.check(pair, "add_into", lambda make=make: (make(), make()))
        harness.check(pair, "write_both", lambda make=make: (make(), torch.ones(make().shape)))


def test_memory_shared_through_numpy():
    def make():
        array = randn(20).numpy()
        return torch.from_numpy(array[:15]), torch.from_numpy(array[5:])

    for name in ("add_into", "write_both", "read_after_write", "copy_over"):
        harness.check(OVERLAP.load(), name, make)


def test_read_only_numpy_memory():
    import numpy

    array = numpy.frombuffer(bytes(randn(4).numpy().tobytes()), dtype=numpy.float32)
    with pytest.warns(UserWarning, match="not writable"):
        tensor = torch.from_numpy(array)
    harness.check(OVERLAP.load(), "read_after_write", lambda: (torch.ones(4), tensor))


# ---- what was read or inlined at build time ----------------------------------------------------------------

GLOBALS = harness.program(
    "globals_read",
    """
import math
import subprocess
import sys
import torch
import torch.nn.functional as F

SCALE = 2.0
COUNT = 3
SWITCH = True
TABLE = {"gain": 0.5}
WEIGHTS = [1.0, 2.0]
OFFSET = torch.ones(4)


class Settings:
    rate = 0.25


settings = Settings()


def helper(x):
    return x * 2 + 1


def outer_helper(x):
    return helper(x) - 1


def with_default(x, gain=3.0, *, bias=1.0):
    return x * gain + bias


def scaled(x):
    return torch.tanh(x) * SCALE + COUNT


def switched(x):
    if SWITCH:
        return x * 2 + 1
    return x * 3 - 1


def from_table(x):
    return x * TABLE["gain"] + x * WEIGHTS[1]


def from_settings(x):
    return x * settings.rate + x * Settings.rate


def with_tensor(x):
    return x * OFFSET + 1


def calls_helper(x):
    return torch.exp(outer_helper(x))


def calls_default(x):
    return with_default(x) * with_default(x, 2.0)


def calls_torch(x):
    return torch.sigmoid(x) * F.gelu(x) + x.abs().sum() + math.sqrt(2.0)


def calls_builtin(x):
    return x * len(x.shape) + max(1, 2) + abs(-3)


def make_adder(amount):
    def add(x):
        return x * 2 + amount

    def change(value):
        nonlocal amount
        amount = value

    return add, change


add_five, change_five = make_adder(5.0)
""",
    calls=[
        f"{name}(f32[4])"
        for name in (
            "scaled",
            "switched",
            "from_table",
            "from_settings",
            "with_tensor",
            "calls_helper",
            "calls_default",
            "with_default",
            "calls_torch",
            "calls_builtin",
        )
    ],
)
READERS = ["scaled", "switched", "from_table", "from_settings", "with_tensor", "calls_helper", "calls_default"]
READERS += ["calls_torch", "calls_builtin"]


def both(pair, change):
    change(pair.eager)
    change(pair.built)


@pytest.mark.parametrize("name", READERS)
def test_nothing_changed(name):
    harness.check(GLOBALS.load(), name, lambda: (randn(4),))


@pytest.mark.parametrize("name", ["scaled", "switched", "calls_helper", "calls_torch", "calls_builtin"])
def test_programs_with_globals_run_compiled(name):
    harness.check(GLOBALS.load(), name, lambda: (randn(4),), expect="whole")


@pytest.mark.parametrize("attribute", ["SCALE", "COUNT"])
@pytest.mark.parametrize("value", [2, 2.5, 3, True, 2**70, -0.0, float("nan"), None, "x", torch.ones(4)], ids=repr)
def test_a_global_number_is_replaced(attribute, value):
    pair = GLOBALS.fresh()
    harness.check(pair, "scaled", lambda: (randn(4),))
    both(pair, lambda module: setattr(module, attribute, value))
    harness.check(pair, "scaled", lambda: (randn(4),), times=2)


def test_a_global_of_the_same_value_and_another_type():
    pair = GLOBALS.fresh()
    both(pair, lambda module: setattr(module, "COUNT", 3.0))
    harness.check(pair, "scaled", lambda: (torch.ones(4, dtype=torch.int64),))
    both(pair, lambda module: setattr(module, "SCALE", 2))
    harness.check(pair, "scaled", lambda: (torch.ones(4, dtype=torch.int64),))


def test_a_global_is_deleted():
    pair = GLOBALS.fresh()
    harness.check(pair, "scaled", lambda: (randn(4),))
    both(pair, lambda module: delattr(module, "SCALE"))
    harness.check(pair, "scaled", lambda: (randn(4),))


def test_a_global_switch_is_turned():
    pair = GLOBALS.fresh()
    for value in (False, True, 0, 1, [], "yes"):
        both(pair, lambda module, value=value: setattr(module, "SWITCH", value))
        harness.check(pair, "switched", lambda: (randn(4),))


def test_contents_of_global_containers_change():
    pair = GLOBALS.fresh()
    harness.check(pair, "from_table", lambda: (randn(4),))
    both(pair, lambda module: module.TABLE.__setitem__("gain", 0.75))
    harness.check(pair, "from_table", lambda: (randn(4),))
    both(pair, lambda module: module.WEIGHTS.__setitem__(1, 7))
    harness.check(pair, "from_table", lambda: (randn(4),))
    both(pair, lambda module: module.TABLE.pop("gain"))
    harness.check(pair, "from_table", lambda: (randn(4),))


def test_attributes_of_global_objects_change():
    pair = GLOBALS.fresh()
    harness.check(pair, "from_settings", lambda: (randn(4),))
    both(pair, lambda module: setattr(module.Settings, "rate", 0.5))
    harness.check(pair, "from_settings", lambda: (randn(4),))
    both(pair, lambda module: setattr(module.settings, "rate", 1.5))
    harness.check(pair, "from_settings", lambda: (randn(4),))


def test_a_global_tensor_is_replaced_and_mutated():
    pair = GLOBALS.fresh()
    harness.check(pair, "with_tensor", lambda: (randn(4),))
    both(pair, lambda module: module.OFFSET.mul_(3))
    harness.check(pair, "with_tensor", lambda: (randn(4),))
    both(pair, lambda module: setattr(module, "OFFSET", torch.arange(4)))
    harness.check(pair, "with_tensor", lambda: (randn(4),))


def test_an_inlined_function_is_replaced():
    pair = GLOBALS.fresh()
    harness.check(pair, "calls_helper", lambda: (randn(4),))
    both(pair, lambda module: setattr(module, "helper", lambda x: x - 7))
    harness.check(pair, "calls_helper", lambda: (randn(4),))


def test_the_code_of_an_inlined_function_is_replaced():
    pair = GLOBALS.fresh()
    harness.check(pair, "calls_helper", lambda: (randn(4),))

    def other(x):
        return x * 5

    both(pair, lambda module: setattr(module.helper, "__code__", other.__code__))
    harness.check(pair, "calls_helper", lambda: (randn(4),))


def test_the_code_of_the_entry_itself_is_replaced():
    pair = GLOBALS.fresh()
    harness.check(pair, "scaled", lambda: (randn(4),))

    def other(x):
        return x * 5

    both(pair, lambda module: setattr(module.scaled, "__code__", other.__code__))
    harness.check(pair, "scaled", lambda: (randn(4),))


def test_defaults_are_replaced():
    pair = GLOBALS.fresh()
    for name in ("calls_default", "with_default"):
        harness.check(pair, name, lambda: (randn(4),))
    both(pair, lambda module: setattr(module.with_default, "__defaults__", (9.0,)))
    for name in ("calls_default", "with_default"):
        harness.check(pair, name, lambda: (randn(4),))
    both(pair, lambda module: module.with_default.__kwdefaults__.__setitem__("bias", -2.0))
    for name in ("calls_default", "with_default"):
        harness.check(pair, name, lambda: (randn(4),))
    both(pair, lambda module: setattr(module.with_default, "__defaults__", None))
    for name in ("calls_default", "with_default"):
        harness.check(pair, name, lambda: (randn(4),))


def test_a_closure_s_variable_changes():
    pair = GLOBALS.fresh()
    harness.check(pair, "add_five", lambda: (randn(4),))
    both(pair, lambda module: module.change_five(-1.5))
    harness.check(pair, "add_five", lambda: (randn(4),))
    both(pair, lambda module: module.change_five(torch.ones(4)))
    harness.check(pair, "add_five", lambda: (randn(4),))


def test_closures_of_one_function_stay_apart():
    pair = GLOBALS.fresh()
    for amount in (1.0, 2.0, 3):
        harness.check(pair, lambda module, amount=amount: module.make_adder(amount)[0], lambda: (randn(4),))


@pytest.mark.parametrize(
    "owner, attribute",
    [
        (torch, "sigmoid"),
        (torch.nn.functional, "gelu"),
        (torch.Tensor, "abs"),
        (torch.Tensor, "sum"),
        (torch.Tensor, "__mul__"),
        (torch.Tensor, "__add__"),
        (math, "sqrt"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_a_patched_torch_function_is_called(monkeypatch, owner, attribute):
    pair = GLOBALS.fresh()
    harness.check(pair, "calls_torch", lambda: (randn(4),))
    original = getattr(owner, attribute)
    seen = []

    def patched(*args, **kwargs):
        seen.append(attribute)
        return torch.add(original(*args, **kwargs), 1) if owner is not math else 10.0

    monkeypatch.setattr(owner, attribute, patched)
    eager = pair.eager.calls_torch(randn(4))
    calls, seen[:] = list(seen), []
    built = pair.built.calls_torch(randn(4))
    assert seen == calls and calls
    harness.compare_values("result", eager, built)
    monkeypatch.undo()
    harness.check(pair, "calls_torch", lambda: (randn(4),))


@pytest.mark.parametrize("name", ["len", "max", "abs"])
def test_a_patched_builtin_is_called(monkeypatch, name):
    pair = GLOBALS.fresh()
    harness.check(pair, "calls_builtin", lambda: (randn(4),))
    original = getattr(builtins, name)
    monkeypatch.setattr(builtins, name, lambda *args: original(*args) + 10)
    eager, built = pair.eager.calls_builtin(randn(4)), pair.built.calls_builtin(randn(4))
    monkeypatch.undo()
    harness.compare_values("result", eager, built)
    both(pair, lambda module: setattr(module, name, lambda *args: 40))
    harness.check(pair, "calls_builtin", lambda: (randn(4),))


def test_the_module_s_torch_is_replaced():
    class Other:
        @staticmethod
        def tanh(x):
            return x * 100

        @staticmethod
        def exp(x):
            return x - 100

    pair = GLOBALS.fresh()
    both(pair, lambda module: setattr(module, "torch", Other))
    harness.check(pair, "scaled", lambda: (randn(4),))
    harness.check(pair, "calls_helper", lambda: (randn(4),))


# ---- modules -----------------------------------------------------------------------------------------------

MODULES = harness.program(
    "modules",
    """
import torch
from torch import nn


class Block(nn.Module):
    scale = 2.0

    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.first = nn.Linear(width, width)
        self.activation = nn.GELU()
        self.gain = 1.5

    def forward(self, x):
        return x + self.activation(self.first(self.norm(x))) * self.gain * self.scale


if __name__ == "__main__":
    block = Block(8)
    with torch.no_grad():
        block(torch.randn(4, 8))
""",
)


def block_of(module):
    torch.manual_seed(3)
    return module.Block(8)


@pytest.fixture
def blocks():
    """A pair whose two blocks are equal; both were called once, so that the built one is bound."""
    pair = MODULES.fresh()
    pair.eager.block, pair.built.block = block_of(pair.eager), block_of(pair.built)
    harness.check(pair, "block", lambda: (randn(4, 8),), expect="whole", times=2)
    return pair


def replace_linear(block):
    torch.manual_seed(9)
    block.first = torch.nn.Linear(8, 8)


def replace_by_other_class(block):
    block.first = torch.nn.Tanh()


def set_data(block):
    block.first.weight.data = torch.full((8, 8), 0.25)


def mutate_weight(block):
    block.first.weight.mul_(2)


def load_state(block):
    block.load_state_dict({key: value + 1 for key, value in block.state_dict().items()})


def remove_bias(block):
    block.first.bias = None


def change_activation(block):
    block.activation.approximate = "tanh"


def patch_forward(block):
    block.forward = lambda x: x * 0


def patch_inner_forward(block):
    block.first.forward = lambda x: x * 0


def change_class(block):
    class Other(type(block)):
        def forward(self, x):
            return super().forward(x) + 1

    block.__class__ = Other


def parametrize(block):
    class Twice(torch.nn.Module):
        def forward(self, weight):
            return weight * 2

    torch.nn.utils.parametrize.register_parametrization(block.first, "weight", Twice())


def normalise_weight(block):
    torch.nn.utils.parametrizations.weight_norm(block.first)


def share_storage(block):
    block.norm.weight = torch.nn.Parameter(block.first.weight[0])


CHANGES = [
    replace_linear,
    replace_by_other_class,
    set_data,
    mutate_weight,
    load_state,
    remove_bias,
    change_activation,
    patch_forward,
    patch_inner_forward,
    change_class,
    parametrize,
    normalise_weight,
    share_storage,
    lambda block: setattr(block, "gain", 3.0),
    lambda block: setattr(block, "gain", 3),
    lambda block: setattr(block, "gain", torch.tensor(2.0)),
    lambda block: setattr(block, "scale", 5.0),
    lambda block: setattr(type(block), "scale", 7.0),
    lambda block: setattr(block.norm, "eps", 0.5),
    lambda block: setattr(block.norm, "normalized_shape", (4,)),
    lambda block: block.double().float(),
    lambda block: block.eval(),
    lambda block: block.requires_grad_(False),
    lambda block: block.first.register_forward_hook(lambda module, args, result: result * 2),
    lambda block: block.first.register_forward_pre_hook(lambda module, args: (args[0] * 2,)),
    lambda block: block.register_forward_hook(lambda module, args, result: result + 1),
    lambda block: delattr(block, "gain"),
    lambda block: delattr(block, "first"),
    lambda block: setattr(block.first, "weight", torch.nn.Parameter(torch.ones(8, 8).t())),
    lambda block: setattr(block.first, "weight", torch.nn.Parameter(torch.ones(9, 9))),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_module_that_changed_after_its_first_call(blocks, change):
    for module in (blocks.eager, blocks.built):
        change(module.block)
    harness.check(blocks, "block", lambda: (randn(4, 8),), times=2)


def test_hooks_come_and_go(blocks):
    for _ in range(2):
        handles = [
            m.block.first.register_forward_hook(lambda *args: args[-1] * 2) for m in (blocks.eager, blocks.built)
        ]
        harness.check(blocks, "block", lambda: (randn(4, 8),))
        for handle in handles:
            handle.remove()
        harness.check(blocks, "block", lambda: (randn(4, 8),))


def test_global_module_hooks(blocks):
    handle = torch.nn.modules.module.register_module_forward_hook(lambda module, args, result: result * 2)
    try:
        harness.check(blocks, "block", lambda: (randn(4, 8),))
    finally:
        handle.remove()
    harness.check(blocks, "block", lambda: (randn(4, 8),), expect="whole")


def test_a_patched_layer_class(blocks, monkeypatch):
    original = torch.nn.Linear.forward
    monkeypatch.setattr(torch.nn.Linear, "forward", lambda self, x: original(self, x) * 3)
    harness.check(blocks, "block", lambda: (randn(4, 8),))


def test_another_dtype(blocks):
    for module in (blocks.eager, blocks.built):
        module.block.double()
    harness.check(blocks, "block", lambda: (randn(4, 8, dtype=torch.float64),), times=2)


def test_copies_of_an_instance(blocks):
    import copy
    import pickle

    for module in (blocks.eager, blocks.built):
        module.copied = copy.deepcopy(module.block)
        module.pickled_state = pickle.loads(pickle.dumps(module.block.state_dict()))
        with torch.no_grad():
            module.block.first.weight.zero_()
    harness.check(blocks, "copied", lambda: (randn(4, 8),), times=2)
    harness.check(blocks, "block", lambda: (randn(4, 8),), times=2)


def test_parameters_require_grad_under_grad_mode(blocks):
    change = harness.check(blocks, "block", lambda: (randn(4, 8),), context=torch.enable_grad)
    assert change["compiled"] == 0


def test_instances_are_released():
    import gc
    import weakref

    pair = MODULES.fresh()
    block = block_of(pair.built)
    block(randn(4, 8))
    weight, instance = weakref.ref(block.first.weight), weakref.ref(block)
    del block
    gc.collect()
    assert instance() is None and weight() is None


def test_many_short_lived_instances():
    pair = MODULES.fresh()
    for round_number in range(20):
        for module in (pair.eager, pair.built):
            torch.manual_seed(round_number)
            module.block = module.Block(8 + round_number % 3)
        harness.check(pair, "block", lambda n=round_number: (randn(4, 8 + n % 3),))


# ---- names, attributes and methods that a script sets anew while it runs --------------------------------------

REBINDING = harness.program(
    "rebinding",
    """
import math
import subprocess
import sys

import torch
from torch.nn.functional import relu as act


def add_one(x):
    return x + 1


def add_two(x):
    return x + 2


class Small:
    k = 3


class Large:
    k = 4


class Layer:
    scale = staticmethod(torch.sin)

    def go(self, x):
        return x * 2

    @property
    def factor(self):
        return 3.0


helper, Config, wave, number = add_one, Small, torch.sin, math.sqrt
FORMAT, DTYPE, DTYPES, WAVES = torch.channels_last, torch.float64, [torch.float32, torch.uint16], [torch.sin]


def called(x):
    return helper(x), wave(x), WAVES[0](x), act(x), x * number(4.0), x * Config.k, x * Config().k


def of_types(x):
    return x.to(DTYPE), x.contiguous(memory_format=FORMAT), x * 2 if x.dtype in DTYPES else x * 3


def of_layer(layer, x):
    return layer.go(x), layer.scale(x), x * layer.factor


def plus(x):
    return x + x


def show(*results):
    for result in results:
        print(result.dtype, result.stride(), result.flatten()[:3].tolist())


if __name__ == "__main__":
    x, layer = torch.arange(36.0).view(1, 4, 3, 3) - 1, Layer()
    for i in range(3):
        show(*called(x), *of_types(x), *of_types(x.double()), *of_layer(layer, x), plus(x))
        if i == 0:
            helper, Config, wave, act, number = add_two, Large, torch.cos, torch.tanh, math.exp
            WAVES[0] = torch.cos
            FORMAT, DTYPE, DTYPES[1] = torch.contiguous_format, torch.float32, torch.float64
            Layer.go, Layer.scale = lambda self, x: x * 10, staticmethod(torch.cos)
            Layer.factor = property(lambda self: 7.0)
        if i == 1:
            WAVES, wave, Small.k, Large.k = [torch.exp], torch.sin, 7, 8
    print(plus.__name__)
""",
    flags="-O0",
)


def test_what_a_script_sets_anew():
    pair = REBINDING.load()
    eager, built = (
        subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=600)
        for path in (pair.source_path, pair.stub_path)
    )
    assert eager.returncode == built.returncode == 0, built.stderr
    assert eager.stdout == built.stdout
    harness.check(pair, "plus", lambda: (randn(2, 3),), expect="whole")
