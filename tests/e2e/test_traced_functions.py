"""Functions that operators of higher order trace: plain Python for Dynamo, wherever they are compiled themselves, and what
Dynamo refuses is left to Python, which raises."""

import pytest
import torch
from harness import check, program
from table import randn

SOURCE = """
import torch
from functorch.experimental.control_flow import map as map_rows

total = 0


def more(x):
    return x + 1


def less(x, *others, **named):
    return x - 1


def chosen(pred, x):
    return torch.cond(pred, more, less, (x,))


class Base(torch.nn.Module):
    def scaled(self, x, *, by=3):
        return x * by


class Layer(Base):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(2))
        self.register_buffer("seen", torch.ones(2))
        self.count = 0

    def scaled(self, x, *, by=4):
        return super().scaled(x, by=by) + 1

    def more(self, x):
        return self.scaled(x) + self.w

    def less(self, x):
        return x - self.w

    def forward(self, pred, x):
        return torch.cond(pred, self.more, self.less, (x,))

    def counted(self, x):
        self.count += 1
        return x + 1

    def noted(self, x):
        self.seen.add_(1)
        return x + self.seen

    def count_rows(self, xs):
        return map_rows(self.counted, xs)

    def note_rows(self, xs):
        return map_rows(self.noted, xs)


layer = Layer()


def pair(k, x):
    def up(y):
        return y + k * x

    def down(y):
        return y - k * x

    return up, down


up, down = pair(2, torch.ones(2))


def of_closures(pred, x):
    return torch.cond(pred, up, down, (x,))


def of_inner(pred, x):
    def inner(y):
        return y * 2

    inner(x)
    return torch.cond(pred, inner, more, (x,))


def operand(pred, x, n):
    return torch.cond(pred, more, less, (n,))


def first_row(pred, rows):
    return torch.cond(pred, lambda a: a * 2, lambda a: a + a[0], (rows,))


def decided(pred, x):
    return torch.cond(pred, lambda a: a + 1 if a.sum() > 0 else a - 1, more, (x,))


def returned_twice(xs):
    def f(x):
        y = x + 1
        return y, y

    return map_rows(f, xs)


def row_itself(xs):
    return map_rows(lambda x: x[:1], xs)


def written_rows(xs):
    return map_rows(lambda x: x.add_(1), xs)


def counted_rows(xs):
    def f(x):
        global total
        total += 1
        return x + 1

    return map_rows(f, xs)


def numbered_rows(xs):
    n = 0

    def f(x):
        nonlocal n
        n += 1
        return x + n

    return map_rows(f, xs)


def kept_rows(xs):
    kept = []

    def f(x):
        kept.append(x + 1)
        return x + 1

    return map_rows(f, xs)


def own_writes(xs):
    def f(x):
        own = [x + 1]
        own.append(x)
        own[0].add_(1)
        return own[0] + own[1]

    return map_rows(f, xs)


def count_rows(xs):
    return layer.count_rows(xs)


def note_rows(xs):
    return layer.note_rows(xs)


if __name__ == "__main__":
    t, rows, pred = torch.ones(2), torch.ones(2, 2), torch.tensor(True)
    for f in (chosen, layer, of_closures, of_inner, decided):
        f(pred, t)
    for f in (row_itself, returned_twice, written_rows, counted_rows, numbered_rows, kept_rows, own_writes, count_rows, note_rows):
        f(rows)
    first_row(pred, rows)
    operand(pred, t, 1)
    operand(pred, t, 1.0)
    more(t), less(t), up(t), down(t)
    layer.more(t), layer.less(t), layer.scaled(t)
"""

traced = program("traced", SOURCE, flags="-O0")


@pytest.mark.parametrize("pred", [True, False])
@pytest.mark.parametrize(
    "make",
    [
        lambda: torch.ones(2, requires_grad=True),
        lambda: torch.ones(2, dtype=torch.float64),
        lambda: torch.arange(4.0)[::2],
    ],
    ids=["requires grad", "of doubles", "with strides"],
)
@pytest.mark.parametrize("name", ["chosen", "layer", "of_closures", "of_inner"])
def test_where_a_call_misses_python_functions_are_traced(name, make, pred):
    check(traced.load(), name, lambda: (torch.tensor(pred), make()), context=torch.enable_grad)


