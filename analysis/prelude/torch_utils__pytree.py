"""torch.utils._pytree: nested containers and their leaves. The installed module fills a table of the kinds of nodes while it
is imported; here they are told by their types, and a kind that the program may have registered itself is a cut."""

import collections

from torch.utils._pytree import GetAttrKey, MappingKey, SequenceKey


class TreeSpec:
    """What a tree is without its leaves: the type of a node, what else makes it up, and the specs of its children."""

    def __init__(self, type, context, children):
        self.type = type
        self.context = context
        self._children = children
        self.num_children = len(children)
        self.num_nodes = 1 + sum([child.num_nodes for child in children])
        self.num_leaves = sum([child.num_leaves for child in children]) if type is not None else 1

    def is_leaf(self):
        return self.type is None

    def children(self):
        return list(self._children)

    def child(self, index):
        return self._children[index]

    def unflatten(self, leaves):
        return tree_unflatten(leaves, self)

    def flatten_up_to(self, tree):
        return beside(self, tree)

    def __eq__(self, other):
        if not isinstance(other, TreeSpec):
            return NotImplemented
        same = self.type is other.type and self.context == other.context
        return same and self._children == other._children


def is_namedtuple_class(cls):
    return isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields")


def kind_of(node):
    """The type of a node; None for a leaf."""
    if prim.is_tensor(node) or node is None or isinstance(node, (int, float, complex, str, bytes)):
        return None
    kind = type(node)
    if kind in (list, tuple, dict, collections.OrderedDict, collections.defaultdict, collections.deque):
        return kind
    if is_namedtuple_class(kind):
        return kind
    if kind in (set, frozenset, range, slice):
        return None
    prim.cut("a tree with nodes of a kind that may be registered")


def parts_of(kind, node):
    """The children of a node, and what else makes it up."""
    if kind in (dict, collections.OrderedDict):
        return list(node.values()), list(node)
    if kind is collections.defaultdict:
        return list(node.values()), [node.default_factory, list(node)]
    if kind is collections.deque:
        return list(node), node.maxlen
    return list(node), None if kind in (list, tuple) else kind


def node_of(kind, children, context):
    if kind in (list, tuple):
        return kind(children)
    if kind in (dict, collections.OrderedDict):
        return kind(zip(context, children))
    if kind is collections.defaultdict:
        return collections.defaultdict(context[0], zip(context[1], children))
    if kind is collections.deque:
        return collections.deque(children, maxlen=context)
    return kind(*children)


def put_leaves(node, is_leaf, leaves):
    kind = None if is_leaf is not None and is_leaf(node) else kind_of(node)
    if kind is None:
        leaves.append(node)
        return TreeSpec(None, None, [])
    children, context = parts_of(kind, node)
    return TreeSpec(kind, context, [put_leaves(child, is_leaf, leaves) for child in children])


def tree_flatten(tree, is_leaf=None):
    leaves = []
    spec = put_leaves(tree, is_leaf, leaves)
    return leaves, spec


def tree_leaves(tree, is_leaf=None):
    leaves = []
    put_leaves(tree, is_leaf, leaves)
    return leaves


def tree_iter(tree, is_leaf=None):
    yield from tree_leaves(tree, is_leaf)


def key_of(kind, context, index):
    """How the path to a leaf goes from a node of that kind to its child."""
    if kind in (dict, collections.OrderedDict):
        return MappingKey(context[index])
    if kind is collections.defaultdict:
        return MappingKey(context[1][index])
    if kind in (list, tuple, collections.deque):
        return SequenceKey(index)
    return GetAttrKey(kind._fields[index])


def _generate_key_paths(key_path, tree, is_leaf=None):
    kind = None if is_leaf is not None and is_leaf(tree) else kind_of(tree)
    if kind is None:
        yield key_path, tree
        return
    children, context = parts_of(kind, tree)
    for index, child in enumerate(children):
        yield from _generate_key_paths((*key_path, key_of(kind, context, index)), child, is_leaf)


def tree_structure(tree, is_leaf=None):
    return put_leaves(tree, is_leaf, [])


def taken(leaves, spec):
    """The tree of the first leaves, which are removed."""
    if spec.type is None:
        return leaves.pop(0)
    return node_of(spec.type, [taken(leaves, child) for child in spec._children], spec.context)


def tree_unflatten(leaves, treespec):
    if not isinstance(treespec, TreeSpec):
        prim.cut("a tree whose kind is not known when compiling")
    given = list(leaves)
    if len(given) != treespec.num_leaves:
        raise ValueError("treespec.unflatten(leaves): the number of leaves is another one")
    return taken(given, treespec)


def beside(spec, tree):
    """The subtrees of a tree that stand where another one has its leaves."""
    if spec.type is None:
        return [tree]
    kind = kind_of(tree)
    children, context = parts_of(kind, tree) if kind is not None else ([], None)
    if kind is not spec.type or context != spec.context or len(children) != spec.num_children:
        prim.cut("trees of different kinds")
    found = []
    for below, child in zip(spec._children, children):
        found.extend(beside(below, child))
    return found


def tree_map(func, tree, *rests, is_leaf=None):
    leaves = []
    spec = put_leaves(tree, is_leaf, leaves)
    columns = [leaves] + [beside(spec, rest) for rest in rests]
    return taken([func(*row) for row in zip(*columns)], spec)


def tree_map_(func, tree, *rests, is_leaf=None):
    leaves = []
    spec = put_leaves(tree, is_leaf, leaves)
    columns = [leaves] + [beside(spec, rest) for rest in rests]
    for row in zip(*columns):
        func(*row)
    return tree


def is_chosen(types, leaf):
    return isinstance(leaf, types) if isinstance(types, (type, tuple)) else types(leaf)


def tree_map_only(type_or_types_or_pred, /, func, tree, is_leaf=None):
    return tree_map(lambda x: func(x) if is_chosen(type_or_types_or_pred, x) else x, tree, is_leaf=is_leaf)


def tree_map_only_(type_or_types_or_pred, /, func, tree, is_leaf=None):
    return tree_map_(lambda x: func(x) if is_chosen(type_or_types_or_pred, x) else x, tree, is_leaf=is_leaf)


def tree_all(pred, tree, is_leaf=None):
    return all([bool(pred(leaf)) for leaf in tree_leaves(tree, is_leaf)])


def tree_any(pred, tree, is_leaf=None):
    for leaf in tree_leaves(tree, is_leaf):
        if pred(leaf):
            return True
    return False
