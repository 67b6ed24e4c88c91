"""PYAOT_RECORD: what ran as Python becomes call lines, with which the next build has it compiled."""

import json
import os
import subprocess
import sys

import harness

MODEL = """
import enum
import functools
from dataclasses import dataclass, field
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import nn


class Kind(enum.Enum):
    SOFT = 1
    HARD = 2


class Range(NamedTuple):
    low: float = -1.0
    high: float = 1.0


@dataclass
class Config:
    width: int = 8
    kind: Kind = Kind.SOFT
    range: Range = Range()
    names: list = field(default_factory=lambda: ["a"])


class Base(nn.Module):
    def __init__(self, config, act=F.relu):
        super().__init__()
        self.config, self.act = config, act
        self.fc = nn.Linear(config.width, config.width)


class Net(Base):
    def __init__(self, config, *, scale=2.0, **more):
        super().__init__(config, **more)
        self.scale = scale

    def forward(self, x, mask=None):
        y = self.act(self.fc(x) * self.scale)
        if mask is not None:
            y = y.masked_fill(mask, 0.0)
        return y.clamp(*self.config.range) if self.config.kind is Kind.HARD else y


class Plain(nn.Module):
    def forward(self, x):
        return torch.tanh(x) + 1

    def twice(self, x, *, by=2):
        return self(x) * by


class Mixed(nn.Module):
    def __init__(self, act, layers):
        super().__init__()
        self.act, self.layers = act, layers

    def forward(self, x):
        for layer in self.layers:
            x = self.act(layer(x))
        return x


def through(layer, x, rows=slice(None)):
    return layer(x)[rows] * 2


def given(function, x):
    return function(x) + 1


class Meter:
    def __init__(self, n):
        self.total, self.n = torch.zeros(n), 0

    def update(self, v):
        self.total = self.total + v
        self.n += 1
        return self.total / self.n

    @staticmethod
    def mean(x, dim=0):
        return x.mean(dim) + 1

    @classmethod
    def of(cls, x):
        return x.sum() * 2


def merge(parts, weights):
    out = 0
    for k, p in enumerate(parts):
        out = out + p * weights[k]
    return out


def lookup(tables, row, *rest, dtype=None):
    found = tables["rows"][row] * tables["scale"]
    for r in rest:
        found = found + r
    return found.to(dtype) if dtype is not None else found


def told(x, path):
    y = x * 2 + 1
    open(path).close()
    return y.sum()


def sizes(x, y):
    return torch.cat([x, y]) * 2 + 1


def helper(n):
    return n + 1


def spread(*xs, **named):
    return sum(xs) + named["by"]


def halves(x):
    yield x / 2
    yield x / 4


class Odd:
    def __init__(self, x):
        self.x = x

    @property
    def __class__(self):
        raise RuntimeError("nobody asks")


def odd(o, x):
    return x * 2 + 1
"""


def build(folder, out, *arguments):
    source = folder / "model.py"
    source.write_text(MODEL)
    result = harness.run_pyaot(source, "-o", folder / out, *arguments, *harness.PYTHON, env={"CFLAGS": "-O0"})
    assert result.returncode == 0, result.stderr
    return folder / out


def run(out, code, record=None):
    """The counters of the program's end, and what it said."""
    code = f"import torch, json, model\nfrom model import *\n{code}\nprint(json.dumps(model.__pyaot__.counters()))"
    environment = {**os.environ, "PYTHONPATH": str(out), **({"PYAOT_RECORD": str(record)} if record else {})}
    done = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True)
    return json.loads(done.stdout), done.stderr


def record(folder, code, *arguments):
    """The lines that a run of the code gives, what it said, and the counters of a run of the next build."""
    seen = folder / "seen.calls"
    _, said = run(build(folder, "out", *arguments), code, seen)
    lines = seen.read_text().splitlines() if seen.exists() else []
    after, _ = run(build(folder, "again", *arguments, *(("--calls", seen) if lines else ())), code)
    return lines, said, after


