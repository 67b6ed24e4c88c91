"""Differential fuzzing: random programs, each run in Python and built, must do the same.

run.py --pyaot build/pyaot [--count N] [--seed S] [--seconds T] [--jobs J] [--out DIR] [--kinds A,B] [--features A,B] [--compile-only]

Programs are of the kinds that kinds.py lists, in equal parts, many to a module, so that they share a build. What fails is
made small (driver/minify) and written to DIR as a program with a script that shows the failure again. What differs where
rounding decides (rounding.py) is told and counted apart. After T seconds, or when it is interrupted or terminated, it ends
what runs and counts what it has. The last line is "N passed, N failed".
"""

import argparse
import collections
import concurrent.futures
import contextlib
import json
import math
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import typing
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(pathlib.Path(__file__).parent), str(ROOT / "driver/minify")]

import features  # noqa: E402
import generate  # noqa: E402
import grammar  # noqa: E402
import kinds  # noqa: E402
import minify  # noqa: E402

BUILD_SECONDS, RUN_SECONDS = 600, 1200
MOST_UNDETERMINED = 0.01  # of all programs
FEW = 40  # of fewer programs nothing is said as a whole
EMIT = []  # options of pyaot that say how far to go
BACKEND = [f"--backend={os.environ[name]}" for name in ("PYAOT_TEST_BACKEND",) if name in os.environ]
ENVIRONMENT = {
    "CC": os.environ.get("CC", "gcc"),
    "CFLAGS": "-O0",
    "PYAOT_RUNTIME_CACHE": str(ROOT / "build" / "kept_objects"),
}
SCRIPT = '''"""Shows the failure: run with the Python that has torch, from any folder. First: {build} """
import gc
import pathlib
import sys

gc.disable()  # as where the failure was found
here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, {fuzz!r})
import worker

pair = worker.harness.Pair(here / "{name}.py", here / "{name}_built")
failure, undetermined = worker.check(pair, "f", {call!r})
print(failure or (f"rounding decides: {{undetermined}}" if undetermined else "no difference"))
sys.exit(failure is not None)
'''


class OutOfTime(Exception):
    """The run is to end."""


class Limit:
    """When the run is to end."""

    until, stopped = math.inf, False

    def stop(self, number, frame):
        self.stopped = True

    def is_over(self):
        return self.stopped or time.monotonic() > self.until


limit = Limit()


def kill(process):
    """With all that it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def finished(command, seconds, **changes):
    """(status, output, errors) of a command; the status is None where it did not end in time."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "errors": "replace"}
    environment = {**ENVIRONMENT, **os.environ, **changes}
    last = time.monotonic() + seconds
    with subprocess.Popen(command, env=environment, start_new_session=True, **pipes) as process:
        while True:
            try:
                output, errors = process.communicate(timeout=0.5)
                return process.returncode, output, errors
            except subprocess.TimeoutExpired:
                if limit.is_over():
                    kill(process)
                    raise OutOfTime from None
                if time.monotonic() > last:
                    kill(process)
                    return None, *process.communicate()


class Way(typing.NamedTuple):
    """How a module is built."""

    force: bool
    told: bool = True  # its calls are described; else they are inferred

    def words(self, calls):
        described = [word for call in calls for word in ("--call", call)] if self.told else []
        return described + (["--force"] if self.force else [])


def build(pyaot, text, calls, folder, way):
    """Builds one module, to C alone when told so; None, or what went wrong."""
    path = folder / "program.py"
    path.write_text(text)
    command = [str(pyaot), str(path), "-o", str(folder / "built"), "--python", sys.executable]
    command += way.words(calls) + EMIT + BACKEND
    status, output, errors = finished(command, BUILD_SECONDS)
    if status is None:
        return f"pyaot did not end in {BUILD_SECONDS} s"
    if status != 0:
        return f"pyaot: exit status {status}\n{(output + errors)[-1500:]}"
    faults = [line for line in errors.splitlines() if "[PY114]" in line]
    return f"pyaot: a fault in {len(faults)} functions\n" + "\n".join(faults) if faults else None


class Result(typing.NamedTuple):
    failure: str | None
    compiled: bool
    undetermined: str | None = None  # a difference that rounding decides


def worker(folder, *words):
    program, built = folder / "program.py", folder / "built/program.py"
    command = [sys.executable, str(ROOT / "tests/fuzz/worker.py"), str(program), str(built), *words]
    return finished(command, RUN_SECONDS, OMP_NUM_THREADS="1")


