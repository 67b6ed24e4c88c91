#!/usr/bin/env python3
"""`make coverage-programs`: what compiling the models of examples/ costs, and how they run; a part of docs/coverage.md.

Each model is built alone in float32, with the calls of bench/models.py. Its time in operators of ATen is what torch's
profiler sees of a call; the rest is C of ours, with the library's matrix products.
"""

import argparse
import os
import pathlib
import re
import statistics
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("bench", "tests/e2e", "examples")]

import coverage  # noqa: E402
import harness  # noqa: E402
import measure  # noqa: E402
import models  # noqa: E402
import table  # noqa: E402
import torch  # noqa: E402

NOTE = """Torch {version}, one thread: the models of `bench/models.py` in float32. Lines are those of the generated C, without the run
time that is copied beside it. The times of pyaot itself and of the C compiler are processor time, those of a call too;
memory is the peak of pyaot alone. Operators are counted in one call, by what they ran as."""


def processor_time():
    """Seconds of all finished children."""
    times = os.times()
    return times.children_user + times.children_system


def timed_build(*arguments):
    """The finished process of pyaot, and the processor time that it and its compiler took."""
    start = processor_time()
    result = models.build(*arguments)
    return result, processor_time() - start


def aten_share(function, args, rounds=7):
    """The part of the calls' time that operators of ATen take: the median, as it is time on the clock."""
    return statistics.median(share_once(function, args) for _ in range(rounds))


def share_once(function, args, calls=5):
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profile:
        with torch.profiler.record_function("all"):
            for _ in range(calls):
                function(*args)
    events = profile.key_averages()
    whole = sum(event.cpu_time_total for event in events if event.key == "all")
    aten = sum(event.self_cpu_time_total for event in events if event.key.startswith(("aten::", "mkldnn::")))
    return aten / whole


def own_cost(pyaot, model, out, rounds=3):
    """Seconds of pyaot itself, and its peak memory in MB."""
    runs = [timed_build(pyaot, model, out, ["f32"], "--emit=c", "-v") for _ in range(rounds)]
    peaks = [float(re.search(r"peak memory ([0-9.]+) MB", result.stderr).group(1)) for result, _ in runs]
    return min(seconds for _, seconds in runs), max(peaks)


def rows_of(pyaot, name, model, out):
    result, seconds = timed_build(pyaot, model, out, ["f32"])
    if result.returncode != 0:
        sys.exit(f"{name}: pyaot exits with {result.returncode}\n{result.stderr}")
    own, peak = own_cost(pyaot, model, out / "c")
    lines = len((out / f"{model.file}_kernels.c").read_text().splitlines())
    cost = f"{lines:,} | {own * 1e3:.0f} ms | {seconds - own:.1f} s | {peak:.0f} MB"
    pair = harness.Pair(ROOT / "examples" / f"{model.file}.py", out)
    eager, built = (models.instance(torch, module, model, "f32") for module in (pair.eager, pair.built))
    for label, make in model.cases.items():
        args = make(torch.float32)
        with torch.no_grad():
            change = models.change_of(pair, built, args)
            times = models.fastest({"eager": eager, "pyaot": built}, args)
            share = aten_share(built, args)
        kinds = " | ".join(str(change[kind]) for kind in ("fused", "library", "aten", "python"))
        run = f"{measure.micros(times['eager'])} | {measure.micros(times['pyaot'])} | {share:.0%}"
        yield f"| {name} | {cost} | {label} | {kinds} | {run} |"
        name, cost = "", " | | |"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pyaot", default=str(harness.PYAOT))
    options = parser.parse_args()
    torch.set_num_threads(1)
    lines = [
        "| | lines of C | pyaot | cc | peak memory | arguments | fused | library | ATen | Python | eager us | us | in ATen |",
        "|---" * 13 + "|",
    ]
    with tempfile.TemporaryDirectory(prefix="pyaot-programs-") as folder:
        for name, model in models.models(table, torch).items():
            lines += rows_of(options.pyaot, name, model, pathlib.Path(folder) / name.replace(" ", "_"))
    coverage.put_part("programs", "Programs", NOTE.format(version=torch.__version__.split("+")[0]), lines)


if __name__ == "__main__":
    main()
