"""What dies where: code that runs when an object dies (`__del__`, weak references, generators) runs where the program
lets go of it, around segments too; and what is one object before a segment is one behind it."""

import subprocess
import sys

import harness
import pytest

SOURCE = '''
import weakref

import torch

LOG = []
NAME = "x y"


class Watched:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        LOG.append("del " + self.name)


class Slot:
    __slots__ = ("held",)

    def __init__(self, held):
        self.held = held


class Holder:
    label = "l m"

    def __init__(self, held):
        self.held = held


class Node(Holder):
    """Something weak references can lead to."""


def waiting(n):
    try:
        yield n
        yield n + 1
    finally:
        LOG.append(f"closed {n}")


def started(n):
    generator = waiting(n)
    next(generator)
    return generator


def watched_by(node):
    weakref.finalize(node, LOG.append, "gone")
    return node


current = None


def local_overwritten(x):
    held = Watched("a")
    y = x + 1
    held = None
    LOG.append("after")
    return y * 2


def by_tensor(x):
    held = Watched("a")
    held = x + 1
    LOG.append("after")
    print("between")
    return held * 2


def argument(x, held):
    print("before")
    held = x + 1
    LOG.append("after")
    return held * 2


def of_callee(x, held):
    y = x + 1
    held = None
    LOG.append("callee ends")
    return y


def passed_on(x):
    print("before")
    y = of_callee(x, Watched("t"))
    LOG.append("after")
    return y * 2


def argument_deleted(x, held):
    y = x + 1
    del held
    LOG.append("after")
    return y * 2


def read_first(x):
    held = Watched("a")
    y = x + len(held.name)
    held = y * 2
    LOG.append("after")
    return y * held


def in_loop(x, n):
    total = x * 0
    for i in range(n):
        held = Watched(str(i))
        total = total + x * i
        held = total
        LOG.append("after")
        print(i)
    return total


def in_branch(x, flag):
    held = Watched("a")
    y = x * 2
    if flag:
        held = x + 1
        LOG.append("then")
    print("between")
    return y


def popped(x, items):
    y = x + 1
    items.pop()
    LOG.append("after")
    return y * 2


def cleared(x, items):
    items.clear()
    LOG.append("after")
    return x + 1


def item_replaced(x, items):
    items[0] = x + 1
    LOG.append("after")
    return x * 2


def key_replaced(x, table):
    table["held"] = None
    LOG.append("after")
    return x * 2


def key_deleted(x, table):
    del table["held"]
    LOG.append("after")
    return x * 2


def attribute_replaced(x, holder):
    holder.held = x + 1
    LOG.append("after")
    return x * 2


def attribute_deleted(x, holder):
    del holder.held
    LOG.append("after")
    return x * 2


def global_replaced(x):
    global current
    current = None
    LOG.append("after")
    return x * 2


def generator_local(x):
    generator = waiting(1)
    next(generator)
    y = x + 1
    print("between")
    generator = None
    LOG.append("after")
    return y * 2


def generators_of_list(x):
    generators = [waiting(1)]
    for generator in generators:
        next(generator)
    y = x + 1
    del generator
    print("between")
    generators.clear()
    LOG.append("after")
    return y * 2


def kept_by_name(x):
    held = Watched("a")
    print("between")
    keep = held
    y = x + 1
    print("then")
    held = None
    LOG.append("after")
    print("end")
    return y


def kept_by_list(x):
    held = Watched("a")
    print("between")
    keep = [held, x + 1]
    print("then")
    held = None
    LOG.append("after")
    print("end")
    return x * 2


def kept_by_object(x):
    held = Watched("a")
    print("between")
    y = x + 1
    keep = Holder(held)
    print("then")
    held = None
    LOG.append("after")
    keep = Holder(y)
    LOG.append("replaced")
    print("end")
    return y * 2


def kept_from_list(x, items):
    y = x + 1
    print("between")
    keep = items.pop()
    LOG.append("popped")
    z = y * 2
    print("end")
    LOG.append("returns")
    return z


def kept_from_attribute(x, holder):
    y = x + 1
    print("between")
    keep = holder.held
    holder.held = None
    LOG.append("none")
    z = y * 2
    print("end")
    LOG.append("returns")
    return z


def kept_by_dict(x):
    held = Watched("a")
    print("between")
    keep = {"held": held}
    y = x + 1
    print("then")
    held = None
    LOG.append("after")
    print("end")
    return y


def order_at_the_end(x):
    first = second = third = None
    y = x + 1
    print("between")
    third = Watched("3")
    second = Watched("2")
    y = y * 2
    print("then")
    first = Watched("1")
    z = y + 1
    print("end")
    return z


def behind_a_loop(x):
    held = Watched("a")
    other = None
    total = x * 0
    for i in range(x.size(0)):
        held = other
        total = total + x[i]
    LOG.append("after")
    return total


def weakly_held(x):
    node = Node(x)
    watch = weakref.ref(node, lambda dead: LOG.append("dead"))
    y = x + 1
    print("between")
    node = y
    LOG.append("after")
    return node * 2, watch() is None


def weakly_held_tensor(x):
    y = x + 1
    watch = weakref.ref(y, lambda dead: LOG.append("dead"))
    print("between")
    z = y * 2
    y = z
    LOG.append("after")
    print("end", watch() is None)
    return y * 2


def plain_temporary(x):
    """Nothing to be told: it stays compiled."""
    step = x * 2
    print("between")
    step = x + 1
    step = step * step
    print("after")
    return step


def text(x):
    first = "a b"
    second = first
    y = x + 1
    print("between")
    return y * 2, first is second, first is "a b"


def computed_text(x, part):
    first = part + " r"
    second = [first, first]
    y = x + 1
    print("between")
    return y * 2, first is second[0], second[0] is second[1]


def text_of_size(x):
    first = f"{x.shape[0]} items"
    second = first
    y = x + 1
    print("between")
    return y * 2, first is second


def texts_of_classes(x):
    first, second = NAME, Holder.label
    y = x + 1
    print("between")
    return y * 2, first is NAME, second is Holder.label, second is "l m"


def key(x):
    table = {"k k": 1}
    y = x + 1
    print("between")
    return y * 2, [key is "k k" for key in table]


def stored_texts(x, holder):
    holder.first = "a b"
    y = x + 1
    print("between")
    holder.second = "a b"
    holder.third = holder.first
    z = y + 1
    print("after")
    return z, holder.first is holder.second, holder.first is holder.third, holder.first is "a b"


def returned_texts(x):
    return x + 1, "a b", ["a b"]


def numbers(x):
    first, third, fifth = 1000, 0.5, (1, 2)
    second, fourth, sixth = first, third, fifth
    y = x + 1
    print("between")
    return y * 2, first is second, third is fourth, fifth is sixth
'''

