"""Writes docs/diagnostics.md from support/diag.def; with --check, exits with 1 if the file is not current."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
ROW = re.compile(r'^DIAG\((\w+), "(\w+)", "((?:[^"\\]|\\.)*)", "((?:[^"\\]|\\.)*)"\)$', re.MULTILINE)
SECTIONS = (
    ("PY0", "Input, output and the command line"),
    ("PY1", "Why a statement stays Python"),
    ("PY2", "Entries and calls"),
)
HEAD = """# Diagnostics

Every message of pyaot carries one of these codes. Made by `make docs` from `support/diag.def`: change it there.
Errors (exit status 1) leave the output folder as it was; warnings and the codes PY1xx only say what runs as Python.
"""


def page():
    text = (ROOT / "support" / "diag.def").read_text()
    rows = [match.groups() for match in ROW.finditer(text)]
    if len(rows) != text.count("\nDIAG("):
        sys.exit('make_docs: a row of support/diag.def has another form than DIAG(CODE, "id", "title", "hint")')
    lines = [HEAD]
    for prefix, title in SECTIONS:
        lines += [f"## {title}", "", "| code | meaning | what to do |", "|---|---|---|"]
        lines += [f"| {code} | {meaning} | {hint} |" for _, code, meaning, hint in rows if code.startswith(prefix)]
        lines.append("")
    return "\n".join(lines)


def main():
    target = ROOT / "docs" / "diagnostics.md"
    if "--check" in sys.argv:
        if not target.exists() or target.read_text() != page():
            sys.exit("docs/diagnostics.md is not current: run make docs")
    else:
        target.write_text(page())


if __name__ == "__main__":
    main()
