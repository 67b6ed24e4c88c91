"""Context managers made of generators, around blocks that are left on data: each path runs what follows the yield."""

import contextlib
import re

import pytest
import torch
from harness import check, program

SOURCE = """
import contextlib

import torch


class Settings:
    scale = 1


settings = Settings()


@contextlib.contextmanager
def guard(log, name="x"):
    log.append("in " + name)
    try:
        yield len(log)
    finally:
        log.append("out " + name)


@contextlib.contextmanager
def plain(log):
    log.append("in")
    yield
    log.append("out")


@contextlib.contextmanager
def scaled(factor):
    old = settings.scale
    settings.scale = old * factor
    try:
        yield settings
    finally:
        settings.scale = old


@contextlib.contextmanager
def handled(log):
    try:
        yield
        log.append("fine")
    except ValueError as error:
        log.append(str(error))
    else:
        log.append("else")
    finally:
        log.append("finally")
    log.append("after")


@contextlib.contextmanager
def twice(log):
    for i in range(1):
        try:
            yield i
        finally:
            log.append("done")


def case_returned(x):
    log = []
    with guard(log) as k:
        if x.sum() > 0:
            return x + k, log
        x = x * 2
    return x - len(log), log


def case_in_a_loop(x):
    total = 0
    for i in range(5):
        with scaled(2) as s:
            x = x * s.scale
            if x.sum() > 50:
                break
            if x.sum() < -50:
                continue
            x = x + 1
        total = total + settings.scale
    return x, settings.scale


def case_without_try(x):
    log = []
    with plain(log):
        if x.sum() > 0:
            return x * 2, log
        x = x + 1
    log.append("end")
    return x, log


def case_state_of_a_global(x):
    with scaled(3) as s:
        if x.sum() > 0:
            return x * s.scale
        x = x * s.scale + 1
    return x + settings.scale


def case_nested(x):
    log = []
    with guard(log, "a"), guard(log, "b"):
        with guard(log, "c"):
            if x.max() > 3:
                return -x, log
        x = x + len(log)
        if x.min() < 0:
            return x * 3, log
    return x * 2, log


def case_with_handlers(x):
    log = []
    with handled(log):
        if x.sum() > 0:
            return x + 1, log
        x = x - 1
    return x, log


def inner(x, log):
    with guard(log):
        if x.sum() > 0:
            return x * 3
    return x * 5


def case_called(x):
    log = []
    y = inner(x, log) + inner(-x, log)
    return y, log


def case_three_ways(x):
    log = []
    with guard(log):
        if x.sum() > 10:
            return x + 1, log
        if x.sum() > 0:
            return x + 2, log
        if x.sum() < -10:
            return x + 3, log
    return x * 4, log


def case_raised(x):
    with guard([]):
        if x.sum() > 0:
            raise ValueError("large")
        x = x - 1
    return x


def part_swallowed(x):
    log = []
    with handled(log):
        if x.sum() > 0:
            raise ValueError("large")
        x = x - 1
    return x, log


def part_caught(x):
    log = []
    try:
        with guard(log):
            if x.sum() > 0:
                raise ValueError("large")
            x = x - 1
    except ValueError:
        log.append("caught")
    return x, log


def case_named_for_the_profiler(x):
    with torch.profiler.record_function("first"), torch.autograd.profiler.record_function("second") as named:
        x = x * 2
    return x if named is None else x + 1


def case_exits_pushed(x):
    log = []
    with contextlib.ExitStack() as stack:
        stack.push(lambda *exception: log.append(exception[0] is None))
        stack.push(contextlib.suppress(KeyError))
        x = x + 1
        {}["missing"]
    return x, log


class Counted(contextlib.ContextDecorator):
    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return False


def case_names(x):
    @Counted()
    def doubled(t):
        return t * 2

    @contextlib.contextmanager
    def given(t):
        yield t

    with given(x) as y:
        pass
    return doubled(y), doubled.__name__, given.__name__, given.__wrapped__.__name__, twice.__name__


def part_of_a_loop(x):
    log = []
    with twice(log):
        if x.sum() > 0:
            return x + 1, log
        x = x - 1
    return x, log


if __name__ == "__main__":
    x = torch.ones(2, 3)
CALLS
"""
NAMES = re.findall(r"^def ((?:case|part)_\w+)", SOURCE, re.M)
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    {name}(-x)" for name in NAMES))
managers = program("generator_managers", SOURCE, args=["--force"], flags="-O0")
VALUES = {"up": 1.0, "down": -1.0, "little": 0.1, "less": -0.1, "nothing": 0.0}


