"""Numeric helpers: losses, geometry, signal processing, statistics, samplers, with loops."""

import math
from typing import Dict, List, Optional, Tuple

import torch
import torch.nn.functional as F

EPS = 1e-8


def mse(a, b):
    return ((a - b) ** 2).mean()


def mae(a, b):
    return (a - b).abs().mean()


def huber(a, b, delta: float = 1.0):
    d = (a - b).abs()
    quad = torch.clamp(d, max=delta)
    return (0.5 * quad**2 + delta * (d - quad)).mean()


def log_cosh(a, b):
    d = a - b
    return (d + F.softplus(-2.0 * d) - math.log(2.0)).mean()


def focal_loss(logits, targets, gamma: float = 2.0, alpha: float = 0.25):
    p = torch.sigmoid(logits)
    ce = F.binary_cross_entropy_with_logits(logits, targets, reduction="none")
    pt = p * targets + (1 - p) * (1 - targets)
    loss = ce * (1 - pt) ** gamma
    if alpha >= 0:
        loss = (alpha * targets + (1 - alpha) * (1 - targets)) * loss
    return loss.mean()


def dice(pred, target, smooth: float = 1.0):
    p, t = pred.flatten(1), target.flatten(1)
    inter = (p * t).sum(1)
    return 1 - ((2 * inter + smooth) / (p.sum(1) + t.sum(1) + smooth)).mean()


def contrastive(a, b, temperature: float = 0.1):
    a = F.normalize(a, dim=-1)
    b = F.normalize(b, dim=-1)
    logits = a @ b.t() / temperature
    labels = torch.arange(a.shape[0])
    return (F.cross_entropy(logits, labels) + F.cross_entropy(logits.t(), labels)) / 2


def label_smoothing(logits, labels, smoothing: float = 0.1):
    logp = F.log_softmax(logits, dim=-1)
    nll = -logp.gather(1, labels.unsqueeze(1)).squeeze(1)
    return ((1 - smoothing) * nll - smoothing * logp.mean(-1)).mean()


def triplet(anchor, positive, negative, margin: float = 1.0):
    dp = (anchor - positive).pow(2).sum(-1)
    dn = (anchor - negative).pow(2).sum(-1)
    return torch.relu(dp - dn + margin).mean()


def standardize(x, dim: int = -1):
    mean = x.mean(dim, keepdim=True)
    std = x.std(dim, keepdim=True, unbiased=False)
    return (x - mean) / (std + EPS)


def min_max(x):
    lo, hi = x.min(), x.max()
    return (x - lo) / (hi - lo + EPS)


def whiten(x):
    x = x - x.mean(0, keepdim=True)
    cov = x.t() @ x / (x.shape[0] - 1)
    return x / torch.sqrt(torch.diagonal(cov) + EPS)


def moving_average(x, width: int = 3):
    n = x.shape[-1] - width + 1
    total = x[..., :n].clone()
    for i in range(1, width):
        total = total + x[..., i : i + n]
    return total / width


def exponential_average(x, beta: float = 0.9):
    state = torch.zeros_like(x[0])
    out = []
    for t in range(x.shape[0]):
        state = beta * state + (1 - beta) * x[t]
        out.append(state / (1 - beta ** (t + 1)))
    return torch.stack(out)


def discounted(rewards, gamma: float = 0.99):
    out = torch.zeros_like(rewards)
    running = torch.zeros_like(rewards[0])
    for t in range(rewards.shape[0] - 1, -1, -1):
        running = rewards[t] + gamma * running
        out[t] = running
    return out


def gae(rewards, values, gamma: float = 0.99, lam: float = 0.95):
    n = rewards.shape[0]
    adv = torch.zeros_like(rewards)
    last = torch.zeros_like(rewards[0])
    for t in reversed(range(n)):
        delta = rewards[t] + gamma * values[t + 1] - values[t]
        last = delta + gamma * lam * last
        adv[t] = last
    return adv, adv + values[:-1]


