"""Random programs, the same on every run: each is built and compared with eager on several sizes and layouts.

A program is straight-line code with branches, made of operators whose results stay small; comparisons and casts to
integers look at inputs only, so that rounding cannot turn a small difference into a large one.
"""

import random

import harness
import pytest
import torch
from table import randn

MODULES, FUNCTIONS = 4, 10
UNARY = [
    "torch.tanh({})",
    "torch.sigmoid({})",
    "torch.sin({})",
    "torch.exp(-{}.abs())",
    "-{}",
    "{}.abs()",
    "torch.relu({})",
]
UNARY += [
    "torch.sqrt({}.abs() + 1)",
    "torch.clamp({}, -1.0, 1.0)",
    "{} * 0.5",
    "1 - {}",
    "{} / 3",
    "{} ** 2 * 0.1",
    "torch.cos({})",
]
UNARY += [
    "torch.log({}.abs() + 1)",
    "{}.clone()",
    "torch.rsqrt({}.abs() + 0.5)",
    "2.5 / ({}.abs() + 1)",
    "torch.erf({})",
]
BINARY = [
    "{} + {}",
    "{} - {}",
    "{} * {} * 0.5",
    "{} / ({}.abs() + 1)",
    "torch.maximum({}, {})",
    "torch.minimum({}, {})",
]
BINARY += ["torch.where(x > y, {}, {})", "{} + 2 * {}"]
REDUCTIONS = {
    "MN": [("sum(-1, keepdim=True)", "M1"), ("mean(-1, keepdim=True)", "M1"), ("sum(0)", "N"), ("mean(0)", "N")]
    + [("sum(-1)", "M"), ("sum()", ""), ("mean()", ""), ("amax(-1, keepdim=True)", "M1"), ("amin(0)", "N")],
    "M1": [("sum()", ""), ("mean(0)", "1")],
    "N": [("sum()", ""), ("sum(-1, keepdim=True)", "1")],
    "M": [("sum()", ""), ("unsqueeze(-1)", "M1")],
}
VIEWS = {
    "MN": ["{}.t().contiguous().t()", "{}.unsqueeze(0).squeeze(0)", "{}.t().t()", "{}.reshape(x.shape[0], x.shape[1])"]
}
FACTORIES = [
    ("torch.ones_like({})", None),
    ("torch.zeros(x.shape[1])", "N"),
    ("torch.full((x.shape[0], 1), 0.5)", "M1"),
]
CONDITIONS = [
    "n > 2",
    "n % 2 == 0",
    "x.shape[0] > 3",
    "x.shape[0] * 2 < x.shape[1]",
    "x.sum() > 0",
    "r.sum() > y.sum()",
]


def broadcast(first, second):
    """The shape kind of two operands together, or None where they do not fit (or could fit by chance)."""
    if first == second:
        return first
    for a, b in ((first, second), (second, first)):
        if b in ("", "1") and a != "":
            return a
        if a == "MN" and b in ("M1", "N"):
            return "MN"
        if a == "M1" and b == "N":
            return "MN"
    return None


