"""Part of `make bench`: does pyaot compile by default what is faster compiled? The constants of analysis/worth.c.

Each function of bench/programs/border.py is built with --force and timed against eager on a tensor of 4 x 4, where all
that counts is what both pay beside the arithmetic; a second build, without it, says which ones pyaot chooses. A row
that is chosen and slower is a defect; one that is faster and not chosen is an opportunity. `--all` prints the others.
"""

import argparse
import inspect
import pathlib
import sys

import measure
from operators import NOISE, fastest, load

SOURCE = measure.ROOT / "bench" / "programs" / "border.py"


def functions(module):
    return [name for name, value in vars(module).items() if inspect.isfunction(value) or name == "twice"]


def build(options, out, names, *more):
    calls = [word for name in names for word in ("--call", f"{name}(f32[N, N])")]
    result = measure.build(options.pyaot, SOURCE, options.out / out, *more, *calls)
    if result.returncode != 0:
        sys.exit(f"border: pyaot exits with {result.returncode}\n{result.stderr}")
    return load(options.out / out / "border.py", out)


def runs_compiled(module, name, x):
    before = module.__pyaot__.counters()["compiled"]
    getattr(module, name)(x)
    return module.__pyaot__.counters()["compiled"] > before


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pyaot", required=True)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    import torch

    torch.set_num_threads(1)
    eager, x, rows, slower = load(SOURCE, "border_eager"), torch.rand(4, 4), [], 0
    names = functions(eager)
    forced, chosen = build(options, "border_forced", names, "--force"), build(options, "border_chosen", names)
    with torch.no_grad():
        for name in names:
            times = fastest([getattr(eager, name), getattr(forced, name)], x)
            ratio, is_chosen = times[0] / times[1], runs_compiled(chosen, name, x)
            slower += is_chosen and ratio < NOISE
            note = "SLOWER" if is_chosen and ratio < NOISE else "not chosen" if not is_chosen and ratio > 1 else ""
            if options.all or note:
                saved = f"{(times[0] - times[1]) * 1e9:.0f}"
                rows.append([name, *map(measure.micros, times), saved, f"{ratio:.2f}x", is_chosen, note])
    head = ["what pyaot chooses, 4 x 4", "eager us", "pyaot us", "saved ns", "", "chosen", ""]
    measure.print_table(head, [[str(cell) for cell in row] for row in rows])
    print(f"{len(names) - slower} of {len(names)} functions are left to Python or no slower than eager\n")


if __name__ == "__main__":
    main()