def power_iteration(a, steps: int = 10):
    v = torch.ones(a.shape[0], 1)
    for _ in range(steps):
        v = a @ v
        v = v / v.norm()
    return (v.t() @ a @ v).squeeze(), v


def newton_sqrt(x, steps: int = 8):
    y = torch.ones_like(x)
    for _ in range(steps):
        y = 0.5 * (y + x / y)
    return y


def bisect_root(target, lo: float = 0.0, hi: float = 10.0, steps: int = 30):
    a = torch.full_like(target, lo)
    b = torch.full_like(target, hi)
    for _ in range(steps):
        m = (a + b) / 2
        low = m * m * m < target
        a = torch.where(low, m, a)
        b = torch.where(low, b, m)
    return (a + b) / 2


def sinkhorn(cost, reg: float = 0.1, steps: int = 20):
    k = torch.exp(-cost / reg)
    u = torch.ones(cost.shape[0]) / cost.shape[0]
    v = torch.ones(cost.shape[1]) / cost.shape[1]
    r, c = u.clone(), v.clone()
    for _ in range(steps):
        u = r / (k @ v + EPS)
        v = c / (k.t() @ u + EPS)
    return u.unsqueeze(1) * k * v.unsqueeze(0)


def kmeans(points, k: int = 3, steps: int = 5):
    centers = points[:k].clone()
    labels = torch.zeros(points.shape[0], dtype=torch.long)
    for _ in range(steps):
        d = (points.unsqueeze(1) - centers.unsqueeze(0)).pow(2).sum(-1)
        labels = d.argmin(1)
        one_hot = F.one_hot(labels, k).to(points.dtype)
        counts = one_hot.sum(0).clamp(min=1.0)
        centers = one_hot.t() @ points / counts.unsqueeze(1)
    return centers, labels


def pairwise_distance(a, b):
    aa = (a * a).sum(1, keepdim=True)
    bb = (b * b).sum(1, keepdim=True).t()
    return (aa + bb - 2 * a @ b.t()).clamp(min=0).sqrt()


def rbf_kernel(a, b, gamma: float = 0.5):
    return torch.exp(-gamma * pairwise_distance(a, b) ** 2)


def rotation_2d(theta):
    c, s = torch.cos(theta), torch.sin(theta)
    return torch.stack((torch.stack((c, -s), -1), torch.stack((s, c), -1)), -2)


def quaternion_multiply(a, b):
    aw, ax, ay, az = a.unbind(-1)
    bw, bx, by, bz = b.unbind(-1)
    return torch.stack(
        (
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        ),
        -1,
    )


def quaternion_to_matrix(q):
    w, x, y, z = F.normalize(q, dim=-1).unbind(-1)
    rows = [
        1 - 2 * (y * y + z * z),
        2 * (x * y - z * w),
        2 * (x * z + y * w),
        2 * (x * y + z * w),
        1 - 2 * (x * x + z * z),
        2 * (y * z - x * w),
        2 * (x * z - y * w),
        2 * (y * z + x * w),
        1 - 2 * (x * x + y * y),
    ]
    return torch.stack(rows, -1).view(*q.shape[:-1], 3, 3)


def box_area(boxes):
    return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])


def box_iou(a, b):
    lt = torch.max(a[:, None, :2], b[None, :, :2])
    rb = torch.min(a[:, None, 2:], b[None, :, 2:])
    wh = (rb - lt).clamp(min=0)
    inter = wh[..., 0] * wh[..., 1]
    return inter / (box_area(a)[:, None] + box_area(b)[None] - inter + EPS)


def cxcywh_to_xyxy(boxes):
    cx, cy, w, h = boxes.unbind(-1)
    return torch.stack((cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2), -1)


def hann(n: int):
    return 0.5 - 0.5 * torch.cos(2 * math.pi * torch.arange(n, dtype=torch.float32) / n)


def frame_signal(x, size: int = 8, hop: int = 4):
    frames = (x.shape[-1] - size) // hop + 1
    idx = torch.arange(frames).unsqueeze(1) * hop + torch.arange(size).unsqueeze(0)
    return x[..., idx] * hann(size)


