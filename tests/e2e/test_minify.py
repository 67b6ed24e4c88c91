"""`pyaot minify` keeps what fails and drops the rest. The faults come from a C compiler that changes the kernels."""

import subprocess
import sys

import harness
import pytest

sys.path.insert(0, str(harness.ROOT / "driver" / "minify"))
import minify  # noqa: E402

SOURCE = '''
"""A program of which two lines matter."""
import math

import torch

SCALE = math.pi


class Scaled(torch.nn.Module):
    def __init__(self, width, bias=True):
        super().__init__()
        self.linear = torch.nn.Linear(width, width, bias=bias)

    def forward(self, x):
        if self.training:
            x = x * 0.9
        h = torch.relu(self.linear(x)) * SCALE
        return h + self.gate(x)

    def gate(self, x):
        return torch.tanh(x * 2).sum()


def other(x):
    return x.exp() + 1
'''
CALLS = ("Scaled(4).eval()(f32[B, 4])", "other(f32[N])")

COMPILER = """
import os, sys

for path in (word for word in sys.argv[1:] if word.endswith("_kernels.c")):
    with open(path) as kernels:
        text = kernels.read()
    if "rt_tanh" in text:
        {change}
    with open(path, "w") as kernels:
        kernels.write(text)
os.execv(sys.executable, [sys.executable, {compiler!r}, *sys.argv[1:]])
"""
FAULTS = {
    "wrong: values": 'text = text.replace("rt_tanh_f32(", "rt_sin_f32(")',
    "crash: signal 4": 'text = text.replace("rt_tanh_f32(", "(__builtin_trap(), 0.0f) + rt_sin_f32(")',
    "build: status 1": 'sys.exit("the compiler does not like it")',
}


SMALL = """
import torch


def gate(x, y):
    z = x + y
    return torch.tanh(z)
"""


def run_minify(folder, fault, calls, text=SOURCE):
    folder.mkdir(parents=True)
    source, compiler = folder / "scaled.py", folder / "compiler.py"
    source.write_text(text)
    compiler.write_text(COMPILER.format(change=fault, compiler=str(harness.CACHED_COMPILER)))
    environment = harness.build_environment(CC=f"{sys.executable} {compiler}")
    words = [word for call in calls for word in ("--call", call)]
    command = [str(harness.PYAOT), "minify", str(source), "-o", str(folder / "small"), *harness.PYTHON, *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=1800), environment


def shown_again(folder, environment):
    command = [sys.executable, str(folder / "small/scaled_reproduce.py")]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def test_a_wrong_result_is_cut_out_and_shown_again(tmp_path):
    kind = "wrong: values"
    done, environment = run_minify(tmp_path / "work", FAULTS[kind], CALLS)
    assert done.returncode == 0, done.stdout + done.stderr
    small = (tmp_path / "work/small/scaled_min.py").read_text()
    assert "tanh" in small
    for unneeded in ("relu", "exp", "SCALE", "0.9"):
        assert unneeded not in small, small
    assert len(small.splitlines()) <= 16, small
    assert done.stdout.startswith(kind), done.stdout
    assert "Scaled.forward, variant" in done.stdout  # the segment that differs from its twin
    again = shown_again(tmp_path / "work", environment)
    assert again.returncode == 1 and again.stdout.startswith(kind), again.stdout + again.stderr


@pytest.mark.parametrize("kind", ["crash: signal 4", "build: status 1"])
def test_a_crash_and_a_build_that_fails_are_shown_again(kind, tmp_path):
    done, environment = run_minify(tmp_path / "work", FAULTS[kind], ["gate(f32[N], f32[N])"], SMALL)
    assert done.returncode == 0 and done.stdout.startswith(kind), done.stdout + done.stderr
    small = (tmp_path / "work/small/scaled_min.py").read_text()
    assert "torch.tanh" in small and "+" not in small
    again = shown_again(tmp_path / "work", environment)
    assert again.returncode == 1 and again.stdout.startswith(kind), again.stdout + again.stderr


