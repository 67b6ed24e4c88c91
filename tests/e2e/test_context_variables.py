"""Variables of contextvars: read under a guard, set and set back inside a call; what stays set stays Python."""

import contextvars
import threading

import harness
import pytest
from table import randn

SOURCE = '''
import contextvars
from contextvars import ContextVar


class Collector:
    """A variable in an object, with methods of its own."""

    def __init__(self, name):
        self.variable = ContextVar(name, default=None)

    def get(self):
        return self.variable.get()

    def set(self, value):
        return self.variable.set(value)

    def reset(self, token):
        self.variable.reset(token)


collector = Collector("collector")
scale = contextvars.ContextVar("scale", default=2)
unset = ContextVar("unset")


def inner(x):
    found = collector.get()
    if found is not None:
        found.append(x * 2)
    return x + 1


def plain(x):
    return inner(x) * 3


def collected(x):
    got = []
    token = collector.set(got)
    try:
        y = inner(x)
        y = inner(y)
    finally:
        collector.reset(token)
    return y, got


def scaled(x):
    return x * scale.get() + 1


def nested(x):
    first = scale.set(3)
    y = scaled(x)
    second = scale.set(4)
    y = y + scaled(x)
    scale.reset(second)
    y = y + scaled(x)
    scale.reset(first)
    return y + scaled(x)


def on_one_side(x):
    y = x + 1
    if x.sum() > 0:
        token = scale.set(7)
        y = scaled(y)
        scale.reset(token)
    return scaled(y)


def stays(x):
    scale.set(5)
    return x * scale.get() + 1


def stays_on_one_side(x):
    y = x * 2
    if y.sum() > 0:
        scale.set(y.shape[0])
    return scaled(y)


def set_back_twice(x):
    token = scale.set(5)
    scale.reset(token)
    scale.reset(token)
    return x + 1


def without_default(x):
    return x * unset.get(3) + 1


def not_found(x):
    try:
        return x * unset.get() + 1
    except LookupError:
        return x - 1
'''
NAMES = [line[4 : line.index("(")] for line in SOURCE.splitlines() if line.startswith("def ")]
NAMES.remove("set_back_twice")  # the message of its exception has an address
WHOLE = ["inner", "plain", "collected", "scaled", "nested", "on_one_side"]
PROGRAM = harness.program(
    "contexts", SOURCE, [f"{name}(f32[M, N])" for name in [*NAMES, "set_back_twice"]], ["--force"]
)


def in_own_context(pair, *args, **kwargs):
    contextvars.copy_context().run(harness.check, pair, *args, **kwargs)


@pytest.mark.parametrize("positive", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_functions(name, positive):
    x = randn(3, 4, seed=1).abs() * (1 if positive else -1)
    in_own_context(PROGRAM.load(), name, lambda: (x.clone(),), expect="whole" if name in WHOLE else None)


@pytest.mark.parametrize("name", ["plain", "collected", "scaled", "nested", "on_one_side", "without_default"])
def test_variables_that_were_set_before(name):
    pair = PROGRAM.load()

    def work():
        for module in (pair.eager, pair.built):
            module.scale.set(11)
            module.collector.set([])
            module.unset.set(0.5)
        harness.check(pair, name, lambda: (randn(2, 3, seed=2),))
        for module in (pair.eager, pair.built):
            assert module.scale.get() == 11
        eager, built = (module.collector.get() for module in (pair.eager, pair.built))
        assert len(eager) == len(built)

    contextvars.copy_context().run(work)


def test_a_thread_has_values_of_its_own():
    pair, found = PROGRAM.load(), []

    def work():
        pair.built.scale.set(5)
        found.append(pair.built.scaled(randn(2, 3, seed=2)))

    thread = threading.Thread(target=contextvars.Context().run, args=(work,))
    thread.start()
    thread.join()
    assert found[0].equal(randn(2, 3, seed=2) * 5 + 1)
    assert pair.built.scaled(randn(2, 3, seed=2)).equal(randn(2, 3, seed=2) * 2 + 1)


def test_what_stays_set_is_what_eager_leaves():
    pair = PROGRAM.load()

    def left(module):
        module.stays(randn(2, 3, seed=2))
        return module.scale.get()

    assert [contextvars.copy_context().run(left, module) for module in (pair.eager, pair.built)] == [5, 5]


def test_a_token_counts_once():
    for module in (PROGRAM.load().eager, PROGRAM.load().built):
        with pytest.raises(RuntimeError, match="has already been used once"):
            contextvars.copy_context().run(module.set_back_twice, randn(2, 3, seed=2))


def test_another_object_in_its_place():
    pair = PROGRAM.load()
    kept = [module.scale for module in (pair.eager, pair.built)]
    for module in (pair.eager, pair.built):
        module.scale = contextvars.ContextVar("scale", default=9)
    try:
        in_own_context(pair, "nested", lambda: (randn(2, 3, seed=2),))
    finally:
        pair.eager.scale, pair.built.scale = kept