def mu_law(x, mu: int = 255):
    m = float(mu)
    y = torch.sign(x) * torch.log1p(m * x.abs()) / math.log1p(m)
    return ((y + 1) / 2 * m + 0.5).to(torch.long)


def sinusoidal(t: int, dim: int):
    pos = torch.arange(t, dtype=torch.float32).unsqueeze(1)
    div = torch.exp(torch.arange(0, dim, 2, dtype=torch.float32) * (-math.log(10000.0) / dim))
    out = torch.zeros(t, dim)
    out[:, 0::2] = torch.sin(pos * div)
    out[:, 1::2] = torch.cos(pos * div)
    return out


def rotary(x, base: float = 10000.0):
    t, d = x.shape[-2], x.shape[-1]
    inv = 1.0 / (base ** (torch.arange(0, d, 2).float() / d))
    angles = torch.outer(torch.arange(t).float(), inv)
    cos, sin = angles.cos(), angles.sin()
    x1, x2 = x[..., ::2], x[..., 1::2]
    return torch.stack((x1 * cos - x2 * sin, x1 * sin + x2 * cos), -1).flatten(-2)


def alibi(heads: int, t: int):
    slopes = torch.tensor([2 ** (-8 * (i + 1) / heads) for i in range(heads)])
    pos = torch.arange(t)
    return slopes.view(-1, 1, 1) * (pos.view(1, 1, -1) - pos.view(1, -1, 1)).float()


def top_k_filter(logits, k: int):
    values, _ = logits.topk(k, dim=-1)
    return logits.masked_fill(logits < values[..., -1:], float("-inf"))


def top_p_filter(logits, p: float = 0.9):
    ordered, idx = logits.sort(dim=-1, descending=True)
    cum = F.softmax(ordered, -1).cumsum(-1)
    drop = cum - F.softmax(ordered, -1) > p
    ordered = ordered.masked_fill(drop, float("-inf"))
    return torch.zeros_like(logits).scatter(-1, idx, ordered)


def beam_scores(logp, steps: int = 4, width: int = 2):
    scores = torch.zeros(width)
    for _ in range(steps):
        total = scores.unsqueeze(1) + logp[:width]
        best, _ = total.flatten().topk(width)
        scores = best
    return scores


def cosine_schedule(steps: int, s: float = 0.008):
    t = torch.linspace(0, 1, steps + 1)
    a = torch.cos((t + s) / (1 + s) * math.pi / 2) ** 2
    a = a / a[0]
    return (1 - a[1:] / a[:-1]).clamp(0.0, 0.999)


def ddpm_step(x, eps, t: int, betas):
    alpha = 1 - betas[t]
    bar = torch.cumprod(1 - betas, 0)[t]
    return (x - betas[t] / torch.sqrt(1 - bar) * eps) / torch.sqrt(alpha)


def sgd_step(params: List[torch.Tensor], grads: List[torch.Tensor], lr: float = 0.1):
    return [p - lr * g for p, g in zip(params, grads)]


def adam_step(p, g, m, v, step: int, lr: float = 1e-3, b1: float = 0.9, b2: float = 0.999):
    m = b1 * m + (1 - b1) * g
    v = b2 * v + (1 - b2) * g * g
    mh = m / (1 - b1**step)
    vh = v / (1 - b2**step)
    return p - lr * mh / (vh.sqrt() + EPS), m, v


def clip_norm(grads: List[torch.Tensor], limit: float = 1.0):
    total = torch.sqrt(sum((g * g).sum() for g in grads))
    scale = torch.clamp(limit / (total + 1e-6), max=1.0)
    return [g * scale for g in grads]


def confusion(pred, target, classes: int = 3):
    idx = target * classes + pred
    return torch.bincount(idx, minlength=classes * classes).view(classes, classes)


def accuracy(logits, target):
    return (logits.argmax(-1) == target).float().mean()


