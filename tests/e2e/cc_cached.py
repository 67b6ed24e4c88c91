#!/usr/bin/env python3
"""The C compiler at the end of compilers that tests write: gcc (or PYAOT_TEST_CC) that keeps the objects of the run time,
which are the same in every build. pyaot keeps them by the whole command, in which each such test has a path of its own.

Called as pyaot calls CC: flags, -c SOURCE -o OBJECT, and then to link. The objects of pyaot_*.c are kept under PYAOT_TEST_CACHE
by a hash of the flags and of all that they could include; everything else goes through unchanged.
"""

import os
import sys

COMPILER = os.environ.get("PYAOT_TEST_CC", "gcc")
# clang has no header of its own for OpenMP here, and is the quicker one: loops then run in one thread.
REPLACED = {"-fopenmp": "-fopenmp=libgomp"} if "clang" in COMPILER else {}


def cached_object(source, flags, cache):
    """The object file of one source of the run time; compiles it when it is not there."""
    import hashlib  # here: most calls compile kernels or link, and loading modules would be half of their time
    import subprocess
    import tempfile

    digest = hashlib.sha256(repr((COMPILER, flags)).encode())
    for path in [source, *sorted(source.parent.glob("pyaot_*.h"))]:
        digest.update(path.read_bytes())
    target = cache / f"{source.stem}-{digest.hexdigest()[:24]}.o"
    if not target.exists():
        handle, temporary = tempfile.mkstemp(dir=cache, suffix=".o")
        os.close(handle)
        status = subprocess.run([COMPILER, *flags, "-c", str(source), "-o", temporary]).returncode
        if status != 0:
            sys.exit(status)
        os.replace(temporary, target)
    return str(target)


def main():
    arguments = [REPLACED.get(argument, argument) for argument in sys.argv[1:]]
    sources = [argument for argument in arguments if argument.startswith("pyaot_") and argument.endswith(".c")]
    if "-c" not in arguments or not sources:
        os.execvp(COMPILER, [COMPILER, *arguments])
    import pathlib
    import shutil

    cache = pathlib.Path(os.environ["PYAOT_TEST_CACHE"])
    cache.mkdir(parents=True, exist_ok=True)
    output = arguments.index("-o")
    flags = [a for a in arguments[:output] + arguments[output + 2 :] if not a.endswith(".c") and a != "-c"]
    shutil.copyfile(cached_object(pathlib.Path(sources[0]), flags, cache), arguments[output + 1])


if __name__ == "__main__":
    main()
