"""Builds a source with pyaot, runs it beside plain Python, and says what differs.

`python reproduce.py` does so for what SETTINGS names; exit status 0: nothing differs, 1: something does. `pyaot minify`
copies this file beside each source that it made smaller, and asks the same questions through failure() while it works.

A call line is evaluated once in the source's own namespace and once in the built module's, from the same seed. A tensor
`f32[N, 4]` gets random values, small integers for integer dtypes; each name in brackets is a size, the same one for the
same name, and each call is made with several sets of sizes. Without calls the source runs as a script, and what it
prints is compared.
"""

import ast
import contextlib
import copy
import importlib.util
import io
import json
import multiprocessing
import os
import pathlib
import re
import runpy
import subprocess
import sys
import tempfile
import traceback

SETTINGS = {}  # source, calls, options, pyaot, environment

BUILD_SECONDS, RUN_SECONDS = 600, 300
SIZES = [(3, 4, 5, 2, 6, 7), (1, 2, 1, 3, 1, 2), (33, 17, 40, 19, 24, 21)]  # of the names in a call line, in order
DTYPES = {
    "bool": "bool", "u8": "uint8", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "f16": "float16",
    "bf16": "bfloat16", "f32": "float32", "f64": "float64", "c64": "complex64", "c128": "complex128",
}  # fmt: skip
# Relative, and absolute as a share of the largest magnitude.
TOLERANCES = {"float64": (1e-9, 1e-11), "float32": (1e-3, 1e-5), "bfloat16": (3e-2, 3e-3), "float16": (1e-2, 1e-3)}


# ---- the parent: builds, and starts the run that may crash -----------------------------------------------------------


def failure(settings, folder):
    """What is wrong with a source: None, or (kind, text). The kind stays the same while a program is made smaller."""
    source, built = pathlib.Path(settings["source"]), pathlib.Path(folder) / "built"
    calls = [word for call in settings["calls"] for word in ("--call", call)]
    command = [settings["pyaot"], str(source), "-o", str(built), "--python", sys.executable, *calls]
    os.environ.update(settings["environment"])
    status, output = _run([*command, *settings["options"]], BUILD_SECONDS)
    if status != 0:
        return _build_kind(status, output), output.strip()
    status, output = _forked(source.parent, _both, str(source), str(built / source.name), settings["calls"])
    if status is None or status < 0:
        return f"crash: {'no end' if status is None else f'signal {-status}'}", output.strip()
    answer = re.search(r"^pyaot-differs: (.*)$", output, re.M)
    if answer:
        kind, text = json.loads(answer.group(1))
        return f"wrong: {kind}", text
    return None if status == 0 else ("no run", output.strip())


def runs(settings):
    """Does plain Python run the source without an exception? Much quicker to ask than failure()."""
    folder = pathlib.Path(settings["source"]).parent
    return _forked(folder, _python_alone, settings["source"], settings["calls"])[0] == 0


def first_segment(settings, folder):
    """The first segment that differs from its Python twin, in the run time's words; None if each agrees."""
    source = pathlib.Path(settings["source"])
    stub = str(pathlib.Path(folder) / "built" / source.name)
    _, output = _forked(source.parent, _both, stub, stub, settings["calls"], PYAOT_VERIFY="1")
    found = re.search(r"VerificationError: (.*)", output)
    return found and found.group(1)


