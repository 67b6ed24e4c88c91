"""Differential fuzzing: random programs, each run in Python and built, must do the same.

run.py --pyaot build/pyaot [--count N] [--seed S] [--seconds T] [--jobs J] [--out DIR] [--features A,B] [--compile-only]

Programs come from generate.py, many to a module, so that they share a build. What fails is made small (driver/minify) and
written to DIR as a program with a script that shows the failure again. What differs where rounding decides (rounding.py) is
told and counted apart. The last line is "N passed, N failed".
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import typing

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(pathlib.Path(__file__).parent), str(ROOT / "driver/minify")]

import features  # noqa: E402
import generate  # noqa: E402
import grammar  # noqa: E402
import minify  # noqa: E402

BUILD_SECONDS, RUN_SECONDS = 600, 1200
MOST_UNDETERMINED = 0.01  # of all programs
EMIT = []  # options of pyaot that say how far to go
BACKEND = [f"--backend={os.environ[name]}" for name in ("PYAOT_TEST_BACKEND",) if name in os.environ]
ENVIRONMENT = {
    "CC": os.environ.get("CC", "gcc"),
    "CFLAGS": "-O0",
    "PYAOT_RUNTIME_CACHE": str(ROOT / "build" / "kept_objects"),
}
SCRIPT = '''"""Shows the failure: run with the Python that has torch, from any folder. First: {build} """
import pathlib
import sys

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, {fuzz!r})
import worker

pair = worker.harness.Pair(here / "{name}.py", here / "{name}_built")
failure, undetermined = worker.check(pair, "f", {call!r})
print(failure or (f"rounding decides: {{undetermined}}" if undetermined else "no difference"))
sys.exit(failure is not None)
'''


def build(pyaot, text, calls, folder, force):
    """Builds one module, to C alone when told so; None, or what went wrong."""
    path = folder / "program.py"
    path.write_text(text)
    command = [str(pyaot), str(path), "-o", str(folder / "built"), "--python", sys.executable]
    command += [word for call in calls for word in ("--call", call)] + (["--force"] if force else []) + EMIT + BACKEND
    try:
        result = subprocess.run(
            command,
            env={**ENVIRONMENT, **os.environ},
            capture_output=True,
            text=True,
            errors="replace",
            timeout=BUILD_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return f"pyaot did not end in {BUILD_SECONDS} s"
    if result.returncode != 0:
        return f"pyaot: exit status {result.returncode}\n{(result.stdout + result.stderr)[-1500:]}"
    faults = [line for line in result.stderr.splitlines() if "[PY114]" in line]
    return f"pyaot: a fault in {len(faults)} functions\n" + "\n".join(faults) if faults else None


class Result(typing.NamedTuple):
    failure: str | None
    compiled: bool
    undetermined: str | None = None  # a difference that rounding decides


def run(folder, names, calls):
    """{name: Result}; a crash is blamed on the function that ran, and the rest run on."""
    outcome, left, call_of = {}, list(names), dict(zip(names, calls))
    while left:
        command = [
            sys.executable,
            str(ROOT / "tests/fuzz/worker.py"),
            str(folder / "program.py"),
            str(folder / "built/program.py"),
        ]
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        try:
            result = subprocess.run(
                command + [f"{name}={call_of[name]}" for name in left],
                env=environment,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=RUN_SECONDS,
            )
            ended, output, errors = f"ended with status {result.returncode}", result.stdout, result.stderr
        except subprocess.TimeoutExpired as late:
            output = late.stdout or b""
            output, errors = output.decode(errors="replace") if isinstance(output, bytes) else output, ""
            ended = f"did not end in {RUN_SECONDS} s"
        records = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
        for record in records:
            if "done" in record:
                outcome[record["done"]] = Result(record["failure"], record["compiled"], record["undetermined"])
        started = [record["start"] for record in records if "start" in record and record["start"] not in outcome]
        if not started and any(name not in outcome for name in left):
            started = [name for name in left if name not in outcome]  # the module itself could not be loaded
        for name in started:
            outcome[name] = Result(f"crash: {ended}\n{errors[-1500:]}", False)
        left = [name for name in left if name not in outcome]
    return outcome


def check_texts(pyaot, texts, names, calls, force):
    """Like run(), for functions given as text and the names of their calls; a module that cannot be built is cut in halves to find the culprit."""
    if not texts:
        return {}
    with tempfile.TemporaryDirectory(prefix="pyaot-fuzz-") as name:
        folder = pathlib.Path(name)
        module = grammar.HEADER + "\n\n".join(texts)
        error = build(
            pyaot, module, [features.CALLS[call].text(name) for name, call in zip(names, calls)], folder, force
        )
        if error is None:
            return dict.fromkeys(names, Result(None, True)) if EMIT else run(folder, names, calls)
    if len(texts) == 1:
        return {names[0]: Result(error, False)}
    half = len(texts) // 2
    first = check_texts(pyaot, texts[:half], names[:half], calls[:half], force)
    return {**first, **check_texts(pyaot, texts[half:], names[half:], calls[half:], force)}


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


def shrunk(pyaot, text, call, failure, force):
    wanted = kind_of(failure)

    def fails(texts):
        names = [f"p{index}" for index in range(len(texts))]
        renamed = [generate.renamed(text, "f", name) for text, name in zip(texts, names)]
        outcome = check_texts(pyaot, renamed, names, [call] * len(names), force)
        return [kind_of(outcome[name].failure) == wanted for name in names]

    return minify.smaller(text, fails)


def report(pyaot, seed, failure, force, out, shrinking):
    """Writes the small program, its build and the script; says what failed."""
    text, call = generate.function(seed, "f"), generate.call(seed)
    small = shrunk(pyaot, text, call, failure, force) if shrinking else text
    out.mkdir(parents=True, exist_ok=True)
    name = f"seed_{seed}"
    (out / f"{name}.py").write_text(grammar.HEADER + small)
    options = " --force" if force else ""
    line = f'{pyaot} {out}/{name}.py -o {out}/{name}_built{options} --python {sys.executable} --call "{features.CALLS[call].text("f")}"'
    (out / f"{name}_show.py").write_text(SCRIPT.format(build=line, name=name, call=call, fuzz=str(ROOT / "tests/fuzz")))
    shutil.rmtree(out / f"{name}_built", ignore_errors=True)
    subprocess.run(line, shell=True, env={**ENVIRONMENT, **os.environ}, capture_output=True)
    outcome = check_texts(pyaot, [small], ["f"], [call], force)["f"].failure or failure
    print(
        f"FAILED seed {seed}: {failure}\n--- {out}/{name}.py:\n{small}--- {outcome}\n--- {sys.executable} {out}/{name}_show.py",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--pyaot", default=str(ROOT / "build/pyaot"), type=lambda path: str(pathlib.Path(path).resolve())
    )
    parser.add_argument("--count", type=int, default=200, help="how many programs")
    parser.add_argument("--seed", type=int, default=0, help="the first program's seed; the others follow")
    parser.add_argument("--seconds", type=float, default=0, help="start no batch after this time")
    parser.add_argument("--batch", type=int, default=40, help="programs in one build")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/fuzz")
    parser.add_argument("--features", default="", help="of the tables in features.py, those that each program uses")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument(
        "--compile-only", action="store_true", help="to C, without running: for an instrumented compiler"
    )
    options = parser.parse_args()
    generate.wanted += options.features.split(",") if options.features else []
    if options.compile_only:
        EMIT.append("--emit=c")
    started = time.monotonic()
    seeds = range(options.seed, options.seed + options.count)
    batches = [seeds[i : i + options.batch] for i in range(0, len(seeds), options.batch)]

    def do(index_and_batch):
        index, batch = index_and_batch
        if options.seconds and time.monotonic() - started > options.seconds:
            return {}
        force = index % 3 != 0
        names = [f"p{seed}" for seed in batch]
        texts = [generate.function(seed, name) for seed, name in zip(batch, names)]
        outcome = check_texts(options.pyaot, texts, names, [generate.call(seed) for seed in batch], force)
        return {seed: (outcome[name], force) for seed, name in zip(batch, names)}

    passed = failed = compiled = undetermined = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for results in pool.map(do, enumerate(batches)):
            for seed, (result, force) in results.items():
                compiled += result.compiled
                passed, failed = passed + (result.failure is None), failed + (result.failure is not None)
                if result.undetermined is not None:
                    undetermined += 1
                    print(f"UNDETERMINED seed {seed}: {result.undetermined}", flush=True)
                if result.failure is not None:
                    report(options.pyaot, seed, result.failure, force, options.out.resolve(), not options.no_shrink)
    if not options.compile_only:
        print(f"{compiled} of {passed + failed} programs ran compiled, {time.monotonic() - started:.0f} s")
        print(f"{undetermined} of them give, somewhere, what eager gives as well where it rounds otherwise")
    if undetermined > MOST_UNDETERMINED * (passed + failed) + 1:
        print("too many of those: the comparison would hide too much")
        failed += 1
    if compiled < (passed + failed) // 2:
        print("too few of them ran compiled: the comparison would mean little")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