HELPER = """
import torch


def gate(x):
    return torch.cos(x * 2) + 1


def other(x):
    return torch.sqrt(x.abs())
"""
SEVERAL = """
import torch

import parts.gates


class Model(torch.nn.Module):
    def forward(self, x):
        return parts.gates.gate(x) * parts.gates.other(x)


def cut(x):
    y = torch.tanh(x)
    print("half way")
    return torch.cos(y)
"""
WRONG_CODE = {"wrong: values": "sinf(%1$s)", "crash: signal 4": "(__builtin_trap(), %1$s)"}


def faulty_back_end(folder, code):
    """The example of a back end, with one operation that is made wrongly."""
    text = (harness.ROOT / "examples/backend_plugin/pointwise.c").read_text()
    assert "cosf(%1$s)" in text
    source, path = folder / "faulty.c", folder / "libfaulty.so"
    source.write_text(text.replace("cosf(%1$s)", code))
    flags = ["-std=c11", "-shared", "-fPIC", f"-I{harness.ROOT / 'include'}"]
    subprocess.run(["gcc", *flags, str(source), "-o", str(path)], check=True)
    return path


def minify_with_faulty(folder, code, call, back_end=None):
    (folder / "parts").mkdir()
    (folder / "parts" / "__init__.py").touch()
    (folder / "parts" / "gates.py").write_text(HELPER)
    (folder / "model.py").write_text(SEVERAL)
    environment = harness.build_environment()
    back_end = back_end or f"./{faulty_back_end(folder, code).name}"
    options = ["--backend", f"{back_end},c", "--call", call]
    command = [str(harness.PYAOT), "minify", str(folder / "model.py"), "-o", str(folder / "small"), *harness.PYTHON]
    done = subprocess.run(
        [*command, *options], cwd=folder, env=environment, capture_output=True, text=True, timeout=1800
    )
    assert done.returncode == 0, done.stdout + done.stderr
    again = subprocess.run(  # in another folder
        [sys.executable, str(folder / "small" / "model_reproduce.py")], env=environment, capture_output=True, text=True
    )
    return done.stdout, again, (folder / "small" / "model_min.py").read_text()


def test_a_fault_of_a_back_end_in_a_program_of_several_files(tmp_path):
    kind = "wrong: values"
    said, again, small = minify_with_faulty(tmp_path, WRONG_CODE[kind], "Model()(f32[N, 4])")
    assert said.startswith(kind) and "Model.forward, variant" in said, said
    assert again.returncode == 1 and again.stdout.startswith(kind), again.stdout + again.stderr
    helper = (tmp_path / "small" / "parts" / "gates.py").read_text()
    assert "cos" in helper and "sqrt" not in helper and "* 2" not in helper and "other" not in small, (small, helper)


def test_a_fault_of_a_back_end_in_a_segment(tmp_path):
    kind = "crash: signal 4"
    said, again, small = minify_with_faulty(tmp_path, WRONG_CODE[kind], "cut(f32[N])")
    assert said.startswith(kind), said
    assert again.returncode == 1 and again.stdout.startswith(kind), again.stdout + again.stderr
    assert "torch.cos" in small and "tanh" not in small, small
    assert not (tmp_path / "small" / "parts").exists()


IN_PYTHON = """
import torch


def cos_is_sin(module, inputs):
    for node in module.graph.nodes:
        if node.target is torch.cos:
            node.target = torch.sin
    module.recompile()
    return module.forward
"""


def test_a_fault_of_a_back_end_that_lies_beside_the_source(tmp_path):
    (tmp_path / "own_backends.py").write_text(IN_PYTHON)
    said, again, small = minify_with_faulty(tmp_path, "", "cut(f32[N])", "torch_fx:own_backends.cos_is_sin")
    assert said.startswith("wrong: values"), said
    assert again.returncode == 1 and again.stdout.startswith("wrong: values"), again.stdout + again.stderr
    assert "torch.cos" in small and "tanh" not in small, small


