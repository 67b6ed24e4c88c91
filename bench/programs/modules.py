"""Ordinary nn.Modules: attention, convolution, normalisation, mixers."""

import math
from dataclasses import dataclass
from typing import List, Optional, Tuple

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class EncoderConfig:
    vocab: int = 128
    dim: int = 64
    heads: int = 4
    layers: int = 3
    hidden: int = 128
    max_len: int = 64
    dropout: float = 0.1
    eps: float = 1e-5


class RMSNorm(nn.Module):
    def __init__(self, dim: int, eps: float = 1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        scale = torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)
        return x * scale * self.weight


class SelfAttention(nn.Module):
    def __init__(self, dim, heads, dropout=0.0):
        super().__init__()
        assert dim % heads == 0
        self.heads = heads
        self.head_dim = dim // heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.drop = nn.Dropout(dropout)

    def forward(self, x, mask: Optional[torch.Tensor] = None):
        b, t, c = x.shape
        q, k, v = self.qkv(x).split(c, dim=-1)
        q = q.view(b, t, self.heads, self.head_dim).transpose(1, 2)
        k = k.view(b, t, self.heads, self.head_dim).transpose(1, 2)
        v = v.view(b, t, self.heads, self.head_dim).transpose(1, 2)
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.head_dim)
        if mask is not None:
            scores = scores.masked_fill(mask == 0, float("-inf"))
        weights = self.drop(F.softmax(scores, dim=-1))
        y = (weights @ v).transpose(1, 2).reshape(b, t, c)
        return self.out(y)


class FeedForward(nn.Module):
    def __init__(self, dim, hidden, dropout=0.0):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, hidden), nn.GELU(), nn.Linear(hidden, dim), nn.Dropout(dropout))

    def forward(self, x):
        return self.net(x)


class EncoderBlock(nn.Module):
    def __init__(self, cfg: EncoderConfig):
        super().__init__()
        self.norm1 = nn.LayerNorm(cfg.dim, eps=cfg.eps)
        self.attn = SelfAttention(cfg.dim, cfg.heads, cfg.dropout)
        self.norm2 = nn.LayerNorm(cfg.dim, eps=cfg.eps)
        self.ff = FeedForward(cfg.dim, cfg.hidden, cfg.dropout)

    def forward(self, x, mask=None):
        x = x + self.attn(self.norm1(x), mask)
        return x + self.ff(self.norm2(x))


class Encoder(nn.Module):
    def __init__(self, cfg: EncoderConfig):
        super().__init__()
        self.cfg = cfg
        self.tok = nn.Embedding(cfg.vocab, cfg.dim)
        self.pos = nn.Parameter(torch.zeros(1, cfg.max_len, cfg.dim))
        self.blocks = nn.ModuleList([EncoderBlock(cfg) for _ in range(cfg.layers)])
        self.norm = RMSNorm(cfg.dim)
        self.head = nn.Linear(cfg.dim, cfg.vocab, bias=False)

    def forward(self, ids, mask=None):
        b, t = ids.shape
        x = self.tok(ids) + self.pos[:, :t]
        for block in self.blocks:
            x = block(x, mask)
        return self.head(self.norm(x))


