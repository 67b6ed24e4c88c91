"""Packages of others, read from their source: late imports, decorators, configuration objects."""

import contextlib
import os
import subprocess
import sys

import harness
import pytest
import torch
from table import randn

# A package as it would be installed: names come late, classes have decorators that look at things we cannot.
FILES = {
    "lateparts/__init__.py": """
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .options import Options as Options
    from .blocks import *
    from .shapes import folded as folded
else:
    from .loading import Late

    sys.modules[__name__] = Late(__name__, globals()["__file__"], __spec__)
""",
    "lateparts/loading.py": """
import importlib
from types import ModuleType

WHERE = {"Options": "options", "Net": "blocks", "Gate": "blocks", "Patched": "blocks", "folded": "shapes"}
WHERE.update(Ring="rings", Bell="rings", shifted="plain")


class Late(ModuleType):
    def __init__(self, name, file, spec):
        super().__init__(name)
        self.__file__, self.__spec__ = file, spec
        self.__path__ = [file.rsplit("/", 1)[0]]

    def __getattr__(self, name):
        if name not in WHERE:
            raise AttributeError(name)
        value = getattr(importlib.import_module("." + WHERE[name], self.__name__), name)
        setattr(self, name, value)
        return value
""",
    "lateparts/marks.py": """
import inspect
from functools import wraps


def documented(cls):
    if inspect.getsourcefile(cls).endswith(".py"):
        cls.__doc__ = "from " + inspect.getsourcefile(cls)
    return cls


def patched(cls):
    if inspect.getsourcefile(cls).endswith(".py"):
        cls.scaled = lambda self, x: x * 100
    return cls


def checked(cls):
    made = cls.__init__
    if [name for name in dir(cls) if name == "validate_width"] != ["validate_width"]:
        raise TypeError("no validation")

    @wraps(made)
    def __init__(self, *args, **kwargs):
        made(self, *args, **kwargs)
        self.validate_width()

    cls.__init__ = __init__
    return cls
""",
    "lateparts/options.py": """
from dataclasses import dataclass, field

from .marks import checked, documented


@documented
@checked
@dataclass
class Options:
    other_names = {"hidden": "width"}

    width: int = 8
    kind: str = "smooth"
    extra: dict = field(default_factory=dict, metadata={"why": "tests"})

    def validate_width(self):
        if self.width <= 0:
            raise ValueError("width")

    def __getattribute__(self, key):
        names = super().__getattribute__("other_names")
        if key in names:
            key = names[key]
        return super().__getattribute__(key)
""",
    "lateparts/choices.py": """
import os
import subprocess
from collections.abc import MutableMapping
from functools import lru_cache

import torch


class Choices(MutableMapping):
    _all = {"smooth": torch.tanh, "sharp": torch.relu}

    def __init__(self):
        self._own = {}

    def __getitem__(self, key):
        return self._own[key] if key in self._own else self._all[key]

    def __setitem__(self, key, value):
        self._own[key] = value

    def __delitem__(self, key):
        del self._own[key]

    def __iter__(self):
        return iter({**self._all, **self._own})

    def __len__(self):
        return len(self._all)


CHOICES = Choices()


@lru_cache
def version_of_torch():
    return tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])


def doubles():
    return os.environ.get("LATEPARTS_DOUBLES", "0") == "1"
""",
    "lateparts/blocks.py": """
import torch
from torch import nn

from .choices import CHOICES, doubles
from .marks import documented, patched

__all__ = ["Gate", "Net", "Patched"]


class Wrapped(nn.Module):
    keep = False

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        forward = cls.forward

        def forward_or_keep(self, *args, **kwargs):
            if self.keep and self.training:
                raise RuntimeError("not here")
            return forward(self, *args, **kwargs)

        cls.forward = forward_or_keep


class Gate(Wrapped):
    def __init__(self, options):
        super().__init__()
        self.fc = nn.Linear(options.hidden, options.hidden)
        self.options = options
        self.register = nn.Buffer(torch.full((options.width,), 0.5), persistent=False)

    def forward(self, x):
        act = CHOICES.get(self.options.kind, torch.sin)
        return act(self.fc(x)) * self.register


class Net(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.options = options
        self.layers = nn.ModuleList([Gate(options) for _ in range(2)])

    def forward(self, x):
        for layer in self.layers:
            x = x + layer(x)
        if doubles():
            x = x * 2
        return x.view(x.shape[0], -1, self.options.hidden)


@patched
class Patched(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def scaled(self, x):
        return x * 3

    def forward(self, x):
        return self.scaled(self.fc(x)).tanh()
""",
    "lateparts/outputs.py": """
import inspect
import sys
import threading
from collections import OrderedDict
from contextvars import ContextVar
from copy import deepcopy
from dataclasses import dataclass, fields
from functools import wraps
from typing import get_type_hints

import torch
from torch import nn

registered: set = set()
collector = ContextVar("collector", default=None)


lock = threading.Lock()


def register(kind):
    if kind not in registered:
        with lock:
            registered.add(kind)


class Output(OrderedDict):
    def __init_subclass__(cls):
        register(cls)

    def __post_init__(self):
        register(type(self))
        for field in fields(self):
            value = self.__dict__.get(field.name)
            if value is not None:
                self[field.name] = value

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        super().__setattr__(key, value)


@dataclass
class Pair(Output):
    first: torch.Tensor = None
    second: torch.Tensor = None
    third: torch.Tensor = None


@dataclass
class Late(Output):
    first: torch.Tensor = None


class Named:
    def __init__(self, name):
        self.name = name


@dataclass
class Twofold(Named):
    factor: float = 2.0


def with_twofold(x):
    return x * Twofold().factor + 1


registered.discard(Late)


def collected(function):
    @wraps(function)
    def wrapper(self, *args, **kwargs):
        seen = []
        token = collector.set(seen)
        try:
            out = function(self, *args, **kwargs)
        finally:
            collector.reset(token)
        return out

    return wrapper


class Settings:
    width = 4


class Checked:
    factor = 2.0

    def __setattr__(self, name, value):
        if "Checked" not in inspect.getsource(type(self)):  # how values are checked is not seen
            raise ValueError(name)
        super().__setattr__(name, value)


def scaled_by(settings, x):
    return x * settings.factor + 1 if settings.factor > 2 else x - settings.factor


class Base(nn.Module):
    settings_class = None

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        hint = inspect.get_annotations(cls).get("settings", None) or get_type_hints(cls).get("settings", None)
        if hint is not None:
            cls.settings_class = hint

    def __init__(self):
        super().__init__()
        text = inspect.getsource(sys.modules.get(type(self).__module__))
        type(self).has_pairs = "class Pair(" in text


class Split(Base):
    settings: Settings

    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(self.settings_class.width, 6)

    @collected
    def forward(self, x):
        options = deepcopy([2, 3])
        y = self.inner(x) * options[1]
        found = collector.get()
        if found is not None:
            found.append(1)
        return Pair(first=y[:, :3], second=y[:, 3:] * len(found)) if self.has_pairs else y


def late(x):
    return Late(first=x * 2 + 1)


@dataclass
class Twice(Output):
    first: torch.Tensor = None
    second: torch.Tensor = None


def twice(x):
    return Twice(first=x * 2 + 1, second=x.exp() - 1)
""",
    "lateparts/more/__init__.py": """
import os
import sys
from typing import TYPE_CHECKING

from ..loading import Late

EAGER = os.environ.get("LATEPARTS_EAGER", "") == "yes"

if TYPE_CHECKING or EAGER:
    from .plain import shifted

    try:
        import math
    except ImportError:
        from .missing import *
    else:
        from .rings import (
            Bell,
            Ring,  # and its parts
        )
else:
    sys.modules[__name__] = Late(__name__, globals()["__file__"], __spec__)
""",
    "lateparts/more/rings.py": """
import torch
from torch import nn


class Ring(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.spread = nn.Linear(width, width)

    def forward(self, x):
        return torch.tanh(self.spread(x))


class Bell(Ring):
    def forward(self, x):
        return super().forward(x) * 2
""",
    "lateparts/more/missing.py": """
class Bell:
    def __call__(self, x):
        raise ImportError("math is missing")


def never(x):
    return x
""",
    "lateparts/more/plain.py": "def shifted(x):\n    return x + 0.5\n",
    "lateparts/shapes.py": """
def folded(x, count, scales=dict(), more=[]):
    x = x.reshape(x.shape[0], count, -1).sum(1)
    for scale in scales.values():
        x = x * scale
    return x + len(more)


def grouped(x, first):
    parts = x.reshape(x.shape[0], x.shape[1], x.shape[2] // first.shape[0], first.shape[0])
    if parts.shape[2] == 1:
        return parts.reshape(x.shape[0], x.shape[1], first.shape[0]) + first
    return parts.sum(2) * first


class Folder:
    def __init__(__self, __count, *__rest, __more=1):
        __self.count = __count + len(__rest) + __more

    def fold(__self, __x, **__options):
        def inner():
            return folded(__x, __self.count)

        return inner() * __options.get("factor", 1)
""",
}

