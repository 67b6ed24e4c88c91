"""The soundness contract: modes, types of arguments, threads, lifetime, and honest counters."""

import contextlib
import subprocess
import sys
import textwrap
import threading

import harness
import pytest
import torch
from table import randn

WAVE = harness.program(
    "wave",
    """
import torch

def wave(x, y):
    return torch.sigmoid(x) * y + torch.exp(-x * x)

def wave_(x, y):
    x.mul_(y)
    return x + 1

def halves(x, y):
    return x[:3] * y[3:], x[3:]

def create(n):
    return torch.ones(n) * 2 + torch.zeros(n)

def product(x, y):
    return torch.relu(x @ y + 1)

def keyword_only(x, *, gain=2.0, bias=None):
    if bias is None:
        return x * gain + 1
    return x * gain + bias

def rest(x, *others, **named):
    total = x * 2
    for other in others:
        total = total + other
    for value in named.values():
        total = total * value
    return total

def countdown(x, n):
    if n == 0:
        return x * 2 + 1
    return countdown(x + 1, n - 1)

def documented(x: torch.Tensor, gain: float = 2.0) -> torch.Tensor:
    \"\"\"Scales.\"\"\"
    return x * gain + 1
""",
    calls=[
        "wave(f32[N], f32[N])",
        "wave(f32[M, N], f32[M, N])",
        "wave_(f32[N], f32[N])",
        "halves(f32[6], f32[6])",
        "create(3)",
        "product(f32[M, K], f32[K, N])",
        "keyword_only(f32[N])",
        "keyword_only(f32[N], gain=3.0)",
        "rest(f32[N], f32[N])",
        "documented(f32[N])",
        "countdown(f32[N], 2)",
    ],
)
two = lambda *shape: lambda: (randn(*shape, seed=1), randn(*shape, seed=2))


@pytest.mark.parametrize("name", ["wave", "wave_", "product"])
def test_ordinary_conditions_run_compiled(name):
    harness.check(WAVE.load(), name, two(4, 4) if name == "product" else two(6), expect="whole")


# ---- autograd ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("name", ["wave", "wave_", "product"])
def test_requires_grad_under_grad_mode(name, which):
    def make():
        args = list(two(4, 4)())
        args[which].requires_grad_()
        return tuple(args)

    change = harness.check(WAVE.load(), name, make, context=torch.enable_grad)
    assert change["compiled"] == 0
    harness.check(WAVE.load(), name, make)


def test_grad_mode_without_requires_grad_runs_compiled():
    harness.check(WAVE.load(), "wave", two(6), context=torch.enable_grad, expect="whole")


def test_requires_grad_under_no_grad_runs_compiled():
    make = lambda: (randn(6).requires_grad_(), randn(6))
    harness.check(WAVE.load(), "wave", make, expect="whole")


def test_gradients_flow_through_a_built_function():
    pair = WAVE.load()
    gradients = []
    for module in (pair.eager, pair.built):
        x, y = randn(6).requires_grad_(), randn(6, seed=1).requires_grad_()
        with torch.enable_grad():
            module.wave(x * 2, y).sum().backward()
        gradients.append((x.grad, y.grad))
    assert all(torch.equal(a, b) for a, b in zip(*gradients))


def test_parameters():
    make = lambda: (torch.nn.Parameter(randn(6)), torch.nn.Parameter(randn(6, seed=2)))
    harness.check(WAVE.load(), "wave", make, expect="whole")
    harness.check(WAVE.load(), "wave", make, context=torch.enable_grad)


def test_saved_tensor_hooks():
    def hooks():
        return torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t)

    harness.check(WAVE.load(), "wave", lambda: (randn(6).requires_grad_(), randn(6)), context=hooks)


