"""Lists that loops of unknown length fill: numbers, lists that are returned, and loops that only the example's number of
items lets compile."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


def rows(x):
    out = []
    for row in x:
        out.append(row.softmax(-1) * 2)
    return out


def enumerated(x):
    return [row * 2 + i for i, row in enumerate(x)], x + 1


def carried(x):
    h = x[0] * 0
    outs = []
    for row in x:
        h = torch.tanh(h + row)
        outs.append(h)
    return outs, h * 2


def appended_to(x, out):
    out.append([row * 2 for row in x])
    return x * 2 + 1


def positions(x, n: int):
    out = []
    for i in range(n):
        out.append(i * 2)
    return out, x * 2 + len(out)


def sums(x):
    return [float(row.sum()) for row in x]


def kinds(x):
    y = x.sum(1).to(torch.int64) * 2 + 1
    return [bool(v > 1) for v in y], [v.item() for v in y], y.tolist()


def one_list_of_numbers_twice(x):
    values = x.sum(1).tolist()
    return values, [values], x * 2


def chosen_rows(index, x):
    total = x * 0
    for i in index.tolist():
        total = total + x[i] * 2
    return total


# Lists that cannot be handed out as copies.


def two_names(x):
    h = x[0] * 0
    outs = []
    for row in x:
        h = torch.tanh(h + row)
        outs.append(h)
    return outs, h


def added_twice(x):
    out = []
    for row in x:
        y = row * 2
        out.append(y)
        out.append(y)
    return out


def views(x):
    return [row[1:] for row in x], x * 2 + 1


def from_before(x, y):
    z = y * 2
    outs = []
    for row in x:
        outs.append(z)
    return outs


def late(x):
    h = x[0] * 0
    outs = []
    for row in x:
        outs.append(h)
        h = torch.tanh(h + row)
    return outs


def sometimes_new(x):
    h = x[0] * 0
    outs = []
    for row in x:
        if row.sum() > 0:
            h = torch.tanh(h + row)
        outs.append(h)
    return outs


def transposed(x):
    return [(row.reshape(1, 3) * 2).t() for row in x]


def same_list_twice(x):
    out = [row * 2 for row in x]
    return out, out


def with_an_item(x):
    out = [row * 2 for row in x]
    return out, out[0], out[-1] + 1


def counted_write(x):
    out = []
    for row in x:
        y = row * 2
        y.add_(1)
        out.append(y)
    return out


def begins_with_input(x):
    out = [x[0]]
    for row in x:
        out.append(row * 2)
    return out


# Loops that can only be unrolled, as often as in the example.


def by_number(x):
    return {i: row * 2 + i for i, row in enumerate(x)}


def backwards(x):
    h = torch.zeros_like(x[0])
    outs = []
    for t in reversed(range(x.size(0))):
        h = torch.tanh(x[t] + h)
        outs.insert(0, h)
    return torch.stack(outs), h


def split_by(lengths, x):
    return torch.split(x * 2, lengths.tolist())


def largest(x):
    return max(float(row.sum()) for row in x)


def inputs_themselves(x):
    return [row for row in x], x * 2 + 1


if __name__ == "__main__":
    by_number(torch.zeros(4, 3))
    backwards(torch.zeros(4, 3))
    split_by(torch.tensor([1, 2, 1, 4]), torch.zeros(8))
    inputs_themselves(torch.zeros(4, 3))
"""
WHOLE = ("rows", "enumerated", "carried", "sums", "kinds", "largest")
HELD = (
    "two_names",
    "added_twice",
    "views",
    "late",
    "sometimes_new",
    "transposed",
    "same_list_twice",
    "one_list_of_numbers_twice",
    "with_an_item",
    "counted_write",
    "begins_with_input",
)
UNROLLED = ("by_number", "inputs_themselves")
filled = harness.program(
    "filled",
    SOURCE,
    calls=[
        *(f"{name}(f32[N, 3])" for name in WHOLE + HELD),
        "appended_to(f32[N, 3], [])",
        "positions(f32[N, 3], 4)",
        "chosen_rows(i64[N], f32[8])",
        "from_before(f32[N, 3], f32[3])",
    ],
)


