"""`pyaot explain`, and the report as a page: what was compiled, under which guards, and why the rest was not."""

import html.parser
import json
import re
import venv

import harness
import pytest

SOURCE = """import torch


def whole(x):
    return torch.tanh(x) * 2 + 1


def broken(x):
    y = x * 2 + 1
    print("<here> & there")
    return y * y + x


def shout(text):
    return open(text).read()
"""


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "source" / "model.py"
    path.parent.mkdir()
    path.write_text(SOURCE)
    return path


def explain(*args):
    return harness.run_pyaot("explain", *args, *harness.PYTHON)


def test_explain_says_how_each_function_runs(model):
    before = sorted(model.parent.iterdir())
    result = explain(model, "--call", "whole(f32[N, 4])")
    assert result.returncode == 0, result.stderr
    out = result.stdout
    assert "whole (line 4): compiled whole" in out
    assert "whole(x: f32[N, 4])" in out and "asked for by: whole(f32[N, 4])" in out
    assert "x.shape[1] == 4" in out
    assert "broken (line 8): compiled in segments" in out
    assert " segment, line 9:" in out and " segment, line 11:" in out
    caret = re.search(r"model.py:10:5: note: .* \[PY105\]\n +print\(.*\)\n +\^~+\n  hint: ", out)
    assert caret, out
    assert "shout (line 14): stays Python" in out and "model.py:15:" in out
    assert sorted(model.parent.iterdir()) == before


def test_explain_agrees_with_the_build(model, tmp_path):
    """Every guard that the built module has is in the text."""
    result = explain(model)
    build = harness.run_pyaot(model, "-o", tmp_path / "out", *harness.PYTHON)
    assert build.returncode == 0, build.stderr
    built = harness.import_file(tmp_path / "out" / "model.py")
    guards = built.__pyaot__.guards()
    assert guards
    for guard in guards:
        assert guard["guard"] in result.stdout


@pytest.mark.parametrize("args", [(), ("model.py", "-o", "out"), ("a.py", "b.py")])
def test_wrong_usage_of_explain(args):
    result = harness.run_pyaot("explain", *args)
    assert result.returncode == 2 and "PY007" in result.stderr


def test_errors_of_explain(model, tmp_path):
    assert explain(tmp_path / "none.py").returncode == 1
    result = explain(model, "--call", "absent(f32[N])")
    assert result.returncode == 1 and "PY202" in result.stderr


class Page(html.parser.HTMLParser):
    """Checks that what is opened is closed, and keeps the class and text of each source line, and what is linked."""

    VOID = {"meta", "br", "link"}

    def __init__(self):
        super().__init__()
        self.open, self.lines, self.links, self.text = [], [], [], []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag not in self.VOID:
            self.open.append(tag)
        if attributes.get("id", "").startswith("line-"):
            self.lines.append([attributes["class"], ""])
            self.in_line = len(self.open)
        self.links += [value for name, value in attributes.items() if name in ("href", "src")]

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
        if self.lines and len(self.open) == self.in_line:
            self.in_line = 0
        self.open.pop()

    def handle_data(self, data):
        self.text.append(data)
        if self.lines and self.in_line:
            self.lines[-1][1] += data

    in_line = 0


def test_the_page_of_a_build(model, tmp_path):
    out = tmp_path / "out"
    build = harness.run_pyaot(model, "-o", out, "--emit", "c", "--call", "whole(f32[N, 4])", *harness.PYTHON)
    assert build.returncode == 0, build.stderr
    text = (out / "model.report.html").read_text()
    page = Page()
    page.feed(text)
    page.close()
    assert page.open == []
    assert "<script" not in text and "http" not in text
    files = [link for link in page.links if not link.startswith("#")]
    assert files and all((out / link).exists() for link in files)
    assert all(f'id="{link[1:]}"' in text for link in page.links if link.startswith("#"))
    lines = SOURCE.splitlines()
    assert [line[1].removeprefix(str(number)) for number, line in enumerate(page.lines, 1)] == lines
    classes = [line[0] for line in page.lines]
    assert classes[4] == "line whole" and classes[8] == classes[10] == "line segment"
    assert classes[9] == classes[14] == "line python" and classes[0] == "line"
    shown = "".join(page.text)
    assert "whole(x: f32[N, 4])" in shown and "PY105" in shown and "x.shape[1] == 4" in shown


