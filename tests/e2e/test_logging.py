"""What the program logs is logged, by the same loggers and in the same order; where nothing is, nothing is in the way."""

import logging

import pytest
import torch
from harness import check, program
from table import randn

SOURCE = """
import logging

import torch

logger = logging.getLogger("test_logging.model")
root = logging.getLogger()
shout = logger.warning


def debugs(x):
    logger.debug("input %s", x.shape)
    y = x * 2
    logger.debug(f"mean {y.mean():.3f}")
    logger.log(10, "again")
    root.debug("root")
    return y + 1


def asks(x):
    if logger.isEnabledFor(logging.DEBUG):
        logger.debug("sum %.4f", x.sum())
    return x * 3


def warns_seldom(x):
    y = x * 2
    if torch.isnan(y).any():
        logger.warning("nan in %d rows", int(torch.isnan(y).any(-1).sum()))
        y = torch.nan_to_num(y)
    return y + 1


def through_a_name(x):
    if x.sum() > 100:
        shout("large")
    return x - 1


def of_the_module(x):
    y = x + 1
    if y.sum() > 100:
        logging.error("sum %s", tuple(y.shape))
    return y * 2


def in_a_loop(x):
    for i in range(4):
        x = x * 0.5
        if x.abs().max() < 1e-3:
            logger.info("converged at %d", i)
            break
    return x


def tells_always(x):
    logger.info("called")
    return x * 2 + 1


def makes_one(x):
    logging.getLogger("test_logging.other").debug("made")
    return x * 2


def writes_before(x):
    x.mul_(2)
    if x.sum() > 100:
        logger.warning("large")
    return x + 1


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.log = logging.getLogger("test_logging.model.inner")
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x):
        self.log.debug("shape %s", tuple(x.shape))
        try:
            y = self.linear(x)
        except RuntimeError:
            self.log.exception("bad shape %s", tuple(x.shape))
            raise
        return y


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    for f in (debugs, asks, warns_seldom, through_a_name, of_the_module, in_a_loop, tells_always, makes_one, writes_before):
        f(torch.randn(3, 4))
    Model()(torch.randn(2, 4))
"""
PROGRAM = program("logs", SOURCE, args=["--force"])


class Records(logging.Handler):
    def __init__(self):
        super().__init__(0)
        self.seen = []

    def emit(self, record):
        self.seen.append((record.name, record.levelname, record.getMessage(), record.funcName))


@pytest.fixture
def records():
    root, model, handler = logging.getLogger(), logging.getLogger("test_logging.model"), Records()
    before = root.level, list(root.handlers)
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    yield handler.seen
    model.setLevel(logging.NOTSET)
    model.disabled = False
    root.setLevel(before[0])
    root.handlers = before[1]


def same(records, name, make, expect=None):
    """Once, and what eager has logged is what the build has logged."""
    del records[:]
    check(PROGRAM.load(), name, make, times=1, expect=expect)
    half = len(records) // 2
    assert records[:half] == records[half:]
    return records[:half]


QUIET = {
    "debugs": lambda: (randn(3, 4),),
    "asks": lambda: (randn(3, 4),),
    "warns_seldom": lambda: (randn(3, 4),),
    "through_a_name": lambda: (randn(3, 4),),
    "of_the_module": lambda: (randn(3, 4),),
    "in_a_loop": lambda: (randn(3, 4),),
    "writes_before": lambda: (randn(3, 4),),
}
LOUD = {
    "warns_seldom": lambda: (torch.tensor([[1.0, float("nan")], [2.0, 3.0]]),),
    "through_a_name": lambda: (torch.full((3, 4), 50.0),),
    "of_the_module": lambda: (torch.full((3, 4), 50.0),),
    "writes_before": lambda: (torch.full((3, 4), 50.0),),
}


@pytest.mark.parametrize("name", QUIET)
def test_where_nothing_is_logged_all_is_compiled(records, name):
    assert same(records, name, QUIET[name], "whole" if name != "writes_before" else None) == []


@pytest.mark.parametrize("name", LOUD)
def test_what_is_logged_is_the_same(records, name):
    assert len(same(records, name, LOUD[name])) == 1


@pytest.mark.parametrize("name", ["debugs", "asks", "in_a_loop", "tells_always", "makes_one"])
def test_levels_may_change(records, name):
    """That of the logger, or of one above it, after the program was built and loaded."""
    model, root = logging.getLogger("test_logging.model"), logging.getLogger()
    make = lambda: (randn(3, 4) * 0.001,)  # noqa: E731
    quiet = same(records, name, make)
    root.setLevel(logging.DEBUG)
    loud = same(records, name, make)
    assert len(loud) > len(quiet)
    model.setLevel(logging.ERROR)
    same(records, name, make)
    model.setLevel(logging.DEBUG)
    model.disabled = True
    same(records, name, make)
    model.disabled = False
    root.setLevel(logging.WARNING)
    same(records, name, make)


def test_modules_that_log(records):
    pair = PROGRAM.load()
    for module in (pair.eager, pair.built):
        torch.manual_seed(0)
        module.made = module.Model().eval()
    with torch.no_grad():
        check(pair, lambda m: m.made, lambda: (randn(3, 4),), expect="whole")
        assert records == []
        check(pair, lambda m: m.made, lambda: (randn(3, 5),), times=1)
    assert [record[1] for record in records] == ["ERROR", "ERROR"] and records[0] == records[1]


def test_another_kind_of_logger(records):
    class Own(logging.Logger):
        def debug(self, msg, *args, **options):
            records.append(("own", msg))

    pair = PROGRAM.fresh()
    for module in (pair.eager, pair.built):
        module.logger = Own("own")
    del records[:]
    check(pair, "debugs", lambda: (randn(3, 4),), times=1)
    assert len(records) == 4 and records[:2] == records[2:]