def test_torch_compile_reads_functions_that_are_compiled():
    for name in ("more", "up"):
        eager, built = (getattr(module, name) for module in (traced.load().eager, traced.load().built))
        compiled = [torch.compile(f, backend="eager", fullgraph=True)(torch.ones(2)) for f in (eager, built)]
        assert torch.equal(*compiled)


@pytest.mark.parametrize("pred", [True, False])
def test_branches_that_can_be_traced(pred):
    check(traced.load(), "chosen", lambda: (torch.tensor(pred), torch.ones(2)), expect="whole")
    check(traced.load(), "of_closures", lambda: (torch.tensor(pred), torch.ones(2)))


def test_writes_to_what_is_their_own():
    check(traced.load(), "own_writes", lambda: (torch.arange(4.0).view(2, 2),), expect="whole")


def refused(name, *make):
    """In both modules a call raises the same kind of exception, and leaves no trace."""
    pair = traced.load()
    kinds = []
    for module in (pair.eager, pair.built):
        args = [part() for part in make]
        with pytest.raises(Exception) as raised:
            getattr(module, name)(*args)
        kinds.append((raised.type.__name__, args, module.total, module.layer.count, module.layer.seen.tolist()))
    assert repr(kinds[0]) == repr(kinds[1])


@pytest.mark.parametrize("n", [1, 1.0, None])
def test_operands_that_are_no_tensors(n):
    refused("operand", lambda: torch.tensor(True), lambda: torch.ones(2), lambda: n)


def test_branches_that_cannot_be_traced():
    refused("decided", lambda: torch.tensor(True), lambda: torch.ones(2))


@pytest.mark.parametrize("pred", [True, False])
def test_both_branches_are_traced_whichever_is_taken(pred):
    check(traced.load(), "first_row", lambda: (torch.tensor(pred), torch.ones(3, 2)), expect="whole")
    refused("first_row", lambda: torch.tensor(pred), lambda: torch.ones(0, 2))


@pytest.mark.parametrize(
    "name",
    [
        "row_itself",
        "returned_twice",
        "written_rows",
        "counted_rows",
        "numbered_rows",
        "kept_rows",
        "count_rows",
        "note_rows",
    ],
)
def test_functions_of_rows_that_cannot_be_traced(name):
    refused(name, lambda: torch.ones(2, 2))


IN_SEGMENTS = """
import torch
import torch.utils._pytree as pytree


def total_of(rows):
    total = 0
    for row in rows:
        total = total + row
    return total


def sum_of(rows):
    total = 0
    for row in rows:
        total += row
    return total


def summed(tree):
    rows, _ = pytree.tree_flatten(tree)
    return sum_of(rows)


def chosen_of_sums(pred, tree):
    return torch.cond(pred, summed, compared, [tree])


def largest_of(rows):
    best = rows[0]
    for row in rows:
        best = max(row, best)
    return best


def added(tree):
    rows, _ = pytree.tree_flatten(tree)
    return total_of(rows)


def compared(tree):
    rows, _ = pytree.tree_flatten(tree)
    return largest_of(rows)


def chosen(pred, tree):
    return torch.cond(pred, added, compared, [tree])


if __name__ == "__main__":
    chosen(torch.tensor(True), (torch.ones(2), [torch.ones(2)], {"a": torch.ones(2)}))
"""
in_segments = program("traced_in_segments", IN_SEGMENTS, args=("--force",), flags="-O0")
in_few_segments = program("traced_in_few_segments", IN_SEGMENTS, flags="-O0")


@pytest.mark.parametrize("pred", [True, False])
@pytest.mark.parametrize("built", [in_segments, in_few_segments])
def test_functions_in_segments(built, pred):
    def rows():
        return torch.tensor(pred), (torch.arange(2.0), [torch.ones(2)], {"a": torch.arange(2.0) + 3})

    check(built.load(), "chosen", rows)
    check(built.load(), "total_of", lambda: (rows()[1][1],))
    check(built.load(), "chosen_of_sums", rows)
    check(built.load(), "sum_of", lambda: (rows()[1][1],))


