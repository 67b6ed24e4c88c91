"""Writes of compiled functions to objects that outlive the call: attributes, containers and globals of the caller."""

import collections
import functools
import os
import subprocess
import sys
import types

import harness
import pytest
import torch

PROGRAM = harness.program_of_file(harness.ROOT / "tests" / "e2e" / "programs" / "side_effects.py")

X = torch.tensor([[0.5, -1.0], [2.0, 3.0]])


def same(where, eager, built):
    """Compares what two scenarios saw, instances by their attributes."""
    assert type(eager).__name__ == type(built).__name__, f"{where}: eager {eager!r}, built {built!r}"
    if isinstance(eager, torch.Tensor):
        harness.compare_objects(where, eager, built)
        assert eager._version == built._version, f"{where}._version: eager {eager._version}, built {built._version}"
    elif isinstance(eager, (list, tuple, collections.deque)):
        assert len(eager) == len(built), f"{where}: eager {eager!r}, built {built!r}"
        for i, (a, b) in enumerate(zip(eager, built)):
            same(f"{where}[{i}]", a, b)
    elif isinstance(eager, dict):
        assert list(eager) == list(built), f"{where}: keys {list(eager)} and {list(built)}"
        for key in eager:
            same(f"{where}[{key!r}]", eager[key], built[key])
    elif hasattr(eager, "__dict__") and not isinstance(eager, (type, types.FunctionType)):
        same(f"{where}.__dict__", vars(eager), vars(built))
    else:
        harness.compare_objects(where, eager, built)


def both(scenario, expect="whole", pair=None):
    """Runs scenario(module) on both modules and compares what it gives; `expect` as in harness.check."""
    pair = pair or PROGRAM.fresh()
    with torch.no_grad():
        eager = scenario(pair.eager)
        before = pair.counters()
        built = scenario(pair.built)
    after = pair.counters()
    same("seen", eager, built)
    change = {key: after[key] - before[key] for key in after}
    if expect == "whole":
        assert change["compiled"] and not change["fallback"] and not change["breaks"], (
            f"{change}, {harness.explain(pair)}"
        )
    elif expect == "fallback":
        assert not change["compiled"] and change["fallback"], f"{change}"
    elif expect == "some":
        assert change["compiled"], f"{change}, {harness.explain(pair)}"
    return change


def test_attributes_are_written_at_every_call():
    def scenario(m):
        state = m.State()
        seen = [m.counts(state, X) for _ in range(3)]
        return seen, state, seen[-1] is state.last

    both(scenario)


def test_attribute_of_another_type_at_the_first_call():
    def scenario(m):
        state = m.State()
        state.last = None
        return [m.counts(state, X * i) for i in range(3)], state

    both(scenario)


def test_reads_after_writes_see_the_new_value():
    def scenario(m):
        state = m.State()
        return [m.reads_back(state, X + i) for i in range(3)], state

    both(scenario)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_writes_on_one_side_of_a_branch(sign):
    def scenario(m):
        state = m.State()
        return m.on_branch(state, X * sign), m.on_branch(state, X * -sign), state

    both(scenario)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_new_attributes_and_items_on_one_side_of_a_branch(sign):
    def scenario(m):
        state = m.State()
        return m.new_on_branch(state, state.items, X * sign), state

    both(scenario)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_different_writes_and_an_early_return(sign):
    def scenario(m):
        state = m.State()
        return m.early_return(state, X * sign), m.early_return(state, X), state

    both(scenario)


@pytest.mark.parametrize("rows", [0, 1, 4])
def test_writes_in_a_loop_of_symbolic_length(rows):
    def scenario(m):
        state = m.State()
        return m.in_loop(state, torch.ones(rows, 3)), state

    both(scenario, expect="whole" if rows > 1 else None)


def test_setattr_and_a_second_object():
    def scenario(m):
        a, b = m.State(), m.State()
        return m.two_states(a, b, X), a, b

    both(scenario)


def test_one_object_under_two_names_is_not_taken_for_two():
    def scenario(m):
        a = m.State()
        return m.two_states(a, a, X), a

    both(scenario, expect="fallback")


def test_one_list_under_two_names():
    def scenario(m):
        a, b = [X], [X]
        first = m.two_lists(a, b, X)
        return first, a, b, m.two_lists(a[:1], b[:1], X)

    both(scenario)

    def aliased(m):
        a = [X]
        return m.two_lists(a, a, X), a

    both(aliased, expect="fallback")


