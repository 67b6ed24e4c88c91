"""Variables that hold None until a branch that the data decide gives them a tensor, a number or a tuple."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


class Box:
    def __init__(self):
        self.best = None

    def see(self, t):
        if self.best is None or t.sum() > self.best.sum():
            self.best = t * 1


def largest(x, m):
    best = None
    for r in x:
        if best is None or r.sum() > best.sum():
            best = r * 2
    return best


def largest_of_three(x, m):
    best = None
    for i in range(3):
        y = x[i] * 2
        if m[i] and (best is None or y.sum() > best.sum()):
            best = y
    return best


def state(x, m):
    h = None
    for t in range(x.shape[0]):
        if h is None:
            h = torch.zeros(3)
        h = torch.tanh(x[t] + h)
    return h


def state_of_some(x, m):
    h = None
    for t in range(x.shape[0]):
        if m[t]:
            if h is None:
                h = torch.zeros(3)
            h = torch.tanh(x[t] + h)
    return h


def masked(x, m):
    mask = None
    if m.any():
        mask = x > 0
    if mask is not None:
        x = x.masked_fill(mask, 0.5)
    return x * 2


def mask_or_none(x, m):
    mask = None
    if m.any():
        mask = x > 0
    return mask


def total(x, m):
    loss = None
    for i in range(x.shape[0]):
        if m[i]:
            each = x[i].sum()
            loss = each if loss is None else loss + each
    return loss


def total_of_three(x, m):
    loss = None
    for i in range(3):
        if m[i]:
            each = x[i].sum()
            if loss is None:
                loss = each
            else:
                loss += each
    return loss


def last(x, m):
    out = None
    for i in range(3):
        if m[i]:
            out = x[i] * 2
    return out


def last_of_all(x, m):
    out = None
    for i in range(x.shape[0]):
        if m[i]:
            out = x[i] * 2
    return out


def by_while(x, m):
    out = None
    i = 0
    while i < x.shape[0]:
        if m[i]:
            out = x[i] * 2 if out is None else torch.maximum(out, x[i])
        i += 1
    return torch.zeros(3) if out is None else out


def given_up(x, m):
    out = None
    for i in range(x.shape[0]):
        if m[i]:
            out = x[i].exp()
        elif x[i, 0] > 1:
            out = None
    return out


def beside_another(x, m):
    first = second = None
    for i in range(x.shape[0]):
        if m[i] and first is None:
            first = x[i] + 1
        elif not m[i]:
            second = x[i] * 3
    if first is None and second is None:
        return None
    if first is None:
        return second
    return first if second is None else first + second


def a_sequence(x, m):
    best, score = None, None
    for i in range(x.shape[0]):
        s = x[i].sum()
        if score is None or s > score:
            best, score = x[i] * 1, s
    return best, score


def number_or_tensor_or_none(x, m):
    out = None
    for i in range(3):
        if m[i]:
            out = x[i] * 2
        elif x[i, 0] > 0:
            out = 0
    return out


def written_where_there_is_one(x, m):
    out = None
    for i in range(x.shape[0]):
        if m[i]:
            if out is None:
                out = x[i] * 0
            out += x[i]
            out[0] = 1
    if out is not None:
        out.mul_(2)
    return out


def fails_without(x, m):
    out = None
    for i in range(x.shape[0]):
        if m[i]:
            out = x[i] * 2
    return out + 1


def refused_without(x, m):
    out = None
    for i in range(x.shape[0]):
        if m[i]:
            out = x[i] * 2
    if out is None:
        raise ValueError("nothing is kept")
    return out.sum()


def asserted(x, m):
    out = None
    for i in range(x.shape[0]):
        if m[i]:
            out = x[i] * 2
    assert out is not None, "nothing"
    return out - 1


def asked_twice(x, m):
    out = None
    for i in range(x.shape[0]):
        if m[i]:
            out = x[i] * 2
    n = 0
    if out is not None and out.sum() > 0:
        n = 1
    if not (out is None or out.sum() > 1):
        n += out[0] > 0
    return n


def in_a_helper(x, m):
    def add(a, b):
        if a is None:
            return b
        return a + b

    out = None
    for i in range(x.shape[0]):
        if m[i]:
            out = add(out, x[i].sum())
    return out


def kept_before(x, m):
    before = now = None
    for i in range(x.shape[0]):
        before = now
        if m[i]:
            now = x[i] * 2
    return before, now, before is now


def written_under_another_name(x, m):
    out = None
    for i in range(x.shape[0]):
        y = x[i] * 2
        if m[i]:
            out = y
        y += 1
    return out


def same_object(x, m):
    out, y = None, None
    for i in range(3):
        y = x[i] * 2
        if m[i]:
            out = y
    return out is y, out, y


def two_types(x, m):
    out = None
    for i in range(3):
        if m[i]:
            out = x[i] if i % 2 else x[i].double()
    return out


def two_sizes(x, m):
    out = None
    for i in range(3):
        if m[i]:
            out = x[: i + 1] * 2
    return out


def broken_off(x, m):
    found = None
    for i in range(x.shape[0]):
        if m[i]:
            found = x[i] * 2
            break
    return found


def found_or_else(x, m):
    found = None
    for i in range(x.shape[0]):
        if m[i]:
            found = x[i] * 2
            break
    else:
        found = x.sum(0)
    return found


def returned_early(x, m):
    kept = None
    for i in range(x.shape[0]):
        if m[i]:
            kept = x[i] * 2
        if kept is not None and kept.sum() > 3:
            return kept
    return kept


def in_a_dict(x, m):
    s = {"best": None}
    for i in range(3):
        if m[i]:
            s["best"] = x[i] * 2
    return s["best"]


def row_of_the_argument(x, m):
    out = None
    for i in range(3):
        if m[i]:
            out = x[i]
    return out



def of_an_expression(x, m):
    y = x * 2 if m.any() else None
    if y is not None:
        return y + 1
    return x - 1


def returned_by_a_helper(x, m):
    def pick(t, k):
        if k:
            return None
        return t * 2
    y = pick(x, m.any())
    z = pick(x, m.all())
    if y is None:
        y = x - 1
    return y, z


def returned_by_a_helper_in_a_loop(x, m):
    def pick(t, k):
        if k:
            return t * 2
        return None
    s = torch.zeros(3)
    for i in range(x.shape[0]):
        y = pick(x[i], m[i])
        if y is not None:
            s = s + y
    return s


def in_an_attribute(x, m):
    b = Box()
    for i in range(x.shape[0]):
        b.see(x[i])
    return b.best


def in_an_attribute_of_the_caller(x, m, b: "Box"):
    for i in range(3):
        if m[i]:
            b.see(x[i])
    return x


def in_a_dict_that_is_returned(x, m):
    s = {"best": None, "n": 0}
    for i in range(x.shape[0]):
        if m[i]:
            s["best"] = x[i] * 2
            s["n"] += 1
    return s


def in_a_tuple(x, m):
    s = (None, 0)
    for i in range(x.shape[0]):
        if m[i]:
            s = (x[i] * 2, s[1] + 1)
    return s


def in_results(x, m):
    out = None
    for i in range(3):
        if m[i]:
            out = x[i] * 2
    return [out, x], {"a": out}


def compared(x, m):
    best = -1.0
    for i in range(3):
        if m[i]:
            best = x[i].sum()
    if best > 0:
        return x * best
    return x


def equal(x, m):
    best = -1
    for i in range(3):
        if m[i]:
            best = x[i].sum()
    return best == -1, best != 0.5


def demanded(x, m):
    def pick(t, k):
        if k:
            return t * 2
        return None

    return pick(x, m.any()) + 1, pick(x, m.any()).sum()


def true_or_not(x, m):
    found = None
    for i in range(x.shape[0]):
        if m[i]:
            found = x[i].sum() > 0
    if found:
        return x * 2
    return 0 if not found else x



def smallest_and_where(x, m):
    best, arg = float("inf"), None
    for i in range(x.shape[0]):
        l = x[i].sum()
        if l < best:
            best, arg = l, i
    return best, arg


def first_index(x, m):
    first = None
    for i in range(x.shape[0]):
        if m[i] and first is None:
            first = i
    return first


def first_of_three(x, m):
    first = None
    for i in range(3):
        if m[i] and first is None:
            first = i
    if first is None:
        return x
    return x * first


def window(x, m):
    start, end = None, None
    for i in range(x.shape[0]):
        if m[i]:
            if start is None:
                start = i
            end = i + 1
    if start is None:
        return x[:0]
    return x[start:end] * 2


def lowest_number(x, m):
    best = None
    for i in range(x.shape[0]):
        if m[i]:
            l = x[i].sum().item()
            if best is None or l < best:
                best = l
    return best


def flag(x, m):
    f = None
    for i in range(x.shape[0]):
        if m[i]:
            f = bool(x[i, 0] > 0)
    return f, f is None


def number_of_them(x, m):
    n = None
    i = 0
    while i < x.shape[0]:
        if m[i]:
            n = 1 if n is None else n + 1
        i += 1
    return n


def int_or_float_or_none(x, m):
    n = None
    for i in range(x.shape[0]):
        if m[i]:
            n = 1
        elif x[i, 0] > 0:
            n = 1.5
    return n


def int_or_tensor_or_none(x, m):
    n = None
    for i in range(3):
        if m[i]:
            n = i
        elif x[i, 0] > 0:
            n = x[i] * 2
    return n


def best_number_and_index(x, m):
    best = None
    for i in range(x.shape[0]):
        s = x[i].sum().item()
        if m[i] and (best is None or s > best[0]):
            best = (s, i)
    return best


def indices_in_a_dict(x, m):
    d = {"first": None, "last": None}
    for i in range(x.shape[0]):
        if m[i]:
            if d["first"] is None:
                d["first"] = i
            d["last"] = i
    return d


def index_of_a_helper(x, m):
    def find(t):
        for i in range(3):
            if t[i] > 0:
                return i
        return None
    k = find(x[0])
    if k is None:
        return x
    return x * k


def added_to(x, m):
    out = None
    for i in range(x.shape[0]):
        if m[i]:
            out = x[i] * 2
    return out + 1


def used(x, m):
    out = None
    for i in range(x.shape[0]):
        if m[i]:
            out = x[i] * 2
    return out.sum(), torch.maximum(out, x[0]), torch.stack([out, x[0]])


def used_where_it_is_no_number(x, m):
    out = 0
    for i in range(x.shape[0]):
        if m[i]:
            out = x[i] * 2
    return torch.stack([out, x[0]])


def tried(x, m):
    out = None
    for i in range(x.shape[0]):
        if m[i]:
            out = x[i] * 2
    try:
        return out.sum()
    except AttributeError:
        return x


def index_that_may_be_none(x, m):
    k = None
    for i in range(x.shape[0]):
        if m[i]:
            k = i
    return x[k], k


def factor_that_may_be_none(x, m):
    k = None
    for i in range(x.shape[0]):
        if m[i]:
            k = i
    return x * k


def used_in_an_attribute(x, m):
    b = Box()
    for i in range(x.shape[0]):
        if m[i]:
            b.best = x[i] + 1
    return b.best.sum()


def best_of_all(x, m):
    best = None
    for i in range(x.shape[0]):
        s = x[i].sum()
        if m[i] and (best is None or s > best[0]):
            best = (s, i, x[i] * 2)
    if best is None:
        return x
    return best[2] + best[1], best


def unpacked(x, m):
    best = None
    for i in range(3):
        if m[i]:
            best = (x[i] * 2, i)
    a, b = best
    return a * b, best


def cache(x, m):
    past = None
    out = x[0] * 0
    for i in range(x.shape[0]):
        if m[i]:
            k, v = x[i] * 2, x[i] + 1
            if past is not None:
                k, v = k + past[0], v + past[1]
            past = (k, v)
            out = out + k * v
    return out, past


def tuple_with_another_name(x, m):
    last = best = None
    for i in range(3):
        last = (x[i] * 1, i)
        if m[i]:
            best = last
    return best, last


def tensor_with_another_name(x, m):
    last = best = None
    for i in range(x.shape[0]):
        last = x[i] * 1
        if m[i]:
            best = last
    return best, last


def last_one_written(x, m):
    best = None
    for i in range(x.shape[0]):
        y = x[i] * 1
        if m[i]:
            best = y
    y.add_(1)
    return best


def itself_or_none(x, m):
    best = None
    y = x * 2
    if m.any():
        best = y
    return best, y


def itself_twice_or_none(x, m):
    best = None
    y = x * 2
    if m.any():
        best = (y, y)
    return best, y


def the_one_before(x, m):
    best = None
    y = x * 2
    for i in range(x.shape[0]):
        if m[i]:
            best = y
        y = y + 1
    return best, y


def argument_or_none(x, m):
    best = None
    if m.any():
        best = x
    return best


def view_or_none(x, m):
    best = None
    if m.any():
        best = x.t()
    return best, x


def two_names_or_none(x, m):
    a = b = None
    if m.any():
        a = b = x * 2
    return a, b, a is b


def part_written(x, m):
    a = b = None
    if m.any():
        a = x * 2
        b = a[0] if len(a) else a
    if b is not None:
        b += 1
    return a, b



def row_of_some(x, m):
    out = None
    for i in range(x.shape[0]):
        if m[i]:
            out = x[i]
    if out is None:
        return x.sum()
    return out * 2


def last_row_of_some(x, m):
    out = x[0]
    for i in range(x.shape[0]):
        if m[i]:
            out = x[i]
    return out * 2


def largest_row(x, m):
    best = None
    for i in range(x.shape[0]):
        if best is None or x[i].sum() > best.sum():
            best = x[i]
    return best * 2


def largest_of_rows(x, m):
    best = None
    for r in x:
        if best is None or r.sum() > best.sum():
            best = r
    return best * 2


def largest_of_pairs(x, m):
    best = None
    for r, k in zip(x, m):
        if k and (best is None or r.sum() > best.sum()):
            best = r
    if best is None:
        return 0
    return best * 2


def differences(x, m):
    total = 0
    before = x[0]
    for i in range(1, x.shape[0]):
        total = total + (x[i] - before).abs().sum()
        before = x[i]
    return total


def differences_of_what_is_written(x, m):
    total = 0
    before = x[0]
    for i in range(1, x.shape[0]):
        x[i] += before
        total = total + (x[i] - before).abs().sum()
        before = x[i]
    return total


def written_behind(x, m):
    row = None
    for i in range(x.shape[0]):
        if m[i]:
            row = x[i]
    x += 1
    return x if row is None else row * 2


def written_before_it_is_read(x, m):
    row = None
    total = 0
    for i in range(x.shape[0]):
        x.mul_(2)
        if row is not None:
            total = total + row.sum()
        if m[i]:
            row = x[i]
    return total


def part_of_what_is_carried(x, m):
    state, part = x[0] * 0, None
    for i in range(x.shape[0]):
        state = state + x[i]
        if m[i]:
            part = state[:2]
    return state if part is None else (state, part + 1)


def part_of_what_is_written(x, m):
    state, part = x[0] * 0, None
    for i in range(x.shape[0]):
        state += x[i]
        if m[i]:
            part = state[:2]
    return state if part is None else (state, part + 1)


def rows_of_a_buffer(x, m):
    buffer = x.clone()
    before = buffer[0]
    for i in range(1, x.shape[0]):
        buffer[i] = buffer[i] + before
        before = buffer[i]
    return buffer, before * 2


def names_used_again(x, m):
    total = 0
    for i in range(x.shape[0]):
        row = x[i]
        row += 1
    x *= 2
    for i in range(x.shape[0]):
        row = x[i]
        total = total + row.sum()
    return total


def row_or_the_whole(x, m):
    y = x * 1
    kept = y
    for i in range(x.shape[0]):
        if m[i]:
            kept = x
    return kept + 1


if __name__ == "__main__":
    x, m = torch.ones(4, 3), torch.tensor([True, False, True, True])
    in_an_attribute_of_the_caller(x, m, Box())
    CALLS
"""
NAMES = [
    line[4 : line.index("(")] for line in SOURCE.splitlines() if line.endswith("(x, m):") and line.startswith("def ")
]
IN_PYTHON = """
total_of_three
number_or_tensor_or_none
written_where_there_is_one
kept_before
same_object
two_types
two_sizes
int_or_float_or_none
int_or_tensor_or_none
tuple_with_another_name
tensor_with_another_name
last_one_written
differences_of_what_is_written
written_behind
written_before_it_is_read
part_of_what_is_written
rows_of_a_buffer
row_of_the_argument
""".split()
P = harness.program(
    "none_or_tensor",
    SOURCE.replace("CALLS", "\n    ".join(f"{name}(x, m)" for name in NAMES)),
    args=["--force"],
    flags="-O0",
)
KEPT = [(1, 0, 1, 1), (0, 0, 0, 0), (1, 1, 1, 1), (0, 1, 0, 1), (0, 0, 1, 0, 1, 1), (0, 0, 0), (1,), (0,), ()]


