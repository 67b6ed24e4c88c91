"""The Python half: loading and its checks, logs, misses, records, verification, what __pyaot__ tells."""

import re
import shutil
import sys
import warnings

import pytest
import torch
from conftest import load


@pytest.fixture
def copied(build, tmp_path):
    """copied(*flags): a folder with the sample, free to change."""

    def copy(*flags):
        folder = tmp_path / "copy"
        shutil.copytree(build(*flags), folder, ignore=shutil.ignore_patterns("__pycache__"))
        return folder

    return copy


def runs_as_python(folder, reason, **environment):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        module = load(folder, **environment)
    messages = [str(w.message) for w in caught if "pyaot" in str(w.message)]
    assert len(messages) == 1 and re.search(reason, messages[0]), messages
    x = torch.randn(4)
    assert torch.equal(module.scale(x, 3), x * 3)
    assert torch.equal(module.announce(x), x + 2 + x)
    assert set(module.__pyaot__.counters().values()) == {0} and module.__pyaot__.variants() == []
    with module.__pyaot__.disabled():
        module.mix(x, x)
    module.__pyaot__.reset()
    return module


def test_without_the_extension(copied):
    folder = copied()
    (folder / "_sample_pyaot.abi3.so").unlink()
    runs_as_python(folder, "is missing")


def test_with_a_broken_extension(copied):
    folder = copied()
    (folder / "_sample_pyaot.abi3.so").write_bytes(b"no shared object")
    runs_as_python(folder, "cannot be loaded")


def test_with_another_source(copied):
    folder = copied()
    stub = folder / "sample.py"
    stub.write_text(stub.read_text().replace("0x5A5A", "0x5A5B"))
    runs_as_python(folder, "another version of the source")


def test_with_another_torch(copied, monkeypatch):
    folder = copied()
    monkeypatch.setattr(torch, "__version__", "2.99.0+cpu")
    runs_as_python(folder, "PyTorch 2.13.0, this is 2.99.0")


def test_with_a_changed_inlined_file(copied):
    runs_as_python(copied("-DSAMPLE_FILE_HASH=12345u"), "torch.nn.modules.linear.*has changed")


def test_with_an_unchanged_inlined_file(build):
    with open(torch.nn.modules.linear.__file__, "rb") as file:
        text, value = file.read(), 0xCBF29CE484222325
    for byte in text:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    module = load(build(f"-DSAMPLE_FILE_HASH={value}u"))
    module.scale(torch.ones(2), 2)
    assert module.__pyaot__.counters()["compiled"] == 1


def test_builds_in_one_process_are_apart(build):
    first, second = load(build()), load(build())
    before = first.__pyaot__.counters()
    second.scale(torch.ones(2), 2)
    assert second.__pyaot__.counters()["compiled"] == 1
    assert first.__pyaot__.counters() == before
    assert "_sample_pyaot" not in sys.modules and "_sample_pyaot_stub" not in sys.modules


def test_what_the_monitor_tells(build):
    module, x = load(build()), torch.randn(4)
    monitor = module.__pyaot__
    module.scale(x, 2)
    module.scale(x, 2.0)
    module.scale(x.double(), 2)
    calls = {row["variant"]: row["calls"] for row in monitor.variants()}
    assert calls["scale_v0"] == calls["scale_v1"] == 1 and calls["mix_v0"] == 0
    row = next(row for row in monitor.variants() if row["variant"] == "scale_v0")
    assert row["entry"] == "scale" and row["signature"] == "scale(x: f32[*S], n: int)"
    guards = [guard for guard in monitor.guards() if guard["variant"] == "scale_v0"]
    assert [(guard["guard"], guard["line"]) for guard in guards][0] == ("n: int", 17)
    assert monitor.misses() == {"x: Tensor, f32, no gradient": 1, "n: float": 1}
    with torch.inference_mode(), torch.autocast("cpu"):
        module.scale(x, 2)
    assert sum(monitor.misses().values()) == 3
    monitor.reset()
    assert set(monitor.counters().values()) == {0} and monitor.misses() == {}
    assert all(row["calls"] == 0 for row in monitor.variants())