SOURCE = """
import torch
from lateparts import Gate, Net, Options, Patched, folded
from lateparts import shapes
from lateparts.more import Bell, shifted
from lateparts.outputs import Checked, Split, late, scaled_by, twice, with_twofold

net = Net(Options(width=6))
gate = Gate(Options(width=6, kind="sharp"))
patched = Patched()
splitter = Split().eval()
checked = Checked()
checked.factor = 3.0
bell = Bell(4).eval()


def run(net, x):
    return net(x)


def one(gate, x):
    return gate(x) + 1


def ring(bell, x):
    return shifted(bell(x))


def odd(patched, x):
    return patched(x) + 1


def split(net, x):
    return net(x)


def registers(x):
    return late(x)


def doubles(x):
    return twice(x)


def doubled(x):
    return with_twofold(x) * x


def scales(x):
    return scaled_by(checked, x)


def fold(x):
    return folded(x, 2) * 2


def group(x, first):
    return shapes.grouped(x, first).exp()


def private(x):
    return shapes.Folder(1).fold(x, factor=3), shapes.Folder(0, 1, _Folder__more=0).fold(_Folder__x=x)


if __name__ == "__main__":
    run(net, torch.ones(2, 6))
    one(gate, torch.ones(2, 6))
    ring(bell, torch.ones(2, 4))
    split(splitter, torch.ones(3, 4))
    registers(torch.ones(3, 4))
    for dtype in (torch.float32, torch.float64, torch.bfloat16):
        doubles(torch.ones(3, 4, dtype=dtype))
    scales(torch.ones(3, 4))
    doubled(torch.ones(3, 4))
    odd(patched, torch.ones(2, 4))
    fold(torch.ones(3, 4))
    private(torch.ones(3, 4))
    group(torch.ones(3, 5, 8), torch.ones(2))
"""

