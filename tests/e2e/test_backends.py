"""Back ends: the list of --backend, debug, torch_fx, shared objects of third parties."""

import json
import os
import shutil
import subprocess
import sys

import graph_backends
import harness
import pytest
import torch

SOURCE = """
import torch
import torch.nn.functional as F


def pointwise(x, y):
    z = torch.cos(x) + y * 2.0
    return z, z.t()


def attention(q, k, v):
    scores = torch.matmul(q, k.transpose(-2, -1)) / 8.0
    return F.softmax(scores, dim=-1) @ v


def branch(x):
    if x.sum() > 0:
        return torch.cos(x)
    return torch.sin(x) * 2


def repeated(x, n: int):
    for step in range(n):
        x = torch.cos(x) + step
    return x


def in_place(x, y):
    x.mul_(2).add_(y.cos())
    return x


def twice(x):
    return x * 2, x + 0


def rows(x):
    return torch.cumsum(x.flip(1), 1)[:, ::2], x[[1, 0]], torch.cat([x, x], 1)


def chosen(x, i):
    return torch.index_select(x, 0, i)


def noisy(x):
    return x + torch.rand_like(x)
"""
CALLS = (
    "pointwise(f32[N, M], f32[N, M])",
    "attention(f32[B, T, D], f32[B, T, D], f32[B, T, D])",
    "branch(f32[N])",
    "repeated(f32[N, M], 3)",
    "in_place(f32[N], f32[N])",
    "twice(f32[N, N])",
    "rows(f32[N, M])",
    "noisy(f32[N])",
    "chosen(f32[N, M], i64[K])",
)
FOLDER = os.path.dirname(os.path.abspath(__file__))


def built_with(backend, source=SOURCE, calls=CALLS):
    return harness.program("graphs", source, calls, args=[f"--backend={backend}"], flags="-O0")


def torch_fx(name):
    return built_with(f"torch_fx:graph_backends.{name}")


def randn(*shape):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(0))


def check_all(pair, expect="compiled"):
    harness.check(pair, "pointwise", lambda: (randn(3, 4), randn(3, 4)), expect=expect)
    harness.check(pair, "attention", lambda: tuple(randn(2, 3, 4) for _ in range(3)), expect=expect)
    harness.check(pair, "branch", lambda: (torch.ones(5),), expect=expect)
    harness.check(pair, "branch", lambda: (-torch.ones(5),), expect=expect)
    harness.check(pair, "repeated", lambda: (randn(3, 4), 3), expect=expect)
    harness.check(pair, "in_place", lambda: (randn(7), randn(7)), expect=expect)
    harness.check(pair, "twice", lambda: (randn(3, 3),), expect=expect)
    harness.check(pair, "rows", lambda: (randn(3, 4),), expect=expect)
    harness.check(pair, "chosen", lambda: (randn(3, 4), torch.tensor([2, 0])), expect=expect)
    torch.manual_seed(0)
    a = pair.built.noisy(torch.zeros(9))
    torch.manual_seed(0)
    assert torch.equal(a, pair.eager.noisy(torch.zeros(9)))


def taken_by(pair, backend):
    return [row for row in pair.built.__pyaot__.variants() if row["backend"] == backend]


# ---- debug -------------------------------------------------------------------------------------------------------------


def test_debug_runs_node_by_node_and_prints_a_table(capfd):
    pair = built_with("debug").fresh()
    pair.built.pointwise(randn(3, 4), randn(3, 4))
    pair.built.pointwise(randn(3, 4), randn(3, 4))
    table = capfd.readouterr().err
    assert table.count("pyaot: graph pointwise_v0_graph0") == 1
    for column in ("opcode", "name", "target", "args", "kwargs", "shape", "dtype"):
        assert column in table.splitlines()[1]
    row = next(line for line in table.splitlines() if "torch.cos" in line)
    assert row.split()[:4] == ["call_function", "cos", "torch.cos", "(x,)"] and "[3, 4]" in row and "float32" in row
    assert pair.counters()["python"] > 0


def test_debug_gives_what_eager_gives():
    pair = built_with("debug").fresh()
    pair.built.pointwise(randn(3, 4), randn(3, 4))
    x, y = randn(3, 4), randn(3, 4)
    assert torch.equal(pair.built.pointwise(x, y)[0], pair.eager.pointwise(x, y)[0])
    assert taken_by(pair, "debug")


def test_debug_values(capfd):
    pair = built_with("debug:values").fresh()
    pair.built.twice(torch.ones(2, 2))
    pair.built.twice(torch.full((2, 2), float("nan")))
    table = capfd.readouterr().err
    assert "2 to 2, mean 2" in table and "4 NaN" in table


SUSPECT = """
import torch


def suspect(x, y):
    wide = x * 1e30
    square = wide * wide
    gap = square - square
    return torch.tanh(gap) + y, torch.tanh(y) * 2
"""
SUSPECT_CALL = ("suspect(f32[N], f32[N])",)


def rows_of(table):
    head, *rows = table.splitlines()[1:]
    assert head.split() == ["opcode", "name", "target", "args", "kwargs", "shape", "dtype", "values"]
    return {row.split()[1]: row for row in rows}


