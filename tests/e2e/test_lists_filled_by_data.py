"""Lists that loops fill in some of their iterations, or read while they fill them: transducers, suppression, decoding,
comprehensions with conditions. And all that could tell such a list from the tensor in which its items lie."""

import harness
import pytest
from table import randn

WHOLE = """
def collapsed(logits, blank: int):
    out = []
    last = blank
    for k in logits.argmax(-1).tolist():
        if k != blank and k != last:
            out.append(k)
        last = k
    return out


def transduced(frames, table, w, blank: int, most: int):
    out = []
    h = torch.zeros(table.shape[1])
    t = 0
    n = 0
    while t < frames.shape[0]:
        k = int((frames[t] + h @ w).argmax())
        if k != blank and n < most:
            out.append(k)
            h = torch.tanh(table[k] + h)
            n += 1
        else:
            t += 1
            n = 0
    return out, h


def best_path(emissions, moves):
    score = emissions[0]
    history = []
    for t in range(1, emissions.shape[0]):
        score, index = (score[:, None] + moves + emissions[t][None]).max(0)
        history.append(index)
    tags = [int(score.argmax())]
    for index in reversed(history):
        tags.append(int(index[tags[-1]]))
    tags.reverse()
    return tags


def decoded(table, w, token: int, end: int, most: int):
    h = torch.zeros(table.shape[1])
    rows = []
    for _ in range(most):
        h = torch.tanh(table[token] + h @ w)
        scores = table @ h
        token = int(scores.argmax())
        rows.append(scores)
        if token == end:
            break
    return torch.stack(rows), token


def decoded_by_list(table, w, start: int, end: int, most: int):
    h = torch.zeros(table.shape[1])
    out = [start]
    while len(out) < most and out[-1] != end:
        h = torch.tanh(table[out[-1]] + h @ w)
        out.append(int((table @ h).argmax()))
    return out


def ended_before(w, token: int, end: int, most: int):
    out = []
    for _ in range(most):
        token = int(w[token].argmax())
        if token == end:
            break
        out.append(token)
    return out


def selected(x, least: float):
    rows = []
    for i in range(x.shape[0]):
        if x[i].sum() > least:
            rows.append(x[i] * 2)
    if not rows:
        return torch.zeros(0, x.shape[1])
    return torch.stack(rows)


def halting(x, w, p, most: int):
    halt = torch.zeros(x.shape[0])
    steps = 0
    states = []
    while (halt < 0.99).any() and steps < most:
        x = torch.tanh(x @ w)
        halt = halt + torch.sigmoid(x @ p) * (halt < 0.99).float()
        states.append(x)
        steps += 1
    return torch.stack(states, 1), halt


def suppressed(boxes, scores, most: float):
    if boxes.numel() == 0:
        return torch.empty((0,), dtype=torch.long)
    order = scores.argsort(descending=True)
    dead = torch.zeros(order.shape[0], dtype=torch.bool)
    kept = []
    for i in range(order.shape[0]):
        a = order[i]
        if dead[a]:
            continue
        kept.append(a.item())
        dead = dead | ((boxes - boxes[a]).abs().sum(1) < most)
    return torch.tensor(kept)


def detected(found, least: float, most: float):
    found = found[found[:, 4] > least]
    picked = suppressed(found[:, :4], found[:, 4], most)
    return found[picked]


def masked(overlaps, most: float):
    n = overlaps.shape[0]
    alive = torch.ones(n, dtype=torch.bool)
    for i in range(n):
        if alive[i]:
            alive[i + 1 :] &= overlaps[i, i + 1 :] <= most
    return alive


def positions(x, least: float):
    return [i for i in range(x.shape[0]) if x[i, 0] > least]


def filtered(x, least: float):
    return torch.stack([row * 2 for row in x if row.sum() > least if row[0] > 0.1])


def pairs(x, s, least: float):
    return [int(i) for i, v in enumerate(s) if v > least], [float(b) for b, v in zip(x[:, 0], s) if v > least]


def nested(x, least: float):
    out = []
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j] > least:
                out.append(i * 10 + j)
    return out, len(out)


def helped(x, least: float):
    def put(items, item):
        items.append(item)

    out = []
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            put(out, i)
        if x[i, 1] > least:
            out.append(-i)
    return len(out), torch.tensor(out, dtype=torch.int64)


def behind(x, least: float):
    out = []
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(x[i].sum().item())
    out.append(1.5)
    return out


def both_ways(x, least: float):
    rows = []
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            rows.append(x[i] * 2)
        elif x[i, 1] > least:
            rows.append(x[i] + 1)
            rows.append(x[i] - 1)
    return rows
"""

