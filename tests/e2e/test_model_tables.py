"""Models that a factory takes from a table by their names: what fills the table runs when a file is imported."""

import json
import os
import subprocess
import sys
import textwrap

import pytest
import torch
from harness import PYTHON, check, program, run_pyaot

# Of the program: files that import each other. Each of the ways in which a table gets an entry.
OWN = {
    "zoo/__init__.py": "from .table import create, TABLE\nfrom .nets import *\nfrom . import others\n",
    "zoo/table.py": """
        TABLE = {}
        FAMILIES = {}
        ORDER = []


        def register(name=None):
            def enter(made):
                TABLE[name or made.__name__] = made
                return made

            return enter


        def create(name, **options):
            if name not in TABLE:
                raise RuntimeError(f"Unknown model ({name})")
            return TABLE[name](**options)
        """,
    "zoo/nets.py": """
        import torch
        from torch import nn

        from .table import FAMILIES, ORDER, TABLE, register

        __all__ = ["Net"]


        class Net(nn.Module):
            def __init__(self, width=4, act="relu"):
                super().__init__()
                self.linear = nn.Linear(4, width)
                self.act = ACTS[act]

            def forward(self, x):
                return self.act(self.linear(x)) * 2


        ACTS = {"relu": torch.relu}
        ACTS["tanh"] = torch.tanh
        for name in ("sigmoid", "exp"):
            ACTS[name] = getattr(torch, name)


        @register()
        def small(**options):
            return Net(5, **options)


        @register("wide")
        class Wide(Net):
            def __init__(self, act="tanh"):
                super().__init__(9, act)


        class Family(Net):
            def __init_subclass__(cls, **options):
                super().__init_subclass__(**options)
                FAMILIES[cls.__name__.lower()] = cls


        class First(Family):
            def forward(self, x):
                return super().forward(x) + 1


        TABLE["by_item"] = lambda: Net(3, "sigmoid")
        register("by_call")(Net)
        TABLE.update(updated=First)
        ORDER.append("small")
        ORDER += ["wide"]
        """,
    "zoo/others.py": """
        from . import nets
        from .table import TABLE

        TABLE["late"] = nets.First
        nets.Net.scale = 3.0
        """,
}

OWN_MAIN = """
import torch
import zoo

torch.manual_seed(0)
model = zoo.create("{name}")
ordered = [zoo.create(name) for name in zoo.table.ORDER]
family = zoo.table.FAMILIES["first"](act="exp")


@torch.no_grad()
def run(model, x):
    return model(x)


@torch.no_grad()
def run_all(models, x):
    return [model(x).sum() for model in models]


def run_family(x):
    with torch.no_grad():
        return family(x) * family.scale


if __name__ == "__main__":
    x = torch.randn(3, 4)
    run(model, x)
    run_all(ordered, x)
    run_family(x)
"""

# As it would be installed: only what is asked for is read.
INSTALLED = {
    "modelhouse/__init__.py": "from .factory import create\nfrom .models import *\n",
    "modelhouse/factory.py": """
        from .registry import ENTRIES, has


        def create(name, **options):
            if not has(name):
                raise RuntimeError(f"Unknown model ({name})")
            return ENTRIES[name](**options)
        """,
    "modelhouse/registry.py": """
        import sys
        from collections import defaultdict

        ENTRIES = {}
        CONFIGS = {}
        BY_MODULE = defaultdict(set)


        def has(name):
            return name in ENTRIES


        def register(made):
            module = sys.modules[made.__module__]
            name = made.__name__
            if hasattr(module, "__all__"):
                module.__all__.append(name)
            ENTRIES[name] = made
            BY_MODULE[made.__module__].add(name)
            if name in module.configs:
                CONFIGS[name] = module.configs[name]
            return made


        def named(name):
            def enter(made):
                ENTRIES[name] = made
                return made

            return enter
        """,
    "modelhouse/acts.py": """
        import os

        import torch
        import torch.nn.functional as F

        try:
            from torch import _assert, norm
        except ImportError:

            def _assert(condition, message):
                assert condition, message


        HAS_SILU = "silu" in dir(F)
        HAS_NONE = "no_such_function" in dir(F)
        if "MODELHOUSE_SLOW" in os.environ:
            FAST = os.environ["MODELHOUSE_SLOW"] == "0"
        else:
            FAST = True
        MORE = dict(gelu=F.gelu, silu=F.silu if HAS_SILU else torch.relu)
        PLAIN = dict(relu=torch.relu, tanh=torch.exp if HAS_NONE else torch.tanh)
        for acts in (MORE, PLAIN):
            acts.setdefault("fast", F.hardtanh if FAST else F.tanh)
        """,
    "modelhouse/models/__init__.py": "from .dense import *\nfrom .gated import *\n",
    "modelhouse/models/dense.py": """
        from torch import nn

        from ..acts import MORE, PLAIN
        from ..registry import register

        __all__ = ["Dense"]


        class Dense(nn.Module):
            def __init__(self, act, width=6):
                super().__init__()
                self.linear, self.out = nn.Linear(4, width), nn.Linear(width, 2)
                self.act = (MORE.get(act) or PLAIN[act])

            def forward(self, x):
                return self.out(self.act(self.linear(x)))


        def expanded(configs):
            return {name: {**config, "width": config["width"] + 1} for name, config in configs.items()}


        configs = {"dense_s": {"width": 3, "act": "silu"}, "dense_m": {"width": 7, "act": "tanh"}}
        _fast = [name for name, config in configs.items() if config["width"] > 5]
        for name in _fast:
            configs[name + "_fast"] = {**configs[name], "act": "fast"}
        configs = expanded(configs)


        def _make(name, **options):
            return Dense(**{**configs[name], **options})


        @register
        def dense_s(**options):
            return _make("dense_s", **options)


        @register
        def dense_m(**options):
            return _make("dense_m", **options)


        @register
        def dense_m_fast(**options):
            return _make("dense_m_fast", **options)
        """,
    "modelhouse/models/gated.py": """
        import torch

        from ..acts import _assert, norm
        from ..registry import named
        from .dense import Dense


        @named("gated-v1")
        class Gated(Dense):
            def __init__(self, **options):
                super().__init__("gelu", **options)

            def forward(self, x):
                _assert(x.dim() == 2, "rows of numbers")
                return super().forward(x) * torch.sigmoid(x[:, :2]) / norm(x)
        """,
}

