"""A residual network for images, with BatchNorm: any number of blocks, widths and classes."""

import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    """Two convolutions and a way around them; the way is a convolution of its own where the sizes change."""

    def __init__(self, inputs, outputs, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(outputs)
        self.around = None
        if stride != 1 or inputs != outputs:
            self.around = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x):
        y = F.relu(self.norm1(self.conv1(x)))
        y = self.norm2(self.conv2(y))
        around = x if self.around is None else self.around(x)
        return F.relu(y + around)


class ResNet(nn.Module):
    def __init__(self, widths=(8, 16), depth=2, classes=10):
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, widths[0], 3, padding=1, bias=False), nn.BatchNorm2d(widths[0]), nn.ReLU()
        )
        blocks = []
        inputs = widths[0]
        for stage, width in enumerate(widths):
            for index in range(depth):
                blocks.append(Block(inputs, width, 2 if stage > 0 and index == 0 else 1))
                inputs = width
        self.blocks = nn.Sequential(*blocks)
        self.head = nn.Linear(inputs, classes)

    def forward(self, images):
        x = self.blocks(self.stem(images))
        x = F.adaptive_avg_pool2d(x, 1).flatten(1)
        return self.head(x)


if __name__ == "__main__":
    model = ResNet().eval()
    with torch.no_grad():
        print(model(torch.randn(2, 3, 16, 16)).shape)
