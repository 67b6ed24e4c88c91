"""Programs that once gave a wrong result or made the compiler fail, several functions to one build."""

import subprocess
import sys

import pytest
import torch
from harness import check, program

SCALARS = """
import math
import torch


def named_like_c(x, n, a):
    atan = math.atan(a / 3)
    fmod = math.asin(0.5) * n
    return x * atan + fmod, math.atan(math.cosh(atan))


def scalar_of_branch(x, n, m, a):
    return x.sum() * (a if m == n else float(n)), 0
"""

WRITES = """
import torch


def write_on_branch(x, y):
    if y.sum() > 0:
        x.add_(1)
    return x


def write_view_on_branch(x, y):
    w = x.view(-1)
    if y.sum() > 0:
        w.mul_(2)
    return x + 1, w


def unequal_writes(x, y):
    if y.sum() > 0:
        x.add_(1)
        x.mul_(2)
    else:
        x.sub_(1)
    x.add_(1)
    return x * 2


def equal_writes(x, y):
    if y.sum() > 0:
        x.add_(1)
        x.mul_(2)
    else:
        x.sub_(1)
        x.mul_(3)
    return x * 2


def set_to_itself(x, y):
    x.copy_(x)
    return y * 2


def rows_over_transposed_rows(x, y):
    x.t()[0].zero_()
    x[0] = x.sum()
    return x


def rebound_after_write_on_branch(x, y):
    z = x * x
    if y.sum() > 0:
        z[0:1].zero_()
        z = z - x.amax(1, keepdim=True)
    return z + 1

def copied_before_write_on_branch(x, y):
    y.copy_(x)
    if y.shape[0] > 1:
        x.mul_(0.5)
    return y, x


def copied_before_write_in_loop(x, y):
    y[...] = x
    for _ in range(3):
        x.mul_(0.5)
        if x.shape[0] > 5:
            return x, x
    return y, x

"""

MANY = "import torch\n\n\ndef last(x):\n    x.add_(1)\n    return x\n\n\n" + "".join(
    f"def add_{i}(x):\n    return x.add_({i})\n\n\n" for i in range(70)
)

FUNCTIONS = """
import torch


class Meta(type):
    def __call__(cls, *args):
        print("made")
        return super().__call__(*args)


class Made(metaclass=Meta):
    def __init__(self, a):
        self.a = a


class Op:
    def __init__(self, f):
        self.f = f

    def run(self, x):
        return self.f(x) + 1


def other(v):
    return v * 50


op = Op(lambda v: v * 2)
TABLE = {"a": lambda v: v * 2}


def default_lambda(x, f=lambda v: v * 2, *, g=lambda v: v + 1):
    return f(g(x)) + 1


def passed(x, f):
    return f(x) + 1


def of_instance(x):
    return op.run(x)


def of_table(x):
    return TABLE["a"](x) + 1


def with_metaclass(x):
    return Made(x * 2).a + 1


if __name__ == "__main__":
    default_lambda(torch.ones(2))
    passed(torch.ones(2), lambda v: v * 3)
    of_instance(torch.ones(2))
    of_table(torch.ones(2))
    with_metaclass(torch.ones(2))
"""

scalars = program(
    "regress_scalars",
    SCALARS,
    calls=["named_like_c(f32[N], 3, 0.5)", "scalar_of_branch(f32[N, M], 3, 2, 0.5)"],
)
writes = program(
    "regress_writes",
    WRITES,
    calls=[
        "write_on_branch(f32[N, M], f32[N, M])",
        "write_view_on_branch(f32[N, M], f32[N, M])",
        "unequal_writes(f32[N, M], f32[N, M])",
        "equal_writes(f32[N, M], f32[N, M])",
        "set_to_itself(f32[N, M], f32[N, M])",
        "rows_over_transposed_rows(f32[N, M], f32[N, M])",
        "rebound_after_write_on_branch(f32[N, M], f32[N, M])",
        "copied_before_write_on_branch(f32[N, M], f32[N, M])",
        "copied_before_write_in_loop(f32[N, M], f32[N, M])",
    ],
    args=["--force"],
)
many = program("regress_many", MANY, calls=[f"add_{i}(f32[N])" for i in range(70)] + ["last(f32[N])"], args=["--force"])
functions = program("regress_functions", FUNCTIONS, args=["--force"])