@pytest.mark.parametrize("count", [1, 2, 7])
@pytest.mark.parametrize("name", WHOLE)
def test_handed_out(name, count):
    expect = "compiled" if name == "kinds" else "whole"  # numbers of lists are made beside a segment
    harness.check(filled.load(), name, lambda: (torch.arange(3.0 * count).reshape(count, 3),), expect=expect)


@pytest.mark.parametrize("name", WHOLE)
def test_no_item(name):
    harness.check(filled.load(), name, lambda: (torch.zeros(0, 3),))


@pytest.mark.parametrize("count", [1, 5])
def test_other_arguments(count):
    pair = filled.load()
    x = torch.arange(3.0 * count).reshape(count, 3)
    harness.check(pair, "appended_to", lambda: (x.clone(), [1]), expect="whole")
    harness.check(pair, "positions", lambda: (x.clone(), count), expect="whole")
    harness.check(pair, "chosen_rows", lambda: (torch.arange(count), torch.arange(8.0)), expect="whole")


def test_an_index_out_of_range():
    harness.check(filled.load(), "chosen_rows", lambda: (torch.tensor([1, 9]), torch.arange(8.0)))


def test_items_can_be_written_and_resized():
    """They are tensors of their own, as in eager."""
    pair = filled.load()
    for module in (pair.eager, pair.built):
        items = module.rows(torch.ones(3, 3))
        items[0].add_(1)
        items[1].resize_(5)
        assert items[2].sum().item() == pytest.approx(2.0) and len({item.data_ptr() for item in items}) == 3


@pytest.mark.parametrize("count", [1, 4])
@pytest.mark.parametrize("name", HELD)
def test_other_names(name, count):
    harness.check(filled.load(), name, lambda: (torch.arange(3.0 * count).reshape(count, 3) - 3,))


def test_one_tensor_many_times():
    harness.check(filled.load(), "from_before", lambda: (torch.ones(4, 3), torch.ones(3)))


@pytest.mark.parametrize("name", UNROLLED)
def test_as_many_as_in_the_example(name):
    pair = filled.load()
    harness.check(pair, name, lambda: (torch.arange(12.0).reshape(4, 3),), expect="whole")
    harness.check(pair, name, lambda: (torch.arange(15.0).reshape(5, 3),), expect="fallback")


def test_items_put_in_front():
    for rows in 4, 5, 2:
        harness.check(filled.load(), "backwards", lambda: (torch.arange(3.0 * rows).reshape(rows, 3),), expect="whole")


def test_lengths_as_in_the_example():
    pair = filled.load()
    harness.check(pair, "split_by", lambda: (torch.tensor([3, 3, 1, 1]), torch.arange(8.0)), expect="whole")
    harness.check(pair, "split_by", lambda: (torch.tensor([3, 3, 1, 5]), torch.arange(8.0)))
    harness.check(pair, "split_by", lambda: (torch.tensor([4, 4]), torch.arange(8.0)), expect="fallback")


