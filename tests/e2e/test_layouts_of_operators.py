"""Operators on tensors that lie in other ways than row-major: the values, and how the results lie, also where sizes are 1."""

import pytest
import torch
from harness import check, program
from table import randn

EXPRESSIONS = """
x.sort(-1)[0]
x.sort(0)[1]
x.topk(1, -1)[0]
x.cumsum(0)
x.cumprod(-1)
torch.logcumsumexp(x, 1)
x.cummax(0)[0]
x.argsort(0)
x.kthvalue(1, 0)[0]
x.median(1)[0]
x.mode(0)[0]
torch.roll(x, 1, 0)
x.flip(0)
torch.renorm(x, 2, 0, 1.0)
torch.nn.functional.softmax(x, 0)
torch.nn.functional.log_softmax(x, 1)
torch.nn.functional.normalize(x, dim=1)
torch.nn.functional.layer_norm(x, x.shape[1:])
x.diff(dim=0)
torch.trapezoid(x)
x.repeat(2, 1)
x.tile(1, 2)
x.index_select(0, torch.tensor([0, 0]))
torch.take_along_dim(x, x.argsort(1), 1)
x.gather(1, torch.zeros(x.shape[0], 1, dtype=torch.long))
torch.nn.functional.pad(x, (1, 1))
torch.nn.functional.pad(x, (0, 0), value=2.0)
torch.nn.functional.pad(x[None].expand(2, -1, -1), (0, 0, 0, 0))
torch.nn.functional.pad(x.t()[:, None], (0, 0, 1, 0))
torch.nn.functional.glu(torch.cat([x, x], 1))
x.clone()
torch.zeros_like(x.t().contiguous().mT)
torch.empty_like(x.t().contiguous().mT).fill_(2)
torch.detach_copy(x)
torch.alias_copy(x)
torch.t_copy(x)
torch.expand_copy(x, x.shape)
torch.squeeze_copy(x)
torch.diagonal_copy(x)
torch.narrow_copy(x, 0, 0, 1)
x.contiguous()
x.exp()
torch.polygamma(1, x.abs() + 1)
torch.special.i0(x)
torch.erfinv(x * 0.1)
torch.nan_to_num(x)
torch.quantile(x, 0.5, 0)
x.logsumexp(0)
x.std(0, keepdim=True)
torch.linalg.norm(x, dim=1)
x.unique()
torch.nn.functional.dropout(x, 0.5, False)
torch.cdist(x, x)
torch.pairwise_distance(x[None, None], torch.tensor(1.5), float("inf"))
torch.pairwise_distance(x[:, None], x[None], 3.0)
torch.cosine_similarity(x[:, None], x[None], -1)
x @ x.t()
torch.addmm(x, x, torch.ones(x.shape[1], x.shape[1]))
torch.outer(x[0], x[:, 0])
torch.nn.functional.interpolate(x[None], 2)
torch.nn.functional.max_pool1d(x, 1)
torch.nn.functional.avg_pool1d(x, 1)
torch.fft.fft(x).real
torch.histc(x, 3)
torch.bucketize(x, torch.tensor([0.0, 1.0]))
torch.searchsorted(torch.tensor([0.0, 1.0]), x)
x.tril()
torch.diag_embed(x)
torch.where(x > 0, x, 0.5)
torch.lerp(x, x + 1, 0.5)
torch.isclose(x[:1, :1], x.t()[:, :1])
torch.isclose(x[:1, :1], x.t()[:, :1], equal_nan=True)
torch.isclose(x[:1], x[:, :1].t(), 0.0, 0.0)
""".strip().split("\n")
EXAMPLES = {
    "rows": "f32[M, N]",
    "columns": "f32[N, M].t()",
    "row_expanded": "f32[1, N].expand(M, N)",
    "column_expanded": "f32[M, 1].expand(M, N)",
}
FUNCTION = """
def expression_{index}(x):
    r = {expression}
    return r * 2 + 1, r, r.sum(0) * 2, r.reshape(-1) + 1
"""