def test_values_named_like_functions_of_c():
    check(scalars.load(), "named_like_c", lambda: (torch.ones(5), 3, 0.5), expect="compiled")


@pytest.mark.parametrize("n", [2, 3])
def test_kernel_after_the_branch_whose_scalar_it_uses(n):
    check(scalars.load(), "scalar_of_branch", lambda: (torch.ones(3, 2), n, 2, 0.5))


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("name", ["write_on_branch", "write_view_on_branch", "unequal_writes", "equal_writes"])
def test_versions_of_inputs_written_on_branches(name, sign):
    check(writes.load(), name, lambda: (torch.ones(2, 3), sign * torch.ones(2, 3)), expect="whole")


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize(
    "name",
    [
        "set_to_itself",
        "rows_over_transposed_rows",
        "rebound_after_write_on_branch",
        "copied_before_write_on_branch",
        "copied_before_write_in_loop",
    ],
)
def test_writes_through_views_and_branches(name, sign):
    check(writes.load(), name, lambda: (torch.ones(3, 4), sign * torch.ones(3, 4)), expect="whole")


def test_many_calls_that_write():
    check(many.load(), "last", lambda: (torch.ones(3),), expect="whole")


@pytest.mark.parametrize("kwargs", [{}, {"f": torch.neg}, {"g": torch.neg}, {"f": lambda v: v, "g": torch.exp}])
def test_functions_passed_in_place_of_default_lambdas(kwargs):
    check(functions.load(), "default_lambda", lambda: (torch.ones(2),), make_kwargs=lambda: kwargs)


def test_lambdas_as_arguments():
    for f in (lambda v: v * 3, lambda v: v * 30, torch.neg):
        check(functions.load(), "passed", lambda f=f: (torch.ones(2), f))


@pytest.mark.parametrize("name", ["of_instance", "of_table"])
def test_lambdas_replaced_in_objects(name):
    pair = functions.fresh()
    check(pair, name, lambda: (torch.ones(2),))
    for module in (pair.eager, pair.built):
        module.op.f = module.TABLE["a"] = module.other
    check(pair, name, lambda: (torch.ones(2),))
    for module in (pair.eager, pair.built):
        module.op.f = module.TABLE["a"] = lambda v: v * 9
    check(pair, name, lambda: (torch.ones(2),))


def test_metaclass_decides_what_a_call_of_the_class_does():
    check(functions.load(), "with_metaclass", lambda: (torch.ones(2),))


classes_of_tensors = program(
    "classes_of_tensors",
    """
import torch


def as_instance(x):
    return x + 1 if isinstance(x, torch.nn.Parameter) else x - 1


def as_one_of(x, y):
    return x + 1 if isinstance(y, (int, torch.nn.Parameter)) else x - y


def by_type(x):
    return x * 2 if type(x) is torch.Tensor else x * 3


def asked_of_torch(x, y):
    z = x * 2
    if torch.is_tensor(y):
        z = z + y
    return z
""",
    args=["--force"],
)


@pytest.mark.parametrize("name, count", [("as_instance", 1), ("by_type", 1), ("as_one_of", 2), ("asked_of_torch", 2)])
def test_the_class_that_the_program_looks_at_is_guarded(name, count):
    plain, parameter = torch.ones(3), torch.nn.Parameter(torch.full((3,), 2.0))
    first = (plain,) * (count - 1)
    check(classes_of_tensors.load(), name, lambda: (*first, plain.clone()), expect="whole")
    check(classes_of_tensors.load(), name, lambda: (*first, parameter))
    if name == "asked_of_torch":
        for other in (2, None, 0.5):
            check(classes_of_tensors.load(), name, lambda other=other: (plain, other))


