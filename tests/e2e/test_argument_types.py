"""Arguments of other types than functions of torch declare: what torch refuses is refused, and what it takes is taken."""

import pytest
import torch
from harness import check, program

EXPRESSIONS = """
F.softmax(x, S)
F.log_softmax(x, dim=S)
F.glu(x, S)
F.relu(x, S)
F.gelu(x, S)
F.gelu(x, approximate=S)
F.elu(x, 1.0, S)
F.leaky_relu(x, S)
F.dropout(x, 0.0, S)
F.alpha_dropout(S)
F.feature_alpha_dropout(input=S)
F.pad(x, (S, 1))
F.max_pool1d(x[None], S)
F.max_pool1d(x[None], 2, S)
F.avg_pool2d(x[None], S)
F.adaptive_avg_pool2d(x[None], S)
F.unfold(x[None, None], S)
F.interpolate(x[None], S)
F.interpolate(x[None], scale_factor=S)
F.local_response_norm(x[None], S)
F.layer_norm(x, S)
F.layer_norm(x, (3,), eps=S)
F.batch_norm(x, x[0], x[1].abs(), training=S)
F.group_norm(x[None], 3, eps=S)
F.cross_entropy(x, torch.tensor([0, 1, 2]), ignore_index=S)
F.nll_loss(x, torch.tensor([0, 1, 2]), reduction=S)
F.kl_div(x, x, log_target=S)
F.poisson_nll_loss(x, x, S)
F.embedding(torch.tensor([0, 1]), x, S)
F.embedding(torch.tensor([0, 1]), x, scale_grad_by_freq=S)
F.embedding_bag(torch.tensor([[0, 1]]), x, mode=S)
F.scaled_dot_product_attention(x[None], x[None], x[None], is_causal=S)
F.one_hot(torch.tensor([0, 1]), S)
torch.eye(S)
torch.eye(2, S)
torch.linspace(0, 1, S)
torch.logspace(0, 1, S)
torch.logspace(0, 1, 3, S)
torch.meshgrid(x[0], x[1], indexing=S)
torch.unflatten(x, S, (3, 1))
torch.tensordot(x, x, S)
torch.isclose(x, x, equal_nan=S)
torch.as_tensor(x, S)
torch.promote_types(S, torch.float32)
torch.finfo(S).max
torch.iinfo(S).max
torch.linalg.matrix_norm(x, S)
torch.nonzero(x, as_tuple=S)
x.nonzero(as_tuple=S)
x.stride(S)
x.size(S)
x.std(0, S)
x.std(S, 0)
x.norm(2, S)
x.squeeze(S)
x.count_nonzero(S)
""".strip().split("\n")
VALUES = ["True", "1.0", "-1", "2", "None", "'a'", "'mean'", "(1,)", "(0, 1)", "[3]", "(True,)", "1j"]
VALUES += ["torch.tensor(1)", "x[0, 0]"]
FUNCTION = "def expression_{index}_{number}(x):\n    S = {value}\n    return {expression}\n\n\n"
SOURCE = "import torch\nimport torch.nn.functional as F\n\n\n" + "".join(
    FUNCTION.format(index=index, number=number, value=value, expression=expression)
    for index, expression in enumerate(EXPRESSIONS)
    for number, value in enumerate(VALUES)
)
CALLS = [f"{line[4:].split('(')[0]}(f32[3, 3])" for line in SOURCE.splitlines() if line.startswith("def ")]
TYPES = program("argument_types", SOURCE, CALLS, ["--force"], flags="-O0")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("index", range(len(EXPRESSIONS)), ids=lambda i: EXPRESSIONS[i])
def test_arguments(index):
    for number in range(len(VALUES)):
        check(TYPES.load(), f"expression_{index}_{number}", lambda: [torch.arange(9.0).view(3, 3) / 4 - 1])


ORDERS = program(
    "orders_of_norms",
    "import torch\n\n\ndef norm(x, order):\n    return torch.linalg.matrix_norm(x, order)\n",
    ["norm(f32[M, N], 2)", "norm(f32[M, N], -1)"],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("order", [1, 2, -1, -2, 3])
def test_an_order_that_the_call_tells(order):
    assert "PY114" not in ORDERS.build().stderr
    check(ORDERS.load(), "norm", lambda: [torch.arange(6.0).view(2, 3), order], atol=1e-5, rtol=1e-5)


ATTRIBUTES = program(
    "absent_of_parameters",
    """
import torch


def absent(x):
    try:
        return x.is_not_there()
    except AttributeError as error:
        return x + 1, str(error)
""",
    ["absent(f32[N])"],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("kind", [torch.Tensor, torch.nn.Parameter])
def test_what_a_parameter_has_not(kind):
    x = torch.ones(3) if kind is torch.Tensor else kind(torch.ones(3), requires_grad=False)
    check(ATTRIBUTES.load(), "absent", lambda: [x])


MANAGERS = program(
    "what_exits_give",
    """
import torch


class Loud:
    def __bool__(self):
        print("asked")
        return True


def leave(x, fails):
    class Manager:
        def __enter__(self):
            return 1

        def __exit__(self, kind, value, trace):
            return Loud() if fails else bool(x.shape[0] / 2)

    with Manager() as one:
        x = x + one
    return x


def end(x, index):
    class Manager:
        def __enter__(self):
            return 1

        def __exit__(self, kind, value, trace):
            return x.shape[0] - 2

    with Manager() as one:
        raise ValueError("ended")
    return x + 1
""",
    ["leave(f32[N], True)", "leave(f32[N], False)", "end(f32[N], 1)"],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("fails", [True, False])
@pytest.mark.parametrize("size", [0, 1, 3])
def test_what_exit_gives_without_an_exception_is_dropped(fails, size):
    check(MANAGERS.load(), "leave", lambda: [torch.ones(size), fails], expect="whole" if size == 3 else None)


@pytest.mark.parametrize("size", [2, 3])
def test_what_exit_gives_ends_the_exception(size):
    check(MANAGERS.load(), "end", lambda: [torch.ones(size), 1])


VIEWS = program(
    "views_that_are_written",
    """
import torch


def first(x):
    return x[None].sign_()


def product(x):
    return torch.cartesian_prod(x)


def flat(x):
    return torch.asinh_(x.view(-1))
""",
    ["first(f32[M, N])", "flat(f32[M, N])", "product(f32[M, N])", "product(f32[M])"],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["first", "flat"])
@pytest.mark.parametrize("requires_grad", [True, False])
def test_a_view_made_without_grad_mode_and_written_has_no_history(name, requires_grad):
    """Of what requires grad, torch refuses to tell."""
    said = []
    for module in (VIEWS.load().eager, VIEWS.load().built):
        x = torch.ones(2, 3, requires_grad=requires_grad)
        with torch.no_grad():
            view = getattr(module, name)(x)
        try:
            said.append(view.grad_fn)
        except RuntimeError as error:
            said.append(str(error))
    assert said[0] == said[1]
    check(VIEWS.load(), name, lambda: [torch.ones(2, 3)], expect="whole")


@pytest.mark.parametrize("size", [(3,), (2, 3)])
def test_a_product_of_one(size):
    check(VIEWS.load(), "product", lambda: [torch.ones(size)])
