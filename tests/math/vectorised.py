"""Checks that the compiler vectorised the loops over the runtime's maths.

Usage: vectorised.py OBJECT, vector.c compiled with the flags of generated code. Every loop must use packed registers of
at least 32 bytes and call nothing, but for the functions that the header documents as calls of libm. Passes with a note
on a machine without AVX2, whose vectors are shorter.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADER = (ROOT / "runtime/pyaot_math.h").read_text()
TABLE = (ROOT / "tests/math/functions.def").read_text()
KINDS = {"F32": ("f32", "f32"), "F64": ("f64", "f64"), "B32": ("b32", "f32"), "B64": ("b64", "f64")}


def calls_libm(name, suffix):
    """Whether the header implements the function by a call of libm."""
    if suffix == "f64" and f"RT_LIBM({name})" in HEADER:
        return True
    body = re.search(rf"rt_{name}_{suffix}\([^)]*\) \{{(.*?)\}}", HEADER, re.S)
    function = name.removesuffix("_all")  # a form of it
    direct = body and re.search(rf"\b{function}f?(_r)?\(|rt_lgamma_f64\(", body.group(1))
    return bool(direct) or name == "remainder"  # which is written with fmod


def bodies(path):
    """Function name to its disassembly."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", path], capture_output=True, text=True, check=True)
    return dict(re.findall(r"<(vector_\w+)>:\n(.*?)(?=\n\n|\Z)", text.stdout, re.S))


def main():
    if "avx2" not in pathlib.Path("/proc/cpuinfo").read_text():
        print("no AVX2 here, not checked\n0 passed, 0 failed")
        return 0
    code = bodies(sys.argv[1])
    passed = failed = 0
    for kind, name in re.findall(r"^(F32|F64|B32|B64)\((\w+),", TABLE, re.M):
        infix, suffix = KINDS[kind]
        if calls_libm(name, suffix):
            continue
        body = code[f"vector_{infix}_{name}"]
        good = re.search(r"%[yz]mm", body) and not re.search(r"\bcall", body)
        passed += bool(good)
        failed += not good
        if not good:
            print(f"{name}_{suffix}: error: the loop is not vectorised")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
