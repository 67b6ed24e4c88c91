"""A text classifier on nn.TransformerEncoder, and the multilayer perceptron at its end."""

import torch
from torch import nn


class MLP(nn.Module):
    def __init__(self, widths=(32, 64, 10), dropout=0.1):
        super().__init__()
        layers = []
        for inputs, outputs in zip(widths[:-2], widths[1:-1]):
            layers += [nn.Linear(inputs, outputs), nn.ReLU(), nn.Dropout(dropout)]
        self.layers = nn.Sequential(*layers, nn.Linear(widths[-2], widths[-1]))

    def forward(self, x):
        return self.layers(x)


class Classifier(nn.Module):
    def __init__(self, words=60, width=32, heads=4, depth=2, longest=40, classes=10):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.places = nn.Embedding(longest, width)
        layer = nn.TransformerEncoderLayer(
            width, heads, 2 * width, batch_first=True, norm_first=True, activation="gelu"
        )
        self.encoder = nn.TransformerEncoder(layer, depth, enable_nested_tensor=False)
        self.norm = nn.LayerNorm(width)
        self.head = MLP((width, 2 * width, classes))

    def forward(self, text, padding=None):
        """`padding` is true at the places of each text that hold no word."""
        places = torch.arange(text.size(1), device=text.device)
        x = self.norm(self.encoder(self.words(text) + self.places(places), src_key_padding_mask=padding))
        if padding is None:
            return self.head(x.mean(dim=1))
        words = (~padding).unsqueeze(-1).to(x.dtype)
        return self.head((x * words).sum(dim=1) / words.sum(dim=1))


if __name__ == "__main__":
    with torch.no_grad():
        text = torch.randint(0, 60, (3, 12))
        print(Classifier().eval()(text).shape)
        print(Classifier().eval()(text, torch.arange(12) >= torch.tensor([[12], [7], [10]])).shape)
        print(MLP().eval()(torch.randn(5, 32)).shape)
