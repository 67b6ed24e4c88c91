"""Random functions full of breaks: prints, exceptions, loops, handlers, closures and unbound names in any order.

Each function runs eager and built on the same inputs; results, exceptions with their texts, output in order and what
happened to the arguments must be equal. A seed that failed once is added to SEEDS.
"""

import random

import harness
import pytest
import torch

SEEDS = (1, 2, 5)
FUNCTIONS = 20

HEADER = """import contextlib

import torch

clock = [0]


class Refused(Exception):
    pass


def boom(k):
    clock[0] += 1
    print("boom", clock[0])
    if clock[0] % 6 == k:
        raise Refused(k)


"""

CONTEXTS = ("torch.no_grad()", "contextlib.suppress(RuntimeError)", "torch.no_grad(), contextlib.suppress(Refused)")
HANDLERS = ("RuntimeError", "(RuntimeError, Refused)", "Refused as err", "Exception as err", "NameError")


class Writer:
    """Writes one function; `a` to `d` are tensors that may have no value yet, `f` a lambda that may not be made yet."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.counters = 0

    def name(self, count=4):
        return self.random.choice("abcd"[:count])

    def value(self):
        v, w = self.random.choice("abcdxxa"), self.random.choice("abcx")
        return self.random.choice(
            [
                f"{v} * 2 + 1",
                f"torch.tanh({v}) * 2 + {w}",
                f"{v} + {w} * 0.5",
                f"{v}.sin() * {w} - 1",
                f"{v} @ x * 0.1 + 1",
                f"{v} * n + 1",
                f"torch.relu({v}) + 0.25 * {v}",
            ]
        )

    def test(self, loop):
        choices = ["n > 1", "n % 2 == 0", "flag", "not flag", "x.dim() == 2", "float(x.sum()) > 0"]
        return self.random.choice(choices + ([f"{loop} == 1", f"{loop} % 2 == 0", f"{loop} > n"] * 2 if loop else []))

    def simple(self, loop):
        """A statement without blocks, or with a jump as its only block."""
        jumps = [[f"if {self.test(loop)}:", f"    {self.random.choice(['break', 'continue'])}"]] * 3 if loop else []
        return self.random.choice(
            [
                *[[f"{self.name()} = {self.value()}"]] * 14,
                *[[f"{self.name()} += {self.value()}"]] * 3,
                *[[f"print({self.random.randrange(100)})"]] * 5,
                *[[f"{self.name(3)} = f() * 2 + 1"]] * 2,
                *jumps,
                [f"{self.name()}.mul_(0.5)"],
                [f"{self.name(3)} = {self.value()}; print('one line'); {self.name(3)} = {self.value()}"],
                [f"boom({self.random.randrange(6)})"],
                [f"{self.name(3)} = {self.name(3)} @ bad"],
                [f"if {self.test(loop)}:", f"    return {self.value()}"],
                [f"f = lambda: {self.value()}"],
                [f"{self.name(3)} = sum({self.name(3)} * t for t in (1, 2)) + 1"],
                [f"del {self.name(3)}"],
            ]
        )

    def inner(self, header, depth, loop, least=1, most=4):
        return [header, *("    " + line for line in self.block(depth + 1, loop, self.random.randrange(least, most)))]

    def maybe(self, chance, *args, **named):
        return self.inner(*args, **named) if self.random.random() < chance else []

    def compound(self, depth, loop):
        kind = self.random.choice(["for", "for", "while", "if", "if", "with", "try", "try"])
        if kind == "for":
            index = self.random.choice("ijk")
            header = f"for {index} in range({self.random.choice('n23')}):"
            return self.inner(header, depth, index, 2, 5) + self.maybe(0.25, "else:", depth, loop)
        if kind == "while":
            self.counters += 1
            turn = f"w{self.counters}"
            first, *body = self.inner(f"while {turn} < 3:", depth, turn, 2, 5)
            return [f"{turn} = 0", first, f"    {turn} += 1", *body]
        if kind == "if":
            lines = self.inner(f"if {self.test(loop)}:", depth, loop)
            lines += self.maybe(0.4, f"elif {self.test(loop)}:", depth, loop)
            return lines + self.maybe(0.6, "else:", depth, loop)
        if kind == "with":
            return self.inner(f"with {self.random.choice(CONTEXTS)}:", depth, loop, 2, 4)
        lines = self.inner("try:", depth, loop, 2, 5)
        chance = self.random.random()
        if chance < 0.8:
            lines += self.inner(f"except {self.random.choice(HANDLERS)}:", depth, loop)
            lines += self.maybe(0.3, "else:", depth, loop)
        return lines + (self.inner("finally:", depth, None) if chance > 0.6 else [])

    def block(self, depth, loop, count):
        lines = []
        for _ in range(count):
            nested = depth < 3 and self.random.random() < 0.25
            lines += self.compound(depth, loop) if nested else self.simple(loop)
        return lines

    def function(self, name):
        lines = [line for line in ("a = x * 1 + 0", "b = x + 1", "f = lambda: x + n") if self.random.random() < 0.7]
        lines += self.block(0, None, self.random.randrange(4, 9))
        lines.append("return " + self.random.choice(["a", "a * 2 + 1", "(a, b)", "b + a", "(a, b, c)"]))
        return f"def {name}(x, bad, n, flag):\n" + "".join(f"    {line}\n" for line in lines) + "\n\n"


def write(seed):
    writer = Writer(seed)
    return HEADER + "".join(writer.function(f"f{i}") for i in range(FUNCTIONS))


PROGRAMS = {seed: harness.program(f"random_segments_{seed}", write(seed)) for seed in SEEDS}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=lambda program: program.name)
def test_random_functions_with_breaks(program):
    pair = program.load()
    generator = torch.Generator().manual_seed(0)
    for i in range(FUNCTIONS):
        for n, flag in ((0, True), (2, False), (3, True)):
            x, bad = torch.randn(3, 3, generator=generator) * 0.3, torch.randn(5, 5)
            pair.eager.clock[0] = pair.built.clock[0] = 0
            harness.check(pair, f"f{i}", lambda x=x, n=n, flag=flag, bad=bad: (x.clone(), bad, n, flag), rtol=1e-3)
    counters = pair.counters()
    assert counters["compiled"] > 0 and counters["fused"] > 0, counters