def test_forward_mode_gradients():
    import torch.autograd.forward_ad as forward_ad

    pair = WAVE.load()
    results = []
    for module in (pair.eager, pair.built):
        with torch.enable_grad(), forward_ad.dual_level():
            dual = forward_ad.make_dual(randn(6), randn(6, seed=7))
            results.append(forward_ad.unpack_dual(module.wave(dual, randn(6, seed=1))))
    assert torch.equal(results[0].primal, results[1].primal)
    assert results[1].tangent is not None and torch.equal(results[0].tangent, results[1].tangent)


def test_inference_tensors():
    def make():
        with torch.inference_mode():
            return randn(6), randn(6, seed=1)

    for name in ("wave", "wave_"):
        harness.check(WAVE.load(), name, make, context=torch.inference_mode)
        harness.check(WAVE.load(), name, make)
        harness.check(WAVE.load(), name, two(6), context=torch.inference_mode)
        harness.check(WAVE.load(), name, make, context=torch.enable_grad)


def test_inference_tensors_with_the_data_of_others():
    def make():
        with torch.inference_mode():
            x = randn(6)
        x.data = randn(6, seed=1)
        return x, randn(6)

    for context in (torch.inference_mode, torch.no_grad):
        harness.check(WAVE.load(), "halves", make, context=context)
        harness.check(WAVE.load(), "halves", two(6), context=context, expect="whole")


# ---- modes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["wave", "product"])
def test_autocast(name):
    def autocast():
        return torch.autocast("cpu", dtype=torch.bfloat16)

    harness.check(WAVE.load(), name, two(4, 4), context=autocast)
    harness.check(WAVE.load(), name, two(4, 4), expect="whole")


def test_function_mode():
    from torch.overrides import TorchFunctionMode

    class Recording(TorchFunctionMode):
        seen = []

        def __torch_function__(self, function, types, args=(), kwargs=None):
            self.seen.append(getattr(function, "__name__", str(function)))
            return function(*args, **(kwargs or {}))

    pair = WAVE.load()
    lists = []
    for module in (pair.eager, pair.built):
        Recording.seen = []
        with Recording():
            module.wave(randn(6), randn(6))
        lists.append(Recording.seen)
    assert lists[0] == lists[1] and lists[0]


def test_dispatch_mode():
    from torch.utils._python_dispatch import TorchDispatchMode

    class Recording(TorchDispatchMode):
        seen = []

        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            self.seen.append(str(function))
            return function(*args, **(kwargs or {}))

    pair = WAVE.load()
    lists = []
    for module in (pair.eager, pair.built):
        Recording.seen = []
        with Recording():
            module.wave(randn(6), randn(6))
        lists.append(Recording.seen)
    assert lists[0] == lists[1] and lists[0]


def test_modes_are_seen_where_no_tensor_comes_in():
    from torch.utils._python_dispatch import TorchDispatchMode

    class Counting(TorchDispatchMode):
        count = 0

        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            Counting.count += 1
            return function(*args, **(kwargs or {}))

    pair = WAVE.load()
    counts = []
    for module in (pair.eager, pair.built):
        Counting.count = 0
        with Counting():
            module.create(4)
        counts.append(Counting.count)
    assert counts[0] == counts[1] > 0


def test_default_device_mode():
    harness.check(WAVE.load(), "create", lambda: (4,), context=lambda: torch.device("meta"))
    harness.check(WAVE.load(), "wave", two(6), context=lambda: torch.device("meta"))


def test_default_dtype():
    @contextlib.contextmanager
    def double():
        torch.set_default_dtype(torch.float64)
        try:
            yield
        finally:
            torch.set_default_dtype(torch.float32)

    for name, make in (("create", lambda: (4,)), ("wave", two(6))):
        harness.check(WAVE.load(), name, make)
        harness.check(WAVE.load(), name, make, context=double)
        harness.check(WAVE.load(), name, make)


def test_deterministic_algorithms():
    @contextlib.contextmanager
    def deterministic():
        torch.use_deterministic_algorithms(True)
        try:
            yield
        finally:
            torch.use_deterministic_algorithms(False)

    harness.check(WAVE.load(), "wave", two(6), context=deterministic)