def test_debug_shows_the_node_that_is_wrong(capfd, tmp_path):
    """Three faults: in the program, which gives NaN; in a graph, as analysis would make it; in generated code."""
    program = built_with("debug:values", SUSPECT, SUSPECT_CALL)
    x, y = randn(5), randn(5) * 2
    pair = program.fresh()
    pair.built.suspect(x, y)
    rows = rows_of(capfd.readouterr().err)
    assert "5 NaN" not in rows["square"] and "5 NaN" in rows["gap"], rows
    # A node of the graph does something else: the table says what, and debug gives the wrong result too.
    out = tmp_path / "out"
    shutil.copytree(program.out, out)
    graphs = out / "graphs_graphs.py"
    text = graphs.read_text()
    assert text.count("torch.tanh(y)") == 1
    graphs.write_text(text.replace("torch.tanh(y)", "torch.sin(y)"))
    wrong = harness.Pair(program.path, out)
    assert not torch.allclose(wrong.built.suspect(x, y)[1], pair.eager.suspect(x, y)[1])
    rows = rows_of(capfd.readouterr().err)
    assert [name for name, row in rows.items() if "torch.sin" in row.split()[2]] == ["tanh_1"], rows
    # Right with debug, wrong with C: the fault is behind the graph.
    compiler = tmp_path / "cc"
    compiler.write_text(
        '#!/bin/sh\nfor a in "$@"; do case "$a" in *_kernels.c) sed -i "s/rt_tanh_f32(/-rt_tanh_f32(/" "$a";; esac; done\n'
        f'exec {sys.executable} {harness.CACHED_COMPILER} "$@"\n'
    )
    compiler.chmod(0o755)
    call = ("--backend=c", "--force", "--call", *SUSPECT_CALL)
    env = {"CC": str(compiler)}
    done = harness.run_pyaot(program.path, "-o", tmp_path / "c", *call, *harness.PYTHON, env=env)
    assert done.returncode == 0, done.stderr
    assert torch.allclose(pair.built.suspect(x, y)[1], pair.eager.suspect(x, y)[1])
    in_c = harness.Pair(program.path, tmp_path / "c")
    assert not torch.allclose(in_c.built.suspect(x, y)[1], in_c.eager.suspect(x, y)[1])


# ---- torch_fx ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["noting", "aot"])
def test_torch_fx_gives_what_eager_gives(name):
    graph_backends.seen.clear()
    pair = torch_fx(name).fresh()
    check_all(pair, None)
    assert {entry[0] for entry in graph_backends.seen} == {name}
    assert all(row["calls"] > 0 and row["problem"] is None for row in taken_by(pair, f"torch_fx:graph_backends.{name}"))
    counters = pair.counters()
    assert counters["python"] > 0 and counters["fallback"] == 0


def test_a_back_end_sees_the_graph_and_example_inputs(capsys):
    graph_backends.seen.clear()
    pair = torch_fx("printing").fresh()
    pair.built.pointwise(randn(3, 4), randn(3, 4))
    pair.built.pointwise(randn(3, 4), randn(3, 4))
    assert len(graph_backends.seen) == 1
    _, targets, sizes = graph_backends.seen[0]
    assert torch.cos in targets and sizes == [(3, 4), (3, 4)]
    assert "cos" in capsys.readouterr().out
    pair.built.pointwise(randn(5, 4), randn(5, 4))
    assert graph_backends.seen[1][2] == [(5, 4), (5, 4)]


def test_core_aten():
    graph_backends.seen.clear()
    pair = built_with("torch_fx:core_aten:graph_backends.noting").fresh()
    check_all(pair, None)
    assert torch.ops.aten.cos.default in [target for entry in graph_backends.seen for target in entry[1]]


def test_a_rewrite_through_torch_fx_has_its_effect():
    pair = torch_fx("cos_to_sin").fresh()
    for size in range(2, 9):  # sizes as constants, then as symbols
        x = randn(size, 4)
        assert torch.allclose(pair.built.pointwise(x, torch.zeros(size, 4))[0], torch.sin(x))
    assert pair.counters()["fallback"] == 0


def test_a_registered_name():
    graph_backends.seen.clear()
    pair = built_with("torch_fx:pyaot_test_backend").fresh()
    check_all(pair, None)
    assert {entry[0] for entry in graph_backends.seen} == {"registered"}


def test_inductor():
    source = "import torch\ndef f(x, y):\n    return torch.tanh(x) * y + 1\n"
    pair = built_with("torch_fx:inductor", source, ("f(f32[N, M], f32[N, M])",)).fresh()
    harness.check(pair, "f", lambda: (randn(3, 4), randn(3, 4)))
    (row,) = taken_by(pair, "torch_fx:inductor")
    if row["problem"] is None:
        assert row["calls"] == 1
    else:
        pytest.skip(f"inductor does not work on this machine: {row['problem']}")


def test_one_that_raises_leaves_the_call_to_the_next():
    pair = built_with("torch_fx:graph_backends.raising,c").fresh()
    check_all(pair, None)
    raised = taken_by(pair, "torch_fx:graph_backends.raising")
    assert raised and all(
        row["calls"] == 0 and "NotImplementedError: not this graph" == row["problem"] for row in raised
    )
    assert all(row["calls"] > 0 for row in taken_by(pair, "c"))
    assert pair.counters()["python"] == 0 and pair.counters()["fallback"] == 0


