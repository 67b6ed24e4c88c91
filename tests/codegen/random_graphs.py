"""Random graphs for code generation: views of views, broadcasting, reductions, branches and loops in combinations nobody thought of.

random_graphs.py EMIT [--count N] [--seed N]: as run.py, whose building and comparing it uses. Each graph is made together with
a function that does the same in torch. A result that the graph's type calls row-major is made so in torch as well, since
graphs in text form may choose the layout of what they compute.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

import torch

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import run  # noqa: E402
from cases import Case  # noqa: E402

SIZES = [(3, 4), (1, 5), (5, 1), (1, 1), (17, 33), (64, 130)]


def product(sizes):
    sizes = [size for size in sizes if size != "1"]
    return "*".join(sizes) if sizes else "1"


def row_major(shape):
    return [product(shape[i + 1 :]) for i in range(len(shape))]


def as_row_major(tensor):
    return torch.empty(tensor.shape, dtype=tensor.dtype).copy_(tensor)


class Node:
    """`run(env)` computes the node in torch; env maps nodes to tensors, inputs by their index."""

    def __init__(self, number, shape, strides, run, dtype="f32"):
        self.number, self.shape, self.strides, self.run, self.dtype = number, shape, strides, run, dtype

    @property
    def is_row_major(self):
        return self.strides == row_major(self.shape)

    @property
    def type(self):
        strides = "" if self.is_row_major or not self.shape else "{" + ", ".join(self.strides) + "}"
        return f"{self.dtype}[{', '.join(self.shape)}]{strides}"


class Graph:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.count, self.indent = [], 0, 1
        self.pool = []

    def emit(self, text):
        self.lines.append("  " * self.indent + text)

    def number(self):
        self.count += 1
        return self.count - 1

    def add(self, text, shape, strides, run, dtype="f32"):
        node = Node(self.number(), shape, strides, run, dtype)
        self.emit(f"%{node.number} = {text} : {node.type}")
        return node

    def fresh(self, text, shape, run, dtype="f32"):
        return self.add(text, shape, row_major(shape), lambda env: as_row_major(run(env)), dtype)

    def input(self, name, shape, strides=None):
        index = len(self.pool)
        self.pool.append(self.add(f"input {index} {name}", shape, strides or row_major(shape), lambda env: env[index]))

    def pick(self, pool, wanted=lambda node: True):
        found = [node for node in pool if wanted(node)]
        return self.random.choice(found) if found else None

    # ---- computing ----

    def unary(self, pool):
        a = self.pick(pool)
        op, function = self.random.choice(
            [
                ("neg", torch.neg),
                ("abs", torch.abs),
                ("tanh", torch.tanh),
                ("sigmoid", torch.sigmoid),
                ("clone", torch.clone),
            ]
        )
        return self.fresh(f"{op} %{a.number}", a.shape, lambda env: function(env[a]))

    def broadcast(self, a, b):
        rank = max(len(a.shape), len(b.shape))
        left, right = ["1"] * (rank - len(a.shape)) + a.shape, ["1"] * (rank - len(b.shape)) + b.shape
        if any(x != y and "1" not in (x, y) for x, y in zip(left, right)):
            return None
        return [y if x == "1" else x for x, y in zip(left, right)]

    def binary(self, pool):
        a, b = self.pick(pool), self.pick(pool)
        shape = self.broadcast(a, b)
        if shape is None:
            return None
        op, function = self.random.choice(
            [("add", torch.add), ("sub", torch.sub), ("maximum", torch.maximum), ("mul", torch.mul)]
        )
        return self.fresh(f"{op} %{a.number}, %{b.number}", shape, lambda env: function(env[a], env[b]))

    def scalar(self, pool):
        a, value = self.pick(pool), self.random.choice([0.5, 2.0, -1.0, 3.0, 1.0])
        constant = self.number()
        self.emit(f"%{constant} = const {value} : float")
        op, function = self.random.choice(
            [
                ("mul", torch.mul),
                ("add", torch.add),
                ("sub", torch.sub),
                ("div", torch.div),
            ]
        )
        return self.fresh(f"{op} %{a.number}, %{constant}", a.shape, lambda env: function(env[a], value))

    def choose(self, pool):
        a = self.pick(pool)
        b = self.pick(pool, lambda node: node.shape == a.shape)
        mask = self.fresh(f"lt %{a.number}, %{b.number}", a.shape, lambda env: env[a] < env[b], "b8")
        return self.fresh(
            f"where %{mask.number}, %{a.number}, %{b.number}",
            a.shape,
            lambda env: torch.where(env[a] < env[b], env[a], env[b]),
        )

    def round_trip(self, pool):
        a = self.pick(pool)
        wide = self.fresh(f"cast %{a.number}", a.shape, lambda env: env[a].double(), "f64")
        return self.fresh(f"cast %{wide.number}", a.shape, lambda env: env[a])

    def reduce(self, pool):
        a = self.pick(pool, lambda node: node.shape)
        if not a:
            return None
        dims = sorted(self.random.sample(range(len(a.shape)), self.random.randint(1, len(a.shape))))
        shape = [size for d, size in enumerate(a.shape) if d not in dims]
        op, function = self.random.choice([("sum", torch.sum), ("amax", torch.amax), ("amin", torch.amin)])
        return self.fresh(f"{op} %{a.number} {{dims = {dims}}}", shape, lambda env: function(env[a], dims))

    def matmul(self, pool):
        a = self.pick(pool, lambda node: len(node.shape) == 2)
        b = a and self.pick(pool, lambda node: len(node.shape) == 2 and node.shape[0] == a.shape[1])
        if not b:
            return None
        return self.fresh(f"matmul %{a.number}, %{b.number}", [a.shape[0], b.shape[1]], lambda env: env[a] @ env[b])

    def cat(self, pool):
        a = self.pick(pool, lambda node: node.shape and len(node.shape) <= 2)
        if not a:
            return None
        b = self.pick(pool, lambda node: node.shape == a.shape)
        dim = self.random.randrange(len(a.shape))
        shape = list(a.shape)
        shape[dim] = f"2*({shape[dim]})" if shape[dim] != "1" else "2"
        return self.fresh(
            f"cat %{a.number}, %{b.number} {{dims = [{dim}]}}", shape, lambda env: torch.cat([env[a], env[b]], dim)
        )

    # ---- views ----

    def permute(self, pool):
        a = self.pick(pool, lambda node: len(node.shape) >= 2)
        if not a:
            return None
        dims = self.random.sample(range(len(a.shape)), len(a.shape))
        return self.add(
            f"permute %{a.number} {{dims = {dims}}}",
            [a.shape[d] for d in dims],
            [a.strides[d] for d in dims],
            lambda env: env[a].permute(dims),
        )

    def unsqueeze(self, pool):
        a = self.pick(pool, lambda node: len(node.shape) <= 3)
        at = self.random.randint(0, len(a.shape))
        stride = product([a.shape[at], a.strides[at]]) if at < len(a.shape) else "1"
        stride = "0" if at < len(a.shape) and a.strides[at] == "0" else stride
        return self.add(
            f"unsqueeze %{a.number} {{dims = [{at}]}}",
            a.shape[:at] + ["1"] + a.shape[at:],
            a.strides[:at] + [stride] + a.strides[at:],
            lambda env: env[a].unsqueeze(at),
        )

    def squeeze(self, pool):
        a = self.pick(pool, lambda node: "1" in node.shape)
        if not a:
            return None
        at = a.shape.index("1")
        return self.add(
            f"squeeze %{a.number} {{dims = [{at}]}}",
            a.shape[:at] + a.shape[at + 1 :],
            a.strides[:at] + a.strides[at + 1 :],
            lambda env: env[a].squeeze(at),
        )

    def reshape(self, pool):
        a = self.pick(pool, lambda node: node.shape in (["N", "M"], ["M", "N"], ["N*M"]))
        if not a:
            return None
        shape = self.random.choice([["N*M"], ["N", "M"], ["M", "N"]])
        sizes = {"N*M": lambda env: [-1], "N": lambda env: [env["N"], env["M"]], "M": lambda env: [env["M"], env["N"]]}[
            shape[0]
        ]
        if a.is_row_major:
            return self.add(f"reshape %{a.number}", shape, row_major(shape), lambda env: env[a].reshape(sizes(env)))
        if shape == a.shape:  # a view, in the layout of its operand
            return None
        return self.fresh(f"reshape %{a.number}", shape, lambda env: env[a].reshape(sizes(env)))

    def expand(self, pool):
        a = self.pick(pool, lambda node: "1" in node.shape)
        if not a:
            return None
        at = a.shape.index("1")
        shape, strides = list(a.shape), list(a.strides)
        shape[at], strides[at] = "3", "0"
        return self.add(
            f"expand %{a.number}",
            shape,
            strides,
            lambda env: env[a].expand([3 if d == at else -1 for d in range(len(shape))]),
        )

    def slice(self, pool):
        a = self.pick(pool, lambda node: "N" in node.shape)
        if not a:
            return None
        at, step = a.shape.index("N"), self.random.choice([1, 2])
        shape, strides = list(a.shape), list(a.strides)
        start = 0 if step == 2 else self.random.choice([0, 1])
        shape[at] = "(N + 1)//2" if step == 2 else "N - 1" if start else "N"
        strides[at] = product([str(step), strides[at]]) if strides[at] != "0" else "0"
        if shape[at] == "N - 1":
            return None
        return self.add(
            f"slice %{a.number} {{dims = [{at}], exprs = [{start}, {step}]}}",
            shape,
            strides,
            lambda env: env[a][(slice(None),) * at + (slice(start, None, step),)],
        )

    def select(self, pool):
        a = self.pick(pool, lambda node: node.shape)
        if not a:
            return None
        at = self.random.randrange(len(a.shape))
        last = self.random.random() < 0.5
        index = f"{a.shape[at]} - 1" if last else "0"
        return self.add(
            f"select %{a.number} {{dims = [{at}], exprs = [{index}]}}",
            a.shape[:at] + a.shape[at + 1 :],
            a.strides[:at] + a.strides[at + 1 :],
            lambda env: env[a].select(at, -1 if last else 0),
        )

    # ---- control flow ----

    def nested(self, pool, count):
        before = self.indent
        self.indent += 2
        inner = list(pool)
        self.grow(inner, count, flow=self.indent < 6)
        self.indent = before
        return inner

    def body(self, pool, shape, made):
        """A value of the wanted shape, preferably a new one."""
        new = [node for node in pool if node.shape == shape and node not in made]
        return self.random.choice(new or [node for node in pool if node.shape == shape])

    def computed(self, node):
        """A new tensor, as variants do not return views that only one side of a branch has."""
        self.indent += 2
        negative = self.fresh(f"neg %{node.number}", node.shape, lambda env: -env[node])
        self.indent -= 2
        return negative

    def branch(self, pool):
        a = self.pick(pool, lambda node: node.is_row_major)
        b = self.pick(pool)
        dims = list(range(len(b.shape)))
        total = self.fresh(f"sum %{b.number} {{dims = {dims}}}", [], lambda env: torch.sum(env[b])) if dims else b
        item, zero, flag, flow = self.number(), self.number(), self.number(), None
        self.emit(f"%{item} = item %{total.number} : float")
        self.emit(f"%{zero} = const 0.5 : float")
        self.emit(f"%{flag} = lt %{item}, %{zero} : bool")
        flow = self.number()
        self.emit(f"%{flow} = if %{flag}")
        arms = []
        for _ in range(2):
            self.emit("  region () {")
            inner = self.nested(pool, 3)
            arm = self.computed(self.body(inner, a.shape, pool))
            self.emit(f"    yield %{arm.number}")
            self.emit("  }")
            arms.append(arm)
        return self.fresh(
            f"result %{flow} {{dims = [0]}}",
            a.shape,
            lambda env: env.compute(arms[0] if float(env[total]) < 0.5 else arms[1]),
        )

    def loop(self, pool):
        first = self.pick(pool, lambda node: node.is_row_major)
        times, flow = self.random.choice(["0", "1", "3", "N", "min(M, 4)"]), self.number()
        self.emit(f"%{flow} = for %{first.number} {{exprs = [{times}]}}")
        index = self.number()
        carried = Node(self.number(), first.shape, first.strides, None)
        carried.run = lambda env: env.carried[carried]
        self.emit(f"  region (%{index} : int, %{carried.number} : {carried.type}) {{")
        inner = self.nested(pool + [carried], 3)
        last = self.body(inner, first.shape, pool)
        half = self.indent
        self.indent += 2
        constant = self.number()
        self.emit(f"%{constant} = const 0.25 : float")
        scaled = self.fresh(f"mul %{last.number}, %{constant}", first.shape, lambda env: env[last] * 0.25)
        self.emit(f"yield %{scaled.number}")
        self.indent = half
        self.emit("  }")

        def run_loop(env):
            value = env[first]
            for _ in range(
                {"N": env["N"], "min(M, 4)": min(env["M"], 4)}.get(times) if not times.isdigit() else int(times)
            ):
                value = env.step(carried, value, scaled)
            return value

        return self.fresh(f"result %{flow} {{dims = [0]}}", first.shape, run_loop)

    def grow(self, pool, count, flow):
        makers = [
            self.unary,
            self.binary,
            self.binary,
            self.scalar,
            self.choose,
            self.round_trip,
            self.reduce,
            self.matmul,
            self.cat,
            self.permute,
            self.unsqueeze,
            self.squeeze,
            self.reshape,
            self.expand,
            self.slice,
            self.select,
        ]
        if flow:
            makers += [self.branch, self.loop]
        for _ in range(count):
            node = self.random.choice(makers)(pool)
            if node:
                pool.append(node)


class Env:
    """Values of one run: inputs by index, sizes by name, nodes computed when they are asked for."""

    def __init__(self, inputs, sizes, outer=None):
        self.inputs, self.sizes, self.values, self.carried = inputs, sizes, {}, dict(outer.carried) if outer else {}

    def __getitem__(self, key):
        if isinstance(key, str):
            return self.sizes[key]
        if isinstance(key, int):
            return self.inputs[key]
        if key not in self.values:
            self.values[key] = key.run(self)
        return self.values[key]

    compute = __getitem__

    def step(self, carried, value, last):
        inner = Env(self.inputs, self.sizes, self)
        inner.carried[carried] = value
        return inner[last]


def random_case(seed):
    graph = Graph(seed)
    graph.input("x", ["N", "M"])
    graph.input("y", ["M"])
    graph.input("z", ["N", "1"])
    graph.input("w", ["M", "N"], ["1", "M"])
    graph.grow(graph.pool, 12, flow=True)
    outputs = graph.random.sample(graph.pool[4:], min(2, len(graph.pool) - 4))
    numbers = ", ".join(f"%{node.number}" for node in outputs)
    leaves = ", ".join(f"${i}" for i in range(len(outputs)))
    graph.emit(f"return {numbers} -> ({leaves},)" if len(outputs) == 1 else f"return {numbers} -> ({leaves})")

    def expected(*inputs):
        env = Env(inputs, {"N": inputs[0].shape[0], "M": inputs[0].shape[1]})
        return tuple(env[node] for node in outputs)

    def inputs(n, m):
        return lambda: (torch.randn(n, m), torch.randn(m), torch.randn(n, 1), torch.randn(n, m).t())

    header = "(N in 1.., M in 1..)\n"
    return Case(
        f"random_{seed}", header + "\n".join(graph.lines), expected, [inputs(n, m) for n, m in SIZES], tolerance=1e-3
    )


def emit_alone(emit, case, folder):
    """The message of the code generator if it fails on this graph, else None."""
    path = folder / f"{case.name}.ir"
    path.write_text(f"graph {case.name} {case.graph.strip()}\n")
    done = subprocess.run([emit, "alone", str(folder), str(path)], capture_output=True, text=True)
    return done.stderr.splitlines()[0] if done.returncode else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("emit")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep")
    options = parser.parse_args()
    chosen = [random_case(seed) for seed in range(options.seed, options.seed + options.count)]
    failed = 0
    with tempfile.TemporaryDirectory() as scratch, torch.no_grad():
        folder = pathlib.Path(options.keep or scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for case in list(chosen):
            problem = emit_alone(options.emit, case, folder)
            if problem:
                chosen.remove(case)
                failed += 1
                print(f"FAIL {case.name}: {problem}\ngraph {case.name} {case.graph}")
        native = run.build(options.emit, chosen, folder)
        state = native.open({"__builtins__": __builtins__}, None, False)
        for index, case in enumerate(chosen):
            problem = run.check(case, native.bind(state, index, run.miss, (), ()))
            if problem:
                failed += 1
                print(f"FAIL {case.name}: {problem}\ngraph {case.name} {case.graph}")
    print(f"{options.count - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