def test_anomaly_mode_and_flush_denormal():
    harness.check(WAVE.load(), "wave", two(6), context=torch.autograd.detect_anomaly)

    @contextlib.contextmanager
    def flush():
        torch.set_flush_denormal(True)
        try:
            yield
        finally:
            torch.set_flush_denormal(False)

    harness.check(WAVE.load(), "wave", lambda: (torch.full((8,), 1e-40), torch.ones(8)), context=flush)


def test_vmap():
    pair = WAVE.load()
    for name in ("wave", "product"):
        shape = (3, 4, 4) if name == "product" else (3, 6)
        eager, built = (torch.vmap(getattr(m, name))(*two(*shape)()) for m in (pair.eager, pair.built))
        harness.compare_tensors("vmap", eager, built)


def test_functorch_transforms():
    pair = WAVE.load()
    other = randn(4, seed=2)
    for transform in (torch.func.grad, torch.func.jacrev, torch.func.jacfwd):
        results = []
        for module in (pair.eager, pair.built):
            with torch.enable_grad():
                results.append(transform(lambda x, m=module: m.wave(x, other).sum())(randn(4)))
        harness.compare_tensors(transform.__name__, *results)
    results = [torch.func.functionalize(m.wave_)(randn(4), randn(4, seed=2)) for m in (pair.eager, pair.built)]
    harness.compare_tensors("functionalize", *results)


def test_jit_trace_sees_the_operators():
    pair = WAVE.load()
    graphs = []
    for module in (pair.eager, pair.built):
        traced = torch.jit.trace(module.wave, two(6)(), check_trace=False)
        graphs.append([node.kind() for node in traced.graph.nodes() if node.kind().startswith("aten::")])
        torch.testing.assert_close(traced(*two(6)()), pair.eager.wave(*two(6)()))
    assert graphs[0] == graphs[1] and "aten::sigmoid" in graphs[0]


def test_fx_symbolic_trace_and_make_fx():
    from torch.fx.experimental.proxy_tensor import make_fx

    pair = WAVE.load()
    codes = [make_fx(module.wave)(*two(6)()).code for module in (pair.eager, pair.built)]
    assert codes[0] == codes[1]


def test_profiler_and_other_observers_do_not_break_it():
    with torch.profiler.profile():
        harness.check(WAVE.load(), "wave", two(6))


# ---- kinds of tensors --------------------------------------------------------------------------------------


class Tagged(torch.Tensor):
    pass