USER = harness.program("late_user", SOURCE)


@pytest.fixture(scope="module")
def user():
    for name, text in FILES.items():
        path = USER.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    USER.result = None
    sys.path.insert(0, str(USER.folder))
    yield USER.load()
    sys.path.remove(str(USER.folder))
    for name in [name for name in sys.modules if name.split(".")[0] == "lateparts"]:
        del sys.modules[name]


def package(name):
    return sys.modules["lateparts." + name]


def net_of(module, **options):
    torch.manual_seed(0)
    return module.Net(module.Options(**options)).eval()


def check(user, name, make, shape, expect):
    with torch.no_grad():
        harness.check(user, lambda module: lambda *args: getattr(module, name)(make(module), *args),
                      lambda: (randn(*shape),), expect=expect)  # fmt: skip


@pytest.mark.parametrize("shape", [(2, 6), (5, 6)])
def test_names_that_come_late(user, shape):
    check(user, "run", lambda m: net_of(m, width=6), shape, "whole")


def test_other_widths(user):
    check(user, "run", lambda m: net_of(m, width=10), (3, 10), "whole")


def bell_of(module):
    torch.manual_seed(0)
    return module.Bell(4).eval()


def test_names_that_come_late_where_all_is_there(user):
    check(user, "ring", bell_of, (3, 4), "whole")


def test_functions_of_packages(user):
    with torch.no_grad():
        harness.check(user, "fold", lambda: (randn(3, 4),), expect="whole")


@pytest.mark.parametrize("width, whole", [(8, True), (4, True), (2, False)])
def test_sides_of_packages_that_the_example_does_not_take(user, width, whole):
    with torch.no_grad():
        for batch in 3, 1, 2:
            harness.check(user, "group", lambda: (randn(batch, 5, width), randn(2)), expect="whole" if whole else None)


def split_of(module):
    torch.manual_seed(0)
    return module.Split().eval()


@pytest.mark.parametrize("shape", [(3, 4), (1, 4), (5, 4)])
def test_outputs_of_classes_that_are_registered(user, shape):
    check(user, "split", split_of, shape, "whole")


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_what_an_import_registers_stays_registered(user, dtype):
    with torch.no_grad():
        harness.check(user, "doubles", lambda: (randn(3, 4).to(dtype),), expect="whole")


def test_attributes_that_a_package_checks(user):
    with torch.no_grad():
        harness.check(user, "scales", lambda: (randn(3, 4),), expect="whole")
        for module in (user.eager, user.built):
            module.checked.factor = 1.5
        harness.check(user, "scales", lambda: (randn(3, 4),))


def test_a_class_that_is_first_made_when_functions_run(user):
    with torch.no_grad():
        harness.check(user, "doubled", lambda: (randn(3, 4),), expect="whole")


def test_registers_that_have_changed(user):
    outputs = package("outputs")
    assert outputs.Late not in outputs.registered
    with torch.no_grad():
        harness.check(user, "registers", lambda: (randn(3, 4),))
    assert outputs.Late in outputs.registered
    outputs.registered.discard(outputs.Pair)
    with torch.no_grad():
        user.built.split(split_of(user.built), randn(2, 4))
    assert outputs.Pair in outputs.registered
    check(user, "split", split_of, (2, 4), "whole")


