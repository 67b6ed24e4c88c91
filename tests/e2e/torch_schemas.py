"""Makes analysis/torch_schemas.def: the signatures of those functions and methods of torch that the prelude has.

`python tests/e2e/torch_schemas.py` writes the file; tests/e2e/test_torch_schemas.py holds it against the installed torch.
Left out is what torch's Python declares, not ATen: functions written in Python, those with an argument parser of their
own, and those that still take the arguments in an old order. Of torch.nn.functional, whose functions of Python hand what they
are given to ATen, the rows have what those declare (`python_elu`); its own and those of torch._C._nn begin with `nn_`.
"""

import ast
import inspect
import json
import pathlib
import re
import typing

import torch

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "analysis/torch_schemas.def"
HEAD = "/* What torch's functions and methods take, as torch declares it; sorted. tests/e2e/torch_schemas.py writes this. */\n"
OLD_ORDER = {"add", "sub", "addbmm", "addcdiv", "addcmul", "addmm", "addmv", "addr", "baddbmm"}
OWN_PARSER = {"nonzero", "size", "stride", "to", "type", "as_tensor", "linspace", "logspace", "normal", "result_type"}
PREFIXES = {"linalg_": torch.linalg, "fft_": torch.fft, "special_": torch.special}
NOT_FOR_PYTHON = re.compile(r"(^|_)out$|dim_max|dim_min|values$|dimname|names|Dimname|prim_")  # names of overloads


def names_of(files):
    """What the prelude's files define at their top."""
    body = [node for file in files for node in ast.parse((ROOT / "analysis/prelude" / file).read_text()).body]
    targets = {target.id for node in body for target in getattr(node, "targets", ()) if isinstance(target, ast.Name)}
    return targets | {node.name for node in body if isinstance(node, ast.FunctionDef)}


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


def schemas(operator, name=None):
    found, name = [], name or operator
    for schema in torch._C._jit_get_schemas_for_operator("aten::" + operator):
        text = re.sub(r"\((\w!?( -> \*)?|a -> \*)\)", "", str(schema)).split(" -> ")[0].removeprefix("aten::")
        head, _, rest = text.partition("(")
        is_out = re.search(r"\*, .*Tensor out\)", text)
        if "Tensor" in rest and not is_out and not NOT_FOR_PYTHON.search(head.partition(".")[2]):
            found += [f"{name}({rest}"] if f"{name}({rest}" not in found else []
    return found


def declared_type(annotation):
    """As a schema has it, of what torch.nn.functional says; None where that says too little."""
    types = {"Tensor": "Tensor", "float": "Scalar", "int": "int", "str": "str", "list[int]": "SymInt[]"}
    text = annotation.__name__ if isinstance(annotation, type) and not typing.get_args(annotation) else str(annotation)
    names = [part.strip().removeprefix("torch.") for part in text.split("|")]
    known = [types.get(name) for name in names if name != "None"]
    return known[0] + "?" * ("None" in names) if len(known) == 1 and known[0] else None


def python_row(name, function):
    """The parameters of a function of torch.nn.functional. Numbers are those that ATen's function of the name has, too: what
    the body looks at itself may be of other types than it declares."""
    parameters = inspect.signature(inspect.unwrap(function)).parameters.values()
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):  # one of two functions, by return_indices=
        is_handed_on = "_list_with_" not in inspect.getsource(getattr(torch.nn.functional, f"{name}_with_indices"))
        return [f"python_{row}" for row in schemas(name) if is_handed_on and "random_samples" not in row]
    texts, of_aten = [], " ".join(schemas(name))
    for p in parameters:
        kind = declared_type(p.annotation)
        if kind and kind.rstrip("?") not in ("Tensor", "str") and (p.name == "dtype" or f" {p.name}" not in of_aten):
            kind = None
        default = "" if p.default is p.empty else "=None"
        texts += [f"{kind or 'Any'} {p.name}{default}"]
    return [f"python_{name}({', '.join(texts)})"]


def rows_of_nn():
    own, private = names_of(["torch_nn_functional.py"]), names_of(["torch__C__nn.py"])
    rows = [row for name in sorted(private) for row in schemas(name, f"nn_{name}")]
    for name in sorted(own):
        function = getattr(torch.nn.functional, name, None)
        if type(function) is type(torch.max) and not hasattr(torch._C._VariableFunctions, name):
            rows += [row for row in schemas(function.__name__, f"nn_{name}") if row not in rows]
        elif inspect.isfunction(function):
            rows += python_row(name, function)
    return rows


def table():
    rows = [row for name in names_of_prelude() if is_declared(name) for row in schemas(name)] + rows_of_nn()
    return HEAD + "".join(f"SCHEMA({json.dumps(row)})\n" for row in sorted(rows, key=lambda row: row.split("(")[0]))


if __name__ == "__main__":
    TABLE.write_text(table())
