"""Loops whose length depends on sizes or data, and the lists and tuples that they carry, compared with eager."""

import harness
import pytest
import torch
from table import randn

PATH = harness.ROOT / "tests" / "e2e" / "programs" / "loops.py"
CASES = harness.cases_of(PATH)
OF_INTS = {"ncount": (7, 0, 40), "nlist": (7, 1, 0), "collatz": (7, 3)}
OF_RANK_3 = {"rnn_dim1", "unbind", "reverse"}
OF_TWO = {"zipr", "zip_len"}
WHOLE = {
    "alias_after", "break_else", "break_fixed", "callee2", "cat1", "collatz", "comp", "comp2", "comp3", "comp_nested",
    "comp_walrus", "continue", "continue2", "dictcarry", "early", "enumr", "genexp", "inner2", "intcarry", "isinst",
    "iter", "lstm", "multi", "mut_in2", "ncount", "nested", "nested3", "newton", "nlist", "objcarry", "outs_last",
    "powit", "rnn", "rnn2", "rnn3", "rnn_dim1", "row_use", "rowwrite", "same", "shape_change", "stackd", "swap",
    "try", "tuple_struct", "tuplecarry", "twice", "unb", "unb_write", "unb_write2", "unbind", "while_and", "zip_len",
    "zipr",
}  # fmt: skip
SHAPES = [(3, 4), (4, 4), (1, 4), (3, 1), (0, 4)]


def call_of(case):
    arguments = {"int": "i64[M, N]"}.get(case, "f32[M, N, K]" if case in OF_RANK_3 else "f32[M, N]")
    if case in OF_INTS:
        arguments += f", {OF_INTS[case][0]}"
    return f"case_{case}({arguments + (', ' + arguments if case in OF_TWO else '')})"


PROGRAM = harness.program_of_file(PATH, calls=[call_of(case) for case in CASES])


def arguments_of(case, shape, seed, scale):
    shape = (*shape, 2) if case in OF_RANK_3 else shape
    tensors = [randn(*shape, seed=seed + i) * scale for i in range(2 if case in OF_TWO else 1)]
    return [tensor.to(torch.int64) for tensor in tensors] if case == "int" else tensors


@pytest.mark.parametrize("case", CASES)
def test_loop(case):
    pair = PROGRAM.fresh()
    for seed, scale in enumerate((1.0, -2.0)):
        for shape in SHAPES:
            for numbers in [(n,) for n in OF_INTS.get(case, ())] or [()]:
                expect = "whole" if case in WHOLE and shape in SHAPES[:2] and 0 not in numbers else None
                harness.check(
                    pair, f"case_{case}", lambda: (*arguments_of(case, shape, seed, scale), *numbers), expect=expect
                )


def test_cases_that_are_whole_exist():
    assert WHOLE <= set(CASES)


WITH_GAPS = harness.program(
    "carried_views_with_gaps",
    """
import torch


def parts(x, y, k: int):
    v = torch.complex(x, y).real
    for i in range(k):
        v = torch.complex(x, y).imag
    return v.sum(1)


def new_part(x, y, k: int):
    v = torch.view_as_real(torch.complex(x, y))[..., 0]
    for i in range(k):
        v = (torch.complex(x, y) * torch.complex(x, y + i)).real
    return v.sum(1)


def columns(x, y, k: int):
    v = (x * 2)[:, ::2]
    for i in range(k):
        v = (y * 2)[:, ::2]
    return v.sum(1)
""",
    [f"{name}(f32[M, N], f32[M, N], 2)" for name in ("parts", "new_part", "columns")],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["parts", "new_part", "columns"])
@pytest.mark.parametrize("k", [0, 1, 2, 5])
def test_views_with_gaps_are_carried(name, k):
    for shape in [(3, 4), (4, 5), (1, 1), (0, 3), (2, 3)]:
        harness.check(
            WITH_GAPS.load(),
            name,
            lambda shape=shape: [randn(*shape), randn(*shape, seed=1), k],
            expect="whole" if 0 not in shape else None,
        )


