"""Functions with breaks: what is compiled runs between Python statements, and nobody can tell but by the counters."""

import contextlib
import io

import harness
import pytest
import torch

SOURCE = '''
import contextlib

import torch

seen = []


class Refused(Exception):
    pass


def top_level(x):
    y = torch.tanh(x) * 2 + 1
    print("sum", round(float(y.sum()), 3) == round(float(y.sum()), 3))
    z = y.exp() + x
    return z * y - 1


def in_for(x, n):
    h = x * 2 + 1
    for i in range(n):
        h = torch.tanh(h) + i
        print("step", i)
        h = h * 0.5 + x
    return h + 1


def carried(x, n):
    """`last` of one turn is read in the next, before it is assigned."""
    last = x
    total = x * 0
    for i in range(n):
        now = last * 2 + x
        print(i, tuple(now.shape))
        total = total + now * last
        last = now * 0.5 - 1
    return total + last


def shape_changes(x, n):
    """The second turn sees another shape than the first."""
    h = x * 2 + 1
    for i in range(n):
        h = h * 2 + i
        print(i, h.dim())
        h = torch.stack([h, h + 1]) * 0.5
    return h * 3 - 1


def none_at_first(x, n):
    before = None
    for i in range(n):
        y = x * i + 1
        print(before is None)
        if before is not None:
            y = y + before * 2
        before = y * 2 - 1
    return before


def in_while(x, limit):
    i = 0
    while i < limit:
        x = torch.sin(x) * 2 + i
        print(i)
        i += 1
        x = x * x + 1
    else:
        x = x * 3 - i
        print("else", i)
    return x + i


def branches(x, kind):
    if kind == 0:
        y = x * 2 + 1
        print("zero")
        z = y.exp() + x
    elif kind == 1:
        print("one")
        z = x * 3 + 1
    elif kind == 2:
        z = x + 3; print("two"); z = z * 2 + x
    else:
        z = x
        seen.append("other")
    return z * 2 + 1


def one_line(x): y = x * 2 + 1; print("one line"); z = y * y - x; return z + y


def bound_on_one_path(x, flag):
    if flag:
        extra = x * 2 + 1
        print("bound")
    y = x * 3 - 1
    print("then")
    if flag:
        y = y + extra * 2
    return y * y


def unbound(x, flag):
    if flag:
        extra = x * 2 + 1
        print("bound")
    y = x * 3 - 1
    print("then")
    y = y + extra * 2
    return y * y


def leaves_early(x, n):
    for i in range(n):
        y = x * i + 1
        print(i)
        if i == 2:
            w = y + x * 3
            print("out")
            return w * y
        if i == 7:
            y = y * 2 + 1
            break
        if i == 1:
            x = x * 2 - 1
            continue
        x = x + y * 0.5
    else:
        print("else")
        x = x * 3 - 1
    return x.sin() + 1


def returns_before_a_break(x, flag):
    b = x + 1
    print("a")
    if not flag:
        return b @ x * 0.1 + 1
    c = b * 2 + 1
    print("b")
    return c * b + 1


def breaks_out(x, n):
    found = x
    for i in range(n):
        found = x * i + 1
        print(i)
        if i == 3:
            found = found * 2 + x
            break
        found = found - 100 * x
    return found + 1


def loops_in_loops(x, n):
    total = x * 0 + 1
    for i in range(n):
        row = x * i + 1
        for j in range(i):
            if j == 2:
                break
            row = row * 2 + j
            print(i, j)
            row = row * 0.5 + total
        total = total + row * 2
    return total * 2 - 1


def no_grad(x, w):
    h = x * w + 1
    with torch.no_grad():
        a = h * 2 + 1
        print("in", a.requires_grad)
        b = a.exp() + h
    print("out", b.requires_grad)
    return a + b * h


def swallowed(x, y):
    a = x * 2 + 1
    with contextlib.suppress(RuntimeError):
        a = a * 3 + x
        print("in")
        a = a + 1
        b = x @ y
        a = b * 2 + 1
    return a * 2 + 1


def handled(x, y):
    h = x * 2 + 1
    c = x
    try:
        print("try")
        a = h + 1
        b = a @ y
        c = b * 2 + 1
        a = a * 0
    except RuntimeError as error:
        print("caught", type(error).__name__, float(a.sum()) == float((h + 1).sum()))
        c = h * 3 + a
    else:
        c = c * 2 - 1
        print("else")
    finally:
        print("finally")
        seen.append("finally")
    return c + 1


def rebound_before_raising(x, y):
    """The handler reads what was assigned just before the exception."""
    a = x * 1 + 0
    try:
        print("try")
        a = x * 2 + 1
        b = a * 3 - 1
        a = b + x
        c = a @ y
        a = c * 2 + 1
    except RuntimeError:
        return a * 2 + 1
    return a * 3 + 1


def cleaned_up(x, y):
    a = x * 1 + 5
    try:
        print("try")
        a = x * 2 + 1
        a = a * 2 + 1
        return (a @ y) * 2 + 1
    finally:
        seen.append(float(a.sum()))
        print("finally")


def handler_in_loop(xs, y):
    total = y * 0 + 1
    for x in xs:
        try:
            print("item", tuple(x.shape))
            part = x * 2 + y
            total = total + part * 2
        except RuntimeError:
            print("skipped")
            continue
        total = total * 0.5 + 1
    return total * 2 + 1


def raises_by_hand(x, limit):
    y = x * 2 + 1
    try:
        print("check")
        z = y * 3 + x
        if float(z.sum()) > limit:
            raise Refused("too much")
        y = z * 2 + 1
    except Refused as refused:
        print(refused)
        y = y - 1
        y = y * 2 + 1
    return y + x


def deepest(x):
    y = torch.tanh(x) * 2 + 1
    print("deepest")
    return y.exp() + x


def middle(x):
    z = x * 3 + 1
    w = deepest(z)
    return w * 2 + z


def two_levels(x):
    a = x * 2 + x
    b = middle(a)
    return a + b * 2


def lambdas(x, xs):
    h = x * 2 + 1
    print("a")
    scale = lambda t: t * h + 1
    y = x * 3 - 1
    y = y + scale(y)
    print("b")
    s = sum(t * h for t in xs)
    g = s * 2 + h
    return scale(g) + 1


def lambda_sees_change(x):
    h = x * 2 + 1
    read = lambda: h + 0
    print("a")
    h = h * 3 + 1
    g = read() * 2 + h
    print("b")
    h = g * 2 - 1
    return read() + h


def lambdas_of_a_loop(x, n):
    reads = []
    for i in range(n):
        h = x * i + 1
        reads.append(lambda: h * 2)
        print(i)
        h = h * 2 + x
    return [read() for read in reads]


def nested_function(x, n):
    scale = x * 2 + 1

    def inner(t):
        return t * scale + n

    y = inner(x) + 1
    print("made")
    scale = scale * 2 + 1
    return inner(y) * 2 + scale


def names_of_closures(x):
    y = x * 2 + 1
    print("named")
    scale = lambda t: t * 2

    def inner():
        return lambda: 1

    return y * 3 + 1, scale.__qualname__, inner.__qualname__, inner().__qualname__, inner.__code__.co_qualname


def deleted(x):
    y = x * 2 + 1
    z = y * 3 + x
    print("before")
    del y
    y = z * 2 - 1
    print("after")
    return y * z + 1


hidden = 100.0
count = 0
offset = None


def counts_calls(x):
    """Globals that it assigns, and reads in segments."""
    global count, offset
    y = x * 2 + 1
    count += 1
    print(count)
    offset = y * 0.5 - 1
    z = offset * 2 + y
    print("set")
    for count in range(2):
        z = z * 2 + count
        offset = z + offset
    return z * offset + count




def moved_assignment(x, flag):
    """Only a segment assigns `hidden`, and so it must stay a local variable of what stays Python."""
    y = x * 2 + 1
    print("first")
    if flag:
        print(hidden)
    hidden = y * 3 + 1
    y = hidden * 2 + y
    print("last")
    return y - 1


def mutates(x, out):
    y = x * 2 + 1
    out.append(y)
    y.add_(x)
    print(len(out))
    y.mul_(2)
    out.append(y * 3 + 1)
    return y


def writes_argument(x, n):
    for i in range(n):
        x.mul_(0.5).add_(i)
        print(i)
        x.add_(1)
    return x * 2 + 1


def starred(x, *more, scale=2.0, **named):
    y = x * scale + 1
    print(len(more), sorted(named))
    for m in more:
        y = y * 2 + m
        seen.append(1)
        y = y - 1
    return y * named.get("gain", 1) + x


def comprehension(x, n):
    y = x * 2 + 1
    parts = [print(i) or y * i for i in range(n)]
    z = parts[0] * 2 + 1
    print("after")
    return z * y + len(parts)


def text(x):
    y = x * 2 + 1
    print("""one
  two \\
three""", f"{y.dim()}")
    z = (y *
         3 + 1)  # a comment
    # another
    return z * 2 + y;


class Scaler:
    def __init__(self, gain):
        self.gain = gain
        self.calls = 0

    def note(self, y):
        z = y * 2 + 1
        self.calls += 1
        print("noted", self.calls)
        return z * 3 - 1

    def apply(self, x):
        y = torch.tanh(x) * self.gain + 1
        y = self.note(y)
        return y * self.gain + x


def method(x, gain):
    scaler = Scaler(gain)
    return scaler.apply(x), scaler.apply(x * 2 + 1), scaler.calls
'''

