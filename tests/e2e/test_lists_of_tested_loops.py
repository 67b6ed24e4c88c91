"""Lists that a loop fills whose number of iterations the data decide: suppression, decoding until a word, digits."""

import harness
import pytest
import torch

SOURCE = """
import torch


def overlaps(a, b):
    low = torch.maximum(a[:, None, :2], b[None, :, :2])
    high = torch.minimum(a[:, None, 2:], b[None, :, 2:])
    inner = (high - low).clamp(min=0).prod(2)
    areas = (a[:, 2:] - a[:, :2]).prod(1)[:, None] + (b[:, 2:] - b[:, :2]).prod(1)[None]
    return inner / (areas - inner)


def suppressed(boxes, scores, most: float):
    order = scores.argsort(descending=True)
    kept = []
    while order.numel() > 0:
        best = order[0]
        kept.append(best.item())
        if order.numel() == 1:
            break
        rest = order[1:]
        order = rest[overlaps(boxes[best][None], boxes[rest])[0] <= most]
    return torch.tensor(kept, dtype=torch.long)


def suppressed_tensors(boxes, scores, most: float):
    order = scores.argsort(descending=True)
    kept = []
    while order.numel() > 0:
        best = order[0]
        kept.append(best)
        rest = order[1:]
        order = rest[(boxes[rest] - boxes[best]).abs().sum(1) > most]
    return torch.stack(kept)


def decoded(w, token: int, end: int, most: int):
    out = []
    for _ in range(most):
        token = int(w[token].argmax())
        out.append(token)
        if token == end:
            break
    return out


def digits(n: int):
    out = []
    while n > 0:
        out.append(n % 10)
        n //= 10
    return out


def errors(x, least: float):
    found = []
    y = x * 0.5 + 1
    error = 1e9
    while error >= least:
        error = (y * y - x).abs().max().item()
        found.append(error)
        y = 0.5 * (y + x / y)
    return y, found


def two_lists(x):
    sizes, sums = [], []
    while x.numel() > 1:
        sizes.append(x.numel())
        sums.append(x.sum())
        x = x[x > x.mean()]
    return sizes, torch.stack(sums), x * 1


def some_turns(x):
    out = []
    n = 0
    while n < 6:
        n += 1
        if x.sum() > n:
            out.append(n)
        x = x * 1.5
    return out


def asked(x):
    out = [0]
    while len(out) < 5:
        out.append(int(x[out[-1]]))
    return out


def capped(boxes, scores, most: float, count: int):
    order = scores.argsort(descending=True)
    kept = []
    while order.numel() > 0:
        best = order[0]
        kept.append(best.item())
        if order.numel() == 1 or len(kept) >= count:
            break
        rest = order[1:]
        order = rest[(boxes[rest] - boxes[best]).abs().sum(1) > most]
    return torch.tensor(kept, dtype=torch.long)


def until_full(w, token: int, count: int):
    out = []
    while len(out) < count:
        token = int(w[token].argmax())
        out.append(token)
        out.append(-token)
    return out, len(out)


def lengths(x, n: int):
    out, seen = [], 0
    for _ in range(n):
        seen += len(out)
        out.append(x.sum() + len(out))
        seen += len(out)
    return torch.stack(out), seen, len(out)


def settled(x, least: float):
    found = []
    y = x * 0.5 + 1
    while True:
        error = (y * y - x).abs().max().item()
        found.append(error)
        if error < least or len(found) > 3:
            break
        y = 0.5 * (y + x / y)
    return y, found


def own_length(x, len):
    out = []
    while x.sum() < 9:
        out.append(x.sum().item())
        x = x + len(out)
    return x, out


if __name__ == "__main__":
    corners = torch.rand(9, 2)
    boxes = torch.cat([corners, corners + 0.3], 1)
    suppressed(boxes, torch.rand(9), 0.2)
    suppressed_tensors(boxes, torch.rand(9), 0.2)
    decoded(torch.rand(6, 6), 1, 3, 9)
    digits(1234)
    errors(torch.rand(3, 4) + 1, 1e-4)
    two_lists(torch.rand(9))
    some_turns(torch.rand(4))
    asked(torch.tensor([1, 2, 0]))
    capped(boxes, torch.rand(9), 0.2, 3)
    until_full(torch.rand(6, 6), 1, 9)
    lengths(torch.rand(4), 5)
    settled(torch.rand(3, 4) + 1, 1e-4)
    own_length(torch.rand(3), sum)
"""