INSTALLED_MAIN = """
import modelhouse
import torch

torch.manual_seed(0)
model = modelhouse.create("{name}").eval()


@torch.no_grad()
def run(model, x):
    return model(x)


if __name__ == "__main__":
    run(model, torch.randn(3, 4))
"""

COMPARE = """
import importlib.util, json, sys
import torch

def module(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made

eager, built = module("eager", sys.argv[1]), module("built", sys.argv[2])
names = [name for name in vars(eager) if name.startswith("run")]
for rows in (1, 2, 5):
    x = torch.randn(rows, 4, generator=torch.Generator().manual_seed(rows))
    for name in names:
        first = {"run": (eager.model,), "run_all": (getattr(eager, "ordered", None),), "run_family": ()}[name]
        if name == "run_family":
            built.family.load_state_dict(eager.family.state_dict())
        torch.testing.assert_close(getattr(built, name)(*first, x), getattr(eager, name)(*first, x), rtol=1e-5, atol=1e-6)
print(json.dumps(built.__pyaot__.counters()))
"""


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))


def check_whole(tmp_path, files, where, main):
    """Builds the program beside files that lie in `where`, and compares: no call may run as Python."""
    write(tmp_path / where, files)
    source, out = tmp_path / "src" / "main.py", tmp_path / "out"
    write(tmp_path / "src", {"main.py": main})
    paths = {"PYTHONPATH": str(tmp_path / where), "CFLAGS": "-O0"}
    build = run_pyaot(source, "-o", out, "--force", *PYTHON, env=paths)
    assert build.returncode == 0, build.stderr
    assert "stays Python" not in build.stderr, build.stderr
    environment = {**os.environ, **paths}
    command = [sys.executable, "-c", COMPARE, source, out / "main.py"]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stderr
    counters = json.loads(run.stdout)
    assert counters["compiled"] > 0 and counters["fallback"] == 0, counters


@pytest.mark.parametrize("name", ["small", "wide", "by_item", "by_call", "updated", "late"])
def test_files_of_the_program_fill_tables_as_they_are_imported(tmp_path, name):
    check_whole(tmp_path, OWN, "src", OWN_MAIN.format(name=name))


@pytest.mark.parametrize("name", ["dense_s", "dense_m", "dense_m_fast", "gated-v1"])
def test_an_installed_factory_finds_what_a_decorator_enters(tmp_path, name):
    check_whole(tmp_path, INSTALLED, "site-packages", INSTALLED_MAIN.format(name=name))


def test_a_name_that_no_table_has_is_told(tmp_path):
    write(tmp_path / "site-packages", INSTALLED)
    write(tmp_path / "src", {"main.py": INSTALLED_MAIN.format(name="no_such_model")})
    paths = {"PYTHONPATH": str(tmp_path / "site-packages")}
    explained = run_pyaot("explain", tmp_path / "src" / "main.py", *PYTHON, env=paths)
    assert "this raises RuntimeError: Unknown model (no_such_model)" in explained.stdout, explained.stdout


KEPT = program(
    "functions_kept_by_decorators",
    """
import functools

import torch

TABLE = {}
KEPT = []


def register(name):
    def enter(function):
        TABLE[name] = function

        @functools.wraps(function)
        def inner(*args, **named):
            return function(*args, **named) + 100

        return inner

    return enter


def keep(function):
    KEPT.append(function)
    return len(KEPT)


@register("swish")
def swish(x, beta=1.0):
    return x * torch.sigmoid(beta * x)


@register("mish")
def mish(x):
    return x * torch.tanh(x)


@keep
def doubled(x):
    return x * 2


def by_name(x, name="swish"):
    return TABLE[name](x) + 1


def by_both(x):
    return TABLE["mish"](x) + mish(x) + doubled + KEPT[0](x)


if __name__ == "__main__":
    by_name(torch.ones(3, 4)), by_both(torch.ones(3, 4))
""",
    flags="-O0",
)


def other(x):
    return x - 7


def test_a_decorator_keeps_the_function_and_gives_another_one():
    pair = KEPT.load()
    for name in "by_name", "by_both":
        check(pair, name, lambda: (torch.ones(2, 3),), expect="whole")
    kept = pair.eager.KEPT[0], pair.built.KEPT[0]
    pair.eager.KEPT[0] = pair.built.KEPT[0] = other
    check(pair, "by_both", lambda: (torch.ones(2, 3),))
    pair.eager.KEPT[0], pair.built.KEPT[0] = kept
    pair.eager.TABLE["swish"], pair.built.TABLE["swish"] = pair.eager.swish, pair.built.swish
    check(pair, "by_name", lambda: (torch.ones(2, 3),))
