"""Builds every example with the sanitizers of CFLAGS and runs all its cases in a process that preloads libasan.

run_sanitized.py FOLDER: takes PYAOT, CFLAGS and PYAOT_SANITIZED_LIBRARY from the environment. Exits with 1 on any
sanitizer report, crash or result that differs from eager's.
"""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]


def build_all(folder):
    sys.path.insert(0, str(ROOT / "examples"))
    import table

    failed = 0
    for name in table.FILES:
        command = [
            os.environ["PYAOT"],
            ROOT / "examples" / f"{name}.py",
            "-o",
            folder / name,
            "--python",
            sys.executable,
        ]
        finished = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        if finished.returncode != 0:
            print(f"{name}: pyaot exits with {finished.returncode}\n{finished.stderr}")
            failed += 1
    return failed


def run_all(folder):
    """In the process with the sanitizer's run time: every case of the table."""
    sys.path[:0] = [str(ROOT / "examples"), str(ROOT / "tests" / "e2e")]
    import harness
    import table
    import torch

    with torch.no_grad():
        for row in table.ROWS:
            pair = harness.Pair(ROOT / "examples" / f"{row.file}.py", folder / row.file)
            for case in row.cases:
                harness.check(pair, row.callable_of, case.make_args, expect="compiled")
                print(f"sanitized: {row.function} ({case.label}): equal", flush=True)


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    if sys.argv[2:] == ["run"]:
        run_all(folder)
        return 0
    if build_all(folder):
        return 1
    # Python itself is not instrumented: leaks and allocations of its own are none of our business.
    env = {**os.environ, "LD_PRELOAD": os.environ["PYAOT_SANITIZED_LIBRARY"]}
    env["ASAN_OPTIONS"] = "detect_leaks=0:exitcode=86:protect_shadow_gap=0"
    return subprocess.run([sys.executable, __file__, str(folder), "run"], env=env).returncode


if __name__ == "__main__":
    sys.exit(main())