def test_methods_are_recorded_with_how_their_objects_were_made(tmp_path):
    code = """
with torch.no_grad():
    for n in 3, 5:
        Net(Config(4))(torch.ones(n, 4))
        Net(Config(4, kind=Kind.HARD, range=Range(0.0, 0.5)), act=torch.tanh, scale=3.0)(torch.ones(n, 4))
    Net(Config(4, names=["b"]))(torch.ones(7, 4))
    Net(Config(4)).double().eval()(torch.ones(1, 4).double(), torch.zeros(1, 4, dtype=torch.bool))
Plain()(torch.ones(2, dtype=torch.float64))
Plain().requires_grad_(False).twice(torch.ones(3, 2).double(), by=3)
for n in 3, 5:
    Meter(n).update(torch.ones(n, dtype=torch.float64))
Meter.mean(torch.ones(2, 3, 4).double(), 2)
Meter.of(torch.ones(2, 3, 4).double())
"""
    lines, said, after = record(tmp_path, code, "--force")
    assert lines == [
        "+Net(Config(4))(f32[B, 4])",
        "+Net(Config(4, Kind.HARD, Range(0.0, 0.5)), scale=3.0, act=torch.tanh)(f32[B, 4])",
        "+Net(Config(4, names=['b']))(f32[7, 4])",
        "+Net(Config(4)).double().eval()(f64[1, 4], bool[1, 4])",
        "+Plain()(f64[2])",
        "+Plain().twice(f64[3, 2], by=3)",
        "+Plain()(f64[3, 2])",
        "+Meter(3).update(f64[B])",
        "+Meter.mean(f64[2, 3, 4], 2)",
        "+Meter.of(f64[2, 3, 4])",
    ]
    assert not said and after["fallback"] == 0 and after["compiled"] == 12


def test_layers_of_torch_are_written_as_they_describe_themselves(tmp_path):
    code = """
import functools
from torch import nn
torch.manual_seed(0)
with torch.no_grad():
    through(nn.Sequential(nn.Linear(4, 3), nn.LayerNorm(3, eps=1e-3)).eval(), torch.ones(2, 4), slice(0, 1))
    through(nn.Conv1d(4, 2, 3, padding=1, bias=False), torch.ones(2, 4, 5))
    through(nn.BatchNorm1d(4).eval(), torch.ones(2, 4))
    Mixed(nn.LeakyReLU(0.5), nn.ModuleList([nn.Linear(4, 4).double()]))(torch.ones(2, 4).double())
    given(functools.partial(torch.clamp, min=0.5), torch.ones(3))
    given(functools.partial(nn.ModuleDict({"a": nn.Identity()})["a"]), torch.ones(3))
drawn = torch.rand(1)
torch.manual_seed(0)
nn.Linear(4, 3), nn.Conv1d(4, 2, 3, bias=False), nn.Linear(4, 4)
assert drawn == torch.rand(1), "recording takes no random numbers"
"""
    lines, said, after = record(tmp_path, code, "--force")
    assert lines == [
        "+through(nn.Sequential(nn.Linear(in_features=4, out_features=3, bias=True), "
        "nn.LayerNorm((3,), eps=0.001, elementwise_affine=True, bias=True)).eval(), f32[2, 4], slice(0, 1, None))",
        "+through(nn.Conv1d(4, 2, kernel_size=(3,), stride=(1,), padding=(1,), bias=False), f32[2, 4, 5])",
        "+through(nn.BatchNorm1d(4, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True).eval(), "
        "f32[2, 4])",
        "+Mixed(nn.LeakyReLU(negative_slope=0.5), nn.ModuleList([nn.Linear(in_features=4, out_features=4, bias=True)"
        "]).double()).double()(f64[2, 4])",
        "+given(functools.partial(torch.clamp, min=0.5), f32[3])",
        "+given(functools.partial(nn.Identity()), f32[3])",
    ]
    assert said == ""
    assert after["fallback"] == 0