parts_and_methods = program(
    "parts_and_methods",
    """
import torch


class Base(torch.nn.Module):
    def linear(self, x):
        return x * 2.0


class Net(Base):
    def __init__(self):
        super().__init__()
        self.activation = torch.nn.ReLU()
        self.linear = torch.nn.Linear(4, 4)
        self.start = torch.ones(4, 4)
        self.scale = 0.5

    def activation(self, x):
        return x * 1.2

    def start(self):
        return torch.zeros(4, 4)

    def scale(self):
        return 2.0

    def forward(self, x):
        return self.activation(self.linear(self.start + x)) * self.scale


net = Net()
if __name__ == "__main__":
    net(torch.ones(4, 4))
""",
    args=["--force"],
)


def test_methods_come_before_parts_of_a_module():
    check(parts_and_methods.load(), "net", lambda: (torch.ones(4, 4),))


detached = program(
    "detached",
    """
import torch


def returned(x):
    return x.detach(), torch.detach(x)[0], x + 1


def kept(x, xs):
    xs.append(x.detach())
    return x * 2


def in_export(x, y):
    return x - 1 if torch.onnx.is_in_onnx_export() else y + 1
""",
    calls=["returned(f32[N, M])", "kept(f32[N, M], [f32[N, M]])", "in_export(f32[N], f32[N])"],
    args=["--force"],
)


@pytest.mark.parametrize("gradients", [False, True])
def test_detached_inputs_require_no_gradient(gradients):
    x = torch.ones(2, 3, requires_grad=gradients)
    check(detached.load(), "returned", lambda: (x,), expect="whole")
    check(detached.load(), "kept", lambda: (x, [torch.ones(2, 3)]), expect="whole")


def test_inlined_files_of_packages_that_are_not_imported():
    """In a process of its own, as other tests may import the package: the first call, in Python, does."""
    script = """if True:
        import sys, torch, detached
        assert "torch.onnx._internal.exporter" not in sys.modules
        results = [detached.in_export(torch.ones(2), torch.ones(2)).tolist() for _ in range(2)]
        counters = detached.__pyaot__.counters()
        print(results, counters["compiled"], counters["fallback"])
    """
    out = detached.load().out
    ran = subprocess.run([sys.executable, "-c", script], cwd=out, capture_output=True, text=True)
    assert ran.stdout == "[[2.0, 2.0], [2.0, 2.0]] 1 1\n", ran.stderr


row_and_whole = program(
    "row_and_whole",
    """
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.gate, self.last = nn.Conv2d(8, 8, 1), nn.Conv2d(8, 8, 1), nn.Conv2d(8, 8, 1)
        self.norm = nn.BatchNorm2d(8)

    def forward(self, x):
        x = nn.functional.silu(self.norm(self.first(x)))
        x = x * torch.sigmoid(self.gate(x.mean((2, 3), keepdim=True)))
        return self.last(x)


net = Gate().eval()
if __name__ == "__main__":
    net(torch.ones(2, 8, 5, 5))
""",
)


@pytest.mark.parametrize("shape", [(2, 8, 5, 5), (3, 8, 16, 9), (1, 8, 1, 1)])
def test_a_kept_row_reads_what_the_same_pass_stores(shape):
    torch.manual_seed(0)
    pair = row_and_whole.load()
    pair.built.net.load_state_dict(pair.eager.net.state_dict())
    x = torch.randn(shape)
    check(pair, "net", lambda: (x,), expect="whole", atol=1e-5)


zeros = program(
    "zeros",
    """
import torch


def clamped(x):
    return torch.relu(x) * 1, x.clamp(min=0) * 1, x.clamp(max=0) * 1, x.clamp(0, 1) * 1, torch.clamp_min(x, 0.0) * 1
""",
    calls=["clamped(f32[N])"],
    args=["--force"],
)


def test_the_sign_of_zero_is_kept_by_bounds_of_zero():
    pair = zeros.load()
    x = torch.tensor([-0.0, 0.0, 1.0, -1.0, float("nan")] * 7)
    check(pair, "clamped", lambda: (x,), expect="whole")
    for eager, built in zip(pair.eager.clamped(x), pair.built.clamped(x)):
        assert torch.equal(eager.signbit(), built.signbit())


reserved_names = program(
    "reserved_names",
    """
import torch


def scaled(x, table):
    rt, RT = table["."] * 2, table["_"] + 1
    for key in (".", "_", "!", "rt"):
        rt = rt + table[key]
    return x * rt + RT
""",
    calls=["scaled(f32[N], {'.': 1.5, '_': 2.5, '!': 3.5, 'rt': 4.5})"],
)