CLASSES = """import functools
import os

import torch
from torch import nn


class Partly(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.stamp = os.stat("/").st_mtime
        self.linear = nn.Linear(n, n)
        self.keep(sorted(vars(self), key=id))
        if os.access("/wide", 0):
            self.width = 2
        self.fill()

    def fill(self):
        self.table = [1.0, 2.0]
        self.names = os.listdir("/")

    def forward(self, x):
        return torch.tanh(self.linear(x)) + self.table[1]

    def keep(self, names):
        self.kept = names

    def stamped(self, x):
        return x * self.stamp

    def odder(self, x):
        return x * self.absent


class Meta(type):
    @classmethod
    def __prepare__(mcs, name, bases):
        return {}


class Unmade(metaclass=Meta):
    def __init__(self, n):
        self.n = n

    def __call__(self, x):
        return x * self.n


class Refuses(nn.Module):
    def __init__(self, n):
        super().__init__()
        if n > 1:
            raise ValueError("too large")

    def forward(self, x):
        return x * 2


class Unasked(nn.Module):
    def __init__(self, names: list):
        super().__init__()

    def forward(self, x):
        return x * 2 + 1


unknown = functools.singledispatch(len)
"""


@pytest.fixture
def classes(tmp_path):
    path = tmp_path / "source" / "model.py"
    path.parent.mkdir()
    path.write_text(CLASSES)
    return path


def test_statements_of_constructors_are_passed_over_and_named(classes):
    result = explain(classes, "--call", "Partly(4)(f32[N, 4])", "--call", "Partly(4).stamped(f32[N])")
    assert result.returncode == 0, result.stderr
    out = result.stdout
    assert "Partly.__init__ (line 9): stays Python" in out
    for line, column, text in [(13, 19, "self.keep("), (14, 12, "if os.access")]:
        assert re.search(rf"model.py:{line}:{column}: note: (.*) \[PY112\]\n +{re.escape(text)}.*\n +\^", out), out
    assert "Partly.forward (line 22): compiled whole" in out
    assert "Partly.stamped (line 28): stays Python" in out
    assert re.search(
        r"model.py:29:\d+: note: .*a call to 'os.stat', which pyaot cannot see into \(model.py line 11\)", out
    )
    assert re.search(r"model.py:13:\d+: note: in Partly.__init__: ", result.stderr), result.stderr


def test_an_attribute_that_may_have_been_set_is_not_taken_for_absent(classes):
    result = explain(classes, "--call", "Partly(4).odder(f32[N])")
    assert "'absent' may be set by a statement of Partly's constructor that cannot be evaluated" in result.stdout


def test_classes_of_which_nothing_is_made_are_in_the_report(classes):
    result = explain(classes)
    assert re.search(
        r"Unasked.forward \(line \d+\): stays Python\n.*makes a Unasked \[PY113\]\n.*\n +\^", result.stdout
    )
    result = explain(classes, "--call", "Unasked([])(f32[N])")
    assert "makes a Unasked" not in result.stdout and "makes a Refuses" in result.stdout


def test_a_call_of_an_object_that_cannot_be_evaluated_is_left_to_python(classes, tmp_path):
    result = explain(classes, "--call", "Unmade(4)(f32[N, 4])")
    assert result.returncode == 0 and "--call:1:1: warning: " in result.stderr and "PY205" in result.stderr
    assert re.search(r"Unmade.__init__ .*\n.*class Unmade has a metaclass \[PY112\]", result.stdout)
    build = harness.run_pyaot(classes, "-o", tmp_path / "out", "--call", "unknown(f32[N])", *harness.PYTHON)
    assert build.returncode == 0 and "PY205" in build.stderr


def test_a_constructor_that_raises_is_named_with_the_statement(classes):
    result = explain(classes, "--call", "Refuses(4)(f32[N, 4])")
    assert result.returncode == 0 and "PY205" in result.stderr and "ValueError: too large" in result.stderr
    assert re.search(
        r"Refuses.__init__ .*\nmodel.py:\d+:\d+: note: this raises ValueError: too large \[PY112\]\n +raise",
        result.stdout,
    )


