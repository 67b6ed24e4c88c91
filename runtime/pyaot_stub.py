"""The Python half of the run time of code that pyaot generates; a copy lies in each output folder.

A generated stub loads this file by path under a name of its own and calls open(), which loads the extension beside it,
checks that both were made for this source, this PyTorch and these inlined files, and gives the object whose decorators
put compiled code in place:

    entry(i)       on a raw function: the same function object then runs entry i
    segment(i)     on the Python twin of a segment: gives the callable that the segmented function calls
    begin(i)       what a function calls first whose first segment i need not run exactly once in each call
    segmented(f)   on a raw function whose segments f calls in order: the same function object then runs as f
    ready()        at the end of the stub

If the extension is missing or a check fails there is one warning, and everything runs as the Python that it was.

Environment: PYAOT_LOGS=guards,misses,graph_breaks  PYAOT_ON_MISS=eager|warn|error  PYAOT_VERIFY=1
PYAOT_RECORD=FILE (see pyaot_record.py)  PYAOT_PORTABLE=1 (reach PyTorch through its public interfaces only).
"""

import ast
import builtins
import importlib.machinery
import importlib.util
import inspect
import itertools
import linecache
import os
import re
import sys
import types
import warnings


class VerificationError(AssertionError):
    """A compiled variant and its Python twin differ (PYAOT_VERIFY=1)."""


class MissError(RuntimeError):
    """No compiled variant fits a call (PYAOT_ON_MISS=error)."""


def open(stub_file, stub_globals, name, source_hash):
    """Binds the stub that is being executed to its extension; source_hash is that of the file that was compiled."""
    native, problem = _load_extension(stub_file, name, source_hash)
    build = None
    if native:
        try:
            build = _Build(native, stub_globals, stub_file, sys._getframe(1).f_code)
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
    if build is None:
        warnings.warn(f"pyaot: {stub_file} runs as plain Python: {problem}", RuntimeWarning, stacklevel=3)
        build = _PlainPython()
    stub_globals["__pyaot__"] = build.monitor
    return build


def _load_extension(stub_file, name, source_hash):
    """(extension module, None), or (None, what is wrong)."""
    path = _beside(stub_file, f"_{name}_pyaot.abi3.so")
    if not os.path.exists(path):
        return None, f"{path} is missing"
    import torch  # The extension shares the thread pool of the OpenMP library that torch brings: torch first.

    try:
        module_name = "".join(
            chr(byte) if chr(byte).isalnum() and byte < 128 else "_" for byte in f"_{name}_pyaot".encode()
        )
        loader = importlib.machinery.ExtensionFileLoader(module_name, path)
        spec = importlib.util.spec_from_file_location(module_name, path, loader=loader)
        native = importlib.util.module_from_spec(spec)
        loader.exec_module(native)
        built_name, built_hash, built_torch, files = native.module()
    except Exception as error:
        return None, f"{path} cannot be loaded: {error}"
    if built_name != name or built_hash != source_hash:
        return None, f"{path} was built from another version of the source; build it again"
    running = torch.__version__.partition("+")[0]
    if built_torch and built_torch != running:
        return None, f"{path} was built for PyTorch {built_torch}, this is {running}; build it again"
    for module, expected in files:
        if _hash_of_module(native, module) != expected:
            return None, f"{module}, which was compiled into {path}, has changed since; build it again"
    return native, None


_GRAPH_BACKENDS = ("debug", "torch_fx")  # that run as Python


def _beside(stub_file, name):
    return os.path.join(os.path.dirname(os.path.abspath(stub_file)), name)