# ---- environment -----------------------------------------------------------------------------------------------------


def test_on_miss(build, capfd):
    x = torch.randn(4)
    module = load(build(), PYAOT_ON_MISS="warn")
    with pytest.warns(
        RuntimeWarning, match=r"scale \(sample.py:17\) ran as Python: scale_v0: not \(x: Tensor, f32"
    ) as given:
        module.scale(x.double(), 2)
    assert given[0].filename == __file__  # where it was called
    module = load(build(), PYAOT_ON_MISS="error")
    with pytest.raises(Exception, match="scale .* has no variant for this call: scale_v0: not") as raised:
        module.scale(x.double(), 2)
    assert type(raised.value).__name__ == "MissError"
    module.scale(x, 2)
    module = load(build(), PYAOT_LOGS="misses,guards,graph_breaks")
    module.scale(x.double(), 2)
    with torch.autocast("cpu"):
        module.scale(x, 2)
    log = capfd.readouterr().err
    assert "miss: scale (sample.py:17) ran as Python: scale_v0: not (x: Tensor, f32" in log
    assert "a mode of PyTorch is on" in log
    assert "guard scale_v1: n: float (line 17)\n" in log and "graph break before announce#2 (sample.py:44)" in log


def test_words_of_the_environment_that_have_no_meaning(build, capfd):
    x = torch.randn(4)
    load(build(), PYAOT_LOGS="miss,guards", PYAOT_ON_MISS="raise").scale(x.double(), 2)
    log = capfd.readouterr().err
    assert "PYAOT_LOGS may hold guards, misses, graph_breaks; 'miss' has no meaning" in log
    assert "PYAOT_ON_MISS may hold eager, warn, error; 'raise' has no meaning" in log
    assert "guard scale_v1" in log and "ran as Python" not in log


def test_record(build, tmp_path):
    calls = tmp_path / "model.calls"
    calls.write_text("mix(f32[3], f32[3])\n")
    before = sys.getprofile()
    try:
        module = load(build(), PYAOT_RECORD=str(calls))
        for _ in range(2):
            module.scale(torch.ones(2, 3, dtype=torch.float64), 2)
            module.scale(torch.ones(2, dtype=torch.bool), 2.5)
            module.packed([torch.ones(2), True], {"key": None}, "a\n'b")
        module.scale(torch.ones(3), 2)
        with pytest.raises(TypeError):
            module.scale(object(), 2)
    finally:
        sys.setprofile(before)
    assert calls.read_text().splitlines() == [
        "mix(f32[3], f32[3])",
        "+scale(f64[2, 3], 2)",
        "+scale(bool[2], 2.5)",
        "+packed([f32[2], True], {'key': None}, \"a\\n'b\")",
    ]


def test_verify_passes_what_is_right(build):
    module = load(build(), PYAOT_VERIFY="1")
    x, y = torch.randn(5, 6), torch.randn(5, 6)
    net = module.Net(6)
    with torch.no_grad():
        module.mix(x, y)
        module.scale(x, 3)
        module.scale(x, n=2.5)
        net(x)
        assert module.accumulate(x, y) is x
        module.turned(x)
        module.options(x, scale=0.5)
        module.packed([torch.arange(8)[::2], False], {"key": 2.5}, "ab\u00e9")
        module.announce(x)
        for kind in (0, 1, 2, 3):
            module.library(kind, x, torch.randn(6))
    assert module.__pyaot__.counters()["compiled"] == 13
    assert module.scale(x.double(), 3).dtype == torch.float64
    assert module.__pyaot__.counters()["fallback"] == 1


def test_verify_names_what_is_wrong(build):
    module = load(build("-DSAMPLE_ERROR=0.01f"), PYAOT_VERIFY="1")
    with pytest.raises(AssertionError, match="scale, variant scale_v1: result: values differ"):
        module.scale(torch.randn(4), 2.0)
    module.mix(torch.randn(4), torch.randn(4))
