"""Lambdas that driver code or a call line calls are entries: the stub wraps them where they stand."""

import inspect

import pytest
import torch
from harness import check, program

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
