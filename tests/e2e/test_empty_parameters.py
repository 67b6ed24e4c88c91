"""Arguments that are shown without elements (a model without class tokens) are compiled for what they are."""

import pytest
import torch
from harness import check, program

SOURCE = """
import torch


def encoded(tokens, places, x):
    x = torch.cat((tokens.unsqueeze(0).expand(x.shape[0], -1, -1), x), dim=1)
    return (x + places[: x.shape[1]]).mean(1)


def stacked(c):
    return c.unsqueeze(0).expand(3, -1, -1)


def turned(c):
    return c.unsqueeze(1).expand(-1, 3, -1).transpose(0, 1)


def summed(c):
    return c.expand(2, -1, -1).sum(1)


def both(x, c):
    t = c.expand(x.shape[0], -1, -1)
    return torch.cat((t, x), dim=1), t.transpose(1, 2), t[:, :, :2]


if __name__ == "__main__":
    encoded(torch.randn(0, 4), torch.randn(9, 4), torch.randn(3, 9, 4))
    encoded(torch.randn(2, 4), torch.randn(11, 4), torch.randn(3, 9, 4))
    stacked(torch.randn(0, 4))
    stacked(torch.randn(5, 4))
    turned(torch.randn(3, 0))
    summed(torch.randn(0, 4))
    both(torch.randn(2, 5, 4), torch.randn(1, 0, 4))
"""


@pytest.fixture(scope="module")
def built():
    return program("empty_parameters", SOURCE, args=["--force"], flags="-O0").load()


def filled(*sizes):
    return torch.randn(sizes, generator=torch.Generator().manual_seed(1))


@pytest.mark.parametrize("tokens", [0, 2, 3])
def test_models_with_and_without_tokens(built, tokens):
    def make():
        return filled(tokens, 4), filled(tokens + 9, 4), filled(5, 9, 4)

    check(built, "encoded", make, expect="whole")


@pytest.mark.parametrize(
    ("name", "sizes"),
    [("stacked", (0, 4)), ("stacked", (0, 2)), ("stacked", (2, 3)), ("turned", (2, 0)), ("turned", (3, 0))]
    + [("summed", (0, 4)), ("summed", (0, 7))],
)
def test_views_of_what_is_empty(built, name, sizes):
    check(built, name, lambda: (filled(*sizes),), expect="whole")


@pytest.mark.parametrize("name", ["stacked", "turned", "summed"])
@pytest.mark.parametrize("sizes", [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (0, 2), (3, 1)])
def test_sizes_that_were_not_shown(built, name, sizes):
    check(built, name, lambda: (filled(*sizes),))


def test_what_is_empty_beside_what_is_not(built):
    check(built, "both", lambda: (filled(3, 5, 4), filled(1, 0, 4)), expect="whole")
