"""A recommender: bags of items by nn.EmbeddingBag, numbers by an MLP, and the products of all pairs of them."""

import torch
from torch import nn


class Recommender(nn.Module):
    def __init__(self, tables=(30, 20, 10), width=8, numbers=5):
        super().__init__()
        self.bags = nn.ModuleList([nn.EmbeddingBag(rows, width, mode="sum") for rows in tables])
        self.bottom = nn.Sequential(nn.Linear(numbers, 16), nn.ReLU(), nn.Linear(16, width), nn.ReLU())
        count = len(tables) + 1
        pairs = [(i, j) for i in range(count) for j in range(i)]
        self.register_buffer("left", torch.tensor([i for i, _ in pairs]), persistent=False)
        self.register_buffer("right", torch.tensor([j for _, j in pairs]), persistent=False)
        self.top = nn.Sequential(nn.Linear(width + len(pairs), 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, numbers, first, second, third):
        dense = self.bottom(numbers)
        features = [dense, self.bags[0](first), self.bags[1](second), self.bags[2](third)]
        stacked = torch.stack(features, dim=1)
        products = stacked @ stacked.transpose(1, 2)
        return torch.sigmoid(self.top(torch.cat([dense, products[:, self.left, self.right]], dim=1)))


def batch(rows):
    return torch.randn(rows, 5), *(torch.randint(0, table, (rows, 4)) for table in (30, 20, 10))


if __name__ == "__main__":
    with torch.no_grad():
        print(Recommender().eval()(*batch(6)).shape)
