"""Every row of the table of examples: every case equal to eager, and compiled as far as the row says."""

import harness
import pytest
import table

PROGRAMS = {file: harness.program_of_file(harness.ROOT / "examples" / f"{file}.py") for file in table.FILES}


@pytest.mark.parametrize(
    "program, row, case",
    [
        pytest.param(PROGRAMS[row.file], row, case, id=f"{row.file}-{row.function}-{case.label}".replace(" ", "_"))
        for row in table.ROWS
        for case in row.cases
    ],
)
def test_example(program, row, case):
    pair = program.load()
    change = harness.check(pair, row.callable_of, case.make_args, times=2, expect="whole" if row.whole else "compiled")
    if not row.whole:
        assert change["breaks"] >= 1


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_driver_code_runs(program):
    """`python build/model.py` does what `python model.py` does: the same lines, and no error."""
    program.require()
    import subprocess
    import sys

    command = [sys.executable, str(program.out / program.path.name)]
    finished = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout
