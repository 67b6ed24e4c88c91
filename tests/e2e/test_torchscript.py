"""Functions that TorchScript has made code of: what they compute is compiled into their callers, what they do otherwise
than Python stays theirs."""

import json

import pytest
import torch
from harness import check, program
from table import randn

SOURCE = """
from typing import List, Optional, Tuple

import torch


@torch.jit.script
def gate(a, b, n_channels):
    n = n_channels[0]
    both = a + b
    return torch.tanh(both[:, :n]) * torch.sigmoid(both[:, n:])


@torch.jit.script
def gelu(x):
    return x * 0.5 * (1.0 + torch.erf(x / 1.41421))


@torch.jit.script
def scaled(x, by: float = 0.5, times: int = 2, bias: Optional[torch.Tensor] = None):
    for _ in range(times):
        x = x * by
    if bias is not None:
        x = x + bias
    return x


@torch.jit.script
def both(x: torch.Tensor, y: "torch.Tensor") -> Tuple[torch.Tensor, torch.Tensor]:
    if x.sum() > 0:
        return gelu(x), y
    return y, x * 2


@torch.jit.script
def powers(x, n: int):
    return x * (n**2), x**2


@torch.jit.script
def rounded(x, by: float):
    return x * round(by)


@torch.jit.script
def gives_rounded(x, by: float):
    return x + 1, round(by)


@torch.jit.script
def gives_text(x, by: float):
    return x + 1, str(by)


@torch.jit.script
def gives_format(x, by: float):
    return x + 1, f"{by}"


@torch.jit.script
def through_another(x, by: float):
    y, number = gives_rounded(x, by)
    return y * 2, number


@torch.jit.script
def told(x):
    if torch.jit.is_scripting():
        return x + 1
    return x - 1


@torch.jit.script
def refuses(x, n: int):
    if n > 3:
        raise ValueError("too many")
    assert x.sum() > 0, "not positive"
    return x + n


@torch.jit.script
def fills(x: List[torch.Tensor], y):
    x.append(y)
    return x


@torch.jit.script
def halves(x):
    x.mul_(0.5)
    return x


@torch.jit.script
def sizes(x):
    return x, x.shape


@torch.jit.script
def largest(x):
    return torch.max(x, 0)


@torch.jit.script
def kind(x):
    return x.dtype


@torch.jit.script
def parts(x, n: int):
    out = []
    for i in range(n):
        out.append(x * i)
    return out, x.size(0), -7 // 2, -7 % 3, n / 2


def plain(x, y):
    return torch.softmax(x, -1) + y


plain_script = torch.jit.script(plain)


def plain_scaled(x, by: float = 3.0):
    return x * by


scaled_script = torch.jit.script(plain_scaled)


def use_plain_scaled(x):
    return scaled_script(x) + plain_scaled(x)


def use_gate(x, y):
    return gate(x, y, torch.tensor([x.shape[1] // 2])) + 1


def use_gelu(x):
    return gelu(x) + gelu(x * 2)


def use_scaled(x):
    return scaled(x), scaled(x, 0.25, 3), scaled(x, times=1, bias=x + 1)


def use_both(x, y):
    return both(x, y)


def use_plain(x, y):
    return plain_script(x, y) - plain(x, y) * 2


def use_halves(x):
    return halves(x) is x, x + 1


def use_powers(x):
    return powers(x.int(), 3)


def use_rounded(x):
    return rounded(x, 2.5)


def use_gives_rounded(x):
    return gives_rounded(x, 2.5)


def use_gives_text(x):
    return gives_text(x, 1.0)


def use_gives_format(x):
    return gives_format(x, 1.0)


def use_through_another(x):
    return through_another(x, 2.5)


def use_told(x):
    return told(x) * 2


def use_refuses(x, n: int):
    try:
        return refuses(x, n)
    except Exception as error:
        return type(error), isinstance(error, (ValueError, AssertionError))


def use_fills(x):
    xs = [x]
    return fills(xs, x + 1), len(xs)


def use_sizes(x):
    return sizes(x)


def use_largest(x):
    return largest(x)


def use_kind(x):
    return kind(x)


def use_parts(x):
    return parts(x, 3)


def gives_an_int(x):
    return gelu(3)


def gives_an_int_for_a_float(x):
    return scaled(x, 2)


class Layers(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList([torch.nn.Linear(4, 8) for _ in range(2)])

    def forward(self, x, y):
        n = torch.IntTensor([4])
        for layer in self.layers:
            x = x + gate(layer(x), y, n)
        return x
"""
CALLS = ["use_refuses(f32[N], 2)", "use_refuses(f32[N], 5)", "Layers()(f32[N, 4], f32[N, 8])"]
PROGRAM = program("torchscript", SOURCE, CALLS, args=["--force"])

