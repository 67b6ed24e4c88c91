"""Files of a package of the program: relative imports, modules beside it, the build in the package's place."""

import json
import os
import shutil
import subprocess
import sys
import types

import pytest
import torch
from harness import PYTHON, check, program_with_package, run_pyaot

FILES = {
    "serving/__init__.py": "from .model import Classifier\n",
    "serving/config.py": """
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Config:
    width: int = 8
    depth: int = 2
    act: str = "gelu"
    heads: dict = field(default_factory=lambda: {"main": 3, "aux": 2})
""",
    "serving/parts/__init__.py": "",
    "serving/parts/block.py": """
import torch
from torch import nn

from ..config import Config

ACTS = {"gelu": nn.functional.gelu, "relu": torch.relu}


class Block(nn.Module):
    def __init__(self, cfg: Config):
        super().__init__()
        self.norm = nn.LayerNorm(cfg.width)
        self.up = nn.Linear(cfg.width, cfg.width)
        self.act = ACTS[cfg.act]

    def forward(self, x):
        return x + self.act(self.up(self.norm(x)))
""",
    "serving/pooling.py": """
def masked_mean(h, mask):
    if mask is None:
        return h.mean(1)
    m = mask.unsqueeze(-1).to(h.dtype)
    return (h * m).sum(1) / m.sum(1).clamp(min=1)
""",
    "serving/model.py": """
import torch
from torch import nn

from . import pooling
from .config import Config
from .parts.block import Block


class Classifier(nn.Module):
    def __init__(self, cfg: Config = Config()):
        super().__init__()
        self.embed = nn.Linear(4, cfg.width)
        self.blocks = nn.ModuleList([Block(cfg) for _ in range(cfg.depth)])
        self.heads = nn.ModuleDict({name: nn.Linear(cfg.width, n) for name, n in cfg.heads.items()})

    def forward(self, x, mask=None, *, head="main"):
        h = self.embed(x)
        for block in self.blocks:
            h = block(h)
        return self.heads[head](pooling.masked_mean(h, mask))
""",
}

USE = """
import json
import torch
from serving import Classifier
from serving.config import Config
import serving.model

torch.manual_seed(0)
x, mask = torch.randn(2, 5, 4), torch.arange(5)[None] < torch.tensor([[3], [5]])
net = Classifier().eval()
with torch.no_grad():
    values = [net(x), net(x, mask, head="aux"), Classifier(Config(depth=3))(x)]
counters = serving.model.__pyaot__.counters() if hasattr(serving.model, "__pyaot__") else None
print(json.dumps({"values": [v.tolist() for v in values], "counters": counters}))
"""

CALLS = ["--call", "Classifier()(f32[B, T, 4])", "--call", 'Classifier()(f32[B, T, 4], b8[B, T], head="aux")']


@pytest.fixture
def sources(tmp_path):
    for name, text in FILES.items():
        path = tmp_path / "src" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "src"


def use(folder):
    env = {**os.environ, "PYTHONPATH": str(folder)}
    run = subprocess.run([sys.executable, "-c", USE], env=env, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stderr
    assert not run.stderr, run.stderr
    return json.loads(run.stdout)


@pytest.mark.parametrize("inside", [False, True])
def test_the_build_takes_the_place_of_a_file_of_a_package(sources, tmp_path, inside):
    out = tmp_path / "build" / "serving"
    cwd, source = (sources / "serving", "model.py") if inside else (tmp_path, sources / "serving" / "model.py")
    run = run_pyaot(source, "-o", out, *CALLS, *PYTHON, cwd=cwd)
    assert run.returncode == 0, run.stderr
    for name in FILES:
        target = out.parent / name
        if not target.exists():
            target.parent.mkdir(exist_ok=True)
            shutil.copy(sources / name, target)
    eager, built = use(sources), use(out.parent)
    assert built["values"] == [
        pytest.approx(v, abs=1e-6) if not isinstance(v[0], list) else [pytest.approx(row, abs=1e-6) for row in v]
        for v in eager["values"]
    ]
    assert built["counters"]["compiled"] == 3 and built["counters"]["fallback"] == built["counters"]["python"] == 0


def test_the_main_file_of_a_package_is_driver_code(sources, tmp_path):
    main = sources / "serving" / "__main__.py"
    main.write_text(
        "import torch\nfrom serving import Classifier\n\n\ndef score(net, x):\n    return net(x).softmax(-1)\n\n\n"
        'if __name__ == "__main__":\n    with torch.no_grad():\n        print(score(Classifier().eval(), torch.ones(1, 2, 4)))\n'
    )
    run = run_pyaot(main, "-o", tmp_path / "build", *PYTHON)
    assert run.returncode == 0, run.stderr
    report = json.loads((tmp_path / "build" / "__main__.report.json").read_text())
    assert [(entry["name"], entry["kind"]) for entry in report["entries"]] == [("score", "whole")]


AROUND = {
    "around/__init__.py": "from .first import *\nfrom .second import *\nLAST = 4\n",
    "around/first.py": "from . import *\nfrom .second import *\n\n\ndef base(x):\n    return x * 2\n",
    "around/second.py": "from .first import *\nfrom around import *\n\n\ndef shifted(x):\n    return x + STEP\n\n\nSTEP = 3\n",
    "user.py": "from user import *\nfrom around import *\nimport user\n\n\ndef f(x):\n    return shifted(base(x)) + LAST\n\n\n"
    "def g(x):\n    return user.f(x) * nowhere\n",
}


def test_modules_that_import_everything_from_each_other(tmp_path):
    sources = tmp_path / "src"
    for name, text in AROUND.items():
        path = sources / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    run = run_pyaot(sources / "user.py", "-o", tmp_path / "out", "--call", "f(f32[N])", "--call", "g(f32[N])", *PYTHON)
    assert run.returncode == 0, run.stderr
    code = "import sys, torch, user\nprint(user.f(torch.ones(3)).tolist())\ntry: user.g(torch.ones(3))\nexcept NameError as error: print(error)"
    shown = []
    for first in ([], [tmp_path / "out"]):
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, [*first, sources]))}
        shown.append(
            subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout
        )
    assert shown[0] == shown[1] and "nowhere" in shown[0]


