"""Built-in names that programs seldom use: what they give, and that they are there."""

import pytest
import torch
from harness import check, program

SOURCE = """
import bisect
import heapq

import torch
import torch._dynamo
from torch._higher_order_ops.wrap import wrap

TYPES = (torch.bool, torch.uint8, torch.int64, torch.float32, torch.bfloat16, torch.complex64)


def case_bases(x):
    return x + 1, bin(5), oct(8), hex(255), bin(-3), hex(0), oct(True), ascii("a'b"), isinstance(x, (bytearray, memoryview))


def case_exceptions(x):
    for error in (UnicodeDecodeError, ConnectionResetError, IsADirectoryError, TabError):
        x = x + len(error.__mro__)
    try:
        raise BrokenPipeError("closed")
    except (UnicodeError, ConnectionError) as error:
        return x, str(error)


def case_casts(x):
    return x * 2, [torch.can_cast(a, b) for a in TYPES for b in TYPES]


def case_view(x):
    return x.view(size=(3, 2)) * 2


def case_heaps(x):
    heap = [5, 1, 4, 9, 2]
    heapq.heapify(heap)
    heapq.heappush(heap, 0)
    least = heapq.heappop(heap)
    swapped = heapq.heapreplace(heap, 7), heapq.heappushpop(heap, 1), heapq.heappushpop(heap, 8)
    pairs = heapq.nsmallest(2, [("b", 2), ("a", 2), ("c", 1)], key=lambda p: p[1])
    return x * least, heap, swapped, pairs, heapq.nlargest(3, heap), list(heapq.merge([1, 4, 6], [2, 3], [5])), heap[0]


def case_heap_of_tensors(x):
    heap = []
    for i, row in enumerate(x):
        heapq.heappush(heap, (-i, row))
    return heapq.heappop(heap)[1] * 2, len(heap)


def case_bisect(x):
    rows = [1, 3, 3, 5]
    places = bisect.bisect_left(rows, 3), bisect.bisect(rows, 3), bisect.bisect_right(rows, 9), bisect.bisect_left(rows, 0)
    bisect.insort(rows, 4)
    bisect.insort_left(rows, 3)
    words = ["a", "bb", "dddd"]
    bisect.insort(words, "ccc", key=len)
    return x[: places[0]], rows, places, words, bisect.bisect(rows, 3, 1, 2)


def case_other_dtype(x):
    return x.view(dtype=torch.int32), x + 1


def case_wrapped(x):
    def scaled(y, *, by, to=None):
        return y * by if to is None else y * by + to

    return wrap(scaled, x, by=x + 1), wrap(lambda y: [y, 1, wrap(scaled, y, by=2.0, to=x)], x.sin())


def case_sizes_said(x):
    n = x.shape[0]
    torch._check_is_size(n)
    torch._check_is_size(n, max=100)
    torch._constrain_as_size(n, min=1, max=50)
    torch.sym_constrain_range(n, min=0)
    torch.sym_constrain_range_for_size(n)
    return x.new_zeros(n) + 1


def case_sizes_refused(x):
    refused = 0
    for bounds in ({"min": 10, "max": 50}, {"max": 2}, {"min": 6}):
        try:
            torch._constrain_as_size(5, **bounds)
        except RuntimeError:
            refused += 1
    return x + refused


@torch.autograd.graph.disable_saved_tensors_hooks("not here")
def case_without_hooks(x):
    @torch.autograd.graph.disable_saved_tensors_hooks("nor here")
    def inner(y):
        return y + 1

    with torch.autograd.graph.disable_saved_tensors_hooks("nowhere"):
        return inner(x) * 2


@torch._dynamo.allow_in_graph
def allowed(x):
    return x * 3


@torch.compiler.allow_in_graph
def allowed_too(x, by):
    return x * by


@torch.fx.wrap
def one_call(x):
    return x - 4


torch.fx.wrap("one_call")


def case_allowed(x):
    return allowed(x) + 1, allowed_too(x, 2.0), one_call(x)


def case_graph_break(x):
    y = x + 1
    torch._dynamo.graph_break()
    z = y * 2
    torch._dynamo.decorators.skip_frame("not this one")
    return z - x


def case_refused(x):
    refused = []
    for act in (lambda: hex(1.5), lambda: bin("1"), lambda: heapq.heappop([])):
        try:
            act()
        except (TypeError, IndexError) as error:
            refused.append(type(error).__name__)
    return x + len(refused), refused


if __name__ == "__main__":
    x = torch.ones(2, 3)
CALLS
"""
NAMES = [line.split("(")[0][9:] for line in SOURCE.splitlines() if line.startswith("def case_")]
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    case_{name}(x)" for name in NAMES))
names = program("seldom_used_names", SOURCE, args=["--force"], flags="-O0")


@pytest.mark.parametrize("name", NAMES)
def test_case(name):
    expect = {"other_dtype": None, "sizes_said": "compiled"}.get(name, "whole")  # the latter gives warnings
    check(names.load(), f"case_{name}", lambda: [torch.arange(6.0).view(2, 3)], expect=expect)
