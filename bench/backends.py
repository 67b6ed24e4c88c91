"""`make bench-backends`: the C back end against LLVM's, on the figures, examples and small operators of `make bench`.

Both builds of a program run in turn on the same inputs. A row's ratio is C's time by LLVM's; below the rows stand their
geometric means, and the seconds that each back end takes to build (C's with the compiler and flags of a user). What
looks out of the ordinary, rows and builds, is measured once more, and the least of both counts. The last lines are the
two bars.
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
SPEED, BUILD = 0.95, 1 / 3  # at least, of the geometric mean of all rows; at most, of LLVM's part of C's seconds


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


def build_fairly(options, source, name, *args):
    """A build that comes near to the bar may have met other work of the machine."""
    stubs, seconds = build(options, source, name, *args)
    if seconds["llvm"] / seconds["c"] > 0.8 * BUILD:
        again = build(options, source, name, *args)[1]
        seconds = {backend: min(seconds[backend], again[backend]) for backend in BACKENDS}
    return stubs, seconds


def timed(measured):
    """{back end: seconds} of a row by `measured`, which gives them in some unit."""
    times = measured()
    if not 0.85 < times["c"] / times["llvm"] < 1.5:
        again = measured()
        times = {backend: min(times[backend], again[backend]) for backend in BACKENDS}
    return times


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
        for name, seconds in self.builds:
            share = seconds["llvm"] / seconds["c"]
            print(f"build of {name}: c {seconds['c']:.2f} s, llvm {seconds['llvm']:.2f} s, {share:.2f}")
        self.show_bars()

    def show_bars(self):
        speed = mean(self.ratios)
        print(f"speed: geometric mean of c / llvm {speed:.3f}, at least {SPEED} {verdict(speed >= SPEED)}")
        total = {backend: sum(seconds[backend] for _, seconds in self.builds) for backend in BACKENDS}
        most, name = max((seconds["llvm"] / seconds["c"], name) for name, seconds in self.builds)
        share = total["llvm"] / total["c"]
        print(
            f"build: llvm {total['llvm']:.1f} s of c's {total['c']:.1f} s, {share:.2f}; the most is {name} {most:.2f}, "
            f"at most {BUILD:.2f} {verdict(most <= BUILD)}"
        )


def verdict(good):
    return "met" if good else "MISSED"


def time_figures(options, report, table):
    made = {}
    for figure in figures.figures(table):
        if figure.file not in made:
            stubs, seconds = build_fairly(options, measure.ROOT / "examples" / f"{figure.file}.py", figure.file)
            report.built(figure.file, seconds)
            made[figure.file] = load(stubs)
        pick = figure.function if callable(figure.function) else operator.attrgetter(figure.function)
        contenders = {backend: pick(module) for backend, module in made[figure.file].items()}
        args = figure.make_args()
        times = timed(lambda: measure.fastest(contenders, args, options.seconds))  # noqa: B023
        report.add("figures", figure.work, times)
    return made


def time_examples(options, report, table, made):
    for row in table.ROWS:
        if row.file not in made:
            stubs, seconds = build_fairly(options, measure.ROOT / "examples" / f"{row.file}.py", row.file)
            report.built(row.file, seconds)
            made[row.file] = load(stubs)
        contenders = {backend: row.callable_of(module) for backend, module in made[row.file].items()}
        for case in row.cases:
            args = case.make_args()
            times = timed(lambda: measure.fastest(contenders, args, options.seconds / 2))  # noqa: B023
            report.add("examples", f"{row.function} {case.label}", times)


def time_operators(options, report, torch):
    torch.set_num_threads(1)
    eager = operators.load(operators.SOURCE, "operators_eager")
    names = [name for name, _ in inspect.getmembers(eager, inspect.isfunction)]
    for dtype, layout in operators.LAYOUTS:
        calls = [word for name in names for word in ("--call", operators.call_line(name, dtype, layout))]
        stubs, seconds = build_fairly(options, operators.SOURCE, f"operators_{dtype}_{layout}", "--force", *calls)
        report.built(f"operators {dtype} {layout}", seconds)
        modules = [operators.load(stub, f"operators_{backend}_{dtype}_{layout}") for backend, stub in stubs.items()]
        for name in names:
            for size in operators.SIZES:
                x = operators.tensor(torch, size, dtype, layout)
                contenders = [getattr(module, name) for module in modules]
                times = timed(lambda: dict(zip(BACKENDS, operators.fastest(contenders, x))))  # noqa: B023
                report.add("operators", f"{name} {dtype} {layout} {size[0]}x{size[1]}", times)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pyaot", required=True)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=0.6, help="a row and back end")
    parser.add_argument("--slowest", type=int, help="print only so many rows")
    parser.add_argument("--only", choices=("figures", "examples", "operators"))
    options = parser.parse_args()
    import table
    import torch

    start = time.perf_counter()
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
    print(f"measured in {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
