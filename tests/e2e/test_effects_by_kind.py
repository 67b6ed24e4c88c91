"""What a function does to a container of the caller, by the kind of container, the operation and the kind of the item."""

import re
from collections import OrderedDict, defaultdict, deque

import pytest
import torch
from harness import check, program

ITEMS = {
    "int": "7",
    "true": "True",
    "none": "None",
    "float": "-0.0",
    "text": "'s'",
    "tuple": "(1, 2)",
    "no_items": "()",
    "nested": "(1, ('a', (2.5,)))",
    "frozen": "frozenset([1, 2])",
    "dtype": "torch.float64",
    "size": "x.shape[0]",
    "tensor": "x",
}
UNHASHED = ("tensor", "size")  # a size is no constant, and a tensor equals none
CONTAINERS = {
    "list": "[1, (2,), 'a']",
    "deque": "deque([1, (2,)], maxlen=4)",
    "dict": "{'a': 1, 'b': (2,)}",
    "ordered": "OrderedDict(a=1, b=2)",
    "default": "defaultdict(list)",
    "nested": "{'l': [1], 'd': {'x': [()]}, 'q': deque([0])}",
    "set": "{1, 2, 3}",
    "member": "{ITEM}",
    "keyed": "{ITEM: 1, 'b': 2}",
}
OPERATIONS = {
    "list": ["c.append(ITEM)", "c[0] = ITEM", "c[1:2] = [ITEM]", "c.insert(1, ITEM)", "c.append(ITEM); c.pop(0)"],
    "deque": [
        "c.append(ITEM)",
        "c.appendleft(ITEM)",
        "c[0] = ITEM",
        "c.extend([ITEM, ITEM])",
        "c.clear(); c.append(ITEM)",
    ],
    "dict": [
        "c['k'] = ITEM",
        "c.pop('a'); c['a'] = ITEM",
        "c.setdefault('q', ITEM)",
        "c['a'] = [ITEM]; c['a'].append(ITEM)",
    ],
    "ordered": ["c['a'] = ITEM; c.move_to_end('a')", "c.popitem(last=False); c['a'] = ITEM"],
    "default": ["c['k'].append(ITEM)", "c['k'] += [ITEM, ITEM]"],
    "nested": [
        "c['d']['x'].append(ITEM)",
        "c['q'].append(ITEM)",
        "c['n'] = deque([ITEM], maxlen=2); c['n'].append(ITEM)",
    ],
    "set": ["c.add(ITEM)", "c ^= {ITEM}", "c &= {ITEM}", "c.clear(); c.add(ITEM)", "c.add(ITEM); c.discard(ITEM)"],
    "member": ["c.discard(ITEM)", "c -= {ITEM}", "c ^= {ITEM, 9}", "c.pop(); c.add(5)"],
    "keyed": ["c[ITEM] = 5", "c.pop(ITEM)", "del c[ITEM]; c['n'] = 1", "c['x'] = c.get(ITEM)"],
}
CASES = {}
for kind, operations in OPERATIONS.items():
    for number, operation in enumerate(operations):
        for name, item in ITEMS.items():
            if name not in UNHASHED or kind not in ("set", "member", "keyed"):
                texts = [re.sub(r"\bITEM\b", item, text) for text in (operation, CONTAINERS[kind])]
                CASES[f"{kind}_{number}_{name}"] = texts

SOURCE = "from collections import OrderedDict, defaultdict, deque\nimport torch\n\n\n"
SOURCE += "\n\n".join(
    f"def {name}(x, c):\n    {operation}\n    return x + 1\n" for name, (operation, _) in CASES.items()
)
SOURCE += "\n\nif __name__ == '__main__':\n    x = torch.zeros(3, 2)\n"
SOURCE += "".join(f"    {name}(x, {container})\n" for name, (_, container) in CASES.items())
effects = program("effects_by_kind", SOURCE, args=["--force"], flags="-O0")
SEEN = {"OrderedDict": OrderedDict, "defaultdict": defaultdict, "deque": deque, "torch": torch}


def arguments(name):
    x = torch.arange(6.0).view(3, 2)
    return [x, eval(CASES[name][1], {**SEEN, "x": x})]


@pytest.mark.parametrize("kind", OPERATIONS)
def test_effects(kind):
    for name in CASES:
        if name.startswith(kind + "_"):
            check(effects.load(), name, lambda name=name: arguments(name))


def test_most_are_compiled():
    module = effects.load().built
    before = module.__pyaot__.counters()["compiled"]
    for name in CASES:
        getattr(module, name)(*arguments(name))
    assert module.__pyaot__.counters()["compiled"] - before > 0.9 * len(CASES)
