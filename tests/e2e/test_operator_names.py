"""torch.ops.aten.NAME and its overloads are the functions of torch that they stand for."""

import harness
import pytest
import torch

FORMS = {
    "sums": "aten.add(x, y), aten.add.Tensor(x, y, alpha=2), aten.sum.dim_IntList(x, [0], True), aten.mean.dim(x, [1])",
    "quotients": 'aten.div(x, y), aten.div.Tensor_mode(x, y, rounding_mode="floor"), aten.var.correction(x, [0], correction=0)',
    "views": "aten.view(x, [-1]), aten.permute.default(x, [1, 0]), aten.expand(y, [2, 3, 4]), aten.unsqueeze(x, 0), aten.alias(x)",
    "no_views": "aten._unsafe_view(aten.mm(x, y.t()), [-1]), aten._unsafe_view.default(x, [-1]) + 1, aten._unsafe_view(x * 2, [2, 6])",
    "parts": "aten.slice.Tensor(x, 1, 1, 3), aten.select.int(x, 0, 1), aten.slice(x, -1, 0, 9223372036854775807, 2)",
    "places": "aten.index(x, [None, i]), aten.index.Tensor(x, [i]), aten.embedding.default(x, i), aten.gather(x, 1, i[None])",
    "activations": "aten.elu(x), aten.gelu(x), aten.leaky_relu(x, 0.1), aten.hardswish(x), aten.silu(x), aten._softmax(x, -1, False)",
    "conversions": "aten._to_copy(x, dtype=torch.float64), aten.where.self(x > 0, x, y), aten.argmax(x, 1), aten.arange.start_step(0, 9, 2)",
    "products": "aten.mm.default(x, y.t()), aten.baddbmm(x[None], x[None], torch.ones(1, 4, 4)), aten.bmm(x[None], y.t()[None])",
    "pools": "aten.max_pool2d_with_indices(x[None, None], [2, 2]), aten.avg_pool2d(x[None], [2, 2]), aten._adaptive_avg_pool2d(x[None], [1, 2])",
    "pads": "aten.constant_pad_nd(x, [1, 2], 3.0), aten.constant_pad_nd.default(x, [0, 1, 1, 0])",
    "layers": "aten.convolution(x[None, None], y[None, None, :2, :2], None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), "
    "aten.upsample_nearest2d(x[None, None], [6, 8]), aten.upsample_bilinear2d.default(x[None, None], [5, 5], False), "
    "aten.upsample_nearest2d(x[None, None], [6, 8], None, None)",
    "resized": "aten.upsample_trilinear3d.vec(x[None, None, None], [2, 6, 3], True, None), "
    "aten.upsample_trilinear3d(x[None, None, None], [2, 6, 3], False, 1.5), "
    "aten._upsample_bicubic2d_aa.vec(x[None, None], None, False, [0.5, 1.5]), "
    "aten._upsample_bicubic2d_aa(x[None, None], [2, 3], False, scales_w=0.7), "
    "torch.nn.functional.interpolate(x[None, None], (2, 5), mode='bicubic', antialias=True)",
    "bags": "aten._embedding_bag.default(x, i, torch.tensor([0, 1]), False, 1, False, None, True, -1)[0], "
    "torch.ops.prims.broadcast_in_dim(x[:1], [2, 1, 3, 4], [1, 3]), torch.ops.prims.broadcast_in_dim(i, [2, 1], [0])",
    "writes": "aten.relu_(aten.clone(x)), aten.add_.Tensor(x.clone(), y), aten.fill.Scalar(x, 2.0), aten.copy(x, y)",
    "in_place": "aten.relu6_(x.clone()), aten.silu_(x.clone()), aten.hardswish_(x.clone()), aten.leaky_relu_(x.clone(), 0.1), "
    "aten.hardtanh_(x.clone(), -1.0, 1.0), aten.mish_(x.clone()), aten.elu_(x.clone(), 0.5)",
    "gradients": "aten.leaky_relu_backward(x, y, 0.1, False), aten.hardtanh_backward(x, y, 1.2, 2.5), "
    "aten.elu_backward(x, 1.5, 1.0, 2.0, False, y - 2), aten.elu_backward(x, 1.5, 1.0, 2.0, True, y - 2), "
    "aten.softplus_backward(x, y, 2.0, 5.0)",
    "others": "x * aten.sym_size.int(x, 0), torch.ops.prims.div(i - 3, i + 2), torch.ops.prims.div(x, y), torch.ops.prims.add(x, 2), "
    "aten.adaptive_max_pool2d(x[None], [2, 2]), torch.randint(high=1, size=(2, 3)), torch.randint(1, size=(2,))",
    "lists": "aten.split_with_sizes(x, [2, 1]), aten.split.Tensor(x, 2), aten.chunk(x, 2), "
    "aten.hsplit(x, 2), aten.broadcast_tensors([x, y])",
    "numbered_dtypes": "aten._to_copy(x, dtype=7), aten.new_ones(x, [2], device=x.device, dtype=4, layout=0, pin_memory=False), "
    "aten.to(x > 0, 0), aten.sum(x > 0, dtype=6), aten.full.default([2], 1, dtype=15), aten.zeros([1, 2], dtype=11, layout=0)",
    "fills": "aten.fill.Tensor(x, torch.tensor(3)), aten.fill(i, i[0] * 2), aten.fill(x.t(), y.sum()), x",
    "puts": "aten.index_put(x, [None, i], y[:, :2]), aten.index_put_(x.clone(), (None, i), y[:, :2], True), "
    "aten.index_put_(aten.add(x, 1), [i, None], y[:2])",
    "puts_into_an_input": "aten.index_put_(x, (None, i), y[:, :2]), x.clone()",
    "whole_names": "torch.ops.aten.mul(x, y), torch.ops.aten.mul.Scalar(x, 3)",
}
REFUSED = """
aten.add.Scalar(x, n)
aten.arange.start_step(0, n, 1)
aten.full([2], n)
aten.clamp.default(x, n)
aten.clamp.Tensor(x, 1)
aten.pow.Tensor_Scalar(x, n)
aten.pow.Tensor_Tensor(x, 2)
aten.eq.Scalar(x, n), aten.eq.Tensor(x, n)
aten.where.self(x > 0, x, 1)
aten.where.ScalarOther(x > 0, x, n)
aten.sum.default(x, 0)
aten.masked_fill.Scalar(x, x > 0, n)
aten.lerp.Scalar(x, x, n)
aten.maximum(x, 1.0)
aten.softmax.int(x, 0.0)
aten.layer_norm.default(x, 4)
aten.gelu.default(x, approximate=None)
aten.relu(x, inplace=True)
aten._to_copy(x, dtype=16)
aten._to_copy(x, dtype=True)
aten.fill.Tensor(x, x[0])
aten.fill.Scalar(x, n)
torch.index_put(x, [None, n[None]], x[:, :1])
x.index_put_([None, n[None]], x[:, :1])
x.sum(dtype=6)
torch.zeros(2, dtype=6)
torch.zeros(2, layout=0)
torch.ops.prims.add(x, n)
torch.ops.prims.mul(x, x[0])
torch.ops.prims.mul(x, x[:1])
""".strip().splitlines()  # by torch's parser for operators, or by primitives themselves
SOURCE = "import torch\n\naten = torch.ops.aten\n\n\n" + "\n\n".join(
    [f"def {name}(x, y, i):\n    return {form}\n" for name, form in FORMS.items()]
    + [f"def refused_{i}(x, n):\n    return {form}\n" for i, form in enumerate(REFUSED)]
    + [
        "def no_overload(x):\n    return aten.add.Nothing(x, x) * 2\n",
        "def no_function(x):\n    return torch.add.Tensor(x, x)\n",
    ]
)
CALLS = [f"{name}(f32[3, 4], f32[3, 4], i64[2])" for name in FORMS] + ["no_overload(f32[N])", "no_function(f32[N])"]
CALLS += [f"refused_{i}(f32[3, 4], i64[])" for i in range(len(REFUSED))]
PROGRAM = harness.program("operator_names", SOURCE, CALLS, args=("--force",), flags="-O0")


