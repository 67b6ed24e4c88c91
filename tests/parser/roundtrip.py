"""Round trip of the parser over real files.

For every file that CPython's ast.parse accepts, the printed tree parses to an equal tree, and every statement and
expression covers the same bytes as in CPython's tree.

    roundtrip.py --pyaot build/pyaot [--all | --sample N] [--show N] [--only SUBSTRING]

The corpus is the standard library and the torch package of the interpreter that runs this script. Without --all a fixed
sample is taken (every k-th file in sorted order). `pyaot ast --batch` handles many files in one process. Files in
exceptions.txt (relative path, blank, the reason) are expected to differ; one that no longer does is a failure too, so
that the list cannot rot. The last line is "N passed, N failed".
"""

import argparse
import ast
import io
import os
import subprocess
import sys
import sysconfig
import tokenize
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
BATCH_SIZE = 200


def corpus_roots():
    roots = [("stdlib", sysconfig.get_paths()["stdlib"])]
    purelib = sysconfig.get_paths()["purelib"]
    if os.path.isdir(os.path.join(purelib, "torch")):
        roots.append(("torch", os.path.join(purelib, "torch")))
    return roots


def find_files():
    """Yields (name, path): name is stable between machines, path is where the file lies."""
    for prefix, root in corpus_roots():
        for folder, folders, files in os.walk(root):
            folders[:] = sorted(f for f in folders if f not in ("__pycache__", "site-packages"))
            for file in sorted(files):
                if file.endswith(".py"):
                    path = os.path.join(folder, file)
                    yield prefix + "/" + os.path.relpath(path, root), path


def load_exceptions():
    exceptions = {}
    with open(os.path.join(HERE, "exceptions.txt"), encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                name, reason = line.split(None, 1)
                exceptions[name] = reason.strip()
    return exceptions


def collect_spans(node, starts, spans):
    if isinstance(node, (ast.expr, ast.stmt)):
        begin = starts[node.lineno - 1] + node.col_offset
        spans.append("%s %d %d" % (type(node).__name__, begin, starts[node.end_lineno - 1] + node.end_col_offset))
    if not isinstance(node, ast.JoinedStr):  # before Python 3.12 positions inside f-strings are wrong
        for child in ast.iter_child_nodes(node):
            collect_spans(child, starts, spans)


def reference(path):
    """The tree as CPython dumps it, and the sorted spans; None when CPython rejects the file."""
    with open(path, "rb") as file:
        source = file.read()
    try:
        tree = ast.parse(source)
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        text = source.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line.encode()) + 1)
    spans = []
    collect_spans(tree, starts, spans)
    return ast.dump(tree), sorted(spans), encoding


def run_batch(pyaot, mode, paths):
    """Yields (accepted, text) for each path; a crash of the process is reported for the file it happened on."""
    pending = list(paths)
    while pending:
        process = subprocess.Popen([pyaot, "ast", *mode, "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        data, _ = process.communicate("".join(p + "\n" for p in pending).encode())
        at = done = 0
        while at < len(data) and done < len(pending):
            end = data.find(b"\n", at)
            status, size = data[at:end].split()
            text = data[end + 1 : end + 1 + int(size)]
            at = end + 1 + int(size)
            done += 1
            yield status == b"ok", text
        if not done and process.returncode > 0:
            sys.exit("%s ast --batch does not run (exit status %d)" % (pyaot, process.returncode))
        pending = pending[done:]
        if pending:
            yield False, b"the process ended with status %d" % process.returncode
            pending = pending[1:]


def first_difference(left, right):
    at = next((i for i, (a, b) in enumerate(zip(left, right)) if a != b), min(len(left), len(right)))
    return "expected ...%s\n      got ...%s" % (left[max(0, at - 60) : at + 60], right[max(0, at - 60) : at + 60])


def compare_spans(expected, text):
    actual = sorted(text.decode().splitlines())
    if actual == expected:
        return None
    return "spans differ: expected %s\n      got %s" % (
        sorted(set(expected) - set(actual))[:4],
        sorted(set(actual) - set(expected))[:4],
    )


def compare(expected, accepted, text):
    """None when equal, else what is wrong."""
    if not accepted:
        return "rejected: " + text.decode("utf-8", "replace").strip()
    try:
        actual = ast.dump(ast.parse(text.decode("utf-8", "surrogatepass")))
    except (SyntaxError, ValueError) as error:
        return "printed text does not parse: %s: %r" % (error, getattr(error, "text", None))
    return None if actual == expected else "tree differs: " + first_difference(expected, actual)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pyaot", required=True)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--sample", type=int, default=400)
    parser.add_argument("--show", type=int, default=20, help="failures that are printed")
    parser.add_argument("--only", default="", help="only files whose name holds this")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    files = [f for f in find_files() if options.only in f[0]]
    if not options.all and len(files) > options.sample:
        files = [files[i * len(files) // options.sample] for i in range(options.sample)]
    exceptions = load_exceptions()
    equal = expected_failures = rejected = 0
    failures = []
    for begin in range(0, len(files), BATCH_SIZE):
        batch = [(n, p, r) for n, p, r in ((n, p, reference(p)) for n, p in files[begin : begin + BATCH_SIZE])]
        rejected += sum(1 for item in batch if item[2] is None)
        batch = [item for item in batch if item[2] is not None]
        paths = [path for _, path, _ in batch]
        results = zip(run_batch(options.pyaot, [], paths), run_batch(options.pyaot, ["--spans"], paths))
        for (name, _, (tree, spans, encoding)), ((accepted, text), (_, span_text)) in zip(batch, results):
            problem = compare(tree, accepted, text)
            if not problem and sys.version_info >= (3, 9) and encoding in ("utf-8", "utf-8-sig"):  # else offsets move
                problem = compare_spans(spans, span_text)
            if problem and name in exceptions:
                expected_failures += 1
            elif problem:
                failures.append((name, problem))
            elif name in exceptions:
                failures.append((name, "is in exceptions.txt, but equal now"))
            else:
                equal += 1
    for name, problem in failures[: options.show]:
        print("%s: %s" % (name, problem))
    print(
        "%d files: %d equal, %d listed exceptions, %d not Python for CPython, %d wrong"
        % (len(files), equal, expected_failures, rejected, len(failures))
    )
    print("%d passed, %d failed" % (equal + expected_failures, len(failures)))
    return 1 if failures or not equal else 0


if __name__ == "__main__":
    sys.exit(main())
