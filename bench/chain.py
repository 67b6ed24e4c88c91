"""What checking a module costs: a chain of modules with two parameters each, and next to no arithmetic.

Built and timed by figures.py; the difference between two depths is what a parameter costs in a call.
"""

import torch
from torch import nn


class Affine(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.bias = nn.Parameter(torch.zeros(width))

    def forward(self, x):
        return x * self.weight + self.bias


class Chain(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.links = nn.ModuleList(Affine(width) for _ in range(depth))

    def forward(self, x):
        x = x + 1
        for link in self.links:
            x = link(x)
        return x


if __name__ == "__main__":
    with torch.no_grad():
        print(Chain(4, 3)(torch.zeros(1, 4)))