def test_one_that_raises_is_asked_once():
    graph_backends.seen.clear()
    pair = torch_fx("raising").fresh()
    for _ in range(3):
        harness.check(pair, "twice", lambda: (randn(3, 3),))
    assert len(graph_backends.seen) == 1 and pair.counters()["compiled"] == 0


WRONG = {  # what it does, what is said of it
    "raising_later": "a call failed: RuntimeError: at work", "wrong_shape": "", "wrong_dtype": "",
    "too_few": "a graph of 2 results returned 1", "no_tensors": "returned list", "nothing": "of 2 results returned 1",
    "sparse": "where it has a plain tensor", "no_callable": "gave NoneType, which cannot be called",
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_goes_wrong_while_it_runs_runs_as_python(name):
    source = "import torch\ndef twice(x):\n    return x * 2, x + 0\n"
    pair = built_with(f"torch_fx:graph_backends.{name}", source, ("twice(f32[N, N])",)).fresh()
    for number in (1, 2):
        harness.check(pair, "twice", lambda: (randn(3, 3),))
        assert pair.counters()["fallback"] == number and pair.counters()["compiled"] == 0
    (asked,) = taken_by(pair, f"torch_fx:graph_backends.{name}")
    assert WRONG[name] in (asked["problem"] or ""), asked


def test_one_that_fails_while_it_runs_leaves_the_call_to_the_next():
    source = "import torch\ndef twice(x):\n    return x * 2, x + 0\n"
    pair = built_with("torch_fx:graph_backends.raising_later,c", source, ("twice(f32[N, N])",)).fresh()
    harness.check(pair, "twice", lambda: (randn(3, 3),), expect="whole")
    (asked,) = taken_by(pair, "torch_fx:graph_backends.raising_later")
    assert asked["calls"] == 0 and asked["problem"] == "a call failed: RuntimeError: at work"


def test_an_entry_point(tmp_path):
    """A back end that an installed package names in the group that torch.compile reads."""
    program = built_with("torch_fx:from_a_package", PLUGIN_SOURCE, PLUGIN_CALLS)
    program.require()
    info = tmp_path / "some_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[torch_dynamo_backends]\nfrom_a_package = some_package:compile_it\n")
    (tmp_path / "some_package.py").write_text(
        "seen = []\ndef compile_it(module, inputs):\n    seen.append(inputs)\n    return module.forward\n"
    )
    script = f"""
import sys
sys.path.insert(0, {str(program.out)!r})
import graphs, some_package, torch
with torch.no_grad():
    x = torch.ones(3, 4)
    assert torch.equal(graphs.mix(x, x)[1], torch.cos(x))
assert len(some_package.seen) == 1 and graphs.__pyaot__.counters()["fallback"] == 0, graphs.__pyaot__.variants()
"""
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_more_numbers_than_graphs_are_made_of():
    for backend in ("torch_fx:graph_backends.noting", "torch_fx:core_aten:graph_backends.noting", "debug"):
        graph_backends.seen.clear()
        pair = built_with(backend).fresh()
        harness.check(pair, "repeated", lambda: (randn(3, 4), 40))
        assert pair.counters()["fallback"] == 0 and len(graph_backends.seen) <= 8
        (row,) = [row for row in pair.built.__pyaot__.variants() if row["entry"] == "repeated"]
        assert row["problem"] is None


MANY_SIZES = """
import torch


class Layer(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = torch.nn.Linear(width, width)
        self.norm = torch.nn.LayerNorm(width)

    def forward(self, x):
        return self.norm(torch.relu(self.linear(x)) + x)


def twice(x):
    return x * 2, x + 0


def views(x, n: int, s: float):
    y = x.transpose(0, 1).reshape(-1) * s
    return y.view(x.shape[1], x.shape[0])[:, ::2] + n, x.unflatten(0, (1, -1)).expand(3, -1, -1)


def stored(x, i):
    x[1:] += torch.cos(x[:-1])
    return x.index_select(0, i), x.sum(0), x > 0


def kinds(i, mask):
    return i // 3 + i % 2, mask & (i > 2), i.float().mean(), torch.where(mask, i, -i)


def noisy(x):
    y = torch.rand_like(x)
    return x + y, torch.cos(y)
"""
MANY_CALLS = (
    "Layer(8)(f32[N, 8])", "twice(f32[N, M])", "views(f32[N, M], 3, 0.5)", "stored(f32[N, M], i64[K])",
    "kinds(i64[N], b8[N])", "noisy(f32[N, M])",
)  # fmt: skip
SIZES = [(3, 4), (4, 4), (5, 2), (7, 9), (8, 3), (2, 6), (9, 9), (1, 5), (12, 4), (2, 1), (13, 3)]