@pytest.mark.parametrize("name", FORMS)
def test_operators(name):
    x, y = torch.linspace(-2, 2, 12).reshape(3, 4), torch.linspace(1, 3, 12).reshape(3, 4)
    harness.check(PROGRAM.load(), name, lambda: (x.clone(), y.clone(), torch.tensor([2, 0])), expect="whole")


@pytest.mark.parametrize("index", range(len(REFUSED)))
def test_refused_arguments(index):
    harness.check(
        PROGRAM.load(), f"refused_{index}", lambda: (torch.linspace(-2, 2, 12).reshape(3, 4), torch.tensor(2))
    )


@pytest.mark.parametrize("name", ["no_overload", "no_function"])
def test_names_that_are_not_there(name):
    pair = PROGRAM.load()
    harness.check(pair, name, lambda: (torch.ones(3),))


def test_a_replaced_operator_is_seen(monkeypatch):
    pair = PROGRAM.fresh()
    monkeypatch.setitem(torch.ops.aten.__dict__, "mul", lambda a, b: a - b)
    harness.check(pair, "whole_names", lambda: (torch.ones(3, 4) * 5, torch.ones(3, 4), torch.tensor([0, 1])))


HELD = """
import torch

aten = torch.ops.aten


class Applied:
    def __init__(self, f):
        self.f = f

    def __call__(self, x, y):
        return self.f(x, y)


def chain(x, functions):
    for f in functions:
        x = f(x)
    return x


def names(x, f):
    kinds = {aten.add.Tensor: "overload", aten.add: "packet"}
    return x + 1, kinds[f], f is aten.add.Tensor, aten.add is aten.add.Tensor, f.__name__


if __name__ == "__main__":
    x = torch.ones(3)
    for f in (torch.Tensor.add, torch.Tensor.mul_, aten.add, aten.mul_, aten.sub.Tensor):
        Applied(f)(x, x)
    chain(x, [torch.Tensor.relu, torch.Tensor.exp_, aten.neg, aten.sum.default])
    names(x, aten.add.Tensor)
    names(x, aten.add)
"""
HELD_PROGRAM = harness.program("held_operators", HELD, args=("--force",), flags="-O0")
OPERATORS = {
    "torch.Tensor.add": torch.Tensor.add,
    "torch.Tensor.mul_": torch.Tensor.mul_,
    "aten.add": torch.ops.aten.add,
    "aten.mul_": torch.ops.aten.mul_,
    "aten.sub.Tensor": torch.ops.aten.sub.Tensor,
}


