"""Grad modes inside functions: torch.no_grad, enable_grad, set_grad_enabled and inference_mode as managers, decorators
and calls, with inputs that require grad and with those that do not, in each mode of the caller."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import functools
import torch
from torch.autograd.grad_mode import enable_grad


def managers(x, y):
    with torch.enable_grad():
        z = x * y
    with torch.set_grad_enabled(False):
        z = z + 1
    return z + y


def asked(x, y):
    with torch.set_grad_enabled(True):
        if torch.is_grad_enabled():
            x = x + y
    with torch.no_grad():
        if torch.is_grad_enabled():
            x = x * 100
        with enable_grad():
            if torch.is_grad_enabled():
                x = x + 0.5
        if torch.is_grad_enabled():
            x = x * 100
    return x * 2


def left_on(x, y):
    x = x + y
    torch.set_grad_enabled(True)
    return x * 2


def left_off(x, y):
    torch.set_grad_enabled(mode=False)
    return x * y


def restored(x, y):
    before = torch.is_grad_enabled()
    torch.set_grad_enabled(not before)
    x = x * y
    torch.set_grad_enabled(before)
    return x


def put_back(x, y):
    before = torch.is_grad_enabled()
    torch._C._set_grad_enabled(False)
    x = x * y
    inside = torch.is_grad_enabled()
    torch.set_grad_enabled(before)
    return x.sin() if before else x.cos(), y + 1, before, inside, torch.is_grad_enabled()


def left_with_effects(x, y, seen):
    torch.set_grad_enabled(True)
    seen.append(x * y)
    y.add_(1)
    return seen


@torch.no_grad()
def quiet(x):
    return x.sin() if not torch.is_grad_enabled() else x.cos()


@torch.enable_grad
def loud(x):
    return x.sin() if not torch.is_grad_enabled() else x.cos()


@torch.set_grad_enabled(False)
def set_off(x):
    return x.exp() if not torch.is_grad_enabled() else x.cos()


def decorated(x, y):
    return quiet(x) + loud(y) + set_off(x) + len(quiet.__name__)


def decorated_here(x, y):
    @torch.no_grad()
    def scale(a):
        return a * 2 if torch.is_grad_enabled() else a * 3

    return scale(x) + torch.enable_grad()(lambda a: a + 1)(y)


@torch.inference_mode()
def inferred(x):
    return x * 3


def calls_inferred(x, y):
    return inferred(x) + 0 * inferred(y)


def gives_inferred(x, y):
    return inferred(x), y + 1


def with_inferred(x, y):
    with torch.inference_mode():
        z = x * y
    return z


def in_loop(x, n):
    for i in range(n):
        with torch.enable_grad():
            x = x * 0.5
    return x + n


def in_loop_left(x, n):
    for i in range(n):
        x = x * 0.5
        torch.set_grad_enabled(not torch.is_grad_enabled())
    return x + 1


def early(x, y):
    with torch.enable_grad():
        if x.sum() > 0:
            return x * 2
        y = y - 1
    return y * 3


def sides_differ(x, y):
    if x.sum() > 0:
        torch.set_grad_enabled(True)
    return x * y


def chosen(x, on):
    with torch.set_grad_enabled(on):
        return x * 2 if torch.is_grad_enabled() else x * 3


def raised(x, y):
    try:
        with torch.enable_grad():
            x = x + 1
            raise ValueError("no")
    except ValueError:
        pass
    return x * 2 if torch.is_grad_enabled() else x * 3


def raises_left(x, y):
    torch.set_grad_enabled(True)
    if x.sum() > 0:
        raise ValueError("no")
    return x * y


def asks_input(x, y):
    if x.requires_grad or (x * y).requires_grad or y[1:].requires_grad:
        return x * 10
    return x * y


def kept(x, y):
    mode = torch.set_grad_enabled(False)
    x = x + 1
    with mode:
        x = x * 2
    return x * y


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    @torch.no_grad()
    def features(self, x):
        return self.linear(x)

    def forward(self, x):
        with torch.enable_grad():
            y = x * 2
        return self.features(y)
"""
PAIRS = [
    "managers", "asked", "left_on", "left_off", "restored", "put_back", "decorated", "decorated_here", "early", "raised",
    "raises_left", "asks_input", "kept",
]  # fmt: skip
PYTHON = ["calls_inferred", "gives_inferred", "with_inferred", "sides_differ"]
CALLS = [f"{name}(f32[N, 4], f32[N, 4])" for name in [*PAIRS, *PYTHON]] + [
    "left_with_effects(f32[N, 4], f32[N, 4], [])",
    "in_loop(f32[N, 4], n)",
    "in_loop_left(f32[N, 4], n)",
    "chosen(f32[N, 4], True)",
    "chosen(f32[N, 4], False)",
    "Net()(f32[N, 4])",
]
PROGRAM = harness.program("grad_modes", SOURCE, CALLS, args=("--force",), flags="-O0")
MODES = {"off": torch.no_grad, "on": torch.enable_grad, "inference": torch.inference_mode}
ON_ONLY_OFF = {"asked", "restored"}


