"""The command line: exit codes, messages, and that an old build survives whatever goes wrong."""

import os
import pathlib
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys
import textwrap
import time

import harness
import pytest

GOOD = """import torch


def half(x):
    return torch.tanh(x) * 0.5 + x
"""
CALL = ("--call", "half(f32[N])")


@pytest.fixture
def good(tmp_path):
    path = tmp_path / "model.py"
    path.write_text(GOOD)
    return path


def pyaot(*args, env=None, cwd=None, **options):
    """Runs the compiler; what it builds here need not be fast."""
    return harness.run_pyaot(*args, env={"CFLAGS": "-O0", **(env or {})}, cwd=cwd, **options)


def contents(folder):
    """Every file below a folder with its bytes."""
    folder = pathlib.Path(folder)
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def require_message(result, code, *parts):
    """Exit status and a message for people: no crash, no empty complaint, what to do."""
    assert result.returncode == code, f"exit {result.returncode}\n{result.stdout}{result.stderr}"
    assert result.stderr.strip(), "no message"
    assert "internal" not in result.stderr.lower() and "Traceback" not in result.stderr
    for part in parts:
        assert part in result.stderr, f"{part!r} not in:\n{result.stderr}"


def executable(path, text):
    path.write_text(textwrap.dedent(text))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


# ---- usage -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["--no-such-option"],
        ["model.py", "--no-such-option"],
        ["model.py", "-o"],
        ["model.py", "-o", "out", "--emit=exe"],
        ["model.py", "-o", "out", "--emit"],
        ["model.py", "other.py", "-o", "out"],
        ["model.py", "-o", "out", "--call"],
        ["model.py", "-o", ""],
        ["", "-o", "out"],
        ["model.py", "-o", "out", "-d", "?"],
    ],
    ids=" ".join,
)
def test_wrong_usage(good, args):
    result = pyaot(*args, cwd=good.parent)
    require_message(result, 2)
    assert not (good.parent / "out").exists()


@pytest.mark.parametrize("args, told", [(["explian", "model.py"], "no command"), (["model.ipynb"], "notebook")])
def test_what_is_no_source(good, args, told):
    result = pyaot(*args, "-o", "out", cwd=good.parent)
    require_message(result, 2, told)


def test_help():
    result = pyaot("--help")
    assert result.returncode == 0
    for option in ("-o", "--call", "--emit", "--force", "-v", "--python"):
        assert option in result.stdout


# ---- what is written ---------------------------------------------------------------------------------------


@harness.about_c
def test_the_files_of_a_build(good, tmp_path):
    out = tmp_path / "out"
    result = pyaot(good, "-o", out, *CALL, *harness.PYTHON)
    assert result.returncode == 0, result.stderr
    names = set(contents(out))
    wanted = {"model.py", "model_kernels.c", "model_kernels.h", "pyaot_runtime.h", "_model_pyaot.abi3.so"}
    assert wanted | {"model.report.json", "model.report.html", "model.d"} <= names, names
    import json

    assert json.loads((out / "model.report.json").read_text())
    assert str(good) in (out / "model.d").read_text() or "model.py" in (out / "model.d").read_text()


def test_emit_c_runs_no_compiler(good, tmp_path):
    result = pyaot(good, "-o", tmp_path / "out", *CALL, "--emit=c", *harness.PYTHON, env={"CC": "/no/such/compiler"})
    assert result.returncode == 0, result.stderr
    names = set(contents(tmp_path / "out"))
    assert "model_kernels.c" in names and not any(name.endswith(".so") for name in names)


def test_emit_c_writes_all_files_again(good, tmp_path):
    """What is the same stays, with a new date; what another hand has changed, or replaced by a link, is written."""
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    assert pyaot(good, "-o", out, *CALL, "--emit=c", *harness.PYTHON).returncode == 0
    first = contents(out)
    changed, linked, locked = (out / name for name in ("pyaot_math.h", "pyaot_runtime.h", "pyaot_stub.py"))
    changed.write_bytes(first["pyaot_math.h"].replace(b"0", b"1"))
    linked.rename(elsewhere)
    linked.symlink_to(elsewhere)
    locked.chmod(0o444)
    for path in out.iterdir():
        os.utime(path, (0, 0))
    assert pyaot(good, "-o", out, *CALL, "--emit=c", *harness.PYTHON).returncode == 0
    assert contents(out) == first
    assert not linked.is_symlink()
    assert [path.name for path in out.iterdir() if path.stat().st_mtime == 0] == []


