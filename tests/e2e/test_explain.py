"""`pyaot explain`, and the report as a page: what was compiled, under which guards, and why the rest was not."""

import html.parser
import re

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
    assert all((out / link).exists() for link in page.links) and page.links
    lines = SOURCE.splitlines()
    assert [line[1].removeprefix(str(number)) for number, line in enumerate(page.lines, 1)] == lines
    classes = [line[0] for line in page.lines]
    assert classes[4] == "line whole" and classes[8] == classes[10] == "line segment"
    assert classes[9] == classes[14] == "line python" and classes[0] == "line"
    shown = "".join(page.text)
    assert "whole(x: f32[N, 4])" in shown and "PY105" in shown and "x.shape[1] == 4" in shown
