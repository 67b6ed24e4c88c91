"""Builds programs with pyaot and compares every observable effect of a call with eager PyTorch's.

`program(name, source, calls=[...])` declares a program at import time; all declared programs that the selected tests
use are built in parallel before the first test. `check()` runs the original and the built function on separately made,
equal inputs and compares results, exceptions, output, aliasing and mutations.
"""

import collections
import concurrent.futures
import contextlib
import dataclasses
import hashlib
import importlib.util
import io
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import types

import numpy
import pytest
import torch

ROOT = pathlib.Path(__file__).resolve().parents[2]
PYAOT = pathlib.Path(os.environ.get("PYAOT", ROOT / "build" / "pyaot")).resolve()
WORK = pathlib.Path(tempfile.mkdtemp(prefix="pyaot-e2e-"))
BUILD_TIMEOUT = 900  # on a machine that has other work
# The objects of the run time are the same in every build, and are kept there: by pyaot, and by compilers that stand in for gcc.
KEPT_OBJECTS = ROOT / "build" / "kept_objects"
CACHED_COMPILER = ROOT / "tests" / "e2e" / "cc_cached.py"
BUILD_ENV = {
    "CC": "gcc",
    "PYAOT_RUNTIME_CACHE": str(KEPT_OBJECTS),
    "PYAOT_TEST_CACHE": str(KEPT_OBJECTS / "cc_cached"),
}
PYTHON = ("--python", sys.executable)  # whose installed torch is inlined from
BACKEND = os.environ.get("PYAOT_TEST_BACKEND")  # of builds that name none; unset: pyaot's default
about_c = pytest.mark.skipif(BACKEND not in (None, "c"), reason="of the C files that a build has, or of the C compiler")
# Graph back ends run Python objects, and take also what would not win: only what a call can be seen to do is compared.
IN_PYTHON = BACKEND is not None and BACKEND.partition(":")[0] in ("debug", "torch_fx")
module_numbers = itertools.count()

# Relative and absolute (scaled by the largest magnitude of the result) tolerances by dtype; others compare exactly.
TOLERANCES = {
    torch.float64: (1e-12, 1e-13),
    torch.float32: (1e-5, 1e-6),
    torch.bfloat16: (1.6e-2, 1e-3),
    torch.float16: (2e-3, 1e-4),
    torch.complex64: (1e-5, 1e-6),
    torch.complex128: (1e-12, 1e-13),
}


def build_environment(**changes):
    """The environment of a build. What a compiler of the test's own makes is not kept for others."""
    environment = {**BUILD_ENV, **os.environ, **changes}
    if "CC" in changes and "PYAOT_RUNTIME_CACHE" not in changes:
        del environment["PYAOT_RUNTIME_CACHE"]
    return environment


def run_pyaot(*args, env=None, cwd=None, timeout=BUILD_TIMEOUT):
    """Runs the compiler; gives the finished process with its output as text."""
    full_env = build_environment(**(env or {}))
    command = [str(PYAOT), *map(str, args)]
    if BACKEND and "-o" in command and not any(word.startswith(("--backend", "--emit")) for word in command):
        command.insert(1, f"--backend={BACKEND}")
    return subprocess.run(
        command, env=full_env, cwd=cwd, capture_output=True, text=True, errors="replace", timeout=timeout
    )


def import_file(path, name=None):
    """Imports a Python file under a module name that nothing else has."""
    name = name or f"{pathlib.Path(path).stem}_{next(module_numbers)}"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@contextlib.contextmanager
def program_with_package(folder, name, package, source):
    """A program that imports the files of `package` (path -> text), and what is built of it, while these can be imported."""
    for path, text in {**package, "program.py": source}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    result = run_pyaot(folder / "program.py", "-o", folder / "out", "--force", *PYTHON, env={"PYTHONPATH": str(folder)})
    assert result.returncode == 0, result.stderr
    sys.path.insert(0, str(folder))
    try:
        modules = []
        for kind, place in (("eager", folder), ("built", folder / "out")):
            torch.manual_seed(0)
            modules.append(import_file(place / "program.py", f"{name}_{kind}"))
        yield tuple(modules)
    finally:
        sys.path.remove(str(folder))


class Pair:
    """The original module and the built one."""

    def __init__(self, source_path, out):
        self.source_path = source_path
        self.out = out
        self.stub_path = out / source_path.name
        self.eager = import_file(source_path)
        self.built = import_file(self.stub_path)

    def counters(self):
        return dict(self.built.__pyaot__.counters())


