"""A Python integer that only selects a branch: both sides are compiled, its value is not assumed."""

import torch


def signed_scale(x, n):
    y = x**2
    if n >= 0:
        return (n + 1) * y
    return y / n


if __name__ == "__main__":
    print(signed_scale(torch.randn(64), 3))
    print(signed_scale(torch.randn(64), -2))
