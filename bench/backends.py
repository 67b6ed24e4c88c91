"""`make bench-backends`: the C back end against LLVM's, on the figures, examples and small operators of `make bench`.

Both builds of a program run in turn on the same inputs. A row's ratio is C's time by LLVM's; below the rows stand their
geometric means, and the seconds that each back end takes to build (C's with the compiler and flags of a user).
"""

import argparse
import contextlib
import inspect
import math
import operator
import os
import pathlib
import sys
import time

import figures
import measure
import operators

BACKENDS = ("c", "llvm")


def build(options, source, name, *args):
    """The stubs' paths by back end, and the seconds that each build took."""
    stubs, seconds = {}, {}
    for backend in BACKENDS:
        out = options.out / f"{name}_{backend}"
        start = time.perf_counter()
        result = measure.build(options.pyaot, source, out, f"--backend={backend}", *args)
        seconds[backend] = time.perf_counter() - start
        if result.returncode != 0:
            sys.exit(f"{name}: pyaot exits with {result.returncode}\n{result.stderr}")
        stubs[backend] = out / source.name
    return stubs, seconds


def load(stubs):
    return {backend: operators.load(stub, f"{stub.stem}_{backend}") for backend, stub in stubs.items()}


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else float("nan")


class Report:
    def __init__(self):
        self.rows, self.ratios, self.builds = [], [], []

    def add(self, group, work, times):
        ratio = times["c"] / times["llvm"]
        self.ratios.append(ratio)
        self.rows.append([group, work, measure.micros(times["c"]), measure.micros(times["llvm"]), f"{ratio:.2f}x"])

    def built(self, name, seconds):
        self.builds.append((name, seconds))

    def show(self, slowest):
        rows = sorted(self.rows, key=lambda row: float(row[4][:-1]))
        measure.print_table(["", "work", "c us", "llvm us", "c / llvm"], rows if slowest is None else rows[:slowest])
        for group in dict.fromkeys(row[0] for row in self.rows):
            ratios = [ratio for row, ratio in zip(self.rows, self.ratios) if row[0] == group]
            print(f"{group}: geometric mean of c / llvm {mean(ratios):.3f} over {len(ratios)} rows")
        verdict = "met" if mean(self.ratios) >= 0.95 else "MISSED"
        print(f"all: geometric mean of c / llvm {mean(self.ratios):.3f} of 0.95 {verdict}")
        for name, seconds in self.builds:
            share = seconds["llvm"] / seconds["c"]
            print(f"build of {name}: c {seconds['c']:.2f} s, llvm {seconds['llvm']:.2f} s, {share:.2f} of 0.33")
        total = {backend: sum(seconds[backend] for _, seconds in self.builds) for backend in BACKENDS}
        print(f"all builds: c {total['c']:.1f} s, llvm {total['llvm']:.1f} s, {total['llvm'] / total['c']:.2f} of 0.33")


def time_figures(options, report, table):
    made = {}
    for figure in figures.figures(table):
        if figure.file not in made:
            stubs, seconds = build(options, measure.ROOT / "examples" / f"{figure.file}.py", figure.file)
            report.built(figure.file, seconds)
            made[figure.file] = load(stubs)
        pick = figure.function if callable(figure.function) else operator.attrgetter(figure.function)
        contenders = {backend: pick(module) for backend, module in made[figure.file].items()}
        report.add("figures", figure.work, measure.fastest(contenders, figure.make_args(), options.seconds))
    return made


def time_examples(options, report, table, made):
    for row in table.ROWS:
        if row.file not in made:
            stubs, seconds = build(options, measure.ROOT / "examples" / f"{row.file}.py", row.file)
            report.built(row.file, seconds)
            made[row.file] = load(stubs)
        contenders = {backend: row.callable_of(module) for backend, module in made[row.file].items()}
        for case in row.cases:
            times = measure.fastest(contenders, case.make_args(), options.seconds / 2)
            report.add("examples", f"{row.function} {case.label}", times)


def time_operators(options, report, torch):
    torch.set_num_threads(1)
    eager = operators.load(operators.SOURCE, "operators_eager")
    names = [name for name, _ in inspect.getmembers(eager, inspect.isfunction)]
    for dtype, layout in operators.LAYOUTS:
        calls = [word for name in names for word in ("--call", operators.call_line(name, dtype, layout))]
        stubs, seconds = build(options, operators.SOURCE, f"operators_{dtype}_{layout}", "--force", *calls)
        report.built(f"operators {dtype} {layout}", seconds)
        modules = [operators.load(stub, f"operators_{backend}_{dtype}_{layout}") for backend, stub in stubs.items()]
        for name in names:
            for size in operators.SIZES:
                x = operators.tensor(torch, size, dtype, layout)
                times = operators.fastest([getattr(module, name) for module in modules], x)
                work = f"{name} {dtype} {layout} {size[0]}x{size[1]}"
                report.add("operators", work, dict(zip(BACKENDS, times)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pyaot", required=True)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=1.0, help="a row and back end")
    parser.add_argument("--slowest", type=int, help="print only so many rows")
    parser.add_argument("--only", choices=("figures", "examples", "operators"))
    options = parser.parse_args()
    import table
    import torch

    os.environ.pop("CC", None)
    torch.set_num_threads(2)
    report, made = Report(), {}
    with torch.no_grad(), contextlib.suppress(KeyboardInterrupt):
        if options.only in (None, "figures"):
            made = time_figures(options, report, table)
        if options.only in (None, "examples"):
            time_examples(options, report, table, made)
        if options.only in (None, "operators"):
            time_operators(options, report, torch)
    report.show(options.slowest)


if __name__ == "__main__":
    main()