ODD = """
def written_behind(x, least: float):
    out = []
    for i in range(x.shape[0]):
        h = x[i] * 2
        if h[0] > least:
            out.append(h)
        h.add_(1)
    return torch.stack(out)


def written_next(x, least: float):
    out = []
    h = x[0] * 1
    for i in range(x.shape[0]):
        h.add_(x[i])
        if x[i, 0] > least:
            out.append(h)
    return torch.stack(out), h


def written_when_chosen(x, least: float):
    out = []
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            h = x[i] * 2
            out.append(h)
        else:
            h = x[i] * 3
        h.mul_(5)
    return torch.stack(out)


def written_in_the_end(x, least: float):
    out = []
    h = x[0] * 1
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            h = h + x[i]
            out.append(h)
    h.add_(100)
    return torch.stack(out), h


def views_written(x, least: float):
    out = []
    y = x * 1
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(y[i])
        y += 1
    return torch.stack(out)


def inputs_written(x, least: float):
    out = []
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(x[i])
        x[0] += 1
    return torch.stack(out)


def last_written(x, least: float):
    out = [x[0] * 1]
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(x[i] * 1)
        out[-1].add_(1)
    return torch.stack(out)


def returned_beside(x, least: float):
    out = []
    h = x[0]
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            h = x[i] * 2
            out.append(h)
    return out, h


def same_twice(x, least: float):
    out = []
    for i in range(x.shape[0]):
        h = x[i] * 2
        if x[i, 0] > least:
            out.append(h)
            out.append(h)
    return out


def list_twice(x, least: float):
    out = []
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(i)
    return out, out


def last_returned(x, least: float):
    out = [x[0]]
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(x[i] * 2)
    return out[-1]


def is_last(x, least: float):
    out = []
    same = 0
    for i in range(x.shape[0]):
        h = x[i] * 2
        if x[i, 0] > least:
            out.append(h)
            same += out[-1] is h
    return same, len(out)


def other_types(x, least: float):
    out = []
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(i)
        else:
            out.append(0.5)
            out.append(True)
    return out


def other_dtypes(x, least: float):
    out = []
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(x[i])
            out.append(x[i].double())
    return out


def other_shapes(x, least: float):
    out = []
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(x[i, : i + 1])
    return out


def nothing(x, least: float):
    out = []
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(i)
    return torch.tensor(out), sum(out), bool(out), len(out), 3 in out


def nothing_of_floats(x, least: float):
    out = []
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(x[i].sum().item())
    return torch.tensor(out), sum(out), bool(out), 3 in out


def largest(x, least: float):
    out = []
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(i * 2)
    return max(out), min(out), sorted(out)


def gone_through(x, least: float):
    out = [0]
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(i)
    n = 0
    for item in out:
        n += 1
        if n < 20:
            out.append(item)
    return out, n


def gone_through_inside(x, least: float):
    out = [0]
    total = 0
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(i)
        for item in out:
            total += item
    return out, total


def new_ones_only(x, least: float):
    seen = []
    for i in range(x.shape[0]):
        k = int(x[i].argmax())
        if k not in seen:
            seen.append(k)
    return seen


def changed_otherwise(x, least: float):
    out = [1]
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(i)
        elif x[i, 1] > least:
            out.pop()
            out.insert(0, 7)
            out[0] = 3
            out += [4]
            out.extend([5, 6])
    out.sort()
    return out


def made_anew(x, least: float):
    out = []
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(i)
        elif x[i, 1] > least:
            out = []
    return out


def other_name(x, least: float):
    out = []
    for i in range(x.shape[0]):
        b = out
        if x[i, 0] > least:
            out.append(i)
        b.append(-i)
    return b, out is b


def emptied(x, least: float):
    out = []
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(i)
        if len(out) == 3:
            out.clear()
    return out


def of_the_caller(x, least: float, out):
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(i)
    return len(out)


def kept_in_an_object(x, least: float):
    class Box:
        pass

    box = Box()
    box.items = []
    out = box.items
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(i)
    return box.items


def tried(x, least: float):
    out = []
    for i in range(x.shape[0]):
        try:
            if x[i, 0] > least:
                raise ValueError(i)
            out.append(i)
        except ValueError:
            out.append(-i)
            if x[i, 1] > least:
                continue
        out.append(9)
    else:
        out.append(8)
    return out


def in_channels(x, least: float):
    out = []
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append(x[i].reshape(1, 2, 1, -1).contiguous(memory_format=torch.channels_last))
    return torch.cat(out), out


def transposed(x, least: float):
    out = []
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append((x[:2] * i).t())
    return out


def detached(x, least: float):
    out = []
    for i in range(x.shape[0]):
        h = x[i] * 2
        if x[i, 0] > least:
            out.append(h.detach())
        h.mul_(3)
    return torch.stack(out)


def items_of_items(x, least: float):
    out = []
    for i in range(x.shape[0]):
        if x[i, 0] > least:
            out.append((i, x[i]))
    return out


def unsure_shapes(x, least: float):
    out = []
    for i in range(x.shape[0]):
        y = x[i][x[i] > least]
        if y.numel() > 1:
            out.append(y)
    return out


def a_set(x, least: float):
    return {i % 3 for i in range(x.shape[0]) if x[i, 0] > least}, {i: i for i in range(x.shape[0]) if x[i, 0] > least}


def kept_by_walrus(x, least: float):
    out = [y for row in x if (y := row.sum().item()) > least]
    return out, y


def summed(x, least: float):
    return sum(row.sum() for row in x if row[0] > least), any(v > 2 for v in x[:, 0] if v > least)
"""