@pytest.mark.parametrize("factor", VALUES)
@pytest.mark.parametrize("name", NAMES)
def test_left(name, factor):
    raises = name.endswith("raised") and VALUES[factor] > 0
    expect = "whole" if name.startswith("case_") and not raises else None
    check(managers.load(), name, lambda: [torch.arange(6.0).view(2, 3) * VALUES[factor]], expect=expect, times=2)
    assert managers.load().built.settings.scale == 1


APART = program(
    "managers_apart",
    """
import contextlib

import torch

log = []


@contextlib.contextmanager
def guard(value):
    log.append("in")
    yield value * 2
    log.append("out")


class Own(contextlib.ExitStack):
    pass


def case_generator_later(x):
    manager = guard(x)
    print("made")
    with manager as doubled:
        return doubled + 1, list(log)


def case_stack_later(x):
    stack = contextlib.ExitStack()
    stack.callback(log.append, "left")
    print("made")
    with stack:
        y = x * 2
    return y, list(log)


def case_stack_within(x):
    with contextlib.ExitStack() as stack:
        stack.enter_context(guard(x))
        print("entered")
        stack.callback(log.append, "left")
        y = x * 2
    return y, list(log)


def case_empty_stack(x):
    return x + 1, contextlib.ExitStack(), Own()


def case_grad_mode_later(x):
    manager = torch.no_grad()
    manager.__enter__()
    print("entered")
    off = torch.is_grad_enabled()
    manager.__exit__(None, None, None)
    return x * 2, off, torch.is_grad_enabled()


def case_grad_mode_returned(x):
    return x * 2, torch.no_grad(), torch.enable_grad(), torch.inference_mode(False)


def case_property_apart(x):
    import functools

    return x + 1, functools.cached_property(case_empty_stack)
""",
    [f"case_{name}(f32[N])" for name in "generator_later stack_later stack_within empty_stack".split()]
    + [f"case_{name}(f32[N])" for name in "grad_mode_later grad_mode_returned property_apart".split()],
    ["--force"],
    "-O0",
)


@pytest.mark.parametrize("name", ["generator_later", "stack_later", "stack_within", "grad_mode_later"])
def test_made_before_python_runs(name):
    pair = APART.load()
    for module in (pair.eager, pair.built):
        module.log.clear()
    check(pair, f"case_{name}", lambda: (torch.arange(3.0, requires_grad=True),))


@pytest.mark.parametrize("name", ["empty_stack", "grad_mode_returned", "property_apart"])
def test_returned(name):
    pair = APART.load()
    found = [getattr(module, f"case_{name}")(torch.ones(3))[1:] for module in (pair.eager, pair.built)]
    described = [[(type(one).__name__, sorted(vars(one))) for one in each] for each in found]
    assert described[0] == described[1]


HELD = program(
    "managers_held",
    """
import functools
from contextlib import contextmanager

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel


@contextmanager
def times(n):
    yield n * 2


class Attend(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.kernel = functools.partial(sdpa_kernel, [SDPBackend.MATH])
        self.table = {"times": times, "kernel": sdpa_kernel}

    def forward(self, x):
        with self.kernel():
            return F.scaled_dot_product_attention(x * 2, x, x)


class Scale:
    def __init__(self):
        self.manager = times

    def __call__(self, x):
        with self.manager(3) as n:
            return x * n + x.sum()


attend, scale = Attend(), Scale()


def by_table(x):
    with attend.table["times"](3) as n, attend.table["kernel"](SDPBackend.MATH):
        return x * n + x.sum()


if __name__ == "__main__":
    with torch.no_grad():
        attend(torch.randn(2, 3, 5, 8)), scale(torch.randn(4)), by_table(torch.randn(4))
""",
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name, sizes", [("attend", (2, 3, 5, 8)), ("scale", (6,)), ("by_table", (6,))])
def test_held_by_an_object(name, sizes):
    check(HELD.load(), name, lambda: (torch.ones(sizes),), context=torch.no_grad, expect="whole")


def test_another_held_by_an_object():
    pair = HELD.load()
    for module in (pair.eager, pair.built):
        module.scale.manager = module.attend.table["times"] = contextlib.contextmanager(lambda n: iter([n * 5]))
    for name in ("scale", "by_table"):
        check(pair, name, lambda: (torch.ones(4),), context=torch.no_grad, expect="fallback")


def test_another_under_the_name():
    pair = HELD.load()
    for module in (pair.eager, pair.built):
        module.times = module.scale.manager = contextlib.contextmanager(lambda n: iter([n * 5]))
    check(pair, "scale", lambda: (torch.ones(4),), context=torch.no_grad, expect="fallback")
