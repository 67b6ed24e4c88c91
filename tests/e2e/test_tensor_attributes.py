"""Attributes that programs give to tensors: those of the caller, which are guarded and written, and those made here."""

import harness
import pytest
import torch
from table import randn

PROGRAM = harness.program(
    "attributes",
    """
import torch
from torch import nn


def scaled(x):
    return x * x.scale


def masked(x):
    return x * x.mask if x.mask is not None else x + 1


def asked(x):
    return x + 1 if hasattr(x, "scale") else x + 2


def default(x):
    return x * getattr(x, "scale", 2.0)


def marks(x):
    x.steps = 3
    return x * x.steps


def keeps(x, y):
    x.other = y * 2
    return x + x.other


def counts(x):
    x.calls = getattr(x, "calls", 0) + 1
    return x * x.calls


def all_of_them(xs, y, z):
    for x in xs:
        x.y = y
        x.z = y * z
    new_y, new_z = 1, 1
    for x in xs:
        new_y = x.y * new_y
        new_z = x.z * new_z
    return new_y, new_z


def one_may_be_other(x, y):
    x.tag = 1
    y.tag = 2
    return x * x.tag + y * y.tag


def reads_other(x, y):
    x.tag = 5
    return x + 1 if hasattr(y, "tag") else x + 2


def made(x):
    y = x + 1
    y.tag = 3
    z = y
    y.add_(1)
    return y * z.tag, hasattr(y, "tag"), hasattr(y, "other"), getattr(y, "other", 5), hasattr(y.view(-1), "tag")


def made_twice(x):
    y, z = x + 1, x + 1
    y.tag = 3
    return hasattr(z, "tag"), hasattr(y, "tag"), y + z


def on_a_condition(x, flag: bool):
    y = x + 1
    if flag:
        y.tag = 3
    return y * 2 if hasattr(y, "tag") else y * 3


def on_data(x):
    y = x + 1
    if x.sum() > 0:
        y.tag = 3
    return x * 2 if hasattr(y, "tag") else x * 3


def of_either(x):
    if x.sum() > 0:
        y = x + 1
        y.tag = 3
    else:
        y = x + 2
    return x * 2 if hasattr(y, "tag") else x * 3


def returned_either(x):
    if x.sum() > 0:
        y = x + 1
        y.tag = 3
    else:
        y = x + 2
    return y


def returned(x):
    y = x + 1
    y.tag = 3
    return y


def returned_twice(x):
    y = x + 1
    y.scale, y.me, y.parts = 2.0, y, [y, x]
    z = y * 2
    z.base = y
    return [z, {"y": y}], z, z.base.parts


def returned_in_an_object(x, holder):
    y = x + 1
    y.holder = holder
    holder["y"] = y
    return y.view(-1)


def returned_view(x):
    y = (x + 1)[1:]
    y.tag = "part"
    return y


def in_a_loop(x, n: int):
    y, found = x, 0
    for i in range(n):
        if hasattr(y, "tag"):
            found += 1
        y = y + i
        y.tag = i
    return y * 2, found


def kept_in_a_loop(x, n: int):
    y = x + 1
    y.tag = 0
    for i in range(n):
        y.tag = y.tag + i
    return x * y.tag


def listed(x, n: int):
    made = []
    for i in range(n):
        y = x * i
        made.append(y)
        y.tag = i
    return made


def input_in_a_loop(x, n: int):
    x.tag = 0
    for i in range(n):
        x.tag = x.tag + i
    return x * x.tag


def asks_first(x, n: int):
    found = 0
    for i in range(n):
        if hasattr(x, "tag"):
            found = found + 1
        x.tag = i
    return x + found


def sets_on_data(x):
    if x.sum() > 0:
        x.tag = 1
    return x * 2


def tries(x):
    try:
        return x * x.tag
    except AttributeError:
        x.tag = 2
        return x * x.tag


def caches(x, y):
    x.other = y * 2
    y.me = x
    return x.other, y.me


def deletes(x):
    x.tag = 1
    del x.tag
    return x + 1, hasattr(x, "tag")


def row(x):
    return x.row, x + 1


def of_a_part(x):
    x.tag = 1
    return x * 2, hasattr(x[0], "tag"), hasattr(x.detach(), "tag"), hasattr(x.data, "tag"), hasattr(x, "tag")


def contiguous(x):
    y = x.t() + 0
    y.tag = 1
    return x * 2 if hasattr(y.contiguous(), "tag") else x * 3


def parameter(x):
    return nn.Parameter(x, requires_grad=False)


def torchs_own(x):
    x.requires_grad = True
    x.data = x * 2
    return x + 1


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))
        self.weight.rate = 0.5
        self.bias = nn.Parameter(torch.ones(3))

    def forward(self, x):
        for p in (self.weight, self.bias):
            if hasattr(p, "rate"):
                x = x * p.rate
        self.bias.seen = True
        return x * self.weight + self.bias


NET = Net()

if __name__ == "__main__":
    a, b = torch.randn(3), torch.randn(3)
    a.scale = 3.0
    scaled(a)
    asked(a)
    b.scale = torch.randn(3)
    scaled(b)
    b.mask = None
    masked(b)
    b.mask = torch.randn(3)
    masked(b)
    NET(torch.randn(3))
    c = torch.randn(3)
    c.row = torch.randn(3)
    row(c)
""",
    calls=[
        "asked(f32[N])",
        "default(f32[N])",
        "marks(f32[N])",
        "keeps(f32[N], f32[N])",
        "counts(f32[N])",
        "all_of_them([f32[N], f32[N], f32[N]], f32[N], 5)",
        "one_may_be_other(f32[N], f32[N])",
        "reads_other(f32[N], f32[N])",
        "made(f32[N])",
        "made_twice(f32[N])",
        "on_a_condition(f32[N], True)",
        "on_data(f32[N])",
        "of_either(f32[N])",
        "returned_either(f32[N])",
        "returned(f32[N])",
        "returned_twice(f32[N])",
        "returned_in_an_object(f32[N], {})",
        "returned_view(f32[N])",
        "in_a_loop(f32[N], n)",
        "kept_in_a_loop(f32[N], n)",
        "listed(f32[N], n)",
        "of_a_part(f32[N])",
        "input_in_a_loop(f32[N], n)",
        "asks_first(f32[N], n)",
        "sets_on_data(f32[N])",
        "tries(f32[N])",
        "caches(f32[N], f32[N])",
        "deletes(f32[N])",
        "contiguous(f32[N, M])",
        "parameter(f32[N])",
        "torchs_own(f32[N])",
    ],
)