def arguments(requires, sign=1):
    return lambda: (
        (randn(3, 4).abs() * sign).requires_grad_("x" in requires),
        randn(3, 4, seed=1).requires_grad_("y" in requires),
    )


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("requires", ["", "x", "y", "xy"])
@pytest.mark.parametrize("name", [*PAIRS, *PYTHON])
def test_modes(name, requires, mode):
    for sign in (1, -1):
        harness.check(PROGRAM.load(), name, arguments(requires, sign), context=MODES[mode])


@pytest.mark.parametrize("name", PAIRS)
def test_compiled_whole_where_nothing_requires_grad(name):
    sign = -1 if name == "raises_left" else 1
    whole = "compiled" if name == "asks_input" else "whole"  # that one asks in Python
    harness.check(PROGRAM.load(), name, arguments("", sign), context=torch.no_grad, expect=whole)
    harness.check(
        PROGRAM.load(),
        name,
        arguments("", sign),
        context=torch.enable_grad,
        expect="fallback" if name == "restored" else whole,
    )


@pytest.mark.parametrize("name", ["managers", "early"])
def test_what_requires_grad_is_a_miss_where_it_is_used_with_grad_mode_switched_on(name):
    harness.check(PROGRAM.load(), name, arguments("x"), context=torch.no_grad, expect="fallback")
    harness.check(PROGRAM.load(), "left_off", arguments("x"), context=torch.no_grad, expect="whole")


ON = harness.program(
    "grad_switched_on",
    """
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
NET = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3))


def act(x):
    d = Categorical(logits=NET(x))
    action = d.sample()
    return action, d.log_prob(action), d.entropy()


def before(w, x):
    y = w * x
    with torch.enable_grad():
        z = y + x
    return z


def inside(w, x):
    y = w * x
    with torch.enable_grad():
        z = y + w
    return z


def by_view(w, x):
    v = w.t()
    with torch.enable_grad():
        return v + x.t()


def maybe_itself(w, x):
    y = w.contiguous()
    with torch.enable_grad():
        return y * x


def copied_with_grad_off(w, x):
    with torch.no_grad():
        y = w.contiguous()
    with torch.enable_grad():
        return y * x


def chosen(w, x):
    y = w if x.sum() > 0 else x
    with torch.enable_grad():
        return y * x


def carried(w, x):
    y = w
    for i in range(x.shape[0]):
        with torch.enable_grad():
            z = y * x
        y = x + 1
    return z


def listed(w, x):
    kept = [w, x]
    with torch.enable_grad():
        return torch.stack(kept)


def off_then_on(w, x):
    with torch.no_grad():
        y = w * x
    with torch.enable_grad():
        return y * x


def inference_off(w, x):
    y = w * x
    with torch.inference_mode(False):
        return y * x


def asked_inside(w, x):
    y = w * 2
    with torch.enable_grad():
        return x * 2 if (y + x).requires_grad else x * 3


def over_modules(w, x):
    total = x[:, :1]
    for layer in NET:
        if isinstance(layer, nn.Linear):
            with torch.enable_grad():
                total = total + layer.weight.sum()
    return total
""",
    calls=["act(f32[B, 4])"]
    + [
        f"{name}(f32[M, N], f32[M, N])"
        for name in (
            "before inside by_view maybe_itself copied_with_grad_off chosen carried listed off_then_on inference_off"
            " asked_inside over_modules"
        ).split()
    ],
    flags="-O0",
)


def leaf_and_plain():
    return randn(3, 4).requires_grad_(), randn(3, 4, seed=1)


@pytest.mark.parametrize("context", [torch.no_grad, torch.enable_grad])
@pytest.mark.parametrize(
    "name",
    "before inside by_view maybe_itself copied_with_grad_off chosen carried listed off_then_on inference_off"
    " asked_inside over_modules".split(),
)
def test_what_is_used_with_grad_mode_switched_on(name, context):
    off = context is torch.no_grad and name in ("before", "off_then_on", "inference_off", "asked_inside")
    harness.check(ON.load(), name, leaf_and_plain, context=context, expect="whole" if off else None, atol=1e-5)
    harness.check(ON.load(), name, lambda: leaf_and_plain()[::-1], context=context, atol=1e-5)


