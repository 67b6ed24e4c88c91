"""Sizes of tensors used as numbers: they stay symbols, and a branch on them becomes a branch in C."""

import torch


def weigh_by_rows(a, b):
    return a.shape[0] * a * b


def small_or_large(a, b):
    if a.shape[0] * 2 < 16:
        return a + b
    return a * b


if __name__ == "__main__":
    print(weigh_by_rows(torch.randn(4, 3), torch.randn(4, 3)))
    print(small_or_large(torch.randn(10), torch.randn(10)))