def test_functions_that_nothing_was_compiled_of_or_in_segments_are_recorded(tmp_path):
    code = """
for n in 2, 3:
    merge([torch.ones(n), torch.ones(n)], [0.5, 2.0])
    lookup({"rows": torch.ones(n, 3), "scale": 2}, 1, torch.ones(3), torch.ones(3), dtype=torch.float64)
told(torch.ones(4), "/dev/null")
spread(torch.ones(2), torch.ones(2), by=3)
list(halves(torch.ones(2)))
"""
    lines, said, after = record(tmp_path, code)
    assert lines == [
        "+merge([f32[B], f32[B]], [0.5, 2.0])",
        "+lookup({'rows': f32[B, 3], 'scale': 2}, 1, f32[3], f32[3], dtype=torch.float64)",
        "+told(f32[4], '/dev/null')",
        "+spread(f32[2], f32[2], by=3)",
    ]
    assert not said and after["fallback"] == 0


def test_sizes_that_varied_have_names_and_those_that_were_equal_the_same(tmp_path):
    seen = tmp_path / "seen.calls"
    seen.write_text("# mine\nsizes(f32[A, 3], f32[C, 3])\n")
    out = build(tmp_path, "out", "--calls", seen)
    code = "f = lambda a, b, c: sizes(torch.ones(a, c, dtype=torch.float64), torch.ones(b, c, dtype=torch.float64))\n"
    run(out, code + "f(2, 2, 3)", seen)
    assert seen.read_text().splitlines()[2:] == ["+sizes(f64[2, 3], f64[2, 3])"]
    run(out, code + "f(2, 2, 3), f(4, 4, 3)\nsizes(torch.ones(2, 3), torch.ones(5, 3))", seen)
    assert seen.read_text().splitlines()[2:] == ["+sizes(f64[B, 3], f64[B, 3])"]
    run(out, code + "f(5, 4, 3), f(4, 4, 3), f(4, 1, 3), f(5, 4, 7)", seen)
    assert seen.read_text().splitlines() == [
        "# mine",
        "sizes(f32[A, 3], f32[C, 3])",
        "+sizes(f64[B, 3], f64[B, 3])",
        "+sizes(f64[B, T], f64[4, T])",
        "+sizes(f64[4, 3], f64[1, 3])",
    ]
    counters, _ = run(build(tmp_path, "again", "--calls", seen), code + "f(6, 6, 3), f(4, 1, 3), f(8, 4, 9)")
    assert counters["compiled"] == 3 and counters["fallback"] == 0


def test_recorded_lines_add_to_what_is_guessed(tmp_path):
    code = "merge([torch.ones(2)] * 3, [1.0] * 3), Meter.of(torch.ones(2, 3).double()), Plain()(torch.ones(2))"
    lines, _, after = record(tmp_path, code, "--force")
    assert lines == ["+merge([f32[2], f32[2], f32[2]], [1.0, 1.0, 1.0])", "+Meter.of(f64[2, 3])"]
    assert after["fallback"] == 0
    counters, _ = run(
        tmp_path / "again", "Meter.of(torch.ones(5)), Plain()(torch.ones(2, 3)), Meter(3).update(torch.ones(3))"
    )
    assert counters["compiled"] == 3 and counters["fallback"] == 0, "what the build without the lines had"
    told, _ = run(build(tmp_path, "told", "--force", "--call", lines[1][1:]), "Meter.of(torch.ones(5))")
    assert told["fallback"] == 1


