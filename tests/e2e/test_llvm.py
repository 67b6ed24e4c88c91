"""The LLVM back end: extensions without a C compiler, what it reports, lines of the program in both back ends.

The programs of all other tests run with it under PYAOT_TEST_BACKEND=llvm; `make test` does so with some of them.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import harness
import pytest
import torch

PLUGIN = harness.PYAOT.parent / "lib" / "pyaot" / "libpyaot_llvm.so"
pytestmark = pytest.mark.skipif(not PLUGIN.exists(), reason="the LLVM back end is not built (make llvm)")

SOURCE = """
import torch
import torch.nn.functional as F


def mixed(x, w, b, n: int):
    h = torch.tanh(x @ w + b)
    total = h.sum(dim=-1, keepdim=True)
    if n > 2:
        h = h * total
    return F.softmax(h, dim=-1), h.amax(0), (h > 0).any(-1), h.to(torch.bfloat16), (x * 8).long() // 2


def grow(x):
    return torch.exp(x) / (1 + x.abs()) - x.double().cumsum(0).float()


def integers(x, y):
    return (x // y, x % y, x & y, x ^ y, ~x | y, (x << 2) >> 1, -x * y + 3, x.clamp(-4, 4), x != y)


def narrow(x):
    return x + 1, x * x, -x, x // 3, x.float() / 3, x == 7


def looped(x, n: int):
    for _ in range(n):
        x = torch.where(x > 0, x * 0.5, x + 1.0)
    return x


class Norm(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.linspace(0.5, 1.5, width))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.scale
"""
CALLS = [
    "mixed(f32[M, K], f32[K, N], f32[N], 3)",
    "mixed(f32[M, K], f32[K, N], f32[N], 2)",
    "grow(f32[M, N])",
    "integers(i64[N], i64[N])",
    "narrow(u8[N])",
    "narrow(i8[N])",
    "looped(f32[M, N], 5)",
    "Norm(8)(f32[M, N])",
]
WITHOUT = harness.program("without", SOURCE, CALLS, args=("--backend=llvm",))
LISTED = harness.program("listed", SOURCE, CALLS, args=("--emit=llvm-ir", "--cpu=x86-64-v3"))
REGISTERS = {"x86-64": "xmm", "x86-64-v2": "xmm", "x86-64-v3": "ymm", "x86-64-v4": "zmm"}  # the widest of each level
LEVELS = {
    (backend, level): harness.program(
        f"{backend}_{level}".replace("-", "_"), SOURCE, CALLS, args=(f"--backend={backend}", f"--cpu={level}")
    )
    for backend in ("c", "llvm")
    for level in REGISTERS
}
LINES = {
    backend: harness.program(f"lines_{backend}", SOURCE, CALLS, args=("-g", f"--backend={backend}"))
    for backend in ("c", "llvm")
}


def randn(*shape, seed=0):
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def integers(*shape, low=-50, high=50, seed=0, dtype=torch.int64):
    return torch.randint(low, high, shape, generator=torch.Generator().manual_seed(seed)).to(dtype)


def compare_all(pair, expect="whole"):
    for rows, columns in ((1, 1), (3, 17), (65, 64), (300, 257)):
        for n in (2, 3):
            args = lambda: (randn(rows, 9), randn(9, columns, seed=1), randn(columns, seed=2), n)  # noqa: B023, E731
            harness.check(pair, "mixed", args, expect=expect)
        harness.check(pair, "grow", lambda: (randn(rows, columns),), expect=expect)  # noqa: B023
        harness.check(pair, "looped", lambda: (randn(rows, columns), 5), expect=expect)  # noqa: B023
    args = lambda: (integers(100), integers(100, low=1, seed=1))  # noqa: E731
    harness.check(pair, "integers", args, expect=expect)
    for dtype, low in ((torch.uint8, 0), (torch.int8, -128)):
        harness.check(pair, "narrow", lambda: (integers(100, low=low, high=127, dtype=dtype),))  # noqa: B023


def linker():
    return next((found for name in ("ld.lld-19", "ld.lld", "ld") if (found := shutil.which(name))), None)


def test_without_a_compiler_on_the_path(tmp_path):
    """Only a linker is there."""
    program, tools, out = WITHOUT, tmp_path / "tools", tmp_path / "out"
    program.write()
    tools.mkdir()
    found = pathlib.Path(linker())
    (tools / found.name).symlink_to(found)
    calls = [word for call in CALLS for word in ("--call", call)]
    env = {"PATH": str(tools), "CC": "/no/such/compiler", "LD": ""}
    result = harness.run_pyaot(program.path, "-o", out, "--backend=llvm", *harness.PYTHON, *calls, env=env)
    assert result.returncode == 0, result.stderr
    names = {path.name for path in out.iterdir()}
    assert "_without_pyaot.abi3.so" in names
    assert not [name for name in names if name.endswith((".c", ".h", ".o"))], names
    compare_all(harness.Pair(program.path, out))


def test_without_a_linker_either(tmp_path):
    WITHOUT.write()
    env = {"PATH": str(tmp_path), "LD": ""}
    result = harness.run_pyaot(
        WITHOUT.path, "-o", tmp_path / "out", "--backend=llvm", "--call", CALLS[0], *harness.PYTHON, env=env
    )
    assert result.returncode == 1 and "linker" in result.stderr and "PY006" in result.stderr, result.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("backend, level", LEVELS)
def test_code_for_each_level_of_machines(backend, level):
    """Right results, and no register that a machine of this level lacks."""
    program, widest = LEVELS[backend, level], REGISTERS[level]
    program.require()
    flags = pathlib.Path("/proc/cpuinfo").read_text()
    if {"ymm": "avx2", "zmm": "avx512vl"}.get(widest, "") in flags:
        compare_all(program.load())
    if not shutil.which("objdump"):
        pytest.skip("objdump is not installed")
    (extension,) = program.out.glob("*.so")
    code = subprocess.run(["objdump", "-d", str(extension)], capture_output=True, text=True, check=True).stdout
    order = ("xmm", "ymm", "zmm")
    used = [register for register in order if f"%{register}" in code]
    assert used and used[-1] == widest, used


def test_a_machine_that_is_not_known(tmp_path):
    WITHOUT.write()
    result = harness.run_pyaot(WITHOUT.path, "-o", tmp_path / "out", "--cpu=z80", *harness.PYTHON)
    assert result.returncode == 2 and "--cpu" in result.stderr


def test_bytes_do_not_depend_on_the_processors(tmp_path):
    """The parts that are compiled at the same time are cut by the program alone."""
    WITHOUT.write()
    calls = [word for call in CALLS for word in ("--call", call)]
    images = []
    for number in range(2):
        out = tmp_path / f"out{number}"
        command = [harness.PYAOT, WITHOUT.path, "-o", out, "--backend=llvm", *harness.PYTHON, *calls]
        prefix = ["taskset", "-c", "0"] if number and shutil.which("taskset") else []
        subprocess.run([*prefix, *map(str, command)], check=True, capture_output=True)
        images.append((out / "_without_pyaot.abi3.so").read_bytes())
    assert images[0] == images[1]


def test_the_listing_names_lines():
    LISTED.require()
    text = (LISTED.out / "listed_kernels.ll").read_text()
    assert not list(LISTED.out.glob("*.so"))
    assert '"target-cpu"="x86-64-v3"' in text and "GOMP_parallel" in text
    line = next(n for n, text in enumerate(SOURCE.splitlines(), 1) if "torch.tanh" in text)
    assert re.search(rf"!DILocation\(line: {line},", text)
    assert 'filename: "listed.py"' in text


def test_exponentials_are_vector_code():
    """No call and no scalar rounding is left of exp in the loop: it is computed for whole vectors."""
    LISTED.require()
    text = (LISTED.out / "listed_kernels.ll").read_text()
    body = text[text.index("@grow") :]
    assert re.search(r"fmul contract <8 x float>", body)
    assert not re.search(r"call .*@(expf?|rintf?|rt_exp_\w+)\(", text)


@pytest.mark.parametrize("backend", LINES)
def test_debug_information_names_the_programs_lines(backend):
    program = LINES[backend]
    program.require()
    tool = shutil.which("readelf")
    if not tool:
        pytest.skip("readelf is not installed")
    extension = next(program.out.glob("*.so"))
    text = subprocess.run(
        [tool, "--debug-dump=decodedline", str(extension)], capture_output=True, text=True, errors="replace"
    ).stdout
    named = {int(n) for n in re.findall(rf"^{program.name}\.py\s+(\d+)\s", text, flags=re.M)}
    lines = SOURCE.splitlines()
    for part in ("torch.tanh", "F.softmax", "torch.exp(x)", "torch.where", "torch.rsqrt"):
        line = next(n for n, text in enumerate(lines, 1) if part in text)
        assert line in named, (part, sorted(named))
    assert max(named) <= len(lines), sorted(named)
    harness.check(program.load(), "grow", lambda: (randn(5, 7),), expect="whole")


def line_of(part):
    return next(number for number, text in enumerate(SOURCE.splitlines(), 1) if part in text)


def a_run_of(program, calls):
    """The command that runs the built module in a process of its own."""
    script = f"""
import sys, torch
sys.path.insert(0, {str(program.out)!r})
import {program.name} as module
torch.set_num_threads(1)
with torch.no_grad():
    x = torch.randn(1000, 700)
    for _ in range({calls}):
        module.grow(x)
assert module.__pyaot__.counters()["fallback"] == 0
"""
    return [sys.executable, "-c", script]


@pytest.mark.parametrize("backend", LINES)
def test_gdb_stops_at_the_programs_line(backend):
    program, gdb = LINES[backend], shutil.which("gdb")
    if not gdb:
        pytest.skip("gdb is not installed")
    program.require()
    line, place = line_of("torch.exp(x)"), f"{program.name}.py"
    commands = ["set breakpoint pending on", f"break {place}:{line}", "run", "backtrace 2", "frame 0"]
    words = [word for command in commands for word in ("-ex", command)]
    done = subprocess.run(
        [gdb, "-nx", "-batch", *words, "--args", *a_run_of(program, 1)],
        capture_output=True,
        text=True,
        errors="replace",
    )
    if "ptrace" in done.stderr:
        pytest.skip("gdb may not run programs here")
    assert re.search(rf"^#0 .* at .*{place}:{line}$", done.stdout, flags=re.M), done.stdout + done.stderr
    assert SOURCE.splitlines()[line - 1].strip() in done.stdout, done.stdout  # the text of the program's own file


@pytest.mark.parametrize("backend", LINES)
def test_perf_shows_the_programs_lines(backend, tmp_path):
    program, perf = LINES[backend], shutil.which("perf")
    if not perf:
        pytest.skip("perf is not installed")
    program.require()
    data, line = tmp_path / "perf.data", line_of("torch.exp(x)")
    record = [perf, "record", "-q", "-e", "cpu-clock", "-o", str(data), *a_run_of(program, 60)]
    if subprocess.run(record, capture_output=True).returncode != 0:
        pytest.skip("perf may not record here")

    def ask(*words):
        return subprocess.run([perf, *words], capture_output=True, text=True, errors="replace").stdout

    symbols = ask("report", "-i", str(data), "--stdio", "-s", "sym")
    kernel = re.search(r"\] (grow_v0\S*)", symbols)
    assert kernel, symbols
    shown = ask("annotate", "-i", str(data), "--stdio", "-l", "-s", kernel[1])
    assert f"{program.name}.py:{line}" in shown, shown[:2000]


def test_both_back_ends_in_a_list(tmp_path):
    WITHOUT.write()
    out = tmp_path / "out"
    result = harness.run_pyaot(
        WITHOUT.path,
        "-o",
        out,
        "--backend=llvm,c",
        "--call",
        CALLS[2],
        *harness.PYTHON,
        env={"PATH": os.environ["PATH"]},
    )
    assert result.returncode == 0, result.stderr
    harness.check(harness.Pair(WITHOUT.path, out), "grow", lambda: (randn(5, 7),), expect="whole")


def test_one_pool_of_threads():
    """Loops of an extension run in the pool of PyTorch's libgomp: no second one is loaded."""
    WITHOUT.require()
    script = f"""
import sys, torch
sys.path.insert(0, {str(WITHOUT.out)!r})
import without
torch.set_num_threads(2)
with torch.no_grad():
    for _ in range(3):
        without.grow(torch.randn(2000, 500))
assert without.__pyaot__.counters()["fallback"] == 0
names = {{line.split()[-1] for line in open("/proc/self/maps") if "gomp" in line or "libomp" in line}}
assert len(names) == 1, names
"""
    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
