"""Checks that dependencies run downwards only, and notes files that have grown too long.

A folder may include itself and the folders below it: support < parser < analysis < codegen < driver. The run time is
copied beside what is built, so it may include nothing of the compiler.
"""

import pathlib
import re
import sys

ORDER = ["support", "parser", "analysis", "codegen", "driver"]
LONGEST = 1200
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def allowed(folder):
    if folder in ORDER:
        return set(ORDER[: ORDER.index(folder) + 1])
    return {"runtime"} if folder == "runtime" else set(ORDER) | {"runtime", "tests"}


def check_includes(path, root):
    """Wrong includes of one file, as messages."""
    folder = path.relative_to(root).parts[0]
    for match in INCLUDE.finditer(path.read_text()):
        target = match.group(1)
        line = path.read_text().count("\n", 0, match.start()) + 1
        where = f"{path.relative_to(root)}:{line}"
        first = target.split("/")[0]
        if folder in ORDER and "/" not in target and not target.startswith("tree_sitter"):
            yield f'{where}: include "{target}" from the root of the tree'
        elif first in ORDER and first not in allowed(folder):
            yield f"{where}: {folder}/ may not include {target}"
        elif folder in ORDER and first == "runtime":
            yield f"{where}: the compiler may not include the run time ({target})"


def main():
    root = pathlib.Path(__file__).resolve().parents[1]
    problems = []
    for folder in [*ORDER, "runtime", "tests"]:
        for path in sorted(p for kind in ("*.c", "*.h", "*.def") for p in (root / folder).rglob(kind)):
            problems += check_includes(path, root)
            length = path.read_text().count("\n")
            if length > LONGEST:
                print(f"note: {path.relative_to(root)} has {length} lines (aim: {LONGEST})")
    print("\n".join(problems), end="\n" if problems else "")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
