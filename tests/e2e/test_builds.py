"""What is built, as programs meet it: several builds in one process, moved folders, environment variables, the stub."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch

FACTOR = {factor}

def scale(x):
    return torch.tanh(x) * FACTOR + {factor}

def gap(x):
    y = x * 2 + 1
    print("gap")
    return y * y + x
"""
CALLS = ["scale(f32[N])", "gap(f32[N])"]
SMALL = harness.program("model", SOURCE.format(factor="2.0"), CALLS)
LARGE = harness.program("model", SOURCE.format(factor="50.0"), CALLS)


def test_two_builds_of_one_name_in_one_process():
    small, large = SMALL.fresh(), LARGE.fresh()
    for _ in range(3):
        harness.check(small, "scale", lambda: (randn(5),), expect="whole")
        harness.check(large, "scale", lambda: (randn(5),), expect="whole")
    assert small.counters()["compiled"] == large.counters()["compiled"] == 3


def test_one_build_imported_twice():
    pair = SMALL.fresh()
    again = harness.import_file(pair.stub_path)
    again.FACTOR = 7.0
    pair_again = harness.Pair(pair.source_path, pair.out)
    pair_again.built = again
    pair_again.eager.FACTOR = 7.0
    for _ in range(2):
        harness.check(pair_again, "scale", lambda: (randn(5),))
        harness.check(pair, "scale", lambda: (randn(5),))


def test_an_extension_of_another_source_is_refused():
    small, large = SMALL.fresh(), LARGE.fresh()
    for path in large.out.glob("*.so"):
        (small.out / path.name).unlink()
        shutil.copy(path, small.out / path.name)
    try:
        module = harness.import_file(small.stub_path)
    except ImportError as error:
        assert str(error)
        return
    harness.compare_values("result", small.eager.scale(randn(5)), module.scale(randn(5)))


def test_a_missing_extension_is_named_or_runs_as_python():
    pair = SMALL.fresh()
    for path in pair.out.glob("*.so"):
        path.unlink()
    try:
        module = harness.import_file(pair.stub_path)
    except ImportError as error:
        assert "_model_pyaot.abi3.so" in str(error)
        return
    harness.compare_values("result", pair.eager.scale(randn(5)), module.scale(randn(5)))


def test_a_module_executed_again():
    """What importlib.reload does: new functions in the same namespace."""
    pair = SMALL.fresh()
    harness.check(pair, "scale", lambda: (randn(5),), expect="whole")
    pair.built.__spec__.loader.exec_module(pair.built)
    harness.check(pair, "scale", lambda: (randn(5),))


def run_python(text, **env):
    import os

    finished = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, timeout=600, env={**os.environ, **env}
    )
    assert finished.returncode == 0, finished.stderr[-3000:]
    return finished


def script(pair, body):
    paths = [str(harness.ROOT / "tests" / "e2e"), str(harness.ROOT / "examples"), str(pair.out)]
    return f"import sys\nsys.path[:0] = {paths!r}\nimport torch, model\ntorch.set_grad_enabled(False)\n{body}"


def test_an_ordinary_import():
    pair = SMALL.load()
    run_python(script(pair, "model.scale(torch.ones(3)); assert model.__pyaot__.counters()['compiled'] == 1"))


def test_verify_compares_and_agrees():
    body = "x = torch.ones(3); model.scale(x); model.gap(x); model.scale(torch.ones(2, 2))\nprint('done')"
    finished = run_python(script(SMALL.load(), body), PYAOT_VERIFY="1")
    assert finished.stdout.endswith("done\n")


