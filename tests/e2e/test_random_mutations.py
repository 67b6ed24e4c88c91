"""Random programs that write: into inputs, new tensors, views and items of lists, on branches and after prints.

What is compared: results, which of them are one object or share memory, what was printed, and the inputs afterwards;
also when both arguments are one tensor. Versions of new tensors are not: nothing depends on how often they are written.
"""

import random

import harness
import pytest
import torch
from table import randn

MODULES, FUNCTIONS = 4, 10
VALUES = ["{a} + {b}", "{a} * 0.5", "{a} - {b} * 2", "torch.tanh({a})", "{a}.clone()", "torch.maximum({a}, {b})"]
VALUES += ["torch.where({a} > {b}, {a}, {b})", "{a} + {b}.sum() * 0.01", "{a} - {b}.mean(-1, keepdim=True)"]
VALUES += ["torch.softmax({a}, -1)", "({a} @ {b}.t()) @ {b} * 0.01", "{a}[:1] + {b}", "{a}.t().contiguous().t() * 2"]
VALUES += ["torch.cat([{a}[:1], {b}[1:]], 0)", "{a}.sum(0) + {b}", "{a} / ({b}.abs() + 1)", "({a} > {b}).float()"]
WRITES = [
    "{a}.add_({b})",
    "{a} += 1",
    "{a}.mul_(0.5)",
    "{a}[0] = 1.0",
    "{a}[:, 0] = {b}[:, 0]",
    "{a}.t().sub_(1)",
    "{a}.neg_()",
]
VIEWS = ["{a}.t().t()", "{a}[:]", "{a}.view({a}.shape)", "{a}.unsqueeze(0).squeeze(0)", "{a}.contiguous()", "{a}"]
VIEWS += ["{a}.reshape({a}.shape[0], -1)", "{a}.detach()"]
BREAKS = ['print("p")', "print({a}.shape)", "q = {{1, 2}}", "print(float({a}.sum()) > 1e9)"]
CONDITIONS = ["{a}.sum() > 0", "n > 2", "{a}.shape[0] > 2", "{a}[0, 0] < {b}[0, 0]"]


class Writer:
    """Writes one function; all its tensors have the shape of x and y."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names, self.lists, self.lines, self.count = ["x", "y"], [], [], 0

    def fresh(self):
        self.count += 1
        return f"v{self.count}"

    def pick(self):
        return self.random.choice(self.names[-5:] if self.random.random() < 0.7 else self.names)

    def fill(self, templates):
        return self.random.choice(templates).format(a=self.pick(), b=self.pick())

    def define(self, indent, text):
        name = self.fresh()
        self.lines.append(f"{indent}{name} = {text}")
        self.names.append(name)

    def pair(self, indent):
        name = self.fresh()
        self.lines += [f"{indent}{name} = [{self.pick()}, {self.pick()}]", f"{indent}{name}[0].add_(1)"]
        self.lists.append(name)

    def branch(self, indent):
        before, name, kind = list(self.names), self.fresh(), self.random.random()
        self.lines.append(f"{indent}if {self.fill(CONDITIONS)}:")
        if kind < 0.5:
            self.lines.append(f"{indent}    {name} = {self.pick()} + 1")
            self.lines += [f"{indent}else:", f"{indent}    {name} = {self.fill(['{a} - 1', '{a}'])}"]
            self.names.append(name)
        elif kind < 0.8:
            self.statement(indent + "    ", nested=True)
            self.names = before
        else:
            self.lines.append(f"{indent}    return {self.pick()}, {self.pick()}")

    def loop(self, indent):
        name = self.fresh()
        self.lines.append(f"{indent}{name} = {self.pick()}")
        self.lines.append(f"{indent}for i in range({self.random.choice(['2', 'n', '3'])}):")
        self.lines.append(f"{indent}    {name} = {name} * 0.5 + {self.random.choice([self.pick(), 'i'])}")
        self.names.append(name)

    def statement(self, indent, nested=False):
        choice = self.random.random()
        if choice < 0.28:
            self.define(indent, self.fill(VALUES))
        elif choice < 0.44:
            self.lines.append(indent + self.fill(WRITES))
        elif choice < 0.58:
            self.define(indent, self.fill(VIEWS))
        elif choice < 0.66:
            self.lines.append(indent + self.fill(BREAKS))
        elif choice < 0.74 and not nested:
            self.pair(indent)
        elif choice < 0.88 and not nested:
            self.branch(indent)
        else:
            self.loop(indent)

    def write(self, function):
        for _ in range(self.random.randint(4, 10)):
            self.statement("    ")
        results = [self.pick() for _ in range(self.random.randint(1, 3))] + self.lists[-1:]
        return f"def {function}(x, y, n):\n" + "\n".join(self.lines) + f"\n    return {', '.join(results)}\n"


def module_source(number):
    functions = [Writer(1000 * number + index).write(f"f{index}") for index in range(FUNCTIONS)]
    return "import torch\n\n\n" + "\n\n".join(functions)


PROGRAMS = [
    harness.program(
        f"mutations_{number}",
        module_source(number),
        [f"f{index}(f32[M, N], f32[M, N], 3)" for index in range(FUNCTIONS)],
        ["--force"],
    )
    for number in range(MODULES)
]
SIZES = [(3, 4), (2, 2), (1, 1), (1, 5), (5, 1)]


def without_versions(outcome):
    return [row[:2] for row in harness.alias_table(outcome)]


def compare(eager, built):
    assert (type(eager.error), str(eager.error)) == (type(built.error), str(built.error))
    assert eager.output == built.output
    harness.compare_objects("result", eager.result, built.result)
    assert without_versions(eager) == without_versions(built), "which results are one object or share memory"
    harness.compare_objects("arguments after the call", eager.arguments, built.arguments)


@pytest.mark.parametrize("index", range(FUNCTIONS))
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_random_mutations(program, index):
    pair = program.load()
    for size in SIZES:
        for n in (3, 1, 0):
            for one_tensor in (False, True):

                def arguments(size=size, n=n, one_tensor=one_tensor):
                    x = randn(*size, seed=1)
                    return x, x if one_tensor else randn(*size, seed=2), n

                with torch.no_grad():
                    eager = harness.run(getattr(pair.eager, f"f{index}"), arguments(), {})
                    built = harness.run(getattr(pair.built, f"f{index}"), arguments(), {})
                compare(eager, built)


def test_many_of_them_run_compiled():
    compiled = 0
    for program in PROGRAMS:
        pair = program.load()
        before = pair.counters()["compiled"]
        for index in range(FUNCTIONS):
            with torch.no_grad():
                harness.run(getattr(pair.built, f"f{index}"), (randn(3, 4, seed=1), randn(3, 4, seed=2), 3), {})
        compiled += pair.counters()["compiled"] > before + FUNCTIONS // 2
    assert compiled == MODULES
