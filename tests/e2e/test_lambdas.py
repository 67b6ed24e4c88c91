"""Lambdas that driver code or a call line calls are entries: the stub wraps them where they stand."""

import inspect

import pytest
import torch
from harness import PYTHON, Pair, check, program, run_pyaot

SOURCE = """
import functools

import torch

plain = lambda x, y=2: x * y + 1
several = [lambda x: x.sin(), lambda x: x.cos()]
table = {"scaled": lambda x, *, k=1: (x * k).relu(), "number": lambda n: n + 1}
long = (lambda a,
               b:
        a @ b + 1)
part = functools.partial(lambda a, b: a - b, 2)
chosen = lambda x: x + 1 if x.shape[0] > 2 else x - 1
printing = lambda x: print("called") or x + 1


def made(k):
    return lambda x: x * k


class Model:
    go = lambda self, x: x + self.k

    def __init__(self):
        self.k = 4


model, times3 = Model(), made(3)
if __name__ == "__main__":
    x = torch.randn(3)
    plain(x)
    several[0](x)
    several[1](x)
    table["scaled"](x, k=2)
    table["number"](3)
    long(torch.randn(3, 4), torch.randn(4, 2))
    part(x)
    chosen(x)
    printing(x)
    times3(x)
    model.go(x)
"""
lambdas = program("lambdas", SOURCE, args=["--force"])
CASES = {
    "plain": lambda m: m.plain,
    "first": lambda m: m.several[0],
    "second": lambda m: m.several[1],
    "keyword_only": lambda m: lambda x: m.table["scaled"](x, k=3),
    "partial": lambda m: m.part,
    "branch": lambda m: m.chosen,
    "method": lambda m: m.model.go,
    "closure": lambda m: m.times3,
    "made_again": lambda m: m.made(5),
}


@pytest.mark.parametrize("name", CASES)
def test_called(name):
    check(lambdas.load(), CASES[name], lambda: [torch.arange(4.0) - 1], expect="whole")
    check(lambdas.load(), CASES[name], lambda: [torch.arange(2) - 1])


def test_long():
    check(lambdas.load(), "long", lambda: [torch.ones(2, 3), torch.ones(3, 4)], expect="whole")


def test_not_compiled():
    check(lambdas.load(), "printing", lambda: [torch.ones(2)])
    text = (lambdas.out / "lambdas.py").read_text()
    assert '"number": lambda n: n + 1' in text and "printing = lambda x" in text  # no wrapper where nothing is compiled
    assert "made(k):\n    return _aot.entry(" in text


def test_what_callers_see():
    built = lambdas.load().built
    assert built.plain.__name__ == "<lambda>" and built.plain.__defaults__ == (2,)
    assert str(inspect.signature(built.plain)) == "(x, y=2)"
    for arguments in ([], [1, 2, 3]):
        with pytest.raises(TypeError, match="<lambda>"):
            built.plain(*arguments)


# ---- tables of lambdas: which one is called is told by its code ---------------------------------------------------

TABLES = """
import torch

ACTS = {"a": lambda x: x * 2, "b": lambda x: x * 3, "c": lambda x, k=2: x - k}
FNS = [lambda x: x + 1,
       lambda x: (x + 2)]


class Layer:
    acts = (lambda x: x * 5, lambda x: x * 7)

    def __init__(self, name):
        self.fn = ACTS[name]

    def run(self, x):
        return self.fn(x) + self.acts[1](x)


layer = Layer("a")


def both(x):
    return ACTS["a"](x) + 10 * ACTS["b"](x)


def listed(x):
    return FNS[0](x) * FNS[1](x)


def default(x):
    return ACTS["c"](x)


def composed(x):
    for f in FNS:
        x = f(x)
    return x


def run(x):
    return layer.run(x)


if __name__ == "__main__":
    x = torch.ones(3)
    both(x), listed(x), default(x), composed(x), run(x)
"""
tables = program("lambda_tables", TABLES, args=["--force"])
VECTOR = [lambda: [torch.arange(4.0) - 1]]


@pytest.mark.parametrize("name", ["both", "listed", "default", "composed", "run"])
def test_tables(name):
    check(tables.load(), name, *VECTOR, expect="whole", times=2)


CHANGES = {
    "swapped": ("both", lambda m: m.ACTS.update(a=m.ACTS["b"], b=m.ACTS["a"])),
    "one_for_both": ("both", lambda m: m.ACTS.update(b=m.ACTS["a"])),
    "another": ("both", lambda m: m.ACTS.update(b=lambda x: x * 11)),
    "reversed": ("composed", lambda m: m.FNS.reverse()),
    "replaced": ("listed", lambda m: m.FNS.__setitem__(0, m.ACTS["b"])),
    "other_code": ("listed", lambda m: setattr(m.FNS[0], "__code__", m.FNS[1].__code__)),
    "other_default": ("default", lambda m: setattr(m.ACTS["c"], "__defaults__", (5,))),
    "attribute": ("run", lambda m: setattr(m.layer, "fn", m.ACTS["b"])),
    "of_class": ("run", lambda m: setattr(m.Layer, "acts", m.Layer.acts[::-1])),
}


@pytest.mark.parametrize("change", CHANGES)
def test_changed_tables(change):
    name, act = CHANGES[change]
    pair = tables.fresh()
    check(pair, name, *VECTOR, expect="whole")
    act(pair.eager)
    act(pair.built)
    counters = check(pair, name, *VECTOR, times=2)  # a default is read at each call; the lambdas may run compiled
    assert counters["fallback"] >= 1 or change == "other_default"


