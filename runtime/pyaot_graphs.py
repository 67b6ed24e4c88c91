"""Graphs that graph back ends run; a copy lies in an output folder that has some.

NAME_graphs.py holds a function for each graph of the build, over torch and numbers. When one is first called for the
sizes and numbers at hand, it becomes a torch.fx.GraphModule in which these are constants, and the back end that was
named at build time makes a callable of that:

    debug               prints the graph as a table, and runs it node by node; debug:values prints its values too
    torch_fx:NAME       NAME(graph_module, example_inputs) -> callable, where NAME is an import path, or a name under
                        which torch.compile has a back end
    torch_fx:core_aten:NAME   the same, the graph decomposed to Core ATen first

A graph that comes with more sizes and numbers than SIZES goes through torch.compile(dynamic=True), which makes them
symbols in what the back end sees.

What it returns is brought into tensors of their own. A back end that raises when it is asked for a callable is out for
that graph: the next variant runs, at last Python. An exception of the callable itself is one of that call alone.
"""

import ast
import importlib
import operator
import sys

import torch

SIZES = 4  # combinations of sizes and numbers for which a graph is made of its own
LIMIT = 64  # graphs with symbols: sizes of 0 and 1, types of numbers and what the back end decides by sizes part them

_OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}  # fmt: skip


# ---- from text to torch.fx -------------------------------------------------------------------------------------------


class _Reader:
    """Makes the graph of one function. `values` are its arguments: tensors become placeholders, the rest constants."""

    def __init__(self, definition, lines, values):
        self._lines, self._graph, self._names = lines, torch.fx.Graph(), {}
        for parameter, value in zip(definition.args.args, values, strict=True):
            tensor = isinstance(value, torch.Tensor)
            self._names[parameter.arg] = self._graph.placeholder(parameter.arg) if tensor else value
        for statement in definition.body:
            if isinstance(statement, ast.Assign):
                self._assign(statement)
            elif isinstance(statement, ast.Return):
                self._graph.output(self._value(statement.value))

    def module(self):
        self._graph.lint()
        return torch.fx.GraphModule(torch.nn.Module(), self._graph)

    def _assign(self, statement):
        value = self._value(statement.value)
        self._names[statement.targets[0].id] = value
        place = self._lines[statement.lineno - 1].rpartition("  # ")[2].rpartition(":")
        if isinstance(value, torch.fx.Node):
            value._rename(statement.targets[0].id)
            if place[0]:
                value.meta["stack_trace"] = f'File "{place[0]}", line {place[2]}'

    def _value(self, e):
        if isinstance(e, ast.Constant):
            return e.value
        if isinstance(e, ast.Name):
            return self._names[e.id]
        if isinstance(e, ast.List):
            return [self._value(item) for item in e.elts]
        if isinstance(e, ast.Tuple):
            return tuple(self._value(item) for item in e.elts)
        if isinstance(e, ast.UnaryOp):
            return -self._value(e.operand)
        if isinstance(e, ast.BinOp):
            return self._apply(_OPERATORS[type(e.op)], [self._value(e.left), self._value(e.right)], {})
        if isinstance(e, ast.Subscript):
            return self._apply(operator.getitem, [self._value(e.value), self._value(e.slice)], {})
        if isinstance(e, ast.Attribute):
            return self._dotted(e)
        return self._call(e)

    def _dotted(self, e):
        """torch.x.y"""
        return torch if isinstance(e, ast.Name) else getattr(self._dotted(e.value), e.attr)

    def _is_of_torch(self, e):
        while isinstance(e, ast.Attribute):
            e = e.value
        return isinstance(e, ast.Name) and e.id == "torch"

    def _call(self, e):
        args = [self._value(a) for a in e.args]
        kwargs = {k.arg: self._value(k.value) for k in e.keywords}
        if isinstance(e.func, ast.Name):  # min, max of numbers
            return self._apply({"min": min, "max": max}[e.func.id], args, kwargs)
        if self._is_of_torch(e.func):
            return self._graph.call_function(self._dotted(e.func), tuple(args), kwargs)
        return self._graph.call_method(e.func.attr, (self._value(e.func.value), *args), kwargs)

    def _apply(self, function, args, kwargs):
        if any(isinstance(a, torch.fx.Node) for a in args):
            return self._graph.call_function(function, tuple(args), kwargs)
        return function(*args, **kwargs)


# ---- back ends -------------------------------------------------------------------------------------------------------


def _find(name):
    """The callable that a name stands for: an import path, or a back end that torch.compile knows."""
    module, _, attribute = name.replace(":", ".").rpartition(".")
    if not module:
        return importlib.import_module("torch._dynamo.backends.registry").lookup_backend(name)
    found = getattr(importlib.import_module(module), attribute)
    if not callable(found):
        raise TypeError(f"{name} is not callable")
    return found


