"""Random programs that write through views, by slices, masks and copies: built and compared with eager."""

import harness
import pytest
from test_random_programs import SIZES, Writer, arguments

MODULES, FUNCTIONS = 2, 12
VIEWS = ["{}.t()", "{}[:, ::2]", "{}[1:]", "{}[-1]", "{}.view(-1)", "{}.unsqueeze(1)", "{}.t().unsqueeze(0)[0]", "{}"]
WRITES = ["{}.mul_(2)", "{} += 1", "{}.clamp_(-1, 1)", "{}[...] = 0.5", "{}.sub_(0.25).tanh_()", "{}.zero_()"]
WHOLE = ["{0}[{0} > 0.5] = 0.25", "{}[:, 0] = 3", "{}[0] += c[0]", "{}[:, 1:] = r[1:]", "{}.relu_()", "{}.copy_(r)"]
WHOLE += ["{}[x > y] = -1.0", "{}.copy_(y)", "{}.t().copy_(x.t())"]
READS = [
    "torch.cat([{0}, {0}])[:x.shape[0]]",
    "torch.cat([{0}, y], 1)[:, ::2][:, :x.shape[1]]",
    "{}.expand(2, -1, -1)[1]",
]
READS += [
    "torch.stack([{0}, {0} * 2], 1)[:, 1]",
    "{}.t().reshape(-1).view(x.shape[1], x.shape[0]).t()",
    "{}[None].clone()[0]",
]


class ViewWriter(Writer):
    def in_place(self):
        target, _ = self.pick(["MN"])
        name, view = self.fresh(), self.fresh()
        self.lines.append(f"    {name} = {target} * 1.5")
        self.lines.append(f"    {view} = {self.random.choice(VIEWS).format(name)}")
        self.lines.append("    " + self.random.choice(WRITES).format(view))
        self.lines.append("    " + self.random.choice(WHOLE).format(name))
        self.pool.append((name, "MN"))
        read = self.fresh()
        self.lines.append(f"    {read} = {self.random.choice(READS).format(name)} * 0.5")
        self.pool.append((read, "MN"))

    def write(self, function):
        for _ in range(2):
            self.statement("    ")
            self.in_place()
        return super().write(function)


def module_source(number):
    functions = [ViewWriter(90000 + 1000 * number + index).write(f"f{index}") for index in range(FUNCTIONS)]
    return "import torch\n\n\n" + "\n\n".join(functions)


PROGRAMS = [
    harness.program(
        f"writes_{number}",
        module_source(number),
        [f"f{index}(f32[M, N], f32[M, N], f32[N], f32[M, 1], 3)" for index in range(FUNCTIONS)],
    )
    for number in range(MODULES)
]


@pytest.mark.parametrize("index", range(FUNCTIONS))
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_random_writes(program, index):
    pair = program.load()
    for m, n in SIZES:
        for number, layout in ((3, "contiguous"), (2, "transposed"), (-1, "expanded"), (4, "sliced")):
            make = lambda m=m, n=n, number=number, layout=layout: arguments(m, n, number, layout)  # noqa: E731
            harness.check(pair, f"f{index}", make, rtol=1e-4, atol=2e-5 * max(1, m, n))
