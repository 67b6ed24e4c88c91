"""Makes analysis/torch_schemas.def: the signatures of those functions and methods of torch that the prelude has;
and analysis/aten_schemas.def, those of the operators by the names of torch.ops.aten.

`python tests/e2e/torch_schemas.py` writes the files; tests/e2e/test_torch_schemas.py holds them against the installed torch.
Left out is what torch's Python declares, not ATen: functions written in Python but for those of torch.nn.functional, most of
those with an argument parser of their own, and those that still take the arguments in an old order.
"""

import ast
import json
import pathlib
import re

import torch

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "analysis/torch_schemas.def"
OPERATORS = ROOT / "analysis/aten_schemas.def"
HEAD = """/* What torch's functions and methods take, as torch declares it; sorted. Behind it: the function takes out=.
 * tests/e2e/torch_schemas.py writes this. */
"""
HEAD_OF_OPERATORS = """/* What the operators of torch.ops.aten take, by overload; sorted. tests/e2e/torch_schemas.py writes this. */
"""
OLD_ORDER = {"add", "sub", "addbmm", "addcdiv", "addcmul", "addmm", "addmv", "addr", "baddbmm"}
OWN_PARSER = {
    "copy",
    "nonzero",
    "size",
    "stride",
    "to",
    "type",
    "as_tensor",
    "linspace",
    "logspace",
    "normal",
    "result_type",
}
TO = "bool non_blocking=False, bool copy=False, *, MemoryFormat? memory_format=None)"
OF_OWN_PARSERS = [  # as their error messages show them
    "copy_(Tensor self, Tensor other, bool non_blocking=False)",
    "numpy(Tensor self, *, bool force=False)",
    "tensor(Any data, *, ScalarType? dtype=None, Device? device=None, bool pin_memory=False)",
    f"to(Tensor self, Device? device=None, ScalarType? dtype=None, {TO}",
    f"to(Tensor self, ScalarType dtype, {TO}",
    f"to(Tensor self, Tensor tensor, {TO}",
]
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


def declared_kind(texts):
    """The type of a schema that annotations of Python name, of which functions of several forms have several."""
    texts = {text.replace("torch.", "") for text in texts}
    optional = any(text.startswith("Optional[") or text.endswith("| None") or text == "None" for text in texts)
    plain = {re.sub(r"^Optional\[(.*)\]$|^(.*) \| None$", r"\1\2", text) for text in texts} - {"None"}
    items = {re.sub(r"^(?:BroadcastingList\d|[Ll]ist|Sequence)\[(\w+)\]$", r"\1", text) for text in plain}
    item = items.pop() if len(items) == 1 else "Any"
    kinds = {"Tensor": "Tensor", "int": "int", "float": "float", "bool": "bool", "str": "str", "DType": "ScalarType"}
    is_list = any("[" in text for text in plain) and item in ("int", "float")
    return kinds.get(item, "Any") + ("?[1]" if is_list else "") + ("?" if optional else "")


def neural_schemas():
    """Of torch.nn.functional: what the annotations of its functions say that are written in Python, and the others' own."""
    body = ast.parse(pathlib.Path(torch.nn.functional.__file__).read_text()).body
    prelude = ast.parse((ROOT / "analysis/prelude/torch_nn_functional.py").read_text()).body
    for name in sorted(node.name for node in prelude if isinstance(node, ast.FunctionDef)):
        forms = [node for node in body if isinstance(node, ast.FunctionDef) and node.name == name]
        forms = forms or [node for node in body if isinstance(node, ast.FunctionDef) and node.name == "_" + name]
        if not forms and hasattr(torch.nn.functional, name):
            found = schemas(name)
            yield from [f"_C_nn_{row}" for row in found if len(found) == 1]
        if not forms or forms[-1].args.vararg or forms[-1].args.kwarg:
            continue
        args = forms[-1].args
        defaults = [None] * (len(args.args) - len(args.defaults)) + args.defaults
        rows = []
        for arg, default in zip(args.args + args.kwonlyargs, defaults + args.kw_defaults):
            same = [other for form in forms for other in form.args.args + form.args.kwonlyargs if other.arg == arg.arg]
            texts = [ast.unparse(other.annotation) if other.annotation else "Any" for other in same]
            texts += ["None"] if default is not None and ast.unparse(default) == "None" else []
            rows += ["*"] if arg in args.kwonlyargs[:1] else []
            rows.append(f"{declared_kind(texts)} {arg.arg}" + ("=" + ast.unparse(default) if default else ""))
        yield f"nn_functional_{name}({', '.join(rows)})"


