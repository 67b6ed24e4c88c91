"""Expressions of thousands of terms, and ints that are made of each other again and again, which nothing may write out."""

import re
import time

import torch
from harness import check, program, run_pyaot

STEPS = range(40)
SOURCE = f"""
import torch


def long_sum(x, n):
    return {" + ".join(["x"] * 900)}, {" + ".join(["n"] * 900)}


def nested(x):
    return {"(" * 180}x{" * 0.5 + 1)" * 180}


def bounded(x, a, b, c):
    v = a
{"".join(f"    v = max(min(v + {i}, b * {i + 1}), c - v)" + chr(10) for i in STEPS)}
    return x * v


def halved(x, n):
{"".join("    n = n // 2 + n % 3" + chr(10) for _ in STEPS)}
    return x * n


def parts(x):
{"".join("    x = torch.cat([x[: x.shape[0] // 2], x[::3], x[-1:]])" + chr(10) for _ in STEPS)}
    return x


if __name__ == "__main__":
    x = torch.ones(4)
    long_sum(x, 2)
    nested(x)
    bounded(x, 2, 3, 4)
    halved(x, 100)
    parts(torch.ones(30))
"""
large = program("large_expressions", SOURCE, args=["--force"], flags="-O0")


def test_long_and_nested_expressions_are_compiled():
    for n in (3, -1, 2**40):
        check(large.load(), "long_sum", lambda n=n: [torch.arange(4.0), n], expect="whole")
    check(large.load(), "nested", lambda: [torch.arange(4.0)], expect="whole")


def test_what_doubles_with_each_step_is_left_in_time():
    begin = time.process_time()
    for n in (2, 100, -7):
        check(large.load(), "bounded", lambda n=n: [torch.arange(4.0), n, 3, 4])
        check(large.load(), "halved", lambda n=n: [torch.arange(4.0), n])
    check(large.load(), "parts", lambda: [torch.arange(50.0)])
    assert time.process_time() - begin < 60


def nest(depth):
    lines, space = [], "    "
    for i in range(depth):
        lines.append(f"{space}while y.sum() < {16 + i}:")
        space += "    "
        lines.append(f"{space}if y[{i % 4}] > {i}:\n{space}    y = y + {i + 1}\n{space}y = y + 0.5")
    return "\n".join(lines)


NESTED = f"""
import torch


def loops(x: torch.Tensor):
    y = x * 1
{nest(9)}
    return y


def choices(x: torch.Tensor):
    b = 0
{"".join(f"    b = x[{i % 4}].item() if x[{i % 4}] > b else b" + chr(10) for i in range(60))}
    return x + b


if __name__ == "__main__":
    loops(torch.ones(4))
    choices(torch.ones(4))
"""
nested = program("nested_loops_and_choices", NESTED, args=["--force"], flags="-O0")


def test_what_each_loop_in_a_loop_or_choice_multiplies_is_ended_early(tmp_path):
    source = tmp_path / "nested.py"
    source.write_text(NESTED)
    run = run_pyaot(str(source), "-o", str(tmp_path / "out"), "--force", "--emit=c", "-v")
    assert run.returncode == 0
    assert float(re.search(r"peak memory (\S+) MB", run.stderr).group(1)) < 400
    for x in (torch.zeros(4), torch.arange(4.0), torch.full((4,), 5.0)):
        assert check(nested.load(), "loops", lambda x=x: [x.clone()])["compiled"] >= 1
        check(nested.load(), "choices", lambda x=x: [x.clone()])