@pytest.mark.parametrize("way", ["noting", "core_aten:noting", "aot", "registered", "eager", "aot_eager"])
def test_more_sizes_than_graphs_are_made_of(way):
    """From the fifth combination on one graph with symbols serves all sizes, but for those of 0 and 1."""
    own = {"noting": "graph_backends.noting", "core_aten:noting": "core_aten:graph_backends.noting",
           "aot": "graph_backends.aot", "registered": "pyaot_test_backend"}  # fmt: skip
    backend = f"torch_fx:{own.get(way, way)}"
    pair = built_with(backend, MANY_SIZES, MANY_CALLS).fresh()
    graph_backends.seen.clear()
    torch.manual_seed(0)
    layers = pair.eager.Layer(8), pair.built.Layer(8)
    layers[1].load_state_dict(layers[0].state_dict())
    for n, m in SIZES:
        few = None if min(n, m) < 3 else "compiled"  # layouts of few rows are guarded
        harness.check(pair, "twice", lambda: (randn(n, m),), expect="compiled")  # noqa: B023
        harness.check(pair, "views", lambda: (randn(n, m), n + 2, m + 0.5), expect=few)  # noqa: B023
        harness.check(pair, "stored", lambda: (randn(n, m), torch.tensor([0, n - 1])), expect=few)  # noqa: B023
        arguments = torch.arange(n), torch.arange(n) % 3 == 0
        harness.check(pair, "kinds", lambda: arguments, expect="compiled")  # noqa: B023
        results = []
        for module in (pair.eager, pair.built):
            torch.manual_seed(1)
            results.append(module.noisy(torch.zeros(n, m)))
        assert all(torch.allclose(a, b) for a, b in zip(*results, strict=True))
        with torch.no_grad():
            x = randn(n, 8)
            torch.testing.assert_close(layers[0](x), layers[1](x))
    assert not any(row["problem"] for row in taken_by(pair, backend))
    if way == "noting":
        of_twice = [inputs for _, targets, inputs in graph_backends.seen if len(inputs) == 1 and len(inputs[0]) == 2]
        assert len(of_twice) < 2 * len(SIZES)


def test_one_that_refuses_symbols_runs_what_it_took():
    source = "import torch\ndef twice(x):\n    return x * 2, x + 0\n"
    pair = built_with("torch_fx:graph_backends.constants_only,c", source, ("twice(f32[N, N])",)).fresh()
    for size in [*range(2, 12), 3]:
        harness.check(pair, "twice", lambda: (randn(size, size),), expect="compiled")  # noqa: B023
    (asked,) = taken_by(pair, "torch_fx:graph_backends.constants_only")
    (after,) = taken_by(pair, "c")
    assert asked["calls"] == 5 and after["calls"] == 6 and "where they are symbols" in asked["problem"]


def test_indices_that_eager_refuses():
    pair = torch_fx("noting").fresh()
    harness.check(pair, "chosen", lambda: (randn(3, 4), torch.tensor([2, -1])), expect="fallback")
    harness.check(pair, "chosen", lambda: (randn(3, 4), torch.tensor([3])), expect="fallback")


def test_results_are_tensors_of_their_own():
    pair = torch_fx("returning_inputs").fresh()
    x = randn(3, 3)
    first, second = pair.built.twice(x)
    assert first.stride() == (3, 1) and not first.requires_grad and not second.requires_grad
    assert len({t.untyped_storage().data_ptr() for t in (x, first, second)}) == 3
    second.zero_()
    assert torch.equal(x, randn(3, 3))


def test_numbers_are_constants_of_the_graph():
    pair = torch_fx("noting").fresh()
    harness.check(pair, "repeated", lambda: (randn(3, 4), 2))
    harness.check(pair, "repeated", lambda: (randn(3, 4), 4))
    assert pair.counters()["fallback"] == 0


# ---- the list ----------------------------------------------------------------------------------------------------------


def test_unknown_names_and_missing_arguments(tmp_path):
    source = tmp_path / "m.py"
    source.write_text("import torch\ndef f(x):\n    return x + 1\n")
    for backend, message in (("nothing", "there is no back end 'nothing'"), ("torch_fx", "needs a name")):
        result = harness.run_pyaot(source, "-o", tmp_path / "out", *harness.PYTHON, f"--backend={backend}")
        assert result.returncode == 1 and message in result.stderr and "PY008" in result.stderr


def test_the_list_is_printed():
    text = harness.run_pyaot("--list-backends").stdout
    for name, kind in (("c", "code"), ("debug", "graph"), ("torch_fx", "graph")):
        assert any(line.split()[:2] == [name, kind] and "built in" in line for line in text.splitlines())


LLVM = (harness.PYAOT.parent / "lib" / "pyaot" / "libpyaot_llvm.so").exists()
LISTS = [  # and who takes what is a graph of tensors alone
    ("debug,llvm,c", "debug"), ("torch_fx:graph_backends.raising,llvm", "llvm"), ("llvm,debug,c", "llvm"),
    ("c,llvm,torch_fx:graph_backends.noting", "c"), ("torch_fx:graph_backends.raising,debug,c", "debug"),
    ("torch_fx:graph_backends.raising,torch_fx:graph_backends.noting", "torch_fx:graph_backends.noting"),
]  # fmt: skip