def f1(tp, fp, fn):
    precision = tp / (tp + fp + EPS)
    recall = tp / (tp + fn + EPS)
    return 2 * precision * recall / (precision + recall + EPS)


def psnr(a, b, peak: float = 1.0):
    return 10 * torch.log10(peak**2 / mse(a, b))


def kalman(zs, q: float = 0.01, r: float = 0.1):
    x = torch.zeros_like(zs[0])
    p = torch.ones_like(zs[0])
    out = []
    for i in range(zs.shape[0]):
        p = p + q
        k = p / (p + r)
        x = x + k * (zs[i] - x)
        p = (1 - k) * p
        out.append(x)
    return torch.stack(out)


def lorenz(state, steps: int = 20, dt: float = 0.01):
    x, y, z = state.unbind(-1)
    for _ in range(steps):
        dx = 10.0 * (y - x)
        dy = x * (28.0 - z) - y
        dz = x * y - 8.0 / 3.0 * z
        x, y, z = x + dt * dx, y + dt * dy, z + dt * dz
    return torch.stack((x, y, z), -1)


def life(board, steps: int = 3):
    kernel = torch.ones(1, 1, 3, 3)
    kernel[0, 0, 1, 1] = 0
    for _ in range(steps):
        n = F.conv2d(F.pad(board, (1, 1, 1, 1)), kernel)
        board = ((n == 3) | ((n == 2) & (board > 0))).float()
    return board


def heat(u, steps: int = 10, alpha: float = 0.1):
    for _ in range(steps):
        lap = torch.zeros_like(u)
        lap[1:-1] = u[2:] - 2 * u[1:-1] + u[:-2]
        u = u + alpha * lap
    return u


def viterbi(emissions, transitions):
    score = emissions[0]
    back = []
    for t in range(1, emissions.shape[0]):
        total = score.unsqueeze(1) + transitions
        score, idx = total.max(0)
        score = score + emissions[t]
        back.append(idx)
    return score.max(), torch.stack(back)


def summary(x) -> Dict[str, torch.Tensor]:
    return {"mean": x.mean(), "std": x.std(), "min": x.min(), "max": x.max(), "median": x.median()}


def describe(x, bins: Optional[int] = None) -> Tuple[torch.Tensor, torch.Tensor]:
    s = summary(x)
    stacked = torch.stack([s["mean"], s["std"], s["min"], s["max"]])
    if bins is None:
        return stacked, s["median"]
    return stacked[:bins], s["median"]


def conjugate_gradient(a, b, iterations: int = 10, tolerance: float = 1e-6):
    x = torch.zeros_like(b)
    r = b - a @ x
    p = r
    rs = r.dot(r)
    for _ in range(iterations):
        ap = a @ p
        alpha = rs / p.dot(ap)
        x = x + alpha * p
        r = r - alpha * ap
        new = r.dot(r)
        if new.sqrt() < tolerance:
            break
        p = r + (new / rs) * p
        rs = new
    return x


