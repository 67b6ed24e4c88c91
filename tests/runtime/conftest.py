"""Builds the sample once, loads it as often as a test wants; `eager` is its source without the decorators of pyaot."""

import importlib.util
import itertools
import os
import pathlib
import re
import subprocess
import sys
import types

import pytest
import torch

HERE = pathlib.Path(__file__).parent
_numbers = itertools.count()

torch.set_num_threads(2)


@pytest.fixture(scope="session")
def build(tmp_path_factory):
    """build(*compiler flags) -> folder with the stub and its extension; one folder for each set of flags."""
    made = {}

    def make(*flags):
        if flags not in made:
            folder = tmp_path_factory.mktemp("build")
            common = os.environ.get("RUNTIME_TEST_CFLAGS", "").split()
            command = ["sh", str(HERE / "build.sh"), str(folder), *common, *flags]
            subprocess.run(command, check=True, env={**os.environ, "PYTHON": sys.executable})
            made[flags] = folder
        return made[flags]

    return make


def load(folder, monkeypatch=None, **environment):
    """Imports the stub in folder under a new name, with these environment variables."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        name = f"sample_{next(_numbers)}"
        spec = importlib.util.spec_from_file_location(name, folder / "sample.py")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session", params=["symbols", "portable"])
def sample(request, build, tmp_path_factory):
    """The sample with torch's C interface, and again with its public Python interface only."""
    if request.param == "symbols":
        return load(build())
    folder = tmp_path_factory.mktemp("portable")
    for file in build().iterdir():
        if file.is_file():
            (folder / file.name).write_bytes(file.read_bytes())
    module = load(folder, PYAOT_PORTABLE="1")
    module.portable = True
    return module


@pytest.fixture(scope="session")
def eager():
    text = (HERE / "sample.py").read_text()
    text = text[text.index("import torch\n") :]
    text = re.sub(r"^ *@_aot\..*\n|^_aot\.ready.*\n", "", text, flags=re.M)
    module = types.ModuleType("eager_sample")
    exec(compile(text.replace("_aot_announce", "announce_"), "eager_sample.py", "exec"), module.__dict__)
    return module


class Counted:
    """How the counters of a sample changed in a `with` block."""

    def __init__(self, sample):
        self._sample = sample

    def __enter__(self):
        self._before = self._sample.__pyaot__.counters()
        return self

    def __exit__(self, *exception):
        after = self._sample.__pyaot__.counters()
        self.changes = {name: after[name] - self._before[name] for name in after if after[name] != self._before[name]}


@pytest.fixture
def counted(sample):
    return lambda: Counted(sample)