TURNS = program(
    "turns_of_carried_tensors",
    """
import torch
from torch._higher_order_ops.while_loop import while_loop


def doubled(i, x):
    return while_loop(lambda i, x: i < 4, lambda i, x: (i + 1, x * 2 + i), (i, x))


def used(i, x):
    i, x = while_loop(lambda i, x: i < 4, lambda i, x: (i + 1, x.relu()), (i, x))
    return x + 1, i
""",
    ["doubled(i64[], f32[N])", "used(i64[], f32[M, N])"],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("first", [0, 3, 4])
@pytest.mark.parametrize("name", ["doubled", "used"])
def test_a_loop_returns_no_tensor_that_it_was_given(name, first):
    x = randn(3) if name == "doubled" else randn(2, 3)
    check(TURNS.load(), name, lambda: [torch.tensor(first), x], expect="whole")


LOOPS = program(
    "scans_and_loops",
    """
import torch
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop


def sums(x):
    return scan(lambda c, v: (c + v, c * v), torch.zeros(3), x)


def trees(x):
    def step(c, v):
        return {"a": c["a"] + v["p"]}, (v["p"] + v["q"], [c["a"] * 2])

    return scan(step, {"a": torch.zeros(3)}, {"p": x, "q": x + 1})


def along(x):
    return scan(lambda c, v: (c + v, (c * v).exp()), torch.zeros(2), x, dim=1)


def backwards(x):
    return scan(lambda c, v: (c + v, c * v), torch.zeros(3), x, reverse=True)


def turned(x):
    return scan(lambda c, v: (c + v.sum(), (c * v).t()), torch.zeros(()), x.unsqueeze(-1).expand(-1, -1, 2))


def cell(h, x, w):
    def step(c, v):
        n = torch.tanh(c @ w + v)
        return n, n * 2

    return scan(step, h, x)


def widened(x):
    return scan(lambda c, v: (torch.cat([c, v]), v + 1), torch.zeros(3), x)


def down(n, x):
    return while_loop(lambda i, v: i > 0, lambda i, v: (i - 1, v * 1.5), (n, x))


def grown(x):
    return while_loop(lambda v: v.abs().sum() < 50, lambda v: (v * 2,), (x,))


if __name__ == "__main__":
    torch.set_grad_enabled(False)
    for f in (sums, trees, backwards, turned, widened):
        f(torch.ones(4, 3))
    along(torch.ones(2, 4))
    cell(torch.zeros(2, 3), torch.ones(5, 2, 3), torch.ones(3, 3))
    down(torch.tensor(3), torch.ones(3))
    grown(torch.ones(3))
""",
    args=("--force",),
)


@pytest.mark.parametrize("rows", [1, 2, 4])
@pytest.mark.parametrize("name", ["sums", "trees", "along", "backwards", "turned", "cell"])
def test_scan_carries_over_rows(name, rows):
    def arguments():
        x = torch.arange(3.0 * rows).view(rows, 3)
        if name == "cell":
            return torch.zeros(2, 3), torch.stack([x, -x], 1), torch.eye(3)
        return (x[:, :2].t().contiguous() if name == "along" else x,)

    check(LOOPS.load(), name, arguments, expect="whole" if rows == 4 else None, context=torch.no_grad)


@pytest.mark.parametrize("name", ["sums", "widened"])
def test_scans_that_are_refused(name):
    with torch.no_grad():
        for make in (lambda: torch.zeros(0, 3), lambda: torch.ones(2, 3)):
            outcomes = []
            for module in (LOOPS.load().eager, LOOPS.load().built):
                try:
                    getattr(module, name)(make())
                    outcomes.append(None)
                except Exception as error:
                    outcomes.append(type(error))
            assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("count", [0, 1, 4])
def test_a_loop_that_does_not_turn_gives_copies(count):
    check(LOOPS.load(), "down", lambda: (torch.tensor(count), torch.ones(3)), expect="whole", context=torch.no_grad)
    check(LOOPS.load(), "grown", lambda: (torch.full((3,), 20.0 - 4 * count),), expect="whole", context=torch.no_grad)