def test_arguments_of_a_constructor_that_do_not_fit_are_an_error(classes):
    result = explain(classes, "--call", "Refuses()(f32[N, 4])")
    assert (
        result.returncode == 1
        and "PY203" in result.stderr
        and "missing 1 required positional argument: 'n'" in result.stderr
    )


CAUSES = """import json
import torch


def follows(x):
    y = json.loads("[1, 2]")
    z = x * 2 + 1
    return z * y.pop()


def bound(x, flag):
    if x.sum() > 0 or flag:
        t = open("nothing")
        y = x * 2
    return y


def shared(x):
    late = lambda: y
    y = x.tanh() + 1
    print(late())
    y = (x * 2).exp() + 1
    return y * 2 + 1


def several(x):
    return x * 2 + 1 if x.dim() == 2 else x.to_sparse()


def main():
    a = json.loads("1")
    b = json.loads("2")
    c = json.loads("3")
    d = json.loads("4")
    print(a, b, c, d)


if __name__ == "__main__":
    main()
    follows(torch.ones(2, 2))
"""


@pytest.fixture
def causes(tmp_path):
    path = tmp_path / "causes.py"
    path.write_text(CAUSES)
    return path


def part_of(text, name):
    return next(part for part in text.split("\n\n") if part.startswith(name + " "))


def test_what_follows_from_a_cut_names_it(causes):
    text = part_of(explain(causes, "--force").stdout, "follows")
    assert "a call to 'json.loads', which pyaot cannot see into [PY102]" in text
    assert "'y' comes from line 6, which runs as Python [PY117]" in text


def test_why_a_statement_cannot_be_moved_is_told_where_it_is_in_no_segment(causes):
    text = part_of(explain(causes, "--force").stdout, "bound")
    assert "open" in text and "may have no value" not in text  # the computation is in one, `return y` computes nothing
    text = part_of(explain(causes, "--force").stdout, "shared")
    assert " segment, line 23:" in text  # the last statement, which no function shares variables with
    assert re.findall(r":(\d+):.* shares a variable with these statements \[PY116\]", text) == ["19"]
    assert "also: lines 20, 22" in text


def test_functions_that_set_things_up_are_told_in_short(causes):
    text = part_of(explain(causes, "--force").stdout, "main")
    assert text.count("note:") == 2 and "also: line" in text


def test_a_call_without_a_variant_is_named(causes, tmp_path):
    calls = ("--call", "several(f32[2, 3])", "--call", "several(f32[4])", "--force")
    text = part_of(explain(causes, *calls).stdout, "several")
    assert "compiled whole" in text and "no variant for: several(f32[4])" in text and "to_sparse" in text
    built = harness.run_pyaot(causes, "-o", tmp_path / "out", *harness.PYTHON, *calls)
    assert built.returncode == 0 and "no variant for: several(f32[4])" in built.stderr
    report = (tmp_path / "out" / "causes.report.json").read_text()
    assert '"call": "several(f32[4])"' in report


RESUMED = """import queue
import torch

log = queue.Queue()


def batches(x, n):
    for i in range(0, x.shape[0], n):
        yield x[i : i + n]


async def fetch(x):
    return x * 2


class Stream:
    def rows(self, x):
        yield from x


def total(x):
    result = sum((b * 2).sum() for b in batches(x, 2))
    log.put("total")
    return result


layer = torch.nn.Linear(4, 4)


def run(x):
    return layer(x)


if __name__ == "__main__":
    x = torch.randn(8, 4)
    total(x), run(x), list(batches(x, 4)), list(Stream().rows(x))
"""


def test_generators_are_told_and_guards_name_no_line_of_the_prelude(tmp_path):
    (tmp_path / "model.py").write_text(RESUMED)
    text = explain(tmp_path / "model.py").stdout
    for name, line in (("batches", 7), ("fetch", 12), ("Stream.rows", 17)):
        assert f"{name} (line {line}): stays Python" in text
    assert text.count("[PY118]") == 3 and "a coroutine" in text and "prelude/" not in text
    assert "the result of a call to 'queue.Queue', which pyaot cannot see into (model.py line 4) [PY102]" in text


