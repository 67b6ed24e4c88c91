"""What scripts do at their end: from it, calls are found without call lines, through devices, command lines,
configurations, test helpers, training loops and wrappers that pyaot cannot see into."""

import re

import harness
import pytest
import torch
from table import randn

HEAD = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = nn.Linear(n, n)

    def forward(self, x):
        return torch.relu(self.linear(x)) * 2


def main():
"""
TAIL = """

if __name__ == "__main__":
    main()
"""

# The model is called with three dimensions, which nobody would guess.
CALLED = {
    "seeded": """
    torch.random.manual_seed(0)
    model = Net(4).eval()
    with torch.no_grad():
        model(torch.randn(2, 3, 4).type(torch.FloatTensor))
""",
    "device": """
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model = Net(4).to(device).eval()
    with torch.no_grad():
        model(torch.randn(2, 3, 4, device=device))
""",
    "device_object": """
    import argparse
    parser = argparse.ArgumentParser()
    parser.add_argument("--cpu", action="store_true")
    parser.add_argument("--sizes", type=int, nargs="+", default=[2, 3, 4])
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() and not args.cpu else "cpu")
    torch.manual_seed(0)
    torch.cuda.manual_seed_all(0)
    model = Net(args.sizes[-1]).to(device)
    model(torch.randn(*args.sizes).to(device, non_blocking=True))
    if torch.cuda.device_count() > 1:
        model = nn.DataParallel(model)
""",
    "configuration": """
    import json
    with open("config.json") as file:
        config = json.load(file)
    model = Net(config["width"]).to(config["device"]).to(getattr(torch, config["dtype"]))
    model(torch.randn(2, 3, 4))
""",
    "helper": """
    from torch.testing import make_tensor
    def inputs(shapes, dtypes):
        return [make_tensor(s, dtype=d, device="cpu") for s, d in zip(shapes, dtypes)]
    def check(fn, *args):
        a, b = fn(*args), fn(*args)
        torch.testing.assert_close(a, b)
    check(Net(4), *inputs([(2, 3, 4)], [torch.float32]))
