"""Makes analysis/torch_schemas.def: the signatures of those functions and methods of torch that the prelude has.

`python tests/e2e/torch_schemas.py` writes the file; tests/e2e/test_torch_schemas.py holds it against the installed torch.
Left out is what torch's Python declares, not ATen: functions written in Python, those with an argument parser of their
own, and those that still take the arguments in an old order.
"""

import ast
import json
import pathlib
import re

import torch

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "analysis/torch_schemas.def"
HEAD = "/* What torch's functions and methods take, as torch declares it; sorted. tests/e2e/torch_schemas.py writes this. */\n"
OLD_ORDER = {"add", "sub", "addbmm", "addcdiv", "addcmul", "addmm", "addmv", "addr", "baddbmm"}
OWN_PARSER = {"nonzero", "size", "stride", "to", "type", "as_tensor", "linspace", "logspace", "normal", "result_type"}
PREFIXES = {"linalg_": torch.linalg, "fft_": torch.fft, "special_": torch.special}
NOT_FOR_PYTHON = re.compile(r"(^|_)out$|dim_max|dim_min|values$|dimname|names|Dimname|prim_")  # names of overloads


def names_of_prelude():
    """Those of functions and methods; of the modules below torch with ATen's prefix."""
    names = set()
    for path in (ROOT / "analysis/prelude").glob("torch*.py"):
        body = ast.parse(path.read_text()).body
        for node in list(body):
            body += node.body if isinstance(node, ast.ClassDef) and node.name == "Tensor" else []
        found = {node.name for node in body if isinstance(node, ast.FunctionDef)}
        for node in body:
            found |= {target.id for target in getattr(node, "targets", ()) if isinstance(target, ast.Name)}
        module = path.stem.removeprefix("torch_") + "_"
        names |= {module + name for name in found} if module in PREFIXES else found
    return sorted(names)


def is_declared(name):
    """Does torch's generated code read the function's arguments, and a method's of that name too?"""
    if name.startswith("__") or name.rstrip("_") in OLD_ORDER | OWN_PARSER:
        return False
    for prefix, module in PREFIXES.items():
        if name.startswith(prefix):
            return type(getattr(module, name.removeprefix(prefix), None)) is type(torch.max)
    function, method = getattr(torch, name, None), getattr(torch.Tensor, name, None)
    is_function = type(function) is type(torch.max) and hasattr(torch._C._VariableFunctions, name)
    is_method = type(method) is type(torch.Tensor.max)
    return (is_function or function is None) and (is_method or method is None) and (is_function or is_method)


def schemas(name):
    found = []
    for schema in torch._C._jit_get_schemas_for_operator("aten::" + name):
        text = re.sub(r"\((\w!?( -> \*)?|a -> \*)\)", "", str(schema)).split(" -> ")[0].removeprefix("aten::")
        head, _, rest = text.partition("(")
        is_out = re.search(r"\*, .*Tensor out\)", text)
        if "Tensor" in rest and not is_out and not NOT_FOR_PYTHON.search(head.partition(".")[2]):
            found += [f"{name}({rest}"] if f"{name}({rest}" not in found else []
    return found


def table():
    rows = [row for name in names_of_prelude() if is_declared(name) for row in schemas(name)]
    return HEAD + "".join(f"SCHEMA({json.dumps(row)})\n" for row in sorted(rows, key=lambda row: row.split("(")[0]))


if __name__ == "__main__":
    TABLE.write_text(table())