SEGMENTS = harness.program("segments", SOURCE)


def randn(*shape):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(3))


def square():
    return randn(4, 4)


CASES = [
    ("top_level", lambda: (square(),), True),
    ("in_for", lambda: (square(), 3), True),
    ("in_for", lambda: (square(), 0), True),
    ("carried", lambda: (square(), 4), True),
    ("shape_changes", lambda: (randn(3), 3), False),
    ("none_at_first", lambda: (square(), 3), False),
    ("none_at_first", lambda: (square(), 0), False),
    ("in_while", lambda: (square(), 3), True),
    ("in_while", lambda: (square(), 0), True),
    *[("branches", lambda kind=kind: (square(), kind), True) for kind in range(4)],
    ("one_line", lambda: (square(),), True),
    ("bound_on_one_path", lambda: (square(), True), False),
    ("bound_on_one_path", lambda: (square(), False), False),
    ("unbound", lambda: (square(), True), False),
    ("unbound", lambda: (square(), False), False),
    *[("leaves_early", lambda n=n: (square(), n), True) for n in (0, 1, 2, 3, 5)],
    ("returns_before_a_break", lambda: (square(), True), True),
    ("returns_before_a_break", lambda: (square(), False), True),
    *[("breaks_out", lambda n=n: (square(), n), True) for n in (0, 2, 6)],
    ("loops_in_loops", lambda: (square(), 5), True),
    ("no_grad", lambda: (square(), square()), True),
    ("swallowed", lambda: (square(), square()), False),
    ("swallowed", lambda: (square(), randn(3, 3)), False),
    ("handled", lambda: (square(), square()), False),
    ("handled", lambda: (square(), randn(3, 3)), False),
    ("rebound_before_raising", lambda: (square(), square()), False),
    ("rebound_before_raising", lambda: (square(), randn(3, 3)), False),
    ("cleaned_up", lambda: (square(), square()), False),
    ("cleaned_up", lambda: (square(), randn(3, 3)), False),
    ("handler_in_loop", lambda: ([square(), randn(3), randn(4)], square()), False),
    ("raises_by_hand", lambda: (square(), 1e9), False),
    ("raises_by_hand", lambda: (square(), -1e9), False),
    ("two_levels", lambda: (square(),), True),
    ("lambdas", lambda: (square(), [square(), square() + 1]), False),
    ("lambda_sees_change", lambda: (square(),), False),
    ("lambdas_of_a_loop", lambda: (square(), 3), False),
    ("nested_function", lambda: (square(), 2), False),
    ("names_of_closures", lambda: (square(),), False),
    ("deleted", lambda: (square(),), False),
    ("moved_assignment", lambda: (square(), True), False),
    ("moved_assignment", lambda: (square(), False), True),
    ("counts_calls", lambda: (square(),), False),
    ("counts_calls", lambda: (square() + 1,), False),
    ("mutates", lambda: (square(), []), False),
    ("writes_argument", lambda: (square(), 3), False),
    ("starred", lambda: (square(), square(), square() + 1), False),
    ("comprehension", lambda: (square(), 3), False),
    ("text", lambda: (square(),), True),
    ("method", lambda: (square(), 1.5), False),
]