def test_methods_of_a_list():
    def scenario(m):
        items = [X, X + 1, X + 2]
        return m.list_methods(items, X), items

    both(scenario)


def test_items_of_a_list_and_a_slice():
    def scenario(m):
        items = [X, X + 1, X + 2]
        identity = items
        kept = items[1]
        result = m.list_items(items, X)
        return result, items, identity is items, items[1] is kept

    both(scenario)


def test_augmented_assignment_of_a_list():
    def scenario(m):
        state = m.State()
        state.items = [X]
        first, alias = [X], state.items
        m.augmented(first, X)
        m.augmented_attribute(state, X)
        return first, state, alias is state.items

    both(scenario, expect="some")


def test_dict_items_keep_their_order():
    def scenario(m):
        d = {"a": X, "n": 1, "f": 0.5, "z": None}
        return m.dict_items(d, X), d

    both(scenario)


def test_dict_methods_change_the_order():
    def scenario(m):
        d = {"a": X, "b": X + 1, "c": 3}
        return m.dict_reordered(d, X), d

    both(scenario)


def test_globals_are_counted():
    def scenario(m):
        return [m.global_count(X) for _ in range(3)], m.count, m.scale, m.latest

    both(scenario)


def test_globals_through_a_helper_and_in_a_branch():
    def scenario(m):
        seen = [m.global_in_branch(X * sign) for sign in (1, -1, 1)]
        return seen, m.count

    both(scenario)


def test_stored_tensors_are_the_returned_ones():
    def scenario(m):
        state, items = m.State(), []
        result = m.identities(state, items, X)
        pair = state.pair
        return result, [
            result[0] is state.last,
            items[0] is result[0],
            pair[0] is pair[1],
            pair[0] is state.view,
            result[1] is X,
            state.held is items,
            state.view.untyped_storage().data_ptr() == state.last.untyped_storage().data_ptr(),
        ]

    both(scenario)


def test_one_new_list_in_two_places():
    def scenario(m):
        state = m.State()
        result = m.shared_list(state, X)
        result.append(1)
        return result, state, result is state.items

    both(scenario)


def test_nothing_happens_before_an_exception():
    def scenario(m):
        state, items = m.State(), [X]
        with pytest.raises(ValueError, match="negative"):
            m.raises_after(state, items, -X.abs())
        return m.raises_after(state, items, X.abs()), state, items

    both(scenario, expect=None)


def test_writes_before_an_exception_in_python_stay():
    def scenario(m):
        state = m.State()
        with pytest.raises(RuntimeError):
            m.counts(state, X.to_mkldnn())
        return state

    both(scenario, expect=None)


def test_properties_and_setattr_of_the_program_are_evaluated():
    def scenario(m):
        a, b = m.WithSetter(), m.WithHook()
        return m.through_setter(a, X), m.through_hook(b, X), a, b

    both(scenario)


def test_a_property_that_appears_later_runs():
    def scenario(m):
        state = m.State()
        first = m.counts(state, X)
        m.State.last = property(lambda self: self.__dict__["hidden"], lambda self, v: self.__dict__.update(hidden=v))
        return first, m.counts(state, X), state

    both(scenario, expect=None)


def test_a_setattr_that_appears_later_runs():
    def scenario(m):
        state, log = m.State(), []
        first = m.counts(state, X)

        def hook(self, name, value):
            log.append(name)
            object.__setattr__(self, name, value)

        m.State.__setattr__ = hook
        return first, m.counts(state, X), state, log

    both(scenario, expect=None)


def test_slots_and_frozen_dataclasses():
    def scenario(m):
        slotted = m.Slotted()
        seen = [m.set_slot(slotted, X), slotted.count]
        with pytest.raises(AttributeError):
            m.set_frozen(m.Frozen(1), X)
        return seen

    both(scenario, expect=None)


def test_module_state():
    def scenario(m):
        torch.manual_seed(0)
        net = m.Net()
        seen = [net(X + i) for i in range(3)]
        return (
            seen,
            net.calls,
            net.last,
            dict(net.named_buffers()),
            "ema" in vars(net),
            list(vars(net)),
            seen[-1] is net.last,
        )

    both(scenario)


def test_module_buffer_that_became_a_plain_attribute():
    def scenario(m):
        torch.manual_seed(0)
        net = m.Net()
        first = net(X)
        value = net.ema
        del net.ema
        net.ema = value.tolist() and value
        net.register_buffer("calls_buffer", torch.zeros(1))
        return first, net(X), dict(net.named_buffers()), "ema" in vars(net)

    both(scenario, expect=None)