NAMESPACE = {
    "plain/scale.py": "import torch\n\n\ndef scale(x):\n    return (x * 3).tanh()\n",
    "plain/deep/shift.py": "def shift(x):\n    return x + 2\n",
}
IMPORTS = {
    "by its name": "import plain.deep.shift\nfrom plain.scale import scale\nshift = plain.deep.shift.shift\n",
    "relative": "from .deep.shift import shift\nfrom .scale import scale\n",
    "both": "from .deep.shift import shift\nfrom plain import scale as module\nscale = module.scale\n",
}


@pytest.mark.parametrize("imports", IMPORTS)
def test_packages_without_an_init_file(imports, tmp_path):
    body = "\n\ndef both(x):\n    return scale(x) * shift(x)\n"
    for name, text in {**NAMESPACE, "plain/model.py": IMPORTS[imports] + body}.items():
        for folder in ("src", "build"):
            path = tmp_path / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    source, out = tmp_path / "src" / "plain" / "model.py", tmp_path / "out"
    run = run_pyaot(source, "-o", out, "--call", "both(f32[N])", *PYTHON)
    assert run.returncode == 0 and not run.stderr, run.stderr
    for part in ["model.py", "pyaot_stub.py", "_model_pyaot.abi3.so"]:
        shutil.copy(out / part, tmp_path / "build" / "plain" / part)
    code = "import torch, plain.model as m\nprint(m.both(torch.ones(2)).tolist(), m.__pyaot__.counters()['compiled'])"
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "build")}
    run = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=300, check=False
    )
    assert not run.stderr and run.stdout.endswith(" 1\n"), run.stderr + run.stdout


MADE = """
import torch
from tools import keep, seconds

def grow(x):
    return x + 1

grow_under_another_name = keep(grow)
second = seconds()

@keep
def decorated(x):
    return x + 2

class Scale:
    @keep
    def by(self, x):
        return x * 3

scale = Scale()

def step(x):
    {body}
"""
TOOLS = """
import operator

def keep(function):
    return {kept}

def seconds():
    return operator.itemgetter({position})

def words():
    pass
"""


def inlined_in(source, tmp_path, *args):
    """The other files that a build of a function step() is refused without."""
    (tmp_path / "made.py").write_text(source)
    call = ("--force", "--call", "step(f32[N])")
    result = run_pyaot(tmp_path / "made.py", "-o", tmp_path / "out", *PYTHON, *call, *args)
    assert result.returncode == 0, result.stderr
    return json.loads((tmp_path / "out/made.report.json").read_text())["inlined"]


@pytest.mark.parametrize(
    "body",
    ["grow_under_another_name(x)", "decorated(x)", "scale.by(x)", "x + second((1, 2, 3))"],
)
def test_files_that_make_what_is_compiled_are_inlined(body, tmp_path):
    (tmp_path / "tools.py").write_text(TOOLS.format(kept="function", position=1))
    assert inlined_in(MADE.replace("{body}", f"return {body}"), tmp_path, "--emit=c") == ["tools"]


def test_what_another_file_makes_is_another_object_after_the_build(tmp_path):
    tools = tmp_path / "tools.py"
    tools.write_text(TOOLS.format(kept="function", position=1))
    inlined_in(MADE.replace("{body}", "return decorated(x)"), tmp_path)
    tools.write_text(TOOLS.format(kept="lambda x: function(x) * 100", position=1))
    show = "import torch, made; print(made.step(torch.arange(3.0)).tolist())"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path / "out"), str(tmp_path)])}
    run = subprocess.run([sys.executable, "-c", show], env=env, capture_output=True, text=True, check=True)
    assert run.stdout == "[200.0, 300.0, 400.0]\n" and "build it again" in run.stderr