@pytest.mark.parametrize("name, arguments, compiled", CASES, ids=[f"{case[0]}-{i}" for i, case in enumerate(CASES)])
def test_segments_are_not_seen(name, arguments, compiled):
    pair = SEGMENTS.load()
    pair.eager.seen.clear(), pair.built.seen.clear()
    change = harness.check(pair, name, arguments)
    harness.compare_objects("seen", pair.eager.seen, pair.built.seen)
    assert pair.eager.count == pair.built.count
    if pair.eager.offset is not None:
        torch.testing.assert_close(pair.built.offset, pair.eager.offset)
    if compiled:
        assert change["fused"] > 0 and change["fallback"] == 0, f"{change}, {harness.explain(pair)}"


@pytest.mark.parametrize("name", ["no_grad", "in_for", "handled", "top_level"])
def test_segments_that_miss_run_as_python(name):
    """Other dtypes, inputs that require gradients: the twins run, in the middle of the function too."""
    pair = SEGMENTS.load()
    second = {"in_for": lambda x: 2, "top_level": None}.get(name, lambda x: x.clone())
    for make in (square().double, square().to(torch.int64).clone, lambda: square().t()):
        harness.check(pair, name, lambda make=make: (x := make(), *([second(x)] if second else [])))
    with torch.enable_grad():
        harness.check(pair, name, lambda: (x := square().requires_grad_(), *([second(x)] if second else [])))


