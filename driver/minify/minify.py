"""`pyaot minify`: cuts a program down to the smallest source that still fails in the same way.

Two parts: reproduce.failure() says what is wrong with a source (the build fails, the built code crashes, or it gives
something else than Python), smaller() looks for less text of which the same is said. Writes DIR/NAME_min.py, the files
of the program that it still imports, cut down likewise (files.py), and DIR/NAME_reproduce.py, which shows the failure
again.
"""

import argparse
import ast
import concurrent.futures
import os
import pathlib
import re
import sys
import tempfile

import files

# ---- the search: used by the fuzzer too ------------------------------------------------------------------------------

NO_END_SECONDS = 20  # how long a smaller program may run that is asked whether it ends
BODIES = ("body", "orelse", "finalbody")


def _bodies(tree):
    """Every list of statements in the tree, outer ones first."""
    for node in ast.walk(tree):
        for field in BODIES:
            body = getattr(node, field, None)
            if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                yield body


def _inside(statement):
    """The statements of a block, in place of it."""
    parts = [getattr(statement, field, []) for field in BODIES]
    parts += [handler.body for handler in getattr(statement, "handlers", [])]
    return [part for part in parts if part and isinstance(part[0], ast.stmt)]


# A way to leave something out: how many places there are in a tree for it, and what it does to a tree at one of them.
# An edit may leave a tree that is no program; such a candidate is dropped.


def _runs(size):
    """Runs of `size` statements left out."""

    def places(tree):
        return range(0, sum(len(body) for body in _bodies(tree)), size)

    def edit(tree, start):
        position = 0
        for body in list(_bodies(tree)):
            kept = [s for i, s in enumerate(body) if not start <= position + i < start + size]
            position += len(body)
            body[:] = kept or [ast.Pass()]

    return places, edit


def _blocks():
    """A block's statements in place of the block."""

    def places(tree):
        bodies = enumerate(_bodies(tree))
        return [(i, j, k) for i, body in bodies for j, s in enumerate(body) for k in range(len(_inside(s)))]

    def edit(tree, place):
        i, j, k = place
        body = list(_bodies(tree))[i]
        body[j : j + 1] = _inside(body[j])[k]

    return places, edit


def _first_items():
    """A loop's statements for its first item alone, and a list of one in place of a comprehension."""

    def found(tree):
        for body in _bodies(tree):
            yield from ((body, i) for i, s in enumerate(body) if isinstance(s, ast.For))
        for parent in ast.walk(tree):
            for field, value in ast.iter_fields(parent):
                if isinstance(value, ast.ListComp):
                    yield parent, field

    def edit(tree, place):
        parent, at = list(found(tree))[place]
        if isinstance(at, int):
            loop = parent[at]
            first = ast.Subscript(loop.iter, ast.Constant(0), ast.Load())
            parent[at : at + 1] = [ast.Assign([loop.target], first), *loop.body]
        else:
            setattr(parent, at, ast.List([getattr(parent, at).elt], ast.Load()))

    return (lambda tree: range(sum(1 for _ in found(tree)))), edit


LISTS = ("decorator_list", "bases", "keywords", "args", "elts", "handlers", "names")


def _parts():
    """One thing less in a list: a decorator, a base, an argument, a keyword, an item, a handler."""

    def places(tree):
        return [
            (i, field, j)
            for i, node in enumerate(ast.walk(tree))
            for field in LISTS
            if isinstance(items := getattr(node, field, None), list)
            for j in range(len(items))
        ]

    def edit(tree, place):
        i, field, j = place
        del getattr(list(ast.walk(tree))[i], field)[j]

    return places, edit


def _operands():
    """An expression replaced by one of its operands."""

    def operands(tree):
        for parent in ast.walk(tree):
            for field, value in ast.iter_fields(parent):
                for i, node in enumerate(value if isinstance(value, list) else [value]):
                    if isinstance(node, ast.expr) and not isinstance(getattr(node, "ctx", None), ast.Store):
                        for part in ast.iter_child_nodes(node):
                            if isinstance(part, ast.expr):
                                yield parent, field, i, part

    def places(tree):
        return range(sum(1 for _ in operands(tree)))

    def edit(tree, place):
        parent, field, i, part = next(found for k, found in enumerate(operands(tree)) if k == place)
        value = getattr(parent, field)
        if isinstance(value, list):
            value[i] = part
        else:
            setattr(parent, field, part)

    return places, edit


