"""`import a.b.c as name` binds the attribute c of a.b, where a function or class hides the module of that name."""

import pytest
import torch
from harness import compare_outcomes, program_with_package, run

SOURCE = """
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.nn.utils.weight_norm as weight_norm
import ops.scale as scale
import ops.shift as shift


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.linear = weight_norm(nn.Linear(4, 3))

    def forward(self, x):
        return F.relu(self.linear(x))


def run(head, x):
    return head(x)


def scaled(x):
    return scale(x) + shift.by(x)


if __name__ == "__main__":
    run(Head().eval(), torch.randn(2, 4))
    scaled(torch.randn(2, 4))
"""
PACKAGE = {
    "ops/__init__.py": "from .scale import scale\n",
    "ops/scale.py": "def scale(x):\n    return x * 3\n",
    "ops/shift.py": "def by(x):\n    return x + 1\n",
}


@pytest.fixture(scope="module")
def modules(tmp_path_factory):
    with program_with_package(tmp_path_factory.mktemp("hidden"), "hidden", PACKAGE, SOURCE) as pair:
        yield pair


@pytest.mark.parametrize("shape", [(3, 4), (1, 4), (2, 5)])
def test_hidden_modules(modules, shape):
    """Weights are normalized by the function that hides torch's module; so is the package's."""
    eager, built = modules
    x = torch.randn(shape, generator=torch.Generator().manual_seed(1))
    with torch.no_grad():
        before = built.__pyaot__.counters()
        compare_outcomes(run(eager.scaled, (x,), {}), run(built.scaled, (x,), {}))
        if shape[1] == 4:
            outcomes = [run(module.run, (module.Head().eval(), x), {}) for module in modules]
            compare_outcomes(*outcomes)
        after = built.__pyaot__.counters()
    assert after["compiled"] == before["compiled"] + 1 + (shape[1] == 4) and after["fallback"] == before["fallback"]
