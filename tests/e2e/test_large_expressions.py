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


RESAMPLED = program(
    "sizes_made_of_configuration",
    """
import torch
import torch.nn.functional as F
from torch import nn


def resampled(image, kernel, up, down, low, high):
    _, channels, height, width = image.shape
    image = image.reshape(-1, height, width, 1)
    _, height, width, minor = image.shape
    rows, columns = kernel.shape
    out = F.pad(image.view(-1, height, 1, width, 1, minor), [0, 0, 0, up - 1, 0, 0, 0, up - 1])
    out = out.view(-1, height * up, width * up, minor)
    out = F.pad(out, [0, 0, max(low, 0), max(high, 0), max(low, 0), max(high, 0)])
    out = out[:, max(-low, 0) : out.shape[1] - max(-high, 0), max(-low, 0) : out.shape[2] - max(-high, 0), :]
    out = out.permute(0, 3, 1, 2).reshape([-1, 1, height * up + low + high, width * up + low + high])
    out = F.conv2d(out, kernel.flip([0, 1]).view(1, 1, rows, columns))
    out = out.reshape(-1, minor, height * up + low + high - rows + 1, width * up + low + high - columns + 1)
    out = out.permute(0, 2, 3, 1)[:, ::down, ::down, :]
    return out.view(-1, channels, (height * up + low + high - rows) // down + 1, (width * up + low + high - columns) // down + 1)


class Resampling(nn.Module):
    def __init__(self, size, factor, grows):
        super().__init__()
        self.register_buffer("kernel", torch.ones(size, size) / size**2)
        extra = size - factor
        self.up, self.down = (factor, 1) if grows else (1, factor)
        self.pad = ((extra + 1) // 2 + factor - 1, extra // 2) if grows else ((extra + 1) // 2, extra // 2)

    def forward(self, x):
        return resampled(x, self.kernel, self.up, self.down, *self.pad) * 2


if __name__ == "__main__":
    Resampling(4, 2, True)(torch.ones(2, 3, 4, 6))
    Resampling(4, 2, False)(torch.ones(2, 3, 4, 6))
""",
    args=["--force"],
    flags="-O0",
)


def test_ints_of_objects_that_sizes_are_made_of_are_known_where_these_get_large():
    for shape in ((2, 3, 4, 6), (4, 3, 8, 8), (3, 2, 7, 5)):
        for grows in (True, False):
            make = lambda shape=shape: [torch.arange(float(torch.Size(shape).numel())).view(shape)]  # noqa: E731
            expect = "whole" if shape[2] % 2 == 0 else None
            check(RESAMPLED.load(), lambda m, g=grows: m.Resampling(4, 2, g), make, expect=expect)
    check(RESAMPLED.load(), lambda m: m.Resampling(3, 3, True), lambda: [torch.ones(1, 3, 4, 6)])