def calls_of(source, arguments):
    names = [line.split("(")[0][4:] for line in source.splitlines() if line.startswith("def ")]
    return names, "".join(f"    {name}({arguments.get(name, 'x, 0.2')})\n" for name in names)


CALLS = {
    "collapsed": "torch.randn(9, 4), 0",
    "transduced": "torch.randn(7, 6), torch.randn(6, 5), torch.randn(5, 6), 0, 3",
    "best_path": "torch.randn(7, 4), torch.randn(4, 4)",
    "decoded": "torch.randn(6, 5), torch.randn(5, 5), 1, 2, 9",
    "decoded_by_list": "torch.randn(6, 5), torch.randn(5, 5), 1, 2, 9",
    "ended_before": "torch.randn(6, 6), 1, 2, 9",
    "halting": "torch.randn(4, 5), torch.randn(5, 5), torch.randn(5), 9",
    "suppressed": "x, x[:, 0] * 1, 0.2",
    "detected": "torch.rand(9, 6), 0.2, 0.3",
    "masked": "torch.rand(9, 9), 0.4",
    "pairs": "x, x[:, 1] * 1, 0.2",
    "of_the_caller": "x, 0.2, [1, 2]",
}
NAMES, LINES = calls_of(WHOLE, CALLS)
ODD_NAMES, ODD_LINES = calls_of(ODD, CALLS)
MAIN = "\n\nif __name__ == '__main__':\n    x = torch.randn(9, 4)\n"
PAIR = harness.program("lists_filled_by_data", "import torch\n\n" + WHOLE + MAIN + LINES, args=["--force"], flags="-O0")
OTHERS = harness.program(
    "lists_filled_and_seen", "import torch\n\n" + ODD + MAIN + ODD_LINES, args=["--force"], flags="-O0"
)


def arguments_of(name, n, least):
    x = randn(n, 4, seed=n)
    of = {
        "collapsed": lambda: (x, 0),
        "transduced": lambda: (randn(n, 6), randn(6, 5, seed=1), randn(5, 6, seed=2), 0, 3),
        "best_path": lambda: (x, randn(4, 4)),
        "decoded": lambda: (randn(6, 5), randn(5, 5, seed=n), 1, 2, n),
        "decoded_by_list": lambda: (randn(6, 5), randn(5, 5, seed=n), 1, 2, n),
        "ended_before": lambda: (randn(6, 6, seed=n), 1, 2, n),
        "halting": lambda: (randn(n, 5), randn(5, 5, seed=1), randn(5, seed=2), 9),
        "suppressed": lambda: (x, x[:, 0] * 1, 0.2),
        "detected": lambda: (randn(n, 6).abs(), least, 0.3),
        "masked": lambda: (randn(n, n).abs(), 0.4),
        "pairs": lambda: (x, x[:, 1] * 1, least),
        "of_the_caller": lambda: (x, least, [1, 2]),
    }
    return of[name]() if name in of else (x, least)


