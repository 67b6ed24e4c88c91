"""Type promotion, broadcasting and comparisons, as torch defines them."""

import torch


def blend(x, y, ratio):
    return torch.where(x > y, x * ratio, y * (1 - ratio))


def centre(counts):
    mean = counts.sum() / counts.numel()
    return counts - mean


if __name__ == "__main__":
    print(blend(torch.randn(8, 1), torch.randn(5), 0.25))
    print(centre(torch.arange(12)))