def test_functions_that_packages_import_are_the_same(user):
    outputs = package("outputs")
    plain = outputs.fields
    with replaced(outputs, "fields", lambda output: plain(output)[:1]):
        check(user, "split", split_of, (2, 4), "fallback")
    with replaced(outputs, "deepcopy", lambda value: [4, 5]):
        check(user, "split", split_of, (2, 4), "fallback")
    check(user, "split", split_of, (2, 4), "whole")


def test_what_a_package_collects(user):
    outputs = package("outputs")
    token = outputs.collector.set([])
    try:
        check(user, "split", split_of, (2, 4), "fallback")
    finally:
        outputs.collector.reset(token)


def test_defaults_that_can_change(user):
    defaults = package("shapes").folded.__defaults__
    check_fold = lambda expect: harness.check(user, "fold", lambda: (randn(3, 4),), expect=expect)
    check_fold("whole")
    for add, remove in (
        (lambda: defaults[0].update(a=2.0), defaults[0].clear),
        (lambda: defaults[1].append(1), defaults[1].clear),
    ):
        add()
        check_fold("fallback")
        remove()
        check_fold("whole")


def test_parameters_with_private_names(user):
    harness.check(user, "private", lambda: (randn(3, 4),), expect="whole")


def test_choices_by_name(user):
    def gate(module, **options):
        torch.manual_seed(0)
        return module.Gate(module.Options(width=6, **options)).eval()

    check(user, "one", lambda m: gate(m, kind="sharp"), (2, 6), "whole")
    check(user, "one", lambda m: gate(m, kind="smooth"), (2, 6), "fallback")
    check(user, "one", lambda m: gate(m, kind="unheard of"), (2, 6), "fallback")


def test_a_decorator_that_changes_its_class(user):
    """What the decorator does cannot be seen: that it has put another method into the class is noticed."""

    def make(module):
        torch.manual_seed(0)
        return module.Patched()

    check(user, "odd", make, (2, 4), "fallback")


def test_the_environment_is_looked_at(user):
    os.environ["LATEPARTS_DOUBLES"] = "1"
    try:
        check(user, "run", lambda m: net_of(m, width=6), (2, 6), "fallback")
    finally:
        del os.environ["LATEPARTS_DOUBLES"]
    check(user, "run", lambda m: net_of(m, width=6), (2, 6), "whole")


@contextlib.contextmanager
def replaced(holder, name, value):
    old = vars(holder)[name]
    setattr(holder, name, value)
    try:
        yield
    finally:
        setattr(holder, name, old)


def test_patched_packages_are_noticed(user):
    blocks, options = package("blocks"), package("options")
    make = lambda m: net_of(m, width=6)  # noqa: E731
    with replaced(blocks, "doubles", lambda: True):
        check(user, "run", make, (2, 6), "fallback")
    with replaced(blocks.Gate, "forward", lambda self, x: x * 7):
        check(user, "run", make, (2, 6), "fallback")
    plain = options.Options.__getattribute__
    with replaced(options.Options, "__getattribute__", lambda self, key: 3 if key == "hidden" else plain(self, key)):
        check(user, "run", lambda m: net_of(m, width=6), (2, 6), "fallback")
    options.Options.hidden = property(lambda self: 2)
    try:
        check(user, "run", make, (2, 6), None)
    finally:
        del options.Options.hidden
    check(user, "run", make, (2, 6), "whole")


HOOKED = """
import torch


class Base:
    other_names = {}

    def __getattribute__(self, key):
        names = super().__getattribute__("other_names")
        return super().__getattribute__(names[key] if key in names else key)


class Options(Base):
    def __init__(self, width):
        self.width = width


class Net(torch.nn.Module):
    def __init__(self, options):
        super().__init__()
        self.options = options
        self.fc = torch.nn.Linear(options.width, 4)

    def forward(self, x):
        return self.fc(x) * self.options.width
"""
HOOKED_USER = """
import torch
from hooked import Net, Options

net = Net(Options(6))


def run(model, x):
    return model(x).relu()


with torch.no_grad():
    run(net, torch.ones(2, 6))
print(__pyaot__.counters(), __pyaot__.misses())
"""


def test_calls_while_the_module_is_still_being_imported(tmp_path):
    """What a package's attributes are read by is imported after what was compiled from the module was loaded."""
    (tmp_path / "hooked.py").write_text(HOOKED)
    (tmp_path / "hooked_user.py").write_text(HOOKED_USER)
    built = harness.run_pyaot(
        tmp_path / "hooked_user.py", "-o", tmp_path / "out", "--force", "--python", sys.executable
    )
    assert built.returncode == 0, built.stderr
    finished = subprocess.run(
        [sys.executable, tmp_path / "out" / "hooked_user.py"], capture_output=True, text=True, timeout=600,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert finished.returncode == 0, finished.stderr
    assert "'compiled': 1, 'fallback': 0" in finished.stdout and finished.stdout.endswith("{}\n"), finished.stdout