def vector(**attributes):
    def make():
        x = randn(3, seed=1)
        for name, value in attributes.items():
            setattr(x, name, value() if callable(value) else value)
        return (x,)

    return make


def attributes_of(tensor):
    return dict(vars(tensor))


def check(name, make_args, expect=None):
    """The attributes of the arguments, and of what is returned, belong to the outcome."""
    pair = PROGRAM.load()
    change = harness.check(pair, name, make_args, expect=expect, context=torch.no_grad)
    seen = []
    for module in (pair.eager, pair.built):
        args = make_args()
        with torch.no_grad():
            try:
                result = getattr(module, name)(*args)
            except Exception:
                result = None
        seen.append([attributes_of(tensor) for tensor in harness.tensors_in((args, result))])
    harness.compare_objects("attributes", *seen)
    return change


mask = lambda: randn(3, seed=2)


@pytest.mark.parametrize("value", [3.0, mask])
def test_attributes_of_arguments_are_read(value):
    check("scaled", vector(scale=value), expect="whole")
    check("scaled", vector(scale=value, more=1), expect="whole")


@pytest.mark.parametrize("value", [4.0, 3, "no", None, lambda: randn(3, seed=2).double(), lambda: [1.0]])
def test_other_attributes_run_in_python(value):
    check("scaled", vector(scale=value), expect="fallback")


def test_missing_attributes():
    check("scaled", vector(), expect="fallback")
    check("scaled", vector(scales=1.0), expect="fallback")


@pytest.mark.parametrize("value", [None, mask])
def test_none_and_a_tensor_are_two_variants(value):
    check("masked", vector(mask=value), expect="whole")


def test_questions():
    check("asked", vector(), expect="whole")
    check("asked", vector(scale=3.0), expect="whole")
    check("default", vector(), expect="whole")
    check("default", vector(scale=7.0), expect="fallback")


def test_an_attribute_of_the_class_is_found():
    torch.Tensor.scale = 9.0
    try:
        check("default", vector(), expect="fallback")
        check("asked", vector(), expect="fallback")
    finally:
        del torch.Tensor.scale
    torch.Tensor.steps = property(lambda x: 7, lambda x, value: None)
    try:
        check("marks", vector(), expect="fallback")
    finally:
        del torch.Tensor.steps
    check("marks", vector(), expect="whole")


def test_attributes_are_written():
    check("marks", vector(), expect="whole")
    check("marks", vector(steps=1), expect="whole")
    check("keeps", lambda: (randn(3, seed=1), randn(3, seed=2)), expect="whole")
    check("counts", vector(), expect="whole")
    check("counts", vector(calls=5))
    tensors = lambda: ([randn(3, seed=i) for i in range(3)], randn(3, seed=7), 5)
    check("all_of_them", tensors, expect="whole")