@pytest.mark.parametrize("n", [9, 2, 1, 0, 30])
@pytest.mark.parametrize("name", NAMES)
def test_lists_filled_by_data(name, n):
    for least in 0.2, -9.0, 9.0:
        found = least < 9 or name != "filtered"
        whole = n > 2 and found
        harness.check(PAIR.load(), name, lambda: arguments_of(name, n, least), expect="whole" if whole else None)


@pytest.mark.parametrize("n", [9, 2, 1, 0])
@pytest.mark.parametrize("name", ODD_NAMES)
def test_what_could_tell_the_difference(name, n):
    for least in 0.2, -9.0, 9.0:
        harness.check(OTHERS.load(), name, lambda: arguments_of(name, n, least))


NAMED = harness.program(
    "items_of_lists_under_other_names",
    """
import torch


def sums(x):
    out = []
    acc = torch.zeros(x.shape[1])
    for row in x:
        acc = acc + row
        if acc.sum() > 0:
            out.append(acc)
    return out, acc


def last_of(x):
    out = []
    acc = torch.zeros(x.shape[1])
    for row in x:
        acc = acc + row
        if acc.sum() > 0:
            out.append(acc)
    return [item is acc for item in out], out


def sent(x, k: int):
    out = []

    def gen():
        total = 0
        while True:
            total += yield total
            if total > len(out) + 5:
                return total

    g = gen()
    next(g)
    try:
        for i in [i * i for i in range(k)]:
            out.append(g.send(i))
    except StopIteration as stop:
        out.append(stop.value)
    return x[:, :1], out


class Step:
    def __init__(self, x):
        self.x = x
        self.log = [x]


def waiting(start):
    while True:
        yield start


def means(t):
    turn = waiting(t)
    next(turn)
    return [turn.send(t * i) for i in range(2)]


def changing(x, n: int, k: int):
    while len(Step(x * 1).log) + n < k % 4:
        if n % 2:
            break
        try:
            made = iter(means(x))
        except StopIteration:
            pass
        n += 1
    return x + n
""",
    ["sums(f32[N, M])", "last_of(f32[N, M])", "sent(f32[N, M], 3)", "changing(f32[N], 0, 3)"],
    ["--force"],
)


@pytest.mark.parametrize("name", ["sums", "last_of"])
@pytest.mark.parametrize("sign", [1, -1])
def test_an_item_that_a_variable_holds_too_is_one_object(name, sign):
    harness.check(NAMED.load(), name, lambda: (sign * randn(5, 3).abs(),))


@pytest.mark.parametrize("k", [0, 1, 3, 4, 7])
def test_a_generator_goes_on_once_in_each_iteration(k):
    harness.check(NAMED.load(), "sent", lambda: (randn(2, 3), k))


@pytest.mark.parametrize("n, k", [(0, 3), (1, 3), (0, 2), (-2, 3), (0, 0)])
def test_a_condition_that_makes_objects(n, k):
    assert "PY114" not in NAMED.build().stderr
    harness.check(NAMED.load(), "changing", lambda: (randn(4), n, k))