PAIR = harness.program("lists_of_tested_loops", SOURCE, args=["--force"], flags="-O0")


def spread(*sizes):
    count = torch.Size(sizes).numel()
    return torch.rand(count, generator=torch.Generator().manual_seed(count)).reshape(sizes)


def boxes(n):
    corners = spread(n, 2)
    return torch.cat([corners, corners + 0.3], 1)


@pytest.mark.parametrize("n", [1, 2, 9, 60])
@pytest.mark.parametrize("most", [0.2, 0.6])
@pytest.mark.parametrize("name", ["suppressed", "suppressed_tensors"])
def test_suppression(name, most, n):
    harness.check(PAIR.load(), name, lambda: (boxes(n), spread(n), most), expect="whole")


@pytest.mark.parametrize("name", ["suppressed", "suppressed_tensors"])
def test_nothing_to_suppress(name):
    harness.check(PAIR.load(), name, lambda: (boxes(0), spread(0), 0.5))


@pytest.mark.parametrize("most", [1, 2, 9, 30])
@pytest.mark.parametrize("end", [0, 3, 7])
def test_decoding_until_a_word(end, most):
    harness.check(PAIR.load(), "decoded", lambda: (spread(6, 6), 1, end, most), expect="whole")


@pytest.mark.parametrize("n", [0, 7, 10, 1234, 10**17])
def test_digits(n):
    harness.check(PAIR.load(), "digits", lambda: (n,), expect="whole" if n else None)


@pytest.mark.parametrize("least", [1e-4, 1.0, 1e3])
def test_errors(least):
    harness.check(PAIR.load(), "errors", lambda: (spread(3, 4) + 1, least), expect="whole")


@pytest.mark.parametrize("n", [2, 9, 50])
def test_two_lists(n):
    harness.check(PAIR.load(), "two_lists", lambda: (spread(n),), expect="whole")


@pytest.mark.parametrize("scale", [0.1, 1.0, 9.0])
def test_items_of_some_turns(scale):
    harness.check(PAIR.load(), "some_turns", lambda: (spread(4) * scale,))


def test_lists_that_the_loop_asks():
    harness.check(PAIR.load(), "asked", lambda: (torch.tensor([2, 0, 1]),))


@pytest.mark.parametrize("n, count", [(1, 3), (9, 1), (9, 2), (40, 3), (40, 99)])
def test_lengths_end_a_suppression(n, count):
    harness.check(PAIR.load(), "capped", lambda: (boxes(n), spread(n), 0.3, count), expect="whole")


@pytest.mark.parametrize("count", [0, 1, 2, 3, 10])
def test_lists_that_are_filled_to_a_length(count):
    harness.check(PAIR.load(), "until_full", lambda: (spread(6, 6), 1, count), expect="whole" if count else None)


@pytest.mark.parametrize("n", [1, 2, 5, 6])
def test_lengths_inside_the_loop(n):
    harness.check(PAIR.load(), "lengths", lambda: (spread(4), n))


@pytest.mark.parametrize("least", [1e3, 0.1, 1e-5, -1.0])
def test_a_loop_that_ends_by_error_or_length(least):
    harness.check(PAIR.load(), "settled", lambda: (spread(3, 4) + 1, least), expect="whole")


def test_a_length_of_the_program():
    harness.check(PAIR.load(), "own_length", lambda: (spread(3), sum))
