"""Functions of which some save more than they cost and some do not, each of a small square.

For bench/border.py and tests/e2e/test_worth.py.
"""

import collections
import contextlib
import copy

import torch
import torch.nn.functional as F

ROWS = torch.tensor([0, 1, 1, 0])


def same(x):
    return x


def nothing(x):
    pass


def number(x):
    return 3


def shape(x):
    return x.shape


def size(x):
    return x.size(0)


def sizes(x):
    return x.shape[0] * 2 + x.shape[1]


def pair(x):
    return x, [x]


def named(x):
    return {"a": 1, "b": x}


def closure(x):
    return lambda: x


def kind(x):
    return isinstance(x, torch.Tensor) and x.dtype == torch.float32


def checked(x):
    if x.dim() != 2 or x.shape[0] != x.shape[1]:
        raise ValueError("not square")
    return x.shape[0], x.shape[1]


def lists(x):
    numbers = [1, 2, 3]
    return x, numbers == [1, 2, 3], numbers < [2], numbers >= [1], len(numbers), sorted(numbers), numbers + [4]


def summed(x):
    total = 0
    for i in (0, 1, 2, 3, 4):
        total += i * x.shape[0]
    return x.view(-1), total


def flat(x):
    return x.view(-1)


def transposed(x):
    return x.t()


def row(x):
    return x[0]


def column(x):
    return x[:, 0]


def block(x):
    return x[1:3, None, 1:3]


def diagonal(x):
    return x.diagonal()


def two_rows(x):
    return x[0], x[1]


def heads(x):
    return x.view(2, 2, 4).transpose(0, 1).unsqueeze(0)


def detached(x):
    return x.detach()


def product(x):
    return x @ x


def linear(x):
    return F.linear(x, x, x[0])


def added(x):
    return x + x


def added_number(x):
    return x + 1


def clone(x):
    return x.clone()


def cat(x):
    return torch.cat([x, x])


def embedding(x):
    return F.embedding(ROWS, x)


def rows(x):
    return x[ROWS]


def store(x):
    x[0] = 1.0


def item(x):
    return x[0, 0].item()


def zeros(x):
    return torch.zeros(4, 4)


def softmax(x):
    return F.softmax(x, -1)


def views_beside(x):
    return x + 1, x[0], x.t(), x.view(-1), x.unsqueeze(0)


def sort(x):
    return torch.sort(x)


def topk(x):
    return x.topk(2)


def cumsum(x):
    return x.cumsum(1)


def sort_more(x):
    return x.sort()[0] + 1


def fft(x):
    return torch.fft.fft(x)


def fft_real(x):
    return torch.fft.rfft(x).real


def svd(x):
    return torch.linalg.svd(x)


def digamma(x):
    return torch.digamma(x)


def rand(x):
    return torch.rand_like(x)


class Twice(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Identity()

    def forward(self, x):
        return self.inner(self.inner(x))


twice = Twice()


def compared(x):
    kept = x + 1
    return kept is x, torch.is_floating_point(kept)


def one_stride(x):
    return x.stride(1)


def reshaped(x):
    return x.view(*torch.Size([2, 8]))


def drawn_twice(x):
    return torch.rand(4) + torch.randn(4) + 1


def dropout(x):
    return torch.nn.Dropout(0.5)(x)


def array(x):
    return x.numpy()


def array_size(x):
    return x.numpy().size


def packet(x):
    return torch.ops.aten.cumsum(x, 0)


def topk_sum(x):
    return x.topk(2)[0].sum()


def least(x):
    return min(x.shape[0], 3)


def greatest(x):
    return max([x.shape[0], 3, x.shape[1]])


def suppressed(x):
    with contextlib.suppress(ZeroDivisionError):
        return 1 / 0
    return x


def caught(x):
    try:
        return {}["a"]
    except KeyError:
        return x


def generated(x):
    return next(item for item in (x, x))


def raised_never(x):
    return x, ValueError("a")


def left_of_list(x):
    items = iter([1, 2])
    next(items)
    return x, items


def with_counter(x):
    return x, collections.Counter("aab").most_common(1)


def with_chain_map(x):
    chained = collections.ChainMap({"a": 1}, {"b": 2})
    return x, chained["b"], list(chained)


def with_deep_copy(x):
    return x, copy.deepcopy({"a": [1]})


def with_default_dict(x):
    lists = collections.defaultdict(list)
    lists["a"].append(1)
    return x, len(lists)


def with_deque(x):
    last = collections.deque([1, 2])
    last.append(3)
    return x, list(last)