class Writer:
    """Writes one function; `pool` holds (name, shape kind) of the tensors made so far."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.pool = [("x", "MN"), ("y", "MN"), ("r", "N"), ("c", "M1")]
        self.lines = []
        self.count = 0

    def fresh(self):
        self.count += 1
        return f"v{self.count}"

    def pick(self, kinds=None):
        options = [item for item in self.pool if kinds is None or item[1] in kinds]
        return self.random.choice(options[-6:] if self.random.random() < 0.7 else options)

    def expression(self):
        """(text, shape kind) of one operation."""
        choice = self.random.random()
        name, kind = self.pick()
        if choice < 0.35:
            return self.random.choice(UNARY).format(name), kind
        if choice < 0.65:
            other, other_kind = self.pick()
            result = broadcast(kind, other_kind)
            text = self.random.choice(BINARY if result == "MN" else BINARY[:6])
            if result is not None:
                return text.format(name, other), result
            return f"{name} + 1", kind
        if choice < 0.82 and kind in REDUCTIONS:
            method, result = self.random.choice(REDUCTIONS[kind])
            scale = " * 0.1" if "sum(" in method else ""
            return f"{name}.{method}{scale}", result
        if choice < 0.88 and kind in VIEWS:
            return self.random.choice(VIEWS[kind]).format(name), kind
        if choice < 0.93:
            text, result = self.random.choice(FACTORIES)
            return text.format(name), result or kind
        if choice < 0.97:
            left, right = self.pick(["MN"])[0], self.pick(["MN"])[0]
            return f"torch.tanh(({left} @ {right}.t()) @ {left} * 0.1)", "MN"
        return f"{name} * n * 0.25", kind

    def statement(self, indent):
        text, kind = self.expression()
        name = self.fresh()
        self.lines.append(f"{indent}{name} = {text}")
        self.pool.append((name, kind))

    def in_place(self):
        target, kind = self.pick()
        name = self.fresh()
        self.lines.append(f"    {name} = {target} * 1.5")
        others = [other for other, other_kind in self.pool if broadcast(kind, other_kind) == kind]
        operation = self.random.choice(["{}.add_({})", "{} += {}", "{}.mul_({} * 0.5)"])
        self.lines.append("    " + operation.format(name, self.random.choice(others)))
        self.pool.append((name, kind))

    def branch(self):
        target, kind = self.pick()
        name = self.fresh()
        condition = self.random.choice(CONDITIONS)
        first, second = self.random.choice(UNARY).format(target), self.random.choice(UNARY).format(target)
        self.lines += [f"    if {condition}:", f"        {name} = {first}", "    else:", f"        {name} = {second}"]
        self.pool.append((name, kind))

    def write(self, function):
        for _ in range(self.random.randint(3, 9)):
            choice = self.random.random()
            if choice < 0.78:
                self.statement("    ")
            elif choice < 0.9:
                self.branch()
            else:
                self.in_place()
        made = [name for name, _ in self.pool[4:]]
        results = self.random.sample(made, min(len(made), self.random.randint(1, 3)))
        if made[-1] not in results:
            results.append(made[-1])
        body = "\n".join(self.lines)
        return f"def {function}(x, y, r, c, n):\n{body}\n    return {', '.join(results)}\n"


def module_source(number):
    functions = [Writer(1000 * number + index).write(f"f{index}") for index in range(FUNCTIONS)]
    return "import torch\n\n\n" + "\n\n".join(functions)


PROGRAMS = [
    harness.program(
        f"random_{number}",
        module_source(number),
        [f"f{index}(f32[M, N], f32[M, N], f32[N], f32[M, 1], 3)" for index in range(FUNCTIONS)],
    )
    for number in range(MODULES)
]
SIZES = [(4, 5), (1, 1), (1, 7), (7, 1), (17, 33), (3, 3), (0, 3), (3, 0)]


def arguments(m, n, number, layout):
    x, y, r, c = randn(m, n, seed=1), randn(m, n, seed=2), randn(n, seed=3), randn(m, 1, seed=4)
    if layout == "transposed":
        x = randn(n, m, seed=1).t()
    elif layout == "expanded":
        y = randn(1, n, seed=2).expand(m, n)
    elif layout == "sliced":
        x, r = randn(m, 2 * n, seed=1)[:, ::2], randn(n + 2, seed=3)[2:]
    return x, y, r, c, number


@pytest.mark.parametrize("index", range(FUNCTIONS))
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_random_program(program, index):
    pair = program.load()
    for m, n in SIZES:
        for number, layout in ((3, "contiguous"), (2, "transposed"), (-1, "expanded"), (4, "sliced")):
            make = lambda m=m, n=n, number=number, layout=layout: arguments(m, n, number, layout)
            harness.check(pair, f"f{index}", make, rtol=1e-4, atol=2e-5 * max(1, m, n))


def test_most_random_programs_run_compiled():
    """The comparison above means little where nothing is compiled."""
    whole, total = 0, 0
    for program in PROGRAMS:
        pair = program.load()
        for index in range(FUNCTIONS):
            change = harness.check(pair, f"f{index}", lambda: arguments(6, 5, 3, "contiguous"), rtol=1e-4, atol=1e-4)
            whole += change["compiled"] > 0 and change["python"] == 0 and change["breaks"] == 0
            total += 1
    assert whole >= 0.8 * total, f"{whole} of {total} programs run whole in C"


def test_the_programs_are_the_same_on_every_run():
    assert module_source(1) == module_source(1) and module_source(0) != module_source(1)
    assert torch.equal(arguments(3, 4, 1, "sliced")[0], arguments(3, 4, 1, "sliced")[0])
