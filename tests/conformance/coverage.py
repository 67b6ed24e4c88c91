"""Writes docs/coverage.md: each suite of the conformance run replaces its own part and leaves the others."""

import collections
import pathlib

import runner

PATH = pathlib.Path(__file__).resolve().parents[2] / "docs" / "coverage.md"
HEAD = """# What of torch runs in compiled code

Written by `make conformance`; see `tests/conformance/`. Each sample input of torch's own databases is written as a Python
function, built with `--force`, and run beside eager PyTorch on the CPU under no_grad; values, dtypes, strides, aliasing
and exceptions are compared. A function is built with symbolic sizes, and anew with its own sizes if it then stays Python.
Samples that give the same program are run once. An operator counts by the outcome of most of its samples (anything wrong or
crashed counts first; without Python against Python, then the kind that is most frequent), and again by its worst sample.
The table of programs is written by `make coverage-programs`, that of packages by `make transformers`.

| outcome | the call ran |
|---|---|
| fused | in C of ours alone: kernels, or views without any kernel |
| library | as fused, and matrix products or other kernels of the run time |
| aten | without Python, but with an operator of ATen called from C |
| python | in Python, in part or in whole; also what cannot be written as a function of dense tensors |
| wrong | and gave something else than eager |
| crashed | and ended the compiler or the process |
"""


def worst(counts):
    return max(counts, key=runner.OUTCOMES.index)


def usual(counts):
    """The outcome of most samples; anything wrong or crashed counts first. Without Python, the dearest kind that occurs
    as often as any other."""
    for kind in ("crashed", "wrong"):
        if counts.get(kind):
            return kind
    compiled = {kind: counts[kind] for kind in runner.OUTCOMES[:3] if counts.get(kind)}
    if sum(compiled.values()) <= counts.get("python", 0):
        return "python"
    return max(compiled, key=lambda kind: (compiled[kind], runner.OUTCOMES.index(kind)))


def totals(report, choose):
    return collections.Counter(choose(counts) for counts in report.counts.values() if counts)


def share(count, total):
    return f"{count} ({100 * count / total:.0f} %)" if total else "0"


def total_rows(titled_counts):
    lines = ["| | total | " + " | ".join(runner.OUTCOMES) + " |", "|---" * (len(runner.OUTCOMES) + 2) + "|"]
    for title, count in titled_counts:
        total = sum(count.values())
        cells = [share(count[kind], total) for kind in runner.OUTCOMES]
        lines.append(f"| {title} | {total} | " + " | ".join(cells) + " |")
    return lines


def subject_rows(reports):
    """One row a subject, one column a report: its outcomes by sample, with why the rest stayed Python."""
    subjects = sorted({subject for report in reports.values() for subject in report.counts})
    lines = ["| | " + " | ".join(reports) + " | why Python |", "|---" * (len(reports) + 2) + "|"]
    for subject in subjects:
        cells, reasons = [], collections.Counter()
        for report in reports.values():
            counts = report.counts.get(subject, {})
            cells.append(", ".join(f"{kind} {counts[kind]}" for kind in runner.OUTCOMES if counts.get(kind)))
            if counts.get("python"):
                reasons.update(report.reasons.get(subject, {}))
        why = max(reasons, key=reasons.get)[:80].replace("|", "/") if +reasons else ""
        lines.append(f"| {subject} | " + " | ".join(cells) + f" | {why} |")
    return lines


def put_part(name, title, note, lines):
    """Replaces the part `name` of the file, or adds it."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    part = "\n".join([begin, f"## {title}", "", note, "", *lines, end]) + "\n"
    text = PATH.read_text() if PATH.exists() else HEAD
    if begin in text:
        text = text[: text.index(begin)] + part + text[text.index(end) + len(end) + 1 :]
    else:
        text += "\n" + part
    PATH.write_text(text)


def write(name, title, note, reports):
    """Writes the part `name` of the file: `reports` by column, such as a dtype."""
    counted = []
    for column, report in reports.items():
        samples = collections.Counter()
        for counts in report.counts.values():
            samples.update(counts)
        counted.append((f"{column}: by most samples", totals(report, usual)))
        counted.append((f"{column}: by the worst sample", totals(report, worst)))
        counted.append((f"{column}: samples", samples))
    put_part(name, title, note, total_rows(counted) + [""] + subject_rows(reports))
