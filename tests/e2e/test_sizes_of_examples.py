"""What driver code shows of sizes decides what is assumed of them: which of two grows, whether a bound is inside."""

import harness
import pytest
import torch

SOURCE = """
import torch
import torch.nn.functional as F


def together(x, y):
    return torch.broadcast_tensors(x, y)


def alike(x, y):
    return F.cosine_similarity(x, y)


def copied(x, y):
    x.copy_(y)
    return x * 2


def written(x, i, v):
    x[i] = v
    return torch.index_put(x, [i + 1], v + 1)


def shuffled(x):
    return F.relu(F.pixel_shuffle(x, 2)), F.relu(F.pixel_unshuffle(x, 2))


def attended(query, key, value):
    return F.scaled_dot_product_attention(query, key, value)


def head(x):
    return x[-8:3] * 2


def parts(x):
    return torch.tensor_split(x, 4, dim=1)


def rows(x):
    return torch.unbind(x)


def gathered(x):
    out = torch.tensor([])
    for part in x.split(2):
        out = torch.cat([out, part * 2])
    return out


def either(x, y):
    if x.size(0) == y.size(0):
        return x + y
    return x.sum() + y.sum()


def fitted(x, y):
    if x.shape != y.shape:
        y = y.sum(0, keepdim=True)
    return x + y


def masked_if_it_fits(x, y):
    z = x * 2
    if x.shape[0] == y.shape[0]:
        z = z + y
    return z


def grouped(x, heads, groups):
    batch, length, _ = x.shape
    query, key = x.split((heads * 8, groups * 8), dim=-1)
    query = query.view(batch, length, heads, 8).transpose(1, 2) * 2
    key = (key.view(batch, length, groups, 8).transpose(1, 2) * 2).contiguous()
    if groups != heads:  # where they are equal, the sizes below would have to be those of the example and are not
        key = key.repeat_interleave(heads // groups, dim=1)
    return F.scaled_dot_product_attention(query, key, key)


def along(x, kernel, around, dim):
    if dim < 0:
        return x
    shape = [1, 1, 1, 1]
    shape[dim + 2] = -1
    weights = kernel.reshape(shape)
    if weights.numel() == 1 and weights[0] == 1:  # where nothing is padded, whatever the example has
        return along(x, kernel, around, dim - 1)
    padding = [around, around, 0, 0] if dim == 1 else [0, 0, around, around]
    x = F.pad(x, padding, mode="constant")
    return F.conv2d(along(x, kernel, around, dim - 1), weights)


def filtered(x, kernel):
    return along(x, kernel, (kernel.shape[0] - 1) // 2, 1) * 2


def lengthened(queries, values):
    length, held = queries.shape[1], values.shape[1]
    if length > held:  # a side that is not compiled, and that no call like the example takes
        zeros = torch.zeros_like(queries[:, : length - held, :]).float()
        values = torch.cat([values, zeros], dim=1)
    else:
        values = values[:, :length, :]
    return values * queries


def chosen_length(x, n: int):
    y = x * 2
    scale = y.sum() if x.shape[0] > n else y.new_tensor([float(v) for v in x.tolist()]).prod()
    return y + scale


def beside_nothing(x, i):
    nothing = torch.empty(0)
    return torch.cat([nothing, x]), torch.cat([i, nothing], dim=-1), torch.cat((nothing, nothing))


def distances(x, y):
    return F.mse_loss(x, y), F.l1_loss(x, y, reduction="none")


def lengths(z):
    return torch.linalg.vector_norm(z, dim=0), torch.linalg.vector_norm(z, ord=1, dim=1)


def typed(x):
    return x.type(torch.LongTensor) + 1


def reduced(x, i, how):
    return torch.zeros(3, dtype=torch.int64).scatter_reduce(0, i, x, reduce=how)


if __name__ == "__main__":
    together(torch.rand(3, 1, 1), torch.rand(1, 4, 5))
    alike(torch.rand(5, 2, 3), torch.rand(5, 1, 3))
    copied(torch.rand(4, 5), torch.rand(4, 1))
    lengthened(torch.rand(2, 4, 3), torch.rand(2, 5, 3))
    chosen_length(torch.rand(6), 2)
    written(torch.rand(9, 4, 2), torch.arange(4), torch.rand(4, 1, 1))
    shuffled(torch.rand(1, 16, 6, 8).to(memory_format=torch.channels_last))
    attended(torch.rand(2, 3, 5, 8), torch.rand(2, 3, 7, 8), torch.rand(2, 3, 7, 4))
    head(torch.rand(6, 4))
    parts(torch.rand(2, 10))
    rows(torch.rand(3, 4))
    gathered(torch.rand(5, 4))
    beside_nothing(torch.rand(2, 3, 4), torch.arange(6).view(2, 3))
    distances(torch.rand(4, 3), torch.rand(4, 3, dtype=torch.float64))
    lengths(torch.rand(4, 3, dtype=torch.complex64))
    typed(torch.rand(4) * 9)
    either(torch.rand(5), torch.rand(3))
    either(torch.rand(5), torch.rand(5))
    fitted(torch.rand(5, 2), torch.rand(3, 2))
    masked_if_it_fits(torch.rand(5), torch.rand(3))
    grouped(torch.rand(2, 5, 48), 4, 2)
    filtered(torch.rand(2, 1, 6, 8), torch.rand(3))
    for how in ("amin", "mean"):
        reduced(torch.arange(5), torch.tensor([0, 1, 1, 2, 0]), how)
"""
INPUTS = {
    "together": lambda: (torch.rand(3, 1, 1), torch.rand(1, 6, 5)),
    "alike": lambda: (torch.rand(4, 2, 3), torch.rand(4, 1, 3)),
    "copied": lambda: (torch.rand(4, 6), torch.rand(4, 1)),
    "lengthened": lambda: (torch.rand(3, 4, 2), torch.rand(3, 4, 2)),
    "chosen_length": lambda: (torch.rand(7), 3),
    "written": lambda: (torch.rand(9, 5, 2), torch.arange(3), torch.rand(3, 1, 1)),
    "shuffled": lambda: (torch.rand(1, 16, 4, 8).to(memory_format=torch.channels_last),),
    "attended": lambda: (torch.rand(2, 3, 6, 8), torch.rand(2, 3, 9, 8), torch.rand(2, 3, 9, 4)),
    "head": lambda: (torch.rand(5, 3),),
    "parts": lambda: (torch.rand(3, 10),),
    "rows": lambda: (torch.rand(3, 5),),
    "gathered": lambda: (torch.rand(5, 6),),
    "beside_nothing": lambda: (torch.rand(2, 5, 4), torch.arange(8).view(2, 4)),
    "distances": lambda: (torch.rand(5, 3), torch.rand(5, 3, dtype=torch.float64)),
    "lengths": lambda: (torch.randn(5, 3, dtype=torch.complex64),),
    "typed": lambda: (torch.rand(7) * 9,),
    "either": lambda: (torch.rand(4), torch.rand(6)),
    "fitted": lambda: (torch.rand(4, 3), torch.rand(6, 3)),
    "masked_if_it_fits": lambda: (torch.rand(4), torch.rand(6)),
    "grouped": lambda: (torch.rand(2, 6, 72), 6, 3),
    "filtered": lambda: (torch.rand(2, 1, 5, 9), torch.rand(3)),
    "reduced": lambda: (torch.arange(7), torch.tensor([0, 1, 1, 2, 0, 2, 1]), "mean"),
}
OTHERS = {
    "fitted": lambda: (torch.rand(4, 3), torch.rand(4, 3)),
    "masked_if_it_fits": lambda: (torch.rand(4), torch.rand(4)),
    "grouped": lambda: (torch.rand(2, 6, 64), 4, 4),
    "filtered": lambda: (torch.rand(2, 1, 5, 9), torch.ones(1)),
    "together": lambda: (torch.rand(3, 4, 1), torch.rand(1, 4, 5)),
    "alike": lambda: (torch.rand(4, 2, 3), torch.rand(4, 2, 3)),
    "copied": lambda: (torch.rand(4, 6), torch.rand(4, 6)),
    "written": lambda: (torch.rand(9, 5, 2), torch.arange(3), torch.rand(3, 5, 2)),
    "shuffled": lambda: (torch.rand(2, 16, 4, 8),),
    "attended": lambda: (torch.rand(2, 3, 6, 8), torch.rand(2, 3, 9, 8), torch.rand(2, 3, 9, 8)),
    "lengthened": lambda: (torch.rand(2, 7, 3), torch.rand(2, 4, 3)),
    "chosen_length": lambda: (torch.rand(2), 3),
    "head": lambda: (torch.rand(12, 3),),
    "parts": lambda: (torch.rand(3, 11),),
    "rows": lambda: (torch.rand(4, 5),),
    "gathered": lambda: (torch.rand(8, 6),),
    "beside_nothing": lambda: (torch.rand(2, 0, 4), torch.arange(0).view(2, 0)),
    "distances": lambda: (torch.rand(5, 3), torch.rand(3, dtype=torch.float64)),
    "typed": lambda: (torch.rand(2, 7) * 9,),
    "reduced": lambda: (torch.arange(7), torch.tensor([0, 1, 1, 2, 0, 2, 1]), "amax"),
}


def seeded(make):
    def inputs():
        torch.manual_seed(0)
        return make()

    return inputs


PROGRAM = harness.program("sizes_of_examples", SOURCE, args=("--force",))


@pytest.mark.parametrize("name", INPUTS)
def test_like_the_example(name):
    harness.check(PROGRAM.load(), name, seeded(INPUTS[name]), expect="whole")


def test_both_sides_of_a_branch_that_driver_code_shows():
    make = seeded(lambda: (torch.rand(4), torch.rand(4)))
    harness.check(PROGRAM.load(), "either", make, expect="whole")


@pytest.mark.parametrize("name", OTHERS)
def test_unlike_the_example(name):
    harness.check(PROGRAM.load(), name, seeded(OTHERS[name]))