def run(folder, names, calls):
    """{name: Result}; a crash is blamed on the function that ran, and the rest run on. Where torch crashes by itself
    there is nothing to compare with."""
    outcome, left, call_of = {}, list(names), dict(zip(names, calls))
    while left:
        status, output, errors = worker(folder, *(f"{name}={call_of[name]}" for name in left))
        ended = f"ended with status {status}" if status is not None else f"did not end in {RUN_SECONDS} s"
        records = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
        for record in records:
            if "done" in record:
                outcome[record["done"]] = Result(record["failure"], record["compiled"], record["undetermined"])
        started = [record["start"] for record in records if "start" in record and record["start"] not in outcome]
        if not started and any(name not in outcome for name in left):
            started = [name for name in left if name not in outcome]  # the module itself could not be loaded
        for name in started:
            by_itself = bool(status) and (worker(folder, "--eager", f"{name}={call_of[name]}")[0] or 0) < 0
            failure = None if by_itself else f"crash: {ended}\n{errors[-1500:]}"
            outcome[name] = Result(failure, False, f"Python alone {ended}" if by_itself else None)
        left = [name for name in left if name not in outcome]
    return outcome


def check_texts(pyaot, texts, names, calls, way):
    """Like run(), for functions given as text and the names of their calls; a module that cannot be built is cut in halves to find the culprit."""
    if not texts:
        return {}
    with tempfile.TemporaryDirectory(prefix="pyaot-fuzz-") as name:
        folder = pathlib.Path(name)
        module = grammar.HEADER + "\n\n".join(texts)
        error = build(pyaot, module, [features.CALLS[call].text(name) for name, call in zip(names, calls)], folder, way)
        if error is None:
            return dict.fromkeys(names, Result(None, True)) if EMIT else run(folder, names, calls)
    if len(texts) == 1:
        return {names[0]: Result(error, False)}
    half = len(texts) // 2
    first = check_texts(pyaot, texts[:half], names[:half], calls[:half], way)
    return {**first, **check_texts(pyaot, texts[half:], names[half:], calls[half:], way)}


def kind_of(failure):
    """What must stay the same while a program is made smaller."""
    if failure is None:
        return None
    if failure.startswith("pyaot"):
        return re.sub(r"in [0-9]+", "in", failure.splitlines()[0])
    if failure.startswith("crash"):
        return failure.splitlines()[0]
    what = failure.split(": ", 1)[1]
    found = re.match(r"exceptions: eager \[\(?'?(\w*)'?.*built \[\(?'?(\w*)'?", what, re.DOTALL)
    return f"exceptions {found.groups()}" if found else re.match(r"\w*", what).group()


def shrunk(pyaot, text, call, failure, way):
    """The smallest program found that fails in the same way, before the time of the run is over."""
    wanted, best = kind_of(failure), [text]

    def fails(texts):
        names = [f"p{index}" for index in range(len(texts))]
        renamed = [generate.renamed(text, "f", name) for text, name in zip(texts, names)]
        outcome = check_texts(pyaot, renamed, names, [call] * len(names), way)
        failed = [kind_of(outcome[name].failure) == wanted for name in names]
        best.extend(text for text, fails in zip(texts, failed) if fails)
        return failed

    try:
        return minify.smaller(text, fails)
    except OutOfTime:
        return min(best, key=len)


class Program(typing.NamedTuple):
    kind: str
    seed: int

    def text(self, name):
        return kinds.KINDS[self.kind](self.seed, name)

    @property
    def call(self):
        return generate.call(self.seed)

    @property
    def name(self):
        return f"{self.kind}_{self.seed}"


def report(pyaot, program, failure, way, out, shrinking):
    """Writes the small program, its build and the script; says what failed."""
    text, call, name = program.text("f"), program.call, program.name
    small = shrunk(pyaot, text, call, failure, way) if shrinking else text
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{name}.py").write_text(grammar.HEADER + small)
    options = shlex.join(way.words([features.CALLS[call].text("f")]))
    line = f"{pyaot} {out}/{name}.py -o {out}/{name}_built --python {sys.executable} {options}"
    (out / f"{name}_show.py").write_text(SCRIPT.format(build=line, name=name, call=call, fuzz=str(ROOT / "tests/fuzz")))
    shutil.rmtree(out / f"{name}_built", ignore_errors=True)
    outcome = failure
    with contextlib.suppress(OutOfTime):
        finished(["sh", "-c", line], BUILD_SECONDS)
        outcome = check_texts(pyaot, [small], ["f"], [call], way)["f"].failure or failure
    print(
        f"FAILED {program.kind} seed {program.seed}: {failure}\n--- {out}/{name}.py:\n{small}--- {outcome}\n--- {sys.executable} {out}/{name}_show.py",
        flush=True,
    )


