"""Questions about torch's own state: the likely answer is compiled, and the run time asks again at each call."""

import contextlib
import unittest.mock

import harness
import pytest
import torch
from table import randn

PROGRAM = harness.program(
    "state",
    """
import sys

import torch
from torch.backends import cudnn


def deterministic(x):
    return x + 1 if torch.are_deterministic_algorithms_enabled() else x + 2


def warns_only(x):
    return x + 1 if torch.is_deterministic_algorithms_warn_only_enabled() else x + 2


def debug_mode(x):
    return x + torch.get_deterministic_debug_mode()


def precision(x):
    return x + 1, torch.get_float32_matmul_precision()


def always_warns(x):
    return x + 1 if torch.is_warn_always_enabled() else x + 2


def anomaly(x):
    return x + 1 if torch.is_anomaly_enabled() else x + 2


def threads(x):
    return x + torch.get_num_threads(), torch.get_num_threads() > 1


def one_thread(x):
    return (x + 1, x + 2, x + 3)[torch.get_num_threads() % 3]


def enabled(x):
    return x + 1 if torch.backends.cudnn.enabled else x + 2


def benchmark(x):
    return x + 1 if cudnn.benchmark else x + 2


def mkldnn(x):
    return x + 1 if torch.backends.mkldnn.enabled and torch.backends.mkldnn.is_available() else x + 2


def tf32(x):
    return x + 1 if torch.backends.cuda.matmul.allow_tf32 else x + 2


def math_attention(x):
    return x + 1 if torch.backends.cuda.math_sdp_enabled() else x + 2


def autocast_cache(x):
    return x + 1 if torch.is_autocast_cache_enabled() else x + 2


def autocast_of_other_devices(x):
    return x + 1, torch.is_autocast_enabled(), torch.is_autocast_enabled("cuda"), torch.is_autocast_enabled("cpu")


def autocast_of_nothing(x):
    return x + 1, torch.is_autocast_enabled("gpus")


def devices(x):
    if torch.cuda.is_available() or torch.backends.mps.is_available() or torch.accelerator.is_available():
        return x - 1
    return x + torch.cuda.device_count()


def default_device(x):
    return x + 1, torch.get_default_device()


def built_with(x):
    backends = torch.backends
    return x + 1, backends.mkl.is_available(), backends.openmp.is_available(), backends.cudnn.is_available()


def distributed(x):
    return x + 1 if torch.distributed.is_available() else x + 2


def processes(x):
    return x + 1 if torch.distributed.is_available() and torch.distributed.is_initialized() else x + 2


def recursion(x):
    return x + sys.getrecursionlimit()


def in_c(x):
    return x + 1, torch._C._are_functorch_transforms_active(), torch._C._is_any_autocast_enabled()


def compiling(x):
    if torch.compiler.is_compiling() or torch.jit.is_scripting() or torch.jit.is_tracing():
        return x - 1
    return x + 1 if torch.compiler.is_dynamo_compiling() else x + 2


def modes(x):
    return x + 1, torch.is_grad_enabled(), torch.is_inference_mode_enabled(), torch.get_default_dtype()


def what_it_is(x):
    return x + 1, torch.is_storage(x), torch.typename(x), torch.is_nonzero(x.sum()), x.max().is_nonzero()


def labelled(x):
    with torch.profiler.record_function("doubled"), torch.autograd.profiler.record_function("again"):
        y = x * 2
        if x.shape[0] > 4:
            return y + 1
    return y


@torch.profiler.record_function("label")
def decorated(x):
    return x * 2


def calls_decorated(x):
    return decorated(x) + 1


def changes(x):
    before = torch.are_deterministic_algorithms_enabled()
    torch.use_deterministic_algorithms(not before)
    y = x + 1 if torch.are_deterministic_algorithms_enabled() else x + 2
    torch.use_deterministic_algorithms(before)
    return y * 2 if torch.are_deterministic_algorithms_enabled() else y * 3
""",
    calls=[
        f"{name}(f32[N])"
        for name in """deterministic warns_only debug_mode precision always_warns anomaly threads one_thread enabled
        benchmark mkldnn tf32 math_attention autocast_cache autocast_of_other_devices autocast_of_nothing devices
        default_device built_with distributed processes recursion in_c compiling modes what_it_is labelled calls_decorated changes""".split()
    ],
)
vector = lambda: (randn(5, seed=1),)
WHOLE = """deterministic warns_only debug_mode precision always_warns anomaly enabled benchmark mkldnn tf32 math_attention
    autocast_cache autocast_of_other_devices devices default_device built_with distributed processes recursion in_c compiling modes
    what_it_is labelled calls_decorated""".split()


@pytest.mark.parametrize("name", WHOLE)
def test_likely_answers_run_whole(name):
    harness.check(PROGRAM.load(), name, vector, context=torch.no_grad, expect="whole")


@contextlib.contextmanager
def setting(get, put, value):
    old = get()
    put(value)
    try:
        yield
    finally:
        put(old)


def flag(module, name, value):
    return lambda: setting(lambda: getattr(module, name), lambda new: setattr(module, name, new), value)