@pytest.mark.parametrize("names, first", LISTS)
def test_lists_in_any_order(names, first):
    if "llvm" in names and not LLVM:
        pytest.skip("the LLVM back end is not built")
    pair = built_with(names).fresh()
    check_all(pair, None)
    assert pair.counters()["fallback"] == 0
    rows = [row for row in pair.built.__pyaot__.variants() if row["entry"] == "pointwise" and row["calls"]]
    assert [row["backend"] for row in rows] == [first]


# ---- third parties -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def plugin(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plugin")
    path = folder / "libpyaot_pointwise.so"
    source = harness.ROOT / "examples" / "backend_plugin" / "pointwise.c"
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", f"-I{harness.ROOT / 'include'}"]
    subprocess.run(["gcc", *flags, str(source), "-o", str(path)], check=True)
    return path


PLUGIN_SOURCE = """
import torch


def mix(x, y):
    return torch.tanh(x) * 2.0 + y, torch.cos(y)


def total(x):
    return (x * 2).sum()


def steps(x, n: int, s: float):
    for i in range(n):
        x = torch.sin(x) * s
    return x


def scaled_in_place(x, s: float):
    x.mul_(s)
    return x.t()
"""
PLUGIN_CALLS = (
    "mix(f32[N, M], f32[N, M])", "total(f32[N])", "steps(f32[N, M], 3, 0.5)", "scaled_in_place(f32[N, M], 0.5)",
)  # fmt: skip


def test_a_shared_object_takes_what_it_can(plugin):
    program = built_with(f"{plugin},c", PLUGIN_SOURCE, PLUGIN_CALLS)
    pair = program.fresh()
    harness.check(pair, "mix", lambda: (randn(3, 4), randn(3, 4)), expect="whole")
    harness.check(pair, "mix", lambda: (randn(300, 400), randn(300, 400)), expect="whole", atol=1e-5, rtol=1e-5)
    harness.check(pair, "mix", lambda: (randn(4, 3).t(), randn(3, 4)), expect="fallback")
    harness.check(pair, "total", lambda: (randn(9),), expect="whole")
    harness.check(pair, "steps", lambda: (randn(3, 4), 3, 0.5), expect="whole")
    harness.check(pair, "scaled_in_place", lambda: (randn(3, 4), 0.5), expect="whole")
    assert {row["entry"]: row["backend"] for row in pair.built.__pyaot__.variants()} == {
        "mix": "pointwise", "total": "c", "steps": "pointwise", "scaled_in_place": "pointwise",
    }  # fmt: skip
    report = json.loads((program.out / "graphs.report.json").read_text())
    total = next(entry for entry in report["entries"] if entry["name"] == "total")["variants"][0]
    assert total["backends"] == "c" and total["declined"][0]["backend"] == "pointwise"
    assert "f32, row-major and of one shape" in total["declined"][0]["reason"]
    assert "PY115" in program.build().stderr


def test_what_every_back_end_declines_stays_python(plugin):
    pair = built_with(str(plugin), PLUGIN_SOURCE, PLUGIN_CALLS).fresh()
    harness.check(pair, "mix", lambda: (randn(3, 4), randn(3, 4)), expect="whole")
    harness.check(pair, "total", lambda: (randn(9),))
    assert not [row for row in pair.built.__pyaot__.variants() if row["entry"] == "total"]


@pytest.mark.skipif(not LLVM, reason="the LLVM back end is not built")
def test_where_no_c_is_compiled_a_shared_object_declines(plugin):
    program = built_with(f"{plugin},llvm", PLUGIN_SOURCE, PLUGIN_CALLS)
    harness.check(program.fresh(), "mix", lambda: (randn(3, 4), randn(3, 4)), expect="whole")
    report = json.loads((program.out / "graphs.report.json").read_text())
    for entry in report["entries"]:
        (variant,) = entry["variants"]
        assert variant["backends"] == "llvm" and "its answer is C" in variant["declined"][0]["reason"]


def test_it_is_found_by_name(plugin, tmp_path):
    env = {"PYAOT_BACKEND_PATH": f"/nowhere:{plugin.parent}"}
    assert "pointwise" in harness.run_pyaot("--list-backends", env=env).stdout
    source = tmp_path / "m.py"
    source.write_text("import torch\ndef f(x):\n    return x + 1\n")
    call = ("--call", "f(f32[N])", "--emit=c", "--backend=pointwise")
    result = harness.run_pyaot(source, "-o", tmp_path / "out", *harness.PYTHON, *call, env=env)
    assert result.returncode == 0 and "Made by the back end pointwise" in (tmp_path / "out/m_kernels.c").read_text()


def test_shared_objects_that_are_no_back_ends(tmp_path):
    source = tmp_path / "m.py"
    source.write_text("import torch\ndef f(x):\n    return x + 1\n")
    texts = {
        "empty": ("int x;", "it has no function pyaot_backend"),
        "refuses": ("const void *pyaot_backend(unsigned v) { (void)v; return 0; }", "does not work with this version"),
        "old": ("static const unsigned b[32] = {99}; const void *pyaot_backend(unsigned v) { (void)v; return b; }",
                "another version of pyaot_backend.h"),
    }  # fmt: skip
    for name, (text, message) in texts.items():
        (tmp_path / f"{name}.c").write_text(text)
        path = tmp_path / f"lib{name}.so"
        subprocess.run(["gcc", "-shared", "-fPIC", str(tmp_path / f"{name}.c"), "-o", str(path)], check=True)
        result = harness.run_pyaot(source, "-o", tmp_path / "out", *harness.PYTHON, f"--backend={path}")
        assert result.returncode == 1 and message in result.stderr, result.stderr