def native_schemas():
    """Of torch._C._nn; what the prelude has of it in other modules has no prefix there."""
    for node in ast.parse((ROOT / "analysis/prelude/torch__C__nn.py").read_text()).body:
        named = (
            [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else [getattr(node, "name", "")]
        )
        for name in named:
            if type(getattr(torch._C._nn, name, None)) is type(torch.max):
                prefix = "" if isinstance(node, ast.ImportFrom) else "_C_nn_"
                yield from [prefix + row for row in schemas(name)]


EXAMPLES = {"Tensor": torch.ones(2, 2), "Scalar": 1, "int": 0, "SymInt": 1, "float": 0.5, "bool": True, "str": "none"}
EXAMPLES |= {"ScalarType": torch.float32, "number": 1, "Generator": None}


def example(kind):
    item, bracket, count = kind.rstrip("?").partition("[")
    item = item.rstrip("?")
    return [EXAMPLES[item]] * int(re.sub(r"\D", "", count) or 1) if bracket else EXAMPLES[item]


def function_of(name):
    for prefix, module in [*PREFIXES.items(), ("_C_nn_", torch._C._nn)]:
        if name.startswith(prefix):
            return getattr(module, name.removeprefix(prefix), None)
    return getattr(torch, name, None)


def takes_out(row):
    """Does torch's parser know out= of this form of the function? It is asked with one that no form takes, and with None,
    which one that knows it takes for none."""
    name, _, rest = row.rpartition(")")[0].partition("(")
    function, given, named, is_named = function_of(name), [], {}, False
    if name.endswith("_") or type(function) is not type(torch.max):
        return False
    for param in re.findall(r"(\*|[\w\[\]?]+ \w+=?)", re.sub(r'"[^"]*"', '""', rest)):
        kind, _, label = param.partition(" ")
        is_named |= param == "*"
        if param == "*" or label.endswith("="):
            continue
        if is_named:
            named[label] = example(kind)
        else:
            given.append(example(kind))
    if not re.search(r"argument 'out' must be|Tensors? out\b|^$", why_refused(function, *given, **named, out=3)):
        return False
    return not re.search(r"invalid combination|must be Tensor", why_refused(function, *given, **named, out=None))


def why_refused(function, *args, **kwargs):
    """What torch's parser says against a call; the empty text where it lets it pass."""
    try:
        function(*args, **kwargs)
    except TypeError as error:
        return str(error)
    except (RuntimeError, IndexError):  # raised by what comes after it
        pass
    return ""


def table():
    rows = [row for name in names_of_prelude() if is_declared(name) for row in schemas(name)]
    rows += [*neural_schemas(), *native_schemas()]
    rows = [row + " out" if takes_out(row) else row for row in rows]
    rows += OF_OWN_PARSERS
    return HEAD + "".join(f"SCHEMA({json.dumps(row)})\n" for row in sorted(rows, key=lambda row: row.split("(")[0]))


def operators():
    """Without those that write into out=, and without overloads for numbers alone of an operator that takes tensors."""
    rows = []
    for name in names_of_prelude():
        for schema in torch._C._jit_get_schemas_for_operator("aten::" + name):
            text = re.sub(r"\([\w|]+!?( -> \*)?\)|\(a -> \*\)", "", str(schema).split(") -> ")[0] + ")")
            text = text.removeprefix("aten::")
            is_plain = not re.search(r"Dict\(|\bt\b|out[0-9]?\)", text)
            rows += [text] if is_plain else []
    of_tensors = {re.split(r"[.(]", row)[0] for row in rows if "Tensor" in row}
    rows = [row for row in rows if "Tensor" in row or re.split(r"[.(]", row)[0] not in of_tensors]
    rows = sorted(set(rows), key=lambda row: (row.split("(")[0], row))
    return HEAD_OF_OPERATORS + "".join(f"SCHEMA({json.dumps(row)})\n" for row in rows)


if __name__ == "__main__":
    TABLE.write_text(table())
    OPERATORS.write_text(operators())
