"""torch.__version__, a str that compares by its numbers: what programs ask of it is known, and what it is is guarded."""

import pytest
import torch
from harness import check, program

SOURCE = r"""
import re

import torch
from packaging import version


def parsed(text):
    numbers = []
    for part in text.partition("+")[0].split(".")[:3]:
        digits = ""
        for character in part:
            if not character.isdigit():
                break
            digits += character
        numbers.append(int(digits) if digits else 0)
    return tuple(numbers)


VERSION = parsed(torch.__version__)


def by_parts(x):
    found = re.match(r"(\d+)\.(\d+)", torch.__version__)
    return x * VERSION[0], VERSION[:2] >= (2, 0), x + int(found.group(1)), found.groups()


def as_a_str(x):
    is_text = isinstance(torch.__version__, str), isinstance(torch.__version__, (int, list))
    return x, is_text, issubclass(type(torch.__version__), str), callable(torch.__version__)


def searched(x):
    text = torch.__version__
    return x, text.find("."), text.count("."), text.endswith("cpu"), text.startswith(("1.", "2.")), text.index("."), "2" in text


def cut_up(x):
    text = torch.__version__
    return x, text.rsplit(".", maxsplit=1), text.rpartition("+"), text.replace(".", "_"), text.strip("+cpu"), text[:4], [*text]


def joined(x):
    text = torch.__version__
    return x, "a" + text, text + "a", "-".join([text, "b"]), text * 2, "%s" % text, f"{text:>20}{text!r}", sorted(text)


def compared(x):
    new = torch.__version__ >= "1.10", torch.__version__ > (1, 8), torch.__version__ < "3", torch.__version__ == "2.0"
    return x, new, version.parse(torch.__version__) >= version.parse("1.8"), hash(torch.__version__) == hash(str(torch.__version__))


def otherwise(x):
    text = torch.__version__
    return x, text.title(), text.zfill(30), hasattr(text, "_value_"), hasattr(text, "casefold"), {text: 1}


def refused(x):
    try:
        return x, ",".join([torch.__version__, 1])
    except TypeError as error:
        return x, str(error)
"""
WHOLE = ["by_parts", "as_a_str", "searched", "cut_up", "joined", "compared"]
PROGRAM = program(
    "versions_of_torch", SOURCE, [f"{name}(f32[N])" for name in WHOLE + ["otherwise", "refused"]], args=("--force",)
)


@pytest.mark.parametrize("name", WHOLE)
def test_what_programs_ask(name):
    check(PROGRAM.load(), name, lambda: [torch.ones(3)], expect="whole")


@pytest.mark.parametrize("name", ["otherwise", "refused"])
def test_what_else_there_is(name):
    check(PROGRAM.load(), name, lambda: [torch.ones(3)])
