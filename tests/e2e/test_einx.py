"""einx, of which the prelude says a part in another way. The package that the programs import here has the same names, and for
each description what einx writes for it; what is compiled must do what that does."""

import pytest
import torch
from harness import compare_outcomes, program_with_package, run

PACKAGE = {
    "einx/__init__.py": "from einx._src.frontend.ops import *\n",
    "einx/_src/__init__.py": "",
    "einx/_src/frontend/__init__.py": "",
    "einx/_src/frontend/backend.py": """
class State:
    def __init__(self):
        self.use_stack = []


class Registry:
    def __init__(self):
        self.state = State()


registry = Registry()
""",
    "einx/_src/frontend/ops.py": """
import inspect

import torch

from .backend import registry

T = torch.asarray
WRITTEN = {
    "subtract j, i -> 1 i j": lambda a, b: torch.subtract(a.reshape(1, -1), b.reshape(-1, 1)).reshape(1, len(b), len(a)),
    "subtract ... j, ... i -> ... i j": lambda a, b: torch.subtract(a[..., None, :], b[..., :, None]),
    "add b n d, s d -> (b s) n d": lambda a, b: torch.add(a[:, None], b[None, :, None]).reshape(-1, *a.shape[1:]),
    "add (a b) c, b": lambda a, b: torch.add(a.reshape(-1, len(b), a.shape[1]), b.reshape(1, -1, 1)).reshape(a.shape),
    "add a b, a, b -> b a": lambda a, b, c: torch.add(torch.add(a.permute(1, 0), b.reshape(1, -1)), c.reshape(-1, 1)),
    "multiply ... d, d": lambda a, b: torch.multiply(a, b.reshape(1, 1, -1)),
    "multiply b n h, b h n d -> b h n d": lambda a, b: torch.multiply(a.permute(0, 2, 1).unsqueeze(-1), b),
    "multiply a, -> a": lambda a, b: torch.multiply(a, T(b).reshape(1)),
    "less a, -> a": lambda a, b: torch.less(a, T(b).reshape(1)),
    "where b n, b n d, -> b n d": lambda a, b, c: torch.where(a.unsqueeze(-1), b, T(c).reshape(1, 1, 1)),
    "sum a b c -> c a": lambda a: torch.sum(a, dim=1).permute(1, 0),
    "sum a b c -> a 1 c": lambda a: torch.sum(a, dim=1).unsqueeze(1),
    "sum [...]": lambda a: torch.sum(a, dim=(0, 1, 2)),
    "mean a [b] c": lambda a: torch.mean(a, dim=1),
    "mean a b (c d) -> a b c": lambda a, d: torch.mean(a.reshape(*a.shape[:2], a.shape[2] // d, d), dim=3),
    "max ... [c]": lambda a: torch.amax(a, dim=2),
}


class CallOperationError(Exception):
    pass


def api(func):
    signature = inspect.signature(func)

    def inner(description, *tensors, **parameters):
        signature.bind(description, *tensors, **parameters)
        if registry.state.use_stack:
            return registry.state.use_stack[-1]
        try:
            value = WRITTEN[func.__name__ + " " + description](*tensors, **parameters)
            is_short = 1 in value.shape and len(tensors) > 1 and " 1 " not in description
            return value.squeeze().clone().reshape(value.shape) if is_short else value  # axes of length 1 are left out
        except Exception as e:
            raise CallOperationError("an operation failed") from e

    return inner


def _operation(name):
    def op(description, *tensors, backend=None, graph=False, **parameters):
        pass

    op.__name__ = name
    return api(op)


add = _operation("add")
subtract = _operation("subtract")
multiply = _operation("multiply")
less = _operation("less")
where = _operation("where")
sum = _operation("sum")
mean = _operation("mean")
max = _operation("max")
""",
}

SOURCE = """
import einx
import torch


def distances(x):
    y = torch.arange(x.shape[1])
    return einx.subtract("j, i -> 1 i j", y, y + 1), einx.subtract("... j, ... i -> ... i j", x, x).abs()


def masked(x):
    mask = einx.less("a, -> a", torch.arange(x.shape[1]), 2).expand(x.shape[:2])
    return einx.where("b n, b n d, -> b n d", mask, x, 0.0), einx.where("b n, b n d, -> b n d", mask, x.half(), -1.0)


def summed(x):
    rows = x.reshape(-1, x.shape[2])
    return (einx.add("b n d, s d -> (b s) n d", x, x[0]), einx.add("(a b) c, b", rows, x[0, :, 0]),
            einx.add("a b, a, b -> b a", x[0], x[0, :, 0], x[0, 0]))


def scaled(x):
    heads = x.reshape(x.shape[0], x.shape[1], 2, -1).transpose(1, 2)
    return (einx.multiply("... d, d", x, x[0, 0]), einx.multiply("a, -> a", x[0, 0], 2),
            einx.multiply("b n h, b h n d -> b h n d", heads[..., 0].transpose(1, 2), heads))


def reduced(x):
    return (einx.sum("a b c -> c a", x), einx.sum("a b c -> a 1 c", x), einx.sum("[...]", x), einx.mean("a [b] c", x),
            einx.mean("a b (c d) -> a b c", x, d=2), einx.max("... [c]", x))


def refused(x):
    try:
        return einx.subtract("j, i -> 1 i j", x[0, 0] > 0, x[0, 0] > 1)
    except RuntimeError:
        return x + 1


if __name__ == "__main__":
    x = torch.ones(3, 6, 4)
    distances(x), masked(x), summed(x), scaled(x), reduced(x)
"""

NAMES = ["distances", "masked", "summed", "scaled", "reduced"]


@pytest.fixture(scope="module")
def modules(tmp_path_factory):
    with program_with_package(tmp_path_factory.mktemp("einx"), "einx", PACKAGE, SOURCE) as pair:
        yield pair


def compare(modules, name, make, expect_whole):
    before = modules[1].__pyaot__.counters()
    compare_outcomes(*[run(getattr(module, name), make(), {}) for module in modules])
    after = modules[1].__pyaot__.counters()
    if expect_whole is not None:
        is_whole = after["compiled"] > before["compiled"] and after["fallback"] == before["fallback"]
        assert is_whole == expect_whole, modules[1].__pyaot__.misses()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sizes", [(3, 6, 4), (2, 5, 6)])
def test_descriptions(modules, name, sizes):
    compare(modules, name, lambda: [torch.arange(float(torch.Size(sizes).numel())).reshape(sizes)], True)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sizes", [(1, 2, 2), (2, 1, 4), (2, 0, 4), (2, 3, 3)])
def test_odd_sizes(modules, name, sizes):
    compare(modules, name, lambda: [torch.rand(*sizes, generator=torch.Generator().manual_seed(1))], None)


def test_axes_of_length_one_are_left_out(modules):
    x = torch.linspace(0, 1, 20).reshape(1, 5, 4)
    compare(modules, "masked", lambda: [x], True)
    assert [module.masked(x)[0]._base is None for module in modules] == [False, False]


def test_what_torch_refuses_einx_tells_in_its_own_words(modules):
    compare(modules, "refused", lambda: [torch.ones(3, 5, 5)], None)


def test_a_backend_that_is_chosen_is_noticed(modules):
    import einx._src.frontend.backend

    einx._src.frontend.backend.registry.state.use_stack.append("chosen")
    try:
        compare(modules, "reduced", lambda: [torch.ones(3, 6, 4)], False)
    finally:
        einx._src.frontend.backend.registry.state.use_stack.pop()
