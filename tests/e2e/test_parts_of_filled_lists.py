"""Parts, copies and sums of lists that loops of unknown length have filled, and items that are put in front or by twos."""

import harness
import pytest
import torch
from table import randn

WHOLE = """
def returns(rewards, gamma: float):
    out = []
    total = 0.0
    for reward in reversed(rewards):
        total = float(reward) + gamma * total
        out.insert(0, total)
    return out, torch.tensor(out)


def turned(x):
    out = []
    for row in x:
        out.append(float(row.sum()))
    return out[::-1], out


def states(x):
    h = x[0] * 0
    out = []
    for row in reversed(x):
        h = h * 0.5 + row
        out.append(h)
    return torch.stack(out[::-1])


def turned_tensors(x):
    out = []
    for row in x:
        out.append(row * 2)
    return out[::-1]


def sliced(x):
    out = [0.0]
    for row in x:
        out.append(float(row.sum()) + out[-1])
    return out[1:], out[::2], sum(out[1:3]), len(out[:2])


def joined(x):
    out, more = [], []
    for row in x:
        out.append(row * 2)
        more.append(row + 1)
    return torch.stack(out + more), torch.stack([x[0], *[x[0]]] + out), torch.cat(out[:1] + [x[0]])


def sums_of_numbers(x):
    out = []
    for row in x:
        out.append(int(row.sum() > 0))
    return out + [3], [1, 2] + out, out


def by_twos(x):
    out = []
    for row in x:
        if row[0] > 0:
            out.extend([float(row[0]), 2.0])
        else:
            out.extend((float(row[1]),))
    return out


def copied(x):
    out = []
    for row in x:
        out.append(row.sum().item())
    a, b = list(out), out.copy()
    out.reverse()
    return a, b, out
"""
OTHERS = """
def the_same_tensors(x):
    out = []
    for row in x:
        out.append(row * 2)
    return out[::-1], out


def one_of_both(x):
    out = []
    for row in x:
        out.append(row * 2)
    return list(out), out[0]


def written(x):
    out = []
    for row in x:
        out.append(row * 2)
    more = list(out)
    more[0].add_(1)
    return torch.stack(out), torch.stack(more)


def continued(x):
    out = []
    for row in x:
        out.append(float(row[0]))
    more = out[1:]
    for row in x:
        more.append(1.0)
    return more, out


def of_no_step(x):
    out = []
    for row in x:
        out.append(float(row[0]))
    return out[:: x.dim() - 2]


def of_two_types(x):
    out = []
    for row in x:
        out.append(float(row[0]))
    return out + [1], [True] + out


def further_in(x):
    out = [1.0]
    for row in x:
        out.insert(1, float(row[0]))
        out.insert(-1, 2.0)
    return out


def by_a_range(x):
    out = []
    for row in x:
        out.extend(range(int(row[0].abs()) + 1))
    return out
"""
NAMES = [line[4 : line.index("(")] for line in WHOLE.splitlines() if line.startswith("def ")]
ODD = [line[4 : line.index("(")] for line in OTHERS.splitlines() if line.startswith("def ")]

P = harness.program(
    "parts_of_filled_lists",
    f"""
import torch

{WHOLE}

{OTHERS}

if __name__ == "__main__":
    x = torch.ones(5, 3)
    returns(torch.ones(5), 0.9)
    for f in {", ".join(name for name in NAMES + ODD if name != "returns")}:
        f(x)
""".replace("of_no_step, ", ""),
    calls=["of_no_step(f32[5, 3])"],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("n", [5, 2, 1, 0, 12])
@pytest.mark.parametrize("name", NAMES)
def test_parts_of_lists(name, n):
    args = (randn(n), 0.9) if name == "returns" else (randn(n, 3),)
    expect = "whole" if n > 1 else None
    harness.check(
        P.load(), name, lambda: tuple(a.clone() if isinstance(a, torch.Tensor) else a for a in args), expect=expect
    )


@pytest.mark.parametrize("n", [5, 2, 1, 0])
@pytest.mark.parametrize("name", ODD)
def test_what_could_tell_parts_from_copies(name, n):
    harness.check(P.load(), name, lambda: (randn(n, 3),))