def test_what_a_distribution_computes_with_grad_mode_switched_on_may_come_of_parameters():
    def make():
        torch.manual_seed(1)
        return (torch.linspace(-1, 1, 20).reshape(5, 4),)

    harness.check(ON.load(), "act", make, context=torch.no_grad, expect="whole", atol=1e-5)
    harness.check(ON.load(), "act", make, context=torch.enable_grad, expect="fallback", atol=1e-5)


@pytest.mark.parametrize("mode", MODES)
def test_mode_and_other_effects(mode):
    make = lambda: (randn(3, 4), randn(3, 4, seed=1), [])
    expect = "whole" if mode != "inference" else None
    harness.check(PROGRAM.load(), "left_with_effects", make, context=MODES[mode], expect=expect)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_loops(n, mode):
    for requires in (False, True):
        make = lambda: (randn(3, 4).requires_grad_(requires), n)
        expect = "whole" if mode == "off" and not requires else None
        harness.check(PROGRAM.load(), "in_loop", make, context=MODES[mode], expect=expect)
        harness.check(PROGRAM.load(), "in_loop_left", make, context=MODES[mode])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("on", [True, False])
def test_mode_from_an_argument(on, mode):
    harness.check(PROGRAM.load(), "chosen", lambda: (randn(3, 4), on), context=MODES[mode], expect="whole")
    harness.check(PROGRAM.load(), "chosen", lambda: (randn(3, 4).requires_grad_(), on), context=MODES[mode])


@pytest.mark.parametrize("mode", MODES)
def test_module(mode):
    def pick(module):
        torch.manual_seed(1)
        with torch.inference_mode(False):
            return module.Net()

    for requires in (False, True):
        harness.check(PROGRAM.load(), pick, lambda: (randn(3, 4).requires_grad_(requires),), context=MODES[mode])


def test_a_replaced_setter_is_noticed(monkeypatch):
    pair = PROGRAM.load()
    monkeypatch.setattr(torch, "enable_grad", torch.no_grad)
    harness.check(pair, "managers", arguments("xy"), context=torch.enable_grad, expect="fallback")


DEVICE = """
import torch


def on_cpu(x):
    with torch.device("cpu"):
        z = torch.zeros(4)
        y = torch.arange(4) + x
        if x.sum() > 0:
            return z + y
    return x * 2 + z + y


def where_it_is(x):
    with x.device:
        z = torch.ones(4)
    return x * 2 + z


def without_data(x):
    with torch.device("meta"):
        z = torch.zeros(4)
    return x * 2, z.device.type
"""
devices = harness.program(
    "devices", DEVICE, calls=[f"{name}(f32[4])" for name in ("on_cpu", "where_it_is", "without_data")]
)


def test_blocks_with_a_device():
    for sign in (1.0, -1.0):
        harness.check(devices.load(), "on_cpu", lambda sign=sign: (torch.ones(4) * sign,), expect="whole")
    harness.check(devices.load(), "where_it_is", lambda: (torch.ones(4),), expect="whole")
    harness.check(devices.load(), "without_data", lambda: (torch.ones(4),))
    with torch.device("meta"):
        harness.check(devices.load(), "on_cpu", lambda: (torch.ones(4, device="cpu"),))


PARAMETERS = harness.program(
    "parameters_made",
    """import torch


def added(x):
    z = torch.nn.Parameter(torch.ones(1))
    return x + z


def asked(x):
    z = torch.nn.Parameter(x * 2, True)
    return x + 1, z.requires_grad, z.is_leaf


def frozen(x):
    z = torch.nn.Parameter(torch.ones(1), requires_grad=False)
    return x + z, isinstance(z, torch.nn.Parameter)
""",
    calls=["added(f32[4])", "asked(f32[4])", "frozen(f32[4])"],
    args=["--force"],
)


@pytest.mark.parametrize("mode", MODES)
def test_parameters_made_by_a_function(mode):
    for name in ("added", "asked", "frozen"):
        expect = "whole" if name == "frozen" else None
        harness.check(PARAMETERS.load(), name, lambda: (torch.ones(4),), context=MODES[mode], expect=expect)


