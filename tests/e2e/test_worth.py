"""What is compiled without --force: functions in which compiled code saves more than its guards and results cost."""

import harness
import pytest
import torch

SOURCE = (
    (harness.ROOT / "bench" / "programs" / "border.py").read_text()
    + """

def looked_up(x):
    return F.embedding(torch.tensor([1, 0]), x)


def parts_beside_work(x):
    return x + 1, x[0], x.t()


def numbers(x):
    total = 0
    for i in (1, 2, 3, 4, 5):
        total += i * x.shape[0]
    return x.view(-1), total


def steps(x):
    return x.stride(dim=1)


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.exp()


def own_derivative(x):
    return Scaled.apply(x)


def noisy(x):
    return x + torch.randn(4) + torch.rand(4) + x.shape[0], x * 2 + x - 1


class Passed(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Identity()

    def forward(self, x):
        return self.inner(x)


passed = Passed()


@contextlib.contextmanager
def quiet():
    try:
        yield
    except RuntimeError:
        pass


def in_a_manager():
    with quiet():
        raise RuntimeError("quiet")
    return torch.Size([10, 8]).numel()


STEP = 3


def of_a_global():
    with quiet():
        raise RuntimeError("quiet")
    return STEP


def of_numbers(n, text):
    words = [text, text + text, text * 3]
    return [len(word) * n + n * n - n // 2 for word in words], sorted(words), ",".join(words)
"""
)

FASTER = """product linear cat clone looked_up store sort_more heads parts_beside_work sizes numbers passed
flat transposed row diagonal two_rows compared size least steps own_derivative noisy dropout suppressed
caught generated"""
SLOWER = "same detached shape sort array topk rand closure left_of_list"
CALLS = [f"{name}(f32[N, N])" for name in [*FASTER.split(), *SLOWER.split()]] + [
    "of_numbers(3, 'a')",
    "in_a_manager()",
    "of_a_global()",
]

chosen = harness.program("worth", SOURCE, calls=CALLS)
forced = harness.program("worth_forced", SOURCE, calls=CALLS, args=("--force",), flags="-O0")


def square():
    torch.manual_seed(0)
    return [torch.rand(4, 4)]


@pytest.mark.parametrize("name", FASTER.split())
def test_what_saves_more_than_it_costs_is_compiled(name):
    harness.check(chosen.load(), name, square, expect="whole")


@pytest.mark.parametrize("name", SLOWER.split())
def test_what_costs_more_than_it_saves_is_left_to_python(name):
    assert harness.check(chosen.load(), name, square)["compiled"] == 0


@pytest.mark.parametrize("name", [name for name in SLOWER.split() if name not in ("rand", "closure", "left_of_list")])
def test_force_compiles_it_all_the_same(name):
    harness.check(forced.load(), name, square, expect="whole")


def test_a_function_without_tensors_is_left_to_python():
    assert harness.check(chosen.load(), "of_numbers", lambda: [3, "a"])["compiled"] == 0


def test_a_function_that_reads_nothing_is_compiled():
    harness.check(chosen.load(), "in_a_manager", list, expect="whole")


def test_a_function_without_tensors_that_reads_a_number_is_left_to_python():
    assert harness.check(chosen.load(), "of_a_global", list)["compiled"] == 0