def test_a_change_of_the_world_between_two_segments():
    """A name that a later segment has compiled in is replaced by the statement before it."""
    pair = WORLD.fresh()
    for module in (pair.eager, pair.built):
        with contextlib.redirect_stdout(io.StringIO()):
            first, second = module.run(torch.ones(3)), module.run(torch.ones(3))
        assert first.tolist() == [9.0] * 3 and second.tolist() == [-19.0] * 3, module.__file__


WORLD = harness.program(
    "segments_world",
    """
import torch


def double(t):
    return t * 2 + 1


def negate(t):
    return -t


calls = 0


def run(x):
    global calls
    return work(x)


def work(x):
    y = double(x) * 2 + 3
    swap()
    return double(y) - x * 10


def swap():
    global double, calls
    calls += 1
    print(calls)
    if calls == 2:
        double = negate
""",
)


def test_crossings_are_counted():
    pair = SEGMENTS.load()
    assert harness.check(pair, "in_for", lambda: (square(), 3))["breaks"] == 7
    change = harness.check(pair, "top_level", lambda: (square(),))
    assert (change["compiled"], change["breaks"]) == (1, 1)


NUMBERS = """
import torch


def not_a_number(x):
    n = float("nan")
    l = [n, 1.0]
    y = x * 2
    print("made")
    return y + 1, n in l, l.index(n) if n in l else -1


def handed_on(x):
    n = float("nan")
    y = x * 2
    print(n in [n])
    m = n
    print(m is n, n in (m,))
    return y + 1, [n, m], n


def of_data(x):
    n = x.sum().item() * 0.0 + 1.5
    m = n
    k = int(x.numel()) + 1000
    y = x * 2
    print(m is n, k is not None)
    l, p = [n, m], [k, k]
    y = y + n
    print(l[0] is l[1], l[0] is n, n in l, p[0] is p[1], p[0] is k)
    return y, l


def of_argument(x, n):
    l = [n, n * 2]
    y = x * n
    print(n in l, l[0] is n)
    e = (n, y)
    z = y + 1
    print(n in e)
    return z + 1, l, n


def appended(x, l, n):
    l.append(n)
    y = x + n
    print(n in l)
    return y * 2, l.index(n)
"""
numbers = harness.program(
    "segments_numbers",
    NUMBERS,
    calls=[f"{name}(f32[N])" for name in ("not_a_number", "handed_on", "of_data")]
    + ["of_argument(f32[N], 2.5)", "appended(f32[N], [], 2.5)"],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["not_a_number", "handed_on", "of_data", "of_argument", "appended"])
