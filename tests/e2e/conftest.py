"""Builds every program that the selected tests use, in parallel, and prints the count that `make test` adds up."""

import shutil
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2] / "examples")]

import harness  # noqa: E402
import pytest  # noqa: E402
import torch  # noqa: E402


def pytest_addoption(parser):
    parser.addoption("--report-counts", action="store_true", help="end with a line 'N passed, N failed'")


def programs_used_by(item):
    """Programs among a test's module globals that its source names, and among its parameters."""
    found = []
    names = item.function.__code__.co_names if hasattr(item, "function") else ()
    for name in names:
        value = getattr(item.module, name, None)
        if isinstance(value, harness.Program):
            found.append(value)
    for value in getattr(getattr(item, "callspec", None), "params", {}).values():
        if isinstance(value, harness.Program):
            found.append(value)
    return found


def pytest_collection_finish(session):
    if session.config.option.collectonly:
        return
    wanted = dict.fromkeys(p for item in session.items for p in programs_used_by(item))
    harness.build_all(wanted)


def pytest_sessionfinish(session):
    shutil.rmtree(harness.WORK, ignore_errors=True)


def pytest_terminal_summary(terminalreporter, config):
    if not config.option.report_counts:
        return
    count = {key: len(terminalreporter.stats.get(key, [])) for key in ("passed", "failed", "error")}
    terminalreporter.write_line(f"{count['passed']} passed, {count['failed'] + count['error']} failed")


@pytest.fixture(autouse=True)
def two_threads_no_grad():
    """Tests run as the figures do: no_grad, unless a test says otherwise."""
    torch.manual_seed(0)
    with torch.no_grad():
        yield