def _load_beside(stub_file, name, part):
    """Another file of the run time, that few need."""
    spec = importlib.util.spec_from_file_location(f"_{name}_{part}", _beside(stub_file, f"{part}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _spec_of(module):
    """Where a module would be imported from; neither it nor its packages need to have been."""
    package = module.rpartition(".")[0]
    path = getattr(sys.modules.get(package), "__path__", None)
    if package and path is None:
        path = _spec_of(package).submodule_search_locations
    return importlib.machinery.PathFinder.find_spec(module, path)


def _hash_of_module(native, module):
    """None: there is no such file, or the module that has the name is made of none."""
    try:
        found = sys.modules.get(module)
        file = getattr(found, "__file__", None)
        with builtins.open(file or _spec_of(module).origin, "rb") as source:
            text = source.read()
        is_its_own = file or found is None or b"sys.modules" in text  # the last: it puts an object in its place
        return native.fnv(text) if is_its_own else None
    except Exception:
        return None


_HAS_ARGS, _HAS_KEYWORDS = 0x04, 0x08  # code flags: *args, **kwargs
_NOT_PLAIN = 0x20 | 0x80 | 0x100 | 0x200  # generator, coroutine, iterable coroutine, asynchronous generator


# ---- putting compiled code in place ----------------------------------------------------------------------------------


def _parameters(code):
    """Names of its parameters: (positional only, positional, keyword only, *args or None, **kwargs or None)."""
    names = code.co_varnames
    end = code.co_argcount + code.co_kwonlyargcount
    args = names[end] if code.co_flags & _HAS_ARGS else None
    keywords = names[end + (args is not None)] if code.co_flags & _HAS_KEYWORDS else None
    positional = names[: code.co_argcount]
    return (
        positional[: code.co_posonlyargcount],
        positional[code.co_posonlyargcount :],
        names[code.co_argcount : end],
        args,
        keywords,
    )


def _signature_text(code):
    only, positional, keyword, args, keywords = _parameters(code)
    parts = [*only, *(["/"] if only else []), *positional]
    if args or keyword:
        parts.append(f"*{args}" if args else "*")
    parts += keyword
    if keywords:
        parts.append(f"**{keywords}")
    return ", ".join(parts)


def _all_names(code):
    only, positional, keyword, args, keywords = _parameters(code)
    return [*only, *positional, *keyword, *([args] if args else []), *([keywords] if keywords else [])]


def _compile_function(text, free):
    """The code object of the `def` in text, with the free variables `free`."""
    if free:
        body = "".join(f"    {line}\n" for line in text.splitlines())
        text = f"def factory({', '.join(free)}):\n{body}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # A constant is called: the place that the entry takes.
        module = compile(text, "<pyaot>", "exec", dont_inherit=True)
    code = next(c for c in module.co_consts if isinstance(c, types.CodeType))
    return next(c for c in code.co_consts if isinstance(c, types.CodeType)) if free else code


_PLACE = "<pyaot: entry>"
_IS_TRACED = "__pyaot_is_traced__"  # a global of stubs


_shims = set()  # ids of what _shim() has given, which have the name and place of a function and are not it


def _shim(code, target, is_own, with_cells=False):
    """A code object with the signature, names and place of `code` that hands all parameters to target: the name of a
    global, or an object that becomes a constant. with_cells: the closure of the function comes before them.
    is_own: its globals are the stub's, where _IS_TRACED tells whether Dynamo traces the call. It then finds a function
    of `code`: it cannot read target, and torch.cond() and the like refuse functions that Dynamo cannot read. So do
    functions that the program has made of the shim with globals that know nothing of the stub."""
    called = target if isinstance(target, str) else repr(_PLACE)
    free = f"({', '.join(code.co_freevars)},)" if code.co_freevars else "None"
    cells = [f"(lambda: {free}).__closure__"] if with_cells else []
    result = f"{called}({', '.join([*cells, *_all_names(code)])})"
    if is_own:
        plain = f"(lambda {_signature_text(code)}: {free})({_given(code)})"
        text = f"    try: {_IS_TRACED}\n    except NameError: pass\n"
        text += f"    else: return {plain} if {_IS_TRACED}() else {result}\n    return {plain}\n"
    else:
        text = f"    return {result} if True else {free}\n" if code.co_freevars else f"    return {result}\n"
    shim = _compile_function(f"def shim({_signature_text(code)}):\n{text}", code.co_freevars)
    constants = [target if constant == _PLACE else constant for constant in shim.co_consts]
    if is_own:
        constants = [code if isinstance(constant, types.CodeType) else constant for constant in constants]
    shim = shim.replace(
        co_consts=tuple(constants),
        co_filename=code.co_filename,
        co_name=code.co_name,
        co_qualname=code.co_qualname,
        co_firstlineno=code.co_firstlineno,
        co_linetable=_one_line(len(shim.co_code) // 2),
    )
    _shims.add(id(shim))
    return shim


def _one_line(instructions):
    """The line table of code that stands where its `def` does (see Objects/locations.md of CPython)."""
    most = 8  # of an entry, which says: no columns, the line before
    counts = [most] * (instructions // most) + [instructions % most] * (instructions % most > 0)
    return b"".join(bytes([128 | 13 << 3 | count - 1, 0]) for count in counts)


def _yields(node):
    """Those of a function, in the order of the source, without those of functions in it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Yield):
            yield child
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.GeneratorExp)):
            yield from _yields(child)


def _once(name, first, others):
    """`first` in the first iteration of a loop, `others` in all further ones."""
    begun = ast.Assign([ast.Name(name, ast.Store())], ast.Constant(False))
    return [ast.If(ast.Name(name, ast.Load()), [begun, *first], others)]


def _rest_of_block(block, wanted, loops):
    """The statements of a block from the yield on, at which it waits first; None: it is not there. loops: the names of
    those around it, from the outermost inwards, with whether each is a `for`; this adds to it."""
    for place, node in enumerate(block):
        if isinstance(node, (ast.Expr, ast.Assign)) and node.value is wanted:
            waits = ast.Yield(None)
            first = ast.Expr(waits) if isinstance(node, ast.Expr) else ast.Assign(node.targets, waits)
            return [first, *block[place + 1 :]]
        inner = None
        if isinstance(node, ast.If):
            inner = _rest_of_block(node.body, wanted, loops) or _rest_of_block(node.orelse, wanted, loops)
        elif isinstance(node, (ast.While, ast.For)):
            name = f"__pyaot_loop_{len(loops)}"
            loops.append((name, isinstance(node, ast.For)))
            inner = _rest_of_block(node.body, wanted, loops)
            if inner is None:
                loops.pop()
                inner = _rest_of_block(node.orelse, wanted, loops)
            elif isinstance(node, ast.While):
                test = ast.BoolOp(ast.Or(), [ast.Name(name, ast.Load()), node.test])
                inner = [ast.While(test, _once(name, inner, node.body), node.orelse)]
            else:
                bound = ast.Assign([node.target], ast.Name(f"{name}_item", ast.Load()))
                target, rest = ast.Name(f"{name}_item", ast.Store()), ast.Name(f"{name}_rest", ast.Load())
                inner = [ast.For(target, rest, _once(name, inner, [bound, *node.body]), node.orelse)]
        if inner is not None:
            return [*inner, *block[place + 1 :]]
    return None


def _rest_of_generator(code, namespace, ordinal, variables):
    """The code of a generator function that begins at a yield of the one with this code."""
    tree = ast.parse("".join(linecache.getlines(code.co_filename, namespace)))
    node = next(
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name
        if min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]) == code.co_firstlineno
    )
    wanted = sorted(_yields(node), key=lambda found: (found.lineno, found.col_offset))[ordinal]
    loops = []
    body = _rest_of_block(node.body, wanted, loops)
    parameters = [*variables, *(f"{name}_rest" for name, is_for in loops if is_for)]
    lines = [f"    {name} = True" for name, _ in loops]
    rest = ast.parse("\n".join([f"def {code.co_name}({', '.join(parameters)}):", *lines, "    pass"])).body[0]
    rest.body += [ast.If(ast.Constant(False), node.body, []), *body]  # all of it: the same names are local
    if code.co_freevars:
        factory = ast.parse(f"def factory({', '.join(code.co_freevars)}): pass").body[0]
        factory.body = [rest]
        rest = factory
    made = compile(ast.fix_missing_locations(ast.Module([rest], [])), code.co_filename, "exec", dont_inherit=True)
    for _ in range(1 + bool(code.co_freevars)):
        made = next(c for c in made.co_consts if isinstance(c, types.CodeType))
    return made.replace(co_qualname=code.co_qualname)


def _twin_of(function, module_globals=None):
    """A function of its own that does the same, with other globals if they are given."""
    module_globals = function.__globals__ if module_globals is None else module_globals
    twin = types.FunctionType(
        function.__code__, module_globals, function.__name__, function.__defaults__, function.__closure__
    )
    twin.__kwdefaults__ = function.__kwdefaults__
    twin.__qualname__ = function.__qualname__
    twin.__module__ = function.__module__
    return twin


def _given(code):
    """The arguments of a call that hands each parameter of `code` on."""
    only, positional, keyword, args, keywords = _parameters(code)
    given = [*only, *positional, *([f"*{args}"] if args else []), *(f"{name}={name}" for name in keyword)]
    return ", ".join(given + ([f"**{keywords}"] if keywords else []))


def _by_position(twin):
    """twin as a callable that takes every parameter of its signature as a position (*args a tuple, **kwargs a dict)."""
    code = twin.__code__
    _, _, keyword, args, keywords = _parameters(code)
    if not (keyword or args or keywords):
        return twin
    text = f"def adapter({', '.join(_all_names(code))}):\n    return {_PLACE!r}({_given(code)})\n"
    adapter = _compile_function(text, ())
    adapter = adapter.replace(
        co_consts=tuple(twin if constant == _PLACE else constant for constant in adapter.co_consts)
    )
    return types.FunctionType(adapter, {}, code.co_name)


def _with_cells(code, module_globals):
    """A callable that takes a closure, then every parameter of `code` as a position, and runs the code with it."""
    text = f"def adapter({', '.join(['_pyaot_cells', *_all_names(code)])}):\n"
    text += f"    return {_PLACE!r}(_pyaot_cells)({_given(code)})\n"

    def twin(cells):
        return types.FunctionType(code, module_globals, code.co_name, None, cells)

    adapter = _compile_function(text, ())
    constants = tuple(twin if constant == _PLACE else constant for constant in adapter.co_consts)
    return types.FunctionType(adapter.replace(co_consts=constants), {}, code.co_name)


def _renamed(code, old, new):
    """The code as if its function, and those defined in it, were written in a function called `new`."""
    constants = tuple(_renamed(c, old, new) if isinstance(c, types.CodeType) else c for c in code.co_consts)
    return code.replace(co_consts=constants, co_qualname=new + code.co_qualname.removeprefix(old))


def _begin_at(code, first):
    """The code with `first` as the line of its `def`. Where its own lines are stays: lines are counted from the first
    one, so the first step is changed (see Objects/locations.md of CPython)."""
    table, at = code.co_linetable, 0
    while at < len(table) and (table[at] >> 3) & 15 == 15:  # instructions without a line
        at += 1
    end = at + 1
    while end < len(table) and table[end] < 128:
        end += 1
    if at == len(table):
        return code.replace(co_firstlineno=first)
    kind, step = (table[at] >> 3) & 15, 0
    if kind >= 13:  # a number with a sign, six bits in each byte
        number = sum((byte & 63) << 6 * i for i, byte in enumerate(table[at + 1 : end][: _number_size(table, at + 1)]))
        step = -(number >> 1) if number & 1 else number >> 1
    elif kind >= 10:
        step = kind - 10
    step += code.co_firstlineno - first
    number, digits = (-step << 1) | 1 if step < 0 else step << 1, []
    while number > 63:
        digits.append(64 | (number & 63))
        number >>= 6
    entry = bytes([128 | 13 << 3 | (table[at] & 7), *digits, number])
    return code.replace(co_firstlineno=first, co_linetable=table[:at] + entry + table[end:])


def _number_size(table, at):
    size = 1
    while table[at + size - 1] & 64:
        size += 1
    return size


def _codes_by_name(code, found):
    """Qualified name -> code objects of the functions in `code`, as they are in the text."""
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found.setdefault(constant.co_qualname, []).append(constant)
            _codes_by_name(constant, found)
    return found


def _texts_in(constants, found):
    """Text -> the one object that constants of it are in all functions of a module."""
    for constant in constants:
        if isinstance(constant, str):
            found.setdefault(constant, constant)
        elif isinstance(constant, (tuple, frozenset)):
            _texts_in(constant, found)
        elif isinstance(constant, types.CodeType):
            _texts_in(constant.co_consts, found)
    return found


def _can_swap(function):
    return isinstance(function, types.FunctionType) and not function.__code__.co_flags & _NOT_PLAIN


_TRACING = rb"\bcond *\(|\b(while_loop|associative_scan|control_flow|_higher_order_ops|flex_attention)\b"


def _is_told_to_trace(stub_file):
    """Does the module call what hands its functions to Dynamo? Then its segments are functions that Dynamo can read; to
    others that is one more frame at each call."""
    with builtins.open(stub_file, "rb") as text:
        return re.search(_TRACING, text.read())


class _Build:
    """One stub bound to its extension."""

    def __init__(self, native, stub_globals, stub_file, stub_code):
        self._native, self._globals, self._bound = native, stub_globals, {}
        self._code, self._codes = stub_code, None
        self._segments = {}  # of the function that comes next, by their names: the Python of each
        self._local = {}  # code of a function inside another one that is an entry -> what runs in its place
        self._local_entries = None
        self._rests = {}  # see resumed()
        self._calls = {}  # see _call_at()
        self._published = 0  # see _publish()
        stub_globals[_IS_TRACED] = sys.modules["torch"].compiler.is_dynamo_compiling
        self._may_be_traced = _is_told_to_trace(stub_file)
        owner = sys.modules.get(stub_globals.get("__name__"))
        self._state = native.open(
            stub_globals,
            owner if getattr(owner, "__dict__", None) is stub_globals else None,
            bool(os.environ.get("PYAOT_PORTABLE")),
            self._make_function,
            self._warn,
            self._find_literals,
        )
        self.graphs, name = None, native.module()[0]
        self._verify = os.environ.get("PYAOT_VERIFY", "") not in ("", "0")
        self.monitor = Monitor(native, self._state, self)
        if any((row["backend"] or "").partition(":")[0] in _GRAPH_BACKENDS for row in self.monitor.variants()):
            graphs = _load_beside(stub_file, name, "pyaot_graphs")
            self.graphs = graphs.Graphs(_beside(stub_file, f"{name}_graphs.py"))
            native.graphs(self._state, self.graphs)
        logs = _words_of("PYAOT_LOGS", "", ("guards", "misses", "graph_breaks"))
        self._misses = _MissReporter(self.monitor, stub_file, logs)
        if self._misses.wanted:
            native.listen(self._state, self._misses)
        for guard in self.monitor.guards() if "guards" in logs else ():
            place = f" (line {guard['line']})" if guard["line"] else ""  # 0: the call itself needs it
            _log(f"guard {guard['variant']}: {guard['guard']}{place}")
        if os.environ.get("PYAOT_RECORD") and not self._verify:  # that runs the Python of all
            record = _load_beside(stub_file, name, "pyaot_record").Recorder
            record(os.environ["PYAOT_RECORD"], name, stub_globals, _DTYPES, _shims, _log).begin()

    def _callable(self, index, twin):
        fallback = _by_position(twin)
        self._misses.names[index] = twin.__code__.co_varnames
        cells = twin.__code__.co_freevars, twin.__closure__ or ()
        home = twin.__globals__, lambda place: _by_position(_twin_of(twin, place))
        bound = self._native.bind(self._state, index, fallback, *cells, *(() if self._verify else home))
        self._bound[index] = bound
        if not self._verify or not self._native.repeatable(self._state, index):
            return bound
        own = bool(twin.__code__.co_flags & _HAS_KEYWORDS)  # The dict of **kwargs belongs to the call.
        return _Verifier(self._native, bound, fallback, self.monitor.names(index), own)

    def _make_function(self, qualname, defaults, keyword_defaults, cells, attributes, annotations):
        """A function that the program defines inside another one; cells: by the names of its free variables."""
        if self._codes is None:
            self._codes = _codes_by_name(self._code, {})
        (code,) = self._codes[qualname]
        closure = tuple(cells[name] for name in code.co_freevars)
        if self._local_entries is None:
            rows = enumerate(self._native.tables(self._state)[1])
            self._local_entries = {row[0]: index for index, row in rows if "<locals>" in row[0] and row[1] == 0}
        function = types.FunctionType(code, self._globals, code.co_name, defaults, closure)
        if qualname in self._local_entries:  # after the function has its docstring from its own code
            function.__code__ = self._local_code(self._local_entries[qualname], code)
        function.__kwdefaults__ = keyword_defaults
        function.__dict__.update(attributes or {})
        if annotations:
            function.__annotations__ = annotations
        return function

    def _find_literals(self):
        return _texts_in(self._code.co_consts, {})

    def _warn(self, message, category, module, line, text, above):
        """warnings.warn() as the program calls it: at a line of a module, or as many frames above the entry. Without
        a category the message is a call of torch that gives the warning."""
        if above:
            return warnings.warn(message, category, stacklevel=above + 2)
        place = self._globals if module is None else vars(sys.modules[module])
        file = place.get("__file__") or "<sys>"
        if module is None:  # the stub has all lines of the source, further down
            found = (n for n, row in enumerate(linecache.getlines(file), 1) if n >= line and row.rstrip("\r\n") == text)
            line = next(found, line)
        if category is None:
            return self._call_at(message, file, line, place)
        registry = place.setdefault("__warningregistry__", {})
        return warnings.warn_explicit(message, category, file, line, place.get("__name__"), registry, place)

    def _call_at(self, expression, file, line, variables):
        """Evaluates a call of torch as if it stood in that line of the module that has these variables."""
        key = expression, file, line
        if key not in self._calls:
            call = ast.parse(expression, mode="eval")
            self._calls[key] = compile(ast.increment_lineno(call, line - 1), file, "eval", dont_inherit=True)
        eval(self._calls[key], variables, {"torch": sys.modules["torch"]})

    def resumed(self, function, ordinal, variables, *loops):
        """A generator that waits where one of the function does that has these variables: at the yield that so many
        stand before; loops: what is left of the iterators of the loops around it."""
        place = function.__code__.co_filename, function.__code__.co_firstlineno, ordinal, *variables
        if place not in self._rests:
            self._rests[place] = _rest_of_generator(function.__code__, function.__globals__, ordinal, variables)
        code = self._rests[place]
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or ()))
        closure = tuple(cells[name] for name in code.co_freevars)
        rest = types.FunctionType(code, function.__globals__, function.__name__, None, closure)
        rest.__qualname__ = function.__qualname__
        generator = rest(*variables.values(), *(itertools.chain((None,), items) for items in loops))
        next(generator)
        return generator

    def _publish(self, target):
        """Makes target a global of the stub under a new name. torch.compile can read a function that calls a global,
        not one that calls a constant; functions that are made again and again get the constant, which goes with them.
        Two underscores: when a module is cleared at exit, names with one go before all others."""
        while f"__pyaot_call_{self._published}__" in self._globals:
            self._published += 1
        self._globals[f"__pyaot_call_{self._published}__"] = target
        return f"__pyaot_call_{self._published}__"

    def _local_code(self, index, code):
        """What runs in place of the code of a function that is made again and again: one for all of them."""
        if code not in self._local:
            self._misses.names[index] = code.co_varnames
            cells = (code.co_freevars, None) if code.co_freevars else ((), ())

            def twin_in(place):
                if code.co_freevars:
                    return _with_cells(code, place)
                return _by_position(types.FunctionType(code, place, code.co_name))

            home = self._globals
            target = self._native.bind(self._state, index, twin_in(home), *cells, home, twin_in)
            self._local[code] = _shim(code, target, True, bool(code.co_freevars))
        return self._local[code]

    def entry(self, index):
        def decorate(function):
            if not _can_swap(function):
                return function
            if "<locals>" in function.__qualname__ and function.__globals__ is self._globals and not self._verify:
                function.__code__ = self._local_code(index, function.__code__)
                return function
            target = self._callable(index, _twin_of(function))
            is_own = function.__globals__ is self._globals
            if is_own and "<locals>" not in function.__qualname__:
                target = self._publish(target)
            function.__code__ = _shim(function.__code__, target, is_own)
            return function

        return decorate

    def segment(self, index):
        def decorate(twin):
            python = self._segments[twin.__name__] = _twin_of(twin) if self._may_be_traced else twin
            target = self._callable(index, python)
            if not self._may_be_traced:
                return target
            twin.__code__ = _shim(twin.__code__, self._publish(target), True)
            return twin

        return decorate

    def mark(self, offset):
        def remember(function):
            self._native.mark(self._state, offset, function.__code__)
            return function

        return remember

    def begin(self, index):
        begin, is_traced = self._native.begin(self._bound[index]), self._globals[_IS_TRACED]
        return (lambda: None if is_traced() else begin()) if self._may_be_traced else begin

    def segmented(self, segments):
        def decorate(function):
            if not _can_swap(function):
                return function
            original, code = function.__code__, segments.__code__
            self._name_locals(segments.__name__, original.co_qualname)
            if code.co_freevars == original.co_freevars and function.__globals__ is segments.__globals__:
                renamed = _renamed(code, code.co_qualname, original.co_qualname)
                renamed = renamed.replace(co_filename=original.co_filename, co_name=original.co_name)
                function.__code__ = _begin_at(renamed, original.co_firstlineno)
            return function

        return decorate

    def _name_locals(self, segments, qualname):
        """What the Python of segments, which stand before their function, defines has names as if it did."""
        for name, python in self._segments.items():
            if name.startswith(f"{segments}_"):
                code = python.__code__
                python.__code__ = code.replace(co_consts=_renamed(code, code.co_qualname, qualname).co_consts)
        self._segments.clear()

    def ready(self):
        self._native.resolve(self._state)


class _PlainPython:
    """What open() gives when there is nothing compiled to run."""

    def __init__(self):
        self.monitor = Monitor(None, None, None)

    def entry(self, index):
        return lambda function: function

    segment = mark = entry

    def begin(self, index):
        return lambda: None

    def segmented(self, segments):
        return lambda function: function

    def ready(self):
        pass


# ---- __pyaot__ -------------------------------------------------------------------------------------------------------


class Monitor:
    """`__pyaot__` of a stub: what ran compiled, what did not, and why."""

    _NAMES = ("compiled", "fallback", "breaks", "fused", "library", "aten", "python")

    def __init__(self, native, state, build):
        self._native, self._state, self._build = native, state, build

    def _tables(self):
        return self._native.tables(self._state) if self._native else (0, [])

    def names(self, index):
        """Name of an entry, and those of its variants."""
        entry, _, _, _, variants = self._tables()[1][index]
        return entry, [variant[0] for variant in variants]

    def counters(self):
        """Calls of entries that ran in a variant ("compiled") or as plain Python ("fallback"), breaks crossed inside
        compiled calls, and operators by the way they ran."""
        return self._native.counters(self._state) if self._native else dict.fromkeys(self._NAMES, 0)

    def reset(self):
        if self._native:
            self._native.reset(self._state)

    def variants(self):
        """Each variant with its calls and the back end that took it; `problem`: why that does not run it (always), or
        None."""
        return [
            {
                "entry": entry,
                "variant": variant,
                "signature": signature,
                "calls": calls,
                "backend": backend,
                "problem": self._problem(variant, backend),
            }
            for entry, _, _, _, variants in self._tables()[1]
            for variant, signature, calls, _, _, backend in variants
        ]

    def _problem(self, variant, backend):
        graphs = self._build and self._build.graphs
        for (name, graph), problem in graphs.problems().items() if graphs else ():
            if name == backend and f"{variant}_".startswith(f"{graph.rpartition('_graph')[0]}_"):
                return problem
        return None

    def guards(self):
        return [
            {"entry": entry, "variant": variant, "guard": text, "line": line}
            for entry, _, _, _, variants in self._tables()[1]
            for variant, _, _, _, guards, _ in variants
            for text, line, _ in guards
        ]

    def misses(self):
        """Text of each guard that missed, and why variants were left behind their guards, with how often."""
        modes, entries = self._tables()
        counts = {_MODE: modes} if modes else {}
        for _, _, _, _, variants in entries:
            for variant, _, _, reasons, guards, _ in variants:
                found = [(text, missed) for text, _, missed in guards]
                for text, missed in found + [(f"{variant}: {why}", missed) for why, missed in reasons]:
                    if missed:
                        counts[text] = counts.get(text, 0) + missed
        return counts

    def disabled(self):
        """A context in which this thread runs everything as Python."""
        return _Disabled(self._native)


class _Disabled:
    def __init__(self, native):
        self._native = native

    def __enter__(self):
        if self._native:
            self._native.disable(1)

    def __exit__(self, *exception):
        if self._native:
            self._native.disable(-1)
        return False


# ---- logs and misses -------------------------------------------------------------------------------------------------


_MODE = "a mode of PyTorch is on (autocast, functorch, ...), or a method of its Tensor or Module was replaced"


def _words_of(variable, default, known):
    """What the environment variable holds, of what it may hold; it is said of the rest that it has no meaning."""
    words = {word.strip() for word in os.environ.get(variable, default).split(",")} - {""}
    for word in sorted(words.difference(known)):
        _log(f"{variable} may hold {', '.join(known)}; {word!r} has no meaning")
    return words.intersection(known)


def _log(text):
    print(f"pyaot: {text}", file=sys.stderr, flush=True)


class _MissReporter:
    """Called by the extension with (entry, [(variant, guard, why)] or None, arguments) when no variant fits."""

    def __init__(self, monitor, stub_file, logs):
        self._monitor, self._file = monitor, stub_file
        self._logging = "misses" in logs
        self._breaks = "graph_breaks" in logs
        self._actions = _words_of("PYAOT_ON_MISS", "eager", ("eager", "warn", "error"))
        self.names = {}  # of the arguments, by entry
        self.wanted = bool(self._logging or self._actions - {"eager"})
        if self._breaks:
            for entry, kind, line, _, _ in monitor._tables()[1]:
                if kind == 2:
                    _log(f"graph break before {entry} ({os.path.basename(stub_file)}:{line})")

    def __call__(self, index, misses, values):
        entry, kind, line, _, variants = self._monitor._tables()[1][index]
        arguments = dict(zip(self.names.get(index, ()), values))
        reasons = "; ".join(self._reason(variants[v], guard, why, arguments) for v, guard, why in misses or [])
        place = f"{entry} ({os.path.basename(self._file)}:{line})"
        text = f"{place} ran as Python: {reasons or _MODE}"
        if self._logging:
            _log(f"miss: {text}")
        if "error" in self._actions:
            raise MissError(f"pyaot: {place} has no variant for this call: {reasons or _MODE}")
        if "warn" in self._actions:  # at the call of a function; segments are called from their function
            warnings.warn(f"pyaot: {text}", RuntimeWarning, stacklevel=2 if kind else 3)

    @staticmethod
    def _reason(variant, guard, why, arguments):
        name, guards = variant[0], variant[4]
        if why:
            return f"{name}: {why}"
        return f"{name}: not ({guards[guard][0]}){_found(guards[guard][0], arguments)}"


# What a guard is about: an argument, and the way from it.
_GUARDED = re.compile(r"(?:type\()?([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*|\[\d+\]|\['[^']*'\])*)\)?(?::| is | == | != )")
_STEP = re.compile(r"\.(\w+)|\[(?:(\d+)|'([^']*)')\]")
# What a comparison of sizes is about.
_SIZE = re.compile(r"(?<![\w.'\]])([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*|\[\d+\]|\['[^']*'\])*)(?![\w(.\[])")


def _found(guard, arguments):
    """What is there instead of what a guard asks for; nothing of the program runs to find it."""
    sizes = _sizes_found(guard, arguments)
    if sizes:
        return sizes
    place = _GUARDED.match(guard)
    if not place or place[1] not in arguments:
        return ""
    try:
        value = _follow(arguments[place[1]], place[2])
    except (AttributeError, IndexError, KeyError, TypeError):
        return f": there is no {place[1]}{place[2]}"
    return f": it is {_description(value, 'without hooks' in guard)}"


def _sizes_found(guard, arguments):
    found = {}
    for name, way in _SIZE.findall(guard) if re.search(" (==|!=|<|<=) ", guard) else ():
        try:
            found[name + way] = _follow(arguments[name], way)
        except (AttributeError, IndexError, KeyError, TypeError):
            return ""
    is_one = len(found) == 1 and _GUARDED.match(guard)  # it is told without its name
    if not found or is_one or any(type(value) not in (int, sys.modules["torch"].Size) for value in found.values()):
        return ""
    return ": " + ", ".join(f"{place} is {_description(value, False)}" for place, value in found.items())


def _follow(value, way):
    for name, number, key in _STEP.findall(way):
        value = _part(value, name) if name else _item(value, int(number) if number else key)
    return value


def _part(value, name):
    torch = sys.modules["torch"]
    if isinstance(value, torch.Tensor):
        return getattr(torch.Tensor, name).__get__(value)
    own = object.__getattribute__(value, "__dict__")
    for table in (own, own.get("_parameters"), own.get("_buffers"), own.get("_modules")):
        if name in (table or ()):
            return table[name]
    return inspect.getattr_static(type(value), name)


def _item(value, key):
    for kind in (list, tuple, dict):
        if isinstance(value, kind):
            return kind.__getitem__(value, key)
    return _part(value, "_modules")[str(key)]


def _row_major(shape):
    """The strides of a new tensor."""
    strides, step = [], 1
    for size in reversed(shape):
        strides.insert(0, step)
        step *= max(size, 1)
    return tuple(strides)


def _description(value, of_module):
    torch = sys.modules["torch"]
    if isinstance(value, torch.Tensor):
        kind = {torch.Tensor: "tensor", torch.nn.Parameter: "parameter"}.get(type(value), type(value).__name__)
        dtype = str(value.dtype).removeprefix("torch.")
        text = f"a {kind} {_DTYPES.get(dtype, dtype)}[{', '.join(map(str, value.shape))}]"
        if value.device.type != "cpu":
            text += f" on {value.device}"
        elif value.layout is not torch.strided:
            text += f" of layout {str(value.layout).removeprefix('torch.')}"
        elif value.is_neg() or value.is_conj():
            text += ", a negated or conjugated view"
        elif value.stride() != _row_major(value.shape):
            text += f" with strides {value.stride()}"
        return text + (", which requires grad" if value.requires_grad else "")
    if type(value) is torch.Size:
        return str(list(value))
    if value is None or type(value) in (bool, int, float, str):
        return repr(value)[:80]
    text = f"a {type(value).__module__}.{type(value).__qualname__}".replace("a builtins.", "a ")
    own = getattr(value, "__dict__", {}) if of_module else {}
    if of_module and not all(name in own for name in ("_parameters", "_buffers", "_modules")):
        return f"{text} whose __init__ has not run"
    hooks = [name for name in own if name.endswith("_hooks") and own[name]]
    hooks += [name for name in ("forward",) if name in own]
    return f"{text} with {', '.join(hooks)}" if hooks else text


_DTYPES = {
    "bool": "bool", "uint8": "u8", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "float16": "f16",
    "bfloat16": "bf16", "float32": "f32", "float64": "f64", "complex64": "c64", "complex128": "c128",
}  # fmt: skip


# ---- PYAOT_VERIFY ----------------------------------------------------------------------------------------------------


class _Verifier:
    """Stands for a bound entry: runs the twin on copies of the arguments, then the variant, and compares."""

    def __init__(self, native, bound, twin, name, own):
        self._native, self._bound, self._twin, self._name, self._own = native, bound, twin, name, own

    def __call__(self, *values):
        import copy

        import torch

        try:
            copies = copy.deepcopy(values)
        except Exception:  # What cannot be copied (a tensor inside a graph, a lock) cannot be compared.
            return self._bound(*values)
        wanted, problem = None, None
        generator = torch.get_rng_state()
        try:
            wanted = self._twin(*copies)
        except Exception as error:
            problem = error
        torch.set_rng_state(generator)  # both draw the same random numbers
        ran = self._native.run(self._bound, values)
        if ran is None:
            return self._twin(*values)
        variant, result = ran
        where = f"{self._name[0]}, variant {self._name[1][variant]}"
        if problem is not None:
            raise VerificationError(f"pyaot: {where}: the Python twin raises {problem!r}, the variant does not")
        compare = _Comparison(where)
        compare.values(result, wanted, "result")
        seen = len(values) - self._own
        for i, (value, expected) in enumerate(zip(values[:seen], copies[:seen], strict=True)):
            compare.values(value, expected, f"argument {i} after the call")
        compare.identities(values, copies, result, wanted)
        return result


class _Comparison:
    def __init__(self, where):
        self._where, self._seen = where, set()

    def _fail(self, path, text):
        raise VerificationError(f"pyaot: {self._where}: {path}: {text}")

    def values(self, got, wanted, path):
        import torch

        if type(got) is not type(wanted):
            self._fail(path, f"is a {type(got).__name__}, and {type(wanted).__name__} in Python")
        if isinstance(got, torch.Tensor):
            self._tensors(got, wanted, path)
        elif isinstance(got, (tuple, list)):
            if len(got) != len(wanted):
                self._fail(path, f"has {len(got)} items, and {len(wanted)} in Python")
            for i, (a, b) in enumerate(zip(got, wanted, strict=True)):
                self.values(a, b, f"{path}[{i}]")
        elif isinstance(got, dict):
            if list(got) != list(wanted):
                self._fail(path, f"has keys {list(got)}, and {list(wanted)} in Python")
            for key in got:
                self.values(got[key], wanted[key], f"{path}[{key!r}]")
        elif isinstance(got, torch.nn.Module):
            self.values(got.state_dict(), wanted.state_dict(), path)
        elif hasattr(got, "__dict__") and not callable(got) and id(got) not in self._seen:
            self._seen.add(id(got))
            self.values(vars(got), vars(wanted), path)
        elif isinstance(got, float):
            if got != wanted and not (got != got and wanted != wanted) and abs(got - wanted) > 1e-6 * abs(wanted):
                self._fail(path, f"is {got!r}, and {wanted!r} in Python")
        elif isinstance(got, (int, str, bytes)) and got != wanted:
            self._fail(path, f"is {got!r}, and {wanted!r} in Python")

    def _tensors(self, got, wanted, path):
        import torch

        for name in ("dtype", "shape", "device", "layout", "requires_grad"):
            if getattr(got, name) != getattr(wanted, name):
                self._fail(path, f"{name} is {getattr(got, name)}, and {getattr(wanted, name)} in Python")
        if got.layout == torch.strided and got.stride() != wanted.stride():
            self._fail(path, f"strides are {got.stride()}, and {wanted.stride()} in Python")
        try:
            torch.testing.assert_close(got.detach(), wanted.detach(), equal_nan=True)
        except AssertionError as error:
            self._fail(path, f"values differ. {error}")

    def identities(self, values, copies, result, wanted):
        """What the twin returns of its own arguments, the variant must return of its own."""
        for i, (value, copy) in enumerate(zip(values, copies, strict=True)):
            if (result is value) != (wanted is copy) and not isinstance(value, (int, float, str, bool, type(None))):
                self._fail("result", f"is{'' if result is value else ' not'} argument {i}, unlike in Python")
