"""`make bench`: the figures that the project promises, measured in one run on this machine.

Each row: eager, pyaot and torch.compile on the same inputs, in turn, under no_grad with two threads, the
minimum of many. BENCH_COMPILE=0 leaves torch.compile out. Writes figures.json beside the builds.
"""

import argparse
import contextlib
import dataclasses
import json
import operator
import os
import pathlib
import subprocess
import sys

import measure
from measure import ROOT, micros

# Milliseconds of pyaot's own time for a file: a function, or a whole model.
LIMITS = {"gpt": 150}
# Files of 450 to 500 lines, and the milliseconds that are meant to be enough.
LONG, LONG_LIMIT = ("functions", "classes", "modules", "language_model"), 50


def GPT(module):
    import torch

    torch.manual_seed(0)
    return module.GPT(module.Config(layers=6, heads=4, width=128)).eval()


@dataclasses.dataclass(frozen=True)
class Figure:
    work: str
    file: str
    function: object  # its name, or module -> what is called
    make_args: object
    against_eager: float  # at least so many times eager's speed
    against_compile: float
    copy_share: float = 0.0  # at least this part of the speed of a copy of the same bytes


def figures(table):
    randn = table.randn
    return [
        Figure("branch on a sum, 10 numbers", "sign_gate", "sign_gate", lambda: (randn(10), randn(10, seed=1)), 10, 20),
        Figure(
            "pointwise chain, 4 M numbers",
            "smooth_mix",
            "smooth_mix",
            lambda: (randn(1024, 4096), randn(4096, seed=1), randn(4096, seed=2)),
            8,
            3,
        ),
        Figure("softmax 4096x1024", "row_norms", "row_softmax", lambda: (randn(4096, 1024),), 1.4, 1.5, 0.75),
        Figure(
            "layer_norm 4096x1024",
            "row_norms",
            "row_layer_norm",
            lambda: (randn(4096, 1024), randn(1024, seed=1), randn(1024, seed=2)),
            1.0,
            1.5,
            0.75,
        ),
        Figure(
            "sum of squares 200x200",
            "squared_error",
            "squared_error",
            lambda: (randn(200, 200), randn(200, 200, seed=1)),
            3,
            4,
        ),
        Figure("a break between, 16 numbers", "announce", "announce", lambda: (randn(16),), 1.5, 8),
        *(
            Figure(f"GPT, 6 layers of 128, {batch} x {length}", "gpt", GPT, table.tokens(batch, length), least, 1.0)
            for batch, length, least in ((1, 1, 1.5), (1, 16, 1.5), (4, 32, 1.0), (8, 128, 1.0))
        ),
    ]


def verdict(ratio, target):
    return f"{ratio:.2f}x of {target:g}x " + ("met" if ratio >= target else "MISSED")


def run_figure(figure, pair, torch, with_compile, without_maths):
    args = figure.make_args()
    pick = figure.function if callable(figure.function) else operator.attrgetter(figure.function)
    eager, built = pick(pair.eager), pick(pair.built)
    contenders = {"eager": eager, "pyaot": built}
    if with_compile:
        contenders["compile"] = torch.compile(eager)
    if figure.copy_share:
        target = torch.empty_like(args[0])
        contenders["clone"] = lambda x, *rest: x.clone()
        contenders["copy"] = lambda x, *rest: target.copy_(x)
        if without_maths:
            contenders["without maths"] = getattr(without_maths, figure.function)
    before = dict(pair.built.__pyaot__.counters())
    times = measure.fastest(contenders, args, seconds=2.0)
    after = pair.built.__pyaot__.counters()
    if after["compiled"] == before["compiled"] or after["fallback"] != before["fallback"]:
        print(f"note: {figure.work}: did not run compiled: {dict(after)}")
    return times


def report(figure, times):
    record = {"work": figure.work, **times}
    against_eager = times["eager"] / times["pyaot"]
    row = [figure.work, micros(times["eager"]), micros(times["pyaot"]), micros(times.get("compile"))]
    row.append(verdict(against_eager, figure.against_eager))
    row.append(verdict(times["compile"] / times["pyaot"], figure.against_compile) if "compile" in times else "-")
    if figure.copy_share:
        share = times["clone"] / times["pyaot"]
        fresh, kept = micros(times["clone"]), micros(times["copy"])
        mark = "met" if share >= figure.copy_share else "MISSED"
        text = f"{share:.0%} of a copy ({fresh}; into kept memory {kept})"
        if "without maths" in times:
            passes = times["clone"] / times["without maths"]
            text += f", {passes:.0%} with exp replaced by its argument ({micros(times['without maths'])})"
            if share < figure.copy_share <= passes:
                mark = "bound by arithmetic"
        row.append(f"{text} {mark}")
    else:
        row.append("")
    return record, row


def build_without_maths(options, file, harness):
    """The same kernels with exp replaced by its argument, when they use it: what their passes over memory cost."""
    if "rt_exp_nonpositive_f32(" not in (options.out / file / f"{file}_kernels.c").read_text():
        return None
    source, out = ROOT / "examples" / f"{file}.py", options.out / f"{file}_without_maths"
    compiler = f"{sys.executable} {ROOT / 'bench' / 'cc_without_maths.py'}"
    if measure.build(options.pyaot, source, out, compiler=compiler).returncode != 0:
        return None
    return harness.Pair(source, out.resolve()).built


# What a fresh process pays between `import` of the module and its first result, with torch already imported.
FIRST = """
import sys, time, torch
sys.path.insert(0, sys.argv[1])
x, y = torch.randn(10), torch.randn(10)
torch.set_grad_enabled(False)
torch.sigmoid(x).sum()
start = time.perf_counter()
import sign_gate
sign_gate.sign_gate(x, y)
print(time.perf_counter() - start)
"""


