"""A statement that only Python can run, between two compiled segments."""

import torch


def announce(a):
    b = torch.tanh(a) * 2 + 1
    print("half way")
    return torch.sigmoid(b) + b * a


if __name__ == "__main__":
    print(announce(torch.randn(16)))
