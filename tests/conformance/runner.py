"""Builds cases with pyaot, runs each eager and built, and says how the built one ran. One forked process a group, so that
a crash costs one group, which is then run subject by subject."""

import collections
import contextlib
import json
import os
import pathlib
import shutil
import signal
import sys
import tempfile
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))

import harness  # noqa: E402
import torch  # noqa: E402
from cases import Case  # noqa: E402

# From best to worst.
OUTCOMES = ("fused", "library", "aten", "python", "wrong", "crashed")
# Where all floats of a result are of this dtype; else those of the harness.
TOLERANCES = {torch.float32: {"rtol": 1e-4}}


class Report:
    """Counts by subject and outcome, and the first lines of what went wrong."""

    def __init__(self):
        self.counts = collections.defaultdict(collections.Counter)
        self.notes = []
        self.reasons = collections.defaultdict(collections.Counter)

    def add(self, subject, outcome, note=None, count=1):
        if count:
            self.counts[subject][outcome] += count
        if note and outcome == "python" and count:
            self.reasons[subject][note] += count
        if note and outcome in ("wrong", "crashed"):
            self.notes.append([subject, outcome, note])

    def merge(self, data):
        for subject, counts in data["counts"].items():
            self.counts[subject].update(counts)
        for subject, reasons in data["reasons"].items():
            self.reasons[subject].update(reasons)
        self.notes += data["notes"]

    def as_data(self):
        return {"counts": self.counts, "reasons": self.reasons, "notes": self.notes}


def kind_of(change):
    if change.get("compiled", 0) != 1 or change.get("fallback", 0) or change.get("breaks", 0):
        return "python"
    for kind in ("python", "aten", "library"):
        if change.get(kind, 0):
            return kind
    return "fused"


def tolerance_of(result):
    floats = {tensor.dtype for tensor in harness.tensors_in(result) if tensor.is_floating_point()}
    return TOLERANCES.get(floats.pop(), {}) if len(floats) == 1 else {}


def exact_results(pair, case, moved_by=0, seed=0):
    """What eager computes in float64, with each float among the arguments moved by up to so many units in its last
    place."""
    generator = torch.Generator().manual_seed(seed)
    arguments = []
    for tensor in case.make():
        if tensor.is_floating_point():
            part = torch.rand(tensor.shape, generator=generator, dtype=torch.float64) * 2 - 1
            tensor = tensor.double() * (1 + moved_by * torch.finfo(tensor.dtype).eps * part)
        arguments.append(tensor)
    torch.manual_seed(1234)
    with torch.no_grad():
        return harness.tensors_in(harness.run(getattr(pair.eager, case.name), arguments, {}).result)


def farthest(a, b):
    """The largest distance between two tensors, in float64."""
    return (a.double() - b.double()).abs().max()


def is_near_enough(pair, case: Case, outcomes):
    """Whether the built function's floats are no farther from what eager computes in float64 than eager's own are, or than
    that result moves when the arguments move by one unit in the last place, and nothing else differs: of sums that nearly
    cancel, and of exponentials of large sums, no more can be asked."""
    harness.compare_outcomes(*outcomes, rtol=1.0, atol=float("inf"))
    exact, *moved = [exact_results(pair, case), *(exact_results(pair, case, 1, seed) for seed in range(3))]
    eager, built = (harness.tensors_in(outcome.result) for outcome in outcomes)
    if not len(exact) == len(eager) == len(built):
        return False
    for right, one, other, *others in zip(exact, eager, built, *moved):
        if one.is_floating_point() and one.numel():
            allowed = max(farthest(right, result) for result in (one, *others))
            if not farthest(right, other) <= allowed:
                return False
    return True


def compare(pair, case: Case):
    """How the built function ran, and what differs from eager (None: nothing)."""
    outcomes = []
    before = pair.counters()
    for module in (pair.eager, pair.built):
        torch.manual_seed(1234)
        with torch.no_grad():
            outcomes.append(harness.run(getattr(module, case.name), case.make(), {}))
    after = pair.counters()
    change = {key: after[key] - before.get(key, 0) for key in after if isinstance(after[key], int)}
    kind = kind_of(change)
    if not case.values_matter:
        for outcome in outcomes:
            for tensor in harness.tensors_in(outcome.result):
                tensor.zero_()
    try:
        harness.compare_outcomes(*outcomes, **tolerance_of(outcomes[0].result))
    except (NotImplementedError, RuntimeError):
        return kind, None if kind == "python" else "results that cannot be compared"
    except Exception as difference:
        with contextlib.suppress(Exception):
            if case.values_matter and is_near_enough(pair, case, outcomes):
                return kind, None
        return kind, f"{type(difference).__name__}: {difference}"[:300]
    return kind, None