def program_of(name):
    source = "import torch\n\n" + "\n".join(FUNCTION.format(index=i, expression=e) for i, e in enumerate(EXPRESSIONS))
    calls = [f"expression_{i}({EXAMPLES[name]})" for i in range(len(EXPRESSIONS))]
    return program(f"layouts_{name}", source, calls, ["--force"], flags="-O0")


PROGRAMS = {name: program_of(name) for name in EXAMPLES}


def layouts(m, n):
    yield randn(m, n)
    yield randn(n, m).t()
    yield randn(1, n).expand(m, n)
    yield randn(m, 1).expand(m, n)
    yield randn(n)[None].expand(m, n)
    yield randn(m, 2 * n)[:, ::2]
    yield randn(n, 2 * m).t()[::2]
    yield randn(1)[0].expand(m, n)
    if m == 1:
        yield randn(n).as_strided((1, n), (0, 1))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize("index", range(len(EXPRESSIONS)), ids=lambda i: EXPRESSIONS[i])
def test_layouts(index, example):
    for m, n in [(3, 4), (1, 5), (5, 1), (1, 1)]:
        for x in layouts(m, n):
            check(PROGRAMS[example].load(), f"expression_{index}", lambda x=x: [x], atol=1e-4, rtol=1e-4)


PADDED = program(
    "padded_by_nothing",
    """
import torch
import torch.nn.functional as F


def bias(x, table):
    return x + F.pad(table[torch.arange(x.shape[1])[:, None] * torch.ones_like(x[0], dtype=torch.long)].permute(2, 0, 1), (0, 0))


def more(x, table):
    return x + F.pad(table[:, : x.shape[2]].t().expand(x.shape[0], -1, -1), (1, 0))[:, :, : x.shape[2]].mean()


def sliced(x, table):
    return F.pad(x.transpose(1, 2), (0, 0, 0, 0)), F.pad(x.transpose(1, 2), (0, 1))


if __name__ == "__main__":
    for function in (bias, more, sliced):
        function(torch.ones(3, 5, 5), torch.ones(7, 3))
""",
    flags="-O0",
)


@pytest.mark.parametrize("name", ["bias", "more", "sliced"])
def test_padded_by_nothing(name):
    for length in (5, 6):
        check(PADDED.load(), name, lambda: (randn(3, length, length), randn(7, 3)), expect="whole")  # noqa: B023
    check(PADDED.load(), name, lambda: (randn(3, 1, 1), randn(7, 3)))


ONE_CHANNEL = program(
    "one_channel",
    """
import torch
from torch import nn


class Weighed(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(1, 1, 3, padding=1)

    def forward(self, x):
        y = self.conv(x.mean((2, 3)).unsqueeze(-1).transpose(-1, -2))
        y = torch.sigmoid(y).transpose(-1, -2).unsqueeze(-1)
        return x * y, y


weighed = Weighed()


if __name__ == "__main__":
    weighed(torch.randn(3, 8, 5, 6))
""",
)


def test_one_channel_between_others():
    pair = ONE_CHANNEL.load()
    pair.built.weighed.load_state_dict(pair.eager.weighed.state_dict())
    for sizes in ((3, 8, 5, 6), (1, 16, 7, 7), (50, 512, 3, 3)):
        check(pair, "weighed", lambda: (randn(*sizes),), expect="whole")  # noqa: B023
    for sizes in ((2, 2, 1, 1), (1, 1, 2, 2), (2, 1, 3, 3)):
        check(pair, "weighed", lambda: (randn(*sizes),))  # noqa: B023


