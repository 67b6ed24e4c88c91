"""nn.DataParallel without devices but the CPU calls the module that it holds."""

import pytest
import torch
from harness import check, program
from table import randn

PARALLEL = program(
    "data_parallel",
    """
import torch
from torch import nn

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.DataParallel(nn.Sequential(nn.Linear(4, 3), nn.ReLU()))
        self.second = nn.Linear(3, 2)

    def forward(self, x, scale=1.0):
        return self.second(self.first(x)) * scale


net = Net().eval()
held = nn.DataParallel(net)
on_one = nn.DataParallel(Net().eval(), device_ids=[0])


def inside(x):
    return net(x) + 1


def around(x):
    return held(x, scale=2.0)


def held_module(x):
    return held.module(x) * 2


def given_devices(x):
    return on_one(x) * 2


def devices():
    return held.device_ids, len(held.state_dict())


if __name__ == "__main__":
    with torch.no_grad():
        x = torch.randn(2, 4)
        inside(x), around(x), held_module(x), given_devices(x), devices()
""",
)


@pytest.mark.parametrize("batch", [1, 2, 5])
@pytest.mark.parametrize("name", ["inside", "around", "held_module", "given_devices"])
def test_modules_that_are_held(name, batch):
    check(PARALLEL.load(), name, lambda: (randn(batch, 4),), context=torch.no_grad, expect="whole")


def test_what_it_has():
    check(PARALLEL.load(), "devices", lambda: ())
    for name in ("inside", "around"):
        check(PARALLEL.load(), name, lambda: (randn(2, 4).requires_grad_(),))