CALLS = {
    "local_overwritten": "",
    "by_tensor": "",
    "argument": ", Watched('p')",
    "of_callee": ", Watched('p')",
    "passed_on": "",
    "argument_deleted": ", Watched('p')",
    "read_first": "",
    "in_loop": ", 3",
    "in_branch": ", True",
    "popped": ", [Watched('p')]",
    "cleared": ", [Watched('p'), started(1)]",
    "item_replaced": ", [Watched('p')]",
    "key_replaced": ", {'held': Holder(Watched('p'))}",
    "key_deleted": ", {'held': [Watched('p')]}",
    "attribute_replaced": ", Holder(watched_by(Node(1)))",
    "attribute_deleted": ", Holder((Watched('p'),))",
    "global_replaced": "",
    "generator_local": "",
    "generators_of_list": "",
    "kept_by_name": "",
    "kept_by_list": "",
    "kept_by_object": "",
    "kept_from_list": ", [Watched('z')]",
    "kept_from_attribute": ", Holder(Watched('z'))",
    "kept_by_dict": "",
    "order_at_the_end": "",
    "behind_a_loop": "",
    "weakly_held": "",
    "weakly_held_tensor": "",
    "plain_temporary": "",
    "text": "",
    "computed_text": ", 'p q'",
    "text_of_size": "",
    "texts_of_classes": "",
    "key": "",
    "stored_texts": ", Holder(1)",
    "numbers": "",
}
PROGRAM = harness.program(
    "farewells", SOURCE, calls=[f"{name}(f32[N]{rest})" for name, rest in CALLS.items()], args=["--force"]
)


def outcome(module, name, rest):
    module.LOG.clear()
    module.current = module.Watched("g") if name == "global_replaced" else None
    result = eval(f"{name}(torch.arange(3.0){rest})", vars(module))  # nobody else holds the arguments
    module.LOG.append("end")
    return result, list(module.LOG)


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("name", CALLS)
def test_nobody_can_tell(name):
    pair = PROGRAM.load()
    for _ in range(2):
        eager, built = (outcome(module, name, CALLS[name]) for module in (pair.eager, pair.built))
        harness.compare_objects(name, eager, built)


def test_slots_are_looked_at():
    pair = PROGRAM.load()
    logs = []
    for module in (pair.eager, pair.built):
        module.LOG.clear()
        module.attribute_replaced(module.torch.ones(3), module.Slot(module.Watched("s")))
        logs.append(list(module.LOG))
    assert logs[0] == logs[1] == ["del s", "after"]


@harness.about_c
def test_texts_are_constants_of_the_module():
    module = PROGRAM.load().built
    first, second = module.returned_texts(module.torch.ones(3)), module.returned_texts(module.torch.ones(3))
    assert first[1] is first[2][0] is second[1]


@harness.about_c
def test_ordinary_variables_stay_compiled():
    pair = PROGRAM.load()
    harness.check(pair, "plain_temporary", lambda: [pair.eager.torch.ones(3)], expect="compiled")
    python = pair.stub_path.read_text().split("def _aot_plain_temporary_")[-1].split("@_aot.segmented")[0]
    assert "step = x" not in python


AT_EXIT = harness.program(
    "alive_at_exit",
    """
import torch


class Watched:
    def __del__(self):
        print("del")


KEPT = Watched()


def doubled(x):
    return torch.sin(x) * 2 + x


if __name__ == "__main__":
    print(doubled(torch.zeros(3)))
""",
    args=("--force",),
)


@pytest.mark.parametrize("how", ["run", "imported"])
def test_what_is_alive_at_exit_dies_there(how):
    pair = AT_EXIT.load()
    for file in (pair.source_path, pair.stub_path):
        script = f"import sys; sys.path.insert(0, {str(file.parent)!r}); import alive_at_exit as m; m.doubled(m.torch.ones(3))"
        arguments = [str(file)] if how == "run" else ["-c", script]
        done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True)
        assert done.stdout.split("\n")[-2:] == ["del", ""], done.stderr