cuda = torch.backends.cuda
CHANGES = {
    "deterministic": lambda: setting(
        torch.are_deterministic_algorithms_enabled, torch.use_deterministic_algorithms, True
    ),
    "warns_only": lambda: setting(torch.get_deterministic_debug_mode, torch.set_deterministic_debug_mode, 1),
    "debug_mode": lambda: setting(torch.get_deterministic_debug_mode, torch.set_deterministic_debug_mode, 2),
    "precision": lambda: setting(torch.get_float32_matmul_precision, torch.set_float32_matmul_precision, "high"),
    "always_warns": lambda: setting(torch.is_warn_always_enabled, torch.set_warn_always, True),
    "anomaly": lambda: torch.autograd.set_detect_anomaly(True, check_nan=False),
    "enabled": flag(torch.backends.cudnn, "enabled", False),
    "benchmark": flag(torch.backends.cudnn, "benchmark", True),
    "mkldnn": flag(torch.backends.mkldnn, "enabled", False),
    "math_attention": lambda: setting(cuda.math_sdp_enabled, cuda.enable_math_sdp, False),
    "autocast_cache": lambda: setting(torch.is_autocast_cache_enabled, torch.set_autocast_cache_enabled, False),
    "autocast_of_other_devices": lambda: setting(
        lambda: torch.is_autocast_enabled("cuda"), lambda on: torch.set_autocast_enabled("cuda", on), True
    ),
    "default_device": lambda: torch.device("meta"),
    "processes": flag(torch.distributed.distributed_c10d._world, "_default_pg", object()),
    "in_c": lambda: torch.autocast("cpu"),
    "labelled": torch.profiler.profile,
    "devices": lambda: unittest.mock.patch("torch.cuda.is_available", lambda: True),
}


@pytest.mark.parametrize("name", CHANGES)
def test_other_answers_run_in_python(name):
    pair = PROGRAM.load()
    harness.check(pair, name, vector, context=CHANGES[name], expect="fallback")
    harness.check(pair, name, vector, expect="whole")


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("name", ["threads", "one_thread"])
def test_numbers_are_read_at_each_call(name, threads):
    """That which chooses an item is guarded by its number."""
    context = lambda: setting(torch.get_num_threads, torch.set_num_threads, threads)
    expect = "whole" if name == "threads" or threads == 1 else "fallback"
    harness.check(PROGRAM.load(), name, vector, context=context, expect=expect)


def test_guards_call_nothing_of_the_program():
    pair = PROGRAM.load()
    for path in ("torch._C._get_deterministic_algorithms", "torch.cuda.is_available"):
        name = "devices" if "cuda" in path else "deterministic"
        with unittest.mock.patch(path, return_value=True) as mock:
            harness.check(pair, name, vector, expect="fallback")
        assert mock.call_count == 2


@pytest.mark.parametrize("name", ["autocast_of_nothing", "changes"])
def test_left_to_python(name):
    harness.check(PROGRAM.load(), name, vector, times=2)


UNWRITTEN = """
import torch


def floats(x):
    y = torch.empty(x.shape[0] + 1)
    y[:1] = 0.5
    return y, torch.empty_like(x), x.new_empty(2, 3), torch.empty_strided((2, 2), (1, 2)), torch.empty_permuted((2, 3), (1, 0))


def others(x):
    whole = [torch.empty(2, dtype=dtype) for dtype in (torch.bool, torch.uint8, torch.int64, torch.bfloat16, torch.complex64)]
    return x.new(2), torch.empty_like(x, dtype=torch.int8), whole


def filled(x):
    y = torch.empty_like(x)
    y.copy_(x)
    return y * 2


def in_any_order(x):
    unpooled = torch._C._nn.max_unpool2d(x[None, None, :2, None], torch.tensor([[[[1], [3]]]]), (2, 2))
    return x.put(torch.tensor([0, 1]), x[:2]), x.put(torch.tensor([0, 1]), x[:2], True), unpooled


if __name__ == "__main__":
    SETTING
    for function in (floats, others, filled, in_any_order):
        function(torch.ones(5))
"""
unwritten = {
    mode: harness.program(
        f"memory_in_{mode}_mode",
        UNWRITTEN.replace("SETTING", f"torch.use_deterministic_algorithms({mode == 'deterministic'})"),
        args=["--force"],
        flags="-O0",
    )
    for mode in ("deterministic", "other")
}


@pytest.mark.parametrize("warn_only", [False, True])
def test_what_is_not_deterministic(warn_only):
    mode = lambda: setting(torch.get_deterministic_debug_mode, torch.set_deterministic_debug_mode, 2 - warn_only)
    harness.check(unwritten["other"].load(), "in_any_order", vector, context=mode, expect="fallback")
    harness.check(unwritten["other"].load(), "in_any_order", vector, expect="whole")


@pytest.mark.parametrize("mode", unwritten)
@pytest.mark.parametrize("name", ["floats", "others", "filled"])
def test_memory_that_nobody_has_written(name, mode):
    deterministic = lambda: setting(
        torch.are_deterministic_algorithms_enabled, torch.use_deterministic_algorithms, True
    )
    is_known = mode == "deterministic"
    harness.check(
        unwritten[mode].load(), name, vector, context=deterministic, expect="whole" if is_known else "fallback"
    )
    if name == "filled":
        harness.check(unwritten[mode].load(), name, vector, expect="fallback" if is_known else "whole")