""",
    "training": """
    model = Net(4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x = torch.randn(2, 3, 4)
    x.requires_grad = True
    for _ in range(3):
        loss = model(x).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
""",
    "timed": """
    import time
    def bench(fn, x, n=10):
        begin = time.perf_counter()
        for _ in range(n):
            fn(x)
        return (time.perf_counter() - begin) / n
    print(bench(Net(4), torch.randn(2, 3, 4)))
""",
    "cases": """
    for shape in [(2, 3, 4), (1, 4, 4)]:
        model = Net(4)
        model.load_state_dict(torch.load("weights.pt"))
        assert model(torch.randn(shape)).shape == shape
""",
}
CALLED["source_is_read"] = """
    import inspect, sys, threading
    class Chooser(threading.local):
        @classmethod
        def width(cls):
            known = getattr(cls, "_width", None)
            if isinstance(known, int):
                return known
            cls._width = 4 if "class Net" in inspect.getsource(sys.modules.get(cls.__module__)) else 5
            return cls._width
    def run(model, sizes):
        return model(torch.randn(*sizes))
    run(Net(Chooser.width()), (2, 3, Chooser.width()))
"""
CALLED["locked"] = """
    import threading
    lock = threading.RLock()
    lock.acquire()
    model = Net(4)
    w = torch.randn(2, 3, 4)
    w.requires_grad = True
    lock.release()
    model(w)
"""
# It is made, and called by what pyaot cannot see into.
HANDED_OVER = {
    "compile": "    model = torch.compile(Net(4))\n    model(torch.randn(2, 4))\n",
    "parallel": "    model = nn.DataParallel(Net(4))\n    model(torch.randn(2, 4))\n",
    "script": "    torch.jit.trace(Net(4), torch.randn(2, 4))\n",
    "package": "    import json\n    json.dumps(Net(4))\n",
    "only_made": "    model = Net(4)\n    print(model)\n",
}
PROGRAMS = {
    name: harness.program(f"driver_{name}", HEAD + text + TAIL, args=["--force"], flags="-O0")
    for name, text in (CALLED | HANDED_OVER).items()
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_model_is_compiled(name):
    shape = (5, 3, 4) if name in CALLED else (5, 4)

    def made(module):
        torch.manual_seed(0)
        return module.Net(4)

    harness.check(PROGRAMS[name].load(), made, lambda: (randn(*shape),), expect="whole")


LOSSES = harness.program(
    "driver_of_losses",
    """
import torch
from torch import nn


class Called(nn.Module):
    def forward(self, x):
        return torch.sin(x) * 2 + 1


class Handed(nn.Module):
    def forward(self, x):
        return torch.cos(x) * 2 + 1


class Other(nn.Module):
    def forward(self, x):
        return torch.tanh(x) * 2 + 1


if __name__ == "__main__":
    Called()(torch.randn(3))
    handed = torch.compile(Handed())
    handed(torch.randn(3))
""",
    args=["--force"],
    flags="-O0",
)


def test_what_is_handed_over_is_compiled_beside_what_is_called():
    for cls in ("Called", "Handed"):
        harness.check(
            LOSSES.load(), lambda module, cls=cls: getattr(module, cls)(), lambda: (randn(3),), expect="whole"
        )
    change = harness.check(LOSSES.load(), lambda module: module.Other(), lambda: (randn(3),))
    assert change["compiled"] == 0


def test_the_device_is_asked_at_each_call():
    pair = harness.program(
        "driver_device_inside",
        """
import torch


def placed(x):
    y = torch.sin(x) * 2 + x
    if torch.cuda.is_available():
        return y
    return torch.cos(y) * 2 + y
""",
        flags="-O0",
    ).load()
    harness.check(pair, "placed", lambda: (randn(3, 4),))
    before = torch.cuda.is_available
    torch.cuda.is_available = lambda: True
    try:
        harness.check(pair, "placed", lambda: (randn(3, 4),))
    finally:
        torch.cuda.is_available = before


DRAWN = harness.program(
    "driver_that_draws",
    """
import torch


def picked(x, rows):
    order = x.argsort(descending=True)
    return x[order] * 2 + rows.sum(1)


if __name__ == "__main__":
    own = torch.Generator().manual_seed(3)
    picked(torch.rand(5, generator=own), torch.randint(0, 9, (5, 4), generator=own))
""",
    flags="-O0",
)


def test_what_a_generator_of_the_program_draws_shows_what_arguments_look_like():
    harness.check(DRAWN.load(), "picked", lambda: (randn(6), torch.arange(18).reshape(6, 3)), expect="whole")


UNFOLLOWED = (
    HEAD
    + """
    x = torch.randn(2, 3, 4)
    x.real = torch.ones(2, 3, 4)
    Net(4)(x)
"""
    + TAIL
)


def test_what_is_not_followed_is_told(tmp_path):
    (tmp_path / "model.py").write_text(UNFOLLOWED)
    result = harness.run_pyaot("explain", tmp_path / "model.py", *harness.PYTHON)
    assert result.returncode == 0
    told = result.stdout.partition("of the module's own code these statements are not followed\n")[2]
    assert told.startswith("model.py:18:5: note: ") and "[PY119]" in told
    assert "    x.real = " in told and "  hint: " in told
    assert "Net.forward(self: Net, x: f32[x0, x1, x2])" in result.stdout


COSTLY = harness.program(
    "driver_costly_loops",
    """
import torch
from torch import nn


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = 0.0
        for _ in range(200):
            self.scale = self.scale + 0.01
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        return torch.tanh(self.linear(x)) * self.scale


def deep(x):
    for _ in range(60):
        for _ in range(5):
            x = torch.sin(x) * 2 + 1
    return x


def last(x):
    return (x - x.mean(0)) * x.amax(0)


def stack(count):
    layers = []
    for _ in range(count):
        layers.append(Layer())
    return nn.Sequential(*layers)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = stack(20)

    def forward(self, x):
        return self.layers(x) * 2


def main():
    x = torch.randn(3, 4)
    for _ in range(60):
        x = deep(x)
    for _ in range(60):
        x = deep(x)
    last(torch.randn(2, 3, 4))
    layers = stack(20)
    Model()(x)
    with torch.no_grad():
        layers(x)


if __name__ == "__main__":
    main()
""",
    flags="-O0",
)


def test_what_stands_behind_costly_loops_is_followed():
    harness.check(COSTLY.load(), "last", lambda: (randn(5, 3, 4),), expect="whole")


def test_loops_that_make_modules_are_followed_to_their_end():
    def made(module):
        torch.manual_seed(0)
        return module.Model()

    with torch.no_grad():
        harness.check(COSTLY.load(), made, lambda: (randn(3, 4),), expect="whole")


MANY_CALLS = """
import torch


class Rate:
    def __init__(self):
        self.table = [[[] for _ in range(150)] for _ in range(150)]

    def at(self, state, x):
        return torch.tanh(x * state["step"]) / max(1, state["step"] - 100)


if __name__ == "__main__":
    rate = Rate()
    rates = [rate.at({"step": i}, torch.ones(2)) for i in range(1, 3000)]
"""


def test_thousands_of_calls_on_large_objects_take_little_memory(tmp_path):
    (tmp_path / "model.py").write_text(MANY_CALLS)
    result = harness.run_pyaot(tmp_path / "model.py", "-o", tmp_path / "out", "--emit=c", "-v", *harness.PYTHON)
    assert result.returncode == 0 and "Rate.at: compiled whole" in result.stderr
    assert float(re.search(r"peak memory ([\d.]+) MB", result.stderr)[1]) < 300  # it was over 1,000 once


MESSAGES = harness.program(
    "messages_of_constructors",
    """
from functools import partial

import torch
from torch import nn


class Described(nn.Module):
    def __init__(self, act):
        super().__init__()
        self.text = "act: {}, {}".format(str({"act": act}), str(act))
        self.linear = nn.Linear(4, 4)
        self.act = act()

    def forward(self, x):
        return self.act(self.linear(x))


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.LSTM(4, 2, bidirectional=True, batch_first=True) for _ in range(10))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)[0]
        return x


def main():
    Described(partial(nn.LeakyReLU, 0.2))(torch.randn(3, 4))
    with torch.no_grad():
        Recurrent().eval()(torch.randn(2, 3, 4))


if __name__ == "__main__":
    main()
""",
    flags="-O0",
)


@pytest.mark.parametrize("name", ["Described", "Recurrent"])
def test_constructors_that_describe_what_they_get_and_models_of_many_recurrent_layers(name):
    def made(module):
        torch.manual_seed(0)
        return (
            module.Described(module.partial(torch.nn.LeakyReLU, 0.2))
            if name == "Described"
            else module.Recurrent().eval()
        )

    shape = (3, 4) if name == "Described" else (2, 5, 4)
    with torch.no_grad():
        harness.check(MESSAGES.load(), made, lambda: (randn(*shape),), expect="whole")