def test_calls_that_need_gradients_are_not_recorded(tmp_path):
    code = "Net(Config(4))(torch.ones(3, 4)), merge([torch.ones(2, requires_grad=True)], [2.0])"
    assert record(tmp_path, code)[:2] == ([], "")
    lines, _, after = record(tmp_path, f"with torch.no_grad(): {code}")
    assert lines == ["+Net(Config(4))(f32[3, 4])", "+merge([f32[2].requires_grad_()], [2.0])"]
    assert after["compiled"] == 2 and after["fallback"] == 0


def test_what_cannot_be_written_is_said_once(tmp_path):
    code = """
class Own(Net):
    pass

helper(3)  # has no tensor
odd(Odd(lambda: 0), torch.ones(2).double())
for _ in range(2):
    try: merge([torch.ones(2)], {1, 2})
    except TypeError: pass
    with torch.no_grad():
        Own(Config(2))(torch.ones(1, 2))
        Net(Config(2), act=lambda x: x)(torch.ones(1, 2))
"""
    lines, said, _ = record(tmp_path, code)
    assert lines == []
    assert said.splitlines() == [
        "pyaot: a call of odd is not recorded: RuntimeError: nobody asks",
        "pyaot: a call of merge is not recorded: a builtins.set",
        "pyaot: a call of Net.forward is not recorded: a __main__.Own",
    ]


def test_a_folder_has_a_file_for_each_module(tmp_path):
    (tmp_path / "seen").mkdir()
    run(build(tmp_path, "out"), "merge([torch.ones(2)], [1.0])", tmp_path / "seen")
    assert (tmp_path / "seen" / "model.calls").read_text() == "+merge([f32[2]], [1.0])\n"


def test_other_profilers_go_on(tmp_path):
    code = """
import sys, cProfile
seen = []
profiler = cProfile.Profile()
merge([torch.ones(2)], [1.0])
profiler.runcall(merge, [torch.ones(2)], [1.0])
assert any("merge" in str(row.code) for row in profiler.getstats())
"""
    run(build(tmp_path, "out"), code, tmp_path / "seen.calls")
    assert (tmp_path / "seen.calls").read_text() == "+merge([f32[2]], [1.0])\n"


def test_recorded_calls_say_how_tensors_lie_in_memory(tmp_path):
    source, out, seen = tmp_path / "model.py", tmp_path / "out", tmp_path / "seen.calls"
    source.write_text("def total(x):\n    return x.sum(0) * 2 + 1\n")
    assert harness.run_pyaot(source, "-o", out, "--call", "total(f32[M, N])", *harness.PYTHON).returncode == 0
    code = (
        "model.total(torch.ones(8, 4).t()), model.total(torch.ones(2, 3, 4, 5).permute(0, 3, 1, 2))\n"
        "model.total(torch.ones(4, 8)[:, ::2]), model.total(torch.ones(4, 1, 2).transpose(0, 1))"
    )
    run(out, code, seen)
    lines = [
        "+total(f32[8, 4].t())",
        "+total(f32[2, 3, 4, 5].permute(0, 3, 1, 2))",
        "+total(f32[4, 4])",
        "+total(f32[1, 4, 2])",
    ]
    assert seen.read_text().split("\n") == [*lines, ""]
    again = harness.run_pyaot(source, "-o", tmp_path / "again", "--calls", seen, *harness.PYTHON)
    assert again.returncode == 0, again.stderr
    pair = harness.Pair(source, tmp_path / "again")
    harness.check(pair, "total", lambda: (harness.torch.ones(8, 4).t(),), expect="whole")
    harness.check(pair, "total", lambda: (harness.torch.ones(2, 3, 4, 5).permute(0, 3, 1, 2),), expect="whole")


def test_a_line_may_add_on_the_command_line(tmp_path):
    counters, _ = run(
        build(tmp_path, "out", "--call", "+merge([f32[N], f32[N]], [0.5, 2.0])"),
        "merge([torch.ones(2)] * 2, [1.0, 2.0]), Meter(2).update(torch.ones(2))",
    )
    assert counters["compiled"] == 2 and counters["fallback"] == 0
