"""torch.distributions.kl_divergence(): what is registered for two classes, and what a program registers later."""

import pytest
import torch
from harness import check, program
from table import randn
from torch.distributions import Normal, kl_divergence
from torch.distributions.kl import _KL_MEMOIZE, _KL_REGISTRY, register_kl

SOURCE = """
import torch
from torch.distributions import Bernoulli, Beta, Categorical, Dirichlet, Exponential, Gamma, Independent, Laplace
from torch.distributions import LogNormal, Normal, Uniform, kl_divergence


def normals(a, b):
    return kl_divergence(Normal(a, b), Normal(b, a + 1))


def categories(a, b):
    return kl_divergence(Categorical(logits=a), Categorical(logits=b)), kl_divergence(Bernoulli(a / 4), Bernoulli(b / 4))


def positive(a, b):
    return kl_divergence(Beta(a, b), Beta(b, a)), kl_divergence(Gamma(a, b), Exponential(b))


def rows(a, b):
    return kl_divergence(Dirichlet(a), Dirichlet(b)), kl_divergence(Independent(Normal(a, b), 1), Independent(Normal(b, a), 1))


def others(a, b):
    return kl_divergence(Laplace(a, b), Laplace(b, a)), kl_divergence(Uniform(a, a + b), Normal(a, b))


def of_bases(a, b):
    return kl_divergence(LogNormal(a, b), LogNormal(b, a))


def unregistered(a, b):
    return kl_divergence(Bernoulli(a / 4), Normal(a, b))


if __name__ == "__main__":
    for function in (normals, categories, positive, rows, others, of_bases, unregistered):
        function(torch.rand(2, 3) + 1, torch.rand(2, 3) + 1)
"""
built = program("divergences", SOURCE, args=["--force"], flags="-O0")


def parameters():
    return [randn(2, 3).abs() + 0.5, randn(2, 3, seed=1).abs() + 0.5]


@pytest.mark.parametrize("name", ["normals", "categories", "positive", "rows", "others"])
def test_registered_for_both_classes(name):
    check(built.load(), name, parameters, expect="whole")


@pytest.mark.parametrize("name", ["of_bases", "unregistered"])
def test_what_python_looks_for(name):
    check(built.load(), name, parameters)


def test_what_is_registered_later_holds():
    pair = built.load()
    before = _KL_REGISTRY[Normal, Normal]
    check(pair, "normals", parameters, expect="whole")
    try:
        register_kl(Normal, Normal)(lambda p, q: p.loc - q.loc)
        check(pair, "normals", parameters)
    finally:
        _KL_REGISTRY[Normal, Normal] = before
        _KL_MEMOIZE.clear()
    check(pair, "normals", parameters, expect="whole")


def test_what_has_run_in_python_before_does_not_matter():
    kl_divergence(Normal(torch.zeros(2), torch.ones(2)), Normal(torch.ones(2), torch.ones(2)))
    check(built.load(), "normals", parameters, expect="whole")
