"""Golden tests: what pyaot writes for small sources, compared with what a person has read and approved.

A file cases/NAME.golden holds cases; each has a source, arguments and the outputs that are looked at:

    [case name]
    [source model.py]      the source
    [args] --emit=c        further arguments
    [exit] 0               the exit status
    [stderr]               what it prints to standard error, the folder's name left out
    [stub]                 the lines that the stub adds to the source (diff's form)
    [kernels]              the generated C, without the tables at its end
    [graphs LETTERS]       the dumps of `-d LETTERS`

`run.py --update-golden` writes what is printed now; then read the diff.
"""

import argparse
import difflib
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MARK = re.compile(r"^\[(case|source|args|exit|stderr|stub|kernels|graphs)(?: ([^\]]*))?\] ?(.*)$")


class Case:
    def __init__(self, name):
        self.name = name
        self.sections = []  # [kind, argument, text], in the order of the file

    def first(self, kind, default=None):
        return next((section for section in self.sections if section[0] == kind), default)


def read_cases(path):
    cases = []
    for line in path.read_text().splitlines():
        match = MARK.match(line)
        if match and match.group(1) == "case":
            cases.append(Case(match.group(2)))
        elif match and cases:
            cases[-1].sections.append([match.group(1), match.group(2), match.group(3)])
        elif cases and cases[-1].sections:
            section = cases[-1].sections[-1]
            section[2] += ("\n" if section[2] else "") + line
        elif line.strip():
            sys.exit(f"{path}: text before the first section: {line}")
    for case in cases:
        for section in case.sections:
            section[2] = section[2].strip("\n")
    return cases


def write_cases(path, cases):
    out = []
    for case in cases:
        out.append(f"[case {case.name}]\n")
        for kind, argument, text in case.sections:
            head = f"[{kind} {argument}]" if argument else f"[{kind}]"
            separator = " " if kind in ("args", "exit") else "\n"
            out.append(f"{head}{separator}{text}".rstrip() + "\n")
        out.append("\n")
    path.write_text("".join(out).rstrip("\n") + "\n")


def stub_diff(source, stub):
    lines = difflib.unified_diff(source.splitlines(), stub.splitlines(), n=0, lineterm="")
    return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


def functions_of(text):
    """The part of generated C that people read: from the first function's heading to the tables."""
    first, tables = text.find("/* ---- "), text.find("/* ---- tables")
    return text[max(first, 0) : tables if tables >= 0 else len(text)].strip("\n")


def outputs(case, pyaot):
    """Runs one case; gives a function from a section to the text that it should hold."""
    kind_source = case.first("source")
    name, source = kind_source[1] or "model.py", kind_source[2] + "\n"
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / name).write_text(source)
        out = folder / "out"
        graphs = case.first("graphs")
        command = [pyaot, name, "-o", "out", "--python", sys.executable]
        command += shlex.split(case.first("args", ["", "", ""])[2])
        command += ["-d", graphs[1]] if graphs else []
        finished = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
        stem = pathlib.Path(name).stem

        def text_of(kind):
            if kind == "exit":
                return str(finished.returncode)
            if kind in ("stderr", "graphs"):
                return finished.stderr.replace(str(folder), "FOLDER").strip("\n")
            if kind == "stub":
                return stub_diff(source, (out / name).read_text()) if (out / name).exists() else "no stub"
            kernels = out / f"{stem}_kernels.c"
            return functions_of(kernels.read_text()) if kernels.exists() else "no kernels"

        return {kind: text_of(kind) for kind, _, _ in case.sections if kind not in ("source", "args")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pyaot", required=True)
    parser.add_argument("--update-golden", action="store_true")
    parser.add_argument("names", nargs="*", help="cases to run (default: all)")
    options = parser.parse_args()
    pyaot = str(pathlib.Path(options.pyaot).resolve())
    passed = failed = 0
    for path in sorted((HERE / "cases").glob("*.golden")):
        cases = read_cases(path)
        for case in cases:
            if options.names and case.name not in options.names:
                continue
            try:
                found = outputs(case, pyaot)
            except (OSError, subprocess.TimeoutExpired) as error:
                found = {}
                print(f"{path.name}: {case.name}: {error}")
            wrong = [section for section in case.sections if section[0] in found and found[section[0]] != section[2]]
            if options.update_golden:
                for section in wrong:
                    section[2] = found[section[0]]
                wrong = []
            for kind, _, text in wrong:
                print(f"{path.name}: {case.name}: [{kind}] differs")
                lines = difflib.unified_diff(
                    text.splitlines(), found[kind].splitlines(), "expected", "found", lineterm=""
                )
                print("\n".join(lines))
            ok = found and not wrong
            passed, failed = passed + bool(ok), failed + (not ok)
        if options.update_golden:
            write_cases(path, cases)
    print(f"{passed} passed, {failed} failed")
    return failed > 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
