"""Segments around `super()` and private names, which stay in a function of their class, and in the cases of `match`."""

import harness
import pytest
import torch

SOURCE = '''
import torch


class Base(torch.nn.Module):
    def forward(self, x):
        y = x * 2 + 1
        print("base")
        return y * y


class Derived(Base):
    def __init__(self):
        super().__init__()
        self.count = 0
        self.__factor = 3

    def forward(self, x):
        y = x * 3 - 1
        z = super().forward(y)
        print("derived", __class__.__name__)
        self.count += 1
        return z * 2 + y

    def private(self, x):
        y = x * 2 + 1
        z = y * self.__factor
        print("private", self.__factor)
        w = z * z + x
        return w * 2 - y

    def both(self, x):
        """A docstring."""
        total = x * 0
        for i in range(2):
            total = total + x * i * 2
            if i == 1:
                print(super().__init__.__name__, self.__factor)
            total = total * 2 - x
        return total * 3


class __Hidden(Derived):
    def forward(self, x):
        y = super().forward(x * 2 + 1)
        print("hidden")
        return y * 2 - x * x


derived, hidden = Derived().eval(), globals()["__Hidden"]().eval()


def of_class(x):
    return derived(x) * 2 + x


def of_private(x):
    return derived.private(x) * 2 + x


def of_both(x):
    return derived.both(x) * 2 + x


def of_hidden(x):
    return hidden(x) * 2 + x


def by_number(x, kind: int):
    y = x * 2 + 1
    match kind:
        case 1 | 2:
            print("small")
            y = y * y + 1
            z = y * 2
        case n if n > 3:
            print("large", n)
            y = y * n - x
            z = y * y
        case _:
            z = x * 3
            z = z * z
    return y * 2 + x + z


def by_shape(x, value):
    y = x * 2 + 1
    match value:
        case (a, b):
            print("two", a, b)
            y = y * a + b
        case [a, *rest]:
            print("list", a, rest)
            y = y * len(rest) + a
        case {"a": a, **rest}:
            print("dict", a, rest)
            y = y * a + len(rest)
    print("after")
    y = y * 2 - 1
    return y * y


def in_loop(x, kind: int):
    for i in range(4):
        match i:
            case 0:
                x = x * 2 + 1
                print("zero")
                continue
            case 2 if kind == 2:
                print("stop")
                break
            case 1:
                if kind == 5:
                    return x * 3 - 1
                x = x * x + 1
            case other:
                print("other", other)
        x = x * 3 - 1
    return x * 2 + 1


def may_be_unbound(x, kind: int):
    match kind:
        case 2:
            w = x * 2 + 1
    print("matched")
    return w * 2 + x
'''
classes = harness.program(
    "segments_in_classes",
    SOURCE,
    calls=[
        *(f"{name}(f32[N])" for name in ("of_class", "of_private", "of_both", "of_hidden")),
        *(f"{name}(f32[N], 2)" for name in ("by_number", "in_loop", "may_be_unbound")),
        "by_shape(f32[N], (1, 2))",
    ],
)


@pytest.mark.parametrize("name", ["of_class", "of_private", "of_both", "of_hidden"])
def test_in_a_class(name):
    with torch.no_grad():
        change = harness.check(classes.load(), name, lambda: (torch.arange(5.0),), times=2)
    assert change["compiled"] >= 1 and change["breaks"] >= 1, change


@pytest.mark.parametrize("kind", [1, 2, 3, 5, 0])
@pytest.mark.parametrize("name", ["by_number", "in_loop", "may_be_unbound"])
def test_cases(name, kind):
    change = harness.check(classes.load(), name, lambda: (torch.arange(5.0), kind))
    assert change["compiled"] == 1 or name == "may_be_unbound", change


@pytest.mark.parametrize("value", [(1, 2), [1, 2, 3], {"a": 1, "b": 2}, 7, "ab"])
def test_patterns(value):
    harness.check(classes.load(), "by_shape", lambda: (torch.arange(5.0), value))


SHARED = """
import torch


def counted(x):
    n = 0

    def count():
        nonlocal n
        n += 1

    y = x * 2 + 1
    count()
    print("n", n)
    y = y * y - x
    count()
    return y * n, n


def best_of(x):
    best = x * 0

    def offer(v):
        nonlocal best
        if v.sum() > best.sum():
            best = v
            print("better")

    for i in range(4):
        y = torch.sin(x * i) * 2 + 1
        offer(y * y)
        z = best * 2 + y
    return best * 2 + z


def changed_behind(x):
    y = x * 2 + 1

    def triple():
        nonlocal y
        y = y * 3
        print("tripled")

    z = y * y + x
    triple()
    w = y * z + 1
    y = w * 2 - y
    triple()
    return y + w * z


def two_levels(x):
    def outer(v):
        k = v * 2

        def inner():
            nonlocal k
            k = k + 1
            print("k")

        inner()
        return k * 2

    y = x * 2 + 1
    z = outer(y) * 2 + y
    print("z")
    return z * z + y
"""
NAMES = ("counted", "best_of", "changed_behind", "two_levels")
shared = harness.program("segments_nonlocal", SHARED, calls=[f"{name}(f32[N])" for name in NAMES])


