"""Runs the functions of a built module beside the original on many inputs; one JSON line for each function.

`worker.py SOURCE STUB NAME...`: a line {"start": name} before each function, then {"done": name, "failure": text or null,
"compiled": whether a variant ran}. A crash is seen by what is missing.
"""

import json
import os
import random
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "e2e"))

import harness  # noqa: E402
import torch  # noqa: E402

CALL_SECONDS = 20
SIZES = [(4, 5), (1, 1), (3, 4), (1, 7), (7, 1), (0, 3), (3, 0), (5, 2)]
LAYOUTS = [
    "contiguous",
    "transposed",
    "expanded",
    "sliced",
    "aliased",
    "views",
    "double",
    "integers",
    "half",
    "gradients",
]


def tensor(generator, *size):
    return torch.randn(*size, generator=generator).mul_(4).round_().div_(4)  # exact sums: conditions do not waver


def arguments(module, layout, m, n, number):
    """One set of arguments; the same for equal parameters."""
    generator = torch.Generator().manual_seed(number)
    x, y, r, c = (tensor(generator, *size) for size in ((m, n), (m, n), (n,), (m, 1)))
    others = [tensor(generator, m, n) for _ in range(5)]
    if layout == "transposed":
        x = x.t().contiguous().t()
    elif layout == "expanded":
        y, c = tensor(generator, 1, n).expand(m, n), c.expand(m, 1)
    elif layout == "sliced":
        x, r = tensor(generator, m, 2 * n)[:, ::2], tensor(generator, n + 2)[2:]
    elif layout == "aliased":
        y = others[0] = x
    elif layout == "views":
        base = tensor(generator, 2 * m + 1, n)
        x, y, others[1] = base[:m], base[m : 2 * m], base[1 : m + 1]
    elif layout == "double":
        x, y, r, c, *others = (t.double() for t in (x, y, r, c, *others))
    elif layout == "integers":
        x, y, r, c, *others = (t.mul(4).long() for t in (x, y, r, c, *others))
    elif layout == "half":
        x = x.bfloat16()
    elif layout == "gradients":
        x, r = x.requires_grad_(), r.requires_grad_()
    a, b, d0, d1, held = others
    box = (module.Box if number % 3 else module.Crate)(held, number % 4)
    return x, y, r, c, [a, b, x][: 1 + number % 3], {"a": d0, "b": d1}, box, number % 5 - 1, number % 3, number % 2 == 0


def cases():
    """(layout, m, n, number): each layout at some sizes, each size in some layouts."""
    for index, (m, n) in enumerate(SIZES):
        yield "contiguous", m, n, index + 3
    for index, layout in enumerate(LAYOUTS[1:]):
        yield layout, *SIZES[(2 * index) % len(SIZES)], index + 4
        yield layout, 4, 5, index + 7


def changed(outcome):
    return [version != harness.version_of(t) for version, t in zip(outcome.versions_before, outcome.inputs)]


def kept(outcome):
    """The aliases of results, without versions: nothing depends on how often a new tensor was written."""
    return [row[:2] for row in harness.alias_table(outcome)]


def state(module, args):
    box = args[6]
    return [module.clock[0], module.total, dict(vars(box)), list(args[4]), dict(args[5])]


def compare(eager, built, states, m, n):
    tolerance = {"rtol": 1e-3, "atol": 1e-4 * max(1, m, n)}
    errors = [(type(outcome.error).__name__, str(outcome.error)) for outcome in (eager, built)]
    assert errors[0] == errors[1], f"exceptions: eager {errors[0]}, built {errors[1]}"
    assert eager.output == built.output, f"output: eager {eager.output!r}, built {built.output!r}"
    harness.compare_objects("result", eager.result, built.result, **tolerance)
    assert kept(eager) == kept(built), f"aliasing: eager {kept(eager)}, built {kept(built)}"
    harness.compare_objects("arguments after the call", eager.arguments, built.arguments, **tolerance)
    harness.compare_objects("state", *states, **tolerance)
    assert changed(eager) == changed(built), f"inputs whose version changed: {changed(eager)}, {changed(built)}"


def run_one(module, name, layout, m, n, number):
    module.clock[0] = module.total = 0
    args = arguments(module, layout, m, n, number)
    torch.manual_seed(0)
    random.seed(0)
    signal.alarm(CALL_SECONDS)
    with torch.set_grad_enabled(layout == "gradients" and number % 2 == 0):
        outcome = harness.run(getattr(module, name), args, {})
    signal.alarm(0)
    return outcome, state(module, args)


def check(pair, name):
    """None, or what differs first and for which arguments."""
    for layout, m, n, number in cases():
        eager, eager_state = run_one(pair.eager, name, layout, m, n, number)
        built, built_state = run_one(pair.built, name, layout, m, n, number)
        try:
            compare(eager, built, (eager_state, built_state), m, n)
        except AssertionError as error:
            return f"arguments({layout!r}, {m}, {n}, {number}): {error}"
    return None


def main():
    source, stub, *names = sys.argv[1:]
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "2")))
    pair = harness.Pair(Path(source), Path(stub).parent)
    for name in names:
        print(json.dumps({"start": name}), flush=True)
        before = pair.counters()
        failure = check(pair, name)
        compiled = pair.counters()["compiled"] > before["compiled"]
        print(json.dumps({"done": name, "failure": failure, "compiled": compiled}), flush=True)


if __name__ == "__main__":
    main()
