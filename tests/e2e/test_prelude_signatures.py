"""What a call of Python's own functions may look like: the prelude's functions and the tables of those in C take what Python's do."""

import ast
import builtins
import importlib
import inspect
import math
import pathlib
import re
import types

import pytest

ANALYSIS = pathlib.Path(__file__).resolve().parents[2] / "analysis"
MODULES = ["bisect", "copy", "functools", "itertools", "math", "operator"]
TABLES = {
    "builtin_functions": builtins,
    "builtin_iteration": builtins,
    "builtin_math": math,
    "dict_methods": dict,
    "frozenset_methods": frozenset,
    "list_methods": list,
    "set_methods": set,
    "str_methods": str,
    "tuple_methods": tuple,
}
NATIVE = (ANALYSIS / "ev_native.c").read_text()
AS_THEY_COME = ("NULL", '"*"')


def said_by(function):
    """The signature, where Python tells."""
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        return None


def shape(parameters):
    """What callers see: names that may be given as keywords, kinds, and whether there is a default."""
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [(p.name if p.kind in named else "", p.kind.name, p.default is not p.empty) for p in parameters]


def declared(parameters):
    scope = {}
    exec(f"def f({parameters}): pass", scope)
    return shape(inspect.signature(scope["f"]).parameters.values())


def without_defaults(arguments):
    arguments.defaults = [ast.Constant(None) for _ in arguments.defaults]
    arguments.kw_defaults = [default and ast.Constant(None) for default in arguments.kw_defaults]
    return ast.unparse(arguments)


@pytest.mark.parametrize("name", MODULES)
def test_functions_of_the_prelude(name):
    module = importlib.import_module(name)
    for node in ast.parse((ANALYSIS / "prelude" / f"{name}.py").read_text()).body:
        python = said_by(getattr(module, node.name, None)) if isinstance(node, ast.FunctionDef) else None
        if python:
            assert declared(without_defaults(node.args)) == shape(python.parameters.values()), node.name


def texts_of(table):
    return re.findall(r'"([^"]+)"', re.search(rf"{table}\[\] = \{{(.*?)\}};", NATIVE, re.S).group(1))


def names_of(path):
    for node in ast.parse(path.read_text()).body:
        yield from [node.name] if isinstance(node, ast.FunctionDef) else []
        yield from [t.id for t in getattr(node, "targets", []) if isinstance(t, ast.Name)]


@pytest.mark.parametrize("name", texts_of("native_modules"))
def test_functions_of_c(name):
    """Those of torch may have another of the same name in torch.nn.functional, whose own the prelude has there."""
    file = name.replace(".", "_")
    module = importlib.import_module(name if not name.startswith("torch_") else "torch")
    in_python = texts_of("in_python")
    for function in names_of(ANALYSIS / "prelude" / f"{file}.py"):
        is_plain = isinstance(getattr(module, function, None), types.FunctionType)
        assert not is_plain or function in in_python, function


def rows(table):
    for path in sorted(ANALYSIS.glob("builtins_*.c")):
        found = re.search(rf"^const Builtin {table}\[\] = \{{(.*?)^\}};", path.read_text(), re.S | re.M)
        if found:
            return re.findall(r'\{"(\w+)",\s*\w+,\s*(NULL|"[^"]*")\}', found.group(1))
    raise AssertionError(f"no table {table}")


@pytest.mark.parametrize("table", TABLES)
def test_tables_in_c(table):
    owner = TABLES[table]
    for name, parameters in rows(table):
        function = getattr(owner, name)
        python = said_by(function)
        if parameters in AS_THEY_COME or name == "__init__" or not python:
            continue
        is_method = isinstance(owner, type) and not isinstance(owner.__dict__[name], staticmethod)
        expected = list(python.parameters.values())[is_method:]
        assert declared(parameters[1:-1]) == shape(expected), name