def test_a_program_that_is_right_is_left_alone(tmp_path):
    done, _ = run_minify(tmp_path / "work", "pass", ["gate(f32[N], f32[N])"], SMALL)
    assert done.returncode == 1 and "nothing differs" in done.stdout, done.stdout + done.stderr
    assert not (tmp_path / "work/small").exists()


def test_a_script_is_compared_by_what_it_prints(tmp_path):
    folder = tmp_path / "work"
    source = SMALL + '\n\nif __name__ == "__main__":\n    print(float(gate(torch.ones(3), 1.0)[0]))\n'
    folder.mkdir()
    (folder / "script.py").write_text(source)
    compiler = folder / "compiler.py"
    compiler.write_text(COMPILER.format(change=FAULTS["wrong: values"], compiler=str(harness.CACHED_COMPILER)))
    environment = harness.build_environment(CC=f"{sys.executable} {compiler}")
    command = [str(harness.PYAOT), "minify", str(folder / "script.py"), "-o", str(folder / "small"), *harness.PYTHON]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0 and done.stdout.startswith("wrong: values"), done.stdout + done.stderr
    assert "+" not in (folder / "small/script_min.py").read_text()


@pytest.mark.parametrize(
    "arguments, status, message",
    [
        (["minify"], 2, "no source file"),
        (["minify", "missing.py"], 2, "no output folder"),
        (["minify", "missing.py", "-o", "out", *harness.PYTHON], 1, "No such file"),
        (["minify", "missing.py", "-o", "out", "--python", "/no/python"], 1, "name the interpreter with --python"),
    ],
)
def test_bad_input(arguments, status, message, tmp_path):
    done = subprocess.run([str(harness.PYAOT), *arguments], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == status and message in done.stderr, done.stderr
    assert not list(tmp_path.iterdir())


def test_the_search_leaves_the_smallest_program_that_still_fails():
    text = "import os\n\ndef f(x, y):\n    if x:\n        y = y + 1\n    return g(x * (y + 2), 3)\n\nclass C(object):\n    pass\n"
    asked = []

    def fails(candidates):
        asked.extend(candidates)
        return ["def f(" in candidate and "y + 2" in candidate for candidate in candidates]

    assert minify.smaller(text, fails, batch=3) == "def f():\n    return y + 2\n"
    assert all(len(candidate) < len(text) for candidate in asked)


def test_loops_and_comprehensions_are_cut_to_one_round():
    text = "def f(x, n):\n    parts = [g(x) for _ in range(n)]\n    for part in parts:\n        x = wrong(part)\n    return x\n"

    def fails(candidates):
        return ["wrong(" in candidate and "g(x)" in candidate for candidate in candidates]

    small = minify.smaller(text, fails, batch=2)
    assert "for " not in small and "wrong(" in small, small


CHAIN = """
from __future__ import annotations
import os, sys

class Part:
    def __init__(self):
        self.unread = os.getcwd()
        self.kept = 3

    def helper(self):
        return self.unread

def only_helper(x):
    return Part().helper() + x

def entry(x):
    a = only_helper(x)
    wrong = x * 3
    return wrong
"""


def test_what_nothing_reads_goes_at_once():
    asked = []

    def fails(candidates):
        asked.extend(candidates)
        wanted = ("x * 3", "def entry(x)", "return ")
        return [all(text in candidate for text in wanted) for candidate in candidates]

    small = minify.smaller(CHAIN, fails, batch=2, keep={"entry"})
    assert small == "def entry(x):\n    return x * 3\n", small
    assert "def only_helper" not in asked[0] and "class Part" not in asked[0]


def test_programs_that_lack_what_they_had_are_not_tried():
    bound = minify._bound(CHAIN)
    assert not minify._lacks(CHAIN, bound)
    assert not minify._lacks(CHAIN.replace("x * 3", "torch.ones(x)"), bound)  # never bound here
    assert minify._lacks(CHAIN.replace("wrong = x * 3", "pass"), bound)
    assert minify._lacks(CHAIN.replace("self.unread = os.getcwd()", "pass"), bound)
    assert minify._lacks(CHAIN.replace("import os, sys", "import sys"), bound)