class Wrapping(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return super().__torch_function__(function, types, args, kwargs or {})


def fake():
    from torch._subclasses import FakeTensorMode

    with FakeTensorMode():
        return torch.ones(6), torch.ones(6)


KINDS = {
    "subclass": lambda: (randn(6).as_subclass(Tagged), randn(6)),
    "second is a subclass": lambda: (randn(6), randn(6).as_subclass(Wrapping)),
    "conjugated": lambda: (torch.complex(randn(6), randn(6)).conj(), randn(6)),
    "negated": lambda: (torch.complex(randn(6), randn(6)).conj().imag, randn(6)),
    "complex": lambda: (torch.complex(randn(6), randn(6)), randn(6)),
    "real part": lambda: (torch.complex(randn(6), randn(6)).real, randn(6)),
    "sparse": lambda: (randn(3, 3), randn(3, 3).to_sparse()),
    "meta": lambda: (randn(6).to("meta"), randn(6).to("meta")),
    "nested": lambda: (torch.nested.nested_tensor([randn(2), randn(3)]),) * 2,
    "quantised": lambda: (torch.quantize_per_tensor(randn(6), 0.1, 0, torch.qint8), randn(6)),
    "a number for a tensor": lambda: (2.5, randn(6)),
    "number second": lambda: (randn(6), 2.5),
    "numpy array": lambda: (randn(6), randn(6).numpy()),
    "numpy scalar": lambda: (randn(6), randn(1).numpy()[0]),
    "None": lambda: (randn(6), None),
    "a list": lambda: (randn(2), [1.0, 2.0]),
    "a string": lambda: (randn(2), "text"),
    "a class": lambda: (randn(2), torch.Tensor),
    "uninitialised parameter": lambda: (torch.nn.parameter.UninitializedParameter(), randn(2)),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["wave", "wave_"])
@pytest.mark.filterwarnings("ignore")
def test_unusual_arguments(name, kind):
    pair = WAVE.load()
    if kind in ("sparse", "nested", "quantised", "uninitialised parameter"):
        outcomes = [harness.run(getattr(module, name), KINDS[kind](), {}) for module in (pair.eager, pair.built)]
        eager, built = outcomes
        assert (type(eager.error), str(eager.error)) == (type(built.error), str(built.error))
        assert str(eager.result) == str(built.result)
    else:
        harness.check(pair, name, KINDS[kind])


def test_fake_tensors():
    pair = WAVE.load()
    results = [module.wave(*fake()) for module in (pair.eager, pair.built)]
    assert type(results[0]) is type(results[1]) and results[0].shape == results[1].shape


def test_tensor_with_attributes_and_slots():
    def make():
        x = randn(6)
        x.note = "kept"
        return x, randn(6)

    harness.check(WAVE.load(), "wave", make)


# ---- ways of calling ---------------------------------------------------------------------------------------


def test_keywords_defaults_and_missing_arguments():
    pair = WAVE.load()
    x = lambda: (randn(6),)
    harness.check(pair, "wave", lambda: (), make_kwargs=lambda: {"y": randn(6), "x": randn(6, seed=1)}, expect="whole")
    harness.check(pair, "wave", x, make_kwargs=lambda: {"y": randn(6, seed=1)}, expect="whole")
    harness.check(pair, "keyword_only", x, expect="whole")
    harness.check(pair, "keyword_only", x, make_kwargs=lambda: {"gain": 3.0})
    harness.check(pair, "keyword_only", x, make_kwargs=lambda: {"gain": 3})
    harness.check(pair, "keyword_only", x, make_kwargs=lambda: {"bias": randn(6)})
    harness.check(pair, "keyword_only", x, make_kwargs=lambda: {"bias": 1})
    harness.check(pair, "keyword_only", lambda: (randn(6), 3.0))
    harness.check(pair, "wave", x)
    harness.check(pair, "wave", lambda: (randn(6),) * 3)
    harness.check(pair, "wave", x, make_kwargs=lambda: {"x": randn(6)})
    harness.check(pair, "wave", x, make_kwargs=lambda: {"z": randn(6)})
    harness.check(pair, "rest", lambda: (randn(6), randn(6), 2))
    harness.check(pair, "rest", lambda: (randn(6), randn(6)), make_kwargs=lambda: {"a": randn(6), "b": 3})
    harness.check(pair, "rest", x)


def test_the_same_tensor_twice():
    def make():
        x = randn(6)
        return x, x

    harness.check(WAVE.load(), "wave", make)
    harness.check(WAVE.load(), "wave_", make)


@pytest.mark.parametrize("n", [0, 1, 5, 30, 700])
def test_recursion(n):
    harness.check(WAVE.load(), "countdown", lambda: (randn(4), n))


def test_recursion_that_the_c_stack_cannot_hold():
    pair, raised = WAVE.load(), []

    def recurse():
        with contextlib.suppress(RecursionError):
            pair.built.countdown(randn(1), 20000)
            raised.append("nothing")
        raised.append(pair.built.countdown(randn(1), 2).shape)

    limit, size = sys.getrecursionlimit(), threading.stack_size(2**20)
    sys.setrecursionlimit(10**6)
    try:
        thread = threading.Thread(target=recurse)
        thread.start()
        thread.join()
    finally:
        sys.setrecursionlimit(limit)
        threading.stack_size(size)
    assert raised == [(1,)]


def test_endless_recursion_raises_what_eager_raises():
    pair = WAVE.load()
    for module in (pair.eager, pair.built):
        with pytest.raises(RecursionError):
            module.countdown(randn(1), -1)


@pytest.mark.parametrize("n", [0, 1, 4, -1, True, 2.0, None])
def test_factories(n):
    harness.check(WAVE.load(), "create", lambda: (n,))


def test_the_function_looks_as_it_did():
    import inspect
    import pickle

    pair = WAVE.load()
    for name in ("wave", "documented", "keyword_only", "rest"):
        eager, built = getattr(pair.eager, name), getattr(pair.built, name)
        for attribute in ("__name__", "__qualname__", "__doc__", "__defaults__", "__kwdefaults__", "__annotations__"):
            assert getattr(eager, attribute) == getattr(built, attribute), attribute
        assert inspect.signature(eager) == inspect.signature(built)
        assert built.__module__ == pair.built.__name__
        assert inspect.isfunction(built) == inspect.isfunction(eager)
        assert pickle.loads(pickle.dumps(built)) is built
        assert f"def {name}(" in inspect.getsource(built)


# ---- threads and lifetime ----------------------------------------------------------------------------------


def in_threads(count, work):
    """Runs work(index) in threads that start together; raises what any of them raised."""
    barrier, errors = threading.Barrier(count), []

    def body(index):
        try:
            barrier.wait()
            with torch.no_grad():
                work(index)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=body, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    if errors:
        raise errors[0]


def test_threads_call_at_once():
    pair = WAVE.fresh()

    def work(index):
        for repeat in range(30):
            n = 1 + (index * 37 + repeat) % 500
            x, y = randn(n, seed=index), randn(n, seed=repeat)
            torch.testing.assert_close(pair.built.wave(x, y), pair.eager.wave(x, y), rtol=1e-5, atol=1e-6)

    in_threads(8, work)


def test_threads_make_the_first_call_at_once():
    for _ in range(3):
        pair = WAVE.fresh()

        def work(index, pair=pair):
            x, y = randn(100, 100, seed=index), randn(100, 100)
            torch.testing.assert_close(pair.built.wave(x, y), pair.eager.wave(x, y), rtol=1e-5, atol=1e-6)

        in_threads(6, work)


def test_grad_mode_of_another_thread():
    pair = WAVE.load()
    found = {}

    def work():
        found["thread"] = pair.built.wave(randn(4).requires_grad_(), randn(4)).requires_grad

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found["thread"] is True
    assert pair.built.wave(randn(4).requires_grad_(), randn(4)).requires_grad is False


def test_arguments_dropped_while_a_kernel_runs():
    """A list that another thread empties holds the only reference to the arguments."""
    pair = WAVE.load()
    expected = pair.eager.wave(randn(200_000), randn(200_000, seed=1))
    for _ in range(5):
        holder = [randn(200_000), randn(200_000, seed=1)]
        thread = threading.Thread(target=holder.clear)
        result = pair.built.wave(*holder)
        thread.start()
        thread.join()
        torch.testing.assert_close(result, expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_number_of_threads(threads):
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        harness.check(WAVE.load(), "wave", two(300, 400), expect="whole")
        assert torch.get_num_threads() == threads
    finally:
        torch.set_num_threads(before)


def run_script(pair, text):
    """Runs a script in an interpreter of its own; `built` and `eager` are the modules, `randn` makes inputs."""
    head = f"""
import sys
sys.path[:0] = [{str(harness.ROOT / "tests" / "e2e")!r}, {str(harness.ROOT / "examples")!r}]
import torch
from harness import import_file
from table import randn
eager = import_file({str(pair.source_path)!r})
built = import_file({str(pair.stub_path)!r})
"""
    script = head + textwrap.dedent(text)
    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=600)
    assert finished.returncode == 0, finished.stderr[-3000:]
    return finished


def test_fork_after_a_call():
    text = """
    import os
    torch.set_num_threads(2)
    with torch.no_grad():
        x, y = randn(300, 300), randn(300, 300, seed=1)
        expected = built.wave(x, y)
        child = os.fork()
        if child == 0:
            torch.set_num_threads(1)
            same = torch.equal(built.wave(x, y), expected)
            same = same and torch.allclose(built.wave(x[0], y[0]), expected[0])
            os._exit(0 if same else 3)
        status = os.waitpid(child, 0)[1]
        assert status == 0, status
        assert torch.equal(built.wave(x, y), expected)
    """
    run_script(WAVE.load(), text)


def test_interpreter_exit_with_bound_objects():
    run_script(WAVE.load(), "kept = built.wave(randn(5), randn(5)); keep_alive = built")


def test_no_memory_is_lost():
    text = """
    import gc, resource
    def rss():
        return int(open("/proc/self/statm").read().split()[1]) * 4096
    with torch.no_grad():
        x, y, bad = randn(1000), randn(1000, seed=1), randn(7)
        def many(count):
            for _ in range(count):
                built.wave(x, y)
                built.wave_(x, y)
                x.zero_()
                built.keyword_only(x, gain=3)
                try:
                    built.wave(x, bad)
                except RuntimeError:
                    pass
        many(500)
        gc.collect()
        before = rss()
        many(3000)
        gc.collect()
        assert rss() - before < 3 << 20, (before, rss())
        import sys
        references = sys.getrefcount(x), sys.getrefcount(None)
        many(100)
        assert sys.getrefcount(x) == references[0]
        assert abs(sys.getrefcount(None) - references[1]) < 50
    """
    run_script(WAVE.load(), text)


def test_one_openmp_run_time_in_the_process():
    text = """
    built.wave(randn(300, 300), randn(300, 300))
    maps = open("/proc/self/maps").read().split()
    runtimes = {word for word in maps if "libgomp" in word or "libomp" in word or "libiomp" in word}
    assert len(runtimes) <= 1, runtimes
    """
    run_script(WAVE.load(), text)


# ---- honest accounting -------------------------------------------------------------------------------------

MIXED = harness.program(
    "mixed_kinds",
    """
import torch

def fused_only(x):
    return torch.tanh(x) * 2 + x

def with_unique(x):
    y = x * 2 + 1
    z = torch.unique(y)
    return z.sum() + y.sum()

def python_only(text):
    return text.upper()
""",
    calls=["fused_only(f32[N])", "with_unique(f32[N])"],
)


def test_counters_have_all_kinds():
    counters = MIXED.load().counters()
    assert {"compiled", "fallback", "breaks", "fused", "library", "aten", "python"} <= set(counters)
    assert all(type(value) is int for value in counters.values())


def test_a_compiled_call_counts_once():
    pair = MIXED.fresh()
    for count in range(1, 4):
        pair.built.fused_only(randn(5))
        counters = pair.counters()
        assert counters["compiled"] == count and counters["fallback"] == 0 and counters["python"] == 0
        assert counters["fused"] >= count


def test_a_miss_counts_as_a_fallback():
    pair = MIXED.fresh()
    pair.built.fused_only(randn(5).as_subclass(Tagged))
    counters = pair.counters()
    assert counters["compiled"] == 0 and counters["fallback"] == 1 and counters["fused"] == 0
    assert pair.built.__pyaot__.misses()


def test_an_operator_that_is_not_fused_is_not_counted_as_fused():
    pair = MIXED.fresh()
    harness.check(pair, "with_unique", lambda: (randn(5),))
    counters = pair.counters()
    assert counters["aten"] + counters["python"] + counters["breaks"] + counters["fallback"] >= 1


def test_guards_and_variants_can_be_read():
    pair = MIXED.load()
    variants, guards = pair.built.__pyaot__.variants(), pair.built.__pyaot__.guards()
    assert variants and guards
    text = str(guards)
    assert "fused_only" in text + str(variants) and "f32" in text


def test_entries_outside_the_calls_still_work():
    harness.check(MIXED.load(), "python_only", lambda: ("text",))


LONG = harness.program(
    "long_loops",
    """
import torch


def spin(x):
    n = 0
    while x.sum() < 5:
        x = x * 1.0
        n += 1
    return x, n


def count(x, n: int):
    for i in range(n):
        x = x + 1
    return x
""",
    calls=["spin(f32[N])", "count(f32[N], 3)"],
)
INTERRUPTED = """
import signal, sys, threading, time, torch
sys.path.insert(0, sys.argv[1])
import long_loops as m


class Late(Exception):
    pass


def handler(*ignored):
    raise Late


x = torch.ones(3)
signal.signal(signal.SIGINT, signal.default_int_handler)  # what is started in the background may be told to ignore it
signal.signal(signal.SIGALRM, handler)
for call in (lambda: m.spin(x), lambda: m.count(x, 10**12)):
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        call()
    except Late:
        print("late")
threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT)).start()
try:
    m.spin(x)
except KeyboardInterrupt:
    print("interrupted by another thread", m.spin(x * 9)[1], x.tolist())
"""


def test_long_loops_let_signals_be_handled_and_other_threads_run():
    pair = LONG.load()
    harness.check(pair, "spin", lambda: (torch.ones(3) * 9,), expect="whole")
    for folder in (LONG.folder, LONG.out):
        run = [sys.executable, "-c", INTERRUPTED, str(folder)]
        printed = subprocess.run(run, capture_output=True, text=True, timeout=100, check=False)
        expected = "late\nlate\ninterrupted by another thread 0 [1.0, 1.0, 1.0]\n"
        assert printed.stdout == expected, printed.stderr


FLAGS = harness.program(
    "flags_of_handlers",
    """
import signal
import torch

stop = False
places = {"stop": False}


class Killer:
    now = False

    def __init__(self):
        self.stop = False

    def handle(self, number, frame):
        self.leave()

    def leave(self):
        self.stop = True


killer = Killer()


def handler(number, frame):
    global stop
    stop = places["stop"] = True
    killer.handle(number, frame)


def by_global(x: float):
    while x < 1e300:
        x += 1.0
        if stop:
            return 1.0


def by_item(x: float):
    while x < 1e300:
        x += 1.0
        if places["stop"]:
            return 2.0


def by_attribute(x: float):
    while x < 1e300:
        x += 1.0
        if killer.stop:
            return 3.0


def by_class(x: float):
    while x < 1e300:
        x += 1.0
        if Killer.now:
            return 4.0


def listen(kind):
    signal.signal(signal.SIGALRM, handler if kind else lambda *_: setattr(Killer, "now", True))
    signal.setitimer(signal.ITIMER_REAL, 0.2)
""",
    calls=[f"by_{name}(1.0)" for name in ("global", "item", "attribute", "class")],
    args=["--force"],
)
FLAGGED = """
import sys
sys.path.insert(0, sys.argv[1])
import flags_of_handlers as m

for name in "global", "item", "attribute", "class":
    m.stop = m.places["stop"] = m.killer.stop = False
    m.listen(name != "class")
    print(getattr(m, f"by_{name}")(1.0))
"""


def test_loops_see_what_handlers_of_signals_set():
    FLAGS.load()
    for folder in (FLAGS.folder, FLAGS.out):
        run = [sys.executable, "-c", FLAGGED, str(folder)]
        printed = subprocess.run(run, capture_output=True, text=True, timeout=100, check=False)
        assert printed.stdout == "1.0\n2.0\n3.0\n4.0\n", printed.stderr