def test_a_number_stays_the_object_that_it_is(name):
    for value in (float("nan"), 2.5):
        more = {"of_argument": (value,), "appended": ([], value)}.get(name, ())
        x = torch.full((3,), value if not more else 1.0)
        change = harness.check(numbers.load(), name, lambda: (x.clone(), *[list(v) if v == [] else v for v in more]))
        looked_for = name in ("not_a_number", "appended")  # in a list: which NaN it is, Python says
        is_missed = looked_for and (value != value or name == "not_a_number")
        assert harness.IN_PYTHON or change["compiled"] == 1 or is_missed, change


ANNOTATED = """
import torch

held = 5


def never(x, n):
    y = x * 2
    print("one")
    held: int
    y = y + 1
    print("two")
    return y + held


def alone(x, n):
    held: int
    return x + held


def on_one_side(x, n):
    print("one")
    y = x * 2
    held: int
    if n > 2:
        held = y + 1
    print("two")
    return y * 3 + held


def later(x, n):
    held: torch.Tensor
    print("one")
    if n > 2:
        held = x * 2
    else:
        held = x - 1
    print("two")
    return held * 2 + x
"""
annotated = harness.program(
    "segments_annotated",
    ANNOTATED,
    calls=[f"{name}(f32[N], 3)" for name in ("never", "alone", "on_one_side", "later")],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("n", [3, 1])
@pytest.mark.parametrize("name", ["never", "alone", "on_one_side", "later"])
def test_an_annotation_makes_a_name_local(name, n):
    """It is not the global of that name, although nothing is assigned to it on the way."""
    harness.check(annotated.load(), name, lambda: (torch.ones(3), n))


LOCALS = """
import torch


def names_of_locals(x, n):
    def inner(a, /, *, b=2):
        return a + b

    class Local:
        def method(self):
            return 1

    print("cut")
    said = inner.__qualname__, Local.__qualname__, Local.method.__qualname__
    try:
        inner(a=1)
    except TypeError as error:
        return x + n, said, str(error)
"""
locals_of_segments = harness.program("segments_locals", LOCALS, calls=["names_of_locals(f32[N], 3)"], args=["--force"])


@pytest.mark.parametrize("x", [torch.ones(3), torch.ones(2, 3, dtype=torch.int64), None])
def test_what_a_segment_defines_has_the_name_of_its_function(x):
    """Also where the segment runs as Python."""
    harness.check(locals_of_segments.load(), "names_of_locals", lambda: (x, 2))


DEQUES = """
import collections


def lengths_of_deques(x, n):
    held = collections.deque([1, 2, 3], maxlen=n + 1)
    print("cut")
    held.append(4)
    return x + 1, held.maxlen, held, (held.maxlen or 0) * 2
"""
deques_of_segments = harness.program(
    "segments_deques", DEQUES, calls=["lengths_of_deques(f32[N], 3)"], args=["--force"], flags="-O0"
)


@pytest.mark.parametrize("n", [0, 1, 3, 7])
def test_a_deque_of_a_length_that_the_caller_says_crosses_segments(n):
    harness.check(deques_of_segments.load(), "lengths_of_deques", lambda: (torch.ones(3), n))