POSITIONS = harness.program(
    "loops_whose_counter_chooses",
    """
import torch


def of_list(x, n: int):
    w = [0.5, 1.5, 2.5, 3.5]
    for i in range(n):
        x = x * w[i]
    return x


def of_generator(x, n: int):
    w = [0.5, 1.5, 2.5, 3.5]
    return sum(w[i] * x for i in range(n))


def of_dict(x, n: int):
    names, out = {0: "a", 1: "b", 2: "c"}, {}
    for i in range(n):
        out[names[i]] = x + i
    return out


def in_list(x, n: int):
    return torch.tensor([{0: 3, 1: 4, 2: 5, 3: 6}[i] for i in range(n)]) * x[:n]


def power(x, n: int):
    y = x
    for i in range(n):
        y = y + 2**i * x
    return y


def of_text(x, n: int):
    out = []
    for i in range(n):
        out.append("abcdef"[i])
    return x + 1, "".join(out)


def chosen_last(x, n: int):
    for i in range(n):
        x = x + 1
        for j in range(i):
            x = x * [2, 3, 4][j]
    return x
""",
    [
        f"{name}(f32[N], 3)"
        for name in ("of_list", "of_generator", "of_dict", "in_list", "power", "of_text", "chosen_last")
    ],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["of_list", "of_generator", "of_dict", "in_list", "power", "of_text", "chosen_last"])
@pytest.mark.parametrize("n", [3, 0, 2, 4, 9])
def test_a_counter_that_chooses_is_known_in_each_iteration(name, n):
    harness.check(POSITIONS.load(), name, lambda: [randn(5), n], expect="whole" if n == 3 else None)


PIECES = harness.program(
    "pieces_of_one",
    """
import torch


def looped(x):
    total = 0
    for part in x.split(1, dim=1):
        total = total + part.sum() * part[0, 0]
    return total


def unpacked(x):
    a, b = x[:, :2].contiguous().split(1, dim=-1)
    return a * b


def indexed(x):
    parts = x.split(1, dim=0)
    return parts[0] + parts[-1], len(parts)


def joined(x):
    return torch.cat(x.split(1, dim=1), dim=0), torch.cat([p * 2 for p in x.split(1, 1)], 1)


def returned(x):
    return (x + 1).split(1, dim=1), x.split(1, 0)


def numbered(x):
    y = x * 0
    for i, (p, q) in enumerate(zip(x.split(1, 1), (x * 2).chunk(x.size(1), 1))):
        y = y + p * q * i
    return y


def written(x):
    x = x.clone()
    for p in x.split(1, 1):
        p.add_(1)
    a, b = x[:, :2].contiguous().split(1, 1)
    a.mul_(3)
    return x, a, b


def chunked(x):
    outs = []
    for i, p in enumerate(x.chunk(x.size(1), dim=1)):
        outs += [p.tanh() * i]
    return torch.cat(outs, 1)


def turned(x):
    return torch.cat(x.split(1, 1)[::-1], 1)


def neighbours(x):
    parts = x.split(1, 1)
    return [p * q for p, q in zip(parts[:-1], parts[1:])], torch.stack(x.unbind(1)[1:])


def added(x):
    return [p + 1 for p in x.split(1, 1) + x.unbind(1)]


def batched(x):
    return torch.vmap(lambda row: torch.cat([p * 2 for p in row.split(1, 0)]))(x)


def counted(x, n: int):
    total = 0
    for p in x.chunk(n, 1):
        total = total + p.sum()
    return total
""",
    [f"{name}(f32[M, N])" for name in "looped unpacked indexed joined returned numbered written chunked".split()]
    + ["counted(f32[M, 6], 3)", *[f"{name}(f32[M, 5])" for name in "turned neighbours added batched".split()]],
    flags="-O0",
)


@pytest.mark.parametrize("name", "looped unpacked indexed joined numbered written chunked".split())
def test_pieces_of_one_are_a_loop_of_any_length(name):
    for sizes in ((2, 5), (5, 7), (4, 3)):
        harness.check(PIECES.load(), name, lambda: [randn(*sizes)], expect="whole")  # noqa: B023


@pytest.mark.parametrize("name", "looped unpacked indexed joined returned numbered written chunked".split())
def test_pieces_of_one_of_other_tensors(name):
    for x in (randn(1, 1), randn(3, 1), randn(3, 0), randn(0, 3), randn(5, 2).t(), randn(2, 3, 5)[:, 1]):
        harness.check(PIECES.load(), name, lambda: [x.clone(memory_format=torch.preserve_format)])  # noqa: B023


@pytest.mark.parametrize("name", "turned neighbours added batched".split())
def test_pieces_of_one_that_are_taken_as_a_tuple(name):
    harness.check(PIECES.load(), name, lambda: [randn(3, 5)], expect="whole")
    for x in (randn(2, 4), randn(1, 1), randn(3, 0)):
        harness.check(PIECES.load(), name, lambda: [x])  # noqa: B023


def test_a_number_of_pieces_that_is_given():
    harness.check(PIECES.load(), "counted", lambda: [randn(2, 6), 3], expect="whole")
    harness.check(PIECES.load(), "counted", lambda: [randn(2, 6), 4])
