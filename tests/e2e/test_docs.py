"""What is generated into the tree is current, and the tree keeps its own rules."""

import re
import subprocess
import sys

import harness

FOLDERS = "support|parser|analysis|codegen|driver|runtime|scripts|tests|bench|examples|mk|docs"
PATH_IN_TREE = re.compile(rf"`((?:{FOLDERS})/[\w./-]+)`")


def run_script(*args):
    return subprocess.run([sys.executable, *args], cwd=harness.ROOT, capture_output=True, text=True, timeout=600)


def test_the_pages_made_from_tables_are_current():
    result = run_script("scripts/make_docs.py", "--check")
    assert result.returncode == 0, result.stderr


def test_includes_run_downwards():
    result = run_script("scripts/lint_includes.py")
    assert result.returncode == 0, result.stdout


def test_the_documents_name_files_that_exist():
    """Paths in backquotes in README and docs/ that look like files of the tree are there."""
    missing = []
    for page in [harness.ROOT / "README.md", *sorted((harness.ROOT / "docs").glob("*.md"))]:
        names = PATH_IN_TREE.findall(page.read_text())
        missing += [f"{page.name}: {name}" for name in names if not (harness.ROOT / name).exists()]
    assert not missing, missing