@pytest.mark.parametrize("name", OPERATORS)
def test_operators_that_an_object_keeps(name):
    inputs = lambda: (torch.arange(3.0), torch.arange(3.0) + 1)  # noqa: E731
    harness.check(HELD_PROGRAM.load(), lambda m: m.Applied(OPERATORS[name]), inputs, expect="whole")


def test_operators_in_a_list():
    functions = [torch.Tensor.relu, torch.Tensor.exp_, torch.ops.aten.neg, torch.ops.aten.sum.default]
    harness.check(HELD_PROGRAM.load(), "chain", lambda: (torch.arange(3.0), list(functions)), expect="whole")


@pytest.mark.parametrize("operator", [torch.ops.aten.add, torch.ops.aten.add.Tensor], ids=str)
def test_an_overload_is_another_object(operator):
    harness.check(HELD_PROGRAM.load(), "names", lambda: (torch.arange(3.0), operator), expect="whole")


KEYWORDS = {
    f"{name.strip('_')}_by_{word}": f"x.{name}({word}=y)"
    for name in ("__pow__", "__ipow__", "__add__", "__rsub__", "__iadd__", "__mod__", "__matmul__")
    for word in ("other", "exponent")
}
by_keyword = harness.program(
    "operators_by_keyword",
    "import torch\n"
    + "".join(
        f"\n\ndef {name}(x, y):\n    try:\n        z = {form}\n    except Exception as error:\n"
        "        return type(error).__name__, x + 1\n    return z, x * 2\n"
        for name, form in KEYWORDS.items()
    ),
    [f"{name}(f32[N], f32[N])" for name in KEYWORDS],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("name", KEYWORDS)
def test_operators_called_with_an_operand_that_has_a_name(name):
    harness.check(by_keyword.load(), name, lambda: (torch.arange(1.0, 4.0), torch.ones(3) * 2))