MANY = """import time

import torch

import helper


def clocks(x):
    a = time.time()
    y = torch.sin(x) * 2 + x
    b = time.time()
    z = torch.cos(y) * 2 + y
    c = time.time()
    return torch.tanh(z) + z, c - b, b - a


def opened(path):
    f = open(path)
    a = f.read()
    b = f.read()
    return a + b + f.name


def elsewhere(x):
    return helper.stamped(x)


def layered(x, w):
    return torch.softmax(x @ w + 1, -1)
"""
HELPER = """import os


def stamped(x):
    return x * os.stat("/").st_mtime
"""


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """The program's folder, and that of its build."""
    folder = tmp_path_factory.mktemp("many")
    (folder / "many.py").write_text(MANY)
    (folder / "helper.py").write_text(HELPER)
    build = harness.run_pyaot(folder / "many.py", "-o", folder / "out", "--emit", "c", *harness.PYTHON)
    assert build.returncode == 0, build.stderr
    return folder, build


def test_the_first_line_says_how_much_is_compiled(many):
    folder, build = many
    line = "many.py: 4 functions: 1 compiled whole, 1 in segments, 2 stay Python"
    assert explain(folder / "many.py").stdout.splitlines()[0] == line
    assert build.stdout.splitlines()[-1] == f"{line}; 8 variants in {folder / 'out'}"
    assert line.partition(": ")[2] in (folder / "out" / "many.report.html").read_text()


def test_equal_reasons_are_told_once(many):
    out = explain(many[0] / "many.py").stdout
    clocks = out[out.index("\nclocks ") : out.index("\nopened ")]
    assert clocks.count("note:") == 1 and clocks.count("hint:") == 1
    assert "many.py:9:9: note: a call to 'time.time'" in clocks and "\n  also: lines 11, 13\n" in clocks


def test_kernels_name_what_they_fuse(many):
    folder, _ = many
    out = explain(folder / "many.py").stdout
    assert re.search(r"kernels: .*amax.* \(line 29\)\n +library: matmul \(line 29\)\n", out), out
    report = json.loads((folder / "out" / "many.report.json").read_text())
    variant, *_ = report["entries"][-1]["variants"]
    kinds = {work["kind"]: work for work in variant["work"]}
    assert set(kinds) == {"fused", "library"} and kinds["library"]["name"] == "matmul"
    assert kinds["fused"]["name"] + "(" in (folder / "out" / "many_kernels.c").read_text()
    assert {"exp", "sum"} <= set(kinds["fused"]["operators"]) and kinds["fused"]["places"] == ["many.py:29"]


def test_the_page_tells_reasons_in_other_files(many):
    page = (many[0] / "out" / "many.report.html").read_text()
    assert "helper.py line 5" in page


def test_the_fields_of_the_report_are_those_of_its_document(many):
    document = (harness.ROOT / "docs" / "report.md").read_text()
    named = set(re.findall(r"`([a-z_]+)`", document))
    seen = set()

    def walk(value):
        if isinstance(value, dict):
            seen.update(value)
            for item in value.values():
                walk(item)
        elif isinstance(value, list):
            for item in value:
                walk(item)

    walk(json.loads((many[0] / "out" / "many.report.json").read_text()))
    assert {"module", "entries", "variants", "guards", "fact", "work", "places", "cuts", "reason"} <= seen <= named


MISSING = """import torch
import no_such_package_at_all

try:
    import neither_is_this
except ImportError:
    neither_is_this = None


def f(x):
    if neither_is_this is None:
        return torch.sin(x) * 2 + 1
    return x


def g(x):
    return no_such_package_at_all.g(x) + 1


from no_such_package_at_all import h
"""


def test_a_module_that_is_not_there(tmp_path):
    (tmp_path / "missing.py").write_text(MISSING)
    result = explain(tmp_path / "missing.py")
    assert result.returncode == 0
    assert (
        "missing.py:2:1: warning: the interpreter has no module named 'no_such_package_at_all' [PY206]" in result.stderr
    )
    assert result.stderr.count("PY206") == 1 and "neither_is_this" not in result.stderr
    assert "f (line 10): compiled whole" in result.stdout
    assert re.search(r"missing.py:17:12: note: .*No module named 'no_such_package_at_all' \[PY103\]", result.stdout)


