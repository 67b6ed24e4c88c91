"""PYAOT_RECORD: the calls of a module that ran as Python, as lines of a calls file. pyaot_stub.py loads this.

A profile function sees each function of the module begin, with its arguments: those that no variant fits, that have
segments, and that nothing was compiled of. What runs compiled has no frame, and nothing is changed for what runs. How
an object was made is what the __init__ of its class began with. Calls that differ in sizes and numbers alone are one
line, in which sizes that varied are names: those that were always equal have one. Sizes of 0 and 1 are kinds of their
own, as tensors with them lie in memory and broadcast in their own way.
"""

import builtins
import enum
import fcntl
import functools
import inspect
import math
import os
import sys
import threading
import types
import weakref

_SIZE, _NUMBER = "\ue000", "\ue001"  # stand for them in the text of a kind of call; repr() never gives these characters
_NAMES = "BTNMKLPQRSUVWXYZ"
_GENERATOR = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_DEPTH = 6  # of containers and objects in one another
_SUFFIXES = {"float16": ".half()", "bfloat16": ".bfloat16()", "float32": ".float()", "float64": ".double()"}


class _Unwritten(Exception):
    """A value for which there is no notation; its text says which."""


class _Text:
    """What is written of one call: a text with places for sizes and numbers, and these."""

    def __init__(self):
        self.text, self.sizes, self.numbers = None, [], []
        self.has_tensor = self.has_grad = False

    def size(self, value):
        if value in (0, 1):
            return str(value)
        self.sizes.append(value)
        return _SIZE

    def number(self, value):
        self.numbers.append(value)
        return _NUMBER

    def add(self, other):
        self.sizes += other.sizes
        self.numbers += other.numbers
        return other.text


def _layout(value):
    """The shape of the row-major tensor that it is a permutation of, and the call that permutes it; its own else."""
    dims = range(value.dim())
    order = sorted(dims, key=lambda dim: -value.stride(dim))
    shape, step = [value.shape[dim] for dim in order], 1
    for dim in reversed(order):
        if value.shape[dim] != 1 and value.stride(dim) != step:
            return value.shape, ""
        step *= value.shape[dim]
    if value.is_contiguous():
        return value.shape, ""
    return shape, ".t()" if len(dims) == 2 else f".permute({', '.join(str(order.index(dim)) for dim in dims)})"


def _described(layer):
    return repr(layer), [(name, value.shape) for name, value in layer.state_dict().items()]