def build_plugin(folder, name, text, *flags):
    (folder / f"{name}.c").write_text(text)
    path = folder / f"libpyaot_{name}.so"
    subprocess.run(["gcc", "-shared", "-fPIC", *flags, str(folder / f"{name}.c"), "-o", str(path)], check=True)
    return path


FAULTY = """
#include <pyaot_backend.h>
#include <stdlib.h>
static const char *compile(void *state, const PyaotGraph *graph, PyaotAnswer *answer) {{
    {body}
}}
static const PyaotBackend backend = {{.version = PYAOT_BACKEND_VERSION, .size = sizeof backend, .name = "faulty",
                                     .doc = "does one thing wrong", .compile = compile}};
const PyaotBackend *pyaot_backend(uint32_t host_version) {{ {entry}return &backend; }}
"""
FAULTS = {  # what is wrong: its function, its entry point, what is said of it
    "crashes": ("return (const char *)(intptr_t)*(volatile char *)8;", "", "asked for 'f_v0_graph0', "),
    "aborts": ("abort();", "", "asked for 'f_v0_graph0', "),
    "exits": ("exit(0);", "", "asked for 'f_v0_graph0', ended the process"),
    "crashes_loading": ("return 0;", "abort(); ", "while it was loaded, crashed"),
    "no_c": ('answer->code = "f_v0_graph0 is no C"; return 0;', "", "some of the C is of the back end 'faulty'"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_shared_object_that_does_wrong_is_named(fault, tmp_path):
    body, entry, message = FAULTS[fault]
    path = build_plugin(tmp_path, fault, FAULTY.format(body=body, entry=entry), f"-I{harness.ROOT / 'include'}")
    source, out = tmp_path / "m.py", tmp_path / "out"
    source.write_text("import torch\ndef f(x):\n    return torch.cos(x) + 1\n")
    call = ("--call", "f(f32[N])", f"--backend={path},c")
    result = harness.run_pyaot(source, "-o", out, *harness.PYTHON, *call)
    assert result.returncode == 1 and message in result.stderr and "PY008" in result.stderr, result.stderr
    assert str(path) in result.stderr and "fault of pyaot" not in result.stderr
    assert not out.exists() and {path.suffix for path in tmp_path.iterdir()} == {".c", ".so", ".py"}


LISTED = {  # its name, its entry point, its line in the list
    "fine": ("fine", "", "  fine       graph  does one thing wrong ("),
    "crashes": ("crashes", "abort(); ", " cannot be used: it crashed while it was loaded: Aborted"),
    "exits": ("exits", "exit(0); ", " cannot be used: it ended the process while it was loaded"),
    "unfit": ("Two words", "", " cannot be used: its name is no lower-case identifier"),
    "taken": ("debug", "", " cannot be used: its name is that of a built-in back end"),
}


def test_the_list_names_shared_objects_that_cannot_be_loaded(tmp_path):
    lines = {}
    for name, (title, entry, line) in LISTED.items():
        text = FAULTY.format(body="return 0;", entry=entry).replace('"faulty"', f'"{title}"')
        lines[str(build_plugin(tmp_path, name, text, f"-I{harness.ROOT / 'include'}"))] = line
    (tmp_path / "libpyaot_broken.so").write_text("no library")
    lines[str(tmp_path / "libpyaot_broken.so")] = " cannot be used: "
    done = harness.run_pyaot("--list-backends", env={"PYAOT_BACKEND_PATH": str(tmp_path)})
    assert done.returncode == 0 and not done.stderr, done.stderr
    for path, line in lines.items():
        assert [text for text in done.stdout.splitlines() if path in text and line in text], done.stdout


ANSWERS = {
    "return 0;": "it gave no code",
    'answer->code = "static void g(void) {}"; return 0;': "its code has no function 'f_v0_graph0'",
    'return "not today";': "not today",
}


@pytest.mark.parametrize("body", ANSWERS)
def test_one_that_gives_no_code_declines(body, tmp_path):
    path = build_plugin(tmp_path, "none", FAULTY.format(body=body, entry=""), f"-I{harness.ROOT / 'include'}")
    source = tmp_path / "m.py"
    source.write_text("import torch\ndef f(x):\n    return torch.cos(x) + 1\n")
    call = ("--emit=c", "--call", "f(f32[N])", f"--backend={path},c")
    result = harness.run_pyaot(source, "-o", tmp_path / "out", *harness.PYTHON, *call)
    assert result.returncode == 0 and f"does not take 'f': {ANSWERS[body]}" in result.stderr, result.stderr


GATHERS = """
import torch
import torch.nn.functional as F


def looked_up(i, w):
    return torch.cos(F.embedding(i, w)) * 2


def picked(x, i):
    return torch.tanh(x[i] + 1)
"""


def test_indices_are_checked_outside_of_a_shared_object(plugin):
    pair = built_with(f"{plugin},c", GATHERS, ("looked_up(i64[N], f32[V, D])", "picked(f32[N], i64[K])")).fresh()
    for index in (2, -1, 3, -4):
        i = torch.tensor([0, index])
        expect = "whole" if index == 2 else None
        harness.check(pair, "looked_up", lambda: (i, randn(3, 4)), expect=expect)  # noqa: B023
        harness.check(pair, "picked", lambda: (randn(3), i), expect=expect)  # noqa: B023
    assert {row["backend"] for row in pair.built.__pyaot__.variants()} == {"pointwise"}


SHOWN = """
#include <pyaot_backend.h>
#include <stdio.h>
#include <string.h>
/* Answers with the sizes and strides of what it is shown, in the order of its inputs. */
static const char *compile(void *state, const PyaotGraph *graph, PyaotAnswer *answer) {
    static char code[4096];
    char *at = code;
    at += sprintf(at, "static void %s(const PyaotValue *inputs, const int64_t *sizes, const PyaotView *outputs) {\\n"
                  "    (void)inputs;\\n", graph->name);
    for (uint32_t i = 0; i < graph->symbol_count; i++)
        at += sprintf(at, "    const int64_t %s = sizes[%u];\\n", graph->symbols[i], i);
    at += sprintf(at, "    const int64_t shown[] = {");
    for (uint32_t k = 0; k < graph->input_count; k++) {
        const PyaotType *type = &graph->nodes[graph->inputs[k]].type;
        for (int d = 0; d < type->rank; d++)
            at += sprintf(at, "%s, %s, ", type->sizes[d], type->strides ? type->strides[d] : "0");
    }
    at += sprintf(at, "-1};\\n    for (int i = 0; i < (int)(sizeof shown / sizeof *shown); i++)\\n"
                  "        ((float *)outputs[0].data)[i] = (float)shown[i];\\n");
    for (uint32_t i = 0; i < graph->symbol_count; i++)
        at += sprintf(at, "    (void)%s;\\n", graph->symbols[i]);
    sprintf(at, "}\\n");
    answer->code = code;
    return 0;
}
static const PyaotBackend backend = {.version = PYAOT_BACKEND_VERSION, .size = sizeof backend, .name = "shown",
                                     .doc = "tells sizes", .compile = compile};
const PyaotBackend *pyaot_backend(uint32_t host_version) { return &backend; }
"""
SHOWN_SOURCE = """
import torch


def flat(x, n: int):
    return torch.cos(x) + n


def several(x, y, n: int):
    return torch.cos(x) @ y + n
"""


def test_sizes_and_strides_are_given_as_named(tmp_path):
    """The names in the types of a graph are those of the values that the function gets."""
    path = build_plugin(tmp_path, "shown", SHOWN, f"-I{harness.ROOT / 'include'}")
    calls = ("flat(f32[N], 3)", "several(f32[N, M], f32[K, M].t(), 3)")
    pair = built_with(str(path), SHOWN_SOURCE, calls).fresh()
    assert pair.built.flat(torch.zeros(7), 3).tolist()[:3] == [7, 0, -1]
    found = pair.built.several(torch.zeros(5, 6), torch.zeros(4, 6).t(), 3).reshape(-1)
    assert found.tolist()[:9] == [5, 0, 6, 0, 6, 1, 4, 6, -1], found


TAKES = """
static int takes(void *state, const PyaotNode *nodes, uint32_t index) {
    const PyaotType *type = &nodes[index].type;
    int known = code_of(nodes[index].op) && type->kind == PYAOT_TENSOR && same_type(type, type);
    for (uint32_t i = 0; i < index; i++)
        if (nodes[i].type.kind == PYAOT_TENSOR)
            known = known && same_type(&nodes[i].type, type);
    (void)state;
    return known;
}
"""
MIXED = """
import torch
import torch.nn.functional as F


def attention(q, k, v):
    q = torch.tanh(q) * 2
    scores = F.softmax(q @ k.t(), -1)
    return torch.exp(scores @ v) + 1, scores.argmax(-1)


def stored(x, i):
    y = torch.sin(x) * 2
    x[i] = y.sum()
    return torch.cos(y) + x[0], y.t()


def looped(x, n: int):
    for _ in range(n):
        x = torch.tanh(x) + x.sum(0)
    return x if x.sum() > 0 else -x
"""
MIXED_CALLS = ("attention(f32[N, D], f32[M, D], f32[M, K])", "stored(f32[N, M], i64[K])", "looped(f32[N, M], 2)")


def test_a_shared_object_takes_single_operations(tmp_path):
    """What it leaves is made by the code back end, between its graphs."""
    text = (harness.ROOT / "examples" / "backend_plugin" / "pointwise.c").read_text()
    text = text.replace("static const PyaotBackend backend", TAKES + "\nstatic const PyaotBackend backend")
    assert ".compile = compile}" in text
    text = text.replace(".compile = compile}", ".compile = compile, .takes = takes}")
    path = build_plugin(tmp_path, "parts", text, f"-I{harness.ROOT / 'include'}")
    program = built_with(f"{path},c", MIXED, MIXED_CALLS)
    pair = program.fresh()
    for n in (3, 5):
        qkv = lambda: (randn(n, 4), randn(6, 4), randn(6, 7))  # noqa: B023, E731
        harness.check(pair, "attention", qkv, expect="whole")
        harness.check(pair, "stored", lambda: (randn(n, 4), torch.tensor([1])), expect="whole")  # noqa: B023
        harness.check(pair, "looped", lambda: (randn(n, 4), 3), expect="whole")  # noqa: B023
    harness.check(pair, "stored", lambda: (randn(3, 4), torch.tensor([-1])))
    harness.check(pair, "stored", lambda: (randn(3, 4), torch.tensor([9])))
    rows = {row["entry"]: row["backend"] for row in pair.built.__pyaot__.variants()}
    assert rows["attention"] == rows["looped"] == "pointwise", rows
    code = (program.out / "graphs_kernels.c").read_text()
    assert code.count("Made by the back end pointwise") >= 4 and "attention_v0_graph1(" in code


FLAGS = """
#include <pyaot_backend.h>
#include <stdio.h>
static const char *compile(void *state, const PyaotGraph *graph, PyaotAnswer *answer) {{
    static char code[4096];
    if (answer->size < sizeof *answer)
        return "an older pyaot";
    sprintf(code, "#include <mine.h>\\n"
            "static void %s(const PyaotValue *inputs, const int64_t *sizes, const PyaotView *outputs) {{\\n"
            "    (void)sizes;\\n"
            "    mine_fill(outputs[0].data, inputs[0].view.sizes[0], MINE_NUMBER);\\n}}\\n", graph->name);
    answer->code = code;
    answer->flags = "-I{folder} -DMINE_NUMBER=42 -L{folder} -lmine -Wl,-rpath,{folder}";
    return 0;
}}
static const PyaotBackend backend = {{.version = PYAOT_BACKEND_VERSION, .size = sizeof backend, .name = "mine",
                                     .doc = "calls a library", .compile = compile}};
const PyaotBackend *pyaot_backend(uint32_t host_version) {{ return &backend; }}
"""


def test_a_library_that_a_shared_object_calls(tmp_path):
    (tmp_path / "mine.h").write_text("void mine_fill(float *to, long count, float value);\n")
    (tmp_path / "mine.c").write_text(
        '#include "mine.h"\nvoid mine_fill(float *to, long count, float value) {\n'
        "    for (long i = 0; i < count; i++)\n        to[i] = value;\n}\n"
    )
    library = ["-shared", "-fPIC", str(tmp_path / "mine.c"), "-o", str(tmp_path / "libmine.so")]
    subprocess.run(["gcc", *library], check=True)
    path = build_plugin(tmp_path, "mine", FLAGS.format(folder=tmp_path), f"-I{harness.ROOT / 'include'}")
    source = "import torch\n\n\ndef f(x):\n    return torch.cos(x)\n\n\ndef g(x):\n    return torch.sin(x)\n"
    pair = built_with(f"{path},c", source, ("f(f32[N])", "g(f32[N])")).fresh()
    assert pair.built.f(torch.zeros(3)).tolist() == [42.0] * 3 and pair.built.g(torch.zeros(1)).tolist() == [42.0]


def test_with_what_make_install_leaves_alone(tmp_path):
    """The installed header and program are all that a back end needs."""
    prefix, away = tmp_path / "prefix", tmp_path / "away"
    away.mkdir()
    build = str(harness.PYAOT.parent)
    make = ["make", "-s", "-o", str(harness.PYAOT), "install", f"BUILD={build}", f"PREFIX={prefix}"]
    done = subprocess.run(make, cwd=harness.ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    documents = prefix / "share" / "doc" / "pyaot"
    assert (documents / "docs" / "operations.md").exists() and (documents / "docs" / "backends.md").exists()
    text = (documents / "examples" / "backend_plugin" / "pointwise.c").read_text()
    path = build_plugin(prefix / "lib" / "pyaot" if LLVM else prefix / "bin", "pointwise", text,
                        "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{prefix / 'include'}")  # fmt: skip
    (path.parent / "pointwise.c").unlink()
    (away / "graphs.py").write_text(PLUGIN_SOURCE)
    pyaot = str(prefix / "bin" / "pyaot")
    listed = subprocess.run([pyaot, "--list-backends"], capture_output=True, text=True, cwd=away).stdout
    assert "pointwise" in listed and ("llvm" in listed) == LLVM
    calls = [word for call in PLUGIN_CALLS for word in ("--call", call)]
    command = [pyaot, "graphs.py", "-o", "out", *harness.PYTHON, "--backend=pointwise,c", *calls]
    done = subprocess.run(command, cwd=away, env=harness.build_environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    pair = harness.Pair(away / "graphs.py", away / "out")
    harness.check(pair, "mix", lambda: (randn(3, 4), randn(3, 4)), expect="whole")
    harness.check(pair, "total", lambda: (randn(9),), expect="whole")
    assert {row["entry"]: row["backend"] for row in pair.built.__pyaot__.variants()} == {
        "mix": "pointwise", "total": "c", "steps": "pointwise", "scaled_in_place": "pointwise",
    }  # fmt: skip