def test_tables_of_another_module(tmp_path, monkeypatch):
    functions = tmp_path / "lambda_acts.py"
    functions.write_text(
        'ACTS = {"é": lambda x: x * 2, "b": lambda x: x * 3}\nDEEP = [lambda x:\n    x + 1, lambda x: (\n    x + 2)]\n'
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    source = 'import torch\nimport lambda_acts\nfrom lambda_acts import ACTS\n\n\ndef both(x):\n    return ACTS["é"](x) + 10 * ACTS["b"](x)\n\n\n'
    source += (
        'def deep(x):\n    return lambda_acts.DEEP[0](x) * lambda_acts.DEEP[1](x)\n\n\nif __name__ == "__main__":\n'
    )
    source += "    both(torch.ones(3)), deep(torch.ones(3))\n"
    (tmp_path / "model.py").write_text(source)
    run = run_pyaot(tmp_path / "model.py", "-o", tmp_path / "out", *PYTHON, "--force")
    assert run.returncode == 0, run.stderr
    pair = Pair(tmp_path / "model.py", tmp_path / "out")
    for name in ("both", "deep"):
        check(pair, name, *VECTOR, expect="whole", times=2)
    acts, deep = pair.eager.ACTS, pair.eager.lambda_acts.DEEP
    acts["é"], acts["b"] = acts["b"], acts["é"]
    deep.reverse()
    for name in ("both", "deep"):
        check(pair, name, *VECTOR, expect="fallback", times=2)


HELD = """
import torch


class Applied(torch.nn.Module):
    def __init__(self, op, other=None):
        super().__init__()
        self.op = op
        self.other = other

    def forward(self, x):
        return self.op(x, 2) if self.other is None else self.op(x, 2) - self.other(x, 3)


product = Applied(lambda x, y: x * y)
total = Applied(lambda x, y: x + y)
both = Applied(lambda x, y: x / y, lambda x, y: x**y)
turned = Applied(both.other, both.op)
if __name__ == "__main__":
    for model in (product, total, both, turned):
        model(torch.ones(3))
"""
held = program("held_lambdas", HELD, args=["--force"], flags="-O0")


@pytest.mark.parametrize("name", ["product", "total", "both", "turned"])
def test_objects_that_hold_lambdas_have_variants_of_their_own(name):
    pair = held.load()
    x, before = torch.linspace(1, 2, 5), pair.counters()["fallback"]
    torch.testing.assert_close(getattr(pair.built, name)(x), getattr(pair.eager, name)(x))
    assert pair.counters()["fallback"] == before


INNER = """
import torch


class Block(torch.nn.Module):
    def __init__(self, scale, kind=None):
        super().__init__()
        put = lambda name, value: self.register_buffer(name, value.float())
        put("weight", torch.ones(4) * scale)
        self.normalize, self.unnormalize = lambda x: x * 2 - 1, lambda x: (x + 1) * 0.5 * scale
        self.act = (lambda x: x.tanh()) if kind == "tanh" else (lambda x: x.relu())
        if kind == "tanh":
            def last(x):
                return x * 3
        else:
            def last(x):
                return x * 5
        self.last = last

    def forward(self, x):
        x = self.act(self.normalize(x) * self.weight)
        return self.unnormalize(self.last(x))


def made(n):
    print("made", n)
    return [lambda x: x + n, lambda x: x - n][n % 2], [lambda x, k=k: x * k for k in range(n)]


def use(pair, x):
    first, others = pair
    x = first(x)
    for other in others:
        x = other(x)
    return x


smooth, sharp, more = Block(2.0, "tanh"), Block(3.0), Block(4.0, "tanh")
odd, even = made(3), made(2)
if __name__ == "__main__":
    x = torch.randn(3, 4)
    smooth(x), sharp(x), more(x), use(odd, x), use(even, x)
"""
inner = program("inner_lambdas", INNER, args=["--force"], flags="-O0")
BLOCKS = {"smooth": "whole", "sharp": "whole", "more": "whole"}
rows = lambda: (torch.linspace(-1, 1, 12).view(3, 4),)


@pytest.mark.parametrize("name", BLOCKS)
def test_lambdas_and_functions_made_in_one_function(name):
    check(inner.load(), name, rows, expect=BLOCKS[name])


@pytest.mark.parametrize("name", ["odd", "even"])
def test_lambdas_that_stand_beside_one_another(name):
    check(inner.load(), lambda m: lambda x: m.use(getattr(m, name), x), rows)


def test_a_lambda_in_the_place_of_another_of_its_function():
    pair = inner.load()
    for module in (pair.eager, pair.built):
        module.smooth.normalize, module.smooth.unnormalize = module.smooth.unnormalize, module.smooth.normalize
        module.sharp.last = module.smooth.last
        module.more.act = module.sharp.act
        module.odd, module.even = (module.even[0], module.odd[1]), (module.odd[0], module.even[1])
    for name in BLOCKS:
        check(pair, name, rows)
    for name in ("odd", "even"):
        check(pair, lambda m, name=name: lambda x: m.use(getattr(m, name), x), rows)


def test_lambdas_made_again():
    pair = inner.load()
    for module in (pair.eager, pair.built):
        module.odd, module.even, module.sharp = module.made(5), module.made(2), module.Block(1.5, "tanh")
    for name in ("sharp", "smooth"):
        check(pair, name, rows)
    for name in ("odd", "even"):
        check(pair, lambda m, name=name: lambda x: m.use(getattr(m, name), x), rows)