@harness.about_c
def test_verify_notices_a_wrong_kernel():
    """A wrong kernel: the same build, made through a compiler that turns a sign in the C code."""
    program = harness.program("model", SOURCE.format(factor="3.0"), CALLS)
    program.write()
    wrapper = program.folder / "cc"
    wrapper.write_text(
        "#!/bin/sh\n"
        'for argument in "$@"; do case "$argument" in *model_kernels.c) '
        "sed -i 's/rt_tanh_f32/-rt_tanh_f32/' \"$argument\";; esac; done\n"
        'exec gcc "$@"\n'
    )
    wrapper.chmod(0o755)
    result = harness.run_pyaot(
        program.path, "-o", program.folder / "wrong", "--call", CALLS[0], *harness.PYTHON, env={"CC": str(wrapper)}
    )
    assert result.returncode == 0, result.stderr
    pair = harness.Pair(program.path, program.folder / "wrong")
    eager, built = pair.eager.scale(torch.ones(3)), pair.built.scale(torch.ones(3))
    assert not torch.allclose(eager, built), "the kernel was not changed"
    body = """
try:
    model.scale(torch.ones(3))
except Exception as error:
    print("noticed", type(error).__name__, file=sys.stderr)
"""
    finished = run_python(script(pair, body), PYAOT_VERIFY="1")
    assert "scale" in finished.stderr or "noticed" in finished.stderr


IN_SEGMENTS = """
import json

import torch


def parts(x):
    a = torch.cos(x) * 2
    json.dumps([1])
    b = torch.tanh(a) + 1
    json.dumps([2])
    c = torch.exp(b) - a
    return a, b, c


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)

    def forward(self, x):
        y = self.linear(x)
        json.dumps([3])
        z = y.tanh() * 2
        json.dumps([4])
        return z.sum(-1)
"""


@harness.about_c
def test_verify_names_the_first_segment_that_differs(tmp_path):
    """The first segment is right, the second wrong, and the third computes with what the second gave."""
    source, compiler = tmp_path / "model.py", tmp_path / "cc"
    source.write_text(IN_SEGMENTS)
    compiler.write_text(
        "#!/bin/sh\n"
        'for argument in "$@"; do case "$argument" in *model_kernels.c) '
        "sed -i 's/rt_tanh_f32(/-rt_tanh_f32(/' \"$argument\";; esac; done\n"
        f'exec {sys.executable} {harness.CACHED_COMPILER} "$@"\n'
    )
    compiler.chmod(0o755)
    calls = ("--force", "--call", "parts(f32[N])", "--call", "Model()(f32[N, 3])")
    env = {"CC": str(compiler)}
    result = harness.run_pyaot(source, "-o", tmp_path / "out", *calls, *harness.PYTHON, env=env)
    assert result.returncode == 0, result.stderr
    body = """
for function, argument in ((model.parts, torch.ones(5)), (model.Model(), torch.ones(2, 3))):
    try:
        function(argument)
    except Exception as error:
        print(type(error).__name__, error)
"""
    finished = run_python(script(harness.Pair(source, tmp_path / "out"), body), PYAOT_VERIFY="1")
    named = [line for line in finished.stdout.splitlines() if line.startswith("VerificationError")]
    assert [line.split()[2].rstrip(",") for line in named] == ["parts#2", "Model.forward#2"], finished.stdout


MODULE = harness.program(
    "model",
    """
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(4, 4)
        self.layers = torch.nn.ModuleList([torch.nn.Linear(4, 4), torch.nn.Tanh()])
        self.gain = torch.nn.Parameter(torch.ones(4))
        self.shift = 1.5

    def forward(self, x):
        x = self.layers[1](self.layers[0](self.fc(x))) * self.gain
        return x * torch.sigmoid(x) + self.shift
""",
    ["Net()(f32[N, 4])"],
)
CHANGES = {
    "net.fc.to('meta')": "a parameter f32[4, 4] on meta, which requires grad",
    "net.double(); x = x.double()": "a tensor f64[3, 4]",
    "net.gain.data = torch.ones(8)[::2]": "a parameter f32[4] with strides (2,), which requires grad",
    "net.gain = None": "None",
    "del net.gain": "there is no self.gain",
    "net.layers[1] = torch.nn.Sigmoid()": "a torch.nn.modules.activation.Sigmoid",
    "net.layers[0].register_forward_hook(print)": "a torch.nn.modules.linear.Linear with _forward_hooks",
    "net.fc.forward = abs": "a torch.nn.modules.linear.Linear with forward",
    "net.fc = torch.nn.Linear.__new__(torch.nn.Linear)": "a torch.nn.modules.linear.Linear whose __init__ has not run",
    "net.shift = True": "True",
    "net.gain = torch.nn.Parameter(torch.ones(4).as_subclass(Own))": "a Own f32[4], which requires grad",
}