class ConvBlock(nn.Module):
    def __init__(self, cin, cout, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2d(cin, cout, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(cout)
        self.conv2 = nn.Conv2d(cout, cout, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(cout)
        if stride != 1 or cin != cout:
            self.skip = nn.Sequential(nn.Conv2d(cin, cout, 1, stride, bias=False), nn.BatchNorm2d(cout))
        else:
            self.skip = nn.Identity()

    def forward(self, x):
        y = F.relu(self.bn1(self.conv1(x)))
        y = self.bn2(self.conv2(y))
        return F.relu(y + self.skip(x))


class SmallResNet(nn.Module):
    def __init__(self, classes=10, width=8):
        super().__init__()
        self.stem = nn.Conv2d(3, width, 3, 1, 1, bias=False)
        self.layer1 = nn.Sequential(ConvBlock(width, width), ConvBlock(width, width))
        self.layer2 = nn.Sequential(ConvBlock(width, 2 * width, 2), ConvBlock(2 * width, 2 * width))
        self.fc = nn.Linear(2 * width, classes)

    def forward(self, x):
        x = F.relu(self.stem(x))
        x = self.layer1(x)
        x = self.layer2(x)
        x = F.adaptive_avg_pool2d(x, 1).flatten(1)
        return self.fc(x)


class SqueezeExcite(nn.Module):
    def __init__(self, channels, ratio=4):
        super().__init__()
        self.down = nn.Conv2d(channels, channels // ratio, 1)
        self.up = nn.Conv2d(channels // ratio, channels, 1)

    def forward(self, x):
        s = x.mean((2, 3), keepdim=True)
        s = torch.sigmoid(self.up(F.silu(self.down(s))))
        return x * s


class MBConv(nn.Module):
    def __init__(self, cin, cout, expand=4, stride=1):
        super().__init__()
        mid = cin * expand
        self.use_skip = stride == 1 and cin == cout
        self.expand = nn.Sequential(nn.Conv2d(cin, mid, 1, bias=False), nn.BatchNorm2d(mid), nn.SiLU())
        self.depth = nn.Sequential(
            nn.Conv2d(mid, mid, 3, stride, 1, groups=mid, bias=False), nn.BatchNorm2d(mid), nn.SiLU()
        )
        self.se = SqueezeExcite(mid)
        self.project = nn.Sequential(nn.Conv2d(mid, cout, 1, bias=False), nn.BatchNorm2d(cout))

    def forward(self, x):
        y = self.project(self.se(self.depth(self.expand(x))))
        return x + y if self.use_skip else y


class MobileNet(nn.Module):
    def __init__(self, classes=5):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1, bias=False), nn.BatchNorm2d(8), nn.SiLU())
        self.body = nn.Sequential(MBConv(8, 8), MBConv(8, 16, stride=2), MBConv(16, 16))
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.classifier = nn.Linear(16, classes)

    def forward(self, x):
        x = self.body(self.stem(x))
        return self.classifier(torch.flatten(self.pool(x), 1))


class GRUCellByHand(nn.Module):
    def __init__(self, n_in, n_hidden):
        super().__init__()
        self.x2h = nn.Linear(n_in, 3 * n_hidden)
        self.h2h = nn.Linear(n_hidden, 3 * n_hidden)

    def forward(self, x, h):
        xr, xz, xn = self.x2h(x).chunk(3, -1)
        hr, hz, hn = self.h2h(h).chunk(3, -1)
        r = torch.sigmoid(xr + hr)
        z = torch.sigmoid(xz + hz)
        n = torch.tanh(xn + r * hn)
        return (1 - z) * n + z * h


class Tagger(nn.Module):
    def __init__(self, vocab=50, dim=16, hidden=24, tags=7):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.cell = GRUCellByHand(dim, hidden)
        self.out = nn.Linear(hidden, tags)
        self.hidden = hidden

    def forward(self, ids):
        x = self.emb(ids)
        h = x.new_zeros(x.shape[0], self.hidden)
        states = []
        for t in range(x.shape[1]):
            h = self.cell(x[:, t], h)
            states.append(h)
        return self.out(torch.stack(states, 1)).log_softmax(-1)


class VAE(nn.Module):
    def __init__(self, n=32, hidden=24, latent=6):
        super().__init__()
        self.enc = nn.Linear(n, hidden)
        self.mu = nn.Linear(hidden, latent)
        self.logvar = nn.Linear(hidden, latent)
        self.dec = nn.Sequential(nn.Linear(latent, hidden), nn.ReLU(), nn.Linear(hidden, n))

    def encode(self, x):
        h = torch.relu(self.enc(x))
        return self.mu(h), self.logvar(h)

    def decode(self, z):
        return torch.sigmoid(self.dec(z))

    def forward(self, x, noise):
        mu, logvar = self.encode(x)
        z = mu + noise * torch.exp(0.5 * logvar)
        rec = self.decode(z)
        kl = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
        return rec, kl / x.shape[0]


class MixerBlock(nn.Module):
    def __init__(self, tokens, dim, hidden):
        super().__init__()
        self.norm1 = nn.LayerNorm(dim)
        self.token_mix = nn.Sequential(nn.Linear(tokens, hidden), nn.GELU(), nn.Linear(hidden, tokens))
        self.norm2 = nn.LayerNorm(dim)
        self.channel_mix = nn.Sequential(nn.Linear(dim, hidden), nn.GELU(), nn.Linear(hidden, dim))

    def forward(self, x):
        x = x + self.token_mix(self.norm1(x).transpose(1, 2)).transpose(1, 2)
        return x + self.channel_mix(self.norm2(x))


class Mixer(nn.Module):
    def __init__(self, size=16, patch=4, dim=32, depth=2, classes=10):
        super().__init__()
        self.embed = nn.Conv2d(3, dim, patch, patch)
        tokens = (size // patch) ** 2
        self.blocks = nn.Sequential(*[MixerBlock(tokens, dim, 64) for _ in range(depth)])
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, classes)

    def forward(self, x):
        x = self.embed(x).flatten(2).transpose(1, 2)
        x = self.norm(self.blocks(x))
        return self.head(x.mean(1))


class GraphConv(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_in, n_out) * 0.1)
        self.bias = nn.Parameter(torch.zeros(n_out))

    def forward(self, x, adj):
        degree = adj.sum(-1).clamp(min=1.0)
        norm = degree.pow(-0.5)
        a = norm.unsqueeze(-1) * adj * norm.unsqueeze(0)
        return a @ (x @ self.weight) + self.bias


class GCN(nn.Module):
    def __init__(self, n_in=8, hidden=16, classes=3):
        super().__init__()
        self.conv1 = GraphConv(n_in, hidden)
        self.conv2 = GraphConv(hidden, classes)

    def forward(self, x, adj):
        x = F.relu(self.conv1(x, adj))
        x = F.dropout(x, 0.5, self.training)
        return F.log_softmax(self.conv2(x, adj), dim=1)


class MoE(nn.Module):
    def __init__(self, dim=16, experts=4, k=2):
        super().__init__()
        self.gate = nn.Linear(dim, experts)
        self.experts = nn.ModuleList([FeedForward(dim, 2 * dim) for _ in range(experts)])
        self.k = k

    def forward(self, x):
        weights = F.softmax(self.gate(x), dim=-1)
        top, idx = weights.topk(self.k, dim=-1)
        top = top / top.sum(-1, keepdim=True)
        out = torch.zeros_like(x)
        for i, expert in enumerate(self.experts):
            chosen = (idx == i).to(x.dtype)
            out = out + expert(x) * (chosen * top).sum(-1, keepdim=True)
        return out


class LSTMLanguageModel(nn.Module):
    def __init__(self, vocab=40, dim=12, hidden=20):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.i2h = nn.Linear(dim, 4 * hidden)
        self.h2h = nn.Linear(hidden, 4 * hidden, bias=False)
        self.head = nn.Linear(hidden, vocab)
        self.hidden = hidden

    def step(self, x, h, c):
        i, f, g, o = (self.i2h(x) + self.h2h(h)).chunk(4, 1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        h = torch.sigmoid(o) * torch.tanh(c)
        return h, c

    def forward(self, ids, state: Optional[Tuple[torch.Tensor, torch.Tensor]] = None):
        b, t = ids.shape
        x = self.emb(ids)
        if state is None:
            h = x.new_zeros(b, self.hidden)
            c = x.new_zeros(b, self.hidden)
        else:
            h, c = state
        outs = []
        for k in range(t):
            h, c = self.step(x[:, k], h, c)
            outs.append(self.head(h))
        return torch.stack(outs, dim=1), (h, c)


class TwoTower(nn.Module):
    def __init__(self, users=30, items=40, dim=8):
        super().__init__()
        self.users = nn.Embedding(users, dim)
        self.items = nn.Embedding(items, dim)
        self.user_mlp = nn.Sequential(nn.Linear(dim, 16), nn.ReLU(), nn.Linear(16, dim))
        self.item_mlp = nn.Sequential(nn.Linear(dim, 16), nn.ReLU(), nn.Linear(16, dim))

    def forward(self, u, i):
        a = F.normalize(self.user_mlp(self.users(u)), dim=-1)
        b = F.normalize(self.item_mlp(self.items(i)), dim=-1)
        return (a * b).sum(-1)


class TemporalConv(nn.Module):
    def __init__(self, cin, cout, k=3, dilation=1):
        super().__init__()
        self.pad = (k - 1) * dilation
        self.conv = nn.Conv1d(cin, cout, k, dilation=dilation)

    def forward(self, x):
        return F.relu(self.conv(F.pad(x, (self.pad, 0))))


class TCN(nn.Module):
    def __init__(self, cin=4, channels=(8, 8, 16)):
        super().__init__()
        layers: List[nn.Module] = []
        for i, c in enumerate(channels):
            layers.append(TemporalConv(cin, c, dilation=2**i))
            cin = c
        self.net = nn.Sequential(*layers)
        self.head = nn.Linear(cin, 1)

    def forward(self, x):
        return self.head(self.net(x)[:, :, -1])


class DoubleConv(nn.Module):
    def __init__(self, cin, cout):
        super().__init__()
        self.block = nn.Sequential(
            nn.Conv2d(cin, cout, 3, padding=1),
            nn.BatchNorm2d(cout),
            nn.ReLU(),
            nn.Conv2d(cout, cout, 3, padding=1),
            nn.BatchNorm2d(cout),
            nn.ReLU(),
        )

    def forward(self, x):
        return self.block(x)


class UNet(nn.Module):
    def __init__(self, cin=1, classes=2, width=8):
        super().__init__()
        self.down1 = DoubleConv(cin, width)
        self.down2 = DoubleConv(width, 2 * width)
        self.up = nn.ConvTranspose2d(2 * width, width, 2, 2)
        self.merge = DoubleConv(2 * width, width)
        self.out = nn.Conv2d(width, classes, 1)

    def forward(self, x):
        a = self.down1(x)
        b = self.down2(F.max_pool2d(a, 2))
        y = torch.cat((a, self.up(b)), 1)
        return self.out(self.merge(y))


class CrossAttention(nn.Module):
    def __init__(self, dim=16, heads=2):
        super().__init__()
        self.q = nn.Linear(dim, dim)
        self.kv = nn.Linear(dim, 2 * dim)
        self.proj = nn.Linear(dim, dim)
        self.heads = heads

    def forward(self, x, context):
        b, n, c = x.shape
        m = context.size(1)
        q = self.q(x).view(b, n, self.heads, -1).transpose(1, 2)
        k, v = self.kv(context).chunk(2, -1)
        k = k.view(b, m, self.heads, -1).transpose(1, 2)
        v = v.view(b, m, self.heads, -1).transpose(1, 2)
        y = F.scaled_dot_product_attention(q, k, v)
        return self.proj(y.transpose(1, 2).reshape(b, n, c))


def causal_mask(t):
    return torch.tril(torch.ones(t, t, dtype=torch.bool)).view(1, 1, t, t)


def main():
    torch.manual_seed(0)
    with torch.no_grad():
        cfg = EncoderConfig()
        encoder = Encoder(cfg).eval()
        ids = torch.randint(0, cfg.vocab, (2, 16))
        print(encoder(ids, causal_mask(16)).shape)
        resnet = SmallResNet().eval()
        print(resnet(torch.randn(2, 3, 16, 16)).shape)
        mobile = MobileNet().eval()
        print(mobile(torch.randn(2, 3, 16, 16)).shape)
        tagger = Tagger().eval()
        print(tagger(torch.randint(0, 50, (3, 9))).shape)
        vae = VAE().eval()
        print(vae(torch.randn(4, 32), torch.randn(4, 6))[1])
        mixer = Mixer().eval()
        print(mixer(torch.randn(2, 3, 16, 16)).shape)
        gcn = GCN().eval()
        print(gcn(torch.randn(6, 8), torch.rand(6, 6)).shape)
        moe = MoE().eval()
        print(moe(torch.randn(5, 16)).shape)
        lm = LSTMLanguageModel().eval()
        print(lm(torch.randint(0, 40, (2, 7)))[0].shape)
        two = TwoTower().eval()
        print(two(torch.tensor([1, 2]), torch.tensor([3, 4])).shape)
        tcn = TCN().eval()
        print(tcn(torch.randn(2, 4, 20)).shape)
        unet = UNet().eval()
        print(unet(torch.randn(1, 1, 16, 16)).shape)
        cross = CrossAttention().eval()
        print(cross(torch.randn(2, 5, 16), torch.randn(2, 9, 16)).shape)


if __name__ == "__main__":
    main()