@pytest.mark.parametrize("name", ["one_may_be_other", "reads_other"])
def test_two_names_of_one_tensor(name):
    check(name, lambda: (randn(3, seed=1), randn(3, seed=2)), expect="whole")
    check(name, lambda: (randn(3, seed=1),) * 2)


@pytest.mark.parametrize("name", ["made", "made_twice", "of_a_part"])
def test_attributes_of_made_tensors(name):
    check(name, vector(), expect="whole")


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("name", ["on_data", "of_either", "returned_either", "returned", "sets_on_data", "deletes"])
def test_branches(name, sign):
    check(name, lambda: (randn(3, seed=1).abs() * sign,))


def test_returned_tensors():
    check("returned", vector(), expect="whole")
    check("returned_view", vector(), expect="whole")
    harness.check(PROGRAM.load(), "returned_twice", vector(), expect="whole")
    for module in (PROGRAM.load().eager, PROGRAM.load().built):
        x = randn(3, seed=1)
        first, z, parts = module.returned_twice(x)
        y = first[1]["y"]
        assert first[0] is z and z.base is y and y.me is y and y.parts is parts and parts[0] is y and parts[1] is x
        assert vars(y).keys() == {"scale", "me", "parts"} and y.scale == 2.0 and vars(z).keys() == {"base"}
        holder = {}
        view = module.returned_in_an_object(x, holder)
        assert holder["y"].holder is holder and not vars(view) and view.data_ptr() == holder["y"].data_ptr()


@pytest.mark.parametrize("flag", [True, False])
def test_flags(flag):
    check("on_a_condition", lambda: (randn(3, seed=1), flag))


@pytest.mark.parametrize("n", [0, 1, 4])
@pytest.mark.parametrize("name", ["in_a_loop", "kept_in_a_loop", "listed", "input_in_a_loop", "asks_first"])
def test_loops(name, n):
    check(name, lambda: (randn(3, seed=1), n))


@pytest.mark.parametrize("shape", [(3, 4), (1, 4), (1, 1)])
def test_contiguous_may_be_the_tensor_itself(shape):
    check("contiguous", lambda: (randn(*shape, seed=1),))


@pytest.mark.parametrize("attributes", [{}, {"tag": 5}, {"tag": mask}])
def test_exceptions(attributes):
    check("tries", vector(**attributes), expect="whole" if not attributes else "fallback")


def test_objects_that_are_stored_are_returned():
    for module in (PROGRAM.load().eager, PROGRAM.load().built):
        x, y = randn(3, seed=1), randn(3, seed=2)
        other, me = module.caches(x, y)
        assert other is x.other and me is x and y.me is x
    check("caches", lambda: (randn(3, seed=1), randn(3, seed=2)), expect="whole")
    check("caches", lambda: (randn(3, seed=1),) * 2)


def test_objects_of_attributes_are_returned():
    own = randn(3, seed=4)
    check("row", vector(row=lambda: own), expect="whole")
    assert PROGRAM.load().built.row(vector(row=lambda: own)()[0])[0] is own


def test_new_parameters_are_not_the_tensor():
    check("parameter", vector())


def test_attributes_of_torch_are_left_to_python():
    harness.check(PROGRAM.load(), "torchs_own", vector())


def test_parameters():
    pair = PROGRAM.fresh()
    harness.check(pair, "NET", vector(), context=torch.no_grad, expect="whole")
    assert pair.built.NET.bias.seen is True
    for module in (pair.eager, pair.built):
        module.NET.weight.rate = 0.25
        module.NET.bias.rate = 4.0
    harness.check(pair, "NET", vector(), context=torch.no_grad, expect="fallback")


# ---- what torch keeps with tensors -----------------------------------------------------------------------------------