WITHOUT_TORCH = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        return self.fc(x) + torch.ones(4)
"""


def test_an_interpreter_without_torch(tmp_path):
    """It is told first, and once; a layer is then nothing that is known, and no mistake of the program's."""
    source = tmp_path / "net.py"
    source.write_text(WITHOUT_TORCH)
    venv.create(tmp_path / "env", with_pip=False)
    result = harness.run_pyaot(source, "-o", tmp_path / "out", "--python", tmp_path / "env/bin/python", "--emit=c")
    assert result.returncode == 0, result.stderr
    first, _, rest = result.stderr.partition("\n")
    assert first.endswith("net.py:2:1: warning: the interpreter has no module named 'torch' [PY206]")
    assert "PY206" not in rest and "TypeError" not in rest
    assert "'torch.nn.modules.linear.Linear', which pyaot cannot see into" in rest


def test_an_interpreter_that_is_not_there(model):
    result = harness.run_pyaot("explain", model, "--python", "/no/such/python")
    assert result.returncode == 2 and "no Python interpreter is found at '/no/such/python' [PY007]" in result.stderr


WRONG_CALLS = {
    "gone(f32[N])": ("PY202", "the source has no 'gone'; it has whole, broken, shout"),
    "Gone(3)(f32[N])": ("PY202", "the source has no 'Gone'"),
    "whole(F32[N])": ("PY202", "'F32' is no element type; there are"),
    "whole()": ("PY203", "'x' is missing"),
    "whole(f32[N], 3)": ("PY203", "it takes 1 by position, not 2"),
    "whole(f32[N], x=f32[N])": ("PY203", "'x' is given twice"),
    "whole(f32[N], y=3)": ("PY203", "it has no 'y'"),
    "whole(f32[N, -1])": ("PY203", "size 2 of the tensor is negative"),
    "whole(f32[N]": ("PY201", "never closed"),
    "whole": ("PY201", "not a call"),
}


@pytest.mark.parametrize("call", WRONG_CALLS)
def test_what_is_wrong_with_a_call_is_said(model, call):
    code, text = WRONG_CALLS[call]
    result = explain(model, "--call", call)
    assert result.returncode == 1 and f"[{code}]" in result.stderr and text in result.stderr
    assert re.match(r"--call:1:\d+: error: .*\n    .*\n +\^", result.stderr)


def test_a_call_of_another_module_is_a_warning(model):
    result = explain(model, "--call", "torch.relu(f32[N])")
    assert result.returncode == 0 and "warning: what this calls is no function of the source [PY202]" in result.stderr


NAMED = """import torch


def attend(q, k):
    b, t, width = q.shape
    s = k.size(1)
    return torch.softmax(q @ k.transpose(1, 2) * width**-0.5, -1)[:, :, : s // 2]


def twice(x, y):
    n = x.shape[0]
    n = y.shape[0]
    return x[:n] * 2 + 1
"""


def test_sizes_have_the_names_of_the_program(tmp_path):
    (tmp_path / "named.py").write_text(NAMED)
    out = explain(tmp_path / "named.py", "--call", "twice(f32[P, 3], f32[Q])").stdout
    assert "  attend(q: f32[b, t, width], k: f32[b, s, width])" in out
    assert "  twice(x: f32[P, 3], y: f32[Q])" in out


LOADED = """import torch


class Loaded(torch.nn.Module):
    def __init__(self, path):
        super().__init__()
        self.w = torch.nn.Parameter(torch.load(path))

    def forward(self, x):
        return torch.relu(x @ self.w) * 2


class Given(Loaded):
    def __init__(self, w):
        torch.nn.Module.__init__(self)
        self.w = torch.nn.Parameter(w)

    def forward(self, x):
        return torch.relu(x @ self.w) * 2


def decides(x, p: float):
    return x + 1 if p < 0.5 else x - 1


if __name__ == "__main__":
    Loaded("w.pt")(torch.randn(4, 4))
    Given(torch.randn(4, 4))(torch.randn(4, 4))
"""


def test_what_is_set_by_a_statement_that_is_not_known_is_told_with_its_line(tmp_path):
    """And the advice is right: a value that is handed over is known."""
    (tmp_path / "loaded.py").write_text(LOADED)
    out = explain(tmp_path / "loaded.py").stdout
    assert "loaded.py:7:18: note: the result of a call to 'torch.load', which pyaot cannot see into" in out
    assert "loaded.py:10:27: note: 'w' is set by line 7, which cannot be evaluated [PY103]" in out
    assert "Given.forward (line 18): compiled whole" in out and "decides (line 22): compiled whole" in out


