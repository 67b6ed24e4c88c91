"""Equal kernels of several variants are one in the extension; what differs in a number, a type or a line is not."""

import re

import harness
import pytest
import torch
from table import randn

SOURCE = """
import torch


def normal(rows):
    return (rows - rows.mean(-1, keepdim=True)) / (rows.var(-1, keepdim=True, unbiased=False) + 1e-5).sqrt()


def scaled(rows, factor):
    return torch.tanh(rows) * factor


def first(x):
    return normal(x)


def second(states, unused):
    return normal(states), unused + 1


def third(y):
    return scaled(y, 2.0)


def fourth(y):
    return scaled(y, 3.0)


def same_here(x):
    return torch.sin(x) * 2


def same_there(x):
    return torch.sin(x) * 2
"""
CALLS = [
    "normal(f32[M, N])",
    "normal(f64[M, N])",
    "first(f32[M, N])",
    "second(f32[M, N], f32[K])",
    "third(f32[M, N])",
    "fourth(f32[M, N])",
    "same_here(f32[N])",
    "same_there(f32[N])",
]
IN_C = harness.program("in_c", SOURCE, CALLS, args=("--backend=c",))

# So many that LLVM's back end makes several objects of them.
MANY = "import torch\n\n\ndef common(x):\n    return torch.softmax(x, -1) * torch.sigmoid(x)\n" + "".join(
    f"\n\ndef f{i}(x):\n    y = common(x + {i})\n    for _ in range(2):\n        y = torch.tanh(y * {i}.5 - x).cumsum(-1)\n"
    f"    return y.sum(-1), y.amax(0), common(y)\n"
    for i in range(12)
)
PARTS = {
    backend: harness.program(
        f"parts_{backend}", MANY, [f"f{i}(f32[M, N])" for i in range(12)], args=(f"--backend={backend}",), flags="-O1"
    )
    for backend in ("c", "llvm")
}


def check_all(pair):
    for dtype in (torch.float32, torch.float64):
        harness.check(pair, "normal", lambda: (randn(7, 33).to(dtype),), expect="whole")  # noqa: B023
    harness.check(pair, "first", lambda: (randn(7, 33),), expect="whole")
    harness.check(pair, "second", lambda: (randn(9, 40), randn(4)), expect="whole")
    for name in ("third", "fourth"):
        harness.check(pair, name, lambda: (randn(7, 33),), expect="whole")
    for name in ("same_here", "same_there"):
        harness.check(pair, name, lambda: (randn(33),), expect="whole")


def test_results_are_what_they_were():
    check_all(IN_C.load())


def test_equal_kernels_are_there_once():
    IN_C.require()
    text = (IN_C.out / "in_c_kernels.c").read_text()

    def kernels_of(host):
        body = re.search(rf"^static RtStatus {host}\(RtCall \*call\) {{$(.*?)^}}$", text, re.M | re.S)[1]
        return set(re.findall(r"\b(\w+_k\d+)\(", body))

    in_float = kernels_of("normal_v0")
    assert in_float and kernels_of("first_v0") == in_float and in_float < kernels_of("second_v0")
    assert not in_float & kernels_of("normal_v1")
    assert not kernels_of("third_v0") & kernels_of("fourth_v0")
    assert not kernels_of("same_here_v0") & kernels_of("same_there_v0")


@pytest.mark.parametrize("backend", PARTS)
def test_many_variants_share_kernels(backend):
    if backend == "llvm" and not (harness.PYAOT.parent / "lib" / "pyaot" / "libpyaot_llvm.so").exists():
        pytest.skip("the LLVM back end is not built (make llvm)")
    pair = PARTS[backend].load()
    for i in range(12):
        harness.check(pair, f"f{i}", lambda: (randn(6, 21),), expect="whole", rtol=1e-4, atol=1e-5)