def build(cases, folder, fixed):
    """The pair of modules, or the reason why there is none."""
    folder.mkdir()
    source = "import torch\nimport torch.nn.functional as F\n\n\n" + "\n\n".join(case.source for case in cases)
    path = folder / "cases.py"
    path.write_text(source)
    calls = [item for case in cases for item in ("--call", case.fixed_call if fixed else case.call)]
    env = {"CFLAGS": os.environ.get("CONFORMANCE_CFLAGS", "-O0")}
    result = harness.run_pyaot(path, "-o", folder / "out", *harness.PYTHON, "--force", *calls, env=env)
    if result.returncode != 0:
        return None, f"pyaot exited with {result.returncode}: {(result.stdout + result.stderr)[-400:]}"
    return harness.Pair(path, folder / "out"), None


def reasons_of(folder):
    """Why functions stayed Python, by name, as the report says it."""
    found = {}
    with contextlib.suppress(OSError, ValueError):
        report = json.loads((folder / "out" / "cases.report.json").read_text())
        for entry in report["entries"]:
            for cut in entry["cuts"]:
                found.setdefault(entry["name"], cut["reason"])
    return found


def run_cases(cases, folder, report, fixed=False):
    """Builds and runs the cases in this process: with symbolic sizes, and what then stays Python with those it has."""
    place = folder / ("fixed" if fixed else "symbolic")
    pair, reason = build(cases, place, fixed)
    reasons = reasons_of(place)
    again = []
    for case in cases:
        if pair is None:
            report.add(case.subject, "crashed", f"{case.name}: {reason}")
            continue
        kind, difference = compare(pair, case)
        if difference:
            report.add(case.subject, "wrong", f"{case.name}: {difference}")
        elif kind == "python" and not fixed and case.fixed_call != case.call:
            again.append(case)
        else:
            report.add(case.subject, kind, reasons.get(case.entry or case.name, "a guard missed"))
    if again:
        return run_cases(again, folder, report, fixed=True)
    return pair is not None


def in_child(work, seconds):
    """work() in a forked process: its data, or None and why."""
    handle, name = tempfile.mkstemp(suffix=".json")
    os.close(handle)
    child = os.fork()
    if child == 0:
        status = 1
        with contextlib.suppress(BaseException):
            try:
                data = work()
                pathlib.Path(name).write_text(json.dumps(data))
                status = 0
            except BaseException:
                traceback.print_exc()
        os._exit(status)
    deadline = time.time() + seconds
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        if time.time() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.unlink(name)
            return None, f"no end after {seconds} s"
        time.sleep(0.02)
    text = pathlib.Path(name).read_text()
    os.unlink(name)
    if text:
        return json.loads(text), None
    return None, f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else f"status {os.WEXITSTATUS(status)}"


class Runner:
    """Runs groups of subjects; `cases_of(subject)` gives (cases, number that no source can say)."""

    def __init__(self, cases_of, seconds=900):
        self.cases_of = cases_of
        self.seconds = seconds
        self.report = Report()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pyaot-conformance-"))
        self.number = 0

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def work(self, subjects):
        """What a child does: makes the cases of the subjects, builds them together, runs them."""
        self.number += 1
        folder = self.folder / f"group{self.number}-{os.getpid()}"
        folder.mkdir()

        def run():
            report, all_cases = Report(), []
            for subject in subjects:
                cases, inexpressible = self.cases_of(subject)
                all_cases += cases
                report.add(str(subject), "python", "no source says it", count=inexpressible)
            built = True
            if all_cases:
                built = run_cases(all_cases, folder, report)
            return {"report": report.as_data(), "built": built}

        data, reason = in_child(run, self.seconds)
        shutil.rmtree(folder, ignore_errors=True)
        return data, reason

    def run(self, subjects):
        """A group; one that cannot be built, or crashes, is taken apart until the subject at fault stands alone."""
        data, reason = self.work(subjects)
        if data and (data["built"] or len(subjects) == 1):
            self.report.merge(data["report"])
        elif len(subjects) == 1:
            self.report.add(str(subjects[0]), "crashed", reason)
        else:
            middle = len(subjects) // 2
            self.run(subjects[:middle])
            self.run(subjects[middle:])


def run_all(cases_of, subjects, group_size, jobs):
    """All subjects, in groups, with this many processes at a time."""
    groups = [subjects[i : i + group_size] for i in range(0, len(subjects), group_size)]
    parts = [groups[i::jobs] for i in range(jobs)]

    def part(index):
        runner = Runner(cases_of)
        try:
            for group in parts[index]:
                runner.run(group)
        finally:
            runner.close()
        return runner.report.as_data()

    report = Report()
    pipes = []
    for index in range(jobs):
        handle, name = tempfile.mkstemp(suffix=".json")
        os.close(handle)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                pathlib.Path(name).write_text(json.dumps(part(index)))
                status = 0
            except BaseException:
                traceback.print_exc()
            os._exit(status)
        pipes.append((child, name))
    for child, name in pipes:
        os.waitpid(child, 0)
        text = pathlib.Path(name).read_text()
        os.unlink(name)
        if not text:
            raise RuntimeError("a worker of the conformance run ended without a report")
        report.merge(json.loads(text))
    return report
