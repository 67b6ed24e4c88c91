"""A small decoder-only language model with rotary embeddings, grouped-query attention, a KV cache and sampling."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Dict, List, NamedTuple, Optional, Tuple, Union

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor


@dataclass(frozen=True)
class RopeConfig:
    theta: float = 10000.0
    scaling: Optional[str] = None
    factor: float = 1.0


@dataclass
class ModelConfig:
    vocab_size: int = 256
    dim: int = 64
    n_layers: int = 2
    n_heads: int = 8
    n_kv_heads: int = 2
    hidden_mult: float = 2.6667
    multiple_of: int = 16
    norm_eps: float = 1e-5
    max_len: int = 128
    rope: RopeConfig = field(default_factory=RopeConfig)
    experts: int = 0
    experts_per_token: int = 2
    tie: bool = True
    sliding_window: Optional[int] = None
    logit_cap: Optional[float] = None

    @property
    def head_dim(self) -> int:
        return self.dim // self.n_heads

    def hidden(self) -> int:
        h = int(self.hidden_mult * self.dim)
        return self.multiple_of * ((h + self.multiple_of - 1) // self.multiple_of)


class Output(NamedTuple):
    logits: Tensor
    loss: Optional[Tensor]
    aux: Tensor


def rope_frequencies(dim: int, length: int, cfg: RopeConfig, device=None) -> Tuple[Tensor, Tensor]:
    inv = 1.0 / (cfg.theta ** (torch.arange(0, dim, 2, device=device).float() / dim))
    if cfg.scaling == "linear":
        inv = inv / cfg.factor
    elif cfg.scaling not in (None, "none"):
        raise ValueError(f"unknown rope scaling {cfg.scaling!r}")
    t = torch.arange(length, device=device).float()
    freqs = torch.outer(t, inv)
    emb = torch.cat((freqs, freqs), dim=-1)
    return emb.cos(), emb.sin()


def rotate_half(x: Tensor) -> Tensor:
    x1, x2 = x.chunk(2, dim=-1)
    return torch.cat((-x2, x1), dim=-1)


def apply_rope(q: Tensor, k: Tensor, cos: Tensor, sin: Tensor) -> Tuple[Tensor, Tensor]:
    cos, sin = cos[None, None], sin[None, None]
    return q * cos + rotate_half(q) * sin, k * cos + rotate_half(k) * sin


def repeat_kv(x: Tensor, n: int) -> Tensor:
    if n == 1:
        return x
    b, h, t, d = x.shape
    return x[:, :, None].expand(b, h, n, t, d).reshape(b, h * n, t, d)


def causal_mask(q_len: int, k_len: int, window: Optional[int], dtype: torch.dtype, device=None) -> Tensor:
    offset = k_len - q_len
    rows = torch.arange(q_len, device=device)[:, None] + offset
    cols = torch.arange(k_len, device=device)[None, :]
    allowed = cols <= rows
    if window is not None:
        allowed = allowed & (cols > rows - window)
    mask = torch.zeros(q_len, k_len, dtype=dtype, device=device)
    return mask.masked_fill(~allowed, torch.finfo(dtype).min)


class RMSNorm(nn.Module):
    def __init__(self, dim: int, eps: float = 1e-6) -> None:
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def _norm(self, x: Tensor) -> Tensor:
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)

    def forward(self, x: Tensor) -> Tensor:
        return self._norm(x.float()).type_as(x) * self.weight

    def extra_repr(self) -> str:
        return f"{tuple(self.weight.shape)}, eps={self.eps}"


class KVCache:
    """Keys and values of one layer, appended to in place."""

    def __init__(self, batch: int, heads: int, length: int, dim: int, dtype=torch.float32) -> None:
        self.k = torch.zeros(batch, heads, length, dim, dtype=dtype)
        self.v = torch.zeros(batch, heads, length, dim, dtype=dtype)
        self.used = 0

    def update(self, k: Tensor, v: Tensor) -> Tuple[Tensor, Tensor]:
        end = self.used + k.size(2)
        self.k[:, :, self.used : end] = k
        self.v[:, :, self.used : end] = v
        self.used = end
        return self.k[:, :, :end], self.v[:, :, :end]


class Attention(nn.Module):
    def __init__(self, cfg: ModelConfig) -> None:
        super().__init__()
        self.heads, self.kv_heads, self.head_dim = cfg.n_heads, cfg.n_kv_heads, cfg.head_dim
        self.groups = self.heads // self.kv_heads
        self.window = cfg.sliding_window
        self.wq = nn.Linear(cfg.dim, self.heads * self.head_dim, bias=False)
        self.wk = nn.Linear(cfg.dim, self.kv_heads * self.head_dim, bias=False)
        self.wv = nn.Linear(cfg.dim, self.kv_heads * self.head_dim, bias=False)
        self.wo = nn.Linear(self.heads * self.head_dim, cfg.dim, bias=False)
        self.scale = self.head_dim**-0.5

    def _split(self, x: Tensor, heads: int) -> Tensor:
        b, t, _ = x.shape
        return x.view(b, t, heads, self.head_dim).transpose(1, 2)

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor, cache: Optional[KVCache] = None) -> Tensor:
        b, t, _ = x.shape
        q = self._split(self.wq(x), self.heads)
        k = self._split(self.wk(x), self.kv_heads)
        v = self._split(self.wv(x), self.kv_heads)
        q, k = apply_rope(q, k, cos, sin)
        if cache is not None:
            k, v = cache.update(k, v)
        k, v = repeat_kv(k, self.groups), repeat_kv(v, self.groups)
        scores = torch.matmul(q, k.transpose(2, 3)) * self.scale
        scores = scores + causal_mask(t, k.size(2), self.window, scores.dtype, scores.device)
        weights = F.softmax(scores.float(), dim=-1).type_as(q)
        y = torch.matmul(weights, v)
        return self.wo(y.transpose(1, 2).contiguous().view(b, t, -1))


class SwiGLU(nn.Module):
    def __init__(self, dim: int, hidden: int) -> None:
        super().__init__()
        self.gate = nn.Linear(dim, hidden, bias=False)
        self.up = nn.Linear(dim, hidden, bias=False)
        self.down = nn.Linear(hidden, dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        return self.down(F.silu(self.gate(x)) * self.up(x))


class MoE(nn.Module):
    def __init__(self, cfg: ModelConfig) -> None:
        super().__init__()
        self.top_k = cfg.experts_per_token
        self.router = nn.Linear(cfg.dim, cfg.experts, bias=False)
        self.experts = nn.ModuleList([SwiGLU(cfg.dim, cfg.hidden()) for _ in range(cfg.experts)])

    def forward(self, x: Tensor) -> Tuple[Tensor, Tensor]:
        flat = x.reshape(-1, x.size(-1))
        logits = self.router(flat)
        probs = logits.softmax(-1)
        weight, index = torch.topk(probs, self.top_k, dim=-1)
        weight = weight / weight.sum(-1, keepdim=True)
        out = torch.zeros_like(flat)
        for i, expert in enumerate(self.experts):
            token, slot = torch.where(index == i)
            if token.numel() == 0:
                continue
            out.index_add_(0, token, expert(flat[token]) * weight[token, slot, None])
        load = probs.mean(0)
        balance = (load * load.size(0)).pow(2).mean()
        return out.view_as(x), balance


class Block(nn.Module):
    def __init__(self, cfg: ModelConfig, index: int) -> None:
        super().__init__()
        self.index = index
        self.attn_norm = RMSNorm(cfg.dim, cfg.norm_eps)
        self.attn = Attention(cfg)
        self.ff_norm = RMSNorm(cfg.dim, cfg.norm_eps)
        self.sparse = cfg.experts > 0 and index % 2 == 1
        self.ff = MoE(cfg) if self.sparse else SwiGLU(cfg.dim, cfg.hidden())

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor, cache: Optional[KVCache] = None) -> Tuple[Tensor, Tensor]:
        h = x + self.attn(self.attn_norm(x), cos, sin, cache)
        y = self.ff_norm(h)
        if self.sparse:
            y, aux = self.ff(y)
        else:
            y, aux = self.ff(y), x.new_zeros(())
        return h + y, aux


class LanguageModel(nn.Module):
    def __init__(self, cfg: ModelConfig) -> None:
        super().__init__()
        self.cfg = cfg
        self.embed = nn.Embedding(cfg.vocab_size, cfg.dim)
        self.blocks = nn.ModuleList(Block(cfg, i) for i in range(cfg.n_layers))
        self.norm = RMSNorm(cfg.dim, cfg.norm_eps)
        self.head = nn.Linear(cfg.dim, cfg.vocab_size, bias=False)
        cos, sin = rope_frequencies(cfg.head_dim, cfg.max_len, cfg.rope)
        self.register_buffer("cos", cos, persistent=False)
        self.register_buffer("sin", sin, persistent=False)
        self.apply(self._init)
        if cfg.tie:
            self.head.weight = self.embed.weight

    @staticmethod
    def _init(m: nn.Module) -> None:
        if isinstance(m, nn.Linear):
            nn.init.normal_(m.weight, std=0.02)
            if m.bias is not None:
                nn.init.zeros_(m.bias)
        elif isinstance(m, nn.Embedding):
            nn.init.normal_(m.weight, std=0.02)

    def num_params(self) -> int:
        return sum(p.numel() for p in self.parameters())

    def forward(
        self, tokens: Tensor, targets: Optional[Tensor] = None, caches: Optional[List[KVCache]] = None
    ) -> Output:
        b, t = tokens.shape
        start = caches[0].used if caches is not None else 0
        if start + t > self.cfg.max_len:
            raise ValueError(f"{start + t} positions, but the model has {self.cfg.max_len}")
        x = self.embed(tokens) * math.sqrt(self.cfg.dim)
        cos, sin = self.cos[start : start + t], self.sin[start : start + t]
        aux = x.new_zeros(())
        for i, block in enumerate(self.blocks):
            x, a = block(x, cos, sin, caches[i] if caches is not None else None)
            aux = aux + a
        logits = self.head(self.norm(x))
        if self.cfg.logit_cap is not None:
            logits = self.cfg.logit_cap * torch.tanh(logits / self.cfg.logit_cap)
        loss = None
        if targets is not None:
            loss = F.cross_entropy(logits.view(-1, logits.size(-1)), targets.reshape(-1), ignore_index=-100)
        return Output(logits, loss, aux)

    def make_caches(self, batch: int) -> List[KVCache]:
        c = self.cfg
        return [KVCache(batch, c.n_kv_heads, c.max_len, c.head_dim) for _ in range(c.n_layers)]


def top_k_filter(logits: Tensor, k: int) -> Tensor:
    if k <= 0:
        return logits
    values, _ = torch.topk(logits, min(k, logits.size(-1)))
    return logits.masked_fill(logits < values[..., -1:], float("-inf"))


def top_p_filter(logits: Tensor, p: float) -> Tensor:
    if p >= 1.0:
        return logits
    ordered, order = torch.sort(logits, descending=True, dim=-1)
    cumulative = ordered.softmax(-1).cumsum(-1)
    drop = cumulative - ordered.softmax(-1) > p
    drop = drop.scatter(-1, order, drop)
    return logits.masked_fill(drop, float("-inf"))


def repetition_penalty(logits: Tensor, tokens: Tensor, penalty: float) -> Tensor:
    score = torch.gather(logits, 1, tokens)
    score = torch.where(score < 0, score * penalty, score / penalty)
    return logits.scatter(1, tokens, score)


def choose(logits: Tensor, temperature: float = 1.0, k: int = 0, p: float = 1.0) -> Tensor:
    if temperature == 0.0:
        return logits.argmax(-1, keepdim=True)
    logits = top_p_filter(top_k_filter(logits / temperature, k), p)
    return logits.softmax(-1).argmax(-1, keepdim=True)


@torch.no_grad()
def generate(
    model: LanguageModel,
    prompt: Tensor,
    steps: int,
    temperature: float = 0.0,
    k: int = 0,
    p: float = 1.0,
    penalty: float = 1.0,
    stop: Optional[int] = None,
) -> Tensor:
    caches = model.make_caches(prompt.size(0))
    tokens = prompt
    current = prompt
    done = torch.zeros(prompt.size(0), 1, dtype=torch.bool)
    for _ in range(steps):
        logits = model(current, caches=caches).logits[:, -1]
        if penalty != 1.0:
            logits = repetition_penalty(logits, tokens, penalty)
        current = choose(logits, temperature, k, p)
        if stop is not None:
            current = torch.where(done, torch.full_like(current, stop), current)
            done = done | (current == stop)
        tokens = torch.cat([tokens, current], dim=1)
        if stop is not None and bool(done.all()):
            break
    return tokens


def beam_search(model: LanguageModel, prompt: Tensor, steps: int, width: int = 3) -> Tuple[Tensor, Tensor]:
    beams = prompt.expand(width, -1)
    scores = torch.full((width,), float("-inf"))
    scores[0] = 0.0
    for _ in range(steps):
        logp = F.log_softmax(model(beams).logits[:, -1], dim=-1)
        total = scores[:, None] + logp
        scores, flat = total.view(-1).topk(width)
        parent = torch.div(flat, logp.size(-1), rounding_mode="floor")
        token = flat % logp.size(-1)
        beams = torch.cat([beams[parent], token[:, None]], dim=1)
    return beams, scores


def perplexity(model: LanguageModel, tokens: Tensor, window: int, stride: int) -> Tensor:
    total = tokens.new_zeros((), dtype=torch.float32)
    count = 0
    for begin in range(0, tokens.size(1) - 1, stride):
        end = min(begin + window, tokens.size(1) - 1)
        out = model(tokens[:, begin:end], tokens[:, begin + 1 : end + 1])
        total = total + out.loss * (end - begin)
        count += end - begin
        if end == tokens.size(1) - 1:
            break
    return torch.exp(total / count)


def clip_grads(grads: List[Tensor], limit: float) -> Tuple[List[Tensor], Tensor]:
    norm = torch.sqrt(sum(g.pow(2).sum() for g in grads))
    scale = torch.clamp(limit / (norm + 1e-6), max=1.0)
    return [g * scale for g in grads], norm


class AdamW:
    def __init__(self, params: List[Tensor], lr: float, betas=(0.9, 0.95), eps: float = 1e-8, decay: float = 0.1):
        self.params = list(params)
        self.lr, self.betas, self.eps, self.decay = lr, betas, eps, decay
        self.m = [torch.zeros_like(p) for p in self.params]
        self.v = [torch.zeros_like(p) for p in self.params]
        self.step_count = 0

    @torch.no_grad()
    def step(self, grads: List[Tensor], lr: Optional[float] = None) -> None:
        self.step_count += 1
        lr = self.lr if lr is None else lr
        b1, b2 = self.betas
        c1, c2 = 1 - b1**self.step_count, 1 - b2**self.step_count
        for p, g, m, v in zip(self.params, grads, self.m, self.v):
            m.mul_(b1).add_(g, alpha=1 - b1)
            v.mul_(b2).addcmul_(g, g, value=1 - b2)
            denom = (v / c2).sqrt_().add_(self.eps)
            if p.dim() >= 2:
                p.mul_(1 - lr * self.decay)
            p.addcdiv_(m / c1, denom, value=-lr)


def cosine_lr(step: int, warmup: int, total: int, peak: float, floor: float = 0.1) -> float:
    if step < warmup:
        return peak * (step + 1) / warmup
    ratio = (step - warmup) / max(1, total - warmup)
    return peak * (floor + (1 - floor) * 0.5 * (1 + math.cos(math.pi * min(1.0, ratio))))


class Ema:
    def __init__(self, model: nn.Module, decay: float = 0.99):
        self.decay = decay
        self.shadow: Dict[str, Tensor] = {n: p.detach().clone() for n, p in model.named_parameters()}

    @torch.no_grad()
    def update(self, model: nn.Module) -> None:
        for name, p in model.named_parameters():
            self.shadow[name].lerp_(p.detach(), 1 - self.decay)


def pack(batch: List[Tensor], length: int, pad: int = -100) -> Tuple[Tensor, Tensor]:
    rows, lens = [], []
    for seq in batch:
        seq = seq[:length]
        lens.append(seq.numel())
        rows.append(F.pad(seq, (0, length - seq.numel()), value=pad))
    return torch.stack(rows), torch.tensor(lens)


def token_accuracy(logits: Tensor, targets: Tensor, ignore: int = -100) -> Tensor:
    keep = targets != ignore
    hits = (logits.argmax(-1) == targets) & keep
    return hits.sum().float() / keep.sum().clamp(min=1)


def summarize(stats: Dict[str, Union[float, Tensor]]) -> Dict[str, float]:
    return {k: float(v) if isinstance(v, Tensor) else v for k, v in sorted(stats.items())}


def main() -> None:
    torch.manual_seed(0)
    cfg = ModelConfig(experts=4)
    model = LanguageModel(cfg).eval()
    print("parameters", model.num_params())
    tokens = torch.randint(0, cfg.vocab_size, (2, 17))
    out = model(tokens[:, :-1], tokens[:, 1:])
    print("loss", round(float(out.loss), 4), "aux", round(float(out.aux), 4), tuple(out.logits.shape))
    print("greedy", generate(model, tokens[:, :5], 6).tolist())
    print("sampled", generate(model, tokens[:, :5], 6, temperature=0.8, k=20, p=0.9, penalty=1.2, stop=7).tolist())
    beams, scores = beam_search(model, tokens[:1, :4], 4)
    print("beams", beams.tolist(), [round(s, 3) for s in scores.tolist()])
    print("ppl", round(float(perplexity(model, tokens, 8, 4)), 3))
    dense = LanguageModel(
        ModelConfig(tie=False, sliding_window=4, logit_cap=30.0, rope=RopeConfig(scaling="linear", factor=2.0))
    )
    opt = AdamW(list(dense.parameters()), lr=1e-2)
    ema = Ema(dense)
    for step in range(3):
        loss = dense(tokens[:, :-1], tokens[:, 1:]).loss
        grads = torch.autograd.grad(loss, list(dense.parameters()))
        grads, norm = clip_grads(list(grads), 1.0)
        opt.step(grads, cosine_lr(step, 2, 10, 1e-2))
        ema.update(dense)
        print(step, round(float(loss), 3), round(float(norm), 3))
    rows, lens = pack([torch.arange(5), torch.arange(9), torch.arange(2)], 6)
    print(rows.tolist(), lens.tolist())
    logits = dense(tokens[:, :-1]).logits
    print(summarize({"acc": token_accuracy(logits, tokens[:, 1:]), "lr": cosine_lr(5, 2, 10, 1.0), "n": 3.0}))
    try:
        model(torch.zeros(1, 200, dtype=torch.long))
    except ValueError as e:
        print("error:", e)


if __name__ == "__main__":
    main()
