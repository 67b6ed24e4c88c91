"""Reductions along rows that are used right away: each row stays in the cache."""

import torch
import torch.nn.functional as F


def row_softmax(x):
    return torch.softmax(x, dim=-1)


def row_layer_norm(x, weight, bias):
    return F.layer_norm(x, (x.shape[-1],), weight, bias)


if __name__ == "__main__":
    print(row_softmax(torch.randn(4096, 1024)))
    print(row_layer_norm(torch.randn(4096, 1024), torch.ones(1024), torch.zeros(1024)))
