"""torch.autograd.Variable: a call that programs of old put around tensors gives the tensor without its history."""

import pytest
import torch
from harness import check, program
from table import randn

PAIR = program(
    "variables",
    """
import numpy as np
import torch
from torch import nn
from torch.autograd import Variable


def scaled(x):
    return torch.tanh(Variable(x)) * 2


def written(x):
    y = Variable(x)
    y += torch.sigmoid(y)
    return y


def part(x):
    return Variable(x[1:]), torch.exp(x) * 2


def shifted(x, size: int):
    eye = Variable(torch.from_numpy(np.eye(size).flatten().astype(np.float32))).view(1, size * size)
    flat = Variable(torch.from_numpy(np.array([1, 0, 0, 0, 1, 0, 0, 0, 1]).astype(np.float32))).view(1, 9)
    return torch.relu(x + eye.repeat(x.shape[0], 1)), flat * 2


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRUCell(4, 5)

    def forward(self, x):
        state = Variable(x.data.new(x.shape[0], 5).zero_())
        return self.rnn(x, state)


torch.manual_seed(0)
net = Net()


def with_options(x):
    return torch.tanh(Variable(x, requires_grad=True))


if __name__ == "__main__":
    scaled(torch.ones(3))
    written(torch.ones(3))
    part(torch.ones(3))
    shifted(torch.ones(2, 9), 3)
    net(torch.ones(2, 4))
    with_options(torch.ones(3))
""",
)


@pytest.mark.parametrize("name", ["scaled", "written", "part"])
def test_variables(name):
    pair = PAIR.load()
    check(pair, name, lambda: (randn(5),), expect="whole")
    check(pair, name, lambda: (randn(5).requires_grad_(),))


def test_in_models():
    pair = PAIR.load()
    check(pair, "shifted", lambda: (randn(4, 9), 3), expect="whole")
    check(pair, "net", lambda: (randn(3, 4),), expect="whole", context=torch.no_grad)
    check(pair, "net", lambda: (randn(3, 4),))


def test_options():
    check(PAIR.load(), "with_options", lambda: (randn(5),))