class _Put(ast.NodeTransformer):
    """Puts an expression in place of one name."""

    def __init__(self, name, value):
        self.name, self.value = name, value

    def visit_Name(self, node):
        return self.value if node is self.name else node


def _once_read():
    """The value of a variable where it is read, if that is one place."""

    def found(tree):
        for body in _bodies(tree):
            for i, s in enumerate(body):
                if isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name):
                    after = [node for later in body[i + 1 :] for node in ast.walk(later)]
                    reads = [n for n in after if isinstance(n, ast.Name) and n.id == s.targets[0].id]
                    if len(s.targets) == len(reads) == 1:
                        yield body, i, reads[0]

    def edit(tree, place):
        body, i, name = list(found(tree))[place]
        put = _Put(name, body[i].value)
        body[i:] = [put.visit(s) for s in body[i + 1 :]]

    return (lambda tree: range(sum(1 for _ in found(tree)))), edit


def _loads(tree):
    """Names and attributes that are read somewhere."""
    nodes = [node for node in ast.walk(tree) if isinstance(getattr(node, "ctx", None), ast.Load)]
    return (
        {node.id for node in nodes if isinstance(node, ast.Name)},
        {node.attr for node in nodes if isinstance(node, ast.Attribute)},
    )


def _targets(statement):
    """What a statement binds, as names and attributes; None where it may do more than that."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [statement.name]
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        if getattr(statement, "module", "") == "__future__" or statement.names[0].name == "*":
            return None
        return [(alias.asname or alias.name).partition(".")[0] for alias in statement.names]
    found = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
    if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        names = [getattr(t, "id", None) or getattr(t, "attr", None) for t in found]
        return names if all(names) else None
    return None


def _unused(keep):
    """All at once that binds what nothing reads, and what only that has read. `keep`: names that are asked for."""

    def sweep(tree):
        found = 0
        while True:
            used = set().union(keep, {"forward"}, *_loads(tree))
            before = found
            for body in list(_bodies(tree)):
                names = [_targets(s) for s in body]
                dead = [n and not any(m in used or m.startswith("__") for m in n) for n in names]
                found += sum(map(bool, dead))
                body[:] = [s for s, gone in zip(body, dead) if not gone] or [ast.Pass()]
            if found == before:
                return found

    return (lambda tree: range(1 if sweep(tree) else 0)), (lambda tree, place: sweep(tree))


def _bound(text):
    """Names that a program binds, and attributes that it sets or defines."""
    nodes = list(ast.walk(ast.parse(text)))
    statements = [name for node in nodes if isinstance(node, ast.stmt) for name in _targets(node) or []]
    stored = [node for node in nodes if isinstance(getattr(node, "ctx", None), ast.Store)]
    names = {node.id for node in stored if isinstance(node, ast.Name)} | {
        n.arg for n in nodes if isinstance(n, ast.arg)
    }
    return names | set(statements), {n.attr for n in stored if isinstance(n, ast.Attribute)} | set(statements)


def _lacks(text, bound):
    """Does it read what the program as it was, which bound these, has bound and it no longer does? Then it need not be
    tried: Python would raise."""
    tree = ast.parse(text)
    names, attributes = _bound(text)
    of_self = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    }
    return bool((_loads(tree)[0] & bound[0]) - names or (of_self & bound[1]) - attributes)


def _ways(text, keep):
    """Those that leave out most first."""
    yield _unused(keep)
    size = sum(len(body) for body in _bodies(ast.parse(text)))
    while size > 1:
        size = (size + 1) // 2
        yield from (_runs(size), _unused(keep))
    for way in (_blocks(), _first_items(), _once_read(), _operands(), _parts()):
        yield from (way, _unused(keep))


def _edited(text, edit, place):
    """The text after one edit; None where that is no program or not shorter."""
    tree = ast.parse(text)
    edit(tree, place)
    try:
        result = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        compile(result, "candidate", "exec")
    except (SyntaxError, ValueError, TypeError, AttributeError):
        return None
    return result if len(result) < len(text) else None


def _apply(text, way, fails, batch):
    """Makes every edit of one kind that leaves the failure; each place is tried once."""
    places, edit = way
    start = 0
    while True:
        tries = {}
        for index, place in enumerate(list(places(ast.parse(text)))[start:], start):
            candidate = _edited(text, edit, place)
            if candidate is not None:
                tries.setdefault(candidate, index)
            if len(tries) == batch:
                break
        if not tries:
            return text
        good = [candidate for candidate, bad in zip(tries, fails(list(tries))) if bad]
        start = tries[good[0]] if good else max(tries.values()) + 1
        text = good[0] if good else text


def smaller(text, fails, batch=24, keep=()):
    """The smallest text found for which `fails` holds; `fails` takes up to `batch` candidates at once and gives one
    truth value each, so that they can share a build or run side by side. `keep`: names that stay, read or not."""
    while True:
        before = text
        for way in _ways(text, keep):
            text = _apply(text, way, fails, batch)
        if text == before:
            return text


# ---- the command -----------------------------------------------------------------------------------------------------


class _Search:
    """Asks what is wrong with candidates, in folders of their own, and keeps the smallest that fails as wanted."""

    def __init__(self, reproduce, settings, work):
        self.reproduce, self.settings, self.work = reproduce, settings, pathlib.Path(work)
        source = pathlib.Path(settings["source"])
        self.name, self.home = source.name, source.parent
        self.texts = {}  # of all files of the program by name
        self.current = self.name  # the one that is cut
        self.tries, self.best, self.wanted = 0, None, None
        self.bound = None  # by the file that is cut, as it was
        self.must_run = False  # candidates that raise an exception in Python need no build

    def ask(self, text, number):
        folder = self.work / str(number)
        files.write(folder, {**self.texts, self.current: text})
        settings = {**self.settings, "source": str(folder / self.name)}
        if self.must_run and self.bound and _lacks(text, self.bound):
            return None
        if self.must_run and not self.reproduce.runs(settings):
            return None
        return self.reproduce.failure(settings, folder)

    def cut_all(self, batch):
        """The source, then each file that it still imports."""
        done = set()
        while self.current:
            self.bound = _bound(self.best)
            self.best = smaller(self.best, self.fails, batch, self.names())
            self.texts[self.current] = self.best
            done.add(self.current)
            source = self.texts[self.name]
            self.texts = {self.name: source, **files.imported(self.home, source, self.texts)}
            self.current = next((name for name in self.texts if name not in done), None)
            self.best = self.texts.get(self.current)

    def names(self):
        """Those of the call lines, and those that other files ask for."""
        words = [word for call in self.settings["calls"] for word in re.findall(r"\w+", call)]
        others = [ast.parse(text) for name, text in self.texts.items() if name != self.current]
        imported = [
            alias.name for t in others for n in ast.walk(t) if isinstance(n, ast.ImportFrom) for alias in n.names
        ]
        return set(words).union(imported, *(names for tree in others for names in _loads(tree)))

    def fails(self, texts):
        with concurrent.futures.ThreadPoolExecutor(len(texts)) as pool:
            found = list(pool.map(self.ask, texts, range(len(texts))))
        self.tries += len(texts)
        same = [answer is not None and answer[0] == self.wanted for answer in found]
        shorter = [text for text, good in zip(texts, same) if good]
        if shorter:
            self.best = shorter[0]
        print(
            f"\rpyaot minify: {self.best.count(chr(10))} lines, {self.tries} tries ",
            end="",
            file=sys.stderr,
            flush=True,
        )
        return same


def _normal(text):
    return ast.unparse(ast.parse(text)) + "\n"


def _write(reproduce, settings, text, others, out):
    files.write(out, others)
    out.mkdir(parents=True, exist_ok=True)
    stem = pathlib.Path(settings["source"]).stem
    small, script = out / f"{stem}_min.py", out / f"{stem}_reproduce.py"
    small.write_text(text)
    said = {**settings, "source": small.name}
    oracle = pathlib.Path(reproduce.__file__).read_text()
    script.write_text(oracle.replace("SETTINGS = {}", f"SETTINGS = {said!r}", 1))
    return small, script


def _arguments():
    parser = argparse.ArgumentParser(prog="pyaot minify")
    parser.add_argument("source")
    parser.add_argument("-o", dest="out", type=pathlib.Path, required=True)
    parser.add_argument("--pyaot", required=True)
    parser.add_argument("--call", dest="calls", action="append", default=[])
    parser.add_argument("--calls", dest="calls_file", type=pathlib.Path)
    parser.add_argument("--option", dest="options", action="append", default=[])
    return parser.parse_args()


def _calls(given):
    """The call lines as a build takes them: given one by one, and from a file."""
    file = given.calls_file or pathlib.Path(given.source).with_suffix(".calls")
    if not given.calls_file and not file.exists():
        return given.calls
    lines = [line.strip() for line in file.read_text().splitlines()]
    return given.calls + [line for line in lines if line and not line.startswith("#")]


def _environment(source):
    """Folders in which back ends are found, as they can be named anywhere: the source's own is the last for Python."""
    variables = {"PYTHONPATH": [str(pathlib.Path(source).parent)], "PYAOT_BACKEND_PATH": []}
    found = {}
    for name, last in variables.items():
        folders = [folder for folder in os.environ.get(name, "").split(os.pathsep) if folder] + last
        if folders:
            found[name] = os.pathsep.join(os.path.abspath(folder) for folder in folders)
    return found


