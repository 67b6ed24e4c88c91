"""torch.utils._pytree, torch.cond and map of torch._higher_order_ops: nested containers of tensors as programs walk them, and
functions that are handed to operators; and numbers of the run time that are looked for in containers."""

import collections

import harness
import pytest
import torch
from harness import check, program

SOURCE = """
import collections

import torch
from functorch.experimental.control_flow import cond, map as map_rows
from torch.utils import _pytree as pytree
from torch.utils._pytree import tree_flatten, tree_map, tree_unflatten

Point = collections.namedtuple("Point", "a b")


def first_leaf(tree):
    leaves, _ = pytree.tree_flatten(tree)
    return leaves[0] + 1


def doubled(tree):
    return pytree.tree_map(lambda leaf: leaf * 2, tree)


def rebuilt(tree):
    leaves, spec = tree_flatten(tree)
    again = tree_flatten(tree)[1]
    return tree_unflatten([leaf + 1 for leaf in leaves], spec), len(leaves), spec.num_leaves, spec == again


def summed(a, b):
    return tree_map(lambda x, y: x + y, a, b)


def only_tensors(tree):
    return pytree.tree_map_only(torch.Tensor, torch.sin, tree)


def total(tree):
    return sum(leaf.sum() for leaf in pytree.tree_leaves(tree))


def in_place(tree):
    pytree.tree_map_(lambda leaf: leaf.add_(1), tree)
    return tree["a"] * 2


def leaves_and_spec(tree):
    leaves, spec = tree_flatten(tree)
    return leaves[0] * 2, str(spec)


def chosen(x):
    def other(a):
        return a * 3

    return cond(x.sum() > 0, lambda a: a.cos(), other, [x])


def by_rows(xs, y):
    return map_rows(lambda x, k: x.sum() * k, xs, y)


def checked(x):
    assert x.size(-1) in [6, 2]
    assert x.size(0) not in (4, 5)
    return x + x


def by_size(x):
    if x.size(0) in (3, 4.0, True):
        return x + 1
    return x - 1


def by_content(x):
    return x * 2 if int(x.sum()) in {1, 2, 6} else x * 3


def by_float(x):
    return x * 2 if x.sum().item() in (1.0, 6) else x * 3


def by_number(x, n: int):
    return x * [1, 2, 3, 4][n]


def by_some_number(x, n: int):
    if n > 1:
        return x * n
    return x - n


if __name__ == "__main__":
    t = torch.ones(3)
    first_leaf({1: t, 2: t})
    doubled([t, (t, {"a": t})])
    doubled(collections.OrderedDict(a=t, b=[t]))
    doubled(Point(t, [t, t]))
    rebuilt({"b": [t], "a": (t, t)})
    rebuilt(collections.deque([t, t], maxlen=3))
    summed([t, {"a": t}], [t, {"a": t}])
    only_tensors([t, 1, "a", None])
    total({"a": t, "b": [t, t]})
    in_place({"a": t, "b": [t]})
    leaves_and_spec([t])
    chosen(t)
    by_rows(torch.ones(4, 2), torch.ones(2))
    checked(torch.ones(3, 2))
    by_size(t)
    by_content(t)
    by_float(t)
    by_number(t, 2)
    by_some_number(t, 3)
"""

trees = program("trees", SOURCE)


def x(*sizes):
    return torch.arange(1.0, 1.0 + torch.Size(sizes).numel()).reshape(sizes)


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("first_leaf", lambda: [{1: x(3), 2: x(2)}]),
        ("doubled", lambda: [[x(3), (x(2), {"a": x(4)})]]),
        ("doubled", lambda: [collections.OrderedDict(a=x(3), b=[x(2)])]),
        ("rebuilt", lambda: [{"b": [x(3)], "a": (x(2), x(1))}]),
        ("rebuilt", lambda: [collections.deque([x(3), x(2)], maxlen=3)]),
        ("summed", lambda: [[x(3), {"a": x(2)}], [x(3), {"a": x(2)}]]),
        ("only_tensors", lambda: [[x(3), 1, "a", None]]),
        ("total", lambda: [{"a": x(3), "b": [x(2), x(2)]}]),
        ("in_place", lambda: [{"a": x(3), "b": [x(2)]}]),
    ],
)
def test_walks_over_trees(name, make):
    check(trees.load(), name, make, expect="whole")