def test_a_file_that_makes_nothing_of_what_is_compiled_may_change(tmp_path):
    (tmp_path / "tools.py").write_text(TOOLS.format(kept="function", position=1))
    source = "from tools import words\nwords()\ndef grow(x):\n    return x + 1\ndef step(x):\n    return grow(x) * 2\n"
    assert inlined_in(source, tmp_path, "--emit=c") == []


def test_a_module_that_is_made_of_no_file_is_not_the_one_of_its_name(tmp_path):
    (tmp_path / "tools.py").write_text("def grow(x):\n    return x + 1\n")
    inlined_in("import tools\n\ndef step(x):\n    return tools.grow(x)\n", tmp_path)
    made = "sys.modules['tools'] = types.ModuleType('tools'); exec('def grow(x):\\n return x + 5', vars(sys.modules['tools']))"
    show = "import made, torch; print(made.step(torch.arange(3.0)).tolist())"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path / "out"), str(tmp_path)])}
    for first, printed in (("", "[1.0, 2.0, 3.0]\n"), (f"import sys, types; {made}; ", "[5.0, 6.0, 7.0]\n")):
        run = subprocess.run([sys.executable, "-c", first + show], env=env, capture_output=True, text=True, check=True)
        assert run.stdout == printed and ("build it again" in run.stderr) == bool(first)


LATTICE = 24  # levels, each of two modules that import everything from both of the level below


def test_files_whose_imports_of_everything_form_a_lattice(tmp_path):
    """Their names, and those that none of them has, are found in a moment, though the ways to them are countless."""
    package = {"lattice/__init__.py": ""}
    for level in range(LATTICE + 1):
        below = "".join(f"from .m{level - 1}{side} import *\n" for side in "ab") if level else "import torch\n"
        around = "from .m00b import *\n" if level == LATTICE else ""
        for side in "ab":
            own = f"def at_{level}_{side}(x):\n    return max(x.amax(), 0.0) + len(x.shape) + {level}\n"
            package[f"lattice/m{level}{side}.py"] = below + around + own
    package["lattice/m00b.py"] = f"from .m{LATTICE}a import *\n\ndef last(x):\n    return at_0_a(x) * 2\n"
    source = f"""from lattice.m{LATTICE}a import *

def f(x):
    return at_{LATTICE}_a(x) + at_0_b(x), sum([at_1_a(x), at_0_a(x)]), last(x)

f(torch.arange(3.0))
"""
    with program_with_package(tmp_path, "lattice_program", package, source) as (eager, built):
        pair = types.SimpleNamespace(eager=eager, built=built, counters=built.__pyaot__.counters)
        check(pair, "f", lambda: (torch.arange(4.0),), expect="whole")


def test_functions_that_objects_of_a_package_keep(tmp_path):
    """What a function of the package has made has no name; its code and its cells say which it is."""
    package = {
        "kept_calls/__init__.py": """
import torch
from torch import nn


def choose(adds, scale=None):
    if adds:

        def call(x, y):
            return x + y

    elif scale is None:

        def call(x, y):
            return x - y

    else:

        def call(x, y):
            return (x + y) * scale

    return call


class Layer(nn.Module):
    def __init__(self, *options):
        super().__init__()
        self.call = choose(*options)

    def forward(self, x):
        return self.call(x, x * 2)


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Layer(True), Layer(True)])
        self.chunks = 2

    @torch.compiler.disable
    def chunked(self, x):
        return [part * 2 for part in x.chunk(self.chunks, 0)]

    @torch.compiler.disable(recursive=False, reason="for the test")
    def split(self, x):
        return x + 1

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.chunked(self.split(x))
""",
    }
    source = """
import torch
from kept_calls import Decoder, Layer, choose

sums, differences, scaled = Layer(True), Layer(False), Layer(False, 3)
decoder = Decoder()


def of_sums(x):
    return sums(x)


def of_differences(x):
    return differences(x)


def of_scaled(x):
    return scaled(x)


def of_decoder(x):
    return decoder(x)


def again(x, layer):
    return layer(x) + 1


if __name__ == "__main__":
    x = torch.ones(4)
    of_sums(x), of_differences(x), of_scaled(x), of_decoder(x), again(x, sums)
"""
    with program_with_package(tmp_path, "kept_calls_program", package, source) as (eager, built):
        pair = types.SimpleNamespace(eager=eager, built=built, counters=built.__pyaot__.counters)
        arguments = lambda: (torch.arange(4.0),)  # noqa: E731
        for name in ("sums", "differences", "scaled", "decoder"):
            check(pair, f"of_{name}", arguments, expect="whole")
        for other in ("sums", "differences", "scaled"):
            check(pair, lambda module: lambda x: module.again(x, getattr(module, other)), arguments)  # noqa: B023
        for module in (eager, built):
            module.sums.call = module.choose(False, 5)
            module.scaled.call = module.choose(False, 4)
            module.decoder.layers[1].call = module.choose(False)
        for name in ("sums", "scaled", "decoder"):
            check(pair, f"of_{name}", arguments)
