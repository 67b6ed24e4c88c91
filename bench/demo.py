"""`make demo`: transpiles every example, runs each against eager, and prints what came of it as a table.

With DEMO_COMPILE=1 in the environment torch.compile takes part (it compiles for some seconds an example).
"""

import argparse
import os
import pathlib
import sys

import measure
from measure import ROOT, micros


def stayed_python(pair, change):
    """What of a call ran as plain Python, in a few words."""
    parts = []
    if change["fallback"]:
        parts.append("the whole call")
    if change["breaks"]:
        parts.append(f"{change['breaks']} statement" + "s" * (change["breaks"] > 1))
    if change["python"]:
        parts.append(f"{change['python']} operators")
    return ", ".join(parts) or "nothing"


def run_row(row, pair, torch, harness, with_compile):
    equal, change = True, None
    for case in row.cases:
        try:
            case_change = harness.check(pair, row.callable_of, case.make_args)
            change = change or case_change
        except AssertionError as error:
            equal = False
            print(f"{row.function} ({case.label}): {str(error).splitlines()[0]}", file=sys.stderr)
    contenders = {"eager": row.callable_of(pair.eager), "pyaot": row.callable_of(pair.built)}
    if with_compile:
        contenders["compile"] = torch.compile(row.callable_of(pair.eager))
    times = measure.fastest(contenders, row.cases[0].make_args(), seconds=0.4)
    cells = [f"{row.function} ({row.scenario})", row.cases[0].label, "yes" if equal else "NO"]
    cells += [micros(times["eager"]), micros(times["pyaot"]), f"{times['eager'] / times['pyaot']:.1f}x"]
    if with_compile:
        cells.append(micros(times["compile"]))
    cells.append(stayed_python(pair, change) if change else "not known")
    return equal, cells


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pyaot", required=True)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--backend", default="c")
    options = parser.parse_args()
    with_compile = os.environ.get("DEMO_COMPILE") == "1"
    import harness
    import table
    import torch

    torch.set_num_threads(2)
    pairs, failed = {}, 0
    for name in table.FILES:
        source = ROOT / "examples" / f"{name}.py"
        result = measure.build(options.pyaot, source, options.out / name, f"--backend={options.backend}")
        if result.returncode != 0:
            print(f"{name}: pyaot exits with {result.returncode}\n{result.stderr}", file=sys.stderr)
            failed += 1
            continue
        pairs[name] = harness.Pair(source, (options.out / name).resolve())
    rows = []
    with torch.no_grad():
        for row in table.ROWS:
            if row.file in pairs:
                equal, cells = run_row(row, pairs[row.file], torch, harness, with_compile)
                failed += not equal
                rows.append(cells)
    head = ["example", "timed with", "equal", "eager us", "pyaot us", "ratio"]
    head += ["torch.compile us"] * with_compile + ["stayed Python"]
    print()
    measure.print_table(head, rows)
    print("\n2 threads, no_grad, minimum of many.", end=" ")
    print(f"Equal: values, dtypes, strides, aliasing, for {case_count(table)} inputs.")
    listing = "the generated C to read: NAME_kernels.c; " if options.backend == "c" else ""
    print(f"In {options.out}/NAME: {listing}what was compiled and why: NAME.report.json")
    return failed > 0


def case_count(table):
    return sum(len(row.cases) for row in table.ROWS)


if __name__ == "__main__":
    sys.exit(main())