def test_a_tree_of_a_class_of_the_program():
    pair = trees.load()
    eager, built = (module.doubled(module.Point(x(3), [x(2), x(2)])) for module in (pair.eager, pair.built))
    assert type(eager) is pair.eager.Point and type(built) is pair.built.Point
    harness.compare_objects("a point", tuple(eager), tuple(built))


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("summed", lambda: [[x(3), {"a": x(2)}], [x(3), {"b": x(2)}]]),
        ("summed", lambda: [[x(3)], [x(3), x(3)]]),
        ("leaves_and_spec", lambda: [[x(3)]]),
        ("rebuilt", lambda: [[]]),
        ("doubled", lambda: [torch.max(x(2, 3), dim=0)]),
    ],
)
def test_trees_that_differ_or_are_shown(name, make):
    check(trees.load(), name, make)


def test_functions_that_operators_are_given():
    check(trees.load(), "chosen", lambda: [x(3)], expect="whole")
    check(trees.load(), "chosen", lambda: [-x(5)], expect="whole")
    check(trees.load(), "by_rows", lambda: [x(5, 2), x(2)], expect=None)
    check(trees.load(), "by_rows", lambda: [x(4, 2), x(2)], expect="whole")


def test_what_an_operator_traces_is_not_compiled_by_itself():
    """Where it misses, torch.cond traces the functions in Python, which it cannot do with what is compiled."""
    check(trees.load(), "chosen", lambda: [x(3).double()], expect="fallback")


@pytest.mark.parametrize("sizes", [(3, 2), (2, 6), (4, 2), (5, 6), (3, 3), (1, 2), (0, 2)])
def test_sizes_that_are_looked_for(sizes):
    check(trees.load(), "checked", lambda: [x(*sizes)], expect="whole" if sizes in [(3, 2), (2, 6)] else None)
    check(trees.load(), "by_size", lambda: [x(*sizes)])


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_numbers_of_the_run_time_that_are_looked_for(size):
    check(trees.load(), "by_size", lambda: [x(size)], expect="whole")
    check(trees.load(), "by_content", lambda: [x(size)], expect="whole")
    check(trees.load(), "by_float", lambda: [x(size)], expect="whole")
    check(trees.load(), "by_content", lambda: [x(size) * torch.nan])
    check(trees.load(), "by_float", lambda: [x(size) * torch.nan], expect="whole")


@pytest.mark.parametrize("n", [0, 2, 3, 7])
def test_an_annotated_number_of_driver_code(n):
    check(trees.load(), "by_number", lambda: [x(3), n], expect="whole" if n == 2 else None)
    check(trees.load(), "by_some_number", lambda: [x(3), n], expect="whole")


PATHS = """
import collections
import dataclasses

import torch
from torch.utils import _pytree as pytree
from torch.utils._pytree import GetAttrKey, MappingKey, SequenceKey

Point = collections.namedtuple("Point", "a b")


@dataclasses.dataclass(frozen=True, slots=True)
class Key:
    name: str


def trees(x):
    return [
        {"a": x, "b": [x * 2, 3]},
        (x, Point(1, x + 1), None),
        collections.OrderedDict(z=x, y=()),
        collections.defaultdict(list, {3: [x]}),
        collections.deque([x, (4,)]),
        x,
    ]


def mapped(x):
    try:
        return [pytree.tree_map_with_path(lambda path, leaf: (pytree.keystr(path), leaf), tree) for tree in trees(x)]
    except (ValueError, TypeError):
        return x


def flattened(x):
    return [pytree.tree_flatten_with_path(tree)[0] for tree in trees(x)], pytree.tree_leaves_with_path([x, {"k": 1}])


def chosen(x):
    return pytree.tree_leaves_with_path(((x, 1), [2]), is_leaf=lambda node: isinstance(node, list))


def beside(x):
    return pytree.tree_map_with_path(lambda path, a, b: a + len(path) * b, {"a": x, "b": (x,)}, {"a": x, "b": (2,)})


def written(x):
    return x + 1, f"{(MappingKey('a'), SequenceKey(0))}", repr(GetAttrKey("b")), str(MappingKey(2)), repr(Key("n"))


if __name__ == "__main__":
    for function in (mapped, flattened, chosen, beside, written):
        function(torch.ones(2))
"""
PATHS_PROGRAM = program("paths_of_trees", PATHS, args=["--force"])


@pytest.mark.parametrize("name", ["mapped", "flattened", "chosen", "beside", "written"])
def test_paths_of_leaves(name):
    check(PATHS_PROGRAM.load(), name, lambda: [torch.arange(2.0)], expect="whole", times=2)