TAKEN_FOR_NUMBERS = harness.program(
    "numbers_that_require_grad",
    """import torch


def clamped(x, p):
    try:
        return torch.clamp_min(x.detach(), p), torch.full_like(x, 2)
    except TypeError as err:
        return "refused"


def scattered(x, p):
    try:
        return (x > 0).scatter_(dim=9, index=torch.zeros(2, 2).long(), value=p[0])
    except IndexError:
        return "no such dimension"


def threshold(x, p):
    try:
        return torch.threshold(x.detach() * 2, p[0], 1)
    except TypeError:
        return "refused"


def made(x, p):
    return torch.threshold(x.detach() * 2, x.detach().sum(), 1)
""",
    calls=["clamped(f32[2, 2], f32[])", "scattered(f32[2, 2], f32[2])", "threshold(f32[2, 2], f32[2])"]
    + ["made(f32[2, 2], f32[2])"],
    args=["--force"],
)


@pytest.mark.parametrize("requires", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_tensors_that_require_grad_are_no_numbers(mode, requires):
    for name, shape in (("clamped", ()), ("scattered", (2,)), ("threshold", (2,)), ("made", (2,))):
        given = lambda: (torch.ones(2, 2), torch.full(shape, 0.5, requires_grad=requires))  # noqa: E731
        harness.check(TAKEN_FOR_NUMBERS.load(), name, given, context=MODES[mode])


OF_VIEWS = harness.program(
    "grad_of_views",
    """import torch
from torch import nn


class Embedding(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(8, 4))
        self.register_buffer("table", torch.arange(20.0).view(5, 1, 4))

    def forward(self, x):
        return self.weight[x] + self.table[: x.shape[0]].requires_grad_(False)


net = Embedding()


def embedded(x, n):
    return net(n)


def asked(x, n):
    part = x[1:]
    with torch.no_grad():
        other = x[:2] * 2
        inner = x[:1]
    return part.requires_grad, inner.requires_grad, other


def inside(x, n):
    with torch.no_grad():
        inner = x[1:]
        return inner * 2, inner.requires_grad, inner.t().requires_grad


def switched(x, n):
    with torch.no_grad():
        first = x[1:]
    with torch.enable_grad():
        second = x[1:]
        third = first[:1]
    return first.requires_grad, second.requires_grad, third.requires_grad, x.sum() * 2


def chosen(x, n):
    part = x if x.shape[0] <= 2 else x[-2:]
    either = x[:] if n.sum() > 0 else x
    return part.requires_grad, either.requires_grad, x.detach() + 1


def kept(x, n):
    return x.flatten(0, 0).requires_grad, x.expand(x.shape).requires_grad, x.contiguous().requires_grad, x.detach() + 1
""",
    calls=[f"{name}(f32[N, 4], i64[2, 3])" for name in ("embedded", "asked", "inside", "switched", "chosen", "kept")],
    args=["--force"],
)


@pytest.mark.parametrize("rows", [3, 2])
@pytest.mark.parametrize("requires", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_whether_views_require_grad(mode, requires, rows):
    make = lambda: (torch.ones(rows, 4).requires_grad_(requires), torch.tensor([[0, 1, 2], [3, 4, 5]]))  # noqa: E731
    for name in ("embedded", "asked", "inside", "switched", "chosen", "kept"):
        harness.check(OF_VIEWS.load(), name, make, context=MODES[mode])
    if mode == "off":
        harness.check(OF_VIEWS.load(), "embedded", make, context=MODES[mode], expect="whole")


TWICE = harness.program(
    "decorated_twice",
    """
import torch


@torch.no_grad()
@torch.no_grad()
def alike(x):
    return x * 2 + torch.is_grad_enabled()


@torch.inference_mode()
@torch.enable_grad()
def apart(x):
    return x * 3 + torch.is_grad_enabled()


@torch.enable_grad()
@torch.no_grad()
@torch.inference_mode(False)
def thrice(x):
    return x * 4 + torch.is_grad_enabled()


def caller(x):
    return alike(x) + thrice(x) + 1


def mixed(x):
    return (apart(x) + 1).is_inference()


if __name__ == "__main__":
    alike(torch.ones(3)), apart(torch.ones(3)), thrice(torch.ones(3)), caller(torch.ones(3)), mixed(torch.ones(3))
""",
)


@pytest.mark.parametrize("name", ["alike", "apart", "thrice", "caller", "mixed"])
def test_two_decorators_that_set_modes(name):
    expect = "whole" if name in ("alike", "thrice", "caller") else None
    for context in (torch.no_grad, torch.enable_grad):
        harness.check(TWICE.load(), name, lambda: (randn(3, seed=1),), context=context, expect=expect)
    harness.check(TWICE.load(), name, lambda: (randn(3, seed=1).requires_grad_(),))
