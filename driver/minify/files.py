"""The files of a program beside its source: modules that it imports, and that these import, from the source's folder.

What is installed elsewhere is no part of the program. Files are named relative to that folder, which has no
`__init__.py` of its own: a source is run as a script, or as a module of its own.
"""

import ast
import pathlib


def _dotted(tree, package):
    """The dotted names that a file of `package` (a tuple of names) may import, those of submodules among them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (tuple(alias.name.split(".")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            base += tuple(node.module.split(".")) if node.module else ()
            yield from (base + (alias.name,) for alias in node.names)


def _found(folder, dotted):
    """The files that an import of the dotted name runs: of each package on the way its __init__.py, then the module."""
    for length in range(1, len(dotted) + 1):
        place = pathlib.Path(*dotted[:length])
        for path in (place.with_suffix(".py"), place / "__init__.py"):
            if (folder / path).is_file():
                yield path


def imported(folder, source, texts=None):
    """{relative path: text} of the files that `source` (a text) needs from `folder`; `texts` has newer ones of some."""
    folder, texts, found = pathlib.Path(folder), texts or {}, {}
    waiting = [((), source)]
    while waiting:
        package, text = waiting.pop()
        for dotted in _dotted(ast.parse(text), package):
            for path in _found(folder, dotted):
                name = str(path)
                if name not in found:
                    found[name] = texts.get(name) or (folder / path).read_text(encoding="utf-8")
                    waiting.append((path.parts[:-1], found[name]))
    return found


def write(folder, texts):
    for name, text in texts.items():
        path = pathlib.Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