def test_module_attribute_that_became_a_buffer():
    def scenario(m):
        torch.manual_seed(0)
        net = m.Net()
        last = net.last
        del net.last
        net.register_buffer("last", last)
        return net(X), dict(net.named_buffers())

    both(scenario, expect=None)


def test_value_that_a_module_registers():
    def scenario(m):
        net = m.Keeper()
        seen = []
        for value in (X, torch.nn.Parameter(X), torch.nn.Linear(2, 2), 3):
            net = m.Keeper()
            seen.append((net(X, value), list(net._parameters), list(net._modules), "held" in vars(net)))
        return seen

    both(scenario, expect=None)


@pytest.mark.parametrize("order", [[0, 1], [1, 0], [0, 0]])
def test_parameters_among_what_a_module_is_given(order):
    def scenario(m):
        tensors, keeper = (torch.nn.Parameter(X.clone(), requires_grad=False), X + 1), m.Keeper()
        try:
            result = m.keeps_each(keeper, *(tensors[i] for i in order))
        except TypeError as error:
            result = str(error)
        return result, list(keeper._parameters), "held" in vars(keeper), keeper.n

    both(scenario, expect=None)


@pytest.mark.parametrize("name", ["bn1", "bn2"])
def test_batch_norm_in_training_mode(name):
    def scenario(m):
        torch.manual_seed(0)
        net = m.Normed()
        net.train()
        x = torch.arange(24.0).reshape(2, 3, 4) if name == "bn1" else torch.arange(48.0).reshape(2, 3, 4, 2)
        norm = getattr(net, name)
        call = m.normed1 if name == "bn1" else m.normed2
        seen = [call(net, x + i) for i in range(3)]
        return seen, norm.running_mean, norm.running_var, norm.num_batches_tracked

    both(scenario)


def test_conditional_expression_stores_an_input_or_a_new_tensor():
    def scenario(m):
        seen = []
        for sign in (1, -1):
            state, x = m.State(), X * sign
            m.stores_choice(state, x)
            seen.append((state, state.last is x))
        return seen

    both(scenario, expect=None)


def test_effects_in_segments():
    def scenario(m):
        state, items = m.State(), []
        result = [m.with_breaks(state, items, X + i) for i in range(2)]
        return result, state, items, m.log

    change = both(scenario, expect="some")
    assert change["breaks"] >= 2


def test_lists_that_grow():
    def scenario(m):
        items, state = [], m.State()
        seen = [m.grows(items, X + i) for i in range(3)]
        for sign in (1, 1, -1, 1):
            m.grows_on_branch(state, X * sign)
        m.grows_global(X), m.grows_global(X)
        return seen, items, items[-5] is seen[-1], items[-2] is seen[-1], state, m.history

    both(scenario)


def test_lists_that_grow_and_are_read():
    both(lambda m: [m.grows_and_reads([X] * n, X + n) for n in (1, 2, 3)], expect="some")


def test_a_list_of_another_kind_does_not_grow_compiled():
    class Loud(list):
        def append(self, item):
            super().append(("loud", item))

    def scenario(m):
        loud, queue = Loud(), collections.deque()
        with pytest.raises((AttributeError, TypeError)):
            m.grows_and_reads((X,), X)
        m.grows(loud, X)
        return list(loud), m.grows_and_reads(queue, X), list(queue)

    both(scenario, expect="fallback")


def test_versions_of_new_tensors():
    both(lambda m: m.written_in_place(X))


LATE = harness.program_of_file(harness.ROOT / "tests" / "e2e" / "programs" / "late_segments.py")


def test_a_call_is_counted_once_wherever_its_first_segment_is():
    pair, x = LATE.fresh(), torch.ones(3)
    count = ("compiled", "fallback", "breaks")

    def counted(name, *arguments):
        change = harness.check(pair, name, lambda: arguments)
        return tuple(change[key] for key in count)

    assert counted("in_loop", 3, x) == (1, 0, 2)
    assert counted("in_loop", 0, x) == (0, 1, 0)
    assert counted("in_branch", True, x) == (1, 0, 1)
    assert counted("in_branch", False, x) == (0, 1, 0)
    assert counted("in_branch", True, x.double()) == (0, 1, 0)
    with pair.built.__pyaot__.disabled():
        assert counted("in_loop", 1, x) == (0, 1, 0)