def ppo_loss(logp, old, advantage, value, target, entropy, clip: float = 0.2, weight: float = 0.5):
    advantage = (advantage - advantage.mean()) / (advantage.std() + EPS)
    ratio = (logp - old).exp()
    policy = -torch.min(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()
    info = {"kl": (old - logp).mean(), "clipped": ((ratio - 1).abs() > clip).float().mean()}
    return policy + weight * F.mse_loss(value, target) - 0.01 * entropy.mean(), info


def mel_filters(size: int, count: int, rate: float):
    def to_mel(f):
        return 2595.0 * math.log10(1.0 + f / 700.0)

    points = torch.linspace(to_mel(0.0), to_mel(rate / 2), count + 2)
    hz = 700.0 * (10.0 ** (points / 2595.0) - 1.0)
    freqs = torch.linspace(0, rate / 2, size // 2 + 1)
    up = (freqs[None] - hz[:-2, None]) / (hz[1:-1] - hz[:-2])[:, None]
    down = (hz[2:, None] - freqs[None]) / (hz[2:] - hz[1:-1])[:, None]
    return torch.minimum(up, down).clamp(min=0)


def repeat_kv(x, times: int):
    if times == 1:
        return x
    b, h, t, d = x.shape
    return x[:, :, None].expand(b, h, times, t, d).reshape(b, h * times, t, d)


def causal_mask(rows: int, columns: int, window: Optional[int] = None):
    at = torch.arange(rows)[:, None] + (columns - rows)
    allowed = torch.arange(columns)[None, :] <= at
    if window is not None:
        allowed = allowed & (torch.arange(columns)[None, :] > at - window)
    return torch.zeros(rows, columns).masked_fill(~allowed, float("-inf"))


def nms(boxes, scores, threshold: float = 0.5):
    order = scores.argsort(descending=True)
    keep = []
    while order.numel() > 0:
        keep.append(order[0])
        if order.numel() == 1:
            break
        overlap = box_iou(boxes[order[0]][None], boxes[order[1:]])[0]
        order = order[1:][overlap <= threshold]
    return torch.stack(keep)


def runge_kutta(s, steps: int = 4, dt: float = 0.01):
    for _ in range(steps):
        k1 = torch.sin(s)
        k2 = torch.sin(s + dt / 2 * k1)
        s = s + dt / 2 * (k1 + k2)
    return s


if __name__ == "__main__":
    torch.manual_seed(0)
    a, b = torch.randn(4, 6), torch.randn(4, 6)
    print(mse(a, b), mae(a, b), huber(a, b), log_cosh(a, b), focal_loss(a, torch.rand(4, 6)))
    print(dice(torch.rand(4, 6), torch.rand(4, 6)), contrastive(a, b), triplet(a, b, -a))
    print(label_smoothing(a, torch.tensor([0, 1, 2, 3])), standardize(a), min_max(a), whiten(a))
    print(moving_average(a), exponential_average(a), discounted(a), gae(a, torch.randn(5, 6)))
    print(power_iteration(a.t() @ a), newton_sqrt(a.abs() + 1), bisect_root(a.abs()))
    print(sinkhorn(a.abs()), kmeans(torch.randn(12, 2)), pairwise_distance(a, b), rbf_kernel(a, b))
    print(rotation_2d(a), quaternion_multiply(torch.randn(3, 4), torch.randn(3, 4)))
    print(quaternion_to_matrix(torch.randn(3, 4)), box_iou(torch.rand(3, 4), torch.rand(2, 4)))
    print(cxcywh_to_xyxy(torch.rand(3, 4)), frame_signal(torch.randn(2, 32)), mu_law(a))
    print(sinusoidal(6, 8), rotary(torch.randn(2, 5, 8)), alibi(4, 6), top_k_filter(a, 3))
    print(top_p_filter(a), beam_scores(torch.randn(2, 9)), cosine_schedule(10))
    print(ddpm_step(a, b, 3, torch.linspace(0.01, 0.1, 8)), sgd_step([a, b], [b, a]))
    print(adam_step(a, b, a, a * a, 3), clip_norm([a, b]), accuracy(a, torch.tensor([0, 1, 2, 3])))
    print(confusion(torch.tensor([0, 1, 2]), torch.tensor([0, 2, 2])), f1(a.abs(), b.abs(), a.abs()))
    print(psnr(a, b), kalman(a), lorenz(torch.ones(2, 3)), life(torch.rand(1, 1, 6, 6).round()))
    print(heat(torch.randn(16)), viterbi(torch.randn(7, 3), torch.randn(3, 3)), describe(a))
    print(conjugate_gradient(a @ a.t() + 6 * torch.eye(4), torch.ones(4)), mel_filters(64, 8, 8000.0))
    print(ppo_loss(a, b, a * 0.1, b, a, b.abs()), repeat_kv(torch.randn(2, 2, 3, 4), 2), causal_mask(3, 5, 2))
    print(nms(torch.rand(5, 4).cumsum(1), torch.rand(5), 0.3), runge_kutta(a))
