"""What Python refuses though nobody looks at the value: methods of built-in types and functions of its library, called
with arguments that they do not take."""

import pytest
import torch
from harness import check, program

CALLS = """
iter(np.int64(2))
zip(np.float32(1), [1])
math.log(x=1)
math.log(2, None)
sorted([1], reverse="a")
sorted([], reverse=None)
itertools.repeat(1, 2.5)
itertools.repeat(1, None)
functools.partial(3)
functools.partial(x, 1)
functools.lru_cache("a")
collections.deque().rotate("a")
enum.auto(1, 2, 3)
set.union(frozenset())
frozenset.union(set())
frozenset.__contains__(set(), 1)
set.add(frozenset(), 1)
set.__ixor__(frozenset([1]), {1})
range.index([1], 1)
zip(reverse=1)
list(zip([1], [1, 2], strict=1))
property(1, 2, 3, 4, 5)
property(lambda self: 1, fget=1)
(1j).__rpow__(True, (1, 2))
x.__setitem__(0, np.float32(1))
x.__setitem__(x > 0, x.numpy().sum())
x.__setitem__(0, np.bool_(1))
np.max(n, dtype=None)
np.min(x.numpy(), dtype=None)
np.stack([x.numpy()], device=None)
np.sum(x.numpy(), device=None)
np.sort(x.numpy(), dtype=None)
torch.norm(2)
torch.norm(np.float32(1))
torch.nn.Sequential(slice(1), x)
torch.nn.Sequential().add_module("a", x)
torch.nn.Sequential().add_module("a.b", torch.nn.ReLU())
torch.nn.Sequential().add_module(1, torch.nn.ReLU())
torch.nn.Sequential().add_module("", None)
torch.nn.Sequential().add_module("forward", torch.nn.ReLU())
torch.nn.Sequential().register_module("forward.", torch.nn.ReLU())
torch.nn.ReLU().register_buffer("inplace", x)
torch.nn.ReLU().register_buffer("a.inplace", x)
torch.nn.ReLU().register_buffer("a", 1)
torch.nn.ReLU().register_buffer(None, x)
torch.nn.ReLU().register_parameter("a", x)
torch.nn.ReLU().register_parameter("", None)
torch.nn.ReLU().register_parameter("training", None)
"a".expandtabs("a")
"a".expandtabs(2.0)
"a".splitlines("a")
"a".splitlines([])
torch.rand([True, False])
torch.randn(True, 2)
torch.randint(3, [True, 2])
torch.flip(x, [False])
""".strip().splitlines()
TAKEN = """
math.log(2), math.log(n), math.log(n, 10)
sorted([2, n], reverse=1), sorted([2, n], reverse=True)
x.__setitem__(0, np.int64(n)), x.__setitem__(1, np.float64(0.5)), x.__setitem__(slice(2, 3), np.int64(1))
list(zip([1], [n], strict=1)), list(zip([1, 2], [n], strict=0))
list(itertools.repeat(n, True)), list(itertools.islice(itertools.repeat(n), 2)), list(itertools.repeat(1, times=n))
functools.partial(int, base=2)("11"), functools.partial(lambda a: a + n, 1)()
set.union({1}, {n}), frozenset.union(frozenset([1]), {n}), range.index(range(n + 1), n)
torch.nn.ReLU().register_buffer("a", x), torch.nn.ReLU().register_buffer("b", None), torch.nn.ReLU().add_module("c", None)
"a\\tb".expandtabs(True), "a\\nb".splitlines(1), "a\\nb".splitlines(keepends=False)
""".strip().splitlines()
HEAD = "import collections\nimport enum\nimport functools\nimport itertools\nimport math\n\nimport numpy as np\nimport torch\n\n\n"
SOURCE = HEAD + "\n\n".join(
    [f"def refused{i}(x, n):\n    {call}\n    return x + 1\n" for i, call in enumerate(CALLS)]
    + [f"def taken{i}(x, n):\n    return x + 1, {call}\n" for i, call in enumerate(TAKEN)]
)
NAMES = [f"refused{i}" for i in range(len(CALLS))] + [f"taken{i}" for i in range(len(TAKEN))]
PROGRAM = program("dropped_refusals", SOURCE, [f"{name}(f32[N], 3)" for name in NAMES], args=("--force",), flags="-O0")


@pytest.mark.parametrize("name", NAMES, ids=CALLS + TAKEN)
def test_call(name):
    check(PROGRAM.load(), name, lambda: (torch.arange(3.0), 3), expect="whole" if name.startswith("taken") else None)
