"""A GPT: one compiled class for every depth, width, batch and length, with and without targets."""

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn


@dataclass
class Config:
    vocabulary: int = 128
    context: int = 128
    layers: int = 4
    heads: int = 4
    width: int = 64
    bias: bool = True
    dropout: float = 0.0


class CausalAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.heads = config.heads
        self.qkv = nn.Linear(config.width, 3 * config.width, bias=config.bias)
        self.out = nn.Linear(config.width, config.width, bias=config.bias)
        self.drop = nn.Dropout(config.dropout)
        visible = torch.ones(config.context, config.context, dtype=torch.bool).tril()
        self.register_buffer("visible", visible, persistent=False)

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = (
            part.view(b, t, self.heads, c // self.heads).transpose(1, 2) for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.transpose(-2, -1) / math.sqrt(c // self.heads)
        scores = scores.masked_fill(~self.visible[:t, :t], float("-inf"))
        mixed = self.drop(F.softmax(scores, dim=-1)) @ v
        return self.drop(self.out(mixed.transpose(1, 2).reshape(b, t, c)))


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.norm_1 = nn.LayerNorm(config.width, bias=config.bias)
        self.attention = CausalAttention(config)
        self.norm_2 = nn.LayerNorm(config.width, bias=config.bias)
        self.mlp = nn.Sequential(
            nn.Linear(config.width, 4 * config.width, bias=config.bias),
            nn.GELU(),
            nn.Linear(4 * config.width, config.width, bias=config.bias),
            nn.Dropout(config.dropout),
        )

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.mlp(self.norm_2(x))


class GPT(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.tokens = nn.Embedding(config.vocabulary, config.width)
        self.positions = nn.Embedding(config.context, config.width)
        self.drop = nn.Dropout(config.dropout)
        self.blocks = nn.ModuleList(Block(config) for _ in range(config.layers))
        self.norm = nn.LayerNorm(config.width, bias=config.bias)
        self.head = nn.Linear(config.width, config.vocabulary, bias=False)
        self.head.weight = self.tokens.weight

    def forward(self, tokens, targets=None):
        b, t = tokens.shape
        if t > self.config.context:
            raise ValueError(f"{t} tokens do not fit into a context of {self.config.context}")
        x = self.drop(self.tokens(tokens) + self.positions(torch.arange(t, device=tokens.device)))
        for block in self.blocks:
            x = block(x)
        x = self.norm(x)
        if targets is None:
            return self.head(x[:, -1:]), None
        logits = self.head(x)
        loss = F.cross_entropy(logits.view(b * t, -1), targets.view(-1), ignore_index=-1)
        return logits, loss


if __name__ == "__main__":
    torch.manual_seed(0)
    model = GPT(Config()).eval()
    text = torch.randint(0, 128, (2, 16))
    with torch.no_grad():
        print("next:", model(text)[0].argmax(-1).flatten().tolist())
        print("loss:", round(float(model(text, text)[1]), 2))
