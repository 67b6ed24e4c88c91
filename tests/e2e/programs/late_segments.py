"""Functions whose first segment runs in a loop or in a branch; see test_side_effects.py."""

import torch


def in_loop(n, x):
    for i in range(n):
        print("turn")
        x = torch.relu(x) * i + 1
    return x


def in_branch(c, x):
    if c:
        print("yes")
        x = torch.relu(x) * 2 + 1
        print("still")
        x = torch.relu(x) * 3 + 1
    return x


x = torch.ones(3)
in_loop(3, x)
in_branch(True, x)