COPIED = program(
    "copies_with_their_storage",
    """
import torch


def scattered(x, y):
    return torch.slice_scatter(x, y[:1], 0, 0, 1), torch.select_scatter(x, y[0], 0, 0)


def on_diagonals(x, y):
    return torch.diagonal_scatter(x, y[0, :4]), x.diagonal_scatter(y[0, :3], -1, 1, 0), torch.nanmean(x, out=y[0, 0])


def copied(x, y):
    return torch.ops.aten.copy(x, y)


def of_rows(x, y):
    rows = (x * 2)[1:]
    return torch.slice_scatter(rows, y[:1], 0, 0, 1), torch.ops.aten.copy(rows, y[1:])
""",
    [f"{name}(f32[M, N], f32[M, N])" for name in ("scattered", "on_diagonals", "copied", "of_rows")],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("name", ["scattered", "on_diagonals", "copied", "of_rows"])
def test_copies_keep_what_lies_before_a_view(name):
    expect = None if name in ("of_rows", "on_diagonals") else "whole"
    check(COPIED.load(), name, lambda: (randn(4, 5, seed=1), randn(4, 5, seed=2)), expect=expect)
    check(COPIED.load(), name, lambda: (randn(5, 5, seed=1)[1:], randn(5, 5, seed=2)[1:]))
    check(COPIED.load(), name, lambda: (randn(5, 4, seed=1).t(), randn(4, 5, seed=2)))


DIFFERENCES = program(
    "differences_of_nothing",
    """
import torch


def inside(x):
    return x.expand(2, *x.shape).diff(dim=1)


def outside(x):
    return x.expand(2, *x.shape).diff(dim=0)
""",
    ["inside(f32[0, 3])", "inside(f32[N, 3])", "outside(f32[0, 3])", "outside(f32[N, 3])"],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("rows", [0, 1, 2, 4])
@pytest.mark.parametrize("name", ["inside", "outside"])
def test_differences_of_nothing_keep_the_strides_of_what_is_expanded(name, rows):
    check(DIFFERENCES.load(), name, lambda: (randn(rows, 3, seed=1),))


SORTED = program(
    "sorted_then_written",
    """
import torch
import torch.nn.functional as F


def top_p(logits, threshold=0.9):
    ordered, places = torch.sort(logits, descending=True)
    gone = torch.cumsum(F.softmax(ordered, dim=-1), dim=-1) > threshold
    ordered[F.pad(gone, (1, -1), value=False)] = float("-inf")
    return ordered.scatter(1, places, ordered)


def by_logarithm(logits):
    ordered, places = torch.sort(logits, descending=True)
    ordered[F.log_softmax(ordered, dim=-1) < -2] = 0
    return ordered


if __name__ == "__main__":
    for function in (top_p, by_logarithm):
        function(torch.randn(2, 3, 8)[:, -1])
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["top_p", "by_logarithm"])
def test_softmax_of_what_is_written_later(name):
    for x in (randn(3, 4, 9, seed=1)[:, -1], randn(4, 7, seed=2)):
        check(SORTED.load(), name, lambda: (x,), expect="whole")  # noqa: B023
    for x in (randn(1, 4, 9)[:, -1], randn(4, 2, 1)[:, -1], randn(9, 3).t(), randn(3, 2).expand(2, 3, 2)[:, 0]):
        check(SORTED.load(), name, lambda: (x,))  # noqa: B023


ROLLED = program(
    "rolled_images",
    """
import torch


def once(x):
    return torch.roll(x, 1, 0), torch.roll(x, -1, 1), torch.roll(x, 3, -1), torch.roll(x, 6, 0)


def twice(x):
    return torch.roll(x, (1, 2), (2, 3))


def by_a_number(x, n):
    return torch.roll(x, n, 1)


def turned(x):
    y = torch.roll((x + 1).to(memory_format=torch.channels_last), 1, 2)
    y += 1
    return y, torch.roll(x.transpose(1, 2), 1, 1)


if __name__ == "__main__":
    x = torch.randn(3, 4, 5, 4).to(memory_format=torch.channels_last)
    once(x), twice(x), by_a_number(x, 3), turned(torch.randn(3, 4, 5, 4))
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["once", "twice", "by_a_number", "turned"])
@pytest.mark.parametrize("sizes", [(3, 4, 5, 4), (1, 3, 4, 5), (4, 1, 1, 5), (2, 3, 0, 5), (2, 1, 4, 4)])
def test_rolled_images_keep_their_layout(name, sizes):
    more = {"by_a_number": (3, 0, 4, -1)}.get(name, (None,))
    for n in more:
        for x in (randn(*sizes).to(memory_format=torch.channels_last), randn(*sizes)):
            check(ROLLED.load(), name, lambda: (x,) if n is None else (x, n))  # noqa: B023
    if sizes == (3, 4, 5, 4):
        x = randn(*sizes) if name == "turned" else randn(*sizes).to(memory_format=torch.channels_last)
        check(ROLLED.load(), name, lambda: (x,) if more == (None,) else (x, 3), expect="whole")


SINGLE = {
    "listed": "return x[:, [0, 1]], x[..., [0]], x[[1, 1, 0]], x[:1, [0]], x[..., [0, 1], :]",
    "normed": "return tuple([torch.nn.functional.local_response_norm(x[None], n) for n in (1, 2, 3)])",
}
LISTS = program(
    "listed_places",
    "import torch\n"
    + "".join(f"\n\ndef {name}_{k}(x):\n    {body}\n" for name, body in SINGLE.items() for k in range(4))
    + """

def promoted(x, b):
    return torch.logit(x), torch.special.entr(x), torch.angle(x), b // x, torch.sinc(x)


def infinite(x):
    return x.isinf(), x.isfinite(), x.isnan()


def five(x):
    return torch.nn.functional.local_response_norm(x, 2)


def truths(x):
    return x.bool(), x.abs()


if __name__ == "__main__":
    x = torch.randn(2, 3, 4)
    y = torch.randn(2, 1, 3)
"""
    + "".join(
        f"    {name}_0(x.permute(1, 0, 2)), {name}_1(x.permute(2, 1, 0)), {name}_2(x.permute(2, 0, 1)), {name}_3(x)\n"
        for name in SINGLE
    )
    + """
    promoted(torch.ones(8, 2, dtype=torch.int16).t()[:1, ::2], torch.ones((), dtype=torch.bfloat16))
    infinite(torch.ones(8, 2).t()[:1, ::2])
    five(torch.randn(2, 3, 4, 5, 2).permute(1, 0, 3, 2, 4))
    five(torch.randn(2, 3, 4, 5, 2))
    truths(torch.randn(2, 1, 4, dtype=torch.complex64).transpose(0, 1))
    truths(torch.randn(2, 2, dtype=torch.complex64)[:1, :1])
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", SINGLE)
def test_lists_and_norms_of_permuted_tensors_keep_torchs_layout(name):
    x = randn(2, 3, 4)
    for k, given in enumerate((x.permute(1, 0, 2), x.permute(2, 1, 0), x.permute(2, 0, 1), x)):
        check(LISTS.load(), f"{name}_{k}", lambda: [given], expect="whole")  # noqa: B023


def test_promoted_operands_lie_as_their_copies():
    b = torch.ones((), dtype=torch.bfloat16)
    check(LISTS.load(), "promoted", lambda: [torch.ones(8, 2, dtype=torch.int16).t()[:1, ::2], b], expect="whole")
    check(LISTS.load(), "infinite", lambda: [torch.ones(8, 2).t()[:1, ::2]], expect="whole")


def test_images_that_cannot_be_viewed_are_refused():
    check(LISTS.load(), "five", lambda: [randn(2, 3, 4, 5, 2)], expect="whole")
    check(LISTS.load(), "five", lambda: [randn(2, 3, 4, 5, 2).permute(1, 0, 3, 2, 4)])


@pytest.mark.parametrize("x", [torch.ones(2, 1, 4).transpose(0, 1), torch.ones(2, 2)[:1, :1]])
def test_truth_and_size_of_complex_tensors_are_laid_out_like_them(x):
    check(LISTS.load(), "truths", lambda: [torch.complex(x, x).as_strided(x.shape, x.stride())])
