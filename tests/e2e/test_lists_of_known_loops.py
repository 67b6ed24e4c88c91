"""Lists that loops over known items fill on one side of a branch: how many there are in the end the data decide."""

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


def rows_kept(x, m):
    keep = []
    for i in range(3):
        if m[i]:
            keep.append(x[i])
    return torch.stack(keep) if keep else x.new_zeros(0)


def places_kept(x, m):
    keep = []
    for i in range(3):
        if m[i]:
            keep.append(i)
    return keep


def tensors_of_others(x, m):
    keep = []
    for t, k in zip([x, x * 2, x + 1], m):
        if k:
            keep.append(t)
    return keep


def two_lists(x, m):
    keep, other = [], []
    for i, k in enumerate(m[:3].tolist()):
        if k:
            keep.append(x[i].sum())
        else:
            other.append(float(x[i].sum()))
    return len(keep), other


def left_early(x, m):
    keep = [x[0]]
    for i in range(3):
        if m[i]:
            keep.append(x[i])
        if len(keep) > 2:
            break
    return torch.cat(keep)


def nested(x, m):
    out = []
    for row in [x, x + 1]:
        for i in range(2):
            if m[i]:
                out.append(row[i] * 2)
    return torch.stack(out) if out else None


def written(x, m):
    keep = []
    for i in range(3):
        if m[i]:
            keep.append(x[i] * 2)
    for t in keep:
        t.add_(1)
    return keep


def lists_of_lists(x, m):
    keep = []
    for i in range(3):
        if m[i]:
            keep.append([i, x[i]])
    return keep


def pairs_sorted(x, m):
    keep = []
    for i in range(3):
        if m[i]:
            keep.append((i, float(x[i].sum())))
    return sorted(keep, key=lambda v: -v[1])


def texts(x, m):
    best = []
    for name, k in {"a": 0, "b": 1, "c": 2}.items():
        if x[k].sum() > 0:
            best.append(name)
    return best


def written_later(x, m):
    keep = []
    for i in range(3):
        y = x[i] * 2
        if m[i]:
            keep.append(y)
        y.add_(1)
    return torch.stack(keep) if keep else None


def of_both_sides(x, m):
    ids = []
    for k in m.tolist()[:3]:
        if k:
            ids.append(1)
        else:
            ids.extend([0, 0])
    return ids, sum(ids)


def zipped(x, m):
    keep = []
    for k, row in zip(m[:3].tolist(), x):
        if k:
            keep.append(row.sum())
    return torch.stack(keep) if keep else None


def waited_for(x, m):
    items = iter([1, 2, 3, 4, 5])
    keep = [next(items)]
    for i in range(3):
        k = next(items)
        if m[i]:
            keep.append(k)
    return keep, next(items)


def of_arrays(x, m):
    keep = []
    for name in ("a", "b", "c"):
        array = x.detach().numpy()
        if x.sum() > 0:
            keep.append(float(array.max()))
    return keep, x.numpy()


if __name__ == "__main__":
    for f in FUNCTIONS:
        f(torch.ones(4, 3), torch.tensor([True, False, True, True]))
"""
NAMES = [line[4 : line.index("(")] for line in SOURCE.splitlines() if line.startswith("def ")]
WHOLE = ["rows_kept", "places_kept", "two_lists", "nested", "of_both_sides", "zipped", "of_arrays"]
P = harness.program(
    "lists_of_known_loops", SOURCE.replace("FUNCTIONS", f"[{', '.join(NAMES)}]"), args=["--force"], flags="-O0"
)


@pytest.mark.parametrize("kept", [(1, 0, 1, 1), (0, 0, 0, 0), (1, 1, 1, 1), (0, 1, 0, 1)], ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_lists_of_known_loops(name, kept):
    expect = "whole" if name in WHOLE else None
    harness.check(P.load(), name, lambda: (randn(4, 3), torch.tensor(kept, dtype=torch.bool)), expect=expect)
