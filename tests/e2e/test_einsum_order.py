"""Where the numbers lie that einsum() gives: what one operand alone is summed over, torch sums in the order of the result."""

import harness
import pytest
from table import randn

EQUATIONS = {
    "ijk->ki": ((2, 3, 4),),
    "ijk->kj": ((2, 3, 4),),
    "iijk->ji": ((2, 2, 3, 4),),
    "iijkl->lji": ((2, 2, 3, 4, 5),),
    "abcd->cba": ((2, 4, 3, 6),),
    "daec,ac->eac": ((6, 2, 3, 4), (2, 4)),
    "ced,ea->dce": ((4, 3, 2), (3, 2)),
    "ijkk->ji": ((2, 3, 4, 4),),
    "iijjk->ji": ((2, 2, 3, 3, 4),),
    "ijkl->lj": ((2, 3, 4, 5),),
    "ijk,i->ki": ((2, 3, 4), (2,)),
    "ijk,ml->kil": ((2, 3, 4), (5, 6)),
    "ijk,lm->lki": ((2, 3, 4), (5, 6)),
    "abc,cbd->dca": ((2, 3, 4), (4, 3, 5)),
    "abc,cd->da": ((2, 3, 4), (4, 5)),
    "ac,bcd->da": ((2, 4), (3, 4, 5)),
    "cba,cd->abd": ((4, 3, 2), (4, 5)),
    "zyx,yw->xz": ((2, 3, 4), (3, 5)),
}


def name_of(equation):
    return "f_" + equation.replace(",", "_").replace("->", "_to_")


def call_of(equation):
    """The operands with a size for each label."""
    operands = ", ".join(
        "f32[" + ", ".join(c.upper() for c in part) + "]" for part in equation.split("->")[0].split(",")
    )
    return f"{name_of(equation)}({operands})"


SOURCE = "import torch\n" + "".join(
    f"\n\ndef {name_of(equation)}(*operands):\n    return torch.einsum({equation!r}, *operands)\n"
    for equation in EQUATIONS
)
PROGRAM = harness.program(
    "einsum_order", SOURCE, calls=[call_of(equation) for equation in EQUATIONS], args=["--force"], flags="-O0"
)


@pytest.mark.parametrize("equation", EQUATIONS)
def test_row_major(equation):
    shapes = EQUATIONS[equation]
    harness.check(PROGRAM.load(), name_of(equation), lambda: tuple(randn(*s) for s in shapes), expect="whole")


@pytest.mark.parametrize("equation", EQUATIONS)
def test_strided(equation):
    def make():
        return tuple(randn(*reversed(s)).permute(*reversed(range(len(s)))) for s in EQUATIONS[equation])

    harness.check(PROGRAM.load(), name_of(equation), make)


@pytest.mark.parametrize("equation", EQUATIONS)
@pytest.mark.parametrize("ones", ["i", "j", "ak", "bl", "cz", "dx"])
def test_sizes_of_one(equation, ones):
    def make():
        parts = equation.split("->")[0].split(",")
        return tuple(
            randn(*[1 if c in ones else "?abcdefghijklmnopqrstuvwxyz".index(c) % 4 + 2 for c in p]) for p in parts
        )

    harness.check(PROGRAM.load(), name_of(equation), make)