@pytest.mark.parametrize("name", NAMES)
def test_functions_that_assign_variables_around_them(name):
    change = harness.check(shared.load(), name, lambda: (torch.arange(5.0),))
    assert change["compiled"] == 1 and change["breaks"] >= 1, change


EMPTIED = """
import torch


def words_of(function):
    try:
        return function()
    except NameError as error:
        return type(error).__name__, str(error)


def deleted(x):
    k = x * 2

    def leave():
        nonlocal k
        del k
        print("left")

    y = x + 1
    leave()
    x.add_(1)
    return y * 2 + k


def in_brackets(x):
    a, b = x * 2, x * 3
    print("made")
    if x.sum() > 5:
        del (a, [b])
    print("deleted")
    x.add_(1)
    return x + b


def caught(x):
    k = x * 2

    def leave():
        nonlocal k
        try:
            raise ValueError(3)
        except ValueError as k:
            print(k)

    leave()
    try:
        return x + k
    except NameError as error:
        return x, str(error)


def written(x):
    a = x * 2

    def f():
        return a + 1

    put(f, x * 3)
    y = f()
    z = a + y
    empty(f)
    return y, z, words_of(f), words_of(lambda: a)


def by_itself(x):
    a = 12
    y = x * 2

    def f():
        return a

    f.__closure__[0].cell_contents = 9
    y = y + a
    del f.__closure__[0].cell_contents
    y = y * 2
    try:
        y = y + a
    except NameError as error:
        return y, str(error), words_of(f)
    return y


def put(function, value):
    function.__closure__[0].cell_contents = value


def empty(function):
    del function.__closure__[0].cell_contents
"""
EMPTIED_NAMES = ("deleted", "in_brackets", "caught", "written", "by_itself")
emptied = harness.program("segments_emptied", EMPTIED, [f"{name}(f32[N])" for name in EMPTIED_NAMES], flags="-O0")


@pytest.mark.parametrize("name", EMPTIED_NAMES)
def test_variables_that_functions_empty_or_others_write(name):
    harness.check(emptied.load(), name, lambda: (torch.arange(5.0),))


RETURNED = """
import torch


class Box:
    def __init__(self, t, k):
        self.t, self.k, self.others = t, k, [t + 1]

    def bump(self):
        self.k += 1
        return self


class Scaled(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.tensor([2.0]))
        self.register_buffer("seen", torch.zeros(1))
        self.calls = 0

    def counted(self):
        self.calls += 1
        return self

    def forward(self, x):
        return x * self.scale + self.seen


def of_box(x, box):
    other = box.bump()
    print("bumped")
    other.t[0] = 0.5
    return other.k


def of_list_in_box(x, box):
    y = x * 2
    other = box.bump()
    print("bumped", other.k)
    other.others[0].mul_(2)
    return y + other.others[0] + other.t, other


def of_module(x, net):
    same = net.counted()
    print("counted")
    y = same(x) * 2
    same.seen.add_(1)
    return y + same.seen * same.calls
"""
returned = harness.program(
    "segments_returned_objects",
    RETURNED,
    calls=["of_box(f32[M, N], Box(f32[M, N], 2))", "of_list_in_box(f32[M, N], Box(f32[M, N], 2))"]
    + ["of_module(f32[M, N], Scaled())"],
    args=["--force"],
)


@pytest.mark.parametrize("name", ["of_box", "of_list_in_box"])
def test_an_argument_that_a_segment_hands_on_under_another_name(name):
    pair = returned.load()
    for shape in ((2, 3), (1, 1), (0, 3)):
        boxes = iter([pair.eager.Box(torch.ones(shape), 2), pair.built.Box(torch.ones(shape), 2)] * 2)
        change = harness.check(pair, name, lambda: (torch.ones(shape), next(boxes)), times=1)
        assert harness.IN_PYTHON or change["compiled"] == 1 or shape[0] == 0, change


def test_a_module_that_a_segment_hands_on_under_another_name():
    pair = returned.load()
    nets = iter([pair.eager.Scaled(), pair.built.Scaled()])
    with torch.no_grad():
        change = harness.check(pair, "of_module", lambda: (torch.ones(2, 3), next(nets)))
    assert harness.IN_PYTHON or change["compiled"] == 1, change
