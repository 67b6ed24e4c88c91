"""A step of a diffusion model: a small U-Net whose blocks know the time, with attention in the middle."""

import math

import torch
import torch.nn.functional as F
from torch import nn


def time_features(time, width):
    """Sines and cosines of the time, one pair a frequency."""
    half = width // 2
    frequencies = torch.exp(torch.arange(half, dtype=torch.float32) * (-math.log(10000.0) / half))
    angles = time.float()[:, None] * frequencies[None, :]
    return torch.cat([angles.sin(), angles.cos()], dim=1)


class Block(nn.Module):
    def __init__(self, inputs, outputs, time_width, groups=4):
        super().__init__()
        self.norm1 = nn.GroupNorm(groups, inputs)
        self.conv1 = nn.Conv2d(inputs, outputs, 3, padding=1)
        self.time = nn.Linear(time_width, outputs)
        self.norm2 = nn.GroupNorm(groups, outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, padding=1)
        self.around = nn.Conv2d(inputs, outputs, 1) if inputs != outputs else nn.Identity()

    def forward(self, x, time):
        h = self.conv1(F.silu(self.norm1(x)))
        h = h + self.time(F.silu(time))[:, :, None, None]
        h = self.conv2(F.silu(self.norm2(h)))
        return h + self.around(x)


class Attention(nn.Module):
    def __init__(self, width, heads=2, groups=4):
        super().__init__()
        self.heads = heads
        self.norm = nn.GroupNorm(groups, width)
        self.qkv = nn.Conv2d(width, 3 * width, 1)
        self.out = nn.Conv2d(width, width, 1)

    def forward(self, x):
        b, c, h, w = x.shape
        q, k, v = self.qkv(self.norm(x)).view(b, 3, self.heads, c // self.heads, h * w).transpose(3, 4).unbind(1)
        y = F.scaled_dot_product_attention(q, k, v)
        return x + self.out(y.transpose(2, 3).reshape(b, c, h, w))


class UNet(nn.Module):
    def __init__(self, channels=3, width=8, time_width=16):
        super().__init__()
        self.time_width = time_width
        self.time = nn.Sequential(nn.Linear(time_width, time_width), nn.SiLU(), nn.Linear(time_width, time_width))
        self.enter = nn.Conv2d(channels, width, 3, padding=1)
        self.down = Block(width, 2 * width, time_width)
        self.shrink = nn.Conv2d(2 * width, 2 * width, 3, stride=2, padding=1)
        self.middle = Block(2 * width, 2 * width, time_width)
        self.attention = Attention(2 * width)
        self.up = Block(4 * width, width, time_width)
        self.leave = nn.Conv2d(width, channels, 3, padding=1)

    def forward(self, image, time):
        t = self.time(time_features(time, self.time_width).to(image.dtype))
        skip = self.down(self.enter(image), t)
        x = self.attention(self.middle(self.shrink(skip), t))
        x = F.interpolate(x, scale_factor=2, mode="nearest")
        return self.leave(F.silu(self.up(torch.cat([x, skip], dim=1), t)))


if __name__ == "__main__":
    with torch.no_grad():
        print(UNet().eval()(torch.randn(2, 3, 16, 16), torch.tensor([3, 700])).shape)