class Program:
    """A source with its calls; built at most once a run."""

    def __init__(self, name, source, calls=(), args=(), flags=None):
        self.name, self.calls, self.args = name, tuple(calls), tuple(args)
        self.env = {"CFLAGS": flags} if flags else {}
        self.source = source
        self.result = None
        self.shared_pair = None
        key = hashlib.sha256(repr((name, source, self.calls, self.args)).encode()).hexdigest()[:8]
        self.folder = WORK / f"{name}-{key}"
        self.path = self.folder / f"{name}.py"
        self.out = self.folder / "out"

    def write(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        self.path.write_text(self.source)

    def build(self):
        if self.result is None:
            self.write()
            calls = itertools.chain.from_iterable(("--call", call) for call in self.calls)
            try:
                self.result = run_pyaot(self.path, "-o", self.out, *PYTHON, *calls, *self.args, env=self.env)
            except (OSError, subprocess.TimeoutExpired) as error:
                self.result = subprocess.CompletedProcess([str(PYAOT)], -1, "", f"{type(error).__name__}: {error}")
        return self.result

    def require(self):
        result = self.build()
        assert result.returncode == 0, f"pyaot exited with {result.returncode}\n{result.stdout}{result.stderr}"
        return result

    def load(self):
        """The pair that all tests of this program share."""
        self.require()
        if self.shared_pair is None:
            self.shared_pair = Pair(self.path, self.out)
        return self.shared_pair

    def fresh(self):
        """A pair of its own, from copies of the files: for tests that change globals or look at the first call."""
        self.require()
        copy = pathlib.Path(tempfile.mkdtemp(prefix=f"{self.name}-", dir=WORK))
        source = copy / "source" / self.path.name
        source.parent.mkdir()
        shutil.copy(self.path, source)
        shutil.copytree(self.out, copy / "out")
        return Pair(source, copy / "out")


declared = {}


# For programs that tell what refused calls say; in front of their text.
WORDS_OF = """
def words_of(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as error:
        return type(error).__name__, str(error)
"""


def program(name, source, calls=(), args=(), flags=None):
    """Declares a program; the same declaration gives the same object. `flags`: CFLAGS, as -O0 for one of many parts."""
    key = (name, source, tuple(calls), tuple(args), flags)
    return declared.setdefault(key, Program(name, source, calls, args, flags))


def program_of_file(path, calls=(), args=()):
    path = pathlib.Path(path)
    return program(path.stem, path.read_text(), calls, args)


def cases_of(path):
    """The functions `case_NAME` of a file, by name."""
    return re.findall(r"^def case_(\w+)\(", pathlib.Path(path).read_text(), re.M)


def build_all(programs):
    """Builds several programs at once; failures show in the tests that use them."""
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        list(pool.map(Program.build, programs))


# ---- what a call did ---------------------------------------------------------------------------------------


def tensors_in(value, seen=None):
    """All tensors in nested containers and dataclasses, in order, each once."""
    seen = seen if seen is not None else {}
    if id(value) in seen:
        return []
    seen[id(value)] = value
    if isinstance(value, dict):
        items = list(value.values())
    elif isinstance(value, (list, tuple, set)):
        items = list(value)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        items = [getattr(value, field.name) for field in dataclasses.fields(value)]
    else:
        items = []
    for item in items:
        tensors_in(item, seen)
    return [item for item in seen.values() if isinstance(item, torch.Tensor)]


def version_of(tensor):
    try:
        return None if tensor.is_inference() else tensor._version
    except (RuntimeError, ValueError):  # kinds of tensors that have no version to ask for
        return None


def storage_of(tensor):
    """Something equal for tensors that share memory; None where there is no storage to ask."""
    try:
        return tensor.untyped_storage()._cdata
    except (RuntimeError, NotImplementedError, AttributeError):
        return None


@dataclasses.dataclass
class Outcome:
    """Everything that one call did: its result or exception, its output, and its inputs before and after."""

    result: object
    error: BaseException | None
    output: str
    inputs: list
    versions_before: list
    arguments: object
    grad_mode: bool


def run(function, args, kwargs):
    inputs = tensors_in((args, kwargs))
    versions = [version_of(tensor) for tensor in inputs]
    output = io.StringIO()
    result = error = None
    grad_mode = torch.is_grad_enabled()
    with contextlib.redirect_stdout(output):
        try:
            result = function(*args, **kwargs)
        except Exception as caught:
            error = caught
    left, _ = torch.is_grad_enabled(), torch.set_grad_enabled(grad_mode)
    return Outcome(result, error, output.getvalue(), inputs, versions, (args, kwargs), left)


def same_number(a, b):
    return a == b or (a != a and b != b)


def compare_values(where, eager, built, atol=None, rtol=None):
    """Values of two tensors of one dtype and shape."""
    eager, built = eager.detach(), built.detach()
    if eager.is_meta or eager.numel() == 0:
        return
    if eager.dtype == built.dtype == torch.complex32:  # of which torch compares nothing
        eager, built = torch.view_as_real(eager.resolve_conj()), torch.view_as_real(built.resolve_conj())
    if eager.dtype in TOLERANCES:
        default_rtol, scale = TOLERANCES[eager.dtype]
        wide = torch.complex128 if eager.is_complex() else torch.float64
        a, b = eager.to(wide).resolve_conj(), built.to(wide).resolve_conj()
        finite = a.abs()[a.isfinite()]
        largest = max(1.0, finite.max().item() if finite.numel() else 1.0)
        absolute = atol if atol is not None else scale * largest
        torch.testing.assert_close(
            b,
            a,
            rtol=rtol if rtol is not None else default_rtol,
            atol=absolute,
            equal_nan=True,
            msg=lambda text: f"{where}: {text}",
        )
    else:
        assert torch.equal(eager, built), f"{where}: eager gives {eager}, built gives {built}"


def attribute_of(tensor, attribute):
    """An attribute; None where torch refuses: a view made under no_grad whose base was written to later has no history."""
    try:
        value = getattr(tensor, attribute)
    except RuntimeError:
        return None
    return type(value).__name__ if attribute == "grad_fn" else value


def compare_tensors(where, eager, built, **tolerance):
    for attribute in ("dtype", "shape", "layout", "device", "requires_grad", "is_leaf", "grad_fn"):
        a, b = attribute_of(eager, attribute), attribute_of(built, attribute)
        assert a is None or a == b, f"{where}.{attribute}: eager {a}, built {b}"
    if eager.layout == torch.strided:
        assert eager.stride() == built.stride(), f"{where}.stride(): eager {eager.stride()}, built {built.stride()}"
        a, b = eager.storage_offset(), built.storage_offset()
        assert a == b, f"{where}.storage_offset(): eager {a}, built {b}"
    for bit in ("is_conj", "is_neg", "is_inference"):
        a, b = getattr(eager, bit)(), getattr(built, bit)()
        assert a == b, f"{where}.{bit}(): eager {a}, built {b}"
    # A view refuses what other tensors allow, such as detach_().
    assert eager._is_view() or not built._is_view(), f"{where}: built is a view, eager is none"
    compare_values(where, eager, built, **tolerance)


def compare_objects(where, eager, built, **tolerance):
    """Two results of any kind: containers item by item, tensors in full, the rest by type and value."""
    kinds = type(eager).__name__, type(built).__name__
    assert kinds[0] == kinds[1], f"{where}: eager gives {kinds[0]} {eager!r}, built gives {kinds[1]} {built!r}"
    if isinstance(eager, torch.Tensor):
        compare_tensors(where, eager, built, **tolerance)
    elif isinstance(eager, dict):
        compare_objects(f"{where}: keys", list(eager), list(built))
        for key, a, b in zip(eager, eager.values(), built.values()):
            compare_objects(f"{where}[{key!r}]", a, b, **tolerance)
    elif isinstance(eager, (list, tuple, collections.deque)):
        assert len(eager) == len(built), f"{where}: lengths {len(eager)} and {len(built)}"
        for index, (a, b) in enumerate(zip(eager, built)):
            compare_objects(f"{where}[{index}]", a, b, **tolerance)
    elif isinstance(eager, slice):
        for part in ("start", "stop", "step"):
            compare_objects(f"{where}.{part}", getattr(eager, part), getattr(built, part), **tolerance)
    elif dataclasses.is_dataclass(type(eager)):
        for field in dataclasses.fields(eager):
            compare_objects(
                f"{where}.{field.name}", getattr(eager, field.name), getattr(built, field.name), **tolerance
            )
    elif isinstance(eager, numpy.ndarray):
        compare_arrays(where, eager, built, **tolerance)
    elif isinstance(eager, numpy.floating):
        compare_arrays(where, numpy.asarray(eager), numpy.asarray(built), **tolerance)
    elif isinstance(eager, float):
        close = abs(eager - built) <= 1e-6 * abs(eager) + tolerance.get("atol", 0)
        assert same_number(eager, built) or close, f"{where}: {eager!r}, {built!r}"
    elif isinstance(eager, (types.MethodType, types.BuiltinMethodType)):
        assert eager.__name__ == built.__name__, f"{where}: {eager!r}, {built!r}"
    elif type(eager).__eq__ is not object.__eq__:
        assert same_number(eager, built), f"{where}: eager gives {eager!r}, built gives {built!r}"


def compare_arrays(where, eager, built, **tolerance):
    """Strides of dimensions of size 1 mean nothing: NumPy makes them up as it goes."""
    layouts = [
        (array.dtype, array.shape, [step for size, step in zip(array.shape, array.strides) if size != 1 and array.size])
        for array in (eager, built)
    ]
    assert layouts[0] == layouts[1], f"{where}: eager gives {layouts[0]}, built gives {layouts[1]}"
    assert eager.flags.writeable == built.flags.writeable, f"{where}: writeable"
    if eager.dtype.kind == "f":
        close = {"rtol": 1e-5 if eager.dtype != numpy.float64 else 1e-10, "atol": tolerance.get("atol", 1e-6)}
        assert numpy.allclose(eager, built, equal_nan=True, **close), f"{where}: {eager!r}, {built!r}"
    else:
        assert numpy.array_equal(eager, built), f"{where}: {eager!r}, {built!r}"


def alias_table(outcome):
    """For each tensor of the result: which inputs and earlier results it is, and which it shares memory with."""
    results = tensors_in(outcome.result)
    everything = outcome.inputs + results
    table = []
    for position, tensor in enumerate(results):
        others = everything[: len(outcome.inputs) + position]
        same = [index for index, other in enumerate(others) if other is tensor]
        storage = storage_of(tensor)
        shared = [index for index, other in enumerate(others) if storage is not None and storage_of(other) == storage]
        version = version_of(tensor) if shared else None
        table.append((same, shared, version))
    return table


def compare_outcomes(eager, built, **tolerance):
    if eager.error is not None or built.error is not None:
        a = (type(eager.error), str(eager.error))
        b = (type(built.error), str(built.error))
        assert a == b, f"exceptions: eager {a}, built {b}"
    assert eager.output == built.output, f"output: eager {eager.output!r}, built {built.output!r}"
    assert eager.grad_mode == built.grad_mode, f"grad mode after the call: eager {eager.grad_mode}"
    compare_objects("result", eager.result, built.result, **tolerance)
    a, b = alias_table(eager), alias_table(built)
    assert a == b, f"aliasing (is, shares memory with, version): eager {a}, built {b}"
    compare_objects("arguments after the call", eager.arguments, built.arguments, **tolerance)
    for index, (x, y) in enumerate(zip(eager.inputs, built.inputs)):
        a = (eager.versions_before[index], version_of(x))
        b = (built.versions_before[index], version_of(y))
        assert a == b, f"version of input {index} before and after: eager {a}, built {b}"


def check(
    pair, name, make_args, *, make_kwargs=dict, expect=None, times=1, context=contextlib.nullcontext, **tolerance
):
    """Runs `name` of both modules (or name(module), a callable that picks it) and compares everything.

    expect: None: the values only; "whole": ran in a variant with no operator in Python; "compiled": ran in a variant;
    "fallback": ran as plain Python. Gives the change of the counters in the built module.
    """
    pick = name if callable(name) else lambda module: getattr(module, name)
    eager_function, built_function = pick(pair.eager), pick(pair.built)
    for _ in range(times):
        with context():
            eager = run(eager_function, make_args(), make_kwargs())
        before = pair.counters()
        with context():
            built = run(built_function, make_args(), make_kwargs())
        after = pair.counters()
        compare_outcomes(eager, built, **tolerance)
    change = {key: after[key] - before.get(key, 0) for key in after if isinstance(after[key], int)}
    if IN_PYTHON:
        if expect == "whole":
            assert change["compiled"] >= 1 and change["fallback"] == 0, (
                f"a graph did not run: {change}, {explain(pair)}"
            )
    elif expect == "whole":
        assert change["compiled"] >= 1 and change["fallback"] == 0, f"did not run compiled: {change}, {explain(pair)}"
        assert change["python"] == 0 and change["breaks"] == 0, f"part of it ran in Python: {change}"
    elif expect == "compiled":
        assert change["compiled"] >= 1 and change["fallback"] == 0, f"did not run compiled: {change}, {explain(pair)}"
    elif expect == "fallback":
        assert change["compiled"] == 0 and change["fallback"] >= 1, f"did not fall back: {change}"
    return change


def explain(pair):
    with contextlib.suppress(Exception):
        return f"misses: {pair.built.__pyaot__.misses()}"
    return "misses: not known"