def _run(command, seconds):
    """(exit status, None if it had to be stopped; output)."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=seconds)
    except subprocess.TimeoutExpired:
        return None, f"no end after {seconds} s"
    return done.returncode, done.stdout + done.stderr


def _forked(folder, work, *args, **environment):
    """(exit status, output) of work(*args) in a process that starts from one that has imported torch already. Modules
    of the program are found in `folder`."""
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["torch"])
    with tempfile.NamedTemporaryFile(prefix="pyaot-", mode="r", errors="replace") as output:
        child = processes.Process(target=_child, args=(folder, work, args, output.name, environment))
        child.start()
        child.join(RUN_SECONDS)
        status = child.exitcode
        if status is None:
            child.kill()
            child.join()
        return status, output.read()


def _build_kind(status, output):
    """Exit status and the first code or phase that pyaot named."""
    named = re.search(r"\[(PY\d+)\]|(in phase '\w+')|(internal error: .*)", output)
    return f"build: status {status} {named.group(0) if named else ''}".strip()


# ---- the child: runs both and compares -------------------------------------------------------------------------------


class Differs(Exception):
    """(kind, text)"""


def _load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _random(dtype, *shape):
    import torch

    kind = getattr(torch, DTYPES[dtype])
    if kind.is_floating_point or kind.is_complex:
        return torch.randn(shape, dtype=kind)
    return torch.randint(0, 2 if dtype == "bool" else 4, shape).to(kind)


class _Tensors(ast.NodeTransformer):
    """`f32[N, 4]` as a call that makes the tensor; names in the brackets are sizes."""

    def __init__(self, taken, sizes):
        self.taken, self.sizes, self.names = taken, sizes, {}

    def visit_Subscript(self, node):
        if not isinstance(node.value, ast.Name) or node.value.id not in DTYPES or node.value.id in self.taken:
            return self.generic_visit(node)
        shape = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for name in (part for size in shape for part in ast.walk(size) if isinstance(part, ast.Name)):
            self.names.setdefault(name.id, self.sizes[len(self.names) % len(self.sizes)])
        sizes = [_Numbers(self.names).visit(size) for size in shape]
        return ast.Call(ast.Name("__random__", ast.Load()), [ast.Constant(node.value.id), *sizes], [])


class _Numbers(ast.NodeTransformer):
    def __init__(self, values):
        self.values = values

    def visit_Name(self, node):
        return ast.Constant(self.values[node.id])


def _evaluate(module, call, sizes):
    """(function, args, kwargs) of a call line."""
    tree = ast.parse(call.strip(), mode="eval")
    if not isinstance(tree.body, ast.Call):
        raise SyntaxError(f"not a call: {call}")
    tree.body.func = ast.Call(ast.Name("__parts__", ast.Load()), [tree.body.func], [])
    tree = ast.fix_missing_locations(_Tensors(vars(module), sizes).visit(tree))
    scope = {
        **vars(module),
        "__random__": _random,
        "__parts__": lambda function: lambda *args, **kwargs: (function, args, kwargs),
    }
    return eval(compile(tree, "<call>", "eval"), scope)


def _outcome(module, call, sizes, seed):
    """What one call does: (exception or None, result, its arguments afterwards, output)."""
    import torch

    torch.manual_seed(seed)
    function, args, kwargs = _evaluate(module, call, sizes)
    output, error, result = io.StringIO(), None, None
    with contextlib.redirect_stdout(output), torch.set_grad_enabled("requires_grad" in call):
        try:
            result = function(*args, **kwargs)
        except Exception as raised:
            error = raised
    return error, result, (args, kwargs), output.getvalue()


def _compare(got, wanted, where, seen):
    import torch

    if type(got).__qualname__ != type(wanted).__qualname__:
        raise Differs("type", f"{where}: is a {type(got).__name__}, and {type(wanted).__name__} in Python")
    if isinstance(got, torch.Tensor):
        _compare_tensors(got, wanted, where)
    elif isinstance(got, (tuple, list)):
        if len(got) != len(wanted):
            raise Differs("length", f"{where}: has {len(got)} items, and {len(wanted)} in Python")
        for i, (a, b) in enumerate(zip(got, wanted)):
            _compare(a, b, f"{where}[{i}]", seen)
    elif isinstance(got, dict):
        if list(map(repr, got)) != list(map(repr, wanted)):
            raise Differs("keys", f"{where}: has keys {list(got)}, and {list(wanted)} in Python")
        for (key, a), b in zip(got.items(), wanted.values()):
            _compare(a, b, f"{where}[{key!r}]", seen)
    elif isinstance(got, torch.nn.Module):
        _compare(dict(got.state_dict()), dict(wanted.state_dict()), where, seen)
    elif isinstance(got, (float, complex)):
        if got != wanted and not (got != got and wanted != wanted) and abs(got - wanted) > 1e-4 * abs(wanted):
            raise Differs("values", f"{where}: is {got!r}, and {wanted!r} in Python")
    elif isinstance(got, (int, str, bytes, type(None))):
        if got != wanted:
            raise Differs("values", f"{where}: is {got!r}, and {wanted!r} in Python")
    elif hasattr(got, "__dict__") and not callable(got) and id(got) not in seen:
        seen.add(id(got))
        _compare(vars(got), vars(wanted), where, seen)


def _compare_tensors(got, wanted, where):
    import torch

    for name in ("dtype", "shape", "device", "layout", "requires_grad"):
        if getattr(got, name) != getattr(wanted, name):
            raise Differs(name, f"{where}: {name} is {getattr(got, name)}, and {getattr(wanted, name)} in Python")
    if got.layout == torch.strided and got.stride() != wanted.stride():
        raise Differs("strides", f"{where}: strides are {got.stride()}, and {wanted.stride()} in Python")
    relative, share = TOLERANCES.get(str(got.dtype).removeprefix("torch."), (0, 0))
    finite = wanted.detach().abs().to(torch.float64)
    finite = finite[finite.isfinite()]
    scale = max(1.0, finite.max().item()) if finite.numel() else 1.0
    try:
        torch.testing.assert_close(
            got.detach(), wanted.detach(), rtol=relative, atol=share * scale, equal_nan=True, check_stride=False
        )
    except AssertionError as error:
        raise Differs("values", f"{where}: values differ. {error}") from None


def _compare_calls(eager, built):
    (problem, result, after, output), (wanted_problem, wanted, wanted_after, wanted_output) = built, eager
    texts = [error and f"{type(error).__name__}: {error}" for error in (problem, wanted_problem)]
    if texts[0] != texts[1]:
        raise Differs("exception", f"raises {texts[0]}, and {texts[1]} in Python")
    if output != wanted_output:
        raise Differs("output", f"prints {output!r}, and {wanted_output!r} in Python")
    _compare(result, wanted, "result", set())
    _compare(after, wanted_after, "arguments after the call", set())


_NUMBER = re.compile(r"-?\d+\.\d*(?:e[-+]?\d+)?|-?\d+e[-+]?\d+|nan|inf")


def _run_script(path):
    """(exit status, output, last line of its errors) in a process of its own."""
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        child = os.fork()
        if child == 0:
            os.dup2(output.fileno(), 1)
            os.dup2(errors.fileno(), 2)
            status = 1
            try:
                import torch

                torch.manual_seed(0)
                runpy.run_path(path, run_name="__main__")
                status = 0
            except BaseException:
                traceback.print_exc()
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        texts = [file.seek(0) or file.read() for file in (output, errors)]
    return status, texts[0], (texts[1].strip().splitlines() or [""])[-1]


def _compare_scripts(source, stub):
    """Numbers with a point may differ in their last digits."""
    (wanted_status, wanted, _), (status, got, error) = _run_script(source), _run_script(stub)
    if status < 0:
        os.kill(os.getpid(), -status)
    if (status == 0) != (wanted_status == 0):
        raise Differs("exception", f"exit status {status} ({error}), and {wanted_status} in Python")
    if _NUMBER.sub("#", got) != _NUMBER.sub("#", wanted):
        raise Differs("output", f"prints {got[-2000:]!r}, and {wanted[-2000:]!r} in Python")
    numbers, wanted_numbers = ([float(number) for number in _NUMBER.findall(text)] for text in (got, wanted))
    _compare(numbers, wanted_numbers, "numbers printed", set())


def _compare_modules(source, stub, calls):
    if not calls:
        return _compare_scripts(source, stub)
    eager, built = _load(source, "pyaot_eager"), _load(stub, "pyaot_built")
    for call in calls:
        for seed, sizes in enumerate(SIZES):
            outcomes = [_outcome(module, call, sizes, seed) for module in (eager, built)]
            if os.environ.get("PYAOT_VERIFY") and outcomes[1][0] is not None:
                raise outcomes[1][0]
            try:
                _compare_calls(*outcomes)
            except Differs as differs:
                kind, text = differs.args
                raise Differs(kind, f"{call} with sizes {sizes}: {text}") from None


def _python_alone(source, calls):
    module = _load(source, "pyaot_eager" if calls else "__main__")
    for call in calls:
        for seed, sizes in enumerate(SIZES):
            error = _outcome(module, call, sizes, seed)[0]
            if error is not None:
                raise error


def _both(source, stub, calls):
    try:
        _compare_modules(source, stub, calls)
    except Differs as differs:
        print("\npyaot-differs:", json.dumps(differs.args), flush=True)


def _child(folder, work, args, output, environment):
    os.environ.update(environment)
    sys.path[1:1] = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path not in ("", *sys.path)]
    sys.path.insert(0, str(folder))
    file = os.open(output, os.O_WRONLY | os.O_APPEND)
    os.dup2(file, 1)
    os.dup2(file, 2)
    work(*args)


def main():
    settings = copy.copy(SETTINGS)
    settings["source"] = str(pathlib.Path(__file__).resolve().parent / settings["source"])
    with tempfile.TemporaryDirectory(prefix="pyaot-") as folder:
        found = failure(settings, folder)
    print(f"{found[0]}\n{found[1]}" if found else "nothing differs")
    return found is not None


if __name__ == "__main__":
    sys.exit(main())
