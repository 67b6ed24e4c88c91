"""A branch on tensor data: the sum is computed, tested and used without leaving C."""

import torch


def sign_gate(a, b):
    x = a / (a.abs() + 1)
    if b.sum() < 0:
        b = -b
    return x * b


if __name__ == "__main__":
    print(sign_gate(torch.randn(10), torch.randn(10)))