# Lists of which each may be given to the caller as a list of copies, as no tensor is in two of them; and others.
SEVERAL = harness.program(
    "several_filled_lists",
    """import torch


def apart(x):
    pos = []
    neg = []
    for t in x:
        if t.mean() > 0:
            pos.append(t * 2)
        if t.mean() < 0:
            neg.append(t * 3)
    return pos, neg


def in_both(x):
    pos, neg = [], []
    for t in x:
        y = t * 2
        if t.mean() > 0:
            pos.append(y)
        neg.append(y)
    return pos, neg


def always_in_both(x):
    pos, neg = [], []
    for t in x:
        y = t * 2
        pos.append(y)
        neg.append(y)
    return pos, neg


def in_both_in_turn(x):
    pos, neg = [], []
    y = x[0] * 1
    for t in x:
        z = t * 2
        pos.append(z)
        neg.append(y)
        y = z
    return pos, neg


def one_or_the_other(x):
    pos, neg = [], []
    for t in x:
        z = t * 2
        w = t * 3
        pos.append(z)
        neg.append(z if z.sum() > 1 else w)
    return pos, neg


def chosen_before(x):
    pos, neg = [], []
    for t in x:
        z = t * 2
        w = t * 3
        m = z if z.sum() > 1 else w
        if t[0] > 0:
            pos.append(m)
        if t[1] > 0:
            neg.append(w)
    return pos, neg


def growing(x):
    pos, neg = [], []
    for t in x:
        pos.append(t * 2)
        neg.append(t.exp())
    return pos, neg


def in_a_dict(x):
    d = {"a": [], "b": []}
    for t in x:
        d["a"].append(t * 2)
        d["b"].append(t + 1)
    return d


def same(x):
    pos = []
    neg = pos
    for t in x:
        pos.append(t * 2)
    return pos, neg


def of_three(x):
    a, b, c = [], [], []
    for t in x:
        if t.mean() > 0.1:
            a.append(t * 2)
        elif t.mean() > -0.1:
            b.append(t.sum())
        else:
            c.append(t[1:] * 3)
    return a, {"b": b, "c": c}, len(a)


def states(x, w):
    hs, ps = [], []
    for i in range(x.shape[0]):
        h = torch.tanh(x[i] @ w)
        p = h.softmax(-1)
        hs.append(h)
        ps.append(p)
    return hs, ps


if __name__ == "__main__":
    x = torch.rand(5, 4)
    for f in apart, in_both, always_in_both, in_both_in_turn, one_or_the_other, chosen_before, growing, in_a_dict, same, of_three:
        f(x)
    states(x, torch.rand(4, 4))
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["apart", "growing", "of_three", "states"])
@pytest.mark.parametrize("n", [2, 5, 9])
def test_several_lists(name, n):
    weights = (randn(4, 4, seed=2),) if name == "states" else ()
    harness.check(SEVERAL.load(), name, lambda: (randn(n, 4, seed=n), *weights), expect="whole")


@pytest.mark.parametrize(
    "name", ["in_both", "always_in_both", "in_both_in_turn", "one_or_the_other", "chosen_before", "in_a_dict", "same"]
)
@pytest.mark.parametrize("n", [0, 1, 5, 8])
def test_a_tensor_in_several_lists_is_one_object(name, n):
    harness.check(
        SEVERAL.load(), name, lambda: (randn(n, 4, seed=n) if name != "in_both_in_turn" or n else randn(1, 4),)
    )


# Loops that go on from the last item, and are left early: sizes that the caller decides are taken for equal where they likely are.
TOKENS = harness.program(
    "tokens_of_a_loop",
    """import torch


def broken_before(x, w, n: int):
    toks = [x]
    for _ in range(n):
        nxt = (toks[-1] @ w).softmax(-1)
        if (nxt.argmax(-1) == 0).all():
            break
        toks.append(nxt)
    return torch.stack(toks)


def broken_behind(x, w, n: int):
    toks = [x * 1]
    while len(toks) <= n:
        nxt = (toks[-1] @ w).softmax(-1)
        toks.append(nxt)
        if (nxt.argmax(-1) == 0).all():
            break
    return torch.stack(toks), len(toks)


def returned(x, w, n: int):
    toks = [x]
    for _ in range(n):
        nxt = (toks[-1] @ w).softmax(-1)
        if (nxt.argmax(-1) == 0).all():
            break
        toks.append(nxt)
    return toks


def skipped(x, w, n: int):
    toks = [x @ w]
    for i in range(n):
        nxt = toks[-1] @ w.T - i
        if nxt.mean() > 0:
            toks.append(nxt)
    return torch.cat(toks)


if __name__ == "__main__":
    x = torch.rand(5, 4)
    for f in broken_before, broken_behind, returned, skipped:
        f(x, torch.rand(4, 4), 3)
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["broken_before", "broken_behind", "returned", "skipped"])
@pytest.mark.parametrize("rows, n", [(5, 3), (5, 0), (2, 1), (1, 8), (0, 2)])
def test_loops_that_go_on_from_the_last_item(name, rows, n):
    expect = "whole" if name != "returned" and rows > 1 and n else None
    for seed in range(3):
        harness.check(
            TOKENS.load(), name, lambda: (randn(rows, 4, seed=seed), randn(4, 4, seed=seed + 5), n), expect=expect
        )
    harness.check(TOKENS.load(), name, lambda: (randn(rows, 4), randn(4, 3), n))