class Recorder:
    """Writes to `path`: a file, or a folder in which each module has one."""

    def __init__(self, path, name, namespace, dtypes, shims, log):
        self._path = os.path.join(path, f"{name}.calls") if os.path.isdir(path) or path.endswith(os.sep) else path
        self._globals, self._dtypes, self._shims, self._log = namespace, dtypes, shims, log
        self._kinds = {}  # text -> (numbers as they were first, every tuple of sizes)
        self._lines = {}  # text -> the line that was written for it
        self._made = {}  # id of an object -> (what refers to it, _Text of the call that made it, or why there is none)
        self._told = set()
        self._lock, self._own = threading.RLock(), threading.local()
        self._torch = sys.modules["torch"]

    def begin(self):
        self._next = sys.getprofile()  # that of another module, or of somebody who measures
        threading.setprofile(self._see)
        sys.setprofile(self._see)

    def _see(self, frame, event, argument):
        if self._next:
            self._next(frame, event, argument)
        if event != "call" or frame.f_globals is not self._globals or getattr(self._own, "busy", False):
            return
        code = frame.f_code
        if id(code) in self._shims or code.co_flags & _GENERATOR:
            return
        self._own.busy = True  # what is asked of values may run functions of the module
        try:
            if code.co_name == "__init__":
                self._see_made(frame)
            elif code.co_name == "__call__" or code.co_name[0] not in "_<":
                self._see_call(frame)
        except Exception as error:  # of what is asked of values: the program must not see it
            self._tell(code.co_qualname, f"{type(error).__name__}: {error}")
        finally:
            self._own.busy = False

    def _tell(self, qualname, problem):
        if qualname not in self._told:
            self._told.add(qualname)
            self._log(f"a call of {qualname} is not recorded: {problem}")

    # ---- objects

    def _see_made(self, frame):
        made = frame.f_locals.get(frame.f_code.co_varnames[0])
        if type(made).__module__ != self._globals.get("__name__") or self._is_known(made):
            return  # of other modules, or one that the __init__ of a class below calls this one for
        try:
            self._made[id(made)] = weakref.ref(made), self._made_by(made, frame)
        except TypeError:  # it has no place for a weak reference
            if len(self._made) < 10_000:
                self._made[id(made)] = (lambda: made), self._made_by(made, frame)

    def _is_known(self, made):
        return id(made) in self._made and self._made[id(made)][0]() is made

    def _made_by(self, made, frame):
        text = _Text()
        try:
            init = next(vars(c)["__init__"] for c in type(made).__mro__ if "__init__" in vars(c))
            text.text = f"{self._name_of(type(made))}({self._arguments(text, frame, init, 1, 0)})"
        except _Unwritten as problem:
            return str(problem)
        return text

    def _object(self, text, value):
        kind = type(value)
        if kind.__module__ != self._globals.get("__name__"):
            made = self._layer(text, value)
        elif not self._is_known(value):
            is_plain = kind.__init__ in (object.__init__, self._torch.nn.Module.__init__)
            if not is_plain or kind.__new__ is not object.__new__:
                raise _Unwritten(f"a {kind.__qualname__}, of which nobody has seen how it was made")
            made = f"{self._name_of(kind)}()"
        elif isinstance(self._made[id(value)][1], str):
            raise _Unwritten(f"a {kind.__qualname__} that was made with {self._made[id(value)][1]}")
        else:
            made = text.add(self._made[id(value)][1])
        if isinstance(value, self._torch.nn.Module):
            text.has_tensor = True
            text.has_grad |= any(p.requires_grad for p in value.parameters())
        return made + self._changes(value)

    def _changes(self, value):
        """What is done to a module once it is made."""
        if not isinstance(value, self._torch.nn.Module):
            return ""
        made, parameters = "", list(value.parameters())
        dtypes = {p.dtype for p in parameters if p.is_floating_point()}
        if len(dtypes) == 1 and self._torch.get_default_dtype() not in dtypes:
            made += _SUFFIXES.get(str(dtypes.pop()).removeprefix("torch."), "")
        if parameters and not any(p.requires_grad for p in parameters):
            made += ".requires_grad_(False)"
        return made if value.training else f"{made}.eval()"

    def _layer(self, text, value):
        """A module of torch: as it describes itself, where that makes the same."""
        kind, nn = type(value), self._torch.nn
        if not kind.__module__.startswith("torch.nn.") or not isinstance(value, nn.Module):
            raise _Unwritten(f"a {kind.__module__}.{kind.__qualname__}")
        name = self._name_of(kind)
        same = self._changes(value)  # are done to its children, too
        children = {key: self._object(text, child).removesuffix(same) for key, child in value.named_children()}
        if kind is nn.ModuleDict:
            return f"{name}({{{', '.join(f'{key!r}: {child}' for key, child in children.items())}}})"
        if kind in (nn.Sequential, nn.ModuleList) and list(children) == [str(i) for i in range(len(children))]:
            inner = ", ".join(children.values())
            return f"{name}({inner})" if kind is nn.Sequential else f"{name}([{inner}])"
        described = value.extra_repr()
        try:
            with self._torch.device("meta"):  # it takes no random numbers, nor memory
                other = eval(f"kind({described})", {"kind": kind})
        except Exception:
            other = None
        if children or other is None or _described(other) != _described(value):
            raise _Unwritten(f"a {kind.__module__}.{kind.__qualname__}, of which nobody has seen how it was made")
        return f"{name}({described})"

    # ---- calls

    def _see_call(self, frame):
        qualname = frame.f_code.co_qualname
        try:
            text = _Text()
            line = self._call(text, qualname, frame)
        except _Unwritten as problem:
            self._tell(qualname, problem)
            return
        is_trained = text.has_grad and self._torch.is_grad_enabled()  # compiled code would not run
        if line and text.has_tensor and not is_trained:
            self._note(line, text)

    def _call(self, text, qualname, frame):
        """None: it is no function that a call line could name."""
        owner, found = None, self._globals
        for part in qualname.split("."):
            owner, found = found, (found if isinstance(found, dict) else vars(found)).get(part)
            if not isinstance(found, (type, types.FunctionType, staticmethod, classmethod)):
                return None
        name = qualname.rpartition(".")[2]
        function = inspect.unwrap(found.__func__ if isinstance(found, (staticmethod, classmethod)) else found)
        if not isinstance(function, types.FunctionType):
            return None
        if isinstance(found, staticmethod) or not isinstance(owner, type):
            return f"{qualname}({self._arguments(text, frame, function, 0, 0)})"
        receiver = frame.f_locals[frame.f_code.co_varnames[0]] if frame.f_code.co_argcount else None
        if isinstance(found, classmethod):
            callee = f"{self._name_of(receiver)}.{name}"
        elif getattr(type(receiver), name, None) is not found:
            return None  # a class below has another, which calls this one
        else:
            is_call = name == "__call__" or (name == "forward" and isinstance(receiver, self._torch.nn.Module))
            callee = self._value(text, receiver, 0) + ("" if is_call else f".{name}")
        return f"{callee}({self._arguments(text, frame, function, 1, 0)})"

    def _arguments(self, text, frame, function, first, depth):
        """Without the defaults."""
        code, values = frame.f_code, frame.f_locals
        names, count = code.co_varnames, code.co_argcount
        end = count + code.co_kwonlyargcount
        rest = values[names[end]] if code.co_flags & inspect.CO_VARARGS else ()
        more = (
            values[names[end + bool(code.co_flags & inspect.CO_VARARGS)]]
            if code.co_flags & inspect.CO_VARKEYWORDS
            else {}
        )
        defaults = dict(zip(reversed(names[:count]), reversed(function.__defaults__ or ())))
        defaults.update(function.__kwdefaults__ or {})

        def is_default(name):
            return name in defaults and values[name] is defaults[name]

        given = first  # as positions: up to the first default, where the others may be keywords
        while given < count and (rest or given < code.co_posonlyargcount or not is_default(names[given])):
            given += 1
        parts = [self._value(text, values[name], depth) for name in names[first:given]]
        parts += [self._value(text, value, depth) for value in rest]
        named = {name: values[name] for name in names[given:end] if not is_default(name)}
        named.update(more)
        return ", ".join(parts + [f"{name}={self._value(text, value, depth)}" for name, value in named.items()])

    # ---- values

    def _value(self, text, value, depth):
        kind, torch = type(value), self._torch
        if depth > _DEPTH:
            raise _Unwritten("a value that is nested deeply")
        if kind in (torch.Tensor, torch.nn.Parameter):
            return self._tensor(text, value)
        if value is None or kind in (bool, str):
            return repr(value)
        if kind is int:
            return text.number(value)
        if kind is float:
            return text.number(value) if math.isfinite(value) else f"float('{value}')"
        if kind in (list, tuple, torch.Size):
            inner = ", ".join(self._value(text, item, depth + 1) for item in value)
            return f"[{inner}]" if kind is list else f"({inner}{',' if len(value) == 1 else ''})"
        if kind is dict:
            items = ((self._value(text, k, depth + 1), self._value(text, v, depth + 1)) for k, v in value.items())
            return f"{{{', '.join(f'{key}: {item}' for key, item in items)}}}"
        if isinstance(value, enum.Enum):
            return f"{self._name_of(kind)}.{value.name}"
        if isinstance(value, tuple) and hasattr(kind, "_fields"):
            return f"{self._name_of(kind)}({', '.join(self._value(text, item, depth + 1) for item in value)})"
        if kind is torch.device:
            return f"{self._name_of(torch)}.device({str(value)!r})"
        if kind is slice:
            return f"slice({', '.join(self._value(text, n, depth + 1) for n in (value.start, value.stop, value.step))})"
        if kind is functools.partial:
            given = [self._value(text, item, depth + 1) for item in (value.func, *value.args)]
            given += [f"{name}={self._value(text, item, depth + 1)}" for name, item in value.keywords.items()]
            return f"{self._name_of(kind)}({', '.join(given)})"
        if isinstance(value, (torch.dtype, type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType)):
            return self._name_of(value)
        return self._object(text, value)

    def _tensor(self, text, value):
        dtype = self._dtypes.get(str(value.dtype).removeprefix("torch."))
        if dtype is None or value.layout is not self._torch.strided or value.device.type != "cpu":
            raise _Unwritten(f"a tensor of {value.dtype}, {value.layout}, on {value.device}")
        text.has_tensor = True
        text.has_grad |= value.requires_grad
        shape, permuted = _layout(value)
        grad = ".requires_grad_()" if value.requires_grad else ""
        return f"{dtype}[{', '.join(map(text.size, shape))}]{permuted}{grad}"

    def _name_of(self, value):
        """What the module calls it, or an attribute of a module that it has imported, or of a part of that."""
        qualname = getattr(value, "__qualname__", None)  # modules and dtypes have none
        if qualname and value.__module__ == self._globals.get("__name__") and "<" not in qualname:
            return qualname
        name = getattr(value, "__name__", str(value)).rpartition(".")[2]  # torch.float32
        for known, other in self._globals.items():
            if other is value:
                return known
        if vars(builtins).get(name) is value and name not in self._globals:
            return name
        modules = [(known, other) for known, other in self._globals.items() if isinstance(other, types.ModuleType)]
        for known, other in modules:
            if vars(other).get(name) is value:
                return f"{known}.{name}"
        home = getattr(value, "__module__", None) or ""
        for known, other in modules:
            parts = home.removeprefix(f"{other.__name__}.").split(".") if home.startswith(f"{other.__name__}.") else []
            for part in parts:
                known, other = f"{known}.{part}", getattr(other, part, None)
                if getattr(other, name, None) is value:
                    return f"{known}.{name}"
        raise _Unwritten(f"{name or value!r}, for which the module has no name")

    # ---- lines

    def _note(self, line, text):
        with self._lock:
            numbers, seen = self._kinds.setdefault(line, (text.numbers, {}))
            if tuple(text.sizes) in seen:
                return
            seen[tuple(text.sizes)] = None
            written = "+" + self._with_sizes(line, numbers, list(seen))
            if written != self._lines.get(line):
                self._write(self._lines.get(line), written)
                self._lines[line] = written

    def _with_sizes(self, line, numbers, seen):
        names = {}  # what a size was in each call -> its name
        free = (name for name in [*_NAMES, *(f"n{i}" for i in range(1000))] if name not in self._globals)
        sizes, values = iter(zip(*seen)), iter(numbers)
        result = []
        for char in line:
            if char == _SIZE:
                column = next(sizes)
                is_fixed = len(set(column)) == 1
                char = str(column[0]) if is_fixed else names.get(column) or names.setdefault(column, next(free))
            result.append(repr(next(values)) if char == _NUMBER else char)
        return "".join(result)

    def _write(self, before, line):
        """In the place of the line of this kind that is there, or behind all others."""
        try:
            with builtins.open(self._path, "a+", encoding="utf-8") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                file.seek(0)
                lines = file.read().splitlines()
                if line in lines:
                    return
                if before not in lines:
                    file.write(line + "\n")
                    return
                lines[lines.index(before)] = line
                file.truncate(0)
                file.write("".join(f"{text}\n" for text in lines))
        except OSError as error:
            self._log(f"{self._path}: {error}")