def test_the_stub_adds_lines_and_changes_none(good, tmp_path):
    assert pyaot(good, "-o", tmp_path / "out", *CALL, "--emit=c", *harness.PYTHON).returncode == 0
    stub = iter((tmp_path / "out" / "model.py").read_text().splitlines())
    assert all(line in stub for line in GOOD.splitlines())


def test_the_same_input_gives_the_same_bytes(good, tmp_path):
    for name in ("first", "second"):
        assert pyaot(good, "-o", tmp_path / name, *CALL, *harness.PYTHON).returncode == 0
    first, second = contents(tmp_path / "first"), contents(tmp_path / "second")
    assert first.keys() == second.keys()
    for name in first:
        assert first[name].replace(b"/first/", b"/second/") == second[name], name


def test_the_environment_does_not_change_the_bytes(good, tmp_path):
    settings = [{"LC_ALL": "C"}, {"LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "7", "COLUMNS": "20"}]
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder, env in zip(folders, settings):
        assert pyaot(good, "-o", folder, *CALL, "--emit=c", *harness.PYTHON, env=env).returncode == 0
    first, second = map(contents, folders)
    assert {k: v.replace(b"/first/", b"/second/") for k, v in first.items()} == second


@harness.about_c
def test_cc_and_cflags_are_honoured(good, tmp_path):
    log = tmp_path / "log"
    compiler = executable(tmp_path / "cc", f'#!/bin/sh\necho "$@" >> {log}\nexec gcc "$@"\n')
    env = {"CC": str(compiler), "CFLAGS": "-DMARK_OF_THE_USER=1 -g"}
    result = pyaot(good, "-o", tmp_path / "out", *CALL, *harness.PYTHON, env=env)
    assert result.returncode == 0, result.stderr
    assert "-DMARK_OF_THE_USER=1" in log.read_text()


def test_cc_may_be_a_command_with_arguments(good, tmp_path):
    result = pyaot(good, "-o", tmp_path / "out", *CALL, *harness.PYTHON, env={"CC": "gcc -pipe"})
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("name", ["with space.py", "with-dash.py", "2start.py", "gemischt_ü.py", "class.py", "a.b.py"])
def test_file_names(tmp_path, name):
    folder = tmp_path / "a folder 'quoted' $HOME;"
    folder.mkdir()
    source = folder / name
    source.write_text(GOOD)
    result = pyaot(source, "-o", folder / "the out", *CALL, *harness.PYTHON)
    assert result.returncode == 0, result.stderr
    import torch

    pair = harness.Pair(source, folder / "the out")
    harness.check(pair, "half", lambda: (torch.ones(5),), expect="whole")


def test_a_relative_path_and_another_folder(good):
    result = pyaot("model.py", "-o", "out", *CALL, *harness.PYTHON, cwd=good.parent)
    assert result.returncode == 0, result.stderr
    assert (good.parent / "out" / "model.py").exists()


def test_a_deep_output_folder_is_made(good, tmp_path):
    result = pyaot(good, "-o", tmp_path / "a" / "b" / "c", *CALL, "--emit=c", *harness.PYTHON)
    assert result.returncode == 0, result.stderr


def test_all_python_is_a_success_with_a_reason(tmp_path):
    source = tmp_path / "plain.py"
    source.write_text("def shout(text):\n    return text.upper()\n")
    result = pyaot(source, "-o", tmp_path / "out", *harness.PYTHON)
    require_message(result, 0, "warning")
    assert harness.import_file(tmp_path / "out" / "plain.py").shout("a") == "A"


def test_memory_of_a_run(good, tmp_path):
    """The peak of pyaot alone, as the system counts it for the children of a small process."""
    command = [str(harness.PYAOT), str(good), "-o", str(tmp_path / "out"), *CALL, "--emit=c", *harness.PYTHON]
    code = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); "
    code += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)"
    finished = subprocess.run([sys.executable, "-I", "-S", "-c", code, *command], capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
    peak = int(finished.stderr.split()[-1])
    assert peak <= 64 * 1024, f"{peak} KiB"


# ---- bad sources -------------------------------------------------------------------------------------------

BAD_INPUT = harness.ROOT / "tests" / "bad_input"
EXPECTED = [
    line.split() for line in (BAD_INPUT / "expected.txt").read_text().splitlines() if line and not line.startswith("#")
]


@pytest.mark.parametrize("name, first, last", EXPECTED, ids=[row[0] for row in EXPECTED])
def test_syntax_errors(tmp_path, name, first, last):
    source = BAD_INPUT / name
    result = pyaot(source, "-o", tmp_path / "out")
    require_message(result, 1, name, "PY001", "^", "hint")
    lines = range(int(first), int(last) + 1)
    assert any(f"{name}:{line}:" in result.stderr for line in lines), result.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "kind", ["missing", "folder", "binary", "zeros", "not utf-8", "wrong cookie", "unreadable pipe"]
)
def test_sources_that_cannot_be_read(tmp_path, kind):
    source = tmp_path / "model.py"
    if kind == "folder":
        source.mkdir()
    elif kind == "binary":
        source.write_bytes(bytes(range(256)) * 40)
    elif kind == "zeros":
        source.write_bytes(b"\0" * 1000)
    elif kind == "not utf-8":
        source.write_bytes(b"# caf\xe9\nx = 1\n")
    elif kind == "wrong cookie":
        source.write_bytes(b"# coding: no-such-encoding\nx = 1\n")
    elif kind == "unreadable pipe":
        source = pathlib.Path("/proc/self/mem")
    result = pyaot(source, "-o", tmp_path / "out")
    require_message(result, 1, "PY00")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n", '"""Only a docstring."""\n'])
def test_sources_without_code(tmp_path, text):
    source = tmp_path / "model.py"
    source.write_text(text)
    result = pyaot(source, "-o", tmp_path / "out", *harness.PYTHON)
    require_message(result, 0, "warning", "PY204")


SOURCES = {
    "byte order mark": b"\xef\xbb\xbf" + GOOD.encode(),
    "carriage returns": GOOD.replace("\n", "\r\n").encode(),
    "no newline at the end": GOOD.rstrip().encode(),
    "form feed": GOOD.replace("\n\n\n", "\n\f\n\n").encode(),
    "tabs": GOOD.replace("    ", "\t").encode(),
    "latin-1 cookie": b"# -*- coding: latin-1 -*-\nname = '\xe9'\n" + GOOD.encode(),
    "future import": b'"""Text."""\nfrom __future__ import annotations\n' + GOOD.encode(),
    "shebang": b"#!/usr/bin/env python3\n" + GOOD.encode(),
    "utf-8 names": "größe = 'ß' * 3  # ✓\n".encode() + GOOD.encode(),
    "continuation lines": GOOD.replace("* 0.5", "* \\\n        0.5").encode(),
    "semicolons": GOOD.replace("    return", "    y = 1; z = 2; del z\n    return").encode(),
    "main guard": (GOOD + '\n\nif __name__ == "__main__":\n    print(half(torch.ones(3)))\n').encode(),
    "one line function": b"import torch\ndef half(x): return torch.tanh(x) * 0.5 + x\n",
}


@pytest.mark.parametrize("kind", SOURCES)
def test_unusual_but_right_sources(tmp_path, kind):
    import torch

    source = tmp_path / "model.py"
    source.write_bytes(SOURCES[kind])
    result = pyaot(source, "-o", tmp_path / "out", *CALL, *harness.PYTHON)
    assert result.returncode == 0, result.stderr
    pair = harness.Pair(source, tmp_path / "out")
    harness.check(pair, "half", lambda: (torch.ones(5),), expect="whole")
    for name in ("name", "größe", "__doc__"):
        assert getattr(pair.eager, name, None) == getattr(pair.built, name, None)


DEEP = 10_000
NESTED = {
    "parentheses": "x = " + "(" * DEEP + "1" + ")" * DEEP,
    "brackets": "x = " + "[" * DEEP + "]" * DEEP,
    "unclosed": "x = " + "(" * DEEP,
    "unary": "x = " + "-" * DEEP + "1",
    "not": "x = " + "not " * DEEP + "1",
    "sum": "x = " + " + ".join("1" * DEEP),
    "attributes": "x = a" + ".b" * DEEP,
    "calls": "x = a" + "()" * DEEP,
    "lambda": "x = " + "lambda: " * DEEP + "1",
    "conditional": "x = " + "1 if a else " * DEEP + "2",
    "comparison": "x = " + " < ".join("1" * DEEP),
    "elif": "if a: pass\n" + "elif a: pass\n" * DEEP,
    "blocks": "\n".join(" " * depth + "if a:" for depth in range(DEEP // 10)) + "\n" + " " * DEEP + "pass",
    "f-strings": "x = " + "f'{" * 200 + "1" + "}'" * 200,
    "subscripts": "x = " + "a[" * DEEP + "0" + "]" * DEEP,
    "power": "x = " + "**".join("1" * DEEP),
    "walrus": "x = " + "(a := " * DEEP + "1" + ")" * DEEP,
    "decorators": "@d\n" * DEEP + "def f(): pass",
    "statements": "x = 1\n" * DEEP,
    "one long line": "x = [" + "1, " * (DEEP * 10) + "]",
}


@pytest.mark.parametrize("kind", NESTED)
def test_deep_sources_do_not_crash(tmp_path, kind):
    source = tmp_path / "deep.py"
    source.write_text(NESTED[kind] + "\n\n\ndef half(x):\n    return x\n")
    result = pyaot(source, "-o", tmp_path / "out", "--emit=c", *harness.PYTHON, timeout=600)
    assert result.returncode in (0, 1), f"exit {result.returncode}: {result.stderr[-500:]}"
    if result.returncode == 1:
        assert "PY004" in result.stderr or "PY001" in result.stderr, result.stderr[-500:]
        assert not (tmp_path / "out").exists()
        assert len(result.stderr) < 20_000


def test_reports_of_many_functions_cost_little(tmp_path):
    source = tmp_path / "many.py"
    source.write_text("import torch\n" + "".join(f"def f{i}(x):\n    return x + {i}\n" for i in range(4000)))
    result = pyaot(source, "-o", tmp_path / "out", "--emit=c", "-v", *harness.PYTHON, timeout=600)
    assert result.returncode == 0, result.stderr[-500:]
    took = {phase: float(ms) for phase, ms in re.findall(r"^pyaot: (\w+) +([\d.]+) ms$", result.stderr, re.M)}
    assert took["stub"] < took["analysis"] / 3, took


@pytest.mark.parametrize("kind", ["code", "string", "comment", "one line"])
def test_a_file_of_ten_megabytes(tmp_path, kind):
    source = tmp_path / "huge.py"
    size = 10 << 20
    text = {
        "code": "value = value * 2 + 1\n" * (size // 22),
        "string": f'text = """{"x" * size}"""\n',
        "comment": "# " + "x" * size + "\n",
        "one line": "value = [" + "1, " * (size // 3) + "]\n",
    }[kind]
    source.write_text(text)
    result = pyaot(source, "-o", tmp_path / "out", "--emit=c", *harness.PYTHON, timeout=600)
    assert result.returncode in (0, 1), f"exit {result.returncode}: {result.stderr[-500:]}"
    if result.returncode == 1:
        require_message(result, 1, "PY004")
        assert not (tmp_path / "out").exists()
    assert len(result.stderr) < 20_000


@pytest.mark.parametrize("limit_mb", [48])
def test_little_memory_gives_a_message(good, tmp_path, limit_mb):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (limit_mb << 20, limit_mb << 20))

    source = tmp_path / "huge.py"
    source.write_text("value = value * 2 + 1\n" * 60_000)
    result = subprocess.run(
        [str(harness.PYAOT), str(source), "-o", str(tmp_path / "out"), "--emit=c"],
        capture_output=True,
        text=True,
        preexec_fn=limit,
        timeout=600,
    )
    assert result.returncode in (0, 1, 3), f"exit {result.returncode}: {result.stderr[-300:]}"
    assert result.returncode == 0 or result.stderr.strip()


# ---- calls -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call, code",
    [
        ("half(", "PY201"),
        ("half(f32[N]", "PY201"),
        ("", "PY201"),
        ("half", "PY201"),
        ("x = half(f32[N])", "PY201"),
        ("half(f32[N]); half(f32[N])", "PY201"),
        ("whole(f32[N])", "PY202"),
        ("half.no(f32[N])", "PY202"),
        ("half(f32[N], f32[N])", "PY203"),
        ("half()", "PY203"),
        ("half(y=f32[N])", "PY203"),
    ],
)
def test_wrong_calls(good, tmp_path, call, code):
    result = pyaot(good, "-o", tmp_path / "out", "--call", call, *harness.PYTHON)
    require_message(result, 1, code)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "call", ["half(f99[N])", "half(f32[N", "half(f32[-1])", "half(f32[1.5])", "half(f32)", "half(tensor)"]
)
def test_calls_with_wrong_tensors_do_not_crash(good, tmp_path, call):
    result = pyaot(good, "-o", tmp_path / "out", "--call", call, "--emit=c", *harness.PYTHON)
    assert result.returncode in (0, 1) and result.stderr.strip(), result.stderr


@pytest.mark.parametrize("dtype", ["f32", "bool", "b8", "i64", "bf16"])
def test_every_element_type_names_sizes(good, tmp_path, dtype):
    result = pyaot(good, "-o", tmp_path / "out", "--call", f"half({dtype}[M, N])", "--emit=c", *harness.PYTHON)
    assert result.returncode == 0 and not result.stderr, result.stderr


def test_a_calls_file_beside_the_source(good, tmp_path):
    import torch

    (good.parent / "model.calls").write_text("# the shapes that we serve\nhalf(f64[M, N])\n")
    result = pyaot(good, "-o", tmp_path / "out", *harness.PYTHON)
    assert result.returncode == 0, result.stderr
    assert "model.calls" in (tmp_path / "out" / "model.d").read_text()
    pair = harness.Pair(good, tmp_path / "out")
    harness.check(pair, "half", lambda: (torch.ones(5, 2, dtype=torch.float64),), expect="whole")


def test_a_calls_file_with_an_error_names_its_line(good, tmp_path):
    (good.parent / "model.calls").write_text("half(f32[N])\nhalf(\n")
    result = pyaot(good, "-o", tmp_path / "out", *harness.PYTHON)
    require_message(result, 1, "model.calls:2", "PY201")


# ---- the output folder -------------------------------------------------------------------------------------


@pytest.fixture
def old_build(good, tmp_path):
    out = tmp_path / "out"
    result = pyaot(good, "-o", out, *CALL, *harness.PYTHON)
    assert result.returncode == 0, result.stderr
    return out


def require_untouched(before, out):
    assert contents(out) == before
    left = [path.name for path in out.parent.iterdir() if path.name not in ("out", "model.py", "cc", "log", "new.py")]
    assert not left, f"left behind: {left}"


def test_an_old_build_is_replaced(good, old_build):
    (old_build / "model.py").write_text("broken")
    result = pyaot(good, "-o", old_build, *CALL, *harness.PYTHON)
    assert result.returncode == 0, result.stderr
    assert "def half" in (old_build / "model.py").read_text()


def test_files_of_others_in_the_output_folder_survive(good, tmp_path):
    out = tmp_path / "out"
    (out / "deep").mkdir(parents=True)
    (out / "notes.txt").write_text("mine")
    (out / "deep" / "more.txt").write_text("mine too")
    pyaot(good, "-o", out, *CALL, *harness.PYTHON)
    assert (out / "notes.txt").read_text() == "mine" and (out / "deep" / "more.txt").read_text() == "mine too"


def test_what_a_killed_build_has_left_is_removed_by_a_later_one(good, tmp_path):
    ended = subprocess.Popen(["true"])
    ended.wait()
    left = {name: tmp_path / f"out.pyaot-{name}" for name in (ended.pid, os.getpid(), f"{ended.pid}-notes")}
    for folder in left.values():
        folder.mkdir()
        (folder / "model.py").write_text("half")
        os.utime(folder, (0, 0))
    pyaot(good, "-o", tmp_path / "out", *CALL, "--emit=c", *harness.PYTHON)
    assert [name for name, folder in left.items() if not folder.exists()] == [ended.pid]
    left[ended.pid].mkdir()
    pyaot(good, "-o", tmp_path / "out", *CALL, "--emit=c", *harness.PYTHON)
    assert left[ended.pid].exists()  # it may be of a process that cannot be seen from here


def test_two_models_in_one_output_folder(good, old_build, tmp_path):
    import torch

    other = tmp_path / "new.py"
    other.write_text(GOOD.replace("0.5", "0.25"))
    result = pyaot(other, "-o", old_build, *CALL, *harness.PYTHON)
    if result.returncode == 0:
        for source in (good, other):
            harness.check(harness.Pair(source, old_build), "half", lambda: (torch.ones(3),), expect="whole")
    else:
        require_message(result, 1, "PY005")


@pytest.mark.parametrize("out", [".", "./", "../{name}", "{absolute}"])
def test_the_folder_of_the_source_is_never_the_output(good, out):
    out = out.format(name=good.parent.name, absolute=good.parent)
    result = pyaot("model.py", "-o", out, *CALL, *harness.PYTHON, cwd=good.parent)
    assert good.read_text() == GOOD
    require_message(result, result.returncode or 1)
    assert result.returncode in (1, 2)


def test_an_output_that_is_a_file(good, tmp_path):
    out = tmp_path / "out"
    out.write_text("a file of the user's")
    result = pyaot(good, "-o", out, *CALL, *harness.PYTHON)
    require_message(result, 1, "PY005")
    assert out.read_text() == "a file of the user's"


@pytest.mark.parametrize("out", ["/proc/pyaot-out", "/dev/null/out", "/sys/out"])
def test_an_output_that_cannot_be_written(good, out):
    require_message(pyaot(good, "-o", out, *CALL, *harness.PYTHON), 1, "PY005")


def test_an_output_through_a_link(good, tmp_path):
    real = tmp_path / "real"
    real.mkdir()
    (tmp_path / "out").symlink_to(real)
    result = pyaot(good, "-o", tmp_path / "out", *CALL, "--emit=c", *harness.PYTHON)
    assert result.returncode in (0, 1)
    if result.returncode == 0:
        assert (tmp_path / "out" / "model.py").exists()


def test_errors_leave_the_old_build(good, old_build):
    before = contents(old_build)
    new = good.parent / "new.py"
    new.write_text("def broken(:\n")
    assert pyaot(new, "-o", old_build, *harness.PYTHON).returncode == 1
    assert pyaot(good, "-o", old_build, "--call", "none()", *harness.PYTHON).returncode == 1
    require_untouched(before, old_build)


COMPILERS = {
    "missing": None,
    "fails": "#!/bin/sh\necho 'cc: it does not work today' >&2\nexit 1\n",
    "is killed": "#!/bin/sh\nkill -9 $$\n",
    "writes nothing": "#!/bin/sh\nexit 0\n",
    "crashes": "#!/bin/sh\nkill -SEGV $$\n",
    "is no program": "this is not a script",
}


@harness.about_c
@pytest.mark.parametrize("kind", COMPILERS)
def test_a_compiler_that_does_not_work(good, old_build, tmp_path, kind):
    before = contents(old_build)
    compiler = tmp_path / "cc"
    if COMPILERS[kind]:
        executable(compiler, COMPILERS[kind])
    result = pyaot(good, "-o", old_build, *CALL, *harness.PYTHON, env={"CC": str(compiler)})
    require_message(result, 1, "PY006", str(compiler))
    if kind == "fails":
        assert "it does not work today" in result.stderr
    assert result.stderr.count("No such file or directory") == (kind == "missing")  # once, not for each file
    require_untouched(before, old_build)


def test_no_compiler_on_the_path(good, tmp_path):
    env = {"PATH": str(tmp_path), "CC": ""}
    result = pyaot(good, "-o", tmp_path / "out", *CALL, *harness.PYTHON, env=env)
    require_message(result, 1, "PY006")
    assert not (tmp_path / "out").exists()


@harness.about_c
def test_flags_that_the_compiler_refuses(good, old_build):
    before = contents(old_build)
    result = pyaot(good, "-o", old_build, *CALL, *harness.PYTHON, env={"CFLAGS": "--no-such-flag-at-all"})
    require_message(result, 1, "PY006")
    require_untouched(before, old_build)


@harness.about_c
def test_killed_while_the_compiler_runs(good, old_build, tmp_path):
    before = contents(old_build)
    killer = executable(tmp_path / "cc", "#!/bin/sh\nkill -9 $PPID\nsleep 1\n")
    result = pyaot(good, "-o", old_build, *CALL, *harness.PYTHON, env={"CC": str(killer)})
    assert result.returncode != 0
    assert contents(old_build) == before
    assert pyaot(good, "-o", old_build, *CALL, *harness.PYTHON).returncode == 0


@harness.about_c
@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_while_the_compiler_runs(good, old_build, tmp_path, signal_number):
    before = contents(old_build)
    slow = executable(tmp_path / "cc", f"#!/bin/sh\nkill -{signal_number.value} $PPID\nsleep 0.3\nexit 1\n")
    result = pyaot(good, "-o", old_build, *CALL, *harness.PYTHON, env={"CC": str(slow)})
    assert result.returncode != 0
    assert contents(old_build) == before


@harness.about_c
@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopped_while_the_compiler_runs(good, old_build, tmp_path, signal_number):
    """What stops pyaot itself, and not its children, leaves no folder behind."""
    before = contents(old_build)
    started = tmp_path / "log"
    slow = executable(tmp_path / "cc", f"#!/bin/sh\ntouch {started}\nexec sleep 60\n")
    command = [str(harness.PYAOT), str(good), "-o", str(old_build), *CALL, *harness.PYTHON]

    def heed():  # nohup and background jobs have some signals ignored, and children inherit that
        signal.signal(signal_number, signal.SIG_DFL)

    environment = {**os.environ, "CC": str(slow)}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, preexec_fn=heed) as child:
        while not started.exists() and child.poll() is None:
            time.sleep(0.01)
        child.send_signal(signal_number)
        child.communicate(timeout=50)
    assert child.returncode == -signal_number
    require_untouched(before, old_build)


@pytest.mark.parametrize("limit", [0, 100, 1000, 4000, 20_000])
def test_a_disk_that_is_full(good, old_build, limit):
    """A limit on the size of files makes writes fail as a full disk does."""
    before = contents(old_build)

    def limit_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    command = [str(harness.PYAOT), str(good), "-o", str(old_build), *CALL, *harness.PYTHON]
    result = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit_files, timeout=600)
    assert result.returncode == 1, f"exit {result.returncode}: {result.stderr}"
    assert "PY005" in result.stderr or "PY006" in result.stderr, result.stderr
    require_untouched(before, old_build)


def test_messages_to_a_closed_pipe(good, tmp_path):
    """`pyaot ... 2>&1 | head -0` must not die of a signal."""
    read, write = os.pipe()
    os.close(read)
    command = [str(harness.PYAOT), str(tmp_path / "none.py"), "-o", str(tmp_path / "out")]
    child = subprocess.run(command, stdout=write, stderr=write, timeout=300)
    os.close(write)
    assert child.returncode in (1, 3, -signal.SIGPIPE)


def test_two_runs_into_one_folder_at_once(good, tmp_path):
    import torch

    command = [str(harness.PYAOT), str(good), "-o", str(tmp_path / "out"), *CALL, *harness.PYTHON]
    children = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
    codes = [(child.communicate(timeout=600), child.returncode)[1] for child in children]
    assert 0 in codes and set(codes) <= {0, 1}
    harness.check(harness.Pair(good, tmp_path / "out"), "half", lambda: (torch.ones(5),), expect="whole")


def test_the_output_names_no_temporary_folder(good, tmp_path):
    assert pyaot(good, "-o", tmp_path / "out", *CALL, "--emit=c", *harness.PYTHON).returncode == 0
    for name, data in contents(tmp_path / "out").items():
        assert b".tmp" not in data and b"pyaot-tmp" not in data, name


@harness.about_c
def test_this_python_is_used_for_installed_sources(good, tmp_path):
    result = pyaot(good, "-o", tmp_path / "out", *CALL, "--python", "/no/such/python")
    assert result.returncode in (0, 1, 2) and result.stderr.strip()
    assert sys.executable


GROWING = {
    "text": "s = 'a'\nfor i in range(60):\n    s = s + s\n",
    "list": "s = [1]\nfor i in range(50):\n    s = s + s\n",
    "multiplied": "s = [1]\nfor i in range(50):\n    s *= 2\n",
    "joined": "s = 'ab'\nfor i in range(50):\n    s = s.join([s, s])\n",
    "replaced": "s = 'aa'\nfor i in range(50):\n    s = s.replace('a', s)\n",
    "comprehension": "s = [i * j for i in range(30000) for j in range(90000)]\n",
    "padded": "s = '%1000000000d' % 3 + format(3, '999999999') + 'a'.ljust(10**9) + str(3).zfill(10**9)\n",
    "squared": "s = 3\nfor i in range(60):\n    s = s * s\n",
}


@pytest.mark.parametrize("name", GROWING)
def test_driver_code_that_grows_without_end_is_left_alone(name, tmp_path):
    source = tmp_path / "model.py"
    source.write_text(f"import torch\n\n{GROWING[name]}\n\n{GOOD.partition('import torch')[2]}")
    result = pyaot(source, "-o", tmp_path / "out", "--emit=c", "--call", "half(f32[N])", *harness.PYTHON)
    assert result.returncode == 0, result.stderr


# ---- faults of the compiler --------------------------------------------------------------------------------


def test_a_fault_leaves_the_function_to_python(tmp_path):
    source = tmp_path / "model.py"
    source.write_text(GOOD + "\n\ndef third(x):\n    return torch.exp(x) / 3 + x\n")
    calls = ("--call", "half(f32[N])", "--call", "third(f32[N])")
    result = pyaot(source, "-o", tmp_path / "out", *calls, env={"PYAOT_FAULT_IN": "half"})
    assert result.returncode == 0
    assert "'half' cannot be compiled: internal error" in result.stderr and "please report" in result.stderr
    pair = harness.Pair(source, tmp_path / "out")
    x = harness.torch.ones(3)
    harness.check(pair, "half", lambda: (x,))
    change = harness.check(pair, "third", lambda: (x,), expect="whole")
    assert change["compiled"] == 1 and pair.counters()["compiled"] == 1


def test_a_fault_in_everything_is_no_build(good, tmp_path):
    result = pyaot(good, "-o", tmp_path / "out", *CALL, env={"PYAOT_FAULT_IN": "half"})
    assert result.returncode == 3 and "half" in result.stderr and not (tmp_path / "out").exists()
    assert result.stderr.count("fault of pyaot") == 1 and "in phase 'analysis'" in result.stderr


def test_without_memory_there_is_a_whole_build_or_none(good, tmp_path):
    out = tmp_path / "out"
    failing, built = 0, 4096  # allocations
    while built - failing > 1:
        limit = (failing + built) // 2
        result = pyaot(good, "-o", out, *CALL, "--emit=c", *harness.PYTHON, env={"PYAOT_ALLOC_FAIL": str(limit)})
        assert result.returncode == (0 if out.exists() else 3), (limit, result.stderr)
        failing, built = (failing, limit) if out.exists() else (limit, built)
        shutil.rmtree(out, ignore_errors=True)
    assert failing > 0