HISTORY = harness.program(
    "history",
    """
import torch
from torch import nn
from torch._higher_order_ops.wrap import wrap
from torch.utils.checkpoint import checkpoint


def gradient(x):
    return x + 1 if x.grad is None else x + x.grad


def leaf(x):
    return (x + 1, x.is_leaf, x.grad_fn is None, x.retains_grad, x.output_nr, x[1:].is_leaf, x.detach().grad_fn)


def clears(x):
    x.grad = None
    return x + 1, x.grad


def sets(x, y):
    x.grad = y
    return x + 1


def of_made(x):
    y = x + 1
    y.requires_grad = False
    y.grad = None
    return y, y.grad, y.is_leaf, y.grad_fn, y.requires_grad, y[0].is_leaf


def of_either(x):
    y = x if x.sum() > 0 else x + 1
    return x * 2 if y.grad is None else x * 3


def devices(x):
    return x + 1, x.is_meta, x.is_xla, x.is_mps, x.is_sparse_csr, x.is_pinned(), x.is_distributed()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))

    def forward(self, x):
        return x * 2 if self.weight.grad is None and self.weight.is_leaf else x * self.weight.grad

    def step(self):
        for p in self.parameters():
            p.grad = None


NET = Net()


def clear(x):
    NET.step()
    return x * 2


class Mode:
    def __init__(self, mode):
        self.mode = mode

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch._C._set_grad_enabled(self.mode)

    def __exit__(self, *error):
        torch._C._set_grad_enabled(self.before)


def in_mode(x):
    with Mode(False):
        return x.sin() + 1, torch.is_grad_enabled()


def wrapped(x, y):
    return wrap(lambda a, b: a + b * 2, x, b=y)


def checkpointed(x):
    return checkpoint(lambda a: a.sin() + 1, x, use_reentrant=False)


if __name__ == "__main__":
    c = torch.ones(3)
    gradient(c)
    d = torch.ones(3)
    d.grad = torch.ones(3)
    gradient(d)
    NET(torch.ones(3))
""",
    calls=[
        "leaf(f32[N])",
        "clears(f32[N])",
        "sets(f32[N], f32[N])",
        "of_made(f32[N])",
        "of_either(f32[N])",
        "devices(f32[N])",
        "clear(f32[N])",
        "in_mode(f32[N])",
        "wrapped(f32[N], f32[N])",
        "checkpointed(f32[N])",
    ],
)


def with_gradient():
    x = randn(3, seed=1).requires_grad_()
    x.grad = randn(3, seed=2)
    return (x,)


def without_requiring():
    x = randn(3, seed=1)
    x.grad = randn(3, seed=2)
    return (x,)


def with_history():
    return (randn(3, seed=1).requires_grad_() * 2,)


@pytest.mark.parametrize(
    "name", ["gradient", "leaf", "clears", "of_made", "of_either", "devices", "clear", "in_mode", "checkpointed"]
)
def test_what_torch_keeps(name):
    harness.check(
        HISTORY.load(), name, vector(), context=torch.no_grad, expect=None if name == "of_either" else "whole"
    )
    for make_args in (with_gradient, without_requiring, with_history):
        harness.check(HISTORY.load(), name, make_args)
        harness.check(HISTORY.load(), name, make_args, context=torch.no_grad)


def test_a_gradient_of_the_example_is_a_variant():
    harness.check(HISTORY.load(), "gradient", without_requiring, context=torch.no_grad, expect="whole")


def test_gradients_are_cleared():
    for make_args in (vector(), with_gradient, without_requiring):
        x = make_args()[0]
        with torch.no_grad():
            HISTORY.load().built.clears(x)
        assert x.grad is None
    pair = HISTORY.fresh()
    for module in (pair.eager, pair.built):
        module.NET.weight.grad = torch.ones(3) * 3
    harness.check(pair, "NET", vector(), context=torch.no_grad, expect="fallback")
    harness.check(pair, "clear", vector(), context=torch.no_grad, expect="whole")
    assert pair.built.NET.weight.grad is None
    harness.check(pair, "NET", vector(), context=torch.no_grad, expect="whole")


def test_gradients_are_set_by_python():
    harness.check(HISTORY.load(), "sets", lambda: (randn(3, seed=1), randn(3, seed=2)))
    harness.check(HISTORY.load(), "sets", lambda: (randn(3, seed=1), randn(4, seed=2)))


def test_operators_that_call_functions():
    harness.check(HISTORY.load(), "wrapped", lambda: (randn(3, seed=1), randn(3, seed=2)), expect="whole")


HIDDEN = harness.program(
    "hidden_methods",
    """
import torch


def on_a_made_one(x):
    y = x * 2
    y.relu = lambda: x
    return y.relu(), torch.relu(y), y + 1


def on_an_argument(x):
    x.add = lambda other: other
    z = x.add(5)
    return z, x + 1


def relu_of(y):
    return y.relu() + 1


def in_a_call(x):
    y = x - 1
    setattr(y, "relu", lambda: x)
    return relu_of(y), relu_of(x)
""",
    [f"{name}(f32[N])" for name in ("on_a_made_one", "on_an_argument", "in_a_call")],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["on_a_made_one", "on_an_argument", "in_a_call"])
def test_attributes_in_the_place_of_methods(name):
    harness.check(HIDDEN.load(), name, lambda: (torch.tensor([1.0, -2.0, 3.0]),))
