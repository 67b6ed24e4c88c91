"""The schemas that the prelude states are those of the installed torch."""

import ast
import pathlib
import re

import pytest
import torch

SCHEMA = re.compile(r"[a-z_0-9.A-Z]+\((Tensor|SymInt|Scalar|ScalarType|int|float|bool|str)[\[\]?0-9]* \w.*\)")
PRELUDE = pathlib.Path(__file__).resolve().parents[2] / "analysis" / "prelude"


def stated_schemas():
    """Each string of the prelude that looks like a schema, with its file and line."""
    for path in sorted(PRELUDE.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and SCHEMA.fullmatch(text):
                yield pytest.param(text, id=f"{path.stem}-{node.lineno}-{text.split('(')[0]}")


@pytest.mark.parametrize("text", stated_schemas())
def test_schema_is_torchs(text):
    name, _, overload = text.partition("(")[0].partition(".")
    operator = getattr(getattr(torch.ops.aten, name), overload or "default")
    printed = str(operator._schema).split(" -> ")[0].removeprefix("aten::")
    assert text == printed