class _TorchFx:
    """A back end of torch.compile, with the graph as it is or decomposed to Core ATen."""

    def __init__(self, argument):
        self._decompose = argument.startswith("core_aten:")
        self._name = argument.removeprefix("core_aten:")

    def constant(self, module, inputs):
        """The callable for a graph whose sizes and numbers are constants."""
        if self._decompose:
            from torch._decomp import core_aten_decompositions
            from torch.fx.experimental.proxy_tensor import make_fx

            module = make_fx(module, decomposition_table=core_aten_decompositions(), tracing_mode="fake")(*inputs)
        return _find(self._name)(module, inputs)

    def symbolic(self, function):
        """The callable for any sizes and numbers."""
        backend = _find(self._name)
        if self._decompose:
            from functorch.compile import make_boxed_func
            from torch._decomp import core_aten_decompositions
            from torch._dynamo.backends.common import aot_autograd

            def boxed(module, inputs, named=backend):
                return make_boxed_func(named(module, inputs))

            backend = aot_autograd(fw_compiler=boxed, decompositions=core_aten_decompositions())
        return torch.compile(function, backend=backend, dynamic=True, fullgraph=True, recompile_limit=LIMIT)


class _Table(torch.fx.Interpreter):
    """Runs a graph node by node; says what each one is, and what it gave."""

    def __init__(self, module, with_values):
        super().__init__(module)
        self.rows, self._with_values = [], with_values

    def run_node(self, node):
        row = [node.op, node.name, _target_text(node), str(node.args), str(node.kwargs or "")]
        self.rows.append(row)
        try:
            result = super().run_node(node)
        except Exception as error:
            row += [f"{type(error).__name__}: {error}", ""]
            raise
        many = isinstance(result, (tuple, list))
        row.append(" ".join(_shape_text(r) for r in result) if many else _shape_text(result))
        row.append(" ".join(_dtype_text(r) for r in result) if many else _dtype_text(result))
        if self._with_values:
            row.append("; ".join(_values_text(r) for r in (result if many else [result])))
        return result

    def text(self, title):
        head = ["opcode", "name", "target", "args", "kwargs", "shape", "dtype"]
        rows = [head + ["values"] * self._with_values, *self.rows]
        widths = [max(len(row[i]) for row in rows if i < len(row)) for i in range(len(rows[0]))]
        lines = [
            "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=False)).rstrip() for row in rows
        ]
        return "\n".join([f"pyaot: graph {title}", *(f"  {line}" for line in lines)])


def _target_text(node):
    if node.op != "call_function":
        return str(node.target)
    if isinstance(node.target, torch._ops.OpOverload):
        return str(node.target)
    module = getattr(node.target, "__module__", None) or "torch"
    return f"{module.removeprefix('_').replace('torch._C._nn', 'torch')}.{node.target.__name__}"


def _shape_text(value):
    return str(list(value.shape)) if isinstance(value, torch.Tensor) else type(value).__name__


def _dtype_text(value):
    return str(value.dtype).removeprefix("torch.") if isinstance(value, torch.Tensor) else ""


def _values_text(value):
    if not isinstance(value, torch.Tensor):
        return repr(value)
    if value.numel() == 0 or value.is_complex():
        return "" if value.numel() == 0 else "complex"
    numbers = value.double()
    nan = int(numbers.isnan().sum())
    least, most, mean = (float(f(numbers)) for f in (torch.min, torch.max, torch.mean))
    return f"{least:.6g} to {most:.6g}, mean {mean:.6g}" + (f", {nan} NaN" if nan else "")


class _Debug:
    """Prints a table of each graph when it first runs; with "values", at each call."""

    def __init__(self, argument, title):
        self._with_values, self._title, self._shown = argument == "values", title, False

    def constant(self, module, inputs):
        return lambda *values: self._run(module, values)

    def _run(self, module, values):
        table = _Table(module, self._with_values)
        try:
            return table.run(*values)
        finally:
            if self._with_values or not self._shown:
                self._shown = True
                print(table.text(self._title), file=sys.stderr, flush=True)


# ---- calls -----------------------------------------------------------------------------------------------------------


def _key(value):
    if isinstance(value, torch.Tensor):
        return value.dtype, tuple(value.shape), value.stride()
    return type(value), repr(value)