def test_names_that_are_no_identifiers_of_their_own():
    table = {".": 1.5, "_": 2.5, "!": 3.5, "rt": 4.5}
    check(reserved_names.load(), "scaled", lambda: (torch.ones(3), table), expect="whole")


macro_names = program(
    "macro_names",
    """
import enum
import torch


class Bound(enum.Enum):
    MAX = 1
    CHAR_BIT = 2


class Limits:
    def __init__(self):
        self.MAX, self.MIN = 4.0, -4.0


def clamped(x, limits, M_PI, EOF):
    INT_MAX = x * M_PI + EOF
    NAN, HUGE_VAL = INT_MAX.sum(), INT_MAX.shape[0]
    return (INT_MAX - NAN).clamp(limits.MIN, limits.MAX) + HUGE_VAL, Bound.MAX
""",
    calls=["clamped(f32[N], Limits(), 2, 1.5)"],
)


def test_names_that_are_macros_of_the_headers():
    def clamp(module):
        return lambda x: module.clamped(x, module.Limits(), 3, 0.5)

    check(macro_names.load(), clamp, lambda: (torch.ones(3),), expect="whole")


removed = program(
    "removed",
    """
import torch


class Slotted:
    __slots__ = ("t",)


class Plain:
    pass


def from_input(x, d):
    if x.sum() > 0:
        d["c"] = d.pop("a")
    else:
        d["c"] = d.pop("a")
    return x * 1


def after_loop(x, d):
    for _ in range(x.shape[0]):
        x = x + 1
    else:
        del d["a"]
    return x


def moved_to_the_end(x, d):
    kept, names = {"a": 1, "b": 2}, {1, 2}
    if x.sum() > 0:
        kept["a"] = kept.pop("a") + 1
        names.discard(1)
    else:
        kept["a"] = kept.pop("a") - 1
        names.discard(1)
    return list(kept), names, x * 1


def attribute(x, d):
    plain = Plain()
    plain.k, plain.t, z = 1, x, x
    if x.sum() > 0:
        del plain.k, z
    else:
        del plain.k, z
    try:
        return z
    except NameError:
        return hasattr(plain, "k"), plain.t * 2


def beside_slots(x, d):
    slotted = Slotted()
    slotted.t = x * 2
    try:
        slotted.other = 1
    except AttributeError:
        return slotted.t
""",
    calls=[
        f"{name}(f32[M, N], {{'a': f32[M, N], 'b': f32[M, N]}})"
        for name in ("from_input", "after_loop", "moved_to_the_end", "attribute", "beside_slots")
    ],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("sign", (1.0, -1.0))
@pytest.mark.parametrize("name", ("from_input", "after_loop", "moved_to_the_end", "attribute", "beside_slots"))
def test_what_both_sides_of_a_branch_remove_is_gone(name, sign):
    expect = None if name == "beside_slots" else "whole"
    parts = {"a": torch.ones(2, 3), "b": torch.zeros(2, 3)}
    check(removed.load(), name, lambda: (torch.full((2, 3), sign), dict(parts)), expect=expect)


reshaped = program(
    "reshaped",
    """
import torch


def view_of_copy(x):
    return x.t().reshape(-1).view(x.shape[1], x.shape[0]).t()


def view_of_copy_of_new(x):
    return (x * 2).t().reshape(-1).view(x.shape[1], x.shape[0]).t()


def view_that_fails(x):
    return x.t().reshape(-1).view(x.shape[1], x.shape[0]).t().view(-1)


def two_views_of_copy(x):
    y = x.t().reshape(-1)
    return y, y.view(x.shape[1], x.shape[0]).t()


def in_a_dict(x):
    return {"a": x.t().reshape(-1).view(x.shape[1], x.shape[0]).t(), "b": x}
""",
    calls=[
        f"{name}(f32[M, N])"
        for name in ("view_of_copy", "view_of_copy_of_new", "view_that_fails", "two_views_of_copy", "in_a_dict")
    ],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize(
    "name", ("view_of_copy", "view_of_copy_of_new", "view_that_fails", "two_views_of_copy", "in_a_dict")
)
@pytest.mark.parametrize("size", ((3, 4), (2, 2), (1, 4)))
def test_views_of_what_reshape_copied_have_strides_of_the_copy(name, size):
    expect = "whole" if name == "view_of_copy" and size[0] > 1 else None
    check(reshaped.load(), name, lambda: (torch.arange(size[0] * size[1]).view(size).float(),), expect=expect)


aliases = program(
    "aliases",
    """
import torch


def detached(x):
    return x.detach()


def detached_result(x):
    return x.sin().detach()


def scatter_to_itself(x):
    return x.masked_scatter_(x > 0, x)


def sorted_by(x):
    try:
        return torch.sort(x, 0, stable=None)
    except TypeError as error:
        return "refused"
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ("detached", "detached_result", "scatter_to_itself", "sorted_by"))
def test_aliases_of_tensors_of_any_rank(name):
    check(aliases.load(), name, lambda: (torch.linspace(-1, 1, 12).view(3, 4),))
    check(aliases.load(), name, lambda: (torch.linspace(-1, 1, 12),))


# What torch squeezes or reshapes inside of an operator is no view to its callers.
results = program(
    "results",
    """
import torch
import torch.nn.functional as F


def joined(x, y):
    whole = torch.cat([x[i : i + 1] for i in range(x.shape[0])])
    whole.detach_()
    return whole


def joined_on_branch(x, y):
    whole = x
    if y is not None:
        whole = torch.cat([x[i : i + 1] for i in range(x.shape[0])])
        whole.detach_()
    return whole * 2


def products(x, y):
    return torch.matmul(x, y[0]), torch.mv(x, y[0]), x[0] @ y.t(), torch.kron(x, y), F.linear(x[0], y)


def reductions(x, y):
    return torch.logsumexp(x, 0), torch.argmax(x), torch.argmin(x, keepdim=True), x.nonzero()


def moved(x, y):
    return torch.rot90(x), torch.rot90(x, 3), x.roll(1), F.group_norm(x, 1), F.pixel_shuffle(x.expand(4, -1, -1), 2)


def several(x, y):
    first, second = torch.broadcast_tensors(x, y)
    return first, second, first is x


def broadcast(x, y):
    return torch.broadcast_tensors(x, y[0])
""",
    calls=[f"{name}(f32[M, N], f32[M, N])" for name in ("joined", "joined_on_branch", "several", "broadcast")]
    + [f"{name}(f32[M, N], f32[M, N])" for name in ("products", "reductions", "moved")],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize(
    "name", ("joined", "joined_on_branch", "products", "reductions", "moved", "several", "broadcast")
)
def test_results_of_operators_are_no_views(name):
    check(results.load(), name, lambda: (torch.linspace(-1, 1, 12).view(3, 4), torch.arange(12.0).view(3, 4)))


LAYOUTS = ("filled", "row_major", "activations", "losses", "conversions", "places", "parts")
laid_out = program(
    "laid_out",
    """
import torch
import torch.nn.functional as F


def filled(x):
    return x.masked_fill(x > 0, 1.0), x.masked_fill(x > 0, torch.tensor(2.0))


def row_major(x):
    return F.logsigmoid(x), F.rrelu(x)


def activations(x):
    return F.hardsigmoid(x), F.gelu(x), F.gelu(x, approximate="tanh"), F.selu(x), F.softshrink(x), F.threshold(x, 0, 1)


def losses(x):
    return F.mse_loss(x, x, reduction="none"), F.huber_loss(x, x, reduction="none"), torch.logit(x), x.lerp(x, 0.3)


def conversions(x):
    return x.double(), torch.maximum(x, x), x > 0, 2**x, torch.div(x, x, rounding_mode="trunc"), torch.kron(x, x)


def places(x):
    i = torch.zeros((1,) * x.dim(), dtype=torch.long)
    return x.index_add(0, i.view(1), x[:1]), x.index_copy(0, i.view(1), x[:1]), x.scatter(0, i, 1.0), x.scatter_add(0, i, x)


def parts(x):
    return x.slice_scatter(x[:1], 0, 0, 1), x.select_scatter(x[0], 0, 0)
""",
    calls=[
        f"{name}({layout})"
        for name in LAYOUTS
        for layout in (
            "f32[N, M].t()",
            "f32[4, 1].t()[:, ::2]",
            "f32[N, 4].t()[::2, :1]",
            "f32[1, M, 3].transpose(0, 2)",
        )
    ],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize(
    "size, strides",
    (
        ((4, 5), (1, 4)),
        ((4, 5), (2, 9)),
        ((1, 2), (6, 2)),
        ((1, 2), (2, 3)),
        ((2, 1), (2, 5)),
        ((2, 1), (1, 2)),
        ((3, 2, 1), (1, 3, 12)),
        ((3, 2, 1), (1, 3, 6)),
        ((3, 2, 1), (1, 3, 1)),
    ),
)
def test_layouts_of_results_where_sizes_are_one(name, size, strides):
    check(laid_out.load(), name, lambda: (torch.linspace(-1, 1, 60).as_strided(size, strides),))


matches = program(
    "matches",
    """
import torch


def mapping(x, d):
    held = 0
    match d:
        case {"a": held, "c": _}:
            pass
        case {"a": other, **rest}:
            return other * 2 + held, sorted(rest)
    return x + held


def unbound(x, d):
    match d:
        case {"a": held, "c": _}:
            pass
        case {"a": other}:
            return x * 2, held * other
    return x


def alternatives(x, parts):
    match parts:
        case (first, 1, second):
            pass
        case (third, (2 as kind) | (3 as kind), second):
            return x * kind + second, third
    return x + first


def kept_flag(x, y):
    x.requires_grad_(False)
    y.add_(1)
    print(len(y))
    return y * 2
""",
    calls=[
        "mapping(f32[M], {'a': f32[M], 'b': f32[M]})",
        "unbound(f32[M], {'a': f32[M], 'b': f32[M]})",
        "alternatives(f32[M], (1, 1, 2))",
        "alternatives(f32[M], (1, 3, 2))",
        "kept_flag(f32[M], f32[M])",
    ],
    args=["--force"],
    flags="-O0",
)


def test_a_case_that_does_not_match_binds_nothing():
    x = torch.ones(3)
    for keys in ("ab", "ac", "b"):
        held = dict.fromkeys(keys, torch.full((3,), 2.0))
        check(matches.load(), "mapping", lambda: (x, held), expect="whole" if keys == "ab" else None)
        check(matches.load(), "unbound", lambda: (x, held))
    for parts in ((1, 1, 2), (1, 2, 3), (1, 3, 4)):
        check(matches.load(), "alternatives", lambda: (x, parts))


@pytest.mark.parametrize("gradients", (False, True))
def test_an_input_loses_its_gradient_also_under_no_grad(gradients):
    check(matches.load(), "kept_flag", lambda: (torch.ones(3, requires_grad=gradients), torch.ones(3)))


waiting = program(
    "waiting",
    """
import torch


def returned(x, y):
    for i in range(3):
        if x.shape[0] % 2 == 0:
            if torch.equal(y, x):
                return x * i
    return x + 1


def before_continue(x, y):
    total = x * 0
    for i in range(3):
        if x.sum() > i:
            if y.sum() > i:
                return total - i
            total = total + y
            continue
        total = total + 1
    return total


def broken(x, y):
    total = x * 0
    for i in range(y.shape[0]):
        if x.sum() > i:
            if y.sum() > i:
                break
            total = total + y
            continue
        total = total + 1
    return total


def beside_another(x, y):
    total = x * 0
    for i in range(3):
        if x.sum() > i:
            if y.sum() > i:
                return total
        else:
            total = [total][0] + 1
    return total
""",
    calls=[f"{name}(f32[M, N], f32[M, N])" for name in ("returned", "before_continue", "broken", "beside_another")],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ("returned", "before_continue", "broken", "beside_another"))
@pytest.mark.parametrize("size", ((2, 3), (3, 3)))
def test_returns_within_a_side_that_goes_on_with_the_loop(name, size):
    for x in (-1.0, 0.1, 0.3, 1.0):
        for y in (-1.0, 0.1, 0.3, 1.0):
            check(waiting.load(), name, lambda: (torch.full(size, x), torch.full(size, y)))


PROTOCOLS = program(
    "protocols",
    """
import torch


class Parts:
    def __init__(self, count):
        self.count = count

    def __divmod__(self, other):
        return self.count + 1, other

    def __rdivmod__(self, other):
        return other, self.count

    def __floordiv__(self, other):
        return 0

    __mod__ = __rfloordiv__ = __rmod__ = __floordiv__


def divided(x):
    a, b = divmod(Parts(3), 2)
    c, d = divmod(7, Parts(5))
    return x * a + b, x * c - d


def by_name(x, by=0.5, *, steps=2):
    for _ in range(steps):
        x = x * by + 1
    return x
""",
    ["divided(f32[M, N])", "by_name(f32[M, N])"],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("name", ["divided", "by_name"])
def test_special_methods_and_parameters_by_name(name):
    check(PROTOCOLS.load(), name, lambda: [torch.arange(6.0).view(2, 3)], expect="whole")
    check(PROTOCOLS.load(), name, lambda: [torch.arange(6.0).view(2, 3).double()], expect="fallback")


DECORATED = program(
    "decorated_before_classes",
    """
import dataclasses
import functools
import torch


def scaled_by(factor):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(t, *rest):
            return function(t, *rest) * factor

        return wrapper

    return decorate


@scaled_by(0.5)
def halved(t, other=None):
    return t if other is None else t + other


@dataclasses.dataclass
class Item:
    weight: int
    t: torch.Tensor = None


@dataclasses.dataclass
class Wide(Item):
    count: int = 2


def held(x, n):
    return Item(n, x * 2).t, halved(x, x)


def held_by_a_subclass(x, n):
    item = Wide(n, x * 2)
    return item.t * item.count
""",
    ["held(f32[M, N], 3)", "held_by_a_subclass(f32[M, N], 3)"],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("name", ["held", "held_by_a_subclass"])
def test_classes_behind_a_call_of_the_module(name):
    check(DECORATED.load(), name, lambda: [torch.arange(6.0).view(2, 3), 3], expect="whole" if name == "held" else None)


REDUCED_TWICE = program(
    "reduced_twice",
    """
def halves(x):
    return x.reshape(-1, 2, x.shape[1]).sum(0).sum(0).sum(), (x * 2).view(2, -1).sum(0).sum(0)


def viewed(x, y):
    a = x.view(y.shape) * 2
    return a.sum(0).sum(0), a.sum(1).mean(), a.amax(0).amin(0), a.sum(0).sum(0, keepdim=True)


def turned(x, y):
    return x.view(-1).view(x.shape).sum(0).sum(0) + y, x.t().reshape(x.shape).mean(1).amax()
""",
    ["halves(f32[4, N])", "viewed(f32[M, N], f32[M, N])", "turned(f32[M, N], f32[M, N])"],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("name", ["halves", "viewed", "turned"])
def test_sums_of_sums_of_views(name):
    tensors = [torch.arange(12.0).view(4, 3), torch.ones(4, 3)]
    count = 1 if name == "halves" else 2
    check(REDUCED_TWICE.load(), name, lambda: [t.clone() for t in tensors[:count]], expect="whole")


ROOT_OF_A_TOTAL = program(
    "root_of_a_total",
    """
import torch


def grown(x, y, r, n):
    held, scaled = torch.softmax(x, 1), torch.relu(r)
    for i in range(n):
        held.view(-1)[0] = 0.5
        if r.sum():
            scaled.add_(y.norm())
            kept = y
        held = held + kept * 0.5
    return scaled, held
""",
    ["grown(f32[M, N], f32[M, N], f32[N], 3)"],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("n", [1, 3])
def test_what_is_made_of_a_total_is_there_before_elements_are_made_of_it(n):
    """The norm's root is computed beside the sum of `r`, and the elements of `scaled` are made of both."""
    tensors = [torch.arange(6.0).view(2, 3) - 2, torch.arange(6.0).view(2, 3), torch.tensor([1.0, -2.0, 3.0])]
    check(ROOT_OF_A_TOTAL.load(), "grown", lambda: [*(t.clone() for t in tensors), n], expect="whole")
