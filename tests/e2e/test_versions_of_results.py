"""Exact `_version` of what compiled code returns: how often eager has written to it, in loops and branches too."""

import pytest
import torch
from harness import check, program, tensors_in
from table import randn

RESULTS = program(
    "versions_of_results",
    """
import torch


def looped(x, n: int):
    y = torch.zeros_like(x)
    for i in range(n):
        y += x
    return y, y * 2


def rows(x):
    out = torch.empty_like(x)
    for t in range(x.size(0)):
        out[t] = x[t] * t
    return out


def twice(x, n: int):
    y = x.clone()
    y.mul_(2)
    for i in range(n):
        y.add_(1)
        y[0] = 3
    y.sub_(1)
    return y


def one_side(x):
    y = x + 1
    if x.sum() > 0:
        y.mul_(2)
        y.add_(1)
    return y


def nested(x, n: int, m: int):
    y = torch.zeros_like(x)
    for i in range(n):
        for j in range(m):
            y += x[0]
        y[1] = i
    return y


def product_on_one_side(x, n: int):
    y = torch.matmul(x.expand(2, -1, -1), x[0])
    if n > 2:
        y[0] += 1
    return y


def product_in_loop(x, n: int):
    y = torch.einsum("ij,ij->ij", x, x)
    for i in range(n):
        y[0] = i
    return y


def branch_in_loop(x, n: int):
    y = torch.zeros_like(x)
    for i in range(n):
        if x[i, 0] > 0:
            y += 1
    return y


def counted(x):
    y = x.clone()
    while y.sum() < 100:
        y.add_(x.abs() + 1)
    return y


def drawn(x):
    a, b, c = torch.randn(3), torch.rand_like(x), torch.empty(3).normal_()
    d, e = torch.randint(0, 5, (3,)), torch.zeros(3).uniform_(0, 1).add_(1)
    made = torch.full((2, 2), 3.0), torch.arange(5), torch.eye(3), torch.linspace(0, 1, 4), torch.tensor([1, 2])
    return a, b, c, d, e, made, torch.randperm(4), torch.bernoulli(torch.full((3,), 0.5)), torch.rand(2, 2)


def left(x):
    y = torch.zeros_like(x)
    for i in range(x.size(0)):
        y.add_(x[i])
        if y.sum() > 3:
            break
        y.mul_(2)
    return y


def kept(x, n: int):
    y, z = torch.zeros_like(x), x.clone()
    for i in range(n):
        y += 1
    z[0] = 2
    return z, y, y[0], y + z


def both(x, n: int):
    y = torch.zeros_like(x)
    if n > 3:
        for i in range(n):
            y += 1
    else:
        y[0] = 1
    return y


if __name__ == "__main__":
    x = torch.randn(4, 3)
    looped(x, 5)
    rows(x)
    twice(x, 5)
    one_side(x)
    nested(x, 3, 4)
    branch_in_loop(x, 3)
    counted(x)
    left(x)
    drawn(x)
    both(x, 5)
    kept(x, 5)
    product_on_one_side(x, 3)
    product_in_loop(x, 3)
""",
)
X = torch.tensor([[0.4, -1.0, 2.0], [1.0, 0.5, -0.3], [-2.0, 0.1, 0.2], [0.7, 0.8, 0.9]])
CASES = {
    "product_on_one_side": [(X, 2), (X, 3)],
    "product_in_loop": [(X, 0), (X, 2)],
    "looped": [(X, 0), (X, 1), (X, 7)],
    "rows": [(X,), (X[:1],), (X[:0],)],
    "twice": [(X, 0), (X, 1), (X, 4)],
    "one_side": [(X.abs(),), (-X.abs(),)],
    "nested": [(X, 0, 3), (X, 2, 0), (X, 3, 2)],
    "branch_in_loop": [(X, 0), (X, 4)],
    "counted": [(X,), (X + 100,)],
    "left": [(X,), (-X,)],
    "drawn": [(X,)],
    "both": [(X, 2), (X, 3), (X, 6)],
    "kept": [(X, 0), (X, 3)],
}


@pytest.mark.parametrize("name", CASES)
def test_versions(name):
    pair = RESULTS.load()
    for args in CASES[name]:
        if name != "drawn":
            check(pair, name, lambda args=args: (args[0].clone(), *args[1:]), expect="whole")
        versions = []
        for module in (pair.eager, pair.built):
            torch.manual_seed(1)
            result = getattr(module, name)(args[0].clone(), *args[1:])
            versions.append([tensor._version for tensor in tensors_in(result)])
        assert versions[0] == versions[1], args[1:]


def test_versions_under_other_modes():
    """Where gradients are recorded Python runs; inference tensors have no version."""
    pair = RESULTS.load()
    with torch.inference_mode():
        check(pair, "twice", lambda: (randn(4, 3), 3))
        assert [t.shape for t in tensors_in(pair.built.drawn(X))] == [t.shape for t in tensors_in(pair.eager.drawn(X))]
    with torch.enable_grad():
        results = [module.one_side(X.clone().abs().requires_grad_()) for module in (pair.eager, pair.built)]
    assert results[0]._version == results[1]._version


OLDER = program(
    "views_older_than_a_write",
    """
import torch


def before(x):
    v = x.t()
    x[:, ::2].mul_(2)
    return v


def through_itself(x):
    v = x[:2]
    v.mul_(2)
    return v


def after(x):
    x.mul_(2)
    return x.t()


def both(x):
    v = x.t()
    x.add_(1)
    return [x[0], v], {"first": v, "rest": x[1:]}


def of_new(x):
    y = x + 1
    v = y[:2]
    y.mul_(2)
    return y, v, y.t(), v[0], y.detach()


if __name__ == "__main__":
    for f in (before, through_itself, after, both, of_new):
        f(torch.randn(3, 4))
""",
)


@pytest.mark.parametrize("name", ["before", "through_itself", "after", "both", "of_new"])
@pytest.mark.parametrize("shape", [(3, 4), (5, 7)])
def test_views_older_than_a_write(name, shape):
    """A view that was made before a write has another history once its base requires grad."""
    pair = OLDER.load()
    check(pair, name, lambda: (randn(*shape),), expect="whole")
    histories = []
    for module in (pair.eager, pair.built):
        x = randn(*shape)
        with torch.enable_grad():
            result = tensors_in(getattr(module, name)(x))
            (x if name != "of_new" else result[0]).requires_grad_()
            histories.append([(t.requires_grad, type(t.grad_fn), t._version) for t in result] + [x._version])
    assert histories[0] == histories[1]
    with torch.inference_mode():
        check(pair, name, lambda: (randn(*shape),))