def _own(tensor, seen):
    """The value as a plain tensor that shares no memory with those seen before."""
    if not isinstance(tensor, torch.Tensor) or tensor.layout != torch.strided or tensor.device.type != "cpu":
        raise TypeError(f"a graph returned {type(tensor).__name__} where it has a plain tensor of the CPU")
    if type(tensor) is not torch.Tensor:
        tensor = tensor.detach().as_subclass(torch.Tensor)
    tensor = tensor.detach() if tensor.requires_grad else tensor
    storage = tensor.untyped_storage()
    whole = storage.nbytes() == tensor.numel() * tensor.element_size()
    if not whole or tensor._is_view() or tensor.is_conj() or tensor.is_neg() or storage.data_ptr() in seen:
        tensor = tensor.resolve_conj().resolve_neg().clone()
    if tensor.numel():
        seen.add(tensor.untyped_storage().data_ptr())
    return tensor


class _Refused(Exception):
    """The back end does not take these sizes and numbers."""


class _Graph:
    """One graph in the hands of one back end."""

    def __init__(self, definition, file, lines, backend):
        self._definition, self._file, self._lines, self._backend = definition, file, lines, backend
        self._made, self._symbolic, self._count = {}, None, len(definition.body[-1].value.elts)
        self.problem, self.limited, self.fault = None, None, None  # of all calls, of other sizes, of the last bad call

    def _constant(self, values, tensors):
        made = self._backend.constant(_Reader(self._definition, self._lines, values).module(), tensors)
        if not callable(made):
            raise TypeError(f"a back end gave {type(made).__name__}, which cannot be called")
        return lambda values, tensors: made(*tensors)

    def _for_any(self):
        names = {"torch": torch}
        exec(compile(ast.Module([self._definition], []), self._file, "exec"), names)
        made = self._backend.symbolic(names[self._definition.name])

        def run(values, tensors):
            rest = iter(tensors)
            try:
                return made(*(next(rest) if isinstance(value, torch.Tensor) else value for value in values))
            except torch._dynamo.exc.TorchDynamoException as error:
                text = str(error).strip().partition("\n")[0]
                self.limited = (
                    f"more than {SIZES} combinations of sizes and numbers, and where they are symbols: {text}"
                )
                self._symbolic = None
                raise _Refused from error

        return run

    def _callable(self, values, tensors):
        """None: the back end does not run these."""
        key = tuple(map(_key, values))
        made = self._made.get(key) or self._symbolic
        if made or self.limited:
            return made
        try:
            if len(self._made) < SIZES:
                made = self._made[key] = self._constant(values, tensors)
            elif isinstance(self._backend, _Debug):  # nothing is compiled, so that others can go
                self._made.pop(next(iter(self._made)))
                made = self._made[key] = self._constant(values, tensors)
            else:
                made = self._symbolic = self._for_any()
        except Exception as error:
            self.problem = f"{type(error).__name__}: {error}"
        return made

    def run(self, values):
        """The results, or None: the back end does not run it."""
        if self.problem:
            return None
        tensors = [value.detach() for value in values if isinstance(value, torch.Tensor)]
        made = self._callable(values, tensors)
        if made is None:
            return None
        try:
            return self._results(made(values, tensors), tensors)
        except _Refused:
            return None
        except Exception as error:
            self.fault = f"a call failed: {type(error).__name__}: {error}"
            raise

    def _results(self, results, tensors):
        results = results if isinstance(results, (tuple, list)) else (results,)
        if len(results) != self._count:
            raise TypeError(f"a graph of {self._count} results returned {len(results)}")
        seen = {tensor.untyped_storage().data_ptr() for tensor in tensors if tensor.numel()}
        return tuple(_own(result, seen) for result in results)


class Graphs:
    """All graphs of a build: called with the number of a back end, the name of a graph and its arguments."""

    def __init__(self, file):
        with open(file, encoding="utf-8") as source:
            text = source.read()
        tree = ast.parse(text)
        self._file, self._lines = file, text.splitlines()
        self._definitions = {d.name: d for d in tree.body if isinstance(d, ast.FunctionDef)}
        named = next(s for s in tree.body if isinstance(s, ast.Assign) and s.targets[0].id == "BACKENDS")
        self.backends = ast.literal_eval(named.value)
        self._graphs = {}

    def __call__(self, backend, name, values):
        graph = self._graphs.get((backend, name))
        if graph is None:
            kind, _, argument = self.backends[backend].partition(":")
            way = _Debug(argument, name) if kind == "debug" else _TorchFx(argument)
            graph = _Graph(self._definitions[name], self._file, self._lines, way)
            self._graphs[backend, name] = graph
        with torch.no_grad():
            return graph.run(values)

    def problems(self):
        """{(back end, graph): why the back end does not run it, or not always}"""
        found = {(self.backends[b], name): g.problem or g.limited or g.fault for (b, name), g in self._graphs.items()}
        return {key: problem for key, problem in found.items() if problem}
