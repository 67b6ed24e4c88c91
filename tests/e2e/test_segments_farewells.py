"""Objects that die in functions of which segments are compiled: what a loop leaves is there in its next turn, callees make
weak references, and what a function has last dies last."""

import pytest
import torch
from harness import check, program

HEAD = """
import torch


class Held:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone", self.name)


class Holder:
    pass


def unknown(i):
    return eval("Held(i)", globals(), {"i": i})


kept = None


def keep(value):
    global kept
    kept = value

"""
# Each loop assigns `it` in front of what is Python, and gives it something else behind.
LOOPS = {
    "by_name": ("it = y * 2", "it = unknown(i)"),
    "of_known_class": ("it = y * 2", "it = Held(i)"),
    "in_some_turns": ("it = y * 2", "it = [unknown(i)] if i % 2 else 1"),
    "deleted": ("del it", "it = unknown(i)"),
    "two": ("it, other = y, y + 1", "it, other = unknown(i), unknown(-i)"),
    "by_loop": ("for it in range(3): y = y + it", "for it in [unknown(i)]: pass"),
    "by_try": ("it = y + 1", "\n        try: it = unknown(i); raise ValueError\n        except ValueError: pass"),
    "by_block": ("it = y + 1", "\n        with open('/dev/null') as it: it = unknown(i)"),
    "by_global": ("keep(y)", "keep(unknown(i))"),
    "by_attribute": ("holder.it = y", "holder.it = unknown(i)"),
    "by_item": ("items[0] = y", "items[0] = unknown(i)"),
}
LOOP = """
def NAME(x, n):
    it = other = None
    holder, items = Holder(), [None]
    for i in range(n):
        y = torch.relu(x * 2 + 1) * 3
        FIRST
        y = y + 1
        print("turn", i)
        THEN
        x = y
    keep(None)
    return x

"""
OTHERS = """
def nested(x, n):
    it = None
    for i in range(n):
        for k in range(2):
            it = torch.relu(x + k) * 2
            x = it + 1
            print("turn", i, k)
        it = unknown(i)
    return x


def by_test(x, n):
    for i in range(n):
        if it := unknown(i):
            y = torch.relu(x) * 2
            it = y + 1
            x = it * 2
            print("turn", i)
    return x + 1


def by_test_of_loop(x, n):
    while (it := unknown(n)) and n:
        n -= 1
        y = torch.relu(x) * 2
        it = y + 1
        x = it * 2
        print("turn", n)
    return x + 1


def at_the_end(x, n):
    items = [unknown(k) for k in range(n + 2)]
    a, b = items.pop(), items.pop()
    y = torch.relu(x) * 2
    print("then")
    c = items.pop(0) if items else None
    y = y + 1
    return torch.relu(y) * 3

"""
NAMES = [*LOOPS, "nested", "by_test", "by_test_of_loop", "at_the_end"]
MAIN = """
if __name__ == "__main__":
    for function in (NAMES):
        function(torch.ones(3), 2)
"""
WATCHED = """
import torch
import weakref

references = []


def watch(tensor, name):
    references.append(weakref.ref(tensor, lambda reference: print("died", name)))


def rebound(x):
    y = x * 2
    watch(y, "y")
    y = torch.relu(y + 1) * 2
    z = y * 3 - 1
    print("after")
    return z


def not_read_again(x):
    y = x * 2
    watch(y, "y")
    z = torch.relu(x) * 3 - 1
    y = z + 1
    print("after")
    return z


def in_loop(x):
    y = x
    for i in range(3):
        y = torch.relu(x + i) * 3 - 1
        z = y + 1
        print("turn", i)
        watch(y, i)
    return z


def in_order(x):
    y = x * 2
    z = y + 1
    watch(y, "y")
    watch(z, "z")
    a = torch.relu(y) + z
    watch(a, "a")
    b = a * 2
    c = torch.relu(b) + a
    print("between")
    watch(c, "c")
    d = torch.relu(c) + 1
    return d * 2

"""
WATCHING = ("rebound", "not_read_again", "in_loop", "in_order")
CALLS = '\nif __name__ == "__main__":\n' + "".join(f"    {name}(torch.ones(3))\n" for name in WATCHING)

loops = "".join(
    LOOP.replace("NAME", name).replace("FIRST", first).replace("THEN", then.lstrip())
    for name, (first, then) in LOOPS.items()
)
dying = program("dying", HEAD + loops + OTHERS + MAIN.replace("NAMES", ", ".join(NAMES)), args=["--force"], flags="-O0")
watched = program("watched", WATCHED + CALLS, args=["--force"], flags="-O0")


@pytest.mark.parametrize("n", [0, 1, 3])
@pytest.mark.parametrize("name", NAMES)
def test_objects_die_where_they_do_in_python(name, n):
    check(dying.load(), name, lambda: [torch.arange(3.0), n], times=2)


@pytest.mark.parametrize("name", WATCHING)
def test_callees_make_weak_references(name):
    check(watched.load(), name, lambda: [torch.arange(3.0)], times=2)


def test_such_functions_have_segments():
    pair = dying.load()
    before = pair.counters()["compiled"]
    for name in NAMES:
        check(pair, name, lambda: [torch.ones(3), 2])
    assert pair.counters()["compiled"] - before >= len(LOOPS)