def main():
    import reproduce

    given = _arguments()
    settings = {
        "source": given.source,
        "calls": _calls(given),
        "options": given.options,
        "pyaot": given.pyaot,
        "environment": _environment(given.source),
    }
    with tempfile.TemporaryDirectory(prefix="pyaot-minify-") as work:
        os.environ.setdefault("PYAOT_RUNTIME_CACHE", str(pathlib.Path(work) / "runtime"))
        search = _Search(reproduce, settings, work)
        try:
            text = pathlib.Path(given.source).read_text(encoding="utf-8")
            search.texts = {search.name: text, **files.imported(search.home, text)}
        except (OSError, ValueError, SyntaxError) as error:
            print(f"pyaot minify: error: {given.source}: {error}", file=sys.stderr)
            return 1
        found = search.ask(text, 0)
        if found is None:
            print(f"pyaot minify: nothing differs: {given.source} builds, and does what it does in Python")
            return 1
        print(f"pyaot minify: {found[0]}\n{found[1]}", file=sys.stderr)
        if found[0] == "no run":
            return 1
        if found[0] == "crash: no end":  # the others need not be waited for as long
            reproduce.RUN_SECONDS = NO_END_SECONDS
        _quick(search, text, found[0])
        _fewer_calls(search)
        try:
            search.cut_all(os.cpu_count() or 1)
        except KeyboardInterrupt:
            search.texts[search.current] = search.best
            print("\npyaot minify: stopped; this is the smallest so far", file=sys.stderr)
        text = search.texts.pop(search.name)
        small, script = _write(reproduce, settings, text, search.texts, given.out)
        segment = _segment(search, found[0], text)
    print(f"\n{text}", file=sys.stderr)
    beside = "".join(f", {name}: {part.count(chr(10))}" for name, part in search.texts.items())
    print(f"{found[0]}\n{segment or ''}\n{small}: {text.count(chr(10))} lines{beside}; python {script} shows it again")
    return 0


def _quick(search, text, kind):
    """Builds without optimisation from here on, and from the normal form, where either shows the same failure."""
    search.wanted, search.best = kind, text
    search.must_run = search.reproduce.runs(search.settings)
    flags = os.environ.get("CFLAGS", "")
    os.environ["CFLAGS"] = f"{flags} -O0"
    if not search.fails([text])[0]:
        os.environ["CFLAGS"] = flags
    search.fails([_normal(text)])


def _fewer_calls(search):
    calls = search.settings["calls"]
    for call in calls if len(calls) > 1 else []:
        search.settings["calls"] = [call]
        if search.fails([search.best])[0]:
            return
    search.settings["calls"] = calls


def _segment(search, kind, text):
    """Which compiled part differs from its twin first."""
    if not kind.startswith("wrong") or not search.settings["calls"]:
        return None
    search.current = search.name
    search.ask(text, 0)
    folder = search.work / "0"
    return search.reproduce.first_segment({**search.settings, "source": str(folder / search.name)}, folder)


if __name__ == "__main__":
    sys.exit(main())
