"""Small functions of one to three operators, for the table of bench/operators.py: each must be no slower than eager."""

import torch
import torch.nn.functional as F


def sum_last(x):
    return x.sum(-1)


def sum_first(x):
    return x.sum(0)


def mean_and_variance(x):
    return x.mean(-1) + x.var(-1)


def largest_last(x):
    return x.amax(-1)


def largest_first(x):
    return x.amax(0)


def total(x):
    return (x * x).sum()


def softmax_last(x):
    return torch.softmax(x, -1)


def log_softmax_last(x):
    return F.log_softmax(x, -1)


def log_sum_exp(x):
    return torch.logsumexp(x * 2, -1)


def squares_of_pairs(x):
    return ((x[:16, None] - x[None]) ** 2).sum(-1)


def softmax_first(x):
    return torch.softmax(x, 0)


def layer_norm(x):
    return F.layer_norm(x, (x.shape[1],))


def transposed_copy(x):
    return x.t().contiguous() * 2


def joined(x):
    return torch.cat([x, x * 2], 1)


def exponential(x):
    return torch.exp(x) + 1


def gelu(x):
    return F.gelu(x) * 2


def silu(x):
    return F.silu(x) * 2


def add_row(x):
    return x + x[0]


def chosen(x):
    return torch.where(x > 0, x, x * 0.1)