def first_results(folders, rounds=5):
    """Seconds from import to the first result, for {name: folder}, the minimum of several fresh processes in turn."""
    best = dict.fromkeys(folders, float("inf"))
    for _ in range(rounds):
        for name, folder in folders.items():
            command = [sys.executable, "-c", FIRST, str(folder)]
            finished = subprocess.run(command, capture_output=True, text=True, check=True)
            best[name] = min(best[name], float(finished.stdout))
    return best


# A child's peak memory begins with that of the process that started it, so a small process has to start it.
LAUNCHER = """
import resource, subprocess, sys, time
times = []
for _ in range(int(sys.argv[1])):
    start = time.perf_counter()
    subprocess.run(sys.argv[2:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    times.append(time.perf_counter() - start)
print(min(times), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def binding_cost(pyaot, out, depths=(16, 144)):
    """Seconds that one more parameter of a module costs a call, with its share of the module and of the loop."""
    import harness
    import torch

    source, folder = ROOT / "bench" / "chain.py", out / "chain"
    result = measure.build(pyaot, source, folder)
    if result.returncode != 0:
        sys.exit(f"chain: pyaot exits with {result.returncode}\n{result.stderr}")
    built = harness.Pair(source, folder.resolve()).built
    with torch.no_grad():
        calls = {depth: built.Chain(4, depth) for depth in depths}
        times = measure.fastest(calls, (torch.zeros(1, 4),), seconds=1.0)
    assert built.__pyaot__.counters()["fallback"] == 0
    return (times[depths[1]] - times[depths[0]]) / (2 * (depths[1] - depths[0]))


def compiler_cost(pyaot, source, out, rounds=7):
    """Seconds and peak KiB of pyaot itself, without the C compiler; the smallest time of several runs."""
    command = [str(pyaot), str(source), "-o", str(out), "--emit=c", "--python", sys.executable]
    launch = [sys.executable, "-I", "-S", "-c", LAUNCHER, str(rounds), *command]
    finished = subprocess.run(launch, capture_output=True, text=True, check=True)
    best, peak = finished.stdout.split()[-2:]
    return float(best), int(peak)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pyaot", required=True)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    options = parser.parse_args()
    with_compile = os.environ.get("BENCH_COMPILE", "1") != "0"
    import harness
    import table
    import torch

    torch.set_num_threads(2)
    pairs, rows, records = {}, [], []
    for figure in figures(table):
        if figure.file not in pairs:
            source, out = ROOT / "examples" / f"{figure.file}.py", options.out / figure.file
            result = measure.build(options.pyaot, source, out)
            if result.returncode != 0:
                sys.exit(f"{figure.file}: pyaot exits with {result.returncode}\n{result.stderr}")
            pairs[figure.file] = harness.Pair(source, out.resolve())
        with torch.no_grad(), contextlib.suppress(KeyboardInterrupt):
            plain = build_without_maths(options, figure.file, harness) if "softmax" in figure.work else None
            times = run_figure(figure, pairs[figure.file], torch, with_compile, plain)
        record, row = report(figure, times)
        records.append(record)
        rows.append(row)
    print()
    measure.print_table(
        ["work", "eager us", "pyaot us", "torch.compile us", "against eager", "against compile", ""], rows
    )

    first = first_results({"eager": ROOT / "examples", "pyaot": (options.out / "sign_gate").resolve()})
    late = first["pyaot"] - first["eager"]
    print(
        f"\nfirst result after import: eager {first['eager'] * 1e3:.1f} ms, pyaot {first['pyaot'] * 1e3:.1f} ms: "
        f"{late * 1e3:+.1f} ms of 20 ms " + ("met" if late <= 0.020 else "MISSED")
    )
    binding = binding_cost(options.pyaot, options.out)
    print(f"binding: {binding * 1e9:.0f} ns a parameter of 40 ns " + ("met" if binding <= 40e-9 else "MISSED"))
    costs = {
        name: compiler_cost(options.pyaot, ROOT / "examples" / f"{name}.py", options.out / "cost") for name in pairs
    }
    peak = max(cost[1] for cost in costs.values())
    for kind, names in {"function": set(costs) - set(LIMITS), **{name: {name} for name in LIMITS}}.items():
        limit, slowest = LIMITS.get(kind, 50), max(costs[name][0] for name in names) * 1e3
        print(f"pyaot itself, {kind}: {slowest:.1f} ms of {limit} ms " + ("met" if slowest <= limit else "MISSED"))
    long = {
        name: compiler_cost(options.pyaot, ROOT / "bench" / "programs" / f"{name}.py", options.out / "long")
        for name in LONG
    }
    for name, (seconds, _) in long.items():
        took = seconds * 1e3
        print(f"pyaot itself, {name}: {took:.1f} ms of {LONG_LIMIT} ms " + ("met" if took <= LONG_LIMIT else "MISSED"))
    print(f"peak memory {peak / 1024:.1f} MiB of 64 MiB " + ("met" if peak <= 64 * 1024 else "MISSED"))
    records.append(
        {
            "first_result": first,
            "binding": binding,
            "pyaot_seconds": {name: cost[0] for name, cost in (costs | long).items()},
            "pyaot_peak_kib": peak,
        }
    )
    (options.out / "figures.json").write_text(json.dumps(records, indent=1) + "\n")
    print("2 threads, no_grad, minimum of many, contenders in turn; figures.json in", options.out)


if __name__ == "__main__":
    main()