def test_a_miss_says_what_was_there():
    lines = ["class Own(torch.Tensor): pass", "torch.set_grad_enabled(False)"]
    for change in CHANGES:
        lines += ["net, x = model.Net(), torch.ones(3, 4)", "net(x)", change, "try: net(x)", "except Exception: pass"]
        lines += ["print('----', file=sys.stderr)"]
    log = run_python(script(MODULE.load(), "\n".join(lines)), PYAOT_LOGS="misses").stderr.split("----\n")
    for (change, found), text in zip(CHANGES.items(), log):
        assert found in text, (change, text)
    assert not log[-1]


MIDDLE = harness.program(
    "model",
    """
import torch


def total(x, most):
    found = x.sum().item()
    if found > 100.0:
        raise ValueError("too much")
    return x.tanh() + most


def counted(x, index):
    n = int(index.max())
    assert n < 10
    return (torch.zeros(n, 3) + x).tanh() * 2


def part(x, a, b):
    return (x * (a / b)).tanh() + 1
""",
    ["total(f32[N], 1.0)", "counted(f32[3], i64[M])", "part(f32[N], 1.0, 2.0)"],
)


def test_a_miss_in_the_middle_says_what_was_computed_where():
    body = """
calls = [(model.total, (torch.ones(200), 1.0)), (model.part, (torch.ones(3), 1.0, 0.0))]
calls += [(model.counted, (torch.ones(3), torch.tensor([n]))) for n in (5, 15)]
for function, arguments in calls:
    try:
        function(*arguments)
    except (ValueError, AssertionError, ZeroDivisionError):
        pass
print(model.__pyaot__.misses())
"""
    finished = run_python(script(MIDDLE.load(), body), PYAOT_LOGS="misses")
    total, part, counted = (line.partition(" ran as Python: ")[2] for line in finished.stderr.splitlines())
    line = "total_v0: model.py:7 `if found > 100.0:`: this raises ValueError: too much"
    assert total == f"{line} (200 > 100)"
    assert part == "part_v0: model.py:19 `return (x * (a / b)).tanh() + 1`: division by zero"
    assert counted.startswith("counted_v0: model.py:14 `assert n < 10`: ") and counted.endswith("(15 >= 10)")
    assert f"{line!r}: 1" in finished.stdout


SIZES = harness.program(
    "model",
    "import torch\n\n\ndef pair(x, y):\n    return (x + y).tanh() * 2\n",
    ["pair(f32[N, 4], f32[N, 4])"],
)


def test_a_miss_says_which_sizes_there_were():
    body = "for x, y in [((2, 4), (3, 4)), ((2, 5), (2, 5))]:\n    try: model.pair(torch.ones(x), torch.ones(y))\n"
    body += "    except RuntimeError: pass\n"
    finished = run_python(script(SIZES.load(), body), PYAOT_LOGS="misses")
    rows, columns = finished.stderr.splitlines()
    assert rows.endswith("not (y.shape[0] == x.shape[0]): y.shape[0] is 3, x.shape[0] is 2")
    assert columns.endswith("(x.shape[1] == 4): it is 5")


@pytest.mark.parametrize("log", ["guards", "misses", "graph_breaks"])
def test_logs_go_to_standard_error(log):
    body = "x = torch.ones(3); model.scale(x); model.scale(x.to_sparse().to_dense().double()); model.gap(x)"
    finished = run_python(script(SMALL.load(), body), PYAOT_LOGS=log)
    assert finished.stderr.strip(), f"PYAOT_LOGS={log} wrote nothing"
    assert finished.stdout == "gap\n"


def test_no_log_without_the_variable():
    finished = run_python(script(SMALL.load(), "model.scale(torch.ones(3)); model.scale(1.5) if False else None"))
    assert finished.stderr == ""


