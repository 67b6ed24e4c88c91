"""Writes docs/diagnostics.md from support/diag.def, and docs/operations.md from analysis/ops.def and
codegen/graph_text.def; with --check, exits with 1 if a file is not current."""

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


OPERATION = re.compile(r'^OP\((\w+), "(\w+)", (-?\d+), (\w+), "(\w*)", \'(.)\', "((?:[^"\\]|\\.)*)"\)$', re.MULTILINE)
TEXT = re.compile(r'^TEXT\((\w+), (?:NULL|"((?:[^"\\]|\\.)*)")\)$', re.MULTILINE)
CLASSES = (
    ("LEAF", "Values that nothing computes"),
    ("POINT", "Pointwise"),
    ("REDUCE", "Reductions"),
    ("VIEW", "Views and copies"),
    ("CREATE", "New tensors"),
    ("LIB", "Library kernels"),
    ("ATEN", "Operators of ATen"),
)
NOT_SHOWN = {"OP_PARAM", "OP_ELEMENT", "OP_CALL"}  # they stand outside of what a back end is given
OPERATIONS_HEAD = """# Operations of a graph

What a back end in a shared object is shown as `PyaotNode` (`docs/backends.md`). Made by `make docs` from
`analysis/ops.def` and `codegen/graph_text.def`: change it there.

`a`, `b`, `c` are a node's operands (`inputs`), `ints` and `exprs` its attributes; `dtype` and `sizes` are of its type.
Under *as torch* stands what the operation computes; where nothing stands, the node's own `text` has it.

- Tensors of a pointwise operation have one dtype, which for comparisons and predicates is not that of the result, and
  are broadcast: each dimension is that of the result or the constant 1. A number among the operands is converted to the
  tensors' dtype. bf16 and f16 are computed in float and rounded.
- A node without `strides` is row-major. What eager gives as a view of an operand may be a copy here: a graph returns
  new tensors, and what aliases is made outside of it.
- Operations that check indices (`embedding`, `gather`, `index`) stand outside of graphs of such back ends.
"""


def rows_of(pattern, path, start):
    """The fields of each row of a table; every line that begins as a row does must be one."""
    text = (ROOT / path).read_text()
    rows = [match.groups() for match in pattern.finditer(text)]
    if len(rows) != text.count(f"\n{start}("):
        sys.exit(f"make_docs: a row of {path} has another form than the others")
    return rows


def cell(text):
    return text.replace("\\", "").replace("|", "\\|")


def as_torch(template):
    """A template of graph_text.def in the words of the page."""
    for sign, word in (
        ("$T", "$"), ("$0", "a"), ("$1", "b"), ("$2", "c"), ("$*", "a, b, ..."), ("$d", "dtype"), ("$s", "sizes"),
        ("$i", "ints"), ("$I", "ints[0]"), ("$e", "exprs[0]"), ("$f", "exprs[1]"),
    ):  # fmt: skip
        template = template.replace(sign, word)
    return f"`{cell(template)}`" if template else ""


def operations():
    rows = rows_of(OPERATION, "analysis/ops.def", "OP")
    texts = dict(rows_of(TEXT, "codegen/graph_text.def", "TEXT"))
    lines = [OPERATIONS_HEAD]
    for kind, title in CLASSES:
        lines += [f"## {title}", "", "| op | operands | as torch | |", "|---|---|---|---|"]
        for code, name, count, own, _, effect, doc in rows:
            if own == kind and code not in NOT_SHOWN and effect != "x":
                operands = "any number" if count == "-1" else count
                lines.append(f"| `{name}` | {operands} | {as_torch(texts[code] or '')} | {cell(doc)} |")
        lines.append("")
    return "\n".join(lines)


def diagnostics():
    rows = rows_of(ROW, "support/diag.def", "DIAG")
    lines = [HEAD]
    for prefix, title in SECTIONS:
        lines += [f"## {title}", "", "| code | meaning | what to do |", "|---|---|---|"]
        lines += [f"| {code} | {meaning} | {hint} |" for _, code, meaning, hint in rows if code.startswith(prefix)]
        lines.append("")
    return "\n".join(lines)


def main():
    for name, page in (("diagnostics", diagnostics()), ("operations", operations())):
        target = ROOT / "docs" / f"{name}.md"
        if "--check" not in sys.argv:
            target.write_text(page)
        elif not target.exists() or target.read_text() != page:
            sys.exit(f"docs/{name}.md is not current: run make docs")


if __name__ == "__main__":
    main()
