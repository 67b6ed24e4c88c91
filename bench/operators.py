"""Part of `make bench`: small functions in several sizes, types and layouts, each against eager in the same run.

One thread and the thread's own processor time, so that a busy machine disturbs as little as possible. A row that is
slower than eager is a defect of scheduling; `--all` prints the others, too.
"""

import argparse
import importlib.util
import inspect
import pathlib
import sys
import time

import measure

SOURCE = measure.ROOT / "bench" / "programs" / "operators.py"
SIZES = [(16, 48), (1000, 31), (512, 384), (2048, 1024)]
LAYOUTS = [("f32", "row-major"), ("bf16", "row-major"), ("f16", "row-major"), ("f32", "transposed")]
NOISE = 0.9  # of eager's speed: below it a row counts as slower


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def call_line(name, dtype, layout):
    return f"{name}({dtype}[R, C]{'.t()' if layout == 'transposed' else ''})"


def tensor(torch, size, dtype, layout):
    kind = {"f32": torch.float32, "bf16": torch.bfloat16, "f16": torch.float16}[dtype]
    if layout == "transposed":
        return torch.randn(size[::-1]).to(kind).t()
    return torch.randn(size).to(kind)


def fastest(functions, x, seconds=0.1):
    """Seconds of this thread that a call takes, for each function, the minimum of batches taken in turn."""
    for function in functions:
        function(x)
    start = time.thread_time()
    functions[0](x)
    repeats = max(1, int(2e-4 / max(time.thread_time() - start, 1e-7)))
    best, end, rounds = [float("inf")] * len(functions), time.perf_counter() + seconds, 0
    while rounds < 5 or time.perf_counter() < end:
        rounds += 1
        for i, function in enumerate(functions):
            start = time.thread_time()
            for _ in range(repeats):
                function(x)
            best[i] = min(best[i], (time.thread_time() - start) / repeats)
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pyaot", required=True)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", default="", help="names of functions, with commas between")
    options = parser.parse_args()
    import torch

    torch.set_num_threads(1)
    eager = load(SOURCE, "operators_eager")
    only = options.only.split(",") if options.only else None
    names = [name for name, _ in inspect.getmembers(eager, inspect.isfunction) if not only or name in only]
    rows, slower, count = [], 0, 0
    for dtype, layout in LAYOUTS:
        out = options.out / f"operators_{dtype}_{layout}"
        calls = [word for name in names for word in ("--call", call_line(name, dtype, layout))]
        result = measure.build(options.pyaot, SOURCE, out, "--force", *calls)
        if result.returncode != 0:
            sys.exit(f"operators: pyaot exits with {result.returncode}\n{result.stderr}")
        built = load(out / "operators.py", f"operators_{dtype}_{layout}")
        for name in names:
            for size in SIZES:
                x = tensor(torch, size, dtype, layout)
                before = built.__pyaot__.counters()["compiled"]
                with torch.no_grad():
                    times = fastest([getattr(eager, name), getattr(built, name)], x)
                ran = built.__pyaot__.counters()["compiled"] > before
                ratio = times[0] / times[1]
                count, slower = count + 1, slower + (ran and ratio < NOISE)
                note = "" if not ran else "SLOWER" if ratio < NOISE else f"{ratio:.2f}x"
                if options.all or note == "SLOWER":
                    where = f"{name} {dtype} {layout} {size[0]}x{size[1]}"
                    rows.append([where, *map(measure.micros, times), note or "ran as Python"])
    measure.print_table(["operators, one thread", "eager us", "pyaot us", ""], rows or [["none slower", "", "", ""]])
    print(f"{count - slower} of {count} rows are no slower than eager (within {1 - NOISE:.0%})\n")


if __name__ == "__main__":
    main()
