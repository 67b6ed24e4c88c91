"""Emits the C of every program that tests/e2e/ declares, by an instrumented compiler: sanitized_programs.py PYAOT.

Exits with 1 where the compiler crashes, has a fault of its own, or the sanitizer reports one.
"""

import atexit
import importlib
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FAULT = re.compile(r"Sanitizer: |runtime error:|fault of pyaot")


def declared_programs():
    sys.path[:0] = [str(ROOT / "tests" / "e2e"), str(ROOT / "examples")]
    import harness

    atexit.register(shutil.rmtree, harness.WORK, ignore_errors=True)
    for file in sorted((ROOT / "tests" / "e2e").glob("test_*.py")):
        importlib.import_module(file.stem)
    return harness.declared.values()


def main():
    pyaot = pathlib.Path(sys.argv[1]).resolve()
    failed = passed = 0
    for program in declared_programs():
        program.write()
        calls = [word for call in program.calls for word in ("--call", call)]
        command = [pyaot, program.path, "-o", program.out, "--emit=c", "--python", sys.executable]
        finished = subprocess.run([*command, *calls, *program.args], capture_output=True, text=True)
        if finished.returncode not in (0, 1) or FAULT.search(finished.stderr):
            print(f"{program.name}: pyaot exits with {finished.returncode}\n{finished.stderr[:4000]}", flush=True)
            failed += 1
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
