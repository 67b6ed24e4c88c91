"""torch.distributions: densities, entropies and samples, with the checks of their arguments."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch
from torch.distributions import Bernoulli, Beta, Binomial, Categorical, Dirichlet, Exponential, Gamma, Independent, Laplace
from torch.distributions import LogNormal, MixtureSameFamily, Normal, StudentT, Uniform


def normal(x, s):
    d = Normal(x, s)
    return d.log_prob(x * 2), d.entropy(), d.cdf(x + 1), d.mean, d.stddev


def unchecked(x, s):
    return Normal(x, s, validate_args=False).log_prob(x + 1).sum(-1)


def squashed(x, s):
    d = Normal(x, s.clamp(max=2))
    u = d.rsample()
    a = torch.tanh(u)
    return a, (d.log_prob(u) - torch.log(1 - a.pow(2) + 1e-3)).sum(-1, keepdim=True)


def categorical(x, s):
    d = Categorical(logits=x)
    actions = x.argmin(-1)
    return d.log_prob(actions), d.entropy(), d.probs, Categorical(s).log_prob(actions)


def sampled(x, s):
    d = Categorical(logits=x)
    actions = d.sample()
    return actions, d.log_prob(actions)


def bernoulli(x, s):
    d = Bernoulli(logits=x)
    return d.log_prob((x > 0).float()), d.entropy(), d.mean


def independent(x, s):
    d = Independent(Normal(x, s), 1)
    return d.log_prob(x - 1), d.entropy()


def uniform(x, s):
    d = Uniform(x, x + s)
    return d.log_prob(x + s / 2), d.entropy(), d.rsample((3,))


def others(x, s):
    return (
        Laplace(x, s).log_prob(x + 1), Exponential(s).log_prob(s), Gamma(s, s).log_prob(s), LogNormal(x, s).log_prob(s),
        StudentT(s + 1).log_prob(x), Beta(s, s).log_prob(torch.sigmoid(x)), Dirichlet(s).log_prob(x.softmax(-1)),
    )


def drawn(x, s):
    beta = Beta(s, s).sample((2,))
    return Gamma(s, s).rsample((3,)), beta, Dirichlet(s).sample(), StudentT(s).rsample(), Binomial(5, beta).sample()


def mixture(x, s):
    return MixtureSameFamily(Categorical(torch.ones_like(s)), Normal(x, s)).log_prob(x[:, 0])
"""
NAMES = [
    "normal",
    "unchecked",
    "squashed",
    "categorical",
    "sampled",
    "bernoulli",
    "independent",
    "uniform",
    "others",
    "drawn",
    "mixture",
]
PROGRAM = harness.program(
    "distributions", SOURCE, [f"{name}(f32[B, N], f32[B, N])" for name in NAMES], args=("--force",), flags="-O0"
)


@pytest.fixture(autouse=True)
def arguments_are_checked():
    """As in a fresh process: whatever uses Dynamo switches the checks off for good."""
    checked = torch.distributions.Distribution._validate_args
    torch.distributions.Distribution.set_default_validate_args(True)
    yield
    torch.distributions.Distribution.set_default_validate_args(checked)


@pytest.mark.parametrize("name", NAMES)
def test_values(name):
    for rows in (4, 3):
        args = lambda rows=rows: (randn(rows, 5), randn(rows, 5, seed=1).abs() + 0.1)  # noqa: E731
        harness.check(PROGRAM.load(), name, args, expect="whole", context=lambda: torch.random.fork_rng(), atol=1e-4)


@pytest.mark.parametrize("name", ["normal", "squashed", "categorical", "uniform", "others"])
def test_arguments_that_are_refused(name):
    harness.check(PROGRAM.load(), name, lambda: (randn(4, 5), -randn(4, 5, seed=1).abs()))
    harness.check(PROGRAM.load(), name, lambda: (randn(4, 5) * float("nan"), randn(4, 5, seed=1).abs() + 0.1))