WHOLE = {
    "use_gate": lambda: (randn(3, 6), randn(3, 6, seed=1)),
    "use_gelu": lambda: (randn(3, 4),),
    "use_scaled": lambda: (randn(5),),
    "use_both": lambda: (randn(5).abs(), randn(5, seed=1)),
    "use_plain": lambda: (randn(3, 4), randn(3, 4, seed=1)),
    "use_halves": lambda: (randn(5),),
    "use_parts": lambda: (randn(5),),
}
PYTHON = {
    "use_powers": lambda: (randn(3),),
    "use_rounded": lambda: (randn(3),),
    "use_gives_rounded": lambda: (randn(3),),
    "use_gives_text": lambda: (randn(3),),
    "use_gives_format": lambda: (randn(3),),
    "use_through_another": lambda: (randn(3),),
    "use_told": lambda: (randn(3),),
    "use_fills": lambda: (randn(3),),
    "use_sizes": lambda: (randn(3, 2),),
    "use_largest": lambda: (randn(3, 2),),
    "use_kind": lambda: (randn(3),),
    "gives_an_int": lambda: (randn(3),),
    "gives_an_int_for_a_float": lambda: (randn(3),),
}


@pytest.mark.parametrize("name", WHOLE)
def test_what_it_computes_is_compiled(name):
    check(PROGRAM.load(), name, WHOLE[name], expect="whole")


@pytest.mark.parametrize("name", PYTHON)
def test_what_it_does_otherwise_is_its_own(name):
    check(PROGRAM.load(), name, PYTHON[name])


@pytest.mark.parametrize("n", [2, 5])
@pytest.mark.parametrize("sign", [1, -1])
def test_its_exceptions_are_its_own(n, sign):
    check(PROGRAM.load(), "use_refuses", lambda: (sign * randn(3).abs(), n))


def test_the_other_side_of_a_branch():
    check(PROGRAM.load(), "use_both", lambda: (-randn(5).abs(), randn(5, seed=1)), expect="whole")


def test_layers_that_call_it():
    pair = PROGRAM.load()
    for module in (pair.eager, pair.built):
        torch.manual_seed(0)
        module.made = module.Layers().eval()
    with torch.no_grad():
        check(pair, lambda m: m.made, lambda: (randn(3, 4), randn(3, 8)), expect="whole")


def test_defaults_are_what_they_were():
    """TorchScript has read them; the function that it was made from would take others."""
    pair = PROGRAM.fresh()
    for module in (pair.eager, pair.built):
        module.plain_scaled.__defaults__ = (9.0,)
    check(pair, "use_plain_scaled", lambda: (randn(5),))


def test_another_function_in_its_place():
    pair = PROGRAM.fresh()
    for module in (pair.eager, pair.built):
        module.gelu = lambda x: x + 1
    check(pair, "use_gelu", lambda: (randn(5),))
    for module in (pair.eager, pair.built):
        module.plain = lambda x, y: x - y
    check(pair, "use_plain", lambda: (randn(5), randn(5, seed=1)))


def test_gradients_are_eagers():
    pair = PROGRAM.load()
    check(pair, "use_gelu", lambda: (randn(5).requires_grad_(),))


def test_the_report_says_who_runs_it():
    report = json.loads((PROGRAM.load().out / "torchscript.report.json").read_text())
    kinds = {entry["name"]: entry["kind"] for entry in report["entries"]}
    assert kinds["gelu"] == kinds["refuses"] == "python"
    assert kinds["use_gelu"] == kinds["plain"] == "whole"
