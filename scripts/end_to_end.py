"""Runs the end-to-end tests, or the files of them that are named: end_to_end.py [--jobs N] [FILE ...]

Each file has a process of its own, so that a crash in generated code costs the tests of one file and shows which.
They are forked from one that has imported torch, as many at a time as there are processors; the long ones come first.
What a file has to say is printed when it ends, with the processor time that it and its builds took.
PYAOT_TEST_BACKEND=NAME: with that back end. Ends with "N passed, N failed"; exits with 1 when anything failed.
"""

import argparse
import os
import pathlib
import re
import sys
import time

# Before torch is loaded: the threads of two processes must not wait for work in busy loops.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
BUILD = pathlib.Path(os.environ.get("BUILD", "build"))
# With the rest in one order, these would be what one processor still works at while the others have nothing to do.
LONG = ("minify", "examples", "torch_functions", "backends", "example_models", "builds", "command_line")


def in_order(files):
    """The files that take longest, and then the others as they come."""
    place = {f"test_{name}.py": index for index, name in enumerate(LONG)}
    return sorted(files, key=lambda file: place.get(file.name, len(LONG)))


def run_file(file, output):
    """In the forked process: pytest, as `python -m pytest` runs it."""
    import pytest

    with open(output, "wb") as stream:
        os.dup2(stream.fileno(), 1)
        os.dup2(stream.fileno(), 2)
    sys.path[0] = os.getcwd()
    status = 1
    try:
        status = int(pytest.main(["-q", "-p", "no:cacheprovider", str(file), "--report-counts"]))
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def counts_of(file, output, status):
    """What passed and what failed; a process that ended badly without saying so is one failure."""
    text = output.read_text(errors="replace")
    print(text, end="", flush=True)
    found = re.findall(r"^(\d+) passed, (\d+) failed$", text, re.M)
    passed, failed = map(int, found[-1]) if found else (0, 0)
    if not found or (status != 0 and failed == 0):
        print(f"{file}: ended with status {status}")
        failed += 1
    return passed, failed


def run_all(files, folder, jobs):
    waiting, running = list(files), {}
    passed = failed = 0
    while waiting or running:
        while waiting and len(running) < jobs:
            file = waiting.pop(0)
            output = folder / f"{file.stem}.out"
            sys.stdout.flush()  # or the child would say it again
            child = os.fork()
            if child == 0:
                run_file(file, output)
            running[child] = file, output, time.monotonic()
        child, status, usage = os.wait4(-1, 0)
        if child not in running:
            continue
        file, output, begin = running.pop(child)
        print(f"-- {file}: {time.monotonic() - begin:.0f} s, processors {usage.ru_utime + usage.ru_stime:.0f} s")
        count = counts_of(file, output, os.waitstatus_to_exitcode(status))
        passed, failed = passed + count[0], failed + count[1]
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    given = parser.parse_args()
    files = in_order(given.files or sorted(pathlib.Path("tests/e2e").glob("test_*.py")))
    os.environ["PYAOT"] = str(BUILD / "pyaot")
    backend = pathlib.Path(os.environ.get("PYAOT_TEST_BACKEND", "c")).name
    folder = BUILD / "test" / f"e2e.{backend}"
    folder.mkdir(parents=True, exist_ok=True)

    import numpy  # noqa: F401
    import pytest  # noqa: F401
    import torch  # noqa: F401

    passed, failed = run_all(files, folder, given.jobs)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