def test_a_call_of_driver_code_that_no_variant_serves_is_named(tmp_path):
    path = tmp_path / "model.py"
    path.write_text(
        "import torch\n\n\ndef scaled(x, k=2.0):\n    return torch.tanh(x) * k\n\n\n"
        'if __name__ == "__main__":\n    scaled(torch.ones(3))\n    scaled({"a": 1})\n'
    )
    out = explain(path).stdout
    assert "scaled (line 4): compiled whole" in out
    assert out.count("no variant for: the call in line 10") == 1 and "the call in line 9" not in out


def test_a_call_through_code_of_torch_is_named_by_the_line_of_the_program(tmp_path):
    path = tmp_path / "model.py"
    path.write_text(
        "import torch\n\n\n@torch.no_grad()\ndef scaled(x, k=2.0):\n    return torch.tanh(x) * k\n\n\n"
        'if __name__ == "__main__":\n    scaled(torch.ones(3))\n    scaled({"a": 1})\n'
    )
    assert explain(path).stdout.count("no variant for: the call in line 11") == 1


def test_what_would_not_pay_between_other_statements_is_told_in_order(tmp_path):
    path = tmp_path / "model.py"
    path.write_text(
        "import torch\n\n\ndef heads(x, w):\n    y = x.sort()[0]\n    q, k = y.chunk(2, -1)\n    print(k.shape)\n"
        "    z = torch.tanh(q) + w\n    print(z.shape)\n    return z.cumsum(0)\n\n\n"
        'if __name__ == "__main__":\n    heads(torch.ones(3, 4), torch.ones(3, 2))\n'
    )
    notes = re.findall(r"^model.py:(\d+):\d+: note: (.*) \[(PY\d+)\]$", explain(path).stdout, re.M)
    assert [(line, code) for line, _, code in notes] == [("5", "PY111"), ("7", "PY105"), ("10", "PY111")]
    assert notes[0][1] == "what stands from here to line 6 would not run faster compiled"
    assert notes[2][1] == "this statement would not run faster compiled"


def test_the_page_names_statements_of_the_modules_own_code_that_are_not_followed(tmp_path):
    path = tmp_path / "model.py"
    path.write_text(
        "import torch\n\n\ndef twice(x):\n    return torch.tanh(x) * 2\n\n\n"
        'if __name__ == "__main__":\n    x = torch.ones(3)\n    x.data = x * 2\n    twice(x)\n'
    )
    build = harness.run_pyaot(path, "-o", tmp_path / "out", "--emit", "c", *harness.PYTHON)
    assert build.returncode == 0, build.stderr
    page = Page()
    page.feed((tmp_path / "out" / "model.report.html").read_text())
    told = "".join(page.text)
    assert re.search(r"x\.data = x \* 2\s*PY119 not followed: the attribute 'data' of a tensor is assigned", told)


NORMED = """import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.LayerNorm(8)

    def forward(self, x):
        return self.norm(x) * 2
"""
BUILT = harness.program("normed", NORMED, ["Net()(f32[B, 8])"], flags="-O0")


def test_guards_at_run_time_have_lines_of_the_program_alone():
    """And of what an installed file needs, none: its lines are in the report, with the file."""
    lines = {guard["guard"]: guard["line"] for guard in BUILT.load().built.__pyaot__.guards()}
    assert lines["self.norm.eps == 1e-05"] == 0
    assert lines["the code of torch.nn.modules.normalization.LayerNorm.forward is unchanged"] == 10


def test_a_method_of_modules_that_is_not_compiled_is_named(tmp_path):
    lines = ["import torch", "class Net(torch.nn.Module):", "    def forward(self, x):", "        self.share_memory()"]
    (tmp_path / "net.py").write_text("\n".join([*lines, "        return torch.tanh(x) * 2", "Net()(torch.ones(3))"]))
    assert "note: not compiled: Module.share_memory() [PY104]" in explain(tmp_path / "net.py", "--force").stdout