def test_a_moved_folder_works(tmp_path):
    pair = SMALL.load()
    shutil.copytree(pair.out, tmp_path / "elsewhere")
    body = f"sys.path.insert(0, {str(tmp_path / 'elsewhere')!r})\nprint(model.scale(torch.ones(3)).sum().item())"
    run_python(script(pair, body))


def test_what_torch_s_packed_trees_give_is_what_its_files_give(tmp_path):
    """The compiler alone, without what the build has left beside it, parses what it inlines of torch."""
    compiler = harness.PYAOT
    assert (compiler.parent / "lib/pyaot/torch.trees").exists()
    lone = shutil.copy(compiler, tmp_path / "pyaot")
    source = pathlib.Path(__file__).parents[2] / "examples/encoder.py"
    texts = []
    for program in compiler, lone:
        command = [program, source, "-o", "out", "--emit=c", "--force", "--python", sys.executable]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
        texts.append({path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()})
        shutil.rmtree(tmp_path / "out")
    assert "encoder_kernels.c" in texts[0] and texts[0] == texts[1]


@harness.about_c
def test_generated_c_is_clean_under_warnings(tmp_path):
    """The kernels compile without a warning under the flags that careful projects use."""
    SMALL.require()
    import sysconfig

    command = ["gcc", "-std=c11", "-D_GNU_SOURCE", "-O1", "-Wall", "-Wextra", "-Werror", "-fopenmp", "-c"]
    command += ["-I", str(SMALL.out), "-I", sysconfig.get_paths()["include"], str(SMALL.out / "model_kernels.c")]
    finished = subprocess.run([*command, "-o", str(tmp_path / "kernels.o")], capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr


PRODUCT = harness.program(
    "product",
    """
import torch

def product(a, b):
    return torch.tanh(a @ b) + 1
""",
    ["product(f64[M, K], f64[K, N])"],
)


@harness.about_c
def test_only_what_the_kernels_call_is_copied():
    """Matrix products take longer to compile than all the rest: they come where they are called, for their type."""
    SMALL.require()
    wide = torch.float64
    make = lambda: (randn(3, 4, dtype=wide), randn(4, 5, seed=1, dtype=wide))  # noqa: E731
    harness.check(PRODUCT.load(), "product", make, expect="whole")
    names = {path.name for path in SMALL.out.iterdir()}
    assert "pyaot_runtime.c" in names and not [name for name in names if "gemm" in name or "matmul" in name]
    names = {path.name for path in PRODUCT.out.iterdir()}
    assert {"pyaot_gemm.h", "pyaot_matmul.h", "pyaot_matmul_f64.c"} <= names and "pyaot_matmul_f32.c" not in names


@harness.about_c
def test_generated_c_names_its_source_lines():
    SMALL.require()
    text = (SMALL.out / "model_kernels.c").read_text()
    assert "model.py:7" in text and "torch.tanh(x) * FACTOR" in text
    assert max(len(line) for line in text.splitlines()) <= 160
    assert str(harness.WORK) not in text


STRUCTURE = harness.program(
    "structure",
    '''
"""Functions in all the places where Python allows them."""

from __future__ import annotations

import functools
import torch


def passes(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return function(*args, **kwargs)

    wrapper.calls = 0
    return wrapper


@passes
def decorated(x):
    return torch.tanh(x) * 2 + 1


class Base:
    def __init__(self, gain):
        self.gain = gain

    def apply(self, x):
        return x * self.gain + 1


class Derived(Base):
    __secret = 3.0

    def apply(self, x):
        return super().apply(x) * self.__secret

    @staticmethod
    def plain(x):
        return x * 2 + 1

    @classmethod
    def of_class(cls, x):
        return x * cls.__secret + 1

    @property
    def doubled(self):
        return self.gain * 2

    def __call__(self, x):
        return self.apply(x) + self.doubled


def nested(x):
    def inner(y):
        return y * 2 + x

    return inner(x) * inner(x + 1)


def generator(x):
    for row in x:
        yield row * 2 + 1


async def coroutine(x):
    return x * 2 + 1


table = {"decorated": decorated, "nested": nested}
captured = decorated
square = lambda x: x * x + 1
''',
    calls=["decorated(f32[N])", "Derived(2.0).apply(f32[N])", "Derived.plain(f32[N])", "nested(f32[N])"],
)


def test_functions_in_every_place():
    pair = STRUCTURE.load()
    x = lambda: (randn(5),)
    for pick in (
        lambda m: m.decorated,
        lambda m: m.captured,
        lambda m: m.table["decorated"],
        lambda m: m.table["nested"],
        lambda m: m.nested,
        lambda m: m.square,
        lambda m: m.Derived(2.0).apply,
        lambda m: m.Derived(3).apply,
        lambda m: m.Base(2.0).apply,
        lambda m: m.Derived(2.0),
        lambda m: m.Derived.plain,
        lambda m: m.Derived.of_class,
        lambda m: lambda value: m.Derived.apply(m.Derived(1.5), value),
        lambda m: lambda value: list(m.generator(value)),
        lambda m: lambda value: run_coroutine(m.coroutine(value)),
    ):
        harness.check(pair, pick, x, times=2)
    assert pair.eager.decorated.calls == pair.built.decorated.calls


def run_coroutine(coroutine):
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("the coroutine did not end")


def test_the_decorator_of_the_user_wraps_the_compiled_function():
    change = harness.check(STRUCTURE.load(), "decorated", lambda: (randn(5),), expect="whole")
    assert change["compiled"] == 1


def test_instance_attributes_are_not_baked_in():
    pair = STRUCTURE.fresh()
    for module in (pair.eager, pair.built):
        module.thing = module.Derived(2.0)
    harness.check(pair, lambda m: m.thing.apply, lambda: (randn(5),), times=2)
    for value in (3.0, 4, True, randn(5)):
        for module in (pair.eager, pair.built):
            module.thing.gain = value
        harness.check(pair, lambda m: m.thing.apply, lambda: (randn(5),))
    for module in (pair.eager, pair.built):
        module.Derived._Derived__secret = 11.0
    harness.check(pair, lambda m: m.thing.apply, lambda: (randn(5),))


@harness.about_c
def test_objects_of_the_run_time_are_kept_where_asked(tmp_path):
    """The second build compiles the kernels alone; other flags, other objects."""
    source, kept = tmp_path / "m.py", tmp_path / "kept"
    source.write_text("import torch\n\n\ndef f(x):\n    return torch.cos(x) + 1\n")
    compiled = {}
    for name, flags in (("first", "-O0"), ("second", "-O0"), ("other", "-O0 -DOTHER")):
        env = {"CC": "gcc", "CFLAGS": flags, "PYAOT_RUNTIME_CACHE": str(kept)}
        call = ("-v", "--call", "f(f32[N])")
        result = harness.run_pyaot(source, "-o", tmp_path / name, *harness.PYTHON, *call, env=env)
        assert result.returncode == 0, result.stderr
        compiled[name] = [line.split()[-1] for line in result.stderr.splitlines() if " -c " in line]
        harness.check(harness.Pair(source, tmp_path / name), "f", lambda: (randn(5),), expect="whole")
    assert compiled["second"] == ["m_kernels.o"] and len(compiled["first"]) > 3
    assert compiled["other"] == compiled["first"] and len(list(kept.iterdir())) == 2 * len(compiled["first"]) - 2


def other_file_system(folder):
    """A folder of another file system than this one's; None where there is none."""
    for place in ("/dev/shm", "/tmp", "/var/tmp"):
        if os.access(place, os.W_OK) and os.stat(place).st_dev != os.stat(folder).st_dev:
            return place
    return None


@harness.about_c
def test_objects_are_kept_on_another_file_system(tmp_path):
    """Where no file has a name in both folders, they are copied; nothing else is left there."""
    source, elsewhere = tmp_path / "m.py", other_file_system(tmp_path)
    if elsewhere is None:
        pytest.skip("there is one file system")
    source.write_text("import torch\n\n\ndef f(x):\n    return torch.cos(x) + 1\n")
    with tempfile.TemporaryDirectory(dir=elsewhere) as kept:
        env = {"CC": "gcc", "CFLAGS": "-O0", "PYAOT_RUNTIME_CACHE": str(pathlib.Path(kept) / "objects")}
        for name in ("first", "second"):
            call = ("-v", "--call", "f(f32[N])")
            result = harness.run_pyaot(source, "-o", tmp_path / name, *harness.PYTHON, *call, env=env)
            assert result.returncode == 0, result.stderr
            compiled = sum(" -c " in line for line in result.stderr.splitlines())
            assert compiled == 1 if name == "second" else compiled > 3
            harness.check(harness.Pair(source, tmp_path / name), "f", lambda: (randn(5),), expect="whole")
        assert all(path.suffix == ".o" for path in (pathlib.Path(kept) / "objects").iterdir())


NORMALISED = """
import torch


class Tower(torch.nn.Module):
    def __init__(self, depth):
        super().__init__()
        norms = [torch.nn.BatchNorm1d(4, affine=i % 2 == 0) for i in range(depth)]
        self.layers = torch.nn.Sequential(*(layer for norm in norms for layer in (torch.nn.Linear(4, 4), norm)))

    def forward(self, x):
        return self.layers(x)
"""


@harness.about_c
def test_guards_of_written_tensors_grow_with_their_number(tmp_path):
    """Each running statistic is written, and checked against all tensors of the call: the C has no line for each pair."""
    source, lengths = tmp_path / "m.py", []
    source.write_text(NORMALISED)
    for depth in (6, 12, 24):
        call = ("--emit=c", "--call", f"Tower({depth})(f32[B, 4])")
        result = harness.run_pyaot(source, "-o", tmp_path / f"out{depth}", *harness.PYTHON, *call)
        assert result.returncode == 0, result.stderr
        lengths.append(len((tmp_path / f"out{depth}" / "m_kernels.c").read_text().splitlines()))
    assert lengths[2] - lengths[1] < 2.2 * (lengths[1] - lengths[0])


def large(functions):
    """A module of many functions, each of which calls the same two: their kernels are equal."""
    source = ["import torch\n\n\ndef spread(x):\n    return x.sub(x.mean(-1, keepdim=True)).softmax(-1)\n\n"]
    source.append("def both(x, w):\n    return spread(x @ w).cumsum(0) + spread(x.t()).sum()\n")
    for i in range(functions):
        source.append(
            f"def step{i}(x, w, n: int):\n    y = both(x, w)\n    for _ in range(n):\n        y = both(y.relu() + {i}, w)\n"
            f"    if y.sum() > {i}:\n        y = torch.cat([y, both(y, w).sin()])\n    return y, y.amax(0), y.argsort(-1)\n"
        )
    return "\n\n".join(source)


@harness.about_c
def test_a_large_module_has_several_files(tmp_path):
    """Compilers work on them at the same time, and none is more than a reader can open; a smaller build leaves none."""
    import sysconfig

    out, source = tmp_path / "out", tmp_path / "m.py"
    include = sysconfig.get_paths()["include"]

    def build(functions):
        source.write_text(large(functions))
        calls = [f"step{i}(f32[6, 6], f32[6, 6], 2)" for i in range(functions)]
        (tmp_path / "m.calls").write_text("\n".join(calls))
        result = harness.run_pyaot(source, "-o", out, *harness.PYTHON, env={"CFLAGS": "-O0"})
        assert result.returncode == 0, result.stderr
        return sorted(out.glob("m_kernels*.c"))

    files = build(36)
    assert len(files) > 2
    for path in files:
        command = ["gcc", "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-fopenmp", "-fsyntax-only"]
        assert subprocess.run([*command, "-I", str(out), "-I", include, str(path)]).returncode == 0
        assert path.stat().st_size < 500_000
    pair = harness.Pair(source, out)
    for name in ("step0", "step18", "step35"):
        harness.check(pair, name, lambda: (randn(6, 6), randn(6, 6, seed=1), 2), expect="whole")
    assert [path.name for path in build(4)] == ["m_kernels.c"]