INFERRED = harness.program(
    "lists_across_segments",
    """
import torch


def written_row(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    outs[0].add_(1)
    return torch.stack(outs)


def turned_round(x):
    outs = []
    for t in reversed(range(x.size(1))):
        outs.append(x[:, t] * t)
    outs.reverse()
    return torch.stack(outs, 1)
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["written_row", "turned_round"])
def test_a_filled_list_goes_on_behind_a_statement_that_stays_python(name):
    for length in (1, 2, 4):
        harness.check(INFERRED.load(), name, lambda length=length: [torch.arange(length * 3.0).view(length, 3)])
    assert "PY114" not in INFERRED.build().stderr


LAYERS = harness.program(
    "states_of_layers",
    """
import torch
import torch.nn as nn


class Stacked(nn.Module):
    def __init__(self, inputs, hidden, n_layers):
        super().__init__()
        self.n_layers, self.hidden = n_layers, hidden
        self.cells = nn.ModuleList([nn.LSTMCell(inputs if i == 0 else hidden, hidden) for i in range(n_layers)])

    def forward(self, x):
        steps, batch = x.shape[:2]
        h = [x.new_zeros(batch, self.hidden) for _ in range(self.n_layers)]
        c = [x.new_zeros(batch, self.hidden) for _ in range(self.n_layers)]
        out = []
        for t in range(steps):
            y = x[t]
            for layer in range(self.n_layers):
                h[layer], c[layer] = self.cells[layer](y, (h[layer], c[layer]))
                y = h[layer]
            out.append(h[-1])
        return torch.stack(out), torch.stack(h), torch.stack(c)


torch.manual_seed(0)
model = Stacked(3, 4, 2).eval()

if __name__ == "__main__":
    with torch.no_grad():
        model(torch.randn(5, 2, 3))
""",
)


@pytest.mark.parametrize("sizes", [(5, 2, 3), (1, 1, 3), (4, 3, 3)])
def test_items_that_are_written_are_as_many_as_in_the_example(sizes):
    """One state a layer: a list that a comprehension made, whose items are assigned."""
    pair = LAYERS.load()
    pair.built.model.load_state_dict(pair.eager.model.state_dict())
    x = torch.randn(sizes, generator=torch.Generator().manual_seed(1))
    harness.check(pair, "model", lambda: [x.clone()], expect="whole", context=torch.no_grad)


NUMBERS = harness.program(
    "tensors_of_filled_lists",
    """
import math
import torch


def slopes(n: int):
    return torch.tensor([2 ** (-8 * (i + 1) / n) for i in range(n)])


def bell(n: int, sigma: float):
    g = torch.tensor([math.exp(-((i - n // 2) ** 2) / (2 * sigma**2)) for i in range(n)])
    return g / g.sum()


def squares(x):
    return torch.tensor([i * i - 3 for i in range(x.shape[0])]) + x


def signs(n: int):
    return torch.tensor([i % 2 == 0 for i in range(n)]), torch.as_tensor([i * 0.7 for i in range(n)], dtype=torch.float16)


def rates(x, n: int):
    rates = [v.item() for v in torch.linspace(0, 0.5, n)]
    return torch.tensor(rates) * x


def copied(x):
    return torch.tensor(x.tolist(), dtype=torch.float64), torch.tensor(x.long().tolist(), dtype=torch.float32)


def of_integers(n: int):
    return torch.tensor([i * 40 for i in range(n)], dtype=torch.uint8)


def in_a_loop(n: int, limit: int):
    kept = []
    for i in range(n):
        kept.append(i * 0.5 if i < limit else -1.0)
    return torch.tensor(kept), len(kept)
""",
    [
        "slopes(5)",
        "bell(5, 1.5)",
        "squares(f32[N])",
        "signs(5)",
        "rates(f32[()], 5)",
        "copied(f32[N])",
        "of_integers(5)",
        "in_a_loop(5, 3)",
    ],
    ["--force"],
)


@pytest.mark.parametrize("n", [1, 2, 7])
@pytest.mark.parametrize(
    "name, rest", [("slopes", []), ("bell", [1.5]), ("signs", []), ("in_a_loop", [3]), ("in_a_loop", [9])]
)
def test_a_tensor_of_as_many_numbers_as_the_caller_says(name, rest, n):
    harness.check(NUMBERS.load(), name, lambda: [n, *rest], expect="whole")


@pytest.mark.parametrize("n", [1, 4])
@pytest.mark.parametrize("name", ["squares", "copied"])
def test_a_tensor_of_as_many_numbers_as_a_size_says(name, n):
    harness.check(NUMBERS.load(), name, lambda: [torch.arange(n) * 1.25 - 2], expect="whole")


def test_a_tensor_of_the_numbers_in_a_tensor():
    harness.check(NUMBERS.load(), "rates", lambda: [torch.tensor(3.0), 4], expect="whole")


@pytest.mark.parametrize("n", [0, 3, 9])
@pytest.mark.parametrize("name", ["slopes", "bell", "signs", "of_integers", "in_a_loop"])
def test_a_tensor_of_no_numbers_and_of_such_that_do_not_fit(name, n):
    rest = {"bell": [0.5], "in_a_loop": [1]}.get(name, [])
    harness.check(NUMBERS.load(), name, lambda: [n, *rest])
    harness.check(NUMBERS.load(), "copied", lambda: [torch.zeros(0)])
    harness.check(NUMBERS.load(), "squares", lambda: [torch.zeros(0)])


HALVES = """
import torch
from torch import nn


class Halves(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.depth = depth
        self.layers = nn.ModuleList([])
        for i in range(1, depth + 1):
            late = i >= depth / 2 + 1
            self.layers.append(nn.ModuleList([nn.Linear(8, 4) if late else None, nn.Linear(4, 4)]))

    def forward(self, x):
        skips = []
        for i, (combine, layer) in enumerate(self.layers):
            if i + 1 <= self.depth / 2:
                skips.append(x)
            if combine is not None:
                x = combine(torch.cat((skips.pop(), x), dim=-1))
            x = layer(x) + x
        assert len(skips) == 0
        return x


torch.manual_seed(0)
four, six = Halves(4).eval(), Halves(6).eval()


def run(model, x):
    return model(x)


if __name__ == "__main__":
    with torch.no_grad():
        run(four, torch.zeros(2, 4))
"""
halves = harness.program("halves_of_layers", HALVES, flags="-O0", args=["--force"])


def test_lists_filled_by_the_first_half_of_the_layers():
    """Whether a layer is of the first half is a comparison of floats that ints are made into."""
    pair = halves.load()
    with torch.no_grad():
        for rows in (2, 1, 5):
            harness.check(
                pair, lambda module: lambda x: module.run(module.four, x), lambda: (randn(rows, 4, seed=rows),)
            )
        before = pair.counters()
        pair.built.run(pair.built.four, torch.ones(3, 4))
        assert pair.counters()["compiled"] == before["compiled"] + 1
        harness.check(pair, lambda module: lambda x: module.run(module.six, x), lambda: (randn(3, 4, seed=6),))


SUM_OF_HALVES = harness.program(
    "sum_of_halves",
    """
def added(x):
    rows = []
    for i in range(x.shape[0]):
        rows.append(x[i] * 1)
    return sum(rows)
""",
    ["added(f16[N, 3])", "added(bf16[N, 3])"],
)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_each_addition_of_halves_is_rounded(dtype):
    """2048 + 1 is 2048 in float16."""
    harness.check(SUM_OF_HALVES.load(), "added", lambda: (torch.ones(2060, 3, dtype=dtype),))


ANOTHER = harness.program(
    "another_list",
    """
SEEN = []


def seen(value):
    SEEN.append(float(value))
    return value


def noted(x):
    return [seen(v) * 2 for v in x]


def appended(x, out):
    return [out.append(v.sum().item()) or v * 2 for v in x]


def of_its_own(x):
    out = []
    return [(out.append(float(v)), v * 2)[1] for v in x], out
""",
    ["noted(f32[N])", "appended(f32[N, M], [])", "of_its_own(f32[N])"],
)


@pytest.mark.parametrize("name", ["noted", "appended", "of_its_own"])
def test_a_comprehension_whose_element_fills_another_list(name):
    """Its own list is not the first one that its iterations lengthen."""
    sizes = {"noted": (3,), "appended": (3, 2), "of_its_own": (3,)}[name]

    def args():
        return (randn(*sizes), []) if name == "appended" else (randn(*sizes),)

    harness.check(ANOTHER.load(), name, args)