def test_no_guard_of_a_variant_is_told_twice():
    guards = []
    for line in explain(harness.ROOT / "examples" / "unet.py").stdout.splitlines():
        heading, text = line[:12].strip(), re.sub(r" \([^()]*line [^()]*\)$", "", line[12:])
        if heading == "guards:":
            guards = []
        if heading in ("", "guards:") and text and not text.startswith(" "):
            guards.append(text)
            assert guards.count(text) == 1


CALLERS = """import torch


def told(x, k):
    y = x * k + 1
    print("k", k)
    return y.sum(0)


def twice(x):
    a = told(x + 1, 2) * 3
    for i in range(2):
        a = a + told(x * i, 3)
    return a - x.sum() * 2


def handled(x):
    try:
        y = x * 2 + 1
        print("computed")
        z = y * y - x
        total = z.sum() * 2
    except RuntimeError as error:
        print("failed", error)
        text = str(error)
        total = x * 2 + len(text)
    return total + 1
"""


def test_callers_of_what_prints_are_named(tmp_path):
    path = tmp_path / "callers.py"
    path.write_text(CALLERS)
    text = explain(path, "--call", "twice(f32[N, 4])").stdout
    of_twice = text[text.index("twice (line") : text.index("handled (line")]
    assert "callers.py:6:5: note: this call prints" in of_twice and "\n  from: lines 11, 13\n" in of_twice
    build = harness.run_pyaot(path, "-o", tmp_path / "out", "--call", "twice(f32[N, 4])", *harness.PYTHON)
    assert build.returncode == 0, build.stderr
    report = json.loads((tmp_path / "out" / "callers.report.json").read_text())
    cuts = next(entry for entry in report["entries"] if entry["name"] == "twice")["cuts"]
    assert {11, 13} <= {cut["from_line"] for cut in cuts if cut["code"] == "PY105"}
    page = (tmp_path / "out" / "callers.report.html").read_text()
    line = page[page.index('id="line-11"') : page.index('id="line-12"')]
    assert "PY105" in line and '<a href="#line-6">line 6</a>' in line


def test_handlers_are_told_what_stays_python_in_them(tmp_path):
    """The variable of a handler has a value there: what is in the way is the print, and what Python caught."""
    path = tmp_path / "callers.py"
    path.write_text(CALLERS)
    text = explain(path, "--call", "handled(f32[N, 4])").stdout
    of_handled = text[text.index("handled (line") :]
    assert "callers.py:20:9: note: this call prints" in of_handled and "\n  also: line 24\n" in of_handled
    assert "'error' comes from line 23, which runs as Python [PY117]" in of_handled
    assert "PY116" not in of_handled
    assert " segment, lines 21 to 22:" in of_handled and " segment, line 26:" in of_handled


def test_sides_of_a_branch_are_told_with_their_types(tmp_path):
    path = tmp_path / "sides.py"
    path.write_text(
        "def places(x):\n    return x.cumsum(0) * 2, x.flip(-1) + 1, (x.argmax().item() if x.numel() else None)\n"
    )
    text = explain(path, "--call", "places(f32[N, 4])").stdout
    assert (
        "sides.py:2:46: note: the two sides of the branch give values of different types: int and None [PY106]" in text
    )


def test_a_model_with_thousands_of_parts(tmp_path):
    source = tmp_path / "wide.py"
    source.write_text(
        """
import torch
from torch import nn


class Step(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm, self.conv = nn.BatchNorm2d(width), nn.Conv2d(width, 3, 1)

    def forward(self, x):
        return torch.cat([self.conv(self.norm(x)), x], 1)


model = nn.Sequential(*[Step(4 + 3 * i) for i in range(60)]).eval()


def run(x):
    with torch.no_grad():
        return model(x)


if __name__ == "__main__":
    run(torch.randn(2, 4, 3, 3))
"""
    )
    assert "2 compiled whole" in explain(str(source)).stdout


def test_long_texts_in_guards_are_shortened(tmp_path):
    path = tmp_path / "model.py"
    path.write_text("TEXT = 'begin' + 'é' * 5000 + 'end'\n\n\ndef f(x):\n    return x + len(TEXT)\n")
    result = explain(str(path), "--force")
    (line,) = [line for line in result.stdout.splitlines() if "TEXT == " in line]
    assert "TEXT == 'begin" + "é" * 20 in line and "ééé ... ééé" in line and "ééend' (line 5)" in line
    assert len(line) < 300
