"""Timing that the demo and the figures share: contenders take turns, and the fastest of many batches counts.

Machines are noisy; the minimum is what the code costs when nothing else runs. All contenders of a row run on the same
inputs, in the same process, in turn, under no_grad, so that a slow spell of the machine hits them alike.
"""

import contextlib
import io
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / "e2e"), str(ROOT / "examples")]


class Silence(io.TextIOBase):
    """Standard output that costs as little as possible."""

    def write(self, text):
        return len(text)


def batch_time(function, args, repeats):
    start = time.perf_counter()
    for _ in range(repeats):
        function(*args)
    return (time.perf_counter() - start) / repeats


def fastest(contenders, args, seconds=1.0, batch=2e-3):
    """Seconds a call of each contender {name: function}, the minimum of many batches taken in turn."""
    repeats = {}
    with contextlib.redirect_stdout(Silence()):
        for name, function in contenders.items():
            for _ in range(3):
                once = batch_time(function, args, 1)
            repeats[name] = max(1, int(batch / max(once, 1e-7)))
        best = dict.fromkeys(contenders, float("inf"))
        end = time.perf_counter() + seconds * len(contenders)
        rounds = 0
        while rounds < 5 or time.perf_counter() < end:
            for name, function in contenders.items():
                best[name] = min(best[name], batch_time(function, args, repeats[name]))
            rounds += 1
    return best


def micros(seconds):
    if seconds is None:
        return "-"
    value = seconds * 1e6
    return f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def print_table(head, rows):
    widths = [max(len(str(row[column])) for row in [head, *rows]) for column in range(len(head))]
    for index, row in enumerate([head, *rows]):
        print(" | ".join(str(cell).ljust(width) for cell, width in zip(row, widths)).rstrip())
        if index == 0:
            print("-|-".join("-" * width for width in widths))


def build(pyaot, source, out, *args, compiler=None):
    """Runs pyaot on one program, with another C compiler if one is named; gives the finished process."""
    command = [str(pyaot), str(source), "-o", str(out), "--python", sys.executable, *args]
    env = {**os.environ, "CC": compiler} if compiler else None
    return subprocess.run(command, capture_output=True, text=True, env=env)