def test_known_ints_and_floats_compare_exactly():
    both(lambda m: m.compares_exactly(torch.ones(2, dtype=torch.float64)), expect=None)
    both(lambda m: m.compares_exactly(X))


def test_functions_in_cells_that_are_replaced():
    def scenario(m):
        seen = [m.through_cells(X)]
        for name, f in (("replace", m.tripled), ("replace_exp", torch.sin), ("replace_local", lambda v: v * 100)):
            getattr(m, name)(f)
            seen.append(m.through_cells(X))
        m.replace(m.doubled)
        seen.append(m.through_cells(X))
        return seen

    both(lambda m: m.through_cells(X))
    both(scenario, expect="some")


def test_a_dict_that_holds_the_attributes():
    def scenario(m):
        a, b = m.State(), m.State()
        return m.reads_dict(a, {"count": 5}, X), m.writes_dict(b, {"count": 5}, X), a, b

    both(scenario)

    def aliased(m):
        a, b = m.State(), m.State()
        return m.reads_dict(a, vars(a), X), m.writes_dict(b, vars(b), X), a, b

    both(aliased, expect="fallback")


def test_modules_in_a_list_that_count():
    def scenario(m):
        net = m.Stack()
        seen = [net(X + i) for i in range(2)]
        return seen, net.sum, net.steps, net.outputs, [block.calls for block in net.blocks]

    both(scenario)

    def twice(m):
        net = m.Stack()
        net.blocks[1] = net.blocks[0]
        return net(X), [block.calls for block in net.blocks]

    assert both(twice, expect="some")["fallback"] == 1


def test_caches_that_grow():
    def scenario(m):
        torch.manual_seed(0)
        net = m.Cached()
        return [net(torch.ones(n, 2)) for n in (2, 1, 3, 3)], net.keys, net.longest, net.table, list(net.state_dict())

    both(scenario)


def test_ints_beyond_64_bits():
    def scenario(m):
        seen = []
        for count in (2**63 - 3, True, 1.5, 10**30):
            state = m.State()
            state.count = count
            seen.append((m.reads_dict(state, {"count": 1}, X), state.count, type(state.count).__name__))
        return seen

    both(scenario, expect="some")


def test_verification_runs_twin_and_variant_without_double_effects():
    pair = PROGRAM.fresh()
    body = (
        "import sys, runpy, torch\n"
        "m = runpy.run_path(sys.argv[1])\n"
        "state, items, x = m['State'](), [], torch.ones(2, 2)\n"
        "for _ in range(2): m['counts'](state, x); m['grows'](items, x); m['global_count'](x)\n"
        "print(state.count, len(items), m['global_count'].__globals__['count'])"
    )
    seen = [
        subprocess.run(
            [sys.executable, "-c", body, str(path)],
            env={**os.environ, "PYAOT_VERIFY": "1"},
            capture_output=True,
            text=True,
        )
        for path in (pair.source_path, pair.stub_path)
    ]
    assert seen[0].stdout.split() and seen[0].stdout == seen[1].stdout, seen[1].stderr


TABLES = harness.program(
    "tables_and_attributes",
    """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 2)
        self.scale = nn.Parameter(torch.ones(2))
        self.parts = nn.ModuleList([nn.ReLU(), nn.Tanh()])
        self.register_buffer("seen", torch.zeros(2))
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        self.seen.add_(1)
        return self.first(x) * self.calls, [b.sum() for b in self.buffers()], len(list(self.parameters()))


class Hooked(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 2)
        self.calls = 0

    def __setattr__(self, name, value):
        super().__setattr__(name, value)

    def forward(self, x):
        self.calls += 1
        return self.first(x) * self.calls


def attribute_then_table(net, x):
    net.scale.add_(1)
    net.parts.mark = 4
    net.first.mark = 5
    return [p.sum() for p in net.parameters()], [getattr(part, "mark", 0) for part in net.children()], x + 1


def table_then_attribute(net, x):
    for p in net.parameters():
        p.mul_(2)
    for name, part in net.named_children():
        part.name = name
    return net.scale * 2, net.first.weight.sum(), net.parts.name, net.first.name, x + 1


def evaluated(net, x):
    net.eval()
    flags = net.training, net.parts.training, net.parts[1].training, [part.training for part in net.modules()]
    result = net(x)
    net.train()
    return result, flags, net.parts.training


class Named:
    def __init__(self):
        self.names = {"a": torch.ones(2)}
        self.count = 3

    def __getattribute__(self, name):
        names = super().__getattribute__("names")
        return names[name] if name in names else super().__getattribute__(name)


def named(x, o):
    return x * o.a + o.count


FIRST = named(torch.ones(2), Named())
""",
    calls=[f"{name}(Net(), f32[N, 2])" for name in ("attribute_then_table", "table_then_attribute", "evaluated")]
    + ["Net()(f32[N, 2])", "Hooked()(f32[N, 2])"],
)