@pytest.mark.parametrize("kept", KEPT, ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_none_or_tensor(name, kept):
    expect = "whole" if name not in IN_PYTHON and len(kept) == 4 and any(kept) else None
    harness.check(P.load(), name, lambda: (randn(len(kept), 3), torch.tensor(kept, dtype=torch.bool)), expect=expect)


@pytest.mark.parametrize("kept", KEPT, ids=str)
def test_an_attribute_of_the_caller(kept):
    def arguments():
        return [randn(len(kept), 3), torch.tensor(kept, dtype=torch.bool), P.load().built.Box()]

    harness.check(P.load(), "in_an_attribute_of_the_caller", arguments, expect="whole" if len(kept) == 4 else None)


@pytest.mark.parametrize("name", ["largest", "state_of_some", "total", "last", "in_a_dict_that_is_returned"])
def test_gradients(name):
    def gradients(module):
        def run(x, m):
            result = getattr(module, name)(x, m)
            result = result["best"] if isinstance(result, dict) else result
            result.sum().backward()
            return x.grad

        return run

    kept = torch.tensor([True, False, True, True])
    harness.check(P.load(), gradients, lambda: (randn(4, 3).requires_grad_(), kept))
    harness.check(P.load(), name, lambda: (randn(4, 3).requires_grad_(), kept), context=torch.no_grad)