def options_of_the_command_line():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--pyaot", default=str(ROOT / "build/pyaot"), type=lambda path: str(pathlib.Path(path).resolve())
    )
    parser.add_argument("--count", type=int, default=200, help="how many programs")
    parser.add_argument("--seed", type=int, default=0, help="the first program's seed; the others follow")
    parser.add_argument("--seconds", type=float, default=math.inf, help="the run ends after this time")
    parser.add_argument("--batch", type=int, default=80, help="programs in one build")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/fuzz")
    parser.add_argument("--kinds", default=",".join(kinds.KINDS), help="of those in kinds.py; all")
    parser.add_argument("--features", default="", help="of the tables in features.py, those that each program uses")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument(
        "--compile-only", action="store_true", help="to C, without running: for an instrumented compiler"
    )
    return parser.parse_args()


def batches_of(options):
    """Programs of one kind each, the kinds in turn."""
    names = options.kinds.split(",")
    each = -(-options.count // len(names))
    firsts = range(options.seed, options.seed + each, options.batch)
    ends = [min(first + options.batch, options.seed + each) for first in firsts]
    return [[Program(kind, seed) for seed in range(first, end)] for first, end in zip(firsts, ends) for kind in names]


class Tally:
    """Counts programs, and tells of those that fail."""

    def __init__(self, options):
        self.options, self.counts, self.started = options, collections.Counter(), time.monotonic()

    def add(self, program, result, way):
        self.counts.update(programs=1, compiled=int(result.compiled), failed=int(result.failure is not None))
        self.counts.update({program.kind: 1, (program.kind, "compiled"): int(result.compiled)})
        if result.undetermined is not None:
            self.counts["undetermined"] += 1
            print(f"UNDETERMINED {program.kind} seed {program.seed}: {result.undetermined}", flush=True)
        if result.failure is not None:
            out, shrinking = self.options.out.resolve(), not self.options.no_shrink
            report(self.options.pyaot, program, result.failure, way, out, shrinking)

    def seconds(self):
        return f"{time.monotonic() - self.started:.0f} s"

    def progress(self):
        print(f"{self.counts['programs']} programs, {self.counts['failed']} failed, {self.seconds()}", flush=True)

    def end(self):
        """Says what has been counted; is all well?"""
        counts, count, failed = self.counts, self.counts["programs"], self.counts["failed"]
        ran = {kind: f", {counts[kind, 'compiled']} of them compiled" for kind in kinds.KINDS}
        told = "; ".join(f"{counts[kind]} of {kind}{ran[kind]}" for kind in kinds.KINDS if counts[kind])
        if not self.options.compile_only:
            print(f"{counts['compiled']} of {count} programs ran compiled, {self.seconds()}")
            print(told)
            print(
                f"{counts['undetermined']} of them give, somewhere, what eager gives as well where it rounds otherwise"
            )
        if limit.stopped:
            print("stopped before the end")
        if counts["undetermined"] > MOST_UNDETERMINED * count + 1:
            print("too many of those: the comparison would hide too much")
            failed += 1
        if count >= FEW and counts["compiled"] < count // 3:
            print("too few of them ran compiled: the comparison would mean little")
            failed += 1
        print(f"{count - counts['failed']} passed, {failed} failed", flush=True)
        return not failed and not limit.stopped


def main():
    options = options_of_the_command_line()
    generate.wanted += options.features.split(",") if options.features else []
    if options.compile_only:
        EMIT.append("--emit=c")
    warnings.simplefilter("ignore", SyntaxWarning)  # of the programs
    tally = Tally(options)
    limit.until = tally.started + options.seconds
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, limit.stop)

    def do(index_and_batch):
        if limit.is_over():
            return []
        index, batch = index_and_batch
        way = Way(force=index % 3 != 0, told=index % 8 != 5)
        names = [f"p{program.seed}" for program in batch]
        try:
            texts = [program.text(name) for program, name in zip(batch, names)]
            outcome = check_texts(options.pyaot, texts, names, [program.call for program in batch], way)
        except OutOfTime:
            return []
        return [(program, outcome[name], way) for program, name in zip(batch, names)]

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for results in pool.map(do, enumerate(batches_of(options))):
            for program, result, way in results:
                tally.add(program, result, way)
            if results:
                tally.progress()
    return not tally.end()


if __name__ == "__main__":
    sys.exit(main())