@pytest.mark.parametrize("name", ["attribute_then_table", "table_then_attribute", "evaluated"])
def test_tables_of_a_module_and_its_attributes_name_one_object(name):
    def scenario(m):
        torch.manual_seed(0)
        with torch.no_grad():
            net = m.Net()
            return getattr(m, name)(net, X), getattr(m, name)(net, X), net.state_dict()

    both(scenario, "whole" if name == "evaluated" else "some", TABLES.fresh())


@pytest.mark.parametrize("name", ["Net", "Hooked"])
def test_numbers_of_a_module_that_lists_its_parameters(name):
    def scenario(m):
        torch.manual_seed(0)
        with torch.no_grad():
            net = getattr(m, name)()
            return net(X), net(X), net.calls, net.state_dict()

    both(scenario, "whole", TABLES.fresh())


def test_getattribute_in_driver_code():
    """Calls while the module is still being run are compiled calls."""
    pair = TABLES.fresh()
    assert torch.equal(pair.eager.FIRST, pair.built.FIRST)
    assert pair.counters()["fallback"] == 0, pair.built.__pyaot__.misses()


BUFFERS = harness.program(
    "buffers_registered_in_calls",
    """
import torch
from torch import nn


class Grown(nn.Module):
    def __init__(self, persistent=False, first=True):
        super().__init__()
        self.held = 0
        self.persistent = persistent
        if first:
            self.table_for(2)

    def table_for(self, n):
        self.held = n
        self.register_buffer("table", torch.arange(n).float() + 1, persistent=self.persistent)

    def forward(self, x):
        if x.shape[0] > self.held:
            self.table_for(x.shape[0])
        return x * self.table[: x.shape[0]]


class Lazy(nn.Module):
    def forward(self, x):
        if not hasattr(self, "made"):
            self.register_buffer("made", x * 2)
            self.register_buffer("none", None, False)
        return x + self.made


class Changed(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("kept", torch.ones(3), False)
        self.taken = 3
        self.weight = nn.Parameter(torch.ones(3))

    def forward(self, x):
        self.register_buffer("kept", x + 1)
        return self.kept * 2

    def refused(self, x):
        for name in ("taken", "weight", "a.b", ""):
            try:
                self.register_buffer(name, x)
            except KeyError as error:
                x = x + len(str(error))
        return x

    def of_two(self, x):
        self.register_buffer("kept", x + 1)
        return sum(self.buffers()) + x


def lazy(net, x):
    return net(x)


def changed(net, x):
    return net(x)


def refused(net, x):
    return net.refused(x)


def of_two(net, x):
    return net.of_two(x)
""",
    calls=[
        *("Grown()(f32[N])", "Grown(True)(f32[N])", "Grown(first=False)(f32[N])"),
        *(f"{name}(Changed(), f32[3])" for name in ("changed", "refused", "of_two")),
        *("lazy(Lazy(), f32[3])",),
    ],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize(
    "name, net, expected",
    [
        ("__call__", lambda m: m.Grown(), "whole"),
        ("__call__", lambda m: m.Grown(True), "whole"),
        ("__call__", lambda m: m.Grown(first=False), "some"),
        ("lazy", lambda m: m.Lazy(), "some"),
        ("changed", lambda m: m.Changed(), "whole"),
        ("refused", lambda m: m.Changed(), None),
        ("of_two", lambda m: m.Changed(), None),
    ],
)
def test_buffers_registered_in_calls(name, net, expected):
    def scenario(m):
        with torch.no_grad():
            module = net(m)
            function = module if name == "__call__" else functools.partial(getattr(m, name), module)
            results = [function(torch.arange(3.0) + i) for i in range(4)]
            left = dict(module.named_buffers()), sorted(module._non_persistent_buffers_set), module.state_dict()
            return results, left, sorted(vars(module)), list(module._buffers)

    both(scenario, expected, BUFFERS.fresh())
