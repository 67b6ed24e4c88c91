"""An nn.Module: layer norm, two linear layers with GELU between them, and a residual connection."""

import torch
from torch import nn


class FeedForward(nn.Module):
    def __init__(self, width, factor=4):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.grow = nn.Linear(width, factor * width)
        self.activation = nn.GELU()
        self.shrink = nn.Linear(factor * width, width)

    def forward(self, x):
        return x + self.shrink(self.activation(self.grow(self.norm(x))))


if __name__ == "__main__":
    block = FeedForward(64).eval()
    with torch.no_grad():
        print(block(torch.randn(8, 64)))
