"""A chain of pointwise operations: eight passes over memory become one."""

import torch


def smooth_mix(x, w, b):
    return torch.tanh(x * w + b) * torch.sigmoid(x) + torch.exp(-(x**2))


if __name__ == "__main__":
    print(smooth_mix(torch.randn(1024, 4096), torch.randn(4096), torch.randn(4096)))
